"""Does a worker that dies or hangs cost its own file only, on this machine and on a cluster?"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from distributed import Client

from samples.make import SAMPLES
from tests.support import archives
from tests.support.cluster import running_cluster
from tests.support.command_line import Run, files, run
from tests.support.fragile import fragile, task, tries, unheard_of
from xlscore.archive.batch import How, archive, batch
from xlscore.archive.cluster import on_cluster
from xlscore.archive.job import Entry
from xlscore.archive.workers import in_processes
from xlscore.score_file import Options
from xlscore.words import Refused

__all__ = ["run"]  # the fixture

GOOD = [f"good-{number:02}" for number in range(20)]


@pytest.mark.linux
def test_a_worker_that_dies_costs_its_file_one_retry_alone(tmp_path: Path) -> None:
    names = [*GOOD[:5], "dies-always", *GOOD[5:9], "dies-once", *GOOD[9:]]
    entries = list(in_processes([task(tmp_path, name) for name in names], 2, 600, fragile))
    told = {entry.path: entry.status for entry in entries}
    assert told == dict.fromkeys(names, "scored") | {"dies-always": "failed"}
    assert len(entries) == len(names)
    counts = {name: tries(tmp_path).count(name) for name in names}
    assert counts == dict.fromkeys(names, 1) | {"dies-always": 2, "dies-once": 2}
    (died,) = [entry for entry in entries if entry.status == "failed"]
    assert died.code == "worker-died"
    assert died.why is not None
    assert died.why.startswith("dies-always: ")


@pytest.mark.linux
def test_a_file_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    names = [*GOOD[:3], "hangs-for-ever", *GOOD[3:]]
    entries = list(in_processes([task(tmp_path, name) for name in names], 2, 6, fragile))
    told = {entry.path: entry.status for entry in entries}
    assert told == dict.fromkeys(names, "scored") | {"hangs-for-ever": "failed"}
    assert tries(tmp_path).count("hangs-for-ever") == 1
    assert [entry.code for entry in entries if entry.status == "failed"] == ["worker-slow"]


@pytest.mark.linux
def test_what_is_done_counts_however_late_it_is_asked_for(tmp_path: Path) -> None:
    names = GOOD[:4]
    entries = in_processes([task(tmp_path, name) for name in names], 2, 0.5, fragile)
    told = []
    for entry in entries:
        told.append(entry.status)
        Event().wait(1)
    assert told == ["scored"] * 4


@pytest.mark.linux
def test_one_file_is_as_safe_as_many(tmp_path: Path) -> None:
    (entry,) = in_processes([task(tmp_path, "dies-always")], 8, 600, fragile)
    assert entry.code == "worker-died"
    assert tries(tmp_path) == ["dies-always"] * 2


def test_processes_that_cannot_start_are_no_endless_loop(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="--jobs 1"):
        list(in_processes([task(tmp_path, "good")], 1, 600, unheard_of))


@pytest.mark.linux
def test_stopping_early_leaves_no_process_behind(tmp_path: Path) -> None:
    entries = in_processes([task(tmp_path, name) for name in GOOD], 2, 600, fragile)
    next(entries)
    entries.close()
    assert multiprocessing.active_children() == []


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real scheduler with two worker processes."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as address:
        yield address


@pytest.mark.xdist_group(name="cluster")
def test_a_cluster_gives_the_same_bytes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cluster: str
) -> None:
    archives.archive(tmp_path / "in", 14, broken=1 / 7)
    monkeypatch.chdir(tmp_path)  # where no worker is
    assert run("batch", "in", "--out", "one", "--jobs", 1).code == 1
    assert run("batch", "in", "--out", "two", "--scheduler", cluster).code == 1
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.linux
@pytest.mark.xdist_group(name="cluster")
def test_a_cluster_goes_on_when_a_worker_is_killed(run: Run, tmp_path: Path, cluster: str) -> None:
    archives.archive(tmp_path / "in", 60, broken=1 / 20)
    one, two = tmp_path / "one", tmp_path / "two"
    assert run("batch", tmp_path / "in", "--out", one, "--jobs", 1).code == 1
    with Client(cluster, set_as_default=False) as client:
        victims = [*client.run(os.getpid).values()][:1]

    def told(_entry: Entry) -> None:
        while victims:
            os.kill(victims.pop(), signal.SIGKILL)

    batch(archive([tmp_path / "in"], two, Options()), How(scheduler=cluster), told)
    assert not victims
    assert files(one) == files(two)


@pytest.mark.linux
@pytest.mark.xdist_group(name="cluster")
def test_a_cluster_reports_a_file_that_kills_its_workers(tmp_path: Path, cluster: str) -> None:
    """And none that only waited behind it, though the scheduler blames these as well."""
    names = ["dies-always", *GOOD[:6]]
    entries = list(on_cluster([task(tmp_path, name) for name in names], cluster, fragile))
    told = {entry.path: entry.code for entry in entries}
    assert len(entries) == len(names)
    assert told == dict.fromkeys(names) | {"dies-always": "worker-died"}


def test_no_scheduler_is_one_line(run: Run, tmp_path: Path) -> None:
    book = SAMPLES / "league-set.xlsx"
    ran = run(
        *("batch", book, "--out", tmp_path, "--scheduler", "tcp://127.0.0.1:9", "--lang", "en")
    )
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("No Dask scheduler answers at tcp://127.0.0.1:9: ")
    assert "Traceback" not in ran.err
