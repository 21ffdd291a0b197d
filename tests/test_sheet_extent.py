"""Which sheet and rows are read where several lists could be meant, and what is told of it?"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.books import Rows, Sheet, workbook
from tests.support.scoring import scored
from xlscore.workbook.block import Area, Block, Cell, SheetInfo, SheetMetadata, Workbook
from xlscore.workbook.read import read_results

RULES = ("--rules", "dsvc-s3", "--scenario", "base", "--rounds", "1")
PLAYED: Rows = [
    ("Round", "Table", "Player", "VP"),
    (1, 1, "Ann", 10),
    (1, 1, "Ben", 8),
    (1, 1, "Cid", 6),
]


@pytest.mark.parametrize("own", [0, 1])
def test_of_two_tables_side_by_side_the_one_of_the_results_ends_them(own: int) -> None:
    """The other is longer or shorter, and stands before or behind it in the file."""
    beside: list[list[Cell]] = [["Prize", "From"], *[[f"Prize {n}", "Club"] for n in range(5)]]
    rows = [
        [*(PLAYED[number] if number < len(PLAYED) else (None,) * 4), None, *beside[number]]
        for number in range(6)
    ]
    rows[5][:4] = [1, 2, "Dora", 9]
    tables = [Area(0, 0, 3, 3), Area(0, 5, 5, 6)]
    block = Block(
        "Results", (0, 0), rows, SheetMetadata(tables=tuple(tables if own else tables[::-1]))
    )
    results = read_results(Workbook("a.xlsx", (SheetInfo("Results", False),), lambda _: block))
    assert [game.players for game in results.games] == [("Ann", "Ben", "Cid")]
    assert "rows-beyond-end" in [finding.code for finding in results.findings]


def test_a_second_sheet_of_results_is_told_of_where_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = workbook(tmp_path / "b.xlsx", {"Results": PLAYED, "Ergebnisse": PLAYED})
    refused = scored(capsys, path, *RULES)
    assert refused.exit == 2
    assert all(name in refused.errors for name in ("Results", "Ergebnisse"))
    seen = scored(capsys, path, *RULES, "--sheet", "Results")
    assert seen.findings == ["warning results-elsewhere Ergebnisse!A1:D1"]
    assert seen.scored == ["1/1"]


@pytest.mark.parametrize("end", ["", ":", " :", ": "])
def test_keys_of_the_tournament_sheet_may_end_with_a_colon(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], end: str
) -> None:
    settings = [("Rule set", "dsvc-s3"), ("Scenario", "base"), ("Rounds", 1)]
    sheet = Sheet([(f"{key}{end}", value) for key, value in settings])
    seen = scored(capsys, workbook(tmp_path / "b.xlsx", {"Tournament": sheet, "Results": PLAYED}))
    assert (seen.exit, seen.findings, seen.scored) == (0, [], ["1/1"])
