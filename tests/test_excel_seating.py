"""Do the buttons seat a tournament as the commands do, and leave everything else alone?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import com_excel
from tests.support.books import header
from tests.support.command_line import Run, run
from tests.support.played import type_lots, type_results
from tests.support.pressed import Press, desktop, press, state
from xlscore.formats.read import open_workbook
from xlscore.hosts.common import actions
from xlscore.hosts.common.fill import remember, runs, type_edits
from xlscore.rules.model import Results
from xlscore.rules.rule_file import released_rules
from xlscore.seating import next_round
from xlscore.seating.next_round import Seated, seat
from xlscore.template.fresh_workbook import write_template
from xlscore.words import template
from xlscore.workbook.edits import CellEdit
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import SHEETS

__all__ = ["press", "run"]  # the fixtures

Book = com_excel.Book
Seeded = Callable[[str], None]
NAMES = [f"Player {chr(65 + one // 26)}{chr(65 + one % 26)}x" for one in range(61)]


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> Seeded:
    """Lets the next draws have a seed that is known."""

    def seeded(seed: str) -> None:
        monkeypatch.setattr(next_round.secrets, "token_hex", lambda _: seed)

    return seeded


def fresh(tmp_path: Path, rules: str, names: Sequence[str], **more: Any) -> tuple[Book, Path]:
    """A fresh workbook, open in Excel and as a file."""
    path = tmp_path / "spring.xlsx"
    scenario = {"dsvc-s3": "base", "eppelborn-19": None}[rules]
    write_template(path, released_rules(rules), players=names, scenario=scenario, **more)
    return com_excel.opened(path), path


def read(book: Book) -> Results:
    results: Results = read_results(desktop(book).read())
    return results


def seated(results: Results) -> list[tuple[str | None, str | None, tuple[str | None, ...]]]:
    return [(game.round, game.table, game.players) for game in results.games]


def same(book: Book, path: Path) -> bool:
    """Whether the open workbook and the file say the same on the organizer's sheets."""
    file = openpyxl.load_workbook(path)
    for kind in ("results", "tournament"):
        name = next(sheet.title for sheet in file if sheet.title in SHEETS[kind])
        there = {
            (cell.row, cell.column): cell.value
            for cell in chain.from_iterable(file[name])
            if cell.value is not None and cell.data_type != "f"
        }
        here = book[name]
        tables = [table.ref for table in file[name].tables.values()]
        if [table.range.address for table in here.tables.all] != tables:
            return False
        if {place: here.values[place] for place in here.values.keys() - here.formulas} != there:
            return False
    return True


# Whole tournaments


@pytest.mark.parametrize(
    ("method", "answer", "rounds", "language"),
    [("lot", "yes", None, "en"), ("spread", "no", 3, "de")],
)
def test_a_whole_dsvc_tournament_of_61_as_on_the_command_line(
    press: Press,
    run: Run,
    seeded: Seeded,
    tmp_path: Path,
    method: str,
    answer: str,
    rounds: int | None,
    language: str,
) -> None:
    book, path = fresh(tmp_path, "dsvc-s3", NAMES, rounds=rounds, language=language)
    book.active = book.all[1]
    for number in (1, 2, 3):
        seeded(f"draw {number}")
        book.app.answers, book.app.screen, book.writes = [answer], [], []
        active, selection = book.active, book.app.selection.address
        said = press("draw_next_round", book).splitlines()
        assert len(book.writes) <= 3
        assert (book.active, book.app.selection.address) == (active, selection)
        assert book.app.screen == [False, True]
        assert book.app.calculations[-1] == "automatic"
        assert said[0] == template("draw-which", language)
        assert f"draw {number}" in said[1]
        assert [line.partition(":")[0][-2:].strip() for line in said[-13:-1]] == [
            str(table) for table in range(1, 13)
        ]
        assert said[-1] == (
            "And 4 more tables: see the sheet Results."
            if language == "en"
            else "Und 4 weitere Tische: siehe Blatt Ergebnisse."
        )
        options = ("--method", method, "--seed", f"draw {number}", "--in-place")
        assert run("seat", path, *options).code == 0
        assert same(book, path)
        assert type_results(book, Random(number)) == type_results(path, Random(number)) == 61
        press("recalculate", book)
    assert seated(read(book)) == seated(read_results(open_workbook(path)))
    assert len(read(book).games) == 48
    assert [seed for _, seed in read(book).settings.draws] == ["draw 1", "draw 2", "draw 3"]
    before = state(book)
    said = press("set_up_final", book)
    assert ("no final" if language == "en" else "kein Finale") in said
    assert state(book) == before


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_eppelborn_tournament_as_on_the_command_line(
    press: Press, run: Run, seeded: Seeded, tmp_path: Path, language: str
) -> None:
    german = language == "de"
    book, path = fresh(tmp_path, "eppelborn-19", NAMES[:16], language=language)

    def drawn(seed: str) -> str:
        seeded(seed)
        book.app.answers = ["yes"]
        said = press("draw_next_round", book)
        assert run("seat", path, "--seed", seed, "--in-place").code == 0
        assert same(book, path)
        return said

    def refused(button: str) -> str:
        before = state(book)
        book.app.answers = ["yes"]
        said = press(button, book)
        assert state(book) == before
        return said

    def played() -> None:
        assert type_results(book, Random(4)) == type_results(path, Random(4))

    assert ("Runde 1: 16" if german else "Round 1: 16") in drawn("one")
    assert ("1 Tisch" if german else "1 table") in refused("draw_next_round")
    played()
    assert (
        "2 Vorrunden sind geplant" if german else "2 preliminary rounds are planned"
    ) in refused("set_up_final")
    drawn("two")
    assert refused("set_up_final").count("Runde 2" if german else "round 2") == 4
    played()
    # every table has the same points, so that many are level
    tied = refused("set_up_final")
    assert ("Losnummer" if german else "column Lot") in tied
    lots = {name: number for number, name in enumerate(NAMES[:16], 1) if name in tied}
    assert len(lots) > 1
    for where in (book, path):
        type_lots(where, lots)
    seeded("last")
    said = press("set_up_final", book).splitlines()
    assert said[0].startswith("Finale: 4" if german else "Final: 4")
    assert run("final", path, "--seed", "last", "--in-place").code == 0
    assert same(book, path)
    (final,) = [game for game in read(book).games if game.round == "final"]
    assert said[-1].endswith(": " + ", ".join(map(str, final.players)))
    assert ("ist schon besetzt" if german else "is seated already") in refused("set_up_final")
    played()
    assert press("recalculate", book)
    standings = book[SHEETS["standings"](language)].rows()
    assert {row[1] for row in standings[1:5]} == set(final.players)
    assert [row[0] for row in standings[1:5]] == [1, 2, 3, 4]


def test_who_thinks_better_of_it_finds_everything_as_it_was(press: Press, tmp_path: Path) -> None:
    book, _ = fresh(tmp_path, "dsvc-s3", NAMES[:8])
    before = state(book)
    book.app.answers = ["cancel"]
    assert press("draw_next_round", book) == template("draw-which", "en")
    assert state(book) == before


def test_a_round_whose_names_were_emptied_is_drawn_anew(
    press: Press, seeded: Seeded, tmp_path: Path
) -> None:
    book, _ = fresh(tmp_path, "eppelborn-19", NAMES[:8])
    for seed in ("one", "again"):
        seeded(seed)
        book.app.answers = ["yes"]
        press("draw_next_round", book)
        drawn = read(book)
        assert drawn.settings.draws == (("1", seed),)
        assert len(drawn.games) == 2
        for place, value in list(book["Results"].values.items()):
            if value in NAMES:
                book["Results"].put(*place, None)


def test_a_final_whose_names_were_emptied_is_seated_anew(press: Press, seeded: Seeded) -> None:
    book = small("en", 2)
    for seed in ("one", "again"):
        seeded(seed)
        assert press("set_up_final", book).startswith("Final: 4 players")
        drawn = read(book)
        assert drawn.settings.draws == (("final", seed),)
        assert [game.round for game in drawn.games] == ["1", "2", "final"]
        assert press("set_up_final", book).startswith("Final is seated already")
        book["Results"].range("C10:C13").clear_contents()


# What stands in the way


BUTTONS = {"draw_next_round": 1, "set_up_final": 2}
"""The buttons, and the rounds that have been played when they are pressed."""


def small(language: str = "en", rounds: int = 1) -> Book:
    """Four players and the rounds they played; a table object that has to grow for the next."""
    words = {"en": ("Rule set", "Scenario"), "de": ("Regelwerk", "Szenario")}[language]
    played = [
        [number, 1, name, points]
        for number in range(1, rounds + 1)
        for name, points in zip(NAMES[:4], (10, 8, 7, 5), strict=True)
    ]
    book = Book(
        {
            SHEETS["tournament"](language): [[words[0], "eppelborn-19"], ["Notes", "mine"]],
            SHEETS["results"](language): [
                [*header("round", "table", "player", "vp", language=language), "Note"],
                *played,
            ],
            SHEETS["players"](language): [
                header("player", "active", kind="players", language=language),
                *([name, None] for name in NAMES[:4]),
            ],
        }
    )
    results = book[SHEETS["results"](language)]
    last = 1 + len(played)
    for row in range(2, last + 1):
        results.formulas[row, 5] = "=D2*2"
        results.values[row, 5] = 0.0
    area = results.range((1, 1), (last, 5))
    results.tables.all.append(com_excel.Table(area, "tblResults", False))
    return book


def spoil(book: Book, fault: str, language: str) -> None:
    """Make it impossible to seat the next round."""
    kinds = ("results", "tournament", "players")
    results, tournament, players = (book[SHEETS[kind](language)] for kind in kinds)
    table = results.tables.all[0]
    last = table.range.last[0]
    if fault == "results protected":
        results.ProtectContents = True
    elif fault == "seed protected":
        tournament.ProtectContents = True
    elif fault == "filtered":
        results.FilterMode = True
    elif fault == "table filtered":
        table.AutoFilter = SimpleNamespace(FilterMode=True)
    elif fault == "seed filtered":
        tournament.FilterMode = True
    elif fault == "linked":
        table.SourceType = 3
    elif fault == "no table":
        results.tables.all.clear()
    elif fault == "totals":
        table.range, table.show_totals = results.range((1, 1), (last + 1, 5)), True
    elif fault == "below":
        results.put(last + 2, 2, "mine")
    elif fault == "merged":
        results.merged.append(results.range((last + 1, 1), (last + 1, 3)))
    elif fault == "open":
        results.range((last - 3, 4), (last, 4)).clear_contents()
    elif fault == "nobody":
        for row in range(2, 6):
            players.put(row, 2, "no")
    elif fault == "too few":
        players.put(2, 2, "no")
        players.put(3, 2, "no")
    elif fault == "final there":
        rows = results.range((last + 1, 1), (last + 4, 4))
        rows.raw_value = [["F", 1, name, None] for name in NAMES[:4]]
        table.range = results.range((1, 1), (last + 4, 5))
    elif fault == "formula":
        results.range("A6:D9").raw_value = [[2, None, None, None]] * 4
        table.range = results.range("A1:E9")
        results.formulas[7, 3] = "=C3"
    else:
        book.all.remove(results)


COMMON = {
    "results protected": ("is protected", "ist geschützt"),
    "seed protected": ("is protected", "ist geschützt"),
    "filtered": ("filter hides rows", "Filter verbirgt Zeilen"),
    "table filtered": ("filter hides rows", "Filter verbirgt Zeilen"),
    "seed filtered": ("filter hides rows", "Filter verbirgt Zeilen"),
    "linked": ("filled by a query", "Abfrage"),
    "no table": ("not a table object", "kein Tabellenobjekt"),
    "totals": ("totals row", "Ergebniszeile"),
    "below": ("something stands below", "darunter steht"),
    "merged": ("Merged cells", "Verbundene Zellen"),
    "open": ("are open", "offen sind"),
    "no results": ("no results", "keine Ergebnisse"),
}
FAULTS = [
    *((button, fault, words) for button in BUTTONS for fault, words in COMMON.items()),
    ("draw_next_round", "nobody", ("nobody is there", "Niemand ist da")),
    ("draw_next_round", "too few", ("cannot be seated at tables", "nicht auf Tische")),
    ("draw_next_round", "formula", ("holds a formula", "enthält eine Formel")),
    ("set_up_final", "final there", ("is seated already", "ist schon besetzt")),
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("button", "fault", "words"), FAULTS)
def test_what_cannot_be_seated_is_said_and_nothing_is_touched(
    press: Press, button: str, fault: str, words: tuple[str, str], language: str
) -> None:
    book = small(language, BUTTONS[button])
    spoil(book, fault, language)
    before = state(book)
    book.app.answers = ["yes"]
    book.writes = []
    said = press(button, book)
    assert words[language == "de"].lower() in said.lower()
    assert state(book) == before
    assert book.writes == []
    assert book.app.screen_updating
    assert book.app.calculation == "automatic"


@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_without_a_fault_the_same_workbook_is_seated(
    press: Press, button: str, language: str
) -> None:
    rounds = BUTTONS[button]
    book = small(language, rounds)
    book.app.answers = ["yes"]
    press(button, book)
    results = book[SHEETS["results"](language)]
    first, last = 2 + 4 * rounds, 5 + 4 * rounds
    assert results.tables.all[0].range.address == f"A1:E{last}"
    assert {results.values[row, 3] for row in range(first, last + 1)} == set(NAMES[:4])
    assert [results.formulas[row, 5] for row in range(first, last + 1)] == ["=D2*2"] * 4
    assert book.writes == [
        f"{results.name}!A{first}:C{last}",
        f"{SHEETS['tournament'](language)}!A3:B3",
    ]


def test_a_league_is_told_that_it_has_no_rounds(press: Press) -> None:
    book = small()
    book["Results"].put(1, 1, "Game")
    before = state(book)
    book.app.answers = ["no"]
    assert "leagues have no rounds" in press("draw_next_round", book)
    assert state(book) == before


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("place", [(6, 3), (2, 4), (9, 7)])
def test_what_somebody_typed_meanwhile_is_never_overwritten(
    press: Press, monkeypatch: pytest.MonkeyPatch, language: str, place: tuple[int, int]
) -> None:
    book = small(language)
    draw = actions.seat
    meanwhile: list[dict[str, Any]] = []

    def slow(*arguments: Any) -> Seated:
        drawing = draw(*arguments)
        book[SHEETS["results"](language)].put(*place, "Gabi Ginster")
        meanwhile.append(state(book))
        return drawing

    monkeypatch.setattr(actions, "seat", slow)
    book.app.answers = ["yes"]
    assert ("has changed" if language == "en" else "verändert") in press("draw_next_round", book)
    assert meanwhile == [state(book)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("change", ["a player left", "other rules", "a sheet added", "a formula"])
def test_nothing_is_seated_from_what_is_no_longer_there(
    press: Press, monkeypatch: pytest.MonkeyPatch, button: str, change: str, language: str
) -> None:
    """Also where it changed on sheets that nothing is typed into."""
    book = small(language, BUTTONS[button])
    drawn_by = "seat" if button == "draw_next_round" else "final"
    results, draw = book[SHEETS["results"](language)], getattr(actions, drawn_by)
    if change == "a formula":
        results.formulas[2, 4] = "=Slips!A1"
    meanwhile: list[dict[str, Any]] = []

    def slow(*arguments: Any) -> Seated:
        drawing = draw(*arguments)
        if change == "a player left":
            book[SHEETS["players"](language)].put(2, 2, "no" if language == "en" else "nein")
        elif change == "other rules":
            book[SHEETS["tournament"](language)].put(1, 2, "dsvc-s3")
        elif change == "a sheet added":
            book.all.append(com_excel.Sheet(book, "Results 2", [["Round"]]))
        else:
            results.values[2, 4] = 3.0
        meanwhile.append(state(book))
        return drawing

    monkeypatch.setattr(actions, drawn_by, slow)
    book.app.answers = ["yes"]
    assert ("has changed" if language == "en" else "verändert") in press(button, book)
    assert meanwhile == [state(book)]
    assert book.writes == []
    assert book.app.calculation == "automatic"


def test_a_formula_that_goes_on_by_itself_is_no_change(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = small()
    draw = actions.seat

    def slow(*arguments: Any) -> Seated:
        drawing = draw(*arguments)
        book["Results"].values[2, 5] = 77.0
        return drawing

    monkeypatch.setattr(actions, "seat", slow)
    book.app.answers = ["yes"]
    assert "Round 2" in press("draw_next_round", book)


@pytest.mark.usefixtures("press")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("fault", ["other text", "nothing", "breaks", "does not grow"])
def test_where_excel_does_something_else_all_is_put_back(
    monkeypatch: pytest.MonkeyPatch, fault: str, language: str
) -> None:
    book = small(language)
    before, put = state(book), com_excel.Sheet.put

    def otherwise(sheet: com_excel.Sheet, row: int, column: int, value: Any) -> None:
        if sheet.name == SHEETS["tournament"](language) and value:
            if fault == "breaks":
                raise RuntimeError("Excel is busy")
            if fault == "other text":
                value = f"{value}!"
            elif fault == "nothing":
                return
        put(sheet, row, column, value)

    monkeypatch.setattr(com_excel.Sheet, "put", otherwise)
    if fault == "does not grow":
        monkeypatch.setattr(com_excel.Table, "Resize", lambda _table, _area: None)
    opened = desktop(book)
    known = remember(opened)
    edits = seat(known.workbook, read_results(known.workbook)).edits
    with pytest.raises((ValueError, RuntimeError)) as caught:
        type_edits(opened, known, edits)
    if fault != "breaks":
        assert caught.value.code == "typed-unlike"
    assert state(book) == before
    assert book.app.screen_updating


def test_on_a_mac_merged_cells_are_noticed_before_anything_is_typed(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["xlscore.hosts.excel.desktop"], "_COM", False)
    told = SimpleNamespace(get=lambda: False)
    monkeypatch.setattr(com_excel.Sheet, "protect_contents", told, raising=False)
    monkeypatch.setattr(com_excel.Sheet, "filter_mode", told, raising=False)
    book = small()
    book["Results"].merged.append(book["Results"].range("B6:C6"))
    before = state(book)
    book.app.answers = ["yes"]
    assert "merged cells" in press("draw_next_round", book)
    assert state(book) == before
    book["Results"].merged.clear()
    book.app.answers = ["yes"]
    assert "Round 2: 4 players" in press("draw_next_round", book)


# Text stays text


STRANGE = [
    *("=1+1", "+49", "-x", "@home", "007", "1e5", "Mar 5", "5. Mai", "1/2", "50%", "3-4"),
    *("TRUE", "Wahr", "'t Hooft", "Ann Ahorn", "Zoë"),
]


@pytest.mark.parametrize("look", ["General", "@", "mixed"])
def test_names_stay_what_they_are_whatever_excel_would_take_them_for(
    press: Press, look: str
) -> None:
    book = small()
    # In a cell formatted as text an apostrophe would be the name's own.
    names = STRANGE if look == "General" else STRANGE[:12]
    players, results = book["Players"], book["Results"]
    for row, name in enumerate(names, 2):
        players.put(row, 1, f"'{name}")
    for row in range(6, 6 + len(names)):
        if look == "@" or (look == "mixed" and row % 2):
            for column in (1, 2, 3):
                results.formats[row, column] = "@"
    formats = dict(results.formats)
    book.app.answers = ["yes"]
    press("draw_next_round", book)
    typed = [results.values[row, 3] for row in range(6, 6 + len(names))]
    assert sorted(typed) == sorted(names)
    assert not any(str(value).startswith("''") for value in typed)
    assert not any(place[1] < 5 for place in results.formulas)
    assert results.formats == formats
    assert {name for game in read(book).games[1:] for name in game.players} == set(names)


@pytest.mark.parametrize("seed", ["12345678", "1234e567", "00000000", "deadbeef"])
def test_a_seed_stays_text(press: Press, seeded: Seeded, seed: str) -> None:
    book = small()
    seeded(seed)
    book.app.answers = ["yes"]
    press("draw_next_round", book)
    assert book["Tournament"].values[3, 2] == seed
    assert read(book).settings.draws == (("2", seed),)


# Few writes


PLACES = st.tuples(st.integers(0, 6), st.integers(0, 4))


@given(st.sets(PLACES))
def test_runs_cover_each_cell_once(places: set[tuple[int, int]]) -> None:
    cells = [CellEdit(row, column, f"{row} {column}") for row, column in sorted(places)]
    covered = [
        CellEdit(part.first_row + line, part.first_column + place, value)
        for part, rows in runs(cells)
        for line, row in enumerate(rows)
        for place, value in enumerate(row)
    ]
    assert sorted(covered) == cells
    for part, rows in runs(cells):
        assert len(rows) == part.last_row - part.first_row + 1
        assert {len(row) for row in rows} == {part.last_column - part.first_column + 1}


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([(1, 1)], ["B2"]),
        ([(1, 3), (2, 3), (3, 3)], ["D2:D4"]),
        ([(row, column) for row in range(5) for column in range(4)], ["A1:D5"]),
        ([(1, 0), (1, 2), (2, 0), (2, 2)], ["A2:A3", "C2:C3"]),
        ([(1, 0), (3, 0)], ["A2", "A4"]),
        ([], []),
    ],
)
def test_rectangles_are_typed_in_one(places: list[tuple[int, int]], expected: list[str]) -> None:
    found = runs([CellEdit(row, column, None) for row, column in places])
    assert [part.a1 for part, _ in found] == expected
