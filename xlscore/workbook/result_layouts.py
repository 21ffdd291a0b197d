"""The three forms results are typed in, read as one: a row per player and game.

Long: a row per player and game. By game: a row per game, with a group of columns per seat
(Player 1, VP 1, Player 2, ...). By player: a row per player, with a group of columns per round
(Table 1, VP 1, Table 2, ..., Table SF, VP SF, Table F, VP F). Whatever the form, each seat has an
id: the sheet's row and the group, in one number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Union

from ..rules.model import KNOCK_OUT
from .block import Area, Block, Cell, is_empty
from .cells import is_blank
from .columns import raw_column
from .folding import folded
from .headers import (
    Columns,
    Found,
    Meaning,
    Meanings,
    chosen,
    end_of_list,
    found_in,
    language_of_headings,
)
from .vocabulary import (
    RESULTS_COLUMNS,
    RESULTS_SYNONYMS,
    ROUND_WORDS,
    SEAT_OR_PLACE,
    VALUES,
    WEAK_SYNONYMS,
    meaning,
)

KNOWN = Columns({**RESULTS_COLUMNS, "position": SEAT_OR_PLACE}, RESULTS_SYNONYMS, WEAK_SYNONYMS)
CONTENT = ("player", "vp", "place")
"""A seat with any of these says something; any other seat is unused."""
_LONG, _BY_GAME, _BY_PLAYER = "long", "by-game", "by-player"
_SHARED = {
    _BY_GAME: ("round", "table", "game", "factor", "date", "winner", "reason"),
    _BY_PLAYER: ("player", "first_name", "last_name", "bonus", "reason"),
}
"""What one cell can say for all seats of a sheet row. Any other column beside the groups, such as
the rank and the sum of an archive, means nothing here."""
_NAMED = "|".join(word for name in KNOCK_OUT for word in VALUES[name])
_GROUPED = re.compile(
    rf"(?P<word>.+?)(?:[\s_.#(-]+(?:{'|'.join(ROUND_WORDS)})(?=[\s.\d]))?"
    rf"(?:[\s_.#(-]*0*(?P<number>\d{{1,3}})|[\s_.#(-]+(?P<name>{_NAMED}))\)?"
)
_LONGEST_HEADING = 60


class Form(NamedTuple):
    """How the results lie on a sheet; rows and columns count from 0.

    `shared` are the columns that hold for a whole sheet row, `groups` those of each seat or
    round; the long form has one group without columns. `rounds` names the round of each group
    by player, and is empty otherwise. `doubled` lists fields with
    several equally good columns, `weak` those read from a heading that counts only for want of a
    better one.
    """

    kind: str
    sheet: str
    row: int
    end: int
    shared: Mapping[str, int]
    groups: tuple[Mapping[str, int], ...]
    rounds: tuple[str, ...]
    language: str | None
    doubled: Mapping[str, tuple[int, ...]]
    weak: tuple[str, ...]
    stray: tuple[int, ...] = ()
    """Columns headed like results of a group that names nobody, or no table."""
    positions: tuple[int, ...] = ()
    """Columns headed Position: seats where Place is filled, else nobody can tell."""
    numbers: tuple[str, ...] = ()
    """What the heading of each group ends in."""
    called: Mapping[str, Union[str, date]] = {}
    """What the name of the sheet says of all its seats: the round or the date."""

    @property
    def fields(self) -> frozenset[str]:
        """What the form has a column for, the round of a heading included."""
        named = {field for group in self.groups for field in group}
        rounds = ("round",) if self.rounds else ()
        return frozenset({*self.shared, *named, *rounds, *self.called})

    @property
    def seat_ids(self) -> range:
        """The ids of all seats, in the order of rows and groups."""
        return self._seat_ids(self.row + 1, self.end)

    @property
    def by_game(self) -> bool:
        """Whether a sheet row is one game and each group one seat."""
        return self.kind == _BY_GAME

    @property
    def by_player(self) -> bool:
        """Whether a sheet row is one player and each group one round."""
        return self.kind == _BY_PLAYER

    def _seat_ids(self, first: int, last: int) -> range:
        width = len(self.groups)
        return range(first * width, (last + 1) * width)

    def first_seat_id(self, row: int) -> int:
        """The id of the first seat in a row of the sheet."""
        return row * len(self.groups)

    def sheet_row(self, seat_id: int) -> int:
        """The row of the sheet that a seat stands in."""
        return seat_id // len(self.groups)

    def column(self, seat_id: int, field: str | None) -> int | None:
        """The column of a field of a seat, None where it has none."""
        group = self.groups[seat_id % len(self.groups)]
        return group.get(field or "", self.shared.get(field or ""))

    def area(self, seat_id: int, field: str | None = None) -> Area:
        """The cell of a field of a seat; the round's heading; or everything the seat has."""
        row, column = self.sheet_row(seat_id), self.column(seat_id, field)
        if column is not None:
            return Area(row, column, row, column)
        group = self.groups[seat_id % len(self.groups)]
        columns = (group or self.shared).values()
        if field == "round" and self.rounds:
            row = self.row
        return Area(row, min(columns), row, max(columns))

    def heading(self, field: str | None) -> Area:
        """The heading of a field, or the header row."""
        columns = [*self.shared.values(), *(one for group in self.groups for one in group.values())]
        named = self.shared.get(field or "", self.groups[0].get(field or ""))
        if named is not None:
            columns = [named]
        return Area(self.row, min(columns), self.row, max(columns))

    def game(self, seat_ids: tuple[int, ...], field: str | None = None) -> Iterator[Area]:
        """The cells of a game, or one field of them: neighbouring rows as one area.

        By player, where a game's seats stand in rows far apart, each seat by itself.
        """
        if self.by_player:
            for seat_id in seat_ids:
                yield self.area(seat_id, field)
            return
        width = self.heading(field)
        rows = sorted({self.sheet_row(seat_id) for seat_id in seat_ids})
        first = 0
        for number, row in enumerate(rows):
            if number + 1 == len(rows) or rows[number + 1] != row + 1:
                yield Area(rows[first], width.first_column, row, width.last_column)
                first = number + 1

    def cells(self, fetch: Callable[[int], Sequence[Cell]], field: str) -> list[Cell]:
        """The raw cells of a field, one per seat; `fetch` gives those of a column of the sheet."""
        width = len(self.groups)
        if field in self.shared:
            column = fetch(self.shared[field])
            return list(column) if width == 1 else [cell for cell in column for _ in range(width)]
        columns = [fetch(group[field]) if field in group else () for group in self.groups]
        height = max(map(len, columns))
        nothing: list[Cell] = [None] * height
        return [cell for row in zip(*(column or nothing for column in columns)) for cell in row]

    def filled(self, block: Block, first: int, last: int) -> dict[int, list[str]]:
        """The seats of some sheet rows that say something: seat_id -> which of CONTENT they have.

        A formula for a place is an archive's claim and says nothing (D8). By player, a row names
        its player once for all rounds: there only table, victory points or place say something.
        """
        told = ("table", "vp", "place") if self.by_player else CONTENT
        top, left = block.start
        rows = [
            row
            for row in range(max(first, top), min(last + 1, top + len(block.rows)))
            if not is_empty(block.rows[row - top])
        ]
        shown = block._replace(start=(0, left), rows=[block.rows[row - top] for row in rows])
        fields = [field for field in told if field in self.fields]
        columns = [
            self.cells(lambda column: raw_column(shown, column, 0, len(rows) - 1), field)
            for field in fields
        ]
        formulas = block.metadata.formulas
        filled = {}
        seat_ids = (seat_id for row in rows for seat_id in self._seat_ids(row, row))
        for seat_id, values in zip(seat_ids, zip(*columns)):
            has = [field for field, value in zip(fields, values) if not is_blank(value)]
            if "place" in has and formulas:
                column = self.column(seat_id, "place")
                if (self.sheet_row(seat_id), column) in formulas:
                    has.remove("place")
            if has:
                filled[seat_id] = has
        return filled


def find_form(block: Block) -> Form | None:
    """The first header row of results on a sheet, in whichever form; None where there is none."""
    meanings = KNOWN.meanings()
    grouped = _Grouped(meanings)

    def headed(row: Sequence[Cell], number: int) -> Form | None:
        found = found_in(row, block.start[1], meanings)
        groups = grouped.found_in(row, block.start[1])
        _number_the_first(found, groups)
        for one in (found, *groups.values()):
            _name_the_player(one)
        kind = _kind(found, groups)
        return None if kind is None else _form(block, number, kind, found, groups)

    for number, row in enumerate(block.rows, block.start[0]):
        form = headed(row, number)
        if form is not None and form.doubled:
            # Another list may stand beside the results, a column apart.
            apart = [one for run in _runs(row) if (one := headed(run, number)) is not None]
            return apart[0] if len(apart) == 1 else form
        if form is not None:
            return form
    return None


class Nearest(NamedTuple):
    """The row of a sheet that comes nearest to a header row of results.

    `columns` are those of its headings that are known, `filled` of all its cells.
    """

    row: int
    columns: Mapping[str, int]
    filled: Sequence[int]

    @property
    def area(self) -> Area:
        """The known headings and what stands between them."""
        return Area(self.row, min(self.columns.values()), self.row, max(self.columns.values()))


def nearest_headings(block: Block, least: int = 2) -> Nearest | None:
    """Of the rows of a sheet that has no results the one with most of their headings, `least` or
    more; None where there is none. One heading alone is no header row."""
    meanings = KNOWN.meanings()
    best: Nearest | None = None
    for number, row in enumerate(block.rows, block.start[0]):
        columns = chosen(found_in(row, block.start[1], meanings)).columns
        if len(columns) >= max(least, len(best.columns) + 1 if best else 0):
            cells = enumerate(row, block.start[1])
            filled = [column for column, cell in cells if not is_blank(cell)]
            if len(filled) > 1:
                best = Nearest(number, columns, filled)
    return best


def _runs(row: Sequence[Cell]) -> Iterator[list[Cell]]:
    """The row once for each run of cells without a gap, with nothing but that run."""
    start = None
    for column, cell in enumerate((*row, None)):
        if is_blank(cell) and start is not None:
            yield [None] * start + list(row[start:column])
            start = None
        elif not is_blank(cell) and start is None:
            start = column


class _Grouped(dict[str, Union["tuple[str, Meaning]", None]]):
    """What a cell's text means as the heading of a group: "VP 1" is ``"vp"`` of group ``"1"``."""

    def __init__(self, meanings: Meanings) -> None:
        super().__init__()
        self._meanings = meanings

    def __missing__(self, text: str) -> tuple[str, Meaning] | None:
        match = _GROUPED.fullmatch(folded(text)) if len(text) <= _LONGEST_HEADING else None
        heading = self._meanings[match["word"]] if match else None
        found = None
        if match and heading:
            number, name = match["number"], match["name"]
            group = str(int(number)) if number else meaning(name, *KNOCK_OUT)
            found = (str(group), heading)
        self[text] = found
        return found

    def found_in(self, row: Sequence[Cell], first_column: int) -> dict[str, Found]:
        """The headings among the cells of a row, by group."""
        groups: dict[str, Found] = {}
        for column, cell in enumerate(row, first_column):
            grouped = self[cell] if type(cell) is str and cell else None
            if grouped:
                suffix, (goodness, field) = grouped
                group = groups.setdefault(suffix, {})
                group.setdefault(field, {}).setdefault(goodness, []).append(column)
        return groups


def _number_the_first(found: Found, groups: dict[str, Found]) -> None:
    """Give the first group its number where only the others have one.

    A table object does not take two equal headings: Excel makes Player, VP, Player, VP into
    Player, VP, Player2, VP2.
    """
    first = groups.get("1", {})
    # Beside Player 1 a column Table is every seat's, whatever Table 2 may be the title of.
    shared = _SHARED[_BY_GAME] if "player" in first else ()
    for field in groups.get("2", {}):
        if field in found and field not in first and field not in shared:
            first[field] = found.pop(field)
    if first and "1" not in groups:
        numbered = dict(groups)
        groups.clear()
        groups.update({"1": first, **numbered})


def _name_the_player(found: Found) -> None:
    """A column of last names is the player's where there is none of whole names; beside one, first
    and last names say nothing more."""
    if "last_name" in found:
        if "player" not in found:
            found["player"] = found.pop("last_name")
        else:
            found.pop("last_name")
            found.pop("first_name", None)


def _kind(found: Found, groups: Mapping[str, Found]) -> str | None:
    if {"player", "table"} <= set(found) and {"vp", "place"} & set(found):
        return _LONG
    scored = [set(group) for group in groups.values() if {"vp", "place"} & set(group)]
    if "table" in found and sum("player" in group for group in scored) > 1:
        return _BY_GAME
    if "player" in found and any("table" in group for group in scored):
        return _BY_PLAYER
    return None


def _form(block: Block, row: int, kind: str, found: Found, groups: Mapping[str, Found]) -> Form:
    needed = {_BY_GAME: "player", _BY_PLAYER: "table"}.get(kind)
    kept = {suffix: group for suffix, group in groups.items() if needed and needed in group}
    positions = [group.pop("position", {}) for group in (found, *kept.values())]
    if kind != _LONG:
        positions[0] = {}  # about a whole sheet row: a rank, perhaps
    if "bonus" not in found and not any("bonus" in group for group in kept.values()):
        for group in (found, *kept.values()):
            group.pop("reason", None)
    for field in _SHARED.get(kind, ()):
        if field in found and not all(field in group for group in kept.values()):
            for group in kept.values():  # "Table 3" beside Table is a title of something else
                group.pop(field, None)
    grouped = [chosen(group) for group in kept.values()]
    # What a group has a column of its own for is not shared.
    own = {field for one in grouped for field in one.columns}
    common = set(_SHARED.get(kind, RESULTS_COLUMNS)) - own
    shared = chosen({field: columns for field, columns in found.items() if field in common})
    best = [shared, *grouped]
    columns = [column for one in best for column in one.columns.values()]
    doubled: dict[str, tuple[int, ...]] = {}
    for one in best:
        for field, twice in one.doubled.items():
            doubled[field] = (*doubled.get(field, ()), *twice)
    return Form(
        kind=kind,
        sheet=block.sheet,
        row=row,
        end=end_of_list(block, row, columns),
        shared=shared.columns,
        groups=tuple(one.columns for one in grouped) or ({},),
        rounds=tuple(kept) if kind == _BY_PLAYER else (),
        language=language_of_headings(block, row, columns, KNOWN),
        doubled=doubled,
        weak=tuple(dict.fromkeys(field for one in best for field in one.weak)),
        stray=_stray(groups, kept) if needed else (),
        positions=tuple(
            column for one in positions for columns in one.values() for column in columns
        ),
        numbers=tuple(kept),
    )


def _stray(groups: Mapping[str, Found], kept: Mapping[str, Found]) -> tuple[int, ...]:
    """Columns of victory points or places in a group that lacks its player or table.

    Their heading may be mistyped, so they must not be left out in silence. Points are no
    victory points where other groups have better ones.
    """
    scores = {min(group["vp"]) for group in kept.values() if "vp" in group}
    return tuple(
        sorted(
            column
            for suffix, group in groups.items()
            if suffix not in kept
            for field in ("vp", "place")
            for goodness, columns in group.get(field, {}).items()
            if field != "vp" or goodness <= max(scores, default=goodness)
            for column in columns
        )
    )
