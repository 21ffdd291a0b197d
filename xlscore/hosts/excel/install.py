"""The add-in put where Excel looks for it, and taken away again without a trace.

All of an installation happens or nothing. What it replaces is kept once; a record tells what was
written, so that upgrades and uninstalling touch nothing else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ... import __version__
from ...formats.atomic import read_bytes, replace_bytes
from ...words import Refused
from .built import FILE_NAME, SCRIPT_NAME, built_from
from .platform_paths import Computer, Places, configuration, from_store, places

Builder = Callable[[Path, bool], object]
"""Writes an add-in to a path, with worksheet functions or without."""


class Step(NamedTuple):
    """One thing that an installation does to a file, or did."""

    action: str
    """``write``, ``same`` (it already is as it should be), ``keep`` (moved to `other`), ``remove``,
    ``restore`` (from `other`), or ``leave`` (not what was written; the person's own)."""
    path: Path
    other: Path | None = None


class Record(NamedTuple):
    """What an installation wrote and found."""

    files: Mapping[Path, str]
    """The SHA-256 of each file written."""
    kept: Mapping[Path, Path]
    """What stood in the place of a file before, and where it is now."""
    folders: tuple[Path, ...]
    """The folders that were made, outer ones first."""

    @classmethod
    def read(cls, path: Path) -> Record | None:
        """The record of an installation, None where there is none. Raises Refused if damaged."""
        if not path.exists():
            return None
        try:
            known = json.loads(read_bytes(path))
            return cls(
                {Path(name): str(digest) for name, digest in known["files"].items()},
                {Path(name): Path(kept) for name, kept in known["kept"].items()},
                tuple(map(Path, known["folders"])),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Refused("record-damaged", file=str(path)) from error

    def text(self) -> str:
        """As it is written."""
        document = {
            "xlscore": __version__,
            "files": {str(path): digest for path, digest in self.files.items()},
            "kept": {str(path): str(kept) for path, kept in self.kept.items()},
            "folders": list(map(str, self.folders)),
        }
        return json.dumps(document, indent=2) + "\n"


def built_here(target: Path, functions: bool) -> None:
    """Build the add-in from the installed xlwings. Raises Refused where there is none."""
    try:
        from .addin import build
    except ModuleNotFoundError as error:
        raise Refused("xlwings-missing", module=error.name) from error
    build(target, functions=functions)


def install(
    computer: Computer,
    target: Path | None = None,
    *,
    dry_run: bool = False,
    builder: Builder = built_here,
) -> list[Step]:
    """Put add-in and configuration in their places; with `dry_run` tell only what that would do.

    Raises Refused, with nothing done, where there is no Excel to install for or it comes from the
    Microsoft Store, where Excel has the add-in open, or a file cannot be written.
    """
    where = places(computer, target)
    program = from_store(computer)
    if program is not None:
        raise Refused(f"store-{program}")
    if computer.platform == "darwin" and not where.configuration.parent.is_dir():
        raise Refused("excel-never-started", folder=str(where.configuration.parent))
    contents = _contents(computer, where, builder)
    old = Record.read(where.record) or Record({}, {}, ())
    outdated = {path: digest for path, digest in old.files.items() if path not in contents}
    steps = list(_removals(outdated, old.kept))
    kept = {path: copy for path, copy in old.kept.items() if path not in outdated}
    for path, content in contents.items():
        found = _digest(path)
        if found == _sha(content):
            steps.append(Step("same", path))
            continue
        if found not in (None, old.files.get(path)) and path not in kept and not _ours(path):
            kept[path] = _free(where.record.parent / "kept" / path.name, kept)
            steps.append(Step("keep", path, kept[path]))
        steps.append(Step("write", path))
    _refuse_open(steps)
    if not dry_run:
        with _all_or_nothing(steps, where.record):
            folders = list(old.folders)
            for step in steps:
                _carry_out(step, contents, folders)
            _make(where.record.parent, folders)
            digests = {path: _sha(content) for path, content in contents.items()}
            record = Record(digests, kept, tuple(folders))
            replace_bytes(where.record, record.text().encode())
    return steps


def uninstall(
    computer: Computer, target: Path | None = None, *, dry_run: bool = False
) -> list[Step]:
    """Remove what was installed and put back what stood there; `target` as for `install`.

    Raises Refused, with nothing done, where nothing is installed or Excel has the add-in open.
    """
    where = places(computer, target)
    record = Record.read(where.record)
    if record is None:
        raise Refused("excel-not-installed", file=str(where.record))
    steps = list(_removals(record.files, record.kept))
    _refuse_open(steps)
    if not dry_run:
        with _all_or_nothing(steps, where.record):
            for step in steps:
                _carry_out(step, {}, [])
            where.record.unlink()
            _drop_empty(reversed(record.folders))
    return steps


def build(computer: Computer, folder: Path, *, builder: Builder = built_here) -> list[Step]:
    """Write add-in and configuration into a folder, over what stands there; install nothing."""
    where = places(computer, folder)
    contents = {
        folder / path.name: content for path, content in _contents(computer, where, builder).items()
    }
    steps = [Step("write", path) for path in contents]
    for step in steps:
        _carry_out(step, contents, [])
    return steps


def _contents(computer: Computer, where: Places, builder: Builder) -> dict[Path, bytes]:
    """What an installation consists of."""
    contents = {where.configuration: configuration(computer)}
    if where.script is not None:
        contents[where.script] = Path(__file__).with_name(SCRIPT_NAME).read_bytes()
    with TemporaryDirectory() as folder:
        made = Path(folder) / FILE_NAME
        builder(made, computer.platform == "win32")
        contents[where.add_in] = made.read_bytes()
    return contents


def _removals(files: Mapping[Path, str], kept: Mapping[Path, Path]) -> Iterator[Step]:
    """Files as they were written go, and what stood there before comes back."""
    for path, digest in files.items():
        found = _digest(path)
        if found == digest:
            yield Step("remove", path)
        elif found is not None:
            yield Step("leave", path, kept.get(path))
            continue
        if path in kept and kept[path].exists():
            yield Step("restore", path, kept[path])


def _carry_out(step: Step, contents: Mapping[Path, bytes], folders: list[Path]) -> None:
    """Do a step; the folders made for it are added to `folders`."""
    if step.action == "write":
        _make(step.path.parent, folders)
        replace_bytes(step.path, contents[step.path])
    elif step.action == "remove":
        step.path.unlink()
    elif step.action == "keep" and step.other is not None:
        _make(step.other.parent, folders)
        replace_bytes(step.other, read_bytes(step.path))
    elif step.action == "restore" and step.other is not None:
        replace_bytes(step.path, read_bytes(step.other))
        step.other.unlink()


def _make(folder: Path, folders: list[Path]) -> None:
    if not folder.is_dir():
        _make(folder.parent, folders)
        folder.mkdir()
        folders.append(folder)


def _drop_empty(folders: Iterable[Path]) -> None:
    for folder in folders:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _free(path: Path, kept: Mapping[Path, Path]) -> Path:
    """A name for a copy that nothing has yet."""
    number, free = 1, path
    while free.exists() or free in kept.values():
        number += 1
        free = path.with_name(f"{number}-{path.name}")
    return free


@contextmanager
def _all_or_nothing(steps: Iterable[Step], record: Path) -> Iterator[None]:
    """Put every file back as it was, where something fails. Raises Refused for what the system
    does not allow."""
    paths = [record, *(path for step in steps for path in step[1:] if path is not None)]
    before = {path: read_bytes(path) if path.exists() else None for path in paths}
    missing = {folder for path in paths for folder in path.parents if not folder.exists()}
    try:
        yield
    except BaseException as error:
        for path, content in before.items():
            if content is None:
                path.unlink(missing_ok=True)
            elif _digest(path) != _sha(content):
                replace_bytes(path, content)
        _drop_empty(sorted(missing, reverse=True))
        if isinstance(error, OSError):
            reason = error.strerror or error
            raise Refused("file-unwritable", file=str(error.filename), reason=reason) from error
        raise


def _refuse_open(steps: Iterable[Step]) -> None:
    """Raises Refused where Excel has the add-in open: it would not notice, or not let go of it."""
    for path in {step.path for step in steps if step.action in ("keep", "write", "remove")}:
        lock = path.with_name(f"~${path.name}")
        if lock.exists():
            raise Refused("addin-open", file=str(path), lock=lock.name)
        if path.exists():
            try:
                path.open("r+b").close()
            except PermissionError as error:
                raise Refused("addin-open", file=str(path), lock=lock.name) from error


def _ours(path: Path) -> bool:
    """Whether this is an add-in of ours, of whatever version."""
    try:
        built_from(path)
    except Refused:
        return False
    return True


def _digest(path: Path) -> str | None:
    return _sha(read_bytes(path)) if path.exists() else None


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
