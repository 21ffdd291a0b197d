"""Sheets that cannot be read: what is not needed is passed over, and named."""

from __future__ import annotations

from collections.abc import Callable

from ..rules.model import NOTE, Finding
from ..words import Refused
from .block import Block, Workbook
from .folding import folded
from .sheet_names import sheet_called
from .vocabulary import sheet_kind

_OF_ONE_SHEET = {
    "part-missing",
    "part-damaged",
    "part-malformed",
    "part-senseless",
    "records-damaged",
    "sheet-too-far",
}
"""Codes of refusals that leave the other sheets as they are."""


def is_needed(name: str) -> bool:
    """Whether a sheet of that name belongs to the tournament: the results, a round of them, or
    one of the lists beside them."""
    kinds = ("results", "players", "games", "tournament")
    return sheet_kind(name) in kinds or sheet_called(name) is not None


class Spared:
    """A workbook whose damaged sheets are empty, unless they are `needed`; `damaged` has them as
    they come, with what is wrong."""

    def __init__(self, workbook: Workbook, needed: Callable[[str], bool] = is_needed) -> None:
        self.workbook = workbook._replace(load=self._load)
        self.damaged: dict[str, Refused] = {}
        self._read = workbook.load
        self._needed = needed

    def _load(self, name: str) -> Block:
        if name in self.damaged:
            return Block(name, (0, 0), ())
        try:
            return self._read(name)
        except Refused as refused:
            if refused.code not in _OF_ONE_SHEET or self._needed(name):
                raise
            self.damaged[name] = refused
            return Block(name, (0, 0), ())

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What to tell of the sheets passed over."""
        if not self.damaged:
            return ()
        return (Finding("sheet-unreadable", NOTE, {"found": list(self.damaged)}, ()),)


def asked_for(name: str | None) -> Callable[[str], bool]:
    """Whether a sheet is needed where one was named, or may be."""
    return (
        is_needed
        if name is None
        else lambda other: (
            folded(other) == folded(name)
            or (sheet_kind(other) in ("players", "games", "tournament"))
        )
    )
