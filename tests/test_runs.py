"""Are games that are told quickly those that a look at each row finds?"""

from __future__ import annotations

from itertools import chain
from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from xlscore.rules.model import Results
from xlscore.workbook import grouping
from xlscore.workbook.block import Block, SheetInfo, Workbook
from xlscore.workbook.grouping import games_in_runs
from xlscore.workbook.read import read_results

HEADING = ["Round", "Table", "Player", "VP", "Winner", "Date"]
CELLS = (
    st.sampled_from([1.0, 2.0, 2.0, "Final", None]),
    st.sampled_from([1.0, 2.0, "Table 2", "A", "", None]),
    st.sampled_from(["Ann", "ann", "Bob", "Cleo ", "", None]),
    st.sampled_from([10.0, 7.0, "8", "x", None]),
    st.sampled_from([None] * 9 + ["x"]),
    st.sampled_from([None] * 9 + ["2026-03-01"]),
)
ROW = st.tuples(*CELLS)
GAME = st.builds(
    lambda row, players: [(*row[:2], player, *row[3:]) for player in players],
    ROW,
    st.lists(st.sampled_from(["Ann", "Bob", "Cleo", "Dora", "Emil"]), min_size=1, max_size=5),
)
"""A row for each of some players: what sheets mostly hold."""
SHEET = st.lists(GAME | st.lists(ROW, max_size=2), max_size=6).map(lambda parts: [*chain(*parts)])


def read(rows: list[tuple[Any, ...]]) -> Results:
    """The results on a sheet of these rows."""
    block = Block("Results", (0, 0), [HEADING, *rows])
    return read_results(Workbook("a.xlsx", (SheetInfo("Results", ours=False),), lambda _: block))


@given(SHEET)
def test_quickly_told_games_are_those_of_a_look_at_each_row(rows: list[tuple[Any, ...]]) -> None:
    quickly = read(rows)
    with patch.object(grouping, "games_in_runs", lambda _: None):
        assert quickly == read(rows)


def told(rows: list[tuple[Any, ...]]) -> list[bool]:
    """For each sheet read, whether its games were told quickly."""
    seen = []

    def watched(seats: Any) -> Any:
        found = games_in_runs(seats)
        seen.append(found is not None)
        return found

    with patch.object(grouping, "games_in_runs", watched):
        read(rows)
    return seen


def test_rows_that_stand_together_are_told_quickly() -> None:
    rows: list[tuple[Any, ...]] = [
        (1.0, 1.0, "Ann", 10.0, None, None),
        (1.0, 1.0, "Bob", 7.0, None, None),
        (1.0, 2.0, "Cleo", 10.0, None, None),
    ]
    assert told(rows) == [True]


def test_rows_apart_are_looked_at_each() -> None:
    rows: list[tuple[Any, ...]] = [
        (1.0, 1.0, "Ann", 10.0, None, None),
        (1.0, 2.0, "Cleo", 10.0, None, None),
        (1.0, 1.0, "Bob", 7.0, None, None),
    ]
    assert told(rows) == [False]
