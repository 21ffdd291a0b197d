"""A Dask scheduler with two worker processes on this machine, until told to end.

Run as a program: prints the scheduler's address; ends after a line on its standard input.
"""

from __future__ import annotations

import sys
from pathlib import Path

import dask
from distributed import LocalCluster


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
