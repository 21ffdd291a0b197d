"""Takes a parsed rule file apart: known keys only, right types, exact numbers.

Every complaint names the file and the key, what was found and what was expected, and for a word or
key that nobody knows the known ones and the one most like it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..words import LANGUAGES, Refused
from .exact import Number
from .numbers import exactly
from .rule_set import Words

SEASON = "season"
"""The kind of a rule file that is about several events."""
NUMERIC = (int, Decimal)
REQUIRED = object()
SPOKEN: dict[str, tuple[type, Any]] = {
    **dict.fromkeys(LANGUAGES, (str, None)),
    **dict.fromkeys(("en", "de"), (str, REQUIRED)),
}
"""The languages that names and decisions of a rule file may be given in."""
_TOO_LARGE = Decimal(10) ** 15
_MOST_COUNTED = 1_000_000
_LONGEST_SHOWN = 80
_FRACTION = re.compile(r"(-?)([0-9]{1,15})/([0-9]{1,15})")
TOML_NAMES = {
    str: "string",
    int: "integer",
    Decimal: "float",
    bool: "boolean",
    list: "array",
    dict: "table",
}
"""TOML's own names of its types, which are the same in every language."""


def read_toml(path: Path) -> dict[str, Any]:
    """A rule file as TOML has it, numbers exact. Raises `Refused` where it cannot be read."""
    try:
        import tomllib
    except ImportError:  # the older Python inside LibreOffice
        import tomli as tomllib  # type: ignore[no-redef, import-not-found, unused-ignore]
    try:
        with path.open("rb") as file:
            return tomllib.load(file, parse_float=Decimal)
    except OSError as error:
        raise Refused("rule-file-unreadable", file=path.name, why=error.strerror) from error
    except (ValueError, RecursionError) as error:
        raise Refused("rule-file-toml", file=path.name, why=error) from error


class Keys:
    """Takes a parsed rule file apart, value by value; every complaint names file and key."""

    def __init__(self, file: str) -> None:
        self.file = file

    def invalid(self, key: str, found: object, expected: str) -> Refused:
        return Refused(
            "rule-file-invalid", file=self.file, key=key, found=as_toml(found), expected=expected
        )

    def take(
        self, data: Any, where: str, known: Mapping[str, tuple[type | tuple[type, ...], Any]]
    ) -> dict[str, Any]:
        """The values of one TOML table: known keys only, right types, defaults filled in."""
        if not isinstance(data, dict):
            raise self.invalid(where, data, "table")
        for key in data:
            if key not in known:
                full = f"{where}.{key}" if where else key
                raise self.unknown("rule-file-key", key, known, full)
        taken = {}
        for key, (kind, default) in known.items():
            value = data.get(key, default)
            full = f"{where}.{key}" if where else key
            if value is REQUIRED:
                raise Refused("rule-file-missing", file=self.file, key=full)
            # bool is an int to Python, but never a number in a rule file
            wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
            if key in data and wrong:
                kinds = kind if isinstance(kind, tuple) else (kind,)
                raise self.invalid(full, value, " / ".join(TOML_NAMES[one] for one in kinds))
            taken[key] = value
        return taken

    def unknown(self, code: str, found: object, known: Collection[str], key: str) -> Refused:
        """The complaint about a key or word that is none of those known, with the nearest."""
        near = nearest_word(found, known)
        return Refused(
            f"{code}-near" if near else code,
            file=self.file,
            key=key,
            found=as_toml(found),
            known=sorted(known),
            near=near,
        )

    def choice(self, key: str, value: Any, known: Collection[str]) -> str:
        if not isinstance(value, str) or value not in known:
            raise self.unknown("rule-file-word", value, known, key)
        return value

    def number(self, key: str, value: Any) -> Number:
        """A number of zero or more, exact; neither inf nor nan, which TOML counts among them, nor
        one of more digits than anybody can mean."""
        is_number = isinstance(value, (int, Decimal)) and not isinstance(value, bool)
        if not is_number or not Decimal(value).is_finite() or value < 0:
            raise self.invalid(key, value, "number >= 0")
        if value >= _TOO_LARGE or (value and value <= 1 / _TOO_LARGE):
            raise self.invalid(key, value, "0 / number > 1e-15, < 1e15")
        return value if isinstance(value, int) else Fraction(value)

    def signed(self, key: str, value: Any) -> Number:
        """A number that may be below zero, or the text of a fraction, such as ``"4/3"``."""
        if isinstance(value, str):
            ratio = _FRACTION.fullmatch(value)
            if ratio is None or not int(ratio[3]):
                raise self.invalid(key, value, 'number / "4/3"')
            number = Fraction(int(ratio[2]), int(ratio[3]))
            return exactly(-number if ratio[1] else number)
        is_number = isinstance(value, (int, Decimal)) and not isinstance(value, bool)
        if not is_number or not Decimal(value).is_finite():
            raise self.invalid(key, value, 'number / "4/3"')
        return -self.number(key, -value) if value < 0 else self.number(key, value)

    def whole_row(self, key: str, value: Any, length: int) -> tuple[Number, ...]:
        """An array of so many numbers."""
        if not isinstance(value, list) or len(value) != length:
            raise self.invalid(key, value, f"array, {length} x number")
        return tuple(self.signed(key, one) for one in value)

    def positive(self, key: str, value: Any) -> Fraction:
        """A number above zero, exact."""
        number = Fraction(self.number(key, value))
        if not number:
            raise self.invalid(key, value, "number > 0")
        return number

    def count(self, key: str, value: Any) -> int:
        """A whole number of at least one."""
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.invalid(key, value, "integer >= 1")
        if value > _MOST_COUNTED:
            raise self.invalid(key, value, f"integer <= {_MOST_COUNTED}")
        return value

    def optional_count(self, key: str, value: Any) -> int | None:
        return None if value is None else self.count(key, value)

    def words(self, where: str, data: Any) -> Words:
        return said(self.take(data, where, SPOKEN))


def said(taken: Mapping[str, Any]) -> Words:
    """The words in each language that a table of a rule file gives them in."""
    return Words(tuple((one, taken[one]) for one in LANGUAGES if taken.get(one)))


def as_toml(value: object) -> object:
    """A value as it stands in a rule file."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    except RecursionError:
        text = TOML_NAMES[type(value)]
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def nearest_word(found: object, known: Collection[str]) -> str | None:
    """Of the known words the one most like what was found; None where none is like it."""
    from difflib import get_close_matches  # only where something is wrong: 5 ms to import

    near = get_close_matches(str(found).casefold(), sorted(known), n=1)
    return near[0] if near else None
