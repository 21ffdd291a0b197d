"""A generated season of 1,000,000 rows, nearly all that a sheet can hold, against readers.

It is the workbook of ``xlscore new``, filled in. Every run has a process of its own; standings and
the reading that they are compared with both collect garbage as rarely as `xlscore score` does.
"""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Iterator
from functools import cached_property, partial
from pathlib import Path
from statistics import median

import xlscore
from benchmarks.figure import Amounts, Figure, interleaved, run, seconds
from xlscore.formats.read import open_workbook
from xlscore.template.fresh_workbook import write_template
from xlscore.workbook.block import Block
from xlscore.workbook.read import read_results

PLAYERS, ROUNDS = 4000, 250
SHEET = "Results"
RUNS = 3
_FIRST_NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fred", "Gina", "Hugo", "Ida", "Jan")
_LAST_NAMES = ("Ahorn", "Birke", "Distel", "Eiche", "Farn", "Ginster", "Hasel", "Iris")

OPENPYXL_SCRIPT = f"""
import sys
import openpyxl
book = openpyxl.load_workbook(sys.argv[1], read_only=True)
assert sum(1 for row in book[{SHEET!r}].iter_rows(values_only=True)) == {PLAYERS * ROUNDS + 1}
"""
PEAK_SCRIPT = """
import resource, subprocess, sys
subprocess.run([sys.executable, *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(peak if sys.platform == "darwin" else peak * 1024)
"""
"""Bytes that the process it runs had in memory at most."""


def names(players: int = PLAYERS) -> list[str]:
    """Different names, none of them that of a person who plays."""
    first, last = len(_FIRST_NAMES), len(_LAST_NAMES)
    return [
        f"{_FIRST_NAMES[number % first]} {_LAST_NAMES[number // first % last]} "
        f"{number // first // last + 1}"
        for number in range(players)
    ]


def rows(players: int = PLAYERS, rounds: int = ROUNDS) -> Iterator[dict[str, object]]:
    """One row per player and game at tables of four, always the same ones."""
    chance = random.Random(19)
    seated = names(players)
    for round_number in range(1, rounds + 1):
        chance.shuffle(seated)
        for place, player in enumerate(seated):
            table, seat = divmod(place, 4)
            won = seat == (round_number + table) % 4
            points = 10 if won else chance.randint(2, 9)
            row = {"round": round_number, "table": table + 1, "seat": seat + 1}
            yield {**row, "player": player, "vp": points}


def write(path: Path, players: int = PLAYERS, rounds: int = ROUNDS) -> Path:
    """The workbook with these rows."""
    write_template(
        path,
        xlscore.load_rules("dsvc-s3"),
        scenario="base",
        players=names(players),
        rounds=rounds,
        results=list(rows(players, rounds)),
        settings={"name": "Season"},
    )
    return path


class Season:
    """The workbook in a folder, made when it is first needed, and the figures about it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def _workbook(self) -> Path:
        # In a process of its own, so that what it leaves in memory slows nobody down.
        path = self._folder / "season.xlsx"
        run("-m", "benchmarks.season", "write", path)
        return path

    def figures(self) -> list[Figure]:
        """All figures about the season."""
        return [
            Figure(
                "1,000,000 rows: standings, to calamine's reading",
                self._standings,
                gate=1.5,
                goal=0.8,
                more=False,
            ),
            Figure(
                "1,000,000 rows: score, write all, to openpyxl's reading",
                lambda: self._score("--out", self._folder / "out.xlsx"),
                gate=3,
                goal=4,
            ),
            Figure(
                "1,000,000 rows: score --no-write, to openpyxl's reading",
                lambda: self._score("--no-write"),
                gate=4,
                goal=6,
            ),
            Figure(
                "1,000,000 rows: memory of score, of 1 GiB",
                self._memory,
                gate=1.5,
                goal=0.8,
                more=False,
                unit="GiB",
            ),
        ]

    def _standings(self) -> Amounts:
        kinds = ("standings", "calamine")
        timed = [
            [float(run("-m", "benchmarks.season", kind, self._workbook)) for kind in kinds]
            for _ in range(RUNS)
        ]
        ours, theirs = zip(*timed, strict=True)
        return median(ours), median(theirs)

    def _score(self, *options: str | Path) -> Amounts:
        """Whole processes: `xlscore score`, and openpyxl that only reads the sheet."""
        ours = partial(run, "-m", "xlscore", "score", self._workbook, *options)
        theirs = partial(run, "-c", OPENPYXL_SCRIPT, self._workbook)
        return interleaved(ours, theirs, runs=2, before=0)()

    def _memory(self) -> Amounts:
        command = ("-m", "xlscore", "score", self._workbook, "--out", self._folder / "out.xlsx")
        return int(run("-c", PEAK_SCRIPT, *command)) / (1 << 30), 1.0


def _calamine(path: Path) -> float:
    """Seconds in which python-calamine reads the sheet to lists."""
    from python_calamine import load_workbook

    def read() -> list[list[object]]:
        with load_workbook(path) as workbook:
            return list(workbook.get_sheet_by_name(SHEET).to_python())

    return seconds(read)


def _standings(path: Path) -> float:
    """Seconds from the Blocks of the workbook to its standings."""
    workbook = open_workbook(path)
    blocks: dict[str, Block] = {sheet.name: workbook.load(sheet.name) for sheet in workbook.sheets}
    in_memory = workbook._replace(load=blocks.__getitem__)

    def standings() -> None:
        evaluation = xlscore.evaluate(read_results(in_memory))
        assert len(evaluation.scored) == PLAYERS * ROUNDS // 4
        assert not evaluation.findings

    return seconds(standings)


def main(kind: str, path: Path) -> None:
    """One run: ``write`` the workbook, or print the seconds of ``calamine`` or ``standings``."""
    gc.freeze()
    gc.set_threshold(10_000_000, 50, 50)
    if kind == "write":
        write(path)
    else:
        print({"calamine": _calamine, "standings": _standings}[kind](path))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
