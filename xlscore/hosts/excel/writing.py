"""Our sheets into a live workbook: all of them or, where one cannot be written, none."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import xlwings as xw

from ...words import Refused
from ...workbook.block import Block, SheetInfo, quoted_sheet
from ...workbook.folding import folded
from ...workbook.vocabulary import MARK, existing_sheet, sheet_kind
from .open_sheet import fill, style_columns
from .remembered import Remembered, refuse_changed
from .udfs import workbook

_COM = sys.platform != "darwin"


def write(book: xw.Book, read: Remembered, blocks: Sequence[Block]) -> None:
    """Write our sheets, which were made of what was `read`, each with one write of values.

    All other sheets stay as they are. A sheet of ours keeps its name, its widths and whatever
    else stands around the data; one that is missing is appended last. Raises Refused,
    before anything is written, where one of them is the organizer's own, is protected or
    filtered, or cannot be added, and where the workbook is no longer what was read.
    """
    sheets = workbook(book).sheets
    targets = [_target(book, sheets, data.sheet) for data in blocks]
    with undisturbed(book):
        refuse_changed(book, read)
        added: list[xw.Sheet] = []
        try:
            for data, target in zip(blocks, targets, strict=True):
                if target is None:
                    added.append(_appended(book, data.sheet))
        except Exception:
            # Not one new sheet without the others.
            for sheet in added:
                sheet.delete()
            raise
        new = iter(added)
        for data, target in zip(blocks, targets, strict=True):
            fill(target or next(new), data)


@contextmanager
def undisturbed(book: xw.Book) -> Iterator[None]:
    """Nothing flickers or is calculated meanwhile, and the person stays on the same sheet."""
    active = book.sheets.active
    with book.app.properties(screen_updating=False, calculation="manual"):
        try:
            yield
        finally:
            if book.sheets.active.name != active.name:
                # Excel shows every sheet that is added. Sheet.activate would also want this
                # Excel to be the frontmost one, and raise where it is not.
                active.impl.activate()


def refuse_protected(sheet: xw.Sheet) -> None:
    """Raises Refused where the cells of a sheet are protected."""
    api = sheet.api
    if api.ProtectContents if _COM else api.protect_contents.get():
        raise Refused("sheet-protected", sheet=quoted_sheet(sheet.name))


def refuse_filtered(sheet: xw.Sheet) -> None:
    """Raises Refused where a filter hides rows: Excel leaves those out when it is written to."""
    if _is_filtered(sheet):
        raise Refused("sheet-filtered", sheet=quoted_sheet(sheet.name))


def refuse_full(book: xw.Book, name: str) -> None:
    """Raises Refused where a sheet of this name cannot be added."""
    api = book.api
    if api.ProtectStructure if _COM else api.protect_structure.get():
        raise Refused("structure-protected", file=book.name, sheet=quoted_sheet(name))
    # Charts can be sheets as well; xlwings shows those with cells only.
    if _COM and any(folded(sheet.Name) == folded(name) for sheet in api.Sheets):
        raise Refused("sheet-without-cells", file=book.name, sheet=quoted_sheet(name))


def _target(book: xw.Book, sheets: Sequence[SheetInfo], name: str) -> xw.Sheet | None:
    """The sheet that a block goes to; None where one has to be added."""
    found = existing_sheet(sheets, name)
    if found is None:
        refuse_full(book, name)
        return None
    if not found.ours:
        raise Refused("sheet-of-the-organizer", sheet=quoted_sheet(found.name))
    sheet = book.sheets[found.name]
    refuse_protected(sheet)
    refuse_filtered(sheet)
    return sheet


def _is_filtered(sheet: xw.Sheet) -> bool:
    """Whether a filter hides rows of the sheet, or of a table object on it."""
    if not _COM:
        return bool(sheet.api.filter_mode.get())
    filters = [table.api.AutoFilter for table in sheet.tables]
    return any(state.FilterMode for state in (sheet.api, *filters) if state is not None)


def _appended(book: xw.Book, name: str) -> xw.Sheet:
    """A new sheet of ours, last in the workbook, marked, with our look and widths."""
    sheet = book.sheets.add(name, after=book.sheets[-1])
    mark = sheet.names.add(MARK, "=TRUE").api
    if _COM:
        mark.Visible = False
    else:
        mark.visible.set(False)
    style_columns(sheet, sheet_kind(name) or "", 1)
    return sheet
