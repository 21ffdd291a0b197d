"""A stand-in for the module xlwings as xlwings Lite has it, after its public documentation.

Runs in the browser, so it needs the standard library only. What cannot be read there has a setter
and no getter; what is written is carried out at once, not at the end of a script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

Function = Callable[..., Any]
Rows = Sequence[Sequence[Any]]
Place = tuple[int, int]

functions: dict[str, Function] = {}
scripts: dict[str, Function] = {}


def func(function: Function) -> Function:
    functions[function.__name__.upper()] = function
    return function


def script(function: Function) -> Function:
    scripts[function.__name__] = function
    return function


def arg(name: str, **options: Any) -> Callable[[Function], Function]:
    def register(function: Function) -> Function:
        function.__dict__.setdefault("options", {})[name] = options
        return function

    return register


def call(name: str, *arguments: Rows | None) -> Any:
    """Call a worksheet function as Excel does: each argument a list of rows, None if left out."""
    function = functions[name]
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    options = getattr(function, "options", {})
    return function(
        *(
            None if rows is None else converted(rows, **options.get(argument, {}))
            for argument, rows in zip(names, arguments)
        )
    )


def converted(rows: Rows, ndim: int | None = None, err_to_str: bool = False) -> Any:
    """Values as they arrive: whole ranges as rows; else a cell alone, a single line as one list."""
    rows = [[_value(cell, err_to_str) for cell in row] for row in rows]
    if ndim == 2:
        return rows
    if len(rows) == 1:
        return rows[0][0] if len(rows[0]) == 1 else rows[0]
    return [row[0] for row in rows] if len(rows[0]) == 1 else rows


def _value(cell: Any, err_to_str: bool) -> Any:
    if isinstance(cell, Error):
        return str(cell) if err_to_str else None
    return None if cell == "" else cell


class Error(str):
    """An error value in a cell."""


class Book:
    def __init__(self, name: str, sheets: Mapping[str, Rows]) -> None:
        self.name = name
        self.sheets = Sheets(Sheet(title, rows) for title, rows in sheets.items())


class Sheets(list["Sheet"]):
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return next(sheet for sheet in self if sheet.name == key)
        return super().__getitem__(key)

    def add(self, name: str, before: None = None, *, after: Sheet) -> Sheet:
        assert before is None
        self.insert(self.index(after) + 1, Sheet(name, []))
        added: Sheet = self[name]
        return added


class Sheet:
    """`cells`, `formats` and `widths` are what a person would see."""

    def __init__(self, name: str, rows: Rows) -> None:
        self.name, self.names = name, Names()
        self.visible = True
        self.tables: list[Any] = []
        self.cells: dict[Place, Any] = {}
        self.formats: dict[Place, str] = {}
        self.widths: dict[int, float] = {}
        self.range((1, 1)).value = rows

    @property
    def used_range(self) -> Range:
        places = list(self.cells) or [(1, 1)]
        rows, columns = zip(*places)
        return self.range((min(rows), min(columns)), (max(rows), max(columns)))

    def range(self, first: Place, last: Place | Range | None = None) -> Range:
        if isinstance(last, Range):
            last = (last.row, last.column)
        return Range(self, first, last or first)

    def rows(self) -> Any:
        return self.range((1, 1), self.used_range.last_cell).options(ndim=2).value


class Names(list[SimpleNamespace]):
    def add(self, name: str, refers_to: str) -> None:
        assert refers_to.startswith("=")
        self.append(SimpleNamespace(name=name))


class Range:
    def __init__(self, sheet: Sheet, first: Place, last: Place) -> None:
        self.sheet, (self.row, self.column), self._last = sheet, first, last
        self.shape = (last[0] - first[0] + 1, last[1] - first[1] + 1)
        self.font = SimpleNamespace()
        self._options: dict[str, Any] = {}

    def _places(self) -> Iterator[list[Place]]:
        for row in range(self.row, self._last[0] + 1):
            yield [(row, column) for column in range(self.column, self._last[1] + 1)]

    @property
    def last_cell(self) -> Range:
        return self.sheet.range(self._last)

    def options(self, **options: Any) -> Range:
        self._options = options
        return self

    @property
    def value(self) -> Any:
        rows = [[self.sheet.cells.get(place, "") for place in line] for line in self._places()]
        return converted(rows, **self._options)

    @value.setter
    def value(self, rows: Rows) -> None:
        for row, line in enumerate(rows, self.row):
            for column, value in enumerate(line, self.column):
                self.sheet.cells.pop((row, column), None)
                if value not in (None, ""):
                    self.sheet.cells[row, column] = value

    def clear_contents(self) -> None:
        for line in self._places():
            for place in line:
                self.sheet.cells.pop(place, None)

    def _format(self, value: str) -> None:
        for line in self._places():
            for place in line:
                self.sheet.formats[place] = value

    def _widen(self, value: float) -> None:
        self.sheet.widths[self.column] = value

    def _ignore(self, value: str) -> None:
        pass

    number_format = property(fset=_format)
    column_width = property(fset=_widen)
    color = property(fset=_ignore)
