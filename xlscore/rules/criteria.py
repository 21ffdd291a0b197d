"""The closed vocabulary of criteria that order standings: how each is totalled, and what is better.

Whatever runs over the criteria takes them from here: rule files, ranking, the columns of the
standings, JSON, `explain`. In words a criterion is called by the sentence ``decided-<name>``, its
column by the heading of that name in the vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .exact import Number

Outcome = tuple[int, Number, Number, Number, int]
"""Of one player in one game: place, and points, victory points and share in units; the last place
that there was at the table."""


class Totals:
    """Sums of one player over the preliminary games, in the rule set's common denominators."""

    __slots__ = ("games", "outcomes", "places", "points", "share", "victory_points")

    def __init__(self) -> None:
        self.games = 0
        self.points: Number = 0
        self.victory_points: Number = 0
        self.share: Number = 0
        self.places: dict[int, int] = {}
        """How often each place; a shared place counts as that place (D10)."""
        self.outcomes: Sequence[Outcome] = ()


POINTS, SHARE, COUNT = "points", "share", "count"


class Criterion(NamedTuple):
    """One way to order standings."""

    total: Callable[[Totals], Number]
    unit: str = COUNT
    """POINTS and SHARE are totalled in the rule set's denominators; COUNT is a plain number."""
    higher: bool = True
    """Whether more is better."""


CRITERIA: dict[str, Criterion] = {
    # A4.1: sum of tournament points
    "tournament_points": Criterion(lambda totals: totals.points, POINTS),
    # A4.2: sum of counted victory points
    "victory_points": Criterion(lambda totals: totals.victory_points),
    # A4.3: sum of the shares of all games, rounded per game (D2)
    "share": Criterion(lambda totals: totals.share, SHARE),
    # A4.4: number of first, second, third places; a shared place counts as that place (D10)
    "firsts": Criterion(lambda totals: totals.places.get(1, 0)),
    "seconds": Criterion(lambda totals: totals.places.get(2, 0)),
    "thirds": Criterion(lambda totals: totals.places.get(3, 0)),
}
"""By the name that rule files and `decided_by` give it."""
