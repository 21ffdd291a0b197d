"""Are numbers that cannot be refused, and those that are only unlikely told (D27, D28, D31)?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.books import book, header
from tests.support.command_line import Run, run
from tests.support.scoring import scored

__all__ = ["run"]  # the fixture

NAMES = ("Ann", "Bob", "Cem", "Dora")
FIELDS = ("round", "table", "player", "vp", "winner", "place")
BASE = {"rule_set": "dsvc-s3", "scenario": "base", "rounds": 2}
LATER = [(2, 1, name, vp, None, None) for name, vp in zip(NAMES, (10, 9, 8, 7), strict=True)]
SECOND_ONLY = ["1 Ann: 5 10 29.41", "2 Bob: 3 9 26.47", "3 Cem: 2 8 23.53", "4 Dora: 1 7 20.59"]


def workbook(
    folder: Path,
    points: tuple[Any, ...],
    winner: str | None = None,
    places: tuple[int | None, ...] = (None,) * 4,
    tournament: dict[str, Any] = BASE,
    language: str = "en",
) -> Path:
    """A first round with these numbers, a second one without fault."""
    rows: list[tuple[Any, ...]] = [
        (1, 1, name, vp, "x" if name == winner else None, place)
        for name, vp, place in zip(NAMES, points, places, strict=True)
    ]
    results = [header(*FIELDS, language=language), *rows, *LATER]
    return book(folder, results, tournament=tournament, language=language)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("points", "winner", "finding"),
    [
        ((14, 8, 7, 5), None, "error vp-high D2"),
        ((14, 8, 7, 5), "Ann", "error vp-high D2"),
        ((9, 10, 7, 5), "Ann", "error winner-below-goal D2, E2"),
        ((9, 11, 10, 5), "Ann", "error winner-below-goal D2, E2"),
    ],
)
def test_what_contradicts_itself_keeps_its_game_out(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    points: tuple[int, ...],
    winner: str | None,
    finding: str,
    language: str,
) -> None:
    seen = scored(capsys, workbook(tmp_path, points, winner, language=language))
    sheet = "Results" if language == "en" else "Ergebnisse"
    level, code, *cells = finding.replace(",", "").split()
    where = ", ".join(f"{sheet}!{cell}" for cell in cells)
    assert seen.findings == [f"{level} {code} {where}"]
    assert (seen.exit, seen.scored, seen.standings) == (1, ["2/1"], SECOND_ONLY)


@pytest.mark.parametrize(
    ("points", "winner"),
    [((13, 8, 7, 5), "Ann"), ((10, 11, 7, 5), "Ann"), ((8, 9, 7, 5), "Ann"), ((9, 9, 9, 9), "Ann")],
    ids=["three above", "more than the winner", "nobody at the goal", "level"],
)
def test_what_can_be_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], points: tuple[int, ...], winner: str
) -> None:
    seen = scored(capsys, workbook(tmp_path, points, winner))
    assert (seen.exit, seen.scored) == (0, ["1/1", "2/1"])
    assert seen.places()[0] == 1


@pytest.mark.parametrize(
    ("points", "winner", "codes"),
    [
        ((14, 8, 7, 5), None, {"warning vp-high-placed Results!D2"}),
        (
            (9, 10, 7, 5),
            "Ann",
            {"warning places-contradict Results!F2, Results!F3, Results!F4, Results!F5"},
        ),
    ],
)
def test_typed_places_are_the_referees_word(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    points: tuple[int, ...],
    winner: str | None,
    codes: set[str],
) -> None:
    seen = scored(capsys, workbook(tmp_path, points, winner, places=(1, 2, 3, 4)))
    assert (seen.exit, set(seen.findings), seen.scored) == (0, codes, ["1/1", "2/1"])
    assert seen.places() == [1, 2, 3, 4]


def test_places_of_part_of_the_table_decide_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = scored(capsys, workbook(tmp_path, (14, 8, 7, 5), places=(1, 2, None, None)))
    assert "error vp-high Results!D2" in seen.findings
    assert seen.scored == ["2/1"]


def test_another_scenario_may_have_been_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = workbook(tmp_path, (14, 8, 7, 5))
    message = scored(capsys, path).document["findings"][0]["message"]
    assert "Cities & Knights 13" in message.replace("cities-knights", "Cities & Knights")
    seen = scored(capsys, path, "--scenario", "cities-knights")
    assert (seen.exit, seen.scored) == (0, ["1/1", "2/1"])


def test_a_final_without_a_cap_has_a_goal_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        (number, 1, name, vp)
        for number, points in (("1", (13, 9, 8, 7)), ("2", (13, 9, 8, 7)), ("F", (17, 13, 8, 7)))
        for name, vp in zip(NAMES, points, strict=True)
    ]
    path = book(
        tmp_path,
        [header("round", "table", "player", "vp"), *rows],
        tournament={"rule_set": "eppelborn-19"},
    )
    seen = scored(capsys, path)
    assert (seen.exit, seen.findings) == (1, ["error vp-high Results!D10"])
    assert seen.scored == ["1/1", "2/1"]


@pytest.mark.parametrize(
    ("round_name", "counted"), [("2", "and 13 victory"), ("F", "and 17 victory")]
)
def test_what_counts_of_a_number_above_the_goal_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], round_name: str, counted: str
) -> None:
    """Capped in the rounds before the final, not in the final."""
    rows = [
        (number, 1, name, vp, place)
        for number in dict.fromkeys(("1", "2", round_name))
        for place, (name, vp) in enumerate(
            zip(NAMES, (17 if number == round_name else 13, 9, 8, 7), strict=True), 1
        )
    ]
    fields = header("round", "table", "player", "vp", "place")
    seen = scored(capsys, book(tmp_path, [fields, *rows], tournament={"rule_set": "eppelborn-19"}))
    message = next(
        one["message"] for one in seen.document["findings"] if one["code"] == "vp-high-placed"
    )
    assert counted in message


@pytest.mark.parametrize(
    ("points", "winner", "notes"),
    [
        ((9, 8, 7, 5), None, {"goal-not-reached"}),
        ((9, 8, 7, 5), "Ann", {"goal-not-reached"}),
        ((10, 10, 7, 5), None, {"goal-reached-twice"}),
        ((11, 10, 7, 5), None, {"goal-reached-twice"}),
        ((11, 10, 7, 5), "Bob", set()),
        ((10, 8, 7, 0), None, {"vp-zero"}),
        ((0, 0, 0, 0), None, {"goal-not-reached", "vp-zero"}),
        ((10, 9, 8, 7), None, set()),
    ],
)
def test_a_likely_slip_is_told_and_scored(
    run: Run, tmp_path: Path, points: tuple[int, ...], winner: str | None, notes: set[str]
) -> None:
    path = workbook(tmp_path, points, winner)
    document = run("score", path, "--no-write", "--format", "json").document
    found = {
        (one["level"], one["code"], one["where"])
        for one in document["findings"]
        if one["level"] != "warning"
    }
    assert found == {("note", code, "Results!D2:D5") for code in notes}
    assert document["games_scored"] == 2


def test_likely_slips_of_a_kind_are_told_together_and_counted(run: Run, tmp_path: Path) -> None:
    rows = [
        (number, 1, name, vp)
        for number in range(1, 31)
        for name, vp in zip(NAMES, (9, 8, 7, 6), strict=True)
    ]
    path = book(tmp_path, [header("round", "table", "player", "vp"), *rows], tournament=BASE)
    document = run("score", path, "--no-write", "--format", "json").document
    (slips,) = [one for one in document["findings"] if one["code"] == "goal-not-reached"]
    assert slips["where"] == "Results!D2:D81"  # 20 games, one below the other
    assert slips["message"].count("table 1") == 20
    assert "Games: 30, " in slips["message"]


LEAGUE_HEADER = ("date", "game", "table", "player", "vp", "factor")


@pytest.mark.parametrize("typed", [-3, "-3", "\u22123", -0.5])
def test_a_league_reads_scores_below_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: object
) -> None:
    points = (21, typed, 0, 7)
    rows = [
        ("2031-03-01", "Hearts", 1, name, vp, 1) for name, vp in zip(NAMES, points, strict=True)
    ]
    tournament = {"rule_set": "punktevergabe"}
    seen = scored(capsys, book(tmp_path, [header(*LEAGUE_HEADER), *rows], tournament=tournament))
    assert seen.exit == 0
    assert seen.standings == ["1 Ann: 6", "2 Dora: 3", "3 Cem: 2", "4 Bob: 1"]


def test_elsewhere_a_score_below_zero_is_refused_and_says_that_places_can_be_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = scored(capsys, workbook(tmp_path, (10, -2, 7, 5)))
    assert (seen.exit, seen.findings) == (1, ["error vp-negative Results!D3"])
    assert seen.scored == ["2/1"]
    assert "places of the whole table" in seen.document["findings"][0]["message"]
