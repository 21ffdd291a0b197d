"""One table: places, tournament points, counted victory points, shares.

A pure function of the numbers at the table, memoised, because few distinct tables occur even
in a million rows. Everything is exact (D1); rounding happens only where the rules themselves
round.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from .model import Number, Score
from .ruleset import RuleSet, Share


class Table(NamedTuple):
    """What decides the outcome of one table, one entry per seat.

    `places` overrides victory points (D8), `winner` is the seat marked as winner (D7). `cap` is
    the number of victory points counted at most, `factor` the weight of the game, `lower` says
    that the lower score wins.
    """

    victory_points: tuple[Number | None, ...]
    winner: int | None = None
    places: tuple[int, ...] | None = None
    cap: int | None = None
    factor: Fraction | None = None
    lower: bool = False


def table_scorer(rules: RuleSet) -> Callable[[Table], Score]:
    """A function that scores one table under `rules`; its size must be one the rules name."""
    known: dict[Table, Score] = {}

    def score(table: Table) -> Score:
        found = known.get(table)
        if found is None:
            found = known[table] = _score(table, rules)
        return found

    return score


def _score(table: Table, rules: RuleSet) -> Score:
    counted = None
    if rules.vp_required:
        cap = table.cap
        counted = tuple(
            points if cap is None else min(points, cap)
            for points in table.victory_points
            if points is not None
        )
    deciding = counted if rules.place_by == "counted" and counted else table.victory_points
    places = table.places or places_by_points(deciding, table.winner, table.lower)
    points = tournament_points(rules, places, table.factor)
    share = share_units = None
    if rules.share is not None:
        of = table.victory_points if rules.share.of == "raw" else counted
        share = shares(rules.share, tuple(value for value in of or () if value is not None))
        share_units = tuple(_units(value, rules.share_scale) for value in share)
    return Score(
        places=places,
        tournament_points=points,
        counted=counted,
        share=share,
        point_units=tuple(_units(value, rules.point_scale) for value in points),
        share_units=share_units,
        factor=table.factor,
    )


def places_by_points(
    points: tuple[Number | None, ...], winner: int | None = None, lower: bool = False
) -> tuple[int, ...]:
    """Places 1..n by points, equal points share the better place; a marked winner is first (D7)."""
    ordered = [0 if value is None else (-value if lower else value) for value in points]
    if winner is not None:
        ordered[winner] = max(ordered) + 1
    return tuple(1 + sum(other > own for other in ordered) for own in ordered)


def tournament_points(
    rules: RuleSet, places: tuple[int, ...], factor: Fraction | None = None
) -> tuple[Number, ...]:
    """What the places are worth: tied players share the points of the places they occupy (A2).

    Rule set C rounds down to its step, gives at least its minimum within the places that earn
    points, then does both again after the factor (C2 to C5, D5).
    """
    row = rules.points[len(places)]
    worth: dict[int, Number] = {}
    for place, players in Counter(places).items():
        occupied = sum(row[place - 1 : place - 1 + players])
        points = _stepped(Fraction(occupied) / players, rules, earns=row[place - 1] > 0)
        if factor is not None:
            points = _stepped(Fraction(points) * factor, rules, earns=row[place - 1] > 0)
        worth[place] = int(points) if points.denominator == 1 else points
    return tuple(worth[place] for place in places)


def _stepped(points: Number, rules: RuleSet, *, earns: bool) -> Number:
    if rules.step is not None:
        points = math.floor(points / rules.step) * rules.step
    if rules.minimum is not None and earns:
        points = max(points, rules.minimum)
    return points


def shares(rule: Share, points: tuple[Number, ...]) -> tuple[Number, ...]:
    """Each seat's part of the table's victory points in percent (A5), rounded per game (D2).

    At a table of three the total is raised by the exact average (A6, D13); a table whose sum is
    0 has share 0 for all (D16).
    """
    total = Fraction(sum(points))
    if total == 0:
        return (0,) * len(points)
    if len(points) in rule.average_added_at:
        total += total / len(points)
    exact = [100 * value / total for value in points]
    if rule.decimals is None:
        return tuple(exact)
    scale, half = 10**rule.decimals, Fraction(1, 2) if rule.rounding == "half-up" else 0
    return tuple(Fraction(math.floor(value * scale + half), scale) for value in exact)


def _units(value: Number, scale: int) -> Number:
    """The value over the common denominator: an int, but where a rule set has none (exact)."""
    scaled = value * scale
    return int(scaled) if scaled.denominator == 1 else scaled
