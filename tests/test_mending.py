"""Does a copy open in other programs where attributes are empty or a listed sheet leads nowhere,
and is nothing else changed?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import openpyxl
import pytest
from python_calamine import load_workbook

from tests.support import office
from tests.support.books import Rows, Sheet, edited, header, workbook
from tests.support.command_line import GOOD, HEADER, Run, run
from xlscore.archive.batch import How, archive, batch
from xlscore.formats.mending import mended, package_to_write
from xlscore.formats.read import open_workbook
from xlscore.formats.source import Source
from xlscore.formats.zip_parts import MAX_UNPACKED
from xlscore.rules.model import NOTE
from xlscore.score_file import Options, score_file, write_back, write_copy
from xlscore.words import Refused

__all__ = ["run"]  # the fixture

RESULTS, NOTES = "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"
BOOK, STYLES = "xl/workbook.xml", "xl/styles.xml"
ASKED = Options(rules="dsvc-s3", scenario="base", language="en")


class Defect(NamedTuple):
    """What stands in a part instead of `sound`, what is written, and what is told."""

    part: str
    sound: str
    faulty: str
    mended: str
    told: str


def empty(sound: str, faulty: str, part: str = NOTES) -> Defect:
    """An attribute left empty, which goes."""
    attribute = re.findall(r'\s([\w:]+="")', faulty)[0]
    name = "Notes" if part == NOTES else part
    return Defect(part, sound, faulty, faulty.replace(f" {attribute}", ""), f"{name} ({attribute})")


def merged(area: str, written_out: str) -> Defect:
    sound = "</sheetData>"
    faulty = f'{sound}<mergeCells count="1"><mergeCell ref="{area}"/></mergeCells>'
    return Defect(NOTES, sound, faulty, faulty.replace(area, written_out), f"Notes ({area})")


def dimension(faulty: str) -> Defect:
    return Defect(NOTES, '<dimension ref="A1:B2"/>', faulty, "", "Notes (dimension)")


def nowhere(link: str) -> Defect:
    """A listed sheet that leads nowhere; Excel wrote such for modules of its fifth version."""
    listed = f'<sheet name="Module1" sheetId="9" state="veryHidden"{link}/>'
    return Defect(BOOK, "</sheets>", f"{listed}</sheets>", "</sheets>", "Module1 (r:id)")


DEFECTS = {
    "style": empty('<c r="A2">', '<c s="" r="A2">'),
    "style-in-single-quotes": Defect(
        NOTES, '<c r="A2">', "<c r=\"A2\" s = ''>", '<c r="A2">', "Notes (s='')"
    ),
    "kind": empty('<c r="A2">', '<c r="A2" t="">'),
    "place": empty('<c r="B2">', '<c r="">'),
    "row": empty('<row r="2"', '<row r=""'),
    "row-style": empty('<row r="2"', '<row s="" r="2"'),
    "height": empty('<row r="2"', '<row r="2" ht=""'),
    "outline": empty('<row r="2"', '<row r="2" outlineLevel=""'),
    "column-style": empty(
        "<sheetData>", '<cols><col min="1" max="2" width="9" style=""/></cols><sheetData>'
    ),
    "column-width": empty("<sheetData>", '<cols><col min="1" max="2" width=""/></cols><sheetData>'),
    "paper": empty("</worksheet>", '<pageSetup paperSize=""/></worksheet>'),
    "font": empty(' fontId="0"', ' fontId=""', STYLES),
    "colour": empty('<color theme="1"/>', '<color rgb=""/>', STYLES),
    "border": empty("<left/>", '<left style=""/>', STYLES),
    "state": empty('<sheet name="Notes"', '<sheet state="" name="Notes"', BOOK),
    "active-tab": empty("<workbookView", '<workbookView firstSheet=""', BOOK),
    "columns-merged": merged("D:E", "D1:E1048576"),
    "column-merged": merged("D:D", "D1:D1048576"),
    "rows-merged": merged("8:9", "A8:XFD9"),
    "merged-absolute": merged("$D$1:$E$2", "D1:E2"),
    "dimension-empty": dimension('<dimension ref=""/>'),
    "dimension-without": dimension("<dimension/>"),
    "dimension-whole": dimension('<dimension ref="A:B"></dimension>'),
    "sheet-empty": nowhere(' r:id=""'),
    "sheet-without": nowhere(""),
    "sheet-dangling": nowhere(' r:id="rId99"'),
}


def sound(path: Path) -> Path:
    rows: Rows = [header(*HEADER), *GOOD]
    return workbook(
        path,
        {
            "Results": Sheet(rows, table="tblResults"),
            "Notes": [["a", "b"], [1, 2]],
            "More": [["c"]],
        },
    )


def replaced(old: str, new: str) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(old.encode(), new.encode(), 1)


def faulty(path: Path, defect: Defect) -> Path:
    return edited(sound(path), {defect.part: replaced(defect.sound, defect.faulty)})


def parts(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def told(path: Path) -> list[str]:
    return mended(Source.read(path), MAX_UNPACKED).found


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A scored copy for each defect; made once, and opened by LibreOffice in one go."""
    folder = tmp_path_factory.mktemp("mending")
    made = {}
    for name, defect in DEFECTS.items():
        source = faulty(folder / f"{name}.xlsx", defect)
        made[name] = folder / f"{name}.scored.xlsx"
        scored = write_copy(score_file(Source.read(source), ASKED), made[name], MAX_UNPACKED)
        assert len(scored.evaluation.standings) == 4
    return made


@pytest.fixture(scope="module")
def opened(copies: dict[str, Path]) -> dict[Path, bool]:
    return office.opens(copies.values())


@office.one_at_a_time
@pytest.mark.parametrize("name", DEFECTS)
def test_a_scored_copy_opens_in_other_programs(
    name: str, copies: dict[str, Path], opened: dict[Path, bool]
) -> None:
    copy = copies[name]
    names = ["Results", "Notes", "More", "Standings", "Scored games", "Check"]
    # It makes an object for each cell of whole columns, here as where Excel merged them.
    patient = openpyxl.load_workbook(copy, read_only="1048576" in DEFECTS[name].mended)
    assert patient.sheetnames == names
    patient.close()
    fast = load_workbook(copy)
    assert fast.sheet_names == names
    assert fast.get_sheet_by_name("Notes").to_python()[:2] == [["a", "b"], [1, 2]]
    assert len(fast.get_sheet_by_name("Standings").to_python()) == 5
    assert opened[copy]


@pytest.mark.parametrize("name", DEFECTS)
def test_exactly_what_is_faulty_is_mended_and_told(tmp_path: Path, name: str) -> None:
    defect = DEFECTS[name]
    path = faulty(tmp_path / "book.xlsx", defect)
    before = parts(path)
    scored = write_copy(score_file(Source.read(path), ASKED), tmp_path / "copy.xlsx", MAX_UNPACKED)
    (finding,) = [one for one in scored.evaluation.findings if one.code == "parts-mended"]
    assert (finding.level, finding.values["found"]) == (NOTE, [defect.told])
    after = parts(package_written(path, tmp_path))
    if defect.part != BOOK:
        before[defect.part] = replaced(defect.faulty, defect.mended)(before[defect.part])
        assert before == after
    else:
        assert {**before, BOOK: b""} == {**after, BOOK: b""}
        assert told(tmp_path / "mended.xlsx") == []


def package_written(path: Path, folder: Path) -> Path:
    """What our sheets are written into."""
    package = package_to_write(Source.read(path), MAX_UNPACKED)
    target = folder / "mended.xlsx"
    target.write_bytes(b"".join(package.archive.rewritten({})))
    return target


def test_a_sound_workbook_is_taken_as_it_is(tmp_path: Path) -> None:
    path = sound(tmp_path / "book.xlsx")
    assert told(path) == []
    assert package_written(path, tmp_path).read_bytes() == path.read_bytes()


LOOKALIKES = {
    "text": '<c r="C1" t="inlineStr"><is><t>&lt;c s="" t="" &gt; s=""</t></is></c>',
    "formula": '<c r="C1"><f>IF(A1 ="", t="",r ="")</f><v>0</v></c>',
    "in-a-value": """<c r="C1" x=' s=""'><v>1</v></c>""",
    "another-attribute": '<c r="C1" note="" class=""><v>1</v></c>',
}


@pytest.mark.parametrize("name", LOOKALIKES)
def test_what_only_looks_like_an_empty_attribute_stays(tmp_path: Path, name: str) -> None:
    path = edited(
        sound(tmp_path / "book.xlsx"), {NOTES: replaced("</row>", LOOKALIKES[name] + "</row>")}
    )
    assert told(path) == []


def test_in_place_it_is_mended_once_and_the_backup_is_as_it_was(tmp_path: Path) -> None:
    path = faulty(tmp_path / "book.xlsx", DEFECTS["style"])
    was = path.read_bytes()
    written, codes = [], []
    for _ in range(2):
        scored, _ = write_back(
            score_file(Source.read(path), ASKED), replace_sheets=False, max_unpacked=MAX_UNPACKED
        )
        codes.append([one.code for one in scored.evaluation.findings])
        written.append(path.read_bytes())
    assert ["parts-mended" in one for one in codes] == [True, False]
    assert written[0] == written[1]
    assert (tmp_path / "book.bak.xlsx").read_bytes() == was
    openpyxl.load_workbook(path)


def test_in_a_batch_it_is_mended_and_told(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    faulty(tmp_path / "in" / "book.xlsx", DEFECTS["rows-merged"])
    batch(archive([tmp_path / "in"], tmp_path / "out", ASKED), How(), lambda _: None)
    (document,) = (tmp_path / "out").rglob("book*.json")
    findings = json.loads(document.read_text("utf-8"))["findings"]
    assert "parts-mended" in [finding["code"] for finding in findings]
    (copy,) = (tmp_path / "out").rglob("book*.xlsx")
    openpyxl.load_workbook(copy)


@pytest.mark.parametrize("where", [(), ("--in-place",)])
def test_seating_mends_as_well_and_says_so(
    run: Run, tmp_path: Path, where: tuple[str, ...]
) -> None:
    path = faulty(tmp_path / "book.xlsx", DEFECTS["style"])
    asked = ("--rules", "dsvc-s3", "--scenario", "base", "--lang", "de", "--seed", "a")
    ran = run("seat", path, "--round", 2, *asked, *where)
    assert ran.code == 0
    assert 'nicht öffnen: Notes (s="")' in ran.err
    target = path if where else tmp_path / "book.seated.xlsx"
    openpyxl.load_workbook(target)
    assert told(target) == []


def test_positions_follow_when_a_listed_sheet_goes(tmp_path: Path) -> None:
    names = "".join(
        f'<definedName name="here" localSheetId="{number}">Notes!$A${number + 1}</definedName>'
        for number in range(4)
    )
    listed = '<sheets><sheet name="Module1" sheetId="9" r:id=""/>'

    def change(data: bytes) -> bytes:
        data = data.replace(b"<sheets>", listed.encode())
        data = data.replace(
            b"</sheets>", b"</sheets><definedNames>%s</definedNames>" % names.encode()
        )
        return data.replace(b"<workbookView", b'<workbookView activeTab="2" firstSheet="1"')

    path = edited(sound(tmp_path / "book.xlsx"), {BOOK: change})
    made = openpyxl.load_workbook(package_written(path, tmp_path))
    assert made.sheetnames == ["Results", "Notes", "More"]
    assert [sheet.defined_names["here"].value for sheet in made] == [
        f"Notes!$A${number}" for number in (2, 3, 4)
    ]
    view = parts(tmp_path / "mended.xlsx")[BOOK]
    assert b'activeTab="1"' in view
    assert b'firstSheet="0"' in view


def test_formats_that_are_lost_are_not_taken_from_ours(tmp_path: Path) -> None:
    path = edited(
        sound(tmp_path / "book.xlsx"), {NOTES: replaced('<c r="A2">', '<c r="A2" s="7">')}
    )
    kept = {name: data for name, data in parts(path).items() if name != STYLES}
    with ZipFile(path, "w") as package:
        for name, data in kept.items():
            package.writestr(name, data)
    assert told(path) == ["Notes (s)"]
    target = tmp_path / "copy.xlsx"
    write_copy(score_file(Source.read(path), ASKED), target, MAX_UNPACKED)
    assert openpyxl.load_workbook(target)["Notes"]["A2"].number_format == "General"


def test_a_long_part_is_mended_where_its_beginning_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xlscore.formats.mending._SHORT", 1 << 10)
    monkeypatch.setattr("xlscore.formats.mending._BEGINNING", 1 << 12)
    rows: Rows = [[number] for number in range(1, 40_000)]
    path = workbook(tmp_path / "book.xlsx", {"Results": rows})

    def at(*numbers: int) -> list[str]:
        def change(data: bytes) -> bytes:
            for number in numbers:
                data = data.replace(b'<c r="A%d"' % number, b'<c s="" r="A%d"' % number)
            return data

        return told(edited(workbook(path, {"Results": rows}), {RESULTS: change}))

    assert at(2, 30_000) == ['Results (s="")']
    assert b'<c r="A30000"' in package_to_write(Source.read(path), MAX_UNPACKED).read(RESULTS)
    assert at(30_000) == []


def test_a_part_that_cannot_be_read_is_copied(tmp_path: Path) -> None:
    path = sound(tmp_path / "book.xlsx")
    with ZipFile(path) as package:
        found = package.getinfo(NOTES)
    data = bytearray(path.read_bytes())
    start = found.header_offset + 30 + len(NOTES)
    data[start + 40] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(Refused):
        open_workbook(path).load("Notes")
    assert told(path) == []
    assert package_written(path, tmp_path).read_bytes() == bytes(data)


MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
ROW = '<row r="{0}"><c r="A{0}"><v>{1}</v></c></row>'


@pytest.mark.parametrize("beside", ["", '<row r="9" hidden="1"><c r="A9"><v>9</v></c></row>'])
def test_of_rows_in_several_forms_the_plain_one_is_read(tmp_path: Path, beside: str) -> None:
    choice = (
        f'<mc:AlternateContent xmlns:mc="{MC}"><mc:Choice Requires="new" xmlns:new="urn:new">'
        f"{ROW.format(3, 30)}{ROW.format(4, 40)}</mc:Choice>"
        f"<mc:Fallback>{ROW.format(3, 31)}</mc:Fallback></mc:AlternateContent>{beside}</sheetData>"
    )
    path = edited(sound(tmp_path / "book.xlsx"), {NOTES: replaced("</sheetData>", choice)})
    rows = open_workbook(path).load("Notes").rows
    assert [row[0] for row in rows if row[0]] == ["a", 1.0, 31.0, *([9.0] if beside else [])]
