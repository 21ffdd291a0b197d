"""Blocks as our sheets are written from, of any length, with every kind of cell."""

from __future__ import annotations

from fractions import Fraction

from xlscore.workbook.block import Block, Cell, SheetMetadata
from xlscore.workbook.look import OUTPUT, STATUS_COLUMN
from xlscore.workbook.vocabulary import SHEETS


def our_block(kind: str, rows: int, language: str = "en", **replaced: Cell) -> Block:
    """The sheet of that kind with so many rows of data; `replaced` by column key, in each row."""
    columns = OUTPUT[kind]
    header: list[Cell] = [column.heading(language) for column in columns.values()]
    if kind == "standings":
        header += [None] * (STATUS_COLUMN - len(header)) + ["Final."]
    data = [
        [replaced.get(key, _value(column.style, row)) for key, column in columns.items()]
        for row in range(1, rows + 1)
    ]
    styles = tuple(column.style for column in columns.values())
    return Block(SHEETS[kind](language), (0, 0), [header, *data], SheetMetadata(styles=styles))


def our_blocks(rows: int, language: str = "en") -> list[Block]:
    """All three sheets."""
    return [our_block(kind, rows, language) for kind in ("standings", "scored_games", "check")]


def _value(style: str, row: int) -> Cell:
    if style in ("text", "wrapped"):
        return f"Player {row}" if row % 3 else None
    if style == "code":
        return str(row)
    return Fraction(10 * row, 3 if row % 2 else 2) if style in ("points", "share") else row
