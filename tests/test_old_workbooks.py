"""Is every record of old workbooks (.xls) read that holds a value, whichever program wrote it?"""

from __future__ import annotations

import struct
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from tests.support import office
from tests.support.books import Rows, header
from tests.support.command_line import GOOD, HEADER, Run, run
from tests.support.old_books import old_book, old_stream, ole_file, record, short_text, text
from xlscore.formats.read import open_workbook
from xlscore.words import Refused
from xlscore.workbook.block import Block, Cell, ErrorCell

__all__ = ["run"]  # the fixture

FORMULA = struct.pack("<HIHBB", 0, 0, 2, 0x1D, 1)
"""Flags and the formula ``=TRUE``: what it results in stands before it."""
BEGINNINGS = {2: 0x09, 3: 0x209, 4: 0x409, 5: 0x809}


def at(row: int, column: int, style: int = 0) -> bytes:
    return struct.pack("<3H", row, column, style)


def of_excel_2(row: int, column: int, format_number: int = 0) -> bytes:
    """There, three bytes say how a cell looks."""
    return struct.pack("<2H3B", row, column, 0, format_number, 0)


def real(value: float) -> bytes:
    return struct.pack("<d", value)


def loaded(path: Path, name: str = "Results") -> Block:
    return open_workbook(path).load(name)


def typed(rows: Rows, excel_95: bool = False) -> bytes:
    """Records of texts and numbers."""
    return b"".join(
        record(0x204, at(row, column) + text(value, excel_95))
        if isinstance(value, str)
        else record(0x203, at(row, column) + real(value))
        for row, line in enumerate(rows)
        for column, value in enumerate(line)
    )


def bare(path: Path, version: int, *records: bytes) -> Path:
    """One sheet without the file around it, as export scripts write."""
    beginning = record(BEGINNINGS[version], struct.pack("<4H", 0, 0x10, 0, 0))
    path.write_bytes(beginning + b"".join(records) + record(0x0A))
    return path


@pytest.mark.parametrize("kind", [0x06, 0x206, 0x406], ids=hex)
def test_formulas_of_every_version_are_read(tmp_path: Path, kind: int) -> None:
    """Some programs write those of Excel 4 into a workbook of Excel 97."""
    of_text = bytes([0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    of_error = bytes([2, 0, 42, 0, 0, 0, 0xFF, 0xFF])
    records = [
        record(kind, at(0, 0) + real(9.5) + FORMULA),
        record(kind, at(0, 1) + of_text + FORMULA) + record(0x207, text("Zoë")),
        record(kind, at(0, 2) + of_error + FORMULA),
    ]
    path = tmp_path / "book.xls"
    path.write_bytes(ole_file({"Workbook": old_stream(b"".join(records))}))
    block = loaded(path)
    assert block.rows == [[9.5, "Zoë", ErrorCell("#N/A")]]
    assert block.metadata.formulas == {(0, 0), (0, 1), (0, 2)}


@pytest.mark.parametrize("excel_95", [False, True])
def test_a_text_with_formatting_runs(tmp_path: Path, excel_95: bool) -> None:
    runs = bytes([1, 1, 0]) if excel_95 else bytes([1, 0, 1, 0, 0, 0])
    cells = record(0xD6, at(0, 0) + text("Zoë", excel_95) + runs)
    path = tmp_path / "book.xls"
    path.write_bytes(ole_file({"Workbook": old_stream(cells, excel_95=excel_95)}))
    assert loaded(path).rows == [["Zoë"]]


PAGES = {
    "western-mac": (10000, "mac-roman", "Zoë Müller"),
    "central-european-mac": (10029, "mac-latin2", "Łukasz Dvořák"),
    "greek-mac": (10006, "mac-greek", "Ωμέγα"),
    "russian-mac": (10007, "mac-cyrillic", "Юлия"),
    "turkish-mac": (10081, "mac-turkish", "Gülşen Işık"),
    "japanese-mac": (10001, "shift_jis", "花子"),
    "windows": (1250, "cp1250", "Łukasz Dvořák"),
    "unknown": (4711, "cp1252", "Zoë Müller"),
    "one-for-wide-texts": (1200, "cp1252", "Zoë Müller"),
}


@pytest.mark.parametrize("page", PAGES)
def test_texts_in_the_code_page_of_their_computer(tmp_path: Path, page: str) -> None:
    number, codec, name = PAGES[page]
    raw = name.encode(codec)
    cells = record(0x204, at(0, 0) + struct.pack("<H", len(raw)) + raw)
    cells += record(0x06, at(0, 1) + bytes([0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) + FORMULA)
    cells += record(0x207, struct.pack("<H", len(raw)) + raw)
    head = record(0x42, struct.pack("<H", number))
    path = tmp_path / "book.xls"
    path.write_bytes(ole_file({"Book": old_stream(cells, head, excel_95=True)}))
    assert loaded(path).rows == [[name, name]]


@pytest.mark.parametrize("excel_95", [False, True])
@pytest.mark.parametrize("left", range(8))
def test_formats_that_are_cut_short(tmp_path: Path, excel_95: bool, left: int) -> None:
    """They say how numbers look, so other programs read past them."""
    format_made = struct.pack("<H", 240) + (short_text if excel_95 else text)("0.00", excel_95)
    extra = record(0x41E, format_made[:left])
    rows = [[date(2031, 5, 6), 7, "Ann"]]
    path = old_book(tmp_path / "book.xls", {"Results": rows}, excel_95=excel_95, extra=extra)
    assert loaded(path).rows == rows


def test_a_control_character_in_the_text_of_a_formula(run: Run, tmp_path: Path) -> None:
    """The copy beside it opens elsewhere, and shows it without."""
    text_follows = bytes([0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    cells = record(0x06, at(40, 6) + text_follows + FORMULA) + record(0x207, text("a\x07b"))
    path = tmp_path / "book.xls"
    path.write_bytes(ole_file({"Workbook": old_stream(typed([header(*HEADER), *GOOD]) + cells)}))
    assert run("score", path, "--rules", "dsvc-s3", "--scenario", "base").code == 0
    copy = openpyxl.load_workbook(tmp_path / "book.scored.xlsx", data_only=True)
    assert copy["Results"]["G41"].value == "ab"


VALUES: dict[int, tuple[bytes, list[Cell]]] = {
    2: (
        record(0x1E, short_text("General", True))
        + record(0x1E, short_text("DD.MM.YYYY", True))
        + record(0x04, of_excel_2(0, 0) + short_text("Zoë", True))
        + record(0x02, of_excel_2(0, 1) + struct.pack("<H", 65_535))
        + record(0x03, of_excel_2(0, 2) + real(10.5))
        + record(0x05, of_excel_2(0, 3) + bytes([1, 0]))
        + record(0x05, of_excel_2(0, 4) + bytes([42, 1]))
        + record(0x02, of_excel_2(0, 5, 1) + struct.pack("<H", 45_000))
        + record(0x06, of_excel_2(0, 6) + real(3) + b"\0\3\x1e\3\0"),
        ["Zoë", 65_535, 10.5, True, ErrorCell("#N/A"), date(2023, 3, 15), 3],
    ),
    3: (
        record(0x1E, short_text("General", True))
        + record(0x1E, short_text("DD.MM.YYYY", True))
        + record(0x243, bytes([0, 0] + [0] * 10))
        + record(0x243, bytes([0, 1] + [0] * 10))
        + record(0x204, at(0, 0) + text("Zoë", True))
        + record(0x203, at(0, 1) + real(10.5))
        + record(0x27E, at(0, 2, 1) + struct.pack("<i", 45_000 << 2 | 2))
        + record(0x206, at(0, 3) + real(3) + b"\0\0\3\0\x1e\3\0"),
        ["Zoë", 10.5, date(2023, 3, 15), 3],
    ),
    4: (
        record(0x41E, b"\0\0" + short_text("General", True))
        + record(0x41E, b"\0\0" + short_text("DD.MM.YYYY", True))
        + record(0x443, bytes([0, 0] + [0] * 10))
        + record(0x443, bytes([0, 1] + [0] * 10))
        + record(0x204, at(0, 0) + text("Zoë", True))
        + record(0x203, at(0, 1, 1) + real(45_000))
        + record(0x406, at(0, 2) + real(3) + b"\0\0\3\0\x1e\3\0"),
        ["Zoë", date(2023, 3, 15), 3],
    ),
    5: (
        record(0x204, at(0, 0) + text("Zoë", True)) + record(0x203, at(0, 1) + real(10.5)),
        ["Zoë", 10.5],
    ),
}


@pytest.mark.parametrize("version", VALUES)
def test_a_bare_stream_of_one_sheet(tmp_path: Path, version: int) -> None:
    records, expected = VALUES[version]
    path = bare(tmp_path / "book.xls", version, records)
    assert [info.name for info in open_workbook(path).sheets] == ["Sheet1"]
    block = loaded(path, "Sheet1")
    assert [(type(one) is bool, one) for one in block.rows[0]] == [
        (type(one) is bool, one) for one in expected
    ]


@office.one_at_a_time
def test_libreoffice_shows_the_same_of_bare_streams(tmp_path: Path) -> None:
    paths = [bare(tmp_path / f"{one}.xls", one, VALUES[one][0]) for one in VALUES]
    shown = office.shown(paths)
    assert {path.stem: [*shown[path].values()] for path in paths} == {
        # It knows no booleans there, and takes only formats that a list of styles names.
        "2": [[["Zoë", "65535", "10.5", "1", "#N/A", "45000", "3"]]],
        "3": [[["Zoë", "10.5", "03/15/2023", "3"]]],
        "4": [[["Zoë", "03/15/2023", "3"]]],
        "5": [[["Zoë", "10.5"]]],
    }


def test_a_bare_stream_that_is_cut_off(tmp_path: Path) -> None:
    path = bare(tmp_path / "book.xls", 5, VALUES[5][0])
    path.write_bytes(path.read_bytes()[:-6])
    with pytest.raises(Refused) as refused:
        open_workbook(path)
    assert refused.value.code == "records-damaged"


def test_an_export_script_is_scored(run: Run, tmp_path: Path) -> None:
    path = bare(tmp_path / "book.xls", 5, typed([header(*HEADER), *GOOD], excel_95=True))
    ran = run("score", path, "--rules", "dsvc-s3", "--scenario", "base", "--format", "json")
    assert ran.code == 0
    assert len(ran.document["standings"]) == 4
