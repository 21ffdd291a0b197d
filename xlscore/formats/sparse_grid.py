"""The cells of one sheet while a file is read, whatever its format, and what they become.

Positions count from 0.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from math import isfinite
from typing import NamedTuple
from xml.parsers import expat

from lxml import etree

from xlscore.formats.markup import Senseless
from xlscore.words import Refused
from xlscore.workbook.block import MAX_COLUMNS, MAX_ROWS, Area, Block, Cell, NoValue, SheetMetadata

MAX_CELLS = 1 << 26
"""Cells, empty ones included, in the rectangle from the first to the last value of a sheet."""


class TooFar(ValueError):
    """Values so far apart that the rectangle between them has more than MAX_CELLS cells."""

    def __init__(self, area: Area) -> None:
        super().__init__(area.a1)
        self.area = area


class Content(NamedTuple):
    """What a sheet part holds: cells from `start` on in rows of one length, and their marks."""

    start: tuple[int, int] = (0, 0)
    rows: Sequence[Sequence[Cell]] = ()
    formulas: frozenset[tuple[int, int]] = frozenset()
    hidden_rows: frozenset[int] = frozenset()
    merged: tuple[Area, ...] = ()
    struck: frozenset[tuple[int, int]] = frozenset()

    def block(
        self, sheet: str, date_1904: bool, tables: Iterable[tuple[Area, range]] = ()
    ) -> Block:
        """The sheet as a Block; of each table its header and data rows, and its totals rows."""
        areas: list[Area] = []
        totals: set[int] = set()
        for table, totals_rows in tables:
            areas.append(table)
            totals.update(totals_rows)
        marks = SheetMetadata(
            self.formulas,
            self.hidden_rows,
            self.merged,
            tuple(areas),
            frozenset(totals),
            date_1904,
            self.struck,
        )
        return Block(sheet, self.start, self.rows, marks)

    def uncalculated(self) -> Content:
        """Without the values of formulas where none holds anything but 0 or nothing: then nobody
        has calculated them."""
        first_row, first_column = self.start
        width = len(self.rows[0]) if self.rows else 0
        places = [
            (row - first_row, column - first_column)
            for row, column in self.formulas
            if 0 <= row - first_row < len(self.rows) and 0 <= column - first_column < width
        ]
        values = {place: self.rows[place[0]][place[1]] for place in places}
        zeros = [place for place, value in values.items() if value == 0]
        values_there = [value for value in values.values() if not isinstance(value, NoValue)]
        if not zeros or any(value or value is False for value in values_there):
            return self
        rows = [list(row) for row in self.rows]
        for row, column in zeros:
            rows[row][column] = NoValue()
        return self._replace(rows=rows)


class Room:
    """What a part may still fill in memory, measured in cells; for one sheet or for many."""

    def __init__(self) -> None:
        self.left = MAX_CELLS


class Grid:
    """Cells being collected in any order; a later one at the same place wins."""

    def __init__(self, room: Room | None = None) -> None:
        self.found: dict[int, list[Cell]] = {}
        self.formulas: set[tuple[int, int]] = set()
        self.hidden_rows: set[int] = set()
        self.struck: set[tuple[int, int]] = set()
        self.merged: list[Area] = []
        self._room = room or Room()

    def put(self, row: int, column: int, value: Cell) -> None:
        """Sets one cell; empty ones need none. Raises Senseless where no sheet has such a cell,
        and TooFar."""
        if value is None:
            return
        if not (0 <= row < MAX_ROWS and 0 <= column < MAX_COLUMNS):
            raise Senseless(f"R{row + 1}C{column + 1}")
        line = self.found.setdefault(row, [])
        if column >= len(line):
            self.take(column + 1 - len(line), row, column)
            line.extend([None] * (column + 1 - len(line)))
        line[column] = value

    def take(self, cells: int, row: int, column: int) -> None:
        """Takes the room of so many cells for what stands there. Raises TooFar."""
        self._room.left -= cells
        if self._room.left < 0:
            raise TooFar(Area(0, 0, row, column))

    def merge(self, area: Area) -> None:
        """Notes a merged area, as far as sheets reach; one that ends before it begins is none."""
        first, left, last, right = area
        last, right = min(last, MAX_ROWS - 1), min(right, MAX_COLUMNS - 1)
        if first <= last and left <= right:
            self.merged.append(Area(first, left, last, right))

    def content(self) -> Content:
        """What was collected. Raises TooFar."""
        start, rows = self._rectangle()
        return Content(
            start,
            rows,
            frozenset(self.formulas),
            frozenset(self.hidden_rows),
            tuple(self.merged),
            frozenset(self.struck),
        )

    def _rectangle(self) -> tuple[tuple[int, int], list[list[Cell]]]:
        if not self.found:
            return (0, 0), []
        first, last = min(self.found), max(self.found)
        width = max(map(len, self.found.values()))
        if (last - first + 1) * width > MAX_CELLS:
            raise TooFar(Area(first, 0, last, width - 1))
        empty: list[Cell] = [None] * width
        rows = [self.found.get(row, empty) for row in range(first, last + 1)]
        for line in self.found.values():
            self.take(width - len(line), last, width - 1)
            line.extend(empty[len(line) :])
        return (first, 0), rows


def number(value: float, kind: str, from_1904: bool) -> Cell:
    """A number as its cell shows it; `kind` is ``"number"``, ``"date"`` or ``"duration"``.

    A duration beyond what a timedelta holds stays a number.
    """
    if kind == "duration" and abs(value) <= timedelta.max.days:
        return timedelta(milliseconds=round(value * 86_400_000))
    return moment(value, from_1904) if kind == "date" else value


def moment(value: float, from_1904: bool) -> Cell:
    """A day number as date, below 1 as time of day, with a fraction as date and time.

    A number that no date has (negative, or past the year 9999) stays a number.
    """
    if not isfinite(value):
        return value
    since = date(1904, 1, 1) if from_1904 else date(1899, 12, 30)
    milliseconds = round(value * 86_400_000)
    days, rest = divmod(milliseconds, 86_400_000)
    if not 0 <= days <= (date.max - since).days:
        return value
    clock = (datetime.min + timedelta(milliseconds=rest)).time()
    if days == 0:
        return clock
    if not from_1904 and days < 60:
        # Day 60 is 29 February 1900, which never was; days before it count from one day later.
        days += 1
    day = since + timedelta(days=days)
    return datetime.combine(day, clock) if rest else day


@contextmanager
def refusing(file: str, part: str, sheet: str = "") -> Iterator[None]:
    """Turns what is wrong with a part into a sentence that names the file."""
    try:
        yield
    except (etree.XMLSyntaxError, expat.ExpatError) as error:
        raise Refused("part-malformed", file=file, part=part, line=error.lineno or 1) from error
    except Senseless as error:
        raise Refused("part-senseless", file=file, part=part, found=error) from error
    except TooFar as error:
        raise Refused("sheet-too-far", file=file, sheet=sheet, area=error.area.a1) from error


def rk(packed: bytes) -> float:
    """A number in four bytes: a short float or an integer, perhaps of hundredths."""
    bits: int = struct.unpack("<i", packed)[0]
    value = float(bits >> 2)
    if not bits & 2:
        value = struct.unpack("<d", bytes(4) + struct.pack("<i", bits & ~3))[0]
    return value / 100 if bits & 1 else value


@contextmanager
def reading(file: str, part: str, sheet: str = "") -> Iterator[None]:
    """As `grid.refusing`, for records: what is cut off or points nowhere is damage as well."""
    with refusing(file, part, sheet):
        try:
            yield
        except (Refused, Senseless, TooFar):
            raise
        except (struct.error, LookupError, ValueError, OverflowError) as error:
            raise Refused("records-damaged", file=file, part=part) from error
