"""Work that goes wrong by the name of the file: a process that dies over it, or never ends."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from xlscore.archive.job import Entry, Task
from xlscore.archive.output_names import File
from xlscore.score_file import Options


def task(folder: Path, name: str) -> Task:
    """A file to be worked on; each try leaves a line in ``tries``."""
    return Task(File(folder / name, name), folder, Options(language="en"))


def fragile(task: Task) -> Entry:
    """Scores nothing. ``dies-...`` kills its process, ``dies-once-...`` the first time only,
    ``hangs-...`` never comes back."""
    name = task.file.name
    with (task.out / "tries").open("a", encoding="utf-8") as file:
        file.write(f"{name}\n")
    again = tries(task.out).count(name) > 1
    if name.startswith("dies-") and not (again and name.startswith("dies-once")):
        os.kill(os.getpid(), signal.SIGKILL)
    if name.startswith("hangs-"):
        threading.Event().wait()
    return Entry(name, "scored")


class _Unheard:
    """Something that no other process can make sense of."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os._exit, (3,)  # type: ignore[return-value]


unheard_of = _Unheard()


def tries(folder: Path) -> list[str]:
    """Every try so far, in order."""
    return (folder / "tries").read_text(encoding="utf-8").splitlines()
