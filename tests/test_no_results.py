"""Is it said what was found where no results are, and in the language of the workbook?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.binary_books import binary_book
from tests.support.books import Rows, workbook
from tests.support.command_line import Run, run, system_speaks
from tests.support.old_books import old_book
from tests.support.open_books import open_book

__all__ = ["run"]  # the fixture

MAKERS: dict[str, Callable[..., Path]] = {
    ".xlsx": workbook,
    ".xls": old_book,
    ".xlsb": binary_book,
    ".ods": open_book,
}
SUMS: Rows = [["Vereinsabend"], ["Spieler", "Runde 1", "Runde 2", "Summe"], ["Ann", 10, 8, 18]]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is German comes from the workbook."""
    system_speaks(monkeypatch, "en_US")


@pytest.mark.parametrize("suffix", MAKERS)
@pytest.mark.parametrize("command", ["score", "check", "seat"])
def test_one_heading_is_enough_to_name_them_all(
    run: Run, tmp_path: Path, suffix: str, command: str
) -> None:
    path = MAKERS[suffix](tmp_path / f"b{suffix}", {"Liste": SUMS})
    ran = run(command, path)
    assert ran.code == 2
    assert "Liste!A2:D2: Spieler, Runde 1, Runde 2, Summe. Es fehlen: Tisch, SP." in ran.err
    assert "Tisch 1, SP 1, Tisch 2, SP 2" in ran.err


@pytest.mark.parametrize(
    ("headings", "words"),
    [
        (["Player", "Round 1", "Total"], "Player, Round 1, Total. Missing: Table, VP."),
        (["Speler", "Ronde 1", "Totaal"], "Speler, Ronde 1, Totaal. Ontbrekend: Tafel, OP."),
        (["Spieler", "SP"], "Spieler, SP. Es fehlen: Tisch."),
    ],
)
def test_in_its_language(run: Run, tmp_path: Path, headings: list[str], words: str) -> None:
    path = workbook(tmp_path / "b.xlsx", {"List": [headings, ["Ann", 1, 2][: len(headings)]]})
    assert words in run("score", path).err
    assert "no results found" in run("score", path, "--lang", "en").err


def test_a_language_that_is_typed_comes_first(run: Run, tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {"Tournament": [("Language", "Dutch")], "Liste": SUMS}
    assert "geen uitslagen gevonden" in run("score", workbook(tmp_path / "b.xlsx", sheets)).err


def test_other_refusals_about_the_results_speak_it_too(run: Run, tmp_path: Path) -> None:
    rows: Rows = [["Spieler", "Tisch", "SP"], ["Ann", 1, 10]]
    path = workbook(tmp_path / "b.xlsx", {"Eins": rows, "Zwei": rows})
    assert "Mehrere Blätter haben Ergebnisse: Eins, Zwei." in run("score", path).err
    assert "Ein Blatt Drei gibt es nicht" in run("score", path, "--sheet", "Drei").err


def test_the_names_of_the_sheets_tell_where_no_heading_does(run: Run, tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {"Ergebnisse": [("wer", "wo")], "Spieler": [("wer",), ("Ann",)]}
    assert "keine Ergebnisse" in run("score", workbook(tmp_path / "b.xlsx", sheets)).err
    sheets = {"Sheet1": [("wer", "wo")]}
    assert "no results found" in run("score", workbook(tmp_path / "b.xlsx", sheets)).err


def test_the_name_of_a_tournament_is_no_heading(run: Run, tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {"Turnier": [("Name", "Frühling")], "Liste": SUMS}
    assert "Liste!A2:D2" in run("score", workbook(tmp_path / "b.xlsx", sheets)).err
    only: dict[str, Rows] = {"Turnier": [("Name", "Frühling")], "Liste": [["Ann", 10]]}
    assert "Frühling" not in run("score", workbook(tmp_path / "b.xlsx", only)).err


def test_a_word_alone_is_no_header_row(run: Run, tmp_path: Path) -> None:
    path = workbook(tmp_path / "b.xlsx", {"Liste": [["Spieler"], ["Ann", 10]]})
    assert "whose header row names" in run("score", path).err
