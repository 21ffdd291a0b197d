"""Excel through xlwings: the worksheet functions.

Uses the BSD part of xlwings only. Excel on macOS has no worksheet functions; there the
decorators do nothing and the ribbon does all that the functions do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import xlwings as xw
from xlwings import conversion

from ...words import ENGLISH, LANGUAGES, template
from ..common import functions
from ..common.arguments import Rows
from .desktop import DesktopBook, block, last_cell
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


_OPTIONS: dict[str, dict[str, Any]] = {
    functions.RESULTS: {"convert": RangeOrArray},
    functions.TABLE: {"ndim": 2},
}
"""How xlwings is to hand over what is more than one value."""


def _worksheet_function(function: _Function) -> _Function:
    """Register a function with Excel, described in all languages in the function wizard."""
    described = functions.FUNCTIONS[function.__name__]
    function.__doc__ = _described(f"function-{described.kind}")
    for argument in described.arguments:
        # An error value as argument must not pass for an argument left out.
        options: dict[str, Any] = {"err_to_str": True, **_OPTIONS.get(argument.kind, {})}
        options["doc"] = _described(f"argument-help-{argument.name}")
        function = xw.arg(argument.name, **options)(function)
    # Not by the name that xlwings reserves for it: that way needs pywin32's own cache.
    caller = xw.arg("called_from", vba="Application.Caller", convert=RangeOrArray)
    # Volatile for what is left out: of the sheets it is taken from Excel knows nothing.
    registered: _Function = xw.func(category="xlscore", volatile=True)(caller(function))
    return registered


def _described(code: str) -> str:
    """The sentence in as many languages as Excel has room for, English first, each whole."""
    text = template(code, ENGLISH)
    for language in LANGUAGES[1:]:
        longer = f"{text} / {template(code, language)}"
        text = longer if len(longer) <= _LONGEST_DESCRIPTION else text
    return text


@_worksheet_function
def CATAN_STANDINGS(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    called_from: Any = None,
) -> list:  # type: ignore[type-arg]  # xlwings looks up the converter of the bare type
    return _answer(functions.standings, called_from, results, rules, scenario, rows)


@_worksheet_function
def CATAN_GAMES(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    called_from: Any = None,
) -> list:  # type: ignore[type-arg]
    return _answer(functions.games, called_from, results, rules, scenario, rows)


@_worksheet_function
def CATAN_CHECK(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    rows: Any = None,
    called_from: Any = None,
) -> list:  # type: ignore[type-arg]
    return _answer(functions.check, called_from, results, rules, scenario, rows)


@_worksheet_function
def CATAN_SEASON(  # noqa: N802
    results: Any = None,
    rules: Any = None,
    best: Any = None,
    at_least: Any = None,
    rows: Any = None,
    called_from: Any = None,
) -> list:  # type: ignore[type-arg]
    return _answer(functions.season, called_from, results, rules, best, at_least, rows)


@_worksheet_function
def CATAN_POINTS(  # noqa: N802
    vp: Any, rules: Any = None, called_from: Any = None
) -> list:  # type: ignore[type-arg]
    return _answer(functions.points, called_from, vp, rules)


@_worksheet_function
def CATAN_SHARE(  # noqa: N802
    vp: Any, rules: Any = None, scenario: Any = None, called_from: Any = None
) -> list:  # type: ignore[type-arg]
    return _answer(functions.share, called_from, vp, rules, scenario)


@_worksheet_function
def CATAN_EXPLAIN(  # noqa: N802
    player: Any,
    other: Any = None,
    results: Any = None,
    rules: Any = None,
    scenario: Any = None,
    called_from: Any = None,
) -> list:  # type: ignore[type-arg]
    return _answer(functions.explain, called_from, player, other, results, rules, scenario)


def _answer(function: functions.Function, called_from: Any, *given: Any) -> Rows:
    """The answer of a function to the cell that it stands in.

    Called from elsewhere, such as a macro, it knows what it is given and no workbook.
    """
    try:
        workbook, book = functions.UNSEEN, ""
        if isinstance(called_from, xw.Range):
            opened = called_from.sheet.book
            book = opened.name
            workbook = DesktopBook(opened).read(marked=function.reads_results)
        arguments = [
            _argument(argument.kind, value, book)
            for argument, value in zip(function.arguments, given, strict=True)
        ]
        return function(workbook, *arguments)
    except Exception as error:
        # Excel itself failed us. A raised exception would show its traceback in the cell.
        return [[functions.in_words(error, ENGLISH)]]


def _argument(kind: str, value: Any, book: str) -> Any:
    """An argument as the functions take it, in a formula of the workbook called `book`."""
    if kind == functions.RESULTS and isinstance(value, xw.Range):
        # Whole columns end where nothing more stands; another workbook is named.
        sheet = value.sheet
        height = min(value.shape[0], max(1, last_cell(sheet)[0] - value.row + 1))
        name = sheet.name if sheet.book.name == book else f"[{sheet.book.name}]{sheet.name}"
        return block(value.resize(height, value.shape[1]), name)
    if value is None or kind == functions.VALUE:
        return value
    return array(value) if kind == functions.RESULTS else array(value).rows
