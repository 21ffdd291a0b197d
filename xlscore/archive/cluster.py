"""The same tasks over a Dask cluster that is running already, for more than one machine.

All machines reach the archive and the output folder under the same paths, and have the same
xlscore.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING

from .. import __version__
from ..words import Refused
from .job import Entry, Task, Work, failed, score

if TYPE_CHECKING:
    from distributed import Client, Future

_WORKER_DIED = "worker-died"


def on_cluster(tasks: Iterable[Task], address: str, work: Work = score) -> Iterator[Entry]:
    """The entry of every task, in the order in which they get done.

    The scheduler gives a file whose worker dies to another one; one that keeps killing workers,
    also when it is tried alone, is reported as failed. Raises `Refused` where there is no
    scheduler at the address, where its workers have another xlscore, and where the packages for
    it are not installed.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise Refused("cluster-not-installed", why=error) from error
    try:
        client = Client(address, timeout="5s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise Refused("cluster-unreachable", address=address, why=error) from error
    with client:
        _refuse_other_versions(client)
        try:
            yield from _worked(client, tasks, work)
        except (OSError, CancelledError) as error:
            raise Refused("cluster-lost", address=address, why=error) from error


def _worked(client: Client, tasks: Iterable[Task], work: Work) -> Iterator[Entry]:
    from distributed import as_completed

    futures = {client.submit(work, task, pure=False): task for task in tasks}
    suspects: list[Task] = []
    for future in as_completed(list(futures)):  # type: ignore[no-untyped-call]
        task = futures.pop(future)
        entry = _entry(task, future)
        if entry.code == _WORKER_DIED:
            suspects.append(task)
        else:
            yield entry
    # The scheduler blames every file that a worker held when it died: each once more, alone.
    for task in suspects:
        yield _entry(task, client.submit(work, task, pure=False))


def _entry(task: Task, future: Future[Entry]) -> Entry:
    """The entry of a task, once it is done."""
    from distributed import KilledWorker

    fault = future.exception()  # type: ignore[no-untyped-call]
    if fault is None:
        return future.result()
    code = _WORKER_DIED if isinstance(fault, KilledWorker) else "cluster-fault"
    refused = Refused(code, file=task.file.name, why=fault)
    return failed(task.file, refused, task.options.chosen_language())


def _version() -> str:
    return f"xlscore {__version__}, Python {sys.version_info[0]}.{sys.version_info[1]}"


def _refuse_other_versions(client: Client) -> None:
    try:
        found = set(client.run(_version).values())
    except (ImportError, AttributeError) as error:
        found = {str(error)}
    if not found:
        raise Refused("cluster-without-workers")
    if found != {_version()}:
        raise Refused("cluster-versions", found=sorted(found), expected=_version())
