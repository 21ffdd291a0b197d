"""What only a real Excel can show: ``python -m xlscore.hosts.excel.selftest``.

For a person at a computer with Excel and the add-in. Fills a fresh workbook, types the functions,
presses a button, saves, opens again, and prints a line for each step. Exit code 1 where one fails.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import xlwings as xw

from ...evaluation import chosen_language
from ...rules.rule_file import released_rules
from ...template.fresh_workbook import write_template
from ...words import sentence
from ...workbook.block import Area, Workbook
from ...workbook.vocabulary import OUR_SHEETS, RESULTS_COLUMNS, SHEETS, TABLES
from ..common import functions
from ..common.arguments import Rows
from ..common.port import Formula
from .desktop import DesktopBook, two_dimensional

ADD_IN = "xlscore.xlam"
_PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
_ROUNDS = ((10, 8, 7, 3), (9, 10, 5, 4), (10, 6, 10, 2))
_TABLE = "{10,8,7,5}"

_VP = ((10, 8, 7, 5),)
FUNCTIONS: dict[str, Callable[[Workbook], Rows]] = {
    f"=CATAN_STANDINGS({TABLES['results']}[#All])": functions.standings,
    "=CATAN_STANDINGS(,,,8)": lambda workbook: functions.standings(workbook, rows=8),
    "=CATAN_GAMES()": functions.games,
    "=CATAN_CHECK()": functions.check,
    f"=CATAN_POINTS({_TABLE})": lambda workbook: functions.points(workbook, _VP),
    f"=CATAN_SHARE({_TABLE})": lambda workbook: functions.share(workbook, _VP),
    '=CATAN_EXPLAIN("Ann")': lambda workbook: functions.explain(workbook, "Ann"),
    '=CATAN_EXPLAIN("Ann","Ben")': lambda workbook: functions.explain(workbook, "Ann", "Ben"),
}
"""Formulas to be typed, and what each should return."""


class Selftest:
    """The steps, in order, on one Excel; each raises AssertionError saying what is not so."""

    def __init__(self, app: xw.App, folder: Path) -> None:
        self.app = app
        self.file = folder / "xlscore-selftest.xlsx"
        self.book: Any = None

    def steps(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """A name for each step, and what it does."""
        yield "open", self.open
        yield "fill", self.fill
        if sys.platform != "darwin":
            yield "live", self.live
            for formula in FUNCTIONS:
                yield formula, partial(self.function, formula)
        yield "button", self.button
        yield "saved", self.saved

    def open(self) -> None:
        """A template opens and has our sheets marked."""
        rules = released_rules("dsvc-s3")
        options: dict[str, Any] = {"players": _PLAYERS, "rounds": len(_ROUNDS)}
        write_template(self.file, rules, language="en", scenario="base", **options)
        self.book = self.app.books.open(self.file)
        ours = sum(sheet.ours for sheet in self._read().sheets)
        assert ours == len(OUR_SHEETS), f"{ours} marked sheets"

    def fill(self) -> None:
        """The results are typed into their table."""
        sheet = self.book.sheets[SHEETS["results"]("en")]
        headings = two_dimensional(sheet.tables[0].range.value)[0]
        for key, column in (
            ("player", [[name] for _ in _ROUNDS for name in _PLAYERS]),
            ("vp", [[points] for table in _ROUNDS for points in table]),
        ):
            number = headings.index(RESULTS_COLUMNS[key]("en")) + 1
            sheet.range((2, number)).value = column
        answer = functions.standings(self._read())
        assert [row[1] for row in answer[1:]] == ["Ann", "Ben", "Cleo", "Dan"], answer

    def live(self) -> None:
        """The sheet Live follows the results."""
        self.app.calculate()
        self._shows(self.book.sheets["Live"].range("A2"), functions.standings(self._read()))

    def function(self, formula: str) -> None:
        """A formula returns what it should, in all cells that the answer takes."""
        cell = self.book.sheets.add(after=self.book.sheets[-1]).range("A1")
        place = Area(0, 0, 0, 0)
        DesktopBook(self.book).enter(Formula(cell.sheet.name, place, formula))
        self._shows(cell, FUNCTIONS[formula](self._read()))

    def button(self) -> None:
        """Recalculate writes our sheets, and leaves the person where they were."""
        before = self.book.sheets.active.name, self.app.calculation
        self.app.macro(f"{ADD_IN}!Press")("recalculate")
        assert (self.book.sheets.active.name, self.app.calculation) == before, "another sheet shows"
        self._written()

    def saved(self) -> None:
        """Saved and opened again, all is as it was and no formula names a place."""
        self.book.save()
        self.book.close()
        self.book = self.app.books.open(self.file)
        self._written()
        if sys.platform != "darwin":
            formula = self.book.sheets["Live"].range("A2").formula
            assert formula.startswith("=CATAN_STANDINGS("), formula

    def _read(self) -> Workbook:
        return DesktopBook(self.book).read()

    def _written(self) -> None:
        for kind, function in zip(
            OUR_SHEETS, (functions.standings, functions.games, functions.check), strict=True
        ):
            cell = self.book.sheets[SHEETS[kind]("en")].range("A1")
            self._shows(cell, function(self._read()))

    @staticmethod
    def _shows(cell: xw.Range, expected: Rows) -> None:
        shown = cell.resize(len(expected), len(expected[0])).options(ndim=2, err_to_str=True).value
        for row, wanted in zip(shown, expected, strict=True):
            for found, value in zip(row, wanted, strict=True):
                same = found == value or (found in (None, "") and value == "")
                assert same, f"{found!r}, not {value!r}"


def run(app: xw.App, folder: Path, say: Callable[[str], None]) -> bool:
    """All steps, a line each, the rest after one that fails as well; whether all passed."""
    language = chosen_language(None)
    passed = True
    for name, step in Selftest(app, folder).steps():
        title = name
        if not name.startswith("="):
            title = sentence(f"selftest-{name}", language, {})
        try:
            step()
            code, why = "selftest-pass", ""
        except Exception as error:
            code, why, passed = "selftest-fail", f"{type(error).__name__} {error}", False
        say(sentence(code, language, {"step": title, "why": why}))
    return passed


def main() -> int:
    """Run on the Excel that is open, else on one started here; 0 where all passed."""
    language = chosen_language(None)
    app = xw.apps.active
    if app is None:
        app = xw.App(add_book=False)
        # started by a program, Excel loads no add-ins
        app.books.open(Path(app.startup_path) / ADD_IN)
    print(sentence("selftest-look", language, {}))  # noqa: T201
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return 0 if run(app, Path(folder), print) else 1


if __name__ == "__main__":
    sys.exit(main())
