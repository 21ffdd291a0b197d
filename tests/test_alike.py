"""Is a game among others that are like it judged as it would be alone?"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlscore.rules.game_checks import check
from xlscore.rules.model import FINAL, Game, GameKind, Results
from xlscore.rules.rule_file import load_rules
from xlscore.rules.tournament_checks import everybody

RULES = {name: load_rules(name) for name in ("dsvc-s3", "eppelborn-19", "punktevergabe")}
KINDS = (GameKind("Catan", 90), GameKind("Golf", 30, better="lower"))
PLAYED = st.tuples(
    st.sampled_from(["Catan", "Catan", "Golf", "Chess", None]),
    st.sampled_from([None, None, Fraction(3, 2)]),
    st.sampled_from([(10, 7, 7, 2), (10, 7, 5), (10, Fraction(15, 2), 5), (19, 3, 2), (None,) * 3]),
    st.sampled_from([None, None, None, 1]),
    st.sampled_from([None, None, (1, 2, 2)]),
    st.sampled_from([(), (), ((0, "vp"),), ((0, "factor"),)]),
)


def games(played: list[tuple], final: bool) -> list[Game]:
    """These games of one round, the last of them the final; nobody sits twice."""
    rounds = ["1"] * (len(played) - final) + [FINAL] * final
    return [
        Game(
            round_name,
            str(number),
            name,
            None,
            factor,
            tuple(10 * number + seat for seat in range(len(points))),
            tuple(f"{number} {seat}" for seat in range(len(points))),
            points,
            winner,
            places if places and len(places) == len(points) else None,
            faulty,
        )
        for number, (round_name, (name, factor, points, winner, places, faulty)) in enumerate(
            zip(rounds, played, strict=True)
        )
    ]


@pytest.mark.parametrize("rules", RULES)
@given(played=st.lists(PLAYED, min_size=1, max_size=8), final=st.booleans())
def test_a_game_is_judged_as_if_alone(rules: str, played: list[tuple], final: bool) -> None:
    columns = frozenset({"round", "table", "player", "vp", "game", "factor", "winner", "place"})
    scenario = next(iter(RULES[rules].caps), None)
    made = games(played, final)
    results = Results("a", tuple(made), (), KINDS, columns=columns)
    together = check(results, RULES[rules], scenario, everybody(results))
    for number, game in enumerate(made):
        one = Results("a", (game,), (), KINDS, columns=columns)
        alone = check(one, RULES[rules], scenario, everybody(one))
        assert together.tables.get(number) == alone.tables.get(0)
        assert (number in together.unscored) == (0 in alone.unscored)
        assert (number in together.open) == (0 in alone.open)
