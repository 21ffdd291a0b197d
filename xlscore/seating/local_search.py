"""A round improved by exchanging two players at a time, as often as a fixed budget allows.

Costs are whole numbers, weighted so that what matters first outweighs all that follows: meeting
again (the square of how often the two have met), sitting at a table of three again (likewise),
starting again. A tabu search: a table that costs something is picked by lot, and the best
exchange for it is made even if it costs more; nobody returns at once to a table just left; the
best round on the way is kept. Steps are counted, never timed: every computer takes the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from .meetings import Groups, History
from .random_draw import Chance

STEPS = 2000
EXCHANGES = 500_000
"""The most steps, and about the most exchanges looked at, for one round."""


def improved(groups: Sequence[Sequence[int]], history: History, chance: Chance) -> Groups:
    """The groups with players exchanged, so that the round costs as little as was found.

    Groups keep their sizes. A round that costs as little as any could is returned as it is.
    """
    seating = _Seating(groups, history)
    if len(groups) == 1:
        return seating.groups()
    best, lowest = seating.groups(), seating.cost
    for step in range(min(STEPS, EXCHANGES // (4 * len(history.met)))):
        costly = seating.costly()
        if not costly or lowest <= seating.least:
            break
        exchange = seating.best_exchange(costly[chance.below(len(costly))], step, lowest, chance)
        if exchange is None:
            continue
        seating.make(exchange, until=step + 2 + chance.below(len(groups)))
        if seating.cost < lowest:
            best, lowest = seating.groups(), seating.cost
    return best


class _Exchange(NamedTuple):
    """Two players change places; `cost` is what the round then costs more (or, below 0, less)."""

    one: int
    here: int
    other: int
    there: int
    cost: int


class _Seating:
    """Who sits where, and what it costs; kept up to date from exchange to exchange."""

    def __init__(self, groups: Sequence[Sequence[int]], history: History) -> None:
        self.tables = [list(group) for group in groups]
        self.starts = history.starts
        players = range(len(history.met))
        # One of each outweighs all that may follow, also within the change of an exchange.
        a_three = 1 + 4 * len(groups) * max(self.starts)
        a_pair = a_three * (1 + 4 * len(players) * max(history.threes) ** 2)
        threes = [a_three * times**2 for times in history.threes]
        self.pairs = [[a_pair * times**2 for times in row] for row in history.met]
        # What each player costs, or would cost, at each table beside its members: the rest of
        # the bookkeeping is this, and an exchange changes two rows of it.
        self.at = [
            [
                sum([self.pairs[player][member] for member in table])
                + (threes[player] if len(table) == 3 else 0)
                for player in players
            ]
            for table in self.tables
        ]
        self.enough = sorted(self.starts)[len(groups) - 1]  # starts that a starter may have had
        self.barred = [[0 for _ in players] for _ in groups]  # until which step, at each table
        sizes = [len(group) for group in groups]
        least_threes, least_starts = history.least_unevenness(sizes)
        self.least = a_pair * history.least_pairs(sizes) + a_three * least_threes + least_starts
        self.cost = sum(map(self._cost, range(len(groups))))

    def _cost(self, number: int) -> int:
        table = self.tables[number]
        meeting = sum([self.pairs[one][other] for one, other in combinations(table, 2)])
        alone = sum([self.at[number][player] for player in table]) - 2 * meeting
        return meeting + alone + min([self.starts[player] for player in table])

    def groups(self) -> Groups:
        """The tables as they are now."""
        return [tuple(table) for table in self.tables]

    def costly(self) -> list[int]:
        """The tables that cost more than they must."""
        return [
            number
            for number, (table, costs) in enumerate(zip(self.tables, self.at))
            if any(costs[player] for player in table)
            or min([self.starts[player] for player in table]) > self.enough
        ]

    def best_exchange(
        self, number: int, step: int, lowest: int, chance: Chance
    ) -> _Exchange | None:
        """The exchange of somebody at a table that costs least; one of the best by lot.

        What is barred is possible only where the round becomes cheaper than `lowest`, the
        cheapest so far. None if nothing is possible.
        """
        here, starts, table = self.at[number], self.starts, self.tables[number]
        enough = lowest - self.cost
        best: list[_Exchange] = []
        limit: int | None = None  # of the cost but for starts, which never outweigh it
        for one in table:
            pairs = self.pairs[one]
            fewest_left = min([starts[player] for player in table if player != one])
            for there_number, there_table in enumerate(self.tables):
                if there_number == number:
                    continue
                there = self.at[there_number]
                moving = there[one] - here[one]
                barred = self.barred[there_number][one] > step
                for other in there_table:
                    cost = moving + here[other] - there[other] - 2 * pairs[other]
                    if limit is not None and cost > limit:
                        continue
                    without_starts = cost
                    cost += min(fewest_left, starts[other]) - min(fewest_left, starts[one])
                    left = min([starts[player] for player in there_table if player != other])
                    cost += min(left, starts[one]) - min(left, starts[other])
                    if cost >= enough and (barred or self.barred[number][other] > step):
                        continue
                    if not best or cost < best[0].cost:
                        best = []
                        limit = without_starts
                    if not best or cost == best[0].cost:
                        best.append(_Exchange(one, number, other, there_number, cost))
        return best[chance.below(len(best))] if best else None

    def make(self, exchange: _Exchange, until: int) -> None:
        """The two change places, and neither comes back before step `until`."""
        one, here, other, there, cost = exchange
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        change = [came - went for came, went in zip(self.pairs[other], self.pairs[one])]
        self.at[here] = [old + more for old, more in zip(self.at[here], change)]
        self.at[there] = [old - more for old, more in zip(self.at[there], change)]
        self.barred[here][one] = self.barred[there][other] = until
        self.cost += cost
