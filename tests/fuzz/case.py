"""The workbook of a seed: one half typed by careless people, the other damaged as a file."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.fuzz.damage import damaged
from tests.fuzz.sins import sinned
from tests.fuzz.typed import Draft, drafted, write

ASKED = ("--rules", "dsvc-s3", "--scenario", "base")


class Case(NamedTuple):
    """A workbook, the options to score it with, what was done to it, and what is known of it."""

    seed: int
    path: Path
    options: tuple[str, ...]
    what: str
    draft: Draft | None


def made(seed: int, folder: Path) -> Case:
    """Writes the workbook of this seed into a folder, the same on every machine."""
    if seed % 2:
        name, data, what = damaged(Random(f"damage {seed}"))
        path = folder / name
        path.write_bytes(data)
        return Case(seed, path, ASKED, what, None)
    draft = drafted(seed)
    sinned(draft)
    what = f"{draft.form} {draft.language}: {', '.join(draft.sins)}"
    return Case(seed, write(draft, folder), tuple(draft.options), what, draft)
