"""The seed of a draw, kept on the Tournament sheet so that everybody can repeat the draw."""

from __future__ import annotations

from itertools import count

from ..rules.model import Results
from ..workbook.block import Area, Block, Workbook, overlap
from ..workbook.cells import is_blank
from ..workbook.edits import SheetEdits, Value, cell_edits
from ..workbook.folding import folded
from ..workbook.headers import cell_at
from ..workbook.side_sheets import draw_round
from ..workbook.vocabulary import CHOICES, DRAW, TOURNAMENT_KEYS, language_of


def seed_edits(workbook: Workbook, results: Results, round: str, seed: str) -> SheetEdits | None:
    """The seed beside the key of the round: over the one that is there, else below all keys.

    It is typed as text, since a spreadsheet rounds long numbers. None without a Tournament sheet.
    """
    sheet = results.origin.settings[0]
    # Without such a sheet the name is only what it would be called.
    if results.origin.is_read(sheet) or sheet not in {info.name for info in workbook.sheets}:
        return None
    block = workbook.load(sheet)
    key = block.start[1]
    known = {folded(word) for name in TOURNAMENT_KEYS.values() for word in name}
    last = block.start[0] - 1
    changes: dict[tuple[int, int], Value] = {}
    for row in range(block.start[0], block.start[0] + len(block.rows)):
        cell = cell_at(block, row, key)
        drawn = draw_round(cell)
        if drawn == round:
            changes = {(row, key + 1): seed}
            break
        if drawn or (isinstance(cell, str) and folded(cell).rstrip(": ") in known):
            last = row
    if not changes:
        free = next(row for row in count(last + 1) if _is_free(block, row, key))
        language = _language(block) or results.language or results.settings.language or "en"
        word = int(round) if round.isdecimal() else CHOICES[round](language)
        changes = {(free, key): f"{DRAW(language)} {word}", (free, key + 1): seed}
    return SheetEdits(sheet, cell_edits(workbook.source, block, changes))


def _is_free(block: Block, row: int, key: int) -> bool:
    """Whether key and value can go into a row."""
    pair = Area(row, key, row, key + 1)
    return not any(overlap(area, pair) for area in block.marks.merged) and all(
        is_blank(cell_at(block, row, column)) and (row, column) not in block.marks.formulas
        for column in (key, key + 1)
    )


def _language(block: Block) -> str | None:
    """The language that most keys are in, None for neither."""
    keys = [row[0].rstrip(": ") for row in block.rows if row and isinstance(row[0], str)]
    return language_of(keys, TOURNAMENT_KEYS.values())
