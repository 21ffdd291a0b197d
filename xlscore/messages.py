"""Every sentence a person may read, in English and German: one table from code to words.

FINDINGS are what an organizer is told about a workbook, REFUSALS why nothing was done (exit
code 2), SENTENCES all other words of the program. Fields in braces are the same in both
languages. Numbers are put in as exact values and shown with the language's decimal sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple


class Message(NamedTuple):
    """One sentence in both languages."""

    en: str
    de: str


FINDINGS: dict[str, Message] = {
    # The results as they were typed, cell by cell
    # The results against the rule set
    # Writing
    "sheet-replaced": Message(
        "This sheet was not written by xlscore; its cells are replaced in the scored copy. "
        "Rename the sheet to keep it.",
        "Dieses Blatt stammt nicht von xlscore; in der gewerteten Kopie werden seine Zellen "
        "ersetzt. Wer es behalten will, benennt es um.",
    ),
}

REFUSALS: dict[str, Message] = {
    # Files
    # Options and settings
    # Writing
}

SENTENCES: dict[str, Message] = {}


class Refused(ValueError):
    """Nothing can be done, and why: a code of REFUSALS and the values of its sentence."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return self.text("en")

    def text(self, language: str) -> str:
        """The reason as one line in `language` (``"en"`` or ``"de"``)."""
        return sentence(REFUSALS[self.code], language, self.values)


def sentence(message: Message, language: str, values: Mapping[str, object]) -> str:
    """The message in `language` with its fields filled in."""
    words = message.de if language == "de" else message.en
    return words.format_map({name: shown(value, language) for name, value in values.items()})


def shown(value: object, language: str) -> str:
    """A value inside a sentence: numbers with the language's decimal sign, lists with commas."""
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(item, language) for item in value)
    if isinstance(value, Fraction):
        value = exact(value)
        return value.replace(".", ",") if language == "de" else value
    return str(value)


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
