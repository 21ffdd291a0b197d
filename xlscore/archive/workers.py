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
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Any

from ..words import Refused
from .job import Entry, Task, Work, failed, score

CHUNK = 8
"""Files handed to a worker at once at most, so that it need not wait for the next."""
_MOST = 30 if sys.platform == "win32" else 256
"""Windows waits for 63 things at once; a worker has two."""
_POLL = 0.5
"""Seconds after which the limits are looked at."""
_PATIENCE = 5.0
"""Seconds that the workers get to end by themselves."""
_STILLBORN = 3
"""Workers in a row that may die before they are ready."""
_READY = "ready"


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
    workers: list[_Worker] = []
    stillborn = 0
    try:
        for _ in range(min(jobs, len(pending), _MOST)):
            workers.append(_Worker(context, work))
        while pending or any(worker.given for worker in workers):
            chunk = max(1, min(CHUNK, len(pending) // (2 * len(workers))))
            for worker in workers:
                worker.give(pending, chunk)
            wait([source for worker in workers for source in worker.sources], _POLL)
            for number, worker in enumerate(workers):
                # What has arrived counts, however late it is asked for.
                if worker.has_news:
                    entry = worker.received()
                    if isinstance(entry, Entry):
                        yield entry
                    if entry is not None:
                        stillborn = 0
                        continue
                elif not worker.is_late(limit):
                    continue
                slow = worker.process.is_alive() and worker.is_late(limit)
                exit_code = worker.kill()
                stillborn += not worker.is_ready
                if stillborn > _STILLBORN:
                    raise Refused("workers-not-started", exit_code=exit_code)
                workers[number] = _Worker(context, work)
                if worker.given:
                    task, tries = worker.given.popleft()
                    pending.extendleft(reversed(worker.given))
                    if slow:
                        yield _gave_up(task, "worker-slow", seconds=round(limit))
                    elif tries == 1:
                        pending.append((task, 2))
                    else:
                        yield _gave_up(task, "worker-died", exit_code=exit_code)
    finally:
        _end(workers)


def _gave_up(task: Task, code: str, **values: object) -> Entry:
    refused = Refused(code, file=task.file.name, **values)
    return failed(task.file, refused, task.options.chosen_language())


class _Worker:
    """A process that scores one file after the other, and what it was given."""

    def __init__(self, context: SpawnContext, work: Work) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()
        self.is_ready = False
        self.given: deque[tuple[Task, int]] = deque()
        self.since = 0.0

    @property
    def sources(self) -> list[Any]:
        """What there is to wait for: an answer, or the process's end."""
        return [self.pipe, self.process.sentinel]

    @property
    def has_news(self) -> bool:
        return self.pipe.poll() or not self.process.is_alive()

    def is_late(self, limit: float) -> bool:
        """Whether it has been at its file for longer than that many seconds."""
        return bool(self.given) and time.monotonic() - self.since > limit

    def give(self, pending: deque[tuple[Task, int]], chunk: int) -> None:
        """Hands over some tasks, if it has none; one that is tried again goes alone."""
        if self.given or not pending or not self.is_ready:
            return
        self.given.append(pending.popleft())
        while pending and len(self.given) < chunk and self.given[0][1] == pending[0][1] == 1:
            self.given.append(pending.popleft())
        self.since = time.monotonic()
        try:
            self.pipe.send([task for task, _ in self.given])
        except OSError:  # it died meanwhile, which receiving tells
            return

    def received(self) -> Entry | str | None:
        """The entry of the first task given, or that it is ready; None where it has died."""
        try:
            news: Entry | str = self.pipe.recv() if self.pipe.poll() else ""
        except (EOFError, OSError):
            return None
        if isinstance(news, Entry):
            self.given.popleft()
            self.since = time.monotonic()
        elif news == _READY:
            self.is_ready = True
        else:
            return None
        return news

    def kill(self) -> int | None:
        """Ends it at once; returns the exit code."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return self.process.exitcode


def _end(workers: list[_Worker]) -> None:
    """Lets each finish the file it is at; what it was given besides is not begun."""
    for worker in workers:
        worker.pipe.close()
    deadline = time.monotonic() + _PATIENCE
    for worker in workers:
        worker.process.join(max(0.0, deadline - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal; those started here leave it to the first one,
    which ends them in order."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(pipe: Connection, work: Work) -> None:
    """What runs in a worker: tasks in, entries out, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        signal.signal(signal.SIGBREAK, signal.SIG_IGN)
    # Hardly anything outlives its file, so collecting more often would only cost time.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    answer: object = _READY
    tasks: deque[Task] = deque()
    while True:
        try:
            pipe.send(answer)
            while not tasks:
                tasks.extend(pipe.recv())
        except (EOFError, OSError):
            return
        answer = work(tasks.popleft())
