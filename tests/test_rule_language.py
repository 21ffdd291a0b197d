"""What a rule file can say of wins, points, results that count and criteria: does each come out?

The tournaments are small and made of numbers; reading and writing have tests of their own. Examples
that name a source are printed there.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from samples.make import SAMPLES
from xlscore import load_rules
from xlscore.evaluation import evaluate
from xlscore.explain import explain_order, explain_player, explain_rules
from xlscore.report import to_json
from xlscore.rules.model import Bonus, Evaluation, Game, GameKind, Results, RowCount, SatOut
from xlscore.words import LANGUAGES, Refused, exact

HEAD = """
id = "own"
kind = "tournament"
name = { en = "Own", de = "Eigene" }
source = { title = "House rules" }
"""
VP = "victory_points = { required = true, whole = true }\n"
PLACES_ONLY = "victory_points = { required = false, whole = false }\n"
ROWS = "[tournament_points]\n3 = [5, 3, 1]\n4 = [5, 3, 2, 1]\n"
ANY = Any


class Table(NamedTuple):
    """A game: its round, and who had how many points, in the order of the seats."""

    round: str | None
    points: dict[str, ANY]
    winner: str | None = None
    places: tuple[int, ...] | None = None
    date: date | None = None


Play = Callable[..., Evaluation]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """The evaluation of some tables under rules that are written down here."""

    def evaluation(
        text: str,
        *tables: Table,
        scenario: str | None = None,
        bonuses: Iterable[tuple[str, int, ANY]] = (),
        byes: Sequence[tuple[str, str]] = (),
        kinds: tuple[GameKind, ...] = (),
    ) -> Evaluation:
        path = tmp_path / "own.toml"
        whole = text if "\nid = " in text else f"{HEAD}{text}"
        path.write_text(whole, encoding="utf-8")
        rows = itertools.count()
        games = tuple(
            Game(
                table.round,
                str(number),
                "Azul" if "league" in text else None,
                table.date,
                None,
                tuple(itertools.islice(rows, len(table.points))),
                tuple(table.points),
                tuple(table.points.values()),
                None if table.winner is None else list(table.points).index(table.winner),
                table.places,
            )
            for number, table in enumerate(tables, 1)
        )
        count = sum(len(game.rows) for game in games)
        sat_out = tuple(SatOut(turn, who, 90 + n, bye=True) for n, (turn, who) in enumerate(byes))
        results = Results(
            "test",
            games,
            game_kinds=kinds,
            columns=frozenset(("round", "table", "player", "vp", "place", "game", "date")),
            bonuses=tuple(Bonus(who, points, row) for who, row, points in bonuses),
            sat_out=sat_out,
            row_count=RowCount(read=count + len(sat_out), not_played=len(sat_out)),
        )
        return evaluate(results, load_rules(path), scenario)

    return evaluation


def order(evaluation: Evaluation) -> list[str]:
    """Rank and player, with the criteria's values."""
    return [
        " ".join(
            [
                f"{'-' if one.rank is None else one.rank}",
                one.player,
                *(exact(value) if value is not None else "-" for _, value in one.criteria),
            ]
        )
        for one in evaluation.standings
    ]


def worth(evaluation: Evaluation, game: int = 0) -> list[str]:
    return [exact(value) for value in evaluation.scored[game].score.tournament_points]


def four(turn: str, *points: ANY, names: str = "ABCD", **more: ANY) -> Table:
    return Table(turn, dict(zip(names, points, strict=False)), **more)


def by(criterion: str, rows: str = ROWS, vp: str = VP, more: str = "") -> str:
    return f"{vp}{rows}{more}\n[standings]\norder = [{criterion}]\n"


# Numbers of a game


@pytest.mark.parametrize(
    ("number", "values"),
    [
        ("wins", "1 0 0 0"),
        ("firsts", "1 0 0 0"),
        ("seconds", "0 1 1 0"),
        ("thirds", "0 0 0 0"),
        ("fourths", "0 0 0 1"),
        ("fifths", "0 0 0 0"),
        ("place", "1 2 2 4"),
        ("mean_place", "1 2.5 2.5 4"),
        ("games", "1 1 1 1"),
        ("opponents", "3 3 3 3"),
        ("beaten", "3 1.5 1.5 0"),
        ("of_best", "100 80 80 50"),
        ("of_best_other", "125 80 80 50"),
        ("of_next", "125 160 160 100"),
        ("lead", "2 -2 -2 -5"),
        ("bonus", "0 0 0 0"),
    ],
)
def test_a_number_of_a_game(play: Play, number: str, values: str) -> None:
    evaluation = play(by(f'"{number}"'), four("1", 10, 8, 8, 5))
    found = {one.player: one.criteria[0][1] for one in evaluation.standings}
    assert " ".join(exact(found[player] or 0) for player in "ABCD") == values


def test_percent_above_the_mean(play: Play) -> None:
    evaluation = play(by('"above_mean"'), four("1", 10, 6, 4, 0))
    assert order(evaluation) == ["1 A 100", "2 B 20", "3 C -20", "4 D -100"]


@pytest.mark.parametrize(
    ("number", "values"),
    [
        ("of_best", ["0"]),
        ("of_best_other", ["0"]),
        ("of_next", ["100"]),
        ("above_mean", ["0"]),
    ],
)
def test_percents_of_nothing(play: Play, number: str, values: list[str]) -> None:
    """A table on which nobody has a point: a best other of 0 is taken for 1."""
    evaluation = play(by(f'"{number}"'), four("1", 0, 0, 0, 0))
    assert {exact(one.criteria[0][1] or 0) for one in evaluation.standings} == set(values)


def test_the_best_other_of_who_had_points_alone(play: Play) -> None:
    assert order(play(by('"of_best_other"'), four("1", 7, 0, 0, 0)))[0] == "1 A 700"


# Criteria


def test_the_mean_is_a_ratio_of_two_sums(play: Play) -> None:
    rules = by('{ of = "victory_points", per = "games" }')
    evaluation = play(rules, four("1", 10, 8, 7, 5), four("2", 4, 5, 6, names="ABC"))
    assert order(evaluation) == ["1 A 7", "2 B 6.5", "2 C 6.5", "4 D 5"]


@pytest.mark.parametrize(
    ("take", "better", "values"),
    [
        ("best", "higher", "10"),
        ("worst", "higher", "4"),
        ("best", "lower", "4"),
        ("worst", "lower", "10"),
        ("first", "higher", "10"),
        ("last", "higher", "6"),
    ],
)
def test_what_is_taken_of_a_players_games(play: Play, take: str, better: str, values: str) -> None:
    """First and last go by round, whatever the order on the sheet."""
    rules = by(f'{{ of = "victory_points", take = "{take}", better = "{better}" }}')
    evaluation = play(rules, four("2", 4, 5, 7, 1), four("10", 6, 7, 8, 1), four("1", 10, 9, 7, 1))
    (own,) = (one for one in evaluation.standings if one.player == "A")
    assert exact(own.criteria[0][1] or 0) == values


def test_fewer_may_be_better_and_are_shown_as_they_are(play: Play) -> None:
    evaluation = play(by('{ of = "place", better = "lower" }'), four("1", 10, 8, 7, 5))
    assert order(evaluation) == ["1 A 1", "2 B 2", "3 C 3", "4 D 4"]
    assert explain_order(evaluation, "B", "A", "en") == (
        "A is ahead of B with fewer places: 1 against 2."
    )
    assert "hat weniger Plätze: 1 gegen 2" in explain_order(evaluation, "A", "B", "de")


def test_the_opponents_of_each_game_are_added_up(play: Play) -> None:
    rules = by('{ of = "wins", over = "opponents" }', vp=VP)
    evaluation = play(rules, four("1", 10, 8, 7, names="ABC"), four("2", 10, 8, 7, names="ADE"))
    # B and C met A with two wins; A met four players without one
    assert order(evaluation) == ["1 B 2", "1 C 2", "1 D 2", "1 E 2", "5 A 0"]


def test_an_opponent_met_twice_counts_twice_and_is_divided_by_own_games(play: Play) -> None:
    rules = by('{ of = "wins", over = "opponents", per = "opponents" }')
    evaluation = play(rules, four("1", 10, 8, 7, names="ABC"), four("2", 10, 8, 7, names="ABC"))
    assert order(evaluation) == ["1 B 1", "1 C 1", "3 A 0"]


def test_direct_comparison_takes_games_against_those_who_are_level(play: Play) -> None:
    """A and B have a win each; A was before B where they met. C's win was elsewhere."""
    rules = by('"wins", { of = "beaten", over = "tied" }')
    evaluation = play(
        rules,
        four("1", 10, 8, 7, names="ABX"),
        four("2", 10, 8, 7, names="BYZ"),
        four("3", 9, 8, 7, names="CYX"),
    )
    # B's game against A: only X is behind; C met nobody of the group
    assert order(evaluation)[:3] == ["1 A 1 2", "2 B 1 1", "3 C 1 0"]
    assert [one.decided_by for one in evaluation.standings][:3] == ["beaten-tied"] * 3


def test_who_has_no_game_stands_last_also_where_fewer_are_better(play: Play) -> None:
    rules = by('{ of = "place", better = "lower" }')
    evaluation = play(rules, four("1", 10, 8, 7, 5), four("2", 10, None, 7, 5, names="EFGH"))
    assert [line.split()[0] for line in order(evaluation)] == ["1", "2", "3", "4", *["5"] * 4]
    assert order(evaluation)[-1] == "5 H -"


def test_below_zero_is_before_who_has_no_game(play: Play) -> None:
    rules = by('"tournament_points"', rows="[tournament_points]\n4 = [1, 0, -1, -2]\n")
    evaluation = play(rules, four("1", 10, 8, 7, 5), four("2", 10, None, 7, 5, names="EFGH"))
    assert order(evaluation)[:5] == ["1 A 1", "2 B 0", "3 C -1", "4 D -2", "5 E -"]


def test_the_key_of_a_criterion_names_all_of_it(play: Play) -> None:
    rules = by(
        '{ of = "share", per = "games" }, { of = "of_best_other", take = "best" }, '
        '{ of = "wins", over = "opponents", per = "opponents" }',
        more='[share]\ndecimals = "exact"\n',
    )
    document = to_json(play(rules, four("1", 10, 8, 7, 5)))
    (first, *_) = document["standings"]  # type: ignore[misc]
    assert [one["key"] for one in first["criteria"]] == [  # type: ignore[index]
        "share-per-games",
        "of_best_other-best",
        "wins-opponents-per-opponents",
    ]


# Wins


@pytest.mark.parametrize(
    ("win", "winner", "wins"),
    [
        ("", None, "1 1 0 0"),
        ("[win]\nshared = false\n", None, "0 0 0 0"),
        ("[win]\nshared = false\n", "B", "0 1 0 0"),
        ("[win]\nat_least = 11\n", None, "0 0 0 0"),
        ("[win]\nat_least = 10\n", None, "1 1 0 0"),
    ],
)
def test_what_a_win_is(play: Play, win: str, winner: str | None, wins: str) -> None:
    evaluation = play(by('"wins"', more=win), four("1", 10, 10, 8, 7, winner=winner))
    found = {one.player: one.criteria[0][1] for one in evaluation.standings}
    assert " ".join(exact(found[player] or 0) for player in "ABCD") == wins


def test_a_win_takes_points_that_were_reached_and_not_those_that_count(play: Play) -> None:
    rules = by('"wins"', more="[win]\nat_least = 12\n").replace(
        "whole = true }", "whole = true, cap = 10 }"
    )
    assert order(play(rules, four("1", 12, 8, 7, 5)))[0] == "1 A 1"


def test_a_win_takes_another_number_in_each_scenario(play: Play) -> None:
    win = "[win]\nat_least = { short = 8, long = 12 }\n"
    rules = by('"wins"', more=win).replace(
        "whole = true }", "whole = true, cap = { short = 8, long = 12 } }"
    )
    game = four("1", 9, 7, 6, 5)
    assert order(play(rules, game, scenario="short"))[0] == "1 A 1"
    assert order(play(rules, game, scenario="long"))[0] == "1 A 0"


def test_a_shared_first_place_without_a_mark_is_told(play: Play) -> None:
    rules = by('"wins"', more="[win]\nshared = false\n")
    evaluation = play(rules, four("1", 10, 10, 8, 7), four("2", 10, 9, 8, 7))
    assert [(one.level, one.code) for one in evaluation.findings if "win" in one.code] == [
        ("note", "win-unmarked")
    ]
    marked = play(rules, four("1", 10, 10, 8, 7, winner="A"))
    assert "win-unmarked" not in [one.code for one in marked.findings]


# Points


@pytest.mark.parametrize(
    ("keys", "points"),
    [
        ("", "5 2 2 2"),
        ('level = "higher"', "5 3 3 3"),
        ('level = "lower"', "5 1 1 1"),
        ("step = 4", "4 0 0 0"),
        ('step = 4\nrounding = "up"', "8 4 4 4"),
        ('step = 4\nrounding = "half-up"', "4 4 4 4"),
        ("step = 4\nminimum = 1", "4 1 1 1"),
        ("constant = -3", "2 -1 -1 -1"),
        ('constant = "1/3"', "16/3 7/3 7/3 7/3"),
        ("add = { victory_points = 0.5 }", "10 6 6 6"),
        ("add = { beaten = 1 }", "8 3 3 3"),
    ],
)
def test_what_three_second_places_are_worth(play: Play, keys: str, points: str) -> None:
    rules = by('"tournament_points"', rows=f"{ROWS}{keys}\n")
    assert " ".join(worth(play(rules, four("1", 10, 8, 8, 8)))) == points


def test_points_below_zero_are_rounded_down(play: Play) -> None:
    rows = "[tournament_points]\n4 = [0, -1, -2, -3]\nstep = 2\n"
    assert worth(play(by('"tournament_points"', rows), four("1", 10, 8, 7, 5))) == [
        "0",
        "-2",
        "-2",
        "-4",
    ]


def test_the_mean_that_a_table_adds_is_the_share_as_it_is_rounded(play: Play) -> None:
    rules = by(
        '"tournament_points"',
        rows="[tournament_points]\nadd = { share = 1 }\n",
        more="[share]\ndecimals = 0\n",
    )
    assert worth(play(rules, four("1", 1, 1, 1, names="ABC"))) == ["33", "33", "33"]


def test_without_rows_any_table_of_two_or_more_is_scored(play: Play) -> None:
    rules = by('"beaten"', rows="", vp=PLACES_ONLY)
    evaluation = play(rules, four("1", 3, 2, names="AB"), four("2", *range(9), names="ABCDEFGHI"))
    assert len(evaluation.scored) == 2
    alone = play(rules, four("1", 3, names="A"))
    assert [one.code for one in alone.findings if one.level == "error"] == ["table-size"]


@pytest.mark.parametrize(
    ("points", "worths"), [((10, 10, 8, 7), "1 1 1 1"), ((10, 9, 8, 7), "5 3 2 1")]
)
def test_a_game_that_nobody_has_won(play: Play, points: Sequence[int], worths: str) -> None:
    undecided = "[tournament_points.undecided]\n3 = [1, 1, 1]\n4 = [1, 1, 1, 1]\n"
    rules = by('"tournament_points"', rows=f"{ROWS}{undecided}", more="[win]\nshared = false\n")
    assert " ".join(worth(play(rules, four("1", *points)))) == worths


def test_an_undecided_game_has_the_level_and_no_constant_of_the_others(play: Play) -> None:
    rows = (
        '[tournament_points]\n4 = [5, 3, 2, 1]\nlevel = "higher"\nconstant = 7\n'
        "[tournament_points.undecided]\n4 = [4, 2, 0, 0]\n"
    )
    rules = by('"tournament_points"', rows=rows, more="[win]\nat_least = 12\n")
    assert worth(play(rules, four("1", 10, 8, 8, 5))) == ["4", "2", "2", "0"]


def test_a_bye_is_a_game_with_its_points_and_nothing_else(play: Play) -> None:
    rules = by('"tournament_points", "games", "opponents", "firsts"', rows=f"{ROWS}bye = 4\n")
    evaluation = play(rules, four("1", 10, 8, 7, names="ABC"), byes=[("1", "D")])
    assert order(evaluation) == ["1 A 5 1 2 1", "2 D 4 1 0 0", "3 B 3 1 2 0", "4 C 1 1 2 0"]


def test_the_points_of_a_round_count_several_times(play: Play) -> None:
    rules = by('"tournament_points"', more="[rounds]\nweight = { 2 = 1.5 }\n")
    evaluation = play(rules, four("1", 10, 8, 7, 5), four("2", 5, 7, 8, 10))
    assert order(evaluation) == ["1 D 8.5", "2 A 6.5", "2 C 6.5", "4 B 6"]
    assert worth(evaluation, 1) == ["1.5", "3", "4.5", "7.5"]


def test_shares_of_the_squares(play: Play) -> None:
    rules = by('"share"', more='[share]\ndecimals = "exact"\npower = 2\n')
    evaluation = play(rules, four("1", 3, 1, 0, 0))
    assert order(evaluation) == ["1 A 90", "2 B 10", "3 C 0", "3 D 0"]


@pytest.mark.parametrize("cap", ["10", "{ fishermen = 10 }"])
def test_one_number_that_wins_needs_no_scenario(play: Play, cap: str) -> None:
    rules = by('"victory_points"').replace("whole = true }", f"whole = true, cap = {cap} }}")
    assert order(play(rules, four("1", 11, 8, 7, 5)))[0] == "1 A 10"


@pytest.mark.parametrize("number", ["share", "of_best_other", "above_mean", "wins"])
def test_where_the_lower_score_wins_ratios_are_nothing(play: Play, number: str) -> None:
    """And a win is a first place, however few its points."""
    rules = by(
        f'"{number}"',
        more="[share]\ndecimals = 0\n[win]\nat_least = 9\n[factor]\nbands = [{ factor = 1 }]\n",
    )
    table = Table("1", {"A": 3, "B": 4, "C": 9}, date=date(2026, 3, 1))
    kinds = (GameKind("Azul", minutes=30, better="lower"),)
    evaluation = play(f"{HEAD.replace('tournament', 'league')}{rules}", table, kinds=kinds)
    (first, *_) = evaluation.standings
    assert {one.criteria[0][1] for one in evaluation.standings} == (
        {0, 1} if number == "wins" else {0}
    )
    assert number != "wins" or first.player == "A"
    assert [one.code for one in evaluation.findings] == ["lower-score-wins"]


# Results that count

BEST = "[counting]\nbest = 2\n"


def test_only_the_best_games_count_for_anything(play: Play) -> None:
    rules = by('"tournament_points", "games", "opponents", "thirds"', more=BEST)
    evaluation = play(
        rules, four("1", 10, 8, 7, 5), four("2", 10, 8, 7, 5), four("3", 7, 8, 10, names="ABC")
    )
    assert order(evaluation) == ["1 A 10 2 6 0", "2 C 7 2 5 1", "3 B 6 2 6 0", "4 D 2 2 6 0"]
    (first, *_) = to_json(evaluation)["standings"]  # type: ignore[misc]
    assert (first["games"], first["games_played"]) == (2, 3)  # type: ignore[index]


def test_of_equal_games_the_worse_by_the_next_criterion_is_dropped(play: Play) -> None:
    rules = by('"tournament_points", "victory_points"', more="[counting]\nbest = 1\n")
    evaluation = play(rules, four("1", 9, 8, 7, 5), four("2", 10, 8, 7, 5))
    assert order(evaluation)[0] == "1 A 5 10"


def test_of_games_equal_in_everything_the_earlier_counts(play: Play) -> None:
    """The opponents of the game that is kept show which."""
    rules = by(
        '"tournament_points", { of = "victory_points", over = "opponents" }',
        more="[counting]\nbest = 1\n",
    )
    evaluation = play(
        rules, four("2", 10, 3, 2, 1, names="AEFG"), four("1", 10, 8, 7, 5, names="ABCD")
    )
    assert order(evaluation)[0] == "1 A 5 20"


@pytest.mark.parametrize(("drop", "points"), [(1, "10"), (2, "5"), (3, "0"), (9, "0")])
def test_the_worst_are_dropped(play: Play, drop: int, points: str) -> None:
    rules = by('"tournament_points"', more=f"[counting]\ndrop = {drop}\n")
    evaluation = play(rules, four("1", 10, 8, 7, 5), four("2", 10, 8, 7, 5), four("3", 7, 8, 10, 5))
    (own,) = (one for one in evaluation.standings if one.player == "A")
    assert exact(own.tournament_points) == points


def test_evenings_count_as_a_whole(play: Play) -> None:
    first, second = date(2026, 3, 1), date(2026, 4, 1)
    rules = by('"tournament_points"', more='[counting]\nof = "evenings"\nbest = 1\n')
    evaluation = play(
        rules,
        four("1", 10, 8, 7, 5, date=first),
        four("2", 5, 8, 7, 10, date=first),
        four("3", 10, 8, 7, 5, date=second),
    )
    assert order(evaluation) == ["1 A 6", "1 B 6", "1 D 6", "4 C 4"]


def test_points_by_the_referee_go_with_the_game_that_does_not_count(play: Play) -> None:
    rules = by('"tournament_points", "bonus"', more="[counting]\nbest = 1\n")
    games = (four("1", 10, 8, 7, 5), four("2", 5, 7, 8, 10))
    with_dropped = play(rules, *games, bonuses=[("A", 4, -1)])
    assert order(with_dropped)[0] == "1 A 5 0"
    with_counted = play(rules, *games, bonuses=[("A", 0, -3)])
    (own,) = (one for one in with_counted.standings if one.player == "A")
    assert own.tournament_points == 2


def test_who_has_too_few_results_stands_behind_without_a_rank(play: Play) -> None:
    rules = by('"tournament_points"', more="[counting]\nat_least = 2\n")
    evaluation = play(rules, four("1", 10, 8, 7, 5), four("2", 1, 8, 7, 10, names="ABCE"))
    assert order(evaluation) == ["1 A 6", "1 B 6", "3 C 4", "- E 5", "- D 1"]
    last = evaluation.standings[-1]
    assert (last.short, last.decided_by) == ((1, 2), None)
    document = to_json(evaluation)["standings"][-1]  # type: ignore[index]
    assert (document["rank"], document["results"], document["at_least"]) == (None, 1, 2)
    for language, words in (("en", "1 of 2"), ("de", "1 von 2"), ("nl", "1 van 2")):
        assert words in explain_player(evaluation, "D", language)[-1]
    assert "1 of the 2" in explain_order(evaluation, "D", "C", "en")


@pytest.mark.parametrize(("of", "field"), [("evenings", "date"), ("rounds", "round")])
def test_games_of_no_known_evening_are_an_error(play: Play, of: str, field: str) -> None:
    """Together they would pass for one."""
    kind = HEAD.replace("tournament", "league")
    rules = by('"tournament_points"', more=f'[counting]\nof = "{of}"\nbest = 1\n')
    games = [four(None, 10, 8, 7, 5), Table("1", {"A": 10, "B": 8, "C": 7}, date=date(2026, 3, 1))]
    found = play(f"{kind}{rules}", *games).findings
    assert [(one.level, one.code, one.values["field"], len(one.locations)) for one in found] == [
        ("error", "counting-unknown", field, 1)
    ]


# Published examples, under the sample files


def sample(name: str) -> str:
    return (SAMPLES / "rules" / f"{name}.toml").read_text(encoding="utf-8")


def test_catan_studio_2024(play: Play) -> None:
    """Wins, then victory points, then exact shares: 10/23 + 10/24 + 5/32 is before 10/36 + 10/36 +
    5/25. Seats that are not printed are filled in."""
    rules = by(
        '"wins", "victory_points", "share"',
        rows="",
        more='[win]\nshared = false\n[share]\ndecimals = "exact"\n',
    )
    evaluation = play(
        rules,
        Table("1", {"Mara": 10, "a": 5, "b": 4, "c": 3}),
        Table("2", {"Mara": 10, "a": 5, "b": 4, "c": 3}),
        Table("3", {"Mara": 7, "Rudi": 10, "d": 9, "e": 8}),
        Table("1", {"Bert": 10, "f": 7, "g": 6}),
        Table("2", {"Bert": 10, "f": 7, "g": 7}),
        Table("3", {"Bert": 5, "h": 10, "i": 9, "j": 8}),
        Table("1", {"Max": 10, "k": 9, "l": 9, "m": 8}),
        Table("2", {"Max": 10, "k": 9, "l": 9, "m": 8}),
        Table("3", {"Max": 5, "n": 10, "o": 5, "p": 5}),
        Table("1", {"Rudi": 9, "q": 10}),
        Table("2", {"Rudi": 9, "q": 10}),
    )
    named = [one for one in evaluation.standings if len(one.player) > 1]
    assert [one.player for one in named] == ["Mara", "Bert", "Max", "Rudi"]
    shares = {one.player: one.share for one in named}
    assert shares["Bert"] == 100 * (Fraction(10, 23) + Fraction(10, 24) + Fraction(5, 32))
    assert round(float(shares["Max"] or 0), 2) == 75.56


def test_german_ranking_mean_of_rounded_shares(play: Play) -> None:
    """10 of 32, 8 of 30, 10 of 36 are 31.25, 26.67 and 27.78: the mean is 85.70 / 3."""
    evaluation = play(
        sample("german-ranking"),
        Table("1", {"A": 10, "b": 8, "c": 8, "d": 6}),
        Table("2", {"A": 8, "b": 10, "c": 7, "d": 5}),
        Table("3", {"A": 10, "b": 9, "c": 9, "d": 8}),
        scenario="fishermen",
    )
    (own,) = (one for one in evaluation.standings if one.player == "A")
    assert dict(own.criteria)["share-per-games"] == Fraction(8570, 300)


def test_wbc_most_wins_and_points(play: Play) -> None:
    """First, second and fourth are 1,101; two wins are before them."""
    evaluation = play(
        sample("most-wins"),
        four("1", 10, 8, 7, 5),
        four("2", 8, 10, 7, 5, names="AEFG"),
        four("3", 5, 8, 7, 10, names="AHIE"),
    )
    assert [line[:10] for line in order(evaluation)[:2]] == ["1 E 2 2000", "2 A 1 1101"]


@pytest.mark.parametrize(
    ("points", "wins", "worths"),
    [
        ((3, 1, 1, 0, 0), "1 0 0 0 0", "60 42 42 18 18"),
        ((2, 2, 1, 0, 0), "0 0 0 0 0", "54 54 36 18 18"),
        ((Fraction(3, 2), 1, 1, 1, Fraction(1, 2)), "0 0 0 0 0", "60 36 36 36 12"),
    ],
)
def test_vekn(play: Play, points: Sequence[ANY], wins: str, worths: str) -> None:
    """Two victory points and more than anybody else are a win."""
    evaluation = play(sample("vtes"), four("1", *points, names="ABCDE"))
    found = {one.player: one.criteria[0][1] for one in evaluation.standings}
    assert " ".join(exact(found[player] or 0) for player in "ABCDE") == wins
    assert " ".join(worth(evaluation)) == worths


@pytest.mark.parametrize(
    ("points", "worths"),
    [
        ((42000, 31000, 27000, 20000), "27 6 -8 -25"),
        ((40000, 30000, 30000, 20000), "25 0 0 -25"),
    ],
)
def test_riichi_uma(play: Play, points: Sequence[int], worths: str) -> None:
    """The score less 30,000 in thousands, and the uma of the place, shared where level."""
    assert " ".join(worth(play(sample("riichi"), four("1", *points)))) == worths


def test_club_average(play: Play) -> None:
    """First of three is 2 of 2, fourth of five 1 of 4: together 3 of 6."""
    rules = by('{ of = "beaten", per = "opponents" }', rows="", vp=PLACES_ONLY)
    evaluation = play(
        rules, four("1", 3, 2, 1, names="Abc"), four("2", 5, 4, 3, 2, 1, names="defAg")
    )
    (own,) = (one for one in evaluation.standings if one.player == "A")
    assert own.criteria == (("beaten-per-opponents", Fraction(1, 2)),)


def test_most_criteria_come_out_of_two_thirds(play: Play) -> None:
    """Fractions of points are text in a rule file."""
    rules = by('"tournament_points"', rows='[tournament_points]\n3 = ["4/3", "2/3", 0]\n')
    assert worth(play(rules, four("1", 3, 2, 1, names="ABC"))) == ["4/3", "2/3", "0"]


# What is refused


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (by('"win"'), ["standings.order", '"win"', "wins"]),
        (by('{ of = "wins", taek = "best" }'), ["standings.order.taek", "take"]),
        (by('{ take = "best" }'), ["standings.order.of"]),
        (by('{ of = "wins", take = "bests" }'), ["standings.order.take", "best"]),
        (by('{ of = "wins", over = "opponent" }'), ["standings.order.over", "opponents"]),
        (by('{ of = "wins", better = "low" }'), ["standings.order.better", "lower"]),
        (by('{ of = "wins", per = "game" }'), ["standings.order.per", "games"]),
        (by('{ of = "wins", take = "best", per = "games" }'), ["take", "per"]),
        (by('"wins", "wins"'), ["standings.order", "wins"]),
        (by('"lead"', vp=PLACES_ONLY), ["lead", "victory_points.required"]),
        (by('"wins"', vp=PLACES_ONLY, more="[win]\nat_least = 3\n"), ["win.at_least", "required"]),
        (by('"wins"', more="[win]\nleast = 3\n"), ["win.least", "at_least"]),
        (by('"wins"', more='[win]\nshared = "no"\n'), ["win.shared", "boolean"]),
        (by('"wins"', rows=f"{ROWS}levle = 3\n"), ["tournament_points.levle", "level"]),
        (by('"wins"', rows=f'{ROWS}level = "high"\n'), ["tournament_points.level", "higher"]),
        (by('"wins"', rows=f'{ROWS}rounding = "up"\n'), ["tournament_points.step"]),
        (by('"wins"', rows=f"{ROWS}add = {{ wisn = 1 }}\n"), ["tournament_points.add", "wins"]),
        (by('"wins"', rows=f"{ROWS}add = {{ bonus = 1 }}\n"), ["tournament_points.add", "bonus"]),
        (by('"wins"', rows=f'{ROWS}constant = "1/0"\n'), ["tournament_points.constant", "4/3"]),
        (by('"wins"', rows=f"{ROWS}bye = true\n"), ["tournament_points.bye", "true"]),
        (
            by('"wins"', rows=f"{ROWS}[tournament_points.undecided]\n4 = [1, 1, 1, 1]\n"),
            ["tournament_points.undecided.3"],
        ),
        (by('"wins"', more="[counting]\nbest = 3\ndrop = 1\n"), ["counting.best", "counting.drop"]),
        (by('"wins"', more='[counting]\nof = "evening"\n'), ["counting.of", "evenings"]),
        (by('"wins"', more="[counting]\nbest = 0\n"), ["counting.best", "integer >= 1"]),
        (by('"wins"', more="[counting]\nbets = 3\n"), ["counting.bets", "best"]),
        (by('"wins"', more="[rounds]\nweight = { 0 = 2 }\n"), ["rounds.weight"]),
        (
            by('"wins"', more="[rounds]\npreliminary = 3\nweight = { 4 = 2 }\n"),
            ["rounds.weight", "1 - 3"],
        ),
        (by('"wins"', more="[rounds]\nweight = { F = 2 }\n"), ["rounds.weight", '"F"']),
        (by('"wins"', more="[rounds]\nweight = { 1 = 0 }\n"), ["rounds.weight.1", "> 0"]),
        (by('"wins"', more="[share]\ndecimals = 2\npower = 0\n"), ["share.power", ">= 1"]),
        (by('"wins"', more="[share]\ndecimals = 2\npower = 21\n"), ["share.power", "20"]),
    ],
)
def test_a_slip_in_a_rule_file_is_refused(play: Play, text: str, words: Sequence[str]) -> None:
    with pytest.raises(Refused) as refused:
        play(text, four("1", 10, 8, 7, 5))
    for language in LANGUAGES:
        told = refused.value.text(language)
        assert "\n" not in told
        assert [word for word in words if word not in told] == []


def test_what_rules_can_say_is_told_in_every_language(play: Play) -> None:
    rows = (
        f'{ROWS}level = "lower"\nstep = 0.5\nrounding = "up"\nconstant = 2\nminimum = 1\n'
        "add = { wins = 3 }\nbye = 4\n"
        "[tournament_points.undecided]\n3 = [1, 1, 1]\n4 = [1, 1, 1, 1]\n"
    )
    more = (
        "[win]\nat_least = 8\nshared = false\n[counting]\nof = 'rounds'\ndrop = 1\nat_least = 3\n"
        "[share]\ndecimals = 2\npower = 3\n[rounds]\nweight = { 2 = 2 }\n"
    )
    text = by(
        '"wins", { of = "place", take = "worst", better = "lower" }, '
        '{ of = "wins", over = "opponents", per = "games" }, { of = "beaten", over = "tied" }',
        rows=rows,
        more=more,
    )
    rules = play(text, four("1", 10, 8, 7, 5)).rules
    told = {language: explain_rules(rules, language) for language in LANGUAGES}
    assert len({len(lines) for lines in told.values()}) == 1
    english = "\n".join(told["en"])
    for words in (
        "the worst of the places",
        "rounded up to 0.5",
        "is added: 2.",
        "3 times wins",
        "nobody has won",
        "bye gets 4",
        "only for the marked winner",
        "8 victory points",
        "worst 1 of a player's rounds",
        "3 rounds at least",
        "power of 3",
        "round 2 count 2 times",
        "worst value in a game: places (fewer are better)",
        "wins divided by games of the opponents",
        "beaten opponents against those who are level",
    ):
        assert words in english, words
