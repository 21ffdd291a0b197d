"""The buttons of the ribbon, pressed on workbooks in memory, and what a person sees there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
import xlwings

from tests.support import com_excel
from tests.support.fake_pywin32 import fresh, windows_xlwings
from xlscore.hosts.common.port import Desktop

Press = Callable[..., str]


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Press:
    """Press a button on a workbook; returns all that Excel shows, the question first."""
    windows_xlwings(monkeypatch)
    for name in ("desktop", "press"):
        fresh(monkeypatch, f"xlscore.hosts.excel.{name}")

    def press(button: str, book: com_excel.Book) -> str:
        return shown(button, book)

    return press


def shown(button: str, book: com_excel.Book) -> str:
    """What a person reads who presses a button, as the add-in's VBA asks and tells it."""
    server = xlwings.com_server.XLPython()
    module = server.Module("xlscore.hosts.excel.press")

    def called(name: str, *given: object) -> str:
        text: str = server.Str(server.Call(module, name, server.Tuple(button, book, *given)))
        return text

    said = [called("question")]
    answer = {"yes": True, "no": False}.get(book.app.answers.pop()) if said[0] else True
    if answer is not None:
        said.append(called("press", answer))
    book.app.alerts += filter(None, said)
    assert "fault in xlscore" not in said[-1]
    assert "Fehler in xlscore" not in said[-1]
    return "\n".join(filter(None, said))


def desktop(book: com_excel.Book) -> Desktop:
    """The book as the buttons have it."""
    opened: Desktop = sys.modules["xlscore.hosts.excel.desktop"].DesktopBook(
        com_excel.in_xlwings(book)
    )
    return opened


def state(book: com_excel.Book) -> dict[str, Any]:
    """All that a person could see changed."""
    return {
        sheet.name: (
            dict(sheet.values),
            dict(sheet.formulas),
            dict(sheet.formats),
            dict(sheet.widths),
            [table.range.address for table in sheet.tables.all],
        )
        for sheet in book.all
    }
