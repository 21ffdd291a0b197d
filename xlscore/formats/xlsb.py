"""The binary workbook (.xlsb): a package whose sheets are records instead of XML.

Every record is read here, values included: the fast reader of values shows error values as empty,
tells no formulas and hidden rows, and takes the whole program down with it where two cells are
far apart. A formula without a stored value does not exist in this format. Paragraphs are those of
[MS-XLSB].
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cached_property

from xlscore.formats.markup import Senseless
from xlscore.formats.package import Package
from xlscore.formats.sparse_grid import Content, Grid, number, reading, rk
from xlscore.formats.xlsx_cells import number_kind
from xlscore.workbook.block import (
    MAX_COLUMNS,
    MAX_ROWS,
    Area,
    Block,
    Cell,
    SheetInfo,
    Workbook,
    error_cell,
)
from xlscore.workbook.vocabulary import MARK

_MAIN_TYPES = ("application/vnd.ms-excel.sheet.binary.macroenabled.main",)

_ROW, _ERROR, _BOOL, _RK, _REAL, _TEXT, _SHARED = 0, 3, 4, 2, 5, 6, 7
_FORMULAS = {8: _TEXT, 9: _REAL, 10: _BOOL, 11: _ERROR}
_SHORT_CELLS = range(12, 19)
_RICH_TEXT = 62
_STRING, _NAME, _FONT, _FORMAT, _XF = 19, 39, 43, 44, 47
_WORKBOOK_PROPERTIES, _SHEET, _CALCULATION, _MERGED, _LIST = 153, 156, 157, 176, 343
_CELL_XFS, _END_CELL_XFS = 617, 618
_HIDDEN = 0x10
_STRUCK = 0x08


def open_binary(data: bytes, file: str, max_unpacked: int) -> Workbook:
    """The workbook in the bytes of an .xlsb file. Raises Refused, here or in its `load`."""
    source = _Source(data, file, max_unpacked)
    listed = tuple(
        SheetInfo(name, name in source.ours, name not in source.hidden) for name in source.parts
    )
    return Workbook(file, listed, source.load)


class _Source:
    def __init__(self, data: bytes, file: str, max_unpacked: int) -> None:
        self.package = Package(data, file, max_unpacked, _MAIN_TYPES)
        self.package.refuse_doctypes()
        self.date_1904 = False
        self.to_be_calculated = False
        """Whether formulas are to be calculated on opening: nobody may have done so yet."""
        self.links = {
            link.id: link for link in self.package.relationships(self.package.workbook_part)
        }
        self.parts: dict[str, str] = {}
        self.ours: set[str] = set()
        self.hidden: set[str] = set()
        with reading(file, self.package.workbook_part):
            self._list_sheets()

    def _list_sheets(self) -> None:
        names: list[str] = []
        for kind, record in self._records(self.package.workbook_part):
            if kind == _WORKBOOK_PROPERTIES:
                self.date_1904 = bool(record[0] & 1)
            elif kind == _SHEET:
                identity, at = _text(record, 8)
                name, _ = _text(record, at)
                names.append(name)
                if struct.unpack_from("<I", record)[0]:
                    self.hidden.add(name)
                if identity in self.links and self.links[identity].kind == "worksheet":
                    self.parts[name] = self.links[identity].target
            elif kind == _CALCULATION:
                self.to_be_calculated = any(flags & 1 for flags in record[24:25])
            elif kind == _NAME and _text(record, 9)[0].casefold() == MARK:
                sheet = struct.unpack_from("<I", record, 5)[0]
                self.ours.update(names[sheet : sheet + 1])

    def load(self, name: str) -> Block:
        """The cells of one sheet."""
        part = self.parts[name]
        with reading(self.package.file, part, name):
            content = self._content(part)
        if self.to_be_calculated:
            content = content.uncalculated()
        tables = [self._table(link) for link in self.package.related(part, "table")]
        return content.block(name, self.date_1904, tables)

    def _table(self, part: str) -> tuple[Area, range]:
        """Header and data rows of a table part, and its totals row."""
        with reading(self.package.file, part):
            lists = [record for kind, record in self._records(part) if kind == _LIST]
            first, last, left, right, _, _, headers, totals = struct.unpack_from("<8I", lists[0])
            # A table without a row of data was damaged.
            if not (first + headers <= last < MAX_ROWS and left <= right < MAX_COLUMNS):
                raise Senseless(f"R{first + 1}C{left + 1}:R{last + 1}C{right + 1}")
        end = last + 1 - min(totals, last - first)
        return Area(first, left, end - 1, right), range(end, last + 1)

    def _content(self, part: str) -> Content:
        grid = Grid()
        row = 0
        for kind, record in self._records(part):
            if kind == _ROW:
                row = struct.unpack_from("<I", record)[0]
                if record[11] & _HIDDEN:
                    grid.hidden_rows.add(row)
            elif kind in _FORMULAS or _ROW < kind <= _SHARED or kind == _RICH_TEXT:
                column, style = struct.unpack_from("<2I", record)
                if kind in _FORMULAS:
                    grid.formulas.add((row, column))
                value = self._value(_FORMULAS.get(kind, kind), record, style & 0xFFFFFF)
                grid.put(row, column, value)
                if style & 0xFFFFFF in self._struck:
                    grid.struck.add((row, column))
            elif kind == _MERGED:
                first, last, left, right = struct.unpack_from("<4I", record)
                grid.merge(Area(first, left, last, right))
            elif kind in _SHORT_CELLS:
                # No program is known to write these cells, so nobody can tell what they mean.
                raise Senseless(f"record {kind}")
        return grid.content()

    def _value(self, kind: int, record: bytes, style: int) -> Cell:
        if kind == _SHARED:
            return self._strings[struct.unpack_from("<I", record, 8)[0]] or None
        if kind == _TEXT:
            return _text(record, 8)[0] or None
        if kind == _RICH_TEXT:
            return _text(record, 9)[0] or None
        if kind == _BOOL:
            return bool(record[8])
        if kind == _ERROR:
            return error_cell(record[8])
        if kind in (_RK, _REAL):
            value = rk(record[8:12]) if kind == _RK else struct.unpack_from("<d", record, 8)[0]
            shown = self._styles[style] if style < len(self._styles) else "number"
            return number(value, shown, self.date_1904)
        return None

    @cached_property
    def _strings(self) -> list[str]:
        return [_text(record, 1)[0] for kind, record in self._common("sharedStrings", _STRING)]

    @cached_property
    def _struck(self) -> set[int]:
        """The cell styles whose font is struck through (2.4.149)."""
        fonts: list[bool] = []
        styles: list[int] = []
        in_cells = False
        for kind, record in self._common("styles", _FONT, _XF, _CELL_XFS, _END_CELL_XFS):
            if kind == _FONT:
                fonts.append(bool(record[2] & _STRUCK))
            elif kind != _XF:
                in_cells = kind == _CELL_XFS
            elif in_cells:
                styles.append(struct.unpack_from("<H", record, 4)[0])
        struck = {number for number, is_struck in enumerate(fonts) if is_struck}
        return {number for number, font in enumerate(styles) if font in struck}

    @cached_property
    def _styles(self) -> list[str]:
        codes: dict[int, str] = {}
        styles: list[str] = []
        in_cells = False
        for kind, record in self._common("styles", _FORMAT, _XF, _CELL_XFS, _END_CELL_XFS):
            if kind == _FORMAT:
                codes[struct.unpack_from("<H", record)[0]] = _text(record, 2)[0]
            elif kind != _XF:
                in_cells = kind == _CELL_XFS
            elif in_cells:
                code = struct.unpack_from("<H", record, 2)[0]
                styles.append(number_kind(codes.get(code), str(code)))
        return styles

    def _common(self, part_kind: str, *kinds: int) -> Iterator[tuple[int, bytes]]:
        """Records of these kinds in the part that cells of all sheets refer to."""
        for link in self.links.values():
            if link.kind == part_kind:
                found = self._records(link.target)
                yield from (record for record in found if record[0] in kinds)

    def _records(self, part: str) -> Iterator[tuple[int, bytes]]:
        return _records(self.package.read(part))


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Kind and content of each record (2.1.4); both numbers come in groups of seven bits."""
    at, end = 0, len(data)
    while at < end:
        kind = data[at]
        at += 1
        if kind & 0x80:
            kind = kind & 0x7F | data[at] << 7
            at += 1
        length = shift = 0
        while True:
            length |= (data[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if shift == 28 or not data[at - 1] & 0x80:
                break
        if at + length > end:
            raise IndexError(at)
        yield kind, data[at : at + length]
        at += length


def _text(record: bytes, at: int) -> tuple[str, int]:
    """A text (2.5.168), and where it ends."""
    length = struct.unpack_from("<I", record, at)[0]
    if length == 0xFFFFFFFF:
        return "", at + 4
    end = at + 4 + 2 * length
    if end > len(record):
        raise IndexError(at)
    return record[at + 4 : end].decode("utf-16-le", "replace"), end
