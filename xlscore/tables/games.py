"""Rows -> games: which rows sit at one table, what each seat says, and what is wrong with it."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from ..engine.exact import Number
from ..engine.model import ERROR, NOTE, WARNING, Finding, Game, Spot
from .cells import Reading, Value
from .columns import Column
from .layout import folded
from .names import Roster

CONTENT = ("player", "vp", "place")
"""A row with any of these says something; any other row is an unused seat."""


class Grouping(NamedTuple):
    """The games, and how many of the rows say nothing or belong to nobody."""

    games: tuple[Game, ...]
    findings: tuple[Finding, ...]
    empty: int
    stray: int


_NUMBERED_TABLE = re.compile(r"(?:table|tisch|t)?\s*\.?\s*0*(\d+)\.?")


def _table_key(table: Value) -> str | None:
    """What makes two spellings one table: "Tisch 1" is table 1."""
    if table is None:
        return None
    text = folded(str(table))
    match = _NUMBERED_TABLE.fullmatch(text)
    return match[1] if match else text


Key = tuple[object, ...]


class _Rows:
    """The rows below the header while they are being sorted into games."""

    def __init__(
        self,
        columns: Mapping[str, Column],
        first_row: int,
        roster: Roster,
        kinds: dict[str, str],
    ) -> None:
        self.columns = dict(columns)
        self.first_row = first_row
        self.size = len(columns["player"].values)
        self._one_spelling("player", roster.spelling)
        self._one_spelling("game", lambda name: kinds.setdefault(name.casefold(), name))
        self.key_fields = self._key_fields()
        parts = [self.columns[field].values for field in self.key_fields]
        tables = {table: _table_key(table) for table in set(parts[-1])}
        parts[-1] = [tables[table] for table in parts[-1]]
        self.keys: list[Key] = list(zip(*parts))
        self.faults = self._faults()
        self.winners: set[int] = set()
        if self._is_used("winner"):
            marks = self.columns["winner"].values
            self.winners = {row for row, mark in enumerate(marks) if mark is True}
        self.places = self.columns["place"].values if self._is_used("place") else None
        self.common = [field for field in ("game", "factor", "date") if self._is_used(field)]
        """What all rows of a game have in common, where anything is typed at all."""

    def _one_spelling(self, field: str, spelling: Callable[[str], str]) -> None:
        if field in self.columns:
            column = self.columns[field]
            shown = {
                name: None if name is None else spelling(str(name))
                for name in dict.fromkeys(column.values)  # the first one typed is shown
            }
            self.columns[field] = column._replace(values=[shown[name] for name in column.values])

    def _key_fields(self) -> tuple[str, ...]:
        """Round and table; without rounds date, game and table, a wholly empty date aside."""
        if "round" in self.columns:
            return ("round", "table")
        dated = self._is_used("date") or (
            "date" in self.columns and bool(self.columns["date"].problems)
        )
        fields = ("date", "game", "table") if dated else ("game", "table")
        return tuple(field for field in fields if field in self.columns)

    def _is_used(self, field: str) -> bool:
        return field in self.columns and any(
            value is not None for value in self.columns[field].values
        )

    def _faults(self) -> dict[int, list[str]]:
        """The fields of each row whose errors keep its game out of the standings."""
        faults: dict[int, list[str]] = {}
        for field, column in self.columns.items():
            if field != "date" or field in self.key_fields:
                for row, reading in column.problems.items():
                    if reading.level == ERROR:
                        faults.setdefault(row, []).append(field)
        return faults

    def value(self, field: str, row: int) -> Value:
        return self.columns[field].values[row] if field in self.columns else None

    def says_something(self) -> list[int]:
        """The rows that are not unused seats."""
        present = [self.columns[field] for field in CONTENT if field in self.columns]
        noisy = {row for column in present for row in column.problems}
        return [
            row
            for row, values in enumerate(zip(*(column.values for column in present)))
            if values != (None,) * len(values) or row in noisy
        ]

    def spot(self, row: int, field: str | None) -> Spot:
        return Spot("row", self.first_row + row, None, field)


class _Draft:
    """A game while its rows are collected."""

    def __init__(self) -> None:
        self.rows: list[int] = []
        self.faulty: list[tuple[int | None, str | None]] = []


def group(
    columns: Mapping[str, Column],
    first_row: int,
    roster: Roster,
    kinds: Mapping[str, str],
) -> Grouping:
    """Sort the rows into games.

    `columns` are the cleaned columns of all rows from sheet row `first_row` on, `kinds` the
    spellings of the Games sheet by folded name.
    """
    typed_names = columns["player"].values
    rows = _Rows(columns, first_row, roster, dict(kinds))
    content = rows.says_something()
    drafts: dict[Key, _Draft] = {}
    homeless: list[int] = []
    strays: list[int] = []
    players = rows.columns["player"]
    for row in content:
        key = rows.keys[row]
        if players.values[row] is None and row not in players.problems:
            strays.append(row)
        elif None in key:
            homeless.append(row)
        else:
            draft = drafts.get(key)
            if draft is None:
                draft = drafts[key] = _Draft()
            draft.rows.append(row)
    findings = [*_cell_findings(rows, content), *_case_findings(rows, content, typed_names)]
    neighbours = _Neighbours(rows, content, drafts) if strays or homeless else None
    for row in strays:
        findings.append(_stray(rows, row))
        if neighbours and any(part is not None for part in rows.keys[row]):
            for draft in neighbours.of(row):
                draft.faulty.append((None, None))
    for row in homeless:
        findings += _missing_keys(rows, row)
        possible = neighbours.of(row) if neighbours else []
        if not possible:
            possible = [drafts.setdefault(("homeless", row), _Draft())]
        possible[0].rows.append(row)
        for draft in possible:
            draft.faulty.append((None, None))
    games = []
    for draft in sorted(
        (one for one in drafts.values() if one.rows), key=lambda one: min(one.rows)
    ):
        game, found = _game(rows, draft)
        games.append(game)
        findings += found
    return Grouping(tuple(games), tuple(findings), rows.size - len(content), len(strays))


def _cell_findings(rows: _Rows, content: list[int]) -> Iterator[Finding]:
    """One error for each cell that cannot be used; notes on equal cells are told together."""
    wanted = set(content)
    for field, column in rows.columns.items():
        together: dict[tuple[str, str], tuple[Reading, list[Spot]]] = {}
        for row, reading in column.problems.items():
            if row not in wanted or reading.code is None:
                continue
            if reading.level == ERROR and (field != "date" or field in rows.key_fields):
                yield Finding(reading.code, ERROR, reading.values, (rows.spot(row, field),))
            else:
                key = (reading.code, str(reading.values))
                together.setdefault(key, (reading, []))[1].append(rows.spot(row, field))
        for (code, _), (reading, spots) in together.items():
            level = WARNING if reading.level == ERROR else reading.level or WARNING
            yield Finding(code, level, reading.values, tuple(spots))


def _case_findings(
    rows: _Rows, content: list[int], typed_names: Sequence[Value]
) -> Iterator[Finding]:
    """Names that differ from the spelling shown in nothing but letter case."""
    together: dict[tuple[Value, Value], list[Spot]] = {}
    for row in content:
        shown = rows.columns["player"].values[row]
        if typed_names[row] != shown:
            spots = together.setdefault((typed_names[row], shown), [])
            spots.append(rows.spot(row, "player"))
    for (typed, shown), spots in together.items():
        yield Finding("name-case", NOTE, {"found": typed, "player": shown}, tuple(spots))


def _stray(rows: _Rows, row: int) -> Finding:
    """Victory points or a place, and nobody they belong to."""
    fields = [
        field
        for field in ("vp", "place")
        if rows.value(field, row) is not None
        or (field in rows.columns and row in rows.columns[field].problems)
    ]
    return Finding(
        "row-without-player", ERROR, {}, tuple(rows.spot(row, field) for field in fields)
    )


def _missing_keys(rows: _Rows, row: int) -> Iterator[Finding]:
    """An error for each of Round, Table, Game, Date that is empty; unreadable ones have theirs."""
    for field in rows.key_fields:
        if rows.value(field, row) is None and row not in rows.columns[field].problems:
            values = {"player": rows.value("player", row) or "", "field": field}
            yield Finding("key-missing", ERROR, values, (rows.spot(row, field),))


class _Neighbours:
    """Finds the games that a row without its round or table may belong to.

    Scoring such a table without the row would be a wrong number, so none of them is trusted:
    the next game above and below that agrees with what the row does say, else every game that
    agrees. A game that its player sits at already is not the one.
    """

    def __init__(self, rows: _Rows, content: list[int], drafts: Mapping[Key, _Draft]) -> None:
        self.keys = rows.keys
        self.players = rows.columns["player"].values
        self.drafts = dict(drafts)
        self.complete = [row for row in content if rows.keys[row] in drafts]
        self.by_part: dict[tuple[int, object], list[Key]] = {}
        for key in drafts:
            for position, part in enumerate(key):
                self.by_part.setdefault((position, part), []).append(key)

    def of(self, row: int) -> list[_Draft]:
        own = self.keys[row]
        after = bisect(self.complete, row)
        near = [self.keys[other] for other in self.complete[max(after - 1, 0) : after + 1]]
        agreeing = [key for key in near if self._fits(row, key)]
        if not agreeing:
            known = next((part for part in enumerate(own) if part[1] is not None), None)
            candidates = self.by_part.get(known, []) if known else []
            agreeing = [key for key in candidates if self._fits(row, key)]
        return [self.drafts[key] for key in dict.fromkeys(agreeing)]

    def _fits(self, row: int, key: Key) -> bool:
        player = self.players[row]
        seated = (self.players[other] for other in self.drafts[key].rows)
        return _agree(self.keys[row], key) and (player is None or player not in seated)


def _agree(partial: Key, key: Key) -> bool:
    return len(partial) == len(key) and all(
        part is None or part == other for part, other in zip(partial, key)
    )


def _game(rows: _Rows, draft: _Draft) -> tuple[Game, list[Finding]]:
    """One game from its rows, and what its rows say against each other."""
    members = draft.rows
    findings: list[Finding] = []
    faulty = list(draft.faulty)
    if rows.faults:
        faulty += [
            (seat, field) for seat, row in enumerate(members) for field in rows.faults.get(row, ())
        ]
    winners = [seat for seat, row in enumerate(members) if row in rows.winners]
    if len(winners) > 1:
        spots = tuple(rows.spot(members[seat], "winner") for seat in winners)
        findings.append(Finding("winners-several", ERROR, {"count": len(winners)}, spots))
        faulty += [(seat, "winner") for seat in winners]
    common: dict[str, Value] = {}
    for field in rows.common:
        values = rows.columns[field].values
        typed = dict.fromkeys(values[row] for row in members if values[row] is not None)
        common[field] = next(iter(typed), None)
        if len(typed) > 1 and field != "date":
            spots = tuple(rows.spot(row, field) for row in members if values[row] is not None)
            findings.append(Finding(f"{field}-differs", ERROR, {"found": list(typed)}, spots))
            faulty.append((0, field))
    players = rows.columns["player"].values
    points = rows.columns["vp"].values if "vp" in rows.columns else [None] * rows.size
    places = tuple([_whole(rows.places[row]) for row in members]) if rows.places else ()
    game = Game(
        round=_text(rows.value("round", members[0])),
        table=_text(rows.value("table", members[0])) or "",
        name=_text(common.get("game")),
        date=_day(common.get("date")),
        factor=_fraction(common.get("factor")),
        rows=tuple([rows.first_row + row for row in members]),
        players=tuple([str(players[row] or "") for row in members]),
        victory_points=tuple([_number(points[row]) for row in members]),
        winner=winners[0] if len(winners) == 1 else None,
        places=places if any(place is not None for place in places) else None,
        faulty=tuple(faulty),
    )
    return game, findings


def _text(value: Value) -> str | None:
    return None if value is None else str(value)


def _number(value: Value) -> Number | None:
    return value if isinstance(value, (int, Fraction)) else None


def _whole(value: Value) -> int | None:
    return value if isinstance(value, int) else None


def _fraction(value: Value) -> Fraction | None:
    return value if isinstance(value, Fraction) else None


def _day(value: Value) -> date | None:
    return value if isinstance(value, date) else None
