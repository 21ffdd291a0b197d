"""In words: a rule set, how a player's points came about, what puts one player before another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .rules.exact import Number
from .rules.model import FINAL, KNOCK_OUT, SEMI_FINAL, Evaluation, Location, ScoredGame, Standing
from .rules.playoffs import knock_out
from .rules.rule_set import PointTable, RuleSet
from .rules.scoring import share_base, share_total
from .words import Refused, decimal_text, edition_words, sentence, shown
from .workbook.addresses import where
from .workbook.criteria_names import criterion_name, number_name, value_shown
from .workbook.folding import folded
from .workbook.output import decided_by, game_title, round_name, scenario_name, status
from .workbook.player_names import known_name


def explain_player(evaluation: Evaluation, player: str, language: str) -> list[str]:
    """One sentence per game and one for the sum; the status where nobody has played yet.

    Raises `Refused` for an unknown player.
    """
    if not evaluation.standings:
        return [status(evaluation, language)]
    standing = standing_of(evaluation, player)
    scored = {one.number: one for one in evaluation.scored}
    lines = []
    for number, game in enumerate(evaluation.results.games):
        if standing.player not in game.players:
            continue
        if number in scored:
            lines.append(_game(evaluation, scored[number], standing.player, language))
        else:
            code = "explain-open" if number in evaluation.open else "explain-unscored"
            place = where(evaluation.results, [Location("game", number)])
            values: dict[str, object] = {"game": game_title(game, language), "where": place}
            lines.append(sentence(code, language, values))
    values = {
        "player": standing.player,
        "rank": standing.rank,
        "games": standing.games,
        "tournament_points": standing.tournament_points,
        "victory_points": standing.victory_points,
        "decided_by": decided_by(evaluation, standing, language),
    }
    if standing.share is not None:
        values["share"] = _share(evaluation, standing.share, language)
    if standing.bonus is not None:
        given = [one for one in evaluation.results.bonuses if one.player == standing.player]
        reasons = ", ".join(one.reason for one in given if one.reason)
        told = {"points": standing.bonus, "reason": f" ({reasons})" if reasons else ""}
        lines.append(sentence("explain-bonus", language, told))
    code = "explain-sum" if standing.share is None else "explain-sum-share"
    code = "explain-sum-short" if standing.short else code
    lines.append(sentence(code, language, values))
    if evaluation.provisional:
        lines.append(status(evaluation, language))
    return lines


def explain_order(evaluation: Evaluation, player: str, other: str, language: str) -> str:
    """Which criterion puts one of two players before the other, with the numbers compared; the
    status where nobody has played yet."""
    if not evaluation.standings:
        return status(evaluation, language)
    first, second = sorted(
        (standing_of(evaluation, player), standing_of(evaluation, other)),
        key=lambda standing: (standing.rank is None, standing.rank or 0),
    )
    values: dict[str, object] = {"first": first.player, "second": second.player}
    if first.player == second.player:
        raise Refused("explain-same-player", player=first.player)
    stage, both = first.stage, first.stage == second.stage
    decided = stage in KNOCK_OUT
    if first.rank == second.rank:
        code = f"explain-tied-{stage}" if decided else "explain-tied"
        return sentence(code, language, {**values, "rank": first.rank})
    if stage == FINAL or (decided and not both):
        code = f"explain-{stage}" if both else f"explain-{stage}-only"
        ranks = {"first_rank": first.rank, "second_rank": second.rank}
        return sentence(code, language, {**values, **ranks})
    level: list[str] = []
    if stage == SEMI_FINAL:
        places = knock_out(evaluation.results, evaluation.rules, evaluation.scored).semi_finals
        place, other_place = places[first.player], places[second.player]
        if place != other_place:
            values |= {"own": place, "theirs": other_place}
            return sentence("explain-semi-final", language, values)
        level.append(sentence("explain-same-semi-final", language, {"place": place}))
    if second.short is not None:
        found, least = second.short
        return sentence("explain-short", language, {**values, "found": found, "least": least})
    rules = evaluation.rules
    for criterion, (_, own), (_, theirs) in zip(rules.order, first.criteria, second.criteria):
        name = criterion_name(criterion, language)
        if own != theirs:
            shown_own, shown_theirs = (
                value_shown(criterion, value, rules, language) for value in (own, theirs)
            )
            values |= {"criterion": name, "own": shown_own, "theirs": shown_theirs, "level": level}
            code = "explain-order" if criterion.higher else "explain-fewer"
            return sentence(f"{code}-level" if level else code, language, values)
        value = value_shown(criterion, own, rules, language)
        level.append(sentence("explain-level", language, {"name": name, "value": value}))
    values |= {"own": first.lot, "theirs": second.lot, "level": level}
    return sentence("explain-lot", language, values)


def standing_of(evaluation: Evaluation, player: str) -> Standing:
    """The standing of a player, the name compared as names in a workbook are, and without
    spare blanks."""
    # Letter by letter first: STRASSER and Straßer are two players, and folded they are one.
    for same in (str, str.lower, folded):
        for standing in evaluation.standings:
            if same(standing.player) == same(player):
                return standing
    meant = known_name(evaluation.results, player)
    for standing in evaluation.standings:
        if standing.player == meant:
            return standing
    known = [standing.player for standing in evaluation.standings]
    near = _near(player, known)
    if near:
        raise Refused("player-unknown-near", player=player, near=near)
    raise Refused("player-unknown", player=player, known=known)


def _near(player: str, known: list[str]) -> list[str]:
    """The names that may be meant: those that hold what was typed, else the most alike."""
    from difflib import get_close_matches  # only where somebody is missing: 5 ms to import

    names = {folded(name): name for name in known}
    typed = folded(player)
    holding = [name for key, name in names.items() if typed and typed in key]
    return holding or [names[key] for key in get_close_matches(typed, list(names), n=3)]


def _game(evaluation: Evaluation, scored: ScoredGame, player: str, language: str) -> str:
    game, score = scored.game, scored.score
    seat = game.players.index(player)
    values: dict[str, object] = {
        "found": game.victory_points[seat],
        "place": score.places[seat],
        "players": len(game.players),
        "sharing": score.places.count(score.places[seat]),
        "points": score.tournament_points[seat],
        "factor": score.factor,
    }
    parts = []
    if values["found"] is not None:
        parts.append("explain-game-score")
    if score.counted is not None and score.counted[seat] != game.victory_points[seat]:
        values["counted"] = score.counted[seat]
        parts.append("explain-game-counted")
    parts.append("explain-game-shared" if values["sharing"] != 1 else "explain-game-place")
    if score.factor is not None:
        parts.append("explain-game-factor")
    parts.append("explain-game-points")
    rule = evaluation.rules.share
    if rule is not None and score.share is not None and score.counted is not None:
        base = share_base(rule, game.victory_points, score.counted)
        raised = share_total(rule, base) - sum(base)
        values |= {
            "part": base[seat],
            "total": sum(base),
            "average": decimal_text(raised, 2, language),
            "share": _share(evaluation, score.share[seat], language),
        }
        parts.append("explain-game-share-raised" if raised else "explain-game-share")
    if not game.is_preliminary:
        parts.append("explain-game-final")
    words = [sentence(part, language, values) for part in parts]
    return f"{game_title(game, language)}: {', '.join(words)}."


def _share(evaluation: Evaluation, value: Number, language: str) -> str:
    """A share with as many decimals as the rules round it to."""
    rule = evaluation.rules.share
    if rule is None or rule.decimals is None:
        return shown(value, language)
    return decimal_text(value, rule.decimals, language)


def explain_rules(rules: RuleSet, language: str) -> list[str]:
    """A rule set in words, one sentence a line, with its source and the decisions taken."""

    def say(code: str, **values: object) -> str:
        return sentence(f"rules-{code}", language, values)

    name = edition_words(rules.id, "name", language) or rules.name(language)
    lines = [say("title", id=rules.id, name=name), say("source", source=rules.source)]
    lines += _points(rules.points, say)
    if rules.undecided is not None:
        lines.append(say("undecided"))
        lines += _points(rules.undecided, say)
    if rules.bye is not None:
        lines.append(say("bye", points=rules.bye))
    if rules.asks_for_wins:
        lines.append(say("win" if rules.win.shared else "win-alone"))
    for scenario, reached in rules.win.at_least.items():
        code = "win-least" if scenario else "win-least-always"
        lines.append(say(code, points=reached, scenario=scenario_name(scenario, language)))
    for scenario, cap in rules.caps.items():
        code = "cap" if scenario else "cap-always"
        lines.append(say(code, cap=cap, scenario=scenario_name(scenario, language)))
    if rules.share is not None:
        decimals = rules.share.decimals
        rounding = "exact" if decimals is None else rules.share.rounding
        of, rounded = say(rules.share.of), say(rounding, decimals=decimals)
        lines.append(say("share", of=of, rounding=rounded))
        if rules.share.power > 1:
            lines.append(say("power", power=rules.share.power))
        for players in sorted(rules.share.average_added_at):
            lines.append(say("average", players=players))
    for band in rules.bands:
        first, last = ("…" if limit is None else limit for limit in (band.first, band.last))
        lines.append(say("factor", first=first, last=last, factor=band.factor))
    for name, factor in rules.weights.items():
        lines.append(say("weight", round=round_name(name, language), factor=factor))
    lines += _counting(rules, say)
    order = [
        say("fewer", name=criterion_name(one, language))
        if not one.higher
        else criterion_name(one, language)
        for one in rules.order
    ]
    lines.append(say("order", order=order))
    if rules.preliminary_rounds is not None:
        lines.append(say("rounds", rounds=rules.preliminary_rounds))
    for table, ranks in enumerate(rules.semi_finals, 1):
        lines.append(say("semi-final", table=table, ranks=list(ranks)))
    if rules.semi_finals:
        lines.append(say("final-of-winners"))
    elif rules.final_seats is not None:
        lines.append(say("final", seats=rules.final_seats))
    for number, words in rules.decisions:
        chosen = edition_words(rules.id, number, language) or words(language)
        lines.append(say("decision", id=number, words=chosen))
    return lines


Say = Callable[..., str]
"""Makes a sentence about rules: its code, without ``rules-``, and its values by name."""


def _points(table: PointTable, say: Say) -> Iterator[str]:
    """What places are worth, and what becomes of it."""
    for players, row in sorted(table.rows.items()):
        yield say("points", players=players, points=list(row))
    if not table.rows:
        yield say("points-none")
    elif table.level != "shared":
        yield say(f"level-{table.level}")
    elif table.step is None or table.rounding != "down":
        yield say("ties")
    else:
        yield say("step", step=table.step)
    if table.constant:
        yield say("constant", points=table.constant)
    for name, times in table.add:
        yield say(
            "add", times=times, number=lambda language, name=name: number_name(name, language)
        )
    if table.step is not None and (table.level != "shared" or table.rounding != "down"):
        yield say(f"step-{table.rounding}", step=table.step)
    if table.minimum is not None:
        yield say("minimum", minimum=table.minimum)


def _counting(rules: RuleSet, say: Say) -> Iterator[str]:
    """Which results count."""
    counting = rules.counting
    if counting is None:
        return
    of = say(f"of-{counting.of}")
    if counting.best is not None:
        yield say("best", best=counting.best, of=of)
    if counting.drop is not None:
        yield say("drop", drop=counting.drop, of=of)
    if counting.at_least is not None:
        yield say("at-least", least=counting.at_least, of=of)
