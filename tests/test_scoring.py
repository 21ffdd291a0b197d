"""What holds for every table and every tournament, whatever was played?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.oracle.comparison import rules_of
from tests.oracle.generator import generate
from tests.oracle.sheets import as_blocks
from xlscore import load_rules
from xlscore.evaluation import evaluate
from xlscore.report import to_json
from xlscore.rules.exact import Number
from xlscore.rules.model import Score
from xlscore.rules.rule_set import RuleSet
from xlscore.rules.scoring import Table, places_by_points, table_scorer
from xlscore.workbook.block import Block, Workbook
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import sheet_kind

CATAN = ("dsvc-s3", "eppelborn-19")
RULES = {rules: load_rules(rules) for rules in (*CATAN, "punktevergabe")}
FACTORS = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3, 4)])


@st.composite
def catan_tables(draw: st.DrawFn) -> tuple[RuleSet, Table]:
    """A table of three or four under A or B, perhaps with a marked winner, perhaps uncapped."""
    rules = RULES[draw(st.sampled_from(CATAN))]
    size = draw(st.sampled_from(rules.sizes))
    points = draw(st.lists(st.integers(0, 16), min_size=size, max_size=size))
    winner = draw(st.none() | st.integers(0, size - 1))
    cap = draw(st.none() | st.sampled_from(sorted(rules.caps.values())))
    return rules, Table(tuple(points), winner, cap=cap)


@st.composite
def league_tables(draw: st.DrawFn) -> tuple[RuleSet, Table]:
    """A game of two to eight under C, with decimals, a factor, and either score winning."""
    rules = RULES["punktevergabe"]
    size = draw(st.sampled_from(rules.sizes))
    scores = st.integers(0, 9) | st.fractions(0, 9, max_denominator=4)
    points = draw(st.lists(scores, min_size=size, max_size=size))
    return rules, Table(tuple(points), factor=draw(FACTORS), lower=draw(st.booleans()))


TABLES = catan_tables() | league_tables()


@given(catan_tables())
def test_tournament_points_add_up_to_the_row(played: tuple[RuleSet, Table]) -> None:
    """A2: sharing moves points between players and neither makes nor loses any."""
    rules, table = played
    score = table_scorer(rules)(table)
    assert sum(score.tournament_points) == sum(rules.points.rows[len(table.victory_points)])


@given(league_tables())
def test_league_points_are_halves_and_never_more_than_the_row(
    played: tuple[RuleSet, Table],
) -> None:
    """C2 to C5: rounded down to halves, at least half a point within the places that earn."""
    rules, table = played
    row = rules.points.rows[len(table.victory_points)]
    score = table_scorer(rules)(table)
    for place, points in zip(score.places, score.tournament_points, strict=True):
        assert (points * 2).denominator == 1
        assert points >= Fraction(1, 2) if row[place - 1] else points == 0
        assert points <= max(row[place - 1] * (table.factor or 1), Fraction(1, 2))


@given(TABLES)
def test_more_points_are_never_a_worse_place_or_worth_less(played: tuple[RuleSet, Table]) -> None:
    rules, table = played
    score = table_scorer(rules)(table)
    points = [value for value in table.victory_points if value is not None]
    for seat, own in enumerate(points):
        for other_seat, other in enumerate(points):
            better = own < other if table.lower else own > other
            if better and other_seat != table.winner:
                assert score.places[seat] < score.places[other_seat]
                assert score.tournament_points[seat] >= score.tournament_points[other_seat]
            if own == other and table.winner not in (seat, other_seat):
                assert score.places[seat] == score.places[other_seat]


@given(TABLES)
def test_places_are_possible_and_the_winner_is_first(played: tuple[RuleSet, Table]) -> None:
    rules, table = played
    places = table_scorer(rules)(table).places
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    if table.winner is not None:
        assert places[table.winner] == 1
        assert places.count(1) == 1


@given(TABLES)
def test_places_typed_in_as_they_came_out_change_nothing(played: tuple[RuleSet, Table]) -> None:
    rules, table = played
    scored = table_scorer(rules)
    assert scored(table._replace(places=scored(table).places)) == scored(table)


@given(TABLES, st.randoms(use_true_random=False))
def test_seats_do_not_matter(played: tuple[RuleSet, Table], random: Random) -> None:
    rules, table = played
    order = list(range(len(table.victory_points)))
    random.shuffle(order)
    moved = table._replace(
        victory_points=_permuted(table.victory_points, order),
        winner=None if table.winner is None else order.index(table.winner),
    )
    before, after = table_scorer(rules)(table), table_scorer(rules)(moved)
    assert tuple(after) == _reseated(before, order)


def _permuted(values: Sequence[Number | None], order: Sequence[int]) -> tuple[Number | None, ...]:
    return tuple(values[seat] for seat in order)


def _reseated(score: Score, order: Sequence[int]) -> tuple[object, ...]:
    """The score with every tuple of seats permuted."""
    return tuple(
        tuple(value[seat] for seat in order) if isinstance(value, tuple) and value else value
        for value in score
    )


@given(catan_tables())
def test_shares_are_parts_of_the_table(played: tuple[RuleSet, Table]) -> None:
    """A5, A6: they add up to 100 percent, at a table of three to 75, but for the rounding."""
    rules, table = played
    score = table_scorer(rules)(table)
    assert score.counted is not None
    assert score.share is not None
    size = len(score.share)
    if not sum(score.counted):
        assert set(score.share) == {0}  # D16
        return
    whole = Fraction(75 if size == 3 else 100)
    assert abs(Fraction(sum(score.share)) - whole) <= size * Fraction(1, 200)
    assert all((100 * share).denominator == 1 for share in score.share)
    raised = Fraction(sum(score.counted)) * Fraction(4 if size == 3 else 3, 3)
    for share, counted in zip(score.share, score.counted, strict=True):
        assert share - Fraction(1, 200) <= 100 * counted / raised < share + Fraction(1, 200)


@given(catan_tables())
def test_only_what_is_counted_is_capped(played: tuple[RuleSet, Table]) -> None:
    """A3, D6: a cap changes what is counted, and neither places nor tournament points."""
    rules, table = played
    assume(table.cap is not None)
    score, uncapped = table_scorer(rules)(table), table_scorer(rules)(table._replace(cap=None))
    assert score.places == uncapped.places
    assert score.tournament_points == uncapped.tournament_points
    reached = [points for points in table.victory_points if points is not None]
    assert score.counted == tuple(min(points, table.cap or 0) for points in reached)
    assert uncapped.counted == tuple(reached)


@given(st.lists(st.integers(0, 12), min_size=2, max_size=8))
def test_places_for_lower_scores_mirror_those_for_higher(points: list[int]) -> None:
    mirrored = tuple(20 - value for value in points)
    assert places_by_points(tuple(points), None, True) == places_by_points(mirrored)


@pytest.mark.parametrize("rules", CATAN)
def test_exact_shares_add_up_exactly(rules: str) -> None:
    """`decimals = "exact"` exists for other rule sets (D2)."""
    share = RULES[rules].share
    assert share is not None
    exactly = RULES[rules]._replace(share=share._replace(decimals=None))
    assert table_scorer(exactly)(Table((10, 9, 5))).share == (
        *(Fraction(125, 4), Fraction(225, 8), Fraction(125, 8)),
    )
    assert sum(table_scorer(exactly)(Table((7, 7, 3, 2))).share or ()) == 100


# Whole workbooks


@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_of_rows_never_matters(seed: int, random: Random) -> None:
    """Names, rounds and games are told by what stands in the row, never by where it stands."""
    tournament = generate(seed)
    workbook = as_blocks(tournament, "en", Random(seed))
    books = (workbook, _with_rows_shuffled(workbook, random))
    rules = rules_of(tournament)
    before, after = (to_json(evaluate(read_results(one), rules)) for one in books)
    keys = ("games_total", "games_scored", "provisional", "standings")
    assert {key: after[key] for key in keys} == {key: before[key] for key in keys}


def _with_rows_shuffled(workbook: Workbook, random: Random) -> Workbook:
    """The same workbook with the rows of its results in another order."""
    blocks = {info.name: workbook.load(info.name) for info in workbook.sheets}
    (name,) = (name for name in blocks if sheet_kind(name) == "results")
    block = blocks[name]
    first = next(number for number, row in enumerate(block.rows) if "Player" in row) + 1
    rows = list(block.rows[first:])
    random.shuffle(rows)
    blocks[name] = Block(name, block.start, [*block.rows[:first], *rows], block.metadata)
    return workbook._replace(load=lambda sheet: blocks[sheet])
