"""Our sheets and seatings into an open workbook of any host: all of them, or nothing.

Everything is looked at before anything is written. What was typed into the organizer's sheets is
read again, and where the program made something else of it, all is put back as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from fractions import Fraction
from typing import NamedTuple

from ...rules.model import Results
from ...words import Refused
from ...workbook.block import Area, Block, Cell, SheetInfo, Workbook, quoted_sheet
from ...workbook.cells import is_blank
from ...workbook.edits import CellEdit, Edits, SheetEdits, Value
from ...workbook.headers import cell_at
from ...workbook.look import OUTPUT, STYLES, Style, cell_style
from ...workbook.read import read_results
from ...workbook.vocabulary import existing_sheet, sheet_kind
from .port import Desktop, OpenWorkbook

_TEXT = Style(STYLES["text"].number_format)


class Remembered(NamedTuple):
    """An open workbook, and the sheets that were read of it so far, each once."""

    workbook: Workbook
    blocks: dict[str, Block]


class Run(NamedTuple):
    """A rectangle of cells that one write fills."""

    area: Area
    rows: list[list[Value]]


# What was read, and whether it still stands there


def remember(book: OpenWorkbook, *, marked: bool = True) -> Remembered:
    """A workbook as its host gives it; what is read of it is kept."""
    opened, blocks = book.read(marked=marked), dict[str, Block]()

    def load(name: str) -> Block:
        if name not in blocks:
            blocks[name] = opened.load(name)
        return blocks[name]

    return Remembered(opened._replace(load=load), blocks)


def refuse_changed(book: OpenWorkbook, read: Remembered) -> None:
    """Raises Refused where somebody typed into a sheet that was read, added one, or took it away.

    What a formula makes of it may go on by itself, such as the time, as long as the results read
    from it stay the same.
    """
    now = remember(book, marked=False)
    same = _names(now.workbook) == _names(read.workbook)
    calculated = False
    for name, before in read.blocks.items() if same else ():
        present = now.workbook.load(name)
        if (before.start, before.rows) != (present.start, present.rows):
            same = same and _typed(before) == _typed(present)
            calculated = True
        same = same and before.metadata == present.metadata
    if same and calculated:
        # Which sheets are ours was not asked again.
        again = now.workbook._replace(sheets=read.workbook.sheets)
        same = _results(again) == _results(read.workbook)
    if not same:
        raise Refused("file-changed", file=read.workbook.source)


def _names(opened: Workbook) -> list[str]:
    return [info.name for info in opened.sheets]


def _typed(block: Block) -> dict[tuple[int, int], Cell]:
    """What stands on a sheet, without what formulas make of it."""
    row, column = block.start
    return {
        (row + line, column + place): value
        for line, cells in enumerate(block.rows)
        for place, value in enumerate(cells)
        if not is_blank(value) and (row + line, column + place) not in block.metadata.formulas
    }


def _results(opened: Workbook) -> Results | None:
    """All that is scored and drawn from; None where it can no longer be read."""
    try:
        return read_results(opened)._replace(origin=None)
    except Refused:
        return None


# Our own sheets


def write(book: OpenWorkbook, read: Remembered, blocks: Sequence[Block]) -> None:
    """Write our sheets, which were made of what was `read`, each with one write of values.

    All other sheets stay as they are. A sheet of ours keeps its name, its widths and whatever
    else stands around the data; one that is missing is appended last. Raises Refused,
    before anything is written, where one of them is the organizer's own, is locked, or cannot be
    added, and where the workbook is no longer what was read.
    """
    targets = [_target(book, read.workbook.sheets, data.sheet) for data in blocks]
    with book.undisturbed():
        refuse_changed(book, read)
        added: list[str] = []
        try:
            for data, target in zip(blocks, targets):
                if target is None:
                    book.add(data.sheet, ours=True)
                    added.append(data.sheet)
                    style_columns(book, data.sheet, sheet_kind(data.sheet) or "", 0)
        except Exception:
            # Not one new sheet without the others.
            for sheet in added:
                book.remove(sheet)
            raise
        for data, target in zip(blocks, targets):
            _fill(book, target or data.sheet, data)


def style_columns(book: OpenWorkbook, sheet: str, kind: str, header_row: int) -> None:
    """The widths of our columns, and the look of the row that names them."""
    widths = [column.width for column in OUTPUT[kind].values()]
    book.set_widths(sheet, widths)
    book.set_look(sheet, Area(header_row, 0, header_row, len(widths) - 1), STYLES["header"])


def _target(book: OpenWorkbook, sheets: Sequence[SheetInfo], name: str) -> str | None:
    """The sheet that a block goes to; None where one has to be added."""
    found = existing_sheet(sheets, name)
    if found is None:
        book.refuse_full(name)
        return None
    if not found.ours:
        raise Refused("sheet-of-the-organizer", sheet=quoted_sheet(found.name))
    book.refuse_protected(found.name)
    book.refuse_filtered(found.name)
    return found.name


def _fill(book: OpenWorkbook, sheet: str, data: Block) -> None:
    """The values of a block in one write, over and beyond what stood there before."""
    height, width = len(data.rows), max(len(row) for row in data.rows)
    last = book.last_row(sheet)
    if last >= height:
        book.clear(sheet, Area(height, 0, last, width - 1))
    # Text columns and the header first become text: a spreadsheet would read "1." as a number and
    # a player called "=1+1" as a formula.
    book.set_look(sheet, Area(0, 0, 0, width - 1), _TEXT)
    for column, style in enumerate(data.metadata.styles):
        values = [row[column] for row in data.rows[1:] if column < len(row)]
        formats = [STYLES[cell_style(style, value)].number_format for value in values]
        first = 0
        for row in range(1, len(formats) + 1):
            # One step for each run of equal ones.
            if row == len(formats) or formats[row] != formats[first]:
                look = Style(formats[first])
                book.set_look(sheet, Area(first + 1, column, row, column), look)
                first = row
    rows = [
        [float(value) if isinstance(value, Fraction) else value for value in row]
        + [None] * (width - len(row))
        for row in data.rows
    ]
    book.write(sheet, Area(0, 0, height - 1, width - 1), rows)


# The organizer's sheets


def type_edits(book: Desktop, read: Remembered, edits: Edits) -> None:
    """Type the `edits` that were decided on what was `read` into the workbook itself.

    The table object of the results grows first, where it must. Raises Refused, with everything
    as it was, where a sheet is locked, where the workbook is no longer what was read, and where
    the program made something else of what was typed.
    """
    there = {info.name for info in book.read(marked=False).sheets}
    for one in edits.sheets:
        if one.sheet not in there:
            raise Refused("file-changed", file=read.workbook.source)
        book.refuse_protected(one.sheet)
        book.refuse_filtered(one.sheet)
        book.refuse_merged(one)
    with book.undisturbed(), ExitStack() as undo:
        refuse_changed(book, read)
        for one in edits.sheets:
            _type(book, read.workbook.load(one.sheet), one, undo)
        for one in edits.sheets:
            _refuse_unlike(read, one, book.read(marked=False).load(one.sheet))
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


def _grown(edits: SheetEdits) -> Area | None:
    """Header and data rows of the table object as they will be."""
    table = edits.table
    return table and table._replace(last_row=table.last_row + edits.growth)


def _type(book: Desktop, before: Block, edits: SheetEdits, undo: ExitStack) -> None:
    """Let the table grow and type the cells; `undo` is told how each step is taken back."""
    sheet, table, grown = edits.sheet, edits.table, _grown(edits)
    if table and grown and grown != table:
        book.resize_table(sheet, table, grown)
        # Nothing stood in the new rows; a spreadsheet fills formulas into them.
        undo.callback(book.clear, sheet, grown._replace(first_row=table.last_row + 1))
        undo.callback(book.resize_table, sheet, grown, table)
    for area, rows in runs(edits.cells):
        lines = range(area.first_row, area.last_row + 1)
        columns = range(area.first_column, area.last_column + 1)
        stood = [[cell_at(before, row, column) for column in columns] for row in lines]
        undo.callback(book.type_cells, sheet, area, stood)
        book.type_cells(sheet, area, rows)


def _refuse_unlike(read: Remembered, edits: SheetEdits, after: Block) -> None:
    """Raises Refused where the sheet does not hold what was typed into it."""
    formulas, grown = after.metadata.formulas, _grown(edits)
    typed = all(
        (row, column) not in formulas and _says(cell_at(after, row, column), value)
        for row, column, value in edits.cells
    )
    if not typed or (grown is not None and grown not in after.metadata.tables):
        raise Refused("typed-unlike", file=read.workbook.source, sheet=edits.sheet)


def _says(cell: Cell, value: Value) -> bool:
    """Whether a cell holds a value; in one formatted as text a number is text."""
    if value is None:
        return is_blank(cell)
    return cell == value or (isinstance(cell, str) and cell == str(value))
