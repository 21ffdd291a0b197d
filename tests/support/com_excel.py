"""Excel as COM shows it to a program: the objects below xlwings' own code for Windows.

Names with a capital are those of Excel's object model, and no others are known: asking for one that
this Excel has not ends as it does with pywin32. Everything else is for the tests, which see here
what a person would.

It does to values what Excel does to them: every number is held as a float, and text written to
a cell not formatted as text turns into a formula, a number, a date or a truth where it looks like
one, unless an apostrophe stands before it. Error values are the integers that COM delivers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakValueDictionary

import openpyxl
import xlwings

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
_CALCULATIONS = {-4105: "automatic", -4135: "manual", 2: "semiautomatic"}
_IDS = {"Range": "{00020846-0000-0000-C000-000000000046}"}
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384


class ComError(Exception):
    """What pywin32 raises where Excel refuses."""

    def __init__(self, hresult: int, text: str) -> None:
        super().__init__(hresult, text, None, None)
        self.hresult = hresult


class ComTime(datetime):
    """pywintypes' time: a datetime with a time zone."""


class Dispatched:
    """An object of Excel as pywin32 hands it over, without a cache of Excel's types."""

    @property
    def _oleobj_(self) -> Any:
        kind = type(self).__name__

        def ids(_locale: int, name: str) -> int:
            if not hasattr(type(self), name):
                raise ComError(-2147352570, "Unknown name.")
            return 1

        attributes = SimpleNamespace(iid=_IDS.get(kind, kind))
        told = SimpleNamespace(
            GetTypeAttr=lambda: attributes, GetDocumentation=lambda _: (kind, None, 0, None)
        )
        return SimpleNamespace(GetIDsOfNames=ids, GetTypeInfo=lambda: told)

    def __setattr__(self, name: str, value: Any) -> None:
        if name[0].isupper() and not hasattr(type(self), name):
            raise AttributeError(f"<unknown>.{name}")
        object.__setattr__(self, name, value)


def _bare(value: Any) -> Any:
    """An object without the wrapper that xlwings puts around it."""
    return vars(value).get("_inner", value) if hasattr(value, "__dict__") else value


class App(Dispatched):
    """One Excel. `alerts` are the messages shown, `screen` every change of screen updating."""

    Hwnd = 0
    DisplayAlerts = True
    Version = "16.0"

    def __init__(self) -> None:
        self.Hwnd = next(_NUMBERS)
        WINDOWS[self.Hwnd] = self
        self.alerts: list[str] = []
        self.answers: list[str] = []
        self.screen: list[bool] = []
        self.calculations: list[str] = ["automatic"]
        self.open: list[Book] = []
        self.files: dict[str, Book] = {}
        self.macros: dict[str, Callable[..., object]] = {}
        self.entered: Callable[[Range, str], None] = lambda _cells, _formula: None

    @property
    def Workbooks(self) -> Books:  # noqa: N802
        return Books(self)

    @property
    def ActiveWorkbook(self) -> Book:  # noqa: N802
        return self.open[-1]

    @property
    def ScreenUpdating(self) -> bool:  # noqa: N802
        return self.screen[-1] if self.screen else True

    @ScreenUpdating.setter
    def ScreenUpdating(self, value: bool) -> None:  # noqa: N802
        self.screen.append(value)

    @property
    def Calculation(self) -> int:  # noqa: N802
        return {name: number for number, name in _CALCULATIONS.items()}[self.calculations[-1]]

    @Calculation.setter
    def Calculation(self, value: int) -> None:  # noqa: N802
        self.calculations.append(_CALCULATIONS[value])

    @property
    def WorksheetFunction(self) -> WorksheetFunction:  # noqa: N802
        return WorksheetFunction()

    def Calculate(self) -> None:  # noqa: N802
        for book in self.open:
            for sheet in book.all:
                for (row, column), formula in list(sheet.formulas.items()):
                    self.entered(sheet.range((row, column)), formula)

    def Run(self, macro: str, *arguments: object) -> object:  # noqa: N802
        return self.macros[macro](*arguments)

    @property
    def selection(self) -> Range:
        """Every sheet keeps its own selection; the active one's shows."""
        return self.ActiveWorkbook.active.selection

    @property
    def screen_updating(self) -> bool:
        return self.ScreenUpdating

    @property
    def calculation(self) -> str:
        return self.calculations[-1]


_NUMBERS = count(7)
WINDOWS: WeakValueDictionary[int, App] = WeakValueDictionary()
"""Every Excel by the handle of its window."""


class WorksheetFunction(Dispatched):
    @staticmethod
    def CountA(cells: Range) -> float:  # noqa: N802
        """How many cells hold anything, be it a formula that shows nothing."""
        cells = _bare(cells)
        held = {*cells.sheet.values, *cells.sheet.formulas}
        (top, left), (bottom, right) = (cells.row, cells.column), cells.last
        return float(sum(top <= y <= bottom and left <= x <= right for y, x in held))


class _Collection(Dispatched):
    """Objects of Excel in a row, by number or by name."""

    def members(self) -> Sequence[Any]:
        raise NotImplementedError

    @property
    def Count(self) -> int:  # noqa: N802
        return len(self.members())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.members())

    def __call__(self, key: int | str) -> Any:
        if isinstance(key, int) and 0 < key <= self.Count:
            return self.members()[key - 1]
        for one in self.members():
            if isinstance(key, str) and one.Name.casefold() == key.casefold():
                return one
        raise ComError(-2147352567, "Subscript out of range.")

    def Item(self, key: int | str) -> Any:  # noqa: N802
        return self(key)


class Books(_Collection):
    def __init__(self, app: App) -> None:
        self.app = app

    def members(self) -> Sequence[Book]:
        return self.app.open

    @property
    def Application(self) -> App:  # noqa: N802
        return self.app

    def Add(self, template: str) -> Book:  # noqa: N802
        """A new workbook without a place of its own, named as Excel does."""
        return self._in(opened(Path(template), f"{Path(template).stem}1"))

    def Open(self, fullname: object, *_: Any) -> Book:  # noqa: N802
        path = str(fullname)
        return self._in(self.app.files.pop(path, None) or opened(Path(path), path))

    def _in(self, book: Book) -> Book:
        book.app = self.app
        self.app.open.append(book)
        return book


class Book(Dispatched):
    """A workbook from sheets of rows; `writes` logs every write of values as ``Sheet!A1:B2``."""

    ProtectStructure = False
    FileFormat = 51

    def __init__(
        self, content: Mapping[str, Rows], fullname: str = r"C:\Users\Ann\book.xlsx"
    ) -> None:
        self.app, self.fullname = App(), fullname
        self.name = re.split(r"[\\/]", fullname)[-1]
        self.writes: list[str] = []
        self.charts: list[str] = []
        self.all = [Sheet(self, title, rows) for title, rows in content.items()]
        self.active = self.all[0]
        self.room = 255
        self.app.open.append(self)

    @property
    def Name(self) -> str:  # noqa: N802
        return self.name

    @property
    def FullName(self) -> str:  # noqa: N802
        return self.fullname

    @property
    def Path(self) -> str:  # noqa: N802
        return self.fullname[: -len(self.name)].rstrip("\\/")

    @property
    def Application(self) -> App:  # noqa: N802
        return self.app

    @property
    def ActiveSheet(self) -> Sheet:  # noqa: N802
        return self.active

    @property
    def Worksheets(self) -> Sheets:  # noqa: N802
        return Sheets(self)

    @property
    def Sheets(self) -> list[Any]:  # noqa: N802
        """All sheets, those included that are charts."""
        return [*self.all, *(Chart(name) for name in self.charts)]

    def Save(self) -> None:  # noqa: N802
        self.saved()

    def Close(self, SaveChanges: bool) -> None:  # noqa: N802, N803
        assert not SaveChanges
        self.app.open.remove(self)
        self.app.files[self.fullname] = self

    def saved(self) -> None:
        """What happens to the workbook when it is saved."""

    def __getitem__(self, name: str) -> Sheet:
        return next(sheet for sheet in self.all if sheet.name == name)


class Chart(Dispatched):
    """A sheet that is a chart."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def Name(self) -> str:  # noqa: N802
        return self.name


class Sheets(_Collection):
    def __init__(self, book: Book) -> None:
        self.book = book

    def members(self) -> Sequence[Sheet]:
        return self.book.all

    @property
    def Parent(self) -> Book:  # noqa: N802
        return self.book

    def Add(self, Before: Any) -> Sheet:  # noqa: N802, N803
        """As in Excel, the new sheet becomes the active one."""
        if self.book.ProtectStructure or len(self.book.all) == self.book.room:
            raise ComError(-2147352567, "Excel adds no sheet")
        sheet = Sheet(self.book, f"Sheet{len(self.book.all) + 1}")
        self.book.all.insert(self.book.all.index(_bare(Before)), sheet)
        self.book.active = sheet
        return sheet


class Sheet(Dispatched):
    """`values`, `formulas` and `formats` by (row, column) from 1; `widths` by column."""

    ProtectContents = False
    FilterMode = False

    def __init__(self, book: Book, name: str, rows: Rows = ()) -> None:
        self.book, self.name = book, name
        self.visible = True
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
    def Name(self) -> str:  # noqa: N802
        return self.name

    @Name.setter
    def Name(self, name: str) -> None:  # noqa: N802
        self.name = name

    @property
    def Parent(self) -> Book:  # noqa: N802
        return self.book

    @property
    def Application(self) -> App:  # noqa: N802
        return self.book.app

    @property
    def Index(self) -> int:  # noqa: N802
        return self.book.all.index(self) + 1

    @property
    def Visible(self) -> int:  # noqa: N802
        return -1 if self.visible else 0

    @property
    def Names(self) -> Names:  # noqa: N802
        return self.names

    @property
    def ListObjects(self) -> Tables:  # noqa: N802
        return self.tables

    @property
    def Cells(self) -> Range:  # noqa: N802
        return Range(self, 1, 1, _LAST_ROW, _LAST_COLUMN)

    @property
    def UsedRange(self) -> Range:  # noqa: N802
        """In Excel what has a format is used, too."""
        return self._around({*self.values, *self.formulas, *self.formats})

    def Range(self, first: Any, last: Any = None) -> Range:  # noqa: N802
        return self.range(_bare(first), _bare(last))

    def Activate(self) -> None:  # noqa: N802
        self.book.active = self

    def Move(self, Before: Any) -> None:  # noqa: N802, N803
        self.book.all.remove(self)
        self.book.all.insert(self.book.all.index(_bare(Before)), self)

    def Delete(self) -> None:  # noqa: N802
        self.book.all.remove(self)
        if self.book.active is self:
            self.book.active = self.book.all[-1]

    @property
    def used_range(self) -> Range:
        """The cells that hold anything."""
        return self._around({*self.values, *self.formulas})

    def _around(self, places: Iterable[Place]) -> Range:
        rows, columns = zip(*(places or [(1, 1)]), strict=True)
        return self.range((min(rows), min(columns)), (max(rows), max(columns)))

    def range(self, first: Any, last: Any = None) -> Range:
        if isinstance(first, str):
            matches = re.findall(r"([A-Z]+)(\d+)", first)
            first, last = ((int(row), _column(letters)) for letters, row in (matches * 2)[:2])
        if isinstance(last, Range):
            last = last.last
        if isinstance(first, Range):
            first = (first.row, first.column)
        last = last or first
        return Range(self, *first, last[0] - first[0] + 1, last[1] - first[1] + 1)

    def put(self, row: int, column: int, value: Any) -> None:
        """Enter a value as Excel takes it."""
        if self.ProtectContents:
            raise ComError(-2146827284, "Excel refuses")
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
        bottom, right = self.used_range.last
        values = {
            place: None if type(value) is int and value in ERRORS else value
            for place, value in self.values.items()
        }
        return [
            [values.get((row, column)) for column in range(1, right + 1)]
            for row in range(1, bottom + 1)
        ]


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


class _Look(Dispatched):
    """A font or a fill, taken and forgotten."""

    Bold = False
    Color = 0


class Range(Dispatched):
    """A rectangle of cells."""

    def __init__(self, sheet: Sheet, row: int, column: int, height: int, width: int) -> None:
        self.sheet, self.row, self.column, self.shape = sheet, row, column, (height, width)

    @property
    def Worksheet(self) -> Sheet:  # noqa: N802
        return self.sheet

    @property
    def Application(self) -> App:  # noqa: N802
        return self.sheet.book.app

    @property
    def Row(self) -> int:  # noqa: N802
        return self.row

    @property
    def Column(self) -> int:  # noqa: N802
        return self.column

    @property
    def Rows(self) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace(Count=self.shape[0])

    @property
    def Columns(self) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace(Count=self.shape[1])

    @property
    def Count(self) -> int:  # noqa: N802
        return self.shape[0] * self.shape[1]

    @property
    def Cells(self) -> Range:  # noqa: N802
        return self

    @property
    def Address(self) -> str:  # noqa: N802
        return re.sub(r"([A-Z]+)(\d+)", r"$\1$\2", self.address)

    @property
    def Font(self) -> _Look:  # noqa: N802
        return _Look()

    @property
    def Interior(self) -> _Look:  # noqa: N802
        return _Look()

    @property
    def last(self) -> Place:
        return self.row + self.shape[0] - 1, self.column + self.shape[1] - 1

    @property
    def address(self) -> str:
        first, last = (
            f"{_letters(column)}{row}" for row, column in ((self.row, self.column), self.last)
        )
        return first if first == last else f"{first}:{last}"

    def __call__(self, row: int, column: int) -> Range:
        return Range(self.sheet, self.row + row - 1, self.column + column - 1, 1, 1)

    def cells(self) -> list[list[Place]]:
        return [
            [(row, column) for column in range(self.column, self.last[1] + 1)]
            for row in range(self.row, self.last[0] + 1)
        ]

    def _read(self, values: Mapping[Place, Any], empty: Any) -> Any:
        assert self.Count < 1_000_000, "Excel would be busy with it for minutes"
        rows = tuple(tuple(values.get(cell, empty) for cell in row) for row in self.cells())
        return rows[0][0] if self.Count == 1 else rows

    @property
    def Value(self) -> Any:  # noqa: N802
        values = {
            place: ComTime(*value.timetuple()[:6], tzinfo=UTC)
            if isinstance(value, datetime)
            else value
            for place, value in self.sheet.values.items()
        }
        return self._read(values, None)

    @Value.setter
    def Value(self, value: Any) -> None:  # noqa: N802
        self.sheet.book.writes.append(f"{self.sheet.name}!{self.address}")
        rows = value if isinstance(value, (list, tuple)) else [[value]]
        for cells, row in zip(self.cells(), rows, strict=True):
            for cell, item in zip(cells, row, strict=True):
                self.sheet.put(*cell, item)

    raw_value = Value

    @property
    def Formula(self) -> Any:  # noqa: N802
        texts = {cell: str(value) for cell, value in self.sheet.values.items()}
        return self._read({**texts, **self.sheet.formulas}, "")

    @Formula.setter
    def Formula(self, value: str) -> None:  # noqa: N802
        self._enter(value)

    @property
    def Formula2(self) -> Any:  # noqa: N802
        return self.Formula

    @Formula2.setter
    def Formula2(self, value: str) -> None:  # noqa: N802
        self._enter(value)

    @property
    def FormulaArray(self) -> Any:  # noqa: N802
        return self.sheet.formulas.get((self.row, self.column))

    @FormulaArray.setter
    def FormulaArray(self, value: str) -> None:  # noqa: N802
        self._enter(value)

    def _enter(self, formula: str) -> None:
        """A formula is entered; with `App.entered` it is calculated, too."""
        if self.sheet.ProtectContents:
            raise ComError(-2146827284, "Excel refuses")
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
        if not self.sheet.merged:
            return False
        areas = {cell for area in self.sheet.merged for row in area.cells() for cell in row}
        answer: bool | None = _told(cell in areas for row in self.cells() for cell in row)
        return answer

    @property
    def MergeArea(self) -> Range:  # noqa: N802
        place = (self.row, self.column)
        areas = (area for area in self.sheet.merged if any(place in row for row in area.cells()))
        return next(areas, self)

    @property
    def NumberFormat(self) -> str | None:  # noqa: N802
        cells = (cell for row in self.cells() for cell in row)
        answer: str | None = _told(self.sheet.formats.get(cell, "General") for cell in cells)
        return answer

    @NumberFormat.setter
    def NumberFormat(self, value: str) -> None:  # noqa: N802
        for row in self.cells():
            for cell in row:
                self.sheet.formats[cell] = value

    @property
    def ColumnWidth(self) -> float | None:  # noqa: N802
        return self.sheet.widths.get(self.column)

    @ColumnWidth.setter
    def ColumnWidth(self, value: float) -> None:  # noqa: N802
        self.sheet.widths[self.column] = value

    def ClearContents(self) -> None:  # noqa: N802
        for row in self.cells():
            for cell in row:
                self.sheet.put(*cell, None)

    clear_contents = ClearContents


class Name(Dispatched):
    Visible = True

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def Name(self) -> str:  # noqa: N802
        return self.name


class Names(_Collection):
    """The names of one sheet, shown with the sheet's name before them as Excel does."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.all: list[Name] = []

    def members(self) -> Sequence[Name]:
        return self.all

    def Add(self, name: str, refers_to: str) -> Name:  # noqa: N802
        assert refers_to.startswith("=")
        self.all.append(Name(f"'{self.sheet.name}'!{name}"))
        return self.all[-1]

    add = Add


class Table(Dispatched):
    """A table object; `SourceType` 1 is one of the sheet itself."""

    SourceType = 1
    AutoFilter: Any = None

    def __init__(self, area: Range, name: str, show_totals: bool) -> None:
        self.range, self.name, self.show_totals = area, name, show_totals

    @property
    def Name(self) -> str:  # noqa: N802
        return self.name

    @property
    def Range(self) -> Range:  # noqa: N802
        return self.range

    @property
    def ShowTotals(self) -> bool:  # noqa: N802
        return self.show_totals

    def Resize(self, area: Any) -> None:  # noqa: N802
        """As in Excel, the columns of one formula throughout go on in new rows."""
        old, new = self.range, _bare(area)
        sheet: Sheet = old.sheet
        if sheet.ProtectContents:
            raise ComError(-2146827284, "Excel refuses")
        assert not self.show_totals
        assert (new.row, new.column, new.shape[1]) == (old.row, old.column, old.shape[1])
        for column in {place[1] for place in new.cells()[0]}:
            data = [sheet.formulas.get((row, column)) for row in _below(old.row, old)]
            if data[0] is not None and len(set(data)) == 1:
                for row in _below(old.last[0], new):
                    sheet.formulas[row, column] = data[0]
        self.range = new


class Tables(_Collection):
    def __init__(self) -> None:
        self.all: list[Table] = []

    def members(self) -> Sequence[Table]:
        return self.all


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


def in_xlwings(book: Book) -> xlwings.Book:
    """The workbook as xlwings' own code for Windows has it, around each object its wrapper."""
    windows = sys.modules["xlwings._xlwindows"]
    return xlwings.Book(impl=windows.Book(xl=windows.COMRetryObjectWrapper(book)))


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
