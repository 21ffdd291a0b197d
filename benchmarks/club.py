"""The workbook of a large tournament, 200 players and 1,000 rows, against openpyxl.

It was scored before, as it is after every round but the first: openpyxl has to load and save our
sheets as well, xlscore to find and replace them. The first time, when our sheets are still empty,
is a figure of its own.
"""

from __future__ import annotations

import zipfile
from functools import partial
from pathlib import Path

import openpyxl

import xlscore
from benchmarks import tournament
from benchmarks.figure import Amounts, Figure, interleaved, run
from xlscore.formats.package import Package
from xlscore.formats.source import Source
from xlscore.formats.write import write_workbook
from xlscore.workbook.output import sheets

OPENPYXL_SCRIPT = """
import sys
import openpyxl
openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])
"""
MAY_DIFFER = {
    "[Content_Types].xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/calcChain.xml",
}
"""What has to change where our sheets come in, beside the sheets themselves."""


def figures(folder: Path) -> list[Figure]:
    """The figures, over one workbook made in `folder`."""
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
        write_workbook(Source.read(scored), target, [standings], replace_foreign=False)

    def load_modify_save() -> None:
        book = openpyxl.load_workbook(scored)
        sheet = book[standings.sheet]
        for row, cells in enumerate(standings.rows, start=1):
            for column, value in enumerate(cells, start=1):
                number = value is not None and not isinstance(value, str)
                sheet.cell(row, column, float(value) if number else value)
        book.save(saved)

    def again() -> Amounts:
        return interleaved(
            lambda: read_score_write(scored, target), lambda: load_save(scored), 15
        )()

    def first() -> Amounts:
        return interleaved(lambda: read_score_write(fresh, target), lambda: load_save(fresh), 15)()

    cold = interleaved(
        partial(run, "-m", "xlscore", "score", scored, "--out", target),
        partial(run, "-c", OPENPYXL_SCRIPT, scored, saved),
        runs=11,
    )
    return [
        Figure("read, score, write all our sheets", again, 6, 10, unit="ms"),
        Figure("the same for the very first time", first, 2.5, 6, unit="ms"),
        Figure(
            "write Standings alone",
            interleaved(write_standings, load_modify_save, runs=15),
            gate=20,
            goal=40,
            unit="ms",
        ),
        Figure("cold `xlscore score`, whole process", cold, 0.4, 0.3, more=False, unit="ms"),
        Figure(
            "parts not ours, to those identical after writing",
            lambda: kept_parts(fresh, scored),
            gate=1,
            goal=1,
            unit="parts",
        ),
    ]


def kept_parts(before: Path, after: Path) -> Amounts:
    """How many entries of the zip file `before` should stand in `after` byte for byte, local
    header and packed data, and how many do.

    All should but the sheets with our mark and MAY_DIFFER.
    """
    package = Package(before.read_bytes(), before.name)
    ours = {sheet.part for sheet in package.sheets() if sheet.ours}
    may_differ = MAY_DIFFER | ours
    old, new = _entries(before), _entries(after)
    kept = old.keys() - may_differ
    assert any("chart" in name for name in kept), "no chart to keep"
    assert any("media" in name for name in kept), "no picture to keep"
    return float(len(kept)), float(sum(old[name] == new.get(name) for name in kept))


def _entries(path: Path) -> dict[str, bytes]:
    """The raw bytes of each entry, by name."""
    data, found = path.read_bytes(), {}
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            start = entry.header_offset
            name_and_extra = int.from_bytes(data[start + 26 : start + 28], "little")
            name_and_extra += int.from_bytes(data[start + 28 : start + 30], "little")
            found[entry.filename] = data[start : start + 30 + name_and_extra + entry.compress_size]
    return found
