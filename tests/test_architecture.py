"""Does the code keep to the house: what imports what, and does the map show every room?"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import house
from tests.support.books import book, header
from xlscore import __version__

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT / "xlscore"
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = {"pandas", "numpy", "openpyxl", "xlwings"}
CONTRACTS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]
(STANDARD_LIBRARY_ONLY,) = (
    contract["source_modules"] for contract in CONTRACTS if contract["id"] == "standard-library"
)
"""What LibreOffice and the browser ship, as the contract of imports lists it."""


def test_imports_point_downward() -> None:
    # In a process of its own: it silences every logger that is there.
    program = (
        "import sys; from importlinter.cli import lint_imports_command as lint; sys.exit(lint())"
    )
    linted = subprocess.run(
        [sys.executable, "-c", program, "--config", str(PROJECT / "pyproject.toml"), "--no-cache"],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        encoding="utf-8",
    )
    assert linted.returncode == 0, linted.stdout + linted.stderr


def test_importing_xlscore_loads_no_spreadsheet_library() -> None:
    loaded = _loaded("-c", "import xlscore")
    assert loaded.isdisjoint(HEAVY | {"lxml", "python_calamine", "xlsxwriter"})


def test_scoring_a_workbook_loads_no_slow_library(tmp_path: Path) -> None:
    rows = [("Ann", 10), ("Ben", 8), ("Cleo", 7), ("Dan", 5)]
    workbook = book(
        tmp_path,
        [header("round", "table", "player", "vp"), *((1, 1, *row) for row in rows)],
        tournament={"rule_set": "dsvc-s3", "scenario": "base"},
    )
    loaded = _loaded("-m", "xlscore", "score", str(workbook))
    assert (tmp_path / "book.scored.xlsx").is_file()
    assert "python_calamine" in loaded
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize("top", STANDARD_LIBRARY_ONLY)
def test_what_calc_and_the_browser_ship_needs_the_standard_library_only(top: str) -> None:
    """`top` is a module or a folder of modules."""
    names = [name for name in house.imports() if name == top or name.startswith(f"{top}.")]
    assert names
    program = (
        f"import sys; sys.path.insert(0, {str(PROJECT)!r}); import {', '.join(names)}; "
        "loaded = {name.partition('.')[0] for name in sys.modules}; "
        "others = loaded - {*sys.stdlib_module_names, '__main__', 'xlscore'}; "
        "assert not others, others"
    )
    # -S leaves out the installed packages, -I the environment and the current folder.
    subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True)


def test_the_map_of_the_house_names_every_module() -> None:
    drawn = (PROJECT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("## Rooms")[2]
    tree = drawn.partition("\nxlscore/\n")[2].partition("\ntests/\n")[0]
    modules, folders = set(), [""]
    line = r"^((?:  )+)([\w.]+(?:/$|(?<=\.py)\b))"
    for indent, name in re.findall(line, tree, flags=re.MULTILINE):
        del folders[len(indent) // 2 :]
        if name.endswith("/"):
            folders.append(folders[-1] + name)
        else:
            modules.add(folders[-1] + name)
    with_code = [module for module in MODULES if module.read_text(encoding="utf-8")]
    assert modules == {module.relative_to(PACKAGE).as_posix() for module in with_code}


def test_every_room_with_one_door_has_its_reason() -> None:
    text = (PROJECT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text.partition("## Rooms with one door\n")[2].partition("\n## ")[0]
    first_cells = re.findall(r"^\| (`.*?) \|", table, flags=re.MULTILINE)
    named = [name for cell in first_cells for name in re.findall(r"`([\w.]+)`", cell)]
    single = house.single_importers(house.imports())
    assert sorted(named) == [name.removeprefix("xlscore.") for name in single]


def test_the_workflows_test_every_python_that_the_project_names() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (PROJECT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    lines = re.findall(r"^ +python: \[(.*)\]$", text, flags=re.MULTILINE)
    assert len(lines) == 2
    prefix = "Programming Language :: Python :: 3."
    named = [one.removeprefix(prefix) for one in project["classifiers"] if one.startswith(prefix)]
    assert named[0] == project["requires-python"].removeprefix(">=3.")
    for line in lines:
        assert re.findall(r'"3\.(\d+)"', line) == named


def test_other_systems_leave_out_by_name_what_exists() -> None:
    """Only a program that is not there excuses a test, and everything else runs."""
    text = (PROJECT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    (left_out,) = re.findall(r'-m "(.*)"', text)
    groups = re.findall(r"not xdist_group\(name='(\w+)'\)", left_out)
    named = [f"not xdist_group(name='{name}')" for name in groups]
    assert left_out == " and ".join(["not linux", *named])
    tests = sorted((PROJECT / "tests").rglob("*.py"))
    marked = {
        name
        for path in tests
        for name in re.findall(r'xdist_group\(name="(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert set(groups) == {"office", "browser"} <= marked


def test_the_version_stands_once() -> None:
    stated = [
        path.relative_to(PROJECT).as_posix()
        for pattern in ("*.md", "*.toml", "docs/*.md", "xlscore/**/*.py", ".github/**/*")
        for path in sorted(PROJECT.glob(pattern))
        if path.is_file() and path.name != "CHANGELOG.md"
        if f'"{__version__}"' in (text := path.read_text(encoding="utf-8"))
        or f"xlscore-{__version__}" in text
    ]
    assert stated == ["xlscore/__init__.py"]


def test_nothing_uses_the_paid_part_of_xlwings() -> None:
    paid = re.compile(r"xlwings(\.| import )pro\b")
    sources = [
        path
        for folder in ("xlscore", "tests", "benchmarks")
        for path in sorted((PROJECT / folder).rglob("*.py"))
    ]
    assert [path for path in sources if paid.search(path.read_text(encoding="utf-8"))] == []


def test_both_pin_files_name_the_same_versions() -> None:
    plain = _entries("constraints.txt")
    hashed = [entry.split(" --hash=sha256:") for entry in _entries("requirements.txt")]
    assert [version for version, *_ in hashed] == plain
    assert all(hashes for _, *hashes in hashed)


def _entries(file: str) -> list[str]:
    text = (PROJECT / file).read_text(encoding="utf-8").replace(" \\\n    ", " ")
    return [line for line in text.splitlines() if not line.startswith("#")]


def _loaded(*arguments: str) -> set[str]:
    """The top-level names of all modules that a fresh Python imports with these arguments."""
    finished = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        cwd=PROJECT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    lines = re.findall(r"^import time: .*\| *([\w.]+)$", finished.stderr, flags=re.MULTILINE)
    return {name.partition(".")[0] for name in lines}
