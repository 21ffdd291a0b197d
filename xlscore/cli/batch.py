"""xlscore batch: how far it is while it runs, and what came of it."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..streams import say, showing
from ..words import sentence
from .options import PATH, PROVISIONAL, chosen, common, tell

if TYPE_CHECKING:
    from ..archive.batch import Archive
    from ..archive.job import Entry

_REASONS = 3


@click.command()
@click.argument("paths", type=PATH, nargs=-1, required=True)
@click.option("--out", type=PATH, required=True, metavar="DIR", help="Folder for all results.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes that share the work (default: one per processor core).",
)
@click.option("--resume", is_flag=True, help="Keep what an interrupted run has finished.")
@click.option(
    "--map",
    "map_file",
    type=PATH,
    metavar="FILE.csv",
    help="Path pattern, rule set, scenario: for workbooks that name none.",
)
@click.option(
    "--summary",
    type=PATH,
    metavar="FILE",
    help="All players and tournaments in one .xlsx, .csv or .parquet.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Hand the work to this Dask cluster.")
@click.option(
    "--limit",
    type=click.FloatRange(min=1),
    metavar="SECONDS",
    help="Give up on a file after that long (default: 600).",
)
@common
def batch(
    paths: tuple[Path, ...],
    out: Path,
    jobs: int | None,
    resume: bool,
    map_file: Path | None,
    summary: Path | None,
    scheduler: str | None,
    limit: float | None,
    **given: Any,
) -> None:
    """Score every workbook below some folders, also inside zip archives.

    --rules and --scenario are for workbooks that name none themselves.

    Example: xlscore batch archive --out scored --summary scored/all.xlsx
    """
    # not needed to score a single workbook, which should start quickly
    from ..archive.batch import How, archive
    from ..archive.batch import batch as score_all
    from ..archive.rule_map import read_map

    # many files come after each other, and hardly anything outlives its own
    gc.set_threshold(100_000, 50, 50)
    jobs = jobs or _cores()
    if limit is not None and scheduler is not None:
        raise click.UsageError("--limit does not go with --scheduler.")
    options = chosen(given)
    language = options.chosen_language()
    if summary is not None:
        from ..archive.summary_file import refuse_unwritable

        refuse_unwritable(summary, out)
    rules = read_map(map_file) if map_file else ()
    found = archive(paths, out, options, rules, summary)
    how = How(jobs, scheduler=scheduler, resume=resume)
    if limit is not None:
        how = how._replace(limit=limit)
    unused = set(rules).difference(found.rules.values())
    for rule in sorted(unused, key=lambda rule: rule.line):
        tell("map-unused", language, file=map_file, line=rule.line)
    with _progress(len(found.files), language) as reported:
        entries = score_all(found, how, reported)
    if summary is not None:
        _summarize(found, entries, summary, language)
    with showing():
        _total(entries, language)
    sys.exit(PROVISIONAL if any(entry.status == "failed" for entry in entries) else 0)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _summarize(found: Archive, entries: Sequence[Entry], target: Path, language: str) -> None:
    from ..archive.summary import Scored, summary
    from ..archive.summary_file import write_summary

    done = {entry.path for entry in entries if entry.kept is not None}
    tables = summary(
        [Scored(file.name, found.out / file.document) for file in found.files if file.name in done]
    )
    write_summary(target, tables, language)
    tell("cli-written", language, file=target)
    if tables.doubles:
        tell("batch-doubles", language, count=len(tables.doubles))


def _line(entry: Entry, language: str) -> str:
    shown = sentence(f"batch-{entry.status}", language, {})
    code = "batch-line-why" if entry.why else "batch-line"
    values = {"path": entry.path, "status": shown, "why": entry.why or ""}
    return sentence(code, language, values)


@contextmanager
def _progress(total: int, language: str) -> Iterator[Callable[[Entry], None]]:
    """What hears of each file: a bar on a terminal, with the failed ones named above it; a line
    a file anywhere else."""
    if not sys.stderr.isatty():
        yield lambda entry: say(_line(entry, language))
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """Files per second, lately."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed or 0:.1f}/s")

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=console, speed_estimate_period=10) as bar:
        task = bar.add_task("", total=total)

        def reported(entry: Entry) -> None:
            if entry.status == "failed":
                console.print(Text(_line(entry, language)), soft_wrap=True)
            bar.advance(task)

        yield reported


def _total(entries: Sequence[Entry], language: str) -> None:
    """How many of each, and the three commonest reasons, each with an example."""
    counts = Counter(entry.status for entry in entries)
    names = ("scored", "provisional", "failed", "skipped")
    click.echo(sentence("batch-total", language, {name: counts[name] for name in names}))
    examples: dict[str, Entry] = {}
    reasons: Counter[str] = Counter()
    for entry in entries:
        if entry.status == "failed" and entry.code:
            reasons[entry.code] += 1
            examples.setdefault(entry.code, entry)
    for code, count in reasons.most_common(_REASONS):
        example = examples[code]
        values = {"count": count, "path": example.path, "why": example.why or ""}
        click.echo(sentence("batch-reason", language, values))
