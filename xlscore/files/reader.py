"""A workbook file as Blocks: the values of a sheet, and what its values alone do not tell.

The fast reader of values shows error values and formulas without a value as empty, does not see
hidden rows, and takes a sheet in UTF-16 for an empty one. So a quick look into the bytes of the
sheet decides: a plain sheet goes through the fast reader, any other is parsed cell by cell. Large
sheets are read and looked at side by side, as the fast reader leaves Python free meanwhile.
"""

from __future__ import annotations

from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from python_calamine import CalamineError, CalamineSheet, load_workbook

from xlscore.files.content import other_content
from xlscore.files.glance import (
    Bytes,
    is_harmless,
    is_plain,
    merged_areas,
    refuse_malformed,
)
from xlscore.files.grid import Content, refusing
from xlscore.files.markup import child, is_true, is_usual
from xlscore.files.package import Package, Sheet
from xlscore.files.sheet import (
    Context,
    cell_styles,
    parse,
    shared_strings,
    table_rows,
)
from xlscore.files.source import TEXT, Source
from xlscore.files.zip import MAX_UNPACKED
from xlscore.messages import Refused
from xlscore.tables.block import Area, Block, SheetInfo, Workbook

if TYPE_CHECKING:
    from threading import Event

_SIDE_BY_SIDE = 4 << 20
"""Bytes from which a thread costs less than waiting."""

_COMMON = ("sharedStrings", "styles")
"""Kinds of relationship to the parts that cells of all sheets refer to."""


def open_workbook(source: Source | Path, *, max_unpacked: int = MAX_UNPACKED) -> Workbook:
    """The workbook in a file; cells are read when a sheet is asked for.

    A path is enough for those who write nothing about it. `max_unpacked` is the number of bytes
    that the parts read may unpack to together. Charts and dialogs that are sheets of their own
    hold no cells and are left out. Raises Refused with one line that names the file and the
    cause, here or in `load`; `load` of a sheet that is not listed is a KeyError.
    """
    if isinstance(source, Path):
        source = Source.read(source)
    if not source.content:
        raise Refused("file-empty", file=source.name)
    try:
        return _opened(source.name, source.extension, source.content, max_unpacked)
    except Refused as refused:
        if refused.code == "file-not-a-workbook":
            raise other_content(source.content, source.name, source.extension) from refused
        raise


def _opened(name: str, extension: str, data: bytes, max_unpacked: int) -> Workbook:
    # The readers of other formats are loaded when a file needs them.
    if extension == ".xls":
        from xlscore.files.biff8 import open_old

        return open_old(data, name)
    if extension == ".xlsb":
        from xlscore.files.biff12 import open_binary

        return open_binary(data, name, max_unpacked)
    if extension == ".ods":
        from xlscore.files.opendocument import open_document

        return open_document(data, name, max_unpacked)
    if extension in TEXT:
        from xlscore.files.delimited import open_delimited

        return open_delimited(data, name)
    book = _Book(Package(data, name, max_unpacked))
    listed = tuple(
        SheetInfo(sheet.name, sheet.ours, sheet.visible) for sheet in book.sheets.values()
    )
    return Workbook(name, listed, book.load)


class _Book:
    """An .xlsx or .xlsm file being read, and what its sheets have in common."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.package.refuse_doctypes()
        self.sheets: dict[str, Sheet] = {}
        for sheet in self.package.sheets():
            if sheet.part not in self.package:
                raise Refused("part-missing", file=package.file, part=sheet.part or sheet.name)
            if sheet.kind == "worksheet":
                self.sheets[sheet.name] = sheet
        properties = child(self.package.tree(self.package.workbook_part), "workbookPr")
        self.date_1904 = properties is not None and is_true(properties.get("date1904"))
        self.common = {
            link.kind: link.target
            for link in self.package.relationships(self.package.workbook_part)
            if link.kind in _COMMON
        }

    def load(self, name: str) -> Block:
        """The cells of one sheet."""
        sheet = self.sheets[name]
        with refusing(self.package.file, sheet.part, sheet.name):
            content = self._content(sheet)
        tables = [self._table(part) for part in self.package.related(sheet.part, "table")]
        return content.block(sheet.name, self.date_1904, tables)

    def _table(self, part: str) -> tuple[Area, range]:
        with refusing(self.package.file, part):
            return table_rows(self.package.tree(part))

    def _content(self, sheet: Sheet) -> Content:
        data: Bytes = bytearray()  # grows where it is; joined, a large part would stand there twice
        for piece in self.package.chunks(sheet.part):
            data += piece
        fast = self._common_is_usual and is_harmless(data)
        cells = self._plain_cells(sheet, data) if fast else None
        if cells is None:
            data = bytes(data)  # which may be read without yet another copy
            return parse(data, self._context)
        merged = merged_areas(data)
        del data  # room for the values, of which there may be millions
        try:
            return Content(cells.start or (0, 0), cells.to_python(), merged=merged)
        except OverflowError:  # a day that no date has
            return parse(self.package.read(sheet.part), self._context)

    def _plain_cells(self, sheet: Sheet, data: Bytes) -> CalamineSheet | None:
        """What the fast reader finds in a harmless sheet; None where that is not all there is."""
        if len(data) < _SIDE_BY_SIDE:
            return self._cells(sheet) if is_plain(data) else None
        from concurrent.futures import ThreadPoolExecutor  # rarely needed
        from threading import Event

        with ThreadPoolExecutor(1) as beside:
            under_way = Event()
            reading = beside.submit(self._cells, sheet, under_way)
            # Each look lasts long and lets no other thread begin anything.
            under_way.wait()
            plain = is_plain(data)
        return reading.result() if plain else None

    def _cells(self, sheet: Sheet, under_way: Event | None = None) -> CalamineSheet | None:
        """What the fast reader finds; None for what it cannot make sense of.

        The parser either can, or names it. `under_way` tells that nothing but the reading itself
        is left to do.
        """
        try:
            with load_workbook(BytesIO(self.package.archive.data)) as workbook:
                if under_way:
                    under_way.set()
                return workbook.get_sheet_by_name(sheet.name)
        except CalamineError:
            return None
        finally:
            if under_way:
                under_way.set()

    @cached_property
    def _common_is_usual(self) -> bool:
        """Whether the parts that the fast reader looks up have their usual names and notation."""
        parts = {"xl/workbook.xml": self.package.workbook_part}
        parts.update({f"xl/{kind}.xml": self.common.get(kind, "") for kind in _COMMON})
        return all(
            part == name and name in self.package.names and self._is_usual(part)
            for name, part in parts.items()
            # The fast reader also looks up what nothing refers to.
            if part or name in self.package
        )

    def _is_usual(self, part: str) -> bool:
        data = self.package.read(part)
        if not is_usual(data):
            return False
        with refusing(self.package.file, part):
            refuse_malformed(data)
        return True

    @cached_property
    def _context(self) -> Context:
        strings: list[str] = []
        styles: list[str] = []
        if part := self.common.get("sharedStrings"):
            with refusing(self.package.file, part):
                strings = shared_strings(self.package.read(part))
        if part := self.common.get("styles"):
            styles = cell_styles(self.package.tree(part))
        return Context(strings, styles, self.date_1904)
