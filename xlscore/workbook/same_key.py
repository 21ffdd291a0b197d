"""Rows that say they are one game and may be two: a table number used again, a date left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..rules.model import ERROR, NOTE, PASTED, Finding, Game, Location
from .seats import Key, Seats


def told_again(seats: Seats, games: Sequence[Game]) -> tuple[tuple[Game, ...], tuple[Finding, ...]]:
    """By game, the games whose round and table (or date, game and table) stand in several rows.

    Each row is a game of its own, with a note. Where a player stands in two of them a row was
    pasted twice, and none of them is scored.
    """
    again: dict[Key, list[int]] = {}
    for number, game in enumerate(games):
        *key, _ = seats.keys[seats.seat_ids.index(game.rows[0])]  # the last part is the row itself
        if None not in key:
            again.setdefault(tuple(key), []).append(number)
    findings = []
    changed = list(games)
    repeated = []
    for numbers in again.values():
        if len(numbers) == 1:
            continue
        playing = Counter(player for one in numbers for player in {*games[one].players} - {""})
        twice = {player for player, times in playing.items() if times > 1}
        pasted = [one for one in numbers if twice.intersection(games[one].players)]
        repeated += [one for one in numbers if one not in pasted]
        for one in pasted:
            changed[one] = games[one]._replace(faulty=(*games[one].faulty, PASTED))
        if pasted:
            values: dict[str, object] = {"players": sorted(sorted(twice), key=str.casefold)}
            locations = tuple(Location("row", games[one].rows[0], "table") for one in pasted)
            findings.append(Finding("game-twice", ERROR, values, locations))
    if repeated:
        locations = tuple(Location("row", games[one].rows[0], "table") for one in sorted(repeated))
        findings.append(Finding("table-repeated", NOTE, {"count": len(locations)}, locations))
    return tuple(changed), tuple(findings)


def joint_games(seats: Seats, drafts: Mapping[Key, Sequence[int]]) -> dict[Key, int]:
    """The games of a league that are probably two, by key, with the usual number of players.

    Without dates and rounds: their rows stand in blocks apart, two of which have as many players as
    is usual where this is played, or nearly, and more together than any game in one block; or each
    has its own label.
    """
    is_told = "date" in seats.common or "round" in seats.key_fields
    told_apart = seats.form.by_game or seats.form.by_player or is_told
    if told_apart or "game" not in seats.common:
        return {}
    names = seats.columns["game"].values
    blocks = {key: _blocks(seats.keys, key, rows) for key, rows in drafts.items()}
    lengths_of_all = [length for lengths in blocks.values() for length in lengths]
    if lengths_of_all.count(1) * 4 > len(lengths_of_all):
        return {}  # sorted by player, or not at all: blocks of rows mean nothing there
    sizes: dict[object, Counter[int]] = {}
    for key, lengths in blocks.items():
        whole = lengths if min(lengths) > 1 else [sum(lengths)]  # one row is no game
        sizes.setdefault(names[drafts[key][0]], Counter()).update(whole)
    usual = {
        name: min(counted, key=lambda size: (-counted[size], size))
        for name, counted in sizes.items()
    }
    largest: dict[object, int] = {}
    for key, lengths in blocks.items():
        if len(lengths) == 1:
            name = names[drafts[key][0]]
            largest[name] = max(lengths[0], largest.get(name, 0))
    joint = {}
    for key, lengths in blocks.items():
        name = names[drafts[key][0]]
        common = usual[name]
        # A game in two blocks may be a large one; one larger than all others is hardly.
        is_largest = sum(lengths) > largest.get(name, sum(lengths))
        least = max(_FEW, common - 1) if is_largest else common
        usual_ones = common > 1 and sum(length >= least for length in lengths) > 1
        if usual_ones or (len(lengths) > 1 and _is_labelled_twice(seats, drafts[key])):
            joint[key] = common
    return joint


_FEW = 3
"""Rows apart that are no table by themselves where they are fewer."""


def _is_labelled_twice(seats: Seats, rows: Sequence[int]) -> bool:
    """Whether a table that is typed at the top of a block only is typed for several blocks."""
    labels = {seats.cell(row, "table") for row in rows}
    return 1 < len(labels) < len(rows)


def _blocks(keys: Sequence[Key], key: Key, rows: Sequence[int]) -> list[int]:
    """The lengths of the blocks of rows that a game stands in; another key, or none, parts two."""
    if rows[-1] - rows[0] == len(rows) - 1:
        return [len(rows)]
    lengths = [1]
    for above, below in zip(rows, rows[1:]):
        if all(keys[row] == key for row in range(above + 1, below)):
            lengths[-1] += 1
        else:
            lengths.append(1)
    return lengths
