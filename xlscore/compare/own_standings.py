"""Blocks -> claims: the standings a workbook brings of its own, and places that formulas name.

A claim is compared with what the rules yield and never followed (D8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..rules.model import NOTE, Finding, Location, Results
from ..workbook import cells
from ..workbook.block import Block, Cell, ErrorCell, NoValue, Workbook
from ..workbook.cells import is_blank
from ..workbook.columns import raw_column
from ..workbook.damage import Spared
from ..workbook.headers import Columns, Header, cell_at, find_header, last_row
from ..workbook.look import OUTPUT
from ..workbook.player_names import Roster, everybodys_names
from ..workbook.result_layouts import find_form
from ..workbook.shown_numbers import Claimed, TypedNumber, typed_number
from ..workbook.side_sheets import Listing
from ..workbook.vocabulary import STANDINGS_SYNONYMS, STANDINGS_WEAK, is_total, sheet_kind

CLAIMED = ("rank", "tournament_points", "victory_points", "share")
"""The numbers of a standing that are compared."""
KNOWN = Columns(
    {field: OUTPUT["standings"][field].heading for field in ("player", *CLAIMED)},
    STANDINGS_SYNONYMS,
    STANDINGS_WEAK,
)
_LARGEST_FRACTION = 10
"""Somebody has a quarter of every table: percent reach 25, sums of fractions 10 in 30 games."""


class Claim(NamedTuple):
    """What one row claims; `entry` is the row's in its listing, empty cells claim nothing."""

    entry: int
    player: str
    numbers: Mapping[str, Claimed]


class ClaimedStandings(NamedTuple):
    """The standings on one sheet; entry 0 of the listing `kind` is the header row."""

    kind: str
    claims: tuple[Claim, ...]


class ClaimedPlace(NamedTuple):
    """A formula's place of a seat of `Results.games[game]`."""

    game: int
    seat: int
    place: int


class Claims(NamedTuple):
    """All that a workbook claims, where it stands, and what could not be read."""

    standings: tuple[ClaimedStandings, ...]
    places: tuple[ClaimedPlace, ...]
    listings: Mapping[str, Listing]
    findings: tuple[Finding, ...]


def read_claims(workbook: Workbook, results: Results) -> Claims:
    """The claims of the workbook that `results` were read from.

    Standings are those on the organizer's own sheet of that name, else those on any other sheet
    where at least half of the names are players of the results. What xlscore wrote is no claim.
    """
    findings: list[Finding] = []
    listings: dict[str, Listing] = {}
    standings = []
    for block, header in _sheets(workbook, results):
        kind = f"claims-{len(listings)}"
        claims, listing = _read(block, header, kind, results, findings)
        listings[kind] = listing
        standings.append(ClaimedStandings(kind, claims))
    places = tuple(_places(workbook, results, findings))
    return Claims(tuple(standings), places, listings, tuple(findings))


# Finding the standings


def _sheets(workbook: Workbook, results: Results) -> list[tuple[Block, Header]]:
    workbook = Spared(workbook, results.origin.is_read).workbook
    foreign = [
        info.name
        for info in workbook.sheets
        if not info.ours and not results.origin.is_read(info.name)
    ]
    named = [name for name in foreign if sheet_kind(name) == "standings"]
    others = [name for name in foreign if sheet_kind(name) is None]
    roster = everybodys_names(results)
    return list(_with_header(workbook, named)) or [
        (block, header)
        for block, header in _with_header(workbook, others)
        if find_form(block) is None and _is_about(roster, block, header)
    ]


def _with_header(workbook: Workbook, names: Iterable[str]) -> Iterator[tuple[Block, Header]]:
    for block in map(workbook.load, names):
        header = find_header(block, KNOWN, _is_complete)
        if header is not None:
            yield block, header


def _is_complete(fields: set[str]) -> bool:
    return "player" in fields and not fields.isdisjoint(CLAIMED)


def _is_about(roster: Roster, block: Block, header: Header) -> bool:
    listed = [name for name in _column(block, header, "player", cells.name) if name]
    return 2 * sum(roster.meant(str(name)) is not None for name in listed) >= max(len(listed), 1)


def _column(block: Block, header: Header, field: str, reader: cells.Reader) -> list[cells.Value]:
    raw = raw_column(block, header.columns[field], header.row + 1, last_row(block, header))
    return [reader(cell).value for cell in raw]


# Reading the rows


def _read(
    block: Block, header: Header, kind: str, results: Results, findings: list[Finding]
) -> tuple[tuple[Claim, ...], Listing]:
    """The claims of a sheet; a row without a player or with the sums of all claims nothing."""
    first, end = header.row + 1, last_row(block, header)
    for field, columns in header.doubled.items():
        values: dict[str, object] = {"claim": field, "count": len(columns)}
        findings.append(Finding("claim-column-twice", NOTE, values, (Location(kind, 0, field),)))
    fields = [one for one in CLAIMED if one in header.columns and one not in header.doubled]
    raw = {field: _spread(block, header.columns[field], first, end) for field in fields}
    roster = everybodys_names(results)
    names = _column(block, header, "player", cells.name)
    rows = [
        row
        for row, name in enumerate(names)
        if name is not None and not is_total(name) and "player" not in header.doubled
    ]
    numbers: dict[int, dict[str, Claimed]] = {row: {} for row in rows}
    unreadable: list[tuple[Location, object]] = []
    for field, column in raw.items():
        filled = {row: column[row] for row in rows if not is_blank(column[row])}
        read = {row: typed_number(cell) for row, cell in filled.items()}
        scale = 100 if field == "share" and _are_fractions(read.values()) else 1
        for entry, row in enumerate(rows, 1):
            number = read.get(row)
            if number is not None:
                numbers[row][field] = number.claimed(scale)
            elif row in filled:
                unreadable.append((Location(kind, entry, field), _as_shown(filled[row])))
    if unreadable:
        findings.append(_unreadable(unreadable))
    claims = tuple(
        Claim(entry, roster.meant(str(names[row])) or str(names[row]), numbers[row])
        for entry, row in enumerate(rows, 1)
    )
    at = (header.row, *(first + row for row in rows))
    return claims, Listing(block.sheet, header.row, header.columns, at)


def _spread(block: Block, column: int, first: int, last: int) -> list[Cell]:
    """The cells of a column; a merged area has its one value in every row."""
    raw = raw_column(block, column, first, last)
    filled = first
    for area in sorted(block.metadata.merged):
        if area.first_column == column and first <= area.first_row <= last:
            value = raw[area.first_row - first]
            for row in range(max(area.first_row, filled), min(area.last_row, last) + 1):
                raw[row - first] = value
            filled = max(filled, area.last_row + 1)
    return raw


def _unreadable(found: list[tuple[Location, object]]) -> Finding:
    texts = list(dict.fromkeys(text for _, text in found))
    locations = tuple(location for location, _ in found)
    return Finding("claim-unreadable", NOTE, {"found": texts}, locations)


def _as_shown(cell: Cell) -> object:
    if isinstance(cell, ErrorCell):
        return cell.text
    return cell.formula if isinstance(cell, NoValue) else cells.clean_text(str(cell))


def _are_fractions(column: Iterable[TypedNumber | None]) -> bool:
    """Whether shares are fractions, 0.8585 for 85.85 %: all of the column is so small."""
    bare = [read.value for read in column if read is not None and not read.percent]
    return any(bare) and max(bare) <= _LARGEST_FRACTION


# Places


def _places(
    workbook: Workbook, results: Results, findings: list[Finding]
) -> Iterator[ClaimedPlace]:
    """The values of formulas in the Place column of the results."""
    if "place" not in results.columns:
        return
    blocks = {form.sheet: workbook.load(form.sheet) for form in results.origin.forms}
    unreadable: list[tuple[Location, object]] = []
    for number, game in enumerate(results.games):
        form, _ = results.origin.seat(game.rows[0])
        block = blocks[form.sheet]
        for seat, seat_id in enumerate(results.origin.seat(row)[1] for row in game.rows):
            at = (form.sheet_row(seat_id), form.column(seat_id, "place"))
            cell = cell_at(block, *at) if at in block.metadata.formulas else None
            if not is_blank(cell):
                place = cells.place(cell).value
                if isinstance(place, int):
                    yield ClaimedPlace(number, seat, place)
                else:
                    location = Location("game", number, "place", seat)
                    unreadable.append((location, _as_shown(cell)))
    if unreadable:
        findings.append(_unreadable(unreadable))
