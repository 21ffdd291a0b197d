"""What each player has reached: the games that count, their sums, and what criteria make of them.

Sums that nearly every rule set asks for are made once for everybody; the games themselves are kept
only where a rule set asks for more than sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from .criteria import Criterion
from .exact import Number, exact_value, in_units
from .model import Bonus, Game, Results, ScoredGame
from .numbers import PLACES, exactly
from .rule_set import Counting, RuleSet

Outcome = tuple[Number, ...]
"""Of one player in one game: place, and points, victory points and share in units; then the further
numbers that the rules ask for."""
_PLACE, _POINTS, _VICTORY_POINTS, _SHARE, _FURTHER = range(5)


class Totals:
    """Sums of one player over the preliminary games that count, in the rule set's common
    denominators."""

    __slots__ = (
        *("bonus", "games", "games_played", "outcomes", "places", "played", "points", "results"),
        *("share", "victory_points"),
    )

    def __init__(self) -> None:
        self.games = 0
        self.games_played = 0
        """All of them, also those that do not count."""
        self.results = 0
        """The games, rounds or evenings of which the best may count."""
        self.points: Number = 0
        self.victory_points: Number = 0
        self.share: Number = 0
        self.bonus: Number = 0
        """Points by the referee that belong to no game that counts."""
        self.places: dict[int, int] = {}
        """How often each place; a shared place counts as that place (D10)."""
        self.outcomes: Sequence[Outcome] = ()
        self.played: Sequence[Game] = ()
        """The games of the outcomes, where a rule set asks for them."""


class Result(NamedTuple):
    """A game of a player."""

    game: Game
    outcome: Outcome


def totals_of(
    results: Results,
    rules: RuleSet,
    scored: Sequence[ScoredGame],
    bonuses: Sequence[Bonus],
    players: Iterable[str],
) -> dict[str, Totals]:
    """Sums over the preliminary games that count for all `players`, zeros where none was scored.
    `bonuses` are the points by the referee."""
    outcomes: dict[str, list[Outcome]] = {player: [] for player in players}
    by_score: dict[int, tuple[Outcome, ...]] = {}
    """Alike tables share one score, so these are made once for all of them."""
    games: list[Game] = []
    seats: list[tuple[Outcome, ...]] = []
    for _, game, score in scored:
        if not game.is_preliminary:
            continue
        if id(score) not in by_score:
            nothing = (0,) * len(score.places)
            counted, shares = score.counted or nothing, score.share_units or nothing
            by_score[id(score)] = tuple(
                zip(score.places, score.point_units, counted, shares, *score.further)
            )
        games.append(game)
        seats.append(by_score[id(score)])
    seated = [game.players for game in games]
    for own, outcome in zip(
        map(outcomes.__getitem__, chain.from_iterable(seated)), chain.from_iterable(seats)
    ):
        own.append(outcome)
    if not rules.asks_for_games:
        totals = {player: _sums(own) for player, own in outcomes.items()}
    else:
        played: dict[str, list[Game]] = {player: [] for player in outcomes}
        for game in games:
            for player in game.players:
                played[player].append(game)
        bonuses, rows = _by_row(bonuses, games)
        totals = {
            player: _counting(list(map(Result, played[player], own)), rules, player, rows)
            for player, own in outcomes.items()
        }
    for bonus in bonuses:
        own_totals = totals[bonus.player]
        own_totals.bonus += bonus.points
        own_totals.points += in_units(bonus.points, rules.point_scale)
    if rules.bye is not None:
        for sat_out in results.sat_out:
            if sat_out.bye:
                own_totals = totals[sat_out.player]
                own_totals.games += 1
                own_totals.points += in_units(rules.bye, rules.point_scale)
    return totals


def _sums(outcomes: Sequence[Outcome]) -> Totals:
    """The sums over a player's games."""
    sums = Totals()
    if outcomes:
        places, points, victory_points, shares = list(zip(*outcomes))[:_FURTHER]
        sums.games = sums.games_played = sums.results = len(outcomes)
        sums.points = sum(points)
        sums.victory_points = sum(victory_points)
        sums.share = sum(shares)
        sums.places = dict(Counter(places))
        sums.outcomes = outcomes
    return sums


# The games that count


def _by_row(
    bonuses: Sequence[Bonus], games: Sequence[Game]
) -> tuple[list[Bonus], dict[int, Number]]:
    """The points by the referee that belong to no game, and those of the others by row: they go
    with the game where that does not count."""
    of_games = {row for game in games for row in game.rows}
    rows: dict[int, Number] = {}
    for bonus in bonuses:
        if not bonus.listed and bonus.row in of_games:
            rows[bonus.row] = rows.get(bonus.row, 0) + bonus.points
    others = [bonus for bonus in bonuses if bonus.listed or bonus.row not in of_games]
    return others, rows


def _counting(
    played: list[Result], rules: RuleSet, player: str, rows: Mapping[int, Number]
) -> Totals:
    """The sums over those of a player's games that count, earlier ones first."""
    if rows:
        played = [_with_bonus(one, rules, player, rows) for one in played]
    played.sort(key=lambda one: _when(one.game, league=rules.is_league))
    counts = played if rules.counting is None else _best(played, rules.counting, rules)
    totals = _sums([one.outcome for one in counts])
    totals.played = [one.game for one in counts]
    totals.games_played = len(played)
    totals.results = len(_units(played, rules.counting or Counting()))
    return totals


def _with_bonus(one: Result, rules: RuleSet, player: str, rows: Mapping[int, Number]) -> Result:
    points = rows.get(one.game.rows[one.game.players.index(player)])
    if points is None:
        return one
    outcome = list(one.outcome)
    outcome[_POINTS] += in_units(points, rules.point_scale)
    if "bonus" in rules.numbers:
        outcome[_FURTHER + rules.numbers.index("bonus")] += points
    return one._replace(outcome=tuple(outcome))


def _when(game: Game, *, league: bool) -> tuple[bool, date, int]:
    """By round, in leagues by date; then by the sheet, whose order stays."""
    if league:
        return game.date is None, game.date or date.min, 0
    number = int(game.round) if game.round and game.round.isdecimal() else 0
    return not number, date.min, number


def _units(played: Sequence[Result], counting: Counting) -> list[list[Result]]:
    """The results that may count or not: games, rounds or evenings, earlier ones first."""
    if counting.of == "games":
        return [[one] for one in played]
    units: dict[object, list[Result]] = {}
    for one in played:
        unit = one.game.round if counting.of == "rounds" else one.game.date
        units.setdefault(unit, []).append(one)
    return list(units.values())


def _best(played: list[Result], counting: Counting, rules: RuleSet) -> list[Result]:
    """Those that count: of equal ones the earlier, of others the better by the first criterion of
    the player's own in which they differ."""
    units = _units(played, counting)
    kept = len(units) if counting.best is None else counting.best
    kept = max(0, kept if counting.drop is None else len(units) - counting.drop)
    if kept >= len(units):
        return played
    own = [one for one in rules.order if one.over == "own"]

    def worth(unit: list[Result]) -> tuple[Number, ...]:
        sums = _sums([one.outcome for one in unit])
        values = (_of_own(one._replace(take="sum"), sums, rules) for one in own)
        return tuple(value if one.higher else -value for one, value in zip(own, values))

    best = sorted(units, key=worth, reverse=True)[:kept]
    counts = {id(one) for unit in best for one in unit}
    return [one for one in played if id(one) in counts]


# What criteria make of them


class Field:
    """Everybody's totals, and what a criterion makes of them."""

    def __init__(self, rules: RuleSet, totals: Mapping[str, Totals]) -> None:
        self._rules = rules
        self._totals = totals

    def values(self, criterion: Criterion, group: Collection[str]) -> dict[str, Number | None]:
        """The exact value of each member of a group of players who are level so far; None for who
        has no game that counts where such a player stands last."""
        return {player: self._value(criterion, player, group) for player in group}

    def _value(self, criterion: Criterion, player: str, group: Collection[str]) -> Number | None:
        totals = self._totals[player]
        if not totals.games and self._rules.absent_last:
            return None
        if criterion.over == "opponents":
            return self._of_opponents(criterion, player)
        if criterion.over == "tied":
            others = set(group) - {player}
            against = [
                outcome
                for game, outcome in zip(totals.played, totals.outcomes)
                if not others.isdisjoint(game.players)
            ]
            totals = _sums(against)
        return _of_own(criterion, totals, self._rules)

    def _of_opponents(self, criterion: Criterion, player: str) -> Number:
        """The totals of the opponents of each game, over the player's own of another number."""
        own = self._totals[player]
        games = [
            sum(
                _sum_of(criterion.of, self._totals[other], self._rules)
                for other in game.players
                if other and other != player
            )
            for game in own.played
        ]
        if criterion.per:
            return _ratio(sum(games), _sum_of(criterion.per, own, self._rules))
        return _taken(criterion, games)


def _of_own(criterion: Criterion, totals: Totals, rules: RuleSet) -> Number:
    if criterion.per:
        return _ratio(_sum_of(criterion.of, totals, rules), _sum_of(criterion.per, totals, rules))
    if criterion.take == "sum":
        return _sum_of(criterion.of, totals, rules)
    return _taken(criterion, [_exact(criterion.of, one, rules) for one in totals.outcomes])


def _taken(criterion: Criterion, values: Sequence[Number]) -> Number:
    """What a criterion takes of the values of a player's games, which are in their order."""
    if criterion.take == "sum" or not values:
        return sum(values)
    if criterion.take in ("first", "last"):
        return values[0 if criterion.take == "first" else -1]
    return (max if (criterion.take == "best") == criterion.higher else min)(values)


def _ratio(part: Number, whole: Number) -> Number:
    return exactly(Fraction(part) / whole) if whole else 0


def _sum_of(number: str, totals: Totals, rules: RuleSet) -> Number:
    """The sum of a number over the games of a player, exact."""
    if number == "tournament_points":
        return exact_value(totals.points, rules.point_scale)
    if number == "victory_points":
        return totals.victory_points
    if number == "share":
        return exact_value(totals.share, rules.share_scale)
    if number == "games":
        return totals.games
    if number in PLACES:
        return totals.places.get(PLACES.index(number) + 1, 0)
    found = sum(_exact(number, one, rules) for one in totals.outcomes)
    return found + totals.bonus if number == "bonus" else found


def _exact(number: str, outcome: Outcome, rules: RuleSet) -> Number:
    """A number of one game, exact."""
    if number == "tournament_points":
        return exact_value(outcome[_POINTS], rules.point_scale)
    if number == "victory_points":
        return outcome[_VICTORY_POINTS]
    if number == "share":
        return exact_value(outcome[_SHARE], rules.share_scale)
    if number == "place":
        return outcome[_PLACE]
    if number == "games":
        return 1
    if number in PLACES:
        return int(outcome[_PLACE] == PLACES.index(number) + 1)
    return outcome[_FURTHER + rules.numbers.index(number)]
