"""Rows of ours as the XML of a sheet, and what a cell's text may hold.

Text is written as inline strings, so that the workbook's shared strings stay as they are, and
never as a formula. Numbers are integers as they are; a fraction is written as the nearest float,
which is for showing only: every rank was decided before on exact numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from xlscore.tables.block import Block, column_letters
from xlscore.tables.layout import STATUS_COLUMN, cell_style

MAX_TEXT = 32_767
"""UTF-16 units that a cell can hold."""

# What XML 1.0 cannot hold, halves of surrogate pairs included.
_ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LIKE_AN_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_BLANKS = " \t\r\n"
_ROWS_A_PIECE = 500
POINTS_STYLES = ("points", "points.1", "points.2")
"""What layout.cell_style may choose in a column of points."""


def storable(text: str) -> str:
    """The text as a cell can hold it: illegal characters dropped, cut to MAX_TEXT UTF-16 units."""
    if not text.isprintable():
        text = _ILLEGAL.sub("", text)
    if len(text) * 2 > MAX_TEXT and len(text.encode("utf-16-le")) > 2 * MAX_TEXT:
        # Cutting may halve a surrogate pair; the half goes as well.
        text = text.encode("utf-16-le")[: 2 * MAX_TEXT].decode("utf-16-le", "ignore")
    return text


def escaped(text: str) -> str:
    """The text as a cell holds it, before what XML itself escapes."""
    text = storable(text)
    if "_x" in text:
        text = _LIKE_AN_ESCAPE.sub("_x005F_", text)
    return text.replace("\r", "_x000D_")


def needs_space(text: str) -> bool:
    """Whether blanks at the edges of a text would be lost without ``xml:space``."""
    return text.strip(_BLANKS) != text


def inline(text: str, prefix: str = "") -> str:
    """The ``is`` element of a cell that shows `text`; `prefix` is ``""`` or ``"x:"``."""
    text = escaped(text)
    space = ' xml:space="preserve"' if needs_space(text) else ""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<{prefix}is><{prefix}t{space}>{text}</{prefix}t></{prefix}is>"


class KeptRow(NamedTuple):
    """What stays of a row that stood in the sheet: its height and format, cells beside ours."""

    attributes: str = ""
    """Ready for the start tag, with a leading blank."""
    cells: Mapping[int, str] = {}
    """Column to the XML of the cell."""


class _Tails(dict[object, str]):
    """What follows a cell's row number, by value: each distinct value is written out once."""

    def __init__(self, column: str, attributes: Mapping[str, str], prefix: str) -> None:
        super().__init__()
        self._column = column
        self._attributes = attributes
        self._prefix = prefix
        self._by_denominator: dict[int, str] = {}
        self._end = f"</{prefix}v></{prefix}c>"

    def __missing__(self, value: object) -> str:
        kind, prefix = type(value), self._prefix
        if kind is int:
            tail = f"{self._start(value)}{value}{self._end}"
        elif kind is str:
            style = self._attributes[self._column]
            tail = f'" {style} t="inlineStr">{inline(str(value), prefix)}</{prefix}c>'
        else:
            raise TypeError(f"a cell of ours cannot hold {value!r}")
        self[value] = tail
        return tail

    def of(self, value: Fraction) -> str:
        """The same for a fraction, whose hash costs more than writing it."""
        numerator, denominator = value.numerator, value.denominator
        start = self._by_denominator.get(denominator)
        if start is None:
            start = self._by_denominator[denominator] = self._start(value)
        return f"{start}{numerator / denominator!r}{self._end}"

    def _start(self, value: object) -> str:
        return f'" {self._attributes[cell_style(self._column, value)]}><{self._prefix}v>'


class Writer:
    """Turns the rows of one Block into XML.

    `formats` are indices into the workbook's cell formats by style name, `prefix` the sheet's own
    for the spreadsheet namespace, `kept` rows by number from 0.
    """

    def __init__(
        self,
        block: Block,
        formats: Mapping[str, int],
        prefix: str = "",
        kept: Mapping[int, KeptRow] | None = None,
    ) -> None:
        self._rows = block.rows
        self._prefix = prefix
        self._kept = kept or {}
        attributes = {name: f's="{index}"' for name, index in formats.items()}
        columns = range(max(map(len, self._rows)))
        self._starts = [f'<{prefix}c r="{column_letters(column)}' for column in columns]
        self._header = [_Tails(_header_style(column), attributes, prefix) for column in columns]
        self._columns = [_Tails(style, attributes, prefix) for style in block.marks.styles]

    def pieces(self) -> Iterator[bytes]:
        """The rows in ascending order, some hundreds a piece."""
        parts: list[str] = []
        below = sorted(row for row in self._kept if row >= len(self._rows))
        for number in (*range(len(self._rows)), *below):
            parts.append(self._row(number))
            if len(parts) == _ROWS_A_PIECE:
                yield "".join(parts).encode()
                parts.clear()
        yield "".join(parts).encode()

    def _row(self, number: int) -> str:
        cells = self._cells(number) if number < len(self._rows) else []
        attributes = ""
        if number in self._kept:
            attributes, kept = self._kept[number]
            cells += [""] * (max(kept, default=-1) + 1 - len(cells))
            for column, xml in kept.items():
                cells[column] = xml
        prefix = self._prefix
        return f'<{prefix}row r="{number + 1}"{attributes}>{"".join(cells)}</{prefix}row>'

    def _cells(self, number: int) -> list[str]:
        """The cells of one row of ours, one text a column; what is empty has none."""
        row = str(number + 1)
        columns = self._columns if number else self._header
        return [
            ""
            if value is None
            else f"{start}{row}{tails.of(value) if type(value) is Fraction else tails[value]}"
            for start, tails, value in zip(self._starts, columns, self._rows[number], strict=False)
        ]


def _header_style(column: int) -> str:
    return "status" if column == STATUS_COLUMN else "header"


def styles_used(block: Block) -> set[str]:
    """The names of the styles that a Block may need, whatever its values are."""
    needed = {_header_style(column) for column in range(len(block.rows[0]))}
    needed.update(block.marks.styles)
    if "points" in needed:
        needed.update(POINTS_STYLES)
    return needed
