"""Do we read cell by cell what other programs read, in every format?

A few workbooks here; ``python -m tests.fuzz.reading N`` compares as many as there is time for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.reading import WRITERS, compared, reason
from tests.support import office
from xlscore.formats.sparse_grid import Grid
from xlscore.workbook.block import Cell


@office.one_at_a_time
def test_nobody_reads_other_values(tmp_path: Path) -> None:
    found, counted = compared(range(3 * len(WRITERS)), tmp_path)
    assert [one for one in found if reason(one) is None] == []
    assert {form for form, _ in counted} == set(WRITERS)


@office.one_at_a_time
def test_a_difference_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that takes TRUE for a number would be found."""
    put = Grid.put

    def careless(grid: Grid, row: int, column: int, value: Cell) -> None:
        put(grid, row, column, 1 if value is True else value)

    monkeypatch.setattr(Grid, "put", careless)
    found, _ = compared(range(len(WRITERS)), tmp_path)
    assert {one.witness for one in found if reason(one) is None} == {"ours"}
