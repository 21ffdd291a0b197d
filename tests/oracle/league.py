"""Random seasons of game evenings under rules C."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from tests.oracle.habits import (
    chance,
    drawn_lots,
    give_places,
    head_count,
    names,
    no_points,
    row,
    two_winners,
)
from tests.oracle.rules import Row, Tournament

GAMES = (
    *("Bergpfad", "Carambolage", "Dünenlauf", "Erntezeit", "Flussfahrt", "Gipfelsturm"),
    *("Hühnerhof", "Inselmarkt", "Jahrmarkt", "Königsweg", "Laternenfest", "Mühlrad"),
)


def league(random: Random) -> Tournament:
    """Game evenings: games of every length and size, some where the lower score wins."""
    people = names(random, max(4, min(60, head_count(random))))
    faults = random.choice((0, 0, 3))
    sheet = [
        described(random, name, faults) for name in random.sample(GAMES, random.randint(2, 12))
    ]
    numbered = chance(random, 30)
    dated = not numbered or chance(random, 50)
    explicit = random.choice((0, 0, 20))
    waiting = random.choice((0, 0, 10))
    score = random.choice((few_scores, many_scores, decimal_scores))
    rows: list[Row] = []
    for evening in range(1, random.randint(1, 12) + 1):
        day = date(2024, 1, 5) + timedelta(weeks=2 * evening)
        # Without rounds a table may see two games on one evening, but not the same one twice.
        sittings = [groups(random, people, faults) for _ in range(1 if numbered else 2)]
        tables = [(str(n), seated) for sitting in sittings for n, seated in enumerate(sitting, 1)]
        taken: set[tuple[str, str]] = set()
        for table, seated in tables:
            described_game = random.choice(sheet)
            if (described_game["game"], table) in taken:
                continue
            taken.add((described_game["game"], table))
            factor = None
            if chance(random, explicit) or (unclear(described_game) and not chance(random, faults)):
                factor = random.choice((Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2)))
            game = [
                row(
                    round=str(evening) if numbered else None,
                    table=table,
                    player=name,
                    game=described_game["game"],
                    factor=factor,
                    date=day if dated else None,
                )
                for name in seated
            ]
            if not chance(random, waiting) or not 2 <= len(game) <= 8 or unclear(described_game):
                play_league(random, game, score, described_game["better"] == "lower", faults)
            rows += game
    return Tournament("punktevergabe", None, rows, drawn_lots(random, people), sheet)


def described(random: Random, name: str, faults: int) -> Row:
    """A row of the Games sheet: minutes on and between the bounds, often a level."""
    minutes = random.choice((5, 15, 16, 18, 19, 20, 45, 90, 91, 95, 99, 100, 150, None))
    level = random.choice(("low", "high", None))
    if minutes in (16, 18, 19, 91, 95, 99) and not chance(random, faults * 10):
        level = level or random.choice(("low", "high"))
    factor = None
    if minutes is None or chance(random, 10):
        factor = random.choice((Fraction(1, 2), Fraction(1), Fraction(2)))
    better = random.choice(("higher", "higher", "lower"))
    return {"game": name, "minutes": minutes, "level": level, "factor": factor, "better": better}


def unclear(game: Row) -> bool:
    """Minutes in a gap without level or factor."""
    in_gap = game["minutes"] in (16, 18, 19, 91, 95, 99)
    return game["factor"] is None and game["level"] is None and in_gap


def groups(random: Random, people: list[str], faults: int) -> list[list[str]]:
    """Some of the people at tables of two to eight, rarely of nine or one."""
    waiting = random.sample(people, random.randint(max(2, len(people) // 2), len(people)))
    tables = []
    while len(waiting) >= 2:
        size = random.choice((2, 3, 4, 5, 6, 7, 8))
        if chance(random, 3):
            size = random.randint(9, 12)
        if chance(random, faults):
            size = 1
        tables.append([waiting.pop() for _ in range(min(size, len(waiting)))])
    return tables


def few_scores(random: Random) -> Any:
    """Ties of every size."""
    return random.randint(1, 3)


def many_scores(random: Random) -> Any:
    """Ties now and then."""
    return random.randint(0, 60)


def decimal_scores(random: Random) -> Any:
    """Tenths, that no float keeps exactly."""
    return Fraction(random.randint(10, 40), 10)


def play_league(
    random: Random,
    game: list[Row],
    score: Callable[[Random], Any],
    lower_wins: bool,
    faults: int,
) -> None:
    """Scores, or places, or both; perhaps a winner."""
    kind = random.choice(("scores", "scores", "scores", "places", "both"))
    if kind != "places":
        for seat in game:
            seat["vp"] = score(random)
        if chance(random, 15):
            pick = min if lower_wins else max
            best = pick(seat["vp"] for seat in game)
            random.choice([seat for seat in game if seat["vp"] == best])["winner"] = True
    if kind != "scores":
        give_places(random, game, faults)
    if kind == "scores" and len(game) > 1 and chance(random, faults):
        random.choice((no_points, two_winners))(random, game)
