"""The worksheet functions and the buttons, for any host: Blocks in, cells out.

Standard library only. A host (Excel, LibreOffice) hands over its workbook and gets plain rows
of cells back; whatever goes wrong arrives as one sentence, never as a traceback.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...evaluation import chosen_language, chosen_rules, chosen_scenario, evaluate
from ...explain import explain_order, explain_player, explain_rules
from ...rules.model import ERROR, WARNING, Evaluation, Results, Score
from ...rules.rule_file import released_rules, rule_set_ids
from ...rules.scoring import Table, table_scorer
from ...seating.finals import final
from ...seating.next_round import LOT, Seated, seat
from ...seating.told import seated_in_words, tables_in_words
from ...words import Refused, sentence
from ...workbook.block import Block, Cell, Workbook
from ...workbook.edits import Edits
from ...workbook.look import OUTPUT
from ...workbook.output import check_sheet, message, scored_games_sheet, sheets, standings_sheet
from ...workbook.vocabulary import SHEETS, language_of
from .arguments import (
    EXAMPLES,
    Rows,
    height,
    name,
    plain,
    results_of,
    rule_set,
    settings_of,
    shaped,
    victory_points,
    word,
)

_LONGEST_TEXT = 32_767
"""Characters that a cell holds."""
_MOST_LINES = 12
"""More findings or tables than that nobody reads in a message box."""


class Recalculation(NamedTuple):
    """What the button is to write and to say.

    `blocks` are the three sheets, all or, where nothing could be done, none; `message` is one
    sentence in `language`.
    """

    blocks: list[Block]
    message: str
    language: str


class Drawing(NamedTuple):
    """What a button is to type into the organizer's own sheets and to say.

    `edits` are None where nothing could be drawn; `message` is in `language`.
    """

    edits: Edits | None
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
    return _listing("standings", workbook, results, rules, scenario, rows)


def games(
    workbook: Workbook,
    results: Block | None = None,
    rules: Cell = None,
    scenario: Cell = None,
    rows: Cell = None,
) -> Rows:
    """Header row and one row per player and scored game; arguments as for `standings`."""
    return _listing("scored_games", workbook, results, rules, scenario, rows)


def check(
    workbook: Workbook,
    results: Block | None = None,
    rules: Cell = None,
    scenario: Cell = None,
    rows: Cell = None,
) -> Rows:
    """Header row and findings; arguments as for `standings`."""
    return _listing("check", workbook, results, rules, scenario, rows)


def points(workbook: Workbook, vp: Sequence[Sequence[Cell]], rules: Cell = None) -> Rows:
    """The tournament points of one table, in the shape of `vp`: its cells in a row or a column.

    `rules`, when left out, is that of the workbook's Tournament sheet. The higher score wins,
    and no game factor counts. On failure it is one cell with a sentence.
    """

    def table(call: _Call) -> Rows:
        return shaped(vp, call.table(vp, rules, None).tournament_points)

    return _answer(workbook, table)


def share(
    workbook: Workbook, vp: Sequence[Sequence[Cell]], rules: Cell = None, scenario: Cell = None
) -> Rows:
    """The share of each player at one table in percent; arguments and shape as for `points`."""

    def table(call: _Call) -> Rows:
        score = call.table(vp, rules, scenario, shared=True)
        return shaped(vp, score.share or ())

    return _answer(workbook, table)


def explain(
    workbook: Workbook,
    player: Cell,
    other: Cell = None,
    results: Block | None = None,
    rules: Cell = None,
    scenario: Cell = None,
) -> Rows:
    """One cell: how a player's points came about, or what puts one of two before the other.

    Names are compared without letter case and spare blanks; other arguments as for `standings`.
    """

    def text(call: _Call) -> Rows:
        names = [name("player", player), name("other", other)]
        if names[0] is None:
            raise Refused("argument-empty", argument="player", example=EXAMPLES["player"])
        evaluation = call.evaluation(results, rules, scenario)
        if names[1] is not None:
            return [[explain_order(evaluation, names[0], names[1], call.language)]]
        lines = explain_player(evaluation, names[0], call.language)
        told = " ".join(lines)
        return [[told if len(told) <= _LONGEST_TEXT else lines[-1]]]

    return _answer(workbook, text)


def recalculate(workbook: Workbook) -> Recalculation:
    """The three sheets of a workbook, all computed before any is written."""
    call = _Call(workbook)
    try:
        evaluation = call.evaluation()
        blocks = list(sheets(evaluation, call.language))
        return Recalculation(blocks, _summary(evaluation, call.language), call.language)
    except Exception as error:
        return Recalculation([], call.in_words(error), call.language)


def findings_in_words(workbook: Workbook) -> str:
    """What is wrong or doubtful, a line a finding, errors first; nothing is to be written."""
    call = _Call(workbook)
    try:
        evaluation = call.evaluation()
        lines = [_summary(evaluation, call.language)]
        rows = check_sheet(evaluation, call.language).rows[1:]
        lines += [f"{level}, {where}: {words}" for level, where, _, words in rows[:_MOST_LINES]]
        if len(rows) > _MOST_LINES:
            values = {"count": len(rows) - _MOST_LINES, "sheet": SHEETS["check"](call.language)}
            lines.append(sentence("findings-more", call.language, values))
        return "\n".join(lines)
    except Exception as error:
        return call.in_words(error)


def draw_next_round(workbook: Workbook, method: str = LOT, seed: str | None = None) -> Drawing:
    """The next preliminary round as `seating.seat` draws it, of everybody who is active."""
    return _drawing(workbook, lambda results: seat(workbook, results, None, method, seed))


def set_up_final(workbook: Workbook, seed: str | None = None) -> Drawing:
    """The next knock-out round as `seating.final` seats it."""
    return _drawing(workbook, lambda results: final(workbook, results, seed))


def rules_in_words(workbook: Workbook) -> str:
    """The workbook's rule set, a line a sentence; the known ones where it names none."""
    call = _Call(workbook)
    try:
        named = settings_of(workbook).rule_set
        if named is not None:
            return "\n".join(explain_rules(released_rules(named), call.language))
        titles = [explain_rules(released_rules(one), call.language)[0] for one in rule_set_ids()]
        return "\n".join([sentence("rules-none", call.language, {}), *titles])
    except Exception as error:
        return call.in_words(error)


def spoken_language(workbook: Workbook) -> str:
    """The language of a workbook whose results need not be readable.

    That of its Tournament sheet, else the one most sheets are named in, else the system's.
    """
    names = [info.name for info in workbook.sheets]
    named = language_of(names, SHEETS.values())
    return chosen_language(None, settings_of(workbook).language or named)


def in_words(error: Exception, language: str) -> str:
    """One sentence for whatever went wrong.

    A refusal says it itself. Anything else is a fault of ours: its traceback goes to the log,
    because in a cell or a message box it would tell nobody anything.
    """
    if isinstance(error, Refused):
        return error.text(language)
    logging.getLogger("xlscore").error("unexpected", exc_info=error)
    return sentence("fault", language, {"fault": type(error).__name__})


class _Call:
    """One call from a workbook, and the language to answer it in."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._language: str | None = None

    @property
    def language(self) -> str:
        if self._language is None:
            self._language = spoken_language(self._workbook)
        return self._language

    def evaluation(
        self, results: Block | None = None, rules: Cell = None, scenario: Cell = None
    ) -> Evaluation:
        """The workbook's results, or the given ones, scored."""
        given = rule_set(rules)
        return evaluate(self.results(results), given, word("scenario", scenario))

    def results(self, given: Block | None = None) -> Results:
        """The workbook's results, or the given ones; from now on their language is used."""
        read = results_of(self._workbook, given)
        self._language = chosen_language(read)
        return read

    def table(
        self,
        vp: Sequence[Sequence[Cell]],
        rules: Cell,
        scenario: Cell,
        *,
        shared: bool = False,
    ) -> Score:
        """One table, scored by nothing but its victory points; `shared` asks for its share."""
        typed = settings_of(self._workbook)
        chosen = chosen_rules(typed, rule_set(rules))
        if shared and chosen.share is None:
            raise Refused("share-none", rules=chosen.id)
        cap = None
        if shared or chosen.place_by == "counted":
            named = chosen_scenario(typed, chosen, word("scenario", scenario))
            cap = chosen.caps[named] if named else None
        return table_scorer(chosen)(Table(victory_points(vp, chosen), cap=cap))

    def in_words(self, error: Exception) -> str:
        return in_words(error, self.language)


def _answer(workbook: Workbook, compute: Callable[[_Call], Rows]) -> Rows:
    """What a function returns: rows of cells, or one cell that says why there are none."""
    call = _Call(workbook)
    try:
        return compute(call)
    except Exception as error:
        return [[call.in_words(error)]]


_SHEETS = {"standings": standings_sheet, "scored_games": scored_games_sheet, "check": check_sheet}


def _listing(
    kind: str,
    workbook: Workbook,
    results: Block | None,
    rules: Cell,
    scenario: Cell,
    rows: Cell,
) -> Rows:
    def listing(call: _Call) -> Rows:
        filled = height(rows)
        evaluation = call.evaluation(results, rules, scenario)
        block = _SHEETS[kind](evaluation, call.language)
        answer = [[plain(cell) for cell in row] for row in block.rows]
        return answer + [[""] * len(OUTPUT[kind]) for _ in range(filled - len(answer))]

    return _answer(workbook, listing)


def _drawing(workbook: Workbook, draw: Callable[[Results], Seated]) -> Drawing:
    """A round drawn, with all that there is to say about it; or why there is none."""
    call = _Call(workbook)
    try:
        seated = draw(call.results())
        lines = seated_in_words(seated, call.language)
        lines += tables_in_words(seated, call.language, _MOST_LINES)
        return Drawing(seated.edits, "\n".join(lines), call.language)
    except Exception as error:
        return Drawing(None, call.in_words(error), call.language)


def _summary(evaluation: Evaluation, language: str) -> str:
    """How it went; and that hidden rows were read as well, which nobody sees on the sheet."""
    levels = Counter(finding.level for finding in evaluation.findings)
    values = {
        "scored": len(evaluation.scored),
        "total": len(evaluation.results.games),
        "players": len(evaluation.standings),
        "errors": levels[ERROR],
        "warnings": levels[WARNING],
    }
    hidden = [
        message(finding, language)
        for finding in evaluation.findings
        if finding.code == "rows-hidden"
    ]
    return " ".join([sentence("recalculated", language, values), *hidden])
