"""Is what is read past named, and an alarm raised only where it may matter?"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import Formula, Sheet, book, header
from tests.support.command_line import BASE
from tests.support.scoring import Seen, scored

SEATS = (("Ida", 10), ("Ove", 8), ("Tim", 7), ("Eva", 5))
HEAD = ("round", "table", "player", "vp")


def with_columns(**columns: tuple[Any, ...]) -> list[list[Any]]:
    """One table with further columns, a value a player."""
    head = [*header(*HEAD), *(heading.replace("_", " ") for heading in columns)]
    rows = [[1, 1, name, vp] for name, vp in SEATS]
    return [
        head,
        *([*row, *(values[n] for values in columns.values())] for n, row in enumerate(rows)),
    ]


@pytest.fixture
def seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def seen(rows: Any, *options: str, **more: Any) -> Seen:
        return scored(capsys, book(tmp_path, rows, tournament=BASE, **more), *options)

    return seen


def told(outcome: Seen) -> list[str]:
    return [line for line in outcome.findings if "unread" in line]


def test_headings_that_mean_nothing_are_named_in_one_note(seen: Any) -> None:
    rows = with_columns(Colour=("red", "blue", "white", "orange"), Town=("", "A", "", ""))
    outcome = seen(rows)
    assert told(outcome) == ["note columns-unread Results!E1, Results!F1"]
    assert outcome.document["unread_columns"] == ["Colour", "Town"]
    assert outcome.exit == 0


def test_a_sheet_without_them_has_no_note(seen: Any) -> None:
    outcome = seen(with_columns())
    assert told(outcome) == []
    assert outcome.document["unread_columns"] == []


def test_only_what_touches_the_list_belongs_to_it(seen: Any) -> None:
    rows = [["Phone", *row, None, "Other"] for row in with_columns(Empty=("", "", "", ""))]
    outcome = seen(Sheet(rows))
    assert outcome.document["unread_columns"] == ["Phone"]


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("Penalty", (None, -1, None, None)),
        ("Disqualified", ("x", None, None, None)),
        ("DQ", ("x", "", "", "")),
        ("Strafpunkte", (0, 0, 2, 0)),
        ("Abzug", (None, None, None, 1)),
        ("Malus", (None, None, None, 1)),
        ("Bonus", (None, None, None, 1)),
        ("Rang", (2, 1, 3, 4)),
        ("Rank", ("2nd", "1st", "3rd", "4th")),
        ("Endplatz", (2, 1, 3, 4)),
        ("Final points", (4, 5, 2, 1)),
        ("Pos", (1, 3, 2, 4)),
        ("TP", (5, 3, 2, 2)),
    ],
)
def test_points_places_and_penalties_are_a_warning(seen: Any, heading: str, values: Any) -> None:
    outcome = seen(with_columns(**{heading: values}))
    assert told(outcome) == ["warning columns-unread-points Results!E1"]
    (finding,) = [one for one in outcome.document["findings"] if "unread" in one["code"]]
    assert heading in finding["message"]
    assert outcome.document["unread_columns"] == [heading]


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("TP", (5, 3, 2, 1)),
        ("Rang", (1, 2, 3, 4)),
        ("Rank", ("1.", "2.", "3.", "4.")),
        ("VP_total", (10, 8, 7, 5)),
        ("Points_%", (33.33, 26.67, 23.33, 16.67)),
        ("Score_share", (0.3333, 0.2667, 0.2333, 0.1667)),
        ("Table_points", (30, None, None, None)),
        ("Penalty", (0, "-", "no", None)),
        ("Bonus", (None, None, None, None)),
        ("Frank", (1, 2, 1, 1)),
        ("Orange", (3, 1, 1, 1)),
    ],
)
def test_what_is_computed_here_as_well_is_no_alarm(seen: Any, heading: str, values: Any) -> None:
    outcome = seen(with_columns(**{heading: values}))
    assert told(outcome) in ([], ["note columns-unread Results!E1"])
    assert outcome.exit == 0


def test_sums_and_ranks_of_an_archive_by_player(seen: Any) -> None:
    head = ["Rank", "Player", "Table 1", "VP 1", "TP 1", "Table 2", "VP 2", "TP 2", "Sum TP", "%"]
    points, shares = (5, 3, 2, 1), (66.66, 53.34, 46.66, 33.34)
    rows = [
        [n + 1, name, 1, vp, points[n], 1, vp, points[n], Formula("=1+1", 2 * points[n]), shares[n]]
        for n, (name, vp) in enumerate(SEATS)
    ]
    outcome = seen([head, *rows])
    assert told(outcome) == [
        "note columns-unread Results!A1, Results!E1, Results!H1, Results!I1, Results!J1"
    ]
    rows[2][0] = 4
    assert told(seen([head, *rows]))[0] == "warning columns-unread-points Results!A1"


def test_running_sums_are_no_alarm(seen: Any) -> None:
    rows = [
        [number, 1, name, vp, number * points]
        for number in (1, 2)
        for (name, vp), points in zip(SEATS, (5, 3, 2, 1), strict=True)
    ]
    assert told(seen([[*header(*HEAD), "TP so far"], *rows])) == ["note columns-unread Results!E1"]


def test_headings_that_come_again_are_no_words_of_a_column_of_points(seen: Any) -> None:
    heading = ["Round", "Table", "Player", "VP", "TP"]
    first = [[1, 1, *one] for one in (("Ida", 10, 5), ("Ove", 8, 3), ("Tim", 6, 1))]
    second = [[2, 1, *one] for one in (("Ida", 10, 5), ("Ove", 8, 3), ("Tim", 6, 1))]
    findings = seen([heading, *first, heading, *second]).findings
    assert [one for one in findings if "unread" in one] == ["note columns-unread Results!E1"]


@pytest.mark.parametrize("beside", [["Tisch 3"], [None, "Table 2"], ["Round 1"]])
def test_by_game_a_title_beside_the_headings_is_no_column_of_a_seat(
    seen: Any, beside: list[Any]
) -> None:
    heading = ["Round", "Table", *(f"{word} {n}" for n in (1, 2, 3) for word in ("Player", "VP"))]
    rows = [[*heading, *beside], [1, 1, "Ida", 10, "Ove", 8, "Tim", 6]]
    assert seen(rows).scored == ["1/1"]


def test_by_game_the_sum_of_a_table(seen: Any) -> None:
    seats = [f"{word} {number}" for number in (1, 2, 3, 4) for word in ("Player", "VP")]
    row = [1, 1, *(cell for pair in SEATS for cell in pair)]
    outcome = seen([["Round", "Table", *seats, "Points together"], [*row, 30]])
    assert told(outcome) == ["note columns-unread Results!K1"]
    outcome = seen([["Round", "Table", *seats, "Points together"], [*row, 31]])
    assert told(outcome) == ["warning columns-unread-points Results!K1"]


# Seat or place


def test_a_position_without_places_is_an_error_for_the_list(seen: Any) -> None:
    outcome = seen(with_columns(Position=(1, 3, 2, 4)))
    assert outcome.findings == ["error position-unclear Results!E1"]
    assert outcome.scored == []
    assert outcome.exit == 1


def test_a_position_beside_places_is_a_seat(seen: Any) -> None:
    outcome = seen(with_columns(Position=(4, 3, 2, 1), Place=(1, 2, 3, 4)))
    assert outcome.findings == []
    assert outcome.places() == [1, 2, 3, 4]


def test_an_empty_position_says_nothing(seen: Any) -> None:
    assert seen(with_columns(Position=(None,) * 4)).scored == ["1/1"]


def test_a_position_at_a_seat_by_game(seen: Any) -> None:
    head, row = ["Round", "Table"], [1, 1]
    for number, (name, vp) in enumerate(SEATS, 1):
        head += [f"Player {number}", f"VP {number}", f"Position {number}"]
        row += [name, vp, number]
    assert seen([head, row]).findings == [
        "error position-unclear Results!E1, Results!H1, Results!K1, Results!N1"
    ]


def test_the_position_of_a_row_by_player_is_a_rank(seen: Any) -> None:
    rows = [[n, name, 1, vp] for n, (name, vp) in enumerate(SEATS, 1)]
    outcome = seen([["Position", "Player", "Table 1", "VP 1"], *rows])
    assert outcome.findings == ["note columns-unread Results!A1"]


# What is read in more ways than one


@pytest.mark.parametrize(
    "places",
    [
        ("1.", "2.", "3.", "4."),
        ("1st", "2nd", "3rd", "4th"),
        ("first", "second", "third", "fourth"),
        ("Erster", "Zweite", "dritter", "vierte"),
        ("1. Platz", "2. Platz", "Platz 3", "place 4"),
        ("🥇", "🥈", "🥉", "4"),
        ("1ter", "2te", "3te", "4te"),
    ],
)
def test_places_as_words_of_order(seen: Any, places: tuple[str, ...]) -> None:
    outcome = seen(with_columns(Place=places))
    assert outcome.places() == [1, 2, 3, 4]
    assert {line.split()[1] for line in outcome.findings} == {"number-as-text"}


def test_an_unreadable_place_does_not_ask_for_victory_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = header("game", "table", "player", "place")
    rows = [["Chess", 1, name, "good"] for name, _ in SEATS]
    games = [header("game", "minutes", kind="games"), ["Chess", 60]]
    path = book(tmp_path, [head, *rows], games=games, tournament={"rule_set": "punktevergabe"})
    outcome = scored(capsys, path)
    assert {line.split()[1] for line in outcome.findings} == {"place-invalid"}


def by_game(winner: Any, **names: str) -> list[list[Any]]:
    seats = [f"{word} {number}" for number in (1, 2, 3, 4) for word in ("Player", "VP")]
    points = (10, 10, 7, 5)
    row = [1, 1]
    for (name, _), vp in zip(SEATS, points, strict=True):
        row += [names.get(name, name), vp]
    return [["Round", "Table", *seats, "Winner"], [*row, winner]]


@pytest.mark.parametrize(
    "winner", [2, "2", 2.0, "2.", "Ove", "ove", "Ove 🏆", "Player 2", "Nr. 2", "Spieler 2"]
)
def test_by_game_the_winner_is_a_number_or_a_name(seen: Any, winner: Any) -> None:
    outcome = seen(by_game(winner))
    assert outcome.places() == [2, 1, 3, 4]
    assert outcome.findings == []


@pytest.mark.parametrize("winner", ["Xaver", 7, "x", True, "draw"])
def test_a_winner_who_is_nobody_is_an_error(seen: Any, winner: Any) -> None:
    outcome = seen(by_game(winner))
    assert outcome.findings == ["error winner-unknown Results!K2"]
    assert outcome.scored == []


def test_a_winner_who_may_be_two_is_an_error(seen: Any) -> None:
    assert seen(by_game("2", Ida="2")).findings == ["error winner-unknown Results!K2"]


@pytest.mark.parametrize("winner", [None, "", 0, "no", "nein"])
def test_no_winner_is_none(seen: Any, winner: Any) -> None:
    assert seen(by_game(winner)).places() == [1, 1, 3, 4]


@pytest.mark.parametrize(
    ("last", "first"),
    [("Nachname", "Vorname"), ("Last name", "First name"), ("Surname", "Given name")],
)
def test_first_and_last_name_in_two_columns(seen: Any, last: str, first: str) -> None:
    names = (("Lund", "Ida"), ("Falk", "Ove"), ("Rask", "Tim"), ("Holm", "Eva"))
    for swapped in (False, True):
        pair = (first, last) if swapped else (last, first)
        rows = [
            [1, 1, *(name[::-1] if swapped else name), vp]
            for name, (_, vp) in zip(names, SEATS, strict=True)
        ]
        outcome = seen([["Round", "Table", *pair, "VP"], *rows])
        assert outcome.standings[0] == "1 Ida Lund: 5 10 33.33"
        assert outcome.findings == []


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("Correction", (None, 9, None, None)),
        ("Korrektur", (None, "9 SP", None, None)),
        ("Void", (None, "x", None, None)),
        ("Valid", ("yes", "no", "yes", "yes")),
        ("Gewertet", ("ja", "nein", "ja", "ja")),
        ("Counted", (True, False, True, True)),
        ("Gültig", (1, 0, 1, 1)),
    ],
)
def test_rows_that_are_corrected_or_do_not_count_are_a_warning(
    seen: Any, heading: str, values: Any
) -> None:
    outcome = seen(with_columns(**{heading: values}))
    assert told(outcome) == ["warning columns-unread-points Results!E1"]


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("Correction", (None, "-", None, None)),
        ("Valid", ("yes", "yes", "yes", "yes")),
        ("Gewertet", ("x", None, "x", "x")),
        ("Counted", (True, True, True, True)),
    ],
)
def test_rows_that_all_count_are_no_alarm(seen: Any, heading: str, values: Any) -> None:
    outcome = seen(with_columns(**{heading: values}))
    assert told(outcome) == ["note columns-unread Results!E1"]


PAIR = (("Ida", 90), ("Ove", 80), ("Tim", 70)), (("Eva", 95), ("Max", 85), ("Pia", 75))


def league(heading: str, values: Any) -> list[list[Any]]:
    """Six rows of one day, game and table, and a further column."""
    names = [*header("date", "table", "player", "vp", "game", "factor"), heading]
    people = [one for table in PAIR for one in table]
    return [
        names,
        *([date(2026, 3, 7), 1, *one, "Ox", 1, value] for one, value in zip(people, values)),
    ]


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("Uhrzeit", ("18:00",) * 3 + ("20:30",) * 3),
        ("Match no", (1,) * 3 + (2,) * 3),
        ("Partie", ("A", None, None, "B", None, None)),
        ("Group", ("A",) * 2 + ("B",) * 4),
    ],
)
def test_two_games_with_one_key_that_another_column_tells_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], heading: str, values: Any
) -> None:
    made = book(tmp_path, league(heading, values), tournament={"rule_set": "punktevergabe"})
    assert "warning games-divided Results!B2" in scored(capsys, made).findings


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("Uhrzeit", ("18:00",) * 6),
        ("No", (1, 2, 3, 4, 5, 6)),
        ("Group", ("A", "B", "A", "B", "A", "B")),
        ("Group", ("A", "A", "B", "B", "A", "A")),
        ("Time", (None, None, "late", None, "late again", None)),
        ("Club", ("A",) * 3 + ("B",) * 3),
        ("Nr", (None,) * 6),
    ],
)
def test_a_column_of_the_players_divides_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], heading: str, values: Any
) -> None:
    made = book(tmp_path, league(heading, values), tournament={"rule_set": "punktevergabe"})
    assert not any("divided" in line for line in scored(capsys, made).findings)
