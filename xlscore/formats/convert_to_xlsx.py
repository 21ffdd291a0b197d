"""A workbook in a format that is only read, as a fresh .xlsx that our sheets can go into.

All sheets come along in their order, as far as values go: text, numbers, dates, booleans, error
values, and what decides how they are read (hidden rows, merged areas, tables, the date system).
A formula becomes the formula of its value, such as ``=3``, because a computed place stays a
claim; text that was typed stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from io import BytesIO

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xlscore.formats.package import Package
from xlscore.formats.row_xml import escaped, storable
from xlscore.workbook.block import (
    MAX_COLUMNS,
    Area,
    Block,
    Cell,
    ErrorCell,
    NoValue,
    Workbook,
    is_empty,
)
from xlscore.workbook.damage import Spared
from xlscore.workbook.headers import cell_at
from xlscore.workbook.look import FONT

CREATED = datetime(2000, 1, 1)
"""The same in every workbook, so that the same content gives the same bytes."""
_FORMATS = {
    datetime: "yyyy-mm-dd hh:mm",
    date: "yyyy-mm-dd",
    time: "hh:mm",
    timedelta: "[h]:mm",
}
_ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]|^'|'$")
_LONGEST_NAME, _LONGEST_LITERAL, _WIDEST = 31, 255, 400
_MOST_IN_TABLES, _MOST_MERGED = 1 << 22, 1 << 20
"""Cells in all tables and in all merged areas of a sheet."""


def fresh_package(workbook: Workbook) -> Package:
    """The sheets of `workbook` that are not ours, as an .xlsx in memory.

    Sheets whose names Excel does not allow are renamed. The same cells give the same bytes.
    """
    spared = Spared(workbook)
    blocks = [spared.workbook.load(info.name) for info in workbook.sheets if not info.ours]
    file = BytesIO()
    made = xlsxwriter.Workbook(
        file,
        {
            "in_memory": True,
            "nan_inf_to_errors": True,
            "date_1904": any(block.metadata.date_1904 for block in blocks),
            "default_format_properties": {"font_name": FONT},
        },
    )
    made.set_properties({"created": CREATED})
    formats = {kind: made.add_format({"num_format": code}) for kind, code in _FORMATS.items()}
    taken: set[str] = set()
    for block in blocks:
        _fill(made.add_worksheet(_sheet_name(block.sheet, taken)), block, formats)
    made.close()
    return Package(file.getvalue(), workbook.source)


def _sheet_name(name: str, taken: set[str]) -> str:
    """The name, or the nearest one that Excel allows and no other sheet has."""
    base = _FORBIDDEN.sub("_", storable(name))[:_LONGEST_NAME] or "_"
    candidate, number = base, 2
    while candidate.casefold() in taken:
        ending = f"_{number}"
        candidate = base[: _LONGEST_NAME - len(ending)] + ending
        number += 1
    taken.add(candidate.casefold())
    return candidate


def _fill(sheet: Worksheet, block: Block, formats: dict[type, Format]) -> None:
    taken = _Taken(_MOST_IN_TABLES)
    for table in block.metadata.tables:
        _add_table(sheet, block, table, taken)
    taken.left = _MOST_MERGED
    for area in _merged(block, taken):
        sheet.merge_range(*area, None)
    first_row, first_column = block.start
    for row, line in enumerate(block.rows, first_row):
        if is_empty(line):
            continue
        for column, value in enumerate(line, first_column):
            if value is None or value == "":
                continue
            if (row, column) in block.metadata.formulas:
                value = _formula_of(value)
            _write(sheet, row, column, value, formats)
    for row in block.metadata.hidden_rows:
        sheet.set_row(row, None, None, {"hidden": True})
    sheet.autofit(_WIDEST)


class _Taken:
    """The cells of a sheet that tables and merged areas have, none of them twice."""

    def __init__(self, left: int) -> None:
        self._cells: set[int] = set()
        self.left = left
        """Cells that may still be asked for."""

    def take(self, area: Area) -> bool:
        """Takes the cells of an area where all are free and not too many were asked for before."""
        first, left, last, right = area
        count = (last - first + 1) * (right - left + 1)
        if count > self.left:
            return False
        self.left -= count
        starts = range(first * MAX_COLUMNS + left, last * MAX_COLUMNS + left + 1, MAX_COLUMNS)
        rows = [range(start, start + right - left + 1) for start in starts]
        if not all(map(self._cells.isdisjoint, rows)):
            return False
        self._cells.update(*rows)
        return True


class _Formula(str):
    """A formula and, in `value`, what it results in."""

    value: Cell


def _formula_of(value: Cell) -> Cell:
    """The formula of a value; a date or a long text stays the value itself."""
    if isinstance(value, bool):
        formula = _Formula(f"={str(value).upper()}")
    elif isinstance(value, (int, float)):
        formula = _Formula(f"={value!r}")
    elif isinstance(value, str) and len(value) <= _LONGEST_LITERAL:
        formula = _Formula('="' + storable(value).replace('"', '""') + '"')
        value = escaped(value)  # goes into the file as it stands
    else:
        return value
    formula.value = value
    return formula


def _write(
    sheet: Worksheet, row: int, column: int, value: Cell, formats: dict[type, Format]
) -> None:
    if isinstance(value, _Formula):
        sheet.write_formula(row, column, value, None, value.value)
    elif isinstance(value, NoValue):
        # Not known, and said to be so once a spreadsheet program calculates it.
        sheet.write_formula(row, column, "=NA()", None, "")
    elif isinstance(value, ErrorCell):
        if value.text in _ERRORS:
            sheet.write_formula(row, column, f"={value.text}", None, value.text)
        else:
            sheet.write_string(row, column, storable(value.text))
    elif isinstance(value, bool):
        sheet.write_boolean(row, column, value)
    elif isinstance(value, (date, time, timedelta)):
        if isinstance(value, date) and value.year < (1904 if sheet.date_1904 else 1900):
            sheet.write_string(row, column, value.isoformat())
        else:
            sheet.write_datetime(row, column, value, formats[type(value)])
    elif isinstance(value, str):
        sheet.write_string(row, column, storable(value))
    elif value is not None:
        sheet.write_number(row, column, value)


def _merged(block: Block, taken: _Taken) -> Iterator[Area]:
    """Merged areas that begin where there are cells, none of them over another or over a table."""
    end = block.start[0] + len(block.rows) - 1
    for area in block.metadata.merged:
        # Two rows at least: one that reaches from the last row into nothing stays merged.
        area = area._replace(last_row=min(area.last_row, max(end, area.first_row + 1)))
        is_one_cell = area[:2] == area[2:]
        if area.first_row <= end and not is_one_cell and taken.take(area):
            yield area


def _add_table(sheet: Worksheet, block: Block, table: Area, taken: _Taken) -> None:
    """A table object, so that the data end where they ended.

    Excel repairs a workbook in which a table covers another or has other headings than texts
    that differ; such a table stays out.
    """
    cells = [
        cell_at(block, table.first_row, column)
        for column in range(table.first_column, table.last_column + 1)
    ]
    headings = [storable(cell) if isinstance(cell, str) else "" for cell in cells]
    names = {heading.casefold() for heading in headings}
    width = table.last_column - table.first_column + 1
    if "" in names or len(names) != width or table.last_row == table.first_row:
        return
    totals = table.last_row + 1 in block.metadata.totals_rows
    whole = table._replace(last_row=table.last_row + totals)
    if not taken.take(whole):
        return
    options = {
        "columns": [{"header": heading} for heading in headings],
        "total_row": totals,
        "autofilter": False,
        "style": None,
    }
    sheet.add_table(*whole, options)
