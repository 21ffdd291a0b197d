"""Where everything was read from: a finding's spots become `Sheet!A1` references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..engine.model import Game, Results, Spot
from .block import Area, reference
from .forms import Form
from .listings import Listing


class Origin(NamedTuple):
    """The addresses behind a `Results`.

    `sheets` is the workbook's order, `form` how the results lie on their sheet.
    """

    sheets: tuple[str, ...]
    form: Form
    listings: Mapping[str, Listing] = {}
    settings: tuple[str, Mapping[str, Area]] = ("", {})
    foreign: tuple[tuple[str, Area], ...] = ()
    """Used ranges of sheets that are named like ours and belong to the organizer."""
    elsewhere: tuple[tuple[str, Area], ...] = ()
    """Headings of results on sheets that are not read."""

    def locate(self, spot: Spot, games: tuple[Game, ...]) -> Iterator[tuple[str, Area]]:
        """The sheet and the area or areas of a spot."""
        if spot.kind == "game":
            handles = games[spot.entry].rows
            if spot.seat is None:
                for area in self.form.game(handles, spot.field):
                    yield self.form.sheet, area
            else:
                yield self.form.sheet, self.form.area(handles[spot.seat], spot.field)
        elif spot.kind == "foreign":
            yield self.foreign[spot.entry]
        elif spot.kind == "elsewhere":
            yield self.elsewhere[spot.entry]
        elif spot.kind == "header":
            for column in self.form.doubled.get(spot.field or "", ()):
                yield self.form.sheet, Area(self.form.row, column, self.form.row, column)
            if spot.field not in self.form.doubled:
                yield self.form.sheet, self.form.heading(spot.field)
        elif spot.kind == "heading":
            yield self.form.sheet, Area(self.form.row, spot.entry, self.form.row, spot.entry)
        elif spot.kind == "settings":
            sheet, areas = self.settings
            if spot.field in areas:
                yield sheet, areas[spot.field or ""]
        elif spot.kind == "row":
            yield self.form.sheet, self.form.area(spot.entry, spot.field)
        else:
            listing = self.listings[spot.kind]
            yield listing.sheet, listing.area(spot.entry, spot.field)


def where(results: Results, spots: Iterable[Spot]) -> str:
    """The references of some spots in sheet order, joined by ", "; empty without an address."""
    origin: Origin | None = results.origin
    if origin is None:
        return ""
    areas = {place for spot in spots for place in origin.locate(spot, results.games)}
    order = {sheet: number for number, sheet in enumerate(origin.sheets)}
    ordered = sorted(areas, key=lambda place: (order.get(place[0], len(order)), place[1]))
    return ", ".join(reference(sheet, area) for sheet, area in ordered)


def position(results: Results, spots: Iterable[Spot]) -> tuple[int, ...]:
    """Where the first of some spots stands in the workbook, for sorting; what has no place last."""
    origin: Origin | None = results.origin
    if origin is None:
        return ()
    order = {sheet: number for number, sheet in enumerate(origin.sheets)}
    places = (place for spot in spots for place in origin.locate(spot, results.games))
    return min(((order.get(sheet, 0), *area) for sheet, area in places), default=(len(order),))


def seat_where(results: Results, handle: int) -> str:
    """The reference of the first cell of a seat; empty without an address."""
    origin: Origin | None = results.origin
    if origin is None:
        return ""
    row, column, _, _ = origin.form.area(handle)
    return reference(origin.form.sheet, Area(row, column, row, column))
