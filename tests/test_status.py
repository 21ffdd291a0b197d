"""Does the status in words say how far the tournament is?"""

from __future__ import annotations

from pathlib import Path

import pytest

import xlscore
from tests.support.books import book
from xlscore.tables.sheets import status

HEADER = ["Round", "Table", "Player", "VP"]
NAMES = ("Ann", "Bob", "Cem", "Dora")


def table(round_name: object, points: tuple[object, ...] = (10, 9, 8, 7)) -> list[list[object]]:
    return [[round_name, 1, name, vp] for name, vp in zip(NAMES, points, strict=True)]


@pytest.mark.parametrize(
    ("rules", "rounds", "rows", "english", "german"),
    [
        ("dsvc-s3", None, [[1, 1, None, None]], "No games yet.", "Noch keine Spiele."),
        ("dsvc-s3", None, table(1), "Final.", "Endstand."),
        ("dsvc-s3", 3, table(1), "After 1 of 3 rounds.", "Nach 1 von 3 Runden."),
        ("dsvc-s3", 1, table(1), "Final.", "Endstand."),
        ("eppelborn-19", None, table(1), "After 1 of 2 rounds.", "Nach 1 von 2 Runden."),
        ("eppelborn-19", None, table(1) + table(2), "Before the final.", "Vor dem Finale."),
        ("eppelborn-19", None, table(1) + table(2) + table("F"), "Final.", "Endstand."),
        (
            "dsvc-s3",
            3,
            table(1) + table(2, (None,) * 4),
            "After 1 of 2 games. Open: round 2 table 1.",
            "Nach 1 von 2 Spielen. Offen: Runde 2 Tisch 1.",
        ),
    ],
)
def test_status(
    tmp_path: Path,
    rules: str,
    rounds: int | None,
    rows: list[list[object]],
    english: str,
    german: str,
) -> None:
    settings = {"rule_set": rules, "rounds": rounds}
    path = book(tmp_path, results=[HEADER, *rows], tournament=settings)
    scenario = "base" if rules == "dsvc-s3" else None
    evaluation = xlscore.evaluate(xlscore.read(path), scenario=scenario)
    assert (status(evaluation, "en"), status(evaluation, "de")) == (english, german)
