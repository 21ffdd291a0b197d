"""The cleaned columns of the results: one value per seat, as each field is read."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from . import cells
from .block import Block, Cell
from .columns import Column, read_column
from .fill_down import Filling
from .folding import folded, western
from .player_names import Roster, identity, without_signs
from .result_layouts import Form
from .sheet_names import on_sheet_called
from .unplayed import Unplayed, set_apart
from .vocabulary import NUMBER_WORDS, SEAT_WORDS


def seat_names(form: Form, filling: Filling) -> list[Cell]:
    """The raw names of all seats."""
    last = form.cells(filling.column, "player")
    if "first_name" not in form.fields:
        return last
    return list(map(_whole_name, form.cells(filling.column, "first_name"), last))


def seat_columns(
    block: Block,
    form: Form,
    filling: Filling,
    names: Sequence[Cell],
    roster: Roster,
    listed: Collection[str],
) -> tuple[dict[str, Column], Unplayed]:
    """The cleaned columns of the results, one value per seat; and the seats where nobody played.

    `listed` are the names of the Players sheet.
    """
    readers = {
        "round": cells.round_name,
        "table": cells.table_name,
        "player": cells.name,
        "vp": cells.victory_points,
        "winner": cells.winner,
        "place": cells.place,
        "game": cells.game_name,
        "factor": cells.factor,
        "date": cells.day(block.metadata.date_1904),
        "bonus": cells.bonus,
        "reason": cells.note,
    }
    raw: dict[str, list[Cell]] = {
        field: [*form.rounds] * (form.end - form.row)
        if field == "round" and form.rounds
        else form.cells(filling.column, field)
        for field in readers
        if field in form.fields
    }
    for field, value in form.called.items():
        raw[field] = raw[field] or [None] * len(form.seat_ids)
        readers[field] = on_sheet_called(form.sheet, value, readers[field])
    raw["player"] = list(names)
    if "winner" in form.shared and form.by_game:
        raw["winner"] = _winners_named(form, raw["winner"], raw["player"], roster)
        readers["winner"] = cells.winner_told
    if "place" in raw and block.metadata.formulas:
        # A formula is an archive's claim, not a referee's decision (D8).
        for seat, seat_id in enumerate(form.seat_ids):
            if (form.sheet_row(seat_id), form.column(seat_id, "place")) in block.metadata.formulas:
                raw["place"][seat] = None
    if form.by_player:
        # The name in front of the row is nobody's seat in a round that says nothing else.
        told = form.filled(block, form.row + 1, form.end)
        for seat, seat_id in enumerate(form.seat_ids):
            if seat_id not in told:
                raw["player"][seat] = None
    distinct = {field: set(column) for field, column in raw.items()}
    unplayed = set_apart(raw, distinct, form, listed, block.metadata.formulas)
    columns = {
        field: read_column(column, readers[field], distinct[field]) for field, column in raw.items()
    }
    return columns, unplayed


def _whole_name(first: Cell, last: Cell) -> Cell:
    """First and last name, where they stand in columns of their own; what is no text stays."""
    if isinstance(first, str) and isinstance(last, str) and first.strip() and last.strip():
        return f"{first} {last}"
    return first if cells.is_blank(last) else last


def _winners_named(
    form: Form, named: Sequence[Cell], players: Sequence[Cell], roster: Roster
) -> list[Cell]:
    """By game, a winner's name or the number of its heading, as a mark at that seat.

    What names none or several of a game's players stays at every seat.
    """
    marks: list[Cell] = []
    for first in range(0, len(named), len(form.groups)):
        seats = players[first : first + len(form.groups)]
        cell = named[first]
        wanted = _person(cell, roster)
        heading = _HEADING.fullmatch(folded(western(wanted or "")))
        number = heading and heading[1]
        found = [
            seat
            for seat, (player, own) in enumerate(zip(seats, form.numbers))
            if not cells.is_blank(player)
            and wanted is not None
            and (own == number or _person(player, roster) == wanted)
        ]
        if len(found) == 1:
            marks += [True if seat == found[0] else None for seat in range(len(seats))]
        else:
            # x, yes or TRUE marks nobody here
            marks += [str(cell) if cell is True else cell] * len(seats)
    return marks


_HEADING = re.compile(
    rf"(?:(?:{'|'.join(SEAT_WORDS)})\s*)?"
    rf"(?:(?:{'|'.join(NUMBER_WORDS)})[ .]*)?0*(\d+)\.?"
)


def _person(cell: Cell, roster: Roster) -> str | None:
    """Who is meant by a name, for comparison."""
    name = cells.name(cell).value
    if name is None:
        return None
    return identity(roster.meant(str(name)) or without_signs(str(name)))
