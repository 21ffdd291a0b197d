"""The organizer's lists beside the results: Tournament, Players and Games sheets."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from ..rules.model import ERROR, NOTE, WARNING, Finding, GameKind, Location, Player, Settings
from . import cells
from .block import Area, Block, Cell
from .cells import CellResult, Reader
from .columns import raw_column, read_column
from .folding import folded
from .headers import Columns, cell_at, find_header, last_row
from .player_names import Roster, further_spellings, identity, signs_left_out, without_signs
from .vocabulary import (
    DRAW,
    GAMES_COLUMNS,
    PLAYERS_COLUMNS,
    PLAYERS_FURTHER,
    RESULTS_SYNONYMS,
    SCENARIOS,
    TOURNAMENT_KEYS,
    is_value,
    language_called,
    meaning,
)


class Listing(NamedTuple):
    """Where a list stands: sheet, header row, columns by field, the row of each entry."""

    sheet: str
    header: int
    columns: Mapping[str, int]
    rows: tuple[int, ...]

    def area(self, entry: int, field: str | None) -> Area:
        """The cell of a field of an entry, or the whole entry; entry -1 is the header."""
        row = self.header if entry < 0 else self.rows[entry]
        if field in self.columns:
            column = self.columns[field or ""]
            return Area(row, column, row, column)
        return Area(row, min(self.columns.values()), row, max(self.columns.values()))


def settings(block: Block) -> tuple[Settings, dict[str, Area], tuple[Finding, ...]]:
    """The Tournament sheet: keys in its first column, values in the next.

    Also where the values stand, and which of them say nothing.
    """
    keys = {folded(word): key for key, name in TOURNAMENT_KEYS.items() for word in name}
    values: dict[str, Cell] = {}
    areas: dict[str, Area] = {}
    draws: dict[str, str] = {}
    row, column = block.start
    for offset, line in enumerate(block.rows):
        drawn = draw_round(line[0]) if len(line) > 1 and not cells.is_blank(line[1]) else None
        if drawn:
            draws.setdefault(drawn, _typed(line[1]))
        key = keys.get(folded(line[0]).rstrip(": ")) if line and isinstance(line[0], str) else None
        if key and key not in values and len(line) > 1 and not cells.is_blank(line[1]):
            values[key] = line[1]
            areas[key] = Area(row + offset, column + 1, row + offset, column + 1)
    texts = {key: _typed(value) for key, value in values.items()}
    rounds = cells.place(values.get("rounds")).value
    scenario, language = texts.get("scenario"), texts.get("language")
    read = Settings(
        name=texts.get("name"),
        rule_set=texts.get("rule_set"),
        scenario=meaning(str(scenario), *SCENARIOS) or scenario,
        rounds=rounds if isinstance(rounds, int) else None,
        language=language_called(str(language)),
        draws=tuple(draws.items()),
        date=_day(cells.day(block.metadata.date_1904)(values.get("date")).value),
    )
    findings = tuple(
        Finding(
            f"{key}-invalid", WARNING, {"found": texts[key]}, (Location("settings", field=key),)
        )
        for key, value in (("rounds", read.rounds), ("language", read.language))
        if key in texts and value is None
    )
    return read, areas, findings


def _day(value: object) -> date | None:
    """A day, of whatever hour; a text that is none is for people."""
    return (
        value.date() if isinstance(value, datetime) else value if isinstance(value, date) else None
    )


def draw_round(key: Cell) -> str | None:
    """The round whose draw a key names: ``"2"`` for Draw 2, ``"final"`` for Auslosung Finale."""
    if not isinstance(key, str):
        return None
    word, _, rest = folded(key).rstrip(": ").partition(" ")
    found = cells.round_name(rest).value if word in map(folded, DRAW) else None
    return found if isinstance(found, str) else None


def _typed(cell: Cell) -> str:
    """What a cell of the Tournament sheet says, or shows where that is an error."""
    reading = cells.game_name(cell)
    return str(reading.values.get("found", "") if reading.value is None else reading.value)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def players(block: Block) -> tuple[tuple[Player, ...], Listing | None, tuple[Finding, ...]]:
    """The Players sheet: names, lots, who is active; None where it has no header."""
    readers = {
        "player": cells.name,
        "lot": cells.lot,
        "active": _word,
        "club": _word,
        "also": cells.game_name,
        "first_name": cells.name,
        "bonus": cells.bonus,
        "reason": cells.note,
    }
    names = ("player", "first_name", "last_name")
    synonyms = {field: RESULTS_SYNONYMS[field] for field in names}
    known = Columns({**PLAYERS_COLUMNS, **PLAYERS_FURTHER}, synonyms)
    listing, entries, findings = _read(block, "players", known, readers)
    seen: dict[str, int] = {}
    listed: list[Player] = []
    for entry in entries:
        if entry["first_name"] and entry["player"]:
            entry["player"] = f"{entry['first_name']} {entry['player']}"
    typed = [entry["player"] for entry in entries]
    bare = signs_left_out(typed, lambda: [None] * len(typed), Roster())
    for number, entry in enumerate(entries):
        name = str(entry["player"] or "")
        if name in bare:
            sign = (Location("players", number, "player"),)
            values = {"found": name, "player": bare[name]}
            findings.append(Finding("name-sign", NOTE, values, sign))
            name = bare[name]
        first = seen.setdefault(identity(name), number)
        if name and first != number:
            locations = (
                Location("players", first, "player"),
                Location("players", number, "player"),
            )
            findings.append(Finding("player-listed-twice", WARNING, {"player": name}, locations))
        active = entry["active"] or ""
        if active and not meaning(str(active), "yes", "no"):
            where = (Location("players", number, "active"),)
            findings.append(Finding("active-unclear", WARNING, {"found": active}, where))
        listed.append(
            Player(
                name=name,
                lot=entry["lot"],  # type: ignore[arg-type]
                active=not active or not is_value(str(active), "no"),
                club=_text(entry["club"]),
                also=_spellings(entry["also"]),
                bonus=entry["bonus"] or 0,  # type: ignore[arg-type]
                reason=_text(entry["reason"]),
            )
        )
    for number, other, spelling in further_spellings(listed).taken:
        both = (Location("players", number, "also"), Location("players", other, "player"))
        values = {"found": spelling, "player": listed[number].name, "other": listed[other].name}
        findings.append(Finding("also-taken", ERROR, values, both))
    return tuple(listed), listing, tuple(findings)


def _spellings(typed: object) -> tuple[str, ...]:
    """The further spellings in a cell, separated by semicolons."""
    parts = map(cells.clean_text, str(typed or "").split(";"))
    return tuple(dict.fromkeys(without_signs(part) for part in parts if part))


def game_kinds(block: Block) -> tuple[tuple[GameKind, ...], Listing | None, tuple[Finding, ...]]:
    """The Games sheet of a league: minutes, level, factor and better of each game."""
    readers = {
        "game": cells.game_name,
        "minutes": cells.minutes,
        "level": _word,
        "factor": cells.factor,
        "better": _better,
    }
    listing, entries, findings = _read(block, "games", Columns(GAMES_COLUMNS), readers)
    wrong: dict[int, set[str | None]] = {}
    for finding in findings:
        if finding.level == ERROR:
            wrong.setdefault(finding.locations[0].entry, set()).add(finding.locations[0].field)
    seen: dict[str, int] = {}
    kinds = []
    for number, entry in enumerate(entries):
        name = str(entry["game"] or "")
        first = seen.setdefault(name.casefold(), number)
        if name and first != number:
            locations = (Location("games", first, "game"), Location("games", number, "game"))
            findings.append(Finding("game-listed-twice", ERROR, {"game": name}, locations))
            for entry_number in (first, number):
                wrong.setdefault(entry_number, set()).add("game")
        level = entry["level"]
        factor = entry["factor"]
        kinds.append(
            GameKind(
                name=name,
                minutes=entry["minutes"],  # type: ignore[arg-type]
                level=meaning(str(level), "low", "high") or _text(level),
                factor=factor if isinstance(factor, Fraction) else None,
                better=str(entry["better"] or "higher"),
            )
        )
    for number, fields in wrong.items():
        kinds[number] = kinds[number]._replace(faulty=frozenset(map(str, fields)))
    return tuple(kinds), listing, tuple(findings)


def _word(cell: Cell) -> CellResult:
    """A word as typed; booleans as the words they stand for."""
    if isinstance(cell, bool):
        return CellResult("true" if cell else "false")
    reading = cells.game_name(cell)
    if reading.value is not None:
        return CellResult(str(reading.value))
    # a word less spoils no game
    return reading._replace(level=WARNING) if reading.code else reading


def _better(cell: Cell) -> CellResult:
    """Which score wins: higher (also where nothing is said) or lower."""
    reading = cells.game_name(cell)
    if reading.value is None:
        return reading
    word = meaning(str(reading.value), "higher", "lower")
    return CellResult(word) if word else cells.error("better-invalid", reading.value)


def _read(
    block: Block, kind: str, known: Columns, readers: Mapping[str, Reader]
) -> tuple[Listing | None, list[dict[str, cells.Value]], list[Finding]]:
    """The entries of a list: every row that has the first of `readers`, and what was found."""
    needed = next(iter(readers))
    header = find_header(block, known, lambda fields: not fields.isdisjoint({needed, "last_name"}))
    if header is None:
        return None, [], []
    if needed not in header.columns:  # a last name in a column of its own
        columns_read = {**header.columns, needed: header.columns["last_name"]}
        header = header._replace(columns=columns_read)
    elif "last_name" in header.columns:  # which a whole name tells as well
        columns_read = {key: at for key, at in header.columns.items() if key[-5:] != "_name"}
        header = header._replace(columns=columns_read)
    first, last = header.row + 1, last_row(block, header)
    columns = {
        field: read_column(raw_column(block, header.columns[field], first, last), reader)
        for field, reader in readers.items()
        if field in header.columns
    }
    key = columns[needed]
    offsets = [
        offset
        for offset, value in enumerate(key.values)
        if value is not None or offset in key.problems
    ]
    entries = [
        {field: columns[field].values[offset] if field in columns else None for field in readers}
        for offset in offsets
    ]
    numbers = {offset: number for number, offset in enumerate(offsets)}
    findings = [
        Finding(
            reading.code or "",
            reading.level or ERROR,
            reading.values,
            (Location(kind, numbers[offset], field),),
        )
        for field, column in columns.items()
        for offset, reading in column.problems.items()
        if offset in numbers
    ]
    rows = tuple(first + offset for offset in offsets)
    findings += [
        Finding(
            "list-column-twice",
            WARNING,
            {"heading": str(cell_at(block, header.row, column))},
            (Location(kind, -1, field),),
        )
        for field, (column, *_) in header.doubled.items()
    ]
    return Listing(block.sheet, header.row, header.columns, rows), entries, findings
