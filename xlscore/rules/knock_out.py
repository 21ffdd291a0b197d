"""After the preliminary rounds: who plays on, and places in semi-finals and final (D12, D20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from .model import (
    ERROR,
    FINAL,
    KNOCK_OUT,
    NOTE,
    SEMI_FINAL,
    WARNING,
    Finding,
    Results,
    ScoredGame,
    Spot,
)
from .rule_set import RuleSet
from .tournament_checks import lot_cells, of_round


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
        spots = tuple(Spot("game", number) for number in games)
        yield Finding(code, WARNING, {"players": substitutes, "missing": missing}, spots)


def _finalists_of_semi_finals(
    results: Results, rules: RuleSet, decided: KnockOut
) -> Iterator[Finding]:
    """D20: whether the finalists won their semi-finals, and whether a win is shared.

    A shared first place is the referee's to part while nobody is seated for the final.
    """
    semi_finals, finals = of_round(results, SEMI_FINAL), of_round(results, FINAL)
    named = len(rules.semi_finals)
    spots = tuple(Spot("game", number) for number in finals)
    if finals and len(semi_finals) < named:
        values: dict[str, object] = {"found": len(semi_finals), "named": named, "rules": rules.id}
        yield Finding("semi-finals-missing", WARNING, values, spots)
    tables = [(number, results.games[number].players) for number in semi_finals]
    won = [
        (number, [one for one in players if decided.semi_finals.get(one) == 1])
        for number, players in tables
    ]
    if not finals:
        for number, winners in won:
            if len(winners) > 1:
                values = {"players": winners}
                yield Finding("semi-final-shared", WARNING, values, (Spot("game", number),))
    elif len(finals) == 1 and decided.semi_finals:
        seated = results.games[finals[0]].players
        winners = [one for _, players in won for one in players]
        substitutes = [one for one in seated if one and one not in winners]
        if substitutes:
            missing = [
                one for _, players in won if not set(players) & set(seated) for one in players
            ]
            values = {"players": substitutes, "missing": missing}
            yield Finding("finalists-not-winners", WARNING, values, spots)
