"""``--summary``: who played where and with what success, and everybody's all-time record.

Both tables are made from the JSON of the files, one file at a time: no workbook is held, and the
all-time table alone grows with the archive. Sums are exact until they are shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from ..rules.exact import Number
from ..workbook.look import OUTPUT
from ..workbook.near_names import near
from ..workbook.player_names import identity
from ..workbook.vocabulary import SUMMARY_COLUMNS

Row = list[Any]
_STANDINGS = OUTPUT["standings"]
PLAYED = {
    **{key: SUMMARY_COLUMNS[key] for key in ("file", "rule_set", "scenario", "finished")},
    **{key: column.heading for key, column in _STANDINGS.items() if key != "decided_by"},
}
"""The columns of one row per player and tournament."""
ALL_TIME = {
    "player": _STANDINGS["player"].heading,
    "tournaments": SUMMARY_COLUMNS["tournaments"],
    "games": _STANDINGS["games"].heading,
    "wins": SUMMARY_COLUMNS["wins"],
    "podiums": SUMMARY_COLUMNS["podiums"],
    "tournament_points": _STANDINGS["tournament_points"].heading,
    "share": SUMMARY_COLUMNS["mean_share"],
    "best_rank": SUMMARY_COLUMNS["best_rank"],
}
DOUBLES = {"player": _STANDINGS["player"].heading, "other": SUMMARY_COLUMNS["other"]}
"""Two spellings that may be one person's."""
_PODIUM = 3
_RESTS_AT_MOST = 2_000_000
"""Names one edit apart are looked for among some 80,000 of them."""


class Summary(NamedTuple):
    """The tables, exact numbers in their cells. `rows` are read anew each time."""

    rows: Callable[[], Iterator[Row]]
    all_time: list[Row]
    doubles: list[Row]


class Scored(NamedTuple):
    """A file that was scored: its path as told, and its JSON."""

    path: str
    document: Path


def summary(files: Sequence[Scored]) -> Summary:
    """The tables over these files.

    Players are the same where a workbook would take them for the same: letter case aside. An
    unfinished tournament counts as one, with its games, but nobody has won it yet. Spellings
    that may be one person's are near names that never met at a table.
    """
    records: dict[str, _Record] = {}
    for _, document in _documents(files):
        finished = document["finished"]
        for standing in document["standings"]:
            player = standing["player"]
            key = identity(player)
            if key not in records:
                records[key] = _Record(player)
            records[key].add(standing, finished)
    pairs = list(near((record.player for record in records.values()), _RESTS_AT_MOST))
    met = _met(files, pairs) if pairs else set()
    all_time = sorted(records.values(), key=_Record.order)
    return Summary(
        rows=lambda: _rows(files),
        all_time=[record.row() for record in all_time],
        doubles=[list(pair) for pair in pairs if frozenset(map(identity, pair)) not in met],
    )


class _Record:
    """The sums of one player."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.tournaments = self.games = self.wins = self.podiums = self.shared_games = 0
        self.points: Number = 0
        self.share: Number = 0
        self.best: int | None = None

    def add(self, standing: dict[str, Any], finished: bool) -> None:
        """One more tournament."""
        games, rank = standing["games"], standing["rank"]
        self.tournaments += 1
        self.games += games
        self.points += _number(standing["tournament_points"])
        if standing["share"] is not None:
            self.share += _number(standing["share"])
            self.shared_games += games
        if finished and games and rank is not None:
            self.wins += rank == 1
            self.podiums += rank <= _PODIUM
            self.best = min(rank, self.best or rank)

    def order(self) -> tuple[Any, ...]:
        """Most wins first, then podiums, tournament points, names."""
        return (-self.wins, -self.podiums, -self.points, self.player.casefold(), self.player)

    def row(self) -> Row:
        """The cells of ALL_TIME."""
        share = Fraction(self.share) / self.shared_games if self.shared_games else None
        counts = [self.tournaments, self.games, self.wins, self.podiums]
        return [self.player, *counts, self.points, share, self.best]


def _documents(files: Iterable[Scored]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, document in files:
        yield path, json.loads(document.read_bytes())


def _rows(files: Iterable[Scored]) -> Iterator[Row]:
    for path, document in _documents(files):
        finished = document["finished"]
        head = [path, document["rule_set"], document["scenario"], finished]
        for standing in document["standings"]:
            numbers = [
                None if standing[key] is None else _number(standing[key])
                for key in ("tournament_points", "victory_points", "share")
            ]
            places = [standing["places"].get(place, 0) for place in "123"]
            told = [standing[key] for key in ("rank", "player", "games")]
            yield [*head, *told, *numbers, *places]


@lru_cache(maxsize=1 << 16)
def _number(text: str) -> Number:
    """An exact number as the JSON holds it."""
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def _met(files: Iterable[Scored], pairs: Iterable[tuple[str, str]]) -> set[frozenset[str]]:
    """The pairs that sat at one table, and so are two people."""
    asked = {frozenset(map(identity, pair)) for pair in pairs}
    names = {name for pair in asked for name in pair}
    met: set[frozenset[str]] = set()
    for _, document in _documents(files):
        if len(names.intersection(identity(one["player"]) for one in document["standings"])) < 2:
            continue
        for game in document["scored_games"]:
            there = names.intersection(identity(one["player"]) for one in game["players"])
            met |= asked.intersection(map(frozenset, combinations(there, 2)))
    return met
