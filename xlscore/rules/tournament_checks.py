"""What only the whole tournament shows: columns, rounds, finals, who played where and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import chain, groupby
from operator import itemgetter

from .model import (
    ERROR,
    FINAL,
    KNOCK_OUT,
    NOTE,
    PASTED,
    SEMI_FINAL,
    WARNING,
    Finding,
    Game,
    Location,
    Results,
    ScoredGame,
)
from .rule_set import RuleSet

_COMPARED_AT_MOST = 1000
"""Names of the Players sheet among which the nearest is looked for."""
NAMED_AT_MOST = 20
"""Looking for the nearest name takes time, and nobody reads more of them."""


def rounds_planned(results: Results, rules: RuleSet) -> int:
    """How many preliminary rounds there will be at least: the rules' number, or more where the
    Tournament sheet names more; 0 where neither says."""
    return max(results.settings.rounds or 0, rules.preliminary_rounds or 0)


def rounds_there(results: Results) -> int:
    """How many preliminary rounds have rows in the results."""
    return len({game.round for game in results.games} - {*KNOCK_OUT, None})


def is_open_ended(results: Results, rules: RuleSet) -> bool:
    """D29: a tournament of which nobody says how many rounds it has, and no knock-out round has
    begun."""
    known = rules.is_league or rounds_planned(results, rules) > 0
    return not known and all(game.is_preliminary for game in results.games)


def preliminaries_complete(results: Results, rules: RuleSet, scored: Iterable[ScoredGame]) -> bool:
    """Every preliminary game that is there is scored, and all rounds planned are there."""
    done = {one.number for one in scored}
    left = (game for number, game in enumerate(results.games) if number not in done)
    complete = not any(game.is_preliminary for game in left)
    all_there = rounds_there(results) >= max(1, rounds_planned(results, rules))
    return complete and all_there and not is_open_ended(results, rules)


def rounds_played(results: Results, still_open: Iterable[int]) -> int:
    """How many preliminary rounds have been played to their end; `still_open` are the games that
    have not, as numbers in `Results.games`."""
    begun = {results.games[number].round for number in still_open}
    return len({game.round for game in results.games} - {*KNOCK_OUT, None} - begun)


def of_round(results: Results, name: str) -> tuple[int, ...]:
    """The games of a round, as numbers in `Results.games`."""
    return tuple(number for number, game in enumerate(results.games) if game.round == name)


def missing_columns(results: Results, rules: RuleSet) -> Iterator[Finding]:
    """The columns without which nothing can be scored under these rules."""
    needed = ["round", "vp"] if rules.vp_required else []
    if rules.is_league:
        needed.append("game")
    missing = [column for column in needed if column not in results.columns]
    if missing and results.games:
        yield Finding(
            "column-missing", ERROR, {"columns": missing, "rules": rules.id}, (Location("header"),)
        )


Doubled = Sequence[tuple[str, Sequence[tuple[int, int]]]]
"""Players with several seats; each seat as numbers in `Results.games` and `Game.players`."""


def doubled_players(results: Results, doubled: Doubled) -> Iterator[Finding]:
    """Players at two seats of a table, or at two tables of a round; none of these is scored.

    Every location is a seat.
    """
    for player, places in doubled:
        games = {number for number, _ in places}
        if all(PASTED in results.games[number].faulty for number in games):
            continue  # reported by reading
        code = "player-twice-at-table" if len(games) == 1 else "player-twice-in-round"
        values = {"player": player, "round": results.games[places[0][0]].round}
        locations = tuple(Location("game", number, "player", seat) for number, seat in places)
        yield Finding(code, ERROR, values, locations)


def doubled_seats(results: Results, rules: RuleSet) -> Doubled:
    """Each player who has several seats in one round, with them.

    A league's rounds are those of one date; where it has none only the table itself is looked at.
    """
    sittings: list[object] = [game.round for game in results.games]
    if rules.is_league or None in sittings:
        sittings = [
            number if game.round is None else (game.round, rules.is_league and game.date)
            for number, game in enumerate(results.games)
        ]
    present: dict[object, list[str]] = {}
    # A round's games nearly always stand together.
    for sitting, together in groupby(zip(sittings, results.games), key=itemgetter(0)):
        seen = present.setdefault(sitting, [])
        seen += chain.from_iterable([game.players for _, game in together])
    crowded = {sitting for sitting, seen in present.items() if len(set(seen)) < len(seen)}
    seats: dict[tuple[object, str], list[tuple[int, int]]] = {}
    for number, game in enumerate(results.games if crowded else ()):
        sitting = sittings[number]
        if sitting in crowded:
            for seat, player in enumerate(game.players):
                if player:  # an unreadable name has been reported by reading
                    seats.setdefault((sitting, player), []).append((number, seat))
    return [(player, places) for (_, player), places in seats.items() if len(places) > 1]


def dates_apart(results: Results, rules: RuleSet) -> Iterator[Finding]:
    """Tables of one round of a tournament on dates more than a day apart; none is scored.

    Their rows are told apart by date as a league's are, and a tournament plays a round once.
    """
    days: dict[tuple[str, str], dict[int, date]] = {}
    for number, game in enumerate(results.games if not rules.is_league else ()):
        if game.round is not None and game.date is not None:
            days.setdefault((game.round, game.table.casefold()), {})[number] = game.date
    for found in days.values():
        if max(found.values()) - min(found.values()) > timedelta(days=1):
            locations = tuple(Location("game", number, "date") for number in found)
            values = {"found": sorted(set(found.values()))}
            yield Finding("date-differs", ERROR, values, locations)


def wrong_finals(results: Results, rules: RuleSet) -> Iterator[Finding]:
    """D12, D20: a final or semi-finals under rules without, or more than they name; none of
    these is scored."""
    locations = _games(of_round(results, FINAL))
    if locations and rules.final_seats is None:
        yield Finding("final-not-in-rules", ERROR, {"rules": rules.id}, locations)
    elif len(locations) > 1:
        yield Finding("several-finals", ERROR, {"count": len(locations)}, locations)
    locations, named = _games(of_round(results, SEMI_FINAL)), len(rules.semi_finals)
    if locations and not named:
        yield Finding("semi-final-not-in-rules", ERROR, {"rules": rules.id}, locations)
    elif len(locations) > named:
        values = {"count": len(locations), "named": named, "rules": rules.id}
        yield Finding("semi-finals-more", ERROR, values, locations)


def _games(numbers: Iterable[int]) -> tuple[Location, ...]:
    return tuple(Location("game", number) for number in numbers)


def doubtful_rounds(results: Results, rules: RuleSet) -> Iterator[Finding]:
    """D12, D29: rounds of a tournament beyond those planned, or more than the rule set names, and
    a number that does not follow the one before, which is probably a slip; all are summed.

    A round that cannot be read may be the one that is missing, and is an error of its own.
    """
    names = {game.round for game in results.games} - {*KNOCK_OUT}
    if rules.is_league or None in names:
        return
    names.update(one.round for one in results.sat_out)
    known = sorted(int(name) for name in names if name and name.isdecimal())
    planned = results.settings.rounds or max(known, default=0)
    for before, found in zip((0, *known), known):
        gap = 0 < before < found - 1
        if gap or found > planned:
            values: dict[str, object] = {"round": found, "planned": planned, "before": before}
            games = of_round(results, str(found))
            cells = tuple(Location("game", number, "round") for number in games)
            code = "round-beyond" if found > planned else "round-gap"
            yield Finding(code, WARNING, values, cells)
    count = rounds_there(results)
    if rules.preliminary_rounds is not None and rules.preliminary_rounds < count <= planned:
        values = {"found": count, "named": rules.preliminary_rounds, "rules": rules.id}
        yield Finding("rounds-more", WARNING, values, (Location("header", field="round"),))


def counting_unknown(results: Results, rules: RuleSet) -> Iterator[Finding]:
    """Games without the round or date that says which result they belong to, under rules where not
    all rounds or evenings count."""
    field = {"rounds": "round", "evenings": "date"}.get(rules.counting.of if rules.counting else "")
    if field is None:
        return
    numbers = [
        number
        for number, game in enumerate(results.games)
        if game.is_preliminary and (game.round if field == "round" else game.date) is None
    ]
    if numbers:
        reported = numbers[:NAMED_AT_MOST]
        values = {"count": len(numbers), "field": field}
        locations = tuple(Location("game", number, field) for number in reported)
        yield Finding("counting-unknown", ERROR, values, locations)


def rounds_unknown(results: Results, rules: RuleSet) -> Iterator[Finding]:
    """D29: how many rounds there will be is not known, so nothing can be called final."""
    played = rounds_there(results)
    if played and is_open_ended(results, rules):
        yield Finding(
            "rounds-unknown", NOTE, {"rounds": played}, (Location("settings", field="rounds"),)
        )


def unequal_games(
    results: Results, doubled: Doubled, still_open: Iterable[int]
) -> Iterator[Finding]:
    """D15: players with another number of games than most; sums are compared as they are.

    Not told of who sits at a table still to be played (`still_open`, as numbers in
    `Results.games`). Whoever is inactive is told apart, in a note: that explains the number, and
    is no reason not to be ranked. A player who sits twice in one round, which is an error of its
    own, counts once there.
    """
    preliminary = (game.players for game in results.games if game.is_preliminary)
    games = Counter(chain.from_iterable(preliminary))
    for player, places in doubled:
        if results.games[places[0][0]].is_preliminary:
            games[player] -= len(places) - 1
    del games[""]
    common = Counter(games.values())
    usual = max(common, key=lambda number: (common[number], number), default=0)
    unequal = {name for name, number in games.items() if number != usual}
    if not unequal:
        return
    unequal.difference_update(*(results.games[number].players for number in still_open))
    inactive = {
        player.name: Location("players", entry, "active")
        for entry, player in enumerate(results.players)
        if not player.active
    }
    for code, level, names, cells in (
        ("games-unequal", WARNING, unequal - inactive.keys(), first_rows(results)),
        ("inactive-ranked", NOTE, unequal & inactive.keys(), inactive),
    ):
        told = sorted(sorted(names), key=str.casefold)
        if told:
            counts = [f"{player} ({games[player]})" for player in told]
            locations = tuple(cells[player] for player in told)
            yield Finding(code, level, {"usual": usual, "players": counts}, locations)


def unlisted(results: Results, players: Iterable[str]) -> Iterator[Finding]:
    """Those of all players who are not on the Players sheet, where one is filled."""
    listed = {player.name for player in results.players if player.name}
    if not listed:
        return
    missing = [player for player in players if player not in listed]
    first = first_rows(results) if missing else {}
    for player in missing[:NAMED_AT_MOST]:
        values = {"player": player, "near": nearest(player, listed)}
        yield Finding("player-not-listed", WARNING, values, (first[player],))
    rest = missing[NAMED_AT_MOST:]
    if rest:
        yield Finding("players-not-listed", WARNING, {"count": len(rest)}, (first[rest[0]],))


def nearest(name: str, known: Iterable[str], likeness: float = 0.0) -> str | None:
    """Of the known names the one most like `name`; None where none is that like it (1: equal)."""
    from difflib import get_close_matches  # only where somebody is missing: 5 ms to import

    names = {one.casefold(): one for one in sorted(known)[:_COMPARED_AT_MOST]}
    found = get_close_matches(name.casefold(), list(names), n=1, cutoff=likeness)
    return names[found[0]] if found else None


def everybody(results: Results) -> Iterable[str]:
    """All players once, in the order of their first seats; who only ever sat out comes last."""
    players = dict.fromkeys(chain.from_iterable(game.players for game in results.games))
    players.pop("", None)  # an unreadable name has been reported by reading
    players.update(dict.fromkeys(one.player for one in results.sat_out))
    return players


def first_rows(results: Results) -> dict[str, Location]:
    """The first row of each player, where findings about players of no listed entry point."""
    rows = {one.player: one.row for one in reversed(results.sat_out)}
    rows.update(first_seats(results.games))
    return {player: Location("row", row, "player") for player, row in rows.items()}


def first_seats(games: Iterable[Game]) -> dict[str, int]:
    """The id of each player's first seat, in the order of the games."""
    rows: dict[str, int] = {}
    for game in games:
        for player, row in zip(game.players, game.rows):
            if player not in rows:
                rows[player] = row
    rows.pop("", None)  # an unreadable name has been reported by reading
    return rows


def lot_cells(players: Sequence[str], results: Results) -> tuple[Location, ...]:
    """Where the lots of these players stand; their first row, for who is on no Players sheet."""
    entries = {player.name: entry for entry, player in enumerate(results.players)}
    rows = first_rows(results)
    return tuple(
        Location("players", entries[player], "lot") if player in entries else rows[player]
        for player in players
    )
