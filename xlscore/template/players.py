"""The list of players that a fresh workbook begins with: a text or CSV file, or one pasted from a
chat."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ..formats.text import SEPARATORS, read_text, without_separator
from ..words import Refused
from ..workbook.cells import clean_text
from ..workbook.folding import folded
from ..workbook.player_names import identity
from ..workbook.vocabulary import PLAYERS_COLUMNS, RESULTS_SYNONYMS


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
_STAMP = re.compile(
    r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}[:.]\d{2}([:.]\d{2})?( ?[ap]\.? ?m\.?)?\]?( -)? ",
    re.IGNORECASE,
)
"""Before a message that was copied out of a chat: ``[12.03.26, 19:31] Ann: I am in``."""
_NUMBER = re.compile(r"^\s*(?:\d{1,3}\s?[.)](?!\d)|\d\ufe0f?\u20e3|[-–—•●○◦▪▫‣·~►>])\s*")
"""Before a line of a list."""
_REMARK = re.compile(r"(.*\w.*?) *(\([^()]*\)|\[[^\[\]]*\])")


def read_players(path: Path) -> PlayerList:
    """The players listed in a text file, one name per line, in the file's order.

    Text is UTF-8, with or without byte order mark, or UTF-16 with one; a file that is neither
    is taken as cp1252, which older Windows programs write. Where the first line names a column
    of players (Player, Spieler, Name, ...), the file is a CSV table, separated by semicolon,
    comma, tab or bar, and its columns for club and lot are read as well. Without such a line each
    line is one name, commas included; but a first one with a digit or a colon, as no other has,
    is a title and left out.

    Where anything shows that a list was pasted (numbers, bullets, signs such as check marks, the
    stamps of a chat), these, messages and remarks in brackets are no part of the names, and who
    stands there again is left out.

    Raises `Refused` naming the line, for a name given twice in a list that was typed, a lot that
    is no whole number, several columns without headings, a line that is too long, an empty file
    or one that is not text, and for a file that cannot be read.
    """
    lines = without_separator(read_text(path))[0].splitlines()
    long = next((number for number, line in enumerate(lines) if len(line) > _LONGEST_LINE), None)
    if long is not None:
        values = {"length": len(lines[long]), "most": _LONGEST_LINE}
        raise Refused("players-line-long", file=path.name, line=long + 1, **values)
    start = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    headed = _headed(lines[start]) if lines[start:] else None
    if headed:
        listed = _listed(_table(path, lines, start, *headed))
    else:
        listed = _without_title(_listed(_plain(path, lines, start)))
    players: list[PlayerRow] = []
    first: dict[str, int] = {}
    left_out = [(entry.line, entry.rest) for entry in listed if entry.rest]
    is_pasted = any(entry.is_pasted for entry in listed)
    for entry in listed:
        key = identity(entry.row.name)
        if not key:
            continue
        if key not in first:
            first[key] = entry.line
            players.append(entry.row)
        elif is_pasted:
            left_out.append((entry.line, entry.row.name))
        else:
            name, at = entry.row.name, entry.line
            raise Refused("players-twice", file=path.name, line=at, name=name, first=first[key])
    if not players:
        raise Refused("players-empty", file=path.name)
    return PlayerList(tuple(players), tuple(sorted(left_out)))


# The lines


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
        if not _STAMP.match(name) and re.search(r"[;\t]", _NUMBER.sub("", line, count=1).strip()):
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


# The names in them


class _Entry(NamedTuple):
    """A line: its name, empty where it has none; a `remark` in brackets; what is no name."""

    line: int
    row: PlayerRow
    remark: str = ""
    rest: str = ""
    is_pasted: bool = False


def _listed(rows: Iterable[tuple[int, PlayerRow]]) -> list[_Entry]:
    """The entries; what a pasted list has around its names taken off."""
    typed = list(rows)
    entries = [_entry(line, row) for line, row in typed]
    if not any(entry.is_pasted for entry in entries):
        return [_Entry(line, row) for line, row in typed]
    entries = [
        entry
        if any(map(str.isalpha, entry.row.name))
        else _Entry(line, row._replace(name=""), "", row.name)
        for entry, (line, row) in zip(entries, typed)
    ]
    remarks: dict[str, set[str]] = {}
    for entry in entries:
        remarks.setdefault(identity(entry.row.name), set()).update({entry.remark} - {""})
    return [
        # Ann (Bonn) and Ann (Ulm) are two people.
        entry._replace(row=_whole(entry))
        if len(remarks[identity(entry.row.name)]) > 1
        else entry._replace(rest=" ".join(filter(None, (entry.remark, entry.rest))))
        for entry in entries
    ]


def _whole(entry: _Entry) -> PlayerRow:
    return entry.row._replace(name=f"{entry.row.name} {entry.remark}".strip())


def _entry(line: int, row: PlayerRow) -> _Entry:
    text, message = row.name, ""
    stamp = _STAMP.match(text)
    if stamp:
        text, colon, message = text[stamp.end() :].partition(":")
        if not colon:  # the chat itself says something
            return _Entry(line, row._replace(name=""), is_pasted=True)
    name = _without_signs(_NUMBER.sub("", _without_signs(text), count=1))
    match = _REMARK.fullmatch(name)
    bare = _without_signs(match[1]) if match else name
    remark = match[2] if match else ""
    is_pasted = bool(stamp) or name != text
    return _Entry(line, row._replace(name=bare), remark, message.strip(), is_pasted)


def _without_signs(text: str) -> str:
    """The text without signs such as ✅ and 👍 at its ends."""
    first, last = 0, len(text)
    while first < last and _is_sign(text[first]):
        first += 1
    while first < last and _is_sign(text[last - 1]):
        last -= 1
    return text[first:last] if first or last < len(text) else text


def _is_sign(letter: str) -> bool:
    return letter in " *\ufe0e\ufe0f" or (
        not letter.isascii() and unicodedata.category(letter) in ("So", "Sk", "Cf", "Cn")
    )


def _without_title(entries: list[_Entry]) -> list[_Entry]:
    """The entries, the first without a name where it has a digit or a colon as no other has."""

    def is_odd(entry: _Entry) -> bool:
        return any(letter.isdigit() or letter == ":" for letter in entry.row.name)

    if len(entries) > 1 and is_odd(entries[0]) and not any(map(is_odd, entries[1:])):
        title = entries[0]
        rest = " ".join(filter(None, (title.row.name, title.rest)))
        return [_Entry(title.line, PlayerRow(""), "", rest), *entries[1:]]
    return entries
