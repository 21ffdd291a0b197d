"""Is there a test for every finding, one that provokes it and expects it by its code?"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.make import LEVELS
from xlscore.words import catalog

TESTS = Path(__file__).parent
# These list all codes without provoking one.
LISTS = {"test_messages.py", "test_docs.py", Path(__file__).name}
_EXPECTED = re.compile(r"(?:(error|warning|note) )?([a-z]+(?:-[a-z]+)+|[a-z]+)(?: .*)?", re.DOTALL)


def expectations() -> Iterator[tuple[str | None, str]]:
    """Level, where it is named, and code of every finding that a test expects."""
    for path in sorted((TESTS / "cases").glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8")).get("case", ()):
            yield from found_in(list(texts_of(case)))
    for path in sorted(TESTS.glob("test_*.py")):
        if path.name not in LISTS:
            yield from found_in(compared(ast.parse(path.read_text("utf-8"))))


def texts_of(case: dict[str, Any]) -> Iterator[str]:
    """The findings of a case, in the long form and in others."""
    yield from case.get("findings", ())
    for value in case.values():
        if isinstance(value, dict):
            yield from texts_of(value)


def compared(tree: ast.Module) -> list[str]:
    """Texts in assertions, in what tests are parametrized with or loop over, in constants."""
    places: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assert, ast.Assign, ast.AnnAssign, ast.For)):
            places.append(node)
        elif isinstance(node, ast.FunctionDef):
            places += node.decorator_list
        elif isinstance(node, ast.Call) and re.match("assert|expect|check", called(node)):
            places.append(node)
    return [
        text.value
        for place in places
        for text in ast.walk(place)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    ]


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def found_in(texts: list[str]) -> Iterator[tuple[str | None, str]]:
    for text in texts:
        match = _EXPECTED.fullmatch(text)
        if match and match[2] in catalog("en")["findings"]:
            yield match[1], match[2]


EXPECTED = set(expectations())


@pytest.mark.parametrize("code", catalog("en")["findings"])
def test_a_finding_has_a_test_that_provokes_it(code: str) -> None:
    assert code in {expected for _, expected in EXPECTED}


@pytest.mark.parametrize(
    ("level", "code"), sorted((level, code) for level, code in EXPECTED if level)
)
def test_a_finding_is_expected_at_a_level_it_has(level: str, code: str) -> None:
    assert level in LEVELS[code]


def test_every_level_of_a_finding_is_expected() -> None:
    """Where a finding may be an error or less, there is a test for each."""
    several = {
        (level, code) for code, levels in LEVELS.items() if len(levels) > 1 for level in levels
    }
    assert several - EXPECTED == set()
