"""Does every button do all of its work or none, and say so in the workbook's language?"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import xlwings

from samples.make import WORKBOOKS
from tests.support import com_excel
from tests.support.books import header
from tests.support.fake_pywin32 import fresh, windows_xlwings
from tests.support.pressed import Press, desktop, press, state
from xlscore.evaluation import chosen_language, evaluate
from xlscore.explain import explain_rules
from xlscore.formats.read import open_workbook
from xlscore.hosts.common import actions, fill
from xlscore.hosts.common import functions as worksheet
from xlscore.hosts.excel import addin
from xlscore.words import template
from xlscore.workbook.block import Block
from xlscore.workbook.look import OUTPUT
from xlscore.workbook.output import sheets
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import MARK, OUR_SHEETS, SHEETS

__all__ = ["press"]  # the fixture

SAMPLES = WORKBOOKS
OWN_SHEETS = [
    path for path in SAMPLES if not any(sheet.ours for sheet in open_workbook(path).sheets)
]
FROM_TEMPLATE = [path for path in SAMPLES if path not in OWN_SHEETS]
SETTINGS = {
    "en": [["Rule set", "dsvc-s3"], ["Scenario", "base"]],
    "de": [["Regelwerk", "dsvc-s3"], ["Szenario", "Basisspiel"]],
}
GAME = [[1, 1, player, points] for player, points in zip("ABCD", (10, 8, 7, 5), strict=True)]
FAR = r"='C:\Users\Jörg O''Neil\AppData\Roaming\Microsoft\Excel\XLSTART\xlscore.xlam'!"


@pytest.fixture
def on_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")


def book_in(language: str, **more: Any) -> com_excel.Book:
    """A workbook with one game, our three sheets in it, and a sheet of the organizer's."""
    sheets: dict[str, Any] = {
        SHEETS["tournament"](language): SETTINGS[language],
        SHEETS["results"](language): [
            header("round", "table", "player", "vp", language=language), *GAME
        ],
        "Notes": [["Do not touch", 1.0]],
        **{SHEETS[kind](language): [["old", "old"]] * 9 for kind in OUR_SHEETS},
    }  # fmt: skip
    book = com_excel.Book(sheets, **more)
    for kind in OUR_SHEETS:
        book[SHEETS[kind](language)].names.add(MARK, "=TRUE")
    return book


def others(book: com_excel.Book) -> dict[str, Any]:
    return {name: kept for name, kept in state(book).items() if not book[name].names.all}


# Recalculate


@pytest.mark.parametrize("path", FROM_TEMPLATE, ids=lambda path: path.stem)
def test_recalculate_writes_three_sheets_of_a_sample(press: Press, path: Path) -> None:
    book = com_excel.opened(path)
    book.app.calculations = ["semiautomatic"]
    untouched = others(book)
    active, selection = book.active, book.app.selection.address
    press("recalculate", book)
    assert others(book) == untouched
    assert len(book.writes) == len({write.partition("!")[0] for write in book.writes}) == 3
    assert (book.active, book.app.selection.address) == (active, selection)
    assert book.app.screen == [False, True]
    assert book.app.calculations == ["semiautomatic", "manual", "semiautomatic"]
    source = open_workbook(path)
    functions = (worksheet.standings, worksheet.games, worksheet.check)
    for write, function in zip(book.writes, functions, strict=True):
        answer = function(source)
        written = book[write.partition("!")[0]].rows()
        assert [row[: len(answer[0])] for row in written] == [
            [None if value == "" else value for value in row] for row in answer
        ]


def spoil(book: com_excel.Book, language: str, fault: str) -> None:
    """Make it impossible to write the last of our sheets, or any."""
    last = book[SHEETS["check"](language)]
    if fault == "protected":
        last.ProtectContents = True
    elif fault == "filtered":
        last.FilterMode = True
    elif fault == "filtered table":
        table = com_excel.Table(last.used_range, "tblCheck", False)
        table.AutoFilter = SimpleNamespace(FilterMode=True)
        last.tables.all.append(table)
    elif fault == "no results":
        book.all.remove(book[SHEETS["results"](language)])
    elif fault == "organizer's":
        last.names.all.clear()
    elif fault == "organizer's twin":
        last.names.all.clear()
        last.name = SHEETS["check"]("de" if language == "en" else "en")
    else:
        book.all.remove(last)
        if fault == "structure":
            book.ProtectStructure = True
        elif fault == "chart":
            book.charts.append(last.name.upper())


FAULTS = {
    "protected": "",
    "filtered": "Filter",
    "filtered table": "Filter",
    "no results": "",
    "organizer's": "xlscore",
    "organizer's twin": "xlscore",
    "structure": "",
    "chart": "",
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_written_is_said_and_nothing_is_half_written(
    press: Press, fault: str, language: str
) -> None:
    book = book_in(language)
    spoil(book, language, fault)
    before, names = state(book), [sheet.name for sheet in book.all]
    message = press("recalculate", book)
    assert (state(book), [sheet.name for sheet in book.all]) == (before, names)
    assert book.writes == []
    assert book.app.calculation == "automatic"
    assert book.app.screen_updating
    assert FAULTS[fault].lower() in message.lower()
    if fault != "no results":
        assert any(SHEETS["check"](one).lower() in message.lower() for one in ("en", "de"))
    other = book_in("de" if language == "en" else "en")
    spoil(other, "de" if language == "en" else "en", fault)
    assert press("recalculate", other) != message


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("change", "refused"),
    [("typed", True), ("below", True), ("rules", True), ("formula", True), ("clock", False)],
)
def test_nothing_is_written_that_was_made_of_what_is_no_longer_there(
    press: Press, monkeypatch: pytest.MonkeyPatch, change: str, refused: bool, language: str
) -> None:
    book = book_in(language)
    results = book[SHEETS["results"](language)]
    results.formulas.update({(3, 4): "=Notes!B1", (2, 6): "=NOW()"})
    results.values[2, 6] = 45000.5
    made, meanwhile = actions.sheets, []

    def slow(*arguments: Any) -> list[Block]:
        answer = list(made(*arguments))
        if change == "rules":
            book[SHEETS["tournament"](language)].values[1, 2] = "punktevergabe"
        else:
            places = {"typed": (2, 4), "below": (7, 3), "formula": (3, 4), "clock": (2, 6)}
            results.values[places[change]] = 9.0
        meanwhile.append(state(book))
        return answer

    monkeypatch.setattr(actions, "sheets", slow)
    book.writes = []
    said = press("recalculate", book)
    assert (("has changed" if language == "en" else "verändert") in said) == refused
    assert (meanwhile == [state(book)]) == refused
    assert len(book.writes) == (0 if refused else 3)
    assert book.app.calculation == "automatic"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("fault", ["protected", "filtered", "no results", "structure"])
def test_no_sample_is_half_written(press: Press, path: Path, fault: str) -> None:
    book = com_excel.opened(path)
    language = "de" if any(sheet.name == SHEETS["results"]("de") for sheet in book.all) else "en"
    kind = next((kind for kind in reversed(OUR_SHEETS) if _has(book, kind, language)), None)
    if fault == "no results":
        book.all.remove(book[SHEETS["results"](language)])
    elif fault == "structure" or kind is None:
        book.all = [sheet for sheet in book.all if sheet.name != SHEETS["check"](language)]
        book.ProtectStructure = True
    elif fault == "protected":
        book[SHEETS[kind](language)].ProtectContents = True
    else:
        book[SHEETS[kind](language)].FilterMode = True
    before = state(book)
    assert press("recalculate", book)
    assert state(book) == before
    assert book.writes == []


def _has(book: com_excel.Book, kind: str, language: str) -> bool:
    return SHEETS[kind](language) in [sheet.name for sheet in book.all]


@pytest.mark.parametrize("path", OWN_SHEETS, ids=lambda path: path.stem)
def test_an_organizers_own_standings_stay(press: Press, path: Path) -> None:
    book = com_excel.opened(path)
    before = state(book)
    assert "xlscore" in press("recalculate", book)
    assert state(book) == before


def test_a_sheet_that_cannot_be_added_takes_the_others_with_it(press: Press) -> None:
    book = book_in("en")
    book.all = [sheet for sheet in book.all if not sheet.names.all]
    book.room = len(book.all) + 2
    before, active = state(book), book.active
    opened = desktop(book)
    read = fill.remember(opened)
    blocks = list(sheets(evaluate(read_results(read.workbook)), "en"))
    with pytest.raises(com_excel.ComError):
        fill.write(opened, read, blocks)
    assert state(book) == before
    assert book.active is active
    assert press("help", book)


def test_hidden_rows_of_the_results_are_told(press: Press) -> None:
    book = book_in("en")
    book["Results"].FilterMode = True
    book["Results"].hidden = {3, 4}
    assert "1 of 1 game scored" in press("recalculate", book)
    assert "idden" in book.app.alerts[-1]
    assert len(book.writes) == 3


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("fullname", "unsaved"),
    [
        ("Mappe1", True),
        (r"C:\Users\Jörg\Turnier.xlsx", False),
        ("/Users/joerg/Turnier.xlsx", False),
        ("https://d.docs.live.net/0123/Turnier 2024.xlsx", False),
        ("https://club.sharepoint.com/sites/catan/Shared Documents/Turnier.xlsx", False),
    ],
)
def test_wherever_a_workbook_lies_it_is_scored_where_it_is_open(
    press: Press, fullname: str, unsaved: bool, language: str
) -> None:
    book = book_in(language, fullname=fullname)
    message = press("recalculate", book)
    assert len(book.writes) == 3
    assert ("save" in message or "gespeichert" in message) == unsaved


def test_of_two_open_workbooks_the_calling_one_is_written(press: Press) -> None:
    book, other = book_in("en"), book_in("de", fullname="/other.xlsx")
    other.app = book.app
    book.app.open.append(other)
    before = state(other)
    assert press("recalculate", book).startswith("1 of 1 game scored")
    assert state(other) == before
    assert other.writes == []


# The other buttons


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("button", ["check", "rules", "help"])
def test_buttons_that_only_tell_write_nothing(press: Press, path: Path, button: str) -> None:
    book = com_excel.opened(path)
    before = state(book)
    message = press(button, book)
    source = open_workbook(path)
    findings = worksheet.check(source)[1:]
    results = read_results(source)
    rules = explain_rules(evaluate(results).rules, chosen_language(results))
    told = {
        "check": [str(row[3]) for row in findings[:12]],
        "rules": rules,
        "help": ["CATAN_EXPLAIN"],
    }[button]
    assert all(words in message for words in told)
    assert state(book) == before
    assert book.writes == []


def test_help_tells_every_other_button(press: Press) -> None:
    labels = [line.partition(":")[0] for line in press("help", book_in("en")).splitlines()]
    buttons = [button for group in addin.GROUPS.values() for button in group if button != "help"]
    assert labels[:-1] == [template(f"ribbon-{button}-label", "en") for button in buttons]


@pytest.mark.usefixtures("on_a_mac")
def test_on_a_mac_help_tells_no_button_that_is_not_there(press: Press) -> None:
    message = press("help", book_in("en"))
    assert "Check" in message
    assert "Draw next round" in message
    assert "Insert live standings" not in message


def test_check_tells_twelve_findings_and_how_many_more(press: Press) -> None:
    book = book_in("de")
    book["Ergebnisse"].range("D2:D5").raw_value = [["?"]] * 4
    rows = [[n, 1, player, "?"] for n in range(2, 6) for player in "ABCD"]
    book["Ergebnisse"].range("A6:D21").raw_value = rows
    lines = press("check", book).splitlines()
    findings = worksheet.check(desktop(book).read())
    assert len(lines) == 14
    assert lines[1].startswith("Fehler, Ergebnisse!D2: ")
    assert lines[-1].startswith(f"Und {len(findings) - 1 - 12} weitere")
    assert "Prüfung" in lines[-1]


def test_rules_lists_those_there_are_where_none_is_named(press: Press) -> None:
    message = press("rules", com_excel.Book({"Tabelle1": [], "Turnier": []}))
    assert all(rules in message for rules in ("dsvc-s3", "eppelborn-19", "punktevergabe"))
    assert message.startswith("Das Blatt Turnier nennt")


@pytest.mark.parametrize(
    "button", ["recalculate", "check", "insert_live", "set_up_final", "rules", "help"]
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_button_speaks_the_workbooks_language(
    press: Press, button: str, language: str
) -> None:
    settings = [*SETTINGS[language], ["Language", "Deutsch" if language == "en" else "English"]]
    here = press(button, book_in(language))
    # The Tournament sheet says so, whatever the sheets are called.
    book = book_in(language)
    book[SHEETS["tournament"](language)].range("A1:B3").raw_value = settings
    assert press(button, book) != here


@pytest.mark.parametrize(
    ("answer", "kind"), [("yes", "tournament"), ("no", "league"), ("cancel", None)]
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_new_workbook_opens_a_template_without_a_place(
    press: Press, answer: str, kind: str | None, language: str
) -> None:
    book = book_in(language)
    before = state(book)
    book.app.answers = [answer]
    message = press("new_workbook", book)
    assert state(book) == before
    opened = [one for one in book.app.open if one is not book]
    assert len(opened) == (kind is not None)
    assert len(message.splitlines()) == 1 + len(opened)
    for new in opened:
        assert "\\" not in new.fullname
        names = [sheet.name for sheet in new.all]
        assert SHEETS["standings"](language) in names
        assert (SHEETS["games"](language) in names) == (kind == "league")


@pytest.mark.usefixtures("on_a_mac")
def test_new_workbook_on_a_mac_lies_in_the_documents_and_replaces_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "Documents").mkdir()
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    windows_xlwings(monkeypatch)
    fresh(monkeypatch, "xlscore.hosts.excel.desktop")
    pressing = fresh(monkeypatch, "xlscore.hosts.excel.press")
    book = book_in("de")
    for name in ("xlscore.xlsx", "xlscore 2.xlsx"):
        book.app.answers = ["yes"]
        active = SimpleNamespace(active=com_excel.in_xlwings(book))
        monkeypatch.setattr(xlwings, "books", active)
        pressing.run("new_workbook")
        assert (tmp_path / "Documents" / name).is_file()
        assert name in book.app.alerts[-1]
        assert book.app.open[-1].name == name


# Live standings


def live_book(*formulas: str) -> com_excel.Book:
    book = book_in("en")
    for row, formula in enumerate(formulas, 2):
        book["Notes"].formulas[row, 2] = formula
        book["Notes"].values[row, 2] = com_excel.CODES["#NAME?"]
    return book


@pytest.fixture
def without_spilling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(com_excel.Range, "Formula2")


@pytest.mark.parametrize("path", FROM_TEMPLATE, ids=lambda path: path.stem)
def test_a_fresh_template_has_its_formula_already(press: Press, path: Path) -> None:
    book = com_excel.opened(path)
    book["Live"].values[2, 1] = "Rank"
    before = state(book)
    assert "Live!A2" in press("insert_live", book)
    assert state(book) == before


@pytest.mark.parametrize("path", FROM_TEMPLATE, ids=lambda path: path.stem)
def test_a_template_opened_before_the_add_in_is_mended(press: Press, path: Path) -> None:
    book = com_excel.opened(path)
    book["Live"].values[2, 1] = com_excel.CODES["#NAME?"]
    formula = book["Live"].formulas[2, 1]
    untouched = {name: kept for name, kept in state(book).items() if name != "Live"}
    assert "1" in press("insert_live", book)
    assert book.writes == ["Live!A2"]
    assert book["Live"].formulas[2, 1] == formula
    assert {name: kept for name, kept in state(book).items() if name != "Live"} == untouched


@pytest.mark.parametrize(
    ("far", "near"),
    [
        (f"{FAR}CATAN_STANDINGS(tblResults[#All])", "=CATAN_STANDINGS(tblResults[#All])"),
        ("=xlscore.xlam!CATAN_STANDINGS()", "=CATAN_STANDINGS()"),
        (
            f"=SUM('Day 1'!A1:A9)+INDEX({FAR[1:]}CATAN_POINTS('Day 1'!A1:A4),1)",
            "=SUM('Day 1'!A1:A9)+INDEX(CATAN_POINTS('Day 1'!A1:A4),1)",
        ),
        (
            f"={FAR[1:]}CATAN_EXPLAIN(\"Ann\")&{FAR[1:]}CATAN_EXPLAIN(\"Ben\")",
            "=CATAN_EXPLAIN(\"Ann\")&CATAN_EXPLAIN(\"Ben\")",
        ),
    ],
)  # fmt: skip
def test_a_formula_of_another_computer_is_entered_anew(press: Press, far: str, near: str) -> None:
    book = live_book(far, "='C:\\x\\other.xlam'!OTHER(A1)", "=CATAN_STANDINGS()")
    del book["Notes"].values[4, 2]
    press("insert_live", book)
    notes = book["Notes"]
    assert notes.formulas[2, 2] == near
    assert notes.formulas[3, 2] == "='C:\\x\\other.xlam'!OTHER(A1)"
    assert book.writes == ["Notes!B2"]
    assert "Live" not in [sheet.name for sheet in book.all]


@pytest.mark.usefixtures("without_spilling")
def test_an_array_over_cells_stays_one(press: Press) -> None:
    book = live_book()
    for row in range(2, 6):
        for column in (2, 3):
            book["Notes"].formulas[row, column] = f"{FAR}CATAN_STANDINGS(,,,4)"
    press("insert_live", book)
    assert book.writes == ["Notes!B2:C5"]
    assert set(book["Notes"].formulas.values()) == {"=CATAN_STANDINGS(,,,4)"}


def test_a_spilled_answer_is_entered_in_its_first_cell(press: Press) -> None:
    book = live_book()
    for row in range(2, 6):
        book["Notes"].formulas[row, 2] = f"{FAR}CATAN_STANDINGS()"
    book["Notes"].arrays[2, 2] = book["Notes"].range("B2:B5")
    press("insert_live", book)
    assert book.writes == ["Notes!B2"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_live_standings_are_inserted_where_there_are_none(press: Press, language: str) -> None:
    book = book_in(language)
    untouched, active = state(book), book.active
    assert "Live" in press("insert_live", book)
    assert {name: kept for name, kept in state(book).items() if name != "Live"} == untouched
    assert book.all[-1].name == "Live"
    assert book["Live"].formulas == {(2, 1): "=CATAN_STANDINGS()"}
    assert book.active is active
    assert "Live!A2" in press("insert_live", book)


def test_live_standings_follow_the_table_of_the_results(press: Press) -> None:
    book = book_in("en")
    results = book["Results"]
    results.tables.all.append(com_excel.Table(results.used_range, "tblResults", False))
    press("insert_live", book)
    assert book["Live"].formulas == {(2, 1): "=CATAN_STANDINGS(tblResults[#All])"}


@pytest.mark.usefixtures("without_spilling")
def test_where_excel_cannot_spill_live_standings_are_an_array_with_room(press: Press) -> None:
    book = book_in("en")
    press("insert_live", book)
    height = 5 + 20
    assert book.writes[-1] == f"Live!A2:J{1 + height}"
    assert set(book["Live"].formulas.values()) == {f"=CATAN_STANDINGS(,,,{height})"}
    assert len(book["Live"].formulas) == height * len(OUTPUT["standings"])


@pytest.mark.parametrize("fault", ["occupied", "protected", "structure", "formula protected"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_live_standings_that_cannot_be_put_in_leave_all_as_it_was(
    press: Press, fault: str, language: str
) -> None:
    book = book_in(language)
    if fault in ("occupied", "protected"):
        book.all.append(com_excel.Sheet(book, "Live", [["Live"], [None], ["mine"]]))
        book["Live"].ProtectContents = fault == "protected"
    elif fault == "structure":
        book.ProtectStructure = True
    else:
        book["Notes"].formulas[2, 2] = f"{FAR}CATAN_STANDINGS()"
        book["Notes"].ProtectContents = True
    before = state(book)
    message = press("insert_live", book)
    assert ("Notes" if fault == "formula protected" else "Live") in message
    assert ("Nothing" in message or "cannot" in message) == (language == "en")
    assert state(book) == before
    assert book.writes == []


def test_a_mac_is_told_that_it_has_no_functions(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["xlscore.hosts.excel.desktop"], "_COM", False)
    book = book_in("de")
    assert "Mac" in press("insert_live", book)
    assert book.writes == []
