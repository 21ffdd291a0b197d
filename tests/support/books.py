"""Real workbooks in a line or two, for tests of anything that reads a file.

`book` makes a tournament workbook from plain rows, `workbook` any workbook, `edited` changes
the bytes of a part afterwards, and `raw_book` wraps a sheet's XML that no program would write.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

import xlsxwriter
from xlsxwriter.utility import xl_cell_to_rowcol

from xlscore.workbook.block import ErrorCell, NoValue
from xlscore.workbook.vocabulary import (
    GAMES_COLUMNS,
    MARK,
    PLAYERS_COLUMNS,
    RESULTS_COLUMNS,
    SHEETS,
    TABLES,
    TOURNAMENT_KEYS,
)

Rows = Sequence[Sequence[object]]
COLUMNS = {"results": RESULTS_COLUMNS, "players": PLAYERS_COLUMNS, "games": GAMES_COLUMNS}
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_UNCALCULATED, _NOTHING = "xlscore-uncalculated", "xlscore-nothing"


class Formula(NamedTuple):
    """A formula cell with the value a spreadsheet program stored for it."""

    text: str
    value: object = 0


@dataclass(frozen=True)
class Sheet:
    """One sheet to be made; `merged` and `filter` as ``"A2:A5"``, `hidden` rows counted from 0.

    With `table` all rows become a table object of that name; with `totals` its last row is the
    totals row. `loose` are further cells by address, such as titles above and rows below.
    `ours` puts xlscore's mark on the sheet; one that is `concealed` is hidden as a whole.
    """

    rows: Rows
    start: tuple[int, int] = (0, 0)
    table: str | None = None
    totals: bool = False
    merged: Sequence[str] = ()
    hidden: Sequence[int] = ()
    filter: str | None = None
    loose: Mapping[str, object] = field(default_factory=dict)
    ours: bool = False
    concealed: bool = False


def header(*keys: str, kind: str = "results", language: str = "en") -> list[str]:
    """A header row from layout keys: ``header("round", "table", "player", "vp")``."""
    return [COLUMNS[kind][key](language) for key in keys]


def book(
    folder: Path,
    results: Rows | Sheet | None,
    players: Rows | Sheet | None = None,
    games: Rows | Sheet | None = None,
    tournament: Mapping[str, object] | None = None,
    language: str = "en",
    extra: Mapping[str, Rows | Sheet] | None = None,
    name: str = "book.xlsx",
    date_1904: bool = False,
) -> Path:
    """A tournament workbook named `name` in `folder`, its sheets named in `language`.

    `results`, `players` and `games` are rows that begin with their header row (or a `Sheet`);
    plain rows of results become the table object ``tblResults``. `tournament` maps keys of
    layout.TOURNAMENT_KEYS, such as ``rule_set``, to values. `extra` are further sheets.
    """
    sheets: dict[str, Rows | Sheet] = {}
    if tournament is not None:
        sheets[SHEETS["tournament"](language)] = [
            [TOURNAMENT_KEYS[key](language), value] for key, value in tournament.items()
        ]
    for kind, content in (("players", players), ("results", results), ("games", games)):
        if content is not None:
            if not isinstance(content, Sheet):
                content = Sheet(content, table=TABLES[kind])
            sheets[SHEETS[kind](language)] = content
    return workbook(folder / name, {**sheets, **(extra or {})}, date_1904=date_1904)


def workbook(
    path: Path,
    sheets: Mapping[str, Rows | Sheet],
    *,
    date_1904: bool = False,
    calculated: bool = False,
) -> Path:
    """A workbook with these sheets in this order; text is never taken for a formula or a link.

    As programs that calculate nothing do, it asks to be calculated on opening, unless it is
    `calculated`. Cells may be text, numbers, booleans, dates and times, None, `Formula`,
    ErrorCell, NoValue.
    """
    made = xlsxwriter.Workbook(
        str(path),
        {"strings_to_formulas": False, "strings_to_urls": False, "date_1904": date_1904},
    )
    made.calc_on_load = not calculated
    formats = {
        datetime: made.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
        date: made.add_format({"num_format": "yyyy-mm-dd"}),
        time: made.add_format({"num_format": "hh:mm:ss"}),
    }
    for title, content in sheets.items():
        sheet = content if isinstance(content, Sheet) else Sheet(content)
        target = made.add_worksheet(title)
        if sheet.table:
            _table(target, sheet)
        for area in sheet.merged:
            target.merge_range(area, None)
        for row, cells in enumerate(sheet.rows, sheet.start[0]):
            for column, value in enumerate(cells, sheet.start[1]):
                _write(target, row, column, value, formats)
        for address, value in sheet.loose.items():
            _write(target, *xl_cell_to_rowcol(address), value, formats)
        if sheet.filter:
            target.autofilter(sheet.filter)
        for row in sheet.hidden:
            target.set_row(row, None, None, {"hidden": True})
        if sheet.concealed:
            target.hide()
        if sheet.ours:
            quoted = title.replace("'", "''")
            made.define_name(f"'{quoted}'!{MARK}", "=TRUE")
    made.close()
    edits: dict[str, Callable[[bytes], bytes]] = {}
    if any(_has(sheet, NoValue) or _has(sheet, Formula) for sheet in sheets.values()):
        edits = {
            f"xl/worksheets/sheet{number}.xml": _stored_values
            for number in range(1, len(sheets) + 1)
        }
    if any(isinstance(sheet, Sheet) and sheet.ours for sheet in sheets.values()):
        mark = f'<definedName name="{MARK}"'.encode()
        edits["xl/workbook.xml"] = lambda data: data.replace(mark, mark + b' hidden="1"')
    return edited(path, edits) if edits else path


def edited(path: Path, edits: Mapping[str, bytes | str | Callable[[bytes], bytes]]) -> Path:
    """Change parts of a package in place: new content, or a function from old bytes to new.

    A part that is not there yet is added; an edit that changes nothing is a mistake in the test.
    """
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    for name, edit in edits.items():
        new = edit(parts[name]) if callable(edit) else edit
        parts[name] = new.encode() if isinstance(new, str) else new
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return path


def _has(content: Rows | Sheet, kind: type) -> bool:
    if isinstance(content, Sheet):
        return _has([*content.rows, list(content.loose.values())], kind)
    return any(isinstance(value, kind) for row in content for value in row)


def _table(target: xlsxwriter.worksheet.Worksheet, sheet: Sheet) -> None:
    first_row, first_column = sheet.start
    headings = [str(heading) for heading in sheet.rows[0]]
    target.add_table(
        first_row,
        first_column,
        first_row + len(sheet.rows) - 1,
        first_column + len(headings) - 1,
        {
            "name": sheet.table,
            "columns": [{"header": heading} for heading in headings],
            "total_row": sheet.totals,
        },
    )


def _write(
    target: xlsxwriter.worksheet.Worksheet,
    row: int,
    column: int,
    value: object,
    formats: Mapping[type, xlsxwriter.format.Format],
) -> None:
    if isinstance(value, NoValue):
        target.write_formula(row, column, value.formula or "=1+1", None, _UNCALCULATED)
    elif isinstance(value, ErrorCell):
        target.write_formula(row, column, "=NA()", None, value.text)
    elif isinstance(value, Formula):
        # XlsxWriter stores an empty text as no value at all.
        target.write_formula(
            row, column, value.text, None, _NOTHING if value.value == "" else value.value
        )
    elif isinstance(value, (date, time)):
        target.write_datetime(row, column, value, formats[type(value)])
    elif value is not None:
        target.write(row, column, value)


def _stored_values(data: bytes) -> bytes:
    """The sheet's XML with the cells of NoValue as openpyxl leaves them: no type, no value.

    And formulas that show nothing as Excel leaves them: type text, empty value.
    """
    data = data.replace(f"<v>{_NOTHING}</v>".encode(), b"<v></v>")
    return re.sub(
        rb' t="str"><f>([^<]*)</f><v>' + _UNCALCULATED.encode() + b"</v>", rb"><f>\1</f>", data
    )


def raw_book(
    path: Path,
    sheet: bytes | str,
    *,
    name: str = "Results",
    shared_strings: str | None = None,
    formats: Sequence[str] = (),
    date_1904: bool = False,
) -> Path:
    """A minimal workbook around one sheet part given as XML, bytes or text, as it stands.

    `shared_strings` is the inside of ``<sst>``. Cell style 0 is General, style n shows the
    n-th of the number `formats`.
    """
    declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    content = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    targets = {"worksheet": "worksheets/sheet1.xml", "styles": "styles.xml"}
    if shared_strings is not None:
        targets["sharedStrings"] = "sharedStrings.xml"
    overrides = "".join(
        f'<Override PartName="/xl/{target}" ContentType="{content}.{kind}+xml"/>'
        for kind, target in {"sheet.main": "workbook.xml", **targets}.items()
    )
    related = "".join(
        f'<Relationship Id="rId{number}" Type="{relations}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets.items(), 1)
    )
    number_formats = "".join(
        f'<numFmt numFmtId="{164 + index}" formatCode={quoteattr(code)}/>'
        for index, code in enumerate(formats)
    )
    styles = "".join(
        f'<xf numFmtId="{number}" fontId="0" fillId="0" borderId="0" xfId="0"/>'
        for number in (0, *range(164, 164 + len(formats)))
    )
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{relations}">'
        f'<workbookPr date1904="{int(date_1904)}"/>'
        f'<sheets><sheet name={quoteattr(name)} sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f"{related}</Relationships>",
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><numFmts count="{len(formats)}">'
        f'{number_formats}</numFmts><fonts count="1"><font/></fonts>'
        '<fills count="1"><fill><patternFill/></fill></fills><borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs>'
        f'<cellXfs count="{1 + len(formats)}">{styles}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
        "</styleSheet>",
    }
    if shared_strings is not None:
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}">{shared_strings}</sst>'
    parts = {part: declaration + str(text) for part, text in parts.items()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in {**parts, "xl/worksheets/sheet1.xml": sheet}.items():
            archive.writestr(part, text)
    return path


def sheet_xml(rows: str, after: str = "") -> str:
    """A sheet part in UTF-8 from the inside of its ``sheetData`` and what follows it."""
    return f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{after}</worksheet>'
