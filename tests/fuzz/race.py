"""Somebody saves while a large workbook is scored in place: nothing mixed, nothing overwritten.

``python -m tests.fuzz.race 72`` runs that often, each with a save at another moment, half of them
as Excel saves (a new file takes the name), half into the file itself. Afterwards the workbook must
be what was saved, or that with its own standings. Prints how it went; exit code 1 for any other.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.support.books import Rows
from tests.support.command_line import made, started

ROWS = 60_000
PLAYERS = 600


def rows(count: int, random: Random) -> Rows:
    """Rounds of tables of four, with random points."""
    scores = (10, 8, 7, 5, 4)
    typed: Rows = []
    points: list[int] = []
    for number in range(count):
        round_number, seat = divmod(number, PLAYERS)
        if seat % 4 == 0:
            points = random.sample(scores, 4)
        typed.append((round_number + 1, seat // 4 + 1, f"Player {seat:03}", points[seat % 4]))
    return typed


def scored(book: Path) -> bytes:
    """The workbook with its own standings."""
    copy = book.with_name("copy.xlsx")
    copy.write_bytes(book.read_bytes())
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    assert started("score", copy, "--in-place", **quiet).wait() == 0
    return copy.read_bytes()


def save(book: Path, content: bytes, *, anew: bool) -> None:
    if anew:
        saved = book.with_name("saved.xlsx")
        saved.write_bytes(content)
        saved.replace(book)
    else:
        book.write_bytes(content)


def race(folder: Path, runs: int, count: int = ROWS, seed: int = 1) -> Counter[str]:
    """How often each outcome came about: ``refused``, ``saved before``, ``saved after``; and what
    must not be, ``overwritten``, ``mixed`` and ``left behind``."""
    random = Random(seed)
    for name in ("old", "new"):
        (folder / name).mkdir()
    old, new = (made(folder / name, rows(count, random)) for name in ("old", "new"))
    before, after = old.read_bytes(), new.read_bytes()
    outcome = {after: "saved after", scored(new): "saved before", scored(old): "overwritten"}
    began = time.monotonic()
    scored(old)
    lasts = time.monotonic() - began
    outcomes: Counter[str] = Counter()
    for number in range(runs):
        place = folder / str(number)
        place.mkdir()
        book = place / "book.xlsx"
        book.write_bytes(before)
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        process = started("score", book, "--in-place", "--lang", "en", **streams)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=lasts * (number + random.random()) / runs)
        save(book, after, anew=number % 2 == 0)
        _, told = process.communicate(timeout=300)
        found = outcome.get(book.read_bytes(), "mixed")
        if process.returncode == 2 and found == "saved after":
            found = "refused" if b"has changed" in told else "refused half a file"
        backup = place / "book.bak.xlsx"
        if set(place.iterdir()) - {book, *([backup] if process.returncode == 0 else [])}:
            found = "left behind"
        kept = after if found == "saved before" else before
        if backup.exists() and backup.read_bytes() != kept:
            found = "mixed"
        outcomes[found] += 1
    return outcomes


WRONG = ("overwritten", "mixed", "left behind")

if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        outcomes = race(Path(folder), int(sys.argv[1]))
    print(dict(outcomes))
    sys.exit(any(outcomes[wrong] for wrong in WRONG))
