"""What the buttons do, in any host: each ends with one message in the workbook's language.

Standard library only. An action has done all of its work or none when it tells its outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ... import __version__
from ...evaluation import chosen_language
from ...explain import explain_rules
from ...rules.model import ERROR, WARNING, Evaluation
from ...rules.rule_file import released_rules, rule_set_ids
from ...seating.finals import final
from ...seating.next_round import LOT, SPREAD, Seated, seat
from ...seating.told import seated_in_words, tables_in_words
from ...words import sentence
from ...workbook.output import check_sheet, message, sheets
from ...workbook.vocabulary import SHEETS
from . import live
from .arguments import settings_of
from .fill import Remembered, remember, type_edits, write
from .functions import Call, in_words, spoken_language
from .port import Desktop, OpenWorkbook

_MOST_LINES = 12
"""More findings or tables than that nobody reads in a message box."""
_TOURNAMENT, _LEAGUE = ("dsvc-s3", "base"), ("punktevergabe", None)


class Pressed(NamedTuple):
    """A button that was pressed: on which workbook, what was read of it, in which language.

    `answer` is that to the question that the button asks; yes where it asks none.
    """

    book: Desktop
    read: Remembered
    call: Call
    answer: bool

    def say(self, code: str, **values: object) -> str:
        """A sentence in the workbook's language."""
        return sentence(code, self.call.language, values)


class Button(NamedTuple):
    """What a button does, which it returns in words, and the code of what it asks before."""

    action: Callable[[Pressed], str]
    asks: str | None = None


def question(button: str, book: Desktop) -> str | None:
    """What the person is to be asked before a button does anything; None where that is nothing.

    To be answered yes or no; where they think better of it the button is not to be pressed.
    """
    asks = BUTTONS[button].asks
    if asks is None:
        return None
    try:
        language = spoken_language(book.read(marked=False))
    except Exception:
        # Whoever presses is told what is wrong.
        language = chosen_language(None)
    return sentence(asks, language, {})


def press(button: str, book: Desktop, answer: bool = True) -> str:
    """Do what a button is for; returns the outcome in words, whatever it is."""
    action = BUTTONS[button].action
    return _outcome(book, lambda read, call: action(Pressed(book, read, call, answer)))


def recalculate(book: OpenWorkbook) -> str:
    """Write Standings, Scored games and Check of a workbook; returns in words how it went."""
    return _outcome(book, lambda read, call: _recalculated(book, read, call))


def _outcome(book: OpenWorkbook, action: Callable[[Remembered, Call], str]) -> str:
    """What an action says, or why it did nothing."""
    call = None
    try:
        read = remember(book)
        call = Call(read.workbook)
        return action(read, call)
    except Exception as error:
        return call.in_words(error) if call else in_words(error, chosen_language(None))


def _recalculated(book: OpenWorkbook, read: Remembered, call: Call) -> str:
    evaluation = call.evaluation()
    # All computed before any is written.
    write(book, read, list(sheets(evaluation, call.language)))
    said = _summary(evaluation, call.language)
    return said if book.saved else f"{said} {sentence('workbook-unsaved', call.language, {})}"


def _check(pressed: Pressed) -> str:
    """What is wrong or doubtful, a line a finding, errors first; nothing is written."""
    evaluation, language = pressed.call.evaluation(), pressed.call.language
    lines = [_summary(evaluation, language)]
    rows = check_sheet(evaluation, language).rows[1:]
    lines += [f"{level}, {where}: {words}" for level, where, _, words in rows[:_MOST_LINES]]
    if len(rows) > _MOST_LINES:
        more = len(rows) - _MOST_LINES
        lines.append(pressed.say("findings-more", count=more, sheet=SHEETS["check"](language)))
    return "\n".join(lines)


def _insert_live(pressed: Pressed) -> str:
    return live.insert_live(pressed.book, pressed.read.workbook, pressed.call.language)


def _draw_next_round(pressed: Pressed) -> str:
    """The next preliminary round, of everybody who is active; by lot, or spread."""
    method = LOT if pressed.answer else SPREAD
    results, workbook = pressed.call.results(), pressed.read.workbook
    return _seated(pressed, seat(workbook, results, None, method, None))


def _set_up_final(pressed: Pressed) -> str:
    """The next knock-out round, as the rules seat it."""
    return _seated(pressed, final(pressed.read.workbook, pressed.call.results(), None))


def _seated(pressed: Pressed, seated: Seated) -> str:
    """A round that was drawn, typed into the workbook, and all that there is to say about it."""
    language = pressed.call.language
    lines = seated_in_words(seated, language)
    lines += tables_in_words(seated, language, _MOST_LINES)
    type_edits(pressed.book, pressed.read, seated.edits)
    return "\n".join(lines)


def _new_workbook(pressed: Pressed) -> str:
    """A fresh workbook to fill in, for a tournament or for a league."""
    rule_set, scenario = _TOURNAMENT if pressed.answer else _LEAGUE
    file = pressed.book.open_new(rule_set, scenario, pressed.call.language)
    if file is None:
        return pressed.say("new-workbook-opened")
    return pressed.say("new-workbook-saved", file=file)


def _rules(pressed: Pressed) -> str:
    """The workbook's rule set, a line a sentence; the known ones where it names none."""
    named, language = settings_of(pressed.read.workbook).rule_set, pressed.call.language
    if named is not None:
        return "\n".join(explain_rules(released_rules(named), language))
    titles = [explain_rules(released_rules(one), language)[0] for one in rule_set_ids()]
    return "\n".join([pressed.say("rules-none"), *titles])


def _help(pressed: Pressed) -> str:
    """A line a button, as the host itself tells it, and the names of the functions."""
    lines = [
        f"{pressed.say(f'ribbon-{one}-label')}: {pressed.say(f'ribbon-{one}-help')}"
        for one in BUTTONS
        if one != "help" and (one != "insert_live" or pressed.book.has_functions)
    ]
    return "\n".join([*lines, pressed.say("help-functions", version=__version__)])


def _recalculate(pressed: Pressed) -> str:
    return _recalculated(pressed.book, pressed.read, pressed.call)


BUTTONS = {
    "recalculate": Button(_recalculate),
    "check": Button(_check),
    "insert_live": Button(_insert_live),
    "draw_next_round": Button(_draw_next_round, asks="draw-which"),
    "set_up_final": Button(_set_up_final),
    "new_workbook": Button(_new_workbook, asks="new-workbook-which"),
    "rules": Button(_rules),
    "help": Button(_help),
}
"""What each button does, by the name that a host calls it by; its label and what it is for are
the sentences ``ribbon-NAME-label`` and ``ribbon-NAME-help``."""


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
