"""How many pairs meet again in a tournament, by lot and spread? And how long does a round take?

`python -m benchmarks.seating` prints the means over some seeds, and the seconds of one round of
200 players with ten rounds before it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import mean, median

from xlscore.seating.draw import Table, lot, spread

FIELDS = (16, 24, 61, 120)
ROUNDS = 5
SEEDS = range(20)
LARGE_FIELD = 200
EARLIER_ROUNDS = 10

Draw = Callable[[Sequence[str], Sequence[Table], str, int], Sequence[Table]]


def by_lot(
    players: Sequence[str], _earlier: Sequence[Table], seed: str, number: int
) -> Sequence[Table]:
    """The round as it falls."""
    return lot(players, seed, number)


def by_spread(
    players: Sequence[str], earlier: Sequence[Table], seed: str, number: int
) -> Sequence[Table]:
    """The round with as few pairs again as possible, of `ROUNDS` rounds planned."""
    return spread(players, earlier, seed, number, ROUNDS).tables


def tournament(draw: Draw, count: int, seed: str) -> list[Table]:
    """All tables of a tournament, drawn round by round."""
    tables: list[Table] = []
    for number in range(1, ROUNDS + 1):
        tables += draw(names(count), tables, seed, number)
    return tables


def names(count: int) -> list[str]:
    """The players of a field."""
    return [f"Player {number:03}" for number in range(1, count + 1)]


def again(tables: Sequence[Table]) -> int:
    """How often a pair sat together that had before."""
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    return sum(times - 1 for times in met.values())


def seconds() -> list[float]:
    """How long a round takes in the large field, for every seed."""
    players = names(LARGE_FIELD)
    measured = []
    for seed in map(str, SEEDS):
        earlier: list[Table] = []
        for number in range(1, EARLIER_ROUNDS + 1):
            earlier += spread(players, earlier, seed, number).tables
        start = time.perf_counter()
        spread(players, earlier, seed, EARLIER_ROUNDS + 1)
        measured.append(time.perf_counter() - start)
    return measured


def main() -> None:
    """Print both tables."""
    print(f"pairs that meet again in {ROUNDS} rounds, mean of {len(SEEDS)} seeds")
    print(f"{'players':>8} {'by lot':>8} {'spread':>8}")
    for count in FIELDS:
        lots, spreads = (
            mean([again(tournament(draw, count, str(seed))) for seed in SEEDS])
            for draw in (by_lot, by_spread)
        )
        print(f"{count:8} {lots:8.1f} {spreads:8.1f}", flush=True)
    measured = seconds()
    print(f"one round of {LARGE_FIELD} players after {EARLIER_ROUNDS} rounds:", end=" ")
    print(f"median {median(measured):.3f} s, longest {max(measured):.3f} s")


if __name__ == "__main__":
    main()
