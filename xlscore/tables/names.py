"""Whose name it is: one spelling for each player, whatever was typed."""

from __future__ import annotations

from collections.abc import Iterable


class Roster:
    """Spellings by identity: names equal but for letter case are one player.

    The Players sheet's spelling is shown, else the first one met. Letter case is compared by
    `lower`, not `casefold`: ß and ss stay two names.
    """

    def __init__(self, listed: Iterable[str] = ()) -> None:
        self._spellings: dict[str, str] = {}
        for name in listed:
            self.spelling(name)

    def spelling(self, name: str) -> str:
        """The spelling shown for a cleaned name."""
        return self._spellings.setdefault(name.lower(), name)
