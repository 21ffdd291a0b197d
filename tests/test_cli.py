"""Does every command do what it says: exit code, what goes where, files written?"""

from __future__ import annotations

import io
import json
import locale
import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shutil import copy
from typing import Any, NamedTuple

import pytest

from samples.make import NAMES, SAMPLES
from tests.support.books import Rows, Sheet, book, edited, header
from xlscore.cli import commands, main
from xlscore.engine.rulefile import rule_set_ids
from xlscore.files import atomic
from xlscore.tables.layout import SHEETS

HEADER = ("round", "table", "player", "vp")
GOOD: Rows = [(1, 1, "Ann", 10), (1, 1, "Ben", 8), (1, 1, "Cleo", 7), (1, 1, "Dan", 5)]
FAULTY: Rows = [*GOOD[:3], (1, 1, "Dan", None)]
BASE = {"rule_set": "dsvc-s3", "scenario": "base"}


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        code = ended.value.code
        return Ran(code if isinstance(code, int) else 0, *capsys.readouterr())

    return run


def made(
    folder: Path,
    rows: Rows = GOOD,
    tournament: Mapping[str, object] | None = BASE,
    language: str = "en",
    **more: Any,
) -> Path:
    results = [header(*HEADER, language=language), *rows]
    return book(folder, results, tournament=tournament, language=language, **more)


def files(folder: Path) -> dict[str, bytes]:
    """Everything below a folder, hidden files included."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def sheets(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as package:
        return re.findall(r'<sheet name="([^"]+)"', package.read("xl/workbook.xml").decode())


# Help and usage


@pytest.mark.parametrize("command", [None, *commands.commands])
def test_help_shows_an_example(run: Run, command: str | None) -> None:
    ran = run(*([command] if command else []), "--help")
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
        ["new", "fresh.xlsx"],
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
    ran = run("score", made(tmp_path, [*GOOD, *later]), "--no-write")
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
    assert again.err.strip() == f"Written: {workbook}"
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
    monkeypatch.setattr(locale, "getlocale", lambda: (system, "UTF-8"))
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
    monkeypatch.setattr(locale, "getlocale", lambda: (system, "cp1252"))
    assert "Meisterschaft" in run("rules").out
    assert "Datei gibt es nicht" in run("score", tmp_path / "gone.xlsx").err
    assert "there is no such file" in run("score", tmp_path / "gone.xlsx", "--lang=en").err
    monkeypatch.setattr(locale, "getlocale", lambda: (None, None))
    assert "championship" in run("rules").out


# CSV and JSON


def test_csv_is_safe_to_open_in_a_spreadsheet(run: Run, tmp_path: Path) -> None:
    rows = [(1, 1, "=1+1", 9), (1, 1, "-x", 9), (1, 1, "@x", 9), (1, 1, "+49, Zoë", 3)]
    ran = run("score", made(tmp_path, rows, language="de"), "--no-write", "--format", "csv")
    assert ran.code == 0
    assert ran.out == (
        "Rang,Spieler,Spiele,TP,SP,Anteil,1.,2.,3.,Entscheidung\n"
        "1,'-x,1,3.3333,9,30,1,0,0,Gleichstand\n"
        "1,'=1+1,1,3.3333,9,30,1,0,0,Gleichstand\n"
        "1,'@x,1,3.3333,9,30,1,0,0,Gleichstand\n"
        '4,"\'+49, Zoë",1,1,3,10,0,0,0,Turnierpunkte\n'
    )
    assert ran.err == ""


NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d*[1-9])?|-?[1-9]\d*/[1-9]\d+|-?[1-9]\d*/[2-9]")
REFERENCE = re.compile(r"([^'!]+|'([^']|'')+')![A-Z]+[1-9]\d*(:[A-Z]+[1-9]\d*)?")


def is_number(value: object) -> bool:
    return isinstance(value, str) and NUMBER.fullmatch(value) is not None


def is_number_or_null(value: object) -> bool:
    return value is None or is_number(value)


def is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def is_text_or_null(value: object) -> bool:
    return value is None or is_text(value)


def is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def is_position(value: object) -> bool:
    return type(value) is int and value >= 1


def is_flag(value: object) -> bool:
    return type(value) is bool


def is_where(value: object) -> bool:
    return isinstance(value, str) and all(
        REFERENCE.fullmatch(one) for one in re.split(r", (?=[^']*(?:'[^']*'[^']*)*$)", value)
    )


def is_date_or_null(value: object) -> bool:
    return value is None or bool(re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)))


def is_counts(value: object) -> bool:
    return isinstance(value, dict) and all(
        place.isdecimal() and is_position(count) for place, count in value.items()
    )


def one_of(*known: object) -> Callable[[object], bool]:
    return lambda value: value in known


CRITERIA = ("tournament_points", "victory_points", "share", "firsts", "seconds", "thirds")
SCHEMA = {
    "schema": one_of("xlscore/1"),
    "source": is_text,
    "rule_set": one_of(*rule_set_ids()),
    "scenario": one_of(None, "base", "seafarers", "cities-knights"),
    "games_total": is_count,
    "games_scored": is_count,
    "provisional": is_flag,
    "open_tables": [{"round": is_text_or_null, "table": is_text}],
    "standings": [
        {
            "rank": is_position,
            "tied": is_flag,
            "player": is_text,
            "games": is_count,
            "tournament_points": is_number,
            "victory_points": is_number_or_null,
            "share": is_number_or_null,
            "places": is_counts,
            "stage": one_of(None, "preliminary", "final"),
            "decided_by": one_of(None, *CRITERIA, "lot", "final"),
        }
    ],
    "scored_games": [
        {
            "round": is_text_or_null,
            "table": is_text,
            "game": is_text_or_null,
            "date": is_date_or_null,
            "factor": is_number_or_null,
            "where": is_where,
            "players": [
                {
                    "player": is_text,
                    "where": is_where,
                    "victory_points": is_number_or_null,
                    "counted": is_number_or_null,
                    "place": is_position,
                    "tournament_points": is_number,
                    "share": is_number_or_null,
                }
            ],
        }
    ],
    "findings": [
        {
            "level": one_of("error", "warning", "note"),
            "code": is_text,
            "where": is_where,
            "message": is_text,
        }
    ],
}


def conforms(value: Any, schema: Any, path: str = "") -> list[str]:
    """Where a value is not as the schema says: keys, their order, every type."""
    if isinstance(schema, dict):
        if list(value) != list(schema):
            return [f"{path}: {list(value)}"]
        return [
            wrong for key in schema for wrong in conforms(value[key], schema[key], f"{path}.{key}")
        ]
    if isinstance(schema, list):
        return [
            wrong
            for number, one in enumerate(value)
            for wrong in conforms(one, schema[0], f"{path}[{number}]")
        ]
    return [] if schema(value) else [f"{path}: {value!r}"]


@pytest.mark.parametrize("name", NAMES)
def test_json_is_as_documented(run: Run, name: str) -> None:
    ran = run("score", SAMPLES / f"{name}.xlsx", "--no-write", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert conforms(ran.document, SCHEMA) == []


def test_json_of_a_faulty_and_unfinished_workbook(run: Run, tmp_path: Path) -> None:
    rows = [
        *[(1, 1, "zoe", 9), (1, 1, "Adam", 9), (1, 1, "Élan", 9), (1, 1, "Bea", 3)],
        *[(1, "x", name, vp) for name, vp in zip("EFGH", (10, 8, 7, None), strict=True)],
        *[("R2", 1, name, None) for name in ("zoe", "Adam", "Élan", "Bea")],
    ]
    ran = run("score", made(tmp_path, rows), "--no-write", "--format", "json")
    document = ran.document
    assert ran.code == 1
    assert conforms(document, SCHEMA) == []
    assert (document["source"], document["provisional"]) == ("book.xlsx", True)
    assert (document["games_total"], document["games_scored"]) == (3, 1)
    assert document["open_tables"] == [{"round": "2", "table": "1"}]
    assert [(one["rank"], one["tied"], one["player"]) for one in document["standings"]] == [
        *((1, True, name) for name in ("Adam", "zoe", "Élan")),
        (4, False, "Bea"),
        *((5, True, name) for name in "EFGH"),
    ]
    assert document["standings"][0]["tournament_points"] == "10/3"
    assert document["standings"][0]["places"] == {"1": 1}
    assert document["standings"][0]["decided_by"] is None
    assert document["standings"][3]["decided_by"] == "tournament_points"
    assert document["scored_games"][0]["where"] == "Results!A2:D5"
    assert document["scored_games"][0]["players"][1]["where"] == "Results!A3:D3"
    assert [(one["code"], one["where"]) for one in document["findings"]] == [
        ("vp-missing", "Results!D9"),
        ("games-unequal", "Results!C6, Results!C7, Results!C8, Results!C9"),
    ]


def test_json_of_a_final(run: Run) -> None:
    sample = SAMPLES / "eppelborn-final.xlsx"
    document = run("score", sample, "--no-write", "--format", "json").document
    finalists, others = document["standings"][:4], document["standings"][4:]
    assert {one["stage"] for one in finalists} == {"final"}
    assert {one["decided_by"] for one in finalists} == {"final"}
    assert {one["games"] for one in finalists} == {2}
    assert {one["stage"] for one in others} == {"preliminary"}
    assert document["scored_games"][-1]["round"] == "final"
    assert document["scenario"] == "cities-knights"


def test_json_of_a_league(run: Run, tmp_path: Path) -> None:
    rows = [
        header("game", "table", "player", "vp", "place", "factor"),
        *[("SET", "A", name, None, place, 0.5) for name, place in (("Ann", 1), ("Ben", 2))],
        *[("Go", "A", name, vp, None, 1) for name, vp in (("Ann", 7.5), ("Ben", 0.1))],
    ]
    workbook = book(tmp_path, rows, tournament={"rule_set": "punktevergabe"})
    document = run("score", workbook, "--no-write", "--format", "json").document
    assert conforms(document, SCHEMA) == []
    assert document["scenario"] is None
    for standing in document["standings"]:
        assert [standing[key] for key in ("victory_points", "share", "stage")] == [None] * 3
    placed, played = document["scored_games"]
    assert (placed["round"], placed["game"], placed["date"]) == (None, "SET", None)
    assert (placed["factor"], played["factor"]) == ("0.5", "1")
    assert [seat["victory_points"] for seat in placed["players"]] == [None, None]
    assert [seat["victory_points"] for seat in played["players"]] == ["7.5", "0.1"]
    assert {seat[key] for seat in played["players"] for key in ("counted", "share")} == {None}


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


def test_check_as_json(run: Run, tmp_path: Path) -> None:
    ran = run("check", made(tmp_path, FAULTY), "--format", "json")
    assert ran.code == 1
    without = ("standings", "scored_games")
    schema = {key: value for key, value in SCHEMA.items() if key not in without}
    assert conforms(ran.document, schema) == []


# explain


SHARED = SAMPLES / "dsvc-share-decides.xlsx"


def test_explain_tells_a_players_games_and_sum(run: Run) -> None:
    ran = run("explain", SHARED, "  björn  BIRKE ")
    assert (ran.code, ran.err) == (0, "")
    *games, total = ran.out.splitlines()
    assert len(games) == 3
    assert games[0] == (
        "round 1 table 2: 10 victory points, place 1 of 4, 5 tournament points, "
        "share 10 of 30 = 33.33 %."
    )
    assert "rank 1 with 11 tournament points, 28 victory points and share 85.85" in total


@pytest.mark.parametrize("names", [("Björn Birke", "Änne Ahorn"), ("Änne Ahorn", "Björn Birke")])
def test_explain_tells_what_decides_between_two(run: Run, names: tuple[str, str]) -> None:
    ran = run("explain", SHARED, *names)
    assert ran.code == 0
    assert ran.out == (
        "Björn Birke is ahead of Änne Ahorn by share: 85.85 against 85.7. "
        "Level before that: tournament points 11, victory points 28.\n"
    )


def test_explain_in_german_has_a_decimal_comma(run: Run) -> None:
    ran = run("explain", SHARED, "Björn Birke", "Änne Ahorn", "--lang", "de")
    assert "durch Anteil: 85,85 gegen 85,7" in ran.out


def test_explain_refuses_whoever_is_not_there(run: Run) -> None:
    for names in (["Nobody"], ["Änne Ahorn", "Nobody"]):
        ran = run("explain", SHARED, *names)
        assert (ran.code, ran.out) == (2, "")
        assert "Nobody" in ran.err
        assert "Björn Birke" in ran.err
    twice = run("explain", SHARED, "Änne Ahorn", "änne ahorn")
    assert (twice.code, twice.out) == (2, "")


def test_explain_a_provisional_workbook_has_exit_code_1(run: Run, tmp_path: Path) -> None:
    ran = run("explain", made(tmp_path, FAULTY), "Ann")
    assert ran.code == 1
    assert "Ann: rank 1" in ran.out


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


# batch


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A folder tree with one of everything."""
    root = tmp_path / "archive"
    (root / "2024" / "spring").mkdir(parents=True)
    made(root, name="good.xlsx")
    made(root / "2024", FAULTY, language="de", name="provisional.xlsx")
    made(root / "2024" / "spring", tournament=None, name="no-rules.xlsx")
    (root / "2024" / "spring" / "broken.xlsx").write_bytes(b"PK\x03\x04 cut off")
    for name in ("good.scored.xlsx", "good.bak.xlsx", "~$good.xlsx", ".hidden.xlsx"):
        copy(root / "good.xlsx", root / name)
    (root / ".~lock.good.xlsx#").write_bytes(b"")
    (root / "notes.txt").write_text("no workbook", encoding="utf-8")
    return root


STATUSES = [
    (".hidden.xlsx", "skipped"),
    ("2024/provisional.xlsx", "provisional"),
    ("2024/spring/broken.xlsx", "failed"),
    ("2024/spring/no-rules.xlsx", "failed"),
    ("good.bak.xlsx", "skipped"),
    ("good.scored.xlsx", "skipped"),
    ("good.xlsx", "scored"),
    ("~$good.xlsx", "skipped"),
]


def test_batch_mirrors_the_tree_and_says_what_became_of_each(
    run: Run, tmp_path: Path, archive: Path
) -> None:
    before = files(archive)
    out = tmp_path / "out"
    ran = run("batch", archive, "--out", out, "--lang", "en")
    assert ran.code == 1
    assert ran.out == "1 scored, 1 provisional, 2 failed, 4 skipped.\n"
    assert [tuple(line.split(": ")[:2]) for line in ran.err.splitlines()] == STATUSES
    assert files(archive) == before
    assert set(files(tmp_path)) == {f"archive/{name}" for name in before} | {
        "out/batch.json",
        "out/good.scored.xlsx",
        "out/good.xlsx.json",
        "out/2024/provisional.scored.xlsx",
        "out/2024/provisional.xlsx.json",
    }
    document = json.loads((out / "batch.json").read_text(encoding="utf-8"))
    assert list(document) == ["schema", "files"]
    assert document["schema"] == "xlscore-batch/1"
    assert [(entry["path"], entry["status"]) for entry in document["files"]] == STATUSES
    keys = ["path", "status", "why", "rule_set", "scenario"]
    keys += ["games_total", "games_scored", "findings"]
    assert {tuple(entry) for entry in document["files"]} == {tuple(keys)}
    for entry in document["files"]:
        assert (entry["why"] is None) == (entry["status"] in ("scored", "provisional"))
        assert (entry["rule_set"] is None) == (entry["why"] is not None)
    one = json.loads((out / "good.xlsx.json").read_text(encoding="utf-8"))
    assert conforms(one, SCHEMA) == []


def test_batch_again_gives_the_same_bytes(run: Run, archive: Path) -> None:
    out = archive / "out"  # below what is read, and not read itself
    run("batch", archive, "--out", out)
    first = files(archive)
    run("batch", archive, "--out", out)
    assert files(archive) == first


def test_batch_without_failures_has_exit_code_0(run: Run, tmp_path: Path, archive: Path) -> None:
    for name in ("broken", "no-rules"):
        (archive / "2024" / "spring" / f"{name}.xlsx").unlink()
    ran = run("batch", archive, "--out", tmp_path / "out", "--lang", "de")
    assert (ran.code, ran.out) == (0, "1 gewertet, 1 vorläufig, 0 gescheitert, 4 übergangen.\n")


def test_batch_says_why_in_each_workbooks_language(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getlocale", lambda: ("en_US", "UTF-8"))
    made(tmp_path, tournament=None, language="de", name="ohne.xlsx")
    ran = run("batch", tmp_path / "ohne.xlsx", "--out", tmp_path / "out")
    assert "Kein Regelwerk ist genannt" in ran.err


def test_batch_options_stand_in_for_what_workbooks_lack(
    run: Run, tmp_path: Path, archive: Path
) -> None:
    path = archive / "2024" / "spring" / "no-rules.xlsx"
    options = ("--rules", "dsvc-s3", "--scenario", "base")
    assert run("batch", path, "--out", tmp_path / "out", *options).code == 0
    assert "no-rules.scored.xlsx" in files(tmp_path / "out")


def test_batch_keeps_files_of_one_name_apart(run: Run, tmp_path: Path) -> None:
    for folder in ("a/club", "b/club"):
        (tmp_path / folder).mkdir(parents=True)
        made(tmp_path / folder)
    out = tmp_path / "out"
    assert run("batch", tmp_path / "a" / "club", tmp_path / "b" / "club", "--out", out).code == 0
    names = {name for name in files(out) if name.endswith(".scored.xlsx")}
    assert names == {"club/book.scored.xlsx", "club-2/book.scored.xlsx"}


def test_batch_into_a_folder_above_reads_everything(run: Run, tmp_path: Path) -> None:
    (tmp_path / "archive").mkdir()
    made(tmp_path / "archive")
    ran = run("batch", tmp_path / "archive", "--out", tmp_path)
    assert ran.code == 0
    assert set(files(tmp_path)) == {
        *("archive/book.xlsx", "book.scored.xlsx", "book.xlsx.json", "batch.json")
    }


@pytest.mark.parametrize(
    ("paths", "out", "word"),
    [
        (["archive", "gone"], "out", "gone"),
        (["archive"], "archive/good.xlsx", "good.xlsx"),
        (["archive"], "archive", "--out"),
    ],
)
def test_batch_refuses_what_it_cannot_begin(
    run: Run, tmp_path: Path, archive: Path, paths: list[str], out: str, word: str
) -> None:
    before = files(archive)
    ran = run("batch", *(tmp_path / path for path in paths), "--out", tmp_path / out)
    assert (ran.code, ran.out) == (2, "")
    assert word in ran.err
    assert "Traceback" not in ran.err
    assert files(archive) == before


# Interruptions, pipes, faults, a real process


def test_ctrl_c_leaves_the_old_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbook = made(tmp_path)
    before = files(tmp_path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(atomic, "check", interrupted)
    for how in (["--in-place"], []):
        ran = run("score", workbook, *how, "--lang", "en")
        assert (ran.code, ran.out) == (130, "")
        assert "Interrupted" in ran.err
        assert "Traceback" not in ran.err
        assert files(tmp_path) == before


def test_ctrl_c_ends_a_batch_with_whole_files(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    root.mkdir()
    for number in range(60):
        copy(SAMPLES / "dsvc-61-players.xlsx", root / f"{number:02}.xlsx")
    out = tmp_path / "out"
    process = started("batch", root, "--out", out, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stderr is not None
    process.stderr.readline()  # the first one is done
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert b"Traceback" not in said[1]
    done = files(out)
    assert 0 < len(done) < 120
    for name, data in done.items():
        assert not name.endswith(".tmp")
        if name.endswith(".json"):
            assert json.loads(data)["schema"] == "xlscore/1"
        else:
            assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_a_reader_that_has_seen_enough_makes_no_traceback(tmp_path: Path, form: str) -> None:
    workbook = copy(SAMPLES / "dsvc-61-players.xlsx", tmp_path)
    reading, writing = os.pipe()
    os.close(reading)  # as head does, after its lines
    try:
        process = started(
            "score", workbook, "--format", form, stdout=writing, stderr=subprocess.PIPE
        )
        _, said = process.communicate(timeout=60)
    finally:
        os.close(writing)
    assert said.decode().startswith("Written: ")
    assert len(said.splitlines()) == 1
    assert (tmp_path / "dsvc-61-players.scored.xlsx").is_file()


def test_a_fault_of_ours_says_so(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("xlscore.single.read_results", broken)
    ran = run("score", made(tmp_path), "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "planted" in ran.err
    assert "fault in xlscore" in ran.err
    assert set(files(tmp_path)) == {"book.xlsx"}


def test_as_a_module_with_a_plain_locale(tmp_path: Path) -> None:
    """Names come out whole, whatever the machine's encoding; no colours outside a terminal."""
    workbook = copy(SAMPLES / "eppelborn-final.xlsx", tmp_path)
    process = started("score", workbook, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Wenke Weißdorn" in out.decode("utf-8")
    assert b"\x1b" not in out
    assert said.decode().splitlines() == [
        f"Geschrieben: {tmp_path / 'eppelborn-final.scored.xlsx'}"
    ]


def started(*arguments: object, **streams: Any) -> subprocess.Popen[bytes]:
    """``python -m xlscore`` as a process of its own, in the C locale."""
    project = Path(__file__).resolve().parents[1]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONPATH": str(project)}
    command = [sys.executable, "-m", "xlscore", *map(str, arguments)]
    return subprocess.Popen(command, env=environment, **streams)
