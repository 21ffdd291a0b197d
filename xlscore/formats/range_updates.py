"""What refers to the cells of a sheet of ours and follows when their number changes.

Tables, filters and merged areas in the sheet, the print area among the workbook's names. An area
that lies within our columns and begins in our header row ends where our data end; one that goes
on into columns of the organizer's is never shortened, which would cut off theirs.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xlscore.formats.markup import (
    Element,
    added,
    child,
    children,
    ensured,
    local_name,
    whole_number,
)
from xlscore.formats.package import Package, Sheet
from xlscore.formats.xlsx_cells import area
from xlscore.words import Refused
from xlscore.workbook.block import MAX_COLUMNS, MAX_ROWS, Area, Block, column_letters, overlap
from xlscore.workbook.look import OUTPUT, STATUS_COLUMN
from xlscore.workbook.vocabulary import sheet_kind

STATUS = Area(0, STATUS_COLUMN, 0, STATUS_COLUMN)


class Extent(NamedTuple):
    """Where our rows go: their headings, their number, and whether the whole sheet is cleared."""

    headings: Sequence[str]
    """Those of the columns that stand together from A."""
    width: int
    """How many columns are ours, those behind the status included."""
    rows: int
    """The header row counted."""
    whole: bool
    """The organizer's own sheet: every cell goes, not only those in our columns."""
    status: bool
    """Whether L1 is ours as well."""

    @classmethod
    def of(cls, block: Block, whole: bool) -> Extent:
        """The extent of a Block that starts in A1."""
        width = len(block.metadata.styles)
        header = block.rows[0]
        together = header.index(None) if None in header[:width] else width
        headings = [str(heading) for heading in header[:together]]
        return cls(headings, width, len(block.rows), whole, len(header) > width)

    @property
    def cleared(self) -> Area:
        """The cells that are replaced, without the status."""
        last = MAX_COLUMNS if self.whole else self.width
        return Area(0, 0, MAX_ROWS - 1, last - 1)

    @property
    def filled(self) -> Area:
        """Header and data; a table needs one row of data even where there is none."""
        return Area(0, 0, max(self.rows, 2) - 1, len(self.headings) - 1)

    def clears(self, place: Area) -> bool:
        """Whether what stands in these cells, or in some of them, goes."""
        return overlap(place, self.cleared) or (self.status and overlap(place, STATUS))

    def followed(self, old: Area) -> Area:
        """The area of a table or filter after writing."""
        if not overlap(old, self.cleared):
            return old
        if self.whole or old.first_row:
            return self.filled
        beyond = old.last_column > self.filled.last_column
        last = max(old.last_row, self.filled.last_row) if beyond else self.filled.last_row
        return old._replace(last_row=last)


class Table(NamedTuple):
    """A table object on a sheet of ours; the areas are header and data, without totals row."""

    part: str
    root: Element
    old: Area
    new: Area
    totals: int
    """Number of totals rows, 0 or 1."""

    @property
    def reference(self) -> Area:
        """The new area with its totals row."""
        return self.new._replace(last_row=self.new.last_row + self.totals)

    @property
    def columns(self) -> list[Element]:
        """Its columns from left to right."""
        return children(child(self.root, "tableColumns"), "tableColumn")

    def renamed(self, extent: Extent) -> list[tuple[str, str]]:
        """Columns that get another heading: old and new name."""
        headings = extent.headings[self.new.first_column :]
        names = (column.get("name", "") for column in self.columns)
        return [(old, new) for old, new in zip(names, headings, strict=False) if old != new]


def tables_of(package: Package, sheet_part: str, extent: Extent) -> list[Table]:
    """The tables of a sheet and where they go."""
    tables = []
    for link in package.relationships(sheet_part):
        if link.kind == "table":
            root = package.tree(link.target)
            totals = whole_number(root, "totalsRowCount")
            old = area(root.get("ref", ""))
            old = old._replace(last_row=old.last_row - totals)
            tables.append(Table(link.target, root, old, extent.followed(old), totals))
    return tables


def headings_kept(block: Block, tables: Iterable[Table]) -> Block:
    """The Block with the headings of the table over it, where they are ours in either language.

    Formulas anywhere in the workbook may name a table's columns, so these keep their names.
    """
    columns = OUTPUT[sheet_kind(block.sheet) or ""].values()
    header = list(block.rows[0])
    for table in tables:
        if table.old.first_row == 0 and whole_number(table.root, "headerRowCount", 1):
            for number, element in enumerate(table.columns, table.old.first_column):
                name = element.get("name", "")
                if number < len(columns) and name in tuple(columns)[number].heading:
                    header[number] = name
    return block._replace(rows=[header, *block.rows[1:]])


def with_new_names(package: Package, sheet: Sheet, table: Table, extent: Extent) -> Table:
    """The table as it can be where columns get another name: its totals would name the old ones
    and go. Raises Refused where a formula elsewhere may name them."""
    if not (extent.clears(table.old) and table.renamed(extent)):
        return table
    parts = [other.part for other in package.sheets() if other.kind == "worksheet"]
    mention = f"{table.root.get('displayName')}[".encode()
    for part in (package.workbook_part, *parts):
        # Without its zero bytes UTF-16 is legible as well.
        if part in package and mention in package.read(part).replace(b"\0", b""):
            raise Refused("sheet-crowded", file=package.file, sheet=sheet.name)
    return table._replace(totals=0)


def refuse_crowded(
    package: Package,
    sheet: Sheet,
    root: Element,
    tables: Sequence[Table],
    extent: Extent,
) -> None:
    """Raises Refused where our rows cannot go without breaking tables, filters or pivot tables."""
    places = [table.reference for table in tables]
    found = child(root, "autoFilter")
    if found is not None:
        places.append(extent.followed(area(found.get("ref", ""))))
    if extent.status:
        places.append(STATUS)
    pairs = itertools.combinations(places, 2)
    if any(overlap(one, other) for one, other in pairs):
        raise Refused("sheet-crowded", file=package.file, sheet=sheet.name)
    for link in package.relationships(sheet.part):
        if link.kind == "pivotTable":
            location = child(package.tree(link.target), "location")
            if location is None or extent.clears(area(location.get("ref", ""))):
                raise Refused("sheet-crowded", file=package.file, sheet=sheet.name)


def follow_table(table: Table, extent: Extent) -> bool:
    """Brings a table's part in line with its new area; False where two columns get one name."""
    root = table.root
    root.set("ref", table.reference.a1)
    root.attrib.pop("headerRowCount", "")
    if not table.totals:
        root.attrib.pop("totalsRowCount", "")
    _follow_filter(child(root, "autoFilter"), table.new)
    for stale in children(root, "sortState"):
        root.remove(stale)
    columns = ensured(root, "tableColumns", ("autoFilter", "sortState", "tableColumns"))
    items = table.columns
    width = table.new.last_column - table.new.first_column + 1
    for surplus in items[width:]:
        columns.remove(surplus)
    del items[width:]
    free = max((whole_number(item, "id") for item in items), default=0) + 1
    while len(items) < width:
        items.append(added(columns, "tableColumn", {"id": str(free + len(items)), "name": ""}))
    columns.set("count", str(width))
    headings = extent.headings[table.new.first_column :]
    for item, heading in zip(items, headings, strict=False):
        item.set("name", heading)
        if not table.totals:
            for name in ("totalsRowFunction", "totalsRowLabel"):
                item.attrib.pop(name, "")
        for formula in list(item):
            if table.totals == 0 or local_name(formula) == "calculatedColumnFormula":
                item.remove(formula)
    names = [item.get("name", "").casefold() for item in items]
    return len(set(names)) == width


def follow_sheet(root: Element, tables: Sequence[Table], extent: Extent, cells: Area) -> None:
    """Brings dimension, filter and merged areas of a sheet in line; `cells` is all it holds."""
    dimension = child(root, "dimension")
    if dimension is not None:
        dimension.set("ref", cells.a1)
    found = child(root, "autoFilter")
    if found is not None:
        old = area(found.get("ref", ""))
        if extent.clears(old):
            _follow_filter(found, extent.followed(old))
    merges = child(root, "mergeCells")
    if merges is None:
        return
    moved = [table.reference for table in tables if table.new != table.old]
    for item in children(merges, "mergeCell"):
        merged = area(item.get("ref", ""))
        if extent.clears(merged) or any(overlap(merged, place) for place in moved):
            merges.remove(item)
    left = len(children(merges, "mergeCell"))
    if left:
        merges.set("count", str(left))
    else:
        root.remove(merges)


def _follow_filter(found: Element | None, new: Area) -> None:
    """A filter's new area; its conditions were for the rows of before, and no row stays hidden."""
    if found is not None:
        found.set("ref", new.a1)
        for condition in list(found):
            found.remove(condition)


def follow_print_area(content: str, tables: Sequence[Table], extent: Extent) -> str:
    """The text of a print area: each rectangle ends with our rows or those of a table in them,
    its columns stay."""
    followed = [table.reference for table in tables if extent.clears(table.old)]
    last = max([extent.rows - 1, *(place.last_row for place in followed)])
    return re.sub(
        r"(!\$[A-Z]{1,3}\$\d+:\$[A-Z]{1,3}\$)(\d+)",
        lambda found: _printed(found, extent, last),
        content,
        flags=re.IGNORECASE,
    )


def _printed(found: re.Match[str], extent: Extent, last: int) -> str:
    old = area(found[0][1:])
    if not overlap(old, extent.cleared):
        return found[0]
    first = old.first_row if old.first_row <= last else 0
    return f"!{absolute(old._replace(first_row=first, last_row=last))}"


def absolute(place: Area) -> str:
    """``$A$1:$J$61``."""
    left, right = column_letters(place.first_column), column_letters(place.last_column)
    return f"${left}${place.first_row + 1}:${right}${place.last_row + 1}"
