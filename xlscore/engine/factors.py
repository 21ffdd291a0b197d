"""The weight of a league's game: its factor and which score wins (C4, C7, D18)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from .exact import Number
from .model import ERROR, Finding, Game, GameKind, Results, Spot
from .ruleset import RuleSet


class Weight(NamedTuple):
    """The factor of a game (None where the rule set has none); does the lower score win?"""

    factor: Fraction | None = None
    lower: bool = False


def weights(
    results: Results, rules: RuleSet, findings: list[Finding]
) -> Callable[[int, Game], Weight | None]:
    """A function giving each game's weight; None, and a finding, where there is none to be had."""
    if not rules.bands:
        unweighted = Weight()
        return lambda _number, _game: unweighted
    kinds = {kind.name: entry for entry, kind in enumerate(results.game_kinds)}

    def weight(number: int, game: Game) -> Weight | None:
        if game.name is None:
            if not any(seat is None or field == "game" for seat, field in game.faulty):
                values: dict[str, object] = {"player": game.players[0], "field": "game"}
                spots = (Spot("game", number, None, "game"),)
                findings.append(Finding("key-missing", ERROR, values, spots))
            return None
        entry = kinds.get(game.name)
        kind = results.game_kinds[entry] if entry is not None else None
        lower = kind is not None and kind.better == "lower"
        # An explicit factor always wins (C4): then nobody asks what the Games sheet's would be.
        if kind is not None and (
            kind.faulty & {"game", "better"}
            or (game.factor is None and "factor" in kind.faulty)
            or (game.factor is None and kind.factor is None and "minutes" in kind.faulty)
        ):
            values = {"game": kind.name}
            findings.append(_without("game-kind-faulty", values, number, entry))
            return None
        if game.factor is not None:
            return Weight(game.factor, lower)
        if any(field == "factor" for _, field in game.faulty):
            return None  # the unreadable factor has been reported already
        if kind is None:
            values = {"game": game.name}
            findings.append(_without("factor-unknown-game", values, number, None))
            return None
        factor = kind.factor if kind.factor is not None else _by_minutes(kind, rules)
        if factor is None:
            values = {"game": kind.name, "minutes": kind.minutes, "level": kind.level or ""}
            code = "factor-no-minutes" if kind.minutes is None else "factor-between"
            findings.append(_without(code, values, number, entry))
            return None
        return Weight(factor, lower)

    return weight


def _without(code: str, values: dict[str, object], number: int, entry: int | None) -> Finding:
    spots = [Spot("game", number, None, None)]
    if entry is not None:
        spots.append(Spot("games", entry))
    return Finding(code, ERROR, values, tuple(spots))


def _by_minutes(kind: GameKind, rules: RuleSet) -> Fraction | None:
    """The factor of the band that the minutes fall in; between two bands the level decides."""
    minutes: Number | None = kind.minutes
    if minutes is None:
        return None
    below = above = None
    for band in rules.bands:
        first = band.first if band.first is not None else minutes
        last = band.last if band.last is not None else minutes
        if first <= minutes <= last:
            return band.factor
        if last < minutes:
            below = band.factor
        elif above is None:
            above = band.factor
    return {"low": below, "high": above}.get(kind.level or "")
