"""A column of a list, cleaned: each distinct raw cell is looked at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from operator import itemgetter
from typing import NamedTuple

from .block import Block, Cell
from .cells import CellResult, Reader, Value

_ROWS_A_PIECE = 500


class Column(NamedTuple):
    """One column of a list: a value per row, and the readings that found something."""

    values: Sequence[Value]
    problems: Mapping[int, CellResult] = {}


def raw_column(block: Block, column: int, first: int, last: int) -> list[Cell]:
    """The cells of a column of the sheet from row `first` to `last`; None outside the block.

    A table object may go on below the last cell that holds anything.
    """
    place, top = column - block.start[1], block.start[0]
    rows = block.rows[first - top : last + 1 - top]
    try:
        cells: list[Cell] = list(map(itemgetter(place), rows))
    except IndexError:  # a table object may be wider than what its cells hold
        cells = [row[place] if place < len(row) else None for row in rows]
    return cells + [None] * (last + 1 - first - len(cells))


def raw_columns(
    block: Block, columns: Iterable[int], first: int, last: int
) -> dict[int, list[Cell]]:
    """As `raw_column`, for several columns of a long sheet: its rows are gone through once."""
    found: dict[int, list[Cell]] = {column: [] for column in columns}
    rows = block.rows[first - block.start[0] : last + 1 - block.start[0]]
    for at in range(0, len(rows), _ROWS_A_PIECE):
        piece = list(zip_longest(*rows[at : at + _ROWS_A_PIECE]))
        nothing = (None,) * len(rows[at : at + _ROWS_A_PIECE])
        for column, cells in found.items():
            place = column - block.start[1]
            cells += piece[place] if place < len(piece) else nothing
    for cells in found.values():
        cells += [None] * (last + 1 - first - len(cells))
    return found


def read_column(
    cells: Sequence[Cell], reader: Reader, distinct: Collection[Cell] | None = None
) -> Column:
    """Clean each distinct cell once; True, 1 and 1.0 are equal to Python and kept apart here.

    `distinct` are the cells that there are, where they have been looked at before.
    """
    distinct = set(cells) if distinct is None else distinct
    if (True in distinct or False in distinct) and bool in set(map(type, cells)):
        keys: Sequence[object] = [(type(cell), cell) for cell in cells]
        known = {key: reader(cell) for key, cell in zip(keys, cells)}
    else:
        keys = cells
        known = {cell: reader(cell) for cell in distinct}
        if len(known) == 1 and not known[cells[0]].code:
            return Column([known[cells[0]].value] * len(cells))  # nearly always an empty column
    values = {key: reading.value for key, reading in known.items()}
    noisy = {key for key, reading in known.items() if reading.code}
    problems = {row: known[key] for row, key in enumerate(keys) if key in noisy} if noisy else {}
    return Column(list(map(values.__getitem__, keys)), problems)
