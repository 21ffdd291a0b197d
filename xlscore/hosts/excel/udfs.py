"""Excel through xlwings: the worksheet functions, and a live workbook as Blocks.

Uses the BSD part of xlwings only. Excel on macOS has no worksheet functions; there the
decorators do nothing and the ribbon does all that the functions do.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any

import xlwings as xw
from xlwings import conversion

from ...words import ENGLISH, LANGUAGES, template
from ...workbook.block import Area, Block, Cell, SheetInfo, SheetMetadata, Workbook
from ..common import functions
from ..common.arguments import Rows
from .open_sheet import area, array, cell, is_ours, is_visible, table_marks

# Through AppleScript the errors of one cell can be named, not those of a range, and hidden rows
# and merged cells take a call for each row.
_COM = sys.platform != "darwin"

_Function = Callable[..., Rows]
_LONGEST_DESCRIPTION = 255
"""Excel's limit."""


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
    """Register a function with Excel, described in all languages in the function wizard."""

    def register(function: _Function) -> _Function:
        function.__doc__ = _described(description)
        for argument in inspect.signature(function).parameters:
            if argument == "caller":
                continue
            # An error value as argument must not pass for an argument left out.
            options = {"doc": _described(f"argument-help-{argument}"), "err_to_str": True}
            if argument == "results":
                options["convert"] = RangeOrArray
            elif argument == "vp":
                options["ndim"] = 2
            function = xw.arg(argument, **options)(function)
        # Volatile for what is left out: of the sheets it is taken from Excel knows nothing.
        registered: _Function = xw.func(category="xlscore", volatile=True)(function)
        return registered

    return register


def _described(code: str) -> str:
    """The sentence in as many languages as Excel has room for, English first, each whole."""
    text = template(code, ENGLISH)
    for language in LANGUAGES[1:]:
        longer = f"{text} / {template(code, language)}"
        text = longer if len(longer) <= _LONGEST_DESCRIPTION else text
    return text


@_worksheet_function("function-standings")
def CATAN_STANDINGS(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    caller: Any = None,
) -> list:  # type: ignore[type-arg]  # xlwings looks up the converter of the bare type
    return _listing(functions.standings, results, rules, scenario, rows, caller)


@_worksheet_function("function-games")
def CATAN_GAMES(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    caller: Any = None,
) -> list:  # type: ignore[type-arg]
    return _listing(functions.games, results, rules, scenario, rows, caller)


@_worksheet_function("function-check")
def CATAN_CHECK(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    caller: Any = None,
) -> list:  # type: ignore[type-arg]
    return _listing(functions.check, results, rules, scenario, rows, caller)


@_worksheet_function("function-points")
def CATAN_POINTS(  # noqa: N802
    vp: Any, rules: Any = None, caller: Any = None
) -> list:  # type: ignore[type-arg]
    def call(book: xw.Book) -> Rows:
        return functions.points(workbook(book, marked=False), array(vp).rows, rules)

    return _call(call, caller)


@_worksheet_function("function-share")
def CATAN_SHARE(  # noqa: N802
    vp: Any, rules: Any = None, scenario: Any = None, caller: Any = None
) -> list:  # type: ignore[type-arg]
    def call(book: xw.Book) -> Rows:
        return functions.share(workbook(book, marked=False), array(vp).rows, rules, scenario)

    return _call(call, caller)


@_worksheet_function("function-explain")
def CATAN_EXPLAIN(  # noqa: N802
    player: Any,
    other: Any = None,
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    caller: Any = None,
) -> list:  # type: ignore[type-arg]
    def call(book: xw.Book) -> Rows:
        given = _block(results, book)
        return functions.explain(workbook(book), player, other, given, rules, scenario)

    return _call(call, caller)


def _listing(
    function: _Function, results: Any, rules: Any, scenario: Any, rows: Any, caller: Any
) -> Rows:
    """The answer of a function about all results to its arguments."""

    def call(book: xw.Book) -> Rows:
        return function(workbook(book), _block(results, book), rules, scenario, rows)

    return _call(call, caller)


def _call(function: Callable[[xw.Book], Rows], caller: Any) -> Rows:
    """The answer of a function to the workbook of the calling cell."""
    try:
        return function(caller.sheet.book)
    except Exception as error:
        # Excel itself failed us. A raised exception would show its traceback in the cell.
        return [[functions.in_words(error, "en")]]


def _block(results: Any, book: xw.Book) -> Block | None:
    """The results a function is given: a range, an array, or none."""
    if isinstance(results, xw.Range):
        return _given(results, book)
    return None if results is None else array(results)


def workbook(book: xw.Book, *, marked: bool = True) -> Workbook:
    """A live workbook; its sheets are read, hidden or not, when they are asked for.

    Which of them are ours or hidden is not asked where it is not `marked`: that takes time.
    """
    by_name = {sheet.name: sheet for sheet in book.sheets}

    def load(name: str) -> Block:
        sheet = by_name[name]
        return block(sheet.range((1, 1), sheet.used_range.last_cell), name)

    infos = tuple(
        SheetInfo(name, is_ours(sheet), is_visible(sheet))
        if marked
        else SheetInfo(name, ours=False)
        for name, sheet in by_name.items()
    )
    return Workbook(book.name, infos, load)


def block(cells: xw.Range, name: str) -> Block:
    """The cells of one range of one sheet, which is called `name`."""
    start = (cells.row - 1, cells.column - 1)
    values = cells.options(ndim=2, err_to_str=_COM).value
    formulas = two_dimensional(cells.formula)
    rows = [[cell(value) for value in row] for row in values]
    if not _COM:
        for row, line in enumerate(rows):
            for column, value in enumerate(line):
                if value is None and formulas[row][column]:
                    shown = cells(row + 1, column + 1).options(err_to_str=True).value
                    line[column] = cell(shown)
    return Block(name, start, rows, _marks(cells, start, formulas, rows))


def _given(cells: xw.Range, book: xw.Book) -> Block:
    """A range as argument: whole columns end with the used range, another workbook is named."""
    sheet = cells.sheet
    height = min(cells.shape[0], max(1, sheet.used_range.last_cell.row - cells.row + 1))
    name = sheet.name if sheet.book.name == book.name else f"[{sheet.book.name}]{sheet.name}"
    return block(cells.resize(height, cells.shape[1]), name)


def _marks(
    cells: xw.Range,
    start: tuple[int, int],
    formulas: Sequence[Sequence[Any]],
    rows: Sequence[Sequence[Cell]],
) -> SheetMetadata:
    return table_marks(cells.sheet)._replace(
        formulas=frozenset(
            (start[0] + row, start[1] + column)
            for row, line in enumerate(formulas)
            for column, formula in enumerate(line)
            # Text that looks like a formula is its own value.
            if isinstance(formula, str) and formula.startswith("=") and rows[row][column] != formula
        ),
        hidden_rows=frozenset(_hidden_rows(cells) if _COM else ()),
        merged=tuple(sorted(_merged(cells))) if _COM else (),
    )


def _hidden_rows(cells: xw.Range) -> set[int]:
    """Hidden and filtered rows. Excel tells of a range: all, none, or some, which is halved."""
    hidden = cells.api.EntireRow.Hidden
    if hidden is None:
        return set().union(*map(_hidden_rows, _halves(cells, by_row=True)))
    rows = range(cells.row - 1, cells.row - 1 + cells.shape[0])
    return set(rows) if hidden else set()


def _merged(cells: xw.Range) -> set[Area]:
    """The merged areas that cells of a range belong to; told and halved in the same way."""
    merged = cells.api.MergeCells
    if merged is False:
        return set()
    if merged:
        first, whole = area(cells(1, 1).merge_area), area(cells)
        if first.last_row >= whole.last_row and first.last_column >= whole.last_column:
            return {first}
    height, width = cells.shape
    return set().union(*map(_merged, _halves(cells, by_row=height >= width)))


def _halves(cells: xw.Range, *, by_row: bool) -> tuple[xw.Range, xw.Range]:
    row, column = cells.row, cells.column
    last_row, last_column = row + cells.shape[0] - 1, column + cells.shape[1] - 1
    if by_row:
        middle = (row + last_row) // 2
        first_ends, second_begins = (middle, last_column), (middle + 1, column)
    else:
        middle = (column + last_column) // 2
        first_ends, second_begins = (last_row, middle), (row, middle + 1)
    sheet = cells.sheet
    return (
        sheet.range((row, column), first_ends),
        sheet.range(second_begins, (last_row, last_column)),
    )


def two_dimensional(value: Any) -> Sequence[Sequence[Any]]:
    """What COM and AppleScript deliver for one cell, one row or several, as rows."""
    if not isinstance(value, (list, tuple)):
        return [[value]]
    return value if isinstance(value[0], (list, tuple)) else [value]
