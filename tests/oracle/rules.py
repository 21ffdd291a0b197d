"""The three rule systems once more, as a referee would work them out with paper and pencil.

A second opinion on the engine: it shares no code and no numbers with it. Everything is an
integer or a Fraction. The letters A, B, C and the numbers D1 to D20 are those of DECISIONS.md;
the ladder, with semi-finals before its final, is `samples/rules/ladder.toml`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

Row = dict[str, Any]


class Tournament(NamedTuple):
    """What an organizer typed, every value already of its type.

    ``rows``: ``round`` (``"1"``, ``"semi-final"``, ``"final"``, None in leagues without rounds),
    ``table``, ``player``, ``vp`` (int or Fraction), ``winner`` (bool), ``place``, ``game``,
    ``factor``, ``date``, and, where the referee gave any, ``bonus`` (tournament points). In a
    league the rounds of an evening begin anew with its date (D23).
    ``players``: ``player``, ``lot``. ``games``: ``game``, ``minutes``, ``level`` (``"low"``,
    ``"high"``), ``factor``, ``better`` (``"higher"``, ``"lower"``). A value that is not there is
    None.
    """

    rule_set: str
    scenario: str | None
    rows: list[Row]
    players: list[Row] = []  # noqa: RUF012
    games: list[Row] = []  # noqa: RUF012


# A1, B2 with D4, C1: what the places of a table are worth, by number of players.
DSVC_POINTS = {4: [5, 3, 2, 1], 3: [5, 3, 1]}
EPPELBORN_POINTS = {4: [5, 3, 2, 1], 3: [5, 3, 2]}
LEAGUE_POINTS = {
    2: [2, 1],
    3: [4, 2, 1],
    4: [6, 3, 2, 1],
    5: [8, 5, 3, 2, 1],
    6: [10, 6, 4, 3, 2, 1],
    7: [10, 6, 4, 3, 2, 1, 0],
    8: [10, 6, 4, 3, 2, 1, 0, 0],
}
POINTS = {
    "dsvc-s3": DSVC_POINTS,
    "eppelborn-19": EPPELBORN_POINTS,
    "punktevergabe": LEAGUE_POINTS,
    "neuwald-ladder": DSVC_POINTS,
}

# A3, B3: victory points needed to win.
NEEDED = {"base": 10, "seafarers": 12, "cities-knights": 13}

# A4, B4 with D11: the order of the standings. C6 publishes no tie-break.
CATAN_CRITERIA = [
    "tournament_points",
    "victory_points",
    "share",
    "firsts",
    "seconds",
    "thirds",
]
LEAGUE_CRITERIA = ["tournament_points"]

# B1: after two rounds the best four play the final. The ladder: after three rounds the best
# sixteen play four semi-finals, their winners the final (D20).
KNOCK_OUT = ("semi-final", "final")
PRELIMINARY_ROUNDS = {"eppelborn-19": 2, "neuwald-ladder": 3}
QUALIFYING = {"eppelborn-19": 4, "neuwald-ladder": 16}
SEMI_FINALS = {"neuwald-ladder": 4}
UNCAPPED_FINAL = {"eppelborn-19"}


def exact(number: Fraction | int | None) -> str | None:
    """``"5"``, ``"31.25"``, or ``"10/3"`` where no decimal terminates."""
    if number is None:
        return None
    number = Fraction(number)
    for decimals in range(30):
        scaled = number * 10**decimals
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(decimals + 1, "0")
            sign = "-" if number < 0 else ""
            if decimals == 0:
                return sign + digits
            return sign + digits[:-decimals] + "." + digits[-decimals:]
    return f"{number.numerator}/{number.denominator}"


def is_league(tournament: Tournament) -> bool:
    """Whether rule system C applies: no scenario, no cap, no share, games with factors."""
    return tournament.rule_set == "punktevergabe"


def places_by_numbers(rows: list[Row], lower_wins: bool) -> list[int]:
    """D6, D7, C7: by the points really reached; a marked winner first; equal numbers share."""
    places = []
    for row in rows:
        place = 1
        for other in rows:
            if row["winner"]:
                continue
            ahead = other["vp"] < row["vp"] if lower_wins else other["vp"] > row["vp"]
            if other["winner"] or ahead:
                place += 1
        places.append(place)
    return places


def is_possible(places: list[int]) -> bool:
    """D8: everybody's place is one more than the number of players before them."""
    for place in places:
        before = [other for other in places if other < place]
        if place != 1 + len(before):
            return False
    return True


def shared_points(row_of_points: list[int], place: int, sharing: int) -> Fraction:
    """A2, B2: the points of the occupied places, added, divided by the players on them."""
    occupied = row_of_points[place - 1 : place - 1 + sharing]
    return Fraction(sum(occupied), sharing)


def down_to_half(number: Fraction) -> Fraction:
    """C2, C5: rounded down to a half point."""
    return Fraction(number * 2 // 1, 2)


def league_points(row_of_points: list[int], place: int, sharing: int, factor: Fraction) -> Fraction:
    """C2, C3, C5, D5: halves rounded down, before and after the factor, at least 0.5 each time."""
    earns = row_of_points[place - 1] > 0
    points = down_to_half(shared_points(row_of_points, place, sharing))
    if earns:
        points = max(points, Fraction(1, 2))
    points = down_to_half(points * factor)
    if earns:
        points = max(points, Fraction(1, 2))
    return points


def shares(counted: list[int]) -> list[Fraction]:
    """A5, A6, D2, D9, D13, D16: in percent of the table, two decimals, halves rounded up."""
    total = Fraction(sum(counted))
    if len(counted) == 3:
        total = total + total / 3
    if total == 0:
        return [Fraction(0) for _ in counted]
    result = []
    for own in counted:
        percent = 100 * Fraction(own) / total
        hundredths = (percent * 100 + Fraction(1, 2)) // 1
        result.append(Fraction(hundredths, 100))
    return result


def described(tournament: Tournament, game: str) -> Row | None:
    """The game's row of the Games sheet."""
    for row in tournament.games:
        if row["game"].casefold() == game.casefold():
            return row
    return None


def applied_factor(tournament: Tournament, rows: list[Row]) -> Fraction | None:
    """C4, D18: an explicit factor wins; else the minutes; between them the level."""
    for row in rows:
        if row["factor"] is not None:
            return Fraction(row["factor"])
    sheet = described(tournament, rows[0]["game"])
    if sheet is None:
        return None
    if sheet["factor"] is not None:
        return Fraction(sheet["factor"])
    minutes = sheet["minutes"]
    if minutes is None:
        return None
    if minutes <= 15:
        return Fraction(1, 2)
    if 20 <= minutes <= 90:
        return Fraction(1)
    if minutes >= 100:
        return Fraction(2)
    low, high = (Fraction(1, 2), Fraction(1)) if minutes < 20 else (Fraction(1), Fraction(2))
    if sheet["level"] == "low":
        return low
    if sheet["level"] == "high":
        return high
    return None


def scored(tournament: Tournament, rows: list[Row]) -> Row:
    """One game with everybody's place, tournament points, counted points and share."""
    lower_wins = False
    factor = None
    if is_league(tournament):
        sheet = described(tournament, rows[0]["game"])
        lower_wins = sheet is not None and sheet["better"] == "lower"
        factor = applied_factor(tournament, rows)

    places = [row["place"] for row in rows]
    if None in places:
        places = places_by_numbers(rows, lower_wins)

    row_of_points = POINTS[tournament.rule_set][len(rows)]
    players = []
    for row, place in zip(rows, places, strict=True):
        sharing = places.count(place)
        if factor is None:
            worth = shared_points(row_of_points, place, sharing)
        else:
            worth = league_points(row_of_points, place, sharing, factor)
        players.append(
            {
                "player": row["player"],
                "victory_points": row["vp"],
                "counted": None,
                "place": place,
                "tournament_points": worth,
                "share": None,
            }
        )

    if not is_league(tournament):
        # A3, B3: only what was needed to win counts; the Eppelborn final has no cap.
        uncapped = rows[0]["round"] == "final" and tournament.rule_set in UNCAPPED_FINAL
        for player in players:
            player["counted"] = player["victory_points"]
            if not uncapped:
                needed = NEEDED[tournament.scenario or ""]
                player["counted"] = min(player["victory_points"], needed)
        for player, share in zip(players, shares([p["counted"] for p in players]), strict=True):
            player["share"] = share

    return {
        "round": rows[0]["round"],
        "table": rows[0]["table"],
        "game": rows[0]["game"],
        "date": rows[0]["date"],
        "factor": factor,
        "players": players,
    }
