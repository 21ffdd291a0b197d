"""Is a criterion one entry and its words, wherever standings are ordered, shown and explained?"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.support.books import book, header

PROJECT = Path(__file__).resolve().parents[1]
ENTRY = """    "planted": GameNumber(
        COUNT, lambda table: tuple(int(place == max(table.places)) for place in table.places)
    ),
}
"""
PLAYED = [
    *((1, 1, "Ann", 10), (1, 1, "Ben", 8), (1, 1, "Cleo", 7), (1, 1, "Dan", 5)),
    *((2, 1, "Ben", 10), (2, 1, "Dan", 8), (2, 1, "Ann", 5), (2, 1, "Cleo", 5)),
]
"""Last are Dan, then Ann and Cleo together."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with a criterion more: an entry, and its words in two languages."""
    folder = tmp_path_factory.mktemp("copy")
    package = shutil.copytree(PROJECT / "xlscore", folder / "xlscore")
    path = package / "rules" / "numbers.py"
    begin, end, rest = path.read_text(encoding="utf-8").rpartition("\n}\n")
    path.write_text(f"{begin}\n{ENTRY}{rest}", encoding="utf-8")
    assert end
    for language, word, heading in (
        ("en", "last places", "Last"),
        ("de", "letzte Plätze", "Letzter"),
    ):
        path = package / "words" / f"{language}.json"
        catalog = json.loads(path.read_text(encoding="utf-8"))
        catalog["sentences"]["decided-planted"] = word
        path.write_text(json.dumps(catalog), encoding="utf-8")
        path = package / "workbook" / "vocabulary" / f"{language}.py"
        words = path.read_text(encoding="utf-8").replace(
            "STANDINGS_COLUMNS = {", f'STANDINGS_COLUMNS = {{"planted": "{heading}",', 1
        )
        path.write_text(words, encoding="utf-8")
    rules = folder / "quiet.toml"
    text = (PROJECT / "xlscore" / "rules" / "rulesets" / "eppelborn-19.toml").read_text("utf-8")
    begin, _, rest = text.partition("\norder = [")
    rules.write_text(
        f'{begin}\norder = [{{ of = "planted", better = "lower" }}, {rest}'.replace(
            'id = "eppelborn-19"', 'id = "quiet"'
        ),
        "utf-8",
    )
    book(folder, [header("round", "table", "player", "vp"), *PLAYED])
    return folder


def run(installed: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONIOENCODING": "utf-8"}
    finished = subprocess.run(
        [sys.executable, *arguments],
        cwd=installed,
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )
    assert finished.returncode in (0, 1), finished.stderr
    return finished.stdout


def scored(installed: Path, *arguments: str) -> str:
    return run(installed, "-m", "xlscore", *arguments, "--rules", "quiet.toml")


def test_fewer_are_better(installed: Path) -> None:
    options = ("--no-write", "--format", "json")
    document: Any = json.loads(scored(installed, "score", "book.xlsx", *options))
    standings = [(one["player"], one["criteria"][0]) for one in document["standings"]]
    assert standings == [
        (player, {"key": "planted", "value": value})
        for player, value in (("Ben", "0"), ("Ann", "1"), ("Dan", "1"), ("Cleo", "1"))
    ]
    assert document["standings"][0]["decided_by"] == "planted"


@pytest.mark.parametrize(("language", "heading"), [("en", "Last"), ("de", "Letzter")])
def test_it_has_a_column_in_the_standings(installed: Path, language: str, heading: str) -> None:
    scored(installed, "score", "book.xlsx", "--lang", language)
    sheet = openpyxl.load_workbook(installed / "book.scored.xlsx").worksheets[1]
    found = [cell.value for cell in sheet[1]].index(heading)
    assert [row[found].value for row in sheet.iter_rows(min_row=2)] == [0, 1, 1, 1]


def test_what_the_functions_fill_has_the_column(installed: Path) -> None:
    program = """
import json
from pathlib import Path
from xlscore.formats.read import open_workbook
from xlscore.rules.rule_file import load_rules
from xlscore.evaluation import evaluate
from xlscore.workbook.read import read_results
from xlscore.workbook.output import standings_sheet
results = read_results(open_workbook(Path("book.xlsx")))
block = standings_sheet(evaluate(results, load_rules("quiet.toml")), "en")
print(json.dumps([row[-1] for row in block.rows]))
"""
    assert json.loads(run(installed, "-c", program)) == ["Last", 0, 1, 1, 1]


def test_explain_says_both_numbers_as_they_are(installed: Path) -> None:
    assert scored(installed, "explain", "book.xlsx", "Ann", "Ben", "--lang", "en").strip() == (
        "Ben is ahead of Ann with fewer last places: 0 against 1."
    )


def test_the_rules_name_it(installed: Path) -> None:
    told = run(installed, "-m", "xlscore", "rules", "quiet.toml", "--lang", "de")
    assert "letzte Plätze (weniger ist besser), " in told
