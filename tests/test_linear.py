"""Does a sheet of twice as much take twice the work, and not four times as much?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.support.books import Rows, header
from tests.support.command_line import HEADER, Run, run
from tests.support.open_books import cell, document, row, table
from tests.support.work import work_of
from xlscore.formats.convert_to_xlsx import fresh_package
from xlscore.formats.read import open_workbook
from xlscore.workbook.block import Area, Block, SheetInfo, SheetMetadata, Workbook

__all__ = ["run"]  # the fixture

FEW = 60


def spanned(count: int, rows: int, columns: int) -> str:
    """Rows in which every cell is merged with so many others."""
    merged = cell("x", number_rows_spanned=str(rows), number_columns_spanned=str(columns))
    return f"<table:table-row>{merged * 4}</table:table-row>" * count


MERGED = {
    "over-one-another": (999, 1),
    "wide": (2, 9_999),
    "endless": (99_999, 9_999),
    "alone": (1, 1),
}


@pytest.mark.parametrize("name", MERGED)
def test_merged_areas_of_a_document(run: Run, tmp_path: Path, name: str) -> None:
    def scored(count: int) -> Callable[[], object]:
        rows = row(*header(*HEADER)) + spanned(count, *MERGED[name])
        path = document(tmp_path / f"{count}.ods", table(rows))
        options = ("--rules", "dsvc-s3", "--scenario", "base", "--out", tmp_path / "new.xlsx")
        return lambda: run("score", path, *options)

    once, twice = work_of(scored(FEW)), work_of(scored(2 * FEW))
    assert twice < 2.2 * once


def made_fresh(count: int, tables: int) -> Callable[[], object]:
    """So many tables of two rows below one another, and beside them so many merged areas."""
    rows: Rows = [["A"], [1]] * tables
    marks = SheetMetadata(
        tables=tuple(Area(2 * one, 0, 2 * one + 1, 0) for one in range(tables)),
        merged=tuple(Area(one % 50, 2 + 2 * one, one % 50, 3 + 2 * one) for one in range(count)),
    )
    block = Block("A", (0, 0), rows, marks)
    workbook = Workbook("x.xlsb", (SheetInfo("A", False),), lambda _: block)
    return lambda: fresh_package(workbook)


@pytest.mark.parametrize(
    ("once", "twice"),
    [((FEW, FEW), (2 * FEW, 2 * FEW)), ((0, FEW), (0, 2 * FEW)), ((FEW, 1), (2 * FEW, 1))],
    ids=["both", "tables", "merged"],
)
def test_tables_and_merged_areas_in_a_fresh_workbook(
    once: Sequence[int], twice: Sequence[int]
) -> None:
    assert work_of(made_fresh(*twice)) < 2.2 * work_of(made_fresh(*once))


REPEATED = {
    "rows": row(*"abcdefghij", number_rows_repeated="1048575"),
    "columns": f"<table:table-row>{cell('x', number_columns_repeated='16384')}</table:table-row>"
    * 400,
    "both": f'<table:table-row table:number-rows-repeated="4000">'
    f"{cell(1, number_columns_repeated='16384')}</table:table-row>",
}


@pytest.mark.parametrize("name", REPEATED)
def test_a_small_document_of_millions_of_cells_is_refused_at_once(
    run: Run, tmp_path: Path, name: str
) -> None:
    """Cells that only repeat others cost a file nothing, and whoever reads them everything."""
    path = document(tmp_path / "book.ods", table(row(*header(*HEADER)) + REPEATED[name]))
    assert path.stat().st_size < 50_000

    def scored() -> None:
        ran = run("score", path, "--rules", "dsvc-s3", "--scenario", "base")
        assert ran.code == 2
        assert "too many cells" in ran.err

    assert work_of(scored) < 100_000


def test_a_long_document_is_read_whole(tmp_path: Path) -> None:
    """However well a part of it is packed: a parser refuses ten million bytes at once."""
    regular = row(*["x" * 400] * 10) * 3_000
    random = Random(1)
    others = "".join(row(random.randbytes(100).hex()) for _ in range(2_000))
    path = document(tmp_path / "book.ods", table(regular + others))
    assert len(open_workbook(path).load("Results").rows) == 5_000
