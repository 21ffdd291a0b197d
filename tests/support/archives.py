"""Archives made from seeds: tournaments as clubs keep them in folders, some of them broken."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from itertools import count as counted
from pathlib import Path
from random import Random
from typing import NamedTuple

from msoffcrypto.format.ooxml import OOXMLFile

from samples.make import SAMPLES
from tests.fuzz.typed import Draft, drafted, write

PLAIN = SAMPLES / "dsvc-share-decides.xlsx"


class Made(NamedTuple):
    """The paths of an archive's files below its folder."""

    good: list[str]
    broken: list[str]


def archive(folder: Path, count: int, broken: float = 0.05, seed: int = 0) -> Made:
    """Writes `count` workbooks of random tournaments, in a folder per year; of so large a part of
    them, evenly spread, in each of the BROKEN ways in turn."""
    good, bad = [], []
    step = round(1 / broken) if broken else count + 1
    for number in range(count):
        year = folder / str(2000 + number % 25)
        year.mkdir(parents=True, exist_ok=True)
        if number % step == step - 1:
            way = list(BROKEN)[len(bad) % len(BROKEN)]
            path = year / f"{number:05}-{way}.xlsx"
            path.write_bytes(BROKEN[way](Random(f"{seed} {number}")))
            bad.append(path.relative_to(folder).as_posix())
        else:
            made = write(_under_released_rules(seed + number), year)
            path = made.rename(made.with_name(f"{number:05}{made.suffix}"))
            good.append(path.relative_to(folder).as_posix())
    return Made(sorted(good), sorted(bad))


def _under_released_rules(seed: int) -> Draft:
    """A workbook that names its rules itself: a file of rules would have to be given with it."""
    drafts = (drafted(one) for one in counted(seed, 1_000_000))
    return next(draft for draft in drafts if not draft.options)


def _cut_off(random: Random) -> bytes:
    data = PLAIN.read_bytes()
    return data[: random.randrange(100, len(data) - 100)]


def _encrypted(random: Random) -> bytes:
    out = io.BytesIO()
    with PLAIN.open("rb") as file:
        OOXMLFile(file).encrypt(f"secret {random.random()}", out)
    return out.getvalue()


def _other_content(random: Random) -> bytes:
    return random.choice((b"%PDF-1.7\n%", b"\x89PNG\r\n\x1a\n", b"name;vp\nAnn;10\n")) * 40


def _part_cut(random: Random) -> bytes:
    """A zip that is whole around a sheet that is not."""
    return _with_sheet(lambda data: data[: random.randrange(len(data) // 3, len(data) // 2)])


def _doctype(_random: Random) -> bytes:
    return _with_sheet(lambda data: data.replace(b"<worksheet", b"<!DOCTYPE x><worksheet", 1))


def _with_sheet(change: Callable[[bytes], bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(PLAIN) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content) if "worksheets/sheet" in name else content)
    return out.getvalue()


BROKEN: dict[str, Callable[[Random], bytes]] = {
    "empty": lambda _random: b"",
    "cut-off": _cut_off,
    "encrypted": _encrypted,
    "other-content": _other_content,
    "part-cut": _part_cut,
    "doctype": _doctype,
    "noise": lambda random: random.randbytes(5000),
}
