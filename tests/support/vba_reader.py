"""A VBA project read with olefile and oletools, with nothing of the code under test."""

from __future__ import annotations

import io
import re
import struct
import warnings
from collections.abc import Iterator
from typing import NamedTuple

import olefile

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of oletools' way to use pyparsing
    from oletools.olevba import VBA_Parser, decompress_stream

__all__ = ["Project", "VBA_Parser", "decrypted", "read_project", "unpacked"]


class Project(NamedTuple):
    """What a ``vbaProject.bin`` says of itself in its several places."""

    name: str
    modules: dict[str, str]
    """Name and source of every module that the stream `dir` lists."""
    objects: set[str]
    """Those that are no standard modules, by `dir`."""
    listed: list[str]
    """The modules of the stream `PROJECT`, in order."""
    documents: set[str]
    settings: dict[str, str]
    wide_names: list[str]
    """The names of the stream `PROJECTwm`."""
    streams: set[str]


def read_project(data: bytes) -> Project:
    """Raises what olefile and oletools raise for a damaged project, and ValueError."""
    with olefile.OleFileIO(io.BytesIO(data), raise_defects=olefile.DEFECT_UNSURE) as file:
        streams = {"/".join(path): file.openstream(path).read() for path in file.listdir()}
    name, modules, objects, current = "", {}, set(), ""
    for number, content in _records(unpacked(streams["VBA/dir"])):
        if number == 0x04:
            name = content.decode("cp1252")
        elif number == 0x1A:
            current = content.decode("cp1252")
        elif number == 0x31:
            offset = struct.unpack("<I", content)[0]
            modules[current] = unpacked(streams[f"VBA/{current}"][offset:]).decode("cp1252")
        elif number == 0x22:
            objects.add(current)
    text = streams["PROJECT"].decode("cp1252")
    wide = streams["PROJECTwm"].removesuffix(b"\0\0")
    lines = re.findall(r"^(Document|Module|Class)=(\w+)", text, re.MULTILINE)
    return Project(
        name,
        modules,
        objects,
        [module for _, module in lines],
        {module for kind, module in lines if kind == "Document"},
        dict(re.findall(r'^(\w+)="(.*)"\r$', text, re.MULTILINE)),
        _wide_names(wide),
        {path.removeprefix("VBA/") for path in streams} - {"PROJECT", "PROJECTwm"},
    )


def unpacked(data: bytes) -> bytes:
    """MS-OVBA decompression by oletools."""
    return bytes(decompress_stream(bytearray(data)))


def decrypted(text: str) -> bytes:
    """MS-OVBA 2.4.3.3: what a setting such as `DPB` hides."""
    seed, version, key, *rest = bytes.fromhex(text)
    if version ^ seed != 2:
        raise ValueError(f"version {version ^ seed}")
    plain, last, before = key ^ seed, key, version
    found = bytearray()
    for byte in rest:
        plain = byte ^ ((before + plain) & 0xFF)
        before, last = last, byte
        found.append(plain)
    content = bytes(found[(seed & 6) // 2 :])
    if struct.unpack("<I", content[:4])[0] != len(content) - 4:
        raise ValueError("wrong length")
    return content[4:]


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(data):
        number, size = struct.unpack_from("<HI", data, at)
        size += 2 if number == 0x09 else 0  # the version's size leaves out its second half
        yield number, data[at + 6 : at + 6 + size]
        at += 6 + size


def _wide_names(data: bytes) -> list[str]:
    names = []
    while data:
        narrow, _, data = data.partition(b"\0")
        wide = data[: 2 * len(narrow)].decode("utf-16-le")
        data = data[2 * len(narrow) + 2 :]
        if wide != narrow.decode("cp1252"):
            raise ValueError(wide)
        names.append(wide)
    return names
