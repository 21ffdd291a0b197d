"""The worksheet functions, for any host: one table of names, arguments and what is computed.

Standard library only. A host (Excel, LibreOffice) hands over its workbook and gets plain rows
of cells back; whatever goes wrong arrives as one sentence, never as a traceback.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...evaluation import chosen_language, chosen_rules, chosen_scenario, evaluate
from ...explain import explain_order, explain_player
from ...rules.model import Evaluation, Results, Score
from ...rules.rule_set import Counting
from ...rules.scoring import Table, table_scorer
from ...words import Refused, sentence
from ...workbook.block import Block, Cell, Workbook
from ...workbook.output import check_sheet, scored_games_sheet, standings_sheet
from ...workbook.vocabulary import SHEETS, language_of
from .arguments import (
    EXAMPLES,
    Rows,
    count,
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

VALUE, RESULTS, TABLE = "value", "results", "table"
"""Kinds of arguments: one cell; a list of results, as a Block; the cells of one table, as rows."""

_LONGEST_TEXT = 32_767
"""Characters that a cell holds."""


def _no_sheet(name: str) -> Block:
    raise KeyError(name)


UNSEEN = Workbook("", (), _no_sheet)
"""All that a function sees of a workbook that its host does not show."""


class Argument(NamedTuple):
    """An argument of a function, described by the sentence ``argument-help-NAME``."""

    name: str
    kind: str = VALUE
    required: bool = False


@dataclass(frozen=True)
class Function:
    """A worksheet function, described by the sentence ``function-KIND``.

    Called with a workbook and its arguments, of which the last may be left out, it returns rows
    of cells of one width; one cell with a sentence where something is wrong.
    """

    kind: str
    arguments: tuple[Argument, ...]
    compute: Callable[..., Rows]

    def __call__(self, workbook: Workbook, *given: Any, **named: Any) -> Rows:
        call = Call(workbook)
        try:
            return self.compute(call, *given, **named)
        except Exception as error:
            return [[call.in_words(error)]]

    @property
    def reads_results(self) -> bool:
        """Whether it is about all results, not about one table."""
        return any(argument.kind == RESULTS for argument in self.arguments)


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


class Call:
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
        if given is None and not self._workbook.sheets:
            raise Refused("argument-results-empty")
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
        cap = goal = None
        # Points alone depend on the number that wins under some rules only.
        of_scenario = chosen.place_by == "counted" or chosen.points.add or chosen.win.at_least
        if shared or of_scenario:
            named = chosen_scenario(typed, chosen, word("scenario", scenario))
            cap, goal = chosen.cap(named), chosen.goal(named)
        return table_scorer(chosen)(Table(victory_points(vp, chosen), cap=cap, goal=goal))

    def in_words(self, error: Exception) -> str:
        return in_words(error, self.language)


def _listing(sheet: Callable[[Evaluation, str], Block]) -> Callable[..., Rows]:
    """A function that returns one of our sheets."""

    def compute(
        call: Call,
        results: Block | None = None,
        rules: Cell = None,
        scenario: Cell = None,
        rows: Cell = None,
    ) -> Rows:
        filled = height(rows)
        evaluation = call.evaluation(results, rules, scenario)
        return _filled(sheet(evaluation, call.language), filled)

    return compute


def _filled(block: Block, rows: int) -> Rows:
    """A sheet of ours, filled up with empty text to so many rows."""
    answer = [[plain(cell) for cell in row] for row in block.rows]
    return answer + [[""] * len(answer[0]) for _ in range(rows - len(answer))]


def _season(
    call: Call,
    results: Block | None = None,
    rules: Cell = None,
    best: Cell = None,
    at_least: Cell = None,
    rows: Cell = None,
) -> Rows:
    filled = height(rows)
    counting = Counting("evenings", count("best", best), None, count("at_least", at_least))
    read = call.results(results)
    chosen = chosen_rules(read.settings, rule_set(rules))._replace(counting=counting)
    undated = sum(game.date is None for game in read.games)
    if undated:
        raise Refused("argument-undated", count=undated)
    return _filled(standings_sheet(evaluate(read, chosen), call.language), filled)


def _points(call: Call, vp: Sequence[Sequence[Cell]], rules: Cell = None) -> Rows:
    return shaped(vp, call.table(vp, rules, None).tournament_points)


def _share(
    call: Call, vp: Sequence[Sequence[Cell]], rules: Cell = None, scenario: Cell = None
) -> Rows:
    return shaped(vp, call.table(vp, rules, scenario, shared=True).share or ())


def _explain(
    call: Call,
    player: Cell,
    other: Cell = None,
    results: Block | None = None,
    rules: Cell = None,
    scenario: Cell = None,
) -> Rows:
    names = [name("player", player), name("other", other)]
    if names[0] is None:
        raise Refused("argument-empty", argument="player", example=EXAMPLES["player"])
    evaluation = call.evaluation(results, rules, scenario)
    if names[1] is not None:
        return [[explain_order(evaluation, names[0], names[1], call.language)]]
    lines = explain_player(evaluation, names[0], call.language)
    told = " ".join(lines)
    return [[told if len(told) <= _LONGEST_TEXT else lines[-1]]]


_RULES = (Argument("rules"), Argument("scenario"))
_LISTING = (Argument("results", RESULTS), *_RULES, Argument("rows"))
_VP = Argument("vp", TABLE, required=True)

standings = Function("standings", _LISTING, _listing(standings_sheet))
"""Header row and standings.

`results` are the rows given to the function, by default the workbook's own. `rules` and
`scenario`, when left out, come from its Tournament sheet; its Games and Players always count. The
answer is filled up with empty text to `rows` rows.
"""
games = Function("games", _LISTING, _listing(scored_games_sheet))
"""Header row and one row per player and scored game; arguments as for `standings`."""
check = Function("check", _LISTING, _listing(check_sheet))
"""Header row and findings; arguments as for `standings`."""
points = Function("points", (_VP, _RULES[0]), _points)
"""The tournament points of one table, in the shape of `vp`: its cells in a row or a column.

`rules`, when left out, is that of the workbook's Tournament sheet. The higher score wins, and no
game factor counts.
"""
share = Function("share", (_VP, *_RULES), _share)
"""The share of each player at one table in percent; arguments and shape as for `points`."""
season = Function(
    "season",
    (_LISTING[0], _RULES[0], Argument("best"), Argument("at_least"), Argument("rows")),
    _season,
)
"""Header row and standings in which the `best` so many evenings of each player count.

An evening is all games of one date. Who has fewer than `at_least` stands behind without a
rank. Left out, all evenings count; other arguments as for `standings`.
"""
explain = Function(
    "explain",
    (Argument("player", required=True), Argument("other"), _LISTING[0], *_RULES),
    _explain,
)
"""One cell: how a player's points came about, or what puts one of two before the other.

Names are compared without letter case and spare blanks; other arguments as for `standings`.
"""

FUNCTIONS = {
    f"CATAN_{function.kind.upper()}": function
    for function in (standings, games, check, season, points, share, explain)
}
"""All functions by the names that people type."""
