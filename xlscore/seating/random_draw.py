"""Numbers drawn from a seed, the same on every computer: whoever knows the seed can repeat them.

The draw needs no trust in a program. Number k = 0, 1, 2 ... of a purpose such as ``round 2``
is made like this:

1. Text: k, a line feed, the purpose, a line feed, the seed (Unicode NFC), without a line feed
   at the end; as UTF-8. Then SHA-256. In a shell: ``printf '0\\nround 2\\n4711' | sha256sum``.
2. The first 16 hexadecimal digits, read as one number x, so 0 <= x < 2**64.
3. Below n: with m the largest multiple of n up to 2**64, x is thrown away and the next number
   taken while x >= m, so that all results are equally likely; then the rest of x / n counts.

A list is shuffled from its end (Fisher-Yates): for position i = last, ..., 2, 1, counted from 0,
exchange it with position j, where j is drawn below i + 1. Names are shuffled from their canonical
order, so the order in which they were typed does not matter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

from ..words import Refused

Item = TypeVar("Item")

_RANGE = 2**64


class Chance:
    """The numbers of one seed and one purpose, in order; each is used once."""

    def __init__(self, seed: str, purpose: str) -> None:
        if "\n" in purpose:
            raise ValueError(f"a purpose is one line: {purpose!r}")
        self._ending = f"\n{purpose}\n{unicodedata.normalize('NFC', seed)}".encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, not including, `limit` (1 to 2**64), all equally likely."""
        if not 1 <= limit <= _RANGE:
            raise ValueError(f"no number can be drawn below {limit}")
        multiple = _RANGE - _RANGE % limit
        while True:
            digest = sha256(b"%d%b" % (self._count, self._ending)).digest()
            self._count += 1
            number = int.from_bytes(digest[:8], "big")
            if number < multiple:
                return number % limit

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in an order drawn by lot, all orders equally likely."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def canonical(names: Sequence[str]) -> list[str]:
    """The names in the one order every draw begins with, whatever order they were typed in.

    By case-folded name, then by the name itself, both in NFC, compared by code points. Raises
    Refused for a name that stands there twice: nobody can have two seats.
    """
    ordered = sorted(names, key=_order)
    for name, following in zip(ordered, ordered[1:]):
        if _order(name) == _order(following):
            raise Refused("draw-name-twice", player=name)
    return ordered


def _order(name: str) -> tuple[str, str]:
    composed = unicodedata.normalize("NFC", name)
    return composed.casefold(), composed
