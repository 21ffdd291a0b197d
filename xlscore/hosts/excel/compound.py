"""Compound files (MS-CFB, version 3): the small file system that holds a VBA project.

Streams under 4096 bytes lie in the mini stream, in sectors of 64 bytes, all others in sectors of
512. The bytes depend on the streams alone: times and class ids stay zero.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping

_SECTOR, _MINI_SECTOR, _CUTOFF = 512, 64, 4096
_LINKS = _SECTOR // 4  # sector numbers that fit into one sector
_END, _FREE, _ALLOCATION_TABLE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
_LISTED_IN_HEADER = 109
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_RED, _BLACK = 0, 1


class _Entry:
    """A stream or storage in the directory; siblings form a red-black tree of entry numbers."""

    def __init__(self, name: str, kind: int) -> None:
        self.name, self.kind = name, kind
        self.children: list[int] = []
        self.color = _BLACK
        self.left = self.right = self.child = _FREE
        self.start, self.size = (0 if kind == _STORAGE else _END), 0

    @property
    def order(self) -> tuple[int, str]:
        """Siblings are sorted by length first (MS-CFB 2.6.4)."""
        return len(self.name), self.name.upper()

    def packed(self) -> bytes:
        name = (self.name + "\0").encode("utf-16-le")
        return struct.pack(
            "<64sH2B3I36xIQ",
            *(name, len(name), self.kind, self.color, self.left, self.right, self.child),
            *(self.start, self.size),
        )


class _Chains:
    """Sectors and the table that says which one follows which."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.data = bytearray()
        self.table: list[int] = []

    def append(self, content: bytes) -> int:
        """Store content; returns its first sector, or the mark of an empty chain."""
        if not content:
            return _END
        first = len(self.table)
        self.data += content + bytes(-len(content) % self.size)
        self.table += [*range(first + 1, len(self.data) // self.size), _END]
        return first


def compound_file(streams: Mapping[str, bytes]) -> bytes:
    """A compound file of these streams; a storage before the name as in ``VBA/dir``.

    Raises ValueError above 7 MB, which would need a second list of allocation tables.
    """
    entries, of_stream = _directory(streams)
    sectors, mini = _Chains(_SECTOR), _Chains(_MINI_SECTOR)
    for path, content in streams.items():
        entry = of_stream[path]
        entry.start = (mini if len(content) < _CUTOFF else sectors).append(content)
        entry.size = len(content)
    root = entries[0]
    root.start, root.size = sectors.append(bytes(mini.data)), len(mini.data)
    mini_table = _packed_table(mini.table)
    mini_start = sectors.append(mini_table)
    directory = b"".join(entry.packed() for entry in entries)
    unused = struct.pack("<68x3I48x", _FREE, _FREE, _FREE)
    directory_start = sectors.append(directory + unused * (-len(entries) % 4))

    # The allocation table lists its own sectors too.
    count, used = 1, len(sectors.table)
    while used + count > count * _LINKS:
        count += 1
    if count > _LISTED_IN_HEADER:
        raise ValueError(f"{used * _SECTOR} bytes are too many for one compound file")
    table = _packed_table(sectors.table + [_ALLOCATION_TABLE] * count)
    header = struct.pack(
        "<8s16x5H6x9I",
        bytes.fromhex("D0CF11E0A1B11AE1"),
        *(0x3E, 3, 0xFFFE, 9, 6),  # versions, byte order, sector sizes as powers of two
        *(0, count, directory_start, 0, _CUTOFF),
        *(mini_start, len(mini_table) // _SECTOR, _END, 0),
    )
    own = [*range(used, used + count), *[_FREE] * (_LISTED_IN_HEADER - count)]
    return header + struct.pack(f"<{_LISTED_IN_HEADER}I", *own) + bytes(sectors.data) + table


def _directory(streams: Iterable[str]) -> tuple[list[_Entry], dict[str, _Entry]]:
    """Every entry, the root first, and the entry of every stream."""
    entries, numbers = [_Entry("Root Entry", _ROOT)], {"": 0}

    def number(path: str, kind: int) -> int:
        if path not in numbers:
            parent, _, name = path.rpartition("/")
            holder = entries[number(parent, _STORAGE)]
            numbers[path] = len(entries)
            holder.children.append(len(entries))
            entries.append(_Entry(name, kind))
        return numbers[path]

    of_stream = {path: entries[number(path, _STREAM)] for path in streams}
    for entry in entries:
        siblings = sorted(entry.children, key=lambda child: entries[child].order)
        entry.child = _tree(entries, siblings, (len(siblings) + 1).bit_length() - 1)
    return entries, of_stream


def _tree(entries: list[_Entry], numbers: list[int], levels: int) -> int:
    """The top of a balanced tree; what lies below its full levels is red."""
    if not numbers:
        return _FREE
    middle = len(numbers) // 2
    top = entries[numbers[middle]]
    top.left = _tree(entries, numbers[:middle], levels - 1)
    top.right = _tree(entries, numbers[middle + 1 :], levels - 1)
    top.color = _BLACK if levels else _RED
    return numbers[middle]


def _packed_table(table: list[int]) -> bytes:
    padded = table + [_FREE] * (-len(table) % _LINKS)
    return struct.pack(f"<{len(padded)}I", *padded)
