"""What the add-in calls besides the functions: constant names, with values and objects.

No text of a workbook is ever part of a command. On Windows the VBA calls, through the same server
that answers the functions::

    XLPy.Str(XLPy.Call(module, "question", XLPy.Tuple(button, book)))
    XLPy.Str(XLPy.Call(module, "press", XLPy.Tuple(button, book, answer)))
    XLPy.Call(module, "opened", XLPy.Tuple(book))

`module` is ``XLPy.Module("xlscore.hosts.excel.press")``, `button` a name in `actions.BUTTONS`,
`book` the Workbook object itself, such as ActiveWorkbook, and `answer` True or False. The VBA shows
what is returned: while Python showed it, Excel would wait for Python, and say so after a while.

On macOS the add-in's script runs ``python -m xlscore.hosts.excel.press BUTTON``; the workbook is
the active one, and all is shown from here.
"""

from __future__ import annotations

import sys
from typing import Any

import xlwings as xw

from ..common import actions, live
from ..common.functions import in_words
from .desktop import DesktopBook

_TITLE = "xlscore"
_ANSWERS = {"yes": True, "no": False}


def question(button: str, workbook: Any) -> str:
    """What to ask before `press`, with Yes, No and Cancel; empty where nothing is to be asked."""
    return actions.question(button, _opened(workbook)) or ""


def press(button: str, workbook: Any, answer: bool = True) -> str:
    """Do what a button is for; the outcome in words, in the workbook's language, is to be shown."""
    return actions.press(button, _opened(workbook), answer)


def opened(workbook: Any) -> int:
    """Enter formulas of ours anew that look for another computer's add-in, or found none.

    To be called for a workbook that was just opened or made, and in which a formula of ours is;
    returns how many there were. Says nothing, and changes nothing where a sheet is protected.
    """
    book = _opened(workbook)
    try:
        return live.mend(book, book.formulas())
    except Exception as error:
        # Nobody pressed anything. The log has what is a fault of ours.
        in_words(error, "en")
        return 0


def run(button: str) -> None:
    """Press a button on the active workbook, ask what is to be asked, and show the outcome."""
    book = DesktopBook(xw.books.active)
    answer = True
    asked = actions.question(button, book)
    if asked is not None:
        said = book.book.app.alert(asked, _TITLE, buttons="yes_no_cancel")
        if said not in _ANSWERS:
            return
        answer = _ANSWERS[said]
    book.book.app.alert(actions.press(button, book, answer), _TITLE)


def _opened(workbook: Any) -> DesktopBook:
    """A workbook that Excel handed over through COM."""
    from xlwings import _xlwindows  # imports on Windows only

    impl = _xlwindows.Book(xl=workbook)  # type: ignore[no-untyped-call]
    return DesktopBook(xw.Book(impl=impl))


if __name__ == "__main__":
    run(sys.argv[1])
