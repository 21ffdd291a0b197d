"""Can a whole tournament be played by commands alone, from an empty workbook to the winner?"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from shutil import copy

import openpyxl
import pytest

from samples.make import SAMPLES
from tests.support.command_line import Run, run
from tests.support.played import type_lots, type_results
from xlscore.formats.read import open_workbook
from xlscore.workbook.read import read_results

__all__ = ["run"]  # the fixture

LADDER = SAMPLES / "rules" / "ladder.toml"


def opened(run: Run, path: Path, players: int, *options: object) -> list[str]:
    """A fresh workbook, and the names in it."""
    names = [f"Player {chr(65 + one // 26)}{chr(65 + one % 26)}x" for one in range(players)]
    listed = path.with_suffix(".txt")
    listed.write_text("\n".join(names), encoding="utf-8")
    assert run("new", path, "--players", listed, *options).code == 0
    return names


def seated(path: Path, round_name: str) -> list[list[str]]:
    """Who sits at each table of a round."""
    games = read_results(open_workbook(path)).games
    return [list(game.players) for game in games if game.round == round_name]


def play_round(run: Run, path: Path, number: int, random: Random, *options: object) -> None:
    ran = run("seat", path, "--round", number, "--in-place", "--seed", f"draw {number}", *options)
    assert ran.code == 0, ran.err
    assert type_results(path, random) == sum(map(len, seated(path, str(number))))
    assert run("score", path, "--in-place").code == 0


@pytest.mark.parametrize("method", ["lot", "spread"])
@pytest.mark.parametrize("laid_out", [(), ("--rounds", 3)])
def test_a_whole_dsvc_tournament_of_61(
    run: Run, tmp_path: Path, method: str, laid_out: tuple[object, ...]
) -> None:
    path = tmp_path / "spring.xlsx"
    names = opened(run, path, 61, "--rules", "dsvc-s3", "--scenario", "base", *laid_out)
    random = Random(method)
    for number in (1, 2, 3):
        play_round(run, path, number, random, "--method", method)
        tables = seated(path, str(number))
        assert sorted(name for table in tables for name in table) == sorted(names)
        assert sorted(map(len, tables)) == [3, 3, 3, *[4] * 13]
    document = run("score", path, "--no-write", "--format", "json").document
    assert (document["games_total"], document["games_scored"]) == (48, 48)
    assert len(document["standings"]) == 61
    assert not document["provisional"]
    if method == "spread":
        met = [
            frozenset((one, other))
            for number in "123"
            for table in seated(path, number)
            for place, one in enumerate(table)
            for other in table[place + 1 :]
        ]
        assert len(met) == len(set(met))
    settings = read_results(open_workbook(path)).settings
    assert settings.draws == (("1", "draw 1"), ("2", "draw 2"), ("3", "draw 3"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_eppelborn_tournament(run: Run, tmp_path: Path, language: str) -> None:
    path = tmp_path / "spring.xlsx"
    opened(run, path, 16, "--rules", "eppelborn-19", "--lang", language)
    random = Random(4)
    play_round(run, path, 1, random)
    early = run("final", path, "--in-place")
    assert (early.code, early.out) == (2, "")
    assert (
        "2 preliminary rounds are planned" if language == "en" else "2 Vorrunden sind geplant"
    ) in early.err
    ran = run("seat", path, "--in-place", "--seed", "draw two")
    assert ran.code == 0
    assert ("Round 2" if language == "en" else "Runde 2") in ran.out
    waiting = run("final", path, "--in-place")
    assert waiting.code == 2
    assert len(re.findall(r"(round 2 table|Runde 2 Tisch) \d", waiting.err)) == 4
    type_results(path, random)
    # every table has the same points, so that many are level
    tied = run("final", path, "--in-place")
    assert tied.code == 2
    assert ("Lot" if language == "en" else "Los") in tied.err
    players = re.findall(r"Player [A-Z]{2}x", tied.err)
    assert len(players) > 1
    type_lots(path, {name: number for number, name in enumerate(players, 1)})
    ran = run("final", path, "--in-place", "--seed", "last")
    assert ran.code == 0, ran.err
    (finalists,) = seated(path, "final")
    document = run("score", path, "--no-write", "--format", "json").document
    assert {one["player"] for one in document["standings"] if one["rank"] <= 4} == set(finalists)
    assert type_results(path, random) == 4
    document = run("score", path, "--in-place", "--format", "json").document
    assert [one["stage"] for one in document["standings"][:5]] == ["final"] * 4 + ["preliminary"]
    assert document["open_tables"] == []
    assert not document["provisional"]
    assert [one["decided_by"] for one in document["standings"][:4]] == ["final"] * 4


def test_a_whole_ladder(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "spring.xlsx"
    rules = ("--rules", LADDER)
    names = opened(run, path, 24, *rules, "--scenario", "base")
    random = Random(5)
    scenario = ("--scenario", "base")
    for seed in range(3):
        assert run("seat", path, *rules, "--in-place", "--seed", seed).code == 0
        type_results(path, random, (10, 8, 7, 5))
    tied = [
        one["player"]
        for one in run("score", path, *rules, *scenario, "--no-write", "--format", "json").document[
            "standings"
        ]
        if one["tied"]
    ]
    line = run("final", path, *rules, *scenario, "--lang", "en")
    assert (line.code, line.out) == (2, "")
    assert "Lot" in line.err
    across = [name for name in names if name in line.err]
    assert set(across) < set(tied)
    type_lots(path, {name: number for number, name in enumerate(across, 1)})
    seatings = set()
    for seed in ("semi", "other"):
        out = path.with_name(f"{seed}.xlsx")
        ran = run("final", path, *rules, *scenario, "--out", out, "--seed", seed, "--lang", "en")
        assert ran.code == 0, ran.err
        # who is level among the seeds is drawn, and told
        assert "their order was drawn by lot" in ran.out
        seatings.add(str([sorted(table) for table in seated(out, "semi-final")]))
        # no table draws as another does
        places = [
            tuple(sorted(table).index(name) for name in table)
            for table in seated(out, "semi-final")
        ]
        assert len(set(places)) > 1
    assert len(seatings) == 2
    type_lots(path, {name: number for number, name in enumerate(names, 1)})
    ran = run("final", path, *rules, *scenario, "--in-place", "--seed", "semi", "--lang", "en")
    assert ran.code == 0, ran.err
    first = seated(path, "semi-final")
    more = ("--redraw", "--seed", "again")
    assert run("final", path, *rules, *scenario, "--in-place", *more).code == 0
    assert seated(path, "semi-final") != first
    assert len(seated(path, "semi-final")) == 4
    assert "Semi-final" in ran.out
    order = [
        one["player"]
        for one in run("score", path, *rules, *scenario, "--no-write", "--format", "json").document[
            "standings"
        ]
    ]
    seeds = [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert [sorted(table) for table in seated(path, "semi-final")] == [
        sorted(order[seed - 1] for seed in table) for table in seeds
    ]
    type_results(path, random, (10, 8, 7, 5))
    assert run("final", path, *rules, *scenario, "--in-place").code == 0
    type_results(path, random, (10, 8, 7, 5))
    document = run("score", path, *rules, *scenario, "--in-place", "--format", "json").document
    stages = [one["stage"] for one in document["standings"]]
    assert stages == ["final"] * 4 + ["semi-final"] * 12 + ["preliminary"] * 8


def test_players_come_and_go_between_the_rounds(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "spring.xlsx"
    names = opened(run, path, 13, "--rules", "dsvc-s3", "--scenario", "base")
    random = Random(6)
    play_round(run, path, 1, random, "--method", "spread")
    book = openpyxl.load_workbook(path)
    sheet = book["Players"]
    heads = {cell.value: cell.column for cell in sheet[1]}
    for row in range(2, 5):
        sheet.cell(row, heads["Active"]).value = "no"
    free = next(row for row in range(2, 99) if sheet.cell(row, heads["Player"]).value is None)
    sheet.cell(free, heads["Player"]).value = "Late Comer"
    book.save(path)
    play_round(run, path, 2, random, "--method", "spread")
    there = {name for table in seated(path, "2") for name in table}
    assert there == {*names[3:], "Late Comer"}


def test_a_draw_is_repeated_from_the_seed_in_the_workbook(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "spring.xlsx"
    opened(run, path, 16, "--rules", "dsvc-s3", "--scenario", "base")
    again = copy(path, tmp_path / "again.xlsx")
    first = run("seat", path, "--in-place")
    ((number, seed),) = read_results(open_workbook(path)).settings.draws
    assert number == "1"
    assert run("seat", again, "--seed", seed, "--in-place").out == first.out
    assert Path(again).read_bytes() == path.read_bytes()
    type_results(path, Random(1), (10, 8, 7, 5))
    again = copy(path, tmp_path / "again.xlsx")
    spread = ("--method", "spread", "--in-place")
    second = run("seat", path, *spread)
    (*_, (_, seed)) = read_results(open_workbook(path)).settings.draws
    assert run("seat", again, *spread, "--seed", seed).out == second.out
