"""From tables to standings, as a referee would work them out; the second half of the rules.

The letters A, B, C and the numbers D1 to D20 are those of DECISIONS.md.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from tests.oracle.rules import (
    CATAN_CRITERIA,
    KNOCK_OUT,
    LEAGUE_CRITERIA,
    NEEDED,
    POINTS,
    PRELIMINARY_ROUNDS,
    QUALIFYING,
    SEMI_FINALS,
    Row,
    Tournament,
    applied_factor,
    exact,
    is_league,
    is_possible,
    scored,
)


def tables_of(tournament: Tournament) -> list[list[Row]]:
    """A game is (Round, Table), in a league (Date, Round, Table); without rounds it is (Date,
    Game, Table)."""
    tables: dict[Any, list[Row]] = {}
    for row in tournament.rows:
        key: Any = (row["round"], row["table"])
        if is_league(tournament):
            key = (row["date"], *key)
        if row["round"] is None:
            key = (row["date"], row["game"], row["table"])
        tables.setdefault(key, []).append(row)
    return list(tables.values())


def sits_twice(rows: list[Row], tournament: Tournament) -> bool:
    """Whether somebody of this table has a second seat at it, or at another one of the round."""
    names = {row["player"] for row in rows}
    if rows[0]["round"] is None:
        return len(names) < len(rows)
    seats = [
        row
        for row in tournament.rows
        if row["round"] == rows[0]["round"] and row["player"] in names
        if row["date"] == rows[0]["date"] or not is_league(tournament)
    ]
    return len(names) < len(seats)


def condition(tournament: Tournament, rows: list[Row], tables: list[list[Row]]) -> str:
    """``open``, ``scored``, or why not: ``error``, ``note`` (a game of more than eight, D14)."""
    points = [row["vp"] for row in rows]
    places = [row["place"] for row in rows]
    nothing = [None] * len(rows)

    # A seat taken twice makes the round impossible, whether the game was played or not.
    if sits_twice(rows, tournament):
        return "error"

    # D12, D20: one final, so many semi-finals, and only under rules that know them.
    if rows[0]["round"] in KNOCK_OUT:
        alike = [table for table in tables if table[0]["round"] == rows[0]["round"]]
        known = 1 if tournament.rule_set in QUALIFYING else 0
        if rows[0]["round"] == "semi-final":
            known = SEMI_FINALS.get(tournament.rule_set, 0)
        if len(alike) > known:
            return "error"

    # D7: at most one winner.
    winners = [row for row in rows if row["winner"]]
    if len(winners) > 1:
        return "error"

    # Not yet played; a winner without points is a game whose points were forgotten.
    if points == nothing and places == nothing and not winners:
        return "open"

    # D8: places for all or for none, and such as can be.
    if places != nothing and (None in places or not is_possible(places)):
        return "error"

    # D8: in A and B a missing VP is an error even with places; in a league places suffice.
    if None in points and not (is_league(tournament) and places != nothing):
        return "error"
    # D31: below zero in a league only.
    if not is_league(tournament) and any(number < 0 for number in points):
        return "error"

    # D27: numbers that cannot be, unless the referee's places decide.
    if not is_league(tournament) and places == nothing:
        needed = NEEDED[tournament.scenario or ""]
        if max(points) > needed + 3:
            return "error"
        if any(row["vp"] < needed <= max(points) for row in winners):
            return "error"

    # D14: sizes without a row of points.
    if len(rows) not in POINTS[tournament.rule_set]:
        return "note" if is_league(tournament) and len(rows) > 8 else "error"

    # D18: a league's game needs a factor.
    if is_league(tournament) and applied_factor(tournament, rows) is None:
        return "error"
    return "scored"


def sums(tournament: Tournament, games: list[Row]) -> dict[str, Row]:
    """D15, D19: everybody's sums over the preliminary games; the last rounds add nothing."""
    result: dict[str, Row] = {}
    for row in tournament.rows:
        result[row["player"]] = {
            "games": 0,
            "tournament_points": Fraction(0),
            "victory_points": Fraction(0),
            "share": Fraction(0),
            "places": Counter(),
        }
    for row in tournament.rows:
        if row.get("bonus") and row["round"] not in KNOCK_OUT:
            result[row["player"]]["tournament_points"] += row["bonus"]
    for game in games:
        if game["round"] in KNOCK_OUT:
            continue
        for player in game["players"]:
            total = result[player["player"]]
            total["games"] += 1
            total["tournament_points"] += player["tournament_points"]
            total["places"][player["place"]] += 1  # D10: a shared place counts as that place
            if not is_league(tournament):
                total["victory_points"] += player["counted"]
                total["share"] += player["share"]
    for total in result.values():
        total["firsts"] = total["places"][1]
        total["seconds"] = total["places"][2]
        total["thirds"] = total["places"][3]
    return result


class Order(NamedTuple):
    """The preliminary order: for every player a key, smaller is better, and what decided."""

    keys: dict[str, tuple[Any, ...]]
    decided_by: dict[str, str | None]


def preliminary_order(tournament: Tournament, totals: dict[str, Row]) -> Order:
    """A4, B4, C6, D11: by the criteria; what they leave tied, by lot if every lot was drawn."""
    criteria = LEAGUE_CRITERIA if is_league(tournament) else CATAN_CRITERIA
    lots = {player["player"]: player["lot"] for player in tournament.players}

    values = {}
    for name, total in totals.items():
        values[name] = tuple(-total[criterion] for criterion in criteria)

    together: dict[Any, list[str]] = {}
    for name in totals:
        together.setdefault(values[name], []).append(name)

    keys: dict[str, tuple[Any, ...]] = {}
    for level in together.values():
        drawn = [lots.get(name) for name in level]
        lot_acts = len(level) > 1 and None not in drawn and len(set(drawn)) == len(drawn)
        for name in level:
            keys[name] = (*values[name], lots[name] if lot_acts else 0)

    decided = first_difference(tournament, list(keys.values()))
    return Order(keys, {name: decided[key] for name, key in keys.items()})


def first_difference(
    tournament: Tournament, keys: list[tuple[Any, ...]]
) -> dict[tuple[Any, ...], str | None]:
    """The first criterion after which a key is level with no other, None where it is with one."""
    criteria = LEAGUE_CRITERIA if is_league(tournament) else CATAN_CRITERIA
    names = [*criteria, "lot"]
    decided: dict[tuple[Any, ...], str | None] = dict.fromkeys(keys)
    for length in range(len(names), 0, -1):
        level_with = Counter(key[:length] for key in keys)
        for key in keys:
            if level_with[key[:length]] == 1:
                decided[key] = names[length - 1]
    return decided


def ranked(keys: dict[str, Any], first: int) -> dict[str, int]:
    """D11: equal keys share a rank, the next rank is left out (1, 2, 2, 4)."""
    ranks: dict[Any, int] = {}
    for position, key in enumerate(sorted(keys.values())):
        ranks.setdefault(key, first + position)
    return {name: ranks[key] for name, key in keys.items()}


def places_in(games: list[Row], name: str) -> dict[str, int]:
    """Everybody's place in the scored games of a round."""
    return {
        player["player"]: player["place"]
        for game in games
        if game["round"] == name
        for player in game["players"]
    }


def semi_finals_decide(tournament: Tournament, games: list[Row]) -> bool:
    """D20: all together, once scored: as many as named, or fewer where the final is seated."""
    rounds = {(row["round"], row["table"]) for row in tournament.rows}
    there = len([1 for name, _ in rounds if name == "semi-final"])
    done = len([game for game in games if game["round"] == "semi-final"])
    final_is_seated = any(name == "final" for name, _ in rounds)
    all_there = there == SEMI_FINALS.get(tournament.rule_set) or final_is_seated
    return all_there and done == there


def standings(tournament: Tournament, games: list[Row]) -> list[Row]:
    """The standings: finalists by place (B6, D12), then the other semi-finalists by place there
    and in preliminary order where it is equal (D20), then everybody else."""
    totals = sums(tournament, games)
    order = preliminary_order(tournament, totals)

    in_final = places_in(games, "final")
    played_on: dict[str, int] = {}
    if semi_finals_decide(tournament, games):
        played_on = places_in(games, "semi-final")

    # Left to right: the stage reached, the place there, the preliminary order.
    keys: dict[str, Any] = {}
    for name, key in order.keys.items():
        if name in in_final:
            keys[name] = (0, in_final[name])
        elif name in played_on:
            keys[name] = (1, played_on[name], key)
        else:
            keys[name] = (2, key)
    ranks = ranked(keys, 1)
    on_rank = Counter(ranks.values())

    result = []
    for name, total in totals.items():
        tied = on_rank[ranks[name]] > 1
        if tied:
            decided_by = None
        elif name in in_final:
            decided_by = "final"
        elif name in played_on:
            beside = [one for one in keys if keys[one][:2] == keys[name][:2]]
            decided_by = "semi-final"
            if len(beside) > 1:
                decided_by = first_difference(tournament, [order.keys[one] for one in beside])[
                    order.keys[name]
                ]
        elif order.decided_by[name] is None:
            # Level before with players who played on: with them it is the stage that decides.
            level = [one for one in keys if order.keys[one] == order.keys[name]]
            decided_by = "semi-final" if any(one in played_on for one in level) else "final"
        else:
            decided_by = order.decided_by[name]
        stage = "preliminary"
        if name in in_final:
            stage = "final"
        elif name in played_on:
            stage = "semi-final"
        league = is_league(tournament)
        result.append(
            {
                "rank": ranks[name],
                "tied": tied,
                "player": name,
                "games": total["games"],
                "tournament_points": exact(total["tournament_points"]),
                "victory_points": None if league else exact(total["victory_points"]),
                "share": None if league else exact(total["share"]),
                "places": {str(p): n for p, n in sorted(total["places"].items()) if n > 0},
                "stage": None if league else stage,
                "decided_by": decided_by,
            }
        )
    return sorted(result, key=lambda line: (line["rank"], line["player"].casefold()))


def tie_across_the_line(tournament: Tournament, games: list[Row], conditions: list[str]) -> bool:
    """D12: an unresolved tie for the next round, with everything scored and nobody seated."""
    line = QUALIFYING.get(tournament.rule_set)
    if line is None:
        return False
    if any(row["round"] in KNOCK_OUT for row in tournament.rows):
        return False
    if any(state != "scored" for state in conditions):
        return False
    played = {row["round"] for row in tournament.rows}
    if len(played) < PRELIMINARY_ROUNDS[tournament.rule_set]:
        return False
    keys = sorted(preliminary_order(tournament, sums(tournament, games)).keys.values())
    return len(keys) > line and keys[line - 1] == keys[line]


def expected(tournament: Tournament) -> Row:
    """What the JSON output must say about this tournament, as far as the rules decide it."""
    tables = tables_of(tournament)
    conditions = [condition(tournament, rows, tables) for rows in tables]
    games = [
        scored(tournament, rows)
        for rows, state in zip(tables, conditions, strict=True)
        if state == "scored"
    ]
    open_tables = [
        {"round": rows[0]["round"], "table": rows[0]["table"]}
        for rows, state in zip(tables, conditions, strict=True)
        if state == "open"
    ]
    return {
        "rule_set": tournament.rule_set,
        "scenario": tournament.scenario,
        "games_total": len(tables),
        "games_scored": len(games),
        "provisional": "error" in conditions or tie_across_the_line(tournament, games, conditions),
        "open_tables": open_tables,
        "standings": standings(tournament, games),
        "scored_games": [as_json(game) for game in games],
    }


def as_json(game: Row) -> Row:
    """A scored game with its exact numbers as text and its date as ISO 8601."""
    day: date | None = game["date"]
    return {
        **game,
        "factor": exact(game["factor"]),
        "date": None if day is None else day.isoformat(),
        "players": [
            {
                **player,
                "victory_points": exact(player["victory_points"]),
                "counted": exact(player["counted"]),
                "tournament_points": exact(player["tournament_points"]),
                "share": exact(player["share"]),
            }
            for player in game["players"]
        ],
    }
