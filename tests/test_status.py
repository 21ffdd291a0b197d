"""Does the status in words say how far the tournament is?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import xlscore
from tests.support.books import book, header
from tests.support.command_line import BASE, Run, made, run
from xlscore.workbook.output import status

__all__ = ["run"]  # the fixture

HEADER = ["Round", "Table", "Player", "VP"]
NAMES = ("Ann", "Bob", "Cem", "Dora")


def table(round_name: object, points: tuple[object, ...] = (10, 9, 8, 7)) -> list[list[object]]:
    return [[round_name, 1, name, vp] for name, vp in zip(NAMES, points, strict=True)]


@pytest.mark.parametrize(
    ("rules", "rounds", "rows", "english", "german"),
    [
        ("dsvc-s3", None, [[1, 1, None, None]], "No games yet.", "Noch keine Spiele."),
        ("dsvc-s3", None, table(1), "After round 1.", "Nach Runde 1."),
        ("dsvc-s3", None, table(1) + table(2), "After round 2.", "Nach Runde 2."),
        ("dsvc-s3", 3, table(1), "After 1 of 3 rounds.", "Nach 1 von 3 Runden."),
        ("dsvc-s3", 1, table(1), "Final.", "Endstand."),
        ("eppelborn-19", None, table(1), "After 1 of 2 rounds.", "Nach 1 von 2 Runden."),
        ("eppelborn-19", None, table(1) + table(2), "Before the final.", "Vor dem Finale."),
        ("eppelborn-19", None, table(1) + table(2) + table("F"), "Final.", "Endstand."),
        (
            "dsvc-s3",
            3,
            table(1) + table(2, (None,) * 4),
            "After 1 of 2 games. Open: round 2 table 1.",
            "Nach 1 von 2 Spielen. Offen: Runde 2 Tisch 1.",
        ),
    ],
)
def test_status(
    tmp_path: Path,
    rules: str,
    rounds: int | None,
    rows: list[list[object]],
    english: str,
    german: str,
) -> None:
    settings = {"rule_set": rules, "rounds": rounds}
    path = book(tmp_path, results=[HEADER, *rows], tournament=settings)
    scenario = "base" if rules == "dsvc-s3" else None
    evaluation = xlscore.evaluate(xlscore.read(path), scenario=scenario)
    assert (status(evaluation, "en"), status(evaluation, "de")) == (english, german)


LEAGUE = ["Date", "Game", "Table", "Player", "VP"]


def evening(day: object) -> list[list[object]]:
    return [[day, "Set", 1, name, vp] for name, vp in zip(NAMES, (9, 7, 5, 3), strict=True)]


@pytest.mark.parametrize(
    ("rows", "english", "german"),
    [
        ([*evening("8.3.2031"), *evening("1.3.2031")], "As of 2031-03-08, games: 2.", "08.03.2031"),
        (evening(None), "Games so far: 1.", "Spiele bisher: 1."),
    ],
    ids=["dated", "without dates"],
)
def test_a_league_is_never_final(
    tmp_path: Path, rows: list[list[object]], english: str, german: str
) -> None:
    games = [["Game", "Factor"], ["Set", 1]]
    settings = {"rule_set": "punktevergabe"}
    path = book(tmp_path, results=[LEAGUE, *rows], games=games, tournament=settings)
    evaluation = xlscore.evaluate(xlscore.read(path))
    assert status(evaluation, "en") == english
    assert german in status(evaluation, "de")


def test_games_that_are_not_scored_do_not_count_as_scored(run: Run, tmp_path: Path) -> None:
    rows = [*table(1), *table(2, (10, 9, 8, None)), *table(3, (None,) * 4)]
    ran = run("score", made(tmp_path, [tuple(row) for row in rows]), "--no-write")
    assert "After 1 of 3 games. Open: round 3 table 1." in ran.out


def test_the_status_counts_errors_and_warnings(run: Run, tmp_path: Path) -> None:
    rows = [*table(1), *table(2, (10, 9, 8, None))]
    rows += [[3, 1, name, vp] for name, vp in zip(("Ann", "Bob", "Cem"), (10, 5, 4), strict=True)]
    planned = {**BASE, "rounds": 3}
    ran = run("score", made(tmp_path, [tuple(row) for row in rows], planned), "--no-write")
    assert "Provisional. See the sheet Check: errors 1, warnings 1." in ran.out
    rows = [[2, *row[1:]] for row in rows[8:]]
    ran = run(
        "score", made(tmp_path, [tuple(row) for row in table(1) + rows], planned), "--no-write"
    )
    assert "See the sheet Check: warnings 1." in ran.out


@pytest.mark.parametrize(
    ("typed", "asked", "status", "played", "planned", "found"),
    [
        (None, None, "after", 2, None, ["rounds-unknown"]),
        (None, 2, "final", 2, 2, []),
        (None, 3, "after", 2, 3, []),
        (3, 2, "final", 2, 2, ["rounds-differ"]),
        (2, 2, "final", 2, 2, []),
        (2, None, "final", 2, 2, []),
    ],
)
def test_the_number_of_rounds_can_be_asked_for(
    run: Run,
    tmp_path: Path,
    typed: int | None,
    asked: int | None,
    status: str,
    played: int,
    planned: int | None,
    found: list[str],
) -> None:
    settings = {"rule_set": "dsvc-s3", "scenario": "base", "rounds": typed}
    path = made(tmp_path, [tuple(row) for row in table(1) + table(2)], tournament=settings)
    more = () if asked is None else ("--rounds", asked)
    document = run("score", path, "--no-write", "--format", "json", *more).document
    keys = ("status", "rounds_played", "rounds_planned")
    assert tuple(document[key] for key in keys) == (status, played, planned)
    assert [one["code"] for one in document["findings"]] == found


def test_in_a_batch_the_workbooks_number_of_rounds_comes_first(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, typed in (("named", 3), ("unnamed", None)):
        settings = {"rule_set": "dsvc-s3", "scenario": "base", "rounds": typed}
        made(folder, [tuple(row) for row in table(1)], tournament=settings, name=f"{name}.xlsx")
    out = tmp_path / "out"
    run("batch", folder, "--out", out, "--rounds", 1)
    seen = {path.name: json.loads(path.read_text("utf-8")) for path in out.glob("*.xlsx.json")}
    assert {name: one["status"] for name, one in seen.items()} == {
        "named.xlsx.json": "after",
        "unnamed.xlsx.json": "final",
    }


def test_who_has_left_or_still_plays_is_not_told_of_as_playing_less(
    run: Run, tmp_path: Path
) -> None:
    """Ann has left and is inactive; Eve and Gus have a game to be played; Finn has just one."""
    tables = (
        ("Ann", "Bob", "Cem", "Finn"),
        ("Bob", "Cem", "Dora", "Eve"),
        ("Bob", "Cem", "Dora", "Gus"),
    )
    rows: list[tuple[object, ...]] = [
        (number, 1, name, vp)
        for number, seated in enumerate(tables, 1)
        for name, vp in zip(seated, (10, 6, 5, 4), strict=True)
    ]
    rows += [(4, 1, name, None) for name in ("Dora", "Eve", "Gus")]
    players = [["Player", "Active"], *([name, None] for name in ("Bob", "Cem", "Dora", "Eve"))]
    players += [["Ann", "no"], ["Finn", None], ["Gus", None]]
    ran = run("check", made(tmp_path, rows, players=players), "--format", "json")
    (unequal,) = [one for one in ran.document["findings"] if one["code"] == "games-unequal"]
    assert "Finn (1)" in unequal["message"]
    assert not [name for name in ("Ann", "Eve", "Gus") if name in unequal["message"]]
    (left,) = [one for one in ran.document["findings"] if one["code"] == "inactive-ranked"]
    assert (left["level"], left["where"]) == ("note", "Players!B6")
    assert "ranked with the games that were played: Ann (1). 3 are usual here." in left["message"]


@pytest.mark.parametrize(("language", "no"), [("en", "no"), ("de", "nein"), ("nl", "nee")])
def test_who_has_left_with_as_many_games_as_most_is_not_told(
    run: Run, tmp_path: Path, language: str, no: str
) -> None:
    listed = [header("player", "active", kind="players", language=language)]
    listed += [[name, no if name == "Ann" else None] for name in ("Ann", "Bob", "Cem", "Dora")]
    path = book(tmp_path, results=[HEADER, *table(1)], players=listed, language=language)
    options = ("--rules", "dsvc-s3", "--scenario", "base", "--format", "json")
    found = run("check", path, *options).document["findings"]
    assert [one["code"] for one in found] == ["rounds-unknown"]


def test_names_alike_but_for_letter_case_are_told_in_one_order(tmp_path: Path) -> None:
    """Whatever order a set of them has in this process."""
    first = [[1, 1, name, vp] for name, vp in (("Ann", 10), ("Voß", 8), ("Voss", 7), ("Dan", 5))]
    more = [[2, 1, name, vp] for name, vp in (("Ann", 10), ("Dan", 8), ("Eva", 7))]
    again = [[3, 1, name, vp] for name, vp in (("Ann", 10), ("Dan", 8), ("Eva", 7))]
    path = book(tmp_path, results=[HEADER, *first, *more, *again])
    findings = xlscore.evaluate(xlscore.read(path), xlscore.load_rules("dsvc-s3"), "base").findings
    (unequal,) = [one.values["players"] for one in findings if one.code == "games-unequal"]
    assert isinstance(unequal, list)
    assert [one for one in unequal if "Vo" in one] == ["Voss (1)", "Voß (1)"]
