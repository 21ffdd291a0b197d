"""Is every good workbook of an archive scored and every broken one named, whoever does the work,
and whatever ends it in the middle?"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.support import archives
from tests.support.command_line import FAULTY, GOOD, Run, files, made, run, started

__all__ = ["run"]  # the fixture

COUNT = 42


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, archives.Made]:
    folder = tmp_path_factory.mktemp("archive")
    return folder, archives.archive(folder, COUNT, broken=1 / 6)


@pytest.fixture(scope="module")
def undisturbed(
    archive: tuple[Path, archives.Made], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("undisturbed")
    process = started("batch", archive[0], "--out", out, "--jobs", 1, stderr=subprocess.DEVNULL)
    assert process.wait() == 1
    return files(out)


def test_every_good_workbook_is_scored_and_every_broken_one_named(
    archive: tuple[Path, archives.Made], undisturbed: dict[str, bytes]
) -> None:
    _, made = archive
    assert len(made.broken) == len(archives.BROKEN)
    entries = json.loads(undisturbed["batch.json"])["files"]
    assert [one["path"] for one in entries] == sorted([*made.good, *made.broken])
    assert {one["path"] for one in entries if one["status"] == "failed"} == set(made.broken)
    for one in entries:
        if one["status"] == "failed":
            assert Path(one["path"]).name in one["why"]
    endings = [Path(name).suffix for name in undisturbed]
    assert endings.count(".json") == len(made.good) + 1
    assert endings.count(".xlsx") == len(made.good)
    assert len(endings) == 2 * len(made.good) + 1


def test_two_jobs_give_the_same_bytes(
    run: Run, tmp_path: Path, archive: tuple[Path, archives.Made], undisturbed: dict[str, bytes]
) -> None:
    assert run("batch", archive[0], "--out", tmp_path, "--jobs", 2).code == 1
    assert files(tmp_path) == undisturbed


def test_resuming_gives_the_same_bytes_and_writes_only_what_is_missing(
    run: Run, tmp_path: Path, archive: tuple[Path, archives.Made], undisturbed: dict[str, bytes]
) -> None:
    folder, _ = archive
    assert run("batch", folder, "--out", tmp_path, "--jobs", 1).code == 1
    lost, changed, cut, *_ = sorted(tmp_path.rglob("*.xlsx.json"))
    again = {path.name[:5] for path in (lost, changed, cut)}
    lost.unlink()
    changed.write_text("{}", encoding="utf-8")
    copy = next(cut.parent.glob(f"{cut.name[:5]}*.scored.xlsx"))
    copy.write_bytes(copy.read_bytes()[:100])
    (tmp_path / ".batch.json.0123456789ab.tmp").write_bytes(b"half")
    kept = [path for path in tmp_path.rglob("*.xlsx*") if path.name[:5] not in again]
    before = {path: path.stat().st_mtime_ns for path in kept}
    assert run("batch", folder, "--out", tmp_path, "--jobs", 1, "--resume").code == 1
    assert files(tmp_path) == undisturbed
    assert {path: path.stat().st_mtime_ns for path in kept} == before


@pytest.mark.parametrize("altered", ["points", "a name", "a finding", "finished", "a key"])
def test_resuming_makes_anew_what_somebody_altered(run: Run, tmp_path: Path, altered: str) -> None:
    rows = [*GOOD, *((2, *row[1:]) for row in FAULTY)]
    book, out = made(tmp_path, rows), tmp_path / "out"
    assert run("batch", book, "--out", out).code == 0
    whole = files(out)
    path = out / "book.xlsx.json"
    document = json.loads(path.read_text("utf-8"))
    first = document["standings"][0]
    if altered == "points":
        first["tournament_points"] = "9"
    elif altered == "a name":
        first["player"] = "Zoe"
    elif altered == "a finding":
        document["findings"].clear()
    elif altered == "finished":
        document["finished"] = not document["finished"]
    else:
        document["remark"] = "by hand"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert run("batch", book, "--out", out, "--resume").code == 0
    assert files(out) == whole


def test_resuming_takes_nothing_made_from_other_content_or_options(
    run: Run, tmp_path: Path, archive: tuple[Path, archives.Made]
) -> None:
    folder, made = archive
    source = tmp_path / "in"
    source.mkdir()
    one = source / "one.xlsx"
    good = [name for name in made.good if name.endswith(".xlsx")]
    one.write_bytes((folder / good[0]).read_bytes())
    out = tmp_path / "out"
    run("batch", source, "--out", out)
    first = files(out)
    one.write_bytes((folder / good[1]).read_bytes())
    run("batch", source, "--out", out, "--resume")
    second = files(out)
    assert second["one.xlsx.json"] != first["one.xlsx.json"]
    run("batch", source, "--out", out, "--resume", "--lang", "de")
    assert files(out)["one.xlsx.json"] != second["one.xlsx.json"]
    one.write_bytes(b"broken now")
    assert run("batch", source, "--out", out, "--resume").code == 1
    assert set(files(out)) == {"batch.json"}


@pytest.fixture(scope="module")
def much_interrupted(
    archive: tuple[Path, archives.Made], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """An output folder in which one run after the other was killed, with all its processes."""
    out = tmp_path_factory.mktemp("interrupted")
    moments = Random(7)
    killed = 0
    for _ in range(10):
        process = started(
            *("batch", archive[0], "--out", out, "--jobs", 2, "--resume"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert process.stderr is not None
        for _ in range(moments.randrange(1, COUNT // 8)):
            process.stderr.readline()
        try:
            process.wait(moments.uniform(0, 0.05))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
    assert killed == 10
    return out


@pytest.mark.linux
def test_killed_at_ten_moments_and_resumed_the_tree_is_that_of_an_undisturbed_run(
    run: Run,
    archive: tuple[Path, archives.Made],
    undisturbed: dict[str, bytes],
    much_interrupted: Path,
) -> None:
    assert run("batch", archive[0], "--out", much_interrupted, "--resume").code == 1
    assert files(much_interrupted) == undisturbed


@pytest.mark.linux
def test_workers_end_when_the_first_process_is_killed(
    tmp_path: Path, archive: tuple[Path, archives.Made]
) -> None:
    process = started(
        *("batch", archive[0], "--out", tmp_path, "--jobs", 2),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    process.stderr.readline()
    process.kill()
    # ends when the last process that could still write to the stream has ended
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
