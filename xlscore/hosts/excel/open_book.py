"""An open workbook of any Excel, through xlwings: cells as they arrive, and our sheets onto it.

Needs nothing of xlwings itself, so that it works in the browser as on a desktop.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ...workbook.block import (
    ERRORS,
    Area,
    Block,
    Cell,
    ErrorCell,
    SheetInfo,
    SheetMetadata,
    Workbook,
    error_cell,
)
from ...workbook.look import Style
from ...workbook.vocabulary import MARK
from ..common.port import Rows

if TYPE_CHECKING:
    import xlwings as xw

# COM delivers an error value as this plus Excel's own number for it; xlwings names the first
# seven, whose text is all that macOS shows.
_ERROR = -2146826288
_ERROR_TEXTS = frozenset(ERRORS.values())


class OpenBook:
    """What every Excel can do with an open workbook; a desktop can more, and asks before."""

    saved = True

    def __init__(self, book: xw.Book) -> None:
        self.book = book

    def read(self, *, marked: bool = True) -> Workbook:
        """The workbook; its sheets are read, hidden or not, when they are asked for.

        Which of them are ours or hidden is not asked where it is not `marked`: that takes time.
        """
        by_name = {sheet.name: sheet for sheet in self.book.sheets}
        infos = tuple(
            SheetInfo(name, _is_ours(sheet), _is_visible(sheet))
            if marked
            else SheetInfo(name, ours=False)
            for name, sheet in by_name.items()
        )
        return Workbook(self.book.name, infos, lambda name: self.block(by_name[name]))

    def block(self, sheet: xw.Sheet) -> Block:
        """The cells of a sheet from A1 on: values and table objects."""
        cells = sheet.range((1, 1), sheet.used_range.last_cell)
        values = cells.options(ndim=2, err_to_str=True).value
        rows = [[cell(value) for value in row] for row in values]
        return Block(sheet.name, (0, 0), rows, table_marks(sheet))

    def undisturbed(self) -> AbstractContextManager[None]:
        return nullcontext()

    def refuse_protected(self, sheet: str) -> None:
        """Not every Excel tells."""

    def refuse_filtered(self, sheet: str) -> None:
        """Not every Excel tells."""

    def refuse_full(self, sheet: str) -> None:
        """Not every Excel tells."""

    def add(self, sheet: str, *, ours: bool) -> None:
        added = self.book.sheets.add(sheet, after=self.book.sheets[-1])
        if ours:
            self.mark(added)

    def mark(self, sheet: xw.Sheet) -> Any:
        """The name on a sheet that tells it is ours."""
        return sheet.names.add(MARK, "=TRUE")

    def remove(self, sheet: str) -> None:
        self.book.sheets[sheet].delete()

    def set_widths(self, sheet: str, widths: Sequence[float]) -> None:
        for number, width in enumerate(widths, 1):
            self.book.sheets[sheet].range((1, number)).column_width = width

    def set_look(self, sheet: str, area: Area, style: Style) -> None:
        cells = self.cells(sheet, area)
        cells.number_format = style.number_format
        if style.bold:
            cells.font.bold = True
        if style.color:
            cells.font.color = f"#{style.color}"
        if style.fill:
            cells.color = f"#{style.fill}"

    def last_row(self, sheet: str) -> int:
        return int(self.book.sheets[sheet].used_range.last_cell.row) - 1

    def clear(self, sheet: str, area: Area) -> None:
        self.cells(sheet, area).clear_contents()

    def write(self, sheet: str, area: Area, rows: Rows) -> None:
        self.cells(sheet, area).value = rows

    def cells(self, sheet: str, area: Area) -> xw.Range:
        """A rectangle of cells as xlwings has it."""
        first, last = area[:2], area[2:]
        return self.book.sheets[sheet].range(
            *((row + 1, column + 1) for row, column in (first, last))
        )


def array(rows: Sequence[Sequence[Any]]) -> Block:
    """Rows that stand nowhere, such as the outcome of a formula."""
    return Block("", (0, 0), [[cell(value) for value in row] for row in rows])


def cell(value: Any) -> Cell:
    """A value as xlwings delivers it: numbers as floats, errors as numbers or as their text."""
    if type(value) is int and 0 <= value - _ERROR < 100:
        return error_cell(value - _ERROR)
    if isinstance(value, str):
        return ErrorCell(value) if value in _ERROR_TEXTS else value
    if isinstance(value, Decimal):  # a cell formatted as currency
        return float(value)
    return value if value is None or isinstance(value, (bool, int, float, datetime)) else str(value)


def area(cells: xw.Range) -> Area:
    """Where a range stands on its sheet."""
    row, column = cells.row - 1, cells.column - 1
    height, width = cells.shape
    return Area(row, column, row + height - 1, column + width - 1)


def table_marks(sheet: xw.Sheet) -> SheetMetadata:
    """What the table objects of a sheet tell: where they are, and their rows of totals."""
    tables, totals = [], set()
    for table in sheet.tables:
        rows = area(table.range)
        if table.show_totals:
            totals.add(rows.last_row)
            rows = rows._replace(last_row=rows.last_row - 1)
        tables.append(rows)
    return SheetMetadata(tables=tuple(tables), totals_rows=frozenset(totals))


def _is_ours(sheet: xw.Sheet) -> bool:
    """Whether xlscore made the sheet: it then bears our mark."""
    return any(name.name.rpartition("!")[2] == MARK for name in sheet.names)


def _is_visible(sheet: xw.Sheet) -> bool:
    """Whether people see the sheet; Excel on Windows answers in its own numbers."""
    return sheet.visible in (True, -1)
