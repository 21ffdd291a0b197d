"""Standings: sums of the scored games, ordered by criteria, lots and the final.

Ties are results: equal rank (1, 2, 2, 4), never broken by name, order or chance (D11).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from .criteria import CRITERIA, Tally
from .exact import Number, exact_value
from .model import (
    ERROR,
    FINAL,
    NOTE,
    WARNING,
    Finding,
    Game,
    Results,
    ScoredGame,
    Spot,
    Standing,
    Standings,
)
from .ruleset import RuleSet
from .whole import first_rows

Key = tuple[Number, ...]


class Ranking(NamedTuple):
    """The standings, what ranking found, and who is tied across the line to the final."""

    standings: Standings
    findings: tuple[Finding, ...]
    across_the_line: tuple[str, ...]


class _Line(NamedTuple):
    """A player in the preliminary order."""

    player: str
    key: Key
    rank: int
    tied: bool
    decided_by: str | None


def rank(results: Results, rules: RuleSet, scored: Sequence[ScoredGame], complete: bool) -> Ranking:
    """Rank everybody with a row in the results (D19).

    `complete` says that every preliminary game has been played and scored: a tie across the
    line to the final is then no longer open (D12).
    """
    tallies = tally(results.games, scored)
    keys = {
        player: tuple(CRITERIA[criterion](sums) for criterion in rules.order)
        for player, sums in tallies.items()
    }
    lots = {player.name: player.lot for player in results.players}
    lines, untied = _preliminary(keys, rules, lots)
    findings = [_lots_incomplete(group, lots, results) for group in untied]
    final = next((one for one in scored if one.game.round == FINAL), None)
    across, line_findings = _qualifying(results, rules, lines, complete)
    places = dict(zip(final.game.players, final.score.places)) if final else {}
    standings = _standings(lines, places, tallies, rules, lots)
    return Ranking(standings, (*findings, *line_findings), across)


def tally(games: Iterable[Game], scored: Iterable[ScoredGame]) -> dict[str, Tally]:
    """Sums over the preliminary games for everybody with a row, zeros where none was scored."""
    tallies: dict[str, Tally] = {}
    for game in games:
        for player in game.players:
            if player and player not in tallies:
                tallies[player] = Tally()
    for _, game, score in scored:
        if game.round == FINAL:
            continue
        counted = score.counted or (0,) * len(game.players)
        shares = score.share_units or (0,) * len(game.players)
        for player, place, points, own, share in zip(
            game.players, score.places, score.point_units, counted, shares
        ):
            sums = tallies[player]
            sums.games += 1
            sums.points += points
            sums.victory_points += own
            sums.share += share
            sums.places[place] = sums.places.get(place, 0) + 1
    return tallies


def _preliminary(
    keys: dict[str, Key], rules: RuleSet, lots: Mapping[str, Number | None]
) -> tuple[list[_Line], list[list[str]]]:
    """Everybody in preliminary order, and the tied groups whose lots do not decide (D11)."""
    ordered = sorted(keys, key=lambda player: keys[player], reverse=True)
    # In this order nobody is level for longer with a player than one of the two neighbours.
    level = [_shared(keys[one], keys[other]) for one, other in zip(ordered, ordered[1:])]
    depth = dict(zip(ordered, map(max, zip([0, *level], [*level, 0]))))
    lines: list[_Line] = []
    undecided: list[list[str]] = []
    for key, members in groupby(ordered, key=lambda player: keys[player]):
        group = sorted(members, key=str.casefold)
        first = len(lines) + 1
        if len(group) == 1:
            player = group[0]
            lines.append(_Line(player, key, first, False, rules.order[depth[player]]))
            continue
        drawn = {player: lot for player in group if (lot := lots.get(player)) is not None}
        if len(drawn) == len(group) == len(set(drawn.values())):
            for offset, player in enumerate(sorted(drawn, key=lambda name: drawn[name])):
                lines.append(_Line(player, key, first + offset, False, "lot"))
            continue
        lines += [_Line(player, key, first, True, None) for player in group]
        if drawn:
            undecided.append(group)
    return lines, undecided


def _shared(one: Key, other: Key) -> int:
    """How many criteria two players are level in before the first that differs."""
    return next(
        (depth for depth, (own, theirs) in enumerate(zip(one, other)) if own != theirs), len(one)
    )


def _lots_incomplete(
    group: list[str], lots: Mapping[str, Number | None], results: Results
) -> Finding:
    """D11: a lot acts only if every member of the tied group has a number and all differ."""
    drawn = [lots.get(player) for player in group]
    wrong = [player for player, lot in zip(group, drawn) if lot is None or drawn.count(lot) > 1]
    spots = _lot_cells(wrong, results)
    return Finding("lots-incomplete", WARNING, {"players": wrong, "group": group}, spots)


def _lot_cells(players: Sequence[str], results: Results) -> tuple[Spot, ...]:
    """Where the lots of these players stand; their first row, for who is on no Players sheet."""
    entries = {player.name: entry for entry, player in enumerate(results.players)}
    rows = first_rows(results)
    return tuple(
        Spot("players", entries[player], "lot") if player in entries else rows[player]
        for player in players
    )


def _qualifying(
    results: Results, rules: RuleSet, lines: list[_Line], complete: bool
) -> tuple[tuple[str, ...], list[Finding]]:
    """D12: who is tied across the line to the final, and whether the finalists are the best."""
    seats = rules.final_seats
    if seats is None:
        return (), []
    finals = [number for number, game in enumerate(results.games) if game.round == FINAL]
    findings: list[Finding] = []
    across: tuple[str, ...] = ()
    ranks = {line.player: line.rank for line in lines}
    preliminary = {
        player for game in results.games if game.round != FINAL for player in game.players
    }
    in_order = [line for line in lines if line.player in preliminary]
    if len(in_order) > seats and in_order[seats - 1].rank == in_order[seats].rank:
        tied_rank = in_order[seats].rank
        across = tuple(line.player for line in in_order if line.rank == tied_rank)
        level = WARNING if finals else (ERROR if complete else NOTE)
        values: dict[str, object] = {"players": list(across), "seats": seats}
        findings.append(Finding("tie-across-line", level, values, _lot_cells(across, results)))
    if len(finals) == 1:
        game = results.games[finals[0]]
        substitutes = [
            player
            for player in game.players
            if player and (player not in preliminary or ranks[player] > len(game.players))
        ]
        if substitutes:
            spots = (Spot("game", finals[0]),)
            best = [line.player for line in in_order if line.rank <= len(game.players)]
            missing = [player for player in best if player not in game.players]
            values = {"players": substitutes, "missing": missing}
            findings.append(Finding("finalists-not-best", WARNING, values, spots))
    return across, findings


def _standings(
    lines: list[_Line],
    final: dict[str, int],
    tallies: dict[str, Tally],
    rules: RuleSet,
    lots: Mapping[str, Number | None],
) -> Standings:
    """The finalists by place in the final, everybody else from the next rank on (D12)."""

    def standing(line: _Line, rank: int, tied: bool, decided_by: str | None) -> Standing:
        sums = tallies[line.player]
        points = exact_value(sums.points, rules.point_scale)
        share = exact_value(sums.share, rules.share_scale)
        exact = {"tournament_points": points, "share": share}
        stage = None if rules.is_league else (FINAL if line.player in final else "preliminary")
        counted = rules.vp_required
        return Standing(
            rank=rank,
            tied=tied,
            player=line.player,
            games=sums.games,
            tournament_points=points,
            victory_points=sums.victory_points if counted else None,
            share=share if rules.share else None,
            places=tuple(sorted(sums.places.items())),
            stage=stage,
            decided_by=decided_by,
            criteria=tuple(
                [(name, exact.get(name, value)) for name, value in zip(rules.order, line.key)]
            ),
            lot=lots.get(line.player),
        )

    finalists = [line for line in lines if line.player in final]
    others = [line for line in lines if line.player not in final]
    standings = []
    taken = list(final.values())
    for line in finalists:
        place = final[line.player]
        tied = taken.count(place) > 1
        standings.append(standing(line, place, tied, None if tied else FINAL))
    before = len(finalists)
    for _, members in groupby(others, key=lambda line: line.rank):
        group = list(members)
        tied = len(group) > 1
        for line in group:
            # level only with finalists: the final is what separates them
            decided_by = line.decided_by if tied or not line.tied else FINAL
            standings.append(standing(line, before + 1, tied, decided_by))
        before += len(group)
    standings.sort(key=lambda one: (one.rank, one.player.casefold(), one.player))
    return Standings(standings)
