"""What Excel's two binary formats have in common: packed numbers and damage."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager

from xlscore.formats.markup import Senseless
from xlscore.formats.sparse_grid import TooFar, refusing
from xlscore.words import Refused


def rk(packed: bytes) -> float:
    """A number in four bytes: a short float or an integer, perhaps of hundredths."""
    bits: int = struct.unpack("<i", packed)[0]
    value = float(bits >> 2)
    if not bits & 2:
        value = struct.unpack("<d", bytes(4) + struct.pack("<i", bits & ~3))[0]
    return value / 100 if bits & 1 else value


@contextmanager
def reading(file: str, part: str, sheet: str = "") -> Iterator[None]:
    """As `grid.refusing`, for records: what is cut off or points nowhere is damage as well."""
    with refusing(file, part, sheet):
        try:
            yield
        except (Refused, Senseless, TooFar):
            raise
        except (struct.error, LookupError, ValueError, OverflowError) as error:
            raise Refused("records-damaged", file=file, part=part) from error
