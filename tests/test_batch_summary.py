"""Does the summary say who played where, with exact sums, in files that programs can trust?"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import openpyxl
import pandas
import pytest

from samples.make import SAMPLES
from tests.support.command_line import FAULTY, Run, files, made, run
from xlscore.archive.summary import ALL_TIME, PLAYED, Summary
from xlscore.archive.summary_file import MOST_ROWS, write_summary
from xlscore.words import Refused

__all__ = ["run"]  # the fixture

ONE = [(1, 1, "Ann", 10), (1, 1, "Bob", 8), (1, 1, "Cleo", 8), (1, 1, "Dan", 8)]
TWO = [(1, 1, "ANN", 7), (1, 1, "Bob", 10), (1, 1, "Cleo", 9), (1, 1, "=1+1", 5)]
OPEN = [*ONE, (2, 1, "Ann", None), (2, 1, "Bob", None), (2, 1, "Cleo", None), (2, 1, "Dan", None)]
NEAR = [(1, 1, "Cloe", 10), (1, 1, "Clea", 8), (1, 1, "Dean", 7), (1, 1, "Dan", 5)]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, rows in {"1-one": ONE, "2-two": TWO, "3-open": OPEN, "5-near": NEAR}.items():
        made(folder, rows, name=f"{name}.xlsx")
    made(folder, FAULTY, name="4-faulty.xlsx")
    copy(SAMPLES / "league-set.xlsx", folder / "6-league.xlsx")
    (folder / "broken.xlsx").write_bytes(b"")
    return folder


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def summarized(run: Run, archive: Path, name: str, *more: object) -> Path:
    target = archive.parent / name
    out = archive.parent / "out"
    ran = run("batch", archive, "--out", out, "--summary", target, "--lang", "en", *more)
    assert ran.code == 1, ran.err
    return target


def test_one_row_per_player_and_tournament(run: Run, archive: Path) -> None:
    rows = table(summarized(run, archive, "all.csv"))
    keys = ("File", "Finished", "Rank", "Player", "TP", "Share")
    assert [tuple(row[key] for key in keys) for row in rows if row["File"] == "1-one.xlsx"] == [
        ("1-one.xlsx", "True", "1", "Ann", "5", "29.41"),
        *(("1-one.xlsx", "True", "2", name, "2", "23.53") for name in ("Bob", "Cleo", "Dan")),
    ]
    finished = {row["File"]: row["Finished"] for row in rows}
    assert finished["3-open.xlsx"] == finished["4-faulty.xlsx"] == "False"
    league = [row for row in rows if row["File"] == "6-league.xlsx"]
    assert {(row["Rule set"], row["Scenario"], row["Share"]) for row in league} == {
        ("punktevergabe", "", "")
    }


def test_the_all_time_table_adds_up_exactly(run: Run, archive: Path) -> None:
    summarized(run, archive, "all.csv")
    rows = table(archive.parent / "all.all-time.csv")
    ann = next(row for row in rows if row["Player"] == "Ann")
    # two finished, one unfinished and one faulty tournament: 5 + 2 + 5 + 0 points, and shares of
    # 29.41, 22.58 and 29.41
    assert ann == {
        "Player": "Ann",
        "Tournaments": "4",
        "Games": "3",
        "Wins": "1",
        "Podiums": "2",
        "TP": "12",
        "Mean share": "27.1333",
        "Best rank": "1",
    }
    order = [(int(row["Wins"]), int(row["Podiums"])) for row in rows]
    assert order == sorted(order, reverse=True)


def test_names_that_may_be_one_player_are_listed_unless_they_met(run: Run, archive: Path) -> None:
    summarized(run, archive, "all.csv")
    rows = table(archive.parent / "all.doubles.csv")
    assert [(row["Player"], row["Or"]) for row in rows] == [("Cleo", "Cloe"), ("Cleo", "Clea")]


def test_no_cell_of_the_csv_is_a_formula(run: Run, archive: Path) -> None:
    copy(archive / "1-one.xlsx", archive / "=HYPERLINK(1).xlsx")
    target = summarized(run, archive, "all.csv")
    tables = [table(path) for path in archive.parent.glob("all*.csv")]
    cells = [cell for rows in tables for row in rows for cell in row.values()]
    assert "'=1+1" in cells
    assert "'=HYPERLINK(1).xlsx" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert target.read_bytes().startswith(b"\xef\xbb\xbf")


def test_the_workbook_holds_the_tables_and_charts(run: Run, archive: Path) -> None:
    target = summarized(run, archive, "all.xlsx")
    book = openpyxl.load_workbook(target)
    assert book.sheetnames == ["Tournaments", "All time", "Possible doubles"]
    assert [cell.value for cell in book["All time"][1]] == [
        name("en") for name in ALL_TIME.values()
    ]
    assert len(book["All time"]._charts) == 2
    formulas = [
        cell.coordinate
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    assert formulas == []
    names = [cell.value for cell in book["All time"]["A"]]
    assert "=1+1" in names


def test_parquet_holds_the_same_rows_as_the_csv(run: Run, archive: Path) -> None:
    rows = table(summarized(run, archive, "all.csv"))
    frame = pandas.read_parquet(summarized(run, archive, "all.parquet", "--resume"))
    assert [str(player) for player in frame["Player"]] == [
        row["Player"].removeprefix("'") for row in rows
    ]
    assert list(frame["TP"]) == pytest.approx([float(row["TP"]) for row in rows], abs=1e-4)
    assert list(frame["Rank"]) == [int(row["Rank"]) for row in rows]


@pytest.mark.parametrize("name", ["all.xlsx", "all.csv", "all.parquet"])
def test_the_same_archive_gives_the_same_bytes(run: Run, archive: Path, name: str) -> None:
    target = summarized(run, archive, f"out/{name}")
    first = files(archive.parent / "out")
    summarized(run, archive, f"out/{name}", "--jobs", 2, "--resume")
    assert files(archive.parent / "out") == first
    assert target.exists()


def test_german_headings(run: Run, archive: Path) -> None:
    target = archive.parent / "alle.xlsx"
    run("batch", archive, "--out", archive.parent / "out", "--summary", target, "--lang", "de")
    book = openpyxl.load_workbook(target)
    assert book.sheetnames == ["Turniere", "Ewige Tabelle", "Mögliche Doppelte"]


def test_a_summary_within_the_archive_is_not_read_as_a_workbook(run: Run, archive: Path) -> None:
    for _ in range(2):
        target = archive / "all.xlsx"
        run("batch", archive, "--out", archive.parent / "out", "--summary", target)
    document = json.loads((archive.parent / "out" / "batch.json").read_text(encoding="utf-8"))
    assert "all.xlsx" not in [entry["path"] for entry in document["files"]]


@pytest.mark.parametrize("name", ["1-one.xlsx", "mine.csv", "mine.parquet", "mine.all-time.csv"])
def test_no_file_of_the_organizers_is_replaced(run: Run, archive: Path, name: str) -> None:
    path = archive / name
    if not path.exists():
        path.write_text("Name;Points\nAnn;3\n", encoding="utf-8")
    before = files(archive.parent)
    target = archive / name.replace(".all-time", "")
    out = archive.parent / "out"
    ran = run("batch", archive, "--out", out, "--summary", target, "--lang", "en")
    assert ran.code == 2
    assert f"{name} is there already" in ran.err
    assert files(archive.parent) == before


def test_another_ending_is_refused_first(run: Run, archive: Path) -> None:
    out = archive.parent / "out"
    ran = run("batch", archive, "--out", out, "--summary", "all.ods", "--lang", "en")
    assert (ran.code, out.exists()) == (2, False)
    assert ".xlsx, .csv, .parquet" in ran.err


def test_a_folder_that_is_not_there_is_refused_first(run: Run, archive: Path) -> None:
    out = archive.parent / "out"
    ran = run("batch", archive, "--out", out, "--summary", archive / "gone" / "all.csv")
    assert (ran.code, ran.out, out.exists()) == (2, "", False)


def test_more_rows_than_a_workbook_takes_are_refused_with_the_way_out(tmp_path: Path) -> None:
    row: list[Any] = ["a.xlsx", "dsvc-s3", "base", True, 1, "Ann", 3, 15, 30, 93, 3, 0, 0]
    assert len(row) == len(PLAYED)

    def rows() -> Iterator[list[Any]]:
        return (row for _ in range(MOST_ROWS + 1))

    with pytest.raises(Refused) as refused:
        write_summary(tmp_path / "all.xlsx", Summary(rows, [], []), "en")
    assert "--resume" in refused.value.text("en")
    assert list(tmp_path.iterdir()) == []


def test_an_archive_without_players_has_an_empty_summary(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "empty.xlsx").write_bytes(b"")
    out = tmp_path / "out"
    for name in ("all.xlsx", "all.csv", "all.parquet"):
        assert run("batch", tmp_path / "in", "--out", out, "--summary", tmp_path / name).code == 1
    headings = ["File", "Rule set", "Scenario", "Finished", "Rank", "Player"]
    (line,) = (tmp_path / "all.csv").read_text("utf-8-sig").splitlines()
    assert line.split(",")[: len(headings)] == headings
    frame = pandas.read_parquet(tmp_path / "all.parquet")
    assert len(frame) == 0
    assert [*frame.columns][: len(headings)] == headings
    book = openpyxl.load_workbook(tmp_path / "all.xlsx")
    assert book.sheetnames[0] == "Tournaments"
    assert [cell.value for cell in book["Tournaments"][1]][: len(headings)] == headings
    assert all(cell.value is None for row in book["Tournaments"].iter_rows(2) for cell in row)


def test_spellings_of_one_person_over_an_archive(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    made(folder, [(1, 1, "Ida Lund", 10), *ONE[1:]], name="1.xlsx")
    made(folder, [(1, 1, "Lund, Ida", 10), *ONE[1:]], name="2.xlsx")
    made(folder, [(1, 1, "Dr. Ida Lund (Berg)", 10), *ONE[1:]], name="3.xlsx")
    target, out = tmp_path / "all.xlsx", tmp_path / "out"
    run("batch", folder, "--out", out, "--summary", target, "--lang", "en")
    sheet = openpyxl.load_workbook(target).worksheets[-1]
    found = {frozenset(row) for row in sheet.iter_rows(min_row=2, values_only=True)}
    names = ("Ida Lund", "Lund, Ida", "Dr. Ida Lund (Berg)")
    assert {frozenset((names[0], names[1])), frozenset((names[0], names[2]))} <= found


def test_who_has_no_rank_yet_has_won_nothing(run: Run, tmp_path: Path) -> None:
    """Under rules that ask for more results than there are."""
    rules = tmp_path / "patient.toml"
    rules.write_text(
        'id = "patient"\nkind = "tournament"\nname = { en = "Patient", de = "Geduldig" }\n'
        'source = { title = "House rules" }\n[tournament_points]\n4 = [5, 3, 2, 1]\n'
        "[victory_points]\nrequired = true\nwhole = true\n[counting]\nat_least = 2\n"
        '[standings]\norder = ["tournament_points"]\n',
        encoding="utf-8",
    )
    folder = tmp_path / "in"
    folder.mkdir()
    book = made(folder, ONE, None, name="one.xlsx")
    target = tmp_path / "all.csv"
    ran = run("batch", book, "--out", tmp_path / "out", "--summary", target, "--rules", rules)
    assert ran.code == 0, ran.err
    assert [row["Rank"] for row in table(target)] == [""] * 4
    wins = [row["Wins"] for row in table(tmp_path / "all.all-time.csv")]
    assert wins == ["0"] * 4
