"""A tournament as it is about to be typed into a workbook, and what is known about it.

Sins change a `Draft` and say what they leave certain; `write` makes a real file of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from xlsxwriter.utility import xl_col_to_name, xl_range

from samples.forms import Laid, by_game, by_player
from tests.oracle.comparison import rules_file
from tests.oracle.generator import generate
from tests.oracle.rules import Row, Tournament
from tests.oracle.sheets import games_rows, players_rows, tournament_rows, written
from tests.support.binary_books import binary_book
from tests.support.books import Rows, Sheet, workbook
from tests.support.old_books import old_book
from tests.support.open_books import open_book
from xlscore.workbook.block import ErrorCell, NoValue
from xlscore.workbook.vocabulary import CHOICES, RESULTS_COLUMNS, SHEETS

Area = tuple[int, int, int, int]
"""First row, first column, last row, last column, from 0 at the heading."""
NOTHING, TABLES, ALL = range(3)
"""How much is known of a draft: nothing, the tables no sin has touched, everything."""
MOST_ROWS = 60
WRITERS = {".xlsx": workbook, ".xls": old_book, ".xlsb": binary_book, ".ods": open_book}


class Line(list[Any]):
    """A row of the results; `records` are the numbers of the tournament's rows in it."""

    def __init__(self, cells: list[Any], records: set[int]) -> None:
        super().__init__(cells)
        self.records = records


@dataclass
class Draft:
    """A workbook before it is written."""

    random: Random
    tournament: Tournament
    language: str
    form: str
    fields: list[str]
    lines: list[Line]
    """Heading first."""
    places: dict[tuple[int, str], tuple[int, int]]
    """Where the field of a record stands (line, column), until lines are moved."""
    title: str
    sheets: dict[str, Rows | Sheet]
    start: tuple[int, int] = (0, 0)
    table: bool = False
    merged: list[Area] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    filtered: bool = False
    loose: dict[str, object] = field(default_factory=dict)
    """Cells anywhere on the sheet, by address."""
    date_1904: bool = False
    calculated: bool = False
    """Whether a spreadsheet program has calculated the formulas and says so."""
    extension: str = ".xlsx"
    options: list[str] = field(default_factory=list)
    sins: list[str] = field(default_factory=list)
    known: int = ALL
    touched: set[int] = field(default_factory=set)
    """Records that may say something else now."""
    spoilt: set[int] = field(default_factory=set)
    """Records that no reader can take for a result."""

    @property
    def records(self) -> list[Row]:
        return self.tournament.rows

    def at(self, record: int, name: str) -> Any:
        line, column = self.places[record, name]
        return self.lines[line][column]

    def put(self, record: int, name: str, value: object) -> None:
        line, column = self.places[record, name]
        self.lines[line][column] = value

    def any_record(self) -> int:
        return self.random.randrange(len(self.records))

    def any_line(self) -> int:
        """The number of a line below the heading."""
        return self.random.randrange(1, len(self.lines)) if len(self.lines) > 1 else 0

    def sharing(self, record: int, name: str) -> set[int]:
        """The records that the cell of one stands for: all of a game in a row by game."""
        place = self.places[record, name]
        return {one for one in self.lines[place[0]].records if self.places[one, name] == place}

    def touch(self, *records: int) -> None:
        self.touched.update(records)
        self.known = min(self.known, TABLES)

    def spoil(self, *records: int) -> None:
        self.spoilt.update(records)
        self.known = min(self.known, TABLES)

    def nothing_is_sure(self) -> None:
        self.known = NOTHING

    def results(self) -> Sheet:
        top, left = self.start
        rows: list[list[Any]] = [list(line) for line in self.lines]
        width = max(map(len, rows))
        rows = [row + [None] * (width - len(row)) for row in rows]
        merged = [xl_range(a + top, b + left, c + top, d + left) for a, b, c, d in self.merged]
        end = f"{xl_col_to_name(left + width - 1)}{top + len(rows)}"
        return Sheet(
            rows,
            start=self.start,
            table="tblResults" if self.table and self._may_be_table(rows) else None,
            merged=merged,
            hidden=sorted(row + top for row in self.hidden),
            filter=f"{xl_col_to_name(left)}{top + 1}:{end}" if self.filtered else None,
            loose=self.loose,
        )

    def _may_be_table(self, rows: list[list[Any]]) -> bool:
        names = [name.casefold() for name in rows[0] if isinstance(name, str) and name.strip()]
        distinct = len(set(names)) == len(rows[0])
        return distinct and len(rows) > 1 and not self.merged and not self.filtered


AnyDraft = TypeVar("AnyDraft", bound=Draft)


def drafted(seed: int) -> Draft:
    """The tournament of a seed, small, typed without any sin in any form and language."""
    random = Random(f"draft {seed}")
    number = random.randrange(1 << 30)
    tournament = generate(number)
    while len(tournament.rows) > MOST_ROWS:
        number += 1
        tournament = generate(number)
    return typed(tournament, random, Draft, written)


def typed(
    tournament: Tournament,
    random: Random,
    kind: type[AnyDraft],
    as_cell: Callable[[str, Any, str, Random], Any],
) -> AnyDraft:
    """A tournament in any form and language, each value in the cell that `as_cell` makes of it."""
    language = random.choice(("en", "de"))
    fields = _fields(tournament, random)
    form, laid = _laid(tournament, fields, language, random)
    lines = [Line(cells, set()) for cells in laid.rows]
    for (record, name), (line, column) in laid.cells.items():
        lines[line].records.add(record)
        value = tournament.rows[record].get(name)
        lines[line][column] = as_cell(name, value, language, random)
    sheets: dict[str, Rows | Sheet] = {
        SHEETS["tournament"](language): tournament_rows(tournament, language)
    }
    if tournament.players:
        sheets[SHEETS["players"](language)] = players_rows(tournament, language, random)
    if tournament.games:
        sheets[SHEETS["games"](language)] = games_rows(tournament, language, random)
    title = SHEETS["results"](language)
    draft = kind(random, tournament, language, form, fields, lines, laid.cells, title, sheets)
    if rules := rules_file(tournament):
        draft.options += ["--rules", str(rules)]
    return draft


def _fields(tournament: Tournament, random: Random) -> list[str]:
    """The columns that are used or needed, in any order."""
    needed = {"vp", "table", "player"} | ({"round"} if tournament.rows[0]["round"] else set())
    used = [
        name
        for name in RESULTS_COLUMNS
        if name in needed or any(row.get(name) not in (None, False) for row in tournament.rows)
    ]
    return random.sample(used, len(used)) if random.randrange(2) else used


def _laid(
    tournament: Tournament, fields: list[str], language: str, random: Random
) -> tuple[str, Laid]:
    def heading(name: str, group: str) -> str:
        group = {"semi-final": "SF", "final": CHOICES["final"](language)}.get(group, group)
        return f"{RESULTS_COLUMNS[name](language)} {group}".strip()

    form = random.choice(("long", "long", "by-game", "by-player"))
    rows = tournament.rows
    if form == "by-game":
        return form, by_game(rows, fields, heading)
    seats = {(row["round"], row["player"]) for row in rows}
    if form == "by-player" and "round" in fields and len(seats) == len(rows):
        return form, by_player(rows, fields, heading)
    cells = {
        (number, name): (number + 1, column)
        for number in range(len(rows))
        for column, name in enumerate(fields)
    }
    empty = [[None] * len(fields) for _ in rows]
    return "long", Laid([[heading(name, "") for name in fields], *empty], cells)


def write(draft: Draft, folder: Path) -> Path:
    """The draft as a file in a folder; its sheets come in any order."""
    sheets = {**draft.sheets, draft.title: draft.results()}
    if draft.extension in (".xls", ".xlsb"):
        sheets = {name: _binary(sheet) for name, sheet in sheets.items()}
    names = draft.random.sample(list(sheets), len(sheets))
    path = folder / f"book{draft.extension}"
    in_order = {name: sheets[name] for name in names}
    if draft.extension == ".xlsx":
        return workbook(path, in_order, date_1904=draft.date_1904, calculated=draft.calculated)
    return WRITERS[draft.extension](path, in_order, date_1904=draft.date_1904)


def _binary(content: Rows | Sheet) -> Sheet:
    """What the binary formats can hold: no large integers, no formulas without a value."""
    sheet = content if isinstance(content, Sheet) else Sheet(content)

    def cell(value: object) -> object:
        if isinstance(value, NoValue):
            return ErrorCell("#N/A")
        return float(value) if isinstance(value, int) and abs(value) >= 1 << 29 else value

    rows = [[cell(value) for value in row] for row in sheet.rows]
    return replace(sheet, rows=rows, loose={at: cell(one) for at, one in sheet.loose.items()})
