"""How much work something is, counted instead of timed: other tests keep the machine busy."""

from __future__ import annotations

import sys
from collections.abc import Callable


def work_of(action: Callable[[], object]) -> int:
    """How many functions are called and generators resumed, Python's and C's."""
    count = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count
