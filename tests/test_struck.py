"""Are rows told that somebody has struck through, and that count all the same?"""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font

from tests.support import office
from tests.support.binary_books import binary_book, enclosed, record
from tests.support.books import header
from tests.support.scoring import Seen, scored

RULES = ("--rules", "dsvc-s3", "--scenario", "base")
ROWS = [
    header("round", "table", "player", "vp"),
    *([1, 1, name, vp] for name, vp in (("Ida", 10), ("Ove", 8), ("Tim", 7), ("Eva", 5))),
]


def struck_book(path: Path, *cells: str, formula: bool = False, font: str = "B2") -> Path:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Results"
    for row in ROWS:
        sheet.append(row)
    sheet["F1"], sheet["F3"] = "Remark", "late"
    for cell in cells:
        sheet[cell].font = Font(strike=True)
    sheet[font].font = Font(bold=True)
    if formula:  # so that the slow reader reads it
        sheet["D2"] = "=5+5"
    made.save(path)
    return path


def struck(outcome: Seen) -> list[str]:
    return [line for line in outcome.findings if "struck" in line]


@pytest.mark.parametrize("cells", [("C3",), ("D3",), ("A3", "B3", "C3", "D3")])
def test_a_row_struck_through_counts_with_a_note(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cells: tuple[str, ...]
) -> None:
    outcome = scored(capsys, struck_book(tmp_path / "a.xlsx", *cells), *RULES)
    assert struck(outcome) == ["note rows-struck Results!C3"]
    assert len(outcome.standings) == 4
    assert outcome.exit == 0


@pytest.mark.parametrize("cells", [(), ("F3",), ("C1",), ("C9",)])
def test_what_is_struck_elsewhere_is_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cells: tuple[str, ...]
) -> None:
    assert struck(scored(capsys, struck_book(tmp_path / "a.xlsx", *cells), *RULES)) == []


def test_beside_formulas_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = struck_book(tmp_path / "a.xlsx", "C3", "C4", formula=True)
    outcome = scored(capsys, path, *RULES)
    assert struck(outcome) == ["note rows-struck Results!C3, Results!C4"]


@office.one_at_a_time
@pytest.mark.parametrize("kind", ["ods", "xls"])
def test_in_other_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    source = struck_book(tmp_path / "a.xlsx", "C3", "D5")
    (path,) = office.convert([source], tmp_path / kind, kind).values()
    outcome = scored(capsys, path, *RULES)
    assert struck(outcome) == ["note rows-struck Results!C3, Results!C5"]


def test_in_a_binary_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, path = tmp_path / "plain.xlsb", tmp_path / "struck.xlsb"
    binary_book(plain, {"Results": ROWS})
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, data + _fonts() if name == "xl/styles.bin" else data)
    assert struck(scored(capsys, plain, *RULES)) == []
    outcome = scored(capsys, path, *RULES)
    assert struck(outcome) == ["note rows-struck Results!C2, Results!C3, Results!C4, Results!C5"]


def _fonts() -> bytes:
    """A font that is struck through, and no other."""
    font: Any = struct.pack("<2H", 220, 0x08) + b"\0" * 21
    return enclosed(611, record(43, font), 612, struct.pack("<I", 1))
