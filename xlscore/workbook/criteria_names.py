"""Criteria in words, as headings of the standings, and as they are shown."""

from __future__ import annotations

from ..rules.criteria import Criterion
from ..rules.exact import Number
from ..rules.numbers import COUNT, PERCENT, POINTS, SHARE
from ..rules.rule_set import RuleSet
from ..words import LANGUAGES, decimal_text, sentence, shown
from .vocabulary import STANDINGS_COLUMNS, Name

STYLES = {POINTS: "points", SHARE: "share", PERCENT: "share", COUNT: "whole"}
"""The style of a column, by the unit of what it shows."""


def number_name(number: str, language: str) -> str:
    """A number of a game in words: "first places"."""
    return sentence(f"decided-{number}", language, {})


def criterion_name(criterion: Criterion, language: str) -> str:
    """A criterion in words: "share per game played", "best lead"."""
    name = number_name(criterion.of, language)
    if criterion.take != "sum":
        name = sentence(f"criterion-{criterion.take}", language, {"name": name})
    if criterion.per:
        per = number_name(criterion.per, language)
        name = sentence("criterion-per", language, {"name": name, "per": per})
    if criterion.over != "own":
        name = sentence(f"criterion-{criterion.over}", language, {"name": name})
    return name


def criterion_heading(criterion: Criterion) -> Name:
    """What its column in the standings is called."""
    if (
        criterion == Criterion(criterion.of, higher=criterion.higher)
        and criterion.of in STANDINGS_COLUMNS
    ):
        return STANDINGS_COLUMNS[criterion.of]
    names = {language: criterion_name(criterion, language) for language in LANGUAGES}
    return Name({language: name[:1].upper() + name[1:] for language, name in names.items()})


def decision_name(key: str, rules: RuleSet, language: str) -> str:
    """What decided a rank in words, by its key in `Standing.decided_by`: a criterion, the lot, a
    last round."""
    found = next((one for one in rules.order if one.key == key), None)
    return number_name(key, language) if found is None else criterion_name(found, language)


def value_shown(
    criterion: Criterion, value: Number | None, rules: RuleSet, language: str
) -> object:
    """The value of a criterion as people read it: shares with the decimals that they are rounded
    to, other numbers exactly."""
    if value is None:
        return "-"
    if criterion.of == "share" and not criterion.per:
        decimals = rules.share and rules.share.decimals
        return (
            shown(value, language) if decimals is None else decimal_text(value, decimals, language)
        )
    return value
