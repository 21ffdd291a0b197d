"""Are rounds on sheets of their own read together, exactly where their names say so?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.support import com_excel, ladder
from tests.support.binary_books import binary_book
from tests.support.books import Formula, Rows, Sheet, header, workbook
from tests.support.command_line import Run, run
from tests.support.old_books import old_book
from tests.support.open_books import open_book
from tests.support.pressed import Press, press
from tests.support.scoring import Seen, scored
from xlscore.formats.read import open_workbook
from xlscore.words import LANGUAGES, Refused, template
from xlscore.workbook.read import read_results

__all__ = ["press", "run"]  # the fixtures

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana")
RULES = ("--rules", "dsvc-s3", "--scenario", "base")
SETTINGS: Rows = [("Rule set", "dsvc-s3"), ("Scenario", "base")]
MAKERS = {".xlsx": workbook, ".xls": old_book, ".xlsb": binary_book, ".ods": open_book}


def played(*points: int, language: str = "en") -> Rows:
    """Two tables of four; `points` are those of Ann, Ben, ..., who sit where they always sit."""
    rows = [(1 + seat // 4, NAMES[seat], vp) for seat, vp in enumerate(points)]
    return [header("table", "player", "vp", language=language), *rows]


FIRST, SECOND = played(10, 8, 7, 5, 10, 9, 6, 5), played(6, 10, 5, 4, 10, 8, 7, 3)
STANDINGS = [
    "1 Eva: 10 20 69.05",
    "2 Ann: 8 16 57.33",
    "3 Ben: 8 18 66.67",
    "4 Finn: 6 17 58.57",
]


def score(capsys: pytest.CaptureFixture[str], path: Path, *options: object) -> Seen:
    return scored(capsys, path, *RULES, *options)


def joined(*sheets: tuple[object, Rows]) -> Rows:
    """The same rounds on one sheet."""
    rows = [(round_name, *row) for round_name, rows in sheets for row in rows[1:]]
    return [header("round", "table", "player", "vp"), *rows]


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize(
    ("first", "second"),
    [("Round 1", "Round 2"), ("Runde 1", "Runde 2"), ("1. Runde", "2. Runde"), ("R1", "R2")],
)
def test_rounds_on_their_own_sheets_are_one_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, first: str, second: str
) -> None:
    path = MAKERS[kind](tmp_path / f"spring{kind}", {first: FIRST, second: SECOND})
    seen = score(capsys, path)
    one = workbook(tmp_path / "one.xlsx", {"Results": joined((1, FIRST), (2, SECOND))})
    assert seen.standings == score(capsys, one).standings
    assert seen.findings == []
    assert seen.scored == ["1/1", "1/2", "2/1", "2/2"]
    game = seen.document["scored_games"][3]
    assert game["where"].endswith("!A6:C9")
    assert second in game["where"]
    assert game["players"][0]["where"].endswith("!A6")


def test_sheets_are_read_in_the_order_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    final: Rows = [header("table", "player", "vp"), *[(1, name, 3) for name in NAMES[:4]]]
    sheets = {"Final": final, "Round 2": SECOND, "Notes": [("snacks",)], "Round 1": FIRST}
    seen = scored(capsys, workbook(tmp_path / "spring.xlsx", sheets), "--rules", "eppelborn-19")
    assert seen.scored == ["1/1", "1/2", "2/1", "2/2", "final/1"]


def test_each_sheet_may_have_its_own_form_and_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_game = [
        ["Table", *[f"{word} {seat}" for seat in range(1, 5) for word in ("Player", "VP")]],
        *[
            [number, *[cell for row in SECOND[4 * number - 3 : 4 * number + 1] for cell in row[1:]]]
            for number in (1, 2)
        ],
    ]
    turned = Sheet([[vp, name, table] for table, name, vp in FIRST], start=(3, 2))
    seen = score(capsys, workbook(tmp_path / "spring.xlsx", {"R1": turned, "R2": by_game}))
    one = workbook(tmp_path / "one.xlsx", {"Results": joined((1, FIRST), (2, SECOND))})
    assert seen.standings == score(capsys, one).standings
    assert [game["where"] for game in seen.document["scored_games"]] == [
        "'R1'!C5:E8",
        "'R1'!C9:E12",
        "'R2'!A2:I2",
        "'R2'!A3:I3",
    ]


def test_findings_name_the_sheet_they_are_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = [list(row) for row in SECOND]
    second[2][2], second[6][1], second[8][0] = "ten", "Fin n", None
    second.append([None, "Total", None])
    sheets = {"Round 1": FIRST, "Round 2": Sheet(second, hidden=[3], merged=["A9:B9"])}
    findings = score(capsys, workbook(tmp_path / "spring.xlsx", sheets)).findings
    assert findings
    assert all("'Round 2'!" in finding for finding in findings if "Round 1" not in finding)
    assert "error vp-text 'Round 2'!C3" in findings
    assert "note rows-hidden 'Round 2'!A4:C4" in findings


def test_near_names_are_found_over_all_sheets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = [[*row[:1], row[1].replace("Finn", "Fynn"), *row[2:]] for row in SECOND]
    seen = score(capsys, workbook(tmp_path / "b.xlsx", {"Round 1": FIRST, "Round 2": second}))
    assert "warning name-near 'Round 1'!B7, 'Round 2'!B7" in seen.findings


@pytest.mark.parametrize(
    ("cell", "finding"), [(2, None), ("Runde 2", None), (None, None), (3, "E"), ("three", "E")]
)
def test_a_round_cell_agrees_with_the_name_of_its_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cell: object, finding: str | None
) -> None:
    second = [["Round", *SECOND[0]], *[[cell, *row] for row in SECOND[1:]]]
    third = [
        ["Round", *SECOND[0]],
        *[[cell if at == 1 else 2, *row] for at, row in enumerate(SECOND) if at],
    ]
    path = workbook(tmp_path / "a.xlsx", {"Round 1": FIRST, "Round 2": second})
    assert ("error" in str(score(capsys, path).findings)) == bool(finding)
    seen = score(capsys, workbook(tmp_path / "b.xlsx", {"Round 1": FIRST, "Round 2": third}))
    if finding is None:
        assert seen.scored == ["1/1", "1/2", "2/1", "2/2"]
        return
    code = "sheet-called-otherwise" if cell == 3 else "round-invalid"
    assert f"error {code} 'Round 2'!A2" in seen.findings
    assert seen.scored == ["1/1", "1/2", "2/2"]


def test_the_cell_and_the_sheet_are_told_in_both_languages() -> None:
    for language in LANGUAGES:
        words = template("sheet-called-otherwise", language)
        assert "3" in words.format(found=3, sheet="Runde 2")
        assert "Runde 2" in words.format(found=3, sheet="Runde 2")


REFUSED: dict[str, dict[str, Any]] = {
    "one without a round in its name": {"Round 1": FIRST, "Hall": SECOND},
    "the same round twice": {"Round 2": FIRST, "Runde 2": SECOND},
    "seasons": {"2024": FIRST, "2025": SECOND},
    "rounds and days": {"Round 1": FIRST, "12.03.2026": SECOND},
    "hidden": {"Round 1": FIRST, "Round 2": Sheet(SECOND, concealed=True)},
    "all rounds on each": {
        "Round 1": [["Player", "Table 1", "VP 1"], ["Ann", 1, 5]],
        "Round 2": [["Player", "Table 1", "VP 1"], ["Ann", 1, 5]],
    },
}


@pytest.mark.parametrize("situation", REFUSED)
def test_other_sheets_are_still_too_many(tmp_path: Path, run: Run, situation: str) -> None:
    path = workbook(tmp_path / "b.xlsx", REFUSED[situation])
    ran = run("score", path, *RULES, "--no-write")
    assert (ran.code, ran.out) == (2, "")
    assert "several sheets have results" in ran.err
    assert "Round 1, Round 2" in ran.err


@pytest.mark.parametrize("kind", MAKERS)
def test_a_hidden_sheet_is_seen_as_hidden(tmp_path: Path, kind: str) -> None:
    sheets = {"Round 1": FIRST, "Round 2": Sheet(SECOND, concealed=True)}
    path = MAKERS[kind](tmp_path / f"b{kind}", sheets)
    assert [info.visible for info in open_workbook(path).sheets] == [True, False]
    with pytest.raises(Refused) as refused:
        read_results(open_workbook(path))
    assert refused.value.code == "several-results"


def test_a_sheet_called_results_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheets = {"Results": joined((1, FIRST)), "Round 1": FIRST, "Round 2": SECOND}
    seen = score(capsys, workbook(tmp_path / "b.xlsx", sheets))
    assert seen.scored == ["1/1", "1/2"]
    assert seen.findings[0].startswith("warning results-elsewhere")


def test_one_sheet_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = workbook(tmp_path / "b.xlsx", {"Round 1": FIRST, "Round 2": SECOND})
    assert score(capsys, path, "--sheet", "Round 2").scored == ["2/1", "2/2"]


def test_a_single_sheet_is_the_round_of_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(capsys, workbook(tmp_path / "b.xlsx", {"Round 1": FIRST})).scored == [
        "1/1",
        "1/2",
    ]
    # its column says more than its name
    seen = score(capsys, workbook(tmp_path / "c.xlsx", {"Round 1": joined((3, FIRST))}))
    assert seen.scored == ["3/1", "3/2"]


def test_a_round_without_its_column_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    final = [("Player", "VP"), *[(name, 5) for name in NAMES[:4]]]
    sheets = {"Round 1": FIRST, "Round 2": SECOND, "Final": final}
    seen = score(capsys, workbook(tmp_path / "b.xlsx", sheets))
    assert "warning round-sheet-unread Final!A1:B1" in seen.findings
    assert "lack Table." in str(seen.document["findings"])


def test_a_round_without_any_headings_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheets = {"Round 1": FIRST, "Round 2": SECOND, "Round 3": [("Saturday",), (), *FIRST[1:]]}
    seen = score(capsys, workbook(tmp_path / "b.xlsx", sheets))
    assert "warning round-sheet-unread 'Round 3'!A3:C3" in seen.findings
    for rows in ([("Seats",), ("1", "Ann", "Ben")], [(1, "Ann"), (2, "Ben")], [("x", 3, 4)]):
        seen = score(capsys, workbook(tmp_path / "c.xlsx", {**sheets, "Round 3": rows}))
        assert seen.findings == []


LEAGUE: Rows = [("Rule set", "punktevergabe")]
GAMES: Rows = [("Game", "Minutes"), ("Azul", 45), ("Catan", 90)]


def evening(*rows: Sequence[object], columns: Sequence[str] = ()) -> Rows:
    return [["Game", "Table", "Player", "VP", *columns], *rows]


def test_days_of_a_league_are_read_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    march = evening(("Azul", 1, "Ann", 40), ("Azul", 1, "Ben", 30), ("Azul", 1, "Cleo", 20))
    april = evening(("Azul", 1, "Ann", 10), ("Azul", 1, "Ben", 30), ("Azul", 1, "Cleo", 20))
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "2026-04-12": april, "12.03.2026": march}
    seen = scored(capsys, workbook(tmp_path / "league.xlsx", sheets))
    assert [game["date"] for game in seen.document["scored_games"]] == ["2026-03-12", "2026-04-12"]
    assert [line.split(":")[0] for line in seen.standings] == ["1 Ben", "2 Ann", "3 Cleo"]


def test_a_date_agrees_with_the_name_of_its_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def on(day: object) -> Rows:
        rows = [("Azul", 1, name, vp, day) for name, vp in (("Ann", 4), ("Ben", 3), ("Cleo", 2))]
        return evening(*rows, columns=["Date"])

    sheets = {"Tournament": LEAGUE, "Games": GAMES, "12.03.2026": on(date(2026, 3, 12))}
    seen = scored(capsys, workbook(tmp_path / "a.xlsx", {**sheets, "13.03.2026": on(None)}))
    assert len(seen.scored) == 2
    for clock in (datetime(2026, 3, 13, 20, 15), datetime(2026, 3, 14, 0, 30)):
        seen = scored(capsys, workbook(tmp_path / "c.xlsx", {**sheets, "13.03.2026": on(clock)}))
        assert (len(seen.scored), seen.findings) == (2, [])
    wrong = on(datetime(2026, 4, 13))
    seen = scored(capsys, workbook(tmp_path / "b.xlsx", {**sheets, "13.03.2026": wrong}))
    assert len(seen.scored) == 1
    found = ", ".join(f"'13.03.2026'!E{row}" for row in (2, 3, 4))
    assert f"error sheet-called-otherwise {found}" in seen.findings


def test_the_games_of_a_league_stay_apart_on_a_sheet_called_after_a_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        (game, 1, name, vp)
        for game in ("Azul", "Catan")
        for name, vp in (("Ann", 9), ("Ben", 8), ("Cleo", 7))
    ]
    sheets = {"Tournament": LEAGUE, "Games": GAMES}
    for more in ({"Round 1": evening(*rows)}, {f"Round {one}": evening(*rows) for one in (1, 2)}):
        seen = scored(capsys, workbook(tmp_path / "league.xlsx", {**sheets, **more}))
        assert len(seen.scored) == 2 * len(more)


def test_claims_of_all_sheets_are_compared(tmp_path: Path, run: Run) -> None:
    def placed(rows: Rows, wrong: int) -> Rows:
        places = [1, 2, 3, 4, 1, 2, 3, 4] if rows is FIRST else [2, 1, 3, 4, 1, 2, 3, 4]
        places[7] += wrong
        lines = zip(rows[1:], places, strict=True)
        return [[*rows[0], "Place"], *[[*row, Formula("=1+1", place)] for row, place in lines]]

    sheets = {"Round 1": placed(FIRST, 0), "Round 2": placed(SECOND, -1)}
    ran = run(
        "check", workbook(tmp_path / "b.xlsx", sheets), "--compare", *RULES, "--format", "json"
    )
    assert [(one["code"], one["where"]) for one in ran.document["findings"]] == [
        ("claim-differs", "'Round 2'!D9"),
        ("rounds-unknown", ""),
    ]


# Seating


def waiting(rows: int) -> Sheet:
    return Sheet([header("table", "player", "vp"), *[[None] * 3] * rows], table="tblWaiting")


def test_the_next_round_is_seated_on_its_sheet(tmp_path: Path, run: Run) -> None:
    sheets = {
        "Tournament": SETTINGS,
        "Players": [["Player"], *[[name] for name in NAMES]],
        "Round 1": Sheet(FIRST, table="tblFirst"),
        "Round 2": waiting(2),
    }
    path = workbook(tmp_path / "b.xlsx", sheets)
    ran = run("seat", path, "--in-place", "--seed", "x")
    assert ran.code == 0, ran.err
    book = openpyxl.load_workbook(path)
    assert book["Round 2"].tables["tblWaiting"].ref == "A1:C9"
    rows = list(book["Round 2"].values)
    assert sorted(str(row[1]) for row in rows[1:]) == sorted(NAMES)
    assert {row[0] for row in rows[1:]} == {1, 2}
    assert {row[2] for row in rows[1:]} == {None}
    assert [list(row) for row in book["Round 1"].values] == [list(row) for row in FIRST]
    games = read_results(open_workbook(path)).games
    assert [(game.round, game.table) for game in games] == [
        ("1", "1"),
        ("1", "2"),
        ("2", "1"),
        ("2", "2"),
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_missing_sheet_is_asked_for(tmp_path: Path, run: Run, language: str) -> None:
    word = {"en": "Round", "de": "Runde", "nl": "Ronde"}[language]
    sheets = {
        f"{word} {number}": Sheet(
            [header("table", "player", "vp", language=language), *rows[1:]], table=f"tbl{number}"
        )
        for number, rows in ((1, FIRST), (2, SECOND))
    }
    path = workbook(tmp_path / "b.xlsx", sheets)
    before = path.read_bytes()
    ran = run("seat", path, "--in-place", "--lang", language)
    assert (ran.code, path.read_bytes()) == (2, before)
    values = {"file": "b.xlsx", "round": f"{word} 3", "sheet": f"{word} 3", "like": f"{word} 2"}
    assert template("seating-no-sheet", language).format(**values) in ran.err


def test_the_final_is_seated_on_its_sheet(tmp_path: Path, run: Run) -> None:
    sheets: dict[str, Any] = {"Tournament": [("Rule set", "eppelborn-19")]}
    for number in range(1, 5):
        points = [10 - place for place in range(8)] if number % 2 else [9, 10, 6, 7, 4, 3, 2, 1]
        sheets[f"Round {number}"] = Sheet(played(*points), table=f"tbl{number}")
    sheets["Final"] = waiting(4)
    path = workbook(tmp_path / "b.xlsx", sheets)
    ran = run("final", path, "--in-place", "--seed", "x")
    assert ran.code == 0, ran.err
    rows = list(openpyxl.load_workbook(path)["Final"].values)
    assert len([row for row in rows[1:] if row[1]]) == 4


def test_buttons_read_and_seat_the_sheets_of_rounds(press: Press, tmp_path: Path) -> None:
    sheets = {
        "Tournament": SETTINGS,
        "Round 1": Sheet(FIRST, table="tblFirst"),
        "Round 2": waiting(8),
    }
    book = com_excel.opened(workbook(tmp_path / "b.xlsx", sheets))
    assert press("recalculate", book).startswith("2 of 2 games")
    book.app.answers = ["yes"]
    assert "Round 2: 8 players" in press("draw_next_round", book)
    assert {book["Round 2"].values.get((row, 2)) for row in range(2, 10)} == set(NAMES)
    book["Round 2"].visible = False
    assert "several sheets have results" in press("recalculate", book)


# --- semi-finals on sheets of their own --------------------------------------------------------

LADDER_NAMES = {
    "en": ("Semi-final", "SF", "Semifinal"),
    "de": ("Halbfinale", "HF", "halbfinale"),
    "nl": ("Halve finale", "HALVEFINALE", "Halve finale "),
}


def ladder_sheets(language: str, called: Sequence[str]) -> dict[str, Rows]:
    """The preliminary rounds, each semi-final on the sheet of that name, and the final."""
    sheets: dict[str, Rows] = {}
    for number in (1, 2, 3):
        played_then = ladder.preliminaries([number])
        sheets[f"{number}. Runde"] = ladder_rows(played_then, language)
    semis = [ladder.records("semi-final", 1, semi) for semi in SEMI_FINALS]
    sheets |= {name: ladder_rows(semi, language) for name, semi in zip(called, semis, strict=True)}
    final = ladder.records("final", 1, {1: 10, 2: 9, 3: 8, 4: 7})
    return {**sheets, "Final": ladder_rows(final, language)}


SEMI_FINALS = [{seed: 11 - at for at, seed in enumerate(seeds, 1)} for seeds in ladder.SEEDS]


def ladder_rows(records: Iterable[ladder.Record], language: str) -> Rows:
    rows = [(one["table"], one["player"], one["vp"]) for one in records]
    return [header("table", "player", "vp", language=language), *rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", range(3))
@pytest.mark.parametrize("suffix", MAKERS)
def test_each_semi_final_may_have_its_sheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, style: int, suffix: str
) -> None:
    word = LADDER_NAMES[language][style]
    sheets = ladder_sheets(language, [f"{word}{'' if style == 1 else ' '}{n}" for n in range(1, 5)])
    path = MAKERS[suffix](tmp_path / f"b{suffix}", sheets)
    seen = scored(capsys, path, "--rules", ladder.RULES, "--scenario", "base")
    assert [one for one in seen.findings if one.startswith(("error", "warning"))] == []
    assert len([one for one in seen.scored if one.startswith("semi-final")]) == 4
    assert [one.split(":")[0] for one in seen.standings[:4]] == [
        f"{rank} {player}" for rank, player in enumerate(ladder.PLAYERS[:4], 1)
    ]


@pytest.mark.parametrize(
    "called", [("HF", "Halbfinale"), ("Halbfinale 1", "HF 1"), ("HF A", "HF B")]
)
def test_two_sheets_of_one_semi_final_are_not_read_together(
    run: Run, tmp_path: Path, called: tuple[str, str]
) -> None:
    rows = played(10, 8, 7, 5)
    path = workbook(tmp_path / "b.xlsx", {"Runde 1": rows, called[0]: rows, called[1]: rows})
    ran = run("score", path, *RULES, "--lang", "en")
    assert (ran.code, "several sheets have results" in ran.err) == (2, True)
