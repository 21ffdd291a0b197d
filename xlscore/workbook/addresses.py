"""Where everything was read from: a finding's locations become `Sheet!A1` references."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..rules.model import Bonus, Finding, Game, Location, Results, SatOut, Unread
from .block import MAX_COLUMNS, MAX_ROWS, Area, reference
from .result_layouts import Form
from .side_sheets import Listing

_SEATS_A_SHEET = MAX_ROWS * MAX_COLUMNS


class Origin(NamedTuple):
    """The addresses behind a `Results`.

    `sheets` is the workbook's order, `forms` how the results lie on their sheet, or on each of
    the sheets that are read together. What counts rows or columns of a sheet goes on counting in
    the next one: `on_sheet` puts it there, `seat` tells where it belongs.
    """

    sheets: tuple[str, ...]
    forms: tuple[Form, ...]
    listings: Mapping[str, Listing] = {}
    settings: tuple[str, Mapping[str, Area]] = ("", {})
    foreign: tuple[tuple[str, Area], ...] = ()
    """Used ranges of sheets that are named like ours and belong to the organizer."""
    elsewhere: tuple[tuple[str, Area], ...] = ()
    """Headings of results on sheets that are not read."""
    further: tuple[object, ...] = ()
    """The headings of our standings behind the status."""

    def seat(self, seat_id: int) -> tuple[Form, int]:
        """How results lie on the sheet of a seat, and the id that it has there."""
        number, own = divmod(seat_id, _SEATS_A_SHEET)
        return self.forms[number], own

    def is_read(self, sheet: str) -> bool:
        """Whether the results stand on that sheet, or some of them."""
        return any(form.sheet == sheet for form in self.forms)

    def locate(self, location: Location, games: tuple[Game, ...]) -> Iterator[tuple[str, Area]]:
        """The sheet and the area or areas of a location."""
        if location.kind == "game":
            rows = games[location.entry].rows
            if location.seat is None:
                form, _ = self.seat(rows[0])
                seat_ids = tuple(self.seat(seat_id)[1] for seat_id in rows)
                for area in form.game(seat_ids, location.field):
                    yield form.sheet, area
            else:
                form, seat_id = self.seat(rows[location.seat])
                yield form.sheet, form.area(seat_id, location.field)
        elif location.kind == "foreign":
            yield self.foreign[location.entry]
        elif location.kind == "elsewhere":
            yield self.elsewhere[location.entry]
        elif location.kind == "header":
            form = self.forms[location.entry]
            for column in form.doubled.get(location.field or "", ()):
                yield form.sheet, Area(form.row, column, form.row, column)
            if location.field not in form.doubled:
                yield form.sheet, form.heading(location.field)
        elif location.kind == "heading":
            number, column = divmod(location.entry, MAX_COLUMNS)
            form = self.forms[number]
            yield form.sheet, Area(form.row, column, form.row, column)
        elif location.kind == "settings":
            sheet, areas = self.settings
            if location.field in areas:
                yield sheet, areas[location.field or ""]
        elif location.kind == "row":
            form, seat_id = self.seat(location.entry)
            yield form.sheet, form.area(seat_id, location.field)
        else:
            listing = self.listings[location.kind]
            yield listing.sheet, listing.area(location.entry, location.field)


def where(results: Results, locations: Iterable[Location]) -> str:
    """The references of some locations in sheet order, joined by ", "; empty without an address."""
    origin: Origin | None = results.origin
    if origin is None:
        return ""
    areas = {place for location in locations for place in origin.locate(location, results.games)}
    if len(areas) > _LISTED:
        areas = _joined(areas)
    order = {sheet: number for number, sheet in enumerate(origin.sheets)}
    ordered = sorted(areas, key=lambda place: (order.get(place[0], len(order)), place[1]))
    return ", ".join(reference(sheet, area) for sheet, area in ordered)


_LISTED = 6
"""Cells that a reader can look up one by one; more are told as the ranges they make."""


def _joined(places: set[tuple[str, Area]]) -> set[tuple[str, Area]]:
    """The same cells in fewer areas: what stands below each other, then what is side by side."""
    found = places
    for near, far in ((0, 2), (1, 3)):
        joined: list[tuple[str, Area]] = []
        across = (1, 3) if near == 0 else (0, 2)
        for sheet, area in sorted(found, key=_along(across, near)):
            last = joined[-1] if joined else None
            if (
                last is not None
                and (last[0], *(last[1][at] for at in across))
                == (sheet, *(area[at] for at in across))
                and last[1][far] + 1 >= area[near]
            ):
                edges = list(last[1])
                edges[far] = max(edges[far], area[far])
                joined[-1] = sheet, Area(*edges)
            else:
                joined.append((sheet, area))
        found = set(joined)
    return found


def _along(across: tuple[int, int], near: int) -> Callable[[tuple[str, Area]], tuple[object, ...]]:
    return lambda place: (place[0], *(place[1][at] for at in across), place[1][near])


def position(results: Results, locations: Iterable[Location]) -> tuple[int, ...]:
    """Where the first of some locations stands, for sorting; what has no place comes last."""
    origin: Origin | None = results.origin
    if origin is None:
        return ()
    order = {sheet: number for number, sheet in enumerate(origin.sheets)}
    places = (place for location in locations for place in origin.locate(location, results.games))
    return min(((order.get(sheet, 0), *area) for sheet, area in places), default=(len(order),))


def seat_where(results: Results, seat_id: int) -> str:
    """The reference of the first cell of a seat; empty without an address."""
    origin: Origin | None = results.origin
    if origin is None:
        return ""
    form, own = origin.seat(seat_id)
    row, column, _, _ = form.area(own)
    return reference(form.sheet, Area(row, column, row, column))


_A_SHEET = {"row": _SEATS_A_SHEET, "header": 1, "heading": MAX_COLUMNS}
"""What the entry of a location grows by with each sheet that is read together with the first."""


def beside_games(
    number: int, bonuses: tuple[Bonus, ...], unread: tuple[Unread, ...]
) -> tuple[tuple[Bonus, ...], tuple[Unread, ...]]:
    """As `on_sheet`, for what stands beside the games."""
    first = number * _SEATS_A_SHEET
    return (
        tuple(one._replace(row=first + one.row) for one in bonuses),
        tuple(
            one._replace(
                column=number * MAX_COLUMNS + one.column,
                numbers={first + seat_id: found for seat_id, found in one.numbers.items()},
            )
            for one in unread
        ),
    )


def on_sheet(
    number: int,
    games: tuple[Game, ...],
    findings: tuple[Finding, ...],
    sat_out: tuple[SatOut, ...],
) -> tuple[tuple[Game, ...], tuple[Finding, ...], tuple[SatOut, ...]]:
    """What stands on one sheet as on the sheet `number`, counted from 0, of several that are
    read together."""
    if not number:
        return games, findings, sat_out
    first = number * _SEATS_A_SHEET
    return (
        tuple(
            game._replace(rows=tuple(first + seat_id for seat_id in game.rows)) for game in games
        ),
        tuple(
            finding._replace(
                locations=tuple(
                    location._replace(
                        entry=location.entry + number * _A_SHEET.get(location.kind, 0)
                    )
                    for location in finding.locations
                )
            )
            for finding in findings
        ),
        tuple(one._replace(row=first + one.row) for one in sat_out),
    )
