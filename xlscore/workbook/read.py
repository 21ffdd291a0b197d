"""Blocks -> Results: the organizer's rows become games, and nothing is silently dropped.

The results are found by their headers, not by position. Every row that is read is accounted
for: it belongs to a game, is not played, is empty, or is stray and an error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ..rules.model import (
    ERROR,
    NOTE,
    WARNING,
    Bonus,
    Finding,
    Game,
    GameKind,
    Location,
    Player,
    Results,
    RowCount,
    SatOut,
    Settings,
    Unread,
)
from ..words import Refused
from . import cells
from . import side_sheets as listings
from .addresses import Origin, beside_games, on_sheet
from .block import Area, Block, Cell, Workbook
from .bonuses import listed_bonuses, read_bonuses
from .clearing import cleared
from .columns import raw_column
from .damage import Spared, asked_for
from .fill_down import Filling
from .grouping import group, in_playing_order
from .headers import cell_at
from .look import STATUS_COLUMN
from .near_names import near_names
from .player_names import Roster, roster_of
from .result_layouts import CONTENT, Form
from .result_sheets import (
    NOT_FOUND,
    UnreadRound,
    elsewhere,
    find_results,
    language_of_sheets,
    unmarked,
    unread_rounds,
)
from .rows_in_doubt import beyond_end, cut_games
from .seat_columns import seat_columns, seat_names
from .side_sheets import Listing
from .unheaded import rows_aside, unheaded_columns
from .unread import divided_games, unread_columns
from .vocabulary import SHEETS, sheet_kind


def read_results(workbook: Workbook, sheet: str | None = None) -> Results:
    """Everything a workbook says: games, players, settings, and what reading found.

    `sheet` names the sheet of the results where several could be meant. Raises `Refused` where
    no sheet, or more than one, has results; in the language of the workbook, where it tells.
    """
    spared = Spared(workbook, asked_for(sheet))
    workbook = spared.workbook
    try:
        found = find_results(workbook, sheet)
    except Refused as refused:
        # They may stand on the sheet that cannot be read.
        for damage in spared.damaged.values() if refused.code.startswith("no-results") else ():
            raise damage from refused
        if refused.code in NOT_FOUND:
            refused.language = _beside(workbook).settings.language or language_of_sheets(workbook)
        raise
    beside = _beside(workbook)
    others = elsewhere(workbook, [form.sheet for _, form in found])
    roster = roster_of(beside.players)
    listed = [player.name for player in beside.players if player.name]
    kinds = {kind.name.casefold(): kind.name for kind in beside.game_kinds}
    parts = [
        _read(block, form, number, roster, kinds, listed)
        for number, (block, form) in enumerate(found)
    ]
    games = tuple(chain.from_iterable(part.games for part in parts))
    players = chain.from_iterable(game.players for game in games)
    unread = unread_rounds(workbook, found, players)
    foreign = _foreign_sheets(workbook)
    columns = frozenset().union(*(part.form.fields for part in parts))
    return Results(
        source=workbook.source,
        games=games,
        players=tuple(
            player._replace(name=roster.spelling(player.name)) if player.name else player
            for player in beside.players
        ),
        game_kinds=beside.game_kinds,
        settings=beside.settings,
        bonuses=(
            *chain.from_iterable(part.bonuses for part in parts),
            *listed_bonuses(beside.players, roster),
        ),
        unread=tuple(chain.from_iterable(part.unread for part in parts)),
        findings=(
            *workbook.findings,
            *_elsewhere_findings(others, unread),
            *chain.from_iterable(part.findings for part in parts),
            *beside.findings,
            *near_names(games, listed, is_league="game" in columns),
            *spared.findings,
        ),
        columns=columns,
        row_count=RowCount(*map(sum, zip(*(part.row_count for part in parts)))),
        sat_out=tuple(chain.from_iterable(part.sat_out for part in parts)),
        language=next((form.language for _, form in found if form.language), None),
        origin=Origin(
            sheets=tuple(info.name for info in workbook.sheets),
            forms=tuple(part.form for part in parts),
            listings=beside.listings,
            settings=beside.setting_areas,
            foreign=foreign,
            further=_further_headings(workbook),
            elsewhere=(*others, *((sheet, heading) for sheet, heading, _ in unread)),
        ),
    )


class _Part(NamedTuple):
    """What one sheet of results says."""

    form: Form
    games: tuple[Game, ...]
    bonuses: tuple[Bonus, ...]
    unread: tuple[Unread, ...]
    findings: tuple[Finding, ...]
    sat_out: tuple[SatOut, ...]
    row_count: RowCount


def _read(
    block: Block,
    form: Form,
    number: int,
    roster: Roster,
    kinds: Mapping[str, str],
    listed: Collection[str],
) -> _Part:
    """The results on one sheet, the one of that `number` among those that are read together.

    Each is a round or a day by itself, so no game goes on on another one.
    """
    # Which of two equal columns counts, or whose a column is, is not ours to guess: then no row
    # is read.
    positions = _unclear_positions(block, form)
    unclear = bool(form.doubled or form.stray or positions)
    unread = unread_columns(block, form)
    unheaded = tuple(unheaded_columns(block, form))
    form = form._replace(end=form.row) if unclear else form
    block, others = cleared(block, form, listed)
    filling = Filling(block, form)
    names = seat_names(form, filling)
    columns, unplayed = seat_columns(block, form, filling, names, roster, listed)
    grouping = group(columns, form, filling, roster, kinds)
    games = in_playing_order(grouping.games) if form.by_player else grouping.games
    beyond = {} if unclear else beyond_end(block, form)
    games, cut = cut_games(games, block, form, beyond, grouping.key_fields)
    bonuses, bonus_findings = read_bonuses(form, columns, names, games, roster)
    findings = (
        *_heading_findings(block, form),
        *unheaded,
        *positions,
        *bonus_findings,
        *others,
        *filling.findings,
        *_hidden_findings(block, form),
        *_struck_findings(block, form),
        *unplayed.findings,
        *grouping.findings,
        *divided_games(block, form, unread, games),
        *rows_aside(block, form, games),
        *cut,
    )
    row_count = RowCount(
        read=len(form.seat_ids) + len(beyond),
        empty=grouping.empty - unplayed.rows,
        stray=grouping.stray + len(beyond),
        not_played=unplayed.rows,
    )
    sat_out = tuple(one._replace(player=roster.spelling(one.player)) for one in unplayed.sat_out)
    games, findings, sat_out = on_sheet(number, games, findings, sat_out)
    beside = beside_games(number, bonuses, unread)
    return _Part(form, games, *beside, findings, sat_out, row_count)


# What reading found


def _heading_findings(block: Block, form: Form) -> list[Finding]:
    findings = [
        Finding(
            "column-twice",
            ERROR,
            {"field": field, "count": len(columns)},
            (Location("header", field=field),),
        )
        for field, columns in form.doubled.items()
    ]
    if form.stray:
        values = {
            "found": [str(cell_at(block, form.row, column)) for column in form.stray],
            "field": "table" if form.by_player else "player",
        }
        locations = tuple(Location("heading", column) for column in form.stray)
        findings.append(Finding("column-alone", ERROR, values, locations))
    return findings + [
        Finding("points-as-vp", NOTE, {}, (Location("header", field=field),)) for field in form.weak
    ]


def _unclear_positions(block: Block, form: Form) -> tuple[Finding, ...]:
    """An error for a column Position that is filled where no Place is: seat or place?"""

    def filled(columns: Iterable[int]) -> bool:
        found = (raw_column(block, column, form.row + 1, form.end) for column in columns)
        return not all(map(cells.is_blank, chain.from_iterable(found)))

    places = (group["place"] for group in (form.shared, *form.groups) if "place" in group)
    if not form.positions or not filled(form.positions) or filled(places):
        return ()
    found = [str(cell_at(block, form.row, column)) for column in form.positions]
    locations = tuple(Location("heading", column) for column in form.positions)
    return (Finding("position-unclear", ERROR, {"found": found}, locations),)


def _elsewhere_findings(
    elsewhere: Sequence[tuple[str, Area]], unread: Sequence[UnreadRound]
) -> Iterator[Finding]:
    if elsewhere:
        locations = tuple(Location("elsewhere", number) for number in range(len(elsewhere)))
        sheets = [sheet for sheet, _ in elsewhere]
        yield Finding("results-elsewhere", WARNING, {"sheets": sheets}, locations)
    for number, (sheet, _, missing) in enumerate(unread, len(elsewhere)):
        values = {"sheet": sheet, "columns": missing}
        yield Finding("round-sheet-unread", WARNING, values, (Location("elsewhere", number),))


def _struck_findings(block: Block, form: Form) -> list[Finding]:
    """Rows whose player or victory points are struck through are read like the others, and told."""
    rows = {row for row, _ in block.metadata.struck if form.row < row <= form.end}
    told = form.filled(block, min(rows), max(rows)) if rows else {}
    found: dict[int, int] = {}
    for seat_id in told:
        row = form.sheet_row(seat_id)
        if any((row, form.column(seat_id, field)) in block.metadata.struck for field in CONTENT):
            found.setdefault(row, seat_id)
    if not found:
        return []
    locations = tuple(
        Location("row", seat_id, "player") for seat_id in [*found.values()][:_NAMED_ROWS]
    )
    return [Finding("rows-struck", NOTE, {"count": len(found)}, locations)]


_NAMED_ROWS = 20


def _hidden_findings(block: Block, form: Form) -> list[Finding]:
    """Hidden and filtered rows are read like the others, and told."""
    shown = range(form.row + 1, form.end + 1)
    hidden = sorted(row for row in block.metadata.hidden_rows if row in shown)
    told = form.filled(block, hidden[0], hidden[-1]) if hidden else {}
    rows = {form.sheet_row(seat_id): seat_id for seat_id in reversed(told)}
    found = [rows[row] for row in hidden if row in rows]
    if not found:
        return []
    return [Finding("rows-hidden", NOTE, {"count": len(found)}, (Location("row", found[0]),))]


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
        return Block(SHEETS[kind]("en"), (0, 0), ()) if name is None else workbook.load(name)

    tournament = load("tournament")
    settings, areas, setting_findings = listings.settings(tournament)
    players, player_rows, player_findings = listings.players(load("players"))
    kinds, kind_rows, kind_findings = listings.game_kinds(load("games"))
    found = {"players": player_rows, "games": kind_rows}
    return _Beside(
        settings,
        (tournament.sheet, areas),
        players,
        kinds,
        {kind: listing for kind, listing in found.items() if listing is not None},
        (*setting_findings, *player_findings, *kind_findings),
    )


def _further_headings(workbook: Workbook) -> tuple[Cell, ...]:
    """The headings of our standings behind the status."""
    ours = (info.name for info in workbook.sheets if info.ours)
    blocks = (workbook.load(name) for name in ours if sheet_kind(name) == "standings")
    return tuple(
        cell
        for block in blocks
        for column in range(STATUS_COLUMN + 1, block.start[1] + len((block.rows or [()])[0]))
        if (cell := cell_at(block, 0, column)) is not None
    )


def _foreign_sheets(workbook: Workbook) -> tuple[tuple[str, Area], ...]:
    """The sheets of the organizer's that ours may replace, with the range they use."""
    marked = {sheet_kind(info.name) for info in workbook.sheets if info.ours}
    return tuple(
        (info.name, workbook.load(info.name).area)
        for info in unmarked(workbook)
        if sheet_kind(info.name) not in marked
    )
