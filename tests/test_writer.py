"""Do our sheets come into any workbook, and does everything else stay as it was?"""

from __future__ import annotations

import re
import warnings
import zipfile
import zlib
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from python_calamine import CalamineError, CalamineWorkbook, XmlError

from tests.support import office, validator
from tests.support.output import our_block, our_blocks
from tests.support.package_checker import new_faults
from tests.support.packages import package_of
from tests.support.variants import VARIANTS, make
from tests.support.zipped import records
from xlscore.formats import zip_parts
from xlscore.formats.package import Package
from xlscore.formats.source import Source
from xlscore.formats.write import write_workbook
from xlscore.workbook.block import Cell

ROWS = 40
OURS = ("Standings", "Scored games", "Check")
MAY_DIFFER = {
    "[Content_Types].xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/Book.xml",
    "xl/_rels/Book.xml.rels",
}
WITH_STANDINGS = {"xl/worksheets/sheet3.xml", "xl/tables/table2.xml", "xl/calcChain.xml"}
NO_OPENPYXL, NO_CALAMINE = {"strict"}, {"odd-names", "utf-16"}
NO_LIBREOFFICE = {
    "zip64-throughout",
    "zip64-throughout-descriptors",
    "prepended",
    "prepended-shifted",
}
"""Variants whose original these programs do not read either."""
EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("variants")


def pair(folder: Path, variant: str) -> tuple[Path, Path]:
    """The workbook of a variant and what becomes of it, made once."""
    found = [folder / f"{variant}{ending}" for ending in (".xlsx", ".xlsm")]
    source = next((path for path in found if path.exists()), None) or make(folder, variant)
    written = source.with_name(f"{variant}.scored{source.suffix}")
    if not written.exists():
        write_workbook(Source.read(source), written, our_blocks(ROWS), replace_foreign=True)
    return source, written


def opened(path: Path) -> openpyxl.Workbook:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(path)


@EVERY_VARIANT
def test_every_other_entry_stays_byte_for_byte(folder: Path, variant: str) -> None:
    source, written = pair(folder, variant)
    before, after = records(source), records(written)
    standings = WITH_STANDINGS if variant in ("ours", "theirs") else set()
    assert set(before) <= set(after)
    same = [name for name in before if name not in MAY_DIFFER | standings]
    assert [name for name in same if before[name] != after[name]] == []
    assert len(same) > 20
    new = set(after) - set(before)
    assert all(name.startswith("xl/worksheets/sheet") for name in new)
    assert len(new) == (2 if standings else 3)
    assert list(after)[: len(before)] == list(before)


@EVERY_VARIANT
def test_writing_twice_gives_the_same_bytes(folder: Path, variant: str) -> None:
    _, written = pair(folder, variant)
    again = written.with_name(f"{variant}.again{written.suffix}")
    write_workbook(Source.read(written), again, our_blocks(ROWS), replace_foreign=False)
    assert again.read_bytes() == written.read_bytes()


@EVERY_VARIANT
def test_a_shorter_result_leaves_nothing_behind(folder: Path, variant: str) -> None:
    """Written over a longer one, a result is what it would have been in its place."""
    source, written = pair(folder, variant)
    short = source.with_name(f"{variant}.short{source.suffix}")
    direct = source.with_name(f"{variant}.direct{source.suffix}")
    write_workbook(Source.read(written), short, our_blocks(3), replace_foreign=False)
    write_workbook(Source.read(source), direct, our_blocks(3), replace_foreign=True)
    assert new_faults(source, short) == []
    one, other = package_of(short), package_of(direct)
    for sheet in other.sheets():
        if sheet.ours:
            assert cells(one, sheet.part) == cells(other, sheet.part)


def cells(package: Package, part: str) -> list[tuple[str, str]]:
    """Every cell of a sheet with what it holds."""
    found = package.tree(part).findall("{*}sheetData/{*}row/{*}c")
    return [(cell.get("r", ""), "".join(cell.itertext())) for cell in found]


@EVERY_VARIANT
def test_the_package_checker_finds_nothing_new(folder: Path, variant: str) -> None:
    assert new_faults(*pair(folder, variant)) == []


@EVERY_VARIANT
def test_order_and_active_sheet_stay_and_new_sheets_come_last(folder: Path, variant: str) -> None:
    before, after = map(package_of, pair(folder, variant))
    names = [sheet.name for sheet in before.sheets()]
    names += [name for name in OURS if name not in names]
    assert [sheet.name for sheet in after.sheets()] == names
    assert [sheet.name for sheet in after.sheets() if sheet.ours] == [
        name for name in names if name in OURS
    ]
    views = [
        package.tree(package.workbook_part).findall("{*}bookViews/*") for package in (before, after)
    ]
    assert [dict(view.attrib) for view in views[0]] == [dict(view.attrib) for view in views[1]]


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name not in NO_OPENPYXL])
def test_openpyxl_reads_what_was_written(folder: Path, variant: str) -> None:
    _, written = pair(folder, variant)
    book = opened(written)
    for block in our_blocks(ROWS):
        width = len(block.rows[0])
        shown = book[block.sheet].iter_rows(1, len(block.rows), 1, width, values_only=True)
        assert [list(row) for row in shown] == [
            [*map(stored, row), *[None] * (width - len(row))] for row in block.rows
        ]
    assert book["Results"]["C2"].value == "P 0"


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name not in NO_CALAMINE])
def test_calamine_reads_what_was_written(folder: Path, variant: str) -> None:
    _, written = pair(folder, variant)
    book = CalamineWorkbook.from_path(written)
    for block in our_blocks(ROWS):
        sheet = book.get_sheet_by_name(block.sheet).to_python()
        width = len(block.metadata.styles)
        shown = [[value or None for value in row[:width]] for row in sheet[: len(block.rows)]]
        assert shown == [[stored(value) or None for value in row[:width]] for row in block.rows]


def test_what_foreign_programs_cannot_read_is_not_our_doing(folder: Path) -> None:
    """The variants left out above: the original is as unreadable."""
    for variant in NO_CALAMINE:
        source, _ = pair(folder, variant)
        with pytest.raises((CalamineError, XmlError)):
            CalamineWorkbook.from_path(source)
    for variant in NO_OPENPYXL:
        assert opened(pair(folder, variant)[0]).sheetnames == []


def stored(value: Cell) -> object:
    return value if value is None or isinstance(value, (str, int)) else float(value)


def test_microsofts_validator_finds_nothing_new(folder: Path) -> None:
    pairs = [pair(folder, variant) for variant in VARIANTS]
    findings = validator.validate([path for both in pairs for path in both])
    new = {
        written.name: found
        for source, written in pairs
        if (found := [text for text in findings[written] if text not in findings[source]])
    }
    assert new == {}


@office.one_at_a_time
def test_libreoffice_shows_what_was_written(folder: Path) -> None:
    pairs = {variant: pair(folder, variant) for variant in VARIANTS}
    shown = office.shown([path for both in pairs.values() for path in both])
    for variant, (source, written) in pairs.items():
        assert (not shown[source]) == (variant in NO_LIBREOFFICE)
        if variant not in NO_LIBREOFFICE:
            standings = shown[written]["Standings"]
            assert standings[0][:2] == ["Rank", "Player"]
            assert standings[ROWS][:2] == [str(ROWS), f"Player {ROWS}"]


@pytest.mark.parametrize(
    ("points", "number_format"),
    [
        (10, "0"),
        (Fraction(10), "0"),
        (Fraction(5, 2), "0.0"),
        (Fraction(10, 3), "0.00"),
    ],
)
def test_numbers_are_shown_with_the_decimals_they_need(
    tmp_path: Path, points: int | Fraction, number_format: str
) -> None:
    block = our_block("standings", 1, tournament_points=points)
    write_workbook(
        Source.read(make(tmp_path, "plain")), tmp_path / "out.xlsx", [block], replace_foreign=False
    )
    cell = opened(tmp_path / "out.xlsx")["Standings"]["D2"]
    assert cell.value == float(points)
    assert re.sub("_.", "", cell.number_format) == number_format  # without room for digits


def test_a_processor_without_isal_writes_the_same_parts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, written = pair(folder, "ours")
    monkeypatch.setattr(zip_parts, "fast", zlib)
    monkeypatch.setattr(zip_parts, "crc32", zlib.crc32)
    again = folder / "without-isal.xlsx"
    write_workbook(Source.read(source), again, our_blocks(ROWS), replace_foreign=True)
    with zipfile.ZipFile(written) as one, zipfile.ZipFile(again) as other:
        assert one.namelist() == other.namelist()
        assert all(one.read(name) == other.read(name) for name in one.namelist())
