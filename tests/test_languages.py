"""Is a language two files and nothing else: a catalog and the words of its sheets?"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import openpyxl
import pytest

from xlscore.rules.rule_file import load_rules, rule_set_ids
from xlscore.words import LANGUAGES, catalog
from xlscore.workbook import vocabulary

PROJECT = Path(__file__).resolve().parents[1]
PLAYED = [(1, 1, "Ann", 10), (1, 1, "Ben", 8), (1, 1, "Cleo", 7), (1, 1, "Dan", 5)]
CATALOG: dict[str, dict[str, Any]] = {
    "values": {"decimal": "'"},
    "findings": {"player-not-text": "{found} blib."},
    "refusals": {"rules-missing": "Rulo {example} {known}."},
    "sentences": {"status-empty": "Nulo.", "decided-tied": "samo"},
}
FUNCTIONS = """
from pathlib import Path
from xlscore.formats.read import open_workbook
from xlscore.hosts.common import functions

book = open_workbook(Path("book.xlsx"))
print(functions.standings(book, None, "eppelborn-19")[0])
print(functions.standings(book, None, None))
"""
WORDS = """
CALLED = ("xx", "toy")
OWN_NAME = "Toy"
SHEETS = {"results": "Rezulto", "standings": "Rango"}
RESULTS_COLUMNS = {"round": "Rondo", "table": "Tablo", "player": "Ludanto", "vp": "VPo"}
STANDINGS_COLUMNS = {"rank": "Rangoj", "player": "Ludanto"}
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with a language more that says very little."""
    folder = tmp_path_factory.mktemp("copy")
    package = shutil.copytree(PROJECT / "xlscore", folder / "xlscore")
    (package / "words" / "xx.json").write_text(json.dumps(CATALOG), encoding="utf-8")
    (package / "workbook" / "vocabulary" / "xx.py").write_text(WORDS, encoding="utf-8")
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Rezulto"
    for row in [("Rondo", "Tablo", "Ludanto", "VPo"), *PLAYED]:
        sheet.append(row)
    book.save(folder / "book.xlsx")
    return folder


def run(copy: Path, *arguments: str) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "xlscore", *arguments]
    finished = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    return finished.returncode, finished.stdout + finished.stderr


def test_its_workbooks_are_read_and_written(copy: Path) -> None:
    rules = ("--rules", "eppelborn-19")
    code, told = run(copy, "score", "book.xlsx", *rules, "--lang", "xx")
    assert code in (0, 1), told
    assert "Rango" in openpyxl.load_workbook(copy / "book.scored.xlsx").sheetnames


def test_check_speaks_it_and_english_where_it_is_silent(copy: Path) -> None:
    assert "Rulo dsvc-s3" in run(copy, "check", "book.xlsx", "--lang", "xx")[1]
    told = run(copy, "check", "missing.xlsx", "--lang", "xx", "--rules", "eppelborn-19")[1]
    assert "there is no such file" in told


def test_new_workbooks_have_its_sheets(copy: Path) -> None:
    code, told = run(copy, "new", "fresh.xlsx", "--rules", "eppelborn-19", "--lang", "xx")
    assert code == 0, told
    names = openpyxl.load_workbook(copy / "fresh.xlsx").sheetnames
    assert "Rezulto" in names
    assert "Players" in names


def test_worksheet_functions_speak_and_read_it(copy: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", FUNCTIONS]
    finished = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    headings, refused = finished.stdout.splitlines()
    assert "'Rangoj'" in headings
    assert "Rulo dsvc-s3" in refused


def missing(language: str) -> list[str]:
    """What is said or written in English for want of words in a language."""
    own, english = catalog(language), catalog("en")
    found = [
        f"{table}: {key}"
        for table, words in english.items()
        for key in words
        if key not in own.get(table, {})
    ]
    tables: dict[str, ModuleType] = vocabulary._LANGUAGES
    for table, words in vars(tables["en"]).items():
        if table.isupper():
            there = getattr(tables[language], table, ())
            keys = words if isinstance(words, dict) else ()
            found += [f"{table}: {key}" for key in keys if key not in there and key != "number"]
            found += [] if there else [table]
    for id in rule_set_ids():
        rules = load_rules(id)
        spoken = own.get("editions", {}).get(id, {})
        found += [
            f"{id}: {key}"
            for key in ("name", *dict(rules.decisions))
            if language not in ("en", "de") and key not in spoken
        ]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_from_a_language_of_ours(language: str) -> None:
    may = {"NUMBER_WORDS", "WEAK_SYNONYMS", "LIST_WORDS: contact", "LIST_WORDS: number"}
    assert set(missing(language)) <= may
