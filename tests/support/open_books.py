"""OpenDocument spreadsheets (.ods) from plain rows, or around the XML of their sheets."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from tests.support.binary_books import areas, cells
from tests.support.books import Formula, Rows, Sheet
from xlscore.workbook.block import ErrorCell, NoValue
from xlscore.workbook.vocabulary import MARK

KIND = "application/vnd.oasis.opendocument.spreadsheet"
_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"


_DAY = (
    "<number:day/><number:text>.</number:text><number:month/><number:text>.</number:text>"
    '<number:year number:style="long"/>'
)
_CLOCK = (
    "<number:hours/><number:text>:</number:text><number:minutes/><number:text>:</number:text>"
    "<number:seconds/>"
)
_SHOWN = {
    date: ("date", "date-style", "", _DAY),
    datetime: ("moment", "date-style", "", f"{_DAY}<number:text> </number:text>{_CLOCK}"),
    time: ("time", "time-style", "", _CLOCK),
    timedelta: ("duration", "time-style", ' number:truncate-on-overflow="false"', _CLOCK),
    bool: ("boolean", "boolean-style", "", "<number:boolean/>"),
}
"""How dates, times and booleans look, without which LibreOffice takes them for numbers."""
_STYLES = (
    '<office:automatic-styles><style:style style:name="hidden" style:family="table">'
    '<style:table-properties table:display="false"/></style:style>'
    + "".join(
        f'<number:{kind} style:name="N-{name}"{more}>{inside}</number:{kind}>'
        f'<style:style style:name="{name}" style:family="table-cell" '
        f'style:data-style-name="N-{name}"/>'
        for name, kind, more, inside in _SHOWN.values()
    )
    + "</office:automatic-styles>"
)


def open_book(path: Path, sheets: Mapping[str, Rows | Sheet], *, date_1904: bool = False) -> Path:
    """The workbook that `books.workbook` makes, as .ods; table objects do not exist there."""
    tables = "".join(
        _table(title, content if isinstance(content, Sheet) else Sheet(content))
        for title, content in sheets.items()
    )
    if date_1904:
        null_date = '<table:null-date table:date-value="1904-01-01"/>'
        tables = f"<table:calculation-settings>{null_date}</table:calculation-settings>{tables}"
    return document(path, tables)


def document(path: Path, tables: str, *, body: str = "spreadsheet", manifest: str = "") -> Path:
    """A document around the XML of its sheets; `manifest` stands in the list of its files."""
    content = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content '
        + " ".join(
            f'xmlns:{name}="{_SPACE}{name}:1.0"'
            for name in ("office", "table", "text", "meta", "style")
        )
        + f' xmlns:number="{_SPACE}datastyle:1.0" xmlns:of="{_SPACE}of:1.2"'
        f' xmlns:calcext="{_CALC}" office:version="1.3">{_STYLES}'
        f"<office:body><office:{body}>{tables}</office:{body}></office:body>"
        "</office:document-content>"
    )
    listed = (
        f'<manifest:manifest xmlns:manifest="{_SPACE}manifest:1.0" manifest:version="1.3">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{KIND}"/>'
        f'<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">'
        f"{manifest}</manifest:file-entry></manifest:manifest>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", KIND, zipfile.ZIP_STORED)
        package.writestr("META-INF/manifest.xml", listed)
        package.writestr("content.xml", content)
    return path


def table(rows: str, name: str = "Results") -> str:
    """A sheet from the XML of its rows."""
    return f"<table:table table:name={quoteattr(name)}>{rows}</table:table>"


def row(*values: object, **attributes: str) -> str:
    """A row of cells, with attributes such as ``visibility``."""
    inside = "".join(_cell(value, "") for value in values)
    return f"<table:table-row{_attributes(attributes)}>{inside}</table:table-row>"


def cell(value: object = None, **attributes: str) -> str:
    """One cell, with attributes such as ``number_columns_repeated``."""
    return _cell(value, _attributes(attributes))


def _attributes(attributes: Mapping[str, str]) -> str:
    return "".join(
        f" table:{name.replace('_', '-')}={quoteattr(value)}" for name, value in attributes.items()
    )


def _table(title: str, sheet: Sheet) -> str:
    found = cells(sheet)
    spans = {(first, left): (last, right) for first, last, left, right in areas(sheet)}
    last_column = max((column for _, column in [*found, *spans]), default=0)
    last_row = max([*(row for row, _ in [*found, *spans]), *sheet.hidden], default=0)
    lines = ""
    for number in range(last_row + 1):
        inside = ""
        for column in range(last_column + 1):
            more = ""
            if (number, column) in spans:
                last, right = spans[number, column]
                more = _attributes(
                    {
                        "number_rows_spanned": str(last - number + 1),
                        "number_columns_spanned": str(right - column + 1),
                    }
                )
            inside += _cell(found.get((number, column)), more)
        hidden = ' table:visibility="filter"' if number in sheet.hidden else ""
        lines += f"<table:table-row{hidden}>{inside}</table:table-row>"
    mark = f'<table:named-range table:name="{MARK}" table:cell-range-address="A1"/>'
    named = f"<table:named-expressions>{mark}</table:named-expressions>" if sheet.ours else ""
    style = ' table:style-name="hidden"' if sheet.concealed else ""
    return f"<table:table table:name={quoteattr(title)}{style}>{lines}{named}</table:table>"


def _cell(value: object, attributes: str) -> str:
    if isinstance(value, NoValue):
        return f'<table:table-cell{attributes} table:formula="of:=1+1"/>'
    if isinstance(value, Formula):
        attributes += f" table:formula={quoteattr('of:' + _formula(value.value))}"
        value = value.value
    if value is None:
        return f"<table:table-cell{attributes}/>"
    kind, stored, shown = _value(value)
    if isinstance(value, ErrorCell):
        attributes += ' calcext:value-type="error"'
    # Blanks at the start and behind others count only where they are spelled out.
    spelled = (re.sub("^ |(?<= ) ", "<text:s/>", escape(line)) for line in shown.split("\n"))
    lines = "".join(f"<text:p>{line}</text:p>" for line in spelled)
    if type(value) in _SHOWN:
        attributes += f' table:style-name="{_SHOWN[type(value)][0]}"'
    typed = f' office:value-type="{kind}"{stored}'
    return f"<table:table-cell{attributes}{typed}>{lines}</table:table-cell>"


def _formula(result: object) -> str:
    """The formula that is nothing but its result."""
    if isinstance(result, str):
        return '="' + result.replace('"', '""') + '"'
    if isinstance(result, bool):
        return f"={str(result).upper()}()"
    return f"={result.text}" if isinstance(result, ErrorCell) else f"={result}"


def _value(value: object) -> tuple[str, str, str]:
    """Type, attribute and displayed text of a cell."""
    if isinstance(value, ErrorCell):
        return "string", ' office:string-value=""', value.text
    if isinstance(value, str):
        return "string", "", value
    if isinstance(value, bool):
        return "boolean", f' office:boolean-value="{str(value).lower()}"', str(value).upper()
    if isinstance(value, date):
        whole = value if isinstance(value, datetime) else datetime.combine(value, time())
        written = whole.isoformat() if isinstance(value, datetime) else value.isoformat()
        return "date", f' office:date-value="{written}"', f"{whole:%d.%m.%y}"
    if isinstance(value, (time, timedelta)):
        if isinstance(value, time):
            value = datetime.combine(date.min, value) - datetime.min
        seconds = int(value.total_seconds())
        written = f"PT{seconds // 3600:02}H{seconds // 60 % 60:02}M{seconds % 60:02}S"
        return "time", f' office:time-value="{written}"', str(value)
    return "float", f' office:value="{value}"', str(value)
