"""Blocks -> Results: the organizer's rows become games, and nothing is silently dropped.

The results are found by their headers, not by position. Every row that is read is accounted
for: it belongs to a game, is empty, or is stray and an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..engine.model import (
    ERROR,
    NOTE,
    Finding,
    GameKind,
    Player,
    Results,
    RowCount,
    Settings,
    Spot,
)
from ..messages import Refused
from . import cells, listings
from .block import Area, Block, Workbook
from .columns import Column, raw_column, read_column
from .games import CONTENT, group
from .headers import Columns, Header, cell_at, find_header, last_row
from .layout import (
    OUR_SHEETS,
    RESULTS_COLUMNS,
    RESULTS_SYNONYMS,
    SHEETS,
    WEAK_SYNONYMS,
    folded,
    sheet_kind,
)
from .listings import Listing
from .names import Roster
from .origin import Origin

KNOWN = Columns(RESULTS_COLUMNS, RESULTS_SYNONYMS, WEAK_SYNONYMS)
NEVER_RESULTS = {*OUR_SHEETS, "players", "games", "tournament", "live"}


def read_results(workbook: Workbook, sheet: str | None = None) -> Results:
    """Everything a workbook says: games, players, settings, and what reading found.

    `sheet` names the sheet of the results where several could be meant. Raises `Refused` where
    no sheet, or more than one, has results.
    """
    block, header = _find_results(workbook, sheet)
    beside = _beside(workbook)
    # Which of two equal columns counts is not ours to guess: then no row is read.
    end = header.row if header.doubled else last_row(block, header)
    columns = _columns(block, header, end)
    roster = Roster(player.name for player in beside.players if player.name)
    kinds = {kind.name.casefold(): kind.name for kind in beside.game_kinds}
    grouping = group(columns, header.row + 1, roster, kinds)
    beyond = () if header.doubled else _beyond_end(block, header, end)
    return Results(
        source=workbook.source,
        games=grouping.games,
        players=tuple(
            player._replace(name=roster.spelling(player.name)) if player.name else player
            for player in beside.players
        ),
        game_kinds=beside.game_kinds,
        settings=beside.settings,
        findings=(
            *_heading_findings(header),
            *beside.findings,
            *grouping.findings,
            *_beyond_end_findings(block, header, beyond),
        ),
        columns=frozenset(header.columns),
        row_count=RowCount(
            read=end - header.row + len(beyond),
            empty=grouping.empty,
            stray=grouping.stray + len(beyond),
        ),
        language=header.language,
        origin=Origin(
            sheets=tuple(info.name for info in workbook.sheets),
            sheet=block.sheet,
            columns=header.columns,
            header=header.row,
            doubled=header.doubled,
            listings=beside.listings,
            settings=beside.setting_areas,
            foreign=_foreign_sheets(workbook),
        ),
    )


# Finding the results


def _find_results(workbook: Workbook, sheet: str | None) -> tuple[Block, Header]:
    if sheet is not None:
        name = next(
            (info.name for info in workbook.sheets if folded(info.name) == folded(sheet)), None
        )
        if name is None:
            raise Refused(
                "sheet-unknown",
                file=workbook.source,
                sheet=sheet,
                known=[info.name for info in workbook.sheets],
            )
        found = _with_header(workbook, [name])
        if not found:
            raise Refused("sheet-without-results", file=workbook.source, sheet=name)
        return found[0]
    named = [info.name for info in workbook.sheets if sheet_kind(info.name) == "results"]
    found = _with_header(workbook, named)
    if not found:
        others = [
            info.name
            for info in workbook.sheets
            if not info.ours and sheet_kind(info.name) not in {*NEVER_RESULTS, "results"}
        ]
        found = _with_header(workbook, others)
    if not found:
        raise Refused("no-results", file=workbook.source)
    if len(found) > 1:
        raise Refused(
            "several-results", file=workbook.source, sheets=[block.sheet for block, _ in found]
        )
    return found[0]


def _with_header(workbook: Workbook, names: list[str]) -> list[tuple[Block, Header]]:
    found = []
    for name in names:
        block = workbook.load(name)
        header = find_header(block, KNOWN, _is_complete)
        if header is not None:
            found.append((block, header))
    return found


def _is_complete(fields: set[str]) -> bool:
    return {"player", "table"} <= fields and bool(fields & {"vp", "place"})


def _heading_findings(header: Header) -> list[Finding]:
    findings = [
        Finding(
            "column-twice",
            ERROR,
            {"field": field, "count": len(columns)},
            (Spot("header", 0, None, field),),
        )
        for field, columns in header.doubled.items()
    ]
    return findings + [
        Finding("points-as-vp", NOTE, {}, (Spot("header", 0, None, field),))
        for field in header.weak
    ]


# Reading the rows


def _columns(block: Block, header: Header, end: int) -> dict[str, Column]:
    readers = {
        "round": cells.round_name,
        "table": cells.table_name,
        "player": cells.name,
        "vp": cells.victory_points,
        "winner": cells.winner,
        "place": cells.place,
        "game": cells.game_name,
        "factor": cells.factor,
        "date": cells.day(block.marks.date_1904),
    }
    first = header.row + 1
    columns = {}
    for field, reader in readers.items():
        if field in header.columns:
            raw = raw_column(block, header.columns[field], first, end)
            if field == "place":
                # A formula is an archive's claim, not a referee's decision (D8).
                for row, column in block.marks.formulas:
                    if column == header.columns[field] and first <= row <= end:
                        raw[row - first] = None
            columns[field] = read_column(raw, reader)
    return columns


def _beyond_end(block: Block, header: Header, end: int) -> tuple[int, ...]:
    """Rows below the end of the results that still have a player, victory points or a place."""
    return tuple(
        row
        for row in range(end + 1, block.start[0] + len(block.rows))
        if row not in block.marks.totals_rows and _filled(block, header, row)
    )


def _filled(block: Block, header: Header, row: int) -> list[str]:
    """Which of player, victory points and place a row has; formulas for places are claims (D8)."""
    columns = {field: header.columns[field] for field in CONTENT if field in header.columns}
    return [
        field
        for field, column in columns.items()
        if not cells.is_blank(cell_at(block, row, column))
        and not (field == "place" and (row, column) in block.marks.formulas)
    ]


def _beyond_end_findings(
    block: Block, header: Header, rows: tuple[int, ...]
) -> tuple[Finding, ...]:
    if not rows:
        return ()
    spots = []
    for row in dict.fromkeys((rows[0], rows[-1])):
        field = min(_filled(block, header, row), key=lambda one: header.columns[one])
        spots.append(Spot("row", row, None, field))
    return (Finding("rows-beyond-end", ERROR, {"count": len(rows)}, tuple(spots)),)


# The lists beside the results


class _Beside(NamedTuple):
    settings: Settings
    setting_areas: tuple[str, Mapping[str, Area]]
    players: tuple[Player, ...]
    game_kinds: tuple[GameKind, ...]
    listings: Mapping[str, Listing]
    findings: tuple[Finding, ...]


def _beside(workbook: Workbook) -> _Beside:
    """The Tournament, Players and Games sheets, where the workbook has them."""
    by_kind: dict[str, str] = {}
    for info in workbook.sheets:
        by_kind.setdefault(sheet_kind(info.name) or "", info.name)

    def load(kind: str) -> Block:
        name = by_kind.get(kind)
        return Block(SHEETS[kind].en, (0, 0), ()) if name is None else workbook.load(name)

    tournament = load("tournament")
    settings, areas = listings.settings(tournament)
    players, player_rows, player_findings = listings.players(load("players"))
    kinds, kind_rows, kind_findings = listings.game_kinds(load("games"))
    found = {"players": player_rows, "games": kind_rows}
    return _Beside(
        settings,
        (tournament.sheet, areas),
        players,
        kinds,
        {kind: listing for kind, listing in found.items() if listing is not None},
        (*player_findings, *kind_findings),
    )


def _foreign_sheets(workbook: Workbook) -> tuple[tuple[str, Area], ...]:
    """The organizer's own sheets that are named like ours, with the range they use."""
    foreign = []
    for info in workbook.sheets:
        if not info.ours and sheet_kind(info.name) in OUR_SHEETS:
            block = workbook.load(info.name)
            row, column = block.start
            last_column = column + max((len(cells) for cells in block.rows), default=1) - 1
            area = Area(row, column, row + max(len(block.rows), 1) - 1, last_column)
            foreign.append((info.name, area))
    return tuple(foreign)
