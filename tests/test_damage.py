"""Is what cannot be read named and passed over where nobody needs it, and refused elsewhere?"""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from python_calamine import load_workbook

from tests.support.books import NoValue, Rows, Sheet, edited, header, raw_book, sheet_xml, workbook
from tests.support.command_line import GOOD, HEADER, Run, made, run
from xlscore.archive import batch
from xlscore.archive.batch import How, archive
from xlscore.score_file import Options

__all__ = ["run"]  # the fixture

ASKED = ("--rules", "dsvc-s3", "--scenario", "base", "--lang", "en")
RESULTS: Rows = [header(*HEADER), *GOOD]
BROKEN = {
    "malformed": "<worksheet><sheetData>",
    "senseless": sheet_xml('<row r="1"><c r="ZZZZ99999999"><v>1</v></c></row>'),
    "too-far": sheet_xml('<row r="1"><c r="A1"><v>1</v></c><c r = "XFD1048576"><v>1</v></c></row>'),
}


def with_broken(path: Path, name: str, xml: str, results: str = "Results") -> Path:
    workbook(path, {results: RESULTS, name: [[1]]})
    return edited(path, {"xl/worksheets/sheet2.xml": xml})


def told(ran_document: dict[str, object]) -> list[tuple[str, str]]:
    findings = ran_document["findings"]
    assert isinstance(findings, list)
    # What is said of rounds and headings is none of our business here.
    codes = [(one["level"], one["code"]) for one in findings]
    return [
        one for one in codes if one[0] != "note" or one[1].endswith(("-unreadable", "-missing"))
    ]


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("name", ["Notes", "Standings"])
def test_another_sheet_that_is_damaged_is_a_note(
    run: Run, tmp_path: Path, kind: str, name: str
) -> None:
    path = with_broken(tmp_path / "book.xlsx", name, BROKEN[kind])
    ran = run("score", path, *ASKED, "--format", "json", "--no-write")
    assert ran.code == 0
    assert run("check", path, *ASKED, "--compare").code == 0
    assert told(ran.document) == [("note", "sheet-unreadable")]
    assert f"because it is damaged: {name}." in ran.document["findings"][0]["message"]
    assert len(ran.document["standings"]) == 4


@pytest.mark.parametrize("name", ["Ergebnisse", "Players", "Spiele", "Tournament", "Round 2"])
def test_a_damaged_sheet_whose_name_says_that_it_is_needed_is_refused(
    run: Run, tmp_path: Path, name: str
) -> None:
    path = with_broken(tmp_path / "book.xlsx", name, BROKEN["malformed"], results="Round 1")
    ran = run("score", path, *ASKED, "--no-write")
    assert ran.code == 2
    assert "sheet2.xml" in ran.err


def test_where_nothing_else_has_results_the_damage_is_the_reason(run: Run, tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", {"Notes": [["x"]], "Saturday": [[1]]})
    edited(path, {"xl/worksheets/sheet2.xml": BROKEN["malformed"]})
    ran = run("score", path, *ASKED, "--no-write")
    assert ran.code == 2
    assert "sheet2.xml" in ran.err


@pytest.mark.parametrize(("asked", "code"), [("Evening", 0), ("Results", 2)])
def test_the_sheet_asked_for_is_the_one_that_is_needed(
    run: Run, tmp_path: Path, asked: str, code: int
) -> None:
    path = with_broken(tmp_path / "book.xlsx", "Results", BROKEN["malformed"], results="Evening")
    assert run("score", path, *ASKED, "--no-write", "--sheet", asked).code == code


@pytest.mark.parametrize("how", ["no-id", "no-part"])
def test_a_listed_sheet_without_a_part_is_a_note(run: Run, tmp_path: Path, how: str) -> None:
    path = workbook(tmp_path / "book.xlsx", {"Results": RESULTS, "Module1": [[1]]})
    if how == "no-id":
        edited(path, {"xl/workbook.xml": lambda data: data.replace(b'r:id="rId2"', b'r:id=""')})
    else:
        edited(
            path,
            {"xl/_rels/workbook.xml.rels": lambda data: data.replace(b"sheet2.xml", b"gone.xml")},
        )
    ran = run("score", path, *ASKED, "--format", "json")
    assert ran.code == 0
    assert told(ran.document) == [("note", "sheet-unreadable")]
    assert (tmp_path / "book.scored.xlsx").exists()


def test_missing_parts_are_a_note_and_the_copy_opens(run: Run, tmp_path: Path) -> None:
    path = made(tmp_path)
    with ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    del parts["xl/styles.xml"]
    with ZipFile(path, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)
    ran = run("score", path, "--format", "json")
    assert ran.code == 0
    assert told(ran.document) == [("note", "parts-missing")]
    opens(tmp_path / "book.scored.xlsx")


def test_a_workbook_without_styles_gets_them_under_their_usual_name(
    run: Run, tmp_path: Path
) -> None:
    cells = '<c t="inlineStr"><is><t>{}</t></is></c>' * len(HEADER)
    rows = "".join(f"<row>{cells.format(*line)}</row>" for line in RESULTS)
    path = raw_book(tmp_path / "book.xlsx", sheet_xml(rows))
    with ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist() if name != "xl/styles.xml"}
    for name in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
        kept = [one for one in parts[name].split(b"<") if b"styles.xml" not in one]
        parts[name] = b"<".join(kept)
    with ZipFile(path, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)
    ran = run("score", path, *ASKED, "--format", "json")
    assert ran.code == 0
    assert told(ran.document) == []
    copy = tmp_path / "book.scored.xlsx"
    with ZipFile(copy) as package:
        assert "xl/styles.xml" in package.namelist()
    opens(copy)


def opens(path: Path) -> None:
    """Other programs find our sheet in a scored copy."""
    found = openpyxl.load_workbook(path)["Standings"]
    assert found["B2"].value == "Ann"
    assert found["A1"].font.b
    assert load_workbook(path).get_sheet_by_name("Standings").to_python()[1][1] == "Ann"


def test_spare_rows_of_formulas_that_nobody_calculated_are_one_error(
    run: Run, tmp_path: Path
) -> None:
    spare = [[NoValue("=A1")] * len(HEADER)] * 20
    path = workbook(tmp_path / "book.xlsx", {"Results": Sheet([*RESULTS, *spare])})
    ran = run("score", path, *ASKED, "--format", "json", "--no-write")
    found = [one for one in ran.document["findings"] if one["level"] == "error"]
    assert [one["code"] for one in found] == ["formula-no-value"]
    first, last = len(RESULTS) + 1, len(RESULTS) + 20
    assert found[0]["where"] == f"Results!A{first}:D{last}"
    assert len(ran.document["standings"]) == 4


def test_the_list_of_files_is_written_as_they_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a run which is ended leaves what it has, without writing the list for each file."""
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for number in range(100):
        (folder / f"{number:03}.xlsx").write_bytes(b"x")
    lengths: list[int] = []
    list_files = batch._list

    def listing(entries: list[batch.Entry], target: Path) -> None:
        lengths.append(len(entries))
        list_files(entries, target)

    def ended(tasks: list[batch.Task], *_: object) -> list[batch.Entry]:
        return [batch.Entry(task.file.name, "failed", "x", "x") for task in tasks]

    monkeypatch.setattr(batch, "_list", listing)
    monkeypatch.setattr(batch, "in_processes", ended)
    batch.batch(archive([folder], out, Options(language="en")), How(), lambda _: None)
    assert lengths == [32, 64, 96, 100]
