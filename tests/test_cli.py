"""Does every command do what it says: exit code, what goes where, files written?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from samples.make import SAMPLES
from tests.support.books import Sheet, book, edited, header, workbook
from tests.support.command_line import (
    BASE,
    FAULTY,
    GOOD,
    HEADER,
    Run,
    files,
    made,
    run,
    sheets,
    system_speaks,
)
from xlscore.cli.excel import excel
from xlscore.cli.main import commands
from xlscore.cli.options import chosen, common
from xlscore.rules.rule_file import rule_set_ids
from xlscore.workbook.vocabulary import SHEETS

__all__ = ["run"]  # the fixture

# Help and usage


@pytest.mark.parametrize(
    "command", [None, *commands.commands, *(f"excel {command}" for command in excel.commands)]
)
def test_help_shows_an_example(run: Run, command: str | None) -> None:
    ran = run(*(command or "").split(), "--help")
    assert ran.code == 0
    assert ran.err == ""
    assert "Example: xlscore" in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["score"],
        ["score", "book.xlsx", "--nonsense"],
        ["score", "book.xlsx", "--out", "x.xlsx", "--no-write"],
        ["score", "book.xlsx", "--in-place", "--no-write"],
        ["score", "book.xlsx", "--replace-sheets"],
        ["score", "book.xlsx", "--format", "xml"],
        ["score", "book.xlsx", "--lang", "fr"],
        ["check", "book.xlsx", "--format", "csv"],
        ["new"],
        ["explain", "book.xlsx"],
        ["batch", "."],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_told_on_stderr(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    made(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = files(tmp_path)
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert "Usage: xlscore" in ran.err
    assert files(tmp_path) == before


# score


def test_score_prints_the_standings_and_writes_a_copy(run: Run, tmp_path: Path) -> None:
    workbook = made(tmp_path)
    before = workbook.read_bytes()
    ran = run("score", workbook)
    assert ran.code == 0
    assert ran.out.splitlines()[0].split() == [
        *("Rank", "Player", "Games", "TP", "VP", "Share", "1st", "2nd", "3rd", "Decided", "by")
    ]
    assert ran.out.splitlines()[1].split()[:4] == ["1", "Ann", "1", "5"]
    assert ran.out.splitlines()[-1] == "Final."
    assert ran.err.strip() == f"Written: {tmp_path / 'book.scored.xlsx'}"
    assert set(files(tmp_path)) == {"book.xlsx", "book.scored.xlsx"}
    assert workbook.read_bytes() == before
    assert sheets(tmp_path / "book.scored.xlsx")[-3:] == ["Standings", "Scored games", "Check"]


def test_an_error_makes_exit_code_1_and_is_written_all_the_same(run: Run, tmp_path: Path) -> None:
    ran = run("score", made(tmp_path, FAULTY))
    assert ran.code == 1
    assert "Provisional" in ran.out
    assert "error: Results!D5: " in ran.err
    assert "[vp-missing]" in ran.err
    assert (tmp_path / "book.scored.xlsx").is_file()


def test_open_tables_are_named_and_no_error(run: Run, tmp_path: Path) -> None:
    later = [(2, 1, row[2], None) for row in GOOD]
    ran = run("score", made(tmp_path, [*GOOD, *later], {**BASE, "rounds": 2}), "--no-write")
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "After 1 of 2 games. Open: round 2 table 1."
    assert ran.err == ""


def test_a_macro_workbook_keeps_its_ending(run: Run, tmp_path: Path) -> None:
    plain = made(tmp_path)
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    macros = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    workbook = plain.rename(tmp_path / "book.xlsm")
    edited(workbook, {"[Content_Types].xml": lambda data: data.replace(kind, macros)})
    assert run("score", workbook).code == 0
    assert set(files(tmp_path)) == {"book.xlsm", "book.scored.xlsm"}
    ran = run("score", workbook, "--out", tmp_path / "x.xlsx")
    assert (ran.code, ran.out) == (2, "")
    assert set(files(tmp_path)) == {"book.xlsm", "book.scored.xlsm"}


def test_out_names_the_copy(run: Run, tmp_path: Path) -> None:
    ran = run("score", made(tmp_path), "--out", tmp_path / "other.xlsx")
    assert ran.code == 0
    assert set(files(tmp_path)) == {"book.xlsx", "other.xlsx"}


def test_no_write_writes_nothing(run: Run, tmp_path: Path) -> None:
    workbook = made(tmp_path)
    before = files(tmp_path)
    assert run("score", workbook, "--no-write").code == 0
    assert files(tmp_path) == before


def test_in_place_keeps_one_backup_of_the_unscored_file(run: Run, tmp_path: Path) -> None:
    workbook = made(tmp_path)
    before = workbook.read_bytes()
    ran = run("score", workbook, "--in-place")
    assert ran.code == 0
    assert ran.err.splitlines() == [
        f"The file as it was: {tmp_path / 'book.bak.xlsx'}",
        f"Written: {workbook}",
    ]
    scored = workbook.read_bytes()
    assert files(tmp_path) == {"book.xlsx": scored, "book.bak.xlsx": before}
    assert sheets(workbook)[-3:] == ["Standings", "Scored games", "Check"]
    again = run("score", workbook, "--in-place")
    assert again.err.splitlines() == [
        f"The file as it was before it was first scored: {tmp_path / 'book.bak.xlsx'}",
        f"Written: {workbook}",
    ]
    assert files(tmp_path) == {"book.xlsx": scored, "book.bak.xlsx": before}


def test_a_lock_file_refuses_writing_in_place_only(run: Run, tmp_path: Path) -> None:
    workbook = made(tmp_path)
    (tmp_path / "~$book.xlsx").write_bytes(b"")
    before = files(tmp_path)
    ran = run("score", workbook, "--in-place")
    assert (ran.code, ran.out) == (2, "")
    assert "~$book.xlsx" in ran.err
    assert files(tmp_path) == before
    assert run("score", workbook, "--no-write").code == 0


def test_a_sheet_of_the_organizers_is_replaced_in_copies_only(run: Run, tmp_path: Path) -> None:
    mine = {"Standings": Sheet([["Place", "Who"], [1, "Ben"]], start=(2, 1))}
    workbook = made(tmp_path, extra=mine)
    before = files(tmp_path)
    refused = run("score", workbook, "--in-place")
    assert (refused.code, refused.out) == (2, "")
    assert "--replace-sheets" in refused.err
    assert files(tmp_path) == before
    copied = run("score", workbook)
    assert copied.code == 0
    assert "warning: Standings!B3:C4: " in copied.err
    allowed = run("score", workbook, "--in-place", "--replace-sheets")
    assert allowed.code == 0
    assert "[sheet-replaced]" in allowed.err
    assert sheets(workbook).count("Standings") == 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("gone.xlsx", None),
        ("empty.xlsx", b""),
        ("text.xlsx", b"Round,Table,Player,VP\n"),
        ("noise.xlsx", b"PK\x03\x04 and no more"),
        ("old.ods", b"PK\x03\x04"),
        ("page.txt", b"<html>"),
    ],
)
@pytest.mark.parametrize("command", ["score", "check", "explain"])
def test_what_cannot_be_read_is_one_line_and_exit_code_2(
    run: Run, tmp_path: Path, command: str, name: str, data: bytes | None
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    before = files(tmp_path)
    ran = run(command, tmp_path / name, *(["Ann"] if command == "explain" else []))
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert name in ran.err
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("target", "word"),
    [
        ("book.xlsx", "--in-place"),
        ("other.xlsm", ".xlsx"),
        ("other", ".xlsx"),
        ("missing/x.xlsx", "x.xlsx"),
        ("folder.xlsx", "folder.xlsx"),
    ],
)
def test_what_cannot_be_written_is_one_line_and_exit_code_2(
    run: Run, tmp_path: Path, target: str, word: str
) -> None:
    workbook = made(tmp_path)
    (tmp_path / "folder.xlsx").mkdir()
    before = files(tmp_path)
    ran = run("score", workbook, "--out", tmp_path / target)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert word in ran.err
    assert files(tmp_path) == before


def test_the_size_of_what_is_unpacked_is_limited(run: Run, tmp_path: Path) -> None:
    workbook = made(tmp_path)
    assert run("score", workbook, "--no-write", "--max-unpacked", "1MiB").code == 0
    limited = run("score", workbook, "--no-write", "--max-unpacked", "1k")
    assert (limited.code, limited.out) == (2, "")
    assert "1024" in limited.err
    senseless = run("score", workbook, "--no-write", "--max-unpacked", "much")
    assert (senseless.code, senseless.out) == (2, "")
    assert "much" in senseless.err


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ("0", 0),
        ("77", 77),
        ("77B", 77),
        ("3k", 3 * 1024),
        ("3KiB", 3 * 1024),
        ("500MB", 500 * 1024**2),
        ("2 GiB", 2 * 1024**3),
        (None, 1024**3),
    ],
)
def test_sizes_are_counted_in_bytes(written: str | None, size: int) -> None:
    @click.command()
    @common
    def told(**given: Any) -> None:
        click.echo(chosen(given).max_unpacked)

    arguments = [] if written is None else ["--max-unpacked", written]
    assert CliRunner().invoke(told, arguments).stdout == f"{size}\n"


def test_a_sheet_can_be_chosen_by_name(run: Run, tmp_path: Path) -> None:
    rows = [header(*HEADER), *GOOD]
    other = [header(*HEADER), *((*row[:3], 9) for row in GOOD)]
    workbook = book(tmp_path, rows, tournament=BASE, extra={"Day 2": other})
    ran = run("score", workbook, "--no-write", "--format", "json", "--sheet", "day 2")
    assert ran.document["scored_games"][0]["where"] == "'Day 2'!A2:D5"
    unknown = run("score", workbook, "--no-write", "--sheet", "Day 3")
    assert (unknown.code, unknown.out) == (2, "")
    assert "Results, Day 2" in unknown.err


# Rule set and scenario


def test_options_win_over_the_tournament_sheet_with_a_note(run: Run, tmp_path: Path) -> None:
    workbook = made(tmp_path)
    ran = run(
        *("score", workbook, "--no-write", "--format", "json"),
        *("--rules", "eppelborn-19", "--scenario", "Cities & Knights"),
    )
    document = ran.document
    assert ran.code == 0
    assert (document["rule_set"], document["scenario"]) == ("eppelborn-19", "cities-knights")
    assert [(one["level"], one["code"], one["where"]) for one in document["findings"]] == [
        ("note", "rules-differ", "Tournament!B1"),
        ("note", "scenario-differs", "Tournament!B2"),
        ("note", "goal-not-reached", "Results!D2:D5"),
    ]


def test_options_that_agree_make_no_note(run: Run, tmp_path: Path) -> None:
    options = ("--rules", "DSVC-S3", "--scenario", "base")
    ran = run("score", made(tmp_path), "--no-write", "--format", "json", *options)
    assert ran.document["findings"] == []


def test_options_stand_in_for_a_missing_tournament_sheet(run: Run, tmp_path: Path) -> None:
    workbook = made(tmp_path, tournament=None)
    ran = run("score", workbook, "--no-write", "--rules", "dsvc-s3", "--scenario", "seafarers")
    assert ran.code == 0


@pytest.mark.parametrize("command", ["score", "check"])
@pytest.mark.parametrize(
    ("tournament", "options", "known"),
    [
        (None, [], rule_set_ids()),
        ({"rule_set": "chess"}, [], ["chess", *rule_set_ids()]),
        ({"rule_set": "own.toml"}, [], ["own.toml", *rule_set_ids()]),
        (BASE, ["--rules", "chess"], ["chess", *rule_set_ids()]),
        (BASE, ["--rules", "gone.toml"], ["gone.toml"]),
        ({"rule_set": "dsvc-s3"}, [], ["base", "seafarers", "cities-knights"]),
        ({**BASE, "scenario": "desert"}, [], ["desert", "base", "seafarers"]),
        (BASE, ["--scenario", "desert"], ["desert", "base", "seafarers", "cities-knights"]),
        (None, ["--rules", "punktevergabe", "--scenario", "base"], ["punktevergabe"]),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_missing_and_unknown_rules_are_refused_with_the_known_ones(
    run: Run,
    tmp_path: Path,
    command: str,
    tournament: Mapping[str, object] | None,
    options: list[str],
    known: list[str],
    language: str,
) -> None:
    workbook = made(tmp_path, tournament=tournament, language=language)
    before = files(tmp_path)
    ran = run(command, workbook, *options)
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert all(word in line for word in known)
    assert bool(re.search("There is|No rule|has no|cannot|needs", line)) == (language == "en")
    assert files(tmp_path) == before


def test_a_rule_file_named_by_a_workbook_is_never_opened(run: Run, tmp_path: Path) -> None:
    """It may come from anybody, and name a file anywhere."""
    path = tmp_path / "own.toml"
    path.write_text("id = 'own'", encoding="utf-8")
    ran = run("score", made(tmp_path, tournament={"rule_set": str(path)}))
    assert (ran.code, ran.out) == (2, "")
    assert ", ".join(rule_set_ids()) in ran.err


# Language: option, Tournament sheet, headings, locale


@pytest.mark.parametrize(
    ("option", "typed", "headings", "system", "spoken"),
    [
        ("en", "Deutsch", "de", "de_DE", "en"),
        ("de", "English", "en", "en_US", "de"),
        (None, "English", "de", "de_DE", "en"),
        (None, "Deutsch", "en", "en_US", "de"),
        (None, None, "de", "en_US", "de"),
        (None, None, "en", "de_DE", "en"),
    ],
)
def test_the_language_of_everything_about_a_workbook(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    option: str | None,
    typed: str | None,
    headings: str,
    system: str,
    spoken: str,
) -> None:
    system_speaks(monkeypatch, system)
    workbook = made(tmp_path, FAULTY, {**BASE, "language": typed}, headings)
    options = ["--lang", option] if option else []
    scored = run("score", workbook, *options)
    assert scored.out.startswith({"en": "Rank", "de": "Rang"}[spoken])
    assert {"en": "error: ", "de": "Fehler: "}[spoken] in scored.err
    assert {"en": "Written: ", "de": "Geschrieben: "}[spoken] in scored.err
    assert SHEETS["standings"](spoken) in sheets(tmp_path / "book.scored.xlsx")
    refused = run("explain", workbook, "Nobody", *options)
    assert {"en": "is not in", "de": "kommt in"}[spoken] in refused.err
    unknown = run("score", workbook, "--rules", "chess", *options)
    assert {"en": "There is no rule set", "de": "Ein Regelwerk chess"}[spoken] in unknown.err


@pytest.mark.parametrize("system", ["de_DE", "German_Germany", "de_AT"])
def test_without_a_workbook_the_locale_decides(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    system_speaks(monkeypatch, system)
    assert "Meisterschaft" in run("rules").out
    assert "Datei gibt es nicht" in run("score", tmp_path / "gone.xlsx").err
    assert "there is no such file" in run("score", tmp_path / "gone.xlsx", "--lang=en").err
    system_speaks(monkeypatch, None)
    assert "championship" in run("rules").out


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"LANG": "de_DE.UTF-8"}, "Datei gibt es nicht"),
        ({"LC_ALL": "nl_NL@euro", "LANG": "de_DE.UTF-8"}, "bestand"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "there is no such file"),
        ({"LC_ALL": "", "LC_MESSAGES": "de"}, "Datei gibt es nicht"),
    ],
)
def test_a_locale_that_is_not_installed_is_spoken(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    spoken: str,
) -> None:
    system_speaks(monkeypatch, "en_US", **environment)
    assert spoken in run("score", tmp_path / "gone.xlsx").err


@pytest.mark.parametrize(
    ("language", "rules", "sentence"),
    [
        ("en", "dsvc-s3", "No games yet.\n"),
        ("de", "punktevergabe", "Noch keine Spiele.\n"),
        ("nl", "eppelborn-19", "Nog geen partijen.\n"),
    ],
)
def test_before_the_first_game_there_is_nothing_to_explain(
    run: Run, tmp_path: Path, language: str, rules: str, sentence: str
) -> None:
    path = tmp_path / "fresh.xlsx"
    asked = ("--rules", rules, *(("--scenario", "base") if rules == "dsvc-s3" else ()))
    run("new", path, *asked, "--lang", language)
    assert run("explain", path, "Ann") == (0, sentence, "")
    assert run("explain", path, "Ann", "Bob") == (0, sentence, "")


def test_a_rule_set_that_is_missing_is_asked_for_as_it_is_typed(run: Run, tmp_path: Path) -> None:
    book, example = made(tmp_path, tournament=None), "--rules dsvc-s3 --scenario base"
    commands: list[tuple[object, ...]] = [
        ("score", book),
        ("check", book),
        ("explain", book, "Ann"),
    ]
    for command in (*commands, ("new", tmp_path / "new.xlsx")):
        ran = run(*command)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert all(known in ran.err for known in (example, *rule_set_ids()))
    assert run("score", book, *example.split()).code == 0
    german = run("new", tmp_path / "new.xlsx", "--lang", "de").err
    assert german.startswith("Eine neue Mappe braucht ein Regelwerk.")


# check


def test_check_says_that_nothing_is_wrong(run: Run, tmp_path: Path) -> None:
    workbook = made(tmp_path)
    before = files(tmp_path)
    assert run("check", workbook) == (0, "No findings.\n", "")
    assert files(tmp_path) == before


def test_check_names_findings_on_stdout(run: Run, tmp_path: Path) -> None:
    ran = run("check", made(tmp_path, FAULTY))
    assert ran.code == 1
    assert ran.out.startswith("error: Results!D5: ")
    assert ran.err == ""
    assert set(files(tmp_path)) == {"book.xlsx"}


def test_results_are_never_written_over(run: Run, tmp_path: Path) -> None:
    """Results on a sheet that is named like one of ours are read, and not replaced by it."""
    rows = [["Runde", "Tisch", "Spieler", "SP"], *([1, 1, name, 7] for name in "ABCD")]
    path = workbook(tmp_path / "book.xlsx", {"Wertung": rows})
    options = ("--rules", "dsvc-s3", "--scenario", "base")
    assert run("score", path, "--no-write", *options).code == 0
    for where in ((), ("--in-place", "--replace-sheets")):
        refused = run("score", path, *where, *options)
        assert (refused.code, refused.out) == (2, "")
        assert "Wertung" in refused.err
    assert [file.name for file in tmp_path.iterdir()] == ["book.xlsx"]


# explain


SHARED = SAMPLES / "dsvc-share-decides.xlsx"


def test_explain_tells_a_players_games_and_sum(run: Run) -> None:
    ran = run("explain", SHARED, "  björn  BIRKE ")
    assert (ran.code, ran.err) == (0, "")
    *games, total = ran.out.splitlines()
    assert len(games) == 3
    assert games[0] == (
        "round 1 table 2: victory points 10, place 1 of 4, tournament points 5, "
        "share 10 of 30 = 33.33 %."
    )
    assert total == (
        "Björn Birke: rank 1, tournament points 11, victory points 28, share 85.85; games: 3; "
        "decided by: share."
    )


@pytest.mark.parametrize("names", [("Björn Birke", "Änne Ahorn"), ("Änne Ahorn", "Björn Birke")])
def test_explain_tells_what_decides_between_two(run: Run, names: tuple[str, str]) -> None:
    ran = run("explain", SHARED, *names)
    assert ran.code == 0
    assert ran.out == (
        "Björn Birke is ahead of Änne Ahorn by share: 85.85 against 85.70. "
        "Level before that: tournament points 11, victory points 28.\n"
    )


def test_explain_in_german_has_a_decimal_comma(run: Run) -> None:
    ran = run("explain", SHARED, "Björn Birke", "Änne Ahorn", "--lang", "de")
    assert "durch Anteil: 85,85 gegen 85,70" in ran.out


def test_explain_tells_how_two_came_to_share_a_rank(run: Run, tmp_path: Path) -> None:
    """Level in every criterion, or in the final, whatever they had before."""
    preliminary = [(1, 1, name, vp) for name, vp in zip("ABCD", (13, 9, 8, 8), strict=True)]
    final = [("F", 1, name, vp) for name, vp in zip("ABCD", (9, 9, 13, 4), strict=True)]
    workbook = made(tmp_path, preliminary, {"rule_set": "eppelborn-19"})
    level = "C and D share rank 3: level in every criterion.\n"
    assert run("explain", workbook, "C", "D").out == level
    workbook = made(tmp_path, [*preliminary, *final], {"rule_set": "eppelborn-19"})
    assert run("explain", workbook, "A", "B").out == (
        "A and B share rank 2: the same place in the final.\n"
    )
    assert run("explain", workbook, "A", "C").out == (
        "C is ahead of A by the final: place 1 against 2.\n"
    )


def test_explain_tells_of_lots(run: Run, tmp_path: Path) -> None:
    rows = [header(*HEADER), *[(1, 1, name, 7) for name in "ABCD"]]
    lots = [header("player", "lot", kind="players"), *zip("ABCD", (3, 1, 4, 2), strict=True)]
    workbook = book(tmp_path, rows, players=lots, tournament=BASE)
    ran = run("explain", workbook, "A", "B")
    assert ran.out.startswith("B is ahead of A by lot: 1 against 3. Level before that: ")


def test_explain_tells_the_total_of_a_table_of_three_as_it_was_before_it_was_raised(
    run: Run, tmp_path: Path
) -> None:
    """10, 9 and 5 are 24, raised by 8 to 32: 31.25 percent."""
    rows = [(1, 1, "Ann", 10), (1, 1, "Ben", 9), (1, 1, "Cleo", 5)]
    ran = run("explain", made(tmp_path, rows), "Ann")
    assert "share 10 of 24 plus the table's average 8.00 = 31.25 %" in ran.out


def test_explain_refuses_whoever_is_not_there(run: Run) -> None:
    for names in (["Nobody"], ["Änne Ahorn", "Nobody"]):
        ran = run("explain", SHARED, *names)
        assert (ran.code, ran.out) == (2, "")
        assert "Nobody" in ran.err
        assert "Björn Birke" in ran.err
    twice = run("explain", SHARED, "Änne Ahorn", "änne ahorn")
    assert (twice.code, twice.out) == (2, "")


def test_explain_a_provisional_workbook_has_exit_code_1(run: Run, tmp_path: Path) -> None:
    """Games that give nothing are told as well: not scored, or not yet played."""
    rows = [(1, 1, "Ann", 10), (1, 1, "Ben", "DNF"), (2, 1, "Ann", None), (2, 1, "Ben", None)]
    ran = run("explain", made(tmp_path, rows), "Ann")
    assert ran.code == 1
    unscored, still_open, total, status = ran.out.splitlines()
    assert unscored.startswith("round 1 table 1: not scored, see the findings (Results!A2:")
    assert still_open.startswith("round 2 table 1: not yet played (Results!A4:")
    assert total.startswith("Ann: rank 1, tournament points 0")
    assert status.startswith("Provisional. See the sheet Check: errors ")


# rules


def test_rules_lists_every_rule_set(run: Run) -> None:
    ran = run("rules")
    assert (ran.code, ran.err) == (0, "")
    assert [line.partition(":")[0] for line in ran.out.splitlines()] == rule_set_ids()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("dsvc-s3", ["1.3", "5, 3, 1", "5, 3, 2, 1", "10", "12", "13", "D13"]),
        ("eppelborn-19", ["5, 3, 2", "13", "D3", "44"]),
        ("punktevergabe", ["10, 6, 4, 3, 2, 1, 0, 0", "15", "90", "100", "D18"]),
    ],
)
def test_rules_tells_one_in_words(
    run: Run, rules: str, words: Sequence[str], language: str
) -> None:
    ran = run("rules", rules, "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{rules}: ")
    assert all(word in ran.out for word in words)
    assert ("Quelle: " in ran.out) == (language == "de")


def test_rules_refuses_what_is_unknown(run: Run) -> None:
    ran = run("rules", "chess", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert ", ".join(rule_set_ids()) in ran.err


# new


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("laid_out", [False, True], ids=["plain", "players"])
@pytest.mark.parametrize(
    ("rules", "scenario"),
    [
        ("dsvc-s3", "base"),
        ("dsvc-s3", "seafarers"),
        ("dsvc-s3", "cities-knights"),
        ("eppelborn-19", None),
        ("punktevergabe", None),
    ],
)
def test_a_fresh_workbook_scores_without_a_game(
    run: Run, tmp_path: Path, rules: str, scenario: str | None, laid_out: bool, language: str
) -> None:
    fresh = tmp_path / "fresh.xlsx"
    options = ["--lang", language]
    if scenario:
        options += ["--scenario", scenario]
    if laid_out:
        names = tmp_path / "names.txt"
        names.write_text("\n".join("ABCDEFGHIJK"), encoding="utf-8")
        options += ["--players", str(names), "--rounds", "2"]
    ran = run("new", fresh, "--rules", rules, *options)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.strip().endswith(str(fresh))
    scored = run("score", fresh)
    assert scored.code == 0
    assert {"en": "No games yet.", "de": "Noch keine Spiele."}[language] in scored.out
    document = run("score", fresh, "--no-write", "--format", "json").document
    assert (document["rule_set"], document["games_total"]) == (rules, 0)
    assert (document["standings"], document["findings"]) == ([], [])


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["there.xlsx", "--rules", "dsvc-s3"], "there.xlsx"),
        (["fresh.xlsm", "--rules", "dsvc-s3"], ".xlsx"),
        (["fresh.xlsx", "--rules", "chess"], "punktevergabe"),
        (["fresh.xlsx", "--rules", "dsvc-s3", "--scenario", "desert"], "cities-knights"),
        (["fresh.xlsx", "--rules", "punktevergabe", "--scenario", "base"], "base"),
        (["fresh.xlsx", "--rules", "dsvc-s3", "--players", "gone.txt"], "gone.txt"),
        (["fresh.xlsx", "--rules", "dsvc-s3", "--players", "."], "folder"),
        (["missing/fresh.xlsx", "--rules", "dsvc-s3"], "fresh.xlsx"),
    ],
)
def test_new_refuses_without_writing(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    word: str,
) -> None:
    (tmp_path / "there.xlsx").write_bytes(b"mine")
    monkeypatch.chdir(tmp_path)
    before = files(tmp_path)
    ran = run("new", *arguments, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert word in ran.err
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("typed", "meant"), [("Bne", "Ben"), ("cle", "Cleo"), ("n", "Ann, Ben, Dan"), ("ann ", None)]
)
def test_explain_names_who_may_be_meant(
    run: Run, tmp_path: Path, typed: str, meant: str | None
) -> None:
    ran = run("explain", made(tmp_path), typed, "--lang", "en")
    assert ran.code == (2 if meant else 0)
    if meant:
        assert f"Perhaps {meant} is meant." in ran.err


def test_explain_lists_everybody_where_nobody_is_like_it(run: Run, tmp_path: Path) -> None:
    ran = run("explain", made(tmp_path), "Zz", "--lang", "de")
    assert ran.code == 2
    assert "Es gibt: Ann, Ben, Cleo, Dan." in ran.err
