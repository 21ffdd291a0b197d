"""Whose name it is: one spelling for each player, and names that may be one person's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..engine.model import WARNING, Finding, Game, Spot
from ..engine.whole import NAMED_AT_MOST, first_seats

_COMPARED_AT_MOST = 100_000
"""Comparisons after which the search gives up: names made to be near each other have no end."""
_RESTS_AT_MOST = 500_000
"""Rests that are kept: some 20,000 names."""
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_LEAST_LETTERS = 3
_COMPARED_LENGTH = 80
"""Of longer texts, which are no names, only whole ones are compared."""


def identity(name: str) -> str:
    """What makes two spellings one player: all but letter case.

    Compared by `lower`, not `casefold`: ß and ss stay two names.
    """
    return name.lower()


class Roster:
    """Spellings by identity: the Players sheet's is shown, else the first one met."""

    def __init__(self, listed: Iterable[str] = ()) -> None:
        self._spellings: dict[str, str] = {}
        for name in listed:
            self.spelling(name)

    def spelling(self, name: str) -> str:
        """The spelling shown for a cleaned name."""
        return self._spellings.setdefault(identity(name), name)


def near_names(games: tuple[Game, ...]) -> Iterator[Finding]:
    """Names one edit apart or alike but for ae and ä: two players, unless somebody mistyped.

    A warning with both cells, for at most `NAMED_AT_MOST` pairs, then a count. Names that meet
    at a table are two people.
    """
    first = first_seats(games)
    pairs = list(near(first))
    tables: dict[str, set[int]] = {player: set() for pair in pairs for player in pair}
    if tables:
        for number, game in enumerate(games):
            for player in game.players:
                if player in tables:
                    tables[player].add(number)
    pairs = [pair for pair in pairs if not tables[pair[0]] & tables[pair[1]]]
    for one, other in pairs[:NAMED_AT_MOST]:
        spots = tuple(Spot("row", first[name], "player") for name in (one, other))
        yield Finding("name-near", WARNING, {"player": one, "other": other}, spots)
    rest = pairs[NAMED_AT_MOST:]
    if rest:
        spots = (Spot("row", first[rest[0][0]], "player"),)
        yield Finding("names-near", WARNING, {"count": len(rest)}, spots)


def near(names: Iterable[str], rests_at_most: int = _RESTS_AT_MOST) -> Iterator[tuple[str, str]]:
    """Pairs of near names, without comparing each with each.

    Names one edit apart are equal after leaving out one letter of one or both, so only names
    that share such a rest are compared. Names that differ in a digit are numbered on purpose.
    The search ends after `rests_at_most` of them.
    """
    buckets: dict[tuple[str, str], list[str]] = {}
    rests = 0
    spelled = {name: _spellings(name) for name in names if _letters(name) >= _LEAST_LETTERS}
    seen: set[tuple[str, str]] = set()
    compared = 0
    for name, spellings in spelled.items():
        digits = "".join(filter(str.isdigit, name))
        for rest in {rest: 0 for one in dict.fromkeys(spellings) for rest in _rests(one)}:
            rests += 1
            if rests > rests_at_most:
                return
            bucket = buckets.setdefault((digits, rest), [])
            for other in bucket:
                compared += 1
                if compared > _COMPARED_AT_MOST:
                    return
                pair = (other, name)
                if pair not in seen and any(map(_one_edit, spelled[other], spellings)):
                    seen.add(pair)
                    yield pair
            bucket.append(name)


def _letters(name: str) -> int:
    return sum(map(str.isalpha, name))


def _spellings(name: str) -> tuple[str, str]:
    """As typed, where Jörg is one edit from Jarg, and with oe for ö, where it is Joerg."""
    small = name.lower()
    return small, small.translate(_TWO_LETTERS)


def _rests(spelling: str) -> list[str]:
    """The spelling, and what is left of it without one of its letters."""
    if len(spelling) > _COMPARED_LENGTH:
        return [spelling]
    letters = enumerate(spelling, 1)
    shorter = [spelling[: at - 1] + spelling[at:] for at, one in letters if not one.isdigit()]
    return [spelling, *shorter]


def _one_edit(one: str, other: str) -> bool:
    """Equal, or one letter typed wrong, too much, too little, or two letters swapped."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, others = one[start:], other[start:]
    return (
        rest[1:] == others[1:]
        or rest[1:] == others
        or rest == others[1:]
        or (rest[:2] == others[1::-1] and rest[2:] == others[2:])
    )
