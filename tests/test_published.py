"""Does the rule text's own example come out? Sources: ``cases/published.toml``."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.scoring import OF_SMALL_TOURNAMENTS
from xlscore import load_rules
from xlscore.evaluation import evaluate
from xlscore.report import to_json
from xlscore.rules.rule_set import RuleSet
from xlscore.rules.scoring import Table, table_scorer
from xlscore.words import exact
from xlscore.workbook.block import Block, SheetInfo, Workbook
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import RESULTS_COLUMNS

CASES = tomllib.loads(
    (Path(__file__).parent / "cases" / "published.toml").read_text(encoding="utf-8")
)
Case = dict[str, Any]


def source(case: Case) -> str:
    return str(case["source"])


@pytest.mark.parametrize("case", CASES["table"], ids=source)
def test_table(case: Case) -> None:
    rules = load_rules(case["rules"])
    vp = case.get("vp")
    places = case.get("places")
    score = table_scorer(rules)(
        Table(
            victory_points=tuple(vp or (None,) * len(places or ())),
            places=tuple(places) if places else None,
            cap=rules.caps[case["scenario"]] if "scenario" in case else None,
            factor=Fraction(case["factor"]) if "factor" in case else None,
            lower=case.get("lower", False),
        )
    )
    computed = {
        "tournament_points": score.tournament_points,
        "counted": score.counted or (),
        "share": score.share or (),
    }
    wanted = {key: case[key] for key in computed if key in case}
    assert wanted
    for key, values in wanted.items():
        assert [exact(value) for value in computed[key]] == values, case.get("deviation", key)


def test_the_misprint_is_not_followed() -> None:
    """B's example adds 11 to 33 and prints 43: a total of 43 would give the printed shares (D3)."""
    (case,) = (one for one in CASES["table"] if "printed" in one)
    printed = [exact(_hundredths(Fraction(100 * vp, 43))) for vp in case["vp"]]
    computed = [exact(_hundredths(Fraction(100 * vp, 33 + 11))) for vp in case["vp"]]
    assert printed == case["printed"]
    assert computed == case["share"]


def _hundredths(value: Fraction) -> Fraction:
    return Fraction(int(value * 100 + Fraction(1, 2)), 100)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("case", CASES["standings"], ids=source)
def test_standings(case: Case, language: str) -> None:
    document = scored(case, load_rules(case["rules"]), language)
    codes = [finding["code"] for finding in document["findings"]]
    assert [one for one in codes if one not in OF_SMALL_TOURNAMENTS] == case.get("findings", [])
    standings = {one["player"]: one for one in document["standings"]}
    for player, sums in case["expected"].items():
        assert {key: standings[player][key] or "" for key in sums} == sums
    order = list(standings)
    assert order.index(case["ahead"]) + 1 == order.index(case["behind"])
    assert standings[case["ahead"]]["decided_by"] == case["decided_by"]
    for player, shares in case.get("shares", {}).items():
        found = [
            seat["share"]
            for game in document["scored_games"]
            for seat in game["players"]
            if seat["player"] == player
        ]
        assert found == shares


def test_shares_added_exactly_would_give_another_sum_than_the_text_prints() -> None:
    """A prints 85.70: the rounded shares added; the exact sum is 85.694 (D2)."""
    rules = load_rules("dsvc-s3")
    assert rules.share is not None
    exactly = rules._replace(share=rules.share._replace(decimals=None))
    document = scored(CASES["standings"][0], exactly, "en")
    (share,) = (one["share"] for one in document["standings"] if one["player"] == "A")
    assert Fraction(share) == Fraction(1000, 32) + Fraction(800, 30) + Fraction(1000, 36)
    assert round(Fraction(share), 3) == Fraction("85.694")


def scored(case: Case, rules: RuleSet, language: str) -> Any:
    """The case's rows as a sheet of results, through everything from cells to JSON."""
    headings = [RESULTS_COLUMNS[field](language) for field in case["columns"]]
    block = Block("Results", (0, 0), [headings, *case["rows"]])
    book = Workbook("case.xlsx", (SheetInfo("Results", ours=False),), lambda _name: block)
    return to_json(evaluate(read_results(book), rules, case.get("scenario")), language)
