"""The table of figures, every one a ratio of two amounts measured in the same run.

`--only NAME` measures those whose name holds NAME, and makes no large workbook for the others.
"""

from __future__ import annotations

import argparse
import compileall
import os
import platform
import sys
import tempfile
from pathlib import Path

import xlscore
from benchmarks import archive, club, worksheet_call
from benchmarks.figure import Figure, table_row
from benchmarks.season import Season

SHOWN = {"ms": (1000, ".1f"), "s": (1, ".2f"), "GiB": (1, ".2f"), "parts": (1, ".0f")}
"""How amounts of each unit are written: times what, in which format."""


def main() -> int:
    """Print the table; 1 if a gate is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", default="", metavar="NAME", help="part of a figure's name")
    only = parser.parse_args().only.casefold()
    print(_machine())
    print(table_row(("figure", "ours", "theirs", "ratio", "gate", "goal", "result")))
    # As an installed package is; a checkout may never have been compiled.
    compileall.compile_dir(Path(xlscore.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        wanted = [one for one in figures(Path(folder)) if only in one.name.casefold()]
        results = [_line(figure) for figure in wanted]
    return 1 if "FAIL" in results else 0


def figures(folder: Path) -> list[Figure]:
    """All figures; the files that they need go into `folder`."""
    return [
        *club.figures(folder),
        *worksheet_call.figures(folder),
        *Season(folder).figures(),
        *archive.figures(folder),
    ]


def _line(figure: Figure) -> str:
    """Measures and prints one figure; returns its result."""
    amounts = figure.measure()
    ratio = figure.ratio(amounts)
    result = figure.result(ratio)
    factor, form = SHOWN[figure.unit]
    ours, theirs = (f"{amount * factor:{form}} {figure.unit}" for amount in amounts)
    sign = "≥" if figure.more else "≤"
    marks = (f"{sign} {figure.gate}", f"{sign} {figure.goal}")
    print(table_row((figure.name, ours, theirs, f"{ratio:.2f}", *marks, result)), flush=True)
    return result


def _machine() -> str:
    """Processors, memory, system and Python, as far as they can be told."""
    processor, memory = platform.processor() or platform.machine(), ""
    known = Path("/proc/cpuinfo")
    if known.exists():
        fields = (line.partition(":") for line in known.read_text(encoding="utf-8").splitlines())
        models = [value.strip() for name, _, value in fields if name.strip() == "model name"]
        processor = models[0] if models else processor
    if hasattr(os, "sysconf"):
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        memory = f", {pages / (1 << 30):.0f} GiB"
    python = f"Python {platform.python_version()}"
    return f"{os.cpu_count()} x {processor}{memory}, {platform.system()}, {python}"


if __name__ == "__main__":
    sys.exit(main())
