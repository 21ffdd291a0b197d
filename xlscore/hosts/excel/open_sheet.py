"""An open sheet of any Excel: its cells as they arrive, and our rows and look onto it.

Needs nothing of xlwings itself, so that it works in the browser as on a desktop.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...workbook.block import ERRORS, Area, Block, Cell, ErrorCell, SheetMetadata, error_cell
from ...workbook.look import OUTPUT, STYLES, cell_style
from ...workbook.vocabulary import MARK

if TYPE_CHECKING:
    import xlwings as xw

# COM delivers an error value as this plus Excel's own number for it; xlwings names the first
# seven, whose text is all that macOS shows.
_ERROR = -2146826288
_ERROR_TEXTS = frozenset(ERRORS.values())


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


def is_ours(sheet: xw.Sheet) -> bool:
    """Whether xlscore made the sheet: it then bears our mark."""
    return any(name.name.rpartition("!")[2] == MARK for name in sheet.names)


def is_visible(sheet: xw.Sheet) -> bool:
    """Whether people see the sheet; Excel on Windows answers in its own numbers."""
    return sheet.visible in (True, -1)


def style_columns(sheet: xw.Sheet, kind: str, header_row: int) -> None:
    """The widths of our columns, and the look of the row that names them."""
    columns = OUTPUT[kind].values()
    for number, column in enumerate(columns, 1):
        sheet.range((1, number)).column_width = column.width
    header = sheet.range((header_row, 1), (header_row, len(columns)))
    look = STYLES["header"]
    header.font.bold = look.bold
    header.font.color = f"#{look.color}"
    header.color = f"#{look.fill}"


def fill(sheet: xw.Sheet, data: Block) -> None:
    """The values of a block in one write, over and beyond what stood there before."""
    width = max(len(row) for row in data.rows)
    height, old_height = len(data.rows), sheet.used_range.last_cell.row
    if old_height > height:
        sheet.range((height + 1, 1), (old_height, width)).clear_contents()
    # Text columns and the header first become text: Excel would read "1." as a number and a
    # player called "=1+1" as a formula.
    sheet.range((1, 1), (1, width)).number_format = STYLES["text"].number_format
    for column, style in enumerate(data.metadata.styles):
        _format(sheet, column, style, [row[column] for row in data.rows[1:] if column < len(row)])
    sheet.range((1, 1)).value = [
        [float(value) if isinstance(value, Fraction) else value for value in row]
        + [None] * (width - len(row))
        for row in data.rows
    ]


def _format(sheet: xw.Sheet, column: int, style: str, values: Sequence[Cell]) -> None:
    """The number formats of a column, one step for each run of equal ones."""
    formats = [STYLES[cell_style(style, value)].number_format for value in values]
    first = 0
    for row in range(1, len(formats) + 1):
        if row == len(formats) or formats[row] != formats[first]:
            run = sheet.range((first + 2, column + 1), (row + 1, column + 1))
            run.number_format = formats[first]
            first = row
