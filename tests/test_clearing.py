"""Is what links and sums leave in the rows of results no result, and a player's row always one?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.binary_books import binary_book
from tests.support.books import Formula, Rows, Sheet, header, workbook
from tests.support.old_books import old_book
from tests.support.open_books import open_book
from tests.support.scoring import Seen, scored

MAKERS = {
    ".xlsx": partial(workbook, calculated=True),
    ".xls": old_book,
    ".xlsb": binary_book,
    ".ods": open_book,
}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana")
RULES = ("--rules", "dsvc-s3", "--scenario", "base")
HEADER = header("round", "table", "player", "vp")
BY_PLAYER = ("Player", "Table 1", "VP 1", "Table 2", "VP 2")
ZERO = Formula("=Z99", 0)
Score = Callable[..., Seen]


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    """What comes of rows below the usual header, or another one."""

    def scores(
        *rows: Sequence[Any],
        first: Sequence[Any] = HEADER,
        kind: str = ".xlsx",
        merged: Sequence[str] = (),
        rules: Sequence[str] = RULES,
        **sheets: Rows,
    ) -> Seen:
        width = max(map(len, (first, *rows)))
        lines = [[*row, *[""] * (width - len(row))] for row in (first, *rows)]
        results = Sheet(lines, merged=merged) if merged else lines
        path = MAKERS[kind](tmp_path / f"spring{kind}", {"Results": results, **sheets})
        return scored(capsys, path, *rules)

    return scores


def link(value: object) -> Formula:
    return Formula("=Z1", value)


def table(number: object, name: object, *points: object, names: Sequence[str] = NAMES) -> Rows:
    return [(number, name, player, vp) for player, vp in zip(names, points, strict=False)]


FOUR = ["1 Ann: 5 10 33.33", "2 Ben: 3 8 26.67", "3 Cleo: 2 7 23.33", "4 Dan: 1 5 16.67"]
THREE = ["1 Ann: 5 10 30", "2 Ben: 3 8 24", "3 Cleo: 1 7 21"]

# Formulas that show 0


@pytest.mark.parametrize("kind", MAKERS)
def test_links_to_what_is_not_yet_there(score: Score, kind: str) -> None:
    """A fourth seat that nobody took, a round that is drawn, rows that nothing is known of."""
    seen = score(
        *((1, 1, link(name), link(vp)) for name, vp in zip("ABC", (10, 8, 7), strict=True)),
        (1, 1, ZERO, ZERO),
        *((2, 1, link(name), ZERO) for name in "ABC"),
        *([(ZERO, ZERO, ZERO, ZERO)] * 3),
        kind=kind,
    )
    assert seen.standings == ["1 A: 5 10 30", "2 B: 3 8 24", "3 C: 1 7 21"]
    assert (seen.scored, seen.open, seen.findings) == (["1/1"], ["2/1"], [])


def test_by_player_links_to_nothing_are_no_table(score: Score) -> None:
    rows = [(name, 1, vp, 1, vp) for name, vp in zip(NAMES, (10, 8, 7, 5), strict=False)]
    away = [(name, 2, vp, ZERO, ZERO) for name, vp in zip(NAMES[4:], (10, 8, 7), strict=False)]
    seen = score(*rows, *away, first=BY_PLAYER)
    assert [seen.standing(name)["games"] for name in ("Ann", "Eva", "Gil")] == [2, 1, 1]
    assert seen.scored == ["1/1", "1/2", "2/1"]


def test_by_game_links_to_nothing_are_nobody(score: Score) -> None:
    first = ("Round", "Table", *(f"{one} {n}" for n in (1, 2, 3, 4) for one in ("Player", "VP")))
    seen = score((1, 1, "Ann", 10, "Ben", 8, "Cleo", 7, ZERO, ZERO), first=first)
    assert (seen.standings, seen.findings) == (THREE, [])


def test_one_zero_of_a_formula_at_a_table_that_was_played_is_missing(score: Score) -> None:
    """Nobody knows whether it is no points or none yet; typed, it is 0."""
    rows = table(1, 1, 10, 8, 7)
    assert score(*rows, (1, 1, "Dan", ZERO)).findings == ["error vp-missing Results!D5"]
    assert score(*rows, (1, 1, "Dan", 0)).findings == []


def test_a_player_whose_table_is_linked_and_not_yet_drawn(score: Score) -> None:
    seen = score(*table(1, 1, 10, 8, 7, 5), *table(link(2), ZERO, ZERO, ZERO, ZERO, ZERO))
    assert seen.standings == FOUR
    assert seen.findings == ["note not-played Results!B6, Results!B7, Results!B8, Results!B9"]


def test_a_date_and_a_game_linked_to_nothing(score: Score) -> None:
    first = header("date", "game", "factor", "table", "player", "place")
    rows = [("", "Catan", 1, 1, name, place) for place, name in enumerate(NAMES[:4], 1)]
    linked = [(ZERO, *row[1:]) for row in rows]
    rules = ("--rules", "punktevergabe")
    seen = score(*linked, (ZERO,) * 6, first=first, rules=rules)
    assert seen.findings == score(*rows, first=first, rules=rules).findings
    assert seen.standings[0] == "1 Ann: 6"


@pytest.mark.parametrize("kind", MAKERS)
def test_names_that_a_file_has_lost_are_one_error(score: Score, kind: str) -> None:
    seen = score(*((1, 1, ZERO, link(vp)) for vp in (10, 8, 7, 5)), kind=kind)
    assert seen.findings == ["error text-lost Results!C2, Results!C3, Results!C4, Results!C5"]
    assert (seen.standings, seen.scored) == ([], [])


# Headings that come again


@pytest.mark.parametrize("empty", [[], [("", "", "", "")]])
def test_headings_before_each_round(score: Score, empty: Rows) -> None:
    one, two = table(1, 1, 10, 8, 7, 5), table(2, 1, 10, 8, 7, 5)
    seen = score(*one, *empty, HEADER, *two)
    row = 6 + len(empty)
    assert seen.findings == [f"note headings-repeated Results!A{row}:D{row}"]
    assert seen.standings == score(*one, *two).standings


def test_headings_come_again_in_other_words(score: Score) -> None:
    again = ("Runde", "Tisch", "Spieler", "SP")
    seen = score(*table(1, 1, 10, 8, 7, 5), again, *table(2, 1, 10, 8, 7, 5))
    assert seen.findings == ["note headings-repeated Results!A6:D6"]


def test_headings_come_again_by_player(score: Score) -> None:
    rows = [(name, 1, vp, 1, vp) for name, vp in zip(NAMES, (10, 8, 7, 5), strict=False)]
    seen = score(*rows[:2], BY_PLAYER, *rows[2:], first=BY_PLAYER)
    assert (seen.exit, seen.standings[0]) == (0, "1 Ann: 10 20 66.66")
    assert [one.split()[1] for one in seen.findings] == ["headings-repeated"]


def test_headings_come_again_by_game(score: Score) -> None:
    first = ("Round", "Table", *(f"{one} {n}" for n in (1, 2, 3) for one in ("Player", "VP")))
    games = [(number, 1, "Ann", 10, "Ben", 8, "Cleo", 7) for number in (1, 2)]
    seen = score(games[0], first, games[1], first=first)
    assert seen.scored == ["1/1", "2/1"]
    assert seen.findings == ["note headings-repeated Results!C3:D3"]


def test_headings_in_another_order_are_not_passed_over(score: Score) -> None:
    again = ("Round", "Table", "VP", "Player")
    seen = score(*table(1, 1, 10, 8, 7, 5), again, (2, 1, 9, "Ann"))
    assert "headings-repeated" not in " ".join(seen.findings)
    assert seen.exit == 1


# Sums and averages


@pytest.mark.parametrize("word", ["Sum:", "Summe", "Total", "ø", "Schnitt", "Totaal"])
def test_a_sum_beside_the_list_decides_nothing(score: Score, word: str) -> None:
    """Where Table is filled only at the top of a block, or merged."""
    rows = [row if row[2] == "Ann" else ("", "", *row[2:]) for row in table(1, 1, 10, 8, 7, 5)]
    for seat in range(4):
        beside = [(*row, "", word, 30) if at == seat else row for at, row in enumerate(rows)]
        assert score(*beside).standings == FOUR
        merged = score(*beside, merged=("A2:A5", "B2:B5"))
        assert (merged.standings, merged.findings) == (FOUR, [])


@pytest.mark.parametrize(
    "total",
    [
        ("Total", "", "", 30),
        ("", "Summe:", "", 30),
        ("", "", "Total", 30),
        ("", "", "Sum", ""),
        ("", "", "Anzahl", 4),
        ("", "", "Schnitt", 7.5),
        ("", "", "Total", Formula("=SUM(D2:D5)", 31)),
        (1, 1, "Summe", 30),
        (1, "Summe:", "", 30),
        (1, "Total", "", ""),
        ("", "Schnitt", "Schnitt", 7.5),
    ],
)
def test_what_adds_a_block_up_is_no_result(score: Score, total: Sequence[Any]) -> None:
    seen = score(*table(1, 1, 10, 8, 7, 5), total)
    assert seen.findings == ["note totals-ignored Results!A6:D6"]
    assert seen.standings == FOUR


def test_a_sum_below_each_table(score: Score) -> None:
    """The word stands in the column of tables, which speak for the rows below them."""
    seen = score(
        (1, 1, "Ann", 10),
        ("", "", "Ben", 8),
        ("", "", "Cleo", 7),
        ("", "Total", "", 25),
        (2, 1, "Ann", 10),
        ("", "", "Ben", 8),
        ("", "", "Cleo", 7),
        ("", "Total", "", 25),
    )
    assert "note totals-ignored Results!A5:D5, Results!A9:D9" in seen.findings
    assert seen.standings == ["1 Ann: 10 20 60", "2 Ben: 6 16 48", "3 Cleo: 2 14 42"]


def test_a_word_for_a_sum_is_never_filled_down(score: Score) -> None:
    seen = score((1, "Total", "Ann", 10), ("", "", "Ben", 8), ("", "", "Cleo", 7))
    assert "error key-missing Results!B3, Results!B4" in seen.findings
    assert seen.scored == []


@pytest.mark.parametrize("name", ["Schnitt", "Total", "Summe", "Mean"])
@pytest.mark.parametrize("points", [5, 4, 0])
def test_a_player_who_is_called_like_a_sum_plays(score: Score, name: str, points: int) -> None:
    seen = score(*table(1, 1, 10, 8, 7), (1, 1, name, points))
    assert len(seen.standings) == 4
    assert seen.findings == []


def test_who_is_called_like_a_sum_and_plays_has_a_seat_in_the_next_round(score: Score) -> None:
    rows = [*table(1, 1, 10, 8, 7), (1, 1, "Schnitt", 5)]
    seen = score(*rows, *table(2, 1, "", "", ""), (2, 1, "Schnitt", ""))
    assert (seen.open, seen.findings) == (["2/1"], [])


@pytest.mark.parametrize(("name", "points"), [("Summe", 6), ("Schnitt", 2), ("Anzahl", 3)])
def test_points_that_add_up_of_who_plays_elsewhere_are_asked_about(
    score: Score, name: str, points: int
) -> None:
    first = [(1, 1, "Ann", 3), ("", "", "Ben", 2), ("", "", "Cleo", 1), ("", "", name, points)]
    second = [(2, 1, "Ann", 10), ("", "", "Ben", 8), ("", "", "Cleo", 7), ("", "", name, 5)]
    seen = score(*first, *second)
    assert "warning total-or-player Results!A5:D5" in seen.findings
    assert seen.scored == ["1/1", "2/1"]


def test_a_sum_of_several_is_no_forgotten_seat_of_who_plays_elsewhere(score: Score) -> None:
    first = [*table(1, 1, 3, 2, 1), (1, 1, "Summe", 4)]
    rows = [*first, *table(2, 1, 10, 8, 7), ("", "", "Summe", 25), (2, 2, "Dan", 10)]
    seen = score(*rows, (2, 2, "Eva", 8), (2, 2, "Finn", 7))
    assert [one for one in seen.findings if "games-unequal" not in one] == [
        "warning total-or-player Results!A9:D9"
    ]
    assert seen.scored == ["1/1", "2/1", "2/2"]


def test_a_sum_of_two_that_names_no_game_is_one(score: Score) -> None:
    rows = [("Azul", 1, "Ann", 60), ("Azul", 1, "Total", 50), ("Azul", 1, "Cleo", 40)]
    two = [("Set", 2, "Ann", 30), ("Set", 2, "Ben", 20), ("", "", "Total", 50)]
    games = [("Game", "Minutes"), ("Azul", 45), ("Set", 45)]
    first = header("game", "table", "player", "vp")
    seen = score(*rows, *two, first=first, rules=("--rules", "punktevergabe"), Games=games)
    assert seen.findings == ["warning total-or-player Results!A7:D7"]
    assert seen.scored == ["Azul/1", "Set/2"]


@pytest.mark.parametrize("zero", [0, "0", 0.0])
def test_a_row_of_nothing_but_zeros_is_nobody(score: Score, zero: object) -> None:
    seen = score(*table(1, 1, 10, 8, 7, 5), (zero, zero, zero, zero))
    assert (seen.findings, len(seen.standings)) == ([], 4)


def test_a_sum_is_no_count(score: Score) -> None:
    """Three points below three rows."""
    rows = [(1, 1, "Ann", 10), ("", "", "Ben", 8), ("", "", "Cleo", 7), ("", "", "Gesamt", 3)]
    seen = score(*rows)
    assert [one for one in seen.standings if "Gesamt" in one] == ["4 Gesamt: 1 3 10.71"]


def test_by_player_links_of_the_first_row_are_no_sums(score: Score) -> None:
    rows = [(name, link(1), link(vp)) for name, vp in zip(("Summe", *NAMES), (10, 8, 7, 5))]
    seen = score(*rows, first=("Player", "Table 1", "VP 1"))
    assert seen.standings[0].startswith("1 Summe: 5 10")


def test_a_sum_whose_player_is_a_link_to_nothing(score: Score) -> None:
    seen = score(*table(1, 1, 10, 8, 7, 5), ("Summe", "", ZERO, 30))
    assert seen.findings == ["note totals-ignored Results!A6:D6"]


def test_a_name_on_the_players_sheet_is_no_sum(score: Score) -> None:
    people = [("Player",), ("Ann",), ("Ben",), ("Cleo",), ("Summe",)]
    seen = score(*table(1, 1, 1, 2, 2), (1, 1, "Summe", 5), Players=people)
    assert seen.standings[0].startswith("1 Summe: 5 5")


def test_linked_points_of_who_is_called_like_a_sum(score: Score) -> None:
    """A formula among formulas says nothing."""
    rows = [*zip(NAMES, (10, 8, 7), strict=False), ("Schnitt", 5)]
    seen = score(*((1, 1, name, link(vp)) for name, vp in rows))
    assert seen.standings[3] == "4 Schnitt: 1 5 16.67"


def test_by_player_sums_below(score: Score) -> None:
    rows = [(name, 1, vp, 1, vp) for name, vp in zip(NAMES, (10, 8, 7, 5), strict=False)]
    seen = score(*rows, ("Summe", "", 30, "", 30), first=BY_PLAYER)
    assert seen.findings == ["note totals-ignored Results!B6:C6"]
    seen = score(*rows, ("Summe", 1, 6, 2, 6), first=BY_PLAYER)
    assert "totals-ignored" not in " ".join(seen.findings)


def test_a_row_of_sums_is_told_from_a_forgotten_name(score: Score) -> None:
    seen = score(*table(1, 1, 10, 8, 7), (1, 1, "", 5, "", "Total", 30))
    assert "error row-without-player Results!D5" in seen.findings
    assert seen.scored == []


@pytest.mark.parametrize(
    "rows",
    [
        # Nobody has a table of the name of a sum, so whoever has one plays.
        [*table(1, 1, 10, 8, 6), (1, 1, "Schnitt", 8)],
        [*table(1, 1, 10, 8, 6), (1, 1, "Mean", Formula("=8+0", 8))],
    ],
)
def test_who_has_a_table_plays_whatever_the_name(
    score: Score, rows: Sequence[Sequence[Any]]
) -> None:
    seen = score(*rows)
    assert seen.findings == []
    assert len(seen.standings) == 4


def test_a_row_that_names_no_game_adds_up_whatever_its_number(score: Score) -> None:
    seen = score(*table(1, 1, 10, 8, 7, 5), ("", "", "Total", 29), *table(2, 1, 10, 8, 7, 5))
    assert seen.findings == ["note totals-ignored Results!A6:D6"]
    assert seen.scored == ["1/1", "2/1"]


def test_a_sum_of_what_is_not_yet_played(score: Score) -> None:
    rows = [(1, 1, name, "") for name in NAMES[:4]]
    seen = score(*rows, ("", "", "Sum", 0))
    assert seen.findings == ["note totals-ignored Results!A6:D6"]
    assert seen.open == ["1/1"]


def test_an_unused_seat_with_a_table_does_not_keep_the_others_from_theirs(score: Score) -> None:
    """The table typed at the top of each block, and at the empty fourth seat as well."""
    first = [(1, 1, "Ann", 10), ("", "", "Ben", 8), ("", "", "Cleo", 7), (1, 1, "", "")]
    second = [(1, 2, "Dan", 10), ("", "", "Eva", 8), ("", "", "Finn", 7), ("", "", "Gil", 5)]
    seen = score(*first, *second)
    assert seen.scored == ["1/1", "1/2"]
    assert not [one for one in seen.findings if one.startswith(("error", "warning"))]


@pytest.mark.parametrize("below", [7.5, 31, Formula("=Z1", 8)])
def test_what_stands_right_below_a_sum_and_names_no_game_is_one(
    score: Score, below: object
) -> None:
    """A mean below a sum, at the foot of a list whose rounds are typed at the top of each block."""
    first = [(1, 1, "Ann", 10), ("", "", "Ben", 8), ("", "", "Cleo", 7), ("", "", "Dan", 5)]
    seen = score(*first, ("", "", "Summe", 30), ("", "", "Schnitt", below))
    assert [one for one in seen.findings if "column-filled-down" not in one] == [
        "note totals-ignored Results!A6:D6, Results!A7:D7"
    ]
    assert seen.scored == ["1/1"]


@pytest.mark.parametrize("value", [30, 7.5])
def test_a_formula_below_the_list_beside_no_name_is_a_sum(score: Score, value: object) -> None:
    seen = score(*table(1, 1, 10, 8, 7, 5), ("", "", "", Formula("=SUM(D2:D5)", value)))
    assert seen.findings == ["note totals-ignored Results!A6:D6"]
    assert seen.scored == ["1/1"]
