"""The weight of a league's game: its factor and which score wins (C4, C7, D18)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Union

from .exact import Number
from .model import ERROR, WARNING, Finding, Game, GameKind, Location, Results
from .rule_set import RuleSet
from .tournament_checks import NAMED_AT_MOST, nearest


class Weight(NamedTuple):
    """The factor of a game (None where the rule set has none); does the lower score win?"""

    factor: Fraction | None = None
    lower: bool = False


_ALIKE = Weight()
_LIKENESS = 0.75
"""Azull and Azul are 0.89, Katan and Catan 0.8."""
_UNKNOWN = "factor-unknown-game"


class Kinds:
    """The entries of the Games sheet by name."""

    def __init__(self, results: Results) -> None:
        self.entries = {kind.name: number for number, kind in enumerate(results.game_kinds)}
        self.kinds = results.game_kinds
        self._near: dict[str, str | None] = {}

    def near(self, name: str) -> str | None:
        """The listed name that is meant by one that is not, where it is much like it."""
        if name not in self._near and len(self._near) < NAMED_AT_MOST:
            self._near[name] = nearest(name, self.entries, _LIKENESS)
        return self._near.get(name)


Weighed = tuple[Union[Weight, None], tuple[Finding, ...]]


def weigh(number: int, game: Game, kinds: Kinds, rules: RuleSet) -> Weighed:
    """The weight of a game; None, and why, where there is none to be had.

    `number` is the game's in `Results.games`. Rule sets without factors weigh every game alike.
    """
    if not rules.bands:
        return _ALIKE, ()
    if game.name is None:
        if any(seat is None or field == "game" for seat, field in game.faulty):
            return None, ()  # reported by reading
        values: dict[str, object] = {
            "field": "game",
            "names": list(game.players),
            "count": len(game.players),
        }
        locations = (Location("game", number, "game"),)
        return None, (Finding("key-missing", ERROR, values, locations),)
    entry = kinds.entries.get(game.name)
    kind = kinds.kinds[entry] if entry is not None else None
    lower = kind is not None and kind.better == "lower"
    if kind is not None and _in_doubt(kind, game):
        return None, (_without("game-kind-faulty", {"game": kind.name}, number, entry),)
    if game.factor is not None:
        found = () if kind else _lower_meant(number, game.name, kinds)
        return Weight(game.factor, lower), found
    if any(field == "factor" for _, field in game.faulty):
        return None, ()  # reported by reading
    if kind is None:
        near = kinds.near(game.name)
        values = {"game": game.name, "near": near}
        code, listed = ("game-misspelt", kinds.entries[near]) if near else (_UNKNOWN, None)
        return None, (_without(code, values, number, listed),)
    factor = kind.factor if kind.factor is not None else _by_minutes(kind, rules)
    if factor is None:
        values = {"game": kind.name, "minutes": kind.minutes, "level": kind.level or ""}
        code = "factor-no-minutes" if kind.minutes is None else "factor-between"
        return None, (_without(code, values, number, entry),)
    return Weight(factor, lower), ()


def _lower_meant(number: int, name: str, kinds: Kinds) -> tuple[Finding, ...]:
    """A warning where a game whose factor is typed is not listed, but nearly so, as one whose lower
    score wins."""
    near = kinds.near(name)
    entry = kinds.entries[near] if near else None
    if entry is None or kinds.kinds[entry].better != "lower":
        return ()
    locations = (Location("game", number, "game"), Location("games", entry, "game"))
    return (Finding("game-near", WARNING, {"game": name, "near": near}, locations),)


def _in_doubt(kind: GameKind, game: Game) -> bool:
    """Whether an unreadable cell of the Games sheet matters to this game.

    An explicit factor always wins (C4): then nobody asks what the Games sheet's would be.
    """
    if kind.faulty & {"game", "better"}:
        return True
    if game.factor is not None:
        return False
    return "factor" in kind.faulty or (kind.factor is None and "minutes" in kind.faulty)


def _without(code: str, values: dict[str, object], number: int, entry: int | None) -> Finding:
    locations = [Location("game", number)]
    if entry is not None:
        locations.append(Location("games", entry))
    return Finding(code, ERROR, values, tuple(locations))


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
