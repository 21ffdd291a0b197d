"""Rounds without repeated opponents by exact search, looking ahead to the rounds still planned.

In a small field a round without repeats can be a dead end: the third round of sixteen players
amounts to a Latin square of order four, three in four of which have no orthogonal mate, and then
no fourth round without repeats exists. So all remaining rounds are searched for together, table
by table, with backtracking; the first of them is the round to be played.

Players are numbers from 0; a set of players is an integer with bit p set for player p.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from .meetings import Groups, History
from .random_draw import Chance

SMALL_FIELD = 28
"""Up to so many players, rounds are planned ahead; for more, exchanges alone come as far."""

TRIES = 4
"""Completions compared for each kind of wishes."""

ATTEMPTS = 40
STEPS = 200
"""Tables tried in one attempt: many short ones find more than a few long ones."""


class Wishes(NamedTuple):
    """Who may sit at tables of four, who at tables of three, and who may have seat 1."""

    fours: frozenset[int]
    threes: frozenset[int]
    starters: frozenset[int]


def planned_round(
    history: History, sizes: Sequence[int], ahead: int, chance: Chance
) -> Groups | None:
    """A round after which as many as possible of `ahead` rounds, it included, repeat nobody.

    Among those the most even one found, by tables of three, then by starts. None in large fields
    and where no such round was found.
    """
    if len(history.met) > SMALL_FIELD:
        return None
    everybody = frozenset(range(len(history.met)))
    anyhow = Wishes(everybody, everybody, everybody)
    best, rounds = None, 0
    while rounds < ahead:
        found = completable_round(history.met, sizes, rounds + 1, anyhow, chance)
        if found is None:
            break
        best, rounds = found, rounds + 1
    if best is None:
        return None
    due, fit = _least(history.threes, 3 * sizes.count(3))
    starters = _least(history.starts, len(sizes))[1]
    most_even = history.least_unevenness(sizes)
    for wishes in (
        Wishes(everybody - due, fit, starters),
        Wishes(everybody - due, fit, everybody),
        anyhow,
    ):
        for _ in range(TRIES):
            if history.unevenness(best) == most_even:
                break
            found = completable_round(history.met, sizes, rounds, wishes, chance)
            if found is None:
                break
            best = min(best, found, key=history.unevenness)
    ordered = [chance.shuffled(group) for group in chance.shuffled(best)]
    return [tuple(group) for group in sorted(ordered, key=len, reverse=True)]


def _least(times: Sequence[int], needed: int) -> tuple[frozenset[int], frozenset[int]]:
    """Whose turn it is when `needed` players are taken who had the fewest times so far.

    Those who must be among them, and those who may be.
    """
    limit = sorted(times)[needed - 1] if needed else -1
    must = [player for player, count in enumerate(times) if count < limit]
    may = [player for player, count in enumerate(times) if count <= limit]
    return frozenset(must), frozenset(may)


def completable_round(
    met: Sequence[Sequence[int]],
    sizes: Sequence[int],
    rounds: int,
    wishes: Wishes,
    chance: Chance,
) -> Groups | None:
    """The first of `rounds` successive rounds in which nobody meets anybody again, or None.

    `met` tells for each player how often each other was met, `sizes` the players at each table
    (3 or 4); `wishes` bind the first round only. Each attempt numbers the players anew by lot.
    None: there are no such rounds, or none was found.
    """
    for _ in range(ATTEMPTS):
        players = chance.shuffled(range(len(met)))
        strangers = [
            _set(bit for bit, other in enumerate(players) if other != player and not row[other])
            for player, row in ((player, met[player]) for player in players)
        ]
        fit = [_set(bit for bit, player in enumerate(players) if player in wish) for wish in wishes]
        try:
            found = _Attempt(sizes).rounds(strangers, rounds, fit)
        except _OutOfSteps:
            continue
        return found and [tuple([players[bit] for bit in group]) for group in found]
    return None


class _OutOfSteps(Exception):
    """The attempt has taken as many steps as it may."""


class _Attempt:
    """One search, with its own count of steps."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.fours = sizes.count(4)
        self.threes = sizes.count(3)
        self.steps = STEPS

    def rounds(self, strangers: list[int], rounds: int, wishes: Sequence[int]) -> Groups | None:
        """The first of `rounds` rounds; `strangers` are those whom each has never met."""
        everybody = (1 << len(strangers)) - 1
        for groups in self._tables(strangers, everybody, self.fours, self.threes, wishes):
            if rounds == 1:
                return groups
            left = list(strangers)
            for group in groups:
                for player in group:
                    left[player] &= ~_set(group)
            if self.rounds(left, rounds - 1, [everybody] * 3) is not None:
                return groups
        return None

    def _tables(
        self, strangers: list[int], waiting: int, fours: int, threes: int, wishes: Sequence[int]
    ) -> Iterator[Groups]:
        """All ways to seat those waiting among strangers, the hardest player first."""
        if not waiting:
            yield []
            return
        for_fours, for_threes, starters = [waiting & wish for wish in wishes]
        enough = _size(for_fours) >= 4 * fours and _size(for_threes) >= 3 * threes
        if not enough or _size(starters) < fours + threes:
            return
        self.steps -= 1
        if self.steps < 0:
            raise _OutOfSteps
        player = min(_members(waiting), key=lambda one: _size(strangers[one] & waiting))
        kinds: list[Iterator[tuple[int, ...]]] = []
        if fours and for_fours >> player & 1:
            kinds.append(_fours(player, strangers, for_fours))
        if threes and for_threes >> player & 1:
            kinds.append(_threes(player, strangers, for_threes))
        for group in chain(*kinds):
            members = _set(group)
            if members & starters:
                three = len(group) == 3
                left = fours - (not three), threes - three
                for others in self._tables(strangers, waiting ^ members, *left, wishes):
                    yield [group, *others]


def _fours(player: int, strangers: list[int], waiting: int) -> Iterator[tuple[int, ...]]:
    """The tables of four mutual strangers at which `player` can sit."""
    for _, second, third in _threes(player, strangers, waiting):
        common = waiting & strangers[player] & strangers[second] & strangers[third]
        for fourth in _members(common & -(2 << third)):
            yield player, second, third, fourth


def _threes(player: int, strangers: list[int], waiting: int) -> Iterator[tuple[int, ...]]:
    """The tables of three mutual strangers at which `player` can sit."""
    around = strangers[player] & waiting
    for second in _members(around):
        for third in _members(around & strangers[second] & -(2 << second)):
            yield player, second, third


def _set(players: Iterable[int]) -> int:
    return sum([1 << player for player in players])


def _size(players: int) -> int:
    return bin(players).count("1")


def _members(players: int) -> Iterator[int]:
    """The players of a set, lowest number first."""
    while players:
        lowest = players & -players
        yield lowest.bit_length() - 1
        players ^= lowest
