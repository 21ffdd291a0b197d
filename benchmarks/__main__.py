"""The table of figures: medians of interleaved runs, so that a slow moment hits both sides.

The workbook is one that was scored before, as it is after every round but the first: openpyxl
has to load and save our sheets as well, xlscore to find and replace them. The first time, when
our sheets are still empty, is a figure of its own.
"""

from __future__ import annotations

import compileall
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import openpyxl

import xlscore
from benchmarks import tournament, worksheet_call
from xlscore.files.writer import write_workbook
from xlscore.tables.sheets import sheets

OPENPYXL_SCRIPT = """
import sys
import openpyxl
openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])
"""


@dataclass(frozen=True)
class Figure:
    """One promise: how `ours` compares with `theirs`, and the ratio that must come out.

    `faster`: the ratio is theirs / ours and must reach the gate; otherwise it is ours / theirs
    and must not exceed it.
    """

    name: str
    ours: Callable[[], object]
    theirs: Callable[[], object]
    runs: int
    gate: float
    goal: float
    faster: bool = True

    def meets(self, ratio: float, mark: float) -> bool:
        """Whether the measured ratio is at least as good as this gate or goal."""
        return ratio >= mark if self.faster else ratio <= mark

    def measure(self) -> tuple[float, float]:
        """Median seconds of ours and theirs, after one run of each that does not count."""
        _seconds(self.ours)
        _seconds(self.theirs)
        pairs = [(_seconds(self.ours), _seconds(self.theirs)) for _ in range(self.runs)]
        ours, theirs = zip(*pairs, strict=True)
        return median(ours), median(theirs)


def figures(folder: Path, call: Callable[[], object], engine: Callable[[], object]) -> list[Figure]:
    """All figures, over one workbook made in `folder`, and a call of a worksheet function."""
    fresh = tournament.write(folder / "tournament.xlsx")
    scored, target, saved = (folder / name for name in ("scored.xlsx", "to.xlsx", "saved.xlsx"))

    def read_score_write(source: Path, to: Path) -> None:
        xlscore.write(xlscore.evaluate(xlscore.read(source)), source, to=to)

    def load_save(source: Path) -> None:
        openpyxl.load_workbook(source).save(saved)

    read_score_write(fresh, scored)
    standings = sheets(xlscore.evaluate(xlscore.read(scored)), "en")[0]
    assert len(standings.rows) == tournament.PLAYERS + 1

    def write_standings() -> None:
        write_workbook(scored, target, [standings], replace_foreign=False)

    def load_modify_save() -> None:
        book = openpyxl.load_workbook(scored)
        sheet = book[standings.sheet]
        for row, cells in enumerate(standings.rows, start=1):
            for column, value in enumerate(cells, start=1):
                number = value is not None and not isinstance(value, str)
                sheet.cell(row, column, float(value) if number else value)
        book.save(saved)

    score_command = [sys.executable, "-m", "xlscore", "score", scored, "--out", target]
    openpyxl_command = [sys.executable, "-c", OPENPYXL_SCRIPT, scored, saved]
    return [
        Figure(
            "read, score, write all our sheets",
            lambda: read_score_write(scored, target),
            lambda: load_save(scored),
            15,
            gate=6,
            goal=10,
        ),
        Figure(
            "the same for the very first time",
            lambda: read_score_write(fresh, target),
            lambda: load_save(fresh),
            15,
            gate=2.5,
            goal=6,
        ),
        Figure("write Standings alone", write_standings, load_modify_save, 15, gate=20, goal=40),
        Figure(
            "cold `xlscore score`, whole process",
            lambda: _process(score_command),
            lambda: _process(openpyxl_command),
            11,
            gate=0.4,
            goal=0.3,
            faster=False,
        ),
        Figure(
            f"one CATAN_STANDINGS on {worksheet_call.ROWS} rows, to engine alone",
            call,
            engine,
            15,
            gate=1.5,
            goal=1.25,
            faster=False,
        ),
    ]


def main() -> int:
    """Print the table; 1 if a gate is missed."""
    print(f"{tournament.PLAYERS} players, {len(tournament.rows())} rows, against openpyxl")
    form = "{:58} {:>9} {:>9} {:>8} {:>10} {:>10}  {}"
    print(form.format("figure", "ours", "theirs", "ratio", "gate", "goal", "result"))
    passed = True
    # As an installed package is; a checkout may never have been compiled.
    compileall.compile_dir(Path(xlscore.__file__).parent, quiet=1)
    with (
        tempfile.TemporaryDirectory() as folder,
        worksheet_call.call_and_engine(Path(folder)) as (call, engine),
    ):
        for figure in figures(Path(folder), call, engine):
            ours, theirs = figure.measure()
            ratio = theirs / ours if figure.faster else ours / theirs
            sign = "≥" if figure.faster else "≤"
            result = "FAIL"
            if figure.meets(ratio, figure.gate):
                result = "goal" if figure.meets(ratio, figure.goal) else "pass"
            passed = passed and result != "FAIL"
            print(
                form.format(
                    figure.name,
                    f"{ours * 1000:.1f} ms",
                    f"{theirs * 1000:.1f} ms",
                    f"{ratio:.2f}",
                    f"{sign} {figure.gate}",
                    f"{sign} {figure.goal}",
                    result,
                ),
                flush=True,
            )
    return 0 if passed else 1


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _process(command: list[str | Path]) -> None:
    finished = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False
    )
    if finished.returncode != 0:
        raise RuntimeError(f"{command}: exit code {finished.returncode}\n{finished.stderr}")


if __name__ == "__main__":
    sys.exit(main())
