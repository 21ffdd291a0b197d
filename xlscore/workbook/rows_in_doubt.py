"""What stands below the end of the results, and which games therefore lack players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from ..rules.model import ERROR, NOTE, Finding, Game, Location
from . import cells
from .block import Block
from .cells import Reader, Value
from .dates import day_of
from .headers import cell_at
from .result_layouts import Form
from .seats import Key, table_key

Beyond = Mapping[int, Sequence[str]]
"""Seats below the end that still say something, and what they have."""


def beyond_end(block: Block, form: Form) -> Beyond:
    """The seats below the end of the results."""
    filled = form.filled(block, form.end + 1, block.start[0] + len(block.rows) - 1)
    totals = block.metadata.totals_rows
    return {seat: has for seat, has in filled.items() if form.sheet_row(seat) not in totals}


def cut_games(
    games: tuple[Game, ...], block: Block, form: Form, beyond: Beyond, key_fields: Sequence[str]
) -> tuple[tuple[Game, ...], tuple[Finding, ...]]:
    """The games, those that go on below the end not to be scored; and what is told of it all.

    `key_fields` make rows one game; by game each row is one of its own. A table scored without
    the players below would be a wrong number.
    """
    if not beyond:
        return games, ()
    below: dict[Key, list[int]] = {}
    for seat_id in beyond if not form.by_game else ():
        key = _key_below(block, form, seat_id, key_fields)
        below.setdefault(key, []).append(form.sheet_row(seat_id) + 1)
    kept = []
    findings = [_rows_beyond_end(form, beyond)]
    for game in games:
        own = {
            "round": game.round,
            "date": game.date,
            "game": _folded(game.name),
            "table": table_key(game.table),
        }
        key = tuple(own[field] for field in key_fields)
        undated = tuple(None if field == "date" else own[field] for field in key_fields)
        rows = {*below.get(key, ()), *below.get(undated, ())}
        if rows:
            game = game._replace(faulty=(*game.faulty, (None, None)))
            values = {"rows": sorted(rows)}
            location = Location("row", game.rows[0], "table")
            findings.append(Finding("game-in-doubt", NOTE, values, (location,)))
        kept.append(game)
    return tuple(kept), tuple(findings)


def _key_below(block: Block, form: Form, seat_id: int, key_fields: Sequence[str]) -> Key:
    """What makes the game of a seat below the end, None where it is not told."""

    def read(field: str, reader: Reader) -> Value:
        if field in form.called:
            return form.called[field]
        column = form.column(seat_id, field)
        if column is None:
            return None
        return reader(cell_at(block, form.sheet_row(seat_id), column)).value

    typed = read("date", cells.day(block.metadata.date_1904))
    own = {
        "round": form.rounds[seat_id % len(form.groups)]
        if form.rounds
        else read("round", cells.round_name),
        "date": day_of(typed) if isinstance(typed, date) else None,
        "game": _folded(read("game", cells.game_name)),
        "table": table_key(read("table", cells.table_name)),
    }
    return tuple(own[field] for field in key_fields)


def _folded(name: Value) -> str | None:
    return None if name is None else str(name).casefold()


def _rows_beyond_end(form: Form, beyond: Beyond) -> Finding:
    seat_ids = list(beyond)
    locations = []
    for seat_id in dict.fromkeys((seat_ids[0], seat_ids[-1])):
        field = min(beyond[seat_id], key=lambda one: form.column(seat_id, one) or 0)
        locations.append(Location("row", seat_id, field))
    rows = {form.sheet_row(seat_id) for seat_id in seat_ids}
    return Finding("rows-beyond-end", ERROR, {"count": len(rows)}, tuple(locations))
