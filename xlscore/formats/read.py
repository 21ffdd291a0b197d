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
from xml.sax.saxutils import quoteattr

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, load_workbook

from xlscore.formats.markup import (
    MAIN,
    OFFICE,
    child,
    is_true,
    is_usual,
    parsed,
    serialised,
    settle_alternatives,
)
from xlscore.formats.package import CALCULATED, Package, Sheet
from xlscore.formats.sniff import OLE, other_content, unlocked
from xlscore.formats.source import TEXT, Source
from xlscore.formats.sparse_grid import Content, refusing
from xlscore.formats.xlsx_cells import (
    Context,
    cell_styles,
    parse,
    shared_strings,
    struck_styles,
    table_rows,
)
from xlscore.formats.xlsx_scan import (
    Bytes,
    has_alternatives,
    is_harmless,
    is_plain,
    merged_areas,
    refuse_malformed,
    struck_cells,
)
from xlscore.formats.zip_parts import MAX_UNPACKED, Entry
from xlscore.rules.model import NOTE, Finding
from xlscore.words import Refused
from xlscore.workbook.block import Area, Block, SheetInfo, Workbook

if TYPE_CHECKING:
    from collections.abc import Iterable
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
        if refused.code == "file-encrypted" and source.content.startswith(OLE):
            return _unlocked(source, refused, max_unpacked)
        if refused.code == "file-not-a-workbook":
            raise other_content(source.content, source.name, source.extension) from refused
        raise


def _unlocked(source: Source, refused: Refused, max_unpacked: int) -> Workbook:
    """The workbook in a file that only Excel's own password locks; else it stays refused."""
    content = unlocked(source.content)
    if content is None or content.startswith(OLE) != (source.extension == ".xls"):
        raise refused
    return _opened(source.name, source.extension, content, max_unpacked)


def _opened(name: str, extension: str, data: bytes, max_unpacked: int) -> Workbook:
    # The readers of other formats are loaded when a file needs them.
    if extension == ".xls":
        from xlscore.formats.xls import open_old

        return open_old(data, name)
    if extension == ".xlsb":
        from xlscore.formats.xlsb import open_binary

        return open_binary(data, name, max_unpacked)
    if extension == ".ods":
        from xlscore.formats.ods import open_document

        return open_document(data, name, max_unpacked)
    if extension in TEXT:
        from xlscore.formats.delimited import open_delimited

        return open_delimited(data, name)
    book = _Book(Package(data, name, max_unpacked))
    listed = tuple(
        SheetInfo(sheet.name, sheet.ours, sheet.visible) for sheet in book.sheets.values()
    )
    return Workbook(name, listed, book.load, book.findings)


class _Book:
    """An .xlsx or .xlsm file being read, and what its sheets have in common."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.package.refuse_doctypes()
        self.sheets: dict[str, Sheet] = {}
        for sheet in self.package.sheets():
            # One that leads nowhere may be of any kind; it is told of where it is asked for.
            if sheet.kind in ("worksheet", ""):
                self.sheets[sheet.name] = sheet
        root = self.package.tree(self.package.workbook_part)
        properties, calculation = child(root, "workbookPr"), child(root, "calcPr")
        self.date_1904 = properties is not None and is_true(properties.get("date1904"))
        asked = None if calculation is None else calculation.get("fullCalcOnLoad")
        # Nobody may have calculated yet; where we ask for it, somebody has.
        self.to_be_calculated = is_true(asked) and asked != CALCULATED
        self.common: dict[str, str] = {}
        missing: list[str] = []
        for link in self.package.relationships(self.package.workbook_part):
            if link.kind in _COMMON and link.target in self.package:
                self.common[link.kind] = link.target
            elif link.kind in _COMMON:
                missing.append(link.target)
        lost = Finding("parts-missing", NOTE, {"found": missing}, ())
        self.findings = (lost,) if missing else ()

    def load(self, name: str) -> Block:
        """The cells of one sheet."""
        sheet = self.sheets[name]
        if sheet.part not in self.package:
            part = sheet.part or sheet.name
            raise Refused("part-missing", file=self.package.file, part=part)
        with refusing(self.package.file, sheet.part, sheet.name):
            content = self._content(sheet)
        if self.to_be_calculated:
            content = content.uncalculated()
        related = self.package.related(sheet.part, "table")
        tables = [self._table(part) for part in related if part in self.package]
        return content.block(sheet.name, self.date_1904, tables)

    def _table(self, part: str) -> tuple[Area, range]:
        with refusing(self.package.file, part):
            return table_rows(self.package.tree(part))

    def _content(self, sheet: Sheet) -> Content:
        data: Bytes = bytearray()  # grows where it is; joined, a large part would stand there twice
        for piece in self.package.chunks(sheet.part):
            data += piece
        fast = self._fast is not None and is_harmless(data)
        cells = self._plain_cells(sheet, data) if fast else None
        if cells is None:
            if has_alternatives(data):
                root = parsed(bytes(data), self.package.file, sheet.part)
                settle_alternatives(root)
                data = serialised(root)
            data = bytes(data)  # which may be read without yet another copy
            return parse(data, self._context)
        merged = merged_areas(data)
        struck = struck_cells(data, self._struck)
        del data  # room for the values, of which there may be millions
        try:
            return Content(cells.start or (0, 0), cells.to_python(), merged=merged, struck=struck)
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
        if under_way:
            under_way.set()
        try:
            return self._fast.get_sheet_by_name(sheet.part) if self._fast else None
        except CalamineError:
            return None

    @cached_property
    def _fast(self) -> CalamineWorkbook | None:
        """The workbook as the fast reader gets it; None where it is not for it.

        It is opened once, since it reads the texts of all sheets then, and gets no more than it
        needs: a package of our own that holds the very parts looked at here and no others,
        whatever else the file says.
        """
        parts: dict[str, Entry | bytes] = {}
        for kind, part in self.common.items():
            entry = self.package.archive.find(part)
            if entry is None or not self._is_usual(part):
                return None
            parts[f"xl/{kind}.xml"] = entry
        # The fast reader takes a cell without a format for a number.
        if not is_usual(self.package.read(self.package.workbook_part)) or self._first_is_date:
            return None
        for number, sheet in enumerate(self.sheets.values(), 1):
            entry = self.package.archive.find(sheet.part)
            if entry is not None:
                parts[f"xl/worksheets/sheet{number}.xml"] = entry
        parts |= _skeleton(self.sheets.values(), self.date_1904)
        try:
            return load_workbook(BytesIO(self.package.archive.extract(parts)))
        except CalamineError:
            return None

    def _is_usual(self, part: str) -> bool:
        data = self.package.read(part)
        if not is_usual(data) or b"AlternateContent" in data:
            return False
        with refusing(self.package.file, part):
            refuse_malformed(data)
        return True

    @property
    def _first_is_date(self) -> bool:
        return self._styles[:1] not in ([], ["number"])

    @cached_property
    def _styles(self) -> list[str]:
        part = self.common.get("styles")
        if part is None:
            return []
        root = parsed(self.package.read(part), self.package.file, part)
        settle_alternatives(root)
        return cell_styles(root)

    @cached_property
    def _struck(self) -> frozenset[int]:
        part = self.common.get("styles")
        return struck_styles(self.package.tree(part)) if part else frozenset()

    @cached_property
    def _context(self) -> Context:
        strings: list[str] = []
        if part := self.common.get("sharedStrings"):
            with refusing(self.package.file, part):
                strings = shared_strings(self.package.read(part))
        return Context(strings, self._styles, self.date_1904, self._struck)


def _skeleton(sheets: Iterable[Sheet], date_1904: bool) -> dict[str, bytes]:
    """The parts that name the sheets: each is called as its part is in the file."""
    listed = "".join(
        f'<sheet name={quoteattr(sheet.part)} sheetId="{number}" r:id="rId{number}"/>'
        for number, sheet in enumerate(sheets, 1)
    )
    links = "".join(
        _LINK.format(number, OFFICE[0], "worksheet", f"worksheets/sheet{number}.xml")
        for number, _ in enumerate(sheets, 1)
    )
    workbook = (
        f'<workbook xmlns="{MAIN[0]}" xmlns:r="{OFFICE[0]}">'
        f'<workbookPr date1904="{int(date_1904)}"/><sheets>{listed}</sheets></workbook>'
    )
    root = _LINK.format(1, OFFICE[0], "officeDocument", "xl/workbook.xml")
    return {
        "_rels/.rels": _LINKS.format(root).encode(),
        "xl/workbook.xml": workbook.encode(),
        "xl/_rels/workbook.xml.rels": _LINKS.format(links).encode(),
    }


_LINKS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}'
    "</Relationships>"
)
_LINK = '<Relationship Id="rId{}" Type="{}/{}" Target="{}"/>'
