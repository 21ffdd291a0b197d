"""Live standings: formulas put in, and entered anew where they point to another computer.

Excel stores the place of an add-in with every formula that uses it. Saved on one computer, such a
formula looks for the add-in there on every other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...words import Refused, sentence
from ...workbook.block import Area, ErrorCell, Workbook, quoted_sheet, reference
from ...workbook.cells import is_blank
from ...workbook.folding import folded
from ...workbook.look import OUTPUT, STYLES, Style
from ...workbook.vocabulary import SHEETS, TABLES, sheet_kind
from . import functions
from .fill import style_columns
from .port import Desktop, Formula

_OURS = re.compile(rf"\b({'|'.join(functions.FUNCTIONS)})\(", re.IGNORECASE)
_ELSEWHERE = re.compile(rf"('(?:[^']|'')+'|[\w.\[\]-]+)!(?={_OURS.pattern})", re.IGNORECASE)
"""The file that one of our functions is looked for in: ``'C:\\...\\xlscore.xlam'!CATAN_...``."""
_UNKNOWN = ErrorCell("#NAME?")
_SPARE_ROWS = 20
"""Room for players to come, where the answer cannot grow by itself."""
_ROWS_STYLED = 500


def is_ours(formula: object) -> bool:
    """Whether a formula calls a function of ours."""
    return isinstance(formula, str) and formula.startswith("=") and bool(_OURS.search(formula))


def reentered(formula: str) -> str:
    """A formula without the file that our functions were found in when it was saved."""
    return _ELSEWHERE.sub("", formula)


def mend(book: Desktop, found: Sequence[Formula]) -> int:
    """Enter those of the formulas anew that look elsewhere or found nothing; how many they were.

    Raises Refused, with nothing done, where one of them stands on a sheet that is protected.
    """
    broken = [one for one in found if one.text != reentered(one.text) or one.value == _UNKNOWN]
    for sheet in {one.sheet for one in broken}:
        book.refuse_protected(sheet)
    if broken:
        with book.undisturbed():
            for one in broken:
                book.enter(one._replace(text=reentered(one.text)))
    return len(broken)


def insert_live(book: Desktop, workbook: Workbook, language: str) -> str:
    """Enter broken formulas of ours anew, and live standings where there are none.

    Returns in one or two sentences of the language `language` what was done. Raises Refused, with
    nothing done, where there are no functions, and where a sheet is protected or has no room.
    """
    if not book.has_functions:
        raise Refused("functions-windows-only")
    found = book.formulas()
    live = [one for one in found if "CATAN_STANDINGS(" in one.text.upper()]
    target = None if live else _target(book, workbook, language)
    reported = []
    count = mend(book, found)
    if count:
        reported.append(sentence("live-entered", language, {"count": count}))
    if not live:
        with book.undisturbed():
            name = _insert(book, workbook, target, language)
        reported.append(sentence("live-inserted", language, {"sheet": name}))
    if not reported:
        first = live[0].area._replace(last_row=live[0].area.first_row)
        place = reference(live[0].sheet, first)
        reported.append(sentence("live-there", language, {"where": place}))
    return " ".join(reported)


def _target(book: Desktop, workbook: Workbook, language: str) -> str | None:
    """The sheet that live standings go to, None where it is to be added."""
    for sheet in (info.name for info in workbook.sheets):
        if sheet_kind(sheet) == "live":
            book.refuse_protected(sheet)
            block = workbook.load(sheet)
            row, column = block.start
            below = block.rows[max(0, 1 - row) :]
            width = max(0, len(OUTPUT["standings"]) - column)
            if not all(is_blank(value) for line in below for value in line[:width]):
                raise Refused("live-occupied", sheet=quoted_sheet(sheet))
            return sheet
    book.refuse_full(SHEETS["live"](language))
    return None


def _insert(book: Desktop, workbook: Workbook, sheet: str | None, language: str) -> str:
    """Live standings below the first row of their sheet; returns its name."""
    own = folded(TABLES["results"]) in map(folded, book.table_names())
    results = f"{TABLES['results']}[#All]" if own else ""
    if sheet is None:
        sheet = SHEETS["live"](language)
        book.add(sheet, ours=False)
        book.write(sheet, Area(0, 0, 0, 0), [[sentence("template-live", language, {})]])
        book.set_look(sheet, Area(0, 0, 0, 0), Style(bold=True))
        style_columns(book, sheet, "standings", 1)
        for number, column in enumerate(OUTPUT["standings"].values()):
            style = STYLES["points.2" if column.style == "points" else column.style]
            if style.number_format != STYLES["text"].number_format:
                area = Area(2, number, 1 + _ROWS_STYLED, number)
                book.set_look(sheet, area, Style(style.number_format))
    if book.spills:
        book.enter(Formula(sheet, Area(1, 0, 1, 0), f"=CATAN_STANDINGS({results})"))
    else:
        height = len(functions.standings(workbook)) + _SPARE_ROWS
        area = Area(1, 0, height, len(OUTPUT["standings"]) - 1)
        book.enter(Formula(sheet, area, f"=CATAN_STANDINGS({results},,,{height})"))
    return quoted_sheet(sheet)
