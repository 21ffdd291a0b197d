"""Exact numbers: integers where they are whole, fractions where not, never floats (D1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Union

Number = Union[int, Fraction]


def exact_value(units: Number, scale: int) -> Number:
    """The number behind units of a common denominator: an int where it is one."""
    if isinstance(units, int):
        return units // scale if units % scale == 0 else Fraction(units, scale)
    value = units / scale
    return int(value) if value.denominator == 1 else value


def in_units(value: Number, scale: int) -> Number:
    """The number over the common denominator: an int, but where a rule set has none (exact)."""
    scaled = value * scale
    return int(scaled) if scaled.denominator == 1 else scaled
