"""Whose name it is: one spelling for each player, whatever stands beside or in the letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..rules.model import Player, Results
from ..rules.tournament_checks import everybody
from .cells import clean_text
from .folding import JOINERS

_SIGN = (
    "[\U0001f3c5\U0001f396\U0001f947-\U0001f949\U0001f3c6\U0001f451\u2654\u2655\u265a\u265b"
    "\u2605\u2606\u2b50\u2b51\u2b52\U0001f31f\u2726\u2727\u2729-\u2730"
    "\u2713\u2714\u2611\u2705\U0001f5f8][\ufe0e\ufe0f]?"
)
"""A medal, trophy, crown, star or check mark."""
_SIGNED = re.compile(rf"^(?:[(\[]?{_SIGN}[)\]]?\s*)+|(?:\s*[(\[]?{_SIGN}[)\]]?)+$")


def identity(name: str) -> str:
    """What makes two spellings one player: all but letter case and the form of characters (D26).

    Compared by `lower`, not `casefold`: ß and ss stay two names.
    """
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFKC", name.translate(JOINERS)).lower()


def without_signs(name: str) -> str:
    """The name without medals, trophies, crowns, stars and check marks at its ends, unless
    nothing else is left."""
    return name if name.isascii() else _SIGNED.sub("", name) or name


class Further(NamedTuple):
    """What the column Also says: player by identity of a further spelling; and spellings that
    stand for two players, as (entry, entry of the other, spelling)."""

    players: Mapping[str, str]
    taken: Sequence[tuple[int, int, str]]


def further_spellings(players: Sequence[Player]) -> Further:
    """The further spellings of listed players, each of which may be one player's only."""
    if not any(player.also for player in players):
        return Further({}, ())
    owner: dict[str, int] = {}
    for entry, player in enumerate(players):
        owner.setdefault(identity(player.name), entry)
    names = dict(owner)
    taken = []
    for entry, player in enumerate(players):
        own = names[identity(player.name)]
        for spelling in player.also:
            other = owner.setdefault(identity(spelling), own)
            if other != own:
                taken.append((entry, other, spelling))
    doubtful = {identity(spelling) for _, _, spelling in taken}
    further = {
        spelling: players[entry].name
        for spelling, entry in owner.items()
        if spelling not in names and spelling not in doubtful
    }
    return Further(further, taken)


class Roster:
    """Spellings by identity: the Players sheet's is shown, else the first one met."""

    def __init__(self, listed: Iterable[str] = (), further: Further | None = None) -> None:
        self._spellings: dict[str, str] = {}
        for name in listed:
            self.spelling(name)
        self.doubtful: frozenset[str] = frozenset()
        """Identities that the Players sheet gives to two players."""
        if further is not None:
            self._spellings.update(further.players)
            self.doubtful = frozenset(identity(spelling) for _, _, spelling in further.taken)

    def spelling(self, name: str) -> str:
        """The spelling shown for a cleaned name."""
        return self._spellings.setdefault(identity(name), name)

    def known(self, name: str) -> str | None:
        """The spelling shown, where this one has been met."""
        return self._spellings.get(identity(name))

    def meant(self, name: str) -> str | None:
        """As `known`; else who is meant without the signs beside the name."""
        return self.known(name) or self.known(without_signs(name))


def roster_of(players: Sequence[Player]) -> Roster:
    """The spellings of the Players sheet."""
    names = (player.name for player in players if player.name)
    return Roster(names, further_spellings(players))


def everybodys_names(results: Results) -> Roster:
    """The spellings of the results and of the Players sheet."""
    roster = roster_of(results.players)
    for player in everybody(results):
        roster.spelling(player)
    return roster


def known_name(results: Results, typed: str) -> str | None:
    """Whom a typed name means: a player of the results or of the Players sheet, or nobody."""
    return everybodys_names(results).meant(clean_text(typed))


def signs_left_out(
    names: Sequence[object], rounds: Callable[[], Iterable[object]], roster: Roster
) -> Mapping[str, str]:
    """The names whose signs are no part of them, and what is left; `rounds` tells, for each, who
    plays at the same time.

    A sign belongs to the name where both spellings stand in one round or on the Players sheet.
    """
    bare = dict(_with_signs(dict.fromkeys(names), roster))
    if not bare:
        return {}
    people = {bare[name]: identity(roster.known(bare[name]) or bare[name]) for name in bare}
    wanted = set(people.values())
    together: dict[tuple[str, object], set[str]] = {}
    for name, when in zip(names, rounds()):
        if isinstance(name, str):
            left = bare.get(name, name)
            person = people.get(left) or identity(roster.known(left) or left)
            if person in wanted:
                together.setdefault((person, when), set()).add(identity(name))
    apart = {person for (person, _), spellings in together.items() if len(spellings) > 1}
    return {name: left for name, left in bare.items() if people[left] not in apart}


def _with_signs(names: Iterable[object], roster: Roster) -> Iterator[tuple[str, str]]:
    for name in names:
        if isinstance(name, str) and not name.isascii():
            left = without_signs(name)
            if left != name and roster.known(name) is None:
                yield name, left
