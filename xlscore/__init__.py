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

__version__ = "0.2.0"

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
    """Read the results of a workbook or text table, with the findings of reading.

    `path` is an .xlsx, .xlsm, .xls, .xlsb, .ods, .csv or .tsv. `sheet` names the sheet of the
    results where several could be meant. Returns all that was read; games that cannot be scored
    are among it, with a `Finding` each. Raises `Refused`, a ValueError, for a file that is no
    readable workbook or has no results.
    """
    from .formats.read import open_workbook
    from .formats.source import Source
    from .workbook.read import read_results

    source = Source.read(Path(path))
    return read_results(open_workbook(source), sheet)._replace(digest=source.digest)


def write(
    evaluation: Evaluation, source: str | Path, to: str | Path, language: str | None = None
) -> None:
    """Write a copy of a workbook with the sheets Standings, Scored games and Check.

    `evaluation` is what to show and `source` the workbook that its results were read from: all
    but these three sheets stays as it is. `to` is the new .xlsx (.xlsm where
    `source` is one), which may exist. An .xls, .xlsb, .ods, .csv or .tsv becomes a fresh .xlsx
    with the same cells. `language` is an id such as ``"en"`` or ``"de"``; None: the workbook's own.

    Sheets of the organizer's that are named like ours are replaced in `to`, with a warning on the
    Check sheet. Returns nothing. Raises `Refused`, a ValueError, with nothing written, where `to`
    is `source`, where `source` is no longer what `read` has read, and where the file cannot be
    written.
    """
    from .evaluation import chosen_language
    from .formats.atomic import sweep
    from .formats.source import Source
    from .formats.zip_parts import MAX_UNPACKED
    from .score_file import Scored, speaking, write_copy

    spoken_in, target = chosen_language(evaluation.results, language), Path(to)
    with speaking(spoken_in):
        present = Source.read(Path(source))
        if evaluation.results.digest not in (None, present.digest):
            raise Refused("file-changed", file=present.name)
    sweep(target.parent, {target.name})
    write_copy(Scored(evaluation, spoken_in, present), target, MAX_UNPACKED)
