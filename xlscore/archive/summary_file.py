"""The summary as a file: a workbook with charts, or CSV or Parquet files for other programs.

One ``.xlsx`` holds all tables. A ``.csv`` or ``.parquet`` holds one row per player and
tournament; the other tables lie beside it as ``NAME.all-time.csv`` and ``NAME.doubles.csv``.
Equal content gives equal bytes.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from io import BytesIO, StringIO
from itertools import chain, count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..formats.atomic import replace_bytes, replace_stream, sweep
from ..formats.row_xml import storable
from ..report import csv_cell
from ..words import LANGUAGES, Refused
from ..workbook.look import FONT, STYLES
from ..workbook.vocabulary import CHOICES, SUMMARY_SHEETS, Name
from .summary import ALL_TIME, DOUBLES, PLAYED, Row, Summary
from .zipped import ZIP_ERRORS

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet
    from pandas import DataFrame

FORMATS = (".xlsx", ".csv", ".parquet")
MOST_ROWS = 200_000
"""Rows that an .xlsx takes: it has to be held whole while it is written, a kilobyte a cell."""
_COLUMNS: dict[str, Mapping[str, Name]] = {
    "played": PLAYED,
    "all_time": ALL_TIME,
    "doubles": DOUBLES,
}
_WIDTHS = {"file": 44, "player": 32, "other": 32, "rule_set": 16, "scenario": 16, "share": 16}
_TYPES = {
    **dict.fromkeys(("file", "rule_set", "scenario", "player", "other"), "string"),
    **dict.fromkeys(("tournament_points", "victory_points", "share"), "Float64"),
    "finished": "boolean",
}
"""What pandas keeps a column as; the others are whole numbers."""
_MARK = "xlscore summary"
_CHUNK = 50_000
"""Rows made into a piece of a file at once."""
_CHARTED = 15


def refuse_unwritable(target: Path, out: Path) -> None:
    """Raises `Refused` for a name of another format, for a file that is there and no summary,
    for a folder that neither is there nor is `out`, and where the packages for the format are not
    installed."""
    extension = target.suffix.lower()
    if extension not in FORMATS:
        raise Refused("summary-format", file=target.name, known=list(FORMATS))
    if extension == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError as error:
            raise Refused("parquet-not-installed", why=error) from error
    if not target.parent.is_dir() and target.parent.absolute() != out.absolute():
        raise Refused("path-missing", path=target.parent)
    for kind, path in _files(target).items():
        if os.path.lexists(path) and not (path.is_file() and is_summary(path, kind)):
            raise Refused("summary-foreign", file=path.name)


def write_summary(target: Path, summary: Summary, language: str) -> None:
    """Write the tables with headings in `language`. Raises `Refused` for more rows than an .xlsx
    takes, and where a file cannot be written."""
    extension = target.suffix.lower()
    sweep(target.parent, {path.name for path in _files(target).values()})
    if extension == ".xlsx":
        replace_bytes(target, _workbook(target, summary, language))
        return
    write = _csv if extension == ".csv" else _parquet
    tables = {"all_time": summary.all_time, "doubles": summary.doubles}
    for kind, path in _files(target).items():
        rows = summary.rows() if kind == "played" else iter(tables[kind])
        headings = [name(language) for name in _COLUMNS[kind].values()]
        replace_stream(path, write(rows, kind, headings))


def _files(target: Path) -> dict[str, Path]:
    """Where each table goes."""
    if target.suffix.lower() == ".xlsx":
        return {"played": target}
    return {
        "played": target,
        "all_time": target.with_name(f"{target.stem}.all-time{target.suffix}"),
        "doubles": target.with_name(f"{target.stem}.doubles{target.suffix}"),
    }


def is_summary(path: Path, kind: str) -> bool:
    """Whether a file is what an earlier run left, which this one may replace."""
    headings = [[name(language) for name in _COLUMNS[kind].values()] for language in LANGUAGES]
    try:
        if path.suffix.lower() == ".csv":
            with path.open(encoding="utf-8-sig") as file:
                return file.readline().rstrip("\n").split(",") in headings
        if path.suffix.lower() == ".xlsx":
            with zipfile.ZipFile(path) as package:
                return _MARK.encode() in package.read("docProps/core.xml")
        from pyarrow import parquet

        return parquet.read_schema(path).names in headings
    except (*ZIP_ERRORS, KeyError):  # whatever it is, it is not ours
        return False


def _frames(
    rows: Iterator[Row], kind: str, headings: Sequence[str], **types: str
) -> Iterator[DataFrame]:
    """The rows in pieces, at least one, with numbers as programs keep them."""
    import pandas

    keys = list(_COLUMNS[kind])
    kept = {
        heading: types.get(key) or _TYPES.get(key, "Int64")
        for key, heading in zip(keys, headings, strict=True)
    }
    for number in count():
        chunk = [[_plain(cell) for cell in row] for row in islice(rows, _CHUNK)]
        if number and not chunk:
            return
        yield pandas.DataFrame(chunk, columns=list(headings)).astype(kept)


def _plain(cell: object) -> object:
    return float(cell) if isinstance(cell, Fraction) else cell


def _csv(rows: Iterator[Row], _kind: str, headings: Sequence[str]) -> Iterator[bytes]:
    """Point decimals, at most four places, and no text that a spreadsheet takes for a formula."""
    import csv

    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    yield "\ufeff".encode()  # tells Excel that it is UTF-8
    while out.tell():
        yield out.getvalue().encode()
        out.seek(0)
        out.truncate()
        writer.writerows(map(csv_cell, row) for row in islice(rows, _CHUNK))


def _parquet(rows: Iterator[Row], kind: str, headings: Sequence[str]) -> Iterator[bytes]:
    from pyarrow import Table, parquet

    out = BytesIO()
    tables = (
        Table.from_pandas(frame, preserve_index=False) for frame in _frames(rows, kind, headings)
    )
    first = next(tables)
    with parquet.ParquetWriter(out, first.schema) as writer:
        for table in chain([first], tables):
            writer.write_table(table)
    yield out.getvalue()


def _workbook(target: Path, summary: Summary, language: str) -> bytes:
    import pandas

    rows = list(islice(summary.rows(), MOST_ROWS + 1))
    if len(rows) > MOST_ROWS:
        raise Refused("summary-long", file=target.name, most=MOST_ROWS)
    finished = list(PLAYED).index("finished")
    for row in rows:
        row[finished] = CHOICES["yes" if row[finished] else "no"](language)
    tables = {"played": rows, "all_time": summary.all_time, "doubles": summary.doubles}
    out = BytesIO()
    with pandas.ExcelWriter(out, engine="openpyxl") as writer:
        for kind, table in tables.items():
            headings = [name(language) for name in _COLUMNS[kind].values()]
            cells = ([_storable(cell) for cell in row] for row in table)
            frame = pandas.concat(_frames(cells, kind, headings, finished="string"))
            frame.to_excel(writer, sheet_name=SUMMARY_SHEETS[kind](language), index=False)
            _dress(writer.sheets[SUMMARY_SHEETS[kind](language)], kind)
        _chart(writer.sheets[SUMMARY_SHEETS["all_time"](language)], len(summary.all_time))
        writer.book.properties.keywords = _MARK
        writer.book.properties.creator = "xlscore"
    return _without_times(out.getvalue())


def _storable(cell: Any) -> Any:
    """What a workbook can hold of a cell: paths may have characters that no sheet has."""
    return storable(cell) if isinstance(cell, str) else cell


def _dress(sheet: Worksheet, kind: str) -> None:
    """Widths, number formats, page, a header that stays; text is text, whatever it looks like."""
    from openpyxl.styles import Alignment, Font, PatternFill

    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    sheet.page_setup.orientation = "landscape"
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_setup.fitToHeight = 0  # as many pages as it takes
    sheet.print_title_rows = "1:1"
    look = STYLES["header"]
    for key, column in zip(_COLUMNS[kind], sheet.iter_cols(), strict=True):
        heading, *cells = column
        is_text = _TYPES.get(key) in ("string", "boolean")
        sheet.column_dimensions[heading.column_letter].width = _WIDTHS.get(key, 14)
        heading.font = Font(name=FONT, bold=True, color=look.color)
        heading.fill = PatternFill("solid", fgColor=look.fill)
        # text stands away from the number before it
        place = Alignment("left", indent=1) if is_text else Alignment("right")
        heading.alignment = place
        for cell in cells:
            if cell.value in (None, ""):
                continue
            if is_text:
                cell.data_type = "s"
                cell.alignment = place
            elif key == "share" or not float(cell.value).is_integer():
                cell.number_format = "0.00"


def _chart(sheet: Worksheet, players: int) -> None:
    """Wins and tournament points of the first in the table, beside it."""
    from openpyxl.chart import BarChart, Reference

    last = min(players, _CHARTED) + 1
    if last < 2:
        return
    keys = list(ALL_TIME)
    for number, key in enumerate(("wins", "tournament_points")):
        column = keys.index(key) + 1
        chart = BarChart()
        chart.type = "bar"
        chart.title = sheet.cell(1, column).value
        chart.legend = None
        chart.y_axis.delete = chart.x_axis.delete = False
        chart.x_axis.scaling.orientation = "maxMin"  # the first on top
        chart.y_axis.majorGridlines = None
        chart.y_axis.numFmt = "0"
        chart.y_axis.crosses = "max"  # below all bars
        chart.gapWidth = 40
        chart.add_data(Reference(sheet, column, 1, column, last), titles_from_data=True)
        chart.series[0].graphicalProperties.solidFill = STYLES["header"].fill
        chart.set_categories(Reference(sheet, 1, 2, 1, last))
        chart.x_axis.tickLblSkip = 1  # every name
        chart.height, chart.width = 11, 18
        sheet.add_chart(chart, f"J{2 + number * 23}")


_TIMES = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*")


def _without_times(package: bytes) -> bytes:
    """The same package, made at no particular time."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(package)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = _TIMES.sub(rb"\g<1>1980-01-01T00:00:00Z", old.read(name))
            new.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()
