"""What tournaments and leagues have in common: people, rows, places, lots, faults."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.rules import Row

FIRST_NAMES = (
    *("Ada", "Änne", "Björn", "Cem", "Dörte", "Emil", "Fenja", "Gözde", "Hauke", "Ilka", "Jörg"),
    *("Käthe", "Lütje", "Mirko", "Nele", "Özlem", "Pál", "Quirin", "Rüdiger", "Søren", "Tjark"),
    *("Uwe", "Vera", "Wenke", "Xaver", "Yara"),
)
LAST_NAMES = (
    *("Ahorn", "Birke", "Distel", "Eibe", "Fichte", "Ginster", "Holunder", "Immergrün", "Jasmin"),
    *("Kiefer", "Lärche", "Mispel", "Nußbaum", "Olive", "Pappel", "Quitte", "Rüster", "Tanne"),
    *("Schöllkraut", "Ulme", "Zypresse", "de Weißdorn", "von der Wiese"),
)


def names(random: Random, count: int) -> list[str]:
    """Different names, umlauts among them, in no order."""
    pool = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    return random.sample(pool, count)


def head_count(random: Random) -> int:
    """3 to 200, small ones more often."""
    return random.randint(3, random.choice((5, 9, 16, 16, 30, 30, 60, 200)))


def chance(random: Random, percent: int) -> bool:
    """True in so many cases of a hundred."""
    return random.randrange(100) < percent


def row(**values: Any) -> Row:
    """A row of the results, what is not named empty."""
    empty: Row = dict.fromkeys(
        ("round", "table", "player", "vp", "place", "game", "factor", "date")
    )
    return {**empty, "winner": False, **values}


def give_places(random: Random, game: list[Row], faults: int) -> None:
    """A list of places that can be, in any order; rarely one that cannot (D8)."""
    places: list[int] = []
    while len(places) < len(game):
        together = min(random.choice((1, 1, 1, 2, 3)), len(game) - len(places))
        places += [len(places) + 1] * together
    random.shuffle(places)
    for seat, place in zip(game, places, strict=True):
        seat["place"] = place
    if len(game) > 1 and chance(random, faults):
        random.choice(game)["place"] = random.choice((None, len(game) + 1))


def no_points(random: Random, game: list[Row]) -> None:
    """One victory point total is missing."""
    random.choice(game)["vp"] = None


def two_winners(random: Random, game: list[Row]) -> None:
    """Two marks at one table."""
    for seat in random.sample(game, 2):
        seat["winner"] = True


def drawn_lots(random: Random, people: list[str]) -> list[Row]:
    """No Players sheet, or one with no lots, some, all different, or equal ones."""
    if chance(random, 30):
        return []
    lots: list[Any] = random.sample(range(1, len(people) + 1), len(people))
    kind = random.choice(("none", "complete", "partial", "equal"))
    if kind == "none":
        lots = [None] * len(people)
    if kind == "partial":
        lots = [lot if chance(random, 70) else None for lot in lots]
    if kind == "equal":
        lots = [random.randint(1, 3) for _ in lots]
    players = [{"player": name, "lot": lot} for name, lot in zip(people, lots, strict=True)]
    return random.sample(players, len(players))
