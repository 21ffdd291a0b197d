"""An archive of many workbooks, scored by two processes and by one."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from benchmarks import tournament
from benchmarks.figure import Amounts, Figure, interleaved, run

WORKBOOKS = 384


def figures(folder: Path) -> list[Figure]:
    """The one figure about the archive; its workbooks are made when it is measured."""

    def measure() -> Amounts:
        source = folder / "archive"
        source.mkdir()
        first = tournament.write(source / "evening-001.xlsx")
        for number in range(2, WORKBOOKS + 1):
            shutil.copy(first, source / f"evening-{number:03}.xlsx")
        command = ("-m", "xlscore", "batch", source, "--out")
        two, one = (
            partial(run, *command, folder / f"jobs-{jobs}", "--jobs", jobs) for jobs in "21"
        )
        return interleaved(two, one, runs=2, before=0)()

    name = f"batch of {WORKBOOKS} workbooks, two processes to one"
    return [Figure(name, measure, gate=1.7, goal=1.9)]
