"""Which files an archive holds: folders searched, patterns expanded, zip archives opened.

What is no organizer's workbook is named with the reason. Nothing is met twice.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..formats.atomic import real_path
from ..words import Refused
from .output_names import ZIP, File, ending_of, is_known, named, not_an_original, numbered
from .zipped import members, reason


class Root(NamedTuple):
    """A path to search, the folder that its names are told from, and a folder to put before
    them."""

    path: Path
    base: Path
    prefix: str = ""
    expanded: bool = False
    """Whether a pattern led to it."""


def roots(paths: Sequence[Path]) -> list[Root]:
    """What the paths lead to, patterns expanded.

    Several folders and zip archives put their names before what they hold, several files are told
    from the folder they have in common: so it does not matter whether the shell or this expands a
    pattern. Raises `Refused` for a path that leads to nothing or is no workbook.
    """
    found: list[Root] = []
    prefixes: dict[str, int] = {}
    files = [path for path in paths if os.path.lexists(path) and not _holds_files(path)]
    for path in paths:
        if not os.path.lexists(path):
            found += _expanded(path)
        elif path in files:
            if not is_known(path.name, asked_for=True):
                raise Refused("format-unknown", file=path.name)
            common = os.path.commonpath([file.absolute().parent for file in files])
            found.append(Root(path.absolute(), Path(common)))
        else:
            name = real_path(path).name or "root"
            prefix = numbered(name, prefixes) if len(paths) > 1 else ""
            found.append(Root(path.absolute(), path.absolute(), prefix))
    return found


def find(roots: Sequence[Root], out: Path, summary: Path | None) -> list[File]:
    """Every workbook below the roots, once, sorted by name.

    `out` and what it holds are not read again, nor is the file `summary`. Raises `Refused` where
    results would go into a folder that is read, unless `out` itself lies below it.
    """
    real = real_path(out)
    read = [root for root in roots if not _is_output(root, real)]
    if not read or (len(read) < len(roots) and _holds_originals(real)):
        raise Refused("out-is-source", path=out)
    search = _Search(real, real_path(summary) if summary else None, read)
    files = named(file for root in read for file in search.below(root))
    folders = [root for root in search.roots if root.is_dir() and not real.is_relative_to(root)]
    for folder in folders:
        if any(file.copy and (real / file.copy).is_relative_to(folder) for file in files):
            raise Refused("out-is-source", path=folder)
    return files


def _is_output(root: Root, out: Path) -> bool:
    """Whether there is nothing but the output, however it is spelled; a pattern may cover it."""
    covered = _may_cover(root, out) and real_path(root.path).is_relative_to(out)
    return covered or (os.path.isdir(root.path) and root.path.samefile(out))


def _may_cover(root: Root, out: Path) -> bool:
    """Whether a pattern can lead to the output: it lies below the folder where that begins."""
    base = real_path(root.base)
    return root.expanded and out != base and out.is_relative_to(base)


def _holds_originals(out: Path) -> bool:
    """Whether workbooks lie in the output that no run wrote: then it is to be read as well."""
    from .summary_file import is_summary  # rarely needed

    files = (path for path in out.rglob("*") if is_known(path.name) and path.is_file())
    return any(not (not_an_original(path.name) or is_summary(path, "played")) for path in files)


def _expanded(path: Path) -> list[Root]:
    """What a path leads to as a pattern: not every shell expands those."""
    text = str(path)
    # not Path.glob, which wants to be told the folder to begin in
    found = sorted(glob.iglob(text, recursive=True)) if glob.has_magic(text) else []  # noqa: PTH207
    if not found:
        raise Refused("path-missing", path=path)
    base = Path(*takewhile(lambda part: not glob.has_magic(part), path.parts)).absolute()
    return [Root(Path(one).absolute(), base, expanded=True) for one in found]


def _holds_files(path: Path) -> bool:
    return os.path.isdir(path) or ending_of(path.name) == ZIP


_Told = Callable[[Path], str]
"""The name of a path below its root."""


class _Search:
    """One search through all roots; nothing is met twice."""

    def __init__(self, out: Path, summary: Path | None, roots: Sequence[Root]) -> None:
        self.summary = summary
        self.roots = [real_path(root.path) for root in roots]
        # a folder around everything that is read holds more than what an earlier run wrote
        covered = any(_may_cover(root, out) for root in roots)
        below = covered or any(out.is_relative_to(root) for root in self.roots)
        self.out = out if below else None
        self.named = {root.path for root in roots}
        self.files = {path for path in self.named if not os.path.islink(path)}
        self.seen: set[Path] = set()

    def below(self, root: Root) -> Iterator[File]:
        """All files of one root."""

        def told(path: Path) -> str:
            return path.relative_to(root.base).as_posix() if path != root.base else ""

        found = self._folder if os.path.isdir(root.path) else self._file
        for file in found(root.path, told):
            yield file._replace(name=str(PurePosixPath(root.prefix, file.name)))

    def _folder(self, folder: Path, told: _Told) -> Iterator[File]:
        failed: list[OSError] = []
        for place, folders, files in os.walk(folder, onerror=failed.append):
            here = Path(place)
            for name in sorted(folders):
                path = here / name
                if self.out and real_path(path) == self.out:
                    folders.remove(name)
                    yield File(path, told(path), skipped="batch-skip-out")
                elif os.path.islink(path) and not self._is_inside(path):
                    yield File(path, told(path), skipped="batch-skip-link")
            folders.sort()
            for name in filter(is_known, sorted(files)):
                yield from self._file(here / name, told)
        for error in failed:
            path = Path(error.filename)
            refused = Refused("file-unreadable", file=path.name, reason=reason(error))
            yield File(path, told(path) or path.name, refused=refused)

    def _file(self, path: Path, told: _Told) -> Iterator[File]:
        real = real_path(path)
        name = told(path)
        if real == self.summary or (self.out and real.is_relative_to(self.out)):
            return
        if os.path.exists(path) and not self._is_inside(path):
            yield File(path, name, skipped="batch-skip-link")
        elif skipped := not_an_original(name):
            yield File(path, name, skipped=skipped)
        elif real not in self.seen and not self._is_met(path, real):
            self.seen.add(real)
            if ending_of(path.name) == ZIP:
                yield from members(path, name)
            else:
                yield File(path, name)

    def _is_met(self, path: Path, real: Path) -> bool:
        """Whether what a link leads to is found without it."""
        leads_somewhere = os.path.islink(path) and os.path.exists(real)
        if not leads_somewhere or not is_known(real.name):
            return False
        if path in self.named:
            return real in self.files
        below = [real.relative_to(root) for root in self.roots if real.is_relative_to(root)]
        return any(not not_an_original(one.as_posix()) for one in below)

    def _is_inside(self, path: Path) -> bool:
        real = real_path(path)
        inside = any(real == root or real.is_relative_to(root) for root in self.roots)
        return inside and not (self.out and real.is_relative_to(self.out))
