"""Does a whole folder come out, each file for itself and nothing anywhere else?"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from shutil import copy

import pytest

from samples.make import SAMPLES
from tests.support.command_line import FAULTY, Run, files, made, run, started, system_speaks
from tests.support.json_schema import SCHEMA, conforms
from xlscore import __version__

__all__ = ["run"]  # the fixture


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
    (".~lock.good.xlsx#", "skipped"),
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
    total, *reasons = ran.out.splitlines()
    assert total == "1 scored, 1 provisional, 2 failed, 5 skipped."
    assert [line.partition(":")[0] for line in reasons] == [
        "1 failed, such as 2024/spring/broken.xlsx",
        "1 failed, such as 2024/spring/no-rules.xlsx",
    ]
    assert sorted(tuple(line.split(": ")[:2]) for line in ran.err.splitlines()) == STATUSES
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
    assert one.pop("made_from")["xlscore"] == __version__
    assert one.pop("finished") is True
    assert conforms(one, SCHEMA) == []


def test_batch_again_gives_the_same_bytes(run: Run, archive: Path) -> None:
    out = archive / "out"  # below what is read, and not read itself
    assert "out: skipped" in run("batch", archive, "--out", out, "--lang", "en").err
    first = files(archive)
    run("batch", archive, "--out", out, "--lang", "en")
    assert files(archive) == first


def test_batch_without_failures_has_exit_code_0(run: Run, tmp_path: Path, archive: Path) -> None:
    for name in ("broken", "no-rules"):
        (archive / "2024" / "spring" / f"{name}.xlsx").unlink()
    ran = run("batch", archive, "--out", tmp_path / "out", "--lang", "de")
    assert (ran.code, ran.out) == (0, "1 gewertet, 1 vorläufig, 0 gescheitert, 5 übergangen.\n")


def test_batch_says_why_in_each_workbooks_language(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_speaks(monkeypatch, "en_US")
    made(tmp_path, tournament=None, language="de", name="ohne.xlsx")
    ran = run("batch", tmp_path / "ohne.xlsx", "--out", tmp_path / "out")
    assert "Die Mappe nennt kein Regelwerk" in ran.err


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


def test_batch_never_writes_one_copy_over_another(run: Run, tmp_path: Path) -> None:
    """What a converter makes of an old workbook is named like the copy of the old one."""
    folder, out = tmp_path / "club", tmp_path / "out"
    folder.mkdir()
    copy(SAMPLES / "league-set.ods", folder / "set.ods")
    copy(SAMPLES / "league-set.xlsx", folder / "set.ods.xlsx")
    assert run("batch", folder, "--out", out).code == 0
    names = {name for name in files(out) if name.endswith(".scored.xlsx")}
    assert names == {"set.ods.scored.xlsx", "set.ods-2.scored.xlsx"}


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


@pytest.mark.linux
def test_batch_shows_how_far_it_is_on_a_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    made(folder)
    (folder / "a:bug: [b] broken.xlsx").write_bytes(b"")
    terminal, end = os.openpty()
    process = started(
        *("batch", folder, "--out", tmp_path / "out", "--lang", "en"),
        stdout=subprocess.PIPE,
        stderr=end,
    )
    os.close(end)
    told = b""
    while piece := _read(terminal):
        told += piece
    os.close(terminal)
    out, _ = process.communicate()
    assert process.returncode == 1
    assert b"2/2" in told
    assert b"a:bug: [b] broken.xlsx: failed: " in told.replace(b"\r\n", b"")
    assert b"book.xlsx: scored" not in told
    assert out.startswith(b"1 scored, 0 provisional, 1 failed, 0 skipped.\n")


def _read(terminal: int) -> bytes:
    """What a terminal shows next; nothing where nobody writes to it any more."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
