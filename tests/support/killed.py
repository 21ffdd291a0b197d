"""Processes that save a workbook in place over and over and are killed while they do.

Run as a program of its own, because it forks: ``python -m tests.support.killed BOOK TIMES``. Each
child is killed with SIGKILL at a random moment; after each kill the workbook must be one of the
three whole files it may be, and where it is not the old one any more, the backup must hold that.
Prints how many children had begun a file that was never finished.
"""

from __future__ import annotations

import os
import random
import select
import shutil
import signal
import sys
from pathlib import Path

from tests.support.output import our_blocks
from xlscore.formats.source import Source
from xlscore.formats.write import write_in_place

ROWS = (5, 60)
LONGEST = 0.02
"""Seconds after which a child is killed at the latest; a save takes about a quarter of it."""


def save_for_ever(book: Path, ready: int) -> None:
    while True:
        for rows in ROWS:
            write_in_place(Source.read(book), our_blocks(rows))
            os.write(ready, b".")


def main(book: Path, times: int) -> None:
    original = book.read_bytes()
    whole = {original}
    for rows in ROWS:
        copy = Path(shutil.copy(book, book.with_name(f"copy-{rows}.xlsx")))
        write_in_place(Source.read(copy), our_blocks(rows))
        whole.add(copy.read_bytes())
    assert len(whole) == 3
    backup = book.with_name(f"{book.stem}.bak.xlsx")
    moments = random.Random(times)
    unfinished = 0
    for _ in range(times):
        book.write_bytes(original)
        backup.unlink(missing_ok=True)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            save_for_ever(book, writing)
        os.close(writing)
        # Half of them within their first save, half after one or more.
        if moments.random() < 0.5:
            select.select([reading], [], [])
        else:
            select.select([], [], [], moments.uniform(0, LONGEST))
        select.select([], [], [], moments.uniform(0, LONGEST))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
        now = book.read_bytes()
        assert now in whole, "the workbook is neither the old nor the new file"
        assert now == original or backup.exists(), "the new file is there without its backup"
        assert not backup.exists() or backup.read_bytes() == original, "the backup is another file"
        begun = [path for path in book.parent.iterdir() if path.name.endswith(".tmp")]
        unfinished += bool(begun)
        for path in begun:
            path.unlink()
    print(unfinished)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
