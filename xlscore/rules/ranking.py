"""Standings: sums of the scored games, ordered by criteria, lots, semi-finals and the final.

Ties are results: equal rank (1, 2, 2, 4), never broken by name, order or chance (D11).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from .exact import Number, exact_value
from .model import (
    FINAL,
    NOTE,
    PRELIMINARY,
    SEMI_FINAL,
    WARNING,
    Bonus,
    Finding,
    Results,
    ScoredGame,
    Standing,
    Standings,
)
from .playoffs import KnockOut, knock_out, qualifying
from .rule_set import RuleSet
from .totals import Field, Totals, totals_of
from .tournament_checks import NAMED_AT_MOST, everybody, lot_cells

Key = tuple[tuple[int, Number], ...]


class Ranking(NamedTuple):
    """The standings, what ranking found, and who is tied across the line to those who play on."""

    standings: Standings
    findings: tuple[Finding, ...]
    tied_at_cut: tuple[str, ...]


class _Line(NamedTuple):
    """A player in the preliminary order."""

    player: str
    key: Key
    rank: int
    tied: bool
    decided_by: str | None


def rank(
    results: Results,
    rules: RuleSet,
    scored: Sequence[ScoredGame],
    complete: bool,
    players: Iterable[str] | None = None,
) -> Ranking:
    """Rank everybody with a row in the results (D19): `players`, where they are known already.

    `complete` says that every preliminary game has been played and scored: a tie across the
    line to those who play on is then no longer open (D12).
    """
    counted = counted_bonuses(results, scored)
    players = everybody(results) if players is None else players
    totals = totals_of(results, rules, scored, counted, players)
    values = _values(rules, totals)
    keys = {player: _key(rules, own) for player, own in values.items()}
    lots = {player.name: player.lot for player in results.players}
    short = _short(rules, totals)
    lines, untied = _preliminary(
        {player: key for player, key in keys.items() if player not in short}, rules, lots
    )
    findings = [_lots_incomplete(group, lots, results) for group in untied]
    decided = knock_out(results, rules, scored)
    ranks = {line.player: line.rank for line in lines}
    across, line_findings = qualifying(results, rules, ranks, decided, complete)
    ranked = _Ranked(rules, totals, values, lots, short, bonus_sums(counted))
    behind = sorted(sorted(short, key=str.casefold), key=lambda player: keys[player], reverse=True)
    standings = Standings(
        (
            *_standings(lines, decided, ranked),
            *(ranked.standing(player, None, tied=False, stage=PRELIMINARY) for player in behind),
        )
    )
    findings += bonus_findings(results, counted)
    return Ranking(standings, (*findings, *line_findings), across)


def _values(rules: RuleSet, totals: Mapping[str, Totals]) -> dict[str, list[Number | None]]:
    """What everybody has at each criterion, exact; None for who has no game that counts, where such
    a player stands last.

    A criterion may depend on who is still level: each splits the groups that those before it left.
    """
    field = Field(rules, totals)
    values: dict[str, list[Number | None]] = {player: [] for player in totals}
    groups = [list(totals)]
    for criterion in rules.order:
        after: list[list[str]] = []
        for group in groups:
            found = field.values(criterion, group)
            parts: dict[Number | None, list[str]] = {}
            for player, value in found.items():
                values[player].append(value)
                parts.setdefault(value, []).append(player)
            after += parts.values()
        groups = after
    return values


def _key(rules: RuleSet, values: Sequence[Number | None]) -> Key:
    """What orders players, the best highest."""
    return tuple(
        (0, 0) if value is None else (1, value if one.higher else -value)
        for one, value in zip(rules.order, values)
    )


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
        group = sorted(sorted(members), key=str.casefold)
        first = len(lines) + 1
        if len(group) == 1:
            player = group[0]
            lines.append(_Line(player, key, first, False, rules.order[depth[player]].key))
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
    locations = lot_cells(wrong, results)
    return Finding("lots-incomplete", WARNING, {"players": wrong, "group": group}, locations)


def _short(rules: RuleSet, totals: Mapping[str, Totals]) -> dict[str, tuple[int, int]]:
    """Who has fewer results than a rank takes: how many there are, and how many it takes."""
    least = rules.counting and rules.counting.at_least
    if not least:
        return {}
    return {player: (own.results, least) for player, own in totals.items() if own.results < least}


class _Ranked(NamedTuple):
    """What a line of the standings is made of."""

    rules: RuleSet
    totals: Mapping[str, Totals]
    values: Mapping[str, Sequence[Number | None]]
    lots: Mapping[str, Number | None]
    short: Mapping[str, tuple[int, int]]
    bonuses: Mapping[str, Number]

    def standing(
        self,
        player: str,
        rank: int | None,
        *,
        tied: bool,
        stage: str,
        decided_by: str | None = None,
    ) -> Standing:
        sums, rules = self.totals[player], self.rules
        return Standing(
            rank=rank,
            tied=tied,
            player=player,
            games=sums.games,
            tournament_points=exact_value(sums.points, rules.point_scale),
            victory_points=sums.victory_points if rules.vp_required else None,
            share=exact_value(sums.share, rules.share_scale) if rules.share else None,
            places=tuple(sorted(sums.places.items())),
            stage=None if rules.is_league else stage,
            decided_by=decided_by,
            criteria=tuple(zip((one.key for one in rules.order), self.values[player])),
            lot=self.lots.get(player),
            bonus=self.bonuses.get(player),
            games_played=sums.games_played if rules.counting else None,
            short=self.short.get(player),
        )


def _standings(lines: list[_Line], decided: KnockOut, ranked: _Ranked) -> list[Standing]:
    """The finalists by place in the final, then the other semi-finalists by place in their
    semi-final and in preliminary order where that is equal, then everybody else (D12, D20)."""

    def stage(player: str) -> str:
        if player in decided.final:
            return FINAL
        return SEMI_FINAL if player in decided.semi_finals else PRELIMINARY

    def standing(line: _Line, rank: int, tied: bool, decided_by: str | None) -> Standing:
        return ranked.standing(
            line.player, rank, tied=tied, stage=stage(line.player), decided_by=decided_by
        )

    by_stage: dict[str, list[_Line]] = {FINAL: [], SEMI_FINAL: [], PRELIMINARY: []}
    for line in lines:
        by_stage[stage(line.player)].append(line)
    standings = []
    taken = list(decided.final.values())
    for line in by_stage[FINAL]:
        place = decided.final[line.player]
        tied = taken.count(place) > 1
        standings.append(standing(line, place, tied, None if tied else FINAL))
    by_stage[SEMI_FINAL].sort(key=lambda line: decided.semi_finals[line.player])
    for _, members in groupby(
        by_stage[SEMI_FINAL], key=lambda line: decided.semi_finals[line.player]
    ):
        same_place = list(members)
        for group in _by_rank(same_place):
            tied, first = len(group) > 1, len(standings) + 1
            decided_by = None if tied else _within(group[0], same_place, ranked.rules)
            standings += [standing(line, first, tied, decided_by) for line in group]
    played_on = {line.rank for line in by_stage[SEMI_FINAL]}
    played_on |= {line.rank for line in by_stage[FINAL] if line.player in decided.semi_finals}
    for group in _by_rank(by_stage[PRELIMINARY]):
        tied, first = len(group) > 1, len(standings) + 1
        for line in group:
            # level only with players who played on: what they played is what separates them
            later = SEMI_FINAL if line.rank in played_on else FINAL
            decided_by = line.decided_by if tied or not line.tied else later
            standings.append(standing(line, first, tied, decided_by))
    standings.sort(key=lambda one: (one.rank or 0, one.player.casefold(), one.player))
    return standings


def _by_rank(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Lines in preliminary order, those of a rank together."""
    for _, members in groupby(lines, key=lambda line: line.rank):
        yield list(members)


def _within(line: _Line, same_place: list[_Line], rules: RuleSet) -> str:
    """What separates a player from everybody else on the same place of a semi-final."""
    others = [_shared(line.key, other.key) for other in same_place if other is not line]
    if not others:
        return SEMI_FINAL
    return rules.order[max(others)].key if max(others) < len(rules.order) else "lot"


def counted_bonuses(results: Results, scored: Sequence[ScoredGame]) -> tuple[Bonus, ...]:
    """The entries that count: not those in rows of a game that is not scored for an error, of a
    semi-final or final, or of somebody without a game."""
    if not results.bonuses:
        return ()
    done = {one.number for one in scored}
    out = {
        row
        for number, game in enumerate(results.games)
        if not game.is_preliminary or not (number in done or game.is_open)
        for row in game.rows
    }
    players = set(everybody(results))
    return tuple(
        one
        for one in results.bonuses
        if (one.listed or one.row not in out) and one.player in players
    )


def bonus_sums(counted: Sequence[Bonus]) -> dict[str, Number]:
    """What each player has been given in all."""
    sums: dict[str, Number] = {}
    for bonus in counted:
        sums[bonus.player] = sums.get(bonus.player, 0) + bonus.points
    return sums


def bonus_findings(results: Results, counted: Sequence[Bonus]) -> Iterator[Finding]:
    """A note for each entry that counts, a warning for each that does not."""
    for bonus in counted[:NAMED_AT_MOST]:
        reason = f" ({bonus.reason})" if bonus.reason else ""
        values = {"player": bonus.player, "points": bonus.points, "reason": reason}
        yield Finding("bonus-points", NOTE, values, (bonus.location,))
    rest = counted[NAMED_AT_MOST:]
    if rest:
        yield Finding("bonus-points-more", NOTE, {"count": len(rest)}, (rest[0].location,))
    counts = set(counted)
    for bonus in results.bonuses:
        if bonus not in counts:
            values = {"player": bonus.player, "points": bonus.points}
            yield Finding("bonus-not-counted", WARNING, values, (bonus.location,))
