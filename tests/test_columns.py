"""Are several columns, taken out of the rows together, what each is alone?"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from xlscore.workbook.block import Block, Cell
from xlscore.workbook.cells import CellResult
from xlscore.workbook.columns import raw_column, raw_columns, read_column


@given(
    st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=8),
    st.integers(1, 300),
    st.integers(0, 3),
)
def test_columns_together_are_those_alone(rows: list[list[int]], times: int, beyond: int) -> None:
    block = Block("Results", (2, 1), rows * times)
    last = 2 + len(block.rows) - 1 + beyond
    together = raw_columns(block, range(1, 6), 3, last)
    assert together == {column: raw_column(block, column, 3, last) for column in range(1, 6)}


def test_true_and_one_are_two_cells() -> None:
    cells: list[Cell] = [1, True, 1.0, False, 0]
    column = read_column(cells, lambda cell: CellResult(type(cell).__name__))
    assert column.values == ["int", "bool", "float", "bool", "int"]
