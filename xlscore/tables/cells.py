"""One raw cell -> its exact value, or the finding that says why it has none.

Each function takes a cell as a host delivers it and returns a `Reading`. They forgive what can
only mean one thing, with a note, and refuse what may mean two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import NamedTuple, Union

from ..engine.model import ERROR, FINAL, NOTE, WARNING, Number
from .block import Cell, ErrorCell, NoValue
from .layout import folded, is_value

Value = Union[str, int, Fraction, bool, date, None]


class Reading(NamedTuple):
    """A cell's value (None: empty or unusable), and a finding's code, level and values, if any."""

    value: Value
    code: str | None = None
    level: str | None = None
    values: Mapping[str, object] = {}


Reader = Callable[[Cell], Reading]
EMPTY = Reading(None)


def error(code: str, found: object) -> Reading:
    """An unusable cell."""
    return Reading(None, code, ERROR, {"found": _as_typed(found)})


def is_blank(cell: Cell) -> bool:
    """Nothing a person could see: empty, or blanks only."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _as_typed(cell: object) -> object:
    """The cell as it is quoted in a message."""
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ")
    if isinstance(cell, str):
        return clean_text(cell)[:80]
    return cell


def _usable(read: Callable[[str | Number | bool | date], Reading]) -> Reader:
    """Wrap a reader of real values: blanks are empty, error cells are named as such."""

    def reader(cell: Cell) -> Reading:
        if isinstance(cell, ErrorCell):
            return error("cell-error", cell.text)
        if isinstance(cell, NoValue):
            return Reading(None, "formula-no-value", ERROR)
        if cell is None or is_blank(cell):
            return EMPTY
        if isinstance(cell, str) and cell.strip() in ERROR_TEXTS:
            return error("cell-error", cell.strip())
        if isinstance(cell, float):
            # what the spreadsheet shows: the shortest decimal that is this float
            cell = Fraction(Decimal(repr(cell))) if isfinite(cell) else str(cell)
        elif isinstance(cell, (time, timedelta)):
            cell = date(1900, 1, 1)
        if isinstance(cell, Fraction) and cell.denominator == 1:
            cell = int(cell)
        return read(cell)

    reader.__doc__ = read.__doc__
    return reader


ERROR_TEXTS = frozenset(
    {"#N/A", "#NV", "#REF!", "#BEZUG!", "#VALUE!", "#WERT!", "#DIV/0!", "#NAME?", "#NUM!"}
    | {"#ZAHL!", "#NULL!", "#SPILL!", "#ÜBERLAUF!", "#CALC!", "#GETTING_DATA", "Err:502", "Err:504"}
)
"""Error values as hosts spell them where they deliver cells as text."""


# Text

# What XML cannot carry, and what no name needs: controls, lone surrogates, noncharacters.
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200e\u200f\u2060\ufeff\u00ad"))


def clean_text(text: str) -> str:
    """Text in NFC, without characters no spreadsheet can hold, blanks trimmed and collapsed."""
    cleaned = _ILLEGAL.sub("", text.translate(_INVISIBLE))
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


@_usable
def name(cell: str | Number | bool | date) -> Reading:
    """A player's name."""
    if isinstance(cell, (bool, date)):
        return error("player-not-text", cell)
    if not isinstance(cell, str):
        return Reading(_number_text(cell))
    cleaned = clean_text(cell)
    if not cleaned:
        return EMPTY
    if _ILLEGAL.search(cell):
        return Reading(cleaned, "name-characters", NOTE, {"player": cleaned})
    if unicodedata.normalize("NFC", cell) != cleaned:
        return Reading(cleaned, "name-spaces", NOTE, {"player": cleaned})
    return Reading(cleaned)


@_usable
def table_name(cell: str | Number | bool | date) -> Reading:
    """A table's number or name."""
    if isinstance(cell, (bool, date)):
        return error("table-not-text", cell)
    return Reading(clean_text(cell) if isinstance(cell, str) else _number_text(cell))


@_usable
def game_name(cell: str | Number | bool | date) -> Reading:
    """The name of a league's game."""
    if isinstance(cell, (bool, date)):
        return error("game-not-text", cell)
    return Reading(clean_text(cell) if isinstance(cell, str) else _number_text(cell))


def _number_text(number: Number) -> str:
    return (
        str(number)
        if isinstance(number, int)
        else str(Decimal(number.numerator) / Decimal(number.denominator))
    )


_ROUND = re.compile(r"(?:round|runde|r)?\s*\.?\s*0*([1-9]\d*)(?:[.,]0*)?\.?", re.IGNORECASE)


@_usable
def round_name(cell: str | Number | bool | date) -> Reading:
    """A round: "1", "2", ... or "final"."""
    if isinstance(cell, str):
        if is_value(cell, FINAL):
            return Reading(FINAL)
        match = _ROUND.fullmatch(folded(cell))
        if match:
            return Reading(match[1])
    elif isinstance(cell, int) and not isinstance(cell, bool) and cell >= 1:
        return Reading(str(cell))
    return error("round-invalid", cell)


# Numbers

_DECIMAL = re.compile(r"([+-]?)(\d+)(?:[.,](\d+))?")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")


def _number(cell: str | Number | bool | date, field: str) -> Reading:
    """An exact number, from a number cell or from text that can only be one."""
    if isinstance(cell, bool):
        return error(f"{field}-boolean", cell)
    if isinstance(cell, date):
        return error(f"{field}-date", cell)
    if not isinstance(cell, str):
        return Reading(cell)
    text = unicodedata.normalize("NFKC", cell.translate(_INVISIBLE)).strip().replace("−", "-")
    if _GROUPED.fullmatch(text):
        return error("number-ambiguous", cell)
    match = _DECIMAL.fullmatch(text)
    if not match or not text.isascii():
        return error(f"{field}-text", cell)
    sign, whole, part = match.groups()
    value = Fraction(int(f"{sign}{whole}{part or ''}"), 10 ** len(part or ""))
    number = int(value) if value.denominator == 1 else value
    return Reading(number, "number-as-text", NOTE, {"found": cell, "number": number})


@_usable
def victory_points(cell: str | Number | bool | date) -> Reading:
    """Victory points or a league's score: an exact number of zero or more."""
    reading = _number(cell, "vp")
    if isinstance(reading.value, (int, Fraction)) and reading.value < 0:
        return error("vp-negative", cell)
    return reading


@_usable
def place(cell: str | Number | bool | date) -> Reading:
    """A place typed by the referee: a whole number from 1."""
    reading = _number(cell, "place")
    if reading.code and reading.level == ERROR:
        return error("place-invalid", cell)
    if not isinstance(reading.value, int) or reading.value < 1:
        return error("place-invalid", cell)
    return reading


@_usable
def factor(cell: str | Number | bool | date) -> Reading:
    """A game factor: an exact number above zero."""
    reading = _number(cell, "factor")
    if not isinstance(reading.value, (int, Fraction)) or reading.value <= 0:
        return error("factor-invalid", cell)
    return reading._replace(value=Fraction(reading.value))


@_usable
def minutes(cell: str | Number | bool | date) -> Reading:
    """How long a game lasts, in minutes."""
    reading = _number(cell, "minutes")
    if not isinstance(reading.value, (int, Fraction)) or reading.value <= 0:
        return error("minutes-invalid", cell)
    return reading


@_usable
def lot(cell: str | Number | bool | date) -> Reading:
    """The number of a drawn lot; anything else is no lot, with a warning (D11)."""
    reading = _number(cell, "lot")
    if reading.value is None:
        return Reading(None, "lot-invalid", WARNING, {"found": _as_typed(cell)})
    return reading


# Marks and dates


@_usable
def winner(cell: str | Number | bool | date) -> Reading:
    """The mark of the winner: True or False."""
    typed = str(cell) if not isinstance(cell, date) else ""
    if is_value(typed, "yes"):
        return Reading(True)
    if typed and is_value(typed, "no"):
        return Reading(False)
    return error("winner-invalid", cell)


_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_LAST_SERIAL = 2_958_465


def day(epoch_1904: bool = False) -> Reader:
    """A reader of dates; bare numbers are serial dates of the workbook's date system."""
    epoch = date(1904, 1, 1) if epoch_1904 else date(1899, 12, 30)

    @_usable
    def read(cell: str | Number | bool | date) -> Reading:
        """The day of a game."""
        if isinstance(cell, datetime):
            return Reading(cell.date())
        if isinstance(cell, date):
            return Reading(cell)
        if isinstance(cell, str):
            text = cell.strip()
            iso, dotted = _ISO.fullmatch(text), _DOTTED.fullmatch(text)
            parts = iso.groups() if iso else dotted.groups()[::-1] if dotted else None
            try:
                return Reading(date(*map(int, parts))) if parts else error("date-invalid", cell)
            except ValueError:
                return error("date-invalid", cell)
        if not isinstance(cell, bool) and 1 <= cell <= _LAST_SERIAL:
            return Reading(epoch + timedelta(days=int(cell)))
        return error("date-invalid", cell)

    return read
