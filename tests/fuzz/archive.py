"""``python -m tests.fuzz.archive N``: an archive of N workbooks, some broken, scored in every way.

One process, two processes, a Dask cluster, and a run killed at ten random moments and resumed
must leave the same files; every good workbook is scored, every broken one named, and no temporary
file is left. Prints how long each took and how large the largest process became.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.support.archives import Made, archive
from tests.support.cluster import running_cluster
from tests.support.command_line import files, started

KILLS = 10
MEASURED = """
import resource, subprocess, sys
ran = subprocess.run([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL)
print(ran.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
"""
"""Exit code and size, in MiB, of the largest of the processes that it runs. A small program of its
own, because a process begins as large as the one that starts it."""


def main() -> int:
    """1 where anything differs from what it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.archive", description=__doc__)
    parser.add_argument("count", type=int, help="number of workbooks")
    parser.add_argument("--broken", type=float, default=0.05, help="part of them, 0 to 1")
    parser.add_argument("--seed", type=int, default=0, help="the first one's seed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = archive(folder / "in", options.count, options.broken, options.seed)
        print(f"{len(made.good)} good workbooks, {len(made.broken)} broken", flush=True)
        faults = _run_all(folder, made)
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


def _run_all(folder: Path, made: Made) -> list[str]:
    alone = _run(folder, "alone", "--jobs", "1").files
    faults = _wrong(alone, made)
    two = _run(folder, "two", "--jobs", "2")
    if two.files != alone:
        faults.append("two processes leave other files than one")
    with running_cluster(folder / "dask") as address:
        if _run(folder, "cluster", "--scheduler", address).files != alone:
            faults.append("the cluster leaves other files than one process")
    killed, left = _interrupt(folder, two.seconds)
    print(f"{killed} runs killed, {left} temporary files left by them", flush=True)
    if killed < KILLS:
        faults.append(f"only {killed} runs were killed before they were done")
    if _run(folder, "killed", "--jobs", "2", "--resume").files != alone:
        faults.append("runs that were killed, and resumed, leave other files")
    return faults


class _Ran(NamedTuple):
    files: dict[str, bytes]
    seconds: float


def _run(folder: Path, name: str, *options: str) -> _Ran:
    out = folder / name
    began = time.monotonic()
    command = ["-m", "xlscore", "batch", folder / "in", "--out", out, *options]
    ran = subprocess.run(
        [sys.executable, "-c", MEASURED, *command],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    seconds = time.monotonic() - began
    code, largest = ran.stdout.split()
    print(f"{name}: exit code {code}, {seconds:.1f} s, largest process {largest} MiB", flush=True)
    assert code == "1"
    return _Ran(files(out), seconds)


def _wrong(found: dict[str, bytes], made: Made) -> list[str]:
    """What is not as it must be after an undisturbed run."""
    entries = json.loads(found["batch.json"])["files"]
    failed = sorted(one["path"] for one in entries if one["status"] == "failed")
    done = sorted(one["path"] for one in entries if one["status"] in ("scored", "provisional"))
    faults = []
    if failed != made.broken:
        faults.append(f"failed, but not broken, or the reverse: {set(failed) ^ set(made.broken)}")
    if done != made.good:
        faults.append(f"not scored: {sorted(set(made.good) - set(done))}")
    if strange := [name for name in found if not name.endswith((".xlsx", ".xlsm", ".json"))]:
        faults.append(f"left behind: {strange}")
    return faults


def _interrupt(folder: Path, seconds: float) -> tuple[int, int]:
    """Kills one run after the other, with all its processes, at moments spread so that a tenth of
    the work is done between two; how many were killed, and how many files they left unfinished."""
    out = folder / "killed"
    moments = Random(3)
    killed = left = 0
    for _ in range(KILLS):
        process = started(
            *("batch", folder / "in", "--out", out, "--jobs", 2, "--resume"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(moments.uniform(0.3, 0.3 + seconds / 6))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            killed += 1
        left += sum(name.endswith(".tmp") for name in files(out))
    return killed, left


if __name__ == "__main__":
    sys.exit(main())
