"""The OpenDocument spreadsheet (.ods): one part holds all sheets, values and formulas.

Read here as a whole: the fast reader of values takes error values for empty cells and tells no
formulas and no hidden rows. Paragraphs are those of OpenDocument 1.3 part 3.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime, timedelta
from itertools import chain
from typing import cast

from lxml import etree

from xlscore.formats.markup import Element, Senseless, forget, local_name, parsed
from xlscore.formats.package import refuse_doctypes
from xlscore.formats.sparse_grid import Content, Grid, Room, refusing
from xlscore.formats.zip_parts import Archive
from xlscore.words import Refused
from xlscore.workbook.block import (
    MAX_COLUMNS,
    MAX_ROWS,
    Area,
    Block,
    Cell,
    ErrorCell,
    NoValue,
    SheetInfo,
    Workbook,
)
from xlscore.workbook.cells import ERROR_TEXT
from xlscore.workbook.vocabulary import MARK

LONGEST_TEXT = 32_767
"""Characters of a cell that are read; no cell of Excel holds more."""

_ENTRY = 32
"""A formula, or a row that repeats another one, takes as much memory as this many cells."""
_REPEATED = 16
"""A filled cell that only repeats another takes as much of the room as this many: nobody has
millions of them, and a file of a few bytes may."""
_CONTENT, _MANIFEST = "content.xml", "META-INF/manifest.xml"
_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_OFFICE, _TABLE, _TEXT, _STYLES = (
    f"{{{_SPACE}{name}:1.0}}" for name in ("office", "table", "text", "style")
)
_STYLE = f"{_STYLES}style"
_SPREADSHEET, _SHEET, _ROW, _NULL_DATE = (
    f"{_OFFICE}spreadsheet",
    f"{_TABLE}table",
    f"{_TABLE}table-row",
    f"{_TABLE}null-date",
)
_NAMES = (f"{_TABLE}named-expression", f"{_TABLE}named-range")
_CALC_TYPE = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_MANIFEST_SPACE = f"{{{_SPACE}manifest:1.0}}"
_DURATION = re.compile(
    r"(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?", re.ASCII
)


def open_document(data: bytes, file: str, max_unpacked: int) -> Workbook:
    """The workbook in the bytes of an .ods file, read at once; Refused also in its `load`."""
    if b"PK\3\4" not in data:
        raise Refused("file-not-a-workbook", file=file)
    archive = Archive(data, file, max_unpacked)
    if archive.find(_CONTENT) is None:
        raise Refused("file-not-a-workbook", file=file)
    refuse_doctypes(archive)
    manifest = archive.find(_MANIFEST)
    if manifest is not None:
        root = parsed(archive.read(manifest), file, _MANIFEST)
        if next(root.iter(f"{_MANIFEST_SPACE}encryption-data"), None) is not None:
            raise Refused("file-encrypted", file=file)
    document = _Document()
    with refusing(file, _CONTENT):
        document.read(archive, file)
    if not document.is_spreadsheet:
        raise Refused("file-not-a-workbook", file=file)

    def load(name: str) -> Block:
        with refusing(file, _CONTENT, name):
            return document.sheets[name].content().block(name, document.date_1904)

    listed = tuple(
        SheetInfo(name, sheet.ours, sheet.visible) for name, sheet in document.sheets.items()
    )
    return Workbook(file, listed, load)


class _Document:
    """The content part, read row by row so that a long one needs no long memory."""

    def __init__(self) -> None:
        # All sheets are read at once, so all share the room that one has in other formats.
        self._room = Room()
        self.sheets: dict[str, _Sheet] = {}
        self.date_1904 = False
        self.is_spreadsheet = False

    def read(self, archive: Archive, file: str) -> None:
        """Reads all sheets; raises XMLSyntaxError, and Refused for more than there is room for."""
        entry = archive.find(_CONTENT)
        assert entry is not None
        puller = etree.XMLPullParser(
            events=("start", "end"),
            tag=[_SPREADSHEET, _SHEET, _ROW, _NULL_DATE, _STYLE, *_NAMES],
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
        )
        sheet: _Sheet | None = None
        name = ""
        hiding: set[str | None] = set()
        struck: set[str | None] = set()
        depth = 0
        for piece in archive.chunks(entry):
            puller.feed(piece)
            for event, element in cast("Iterable[tuple[str, Element]]", puller.read_events()):
                parent = element.getparent()
                if element.tag == _SPREADSHEET:
                    self.is_spreadsheet = True
                elif element.tag == _SHEET:
                    # A sheet stands in the spreadsheet itself; in links, changes and cells none.
                    depth += 1 if event == "start" else -1
                    if parent is not None and parent.tag == _SPREADSHEET:
                        sheet = _Sheet(self._room, struck) if event == "start" else None
                        if sheet is not None:
                            name = element.get(f"{_TABLE}name", "")
                            self.sheets[name] = sheet
                            sheet.visible = element.get(f"{_TABLE}style-name") not in hiding
                elif event == "start":
                    continue
                elif element.tag == _STYLE:
                    if any(one.get(f"{_TABLE}display") == "false" for one in element):
                        hiding.add(element.get(f"{_STYLES}name"))
                    if any(_is_struck(one) for one in element):
                        struck.add(element.get(f"{_STYLES}name"))
                elif element.tag == _NULL_DATE:
                    self.date_1904 = element.get(f"{_TABLE}date-value", "").startswith("1904")
                elif sheet is not None and depth == 1:
                    if element.tag == _ROW:
                        with refusing(file, _CONTENT, name):
                            sheet.add(element)
                        forget(element)
                    elif element.get(f"{_TABLE}name", "").casefold() == MARK:
                        sheet.ours = True
        puller.close()


class _Sheet(Grid):
    """One sheet. Repeated empty rows and cells take no room, repeated filled rows share it."""

    def __init__(self, room: Room, struck: Collection[str | None]) -> None:
        super().__init__(room)
        self._struck_styles = struck
        self.ours = False
        self.visible = True
        self._hidden: list[range] = []
        self._next = 0

    def add(self, row: Element) -> None:
        """The next row, or rows. Raises Senseless and TooFar."""
        at = self._next
        count = _repeated(row, "rows", MAX_ROWS - at)
        self._next += count
        column = 0
        for element in row:
            if local_name(element) in ("table-cell", "covered-table-cell"):
                columns = range(
                    column, column + _repeated(element, "columns", MAX_COLUMNS - column)
                )
                column = columns.stop
                if len(element) or element.attrib:
                    self._add_cells(element, range(at, at + count), columns)
        if at in self.found:
            line = self.found[at]
            filled = len(line) - line.count(None)
            each = max(_ENTRY, _REPEATED * filled)
            self.take(each * (count - 1), at + count - 1, column - 1)
            self.found.update((row, line) for row in range(at, at + count))
        if row.get(f"{_TABLE}visibility", "visible") != "visible":
            self._hidden.append(range(at, at + count))

    def _add_cells(self, element: Element, rows: range, columns: range) -> None:
        value, is_formula = _cell(element)
        if value is not None and not (rows and columns):
            raise Senseless(f"R{rows.start + 1}C{columns.start + 1}")
        last = rows.stop - 1, columns.stop - 1
        if is_formula:
            self.take(_ENTRY * len(rows) * len(columns), *last)
            self.formulas.update((row, column) for row in rows for column in columns)
        if value is not None:
            self.take(_REPEATED * (len(columns) - 1), *last)
            if isinstance(value, str):
                # A blank takes up to four bytes, and many blanks are spelled as one number.
                self.take(len(value) // 2, *last)
            self.put(rows.start, columns.stop - 1, value)
            self.found[rows.start][columns.start : columns.stop] = [value] * len(columns)
            if self._struck_styles and element.get(f"{_TABLE}style-name") in self._struck_styles:
                self.take(_ENTRY * len(rows) * len(columns), *last)
                self.struck.update((row, column) for row in rows for column in columns)
        height, width = (
            _count(element, f"{_TABLE}number-{what}-spanned") for what in ("rows", "columns")
        )
        if height > 1 or width > 1:
            last_row, last_column = rows.start + height - 1, columns.start + width - 1
            self.merge(Area(rows.start, columns.start, last_row, last_column))

    def content(self) -> Content:
        """As of any Grid; hidden rows behind the last filled one are not counted."""
        end = max(self.found, default=-1) + 1
        for rows in self._hidden:
            self.hidden_rows.update(range(rows.start, min(rows.stop, end)))
        return super().content()


def _is_struck(properties: Element) -> bool:
    """Whether text properties of a style strike through (20.382)."""
    names = ("text-line-through-style", "text-line-through-type")
    return any(properties.get(f"{_STYLES}{name}", "none") != "none" for name in names)


def _count(element: Element, name: str) -> int:
    """An attribute that says how often, once where it is missing. Raises Senseless."""
    text = element.get(name, "1")
    # More digits than any spreadsheet has rows would only cost time.
    if not (text.isdecimal() and text.isascii() and len(text) < 10):
        raise Senseless(f'{name.rpartition("}")[2]}="{text[:40]}"')
    return int(text)


def _repeated(element: Element, what: str, most: int) -> int:
    return min(_count(element, f"{_TABLE}number-{what}-repeated"), most)


def _cell(element: Element) -> tuple[Cell, bool]:
    """The value of a cell (19.385), and whether it is a formula's."""
    formula = element.get(f"{_TABLE}formula")
    kind = element.get(f"{_OFFICE}value-type")
    shown = _shown(element)
    if kind in (None, "void"):
        if formula is None:
            return shown or None, False
        # What was calculated and shows nothing has a paragraph all the same.
        empty = not shown and element.find(f"{_TEXT}p") is not None
        return None if empty else NoValue(formula), True
    if element.get(_CALC_TYPE) == "error" or (formula and ERROR_TEXT.fullmatch(shown)):
        return ErrorCell(shown[:40]), formula is not None
    try:
        return _value(element, kind, shown), formula is not None
    except (ValueError, OverflowError) as error:
        raise Senseless(f"{kind} {shown[:40]}") from error


def _value(element: Element, kind: str, shown: str) -> Cell:
    if kind == "string":
        return element.get(f"{_OFFICE}string-value", shown) or None
    stored = element.get(f"{_OFFICE}{kind}-value", "")
    if kind == "boolean":
        return stored == "true"
    if kind == "date":
        if "T" not in stored:
            return date.fromisoformat(stored)
        moment = datetime.fromisoformat(stored).replace(tzinfo=None)
        return moment if moment.time() != datetime.min.time() else moment.date()
    if kind == "time":
        return _duration(stored)
    if kind in ("float", "percentage", "currency"):
        return float(element.get(f"{_OFFICE}value", ""))
    raise ValueError(kind)


def _duration(text: str) -> Cell:
    """``PT12H30M00S`` as a time of day, or from a whole day on as a duration."""
    match = _DURATION.fullmatch(text)
    if match is None:
        raise ValueError(text)
    days, hours, minutes = (int(part or 0) for part in match.groups()[1:4])
    length = timedelta(days, float(match[5] or 0), hours=hours, minutes=minutes)
    if match[1] or length >= timedelta(days=1):
        return -length if match[1] else length
    return (datetime.min + length).time()


def _shown(cell: Element) -> str:
    """The paragraphs of a cell, one on a line, up to LONGEST_TEXT."""
    pieces = []
    left = LONGEST_TEXT
    for number, line in enumerate(cell.iterfind(f"{_TEXT}p")):
        for piece in chain("\n" if number else "", _text(line)):
            pieces.append(piece[:left])
            left -= len(piece)
            if left <= 0:
                return "".join(pieces)
    return "".join(pieces)


def _text(element: Element) -> Iterator[str]:
    """The text of a paragraph: blanks count as one unless spelled out (6.1.2 to 6.1.5)."""
    yield re.sub(r"[ \t\r\n]+", " ", element.text or "")
    for part in element:
        name = local_name(part)
        if name == "s":
            yield " " * min(_count(part, f"{_TEXT}c"), LONGEST_TEXT)
        elif name in ("tab", "line-break"):
            yield "\t" if name == "tab" else "\n"
        elif name in ("span", "a", "ruby", "ruby-base", "meta", "meta-field"):
            yield from _text(part)
        elif name in ("date", "time", "sheet-name", "title"):
            yield part.text or ""
        yield re.sub(r"[ \t\r\n]+", " ", part.tail or "")
