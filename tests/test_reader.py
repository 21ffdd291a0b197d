"""Does the reader see every cell of a real file, and what values alone do not tell?"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
import xlsxwriter

from tests.support.books import (
    MAIN,
    Formula,
    Sheet,
    book,
    edited,
    header,
    raw_book,
    sheet_xml,
    workbook,
)
from xlscore.formats import read as reader
from xlscore.formats.read import open_workbook
from xlscore.workbook.block import Area, Block, Cell, ErrorCell, NoValue, SheetInfo

STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
NUMBER = '<row r="1"><c r="A1"><v>1</v></c></row>'


def cells(block: Block) -> dict[tuple[int, int], Cell]:
    """The cells that are not empty, by position on the sheet."""
    first_row, first_column = block.start
    return {
        (row, column): value
        for row, line in enumerate(block.rows, first_row)
        for column, value in enumerate(line, first_column)
        if value not in (None, "")
    }


def loaded(path: Path, sheet: str = "Results") -> Block:
    return open_workbook(path).load(sheet)


def read(folder: Path, xml: bytes | str, **parts: object) -> dict[tuple[int, int], Cell]:
    return cells(loaded(raw_book(folder / "raw.xlsx", xml, **parts)))  # type: ignore[arg-type]


PLAIN = {
    "gaps": '<row r="3"><c r="C3"><v>1</v></c></row><row r="5"><c r="B5"><v>2.5</v></c></row>',
    "styled-empty-cells": f'<row r="1"><c r="A1" s="1"/></row>{NUMBER.replace("1", "3")}',
    "rows-out-of-order": '<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>2</v></c></row>' + NUMBER,
    "booleans": '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c></row>',
    "shared": "".join(
        f'<row r="{n}"><c r="A{n}" t="s"><v>{n - 1}</v></c></row>' for n in range(1, 6)
    ),
    "inline": '<row r="1"><c r="A1" t="inlineStr"><is><r><t>An</t></r><r><t>na</t></r>'
    '<rPh sb="0" eb="1"><t>reading</t></rPh></is></c><c r="B1" t="str"><v>Ben &amp; Co</v></c>'
    "</row>",
    "dates": "".join(
        f'<row r="{n}">'
        + "".join(f'<c r="{letter}{n}" s="{s}"><v>{value}</v></c>' for s, letter in styles)
        + "</row>"
        for styles in [list(enumerate("ABCDEFGHIJ"))]
        for n, value in enumerate(("45000", "45000.75", "0.5", "1.5", "0", "59", "61"), 1)
    ),
}
STRINGS = (
    "<si><r><t>Rich</t></r><r><rPr><b/></rPr><t>er</t></r></si>"
    '<si><t>東京</t><rPh sb="0" eb="2"><t>reading</t></rPh></si>'
    "<si><t>a_x000D_b_x005F_x0041_</t></si>"
    '<si><t xml:space="preserve">  two  blanks </t></si><si><t>Jürgen\u00a0ß</t></si>'
)
FORMATS = (
    "yyyy-mm-dd",
    'd. mmm" Tag"',
    "[h]:mm:ss",
    "hh:mm",
    '0" d"',
    "[Red]0.0_d;-0",
    "[$-407]dd/mm/yyyy",
    "\\d0",
    "0*d",
)


@pytest.mark.parametrize("name", PLAIN)
def test_fast_reader_and_parser_agree_on_plain_sheets(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = raw_book(
        tmp_path / "raw.xlsx", sheet_xml(PLAIN[name]), shared_strings=STRINGS, formats=FORMATS
    )
    with monkeypatch.context() as only_fast:
        only_fast.delattr(reader, "parse")
        fast = loaded(path)
    monkeypatch.setattr(reader, "is_plain", lambda _: False)
    assert cells(loaded(path)) == cells(fast) != {}


UNPLACED = {
    "cells": (
        '<row r="2"><c><v>1</v></c><c/><c><v>2</v></c></row>',
        {(1, 0): 1.0, (1, 2): 2.0},
    ),
    "rows": (
        "<row><c><v>1</v></c></row><row/>"
        '<row r="5"><c r="D5"><v>5</v></c><c><v>6</v></c></row><row><c><v>7</v></c></row>',
        {(0, 0): 1.0, (4, 3): 5.0, (4, 4): 6.0, (5, 0): 7.0},
    ),
}


@pytest.mark.parametrize("name", UNPLACED)
def test_cells_that_do_not_say_where_they_stand_follow_the_one_before(
    tmp_path: Path, name: str
) -> None:
    xml, expected = UNPLACED[name]
    assert read(tmp_path, sheet_xml(xml)) == expected


@pytest.mark.parametrize("name", PLAIN)
def test_side_by_side_a_plain_sheet_reads_the_same(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = raw_book(
        tmp_path / "raw.xlsx", sheet_xml(PLAIN[name]), shared_strings=STRINGS, formats=FORMATS
    )
    one_by_one = loaded(path)
    monkeypatch.setattr(reader, "_SIDE_BY_SIDE", 0)
    assert loaded(path) == one_by_one


FACTS = {
    "error": ('<c r="B2" t="e"><v>#N/A</v></c>', ErrorCell("#N/A"), False),
    "error-single-quotes": ("<c r='B2' t='e'><v>#REF!</v></c>", ErrorCell("#REF!"), False),
    "error-of-formula": ('<c r="B2" t="e"><f>NA()</f><v>#N/A</v></c>', ErrorCell("#N/A"), True),
    "formula": ('<c r="B2"><f>1+1</f><v>2</v></c>', 2.0, True),
    "formula-text": ('<c r="B2" t="str"><f>"A"</f><v>A</v></c>', "A", True),
    "formula-empty-text": ('<c r="B2" t="str"><f>""</f><v></v></c>', None, True),
    "formula-no-value": ('<c r="B2"><f>1+1</f></c>', NoValue("1+1"), True),
    "formula-empty-value": ('<c r="B2"><f>1+1</f><v/></c>', NoValue("1+1"), True),
    "formula-shared": ('<c r="B2"><f t="shared" si="0"/></c>', NoValue(), True),
    "formula-array": ('<c r="B2"><f t="array" ref="B2:B3">1</f><v>1</v></c>', 1.0, True),
    "boolean-of-formula": ('<c r="B2" t="b"><f>TRUE</f><v>1</v></c>', True, True),
    "iso-date": ('<c r="B2" t="d"><v>2031-05-06</v></c>', date(2031, 5, 6), False),
    "iso-moment": (
        '<c r="B2" t="d"><v>2031-05-06T07:08:09Z</v></c>',
        datetime(2031, 5, 6, 7, 8, 9),
        False,
    ),
    "iso-time": ('<c r="B2" t="d"><v>07:08:09</v></c>', time(7, 8, 9), False),
    "cdata": ('<c r="B2" t="str"><v><![CDATA[A&B]]></v></c>', "A&B", False),
    "comment": ('<c r="B2" t="str"><v>A<!-- x -->B</v></c>', "AB", False),
    "commented-out": ('<c r="B2"/><!-- <c r="B2"><v>1</v></c> -->', None, False),
    "extension": ("<c r='B2'><v>3</v><extLst><ext><v>9</v></ext></extLst></c>", 3.0, False),
    "no-such-text": ('<c r="B2" t="s"><v>9</v></c>', ErrorCell("#REF!"), False),
    "text-before-the-first": ('<c r="B2" t="s"><v>-1</v></c>', ErrorCell("#REF!"), False),
    "text-with-a-sign": ('<c r="B2" t="s"><v>+0</v></c>', ErrorCell("#REF!"), False),
    "no-number": ('<c r="B2"><v>x</v></c>', "x", False),
    "not-a-number": ('<c r="B2"><v>nan</v></c>', "nan", False),
    "number-without-end": ('<c r="B2"><v>1e999</v></c>', float("inf"), False),
    "number-of-python": ('<c r="B2"><v>1_0</v></c>', "1_0", False),
    "number-in-other-digits": ('<c r="B2"><v>१</v></c>', "१", False),
    "no-boolean": ('<c r="B2" t="b"><v>2</v></c>', ErrorCell("#VALUE!"), False),
    "no-such-type": ('<c r="B2" t="q"><v>1</v></c>', ErrorCell("#VALUE!"), False),
    "empty-type": ('<c r="B2" t=""><v>1</v></c>', 1.0, False),
    "empty-style": ('<c r="B2" s=""><v>1</v></c>', 1.0, False),
    "senseless-style": ('<c r="B2" s="-1"><v>1</v></c>', 1.0, False),
    "inline-value": ('<c r="B2" t="inlineStr"><v>Ann</v></c>', "Ann", False),
    "inline-value-of-formula": (
        '<c r="B2" t="inlineStr"><f>A1</f><v>Ann</v></c>',
        "Ann",
        True,
    ),
    "inline-in-a-text": ('<c r="B2" t="str"><is><t>Ann</t></is></c>', "Ann", False),
    "iso-duration": ('<c r="B2" t="d"><v>PT1H30M0.000S</v></c>', timedelta(minutes=90), False),
    "iso-days": ('<c r="B2" t="d"><v>P1DT2H</v></c>', timedelta(days=1, hours=2), False),
    "iso-years": ('<c r="B2" t="d"><v>P1Y</v></c>', timedelta(days=365), False),
    "iso-text": ('<c r="B2" t="d"><v>Tuesday</v></c>', "Tuesday", False),
    "escape": (
        '<c r="B2" t="inlineStr"><is><t>_x0041__xD800_</t></is></c>',
        "A_xD800_",
        False,
    ),
}


@pytest.mark.parametrize("name", FACTS)
def test_side_by_side_nothing_is_taken_for_plain_that_is_not(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "_SIDE_BY_SIDE", 0)
    cell, value, _ = FACTS[name]
    path = raw_book(tmp_path / "raw.xlsx", sheet_xml(f'<row r="2">{cell}</row>'))
    assert cells(loaded(path)) == ({} if value is None else {(1, 1): value})


@pytest.mark.parametrize("prefix", ["", "x:"])
@pytest.mark.parametrize("name", FACTS)
def test_what_values_alone_do_not_tell(tmp_path: Path, name: str, prefix: str) -> None:
    cell, value, is_formula = FACTS[name]
    xml = sheet_xml(f'<row r="1"><c r="A1"><v>7</v></c></row><row r="2">{cell}</row>')
    if prefix:
        xml = xml.replace("<", "<x:").replace("<x:/", "</x:").replace("xmlns=", "xmlns:x=")
        xml = xml.replace("<x:!", "<!").replace("<!-- <x:c", "<!-- <c")
    block = loaded(raw_book(tmp_path / "raw.xlsx", xml))
    assert cells(block) == {(0, 0): 7.0} | ({} if value is None else {(1, 1): value})
    assert block.metadata.formulas == ({(1, 1)} if is_formula else set())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"])
def test_parts_in_any_encoding(tmp_path: Path, part: str, encoding: str) -> None:
    path = raw_book(
        tmp_path / "raw.xlsx",
        sheet_xml(
            '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>9</v></c>'
            '<c r="C1" t="inlineStr"><is><t>ZoÃ«</t></is></c></row>'
        ),
        # In ISO 8859-1 these are the bytes that UTF-8 has for Zoë.
        shared_strings="<si><t>ZoÃ«</t></si>",
    )
    name = encoding.removesuffix("-sig")

    def encoded(data: bytes) -> bytes:
        body = data.decode().partition("?>")[2] or data.decode()
        return f'<?xml version="1.0" encoding="{name}"?>{body}'.encode(encoding)

    assert cells(loaded(edited(path, {part: encoded}))) == {
        (0, 0): "ZoÃ«",
        (0, 1): 9.0,
        (0, 2): "ZoÃ«",
    }


def test_parts_under_other_names_and_in_the_strict_namespace(tmp_path: Path) -> None:
    path = raw_book(
        tmp_path / "raw.xlsx",
        sheet_xml('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000</v></c></row>'),
        shared_strings="<si><t>Ann</t></si>",
        formats=["yyyy-mm-dd"],
    )
    other = {
        "sharedStrings.xml": "texts/All.xml",
        "styles.xml": "look.xml",
        "worksheets/sheet1.xml": "tabs/One.xml",
    }
    moved = tmp_path / "moved.xlsx"
    with ZipFile(path) as old, ZipFile(moved, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode().replace(MAIN, STRICT)
            for before, after in other.items():
                text = text.replace(before, after)
                name = name.replace(before, after)
            new.writestr(name, text)
    assert cells(loaded(moved)) == {(0, 0): "Ann", (0, 1): date(2023, 3, 15)}


@pytest.mark.parametrize("language", ["en", "de"])
def test_facts_of_a_sheet_made_by_a_program(tmp_path: Path, language: str) -> None:
    rows = [
        header("table", "player", "vp", language=language),
        [1, "Ann", Formula("=5+5", 10)],
        [None, "=Ben", ErrorCell("#DIV/0!")],
        [None, "Cid", NoValue("=SUM(1,2)")],
        [None, "Total", 20],
    ]
    made = Sheet(
        rows, start=(3, 1), table="tblResults", totals=True, merged=["G5:G7"], hidden=[5, 6]
    )
    sheet = "Ergebnisse" if language == "de" else "Results"
    block = loaded(book(tmp_path, made, language=language), sheet)
    assert cells(block) == {
        (row, column): value
        for row, line in enumerate(rows, 3)
        for column, value in enumerate(line, 1)
        if value is not None
    } | {(4, 3): 10.0, (6, 3): NoValue("SUM(1,2)")}
    assert block.metadata.formulas == {(4, 3), (5, 3), (6, 3)}
    assert block.metadata.hidden_rows == {5, 6}
    assert block.metadata.merged == (Area(4, 6, 6, 6),)
    assert block.metadata.tables == (Area(3, 1, 6, 3),)
    assert block.metadata.totals_rows == {7}


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    ("reference", "area"),
    [
        ("A:A", Area(0, 0, 1_048_575, 0)),
        ("$D:$E", Area(0, 3, 1_048_575, 4)),
        ("2:3", Area(1, 0, 2, 16_383)),
        ("B3:A1", Area(0, 0, 2, 1)),
    ],
)
def test_merged_areas_of_any_kind(tmp_path: Path, reference: str, area: Area, plain: bool) -> None:
    after = f'<mergeCells count="1"><mergeCell ref="{reference}"/></mergeCells>'
    more = "" if plain else '<row r="2"><c r="B2"><f>1</f><v>1</v></c></row>'
    path = raw_book(tmp_path / "raw.xlsx", sheet_xml(NUMBER + more, after))
    assert loaded(path).metadata.merged == (area,)


@pytest.mark.parametrize("plain", [True, False])
def test_a_cell_without_a_format_has_the_first_one(tmp_path: Path, plain: bool) -> None:
    more = "" if plain else '<row r="2"><c r="A2"><f>1</f></c></row>'
    xml = sheet_xml('<row r="1"><c r="A1"><v>45000</v></c></row>' + more)
    path = raw_book(tmp_path / "raw.xlsx", xml)
    edited(path, {"xl/styles.xml": lambda data: data.replace(b'numFmtId="0"', b'numFmtId="14"')})
    assert cells(loaded(path))[0, 0] == date(2023, 3, 15)


def test_formats_in_a_choice_count(tmp_path: Path) -> None:
    xml = sheet_xml('<row r="1"><c r="A1" s="2"><v>45000</v></c></row>')
    path = raw_book(tmp_path / "raw.xlsx", xml, formats=["0", "yyyy-mm-dd"])

    def choice(data: bytes) -> bytes:
        cell_formats = data.rindex(b"<xf ", 0, data.index(b"</cellXfs>"))
        second = data.rindex(b"<xf ", 0, cell_formats)
        before, one, after = data[:second], data[second:cell_formats], data[cell_formats:]
        space = b"http://schemas.openxmlformats.org/markup-compatibility/2006"
        return (
            before
            + b'<mc:AlternateContent xmlns:mc="%s"><mc:Choice xmlns:v="urn:v" Requires="v">' % space
            + one * 2
            + b"</mc:Choice><mc:Fallback>"
            + one
            + b"</mc:Fallback></mc:AlternateContent>"
            + after
        )

    assert cells(loaded(edited(path, {"xl/styles.xml": choice}))) == {(0, 0): date(2023, 3, 15)}


def without(path: Path, *parts: str) -> Path:
    """The package without some parts that it still refers to."""
    with ZipFile(path) as old:
        kept = {name: old.read(name) for name in old.namelist() if name not in parts}
    with ZipFile(path, "w") as new:
        for name, data in kept.items():
            new.writestr(name, data)
    return path


def test_parts_that_are_not_there_are_told_and_missed_only_where_needed(tmp_path: Path) -> None:
    xml = sheet_xml('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000</v></c></row>')
    path = raw_book(
        tmp_path / "raw.xlsx", xml, shared_strings="<si><t>Ann</t></si>", formats=["yyyy-mm-dd"]
    )
    found = open_workbook(without(path, "xl/sharedStrings.xml", "xl/styles.xml"))
    (finding,) = found.findings
    assert finding.code == "parts-missing"
    assert sorted(finding.values["found"]) == ["xl/sharedStrings.xml", "xl/styles.xml"]
    assert cells(found.load("Results")) == {(0, 0): ErrorCell("#REF!"), (0, 1): 45000.0}


UNCALCULATED: dict[str, tuple[str, list[object], list[object]]] = {
    "never": ("1", [Formula("=1", 0), Formula("=2", 0)], [NoValue(), NoValue()]),
    "one": ("1", [Formula("=1", 0), Formula("=2", 2)], [0.0, 2.0]),
    "text": ("1", [Formula("=1", 0), Formula("=2", "Ann")], [0.0, "Ann"]),
    "false": ("1", [Formula("=1", 0), Formula("=2", False)], [0.0, False]),
    "not-asked": ("0", [Formula("=1", 0)], [0.0]),
    "asked-by-us": ("true", [Formula("=1", 0)], [0.0]),
    "typed": ("1", [0, Formula("=1", 0)], [0.0, NoValue()]),
}


@pytest.mark.parametrize("case", UNCALCULATED)
def test_zeros_that_nobody_has_calculated_are_no_values(tmp_path: Path, case: str) -> None:
    asked, row, expected = UNCALCULATED[case]
    path = workbook(tmp_path / "book.xlsx", {"Results": [row]})
    was = b'fullCalcOnLoad="1"'
    if asked != "1":
        new = b'fullCalcOnLoad="%s"' % asked.encode()
        edited(path, {"xl/workbook.xml": lambda data: data.replace(was, new)})
    assert loaded(path).rows == [expected]


def test_merged_areas_of_a_plain_sheet(tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", {"Results": Sheet([[1], [2]], merged=["C1:C3"])})
    assert loaded(path).metadata.merged == (Area(0, 2, 2, 2),)


def test_hidden_rows_are_read_and_told(tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", {"Results": Sheet([[1], [2]], hidden=[1, 4])})
    block = loaded(path)
    assert cells(block) == {(0, 0): 1.0, (1, 0): 2.0}
    assert block.metadata.hidden_rows == {1, 4}


def test_a_second_block_of_cells_is_read(tmp_path: Path) -> None:
    xml = sheet_xml(f'{NUMBER}</sheetData><sheetData><row r="2"><c r="A2"><v>2</v></c></row>')
    assert read(tmp_path, xml) == {(0, 0): 1.0, (1, 0): 2.0}


def test_two_prefixes_for_one_namespace(tmp_path: Path) -> None:
    xml = sheet_xml('<row r="1"><x:c r="A1"><x:f>1+1</x:f></x:c></row>')
    xml = xml.replace("<worksheet", f'<worksheet xmlns:x="{MAIN}"')
    assert read(tmp_path, xml) == {(0, 0): NoValue("1+1")}


def test_prefixes_in_all_parts(tmp_path: Path) -> None:
    path = raw_book(
        tmp_path / "raw.xlsx",
        sheet_xml('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000</v></c></row>'),
        shared_strings="<si><t>Ann</t></si>",
        formats=["yyyy-mm-dd"],
        date_1904=True,
    )

    def prefixed(data: bytes) -> bytes:
        head, end, body = data.decode().rpartition("?>")
        body = re.sub(r"<(/?)(?=\w)", r"<\1x:", body).replace("xmlns=", "xmlns:x=")
        return f"{head}{end}{body}".encode()

    parts = ("workbook", "styles", "sharedStrings")
    edited(path, {f"xl/{part}.xml": prefixed for part in parts})
    assert cells(loaded(path)) == {(0, 0): "Ann", (0, 1): date(2027, 3, 16)}


def test_table_without_header_row(tmp_path: Path) -> None:
    made = xlsxwriter.Workbook(tmp_path / "book.xlsx")
    sheet = made.add_worksheet("Results")
    sheet.add_table("B2:C4", {"header_row": False, "data": [[1, 2], [3, 4]]})
    made.close()
    assert loaded(tmp_path / "book.xlsx").metadata.tables == (Area(1, 1, 3, 2),)


def test_tables_outside_the_file_are_none_of_its_own(tmp_path: Path) -> None:
    made = Sheet([["player", "vp"], ["Ann", 10]], table="tblResults")
    path = workbook(tmp_path / "book.xlsx", {"Results": made})
    outside = (
        b'<Relationship Id="far" TargetMode="External" Target="https://example.org/table" Type='
    )
    outside += b'"http://schemas.openxmlformats.org/officeDocument/2006/relationships/table"/>'
    end = b"</Relationships>"
    edited(
        path,
        {"xl/worksheets/_rels/sheet1.xml.rels": lambda data: data.replace(end, outside + end)},
    )
    assert loaded(path).metadata.tables == (Area(0, 0, 1, 1),)


@pytest.mark.parametrize("plain", [True, False])
def test_days_count_from_1904_where_the_workbook_says_so(tmp_path: Path, plain: bool) -> None:
    row = [date(2031, 5, 6), datetime(2031, 5, 6, 12, 30), time(8, 15)]
    rows = [row if plain else [*row, Formula("=1", 1)]]
    block = loaded(workbook(tmp_path / "book.xlsx", {"Results": rows}, date_1904=True))
    assert list(block.rows[0][:3]) == row
    assert block.metadata.date_1904


def test_sheets_are_listed_in_order_with_our_mark_and_without_charts(tmp_path: Path) -> None:
    made = xlsxwriter.Workbook(tmp_path / "book.xlsx")
    first = made.add_worksheet("Zoë's & Ann's")
    first.write(0, 0, 1)
    chart = made.add_chart({"type": "bar"})
    chart.add_series({"values": "='Zoë''s & Ann''s'!$A$1:$A$2"})
    made.add_chartsheet("Chart").set_chart(chart)
    made.add_worksheet("Standings").write(0, 0, 2)
    made.add_worksheet("Results").hide()
    made.define_name("Standings!_xlscore", "=TRUE")
    made.close()
    found = open_workbook(tmp_path / "book.xlsx")
    assert found.source == "book.xlsx"
    assert found.sheets == (
        SheetInfo("Zoë's & Ann's", False),
        SheetInfo("Standings", True),
        SheetInfo("Results", False, visible=False),
    )
    assert cells(found.load("Standings")) == {(0, 0): 2.0}
    assert found.load("Results").rows == []
    with pytest.raises(KeyError):
        found.load("Chart")


@pytest.mark.parametrize("last", ["ZZ1", "XFD40"])
def test_a_lone_cell_far_away_is_read(tmp_path: Path, last: str) -> None:
    xml = sheet_xml(f'{NUMBER}<row><c r="{last}"><v>2</v></c></row><row r="1500"/>')
    assert sorted(read(tmp_path, xml).values()) == [1.0, 2.0]


def varied(seed: int) -> Iterator[list[object]]:
    """Rows such as clubs type them: gaps, all kinds of values, formulas, errors."""
    chance = random.Random(seed)
    values = [
        lambda: chance.randint(-5, 10**6),
        lambda: chance.randint(0, 999) / 8,
        lambda: chance.choice(["Ann", "=Ben", " Cid  Doe ", "Zoë", "1.250", "-", "a\nb", "<&>"]),
        lambda: date(2031, 1, 1) + timedelta(chance.randint(-10_000, 10_000)),
        lambda: datetime(2031, 1, 1, 13, 30) + timedelta(minutes=chance.randint(0, 10**6)),
        lambda: time(chance.randint(0, 23), chance.randint(0, 59)),
        lambda: chance.random() < 0.5,
        lambda: None,
    ]
    if seed % 2:
        values += [
            lambda: Formula("=A1", chance.choice([7, "text", True])),
            lambda: ErrorCell(chance.choice(["#N/A", "#REF!", "#DIV/0!"])),
        ]
    for _ in range(chance.randint(1, 30)):
        yield [chance.choice(values)() for _ in range(chance.randint(0, 9))]


@pytest.mark.parametrize("seed", range(20))
def test_same_cells_as_openpyxl(tmp_path: Path, seed: int) -> None:
    start = (seed % 4, seed % 3)
    path = workbook(tmp_path / "book.xlsx", {"Results": Sheet(list(varied(seed)), start=start)})
    witness = {
        (cell.row - 1, cell.column - 1): cell.value
        for line in openpyxl.load_workbook(path, data_only=True)["Results"].iter_rows()
        for cell in line
        if cell.value is not None
    }
    assert {place: told(value) for place, value in cells(loaded(path)).items()} == {
        place: told(value) for place, value in witness.items()
    }


def told(value: object) -> tuple[bool, object]:
    """A value as both libraries mean it: openpyxl has errors as text, dates as midnights.

    Whether it is a boolean is told as well, because True == 1.
    """
    if isinstance(value, ErrorCell):
        value = value.text
    elif type(value) is date:
        value = datetime.combine(value, time())
    return isinstance(value, bool), value
