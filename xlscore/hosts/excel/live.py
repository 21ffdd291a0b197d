"""Live standings: formulas put in, and entered anew where they point to another computer.

Excel stores the place of an add-in with every formula that uses it. Saved on one computer, such a
formula looks for the add-in there on every other. Excel for Mac has no such formulas.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import xlwings as xw

from ...words import Refused, sentence
from ...workbook.block import Area, ErrorCell, quoted_sheet, reference
from ...workbook.folding import folded
from ...workbook.look import OUTPUT, STYLES
from ...workbook.vocabulary import SHEETS, TABLES, sheet_kind
from ..common import functions
from .open_sheet import cell, style_columns
from .udfs import two_dimensional, workbook
from .writing import refuse_full, refuse_protected, undisturbed

_OURS = re.compile(r"\bCATAN_(STANDINGS|GAMES|CHECK|POINTS|SHARE|EXPLAIN)\(", re.IGNORECASE)
_ELSEWHERE = re.compile(rf"('(?:[^']|'')+'|[\w.\[\]-]+)!(?={_OURS.pattern})", re.IGNORECASE)
"""The file that one of our functions is looked for in: ``'C:\\...\\xlscore.xlam'!CATAN_...``."""
_UNKNOWN = ErrorCell("#NAME?")
_SPARE_ROWS = 20
"""Room for players to come, where the answer cannot grow by itself."""
_ROWS_STYLED = 500


class _Found(NamedTuple):
    """A formula of ours: where it stands, as it is and as it should be."""

    sheet: xw.Sheet
    area: Area
    old: str
    new: str
    value: object

    @property
    def broken(self) -> bool:
        return self.old != self.new or self.value == _UNKNOWN


def insert_live(book: xw.Book, language: str) -> str:
    """Enter broken formulas of ours anew, and live standings where there are none.

    Returns in one or two sentences of the language `language` what was done. Raises Refused, with
    nothing done, on macOS, and where a sheet is protected or has no room.
    """
    if sys.platform == "darwin":
        raise Refused("functions-windows-only")
    found = [one for sheet in book.sheets for one in _formulas(sheet)]
    broken = [one for one in found if one.broken]
    for one in broken:
        refuse_protected(one.sheet)
    live = [one for one in found if "CATAN_STANDINGS(" in one.new.upper()]
    reported = []
    target = None if live else _target(book, language)
    with undisturbed(book):
        for one in broken:
            _enter(one.sheet, one.area, one.new)
        if broken:
            reported.append(sentence("live-entered", language, {"count": len(broken)}))
        if not live:
            name = _insert(book, target, language)
            reported.append(sentence("live-inserted", language, {"sheet": name}))
    if not reported:
        place = reference(
            live[0].sheet.name, live[0].area._replace(last_row=live[0].area.first_row)
        )
        reported.append(sentence("live-there", language, {"where": place}))
    return " ".join(reported)


def reentered(formula: str) -> str:
    """A formula without the file that our functions were found in when it was saved."""
    return _ELSEWHERE.sub("", formula)


def _formulas(sheet: xw.Sheet) -> Iterator[_Found]:
    """The formulas of ours on a sheet; one that fills several cells comes once."""
    used = sheet.used_range
    formulas = two_dimensional(used.formula)
    done: set[tuple[int, int]] = set()
    for row, line in enumerate(formulas):
        for column, formula in enumerate(line):
            if (row, column) in done or not _is_ours(formula):
                continue
            last_column = column
            while last_column + 1 < len(line) and line[last_column + 1] == formula:
                last_column += 1
            columns = range(column, last_column + 1)
            last_row = row
            while last_row + 1 < len(formulas) and all(
                formulas[last_row + 1][x] == formula for x in columns
            ):
                last_row += 1
            area = Area(row, column, last_row, last_column)
            done |= {(y, x) for y in range(row, last_row + 1) for x in columns}
            value = cell(used(row + 1, column + 1).options(err_to_str=True).value)
            yield _Found(sheet, _moved(area, used), formula, reentered(formula), value)


def _is_ours(formula: Any) -> bool:
    return isinstance(formula, str) and formula.startswith("=") and bool(_OURS.search(formula))


def _moved(area: Area, used: xw.Range) -> Area:
    row, column = used.row - 1, used.column - 1
    return Area(
        area.first_row + row,
        area.first_column + column,
        area.last_row + row,
        area.last_column + column,
    )


def _enter(sheet: xw.Sheet, area: Area, formula: str) -> None:
    """Enter a formula that spills; as an array over its cells where Excel knows no spilling."""
    first = sheet.range((area.first_row + 1, area.first_column + 1))
    spills = hasattr(first.api, "Formula2")
    one_cell = (area.first_row, area.first_column) == (area.last_row, area.last_column)
    if spills and (one_cell or first.api.HasSpill):
        first.formula2 = formula
    elif one_cell:
        first.formula = formula
    else:
        last = (area.last_row + 1, area.last_column + 1)
        sheet.range((first.row, first.column), last).formula_array = formula


def _target(book: xw.Book, language: str) -> xw.Sheet | None:
    """The sheet that live standings go to, None where it is to be added."""
    for sheet in book.sheets:
        if sheet_kind(sheet.name) == "live":
            refuse_protected(sheet)
            below = (2, 1), (max(2, sheet.used_range.last_cell.row), len(OUTPUT["standings"]))
            rows: Sequence[Sequence[Any]] = sheet.range(*below).options(ndim=2).value
            if any(value is not None for row in rows for value in row):
                raise Refused("live-occupied", sheet=quoted_sheet(sheet.name))
            return sheet
    refuse_full(book, SHEETS["live"](language))
    return None


def _insert(book: xw.Book, sheet: xw.Sheet | None, language: str) -> str:
    """Live standings below the first row of their sheet; returns its name."""
    height = len(functions.standings(workbook(book))) + _SPARE_ROWS
    names = [table.name for other in book.sheets for table in other.tables]
    own = any(folded(name) == folded(TABLES["results"]) for name in names)
    results = f"{TABLES['results']}[#All]" if own else ""
    if sheet is None:
        sheet = book.sheets.add(SHEETS["live"](language), after=book.sheets[-1])
        sheet.range((1, 1)).value = sentence("template-live", language, {})
        sheet.range((1, 1)).font.bold = True
        style_columns(sheet, "standings", 2)
        for number, column in enumerate(OUTPUT["standings"].values(), 1):
            style = "points.2" if column.style == "points" else column.style
            if STYLES[style].number_format != STYLES["text"].number_format:
                cells = sheet.range((3, number), (2 + _ROWS_STYLED, number))
                cells.number_format = STYLES[style].number_format
    if hasattr(sheet.range((2, 1)).api, "Formula2"):
        _enter(sheet, Area(1, 0, 1, 0), f"=CATAN_STANDINGS({results})")
    else:
        area = Area(1, 0, height, len(OUTPUT["standings"]) - 1)
        _enter(sheet, area, f"=CATAN_STANDINGS({results},,,{height})")
    return quoted_sheet(sheet.name)
