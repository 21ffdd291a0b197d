"""Every sentence a person may read: one catalog of sentences for each language.

A catalog is a file ``<language>.json`` beside this module; a language is known once its file is
there. It holds four tables: ``findings`` are what an organizer is told about a workbook,
``refusals`` why nothing was done (exit code 2), ``sentences`` all other words of the program,
``values`` how the language writes what is put into sentences. Codes are the same in every language
and stand in one table only. What a catalog leaves out is said in English. ``editions`` holds, by
id, the names and decisions of released rule sets in languages that these do not speak.

Fields in braces are the same in all languages. ``{count}`` is the value itself,
``{count:game|games}`` the first word where that value is one, and else the second.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"
"""What is said where a language has no words of its own."""
TABLES = ("findings", "refusals", "sentences")
"""The tables of a catalog that hold sentences."""
CATALOGS = Path(__file__).resolve().parent
LANGUAGES = (ENGLISH, *sorted({path.stem for path in CATALOGS.glob("*.json")} - {ENGLISH}))
"""The ids of the languages that have a catalog, English first."""


@cache
def catalog(language: str) -> dict[str, dict[str, Any]]:
    """The tables of one language as its file holds them; OSError for a language without one."""
    text = (CATALOGS / f"{language}.json").read_text(encoding="utf-8")
    tables: dict[str, dict[str, Any]] = json.loads(text)
    return tables


def template(code: str, language: str) -> str:
    """The sentence of a code with its fields still in braces; KeyError for an unknown code."""
    found = _all(language).get(code)
    return _all(ENGLISH)[code] if found is None else found


@cache
def _all(language: str) -> dict[str, str]:
    if language not in LANGUAGES:
        return {}
    tables = catalog(language)
    return {code: words for table in TABLES for code, words in tables.get(table, {}).items()}


def way(key: str, language: str) -> str:
    """How a language writes a value: a key of the table ``values``, English where it has none."""
    own = catalog(language)["values"] if language in LANGUAGES else {}
    return str(own.get(key) or catalog(ENGLISH)["values"][key])


def edition_words(edition: str, key: str, language: str) -> str | None:
    """What a catalog adds to a released rule set, which never changes: its name under ``name``,
    a decision under its id. None where the rule set speaks the language itself, or nothing does.
    """
    if language not in LANGUAGES:
        return None
    words: str | None = catalog(language).get("editions", {}).get(edition, {}).get(key)
    return words


class Refused(ValueError):
    """Nothing was done, and why; a ValueError, whose text is one English line.

    `code` is stable and meant for programs, such as ``"file-missing"``; `values` are what its
    sentence names (file, sheet, what was found ...). `language` is that of the workbook, where it
    was known before things went wrong, else None.
    """

    language: str | None = None

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return self.text(ENGLISH)

    def text(self, language: str) -> str:
        """The reason as one line in `language`, the id of a catalog."""
        return sentence(self.code, language, self.values)


def sentence(code: str, language: str, values: Mapping[str, object]) -> str:
    """The sentence of a code in `language` with its fields filled in."""
    shown_values = {name: _Shown(value, language) for name, value in values.items()}
    text = template(code, language).format_map(shown_values)
    # A value such as a sheet called 12.03. brings the full stop of its sentence along.
    return _TWO_STOPS.sub(".", text) if ".." in text else text


_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?=\s|$)")


class _Shown:
    """A value as a field of a sentence."""

    def __init__(self, value: object, language: str) -> None:
        self.value, self.language = value, language

    def __format__(self, forms: str) -> str:
        if not forms:
            return shown(self.value, self.language)
        one, _, other = forms.partition("|")
        return one if self.value == 1 else other


def shown(value: object, language: str) -> str:
    """A value inside a sentence: numbers with the language's decimal sign, lists with commas, a
    heading or the like (what can be called with a language) in that language."""
    if isinstance(value, Refused):
        return value.text(language)
    if callable(value):
        return str(value(language))
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(item, language) for item in value)
    if isinstance(value, bool):  # as the cell shows it
        return way("true" if value else "false", language)
    if isinstance(value, datetime):
        return value.strftime(way("time", language))
    if isinstance(value, date):
        return value.strftime(way("date", language))
    if isinstance(value, Fraction):
        return exact(value).replace(".", way("decimal", language))
    return legible(str(value))


CONTROLS = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_CONTROL = re.compile(f"[{CONTROLS}]")


def legible(text: str) -> str:
    """Text on one line and without other controls: what stands in a cell or a damaged file must
    not command a terminal."""
    return text if text.isprintable() else _CONTROL.sub(" ", text)


def exact(value: int | Fraction) -> str:
    """An exact number as text: integer or terminating decimal as such, else a fraction.

    ``12``, ``2.5``, ``10/3``.
    """
    numerator, denominator = value.numerator, value.denominator
    digits, rest = 0, denominator
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest //= prime
            power += 1
        digits = max(digits, power)
    if rest != 1:
        return f"{numerator}/{denominator}"
    if digits == 0:
        return str(numerator)
    scaled = abs(numerator) * 10**digits // denominator
    sign = "-" if numerator < 0 else ""
    return f"{sign}{scaled // 10**digits}.{scaled % 10**digits:0{digits}d}"


def decimal_text(value: int | Fraction, places: int, language: str = ENGLISH) -> str:
    """A number of zero or more with that many decimals, half up."""
    scaled = math.floor(value * 10**places + Fraction(1, 2))
    whole, part = divmod(scaled, 10**places)
    return f"{whole}{way('decimal', language)}{part:0{places}d}" if places else str(whole)
