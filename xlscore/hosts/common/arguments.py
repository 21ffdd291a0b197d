"""The arguments of worksheet functions, cells as hosts deliver them, and cells to return.

Results and settings that are left out are the calling workbook's.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Union

from ...rules.exact import Number
from ...rules.model import Results, Settings
from ...rules.rule_file import released_rules
from ...rules.rule_set import ANY_SIZE, RuleSet
from ...words import Refused
from ...workbook import cells
from ...workbook.block import MAX_ROWS, Block, Cell, SheetInfo, Workbook
from ...workbook.read import read_results
from ...workbook.side_sheets import settings
from ...workbook.vocabulary import sheet_kind

Rows = list[list[Union[str, int, float]]]
EXAMPLES = {"rules": "dsvc-s3", "scenario": "base", "player": "Ann", "other": "Ben"}


def word(argument: str, cell: Cell) -> str | None:
    """An argument that is one text; None where it is empty."""
    if isinstance(cell, (list, tuple)):
        example = EXAMPLES[argument]
        raise Refused("argument-not-one-value", argument=argument, example=example)
    text = "" if cell is None else str(cell).strip()
    return text or None


def height(rows: Cell) -> int:
    """How many rows an answer is filled up to."""
    if rows is None or rows == "":
        return 0
    whole = isinstance(rows, (int, float)) and not isinstance(rows, bool) and rows % 1 == 0
    if not whole or not 0 <= rows <= MAX_ROWS:  # type: ignore[operator]
        raise Refused("argument-rows", found=rows, most=MAX_ROWS)
    return int(rows)  # type: ignore[arg-type]


def count(argument: str, cell: Cell) -> int | None:
    """A whole number of at least one; None where it is left out."""
    if cell is None or cell == "":
        return None
    whole = isinstance(cell, (int, float)) and not isinstance(cell, bool) and cell % 1 == 0
    if not whole or cell < 1:  # type: ignore[operator]
        raise Refused("argument-count", argument=argument, found=cell)
    return int(cell)  # type: ignore[arg-type]


def rule_set(rules: Cell) -> RuleSet | None:
    named = word("rules", rules)
    return released_rules(named) if named else None


def results_of(workbook: Workbook, given: Block | None = None) -> Results:
    """The workbook's results, or the given ones among its Tournament, Players and Games."""
    if given is None:
        return read_results(workbook)
    others = [
        info
        for info in workbook.sheets
        if sheet_kind(info.name) in ("tournament", "players", "games") and info.name != given.sheet
    ]
    return read_results(
        Workbook(
            workbook.source,
            (*others, SheetInfo(given.sheet, ours=False)),
            lambda name: given if name == given.sheet else workbook.load(name),
        ),
        given.sheet,
    )


def settings_of(workbook: Workbook) -> Settings:
    """What the Tournament sheet says, where there is one."""
    for info in workbook.sheets:
        if sheet_kind(info.name) == "tournament":
            return settings(workbook.load(info.name))[0]
    return Settings()


def name(argument: str, cell: Cell) -> str | None:
    """An argument that is one name, read as in the results."""
    text = word(argument, cell)
    # 7 typed as a number is the player called 7
    return None if text is None else str(cells.name(cell).value or text)


def victory_points(vp: Sequence[Sequence[Cell]], rules: RuleSet) -> tuple[Number, ...]:
    """The numbers of one table. Text is refused: there is nowhere to tell how it was read."""
    width = len(vp[0])
    if len(vp) > 1 and width > 1:
        raise Refused("argument-vp-area", rows=len(vp), columns=width)
    numbers: list[Number] = []
    for number, cell in enumerate([cell for row in vp for cell in row], 1):
        if cells.is_blank(cell):
            raise Refused("argument-vp-empty", number=number)
        reading = cells.victory_points(cell)
        value = reading.value
        below = isinstance(value, (int, Fraction)) and value < 0 and not rules.vp_below_zero
        if isinstance(cell, str) or not isinstance(value, (int, Fraction)) or below:
            found = reading.values.get("found", cell)
            raise Refused("argument-vp-invalid", number=number, found=found)
        if rules.vp_whole and value.denominator != 1:
            values = {"number": number, "found": value, "rules": rules.id}
            raise Refused("argument-vp-whole", **values)
        numbers.append(value)
    if not rules.scores(len(numbers)):
        sizes = rules.sizes or ANY_SIZE
        raise Refused("argument-vp-size", players=len(numbers), rules=rules.id, sizes=sizes)
    return tuple(numbers)


def shaped(vp: Sequence[Sequence[Cell]], values: Sequence[Number]) -> Rows:
    """One value for each cell of a table, in its shape."""
    row = [plain(value) for value in values]
    return [row] if len(vp) == 1 else [[value] for value in row]


def plain(cell: Cell) -> str | int | float:
    """A cell as a formula returns it: text, a number a spreadsheet holds, empty text."""
    if isinstance(cell, Fraction):
        return float(cell)
    return cell if isinstance(cell, (str, int)) else ""
