"""Are tournament points that the referee gives or takes added once, told, and never guessed?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.support.books import book, header
from tests.support.command_line import BASE
from tests.support.scoring import Seen, run, scored

SEATS = (("Ida", 10), ("Ove", 8), ("Tim", 7), ("Eva", 5))


def long(
    *given: tuple[int, str, Any], reason: str | None = None, round_name: Any = 2
) -> list[list[Any]]:
    """Two rounds of a table, with bonus points by round and player."""
    points = {(number, name): value for number, name, value in given}
    head = header("round", "table", "player", "vp", "bonus", "reason")
    return [
        head,
        *(
            [number, 1, name, vp, bonus, reason if bonus is not None else None]
            for number in (1, round_name)
            for name, vp in SEATS
            for bonus in [points.get((number, name))]
        ),
    ]


@pytest.fixture
def seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def seen(rows: list[list[Any]], **tournament: str) -> Seen:
        return scored(capsys, book(tmp_path, rows, tournament=tournament or BASE))

    return seen


def points(outcome: Seen) -> dict[str, str]:
    return {line["player"]: line["tournament_points"] for line in outcome.document["standings"]}


@pytest.mark.parametrize(
    ("typed", "sum_of_points"),
    [(1, "5"), (-2, "2"), (0.5, "4.5"), ("+3", "7"), ("-0,25", "3.75"), (-7, "-3"), ("1.5", "5.5")],
)
def test_points_by_the_referee_are_added(seen: Any, typed: Any, sum_of_points: str) -> None:
    outcome = seen(long((1, "Tim", typed)))
    assert points(outcome) == {"Ida": "10", "Ove": "6", "Tim": sum_of_points, "Eva": "2"}
    assert "note bonus-points Results!E4" in outcome.findings
    assert outcome.exit == 0
    given = [line.get("bonus") for line in outcome.document["standings"]]
    assert sum(value is not None for value in given) == 1


def test_they_change_the_order_and_are_summed_once(seen: Any) -> None:
    outcome = seen(long((1, "Eva", 5), (2, "Eva", 4)))
    assert [line["player"] for line in outcome.document["standings"]] == [
        "Eva",
        "Ida",
        "Ove",
        "Tim",
    ]
    assert outcome.standing("Eva")["bonus"] == "9"
    assert outcome.decided_by()[0] == "tournament_points"


@pytest.mark.parametrize("value", [None, 0, "0"])
def test_no_points_change_nothing(seen: Any, value: Any) -> None:
    outcome = seen(long((1, "Tim", value)))
    assert points(outcome)["Tim"] == "4"
    assert not any("bonus" in line for line in outcome.document["standings"])


def test_a_league_has_them_as_well_and_never_weighs_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = header("date", "game", "table", "player", "vp", "bonus")
    rows = [
        ["2026-03-01", "Chess", 1, name, vp, bonus]
        for name, vp, bonus in (("Ida", 3, None), ("Ove", 2, 1.25), ("Tim", 1, -1))
    ]
    games = [header("game", "minutes", "factor", kind="games"), ["Chess", 60, 2]]
    path = book(tmp_path, [head, *rows], games=games, tournament={"rule_set": "punktevergabe"})
    plain = [row[:-1] for row in [head, *rows]]
    without = scored(
        capsys, book(tmp_path, plain, games=games, name="plain.xlsx"), "--rules", "punktevergabe"
    )
    outcome = scored(capsys, path)
    for name, given in (("Ove", 1.25), ("Tim", -1)):
        assert float(points(outcome)[name]) == float(points(without)[name]) + given


def test_reasons_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = book(tmp_path, long((1, "Tim", -1), reason="late"), tournament=BASE)
    outcome = scored(capsys, path, "--lang", "en")
    (told,) = [one for one in outcome.document["findings"] if one["code"] == "bonus-points"]
    assert told["message"] == "Bonus TP of “Tim”: -1 (late); added to the tournament points."
    _, out, _ = run(capsys, "explain", path, "Tim", "--lang", "en")
    assert "Tournament points by the referee: -1 (late)." in out


def test_by_game_they_stand_at_a_seat(seen: Any) -> None:
    head = ["Round", "Table"]
    for number in (1, 2, 3, 4):
        head += [f"Player {number}", f"VP {number}", f"Bonus TP {number}"]
    row: list[Any] = [1, 1]
    for name, vp in SEATS:
        row += [name, vp, 2 if name == "Eva" else None]
    outcome = seen([head, row])
    assert points(outcome) == {"Ida": "5", "Ove": "3", "Tim": "2", "Eva": "3"}
    assert outcome.findings == ["note bonus-points Results!N2"]


def test_by_player_they_belong_to_a_round_or_to_the_player(seen: Any) -> None:
    head = ["Player", "Bonus TP", "Table 1", "VP 1", "Bonus TP 1", "Table 2", "VP 2", "Bonus TP 2"]
    rows = [
        [name, 1 if name == "Tim" else None, 1, vp, None, 1, vp, 2 if name == "Eva" else None]
        for name, vp in SEATS
    ]
    own = [[*row[:1], *row[2:]] for row in [head, *rows]]
    assert points(seen(own)) == {"Ida": "10", "Ove": "6", "Tim": "4", "Eva": "4"}
    shared = [[row[0], row[1], row[2], row[3], row[5], row[6]] for row in [head, *rows]]
    assert points(seen(shared)) == {"Ida": "10", "Ove": "6", "Tim": "5", "Eva": "2"}


def test_a_german_heading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = long((1, "Tim", 1))
    rows[0] = header("round", "table", "player", "vp", "bonus", "reason", language="de")
    outcome = scored(capsys, book(tmp_path, rows, tournament=BASE, language="de"))
    assert points(outcome)["Tim"] == "5"


@pytest.mark.parametrize("typed", ["two", True, "1.234"])
def test_what_is_no_number_keeps_its_game_out(seen: Any, typed: Any) -> None:
    outcome = seen(long((1, "Tim", typed)))
    assert "error bonus-invalid Results!E4" in outcome.findings
    assert outcome.scored == ["2/1"]
    assert points(outcome)["Tim"] == "2"


def test_points_without_a_player_are_an_error(seen: Any) -> None:
    rows = [*long(), [2, 1, None, None, 3, None]]
    outcome = seen(rows)
    assert "error bonus-without-player Results!E10" in outcome.findings
    assert points(outcome)["Ida"] == "10"


def test_points_in_a_final_or_a_game_in_error_do_not_count(seen: Any) -> None:
    outcome = seen(long((2, "Tim", 1), round_name=2))
    rows = long((1, "Tim", 1))
    rows[1][3] = "?"
    wrong = seen(rows)
    assert points(outcome)["Tim"] == "5"
    assert "warning bonus-not-counted Results!E4" in wrong.findings
    assert points(wrong)["Tim"] == "2"
    final = long(("Final", "Tim", 1), round_name="Final")
    late = seen(final, rule_set="eppelborn-19", scenario="base")
    assert "warning bonus-not-counted Results!E8" in late.findings


def test_many_are_named_up_to_a_number(seen: Any) -> None:
    head = header("round", "table", "player", "vp", "bonus")
    rows = [[number, 1, name, vp, 1] for number in range(1, 8) for name, vp in SEATS]
    findings = seen([head, *rows]).findings
    assert sum("bonus-points " in line for line in findings) == 20
    assert "note bonus-points-more Results!E22" in findings


def test_standings_show_them_behind_the_status_and_forget_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = book(tmp_path, long((1, "Tim", 0.5)), tournament=BASE)
    run(capsys, "score", path, "--in-place")
    sheet = openpyxl.load_workbook(path)["Standings"]
    assert [cell.value for cell in sheet["M"]] == ["Bonus TP", None, None, 0.5, None]
    assert sheet["L1"].value
    assert [cell.value for cell in sheet["A"]] == ["Rank", 1, 2, 3, 4]
    changed = openpyxl.load_workbook(path)
    changed["Results"]["E4"] = None
    changed.save(path)
    run(capsys, "score", path, "--in-place")
    sheet = openpyxl.load_workbook(path)["Standings"]
    assert [cell.value for cell in sheet["M"]] == [None] * 5
    assert sheet["L1"].value


@pytest.mark.parametrize("language", ["en", "de"])
def test_points_on_the_players_sheet_are_added_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    """They belong to no game; with a reason they are told with it."""
    rows = [header("round", "table", "player", "vp", language=language)]
    rows += [[turn, 1, name, vp] for turn in (1, 2) for name, vp in SEATS]
    heads = {"en": ["Player", "Bonus TP", "Reason"], "de": ["Name", "Bonus-TP", "Grund"]}[language]
    listed = [heads, ["Ida", None, None], ["Ove", -2, "late"], ["Tim", 1, None], ["Gil", 3, None]]
    path = book(tmp_path, rows, players=listed, tournament=BASE, language=language)
    outcome = scored(capsys, path, "--rounds", "2")
    assert points(outcome) == {"Ida": "10", "Ove": "4", "Tim": "5", "Eva": "2"}
    sheet = {"en": "Players", "de": "Spieler"}[language]
    assert f"note bonus-points {sheet}!B3" in outcome.findings
    assert f"note bonus-points {sheet}!B4" in outcome.findings
    # who has not played gets nothing
    assert f"warning bonus-not-counted {sheet}!B5" in outcome.findings


def test_what_is_no_number_of_points_on_the_players_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [header("round", "table", "player", "vp"), *([1, 1, name, vp] for name, vp in SEATS)]
    listed = [["Player", "Bonus TP"], ["Ida", "much"]]
    path = book(tmp_path, rows, players=listed, tournament=BASE)
    assert "error bonus-invalid Players!B2" in scored(capsys, path).findings
