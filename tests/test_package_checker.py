"""Does the package checker see each fault that a real Excel would stumble over?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.package_checker import faults
from tests.support.rich import Parts, rich_parts
from tests.support.variants import VARIANTS, make
from tests.support.zipped import pack

TYPES = "[Content_Types].xml"
WORKBOOK, LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
SHEET, SHEET_LINKS = "xl/worksheets/sheet3.xml", "xl/worksheets/_rels/sheet3.xml.rels"
TABLE, CHAIN, STYLES, APP = (
    "xl/tables/table2.xml",
    "xl/calcChain.xml",
    "xl/styles.xml",
    "docProps/app.xml",
)


def inline(cell: str, content: str) -> tuple[str, str, str]:
    """A cell of standings as an inline string with that content of its `is` element."""
    return SHEET, rf'<c r="{cell}"[^>]*>.*?</c>', f'<c r="{cell}" t="inlineStr">{content}</c>'


FAULTS = [
    ("content-type", TYPES, "/xl/worksheets/sheet3.xml", "xl/worksheets/sheet3.xml"),
    ("content-type", TYPES, '(<Override PartName="/xl/styles.xml"[^>]*>)', r"\1\1"),
    ("content-type", TYPES, "/xl/styles.xml", "/xl/other.xml"),
    ("content-type", TYPES, '<Default Extension="png"[^>]*>', ""),
    ("main-type", TYPES, r"sheet\.main", "template.main"),
    ("relationship-twice", LINKS, '"rId2"', '"rId1"'),
    ("dangling", LINKS, 'Target="styles.xml"', 'Target="gone.xml"'),
    ("dangling", "_rels/.rels", 'Target="xl/workbook.xml"', 'Target="xl/gone.xml"'),
    ("orphan", LINKS, '<Relationship [^>]*Target="calcChain.xml"/>', ""),
    ("relationship-missing", SHEET_LINKS, '<Relationship [^>]*drawing2.xml"/>', ""),
    ("relationship-missing", SHEET, "<tableParts.*?</tableParts>", ""),
    ("relationship-missing", SHEET_LINKS, '<Relationship [^>]*table2.xml"/>', ""),
    ("encoding", SHEET, ' standalone="yes"', ""),
    ("encoding", SHEET, r"^<\?xml", "\ufeff<?xml"),
    ("well-formed", SHEET, "</sheetData>", ""),
    ("sheet-name", WORKBOOK, '"Lists"', '"RESULTS"'),
    ("sheet-name", WORKBOOK, '"Lists"', '"Lists: all"'),
    ("sheet-name", WORKBOOK, '"Lists"', f'"{"L" * 32}"'),
    ("sheet-name", WORKBOOK, '"Lists"', '"Lists\'"'),
    ("sheet-name", WORKBOOK, '"Lists"', '"History"'),
    ("sheet-id", WORKBOOK, 'sheetId="2"', 'sheetId="1"'),
    ("sheet-relationship", WORKBOOK, 'r:id="rId2"', 'r:id="rId1"'),
    ("active-tab", WORKBOOK, "<workbookView ", '<workbookView activeTab="4" '),
    ("tab-selected", SHEET, "<sheetView ", '<sheetView tabSelected="1" '),
    ("name-twice", WORKBOOK, "(<definedName .*?</definedName>)", r"\1\1"),
    ("name-scope", WORKBOOK, 'localSheetId="2" hidden', 'localSheetId="4" hidden'),
    ("filter-extent", WORKBOOK, r"Results!\$A\$1:\$D\$41", "Results!$A$1:$D$40"),
    ("print-extent", WORKBOOK, r"Standings!\$A\$1:\$J\$32", "Standings!$A$1:$J$31"),
    ("element-order", SHEET, "(<mergeCells.*</mergeCells>)(<cond.*Formatting>)", r"\2\1"),
    ("element-order", WORKBOOK, "(<definedNames>.*</definedNames>)(<calcPr.*?/>)", r"\2\1"),
    ("element-order", STYLES, "(<fonts.*</fonts>)(<fills.*</fills>)", r"\2\1"),
    ("app-titles", APP, "<vt:i4>3</vt:i4>", "<vt:i4>4</vt:i4>"),
    ("calculation-chain", CHAIN, '<c r="M3"/>', '<c r="N3"/>'),
    ("calculation-chain", CHAIN, ' i="2"', ""),
    ("calculation-chain", CHAIN, "<c .*/>", ""),
    ("row-order", SHEET, '(<row r="4".*?</row>)(<row r="5".*?</row>)', r"\2\1"),
    ("cell-order", SHEET, "(<c r=.A6.*?</c>)(<c r=.B6.*?</c>)", r"\2\1"),
    ("cell-order", SHEET, 'r="A6"', 'r="A7"'),
    ("spans", SHEET, 'spans="1:13"', 'spans="1:3"'),
    ("dimension", SHEET, '<dimension ref="A1:N32"/>', '<dimension ref="A1:J31"/>'),
    ("metadata", LINKS, '<Relationship [^>]*metadata.xml"/>', ""),
    ("shared-formula", SHEET, ' ref="C2:M4"', ""),
    ("shared-formula", SHEET, ' ref="C2:M4"', ' ref="C2:C4"'),
    ("array-formula", SHEET, 'ref="D2:D4"', 'ref="D3:D4"'),
    ("inline-formula", *inline("B2", "<f>1</f><is><t>x</t></is>")),
    ("blanks", *inline("B2", "<is><t>Ann </t></is>")),
    ("carriage-return", *inline("B2", "<is><t>Ann&#13;x</t></is>")),
    ("text-length", *inline("B2", f"<is><t>{'x' * 32768}</t></is>")),
    ("merge-count", SHEET, '<mergeCells count="1">', '<mergeCells count="2">'),
    ("merge-overlap", SHEET, '(<mergeCell ref="M5:N6"/>)', r'\1<mergeCell ref="N6:N7"/>'),
    ("table-merge", SHEET, '"M5:N6"', '"J5:K6"'),
    ("table-name", TABLE, 'displayName="tblStandings"', 'displayName="TBLlists"'),
    ("table-id", TABLE, ' id="2" name', ' id="1" name'),
    ("table-overlap", SHEET_LINKS, "(<Relationship [^>]*)(rId4)([^>]*>)", r"\1\2\3\1rId9\3"),
    ("table-columns", TABLE, '<tableColumns count="10">', '<tableColumns count="9">'),
    ("table-columns", TABLE, '<tableColumn id="6" name="Share"/>', ""),
    ("table-columns", TABLE, '"Share"', '"games"'),
    ("table-columns", TABLE, 'id="6"', 'id="5"'),
    ("table-rows", TABLE, "A1:J32", "A1:J2"),
    ("table-header", TABLE, '"Share"', '"share"'),
    ("table-header", *inline("F1", "<is><t>Share\n</t></is>")),
    ("table-totals", TABLE, 'totalsRowLabel="Total"', 'totalsRowLabel="Sum"'),
    ("table-totals", TABLE, 'name="VP"', 'name="VP" totalsRowFunction="sum"'),
    ("table-filter", TABLE, 'ref="A1:J31"', 'ref="A1:J30"'),
    ("style-count", STYLES, '<cellXfs count="3">', '<cellXfs count="2">'),
    ("style-index", SHEET, 's="2"', 's="3"'),
    ("style-index", STYLES, 'fontId="1"', 'fontId="9"'),
    ("style-index", "xl/worksheets/sheet1.xml", 'dxfId="0"', 'dxfId="1"'),
    ("number-format", STYLES, 'numFmtId="0" fontId="1"', 'numFmtId="164" fontId="1"'),
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_found_in_a_sound_workbook(tmp_path: Path, variant: str) -> None:
    assert faults(make(tmp_path, variant)) == []


@pytest.fixture(scope="module")
def sound() -> Parts:
    return rich_parts(standings="ours")


@pytest.mark.parametrize(("rule", "part", "pattern", "planted"), FAULTS)
def test_a_planted_fault_is_found(
    tmp_path: Path, sound: Parts, rule: str, part: str, pattern: str, planted: str
) -> None:
    text, count = re.subn(pattern, planted, sound[part].decode(), count=1, flags=re.DOTALL)
    assert count == 1
    path = pack(tmp_path / "faulty.xlsx", {**sound, part: text.encode()})
    assert rule in {fault.rule for fault in faults(path)}


def test_a_part_that_stands_twice_is_found(tmp_path: Path, sound: Parts) -> None:
    twice = {**sound, "xl/Styles.xml": sound[STYLES]}
    found = faults(pack(tmp_path / "twice.xlsx", twice))
    assert "part-twice" in {fault.rule for fault in found}


def test_every_rule_is_proven() -> None:
    """The rules named in the checker's code are those with a planted fault."""
    folder = Path(__file__).parent / "support"
    code = "".join(
        (folder / name).read_text(encoding="utf-8")
        for name in ("package_parts.py", "sheet_rules.py", "workbook_rules.py")
    )
    named = set(re.findall(r'(?:Fault\(|for rule, \w+ in \(|\(|\s)"([a-z]+-[a-z-]+)"', code))
    named |= set(re.findall(r'Fault\(\s*"([a-z-]+)"', code))
    proven = {rule for rule, *_ in FAULTS} | {"part-twice"}
    assert named - {"utf-16-le"} == proven
