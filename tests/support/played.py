"""A tournament as its organizer plays it: a workbook in which results are typed round by round."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import openpyxl

from xlscore.tables.layout import PLAYERS_COLUMNS, RESULTS_COLUMNS, SHEETS, folded

POINTS = (13, 9, 7, 5)


def type_results(path: Path, random: Random, points: tuple[int, ...] = POINTS) -> int:
    """Victory points, the same at every table and in any order, for all who have none yet.

    Returns how many were typed.
    """
    typed = 0

    def enter(row: dict[str, openpyxl.cell.Cell], left: dict[object, list[int]]) -> None:
        nonlocal typed
        if row["player"].value is None or row["vp"].value is not None:
            return
        table = (row["round"].value, row["table"].value)
        if not left.get(table):
            left[table] = random.sample(points, len(points))
        row["vp"].value = left[table].pop()
        typed += 1

    left: dict[object, list[int]] = {}
    _each(path, "results", RESULTS_COLUMNS, lambda row: enter(row, left))
    return typed


def type_lots(path: Path, lots: dict[str, int]) -> None:
    """The lots of some players, on the Players sheet."""

    def enter(row: dict[str, openpyxl.cell.Cell]) -> None:
        if row["player"].value in lots:
            row["lot"].value = lots[row["player"].value]

    _each(path, "players", PLAYERS_COLUMNS, enter)


def _each(
    path: Path,
    kind: str,
    columns: dict[str, object],
    action: Callable[[dict[str, openpyxl.cell.Cell]], None],
) -> None:
    book = openpyxl.load_workbook(path)
    name = next(one for one in book.sheetnames if one in (SHEETS[kind].en, SHEETS[kind].de))
    sheet = book[name]
    spellings = {folded(word): key for key, words in columns.items() for word in words}
    keys = {cell.column: spellings.get(folded(str(cell.value))) for cell in sheet[1]}
    for cells in sheet.iter_rows(min_row=2):
        action({keys[cell.column]: cell for cell in cells if keys.get(cell.column)})
    book.save(path)
