"""The next round and the knock-out rounds, seated: for the command line and for any host.

A workbook and what is asked for go in; the tables, the cells to be typed for them and what there
is to say about them come out. Nothing is written here. Standard library only.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .engine.chance import Chance, canonical
from .engine.draw import Table, lot, spread, start_order, table_sizes
from .engine.history import Quality
from .engine.model import ERROR, FINAL, KNOCK_OUT, SEMI_FINAL, Evaluation, Game, Results, Spot
from .engine.qualified import (
    ROUND_THERE,
    ROUNDS_TO_COME,
    TIE_ACROSS_LINE,
    Obstacle,
    Qualified,
    qualified,
    seated,
)
from .engine.ruleset import RuleSet
from .engine.whole import of_round, rounds_planned
from .messages import Refused
from .tables.block import Workbook
from .tables.cells import clean_text
from .tables.cells import seated as seated_cell
from .tables.edits import Edits
from .tables.layout import Name
from .tables.names import identity
from .tables.origin import where as where_of
from .tables.seating import plan_seating, round_title, seat_order
from .tables.sheets import game_title
from .tournament import chosen_scenario, evaluate

LOT, SPREAD = "lot", "spread"
_SEED_AT_MOST = 100
_MOST_NAMED = 8
"""More tables than that nobody reads in one sentence."""


class Seated(NamedTuple):
    """A round as it was drawn, and the cells to be typed for it.

    `tables` are the names in the order of seats; `quality` is told of rounds that were spread.
    `drawn` are groups of players level in rank whose order in a ladder was drawn by lot.
    """

    round: str
    tables: tuple[Table, ...]
    seed: str
    edits: Edits
    quality: Quality | None = None
    drawn: tuple[tuple[str, ...], ...] = ()
    left_out: tuple[str, ...] = ()
    """Who has played before and is not on the Players sheet."""


def seat(
    workbook: Workbook,
    results: Results,
    number: int | None = None,
    method: str = LOT,
    seed: str | None = None,
    *,
    rules: RuleSet | None = None,
    scenario: str | None = None,
    redraw: bool = False,
    force: bool = False,
) -> Seated:
    """Draw a preliminary round (None: the next one) for everybody who is active.

    `method` is ``"lot"``, a plain draw, or ``"spread"``, which keeps repeated opponents, repeated
    tables of three and unequal starts few. `rules`, where they are known, tell how many rounds
    there will be, where the workbook does not, and which tables can be scored. `redraw` seats a
    round anew that has not begun, `force` one although an earlier round is open or none was
    planned. Raises Refused where the round cannot or should not be seated.
    """
    seed = _seed(seed)
    number = number or next_round(results)
    planned = rounds_planned(results, rules) if rules else results.settings.rounds or 0
    if not force:
        _refuse_late(results, number, planned)
        _refuse_open(results, number)
    players = active_players(results, force=force)
    if rules:
        _refuse_unscorable(players, rules)
        if scenario is not None:
            chosen_scenario(results.settings, rules, scenario)
    if method == LOT:
        tables, quality = lot(players, seed, number), None
    else:
        earlier = [
            table for name, table in seat_order(workbook, results) if _is_earlier(name, number)
        ]
        seats_known = "seat" in results.columns
        drawn = spread(players, earlier, seed, number, planned, seats_known=seats_known)
        tables, quality = drawn
    edits = plan_seating(workbook, results, str(number), tables, seed=seed, redraw=redraw)
    return Seated(str(number), tables, seed, edits, quality, left_out=_left_out(results))


def next_round(results: Results) -> int:
    """The first preliminary round that nobody is seated for."""
    there = {game.round for game in results.games}
    return next(number for number in range(1, len(there) + 2) if str(number) not in there)


def active_players(results: Results, *, force: bool = False) -> list[str]:
    """Who is to be seated: the active ones of the Players sheet; without one, all who played.

    Raises Refused where nobody is there, and, without `force`, where it is not certain who is.
    """
    if not force:
        _refuse_uncertain(results)
    listed = [player for player in results.players if player.name]
    if listed:
        players = [player.name for player in listed if player.active]
    else:
        players = [player for game in results.games for player in game.players if player]
    players = list(dict.fromkeys(players))
    if not players:
        raise Refused("seat-nobody", file=results.source)
    return players


def final(
    workbook: Workbook,
    results: Results,
    seed: str | None = None,
    substitutes: Sequence[tuple[str, str]] = (),
    *,
    rules: RuleSet | None = None,
    scenario: str | None = None,
    redraw: bool = False,
) -> Seated:
    """Seat the next knock-out round: semi-finals, where the rules have some, then the final.

    Who starts is drawn, and so is the order of players level in rank who are seeded into
    semi-finals. `substitutes` are pairs (who is missing, who plays instead). Raises Refused
    while it is not certain who has qualified, and under rules without a final.
    """
    seed = _seed(seed)
    evaluation = evaluate(results, rules, scenario)
    errors = [one for one in evaluation.findings if one.level == ERROR]
    if redraw:
        evaluation = evaluate(_before_last(results), rules, scenario)
    next_up = qualified(evaluation)
    if next_up.round is None:
        code = "final-league" if evaluation.rules.is_league else "final-none"
        raise Refused(code, rules=evaluation.rules.id)
    if next_up.obstacles:
        raise _refusal(next_up.obstacles, next_up.round, evaluation)
    if errors:
        where = where_of(results, errors[0].spots)
        raise Refused("final-errors", round=round_title(next_up.round), where=where)
    tables = _replaced(_seeded(next_up, seed, evaluation.rules), substitutes, results)
    _refuse_absent(tables, results)
    tables = tuple(
        start_order(names, seed, f"{next_up.round} {number}")
        for number, names in enumerate(tables, 1)
    )
    edits = plan_seating(workbook, results, next_up.round, tables, seed=seed, redraw=redraw)
    return Seated(next_up.round, tables, seed, edits, None, next_up.level)


def _left_out(results: Results) -> tuple[str, ...]:
    listed = {player.name for player in results.players if player.name}
    played = dict.fromkeys(player for game in results.games for player in game.players if player)
    return tuple(player for player in played if player not in listed) if listed else ()


# What stands in the way


def _refuse_uncertain(results: Results) -> None:
    """Raises Refused where the Players sheet does not say for certain who is there."""
    doubts = [
        spot
        for finding in results.findings
        for spot in finding.spots
        if (spot.kind, spot.field) == ("players", "player")
        and (finding.level == ERROR or finding.code == "player-listed-twice")
    ]
    doubts += [
        Spot("players", number, "player")
        for number, player in enumerate(results.players)
        if player.active and seated_cell(player.name).code
    ]
    if doubts:
        raise Refused("seat-players-doubtful", where=where_of(results, doubts))


def _refuse_unscorable(players: Sequence[str], rules: RuleSet) -> None:
    """Raises Refused where a table would have a size that the rules name no row for (D14)."""
    for size in table_sizes(len(players)):
        if size not in rules.points:
            raise Refused("seat-size", size=size, rules=rules.id)


def _refuse_late(results: Results, number: int, planned: int) -> None:
    """Raises Refused for a round that nobody has planned, and where those after it have begun."""
    if any(game.round in KNOCK_OUT for game in results.games):
        raise Refused("seat-after-final", round=number)
    if 0 < planned < number:
        raise Refused("seat-beyond", round=number, planned=planned)


def _refuse_open(results: Results, number: int) -> None:
    """Raises Refused where a round before is not there, or not played to its end."""
    nowhere = [entry for entry, game in enumerate(results.games) if game.round is None]
    if nowhere and "round" in results.columns:
        spots = [Spot("game", entry) for entry in nowhere]
        raise Refused("seat-round-unreadable", where=where_of(results, spots))
    there = {game.round for game in results.games}
    for earlier in range(1, number):
        if str(earlier) not in there:
            raise Refused("seat-round-missing", round=number, earlier=earlier)
    games = [
        game for game in results.games if _is_earlier(game.round, number) and _is_unfinished(game)
    ]
    if games:
        raise Refused("seat-round-open", round=number, tables=_few(games), count=len(games))


def _is_unfinished(game: Game) -> bool:
    """Nothing is typed yet, or not for everybody."""
    return game.is_open or (game.places is None and None in game.victory_points)


def _is_earlier(name: str | None, number: int) -> bool:
    return name is not None and name.isdecimal() and int(name) < number


def _refusal(obstacles: Sequence[Obstacle], round: str, evaluation: Evaluation) -> Refused:
    # Rounds to come can wait until those that are there have been played.
    obstacle = next((one for one in obstacles if one.kind != ROUNDS_TO_COME), obstacles[0])
    games = [evaluation.results.games[number] for number in obstacle.games]
    code = "round-there" if obstacle.kind == ROUND_THERE else f"final-{obstacle.kind}"
    values: dict[str, object] = {
        "round": round_title(round),
        "tables": _few(games),
        "players": list(obstacle.players),
    }
    if obstacle.kind == TIE_ACROSS_LINE:
        values["line"] = evaluation.rules.qualifying
    return Refused(code, **values)


def _few(games: Sequence[Game]) -> list[object]:
    """The games by round and table, the first ones at least."""
    told: list[object] = [
        Name(game_title(game, "en"), game_title(game, "de")) for game in games[:_MOST_NAMED]
    ]
    return [*told, "..."] if len(games) > _MOST_NAMED else told


def _before_last(results: Results) -> Results:
    """The results as they were before the last knock-out round was seated.

    Semi-finals that have begun stay: after them comes the final.
    """
    last = of_round(results, FINAL)
    if not last:
        last = of_round(results, SEMI_FINAL)
        if any(results.games[number].is_played for number in last):
            return results
    rows = sum(len(results.games[number].rows) for number in last)
    return results._replace(
        games=tuple(game for number, game in enumerate(results.games) if number not in last),
        row_count=results.row_count._replace(read=results.row_count.read - rows),
        findings=(),  # which tell of games by their numbers
    )


# Who sits where


def _seeded(next_up: Qualified, seed: str, rules: RuleSet) -> tuple[Table, ...]:
    """The tables, with the order of seeds that are level in rank drawn by lot."""
    if not next_up.level:
        return next_up.tables
    seeds = list(next_up.seeds)
    for group in next_up.level:
        first = seeds.index(group[0])
        drawn = Chance(seed, f"{next_up.round} seeds {first + 1}").shuffled(canonical(group))
        seeds[first : first + len(group)] = drawn
    return seated(seeds, rules.semi_finals)


def _replaced(
    tables: Sequence[Table], substitutes: Sequence[tuple[str, str]], results: Results
) -> tuple[Table, ...]:
    """The tables with substitutes in the place of those who are missing."""
    known = _known(results)
    instead: dict[str, str] = {}
    for pair in substitutes:
        missing, other = map(clean_text, pair)
        for name in (missing, other):
            if identity(name) not in known:
                raise Refused("substitute-unknown", player=name)
        if known[identity(missing)] in instead:
            raise Refused("substitute-twice", player=missing)
        instead[known[identity(missing)]] = known[identity(other)]
    names = [instead.get(name, name) for table in tables for name in table]
    for missing, other in instead.items():
        if not any(missing in table for table in tables):
            raise Refused("substitute-not-needed", player=missing)
        if names.count(other) > 1:
            raise Refused("substitute-twice", player=other)
    return tuple(tuple(instead.get(name, name) for name in table) for table in tables)


def _refuse_absent(tables: Sequence[Table], results: Results) -> None:
    """Raises Refused where somebody would be seated who has left."""
    gone = {player.name for player in results.players if not player.active}
    missing = [name for table in tables for name in table if name in gone]
    if missing:
        raise Refused("final-absent", players=missing)


def _known(results: Results) -> Mapping[str, str]:
    """Everybody on the Players sheet or in the results, by what makes two spellings one player."""
    names = [player.name for player in results.players]
    names += [player for game in results.games for player in game.players]
    return {identity(name): name for name in names if name}


def _seed(given: str | None) -> str:
    """The seed asked for, or a new one that nobody can have chosen."""
    if given is None:
        return secrets.token_hex(4)
    seed = clean_text(given)  # as it will be read from the workbook
    if not seed or len(seed) > _SEED_AT_MOST or not given.strip().isprintable():
        raise Refused("seed-invalid", found=seed, most=_SEED_AT_MOST)
    return seed
