"""The old Excel workbook (.xls): one stream of records, mostly inside an OLE file.

Every record is read here, values included: the fast reader of values shows error values as empty
and tells no formulas and hidden rows. Excel 5 and 95 wrote nearly the same records (BIFF5), with
texts in the code page of their computer. Export scripts of web sites write the bare stream of one
sheet, down to the records of Excel 2 (BIFF2 to 4), and some programs mix records of several
versions. Paragraphs are those of [MS-XLS].
"""

from __future__ import annotations

import codecs
import struct
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

import olefile

from xlscore.formats.markup import Senseless
from xlscore.formats.sparse_grid import Content, Grid, number, reading, rk
from xlscore.formats.xlsx_cells import number_kind
from xlscore.words import Refused
from xlscore.workbook.block import Area, Block, Cell, NoValue, SheetInfo, Workbook, error_cell
from xlscore.workbook.vocabulary import MARK

_STREAMS = ("Workbook", "Book")
_BOFS = {0x09: 2, 0x209: 3, 0x409: 4, 0x809: 5}
"""The record that begins a stream and its parts: the version of Excel that it says."""
_ONE_SHEET = 0x10
_EOF, _CONTINUE = 0x0A, 0x3C
_PASSWORD, _CODE_PAGE, _FROM_1904, _SHEET, _NAME = 0x2F, 0x42, 0x22, 0x85, 0x18
_STRINGS = 0xFC
_FORMATS, _SHORT_XFS, _XFS = (0x1E, 0x41E), (0x243, 0x443), (0x243, 0x443, 0xE0)
_FONT, _NO_FONT, _STRUCK = 0x31, 4, 0x08
"""Fonts of Excel 5 and later; the number that none of them has (2.5.129)."""
_ROW, _MERGED, _MANY_RK, _UNCALCULATED = 0x208, 0xE5, 0xBD, 0x5E
_INTEGER, _NUMBERS, _RK, _BOOL_OR_ERROR = 0x02, (0x03, 0x203), (0x7E, 0x27E), (0x05, 0x205)
_SHARED, _TEXTS = 0xFD, (0x04, 0x204, 0xD6)
_FORMULAS, _RESULTS = (0x06, 0x206, 0x406), (0x07, 0x207)
_CELLS = {_INTEGER, *_NUMBERS, *_RK, *_BOOL_OR_ERROR, _SHARED, *_TEXTS, *_FORMULAS}
_ATTRIBUTES = {0x02, 0x03, 0x04, 0x05}
"""Cells of Excel 2, which say how they look in three bytes instead of a number of a style."""
_HIDDEN = 0x20
_MAC = {
    10000: "mac-roman",
    10001: "shift_jis",
    10002: "big5",
    10003: "euc_kr",
    10004: "mac-arabic",
    10006: "mac-greek",
    10007: "mac-cyrillic",
    10008: "gb2312",
    10010: "mac-romanian",
    10017: "mac-cyrillic",
    10021: "cp874",
    10029: "mac-latin2",
    10079: "mac-iceland",
    10081: "mac-turkish",
    10082: "mac-croatian",
    32768: "mac-roman",
    32769: "cp1252",
}
"""Code pages of old Macs, and two numbers of Excel's own."""
_ONLY_SHEET = "Sheet1"
"""What other programs call the sheet of a file that holds nothing else and so names none."""


def open_old(data: bytes, file: str) -> Workbook:
    """The workbook in the bytes of an .xls file. Raises Refused, here or in its `load`."""
    source = _Source(_stream(data, file), file)
    with reading(file, source.stream.name):
        source.read_globals()
    listed = tuple(
        SheetInfo(name, name in source.ours, name not in source.hidden) for name in source.sheets
    )
    return Workbook(file, listed, source.load)


class _Stream(NamedTuple):
    name: str
    data: bytes
    calculated: bool
    """Whether a spreadsheet program wrote the file: all of them add a summary."""


def _stream(data: bytes, file: str) -> _Stream:
    """The workbook inside the OLE file, or the bare stream that some export scripts write."""
    kind, length = int.from_bytes(data[:2], "little"), int.from_bytes(data[2:4], "little")
    if kind in _BOFS and length in (4, 6, 8, 16):
        return _Stream(_STREAMS[0], data, True)
    if not data.startswith(olefile.MAGIC):
        raise Refused("file-not-a-workbook", file=file)
    try:
        with olefile.OleFileIO(BytesIO(data)) as ole:
            if ole.exists("EncryptedPackage"):
                raise Refused("file-encrypted", file=file)
            name = next((name for name in _STREAMS if ole.exists(name)), None)
            if name is None:
                raise Refused("file-not-a-workbook", file=file)
            content = ole.openstream(name).read()
            return _Stream(name, content, ole.exists("\x05SummaryInformation"))
    except Refused:
        raise
    except (OSError, struct.error, LookupError, TypeError, ValueError, OverflowError) as error:
        raise Refused("ole-damaged", file=file) from error


class _Source:
    def __init__(self, stream: _Stream, file: str) -> None:
        self.stream = stream
        self.file = file
        self.version = 8
        """Of the records; from 8 on texts are in Unicode."""
        self.codec = "cp1252"
        self.date_1904 = False
        self.sheets: dict[str, int] = {}
        """Where each sheet begins in the stream."""
        self.ours: set[str] = set()
        self.hidden: set[str] = set()
        self.strings: list[str] = []
        self.styles: list[str] = []
        self.struck: set[int] = set()
        """The cell styles whose font is struck through."""

    def read_globals(self) -> None:
        """What all sheets have in common (2.1.7.20.3)."""
        names: list[str] = []
        codes: dict[int, str] = {}
        formats: list[int] = []
        fonts: list[bool] = []
        fonts_used: list[int] = []
        for kind, record in self._records(0):
            data = record[0]
            if kind in _BOFS:
                release, contents = struct.unpack_from("<2H", data)
                self.version = 8 if kind == 0x809 and release >= 0x600 else _BOFS[kind]
                if contents == _ONE_SHEET:
                    self.sheets[_ONLY_SHEET] = 0
            elif kind == _PASSWORD:
                raise Refused("file-encrypted", file=self.file)
            elif kind == _CODE_PAGE:
                self.codec = _codec(struct.unpack_from("<H", data)[0])
            elif kind == _FROM_1904:
                self.date_1904 = bool(data[0])
            elif kind == _SHEET:
                names.append(self._short_text(data, 6))
                if data[4] & 3:
                    self.hidden.add(names[-1])
                if data[5] == 0:
                    self.sheets[names[-1]] = struct.unpack_from("<I", data)[0]
            elif kind == _NAME and self.version == 8:
                length, sheet = data[3], struct.unpack_from("<H", data, 8)[0]
                name = _Pieces([data[14:]]).flagged(length)
                if name.casefold() == MARK and sheet:
                    self.ours.add(names[sheet - 1])
            elif kind == _STRINGS:
                self.strings = _shared_strings(_Pieces(record))
            elif kind in _FORMATS:
                number, code = self._format(kind, data)
                codes[len(codes) if number is None else number] = code
            elif kind in _XFS:
                formats.append(
                    data[1] if kind in _SHORT_XFS else int.from_bytes(data[2:4], "little")
                )
                fonts_used.append(int.from_bytes(data[:2], "little"))
            elif kind == _FONT:
                fonts += [False] * (len(fonts) == _NO_FONT)
                fonts.append(bool(data[2] & _STRUCK))
        # Cells of Excel 2 name the format itself.
        used = formats if self.version > 2 else list(codes)
        self.styles = [number_kind(codes.get(code), str(code)) for code in used]
        struck = {font for font, is_struck in enumerate(fonts) if is_struck}
        self.struck = {number for number, font in enumerate(fonts_used) if font in struck}

    def _format(self, kind: int, data: bytes) -> tuple[int | None, str]:
        """The number of a format, None for the next one, and its code as far as it is there.

        A damaged one only changes how a number looks, so other programs read past it.
        """
        if self.version == 8:
            length, wide = int.from_bytes(data[2:4], "little"), data[4:5] == b"\1"
            code = data[5 : 5 + (length << wide)].decode(
                "utf-16-le" if wide else "latin-1", "ignore"
            )
        else:
            start = 0 if kind == 0x1E else 2
            end = start + 1 + sum(data[start : start + 1])
            code = data[start + 1 : end].decode(self.codec, "replace")
        return int.from_bytes(data[:2], "little") if self.version > 4 else None, code

    def load(self, name: str) -> Block:
        """The cells of one sheet."""
        with reading(self.file, self.stream.name, name):
            return self._content(self.sheets[name]).block(name, self.date_1904)

    def _content(self, start: int) -> Content:
        grid = Grid()
        awaited: tuple[int, int] | None = None
        calculated = True
        for kind, record in self._records(start):
            data = record[0]
            if kind in _CELLS:
                row, column, value = self._cell(kind, record)
                grid.put(row, column, value)
                if self.struck and struct.unpack_from("<H", data, 4)[0] in self.struck:
                    grid.struck.add((row, column))
                if kind in _FORMULAS:
                    grid.formulas.add((row, column))
                    awaited = row, column
            elif kind in _RESULTS and awaited:
                short = kind == _RESULTS[0]
                text = self._short_text(data, 0) if short else self._text(record, 0)
                grid.put(*awaited, text or None)
            elif kind == _MANY_RK:
                row, column = struct.unpack_from("<2H", data)
                for number_, at in enumerate(range(4, len(data) - 2, 6)):
                    style = struct.unpack_from("<H", data, at)[0]
                    value = self._number(rk(data[at + 2 : at + 6]), style)
                    grid.put(row, column + number_, value)
                    if style in self.struck:
                        grid.struck.add((row, column + number_))
            elif kind == _ROW and len(data) > 12 and data[12] & _HIDDEN:
                grid.hidden_rows.add(struct.unpack_from("<H", data)[0])
            elif kind == _MERGED:
                for at in range(2, 2 + 8 * struct.unpack_from("<H", data)[0], 8):
                    first, last, left, right = struct.unpack_from("<4H", data, at)
                    grid.merge(Area(first, left, last, right))
            elif kind == _UNCALCULATED:
                calculated = False
        return grid.content() if calculated else grid.content().uncalculated()

    def _cell(self, kind: int, record: list[bytes]) -> tuple[int, int, Cell]:
        """Row, column and value of a cell."""
        data = record[0]
        row, column, style = struct.unpack_from("<3H", data)
        at = 6
        if kind in _ATTRIBUTES or (kind == _FORMULAS[0] and self.version == 2):
            style, at = data[5] & 0x3F, 7
        return row, column, self._value(kind, record, at, style)

    def _value(self, kind: int, record: list[bytes], at: int, style: int) -> Cell:
        data = record[0]
        if kind in _FORMULAS:
            return self._result(data[at : at + 8], style)
        if kind == _SHARED:
            return self.strings[struct.unpack_from("<I", data, at)[0]] or None
        if kind in _BOOL_OR_ERROR:
            return error_cell(data[at]) if data[at + 1] else bool(data[at])
        if kind in _TEXTS:
            short = kind == _TEXTS[0]
            return (self._short_text(data, at) if short else self._text(record, at)) or None
        if kind == _INTEGER:
            value = float(struct.unpack_from("<H", data, at)[0])
        elif kind in _RK:
            value = rk(data[at : at + 4])
        else:
            value = struct.unpack_from("<d", data, at)[0]
        return self._number(value, style)

    def _result(self, stored: bytes, style: int) -> Cell:
        """What a formula resulted in (2.5.133); a text follows in a record of its own."""
        if stored[6:] != b"\xff\xff":
            return self._number(struct.unpack("<d", stored)[0], style)
        kind = stored[0]
        if kind == 1:
            return bool(stored[2])
        if kind == 2:
            return error_cell(stored[2])
        # An empty text, or what programs put down that cannot calculate.
        return NoValue() if kind == 3 and not self.stream.calculated else None

    def _number(self, value: float, style: int) -> Cell:
        shown = self.styles[style] if style < len(self.styles) else "number"
        return number(value, shown, self.date_1904)

    def _text(self, record: list[bytes], at: int) -> str:
        """A text behind its length in two bytes (2.5.294)."""
        length = struct.unpack_from("<H", record[0], at)[0]
        if self.version < 8:
            return b"".join(record)[at + 2 : at + 2 + length].decode(self.codec, "replace")
        return _Pieces([record[0][at + 2 :], *record[1:]]).flagged(length)

    def _short_text(self, data: bytes, at: int) -> str:
        """A text behind its length in one byte (2.5.240)."""
        if self.version < 8:
            return data[at + 1 : at + 1 + data[at]].decode(self.codec, "replace")
        return _Pieces([data[at + 1 :]]).flagged(data[at])

    def _records(self, at: int) -> Iterator[tuple[int, list[bytes]]]:
        """Each record from a BOF to its EOF, with those that continue it; charts are left out."""
        data = self.stream.data
        depth = 0
        while True:
            kind, length = struct.unpack_from("<2H", data, at)
            pieces = [data[at + 4 : at + 4 + length]]
            at += 4 + length
            while data[at : at + 2] == _CONTINUE.to_bytes(2, "little"):
                length = struct.unpack_from("<H", data, at + 2)[0]
                pieces.append(data[at + 4 : at + 4 + length])
                at += 4 + length
            if at > len(data):
                raise IndexError(at)
            if kind in _BOFS:
                depth += 1
            elif depth == 0:
                raise Senseless(f"{kind:#x}")
            elif kind == _EOF:
                depth -= 1
                if depth == 0:
                    return
            if depth == 1:
                yield kind, pieces


def _codec(page: int) -> str:
    """The name of a code page; of one that nobody knows, that of western Windows."""
    name = _MAC.get(page, f"cp{page}")
    try:
        codecs.lookup(name)
    except LookupError:
        name = "cp1252"
    return name


class _Pieces:
    """A long record and what continues it, read as one. Raises IndexError behind its end."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces
        self._piece = self.at = 0

    @property
    def ended(self) -> bool:
        while self._piece < len(self._pieces) and self.at == len(self._pieces[self._piece]):
            self._piece, self.at = self._piece + 1, 0
        return self._piece == len(self._pieces)

    def take(self, count: int) -> bytes:
        """The next bytes."""
        taken = bytearray()
        while count:
            if self.ended:
                raise IndexError(count)
            part = self._pieces[self._piece][self.at : self.at + count]
            self.at += len(part)
            count -= len(part)
            taken += part
        return bytes(taken)

    def characters(self, count: int, wide: int) -> str:
        """The next characters; where a text goes on in another piece, it says anew how wide."""
        taken = []
        while count:
            if self.at == len(self._pieces[self._piece]):
                self._piece, self.at = self._piece + 1, 0
                wide = self.take(1)[0] & 1
            left = (len(self._pieces[self._piece]) - self.at) >> wide
            part = self.take(min(count, left) << wide) if left else b""
            if not part:
                raise IndexError(count)
            count -= len(part) >> wide
            taken.append(part if wide else part.decode("latin-1").encode("utf-16-le"))
        return b"".join(taken).decode("utf-16-le", "replace")

    def flagged(self, count: int) -> str:
        """Characters behind the byte that says how wide they are."""
        return self.characters(count, self.take(1)[0] & 1) if count else ""


def _shared_strings(pieces: _Pieces) -> list[str]:
    """The texts that cells of all sheets refer to (2.4.265)."""
    pieces.take(8)
    texts = []
    while not pieces.ended:
        length, flags = struct.unpack("<HB", pieces.take(3))
        runs = struct.unpack("<H", pieces.take(2))[0] if flags & 8 else 0
        extra = struct.unpack("<I", pieces.take(4))[0] if flags & 4 else 0
        texts.append(pieces.characters(length, flags & 1))
        pieces.take(4 * runs + extra)
    return texts
