"""On which sheets the results stand: one, or one for each round or day; and what stands nearby."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from datetime import date

from ..rules.model import KNOCK_OUT
from ..words import Refused
from .block import Area, Block, SheetInfo, Workbook, reference
from .cells import is_blank
from .folding import folded
from .headers import cell_at, language_of_headings
from .player_names import identity
from .result_layouts import KNOWN, Form, Nearest, find_form, nearest_headings
from .sheet_names import MOST_ROUNDS, Called, sheet_called
from .shown_numbers import typed_number
from .vocabulary import OUR_SHEETS, RESULTS_COLUMNS, SHEETS, language_of, sheet_kind

_Found = tuple[Block, Form]
_OF_RESULTS = (None, "results")
"""What sheets of results are called; None is any name of the organizer's own."""

NOT_FOUND = (
    *("no-results", "no-results-near", "several-results"),
    *("sheet-unknown", "sheet-without-results"),
)
"""Why there is no sheet of results, or none that is meant; all sheets can be read."""


def find_results(workbook: Workbook, sheet: str | None) -> list[_Found]:
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
        found = _with_results(workbook, [info.name for info in unmarked(workbook)])
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
    called = sheet_called(form.sheet)
    if called is None or called.field != "round" or called.value in KNOCK_OUT:
        return block, form
    told = form.fields & {"round", "date", "game"}
    return block, form if told else form._replace(called={"round": called.value})


def _together(found: list[_Found]) -> list[_Found]:
    """The sheets in the order played, each called after another round, or each after another
    day; none where they are not so called, and so nobody has said that they belong together.

    Each semi-final may have its sheet, called Semi-final 1 and Semi-final 2.
    """
    called = [one for _, form in found if (one := sheet_called(form.sheet))]
    alike = len(set(called)) == len(found) and len({one.field for one in called}) == 1
    if not alike or any(form.by_player for _, form in found):
        return []
    sheets = {
        _order(one): (block, form._replace(called=_said(form, one)))
        for one, (block, form) in zip(called, found)
    }
    return [sheets[place] for place in sorted(sheets)]


def _order(called: Called) -> tuple[int, int]:
    value = called.value
    if isinstance(value, date):
        return value.toordinal(), 0
    stage = int(value) if value.isdecimal() else MOST_ROUNDS + KNOCK_OUT.index(value)
    return stage, called.number


def _said(form: Form, called: Called) -> Mapping[str, str | date]:
    """What the name of one of several sheets says of its seats; the round of an evening does not
    tell a league's games apart."""
    apart = called.field == "date" or "round" in form.fields or "game" not in form.fields
    return {called.field: called.value} if apart else {}


UnreadRound = tuple[str, Area, list[str]]


def unread_rounds(
    workbook: Workbook, found: list[_Found], players: Iterable[str]
) -> tuple[UnreadRound, ...]:
    """Sheets that are called like those read and hold something like results: where their
    headings stand, or the first of their rows, and which columns are missing. `players` are
    those of all seats."""
    fields = {field for _, form in found for field in form.called}
    read = {form.sheet for _, form in found}
    known: set[str] = set()
    unread = []
    for info in workbook.sheets:
        called = sheet_called(info.name)
        if info.visible and info.name not in read and called and called.field in fields:
            block = workbook.load(info.name)
            near = nearest_headings(block)
            if near is not None:
                unread.append((info.name, near.area, _missing(near.columns)))
                continue
            known = known or {identity(player) for player in set(players)}
            if (first := _first_result(block, known)) is not None:
                unread.append((info.name, first, _missing(())))
    return tuple(unread)


def _first_result(block: Block, players: Container[str]) -> Area | None:
    """The first row with the name of a player and two numbers, such as a table and points."""
    for row, line in enumerate(block.rows, block.start[0]):
        known = any(type(cell) is str and cell and identity(cell) in players for cell in line)
        if known and sum(typed_number(cell) is not None for cell in line) > 1:
            filled = [column for column, cell in enumerate(line) if not is_blank(cell)]
            return Area(row, block.start[1] + filled[0], row, block.start[1] + filled[-1])
    return None


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
    nearest = _nearest(workbook)
    if not nearest:
        return Refused("no-results", file=workbook.source)
    near, block = max(
        nearest, key=lambda one: (len(one[0].columns), sheet_kind(one[1].sheet) in _OF_RESULTS)
    )
    # Where one heading is all that is known, the others tell what was meant.
    shown = near.filled if len(near.columns) == 1 else sorted(near.columns.values())
    return Refused(
        "no-results-near",
        file=workbook.source,
        where=reference(block.sheet, Area(near.row, min(shown), near.row, max(shown))),
        found=[str(cell_at(block, near.row, column)) for column in shown[:_SHOWN_HEADINGS]],
        missing=[RESULTS_COLUMNS[field] for field in _missing(near.columns)],
    )


_SHOWN_HEADINGS = 20


def _nearest(workbook: Workbook) -> list[tuple[Nearest, Block]]:
    """What comes nearest to headings of results on each list of the organizer's."""
    blocks = [
        workbook.load(info.name)
        for info in workbook.sheets
        if not info.ours and sheet_kind(info.name) != "tournament"
    ]
    return [(near, block) for block in blocks if (near := nearest_headings(block, 1)) is not None]


def language_of_sheets(workbook: Workbook) -> str | None:
    """The language of what comes nearest to headings of results, else that most sheets are named
    in; None where nothing tells."""
    languages = (
        language_of_headings(block, near.row, near.filled, KNOWN)
        for near, block in _nearest(workbook)
    )
    names = [info.name for info in workbook.sheets]
    return next(filter(None, languages), None) or language_of(names, SHEETS.values())


def elsewhere(workbook: Workbook, chosen: Collection[str]) -> tuple[tuple[str, Area], ...]:
    """Headings of results on other sheets: one round each, perhaps."""
    others = [
        info.name
        for info in workbook.sheets
        if sheet_kind(info.name) in _OF_RESULTS and info.name not in chosen
    ]
    return tuple((form.sheet, form.heading(None)) for _, form in _with_results(workbook, others))


def _with_results(workbook: Workbook, names: list[str]) -> list[_Found]:
    blocks = ((block, find_form(block)) for block in map(workbook.load, names))
    return [(block, form) for block, form in blocks if form is not None]


def unmarked(workbook: Workbook) -> list[SheetInfo]:
    """The organizer's own sheets that are named like ours."""
    return [
        info for info in workbook.sheets if not info.ours and sheet_kind(info.name) in OUR_SHEETS
    ]
