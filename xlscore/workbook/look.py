"""How our sheets look in any host: their columns, and the styles of cells."""

from __future__ import annotations

from typing import NamedTuple

from .vocabulary import (
    CHECK_COLUMNS,
    SCORED_GAMES_COLUMNS,
    STANDINGS_COLUMNS,
    Name,
)


class Column(NamedTuple):
    """One column of a sheet of ours: heading, style of its cells, width in characters."""

    heading: Name
    style: str
    width: float


OUTPUT = {
    "standings": {
        "rank": Column(STANDINGS_COLUMNS["rank"], "whole", 7),
        "player": Column(STANDINGS_COLUMNS["player"], "text", 32),
        "games": Column(STANDINGS_COLUMNS["games"], "whole", 8),
        "tournament_points": Column(STANDINGS_COLUMNS["tournament_points"], "points", 9),
        "victory_points": Column(STANDINGS_COLUMNS["victory_points"], "points", 9),
        "share": Column(STANDINGS_COLUMNS["share"], "share", 10),
        "firsts": Column(STANDINGS_COLUMNS["firsts"], "whole", 6),
        "seconds": Column(STANDINGS_COLUMNS["seconds"], "whole", 6),
        "thirds": Column(STANDINGS_COLUMNS["thirds"], "whole", 6),
        "decided_by": Column(STANDINGS_COLUMNS["decided_by"], "text", 24),
    },
    "scored_games": {
        "round": Column(SCORED_GAMES_COLUMNS["round"], "code", 9),
        "table": Column(SCORED_GAMES_COLUMNS["table"], "code", 9),
        "game": Column(SCORED_GAMES_COLUMNS["game"], "text", 22),
        "player": Column(SCORED_GAMES_COLUMNS["player"], "text", 32),
        "victory_points": Column(SCORED_GAMES_COLUMNS["victory_points"], "points", 9),
        "counted": Column(SCORED_GAMES_COLUMNS["counted"], "points", 10),
        "place": Column(SCORED_GAMES_COLUMNS["place"], "whole", 8),
        "tournament_points": Column(SCORED_GAMES_COLUMNS["tournament_points"], "points", 9),
        "share": Column(SCORED_GAMES_COLUMNS["share"], "share", 10),
    },
    "check": {
        "level": Column(CHECK_COLUMNS["level"], "text", 10),
        "where": Column(CHECK_COLUMNS["where"], "wrapped", 26),
        "code": Column(CHECK_COLUMNS["code"], "text", 24),
        "message": Column(CHECK_COLUMNS["message"], "wrapped", 110),
    },
}

FURTHER_WIDTH = 11
"""Of the columns of the standings behind the status."""
STATUS_COLUMN, STATUS_WIDTH = 11, 72
"""Cell L1 of the standings holds the status in words."""


class Style(NamedTuple):
    """How a cell looks: number format, and what sets it off. The font is always FONT."""

    number_format: str = "General"
    align: str | None = None
    bold: bool = False
    color: str | None = None
    fill: str | None = None
    wrap: bool = False
    size: int = 11
    indent: int = 0


FONT = "Calibri"
INK, PAPER, ACCENT = "1F2937", "FFFFFF", "9A3412"
LINE, BAND, ENTRY = "E4D9D0", "F8EEE3", "FFF4CC"
"""Rules between cells, every other game, cells that wait for an entry."""
PODIUM = ("F5D76E", "D5DBE1", "E9C29B")
"""Behind ranks 1, 2 and 3."""
# In a number format _0 is the room of a digit: decimal points stand below each other, and
# numbers stand below the middle of their heading.
STYLES = {
    "header": Style(align="center", bold=True, color=PAPER, fill=ACCENT),
    "text": Style("@", align="left", color=INK, indent=1),
    "code": Style(align="center", color=INK),
    "wrapped": Style("@", align="left", color=INK, wrap=True, indent=1),
    "whole": Style("0", align="center", color=INK),
    "points": Style("0_._0_0_0_0", align="right", color=INK),
    "points.1": Style("0.0_0_0_0", align="right", color=INK),
    "points.2": Style("0.00_0_0", align="right", color=INK),
    "share": Style("0.00", align="right", color=INK),
    "status": Style("@", align="left", bold=True, color=ACCENT, wrap=True, indent=1),
}


def cell_style(column_style: str, value: object) -> str:
    """The style of one cell: in a column of points, as many decimals as the number needs."""
    if column_style != "points" or getattr(value, "denominator", 1) == 1:
        return column_style
    return "points.1" if value.denominator in (2, 5, 10) else "points.2"  # type: ignore[attr-defined]
