"""A workbook with everything a volunteer's file may hold.

The features are those that programs lose when they load
and save a workbook: charts, pictures, shapes, comments, threaded comments, sparklines, tables,
conditional formats and validations with extensions, custom XML, printer settings, macros and a
ribbon. A sheet of standings may be there already, ours or the organizer's.
"""

from __future__ import annotations

import importlib.util
import io
import re
import struct
import zipfile
import zlib
from datetime import datetime
from pathlib import Path
from typing import Any

import xlsxwriter

Parts = dict[str, bytes]

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MICROSOFT = "http://schemas.microsoft.com/office"
TYPE = "application/vnd.openxmlformats-officedocument."
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

OLD_ROWS = 30
"""Rows of data on the sheet of standings that is already there."""


def rich_parts(*, macros: bool = False, standings: str | None = None) -> Parts:
    """The parts of a workbook with everything; `standings` is ``"ours"`` or ``"theirs"``."""
    made = io.BytesIO()
    book = xlsxwriter.Workbook(made, {"in_memory": True})
    book.set_properties({"title": "Spring cup", "created": datetime(2025, 5, 1)})
    book.set_custom_property("Tournament", "T-42")
    results = book.add_worksheet("Results")
    _results(book, results)
    _lists(book, book.add_worksheet("Lists"))
    if standings:
        _standings(book, book.add_worksheet("Standings"))
    chart = book.add_chart({"type": "bar"})
    chart.add_series({"values": "=Results!$D$2:$D$9"})
    book.add_chartsheet("Overview").set_chart(chart)
    book.define_name("VictoryPoints", "=Results!$D$2:$D$41")
    if macros:
        book.add_vba_project(io.BytesIO(_macros()), is_stream=True)
    results.activate()
    book.close()
    with zipfile.ZipFile(made) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    _add_threaded_comment(parts)
    _add_custom_xml(parts)
    _add_printer_settings(parts)
    if macros:
        _add_ribbon(parts)
    if standings:
        _add_old_formulas(parts, ours=standings == "ours")
    return parts


def _results(book: Any, sheet: Any) -> None:
    red = book.add_format({"font_color": "red", "border": 1})
    sheet.write_row(0, 0, ("Round", "Table", "Player", "VP", "Trend"), book.add_format({"bold": 1}))
    for number in range(40):
        points = number * 7 % 11
        sheet.write_row(number + 1, 0, (1 + number // 20, 1 + number // 4, f"P {number}", points))
    sheet.data_validation(1, 3, 40, 3, {"validate": "list", "source": "=Lists!$A$1:$A$13"})
    sheet.conditional_format(
        1, 3, 40, 3, {"type": "cell", "criteria": ">=", "value": 10, "format": red}
    )
    sheet.conditional_format(1, 3, 40, 3, {"type": "data_bar", "data_bar_2010": True})
    sheet.conditional_format(1, 0, 40, 0, {"type": "icon_set", "icon_style": "3_traffic_lights"})
    sheet.autofilter(0, 0, 40, 3)
    sheet.freeze_panes(1, 0)
    sheet.set_selection("C7")
    sheet.add_sparkline("E2", {"range": "Results!D2:D9"})
    sheet.write_comment("D2", "Checked by the referee", {"author": "Referee"})
    sheet.insert_textbox("H2", "5, 3, 2, 1", {"fill": {"color": "yellow"}})
    sheet.insert_image("H8", "logo.png", {"image_data": io.BytesIO(_picture()), "description": "x"})
    columns = book.add_chart({"type": "column"})
    columns.add_series({"values": "=Results!$D$2:$D$9", "trendline": {"type": "linear"}})
    sheet.insert_chart("H15", columns)
    sheet.set_header("&C&G", {"image_center": "logo.png", "image_data_center": _stream()})
    sheet.set_paper(9)
    if book.vba_project:
        sheet.insert_button("H35", {"macro": "Score", "caption": "Score"})


def _lists(book: Any, sheet: Any) -> None:
    sheet.write_column("A1", list(range(13)))
    sheet.write_rich_string("B1", "plain ", book.add_format({"bold": 1}), "bold")
    sheet.write_formula("C1", "=SUM(A1:A13)", None, 78)
    sheet.write_dynamic_array_formula("D1:D3", "=_xlfn._xlws.SORT(A1:A3)", None, 0)
    sheet.write_url("C4", "https://example.org", string="rules")
    columns = [{"header": "Key"}, {"header": "Value"}]
    data = [["a", 1], ["b", 2], ["c", 3]]
    sheet.add_table("F1:G4", {"data": data, "columns": columns, "name": "tblLists"})
    sheet.hide()


def _standings(book: Any, sheet: Any) -> None:
    """Thirty old rows as a table with totals, and things beside, above and behind them."""
    headings = ("Rank", "Player", "Games", "TP", "VP", "Share", "1st", "2nd", "3rd", "Decided by")
    data = [[n + 1, f"Old {n}", 3, 40 - n, 2, 1, 0, 0, 0, ""] for n in range(OLD_ROWS)]
    columns: list[dict[str, Any]] = [{"header": heading} for heading in headings]
    columns[0]["total_string"] = "Total"
    columns[3]["total_function"] = "sum"
    options = {"data": data, "columns": columns, "name": "tblStandings", "total_row": True}
    sheet.add_table(0, 0, OLD_ROWS + 1, 9, options)
    sheet.set_column("B:B", 41)
    sheet.set_row(2, 33)
    sheet.write("M2", "Prize")
    sheet.write_formula("M3", "=1+1", None, 2)
    sheet.merge_range("M5:N6", "Thanks to all")
    sheet.write_comment("A3", "On the second row", {"author": "Referee"})
    sheet.conditional_format("A2:A90", {"type": "top", "value": 3})
    sheet.write_url("B3", "https://example.org", string="Old 1")
    sheet.print_area(0, 0, OLD_ROWS + 1, 9)
    sheet.fit_to_pages(1, 0)
    chart = book.add_chart({"type": "bar"})
    chart.add_series({"values": "=Standings!$D$2:$D$11"})
    sheet.insert_chart("P2", chart)
    sheet.set_tab_color("red")


def _add_threaded_comment(parts: Parts) -> None:
    person = "{11111111-1111-4111-8111-111111111111}"
    comment = "{22222222-2222-4222-8222-222222222222}"
    space = f"{MICROSOFT}/spreadsheetml/2018/threadedcomments"
    parts["xl/persons/person.xml"] = (
        f'{HEAD}<personList xmlns="{space}"><person displayName="Referee" id="{person}" '
        'userId="referee" providerId="None"/></personList>'
    ).encode()
    parts["xl/threadedComments/threadedComment1.xml"] = (
        f'{HEAD}<ThreadedComments xmlns="{space}"><threadedComment ref="D2" '
        f'dT="2025-05-01T10:00:00.00" personId="{person}" id="{comment}"><text>Checked</text>'
        "</threadedComment></ThreadedComments>"
    ).encode()
    _type(parts, "xl/persons/person.xml", "application/vnd.ms-excel.person+xml")
    _type(
        parts,
        "xl/threadedComments/threadedComment1.xml",
        "application/vnd.ms-excel.threadedcomments+xml",
    )
    _relate(
        parts,
        "xl/_rels/workbook.xml.rels",
        f"{MICROSOFT}/2017/10/relationships/person",
        "persons/person.xml",
    )
    _relate(
        parts,
        "xl/worksheets/_rels/sheet1.xml.rels",
        f"{MICROSOFT}/2017/10/relationships/threadedComment",
        "../threadedComments/threadedComment1.xml",
    )


def _add_custom_xml(parts: Parts) -> None:
    parts["customXml/item1.xml"] = b'<tournament xmlns="urn:example"><id>42</id></tournament>'
    _relate(parts, "xl/_rels/workbook.xml.rels", f"{OFFICE}/customXml", "../customXml/item1.xml")


def _add_printer_settings(parts: Parts) -> None:
    parts["xl/printerSettings/printerSettings1.bin"] = bytes(range(64))
    _type(
        parts,
        "xl/printerSettings/printerSettings1.bin",
        f"{TYPE}spreadsheetml.printerSettings",
    )
    link = _relate(
        parts,
        "xl/worksheets/_rels/sheet1.xml.rels",
        f"{OFFICE}/printerSettings",
        "../printerSettings/printerSettings1.bin",
    )
    sheet = parts["xl/worksheets/sheet1.xml"]
    parts["xl/worksheets/sheet1.xml"] = sheet.replace(
        b"<pageSetup ", f'<pageSetup r:id="{link}" '.encode()
    )


def _add_ribbon(parts: Parts) -> None:
    parts["customUI/customUI14.xml"] = (
        f'{HEAD}<customUI xmlns="{MICROSOFT}/2009/07/customui"><ribbon><tabs><tab id="club" '
        'label="Club"><group id="cup" label="Cup"><button id="go" label="Go" '
        'imageMso="HappyFace"/></group></tab></tabs></ribbon></customUI>'
    ).encode()
    _relate(
        parts,
        "_rels/.rels",
        f"{MICROSOFT}/2007/relationships/ui/extensibility",
        "customUI/customUI14.xml",
    )


def _add_old_formulas(parts: Parts, *, ours: bool) -> None:
    """Shared formulas, an array formula, a calculation chain, and perhaps our mark."""
    name = "xl/worksheets/sheet3.xml"
    sheet = parts[name].decode()

    def formula(cell: str, xml: str) -> None:
        nonlocal sheet
        sheet, count = re.subn(rf'(<c r="{cell}"[^>]*>)(<v>)', rf"\1{xml}\2", sheet)
        assert count == 1, cell

    # The master stands in a column of ours, one dependant beside them.
    formula("C2", '<f t="shared" ref="C2:M4" si="0">1+2</f>')
    formula("C3", '<f t="shared" si="0"/>')
    formula("D2", '<f t="array" ref="D2:D4">40-ROW(A1:A3)+1</f>')
    beside = '<c r="M4"><f t="shared" si="0"/><v>3</v></c>'
    sheet = re.sub(r'(<row r="4".*?)(</row>)', rf"\1{beside}\2", sheet, count=1)
    parts[name] = sheet.encode()
    parts["xl/calcChain.xml"] = (
        f'{HEAD}<calcChain xmlns="{MAIN}"><c r="C2" i="3"/><c r="C3"/><c r="M4"/><c r="M3"/>'
        f'<c r="D2" a="1"/><c r="D{OLD_ROWS + 2}"/><c r="C1" i="2"/><c r="D1" a="1"/></calcChain>'
    ).encode()
    _type(parts, "xl/calcChain.xml", f"{TYPE}spreadsheetml.calcChain+xml")
    _relate(parts, "xl/_rels/workbook.xml.rels", f"{OFFICE}/calcChain", "calcChain.xml")
    if ours:
        mark = b'<definedName name="_xlscore" localSheetId="2" hidden="1">TRUE</definedName>'
        workbook = parts["xl/workbook.xml"]
        parts["xl/workbook.xml"] = workbook.replace(b"<definedNames>", b"<definedNames>" + mark)


def _type(parts: Parts, part: str, content_type: str) -> None:
    override = f'<Override PartName="/{part}" ContentType="{content_type}"/></Types>'
    types = parts["[Content_Types].xml"]
    parts["[Content_Types].xml"] = types.replace(b"</Types>", override.encode())


def _relate(parts: Parts, rels: str, kind: str, target: str) -> str:
    link = f"rId{90 + parts[rels].count(b'<Relationship ')}"
    entry = f'<Relationship Id="{link}" Type="{kind}" Target="{target}"/></Relationships>'
    parts[rels] = parts[rels].replace(b"</Relationships>", entry.encode())
    return link


def _macros() -> bytes:
    """A real macro project: that of the template which comes with xlwings."""
    found = importlib.util.find_spec("xlwings")
    assert found is not None
    assert found.origin is not None
    with zipfile.ZipFile(Path(found.origin).with_name("quickstart_standalone.xlsm")) as archive:
        return archive.read("xl/vbaProject.bin")


def _picture() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">2I5B", 16, 16, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + bytes((200, 80, 30)) * 16 for _ in range(16)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", header), chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    )


def _stream() -> io.BytesIO:
    return io.BytesIO(_picture())
