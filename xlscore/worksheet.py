"""The worksheet functions and the Recalculate button, for any host: Blocks in, cells out.

Standard library only. A host (Excel, LibreOffice) hands over its workbook and gets plain rows
of cells back; whatever goes wrong arrives as one sentence, never as a traceback.
"""

from __future__ import annotations

import logging
from collections import Counter
from fractions import Fraction
from typing import NamedTuple, Union

from .engine.model import ERROR, WARNING, Evaluation, Results
from .engine.rulefile import released_rules
from .messages import SENTENCES, Refused, sentence
from .tables.block import MAX_ROWS, Block, Cell, SheetInfo, Workbook
from .tables.layout import OUR_SHEETS, OUTPUT, SHEETS, folded, sheet_kind
from .tables.results import read_results
from .tables.sheets import sheets
from .tournament import evaluate, language

Rows = list[list[Union[str, int, float]]]
_EXAMPLES = {"rules": "dsvc-s3", "scenario": "base"}


class Recalculation(NamedTuple):
    """What the button is to write and to say.

    `blocks` are the three sheets, all or, where nothing could be done, none; `message` is one
    sentence in `language`.
    """

    blocks: list[Block]
    message: str
    language: str


def standings(
    workbook: Workbook,
    results: Block | None = None,
    rules: Cell = None,
    scenario: Cell = None,
    rows: Cell = None,
) -> Rows:
    """Header row and standings.

    `results` are the rows given to the function, by default the workbook's own. `rules` and
    `scenario`, when left out, come from its Tournament sheet; its Games and Players always
    count. The answer is filled up with empty text to `rows` rows. On failure it is one cell
    with a sentence.
    """
    return _answer("standings", workbook, results, rules, scenario, rows)


def games(
    workbook: Workbook,
    results: Block | None = None,
    rules: Cell = None,
    scenario: Cell = None,
    rows: Cell = None,
) -> Rows:
    """Header row and one row per player and scored game; arguments as for `standings`."""
    return _answer("scored_games", workbook, results, rules, scenario, rows)


def check(
    workbook: Workbook,
    results: Block | None = None,
    rules: Cell = None,
    scenario: Cell = None,
    rows: Cell = None,
) -> Rows:
    """Header row and findings; arguments as for `standings`."""
    return _answer("check", workbook, results, rules, scenario, rows)


def recalculate(workbook: Workbook) -> Recalculation:
    """The three sheets of a workbook, all computed before any is written."""
    spoken = _spelling(workbook)
    try:
        results = read_results(workbook)
        spoken = language(results)
        evaluation = evaluate(results)
        return Recalculation(list(sheets(evaluation, spoken)), _summary(evaluation, spoken), spoken)
    except Exception as error:
        return Recalculation([], in_words(error, spoken), spoken)


def in_words(error: Exception, language: str) -> str:
    """One sentence for whatever went wrong.

    A refusal says it itself. Anything else is a fault of ours: its traceback goes to the log,
    because in a cell or a message box it would tell nobody anything.
    """
    if isinstance(error, Refused):
        return error.text(language)
    logging.getLogger("xlscore").error("unexpected", exc_info=error)
    return sentence(SENTENCES["fault"], language, {"fault": type(error).__name__})


def _answer(
    kind: str,
    workbook: Workbook,
    results: Block | None,
    rules: Cell,
    scenario: Cell,
    rows: Cell,
) -> Rows:
    spoken = _spelling(workbook)
    try:
        height = _height(rows)
        rule_set = _word("rules", rules)
        read = _read(workbook, results)
        spoken = language(read)
        evaluation = evaluate(
            read, released_rules(rule_set) if rule_set else None, _word("scenario", scenario)
        )
        block = sheets(evaluation, spoken)[OUR_SHEETS.index(kind)]
    except Exception as error:
        return [[in_words(error, spoken)]]
    width = len(OUTPUT[kind])
    answer = [[_plain(cell) for cell in row[:width]] for row in block.rows]
    return answer + [[""] * width for _ in range(height - len(answer))]


def _read(workbook: Workbook, results: Block | None) -> Results:
    """The workbook's results, or the given ones among its Tournament, Players and Games."""
    if results is None:
        return read_results(workbook)
    given = results
    others = [
        info
        for info in workbook.sheets
        if sheet_kind(info.name) in ("tournament", "players", "games") and info.name != given.sheet
    ]
    return read_results(
        Workbook(
            workbook.source,
            (*others, SheetInfo(given.sheet, ours=False)),
            lambda name: given if name == given.sheet else workbook.load(name),
        ),
        given.sheet,
    )


def _plain(cell: Cell) -> str | int | float:
    """A cell as a formula returns it: text, a number a spreadsheet holds, empty text."""
    if isinstance(cell, Fraction):
        return float(cell)
    return cell if isinstance(cell, (str, int)) else ""


def _word(argument: str, cell: Cell) -> str | None:
    """An argument that is one text; None where it is empty."""
    if isinstance(cell, (list, tuple)):
        example = _EXAMPLES[argument]
        raise Refused("argument-not-one-value", argument=argument, example=example)
    text = "" if cell is None else str(cell).strip()
    return text or None


def _height(rows: Cell) -> int:
    """How many rows an answer is filled up to."""
    if rows is None or rows == "":
        return 0
    whole = isinstance(rows, (int, float)) and not isinstance(rows, bool) and rows % 1 == 0
    if not whole or not 0 <= rows <= MAX_ROWS:  # type: ignore[operator]
        raise Refused("argument-rows", found=rows, most=MAX_ROWS)
    return int(rows)  # type: ignore[arg-type]


def _spelling(workbook: Workbook) -> str:
    """The language most sheets are named in, for what goes wrong before anything is read."""
    names = [info.name for info in workbook.sheets]
    german, english = (
        sum(folded(name) == folded(sheet(spelling)) for name in names for sheet in SHEETS.values())
        for spelling in ("de", "en")
    )
    return language(None) if german == english else "de" if german > english else "en"


def _summary(evaluation: Evaluation, spoken: str) -> str:
    levels = Counter(finding.level for finding in evaluation.findings)
    return sentence(
        SENTENCES["recalculated"],
        spoken,
        {
            "scored": len(evaluation.scored),
            "total": len(evaluation.results.games),
            "players": len(evaluation.standings),
            "errors": levels[ERROR],
            "warnings": levels[WARNING],
        },
    )
