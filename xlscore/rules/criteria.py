"""The closed vocabulary of criteria that order standings: one function each, more is better."""

from __future__ import annotations

from collections.abc import Callable

from .exact import Number


class Tally:
    """Sums of one player over the preliminary games, in the rule set's common denominators."""

    __slots__ = ("games", "places", "points", "share", "victory_points")

    def __init__(self) -> None:
        self.games = 0
        self.points: Number = 0
        self.victory_points: Number = 0
        self.share: Number = 0
        self.places: dict[int, int] = {}


def tournament_points(tally: Tally) -> Number:
    """A4.1: sum of tournament points."""
    return tally.points


def victory_points(tally: Tally) -> Number:
    """A4.2: sum of counted victory points."""
    return tally.victory_points


def share(tally: Tally) -> Number:
    """A4.3: sum of the shares of all games, rounded per game (D2)."""
    return tally.share


def firsts(tally: Tally) -> Number:
    """A4.4: number of first places; a shared place counts as that place (D10)."""
    return tally.places.get(1, 0)


def seconds(tally: Tally) -> Number:
    """A4.4: number of second places (D10)."""
    return tally.places.get(2, 0)


def thirds(tally: Tally) -> Number:
    """A4.4: number of third places (D10)."""
    return tally.places.get(3, 0)


CRITERIA: dict[str, Callable[[Tally], Number]] = {
    criterion.__name__: criterion
    for criterion in (tournament_points, victory_points, share, firsts, seconds, thirds)
}
