"""The list of players that a fresh workbook begins with: a text or CSV file, or one pasted from a
chat."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..formats.text import SEPARATORS, read_text, without_separator
from ..words import Refused
from ..workbook.cells import clean_text
from ..workbook.folding import folded
from ..workbook.player_names import identity
from ..workbook.vocabulary import PLAYERS_COLUMNS, RESULTS_SYNONYMS, is_value
from .pasted_list import is_message, names_of, without_mark


class PlayerRow(NamedTuple):
    """One line of the Players sheet."""

    name: str
    club: str | None = None
    lot: int | None = None


class PlayerList(NamedTuple):
    """The players of a file in its order; and what stands there and is no part of a name, with
    its line."""

    players: tuple[PlayerRow, ...]
    left_out: tuple[tuple[int, str], ...] = ()


_HEADINGS = {
    folded(spelling): key
    for key in ("player", "club", "lot", "no", "active")
    for spelling in (
        *PLAYERS_COLUMNS[key],
        *(RESULTS_SYNONYMS["player"] if key == "player" else ()),
    )
}
_LONGEST_LINE = 10_000
_TITLES = 5
"""Lines that may stand over the headings of a table."""


def read_players(path: Path) -> PlayerList:
    """The players listed in a text file, one name per line, in the file's order.

    Text is UTF-8, with or without byte order mark, or UTF-16 with one; a file that is neither
    is taken as cp1252, which older Windows programs write. Where the first line names a column
    of players (Player, Spieler, Name, ...), the file is a CSV table, separated by semicolon,
    comma, tab or bar, and its columns for club and lot are read as well. Without such a line each
    line is one name, commas included.

    What stands around the names is no part of them and left out: titles, numbers, bullets, signs
    such as check marks, stamps and messages of a chat, telephone numbers and mail addresses; who
    stands below a heading such as Waiting list or Absagen; and, where anything shows that a list
    was pasted, remarks in brackets and who stands there again.

    Raises `Refused` naming the line, for a name given twice in a list that was typed, a lot that
    is no whole number, several columns without headings, a line that is too long, what may or may
    not be the name of one player who takes part, an empty file or one that is not text, and for a
    file that cannot be read.
    """
    lines = without_separator(read_text(path))[0].splitlines()
    long = next((number for number, line in enumerate(lines) if len(line) > _LONGEST_LINE), None)
    if long is not None:
        values = {"length": len(lines[long]), "most": _LONGEST_LINE}
        raise Refused("players-line-long", file=path.name, line=long + 1, **values)
    filled = [number for number, line in enumerate(lines) if line.strip()]
    start = filled[0] if filled else len(lines)
    left_out: list[tuple[int, str]] = []
    table = _head(lines, filled[:_TITLES])
    if table:
        start, separator, columns = table
        left_out += [(at + 1, clean_text(lines[at])) for at in filled if at < start]
        rows, away = _table(path, lines, start, separator, columns)
        left_out += away
    else:
        rows = dict(_plain(path, lines, start))
    texts = [(line, row.name) for line, row in rows.items()]
    names = names_of(texts, path.name, headed=table is not None)
    left_out += names.left_out
    players: list[PlayerRow] = []
    first: dict[str, int] = {}
    for line, name in names.names:
        key = identity(name)
        if key not in first:
            first[key] = line
            players.append(rows[line]._replace(name=name))
        elif names.is_pasted:
            left_out.append((line, name))
        else:
            raise Refused("players-twice", file=path.name, line=line, name=name, first=first[key])
    if not players:
        raise Refused("players-empty", file=path.name)
    return PlayerList(tuple(players), tuple(sorted(left_out)))


# The lines


def _head(lines: list[str], first: Sequence[int]) -> tuple[int, str, dict[str, int]] | None:
    """The line of headings among the first ones, with its separator and columns; where a title
    stands over it, it names several columns."""
    for at in first:
        headed = _headed(lines[at])
        if headed and (at == first[0] or len(headed[1]) > 1 or headed[0] in lines[at]):
            return at, *headed
    return None


def _headed(line: str) -> tuple[str, dict[str, int]] | None:
    """The separator and the columns that a line of headings names, None for other lines."""
    for separator in SEPARATORS:
        cells = next(csv.reader([line], delimiter=separator))
        columns = {
            _HEADINGS[key]: number
            for number, cell in enumerate(cells)
            if (key := folded(cell)) in _HEADINGS
        }
        if "player" in columns:
            return separator, columns
    return None


def _plain(path: Path, lines: list[str], start: int) -> Iterator[tuple[int, PlayerRow]]:
    for number, line in enumerate(lines[start:], start + 1):
        name = clean_text(line)
        if not is_message(name) and re.search(r"[;\t]", without_mark(line.strip()).strip()):
            raise Refused("players-no-heading", file=path.name, line=number, found=name)
        if name:
            yield number, PlayerRow(name)


def _table(
    path: Path, lines: list[str], start: int, separator: str, columns: Mapping[str, int]
) -> tuple[dict[int, PlayerRow], list[tuple[int, str]]]:
    """The rows by line; and who is not there, by the column Active."""
    rows: dict[int, PlayerRow] = {}
    away: list[tuple[int, str]] = []
    reader = csv.reader(lines[start + 1 :], delimiter=separator)
    for cells in reader:
        line = start + 1 + reader.line_num
        row = {
            key: clean_text(cells[number]) if number < len(cells) else ""
            for key, number in columns.items()
        }
        lot, active = row.get("lot", ""), row.get("active", "")
        if lot and not re.fullmatch(r"[0-9]+", lot):
            raise Refused("players-lot", file=path.name, line=line, found=lot)
        if active and is_value(active, "no"):
            away.append((line, row["player"]))
        elif row["player"]:
            club = row.get("club") or None
            rows[line] = PlayerRow(row["player"], club, int(lot) if lot else None)
    return rows, away
