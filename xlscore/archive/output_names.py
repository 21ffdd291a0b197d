"""What the files of an archive are called: which names count, and which the results get.

Equal names, however the file system spells them, are kept apart.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..formats.source import FORMATS, READ_ONLY, WORKBOOKS
from ..score_file import scored_path
from ..words import Refused

ZIP = ".zip"
_LONGEST = 200
"""Bytes of a file's name; the rest, up to 255, is for our endings."""
_LOCK = re.compile(r"~\$|\.~lock\..*#$")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")


class File(NamedTuple):
    """One file of the archive.

    `name` is its path below the output folder, with forward slashes, `copy` that of its scored
    copy and `document` that of its JSON. `member` is the number of an entry of the zip archive
    `path`. `source` is its base name. `skipped` is the code of the sentence that says why it is
    not an organizer's workbook, `refused` why it could not be looked at.
    """

    path: Path
    name: str
    member: int | None = None
    source: str = ""
    skipped: str | None = None
    refused: Refused | None = None
    copy: str = ""
    document: str = ""


def is_known(name: str, *, asked_for: bool = False) -> bool:
    """Whether this is called like a workbook, an archive of some, or what locks one.

    Text files count where they are asked for: an archive is full of those that hold no results.
    """
    endings = (*FORMATS, ZIP) if asked_for else (*WORKBOOKS, ZIP)
    return ending_of(name) in endings or bool(_LOCK.match(name))


def ending_of(name: str) -> str:
    """The ending in small letters; blanks and dots behind it are a slip."""
    return PurePosixPath(name.rstrip(" .")).suffix.lower()


def not_an_original(name: str) -> str | None:
    """The code of the sentence that says why a file is no organizer's workbook, by its name."""
    if any(part.startswith((".", "~$")) for part in PurePosixPath(name).parts):
        return "batch-skip-hidden"
    last = PurePosixPath(name).name.lower()
    if ".scored." in last:
        return "batch-skip-scored"
    return "batch-skip-backup" if ".bak." in last else None


def named(found: Iterator[File]) -> list[File]:
    """The files by name, each with names of its own for itself, its copy and its JSON."""
    files = [
        file._replace(name=name, source=PurePosixPath(name).name)
        for file in found
        for name in [_short(_text(file.name))]
    ]
    files.sort(key=lambda file: (file.name, str(file.path), file.member or 0))
    names: dict[str, int] = {}
    # A folder must not be where a file of ours goes, nor the other way round.
    written = {"batch.json": 2}
    for file in files:
        parents = PurePosixPath(file.name).parents
        written.update((folded(str(parent)), 2) for parent in parents if str(parent) != ".")
    named = []
    for file in files:
        name = numbered(_beside_ours(file.name), names)
        if file.skipped or file.refused:
            named.append(file._replace(name=name))
            continue
        copy = numbered(scored_path(Path(_copied(name))).as_posix(), written, ".scored")
        document = numbered(f"{name}.json", written)
        named.append(file._replace(name=name, copy=copy, document=document))
    return sorted(named, key=lambda file: file.name)


def _beside_ours(name: str) -> str:
    """The name, where a folder is not called like the file that lists everything."""
    first, slash, rest = name.partition("/")
    return f"{first}-2{slash}{rest}" if slash and folded(first) == "batch.json" else name


def numbered(name: str, taken: dict[str, int], last: str = "") -> str:
    """The name, numbered before its endings (`last` is one) where another already has it.

    `taken` holds for each name the number to try next.
    """
    candidate = name
    path = PurePosixPath(name)
    stem = path.stem.removesuffix(last)
    while folded(candidate) in taken:
        number = taken[folded(name)]
        taken[folded(name)] += 1
        candidate = (path.parent / f"{stem}-{number}{path.name[len(stem) :]}").as_posix()
    taken[folded(candidate)] = 2
    return candidate


def _short(name: str) -> str:
    """The name, with a last part that leaves room for our endings in any file system."""
    path = PurePosixPath(name)
    last = path.name.rstrip(" .") or path.name
    while len(last.encode()) > _LONGEST:
        stem, dot, ending = last.rpartition(".")
        last = f"{stem[:-2]}~{dot}{ending}" if stem else last[:-1]
    return path.with_name(last).as_posix() if path.name else name


def _text(name: str) -> str:
    """The name as text: old archives hold file names in encodings that nobody knows any more."""
    return _CONTROL.sub("_", os.fsencode(name).decode("utf-8", "replace"))


def folded(name: str) -> str:
    """What file systems that fold case and compose letters make of a name."""
    return unicodedata.normalize("NFC", name).lower()


def _copied(name: str) -> str:
    """What the copy is named after: formats that become an .xlsx keep their ending in its name,
    so that ``spring.ods`` and ``spring.xlsx`` in one folder do not get the same."""
    return f"{name}.xlsx" if PurePosixPath(name).suffix.lower() in READ_ONLY else name
