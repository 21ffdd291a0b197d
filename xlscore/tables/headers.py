"""Where a list begins and ends on a sheet: its header row, its columns, its last row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from .block import Area, Block, Cell
from .cells import is_blank
from .layout import Name, folded

EMPTY_ROWS_AT_END = 20


class Header(NamedTuple):
    """The header row and, for each field found, its column; rows and columns of the sheet from 0.

    `doubled` lists fields with two equally good columns, `weak` those read from a heading that
    counts only for want of a better one. `language` is that of most headings.
    """

    row: int
    columns: Mapping[str, int]
    language: str
    doubled: Mapping[str, tuple[int, ...]]
    weak: tuple[str, ...]


class Columns(NamedTuple):
    """The headings of one kind of list: exact names, synonyms, weak synonyms."""

    names: Mapping[str, Name]
    synonyms: Mapping[str, tuple[str, ...]] = {}
    weak: Mapping[str, tuple[str, ...]] = {}

    def ranked(self) -> dict[str, tuple[int, str]]:
        """Each known heading, folded, with how good it is (0 best) and the field it means."""
        known: dict[str, tuple[int, str]] = {}
        spellings = (
            {field: (name.en, name.de) for field, name in self.names.items()},
            self.synonyms,
            self.weak,
        )
        for goodness, table in enumerate(spellings):
            for field, words in table.items():
                for word in words:
                    known.setdefault(folded(word), (goodness, field))
        return known


def find_header(
    block: Block, known: Columns, complete: Callable[[set[str]], bool]
) -> Header | None:
    """The first row whose headings make a complete header, None where there is none."""
    ranked = known.ranked()
    meanings: dict[str, tuple[int, str] | None] = {}
    first_column = block.start[1]
    for offset, row in enumerate(block.rows):
        found: dict[str, dict[int, list[int]]] = {}
        for column, cell in enumerate(row, first_column):
            if type(cell) is str and cell:
                if cell not in meanings:
                    meanings[cell] = ranked.get(folded(cell))
                meaning = meanings[cell]
                if meaning:
                    goodness, field = meaning
                    found.setdefault(field, {}).setdefault(goodness, []).append(column)
        if found and complete(set(found)):
            return _header(block, block.start[0] + offset, found, known)
    return None


def _header(
    block: Block, row: int, found: dict[str, dict[int, list[int]]], known: Columns
) -> Header:
    columns, doubled, weak = {}, {}, []
    for field, by_goodness in found.items():
        best = min(by_goodness)
        candidates = by_goodness[best]
        columns[field] = candidates[0]
        if len(candidates) > 1:
            doubled[field] = tuple(candidates)
        if best == 2:
            weak.append(field)
    headings = {folded(str(cell_at(block, row, column))) for column in columns.values()}
    german = sum(folded(name.de) in headings for name in known.names.values())
    english = sum(folded(name.en) in headings for name in known.names.values())
    return Header(row, columns, "de" if german > english else "en", doubled, tuple(weak))


def cell_at(block: Block, row: int, column: int) -> Cell:
    """The cell at a position of the sheet, None outside the block."""
    line, place = row - block.start[0], column - block.start[1]
    if not 0 <= line < len(block.rows) or not 0 <= place < len(block.rows[line]):
        return None
    return block.rows[line][place]


def last_row(block: Block, header: Header) -> int:
    """The last row of the list below `header`.

    Where the header is that of a table object it is the table's, also where some columns stand
    beside it; else the row before the first 20 empty ones.
    """

    def shared(area: Area) -> int:
        columns = header.columns.values()
        return sum(area.first_column <= column <= area.last_column for column in columns)

    table = max(
        (area for area in block.marks.tables if area.first_row == header.row),
        key=shared,
        default=None,
    )
    if table is not None and shared(table):
        return table.last_row
    places = [column - block.start[1] for column in header.columns.values()]
    last = header.row
    for row in range(header.row + 1, block.start[0] + len(block.rows)):
        cells = block.rows[row - block.start[0]]
        if any(place < len(cells) and not is_blank(cells[place]) for place in places):
            last = row
        elif row - last >= EMPTY_ROWS_AT_END:
            break
    return last
