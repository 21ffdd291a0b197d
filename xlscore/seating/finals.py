"""The semi-finals and the final, seated, once it is certain who has qualified.

As `seating`, nothing is written here. Standard library only.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..evaluation import evaluate
from ..rules.model import ERROR, FINAL, SEMI_FINAL, Evaluation, Results
from ..rules.playoffs import (
    ROUND_THERE,
    ROUNDS_TO_COME,
    TIE_ACROSS_LINE,
    Obstacle,
    Qualified,
    qualified,
    seated,
)
from ..rules.rule_set import RuleSet
from ..rules.tournament_checks import of_round, rounds_planned
from ..words import Refused
from ..workbook.addresses import where as where_of
from ..workbook.block import Workbook
from ..workbook.cells import clean_text
from ..workbook.player_names import known_name
from .draw import Table, start_order
from .next_round import Seated, few, is_unfinished, seed_of
from .random_draw import Chance, canonical
from .sheet_plan import plan_seating, round_title


def final(
    workbook: Workbook,
    results: Results,
    seed: str | None = None,
    substitutes: Sequence[tuple[str, str]] = (),
    *,
    rules: RuleSet | None = None,
    scenario: str | None = None,
    redraw: bool = False,
) -> Seated:
    """Seat the next knock-out round: semi-finals, where the rules have some, then the final.

    Who starts is drawn, and so is the order of players level in rank who are seeded into
    semi-finals. `substitutes` are pairs (who is missing, who plays instead). Raises Refused
    while it is not certain who has qualified, and under rules without a final.
    """
    seed = seed_of(seed)
    evaluation = evaluate(results, rules, scenario)
    errors = [one for one in evaluation.findings if one.level == ERROR]
    if redraw:
        evaluation = evaluate(_before_last(results), rules, scenario)
    next_up = qualified(evaluation)
    if next_up.round is None:
        code = "final-league" if evaluation.rules.is_league else "final-none"
        raise Refused(code, rules=evaluation.rules.id)
    if next_up.obstacles:
        raise _refusal(next_up.obstacles, next_up.round, evaluation)
    if errors:
        where = where_of(results, errors[0].locations)
        raise Refused("final-errors", round=round_title(next_up.round), where=where)
    tables = _replaced(_seeded(next_up, seed, evaluation.rules), substitutes, results)
    _refuse_absent(tables, results)
    tables = tuple(
        start_order(names, seed, f"{next_up.round} {number}")
        for number, names in enumerate(tables, 1)
    )
    edits = plan_seating(workbook, results, next_up.round, tables, seed=seed, redraw=redraw)
    return Seated(next_up.round, tables, seed, edits, None, next_up.level)


def _refusal(obstacles: Sequence[Obstacle], round: str, evaluation: Evaluation) -> Refused:
    # Rounds to come can wait until those that are there have been played.
    obstacle = next((one for one in obstacles if one.kind != ROUNDS_TO_COME), obstacles[0])
    games = [evaluation.results.games[number] for number in obstacle.games]
    code = f"final-{obstacle.kind}"
    if obstacle.kind == ROUND_THERE:
        over = not any(map(is_unfinished, games))
        code = "round-over" if over else ROUND_THERE
    values: dict[str, object] = {
        "round": round_title(round),
        "tables": few(games),
        "players": list(obstacle.players),
        "planned": rounds_planned(evaluation.results, evaluation.rules),
    }
    if obstacle.kind == TIE_ACROSS_LINE:
        values["line"] = evaluation.rules.qualifying
    return Refused(code, **values)


def _before_last(results: Results) -> Results:
    """The results as they were before the last knock-out round was seated.

    Semi-finals that have begun stay: after them comes the final.
    """
    last = of_round(results, FINAL)
    if not last:
        last = of_round(results, SEMI_FINAL)
        if any(results.games[number].is_played for number in last):
            return results
    rows = sum(len(results.games[number].rows) for number in last)
    return results._replace(
        games=tuple(game for number, game in enumerate(results.games) if number not in last),
        row_count=results.row_count._replace(read=results.row_count.read - rows),
        findings=(),  # which tell of games by their numbers
    )


def _seeded(next_up: Qualified, seed: str, rules: RuleSet) -> tuple[Table, ...]:
    """The tables, with the order of seeds that are level in rank drawn by lot."""
    if not next_up.level:
        return next_up.tables
    seeds = list(next_up.seeds)
    for group in next_up.level:
        first = seeds.index(group[0])
        drawn = Chance(seed, f"{next_up.round} seeds {first + 1}").shuffled(canonical(group))
        seeds[first : first + len(group)] = drawn
    return seated(seeds, rules.semi_finals)


def _replaced(
    tables: Sequence[Table], substitutes: Sequence[tuple[str, str]], results: Results
) -> tuple[Table, ...]:
    """The tables with substitutes in the place of those who are missing."""
    instead: dict[str, str] = {}
    for pair in substitutes:
        missing, other = map(clean_text, pair)
        for name in (missing, other):
            if known_name(results, name) is None:
                raise Refused("substitute-unknown", player=name)
        gone, instead_of = (known_name(results, name) or name for name in (missing, other))
        if gone in instead:
            raise Refused("substitute-twice", player=missing)
        instead[gone] = instead_of
    names = [instead.get(name, name) for table in tables for name in table]
    for missing, other in instead.items():
        if not any(missing in table for table in tables):
            raise Refused("substitute-not-needed", player=missing)
        if names.count(other) > 1:
            raise Refused("substitute-twice", player=other)
    return tuple(tuple(instead.get(name, name) for name in table) for table in tables)


def _refuse_absent(tables: Sequence[Table], results: Results) -> None:
    """Raises Refused where somebody would be seated who has left."""
    gone = {player.name for player in results.players if not player.active}
    missing = [name for table in tables for name in table if name in gone]
    if missing:
        raise Refused("final-absent", players=missing)
