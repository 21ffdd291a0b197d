"""What orders standings: criteria, made of a number of a player's games.

Whatever runs over the criteria takes them from here: rule files, ranking, the columns of the
standings, JSON, `explain`. In words a criterion is called by the sentences ``decided-<number>`` and
``criterion-...``, its column by the heading of the number in the vocabulary.
"""

from __future__ import annotations

from typing import NamedTuple

from .numbers import COUNT, NUMBERS, PERCENT

TAKES = ("sum", "best", "worst", "first", "last")
OVER = ("own", "opponents", "tied")


class Criterion(NamedTuple):
    """One way to order standings.

    `of` is a number of a game: its `take` over the player's games that count, ``"sum"`` for all
    of them; divided by the sum of another number, `per`, where there is one. `over` says whose: the
    player's own, the sum of the opponents' of each game, or only of games against players who are
    still level. `higher` tells whether more is better.
    """

    of: str
    take: str = "sum"
    over: str = "own"
    per: str | None = None
    higher: bool = True

    @property
    def key(self) -> str:
        """Its name in JSON and in `Standing.criteria`, such as ``"share-per-games"``."""
        parts = [self.of]
        parts += [part for part in (self.take, self.over) if part not in ("sum", "own")]
        return "-".join(parts + ([f"per-{self.per}"] if self.per else []))

    @property
    def is_plain(self) -> bool:
        """A bare word: the sum of the player's own, the more the better."""
        return self == Criterion(self.of)

    @property
    def unit(self) -> str:
        """What it is shown in."""
        unit = NUMBERS[self.of].unit
        return PERCENT if self.per and unit == COUNT else unit
