"""What earlier rounds mean for the next: meetings, tables of three, seats; and what is possible.

Players are numbers from 0 in their canonical order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

Tables = Sequence[Sequence[int]]
Groups = list[tuple[int, ...]]


class Amount(NamedTuple):
    """A number that should be small, beside one that no draw of this round can go below."""

    reached: int
    least: int


class Quality(NamedTuple):
    """How well a round is spread over the players, beside what this round allows at best."""

    pairs_again: Amount
    """Pairs at one table who met before."""
    threes_again: Amount
    """Players at a table of three who sat at one before."""
    starts_above: Amount
    """Players who, with this round, had seat 1 more often than a fair division requires."""


class History:
    """The earlier rounds of those who play now; who has left since is not counted."""

    def __init__(
        self, players: Sequence[str], earlier: Sequence[Sequence[str]], seats_known: bool = True
    ) -> None:
        number = {name: index for index, name in enumerate(players)}
        everybody = range(len(players))
        self.met = [[0 for _ in everybody] for _ in everybody]
        self.threes = [0 for _ in everybody]
        self.seats = [[0, 0, 0, 0] for _ in everybody]
        self.tables: list[list[int]] = []
        for table in earlier:
            present = sorted(number[name] for name in set(table) if name in number)
            self.tables.append(present)
            for one, other in permutations(present, 2):
                self.met[one][other] += 1
            for seat, name in enumerate(table[:4]):
                if seats_known and name in number:
                    self.seats[number[name]][seat] += 1
            if len(table) == 3:
                for player in present:
                    self.threes[player] += 1
        self.tables.sort()  # the rows may stand in any order
        self.starts = [seats[0] for seats in self.seats]

    def quality(self, tables: Tables) -> Quality:
        """The quality of a round; `tables` hold the players in the order of their seats."""
        sizes = [len(table) for table in tables]
        pairs = sum(
            1 for table in tables for one, other in combinations(table, 2) if self.met[one][other]
        )
        threes = sum(1 for t in tables if len(t) == 3 for player in t if self.threes[player])
        fair = self._fair_starts(len(tables))
        starters = {table[0] for table in tables}
        above = sum(
            1 for player, starts in enumerate(self.starts) if starts + (player in starters) > fair
        )
        return Quality(
            Amount(pairs, self.least_pairs(sizes)),
            Amount(threes, self.least_threes(sizes)),
            Amount(above, self._least_starts(len(tables))),
        )

    def unevenness(self, tables: Tables) -> tuple[int, int]:
        """What a round costs besides meetings: again at a table of three, again a start.

        For each player at a table of three the square of how often before, and for each table the
        starts of the one who has fewest, who then gets the next.
        """
        threes = sum([self.threes[player] ** 2 for t in tables if len(t) == 3 for player in t])
        return threes, sum([min([self.starts[player] for player in t]) for t in tables])

    def least_unevenness(self, sizes: Sequence[int]) -> tuple[int, int]:
        """No round has less: those take the seats who have had them least."""
        threes = sorted(self.threes)[: 3 * sizes.count(3)]
        return sum([times**2 for times in threes]), sum(sorted(self.starts)[: len(sizes)])

    def least_pairs(self, sizes: Sequence[int]) -> int:
        """No round has fewer pairs who met before, by the better of two ways of counting.

        Whoever has too few strangers left meets others again. And players of one earlier table,
        who have all met, spread over the tables there are: if there are more of them than
        tables, some meet again.
        """
        strangers = [row.count(0) - 1 for row in self.met]
        fours, threes = sizes.count(4), sizes.count(3)
        lacking = sum(max(0, 3 - left) for left in strangers)
        eased = sum(1 for left in strangers if left < 3)  # one fewer each, if at a table of three
        lacking -= min(3 * threes, eased)
        gathered = 0
        counted: set[tuple[int, ...]] = set()
        for table in self.tables:
            pairs = set(combinations(sorted(table), 2))
            if not pairs & counted:
                counted |= pairs
                each, more = divmod(len(table), fours + threes)
                gathered += more * each + (fours + threes) * each * (each - 1) // 2
        return max((lacking + 1) // 2, gathered)

    def least_threes(self, sizes: Sequence[int]) -> int:
        """No round has fewer players at a table of three again: seats there, less newcomers."""
        return max(0, 3 * sizes.count(3) - self.threes.count(0))

    def _fair_starts(self, tables: int) -> int:
        """How often a player has to have started at most if starts are divided evenly."""
        return -(-(sum(self.starts) + tables) // len(self.starts))

    def _least_starts(self, tables: int) -> int:
        """Those already above, and starters beyond those who still have one coming."""
        fair = self._fair_starts(tables)
        above = sum(1 for starts in self.starts if starts > fair)
        below = sum(1 for starts in self.starts if starts < fair)
        return above + max(0, tables - below - above)
