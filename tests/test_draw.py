"""Is everybody seated, by lot or spread over the rounds, evenly, and each time the same way?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlscore.seating.draw import Drawn, Table, lot, spread, start_order, table_sizes
from xlscore.seating.meetings import Amount, History, Quality
from xlscore.seating.next_round import Seated
from xlscore.seating.told import seated_in_words
from xlscore.words import Refused
from xlscore.workbook.edits import Edits, SheetEdits

FINALISTS = ["Ann Ahorn", "Bob Birke", "Cem Ceder", "Dora Douglasie"]


def names(count: int) -> list[str]:
    return [f"Player {number:03}" for number in range(1, count + 1)]


def pairs(tables: Sequence[Sequence[str]]) -> Counter[tuple[str, ...]]:
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def tournament(count: int, rounds: int, seed: str, planned: int | None = None) -> list[Drawn]:
    """The rounds drawn one after the other, each with the tables of those before."""
    drawn: list[Drawn] = []
    for number in range(1, rounds + 1):
        earlier = [table for one in drawn for table in one.tables]
        total = rounds if planned is None else planned
        drawn.append(spread(names(count), earlier, seed, number, total))
    return drawn


Item = TypeVar("Item")


def all_tables(drawn: Sequence[Drawn]) -> list[Table]:
    return [table for one in drawn for table in one.tables]


# Sizes of tables


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (3, 3, 3)),
        (16, (4, 4, 4, 4)),
        (17, (4, 4, 3, 3, 3)),
    ],
)
def test_as_few_tables_of_three_as_possible(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players) == sizes


def test_every_possible_number_is_divided_exactly() -> None:
    for players in (3, 4, *range(6, 300)):
        sizes = table_sizes(players)
        assert sum(sizes) == players
        assert sizes.count(3) < 4
        assert list(sizes) == sorted(sizes, reverse=True)


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_an_impossible_number_is_refused_with_what_is_possible(players: int) -> None:
    with pytest.raises(Refused, match=r"3, 4, 6 or more"):
        lot(names(players), "4711", 1)


# By lot


def test_golden_lot() -> None:
    assert lot([f"P{number}" for number in range(1, 8)], "4711", 1) == (
        ("P2", "P6", "P7", "P4"),
        ("P1", "P3", "P5"),
    )


def test_golden_start_order() -> None:
    assert start_order(["Ann", "Bob", "Cem", "Dora"], "4711", "final") == (
        *("Cem", "Ann", "Dora", "Bob"),
    )


def test_every_start_order_of_a_final_is_equally_likely() -> None:
    draws = 4800
    orders = Counter(start_order(FINALISTS, str(seed), "final") for seed in range(draws))
    squares = sum((orders[order] - draws / 24) ** 2 for order in permutations(FINALISTS))
    assert squares / (draws / 24) < 49.7  # 23 degrees of freedom, one in a thousand


def test_every_division_of_eight_into_two_tables_is_equally_likely() -> None:
    draws = 7000
    tables = Counter(
        frozenset(map(frozenset, lot(names(8), str(seed), 1))) for seed in range(draws)
    )
    assert len(tables) == 35
    squares = sum((count - draws / 35) ** 2 for count in tables.values())
    assert squares / (draws / 35) < 65.2  # 34 degrees of freedom, one in a thousand


def test_every_player_has_every_seat_equally_often() -> None:
    """Seven players on a four and a three; the cells of one draw exclude each other: 7/6."""
    draws = 4900
    spots: Counter[tuple[int, int, str]] = Counter()
    for seed in range(draws):
        for number, table in enumerate(lot(names(7), str(seed), 1)):
            spots.update((number, seat, player) for seat, player in enumerate(table))
    assert len(spots) == 49
    squares = sum((count - draws / 7) ** 2 for count in spots.values())
    assert squares / (draws / 7) * 6 / 7 < 68.0  # 36 degrees of freedom, one in a thousand


# The same again, whatever the order of rows and the computer


def test_the_order_of_the_rows_changes_nothing() -> None:
    players = names(21)
    earlier = list(lot(players, "4711", 1))
    turned = players[::-1]
    assert lot(turned, "4711", 1) == tuple(earlier)
    assert spread(turned, earlier[::-1], "4711", 2) == spread(players, earlier, "4711", 2)
    assert start_order(FINALISTS[::-1], "7", "final") == start_order(FINALISTS, "7", "final")


def test_neither_the_rows_order_nor_that_at_a_table_tells_another_least() -> None:
    """What is least is counted table after table, and tables have players in common."""
    chance = Random(7)
    for count in [*range(7, 13)] * 4:
        earlier = [
            table
            for _ in range(3)
            for table in lot(names(count), str(chance.random()), chance.randrange(99))
        ]
        mixed = [tuple(chance.sample(table, len(table))) for table in earlier]
        chance.shuffle(mixed)
        drawn = spread(names(count), earlier, "4711", 4, seats_known=False)
        assert spread(names(count), mixed, "4711", 4, seats_known=False) == drawn


REPEAT = """
from xlscore.seating.draw import spread
players = [f"Player {number:03}" for number in range(1, 48)]
earlier = []
for number in range(1, 5):
    earlier += spread(players[: 14 + number], earlier, "4711", number, 5).tables
for number in range(1, 15):
    earlier += spread(players, earlier, "4711", number).tables
print(earlier)
"""


def test_the_seed_of_hashes_changes_nothing() -> None:
    outputs = set()
    for hash_seed in ("0", "4242"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        finished = subprocess.run(
            [sys.executable, "-c", REPEAT],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        outputs.add(finished.stdout)
    assert len(outputs) == 1


GOLDEN_ROUNDS = [
    ["8 9 7", "5 1 2", "4 3 6"],
    ["7 2 3", "6 8 1", "9 4 5"],
    ["3 5 8", "1 7 4", "2 6 9"],
    ["2 6 7 4", "1 3 5"],
    ["5 2 6 3", "4 7 1"],
    ["7 1 2 5", "6 4 3"],
]


def test_golden_rounds() -> None:
    """Planned ahead (nine players) and improved by exchanges (seven)."""
    shown = [
        [" ".join(player[-1] for player in table) for table in drawn.tables]
        for count in (9, 7)
        for drawn in tournament(count, 3, "4711")
    ]
    assert shown == GOLDEN_ROUNDS


# Spread


def test_the_first_round_is_the_lot() -> None:
    drawn = spread(names(61), [], "4711", 1, 5)
    assert drawn.tables == lot(names(61), "4711", 1)
    assert all(amount == (0, 0) for amount in drawn.quality)


def test_sixteen_players_meet_everybody_exactly_once_in_five_rounds() -> None:
    for seed in range(200):
        met = pairs(all_tables(tournament(16, 5, str(seed))))
        assert len(met) == 120, seed
        assert set(met.values()) == {1}, seed


def test_sixteen_players_need_no_plan_told() -> None:
    for seed in range(20):
        met = pairs(all_tables(tournament(16, 5, str(seed), planned=0)))
        assert set(met.values()) == {1}, seed


@pytest.mark.parametrize("count", [15, 17, 18, 20, 24, 32, 61])
def test_nobody_meets_again_in_five_rounds(count: int) -> None:
    for seed in range(10):
        met = pairs(all_tables(tournament(count, 5, str(seed))))
        assert set(met.values()) == {1}, seed


def test_twelve_players_meet_again_as_rarely_as_possible() -> None:
    """Two rounds of three tables always share three pairs, so ten pairs of rounds share 30."""
    for seed in range(5):
        met = pairs(all_tables(tournament(12, 5, str(seed))))
        assert sum(times * (times - 1) // 2 for times in met.values()) == 30


def test_a_table_of_three_comes_once_for_each_of_fifteen() -> None:
    tables = all_tables(tournament(15, 5, "4711"))
    threes = Counter(player for table in tables if len(table) == 3 for player in table)
    assert set(threes.values()) == {1}
    assert len(threes) == 15


@pytest.mark.parametrize("count", [24, 60, 120])
def test_everybody_starts_once_in_four_rounds(count: int) -> None:
    starters = [table[0] for table in all_tables(tournament(count, 4, "4711"))]
    assert sorted(starters) == names(count)


def test_four_players_take_every_seat_once_in_four_rounds() -> None:
    for seed in range(20):
        drawn = tournament(4, 4, str(seed))
        assert all(len(set(seat)) == 4 for seat in zip(*all_tables(drawn)))


def test_two_hundred_players_after_ten_rounds() -> None:
    drawn = tournament(200, 11, "4711")[-1]
    assert [amount.reached for amount in drawn.quality] == [0, 0, 0]


def test_those_who_leave_and_come_are_seen() -> None:
    drawn = tournament(61, 2, "4711", planned=5)
    earlier = all_tables(drawn)
    players = [*names(61)[3:], "Ann Ahorn", "Bob Birke"]
    third = spread(players, earlier, "4711", 3, 5)
    assert sorted(player for table in third.tables for player in table) == sorted(players)
    assert third.quality.pairs_again.reached == 0
    assert not pairs(earlier) & pairs(third.tables)


@pytest.mark.parametrize(("table", "again"), [("ABCX", 0), ("ABX", 2), ("ABC", 3), ("ABCXY", 0)])
def test_who_has_left_sat_at_the_table_all_the_same(table: str, again: int) -> None:
    """A table of four that one has left was no table of three, and one of three still is one."""
    drawn = spread(["A", "B", "C"], [tuple(table)], "4711", 2)
    assert drawn.quality.threes_again == (again, again)


def divisions(players: tuple[Item, ...], sizes: Sequence[int]) -> Iterator[list[tuple[Item, ...]]]:
    """All ways to divide the players into tables of these sizes, some of them more than once."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = tuple(player for player in players if player not in table)
        for others in divisions(rest, sizes[1:]):
            yield [table, *others]


def cost(earlier: Sequence[Table], tables: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """What a division costs, counted from the tables alone: meetings, threes, starts."""
    met = pairs(earlier)
    threes = Counter(player for table in earlier if len(table) == 3 for player in table)
    starts = Counter(table[0] for table in earlier)
    return (
        sum(met[pair] ** 2 for pair in pairs(tables)),
        sum(threes[player] ** 2 for table in tables if len(table) == 3 for player in table),
        sum(min(starts[player] for player in table) for table in tables),
    )


@pytest.mark.parametrize("count", [6, 7, 8, 9])
def test_no_division_of_a_small_field_is_better(count: int) -> None:
    """Where nothing is left to plan for, the round is the best of all there are."""
    for seed in range(2):
        for number in (2, 3, 5):
            earlier = all_tables(tournament(count, number - 1, str(seed)))
            drawn = spread(names(count), earlier, str(seed), number, number)
            every = divisions(tuple(names(count)), table_sizes(count))
            assert cost(earlier, drawn.tables) == min(cost(earlier, tables) for tables in every)


def test_a_third_meeting_counts_more_than_two_second_ones() -> None:
    """The weights, seen: four players who met twice are parted, though others then meet again."""
    twice = [("A", "B", "C", "D"), ("A", "B", "E", "F")]
    drawn = spread(["A", "B", "C", "D", "E", "F"], twice, "4711", 3, 3)
    assert pairs(drawn.tables)["A", "B"] == 0


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Round 2: 7 players; tables of four: 1, of three: 1; seed 99.",
                "Pairs that meet again: 11 (at least 12); players at a table of three again: 13 "
                "(at least 14); players who start more often than others must: 15 (at least 16).",
            ],
        ),
        (
            "de",
            [
                "Runde 2: 7 Personen; Vierertische: 1, Dreiertische: 1; Startwert 99.",
                "Paare, die sich wieder begegnen: 11 (mindestens 12); wieder am Dreiertisch: 13 "
                "(mindestens 14); häufiger Startspieler als nötig: 15 (mindestens 16).",
            ],
        ),
    ],
)
def test_each_number_of_a_draw_is_told_as_what_it_is(language: str, told: list[str]) -> None:
    quality = Quality(Amount(11, 12), Amount(13, 14), Amount(15, 16))
    tables = (("A", "B", "C", "D"), ("E", "F", "G"))
    nothing = SheetEdits("Results", ())
    seated = Seated("2", tables, "99", Edits(nothing, nothing), quality)
    assert seated_in_words(seated, language) == told


# Whatever the history


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[str], list[Table]]:
    """Players, and earlier tables of any sizes at which others sat as well."""
    count = draw(st.sampled_from([3, 4, *range(6, 30)]))
    pool = names(count + 4)
    table = st.lists(st.sampled_from(pool), min_size=2, max_size=5, unique=True).map(tuple)
    return names(count), draw(st.lists(table, max_size=30))


@given(histories(), st.text(max_size=5).filter(lambda seed: seed.isprintable()), st.integers(0, 6))
@settings(max_examples=40)
def test_everybody_is_seated_once_whatever_went_before(
    players_and_earlier: tuple[list[str], list[Table]], seed: str, rounds: int
) -> None:
    players, earlier = players_and_earlier
    drawn = spread(players, earlier, seed, 3, rounds)
    assert sorted(player for table in drawn.tables for player in table) == players
    assert tuple(map(len, drawn.tables)) == table_sizes(len(players))
    assert all(amount.reached >= amount.least for amount in drawn.quality)


@given(st.data())
@settings(max_examples=100)
def test_no_division_goes_below_what_is_said_to_be_least(data: st.DataObject) -> None:
    count = data.draw(st.sampled_from([3, 4, 6, 7, 8]))
    table = st.lists(st.sampled_from(names(count + 1)), min_size=2, max_size=5, unique=True)
    history = History(names(count), data.draw(st.lists(table, max_size=9)))
    for tables in divisions(tuple(range(count)), table_sizes(count)):
        for amount in history.quality(tables):
            assert amount.reached >= amount.least
        uneven = history.unevenness(tables)
        least = history.least_unevenness(table_sizes(count))
        assert uneven[0] >= least[0]
        assert uneven[1] >= least[1]
