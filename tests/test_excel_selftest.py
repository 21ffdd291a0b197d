"""Would the selftest pass on an Excel that does all it should, and fail on one that does not?"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import xlwings

from tests.support import com_excel
from tests.support.fake_pywin32 import MISSING, fresh, windows_xlwings
from tests.support.pressed import shown

HOST = "xlscore.hosts.excel.udfs"
COUNTS = {"POINTS": 2, "SHARE": 3, "EXPLAIN": 5}


class Excel:
    """An Excel with the add-in: it calculates our functions and knows the add-in's macro."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        windows_xlwings(monkeypatch)
        names = ("desktop", "udfs", "press", "selftest")
        loaded = {name: fresh(monkeypatch, f"xlscore.hosts.excel.{name}") for name in names}
        self.selftest: ModuleType = loaded["selftest"]
        self.impl = com_excel.Book({"Sheet1": []}).app
        self.impl.entered = self.calculated
        self.impl.macros["xlscore.xlam!Press"] = self.pressed
        windows = xlwings._xlwindows
        wrapped = windows.COMRetryObjectWrapper(self.impl)
        self.app = xlwings.App(impl=windows.App(xl=wrapped))

    def calculated(self, cells: com_excel.Range, formula: str) -> None:
        """Put the answer of one of our functions into the cells that it takes."""
        match = re.fullmatch(r"=CATAN_(\w+)\((.*)\)", formula)
        if match is None:
            return
        book = cells.sheet.book
        words = re.findall(r"(?:^|,)(\{.*?\}|[^,]*)", match[2]) if match[2] else []
        arguments = [self.argument(book, word) for word in words]
        arguments += [MISSING] * (COUNTS.get(match[1], 4) - len(arguments))
        answer = xlwings.com_server.XLPython().CallUDF(
            HOST, f"CATAN_{match[1]}", (*arguments, cells), None, cells
        )
        rows = answer if isinstance(answer, list) else [answer]
        rows = rows if isinstance(rows[0], list) else [rows]
        for y, line in enumerate(rows):
            for x, value in enumerate(line):
                cells.sheet.values[cells.row + y, cells.column + x] = value

    @staticmethod
    def argument(book: com_excel.Book, word: str) -> Any:
        if word == "tblResults[#All]":
            tables = (table for sheet in book.all for table in sheet.tables)
            return next(table.range for table in tables if table.name == "tblResults")
        if word.startswith("{"):
            return tuple(map(float, word.strip("{}").split(",")))
        return word.strip('"') if word.startswith('"') else float(word) if word else MISSING

    def pressed(self, button: str) -> None:
        shown(button, self.impl.open[-1])

    def tested(self, folder: Path) -> tuple[bool, list[str]]:
        lines: list[str] = []
        passed: bool = self.selftest.run(self.app, folder, lines.append)
        return passed, lines


@pytest.fixture
def excel(monkeypatch: pytest.MonkeyPatch) -> Excel:
    return Excel(monkeypatch)


def failed(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith(("FAIL", "FALSCH"))]


def test_all_steps_pass_a_line_each_on_an_excel_that_does_all(excel: Excel, tmp_path: Path) -> None:
    passed, lines = excel.tested(tmp_path)
    assert failed(lines) == []
    assert passed
    assert len(lines) == 5 + len(excel.selftest.FUNCTIONS)
    assert len(excel.impl.alerts) == 1


def nothing(*_: object) -> None:
    """What an Excel does that does nothing."""


def wrong(excel: Excel) -> Callable[[com_excel.Range, str], None]:
    def calculated(cells: com_excel.Range, formula: str) -> None:
        excel.calculated(cells, formula)
        for place, value in cells.sheet.values.items():
            if value == 5:
                cells.sheet.values[place] = 6

    return calculated


def moved(excel: Excel) -> Callable[[str], None]:
    def pressed(button: str) -> None:
        excel.pressed(button)
        excel.impl.open[-1].active = excel.impl.open[-1].all[0]

    return pressed


def test_an_excel_without_the_functions_fails_each_of_them(excel: Excel, tmp_path: Path) -> None:
    excel.impl.entered = nothing
    passed, lines = excel.tested(tmp_path)
    assert not passed
    assert len(failed(lines)) == 1 + len(excel.selftest.FUNCTIONS)


def test_a_wrong_number_is_found(excel: Excel, tmp_path: Path) -> None:
    excel.impl.entered = wrong(excel)
    passed, lines = excel.tested(tmp_path)
    assert not passed
    assert any("CATAN_POINTS" in line for line in failed(lines))


@pytest.mark.parametrize("button", [lambda _: nothing, moved], ids=["no button", "another sheet"])
def test_a_button_that_fails_is_found(
    excel: Excel, tmp_path: Path, button: Callable[[Excel], Any]
) -> None:
    excel.impl.macros["xlscore.xlam!Press"] = button(excel)
    passed, lines = excel.tested(tmp_path)
    assert not passed
    assert any("Recalculate" in line or "Neu berechnen" in line for line in failed(lines))


def test_an_excel_without_the_add_in_fails_and_the_rest_is_still_tried(
    excel: Excel, tmp_path: Path
) -> None:
    excel.impl.macros.clear()
    passed, lines = excel.tested(tmp_path)
    assert not passed
    assert len(failed(lines)) == 2
    assert len(lines) == 5 + len(excel.selftest.FUNCTIONS)


@pytest.mark.parametrize("formula", ["='C:\\xlscore.xlam'!CATAN_STANDINGS()", "=1+1"])
def test_a_formula_saved_with_a_place_is_found(
    excel: Excel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str
) -> None:
    def save(book: com_excel.Book) -> None:
        book["Live"].formulas[2, 1] = formula

    monkeypatch.setattr(com_excel.Book, "saved", save)
    passed, lines = excel.tested(tmp_path)
    assert not passed
    assert failed(lines) == lines[-1:]
