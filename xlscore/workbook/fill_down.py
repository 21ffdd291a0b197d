"""What the rows say where cells are merged or filled only at the top of a block."""

from __future__ import annotations

from itertools import islice

from ..rules.model import ERROR, NOTE, Finding, Location
from .block import Area, Block, Cell, MergedCell
from .cells import is_blank, round_name
from .columns import raw_columns
from .folding import folded
from .result_layouts import CONTENT, Form
from .vocabulary import is_total

FILLED = ("round", "table", "game", "date")
"""Where one cell may speak for a whole block of rows."""


class Filling:
    """The cells of a form's data rows, column by column, as the organizer means them."""

    def __init__(self, block: Block, form: Form) -> None:
        self._block = block
        self._form = form
        self._first, self._last = form.row + 1, form.end
        self._fields = {
            column: field
            for named in (form.shared, *form.groups)
            for field, column in named.items()
        }
        self._cells = raw_columns(block, self._fields, self._first, self._last)
        self._content: set[int] | None = None
        self._merged = self._merged_areas()
        self.sources: dict[tuple[int, int], int] = {}
        """The row that speaks for a cell, by row and column, where it is another one."""
        self.unlabelled: dict[int, int] = {}
        """Rows that no column is filled down to: to each the first of its block, which follows an
        empty row and says nothing new of its round, table, game or date."""
        self.findings: list[Finding] = []
        """One note for each column that was filled down, one error for each of these blocks."""

    def column(self, column: int) -> list[Cell]:
        """The cells of a column of the sheet, from the row below the header to the last."""
        cells = self._cells[column]
        filled = self._first
        for row, place, area in self._merged:
            if place == column and self._speaks_for(column, area):
                top = cells[row - self._first]
                # Areas that overlap, which no program makes, are not walked again and again.
                for below in range(max(row, filled), min(area.last_row, self._last) + 1):
                    cells[below - self._first] = top
                    self.sources[below, column] = row
                filled = max(filled, area.last_row + 1)
            elif place == column:
                cells[row - self._first] = MergedCell(area.a1)
        field = self._fields[column]
        if field in FILLED and column in self._form.shared.values():
            self._fill_down(cells, column)
        return cells

    def _merged_areas(self) -> list[tuple[int, int, Area]]:
        """The merged areas that matter: row and column of their first cell among ours."""
        areas = []
        for area in self._block.metadata.merged:
            columns = [one for one in self._fields if area.first_column <= one <= area.last_column]
            # Merged with columns that mean nothing, a cell keeps its one value.
            alone = len(columns) == 1 and area.first_row == area.last_row
            if columns and self._first <= area.first_row <= self._last and not alone:
                areas.append((area.first_row, min(columns), area))
        return sorted(areas)

    def _speaks_for(self, column: int, area: Area) -> bool:
        others = [one for one in self._fields if area.first_column <= one <= area.last_column]
        return self._fields[column] in FILLED and others == [column]

    def _fill_down(self, cells: list[Cell], column: int) -> None:
        """Fill a column that is filled only in the first row of each block."""
        if not self._is_at_tops(cells):
            return
        value: Cell = None
        source = self._first
        reported = False
        content = self._rows_to_fill()
        for offset, cell in enumerate(cells):
            row = self._first + offset
            if is_total(cell):
                value = None  # whatever it is the name of, it is none of what stands below
            elif not is_blank(cell):
                value, source = cell, row
            elif value is not None and row in content:
                cells[offset] = value
                self.sources[row, column] = source
                reported = True
        if reported:
            field = self._fields[column]
            locations = (Location("header", field=field),)
            self.findings.append(Finding("column-filled-down", NOTE, {"field": field}, locations))

    def _is_at_tops(self, cells: list[Cell]) -> bool:
        """Whether no two players in neighbouring rows both have a cell of this column."""
        below = islice(cells, 1, None)
        return not any(
            not is_blank(one)
            and not is_blank(next_one)
            and self._is_seat(offset)
            and self._is_seat(offset + 1)
            for offset, (one, next_one) in enumerate(zip(cells, below))
        )

    def _is_seat(self, offset: int) -> bool:
        """Whether a row says anything of a player; an unused seat may be labelled all the same."""
        said = [column for field, column in self._form.shared.items() if field in CONTENT]
        return not said or any(not is_blank(self._cells[column][offset]) for column in said)

    def _rows_to_fill(self) -> set[int]:
        """The rows that say something and may have their labels from a row above."""
        if self._content is None:
            filled = self._form.filled(self._block, self._first, self._last)
            content = {self._form.sheet_row(seat_id) for seat_id in filled}
            self.unlabelled = self._unlabelled_rows(content)
            self._content = content - self.unlabelled.keys()
            last_of = {first: row for row, first in self.unlabelled.items()}
            for first, last in last_of.items():
                seat_id = self._form.first_seat_id(first)
                locations = tuple(
                    Location("row", seat_id, field)
                    for field in FILLED
                    if field in self._form.shared
                    and is_blank(self._cells[self._form.shared[field]][first - self._first])
                )
                values = {"first": first + 1, "last": last + 1}
                self.findings.append(Finding("block-unlabelled", ERROR, values, locations))
        return self._content

    def _unlabelled_rows(self, content: set[int]) -> dict[int, int]:
        """To each row of a block without labels of its own, below an empty row, its first row.

        Where the table stands at the top of each block, what stands in every row is no label: a
        block of the same round as above the empty row still does not say which table it is.
        """
        labels = {column: field for column, field in self._fields.items() if field in FILLED}
        in_every_row: dict[int, str] = {}
        table = self._form.shared.get("table")
        if table is not None and self._is_at_tops(self._cells[table]):
            in_every_row = {
                column: field
                for column, field in labels.items()
                if not self._is_at_tops(self._cells[column])
            }
        at_tops = [self._cells[column] for column in labels if column not in in_every_row]
        found: dict[int, int] = {}
        below_empty, block = False, None
        above: list[str] = []
        for offset, cells in enumerate(zip(*self._cells.values())):
            row = self._first + offset
            if all(map(is_blank, cells)):
                below_empty, block = True, None
                continue
            beside = [
                _meant(field, self._cells[column][offset]) for column, field in in_every_row.items()
            ]
            labelled = not all(is_blank(label[offset]) for label in at_tops)
            if labelled or (beside != above and any(beside)):
                below_empty, block = False, None
            elif below_empty and row in content:
                below_empty, block = False, row
            if block is not None and row in content:
                found[row] = block
            above = beside
        return found


def _meant(field: str, cell: Cell) -> str:
    """A label however it is typed, for comparison: "Round 5" and 5 are one round."""
    if is_blank(cell):
        return ""
    name = round_name(cell).value if field == "round" else None
    return folded(str(cell if name is None else name))
