"""A workbook file that is read once: what was scored is what is written into, or nothing is.

An organizer may save while we work. So the bytes that were read go along to the writer, and
directly before a file takes its name they are compared with what is there now: the content itself,
because times are coarse on some disks and sizes stay the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from xlscore.formats.atomic import read_bytes, refuse_other_than_files
from xlscore.words import Refused

WRITABLE = (".xlsx", ".xlsm")
TEXT = (".csv", ".tsv")
"""Formats that may hold anything, results among them."""
READ_ONLY = (".xls", ".xlsb", ".ods", *TEXT)
"""Formats that are never written: our sheets go into a fresh .xlsx with the same cells."""
FORMATS = WRITABLE + READ_ONLY
WORKBOOKS = tuple(one for one in FORMATS if one not in TEXT)

_PIECE = 1 << 20


class Source(NamedTuple):
    """What a workbook file held when it was read.

    `path` names it; `again` reads what it holds by now, in pieces.
    """

    path: Path
    content: bytes
    again: Callable[[], Iterable[bytes]]

    @classmethod
    def read(cls, path: Path, called: Path | None = None) -> Source:
        """The file at `path`, read whole, under the name `called` where it has another.

        Raises Refused where it is no file, has the ending of no workbook, or cannot be read.
        """
        called = called or path
        refuse_other_than_files(path)
        if called.suffix.lower() not in FORMATS:
            raise Refused("format-unknown", file=called.name)
        with within_memory(path):
            return cls(called, read_bytes(path), partial(_pieces, path))

    @property
    def name(self) -> str:
        """The base name, for people."""
        return self.path.name

    @property
    def extension(self) -> str:
        """The ending in small letters, with its dot."""
        return self.path.suffix.lower()

    @property
    def digest(self) -> str:
        """The SHA-256 of the content, in hexadecimal digits."""
        from hashlib import sha256  # needs longer to load than a workbook to be scored

        return sha256(self.content).hexdigest()

    def refuse_changed(self) -> None:
        """Raises Refused where the file no longer holds what was read, or is no longer there."""
        compared = 0
        try:
            for piece in self.again():
                if not self.content.startswith(piece, compared):
                    break
                compared += len(piece)
            else:
                if compared == len(self.content):
                    return
        except (OSError, Refused) as error:
            raise Refused("file-changed", file=self.name) from error
        raise Refused("file-changed", file=self.name)


def _pieces(path: Path) -> Iterator[bytes]:
    refuse_other_than_files(path)  # a pipe might never end
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece


@contextmanager
def within_memory(path: Path) -> Iterator[None]:
    """What is too large for this machine is refused as any other file that cannot be read."""
    try:
        yield
    except MemoryError as error:
        raise Refused("memory-exhausted", file=path.name) from error
