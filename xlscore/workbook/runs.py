"""Games told quickly, where the rows of each stand together: nearly all that were ever typed.

Of a million rows nearly all say nothing but round, table, player and victory points. Then a game
is a slice of every column, and no row needs to be looked at by itself.
"""

from __future__ import annotations

from itertools import compress, islice, repeat
from operator import ne

from ..rules.model import Game
from .seats import Seats


def games_in_runs(seats: Seats) -> tuple[Game, ...] | None:
    """The games in the order of their rows; None where it takes more to tell which they are, or
    where rows say more than who played and which victory points were reached."""
    says_more = seats.faults or seats.winners or seats.places or seats.common
    if says_more or not all(seats.players):
        return None
    starts = _starts(seats)
    if starts is None:
        return None
    slices = list(map(slice, starts, [*starts[1:], seats.size]))
    rows, players, points = (
        map(tuple(column).__getitem__, slices)
        for column in (seats.handles, seats.players, seats.victory_points)
    )
    nothing = repeat(None)  # no name, date, factor
    rounds = map(seats.rounds.__getitem__, starts)
    tables = (seats.tables[start] or "" for start in starts)
    return tuple(map(Game, rounds, tables, nothing, nothing, nothing, rows, players, points))


def _starts(seats: Seats) -> list[int] | None:
    """The first row of each game; None where rows of another game stand between those of one, or
    where a part of what makes them a game is missing."""
    keys = seats.keys
    changes = map(ne, keys, islice(keys, 1, None))
    starts = [*range(min(1, len(keys))), *compress(range(1, len(keys)), changes)]
    games = {keys[start] for start in starts}
    told = len(games) == len(starts) and not any(None in key for key in games)
    return starts if told else None
