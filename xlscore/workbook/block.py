"""The one currency between hosts and rules: a rectangle of cells with where it stood.

Files, Excel and Calc produce Blocks and take Blocks back, so that headers, forgiveness and
addresses exist once and every host behaves alike. Rows and columns count from 0 here and
turn into A1 references only when a person reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import NamedTuple, Union

from ..rules.model import Finding
from ..words import legible

MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384


class ErrorCell(NamedTuple):
    """A cell that shows an error value such as ``#N/A``."""

    text: str


ERRORS = {
    0: "#NULL!",
    7: "#DIV/0!",
    15: "#VALUE!",
    23: "#REF!",
    29: "#NAME?",
    36: "#NUM!",
    42: "#N/A",
    43: "#GETTING_DATA",
    45: "#SPILL!",
    46: "#CONNECT!",
    47: "#BLOCKED!",
    48: "#UNKNOWN!",
    49: "#FIELD!",
    50: "#CALC!",
}
"""Excel's error values by the numbers that its binary files store."""


def error_cell(code: int) -> ErrorCell:
    """The error value of a number; one that Excel has learnt since is an error all the same."""
    return ErrorCell(ERRORS.get(code, "#ERROR!"))


class NoValue(NamedTuple):
    """A formula without a stored value: no spreadsheet program has calculated it yet."""

    formula: str = ""


class LostText(NamedTuple):
    """A formula that shows 0 where a name belongs, beside points that somebody made."""


class MergedCell(NamedTuple):
    """A cell that is merged with others where each cell should have a value of its own."""

    area: str


# Readers deliver numbers as they are stored (mostly float); our own sheets hold exact numbers.
Cell = Union[
    str,
    int,
    float,
    bool,
    Fraction,
    date,
    datetime,
    time,
    timedelta,
    ErrorCell,
    NoValue,
    LostText,
    MergedCell,
    None,
]


class Area(NamedTuple):
    """A rectangle of cells, first and last row and column included, counted from 0."""

    first_row: int
    first_column: int
    last_row: int
    last_column: int

    @property
    def a1(self) -> str:
        """The reference without a sheet: ``B3`` or ``B3:D9``."""
        first = f"{column_letters(self.first_column)}{self.first_row + 1}"
        last = f"{column_letters(self.last_column)}{self.last_row + 1}"
        return first if first == last else f"{first}:{last}"


def overlap(one: Area, other: Area) -> bool:
    """Whether two areas share a cell."""
    return (
        one.first_row <= other.last_row
        and other.first_row <= one.last_row
        and one.first_column <= other.last_column
        and other.first_column <= one.last_column
    )


class SheetMetadata(NamedTuple):
    """What the values of a sheet alone do not tell; positions are sheet positions from 0."""

    formulas: frozenset[tuple[int, int]] = frozenset()
    hidden_rows: frozenset[int] = frozenset()
    merged: tuple[Area, ...] = ()
    tables: tuple[Area, ...] = ()
    """Header and data rows of each table object, totals row excluded."""
    totals_rows: frozenset[int] = frozenset()
    """Rows that are the totals row of a table object."""
    date_1904: bool = False
    struck: frozenset[tuple[int, int]] = frozenset()
    """Cells whose text is struck through."""
    styles: tuple[str, ...] = ()
    """Only on Blocks to be written: the name of one cell style per column (look.STYLES)."""


class Block(NamedTuple):
    """A rectangle of cells: the sheet's name, its top left cell (row, column), its rows.

    All rows are of one length. A cell is empty where it is None or the empty text ``""``:
    readers leave either, because turning one into the other costs time on every cell.
    """

    sheet: str
    start: tuple[int, int]
    rows: Sequence[Sequence[Cell]]
    metadata: SheetMetadata = SheetMetadata()

    @property
    def area(self) -> Area:
        """The rectangle of the sheet; a block without cells still has its first one."""
        row, column = self.start
        width = max(map(len, self.rows), default=0)
        return Area(row, column, row + max(len(self.rows), 1) - 1, column + max(width, 1) - 1)


def is_empty(row: Sequence[Cell]) -> bool:
    """Whether a row has no cells that hold anything; there may be a million of them on a sheet."""
    return row.count(None) + row.count("") == len(row)


class SheetInfo(NamedTuple):
    """A sheet of a workbook: its name, whether xlscore wrote it (the ``_xlscore`` mark), and
    whether people see it."""

    name: str
    ours: bool
    visible: bool = True


class Workbook(NamedTuple):
    """A workbook as every host presents it; ``load`` reads the cells of one sheet when asked."""

    source: str
    """Base name of the file, for people and for the JSON."""
    sheets: tuple[SheetInfo, ...]
    load: Callable[[str], Block]
    findings: tuple[Finding, ...] = ()
    """What there is to say about the file itself."""


def column_letters(column: int) -> str:
    """``0`` -> ``A``, ``26`` -> ``AA``."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


_PLAIN_SHEET = re.compile(r"[^\W\d][\w.]*", re.UNICODE)
# Names that a formula would read as a cell reference, in either notation, are quoted too.
_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}\d+|[Rr]\d*([Cc]\d*)?|[Cc]\d*")


def quoted_sheet(sheet: str) -> str:
    """The sheet's name as Excel writes it in a formula: ``Results``, ``'Day 1'``."""
    if _PLAIN_SHEET.fullmatch(sheet) and not _LIKE_A_CELL.fullmatch(sheet):
        return sheet
    return "'" + sheet.replace("'", "''") + "'"


def reference(sheet: str, area: Area) -> str:
    """``Results!A5:E8``, for people: a name that holds controls, which no program writes, without
    them. Without a sheet's name (a bare array from a formula) only ``A5:E8``."""
    return f"{quoted_sheet(legible(sheet))}!{area.a1}" if sheet else area.a1
