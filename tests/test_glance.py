"""Does nothing reach the fast reader that could end the process, or that nobody has looked at?"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import MAIN, Sheet, edited, raw_book, sheet_xml, workbook
from tests.support.work import work_of
from xlscore.formats import read as reader
from xlscore.formats.read import open_workbook
from xlscore.formats.xlsx_scan import is_harmless
from xlscore.words import Refused

ROWS = "".join(f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(1, 4))
LARGE = "".join(
    f'<row r="{n}"><c r="A{n}"><v>{n}</v></c><c r="D{n}"><v>1</v></c></row>'
    for n in range(1, 100_001)
)
FAR = {
    "far-corner": '<c r="XFD1048576"><v>1</v></c>',
    "no-such-column": '<c r="ZZZZ99999999"><v>1</v></c>',
    "no-such-column-in-few-rows": '<c r="AAAA2"><v>1</v></c>',
    "no-such-row": '<c r="A99999999"><v>1</v></c>',
    "zeros-in-front": '<c r="A0000000000000001"><v>1</v></c>',
    "single-quotes": "<c r='XFD1048576'><v>1</v></c>",
    "blanks-around": '<c r = "XFD1048576"><v>1</v></c>',
    "blank-before": '<c r ="XFD1048576"><v>1</v></c>',
    "blank-behind": '<c r= "XFD1048576"><v>1</v></c>',
    "tab": '<c\tr="XFD1048576"><v>1</v></c>',
    "line-end-before": '<c\nr="XFD1048576"><v>1</v></c>',
    "line-end-before-the-quote": '<c r=\n"XFD1048576"><v>1</v></c>',
    "carriage-return": '<c r\r\n=\r\n"XFD1048576"><v>1</v></c>',
    "two-blanks": '<c  r="XFD1048576"><v>1</v></c>',
    "behind-others": '<c s="0" r="XFD1048576"><v>1</v></c>',
    "small-letters": '<c r="xfd1048576"><v>1</v></c>',
    "character-reference": '<c r="&#88;FD1048576"><v>1</v></c>',
    "prefix": f'<x:c xmlns:x="{MAIN}" r="XFD1048576"><v>1</v></x:c>',
    "other-namespace": '<y:c xmlns:y="urn:x" r="XFD1048576"><v>1</v></y:c>',
    "dollars": '<c r="$XFD$1048576"><v>1</v></c>',
    "nothing": '<c r=""><v>1</v></c>',
    "no-reference": "<c><v>1</v></c>",
}


@pytest.mark.parametrize("name", FAR)
@pytest.mark.parametrize("before", [ROWS, LARGE], ids=["small", "large"])
def test_every_spelling_of_a_far_cell_is_seen(name: str, before: str) -> None:
    row = f'<row r="100002">{FAR[name]}</row>'
    assert is_harmless(sheet_xml(before).encode())
    assert not is_harmless(sheet_xml(before + row).encode())
    assert not is_harmless(sheet_xml(row + before).encode())


@pytest.mark.parametrize("name", FAR)
@pytest.mark.parametrize("size", [0, 4 << 20])
def test_no_spelling_of_a_far_cell_reaches_the_fast_reader(
    tmp_path: Path, name: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large part neither, whose reading begins before everything is known of it."""
    monkeypatch.setattr(reader, "_SIDE_BY_SIDE", size)
    path = raw_book(tmp_path / "raw.xlsx", sheet_xml(f"{ROWS}<row>{FAR[name]}</row>"))
    monkeypatch.setattr(reader._Book, "_cells", lambda *_: pytest.fail("read by calamine"))
    with suppress(Refused):
        open_workbook(path).load("Results")


SPACIOUS: dict[str, str] = {
    "long": LARGE,
    "notes-far-right": ROWS + '<row r="5"><c r="Z5"><v>1</v></c></row>',
    "by-player": "".join(
        f'<row r="{n}"><c r="A{n}"><v>1</v></c><c r="AN{n}"><v>1</v></c></row>'
        for n in range(1, 400)
    ),
    "wide": "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 100)),
    "columns-elsewhere": ROWS + '</sheetData><colBreaks count="0"/><sheetData>',
}


@pytest.mark.parametrize("name", SPACIOUS)
def test_what_others_write_is_left_to_the_fast_reader(name: str) -> None:
    assert is_harmless(sheet_xml(SPACIOUS[name]).encode())


def fast_reads(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What the fast reader is given from now on, a file each."""
    given: list[bytes] = []
    load = reader.load_workbook

    def loading(file: BytesIO) -> Any:
        given.append(file.getvalue())
        return load(file)

    monkeypatch.setattr(reader, "load_workbook", loading)
    return given


def test_the_fast_reader_is_opened_once_a_file_and_gets_no_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = workbook(tmp_path / "book.xlsx", {f"Sheet {n}": [[n, "Ann"]] for n in range(30)})
    edited(path, {"xl/media/picture.png": bytes(range(256)) * 4000})
    given = fast_reads(monkeypatch)
    found = open_workbook(path)
    assert [list(found.load(info.name).rows) for info in found.sheets] == [
        [[float(n), "Ann"]] for n in range(30)
    ]
    assert len(given) == 1
    assert b"picture" not in given[0]


def two_of_one_name(path: Path) -> None:
    workbook(path, {"Results": [[1]], "Other": [[2]]})
    edited(path, {"xl/workbook.xml": lambda data: data.replace(b'"Other"', b'"Results"')})


def part_behind_a_hash(path: Path) -> None:
    workbook(path, {"Results": [[1]], "Other": [[2]]})
    with_hash = b"worksheets/sheet2.xml#x"
    edited(
        path,
        {
            "xl/worksheets/sheet2.xml#x": sheet_xml('<row r="1"><c r="A1"><v>3</v></c></row>'),
            "xl/_rels/workbook.xml.rels": lambda data: data.replace(
                b"worksheets/sheet2.xml", with_hash
            ),
        },
    )


@pytest.mark.parametrize(
    ("make", "name"), [(two_of_one_name, "Results"), (part_behind_a_hash, "Other")]
)
def test_the_sheet_that_was_looked_at_is_the_one_that_is_read(
    tmp_path: Path, make: Callable[[Path], None], name: str
) -> None:
    path = tmp_path / "book.xlsx"
    make(path)
    assert open_workbook(path).load(name).rows == [[2.0]]


def test_the_work_grows_with_the_sheets(tmp_path: Path) -> None:
    def read(count: int) -> None:
        path = tmp_path / f"{count}.xlsx"
        if not path.exists():
            workbook(path, {f"Sheet {n}": [[n, "Ann"]] for n in range(count)})
        found = open_workbook(path)
        for info in found.sheets:
            found.load(info.name)

    for count in (100, 200):
        read(count)
    assert work_of(lambda: read(200)) < 2.2 * work_of(lambda: read(100))


def test_a_part_with_merged_areas_is_read_fast(tmp_path: Path) -> None:
    merged = [f"C{n}:C{n + 1}" for n in range(1, 200, 2)]
    path = workbook(tmp_path / "book.xlsx", {"Results": Sheet([[1]], merged=merged)})
    assert len(open_workbook(path).load("Results").metadata.merged) == len(merged)


def test_a_far_column_matters_where_there_are_many_rows() -> None:
    for column in [*"AMZ", *map("".join, itertools.product("AZ", repeat=2)), "AAA", "XFD"]:
        for row in (1, 9_999):
            xml = sheet_xml(f'<row r="{row}"><c r="{column}{row}"><v>1</v></c></row>')
            is_wide = len(column) == 3 or (column.startswith("Z") and len(column) == 2)
            assert is_harmless(xml.encode()) != (is_wide and row > 1), (column, row)
