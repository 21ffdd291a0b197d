"""What was read of an open workbook, and whether it still stands there when it is written to."""

from __future__ import annotations

from typing import NamedTuple

import xlwings as xw

from ...rules.model import Results
from ...words import Refused
from ...workbook.block import Block, Cell, Workbook
from ...workbook.cells import is_blank
from ...workbook.read import read_results
from .udfs import workbook


class Remembered(NamedTuple):
    """An open workbook, and the sheets that were read of it so far, each once."""

    workbook: Workbook
    blocks: dict[str, Block]


def remember(book: xw.Book, *, marked: bool = True) -> Remembered:
    """A live workbook as `host.workbook` gives it; what is read of it is kept."""
    opened, blocks = workbook(book, marked=marked), dict[str, Block]()

    def load(name: str) -> Block:
        if name not in blocks:
            blocks[name] = opened.load(name)
        return blocks[name]

    return Remembered(opened._replace(load=load), blocks)


def refuse_changed(book: xw.Book, read: Remembered) -> None:
    """Raises Refused where somebody typed into a sheet that was read, added one, or took it away.

    What a formula makes of it may go on by itself, such as the time, as long as the results read
    from it stay the same.
    """
    now = remember(book, marked=False)
    same = _names(now.workbook) == _names(read.workbook)
    calculated = False
    for name, before in read.blocks.items() if same else ():
        present = now.workbook.load(name)
        if (before.start, before.rows) != (present.start, present.rows):
            same = same and _typed(before) == _typed(present)
            calculated = True
        same = same and before.metadata == present.metadata
    if same and calculated:
        # Which sheets are ours was not asked again.
        again = now.workbook._replace(sheets=read.workbook.sheets)
        same = _results(again) == _results(read.workbook)
    if not same:
        raise Refused("file-changed", file=book.name)


def _names(opened: Workbook) -> list[str]:
    return [info.name for info in opened.sheets]


def _typed(block: Block) -> dict[tuple[int, int], Cell]:
    """What stands on a sheet, without what formulas make of it."""
    row, column = block.start
    return {
        (row + line, column + place): value
        for line, cells in enumerate(block.rows)
        for place, value in enumerate(cells)
        if not is_blank(value) and (row + line, column + place) not in block.metadata.formulas
    }


def _results(opened: Workbook) -> Results | None:
    """All that is scored and drawn from; None where it can no longer be read."""
    try:
        return read_results(opened)._replace(origin=None)
    except Refused:
        return None
