"""Do functions and button work through xlwings' own call path, on books as Excel holds them?"""

from __future__ import annotations

import ctypes
import io
import re
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import xlwings

from samples.make import WORKBOOKS
from tests.support import com_excel
from tests.support.books import Formula, Sheet, book, header
from tests.support.command_line import Run, run
from tests.support.fake_pywin32 import MISSING, fresh, windows_xlwings
from tests.support.pressed import shown
from xlscore.formats.read import open_workbook
from xlscore.hosts.common import functions
from xlscore.hosts.excel.open_book import cell
from xlscore.words import LANGUAGES
from xlscore.workbook.block import ErrorCell
from xlscore.workbook.look import STYLES
from xlscore.workbook.vocabulary import MARK

__all__ = ["run"]  # the fixture

MODULE = "xlscore.hosts.excel.udfs"
DESKTOP = "xlscore.hosts.excel.desktop"
FUNCTIONS = {
    "CATAN_STANDINGS": functions.standings,
    "CATAN_GAMES": functions.games,
    "CATAN_CHECK": functions.check,
}
LISTING = ("results", "rules", "scenario", "rows")
ARGUMENTS = {
    **dict.fromkeys(FUNCTIONS, LISTING),
    "CATAN_SEASON": ("results", "rules", "best", "at_least", "rows"),
    "CATAN_POINTS": ("vp", "rules"),
    "CATAN_SHARE": ("vp", "rules", "scenario"),
    "CATAN_EXPLAIN": ("player", "other", "results", "rules", "scenario"),
}
SAMPLES = WORKBOOKS
FROM_TEMPLATE = [
    path for path in SAMPLES if any(sheet.ours for sheet in open_workbook(path).sheets)
]
RULES = {"rule_set": "dsvc-s3", "scenario": "base"}
RESULTS = [
    header("round", "table", "player", "vp"),
    *[
        [number, 1, player, points]
        for number, table in enumerate([(10, 8, 7, 3), (9, 10, 5, 4), (10, 6, 10, 2)], 1)
        for player, points in zip(("Ann", "Ben", "Cleo", "=1+1"), table, strict=True)
    ],
]
TOURNAMENT = [["Rule set", "dsvc-s3"], ["Scenario", "base"]]


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """How an open workbook is read and written on Windows."""
    windows_xlwings(monkeypatch)
    return fresh(monkeypatch, DESKTOP)


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch, desktop: ModuleType) -> ModuleType:
    """The host as Windows imports it, registered through xlwings' real decorators."""
    assert desktop.__name__ == DESKTOP
    return fresh(monkeypatch, MODULE)


@pytest.fixture
def ribbon(monkeypatch: pytest.MonkeyPatch, host: ModuleType) -> Callable[..., str]:
    """Press Recalculate on a book; returns the message that Excel shows."""
    assert host.__name__ == MODULE
    fresh(monkeypatch, "xlscore.hosts.excel.press")

    def press(book: com_excel.Book) -> str:
        return shown("recalculate", book)

    return press


def called(name: str, excel: com_excel.Book, *arguments: object) -> list[list[Any]]:
    """What a function in the book's last sheet spills (COM hands over one row or cell bare)."""
    caller = excel.all[-1].range((1, 1))
    count = len(ARGUMENTS[name])
    given = (*arguments, *[MISSING] * (count - len(arguments)), caller)
    answer = xlwings.com_server.XLPython().CallUDF(MODULE, name, given, None, caller)
    rows = answer if isinstance(answer, list) else [answer]
    return rows if isinstance(rows[0], list) else [rows]


@pytest.mark.parametrize("name", ARGUMENTS)
def test_one_wrapper_per_function_hands_over_its_arguments_and_the_caller(
    host: ModuleType, name: str
) -> None:
    vba = io.StringIO()
    addin = SimpleNamespace(Name="xlscore.xlam")
    xlwings.udfs.generate_vba_wrapper(MODULE, host, vba, addin)
    signatures = re.findall(r"^Function (\w+)\((.*)\)$", vba.getvalue(), re.MULTILINE)
    words = [word if word in ("vp", "player") else f"Optional {word}" for word in ARGUMENTS[name]]
    assert dict(signatures)[name] == ", ".join(words)
    assert sorted(function for function, _ in signatures) == sorted(ARGUMENTS)
    assert (
        f'{name} = XLPy.CallUDF("{MODULE}", "{name}", '
        f"Array({', '.join(ARGUMENTS[name])}, Application.Caller), "
        "ActiveWorkbook, Application.Caller)"
    ) in vba.getvalue()
    assert vba.getvalue().count("Application.Volatile") == len(ARGUMENTS)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_the_function_wizard_speaks_all_languages(host: ModuleType, name: str) -> None:
    registered = getattr(host, name).__xlfunc__
    arguments = [argument for argument in registered["args"] if not argument["vba"]]
    for text in (registered["ret"]["doc"], *(argument["doc"] for argument in arguments)):
        assert len(set(text.split(" / "))) == len(LANGUAGES)
        assert len(text) <= 255  # Excel's limit; xlwings cuts what is longer


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_sample_in_excel_gives_what_its_file_gives(name: str, path: Path) -> None:
    answer = called(name, com_excel.opened(path))
    assert len(answer[0]) > 1
    assert answer == FUNCTIONS[name](open_workbook(path))


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_kind_of_cell_arrives_as_from_the_file(
    name: str, language: str, tmp_path: Path
) -> None:
    columns = ("date", "round", "table", "player", "vp", "winner", "place")
    rows: list[list[object]] = [header(*columns, language=language)]
    odd: list[object] = [
        10, "10 ", 9.5, "DNF", None, True, datetime(2024, 5, 10), ErrorCell("#N/A"),
        ErrorCell("#DIV/0!"), ErrorCell("#REF!"), ErrorCell("#VALUE!"), ErrorCell("#NAME?"),
    ]  # fmt: skip
    for table, value in enumerate(odd, 1):
        for seat, points in enumerate((value, 8, 7, 6), 1):
            player = f"{'ABCD'[seat - 1]}{table:02}"
            rows.append([date(2024, 5, 4), "1.", table, player, points, None, Formula("=0", 1)])
    totals = ["", "", "", "", 99, "", ""]
    sheet = Sheet([*rows, totals], start=(3, 1), table="tblResults", totals=True)
    path = book(tmp_path, sheet, tournament=RULES, language=language)
    assert called(name, com_excel.opened(path)) == FUNCTIONS[name](open_workbook(path))


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_range_an_array_and_the_workbooks_own_results_agree(name: str) -> None:
    excel = com_excel.Book({"Results": RESULTS, "Tournament": TOURNAMENT, "Live": []})
    cells = excel["Results"].used_range
    own = called(name, excel)
    assert len(own) > 1 or name == "CATAN_CHECK"
    assert called(name, excel, cells) == own
    # An array stands on no sheet.
    bare = [[str(cell).replace("Results!", "") for cell in row] for row in own]
    answer = called(name, excel, cells.raw_value)
    assert [[str(cell) for cell in row] for row in answer] == bare
    assert called(name, excel, excel["Results"].range((1, 1), (1_048_576, 4))) == own


@pytest.mark.usefixtures("host")
def test_check_names_the_cells_of_the_range_wherever_it_stands() -> None:
    rows = [[None, *row] for row in [[], [], *RESULTS]]
    rows[3][4] = com_excel.CODES["#N/A"]
    excel = com_excel.Book({"Day 1": rows, "Tournament": TOURNAMENT, "Live": []})
    other = com_excel.Book({"Day 1": rows}, fullname="other.xlsx")
    wrong: list[object] = ["error", "'Day 1'!E4"]
    assert wrong in [row[:2] for row in called("CATAN_CHECK", excel)]
    area = ((3, 2), (15, 5))
    assert wrong in [row[:2] for row in called("CATAN_CHECK", excel, excel["Day 1"].range(*area))]
    answer = called("CATAN_CHECK", excel, other["Day 1"].range(*area))
    assert ["error", "'[other.xlsx]Day 1'!E4"] in [row[:2] for row in answer]


@pytest.mark.usefixtures("host")
def test_the_calling_cells_workbook_counts_not_the_active_one() -> None:
    excel = com_excel.Book({"Results": RESULTS, "Tournament": TOURNAMENT})
    active = com_excel.Book({"Sheet1": []}, fullname="active.xlsx")
    caller = excel["Tournament"].range((9, 9))
    arguments = (*[MISSING] * 4, caller)
    server = xlwings.com_server.XLPython()
    answer = server.CallUDF(MODULE, "CATAN_STANDINGS", arguments, active, caller)
    assert [row[1] for row in answer[1:]] == ["Ann", "Ben", "Cleo", "=1+1"]


@pytest.mark.usefixtures("host")
def test_a_sheet_called_like_a_file_of_python_is_a_sheet_like_any_other() -> None:
    """To xlwings it holds code: for a workbook that it is handed it asks for a paid licence."""
    excel = com_excel.Book({"Results": RESULTS, "Tournament": TOURNAMENT, "notes.py": []})
    caller = excel["notes.py"].range((1, 1))
    server = xlwings.com_server.XLPython()
    arguments = (*[MISSING] * 4, caller)
    with pytest.raises(xlwings.LicenseError):
        server.CallUDF(MODULE, "CATAN_STANDINGS", arguments, excel, caller)
    answer = called("CATAN_STANDINGS", excel)
    assert [row[1] for row in answer[1:]] == ["Ann", "Ben", "Cleo", "=1+1"]


@pytest.mark.usefixtures("host")
def test_times_of_com_lose_their_zone() -> None:
    rows = [tuple(row) for row in RESULTS]
    rows[1] = (1.0, 1.0, "Ann", com_excel.ComTime(2024, 5, 10, tzinfo=UTC))
    excel = com_excel.Book({"Results": [], "Tournament": TOURNAMENT})
    assert ["error", "D2"] in [row[:2] for row in called("CATAN_CHECK", excel, tuple(rows))]


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("one cell",), ""),
        ((("a", "flat", "row"),), ""),
        ((com_excel.CODES["#REF!"],), ""),
        ((MISSING, "dsvc-s4"), "punktevergabe"),
        ((MISSING, com_excel.CODES["#N/A"]), "#N/A"),
        ((MISSING, MISSING, (("a", "b"),)), "scenario"),
        ((MISSING, MISSING, MISSING, 2.5), "2.5"),
    ],
)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_bad_arguments_put_one_sentence_in_the_cell(
    name: str, arguments: tuple[object, ...], word: str
) -> None:
    excel = com_excel.Book({"Results": RESULTS, "Tournament": TOURNAMENT})
    [[text]] = called(name, excel, *arguments)
    assert isinstance(text, str)
    assert word in text
    assert "Traceback" not in text
    assert "fault in xlscore" not in text


@pytest.mark.usefixtures("host")
def test_rules_of_an_empty_cell_are_left_out_and_rows_fills_up() -> None:
    excel = com_excel.Book({"Results": RESULTS, "Tournament": TOURNAMENT})
    empty = excel["Tournament"].range((9, 9))
    answer = called("CATAN_STANDINGS", excel, MISSING, empty, empty, 7.0)
    assert answer[:5] == called("CATAN_STANDINGS", excel)
    assert answer[5:] == [[""] * 10] * 2


TABLES = [
    ("dsvc-s3", "seafarers", (12, 8, 7, 5)),
    ("dsvc-s3", "base", (11, 8, 8)),
    ("eppelborn-19", "cities-knights", (14, 13, 2, 0)),
    ("punktevergabe", None, (7.5, 7.5)),
    ("punktevergabe", None, (8, 7, 6, 5, 5, 5, 1, 0)),
]


def one_table(rule_set: str, scenario: str | None, vp: tuple[float, ...]) -> com_excel.Book:
    """A workbook with one game, whose scored games the functions of one table are to match."""
    key, label = ("Game", "Tac") if scenario is None else ("Round", 1)
    rows = [[key, "Table", "Player", "VP", "Factor"]]
    rows += [[label, 1, f"P{seat}", points, 1] for seat, points in enumerate(vp, 1)]
    settings = [["Rule set", rule_set], ["Scenario", scenario]]
    return com_excel.Book({"Results": rows, "Tournament": settings, "Live": []})


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(("rule_set", "scenario", "vp"), TABLES)
def test_one_table_is_worth_what_it_is_worth_among_the_results(
    rule_set: str, scenario: str | None, vp: tuple[float, ...]
) -> None:
    excel = one_table(rule_set, scenario, vp)
    scored = called("CATAN_GAMES", excel)[1:]
    assert len(scored) == len(vp)
    column = excel["Results"].range((2, 4), (len(vp) + 1, 4))
    row = excel["Tournament"].range((9, 1), (9, len(vp)))
    row.raw_value = [list(vp)]
    shapes = (column, column.raw_value, row, row.raw_value, tuple(map(float, vp)))
    for number, given in enumerate(shapes):
        upright = number < 2
        for name, position in (("CATAN_POINTS", 7), ("CATAN_SHARE", 8)):
            expected = [line[position] for line in scored]
            answer = called(name, excel, given)
            if name == "CATAN_SHARE" and scenario is None:
                assert answer == [["Rule set punktevergabe knows no share."]]
            else:
                assert answer == ([[one] for one in expected] if upright else [expected])
                named = (rule_set, scenario)[: len(ARGUMENTS[name]) - 1]
                assert called(name, excel, given, *named) == answer


BAD_TABLES = [
    ((10.0, None, 7.0, 5.0), "2"),
    ((10.0, "", 7.0, 5.0), "2"),
    ((10.0, "8", 7.0, 5.0), "8"),
    ((10.0, "DNF", 7.0, 5.0), "DNF"),
    ((10.0, 8.0, True, 5.0), "3"),
    ((10.0, 8.0, 7.0, -1.0), "-1"),
    ((10.0, 8.5, 7.0, 5.0), "dsvc-s3"),
    ((10.0, com_excel.CODES["#N/A"], 7.0, 5.0), "#N/A"),
    ((datetime(2024, 5, 10), 8.0, 7.0, 5.0), "1"),
    ((10.0, 8.0), "3, 4"),
    (((10.0, 8.0), (7.0, 5.0)), "2"),
    (10.0, "3, 4"),
    (None, "1"),
]


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(("vp", "word"), BAD_TABLES)
@pytest.mark.parametrize("name", ["CATAN_POINTS", "CATAN_SHARE"])
def test_a_table_that_is_none_is_one_sentence(name: str, vp: object, word: str) -> None:
    german = [["Regelwerk", "dsvc-s3"], ["Szenario", "Basisspiel"]]
    answers = []
    for excel in (
        com_excel.Book({"Tournament": TOURNAMENT}),
        com_excel.Book({"Turnier": german}),
    ):
        [[text]] = called(name, excel, vp)
        assert word in text
        assert "fault" not in text
        assert "Fehler in xlscore" not in text
        answers.append(text)
    assert answers[0] != answers[1]


@pytest.mark.usefixtures("host")
def test_one_table_needs_no_results_and_names_what_is_missing() -> None:
    excel = com_excel.Book({"Sheet1": []})
    vp = (10.0, 8.0, 7.0, 5.0)
    assert called("CATAN_POINTS", excel, vp, "dsvc-s3") == [[5, 3, 2, 1]]
    assert called("CATAN_SHARE", excel, vp, "dsvc-s3", "base") == [[33.33, 26.67, 23.33, 16.67]]
    [[text]] = called("CATAN_POINTS", excel, vp)
    assert "punktevergabe" in text
    [[text]] = called("CATAN_SHARE", excel, vp, "dsvc-s3")
    assert "seafarers" in text


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_explain_says_what_the_command_line_says(run: Run, path: Path) -> None:
    excel = com_excel.opened(path)
    first, second = (row[1] for row in functions.standings(open_workbook(path))[1:3])
    for names in ((first,), (first, second)):
        said = run("explain", path, *names).out
        assert called("CATAN_EXPLAIN", excel, *names) == [[" ".join(said.splitlines())]]


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((None,), "player"),
        (("  ",), "player"),
        (("Zoe",), "Cleo"),
        ((com_excel.CODES["#N/A"],), "#N/A"),
        (("Ann", "Ann"), "Ann"),
        (("Ann", "Zoe"), "Zoe"),
        (((("Ann",), ("Ben",)),), "player"),
        (("Ann", MISSING, MISSING, "dsvc-s4"), "dsvc-s4"),
    ],
)
def test_explain_without_a_known_player_is_one_sentence(
    arguments: tuple[object, ...], word: str
) -> None:
    excel = com_excel.Book({"Results": RESULTS, "Tournament": TOURNAMENT})
    [[text]] = called("CATAN_EXPLAIN", excel, *arguments)
    assert word in text
    assert "fault" not in text


@pytest.mark.usefixtures("host")
def test_explain_forgives_spelling_and_takes_results_of_its_own() -> None:
    rows = [[7 if cell == "Ben" else cell for cell in row] for row in RESULTS]
    excel = com_excel.Book({"Results": RESULTS, "Tournament": TOURNAMENT, "Day": rows})
    given = excel["Day"].used_range
    assert called("CATAN_EXPLAIN", excel, " ANN ") == called("CATAN_EXPLAIN", excel, "Ann")
    [[text]] = called("CATAN_EXPLAIN", excel, 7.0, MISSING, given)
    assert called("CATAN_EXPLAIN", excel, "7", MISSING, given) == [[text]]
    assert "28" not in text.split(":")[0]


def test_hidden_rows_and_merged_cells_are_told_as_from_the_file(
    desktop: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = [RESULTS[0], *[[row[0], None, *row[2:]] for row in RESULTS[1:]]]
    merged = ["C2:D2", "C5:C8", "C9:C12", "C13:C16"]
    sheet = Sheet(rows, start=(3, 1), merged=merged, hidden=(5, 6, 9, 14))
    path = book(tmp_path, sheet, tournament=RULES)
    there = open_workbook(path).load("Results").metadata
    live = com_excel.in_xlwings(com_excel.opened(path)).sheets["Results"]
    here = desktop.block(live.range((1, 1), live.used_range.last_cell), "Results").metadata
    assert here.hidden_rows == there.hidden_rows == {5, 6, 9, 14}
    assert here.merged == tuple(sorted(there.merged))
    assert len(here.merged) == 4
    monkeypatch.setattr(desktop, "_COM", False)
    assert not desktop.block(live.used_range, "Results").metadata.hidden_rows


def test_errors_are_found_where_xlwings_names_them_one_by_one(
    desktop: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [list(row) for row in RESULTS]
    rows[3][3] = com_excel.CODES["#DIV/0!"]
    sheet = com_excel.in_xlwings(com_excel.Book({"Results": rows})).sheets[0]
    windows = desktop.block(sheet.used_range, "Results")
    monkeypatch.setattr(desktop, "_COM", False)
    assert desktop.block(sheet.used_range, "Results") == windows
    assert windows.rows[3][3] == ErrorCell("#DIV/0!")


def test_text_that_looks_like_a_formula_is_none(desktop: ModuleType) -> None:
    excel = com_excel.Book({"Results": [["=1+1", None, "=x"]]})
    excel["Results"].put(1, 2, "=1+1")
    sheet = com_excel.in_xlwings(excel).sheets[0]
    assert desktop.block(sheet.used_range, "Results").metadata.formulas == {(0, 1)}


def test_newer_errors_are_errors_too() -> None:
    assert [cell(code) for code in (-2146826243, -2146826238, -2146826190)] == [
        ErrorCell("#SPILL!"),
        ErrorCell("#CALC!"),
        ErrorCell("#ERROR!"),
    ]


def organizers_book(**sheets: list[list[Any]]) -> com_excel.Book:
    return com_excel.Book(
        {"Notes": [["Do not touch", 1]], "Results": RESULTS, "Tournament": TOURNAMENT, **sheets}
    )


def snapshot(sheet: com_excel.Sheet) -> tuple[dict[Any, Any], ...]:
    return dict(sheet.values), dict(sheet.formulas), dict(sheet.formats), dict(sheet.widths)


def test_the_button_writes_three_sheets_and_nothing_else(ribbon: Callable[..., str]) -> None:
    excel = organizers_book()
    excel.active = excel["Results"]
    excel["Results"].selection = excel["Results"].range("D5")
    before = [snapshot(sheet) for sheet in excel.all]
    message = ribbon(excel)
    assert [sheet.name for sheet in excel.all[3:]] == ["Standings", "Scored games", "Check"]
    assert [snapshot(sheet) for sheet in excel.all[:3]] == before
    assert [name.partition("!")[0] for name in excel.writes] == [
        "Standings", "Scored games", "Check",
    ]  # fmt: skip
    assert excel.active is excel["Results"]
    assert excel.app.selection.address == "D5"
    assert excel.app.screen == [False, True]
    assert message == "3 of 3 games scored, 4 players ranked; errors: 0, warnings: 0."
    for sheet in excel.all[3:]:
        [mark] = sheet.names.all
        assert mark.name.endswith(f"!{MARK}")
        assert mark.Visible is False


def test_what_the_button_writes_is_what_the_functions_return(ribbon: Callable[..., str]) -> None:
    excel = organizers_book()
    ribbon(excel)
    for name, sheet in zip(FUNCTIONS, ("Standings", "Scored games", "Check"), strict=True):
        answer = called(name, excel)
        written = excel[sheet].rows()
        assert [row[: len(answer[0])] for row in written] == [
            [None if value == "" else value for value in row] for row in answer
        ]
        assert excel[sheet].formulas == {}


@pytest.mark.parametrize("path", FROM_TEMPLATE, ids=lambda path: path.stem)
def test_a_sample_keeps_its_sheets_and_gets_the_standings(
    ribbon: Callable[..., str], path: Path
) -> None:
    excel = com_excel.opened(path)
    before = [sheet.name for sheet in excel.all]
    ribbon(excel)
    assert [sheet.name for sheet in excel.all] == before
    answer = functions.standings(open_workbook(path))
    written = excel[excel.writes[0].partition("!")[0]].rows()
    assert [row[1:4] for row in written[: len(answer)]] == [row[1:4] for row in answer]


def test_a_german_workbook_gets_german_sheets_whose_headings_stay_text(
    ribbon: Callable[..., str],
) -> None:
    settings = [["Regelwerk", "dsvc-s3"], ["Szenario", "Basisspiel"], ["Sprache", "Deutsch"]]
    excel = com_excel.Book({"Ergebnisse": RESULTS, "Turnier": settings})
    assert ribbon(excel).startswith("3 von 3 Partien gewertet")
    assert [sheet.name for sheet in excel.all[2:]] == ["Wertung", "Einzelwertung", "Prüfung"]
    assert [excel["Wertung"].values[1, column] for column in (7, 8, 9)] == ["1.", "2.", "3."]


def test_points_show_the_decimals_they_need(ribbon: Callable[..., str]) -> None:
    excel = organizers_book()
    thirds = [[1, 2, player, points] for player, points in zip("WXYZ", (9, 9, 9, 4), strict=True)]
    excel["Results"].range("A14:D17").raw_value = thirds
    ribbon(excel)
    shown = {
        excel["Standings"].values[row, 2]: (
            excel["Standings"].values[row, 4],
            excel["Standings"].formats[row, 4],
        )
        for row in range(2, 10)
    }
    assert shown["Ann"] == (12.0, STYLES["points"].number_format)
    assert shown["W"] == (10 / 3, STYLES["points.2"].number_format)


def test_pressing_twice_changes_nothing(ribbon: Callable[..., str]) -> None:
    excel = organizers_book()
    ribbon(excel)
    before = [(sheet.name, snapshot(sheet)) for sheet in excel.all]
    ribbon(excel)
    assert [(sheet.name, snapshot(sheet)) for sheet in excel.all] == before


@pytest.mark.parametrize("name", ["Standings", "Wertung", "WERTUNG"])
def test_a_sheet_of_ours_is_kept_in_either_language_and_cleared(
    ribbon: Callable[..., str], name: str
) -> None:
    longer = [["old"] * 12 + ["mine"] for _ in range(40)]
    excel = organizers_book(**{name: longer, "Last": [["stays"]]})
    excel[name].names.add(MARK, "=TRUE")
    excel[name].widths[2] = 77.0
    ribbon(excel)
    assert [sheet.name for sheet in excel.all[3:]] == [name, "Last", "Scored games", "Check"]
    assert "old" not in excel[name].values.values()
    assert list(excel[name].values.values()).count("mine") == 40
    assert max(row for row, column in excel[name].values if column < 13) == 5
    assert excel[name].widths == {2: 77.0}


def test_an_unmarked_sheet_of_that_name_is_the_organizers(ribbon: Callable[..., str]) -> None:
    excel = organizers_book(Check=[["my own list"]])
    message = ribbon(excel)
    assert "Check" in message
    assert excel.writes == []
    assert [sheet.name for sheet in excel.all] == ["Notes", "Results", "Tournament", "Check"]


def test_nothing_is_written_where_nothing_can_be_computed(ribbon: Callable[..., str]) -> None:
    excel = organizers_book(Ergebnisse=RESULTS)
    excel["Results"].values.clear()
    excel["Ergebnisse"].values.clear()
    message = ribbon(excel)
    assert "\n" not in message
    assert excel.writes == []
    assert excel.app.screen in ([], [False, True])


def test_hidden_sheets_are_read(ribbon: Callable[..., str]) -> None:
    excel = organizers_book()
    excel["Results"].visible = False
    assert ribbon(excel).startswith("3 of 3 games")


def test_the_stand_ins_leave_nothing_behind() -> None:
    def state() -> tuple[object, ...]:
        modules = {name for name in sys.modules if name.startswith(("xlwings.", "win32", "py"))}
        return modules, set(vars(xlwings)), xlwings.func, list(xlwings.engines), vars(ctypes).keys()

    before = state()
    with pytest.MonkeyPatch.context() as monkeypatch:
        windows_xlwings(monkeypatch)
        assert state() != before
    assert state() == before
