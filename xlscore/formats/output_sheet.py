"""A sheet of ours as a part: made fresh, or its rows replaced where it already exists.

Where it exists, only cell data change: views, column widths, row heights, conditional formats,
drawings, comments, links and extensions stay, and so do the organizer's cells beside our columns.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from lxml import etree

from xlscore.formats.markup import (
    MAIN,
    Element,
    Rows,
    child,
    children,
    ensured,
    is_true,
    is_usual,
    local_name,
    namespace,
    serialised,
)
from xlscore.formats.package import Package, Sheet
from xlscore.formats.range_updates import Extent, Table, follow_sheet
from xlscore.formats.row_xml import KeptRow, Writer, wrapped_heights
from xlscore.formats.xlsx_cells import position, row_number
from xlscore.words import Refused
from xlscore.workbook.block import Area, Block, column_letters
from xlscore.workbook.look import FURTHER_WIDTH, OUTPUT, STATUS_COLUMN, STATUS_WIDTH
from xlscore.workbook.vocabulary import sheet_kind

_LINE = 15
"""The height of a line in points."""
_SEEN_WHOLE = 32 << 20
"""Bytes up to which a sheet of ours is looked at in one piece."""
_BEFORE_DATA = ("sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData")


def fresh_sheet(block: Block, formats: Mapping[str, int], space: str) -> Iterator[bytes]:
    """A new sheet: widths of the layout, frozen header row, one page wide in print.

    `space` is the workbook's spreadsheet namespace, transitional or strict.
    """
    columns = OUTPUT[sheet_kind(block.sheet) or ""].values()
    widths = {number: column.width for number, column in enumerate(columns)}
    if len(block.rows[0]) > STATUS_COLUMN:
        widths[STATUS_COLUMN] = STATUS_WIDTH
        behind = range(STATUS_COLUMN + 1, len(block.rows[0]))
        widths |= dict.fromkeys(behind, FURTHER_WIDTH)
    cols = "".join(
        f'<col min="{number + 1}" max="{number + 1}" width="{width}" customWidth="1"/>'
        for number, width in widths.items()
    )
    filled = Area(0, 0, len(block.rows) - 1, max(widths)).a1
    yield (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<worksheet xmlns="{space}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
        f'<dimension ref="{filled}"/><sheetViews><sheetView showGridLines="0" workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
        '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>'
        f'<sheetFormatPr defaultRowHeight="{_LINE}"/><cols>{cols}</cols><sheetData>'
    ).encode()
    heights = wrapped_heights(block, widths, _LINE, _LINE)
    yield from Writer(block, formats, heights=heights).pieces()
    yield (
        b'</sheetData><pageMargins left="0.5" right="0.5" top="0.75" bottom="0.75" header="0.3" '
        b'footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" '
        b'fitToHeight="0"/></worksheet>'
    )


class _KeptCell(NamedTuple):
    xml: str
    shared: str | None
    """The group of a shared formula that the cell belongs to."""


class ExistingSheet:
    """A sheet that is in the workbook already, read without keeping what will be replaced."""

    def __init__(
        self, package: Package, sheet: Sheet, extent: Extent, tables: Sequence[Table]
    ) -> None:
        self._extent = extent
        self._tables = tables
        self._cells: dict[int, dict[int, _KeptCell]] = {}
        self._attributes: dict[int, str] = {}
        self._totals = {
            table.old.last_row + 1: table.reference
            for table in tables
            if table.totals and extent.clears(table.old)
        }
        self._masters_gone: set[str] = set()
        self._row = -1
        self.formulas_gone: set[str] = set()
        """Cells outside the cleared area whose formula goes as well."""
        self.root = self._pruned(package, sheet)
        self._drop_dependants()

    def pieces(self, block: Block, formats: Mapping[str, int]) -> Iterator[bytes]:
        """The part with the rows of the Block in it."""
        root, data = self.root, ensured(self.root, "sheetData", _BEFORE_DATA)
        follow_sheet(root, self._tables, self._extent, self._used(block))
        for old in list(data):
            data.remove(old)
        for number in itertools.count():
            token = f"xlscore-rows-{number}"
            data.text = token
            before, _, after = serialised(root).partition(token.encode())
            if token.encode() not in after:
                break
        kept = {
            row: KeptRow(
                self._attributes.get(row, ""),
                {column: cell.xml for column, cell in self._cells.get(row, {}).items()},
            )
            for row in {*self._attributes, *self._cells}
        }
        prefix = f"{root.prefix}:" if root.prefix else ""
        yield before
        heights = wrapped_heights(block, self._widths(block), _LINE, self._usual_height())
        yield from Writer(block, formats, prefix, kept, heights).pieces()
        yield after

    def _widths(self, block: Block) -> dict[int, float]:
        """The widths of our columns in characters, as they are by now."""
        columns = OUTPUT[sheet_kind(block.sheet) or ""].values()
        widths: dict[int, float] = {at: column.width for at, column in enumerate(columns)}
        for cols in children(self.root, "cols"):
            for col in children(cols, "col"):
                first, last = int(col.get("min", "1")) - 1, int(col.get("max", "1")) - 1
                if width := col.get("width"):
                    widths.update((at, float(width)) for at in widths if first <= at <= last)
        return widths

    def _usual_height(self) -> float:
        given = child(self.root, "sheetFormatPr")
        return float((given.get("defaultRowHeight") if given is not None else None) or _LINE)

    def _pruned(self, package: Package, sheet: Sheet) -> Element:
        """The part without its rows; what stays of them is noted on the way."""
        rows = Rows(self._pieces_to_see(package, sheet), package.file, sheet.part)
        for row in rows:
            self._take(row)
        root = rows.root
        if local_name(root) != "worksheet" or namespace(root) not in MAIN:
            raise Refused("part-malformed", file=package.file, part=sheet.part, line=1)
        return root

    def _pieces_to_see(self, package: Package, sheet: Sheet) -> Iterable[bytes]:
        """The part without the rows that go without a trace, which are nearly all of them.

        Told from their bytes, for a part in the notation that nearly all programs write: every
        row below the header holds cells in our columns only, no formula, no height of its own.
        """
        if self._totals or package.size(sheet.part) > _SEEN_WHOLE:
            return package.chunks(sheet.part)
        data = package.read(sheet.part)
        start, end = data.find(b"<sheetData>"), data.rfind(b"</sheetData>")
        first = data.find(b"</row>", start, end) + len(b"</row>")
        rows = data[first:end]
        beyond = column_letters(self._extent.cleared.last_column + 1)
        leaves_traces = (
            not is_usual(data)
            or start < 0
            or first < len(b"</row>")
            or len(beyond) > 1
            or any(word in rows for word in (b"<f", b"customHeight", b"customFormat", b"='", b":c"))
            or rows.count(b"<c ") != rows.count(b'<c r="')
            or re.search(rb'<c r="(?:[%c-Z]|[A-Z]{2})' % ord(beyond), rows)
        )
        return [data] if leaves_traces else [data[:first], data[end:]]

    def _take(self, row: Element) -> None:
        """Notes what stays of a row: a height set by hand, its format, cells that are not ours."""
        self._row = number = row_number(row.get("r"), self._row + 1)
        attributes = "".join(
            f' {name}="{row.get(name)}" {switch}="1"'
            for name, switch in (("ht", "customHeight"), ("s", "customFormat"))
            if name in row.attrib and is_true(row.get(switch))
        )
        if attributes:
            self._attributes[number] = attributes
        totals = self._totals.get(number)
        if totals is None and self._goes_whole(row, number):
            return
        column = -1
        for cell in children(row, "c"):
            place = cell.get("r")
            column = position(place)[1] if place else column + 1
            formula = child(cell, "f")
            if totals is not None and totals.first_column <= column <= totals.last_column:
                self.formulas_gone.add(_address(number, column))
                self._keep(cell, totals.last_row, column, moved=number != totals.last_row)
            elif not self._extent.clears(Area(number, column, number, column)):
                self._keep(cell, number, column)
            elif formula is not None and formula.get("t") == "shared" and formula.get("ref"):
                self._masters_gone.add(formula.get("si", ""))

    def _goes_whole(self, row: Element, number: int) -> bool:
        """Whether all cells of a row go and none is a formula, told without looking at each."""
        last = row[-1].get("r") if len(row) else "A1"
        return (
            last is not None
            and number > 0
            and position(last)[1] <= self._extent.cleared.last_column
            and next(row.iter(f"{{{namespace(row)}}}f"), None) is None
        )

    def _keep(self, cell: Element, row: int, column: int, *, moved: bool = False) -> None:
        formula = child(cell, "f")
        if moved and formula is not None:
            # The stored result was that of the rows before.
            for stale in children(cell, "v"):
                cell.remove(stale)
            cell.attrib.pop("t", "")
        cell.set("r", _address(row, column))
        cell.tail = None
        xml = etree.tostring(cell, encoding="unicode")
        root = cell.getroottree().getroot()
        for prefix, uri in root.nsmap.items():
            declared = f' xmlns:{prefix}="{uri}"' if prefix else f' xmlns="{uri}"'
            xml = xml.replace(declared, "", 1)
        shared = formula is not None and formula.get("t") == "shared"
        kept = _KeptCell(xml, formula.get("si") if formula is not None and shared else None)
        self._cells.setdefault(row, {})[column] = kept

    def _drop_dependants(self) -> None:
        """Shared formulas whose master has gone go with it."""
        for row, cells in self._cells.items():
            for column in [
                column for column, cell in cells.items() if cell.shared in self._masters_gone
            ]:
                self.formulas_gone.add(_address(row, column))
                del cells[column]

    def _used(self, block: Block) -> Area:
        """The area of all cells that the sheet will hold."""
        columns = [column for cells in self._cells.values() for column in cells]
        rows = [row for row, cells in self._cells.items() if cells]
        width = max(map(len, block.rows))
        return Area(0, 0, max([len(block.rows) - 1, *rows]), max([width - 1, *columns]))


def _address(row: int, column: int) -> str:
    return f"{column_letters(column)}{row + 1}"
