"""Numbers as people wrote them beside the results, and whether an exact number agrees with one."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from ..rules.exact import Number
from .block import Cell
from .folding import INVISIBLE

PRECISION = 6
"""Decimals that are looked at: sums that a spreadsheet has formed are not exact beyond."""


class Claimed(NamedTuple):
    """A number as it is claimed, and how many decimals it has (6 at most)."""

    value: Number
    decimals: int


LEAST_DECIMALS = 2


def agrees(claimed: Claimed, own: Number) -> bool:
    """Whether a claimed number is ours, as far as its decimals tell."""
    decimals = max(claimed.decimals, LEAST_DECIMALS)
    return abs(Fraction(claimed.value) - own) <= Fraction(1, 2 * 10**decimals)


class TypedNumber(NamedTuple):
    """A number with all its decimals; `percent` where a percent sign stands behind it."""

    value: Fraction
    decimals: int
    percent: bool

    def claimed(self, scale: int) -> Claimed:
        """The number as far as it is looked at, in percent where `scale` is 100."""
        scaled, decimals = self.value, self.decimals
        if scale == 100 and not self.percent:
            scaled, decimals = scaled * 100, max(decimals - 2, 0)
        value = round(scaled, PRECISION)
        exact = int(value) if value.denominator == 1 else value
        return Claimed(exact, min(decimals, PRECISION))


_TEXT = re.compile(r"([+-]?[0-9]{1,15})(?:[.,]([0-9]{1,15}))?\s*([.%]?)")


def typed_number(cell: Cell) -> TypedNumber | None:
    """A number cell, or text that is one: ``"85,85 %"``, ``"3."``; None for anything else."""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, float) and isfinite(cell):
        decimal = Decimal(f"{cell:.15g}")
        exponent = decimal.as_tuple().exponent
        return TypedNumber(Fraction(decimal), max(-int(exponent), 0), False)
    if isinstance(cell, (int, Fraction)):
        return TypedNumber(Fraction(cell), 0 if cell.denominator == 1 else PRECISION, False)
    match = _TEXT.fullmatch(cell.translate(INVISIBLE).strip()) if isinstance(cell, str) else None
    if match is None:
        return None
    whole, part, behind = match[1], match[2] or "", match[3]
    return TypedNumber(Fraction(int(whole + part), 10 ** len(part)), len(part), behind == "%")
