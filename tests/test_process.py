"""What does a process do that is interrupted, cut off or broken?"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from shutil import copy

import pytest

from samples.make import SAMPLES
from tests.support.books import Rows
from tests.support.command_line import FAULTY, GOOD, Run, files, made, run, started
from xlscore.formats import atomic

__all__ = ["run"]  # the fixture


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


@pytest.mark.linux
def test_ctrl_c_ends_a_batch_with_whole_files(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    root.mkdir()
    for number in range(60):
        copy(SAMPLES / "dsvc-61-players.xlsx", root / f"{number:02}.xlsx")
    out = tmp_path / "out"
    process = started(
        *("batch", root, "--out", out),
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # a shell that starts the tests in the background lets interrupts be ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
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
            assert json.loads(data)["schema"] in ("xlscore/1", "xlscore-batch/1")
        else:
            assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None


@pytest.mark.parametrize("rows", [GOOD, FAULTY], ids=["good", "faulty"])
@pytest.mark.parametrize("command", [("score",), ("score", "--format", "json"), ("check",)])
def test_a_reader_that_has_seen_enough_changes_nothing_else(
    tmp_path: Path, command: tuple[str, ...], rows: Rows
) -> None:
    """The exit code is that of the findings, which are told where they always are."""
    book = made(tmp_path, rows, None)
    asked = (*command, book, "--rules", "dsvc-s3", "--scenario", "base", "--rounds", "1")
    reading, writing = os.pipe()
    os.close(reading)  # as head does, after its lines
    try:
        process = started(*asked, stdout=writing, stderr=subprocess.PIPE)
        _, said = process.communicate(timeout=60)
    finally:
        os.close(writing)
    full = started(*asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert said == full.communicate(timeout=60)[1]
    assert process.returncode == full.returncode == (rows is FAULTY)
    assert b"Traceback" not in said


SHOWING = {
    "score": (["score", "{book}"], ["book.scored.xlsx"]),
    "score json": (["score", "{book}", "--format", "json"], ["book.scored.xlsx"]),
    "score csv": (["score", "{book}", "--format", "csv"], ["book.scored.xlsx"]),
    "score --in-place": (["score", "{book}", "--in-place"], ["book.bak.xlsx"]),
    "score --no-write": (["score", "{book}", "--no-write"], []),
    "check": (["check", "{book}"], []),
    "explain": (["explain", "{book}", "Ann"], []),
    "rules": (["rules"], []),
    "batch": (
        [
            "batch",
            "{book}",
            "--out",
            "{folder}/out",
            "--jobs",
            "1",
            "--summary",
            "{folder}/all.csv",
        ],
        ["all.all-time.csv", "all.csv", "all.doubles.csv"],
    ),
}


@pytest.mark.linux
@pytest.mark.parametrize("command", SHOWING)
@pytest.mark.parametrize("where", ["full", "closed"])
def test_results_that_cannot_be_shown_are_one_line_and_what_was_written_is_told(
    tmp_path: Path, command: str, where: str
) -> None:
    words, written = SHOWING[command]
    book = made(tmp_path)
    arguments = [word.format(book=book, folder=tmp_path) for word in words]
    language = [] if command == "rules" else ["--lang", "en"]
    with Path("/dev/full").open("wb") as full:
        process = started(
            *(*arguments, *language),
            stdout=full,
            stderr=subprocess.PIPE,
            preexec_fn=(lambda: os.close(1)) if where == "closed" else None,
        )
        _, told = process.communicate(timeout=60)
    *before, last = told.decode().splitlines()
    assert process.returncode == 1
    assert last.startswith("The results could not be shown: ")
    assert ("No space left" in last) == (where == "full")
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"book.xlsx", *written}
    assert len(before) == {"score --in-place": 2, "batch": 2}.get(command, len(written))
    assert all(
        line.startswith(("Written: ", "The file as it was: ", "book.xlsx: scored"))
        for line in before
    )


@pytest.mark.linux
def test_where_nobody_can_be_told_the_results_are_shown_all_the_same(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        process = started("score", made(tmp_path), stdout=subprocess.PIPE, stderr=full)
        shown, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert shown.decode().splitlines()[1].split()[:2] == ["1", "Ann"]
    assert (tmp_path / "book.scored.xlsx").is_file()


@pytest.mark.parametrize(
    "command",
    [
        ["new", "new.xlsx", "--rules", "dsvc-s3"],
        ["batch", "{book}", "--out", "out"],
        ["score", "{book}", "--out", "out.xlsx"],
    ],
)
def test_a_folder_that_was_deleted_is_named(tmp_path: Path, command: list[str]) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    book = made(tmp_path)
    before = files(tmp_path)
    words = [word.format(book=book) for word in command]
    program = "import os; os.rmdir(os.getcwd()); from xlscore.cli.main import run; run()"
    project = Path(__file__).resolve().parents[1]
    process = subprocess.run(
        [sys.executable, "-c", program, *words, "--lang", "en"],
        cwd=gone,
        env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert process.returncode == 2
    if command[0] != "batch":  # which finds its own words for a folder that it cannot make
        assert process.stderr.startswith("The folder that you are in was deleted.")
    assert len(process.stderr.splitlines()) == 1
    assert files(tmp_path) == before


def test_a_fault_of_ours_says_so(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("xlscore.score_file.read_results", broken)
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
