"""A sheet part read cell by cell, in any encoding, namespace and notation.

Slower than the fast reader, about fivefold, and complete: error
values, formulas with and without a stored value, hidden rows and merged areas are seen.
Positions count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import NamedTuple

from lxml import etree

from xlscore.formats.markup import MAIN, Element, Senseless, child, children, is_true, local_name
from xlscore.formats.sparse_grid import Content, Grid, number
from xlscore.workbook.block import (
    MAX_COLUMNS,
    MAX_ROWS,
    Area,
    Cell,
    ErrorCell,
    NoValue,
    column_letters,
)

_REFERENCE = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_ESCAPED = re.compile(r"_x(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})_")


class Context(NamedTuple):
    """What cells of a sheet refer to: shared strings, and the kind of each cell style."""

    strings: Sequence[str] = ()
    styles: Sequence[str] = ()
    """Per cell style ``"number"``, ``"date"`` or ``"duration"``."""
    date_1904: bool = False
    struck: frozenset[int] = frozenset()
    """The cell styles that strike their text through."""


def parse(data: bytes, context: Context) -> Content:
    """All cells of a sheet part in any encoding, with formulas, hidden rows and merged areas.

    Raises Senseless, and TooFar for values too far apart.
    """
    grid = Grid()
    struck = set(map(str, context.struck))
    row = -1
    for element in _elements(data, "row", "mergeCell"):
        if local_name(element) == "mergeCell":
            grid.merge(area(element.get("ref", "")))
            continue
        row = row_number(element.get("r"), row + 1)
        if is_true(element.get("hidden")):
            grid.hidden_rows.add(row)
        column = -1
        for cell in element:
            if local_name(cell) != "c":
                continue
            written = cell.get("r")
            at, column = position(written) if written else (row, column + 1)
            value, is_formula = _cell(cell, context)
            if is_formula:
                grid.formulas.add((at, column))
            grid.put(at, column, value)
            if context.struck and value is not None and cell.get("s", "0") in struck:
                grid.struck.add((at, column))
    return grid.content()


def shared_strings(data: bytes) -> list[str]:
    """The texts of the shared strings part, formatting runs joined, phonetic readings left out."""
    return [_text(item) for item in _elements(data, "si")]


def cell_styles(root: Element) -> list[str]:
    """The kind of number each cell style of the styles part shows, see Context."""
    codes = {
        item.get("numFmtId"): item.get("formatCode", "")
        for item in children(child(root, "numFmts"), "numFmt")
    }
    numbers = [item.get("numFmtId", "0") for item in children(child(root, "cellXfs"), "xf")]
    kinds = {number: number_kind(codes.get(number), number) for number in set(numbers)}
    return [kinds[number] for number in numbers]


def struck_styles(root: Element) -> frozenset[int]:
    """The cell styles of the styles part whose font is struck through."""
    fonts = {
        str(number)
        for number, font in enumerate(children(child(root, "fonts"), "font"))
        if (strike := child(font, "strike")) is not None and is_true(strike.get("val", "1"))
    }
    formats = children(child(root, "cellXfs"), "xf") if fonts else ()
    return frozenset(
        number for number, item in enumerate(formats) if item.get("fontId", "0") in fonts
    )


def table_rows(table: Element) -> tuple[Area, range]:
    """Header and data rows of a table part as an area, and its totals rows."""
    whole = area(table.get("ref", ""))
    end = whole.last_row + 1
    totals = min(_integer(table.get("totalsRowCount", "0")), end - whole.first_row - 1)
    return whole._replace(last_row=whole.last_row - totals), range(end - totals, end)


_DURATION = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_NOT_SHOWN = re.compile(r'"[^"]*"|\\.|[_*].|\[[^\]]*\]|general|am/pm|a/p', re.IGNORECASE)
_BUILT_IN = {
    **dict.fromkeys(map(str, (*range(14, 23), *range(27, 37), 45, 47, *range(50, 59))), "date"),
    "46": "duration",
}


def number_kind(code: str | None, number: str = "0") -> str:
    """What a number format shows: ``"date"`` for dates and times, ``"duration"``, ``"number"``.

    `code` is the format code of the styles part; where it has none, the number is built in.
    """
    if code is None:
        return _BUILT_IN.get(number, "number")
    first = re.sub(r'"[^"]*"|\\.', "", code).partition(";")[0]
    if _DURATION.search(first):
        return "duration"
    return "date" if re.search(r"[dmyhs]", _NOT_SHOWN.sub("", first), re.IGNORECASE) else "number"


def position(reference: str) -> tuple[int, int]:
    """Row and column of ``B3``; Senseless for anything else."""
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        raise Senseless(f'r="{reference}"')
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    row = int(match[2])
    if not (0 < row <= MAX_ROWS and column <= MAX_COLUMNS):
        raise Senseless(f'r="{reference}"')
    return row - 1, column - 1


def area(reference: str) -> Area:
    """The area of ``B3:D9`` or ``B3``, of whole columns ``B:D`` or whole rows ``3:9``."""
    first, _, last = reference.replace("$", "").partition(":")
    if first.isalpha() and last.isalpha():
        first, last = f"{first}1", f"{last}{MAX_ROWS}"
    elif first.isdecimal() and last.isdecimal():
        first, last = f"A{first}", f"{column_letters(MAX_COLUMNS - 1)}{last}"
    one, other = position(first), position(last or first)
    return Area(*map(min, one, other), *map(max, one, other))


def _elements(data: bytes, *names: str) -> Iterator[Element]:
    """The elements of these names in the spreadsheet namespace as they end, then emptied.

    Raises lxml's XMLSyntaxError where the part is not well-formed to its end, Senseless where
    one stands somewhere else than in its list: emptying it would lose what is around it.
    """
    events = etree.iterparse(
        BytesIO(data),
        tag=[f"{{{namespace}}}{name}" for namespace in MAIN for name in names],
        remove_comments=True,
        remove_pis=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
    )
    for _, element in events:
        parent = element.getparent()
        if parent is None or local_name(parent) != _LISTS[local_name(element)]:
            raise Senseless(f"<{local_name(element)}>")
        yield element
        element.clear()
        while element.getprevious() is not None:
            del parent[0]
    if events.root.getroottree().docinfo.internalDTD is not None:
        # Its entities would be texts that are missing; in an encoding that only lxml knows it is
        # first seen here.
        raise Senseless("<!DOCTYPE")


_LISTS = {"row": "sheetData", "mergeCell": "mergeCells", "si": "sst"}
"""What each element that is read stands in."""


def row_number(written: str | None, expected: int) -> int:
    """The row, from 0, that an ``r`` means; `expected` where it is left out."""
    row = _integer(written) - 1 if written else expected
    if not 0 <= row < MAX_ROWS:
        raise Senseless(f'<row r="{written}">')
    return row


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise Senseless(f'"{text}"') from error


def _cell(cell: Element, context: Context) -> tuple[Cell, bool]:
    """The value of a cell element, and whether it is a formula's."""
    kind = cell.get("t") or "n"
    stored = formula = inline = None
    for part in cell:
        name = local_name(part)
        if name == "v":
            stored = part
        elif name == "f":
            formula = part
        elif name == "is":
            inline = part
    if kind in _TEXTS and inline is not None:
        return _text(inline) or None, formula is not None
    text = "" if stored is None else stored.text or ""
    if kind in _TEXTS:
        # A formula may well result in an empty text: that is a value.
        return _unescaped(text) or None, formula is not None
    text = text.strip()
    if not text:
        # A formula shared with a cell above has no text of its own.
        return (None, False) if formula is None else (NoValue(formula.text or ""), True)
    try:
        return _value(kind, text, cell, context), formula is not None
    except LookupError:
        return ErrorCell("#REF!"), formula is not None
    except (ValueError, OverflowError):
        return ErrorCell("#VALUE!"), formula is not None


_TEXTS = ("str", "inlineStr")
"""Kinds of cells whose text stands in the cell: in ``v`` or ``is``, whatever the kind says."""


def _value(kind: str, text: str, cell: Element, context: Context) -> Cell:
    """Raises LookupError for a text that is not there, ValueError for what is no such value."""
    if kind == "n":
        return _number(text, cell, context)
    if kind == "s":
        return context.strings[_index(text)] or None
    if kind == "b" and text.lower() in _BOOLEANS:
        return _BOOLEANS[text.lower()]
    if kind == "d":
        return _iso(text)
    if kind == "e":
        return ErrorCell(text)
    raise ValueError(kind)


def _number(text: str, cell: Element, context: Context) -> Cell:
    if not _NUMBER.fullmatch(text):
        return text  # for those to judge who need a number
    value = float(text)
    style = cell.get("s", "")
    index = _index(style) if style.isdecimal() else 0
    kind = context.styles[index] if index < len(context.styles) else "number"
    return number(value, kind, context.date_1904)


_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([Ee][-+]?[0-9]{1,9})?")


def _index(text: str) -> int:
    """A position in a list: float and int of Python take more for a number than programs do."""
    if not (text.isascii() and text.isdecimal()):
        raise LookupError(text)
    return int(text)


def _iso(text: str) -> Cell:
    """A date, time or duration in words of ISO 8601; what is none of them stays the text it is."""
    if found := _ISO_DURATION.fullmatch(text):
        years, months, days, hours, minutes, seconds = (float(part or 0) for part in found.groups())
        return timedelta(365 * years + 30 * months + days, seconds, 0, 0, minutes, hours)
    try:
        if "T" in text[1:]:
            return datetime.fromisoformat(text).replace(tzinfo=None)
        return time.fromisoformat(text) if ":" in text else date.fromisoformat(text)
    except ValueError:
        return text


_ISO_DURATION = re.compile(
    r"P(?=.)(?:([0-9]{1,4})Y)?(?:([0-9]{1,4})M)?(?:([0-9]{1,6})D)?"
    r"(?:T(?:([0-9]{1,6})H)?(?:([0-9]{1,6})M)?(?:([0-9]{1,9}(?:\.[0-9]*)?)S)?)?"
)


_BOOLEANS = {"1": True, "true": True, "0": False, "false": False}


def _text(item: Element) -> str:
    """A text with formatting runs; phonetic readings (``rPh``) are not part of it."""
    pieces = [*item.iterfind("{*}t"), *item.iterfind("{*}r/{*}t")]
    # All text inside: that is what other programs show where an element strayed into it.
    return "".join(_unescaped("".join(map(str, piece.itertext()))) for piece in pieces)


def _unescaped(text: str) -> str:
    """Characters that XML cannot hold are written ``_x000D_``; half characters stay."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
