"""Which files an archive holds, and what each one is called below the output folder.

Folders are searched, patterns expanded, zip archives opened. What is no organizer's workbook is
named with the reason; equal names, however the file system spells them, are kept apart.
"""

from __future__ import annotations

import glob
import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..files.atomic import real_path
from ..files.reader import FORMATS, READ_ONLY
from ..messages import Refused
from ..single import scored_path

ZIP = ".zip"
ZIP_ERRORS = (
    *(OSError, EOFError, IndexError, NotImplementedError, RuntimeError, ValueError),
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error),
)
"""What reading a zip archive that is damaged, encrypted or gone may raise."""
_END_RECORD = 22
"""Bytes of a zip archive's last record, without its comment."""
_LOCK = re.compile(r"~\$|\.~lock\..*#$")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ufffe\uffff]")
_UNUSABLE = re.compile(r'[\x00-\x1f<>:"|?*\\]|[. ]+$')
"""In a name from a zip archive: what no Windows file name may hold."""


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


class Root(NamedTuple):
    """A path to search, and the folder that its names are told from."""

    path: Path
    base: Path


def roots(paths: Sequence[Path], out: Path) -> list[Root]:
    """What the paths lead to, patterns expanded. Raises `Refused` for one that leads to nothing,
    and where `out` is one of them."""
    found = [root for path in paths for root in _roots(path)]
    for root in found:
        if real_path(root.path) == out:
            raise Refused("out-is-source", path=root.path)
    return found


def find(roots: Sequence[Root], out: Path, besides: Path | None) -> list[File]:
    """Every workbook below the roots, once, sorted by name.

    `out` and what it holds are not read again, nor is the file `besides`.
    """
    search = _Search(out, real_path(besides) if besides else None, roots)
    return _named(file for root in roots for file in search.below(root, len(roots) > 1))


def _roots(path: Path) -> list[Root]:
    """The path itself, or what it leads to as a pattern: not every shell expands those."""
    if os.path.lexists(path):
        return [Root(path, path if _holds_files(path) else path.parent)]
    text = str(path)
    # not Path.glob, which wants to be told the folder to begin in
    found = sorted(glob.iglob(text, recursive=True)) if glob.has_magic(text) else []  # noqa: PTH207
    if not found:
        raise Refused("path-missing", path=path)
    base = Path(*takewhile(lambda part: not glob.has_magic(part), path.parts))
    return [Root(Path(one), base) for one in found]


def _holds_files(path: Path) -> bool:
    return path.is_dir() or path.suffix.lower() == ZIP


_Told = Callable[[Path], str]
"""The name of a path below its root."""


class _Search:
    """One search through all roots; nothing is met twice."""

    def __init__(self, out: Path, besides: Path | None, roots: Sequence[Root]) -> None:
        self.besides = besides
        self.roots = [real_path(root.path) for root in roots]
        # a folder around everything that is read holds more than what an earlier run wrote
        self.out = out if any(out.is_relative_to(root) for root in self.roots) else None
        self.seen: set[Path] = set()
        self.prefixes: set[str] = set()

    def below(self, root: Root, several: bool) -> Iterator[File]:
        """All files of one root."""
        prefix = ""
        if several and root.path == root.base:
            prefix = _unique(real_path(root.path).name or "root", self.prefixes)

        def told(path: Path) -> str:
            return path.relative_to(root.base).as_posix() if path != root.base else ""

        found = self._folder if root.path.is_dir() else self._file
        for file in found(root.path, told):
            yield file._replace(name=str(PurePosixPath(prefix, file.name))) if prefix else file

    def _folder(self, folder: Path, told: _Told) -> Iterator[File]:
        failed: list[OSError] = []
        for place, folders, files in os.walk(folder, onerror=failed.append):
            here = Path(place)
            for name in sorted(folders):
                path = here / name
                if real_path(path) == self.out:
                    folders.remove(name)
                    yield File(path, told(path), skipped="batch-skip-out")
                elif path.is_symlink() and not self._is_inside(path):
                    yield File(path, told(path), skipped="batch-skip-link")
            folders.sort()
            for name in sorted(files):
                path = here / name
                if not path.is_symlink() or not path.exists():
                    yield from self._file(path, told)
                elif _is_known(name) and not self._is_inside(path):
                    yield File(path, told(path), skipped="batch-skip-link")
        for error in failed:
            path = Path(error.filename)
            reason = error.strerror or error
            refused = Refused("file-unreadable", file=path.name, reason=reason)
            yield File(path, told(path) or path.name, refused=refused)

    def _file(self, path: Path, told: _Told) -> Iterator[File]:
        real = real_path(path)
        if not _is_known(path.name) or real in self.seen or real == self.besides:
            return
        self.seen.add(real)
        name = told(path)
        skipped = _not_an_original(name)
        if skipped or path.suffix.lower() != ZIP:
            yield File(path, name, skipped=skipped)
        else:
            yield from _members(path, name)

    def _is_inside(self, path: Path) -> bool:
        real = real_path(path)
        inside = any(real == root or real.is_relative_to(root) for root in self.roots)
        return inside and not (self.out and real.is_relative_to(self.out))


def _is_known(name: str) -> bool:
    """Whether this is called like a workbook, an archive of some, or what locks one."""
    return PurePosixPath(name).suffix.lower() in (*FORMATS, ZIP) or bool(_LOCK.match(name))


def _not_an_original(name: str) -> str | None:
    """The code of the sentence that says why a file is no organizer's workbook, by its name."""
    if any(part.startswith((".", "~$")) for part in PurePosixPath(name).parts):
        return "batch-skip-hidden"
    stem = PurePosixPath(name).stem.lower()
    if stem.endswith(".scored"):
        return "batch-skip-scored"
    return "batch-skip-backup" if stem.endswith(".bak") else None


def _members(path: Path, folder: str) -> Iterator[File]:
    """The workbooks of a zip archive; one within another is not opened."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            # Cut off, the end of a workbook in it may pass for that of the archive.
            with path.open("rb") as file:
                file.seek(-_END_RECORD - len(archive.comment), os.SEEK_END)
                if file.read(4) != b"PK\5\6":
                    raise zipfile.BadZipFile("Truncated file")
    except ZIP_ERRORS as error:
        refused = Refused("zip-unreadable", file=path.name, why=error)
        yield File(path, folder or path.name, refused=refused)
        return
    for number, entry in enumerate(entries):
        parts = entry.filename.replace("\\", "/").split("/")
        suffix = PurePosixPath(parts[-1]).suffix.lower()
        if entry.is_dir() or suffix not in (*FORMATS, ZIP):
            continue
        usable = [_UNUSABLE.sub("_", part) for part in parts if part not in ("", ".", "..")]
        name = "/".join([folder, *usable] if folder else usable)
        leads_out = parts[0] == "" or ".." in parts or bool(re.match("[A-Za-z]:", parts[0]))
        if leads_out or stat.S_ISLNK(entry.external_attr >> 16):
            skipped: str | None = "batch-skip-link"
        elif suffix == ZIP:
            skipped = "batch-skip-nested"
        else:
            skipped = _not_an_original("/".join(usable))
        yield File(path, name, number, skipped=skipped)


def _named(found: Iterator[File]) -> list[File]:
    """The files by name, each with names of its own for itself, its copy and its JSON."""
    files = [
        file._replace(name=_text(file.name), source=_text(PurePosixPath(file.name).name))
        for file in found
    ]
    files.sort(key=lambda file: (file.name, str(file.path), file.member or 0))
    names: set[str] = set()
    # A folder must not be where a file of ours goes, nor the other way round.
    written = {"batch.json"}
    for file in files:
        parents = PurePosixPath(file.name).parents
        written.update(_folded(str(parent)) for parent in parents if str(parent) != ".")
    named = []
    for file in files:
        name = _unique(_beside_ours(file.name), names)
        if file.skipped or file.refused:
            named.append(file._replace(name=name))
            continue
        copy = _unique(scored_path(Path(_copied(name))).as_posix(), written, ".scored")
        document = _unique(f"{name}.json", written)
        named.append(file._replace(name=name, copy=copy, document=document))
    return sorted(named, key=lambda file: file.name)


def _beside_ours(name: str) -> str:
    """The name, where a folder is not called like the file that lists everything."""
    first, slash, rest = name.partition("/")
    return f"{first}-2{slash}{rest}" if slash and _folded(first) == "batch.json" else name


def _unique(name: str, taken: set[str], last: str = "") -> str:
    """The name, numbered before its endings (`last` is one) where another already has it."""
    candidate, number = name, 2
    while _folded(candidate) in taken:
        path = PurePosixPath(name)
        stem = path.stem.removesuffix(last)
        ending = path.name[len(stem) :]
        candidate = (path.parent / f"{stem}-{number}{ending}").as_posix()
        number += 1
    taken.add(_folded(candidate))
    return candidate


def _text(name: str) -> str:
    """The name as text: old archives hold file names in encodings that nobody knows any more."""
    return _CONTROL.sub("_", os.fsencode(name).decode("utf-8", "replace"))


def _folded(name: str) -> str:
    """What file systems that fold case and compose letters make of a name."""
    return unicodedata.normalize("NFC", name).casefold()


def _copied(name: str) -> str:
    """What the copy is named after: formats that become an .xlsx keep their ending in its name,
    so that ``spring.ods`` and ``spring.xlsx`` in one folder do not get the same."""
    return f"{name}.xlsx" if PurePosixPath(name).suffix.lower() in READ_ONLY else name
