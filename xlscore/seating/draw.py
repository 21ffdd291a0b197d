"""Who sits where: by lot, spread over the rounds, and at the final. Names in, tables out.

A table is a tuple of names in the order of seats; whoever has seat 1 starts. Every draw follows
from the names, the earlier tables and its seed alone, on every computer; a draw by lot anybody can
repeat by hand (`chance`). The order in which the players were typed changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, permutations
from typing import NamedTuple

from ..words import Refused
from .local_search import improved
from .meetings import History, Quality
from .planned_rounds import planned_round
from .random_draw import Chance, Item, canonical

Table = tuple[str, ...]


class Drawn(NamedTuple):
    """A round as it was drawn, tables of four first, and how well it is spread."""

    tables: tuple[Table, ...]
    quality: Quality


def table_sizes(players: int) -> tuple[int, ...]:
    """The seats of each table: fours, with the fewest threes, which come last.

    Raises Refused where no tables of three and four seat everybody: 1, 2 and 5 (and 0).
    """
    threes = -players % 4
    fours = (players - 3 * threes) // 4
    if players < 1 or fours < 0:
        raise Refused("draw-players", players=players)
    return (4,) * fours + (3,) * threes


def lot(players: Sequence[str], seed: str, round_number: int) -> tuple[Table, ...]:
    """Tables and seats of a round by lot: the shuffled names, table after table, seat by seat.

    Every seating is equally likely. Raises Refused as `table_sizes` and `canonical` do.
    """
    names = canonical(players)
    sizes = table_sizes(len(names))
    return tuple(_dealt(_chance(seed, round_number).shuffled(names), sizes))


def start_order(names: Sequence[str], seed: str, purpose: str) -> Table:
    """The names of one table in the order of seats by lot, as for a final.

    `purpose`, one line such as ``final``, tells draws with the same seed apart.
    """
    return tuple(Chance(seed, purpose).shuffled(canonical(names)))


def spread(
    players: Sequence[str],
    earlier: Sequence[Table],
    seed: str,
    round_number: int,
    rounds: int = 0,
    *,
    seats_known: bool = True,
) -> Drawn:
    """Tables and seats of a round in which as little as possible of `earlier` comes again.

    What matters, in this order: pairs that meet again, a third time more than a second; players
    at a table of three again; starts, that is seat 1, and within a table the other seats,
    divided evenly. In small fields the round also leaves room, where it can, for the rest of
    `rounds` planned without anybody meeting again (0: not known, reckoned as three more).

    `earlier` are all tables of the rounds before; who has left, or came later, may be missing
    here or there; `seats_known` says that their names stand in the order of seats. Without any
    of them, this is `lot`. Raises Refused as `lot` does.
    """
    names = canonical(players)
    sizes = table_sizes(len(names))
    chance = _chance(seed, round_number)
    history = History(names, earlier, seats_known)
    groups = _dealt(chance.shuffled(range(len(names))), sizes)
    if history.tables:
        ahead = max(1, rounds - round_number + 1) if rounds else 4
        planned = planned_round(history, sizes, ahead, chance)
        groups = planned or groups
        if planned is None or ahead == 1:  # no room for later rounds that could be lost
            groups = improved(groups, history, chance)
    seated = [_seated(group, history) for group in groups]
    tables = tuple([tuple([names[player] for player in table]) for table in seated])
    return Drawn(tables, history.quality(seated))


def _dealt(order: Iterable[Item], sizes: Sequence[int]) -> list[tuple[Item, ...]]:
    """The order cut into tables."""
    rest = iter(order)
    return [tuple(islice(rest, size)) for size in sizes]


def _seated(group: Sequence[int], history: History) -> tuple[int, ...]:
    """The group in the order of seats: seat 1 for who had it least, then the others evenly.

    What is even stays in the order drawn.
    """

    def unfair(order: tuple[int, ...]) -> tuple[int, int]:
        times = [history.seats[player][seat] for seat, player in enumerate(order)]
        return times[0], sum(times)

    return min(permutations(group), key=unfair)


def _chance(seed: str, round_number: int) -> Chance:
    return Chance(seed, f"round {round_number}")
