"""The house in figures: its modules, their lines, who imports whom. Run ``python -m tests.house``.

Counted are the imports inside the package, late ones and those for types included. An arrow goes
from one room (a module at the top, or a folder) to another; a module with a single importer needs
a reason, which stands in ARCHITECTURE.md.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "xlscore"


def imports(package: Path = PACKAGE) -> dict[str, set[str]]:
    """For every module with code the modules of the package that it imports, by dotted names."""
    trees = {
        _name(path, package): (path, ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(package.rglob("*.py"))
    }
    found: dict[str, set[str]] = {}
    for name, (path, tree) in trees.items():
        if tree.body:
            inside = name if path.name == "__init__.py" else name.rpartition(".")[0]
            named = {one for node in ast.walk(tree) for one in _imported(node, inside)}
            modules = {one if one in trees else one.rpartition(".")[0] for one in named}
            found[name] = {one for one in modules if one in trees and one != name}
    return {name: targets & set(found) for name, targets in found.items()}


def single_importers(imported: Mapping[str, set[str]]) -> dict[str, str]:
    """The modules that only one other module imports, and that one."""
    importers = defaultdict(set)
    for name, targets in imported.items():
        for target in targets:
            importers[target].add(name)
    return {name: min(those) for name, those in sorted(importers.items()) if len(those) == 1}


def arrows(imported: Mapping[str, set[str]]) -> set[tuple[str, str]]:
    """From which room to which other room there is any import."""
    pairs = {(_room(name), _room(one)) for name, targets in imported.items() for one in targets}
    return {(one, other) for one, other in pairs if one != other}


def lines(name: str, package: Path = PACKAGE) -> int:
    """How many lines a module has."""
    path = package.parent.joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return len(file.read_text(encoding="utf-8").splitlines())


def _name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _room(name: str) -> str:
    return ".".join(name.split(".")[:2])


def _imported(node: ast.AST, inside: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = inside.split(".")[: -(node.level - 1) or None] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        yield from (f"{module}.{one.name}" for one in node.names)


def main() -> None:
    """Print modules with their lines, then the arrows and the single importers."""
    imported = imports()
    for name in imported:
        print(f"{lines(name):5} {name}")
    total = sum(lines(name) for name in imported)
    between = arrows(imported)
    inside = sum(len(targets) for targets in imported.values())
    print(f"\n{len(imported)} modules, {total} lines, {inside} imports")
    print(f"{len(between)} arrows between {len({_room(name) for name in imported})} rooms")
    single = single_importers(imported)
    print(f"\n{len(single)} modules with a single importer:")
    for name, importer in single.items():
        print(f"  {name} <- {importer}")


if __name__ == "__main__":
    main()
