"""What the bytes of a sheet part tell before its cells are read: how it may be read.

A look is quick, and cautious: it may take a sheet for less plain than it is, never for plainer.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Union
from xml.parsers import expat

from xlscore.files.markup import is_usual
from xlscore.files.sheet import area
from xlscore.tables.block import Area

Bytes = Union[bytes, bytearray]

CHECKED_SIZE = 32 << 20
"""Bytes up to which a plain sheet is checked to be well-formed at no noticeable cost. In larger
ones the checksum and the reader's own errors must tell: the check would cost as much as scoring."""

_ROWS_OF_LARGE = 50_000
"""So many rows that a sheet which reaches beyond row 100,000 is no emptier than most."""

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


def refuse_malformed(data: Bytes) -> None:
    """Raises an ExpatError for a part that is not well-formed to its end."""
    if len(data) <= CHECKED_SIZE:
        expat.ParserCreate().Parse(data, True)


def is_harmless(data: Bytes) -> bool:
    """Whether the fast reader will get through a sheet part: without negative numbers, and without
    cells far away from the others."""
    return not _UNUSUAL_VALUE.search(data) and not _is_far_flung(data)


def is_plain(data: Bytes) -> bool:
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
        refuse_malformed(data)
    return plain


def _is_far_flung(data: Bytes) -> bool:
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


def _has_many_rows(data: Bytes) -> bool:
    return next(islice(_ROW.finditer(data), _ROWS_OF_LARGE - 1, None), None) is not None


def merged_areas(data: Bytes) -> tuple[Area, ...]:
    """The merged areas of a plain sheet part."""
    behind_cells = data[max(0, data.rfind(b"</sheetData")) :]
    return tuple(area(reference.decode()) for reference in _MERGED.findall(behind_cells))
