"""``python -m tests.fuzz.reading N [--seed S]``: N workbooks, read by us and by other programs.

Each workbook holds every kind of cell in one of the formats, written in the notations of that
format. What we read must be what was put in, and what calamine and LibreOffice read, cell by cell.
Prints how many cells agree, by format and kind; where the others are known to differ, why.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.sax.saxutils import escape

import openpyxl
from python_calamine import CalamineWorkbook

from tests.support import office
from tests.support.binary_books import FORMATS, binary_book, serial
from tests.support.books import Formula, Rows, Sheet, raw_book, sheet_xml
from tests.support.old_books import FORMULAS, old_book
from tests.support.open_books import open_book
from tests.support.variants import STRICT
from xlscore.formats.read import open_workbook
from xlscore.workbook.block import Area, Cell, ErrorCell, column_letters

Place = tuple[int, int]
Values = Mapping[Place, object]

# Until Latin-1 ends, all formats can hold them.
TEXTS = (
    "Ann",
    "Zoë Müller",
    " two  blanks ",
    "=1+1",
    "10",
    "1.5",
    "TRUE",
    "#N/A?",
    "a\nb",
    "<&>",
    "'q",
)
WIDE_TEXTS = ("Łukasz", "花子", "😀 Ann", "Ωμέγα" * 50, "n" * 250)
NUMBERS = (0.5, -2.25, 1e-9, 1e15, 123456.789, 0.1 + 0.2, 1 / 3, 7.0, -1.0)
WHOLE = (0, 1, -1, 7, 10, 100, 65_536, 2**29 - 1, -(2**29))
ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")
DAYS = (date(1904, 1, 2), date(1999, 12, 31), date(2024, 2, 29), date(2031, 5, 6))
CLOCKS = (time(0, 0, 1), time(7, 8, 9), time(12), time(23, 59, 59))
KINDS: dict[str, Callable[[Random], object]] = {
    "text": lambda random: random.choice(TEXTS),
    "wide text": lambda random: random.choice(WIDE_TEXTS),
    "number": lambda random: random.choice(NUMBERS),
    "whole number": lambda random: random.choice(WHOLE),
    "boolean": lambda random: random.random() < 0.5,
    "error": lambda random: ErrorCell(random.choice(ERRORS)),
    "date": lambda random: random.choice(DAYS),
    "date and time": lambda random: datetime.combine(random.choice(DAYS), random.choice(CLOCKS)),
    "time": lambda random: random.choice(CLOCKS),
    "duration": lambda random: timedelta(hours=random.choice((24, 25, 30.5, 100))),
    "empty": lambda _: None,
}
RESULTS = ("text", "wide text", "number", "whole number", "boolean", "error")
"""Kinds that formulas result in, besides nothing."""


class Made(NamedTuple):
    """A workbook: its format, the kind and the value of each cell, and what a formula is."""

    path: Path
    format: str
    kinds: Mapping[Place, str]
    values: Values
    formulas: frozenset[Place]
    hidden: frozenset[int]
    merged: tuple[Area, ...]


class Difference(NamedTuple):
    witness: str
    format: str
    kind: str
    what: str


_ONE_RECORD = "knows one record of formulas only, and takes their texts for another cell's"
KNOWN: dict[tuple[str, str, str], str] = {
    ("calamine", "*", "error"): "takes error values for empty cells",
    ("calamine", "*", "formula: error"): "takes error values for empty cells",
    ("calamine", "ods", "duration"): "gives durations as text",
    ("calamine", "xls (Excel 95)", "duration"): "takes durations for dates",
    ("calamine", "xls (formulas of Excel 3)", "*"): _ONE_RECORD,
    ("calamine", "xls (formulas of Excel 4)", "*"): _ONE_RECORD,
    ("LibreOffice", "ods", "error"): "has errors as results of formulas only",
    ("LibreOffice", "xls", "formula: error"): "makes #N/A of an error inside a formula",
}
"""Where a witness differs: (witness, format, kind), ``*`` for any, and why."""


def made(seed: int, folder: Path) -> Made:
    """The workbook of a seed."""
    random = Random(f"reading {seed}")
    form = sorted(WRITERS)[seed % len(WRITERS)]
    kinds: dict[Place, str] = {}
    rows: list[list[object]] = []
    narrow = form == "xls (Excel 95)"
    for row in range(random.randint(1, 12)):
        rows.append([])
        for column in range(random.randint(1, 8)):
            kind, value = _drawn(random, narrow)
            kinds[row, column] = kind
            rows[row].append(value)
    height, width = len(rows), max(map(len, rows))
    hidden = [row for row in range(height) if random.random() < 0.1]
    merged = [Area(height + 1, 0, height + 2, width)] if random.randrange(2) else []
    sheet = Sheet(rows, hidden=hidden, merged=[area.a1 for area in merged])
    writer, extension = WRITERS[form]
    path = folder / f"{seed}{extension}"
    writer(path, sheet, random.random() < 0.25, random)
    places = {
        (row, column): value for row, line in enumerate(rows) for column, value in enumerate(line)
    }
    return Made(
        path,
        form,
        kinds,
        {at: _result(value) for at, value in places.items() if _result(value) not in (None, "")},
        frozenset(at for at, value in places.items() if isinstance(value, Formula)),
        frozenset(hidden),
        tuple(merged),
    )


def _drawn(random: Random, narrow: bool) -> tuple[str, object]:
    kind = random.choice([kind for kind in KINDS if not (narrow and kind == "wide text")])
    value = KINDS[kind](random)
    if kind in (*RESULTS, "empty") and random.randrange(3) == 0:
        result = "" if value is None else value
        return f"formula: {kind}", Formula(_formula(result), result)
    return kind, value


def _formula(result: object) -> str:
    """A formula that results in this, in whatever program."""
    if isinstance(result, str):
        return '="' + result.replace('"', '""') + '"'
    if isinstance(result, bool):
        return f"={str(result).upper()}"
    return f"={result.text}" if isinstance(result, ErrorCell) else f"={result!r}"


def _result(value: object) -> object:
    return value.value if isinstance(value, Formula) else value


# Writers: path, sheet, whether days count from 1904, and what else is drawn


def _old(excel_95: bool, formula: int) -> Callable[[Path, Sheet, bool, Random], object]:
    def write(path: Path, sheet: Sheet, date_1904: bool, _: Random) -> None:
        book: dict[str, Rows | Sheet] = {"Results": sheet, "Other": [[1]]}
        old_book(path, book, date_1904=date_1904, excel_95=excel_95, formula=formula)

    return write


def _binary(path: Path, sheet: Sheet, date_1904: bool, _: Random) -> None:
    binary_book(path, {"Results": sheet, "Other": [[1]]}, date_1904=date_1904)


def _open(path: Path, sheet: Sheet, date_1904: bool, _: Random) -> None:
    open_book(path, {"Results": sheet, "Other": [[1]]}, date_1904=date_1904)


def _excel(strict: bool, macros: bool = False) -> Callable[[Path, Sheet, bool, Random], object]:
    def write(path: Path, sheet: Sheet, date_1904: bool, random: Random) -> None:
        texts: list[str] | None = [] if random.randrange(3) else None
        placed = random.randrange(4) > 0
        lines = ""
        for row, line in enumerate(sheet.rows):
            inside = "".join(
                _xml(value, (row, column) if placed else None, texts, date_1904, strict)
                for column, value in enumerate(line)
            )
            at = f' r="{row + 1}"' if placed else ""
            at += ' hidden="1"' if row in sheet.hidden else ""
            lines += f"<row{at}>{inside}</row>"
        areas = "".join(f'<mergeCell ref="{area}"/>' for area in sheet.merged)
        xml = sheet_xml(lines, f"<mergeCells>{areas}</mergeCells>" if areas else "")
        shared = None if texts is None else "".join(map(_item, texts))
        formats = list(FORMATS.values())
        raw_book(path, xml, shared_strings=shared, formats=formats, date_1904=date_1904)
        if strict:
            _rewritten(path, STRICT)
        if macros:
            _rewritten(path, WITH_MACROS)

    return write


WITH_MACROS = {
    "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main": (
        "vnd.ms-excel.sheet.macroEnabled.main"
    )
}


def _item(text: str) -> str:
    """A shared text, in one piece or in two."""
    half = len(text) // 2 if len(text) % 2 else 0
    pieces = [f'<t xml:space="preserve">{escape(part)}</t>' for part in (text[:half], text[half:])]
    return f"<si><r>{pieces[0]}</r><r>{pieces[1]}</r></si>" if half else f"<si>{pieces[1]}</si>"


def _xml(
    value: object, place: Place | None, texts: list[str] | None, date_1904: bool, strict: bool
) -> str:
    at = f' r="{column_letters(place[1])}{place[0] + 1}"' if place else ""
    formula = f"<f>{escape(value.text[1:])}</f>" if isinstance(value, Formula) else ""
    result = _result(value)
    if result is None:
        return f"<c{at}/>"
    if isinstance(result, bool):
        return f'<c{at} t="b">{formula}<v>{result:d}</v></c>'
    if isinstance(result, ErrorCell):
        return f'<c{at} t="e">{formula}<v>{result.text}</v></c>'
    if isinstance(result, str) and formula:
        return f'<c{at} t="str">{formula}<v>{escape(result)}</v></c>'
    if isinstance(result, str) and texts is not None:
        texts.append(result)
        return f'<c{at} t="s"><v>{len(texts) - 1}</v></c>'
    if isinstance(result, str):
        return f'<c{at} t="inlineStr"><is><t xml:space="preserve">{escape(result)}</t></is></c>'
    style = [None, *FORMATS].index(next((one for one in FORMATS if type(result) is one), None))
    if strict and style in (1, 2):
        return f'<c{at} s="{style}" t="d"><v>{result.isoformat()}</v></c>'  # type: ignore[attr-defined]
    number = serial(result, date_1904) if style else result  # type: ignore[arg-type]
    return f'<c{at} s="{style}">{formula}<v>{number!r}</v></c>'


def _rewritten(path: Path, words: Mapping[str, str]) -> None:
    """The package with these words replaced in all its parts."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name).decode() for name in package.namelist()}
    for old, new in words.items():
        parts = {name: text.replace(old, new) for name, text in parts.items()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in parts.items():
            package.writestr(name, text)


WRITERS: dict[str, tuple[Callable[[Path, Sheet, bool, Random], object], str]] = {
    "xlsx": (_excel(strict=False), ".xlsx"),
    "xlsx (strict)": (_excel(strict=True), ".xlsx"),
    "xlsm": (_excel(strict=False, macros=True), ".xlsm"),
    "xls": (_old(excel_95=False, formula=FORMULAS[0]), ".xls"),
    "xls (Excel 95)": (_old(excel_95=True, formula=FORMULAS[0]), ".xls"),
    "xls (formulas of Excel 3)": (_old(excel_95=False, formula=FORMULAS[1]), ".xls"),
    "xls (formulas of Excel 4)": (_old(excel_95=False, formula=FORMULAS[2]), ".xls"),
    "xlsb": (_binary, ".xlsb"),
    "ods": (_open, ".ods"),
}


# Readers


def ours(book: Made) -> Iterable[Difference]:
    """Where we differ from what was put in."""
    block = open_workbook(book.path).load("Results")
    yield from _differing("ours", book, _cells(block.rows, block.start))
    for what, found, wanted in (
        ("formulas", block.metadata.formulas, book.formulas),
        ("hidden rows", block.metadata.hidden_rows, book.hidden),
        ("merged areas", frozenset(block.metadata.merged), frozenset(book.merged)),
    ):
        if found != wanted:
            yield Difference("ours", book.format, what, f"{found} instead of {wanted}")


def of_calamine(book: Made) -> Iterable[Difference]:
    with CalamineWorkbook.from_path(str(book.path)) as workbook:
        sheet = workbook.get_sheet_by_name("Results")
        yield from _differing("calamine", book, _cells(sheet.to_python(), sheet.start or (0, 0)))


def of_libreoffice(book: Made, converted: Path) -> Iterable[Difference]:
    sheet = openpyxl.load_workbook(converted, data_only=True)["Results"]
    found = {
        (cell.row - 1, cell.column - 1): ErrorCell(cell.value)
        if cell.data_type == "e"
        else cell.value
        for line in sheet.iter_rows()
        for cell in line
        if getattr(cell, "value", None) not in (None, "")
    }
    yield from _differing("LibreOffice", book, found)


def _cells(rows: Sequence[Sequence[Cell]], start: Place) -> Values:
    return {
        (row, column): value
        for row, line in enumerate(rows, start[0])
        for column, value in enumerate(line, start[1])
        if value not in (None, "")
    }


def _differing(witness: str, book: Made, found: Values) -> Iterable[Difference]:
    for at in sorted(found.keys() | book.values.keys()):
        one, other = book.values.get(at), found.get(at)
        if not _same(one, other):
            kind = book.kinds.get(at, "nowhere")
            yield Difference(witness, book.format, kind, f"{at}: {other!r} instead of {one!r}")


def _same(one: object, other: object) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=1e-14)
    if isinstance(one, datetime) or isinstance(other, datetime):
        return _moment(one) == _moment(other)
    return type(one) is type(other) and one == other


def _moment(value: object) -> object:
    """A day is its midnight."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time())
    return value


def compared(
    seeds: Iterable[int], folder: Path
) -> tuple[list[Difference], Counter[tuple[str, str]]]:
    """All differences, and how many cells of each format and kind there were."""
    books = [made(seed, folder) for seed in seeds]
    counted = Counter((book.format, kind) for book in books for kind in book.kinds.values())
    differences = [one for book in books for read in (ours, of_calamine) for one in read(book)]
    converted = office.convert([book.path for book in books], folder / "converted", "xlsx")
    for book in books:
        if book.path in converted:
            differences += of_libreoffice(book, converted[book.path])
        else:
            differences.append(Difference("LibreOffice", book.format, "file", book.path.name))
    return differences, counted


def reason(one: Difference) -> str | None:
    """Why a witness is known to differ there."""
    for form in (one.format, re.sub(r" .*", "", one.format), "*"):
        for kind in (one.kind, "*"):
            if known := KNOWN.get((one.witness, form, kind)):
                return known
    return None


BATCH = 150
"""Workbooks that LibreOffice is given at a time."""


def main() -> int:
    """1 where anybody differs, and nobody knows why."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.reading", description=__doc__)
    parser.add_argument("count", type=int, help="number of workbooks")
    parser.add_argument("--seed", type=int, default=0, help="the first one's seed")
    options = parser.parse_args()
    counted: Counter[tuple[str, str]] = Counter()
    known: Counter[str] = Counter()
    faults = 0
    end = options.seed + options.count
    for first in range(options.seed, end, BATCH):
        with tempfile.TemporaryDirectory() as folder:
            found, cells = compared(range(first, min(first + BATCH, end)), Path(folder))
        counted += cells
        for one in found:
            if why := reason(one):
                known[f"{one.witness}, {one.format}, {one.kind}: {why}"] += 1
            else:
                faults += 1
                print(*one, flush=True)
    for (form, kind), count in sorted(counted.items()):
        print(f"{form:16} {kind:24} {count:8}")
    for what, count in sorted(known.items()):
        print(f"known: {what} ({count})")
    print(f"{options.count} workbooks, {sum(counted.values())} cells, {faults} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
