"""One workbook file through the whole line: read, evaluated, written beside or in place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from .evaluation import chosen_language, chosen_rules, evaluate, planned, replacing, with_findings
from .formats.mending import mended
from .formats.read import open_workbook
from .formats.source import READ_ONLY, Source, within_memory
from .formats.write import write_in_place, write_workbook
from .formats.zip_parts import MAX_UNPACKED
from .rules.model import NOTE, Evaluation, Finding, Location, Results, Settings
from .rules.rule_file import Beside, load_rules, rule_set_ids, rules_beside
from .rules.rule_set import RuleSet
from .words import Refused
from .workbook.block import Workbook
from .workbook.output import sheets
from .workbook.read import read_results


class Options(NamedTuple):
    """What the person asked for; None leaves it to the workbook."""

    rules: str | None = None
    scenario: str | None = None
    sheet: str | None = None
    language: str | None = None
    max_unpacked: int = MAX_UNPACKED
    compare: bool = False
    """Compare the standings that the workbook brings of its own."""
    rounds: int | None = None
    """How many preliminary rounds are planned."""
    workbook_first: bool = False
    """Rule set, scenario and rounds count only where the workbook names none."""
    otherwise: str | None = None
    """Language where neither the person nor the workbook names one; None: the system's."""
    place: Path | None = None
    """The workbook's own path, where it goes by another name."""

    def chosen_language(self, results: Results | None = None) -> str:
        """The language to speak, about these results."""
        return chosen_language(results, self.language, self.otherwise)

    def read(self, workbook: Workbook) -> Results:
        """The results of a workbook, with what was asked for about them."""
        try:
            results = read_results(workbook, self.sheet)
        except Refused as refused:
            refused.language = self.language or refused.language
            raise
        asked = self.rounds
        if self.workbook_first and results.settings.rounds is not None:
            asked = None
        return planned(results, asked)


class Scored(NamedTuple):
    """An evaluation, the language to speak about it, and the file that it was made of."""

    evaluation: Evaluation
    language: str
    source: Source


def score_file(source: Source, options: Options) -> Scored:
    """Evaluate what was read from one workbook file. Raises `Refused` where that cannot be done."""
    with within_memory(source.path):
        workbook = open_workbook(source, max_unpacked=options.max_unpacked)
        results = options.read(workbook)
        language = options.chosen_language(results)
        with speaking(language):
            rules, scenario = _asked_for(results.settings, options)
            book = options.place or source.path
            beside = own_rules(book, results.settings) if rules is None else None
            if beside:
                rules = beside.rules
            evaluation = evaluate(results, rules, scenario)
            if beside:
                evaluation = with_findings(evaluation, [_told_of(beside)])
        if options.compare:
            from .compare.compare import compare  # rarely asked for
            from .compare.own_standings import read_claims

            evaluation = compare(evaluation, read_claims(workbook, results))
        return Scored(evaluation, language, source)


def own_rules(book: Path, typed: Settings) -> Beside | None:
    """The rules that the Tournament sheet names, where no published ones are called so and a file
    beside the workbook holds them."""
    named = typed.rule_set
    if not named or named.strip().casefold() in rule_set_ids() or not book.is_file():
        return None
    return rules_beside(book, named)


def _told_of(beside: Beside) -> Finding:
    values: dict[str, object] = {"rules": beside.rules.id, "file": beside.path.name}
    return Finding("rules-beside", NOTE, values, (Location("settings", field="rule_set"),))


def _asked_for(typed: Settings, options: Options) -> tuple[RuleSet | None, str | None]:
    """The rule set and the scenario to insist on; None leaves it to the workbook."""
    if not options.workbook_first:
        return load_rules(options.rules) if options.rules else None, options.scenario
    given = None if options.rules is None else load_rules(options.rules)
    named = typed.rule_set
    if named is None and given is None:
        raise Refused("batch-rules-missing", known=rule_set_ids())
    # A workbook may name the very rules that are given, which may be somebody's own.
    is_given = given is not None and (named is None or named.casefold() == given.id.casefold())
    rules = chosen_rules(typed, given if is_given else None)
    takes_it = typed.scenario is None and len(rules.scenarios) > 1
    return rules, options.scenario if takes_it else None


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """What is refused from here on is told in the workbook's language."""
    try:
        yield
    except Refused as refused:
        refused.language = language
        raise


def scored_path(path: Path) -> Path:
    """``NAME.scored.xlsx`` beside the workbook; macro workbooks keep their ending."""
    extension = path.suffix.lower()
    return path.with_name(f"{path.stem}.scored{'.xlsx' if extension in READ_ONLY else extension}")


def write_copy(scored: Scored, target: Path, max_unpacked: int) -> Scored:
    """Write the scored copy; returns the evaluation with what writing had to warn of.

    Raises `Refused`, with nothing written, where that cannot be done, and where the source is no
    longer what was scored.
    """
    source = scored.source
    with speaking(scored.language), within_memory(source.path):
        refuse_same(target, source.path)
        reported = scored._replace(evaluation=replacing(scored.evaluation, scored.language))
        reported = _with_mended(reported, max_unpacked)
        blocks = sheets(reported.evaluation, reported.language)
        write_workbook(source, target, blocks, replace_foreign=True, max_unpacked=max_unpacked)
    return reported


def _with_mended(scored: Scored, max_unpacked: int) -> Scored:
    """With a note of what is mended in the parts that are not ours."""
    found = mended(scored.source, max_unpacked).findings
    return scored._replace(evaluation=with_findings(scored.evaluation, found)) if found else scored


def refuse_same(target: Path, source: Path) -> None:
    """Raises Refused where a copy would be written over what it is a copy of."""
    try:
        same = target.exists() and source.exists() and target.samefile(source)
    except OSError as error:
        reason = error.strerror or error
        raise Refused("file-unwritable", file=target.name, reason=reason) from error
    if same:
        raise Refused("target-is-source", file=target.name)


def write_back(
    scored: Scored, *, replace_sheets: bool, max_unpacked: int
) -> tuple[Scored, Path | None]:
    """Write into the workbook itself; returns what `write_copy` does, and the backup if made."""
    with speaking(scored.language), within_memory(scored.source.path):
        reported = scored
        if replace_sheets:
            reported = scored._replace(evaluation=replacing(scored.evaluation, scored.language))
        reported = _with_mended(reported, max_unpacked)
        # The second time nothing is replaced or mended any more, and the bytes must be the same.
        blocks = sheets(scored.evaluation, scored.language)
        backup = write_in_place(
            scored.source, blocks, replace_foreign=replace_sheets, max_unpacked=max_unpacked
        )
    return reported, backup
