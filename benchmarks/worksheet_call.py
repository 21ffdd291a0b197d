"""One CATAN_STANDINGS call on 1,400 rows, against the engine's own time on these rows.

The call goes through xlwings' own `CallUDF`, over the tests' stand-in for pywin32 and a workbook in
memory; the engine gets the same rows, converted in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import xlwings

import xlscore
from benchmarks import tournament
from benchmarks.figure import Amounts, Figure, interleaved
from tests.support import com_excel, fake_pywin32
from xlscore.hosts.excel.open_book import array
from xlscore.template.fresh_workbook import write_template
from xlscore.workbook.block import SheetInfo, Workbook
from xlscore.workbook.output import standings_sheet
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import RESULTS_COLUMNS

ROWS = 1400
MODULE = "xlscore.hosts.excel.udfs"


def figures(folder: Path) -> list[Figure]:
    """The one figure about the way through Excel: what it costs beside the engine."""

    def measure() -> Amounts:
        with call_and_engine(folder) as (call, engine):
            return interleaved(call, engine, runs=15)()

    name = f"one CATAN_STANDINGS on {ROWS} rows, to engine alone"
    return [Figure(name, measure, gate=1.5, goal=1.25, more=False, unit="ms")]


@contextmanager
def call_and_engine(folder: Path) -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    """The call, and what it is measured against."""
    fields = ("round", "table", "seat", "player", "vp")
    played = tournament.rows(rounds=ROWS // tournament.PLAYERS)
    header = tuple(RESULTS_COLUMNS[field]("en") for field in fields)
    body = [tuple(map(_as_com, (row[field] for field in fields))) for row in played]
    cells = (header, *body)
    rules = xlscore.load_rules("dsvc-s3")
    write_template(folder / "call.xlsx", rules, scenario="base")

    def engine() -> object:
        block = array(cells)._replace(sheet="Results")
        workbook = Workbook("call.xlsx", (SheetInfo("Results", ours=False),), lambda _name: block)
        evaluation = xlscore.evaluate(read_results(workbook), rules, "base")
        return standings_sheet(evaluation, "en")

    with pytest.MonkeyPatch.context() as patch:
        fake_pywin32.windows_xlwings(patch)
        fake_pywin32.fresh(patch, MODULE)
        excel = com_excel.opened(folder / "call.xlsx")
        caller = excel.all[-1].range((1, 1))
        given = (cells, "dsvc-s3", "base", fake_pywin32.MISSING, caller)

        def call() -> object:
            server = xlwings.com_server.XLPython()
            answer = server.CallUDF(MODULE, "CATAN_STANDINGS", given, excel, caller)
            assert len(answer) == tournament.PLAYERS + 1
            return answer

        yield call, engine


def _as_com(value: Any) -> Any:
    return float(value) if isinstance(value, int) else value
