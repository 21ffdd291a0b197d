"""Tournament points by the referee, wherever the results have a column for them (D25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..rules.model import ERROR, Bonus, Finding, Game, Location, Player
from . import cells
from .block import Cell
from .columns import Column
from .player_names import Roster, without_signs
from .result_layouts import Form


def read_bonuses(
    form: Form,
    columns: Mapping[str, Column],
    names: Sequence[Cell],
    games: Sequence[Game],
    roster: Roster,
) -> tuple[tuple[Bonus, ...], tuple[Finding, ...]]:
    """The entries of the column, and an error for each that names nobody.

    `names` are the raw names of all seats, also where nobody sits.
    """
    if "bonus" not in columns:
        return (), ()
    seat_ids, points = form.seat_ids, columns["bonus"].values
    reasons = columns["reason"].values if "reason" in columns else [None] * len(points)
    given = [seat for seat, value in enumerate(points) if value]
    if "bonus" in form.shared:  # by player, one cell speaks for the whole row
        given = [seat for seat in given if seat_ids[seat] % len(form.groups) == 0]
    if not given:
        return (), ()
    seated = {row: name for game in games for name, row in zip(game.players, game.rows)}
    bonuses, findings = [], []
    for seat in given:
        seat_id = seat_ids[seat]
        player = seated.get(seat_id) or _named(names[seat], roster)
        if player:
            reason = reasons[seat]
            bonuses.append(
                Bonus(player, points[seat], seat_id, None if reason is None else str(reason))  # type: ignore[arg-type]
            )
        else:
            locations = (Location("row", seat_id, "bonus"),)
            findings.append(Finding("bonus-without-player", ERROR, {}, locations))
    return tuple(bonuses), tuple(findings)


def listed_bonuses(players: Sequence[Player], roster: Roster) -> Iterator[Bonus]:
    """Those of the Players sheet, which belong to no game."""
    for number, player in enumerate(players):
        if player.name and player.bonus:
            name = roster.spelling(player.name)
            yield Bonus(name, player.bonus, number, player.reason, listed=True)


def _named(cell: Cell, roster: Roster) -> str | None:
    name = cells.name(cell).value
    if name is None:
        return None
    return roster.meant(str(name)) or without_signs(str(name))
