"""Blocks -> Results: the organizer's rows become games, and nothing is silently dropped.

The results are found by their headers, not by position. Every row that is read is accounted
for: it belongs to a game, is empty, or is stray and an error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

from ..engine.model import (
    ERROR,
    KNOCK_OUT,
    NOTE,
    WARNING,
    Bonus,
    Finding,
    Game,
    GameKind,
    Player,
    Results,
    RowCount,
    Settings,
    Spot,
    Unread,
)
from ..messages import Refused
from . import cells, listings
from .block import Area, Block, SheetInfo, Workbook, reference
from .bonuses import read_bonuses
from .columns import raw_column
from .damage import Spared, asked_for
from .ending import beyond_end, cut_games
from .filling import Filling, without_totals
from .forms import CONTENT, Form, find_form, nearest_headings
from .games import group, in_playing_order
from .headers import cell_at
from .layout import FURTHER, OUR_SHEETS, RESULTS_COLUMNS, SHEETS, STATUS_COLUMN, folded, sheet_kind
from .listings import Listing
from .names import Roster, roster_of
from .near_names import near_names
from .origin import Origin, beside_games, on_sheet
from .seat_columns import seat_columns, seat_names
from .sheet_names import MOST_ROUNDS, sheet_called
from .unread import unread_columns


def read_results(workbook: Workbook, sheet: str | None = None) -> Results:
    """Everything a workbook says: games, players, settings, and what reading found.

    `sheet` names the sheet of the results where several could be meant. Raises `Refused` where
    no sheet, or more than one, has results.
    """
    spared = Spared(workbook, asked_for(sheet))
    workbook = spared.workbook
    try:
        found = _find_results(workbook, sheet)
    except Refused as refused:
        # They may stand on the sheet that cannot be read.
        for damage in spared.damaged.values() if refused.code.startswith("no-results") else ():
            raise damage from refused
        raise
    beside = _beside(workbook)
    elsewhere = _elsewhere(workbook, [form.sheet for _, form in found])
    unread = _unread_rounds(workbook, found)
    roster = roster_of(beside.players)
    kinds = {kind.name.casefold(): kind.name for kind in beside.game_kinds}
    parts = [
        _read(block, form, number, roster, kinds) for number, (block, form) in enumerate(found)
    ]
    games = tuple(chain.from_iterable(part.games for part in parts))
    foreign = _foreign_sheets(workbook)
    return Results(
        source=workbook.source,
        games=games,
        players=tuple(
            player._replace(name=roster.spelling(player.name)) if player.name else player
            for player in beside.players
        ),
        game_kinds=beside.game_kinds,
        settings=beside.settings,
        bonuses=tuple(chain.from_iterable(part.bonuses for part in parts)),
        unread=tuple(chain.from_iterable(part.unread for part in parts)),
        findings=(
            *workbook.findings,
            *_elsewhere_findings(elsewhere, unread),
            *chain.from_iterable(part.findings for part in parts),
            *beside.findings,
            *near_names(games),
            *spared.findings,
        ),
        columns=frozenset().union(*(part.form.fields for part in parts)),
        row_count=RowCount(*map(sum, zip(*(part.row_count for part in parts)))),
        language=next((form.language for _, form in found if form.language), None),
        origin=Origin(
            sheets=tuple(info.name for info in workbook.sheets),
            forms=tuple(part.form for part in parts),
            listings=beside.listings,
            settings=beside.setting_areas,
            foreign=foreign,
            further=_has_further(workbook),
            elsewhere=(*elsewhere, *((sheet, heading) for sheet, heading, _ in unread)),
        ),
    )


class _Part(NamedTuple):
    """What one sheet of results says."""

    form: Form
    games: tuple[Game, ...]
    bonuses: tuple[Bonus, ...]
    unread: tuple[Unread, ...]
    findings: tuple[Finding, ...]
    row_count: RowCount


def _read(block: Block, form: Form, number: int, roster: Roster, kinds: Mapping[str, str]) -> _Part:
    """The results on one sheet, the one of that `number` among those that are read together.

    Each is a round or a day by itself, so no game goes on on another one.
    """
    # Which of two equal columns counts, or whose a column is, is not ours to guess: then no row
    # is read.
    positions = _unclear_positions(block, form)
    unclear = bool(form.doubled or form.stray or positions)
    unread = unread_columns(block, form)
    form = form._replace(end=form.row) if unclear else form
    block, totals = without_totals(block, form)
    filling = Filling(block, form)
    names = seat_names(form, filling)
    columns = seat_columns(block, form, filling, names, roster)
    grouping = group(columns, form, filling, roster, kinds)
    games = in_playing_order(grouping.games) if form.by_player else grouping.games
    beyond = {} if unclear else beyond_end(block, form)
    games, cut = cut_games(games, block, form, beyond, grouping.key_fields)
    bonuses, bonus_findings = read_bonuses(form, columns, names, games, roster)
    findings = (
        *_heading_findings(block, form),
        *positions,
        *bonus_findings,
        *totals,
        *filling.findings,
        *_hidden_findings(block, form),
        *_struck_findings(block, form),
        *grouping.findings,
        *cut,
    )
    row_count = RowCount(
        read=len(form.handles) + len(beyond),
        empty=grouping.empty,
        stray=grouping.stray + len(beyond),
    )
    games, findings = on_sheet(number, games, findings)
    return _Part(form, games, *beside_games(number, bonuses, unread), findings, row_count)


# Finding the results


_Found = tuple[Block, Form]


def _find_results(workbook: Workbook, sheet: str | None) -> list[_Found]:
    """The sheet of the results; several where each is called after its own round or day."""
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
        found = _with_results(workbook, [name])
        if not found:
            raise Refused("sheet-without-results", file=workbook.source, sheet=name)
        return [_alone(*found[0])]
    named = [info.name for info in workbook.sheets if sheet_kind(info.name) == "results"]
    found = _with_results(workbook, named)
    if not found:
        others = [info.name for info in workbook.sheets if sheet_kind(info.name) is None]
        found = _with_results(workbook, others)
    if not found:
        # Named like one of ours, a sheet of the organizer's may be anything.
        found = _with_results(workbook, [info.name for info in _unmarked(workbook)])
    if not found:
        raise _nothing_found(workbook)
    if len(found) == 1:
        return [_alone(*found[0])]
    hidden = {info.name for info in workbook.sheets if not info.visible}
    together = _together(found)
    if not together or any(form.sheet in hidden for _, form in together):
        raise Refused(
            "several-results", file=workbook.source, sheets=[block.sheet for block, _ in found]
        )
    return together


def _alone(block: Block, form: Form) -> _Found:
    """Results on one sheet. That it is called Round 2 says which round they are of, where no
    column does; but a league's games are told by day and game, and a Final may be the final
    version."""
    field, value = sheet_called(form.sheet) or ("", "")
    if field == "round" and value not in KNOCK_OUT and not form.fields & {"round", "date", "game"}:
        return block, form._replace(called={"round": value})
    return block, form


def _together(found: list[_Found]) -> list[_Found]:
    """The sheets in the order played, each called after another round, or each after another
    day; none where they are not so called, and so nobody has said that they belong together."""
    called = [one for _, form in found if (one := sheet_called(form.sheet))]
    alike = len(set(called)) == len(found) and len({field for field, _ in called}) == 1
    if not alike or any(form.by_player for _, form in found):
        return []
    sheets = {
        _order(value): (block, form._replace(called=_said(form, field, value)))
        for (field, value), (block, form) in zip(called, found)
    }
    return [sheets[place] for place in sorted(sheets)]


def _order(value: str | date) -> int:
    if isinstance(value, date):
        return value.toordinal()
    return int(value) if value.isdecimal() else MOST_ROUNDS + KNOCK_OUT.index(value)


def _said(form: Form, field: str, value: str | date) -> Mapping[str, str | date]:
    """What the name of one of several sheets says of its seats; the round of an evening does not
    tell a league's games apart."""
    apart = field == "date" or "round" in form.fields or "game" not in form.fields
    return {field: value} if apart else {}


_Unread = tuple[str, Area, list[str]]


def _unread_rounds(workbook: Workbook, found: list[_Found]) -> tuple[_Unread, ...]:
    """Sheets that are called like those read, with nearly the headings of results: where these
    stand, and which columns are missing."""
    fields = {field for _, form in found for field in form.called}
    read = {form.sheet for _, form in found}
    unread = []
    for info in workbook.sheets:
        field, _ = sheet_called(info.name) or ("", "")
        if info.visible and info.name not in read and field in fields:
            block = workbook.load(info.name)
            near = nearest_headings(block)
            if near is not None:
                _, row, columns = near
                area = Area(row, min(columns.values()), row, max(columns.values()))
                unread.append((info.name, area, _missing(columns)))
    return tuple(unread)


def _missing(columns: Collection[str]) -> list[str]:
    """What a header row lacks to be one of results."""
    scored = "place" in columns
    return [
        field
        for field in ("player", "table", "vp")
        if field not in columns and not (field == "vp" and scored)
    ]


def _nothing_found(workbook: Workbook) -> Refused:
    """Why there are no results: the headings that come nearest, where any do."""
    blocks = [workbook.load(info.name) for info in workbook.sheets if not info.ours]
    nearest = [(near, block) for block in blocks if (near := nearest_headings(block)) is not None]
    if not nearest:
        return Refused("no-results", file=workbook.source)
    (_, row, columns), block = max(nearest, key=lambda one: one[0][0])
    area = Area(row, min(columns.values()), row, max(columns.values()))
    return Refused(
        "no-results-near",
        file=workbook.source,
        where=reference(block.sheet, area),
        found=[str(cell_at(block, row, column)) for column in columns.values()],
        missing=[RESULTS_COLUMNS[field] for field in _missing(columns)],
    )


def _elsewhere(workbook: Workbook, chosen: Collection[str]) -> tuple[tuple[str, Area], ...]:
    """Headings of results on other sheets: one round each, perhaps."""
    others = [
        info.name
        for info in workbook.sheets
        if sheet_kind(info.name) in (None, "results") and info.name not in chosen
    ]
    return tuple((form.sheet, form.heading(None)) for _, form in _with_results(workbook, others))


def _with_results(workbook: Workbook, names: list[str]) -> list[_Found]:
    blocks = ((block, find_form(block)) for block in map(workbook.load, names))
    return [(block, form) for block, form in blocks if form is not None]


def _heading_findings(block: Block, form: Form) -> list[Finding]:
    findings = [
        Finding(
            "column-twice",
            ERROR,
            {"field": field, "count": len(columns)},
            (Spot("header", field=field),),
        )
        for field, columns in form.doubled.items()
    ]
    if form.stray:
        values = {
            "found": [str(cell_at(block, form.row, column)) for column in form.stray],
            "field": "table" if form.by_player else "player",
        }
        spots = tuple(Spot("heading", column) for column in form.stray)
        findings.append(Finding("column-alone", ERROR, values, spots))
    return findings + [
        Finding("points-as-vp", NOTE, {}, (Spot("header", field=field),)) for field in form.weak
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
    spots = tuple(Spot("heading", column) for column in form.positions)
    return (Finding("position-unclear", ERROR, {"found": found}, spots),)


def _elsewhere_findings(
    elsewhere: Sequence[tuple[str, Area]], unread: Sequence[_Unread]
) -> Iterator[Finding]:
    if elsewhere:
        spots = tuple(Spot("elsewhere", number) for number in range(len(elsewhere)))
        sheets = [sheet for sheet, _ in elsewhere]
        yield Finding("results-elsewhere", WARNING, {"sheets": sheets}, spots)
    for number, (sheet, _, missing) in enumerate(unread, len(elsewhere)):
        values = {"sheet": sheet, "columns": missing}
        yield Finding("round-sheet-unread", WARNING, values, (Spot("elsewhere", number),))


def _struck_findings(block: Block, form: Form) -> list[Finding]:
    """Rows whose player or victory points are struck through are read like the others, and told."""
    rows = {row for row, _ in block.marks.struck if form.row < row <= form.end}
    told = form.filled(block, min(rows), max(rows)) if rows else {}
    found: dict[int, int] = {}
    for handle in told:
        row = form.sheet_row(handle)
        if any((row, form.column(handle, field)) in block.marks.struck for field in CONTENT):
            found.setdefault(row, handle)
    if not found:
        return []
    spots = tuple(Spot("row", handle, "player") for handle in [*found.values()][:_NAMED_ROWS])
    return [Finding("rows-struck", NOTE, {"count": len(found)}, spots)]


_NAMED_ROWS = 20


def _hidden_findings(block: Block, form: Form) -> list[Finding]:
    """Hidden and filtered rows are read like the others, and told."""
    shown = range(form.row + 1, form.end + 1)
    hidden = sorted(row for row in block.marks.hidden_rows if row in shown)
    told = form.filled(block, hidden[0], hidden[-1]) if hidden else {}
    rows = {form.sheet_row(handle): handle for handle in reversed(told)}
    found = [rows[row] for row in hidden if row in rows]
    if not found:
        return []
    return [Finding("rows-hidden", NOTE, {"count": len(found)}, (Spot("row", found[0]),))]


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


def _unmarked(workbook: Workbook) -> list[SheetInfo]:
    """The organizer's own sheets that are named like ours."""
    return [
        info for info in workbook.sheets if not info.ours and sheet_kind(info.name) in OUR_SHEETS
    ]


def _has_further(workbook: Workbook) -> bool:
    """Whether our standings have a column behind the status."""
    known = {word for column in FURTHER.values() for word in column.heading}
    ours = [info.name for info in workbook.sheets if info.ours]
    return any(
        cell_at(workbook.load(name), 0, STATUS_COLUMN + 1) in known
        for name in ours
        if sheet_kind(name) == "standings"
    )


def _foreign_sheets(workbook: Workbook) -> tuple[tuple[str, Area], ...]:
    """The sheets of the organizer's that ours may replace, with the range they use."""
    marked = {sheet_kind(info.name) for info in workbook.sheets if info.ours}
    return tuple(
        (info.name, workbook.load(info.name).area)
        for info in _unmarked(workbook)
        if sheet_kind(info.name) not in marked
    )
