"""The list of players that a fresh workbook begins with: a text or CSV file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ..messages import Refused
from ..tables import layout
from ..tables.cells import clean_text
from ..tables.names import identity
from .text import SEPARATORS, read_text


class PlayerRow(NamedTuple):
    """One line of the Players sheet."""

    name: str
    club: str | None = None
    lot: int | None = None


_HEADINGS = {
    layout.folded(spelling): key
    for key in ("player", "club", "lot", "no", "active")
    for spelling in (
        *layout.PLAYERS_COLUMNS[key],
        *(layout.RESULTS_SYNONYMS["player"] if key == "player" else ()),
    )
}


def read_players(path: Path) -> tuple[PlayerRow, ...]:
    """The players listed in a text file, one name per line, in the file's order.

    Text is UTF-8, with or without byte order mark, or UTF-16 with one; a file that is neither
    is taken as cp1252, which older Windows programs write. Where the first line names a column
    of players (Player, Spieler, Name, ...), the file is a CSV table, separated by semicolon,
    comma or tab, and its columns for club and lot are read as well. Without such a line each
    line is one name, commas included.

    Raises `Refused` naming the line, for a name given twice, a lot that is no whole number,
    several columns without headings, an empty file or one that is not text, and for a file
    that cannot be read.
    """
    lines = read_text(path).splitlines()
    start = next((number for number, line in enumerate(lines) if line.strip()), None)
    if start is None:
        raise Refused("players-empty", file=path.name)
    headed = _headed(lines[start])
    entries = _table(path, lines, start, *headed) if headed else _plain(path, lines, start)
    players: list[PlayerRow] = []
    first: dict[str, int] = {}
    for line, player in entries:
        key = identity(player.name)
        if key in first:
            raise Refused(
                "players-twice", file=path.name, line=line, name=player.name, first=first[key]
            )
        first[key] = line
        players.append(player)
    if not players:
        raise Refused("players-empty", file=path.name)
    return tuple(players)


def _headed(line: str) -> tuple[str, dict[str, int]] | None:
    """The separator and the columns that a line of headings names, None for other lines."""
    for separator in SEPARATORS:
        cells = next(csv.reader([line], delimiter=separator))
        columns = {
            _HEADINGS[key]: number
            for number, cell in enumerate(cells)
            if (key := layout.folded(cell)) in _HEADINGS
        }
        if "player" in columns:
            return separator, columns
    return None


def _plain(path: Path, lines: list[str], start: int) -> Iterator[tuple[int, PlayerRow]]:
    for number, line in enumerate(lines[start:], start + 1):
        name = clean_text(line)
        if re.search(r"[;\t]", line.strip()):
            raise Refused("players-no-heading", file=path.name, line=number, found=name)
        if name:
            yield number, PlayerRow(name)


def _table(
    path: Path, lines: list[str], start: int, separator: str, columns: Mapping[str, int]
) -> Iterator[tuple[int, PlayerRow]]:
    reader = csv.reader(lines[start + 1 :], delimiter=separator)
    for cells in reader:
        line = start + 1 + reader.line_num
        row = {
            key: clean_text(cells[number]) if number < len(cells) else ""
            for key, number in columns.items()
        }
        lot = row.get("lot", "")
        if lot and not re.fullmatch(r"[0-9]+", lot):
            raise Refused("players-lot", file=path.name, line=line, found=lot)
        if row["player"]:
            yield line, PlayerRow(row["player"], row.get("club") or None, int(lot) if lot else None)
