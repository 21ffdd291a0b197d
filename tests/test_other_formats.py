"""Do .xls, .xlsb and .ods give what the same workbook gives as .xlsx, and a fresh .xlsx?"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from python_calamine import load_workbook

import xlscore
from samples.make import NAMES, SAMPLES
from tests.support import office, package_checker, validator
from tests.support.binary_books import binary_book, binary_copy
from tests.support.books import Formula, Rows, Sheet, header, workbook
from tests.support.command_line import BASE, GOOD, HEADER, Run, files, run, sheets
from tests.support.old_books import old_book
from tests.support.open_books import cell, document, open_book, row, table
from xlscore.evaluation import evaluate
from xlscore.formats.convert_to_xlsx import fresh_package
from xlscore.formats.read import open_workbook
from xlscore.report import to_json
from xlscore.words import Refused
from xlscore.workbook.block import (
    MAX_ROWS,
    Area,
    Block,
    Cell,
    ErrorCell,
    NoValue,
    SheetInfo,
    SheetMetadata,
    Workbook,
)
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import TOURNAMENT_KEYS

__all__ = ["run"]  # the fixture

Maker = Callable[..., Path]


def old_book_95(path: Path, sheets: Mapping[str, Rows | Sheet], **options: Any) -> Path:
    return old_book(path, sheets, excel_95=True, **options)


MAKERS: dict[str, tuple[str, Maker]] = {
    "xls": (".xls", old_book),
    "xls-95": (".xls", old_book_95),
    "xlsb": (".xlsb", binary_book),
    "ods": (".ods", open_book),
}
each_format = pytest.mark.parametrize("kind", MAKERS)


def made(
    folder: Path, kind: str, sheets: Mapping[str, Rows | Sheet], name: str = "book", **options: Any
) -> Path:
    extension, maker = MAKERS[kind]
    return maker(folder / f"{name}{extension}", sheets, **options)


def cells(block: Block) -> dict[tuple[int, int], Cell]:
    """The cells that are not empty, by position on the sheet."""
    return {
        (row, column): value
        for row, line in enumerate(block.rows, block.start[0])
        for column, value in enumerate(line, block.start[1])
        if value not in (None, "")
    }


def document_of(path: Path) -> dict[str, object]:
    """The JSON of a workbook, without the name of its file."""
    document = to_json(evaluate(read_results(open_workbook(path))))
    return {key: value for key, value in document.items() if key != "source"}


# The same tournaments


@office.one_at_a_time
@pytest.mark.parametrize("kind", ["xls", "ods"])
def test_a_sample_saved_in_another_format_gives_the_same(tmp_path: Path, kind: str) -> None:
    originals = [SAMPLES / f"{name}.xlsx" for name in NAMES]
    converted = office.convert(originals, tmp_path, kind)
    assert set(converted) == set(originals)
    for original, other in converted.items():
        assert document_of(other) == document_of(original), original.name
        assert open_workbook(other).sheets == open_workbook(original).sheets


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_as_binary_workbook_gives_the_same(tmp_path: Path, name: str) -> None:
    original = SAMPLES / f"{name}.xlsx"
    binary = binary_copy(original, tmp_path / "book.xlsb")
    assert document_of(binary) == document_of(original)
    assert open_workbook(binary).sheets == open_workbook(original).sheets


# Every kind of cell

VALUES: Rows = [
    ["Text", "Zoë ß", "=1+1", " two  blanks ", "line\nbreak"],
    [1, 0, -3, 10.5, 1e300, 2**29 - 1, -(2**29)],
    [True, False, None, ErrorCell("#N/A"), ErrorCell("#DIV/0!"), ErrorCell("#REF!")],
    [date(2031, 5, 6), datetime(2031, 5, 6, 7, 8, 9), time(7, 8, 9), timedelta(hours=30)],
    [None, Formula("", 12.5), Formula("", "text"), Formula("", True)],
    [Formula("", ErrorCell("#VALUE!")), None, Formula("", False), Formula("", "")],
    [ErrorCell("#NUM!"), ErrorCell("#NULL!"), ErrorCell("#NAME?"), Formula("", ErrorCell("#NUM!"))],
]
SEEN = {
    (at, column): value.value if isinstance(value, Formula) else value
    for at, line in enumerate(VALUES, 2)
    for column, value in enumerate(line, 1)
    if value not in (None, Formula("", ""))
}
FORMULAS = {
    (at, column)
    for at, line in enumerate(VALUES, 2)
    for column, value in enumerate(line, 1)
    if isinstance(value, Formula)
}


@each_format
@pytest.mark.parametrize("date_1904", [False, True])
def test_every_kind_of_cell(tmp_path: Path, kind: str, date_1904: bool) -> None:
    sheet = Sheet(VALUES, start=(2, 1), merged=["B3:B5", "D9:E9"], hidden=[3, 5])
    path = made(tmp_path, kind, {"Other": [[1]], "Results": sheet}, date_1904=date_1904)
    block = open_workbook(path).load("Results")
    assert told(cells(block)) == told(SEEN)
    assert block.metadata.formulas == FORMULAS
    assert block.metadata.hidden_rows == {3, 5}
    assert set(block.metadata.merged) == {Area(2, 1, 4, 1), Area(8, 3, 8, 4)}
    assert block.metadata.date_1904 is date_1904


@each_format
def test_calamine_sees_the_same_values(tmp_path: Path, kind: str) -> None:
    """A witness for the files made here as well: no error values, for it takes them for empty."""
    path = made(tmp_path, kind, {"Results": Sheet(VALUES, start=(2, 1))})
    block = open_workbook(path).load("Results")
    with load_workbook(path) as witness:
        found = witness.get_sheet_by_name("Results")
        seen = cells(Block("", found.start or (0, 0), found.to_python()))
    odd = (timedelta,)  # which calamine takes for a date or a text in two of the formats
    ours = {
        place: value
        for place, value in cells(block).items()
        if not isinstance(value, (ErrorCell, *odd))
    }
    assert told(ours) == told({place: seen[place] for place in seen if place != (5, 4)})


def told(found: Mapping[tuple[int, int], object]) -> dict[tuple[int, int], tuple[bool, object]]:
    """Values with whether they are booleans, because True == 1."""
    return {place: (isinstance(value, bool), value) for place, value in found.items()}


@pytest.mark.parametrize("kind", ["xls", "xlsb", "ods"])
def test_our_mark_is_seen(tmp_path: Path, kind: str) -> None:
    path = made(tmp_path, kind, {"Results": [[1]], "Standings": Sheet([["Rank"]], ours=True)})
    assert [info.ours for info in open_workbook(path).sheets] == [False, True]


def test_a_table_of_a_binary_workbook_ends_before_its_totals(tmp_path: Path) -> None:
    sheet = Sheet([["A", "B"], [1, 2], [3, 4], [5, 6]], (1, 1), table="tblX", totals=True)
    block = open_workbook(binary_book(tmp_path / "x.xlsb", {"Results": sheet})).load("Results")
    assert block.metadata.tables == (Area(1, 1, 3, 2),)
    assert block.metadata.totals_rows == {4}


@pytest.mark.parametrize("length", [4000, 8223, 20_000])
@pytest.mark.parametrize("letter", ["n", "Ł"])
def test_long_texts_of_an_old_workbook(tmp_path: Path, length: int, letter: str) -> None:
    """They go on in further records, and there say anew how wide their characters are."""
    long = "n" * (length // 2) + letter * (length - length // 2)
    rows: Rows = [[long, "between", long[::-1], "after", long]]
    path = old_book(tmp_path / "book.xls", {"Results": [rows[0][::2]]})
    assert list(open_workbook(path).load("Results").rows[0]) == list(rows[0][::2])


# Formulas without a stored value


@pytest.mark.parametrize(
    ("kind", "options"), [("ods", {}), ("xls", {"summary": False})], ids=["ods", "xls"]
)
def test_a_formula_without_a_value_is_told(
    tmp_path: Path, kind: str, options: dict[str, bool]
) -> None:
    path = made(tmp_path, kind, {"Results": [[NoValue("=1+1")]]}, **options)
    block = open_workbook(path).load("Results")
    assert isinstance(block.rows[0][0], NoValue)
    assert block.metadata.formulas == {(0, 0)}


def test_a_formula_that_shows_nothing_has_a_value(tmp_path: Path) -> None:
    for kind in ("xls", "ods", "xlsb"):
        path = made(tmp_path, kind, {"Results": [[1, Formula("", "")]]})
        assert cells(open_workbook(path).load("Results")) == {(0, 0): 1}


# What OpenDocument writes in its own way

DOCUMENTS = {
    "repeated-cells": (
        row(1) + f"<table:table-row>{cell(2, number_columns_repeated='3')}</table:table-row>",
        {(0, 0): 1, (1, 0): 2, (1, 1): 2, (1, 2): 2},
    ),
    "repeated-rows": (
        row("a", number_rows_repeated="2") + row("b"),
        {(0, 0): "a", (1, 0): "a", (2, 0): "b"},
    ),
    "empty-to-the-end": (
        f"<table:table-row>{cell(1)}{cell(number_columns_repeated='16383')}</table:table-row>"
        + row(None, number_rows_repeated="1048575", visibility="collapse"),
        {(0, 0): 1},
    ),
    "filled-far-down": (
        row(1) + row(None, number_rows_repeated="1048574") + row(2),
        {(0, 0): 1, (MAX_ROWS - 1, 0): 2},
    ),
    "groups": (
        f"<table:table-header-rows>{row(1)}</table:table-header-rows><table:table-row-group>"
        f"{row(2)}<table:table-row-group>{row(3)}</table:table-row-group></table:table-row-group>"
        f"<table:table-rows>{row(4)}</table:table-rows>",
        {(0, 0): 1, (1, 0): 2, (2, 0): 3, (3, 0): 4},
    ),
    "table-in-a-cell": (
        f"<table:table-row><table:table-cell>{table(row('inner'))}</table:table-cell>"
        f"{cell(1)}</table:table-row>{row(2)}",
        {(0, 1): 1, (1, 0): 2},
    ),
    "comment": (
        '<table:table-row><table:table-cell office:value-type="string"><office:annotation>'
        "<text:p>a remark</text:p></office:annotation><text:p>Ann</text:p></table:table-cell>"
        "</table:table-row>",
        {(0, 0): "Ann"},
    ),
    "blanks-and-runs": (
        '<table:table-row><table:table-cell office:value-type="string"><text:p>A<text:s '
        'text:c="2"/>B<text:tab/>\n  <text:span>C<text:a>D</text:a></text:span>E<text:line-break/>'
        "F<text:ruby><text:ruby-base>G</text:ruby-base><text:ruby-text>x</text:ruby-text>"
        "</text:ruby></text:p><text:p>H</text:p></table:table-cell></table:table-row>",
        {(0, 0): "A  B\t CDE\nFG\nH"},
    ),
    "money-and-percent": (
        '<table:table-row><table:table-cell office:value-type="currency" office:value="9.5"/>'
        '<table:table-cell office:value-type="percentage" office:value="0.25"/></table:table-row>',
        {(0, 0): 9.5, (0, 1): 0.25},
    ),
    "error-of-other-programs": (
        '<table:table-row><table:table-cell table:formula="of:=1/0" office:value-type="float" '
        'office:value="0"><text:p>#DIV/0!</text:p></table:table-cell></table:table-row>',
        {(0, 0): ErrorCell("#DIV/0!")},
    ),
    "text-without-a-type": (
        "<table:table-row><table:table-cell><text:p>Ann</text:p></table:table-cell>"
        "</table:table-row>",
        {(0, 0): "Ann"},
    ),
    "formulas-that-show-nothing": (
        '<table:table-row><table:table-cell table:formula="of:=A9"><text:p/></table:table-cell>'
        '<table:table-cell table:formula="of:=A9" office:value-type="string" '
        'office:string-value=""/><table:table-cell table:formula="of:=A9"/></table:table-row>',
        {(0, 2): NoValue("of:=A9")},
    ),
    "merged-to-infinity": (
        f"<table:table-row>{cell(1, number_rows_spanned='99999999')}</table:table-row>",
        {(0, 0): 1},
    ),
    "covered-cell": (
        "<table:table-row>"
        + cell(1, number_columns_spanned="2")
        + "<table:covered-table-cell/></table:table-row>",
        {(0, 0): 1},
    ),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_opendocument_writes_in_its_own_way(tmp_path: Path, name: str) -> None:
    rows, expected = DOCUMENTS[name]
    changes = f"<table:tracked-changes>{table(row('gone'), 'Results')}</table:tracked-changes>"
    links = f"<table:dde-links><table:dde-link>{table(row(9), 'Results')}</table:dde-link>"
    path = document(tmp_path / "book.ods", f"{changes}{table(rows)}{links}</table:dde-links>")
    found = open_workbook(path)
    assert [info.name for info in found.sheets] == ["Results"]
    assert cells(found.load("Results")) == expected


@pytest.mark.parametrize("kind", ["xls", "xlsb"])
def test_newer_errors_are_errors_too(tmp_path: Path, kind: str) -> None:
    """Also one that came after this was written."""
    row_made = [ErrorCell("#SPILL!"), Formula("", ErrorCell("#CALC!")), ErrorCell("#ERROR!")]
    path = made(tmp_path, kind, {"Results": [row_made]})
    expected = [ErrorCell("#SPILL!"), ErrorCell("#CALC!"), ErrorCell("#ERROR!")]
    assert open_workbook(path).load("Results").rows == [expected]


# A fresh .xlsx beside them


def tournament(rows: Rows, **more: Any) -> dict[str, Rows | Sheet]:
    settings = [[TOURNAMENT_KEYS[key]("en"), value] for key, value in BASE.items()]
    return {"Tournament": settings, "Results": Sheet([header(*HEADER), *rows], **more)}


SINS: Rows = [
    *GOOD,
    (1, 2, "=SUM(A1)", "10 "),
    (None, None, "+49", 8),
    (None, None, "Cleo", ErrorCell("#REF!")),
    (None, None, "Dan ", Formula("", 5)),
    (2, 1, "Ann", date(2031, 5, 10)),
    (2, 1, "ben", 7),
    (2, 1, "@x", 3),
    (2, 1, "Eve", True),
]


@each_format
@pytest.mark.parametrize("date_1904", [False, True])
def test_a_fresh_workbook_is_written_beside_and_gives_the_same(
    run: Run, tmp_path: Path, kind: str, date_1904: bool
) -> None:
    sheets_made = tournament(SINS, start=(2, 1), merged=["B8:B11", "C8:C11"], hidden=[6])
    path = made(tmp_path, kind, sheets_made, date_1904=date_1904)
    before = path.read_bytes()
    ran = run("score", path, "--format", "json", "--lang", "en")
    assert ran.code == 1
    assert path.read_bytes() == before
    fresh = tmp_path / "book.scored.xlsx"
    assert set(files(tmp_path)) == {path.name, fresh.name}
    again = run("score", fresh, "--no-write", "--format", "json", "--lang", "en").document
    assert {**again, "source": path.name} == ran.document
    assert sheets(fresh) == ["Tournament", "Results", "Standings", "Scored games", "Check"]
    assert validator.validate([fresh])[fresh] == []
    assert package_checker.faults(fresh) == []


@each_format
def test_typed_text_is_never_a_formula(run: Run, tmp_path: Path, kind: str) -> None:
    run("score", made(tmp_path, kind, tournament(SINS)))
    book = openpyxl.load_workbook(tmp_path / "book.scored.xlsx")
    typed = {cell.value: cell.data_type for line in book["Results"].iter_rows() for cell in line}
    assert typed["=SUM(A1)"] == typed["+49"] == typed["@x"] == "s"
    assert [value for value, kind in typed.items() if kind == "f"] == ["=#REF!", "=5.0"]
    places = [cell for line in book["Standings"].iter_rows() for cell in line]
    assert {cell.data_type for cell in places} <= {"s", "n", "inlineStr"}


@pytest.mark.parametrize("claim", [2.0, "2."])
def test_a_computed_place_stays_a_claim(run: Run, tmp_path: Path, claim: object) -> None:
    """Where places are formulas they do not decide; nor do they in the fresh workbook."""
    rows = [[*header(*HEADER), "Place"], *([*line, Formula("", claim)] for line in GOOD)]
    path = made(tmp_path, "xlsb", {**tournament(()), "Results": rows})
    first = run("score", path, "--format", "json").document
    again = run("score", tmp_path / "book.scored.xlsx", "--no-write", "--format", "json").document
    assert [standing["rank"] for standing in first["standings"]] == [1, 2, 3, 4]
    assert again["standings"] == first["standings"]
    assert again["findings"] == first["findings"]


def test_a_formula_without_value_has_none_in_the_fresh_workbook(run: Run, tmp_path: Path) -> None:
    path = made(tmp_path, "ods", tournament([*GOOD[:3], (1, 1, "Dan", NoValue())]))
    first = run("score", path, "--format", "json").document
    again = run("score", tmp_path / "book.scored.xlsx", "--no-write", "--format", "json").document
    assert [finding["code"] for finding in first["findings"]] == ["formula-no-value"]
    assert again["findings"] == first["findings"]


def test_the_end_of_a_table_stays_where_it_was(run: Run, tmp_path: Path) -> None:
    rows = [*GOOD, ("Total", None, None, 30)]
    path = made(tmp_path, "xlsb", tournament(rows, table="tblResults", totals=True))
    assert run("score", path).code == 0
    assert run("score", tmp_path / "book.scored.xlsx", "--no-write").code == 0


@each_format
def test_the_organizers_own_standings_are_replaced_with_a_warning(
    run: Run, tmp_path: Path, kind: str
) -> None:
    own: Rows = [["Rank", "Player"], [1, "Dan"]]
    path = made(tmp_path, kind, {**tournament(GOOD), "Standings": own})
    document = run("score", path, "--format", "json").document
    assert [finding["code"] for finding in document["findings"]] == ["sheet-replaced"]
    book = openpyxl.load_workbook(tmp_path / "book.scored.xlsx")
    assert book.sheetnames == ["Tournament", "Results", "Standings", "Scored games", "Check"]
    assert book["Standings"]["B2"].value == "Ann"


def test_python_reads_and_writes_them_as_well(tmp_path: Path) -> None:
    path = made(tmp_path, "ods", tournament(GOOD))
    xlscore.write(xlscore.evaluate(xlscore.read(path)), path, tmp_path / "fresh.xlsx")
    assert document_of(tmp_path / "fresh.xlsx") == document_of(path)


@each_format
def test_writing_twice_gives_the_same_bytes(run: Run, tmp_path: Path, kind: str) -> None:
    path = made(tmp_path, kind, tournament(SINS))
    written = []
    for _ in range(2):
        run("score", path)
        written.append((tmp_path / "book.scored.xlsx").read_bytes())
    assert written[0] == written[1]


REFUSED = {
    "in-place": (["--in-place"], "never writes them", "schreibt sie nie"),
    "macro-workbook": (["--out", "x.xlsm"], "ends in .xlsx", "Endung .xlsx"),
    "own-format": (["--out", "x.ods"], "ends in .xlsx", "Endung .xlsx"),
    "itself": (["--out", "SELF"], "is the workbook itself", "ist die Mappe selbst"),
}


@each_format
@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_written_is_refused(
    run: Run, tmp_path: Path, kind: str, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, english, german = REFUSED[case]
    path = made(tmp_path, kind, tournament(GOOD))
    monkeypatch.chdir(tmp_path)
    before = files(tmp_path)
    options = [path.name if option == "SELF" else option for option in options]
    for language, words in (("en", english), ("de", german)):
        ran = run("score", path, *options, "--lang", language)
        assert ran.code == 2
        assert words in ran.err
        assert ran.out == ""
    assert files(tmp_path) == before


def test_a_folder_with_one_tournament_in_every_format(run: Run, tmp_path: Path) -> None:
    """No scored copy takes the place of another."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for kind in ("xls", "xlsb", "ods"):
        made(folder, kind, tournament(GOOD), name="spring")
    workbook(folder / "spring.xlsx", tournament(GOOD))
    out = tmp_path / "out"
    assert run("batch", folder, "--out", out).code == 0
    formats = ("ods", "xls", "xlsb")
    copies = {f"spring.{kind}.scored.xlsx" for kind in formats} | {"spring.scored.xlsx"}
    reports = {f"spring.{kind}.json" for kind in (*formats, "xlsx")}
    assert set(files(out)) == copies | reports | {"batch.json"}


NAMED = {
    "long": "The results of the spring tournament of the year",
    "slash": "Runde 1/2",
    "quoted": "'Results'",
    "brackets": "[A]:*?\\",
}


@pytest.mark.parametrize("name", NAMED.values(), ids=NAMED)
def test_sheets_with_names_that_excel_does_not_allow(run: Run, tmp_path: Path, name: str) -> None:
    rows = tournament(GOOD)
    named = {"Tournament": rows["Tournament"], name: rows["Results"], f"{name} ": [["x"]]}
    path = made(tmp_path, "ods", named)
    assert run("score", path, "--sheet", name).code == 0
    fresh = tmp_path / "book.scored.xlsx"
    assert len(set(sheets(fresh))) == 6
    assert validator.validate([fresh])[fresh] == []


# Damage


def damaged(path: Path, part: str, change: Callable[[bytes], bytes]) -> Path:
    """The package with one part changed."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    parts[part] = change(parts[part])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return path


@pytest.mark.parametrize("kind", ["xls", "xlsb", "ods"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.99])
def test_what_is_cut_off_is_refused(tmp_path: Path, kind: str, share: float) -> None:
    path = made(tmp_path, kind, tournament(SINS))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(Refused) as refused:
        document_of(path)
    assert refused.value.code in ("zip-damaged", "ole-damaged", "records-damaged")


SENSELESS: dict[str, tuple[str, str, Callable[[bytes], bytes]]] = {
    "record-cut-off": ("xl/worksheets/sheet1.bin", "records-damaged", lambda data: data[:-9]),
    "text-points-nowhere": ("xl/sharedStrings.bin", "records-damaged", lambda _: b""),
    "table-of-nothing": ("xl/tables/table1.bin", "records-damaged", lambda _: b""),
    "half-a-list": ("xl/workbook.bin", "records-damaged", lambda data: data[: len(data) // 2]),
}


@pytest.mark.parametrize("case", SENSELESS)
def test_records_that_make_no_sense(tmp_path: Path, case: str) -> None:
    part, code, change = SENSELESS[case]
    sheet = Sheet([["a", "b", 1]], table="tblResults")
    path = damaged(binary_book(tmp_path / "x.xlsb", {"Results": sheet}), part, change)
    with pytest.raises(Refused) as refused:
        open_workbook(path).load("Results")
    assert refused.value.code == code


def _blanks(count: str) -> str:
    return (
        '<table:table-row><table:table-cell office:value-type="string">'
        f'<text:p>a<text:s text:c="{count}"/>b</text:p></table:table-cell></table:table-row>'
    )


STRANGE = {
    "repeated-many-digits": row(1, number_rows_repeated="9" * 40),
    "blanks-no-number": _blanks("abc"),
    "blanks-many-digits": _blanks("9" * 5000),
    "repeated-negative": row(1, number_rows_repeated="-2"),
    "no-number": '<table:table-row><table:table-cell office:value-type="float" '
    'office:value="ten"/></table:table-row>',
    "no-date": '<table:table-row><table:table-cell office:value-type="date" '
    'office:date-value="2031-13-01"/></table:table-row>',
    "no-time": '<table:table-row><table:table-cell office:value-type="time" '
    'office:time-value="noon"/></table:table-row>',
    "behind-the-last-column": f"<table:table-row>{cell(number_columns_repeated='16384')}{cell(1)}"
    "</table:table-row>",
    "below-the-last-row": row(None, number_rows_repeated="1048576") + row(1),
    "no-type": '<table:table-row><table:table-cell office:value-type="song"/></table:table-row>',
}


@pytest.mark.parametrize("case", STRANGE)
def test_a_document_that_makes_no_sense(tmp_path: Path, case: str) -> None:
    path = document(tmp_path / "x.ods", table(STRANGE[case]))
    with pytest.raises(Refused) as refused:
        open_workbook(path).load("Results")
    assert refused.value.code == "part-senseless"


def test_no_cell_holds_more_than_a_cell_can(tmp_path: Path) -> None:
    lines = '<text:p>a<text:s text:c="32767"/></text:p>' * 100_000
    cells_made = f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
    path = document(tmp_path / "x.ods", table(f"<table:table-row>{cells_made}</table:table-row>"))
    assert open_workbook(path).load("Results").rows == [["a" + " " * 32_766]]


def test_a_text_document_is_no_workbook(tmp_path: Path) -> None:
    path = document(tmp_path / "x.ods", table(row(1)), body="text")
    with pytest.raises(Refused) as refused:
        open_workbook(path)
    assert refused.value.code == "file-not-a-workbook"


@office.one_at_a_time
def test_libreoffice_shows_the_cells_of_the_files_made_here(tmp_path: Path) -> None:
    """So the tests above stand on files as programs have them."""
    shown = [["Player", "VP"], ["Zoë", "10.5"], ["Łukasz", "7"]]
    rows: Rows = [shown[0], ["Zoë", 10.5], ["Łukasz", 7]]
    paths = [made(tmp_path, kind, {"Results": rows}, name=kind) for kind in ("xls", "xlsb", "ods")]
    assert office.shown(paths) == {path: {"Results": shown} for path in paths}


def test_a_merged_area_that_ends_below_the_last_row_stays(run: Run, tmp_path: Path) -> None:
    rows = [header(*HEADER), *GOOD]
    last = len(rows)
    merged = [f"D{last}:D{last + 1}"]
    path = made(tmp_path, "ods", {**tournament(()), "Results": Sheet(rows, merged=merged)})
    first = run("score", path, "--format", "json").document
    again = run("score", tmp_path / "book.scored.xlsx", "--no-write", "--format", "json").document
    assert "cell-merged" in {finding["code"] for finding in first["findings"]}
    assert again["findings"] == first["findings"]


@pytest.mark.parametrize("calculated", [True, False])
@pytest.mark.parametrize("one_has_a_value", [True, False])
@pytest.mark.parametrize("make", [old_book, binary_book])
def test_zeros_that_nobody_has_calculated_are_no_values(
    tmp_path: Path, make: Callable[..., Path], one_has_a_value: bool, calculated: bool
) -> None:
    """As in an .xlsx that asks to be calculated when it is opened."""
    row = [Formula("=1", 0), Formula("=2", 2 if one_has_a_value else 0)]
    ending = "xls" if make is old_book else "xlsb"
    path = make(tmp_path / f"book.{ending}", {"Results": [row]}, calculated=calculated)
    (found,) = open_workbook(path).load("Results").rows
    if calculated or one_has_a_value:
        assert found == [0, 2 if one_has_a_value else 0]
    else:
        assert found == [NoValue(), NoValue()]


@pytest.mark.parametrize(
    "marks",
    [
        SheetMetadata(tables=(Area(0, 0, 2, 1), Area(0, 0, 2, 1))),
        SheetMetadata(tables=(Area(0, 0, 1, 1), Area(2, 0, 3, 1)), totals_rows=frozenset({2})),
        SheetMetadata(tables=(Area(0, 0, 2, 1),), merged=(Area(1, 0, 2, 0),)),
    ],
    ids=["twice", "over-a-totals-row", "merged"],
)
def test_of_areas_over_one_another_the_first_table_stays(
    tmp_path: Path, marks: SheetMetadata
) -> None:
    """Excel would repair the workbook."""
    block = Block("A", (0, 0), [["A", "B"], [1, 2], ["C", "D"], [3, 4]], marks)
    package = fresh_package(Workbook("x.ods", (SheetInfo("A", False),), lambda _: block))
    fresh = tmp_path / "fresh.xlsx"
    fresh.write_bytes(package.archive.data)
    assert validator.validate([fresh])[fresh] == []
    assert len(openpyxl.load_workbook(fresh)["A"].tables) == 1
