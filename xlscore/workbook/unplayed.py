"""Seats where nobody played: players at no table, and names that stand for nobody (D21)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ..rules.model import ERROR, NOTE, WARNING, Finding, Location, SatOut
from . import cells
from .block import Cell
from .cells import is_blank
from .folding import folded
from .player_names import identity
from .result_layouts import CONTENT, Form
from .vocabulary import is_nobody, no_table

_RESULT = ("vp", "winner", "place")
_SAID = (*CONTENT, "table", "winner")
_ZERO = "zero"


class Unplayed(NamedTuple):
    """Who sat out, and what there is to say of seats without a game."""

    sat_out: tuple[SatOut, ...] = ()
    rows: int = 0
    """Seats of players at no table, also of those that an error tells of."""
    findings: tuple[Finding, ...] = ()


def set_apart(
    raw: dict[str, list[Cell]],
    distinct: dict[str, set[Cell]],
    form: Form,
    listed: Collection[str],
    formulas: Collection[tuple[int, int]] = (),
) -> Unplayed:
    """Take the seats where nobody played out of the raw columns, which hold a cell a seat.

    `distinct` are the different cells of each, few however long the list; `listed` the names of
    the Players sheet, which are somebody's whatever they say; `formulas` the cells of the sheet,
    by row and column, that hold one.
    """
    seats = _Cells(raw, distinct, form, frozenset(map(identity, listed)), formulas)
    away, findings = _at_no_table(seats)
    nobody, more = _nobody(seats, away)
    sat_out = []
    for seat, kind in away.items():
        name = cells.name(raw["player"][seat]).value
        if name is not None and seat not in nobody:
            typed = cells.round_name(raw["round"][seat]).value if "round" in raw else None
            reported = form.called.get("round", typed)
            round_name = None if reported is None else str(reported)
            sat_out.append(SatOut(round_name, str(name), form.seat_ids[seat], kind == "bye"))
    for seat in (*away, *nobody):
        for field in _SAID:
            if field in raw:
                raw[field][seat] = None
                distinct[field].add(None)
    return Unplayed(tuple(sat_out), len(sat_out), (*findings, *more))


class _Cells:
    """The raw cells of the seats, and what they say."""

    def __init__(
        self,
        raw: Mapping[str, Sequence[Cell]],
        distinct: Mapping[str, Collection[Cell]],
        form: Form,
        listed: Collection[str],
        formulas: Collection[tuple[int, int]],
    ) -> None:
        self.raw = raw
        self.distinct = distinct
        self.form = form
        self.listed = listed
        self.formulas = formulas

    def cell(self, field: str, seat: int) -> Cell:
        return self.raw[field][seat] if field in self.raw else None

    def results(self, seat: int, *, zero_too: bool) -> list[str]:
        """The fields of a seat that hold a result: typed points (`zero_too`: also 0), a mark of
        the winner, a place."""
        points, mark, place = (self.cell(field, seat) for field in _RESULT)
        reported = {
            "vp": not is_blank(points)
            and not no_table(points)
            and (zero_too or not _is_zero(points)),
            "winner": not is_blank(mark) and cells.winner(mark).value is not False,
            "place": not is_blank(place) and not no_table(place),
        }
        return [field for field in _RESULT if reported[field]]

    def is_formula(self, field: str, seat: int) -> bool:
        """Whether a cell holds a formula, which shows nothing where it is empty."""
        seat_id = self.form.seat_ids[seat]
        place = self.form.sheet_row(seat_id), self.form.column(seat_id, field)
        return place in self.formulas

    def location(self, seat: int, field: str | None) -> Location:
        return Location("row", self.form.seat_ids[seat], field)


def _may_be_zero(cell: Cell) -> bool:
    """Told quickly: there may be very many tables."""
    return cell == 0 or (isinstance(cell, str) and cell.strip()[:1] in ("0", "\uff10"))


def _is_zero(cell: Cell) -> bool:
    return not isinstance(cell, bool) and cells.victory_points(cell).value == 0


def _at_no_table(seats: _Cells) -> tuple[dict[int, str], list[Finding]]:
    """Seats whose table is none, each with what says so; those with results are errors.

    A stroke beside results is no word for a bye but a table that nobody has filled in: reading
    finds it.
    """
    tables = seats.raw["table"]
    distinct = seats.distinct["table"]
    kinds = {cell: kind for cell in distinct if (kind := no_table(cell))}
    kinds.update({cell: _ZERO for cell in distinct if _may_be_zero(cell) and _is_zero(cell)})
    untold = {cell for cell in seats.distinct.get("vp", ()) if no_table(cell)}
    if not kinds and not untold and not seats.formulas:
        return {}, []
    real = _tables_called_zero(seats, kinds)
    away: dict[int, str] = {}
    together: dict[str, list[tuple[int, list[str]]]] = {}
    for seat, table in enumerate(tables):
        kind = None if isinstance(table, bool) else kinds.get(table)
        if is_blank(table) and seats.cell("vp", seat) in untold:
            kind = no_table(seats.cell("vp", seat))
        elif is_blank(table) and seats.is_formula("table", seat):
            kind = "stroke"
        if kind is None:
            continue
        results = seats.results(seat, zero_too=False)
        if results and is_blank(seats.cell("player", seat)):
            continue  # results of nobody, which reading finds
        if kind == _ZERO:
            if not results and _without_table(seats, seat) not in real:
                away[seat] = kind
        elif not results:
            away[seat] = kind
        elif kind != "stroke" and not is_blank(table):
            away[seat] = kind
            together.setdefault(folded(str(table)), []).append((seat, results))
    findings = [_with_results(seats, reported) for reported in together.values()]
    reported = {seat for group in together.values() for seat, _ in group}
    plain = [
        seat
        for seat in away
        if seat not in reported
        and not is_blank(seats.cell("player", seat))
        and not _means_nobody(seats, seat)
    ]
    if plain:
        locations = tuple(seats.location(seat, "table") for seat in plain)
        findings.append(Finding("not-played", NOTE, {"count": len(plain)}, locations))
    return away, findings


def _without_table(seats: _Cells, seat: int) -> tuple[str, ...]:
    """What makes the game of a seat, its table aside."""
    return tuple(folded(str(seats.cell(field, seat))) for field in ("round", "date", "game"))


def _tables_called_zero(seats: _Cells, kinds: Mapping[Cell, str]) -> set[tuple[str, ...]]:
    """The games whose table is called 0 and was played at."""
    zeros = {cell for cell, kind in kinds.items() if kind == _ZERO}
    if not zeros:
        return set()
    return {
        _without_table(seats, seat)
        for seat, table in enumerate(seats.raw["table"])
        if table in zeros and seats.results(seat, zero_too=False)
    }


def _with_results(seats: _Cells, reported: Sequence[tuple[int, list[str]]]) -> Finding:
    locations = tuple(seats.location(seat, field) for seat, fields in reported for field in fields)
    first = reported[0][0]
    values = {
        "found": cells.shown(seats.cell("table", first)),
        "players": list(
            dict.fromkeys(cells.shown(seats.cell("player", seat)) for seat, _ in reported)
        ),
    }
    return Finding("not-played-results", ERROR, values, locations)


def _means_nobody(seats: _Cells, seat: int) -> bool:
    name = cells.name(seats.cell("player", seat)).value
    return isinstance(name, str) and is_nobody(name) and identity(name) not in seats.listed


def _nobody(seats: _Cells, away: Collection[int]) -> tuple[set[int], list[Finding]]:
    """Seats whose name is nobody's; a warning where it has points, and so is somebody's."""
    names = {
        cell: name
        for cell in seats.distinct["player"]
        if isinstance(name := cells.name(cell).value, str)
        and (is_nobody(name) or name == "0")
        and identity(name) not in seats.listed
    }
    if not names:
        return set(), []
    own: dict[str, list[int]] = {}
    for seat, cell in enumerate(seats.raw["player"]):
        if not isinstance(cell, bool) and cell in names:
            own.setdefault(identity(names[cell]), []).append(seat)
    nobody: set[int] = set()
    findings = []
    empty: list[int] = []
    for group in own.values():
        sitting = [seat for seat in group if seat not in away]
        # Zeros all along the row are what links show in a file without formulas (D22).
        shown = cells.name(seats.cell("player", group[0])).value == "0"
        playing = [seat for seat in sitting if seats.results(seat, zero_too=not shown)]
        nobody.update(seat for seat in group if seat in away or not playing)
        if playing:
            values = {"player": cells.shown(seats.cell("player", playing[0]))}
            locations = tuple(seats.location(seat, "player") for seat in playing)
            findings.append(Finding("name-placeholder", WARNING, values, locations))
        else:
            empty += group
    if empty:
        locations = tuple(seats.location(seat, "player") for seat in sorted(empty))
        findings.append(Finding("seats-nobody", NOTE, {"count": len(empty)}, locations))
    return nobody, findings
