"""The buttons of the ribbon, pressed on workbooks in memory, and what a person sees there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
import xlwings

from tests.support import in_memory_book
from tests.support.fake_pywin32 import fresh, windows_xlwings
from xlscore.hosts.common.port import Desktop

Press = Callable[..., str]


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Press:
    """Press a button on a workbook; returns all that Excel shows, the question first."""
    windows_xlwings(monkeypatch)
    loaded = {
        name: fresh(monkeypatch, f"xlscore.hosts.excel.{name}") for name in ("desktop", "press")
    }

    def press(button: str, book: in_memory_book.Book) -> str:
        return shown(loaded["press"], button, book)

    return press


def shown(pressing: ModuleType, button: str, book: in_memory_book.Book) -> str:
    """What a person reads who presses a button, as the add-in's VBA asks and tells it."""
    said = [pressing.question(button, book)]
    answer = {"yes": True, "no": False}.get(book.app.answers.pop()) if said[0] else True
    if answer is not None:
        said.append(pressing.press(button, book, answer))
    book.app.alerts += filter(None, said)
    assert "fault in xlscore" not in said[-1]
    assert "Fehler in xlscore" not in said[-1]
    return "\n".join(filter(None, said))


def desktop(book: in_memory_book.Book) -> Desktop:
    """The book as the buttons have it."""
    opened: Desktop = sys.modules["xlscore.hosts.excel.desktop"].DesktopBook(
        xlwings.Book(impl=book)
    )
    return opened


def state(book: in_memory_book.Book) -> dict[str, Any]:
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
