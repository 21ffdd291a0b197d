"""Is what a command writes always made of what the file holds at that moment?"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import copy

import pytest

import xlscore
from tests.fuzz.race import WRONG, race
from tests.support.command_line import BASE, GOOD, Run, files, made, run
from tests.support.played import type_lots, type_results
from tests.support.zipped import pack
from xlscore.archive import batch, job
from xlscore.formats import atomic, source
from xlscore.formats.source import Source
from xlscore.words import Refused

__all__ = ["run"]  # the fixture

NAMES = ("Ann Ahorn", "Bob Birke", "Cem Distel", "Dörte Eibe", "Emil Fichte", "Fenja Ginster")
CHANGED = {"en": "has changed since it was read", "de": "seit dem Lesen verändert"}


def other(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def saved_meanwhile(path: Path) -> None:
    """Another file, as large as the old one and as old."""
    there = path.stat()
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            parts = {name: other(archive.read(name)) for name in archive.namelist()}
        pack(path.with_name("new"), parts).replace(path)
    else:
        path.write_bytes(other(path.read_bytes()))
    os.utime(path, ns=(there.st_atime_ns, there.st_mtime_ns))


def after(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, path: Path, times: int = 1
) -> None:
    """Somebody saves directly after this function has been called that often."""
    function = getattr(where, name)
    calls = []

    def called(*arguments: object, **named: object) -> object:
        answer = function(*arguments, **named)
        calls.append(name)
        if len(calls) == times:
            saved_meanwhile(path)
        return answer

    monkeypatch.setattr(where, name, called)


MOMENTS: dict[str, tuple[object, str]] = {
    "read": (source, "read_bytes"),
    "hidden file written": (os, "fsync"),
    "hidden file checked": (atomic, "check"),
}


def empty(run: Run, folder: Path) -> Path:
    """A fresh workbook with six players."""
    path, listed = folder / "book.xlsx", folder / "names.txt"
    listed.write_text("\n".join(NAMES), encoding="utf-8")
    rules = ("--rules", "eppelborn-19", "--lang", "en")
    assert run("new", path, "--players", listed, *rules).code == 0
    listed.unlink()
    return path


def qualified(run: Run, folder: Path) -> Path:
    """After the preliminary rounds, with lots for everybody."""
    path = empty(run, folder)
    for number in (1, 2):
        assert run("seat", path, "--in-place", "--seed", number).code == 0
        type_results(path, Random(number), (13, 11, 9))
    type_lots(path, {name: number for number, name in enumerate(NAMES, 1)})
    return path


def played(_: Run, folder: Path) -> Path:
    return made(folder)


Making = Callable[[Run, Path], Path]
COMMANDS: dict[str, tuple[Making, list[str]]] = {
    "score": (played, ["score"]),
    "score --out": (played, ["score", "--out", "{folder}/out.xlsx"]),
    "score --in-place": (played, ["score", "--in-place"]),
    "score --replace-sheets": (played, ["score", "--in-place", "--replace-sheets"]),
    "seat": (empty, ["seat"]),
    "seat --in-place": (empty, ["seat", "--in-place"]),
    "final": (qualified, ["final"]),
    "final --out": (qualified, ["final", "--out", "{folder}/out.xlsx"]),
    "final --in-place": (qualified, ["final", "--in-place"]),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_workbook_saved_meanwhile_is_refused_and_nothing_is_written(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    moment: str,
    language: str,
) -> None:
    make, words = COMMANDS[command]
    path = make(run, tmp_path)
    (tmp_path / "book.bak.xlsx").write_bytes(b"an older one")
    before = files(tmp_path)
    after(monkeypatch, *MOMENTS[moment], path)
    name, *options = [word.format(folder=tmp_path) for word in words]
    ran = run(name, path, *options, "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    assert CHANGED[language] in ran.err
    assert len(ran.err.splitlines()) == 1
    now = files(tmp_path)
    assert now.pop(path.name) != before.pop(path.name)
    assert now == before


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_older_scored_copy_stays(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    path = made(tmp_path)
    assert run("score", path).code == 0
    before = (tmp_path / "book.scored.xlsx").read_bytes()
    after(monkeypatch, *MOMENTS[moment], path)
    assert run("score", path).code == 2
    assert (tmp_path / "book.scored.xlsx").read_bytes() == before


@pytest.mark.parametrize("times", [1, 2])
def test_the_backup_is_not_replaced_while_the_workbook_is_not(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """Whether its own hidden file or the workbook's was the last to be written."""
    path = made(tmp_path)
    after(monkeypatch, os, "fsync", path, times)
    assert run("score", path, "--in-place").code == 2
    assert set(files(tmp_path)) == {"book.xlsx"}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("zipped", [False, True])
def test_in_a_batch_it_fails_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, zipped: bool
) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    path = made(folder)
    (folder / "other.xlsx").write_bytes(path.read_bytes())
    if zipped:
        path = pack(folder / "all.zip", {"book.xlsx": path.read_bytes()})
        (folder / "book.xlsx").unlink()
    there = {"all.zip/book" if zipped else "book", "other"}
    # In this process, where somebody else can be made to write at the moment in question.
    monkeypatch.setattr(batch, "in_processes", lambda tasks, *_: map(job.score, tasks))
    assert run("batch", folder, "--out", out, "--jobs", 1).code == 0
    expected = {f"{name}{end}" for name in there for end in (".scored.xlsx", ".xlsx.json")}
    assert set(files(out)) == {"batch.json", *expected}

    if zipped and moment == "read":
        after(monkeypatch, job, "member", path)
    else:
        after(monkeypatch, *MOMENTS[moment], path)
    ran = run("batch", folder, "--out", out, "--jobs", 1, "--lang", "en")
    assert ran.code == 1
    assert "book.xlsx: failed: book.xlsx has changed since it was read" in ran.err
    assert "other.xlsx: scored" in ran.err
    assert set(files(out)) == {"batch.json", "other.scored.xlsx", "other.xlsx.json"}


def test_the_public_api_writes_into_what_it_read_only(tmp_path: Path) -> None:
    path, target = made(tmp_path), tmp_path / "scored.xlsx"
    result = xlscore.evaluate(xlscore.read(path))
    again = copy(path, tmp_path / "moved.xlsx")
    xlscore.write(result, again, to=target)
    written = target.read_bytes()
    made(tmp_path, [*GOOD, *((2, *row[1:]) for row in GOOD)], BASE)
    with pytest.raises(Refused) as refused:
        xlscore.write(result, path, to=target)
    assert refused.value.code == "file-changed"
    assert target.read_bytes() == written


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_public_api_notices_what_changes_while_it_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    path, target = made(tmp_path), tmp_path / "scored.xlsx"
    result = xlscore.evaluate(xlscore.read(path))
    after(monkeypatch, *MOMENTS[moment], path)
    with pytest.raises(Refused) as refused:
        xlscore.write(result, path, to=target)
    assert refused.value.code == "file-changed"
    assert set(files(tmp_path)) == {"book.xlsx"}


def test_saving_the_same_again_is_no_change(tmp_path: Path) -> None:
    """Programs that keep files in step touch them, or put the same file in their place."""
    path = made(tmp_path)
    read = Source.read(path)
    path.touch()
    read.refuse_changed()
    Path(copy(path, tmp_path / "other")).replace(path)
    read.refuse_changed()


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
@pytest.mark.parametrize(
    "now", [b"", b"PK-one", b"PK-one.", b"PK-one..", b"PK-onf.", b"qK-one."], ids=str
)
def test_only_the_whole_content_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int, now: bytes
) -> None:
    monkeypatch.setattr(source, "_PIECE", piece)
    path = tmp_path / "book.xlsx"
    path.write_bytes(b"PK-one.")
    read = Source.read(path)
    path.write_bytes(now)
    if now == b"PK-one.":
        read.refuse_changed()
    else:
        with pytest.raises(Refused, match="has changed"):
            read.refuse_changed()


def gone(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("become", [gone, a_folder, pytest.param(a_pipe, marks=pytest.mark.linux)])
def test_what_is_no_file_any_more_has_changed(
    tmp_path: Path, become: Callable[[Path], None]
) -> None:
    path = made(tmp_path)
    read = Source.read(path)
    become(path)
    with pytest.raises(Refused, match="has changed"):
        read.refuse_changed()


def test_a_workbook_is_read_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path)
    reading: list[Path] = []
    read = Path.read_bytes

    def noted(of: Path) -> bytes:
        reading.append(of)
        return read(of)

    monkeypatch.setattr(Path, "read_bytes", noted)
    for how in ([], ["--in-place"]):
        reading.clear()
        assert run("score", path, *how).code == 0
        assert reading.count(path) == 1


def test_whenever_somebody_saves_nothing_is_mixed_and_nothing_overwritten(tmp_path: Path) -> None:
    """With processes of their own; more and larger ones with ``python -m tests.fuzz.race 72``."""
    outcomes = race(tmp_path, runs=4, count=2400)
    assert sum(outcomes.values()) == 4
    assert not outcomes.keys() & set(WRONG)
