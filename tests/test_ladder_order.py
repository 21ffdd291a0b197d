"""Is the order of a ladder the one that decision D20 defines, worked out here once more?

Random tournaments of few different results, so that places, criteria and lots are often level.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import xlscore
from tests.support.ladder import PLAYERS, RULES, SEEDS, Record, records, workbook
from xlscore.rules.model import Evaluation, Standing
from xlscore.rules.playoffs import qualified

RANKS = range(1, len(PLAYERS) + 1)


def played(name: int | str, table: int, ranks: tuple[int, ...], chance: Random) -> list[Record]:
    return list(records(name, table, {rank: chance.randint(8, 10) for rank in ranks}))


def rounds(chance: Random) -> list[Record]:
    """Three rounds of five tables drawn by lot."""
    rows: list[Record] = []
    for number in (1, 2, 3):
        order = chance.sample(RANKS, len(RANKS))
        for table in range(5):
            rows += played(number, table + 1, tuple(order[4 * table : 4 * table + 4]), chance)
    return rows


def alike(rows: list[Record]) -> list[Record]:
    """The same with 10, 9, 8 and 7 at every table, so that ranks are often level."""
    return [{**row, "vp": 10 - seat % 4} for seat, row in enumerate(rows)]


def evaluated(folder: Path, rows: list[Record], lots: dict[int, int]) -> Evaluation:
    path = workbook(folder, rows, lots=lots)
    return xlscore.evaluate(xlscore.read(path), xlscore.load_rules(RULES))


def places(rows: list[Record]) -> dict[str, int]:
    """The place of everybody at the tables of one round."""
    return {
        row["player"]: 1
        + sum(other["vp"] > row["vp"] for other in rows if other["table"] == row["table"])
        for row in rows
    }


Key = tuple[int, int, int]


def separates(standing: Standing, same_place: list[Standing]) -> str:
    """The first criterion after which nobody on the same place is level."""
    names = [name for name, _ in standing.criteria]
    for depth in range(len(names) + 1):
        own = standing.criteria[:depth]
        if not any(other.criteria[:depth] == own for other in same_place):
            return names[depth - 1] if depth else "semi-final"
    return "lot"


@pytest.mark.parametrize("seed", range(40))
def test_the_order_is_the_one_defined(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    lots = {rank: 21 - rank for rank in RANKS if chance.random() < 0.8}
    rows = rounds(chance) if seed % 2 else alike(rounds(chance))
    before = evaluated(tmp_path, rows, lots).standings
    seeds = [PLAYERS.index(one.player) + 1 for one in before]
    semi_finals: list[Record] = []
    for table, ranks in enumerate(SEEDS, 1):
        semi_finals += played("semi-final", table, tuple(seeds[rank - 1] for rank in ranks), chance)
    of_semi_final = places(semi_finals)
    winners = {
        row["table"]: PLAYERS.index(row["player"]) + 1
        for row in semi_finals
        if of_semi_final[row["player"]] == 1
    }
    final = played("final", 1, tuple(winners.values()), chance)
    of_final = places(final)

    def key(standing: Standing) -> Key:
        if standing.player in of_final:
            return of_final[standing.player], 0, 0
        return 9, of_semi_final.get(standing.player, 9), standing.rank

    after = evaluated(tmp_path, [*rows, *semi_finals, *final], lots).standings
    keys = {standing.player: key(standing) for standing in before}
    for standing in after:
        own = keys[standing.player]
        level = [one for one in before if keys[one.player] == own and one.player != standing.player]
        assert standing.rank == 1 + sum(other < own for other in keys.values())
        assert standing.tied == bool(level)
        if level:
            assert standing.decided_by is None
        elif standing.player in of_final:
            assert standing.decided_by == standing.stage == "final"
        elif standing.player in of_semi_final:
            same_place = [
                one
                for one in before
                if keys[one.player][:2] == own[:2] and one.player != standing.player
            ]
            assert standing.decided_by == separates(standing, same_place)
            assert standing.stage == "semi-final"
        else:
            assert standing.stage == "preliminary"
    assert [one.criteria for one in sorted(after, key=lambda one: one.player)] == [
        one.criteria for one in sorted(before, key=lambda one: one.player)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_whoever_qualifies_is_seated_once_and_no_tie_is_hidden(tmp_path: Path, seed: int) -> None:
    evaluation = evaluated(tmp_path, alike(rounds(Random(seed))), {})
    found = qualified(evaluation)
    ranks = {one.player: one.rank for one in evaluation.standings}
    line = sorted(ranks.values())[15:17]
    if line[0] == line[1]:
        assert [one.kind for one in found.obstacles] == ["tie-across-line"]
        assert not found.tables
        return
    assert not found.obstacles
    assert sorted(one for table in found.tables for one in table) == sorted(found.seeds)
    assert {ranks[one] <= 16 for one in found.seeds} == {True}
    tied = {one.player for one in evaluation.standings if one.tied and one.rank <= 16}
    assert {one for group in found.level for one in group} == tied
