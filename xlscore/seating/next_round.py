"""The next round, seated: for the command line and for any host; `finals` has what comes after.

A workbook and what is asked for go in; the tables, the cells to be typed for them and what there
is to say about them come out. Nothing is written here. Standard library only.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ..evaluation import chosen_rules, chosen_scenario
from ..rules.model import ERROR, KNOCK_OUT, Game, Location, Results
from ..rules.rule_set import RuleSet
from ..rules.tournament_checks import rounds_planned
from ..words import Refused
from ..workbook.addresses import where as where_of
from ..workbook.block import Workbook
from ..workbook.cells import clean_text
from ..workbook.edits import Edits
from ..workbook.output import game_title
from ..workbook.vocabulary import is_signs, is_total
from .draw import Table, lot, spread, table_sizes
from .meetings import Quality
from .sheet_plan import plan_seating, seat_order

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
    assumed: tuple[str, ...] = ()
    """Who is seated although it is not clear whether they are there."""


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
    tables of three and unequal starts few. `rules`, those of the workbook where left out, tell
    how many rounds there will be, where the workbook does not, and which tables can be scored; a
    draw can do without any. `redraw` seats a round anew that has not begun, `force` one although
    an earlier round is open or none was planned. Raises Refused where the round cannot or should
    not be seated.
    """
    seed = seed_of(seed)
    number = number or next_round(results)
    if rules is None and results.settings.rule_set:
        rules = chosen_rules(results.settings)
    planned = rounds_planned(results, rules) if rules else results.settings.rounds or 0
    if not force:
        _refuse_late(results, number, planned)
        _refuse_open(results, number)
    away = {one.player for one in results.sat_out if one.round == str(number)}
    players = [one for one in active_players(results, force=force) if one not in away]
    if not players:
        raise Refused("seat-nobody", file=results.source)
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
    return Seated(
        str(number),
        tables,
        seed,
        edits,
        quality,
        left_out=_left_out(results),
        assumed=_assumed(results),
    )


def next_round(results: Results) -> int:
    """The first preliminary round that nobody is seated for."""
    there = {game.round for game in results.games}
    return next(number for number in range(1, len(there) + 2) if str(number) not in there)


def active_players(results: Results, *, force: bool = False) -> list[str]:
    """Who is to be seated: the active ones of the Players sheet; without one, all who
    played, or had nobody to play with.

    Raises Refused where nobody is there, and, without `force`, where it is not certain who is.
    """
    if not force:
        _refuse_uncertain(results)
    listed = [player for player in results.players if player.name]
    if listed:
        players = [player.name for player in listed if player.active]
    else:
        players = [player for game in results.games for player in game.players if player]
        players += [one.player for one in results.sat_out if one.bye]
    players = list(dict.fromkeys(players))
    if not players:
        raise Refused("seat-nobody", file=results.source)
    return players


def _assumed(results: Results) -> tuple[str, ...]:
    return tuple(
        results.players[location.entry].name
        for finding in results.findings
        if finding.code == "active-unclear"
        for location in finding.locations
        if results.players[location.entry].name
    )


def _left_out(results: Results) -> tuple[str, ...]:
    listed = {player.name for player in results.players if player.name}
    played = dict.fromkeys(player for game in results.games for player in game.players if player)
    return tuple(player for player in played if player not in listed) if listed else ()


# What stands in the way


def _refuse_uncertain(results: Results) -> None:
    """Raises Refused where the Players sheet does not say for certain who is there."""
    doubts = [
        location
        for finding in results.findings
        for location in finding.locations
        if (location.kind, location.field) == ("players", "player")
        and (finding.level == ERROR or finding.code == "player-listed-twice")
    ]
    playing = {player for game in results.games for player in game.players}
    doubts += [
        Location("players", number, "player")
        for number, player in enumerate(results.players)
        if player.active and player.name and player.name not in playing
        if is_total(player.name) or is_signs(player.name)
    ]
    if doubts:
        raise Refused("seat-players-doubtful", where=where_of(results, doubts))


def _refuse_unscorable(players: Sequence[str], rules: RuleSet) -> None:
    """Raises Refused where a table would have a size that the rules name no row for (D14)."""
    for size in table_sizes(len(players)):
        if not rules.scores(size):
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
        locations = [Location("game", entry) for entry in nowhere]
        raise Refused("seat-round-unreadable", where=where_of(results, locations))
    there = {game.round for game in results.games}
    for earlier in range(1, number):
        if str(earlier) not in there:
            raise Refused("seat-round-missing", round=number, earlier=earlier)
    games = [
        game for game in results.games if _is_earlier(game.round, number) and is_unfinished(game)
    ]
    if games:
        raise Refused("seat-round-open", round=number, tables=few(games), count=len(games))


def is_unfinished(game: Game) -> bool:
    """Nothing is typed yet, or not for everybody."""
    return game.is_open or (game.places is None and None in game.victory_points)


def _is_earlier(name: str | None, number: int) -> bool:
    return name is not None and name.isdecimal() and int(name) < number


def few(games: Sequence[Game]) -> list[object]:
    """The games by round and table, the first ones at least."""
    told: list[object] = [partial(game_title, game) for game in games[:_MOST_NAMED]]
    return [*told, "..."] if len(games) > _MOST_NAMED else told


def seed_of(given: str | None) -> str:
    """The seed asked for, or a new one that nobody can have chosen."""
    if given is None:
        return secrets.token_hex(4)
    seed = clean_text(given)  # as it will be read from the workbook
    if not seed or len(seed) > _SEED_AT_MOST or not given.strip().isprintable():
        raise Refused("seed-invalid", found=seed, most=_SEED_AT_MOST)
    return seed
