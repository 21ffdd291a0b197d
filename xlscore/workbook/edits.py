"""Cells of the organizer's that change, as every host applies them: to a file, to an open workbook.

Rows and columns count from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Union

from ..words import Refused
from .block import Area, Block, reference

Value = Union[str, int, float, None]
"""What is typed into a cell; None empties it."""


class CellEdit(NamedTuple):
    """One cell that gets another value."""

    row: int
    column: int
    value: Value


class SheetEdits(NamedTuple):
    """The cells that change on one sheet, by rows and columns."""

    sheet: str
    cells: tuple[CellEdit, ...]
    table: Area | None = None
    """Header and data rows of the table object that the cells belong to, as it is now."""
    growth: int = 0
    """Rows by which the table object grows at its end."""


class Edits(NamedTuple):
    """Everything that seating a round changes in a workbook."""

    results: SheetEdits
    seed: SheetEdits | None = None
    """The seed beside its key on the Tournament sheet; None where there is no such sheet, or no
    seed to be kept."""

    @property
    def sheets(self) -> tuple[SheetEdits, ...]:
        """The sheets that change."""
        return (self.results,) if self.seed is None else (self.results, self.seed)


def cell_edits(
    file: str, block: Block, changes: Mapping[tuple[int, int], Value]
) -> tuple[CellEdit, ...]:
    """The changes of a sheet, by row and column. Raises Refused where a formula would be lost."""
    for row, column in sorted(changes):
        if (row, column) in block.metadata.formulas:
            where = reference(block.sheet, Area(row, column, row, column))
            raise Refused("cell-formula", file=file, where=where)
    return tuple(CellEdit(*place, changes[place]) for place in sorted(changes))
