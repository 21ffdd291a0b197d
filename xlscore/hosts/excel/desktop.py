"""An open workbook of Excel on a desktop, through xlwings: all that the buttons need of it.

Uses the BSD part of xlwings only. On Windows xlwings talks COM, on macOS AppleScript.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import xlwings as xw

from ...rules.rule_file import released_rules
from ...template.fresh_workbook import write_template
from ...words import Refused
from ...workbook.block import Area, Block, Cell, SheetMetadata, quoted_sheet, reference
from ...workbook.edits import SheetEdits
from ...workbook.folding import folded
from ...workbook.look import STYLES
from ..common.fill import runs
from ..common.live import is_ours
from ..common.port import Formula, Rows
from .open_book import OpenBook, area, cell, table_marks

# Through AppleScript the errors of one cell can be named, not those of a range, and hidden rows
# and merged cells take a call for each row.
_COM = sys.platform != "darwin"
_NEW = "xlscore"
_SHEET = 1
"""Where the data of a table object come from: the sheet itself (xlSrcRange), not a query."""
_WORDS = re.compile(r"[^\W\d_]\D*")
"""Text that Excel leaves alone: it begins with a letter and has no digit anywhere."""
_MOST_CELLS = 200_000
"""So many are read without asking how many of them hold anything."""
_TRUTHS = frozenset({"true", "false", "wahr", "falsch"})
_TEXT = STYLES["text"].number_format


class DesktopBook(OpenBook):
    """A workbook in an Excel with a person before it; a `Desktop` of `hosts.common.port`."""

    @property
    def saved(self) -> bool:  # type: ignore[override]  # what the browser saves, it saves itself
        """Whether it has a path, or an address in the cloud.

        Its full name is not asked for: xlwings would look for a copy of a workbook in the cloud.
        """
        path = self.book.api.Path if _COM else self.book.api.path.get()
        return bool(path)

    @property
    def has_functions(self) -> bool:
        return _COM

    @property
    def spills(self) -> bool:
        try:
            self.book.sheets[0].range((1, 1)).api.Formula2  # noqa: B018
        except Exception:
            # Excel 2019 and older. With xlwings' wrapper around it pywin32's own error arrives.
            return False
        return True

    # Reading

    def block(self, sheet: xw.Sheet) -> Block:
        return block(sheet.range((1, 1), last_cell(sheet)), sheet.name)

    def last_row(self, sheet: str) -> int:
        return last_cell(self.book.sheets[sheet])[0] - 1

    def table_names(self) -> Collection[str]:
        return [table.name for sheet in self.book.sheets for table in sheet.tables]

    def formulas(self) -> Sequence[Formula]:
        return [found for sheet in self.book.sheets for found in _formulas(sheet)]

    # Refusing

    def refuse_protected(self, sheet: str) -> None:
        api = self.book.sheets[sheet].api
        if api.ProtectContents if _COM else api.protect_contents.get():
            raise Refused("sheet-protected", sheet=quoted_sheet(sheet))

    def refuse_filtered(self, sheet: str) -> None:
        if _is_filtered(self.book.sheets[sheet]):
            raise Refused("sheet-filtered", sheet=quoted_sheet(sheet))

    def refuse_full(self, sheet: str) -> None:
        api = self.book.api
        if api.ProtectStructure if _COM else api.protect_structure.get():
            raise Refused("structure-protected", file=self.book.name, sheet=quoted_sheet(sheet))
        # Charts can be sheets as well; xlwings shows those with cells only.
        if _COM and any(folded(other.Name) == folded(sheet) for other in api.Sheets):
            raise Refused("sheet-without-cells", file=self.book.name, sheet=quoted_sheet(sheet))

    def refuse_merged(self, edits: SheetEdits) -> None:
        if edits.table is None:
            return
        file, table = self.book.name, self._table(edits.sheet, edits.table)
        if _COM and table is not None and table.api.SourceType != _SHEET:
            raise Refused("table-linked", file=file, sheet=edits.sheet)
        for part, _ in runs(edits.cells):
            # Reading tells of merged cells on Windows only. None: some are, some are not.
            if self.cells(edits.sheet, part).merge_cells is not False:
                raise Refused("seating-merged", file=file, where=reference(edits.sheet, part))

    # Writing

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        active = self.book.sheets.active
        with self.book.app.properties(screen_updating=False, calculation="manual"):
            try:
                yield
            finally:
                if self.book.sheets.active.name != active.name:
                    # Excel shows every sheet that is added. Sheet.activate would also want this
                    # Excel to be the frontmost one, and raise where it is not.
                    active.impl.activate()

    def mark(self, sheet: xw.Sheet) -> Any:
        """The name on a sheet that tells it is ours, where people do not see it."""
        name = super().mark(sheet).api
        if _COM:
            name.Visible = False
        else:
            name.visible.set(False)

    def resize_table(self, sheet: str, table: Area, to: Area) -> None:
        found = self._table(sheet, table)
        assert found is not None
        found.resize(self.cells(sheet, to))

    def type_cells(self, sheet: str, area: Area, rows: Rows) -> None:
        """As a `Desktop` does.

        Before a text that Excel would take for something else goes the apostrophe that a person
        would type there. A cell formatted as text needs none, and would keep it.
        """
        cells = self.cells(sheet, area)
        look = cells.number_format

        def entered(line: int, place: int, value: Cell) -> Cell:
            if not isinstance(value, str) or _is_plain(value):
                return value
            # None: they do not all look alike.
            return value if (look or cells(line, place).number_format) == _TEXT else f"'{value}"

        cells.value = [
            [entered(line, place, value) for place, value in enumerate(row, 1)]
            for line, row in enumerate(rows, 1)
        ]

    def enter(self, formula: Formula) -> None:
        """Enter a formula that spills; as an array over its cells where Excel knows no spilling."""
        sheet, area, text, _ = formula
        cells = self.cells(sheet, area)
        one_cell, first = cells.shape == (1, 1), cells(1, 1)
        if self.spills and (one_cell or first.api.HasSpill):
            first.formula2 = text
        elif one_cell:
            first.formula = text
        else:
            cells.formula_array = text

    def open_new(self, rule_set: str, scenario: str | None, language: str) -> str | None:
        rules = released_rules(rule_set)
        if not _COM:
            target = _free(Path.home() / "Documents")
            write_template(target, rules, language=language, scenario=scenario)
            self.book.app.books.open(target)
            return str(target)
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            target = Path(folder) / f"{_NEW}.xlsx"
            write_template(target, rules, language=language, scenario=scenario)
            # Made from a template, it has no place yet: Excel asks for one when it is saved.
            self.book.app.api.Workbooks.Add(str(target))
        return None

    def _table(self, sheet: str, rows: Area) -> xw.main.Table | None:
        """The table object that begins where these rows begin."""
        tables = self.book.sheets[sheet].tables
        return next((table for table in tables if area(table.range)[:2] == rows[:2]), None)


def block(cells: xw.Range, name: str) -> Block:
    """The cells of one range of one sheet, which is called `name`."""
    start = (cells.row - 1, cells.column - 1)
    values = cells.options(ndim=2, err_to_str=_COM).value
    formulas = two_dimensional(cells.formula)
    rows = [[cell(value) for value in row] for row in values]
    if not _COM:
        for row, line in enumerate(rows):
            for column, value in enumerate(line):
                if value is None and formulas[row][column]:
                    shown = cells(row + 1, column + 1).options(err_to_str=True).value
                    line[column] = cell(shown)
    return Block(name, start, rows, _marks(cells, start, formulas, rows))


def last_cell(sheet: xw.Sheet) -> tuple[int, int]:
    """Row and column, from 1, of the last cell that holds anything.

    Excel's used range goes as far as any format does. Where that is far, it is asked how many
    cells hold something in what is beyond; it counts hidden ones, which its search leaves out.
    """
    row, column = sheet.used_range.last_cell.row, sheet.used_range.last_cell.column
    if not _COM or row * column <= _MOST_CELLS:
        return row, column
    count = sheet.book.app.api.WorksheetFunction.CountA

    def last(most: int, beyond: Callable[[int], xw.Range]) -> int:
        least = 1
        while least < most:
            middle = (least + most) // 2
            if count(beyond(middle).api):
                least = middle + 1
            else:
                most = middle
        return least

    row = last(row, lambda number: sheet.range((number + 1, 1), (row, column)))
    return row, last(column, lambda number: sheet.range((1, number + 1), (row, column)))


def two_dimensional(value: Any) -> Sequence[Sequence[Any]]:
    """What COM and AppleScript deliver for one cell, one row or several, as rows."""
    if not isinstance(value, (list, tuple)):
        return [[value]]
    return value if isinstance(value[0], (list, tuple)) else [value]


def _marks(
    cells: xw.Range,
    start: tuple[int, int],
    formulas: Sequence[Sequence[Any]],
    rows: Sequence[Sequence[Cell]],
) -> SheetMetadata:
    return table_marks(cells.sheet)._replace(
        formulas=frozenset(
            (start[0] + row, start[1] + column)
            for row, line in enumerate(formulas)
            for column, formula in enumerate(line)
            # Text that looks like a formula is its own value.
            if isinstance(formula, str) and formula.startswith("=") and rows[row][column] != formula
        ),
        hidden_rows=frozenset(_hidden_rows(cells) if _COM else ()),
        merged=tuple(sorted(_merged(cells))) if _COM else (),
    )


def _hidden_rows(cells: xw.Range) -> set[int]:
    """Hidden and filtered rows. Excel tells of a range: all, none, or some, which is halved."""
    hidden = cells.api.EntireRow.Hidden
    if hidden is None:
        return set().union(*map(_hidden_rows, _halves(cells, by_row=True)))
    rows = range(cells.row - 1, cells.row - 1 + cells.shape[0])
    return set(rows) if hidden else set()


def _merged(cells: xw.Range) -> set[Area]:
    """The merged areas that cells of a range belong to; told and halved in the same way."""
    merged = cells.api.MergeCells
    if merged is False:
        return set()
    if merged:
        first, whole = area(cells(1, 1).merge_area), area(cells)
        if first.last_row >= whole.last_row and first.last_column >= whole.last_column:
            return {first}
    height, width = cells.shape
    return set().union(*map(_merged, _halves(cells, by_row=height >= width)))


def _halves(cells: xw.Range, *, by_row: bool) -> tuple[xw.Range, xw.Range]:
    row, column = cells.row, cells.column
    last_row, last_column = row + cells.shape[0] - 1, column + cells.shape[1] - 1
    if by_row:
        middle = (row + last_row) // 2
        first_ends, second_begins = (middle, last_column), (middle + 1, column)
    else:
        middle = (column + last_column) // 2
        first_ends, second_begins = (last_row, middle), (row, middle + 1)
    sheet = cells.sheet
    return (
        sheet.range((row, column), first_ends),
        sheet.range(second_begins, (last_row, last_column)),
    )


def _formulas(sheet: xw.Sheet) -> Iterator[Formula]:
    """The formulas of ours on a sheet; one that fills several cells comes once."""
    used = sheet.range((1, 1), last_cell(sheet))
    formulas = two_dimensional(used.formula)
    done: set[tuple[int, int]] = set()
    for row, line in enumerate(formulas):
        for column, formula in enumerate(line):
            if (row, column) in done or not is_ours(formula):
                continue
            last_column = column
            while last_column + 1 < len(line) and line[last_column + 1] == formula:
                last_column += 1
            columns = range(column, last_column + 1)
            last_row = row
            while last_row + 1 < len(formulas) and all(
                formulas[last_row + 1][x] == formula for x in columns
            ):
                last_row += 1
            done |= {(y, x) for y in range(row, last_row + 1) for x in columns}
            value = cell(used(row + 1, column + 1).options(err_to_str=True).value)
            place = Area(row, column, last_row, last_column)
            yield Formula(sheet.name, place, formula, value)


def _is_filtered(sheet: xw.Sheet) -> bool:
    """Whether a filter hides rows of the sheet, or of a table object on it."""
    if not _COM:
        return bool(sheet.api.filter_mode.get())
    filters = [table.api.AutoFilter for table in sheet.tables]
    return any(state.FilterMode for state in (sheet.api, *filters) if state is not None)


def _is_plain(text: str) -> bool:
    return bool(_WORDS.fullmatch(text)) and text.casefold() not in _TRUTHS


def _free(folder: Path) -> Path:
    """A name for a fresh workbook that nothing in the folder has yet."""
    number, target = 1, folder / f"{_NEW}.xlsx"
    while target.exists():
        number += 1
        target = folder / f"{_NEW} {number}.xlsx"
    return target
