"""A seating as cells to be typed into the organizer's results: which cells, and what goes in; the
seed beside its key on the Tournament sheet, so that everybody can repeat the draw.

Only what has to change is an edit: what a cell says already, in whatever notation, stays as it was
typed. Rows and columns count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import count
from typing import NamedTuple

from ..rules.model import Results
from ..words import Refused
from ..workbook import cells
from ..workbook.addresses import Origin
from ..workbook.block import MAX_ROWS, Area, Block, Cell, Workbook, overlap, reference
from ..workbook.cells import is_blank
from ..workbook.clearing import cleared
from ..workbook.edits import Edits, SheetEdits, Value, cell_edits
from ..workbook.fill_down import Filling
from ..workbook.folding import folded
from ..workbook.headers import cell_at
from ..workbook.result_layouts import Form
from ..workbook.side_sheets import draw_round
from ..workbook.vocabulary import CHOICES, DRAW, RESULTS_COLUMNS, TOURNAMENT_KEYS, Name, language_of

_PLACED = ("round", "table", "seat")
_TYPED = ("player", "first_name", "vp", "winner", "place")
"""With any of these a row no longer waits for a player."""
_PLAYED = ("vp", "winner", "place")
_SAID = (str, int, float)


def plan_seating(
    workbook: Workbook,
    results: Results,
    round: str,
    tables: Sequence[Sequence[str]],
    *,
    seed: str | None = None,
    redraw: bool = False,
) -> Edits:
    """The cells that seat `tables`, each the names in the order of seats, in a round.

    `round` is ``"1"``, ``"2"`` ... or ``"final"``, `results` what was read from `workbook`. Rows
    of the round that wait for a player are filled first; those left over are emptied; what is
    still missing goes below the last row that holds anything, and the table object grows where it
    must. With `redraw` the rows of a round that was seated and not yet played are used again.
    Raises Refused where that cannot be done without touching what is the organizer's.
    """
    listed = _listed(workbook, results, round)
    names = [player.name for player in results.players]
    filling = Filling(cleared(listed.block, listed.form, names)[0], listed.form)
    rounds = _rounds(listed.form, filling)
    filling.column(listed.form.shared["table"])
    word = _typed(round, listed, results)
    own = _rows_of(round, rounds, listed, _sitting_out(results, listed.form), redraw)
    seats = [
        {"round": word, "table": table, "seat": seat, "player": name}
        for table, names in zip(_table_names(listed, own, len(tables)), tables)
        for seat, name in enumerate(names, 1)
    ]
    used, left = own[: len(seats)], own[len(seats) :]
    bottom = max([listed.last_row, *own])
    used += range(bottom + 1, bottom + 1 + len(seats) - len(used))
    growth = max(0, max(used, default=bottom) - listed.table.last_row)
    if growth:
        _refuse_crowded(listed, growth)
    _refuse_merged(listed, [*used, *left])
    changes = _filled_up(listed, filling, left)
    emptied: dict[str, Value] = dict.fromkeys((*_PLACED, "player", "first_name"))
    for row, values in (*zip(used, seats), *((row, emptied) for row in left)):
        for field, value in {**emptied, **values}.items():
            if field in listed.form.shared and not _says(listed.cell(row, field), field, value):
                changes[row, listed.form.shared[field]] = value
    typed = cell_edits(workbook.source, listed.block, changes)
    return Edits(
        SheetEdits(listed.form.sheet, typed, listed.table, growth),
        None if seed is None else seed_edits(workbook, results, round, seed),
    )


def seat_order(workbook: Workbook, results: Results) -> list[tuple[str, tuple[str, ...]]]:
    """Round and names of each game with rounds: in the order of seats, or by name where there is no
    column for seats."""
    known = "seat" in results.columns
    origin: Origin = results.origin
    blocks = {form.sheet: workbook.load(form.sheet) for form in origin.forms}

    def seat(seat_id: int) -> int:
        form, own = origin.seat(seat_id)
        column = form.column(own, "seat")
        if column is None:
            return 0
        value = cells.place(cell_at(blocks[form.sheet], form.sheet_row(own), column)).value
        return value if isinstance(value, int) else 0

    order: list[tuple[str, tuple[str, ...]]] = []
    for game in results.games:
        if game.round is not None:
            names = list(zip(game.rows, game.players))
            names.sort(key=(lambda one: seat(one[0])) if known else (lambda one: one[1]))
            order.append((game.round, tuple(name for _, name in names if name)))
    return order


# The results as a list that rows can be typed into


class _Listed(NamedTuple):
    file: str
    block: Block
    form: Form
    table: Area

    def cell(self, row: int, field: str) -> Cell:
        """What stands in a field of a row; a formula for a place says nothing (D8)."""
        column = self.form.shared.get(field)
        if column is None:
            return None
        cell = cell_at(self.block, row, column)
        if (row, column) in self.block.metadata.formulas:
            # one for a place claims; one for another field has nothing to go by yet
            empty = cell in (0, "") or not isinstance(cell, _SAID)
            waits = field in ("vp", "winner", "player") and empty
            return None if field == "place" or waits else cell
        return cell

    @property
    def last_row(self) -> int:
        """The last row with anything typed in a column of the results, at least the header's."""
        columns = self.form.shared.values()
        for row in range(self.table.last_row, self.form.row, -1):
            for column in columns:
                typed = not is_blank(cell_at(self.block, row, column))
                if typed and (row, column) not in self.block.metadata.formulas:
                    return row
        return self.form.row

    def where(self, area: Area) -> str:
        return reference(self.form.sheet, area)


def _listed(workbook: Workbook, results: Results, round: str) -> _Listed:
    """The results of a round; Refused where they are no table object of a row per player with
    rounds, and where each round has a sheet but this one."""
    file = workbook.source
    form = _form_of(round, results.origin, file)
    heading = reference(form.sheet, form.heading(None))
    if form.by_game or form.by_player:
        raise Refused("seating-form", file=file, where=heading)
    if form.doubled:
        row, twice = form.row, next(iter(form.doubled.values()))
        where = ", ".join(reference(form.sheet, Area(row, one, row, one)) for one in twice)
        raise Refused("seating-heading-twice", file=file, where=where)
    if "round" not in form.fields:
        raise Refused("seating-no-round", file=file, where=heading)
    block = workbook.load(form.sheet)
    columns = [form.shared[field] for field in (*_PLACED, "player") if field in form.shared]
    for table in block.metadata.tables:
        if table.first_row == form.row and all(
            table.first_column <= column <= table.last_column for column in columns
        ):
            return _Listed(file, block, form, table)
    raise Refused("seating-no-table", file=file, where=heading)


def _form_of(round: str, origin: Origin, file: str) -> Form:
    """How the results of a round lie on their sheet: its own, where each round has one."""
    called = (form for form in reversed(origin.forms) if "round" in form.called)
    by_round = {form.called["round"]: form for form in called}
    if not by_round:
        return origin.forms[0]
    if round not in by_round:
        last = origin.forms[-1]
        language = last.language or "en"
        raise Refused(
            "seating-no-sheet",
            file=file,
            round=round_title(round),
            sheet=round_title(round)(language),
            like=last.sheet,
        )
    return by_round[round]


def _rounds(form: Form, filling: Filling) -> list[Cell]:
    """What the rows say of their round, or for all of them the name of their sheet."""
    if "round" in form.shared:
        return filling.column(form.shared["round"])
    return [str(form.called["round"])] * (form.end - form.row)


def _sitting_out(results: Results, form: Form) -> set[int]:
    """The rows of those who are told to be at no table."""
    seats = [results.origin.seat(one.row) for one in results.sat_out]
    return {form.sheet_row(seat_id) for own, seat_id in seats if own is form}


def _rows_of(
    round: str, rounds: Sequence[Cell], listed: _Listed, aside: Collection[int], redraw: bool
) -> list[int]:
    """The rows of a round that can be used. Refused where they must not be."""
    own = [
        row
        for row, cell in zip(count(listed.form.row + 1), rounds)
        if cells.round_name(cell).value == round and row not in aside
    ]
    says = {
        row: [field for field in _TYPED if not is_blank(listed.cell(row, field))] for row in own
    }
    seated = [row for row in own if says[row]]
    played = [row for row in own if any(field in _PLAYED for field in says[row])]
    for code, rows in (("round-played", played), ("round-seated", [] if redraw else seated)):
        if rows:
            left, right = listed.table.first_column, listed.table.last_column
            where = listed.where(Area(rows[0], left, rows[-1], right))
            raise Refused(code, file=listed.file, round=round_title(round), where=where)
    return own


def _table_names(listed: _Listed, rows: Sequence[int], count: int) -> list[Value]:
    """What the tables are called: as in the rows that wait, where these name enough of them."""
    typed = (listed.cell(row, "table") for row in rows)
    names = list(dict.fromkeys(cell for cell in typed if isinstance(cell, (str, int, float))))
    plain = [_plain(name) for name in names if not is_blank(name)]
    return list(plain[:count]) if len(plain) >= count else list(range(1, count + 1))


def _refuse_crowded(listed: _Listed, growth: int) -> None:
    """Raises Refused where something stands below the table that its new rows would cover."""
    block, table = listed.block, listed.table
    columns = (table.first_column, table.last_column, *listed.form.shared.values())
    rows = range(table.last_row + 1, table.last_row + 1 + growth)
    if rows.stop > MAX_ROWS:
        raise Refused("too-many-rows", sheet=block.sheet, rows=rows.stop - 1, limit=MAX_ROWS - 1)
    room = Area(rows.start, min(columns), rows.stop - 1, max(columns))
    filled = [
        Area(row, column, row, column)
        for row in rows
        for column in range(room.first_column, room.last_column + 1)
        if not is_blank(cell_at(block, row, column)) or (row, column) in block.metadata.formulas
    ]
    totals = block.metadata.totals_rows
    others = [one for one in block.metadata.tables if one != table]
    if rows.start in totals and (
        # The totals row of a table beside it is none of this one's.
        any(area.first_row == rows.start for area in filled)
        or all(one.last_row != table.last_row for one in others)
    ):
        raise Refused("table-totals", file=listed.file, sheet=block.sheet)
    tables = (one._replace(last_row=one.last_row + (one.last_row + 1 in totals)) for one in others)
    for area in (*filled, *tables, *block.metadata.merged):
        if overlap(area, room):
            where = listed.where(area)
            raise Refused("table-below", file=listed.file, rows=growth, where=where)


def _refuse_merged(listed: _Listed, rows: Collection[int]) -> None:
    """Raises Refused where a row to be typed into has merged cells."""
    table = listed.table
    for area in listed.block.metadata.merged:
        lines = Area(area.first_row, table.first_column, area.last_row, table.last_column)
        if overlap(area, lines) and any(area.first_row <= row <= area.last_row for row in rows):
            raise Refused("seating-merged", file=listed.file, where=listed.where(area))


def _filled_up(
    listed: _Listed, filling: Filling, left: Collection[int]
) -> dict[tuple[int, int], Value]:
    """Cells that one above speaks for, in rows that are not `left` empty: beside rows that are
    filled in full it no longer would, so they are filled as well."""
    merged = listed.block.metadata.merged
    filled: dict[tuple[int, int], Value] = {}
    for (row, column), source in filling.sources.items():
        value = cell_at(listed.block, source, column)
        is_merged = any(overlap(area, Area(row, column, row, column)) for area in merged)
        if isinstance(value, (str, float, int)) and row not in left and not is_merged:
            filled[row, column] = _plain(value)
    return filled


def _says(cell: Cell, field: str, value: Value) -> bool:
    """Whether a cell needs no typing, because it says so already."""
    if value is None:
        return is_blank(cell)
    if field == "player":
        return cell == value
    reader = {"round": cells.round_name, "table": cells.table_name, "seat": cells.place}[field]
    wanted = cells.round_name(value).value if field == "round" else value
    found = reader(cell).value
    return found is not None and str(found) == str(wanted)


def _typed(round: str, listed: _Listed, results: Results) -> Value:
    """A round as the organizer types it: as in this round's own rows, else as the last one."""
    column = listed.form.shared.get("round")
    if column is None:
        return None  # the name of the sheet says it
    typed = [
        (cell, cells.round_name(cell).value)
        for row in range(listed.table.last_row, listed.form.row, -1)
        if (row, column) not in listed.block.metadata.formulas
        and isinstance(cell := cell_at(listed.block, row, column), (str, int, float))
    ]
    for cell, name in typed:
        if name == round and isinstance(cell, (str, int, float)):
            return _plain(cell)
    if not round.isdecimal():
        return CHOICES[round](results.language or results.settings.language or "en")
    for cell, name in typed:
        if isinstance(name, str) and name.isdecimal():
            return re.sub(r"0*[1-9]\d*", round, cell, count=1) if type(cell) is str else int(round)
    return int(round)


def _plain(value: str | float) -> str | int | float:
    """A whole number without a decimal point, as it is typed."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def round_title(round: str) -> Name:
    """``Round 2``, ``Final``."""
    word = RESULTS_COLUMNS["round"]
    if not round.isdecimal():
        return CHOICES[round]
    return Name({language: f"{one} {round}" for language, one in word.spellings.items()})


def seed_edits(workbook: Workbook, results: Results, round: str, seed: str) -> SheetEdits | None:
    """The seed beside the key of the round: over the one that is there, else below all keys.

    It is typed as text, since a spreadsheet rounds long numbers. None without a Tournament sheet.
    """
    sheet = results.origin.settings[0]
    # Without such a sheet the name is only what it would be called.
    if results.origin.is_read(sheet) or sheet not in {info.name for info in workbook.sheets}:
        return None
    block = workbook.load(sheet)
    key = block.start[1]
    known = {folded(word) for name in TOURNAMENT_KEYS.values() for word in name}
    last = block.start[0] - 1
    changes: dict[tuple[int, int], Value] = {}
    for row in range(block.start[0], block.start[0] + len(block.rows)):
        cell = cell_at(block, row, key)
        drawn = draw_round(cell)
        if drawn == round:
            changes = {(row, key + 1): seed}
            break
        if drawn or (isinstance(cell, str) and folded(cell).rstrip(": ") in known):
            last = row
    if not changes:
        free = next(row for row in count(last + 1) if _is_free(block, row, key))
        language = _language(block) or results.language or results.settings.language or "en"
        word = int(round) if round.isdecimal() else CHOICES[round](language)
        changes = {(free, key): f"{DRAW(language)} {word}", (free, key + 1): seed}
    return SheetEdits(sheet, cell_edits(workbook.source, block, changes))


def _is_free(block: Block, row: int, key: int) -> bool:
    """Whether key and value can go into a row."""
    pair = Area(row, key, row, key + 1)
    return not any(overlap(area, pair) for area in block.metadata.merged) and all(
        is_blank(cell_at(block, row, column)) and (row, column) not in block.metadata.formulas
        for column in (key, key + 1)
    )


def _language(block: Block) -> str | None:
    """The language that most keys are in, None for neither."""
    keys = [row[0].rstrip(": ") for row in block.rows if row and isinstance(row[0], str)]
    return language_of(keys, TOURNAMENT_KEYS.values())
