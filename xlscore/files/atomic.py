"""Reading a file whole, and replacing it so that at any moment the old or the new one is there.

The new bytes go into a hidden file in the same folder, reach the disk, are opened again and
checked, and only then take the old file's name.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.parsers import expat

from xlscore.files.zip import Archive
from xlscore.messages import Refused

_TEMPORARY = re.compile(r"\.(.+)\.[0-9a-f]{12}\.tmp", re.DOTALL)
_PARSED_AGAIN = 64 << 10
"""Bytes up to which a part that was written is parsed again before it counts."""


def replace(
    target: Path, pieces: Iterable[bytes], parts: Iterable[str] = (), like: Path | None = None
) -> None:
    """Writes a package to `target`; `parts` are those that must be readable in it afterwards.

    A link is followed to the real file. Permissions are those of the file that was there, else
    those of `like`. Raises Refused where the file cannot be written; nothing is left behind.
    """
    _replace(target, pieces, lambda temporary: check(temporary, parts), like)


def replace_text(target: Path, text: str) -> None:
    """Writes a text to `target`, as UTF-8. Raises Refused where the file cannot be written."""
    # a name that some file system keeps in an encoding of its own is no text to the end
    replace_bytes(target, text.encode(errors="replace"))


def replace_bytes(target: Path, content: bytes) -> None:
    """Writes any file to `target`. Raises Refused where it cannot be written."""
    replace_stream(target, [content])


def replace_stream(target: Path, pieces: Iterable[bytes]) -> None:
    """As `replace_bytes`, piece by piece."""
    _replace(target, pieces, lambda _temporary: None)


def _replace(
    target: Path,
    pieces: Iterable[bytes],
    checked: Callable[[Path], None],
    like: Path | None = None,
) -> None:
    target = real_path(target)
    temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}.tmp")
    try:
        if target.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        try:
            with temporary.open("xb") as file:
                file.writelines(pieces)
                file.flush()
                os.fsync(file.fileno())
            model = target if target.exists() else like
            if model is not None:
                temporary.chmod(stat.S_IMODE(model.stat().st_mode))
            checked(temporary)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        _sync_folder(target.parent)
    except OSError as error:
        reason = error.strerror or error
        raise Refused("file-unwritable", file=target.name, reason=reason) from error


def make_folder(folder: Path) -> None:
    """Makes a folder, and those above it, where it is not there. Raises Refused as writing does."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise Refused("file-unwritable", file=folder.name, reason=reason) from error


def temporary_of(name: str) -> str | None:
    """The name of the file that is called like this while it is being written; None for others."""
    match = _TEMPORARY.fullmatch(name)
    return match and match[1]


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


def check(path: Path, parts: Iterable[str]) -> None:
    """Opens a zip file again and reads these parts to their end, size and checksum included.

    The shorter ones, where our changes meet what others wrote, are parsed as well; the long ones
    are rows of ours. Raises Refused for damage, ExpatError where a part is not well-formed.
    """
    archive = Archive(path.read_bytes(), path.name, sys.maxsize)
    for part in parts:
        entry = archive.find(part)
        if entry is None:
            raise Refused("part-missing", file=path.name, part=part)
        content = archive.chunks(entry)
        if entry.size <= _PARSED_AGAIN:
            expat.ParserCreate().Parse(b"".join(content), True)
        else:
            for _ in content:
                pass


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
