"""Does the public Python API do what it promises?"""

from __future__ import annotations

import inspect
import typing
from fractions import Fraction
from pathlib import Path
from shutil import copy
from typing import Any

import pandas
import pytest

import xlscore
from tests.support.books import book, header
from xlscore.formats.read import open_workbook
from xlscore.rules.rule_file import rule_set_ids

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
ROWS = [(1, 1, "Zoë", 9), (1, 1, "Ann", 9), (1, 1, "Ben", 9), (1, 1, "Dan", 3)]


def made(folder: Path, **more: Any) -> Path:
    return book(folder, [header("round", "table", "player", "vp"), *ROWS], **more)


@pytest.fixture
def result(tmp_path: Path) -> xlscore.Evaluation:
    rules = xlscore.load_rules("dsvc-s3")
    return xlscore.evaluate(xlscore.read(made(tmp_path)), rules, "base")


def test_the_documented_example_works(tmp_path: Path) -> None:
    sample = tmp_path / "tournament.xlsx"
    copy(SAMPLES / "dsvc-share-decides.xlsx", sample)
    rules = xlscore.load_rules("dsvc-s3")
    read = xlscore.read(sample)
    result = xlscore.evaluate(read, rules, scenario=None)
    xlscore.write(result, sample, to=tmp_path / "scored.xlsx")
    assert [standing.player for standing in result.standings[:2]] == ["Björn Birke", "Änne Ahorn"]
    sheets = open_workbook(tmp_path / "scored.xlsx").sheets
    assert [info.name for info in sheets if info.ours] == ["Standings", "Scored games", "Check"]
    assert sample.read_bytes() == (SAMPLES / "dsvc-share-decides.xlsx").read_bytes()


def test_numbers_are_exact(result: xlscore.Evaluation) -> None:
    first = result.standings[0]
    assert first.tournament_points == Fraction(10, 3)
    assert first.victory_points == 9
    assert first.share == 30
    values = (first.tournament_points, first.victory_points, first.share, *first.criteria)
    assert not any(isinstance(value, float) for value in values)


def test_without_rules_those_of_the_tournament_sheet_count(tmp_path: Path) -> None:
    read = xlscore.read(made(tmp_path, tournament={"rule_set": "dsvc-s3", "scenario": "base"}))
    assert xlscore.evaluate(read).rules.id == "dsvc-s3"


@pytest.mark.parametrize(
    ("rules", "scenario", "words"),
    [
        (None, None, rule_set_ids()),
        ("dsvc-s3", None, ["base", "seafarers", "cities-knights"]),
        ("dsvc-s3", "desert", ["desert", "base", "seafarers", "cities-knights"]),
        ("punktevergabe", "base", ["base", "punktevergabe"]),
    ],
)
def test_what_is_missing_or_unknown_is_a_value_error_that_lists_the_ids(
    tmp_path: Path, rules: str | None, scenario: str | None, words: list[str]
) -> None:
    read = xlscore.read(made(tmp_path))
    with pytest.raises(ValueError, match="|".join(words)) as error:
        xlscore.evaluate(read, xlscore.load_rules(rules) if rules else None, scenario)
    assert all(word in str(error.value) for word in words)


def test_unknown_rules_and_files_are_value_errors(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=", ".join(rule_set_ids())):
        xlscore.load_rules("chess")
    with pytest.raises(ValueError, match=r"gone\.xlsx"):
        xlscore.read(tmp_path / "gone.xlsx")
    with pytest.raises(ValueError, match="Results"):
        xlscore.read(made(tmp_path), sheet="Day 2")


def test_findings_of_reading_are_in_the_results(tmp_path: Path) -> None:
    rows = [header("round", "table", "player", "vp"), *ROWS[:3], (1, 1, "Dan", "DNF")]
    read = xlscore.read(book(tmp_path, rows))
    assert [(finding.code, finding.level) for finding in read.findings] == [("vp-text", "error")]


def test_a_sheet_can_be_chosen(tmp_path: Path) -> None:
    other = [header("round", "table", "player", "vp"), *((2, *row[1:]) for row in ROWS)]
    path = made(tmp_path, extra={"Day 2": other})
    assert xlscore.read(path, sheet="Day 2").games[0].round == "2"


def test_write_speaks_the_language_asked_for(tmp_path: Path, result: xlscore.Evaluation) -> None:
    xlscore.write(result, tmp_path / "book.xlsx", to=str(tmp_path / "x.xlsx"), language="de")
    names = [info.name for info in open_workbook(tmp_path / "x.xlsx").sheets if info.ours]
    assert names == ["Wertung", "Einzelwertung", "Prüfung"]


def test_write_refuses_what_does_not_fit(tmp_path: Path, result: xlscore.Evaluation) -> None:
    with pytest.raises(xlscore.Refused, match=r"\.xlsx"):
        xlscore.write(result, tmp_path / "book.xlsx", to=tmp_path / "x.xlsm")
    assert {path.name for path in tmp_path.iterdir()} == {"book.xlsx"}


def test_standings_as_a_frame(result: xlscore.Evaluation) -> None:
    frame = result.standings.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["player"]) == ["Ann", "Ben", "Zoë", "Dan"]
    assert list(frame["rank"]) == [1, 1, 1, 4]
    assert list(frame["tournament_points"]) == [Fraction(10, 3)] * 3 + [1]
    columns = [name for name in xlscore.Standing._fields if name != "criteria"]
    assert list(frame.columns) == columns
    empty = xlscore.Standings().to_frame()
    assert list(empty.columns) == columns
    assert len(empty) == 0


@pytest.mark.parametrize("name", ["standings", "findings", "results", "rules", "scored"])
def test_values_cannot_be_changed(result: xlscore.Evaluation, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(result, name, None)
    value = getattr(result, name)
    for field in getattr(value, "_fields", ()):
        with pytest.raises(AttributeError):
            setattr(value, field, None)
    assert isinstance(value, tuple)


def test_evaluating_changes_nothing_and_is_repeatable(tmp_path: Path) -> None:
    read = xlscore.read(made(tmp_path))
    before = repr(read)
    rules = xlscore.load_rules("dsvc-s3")
    assert xlscore.evaluate(read, rules, "base") == xlscore.evaluate(read, rules, "base")
    assert repr(read) == before


def test_everything_public_is_documented_and_typed() -> None:
    assert sorted(xlscore.__all__) == xlscore.__all__
    for name in xlscore.__all__:
        thing = getattr(xlscore, name)
        assert inspect.getdoc(thing), name
        if inspect.isfunction(thing):
            hints = typing.get_type_hints(thing)
            assert set(hints) == {*inspect.signature(thing).parameters, "return"}, name
        else:
            for attribute, member in vars(thing).items():
                if inspect.isfunction(member) and not attribute.startswith("_"):
                    assert inspect.getdoc(member), f"{name}.{attribute}"


@pytest.mark.parametrize("name", xlscore.__all__)
def test_a_docstring_tells_what_goes_in_what_comes_out_and_what_goes_wrong(name: str) -> None:
    """A function: each argument, what it returns and raises. A value: each of its fields."""
    thing = getattr(xlscore, name)
    told = inspect.getdoc(thing) or ""
    if inspect.isfunction(thing):
        inside = list(inspect.signature(thing).parameters)
        assert "Returns" in told
        assert "Raises `Refused`, a ValueError" in told
    elif thing is xlscore.Refused:
        inside = ["code", "values", "language"]
    else:
        inside = list(getattr(thing, "_fields", ()))
    assert [one for one in inside if f"`{one}`" not in told] == []
    assert len(told.split()) > 10


def test_public_names_are_where_the_documentation_says() -> None:
    assert set(xlscore.__all__) >= {"load_rules", "read", "evaluate", "write"}
    names = {name for name in vars(xlscore) if not name.startswith("_")}
    modules = {name for name in names if inspect.ismodule(getattr(xlscore, name))}
    assert names - modules - {"annotations", "Path"} == set(xlscore.__all__)
