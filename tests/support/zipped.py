"""Zip files in every form that programs write, made without the code that reads them."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal


def pack(
    path: Path,
    parts: Mapping[str, bytes],
    *,
    descriptors: Literal["none", "signed", "bare"] = "none",
    zip64: Literal["none", "local", "throughout"] = "none",
    comment: bytes = b"",
    before: bytes = b"",
    shifted: bool = False,
    extra: bytes = b"",
    utf8: bool = False,
    stored: bool = False,
    flags: int = 0,
    hour: int = 0,
) -> Path:
    """Writes `parts` as a zip file.

    `descriptors` puts sizes behind the data, with or without their signature; `zip64` uses the
    64-bit form in the local headers only, as programs that stream do, or throughout; `before`
    stands before the zip file, with offsets counted from the file's start, or with `shifted`
    from the zip's; `extra` is an extra field of every entry.
    """
    body, directory = bytearray(before), bytearray()
    for name, data in parts.items():
        raw = name.encode()
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = data if stored else packer.compress(data) + packer.flush()
        method, crc = 0 if stored else 8, zlib.crc32(data)
        bits = flags | (0x0800 if utf8 else 0) | (0 if descriptors == "none" else 0x0008)
        start = len(body) - (len(before) if shifted else 0)
        version = 20 if zip64 == "none" else 45
        head = struct.pack("<5H", version, bits, method, hour << 11, 0x5AB3)
        known = descriptors == "none"
        sizes = (crc, len(packed), len(data)) if known else (0, 0, 0)
        local_extra = extra
        if zip64 != "none":
            wide = struct.pack("<2H2Q", 1, 16, sizes[2], sizes[1])
            sizes, local_extra = (sizes[0], 0xFFFFFFFF, 0xFFFFFFFF), wide + extra
        body += b"PK\3\4" + head + struct.pack("<3I2H", *sizes, len(raw), len(local_extra))
        body += raw + local_extra + packed
        if not known:
            form = "<3I" if zip64 == "none" else "<I2Q"
            body += b"PK\7\10" if descriptors == "signed" else b""
            body += struct.pack(form, crc, len(packed), len(data))
        central = (crc, len(packed), len(data))
        central_extra, offset = extra, start
        if zip64 == "throughout":
            wide = struct.pack("<2H3Q", 1, 24, len(data), len(packed), start)
            central = (crc, 0xFFFFFFFF, 0xFFFFFFFF)
            central_extra, offset = extra + wide, 0xFFFFFFFF
        directory += b"PK\1\2" + struct.pack("<H", version) + head
        directory += struct.pack("<3I3H", *central, len(raw), len(central_extra), 0)
        directory += struct.pack("<2H2I", 0, 0, 0, offset) + raw + central_extra
    start, size, count = len(body) - (len(before) if shifted else 0), len(directory), len(parts)
    body += directory
    if zip64 == "throughout":
        at = start + size
        body += b"PK\6\6" + struct.pack("<Q2H2I4Q", 44, 45, 45, 0, 0, count, count, size, start)
        body += b"PK\6\7" + struct.pack("<IQI", 0, at, 1)
        count, size, start = 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF
    body += b"PK\5\6" + struct.pack("<4H2IH", 0, 0, count, count, size, start, len(comment))
    path.write_bytes(body + comment)
    return path


def records(path: Path) -> dict[str, bytes]:
    """Every entry's bytes as they stand in the file: local header, data, what follows up to the
    next entry or the central directory. For files without anything else in between."""
    data = path.read_bytes()
    end = data.rindex(b"PK\5\6")
    size, start = struct.unpack_from("<2I", data, end + 12)
    count = struct.unpack_from("<H", data, end + 10)[0]
    wide = data.rfind(b"PK\6\6", 0, end)
    if data[end - 20 : end - 16] == b"PK\6\7":
        count, size, start = struct.unpack_from("<3Q", data, wide + 32)
        end = wide
    directory = end - size
    shift, at, starts = directory - start, directory, {}
    for _ in range(count):
        lengths = struct.unpack_from("<3H", data, at + 28)
        offset = struct.unpack_from("<I", data, at + 42)[0]
        name = data[at + 46 : at + 46 + lengths[0]]
        extra = data[at + 46 + lengths[0] :][: lengths[1]]
        if offset == 0xFFFFFFFF:
            offset = struct.unpack_from("<Q", extra, extra.index(b"\1\0\x18\0") + 20)[0]
        starts[name.decode()] = offset + shift
        at += 46 + sum(lengths)
    edges = [*sorted(starts.values()), directory]
    return {name: data[at : edges[edges.index(at) + 1]] for name, at in starts.items()}
