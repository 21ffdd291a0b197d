"""Where a list begins and ends on a sheet: its header row, its columns, its last row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Union

from .block import Area, Block, Cell
from .cells import is_blank
from .folding import folded
from .vocabulary import Name, language_of

EMPTY_ROWS_AT_END = 20


class Header(NamedTuple):
    """The header row and, for each field found, its column; rows and columns of the sheet from 0.

    `doubled` lists fields with two equally good columns.
    """

    row: int
    columns: Mapping[str, int]
    doubled: Mapping[str, tuple[int, ...]]


Meaning = tuple[int, str]
"""How good a heading is (0 best), and the field it means."""


class Meanings(dict[str, Union[Meaning, None]]):
    """What a cell's text means as a heading, None for nothing; each text is looked at once."""

    def __init__(self, known: Mapping[str, Meaning]) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, text: str) -> Meaning | None:
        meaning = self[text] = self._known.get(folded(text))
        return meaning


class Columns(NamedTuple):
    """The headings of one kind of list: exact names, synonyms, weak synonyms."""

    names: Mapping[str, Name]
    synonyms: Mapping[str, tuple[str, ...]] = {}
    weak: Mapping[str, tuple[str, ...]] = {}

    def meanings(self) -> Meanings:
        """What headings mean: how good one is (0 best) and its field."""
        known: dict[str, Meaning] = {}
        spellings = (
            {field: tuple(name) for field, name in self.names.items()},
            self.synonyms,
            self.weak,
        )
        for goodness, table in enumerate(spellings):
            for field, words in table.items():
                for word in words:
                    known.setdefault(folded(word), (goodness, field))
        return Meanings(known)


Found = dict[str, dict[int, list[int]]]
"""Headings of a row: field -> how good the heading is -> its columns."""


class Chosen(NamedTuple):
    """The best heading of each field; equally good ones; fields with none but a weak one."""

    columns: Mapping[str, int]
    doubled: Mapping[str, tuple[int, ...]]
    weak: tuple[str, ...]


def found_in(row: Sequence[Cell], first_column: int, meanings: Meanings) -> Found:
    """The headings among the cells of a row."""
    found: Found = {}
    for column, cell in enumerate(row, first_column):
        meaning = meanings[cell] if type(cell) is str and cell else None
        if meaning:
            goodness, field = meaning
            found.setdefault(field, {}).setdefault(goodness, []).append(column)
    return found


def chosen(found: Found) -> Chosen:
    """The columns that count."""
    best = {field: min(by_goodness) for field, by_goodness in found.items()}
    candidates = {field: found[field][goodness] for field, goodness in best.items()}
    return Chosen(
        {field: columns[0] for field, columns in candidates.items()},
        {field: tuple(columns) for field, columns in candidates.items() if len(columns) > 1},
        tuple(field for field, goodness in best.items() if goodness == 2),
    )


def find_header(
    block: Block, known: Columns, complete: Callable[[set[str]], bool]
) -> Header | None:
    """The first row whose headings make a complete header, None where there is none."""
    meanings = known.meanings()
    for offset, row in enumerate(block.rows):
        found = found_in(row, block.start[1], meanings)
        if found and complete(set(found)):
            best = chosen(found)
            return Header(block.start[0] + offset, best.columns, best.doubled)
    return None


def language_of_headings(
    block: Block, row: int, columns: Iterable[int], known: Columns
) -> str | None:
    """The language that most headings are in, a number at their end aside; None for neither."""
    headings = [str(cell_at(block, row, column)).rstrip("0123456789 ") for column in columns]
    return language_of(headings, known.names.values())


def cell_at(block: Block, row: int, column: int) -> Cell:
    """The cell at a position of the sheet, None outside the block."""
    line, place = row - block.start[0], column - block.start[1]
    if not 0 <= line < len(block.rows) or not 0 <= place < len(block.rows[line]):
        return None
    return block.rows[line][place]


def last_row(block: Block, header: Header) -> int:
    """The last row of the list below `header`."""
    return end_of_list(block, header.row, header.columns.values())


def end_of_list(block: Block, row: int, columns: Iterable[int]) -> int:
    """The last row of the list with its header in `row` and these columns.

    Where the header is that of a table object it is the table's, also where some columns stand
    beside it; else the row before the first 20 empty ones.
    """
    columns = list(columns)

    def shared(area: Area) -> int:
        return sum(area.first_column <= column <= area.last_column for column in columns)

    table = max(
        (area for area in block.metadata.tables if area.first_row == row), key=shared, default=None
    )
    if table is not None and shared(table):
        return table.last_row
    places = [column - block.start[1] for column in columns]

    def filled(below: int) -> bool:
        cells = block.rows[below - block.start[0]]
        return any(place < len(cells) and not is_blank(cells[place]) for place in places)

    # From the last row known, look back from the farthest that may follow: one look does for many.
    last, bottom = row, block.start[0] + len(block.rows) - 1
    while True:
        following = range(min(last + EMPTY_ROWS_AT_END, bottom), last, -1)
        farthest = next(filter(filled, following), None)
        if farthest is None:
            return last
        last = farthest
