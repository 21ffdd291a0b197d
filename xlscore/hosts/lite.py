"""Excel in the browser, through the add-in xlwings Lite: what the docs' main.py calls.

Needs nothing but the standard library. Worksheet functions get values there and nothing of the
workbook they are called from. Scripts get the workbook, but can ask neither for formulas, hidden
rows and merged cells nor for protection and filters; what they write is carried out at their end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .common import actions, functions
from .common.arguments import Rows
from .excel.open_book import OpenBook, array

if TYPE_CHECKING:
    import xlwings as xw


def _alone(function: functions.Function) -> Callable[..., Rows]:
    """A function of what it is given only: results, rules and scenario have to be.

    A range arrives as its values row by row, error values as their text.
    """

    def called(*given: Any) -> Rows:
        arguments = []
        for argument, value in zip(function.arguments, given):
            if argument.kind == functions.RESULTS and value is not None:
                value = array(value)
            elif argument.kind == functions.TABLE:
                value = array(value).rows
            arguments.append(value)
        return function(functions.UNSEEN, *arguments)

    return called


standings = _alone(functions.standings)
games = _alone(functions.games)
check = _alone(functions.check)
season = _alone(functions.season)
points = _alone(functions.points)
share = _alone(functions.share)
explain = _alone(functions.explain)


def recalculate(book: xw.Book) -> str:
    """Write Standings, Scored games and Check of a workbook; returns in words how it went.

    Nothing is written where the results cannot be scored, or where a sheet named like one of
    ours is the organizer's.
    """
    return actions.recalculate(OpenBook(book))
