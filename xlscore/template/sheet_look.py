"""How fresh workbooks look: cell formats, page set-up, drop-downs, colours that follow the data.

Only the template modules know XlsxWriter. Every cell gets an explicit format with a named
font, because LibreOffice draws no table styles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from ..formats.atomic import replace, sweep
from ..formats.convert_to_xlsx import CREATED
from ..formats.row_xml import storable
from ..words import sentence, way
from ..workbook.block import Area, column_letters, quoted_sheet
from ..workbook.look import ACCENT, FONT, INK, LINE, STYLES, Column, Style
from ..workbook.vocabulary import MARK, SHEETS

ROW_HEIGHT = 18
HEADER_HEIGHT = 25
STATUS_HEIGHT = 44
"""Height of the header row of the standings: three lines of status fit beside it."""
_LIST_LIMIT = 255
"""Excel's limit for the text of a drop-down list."""
_TITLE_LIMIT = 80
"""Of the 255 characters that Excel allows for a whole page header."""

TEXT = Style("@", align="left", indent=1)
_ANY = Style(align="center")


def date_style(language: str) -> Style:
    """How cells of a date look in a language."""
    return Style(way("date-cells", language), align="center")


class Input(NamedTuple):
    """One column that people write in: its width, its cells, what usually stands there.

    `usual` is a kind of value, a defined name (``=PlayerNames``), or the words of a list.
    """

    width: float
    style: Style = _ANY
    usual: str | tuple[str, ...] | None = None
    help: bool = False


INPUTS = {
    "players": {
        "no": Input(7),
        "player": Input(34, TEXT),
        "club": Input(28, TEXT),
        "lot": Input(9, usual="lot", help=True),
        "active": Input(10, usual=("yes", "no"), help=True),
    },
    "results": {
        "round": Input(10, usual="round"),
        "table": Input(9),
        "seat": Input(8, usual="place", help=True),
        "player": Input(34, TEXT, usual="=PlayerNames"),
        "vp": Input(9, usual="vp", help=True),
        "winner": Input(10, usual=("x",), help=True),
        "place": Input(9, usual="place", help=True),
        "game": Input(30, TEXT, usual="game"),
        "factor": Input(10, usual="number", help=True),
        "date": Input(14, usual="date"),
    },
    "games": {
        "game": Input(34, TEXT),
        "minutes": Input(11, usual="number", help=True),
        "level": Input(12, usual=("low", "high"), help=True),
        "factor": Input(10, usual="number", help=True),
        "better": Input(12, usual=("higher", "lower"), help=True),
    },
}


class Book:
    """A workbook being made: its XlsxWriter workbook, its language, its formats by style."""

    def __init__(self, language: str, title: str) -> None:
        self._file = BytesIO()
        self.language = language
        self.title = storable(title)
        self.workbook = xlsxwriter.Workbook(
            self._file, {"in_memory": True, "default_format_properties": {"font_name": FONT}}
        )
        self.workbook.set_properties({"title": self.title, "author": "xlscore", "created": CREATED})
        self._formats: dict[tuple[Style, tuple[tuple[str, Any], ...]], Format] = {}

    def save(self, target: Path) -> None:
        """Finish the workbook and write it to `target`; raises `Refused` where that fails."""
        self.workbook.close()
        sweep(target.parent, {target.name})
        replace(target, [self._file.getvalue()])

    def words(self, code: str, **values: object) -> str:
        """A sentence of `messages` in the workbook's language; sheets' names are filled in."""
        names = {kind: self.sheet_name(kind) for kind in SHEETS}
        return sentence(code, self.language, {**names, **values})

    def sheet_name(self, kind: str) -> str:
        return SHEETS[kind](self.language)

    def format(self, style: Style, **more: Any) -> Format:
        """The cell format of a style, with further XlsxWriter properties; made once."""
        key = (style, tuple(sorted(more.items())))
        if key not in self._formats:
            properties = {
                "font_name": FONT,
                "font_size": style.size,
                # 49 is the built-in number of the text format
                "num_format": 49 if style.number_format == "@" else style.number_format,
                "align": style.align or "general",
                "valign": "vcenter",
                "indent": style.indent,
                "bold": style.bold,
                "font_color": f"#{style.color or INK}",
                "text_wrap": style.wrap,
                **({"bg_color": f"#{style.fill}"} if style.fill else {}),
                **more,
            }
            self._formats[key] = self.workbook.add_format(properties)
        return self._formats[key]

    def boxed(self, style: Style) -> Format:
        """The format of a cell to write in: a style with thin lines around."""
        return self.format(style, border=1, border_color=f"#{LINE}")

    def sheet(
        self,
        kind: str,
        tab: str,
        *,
        landscape: bool = False,
        zoom: int = 110,
        row_height: float = ROW_HEIGHT,
    ) -> Worksheet:
        """A new sheet with its page set up: A4, one page wide, title above, page number below."""
        sheet = self.workbook.add_worksheet(self.sheet_name(kind))
        sheet.set_tab_color(f"#{tab}")
        sheet.hide_gridlines(2)
        sheet.set_default_row(row_height)
        sheet.set_zoom(zoom)
        sheet.set_paper(9)
        if landscape:
            sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.set_margins(left=0.5, right=0.5, top=0.9, bottom=0.7)
        # The size stands before the font: digits at the start of a title would join it.
        title = self.title[:_TITLE_LIMIT].replace("&", "&&") or "&F"
        header = f'&L&14&"{FONT},Bold"{title}&R&12&"{FONT},Regular"&A'
        footer = f'&R&9&"{FONT},Regular"{self.words("template-page")}'
        sheet.set_header(header, {"scale_with_doc": False})
        sheet.set_footer(footer, {"scale_with_doc": False})
        return sheet

    def our_sheet(self, kind: str, columns: Mapping[str, Column], **page: Any) -> Worksheet:
        """A sheet that xlscore writes: headings in row 1, the mark, columns in their styles."""
        sheet = self.sheet(kind, ACCENT, **page)
        self.headings(sheet, 0, columns)
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        self.workbook.define_name(f"{quoted_sheet(sheet.get_name())}!{MARK}", "=TRUE")
        # XlsxWriter offers no hidden names; the entry it just appended ends in that flag.
        self.workbook.defined_names[-1][3] = True
        return sheet

    def headings(self, sheet: Worksheet, row: int, columns: Mapping[str, Column]) -> None:
        """The columns' widths and formats, and their headings in `row`."""
        for number, column in enumerate(columns.values()):
            sheet.set_column(number, number, column.width, self.format(STYLES[column.style]))
            heading = column.heading(self.language)
            sheet.write_string(row, number, heading, self.format(STYLES["header"]))

    def write(self, sheet: Worksheet, row: int, column: int, value: object, cell: Format) -> None:
        """One value as a cell of its own kind; text is never taken for a formula."""
        if value is None:
            sheet.write_blank(row, column, None, cell)
        elif isinstance(value, str):
            sheet.write_string(row, column, storable(value), cell)
        elif isinstance(value, bool):
            sheet.write_boolean(row, column, value, cell)
        elif isinstance(value, date):
            sheet.write_datetime(row, column, value, cell)
        elif isinstance(value, (int, float, Fraction)):
            sheet.write_number(row, column, float(value), cell)
        else:
            raise TypeError(f"no cell for {value!r}")

    def names_below(self, name: str, kind: str, column: int) -> None:
        """A defined name for the filled cells of a column, for drop-down lists.

        No INDIRECT and no OFFSET, so it is not volatile; Excel and LibreOffice both follow it.
        """
        letter = column_letters(column)
        sheet = quoted_sheet(self.sheet_name(kind))
        cells = f"{sheet}!${letter}$2:${letter}$2001"
        self.workbook.define_name(
            name, f"={sheet}!${letter}$2:INDEX({cells},MAX(1,COUNTA({cells})))"
        )

    # What may be typed: a question, never a stop

    def offer(self, sheet: Worksheet, area: Area, source: str | Sequence[str]) -> None:
        """A drop-down list: a defined name (``=PlayerNames``) or the words themselves."""
        by_name = isinstance(source, str)
        if not by_name and len(",".join(source)) > _LIST_LIMIT:
            return
        code = "template-name-unlisted" if by_name else "template-value-unusual"
        self._validate(sheet, area, code, validate="list", source=source)

    def expect(self, sheet: Worksheet, area: Area, least: int, most: int) -> None:
        """Whole numbers from `least` to `most`."""
        self._validate(
            sheet,
            area,
            "template-number-unusual",
            {"least": least, "most": most},
            validate="integer",
            criteria="between",
            minimum=least,
            maximum=most,
        )

    def expect_number(self, sheet: Worksheet, area: Area) -> None:
        """Numbers of zero or more, decimals included."""
        self._validate(
            sheet, area, "template-score-unusual", validate="decimal", criteria=">=", value=0
        )

    def expect_date(self, sheet: Worksheet, area: Area) -> None:
        self._validate(
            sheet,
            area,
            "template-date-unusual",
            validate="date",
            criteria=">=",
            value=date(1995, 1, 1),
        )

    def explain(self, sheet: Worksheet, row: int, column: int, heading: str, code: str) -> None:
        """Help that appears when a heading is selected."""
        help_text = {"validate": "any", "input_title": heading, "input_message": self.words(code)}
        sheet.data_validation(row, column, row, column, help_text)

    def _validate(
        self,
        sheet: Worksheet,
        area: Area,
        code: str,
        values: Mapping[str, object] = {},
        **options: Any,
    ) -> None:
        question = {"error_type": "warning", "error_message": self.words(code, **values)}
        sheet.data_validation(*area, {**options, **question})

    def color(self, sheet: Worksheet, area: Area, formula: str, **properties: Any) -> None:
        """A conditional format; `formula` is written for the area's first cell."""
        cell = self.workbook.add_format(properties)
        sheet.conditional_format(*area, {"type": "formula", "criteria": formula, "format": cell})
