"""Old Excel workbooks (.xls) from plain rows, as Excel 97 to 2003 or as Excel 95 wrote them.

Records and their numbers are those of [MS-XLS]; calamine reads what is made here.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from tests.support.binary_books import ERRORS, FORMATS, areas, cells, serial
from tests.support.books import Formula, Rows, Sheet
from xlscore.workbook.block import ErrorCell, NoValue
from xlscore.workbook.vocabulary import MARK

SECTOR = 512
LONGEST = 8224
"""Bytes of a record; what is longer goes on in CONTINUE records."""
SUMMARY = "\x05SummaryInformation"
FORMULAS = (0x06, 0x206, 0x406)
"""Records of a formula, as several versions of Excel number them."""


def old_book(
    path: Path,
    sheets: Mapping[str, Rows | Sheet],
    *,
    date_1904: bool = False,
    excel_95: bool = False,
    summary: bool = True,
    calculated: bool = True,
    extra: bytes = b"",
    formula: int = FORMULAS[0],
) -> Path:
    """The workbook that `books.workbook` makes, as .xls; table objects do not exist there.

    Every other text is a shared one. With `summary` the file has the stream that spreadsheet
    programs add and others do not; unless `calculated`, each sheet says that it is not; `extra`
    are records behind the first one, `formula` is the record that formulas have.
    """
    version = 0x500 if excel_95 else 0x600
    begin = record(0x809, struct.pack("<6H", version, 5, 0, 0, 0, 0))
    begin_sheet = record(0x809, struct.pack("<6H", version, 0x10, 0, 0, 0, 0))
    end = record(0x0A)
    texts: list[str] = []
    bodies: list[bytes] = []
    for content in sheets.values():
        sheet = content if isinstance(content, Sheet) else Sheet(content)
        begun = begin_sheet if calculated else begin_sheet + record(0x5E, bytes(2))
        bodies.append(begun + _body(sheet, texts, date_1904, excel_95, formula) + end)
    head = begin + extra + record(0x42, struct.pack("<H", 1252 if excel_95 else 1200))
    head += record(0x22, struct.pack("<H", date_1904))
    for number, code in enumerate(FORMATS.values(), 164):
        written = short_text(code, excel_95) if excel_95 else text(code)
        head += record(0x41E, struct.pack("<H", number) + written)
    for number in (0, *range(164, 164 + len(FORMATS))):
        head += record(0xE0, struct.pack("<2H", 0, number) + bytes(16))
    names = b""
    for number, content in enumerate(sheets.values(), 1):
        if isinstance(content, Sheet) and content.ours:
            name = struct.pack("<HBBHHHI", 1, 0, len(MARK), 2, 0, number, 0)
            names += record(0x18, name + b"\0" + MARK.encode() + b"\x1d\1")
    tail = names + (b"" if excel_95 else shared_strings(texts)) + end
    titles = [short_text(title, excel_95) for title in sheets]
    position = len(head) + sum(10 + len(title) for title in titles) + len(tail)
    for title, body, content in zip(titles, bodies, sheets.values(), strict=True):
        concealed = isinstance(content, Sheet) and content.concealed
        head += record(0x85, struct.pack("<IBB", position, concealed, 0) + title)
        position += len(body)
    streams = {"Book" if excel_95 else "Workbook": head + tail + b"".join(bodies)}
    path.write_bytes(ole_file({**streams, **({SUMMARY: b"x"} if summary else {})}))
    return path


def old_stream(cells: bytes, head: bytes = b"", *, excel_95: bool = False) -> bytes:
    """The stream of a workbook whose one sheet, Results, holds these records."""
    version = 0x500 if excel_95 else 0x600
    begin = record(0x809, struct.pack("<6H", version, 5, 0, 0, 0, 0)) + head
    title = short_text("Results", excel_95)
    place = len(begin) + 10 + len(title) + 4
    listed = record(0x85, struct.pack("<IBB", place, 0, 0) + title)
    begin_sheet = record(0x809, struct.pack("<6H", version, 0x10, 0, 0, 0, 0))
    return begin + listed + record(0x0A) + begin_sheet + cells + record(0x0A)


def record(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<2H", kind, len(content)) + content


def characters(value: str) -> bytes:
    """The byte that says how wide they are, and the characters."""
    wide = any(letter > "\xff" for letter in value)
    return bytes([wide]) + value.encode("utf-16-le" if wide else "latin-1")


def units(value: str) -> int:
    """How long a text is where some letters count as two."""
    return len(value.encode("utf-16-le")) // 2


def text(value: str, excel_95: bool = False) -> bytes:
    written = value.encode("cp1252") if excel_95 else characters(value)
    return struct.pack("<H", units(value)) + written


def short_text(value: str, excel_95: bool = False) -> bytes:
    written = value.encode("cp1252") if excel_95 else characters(value)
    return bytes([units(value)]) + written


def shared_strings(texts: list[str]) -> bytes:
    """The table of texts; one that does not fit goes on in the next record, narrow or wide."""
    pieces = [bytearray(struct.pack("<2I", len(texts), len(texts)))]
    for value in texts:
        if len(pieces[-1]) > LONGEST - 16:
            pieces.append(bytearray())
        pieces[-1] += struct.pack("<H", units(value))
        rest = value
        while True:
            part = characters(rest[: (LONGEST - len(pieces[-1]) - 1) // 2])
            taken = (len(part) - 1) // (2 if part[0] else 1)
            pieces[-1] += part
            rest = rest[taken:]
            if not rest:
                break
            pieces.append(bytearray())
    first, *others = (bytes(piece) for piece in pieces)
    return record(0xFC, first) + b"".join(record(0x3C, piece) for piece in others)


def _body(sheet: Sheet, texts: list[str], date_1904: bool, excel_95: bool, formula: int) -> bytes:
    # LibreOffice passes over the first record behind the beginning.
    data = record(0x200, struct.pack("<2I3H", 0, 65_536, 0, 256, 0)) + b"".join(
        record(0x208, struct.pack("<6HI", row, 0, 256, 300, 0, 0, 0x20)) for row in sheet.hidden
    )
    for (row, column), value in sorted(cells(sheet).items(), key=lambda item: item[0]):
        if isinstance(value, (Formula, NoValue)):
            place = struct.pack("<3H", row, column, 0)
            data += _formula(formula, place, value, excel_95)
        else:
            data += _cell(row, column, value, texts, date_1904, excel_95)
    if sheet.merged:
        merged = b"".join(struct.pack("<4H", *area) for area in areas(sheet))
        data += record(0xE5, struct.pack("<H", len(sheet.merged)) + merged)
    return data


def _cell(
    row: int, column: int, value: object, texts: list[str], date_1904: bool, excel_95: bool
) -> bytes:
    place = struct.pack("<3H", row, column, 0)
    if isinstance(value, (bool, ErrorCell)):
        code = ERRORS[value.text] if isinstance(value, ErrorCell) else value
        return record(0x205, place + bytes([code, isinstance(value, ErrorCell)]))
    if isinstance(value, str):
        texts.append(value)
        if len(texts) % 2 and not excel_95:
            return record(0xFD, place + struct.pack("<I", len(texts) - 1))
        return record(0x204, place + text(value, excel_95))
    if isinstance(value, int):
        return record(0xBD, struct.pack("<3HiH", row, column, 0, value << 2 | 2, column))
    if value is None:
        return record(0x201, place)
    style = next((n for n, kind in enumerate(FORMATS, 1) if type(value) is kind), 0)
    number = serial(value, date_1904) if style else float(value)  # type: ignore[arg-type]
    return record(0x203, struct.pack("<3Hd", row, column, style, number))


def _formula(kind: int, place: bytes, value: Formula | NoValue, excel_95: bool) -> bytes:
    result = value.value if isinstance(value, Formula) else ""
    after = b""
    if isinstance(result, bool):
        stored = bytes([1, 0, result, 0, 0, 0, 0xFF, 0xFF])
    elif isinstance(result, ErrorCell):
        stored = bytes([2, 0, ERRORS[result.text], 0, 0, 0, 0xFF, 0xFF])
    elif result == "":
        stored = bytes([3, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    elif isinstance(result, str):
        stored = bytes([0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        after = record(0x207, text(result, excel_95))
    else:
        assert isinstance(result, (int, float))
        assert not isinstance(result, date)
        stored = struct.pack("<d", result)
    tokens = _tokens(result, excel_95)
    head = place + stored + struct.pack("<HIH", 0, 0, len(tokens))
    return record(kind, head + tokens) + after


def _tokens(result: object, excel_95: bool) -> bytes:
    """The formula that is nothing but its result."""
    if isinstance(result, bool):
        return bytes([0x1D, result])
    if isinstance(result, ErrorCell):
        return bytes([0x1C, ERRORS[result.text]])
    if isinstance(result, str):
        return b"\x17" + short_text(result[:255], excel_95)
    assert isinstance(result, (int, float))
    return b"\x1f" + struct.pack("<d", result)


def ole_file(streams: Mapping[str, bytes]) -> bytes:
    """An OLE file with these streams, as [MS-CFB] has it: header, directory, table, contents.

    Each stream is filled up to the size from which on it stands in sectors of its own.
    """
    padded = {name: data + bytes(max(0, 4096 - len(data))) for name, data in streams.items()}
    chains = [[0]]
    directory = _entry("Root Entry", 5, 0xFFFFFFFE, 0, child=1)
    contents = b""
    first = 1
    for number, (name, data) in enumerate(padded.items(), 1):
        count = -(-len(data) // SECTOR)
        chains.append(list(range(first, first + count)))
        right = number + 1 if number < len(padded) else 0xFFFFFFFF
        directory += _entry(name, 2, first, len(data), right=right)
        contents += data.ljust(count * SECTOR, b"\0")
        first += count
    tables = -(-(first + 1) // 126)
    table = [0xFFFFFFFF] * (tables * SECTOR // 4)
    for chain in chains:
        for here, after in zip(chain, [*chain[1:], 0xFFFFFFFE], strict=True):
            table[here] = after
    for sector in range(first, first + tables):
        table[sector] = 0xFFFFFFFD
    where = [*range(first, first + tables)] + [0xFFFFFFFF] * (109 - tables)
    header = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    header += struct.pack("<5H6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<9I", 0, tables, 0, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<109I", *where)
    directory = directory.ljust(SECTOR, b"\0")
    return header + directory + contents + struct.pack(f"<{len(table)}I", *table)


def _entry(
    name: str, kind: int, start: int, size: int, *, child: int = 0xFFFFFFFF, right: int = 0xFFFFFFFF
) -> bytes:
    raw = name.encode("utf-16-le")
    data = raw.ljust(64, b"\0") + struct.pack("<H2B", len(raw) + 2, kind, 1)
    return data + struct.pack("<3I36xIQ", 0xFFFFFFFF, right, child, start, size)
