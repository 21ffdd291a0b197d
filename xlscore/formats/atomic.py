"""Reading a file whole, and replacing it so that at any moment the old or the new one is there.

The new bytes go into a hidden file in the same folder, reach the disk, are opened again and
checked, and only then take the old file's name. Only a file that may be written is replaced.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from xml.parsers import expat

from xlscore.formats.zip_parts import Archive, crc32
from xlscore.words import Refused

_TEMPORARY = re.compile(r"\.(.+)\.[0-9a-f]{12}\.tmp", re.DOTALL)
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_PARSED_AGAIN = 64 << 10
"""Bytes up to which a part that was written is parsed again before it counts."""


def _nothing() -> None:
    pass


def replace(
    target: Path,
    pieces: Iterable[bytes],
    parts: Iterable[str] = (),
    *,
    backup: tuple[Path, bytes] | None = None,
    at_last: Callable[[], None] = _nothing,
) -> None:
    """Writes a package to `target`; `parts` are those that must be readable in it afterwards.

    A link is followed to the real file. Permissions are those of the file that was there.
    `at_last` is called when all that remains is to take the old file's name, and may refuse.
    `backup` is a file beside the real one and what it shall hold; it takes its name first, so
    that there never is the new file without it. One of that name that holds something else is kept
    under a number. Raises Refused where the file cannot be written;
    nothing is left behind.
    """
    real = real_path(target)
    with _writing(real), ExitStack() as hidden:
        kept = None
        if backup is not None:
            kept = hidden.enter_context(_beside(backup[0], [backup[1]], like=real))
        counted = _Counted(pieces)
        new = hidden.enter_context(_beside(real, counted))
        check(new, parts, counted.crc)
        at_last()
        if kept is not None and backup is not None:
            _put_aside(*backup)
            kept.replace(backup[0])
        new.replace(real)
        _sync_folder(real.parent)


def _put_aside(path: Path, content: bytes) -> None:
    """Gives a file that holds something else than `content` the first free number behind its name:
    what was kept for somebody is never written over."""
    if path.exists() and path.read_bytes() != content:
        numbered = (path.with_name(f"{path.stem}.{number}{path.suffix}") for number in count(1))
        path.rename(next(free for free in numbered if not os.path.lexists(free)))


def replace_text(target: Path, text: str) -> None:
    """Writes a text to `target`, as UTF-8. Raises Refused where the file cannot be written."""
    # a name that some file system keeps in an encoding of its own is no text to the end
    replace_bytes(target, text.encode(errors="replace"))


def replace_bytes(target: Path, content: bytes) -> None:
    """Writes any file to `target`. Raises Refused where it cannot be written."""
    replace_stream(target, [content])


def replace_stream(target: Path, pieces: Iterable[bytes]) -> None:
    """As `replace_bytes`, piece by piece."""
    real = real_path(target)
    with _writing(real), _beside(real, pieces) as new:
        new.replace(real)
        _sync_folder(real.parent)


class _Counted:
    """Pieces on their way into a file, and the checksum of those that went."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self.crc = 0

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self.crc = crc32(piece, self.crc)
            yield piece


@contextmanager
def _beside(target: Path, pieces: Iterable[bytes], like: Path | None = None) -> Iterator[Path]:
    """A hidden file beside `target` with its new content, on the disk; gone in the end, unless it
    took the target's name. `like` is whose permissions a file gets that was not there."""
    refuse_irreplaceable(target)
    temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}.tmp")
    try:
        with temporary.open("xb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        model = target if target.exists() else like
        if model is not None:
            temporary.chmod(stat.S_IMODE(model.stat().st_mode))
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def refuse_irreplaceable(target: Path) -> None:
    """Raises Refused where something is in the place that is no file, or may only be read."""
    with _writing(target):
        if not os.path.lexists(target):
            return
        mode = target.lstat().st_mode
        if stat.S_ISLNK(mode):  # links were followed: it leads in a circle
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not stat.S_ISREG(mode):
        raise Refused("target-no-file", file=target.name)
    # An administrator may write all the same, and so would not be asked.
    if not mode & _WRITABLE or not os.access(target, os.W_OK):
        raise Refused("file-read-only", file=target.name)


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """Tells why a file cannot be written, in a sentence that names it."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise Refused("file-unwritable", file=target.name, reason=reason) from error


def make_folder(folder: Path) -> None:
    """Makes a folder, and those above it, where it is not there. Raises Refused as writing does."""
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)


def sweep(folder: Path, names: Container[str]) -> None:
    """Removes what runs left behind in a folder that were ended while they wrote to `names`."""
    for path in folder.glob(".*.tmp"):
        match = _TEMPORARY.fullmatch(path.name)
        if match and match[1] in names:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:  # in use, or not ours: no reason to write nothing
                import logging  # rarely needed

                logging.getLogger("xlscore").warning("%s: %s", path.name, error)


def real_path(path: Path) -> Path:
    """Where links lead to in the end; one that leads in a circle stays itself, and is no error."""
    return Path(os.path.realpath(path))


def read_bytes(path: Path) -> bytes:
    """The content of a file. Raises Refused, with the cause, where it cannot be read."""
    with _readable(path):
        return path.read_bytes()


def refuse_other_than_files(path: Path) -> None:
    """Raises Refused for folders, for what is no file (it may never end), and as `read_bytes`."""
    with _readable(path):
        mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise Refused("file-folder", file=path.name)
    if not stat.S_ISREG(mode):
        raise Refused("file-not-a-workbook", file=path.name)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Tells why a file cannot be read, in a sentence that names it."""
    try:
        yield
    except FileNotFoundError as error:
        if path.is_symlink():
            target = path.readlink().name
            raise Refused("file-dangling", file=path.name, target=target) from error
        raise Refused("file-missing", file=path.name) from error
    except PermissionError as error:
        raise Refused("file-no-permission", file=path.name) from error
    except IsADirectoryError as error:
        raise Refused("file-folder", file=path.name) from error
    except OSError as error:
        reason = error.strerror or error
        raise Refused("file-unreadable", file=path.name, reason=reason) from error


def check(path: Path, parts: Iterable[str], crc: int) -> None:
    """Opens a zip file again, which must be what was written, and finds these parts in it; `crc`
    is the checksum of all that was.

    The shorter ones, where our changes meet what others wrote, are unpacked and parsed; the long
    ones are rows of ours. Raises Refused for damage, ExpatError where a part is not well-formed.
    """
    content = path.read_bytes()
    if crc32(content) != crc:
        raise Refused("zip-damaged", file=path.name)
    archive = Archive(content, path.name, sys.maxsize)
    for part in parts:
        entry = archive.find(part)
        if entry is None:
            raise Refused("part-missing", file=path.name, part=part)
        if entry.size <= _PARSED_AGAIN:
            expat.ParserCreate().Parse(archive.read(entry), True)


def refuse_locked(path: Path) -> None:
    """Raises Refused where a lock file says that a spreadsheet program has the workbook open."""
    for place in {path, real_path(path)}:
        for lock in (f"~${place.name}", f".~lock.{place.name}#"):
            if place.with_name(lock).exists():
                raise Refused("file-locked", file=path.name, lock=lock)


def _sync_folder(folder: Path) -> None:
    """The new name reaches the disk as well; Windows knows no such thing."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
