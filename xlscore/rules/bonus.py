"""Tournament points that the referee gives or takes, added to the sums under every rule set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .exact import Number
from .model import NOTE, WARNING, Bonus, Finding, Results, ScoredGame, Spot
from .tournament_checks import NAMED_AT_MOST, everybody


def counted_bonuses(results: Results, scored: Sequence[ScoredGame]) -> tuple[Bonus, ...]:
    """The entries that count: not those in rows of a game that is not scored for an error, of a
    semi-final or final, or of somebody without a game."""
    if not results.bonuses:
        return ()
    done = {one.number for one in scored}
    out = {
        row
        for number, game in enumerate(results.games)
        if not game.is_preliminary or not (number in done or game.is_open)
        for row in game.rows
    }
    players = set(everybody(results))
    return tuple(one for one in results.bonuses if one.row not in out and one.player in players)


def bonus_sums(counted: Sequence[Bonus]) -> dict[str, Number]:
    """What each player has been given in all."""
    sums: dict[str, Number] = {}
    for bonus in counted:
        sums[bonus.player] = sums.get(bonus.player, 0) + bonus.points
    return sums


def bonus_findings(results: Results, counted: Sequence[Bonus]) -> Iterator[Finding]:
    """A note for each entry that counts, a warning for each that does not."""
    for bonus in counted[:NAMED_AT_MOST]:
        reason = f" ({bonus.reason})" if bonus.reason else ""
        values = {"player": bonus.player, "points": bonus.points, "reason": reason}
        yield Finding("bonus-points", NOTE, values, (Spot("row", bonus.row, "bonus"),))
    rest = counted[NAMED_AT_MOST:]
    if rest:
        spots = (Spot("row", rest[0].row, "bonus"),)
        yield Finding("bonus-points-more", NOTE, {"count": len(rest)}, spots)
    counts = set(counted)
    for bonus in results.bonuses:
        if bonus not in counts:
            values = {"player": bonus.player, "points": bonus.points}
            spots = (Spot("row", bonus.row, "bonus"),)
            yield Finding("bonus-not-counted", WARNING, values, spots)
