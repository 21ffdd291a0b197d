"""The season as a workbook: the sheet Season, with what is dropped in grey and brackets, and the
course of the leaders as a chart. Equal content gives equal bytes."""

from __future__ import annotations

import os
import zipfile
from datetime import datetime
from io import BytesIO
from pathlib import Path

import xlsxwriter

from ..formats.atomic import replace_bytes
from ..formats.row_xml import storable
from ..words import Refused, sentence
from ..workbook.look import FONT, STYLES
from ..workbook.vocabulary import SEASON_COLUMNS, SEASON_SHEETS
from .season import Season, headings, rows
from .zipped import ZIP_ERRORS

_MARK = "xlscore season"
_DROPPED_COLOR = "#8A8F98"
_WIDTHS = {"player": 28, "missing": 12}
_LEADERS = 8
"""Players whose course is shown."""


def refuse_unwritable(target: Path) -> None:
    """Raises `Refused` for a name of another format, for a file that is there and no season of
    ours, and for a folder that is not there."""
    if target.suffix.lower() != ".xlsx":
        raise Refused("season-format", file=target.name)
    if not target.parent.is_dir():
        raise Refused("path-missing", path=target.parent)
    if os.path.lexists(target) and not (target.is_file() and is_season(target)):
        raise Refused("season-foreign", file=target.name)


def is_season(path: Path) -> bool:
    """Whether a file is what an earlier run left, which this one may replace."""
    try:
        with zipfile.ZipFile(path) as package:
            return _MARK.encode() in package.read("docProps/core.xml")
    except (*ZIP_ERRORS, KeyError):  # whatever it is, it is not ours
        return False


def write_season(target: Path, season: Season, language: str) -> None:
    """Write the workbook. Raises `Refused` where it cannot be written."""
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.set_properties({"keywords": _MARK, "created": datetime(2000, 1, 1)})
        _Sheets(book, season, language).write()
    replace_bytes(target, out.getvalue())


class _Sheets:
    """The sheets of a season while they are written."""

    def __init__(self, book: xlsxwriter.Workbook, season: Season, language: str) -> None:
        self._book = book
        self._season = season
        self._language = language
        self._headings = [storable(text) for text in headings(season, language)]

    def write(self) -> None:
        """The standings first, then what the chart beside them shows."""
        sheet = self._book.add_worksheet(SEASON_SHEETS["season"](self._language))
        self._standings(sheet)
        if self._season.events and self._season.standings:
            self._course(sheet)

    def _format(self, **more: object) -> xlsxwriter.format.Format:
        return self._book.add_format({"font_name": FONT, "font_size": 11, **more})

    def _standings(self, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        look = STYLES["header"]
        header = self._format(
            bold=True,
            font_color=f"#{look.color}",
            bg_color=f"#{look.fill}",
            align="center",
            valign="vcenter",
            text_wrap=True,
        )
        text = self._format(num_format="@", indent=1)
        formats = {
            (counted, whole): self._format(
                num_format=number if counted else f"({number})",
                align="right",
                **({} if counted else {"font_color": _DROPPED_COLOR}),
            )
            for counted in (True, False)
            for whole, number in ((True, "0"), (False, "0.00"))
        }
        keys = [*SEASON_COLUMNS, *[""] * len(self._season.events)]
        for column, (key, heading) in enumerate(zip(keys, self._headings, strict=True)):
            sheet.set_column(column, column, _WIDTHS.get(key, 11))
            sheet.write_string(0, column, heading, header)
        sheet.set_row(0, 32)
        first = len(SEASON_COLUMNS)
        number = 0
        table = zip(self._season.standings, rows(self._season, self._language), strict=True)
        for number, (line, cells) in enumerate(table, 1):
            counts = {one.event: one.counted for one in line.results}
            for column, cell in enumerate(cells):
                if isinstance(cell, str):
                    sheet.write_string(number, column, storable(cell), text)
                elif cell is not None:
                    whole = getattr(cell, "denominator", 1) == 1
                    look_of = formats[counts.get(column - first, True), whole]
                    sheet.write_number(number, column, float(cell), look_of)  # type: ignore[arg-type]
        note = sentence("season-sheet-note", self._language, {})
        sheet.write_string(number + 2, 1, note, self._format(italic=True))
        sheet.freeze_panes(1, 2)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)

    def _course(self, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        """The points of the leaders added up from event to event, whether they count or not."""
        name = SEASON_SHEETS["course"](self._language)
        data = self._book.add_worksheet(name)
        header = self._format(bold=True)
        leaders = [line for line in self._season.standings if line.rank is not None][:_LEADERS]
        titles = self._headings[len(SEASON_COLUMNS) :]
        data.set_column(0, 0, 28)
        for row, title in enumerate(titles, 1):
            data.write_string(row, 0, title)
        chart = self._book.add_chart({"type": "line"})
        for column, line in enumerate(leaders, 1):
            data.write_string(0, column, storable(line.player), header)
            points = {one.event: one.points for one in line.results}
            total = 0.0
            for event in range(len(titles)):
                total += float(points.get(event, 0))
                data.write_number(event + 1, column, total)
            chart.add_series(
                {
                    "name": [name, 0, column],
                    "categories": [name, 1, 0, len(titles), 0],
                    "values": [name, 1, column, len(titles), column],
                    "marker": {"type": "circle", "size": 4},
                }
            )
        if leaders:
            chart.set_title({"name": name, "name_font": {"size": 12}})
            chart.set_size({"width": 760, "height": 360})
            sheet.insert_chart(len(self._season.standings) + 4, 1, chart)
