"""A zip file as raw entries: what is not ours is copied byte for byte, never packed again.

Standard zip modules unpack and repack; this one reads the central directory itself, so that an
untouched entry keeps its local header, extra fields, packed data and data descriptor. Sizes are
never believed: every entry is measured while it is unpacked.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from xlscore.words import Refused

fast: Any
"""The functions of zlib, several times as fast where there is isal for the processor."""
try:
    from isal import isal_zlib as fast
except ImportError:
    fast = zlib
crc32: Callable[..., int] = fast.crc32

MAX_UNPACKED = 1 << 30
"""Bytes that all parts read may unpack to together, unless the caller says otherwise."""
MAX_RATIO, RATIO_FROM = 200, 10 << 20
"""A part that unpacks beyond RATIO_FROM bytes may be at most MAX_RATIO times its packed size."""

_LOCAL, _CENTRAL = struct.Struct("<4s5H3I2H"), struct.Struct("<4s6H3I5H2I")
_END, _END64, _LOCATOR64 = (
    struct.Struct("<4s4H2IH"),
    struct.Struct("<4sQ2H2I4Q"),
    struct.Struct("<4sIQI"),
)
_ENCRYPTED, _DESCRIPTOR, _UTF8 = 0x0001 | 0x0040 | 0x2000, 0x0008, 0x0800
_FULL16, _FULL32 = 0xFFFF, 0xFFFFFFFF
_STORED, _DEFLATED = 0, 8
_DATE = 0x0021
"""1 January 1980: what we write carries no clock, so that writing twice gives the same bytes."""
_FIRST_PIECE, _PIECE = 1 << 10, 1 << 16
_LONGEST_PIECE = 1 << 20
"""Unpacked bytes handed over at once: a parser refuses ten million as too many."""
_AHEAD = 8  # pieces that are made before they are packed; fewer are not worth a thread


class Entry(NamedTuple):
    """One entry; positions count from the start of the file."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    start: int
    """Where the local header begins."""
    data: int
    """Where the packed bytes begin."""
    end: int
    """Behind the packed bytes and the data descriptor, if there is one."""
    central: bytes
    """The record of the central directory as it stands."""


def part_key(name: str) -> str:
    """A part name for comparison: no letter case, no escapes, no leading slash."""
    if "%" in name:
        from urllib.parse import unquote  # hardly any program escapes part names

        name = unquote(name)
    return name.replace("\\", "/").lstrip("/").casefold()


class Archive:
    """The entries of a zip file held in memory.

    Raises Refused with a code of section Files for what is cut off, encrypted, ambiguous or out
    of proportion. `file` is the name shown in such messages.
    """

    def __init__(self, data: bytes, file: str, max_unpacked: int = MAX_UNPACKED) -> None:
        self.file = file
        self.max_unpacked = max_unpacked
        self.data = data
        self._sizes: dict[str, int] = {}
        self._unpacked = 0
        try:
            self._zip64, self._comment, records = self._directory()
            self.entries = [self._entry(record, shift) for record, shift in records]
        except (struct.error, IndexError, ValueError) as error:
            if isinstance(error, Refused):
                raise
            raise Refused("zip-damaged", file=file) from error
        self._by_key = {part_key(entry.name): entry for entry in self.entries}
        if len(self._by_key) < len(self.entries):
            names = Counter(part_key(entry.name) for entry in self.entries)
            raise Refused("part-twice", file=file, part=names.most_common(1)[0][0])
        self._in_order = sorted(self.entries, key=lambda entry: entry.start)
        for before, entry in zip(self._in_order, self._in_order[1:], strict=False):
            if before.end > entry.start:
                raise Refused("zip-damaged", file=file)

    def find(self, name: str) -> Entry | None:
        """The entry of that part name, compared as packages compare names: without case."""
        return self._by_key.get(part_key(name))

    def chunks(self, entry: Entry) -> Iterator[bytes]:
        """The unpacked bytes of an entry in pieces; size and checksum are verified to the end."""
        damaged = Refused("part-damaged", file=self.file, part=entry.name)
        if entry.method not in (_STORED, _DEFLATED):
            raise damaged
        left = self.max_unpacked - self._unpacked + self._sizes.get(entry.name, 0)
        limit = min(left, max(RATIO_FROM, MAX_RATIO * entry.packed))
        inflater = fast.decompressobj(-15) if entry.method == _DEFLATED else None
        size = crc = 0
        stop = entry.data + entry.packed
        at, step = entry.data, _FIRST_PIECE
        while at < stop:
            piece = self.data[at : min(at + step, stop)]
            at, step = at + step, _PIECE
            if inflater is not None:
                try:
                    piece = inflater.decompress(piece, limit - size + 1)
                except fast.error as error:
                    raise damaged from error
            size += len(piece)
            if size > left:
                raise Refused("unpacked-too-large", file=self.file, limit=self.max_unpacked)
            if size > limit:
                raise Refused("part-out-of-proportion", file=self.file, part=entry.name)
            crc = crc32(piece, crc)
            for start in range(0, len(piece), _LONGEST_PIECE):
                yield piece[start : start + _LONGEST_PIECE]
        unfinished = inflater is not None and (not inflater.eof or inflater.unused_data)
        if unfinished or size != entry.size or crc != entry.crc:
            raise damaged
        self._unpacked += size - self._sizes.get(entry.name, 0)
        self._sizes[entry.name] = size

    def read(self, entry: Entry) -> bytes:
        """The unpacked bytes of an entry."""
        return b"".join(self.chunks(entry))

    def rewritten(
        self, parts: Mapping[str, bytes | Iterable[bytes]], removed: Collection[str] = ()
    ) -> Iterator[bytes]:
        """The bytes of this zip file with some entries replaced, added or removed.

        `parts` maps names to their new content: bytes, or pieces of something long, which is then
        packed for speed rather than for size. A name that exists keeps its place, a new one
        follows at the end. All other entries, the comment and whatever stands before the
        first entry are copied as they are.
        """
        position = self._in_order[0].start if self._in_order else 0
        yield self.data[:position]
        placed: dict[str, bytes] = {}
        contents = {part_key(name): content for name, content in parts.items()}
        gone = set(map(part_key, removed))
        jobs: list[tuple[str, Entry | None]] = [(entry.name, entry) for entry in self._in_order]
        jobs += [(name, None) for name in parts if self.find(name) is None]
        for name, entry in jobs:
            key = part_key(name)
            if key in gone:
                continue
            if entry is not None and key not in contents:
                pieces, record = [self.data[entry.start : entry.end]], entry.central
            else:
                pieces, record = _packed(name, entry, contents[key])
            placed[name] = moved(record, position)
            position += sum(map(len, pieces))
            yield from pieces
        directory = [placed.pop(entry.name) for entry in self.entries if entry.name in placed]
        directory += placed.values()
        yield from directory
        yield _end_records(
            len(directory), sum(map(len, directory)), position, self._comment, self._zip64
        )

    def extract(self, parts: Mapping[str, Entry | bytes]) -> bytes:
        """A zip file of some entries, as they are packed here, and of other content, under the
        names given."""
        pieces: list[bytes] = []
        records: list[bytes] = []
        position = 0
        for name, content in parts.items():
            if isinstance(content, Entry):
                sizes = (content.crc, content.packed, content.size)
                headers = _headers(name.encode(), _UTF8, content.method, *sizes)
                made = [headers[0], self.data[content.data : content.data + content.packed]]
            else:
                made, central = _packed(name, None, content)
                headers = made[0], central
            pieces += made
            records.append(moved(headers[1], position))
            position += sum(map(len, made))
        end = _end_records(len(records), sum(map(len, records)), position, b"", zip64=False)
        return b"".join((*pieces, *records, end))

    def _directory(self) -> tuple[bool, bytes, list[tuple[bytes, int]]]:
        """Whether there are zip64 records, the comment, and each central record with the shift
        by which data put before the zip file moves its offsets."""
        data = self.data
        at = data.rfind(b"PK\5\6", max(0, len(data) - _END.size - _FULL16))
        # A comment may itself hold the signature: the true record reaches exactly to the end.
        while at >= 0 and (
            at + _END.size > len(data)
            or at + _END.size + _END.unpack_from(data, at)[7] != len(data)
        ):
            at = data.rfind(b"PK\5\6", max(0, len(data) - _END.size - _FULL16), at)
        if at < 0:
            raise Refused("zip-damaged", file=self.file)
        _, disk, first_disk, here, total, size, offset, _ = _END.unpack_from(data, at)
        comment = data[at + _END.size :]
        bottom, zip64 = at, False
        if data[at - _LOCATOR64.size : at].startswith(b"PK\6\7"):
            zip64 = True
            bottom = _LOCATOR64.unpack_from(data, at - _LOCATOR64.size)[2]
            if data[bottom : bottom + 4] != b"PK\6\6":
                bottom = data.rindex(b"PK\6\6", 0, at - _LOCATOR64.size)
            _, _, _, _, disk, first_disk, here, total, size, offset = _END64.unpack_from(
                data, bottom
            )
        if disk or first_disk or here != total:
            raise Refused("zip-damaged", file=self.file)
        start = bottom - size
        if data[start : start + 4] != b"PK\1\2":
            start = offset
        if start < offset or start < 0:
            raise Refused("zip-damaged", file=self.file)
        records, at = [], start
        for _ in range(total):
            fields = _CENTRAL.unpack_from(data, at)
            length = _CENTRAL.size + sum(fields[10:13])
            record = data[at : at + length]
            if fields[0] != b"PK\1\2" or len(record) != length or at + length > bottom:
                raise Refused("zip-damaged", file=self.file)
            records.append((record, start - offset))
            at += length
        return zip64, comment, records

    def _entry(self, record: bytes, shift: int) -> Entry:
        fields = _CENTRAL.unpack_from(record)
        flags, method, crc, packed, size = fields[3], fields[4], *fields[7:10]
        raw_name = record[_CENTRAL.size : _CENTRAL.size + fields[10]]
        name = raw_name.decode("utf-8" if flags & _UTF8 else "cp437")
        if flags & _ENCRYPTED:
            raise Refused("file-encrypted", file=self.file)
        offset = fields[16]
        wide = _wide_positions(record)
        if wide:
            size, packed, offset = (
                struct.unpack_from("<Q", record, wide[field])[0] if field in wide else value
                for field, value in ((24, size), (20, packed), (42, offset))
            )
        start = offset + shift
        local = _LOCAL.unpack_from(self.data, start)
        at = start + _LOCAL.size
        begin = at + local[9] + local[10]
        end = begin + packed
        if local[0] != b"PK\3\4" or self.data[at : at + local[9]] != raw_name:
            raise Refused("part-damaged", file=self.file, part=name)
        if end > len(self.data):
            raise Refused("zip-damaged", file=self.file)
        if flags & _DESCRIPTOR:
            end += self._descriptor(end, crc, packed, size)
        return Entry(name, flags, method, crc, packed, size, start, begin, end, record)

    def _descriptor(self, at: int, crc: int, packed: int, size: int) -> int:
        """Length of the data descriptor at a position: with or without signature, 32 or 64 bits;
        0 where none stands although the flag promises one."""
        for mark in (b"PK\7\10", b""):
            for form in ("<3I", "<I2Q"):
                if form == "<3I" and max(packed, size) > _FULL32:
                    continue
                expected = mark + struct.pack(form, crc, packed, size)
                if self.data.startswith(expected, at):
                    return len(expected)
        return 0


def _wide_positions(record: bytes) -> dict[int, int]:
    """Where in a central record the 64-bit values stand, by the position of their 32-bit field."""
    narrow = [at for at in (24, 20, 42) if record[at : at + 4] == b"\xff\xff\xff\xff"]
    if not narrow:
        return {}
    name_length, extra_length = struct.unpack_from("<2H", record, 28)
    at, stop = _CENTRAL.size + name_length, _CENTRAL.size + name_length + extra_length
    while at + 4 <= stop:
        kind, length = struct.unpack_from("<2H", record, at)
        if kind == 1:
            held = narrow[: length // 8]
            return {field: at + 4 + 8 * number for number, field in enumerate(held)}
        at += 4 + length
    return {}


def moved(record: bytes, offset: int) -> bytes:
    """A central record that points to another offset, all else as it was."""
    wide = _wide_positions(record)
    if 42 in wide:
        at = wide[42]
        return record[:at] + struct.pack("<Q", offset) + record[at + 8 :]
    if offset < _FULL32:
        return record[:42] + struct.pack("<I", offset) + record[46:]
    name_length, extra_length = struct.unpack_from("<2H", record, 28)
    extra_at = _CENTRAL.size + name_length
    if wide:
        # The offset follows the other 64-bit values in the same extra field.
        last = max(wide.values()) + 8
        field = min(wide.values()) - 4
        length = struct.pack("<H", last - field - 4 + 8)
        tail = record[: field + 2] + length + record[field + 4 : last]
        record, grown = tail + struct.pack("<Q", offset) + record[last:], 8
    else:
        field64 = struct.pack("<2HQ", 1, 8, offset)
        record, grown = record[:extra_at] + field64 + record[extra_at:], 12
    extra = struct.pack("<H", extra_length + grown)
    return record[:30] + extra + record[32:42] + struct.pack("<I", _FULL32) + record[46:]


def _packed(
    name: str, before: Entry | None, content: bytes | Iterable[bytes]
) -> tuple[list[bytes], bytes]:
    """An entry of our own: local header and packed pieces, and its central record."""
    whole = isinstance(content, bytes)
    deflater = (zlib if whole else fast).compressobj(6 if whole else 1, zlib.DEFLATED, -15)
    size = crc = 0

    def measured() -> Iterator[bytes]:
        nonlocal size, crc
        for piece in [content] if isinstance(content, bytes) else content:
            size, crc = size + len(piece), crc32(piece, crc)
            yield piece

    packed = [*_deflated(deflater, measured()), deflater.flush()]
    if before is None:
        raw_name, flags = name.encode(), 0 if name.isascii() else _UTF8
    else:
        length = struct.unpack_from("<H", before.central, 28)[0]
        raw_name = before.central[_CENTRAL.size : _CENTRAL.size + length]
        flags = before.flags & _UTF8
    local, central = _headers(raw_name, flags, _DEFLATED, crc, sum(map(len, packed)), size)
    return [local, *packed], central


def _headers(
    raw_name: bytes, flags: int, method: int, crc: int, packed: int, size: int
) -> tuple[bytes, bytes]:
    """The local header of an entry that begins the file, and its central record."""
    common = (flags, method, 0, _DATE, crc, packed, size, len(raw_name), 0)
    local = _LOCAL.pack(b"PK\3\4", 20, *common) + raw_name
    return local, _CENTRAL.pack(b"PK\1\2", 20, 20, *common, 0, 0, 0, 0, 0) + raw_name


def _deflated(deflater: Any, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces packed, which leaves Python free to make the next ones of something long."""
    yield from map(deflater.compress, islice(pieces, _AHEAD))
    for piece in pieces:
        from concurrent.futures import ThreadPoolExecutor  # rarely needed

        with ThreadPoolExecutor(1) as beside:
            waiting = deque([beside.submit(deflater.compress, piece)])
            for following in pieces:
                waiting.append(beside.submit(deflater.compress, following))
                if len(waiting) > _AHEAD:
                    yield waiting.popleft().result()
            yield from (job.result() for job in waiting)


def _end_records(count: int, size: int, offset: int, comment: bytes, zip64: bool) -> bytes:
    wide = b""
    if zip64 or count >= _FULL16 or max(size, offset) >= _FULL32:
        record = _END64.pack(b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset)
        wide = record + _LOCATOR64.pack(b"PK\6\7", 0, offset + size, 1)
    narrow = _END.pack(
        b"PK\5\6",
        0,
        0,
        min(count, _FULL16),
        min(count, _FULL16),
        min(size, _FULL32),
        min(offset, _FULL32),
        len(comment),
    )
    return wide + narrow + comment
