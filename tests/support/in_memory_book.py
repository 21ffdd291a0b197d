"""Workbooks without Excel: an engine on `xlwings.base_classes` with just what a host uses.

It does to values what Excel does to them: every number is held as a float, and text written to
a cell not formatted as text turns into a formula, a number, a date or a truth where it looks like
one, unless an apostrophe stands before it. Error values are the integers that COM delivers. `App`
records what the user would notice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
import xlwings
from xlwings import base_classes

ERRORS = {
    -2146826288: "#NULL!",
    -2146826281: "#DIV/0!",
    -2146826273: "#VALUE!",
    -2146826265: "#REF!",
    -2146826259: "#NAME?",
    -2146826252: "#NUM!",
    -2146826246: "#N/A",
}
Rows = Sequence[Sequence[Any]]
Place = tuple[int, int]
CODES = {text: code for code, text in ERRORS.items()}


class Engine:
    """The engine named ``excel``, as on a desktop; cleaning as xlwings does it on Windows."""

    name = "excel"
    type = "desktop"

    @property
    def apps(self) -> Apps:
        return Apps()

    @staticmethod
    def prepare_xl_data_element(value: Any, _options: Any) -> Any:
        return "" if value is None else value

    @staticmethod
    def clean_value_data(
        data: Iterable[Iterable[Any]], _dates: Any, empty: Any, numbers: Any, err_to_str: bool
    ) -> list[list[Any]]:
        def clean(value: Any) -> Any:
            if value in ("", None):
                return empty
            if isinstance(value, datetime):
                return value.replace(tzinfo=None)
            if type(value) is int and value in ERRORS:
                return ERRORS[value] if err_to_str else None
            return numbers(value) if numbers and isinstance(value, float) else value

        return [[clean(value) for value in row] for row in data]


class App(base_classes.App):
    """One Excel. `alerts` are the messages shown, `screen` every change of screen updating."""

    engine = Engine()
    pid = 1
    display_alerts = True

    def __init__(self) -> None:
        self.alerts: list[str] = []
        self.answers: list[str] = []
        self.screen: list[bool] = []
        self.calculations: list[str] = ["automatic"]
        self.open: list[Book] = []
        self.files: dict[str, Book] = {}
        self.macros: dict[str, Callable[..., object]] = {}
        self.entered: Callable[[Range, str], None] = lambda _cells, _formula: None

    @property
    def api(self) -> App:
        return self

    @property
    def version(self) -> str:
        return "16.0"

    @property
    def Workbooks(self) -> Books:  # noqa: N802
        return Books(self)

    @property
    def books(self) -> Books:
        return Books(self)

    @property
    def selection(self) -> Range:
        """Every sheet keeps its own selection; the active one's shows."""
        selection: Range = self.books.active.active.selection
        return selection

    @property
    def screen_updating(self) -> bool:
        return self.screen[-1] if self.screen else True

    @screen_updating.setter
    def screen_updating(self, value: bool) -> None:
        self.screen.append(value)

    @property
    def calculation(self) -> str:
        return self.calculations[-1]

    @calculation.setter
    def calculation(self, value: str) -> None:
        self.calculations.append(value)

    def alert(self, prompt: str, *_: Any) -> str:
        self.alerts.append(prompt)
        return self.answers.pop() if self.answers else "ok"

    def calculate(self) -> None:
        for book in self.open:
            for sheet in book.all:
                for (row, column), formula in list(sheet.formulas.items()):
                    self.entered(sheet.range((row, column)), formula)

    def run(self, macro: str, args: Sequence[object]) -> object:
        return self.macros[macro](*args)


class Apps(base_classes.Apps):
    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[App]:
        return iter(())


class Books(base_classes.Books):
    app: Any = None

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def active(self) -> Book:
        return self.app.open[-1]

    def __call__(self, name_or_index: str) -> Book:
        return {book.name: book for book in self.app.open}[name_or_index]

    def Add(self, template: str) -> Book:  # noqa: N802
        """A new workbook without a place of its own, named as Excel does."""
        return self._in(opened(Path(template), f"{Path(template).stem}1"))

    def open(self, fullname: str, *_: Any, **__: Any) -> Book:
        fullname = str(fullname)
        return self._in(self.app.files.pop(fullname, None) or opened(Path(fullname), fullname))

    def _in(self, book: Book) -> Book:
        book.app = self.app
        self.app.open.append(book)
        return book


class Book(base_classes.Book):
    """A workbook from sheets of rows; `writes` logs every write of values as ``Sheet!A1:B2``."""

    app: Any = None
    name = ""
    ProtectStructure = False

    def __init__(
        self, content: Mapping[str, Rows], fullname: str = r"C:\Users\Ann\book.xlsx"
    ) -> None:
        self.app, self._fullname = App(), fullname
        self.name = re.split(r"[\\/]", fullname)[-1]
        self.writes: list[str] = []
        self.charts: list[str] = []
        self.all = [Sheet(self, title, rows) for title, rows in content.items()]
        self.active = self.all[0]
        self.room = 255
        self.app.open.append(self)

    @property
    def api(self) -> Book:
        return self

    @property
    def fullname(self) -> str:
        return self._fullname

    @property
    def Sheets(self) -> list[SimpleNamespace]:  # noqa: N802
        """All sheets, those included that are charts."""
        names = [sheet.name for sheet in self.all] + self.charts
        return [SimpleNamespace(Name=name) for name in names]

    @property
    def sheets(self) -> Sheets:
        return Sheets(self)

    def save(self, path: str | None = None, password: str | None = None) -> None:
        assert path is password is None

    def close(self) -> None:
        self.app.open.remove(self)
        self.app.files[self.fullname] = self

    def __getitem__(self, name: str) -> Sheet:
        return next(sheet for sheet in self.all if sheet.name == name)


class Sheets(base_classes.Sheets):
    def __init__(self, book: Book) -> None:
        self.book = book

    @property
    def active(self) -> Sheet:
        return self.book.active

    def __len__(self) -> int:
        return len(self.book.all)

    def __iter__(self) -> Iterator[Sheet]:
        return iter(self.book.all)

    def __call__(self, key: int | str) -> Sheet:
        return self.book.all[key - 1] if isinstance(key, int) else self.book[key]

    def add(self, before: Sheet | None, after: Sheet | None, name: str | None) -> Sheet:
        """As in Excel, the new sheet becomes the active one."""
        assert before is None
        assert after is not None
        name = name or f"Sheet{len(self.book.all) + 1}"
        if self.book.ProtectStructure or len(self.book.all) == self.book.room:
            raise RuntimeError("Excel adds no sheet")
        sheet = Sheet(self.book, name)
        self.book.all.insert(self.book.all.index(after) + 1, sheet)
        self.book.active = sheet
        return sheet


class Sheet(base_classes.Sheet):
    """`values`, `formulas` and `formats` by (row, column) from 1; `widths` by column."""

    names: Any = None
    tables: Any = None
    book: Any = None
    name = ""
    visible = True
    ProtectContents = False
    FilterMode = False

    def __init__(self, book: Book, name: str, rows: Rows = ()) -> None:
        self.book, self.name = book, name
        self.values: dict[Place, Any] = {}
        self.formulas: dict[Place, str] = {}
        self.formats: dict[Place, str] = {}
        self.widths: dict[int, float] = {}
        self.hidden: set[int] = set()
        self.merged: list[Range] = []
        self.arrays: dict[Place, Range] = {}
        self.names = Names(self)
        self.tables = Tables()
        self.selection = Range(self, 1, 1, 1, 1)
        for row, cells in enumerate(rows, 1):
            for column, value in enumerate(cells, 1):
                # Text that stands there is text.
                self.put(row, column, f"'{value}" if value and isinstance(value, str) else value)

    @property
    def api(self) -> Sheet:
        return self

    @property
    def used_range(self) -> Range:
        cells = {*self.values, *self.formulas} or {(1, 1)}
        first_row, first_column = (min(cell[axis] for cell in cells) for axis in (0, 1))
        last_row, last_column = (max(cell[axis] for cell in cells) for axis in (0, 1))
        return self.range((first_row, first_column), (last_row, last_column))

    def range(self, first: Any, last: Any = None) -> Range:
        if isinstance(first, str):
            matches = re.findall(r"([A-Z]+)(\d+)", first)
            first, last = ((int(row), _column(letters)) for letters, row in (matches * 2)[:2])
        if isinstance(last, Range):
            last = (last.row + last.shape[0] - 1, last.column + last.shape[1] - 1)
        if isinstance(first, Range):
            first = (first.row, first.column)
        last = last or first
        return Range(self, *first, last[0] - first[0] + 1, last[1] - first[1] + 1)

    def activate(self) -> None:
        self.book.active = self

    def delete(self) -> None:
        self.book.all.remove(self)
        if self.book.active is self:
            self.book.active = self.book.all[-1]

    def put(self, row: int, column: int, value: Any) -> None:
        """Enter a value as Excel takes it."""
        assert not self.ProtectContents, "Excel refuses"
        cell = (row, column)
        self.values.pop(cell, None)
        self.formulas.pop(cell, None)
        if isinstance(value, str) and self.formats.get(cell) != "@":
            if re.match(r"=|[-+@](?![\d.]+$)", value):
                self.formulas[cell] = value
                value = 0.0  # for lack of anything that calculates
            else:
                value = entered(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value not in ERRORS:
            value = float(value)
        if value not in (None, ""):
            self.values[cell] = value

    def rows(self) -> list[list[Any]]:
        """What stands on the sheet from A1, error values and empty cells as in a program."""
        value = xlwings.Range(impl=self.used_range).sheet.range((1, 1), self.used_range.last)
        rows: list[list[Any]] = value.options(ndim=2).value
        return rows


def entered(text: str) -> Any:
    """What Excel makes of a text typed into a cell that is not formatted as text."""
    if text.startswith("'"):
        return text[1:]
    if text.upper() in ("TRUE", "FALSE", "WAHR", "FALSCH"):
        return text.upper() in ("TRUE", "WAHR")
    if re.fullmatch(r"[-+]?\d+\.?\d*(E[-+]?\d+)?", text, re.IGNORECASE):
        return float(text)
    if re.fullmatch(r"\d+%", text):
        return float(text[:-1]) / 100
    if re.fullmatch(r"\d+[/.-]\d+|(Mar|März|May|Mai)[ -]\d+|\d+\. ?(Mar|März|May|Mai)", text):
        return datetime(2024, 3, 5)
    return text


class Range(base_classes.Range):
    """A rectangle of cells; the font and the fill are taken and forgotten."""

    CLSID = None
    Formula2: Any = ""
    sheet: Any = None
    row = column = 0
    shape = (0, 0)
    font: Any = None
    color: Any = None

    def __init__(self, sheet: Sheet, row: int, column: int, height: int, width: int) -> None:
        self.sheet, self.row, self.column, self.shape = sheet, row, column, (height, width)
        self.font = SimpleNamespace()

    @property
    def api(self) -> Range:
        return self

    @property
    def last(self) -> Place:
        return self.row + self.shape[0] - 1, self.column + self.shape[1] - 1

    @property
    def address(self) -> str:
        first, last = (
            f"{_letters(column)}{row}" for row, column in ((self.row, self.column), self.last)
        )
        return first if first == last else f"{first}:{last}"

    def __len__(self) -> int:
        return self.shape[0] * self.shape[1]

    def __call__(self, row: int, column: int | None = None) -> Range:
        assert column is not None
        return Range(self.sheet, self.row + row - 1, self.column + column - 1, 1, 1)

    def cells(self) -> list[list[Place]]:
        return [
            [(row, column) for column in range(self.column, self.last[1] + 1)]
            for row in range(self.row, self.last[0] + 1)
        ]

    def _read(self, values: Mapping[Place, Any], empty: Any) -> Any:
        rows = tuple(tuple(values.get(cell, empty) for cell in row) for row in self.cells())
        return rows[0][0] if len(self) == 1 else rows

    @property
    def raw_value(self) -> Any:
        return self._read(self.sheet.values, None)

    @raw_value.setter
    def raw_value(self, value: Any) -> None:
        self.sheet.book.writes.append(f"{self.sheet.name}!{self.address}")
        rows = value if isinstance(value, (list, tuple)) else [[value]]
        for cells, row in zip(self.cells(), rows, strict=True):
            for cell, item in zip(cells, row, strict=True):
                self.sheet.put(*cell, item)

    @property
    def formula(self) -> Any:
        texts = {cell: str(value) for cell, value in self.sheet.values.items()}
        return self._read({**texts, **self.sheet.formulas}, "")

    @formula.setter
    def formula(self, value: str) -> None:
        self._enter(value)

    @property
    def formula2(self) -> Any:
        return self.formula

    @formula2.setter
    def formula2(self, value: str) -> None:
        assert hasattr(self, "Formula2")
        self._enter(value)

    @property
    def formula_array(self) -> Any:
        return self.sheet.formulas.get((self.row, self.column))

    @formula_array.setter
    def formula_array(self, value: str) -> None:
        self._enter(value)

    def _enter(self, formula: str) -> None:
        """A formula is entered; with `App.entered` it is calculated, too."""
        for row in self.cells():
            for place in row:
                assert self.sheet.formats.get(place) != "@", "it would be text"
                self.sheet.put(*place, None)
                self.sheet.formulas[place] = formula
        self.sheet.book.writes.append(f"{self.sheet.name}!{self.address}")
        self.sheet.book.app.entered(self, formula)

    @property
    def HasSpill(self) -> bool:  # noqa: N802
        return (self.row, self.column) in self.sheet.arrays

    @property
    def EntireRow(self) -> SimpleNamespace:  # noqa: N802
        rows = range(self.row, self.last[0] + 1)
        return SimpleNamespace(Hidden=_told(row in self.sheet.hidden for row in rows))

    @property
    def MergeCells(self) -> bool | None:  # noqa: N802
        areas = {cell for area in self.sheet.merged for row in area.cells() for cell in row}
        return _told(cell in areas for row in self.cells() for cell in row)

    @property
    def merge_cells(self) -> bool | None:
        return self.MergeCells

    @property
    def merge_area(self) -> Range:
        place = (self.row, self.column)
        areas = (area for area in self.sheet.merged if any(place in row for row in area.cells()))
        return next(areas, self)

    @property
    def number_format(self) -> str | None:
        cells = (cell for row in self.cells() for cell in row)
        return _told(self.sheet.formats.get(cell, "General") for cell in cells)

    @number_format.setter
    def number_format(self, value: str) -> None:
        for row in self.cells():
            for cell in row:
                self.sheet.formats[cell] = value

    @property
    def column_width(self) -> float | None:
        return self.sheet.widths.get(self.column)

    @column_width.setter
    def column_width(self, value: float) -> None:
        self.sheet.widths[self.column] = value

    def clear_contents(self) -> None:
        for row in self.cells():
            for cell in row:
                self.sheet.put(*cell, None)


class Name(base_classes.Name):
    name = ""
    Visible = True

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def api(self) -> Name:
        return self


class Names(base_classes.Names):
    """The names of one sheet, shown with the sheet's name before them as Excel does."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.all: list[Name] = []

    def __len__(self) -> int:
        return len(self.all)

    def __call__(self, key: int) -> Name:
        return self.all[key - 1]

    def add(self, name: str, refers_to: str) -> Name:
        assert refers_to.startswith("=")
        self.all.append(Name(f"'{self.sheet.name}'!{name}"))
        return self.all[-1]


class Table(base_classes.Table):
    """A table object; `SourceType` 1 is one of the sheet itself."""

    SourceType = 1
    range: Any = None
    name = ""
    show_totals = False
    AutoFilter: Any = None

    def __init__(self, area: Range, name: str, show_totals: bool) -> None:
        self.range, self.name, self.show_totals = area, name, show_totals

    @property
    def api(self) -> Table:
        return self

    def resize(self, area: xlwings.Range) -> None:
        """As in Excel, the columns of one formula throughout go on in new rows."""
        old, new = self.range, area.impl
        sheet: Sheet = old.sheet
        assert not sheet.ProtectContents, "Excel refuses"
        assert not self.show_totals
        assert (new.row, new.column, new.shape[1]) == (old.row, old.column, old.shape[1])
        for column in {place[1] for place in new.cells()[0]}:
            data = [sheet.formulas.get((row, column)) for row in _below(old.row, old)]
            if data[0] is not None and len(set(data)) == 1:
                for row in _below(old.last[0], new):
                    sheet.formulas[row, column] = data[0]
        self.range = new


class Tables(base_classes.Tables):
    def __init__(self) -> None:
        self.all: list[Table] = []

    def __len__(self) -> int:
        return len(self.all)

    def __call__(self, key: int) -> Table:
        return self.all[key - 1]

    def __iter__(self) -> Iterator[Table]:
        return iter(self.all)


def opened(path: Path, fullname: str | None = None) -> Book:
    """The workbook of a file as if Excel had opened it: values, formulas, tables, marks."""
    formulas = openpyxl.load_workbook(path)
    values = openpyxl.load_workbook(path, data_only=True)
    content = {
        sheet.title: [
            [_as_com(value) for value in row] for row in sheet.iter_rows(values_only=True)
        ]
        for sheet in values.worksheets
    }
    book = Book(content, fullname or str(path))
    for original in formulas.worksheets:
        sheet = book[original.title]
        for row in original.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    text = getattr(cell.value, "text", cell.value)  # of an array formula
                    sheet.formulas[cell.row, cell.column] = str(text)
        for table in original.tables.values():
            area, totals = sheet.range(table.ref), bool(table.totalsRowCount)
            sheet.tables.all.append(Table(area, table.displayName, totals))
        for name in original.defined_names:
            sheet.names.add(name, "=TRUE")
        sheet.merged += [sheet.range(area.coord) for area in original.merged_cells.ranges]
        sheet.hidden |= {row for row, kept in original.row_dimensions.items() if kept.hidden}
    return book


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this engine xlwings' active one, until the monkeypatch is undone."""
    engine = xlwings.Engine(impl=App.engine)
    engines = xlwings.engines
    monkeypatch.setattr(engines, "engines", [engine])
    monkeypatch.setattr(engines, "engines_by_name", {"excel": engine})
    monkeypatch.setattr(engines, "active", engine)


def _as_com(value: Any) -> Any:
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day)
    return CODES.get(value, value) if isinstance(value, str) else value


def _below(row: int, area: Range) -> range:
    """The rows of an area below a row."""
    return range(row + 1, area.last[0] + 1)


def _told(answers: Iterable[Any]) -> Any:
    """As Excel tells of many: all, none, or nothing where some are and some are not."""
    found = set(answers)
    return found.pop() if len(found) == 1 else None


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _letters(column: int) -> str:
    return (_letters((column - 1) // 26) if column > 26 else "") + chr((column - 1) % 26 + 65)
