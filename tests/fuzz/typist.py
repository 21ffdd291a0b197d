"""A tournament on its way into a workbook: what was meant, where it stands, what is in doubt.

Each kind of border is a function that types something differently, or returns False where the
workbook has no room for it. A `legitimate` kind must be read right; after a `doubtful` one the
standings are right or a finding names a cell of what went wrong.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.fuzz.typed import Draft, Line, typed, write
from tests.oracle.intended import intended
from tests.support.books import Formula, Sheet
from xlscore.workbook.vocabulary import CHOICES, PLAYERS_COLUMNS, RESULTS_COLUMNS, SHEETS

CELLS, COLUMNS, LINES, STRUCTURE, HEADINGS, BOOK = range(6)
"""When a kind acts: cells are changed before columns are added, lines moved, sheets made."""


@dataclass
class Typing(Draft):
    """A draft of what was meant; `lines` hold it as typed."""

    kinds: list[Kind] = field(default_factory=list)
    per_round: bool = False
    """A sheet for each round."""
    semi_finals_apart: bool = False
    """Each on a sheet of its own, where rounds have theirs."""
    suspects: set[int] = field(default_factory=set)
    """Records whose cells do not say what was meant."""
    suspect_list: bool = False
    """Whether a heading is what misleads."""
    structure: bool = False
    """Whether lines must stay where they are, because one tells what the next leaves out."""
    separate: str | None = None
    """How a text file parts its cells."""

    @property
    def long(self) -> bool:
        return self.form == "long"

    @property
    def is_league(self) -> bool:
        return self.tournament.rule_set == "punktevergabe"

    def says(self, english: str, german: str) -> str:
        return german if self.language == "de" else english

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def has(self, *names: str) -> bool:
        """Whether one of these kinds is in it already."""
        return any(kind.name in names for kind in self.kinds)

    def some(self, name: str, percent: int = 30, **wanted: object) -> list[int]:
        """Some records with a value in this field, at least one if there is any."""
        known = [
            number
            for number, row in enumerate(self.records)
            if row.get(name) is not None
            and (number, name) in self.places
            and all(row[key] == value for key, value in wanted.items())
        ]
        picked = [number for number in known if self.chance(percent)]
        return picked or (self.random.sample(known, 1) if known else [])

    def column(self, name: str) -> int | None:
        """The column of a field that has one for all rows."""
        heading = RESULTS_COLUMNS[name](self.language)
        return self.lines[0].index(heading) if heading in self.lines[0] else None

    def games(self) -> list[list[int]]:
        """The records of each game, in the order of their rows."""
        found: dict[Any, list[int]] = {}
        for number, row in enumerate(self.records):
            key = tuple(row[name] for name in ("round", "date", "table"))
            found.setdefault((*key, None if row["round"] else row["game"]), []).append(number)
        return list(found.values())

    def game_of(self, record: int) -> list[int]:
        return next(game for game in self.games() if record in game)

    def played(self) -> list[list[int]]:
        """The games with points, of the preliminary rounds first."""
        return [game for game in self.games() if self.records[game[0]]["vp"] is not None]

    def blank(self, **values: object) -> Line:
        """A line of the long form for nobody, with these fields."""
        line: list[Any] = [None] * len(self.lines[0])
        for name, value in values.items():
            column = self.column(name)
            if column is not None:
                line[column] = value
        return Line(line, set())

    def add_column(self, heading: object, values: dict[int, object]) -> int:
        """One more column behind the others; its number. `values` are by record."""
        column = max(map(len, self.lines))
        for line in self.lines:
            line += [None] * (column - len(line))
            line.append(next((values[one] for one in sorted(line.records) if one in values), None))
        self.lines[0][column] = heading
        return column

    def blocks(self) -> list[tuple[int, int]]:
        """First and last line of each game, in the long form, as long as nothing was moved."""
        found: list[tuple[int, int]] = []
        for game in self.games():
            numbers = [n for n, line in enumerate(self.lines) if line.records & set(game)]
            found.append((min(numbers), max(numbers)))
        return found

    def table_of(self, record: int) -> int | str:
        """A record's table as it is typed."""
        table: str = self.records[record]["table"]
        return int(table) if table.isdigit() else table

    def in_blocks(self) -> bool:
        """Whether the rows of each game stand together, each of them once."""
        return self.long and all(
            last - first + 1 == len(game)
            for game, (first, last) in zip(self.games(), self.blocks(), strict=True)
        )

    def players_sheet(self) -> list[list[Any]]:
        """The Players sheet, made if there is none; its headings first."""
        name = SHEETS["players"](self.language)
        if name not in self.sheets:
            people = dict.fromkeys(row["player"] for row in self.records)
            heading = PLAYERS_COLUMNS["player"](self.language)
            self.sheets[name] = [[heading], *([one] for one in people)]
        rows = self.sheets[name]
        assert isinstance(rows, list)
        return rows

    def suspect(self, *records: int) -> bool:
        self.suspects.update(records)
        return True


class Kind(NamedTuple):
    """One kind of border; of each `group` a workbook has one at most."""

    name: str
    legitimate: bool
    phase: int
    group: str
    act: Callable[[Typing], bool]


KINDS: list[Kind] = []


def legitimate(phase: int, group: str = "") -> Callable[[Callable[[Typing], bool]], Kind]:
    """Registers a kind that every reader must take for what it is."""
    return _kind(True, phase, group)


def doubtful(phase: int, group: str = "doubt") -> Callable[[Callable[[Typing], bool]], Kind]:
    """Registers a kind that may be named instead of being read."""
    return _kind(False, phase, group)


def _kind(
    is_legitimate: bool, phase: int, group: str
) -> Callable[[Callable[[Typing], bool]], Kind]:
    def register(act: Callable[[Typing], bool]) -> Kind:
        kind = Kind(act.__name__, is_legitimate, phase, group or act.__name__, act)
        KINDS.append(kind)
        return kind

    return register


def as_typed(name: str, value: Any, language: str, _: Random) -> Any:
    """A value in the cell that a careful person types."""
    if value is None or value is False:
        return None
    if name == "winner":
        return "x"
    if name == "round" and value in ("semi-final", "final"):
        return {"semi-final": CHOICES["semi-final"], "final": CHOICES["final"]}[value](language)
    if name in ("round", "table") and value.isdigit():
        return int(value)
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value


def typed_up(seed: int, only: str | None = None) -> Typing:
    """The typing of a seed, with some kinds of border; `only` asks for one kind alone."""
    random = Random(f"border {seed}")
    draft = typed(intended(random), random, Typing, as_typed)
    draft.calculated = True
    for kind in _chosen(random, only):
        if kind.act(draft):
            draft.kinds.append(kind)
    return draft


def _chosen(random: Random, only: str | None) -> list[Kind]:
    """Up to four kinds, at most one of them doubtful, in the order in which they act."""
    if only:
        return [kind for kind in KINDS if kind.name == only]
    fine = [kind for kind in KINDS if kind.legitimate]
    wrong = [kind for kind in KINDS if not kind.legitimate]
    picked = random.sample(fine, random.choice((1, 1, 2, 2, 3)))
    if random.randrange(2):
        picked.append(random.choice(wrong))
    groups = {kind.group: kind for kind in picked}
    return sorted(groups.values(), key=lambda kind: kind.phase)


# Written, and where everything stands then


class Place(NamedTuple):
    """Where something stands in the file: sheet, row, first and last column, from 0."""

    sheet: str
    row: int
    columns: tuple[int, int]


def written(draft: Typing, folder: Path) -> Path:
    """The workbook as a file."""
    if draft.separate:
        return _text_file(draft, folder)
    if not draft.per_round:
        return write(draft, folder)
    first, *others = _sheets(draft)
    draft.title, lines, whole = first[0], first[1], draft.lines
    for title, more in others:
        draft.sheets[title] = Sheet([list(line) for line in more])
    draft.lines = lines
    path = write(draft, folder)
    draft.lines = whole
    return path


def _sheets(draft: Typing) -> list[tuple[str, list[Line]]]:
    """Title and lines of the sheets of results."""
    if not draft.per_round:
        return [(draft.title, draft.lines)]
    rounds: dict[tuple[str, str], list[Line]] = {}
    current = ("", "")
    for line in draft.lines[1:]:
        for record in line.records:
            name, table = draft.records[record]["round"], draft.records[record]["table"]
            apart = draft.semi_finals_apart and name == "semi-final"
            current = name, f" {table}" if apart else ""
        rounds.setdefault(current, [draft.lines[0]]).append(line)
    return [(_title(draft, name) + which, lines) for (name, which), lines in rounds.items()]


def _title(draft: Typing, name: str) -> str:
    named = as_typed("round", name, draft.language, draft.random)
    return named if isinstance(named, str) else draft.says(f"Round {name}", f"Runde {name}")


def places_of(draft: Typing, records: set[int]) -> Iterator[Place]:
    """Where these records stand; of a row that holds several, the cells of each."""
    for title, lines in _sheets(draft):
        top, left = draft.start if lines is draft.lines else (0, 0)
        for number, line in enumerate(lines):
            for record in line.records & records:
                columns = (0, len(line) - 1)
                if draft.form == "by-player":
                    columns = _group_of(draft, record)
                yield Place(title, number + top, (columns[0] + left, columns[1] + left))
                if draft.form == "by-player":
                    name = draft.places[record, "player"][1] + left
                    yield Place(title, number + top, (name, name))


def _group_of(draft: Typing, record: int) -> tuple[int, int]:
    columns = [
        place[1]
        for (number, name), place in draft.places.items()
        if number == record and name != "player"
    ]
    return min(columns), max(columns)


def headings(draft: Typing) -> Iterator[Place]:
    """Where the headings of the results stand."""
    for title, lines in _sheets(draft):
        top, left = draft.start if lines is draft.lines else (0, 0)
        yield Place(title, top, (left, left + len(lines[0]) - 1))


def _text_file(draft: Typing, folder: Path) -> Path:
    """The results alone, as programs save or send them."""
    encoding = draft.random.choice(("utf-8", "utf-8-sig", "utf-16"))
    comma = draft.separate == ";" and draft.language == "de"

    def cell(value: object) -> str:
        value = value.value if isinstance(value, Formula) else value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, date):
            return f"{value:%d.%m.%Y}" if comma else f"{value:%Y-%m-%d}"
        text = "" if value is None else str(value)
        return text.replace(".", ",") if comma and isinstance(value, float) else text

    made = io.StringIO()
    writer = csv.writer(made, delimiter=draft.separate or ",")
    width = max(map(len, draft.lines))
    for line in draft.lines:
        writer.writerow([cell(value) for value in [*line, *[None] * (width - len(line))]])
    path = folder / ("book.tsv" if draft.separate == "\t" else "book.csv")
    path.write_bytes(made.getvalue().encode(encoding))
    if not draft.options:
        draft.options += ["--rules", draft.tournament.rule_set]
    if draft.tournament.scenario:
        draft.options += ["--scenario", draft.tournament.scenario]
    return path
