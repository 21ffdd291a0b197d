"""A process that tries case after case, watched from outside: a hang or a crash has a name.

The worker has a gibibyte of memory, and ten seconds of processor time for each command.
"""

from __future__ import annotations

import json
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[2]
SECONDS = 120
"""For a whole case, by the clock: what waits for something uses no processor time."""
CASES = 500
"""Tried by one process; then another one starts, so that nothing adds up."""


class Outcome(NamedTuple):
    """What came of a case: `label` in a word or two, and what went wrong, empty if nothing."""

    seed: int
    label: str
    fault: str
    seconds: float
    """Of processor time, those of the slowest command."""


WORKER = (sys.executable, "-m", "tests.fuzz.worker")


def outcomes(
    seeds: Iterable[int], keep: Path | None = None, command: Sequence[str] = WORKER
) -> Iterator[Outcome]:
    """Tries the cases of these seeds; workbooks of faults are kept in a folder."""
    worker: _Worker | None = None
    try:
        for seed in seeds:
            if worker is None or worker.tried == CASES or not worker.alive:
                if worker is not None:
                    worker.close()
                worker = _Worker(command, keep)
            yield worker.tried_case(seed)
    finally:
        if worker is not None:
            worker.close()


class _Worker:
    def __init__(self, command: Sequence[str], keep: Path | None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="xlscore-fuzz-")
        self._process = subprocess.Popen(
            [*command, self._folder.name, str(keep or "")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=PROJECT,
        )
        self.tried = 0
        self.alive = True

    def tried_case(self, seed: int) -> Outcome:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.tried += 1
        self._process.stdin.write(f"{seed}\n")
        self._process.stdin.flush()
        ready, _, _ = select.select([self._process.stdout], [], [], SECONDS)
        line = self._process.stdout.readline() if ready else ""
        if line:
            return Outcome(seed, *json.loads(line))
        self.alive = False
        if not ready:
            self._process.kill()
        code = self._process.wait()
        reason = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Outcome(seed, "crash" if ready else "hang", f"the process ended: {reason}", 0)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._folder.cleanup()
