"""Excel through xlwings: the worksheet functions, and a live workbook as Blocks.

Uses the BSD part of xlwings only. Excel on macOS has no worksheet functions; there the
decorators do nothing and the ribbon does all that the functions do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import xlwings as xw
from xlwings import conversion

from .. import worksheet
from ..messages import SENTENCES, Refused
from ..tables.block import Area, Block, Cell, ErrorCell, Marks, SheetInfo, Workbook, quoted_sheet
from ..tables.layout import MARK, OUTPUT, STYLES, cell_style, folded, sheet_kind

# COM delivers an error value as this plus Excel's own number for it; xlwings names the first
# seven, whose text is all that macOS shows.
_ERROR = -2146828288
_ERRORS = {
    2000: "#NULL!",
    2007: "#DIV/0!",
    2015: "#VALUE!",
    2023: "#REF!",
    2029: "#NAME?",
    2036: "#NUM!",
    2042: "#N/A",
    2043: "#GETTING_DATA",
    2045: "#SPILL!",
    2046: "#CONNECT!",
    2047: "#BLOCKED!",
    2048: "#UNKNOWN!",
    2049: "#FIELD!",
    2050: "#CALC!",
}
_ERROR_TEXTS = frozenset(_ERRORS.values())
# xlwings on macOS can name the errors of one cell only, not of a range.
_ERRORS_BY_RANGE = sys.platform != "darwin"

_Function = Callable[..., worksheet.Rows]


class RangeOrArray(conversion.Accessor):
    """Delivers an argument as the Range it is, so that its cells can be named; an array as rows."""

    @classmethod
    def reader(cls, _options: Any) -> Any:
        """The one step from what arrives to what the function gets (an xlwings pipeline)."""

        def choose(context: Any) -> None:
            if context.range is None:
                options = {"ndim": 2, "err_to_str": True}
                context.value = conversion.read(None, context.value, options)  # type: ignore[no-untyped-call]
            else:
                context.value = context.range

        return conversion.Pipeline([choose])


def _worksheet_function(description: str) -> Callable[[_Function], _Function]:
    """Register a function with Excel, described in both languages in the function wizard."""

    def register(function: _Function) -> _Function:
        function.__doc__ = _described(description)
        for argument in ("results", "rules", "scenario", "rows"):
            # An error value as argument must not pass for an argument left out.
            options = {"doc": _described(f"argument-help-{argument}"), "err_to_str": True}
            if argument == "results":
                options["convert"] = RangeOrArray
            function = xw.arg(argument, **options)(function)
        # Volatile for the form without results, of which Excel knows no precedents.
        registered: _Function = xw.func(category="xlscore", volatile=True)(function)
        return registered

    return register


def _described(code: str) -> str:
    message = SENTENCES[code]
    return f"{message.en} / {message.de}"


@_worksheet_function("function-standings")
def CATAN_STANDINGS(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    caller: Any = None,
) -> list:  # type: ignore[type-arg]  # xlwings looks up the converter of the bare type
    return _call(worksheet.standings, results, rules, scenario, rows, caller)


@_worksheet_function("function-games")
def CATAN_GAMES(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    caller: Any = None,
) -> list:  # type: ignore[type-arg]
    return _call(worksheet.games, results, rules, scenario, rows, caller)


@_worksheet_function("function-check")
def CATAN_CHECK(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    caller: Any = None,
) -> list:  # type: ignore[type-arg]
    return _call(worksheet.check, results, rules, scenario, rows, caller)


def _call(
    function: _Function, results: Any, rules: Any, scenario: Any, rows: Any, caller: Any
) -> worksheet.Rows:
    try:
        book = caller.sheet.book
        given: Block | None = None
        if isinstance(results, xw.Range):
            given = _given(results, book)
        elif results is not None:
            given = array(results)
        return function(workbook(book), given, rules, scenario, rows)
    except Exception as error:
        # Excel itself failed us. A raised exception would show its traceback in the cell.
        return [[worksheet.in_words(error, "en")]]


def workbook(book: xw.Book) -> Workbook:
    """A live workbook; its sheets are read, hidden or not, when they are asked for."""
    by_name = {sheet.name: sheet for sheet in book.sheets}

    def load(name: str) -> Block:
        sheet = by_name[name]
        return block(sheet.range((1, 1), sheet.used_range.last_cell), name)

    infos = tuple(SheetInfo(name, _is_ours(sheet)) for name, sheet in by_name.items())
    return Workbook(book.name, infos, load)


def array(rows: Sequence[Sequence[Any]]) -> Block:
    """Rows that stand nowhere, such as the outcome of a formula."""
    return Block("", (0, 0), [[cell(value) for value in row] for row in rows])


def block(cells: xw.Range, name: str) -> Block:
    """The cells of one range of one sheet, which is called `name`."""
    start = (cells.row - 1, cells.column - 1)
    values = cells.options(ndim=2, err_to_str=_ERRORS_BY_RANGE).value
    formulas = _two_dimensional(cells.formula)
    rows = [[cell(value) for value in row] for row in values]
    if not _ERRORS_BY_RANGE:
        for row, line in enumerate(rows):
            for column, value in enumerate(line):
                if value is None and formulas[row][column]:
                    shown = cells(row + 1, column + 1).options(err_to_str=True).value
                    line[column] = cell(shown)
    return Block(name, start, rows, _marks(cells, start, formulas))


def cell(value: Any) -> Cell:
    """A value as xlwings delivers it: numbers as floats, errors as numbers or as their text."""
    if type(value) is int and 2000 <= value - _ERROR < 2100:
        return ErrorCell(_ERRORS.get(value - _ERROR, "#ERROR!"))
    if isinstance(value, str):
        return ErrorCell(value) if value in _ERROR_TEXTS else value
    if isinstance(value, Decimal):  # a cell formatted as currency
        return float(value)
    return value if value is None or isinstance(value, (bool, int, float, datetime)) else str(value)


def write(book: xw.Book, blocks: Sequence[Block]) -> None:
    """Write our sheets, each with one write of values; all other sheets stay as they are.

    A sheet of ours keeps its name, its widths and whatever else stands around the data; one
    that is missing is appended last. Raises Refused, before anything is written, where a sheet
    of that name is the organizer's own.
    """
    targets = [_target(book, data.sheet) for data in blocks]
    active = book.sheets.active
    with book.app.properties(screen_updating=False):
        try:
            for target, data in zip(targets, blocks, strict=True):
                _fill(target or _appended(book, data), data)
        finally:
            if None in targets:
                # Excel shows every sheet that is added. Sheet.activate would also want this
                # Excel to be the frontmost one, and raise where it is not.
                active.impl.activate()


def _given(cells: xw.Range, book: xw.Book) -> Block:
    """A range as argument: whole columns end with the used range, another workbook is named."""
    sheet = cells.sheet
    height = min(cells.shape[0], max(1, sheet.used_range.last_cell.row - cells.row + 1))
    name = sheet.name if sheet.book.name == book.name else f"[{sheet.book.name}]{sheet.name}"
    return block(cells.resize(height, cells.shape[1]), name)


def _marks(cells: xw.Range, start: tuple[int, int], formulas: Sequence[Sequence[Any]]) -> Marks:
    tables, totals = [], set()
    for table in cells.sheet.tables:
        row, column = table.range.row - 1, table.range.column - 1
        height, width = table.range.shape
        if table.show_totals:
            height -= 1
            totals.add(row + height)
        tables.append(Area(row, column, row + height - 1, column + width - 1))
    return Marks(
        formulas=frozenset(
            (start[0] + row, start[1] + column)
            for row, line in enumerate(formulas)
            for column, formula in enumerate(line)
            if isinstance(formula, str) and formula.startswith("=")
        ),
        tables=tuple(tables),
        totals_rows=frozenset(totals),
    )


def _two_dimensional(value: Any) -> Sequence[Sequence[Any]]:
    """What COM and AppleScript deliver for one cell, one row or several, as rows."""
    if not isinstance(value, (list, tuple)):
        return [[value]]
    return value if isinstance(value[0], (list, tuple)) else [value]


def _is_ours(sheet: xw.Sheet) -> bool:
    return any(name.name.rpartition("!")[2] == MARK for name in sheet.names)


def _target(book: xw.Book, name: str) -> xw.Sheet | None:
    """The sheet of ours that a block goes to, in either language; None where there is none."""
    same_kind = [sheet for sheet in book.sheets if sheet_kind(sheet.name) == sheet_kind(name)]
    for sheet in same_kind:
        if _is_ours(sheet):
            return sheet
    for sheet in same_kind:
        if folded(sheet.name) == folded(name):
            raise Refused("sheet-of-the-organizer", sheet=quoted_sheet(sheet.name))
    return None


def _appended(book: xw.Book, data: Block) -> xw.Sheet:
    """A new sheet of ours, last in the workbook, marked, with our look and widths."""
    sheet = book.sheets.add(data.sheet, after=book.sheets[-1])
    mark = sheet.names.add(MARK, "=TRUE").api
    if sys.platform == "darwin":
        mark.visible.set(False)
    else:
        mark.Visible = False
    columns = OUTPUT[sheet_kind(data.sheet) or ""].values()
    for number, column in enumerate(columns, 1):
        sheet.range((1, number)).column_width = column.width
    header = sheet.range((1, 1), (1, len(columns)))
    look = STYLES["header"]
    header.font.bold = look.bold
    header.font.color = f"#{look.color}"
    header.color = f"#{look.fill}"
    return sheet


def _fill(sheet: xw.Sheet, data: Block) -> None:
    """The values of a block in one write, over and beyond what stood there before."""
    width = max(len(row) for row in data.rows)
    height, old_height = len(data.rows), sheet.used_range.last_cell.row
    if old_height > height:
        sheet.range((height + 1, 1), (old_height, width)).clear_contents()
    # Text columns and the header first become text: Excel would read "1." as a number and a
    # player called "=1+1" as a formula.
    sheet.range((1, 1), (1, width)).number_format = STYLES["text"].number_format
    for column, style in enumerate(data.marks.styles):
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
