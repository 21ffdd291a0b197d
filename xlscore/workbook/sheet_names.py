"""What the name of a sheet says of the seats on it: their round or their day."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import NamedTuple

from ..rules.model import KNOCK_OUT, SEMI_FINAL
from . import cells
from .block import Cell
from .cells import CellResult, Reader, Value
from .dates import OVER_MIDNIGHT, day_of
from .folding import folded, western
from .vocabulary import BEHIND_ROUNDS, NUMBER_WORDS, ROUND_WORDS, VALUES, meaning

MOST_ROUNDS = 1000
"""More than sheets are numbered to."""
_ROUND_SHEET = re.compile(
    rf"(?:{'|'.join(ROUND_WORDS)})[ .-]*(?:(?:{'|'.join(NUMBER_WORDS)})[ .]*)?0*([1-9]\d{{0,2}})"
    rf"|0*([1-9]\d{{0,2}})\.? ?(?:{'|'.join(BEHIND_ROUNDS)})"
)


_SEMI_FINAL_SHEET = re.compile(rf"({'|'.join(VALUES[SEMI_FINAL])})[ .-]*([1-9]\d?)")


class Called(NamedTuple):
    """What a sheet is called after: the field that its name tells, and the value there.

    `number` is which of several sheets of one stage it is, 0 where each has one.
    """

    field: str
    value: str | date
    number: int = 0


def sheet_called(name: str) -> Called | None:
    """What the name of a sheet says of all that stands on it: the round ``"2"`` for Runde 2,
    ``"final"`` for Final, ``"semi-final"`` for Halbfinale 1, the date for 12.03.2026; None for
    other names.

    A bare number is none: 2025 is a season.
    """
    text = folded(western(name).replace("_", " "))
    match = _ROUND_SHEET.fullmatch(text)
    if named := meaning(text, *KNOCK_OUT) or (match and (match[1] or match[2])):
        return Called("round", named)
    if match := _SEMI_FINAL_SHEET.fullmatch(text):
        return Called("round", SEMI_FINAL, int(match[2]))
    day_named = cells.day()(text).value
    return Called("date", day_of(day_named)) if isinstance(day_named, date) else None


def on_sheet_called(sheet: str, value: str | date, reader: Reader) -> Reader:
    """A reader for a column of a sheet whose name says `value`: empty cells mean it as well, and
    others must."""

    def read(cell: Cell) -> CellResult:
        reading = reader(cell)
        if reading.value == value or _is_evening(reading.value, value):
            return reading
        if reading.value is None:
            return reading._replace(value=value)
        otherwise = cells.error("sheet-called-otherwise", cell)
        return otherwise._replace(value=value, values={**otherwise.values, "sheet": sheet})

    return read


def _is_evening(moment: Value, value: str | date) -> bool:
    """Whether a clock time is one of a day, or of the night that follows it."""
    if not isinstance(moment, datetime) or not isinstance(value, date):
        return False
    return value in (moment.date(), (moment - OVER_MIDNIGHT).date())
