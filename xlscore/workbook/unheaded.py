"""Columns of results whose headings were forgotten: told, because what stands there counts nowhere.

A player of a game and a round of everybody would be missing without a word. What else stands
beside a list without a heading, such as remarks or numbers that somebody reckons with, is none of
our business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..rules.model import WARNING, Finding, Game, Location
from .block import Block, Cell
from .cells import clean_text, is_blank
from .columns import raw_column
from .headers import cell_at
from .result_layouts import Form
from .shown_numbers import typed_number

_MADE_BY_THE_PROGRAM = re.compile(r"(?:spalte|column|kolom)\s?\d*")
"""Headings that a spreadsheet program gives to a table object's columns that have none."""


def unheaded_columns(block: Block, form: Form) -> Iterator[Finding]:
    """A warning that names the columns without a heading that look like those of a group: by game
    a name beside a number, by player a table beside a number or the number that a table lacks."""
    if not (form.by_game or form.by_player):
        return
    bare = dict(_bare(block, form))
    is_result = _is_seat if form.by_game else _is_round
    found: set[int] = set()
    for column, cells in bare.items():
        if any(map(is_result, cells, bare.get(column + 1, ()))):
            found.update((column, column + 1))
    for group in form.groups if form.by_player else ():
        number = group["table"] + 1
        if not {"vp", "place"} & set(group) and any(map(_is_points, bare.get(number, ()))):
            found.add(number)
    if found:
        locations = tuple(Location("heading", column) for column in sorted(found))
        yield Finding("columns-unheaded", WARNING, {}, locations)


def rows_aside(block: Block, form: Form, games: Sequence[Game]) -> Iterator[Finding]:
    """A warning for rows beside the list that lie like those of the list and have no headings:
    results, perhaps, that were typed or pasted into other columns.

    They have the name of somebody who plays, and each cell that a row of the list needs, so many
    columns further. What has text above, such as standings beside the list, has headings.
    """
    shared = [form.shared[field] for field in _KEYS if field in form.shared]
    groups = [*form.groups[:2], form.shared] if form.groups[0] else [form.shared]
    points = [group[field] for group in groups for field in ("vp", "place") if field in group]
    tables = [group["table"] for group in groups if "table" in group]
    names = [group["player"] for group in groups if "player" in group]
    read = {one for group in (form.shared, *form.groups) for one in group.values()}
    first, last = block.area.first_column, block.area.last_column
    outside = [*range(first, min(read)), *range(max(read) + 1, last + 1)]
    if not (outside and points and names):
        return
    bottom = block.area.last_row
    players = {player for game in games for player in game.players} - {""}
    rows: dict[int, int] = {}
    for column in outside:
        cells = raw_column(block, column, form.row + 1, bottom)
        shift = column - names[0]
        needed = {one + shift for one in (*shared, *tables, *names, *points)}
        if players.isdisjoint(cells) or not needed.issubset(outside):
            continue
        said = [raw_column(block, one, form.row + 1, bottom) for one in needed]
        counted = [raw_column(block, one + shift, form.row + 1, bottom) for one in points[:1]]
        aside = [
            row
            for row, (name, number, *others) in enumerate(zip(cells, *counted, *said), form.row + 1)
            if name in players and _is_points(number) and not any(map(is_blank, others))
        ]
        above = raw_column(block, points[0] + shift, block.start[0], min(aside, default=0) - 1)
        if aside and not any(map(_is_name, above)):
            for row in aside:
                rows.setdefault(row, column)
    if rows:
        locations = tuple(Location("heading", column) for column in sorted({*rows.values()}))
        values = {"count": len(rows), "first": min(rows) + 1, "last": max(rows) + 1}
        yield Finding("rows-aside", WARNING, values, locations)


_KEYS = ("round", "table", "date", "game")


def _bare(block: Block, form: Form) -> Iterator[tuple[int, list[Cell]]]:
    """The filled columns without a heading within the list and those that touch it."""
    read = {one for group in (form.shared, *form.groups) for one in group.values()}
    columns = range(block.start[1], block.area.last_column + 1)
    formulas = block.metadata.formulas

    def cells(column: int) -> list[Cell]:
        return raw_column(block, column, form.row + 1, form.end)

    def headed(column: int) -> bool:
        cell = cell_at(block, form.row, column)
        text = "" if is_blank(cell) else clean_text(str(cell)).casefold()
        return bool(text) and not _MADE_BY_THE_PROGRAM.fullmatch(text)

    def beside(column: int, step: int) -> Iterator[int]:
        while column in columns and (headed(column) or not all(map(is_blank, cells(column)))):
            yield column
            column += step

    first, last = min(read), max(read)
    for column in (*beside(first - 1, -1), *range(first, last), *beside(last + 1, 1)):
        if not headed(column):
            yield (
                column,
                [
                    None if (row, column) in formulas else cell
                    for row, cell in enumerate(cells(column), form.row + 1)
                ],
            )


def _is_seat(one: Cell, other: Cell) -> bool:
    return (_is_name(one) and _is_points(other)) or (_is_points(one) and _is_name(other))


def _is_round(one: Cell, other: Cell) -> bool:
    return (_is_points(one) or _is_name(one)) and _is_points(other)


def _is_points(cell: Cell) -> bool:
    number = typed_number(cell)
    return number is not None and number.value.denominator == 1 and not number.percent


def _is_name(cell: Cell) -> bool:
    return isinstance(cell, str) and any(map(str.isalpha, cell)) and not _is_points(cell)
