"""The same results in another form: a row a game, or a row a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Record = Mapping[str, Any]
Heading = Callable[[str, str], str]
"""The heading of a field in a group: ``("vp", "1")`` -> ``VP 1``; shared ones have group ""."""

OF_A_GAME = ("round", "table", "game", "factor", "date")
"""What all players of a game have in common."""


class Laid(NamedTuple):
    """Rows below their header row, and where each record's fields went (row, column)."""

    rows: list[list[Any]]
    cells: dict[tuple[int, str], tuple[int, int]]


def by_game(records: Sequence[Record], fields: Sequence[str], heading: Heading) -> Laid:
    """A row per game, in the order of their first records; a group of columns per seat."""
    shared = [field for field in fields if field in OF_A_GAME]
    grouped = [field for field in fields if field not in OF_A_GAME]
    games: dict[Any, list[int]] = {}
    for number, record in enumerate(records):
        key = tuple(str(record.get(field)) for field in ("round", "date", "game", "table"))
        games.setdefault(key, []).append(number)
    groups = [str(seat + 1) for seat in range(max(map(len, games.values()), default=0))]
    keys = [
        (number, groups[seat]) for members in games.values() for seat, number in enumerate(members)
    ]
    rows = {number: row for row, members in enumerate(games.values(), 1) for number in members}
    return _laid(records, shared, grouped, groups, dict(keys), rows, heading)


def by_player(records: Sequence[Record], fields: Sequence[str], heading: Heading) -> Laid:
    """A row per player and a group of columns per round, in the order of their first records.

    Raises ValueError where somebody has two records in one round: there is one cell for them.
    """
    grouped = [field for field in fields if field not in ("round", "player")]
    groups = list(dict.fromkeys(str(record["round"]) for record in records))
    players = list(dict.fromkeys(str(record["player"]) for record in records))
    keys = {number: str(record["round"]) for number, record in enumerate(records)}
    rows = {
        number: 1 + players.index(str(record["player"])) for number, record in enumerate(records)
    }
    if len({(rows[number], keys[number]) for number in keys}) < len(records):
        raise ValueError("somebody plays twice in a round")
    return _laid(records, ["player"], grouped, groups, keys, rows, heading)


def _laid(
    records: Sequence[Record],
    shared: Sequence[str],
    grouped: Sequence[str],
    groups: Sequence[str],
    group_of: Mapping[int, str],
    row_of: Mapping[int, int],
    heading: Heading,
) -> Laid:
    columns = [(field, "") for field in shared]
    columns += [(field, group) for group in groups for field in grouped]
    place = {key: column for column, key in enumerate(columns)}
    rows: list[list[Any]] = [[heading(field, group) for field, group in columns]]
    rows += [[None] * len(columns) for _ in range(max(row_of.values(), default=0))]
    cells = {}
    for number, record in enumerate(records):
        for field in (*shared, *grouped):
            row, column = row_of[number], place[field, "" if field in shared else group_of[number]]
            cells[number, field] = row, column
            if rows[row][column] is None:
                rows[row][column] = record.get(field)
    return Laid(rows, cells)
