"""What refers to the cells of a sheet of ours and follows when their number changes.

Tables, filters and merged areas in the sheet, the print area among the workbook's names. An area
that lies within our columns and begins in our header row ends where our data end; one that goes
on into columns of the organizer's is never shortened, which would cut off theirs.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from xlscore.files.markup import Element, added, child, children
from xlscore.files.package import Package, Sheet
from xlscore.messages import Refused
from xlscore.tables.block import MAX_COLUMNS, MAX_ROWS, Area, Block, column_letters
from xlscore.tables.layout import STATUS_COLUMN

_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?", re.IGNORECASE)

STATUS = Area(0, STATUS_COLUMN, 0, STATUS_COLUMN)


def column_number(letters: str) -> int:
    """``A`` -> 0, ``AA`` -> 26."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def area(text: str) -> Area:
    """The area that ``B3`` or ``$B$3:D9`` means. Raises ValueError for anything else."""
    found = _REFERENCE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"not a reference: {text!r}")
    left, top, right, bottom = found.groups()
    first = (int(top) - 1, column_number(left))
    last = (int(bottom or top) - 1, column_number(right or left))
    return Area(*first, *last)


def overlap(one: Area, other: Area) -> bool:
    """Whether two areas share a cell."""
    return (
        one.first_row <= other.last_row
        and other.first_row <= one.last_row
        and one.first_column <= other.last_column
        and other.first_column <= one.last_column
    )


class Extent(NamedTuple):
    """Where our rows go: their headings, their number, and whether the whole sheet is cleared."""

    headings: Sequence[str]
    rows: int
    """The header row counted."""
    whole: bool
    """The organizer's own sheet: every cell goes, not only those in our columns."""
    status: bool
    """Whether L1 is ours as well."""

    @classmethod
    def of(cls, block: Block, whole: bool) -> Extent:
        """The extent of a Block that starts in A1."""
        width = len(block.marks.styles)
        headings = [str(heading) for heading in block.rows[0][:width]]
        return cls(headings, len(block.rows), whole, len(block.rows[0]) > width)

    @property
    def cleared(self) -> Area:
        """The cells that are replaced, without the status."""
        last = MAX_COLUMNS if self.whole else len(self.headings)
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


def tables_of(package: Package, sheet_part: str, extent: Extent) -> list[Table]:
    """The tables of a sheet and where they go."""
    tables = []
    for link in package.relationships(sheet_part):
        if link.kind == "table":
            root = package.tree(link.target)
            totals = int(root.get("totalsRowCount", "0"))
            old = area(root.get("ref", ""))
            old = old._replace(last_row=old.last_row - totals)
            tables.append(Table(link.target, root, old, extent.followed(old), totals))
    return tables


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
    _follow_filter(child(root, "autoFilter"), table.new)
    for stale in children(root, "sortState"):
        root.remove(stale)
    columns = child(root, "tableColumns")
    if columns is None:
        return False
    items = children(columns, "tableColumn")
    width = table.new.last_column - table.new.first_column + 1
    for surplus in items[width:]:
        columns.remove(surplus)
    del items[width:]
    free = max((int(item.get("id", "0")) for item in items), default=0) + 1
    while len(items) < width:
        items.append(added(columns, "tableColumn", {"id": str(free + len(items)), "name": ""}))
    columns.set("count", str(width))
    headings = extent.headings[table.new.first_column :]
    for item, heading in zip(items, headings, strict=False):
        item.set("name", heading)
        for formula in children(item, "calculatedColumnFormula"):
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
