"""Borders that mislead: what a reader cannot know it has to name, with the cell.

Slips that nobody could notice, such as two players exchanged, are not among them.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from tests.fuzz.legitimate import NO_TABLE
from tests.fuzz.typed import Line
from tests.fuzz.typist import BOOK, CELLS, COLUMNS, LINES, STRUCTURE, Typing, doubtful
from tests.oracle.rules import NEEDED
from tests.support.books import Formula
from xlscore.workbook.block import ErrorCell, NoValue

PENALTIES = (
    *("Penalty", "Malus", "Strafpunkte", "Abzug", "Bonus", "DQ", "Disq", "Penalty points"),
    *("Strafe", "Disqualified", "Bonuspunkte"),
)


# Names


@doubtful(CELLS)
def name_slips(draft: Typing) -> bool:
    """One player is spelled otherwise once: a slip, words exchanged, an addition."""
    record = draft.any_record()
    name = draft.records[record]["player"]
    if draft.form == "by-player" or _games_of(draft, name) < 2:
        return False
    ways = [f"{name} (Verein)", f"Dr. {name}", f"{name[:2]}x{name[2:]}"]
    ways += [f"{name} 10", f"1 {name}"] if draft.is_league else []
    if " " in name:
        first, last = name.split(" ", 1)
        ways += [
            f"{name}-Kiefer",
            f"{last}, {first}",
            f"{last} {first}",
            f'{first} "Käpten" {last}',
        ]
        ways += [f"{first}-{last}", f"{first}{last}", f"{first}. {last}", f"{name}e", name[:-1]]
    draft.put(record, "player", draft.random.choice(ways))
    return draft.suspect(record)


def _games_of(draft: Typing, name: str) -> int:
    return sum(row["player"] == name for row in draft.records)


@doubtful(CELLS)
def another_players_name(draft: Typing) -> bool:
    """Somebody is typed at two tables of a round."""
    record = draft.any_record()
    row = draft.records[record]
    others = [
        number
        for number, other in enumerate(draft.records)
        if (other["round"], other["date"]) == (row["round"], row["date"])
        and other["player"] != row["player"]
        and (row["round"] is not None or other["table"] == row["table"])
        and (row["round"] is not None or other["game"] == row["game"])
    ]
    if draft.form == "by-player" or not others:
        return False
    other = draft.random.choice(others)
    draft.put(record, "player", draft.records[other]["player"])
    return draft.suspect(record, other)


# Points


@doubtful(CELLS)
def points_missing(draft: Typing) -> bool:
    """One seat's, empty or a formula's zero."""
    if not draft.played():
        return False
    game = draft.random.choice(draft.played())
    if all(draft.records[one]["place"] for one in game) and draft.is_league:
        return False
    record = draft.random.choice(game)
    draft.put(record, "vp", draft.random.choice((None, Formula("=Zettel!C4", 0))))
    return draft.suspect(*game)


@doubtful(CELLS)
def points_no_number(draft: Typing) -> bool:
    if not draft.played():
        return False
    record = draft.random.choice(draft.random.choice(draft.played()))
    ways: list[Any] = ["-", "DNF", "8?", "8+2", "zehn", "1.250", "#NV", datetime(2024, 5, 10)]
    ways += [NoValue("=5+5"), ErrorCell("#REF!")]
    if not draft.is_league:
        ways += [10.5, "10,5", -2]
    draft.put(record, "vp", draft.random.choice(ways))
    return draft.suspect(record)


@doubtful(CELLS)
def points_never_calculated(draft: Typing) -> bool:
    """Formulas written by a program that calculates nothing and stores 0 for each."""
    found = draft.some("vp", 100)
    for record in found:
        draft.put(record, "vp", Formula("=Zettel!C4", 0))
    draft.calculated = False
    return draft.suspect(*found) if found else False


@doubtful(CELLS)
def guests_with_points(draft: Typing) -> bool:
    """Somebody whose name nobody knows plays."""
    record = draft.any_record()
    name = draft.records[record]["player"]
    if draft.form == "by-player" or draft.records[record]["vp"] is None:
        return False
    guest = draft.random.choice(("Gast", "N.N.", "guest", "---"))
    draft.records[record]["player"] = guest
    draft.put(record, "player", guest)
    own = {number for number, row in enumerate(draft.records) if row["player"] == name}
    return draft.suspect(record, *own)


@doubtful(CELLS)
def game_slip(draft: Typing) -> bool:
    """The name of a league's game is misspelt at one table or one seat."""
    found = draft.some("game", 1)
    if not found:
        return False
    game = draft.game_of(found[0])
    name = draft.records[found[0]]["game"]
    for record in game if draft.chance(60) else game[:1]:
        draft.put(record, "game", f"{name[:3]}{name[4:]}")
    return draft.suspect(*game)


@doubtful(CELLS)
def points_far_too_high(draft: Typing) -> bool:
    """A digit too many."""
    if draft.is_league or not draft.played():
        return False
    record = draft.random.choice(draft.random.choice(draft.played()))
    draft.put(record, "vp", 10 * draft.records[record]["vp"] + draft.random.randrange(10))
    return draft.suspect(record)


@doubtful(CELLS)
def winner_beside_fewer_points(draft: Typing) -> bool:
    """The mark stands beside somebody else than whoever reached the goal."""
    if draft.is_league or "winner" not in draft.fields or not draft.played():
        return False
    game = draft.random.choice(draft.played())
    goal = NEEDED[draft.tournament.scenario or ""]
    best = next(one for one in game if draft.records[one]["vp"] >= goal)
    other = draft.random.choice([one for one in game if one != best])
    draft.put(best, "winner", None)
    draft.put(other, "winner", "x")
    return draft.suspect(best, other)


@doubtful(CELLS)
def two_winners(draft: Typing) -> bool:
    if "winner" not in draft.fields or not draft.played():
        return False
    game = draft.random.choice(draft.played())
    for record in game[:2]:
        draft.put(record, "winner", "x")
    return draft.suspect(*game) if any(draft.records[one]["winner"] for one in game) else True


@doubtful(CELLS)
def thousands_as_decimals(draft: Typing) -> bool:
    """A score of 1234 typed as 1.234, beside others of its size."""
    scored = [
        game
        for game in draft.played()
        if not any(draft.records[one]["place"] or draft.records[one]["winner"] for one in game)
    ]
    if not draft.is_league or not scored:
        return False
    game = draft.random.choice(scored)
    values = draft.random.sample(range(700, 1900), len(game))
    values[0], values[1] = draft.random.randrange(700, 1000), draft.random.randrange(1001, 1900)
    for record, value in zip(game, values, strict=True):
        draft.records[record]["vp"] = value
        draft.put(record, "vp", value / 1000 if value > 1000 else value)
    return draft.suspect(*game)


@doubtful(CELLS)
def place_slip(draft: Typing) -> bool:
    """A list of places that cannot be, or has a gap."""
    if "place" not in draft.fields or not draft.played():
        return False
    game = draft.random.choice(draft.played())
    record = draft.random.choice([one for one in game if draft.records[one]["place"] > 0])
    draft.put(record, "place", draft.random.choice((None, 9, "?", 0)))
    return draft.suspect(*game)


# Rounds, tables, dates


@doubtful(CELLS)
def table_slip(draft: Typing) -> bool:
    """One seat has another table's number, so that one is too large, or a number of its own."""
    if not draft.long or draft.is_league:
        return False
    record = draft.any_record()
    row = draft.records[record]
    full = [
        game
        for game in draft.games()
        if len(game) == 4 and draft.records[game[0]]["round"] == row["round"] and record not in game
    ]
    number: int | str = 90 + draft.random.randrange(9)
    if full and draft.chance(70):
        other = draft.random.choice(full)
        number = draft.table_of(other[0])
        draft.suspect(*other)
    draft.put(record, "table", number)
    return draft.suspect(*draft.game_of(record))


@doubtful(CELLS)
def table_unreadable(draft: Typing) -> bool:
    """One seat's table is missing or no table."""
    if not draft.long:
        return False
    record = draft.any_record()
    draft.put(record, "table", draft.random.choice((None, "?", True, "#REF!", Formula("=A1", 0))))
    return draft.suspect(*draft.game_of(record))


@doubtful(CELLS)
def round_unreadable(draft: Typing) -> bool:
    if not draft.long or draft.tournament.rows[0]["round"] is None:
        return False
    record = draft.any_record()
    draft.put(record, "round", draft.random.choice((None, "?", "Vormittag", 0, Formula("=A1", 0))))
    return draft.suspect(*draft.game_of(record))


@doubtful(CELLS)
def tables_under_one_number(draft: Typing) -> bool:
    """Two tables of a round have the same number."""
    if draft.is_league or not draft.long:
        return False
    one = draft.random.choice(draft.games())
    first = draft.records[one[0]]
    others = [
        game
        for game in draft.games()
        if game != one and draft.records[game[0]]["round"] == first["round"]
    ]
    if not others:
        return False
    other = draft.random.choice(others)
    for record in other:
        draft.put(record, "table", draft.table_of(one[0]))
    return draft.suspect(*one, *other)


@doubtful(CELLS)
def days_and_months_as_decimals(draft: Typing) -> bool:
    """12.03 typed without a year where the decimal sign is a point: a number."""
    found = draft.some("date", 100)
    for record in found:
        day = draft.records[record]["date"]
        draft.put(record, "date", float(f"{day.day}.{day.month:02}"))
    return draft.suspect(*found) if found else False


@doubtful(CELLS)
def date_slip(draft: Typing) -> bool:
    """One seat of a game has another day."""
    if not draft.long or not draft.some("date"):
        return False
    record = draft.some("date", 1)[0]
    later = timedelta(days=draft.random.choice((3, 7, 31, 365)))
    draft.put(record, "date", draft.records[record]["date"] + later)
    game = draft.game_of(record)
    if draft.is_league and len(game) > 2:
        return draft.suspect(*game)
    return draft.suspect(*game)


@doubtful(CELLS)
def games_hours_apart(draft: Typing) -> bool:
    """Two games of a day under one table number, told apart by the clock alone."""
    if not draft.long or draft.column("date") is None or draft.is_league:
        return False
    for game in draft.games():
        hour = 10 + 3 * draft.games().index(game) % 12
        for record in game:
            day = draft.records[record]["date"]
            draft.put(record, "date", datetime.combine(day, time(hour)))
            draft.put(record, "table", 1)
    return draft.suspect(*range(len(draft.records)))


# Columns


@doubtful(COLUMNS)
def places_headed_position(draft: Typing) -> bool:
    """The referee's places, in a column that may be the seats."""
    if not draft.long or "place" in draft.fields or draft.is_league:
        return False
    values: dict[int, object] = {}
    for game in draft.played():
        order = draft.random.sample(game, len(game))
        for place, record in enumerate(order, 1):
            draft.records[record]["place"] = place
            values[record] = place
    draft.add_column("Position", values)
    draft.suspect_list = True
    return bool(values)


@doubtful(COLUMNS)
def penalties_beside(draft: Typing) -> bool:
    """Points that the organizer takes off or adds."""
    if not draft.long:
        return False
    values: dict[int, object] = {}
    for record in draft.random.sample(range(len(draft.records)), 2):
        row = draft.records[record]
        if row["vp"] is not None and row["round"] not in ("semi-final", "final"):
            number = draft.random.choice((1, 2, 3))
            values[record], row["bonus"] = number, -number
    draft.add_column(draft.random.choice(PENALTIES), values)
    draft.suspect_list = True
    return draft.suspect(*values) if values else False


@doubtful(COLUMNS)
def points_twice(draft: Typing) -> bool:
    """Two columns headed alike that say different things."""
    column = draft.column("vp")
    if not draft.long or column is None or not draft.played():
        return False
    records = [record for game in draft.played() for record in game]
    draft.add_column(draft.lines[0][column], {one: draft.random.randint(2, 9) for one in records})
    draft.suspect_list = True
    return draft.suspect(*records)


# Lines


@doubtful(LINES)
def bye_with_points(draft: Typing) -> bool:
    """Points for whoever had no table; what they are worth nobody has said."""
    rounds = [row["round"] for row in draft.records if row["round"] not in ("semi-final", "final")]
    if not draft.long or draft.is_league or not rounds:
        return False
    name = rounds[-1]
    there = {row["player"] for row in draft.records if row["round"] == name}
    away = [row["player"] for row in draft.records if row["player"] not in there]
    behind = 1 + max(
        at
        for at, line in enumerate(draft.lines)
        if any(draft.records[one]["round"] == name for one in line.records)
    )
    draft.lines[behind:behind] = [
        draft.blank(round=int(name), table=draft.random.choice(NO_TABLE), player=player, vp=10)
        for player in dict.fromkeys(away)
    ]
    return bool(away)


@doubtful(LINES)
def rows_pasted_twice(draft: Typing) -> bool:
    """A game or a row of it stands in the list twice."""
    if draft.form == "by-player":
        return False
    line = draft.lines[draft.any_line()]
    records = {one for record in line.records for one in draft.game_of(record)}
    if not records:
        return False
    again = [Line(list(one), one.records) for one in draft.lines if one.records & records]
    draft.lines += again if draft.chance(50) else again[:1]
    return draft.suspect(*records)


@doubtful(LINES)
def games_far_below(draft: Typing) -> bool:
    """Behind so many empty rows that the list has ended."""
    if len(draft.lines) < 6:
        return False
    at = draft.random.randint(3, len(draft.lines) - 1)
    draft.suspect(*(one for line in draft.lines[at:] for one in line.records))
    empty: list[Any] = [None] * len(draft.lines[0])
    draft.lines[at:at] = [Line(list(empty), set()) for _ in range(draft.random.choice((20, 30)))]
    return True


@doubtful(STRUCTURE, "structure")
def label_forgotten(draft: Typing) -> bool:
    """Blocks between empty rows, filled at the top; one has nothing at its top, or a round in
    every row that is the round of the block above."""
    if not draft.in_blocks() or draft.has("placeholder_for_a_table", "nobody_on_a_seat"):
        return False
    blocks = draft.blocks()
    if len(blocks) < 2 or any(first == last for first, last in blocks):
        return False
    without = draft.random.randrange(1, len(blocks))
    rounds = [draft.records[game[0]]["round"] for game in draft.games()]
    same = rounds[without] is not None and rounds[without] == rounds[without - 1]
    in_every_row = "round" if same and draft.chance(50) else ""
    for number in range(len(blocks) - 1, -1, -1):
        first, last = blocks[number]
        for name in ("round", "table", "game", "date"):
            if (column := draft.column(name)) is not None and name != in_every_row:
                for line in draft.lines[first + (number != without) : last + 1]:
                    line[column] = None
        if number == without:
            draft.suspect(*(one for line in draft.lines[first : last + 1] for one in line.records))
        if number:
            draft.lines.insert(first, Line([None] * len(draft.lines[0]), set()))
    draft.structure = True
    return True


@doubtful(LINES)
def evenings_without_dates(draft: Typing) -> bool:
    """A league whose games are told apart by the day alone, which is not typed."""
    column = draft.column("date")
    if not draft.long or not draft.is_league or column is None or draft.fields.count("round"):
        return False
    for line in draft.lines:
        line[column] = None
    draft.lines[0][column] = "Ort"
    keys: dict[Any, list[list[int]]] = {}
    for game in draft.games():
        row = draft.records[game[0]]
        keys.setdefault((row["game"], row["table"]), []).append(game)
    joined = [game for games in keys.values() if len(games) > 1 for game in games]
    for game in joined:
        draft.suspect(*game)
    return bool(joined)


@doubtful(LINES)
def players_named_like_totals(draft: Typing) -> bool:
    """Somebody is called Schnitt, or Mean."""
    column = draft.column("player")
    if column is None or any(kind.group == "names" for kind in draft.kinds):
        return False
    if draft.has("typed_loosely"):
        return False
    word = draft.random.choice(("Schnitt", "Mean", "Summe", "Total", "Gesamt"))
    name = draft.records[draft.any_record()]["player"]
    records = [number for number, row in enumerate(draft.records) if row["player"] == name]
    for line in draft.lines[1:]:
        cell = line[column]
        shown = cell.value if isinstance(cell, Formula) else cell
        if isinstance(shown, str) and " ".join(shown.split()).casefold() == name.casefold():
            line[column] = cell._replace(value=word) if isinstance(cell, Formula) else word
    for record in records:
        draft.records[record]["player"] = word
    for row in draft.sheets.get("Players", draft.sheets.get("Spieler", [])):  # type: ignore[union-attr]
        for number, cell in enumerate(row):
            if cell == name:
                row[number] = word  # type: ignore[index]
    return draft.suspect(*records)


@doubtful(BOOK)
def round_contradicts_its_sheet(draft: Typing) -> bool:
    """A sheet named Round 2 with rows of round 1."""
    rounds = {row["round"] for row in draft.records}
    if not draft.long or draft.merged or len(rounds) < 3 or draft.is_league or draft.structure:
        return False
    column = draft.column("round")
    if draft.start != (0, 0) or draft.hidden or draft.loose or draft.table or column is None:
        return False
    if draft.separate or draft.lines[0][column] != draft.says("Round", "Runde"):
        return False
    record = draft.any_record()
    line = next(line for line in draft.lines if record in line.records)
    line[column] = 1 if draft.records[record]["round"] != "1" else 2
    draft.per_round = True
    return draft.suspect(*draft.game_of(record))
