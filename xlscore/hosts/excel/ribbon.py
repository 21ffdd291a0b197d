"""What the buttons of the ribbon call: the add-in lets RunPython call nothing else.

Each ends with one message in the language of the workbook, and has done all of its work or none.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import xlwings as xw

from ... import __version__
from ...rules.rule_file import released_rules
from ...seating.next_round import LOT, SPREAD
from ...template.fresh_workbook import write_template
from ...words import Refused, sentence
from ...workbook.block import Workbook
from ..common import functions
from .edit import type_edits
from .live import insert_live as insert
from .remembered import remember
from .udfs import workbook
from .writing import write

_TOURNAMENT, _LEAGUE = ("dsvc-s3", "base"), ("punktevergabe", None)
_NEW = "xlscore"
_BUTTONS = (
    "recalculate",
    "check",
    "insert_live",
    "draw_next_round",
    "set_up_final",
    "new_workbook",
    "rules",
)


def recalculate() -> None:
    """Write Standings, Scored games and Check of the calling workbook; say how it went."""
    _pressed(_recalculated)


def check() -> None:
    """Say what is wrong or doubtful in the calling workbook; write nothing."""
    _pressed(lambda book: functions.findings_in_words(workbook(book)))


def insert_live() -> None:
    """Put in live standings where there are none, and mend formulas of another computer."""
    _pressed(lambda book: insert(book, _language(book)))


def draw_next_round() -> None:
    """Draw the next round, by lot or spread, and type it into the results."""
    _pressed(_drawn)


def set_up_final() -> None:
    """Seat the final, or the semi-finals before it, and type them into the results."""
    _pressed(lambda book: _seated(book, functions.set_up_final))


def new_workbook() -> None:
    """Open a fresh workbook to fill in, for a tournament or for a league."""
    _pressed(_opened)


def rules() -> None:
    """Tell the calling workbook's rule set in words."""
    _pressed(lambda book: functions.rules_in_words(workbook(book)))


def help() -> None:
    """Tell what the buttons do and which functions there are."""
    _pressed(_instructions)


def _pressed(action: Callable[[xw.Book], str | None]) -> None:
    """Do what a button is for and show the outcome, whatever it is; nothing where it was None."""
    book = xw.Book.caller()
    try:
        message = action(book)
    except Exception as error:
        known = error.language if isinstance(error, Refused) else None
        message = functions.in_words(error, known or _language(book))
    if message is not None:
        book.app.alert(message, "xlscore")


def _recalculated(book: xw.Book) -> str:
    read = remember(book)
    blocks, message, language = functions.recalculate(read.workbook)
    try:
        if blocks:
            write(book, read, blocks)
    except Refused as refused:
        refused.language = language
        raise
    # Saved ones have a path, or an address in the cloud.
    if blocks and not re.search(r"[\\/:]", book.fullname):
        message = f"{message} {sentence('workbook-unsaved', language, {})}"
    return message


def _drawn(book: xw.Book) -> str | None:
    """The next round typed in; None where the person thought better of it."""
    question = sentence("draw-which", _language(book), {})
    methods = {"yes": LOT, "no": SPREAD}
    answer = book.app.alert(question, "xlscore", buttons="yes_no_cancel")
    if answer not in methods:
        return None
    return _seated(book, lambda read: functions.draw_next_round(read, methods[answer]))


def _seated(book: xw.Book, draw: Callable[[Workbook], functions.Drawing]) -> str:
    read = remember(book)
    edits, message, language = draw(read.workbook)
    if edits is not None:
        try:
            type_edits(book, read, edits)
        except Refused as refused:
            refused.language = language
            raise
    return message


def _opened(book: xw.Book) -> str | None:
    """A fresh workbook opened in Excel; None where the person thought better of it."""
    language = _language(book)
    question = sentence("new-workbook-which", language, {})
    kinds = {"yes": _TOURNAMENT, "no": _LEAGUE}
    answer = book.app.alert(question, "xlscore", buttons="yes_no_cancel")
    if answer not in kinds:
        return None
    rule_set, scenario = kinds[answer]
    if sys.platform == "darwin":
        target = _free(Path.home() / "Documents")
        write_template(target, released_rules(rule_set), language=language, scenario=scenario)
        book.app.books.open(target)
        return sentence("new-workbook-saved", language, {"file": target})
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        target = Path(folder) / f"{_NEW}.xlsx"
        write_template(target, released_rules(rule_set), language=language, scenario=scenario)
        # Made from a template, it has no place yet: Excel asks for one when it is saved.
        book.app.api.Workbooks.Add(str(target))
    return sentence("new-workbook-opened", language, {})


def _instructions(book: xw.Book) -> str:
    """A line a button, as the ribbon itself tells it, and the names of the functions."""
    language = _language(book)

    def words(code: str, **values: object) -> str:
        return sentence(code, language, values)

    # A Mac knows no worksheet functions, and its tab has no button for them.
    buttons = [one for one in _BUTTONS if one != "insert_live" or sys.platform != "darwin"]
    lines = [f"{words(f'ribbon-{one}-label')}: {words(f'ribbon-{one}-help')}" for one in buttons]
    return "\n".join([*lines, words("help-functions", version=__version__)])


def _free(folder: Path) -> Path:
    """A name for a fresh workbook that nothing in the folder has yet."""
    number, target = 1, folder / f"{_NEW}.xlsx"
    while target.exists():
        number += 1
        target = folder / f"{_NEW} {number}.xlsx"
    return target


def _language(book: xw.Book) -> str:
    return functions.spoken_language(workbook(book, marked=False))
