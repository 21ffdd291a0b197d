"""One figure of the table: two amounts, their ratio, and what it must reach."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

Amounts = tuple[float, float]
"""Ours and what it is measured against, in the unit of the figure."""


@dataclass(frozen=True)
class Figure:
    """One promise. `measure` is called once, and only if the figure is wanted.

    `more`: the ratio is theirs / ours and must reach gate and goal; otherwise it is ours / theirs
    and must not exceed them.
    """

    name: str
    measure: Callable[[], Amounts]
    gate: float
    goal: float
    more: bool = True
    unit: str = "s"

    def ratio(self, amounts: Amounts) -> float:
        """The ratio as it is compared."""
        ours, theirs = amounts
        return theirs / ours if self.more else ours / theirs

    def result(self, ratio: float) -> str:
        """``goal``, ``pass`` or ``FAIL``."""
        for mark, word in ((self.goal, "goal"), (self.gate, "pass")):
            if ratio >= mark if self.more else ratio <= mark:
                return word
        return "FAIL"


def interleaved(
    ours: Callable[[], object], theirs: Callable[[], object], runs: int, before: int = 1
) -> Callable[[], Amounts]:
    """Measures median seconds of both by turns, so that a slow moment hits both sides.

    `before` is the number of runs of each that do not count.
    """

    def measure() -> Amounts:
        for _ in range(before):
            ours()
            theirs()
        pairs = [(seconds(ours), seconds(theirs)) for _ in range(runs)]
        return median(own for own, _ in pairs), median(other for _, other in pairs)

    return measure


def seconds(action: Callable[[], object]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def run(*command: str | Path) -> str:
    """What a Python process with these arguments prints. Raises RuntimeError if it fails."""
    finished = subprocess.run(
        [sys.executable, *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if finished.returncode != 0:
        raise RuntimeError(f"{command}: exit code {finished.returncode}\n{finished.stderr}")
    return finished.stdout


def table_row(cells: Sequence[str]) -> str:
    """A line of the table."""
    return "{:56} {:>10} {:>10} {:>7} {:>8} {:>8}  {}".format(*cells)
