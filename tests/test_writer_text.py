"""Is what was written what a reader finds: any text, any number?"""

from __future__ import annotations

import math
import re
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from python_calamine import CalamineWorkbook

from tests.support.output import our_block
from tests.support.package_checker import faults
from tests.support.rich import rich_parts
from tests.support.zipped import pack
from xlscore.formats.row_xml import MAX_TEXT, Writer, inline, storable, styles_used
from xlscore.formats.source import Source
from xlscore.formats.write import write_workbook

TEXTS = st.one_of(
    st.text(),
    st.text(alphabet="_x0041F5dD\r\n\t <&>'\"]\ud83d\ude00\ufffe\x0b"),
    st.text(alphabet=st.characters(), min_size=1).map(lambda text: f" {text}_x000D_"),
)


def legal(text: str) -> str:
    """The documented cleaning, put plainly: what XML 1.0 cannot hold is left out."""
    return "".join(
        char
        for char in text
        if char in "\t\n\r"
        or " " <= char < "\ud800"
        or "\ue000" <= char < "\ufffe"
        or char > "\uffff"
    )


def decoded(text: str) -> str:
    """A stored text as Excel shows it."""
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


@given(TEXTS)
def test_any_text_comes_back_as_it_was_but_for_illegal_characters(text: str) -> None:
    parsed = etree.fromstring(inline(text).encode())
    assert decoded(parsed.findtext("t") or "") == legal(text) == storable(text)


@given(TEXTS)
def test_edge_blanks_are_preserved(text: str) -> None:
    element = etree.fromstring(inline(text).encode()).find("t")
    assert element is not None
    stored = element.text or ""
    preserved = "{http://www.w3.org/XML/1998/namespace}space" in element.attrib
    assert (
        preserved == (stored != stored.strip(" \t\n"))
        or stored.startswith("_x000D_")
        or (stored.endswith("_x000D_"))
    )


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("x" * MAX_TEXT, MAX_TEXT),
        ("x" * (MAX_TEXT + 1), MAX_TEXT),
        ("\U0001f600" * 16_383, 32_766),
        ("\U0001f600" * 16_384, 32_766),
        ("ä" * 40_000, MAX_TEXT),
    ],
)
def test_long_texts_are_cut_between_characters(text: str, units: int) -> None:
    cut = storable(text)
    assert text.startswith(cut)
    assert len(cut.encode("utf-16-le")) == 2 * units


NAMES = [
    "=1+1", "+49", "@x", "-x", "'quoted", "  edges ", "a\nb", "a\r\nb", "Tab\there", "<b>&amp;</b>",
    "]]>", "Zoë 😀", "مرحبا", "_x0041_", "_x0041_x0042_", "x\u00a0y", "1.250", "TRUE", "#N/A",
    "\u2028line", "e\u0301", "a" * 300,
]  # fmt: skip
GONE = "a\0b\x0bc\ufffed\ud800e"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("texts")
    block = our_block("standings", len(NAMES) + 1)
    for row, name in zip(block.rows[1:], [*NAMES, GONE], strict=True):
        assert isinstance(row, list)
        row[1] = name
    source = pack(folder / "source.xlsx", rich_parts())
    write_workbook(Source.read(source), folder / "written.xlsx", [block], replace_foreign=False)
    return folder / "written.xlsx"


@pytest.fixture(scope="module")
def cells(written: Path) -> dict[str, etree._Element]:
    with zipfile.ZipFile(written) as archive:
        name = max(name for name in archive.namelist() if "worksheets/sheet" in name)
        root = etree.fromstring(archive.read(name))
    return {cell.get("r", ""): cell for cell in root.iter("{*}c")}


def column(values: list[str]) -> Iterator[tuple[str, str]]:
    yield from ((f"B{number}", value) for number, value in enumerate(values, 2))


def test_names_are_always_text(written: Path, cells: dict[str, etree._Element]) -> None:
    for place, _ in column(NAMES):
        assert cells[place].get("t") == "inlineStr"
        assert cells[place].find("{*}f") is None
    assert faults(written) == []


def test_calamine_reads_every_name(written: Path) -> None:
    rows = CalamineWorkbook.from_path(written).get_sheet_by_name("Standings").to_python()
    assert [row[1] for row in rows[1:]] == [*NAMES, "abcde"]


@pytest.mark.filterwarnings("ignore:.*extension is not supported")
def test_openpyxl_reads_every_name(written: Path) -> None:
    sheet = openpyxl.load_workbook(written)["Standings"]
    shown = [decoded(str(cell.value)) for cell in sheet["B"][1:]]
    assert shown == [*NAMES, "abcde"]


@given(st.fractions() | st.integers())
def test_a_number_is_written_as_the_nearest_float(value: Fraction | int) -> None:
    block = our_block("standings", 1, share=value)
    formats = dict.fromkeys(styles_used(block), 0)
    xml = b"<rows>" + b"".join(Writer(block, formats).pieces()) + b"</rows>"
    stored = etree.fromstring(xml).findtext("row[2]/c[@r='F2']/v")
    assert stored is not None
    if isinstance(value, int):
        assert stored == str(value)
    else:
        number = float(stored)
        beside = (math.nextafter(number, math.inf), math.nextafter(number, -math.inf))
        off = abs(Fraction(number) - value)
        assert all(off <= abs(Fraction(other) - value) for other in beside)
