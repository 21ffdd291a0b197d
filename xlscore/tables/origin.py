"""Where everything was read from: a finding's spots become `Sheet!A1` references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..engine.model import Finding, Game, Results, Spot
from .block import Area, reference
from .listings import Listing


class Origin(NamedTuple):
    """The addresses behind a `Results`.

    `sheets` is the workbook's order. `columns` and `header` belong to the sheet of the results,
    whose row handles are row numbers.
    """

    sheets: tuple[str, ...]
    sheet: str
    columns: Mapping[str, int]
    header: int
    doubled: Mapping[str, tuple[int, ...]] = {}
    """Fields with several equally good headings, and all their columns."""
    listings: Mapping[str, Listing] = {}
    settings: tuple[str, Mapping[str, Area]] = ("", {})
    foreign: tuple[tuple[str, Area], ...] = ()
    """Used ranges of sheets that are named like ours and belong to the organizer."""

    def seat(self, row: int, field: str | None = None) -> Area:
        """The cell of a field in one row of the results, or the row from first to last column."""
        if field in self.columns:
            column = self.columns[field or ""]
            return Area(row, column, row, column)
        return Area(row, min(self.columns.values()), row, max(self.columns.values()))

    def game(self, game: Game, field: str | None = None) -> Iterator[Area]:
        """The rows of a game, neighbouring rows as one area."""
        first = last = None
        for row in sorted(game.rows):
            if last is not None and row == last + 1:
                last = row
                continue
            if first is not None and last is not None:
                yield self._rows(first, last, field)
            first = last = row
        if first is not None and last is not None:
            yield self._rows(first, last, field)

    def _rows(self, first: int, last: int, field: str | None) -> Area:
        top, bottom = self.seat(first, field), self.seat(last, field)
        return Area(top.first_row, top.first_column, bottom.last_row, bottom.last_column)

    def locate(self, spot: Spot, games: tuple[Game, ...]) -> Iterator[tuple[str, Area]]:
        """The sheet and the area or areas of a spot."""
        if spot.kind == "game":
            game = games[spot.entry]
            if spot.seat is None:
                for area in self.game(game, spot.field):
                    yield self.sheet, area
            else:
                yield self.sheet, self.seat(game.rows[spot.seat], spot.field)
        elif spot.kind == "foreign":
            yield self.foreign[spot.entry]
        elif spot.kind == "header":
            for column in self.doubled.get(spot.field or "", ()):
                yield self.sheet, Area(self.header, column, self.header, column)
            if spot.field not in self.doubled:
                yield self.sheet, self.seat(self.header, spot.field)
        elif spot.kind == "settings":
            sheet, areas = self.settings
            if spot.field in areas:
                yield sheet, areas[spot.field or ""]
        elif spot.kind == "row":
            yield self.sheet, self.seat(spot.entry, spot.field)
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


def finding_where(results: Results, finding: Finding) -> str:
    """The references of a finding."""
    return where(results, finding.spots)
