"""Many workbooks: all that some paths lead to scored, none able to stop the others.

The tree below each path is mirrored under the output folder: per workbook its scored copy and
its JSON, and one ``batch.json`` with an entry for every file that was looked at. Nothing else is
written, and the same archive gives the same bytes, however many processes work on it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ..formats import atomic
from ..report import json_text
from ..rules.rule_file import load_rules
from ..rules.rule_set import is_rule_file
from ..score_file import Options
from ..words import sentence
from .found import find, roots
from .job import KEPT, Entry, Task, discard, failed
from .output_names import File
from .rule_map import Rule, rule_for
from .workers import in_processes

SCHEMA = "xlscore-batch/1"


class How(NamedTuple):
    """How the work is done: `jobs` processes of this machine, never this one, which a file could
    end; each file in at most `limit` seconds; or the Dask cluster at `scheduler`; `resume`: what
    an interrupted run finished is good."""

    jobs: int = 1
    limit: float = 600
    scheduler: str | None = None
    resume: bool = False


class Archive(NamedTuple):
    """What is to be scored into the folder `out`; `rules` hold the row of the map that fits a file,
    by its name."""

    files: list[File]
    out: Path
    options: Options
    rules: Mapping[str, Rule]


def archive(
    paths: Sequence[Path],
    out: Path,
    options: Options,
    rules: Sequence[Rule] = (),
    summary: Path | None = None,
) -> Archive:
    """Everything the paths lead to; `summary` is no workbook of it.

    Raises `Refused` for a path that does not exist, and where `out` cannot hold the results.
    """
    searched = roots(paths)
    atomic.make_folder(out)
    rules_named = options.rules
    if rules_named:
        load_rules(rules_named)  # better refused now than for every file
        if is_rule_file(rules_named):
            rules_named = str(Path(rules_named).resolve())
    options = options._replace(
        rules=rules_named, workbook_first=True, otherwise=options.chosen_language()
    )
    files = find(searched, out, summary)
    fitting = {file.name: rule for file in files if (rule := rule_for(rules, file))}
    return Archive(files, atomic.real_path(out), options, fitting)


def batch(archive: Archive, how: How, reported: Callable[[Entry], None]) -> list[Entry]:
    """Score every workbook; `told` hears of each file as it is done. Sorted by path.

    Whatever is wrong with one file is its own entry: nothing stops the others.
    """
    entries: list[Entry] = []
    listed = 0
    sources = {file.name: file for file in archive.files}
    try:
        _sweep(archive)
        with closing(_entries(archive, how)) as done:
            for entry in done:
                reported(entry)
                entries.append(entry)
                if entry.status == "failed" and sources[entry.path].document:
                    discard(sources[entry.path], archive.out)
                if len(entries) >= listed + max(_LISTED, listed // 4):
                    listed = len(entries)
                    _list(entries, archive.out)
    finally:
        _sweep(archive)
        _list(entries, archive.out)
    return entries


_LISTED = 32
"""Files after which the list of them is written while the run goes on; of many, after a quarter
more, so that writing it stays a small part of the work."""


def _list(entries: list[Entry], out: Path) -> None:
    """The list of all files, as far as they are done, sorted by path."""
    entries.sort(key=lambda entry: entry.path)
    atomic.replace_text(out / "batch.json", json_text(_document(entries)))


def _entries(archive: Archive, how: How) -> Generator[Entry]:
    language = archive.options.chosen_language()
    tasks = []
    for file in archive.files:
        if file.skipped:
            why = sentence(file.skipped, language, {})
            yield Entry(file.name, "skipped", why, file.skipped)
        elif file.refused:
            yield failed(file, file.refused, language)
        else:
            tasks.append(Task(file, archive.out, _options(archive, file), how.resume))
    if how.scheduler is not None:
        from .cluster import on_cluster

        yield from on_cluster(tasks, how.scheduler)
    else:
        yield from in_processes(tasks, how.jobs, how.limit)


def _options(archive: Archive, file: File) -> Options:
    rule = archive.rules.get(file.name)
    if rule is None:
        return archive.options
    scenario = rule.scenario or archive.options.scenario
    return archive.options._replace(rules=rule.rules, scenario=scenario)


def _sweep(archive: Archive) -> None:
    """Temporary files that a run left behind which was ended in the middle of writing.

    Only where this one writes, and only of what it writes.
    """
    names = {Path(name).name for file in archive.files for name in (file.copy, file.document)}
    names.add("batch.json")
    folders = {(archive.out / file.document).parent for file in archive.files if file.document}
    for folder in {archive.out, *folders}:
        atomic.sweep(folder, names)


def _document(entries: Iterable[Entry]) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "files": [
            {
                "path": entry.path,
                "status": entry.status,
                "why": entry.why,
                **{key: entry.kept[key] if entry.kept else None for key in KEPT},
            }
            for entry in entries
        ],
    }
