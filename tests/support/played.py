"""A tournament as its organizer plays it: a workbook in which results are typed round by round.

The workbook is a file, or one that is open in an Excel made of memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Union

import openpyxl

from tests.support import com_excel
from xlscore.workbook.folding import folded
from xlscore.workbook.vocabulary import PLAYERS_COLUMNS, RESULTS_COLUMNS, SHEETS, Name

POINTS = (13, 9, 7, 5)
Played = Union[Path, com_excel.Book]
Cells = Mapping[str, Any]
"""The cells of a row by column; each has a value to be read and typed."""


def type_results(played: Played, random: Random, points: tuple[int, ...] = POINTS) -> int:
    """Victory points, the same at every table and in any order, for all who have none yet.

    Returns how many were typed.
    """
    typed = 0
    left: dict[object, list[int]] = {}
    with _rows(played, "results", RESULTS_COLUMNS) as rows:
        for row in rows:
            if row["player"].value is None or row["vp"].value is not None:
                continue
            table = (row["round"].value, row["table"].value)
            if not left.get(table):
                left[table] = random.sample(points, len(points))
            row["vp"].value = left[table].pop()
            typed += 1
    return typed


def type_lots(played: Played, lots: Mapping[str, int]) -> None:
    """The lots of some players, on the Players sheet."""
    with _rows(played, "players", PLAYERS_COLUMNS) as rows:
        for row in rows:
            if row["player"].value in lots:
                row["lot"].value = lots[row["player"].value]


@contextmanager
def _rows(played: Played, kind: str, columns: Mapping[str, Name]) -> Iterator[list[Cells]]:
    """The rows of a sheet below its header."""
    if isinstance(played, com_excel.Book):
        yield _named(_live_cells(played, kind), columns)
    else:
        book = openpyxl.load_workbook(played)
        name = next(one for one in book.sheetnames if one in SHEETS[kind])
        yield _named([list(cells) for cells in book[name].iter_rows()], columns)
        book.save(played)


def _live_cells(book: com_excel.Book, kind: str) -> list[list[Any]]:
    sheets = com_excel.in_xlwings(book).sheets
    sheet = next(one for one in sheets if one.name in SHEETS[kind])
    height, width = sheet.used_range.last_cell.row, sheet.used_range.last_cell.column
    return [
        [sheet.range((row, column)) for column in range(1, width + 1)]
        for row in range(1, height + 1)
    ]


def _named(lines: list[list[Any]], columns: Mapping[str, Name]) -> list[Cells]:
    spellings = {folded(word): key for key, words in columns.items() for word in words}
    keys = [spellings.get(folded(str(cell.value))) for cell in lines[0]]
    return [{key: cell for key, cell in zip(keys, line) if key} for line in lines[1:]]
