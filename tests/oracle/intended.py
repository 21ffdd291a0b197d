"""Tournaments as they were meant: played without a fault, before anybody types them.

Smaller than those of the generator and free of what the rules refuse, so that whatever a reader
gets wrong was the typing. Games not yet played, absences and unequal numbers of games occur.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from tests.oracle.catan import seating
from tests.oracle.habits import FIRST_NAMES, chance, names, row
from tests.oracle.league import GAMES
from tests.oracle.rules import (
    KNOCK_OUT,
    NEEDED,
    PRELIMINARY_ROUNDS,
    QUALIFYING,
    SEMI_FINALS,
    Row,
    Tournament,
    places_by_numbers,
)
from tests.oracle.standings import (
    condition,
    preliminary_order,
    scored,
    standings,
    sums,
    tables_of,
)

KINDS = ("plain", "plain", "plain", "final", "ladder", "evenings", "evenings", "rounds", "season")


def intended(random: Random) -> Tournament:
    """A tournament with rounds, one with a final or a ladder, a league of evenings, one with
    rounds, or a season whose rounds begin anew each evening."""
    kind = random.choice(KINDS)
    if kind in ("plain", "final", "ladder"):
        return _tournament(random, kind)
    return _league(random, kind)


def deserved(tournament: Tournament) -> set[str]:
    """The warnings and errors that the tournament itself calls for, however well it is typed."""
    tables = tables_of(tournament)
    done = [rows for rows in tables if condition(tournament, rows, tables) == "scored"]
    totals = sums(tournament, [scored(tournament, rows) for rows in done])
    codes = set()
    early = [row for row in tournament.rows if row["round"] not in KNOCK_OUT]
    seated = Counter(row["player"] for row in early)
    if len({total["games"] for total in totals.values()}) > 1 or len({*seated.values()}) > 1:
        codes.add("games-unequal")
    line = QUALIFYING.get(tournament.rule_set)
    keys = sorted(preliminary_order(tournament, totals).keys.values())
    if line and len(keys) > line and keys[line - 1] == keys[line]:
        codes |= {"tie-across-line", "finalists-not-best", "semi-finalists-not-best"}
    return codes


# Tournaments


def _tournament(random: Random, kind: str) -> Tournament:
    rule_set = {"plain": "dsvc-s3", "final": "eppelborn-19", "ladder": "neuwald-ladder"}[kind]
    scenario = "cities-knights" if kind == "final" else random.choice(tuple(NEEDED))
    rounds = PRELIMINARY_ROUNDS.get(rule_set) or random.randint(2, 4)
    count = random.randint(16, 20) if kind == "ladder" else random.choice((8, 8, 9, 11, 12, 15, 16))
    people = _people(random, count)
    marked, placed = chance(random, 25), chance(random, 20)
    dated = chance(random, 25)
    away = people[: random.choice((0, 0, 0, 1, 3))] if count > 9 else []
    rows: list[Row] = []
    for number in range(1, rounds + 1):
        present = [name for name in people if name not in away or number != rounds]
        open_tables = {1} if number == rounds and kind == "plain" and chance(random, 25) else set()
        if number == rounds > 2 and kind == "plain" and chance(random, 15):
            open_tables = set(range(1, 9))
        for table, seated in enumerate(seating(random, present, 0), 1):
            game = [row(round=str(number), table=str(table), player=name) for name in seated]
            if table not in open_tables:
                _play(random, game, NEEDED[scenario], marked, placed)
            rows += game
    if dated:
        for one in rows:
            one["date"] = date(2024, 5, 3 + int(one["round"]) // 3)
    tournament = Tournament(rule_set, scenario, rows)
    if kind == "ladder" and len(people) - len(away) >= QUALIFYING[rule_set]:
        for table in range(SEMI_FINALS[rule_set]):
            best = _in_order(tournament)
            seeds = (table, 7 - table, 8 + table, 15 - table)
            game = _last_round("semi-final", table + 1, [best[seed] for seed in seeds])
            _play(random, game, NEEDED[scenario], marked, placed)
            rows += game
    if kind != "plain":
        players = _in_order(tournament)[:4]
        if kind == "ladder":
            games = [scored(tournament, one) for one in tables_of(tournament)]
            players = [
                player["player"]
                for game in games
                if game["round"] == "semi-final"
                for player in game["players"]
                if player["place"] == 1
            ]
        game = _last_round("final", 1, players) if len(players) == 4 else []
        if game and not chance(random, 20):
            _play(random, game, NEEDED[scenario], marked, placed)
        rows += game
    if dated:
        for one in rows:
            one["date"] = one["date"] or date(2024, 5, 5)
    return tournament


def _people(random: Random, count: int) -> list[str]:
    """First and last names, or, as friends do, first names alone."""
    if count <= len(FIRST_NAMES) and chance(random, 40):
        return random.sample(FIRST_NAMES, count)
    return names(random, count)


def _in_order(tournament: Tournament) -> list[str]:
    """Everybody in preliminary order."""
    games = [scored(tournament, rows) for rows in tables_of(tournament)]
    early = [game for game in games if game["round"] not in ("semi-final", "final")]
    return [line["player"] for line in standings(tournament, early)]


def _last_round(name: str, table: int, players: list[str]) -> list[Row]:
    return [row(round=name, table=str(table), player=player) for player in players]


def _play(random: Random, game: list[Row], needed: int, marked: bool, placed: bool) -> None:
    """One has reached what was needed, the others have not."""
    points = [needed + random.choice((0, 0, 0, 0, 1, 2))]
    points += [random.randint(2, needed - 1) for _ in game[1:]]
    random.shuffle(points)
    for seat, number in zip(game, points, strict=True):
        seat["vp"] = number
        seat["winner"] = marked and number >= needed
    if placed:
        _place(game, lower_wins=False)


def _place(game: list[Row], lower_wins: bool) -> None:
    for seat, place in zip(game, places_by_numbers(game, lower_wins), strict=True):
        seat["place"] = place


# Leagues


def _league(random: Random, kind: str) -> Tournament:
    """`evenings` have no rounds; `rounds` are numbered through; those of a `season` begin anew."""
    people = _people(random, random.randint(6, 14))
    sheet = [_described(random, name) for name in random.sample(GAMES, random.randint(3, 5))]
    dated = kind == "season" or chance(random, 80)
    placed, marked, decimal = (chance(random, 20) for _ in range(3))
    factors = chance(random, 20)
    rows: list[Row] = []
    taken: set[Any] = set()
    for evening in range(1, random.randint(2, 4) + 1):
        day = date(2024, 1, 5) + timedelta(weeks=3 * evening) if dated else None
        for sitting in range(1, random.randint(1, 2) + 1):
            number = {"evenings": None, "rounds": str(2 * evening + sitting - 2)}.get(kind)
            number = str(sitting) if kind == "season" else number
            for table, seated in enumerate(_groups(random, people), 1):
                played = random.choice(sheet)
                if number is None and (day, played["game"], table) in taken:
                    continue
                taken.add((day, played["game"], table))
                factor = random.choice((Fraction(1, 2), Fraction(1), Fraction(2)))
                game = [
                    row(
                        round=number,
                        table=str(table),
                        player=name,
                        game=played["game"],
                        factor=factor if factors else None,
                        date=day,
                    )
                    for name in seated
                ]
                if not chance(random, 4):
                    _play_league(random, game, played, decimal, placed, marked)
                rows += game
    return Tournament("punktevergabe", None, rows, [], sheet)


def _described(random: Random, name: str) -> Row:
    minutes = random.choice((10, 15, 30, 45, 60, 90, 100, 150))
    better = random.choice(("higher", "higher", "higher", "lower"))
    return {"game": name, "minutes": minutes, "level": None, "factor": None, "better": better}


def _groups(random: Random, people: list[str]) -> list[list[str]]:
    waiting = random.sample(people, random.randint(max(4, len(people) - 3), len(people)))
    tables = []
    while len(waiting) >= 2:
        size = min(random.choice((3, 3, 4, 4, 4, 5, 6)), len(waiting))
        size = len(waiting) if len(waiting) - size == 1 else size
        tables.append([waiting.pop() for _ in range(size)])
    return tables


def _play_league(
    random: Random, game: list[Row], played: Row, decimal: bool, placed: bool, marked: bool
) -> None:
    lower_wins = played["better"] == "lower"
    for seat in game:
        tenths = random.randrange(1, 10) if decimal else 0
        seat["vp"] = Fraction(10 * random.randint(11, 99) + tenths, 10)
    if placed:
        _place(game, lower_wins)
    best = (min if lower_wins else max)(seat["vp"] for seat in game)
    winners = [seat for seat in game if seat["vp"] == best]
    if marked and len(winners) == 1:
        winners[0]["winner"] = True


def points_of(tournament: Tournament) -> dict[int, Fraction]:
    """Row number -> tournament points, of the games that are scored."""
    numbers = {id(one): number for number, one in enumerate(tournament.rows)}
    tables = tables_of(tournament)
    found = {}
    for rows in tables:
        if condition(tournament, rows, tables) == "scored":
            for one, player in zip(rows, scored(tournament, rows)["players"], strict=True):
                found[numbers[id(one)]] = player["tournament_points"]
    return found
