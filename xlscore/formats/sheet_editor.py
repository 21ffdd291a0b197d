"""Cells typed into a sheet of the organizer's: all others, and how the sheet looks, stay.

A cell keeps its format; a new one looks like that of its column in the nearest row above, a new row
is as high as that one. Rows and columns count from 0.
"""

from __future__ import annotations

import re
from bisect import bisect, bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Union

from xlscore.formats.markup import Element, added, child, children, ensured, is_true, whole_number
from xlscore.formats.row_xml import escaped, needs_space
from xlscore.formats.xlsx_cells import area, position, row_number
from xlscore.workbook.block import MAX_COLUMNS, MAX_ROWS, Area, column_letters
from xlscore.workbook.edits import Value

Place = tuple[int, int]
Content = tuple[str, ...]
"""What a cell holds: its type, then its formula, value or text."""

_PRESERVED = "{http://www.w3.org/XML/1998/namespace}space"
_BEFORE_DATA = ("sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData")


class TypedSheet:
    """A sheet part being typed into; `top` is the first row that new cells may look like."""

    def __init__(self, root: Element, top: int) -> None:
        self._root = root
        self._top = top
        self._data = ensured(root, "sheetData", _BEFORE_DATA)
        self._rows: dict[int, Element] = {}
        for number, row in _numbered(self._data):
            row.set("r", str(number + 1))
            self._rows[number] = row
        self._numbers = sorted(self._rows)

    def put(self, row: int, column: int, value: Value) -> None:
        """Types a value into a cell, text never as a formula; None empties it."""
        cell = self._cell(row, column)
        if value is None:
            return
        if isinstance(value, str):
            text = escaped(value)
            cell.set("t", "inlineStr")
            item = added(added(cell, "is"), "t")
            item.text = text
            if needs_space(text):
                item.set(_PRESERVED, "preserve")
        else:
            added(cell, "v").text = str(value)

    def put_formula(self, row: int, column: int, formula: str, *, is_array: bool) -> None:
        """Puts a formula into a cell, for the spreadsheet program to calculate."""
        cell = self._cell(row, column)
        array = {"t": "array", "ref": cell.get("r", "")} if is_array else {}
        added(cell, "f", array).text = formula

    def format(self, row: int, column: int) -> None:
        """Gives an empty cell the look of its column, where nothing stands yet."""
        if self._found(row, column) is None and self._look(row, column) is not None:
            self._cell(row, column)

    def has_formula(self, row: int, column: int) -> bool:
        """Whether a formula stands in a cell."""
        cell = self._found(row, column)
        return cell is not None and child(cell, "f") is not None

    def formula_below(self, row: int, column: int, target: int) -> str | None:
        """The formula of a cell as it reads in the `target` row, None where it has none or its
        references cannot move along."""
        cell = self._found(row, column)
        formula = None if cell is None else child(cell, "f")
        if formula is not None and not formula.text and formula.get("t") == "shared":
            row, formula = self._master(formula.get("si", ""))
        if formula is None or not formula.text or formula.get("t") == "dataTable":
            return None
        return moved(formula.text, target - row)

    def _master(self, group: str) -> tuple[int, Element | None]:
        """The cell whose text a group of shared formulas has, and its row."""
        for number, row in self._rows.items():
            for formula in row.iterfind("{*}c/{*}f"):
                if formula.get("si") == group and formula.text:
                    return number, formula
        return 0, None

    def _cell(self, row: int, column: int) -> Element:
        """The cell, emptied; a new one at its place where there is none."""
        cell = self._found(row, column)
        if cell is None:
            return self._inserted(row, column)
        for part in list(cell):
            cell.remove(part)
        for name in ("t", "cm", "vm", "ph"):
            cell.attrib.pop(name, "")
        return cell

    def _found(self, row: int, column: int) -> Element | None:
        line = self._rows.get(row)
        cells = () if line is None else _placed(line, row)
        return next((cell for (_, place), cell in cells if place == column), None)

    def _inserted(self, row: int, column: int) -> Element:
        line = self._row(row)
        look = self._look(row, column)
        place = f"{column_letters(column)}{row + 1}"
        following = None
        for at, cell in list(_placed(line, row)):
            cell.set("r", f"{column_letters(at[1])}{row + 1}")
            if following is None and at[1] > column:
                following = cell
        made = added(line, "c", {"r": place, **({} if look is None else {"s": look})})
        before = following if following is not None else child(line, "extLst")
        if before is not None:
            before.addprevious(made)
        first, _, last = line.get("spans", "").partition(":")
        if not (first.isdigit() and last.isdigit() and int(first) <= column + 1 <= int(last)):
            line.attrib.pop("spans", "")
        self._reach(Area(row, column, row, column))
        insort(self._filled[column], row)
        return made

    @cached_property
    def _filled(self) -> defaultdict[int, list[int]]:
        """The rows that have a cell, by column."""
        filled = defaultdict(list)
        for number, row in self._rows.items():
            for (_, column), _ in _placed(row, number):
                filled[column].append(number)
        for rows in filled.values():
            rows.sort()
        return filled

    def _row(self, number: int) -> Element:
        if number in self._rows:
            return self._rows[number]
        made = added(self._data, "row", {"r": str(number + 1)})
        place = bisect(self._numbers, number)
        if place < len(self._numbers):
            self._rows[self._numbers[place]].addprevious(made)
        model = self._rows[self._numbers[place - 1]] if place else None
        if model is not None and self._numbers[place - 1] >= self._top:
            for name, switch in (("ht", "customHeight"), ("s", "customFormat")):
                if name in model.attrib and is_true(model.get(switch)):
                    made.set(name, model.get(name, ""))
                    made.set(switch, "1")
        insort(self._numbers, number)
        self._rows[number] = made
        return made

    def _look(self, row: int, column: int) -> str | None:
        """The format of a new cell: that of the nearest one above, else of its row or column."""
        filled = self._filled[column]
        place = bisect_left(filled, row)
        if place and filled[place - 1] >= self._top:
            cell = self._found(filled[place - 1], column)
            if cell is not None:
                return cell.get("s")
        line = self._rows.get(row)
        if line is not None and is_true(line.get("customFormat")):
            return line.get("s")
        for item in children(child(self._root, "cols"), "col"):
            if whole_number(item, "min") <= column + 1 <= whole_number(item, "max"):
                return item.get("style")
        return None

    def _reach(self, cell: Area) -> None:
        """The sheet's dimension, where it names one, holds the cell."""
        dimension = child(self._root, "dimension")
        if dimension is not None:
            old = area(dimension.get("ref", ""))
            lowest, highest = map(min, old[:2], cell[:2]), map(max, old[2:], cell[2:])
            dimension.set("ref", Area(*lowest, *highest).a1)


def contents(root: Element) -> dict[Place, Content]:
    """All cells of a sheet that hold anything."""
    found = {}
    for number, row in _numbered(ensured(root, "sheetData", _BEFORE_DATA)):
        for place, cell in _placed(row, number):
            held = content(cell)
            if held is not None:
                found[place] = held
    return found


def content(cell: Element) -> Content | None:
    """What a cell holds, None for nothing."""
    parts = ["".join(map(str, part.itertext())) for part in cell]
    return (cell.get("t", "n"), *parts) if parts else None


def content_of(value: Union[str, int, float]) -> Content:
    """What a cell holds that this value was typed into."""
    return ("inlineStr", escaped(value)) if isinstance(value, str) else ("n", str(value))


def _numbered(data: Element) -> Iterator[tuple[int, Element]]:
    number = -1
    for row in children(data, "row"):
        number = row_number(row.get("r"), number + 1)
        yield number, row


def _placed(row: Element, number: int) -> Iterable[tuple[Place, Element]]:
    column = -1
    for cell in children(row, "c"):
        written = cell.get("r")
        column = position(written)[1] if written else column + 1
        yield (number, column), cell


_NAMES_ITS_OWN = re.compile(r"\b(LET|LAMBDA)\s*\(", re.IGNORECASE)
"""Functions in which anything may be called like a cell."""

_PART = re.compile(
    r"""
    "[^"]*" | '[^']*'                             # texts, and names of sheets
    | \[(?:[^\[\]]|\[[^\[\]]*\])*\]               # columns of tables
    | (?P<whole>(?<![\w.$:])\$?\d+:\$?\d+(?![\w.]))  # whole rows
    | (?<![\w.$])(?P<column>\$?[A-Za-z]{1,3})(?P<fixed>\$?)(?P<row>\d+)(?![\w.(!\[])
    """,
    re.VERBOSE,
)


def is_relative(formula: str) -> bool:
    """Whether a formula means other cells in another row."""
    return any(_moves(part) for part in _PART.finditer(formula))


def moved(formula: str, rows: int) -> str | None:
    """The formula so many rows further down; None where a reference cannot move along."""
    parts = [part for part in _PART.finditer(formula) if _moves(part)]
    if parts and _NAMES_ITS_OWN.search(formula):
        return None
    if any(part["whole"] or int(part["row"]) + rows > MAX_ROWS for part in parts):
        return None
    return _PART.sub(
        lambda part: f"{part['column']}{int(part['row']) + rows}" if _moves(part) else part[0],
        formula,
    )


def _moves(part: re.Match[str]) -> bool:
    if part["row"] is None or part["fixed"]:
        return bool(part["whole"])
    column = part["column"].lstrip("$").upper()
    return position(f"{column}1")[1] < MAX_COLUMNS  # what lies beyond is a name
