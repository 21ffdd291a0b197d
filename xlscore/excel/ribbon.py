"""What the buttons of the ribbon call: ``RunPython "from xlscore.excel import ribbon; ..."``."""

from __future__ import annotations

import xlwings as xw

from .. import worksheet
from . import host


def recalculate() -> None:
    """Write Standings, Scored games and Check of the calling workbook; say how it went."""
    book = xw.Book.caller()
    language = "en"
    try:
        blocks, message, language = worksheet.recalculate(host.workbook(book))
        host.write(book, blocks)
    except Exception as error:
        message = worksheet.in_words(error, language)
    book.app.alert(message, "xlscore")
