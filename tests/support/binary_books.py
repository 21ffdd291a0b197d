"""Binary workbooks (.xlsb) from plain rows: no program at hand writes them.

Records and their numbers are those of [MS-XLSB]; LibreOffice opens what is made here.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from pathlib import Path

from xlsxwriter.utility import xl_cell_to_rowcol

from tests.support.books import Formula, Rows, Sheet
from xlscore.formats.read import open_workbook
from xlscore.workbook.block import ErrorCell
from xlscore.workbook.vocabulary import MARK

ERRORS = {"#NULL!": 0, "#DIV/0!": 7, "#VALUE!": 15, "#REF!": 23, "#NAME?": 29, "#NUM!": 36}
ERRORS |= {"#N/A": 42, "#SPILL!": 45, "#CALC!": 50, "#ERROR!": 98}
FORMATS = {date: "yyyy-mm-dd", datetime: "yyyy-mm-dd hh:mm", time: "hh:mm", timedelta: "[h]:mm"}
TYPES = {
    "xl/workbook.bin": "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
    "xl/sharedStrings.bin": "application/vnd.ms-excel.sharedStrings",
    "xl/styles.bin": "application/vnd.ms-excel.styles",
}
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def binary_book(
    path: Path,
    sheets: Mapping[str, Rows | Sheet],
    *,
    date_1904: bool = False,
    calculated: bool = True,
) -> Path:
    """The workbook that `books.workbook` makes, as .xlsb, which asks to be calculated on opening
    unless it is `calculated`.

    Cells may be text, numbers, booleans, dates and times, None, `Formula` and ErrorCell. Every
    other text is a shared one, whole numbers are written in the short form.
    """
    texts: list[str] = []
    types = dict(TYPES)
    targets = {"styles": ["styles.bin"], "sharedStrings": ["sharedStrings.bin"]}
    parts: dict[str, bytes | str] = {}
    bundle, names = b"", b""
    for number, (title, content) in enumerate(sheets.items(), 1):
        sheet = content if isinstance(content, Sheet) else Sheet(content)
        part = f"worksheets/sheet{number}.bin"
        types[f"xl/{part}"] = "application/vnd.ms-excel.worksheet"
        targets.setdefault("worksheet", []).append(part)
        parts[f"xl/{part}"] = _sheet(sheet, texts, date_1904)
        if sheet.table:
            table = f"xl/tables/table{number}.bin"
            types[table] = "application/vnd.ms-excel.table"
            parts[table] = _table(sheet, number)
            parts[f"xl/worksheets/_rels/sheet{number}.bin.rels"] = _relations(
                {"table": [f"../tables/table{number}.bin"]}
            )
        whose = struct.pack("<2I", sheet.concealed, number)
        bundle += record(156, whose + text(f"rId{number}") + text(title))
        if sheet.ours:
            whose = struct.pack("<IBI", 1, 0, number - 1)
            formula = struct.pack("<IBBI", 2, 0x1D, 1, 0) + b"\xff" * 4
            names += record(39, whose + text(MARK) + formula)
    properties = record(153, struct.pack("<3I", date_1904, 0, 0))
    asked = record(157, struct.pack("<3IdIH", 0, 1, 100, 0.001, 1, 8 | 1))
    calculation = b"" if calculated else asked
    book = properties + enclosed(143, bundle, 144) + names + calculation
    parts["xl/workbook.bin"] = enclosed(131, book, 132)
    items = b"".join(record(19, b"\0" + text(item)) for item in texts)
    counts = struct.pack("<2I", len(texts), len(texts))
    parts["xl/sharedStrings.bin"] = enclosed(159, items, 160, counts)
    parts["xl/styles.bin"] = _styles()
    parts["xl/_rels/workbook.bin.rels"] = _relations(
        {"worksheet": targets.pop("worksheet"), **targets}
    )
    parts["_rels/.rels"] = _relations({"officeDocument": ["xl/workbook.bin"]})
    overrides = "".join(
        f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, kind in types.items()
    )
    parts["[Content_Types].xml"] = (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f"{overrides}</Types>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for part, data in parts.items():
            # A fixed time: the same cells give the same bytes.
            package.writestr(zipfile.ZipInfo(part), data, zipfile.ZIP_DEFLATED)
    return path


def binary_copy(source: Path, target: Path) -> Path:
    """All sheets of an .xlsx as .xlsb: values, which cells are formulas, tables from A1, marks."""
    workbook = open_workbook(source)
    sheets: dict[str, Sheet] = {}
    for info in workbook.sheets:
        block = workbook.load(info.name)
        found: dict[tuple[int, int], object] = {
            (row, column): value
            for row, line in enumerate(block.rows, block.start[0])
            for column, value in enumerate(line, block.start[1])
            if value != ""
        }
        found.update({at: Formula("", found.get(at, "")) for at in block.metadata.formulas})
        tables = block.metadata.tables
        assert all(area[:2] == (0, 0) for area in tables)
        corners = [*found, *((area.last_row, area.last_column) for area in tables)]
        height, width = (1 + max((place[axis] for place in corners), default=0) for axis in (0, 1))
        rows = [[found.get((row, column)) for column in range(width)] for row in range(height)]
        sheets[info.name] = Sheet(rows, table="tblAny" if tables else None, ours=info.ours)
    return binary_book(target, sheets)


def record(kind: int, content: bytes = b"") -> bytes:
    """One record: kind and length in groups of seven bits, then the content."""
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    length = len(content)
    while length > 0x7F:
        head += bytes([length & 0x7F | 0x80])
        length >>= 7
    return head + bytes([length]) + content


def enclosed(first: int, content: bytes, last: int, opening: bytes = b"") -> bytes:
    """Records between one that begins and one that ends them."""
    return record(first, opening) + content + record(last)


def text(value: str) -> bytes:
    packed = value.encode("utf-16-le")
    return struct.pack("<I", len(packed) // 2) + packed


def cell(column: int, value: object, texts: list[str], date_1904: bool) -> bytes:
    """The record of one cell."""
    result = value.value if isinstance(value, Formula) else value
    style, content, kind = 0, b"", 1
    if isinstance(result, bool):
        content, kind = bytes([result]), 4
    elif isinstance(result, ErrorCell):
        content, kind = bytes([ERRORS[result.text]]), 3
    elif isinstance(result, str):
        content, kind = text(result), 6
        if not isinstance(value, Formula) and len(texts) % 2 == 0:
            content, kind = struct.pack("<I", len(texts)), 7
        texts.append(result)
    elif isinstance(result, int) and not isinstance(value, Formula):
        content, kind = struct.pack("<i", result << 2 | 2), 2
    elif result is not None:
        style = [None, *FORMATS].index(next((k for k in FORMATS if type(result) is k), None))
        number = serial(result, date_1904) if style else float(result)  # type: ignore[arg-type]
        content, kind = struct.pack("<d", number), 5
    if isinstance(value, Formula):
        kind = {6: 8, 5: 9, 4: 10, 3: 11}[kind]
        tokens = _tokens(result)
        content += struct.pack("<HI", 0, len(tokens)) + tokens + bytes(4)
    return record(kind, struct.pack("<2I", column, style) + content)


def _tokens(result: object) -> bytes:
    """The formula that is nothing but its result."""
    if isinstance(result, bool):
        return bytes([0x1D, result])
    if isinstance(result, ErrorCell):
        return bytes([0x1C, ERRORS[result.text]])
    if isinstance(result, str):
        return b"\x17" + text(result)[:2] + text(result)[4:]
    return b"\x1f" + struct.pack("<d", result)


def cells(sheet: Sheet) -> dict[tuple[int, int], object]:
    """All cells to be made, by position."""
    found: dict[tuple[int, int], object] = {
        (row, column): value
        for row, line in enumerate(sheet.rows, sheet.start[0])
        for column, value in enumerate(line, sheet.start[1])
    }
    found.update((xl_cell_to_rowcol(place), value) for place, value in sheet.loose.items())
    return found


def areas(sheet: Sheet) -> list[tuple[int, int, int, int]]:
    """First and last row, first and last column of each merged area."""
    corners = [map(xl_cell_to_rowcol, reference.split(":")) for reference in sheet.merged]
    return [(first[0], last[0], first[1], last[1]) for first, last in corners]


def _sheet(sheet: Sheet, texts: list[str], date_1904: bool) -> bytes:
    found = cells(sheet)
    data = b""
    for row in sorted({row for row, _ in found} | set(sheet.hidden)):
        data += row_header(row, hidden=row in sheet.hidden)
        for column in sorted(column for at, column in found if at == row):
            data += cell(column, found[row, column], texts, date_1904)
    last = [max((place[axis] for place in found), default=0) for axis in (0, 1)]
    inside = record(148, struct.pack("<4I", 0, last[0], 0, last[1])) + enclosed(145, data, 146)
    if sheet.merged:
        merged = b"".join(record(176, struct.pack("<4I", *area)) for area in areas(sheet))
        inside += enclosed(177, merged, 178, struct.pack("<I", len(sheet.merged)))
    if sheet.table:
        part = record(661, text("rId1"))
        inside += enclosed(660, part, 662, struct.pack("<I", 1))
    return enclosed(129, inside, 130)


def row_header(row: int, *, hidden: bool = False) -> bytes:
    return record(0, struct.pack("<2IH3BI", row, 0, 300, 0, 0x10 * hidden, 0, 0))


def _table(sheet: Sheet, number: int) -> bytes:
    """The table over all rows: header and totals row counted, its name and columns."""
    first_row, first_column = sheet.start
    last = first_row + len(sheet.rows) - 1, first_column + len(sheet.rows[0]) - 1
    fields = (first_row, last[0], first_column, last[1], 0, number, 1, sheet.totals)
    head = struct.pack("<8I", *fields) + struct.pack("<8I", 0, *[0xFFFFFFFF] * 6, 0)
    named = head + text(sheet.table or "") + text(sheet.table or "") + b"\xff" * 16
    return enclosed(343, b"", 344, named)


def _styles() -> bytes:
    codes = b"".join(
        record(44, struct.pack("<H", 164 + index) + text(code))
        for index, code in enumerate(FORMATS.values())
    )
    formats = b"".join(
        record(47, struct.pack("<5H2B2H", 0, code, 0, 0, 0, 0, 0, 0, code > 0))
        for code in (0, *range(164, 164 + len(FORMATS)))
    )
    inside = enclosed(615, codes, 616, struct.pack("<I", len(FORMATS)))
    inside += enclosed(617, formats, 618, struct.pack("<I", 1 + len(FORMATS)))
    return enclosed(278, inside, 279)


def serial(value: date | time | timedelta, date_1904: bool) -> float:
    """The number of days that stands for it."""
    epoch = datetime(1904, 1, 1) if date_1904 else datetime(1899, 12, 30)
    if isinstance(value, time):
        value = datetime.combine(epoch, value)
    if isinstance(value, date):
        value = datetime.fromisoformat(value.isoformat()) - epoch
    return value / timedelta(days=1)


def _relations(targets: Mapping[str, Iterable[str]]) -> str:
    links = [(kind, target) for kind, found in targets.items() for target in found]
    return (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        + "".join(
            f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
            for number, (kind, target) in enumerate(links, 1)
        )
        + "</Relationships>"
    )
