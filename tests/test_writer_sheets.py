"""What stays and what goes on a sheet that is already there, and what is refused?"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import openpyxl
import pytest
from lxml import etree

from tests.support.output import our_block, our_blocks
from tests.support.package_checker import faults, new_faults
from tests.support.packages import package_of
from tests.support.rich import OLD_ROWS, Parts, rich_parts
from tests.support.variants import prefixed
from tests.support.zipped import pack
from xlscore.formats.package import Package
from xlscore.formats.source import Source
from xlscore.formats.write import write_workbook
from xlscore.words import Refused
from xlscore.workbook.block import Block
from xlscore.workbook.vocabulary import existing_sheet

SHEET, TABLE, CHAIN = "xl/worksheets/sheet3.xml", "xl/tables/table2.xml", "xl/calcChain.xml"
TYPES, WORKBOOK, LINKS = "[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
STYLES = "xl/styles.xml"
LONGER, SHORTER = OLD_ROWS + 12, 4


def changed(parts: Parts, part: str, pattern: str, new: str) -> Parts:
    """The parts with a pattern replaced once in one of them."""
    text, count = re.subn(pattern, new, parts[part].decode(), count=1, flags=re.DOTALL)
    assert count == 1
    return {**parts, part: text.encode()}


def written(
    folder: Path, parts: Parts, blocks: Sequence[Block], *, replace_foreign: bool = True
) -> Package:
    """The workbook after writing; checked against what it was before."""
    source, target = pack(folder / "source.xlsx", parts), folder / "target.xlsx"
    write_workbook(Source.read(source), target, blocks, replace_foreign=replace_foreign)
    assert new_faults(source, target) == []
    return package_of(target)


def cells(package: Package, part: str = SHEET) -> dict[str, etree._Element]:
    found = package.tree(part).findall("{*}sheetData/{*}row/{*}c")
    return {cell.get("r", ""): cell for cell in found}


def attribute(package: Package, part: str, path: str, name: str) -> list[str | None]:
    return [found.get(name) for found in package.tree(part).findall(path)]


@pytest.fixture(params=["as it is", "prefixed"])
def ours(request: pytest.FixtureRequest) -> Parts:
    parts = rich_parts(standings="ours")
    return prefixed(parts) if request.param == "prefixed" else parts


@pytest.mark.parametrize("rows", [LONGER, SHORTER, 0])
def test_tables_and_names_follow_the_new_extent(tmp_path: Path, ours: Parts, rows: int) -> None:
    package = written(tmp_path, ours, [our_block("standings", rows)])
    table = package.tree(TABLE)
    last = max(rows, 1) + 1  # a table has at least one row of data
    assert table.get("ref") == f"A1:J{last + 1}"
    assert attribute(package, TABLE, "{*}autoFilter", "ref") == [f"A1:J{last}"]
    totals = cells(package)
    assert totals[f"D{last + 1}"].findtext("{*}f") == "SUBTOTAL(109,[TP])"
    assert totals[f"D{last + 1}"].find("{*}v") is None
    names = package.tree(WORKBOOK).findall("{*}definedNames/{*}definedName")
    printed = [name.text for name in names if name.get("name") == "_xlnm.Print_Area"]
    assert printed == [f"Standings!$A$1:$J${last + 1}"]
    assert attribute(package, SHEET, "{*}dimension", "ref") == [f"A1:M{max(last + 1, 5)}"]


def test_only_cells_of_ours_change_on_our_sheet(tmp_path: Path, ours: Parts) -> None:
    package = written(tmp_path, ours, [our_block("standings", LONGER)])
    before = etree.fromstring(ours[SHEET])
    after = package.tree(SHEET)
    assert [child.tag for child in after] == [child.tag for child in before]
    for one, other in zip(before, after, strict=True):
        if not str(one.tag).endswith(("}dimension", "}sheetData")):
            assert etree.tostring(one, method="c14n") == etree.tostring(other, method="c14n")
    assert attribute(package, SHEET, "{*}sheetData/{*}row[@ht]", "r") == ["3"]
    assert attribute(package, SHEET, "{*}sheetData/{*}row[@ht]", "ht") == ["33"]
    assert attribute(package, SHEET, "{*}sheetData/{*}row[@spans]", "r") == []


def test_anchors_and_extensions_with_rows_of_their_own_stay(tmp_path: Path) -> None:
    drawing = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
    anchor = "<xdr:from><xdr:col>1</xdr:col><xdr:row>5</xdr:row></xdr:from>"
    extension = f'<extLst><ext xmlns:xdr="{drawing}" uri="urn:x">{anchor}</ext></extLst>'
    parts = changed(rich_parts(standings="ours"), SHEET, "</worksheet>", f"{extension}</worksheet>")
    source, target = pack(tmp_path / "source.xlsx", parts), tmp_path / "target.xlsx"
    write_workbook(Source.read(source), target, [our_block("standings", 3)], replace_foreign=False)
    assert extension.encode() in package_of(target).read(SHEET)


def test_formulas_of_before_go_and_those_beside_stay(tmp_path: Path, ours: Parts) -> None:
    package = written(tmp_path, ours, [our_block("standings", LONGER)])
    found = cells(package)
    formulas = {place: cell.findtext("{*}f") for place, cell in found.items() if len(cell) > 1}
    assert formulas == {"M3": "1+1"}
    assert "M4" not in found  # a dependant of a shared formula whose master has gone
    assert {"M2", "M5"} <= set(found)
    assert attribute(package, CHAIN, "{*}c", "r") == ["M3", "C1", "D1"]
    assert attribute(package, CHAIN, "{*}c", "i") == ["3", "2", None]


def test_a_chain_without_entries_goes(tmp_path: Path) -> None:
    parts = changed(rich_parts(standings="theirs"), CHAIN, '<c r="C1".*/>', "")
    package = written(tmp_path, parts, [our_block("standings", 3)])
    assert CHAIN not in package
    assert package.content_type(CHAIN) == "application/xml"
    assert "calcChain" not in {link.kind for link in package.relationships(WORKBOOK)}


def test_every_cell_of_the_organizers_sheet_is_replaced(tmp_path: Path) -> None:
    package = written(tmp_path, rich_parts(standings="theirs"), [our_block("standings", SHORTER)])
    columns = {place.rstrip("0123456789") for place in cells(package)}
    assert columns == {*"ABCDEFGHIJL"}
    assert package.tree(SHEET).find("{*}mergeCells") is None
    assert [sheet.name for sheet in package.sheets() if sheet.ours] == ["Standings"]
    assert package.tree(SHEET).find("{*}drawing") is not None


def test_a_table_of_the_organizers_takes_our_columns(tmp_path: Path) -> None:
    """One that stood elsewhere on the sheet, with other headings, and without a header row."""
    parts = changed(rich_parts(standings="theirs"), TABLE, ' ref="A1:J32" ', ' ref="B3:D9" ')
    parts = changed(parts, TABLE, 'ref="A1:J31"', 'ref="B3:D8"')
    columns = '<tableColumns count="3"><tableColumn id="1" name="A"/><tableColumn id="7" name="B"/>'
    columns += '<tableColumn id="3" name="C"/></tableColumns>'
    parts = changed(parts, TABLE, "<tableColumns.*</tableColumns>", columns)
    source, target = pack(tmp_path / "source.xlsx", parts), tmp_path / "target.xlsx"
    write_workbook(Source.read(source), target, [our_block("standings", 9)], replace_foreign=True)
    assert faults(target) == []
    assert package_of(target).tree(TABLE).get("ref") == "A1:J10"


def test_a_table_that_goes_on_into_columns_of_others_is_never_shortened(tmp_path: Path) -> None:
    parts = rich_parts(standings="ours")
    parts = changed(parts, TABLE, "A1:J32", "A1:K32")
    parts = changed(parts, TABLE, "A1:J31", "A1:K31")
    parts = changed(parts, TABLE, 'count="10"', 'count="11"')
    parts = changed(
        parts, TABLE, "</tableColumns>", '<tableColumn id="11" name="7"/></tableColumns>'
    )
    parts = changed(parts, SHEET, '(<c r="J1".*?</c>)', r'\1<c r="K1"><v>7</v></c>')
    parts = changed(parts, SHEET, '(<c r="I9".*?</c>)', r'\1<c r="K9"><v>8</v></c>')
    parts = changed(parts, WORKBOOK, r"\$A\$1:\$J\$32", "$A$1:$K$32")
    shorter = written(tmp_path, parts, [our_block("standings", SHORTER)])
    assert shorter.tree(TABLE).get("ref") == "A1:K32"
    assert cells(shorter)["K9"].findtext("{*}v") == "8"
    longer = written(tmp_path, parts, [our_block("standings", LONGER)])
    assert longer.tree(TABLE).get("ref") == f"A1:K{LONGER + 2}"


def test_a_filter_follows_and_hides_nothing(tmp_path: Path) -> None:
    parts = rich_parts(standings="ours")
    parts = changed(parts, SHEET, "<tableParts.*</tableParts>", "")
    parts = changed(
        parts, "xl/worksheets/_rels/sheet3.xml.rels", "<Relationship [^>]*table2[^>]*>", ""
    )
    parts = changed(parts, TYPES, "<Override [^>]*table2[^>]*>", "")
    del parts[TABLE]
    condition = '<filterColumn colId="0"><filters><filter val="1"/></filters></filterColumn>'
    filtered = f'</sheetData><autoFilter ref="A1:J32">{condition}</autoFilter>'
    parts = changed(parts, SHEET, "</sheetData>", filtered)
    parts = changed(parts, SHEET, '<row r="3"', '<row hidden="1" r="3"')
    name = '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="2" hidden="1">'
    parts = changed(parts, WORKBOOK, "<definedNames>", f"{name}Standings!$A$1:$J$32</definedName>")
    package = written(tmp_path, parts, [our_block("standings", LONGER)])
    found = package.tree(SHEET).findall("{*}autoFilter")
    assert [(item.get("ref"), len(item)) for item in found] == [(f"A1:J{LONGER + 1}", 0)]
    assert attribute(package, SHEET, "{*}sheetData/{*}row[@hidden]", "r") == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("first", ["en", "de"])
def test_our_sheet_keeps_its_name_in_either_language(
    tmp_path: Path, first: str, language: str
) -> None:
    once, twice = tmp_path / "once.xlsx", tmp_path / "twice.xlsx"
    source = pack(tmp_path / "source.xlsx", rich_parts())
    write_workbook(Source.read(source), once, our_blocks(9, first), replace_foreign=False)
    write_workbook(Source.read(once), twice, our_blocks(5, language), replace_foreign=False)
    package = package_of(twice)
    names = [sheet.name for sheet in package.sheets() if sheet.ours]
    assert names == [block.sheet for block in our_blocks(1, first)]
    assert new_faults(source, twice) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_organizers_sheet_keeps_its_name_as_well(tmp_path: Path, language: str) -> None:
    block = our_block("standings", 3, language)
    package = written(tmp_path, rich_parts(standings="theirs"), [block])
    names = [sheet.name for sheet in package.sheets()]
    assert names == ["Results", "Lists", "Standings", "Overview"]
    assert [sheet.name for sheet in package.sheets() if sheet.ours] == ["Standings"]


def test_of_several_sheets_ours_is_written_then_the_one_of_the_name(tmp_path: Path) -> None:
    parts = changed(rich_parts(standings="ours"), WORKBOOK, 'name="Lists"', 'name="wertung"')
    german, english = our_block("standings", 3, "de"), our_block("standings", 3, "en")
    package = written(tmp_path, parts, [german])
    assert package.read("xl/worksheets/sheet2.xml") == parts["xl/worksheets/sheet2.xml"]
    sheets = [sheet._replace(ours=False) for sheet in package.sheets()]
    found = [existing_sheet(sheets, block.sheet) for block in (german, english)]
    assert [sheet and sheet.name for sheet in found] == ["wertung", "Standings"]
    assert existing_sheet(sheets, "Check") is None


def headings(package: Package) -> list[str | None]:
    return attribute(package, TABLE, "{*}tableColumns/{*}tableColumn", "name")


def test_a_table_keeps_its_headings_in_either_language(tmp_path: Path) -> None:
    """Formulas anywhere may name its columns."""
    package = written(tmp_path, rich_parts(standings="ours"), [our_block("standings", 5, "de")])
    assert headings(package)[:3] == ["Rank", "Player", "Games"]
    assert package.tree(TABLE).get("totalsRowCount") == "1"


@pytest.mark.parametrize("standings", ["ours", "theirs"])
def test_other_headings_give_way_and_their_totals_with_them(tmp_path: Path, standings: str) -> None:
    parts = renamed_column(standings)
    package = written(tmp_path, parts, [our_block("standings", 5)])
    assert headings(package)[3] == "TP"
    assert package.tree(TABLE).get("totalsRowCount") is None
    assert package.tree(TABLE).get("ref") == "A1:J6"
    assert "D7" not in cells(package)


def renamed_column(standings: str) -> Parts:
    """The points column under a heading of the organizer's."""
    parts = changed(rich_parts(standings=standings), TABLE, 'name="TP"', 'name="Pts"')
    cell = '<c r="D1" t="inlineStr"><is><t>Pts</t></is></c>'
    return changed(parts, SHEET, '<c r="D1".*?</c>', cell)


def named_elsewhere() -> Parts:
    cell = "<f>SUM(tblStandings[Pts])</f>"
    return changed(renamed_column("ours"), "xl/worksheets/sheet2.xml", "<f>SUM.*?</f>", cell)


@pytest.mark.parametrize("kind", ["standings", "check"])
def test_a_new_sheet_is_good_to_print_and_to_scroll(tmp_path: Path, kind: str) -> None:
    written(tmp_path, rich_parts(), [our_block(kind, 60)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl would lose extensions on saving
        sheet = openpyxl.load_workbook(tmp_path / "target.xlsx").worksheets[-1]
    assert (sheet.freeze_panes, sheet.print_title_rows) == ("A2", "$1:$1")
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.column_dimensions["B"].width > 20
    assert not sheet.sheet_view.tabSelected


def test_the_workbook_asks_for_a_full_calculation_and_keeps_its_mode(tmp_path: Path) -> None:
    parts = changed(
        rich_parts(), WORKBOOK, "<calcPr.*?/>", '<calcPr calcMode="manual"/><oleSize ref="A1"/>'
    )
    found = written(tmp_path, parts, our_blocks(3)).tree(WORKBOOK).find("{*}calcPr")
    assert found is not None
    assert dict(found.attrib) == {"calcMode": "manual", "fullCalcOnLoad": "true"}
    parts = changed(parts, WORKBOOK, "<calcPr.*?/>", "")
    package = written(tmp_path, parts, our_blocks(3))
    order = [str(child.tag).rpartition("}")[2] for child in package.tree(WORKBOOK)]
    assert order[-3:] == ["definedNames", "calcPr", "oleSize"]


def test_formats_are_appended_once_and_never_moved(tmp_path: Path) -> None:
    parts = rich_parts()
    first = written(tmp_path, parts, our_blocks(3))
    before, after = etree.fromstring(parts[STYLES]), first.tree(STYLES)
    for group in ("fonts", "fills", "borders", "cellXfs"):
        old, new = (root.findall(f"{{*}}{group}/*") for root in (before, after))
        assert [etree.tostring(item) for item in old] == [
            etree.tostring(i) for i in new[: len(old)]
        ]
        assert len(new) > len(old) or group == "borders"
    again = dict(parts)
    again.update({name: first.read(name) for name in first.names})
    second = written(tmp_path, again, [our_block("standings", 50)])
    assert second.read(STYLES) == first.read(STYLES)


def test_a_workbook_without_styles_gets_some(tmp_path: Path) -> None:
    parts = changed(rich_parts(), LINKS, '<Relationship [^>]*Target="styles.xml"/>', "")
    parts = changed(parts, TYPES, "<Override [^>]*/xl/styles.xml[^>]*>", "")
    del parts[STYLES]
    target = tmp_path / "target.xlsx"
    write_workbook(
        Source.read(pack(tmp_path / "a.xlsx", parts)), target, our_blocks(2), replace_foreign=False
    )
    kinds = [link.kind for link in package_of(target).relationships(WORKBOOK)]
    assert kinds.count("styles") == 1
    assert not {"content-type", "orphan", "dangling"} & {fault.rule for fault in faults(target)}


def changing(
    part: str, pattern: str, new: str, standings: str | None = None
) -> Callable[[], Parts]:
    return lambda: changed(rich_parts(standings=standings), part, pattern, new)


def signed() -> Parts:
    origin = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin"
    link = f'<Relationship Id="rId77" Type="{origin}" Target="_xmlsignatures/origin.sigs"/>'
    parts = changed(rich_parts(), "_rels/.rels", "</Relationships>", f"{link}</Relationships>")
    return {**parts, "_xmlsignatures/origin.sigs": b""}


def pivoted() -> Parts:
    links = "xl/worksheets/_rels/sheet3.xml.rels"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/pivotTable"
    link = f'<Relationship Id="rId77" Type="{kind}" Target="../pivotTables/pivotTable1.xml"/>'
    parts = changed(
        rich_parts(standings="ours"), links, "</Relationships>", f"{link}</Relationships>"
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    pivot = f'<pivotTableDefinition xmlns="{main}"><location ref="H3:K9"/></pivotTableDefinition>'
    return {**parts, "xl/pivotTables/pivotTable1.xml": pivot.encode()}


FULL = "".join(
    '<xf numFmtId="9" fontId="0" fillId="0" borderId="0" xfId="0"/>' for _ in range(65490)
)
REFUSED: list[tuple[str, Callable[[], Parts], str]] = [
    ("file-signed", signed, "target.xlsx"),
    ("file-template", changing(TYPES, r"sheet\.main", "template.main"), "target.xltx"),
    ("extension-differs", lambda: rich_parts(macros=True), "target.xlsx"),
    ("extension-differs", rich_parts, "target.xlsm"),
    (
        "structure-protected",
        changing(WORKBOOK, "<bookViews>", '<workbookProtection lockStructure="1"/><bookViews>'),
        "target.xlsx",
    ),
    ("sheet-foreign", lambda: rich_parts(standings="theirs"), "target.xlsx"),
    ("sheet-without-cells", changing(WORKBOOK, '"Overview"', '"STANDINGS"'), "target.xlsx"),
    ("sheet-crowded", changing(TABLE, "A1:J32", "A1:L32", "ours"), "target.xlsx"),
    (
        "sheet-crowded",
        changing(SHEET, "</sheetData>", '</sheetData><autoFilter ref="A3:C9"/>', "theirs"),
        "target.xlsx",
    ),
    ("sheet-crowded", pivoted, "target.xlsx"),
    ("sheet-crowded", named_elsewhere, "target.xlsx"),
    ("part-senseless", changing(TABLE, "A1:J32", "A1:J", "ours"), "target.xlsx"),
    ("part-senseless", changing(SHEET, '<row r="4"', '<row r="x"', "ours"), "target.xlsx"),
    ("part-senseless", changing(WORKBOOK, 'sheetId="1"', 'sheetId="x"'), "target.xlsx"),
    ("part-malformed", changing(SHEET, "</row>", "</rows>", "ours"), "target.xlsx"),
    ("part-doctype", changing(SHEET, r"\?>", "?><!DOCTYPE x>", "ours"), "target.xlsx"),
    ("too-many-formats", changing(STYLES, "<cellXfs.*?>", f"<cellXfs>{FULL}"), "target.xlsx"),
]


@pytest.mark.parametrize(("code", "parts", "name"), REFUSED)
def test_what_cannot_be_written_is_refused_and_nothing_is_left(
    tmp_path: Path, code: str, parts: Callable[[], Parts], name: str
) -> None:
    source = pack(tmp_path / "source.xlsx", parts())
    replace = code != "sheet-foreign"
    with pytest.raises(Refused) as refused:
        write_workbook(Source.read(source), tmp_path / name, our_blocks(3), replace_foreign=replace)
    assert refused.value.code == code
    assert {path.name for path in tmp_path.iterdir()} == {"source.xlsx"}
    assert refused.value.text("de") != refused.value.text("en")


def test_more_rows_than_a_sheet_holds_are_refused(tmp_path: Path) -> None:
    block = our_block("standings", 1)
    block = block._replace(rows=[block.rows[0]] + [block.rows[1]] * 1_048_576)
    source = pack(tmp_path / "source.xlsx", rich_parts())
    with pytest.raises(Refused, match="1048575"):
        write_workbook(Source.read(source), tmp_path / "target.xlsx", [block], replace_foreign=True)
    assert not (tmp_path / "target.xlsx").exists()


def test_a_protected_structure_does_not_mind_sheets_that_are_there(tmp_path: Path) -> None:
    protection = '<workbookProtection lockStructure="1"/><bookViews>'
    parts = changed(rich_parts(standings="ours"), WORKBOOK, "<bookViews>", protection)
    package = written(tmp_path, parts, [our_block("standings", 3)])
    assert package.tree(WORKBOOK).find("{*}workbookProtection") is not None
