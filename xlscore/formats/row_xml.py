"""Rows of ours as the XML of a sheet, and what a cell's text may hold.

Text is written as inline strings, so that the workbook's shared strings stay as they are, and
never as a formula. Numbers are integers as they are; a fraction is written as the nearest float,
which is for showing only: every rank was decided before on exact numbers.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

from xlscore.workbook.block import Block, Cell, column_letters
from xlscore.workbook.look import STATUS_COLUMN, cell_style

MAX_TEXT = 32_767
"""UTF-16 units that a cell can hold."""
MAX_HEIGHT = 409
"""Points that a row can be high."""

# What XML 1.0 cannot hold, halves of surrogate pairs included.
_ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LIKE_AN_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_BLANKS = " \t\r\n"
_ROWS_A_PIECE = 500
_ROW = "\0"
"""Stands for the number of the row, in XML, which cannot hold it, until that is known."""
POINTS_STYLES = ("points", "points.1", "points.2")
"""What look.cell_style may choose in a column of points."""


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


class _Cells(dict[object, str]):
    """The XML of a column's cells by value, with _ROW for the number of the row.

    Each distinct value is written out once.
    """

    def __init__(self, column: int, style: str, attributes: Mapping[str, str], prefix: str) -> None:
        super().__init__({None: ""})
        self._style = style
        self._attributes = attributes
        self._prefix = prefix
        self._start = f'<{prefix}c r="{column_letters(column)}{_ROW}" '
        self._by_identity: dict[int, str] = {}

    def __missing__(self, value: object) -> str:
        xml = self[value] = self._written(value)
        return xml

    def _written(self, value: object) -> str:
        kind, prefix = type(value), self._prefix
        if isinstance(value, (int, Fraction)) and kind is not bool:
            attribute = self._attributes[cell_style(self._style, value)]
            number = value if kind is int else repr(value.numerator / value.denominator)
            return f"{self._start}{attribute}><{prefix}v>{number}</{prefix}v></{prefix}c>"
        if isinstance(value, str):
            attribute = self._attributes[self._style]
            return f'{self._start}{attribute} t="inlineStr">{inline(value, prefix)}</{prefix}c>'
        raise TypeError(f"a cell of ours cannot hold {value!r}")

    def of(self, column: Sequence[Cell]) -> Iterable[str]:
        """The cells of some rows, nothing for those that are empty."""
        if Fraction not in set(map(type, column)):
            return map(self.__getitem__, column)
        # Fractions are known by identity: the same few stand in all rows, which keep them, and to
        # tell whether two are equal costs more than to write them.
        known = list(map(self._by_identity.get, map(id, column)))
        if None not in known:
            return cast("list[str]", known)
        return [
            self._not_known(value) if xml is None else xml
            for xml, value in zip(known, column, strict=True)
        ]

    def _not_known(self, value: Cell) -> str:
        xml = self._written(value) if type(value) is Fraction else self[value]
        self._by_identity[id(value)] = xml
        return xml


class Writer:
    """Turns the rows of one Block into XML.

    `formats` are indices into the workbook's cell formats by style name, `prefix` the sheet's own
    for the spreadsheet namespace, `kept` rows by number from 0, `heights` in points those of rows
    whose text wraps.
    """

    def __init__(
        self,
        block: Block,
        formats: Mapping[str, int],
        prefix: str = "",
        kept: Mapping[int, KeptRow] | None = None,
        heights: Mapping[int, float] | None = None,
    ) -> None:
        self._rows = block.rows
        self._prefix = prefix
        self._kept = kept or {}
        # Not called custom: whoever opens the sheet may fit the row again, and so do we.
        self._heights = {row: f' ht="{height:g}"' for row, height in (heights or {}).items()}
        self._dressed_rows = self._kept.keys() | self._heights.keys()
        attributes = {name: f's="{index}"' for name, index in formats.items()}
        header = map(_header_style, range(len(self._rows[0])))
        self._header, self._columns = (
            [_Cells(column, style, attributes, prefix) for column, style in enumerate(styles)]
            for styles in (header, block.metadata.styles)
        )

    def pieces(self) -> Iterator[bytes]:
        """The rows in ascending order, some hundreds a piece."""
        count = len(self._rows)
        yield "".join(self._lines(0, self._cells(self._header, 0, 1))).encode()
        for first in range(1, count, _ROWS_A_PIECE):
            cells = self._cells(self._columns, first, first + _ROWS_A_PIECE)
            yield "".join(self._lines(first, cells)).encode()
        for number in sorted(row for row in self._kept if row >= count):
            yield "".join(self._lines(number, [()])).encode()

    def _cells(self, columns: list[_Cells], first: int, end: int) -> Iterable[tuple[str, ...]]:
        """The cells of some rows of ours, one text a column."""
        values = zip(*self._rows[first:end], strict=True)
        texts = [cells.of(own) for cells, own in zip(columns, values, strict=False)]
        return zip(*texts, strict=True)

    def _lines(self, first: int, rows: Iterable[tuple[str, ...]]) -> Iterable[str]:
        """These rows with what was kept of them; `first` is the number of the first."""
        start, end = f'<{self._prefix}row r="{_ROW}"', f"</{self._prefix}row>"
        plain = f"{start}>"
        if not self._dressed_rows.isdisjoint(range(first, first + _ROWS_A_PIECE)):
            return self._dressed(first, rows, start, end)
        return [
            "".join((plain, *cells, end)).replace(_ROW, str(number))
            for number, cells in enumerate(rows, first + 1)
        ]

    def _dressed(
        self, first: int, rows: Iterable[tuple[str, ...]], start: str, end: str
    ) -> Iterator[str]:
        """As `_lines`, where some rows have heights or cells that were kept."""
        for number, cells in enumerate(rows, first):
            if self._kept and number in self._kept:
                attributes, kept = self._with_kept(self._kept[number], cells)
                if " ht=" not in attributes:
                    attributes += self._heights.get(number, "")
                line = "".join([start, attributes, ">", *kept, end])
            elif number in self._heights:
                line = "".join((start, self._heights[number], ">", *cells, end))
            else:
                line = "".join((start, ">", *cells, end))
            yield line.replace(_ROW, str(number + 1))

    def _with_kept(self, row: KeptRow, ours: Sequence[str]) -> tuple[str, Sequence[str]]:
        width = max(row.cells, default=-1) + 1
        cells = [*ours, *[""] * (width - len(ours))]
        for column, xml in row.cells.items():
            cells[column] = xml
        return row.attributes, cells


def wrapped_heights(
    block: Block, widths: Mapping[int, float], one_line: float, usual: float
) -> dict[int, float]:
    """The heights in points that rows need for texts that wrap, by row, where they need more than
    the `usual` one.

    `widths` are those of the columns in characters, `one_line` is the height of a line. Not every
    program fits rows to their text when it opens a file.
    """
    wrapping = [at for at, style in enumerate(block.metadata.styles) if style == "wrapped"]
    heights = {}
    for number, row in enumerate(block.rows[1:] if wrapping else (), 1):
        lines = max(_lines_of(row[at], widths[at]) for at in wrapping)
        if lines * one_line > usual:
            heights[number] = min(lines * one_line, MAX_HEIGHT)
    return heights


_LETTERS_A_DIGIT = 1.08
"""A column is as wide as so many digits, of which letters take a little less on average."""


def _lines_of(cell: Cell, width: float) -> int:
    text, letters = str(cell or ""), max(1, int(width * _LETTERS_A_DIGIT))
    return 1 if len(text) <= letters else len(textwrap.wrap(text, letters))


def _header_style(column: int) -> str:
    return "status" if column == STATUS_COLUMN else "header"


def styles_used(block: Block) -> set[str]:
    """The names of the styles that a Block may need, whatever its values are."""
    needed = {_header_style(column) for column in range(len(block.rows[0]))}
    needed.update(block.metadata.styles)
    if "points" in needed:
        needed.update(POINTS_STYLES)
    return needed
