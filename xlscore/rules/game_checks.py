"""Results against a rule set: what can be scored, what is still open, what is wrong and why.

Never raises on data. An error keeps its game out of the standings, everything else is scored;
warnings and notes change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .exact import Number
from .game_weights import Kinds, Weight, weigh
from .model import ERROR, NOTE, WARNING, Finding, Game, Location, Results
from .rule_set import ANY_SIZE, RuleSet
from .scoring import Table, places_by_points
from .tournament_checks import (
    NAMED_AT_MOST,
    counting_unknown,
    dates_apart,
    doubled_players,
    doubled_seats,
    doubtful_rounds,
    missing_columns,
    rounds_unknown,
    unequal_games,
    unlisted,
    wrong_finals,
)

CAP_TOLERANCE = 3
"""A winner may pass the goal by a few points in one turn; more cannot be (D27)."""

_OF_SCORED = ("winner-not-highest", "places-contradict", "vp-high-placed")
"""Warnings that say what counts, which nothing does in a game that is not scored."""

_FROM_POINTS = Game._fields.index("victory_points")
"""From here on stands what was reached; before, who played what and when."""

DAY_NUMBERS = range(36_526, 73_051)
"""The days of this century as spreadsheets number them: what is left of an entry such as 10.5
where a cell has a number format, and no date shows that it was taken for one."""


class Checked(NamedTuple):
    """The games by what becomes of them (numbers in `Results.games`), and all findings.

    `tables` maps the number of each game to be scored to what decides it.
    """

    tables: dict[int, Table]
    unscored: tuple[int, ...]
    open: tuple[int, ...]
    findings: tuple[Finding, ...]


def check(
    results: Results, rules: RuleSet, scenario: str | None, players: Iterable[str]
) -> Checked:
    """Check every game and the tournament as a whole; `players` are all (`everybody`)."""
    missing = tuple(missing_columns(results, rules))
    doubled = doubled_seats(results, rules)
    barred = [
        *doubled_players(results, doubled),
        *dates_apart(results, rules),
        *wrong_finals(results, rules),
    ]
    out = {location.entry for finding in barred for location in finding.locations}
    findings = [*missing, *barred]
    kinds = Kinds(results)
    cap = rules.cap(scenario)
    goal = rules.goal(scenario)
    # Where games that nobody wins are worth something else, they are no slip.
    asks_for_marks = rules.asks_for_wins and not rules.win.shared and rules.undecided is None
    tables: dict[int, Table] = {}
    unscored: list[int] = []
    still_open: list[int] = []
    alike: dict[object, tuple[Table, tuple[str, ...]]] = {}
    """Games at which there was nothing to find, by all that is known of them: most come again."""
    weights: dict[tuple[str, str], list[Finding]] = {}
    """What there is to say of a league game, which is the same each time that it is played."""
    slips: dict[str, list[int]] = {}
    """The games of each kind of likely slip (D28), by the code of its note."""
    for number, game in enumerate(results.games):
        if missing or number in out:
            unscored.append(number)
            continue
        times = rules.weights.get(game.round or "") if rules.weights else None
        known = (game.is_preliminary, game.name, game.factor, times, game[_FROM_POINTS:])
        if known in alike:
            tables[number], likely = alike[known]
            for code in likely:
                slips[code].append(number)
            continue
        plain = _is_plain(game, rules, cap)
        if not plain and game.is_open:
            still_open.append(number)
        else:
            # a table of no known size is not scored, whatever it would weigh
            weight = None
            if rules.scores(len(game.players)):
                weight, unweighed = weigh(number, game, kinds, rules)
                for one in unweighed:
                    known_by = "" if "names" in one.values else str(one.values)
                    weights.setdefault((one.code, known_by), []).append(one)
            table_cap = cap if rules.cap_in_final or game.is_preliminary else None
            found: list[Finding] = []
            if not plain and game.is_played:
                found = list(_game(number, game, rules, cap, table_cap, weight))
                findings += found
            wrong = found and any(one.level == ERROR for one in found)
            if game.faulty or weight is None or wrong:
                unscored.append(number)
            else:
                places = _whole(game.places)
                factor = weight.factor
                if times is not None:
                    factor = times if factor is None else factor * times
                tables[number] = Table(
                    game.victory_points, game.winner, places, table_cap, factor, weight.lower, goal
                )
                likely = () if cap is None else tuple(_likely_slips(game, cap))
                if asks_for_marks and _nobody_alone(game, goal, lower=weight.lower):
                    likely += ("win-unmarked",)
                if weight.lower and rules.asks_for_ratios:
                    likely += ("lower-score-wins",)
                for code in likely:
                    slips.setdefault(code, []).append(number)
                if plain:
                    alike[known] = tables[number], likely
    findings += map(_told_once, weights.values())
    findings += _slips(slips, results, cap)
    findings += doubtful_rounds(results, rules)
    findings += counting_unknown(results, rules)
    findings += rounds_unknown(results, rules)
    if not rules.is_league:
        findings += unequal_games(results, doubled, still_open)
    findings += unlisted(results, players)
    return Checked(tables, tuple(unscored), tuple(still_open), tuple(findings))


def _told_once(alike: Sequence[Finding]) -> Finding:
    """Findings that differ in their places only, and in the names there, as one."""
    locations = dict.fromkeys(location for finding in alike for location in finding.locations)
    values = dict(alike[0].values)
    told = [finding.values["names"] for finding in alike if "names" in finding.values]
    if told:
        every = [name for names in told if isinstance(names, list) for name in names]
        names = list(dict.fromkeys(every))
        more = ["..."] * (len(names) > NAMED_AT_MOST)
        values |= {"names": names[:NAMED_AT_MOST] + more, "count": len(every)}
    return alike[0]._replace(values=values, locations=tuple(locations))


def _is_plain(game: Game, rules: RuleSet, cap: int | None) -> bool:
    """Nothing at all to find, told quickly: nearly every game of a season is like that."""
    if game.faulty or game.winner is not None or game.places is not None:
        return False
    points = game.victory_points
    if not rules.scores(len(points)) or set(map(type, points)) != {int}:
        return False
    lowest, highest = min(points), max(points)  # type: ignore[type-var]
    too_high = cap is not None and highest > cap + CAP_TOLERANCE  # type: ignore[operator]
    return not too_high and (lowest >= 0 or rules.vp_below_zero)  # type: ignore[operator]


def _game(
    number: int,
    game: Game,
    rules: RuleSet,
    cap: int | None,
    table_cap: int | None,
    weight: Weight | None,
) -> Iterator[Finding]:
    """Everything about one game that has been played."""
    players = len(game.players)
    stray = any(seat is None for seat, _ in game.faulty)
    if not rules.scores(players) and not stray:
        yield _size(number, players, rules)
    found = list(_victory_points(number, game, rules, cap, table_cap))
    if rules.scores(players):
        # a table of no known size is not scored, and may be of any size
        found += _places(number, game, cap, lower=weight is not None and weight.lower)
    scored = weight is not None and not game.faulty and all(one.level != ERROR for one in found)
    yield from (one for one in found if scored or one.code not in _OF_SCORED)


def _size(number: int, players: int, rules: RuleSet) -> Finding:
    """D14: a table size that the rule set names no row for."""
    largest = max(rules.sizes, default=players)
    values = {"players": players, "sizes": rules.sizes or ANY_SIZE, "rules": rules.id}
    locations = (Location("game", number),)
    if players > largest and rules.larger_tables == "unscored":
        return Finding("table-too-large", NOTE, {**values, "largest": largest}, locations)
    if players > largest:
        return Finding("table-size-joint", ERROR, values, locations)
    return Finding("table-size", ERROR, values, locations)


def _victory_points(
    number: int, game: Game, rules: RuleSet, cap: int | None, table_cap: int | None
) -> Iterator[Finding]:
    unreadable = {seat for seat, field in game.faulty if field == "vp"}
    whole = [points for points in game.victory_points if isinstance(points, int)]
    for seat, points in enumerate(game.victory_points):
        locations = (Location("game", number, "vp", seat),)
        if points is None:
            # a place that cannot be read is a place all the same
            typed = game.places is not None or any(field == "place" for _, field in game.faulty)
            placed = typed and not rules.vp_required
            if seat not in unreadable and not placed:
                yield Finding("vp-missing", ERROR, {"player": game.players[seat] or "?"}, locations)
        elif points < 0 and not rules.vp_below_zero:
            yield Finding("vp-negative", ERROR, {"found": points, "rules": rules.id}, locations)
        elif rules.vp_whole and points.denominator != 1:
            yield Finding("vp-not-whole", ERROR, {"found": points}, locations)
        elif rules.is_league and whole and _is_in_thousands(points, whole):
            values: dict[str, object] = {"found": points, "other": max(whole)}
            values["meant"] = points * 1000
            yield Finding("vp-thousands", ERROR, values, locations)
        elif cap is not None and points > cap + CAP_TOLERANCE:
            values = {"found": points, "cap": cap, "rules": rules.id}
            if _whole(game.places) is not None:  # the referee's word (D8)
                values["counted"] = points if table_cap is None else table_cap
                yield Finding("vp-high-placed", WARNING, values, locations)
            else:
                values["goals"] = tuple(rules.caps.items())
                code = "vp-serial" if points in DAY_NUMBERS else "vp-high"
                yield Finding(code, ERROR, values, locations)


def _is_in_thousands(points: Number, whole: Sequence[int]) -> bool:
    """Whether a decimal below 10 is a score in thousands beside the whole ones of its table, such
    as 1.234 beside 987: written so where the point parts thousands, read as a decimal."""
    if points.denominator == 1 or not 0 < points < 10:
        return False
    return min(whole) <= 3000 * points and 1000 * points <= 3 * max(whole)


def _likely_slips(game: Game, goal: int) -> Iterator[str]:
    """D28: what is right only if time ran out, in a game that is scored all the same."""
    points = [value for value in game.victory_points if value is not None]
    reached = sum(value >= goal for value in points)
    if not reached:
        yield "goal-not-reached"
    if reached > 1 and game.winner is None and game.places is None:
        yield "goal-reached-twice"
    if 0 in points:
        yield "vp-zero"


def _nobody_alone(game: Game, goal: int | None, *, lower: bool) -> bool:
    """Whether several have the best score, nobody is marked and no places are typed: so nobody has
    won where a shared first place is no win."""
    points = [value for value in game.victory_points if value is not None]
    if game.winner is not None or game.places is not None or not points:
        return False
    best = min(points) if lower else max(points)
    return points.count(best) > 1 and (lower or goal is None or best >= goal)


def _slips(
    slips: Mapping[str, Sequence[int]], results: Results, goal: int | None
) -> Iterator[Finding]:
    """One note for each kind of likely slip, with its tables."""
    for code, numbers in slips.items():
        reported = numbers[:NAMED_AT_MOST]
        values = {
            "count": len(numbers),
            "goal": goal,
            "tables": [results.games[number] for number in reported],
        }
        locations = tuple(Location("game", number, "vp") for number in reported)
        yield Finding(code, NOTE, values, locations)


def _places(number: int, game: Game, goal: int | None, *, lower: bool) -> Iterator[Finding]:
    """The marked winner (D7, D27) and the places typed in (D8)."""
    points = game.victory_points
    known = tuple(value for value in points if value is not None)
    complete = len(known) == len(points)
    if game.winner is not None and game.places is None and complete:
        own = known[game.winner]
        best = min(known) if lower else max(known)
        if own != best:
            values = {"player": game.players[game.winner], "found": own, "best": best}
            marked = Location("game", number, "winner", game.winner)
            if goal is not None and own < goal <= best:
                points_of = Location("game", number, "vp", game.winner)
                values["goal"] = goal
                yield Finding("winner-below-goal", ERROR, values, (marked, points_of))
            else:
                yield Finding("winner-not-highest", WARNING, values, (marked,))
    if game.places is None:
        return
    unreadable = {seat for seat, field in game.faulty if field == "place"}
    places = _whole(game.places)
    missing = [seat for seat, place in enumerate(game.places) if place is None]
    missing = [seat for seat in missing if seat not in unreadable]
    if missing:
        locations = tuple(Location("game", number, "place", seat) for seat in missing)
        yield Finding("places-incomplete", ERROR, {}, locations)
    if places is None:
        return
    locations = tuple(Location("game", number, "place", seat) for seat in range(len(places)))
    if not _possible(places):
        yield Finding("places-impossible", ERROR, {"places": list(places)}, locations)
        return
    by_points = places_by_points(points, None, lower) if complete else None
    wrong_winner = game.winner is not None and places[game.winner] != 1
    if wrong_winner or (by_points is not None and _contradicts(places, by_points)):
        yield Finding("places-contradict", WARNING, {"places": list(places)}, locations)


def _whole(places: tuple[int | None, ...] | None) -> tuple[int, ...] | None:
    if places is None:
        return None
    known = tuple(place for place in places if place is not None)
    return known if len(known) == len(places) else None


def _possible(places: tuple[int, ...]) -> bool:
    """Every place is one more than the number of players on better places: 1, 2, 2, 4."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def _contradicts(places: tuple[int, ...], by_points: tuple[int, ...]) -> bool:
    """Somebody with fewer victory points stands level with or before somebody with more.

    Equal victory points on different places are a referee's decision, not a contradiction.
    """
    return any(
        own < other and place >= other_place
        for own, place in zip(by_points, places)
        for other, other_place in zip(by_points, places)
    )
