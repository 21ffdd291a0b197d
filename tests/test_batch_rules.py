"""Which rule set are the workbooks of an archive scored by?"""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copy

import pytest

from tests.support.command_line import GOOD, Run, made, run
from xlscore.rules.rule_file import RULESETS

__all__ = ["run"]  # the fixture


def played_by(out: Path) -> dict[str, object]:
    """Rule set and scenario by path; for what failed, why."""
    document = json.loads((out / "batch.json").read_text(encoding="utf-8"))
    return {
        entry["path"]: entry["why"] or (entry["rule_set"], entry["scenario"])
        for entry in document["files"]
    }


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Workbooks that name their rules, a part of them, and nothing."""
    folder = tmp_path / "in"
    (folder / "2019").mkdir(parents=True)
    made(folder, tournament={"rule_set": "dsvc-s3", "scenario": "seafarers"}, name="own.xlsx")
    made(folder, tournament={"rule_set": "eppelborn-19"}, name="one-scenario.xlsx")
    made(folder, tournament={"rule_set": "dsvc-s3"}, name="no-scenario.xlsx")
    made(folder / "2019", tournament=None, name="nothing.xlsx")
    return folder


def test_the_workbook_comes_first_then_the_map_then_the_options(
    run: Run, tmp_path: Path, archive: Path
) -> None:
    made(archive, tournament=None, name="by-option.xlsx")
    table = tmp_path / "map.csv"
    table.write_text("2019/*,dsvc-s3,cities-knights\nown.xlsx,eppelborn-19\n", encoding="utf-8")
    ran = run(
        *("batch", archive, "--out", tmp_path / "out", "--map", table),
        *("--rules", "dsvc-s3", "--scenario", "base"),
    )
    assert ran.code == 0
    assert played_by(tmp_path / "out") == {
        "own.xlsx": ("dsvc-s3", "seafarers"),
        "one-scenario.xlsx": ("eppelborn-19", "cities-knights"),
        "no-scenario.xlsx": ("dsvc-s3", "base"),
        "2019/nothing.xlsx": ("dsvc-s3", "cities-knights"),
        "by-option.xlsx": ("dsvc-s3", "base"),
    }


def test_without_any_the_file_fails_and_says_what_to_do(
    run: Run, tmp_path: Path, archive: Path
) -> None:
    assert run("batch", archive, "--out", tmp_path / "out", "--lang", "en").code == 1
    told = played_by(tmp_path / "out")
    assert "--map" in str(told["2019/nothing.xlsx"])
    assert "--rules" in str(told["2019/nothing.xlsx"])
    assert "dsvc-s3, eppelborn-19, punktevergabe" in str(told["2019/nothing.xlsx"])
    assert "needs a scenario" in str(told["no-scenario.xlsx"])


@pytest.mark.parametrize(
    "text",
    [
        "Pfadmuster;Regelwerk;Szenario\r\n2019\\*;DSVC-S3;Basis\r\n",
        "\ufeffpath\trules\tscenario\n\n*/NOTHING.xlsx\tdsvc-s3\tbase\n*\teppelborn-19\n",
        'sep=,\n"2019/noth?ng.xlsx",dsvc-s3,base\n',
    ],
)
def test_maps_are_read_as_spreadsheet_programs_leave_them(
    run: Run, tmp_path: Path, archive: Path, text: str
) -> None:
    table = tmp_path / "map.csv"
    table.write_text(text, encoding="utf-8", newline="")
    run("batch", archive / "2019", archive, "--out", tmp_path / "out", "--map", table)
    told = played_by(tmp_path / "out")
    assert told["2019/nothing.xlsx"] == ("dsvc-s3", "base")


def test_patterns_fit_names_however_their_letters_are_composed(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in" / "Fru\u0308hling"
    folder.mkdir(parents=True)
    made(folder, tournament=None)
    table = tmp_path / "map.csv"
    table.write_text("FR\u00dcHLING/*,dsvc-s3,base\n", encoding="utf-8")
    assert run("batch", tmp_path / "in", "--out", tmp_path / "out", "--map", table).code == 0


@pytest.mark.parametrize(
    ("folder", "pattern", "fits"),
    [
        ("[2019] league", "[2019] League/*", True),
        ("stra\u00dfe", "STRA?E/*", True),
        ("2019", "20[1]9/*", False),
        ("2019/league", "*/league/*", True),
        ("league", "*/league/*", False),
    ],
)
def test_only_stars_and_question_marks_mean_something(
    run: Run, tmp_path: Path, folder: str, pattern: str, fits: bool
) -> None:
    path = tmp_path / "league" / "in" / folder
    path.mkdir(parents=True)
    made(path, tournament=None)
    table = tmp_path / "map.csv"
    table.write_text(f"{pattern};dsvc-s3;base\n", encoding="utf-8")
    ran = run("batch", tmp_path / "league" / "in", "--out", tmp_path / "out", "--map", table)
    assert ran.code == (0 if fits else 1)


def test_a_rule_file_is_named_from_the_folder_of_the_map(
    run: Run, tmp_path: Path, archive: Path
) -> None:
    own = (RULESETS / "dsvc-s3.toml").read_text(encoding="utf-8").replace("dsvc-s3", "club")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "club.toml").write_text(own, encoding="utf-8")
    table = tmp_path / "maps" / "map.csv"
    table.write_text("*,club.toml,base\n", encoding="utf-8")
    run("batch", archive, "--out", tmp_path / "out", "--map", table)
    assert played_by(tmp_path / "out")["2019/nothing.xlsx"] == ("club", "base")


def test_resuming_scores_again_what_other_rules_decide(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    made(tmp_path / "in", GOOD, tournament=None)
    rules = tmp_path / "club.toml"
    copy(RULESETS / "dsvc-s3.toml", rules)
    text = rules.read_text(encoding="utf-8").replace("dsvc-s3", "club")
    options = ("--rules", rules, "--scenario", "base", "--resume")
    results = []
    for version in (text, text.replace("[5, 3, 2, 1]", "[7, 3, 2, 1]")):
        rules.write_text(version, encoding="utf-8")
        assert run("batch", tmp_path / "in", "--out", tmp_path / "out", *options).code == 0
        document = json.loads((tmp_path / "out" / "book.xlsx.json").read_text(encoding="utf-8"))
        results.append(document["standings"][0]["tournament_points"])
    assert results == ["5", "7"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("*,dsvc\n", ("line 1", "dsvc-s3")),
        ("*,dsvc-s3,base\n2019/*,dsvc-s3,basic\n", ("line 2", "seafarers")),
        ("*\n", ("line 1", "pattern")),
        ("\n\n", ("map.csv",)),
        ("*,gone.toml\n", ("line 1", "gone.toml")),
        (f"*,{'x' * 200_000},base\n", ("map.csv", "short texts")),
    ],
)
def test_a_wrong_map_is_refused_before_anything_is_done(
    run: Run, tmp_path: Path, archive: Path, text: str, words: tuple[str, ...]
) -> None:
    table = tmp_path / "map.csv"
    table.write_text(text, encoding="utf-8")
    ran = run("batch", archive, "--out", tmp_path / "out", "--map", table, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert all(word in ran.err for word in words)
    assert not (tmp_path / "out").exists()
