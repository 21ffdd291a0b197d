"""What the add-in's own VBA calls when a button of the ribbon is pressed."""

from __future__ import annotations

import xlwings as xw

from ..common import actions
from .desktop import DesktopBook


def press(button: str) -> None:
    """Do what a button of `actions.BUTTONS` is for, on the calling workbook."""
    actions.press(button, DesktopBook(xw.Book.caller()))
