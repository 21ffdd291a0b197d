"""Tasks over processes of this machine; one that dies or never ends costs its own file only.

Each worker has a pipe of its own. When this process ends, however suddenly, the pipe closes, and
the worker ends after the file it is at: nobody is left behind.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext

from ..messages import Refused
from .job import Entry, Task, Work, failed, score

CHUNK = 8
"""Files handed to a worker at once at most, so that it need not wait for the next."""
_AT_ONCE = (100_000, 50, 50)


def in_processes(
    tasks: Iterable[Task], jobs: int, limit: float, work: Work = score
) -> Iterator[Entry]:
    """The entry of every task, in the order in which they get done.

    `work` is what is done with a task, found by its name in the processes. `limit` is how many
    seconds a file may take. A file whose worker dies is tried once more, alone; after that, or
    after the limit, it is reported as failed.
    """
    pending = deque((task, 1) for task in tasks)
    context = get_context("spawn")
    workers = [_Worker(context, work) for _ in range(min(jobs, len(pending)))]
    try:
        while pending or any(worker.given for worker in workers):
            chunk = max(1, min(CHUNK, len(pending) // (2 * len(workers))))
            for worker in workers:
                worker.give(pending, chunk)
            ready = wait([worker.pipe for worker in workers if worker.given], _POLL)
            for number, worker in enumerate(workers):
                if worker.pipe in ready:
                    entry = worker.received()
                    if entry is not None:
                        yield entry
                        continue
                    task, tries = worker.given.popleft()
                    if tries == 1:
                        pending.append((task, 2))
                    else:
                        yield _gave_up(task, "worker-died", exit_code=worker.exit_code)
                elif worker.given and worker.seconds > limit:
                    task, _ = worker.given.popleft()
                    yield _gave_up(task, "worker-slow", seconds=round(limit))
                else:
                    continue
                pending.extendleft(reversed(worker.given))
                worker.kill()
                workers[number] = _Worker(context, work)
    finally:
        for worker in workers:
            worker.end()


_POLL = 0.5
"""Seconds after which the limits are looked at."""


def _gave_up(task: Task, code: str, **values: object) -> Entry:
    refused = Refused(code, file=task.file.name, **values)
    return failed(task.file, refused, task.options.spoken())


class _Worker:
    """A process that scores one file after the other, and what it was given."""

    def __init__(self, context: SpawnContext, work: Work) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self.process.start()
        theirs.close()
        self.given: deque[tuple[Task, int]] = deque()
        self.since = 0.0

    @property
    def seconds(self) -> float:
        """How long it has been at its file."""
        return time.monotonic() - self.since

    @property
    def exit_code(self) -> int | None:
        self.process.join()
        return self.process.exitcode

    def give(self, pending: deque[tuple[Task, int]], chunk: int) -> None:
        """Hands over some tasks, if it has none; one that is tried again goes alone."""
        if self.given or not pending:
            return
        self.given.append(pending.popleft())
        while pending and len(self.given) < chunk and self.given[0][1] == pending[0][1] == 1:
            self.given.append(pending.popleft())
        self.since = time.monotonic()
        try:
            self.pipe.send([task for task, _ in self.given])
        except OSError:  # it died meanwhile, which receiving tells
            return

    def received(self) -> Entry | None:
        """The entry of the first task given; None where the process died over it."""
        try:
            entry: Entry = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.given.popleft()
        self.since = time.monotonic()
        return entry

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()

    def end(self) -> None:
        """Lets it finish the file it is at; what it was given besides is not begun."""
        self.pipe.close()
        self.process.join(_PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


_PATIENCE = 5.0
"""Seconds that a worker gets to end by itself."""


def _serve(pipe: Connection, work: Work) -> None:
    """What runs in a worker: tasks in, entries out, until the pipe closes."""
    # Ctrl-C reaches all processes of a terminal: the first one ends this one in order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        signal.signal(signal.SIGBREAK, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(*_AT_ONCE)
    try:
        while True:
            for task in pipe.recv():
                pipe.send(work(task))
    except (EOFError, OSError):
        return
