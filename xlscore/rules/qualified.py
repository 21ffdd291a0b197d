"""What comes after the preliminary rounds: the next knock-out round and who is seated where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from .model import FINAL, SEMI_FINAL, Evaluation
from .tournament_checks import of_round, rounds_planned, rounds_there

ROUND_THERE = "round-there"
ROUNDS_TO_COME = "rounds-to-come"
PRELIMINARIES_OPEN = "preliminaries-open"
PRELIMINARIES_UNSCORED = "preliminaries-unscored"
PLAYERS_TOO_FEW = "players-too-few"
TIE_ACROSS_LINE = "tie-across-line"
SEMI_FINALS_OPEN = "semi-finals-open"
SEMI_FINALS_UNSCORED = "semi-finals-unscored"
SEMI_FINAL_SHARED = "semi-final-shared"


class Obstacle(NamedTuple):
    """Why nobody can be seated yet: one of the kinds above, and whom or what it is about.

    `games` are numbers in `Results.games`. ``"round-there"``: the round has its games already.
    ``"rounds-to-come"``: rounds that are planned have no games yet. ``"players-too-few"``: fewer
    than play on. ``"semi-final-shared"``: `players` share first place in one semi-final.
    """

    kind: str
    players: tuple[str, ...] = ()
    games: tuple[int, ...] = ()


class Qualified(NamedTuple):
    """The next knock-out round: ``"semi-final"``, ``"final"``, or None where the rules have none.

    `seeds` are the players who qualify, best first; the winners of semi-finals in the order
    of the results. `tables` are those players as they meet, in the order of the tables; for other
    seeds ask `seated`. Both are empty while there are `obstacles`. `level` are groups of seeds for
    semi-finals that the preliminary rounds leave tied and that stand in `seeds` by name only:
    lots may be drawn for their order, in a final the order of seeds means nothing.
    """

    round: str | None
    seeds: tuple[str, ...] = ()
    tables: tuple[tuple[str, ...], ...] = ()
    level: tuple[tuple[str, ...], ...] = ()
    obstacles: tuple[Obstacle, ...] = ()


def qualified(evaluation: Evaluation) -> Qualified:
    """Which knock-out round comes next and who is seated at which of its tables (D12, D20)."""
    results, rules = evaluation.results, evaluation.rules
    if rules.final_seats is None:
        return Qualified(None)
    finals, semi_finals = of_round(results, FINAL), of_round(results, SEMI_FINAL)
    named = len(rules.semi_finals)
    if finals or (named and len(semi_finals) >= named):
        name, there = FINAL, finals
    else:
        name, there = (SEMI_FINAL, semi_finals) if named else (FINAL, ())
    if there:
        return Qualified(name, obstacles=(Obstacle(ROUND_THERE, games=there),))
    of_winners = bool(named) and name == FINAL
    hindering = _semi_finals if of_winners else _preliminaries
    obstacles = tuple(hindering(evaluation))
    if obstacles:
        return Qualified(name, obstacles=obstacles)
    if of_winners:
        seeds = tuple(players[0] for _, players in _winners(evaluation))
        return Qualified(name, seeds, (seeds,))
    seeds = tuple(standing.player for standing in evaluation.standings)[: rules.qualifying]
    tables = seated(seeds, rules.semi_finals) if named else (seeds,)
    return Qualified(name, seeds, tables, _level(evaluation, seeds) if named else ())


def seated(
    seeds: Sequence[str], semi_finals: Sequence[Sequence[int]]
) -> tuple[tuple[str, ...], ...]:
    """The players of each semi-final: `seeds` holds them best first, `semi_finals` their ranks."""
    return tuple(tuple(seeds[rank - 1] for rank in ranks) for ranks in semi_finals)


def _preliminaries(evaluation: Evaluation) -> Iterator[Obstacle]:
    """What keeps the preliminary rounds from saying who plays on."""
    results, rules = evaluation.results, evaluation.rules
    if rounds_there(results) < max(1, rounds_planned(results, rules)):
        yield Obstacle(ROUNDS_TO_COME)
    yield from _games(PRELIMINARIES_OPEN, evaluation.open)
    yield from _games(PRELIMINARIES_UNSCORED, evaluation.unscored)
    if len(evaluation.standings) < (rules.qualifying or 0):
        yield Obstacle(PLAYERS_TOO_FEW)
    if evaluation.across_the_line:
        yield Obstacle(TIE_ACROSS_LINE, evaluation.across_the_line)


def _semi_finals(evaluation: Evaluation) -> Iterator[Obstacle]:
    """What keeps the semi-finals from saying who plays the final."""
    numbers = set(of_round(evaluation.results, SEMI_FINAL))
    yield from _games(SEMI_FINALS_OPEN, sorted(numbers.intersection(evaluation.open)))
    yield from _games(SEMI_FINALS_UNSCORED, sorted(numbers.intersection(evaluation.unscored)))
    for number, players in _winners(evaluation):
        if len(players) > 1:
            yield Obstacle(SEMI_FINAL_SHARED, players, (number,))


def _games(kind: str, games: Sequence[int]) -> Iterator[Obstacle]:
    if games:
        yield Obstacle(kind, games=tuple(games))


def _winners(evaluation: Evaluation) -> list[tuple[int, tuple[str, ...]]]:
    """Each scored semi-final with everybody on its first place."""
    return [
        (
            number,
            tuple(player for player, place in zip(game.players, score.places) if place == 1),
        )
        for number, game, score in evaluation.scored
        if game.round == SEMI_FINAL
    ]


def _level(evaluation: Evaluation, seeds: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Groups of seeds on one rank."""
    best = evaluation.standings[: len(seeds)]
    groups = [
        tuple(standing.player for standing in members)
        for _, members in groupby(best, key=lambda standing: standing.rank)
    ]
    return tuple(group for group in groups if len(group) > 1)
