"""Excel through xlwings: the worksheet functions.

Uses the BSD part of xlwings only. Excel on macOS has no worksheet functions; there the
decorators do nothing and the ribbon does all that the functions do.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import xlwings as xw
from xlwings import conversion

from ...words import ENGLISH, LANGUAGES, template
from ...workbook.block import Block
from ..common import functions
from ..common.arguments import Rows
from .desktop import DesktopBook, block
from .open_book import array

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
        return functions.points(DesktopBook(book).read(marked=False), array(vp).rows, rules)

    return _call(call, caller)


@_worksheet_function("function-share")
def CATAN_SHARE(  # noqa: N802
    vp: Any, rules: Any = None, scenario: Any = None, caller: Any = None
) -> list:  # type: ignore[type-arg]
    def call(book: xw.Book) -> Rows:
        return functions.share(
            DesktopBook(book).read(marked=False), array(vp).rows, rules, scenario
        )

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
        return functions.explain(DesktopBook(book).read(), player, other, given, rules, scenario)

    return _call(call, caller)


def _listing(
    function: _Function, results: Any, rules: Any, scenario: Any, rows: Any, caller: Any
) -> Rows:
    """The answer of a function about all results to its arguments."""

    def call(book: xw.Book) -> Rows:
        return function(DesktopBook(book).read(), _block(results, book), rules, scenario, rows)

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


def _given(cells: xw.Range, book: xw.Book) -> Block:
    """A range as argument: whole columns end with the used range, another workbook is named."""
    sheet = cells.sheet
    height = min(cells.shape[0], max(1, sheet.used_range.last_cell.row - cells.row + 1))
    name = sheet.name if sheet.book.name == book.name else f"[{sheet.book.name}]{sheet.name}"
    return block(cells.resize(height, cells.shape[1]), name)
