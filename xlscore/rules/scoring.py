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

from .exact import Number, exact_value, in_units
from .model import Score
from .rule_set import RuleSet, Share

Values = tuple[Number, ...]
Units = tuple[Number, ...]


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
    worth: dict[tuple[tuple[int, ...], Fraction | None], tuple[Units, Values]] = {}
    percent: dict[Number, Number] = {}

    def score(table: Table) -> Score:
        found = known.get(table)
        if found is None:
            found = known[table] = compute(table)
        return found

    def compute(table: Table) -> Score:
        counted = _counted(table) if rules.vp_required else None
        deciding = table.victory_points
        if rules.place_by == "counted" and counted is not None:
            deciding = counted
        places = table.places or places_by_points(deciding, table.winner, table.lower)
        if (places, table.factor) not in worth:
            points = tournament_points(rules, places, table.factor)
            scaled = tuple([in_units(value, rules.point_scale) for value in points])
            worth[places, table.factor] = scaled, points
        point_units, points = worth[places, table.factor]
        units = share = None
        if rules.share is not None and counted is not None:
            units = share_units(rules.share, share_base(rules.share, table.victory_points, counted))
            for unit in units:
                if unit not in percent:
                    percent[unit] = exact_value(unit, rules.share_scale)
            share = tuple([percent[unit] for unit in units])
        return Score(places, points, counted, share, point_units, units, table.factor)

    return score


def _counted(table: Table) -> tuple[Number, ...]:
    """The victory points up to the cap (A3); nothing is missing at a table that is scored."""
    known = [points for points in table.victory_points if points is not None]
    cap = table.cap
    return tuple(known if cap is None else [min(points, cap) for points in known])


def places_by_points(
    points: tuple[Number | None, ...], winner: int | None = None, lower: bool = False
) -> tuple[int, ...]:
    """Places 1..n by points, equal points share the better place; a marked winner is first (D7)."""
    ordered = [0 if value is None else (-value if lower else value) for value in points]
    if winner is not None:
        ordered[winner] = max(ordered) + 1
    ranked = sorted(ordered, reverse=True)
    return tuple([1 + ranked.index(own) for own in ordered])


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
    return tuple([worth[place] for place in places])


def _stepped(points: Number, rules: RuleSet, *, earns: bool) -> Number:
    if rules.step is not None:
        points = math.floor(points / rules.step) * rules.step
    if rules.minimum is not None and earns:
        points = max(points, rules.minimum)
    return points


def share_base(
    rule: Share, reached: tuple[Number | None, ...], counted: tuple[Number, ...]
) -> tuple[Number, ...]:
    """The victory points that shares are a part of: the counted ones (D9), or those reached."""
    if rule.of == "raw":
        return tuple([points for points in reached if points is not None])
    return counted


def share_total(rule: Share, points: tuple[Number, ...]) -> Number:
    """What a table's shares are a part of: its sum, raised by its exact average at a table of
    three (A6, D13)."""
    total = sum(points)
    if len(points) in rule.average_added_at:
        return total + Fraction(total) / len(points)
    return total


def share_units(rule: Share, points: tuple[Number, ...]) -> tuple[Number, ...]:
    """Each seat's part of the table's victory points, in units of the rule's last decimal.

    In hundredths of a percent where shares have two decimals (A5), rounded per game (D2); in
    percent where they are exact. A table whose sum is 0 has share 0 for all (D16).
    """
    total = share_total(rule, points)
    if total == 0:
        return (0,) * len(points)
    if rule.decimals is None:
        return tuple([100 * Fraction(value) / total for value in points])
    per_point = 100 * 10**rule.decimals
    if rule.rounding == "down":
        return tuple([int(per_point * value // total) for value in points])
    return tuple([int((2 * per_point * value + total) // (2 * total)) for value in points])
