"""What follows the data in fresh workbooks: grouped games, podium, ties, the leaders' chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xlsxwriter.worksheet import Worksheet

from ..workbook.block import Area, column_letters
from ..workbook.look import ACCENT, BAND, FONT, INK, LINE, PAPER, PODIUM
from .sheet_look import ROW_HEIGHT, Book

_CHART_ROWS = 10
_STANDINGS_ROWS, _FINDINGS_ROWS = 500, 1000
_WARM = {"error": "F8D0C8", "warning": "FCE9B8"}


def group_games(book: Book, sheet: Worksheet, area: Area, keys: Sequence[int]) -> None:
    """Every other game on a band, and a line where the first of the key columns changes.

    A game begins where a key column is filled and differs from the cell above, so keys
    written only in the first row of a block group that block as well.
    """
    here, above = area.first_row + 1, area.first_row
    letters = [column_letters(key) for key in keys]
    begun = "+".join(
        f'(${key}${here}:${key}{here}<>"")*(${key}${here}:${key}{here}<>${key}${above}:${key}{above})'
        for key in letters
    )
    left, right = column_letters(area.first_column), column_letters(area.last_column)
    filled = f"COUNTA(${left}{here}:${right}{here})>0"
    band = f"AND({filled},MOD(SUMPRODUCT(--(({begun})>0)),2)=0)"
    key = f"${letters[0]}{here}"
    line = f'ROW()>{here},{key}<>"",{key}<>${letters[0]}{above}'
    top = {"top": 1, "top_color": f"#{ACCENT}"}
    fill = {"bg_color": f"#{BAND}"}
    book.color(sheet, area, f"=AND({line},{band})", **top, **fill)
    book.color(sheet, area, f"=AND({line})", **top)
    book.color(sheet, area, f"={band}", **fill)


def color_standings(book: Book, sheet: Worksheet, row: int, columns: int) -> None:
    """Podium, ties and lines between rows, for standings whose first line is `row`.

    A tied rank is shown as ``2=``; the cell keeps the plain number.
    """
    last = row + _STANDINGS_ROWS - 1
    everything = Area(row, 0, last, columns - 1)
    ranks = Area(row, 0, last, 0)
    rank = f"$A{row + 1}"
    tied = f"COUNTIF($A${row + 1}:$A${last + 1},{rank})>1"
    line = {"bottom": 1, "bottom_color": f"#{LINE}"}
    tie = {"num_format": '0"="', "italic": True, **line}
    for place, color in enumerate(PODIUM, 1):
        fill = {"bg_color": f"#{color}"}
        book.color(sheet, ranks, f"=AND({rank}={place},{tied})", **tie, **fill)
        book.color(sheet, everything, f"={rank}={place}", bold=True, **line, **fill)
    book.color(sheet, ranks, f"=AND(ISNUMBER({rank}),{tied})", **tie, bg_color=f"#{BAND}")
    book.color(sheet, everything, f"=ISNUMBER({rank})", **line)


def color_levels(book: Book, sheet: Worksheet, columns: int) -> None:
    """Errors and warnings on the sheet of findings."""
    area = Area(1, 0, _FINDINGS_ROWS, columns - 1)
    for level, color in _WARM.items():
        word = book.words(f"level-{level}")
        book.color(sheet, area, f'=$A2="{word}"', bg_color=f"#{color}")


def chart_leaders(book: Book, sheet: Worksheet, row: int, column: int, width: int) -> None:
    """The tournament points of the first ten, read from the cells whenever they change."""
    chart = book.workbook.add_chart({"type": "bar"})
    name = sheet.get_name()
    chart.add_series(
        {
            "categories": [name, 1, 1, _CHART_ROWS, 1],
            # Said here because the cells, still empty, do not tell that names are text.
            "categories_data": [""] * _CHART_ROWS,
            "values": [name, 1, 3, _CHART_ROWS, 3],
            "fill": {"color": f"#{ACCENT}"},
            "gap": 45,
            # Without a format of their own the labels show each cell as it shows itself.
            "data_labels": {"value": True, "font": _chart_font(11, bold=True)},
        }
    )
    chart.set_title(
        {
            "name": book.words("template-chart"),
            "name_font": _chart_font(14, bold=True),
            "overlay": False,
        }
    )
    chart.set_legend({"none": True})
    chart.set_y_axis(
        {
            "reverse": True,
            "num_font": _chart_font(11),
            "line": {"color": f"#{LINE}"},
            "major_tick_mark": "none",
        }
    )
    chart.set_x_axis({"visible": False, "min": 0, "major_gridlines": {"visible": False}})
    chart.set_chartarea({"border": {"color": f"#{LINE}"}, "fill": {"color": f"#{PAPER}"}})
    chart.set_size({"width": width, "height": 19 * ROW_HEIGHT * 4 // 3})
    sheet.insert_chart(
        row, column, chart, {"object_position": 2, "description": book.words("template-chart")}
    )


def _chart_font(size: int, *, bold: bool = False) -> dict[str, Any]:
    return {"name": FONT, "size": size, "bold": bold, "color": f"#{INK}"}
