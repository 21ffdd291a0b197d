"""Rules of one's own: does every command say how a workbook finds them, and use no others?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run, made, run

__all__ = ["run"]  # the fixture

RULES = """
id = "club-night"
kind = "tournament"
name = { en = "Club night", de = "Vereinsabend" }
source = { title = "House rules" }
[tournament_points]
4 = [8, 4, 2, 0]
[victory_points]
required = true
whole = true
[standings]
order = ["tournament_points"]
"""
NAMED = {"rule_set": "Club-Night", "rounds": 1}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    rows = [(1, 1, "Ann", 10), (1, 1, "Bob", 8), (1, 1, "Cleo", 7), (1, 1, "Dan", 5)]
    return made(tmp_path, rows, NAMED)


def beside(book: Path, name: str = "club.toml", text: str = RULES) -> Path:
    path = book.with_name(name)
    path.write_text(text, encoding="utf-8")
    return path


def test_new_says_how_the_rules_are_found(run: Run, book: Path) -> None:
    ran = run("new", book.with_name("fresh.xlsx"), "--rules", beside(book), "--lang", "en")
    assert ran.code == 0
    assert "Keep club.toml beside it, or name the file with --rules" in ran.err


@pytest.mark.parametrize(
    "command",
    [("score", "--no-write"), ("check",), ("explain", "Ann"), ("seat", "--round", "2", "--force")],
)
def test_rules_beside_a_workbook_are_used_and_said(
    run: Run, book: Path, command: tuple[str, ...]
) -> None:
    beside(book)
    beside(book, "other.toml", RULES.replace("club-night", "another"))
    beside(book, "broken.toml", "id = ")
    name, *options = command
    ran = run(name, book, *options, "--lang", "en")
    assert ran.code == 0, ran.err
    told = "club.toml beside the workbook" in ran.out + ran.err
    assert told == (name != "explain")


def test_their_points_are_those_of_the_file(run: Run, book: Path) -> None:
    beside(book)
    document = json.loads(run("score", book, "--no-write", "--format", "json").out)
    assert [one["tournament_points"] for one in document["standings"]] == ["8", "4", "2", "0"]
    assert [one["code"] for one in document["findings"]] == ["rules-beside"]


def test_without_the_file_the_command_says_what_to_do(run: Run, book: Path) -> None:
    ran = run("score", book, "--no-write", "--lang", "en")
    assert (ran.code, ".toml" in ran.err) == (2, True)


def test_two_files_of_one_id_are_asked_about(run: Run, book: Path) -> None:
    beside(book)
    beside(book, "copy.toml")
    ran = run("score", book, "--no-write", "--lang", "en")
    assert (ran.code, "club.toml, copy.toml" in ran.err) == (2, True)


def test_a_file_with_the_id_of_a_published_edition_is_never_used(run: Run, tmp_path: Path) -> None:
    path = made(tmp_path)
    beside(path, text=RULES.replace("club-night", "dsvc-s3"))
    document = json.loads(run("score", path, "--no-write", "--format", "json").out)
    assert document["rule_set"] == "dsvc-s3"
    assert document["standings"][0]["tournament_points"] == "5"


def test_a_batch_takes_them_as_they_are_given_and_looks_for_none(
    run: Run, book: Path, tmp_path: Path
) -> None:
    rules = beside(book)
    assert run("batch", book, "--out", tmp_path / "out", "--rules", rules).code == 0
    ran = run("batch", book, "--out", tmp_path / "other", "--lang", "en")
    assert (ran.code, ".toml" in ran.err) == (1, True)


def test_a_season_finds_them(run: Run, book: Path) -> None:
    beside(book)
    season = beside(
        book,
        "season.toml",
        'id = "cup"\nkind = "season"\nname = { en = "Cup", de = "Pokal" }\n'
        'source = { title = "House rules" }\n[season_points]\nby = "sum"\n',
    )
    ran = run("season", book, "--rules", season, "--format", "json")
    assert [one["points"] for one in json.loads(ran.out)["standings"]] == ["8", "4", "2", "0"]
