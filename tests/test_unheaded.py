"""Is a seat or a round told of whose heading was forgotten, and a remark beside the list not?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.books import Formula, Sheet, book
from tests.support.command_line import BASE
from tests.support.scoring import Seen, scored

GAMES = [
    [1, 1, "Ida", 10, "Ove", 8, "Tim", 7, "Eva", 5],
    [2, 1, "Ove", 10, "Ida", 8, "Eva", 7, "Tim", 5],
]
PLAYERS = [
    ["Ida", 1, 10, 1, 8],
    ["Ove", 1, 8, 1, 10],
    ["Tim", 1, 7, 1, 5],
    ["Eva", 1, 5, 1, 7],
]


def by_game(language: str = "en") -> list[str]:
    seat = ("Player {}", "VP {}") if language == "en" else ("Spieler {}", "SP {}")
    names = ["Round", "Table"] if language == "en" else ["Runde", "Tisch"]
    return [*names, *(word.format(number) for number in (1, 2, 3, 4) for word in seat)]


def by_player(language: str = "en") -> list[str]:
    seat = ("Table {}", "VP {}") if language == "en" else ("Tisch {}", "SP {}")
    name = "Player" if language == "en" else "Spieler"
    return [name, *(word.format(number) for number in (1, 2) for word in seat)]


@pytest.fixture
def seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def seen(*rows: Any, language: str = "en") -> Seen:
        made = book(tmp_path, Sheet(rows), tournament=BASE, language=language)
        return scored(capsys, made)

    return seen


def told(outcome: Seen) -> list[str]:
    return [line.replace("Ergebnisse", "Results") for line in outcome.findings if "unhead" in line]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "headings", [(None, None), ("Spalte1", "Spalte2"), ("Column9", "Column10")]
)
def test_a_seat_by_game(seen: Any, headings: Any, language: str) -> None:
    outcome = seen([*by_game(language)[:8], *headings], *GAMES, language=language)
    assert told(outcome) == ["warning columns-unheaded Results!I1, Results!J1"]


def test_a_seat_in_the_middle_by_game(seen: Any) -> None:
    head = by_game()
    outcome = seen([*head[:4], None, None, *head[6:]], *GAMES)
    assert told(outcome) == ["warning columns-unheaded Results!E1, Results!F1"]


def test_a_fifth_player_in_one_game_only(seen: Any) -> None:
    outcome = seen(by_game(), [*GAMES[0], "Max", 4], GAMES[1])
    assert told(outcome) == ["warning columns-unheaded Results!K1, Results!L1"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_round_by_player(seen: Any, language: str) -> None:
    outcome = seen([*by_player(language)[:3], None, None], *PLAYERS, language=language)
    assert told(outcome) == ["warning columns-unheaded Results!D1, Results!E1"]


def test_the_points_of_a_round_by_player(seen: Any) -> None:
    outcome = seen([*by_player()[:4], None], *PLAYERS)
    assert told(outcome) == ["warning columns-unheaded Results!E1"]


@pytest.mark.parametrize(
    "more",
    [
        ([None, "late"], [None, ""]),
        ([None, "late"], [None, 95]),
        (["late", None], ["", None]),
        ([95, None], [80, None]),
        ([95, 12], [80, 4]),
        (["late", "again"], ["", ""]),
        ([Formula("=1+1", 2), Formula("=1+1", "x")], ["", ""]),
    ],
)
def test_remarks_beside_the_games_are_left_alone(seen: Any, more: Any) -> None:
    outcome = seen(by_game(), *(row + beside for row, beside in zip(GAMES, more)))
    assert told(outcome) == []
    assert outcome.exit == 0


@pytest.mark.parametrize("sums", [(18,), (Formula("=2+16", 18), Formula("=8", 8)), (None, 3, 18)])
def test_sums_beside_the_players_are_left_alone(seen: Any, sums: Any) -> None:
    outcome = seen(by_player(), *([*row, *sums] for row in PLAYERS))
    assert told(outcome) == []
    assert outcome.exit == 0


def test_the_long_form_has_no_groups(seen: Any) -> None:
    rows = [[1, 1, name, vp, "late", 3] for name, vp in (("Ida", 10), ("Ove", 8), ("Tim", 7))]
    outcome = seen(["Round", "Table", "Player", "VP"], *rows)
    assert told(outcome) == []


LONG = [[1, 1, "Ida", 10], [1, 1, "Ove", 8], [1, 1, "Tim", 7], [1, 1, "Eva", 5]]
LONG_HEAD = ["Round", "Table", "Player", "VP"]
FORMS = [
    (LONG_HEAD, LONG, [[2, *row[1:]] for row in LONG], 2),
    (by_game(), GAMES[:1], GAMES[1:], 2),
    (by_player(), PLAYERS, [["Ida", 2, 9, 2, 8]], 0),
]


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize(("head", "rows", "more", "player"), FORMS)
def test_rows_that_lie_beside_the_list(
    seen: Any, head: Any, rows: Any, more: Any, player: int, below: bool
) -> None:
    gap = [None] * (len(head) + 1)
    if below:
        outcome = seen(head, *rows, *([*gap, *row] for row in more))
    else:
        more = more * len(rows) if len(more) < len(rows) else more
        outcome = seen(head, *([*row, None, *beside] for row, beside in zip(rows, more)))
    (line,) = [one for one in outcome.findings if "aside" in one]
    assert line == f"warning rows-aside Results!{chr(ord('A') + len(gap) + player)}1"
    (told,) = [one for one in outcome.document["findings"] if one["code"] == "rows-aside"]
    assert f"row {2 + len(rows) * below} and row" in told["message"]


@pytest.mark.parametrize(
    "beside",
    [
        [["Rank", "Games", "Player", "TP"], [1, 1, "Ida", 5], [2, 1, "Ove", 3], [3, 1, "Tim", 2]],
        [[None] * 4, ["Rank", "Games", "Player", "TP"], [1, 1, "Ida", 5], [2, 1, "Ove", 3]],
        [[None] * 4, [None, None, "Ida", 5], [None, None, "Ove", 3]],
        [[None] * 4, [1, 1, "Ida", None], [1, 2, "Ove", None]],
        [[None] * 4, [1, 1, "Somebody", 10]],
    ],
)
def test_what_has_headings_or_is_no_whole_row_is_left_alone(seen: Any, beside: Any) -> None:
    rows = [LONG_HEAD, *LONG]
    beside = [*beside, *([[None] * 4] * (len(rows) - len(beside)))]
    outcome = seen(*([*row, None, *more] for row, more in zip(rows, beside)))
    assert not any("aside" in line for line in outcome.findings)
