"""Usual slips of standings made by hand: what would be claimed if a rule had been missed.

Each is found by the engine itself, under a changed rule set or with changed outcomes of the
games, so that a likely cause is one that explains a claimed number exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import NamedTuple

from ..evaluation import evaluate
from ..rules.exact import Number, exact_value, in_units
from ..rules.model import (
    FINAL,
    KNOCK_OUT,
    SEMI_FINAL,
    Evaluation,
    Game,
    Score,
    ScoredGame,
    Standing,
)
from ..rules.ranking import rank
from ..rules.rule_set import RuleSet
from ..rules.scoring import share_units, tournament_points
from .own_standings import CLAIMED, Claim

Numbers = Mapping[str, Number]
"""Of one player, by the fields of `claims.CLAIMED`; none for what the rules do not use."""
NO_CAP = 10**9


class Slip(NamedTuple):
    """A likely cause: the code of its finding, and what it makes of some numbers of ours.

    `numbers` holds player -> field -> the values that it may lead to, only where it changes
    something; `values` are further values of the finding's sentence.
    """

    code: str
    numbers: Mapping[str, Mapping[str, tuple[Number, ...]]]
    values: Mapping[str, object] = {}


def numbers_of(standings: Iterable[Standing]) -> dict[str, Numbers]:
    """What can be claimed about each player."""
    return {
        standing.player: {
            field: value for field in CLAIMED if (value := getattr(standing, field)) is not None
        }
        for standing in standings
    }


def slips_of_rules(evaluation: Evaluation) -> Iterator[Slip]:
    """The slips that concern the whole tournament, those first that miss more of the rules."""
    ours = numbers_of(evaluation.standings)
    for code, standings in _standings(evaluation):
        yield _slip(code, ours, numbers_of(standings))
    averages: dict[str, Numbers] = {
        standing.player: {
            field: Fraction(value) / standing.games
            for field, value in ours[standing.player].items()
            if field != "rank" and standing.games
        }
        for standing in evaluation.standings
    }
    yield _slip("claim-average", ours, averages)
    yield _rounded(ours)
    ranks = {one.player: one.rank for one in evaluation.standings if one.rank is not None}
    sharing = Counter(ranks.values())
    position = {held: number for number, held in enumerate(sorted(sharing), 1)}
    dense: dict[str, Numbers] = {player: {"rank": position[held]} for player, held in ranks.items()}
    yield _slip("claim-rank-dense", ours, dense)
    broken = {
        player: {"rank": tuple(range(held, held + sharing[held]))}
        for player, held in ranks.items()
        if sharing[held] > 1
    }
    yield Slip("claim-rank-broken", broken)


def _rounded(ours: Mapping[str, Numbers]) -> Slip:
    """To whole numbers or one decimal, halves up: fewer decimals than a comparison needs."""
    moved: dict[str, dict[str, tuple[Number, ...]]] = {}
    for player, numbers in ours.items():
        for field, value in numbers.items():
            coarse = tuple(
                Fraction(floor(value * 10**decimals + Fraction(1, 2)), 10**decimals)
                for decimals in (0, 1)
            )
            if any(one != value for one in coarse):
                moved.setdefault(player, {})[field] = coarse
    return Slip("claim-rounded", moved)


def _slip(code: str, ours: Mapping[str, Numbers], other: Mapping[str, Numbers]) -> Slip:
    """What differs between our numbers and those with the slip."""
    moved = {
        player: {
            field: (value,) for field, value in numbers.items() if value != ours[player][field]
        }
        for player, numbers in other.items()
    }
    return Slip(code, moved)


def _standings(evaluation: Evaluation) -> Iterator[tuple[str, Iterable[Standing]]]:
    """The standings with each slip."""
    rules, results = evaluation.rules, evaluation.results
    for code, changed in _changed_rules(rules):
        if changed != rules:
            yield code, evaluate(results, changed, evaluation.scenario).standings
    for code, rescored in _RESCORED.items():
        scored = [
            one._replace(score=rescored(rules, one.score)) if _applies(one) else one
            for one in evaluation.scored
        ]
        yield code, rank(results, rules, scored, complete=True).standings
    played = {one.game.round for one in evaluation.scored}
    for name, rounds in _LAST_ROUNDS.items():
        if not played.issuperset(rounds):
            continue
        added = [one._replace(game=_added(one.game, rounds)) for one in evaluation.scored]
        games = results._replace(games=tuple(_added(game, rounds) for game in results.games))
        yield f"claim-{name}-added", rank(games, rules, added, complete=True).standings
        before = [one for one in evaluation.scored if one.game.round not in rounds]
        yield f"claim-{name}-ignored", rank(results, rules, before, complete=True).standings


def _added(game: Game, rounds: tuple[str, ...]) -> Game:
    """A game of one of these rounds as a preliminary one."""
    return game._replace(round="after the last") if game.round in rounds else game


_LAST_ROUNDS = {"last-rounds": KNOCK_OUT, "semi-finals": (SEMI_FINAL,), "final": (FINAL,)}
"""Rounds that decide ranks by themselves, as they may be missed together or alone."""


def _applies(scored: ScoredGame) -> bool:
    """A knock-out round is decided by places, and not by points: there nothing is forgotten."""
    return scored.game.is_preliminary


# Rules changed


def _changed_rules(rules: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    if rules.caps:
        yield "claim-cap", rules._replace(caps=dict.fromkeys(rules.caps, NO_CAP))
    if rules.share:
        yield "claim-share-raw", rules._replace(share=rules.share._replace(of="raw"))
        exact = rules.share._replace(decimals=None)
        yield "claim-share-unrounded", rules._replace(share=exact)
        plain = rules.share._replace(average_added_at=frozenset())
        yield "claim-three-players", rules._replace(share=plain)
    yield "claim-places-counted", rules._replace(place_by="counted")
    yield "claim-step", rules._replace(points=rules.points._replace(step=None))


# Outcomes changed


def _raised_too_little(rules: RuleSet, score: Score) -> Score:
    """Where the table's average is added, the total is one too small: 43 for 44 (D3).

    The average less one sits at the table like one more player, and nothing else is added.
    """
    share, points = rules.share, score.counted
    if share is None or points is None or len(points) not in share.average_added_at:
        return score
    less = Fraction(sum(points)) / len(points) - 1
    plain = share._replace(average_added_at=frozenset())
    units = share_units(plain, (*points, less))[: len(points)]
    return score._replace(
        share_units=units, share=tuple(exact_value(unit, rules.share_scale) for unit in units)
    )


def _full_points(rules: RuleSet, score: Score) -> Score:
    """Everybody on a shared place gets its full points."""
    return _with_points(rules, score, score.places)


def _points_in_order(rules: RuleSet, score: Score) -> Score:
    """Who shares a place gets single places, in the order of the rows."""
    places = score.places
    single = tuple(place + places[:seat].count(place) for seat, place in enumerate(places))
    return _with_points(rules, score._replace(places=single), single)


def _with_points(rules: RuleSet, score: Score, places: tuple[int, ...]) -> Score:
    unshared = tournament_points(
        rules.points, tuple(range(1, len(places) + 1)), score.factor, _numbers(rules, score)
    )
    return _worth(rules, score, tuple(unshared[place - 1] for place in places))


def _without_factor(rules: RuleSet, score: Score) -> Score:
    return _worth(
        rules, score, tournament_points(rules.points, score.places, None, _numbers(rules, score))
    )


def _numbers(rules: RuleSet, score: Score) -> dict[str, tuple[Number, ...]]:
    """The numbers of a game that its points may be made of."""
    return dict(zip(rules.numbers, score.further)) | {
        "victory_points": score.counted or (),
        "share": score.share or (),
    }


def _worth(rules: RuleSet, score: Score, points: tuple[Number, ...]) -> Score:
    units = tuple(in_units(value, rules.point_scale) for value in points)
    return score._replace(tournament_points=points, point_units=units)


_RESCORED: dict[str, Callable[[RuleSet, Score], Score]] = {
    "claim-raised-total": _raised_too_little,
    "claim-tie-full": _full_points,
    "claim-tie-order": _points_in_order,
    "claim-factor": _without_factor,
}


# Slips about single players and sheets


def games_by_player(evaluation: Evaluation) -> dict[str, list[ScoredGame]]:
    """The scored games that add to each player's sums."""
    games: dict[str, list[ScoredGame]] = {}
    for one in evaluation.scored:
        if one.game.is_preliminary:
            for player in one.game.players:
                games.setdefault(player, []).append(one)
    return games


def missing_games(player: str, ours: Numbers, played: Iterable[ScoredGame]) -> Iterator[Slip]:
    """One of the games played left out; games that come to the same are told together."""
    alike: dict[tuple[Number, ...], list[Game]] = {}
    fields = [field for field in ours if field != "rank"]
    for _, game, score in played:
        seat = game.players.index(player)
        of_game = {
            "tournament_points": score.tournament_points,
            "victory_points": score.counted,
            "share": score.share,
        }
        without = tuple(ours[field] - (of_game[field] or ())[seat] for field in fields)
        alike.setdefault(without, []).append(game)
    for without, games in alike.items():
        moved = {field: (value,) for field, value in zip(fields, without) if value != ours[field]}
        yield Slip("claim-game-missing", {player: moved}, {"games": games})


def ranks_that_follow(
    evaluation: Evaluation, claims: Iterable[Claim], ours: Mapping[str, Numbers]
) -> Slip:
    """Ranks in the order of the other numbers claimed; nothing where a knock-out round decides."""
    code = "claim-rank-follows"
    claims = [claim for claim in claims if claim.player in ours]
    if any(standing.stage in KNOCK_OUT for standing in evaluation.standings):
        return Slip(code, {})
    fields = [
        one.key
        for one in evaluation.rules.order
        if (field := one.key) in CLAIMED and all(field in claim.numbers for claim in claims)
    ]
    keys = [tuple(claim.numbers[field].value for field in fields) for claim in claims]
    held = Counter(keys)
    first, ahead = {}, 0
    for key in sorted(held, reverse=True):
        first[key] = ahead + 1
        ahead += held[key]
    moved = {}
    for claim, key in zip(claims, keys):
        ranks = tuple(range(first[key], first[key] + held[key]))
        if fields and ours[claim.player]["rank"] not in ranks:
            moved[claim.player] = {"rank": ranks}
    return Slip(code, moved)
