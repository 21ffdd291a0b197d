"""The closed list of numbers of a game that rules may speak of: each a pure, exact function of one
table, in a unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from .exact import Number

POINTS, SHARE, PERCENT, COUNT = "points", "share", "percent", "count"
"""Units: points and shares have decimals, as percents have; COUNT is a plain number."""

Values = tuple[Number, ...]


class Outcomes(NamedTuple):
    """What has come of a table so far, one entry per seat.

    `counted` are the victory points that count, `share` is in percent, both empty under rules
    without them; `winners` tell who has won, `lower` whether the lower score does.
    """

    places: tuple[int, ...]
    winners: tuple[bool, ...]
    counted: Values = ()
    share: Values = ()
    lower: bool = False


def exactly(value: Number) -> Number:
    """An int where a number is whole."""
    return int(value) if value.denominator == 1 else value


def mean_places(places: Sequence[int]) -> Values:
    """The mean of the places that level players occupy: 1, 2.5, 2.5, 4."""
    return tuple(exactly(place + Fraction(places.count(place) - 1, 2)) for place in places)


def _beaten(places: Sequence[int]) -> Values:
    """The opponents behind; a level one counts half."""
    return tuple(
        exactly(sum(other > own for other in places) + Fraction(places.count(own) - 1, 2))
        for own in places
    )


def _number_of(place: int) -> Callable[[Outcomes], Values]:
    return lambda table: tuple(int(own == place) for own in table.places)


def _percent(part: Number, whole: Number) -> Number:
    return exactly(Fraction(100 * part) / whole) if whole else 0


def _ratios(
    ratio: Callable[[Values, int], Number],
) -> Callable[[Outcomes], Values]:
    """A number made of the victory points that count; 0 where the lower score wins."""

    def values(table: Outcomes) -> Values:
        if table.lower or not table.counted:
            return (0,) * len(table.places)
        return tuple(ratio(table.counted, seat) for seat in range(len(table.counted)))

    return values


def _of_best_other(points: Values, seat: int) -> Number:
    best = max((*points[:seat], *points[seat + 1 :]), default=0)
    return _percent(points[seat], best or 1)


def _above_mean(points: Values, seat: int) -> Number:
    mean = Fraction(sum(points)) / len(points)
    return _percent(points[seat] - mean, mean)


def _of_next(table: Outcomes) -> Values:
    """Percent of the best of those on the next place below."""
    if table.lower or not table.counted:
        return (0,) * len(table.places)
    values: list[Number] = []
    for place, points in zip(table.places, table.counted):
        next_place = min((other for other in table.places if other > place), default=None)
        best = max(
            (own for own, there in zip(table.counted, table.places) if there == next_place),
            default=0,
        )
        values.append(_percent(points, best) if best else 100)
    return tuple(values)


def _lead(table: Outcomes) -> Values:
    """How far before the best of the others: above zero for who has won alone."""
    points: list[Number] = [-one if table.lower else one for one in table.counted]
    if not points:
        return (0,) * len(table.places)
    return tuple(
        own - max([*points[:seat], *points[seat + 1 :]], default=0)
        for seat, own in enumerate(points)
    )


class GameNumber(NamedTuple):
    """A number of each player in a game, and the unit it is shown in."""

    unit: str
    values: Callable[[Outcomes], Values]


def _nothing(table: Outcomes) -> Values:
    return (0,) * len(table.places)


PLACES = ("firsts", "seconds", "thirds", "fourths", "fifths")
NUMBERS = {
    # A4.1: tournament points, which are made last; referees add points by hand
    "tournament_points": GameNumber(POINTS, _nothing),
    "bonus": GameNumber(POINTS, _nothing),
    # A4.2: counted victory points
    "victory_points": GameNumber(COUNT, lambda table: table.counted),
    # A4.3: shares, rounded per game (D2)
    "share": GameNumber(SHARE, lambda table: table.share),
    "wins": GameNumber(COUNT, lambda table: tuple(map(int, table.winners))),
    # A4.4: first, second, third places; a shared place counts as that place (D10)
    **{name: GameNumber(COUNT, _number_of(place)) for place, name in enumerate(PLACES, 1)},
    "place": GameNumber(COUNT, lambda table: table.places),
    "mean_place": GameNumber(POINTS, lambda table: mean_places(table.places)),
    "games": GameNumber(COUNT, lambda table: (1,) * len(table.places)),
    "opponents": GameNumber(COUNT, lambda table: (len(table.places) - 1,) * len(table.places)),
    "beaten": GameNumber(POINTS, lambda table: _beaten(table.places)),
    "of_best": GameNumber(
        PERCENT, _ratios(lambda points, seat: _percent(points[seat], max(points)))
    ),
    "of_best_other": GameNumber(PERCENT, _ratios(_of_best_other)),
    "of_next": GameNumber(PERCENT, _of_next),
    "lead": GameNumber(COUNT, _lead),
    "above_mean": GameNumber(PERCENT, _ratios(_above_mean)),
}
"""By the name that rule files give it."""
SIMPLE = frozenset(("tournament_points", "victory_points", "share", "place", "games", *PLACES))
"""Numbers that every scored game has at hand."""
RATIOS = frozenset(("share", "of_best", "of_best_other", "of_next", "above_mean"))
"""Numbers that are 0 where the lower score wins."""
OF_VICTORY_POINTS = RATIOS | {"victory_points", "lead"}
"""Numbers that there are only where victory points must be typed."""


def numbers_of(names: Sequence[str], table: Outcomes) -> dict[str, Values]:
    """The numbers of these names at a table."""
    return {name: NUMBERS[name].values(table) for name in names}
