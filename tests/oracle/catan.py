"""Random tournaments under rules A and B, and with the ladder."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

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
from tests.oracle.rules import NEEDED, SEMI_FINALS, Row, Tournament
from tests.oracle.standings import expected

ATTENDANCES = ("nobody", "early", "late", "both")


class Habits(NamedTuple):
    """How this tournament is played, and how often, in percent, something is the case."""

    points: Callable[[Random, int, int], list[int]]
    winners: int
    places: int
    faults: int
    open: int


def catan(random: Random, rule_set: str) -> Tournament:
    """A tournament under A, B or the ladder: rounds, tables of four and three, perhaps lots,
    semi-finals and a final."""
    scenario = "cities-knights"
    if rule_set != "eppelborn-19":
        scenario = random.choice(tuple(NEEDED))
    people = names(random, head_count(random))
    if rule_set in SEMI_FINALS and chance(random, 75):
        people = names(random, random.randint(16, 24))
    rounds = random.randint(1, 5) if rule_set == "dsvc-s3" else random.choice((1, 2, 2, 2, 2, 3))
    attendance = random.choice(ATTENDANCES)
    habits = Habits(
        points=random.choice((realistic, realistic, patterned, few_values, wild)),
        winners=random.choice((0, 0, 50, 100)),
        places=random.choice((0, 0, 0, 30, 100)),
        faults=random.choice((0, 0, 0, 4)),
        open=random.choice((0, 0, 20, 100)),
    )
    named = random.choice((str, str, lettered))
    rows: list[Row] = []
    for number in range(1, rounds + 1):
        present = attending(people, number, rounds, attendance)
        for table, seated in enumerate(seating(random, present, habits.faults), 1):
            game = [row(round=str(number), table=named(table), player=name) for name in seated]
            last = number == rounds
            if not (last and chance(random, habits.open)) or len(game) not in (3, 4):
                play(random, game, NEEDED[scenario], habits)
            rows += game
    if chance(random, habits.faults * 5):
        seat_somebody_twice(random, rows)
    tournament = Tournament(rule_set, scenario, rows, drawn_lots(random, people))
    if rule_set in SEMI_FINALS and chance(random, 80):
        tournament = with_semi_finals(random, tournament, habits)
    if rule_set != "dsvc-s3" and chance(random, 75):
        return with_final(random, tournament, habits)
    if rule_set == "dsvc-s3" and chance(random, habits.faults):
        return with_final(random, tournament, habits)
    return tournament


def lettered(table: int) -> str:
    """A name for a table that is no number."""
    return f"{'ABCDEFGH'[table % 8]}{table}"


def attending(people: list[str], number: int, rounds: int, attendance: str) -> list[str]:
    """Who is there in this round: late entries miss the first, drop-outs the last."""
    missing = max(1, len(people) // 8)
    if len(people) < 8 or rounds == 1:
        return people
    if number == 1 and attendance in ("late", "both"):
        return people[missing:]
    if number == rounds and attendance in ("early", "both"):
        return people[:-missing]
    return people


def seating(random: Random, people: list[str], faults: int) -> list[list[str]]:
    """Tables of four, of three where it does not come out even; rarely one of another size."""
    waiting = random.sample(people, len(people))
    threes = -len(waiting) % 4
    while len(waiting) < 3 * threes:
        waiting.pop()
        threes = -len(waiting) % 4
    tables = []
    if chance(random, faults) and len(waiting) >= 13:
        for size in (2, 6):
            tables.append([waiting.pop() for _ in range(size)])
    threes = min(-len(waiting) % 4, len(waiting) // 3)
    for _ in range(threes):
        tables.append([waiting.pop() for _ in range(3)])
    while len(waiting) >= 4:
        tables.append([waiting.pop() for _ in range(4)])
    return random.sample(tables, len(tables))


def realistic(random: Random, size: int, needed: int) -> list[int]:
    """One has reached what was needed, or a little more; the others have not, or just so."""
    winner = needed + random.choice((0, 0, 0, 1, 2, 3))
    return [winner, *(random.randint(2, needed) for _ in range(size - 1))]


def patterned(random: Random, size: int, needed: int) -> list[int]:
    """The same numbers at every table, for ties that only the last criteria break, or none."""
    return [needed, needed - 2, needed - 3, needed - random.choice((3, 5)), 1, 1][:size]


def few_values(random: Random, size: int, needed: int) -> list[int]:
    """Ties of every size at the table."""
    return [random.choice((needed, needed - 1)) for _ in range(size)]


def wild(random: Random, size: int, needed: int) -> list[int]:
    """Anything, far above the cap as well, or nothing at all (D16)."""
    if chance(random, 10):
        return [0] * size
    return [random.randint(0, needed + 8) for _ in range(size)]


def play(random: Random, game: list[Row], needed: int, habits: Habits) -> None:
    """Fills in victory points, perhaps a winner and places, rarely a fault."""
    points = habits.points(random, len(game), needed)
    random.shuffle(points)
    for seat, number in zip(game, points, strict=True):
        seat["vp"] = number
    mark_winner(random, game, habits.winners)
    if chance(random, habits.places):
        give_places(random, game, habits.faults)
    if chance(random, habits.faults):
        spoil = random.choice((no_points, negative_points, two_winners, places_alone, winner_alone))
        spoil(random, game)


def mark_winner(random: Random, game: list[Row], percent: int) -> None:
    """Mostly one of the best, now and then somebody with fewer points (D7)."""
    if chance(random, percent):
        best = max(seat["vp"] for seat in game)
        candidates = [seat for seat in game if seat["vp"] == best]
        random.choice(game if chance(random, 15) else candidates)["winner"] = True


def negative_points(random: Random, game: list[Row]) -> None:
    """Less than nothing."""
    random.choice(game)["vp"] = -1


def places_alone(_: Random, game: list[Row]) -> None:
    """Places without points: enough in a league, an error here (D8)."""
    for place, seat in enumerate(game, 1):
        seat["vp"] = None
        seat["place"] = place
        seat["winner"] = False


def winner_alone(random: Random, game: list[Row]) -> None:
    """A winner whose game has no points and no places."""
    for seat in game:
        seat.update(vp=None, place=None, winner=False)
    random.choice(game)["winner"] = True


def seat_somebody_twice(random: Random, rows: list[Row]) -> None:
    """One player's name on a seat of another player of the round."""
    seat = random.choice(rows)
    others = [other for other in rows if other["round"] == seat["round"]]
    for other in others[:1]:
        other["player"] = seat["player"]


def with_semi_finals(random: Random, tournament: Tournament, habits: Habits) -> Tournament:
    """The best sixteen as the ladder seats them, or with substitutes; some tables of three, some
    still to come, some not played; rarely one too many."""
    order = [line["player"] for line in expected(tournament)["standings"]]
    if chance(random, 30):
        random.shuffle(order)
    number = random.choice((4, 4, 4, 4, 3, 1))
    if chance(random, habits.faults):
        number = 5
    rows: list[Row] = []
    for table in range(1, min(number, len(order) // 4) + 1):
        seated = [order.pop(0) for _ in range(min(random.choice((4, 4, 4, 3)), len(order)))]
        game = [row(round="semi-final", table=str(table), player=name) for name in seated]
        if not chance(random, habits.open) or len(game) not in (3, 4):
            play(random, game, NEEDED[tournament.scenario or ""], habits)
        rows += game
    return tournament._replace(rows=tournament.rows + rows)


def with_final(random: Random, tournament: Tournament, habits: Habits) -> Tournament:
    """The best four, or three, or with substitutes; played or not; rarely a second one."""
    order = [line["player"] for line in expected(tournament)["standings"]]
    kind = random.choice(("best", "best", "best", "three", "substitute", "anybody"))
    if kind == "best":
        finalists = order[:4]
    elif kind == "three":
        finalists = order[:3]
    elif kind == "substitute":
        finalists = [*order[:2], *order[4:6], "Zoë Stechpalme"][:4]
    else:
        finalists = random.sample(order, min(4, len(order)))
    if chance(random, habits.faults):
        finalists = order[: random.choice((2, 5))]
    final = [row(round="final", table="1", player=name) for name in finalists]
    needed = NEEDED[tournament.scenario or ""]
    if not chance(random, habits.open) or len(final) not in (3, 4):
        play(random, final, needed, habits)
    rows = tournament.rows + final
    left = [name for name in order if name not in finalists]
    if chance(random, habits.faults * 3) and len(left) > 3:
        second = [row(round="final", table="2", player=name) for name in left[:4]]
        if not chance(random, habits.open):
            play(random, second, needed, habits)
        rows = rows + second
    return tournament._replace(rows=rows)
