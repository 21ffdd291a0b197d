"""The buttons of the ribbon, pressed on workbooks in memory, and what a person sees there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
import xlwings

from tests.support import in_memory_book
from tests.support.fake_pywin32 import fresh, windows_xlwings
from xlscore.hosts.common.port import Desktop

Press = Callable[..., str]


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Press:
    """Press a button on a workbook; returns the message that Excel shows, empty for none."""
    windows_xlwings(monkeypatch)
    loaded = {
        name: fresh(monkeypatch, f"xlscore.hosts.excel.{name}") for name in ("desktop", "press")
    }

    def press(button: str, book: in_memory_book.Book) -> str:
        mock = xlwings.Book(impl=book)
        monkeypatch.setattr(xlwings.Book, "_mock_caller", mock, raising=False)
        before = len(book.app.alerts)
        loaded["press"].press(button)
        said = "\n".join(book.app.alerts[before:])
        assert "fault in xlscore" not in said
        assert "Fehler in xlscore" not in said
        return said

    return press


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
