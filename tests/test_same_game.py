"""Do the surfaces tell games apart by the whole key: sheet row, date, round, table?

What readers forgive and refuse stands in cases/forgiveness.toml; here is what is shown of it.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest

from tests.support.binary_books import binary_book
from tests.support.books import Rows, workbook
from tests.support.old_books import old_book
from tests.support.open_books import open_book
from tests.support.scoring import run, scored
from xlscore.workbook.folding import western

MAKERS = {".xlsx": workbook, ".xls": old_book, ".xlsb": binary_book, ".ods": open_book}
LEAGUE: Rows = [("Rule set", "punktevergabe")]
GAMES: Rows = [("Game", "Minutes"), ("Azul", 45)]
SCORES = (("Ann", 60), ("Ben", 55), ("Cid", 40), ("Dora", 30))
EVENINGS = (date(2031, 3, 12), date(2031, 3, 19))


def season(*columns: str) -> Rows:
    """Two evenings with a first round at table 1 each, the same people in another order."""
    heading = ("Date", "Round", "Table", "Game", "Player", "Score", *columns)
    rows = [
        (evening, 1, 1, "Azul", name, score)
        for evening, scores in zip(EVENINGS, (SCORES, SCORES[::-1]), strict=True)
        for (name, _), (_, score) in zip(scores, SCORES, strict=True)
    ]
    return [heading, *rows]


@pytest.mark.parametrize("kind", MAKERS)
def test_rounds_of_each_evening_in_every_kind_of_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": season()}
    seen = scored(capsys, MAKERS[kind](tmp_path / f"league{kind}", sheets))
    assert (seen.exit, seen.findings) == (0, [])
    games = seen.document["scored_games"]
    assert [(game["round"], game["date"]) for game in games] == [
        ("1", "2031-03-12"),
        ("1", "2031-03-19"),
    ]
    assert seen.standings == ["1 Ann: 7", "1 Dora: 7", "3 Ben: 5", "3 Cid: 5"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_title_of_a_leagues_round_has_its_date(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": season()}
    path = workbook(tmp_path / "league.xlsx", sheets)
    _, out, _ = run(capsys, "explain", path, "Ann", "--lang", language)
    days = ("12.03.2031", "19.03.2031") if language == "de" else ("2031-03-12", "2031-03-19")
    lines = [line.split(":")[0] for line in out.splitlines()]
    assert [line.split()[-1] for line in lines[:2]] == list(days)


def test_the_title_of_a_tournaments_round_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [(1, 1, name, vp, EVENINGS[0]) for name, vp in (("Ann", 10), ("Ben", 8), ("Cid", 6))]
    sheets = {"Results": [("Round", "Table", "Player", "VP", "Date"), *rows]}
    path = workbook(tmp_path / "cup.xlsx", sheets)
    _, out, _ = run(capsys, "explain", path, "Ann", "--rules", "dsvc-s3", "--scenario", "base")
    assert out.startswith("round 1 table 1:")


def test_a_round_of_each_evening_by_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By player each seat has its own date; two of one round are two games."""
    heading = ("Player", "Table 1", "Score 1", "Game 1", "Date 1")
    rows = [
        (name, 1, score, "Azul", EVENINGS[number // 2])
        for number, (name, score) in enumerate(SCORES)
    ]
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": [heading, *rows]}
    seen = scored(capsys, workbook(tmp_path / "league.xlsx", sheets))
    assert (seen.exit, seen.scored) == (0, ["1/1", "1/1"])


def test_a_table_number_that_comes_again_by_game_is_shown_game_by_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heading = ("Round", "Table", "Player 1", "VP 1", "Player 2", "VP 2", "Player 3", "VP 3")
    rows = [
        (1, 1, "Ann", 10, "Ben", 8, "Cid", 6),
        (1, 1, "Dora", 10, "Eva", 8, "Finn", 6),
        (2, 1, "Ann", 10, "Eva", 8, "Finn", 6),
        (2, 2, "Dora", 10, "Ben", 8, "Cid", 6),
    ]
    path = workbook(tmp_path / "cup.xlsx", {"Results": [heading, *rows]})
    rules = ("--rules", "dsvc-s3", "--scenario", "base")
    seen = scored(capsys, path, *rules)
    assert seen.findings == ["note table-repeated Results!B2, Results!B3"]
    wheres = [game["where"] for game in seen.document["scored_games"]]
    assert wheres == ["Results!A2:H2", "Results!A3:H3", "Results!A4:H4", "Results!A5:H5"]
    code, _, _ = run(capsys, "score", path, *rules)
    told = list(openpyxl.load_workbook(tmp_path / "cup.scored.xlsx")["Scored games"].values)
    assert code == 0
    assert [row[3] for row in told[1:7]] == ["Ann", "Ben", "Cid", "Dora", "Eva", "Finn"]


@pytest.mark.parametrize("kind", MAKERS)
def test_clock_times_in_every_kind_of_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """A time that is entered with each score, over midnight; the date is that of the evening."""
    clocks = ((12, 23, 20), (12, 23, 40), (13, 0, 10), (13, 0, 45))
    rows = [
        (datetime(2031, 3, day, hour, minute), 1, "Azul", name, score)
        for (name, score), (day, hour, minute) in zip(SCORES, clocks, strict=True)
    ]
    results = [("Date", "Table", "Game", "Player", "Score"), *rows]
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": results}
    seen = scored(capsys, MAKERS[kind](tmp_path / f"league{kind}", sheets))
    note = "note over-midnight Results!A2, Results!A3, Results!A4, Results!A5"
    assert (seen.exit, seen.findings) == (0, [note])
    assert [game["date"] for game in seen.document["scored_games"]] == ["2031-03-12"]


def test_the_bare_date_of_an_evening_and_times_after_its_midnight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody entered a time before midnight; one row has the date alone."""
    moments = [date(2031, 3, 12), *(datetime(2031, 3, 13, 0, minute) for minute in (7, 18, 25))]
    rows = [
        (moment, 1, "Azul", name, score)
        for (name, score), moment in zip(SCORES, moments, strict=True)
    ]
    results = [("Date", "Table", "Game", "Player", "Score"), *rows]
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": results}
    seen = scored(capsys, workbook(tmp_path / "league.xlsx", sheets))
    note = "note over-midnight Results!A2, Results!A3, Results!A4, Results!A5"
    assert (seen.exit, seen.findings) == (0, [note])
    assert [game["date"] for game in seen.document["scored_games"]] == ["2031-03-12"]


def test_a_block_of_the_bare_date_and_one_of_the_night_after_are_two_games_in_doubt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening, night = date(2031, 3, 12), datetime(2031, 3, 13, 0, 7)
    others = [(f"{name} Berg", score) for name, score in SCORES]
    rows = [
        *((evening, 1, "Azul", *one) for one in SCORES),
        *((night, 1, "Azul", *one) for one in others),
    ]
    results = [("Date", "Table", "Game", "Player", "Score"), *rows]
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": results}
    seen = scored(capsys, workbook(tmp_path / "league.xlsx", sheets))
    assert [game["date"] for game in seen.document["scored_games"]] == ["2031-03-12", "2031-03-13"]
    warned = [one for one in seen.findings if one.startswith("warning evening-doubtful")]
    assert warned == ["warning evening-doubtful Results!A2:A9"]


def test_times_after_midnight_of_a_day_that_has_its_own_date_are_of_that_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    days = [date(2031, 3, 12)] * 4 + [date(2031, 3, 13), *[datetime(2031, 3, 13, 0, 7)] * 3]
    rows = [
        (moment, 1, "Azul", name, score)
        for (name, score), moment in zip([*SCORES, *SCORES], days, strict=True)
    ]
    results = [("Date", "Table", "Game", "Player", "Score"), *rows]
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": results}
    seen = scored(capsys, workbook(tmp_path / "league.xlsx", sheets))
    assert [game["date"] for game in seen.document["scored_games"]] == ["2031-03-12", "2031-03-13"]


def test_rows_below_the_end_spoil_the_games_of_their_own_evening_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = [(None,) * 6] * 25
    left = (EVENINGS[1], 1, 1, "Azul", "Eva", 10)
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": [*season(), *nothing, left]}
    seen = scored(capsys, workbook(tmp_path / "league.xlsx", sheets))
    assert seen.findings == ["error rows-beyond-end Results!E35", "note game-in-doubt Results!C6"]
    assert [game["date"] for game in seen.document["scored_games"]] == ["2031-03-12"]


def test_rows_below_the_end_spoil_a_game_that_has_no_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [(1, "Azul", *one) for one in SCORES]
    other = [(2, "Azul", f"{name} Berg", score) for name, score in SCORES]
    below = [*[(None,) * 4] * 25, (1, "Azul", "Eva", 10)]
    results = [("Table", "Game", "Player", "Score"), *rows, *other, *below]
    sheets = {"Tournament": LEAGUE, "Games": GAMES, "Results": results}
    seen = scored(capsys, workbook(tmp_path / "league.xlsx", sheets))
    assert "note game-in-doubt Results!A2" in seen.findings
    assert seen.scored == ["Azul/2"]


def test_rows_below_the_end_by_game_are_games_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heading = ("Round", "Table", "Player 1", "VP 1", "Player 2", "VP 2", "Player 3", "VP 3")
    rows = [(1, 1, "Ann", 10, "Ben", 8, "Cid", 6), *[(None,) * 8] * 25]
    rows.append((1, 1, "Dora", 10, "Eva", 8, "Finn", 6))
    path = workbook(tmp_path / "cup.xlsx", {"Results": [heading, *rows]})
    seen = scored(capsys, path, "--rules", "dsvc-s3", "--scenario", "base")
    assert [finding.split()[1] for finding in seen.findings] == ["rows-beyond-end"]
    assert seen.scored == ["1/1"]


def test_digits_of_any_script_are_those_of_a_western_keyboard() -> None:
    assert western("Ｔ１２ ٣४ ²½①") == "T12 34 ²½①"


def test_a_table_labelled_twice_in_a_league_without_dates_is_two_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three at the first evening's table 1, four at the second's."""
    blocks = [("Ann", "Ben", "Cid"), ("Dora", "Eva", "Finn"), ("Gil", "Hana", "Ida", "Jo")]
    rows = [
        (table if seat == 0 else "", "Azul" if seat == 0 else "", name, 60 - seat)
        for table, names in zip((1, 2, 1), blocks, strict=True)
        for seat, name in enumerate(names)
    ]
    sheets = {"Games": GAMES, "Results": [("Table", "Game", "Player", "Score"), *rows]}
    path = workbook(tmp_path / "league.xlsx", sheets)
    seen = scored(capsys, path, "--rules", "punktevergabe")
    assert [one for one in seen.findings if one.startswith("error")] == [
        "error game-joint Results!A2:A4, Results!A8:A11"
    ]
    assert seen.scored == ["Azul/2"]


@pytest.mark.parametrize(
    ("again", "joint"),
    [
        (("Gil", "Hana", "Ida"), True),  # seven, and nowhere else more than four
        (("Gil", "Hana"), False),  # two of a table of six may stand apart
    ],
)
def test_a_game_larger_than_all_others_in_two_blocks_is_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], again: tuple[str, ...], joint: bool
) -> None:
    """Four at the first evening's table 1, three at the second's; table 2 tells what is usual."""
    blocks = [(1, ("Ann", "Ben", "Cid", "Kim")), (2, ("Dora", "Eva", "Finn", "Lars")), (1, again)]
    rows = [
        (table, "Azul", name, 60 - seat)
        for table, names in blocks
        for seat, name in enumerate(names)
    ]
    sheets = {"Games": GAMES, "Results": [("Table", "Game", "Player", "Score"), *rows]}
    path = workbook(tmp_path / "league.xlsx", sheets)
    seen = scored(capsys, path, "--rules", "punktevergabe")
    errors = [one for one in seen.findings if one.startswith("error")]
    assert errors == (["error game-joint Results!A2:A5, Results!A10:A12"] if joint else [])
