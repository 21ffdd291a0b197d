"""Would the tests notice? One small fault at a time in the rules and in what reads workbooks.

    python -m tests.mutation [MODULE ...] [--count 200] [--seed 1] [--jobs 2]

plants random faults into the named modules (``xlscore.rules`` and ``xlscore.workbook`` if left
out) and runs the tests nearest to each, until one fails. Nothing is written: a process of its own
compiles the module with its fault and imports that. A fault that no test notices is printed, to be
looked at; some change nothing that anybody could see. The libraries for this rewrite the files and
start the tests anew for every fault, which takes minutes for what takes seconds here.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.util
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypeGuard

PROJECT = Path(__file__).resolve().parents[1]
WIDE = (
    *("ruleset", "columns", "struck", "sheet_extent", "synonyms", "same_game", "runs", "damage"),
    *("qualified", "seating_edits", "status", "unheaded", "bonus", "impossible_scores", "names"),
    *("published", "known_headings", "worksheet", "scoring", "ladder", "account", "clearing"),
    *("unread", "claims", "ladder_order", "sheets_per_round", "near_names", "not_played"),
    *("messages", "cli", "compare", "decisions", "forms", "oracle", "forgiveness"),
)
"""Tests in one process that look at scoring and reading, the slow ones last."""
SECONDS = 900
"""Time for the tests of one fault; what needs longer hangs, which is noticed too."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
}


class Fault(NamedTuple):
    """One change of a module: which of its nodes, and which of the changes of that node."""

    module: str
    node: int
    change: int
    line: int
    was: str
    became: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.was}  ->  {self.became}"


def faults(module: str) -> Iterator[Fault]:
    """Every fault that can be planted into a module."""
    tree = ast.parse(_file(module).read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, (ast.expr, ast.stmt)):
            for change, became in enumerate(_changes(node)):
                yield Fault(module, number, change, node.lineno, _short(node), _short(became))


def planted(fault: Fault | None, module: str) -> ast.Module:
    """A module with the fault in it, or as it is."""
    tree = ast.parse(_file(module).read_text(encoding="utf-8"))
    if fault is not None:
        old = next(node for number, node in enumerate(ast.walk(tree)) if number == fault.node)
        new = list(_changes(old))[fault.change]
        _replace(tree, old, new)
    return tree


def _file(module: str) -> Path:
    path = PROJECT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in place of a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        other = COMPARED.get(type(node.ops[0]))
        if other:
            yield ast.Compare(node.left, [other()], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        if not isinstance(node.left, (ast.Constant, ast.JoinedStr)) or _is_number(node.left):
            yield ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.BoolOp(other_op, node.values)
        for left_out in range(len(node.values)):
            rest = [one for at, one in enumerate(node.values) if at != left_out]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif _is_number(node):
        yield ast.Constant(ast.literal_eval(node) + 1)
    elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
        changed = deepcopy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed
    elif isinstance(node, (ast.Continue, ast.Break)) or (
        isinstance(node, (ast.Expr, ast.AugAssign)) and not _is_text(node)
    ):
        yield ast.Pass()


def _is_number(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
            elif isinstance(value, list) and any(one is old for one in value):
                setattr(parent, field, [new if one is old else one for one in value])
    ast.copy_location(new, old)
    ast.fix_missing_locations(tree)


def _short(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0][:70]


class _Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the module of a fault with the fault in it."""

    def __init__(self, fault: Fault) -> None:
        self.fault, self.tree = fault, planted(fault, fault.module)

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.fault.module:
            return None
        sys.meta_path.remove(self)
        found = importlib.util.find_spec(fullname)
        assert found
        found.loader, self.origin = self, found.origin or fullname
        return found

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, self.origin, "exec"), vars(module))


def nearest(module: str) -> list[Path]:
    """The tests to run for a module, those that name it first."""
    tests = PROJECT / "tests"
    known = [path for name in WIDE if (path := tests / f"test_{name}.py").is_file()]
    leaf = module.rpartition(".")[2]
    naming = re.compile(rf"{re.escape(module)}\b|import .*\b{leaf}\b")
    named = [path for path in known if naming.search(path.read_text(encoding="utf-8"))]
    called = [path for path in known if leaf in path.stem]
    return list(dict.fromkeys([*called, *named, *known]))


def _tested(fault: Fault | None) -> int:
    """Runs in a process of its own; 1 where a test fails."""
    signal.alarm(SECONDS)
    if fault is not None:
        sys.meta_path.insert(0, _Planted(fault))
    quiet = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(quiet, stream)
    import pytest

    with tempfile.TemporaryDirectory() as folder:
        options = ["-x", "-q", "-p", "no:cacheprovider", f"--basetemp={folder}/t", "-o", "addopts="]
        options += ["-m", "not xdist_group", "-k", "not batch"]  # LibreOffice, further processes
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # what is shared
        files = nearest(fault.module if fault else "")
        return int(pytest.main([*options, *map(str, files)]))


def run(plan: Sequence[Fault | None], jobs: int) -> Iterator[tuple[Fault | None, str]]:
    """Plants one fault after the other, None for none; how each ended: ``noticed``, ``hung`` or
    ``survived``."""
    _share()
    under_way: dict[int, Fault | None] = {}
    waiting = list(reversed(plan))
    while waiting or under_way:
        while waiting and len(under_way) < jobs:
            fault = waiting.pop()
            child = os.fork()
            if child == 0:
                os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
                os._exit(_tested(fault))
            under_way[child] = fault
        child, status = os.wait()
        fault = under_way.pop(child)
        if os.WIFSIGNALED(status):
            yield fault, "hung" if os.WTERMSIG(status) == signal.SIGALRM else "noticed"
        else:
            yield fault, "noticed" if os.waitstatus_to_exitcode(status) else "survived"


def _share() -> None:
    """Imports once what all processes need and what no fault is in."""
    for name in ("pytest", "hypothesis", "openpyxl", "lxml.etree", "pandas", "xlsxwriter", "click"):
        importlib.import_module(name)


def main() -> int:
    """Print how many faults were noticed, and each that was not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("modules", nargs="*", default=["xlscore.rules", "xlscore.workbook"])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    names = sorted(
        ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")
        for module in asked.modules
        for path in _files(PROJECT.joinpath(*module.split(".")))
    )
    every = [fault for name in names for fault in faults(name)]
    plan = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    print(f"{len(plan)} of {len(every)} faults, seed {asked.seed}", flush=True)
    if [ended for _, ended in run([None], 1)] != ["survived"]:
        print("The tests fail without any fault.")
        return 2
    began, counts = time.monotonic(), Counter[str]()
    for fault, ended in run(plan, asked.jobs):
        counts[ended] += 1
        if ended == "survived":
            print(fault, flush=True)
        elif sum(counts.values()) % 10 == 0:
            print(f"{sum(counts.values())} planted", flush=True)
    noticed = counts["noticed"] + counts["hung"]
    print(f"{noticed} of {len(plan)} noticed, {time.monotonic() - began:.0f} s")
    return 0


def _files(path: Path) -> list[Path]:
    found = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    return [one for one in found if one.read_text(encoding="utf-8").strip()]


if __name__ == "__main__":
    sys.exit(main())
