"""Excel in the browser, through the add-in xlwings Lite: what the docs' main.py calls.

Needs nothing but the standard library. Worksheet functions get values there and nothing of the
workbook they are called from. Scripts get the workbook, but can ask neither for formulas, hidden
rows and merged cells nor for protection and filters; what they write is carried out at their end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..words import Refused
from ..workbook.block import Block, Cell, SheetInfo, Workbook, quoted_sheet
from ..workbook.vocabulary import MARK, existing_sheet, sheet_kind
from .common import functions
from .common.arguments import Rows
from .excel.open_sheet import array, cell, fill, is_ours, is_visible, style_columns, table_marks

if TYPE_CHECKING:
    import xlwings as xw

Range = Sequence[Sequence[Any]]
"""A range as argument: its values row by row, error values as their text."""


def _no_sheet(name: str) -> Block:
    raise KeyError(name)


_UNSEEN = Workbook("", (), _no_sheet)
"""All that a worksheet function sees of the workbook around it."""


def standings(results: Range, rules: Cell = None, scenario: Cell = None, rows: Cell = None) -> Rows:
    """As `worksheet.standings`, of these results alone: rules and scenario have to be given."""
    return functions.standings(_UNSEEN, array(results), rules, scenario, rows)


def games(results: Range, rules: Cell = None, scenario: Cell = None, rows: Cell = None) -> Rows:
    """As `worksheet.games`, of these results alone."""
    return functions.games(_UNSEEN, array(results), rules, scenario, rows)


def check(results: Range, rules: Cell = None, scenario: Cell = None, rows: Cell = None) -> Rows:
    """As `worksheet.check`, of these results alone."""
    return functions.check(_UNSEEN, array(results), rules, scenario, rows)


def points(vp: Range, rules: Cell = None) -> Rows:
    """As `worksheet.points`; the rules have to be given."""
    return functions.points(_UNSEEN, array(vp).rows, rules)


def share(vp: Range, rules: Cell = None, scenario: Cell = None) -> Rows:
    """As `worksheet.share`; rules and scenario have to be given."""
    return functions.share(_UNSEEN, array(vp).rows, rules, scenario)


def explain(
    player: Cell,
    other: Cell = None,
    results: Range | None = None,
    rules: Cell = None,
    scenario: Cell = None,
) -> Rows:
    """As `worksheet.explain`, of these results alone."""
    if results is None:
        refused = Refused("argument-results-empty")
        return [[functions.in_words(refused, functions.spoken_language(_UNSEEN))]]
    return functions.explain(_UNSEEN, player, other, array(results), rules, scenario)


def recalculate(book: xw.Book) -> str:
    """Write Standings, Scored games and Check of a workbook; returns in words how it went.

    Nothing is written where the results cannot be scored, or where a sheet named like one of
    ours is the organizer's.
    """
    known = workbook(book)
    blocks, message, language = functions.recalculate(known)
    try:
        targets = [_target(book, known.sheets, data.sheet) for data in blocks]
    except Refused as refused:
        return refused.text(language)
    for data, target in zip(blocks, targets):
        fill(target or _appended(book, data.sheet), data)
    return message


def workbook(book: xw.Book) -> Workbook:
    """A workbook as a script gets it: values and table objects."""
    by_name = {sheet.name: sheet for sheet in book.sheets}

    def load(name: str) -> Block:
        sheet = by_name[name]
        cells = sheet.range((1, 1), sheet.used_range.last_cell)
        values = cells.options(ndim=2, err_to_str=True).value
        rows = [[cell(value) for value in row] for row in values]
        return Block(name, (0, 0), rows, table_marks(sheet))

    infos = tuple(
        SheetInfo(name, is_ours(sheet), is_visible(sheet)) for name, sheet in by_name.items()
    )
    return Workbook(book.name, infos, load)


def _target(book: xw.Book, sheets: Sequence[SheetInfo], name: str) -> xw.Sheet | None:
    """The sheet that a block goes to; None where one has to be added."""
    found = existing_sheet(sheets, name)
    if found is None:
        return None
    if not found.ours:
        raise Refused("sheet-of-the-organizer", sheet=quoted_sheet(found.name))
    return book.sheets[found.name]


def _appended(book: xw.Book, name: str) -> xw.Sheet:
    """A new sheet of ours, last in the workbook, marked, with our look and widths."""
    sheet = book.sheets.add(name, after=book.sheets[-1])
    sheet.names.add(MARK, "=TRUE")
    style_columns(sheet, sheet_kind(name) or "", 1)
    return sheet
