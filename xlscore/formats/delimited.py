"""Results as .csv or .tsv: one sheet of text, of which plain numerals are numbers.

Nothing in such a file says what separates its columns, so the separator is the one with which
headings of results are found. Dates, and numerals that may mean two things (1.234), stay text.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import StringIO
from itertools import islice

from xlscore.formats.sniff import other_content
from xlscore.formats.text import SEPARATORS, WESTERN, decoded, without_separator
from xlscore.rules.model import NOTE, Finding
from xlscore.words import Refused
from xlscore.workbook.block import MAX_COLUMNS, MAX_ROWS, Block, Cell, SheetInfo, Workbook
from xlscore.workbook.result_layouts import find_form, nearest_headings
from xlscore.workbook.vocabulary import SHEETS

_LOOKED_AT = 1000
"""Rows in which the headings are looked for with each separator."""
_NUMERAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:[.,][0-9]{1,15})?")
_MAY_MEAN_TWO = re.compile(r"-?[1-9][0-9]{0,2}[.,][0-9]{3}")
_TRUTHS = {"TRUE": True, "WAHR": True, "FALSE": False, "FALSCH": False}
"""As spreadsheet programs write them into such files."""


def open_delimited(data: bytes, file: str) -> Workbook:
    """The workbook in the bytes of a text file. Raises Refused where they are no such text."""
    found = other_content(data, file, ".csv")
    if found.code not in ("content-text", "file-not-a-workbook"):
        raise found
    text, encoding = decoded(data, file)
    text, said = without_separator(text)
    looked_at = {one: _beginning(text, one, file) for one in said or SEPARATORS}
    separator = max(looked_at, key=lambda one: _goodness(looked_at[one]))
    form = find_form(looked_at[separator])
    name = SHEETS["results"]((form and form.language) or "en")
    block = _block(name, _rows(text, separator, file))
    area = block.area
    if area.last_row >= MAX_ROWS or area.last_column >= MAX_COLUMNS:
        raise Refused("sheet-too-far", file=file, sheet=name, area=area.a1)
    findings = (Finding("text-encoding", NOTE),) if encoding == WESTERN else ()
    return Workbook(file, (SheetInfo(name, ours=False),), {name: block}.__getitem__, findings)


def _beginning(text: str, separator: str, file: str) -> Block:
    """The first rows, as far as they can be read with this separator."""
    rows: list[list[str]] = []
    with suppress(Refused):
        for row in islice(_rows(text, separator, file), _LOOKED_AT):
            rows.append(row)
    return _block("", rows)


def _goodness(block: Block) -> tuple[bool, int, int]:
    """How well a separator suits: results found, headings found, rows that have columns."""
    near = nearest_headings(block)
    wide = sum(len(row) - row.count(None) > 1 for row in block.rows)
    return find_form(block) is not None, near[0] if near else 0, wide


def _rows(text: str, separator: str, file: str) -> Iterator[list[str]]:
    """The rows of the text. Raises Refused where a quotation mark never ends, which would swallow
    the rows behind it."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 0
    try:
        for row in reader:
            yield row
            line = reader.line_num
    except csv.Error as error:
        raise Refused("text-quotes", file=file, line=line + 1) from error


def _block(sheet: str, rows: Iterable[list[str]]) -> Block:
    """The rows as cells, all of one length."""
    cells = _Cells()
    found = [list(map(cells.__getitem__, row)) for row in rows]
    width = max(map(len, found), default=0)
    for row in found:
        row += [None] * (width - len(row))
    return Block(sheet, (0, 0), found)


class _Cells(dict[str, Cell]):
    """What a text is as a cell; each distinct one is looked at once."""

    def __missing__(self, text: str) -> Cell:
        typed = text.strip()
        value: Cell = text or None
        if _NUMERAL.fullmatch(typed) and not _MAY_MEAN_TWO.fullmatch(typed):
            value = float(typed.replace(",", "."))
        elif typed in _TRUTHS:
            value = _TRUTHS[typed]
        self[text] = value
        return value
