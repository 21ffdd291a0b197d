"""The one straight line: Results and options -> rule set, scenario, language -> Evaluation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .rules.game_checks import check
from .rules.model import (
    ERROR,
    NOTE,
    WARNING,
    Evaluation,
    Finding,
    Location,
    Results,
    ScoredGame,
    Settings,
)
from .rules.ranking import rank
from .rules.rule_file import released_rules, rule_set_ids
from .rules.rule_set import RuleSet
from .rules.scoring import table_scorer
from .rules.tournament_checks import everybody, preliminaries_complete
from .words import ENGLISH, Refused
from .workbook.addresses import position
from .workbook.block import SheetInfo
from .workbook.unread import unread_findings
from .workbook.vocabulary import OUR_SHEETS, SHEETS, existing_sheet, language_called, scenario_meant

_LEVELS = (ERROR, WARNING, NOTE)


def evaluate(
    results: Results, rules: RuleSet | None = None, scenario: str | None = None
) -> Evaluation:
    """Score every game that is free of errors, and rank the players.

    `results` come from `read`; they stay as they are. `rules` and `scenario` (which says how many
    victory points win, such as ``"base"``) are those of the Tournament sheet where they are None;
    given ones win, with a note where they differ. Returns the standings with every finding, those
    of `results` too. Raises `Refused`, a ValueError that lists the known ids, where one of the two
    is needed and there is none, or where it is unknown.
    """
    settings = results.settings
    rules = chosen_rules(settings, rules)
    scenario = chosen_scenario(settings, rules, scenario)
    players = everybody(results)
    checked = check(results, rules, scenario, players)
    score = table_scorer(rules)
    games = map(results.games.__getitem__, checked.tables)
    scored = tuple(map(ScoredGame, checked.tables, games, map(score, checked.tables.values())))
    complete = preliminaries_complete(results, rules, scored)
    ranking = rank(results, rules, scored, complete, players)
    differing = _differing(settings, rules, scenario)
    unread = unread_findings(results, scored, ranking.standings)
    found = (*differing, *results.findings, *checked.findings, *ranking.findings, *unread)
    evaluation = Evaluation(
        results=results,
        rules=rules,
        scenario=scenario,
        scored=scored,
        unscored=checked.unscored,
        open=checked.open,
        standings=ranking.standings,
        findings=_in_order(results, found),
        tied_at_cut=ranking.tied_at_cut,
    )
    _account(evaluation)
    return evaluation


def planned(results: Results, rounds: int | None) -> Results:
    """The results with the number of preliminary rounds that was asked for, None for none; a note
    where the Tournament sheet names another."""
    typed = results.settings.rounds
    if rounds is None or rounds == typed:
        return results
    found = results.findings
    if typed is not None:
        values: dict[str, object] = {"found": typed, "used": rounds}
        locations = (Location("settings", field="rounds"),)
        found = (*found, Finding("rounds-differ", NOTE, values, locations))
    return results._replace(settings=results.settings._replace(rounds=rounds), findings=found)


def chosen_rules(settings: Settings, given: RuleSet | None = None) -> RuleSet:
    """The rule set given, else that of the Tournament sheet; `Refused` lists the known ids."""
    if given is not None:
        return given
    if settings.rule_set is None:
        raise no_rules("rules-missing")
    return released_rules(settings.rule_set)


def no_rules(code: str) -> Refused:
    """Why nothing is done without a rule set: the known ones, and how one is asked for."""
    known = rule_set_ids()
    scenarios = [*released_rules(known[0]).caps][:1]
    example = " --scenario ".join((known[0], *scenarios))
    return Refused(code, known=known, example=example)


def chosen_scenario(settings: Settings, rules: RuleSet, given: str | None = None) -> str | None:
    """D17: the scenario, where the rule set has one to choose; the only one where it has one."""
    known = rules.scenarios
    typed = settings.scenario
    if given is not None:
        chosen = scenario_meant(given, known)
        if chosen is None:
            if not known:
                raise Refused("scenario-none", found=given, rules=rules.id)
            raise Refused("scenario-unknown", found=given, rules=rules.id, known=known)
        return chosen
    if len(known) < 2:
        return known[0] if known else None
    if typed is None:
        raise Refused("scenario-missing", rules=rules.id, known=known)
    chosen = scenario_meant(typed, known)
    if chosen is None:
        raise Refused("scenario-unknown", found=typed, rules=rules.id, known=known)
    return chosen


def _differing(settings: Settings, rules: RuleSet, scenario: str | None) -> Iterator[Finding]:
    """Notes where what is used is not what stands on the Tournament sheet."""
    typed = settings.rule_set
    if typed is not None and typed.casefold() != rules.id.casefold():
        values: dict[str, object] = {"found": typed, "used": rules.id}
        locations = (Location("settings", field="rule_set"),)
        yield Finding("rules-differ", NOTE, values, locations)
    typed = settings.scenario
    if typed is not None and scenario is not None and typed != scenario:
        values = {"found": typed, "used": scenario}
        locations = (Location("settings", field="scenario"),)
        yield Finding("scenario-differs", NOTE, values, locations)


def replacing(evaluation: Evaluation, language: str) -> Evaluation:
    """The evaluation with a warning for each sheet of the organizer's that writing replaces.

    `language` is that of the sheets to be written. Raises `Refused` where the results themselves
    stand on such a sheet.
    """
    origin = evaluation.results.origin
    foreign = [SheetInfo(name, ours=False) for name, _ in origin.foreign] if origin else []
    replaced = [existing_sheet(foreign, SHEETS[kind](language)) for kind in OUR_SHEETS]
    in_the_way = [sheet.name for sheet in replaced if sheet and origin.is_read(sheet.name)]
    if in_the_way:
        raise Refused("results-in-the-way", sheet=in_the_way[0])
    warnings = [
        Finding("sheet-replaced", WARNING, {}, (Location("foreign", number),))
        for number, sheet in enumerate(foreign)
        if sheet in replaced
    ]
    return with_findings(evaluation, warnings)


def with_findings(evaluation: Evaluation, more: Iterable[Finding]) -> Evaluation:
    """The evaluation with further findings."""
    results = evaluation.results
    return evaluation._replace(findings=_in_order(results, (*evaluation.findings, *more)))


def _in_order(results: Results, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Errors first, and each level from the top of the workbook to its end."""
    return tuple(
        sorted(
            findings,
            key=lambda finding: (
                _LEVELS.index(finding.level),
                position(results, finding.locations),
            ),
        )
    )


_NOT_SCORED = ("table-too-large",)
"""Notes that keep a game out of the standings."""


def _account(evaluation: Evaluation) -> None:
    """Nothing is silently dropped: every row read is in a game, not played, empty, or stray.

    Every read passes here. A difference is a fault of xlscore, never of the workbook.
    """
    results = evaluation.results
    games = results.games
    scored = [game.number for game in evaluation.scored]
    sorted_out = sorted([*scored, *evaluation.unscored, *evaluation.open])
    rows = sum(len(game.rows) for game in games)
    count = results.row_count
    others = count.empty + count.stray + count.not_played
    if sorted_out != list(range(len(games))) or count.read != rows + others:
        raise RuntimeError(
            f"rows read {count.read}, in games {rows}, empty {count.empty}, stray {count.stray}, "
            f"not played {count.not_played}; games {len(games)}, "
            f"scored, unscored and open {len(sorted_out)}"
        )
    named = {
        location.entry
        for finding in evaluation.findings
        if finding.level == ERROR or finding.code in _NOT_SCORED
        for location in finding.locations
        if location.kind == "game"
    }
    if not any(finding.code == "column-missing" for finding in evaluation.findings):
        unnamed = [
            number
            for number in evaluation.unscored
            if number not in named and not games[number].faulty
        ]
        if unnamed:
            raise RuntimeError(f"unscored games without a finding: {unnamed}")


def chosen_language(
    results: Results | None, option: str | None = None, otherwise: str | None = None
) -> str:
    """The language to speak: option, Tournament sheet, headers of the results, `otherwise`,
    locale."""
    typed = results and (results.settings.language or results.language)
    language = option or typed or otherwise
    if language:
        return language
    return _system_language() or ENGLISH


def _system_language() -> str | None:
    """The language that the system is set to, also where no locale of that language is installed:
    then Python knows of none."""
    import locale  # rarely needed, and starting up should be quick
    import os

    said = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    names = (next(filter(None, said), ""), locale.getlocale()[0] or "")
    called = (language_called(re.split(r"[_.@]", name)[0]) for name in names)
    return next(filter(None, called), None)
