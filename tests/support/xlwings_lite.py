"""A stand-in for the module xlwings as xlwings Lite has it, after its public documentation.

Runs in the browser, so it needs the standard library only. What cannot be read there has a setter
and no getter; what is written is carried out at once, not at the end of a script.
"""

from __future__ import annotations

from types import SimpleNamespace

functions = {}
scripts = {}


def func(function):
    functions[function.__name__.upper()] = function
    return function


def script(function):
    scripts[function.__name__] = function
    return function


def arg(name, **options):
    def register(function):
        function.__dict__.setdefault("options", {})[name] = options
        return function

    return register


def call(name, *arguments):
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


def converted(rows, ndim=None, err_to_str=False):
    """Values as they arrive: whole ranges as rows; else a cell alone, a single line as one list."""
    rows = [[_value(cell, err_to_str) for cell in row] for row in rows]
    if ndim == 2:
        return rows
    if len(rows) == 1:
        return rows[0][0] if len(rows[0]) == 1 else rows[0]
    return [row[0] for row in rows] if len(rows[0]) == 1 else rows


def _value(cell, err_to_str):
    if isinstance(cell, Error):
        return str(cell) if err_to_str else None
    return None if cell == "" else cell


class Error(str):
    """An error value in a cell."""


class Book:
    def __init__(self, name, sheets):
        self.name = name
        self.sheets = Sheets(Sheet(title, rows) for title, rows in sheets.items())


class Sheets(list):
    def __getitem__(self, key):
        if isinstance(key, str):
            return next(sheet for sheet in self if sheet.name == key)
        return super().__getitem__(key)

    def add(self, name=None, before=None, after=None):
        assert before is None
        self.insert(self.index(after) + 1, Sheet(name, []))
        return self[name]


class Sheet:
    """`cells`, `formats` and `widths` are what a person would see."""

    def __init__(self, name, rows):
        self.name, self.names, self.tables = name, Names(), []
        self.cells, self.formats, self.widths = {}, {}, {}
        self.range((1, 1)).value = rows

    @property
    def used_range(self):
        places = list(self.cells) or [(1, 1)]
        rows, columns = zip(*places)
        return self.range((min(rows), min(columns)), (max(rows), max(columns)))

    def range(self, first, last=None):
        if isinstance(last, Range):
            last = (last.row, last.column)
        return Range(self, first, last or first)

    def rows(self):
        return self.range((1, 1), self.used_range.last_cell).options(ndim=2).value


class Names(list):
    def add(self, name, refers_to):
        assert refers_to.startswith("=")
        self.append(SimpleNamespace(name=name))


class Range:
    def __init__(self, sheet, first, last):
        self.sheet, (self.row, self.column), self._last = sheet, first, last
        self.shape = (last[0] - first[0] + 1, last[1] - first[1] + 1)
        self.font = SimpleNamespace()
        self._options = {}

    def _places(self):
        for row in range(self.row, self._last[0] + 1):
            yield [(row, column) for column in range(self.column, self._last[1] + 1)]

    @property
    def last_cell(self):
        return self.sheet.range(self._last)

    def options(self, **options):
        self._options = options
        return self

    @property
    def value(self):
        rows = [[self.sheet.cells.get(place, "") for place in line] for line in self._places()]
        return converted(rows, **self._options)

    @value.setter
    def value(self, rows):
        for row, line in enumerate(rows, self.row):
            for column, value in enumerate(line, self.column):
                self.sheet.cells.pop((row, column), None)
                if value not in (None, ""):
                    self.sheet.cells[row, column] = value

    def clear_contents(self):
        for line in self._places():
            for place in line:
                self.sheet.cells.pop(place, None)

    def _format(self, value):
        for line in self._places():
            for place in line:
                self.sheet.formats[place] = value

    def _widen(self, value):
        self.sheet.widths[self.column] = value

    def _ignore(self, value):
        pass

    number_format = property(fset=_format)
    column_width = property(fset=_widen)
    color = property(fset=_ignore)
