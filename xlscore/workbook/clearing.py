"""The rows of the results without what is none of them: zeros of formulas, headings that come
again, rows of sums and averages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ..rules.exact import Number
from ..rules.model import NOTE, WARNING, Finding, Location
from .block import Block, Cell, ErrorCell, LostText, is_empty
from .cells import is_blank, victory_points
from .columns import raw_column
from .fill_down import FILLED
from .folding import folded
from .headers import cell_at
from .result_layouts import KNOWN, Form
from .vocabulary import is_total, is_value

_ZERO_IS_EMPTY = frozenset(
    ("player", "first_name", "table", "round", "game", "date", "factor", "vp")
)
_ZERO_DAYS = (date(1899, 12, 30), date(1899, 12, 31), date(1904, 1, 1))


def cleared(
    block: Block, form: Form, listed: Collection[str] = ()
) -> tuple[Block, tuple[Finding, ...]]:
    """The block with those cells and rows empty, and notes that name the rows.

    `listed` are the names of the Players sheet: whoever is called Schnitt there is no average.
    """
    return _without_other_rows(_without_zeros(block, form), form, listed)


# Zeros of formulas


def _without_zeros(block: Block, form: Form) -> Block:
    """A formula that links to an empty cell shows 0, which nobody typed.

    Beside points that somebody made it may as well be a name that the file has lost.
    """
    fields = {
        column: field
        for named in (form.shared, *form.groups)
        for field, column in named.items()
        if field in _ZERO_IS_EMPTY
    }
    zeros: dict[int, list[int]] = {}
    for row, column in block.metadata.formulas:
        if column in fields and form.row < row and _is_zero(cell_at(block, row, column)):
            zeros.setdefault(row, []).append(column)
    if not zeros:
        return block
    rows = list(block.rows)
    top, left = block.start
    for row, columns in zeros.items():
        cells = list(rows[row - top])
        for column in columns:
            cells[column - left] = None
        for column in columns:
            if fields[column] == "player" and _has_points(form, column, cells, left):
                cells[column - left] = LostText()
        rows[row - top] = cells
    return block._replace(rows=rows)


def _is_zero(cell: Cell) -> bool:
    if isinstance(cell, (datetime, date)):
        day = cell.date() if isinstance(cell, datetime) else cell
        return day in _ZERO_DAYS
    if isinstance(cell, (time, timedelta)):
        return cell in (time(), timedelta())
    return isinstance(cell, (int, float, Fraction)) and cell == 0 and not isinstance(cell, bool)


def _says_zero(cell: Cell) -> bool:
    return _is_zero(cell) or (isinstance(cell, str) and cell.strip() == "0")


def _has_points(form: Form, player: int, cells: Sequence[Cell], left: int) -> bool:
    """Whether a row says points of whoever stands in that column."""
    named = [group for group in form.groups if group.get("player") == player] or [
        form.shared,
        *form.groups,
    ]
    columns = [one["vp"] - left for one in named if "vp" in one]
    points = [victory_points(cells[place]).value for place in columns if place < len(cells)]
    return any(isinstance(one, (int, Fraction)) and one > 0 for one in points)


# Rows that are nobody's


def _without_other_rows(
    block: Block, form: Form, listed: Collection[str]
) -> tuple[Block, tuple[Finding, ...]]:
    """Headings that come again, rows of sums and averages, and rows of nothing but zeros, as links
    to empty cells leave them where a text file keeps no formulas.

    Such a row has a word for it and no player; or the word stands where a player would, beside
    points that are none of a player's. Cells outside the list decide nothing.
    """
    players = [named["player"] for named in (form.shared, *form.groups) if "player" in named]
    first, last = form.row + 1, block.start[0] + len(block.rows) - 1
    names = [raw_column(block, column, first, last) for column in players]
    others = _OtherRows(block, form, listed, set(chain.from_iterable(names)))
    if not others.telling:
        return block, ()  # nearly every sheet is full of players
    for number, own in enumerate(zip(*names), first):
        if not others.telling.isdisjoint(own):
            others.sort(number, own)
    totals = others.all_totals()
    doubtful = list(filter(others.may_play, totals))
    rows = list(block.rows)
    for number in (*others.headings, *totals, *others.unused):
        offset = number - block.start[0]
        rows[offset] = (None,) * len(rows[offset])
    found = (
        ("headings-repeated", NOTE, others.headings),
        ("totals-ignored", NOTE, sorted(set(totals).difference(doubtful))),
        ("total-or-player", WARNING, sorted(doubtful)),
    )
    return block._replace(rows=rows), tuple(
        Finding(
            code,
            level,
            {"count": len(one)},
            tuple(Location("row", form.first_seat_id(r)) for r in one),
        )
        for code, level, one in found
        if one
    )


class _OtherRows:
    """The rows of a list that are none of the results, as far as it has been gone through.

    `names` are all cells in the columns of players; `telling` those of them that stand in any
    row but a player's: words for a sum or headings, nothing, zeros.
    """

    def __init__(
        self, block: Block, form: Form, listed: Collection[str], names: Collection[Cell]
    ) -> None:
        self._block = block
        self._look = _Look(block, form, listed)
        self._words = {one for one in names if isinstance(one, str) and self._look.is_word(one)}
        self._blanks = {one for one in names if is_blank(one) or isinstance(one, LostText)}
        self._zeros = {one for one in names if _says_zero(one)}
        self.telling: set[Cell] = {*self._words, *self._blanks, *self._zeros}
        self.headings: list[int] = []
        self.unused: list[int] = []
        self._totals: list[int] = []
        self._words_of_sums: dict[int, list[str]] = {}
        """Rows that add up and have the word where a player would stand."""
        self._certain: set[int] = set()
        """Those of them whose points are the sum of what stands above."""
        self._playing: set[str] = set()
        """Words for a sum that are players' names, as far as their rows tell."""
        self._end = form.row
        """The last row of headings or sums: what adds up, adds up the rows below it."""

    def sort(self, number: int, own: Sequence[Cell]) -> None:
        """Look at the next row; `own` are its cells in the columns of players."""
        row = self._block.rows[number - self._block.start[0]]
        words = [one for one in own if one in self._words and isinstance(one, str)]
        if not words and not self._blanks.issuperset(own):
            if not self._zeros.isdisjoint(own) and self._look.says_zero(row):
                self.unused.append(number)
        elif is_empty(row) or number in self._block.metadata.totals_rows:
            return
        elif not words:
            if self._look.says_total(row) or self._look.is_bare_formula(number):
                self._totals.append(number)
                self._end = number
        elif self._look.is_heading(row):
            self.headings.append(number)
            self._end = number
        elif self._adds_up(number, own, words[0]):
            self._words_of_sums[number] = words
            if self._look.is_sum(number, self._end):
                self._certain.add(number)
            self._end = number
        else:
            self._playing.update(map(folded, words))

    def _adds_up(self, number: int, own: Sequence[Cell], word: str) -> bool:
        """Whether a row with a word for a sum is one, and nobody's who is called so."""
        if not all(one in self._words or one in self._blanks for one in own):
            return False
        if self._look.names_no_game(number) or self._look.adds_up(number, self._end, word):
            return True
        below_a_sum = number - 1 in self._words_of_sums or number - 1 in self._totals[-1:]
        return below_a_sum and self._look.begins_no_game(number)

    def all_totals(self) -> list[int]:
        """The rows of sums; who plays elsewhere has a seat also where nothing has been played."""
        return self._totals + [
            number
            for number in self._words_of_sums
            if number in self._certain
            or not (self.may_play(number) and self._look.may_be_a_seat(number))
        ]

    def may_play(self, number: int) -> bool:
        """Whether the words of a row of sums are names of players elsewhere."""
        words = self._words_of_sums.get(number)
        return words is not None and self._playing.issuperset(map(folded, words))


class _Above(NamedTuple):
    """The numbers in a column above a row, as far as some row."""

    total: Number
    number: int


class _Look:
    """What a row of a list is, that is no player's."""

    def __init__(self, block: Block, form: Form, listed: Collection[str]) -> None:
        self._block = block
        self._form = form
        self._listed = set(map(folded, listed))
        self._left = block.start[1]
        fields = [
            (column, field)
            for named in (form.shared, *form.groups)
            for field, column in named.items()
        ]
        self._fields = dict(fields)
        self._meanings = KNOWN.meanings()
        self._headings = {
            column: folded(str(cell_at(block, form.row, column))) for column in self._fields
        }
        self._points = [column for column, field in fields if field == "vp"]
        table = form.shared.get("table")
        self._tables = [
            area
            for area in block.metadata.merged
            if table is not None and area.first_column <= table <= area.last_column
        ]

    def is_word(self, name: str) -> bool:
        """Whether a name may be the heading of its column, or a word for a sum."""
        if is_total(name):
            return folded(name) not in self._listed
        return any(
            self._is_heading(column, name)
            for column, field in self._fields.items()
            if field == "player"
        )

    def _is_heading(self, column: int, cell: Cell) -> bool:
        if not isinstance(cell, str):
            return False
        known = self._meanings[cell]
        return folded(cell) == self._headings[column] or (
            known is not None and known[1] == self._fields[column]
        )

    def _own(self, row: Sequence[Cell]) -> list[tuple[int, Cell]]:
        places = ((column, column - self._left) for column in sorted(self._fields))
        cells = [(column, row[place]) for column, place in places if place < len(row)]
        return [(column, cell) for column, cell in cells if not is_blank(cell)]

    def is_heading(self, row: Sequence[Cell]) -> bool:
        """Whether all that a row says are the headings of its columns, two of them or more."""
        own = self._own(row)
        return len(own) > 1 and all(self._is_heading(column, cell) for column, cell in own)

    def says_total(self, row: Sequence[Cell]) -> bool:
        """Whether a row without a player has a word for a sum among its own cells, or begins with
        one."""
        own = self._own(row)
        span = row[min(self._fields) - self._left : max(self._fields) - self._left + 1]
        first = next((cell for cell in span if not is_blank(cell)), None)
        return any(is_total(cell) for cell in (*(cell for _, cell in own), first))

    def says_zero(self, row: Sequence[Cell]) -> bool:
        """Whether a row says nothing but zeros, in two columns or more."""
        own = self._own(row)
        return len(own) > 1 and all(_says_zero(cell) for _, cell in own)

    def is_sum(self, row: int, above: int) -> bool:
        """Whether the points of a row are the sum of three or more above it; of two, where it does
        not say which game it is."""
        least = 2 if self.names_no_game(row) else 3
        return any(
            victory_points(cell_at(self._block, row, column)).value == one.total
            for column in self._points
            for one in self._blocks(row, above, column)
            if one.number >= least
        )

    def may_be_a_seat(self, row: int) -> bool:
        """Whether a row could be a seat of somebody who plays elsewhere: it has no points yet, or
        its game is forgotten."""
        is_open = all(is_blank(cell_at(self._block, row, column)) for column in self._points)
        return is_open or self.names_no_game(row)

    def names_no_game(self, row: int) -> bool:
        """Whether a row has nothing in the columns that say, in each row, which game it is."""
        return bool(self._keys) and all(
            is_blank(cell_at(self._block, row, column)) for column in self._keys
        )

    def begins_no_game(self, row: int) -> bool:
        """Whether a row has nothing in any column that says which game it is: below a row of sums,
        where every block is over, it is nobody's seat."""
        return bool(self._all_keys) and all(
            is_blank(cell_at(self._block, row, column)) for column in self._all_keys
        )

    def is_bare_formula(self, row: int) -> bool:
        """Whether a row names no game and has a formula for its points, right below typed ones."""
        formulas = self._block.metadata.formulas
        return self.names_no_game(row) and any(
            (row, column) in formulas
            and (row - 1, column) not in formulas
            and not is_blank(cell_at(self._block, row - 1, column))
            and not isinstance(cell_at(self._block, row, column), ErrorCell)
            for column in self._points
        )

    @cached_property
    def _all_keys(self) -> list[int]:
        """The columns of Round, Table, Game and Date; only where a row is one seat."""
        if self._form.by_game or self._form.by_player:
            return []
        return [column for column, field in self._fields.items() if field in FILLED]

    @cached_property
    def _keys(self) -> list[int]:
        """Those of them that are not filled at the top of a block only."""
        first, last = self._form.row + 1, self._form.end
        return [
            column
            for column in self._all_keys
            if any(map(_both_filled, *_neighbours(raw_column(self._block, column, first, last))))
        ]

    def adds_up(self, row: int, above: int, word: str) -> bool:
        """Whether the points of a row are none of a player's: empty, a formula among what is
        typed, or the sum, mean or count of the block above, which begins below row `above`."""
        formulas = self._block.metadata.formulas
        has_a_table = any(area.first_row <= row <= area.last_row for area in self._tables)
        for column, field in self._fields.items():
            cell = cell_at(self._block, row, column)
            if is_blank(cell) or is_total(cell):
                continue
            if field == "place" and (row, column) not in formulas:
                return False
            # By player a row of sums may well add up the tables, too.
            sums = self._form.by_player and (row, column) in formulas
            has_a_table = has_a_table or (field == "table" and not sums)
        for column in self._points:
            cell = cell_at(self._block, row, column)
            # Behind another row of sums nothing typed stands right above.
            typed_above = above == row - 1 or (row - 1, column) not in formulas
            if above == self._form.row == row - 1:  # nothing above at all, so what is below tells
                typed_above = (row + 1, column) not in formulas
            alone = (row, column) in formulas and typed_above
            if (is_blank(cell) or alone) and not has_a_table:
                continue
            value = victory_points(cell).value
            if not isinstance(value, (int, Fraction)) or not any(
                _is_made_of(value, one, word)
                for one in self._blocks(row, above, column)
                # With a table of its own it may be somebody's, unless it is a sum of several.
                if not has_a_table or (one.number > 2 and value == one.total)
            ):
                return False
        return True

    def _blocks(self, row: int, above: int, column: int) -> Iterator[_Above]:
        """The table right above, those above it one after the other, and all since `above`."""
        total: Number = 0
        count = 0
        for number in range(row - 1, above, -1):
            value = victory_points(cell_at(self._block, number, column)).value
            if isinstance(value, (int, Fraction)):
                total, count = total + value, count + 1
            begins = number - 1 == above or self._begins(number)
            if begins or is_blank(cell_at(self._block, number - 1, column)):
                yield _Above(total, count)

    def _begins(self, row: int) -> bool:
        """Whether a table begins in a row."""
        for field in FILLED:
            column = self._form.shared.get(field)
            if column is not None:
                here, before = (cell_at(self._block, one, column) for one in (row, row - 1))
                if not is_blank(here) and here != before:
                    return True
        return False


def _neighbours(cells: Sequence[Cell]) -> tuple[Sequence[Cell], Sequence[Cell]]:
    return cells[:-1], cells[1:]


def _both_filled(one: Cell, other: Cell) -> bool:
    return not any(is_blank(cell) or is_total(cell) for cell in (one, other))


def _is_made_of(value: Number, above: _Above, word: str) -> bool:
    """Whether a number is what the word says: the mean, or the sum or count of those above."""
    if above.number and is_value(word.rstrip(": "), "count"):
        return value == above.number
    if not above.number or not is_value(word.rstrip(": "), "average"):
        return value == above.total
    mean = Fraction(above.total) / above.number
    if value == mean or value.denominator == 1:
        return value == mean
    places = -int(Decimal(f"{float(value):.15g}").as_tuple().exponent)
    return abs(value - mean) <= Fraction(1, 2 * 10**places)
