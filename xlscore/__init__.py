"""Exact standings for Catan tournaments and game evenings, from the organizer's workbook.

    rules = xlscore.load_rules("dsvc-s3")
    book = xlscore.read("tournament.xlsx")
    result = xlscore.evaluate(book, rules)
    xlscore.write(result, "tournament.xlsx", to="scored.xlsx")

Numbers are exact (int or Fraction). No spreadsheet library is loaded before it is needed.
"""

from __future__ import annotations

from pathlib import Path

from .evaluation import evaluate
from .rules.model import Evaluation, Finding, Results, Standing, Standings
from .rules.rule_file import load_rules
from .rules.rule_set import RuleSet
from .words import Refused

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
    from .formats.read import open_workbook
    from .formats.source import Source
    from .workbook.read import read_results

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
    from .evaluation import language as choice
    from .formats.atomic import sweep
    from .formats.source import Source
    from .formats.zip_parts import MAX_UNPACKED
    from .score_file import Scored, speaking, write_copy

    spoken, target = choice(evaluation.results, language), Path(to)
    with speaking(spoken):
        present = Source.read(Path(source))
        if evaluation.results.digest not in (None, present.digest):
            raise Refused("file-changed", file=present.name)
    sweep(target.parent, {target.name})
    write_copy(Scored(evaluation, spoken, present), target, MAX_UNPACKED)
