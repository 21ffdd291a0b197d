"""A table object of the organizer's that grows at its end, and what goes along with it.

Drop-downs, conditional formats and the print area that reach the table's last row reach the new
last one; what covers whole columns does so already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import NamedTuple

from xlscore.formats.markup import Element, child, children, is_true, local_name
from xlscore.formats.package import Package, Sheet
from xlscore.formats.range_updates import absolute
from xlscore.formats.sheet_editor import TypedSheet, is_relative
from xlscore.formats.xlsx_cells import area
from xlscore.workbook.block import Area, overlap

_RANGE = re.compile(r"[A-Z]{1,3}\d{1,7}(:[A-Z]{1,3}\d{1,7})?", re.IGNORECASE)
_PRINTED = re.compile(r"!(\$[A-Z]{1,3}\$\d+:\$[A-Z]{1,3}\$\d+)", re.IGNORECASE)
_ENTRY, _FORMAT = "dataValidation", "conditionalFormatting"


def grow_table(root: Element, table: Area, rows: int) -> None:
    """The table's part: where it reaches to, and its filter with it."""
    root.attrib.pop("insertRow", "")  # which says that it is empty
    grown = table._replace(last_row=table.last_row + rows).a1
    root.set("ref", grown)
    found = child(root, "autoFilter")
    if found is not None:
        found.set("ref", grown)


def fill_new_rows(sheet: TypedSheet, root: Element, table: Area, rows: int) -> set[tuple[int, int]]:
    """The new rows look like those above, and have the formulas of the table's calculated columns;
    returns where these stand.

    A formula with references that cannot be moved along with certainty is left out.
    """
    formulas = set()
    columns = children(child(root, "tableColumns"), "tableColumn")
    for row in range(table.last_row + 1, table.last_row + 1 + rows):
        for number, item in enumerate(columns, table.first_column):
            calculated = child(item, "calculatedColumnFormula")
            formula = None if calculated is None else calculated.text
            if formula and is_relative(formula):
                # It is that of some row; the one above tells of which.
                formula = sheet.formula_below(table.last_row, number, row)
            if calculated is None or not formula:
                sheet.format(row, number)
                continue
            is_array = is_true(calculated.get("array"))
            sheet.put_formula(row, number, formula, is_array=is_array)
            formulas.add((row, number))
    return formulas


class _Areas(NamedTuple):
    """A list of areas in a sheet part: what it is of, its text, and how to change it."""

    kind: str
    text: str
    put: Callable[[str], None]

    def rectangles(self) -> list[Area]:
        return [area(word) for word in self.text.split() if _RANGE.fullmatch(word)]


def grow_ranges(root: Element, table: Area, rows: int) -> None:
    """Drop-downs and conditional formats of the sheet, those of newer Excels included."""
    lists = list(_lists(root))
    for areas in lists:
        # Two drop-downs for one cell are none that Excel would make.
        rivals = [areas] if areas.kind == _FORMAT else [one for one in lists if one.kind == _ENTRY]
        taken = [place for rival in rivals for place in rival.rectangles()]
        grown = _grown(areas.text, table, rows, taken)
        if grown != areas.text:
            areas.put(grown)


def _lists(root: Element) -> Iterator[_Areas]:
    for part in root:
        if local_name(part) == "sheetData":
            continue
        for kind in (_ENTRY, _FORMAT):
            for element in part.iter(f"{{*}}{kind}"):
                if element.get("sqref"):
                    yield _Areas(kind, element.get("sqref", ""), partial(element.set, "sqref"))
                for item in element.iterfind("{*}sqref"):
                    yield _Areas(kind, item.text or "", partial(setattr, item, "text"))


def _grown(text: str, table: Area, rows: int, taken: Collection[Area]) -> str:
    """A list of areas: what reaches the table's last row within its columns reaches the new one.

    An area that goes on beside the table grows in the table's columns only.
    """
    words = []
    last = table.last_row + rows
    for word in text.split():
        words.append(word)
        if not _RANGE.fullmatch(word):
            continue
        old = area(word)
        left = max(old.first_column, table.first_column)
        right = min(old.last_column, table.last_column)
        more = Area(old.last_row + 1, left, last, right)
        reaches = old.first_row <= table.last_row <= old.last_row < last and left <= right
        if not reaches or any(overlap(more, other) for other in taken):
            continue
        if (left, right) == (old.first_column, old.last_column):
            words[-1] = old._replace(last_row=last).a1
        else:
            words.append(more.a1)
    return " ".join(words)


def grow_print_area(package: Package, sheet: Sheet, table: Area, rows: int) -> bool:
    """The sheet's print area, where it ends with the table; whether the workbook part changed."""
    changed = False
    names = child(package.tree(package.workbook_part), "definedNames")
    scope = str([other.name for other in package.sheets()].index(sheet.name))

    def followed(found: re.Match[str]) -> str:
        old = area(found[1])
        inside = overlap(old, table) and old.last_row == table.last_row
        grown = old._replace(last_row=old.last_row + rows * inside)
        return f"!{absolute(grown)}"

    for name in children(names, "definedName"):
        if name.get("localSheetId") == scope and name.get("name", "").casefold() == (
            "_xlnm.print_area"
        ):
            content = _PRINTED.sub(followed, name.text or "")
            changed = changed or content != name.text
            name.text = content
    return changed
