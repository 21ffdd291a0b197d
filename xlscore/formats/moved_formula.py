"""A formula as it reads some rows further down: its relative references move along."""

from __future__ import annotations

import re

from xlscore.formats.xlsx_cells import position
from xlscore.workbook.block import MAX_COLUMNS, MAX_ROWS

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
