"""Standings with a usual slip in them, worked out as the second opinion would, one rule missed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.oracle.rules import (
    POINTS,
    Row,
    Tournament,
    is_league,
    league_points,
    places_by_numbers,
    scored,
    shared_points,
    shares,
)
from tests.oracle.standings import standings, tables_of

Games = list[Row]


def right(tournament: Tournament) -> list[Row]:
    """The standings without a slip: rank, player and exact numbers by name."""
    return numbers(tournament, all_games(tournament))


def slipped(code: str, tournament: Tournament) -> list[Row]:
    """The standings with the slip that the finding `code` names."""
    if code in AFTERWARDS:
        return AFTERWARDS[code](right(tournament), standings(tournament, all_games(tournament)))
    return numbers(tournament, SLIPS[code](tournament, all_games(tournament)))


def all_games(tournament: Tournament) -> Games:
    return [scored(tournament, rows) for rows in tables_of(tournament)]


def numbers(tournament: Tournament, games: Games) -> list[Row]:
    """The standings' numbers as numbers."""
    fields = ("tournament_points", "victory_points", "share")
    return [
        {
            "rank": line["rank"],
            "player": line["player"],
            **{field: line[field] and Fraction(line[field]) for field in fields},
        }
        for line in standings(tournament, games)
    ]


# Slips in the shares and in what counts


def to_hundredths(percent: Fraction) -> Fraction:
    return Fraction((percent * 100 + Fraction(1, 2)) // 1, 100)


def with_shares(games: Games, share: Callable[[Row, Fraction, int], Fraction]) -> Games:
    """Each player's share by a formula of the player, the table's total and its size."""
    for game in games:
        total = sum((player["counted"] for player in game["players"]), Fraction(0))
        for player in game["players"]:
            player["share"] = share(player, total, len(game["players"]))
    return games


def raised(total: Fraction, size: int) -> Fraction:
    return total + total / 3 if size == 3 else total


def unrounded(_: Tournament, games: Games) -> Games:
    return with_shares(games, lambda one, total, size: 100 * one["counted"] / raised(total, size))


def not_raised(_: Tournament, games: Games) -> Games:
    return with_shares(games, lambda one, total, _: to_hundredths(100 * one["counted"] / total))


def raised_too_little(_: Tournament, games: Games) -> Games:
    def share(one: Row, total: Fraction, size: int) -> Fraction:
        less = 1 if size == 3 else 0
        return to_hundredths(100 * one["counted"] / (raised(total, size) - less))

    return with_shares(games, share)


def of_raw(_: Tournament, games: Games) -> Games:
    for game in games:
        reached = [player["victory_points"] for player in game["players"]]
        for player, share in zip(game["players"], shares(reached), strict=True):
            player["share"] = share
    return games


def uncapped(tournament: Tournament, games: Games) -> Games:
    for game in of_raw(tournament, games):
        for player in game["players"]:
            player["counted"] = player["victory_points"]
    return games


# Slips in the points


def points_of(tournament: Tournament, game: Row, place: int, sharing: int) -> Fraction:
    row = POINTS[tournament.rule_set][len(game["players"])]
    if is_league(tournament):
        return league_points(row, place, sharing, game["factor"])
    return shared_points(row, place, sharing)


def full_points(tournament: Tournament, games: Games) -> Games:
    for game in games:
        for player in game["players"]:
            player["tournament_points"] = points_of(tournament, game, player["place"], 1)
    return games


def points_in_order(tournament: Tournament, games: Games) -> Games:
    for game in games:
        taken: set[int] = set()
        for player in game["players"]:
            while game["round"] != "final" and player["place"] in taken:
                player["place"] += 1
            taken.add(player["place"])
            player["tournament_points"] = points_of(tournament, game, player["place"], 1)
    return games


def counted_places(tournament: Tournament, games: Games) -> Games:
    for game in games:
        counted = [{"vp": player["counted"], "winner": False} for player in game["players"]]
        places = places_by_numbers(counted, lower_wins=False)
        for player, place in zip(game["players"], places, strict=True):
            sharing = places.count(place)
            player["place"] = place
            player["tournament_points"] = points_of(tournament, game, place, sharing)
    return games


def no_factors(tournament: Tournament, games: Games) -> Games:
    for game in games:
        places = [player["place"] for player in game["players"]]
        for player in game["players"]:
            game["factor"] = Fraction(1)
            sharing = places.count(player["place"])
            player["tournament_points"] = points_of(tournament, game, player["place"], sharing)
    return games


def no_steps(tournament: Tournament, games: Games) -> Games:
    for game in games:
        places = [player["place"] for player in game["players"]]
        row = POINTS[tournament.rule_set][len(places)]
        for player in game["players"]:
            whole = shared_points(row, player["place"], places.count(player["place"]))
            player["tournament_points"] = whole * game["factor"]
    return games


# Slips about the final


def final_added(_: Tournament, games: Games) -> Games:
    return [{**game, "round": "3"} if game["round"] == "final" else game for game in games]


def final_ignored(_: Tournament, games: Games) -> Games:
    return [game for game in games if game["round"] != "final"]


SLIPS: dict[str, Callable[[Tournament, Games], Games]] = {
    "claim-cap": uncapped,
    "claim-share-raw": of_raw,
    "claim-share-unrounded": unrounded,
    "claim-three-players": not_raised,
    "claim-raised-total": raised_too_little,
    "claim-places-counted": counted_places,
    "claim-tie-full": full_points,
    "claim-tie-order": points_in_order,
    "claim-factor": no_factors,
    "claim-step": no_steps,
    "claim-final-added": final_added,
    "claim-final-ignored": final_ignored,
}


# Slips in the finished standings


def averages(lines: list[Row], details: list[Row]) -> list[Row]:
    return [
        {
            field: value / detail["games"] if isinstance(value, Fraction) else value
            for field, value in line.items()
        }
        for line, detail in zip(lines, details, strict=True)
    ]


def ranks_in_order(lines: list[Row], _: list[Row]) -> list[Row]:
    return [{**line, "rank": rank} for rank, line in enumerate(lines, 1)]


def dense_ranks(lines: list[Row], _: list[Row]) -> list[Row]:
    ranks = sorted({line["rank"] for line in lines})
    return [{**line, "rank": ranks.index(line["rank"]) + 1} for line in lines]


def whole_numbers(lines: list[Row], _: list[Row]) -> list[Row]:
    return [
        {
            field: (value + Fraction(1, 2)) // 1 if isinstance(value, Fraction) else value
            for field, value in line.items()
        }
        for line in lines
    ]


AFTERWARDS: dict[str, Callable[[list[Row], list[Row]], list[Row]]] = {
    "claim-average": averages,
    "claim-rank-broken": ranks_in_order,
    "claim-rank-dense": dense_ranks,
    "claim-rounded": whole_numbers,
}
