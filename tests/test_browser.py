"""Does the wheel, alone in a browser's Python, give what xlscore gives everywhere else?

One run of Pyodide scores every sample: through `xlscore.hosts.common.functions`, and through the
main.py of the documentation, whose functions and script are called as xlwings Lite would call them.
"""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

import xlscore
from samples.make import WORKBOOKS
from tests.support import com_excel, memory_book, xlwings_lite
from tests.support.browser import built_wheel, run_in_browser
from tests.support.fake_pywin32 import windows_xlwings
from xlscore.formats.read import open_workbook
from xlscore.hosts import lite
from xlscore.hosts.common import actions, functions
from xlscore.workbook.block import Cell, ErrorCell, MergedCell, NoValue
from xlscore.workbook.vocabulary import MARK, sheet_kind

PROJECT = Path(__file__).resolve().parents[1]
SAMPLES = WORKBOOKS
OURS = [path for path in SAMPLES if any(sheet.ours for sheet in open_workbook(path).sheets)]
OWN = [path for path in SAMPLES if path.stem == "dsvc-own-standings"]
FUNCTIONS = ("standings", "games", "check")
VP = [[10.0], [8.0], [7.0], [5.0]]

# One run for all tests of this file.
pytestmark = pytest.mark.xdist_group(name="browser")

PROGRAM = """
import contextlib, io, json, sys
from datetime import datetime

import xlscore
from xlscore.hosts.common import functions
assert "xlwings" not in sys.modules
import xlwings, main
from xlscore.hosts.excel.open_book import OpenBook

def cell(value):
    if not isinstance(value, dict):
        return value
    (kind, text), = value.items()
    return datetime.fromisoformat(text) if kind == "date" else xlwings.Error(text)

def cells(rows):
    return [[cell(value) for value in row] for row in rows]

def recalculated(book):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        xlwings.scripts["recalculate"](book)
    return said.getvalue()

def scored(sample):
    sheets = {name: cells(rows) for name, rows in sample["sheets"].items()}
    book = xlwings.Book(sample["name"], sheets)
    for name in sample["ours"]:
        book.sheets[name].names.add(sample["mark"], "=TRUE")
    source = OpenBook(book).read()
    before = {sheet.name: sheet.rows() for sheet in book.sheets}
    answers = [getattr(functions, name)(source) for name in ("standings", "games", "check")]
    messages = [recalculated(book), recalculated(book)]
    return {
        "answers": answers,
        "messages": messages,
        "sheets": {sheet.name: sheet.rows() for sheet in book.sheets},
        "changed": [one.name for one in book.sheets if one.rows() != before.get(one.name)],
        "marked": [sheet.name for sheet in book.sheets if sheet.names],
    }

given = json.loads(given)
json.dumps({
    "version": xlscore.__version__,
    "platform": sys.platform,
    "samples": {name: scored(sample) for name, sample in given["samples"].items()},
    "calls": [
        xlwings.call(name, *(rows and cells(rows) for rows in arguments))
        for name, arguments in given["calls"]
    ],
}, default=str)
"""


def plain(cell: Cell) -> Any:
    """A cell as JSON."""
    if isinstance(cell, (ErrorCell, NoValue, MergedCell)):
        return {"error": cell.text} if isinstance(cell, ErrorCell) else None
    if isinstance(cell, (date, datetime)):
        return {"date": cell.isoformat()}
    return cell


def sample(path: Path) -> dict[str, Any]:
    source = open_workbook(path)
    return {
        "name": path.name,
        "mark": MARK,
        "ours": [sheet.name for sheet in source.sheets if sheet.ours],
        "sheets": {sheet.name: rows(source.load(sheet.name)) for sheet in source.sheets},
    }


def rows(block: Any) -> list[list[Any]]:
    """The cells of a sheet, from A1."""
    above, left = block.start
    lines = [[None] * left + [plain(cell) for cell in row] for row in block.rows]
    return [[] for _ in range(above)] + lines


def results(path: Path) -> list[list[Any]]:
    """What a formula is given as results: the table object on the sheet of that name."""
    source = open_workbook(path)
    (name,) = (sheet.name for sheet in source.sheets if sheet_kind(sheet.name) == "results")
    block = source.load(name)
    (table,) = block.metadata.tables
    kept = rows(block)[table.first_row : table.last_row + 1]
    return [row[table.first_column : table.last_column + 1] for row in kept]


LARGE = PROJECT / "samples" / "dsvc-61-players.xlsx"
RESULTS = results(LARGE)
ANN, BEN = RESULTS[1][3], RESULTS[2][3]
# Tournament!B5 and B6, as documented.
RULES = [[[row[1]]] for row in rows(open_workbook(LARGE).load("Tournament"))[4:6]]
CALLS: list[tuple[str, list[Any]]] = [
    ("CATAN_STANDINGS", [RESULTS, *RULES]),
    ("CATAN_STANDINGS", [RESULTS, *RULES, [[80.0]]]),
    ("CATAN_GAMES", [RESULTS, *RULES]),
    ("CATAN_CHECK", [RESULTS, *RULES]),
    ("CATAN_EXPLAIN", [[[ANN]], None, RESULTS, *RULES]),
    ("CATAN_EXPLAIN", [[[ANN]], [[BEN]], RESULTS, *RULES]),
    ("CATAN_POINTS", [VP, RULES[0]]),
    ("CATAN_SHARE", [VP, *RULES]),
]
REFUSED: list[tuple[str, list[Any], str]] = [
    ("CATAN_STANDINGS", [RESULTS], "No rule set is named"),
    ("CATAN_SEASON", [RESULTS, RULES[0], [[8.0]]], "Games without a date"),
    ("CATAN_EXPLAIN", [[[ANN]]], "The argument results is empty"),
    ("CATAN_POINTS", [[[10.0, {"error": "#N/A"}, 7.0]], RULES[0]], "#N/A"),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def main_py() -> str:
    page = (PROJECT / "docs" / "lite.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(program)


@pytest.fixture(scope="module")
def outcome(wheel: Path, main_py: str) -> dict[str, Any]:
    samples = {path.name: sample(path) for path in SAMPLES}
    bare = dict(samples[LARGE.name], ours=[])
    names = [name for name in bare["sheets"] if name not in samples[LARGE.name]["ours"]]
    bare["sheets"] = {name: bare["sheets"][name] for name in names}
    given = {
        "samples": {**samples, "bare": bare},
        "calls": [*CALLS, *((name, arguments) for name, arguments, _ in REFUSED)],
    }
    stand_in = Path(xlwings_lite.__file__).read_text(encoding="utf-8")
    files = {"main.py": main_py, "xlwings.py": stand_in}
    program = f"import sys; sys.path.insert(0, '.')\n{PROGRAM}"
    return dict(json.loads(run_in_browser(wheel, files, program, json.dumps(given))))


# The wheel


def test_in_a_browser_the_wheel_needs_no_other_package(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as package:
        (name,) = (one for one in package.namelist() if one.endswith(".dist-info/METADATA"))
        metadata = package.read(name).decode()
    needed = [Requirement(one) for one in re.findall(r"^Requires-Dist: (.*)$", metadata, re.M)]
    assert needed
    environment = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}
    for one in needed:
        assert one.marker is not None
        assert not one.marker.evaluate(environment), one.name
    environment = {"sys_platform": "linux", "extra": ""}
    kept = {one.name for one in needed if one.marker and one.marker.evaluate(environment)}
    assert {"click", "lxml", "rich"} <= kept


def test_the_wheel_is_imported_in_a_browser(outcome: dict[str, Any]) -> None:
    assert (outcome["version"], outcome["platform"]) == (xlscore.__version__, "emscripten")


# Samples


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_scores_the_same_in_a_browser(outcome: dict[str, Any], path: Path) -> None:
    source = open_workbook(path)
    expected = [getattr(functions, name)(source) for name in FUNCTIONS]
    assert outcome["samples"][path.name]["answers"] == expected


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_the_script_writes_our_sheets(outcome: dict[str, Any], path: Path) -> None:
    source, done = open_workbook(path), outcome["samples"][path.name]
    here = memory_book.held(source)
    message = actions.recalculate(here)
    blocks = [block for block in map(here.block, here.sheets) if here.sheets[block.sheet].ours]
    assert done["messages"] == [f"{message}\n"] * 2
    assert done["marked"] == [block.sheet for block in blocks]
    assert {*done["changed"]} <= {*done["marked"]}
    for block in blocks:
        width = max(len(row) for row in block.rows)
        assert done["sheets"][block.sheet] == [
            [
                float(cell) if isinstance(cell, Fraction) else None if cell == "" else cell
                for cell in [*row, *[None] * (width - len(row))]
            ]
            for row in block.rows
        ]


def test_the_script_adds_sheets_that_are_missing(outcome: dict[str, Any]) -> None:
    done, other = outcome["samples"]["bare"], outcome["samples"][LARGE.name]
    ours = ["Standings", "Scored games", "Check"]
    assert list(done["sheets"])[-3:] == done["changed"] == done["marked"] == ours
    assert done["messages"] == other["messages"]
    assert [done["sheets"][name] for name in ours] == [other["sheets"][name] for name in ours]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_the_script_spares_sheets_of_the_organizer(outcome: dict[str, Any], path: Path) -> None:
    done = outcome["samples"][path.name]
    assert "stammt nicht von xlscore" in done["messages"][0]
    assert done["changed"] == done["marked"] == []
    assert list(done["sheets"]) == list(sample(path)["sheets"])


# Functions


@pytest.mark.parametrize("number", range(len(CALLS)), ids=lambda number: CALLS[number][0])
def test_a_function_answers_as_in_its_workbook(outcome: dict[str, Any], number: int) -> None:
    source = open_workbook(LARGE)
    expected = [
        functions.standings(source),
        functions.standings(source, rows=80),
        functions.games(source),
        [[str(cell).replace("Results!", "") for cell in row] for row in functions.check(source)],
        functions.explain(source, ANN),
        functions.explain(source, ANN, BEN),
        functions.points(source, VP),
        functions.share(source, VP),
    ]
    answer = outcome["calls"][number]
    # How many rounds there are stands on the Tournament sheet, which an array is without.
    assert [row for row in answer if "rounds-unknown" not in row] == expected[number]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_a_function_says_what_it_lacks(outcome: dict[str, Any], number: int) -> None:
    ((answer,),) = outcome["calls"][len(CALLS) + number]
    assert REFUSED[number][2] in answer


# xlwings itself


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_the_script_uses_what_xlwings_has(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """The stand-in is ours; the names that the script uses are those of the real classes."""
    book = com_excel.opened(path)
    windows_xlwings(monkeypatch)
    message = lite.recalculate(com_excel.in_xlwings(book))
    here = memory_book.opened(path)
    assert message == actions.recalculate(here)
    ours = [name for name, sheet in here.sheets.items() if sheet.ours]
    assert [write.partition("!")[0] for write in book.writes] == ours
