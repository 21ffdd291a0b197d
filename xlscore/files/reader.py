"""A workbook file as Blocks: the values of a sheet, and what its values alone do not tell.

The fast reader of values shows error values and formulas without a value as empty, does not see
hidden rows, and takes a sheet in UTF-16 for an empty one. So a quick look into the bytes of the
sheet decides: a plain sheet goes through the fast reader, any other is parsed cell by cell. Large
sheets are read and looked at side by side, as the fast reader leaves Python free meanwhile.
"""

from __future__ import annotations

import re
from functools import cached_property
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from xml.parsers import expat

from python_calamine import CalamineError, CalamineSheet, load_workbook

from xlscore.files.atomic import read_bytes, refuse_other_than_files
from xlscore.files.content import other_content
from xlscore.files.grid import Content, refusing
from xlscore.files.markup import child, is_true, is_usual
from xlscore.files.package import Package, Sheet
from xlscore.files.sheet import (
    Context,
    area,
    cell_styles,
    parse,
    shared_strings,
    table_rows,
)
from xlscore.files.zip import MAX_UNPACKED
from xlscore.messages import Refused
from xlscore.tables.block import Area, Block, SheetInfo, Workbook

if TYPE_CHECKING:
    from threading import Event

WRITABLE = (".xlsx", ".xlsm")
READ_ONLY = (".xls", ".xlsb", ".ods")
"""Formats that are never written: our sheets go into a fresh .xlsx with the same cells."""
FORMATS = WRITABLE + READ_ONLY

CHECKED_SIZE = 32 << 20
"""Bytes up to which a plain sheet is checked to be well-formed at no noticeable cost. In larger
ones the checksum and the reader's own errors must tell: the check would cost as much as scoring."""

_SIDE_BY_SIDE = 4 << 20
"""Bytes from which a thread costs less than waiting."""

_ROWS_OF_LARGE = 50_000
"""So many rows that a sheet which reaches beyond row 100,000 is no emptier than most."""

_COMMON = ("sharedStrings", "styles")
"""Kinds of relationship to the parts that cells of all sheets refer to."""

_FORMULA = re.compile(rb"<f[\s/>]")
_UNUSUAL_VALUE = re.compile(rb"<v(?!>[0-9])(?:[^>]|>(?:[-+.\s]|(?i:nan|inf)))")
"""Negative numbers, above all: where the format is one of dates, the fast reader takes them for a
time of day, and is ended by very large ones."""
_ROW = re.compile(rb"<row\b")
_HIDDEN_ROW = re.compile(rb"<row\b[^>]*\shidden\s*=")
_MERGED = re.compile(rb"""<mergeCell\s[^>]*?\bref\s*=\s*"([^"]+)""")
_FAR = re.compile(rb'r="(?:[A-Za-z]{2,3}[0-9]|[A-Za-z]?[0-9]{6})')
_BEHIND_Z, _BEHIND_ZZ = re.compile(rb'r="[A-Za-z]{2,3}[0-9]'), re.compile(rb'r="[A-Za-z]{3}[0-9]')
_ROW_1000, _ROW_10000, _ROW_100000 = (
    re.compile(rb'r="[A-Za-z]{0,3}[0-9]{%d}' % digits) for digits in (4, 5, 6)
)


def open_workbook(
    path: Path, content: bytes | None = None, *, max_unpacked: int = MAX_UNPACKED
) -> Workbook:
    """The workbook in a file; cells are read when a sheet is asked for.

    `content` is what the file holds, where it is known already: `path` then only names it.
    `max_unpacked` is the number of bytes that the parts read may unpack to together. Charts and
    dialogs that are sheets of their own hold no cells and are left out. Raises Refused with one
    line that names the file and the cause, here or in `load`; `load` of a sheet that is not
    listed is a KeyError.
    """
    path = Path(path)
    extension = path.suffix.lower()
    if content is None:
        refuse_other_than_files(path)
    if extension not in FORMATS:
        raise Refused("format-unknown", file=path.name)
    data = read_bytes(path) if content is None else content
    if not data:
        raise Refused("file-empty", file=path.name)
    try:
        return _opened(path.name, extension, data, max_unpacked)
    except Refused as refused:
        if refused.code == "file-not-a-workbook":
            raise other_content(data, path.name, extension) from refused
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
    source = _Source(Package(data, name, max_unpacked))
    listed = tuple(SheetInfo(sheet.name, sheet.ours) for sheet in source.sheets.values())
    return Workbook(name, listed, source.load)


class _Source:
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
        data = self.package.read(sheet.part)
        if not (self._common_is_usual and _is_harmless(data)):
            return parse(data, self._context)
        if len(data) < _SIDE_BY_SIDE:
            cells = self._cells(sheet) if _is_plain(data) else None
        else:
            from concurrent.futures import ThreadPoolExecutor  # rarely needed
            from threading import Event

            with ThreadPoolExecutor(1) as beside:
                under_way = Event()
                reading = beside.submit(self._cells, sheet, under_way)
                # Each look lasts long and lets no other thread begin anything.
                under_way.wait()
                plain = _is_plain(data)
            cells = reading.result() if plain else None
        if cells is None:
            return parse(data, self._context)
        merged = _merged(data)
        del data  # room for the values, of which there may be millions
        try:
            return Content(cells.start or (0, 0), cells.to_python(), merged=merged)
        except OverflowError:  # a day that no date has
            return parse(self.package.read(sheet.part), self._context)

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
            _refuse_malformed(data)
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


def _refuse_malformed(data: bytes) -> None:
    """Raises an ExpatError for a part that is not well-formed to its end."""
    if len(data) <= CHECKED_SIZE:
        expat.ParserCreate().Parse(data, True)


def _is_harmless(data: bytes) -> bool:
    """Whether the fast reader will get through a sheet part: without negative numbers, and without
    cells far away from the others."""
    return not _UNUSUAL_VALUE.search(data) and not _is_far_flung(data)


def _is_plain(data: bytes) -> bool:
    """Whether a harmless sheet part holds only values that the fast reader gets right, and
    whether it is well-formed; what is malformed for certain raises an ExpatError.

    No error values, no formulas, no hidden rows, no ISO dates, no single-quoted attributes, no
    prefixes, no second block of cells. Cautious: a sheet may be plain and the answer False.
    """
    plain = (
        is_usual(data)
        and b"='" not in data
        and b'"e"' not in data
        and b'"d"' not in data
        # Once, and without a prefix: so all cells are in the usual notation.
        and data.count(b"<sheetData") == 1
        and not (b"<f" in data and _FORMULA.search(data))
        and not (b"hidden" in data and _HIDDEN_ROW.search(data))
    )
    if plain:
        _refuse_malformed(data)
    return plain


def _is_far_flung(data: bytes) -> bool:
    """Whether the rectangle around all cells may be far larger than the cells there are.

    The fast reader fills that rectangle, up to 17 billion cells for a value in the last corner.
    """
    if not _FAR.search(data):
        return False
    if _ROW_100000.search(data) and not _has_many_rows(data):
        return True
    if not _BEHIND_Z.search(data):
        return False
    return bool(_ROW_10000.search(data) or (_BEHIND_ZZ.search(data) and _ROW_1000.search(data)))


def _has_many_rows(data: bytes) -> bool:
    return next(islice(_ROW.finditer(data), _ROWS_OF_LARGE - 1, None), None) is not None


def _merged(data: bytes) -> tuple[Area, ...]:
    """The merged areas of a plain sheet part."""
    behind_cells = data[max(0, data.rfind(b"</sheetData")) :]
    return tuple(area(reference.decode()) for reference in _MERGED.findall(behind_cells))
