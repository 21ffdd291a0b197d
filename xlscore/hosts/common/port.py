"""What a host must be able to do: a workbook that is open in a spreadsheet program.

Whatever the buttons do, they do it through these methods; which sheet is written, what is refused
and what is said is decided once, for all hosts. Sheets go by name, rows and columns count from 0.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from ...workbook.block import Area, Cell, Workbook
from ...workbook.edits import SheetEdits
from ...workbook.look import Style

Rows = Sequence[Sequence[Cell]]


class Formula(NamedTuple):
    """A formula that calls a function of ours, as it stands in the workbook.

    `area` is all cells that it fills; `value` is what its first cell shows.
    """

    sheet: str
    area: Area
    text: str
    value: Cell = None


class OpenWorkbook(Protocol):
    """An open workbook that our sheets can be written into."""

    @property
    def saved(self) -> bool:
        """Whether it has a place on a disk or in a cloud already."""

    def read(self, *, marked: bool = True) -> Workbook:
        """The workbook as it is now; its sheets are read when they are asked for.

        Which of them are ours or hidden need not be told where it is not `marked`.
        """

    def undisturbed(self) -> AbstractContextManager[None]:
        """Nothing flickers or is calculated meanwhile, and the person stays on the same sheet."""

    def refuse_protected(self, sheet: str) -> None:
        """Raises Refused where the cells of a sheet are protected."""

    def refuse_filtered(self, sheet: str) -> None:
        """Raises Refused where a filter hides rows, and the program leaves those out in writing."""

    def refuse_full(self, sheet: str) -> None:
        """Raises Refused where a sheet of this name cannot be added."""

    def add(self, sheet: str, *, ours: bool) -> None:
        """Add an empty sheet, last in the workbook; with the mark that tells it is `ours`."""

    def remove(self, sheet: str) -> None:
        """Take a sheet away that was added."""

    def set_widths(self, sheet: str, widths: Sequence[float]) -> None:
        """The widths of columns from the first on, in characters."""

    def set_look(self, sheet: str, area: Area, style: Style) -> None:
        """The number format of cells, and of what else a style names colours and weight.

        The number format ``@`` makes text of whatever is written there.
        """

    def last_row(self, sheet: str) -> int:
        """The last row of a sheet that holds anything; 0 where none does."""

    def clear(self, sheet: str, area: Area) -> None:
        """Empty these cells; looks stay."""

    def write(self, sheet: str, area: Area, rows: Rows) -> None:
        """Fill cells in one step; None empties one. The number format decides what is text."""


class Desktop(OpenWorkbook, Protocol):
    """An open workbook before a person who presses buttons."""

    @property
    def has_functions(self) -> bool:
        """Whether this program knows worksheet functions of ours."""

    @property
    def spills(self) -> bool:
        """Whether an answer of several cells takes by itself those that it needs."""

    def table_names(self) -> Collection[str]:
        """The names of all table objects."""

    def refuse_merged(self, edits: SheetEdits) -> None:
        """Raises Refused where cells to be typed are merged, or their table comes from a query."""

    def resize_table(self, sheet: str, table: Area, to: Area) -> None:
        """Let a table object, given by its header and data rows, end elsewhere."""

    def type_cells(self, sheet: str, area: Area, rows: Rows) -> None:
        """As `write`, but text stays text whatever it looks like; the formats stay as they are."""

    def formulas(self) -> Sequence[Formula]:
        """Every formula that calls a function of ours, each once."""

    def enter(self, formula: Formula) -> None:
        """Enter a formula as if it were typed: it fills `area`, or spills where that is known."""

    def open_new(self, rule_set: str, scenario: str | None, language: str) -> str | None:
        """Open a fresh workbook; its path where it had to be saved, None where it has none yet."""
