"""What the bytes of a sheet part tell before its cells are read: how it may be read.

A look is quick, and cautious: it may take a sheet for less plain than it is, never for plainer.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from math import inf
from typing import NamedTuple, Union
from xml.parsers import expat

from xlscore.formats.markup import is_usual
from xlscore.formats.sparse_grid import MAX_CELLS
from xlscore.formats.xlsx_cells import area, position
from xlscore.workbook.block import MAX_ROWS, Area

Bytes = Union[bytes, bytearray]

CHECKED_SIZE = 32 << 20
"""Bytes up to which a plain sheet is checked to be well-formed at no noticeable cost. In larger
ones the checksum and the reader's own errors must tell: the check would cost as much as scoring."""

_SPANNED = 3 << 20
"""Cells that the rectangle around all cells may always have: some 120 MiB in the fast reader."""
_BYTES_A_CELL = 2
"""Beyond that the rectangle has no more cells than the part has times so many bytes."""
_LARGE = 1 << 18
"""Bytes up to which no sheet has so many rows that its columns matter."""

_FORMULA = re.compile(rb"<f[\s/>]")
_UNUSUAL_VALUE = re.compile(rb"<v(?!>[0-9])(?:[^>]|>(?:[-+.\s]|(?i:nan|inf)))")
"""Negative numbers, above all: where the format is one of dates, the fast reader takes them for a
time of day, and is ended by very large ones."""
_PREFIXED_CELL = re.compile(rb":c[\s/>]")
_CELL = re.compile(rb'<c r="([A-Z]{1,3})([1-9][0-9]{0,6})"')
"""A cell as nearly all programs write it. XML knows many other spellings: blanks and line ends
around the sign, other quotes, another order, character references, no reference at all."""
_INLINE_WITHOUT_TEXT = re.compile(rb'"inlineStr"[^>]*>\s*<(?!is[\s>/])')
"""Inline texts that stand where other values do: the fast reader finds nothing."""
_HIDDEN_ROW = re.compile(rb"<row\b[^>]*\shidden\s*=")
_MERGED = re.compile(rb"""<mergeCell\s[^>]*?\bref\s*=\s*"([^"]+)""")


def refuse_malformed(data: Bytes) -> None:
    """Raises an ExpatError for a part that is not well-formed to its end."""
    if len(data) <= CHECKED_SIZE:
        expat.ParserCreate().Parse(data, True)


def is_harmless(data: Bytes) -> bool:
    """Whether the fast reader will get through a sheet part: without negative numbers, with every
    cell in the usual spelling, and with none far away from the others.

    The fast reader fills the rectangle around all cells, up to 17 billion for a value in the last
    corner, and ends the process where it cannot: so nothing reaches it before this is known.
    """
    if _UNUSUAL_VALUE.search(data) or _PREFIXED_CELL.search(data):
        return False
    limit = min(max(_SPANNED, len(data) // _BYTES_A_CELL), MAX_CELLS)
    if len(data) <= _LARGE and _spanned(data, _USUAL) <= limit:
        return True
    last = _CELL.match(data, max(0, data.rfind(b"<c ")))
    return last is not None and _spanned(data, _Border.around(last)) <= limit


class _Border(NamedTuple):
    """The last column and the last row that cells may stand in, a little beyond what they do."""

    columns: bytes
    rows: bytes

    @classmethod
    def around(cls, cell: re.Match[bytes]) -> _Border:
        """Names that are as long and begin alike are not told apart: ``AN150`` -> AZ, 199."""
        letters, digits = cell[1], cell[2]
        return cls(letters[:1] + b"Z" * (len(letters) - 1), digits[:1] + b"9" * (len(digits) - 1))

    def widened(self, other: _Border) -> _Border:
        """Around both."""
        return _Border(
            max(self.columns, other.columns, key=_order), max(self.rows, other.rows, key=_order)
        )

    @property
    def cells(self) -> int:
        """The cells in the rectangle."""
        column = 0
        for letter in self.columns:
            column = column * 26 + letter - 64
        return column * min(int(self.rows), MAX_ROWS)


_USUAL = _Border(b"Z", b"9999")


def _order(name: bytes) -> tuple[int, bytes]:
    return len(name), name


def has_alternatives(data: Bytes) -> bool:
    """Whether something among the rows of a sheet part stands there in several forms to choose
    from: the fast reader takes them all."""
    found = data.find(b"AlternateContent")
    return found >= 0 and data.find(b"<sheetData", found) < 0 and found < data.rfind(b"</sheetData")


def struck_cells(data: Bytes, styles: Collection[int]) -> frozenset[tuple[int, int]]:
    """The cells of a harmless sheet part that have one of these styles."""
    if not styles:
        return frozenset()
    numbers = b"|".join(str(style).encode() for style in styles)
    found = re.finditer(rb'<c r="([A-Z]{1,3}[0-9]+)"[^>]*\ss="(?:' + numbers + rb')"', data)
    return frozenset(position(cell[1].decode()) for cell in found)


def is_plain(data: Bytes) -> bool:
    """Whether a harmless sheet part holds only values that the fast reader gets right, and
    whether it is well-formed; what is malformed for certain raises an ExpatError.

    No error values, no formulas, no hidden rows, no ISO dates, no single-quoted attributes, no
    prefixes, no second block of cells. Cautious: a sheet may be plain and the answer False.
    """
    rows = data.find(b"<sheetData"), data.rfind(b"</sheetData")

    def holds(word: bytes, sign: bytes) -> bool:
        """Whether a word stands among the rows; a single byte of it is found many times faster."""
        return data.find(sign, *rows) >= 0 and data.find(word, *rows) >= 0

    plain = (
        is_usual(data)
        and not (b"'" in data and b"='" in data)
        # Once, and without a prefix: so all cells are in the usual notation.
        and data.count(b"<sheetData") == 1
        and not has_alternatives(data)
        and not holds(b'"e"', b"e")
        and not holds(b'"d"', b"d")
        and not (holds(b"inlineStr", b"S") and _INLINE_WITHOUT_TEXT.search(data))
        and not (holds(b"<f", b"f") and _FORMULA.search(data))
        and not (holds(b"hidden", b"d") and _HIDDEN_ROW.search(data))
    )
    if plain:
        refuse_malformed(data)
    return plain


def _spanned(data: Bytes, border: _Border) -> float:
    """How many cells the rectangle around all cells has at most; infinite where a cell is not in
    the usual spelling.

    One pass: each cell that lies beyond the border moves it.
    """
    at = 0
    while found := _cell_beyond(border).search(data, at):
        at = found.start()
        cell = _CELL.match(data, at)
        if cell is None:
            return inf
        border = border.widened(_Border.around(cell))
    return border.cells


@lru_cache(maxsize=256)
def _cell_beyond(border: _Border) -> re.Pattern[bytes]:
    """Finds a cell outside, or in another spelling; what is usual is tried first."""
    columns = _up_to(border.columns, b"A", b"[A-Z]")
    rows = _up_to(border.rows, b"1", b"[0-9]")
    return re.compile(b'<c(?! r="(?:%s)(?:%s)"|[A-Za-z])' % (columns, rows))


def _up_to(last: bytes, first: bytes, any_sign: bytes) -> bytes:
    """A pattern for all names up to the last one of those that begin alike."""
    longest = b"[%s-%s]%s" % (first, last[:1], any_sign * (len(last) - 1))
    return longest if len(last) == 1 else b"%s{1,%d}|" % (any_sign, len(last) - 1) + longest


def merged_areas(data: Bytes) -> tuple[Area, ...]:
    """The merged areas of a plain sheet part."""
    behind_cells = data[max(0, data.rfind(b"</sheetData")) :]
    return tuple(area(reference.decode()) for reference in _MERGED.findall(behind_cells))
