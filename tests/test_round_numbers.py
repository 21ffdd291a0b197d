"""Is a round whose number is probably a slip told, in every form, and no other one?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.binary_books import binary_book
from tests.support.books import Rows, header, workbook
from tests.support.command_line import Run, run
from tests.support.old_books import old_book
from tests.support.open_books import open_book
from tests.support.scoring import scored
from xlscore.words import LANGUAGES
from xlscore.workbook import cells
from xlscore.workbook.vocabulary import SHEETS, TOURNAMENT_KEYS

__all__ = ["run"]  # the fixture

NAMES, POINTS = ("Ann", "Bob", "Cem", "Dora"), (10, 8, 7, 5)
MAKERS = {".xlsx": workbook, ".xls": old_book, ".xlsb": binary_book, ".ods": open_book}
RULES = ("--rules", "dsvc-s3", "--scenario", "base")


def long_form(*rounds: object, language: str = "en") -> Rows:
    seats = [(number, 1, *seat) for number in rounds for seat in zip(NAMES, POINTS, strict=True)]
    return [header("round", "table", "player", "vp", language=language), *seats]


def by_game(*rounds: object) -> Rows:
    seats = [cell for seat in zip(NAMES, POINTS, strict=True) for cell in seat]
    heads = [f"{word} {number}" for number in range(1, 5) for word in ("Player", "VP")]
    return [["Round", "Table", *heads], *[[number, 1, *seats] for number in rounds]]


def by_player(*rounds: object) -> Rows:
    heads = [f"{word} {number}" for number in rounds for word in ("Table", "VP")]
    lines = zip(NAMES, POINTS, strict=True)
    return [["Player", *heads], *[[name, *[1, vp] * len(rounds)] for name, vp in lines]]


def settings(rounds: int | None, language: str = "en") -> Rows:
    return [] if rounds is None else [(TOURNAMENT_KEYS["rounds"](language), rounds)]


def findings(capsys: Any, path: Path, *options: object) -> list[str]:
    seen = scored(capsys, path, *options)
    assert seen.exit == 0
    assert seen.standings[0] == f"1 Ann: {5 * seen.document['games_scored']} " + " ".join(
        seen.standings[0].split()[-2:]
    )
    return seen.findings


@pytest.mark.parametrize("suffix", MAKERS)
@pytest.mark.parametrize(
    ("form", "cells"),
    [(long_form, "Results!A10:A13"), (by_game, "Results!A4"), (by_player, "Results!F1:G1")],
)
def test_a_gap_is_told_with_the_cells_behind_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: Any, cells: str, suffix: str
) -> None:
    path = MAKERS[suffix](tmp_path / f"b{suffix}", {"Results": form(1, 2, 4)})
    assert findings(capsys, path, *RULES) == [f"warning round-gap {cells}"]


@pytest.mark.parametrize("form", [long_form, by_game, by_player])
def test_so_is_a_round_beyond_those_planned(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: Any
) -> None:
    sheets = {"Results": form(1, 2, 5), "Tournament": settings(3)}
    found = findings(capsys, workbook(tmp_path / "b.xlsx", sheets), *RULES)
    assert [one.rpartition(" ")[0] for one in found] == ["warning round-beyond"]
    sheets = {"Results": form(1, 2, 3), "Tournament": settings(3)}
    path = workbook(tmp_path / "b.xlsx", sheets)
    assert findings(capsys, path, *RULES) == []
    found = findings(capsys, path, *RULES, "--rounds", 2)
    assert [one.split()[1] for one in found if "rounds-differ" not in one] == ["round-beyond"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_are_told_in_the_language_of_the_workbook(
    run: Run, tmp_path: Path, language: str
) -> None:
    results, tournament = (SHEETS[kind](language) for kind in ("results", "tournament"))
    sheets = {results: long_form(1, 3, 9, language=language), tournament: settings(4, language)}
    ran = run("check", workbook(tmp_path / "b.xlsx", sheets), *RULES)
    gap = {"en": "comes right after round 1", "de": "folgt direkt auf Runde 1"}
    beyond = {"en": "beyond the 4 that are planned", "de": "über den geplanten Runden (4)"}
    assert gap.get(language, "direct na ronde 1") in ran.out
    assert beyond.get(language, "buiten de geplande rondes (4)") in ran.out


@pytest.mark.parametrize(
    ("rules", "rounds", "planned"),
    [
        (("dsvc-s3", "--scenario", "base"), (1, 2, 3), None),
        (("dsvc-s3", "--scenario", "base"), (3, 1, 2), 3),
        (("dsvc-s3", "--scenario", "base"), (2, 3), 3),
        (("dsvc-s3", "--scenario", "base"), ("Runde 1", "Runde 2"), 4),
        (("eppelborn-19",), (1, 2, "Final"), 2),
        (("eppelborn-19",), (1, 2, "Final"), None),
    ],
)
def test_rounds_as_planned_are_not_told(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    rules: tuple[str, ...],
    rounds: tuple[object, ...],
    planned: int | None,
) -> None:
    sheets = {"Results": long_form(*rounds), "Tournament": settings(planned)}
    path = workbook(tmp_path / "b.xlsx", sheets)
    seen = scored(capsys, path, "--rules", *rules)
    assert seen.standings
    assert [one for one in seen.findings if "round" in one.split()[1]] == []


def test_a_round_that_nobody_played_fills_the_gap(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Who had a bye in a round tells that it is one."""
    rows = [*long_form(1, 2, 4), (3, "-", "Ann", None)]
    seen = scored(capsys, workbook(tmp_path / "b.xlsx", {"Results": rows}), *RULES)
    assert seen.findings == ["note not-played Results!B14"]


def test_a_round_that_cannot_be_read_may_be_the_missing_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    seen = scored(capsys, workbook(tmp_path / "b.xlsx", {"Results": long_form(1, "?", 3)}), *RULES)
    assert [one.split()[1] for one in seen.findings] == ["round-invalid"]


def test_sheets_of_rounds_are_told_as_a_whole(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def rows(number: int) -> Rows:
        return [line[1:] for line in long_form(number)]

    sheets = {f"Runde {number}": rows(number) for number in (1, 2, 4)}
    seen = scored(capsys, workbook(tmp_path / "b.xlsx", sheets), *RULES)
    assert seen.findings == ["warning round-gap 'Runde 4'!A2:C5"]
    sheets = {f"Runde {number}": rows(number) for number in (1, 2, 3)}
    seen = scored(capsys, workbook(tmp_path / "b.xlsx", sheets), *RULES)
    assert seen.findings == []


def test_a_league_may_number_its_rounds_as_it_likes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = [("Game", *long_form(1)[0]), *[("Set", *line) for line in long_form(3, 17)[1:]]]
    games = [("Game", "Factor"), ("Set", 1)]
    sheets = {"Results": rows, "Games": games, "Tournament": settings(3)}
    seen = scored(capsys, workbook(tmp_path / "b.xlsx", sheets), "--rules", "punktevergabe")
    assert seen.findings == []


@pytest.mark.parametrize("typed", ["1" * 5000, 10**9, 10**40, "Round " + "7" * 10])
def test_a_round_of_endless_digits_is_none(typed: object) -> None:
    assert cells.round_name(typed).code == "round-invalid"  # type: ignore[arg-type]


@pytest.mark.parametrize("typed", [999_999_999, "999999999", "000000000012"])
def test_a_long_round_is_one(typed: object) -> None:
    assert cells.round_name(typed).code in (None, "number-as-text")  # type: ignore[arg-type]
