"""Exact standings for Catan tournaments and game evenings, from the organizer's workbook.

    rules = xlscore.load_rules("dsvc-s3")
    book = xlscore.read("tournament.xlsx")
    result = xlscore.evaluate(book, rules)
    xlscore.write(result, "tournament.xlsx", to="scored.xlsx")

Numbers are exact (int or Fraction). No spreadsheet library is loaded before it is needed.
"""

from __future__ import annotations

from pathlib import Path

from .engine.model import Evaluation, Finding, Results, Standing, Standings
from .engine.rulefile import load_rules
from .engine.ruleset import RuleSet
from .messages import Refused
from .tournament import evaluate

__version__ = "0.1.0"

__all__ = [
    "Evaluation",
    "Finding",
    "Refused",
    "Results",
    "RuleSet",
    "Standing",
    "Standings",
    "evaluate",
    "load_rules",
    "read",
    "write",
]


def read(path: str | Path, sheet: str | None = None) -> Results:
    """Read a workbook's results, with the findings of reading.

    `sheet` names the sheet of the results where several could be meant. Raises `Refused`, a
    ValueError, for a file that is no readable workbook or has no results.
    """
    from .files.reader import open_workbook
    from .files.source import Source
    from .tables.results import read_results

    source = Source.read(Path(path))
    return read_results(open_workbook(source), sheet)._replace(digest=source.digest)


def write(
    evaluation: Evaluation, source: str | Path, to: str | Path, language: str | None = None
) -> None:
    """Write `source` with our three sheets to `to`; everything else stays byte for byte.

    An .xls, .xlsb or .ods becomes a fresh .xlsx with the same cells.
    Sheets of the organizer's that are named like ours are replaced in `to`, with a warning on
    the Check sheet. Raises `Refused`, with nothing written, where that cannot be done, where `to`
    is `source`, and where `source` is no longer what `read` has read.
    """
    from .files.atomic import sweep
    from .files.source import Source
    from .files.zip import MAX_UNPACKED
    from .single import Scored, speaking, write_copy
    from .tournament import language as choice

    spoken, target = choice(evaluation.results, language), Path(to)
    with speaking(spoken):
        present = Source.read(Path(source))
        if evaluation.results.digest not in (None, present.digest):
            raise Refused("file-changed", file=present.name)
    sweep(target.parent, {target.name})
    write_copy(Scored(evaluation, spoken, present), target, MAX_UNPACKED)
