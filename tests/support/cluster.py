"""A Dask scheduler with two worker processes on this machine, until told to end.

Run as a program, as `running_cluster` does: prints the scheduler's address; ends after a line on
its standard input.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dask
from distributed import LocalCluster


@contextmanager
def running_cluster(folder: Path) -> Iterator[str]:
    """The address of a scheduler whose workers keep their files in `folder`."""
    folder.mkdir(exist_ok=True)
    project = Path(__file__).resolve().parents[2]
    process = subprocess.Popen(
        [sys.executable, __file__, folder],
        env={**os.environ, "PYTHONPATH": str(project), "PYTHONWARNINGS": "ignore"},
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, "no cluster"
        yield address
    finally:
        process.communicate("end\n")


def main(folder: Path) -> None:
    dask.config.set({"distributed.scheduler.allowed-failures": 1})
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(folder),
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
