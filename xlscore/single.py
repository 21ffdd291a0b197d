"""One workbook file through the whole line: read, evaluated, written beside or in place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from .engine.model import Evaluation
from .engine.rulefile import load_rules
from .files.reader import READ_ONLY, open_workbook
from .files.writer import write_in_place, write_workbook
from .files.zip import MAX_UNPACKED
from .messages import Refused
from .tables.results import read_results
from .tables.sheets import sheets
from .tournament import evaluate, language, replacing


class Options(NamedTuple):
    """What the person asked for; None leaves it to the workbook."""

    rules: str | None = None
    scenario: str | None = None
    sheet: str | None = None
    language: str | None = None
    max_unpacked: int = MAX_UNPACKED
    compare: bool = False
    """Compare the standings that the workbook brings of its own."""


class Scored(NamedTuple):
    """An evaluation and the language to speak about it."""

    evaluation: Evaluation
    language: str


def score_file(path: Path, options: Options) -> Scored:
    """Read and evaluate one workbook. Raises `Refused` where that cannot be done."""
    with within_memory(path):
        workbook = open_workbook(path, max_unpacked=options.max_unpacked)
        results = read_results(workbook, options.sheet)
        spoken = language(results, options.language)
        with speaking(spoken):
            rules = load_rules(options.rules) if options.rules else None
            evaluation = evaluate(results, rules, options.scenario)
        if options.compare:
            from .compare import compare  # rarely asked for
            from .tables.claims import read_claims

            evaluation = compare(evaluation, read_claims(workbook, results))
        return Scored(evaluation, spoken)


@contextmanager
def within_memory(path: Path) -> Iterator[None]:
    """What is too large for this machine is refused as any other file that cannot be read."""
    try:
        yield
    except MemoryError as error:
        raise Refused("memory-exhausted", file=path.name) from error


@contextmanager
def speaking(spoken: str) -> Iterator[None]:
    """What is refused from here on is told in the workbook's language."""
    try:
        yield
    except Refused as refused:
        refused.language = spoken
        raise


def scored_path(path: Path) -> Path:
    """``NAME.scored.xlsx`` beside the workbook; macro workbooks keep their ending."""
    extension = path.suffix.lower()
    return path.with_name(f"{path.stem}.scored{'.xlsx' if extension in READ_ONLY else extension}")


def write_copy(scored: Scored, source: Path, target: Path, max_unpacked: int) -> Scored:
    """Write the scored copy; returns the evaluation with what writing had to warn of."""
    with speaking(scored.language), within_memory(source):
        _refuse_same(target, source)
        told = scored._replace(evaluation=replacing(scored.evaluation, scored.language))
        blocks = sheets(told.evaluation, told.language)
        write_workbook(source, target, blocks, replace_foreign=True, max_unpacked=max_unpacked)
    return told


def _refuse_same(target: Path, source: Path) -> None:
    try:
        same = target.exists() and target.samefile(source)
    except OSError as error:
        reason = error.strerror or error
        raise Refused("file-unwritable", file=target.name, reason=reason) from error
    if same:
        raise Refused("target-is-source", file=target.name)


def write_back(
    scored: Scored, source: Path, *, replace_sheets: bool, max_unpacked: int
) -> tuple[Scored, Path | None]:
    """Write into the workbook itself; returns what `write_copy` does, and the backup if made."""
    with speaking(scored.language), within_memory(source):
        told = scored
        if replace_sheets:
            told = scored._replace(evaluation=replacing(scored.evaluation, scored.language))
        # The second time nothing is replaced any more, and the bytes must be the same.
        blocks = sheets(scored.evaluation, scored.language)
        backup = write_in_place(
            source, blocks, replace_foreign=replace_sheets, max_unpacked=max_unpacked
        )
    return told, backup
