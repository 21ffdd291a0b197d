"""What Excel's two binary formats have in common: packed numbers, error values, damage."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager

from xlscore.files.grid import TooFar, refusing
from xlscore.files.markup import Senseless
from xlscore.messages import Refused
from xlscore.tables.block import ErrorCell

_ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
    0x2B: "#GETTING_DATA",
}


def error_cell(code: int) -> ErrorCell:
    """The error value of a number; one that came after this was written is named by its number."""
    return ErrorCell(_ERRORS.get(code, f"#{code}!"))


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
