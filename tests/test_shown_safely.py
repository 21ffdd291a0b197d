"""Does nothing in a workbook command a terminal or a spreadsheet that shows what was said of it?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.books import header, workbook
from tests.support.command_line import FAULTY, GOOD, HEADER, Run, files, run
from tests.support.old_books import old_book
from xlscore.report import csv_cell, json_text

__all__ = ["run"]  # the fixture

RULES = ("--rules", "dsvc-s3", "--scenario", "base")
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
TITLES = {".xls": "Hall\x1b[2J\x07", ".xlsx": "Hall\x9b2J\u202e"}


def spoiled(folder: Path, extension: str) -> Path:
    """A workbook with an error on a sheet whose name holds controls."""
    sheets = {TITLES[extension]: [header(*HEADER), *FAULTY]}
    maker = {".xls": old_book, ".xlsx": workbook}[extension]
    return maker(folder / f"a{extension}", sheets)


@pytest.mark.parametrize("extension", TITLES)
@pytest.mark.parametrize(
    "command",
    [
        ("score", "--no-write"),
        ("score", "--no-write", "--format", "json"),
        ("check",),
        ("score", "--sheet", "Nowhere"),
        ("seat", "--force"),
    ],
    ids=" ".join,
)
def test_controls_in_names_of_sheets_are_not_shown(
    tmp_path: Path, run: Run, extension: str, command: tuple[str, ...]
) -> None:
    path = spoiled(tmp_path, extension)
    ran = run(command[0], path, *command[1:], *RULES)
    assert "Hall" in ran.out + ran.err
    assert not CONTROLS.search(ran.out + ran.err)


@pytest.mark.parametrize("extension", TITLES)
def test_controls_are_not_kept_in_what_a_batch_writes(
    tmp_path: Path, run: Run, extension: str
) -> None:
    (tmp_path / "in").mkdir()
    spoiled(tmp_path / "in", extension)
    run("batch", tmp_path / "in", "--out", tmp_path / "out", *RULES)
    documents = [data.decode() for name, data in files(tmp_path / "out").items() if "json" in name]
    assert len(documents) == 2
    assert not any(map(CONTROLS.search, documents))


def test_json_escapes_every_control() -> None:
    value = "a\x00\x1b\x7f\x9b\u2028\u202e\u2069\nä"
    text = json_text({"key": value})
    assert not CONTROLS.search(text)
    assert json.loads(text) == {"key": value}
    assert "ä" in text


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("-1", "'-1"),
        ("\t=1", "'\t'=1"),
        ("Ann;=1+1", "Ann;'=1+1"),
        ("Ann; =1+1", "Ann;' =1+1"),
        ('Ann;"=1+1"', 'Ann;\'"=1+1"'),
        ("Ann\t@SUM(1)", "Ann\t'@SUM(1)"),
        ("Ann|+1", "Ann|'+1"),
        ("Ann\n-1", "Ann\n'-1"),
        ("a;=1;=2", "a;'=1;'=2"),
        ("Groß, Ann-Lena = A+B", "Groß, Ann-Lena = A+B"),
        ("Ann;Bo", "Ann;Bo"),
        (None, ""),
        (7, 7),
    ],
)
def test_no_cell_of_a_csv_becomes_a_formula(cell: object, written: object) -> None:
    assert csv_cell(cell) == written  # type: ignore[arg-type]


def test_no_name_becomes_a_formula_in_any_csv(tmp_path: Path, run: Run) -> None:
    rows = [*GOOD[:3], (1, 1, "Dan;=1+1", 5)]
    (tmp_path / "in").mkdir()
    path = workbook(tmp_path / "in" / "a.xlsx", {"Results": [header(*HEADER), *rows]})
    ran = run("score", path, "--no-write", "--format", "csv", *RULES)
    out, summary = tmp_path / "out", tmp_path / "all.csv"
    assert run("batch", path.parent, "--out", out, "--summary", summary, *RULES).code == 0
    for text in (ran.out, summary.read_text(encoding="utf-8-sig")):
        assert "Dan;'=1+1" in text
        assert ";=" not in text
