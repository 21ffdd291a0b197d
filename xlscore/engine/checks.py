"""Results against a rule set: what can be scored, what is still open, what is wrong and why.

Never raises on data. An error keeps its game out of the standings, everything else is scored;
warnings and notes change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .factors import Weight, weights
from .model import ERROR, FINAL, NOTE, WARNING, Finding, Game, Results, Spot
from .ruleset import RuleSet
from .scoring import Table, places_by_points

CAP_TOLERANCE = 3
"""A winner may pass the cap by a few points in one turn; more is probably a typing error."""


NAMED_AT_MOST = 20
"""Looking for the nearest name takes time, and nobody reads more of them."""


class Checked(NamedTuple):
    """The games by what becomes of them (numbers in `Results.games`), and all findings.

    `tables` maps the number of each game to be scored to what decides it.
    """

    tables: dict[int, Table]
    unscored: tuple[int, ...]
    open: tuple[int, ...]
    findings: tuple[Finding, ...]


def check(results: Results, rules: RuleSet, scenario: str | None) -> Checked:
    """Check every game and the tournament as a whole."""
    findings = [*_columns(results, rules)]
    nothing_scorable = bool(findings)
    out = _barred(results, rules, findings)
    weighted = weights(results, rules, findings)
    cap = rules.caps.get(scenario) if scenario else None
    tables: dict[int, Table] = {}
    unscored: list[int] = []
    still_open: list[int] = []
    for number, game in enumerate(results.games):
        plain = _is_plain(game, rules, cap)
        if number in out or nothing_scorable:
            unscored.append(number)
        elif not plain and game.is_open:
            still_open.append(number)
        else:
            # a table of no known size is not scored, whatever it would weigh
            known_size = len(game.players) in rules.points
            weight = weighted(number, game) if known_size else None
            table_cap = cap if rules.cap_in_final or game.round != FINAL else None
            found: list[Finding] = []
            if game.is_played and not plain:
                found = list(_game(number, game, rules, cap, table_cap, weight))
                findings += found
            if game.faulty or weight is None or any(one.level == ERROR for one in found):
                unscored.append(number)
            else:
                places = _whole(game.places)
                tables[number] = Table(
                    game.victory_points, game.winner, places, table_cap, weight.factor, weight.lower
                )
    findings += _tournament(results, rules)
    return Checked(tables, tuple(unscored), tuple(still_open), tuple(findings))


def _columns(results: Results, rules: RuleSet) -> Iterator[Finding]:
    """The columns without which nothing can be scored under these rules."""
    needed = ["round", "vp"] if rules.vp_required else []
    if rules.is_league:
        needed.append("game")
    missing = [column for column in needed if column not in results.columns]
    if missing and results.games:
        yield Finding(
            "column-missing", ERROR, {"columns": missing, "rules": rules.id}, (Spot("header", 0),)
        )


def _barred(results: Results, rules: RuleSet, findings: list[Finding]) -> set[int]:
    """Games that may not be scored whatever their numbers say: doubled players, wrong finals."""
    out: set[int] = set()
    seen: dict[tuple[str | None, str], tuple[int, int]] = {}
    doubled: dict[tuple[str | None, str], list[tuple[int, int]]] = {}
    finals = []
    for number, game in enumerate(results.games):
        if game.round == FINAL:
            finals.append(number)
        if game.round is None:
            # A league without rounds: only the table itself is looked at.
            if len(set(game.players)) < len(game.players):
                for seat, player in enumerate(game.players):
                    if player and game.players.count(player) > 1:
                        key = (f"{number}", player)
                        doubled.setdefault(key, []).append((number, seat))
            continue
        for seat, player in enumerate(game.players):
            key = (game.round, player)
            if not player:
                continue  # unreadable, reported by reading
            if key in seen:
                doubled.setdefault(key, [seen[key]]).append((number, seat))
            else:
                seen[key] = (number, seat)
    for (_, player), places in doubled.items():
        games = {number for number, _ in places}
        out |= games
        code = "player-twice-at-table" if len(games) == 1 else "player-twice-in-round"
        spots = tuple(Spot("game", number, seat, "player") for number, seat in places)
        values = {"player": player, "round": results.games[places[0][0]].round}
        findings.append(Finding(code, ERROR, values, spots))
    if finals and rules.final_seats is None:
        out.update(finals)
        spots = tuple(Spot("game", number) for number in finals)
        findings.append(Finding("final-not-in-rules", ERROR, {"rules": rules.id}, spots))
    elif len(finals) > 1:
        out.update(finals)
        spots = tuple(Spot("game", number) for number in finals)
        findings.append(Finding("several-finals", ERROR, {"count": len(finals)}, spots))
    return out


def _is_plain(game: Game, rules: RuleSet, cap: int | None) -> bool:
    """Nothing at all to find, told quickly: nearly every game of a season is like that."""
    if game.faulty or game.winner is not None or game.places is not None:
        return False
    points = game.victory_points
    if len(points) not in rules.points or set(map(type, points)) != {int}:
        return False
    return cap is None or max(points) <= cap + CAP_TOLERANCE  # type: ignore[type-var, operator]


def _game(
    number: int,
    game: Game,
    rules: RuleSet,
    cap: int | None,
    table_cap: int | None,
    weight: Weight | None,
) -> Iterator[Finding]:
    """Everything about one game that has been played."""
    players = len(game.players)
    stray = any(seat is None for seat, _ in game.faulty)
    if players not in rules.points and not stray:
        yield _size(number, players, rules)
    yield from _victory_points(number, game, rules, cap, table_cap)
    yield from _places(number, game, lower=weight is not None and weight.lower)


def _size(number: int, players: int, rules: RuleSet) -> Finding:
    """D14: a table size that the rule set names no row for."""
    largest = max(rules.points)
    values = {"players": players, "sizes": sorted(rules.points), "rules": rules.id}
    spots = (Spot("game", number),)
    if players > largest and rules.larger_tables == "unscored":
        return Finding("table-too-large", NOTE, {**values, "largest": largest}, spots)
    if players > largest:
        return Finding("table-size-joint", ERROR, values, spots)
    return Finding("table-size", ERROR, values, spots)


def _victory_points(
    number: int, game: Game, rules: RuleSet, cap: int | None, table_cap: int | None
) -> Iterator[Finding]:
    unreadable = {seat for seat, field in game.faulty if field == "vp"}
    for seat, points in enumerate(game.victory_points):
        spots = (Spot("game", number, seat, "vp"),)
        if points is None:
            placed = game.places is not None and not rules.vp_required
            if seat not in unreadable and not placed:
                yield Finding("vp-missing", ERROR, {"player": game.players[seat]}, spots)
        elif rules.vp_whole and points.denominator != 1:
            yield Finding("vp-not-whole", ERROR, {"found": points}, spots)
        elif cap is not None and points > cap + CAP_TOLERANCE:
            values = {
                "found": points,
                "cap": cap,
                "counted": points if table_cap is None else table_cap,
                "rules": rules.id,
            }
            yield Finding("vp-high", WARNING, values, spots)


def _places(number: int, game: Game, *, lower: bool) -> Iterator[Finding]:
    """The marked winner (D7) and the places typed in (D8)."""
    points = game.victory_points
    known = tuple(value for value in points if value is not None)
    complete = len(known) == len(points)
    if game.winner is not None and game.places is None and complete:
        own = known[game.winner]
        best = min(known) if lower else max(known)
        if own != best:
            values = {"player": game.players[game.winner], "found": own, "best": best}
            marked = Spot("game", number, game.winner, "winner")
            yield Finding("winner-not-highest", WARNING, values, (marked,))
    if game.places is None:
        return
    unreadable = {seat for seat, field in game.faulty if field == "place"}
    places = _whole(game.places)
    missing = [seat for seat, place in enumerate(game.places) if place is None]
    missing = [seat for seat in missing if seat not in unreadable]
    if missing:
        spots = tuple(Spot("game", number, seat, "place") for seat in missing)
        yield Finding("places-incomplete", ERROR, {"count": len(missing)}, spots)
    if places is None:
        return
    spots = tuple(Spot("game", number, seat, "place") for seat in range(len(places)))
    if not _possible(places):
        yield Finding("places-impossible", ERROR, {"places": list(places)}, spots)
        return
    by_points = places_by_points(points, None, lower) if complete else None
    wrong_winner = game.winner is not None and places[game.winner] != 1
    if wrong_winner or (by_points is not None and _contradicts(places, by_points)):
        yield Finding("places-contradict", WARNING, {"places": list(places)}, spots)


def _whole(places: tuple[int | None, ...] | None) -> tuple[int, ...] | None:
    if places is None:
        return None
    known = tuple(place for place in places if place is not None)
    return known if len(known) == len(places) else None


def _possible(places: tuple[int, ...]) -> bool:
    """Every place is one more than the number of players on better places: 1, 2, 2, 4."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def _contradicts(places: tuple[int, ...], by_points: tuple[int, ...]) -> bool:
    """Somebody with fewer victory points stands level with or before somebody with more.

    Equal victory points on different places are a referee's decision, not a contradiction.
    """
    return any(
        own < other and place >= other_place
        for own, place in zip(by_points, places)
        for other, other_place in zip(by_points, places)
    )


def _tournament(results: Results, rules: RuleSet) -> Iterator[Finding]:
    """What only the whole tournament shows: rounds, unequal numbers of games, unknown players."""
    rounds = {game.round for game in results.games if game.round not in (None, FINAL)}
    if rules.preliminary_rounds is not None and len(rounds) > rules.preliminary_rounds:
        values = {"found": len(rounds), "named": rules.preliminary_rounds, "rules": rules.id}
        yield Finding("rounds-more", WARNING, values, (Spot("header", 0, None, "round"),))
    played: Counter[str] = Counter()
    rows: dict[str, int] = {}
    for game in results.games:
        if game.round != FINAL:
            played.update(game.players)
        for player, row in zip(game.players, game.rows):
            if player not in rows:
                rows[player] = row
    first = {player: Spot("row", row, None, "player") for player, row in rows.items() if player}
    preliminary = {player: count for player, count in played.items() if player}
    if preliminary:
        most = max(preliminary.values())
        fewer = sorted(
            (player for player, count in preliminary.items() if count < most), key=str.casefold
        )
        if fewer:
            counts = [f"{player} ({preliminary[player]})" for player in fewer]
            yield Finding(
                "games-unequal",
                WARNING,
                {"most": most, "players": counts},
                tuple(first[player] for player in fewer),
            )
    listed = {player.name for player in results.players if player.name}
    unlisted = [player for player in first if player not in listed] if listed else []
    for player in unlisted[:NAMED_AT_MOST]:
        yield _unlisted(player, listed, first[player])
    rest = unlisted[NAMED_AT_MOST:]
    if rest:
        yield Finding("players-not-listed", WARNING, {"count": len(rest)}, (first[rest[0]],))


def _unlisted(player: str, listed: set[str], spot: Spot) -> Finding:
    from difflib import get_close_matches  # only where somebody is missing: 5 ms to import

    by_fold = {name.casefold(): name for name in sorted(listed)}
    near = get_close_matches(player.casefold(), list(by_fold), n=1, cutoff=0.0)
    values = {"player": player, "near": by_fold[near[0]]}
    return Finding("player-not-listed", WARNING, values, (spot,))
