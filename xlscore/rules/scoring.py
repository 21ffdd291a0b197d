"""One table: places, tournament points, counted victory points, shares.

A pure function of the numbers at the table, memoised, because few distinct tables occur even
in a million rows. Everything is exact (D1); rounding happens only where the rules themselves
round.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from .exact import Number, exact_value, in_units
from .model import Score
from .numbers import Outcomes, exactly, numbers_of
from .rule_set import PointTable, RuleSet, Share

Values = tuple[Number, ...]
Units = tuple[Number, ...]


class Table(NamedTuple):
    """What decides the outcome of one table, one entry per seat.

    `places` overrides victory points (D8), `winner` is the seat marked as winner (D7). `cap` is
    the number of victory points counted at most, `goal` that which a win takes, where it takes
    any; `factor` is the weight of the game, `lower` says that the lower score wins.
    """

    victory_points: tuple[Number | None, ...]
    winner: int | None = None
    places: tuple[int, ...] | None = None
    cap: int | None = None
    factor: Fraction | None = None
    lower: bool = False
    goal: int | None = None


def table_scorer(rules: RuleSet) -> Callable[[Table], Score]:
    """A function that scores one table under `rules`; its size must be one the rules name."""
    known: dict[Table, Score] = {}
    worth: dict[tuple[object, ...], tuple[Units, Values]] = {}
    percent: dict[Number, Number] = {}
    asked = rules.numbers
    of_table = tuple(dict.fromkeys(name for table in _tables(rules) for name, _ in table.add))

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
        units = share = None
        if rules.share is not None and counted is not None:
            base = share_base(rules.share, table.victory_points, counted)
            # Where the lower score wins, nothing is a part of the sum.
            units = (0,) * len(base) if table.lower else share_units(rules.share, base)
            for unit in units:
                if unit not in percent:
                    percent[unit] = exact_value(unit, rules.share_scale)
            share = tuple([percent[unit] for unit in units])
        winners = won(rules, table, places) if asked or of_table or rules.undecided else ()
        numbers = {}
        if asked or of_table:
            made = Outcomes(places, winners, counted or (), share or (), table.lower)
            numbers = numbers_of((*asked, *of_table), made)
        undecided = rules.undecided is not None and not any(winners)
        added = tuple([numbers[name] for name in of_table])
        if (places, table.factor, undecided, added) not in worth:
            kind = rules.undecided if undecided and rules.undecided else rules.points
            points = tournament_points(kind, places, table.factor, numbers)
            scaled = tuple([in_units(value, rules.point_scale) for value in points])
            worth[places, table.factor, undecided, added] = scaled, points
        point_units, points = worth[places, table.factor, undecided, added]
        further = tuple([numbers[name] for name in asked])
        return Score(places, points, counted, share, point_units, units, table.factor, further)

    return score


def _tables(rules: RuleSet) -> tuple[PointTable, ...]:
    return (rules.points,) if rules.undecided is None else (rules.points, rules.undecided)


def won(rules: RuleSet, table: Table, places: tuple[int, ...]) -> tuple[bool, ...]:
    """Who has won: first places, but for a shared one where that is no win, and for those that have
    not reached what a win takes. A marked winner is alone on the first place."""
    shared = places.count(1) > 1 and not rules.win.shared

    def is_won(seat: int) -> bool:
        reached = table.victory_points[seat]
        high = table.goal is None or table.lower or (reached is not None and reached >= table.goal)
        return places[seat] == 1 and high and (not shared or seat == table.winner)

    return tuple([is_won(seat) for seat in range(len(places))])


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
    table: PointTable,
    places: tuple[int, ...],
    factor: Fraction | None = None,
    numbers: Mapping[str, Values] = MappingProxyType({}),
) -> tuple[Number, ...]:
    """What the places are worth: tied players share the points of the places they occupy (A2), or
    have the higher or the lower of them.

    The constant and the numbers added come next, then the step and the minimum, which holds for
    places worth more than 0; after the factor both hold again (C2 to C5, D5). `numbers` are those
    that the table adds.
    """
    row = table.rows.get(len(places), (0,) * len(places))
    worth: dict[int, Number] = {}
    for place, players in Counter(places).items():
        occupied = row[place - 1 : place - 1 + players]
        worth[place] = {
            "shared": Fraction(sum(occupied)) / players,
            "higher": occupied[0],
            "lower": occupied[-1],
        }[table.level]
    if not table.add:
        found = {
            place: _worked_out(table, points + table.constant, factor, earns=row[place - 1] > 0)
            for place, points in worth.items()
        }
        return tuple([found[place] for place in places])
    added = [
        table.constant + sum(numbers[name][seat] * times for name, times in table.add)
        for seat in range(len(places))
    ]
    return tuple(
        [
            _worked_out(table, worth[place] + more, factor, earns=row[place - 1] > 0)
            for place, more in zip(places, added)
        ]
    )


def _worked_out(
    table: PointTable, points: Number, factor: Fraction | None, *, earns: bool
) -> Number:
    """Points to the step, at least the minimum, before and after the factor."""
    points = _stepped(points, table, earns=earns)
    weighed = points if factor is None else Fraction(points) * factor
    return exactly(_stepped(weighed, table, earns=earns))


def _stepped(points: Number, table: PointTable, *, earns: bool) -> Number:
    if table.step is not None:
        steps = Fraction(points) / table.step
        if table.rounding == "half-up":
            steps += Fraction(1, 2)
        points = (math.ceil(steps) if table.rounding == "up" else math.floor(steps)) * table.step
    if table.minimum is not None and earns:
        points = max(points, table.minimum)
    return points


def share_base(
    rule: Share, reached: tuple[Number | None, ...], counted: tuple[Number, ...]
) -> tuple[Number, ...]:
    """What shares are a part of: the counted victory points (D9) or those reached, raised to the
    rule's power."""
    points = counted
    if rule.of == "raw":
        points = tuple([value for value in reached if value is not None])
    return points if rule.power == 1 else tuple([value**rule.power for value in points])


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
