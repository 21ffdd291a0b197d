"""Who plays the next knock-out round, at which table, and what stands in the way?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

import xlscore
from tests.support.books import book, header
from tests.support.ladder import (
    FIELDS,
    FINAL,
    PLAYERS,
    RULES,
    SEEDS,
    SEMI_FINALS,
    Game,
    Record,
    final,
    laid,
    level_tables,
    preliminaries,
    records,
    semi_finals,
    workbook,
)
from xlscore.formats.read import open_workbook
from xlscore.rules.playoffs import Obstacle, Qualified, qualified, seated
from xlscore.rules.rule_file import load_rules
from xlscore.seating.finals import final as draw_final
from xlscore.workbook.read import read_results


def seen(
    folder: Path,
    *parts: Iterable[Record],
    rules: str | Path = RULES,
    lots: Mapping[int, int] | None = None,
    rounds: int | None = None,
) -> Qualified:
    """What comes next; `lots` by preliminary rank, `rounds` as the Tournament sheet plans them."""
    path = workbook(folder, [row for part in parts for row in part], lots=lots, rounds=rounds)
    scenario = None if str(rules) == "eppelborn-19" else "base"
    return qualified(xlscore.evaluate(xlscore.read(path), load_rules(rules), scenario))


def named(*ranks: int) -> tuple[str, ...]:
    return tuple(PLAYERS[rank - 1] for rank in ranks)


# Who sits where


def test_the_best_sixteen_are_seated_by_rank(tmp_path: Path) -> None:
    tables = tuple(named(*ranks) for ranks in SEEDS)
    assert seen(tmp_path, preliminaries()) == Qualified(
        "semi-final", named(*range(1, 17)), tables, level=(), obstacles=()
    )


def test_the_winners_play_the_final(tmp_path: Path) -> None:
    """In the order of the semi-finals."""
    winners = named(9, 2, 14, 5)
    assert seen(tmp_path, preliminaries(), semi_finals()) == Qualified("final", winners, (winners,))


def test_without_semi_finals_the_best_play_the_final(tmp_path: Path) -> None:
    best = named(1, 2, 3, 4)
    expected = Qualified("final", best, (best,))
    assert seen(tmp_path, preliminaries([1, 2]), rules="eppelborn-19") == expected


def test_as_many_players_as_play_on_are_enough(tmp_path: Path) -> None:
    rows = [row for number in (1, 2) for row in records(number, 1, {1: 10, 2: 9, 3: 8, 4: 7})]
    found = seen(tmp_path, rows, rules="eppelborn-19")
    assert found == Qualified("final", named(1, 2, 3, 4), (named(1, 2, 3, 4),))


def test_rules_without_a_final_have_no_next_round(tmp_path: Path) -> None:
    assert seen(tmp_path, preliminaries(), rules="dsvc-s3") == Qualified(None)


def test_levels_among_the_seeds_are_told(tmp_path: Path) -> None:
    """The line itself is settled by lots; ranks 4 and 5, 9 and 10, 14 and 15 are not."""
    found = seen(tmp_path, level_tables(), lots={16: 2, 17: 1})
    assert found.level == (named(4, 5), named(9, 10), named(14, 15))
    assert found.seeds == named(*range(1, 16), 17)
    assert found.tables[0] == named(1, 8, 9, 17)
    assert found.obstacles == ()


def test_the_order_of_each_level_group_is_drawn_for_itself(tmp_path: Path) -> None:
    """Ranks 9 and 10 are seated at tables 1 and 2, or the other way, 14 and 15 at 3 and 2."""
    lots = [[player, {16: 2, 17: 1}.get(rank)] for rank, player in enumerate(PLAYERS, 1)]
    results = laid(level_tables(), FIELDS[:-1], "en", "long")
    players = [header("player", "lot", kind="players"), *lots]
    path = book(tmp_path, results, players=players, tournament={"scenario": "base"})
    opened, rules = open_workbook(path), load_rules(RULES)
    drawn = set()
    for seed in range(24):
        tables = draw_final(opened, read_results(opened), str(seed), rules=rules).tables
        drawn.add((PLAYERS[8] in tables[0], PLAYERS[13] in tables[2]))
    assert len(drawn) == 4


def test_seeds_in_another_order_are_seated_anew() -> None:
    """After lots for the order of level seeds."""
    assert seated("abcdef", [[1, 4, 6], [3, 2, 5]]) == (("a", "d", "f"), ("c", "b", "e"))


def test_levels_in_the_final_mean_nothing(tmp_path: Path) -> None:
    """Everybody sits at one table: two pairs are level."""
    rows = (
        dict(row, round=number)
        for number in (1, 2)
        for table, ranks in ((1, (1, 3, 5, 7)), (2, (2, 4, 6, 8)))
        for row in records(number, table, dict(zip(ranks, (13, 9, 7, 5), strict=True)))
    )
    found = seen(tmp_path, rows, rules="eppelborn-19")
    assert found == Qualified("final", named(1, 2, 3, 4), (named(1, 2, 3, 4),))


# What stands in the way

OPEN: Game = {2: None, 7: None, 10: None, 15: None}
FAULTY: Game = {2: 10, 7: None, 10: 7, 15: 9}


def faulty(rows: Iterable[Record], number: int) -> list[Record]:
    """The rows with one left without victory points."""
    return [{**row, "vp": None} if index == number else row for index, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("parts", "round_name", "obstacles"),
    [
        (
            [records(1, 1, dict.fromkeys((1, 2, 3, 4)))],
            "semi-final",
            [
                Obstacle("rounds-to-come"),
                Obstacle("preliminaries-open", games=(0,)),
                Obstacle("players-too-few"),
            ],
        ),
        ([preliminaries([1, 2])], "semi-final", [Obstacle("rounds-to-come")]),
        (
            [preliminaries(), records(3, 6, {21: None, 22: None, 23: None, 24: None})],
            "semi-final",
            [Obstacle("preliminaries-open", games=(15,))],
        ),
        (
            [faulty(preliminaries(), 5)],
            "semi-final",
            [Obstacle("preliminaries-unscored", games=(1,))],
        ),
        (
            [[row for row in preliminaries() if row["table"] < 4]],
            "semi-final",
            [Obstacle("players-too-few")],
        ),
        (
            [[row for row in preliminaries() if row["player"] not in PLAYERS[15:]]],
            "semi-final",
            [Obstacle("players-too-few")],
        ),
        (
            [level_tables()],
            "semi-final",
            [Obstacle("tie-across-line", named(16, 17))],
        ),
        (
            [preliminaries(), semi_finals(*SEMI_FINALS[:2])],
            "semi-final",
            [Obstacle("round-there", games=(15, 16))],
        ),
        (
            [preliminaries(), semi_finals(SEMI_FINALS[0], OPEN, *SEMI_FINALS[2:])],
            "final",
            [Obstacle("semi-finals-open", games=(16,))],
        ),
        (
            [preliminaries(), semi_finals(SEMI_FINALS[0], FAULTY, *SEMI_FINALS[2:])],
            "final",
            [Obstacle("semi-finals-unscored", games=(16,))],
        ),
        (
            [preliminaries(), semi_finals({1: 10, 8: 7, 9: 10, 16: 8}, *SEMI_FINALS[1:])],
            "final",
            [Obstacle("semi-final-shared", named(1, 9), (15,))],
        ),
        (
            [preliminaries(), semi_finals(), final(FINAL)],
            "final",
            [Obstacle("round-there", games=(19,))],
        ),
        (
            [preliminaries(), final(dict.fromkeys(FINAL))],
            "final",
            [Obstacle("round-there", games=(15,))],
        ),
    ],
)
def test_what_stands_in_the_way_is_told_and_nobody_is_seated(
    tmp_path: Path,
    parts: list[Iterable[Record]],
    round_name: str,
    obstacles: list[Obstacle],
) -> None:
    found = seen(tmp_path, *parts)
    assert found == Qualified(round_name, obstacles=tuple(obstacles))


def test_rounds_of_the_tournament_sheet_are_waited_for(tmp_path: Path) -> None:
    """More than the rules name."""
    found = seen(tmp_path, preliminaries(), rounds=4)
    assert found.obstacles == (Obstacle("rounds-to-come"),)


def test_the_referees_places_settle_a_shared_first_place(tmp_path: Path) -> None:
    placed: Game = {1: (10, 1), 8: (7, 4), 9: (10, 2), 16: (8, 3)}
    found = seen(tmp_path, preliminaries(), semi_finals(placed, *SEMI_FINALS[1:]))
    assert found.seeds == named(1, 2, 14, 5)
