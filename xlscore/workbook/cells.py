"""One raw cell -> its exact value, or the finding that says why it has none.

Each function takes a cell as a host delivers it and returns a `CellResult`. They forgive what can
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

from ..rules.exact import Number
from ..rules.model import ERROR, KNOCK_OUT, NOTE, WARNING
from .block import Cell, ErrorCell, LostText, MergedCell, NoValue
from .folding import INVISIBLE, JOINERS, folded, western
from .vocabulary import (
    BEHIND_ROUNDS,
    ERRORS,
    NUMBER_WORDS,
    ROUND_WORDS,
    is_value,
    meaning,
    no_table,
    ordinal,
)

Value = Union[str, int, Fraction, bool, date, None]
Typed = Union[str, Number, bool, date, time, timedelta]
"""A cell that is neither empty nor an error, floats as the decimal numbers they show."""
MOMENTS = (date, time, timedelta)


UNCALCULATED = "formula-no-value"
"""The code for a formula whose value nobody has calculated."""


class CellResult(NamedTuple):
    """A cell's value (None: empty or unusable), and a finding's code, level and values, if any."""

    value: Value
    code: str | None = None
    level: str | None = None
    values: Mapping[str, object] = {}


Reader = Callable[[Cell], CellResult]
EMPTY = CellResult(None)


def error(code: str, found: object) -> CellResult:
    """An unusable cell."""
    return CellResult(None, code, ERROR, {"found": shown(found)})


def is_blank(cell: Cell) -> bool:
    """Nothing a person could see: empty, or blanks and invisible characters only."""
    if not isinstance(cell, str):
        return cell is None
    if cell.isascii():
        return not cell.strip(_CONTROLS)
    return not cell.translate(INVISIBLE).translate(JOINERS).strip(_CONTROLS + _UNSEEN)


def shown(cell: object) -> object:
    """The cell as it is quoted in a message."""
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if isinstance(cell, datetime):
        return cell.date() if cell.time() == time() else cell.isoformat(" ")
    if isinstance(cell, str):
        return clean_text(cell)[:80]
    return cell


def _usable(read: Callable[[Typed], CellResult]) -> Reader:
    """Wrap a reader of real values: blanks are empty, error cells are named as such."""

    def reader(cell: Cell) -> CellResult:
        if isinstance(cell, ErrorCell):
            return error("cell-error", cell.text)
        if isinstance(cell, MergedCell):
            return error("cell-merged", cell.area)
        if isinstance(cell, NoValue):
            return CellResult(None, UNCALCULATED, ERROR)
        if isinstance(cell, LostText):
            return CellResult(None, "text-lost", ERROR)
        if cell is None or is_blank(cell):
            return EMPTY
        if isinstance(cell, str) and ERROR_TEXT.fullmatch(cell.strip()):
            return error("cell-error", cell.strip())
        if isinstance(cell, float):
            # What the spreadsheet shows: 15 digits, so that =0.1+0.2 is 0.3.
            cell = Fraction(Decimal(f"{cell:.15g}")) if isfinite(cell) else str(cell)
        if isinstance(cell, Fraction) and cell.denominator == 1:
            cell = int(cell)
        return read(cell)

    reader.__doc__ = read.__doc__
    return reader


ERROR_TEXT = re.compile(rf"#(?:{'|'.join(map(re.escape, ERRORS))})|(?:Err|Fehler|Fout):\d{{3}}")
"""Error values as hosts spell them where they deliver cells as text."""


# Text

# What XML cannot carry, and what no name needs: controls, lone surrogates, noncharacters.
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CONTROLS = "".join(map(chr, [*range(0x21), 0x7F]))
_UNSEEN = "".join(
    [
        *map(chr, [0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]),
        *"\u2028\u2029\u202f\u205f\u3000",
    ]
)
"""All blanks and controls."""
_JOINERS = "".join(map(chr, JOINERS))
_NOTHING_JOINED = re.compile(
    rf"(?:^|(?<=[\x00-\u024f]))[{_JOINERS}]+|[\u200c\u200d]+(?=\s|$)",
)
"""Joiners and variation selectors without a character that they could change."""


def clean_text(text: str) -> str:
    """Text in NFC, without characters no spreadsheet can hold, blanks trimmed and collapsed."""
    cleaned = _ILLEGAL.sub("", text.translate(INVISIBLE))
    if not cleaned.isascii():
        cleaned = _NOTHING_JOINED.sub("", cleaned)
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


@_usable
def name(cell: Typed) -> CellResult:
    """A player's name."""
    if isinstance(cell, (bool, *MOMENTS)):
        return error("player-not-text", cell)
    if not isinstance(cell, str):
        return CellResult(_number_text(cell))
    cleaned = clean_text(cell)
    if not cleaned:
        return EMPTY
    if _ILLEGAL.search(cell):
        return CellResult(cleaned, "name-characters", NOTE, {"player": cleaned})
    if unicodedata.normalize("NFC", cell) != cleaned:
        return CellResult(cleaned, "name-spaces", NOTE, {"player": cleaned})
    return CellResult(cleaned)


@_usable
def table_name(cell: Typed) -> CellResult:
    """A table's number or name, its digits and letters as on a western keyboard."""
    if no_table(cell):
        return error("table-none", cell)
    if isinstance(cell, str):
        return _in_western(_label(western(cell), "table-not-text"), cell)
    return _label(cell, "table-not-text")


@_usable
def game_name(cell: Typed) -> CellResult:
    """The name of a league's game."""
    return _label(cell, "game-not-text")


def note(cell: Cell) -> CellResult:
    """Words that decide nothing: what is none is left out."""
    return CellResult(game_name(cell).value)


def _label(cell: Typed, code: str) -> CellResult:
    """Text, or a number as its digits."""
    if isinstance(cell, (bool, *MOMENTS)):
        return error(code, cell)
    return CellResult(clean_text(cell) or None if isinstance(cell, str) else _number_text(cell))


def _number_text(number: Number) -> str:
    return (
        str(number)
        if isinstance(number, int)
        else str(Decimal(number.numerator) / Decimal(number.denominator))
    )


def _in_western(reading: CellResult, typed: str) -> CellResult:
    """The reading of a label, with a note where other digits or widths than ours were typed."""
    if typed.isascii() or western(typed) == typed or reading.value is None:
        return reading
    values = {"found": shown(typed), "read": reading.value}
    return CellResult(reading.value, "label-read-as", NOTE, values)


_ROUND = re.compile(
    rf"(?:(?:{'|'.join(ROUND_WORDS)})\s*\.?\s*)?(?:(?:{'|'.join(NUMBER_WORDS)})\s*\.?\s*)?"
    r"0*([1-9]\d*)(?:[.,]0*)?\.?"
    rf"|0*([1-9]\d*)\.?\s*(?:{'|'.join(BEHIND_ROUNDS)})"
)


_MOST_ROUND_DIGITS = 9
"""More than any round is numbered with; what computes with rounds need not mind endless ones."""


@_usable
def round_name(cell: Typed) -> CellResult:
    """A round: "1", "2", ..., "semi-final" or "final"."""
    if isinstance(cell, str):
        text = folded(western(cell))
        match = _ROUND.fullmatch(text)
        named = match[1] or match[2] if match else meaning(text, *KNOCK_OUT)
        if named and not (named.isdecimal() and len(named) > _MOST_ROUND_DIGITS):
            return _in_western(CellResult(named), cell)
    elif type(cell) is int and 1 <= cell < 10**_MOST_ROUND_DIGITS:
        return CellResult(str(cell))
    return error("round-invalid", cell)


# Numbers

_DECIMAL = re.compile(r"([+-]?)([0-9]{1,15})(?:[.,]([0-9]{1,15}))?")
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
# Full-width forms are the ordinary characters; other digits (², ½, ①) are not taken for 2.
_PLAIN = {
    **INVISIBLE,
    **JOINERS,
    0x2212: "-",
    **{0xFEE0 + code: code for code in range(0x21, 0x7F)},
}


def _number(cell: Typed, field: str) -> CellResult:
    """An exact number, from a number cell or from text that can only be one."""
    if isinstance(cell, bool):
        return error(f"{field}-boolean", cell)
    if isinstance(cell, MOMENTS):
        return error(f"{field}-date", cell)
    if not isinstance(cell, str):
        return CellResult(cell)
    text = cell.translate(_PLAIN).strip()
    if _GROUPED.fullmatch(text):
        return error("number-ambiguous", cell)
    match = _DECIMAL.fullmatch(text)
    if not match:
        return error(f"{field}-text", cell)
    sign, whole, part = match.groups()
    value = Fraction(int(f"{sign}{whole}{part or ''}"), 10 ** len(part or ""))
    number = int(value) if value.denominator == 1 else value
    return CellResult(number, "number-as-text", NOTE, {"found": shown(cell), "number": number})


@_usable
def victory_points(cell: Typed) -> CellResult:
    """Victory points or a league's score: an exact number. Whether it may be below zero is for
    the rules to say (D31)."""
    return _number(cell, "vp")


@_usable
def place(cell: Typed) -> CellResult:
    """A place typed by the referee: a whole number from 1, or 1., 2nd, third, 🥇."""
    named = ordinal(cell) if isinstance(cell, str) else None
    if named is not None:
        return CellResult(named, "number-as-text", NOTE, {"found": shown(cell), "number": named})
    reading = _number(cell, "place")
    if reading.code and reading.level == ERROR:
        return error("place-invalid", cell)
    if not isinstance(reading.value, int) or reading.value < 1:
        return error("place-invalid", cell)
    return reading


@_usable
def factor(cell: Typed) -> CellResult:
    """A game factor: an exact number above zero."""
    reading = _number(cell, "factor")
    if not isinstance(reading.value, (int, Fraction)) or reading.value <= 0:
        return error("factor-invalid", cell)
    return reading._replace(value=Fraction(reading.value))


@_usable
def bonus(cell: Typed) -> CellResult:
    """Tournament points given by the referee, or taken where negative: an exact number."""
    reading = _number(cell, "bonus")
    if reading.code and reading.level == ERROR:
        return error("bonus-invalid", cell)
    return reading


@_usable
def minutes(cell: Typed) -> CellResult:
    """How long a game lasts, in minutes."""
    reading = _number(cell, "minutes")
    if not isinstance(reading.value, (int, Fraction)) or reading.value <= 0:
        return error("minutes-invalid", cell)
    return reading


@_usable
def lot(cell: Typed) -> CellResult:
    """The number of a drawn lot; anything else is no lot, with a warning (D11)."""
    reading = _number(cell, "lot")
    if reading.value is None:
        return CellResult(None, "lot-invalid", WARNING, {"found": shown(cell)})
    return reading


# Marks and dates


@_usable
def winner(cell: Typed) -> CellResult:
    """The mark of the winner: True or False; a stroke is none."""
    typed = str(cell) if not isinstance(cell, MOMENTS) else ""
    if is_value(typed, "yes"):
        return CellResult(True)
    if typed and (is_value(typed, "no") or no_table(typed) == "stroke"):
        return CellResult(False)
    return error("winner-invalid", cell)


@_usable
def winner_told(cell: Typed) -> CellResult:
    """The mark of a winner whom one cell names for a whole game: True, or nothing."""
    if cell is True:
        return CellResult(True)
    if is_value(str(cell), "no"):
        return CellResult(False)
    return error("winner-unknown", cell)


_CLOCK = r"(?:(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s?Uhr|Z)?)?"
_ISO = re.compile(rf"(\d{{4}})-(\d{{1,2}})-(\d{{1,2}}){_CLOCK}")
_DOTTED = re.compile(rf"(\d{{1,2}})\.\s?(\d{{1,2}})\.\s?(\d{{4}}|\d{{2}}){_CLOCK}")
_YEARLESS = re.compile(rf"\d{{1,2}}(?:\.\s?\d{{1,2}}\.?|[/-]\d{{1,2}}|\.\s?[^\W\d_]+\.?){_CLOCK}")
"""A day without its year: 12.03., 12/03 or 12. März."""
_FIRST_OF_CENTURY = 50
"""Years of two digits from here on are those of the last century."""
_SHORTEST = 367
"""Numbers below are no date anybody plays on: with a fraction they were typed as day.month."""


def day(epoch_1904: bool = False) -> Reader:
    """A reader of dates, as `datetime` where they have a clock time other than midnight.

    Bare numbers are serial dates of the workbook's date system.
    """
    epoch = date(1904, 1, 1) if epoch_1904 else date(1899, 12, 30)

    @_usable
    def read(cell: Typed) -> CellResult:
        """The day of a game, and the time where it is told."""
        if isinstance(cell, datetime):
            short = _serial(cell, epoch)
            return error("date-short", short) if _is_short(short) else _moment(cell)
        if isinstance(cell, date):
            return CellResult(cell)
        if isinstance(cell, str):
            return _day_of_text(cell)
        if isinstance(cell, (bool, time, timedelta)) or not 1 <= cell <= (date.max - epoch).days:
            return error("date-invalid", cell)
        if _is_short(cell):
            return error("date-short", cell)
        since = timedelta(days=int(cell), seconds=round(cell % 1 * 86_400))
        return _moment(datetime(epoch.year, epoch.month, epoch.day) + since)

    return read


def _moment(moment: datetime) -> CellResult:
    return CellResult(moment.replace(tzinfo=None) if moment.time() != time() else moment.date())


def _day_of_text(cell: str) -> CellResult:
    text = cell.strip()
    iso, dotted = _ISO.fullmatch(text), _DOTTED.fullmatch(text)
    match = iso or dotted
    if match is None:
        return error("date-yearless" if _YEARLESS.fullmatch(text) else "date-invalid", cell)
    parts = [int(part or 0) for part in match.groups()]
    year, month, of_month = parts[:3] if iso else parts[2::-1]
    if dotted and year < 100:
        year += 1900 if year >= _FIRST_OF_CENTURY else 2000
    try:
        hour, minute, second = parts[3:]
        return _moment(datetime(year, month, of_month, hour, minute, second))
    except ValueError:
        return error("date-invalid", cell)


def _is_short(number: Number) -> bool:
    """Whether a number where a date belongs was meant as day and month, such as 12.03."""
    return 1 <= number < _SHORTEST and number.denominator != 1


def _serial(moment: datetime, epoch: date) -> Number:
    """The number behind a date and time, to the hundredths that day.month has."""
    since = moment.replace(tzinfo=None) - datetime(epoch.year, epoch.month, epoch.day)
    if epoch.year < 1900 and since.days <= 60:
        since -= timedelta(days=1)  # Excel counts a 29 February 1900 that never was
    return Fraction(round(since / timedelta(days=1) * 100), 100)
