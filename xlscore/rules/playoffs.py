"""After the preliminary rounds: who plays on, the places in semi-finals and final (D12, D20), and
who is seated in the next of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from .model import (
    ERROR,
    FINAL,
    KNOCK_OUT,
    NOTE,
    SEMI_FINAL,
    WARNING,
    Evaluation,
    Finding,
    Location,
    Results,
    ScoredGame,
)
from .rule_set import RuleSet
from .tournament_checks import lot_cells, of_round, rounds_planned, rounds_there


class KnockOut(NamedTuple):
    """Player -> place at the table, of the games that decide ranks; empty where none does yet."""

    final: Mapping[str, int] = {}
    semi_finals: Mapping[str, int] = {}


def knock_out(results: Results, rules: RuleSet, scored: Iterable[ScoredGame]) -> KnockOut:
    """The places that decide.

    Semi-finals decide together, once all are scored: as many as the rules name, or fewer where
    the finalists are seated. Until then a last place in one would rank behind whoever has still
    to play another.
    """
    if rules.final_seats is None:
        return KnockOut()
    last = [one for one in scored if not one.game.is_preliminary]
    places: dict[str, dict[str, int]] = {name: {} for name in KNOCK_OUT}
    for one in last:
        places[one.game.round or ""].update(zip(one.game.players, one.score.places))
    there = len(of_round(results, SEMI_FINAL))
    all_there = there == len(rules.semi_finals) or bool(of_round(results, FINAL))
    if not all_there or there > sum(one.game.round == SEMI_FINAL for one in last):
        places[SEMI_FINAL] = {}
    return KnockOut(places[FINAL], places[SEMI_FINAL])


def qualifying(
    results: Results, rules: RuleSet, ranks: Mapping[str, int], decided: KnockOut, complete: bool
) -> tuple[tuple[str, ...], list[Finding]]:
    """Who is tied across the line to those who play on; and what is odd about who did.

    `ranks` are those of the preliminary order, best first. `complete`: see `rank`.
    """
    line = rules.qualifying
    if line is None:
        return (), []
    preliminary = {
        player for game in results.games if game.is_preliminary for player in game.players
    }
    in_order = {player: held for player, held in ranks.items() if player in preliminary}
    across = _across(in_order, line)
    findings = []
    if across:
        seated = not all(game.is_preliminary for game in results.games)
        level = WARNING if seated else (ERROR if complete else NOTE)
        values: dict[str, object] = {"players": list(across), "line": line}
        findings.append(Finding("tie-across-line", level, values, lot_cells(across, results)))
    if rules.semi_finals:
        findings += _semi_finalists(results, rules, in_order)
        findings += _finalists_of_semi_finals(results, rules, decided)
    else:
        findings += _finalists(results, in_order)
    return across, findings


def _across(ranks: Mapping[str, int], line: int) -> tuple[str, ...]:
    """Everybody on the rank that begins on this side of the line and ends beyond it."""
    in_order = list(ranks.values())
    if len(in_order) <= line or in_order[line - 1] != in_order[line]:
        return ()
    return tuple(player for player, held in ranks.items() if held == in_order[line])


def _finalists(results: Results, ranks: Mapping[str, int]) -> Iterator[Finding]:
    """D12: whether the finalists are the best of the preliminary rounds."""
    finals = of_round(results, FINAL)
    if len(finals) != 1:
        return
    players = results.games[finals[0]].players
    yield from _not_best("finalists-not-best", results, finals, ranks, len(players))


def _semi_finalists(
    results: Results, rules: RuleSet, ranks: Mapping[str, int]
) -> Iterator[Finding]:
    """D20: whether the semi-finalists are the best of the preliminary rounds.

    Smaller tables than the rules name are for fewer of the best; before the last table is
    there, for as many as the rules name.
    """
    games = of_round(results, SEMI_FINAL)
    seats = sum(len(results.games[number].players) for number in games)
    if 0 < len(games) < len(rules.semi_finals) and not of_round(results, FINAL):
        seats = sum(map(len, rules.semi_finals))
    if 0 < len(games) <= len(rules.semi_finals):
        yield from _not_best("semi-finalists-not-best", results, games, ranks, seats)


def _not_best(
    code: str, results: Results, games: tuple[int, ...], ranks: Mapping[str, int], best: int
) -> Iterator[Finding]:
    """A warning where somebody sits in these games who is none of the best so many."""
    players = [player for number in games for player in results.games[number].players if player]
    substitutes = [one for one in players if ranks.get(one, best + 1) > best]
    if substitutes:
        missing = [one for one, held in ranks.items() if held <= best and one not in players]
        locations = tuple(Location("game", number) for number in games)
        yield Finding(code, WARNING, {"players": substitutes, "missing": missing}, locations)


def _finalists_of_semi_finals(
    results: Results, rules: RuleSet, decided: KnockOut
) -> Iterator[Finding]:
    """D20: whether the finalists won their semi-finals, and whether a win is shared.

    A shared first place is the referee's to part while nobody is seated for the final.
    """
    semi_finals, finals = of_round(results, SEMI_FINAL), of_round(results, FINAL)
    named = len(rules.semi_finals)
    locations = tuple(Location("game", number) for number in finals)
    if finals and len(semi_finals) < named:
        values: dict[str, object] = {"found": len(semi_finals), "named": named, "rules": rules.id}
        yield Finding("semi-finals-missing", WARNING, values, locations)
    tables = [(number, results.games[number].players) for number in semi_finals]
    won = [
        (number, [one for one in players if decided.semi_finals.get(one) == 1])
        for number, players in tables
    ]
    if not finals:
        for number, winners in won:
            if len(winners) > 1:
                values = {"players": winners}
                yield Finding("semi-final-shared", WARNING, values, (Location("game", number),))
    elif len(finals) == 1 and decided.semi_finals:
        seated = results.games[finals[0]].players
        winners = [one for _, players in won for one in players]
        substitutes = [one for one in seated if one and one not in winners]
        if substitutes:
            missing = [
                one for _, players in won if not set(players) & set(seated) for one in players
            ]
            values = {"players": substitutes, "missing": missing}
            yield Finding("finalists-not-winners", WARNING, values, locations)


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
    if evaluation.tied_at_cut:
        yield Obstacle(TIE_ACROSS_LINE, evaluation.tied_at_cut)


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
