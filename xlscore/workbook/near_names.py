"""Names that may be one person's: mistyped, in another order, with a title or an addition."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import chain, combinations, filterfalse
from typing import NamedTuple

from ..rules.model import WARNING, Finding, Game, Location
from ..rules.tournament_checks import NAMED_AT_MOST, first_seats
from .player_names import identity, without_signs

_COMPARED_AT_MOST = 100_000
"""Comparisons after which the search gives up: names made to be near each other have no end."""
_RESTS_AT_MOST = 500_000
"""Rests that are kept: some 20,000 names."""
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_LEAST_LETTERS = 3
_COMPARED_LENGTH = 80
"""Of longer texts, which are no names, only whole ones are compared."""

Pair = tuple[str, str]


def near_names(
    games: tuple[Game, ...], listed: Collection[str] = (), *, is_league: bool = False
) -> Iterator[Finding]:
    """Names that are nearly the same: two players, unless somebody typed one of them differently.
    `listed` are those of the Players sheet.

    A warning with the first cell of each, for at most `NAMED_AT_MOST` pairs or groups, then a
    count. Names that meet at a table are two people, unless nothing but a sign tells them apart
    (D26); of these the cells of the rounds that both play in are named too.
    """
    players = dict.fromkeys(chain.from_iterable(game.players for game in games))
    players.pop("", None)
    pairs = list(near(players))
    if is_league:  # of a tournament the numbers of games tell it
        pairs += _with_a_number(players, games, listed)
    tables: dict[str, set[int]] = {player: set() for pair in pairs for player in pair}
    if tables:
        for number, game in enumerate(games):
            for player in game.players:
                if player in tables:
                    tables[player].add(number)
    first = first_seats(games) if pairs else {}
    groups = _groups(
        [
            (one, other)
            for one, other in pairs
            if not tables[one] & tables[other]
            or identity(without_signs(one)) == identity(without_signs(other))
        ]
    )
    for names in groups[:NAMED_AT_MOST]:
        cells = [Location("row", first[name], "player") for name in names]
        if len({identity(without_signs(name)) for name in names}) == 1:  # a slip, or two people
            cells += _together(games, {name: tables[name] for name in names})
        values = {"players": " / ".join(names), "count": len(names)}  # a name may have a comma
        yield Finding("name-near", WARNING, values, tuple(dict.fromkeys(cells)))
    rest = groups[NAMED_AT_MOST:]
    if rest:
        locations = (Location("row", first[rest[0][0]], "player"),)
        yield Finding("names-near", WARNING, {"count": len(rest)}, locations)


_NUMBER = re.compile(r"^\d{1,3}[\s.,;:)-]+(?=[^\W\d])|(?<=[^\W\d])[\s.,;:(-]+\d{1,3}[.)]?$")
"""A number before a name or behind it."""


def _with_a_number(
    players: Iterable[str], games: Sequence[Game], listed: Collection[str]
) -> list[Pair]:
    """Pairs of which one is the other with a number, as where points were typed behind a name.

    Two Anns are numbered as well: who plays at the same time, or is listed so, is another player.
    On one evening of a league games follow each other: there a name that comes once is a slip.
    """
    known = {identity(name): name for name in players}
    numbered = [(name, _NUMBER.sub("", name)) for name in known.values() if _NUMBER.search(name)]
    pairs = [
        (other, name)
        for name, bare in numbered
        if name not in listed and (other := known.get(identity(bare))) is not None
    ]
    if not pairs:
        return []
    times: dict[str, list[object]] = {name: [] for pair in pairs for name in pair}
    for number, game in enumerate(games):
        evening = game.round is None and game.date is not None
        time = game.date if evening else (game.round, game.date) if game.round else number
        for player in times.keys() & set(game.players):
            times[player].append(time)
    return [
        (other, name)
        for other, name in pairs
        if not set(times[other]) & set(times[name])
        or (len(times[name]) == 1 and isinstance(times[name][0], date))
    ]


def _together(games: tuple[Game, ...], tables: Mapping[str, Collection[int]]) -> Iterator[Location]:
    """The seats of all these players in the rounds that they all play in."""

    def time(number: int) -> object:
        game = games[number]
        return game.round or (game.date, game.name, game.table)

    shared = set.intersection(*({time(one) for one in numbers} for numbers in tables.values()))
    seats = sorted(
        (number, name)
        for name, numbers in tables.items()
        for number in numbers
        if time(number) in shared
    )
    for number, name in seats:
        game = games[number]
        yield Location("row", game.rows[game.players.index(name)], "player")


def _groups(pairs: list[Pair]) -> list[tuple[str, ...]]:
    """The pairs, where three names or more are all near each other as one group."""
    others: dict[str, set[str]] = {}
    for one, other in pairs:
        others.setdefault(one, set()).add(other)
        others.setdefault(other, set()).add(one)
    groups: list[tuple[str, ...]] = []
    reported: set[Pair] = set()
    for pair in pairs:
        if pair in reported:
            continue
        group = [*pair]
        for name in sorted(others[pair[0]] & others[pair[1]]):
            if others[name].issuperset(group):
                group.append(name)
        reported.update(chain(combinations(group, 2), combinations(group[::-1], 2)))
        groups.append(tuple(group))
    return groups


def near(names: Iterable[str], rests_at_most: int = _RESTS_AT_MOST) -> Iterator[Pair]:
    """Pairs of near names, without comparing each with each.

    Near are names one edit apart, the same words in another order, with a title, an addition in
    brackets, a nickname in quotes or a second surname, with an initial for a word, and names equal
    but for blanks, punctuation and the number of a list before them. Names that differ in another
    digit are numbered on purpose. The search ends after `rests_at_most` spellings.
    """
    reported: set[Pair] = set()
    listed = list(names)
    searches = (_same_words(listed), _abbreviated(listed), _one_edit_apart(listed, rests_at_most))
    for pair in chain.from_iterable(searches):
        if pair not in reported:
            reported.add(pair)
            yield pair


def _letters(name: str) -> int:
    return sum(map(str.isalpha, name))


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


# The same words

_NUMBERED = re.compile(r"^\W*\d{1,3}[.)]\W*(?=\w)|\[\d{1,2}\]$")
"""Numbers of a list before a name, and of a footnote behind it."""
_BRACKETS = re.compile(r"[(\[{<]([^()\[\]{}<>]*)[)\]}>]")
_QUOTES = re.compile(r"(?:^|(?<=\s))[\"'“”„«»‚‘’‹›]([^\"“”„«»‚‹›]+?)[\"'“”«»‘’‹›](?=[\s,]|$)")
_TITLES = frozenset(
    [
        *("dr", "prof", "professor", "ddr", "drs", "phd", "msc", "bsc", "herr", "frau", "mr"),
        *("mrs", "dipl", "ing", "mag", "med", "phil", "rer", "nat", "jur", "h", "c", "hc"),
        *("univ", "habil", "priv", "doz", "pd", "ir", "hr", "fr", "ms", "ma", "ba", "m", "b"),
        *("sc", "ph", "d", "pol", "oec", "theol", "vet", "dent", "mult", "dhr", "mevr"),
    ]
)
_WITHOUT_DOT = frozenset(
    ("dr", "prof", "professor", "ddr", "drs", "phd", "msc", "bsc", "herr", "frau", "mr", "mrs")
)
"""Other titles are known by their dots: Ma and Fr may be names."""


class _Words(NamedTuple):
    """The words of a name whatever their order, and what was added to them."""

    core: tuple[str, ...]
    added: tuple[tuple[str, ...], ...]
    """In brackets, in quotes, behind the hyphen of a surname."""


def _same_words(names: Iterable[str]) -> Iterator[Pair]:
    """Pairs that are equal but for what stands between words, their order and additions."""
    compared = 0
    joined: dict[tuple[str, str], list[str]] = {}
    alike: dict[tuple[str, tuple[str, ...]], list[tuple[str, _Words]]] = {}
    for name in names:
        if len(name) > _COMPARED_LENGTH:
            continue
        plain = identity(without_signs(name))
        plain = _NUMBERED.sub("", plain)
        digits = _digits(plain)
        pairs = []
        bucket = joined.setdefault((digits, _without_marks(plain)), [])
        pairs += [(other, name) for other in bucket]
        compared += len(bucket)
        bucket.append(name)
        if _letters(plain) >= _LEAST_LETTERS:
            words = _words(plain.translate(_TWO_LETTERS))
            same = alike.setdefault((digits, words.core), [])
            compared += len(same)
            pairs += [(other, name) for other, theirs in same if _may_be_one(words, theirs)]
            same.append((name, words))
        if compared > _COMPARED_AT_MOST:
            return
        yield from pairs


def _without_marks(name: str) -> str:
    """The name without blanks, punctuation and signs such as * and |, unless it is nothing else."""
    return "".join(filterfalse(_is_mark, name)) or "".join(name.split())


@cache
def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in _MARKS


_MARKS = frozenset(
    ("Zs", "Zl", "Zp", "Cc", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk")
)


def _words(name: str) -> _Words:
    left = name
    added = []
    for addition in (_BRACKETS, _QUOTES):
        added.append(tuple(sorted(map(str.strip, addition.findall(left)))))
        left = addition.sub(" ", left)
    before, comma, behind = left.partition(",")
    words = [[word for word in part.split() if not _is_title(word)] for part in (behind, before)]
    first, last = words if comma else (words[1][:1], words[1][1:])
    seconds = []
    for number, word in enumerate(last):
        one, _, more = word.partition("-")
        if one and more:
            last[number] = one
            seconds.append(more)
    core = tuple(sorted(filter(None, (word.strip(".,;") for word in (*first, *last)))))
    if not core:
        return _Words((name,), ())
    return _Words(core, (*added, tuple(sorted(seconds))))


def _is_title(word: str) -> bool:
    parts = [part for part in re.split(r"[.\-]", word) if part]
    dotted = "." in word or word in _WITHOUT_DOT
    return bool(parts) and dotted and len(word) > 2 and _TITLES.issuperset(parts)


def _may_be_one(one: _Words, other: _Words) -> bool:
    """Two clubs in brackets, two nicknames or two second surnames are two people's."""
    return all(not own or not their or own == their for own, their in zip(one.added, other.added))


# Initials

_INITIAL = re.compile(r"[^\W\d_]\.?")


def _abbreviated(names: Iterable[str]) -> Iterator[Pair]:
    """Pairs of first and last name of which one has an initial for a word: ``"Ann B."``."""
    whole: dict[tuple[str, str], list[tuple[int, str]]] = {}
    short: list[tuple[int, str, tuple[str, str]]] = []
    for number, name in enumerate(names):
        words = identity(without_signs(name)).split()
        if len(words) != 2 or len(name) > _COMPARED_LENGTH:
            continue
        first, last = words
        initials = [bool(_INITIAL.fullmatch(word)) for word in words]
        if not any(initials):
            whole.setdefault((first, last[0]), []).append((number, name))
            whole.setdefault((first[0], last), []).append((number, name))
        elif not all(initials):
            short.append((number, name, (first[0], last) if initials[0] else (first, last[0])))
    compared = 0
    for number, name, key in short:
        for before, other in whole.get(key, ()):
            compared += 1
            if compared > _COMPARED_AT_MOST:
                return
            yield (other, name) if before < number else (name, other)


# One edit


def _one_edit_apart(names: Iterable[str], rests_at_most: int) -> Iterator[Pair]:
    """Pairs that are one edit apart, or alike but for ae and ä.

    Such names are equal after leaving out one letter of one or both, so only names that share
    such a rest are compared.
    """
    buckets: dict[tuple[str, str], list[str]] = {}
    rests = 0
    spelled = {name: _spellings(name) for name in names if _letters(name) >= _LEAST_LETTERS}
    seen: set[Pair] = set()
    compared = 0
    for name, spellings in spelled.items():
        digits = _digits(name)
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


def _spellings(name: str) -> Pair:
    """As typed, where Jörg is one edit from Jarg, and with oe for ö, where it is Joerg."""
    small = identity(name)
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
