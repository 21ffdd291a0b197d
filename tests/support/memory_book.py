"""A workbook that is nothing but cells in memory: the least that a host can be.

What a button does to it is what it does to the workbook of any spreadsheet program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from xlscore.formats.read import open_workbook
from xlscore.hosts.common.live import is_ours
from xlscore.hosts.common.port import Formula, Rows
from xlscore.words import Refused
from xlscore.workbook.block import Area, Block, Cell, SheetInfo, SheetMetadata, Workbook
from xlscore.workbook.edits import SheetEdits
from xlscore.workbook.look import Style

Place = tuple[int, int]


@dataclass
class Sheet:
    """A sheet; cells go by row and column, from 0."""

    ours: bool
    visible: bool = True
    protected: bool = False
    metadata: SheetMetadata = field(default_factory=SheetMetadata)
    cells: dict[Place, Cell] = field(default_factory=dict)
    formulas: dict[Place, Formula] = field(default_factory=dict)
    looks: dict[Place, Style] = field(default_factory=dict)
    widths: Sequence[float] = ()


@dataclass
class Book:
    """An open workbook."""

    name: str
    sheets: dict[str, Sheet]
    saved: bool = True
    has_functions: bool = True
    spills: bool = True
    opened: list[tuple[str, str | None, str]] = field(default_factory=list)
    disturbed: bool = True

    def read(self, *, marked: bool = True) -> Workbook:
        infos = tuple(
            SheetInfo(name, marked and sheet.ours, sheet.visible)
            for name, sheet in self.sheets.items()
        )
        return Workbook(self.name, infos, self.block)

    def block(self, name: str) -> Block:
        """The cells of a sheet, from A1."""
        sheet = self.sheets[name]
        height, width = (max((place[axis] for place in sheet.cells), default=0) for axis in (0, 1))
        rows = [[sheet.cells.get((y, x)) for x in range(width + 1)] for y in range(height + 1)]
        return Block(name, (0, 0), rows, sheet.metadata)

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        self.disturbed = False
        yield
        self.disturbed = True

    def refuse_protected(self, sheet: str) -> None:
        if self.sheets[sheet].protected:
            raise Refused("sheet-protected", sheet=sheet)

    def refuse_filtered(self, sheet: str) -> None:
        assert sheet in self.sheets

    def refuse_full(self, sheet: str) -> None:
        assert sheet not in self.sheets

    def refuse_merged(self, edits: SheetEdits) -> None:
        assert edits.sheet in self.sheets

    def add(self, sheet: str, *, ours: bool) -> None:
        self.sheets[sheet] = Sheet(ours)

    def remove(self, sheet: str) -> None:
        del self.sheets[sheet]

    def set_widths(self, sheet: str, widths: Sequence[float]) -> None:
        self.sheets[sheet].widths = widths

    def set_look(self, sheet: str, area: Area, style: Style) -> None:
        self.sheets[sheet].looks |= dict.fromkeys(_places(area), style)

    def last_row(self, sheet: str) -> int:
        return max((row for row, _ in self.sheets[sheet].cells), default=0)

    def clear(self, sheet: str, area: Area) -> None:
        for place in _places(area):
            self.sheets[sheet].cells.pop(place, None)

    def write(self, sheet: str, area: Area, rows: Rows) -> None:
        assert not self.disturbed
        self.clear(sheet, area)
        for place, value in zip(_places(area), (cell for row in rows for cell in row), strict=True):
            if value not in (None, ""):
                self.sheets[sheet].cells[place] = value

    type_cells = write

    def table_names(self) -> Collection[str]:
        return ()

    def resize_table(self, sheet: str, table: Area, to: Area) -> None:
        metadata = self.sheets[sheet].metadata
        tables = tuple(to if one == table else one for one in metadata.tables)
        self.sheets[sheet].metadata = metadata._replace(tables=tables)

    def formulas(self) -> Sequence[Formula]:
        return [one for sheet in self.sheets.values() for one in sheet.formulas.values()]

    def enter(self, formula: Formula) -> None:
        assert not self.disturbed
        assert is_ours(formula.text)
        self.sheets[formula.sheet].formulas[formula.area[:2]] = formula

    def open_new(self, rule_set: str, scenario: str | None, language: str) -> str | None:
        self.opened.append((rule_set, scenario, language))
        return None


def opened(path: Path, **more: Any) -> Book:
    """The workbook of a file, as this host holds it."""
    return held(open_workbook(path), **more)


def held(source: Workbook, **more: Any) -> Book:
    """A workbook, as this host holds it."""
    return Book(source.source, {info.name: _sheet(source, info) for info in source.sheets}, **more)


def _sheet(source: Workbook, info: SheetInfo) -> Sheet:
    block = source.load(info.name)
    row, column = block.start
    cells: dict[Place, Cell] = {
        (row + y, column + x): value
        for y, line in enumerate(block.rows)
        for x, value in enumerate(line)
        if value is not None
    }
    return Sheet(info.ours, info.visible, metadata=block.metadata, cells=cells)


def _places(area: Area) -> list[Place]:
    rows = range(area.first_row, area.last_row + 1)
    columns = range(area.first_column, area.last_column + 1)
    return [(row, column) for row in rows for column in columns]
