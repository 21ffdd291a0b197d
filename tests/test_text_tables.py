"""Are results in .csv and .tsv read as the same cells of a workbook would be?"""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

import xlscore
from tests.support.books import workbook
from tests.support.command_line import Run, files, run
from tests.support.scoring import Seen, scored
from xlscore.formats.read import open_workbook
from xlscore.words import Refused
from xlscore.workbook.read import read_results

__all__ = ["run"]  # the fixture

RULES = ("--rules", "dsvc-s3", "--scenario", "base")
HEADER = ("Round", "Table", "Player", "VP")
ROWS = (
    (1, 1, "Jörg Groß", 10),
    (1, 1, "Ahorn, Ann", 8),
    (1, 1, "Zoë", 7),
    (1, 1, "Bea", 5),
)


def text(separator: str = ";", ending: str = "\r\n", header: tuple[str, ...] = HEADER) -> str:
    rows = [header, *ROWS]
    cells = [[f'"{cell}"' if separator in str(cell) else str(cell) for cell in row] for row in rows]
    return "".join(separator.join(row) + ending for row in cells)


def score(capsys: pytest.CaptureFixture[str], path: Path, *options: object) -> Seen:
    return scored(capsys, path, *RULES, *options)


def made(folder: Path, content: str | bytes, name: str = "spring.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.fixture
def as_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Seen:
    return score(capsys, workbook(tmp_path / "same.xlsx", {"Results": [HEADER, *ROWS]}))


@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("name", ["spring.csv", "SPRING.TSV"])
def test_any_separator_and_line_end(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    as_workbook: Seen,
    separator: str,
    ending: str,
    name: str,
) -> None:
    seen = score(capsys, made(tmp_path, text(separator, ending), name))
    assert seen.errors == ""
    assert (seen.findings, seen.standings) == ([], as_workbook.standings)
    assert seen.document["scored_games"] == as_workbook.document["scored_games"]


@pytest.mark.parametrize(
    "data",
    [
        text().encode("utf-8-sig"),
        text().encode("utf-16"),
        b"\xfe\xff" + text("\t").encode("utf-16-be"),
        b"sep=;\r\n" + text().encode(),
    ],
    ids=["mark", "utf-16", "utf-16-be", "sep"],
)
def test_encodings_of_spreadsheet_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_workbook: Seen, data: bytes
) -> None:
    seen = score(capsys, made(tmp_path, data))
    assert (seen.findings, seen.standings) == ([], as_workbook.standings)


@pytest.mark.parametrize("language", ["en", "de"])
def test_windows_text_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_workbook: Seen, language: str
) -> None:
    seen = score(capsys, made(tmp_path, text().encode("cp1252")), "--lang", language)
    assert (seen.findings, seen.standings) == (["note text-encoding"], as_workbook.standings)
    assert "UTF-8" in seen.document["findings"][0]["message"]


def test_a_line_that_names_the_separator_keeps_rows_in_their_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = "sep=|\n" + text("|", "\n").replace("Bea|5", "Bea|five")
    seen = score(capsys, made(tmp_path, content))
    assert seen.findings == ["error vp-text Results!D6"]


def test_german_headings_name_the_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = text(header=("Runde", "Tisch", "Spieler", "SP"))
    where = [
        game["where"] for game in score(capsys, made(tmp_path, content)).document["scored_games"]
    ]
    assert where == ["Ergebnisse!A2:D5"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("8", 8.0),
        (" 8 ", 8.0),
        ("8,5", 8.5),
        ("8.25", 8.25),
        ("-3", -3.0),
        ("0,125", 0.125),
        ("1234,567", 1234.567),
        ("1.234", "1.234"),
        ("1,234", "1,234"),
        ("007", "007"),
        ("12.03.2026", "12.03.2026"),
        ("2026-03-12", "2026-03-12"),
        ("18:30", "18:30"),
        ("1e5", "1e5"),
        ("=1+1", "=1+1"),
        ("1" * 16, "1" * 16),
        ("２", "２"),
        ("WAHR", True),
        ("FALSE", False),
        ("Wahr", "Wahr"),
        ("", None),
    ],
)
def test_numerals_are_numbers_where_they_can_mean_one_thing_only(
    tmp_path: Path, typed: str, read: object
) -> None:
    loaded = open_workbook(made(tmp_path, f"Player;Table;VP;X\nAnn;1;2;{typed}\n"))
    cell = loaded.load("Results").rows[1][3]
    assert (cell, type(cell)) == (read, type(read))


def test_scores_of_a_league_that_may_mean_two_things_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(
        f"2026-03-12;Azul;1;{name};{vp};1\n" for name, vp in (("Ann", "1.234"), ("Bo", 9))
    )
    path = made(tmp_path, "Date;Game;Table;Player;VP;Factor\n" + rows)
    seen = scored(capsys, path, "--rules", "punktevergabe")
    assert "error number-ambiguous Results!E2" in seen.findings


def test_line_breaks_and_quotation_marks_inside_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_workbook: Seen
) -> None:
    content = text().replace("Player", "Player;Remark", 1)
    content = content.replace("Zoë", '"Zoë";"left early,\r\nsaid ""bye"""')
    for name in ("Jörg Groß", "Ahorn, Ann", "Bea"):
        content = content.replace(name, f"{name};")
    seen = score(capsys, made(tmp_path, content))
    assert seen.standings == as_workbook.standings


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("wrong", ['"Zoë', '"Zo"ë'])
def test_a_quotation_mark_out_of_place_swallows_no_rows(
    tmp_path: Path, run: Run, wrong: str, language: str
) -> None:
    path = made(tmp_path, text(ending="\n").replace("Zoë", wrong))
    ran = run("score", path, *RULES, "--lang", language)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert " 4:" in ran.err
    assert set(files(tmp_path)) == {"spring.csv"}


def test_titles_and_short_rows_are_no_hindrance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_workbook: Seen
) -> None:
    content = "Spring, round by round\n\n" + text("\t", "\n").replace("VP", "VP\tRemark", 1)
    assert score(capsys, made(tmp_path, content)).standings == as_workbook.standings


def test_the_answers_to_a_form_are_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_workbook: Seen
) -> None:
    stamp = "12.03.2026 19:31:05"
    head, *rows = text(",", "\n").splitlines()
    content = "\n".join([f"Zeitstempel,{head},E-Mail", *(f"{stamp},{row},a@b" for row in rows)])
    assert score(capsys, made(tmp_path, content)).standings == as_workbook.standings


def test_a_fresh_workbook_is_written_beside_it(tmp_path: Path, run: Run) -> None:
    path = made(tmp_path, text().replace("Bea", "=1+1"))
    before = path.read_bytes()
    assert run("score", path, *RULES).code == 0
    assert path.read_bytes() == before
    written = openpyxl.load_workbook(tmp_path / "spring.scored.xlsx")
    assert written.sheetnames == ["Results", "Standings", "Scored games", "Check"]
    cell = written["Results"]["C5"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")
    assert [row[3] for row in written["Results"].values][1:] == [10, 8, 7, 5]
    games = [read_results(open_workbook(one)).games for one in sorted(tmp_path.iterdir())]
    assert games[0] == games[1]


def test_it_is_never_written(tmp_path: Path, run: Run) -> None:
    path = made(tmp_path, text())
    for command in (("score", path, "--in-place", *RULES), ("seat", path, "--in-place")):
        ran = run(*command)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert ".csv" in ran.err
    assert files(tmp_path) == {"spring.csv": text().encode()}


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.csv", b"", "file-empty"),
        ("a.csv", b"\n\n", "no-results"),
        ("a.csv", b"one;two\n", "no-results"),
        ("a.csv", bytes(range(32)), "file-not-text"),
        ("a.csv", b"<html><table>", "content-web-page"),
        ("a.xls", text().encode(), "content-text"),
        ("a.xlsx", text().encode(), "content-text"),
    ],
)
def test_what_is_no_such_table_is_refused(
    tmp_path: Path, name: str, content: bytes, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_results(open_workbook(made(tmp_path, content, name)))
    assert refused.value.code == code


def test_a_workbook_called_csv_is_named(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", {"Results": [HEADER, *ROWS]})
    with pytest.raises(Refused) as refused:
        open_workbook(path.rename(tmp_path / "a.csv"))
    assert refused.value.code == "content-excel"


def test_more_columns_than_a_sheet_has_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        open_workbook(made(tmp_path, ";" * 20_000))
    assert refused.value.code == "sheet-too-far"


def test_the_public_function_reads_it(tmp_path: Path) -> None:
    results = xlscore.read(made(tmp_path, text()))
    assert [game.players for game in results.games] == [tuple(row[2] for row in ROWS)]


def test_a_batch_reads_it_where_it_is_asked_for(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = made(folder, text())
    made(folder, "name,rank\n", "list.csv")
    workbook(folder / "a.xlsx", {"Results": [HEADER, *ROWS]})
    for paths, found in (
        ([folder], {"a.xlsx"}),
        ([path], {"spring.csv"}),
        ([folder / "s*.csv"], {"spring.csv"}),
    ):
        out = tmp_path / "-".join(sorted(found)) / str(len(files(tmp_path)))
        assert run("batch", *paths, "--out", out, *RULES).code == 0
        listed = json.loads((out / "batch.json").read_text(encoding="utf-8"))["files"]
        assert {entry["path"]: entry["status"] for entry in listed} == dict.fromkeys(
            found, "scored"
        )
    assert (out / "spring.csv.scored.xlsx").exists()
