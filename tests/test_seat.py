"""Do seat and final do what was asked, and refuse the rest with nothing written?"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copy

import openpyxl
import pytest

from samples.make import SAMPLES
from tests.support.books import Formula, Rows, Sheet, book, header
from tests.support.command_line import BASE, GOOD, Run, files, made, run
from tests.support.played import type_lots, type_results
from xlscore.formats.read import open_workbook
from xlscore.rules.rule_file import RULESETS
from xlscore.workbook.block import ErrorCell
from xlscore.workbook.read import read_results

__all__ = ["run"]  # the fixture

UNPLANNED = {**BASE, "rounds": None}
NAMES = ("Ann Ahorn", "Bob Birke", "Cem Distel", "Dörte Eibe", "Emil Fichte", "Fenja Ginster")


@pytest.fixture
def fresh(run: Run, tmp_path: Path) -> Path:
    """A fresh workbook with six players."""
    return opened(run, tmp_path / "fresh.xlsx", "--rules", "dsvc-s3", "--scenario", "base")


def opened(run: Run, path: Path, *options: object) -> Path:
    listed = path.with_suffix(".txt")
    listed.write_text("\n".join(NAMES), encoding="utf-8")
    assert run("new", path, "--players", listed, *options).code == 0
    listed.unlink()
    return path


def tables(path: Path, round_name: str) -> list[list[str]]:
    games = read_results(open_workbook(path)).games
    return [list(game.players) for game in games if game.round == round_name]


def test_the_seating_is_shown_by_table_and_by_name(run: Run, fresh: Path) -> None:
    ran = run("seat", fresh, "--seed", "x", "--in-place", "--lang", "en")
    by_table, by_name, told = ran.out.split("\n\n")
    seated = tables(fresh, "1")
    rows = [
        [part.strip() for part in line.split("  ") if part.strip()]
        for line in by_table.splitlines()[1:]
    ]
    assert rows == [["1", *seated[0]], ["2", *seated[1]]]
    assert [line.split("  ")[0] for line in by_name.splitlines()[1:]] == list(NAMES)
    assert told == "Round 1: 6 players; tables of four: 0, of three: 2; seed x.\n"


def test_a_copy_is_written_beside_the_workbook(run: Run, fresh: Path) -> None:
    before = fresh.read_bytes()
    assert run("seat", fresh).code == 0
    assert fresh.read_bytes() == before
    assert set(files(fresh.parent)) == {"fresh.xlsx", "fresh.seated.xlsx"}
    assert sorted(
        name for table in tables(fresh.parent / "fresh.seated.xlsx", "1") for name in table
    ) == list(NAMES)


def test_out_and_in_place(run: Run, fresh: Path) -> None:
    out = fresh.parent / "other.xlsx"
    assert run("seat", fresh, "--out", out, "--seed", "1").code == 0
    ran = run("seat", fresh, "--in-place", "--seed", "1")
    assert ran.code == 0
    assert "fresh.bak.xlsx" in ran.err
    assert out.read_bytes() == fresh.read_bytes()


def test_scoring_keeps_the_backups_of_seating(run: Run, fresh: Path) -> None:
    """Before each round was drawn, and before it was scored."""
    states = [fresh.read_bytes()]
    for command in (("seat",), ("seat", "--round", "2", "--force"), ("score",)):
        run(command[0], fresh, *command[1:], "--in-place")
        states.append(fresh.read_bytes())
    kept = [fresh.with_name(f"fresh.bak{number}.xlsx") for number in (".1", ".2", "")]
    assert [path.read_bytes() for path in kept] == states[:3]


def test_a_file_that_is_there_is_never_replaced(run: Run, fresh: Path) -> None:
    """Results may have been typed into it since."""
    assert run("seat", fresh).code == 0
    before = files(fresh.parent)
    for target in ((), ("--out", fresh.parent / "fresh.seated.xlsx")):
        ran = run("seat", fresh, *target, "--lang", "en")
        assert (ran.code, ran.out) == (2, "")
        assert "fresh.seated.xlsx exists already" in ran.err
    ran = run("seat", fresh, "--out", fresh, "--lang", "en")
    assert ran.code == 2
    assert "is the workbook itself" in ran.err
    ran = run("seat", fresh, "--out", fresh.parent / "other.xlsx", "--in-place")
    assert ran.code == 2
    assert "exclude each other" in ran.err
    assert files(fresh.parent) == before


def test_a_round_is_drawn_again_only_when_asked_and_before_it_began(run: Run, fresh: Path) -> None:
    run("seat", fresh, "--round", 1, "--seed", "1", "--in-place")
    first = tables(fresh, "1")
    seated = fresh.read_bytes()
    ran = run("seat", fresh, "--round", 1, "--in-place", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "Round 1 is seated already" in ran.err
    assert fresh.read_bytes() == seated
    assert run("seat", fresh, "--round", 1, "--seed", "2", "--redraw", "--in-place").code == 0
    second = tables(fresh, "1")
    assert second != first
    assert sum(map(len, second)) == len(NAMES)
    assert read_results(open_workbook(fresh)).settings.draws == (("1", "2"),)
    type_results(fresh, Random(1), (10, 8, 7, 5))
    played = fresh.read_bytes()
    ran = run("seat", fresh, "--round", 1, "--redraw", "--in-place", "--lang", "en")
    assert ran.code == 2
    assert "already has results" in ran.err
    assert fresh.read_bytes() == played


def test_an_open_round_before_is_named_unless_forced(run: Run, fresh: Path) -> None:
    run("seat", fresh, "--in-place")
    ran = run("seat", fresh, "--in-place", "--lang", "de")
    assert ran.code == 2
    assert "Runde 1 Tisch 1, Runde 1 Tisch 2" in ran.err
    assert run("seat", fresh, "--in-place", "--force").code == 0
    assert len(tables(fresh, "2")) == 2
    ran = run("seat", fresh, "--round", 5, "--lang", "en")
    assert ran.code == 2
    assert "round 3, which nobody is seated for" in ran.err


def test_a_half_typed_table_is_open_as_well(run: Run, tmp_path: Path) -> None:
    path = made(tmp_path, [*GOOD[:3], (1, 1, "Dan", None)], tournament=UNPLANNED)
    ran = run("seat", path, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "round 1 table 1" in ran.err


def test_no_more_rounds_than_are_planned_unless_forced(run: Run, tmp_path: Path) -> None:
    path = opened(run, tmp_path / "two.xlsx", "--rules", "eppelborn-19")
    for number in (1, 2):
        run("seat", path, "--in-place", "--seed", number)
        type_results(path, Random(number), (13, 11, 9))
    ran = run("seat", path, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "Round 3 is one more than the 2 that are planned" in ran.err
    type_lots(path, {name: number for number, name in enumerate(NAMES, 1)})
    assert run("final", path, "--in-place").code == 0
    ran = run("seat", path, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "seated already" in ran.err
    assert run("seat", path, "--force").code == 0


def test_tables_that_the_rules_do_not_score_are_not_seated(run: Run, tmp_path: Path) -> None:
    text = (RULESETS / "dsvc-s3.toml").read_text(encoding="utf-8").replace("dsvc-s3", "fours")
    text = text.replace("3 = [5, 3, 1]\n", "").replace("average_added_at = [3]", "")
    rules = tmp_path / "fours.toml"
    rules.write_text(text, encoding="utf-8")
    path = opened(run, tmp_path / "six.xlsx", "--rules", "dsvc-s3", "--scenario", "base")
    ran = run("seat", path, "--rules", rules, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "A table of 3 would have to be seated" in ran.err


def test_a_scenario_that_is_none_is_refused(run: Run, fresh: Path) -> None:
    ran = run("seat", fresh, "--scenario", "nonsense")
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize(
    ("extra", "cells"),
    [
        ([ErrorCell("#N/A")], "Players!A8"),
        ([True], "Players!A8"),
        (["Total"], "Players!A8"),
        (["-"], "Players!A8"),
        (["ANN AHORN"], "Players!A2, Players!A8"),
    ],
)
def test_nobody_is_seated_where_it_is_not_certain_who_plays(
    run: Run, tmp_path: Path, extra: list[object], cells: str
) -> None:
    results = Sheet([header("round", "table", "player", "vp"), [None] * 4], table="tblResults")
    players = [header("player", kind="players"), *([name] for name in NAMES), extra]
    path = book(tmp_path, results, players=players, tournament=BASE)
    before = files(tmp_path)
    ran = run("seat", path, "--in-place", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert cells in ran.err
    assert files(tmp_path) == before


@pytest.mark.parametrize("typed", ["Runde eins", "1/3", "1a", 1.5, True])
def test_a_round_that_cannot_be_read_is_not_drawn_again(
    run: Run, tmp_path: Path, typed: object
) -> None:
    path = made(tmp_path, [(typed, *row[1:]) for row in GOOD], tournament=UNPLANNED)
    before = files(tmp_path)
    ran = run("seat", path, "--in-place", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "Results!A2" in ran.err
    assert files(tmp_path) == before


def test_who_is_missing_on_the_players_sheet_is_told(run: Run, tmp_path: Path) -> None:
    players = [header("player", kind="players"), *([name] for name in NAMES)]
    rows: Rows = [(1, 1, name, points) for name, points in zip(NAMES[:3], (10, 8, 7), strict=True)]
    path = made(tmp_path, [*rows, (1, 1, "Gone Missing", 5)], players=players, tournament=UNPLANNED)
    ran = run("seat", path, "--lang", "en")
    assert ran.code == 0, ran.err
    assert "Not on the sheet Players, and so not seated: Gone Missing." in ran.out


def test_who_may_have_left_is_told(run: Run, tmp_path: Path) -> None:
    results = Sheet([header("round", "table", "player", "vp"), [None] * 4], table="tblResults")
    words = ["ja", "x", 1, True, "gone", "no", "falsch", None]
    names = [*NAMES, "Gözde Holunder", "Hauke Immergrün"]
    players = [
        header("player", "active", kind="players"),
        *([name, word] for name, word in zip(names, words, strict=True)),
    ]
    path = book(tmp_path, results, players=players, tournament=BASE)
    ran = run("seat", path, "--lang", "en")
    assert ran.code == 0, ran.err
    assert "7 players" in ran.out
    told = "Active says neither yes nor no for Emil Fichte, Gözde Holunder; seated."
    assert told in ran.out


def test_tables_keep_the_names_typed_for_them(run: Run, tmp_path: Path) -> None:
    waiting: Rows = [(1, table, None, None) for table in "AAABBB"]
    results = Sheet([header("round", "table", "player", "vp"), *waiting], table="tblResults")
    players = [header("player", kind="players"), *([name] for name in NAMES)]
    path = book(tmp_path, results, players=players, tournament=BASE)
    assert run("seat", path, "--in-place").code == 0
    assert [game.table for game in read_results(open_workbook(path)).games] == ["A", "B"]


def test_points_that_formulas_wait_to_calculate_are_no_results(run: Run, tmp_path: Path) -> None:
    waiting: Rows = [(1, table, None, Formula("=E2*1", 0), None) for table in (1, 1, 1, 2, 2, 2)]
    head = [*header("round", "table", "player", "vp"), "Cities"]
    results = Sheet([head, *waiting], table="tblResults")
    players = [header("player", kind="players"), *([name] for name in NAMES)]
    path = book(tmp_path, results, players=players, tournament=BASE)
    assert run("seat", path, "--in-place", "--seed", "1").code == 0
    assert run("seat", path, "--round", 1, "--redraw", "--in-place", "--seed", "2").code == 0


def test_the_order_of_rows_does_not_matter_without_a_column_for_seats(
    run: Run, tmp_path: Path
) -> None:
    names = [f"Player {chr(65 + one)}x" for one in range(13)]
    rows: Rows = [(1, 1 + one // 4, name, 3 + one) for one, name in enumerate(names[:12])]
    told = []
    for number, order in enumerate((rows, rows[::-1], sorted(rows, key=lambda row: -row[3]))):
        folder = tmp_path / str(number)
        folder.mkdir()
        listed = [header("player", kind="players"), *map(list, zip(names))]
        path = made(folder, order, players=listed, tournament=UNPLANNED)
        ran = run("seat", path, "--method", "spread", "--seed", "1", "--lang", "en")
        assert ran.code == 0, ran.err
        told.append(ran.out)
    assert len(set(told)) == 1


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_impossible_numbers_say_what_is_possible(run: Run, tmp_path: Path, count: int) -> None:
    results = Sheet([header("round", "table", "player", "vp"), [None] * 4], table="tblResults")
    players = [header("player", kind="players"), *([name] for name in NAMES[:count]), [None]]
    path = book(tmp_path, results, players=players, tournament=BASE)
    before = files(tmp_path)
    ran = run("seat", path, "--in-place", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert ("3, 4, 6 or more" if count else "nobody is there to be seated") in ran.err
    assert files(tmp_path) == before


def test_without_a_players_sheet_everybody_who_played_is_seated(run: Run, tmp_path: Path) -> None:
    path = made(tmp_path, tournament=UNPLANNED)
    assert run("seat", path, "--in-place").code == 0
    assert sorted(tables(path, "2")[0]) == sorted(row[2] for row in GOOD)


@pytest.mark.parametrize("seed", ["", "  ", "x" * 101, "a\nb"])
def test_a_seed_is_one_short_line(run: Run, fresh: Path, seed: str) -> None:
    ran = run("seat", fresh, "--seed", seed, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be a seed" in ran.err


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "name",
    ["eppelborn-final.xls", "league-set.ods", "league-season.xlsx", "dsvc-own-standings.xlsx"],
)
@pytest.mark.parametrize("command", ["seat", "final"])
def test_what_cannot_be_seated_is_refused_in_one_line(
    run: Run, tmp_path: Path, command: str, name: str, language: str
) -> None:
    path = Path(copy(SAMPLES / name, tmp_path / name))
    before = files(tmp_path)
    ran = run(command, path, "--in-place", "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert files(tmp_path) == before


def test_a_workbook_open_elsewhere_is_not_written(run: Run, fresh: Path) -> None:
    (fresh.parent / "~$fresh.xlsx").write_bytes(b"")
    before = files(fresh.parent)
    assert run("seat", fresh, "--in-place").code == 2
    assert files(fresh.parent) == before
    assert run("seat", fresh).code == 0


# The final


@pytest.fixture
def qualified(run: Run, tmp_path: Path) -> Path:
    """An Eppelborn tournament after its preliminary rounds, lots drawn for everybody."""
    path = opened(run, tmp_path / "final.xlsx", "--rules", "eppelborn-19")
    for number in (1, 2):
        run("seat", path, "--in-place", "--seed", number)
        type_results(path, Random(number), (13, 11, 9))
    type_lots(path, {name: number for number, name in enumerate(NAMES, 1)})
    return path


def best(run: Run, path: Path) -> list[str]:
    standings = run("score", path, "--no-write", "--format", "json").document["standings"]
    return [one["player"] for one in standings]


def test_the_best_four_are_seated_in_a_drawn_order(run: Run, qualified: Path) -> None:
    order = best(run, qualified)
    orders = set()
    for seed in range(12):
        out = qualified.with_name(f"{seed}.xlsx")
        assert run("final", qualified, "--seed", seed, "--out", out).code == 0
        (names,) = tables(out, "final")
        assert sorted(names) == sorted(order[:4])
        orders.add(tuple(names))
    assert len(orders) > 6


def test_a_substitute_takes_the_place_of_who_is_missing(run: Run, qualified: Path) -> None:
    order = best(run, qualified)
    ran = run(
        "final", qualified, "--in-place", "--substitute", order[1].upper(), order[5], "--lang", "en"
    )
    assert ran.code == 0, ran.err
    (names,) = tables(qualified, "final")
    assert sorted(names) == sorted([order[0], order[2], order[3], order[5]])


def active_no(path: Path, *names: str) -> None:
    book = openpyxl.load_workbook(path)
    sheet = book["Players"]
    column = {cell.value: cell.column for cell in sheet[1]}
    for row in range(2, sheet.max_row + 1):
        if sheet.cell(row, column["Player"]).value in names:
            sheet.cell(row, column["Active"]).value = "no"
    book.save(path)


def test_who_has_left_is_not_seated_in_the_final(run: Run, qualified: Path) -> None:
    order = best(run, qualified)
    active_no(qualified, order[0], order[5])
    before = qualified.read_bytes()
    for more in ((), ("--substitute", order[0], order[5])):
        ran = run("final", qualified, "--in-place", *more, "--lang", "en")
        assert (ran.code, ran.out) == (2, "")
        assert "the column Active of the sheet Players says no" in ran.err
    assert qualified.read_bytes() == before
    more = ("--substitute", order[0], order[4])
    assert run("final", qualified, "--in-place", *more).code == 0


def test_nobody_is_seated_on_results_that_are_not_whole(run: Run, qualified: Path) -> None:
    book = openpyxl.load_workbook(qualified)
    book["Results"].cell(400, 4).value = "Lost Row"
    book.save(qualified)
    ran = run("final", qualified, "--in-place", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "Results!D400" in ran.err


def test_a_final_is_not_seated_anew_on_results_that_are_not_whole(
    run: Run, qualified: Path
) -> None:
    assert run("final", qualified, "--in-place").code == 0
    book = openpyxl.load_workbook(qualified)
    book["Results"].cell(400, 4).value = "Lost Row"
    book.save(qualified)
    before = qualified.read_bytes()
    ran = run("final", qualified, "--in-place", "--redraw", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "Results!D400" in ran.err
    assert qualified.read_bytes() == before


def test_two_substitutes_for_one_player_are_refused(run: Run, qualified: Path) -> None:
    order = best(run, qualified)
    pairs = ("--substitute", order[0], order[4], "--substitute", order[0], order[5])
    ran = run("final", qualified, *pairs, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "stands twice in --substitute" in ran.err


@pytest.mark.parametrize(
    ("missing", "other", "words"),
    [
        (0, None, "neither on the sheet Players nor in the results"),
        (None, 5, "neither on the sheet Players nor in the results"),
        (4, 5, "has not qualified"),
        (0, 1, "would be seated twice"),
    ],
)
def test_a_substitute_that_makes_no_sense_is_refused(
    run: Run, qualified: Path, missing: int | None, other: int | None, words: str
) -> None:
    order = best(run, qualified)
    pair = ["Nobody" if one is None else order[one] for one in (missing, other)]
    before = files(qualified.parent)
    ran = run("final", qualified, "--in-place", "--substitute", *pair, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert files(qualified.parent) == before


def test_a_final_is_seated_again_only_when_asked_and_before_it_began(
    run: Run, qualified: Path
) -> None:
    run("final", qualified, "--in-place", "--seed", "1")
    seated = qualified.read_bytes()
    ran = run("final", qualified, "--in-place", "--lang", "en")
    assert ran.code == 2
    assert "Final is seated already" in ran.err
    assert qualified.read_bytes() == seated
    order = best(run, qualified)
    assert run("final", qualified, "--in-place", "--seed", "2", "--redraw").code == 0
    assert len(tables(qualified, "final")) == 1
    assert best(run, qualified) == order
    type_results(qualified, Random(3), (14, 11, 9, 8))
    played = qualified.read_bytes()
    for more, words in ((("--redraw",), "Final already has results"), ((), "is played already")):
        ran = run("final", qualified, "--in-place", *more, "--lang", "en")
        assert ran.code == 2
        assert words in ran.err
    assert qualified.read_bytes() == played


def test_games_with_errors_stand_in_the_way_of_a_final(run: Run, tmp_path: Path) -> None:
    rows: Rows = [(1, 1, name, points) for name, points in zip(NAMES, (13, 9, None), strict=False)]
    more: Rows = [(1, 2, name, 9) for name in NAMES[3:]]
    again: Rows = [(2, *row[1:3], 9) for row in (*rows, *more)]
    path = made(tmp_path, [*rows, *more, *again], tournament={"rule_set": "eppelborn-19"})
    ran = run("final", path, "--in-place", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "these games have errors: round 1 table 1" in ran.err
