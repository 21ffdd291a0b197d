"""Typing into the organizer's own sheets of an open workbook: what `tables.seating` decided.

Everything is looked at before anything is typed. What was typed is read again, and where Excel
made something else of it, all is put back as it was.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

import xlwings as xw

from ...words import Refused
from ...workbook.block import Area, Block, Cell, reference
from ...workbook.cells import is_blank
from ...workbook.edits import CellEdit, Edits, SheetEdits, Value
from ...workbook.headers import cell_at
from ...workbook.look import STYLES
from .open_sheet import area
from .remembered import Remembered, refuse_changed
from .udfs import workbook
from .writing import refuse_filtered, refuse_protected, undisturbed

_COM = sys.platform != "darwin"
_SHEET = 1
"""Where the data of a table object come from: the sheet itself (xlSrcRange), not a query."""
_WORDS = re.compile(r"[^\W\d_]\D*")
"""Text that Excel leaves alone: it begins with a letter and has no digit anywhere."""
_TRUTHS = frozenset({"true", "false", "wahr", "falsch"})
_TEXT = STYLES["text"].number_format


class Run(NamedTuple):
    """A rectangle of cells that one write fills."""

    area: Area
    rows: list[list[Value]]


class _Target(NamedTuple):
    """A sheet, what was read from it, what is typed into it, and the table object that it is
    typed into, where it is one."""

    sheet: xw.Sheet
    before: Block
    edits: SheetEdits
    table: xw.main.Table | None

    @property
    def grown(self) -> Area | None:
        """Header and data rows of the table object as they will be."""
        table = self.edits.table
        return table and table._replace(last_row=table.last_row + self.edits.growth)

    def cells(self, part: Area) -> xw.Range:
        first, last = part[:2], part[2:]
        return self.sheet.range(*((row + 1, column + 1) for row, column in (first, last)))


def type_edits(book: xw.Book, read: Remembered, edits: Edits) -> None:
    """Type the `edits` that were decided on what was `read` into the workbook itself.

    The table object of the results grows first, where it must. Raises Refused, with everything
    as it was, where a sheet is protected or filtered, where the workbook is no longer what was
    read, and where Excel made something else of what was typed.
    """
    targets = [_target(book, read, one) for one in edits.sheets]
    with undisturbed(book), ExitStack() as undo:
        refuse_changed(book, read)
        for target in targets:
            _type(target, undo)
        for target in targets:
            _refuse_unlike(book, target, workbook(book, marked=False).load(target.edits.sheet))
        undo.pop_all()


def runs(cells: Sequence[CellEdit]) -> list[Run]:
    """The cells, which come by rows and columns, as rectangles: few, and each cell in one."""
    lines: list[Run] = []
    for row, column, value in cells:
        last = lines[-1].area if lines else None
        if last and (row, column) == (last.last_row, last.last_column + 1):
            lines[-1].rows[0].append(value)
            lines[-1] = lines[-1]._replace(area=last._replace(last_column=column))
        else:
            lines.append(Run(Area(row, column, row, column), [[value]]))
    found: list[Run] = []
    latest: dict[tuple[int, int], int] = {}  # by first and last column
    for line in lines:
        columns = (line.area.first_column, line.area.last_column)
        place = latest.get(columns, -1)
        if place >= 0 and found[place].area.last_row + 1 == line.area.first_row:
            whole = found[place].area._replace(last_row=line.area.last_row)
            found[place] = Run(whole, found[place].rows + line.rows)
        else:
            latest[columns] = len(found)
            found.append(line)
    return found


# Looking


def _target(book: xw.Book, read: Remembered, edits: SheetEdits) -> _Target:
    """Where the edits of a sheet go. Raises Refused where they cannot be typed."""
    if edits.sheet not in {sheet.name for sheet in book.sheets}:
        raise Refused("file-changed", file=book.name)
    sheet = book.sheets[edits.sheet]
    refuse_protected(sheet)
    refuse_filtered(sheet)
    target = _Target(sheet, read.workbook.load(edits.sheet), edits, _table(sheet, edits.table))
    if edits.table is None:
        return target
    if _COM and target.table is not None and target.table.api.SourceType != _SHEET:
        raise Refused("table-linked", file=book.name, sheet=edits.sheet)
    for part, _ in runs(edits.cells):
        # Reading tells of merged cells on Windows only. None: some are, some are not.
        if target.cells(part).merge_cells is not False:
            raise Refused("seating-merged", file=book.name, where=reference(edits.sheet, part))
    return target


def _table(sheet: xw.Sheet, rows: Area | None) -> xw.main.Table | None:
    """The table object that begins where these rows begin."""
    found = (table for table in sheet.tables if rows and area(table.range)[:2] == rows[:2])
    return next(found, None)


# Typing


def _type(target: _Target, undo: ExitStack) -> None:
    """Let the table grow and type the cells; `undo` is told how each step is taken back."""
    _, before, edits, table = target
    if edits.table and target.grown and target.grown != edits.table and table is not None:
        table.resize(target.cells(target.grown))
        new = target.grown._replace(first_row=edits.table.last_row + 1)
        # Nothing stood in the new rows; Excel fills formulas into them.
        undo.callback(target.cells(new).clear_contents)
        undo.callback(table.resize, target.cells(edits.table))
    for part, rows in runs(edits.cells):
        lines = range(part.first_row, part.last_row + 1)
        columns = range(part.first_column, part.last_column + 1)
        stood = [[cell_at(before, row, column) for column in columns] for row in lines]
        undo.callback(_put, target.cells(part), stood)
        _put(target.cells(part), rows)


def _put(cells: xw.Range, rows: Sequence[Sequence[Cell]]) -> None:
    """Fill cells in one write, text as text whatever it looks like.

    Before a text that Excel would take for something else goes the apostrophe that a person
    would type there. A cell formatted as text needs none, and would keep it.
    """
    look = cells.number_format

    def entered(line: int, place: int, value: Cell) -> Cell:
        if not isinstance(value, str) or _is_plain(value):
            return value
        # None: they do not all look alike.
        return value if (look or cells(line, place).number_format) == _TEXT else f"'{value}"

    cells.value = [
        [entered(line, place, value) for place, value in enumerate(row, 1)]
        for line, row in enumerate(rows, 1)
    ]


def _is_plain(text: str) -> bool:
    return bool(_WORDS.fullmatch(text)) and text.casefold() not in _TRUTHS


def _refuse_unlike(book: xw.Book, target: _Target, after: Block) -> None:
    """Raises Refused where the sheet does not hold what was typed into it."""
    formulas = after.metadata.formulas
    typed = all(
        (row, column) not in formulas and _says(cell_at(after, row, column), value)
        for row, column, value in target.edits.cells
    )
    if not typed or (target.grown is not None and target.grown not in after.metadata.tables):
        raise Refused("typed-unlike", file=book.name, sheet=target.edits.sheet)


def _says(cell: Cell, value: Value) -> bool:
    """Whether a cell holds a value; in one formatted as text a number is text."""
    if value is None:
        return is_blank(cell)
    return cell == value or (isinstance(cell, str) and cell == str(value))
