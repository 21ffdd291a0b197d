"""A season: points for the ranks of several events, of which the best may count (C11).

An event is a tournament or an evening, scored by its own rules; what it is worth here depends on
the final rank and on how many played. Everything is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from .exact import Number
from .numbers import exactly
from .rule_set import Counting, Words

_MONTHS_A_YEAR = 12


class Field(NamedTuple):
    """What the ranks are worth where `first` to `last` players take part (None: any more)."""

    first: int
    last: int | None
    ranks: tuple[Number, ...]


class Age(NamedTuple):
    """From so many months on, the points of an event count so many times."""

    months: int
    times: Fraction


class SeasonRules(NamedTuple):
    """The rules of a season, as a rule file holds them; made by `load_season`.

    `by` is what the points of an event are made of: ``"table"`` of `fields`, ``"linear"`` from
    `top` for the first to 0 for the last, ``"percent"`` of `per_player` times the field by rank,
    ``"beaten"`` players, the ``"rank"`` itself, or the ``"sum"`` of tournament points. Level
    players get the mean of the ranks they occupy where `shares`, else the better one. Ranks beyond
    a list are worth `others`; everybody gets `participation` on top.

    `counting` says how many results count; `fill_to` as many, a missing one being worth `missing`.
    `mean` tells whether they are averaged instead of added, `higher` whether more is better.
    """

    id: str
    name: Words
    source: str
    by: str
    fields: tuple[Field, ...]
    top: Number
    per_player: Number
    shares: bool
    others: Number
    participation: Number
    counting: Counting
    fill_to: int | None
    missing: Number
    ages: tuple[Age, ...]
    mean: bool
    higher: bool


class Placing(NamedTuple):
    """How a player ended in an event; `sharing` is how many are on that rank, None without one."""

    player: str
    rank: int | None
    sharing: int
    points: Number


class Event(NamedTuple):
    """A scored tournament or evening, with everybody who has played."""

    source: str
    date: date | None
    name: str | None
    placings: tuple[Placing, ...]

    @property
    def field(self) -> int:
        """How many took part."""
        return len(self.placings)


class SeasonResult(NamedTuple):
    """What an event, a number among those of the season, is worth for a player."""

    event: int
    rank: int | None
    points: Number
    counted: bool


class SeasonStanding(NamedTuple):
    """One line: `rank` is None for who has fewer results than a rank takes; `short` says how many
    there are, and how many it takes. `counted` results make up the points, with those filled in."""

    rank: int | None
    player: str
    points: Number
    counted: int
    results: tuple[SeasonResult, ...]
    short: tuple[int, int] | None = None


def season_standings(
    rules: SeasonRules, events: Sequence[Event], until: date | None = None
) -> list[SeasonStanding]:
    """The standings over events in the order of their dates; `until` is the day from which their
    age is told, the last event's where it is None."""
    dated = [event.date for event in events if event.date is not None]
    reference = until or max(dated, default=None)
    results: dict[str, list[SeasonResult]] = {}
    for number, event in enumerate(events):
        times = _times(rules, event, reference)
        for placing in event.placings if times else ():
            worth = _worth(rules, placing, event.field)
            if worth is not None:
                points = exactly(Fraction(worth + rules.participation) * times)
                own = results.setdefault(placing.player, [])
                own.append(SeasonResult(number, placing.rank, points, counted=False))
    lines = [_line(rules, player, own) for player, own in results.items()]
    ranked = [line for line in lines if line.short is None]
    behind = [line for line in lines if line.short is not None]
    better = -1 if rules.higher else 1
    ranked.sort(key=lambda line: (better * line.points, line.player.casefold(), line.player))
    behind.sort(key=lambda line: (better * line.points, line.player.casefold(), line.player))
    first = 1
    placed: list[SeasonStanding] = []
    for number, line in enumerate(ranked, 1):
        first = first if placed and placed[-1].points == line.points else number
        placed.append(line._replace(rank=first))
    return placed + behind


def _line(rules: SeasonRules, player: str, results: Sequence[SeasonResult]) -> SeasonStanding:
    counting = rules.counting
    kept = len(results) if counting.best is None else counting.best
    kept = max(0, kept if counting.drop is None else len(results) - counting.drop)
    # Of equal ones the earlier counts.
    best = sorted(results, key=lambda one: one.points, reverse=rules.higher)[:kept]
    events = {one.event for one in best}
    marked = tuple(one._replace(counted=one.event in events) for one in results)
    filled = max(0, (rules.fill_to or 0) - len(best))
    total = sum(one.points for one in best) + filled * rules.missing
    count = len(best) + filled
    points = exactly(Fraction(total) / count) if rules.mean and count else total
    least = counting.at_least or 0
    short = (len(results), least) if len(results) < least else None
    return SeasonStanding(None, player, points, len(best), marked, short)


def _times(rules: SeasonRules, event: Event, reference: date | None) -> Fraction:
    """How many times the points of an event count for its age; 0 for not at all."""
    times = Fraction(1)
    if event.date is None or reference is None:
        return times
    months = (reference.year - event.date.year) * _MONTHS_A_YEAR
    months += reference.month - event.date.month - (reference.day < event.date.day)
    for age in rules.ages:
        if months >= age.months:
            times = age.times
    return times


def field_of(rules: SeasonRules, players: int) -> Field | None:
    """The list of ranks for so many players; None where there is none."""
    for field in rules.fields:
        if field.first <= players and (field.last is None or players <= field.last):
            return field
    return None


def _worth(rules: SeasonRules, placing: Placing, players: int) -> Number | None:
    """The points of a placing among so many players; None without a rank."""
    if rules.by == "sum":
        return placing.points
    if placing.rank is None:
        return None
    ranks = range(placing.rank, placing.rank + placing.sharing)
    of_rank = _of_rank(rules, players)
    if not rules.shares:
        return of_rank(ranks[0])
    return exactly(Fraction(sum(map(of_rank, ranks))) / len(ranks))


def _of_rank(rules: SeasonRules, players: int) -> Callable[[int], Number]:
    """What a rank that nobody shares is worth among so many players."""
    field = field_of(rules, players)
    listed = field.ranks if field else ()

    def listed_worth(rank: int) -> Number:
        return listed[rank - 1] if rank <= len(listed) else rules.others

    def of_rank(rank: int) -> Number:
        if rules.by == "rank":
            return rank
        if rules.by == "beaten":
            return players - rank
        if rules.by == "linear":
            part = Fraction(players - rank, players - 1) if players > 1 else Fraction(1)
            return exactly(rules.top * part)
        if field is None:
            return 0
        if rules.by == "percent":
            pot = rules.per_player * players
            return exactly(Fraction(pot) * listed_worth(rank) / 100)
        return listed_worth(rank)

    return of_rank
