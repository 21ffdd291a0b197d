"""Does a character that no XML can hold stay out of every part that is written?"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import openpyxl
from lxml import etree
from python_calamine import load_workbook

from tests.support.command_line import Run, made, run
from xlscore.formats.convert_to_xlsx import fresh_package
from xlscore.workbook.block import (
    Area,
    Block,
    Cell,
    ErrorCell,
    NoValue,
    SheetInfo,
    SheetMetadata,
    Workbook,
)

__all__ = ["run"]  # the fixture

BAD = "a\x07b\ud800c\ufffe_x0007_\x0b"
SHOWN = "abc_x0007_"


def well_formed(data: bytes) -> None:
    """Every part can be parsed, and other programs open the whole."""
    with ZipFile(BytesIO(data)) as package:
        for name in package.namelist():
            if name.endswith((".xml", ".rels")):
                etree.fromstring(package.read(name))
    openpyxl.load_workbook(BytesIO(data))
    load_workbook(BytesIO(data))


def test_of_a_converted_workbook() -> None:
    rows: list[list[Cell]] = [
        [BAD, 1, ErrorCell(BAD)],
        [BAD, NoValue(BAD), ErrorCell(BAD)],
        [None] * 3,
        [f"h{BAD}", "i", None],
        [BAD, BAD, None],
        [None] * 3,
        [BAD, None, None],
    ]
    marks = SheetMetadata(
        formulas=frozenset({(1, 0), (1, 1), (1, 2)}),
        tables=(Area(3, 0, 4, 1),),
        merged=(Area(6, 0, 6, 1),),
    )
    names = (f"S{BAD}", "[]:*?/\\")
    listed = tuple(SheetInfo(name, ours=False) for name in names)
    book = Workbook("x.xls", listed, lambda name: Block(name, (0, 0), rows, marks))
    package = fresh_package(book)
    data = package.archive.data
    well_formed(data)
    first = load_workbook(BytesIO(data)).get_sheet_by_index(0).to_python()
    assert [line[0] for line in first[:2]] == [SHOWN, SHOWN]


def test_of_a_fresh_workbook(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "cup\x07\udcff.xlsx"
    assert run("new", target, "--rules", "dsvc-s3", "--scenario", "base").code == 0
    well_formed(target.read_bytes())


def test_of_a_summary(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    made(folder, name="b\x07\udcff.xlsx")
    summary = tmp_path / "all.xlsx"
    assert run("batch", folder, "--out", tmp_path / "out", "--summary", summary).code == 0
    well_formed(summary.read_bytes())
