"""Zip archives within an archive: their workbooks as if they lay in a folder of that name."""

from __future__ import annotations

import lzma
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from ..formats.atomic import refuse_other_than_files
from ..formats.source import WORKBOOKS
from ..formats.zip_parts import MAX_RATIO, RATIO_FROM
from ..words import Refused
from .output_names import ZIP, File, ending_of, not_an_original

ZIP_ERRORS = (
    *(OSError, EOFError, IndexError, NotImplementedError, RuntimeError, ValueError),
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError),
)
"""What reading a zip archive that is damaged, encrypted or gone may raise."""
_SAYS_UTF8, _IS_ENCRYPTED = 0x800, 1
_LONGEST, _DEEPEST = 1000, 60
"""Letters of a path and folders in it that are still taken for one."""
_END_RECORD = 22
"""Bytes of a zip archive's last record, without its comment."""
_UNUSABLE = re.compile(r'[\x00-\x1f<>:"|?*\\]')
_DEVICE = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)", re.IGNORECASE)
"""What Windows takes in no file name, or for something else."""


def members(path: Path, folder: str) -> Iterator[File]:
    """The workbooks of a zip archive; one within another is not opened."""
    try:
        refuse_other_than_files(path)
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            _refuse_cut_off(path, archive)
    except ZIP_ERRORS as error:
        unreadable = Refused("zip-damaged-whole", file=path.name, why=reason(error))
        refused = error if isinstance(error, Refused) else unreadable
        yield File(path, folder or path.name, refused=refused)
        return
    for number, entry in enumerate(entries):
        parts = _member_name(entry).replace("\\", "/").split("/")
        ending = ending_of(parts[-1])
        if entry.is_dir() or ending not in (*WORKBOOKS, ZIP):
            continue
        usable = [part.rstrip(" .") for part in parts if part not in ("", ".", "..")]
        usable = [_UNUSABLE.sub("_", part) or "_" for part in usable]
        usable = [_DEVICE.sub(r"\1_", part) for part in usable]
        file = File(path, "/".join([folder, *usable] if folder else usable), number)
        leads_out = parts[0] == "" or ".." in parts or bool(re.match("[A-Za-z]:", parts[0]))
        if len(file.name) > _LONGEST or len(parts) > _DEEPEST:
            refused = Refused("name-too-long", file=parts[-1][:40])
            yield file._replace(name=file.name[:_LONGEST].rstrip("/"), refused=refused)
        elif leads_out or stat.S_ISLNK(entry.external_attr >> 16):
            yield file._replace(skipped="batch-skip-link")
        elif ending == ZIP:
            yield file._replace(skipped="batch-skip-nested")
        else:
            yield file._replace(skipped=not_an_original("/".join(usable)))


def _refuse_cut_off(path: Path, archive: zipfile.ZipFile) -> None:
    """Raises `Refused` where the end of a workbook in the archive passes for that of the archive,
    whose own end is missing."""
    if min((entry.header_offset for entry in archive.infolist()), default=0) == 0:
        return
    with path.open("rb") as file:
        file.seek(-_END_RECORD - len(archive.comment), os.SEEK_END)
        if file.read(4) != b"PK\5\6":
            raise Refused("zip-cut-off", file=path.name)


def _member_name(entry: zipfile.ZipInfo) -> str:
    """The name of a member. Some programs write UTF-8 without saying so."""
    if not entry.flag_bits & _SAYS_UTF8:
        try:
            return entry.filename.encode("cp437").decode()
        except UnicodeError:
            pass
    return entry.filename


def reason(error: BaseException) -> str:
    """What an error says, in a few words at least."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def member(file: File, most: int) -> bytes:
    """What a member holds. Raises `Refused` where it cannot be read, or is larger than `most`."""
    try:
        state = file.path.stat()
        archive = _opened(file.path, state.st_ino, state.st_size, state.st_mtime_ns)
        entry = archive.infolist()[file.member or 0]
        if entry.flag_bits & _IS_ENCRYPTED:
            raise Refused("zip-encrypted", file=file.source)
        if entry.file_size > max(RATIO_FROM, MAX_RATIO * entry.compress_size):
            raise Refused("part-out-of-proportion", file=file.path.name, part=file.source)
        with archive.open(entry) as content:
            found = content.read(most + 1)
    except Refused:
        raise
    except ZIP_ERRORS as error:
        raise Refused("zip-unreadable", file=file.source, why=reason(error)) from error
    if len(found) > most:
        raise Refused("zip-member-large", file=file.source, most=most)
    return found


@lru_cache(maxsize=1)
def _opened(path: Path, _number: int, _size: int, _modified: int) -> zipfile.ZipFile:
    """The archive whose members come one after the other; its directory may be long."""
    return zipfile.ZipFile(path)
