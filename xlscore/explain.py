"""In words: a rule set, how a player's points came about, what puts one player before another."""

from __future__ import annotations

from fractions import Fraction

from .engine.model import FINAL, Evaluation, ScoredGame, Standing
from .engine.ruleset import RuleSet
from .messages import SENTENCES, Refused, sentence
from .tables.layout import SCENARIOS, folded
from .tables.sheets import decided_by, game_title


def explain_player(evaluation: Evaluation, player: str, language: str) -> list[str]:
    """One sentence per scored game and one for the sum. Raises `Refused` for an unknown player."""
    standing = standing_of(evaluation, player)
    lines = []
    for scored in evaluation.scored:
        if standing.player in scored.game.players:
            lines.append(_game(evaluation, scored, standing.player, language))
    values: dict[str, object] = {
        "player": standing.player,
        "rank": standing.rank,
        "games": standing.games,
        "tournament_points": standing.tournament_points,
        "victory_points": standing.victory_points,
        "share": standing.share,
        "decided_by": decided_by(standing, language),
    }
    code = "explain-sum" if standing.share is None else "explain-sum-share"
    lines.append(sentence(SENTENCES[code], language, values))
    return lines


def explain_order(evaluation: Evaluation, player: str, other: str, language: str) -> str:
    """Which criterion puts one of two players before the other, with the numbers compared."""
    first, second = sorted(
        (standing_of(evaluation, player), standing_of(evaluation, other)),
        key=lambda standing: standing.rank,
    )
    values: dict[str, object] = {"first": first.player, "second": second.player}
    if first.player == second.player:
        raise Refused("explain-same-player", player=first.player)
    if first.rank == second.rank:
        code = "explain-tied-final" if first.stage == FINAL else "explain-tied"
        return sentence(SENTENCES[code], language, {**values, "rank": first.rank})
    if FINAL in (first.stage, second.stage):
        both = first.stage == second.stage
        code = "explain-final" if both else "explain-final-only"
        ranks = {"first_rank": first.rank, "second_rank": second.rank}
        return sentence(SENTENCES[code], language, {**values, **ranks})
    level: list[str] = []
    for (criterion, own), (_, theirs) in zip(first.criteria, second.criteria):
        name = sentence(SENTENCES[f"decided-{criterion}"], language, {})
        if own != theirs:
            values |= {"criterion": name, "own": own, "theirs": theirs, "level": level}
            code = "explain-order-level" if level else "explain-order"
            return sentence(SENTENCES[code], language, values)
        level.append(sentence(SENTENCES["explain-level"], language, {"name": name, "value": own}))
    values |= {"own": first.lot, "theirs": second.lot}
    return sentence(SENTENCES["explain-lot"], language, values)


def standing_of(evaluation: Evaluation, player: str) -> Standing:
    """The standing of a player, the name compared without letter case and spare blanks."""
    # Letter by letter first: STRASSER and Straßer are two players, and folded they are one.
    for same in (str, str.lower, folded):
        for standing in evaluation.standings:
            if same(standing.player) == same(player):
                return standing
    known = [standing.player for standing in evaluation.standings]
    raise Refused("player-unknown", player=player, known=known)


def _game(evaluation: Evaluation, scored: ScoredGame, player: str, language: str) -> str:
    game, score = scored.game, scored.score
    seat = game.players.index(player)
    values: dict[str, object] = {
        "game": game_title(game, language),
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
    if score.share is not None and score.counted is not None and evaluation.rules.share:
        of = game.victory_points if evaluation.rules.share.of == "raw" else score.counted
        values |= {
            "part": of[seat],
            "total": _total(evaluation, scored),
            "share": score.share[seat],
        }
        parts.append("explain-game-share")
    if game.round == FINAL:
        parts.append("explain-game-final")
    words = [sentence(SENTENCES[part], language, values) for part in parts]
    return f"{game_title(game, language)}: {', '.join(words)}."


def _total(evaluation: Evaluation, scored: ScoredGame) -> object:
    """The table's total that a share is taken of, raised where the rules say so."""
    share = evaluation.rules.share
    of = scored.game.victory_points if share and share.of == "raw" else scored.score.counted
    total = sum(value for value in of or () if value is not None)
    if share and len(scored.game.players) in share.average_added_at:
        return Fraction(total) + Fraction(total) / len(scored.game.players)
    return total


def explain_rules(rules: RuleSet, language: str) -> list[str]:
    """A rule set in words, one sentence a line, with its source and the decisions taken."""

    def say(code: str, **values: object) -> str:
        return sentence(SENTENCES[f"rules-{code}"], language, values)

    name = rules.name.de if language == "de" else rules.name.en
    lines = [say("title", id=rules.id, name=name), say("source", source=rules.source)]
    for players, row in sorted(rules.points.items()):
        lines.append(say("points", players=players, points=list(row)))
    lines.append(say("ties") if rules.step is None else say("step", step=rules.step))
    if rules.minimum is not None:
        lines.append(say("minimum", minimum=rules.minimum))
    for scenario, cap in rules.caps.items():
        lines.append(say("cap", cap=cap, scenario=SCENARIOS[scenario](language)))
    if rules.share is not None:
        exact = rules.share.decimals is None
        rounding = say("exact" if exact else rules.share.rounding)
        decimals = "" if exact else rules.share.decimals
        lines.append(say("share", decimals=decimals, rounding=rounding))
        for players in sorted(rules.share.average_added_at):
            lines.append(say("average", players=players))
    for band in rules.bands:
        first, last = ("…" if limit is None else limit for limit in (band.first, band.last))
        lines.append(say("factor", first=first, last=last, factor=band.factor))
    order = [sentence(SENTENCES[f"decided-{one}"], language, {}) for one in rules.order]
    lines.append(say("order", order=order))
    if rules.preliminary_rounds is not None:
        lines.append(say("rounds", rounds=rules.preliminary_rounds))
    if rules.final_seats is not None:
        lines.append(say("final", seats=rules.final_seats))
    for number, words in rules.decisions:
        chosen = words.de if language == "de" else words.en
        lines.append(say("decision", id=number, words=chosen))
    return lines
