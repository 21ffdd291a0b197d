"""The seats of the results, cleaned: what makes them one game, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, cast

from ..rules.exact import Number
from ..rules.model import ERROR, Location
from .cells import Value
from .columns import Column
from .dates import day_of, evenings, told_once
from .fill_down import Filling
from .folding import folded
from .player_names import Roster, identity, signs_left_out
from .result_layouts import CONTENT, Form
from .vocabulary import NUMBER_WORDS, TABLE_WORDS

_NUMBERED_TABLE = re.compile(
    rf"(?:(?:{'|'.join(TABLE_WORDS)})\s*\.?\s*)?(?:(?:{'|'.join(NUMBER_WORDS)})\s*\.?\s*)?"
    r"0*(\d+)\.?"
)


def table_key(table: Value) -> str | None:
    """What makes two spellings one table: "Tisch 1" is table 1."""
    if table is None:
        return None
    text = folded(str(table))
    match = _NUMBERED_TABLE.fullmatch(text)
    return match[1] if match else text


def _replaced(values: Sequence[Value], by: Mapping[Any, Value]) -> Sequence[Value]:
    """Each value replaced by what is named for it: mostly all by themselves."""
    if all(value == other for value, other in by.items()):
        return values
    return [by[value] for value in values]


Key = tuple[object, ...]


class Seats:
    """All seats that were read, cleaned, while they are being sorted into games."""

    def __init__(
        self,
        columns: Mapping[str, Column],
        form: Form,
        filling: Filling,
        roster: Roster,
        kinds: dict[str, str],
    ) -> None:
        self.columns = dict(columns)
        self.form = form
        self.seat_ids = form.seat_ids
        self._filling = filling
        self.size = len(columns["player"].values)
        bare = signs_left_out(columns["player"].values, self._rounds, roster)
        self._one_spelling("player", lambda name: roster.spelling(bare.get(name, name)))
        self._doubtful = roster.doubtful
        self._one_spelling("game", lambda name: kinds.setdefault(name.casefold(), name))
        nothing: list[None] = [None] * self.size
        names = self.columns["player"].values
        self.players = cast(
            "Sequence[str]", names if all(names) else [name or "" for name in names]
        )
        """The name at each seat, empty where there is none to read."""
        self.victory_points = cast(
            "Sequence[Number | None]", self.columns["vp"].values if "vp" in columns else nothing
        )
        self.rounds = cast(
            "Sequence[str | None]",
            self.columns["round"].values if "round" in columns else nothing,
        )
        self.tables = cast("Sequence[str | None]", self.columns["table"].values)
        self.key_fields = self._key_fields()
        tables = {table: table_key(table) for table in set(self.tables)}
        table_keys = _replaced(self.tables, tables)
        self.doubtful_evenings: tuple[int, ...] = ()
        """Rows of one evening, or of two."""
        self.moments = self._without_clock(table_keys)
        """The dates with their clock times, where any has one."""
        parts: list[Sequence[object]] = [
            self.columns[field].values for field in self.key_fields[:-1]
        ]
        parts.append(table_keys)
        if self.key_fields[0] == "round" and "date" in self.key_fields:
            parts[1] = told_once(parts[1], list(zip(self.rounds, table_keys)))
        if form.by_game:
            parts.append([form.sheet_row(seat_id) for seat_id in self.seat_ids])
        self.keys: list[Key] = list(zip(*parts))
        self.faults = self._faults()
        self.winners: set[int] = set()
        if self._is_used("winner"):
            marks = self.columns["winner"].values
            self.winners = {row for row, mark in enumerate(marks) if mark is True}
        self.places = self.columns["place"].values if self._is_used("place") else None
        self.common = [field for field in ("game", "factor", "date") if self._is_used(field)]
        """What all rows of a game have in common, where anything is typed at all."""

    def _rounds(self) -> Iterable[object]:
        """What players who play at the same time have in common: a round, else a game."""
        fields = self._key_fields()
        if fields == ("round", "table"):
            return self.columns["round"].values
        parts = {field: self.columns[field].values for field in fields}
        if "round" in parts:
            del parts["table"]
        if "date" in parts:
            parts["date"] = [
                day_of(moment) if isinstance(moment, date) else None for moment in parts["date"]
            ]
        return zip(*parts.values())

    def _one_spelling(self, field: str, spelling: Callable[[str], str]) -> None:
        if field in self.columns:
            column = self.columns[field]
            shown = {
                name: None if name is None else spelling(str(name))
                for name in dict.fromkeys(column.values)  # the first one typed is shown
            }
            self.columns[field] = column._replace(values=_replaced(column.values, shown))

    def _key_fields(self) -> tuple[str, ...]:
        """Round and table, in a league with the date; without rounds date, game and table.

        A league is what has games; a wholly empty date is none.
        """
        dated = self._is_used("date") or (
            "date" in self.columns and bool(self.columns["date"].problems)
        )
        if "round" in self.columns:
            league = dated and self._is_used("game")
            return ("round", "date", "table") if league else ("round", "table")
        fields = ("date", "game", "table") if dated else ("game", "table")
        return tuple(field for field in fields if field in self.columns)

    def _without_clock(self, table_keys: Sequence[object]) -> Sequence[Value] | None:
        """Make each date that of its evening; return what was typed where that has clock times."""
        if "date" not in self.columns:
            return None
        column = self.columns["date"]
        if datetime not in set(map(type, column.values)):
            return None
        named = [self.columns[one].values for one in ("round", "game") if one in self.columns]
        days, self.doubtful_evenings = evenings(column.values, list(zip(*named[:1], table_keys)))
        self.columns["date"] = column._replace(values=days)
        return column.values

    def _is_used(self, field: str) -> bool:
        values = self.columns[field].values if field in self.columns else ()
        return values.count(None) < len(values)

    def _faults(self) -> dict[int, list[str]]:
        """The fields of each row whose errors keep its game out of the standings."""
        faults: dict[int, list[str]] = {}
        for field, column in self.columns.items():
            if field != "date" or field in self.key_fields:
                for row, reading in column.problems.items():
                    if reading.level == ERROR:
                        faults.setdefault(row, []).append(field)
        if self._doubtful:
            for row, player in enumerate(self.players):
                if player and identity(player) in self._doubtful:
                    faults.setdefault(row, []).append("player")
        return faults

    def value(self, field: str, row: int) -> Value:
        return self.columns[field].values[row] if field in self.columns else None

    def says_something(self) -> Sequence[int]:
        """The rows that are not unused seats."""
        if all(self.players):  # nearly every sheet is full
            return range(self.size)
        present = [self.columns[field] for field in CONTENT if field in self.columns]
        noisy = {row for column in present for row in column.problems}
        return [
            row
            for row, values in enumerate(zip(*(column.values for column in present)))
            if values != (None,) * len(values) or row in noisy
        ]

    def cell(self, row: int, field: str) -> tuple[int, int]:
        """The cell of the sheet that speaks for this field of a seat, perhaps for others too."""
        area = self.form.area(self.seat_ids[row], field)
        place = area.first_row, area.first_column
        return self._filling.sources.get(place, area.first_row), area.first_column

    def unlabelled(self, row: int) -> int | None:
        """The first sheet row of a seat's block where that says nothing of its round or table."""
        return self._filling.unlabelled.get(self.form.sheet_row(self.seat_ids[row]))

    def at_no_table(self, row: int) -> bool:
        """Whether a stroke stands where a seat with points has its table."""
        reading = self.columns["table"].problems.get(row)
        return reading is not None and reading.code == "table-none"

    def home(self, row: int) -> Key:
        """What seats without round or table have in common: by game, their row of the sheet."""
        if self.form.by_game:
            return "ungrouped", self.form.sheet_row(self.seat_ids[row])
        return "ungrouped", row

    def location(self, row: int, field: str | None) -> Location:
        return Location("row", self.seat_ids[row], field)
