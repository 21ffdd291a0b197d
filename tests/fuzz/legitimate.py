"""Borders as organizers make them, each of which can only mean one thing."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import Any

from tests.fuzz.typed import Line
from tests.fuzz.typist import (
    BOOK,
    CELLS,
    COLUMNS,
    HEADINGS,
    LINES,
    STRUCTURE,
    Typing,
    legitimate,
)
from tests.oracle.intended import points_of
from tests.oracle.rules import QUALIFYING
from tests.oracle.sheets import written as loosely
from tests.support.books import Formula
from xlscore.workbook.vocabulary import RESULTS_COLUMNS

NO_TABLE = (
    *("-", "---", "–", "...", ".", "frei", "Freilos", "spielfrei", "bye", "Bye", "absent"),
    *("abwesend", "fehlt", "no show", "Pause", "n/a", "N/A"),
)
NOBODY = ("N.N.", "NN", "n.n.", "Gast", "guest", "frei", "---", "-")
MARKS = ("🏆", "🥇", "⭐", "★", "👑", "✓", "✔", "🏅")
TABLE_WORDS = ("Table", "Tisch", "Tafel", "Board", "Brett", "T", "Nr", "Nr.", "No", "No.", "#")
WIDE = {ord("0") + digit: 0xFF10 + digit for digit in range(10)}
FORMULAS_THAT_SHOW_ZERO = ("points_never_calculated", "points_missing", "links_that_show_zero")
"""Kinds that make no sense in a file without formulas."""
TOTALS = ("Summe", "Total", "Gesamt:", "Durchschnitt", "Ø", "Sum", "Average", "Zwischensumme")
NICKNAMES = ("Käpt'n Blaubär", "Wolkenfee", "Donnerhall", "Flitzebogen", "Q")
OTHER_HEADINGS = {
    "round": ("Round no.", "Runde Nr.", "Durchgang", "Rd."),
    "table": ("Tischnr.", "Table no.", "Tisch-Nr", "Table #"),
    "player": ("Name", "Spielername", "Player name", "Teilnehmer"),
    "vp": ("Siegpunkte", "Victory points", "VPs", "Siegpunkte (SP)"),
    "winner": ("Gewinner", "Won", "Sieger/in"),
    "place": ("Platzierung", "Placement"),
    "game": ("Spielname", "Game name"),
    "date": ("Spieltag", "Spieldatum", "Game date"),
    "factor": ("Spielfaktor", "Multiplier"),
}
HARMLESS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("Bemerkung", ("gut gespielt", None, None, "erste Partie")),
    ("Farbe", ("rot", "blau", "weiß", "orange")),
    ("Color", ("red", "blue", None)),
    ("Verein", ("Würfelfreunde", "Brettspielrunde", None)),
    ("Startgeld", (5, 5, "bezahlt")),
    ("Notes", ("longest road", None, None)),
    ("Alter", (34, 27, 51)),
    ("Dauer", (75, 90, None)),
)


# Cells


@legitimate(CELLS)
def typed_loosely(draft: Typing) -> bool:
    """Numbers as text, blanks too many, umlauts in two pieces."""
    for (record, name), (line, column) in draft.places.items():
        if draft.chance(30):
            value = draft.records[record].get(name)
            draft.lines[line][column] = loosely(name, value, draft.language, draft.random)
    return True


@legitimate(CELLS, "names")
def names_in_other_letters(draft: Typing) -> bool:
    """The same name in capitals, small, or with blanks of any kind."""
    for record in draft.some("player"):
        name = draft.records[record]["player"]
        wide = "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in name)
        ways = [wide, name.lower(), f" {name}", f"{name}\xa0", name.replace(" ", "  ")]
        ways += [] if "ß" in name else [name.upper()]
        draft.put(record, "player", draft.random.choice(ways))
    return True


@legitimate(CELLS, "names")
def names_with_unseen_characters(draft: Typing) -> bool:
    for record in draft.some("player"):
        name = draft.records[record]["player"]
        unseen = draft.random.choice("\u200b\u2060\ufeff\u00ad\u200e\u2063\u034f\ufe0f\u3164\u200d")
        at = draft.random.choice((0, len(name)))
        draft.put(record, "player", f"{name[:at]}{unseen}{name[at:]}")
    return True


@legitimate(CELLS, "names")
def medals_at_names(draft: Typing) -> bool:
    """The best of a game, or anybody, with a mark before or behind the name."""
    if draft.form == "by-player":
        return False
    for record in draft.some("player", 15):
        row, mark = draft.records[record], draft.random.choice(MARKS)
        way = draft.random.choice((f"{mark} {row['player']}", f"{row['player']} {mark}"))
        for other, its in enumerate(draft.records):
            if all(its[key] == row[key] for key in ("round", "date", "player")):
                draft.put(other, "player", way)
    return True


@legitimate(CELLS, "names")
def further_spellings_listed(draft: Typing) -> bool:
    """The column Also of the Players sheet names them."""
    heading, *people = draft.players_sheet()
    column = len(heading)
    heading.append(draft.says("Also", "Auch"))
    for row in people:
        row += [None] * (column - len(row))
    picked = draft.random.sample(people, min(3, len(people)))
    for row, others in zip(picked, (NICKNAMES[:2], NICKNAMES[2:3], NICKNAMES[3:]), strict=False):
        name = next(cell for cell in row if isinstance(cell, str))
        row.append("; ".join(others))
        for record, its in enumerate(draft.records):
            if its["player"] == name and draft.chance(60) and draft.form != "by-player":
                draft.put(record, "player", draft.random.choice(others))
    return True


@legitimate(CELLS, "vp")
def points_calculated(draft: Typing) -> bool:
    """Formulas that a spreadsheet program has calculated."""
    for record in draft.some("vp"):
        value = draft.at(record, "vp")
        draft.put(record, "vp", Formula(f"={value}+0", value))
    return bool(draft.played())


@legitimate(CELLS, "vp")
def scores_below_zero(draft: Typing) -> bool:
    """In leagues they are read (D31)."""
    if not draft.is_league or any(row["place"] or row["winner"] for row in draft.records):
        return False
    for record in draft.some("vp", 10):
        below = -draft.records[record]["vp"]
        draft.records[record]["vp"] = below
        draft.put(record, "vp", int(below) if below.denominator == 1 else float(below))
    return True


@legitimate(CELLS, "table")
def tables_in_words(draft: Typing) -> bool:
    """Table 3, Tisch 3, T3, full-width digits: in some cells, of one seat or of all."""
    word = draft.random.choice(TABLE_WORDS)
    for record in draft.some("table"):
        number = str(draft.records[record]["table"])
        wide = number.translate(WIDE)
        ways = (
            f"{word} {number}",
            f"{word}{number}",
            f"{word.upper()} {number}",
            wide,
        )
        for other in draft.sharing(record, "table"):
            draft.put(other, "table", draft.random.choice(ways))
    return True


@legitimate(CELLS, "table")
def tables_with_names(draft: Typing) -> bool:
    """Letters or colours instead of numbers."""
    names = draft.random.choice((tuple("ABCDEFGH"), ("Rot", "Blau", "Grün", "Gelb", "Weiß")))
    if any(int(row["table"]) > len(names) for row in draft.records):
        return False
    for record in draft.some("table", 100):
        row = draft.records[record]
        row["table"] = names[int(row["table"]) - 1] if row["table"].isdigit() else row["table"]
        draft.put(record, "table", row["table"])
    return True


@legitimate(CELLS, "table")
def one_table_number_for_all(draft: Typing) -> bool:
    """By game each row is a game of its own, whatever its number (D23)."""
    seats = [(row["round"], row["date"], row["game"], row["player"]) for row in draft.records]
    if draft.form != "by-game" or len({*seats}) < len(seats):
        return False  # whoever plays the same twice an evening, looks pasted twice
    for record in draft.some("table", 100):
        draft.put(record, "table", 1)
    return True


@legitimate(CELLS, "round")
def rounds_in_words(draft: Typing) -> bool:
    if draft.tournament.rows[0]["round"] is None or draft.form == "by-player":
        return False
    for record in draft.some("round"):
        number = draft.records[record]["round"]
        if number.isdigit():
            wide = number.translate(WIDE)
            ways = (f"Runde {number}", f"Round {number}", f"R{number}", f"{number}.", wide)
            draft.put(record, "round", draft.random.choice(ways))
    return True


@legitimate(CELLS, "place")
def places_as_ordinals(draft: Typing) -> bool:
    endings = {1: "st", 2: "nd", 3: "rd"}
    dotted = draft.chance(50)
    found = draft.some("place", 100 if draft.chance(50) else 40)
    for record in found:
        place = draft.records[record]["place"]
        draft.put(record, "place", f"{place}." if dotted else f"{place}{endings.get(place, 'th')}")
    return bool(found)


@legitimate(CELLS, "date")
def dates_in_five_shapes(draft: Typing) -> bool:
    found = draft.some("date", 60)
    for record in found:
        day = draft.records[record]["date"]
        ways = [datetime.combine(day, time()), f"{day:%Y-%m-%d}", f"{day:%d.%m.%Y}"]
        ways += [f"{day.day}.{day.month}.{day:%y}", f"{day:%d.%m.%y}"]
        draft.put(record, "date", draft.random.choice(ways))
    return bool(found)


@legitimate(CELLS, "date")
def dates_of_the_nineties(draft: Typing) -> bool:
    """Two digits for the year, beside real dates."""
    found = draft.some("date", 100)
    for record in found:
        day = draft.records[record]["date"].replace(year=1998)
        draft.records[record]["date"] = day
        draft.put(record, "date", draft.random.choice((day, day, f"{day:%d.%m.%y}")))
    return bool(found)


@legitimate(CELLS, "date")
def clock_times(draft: Typing) -> bool:
    """When each result came in, also past midnight."""
    if not draft.some("date", 100) or draft.form == "by-game":
        return False
    night = draft.chance(25)
    for game in draft.games():
        begun = time(23, 20) if night else time(19, draft.random.randrange(60))
        for record in game:
            moment = datetime.combine(draft.records[record]["date"], begun)
            moment += timedelta(minutes=draft.random.randrange(75))
            # At midnight sharp a cell is a date and no more.
            draft.put(record, "date", moment + timedelta(minutes=moment.time() == time()))
    return True


# Columns


@legitimate(COLUMNS)
def further_columns(draft: Typing) -> bool:
    """Headings that mean nothing here, behind the others."""
    heading, values = draft.random.choice(HARMLESS)
    everybody = range(len(draft.records))
    draft.add_column(heading, {one: draft.random.choice(values) for one in everybody})
    return True


@legitimate(COLUMNS)
def own_tournament_points(draft: Typing) -> bool:
    """Worked out by the organizer, as we do."""
    if not draft.long or draft.has("points_never_calculated"):
        return False
    points = points_of(draft.tournament)
    typed = draft.chance(50)
    exact: dict[int, object] = {}
    for record, value in points.items():
        number = int(value) if value.denominator == 1 else float(value)
        exact[record] = number if typed else Formula("=LOOKUP(1,A1)", number)
    draft.add_column(draft.random.choice(("TP", "Turnierpunkte", "Tournament points")), exact)
    return True


@legitimate(COLUMNS)
def bonus_points(draft: Typing) -> bool:
    """By the referee, signed, with a reason."""
    if not draft.long or draft.tournament.rule_set in QUALIFYING:
        return False
    given = {}
    for record in draft.random.sample(range(len(draft.records)), 2):
        row = draft.records[record]
        if row["vp"] is not None and row["round"] not in ("semi-final", "final"):
            given[record] = row["bonus"] = draft.random.choice((1, 1, 2, -1, -2))
    draft.add_column(draft.says("Bonus TP", "Bonus-TP"), given)
    if draft.chance(50):
        reasons = dict.fromkeys(given, draft.says("fair play", "faires Spiel"))
        draft.add_column(draft.says("Reason", "Grund"), reasons)
    return bool(given)


@legitimate(COLUMNS, "names")
def first_and_last_name(draft: Typing) -> bool:
    column = draft.column("player")
    if not draft.long or column is None or draft.fields.index("player") != column:
        return False
    if not all(" " in row["player"] for row in draft.records):
        return False
    words = draft.random.choice(
        (("Vorname", "Nachname"), ("First name", "Last name"), ("Vorname", "Familienname"))[:2]
    )
    last_first = draft.chance(50)
    for line in draft.lines:
        first, last = words
        if line.records:
            (record,) = line.records
            first, last = draft.records[record]["player"].split(" ", 1)
        elif line is not draft.lines[0]:
            first = last = ""
        line[column : column + 1] = [last, first] if last_first else [first, last]
    return True


@legitimate(HEADINGS, "headings")
def headings_by_other_names(draft: Typing) -> bool:
    heading = draft.lines[0]
    for name, words in OTHER_HEADINGS.items():
        word = RESULTS_COLUMNS[name](draft.language)
        for column, typed in enumerate(heading):
            if isinstance(typed, str) and typed.split(" ")[0] == word and draft.chance(50):
                chosen = words[0] if " " in typed else draft.random.choice(words)
                group = typed[len(word) :]
                if not group or not chosen.endswith((".", ")")):
                    heading[column] = f"{chosen}{group}"
    return draft.form == "long"


@legitimate(HEADINGS, "headings")
def headings_in_other_letters(draft: Typing) -> bool:
    for column, word in enumerate(draft.lines[0]):
        ways = (word.upper(), f" {word}\xa0", word.lower(), f"{word} ")
        draft.lines[0][column] = draft.random.choice(ways)
    return True


@legitimate(COLUMNS, "winner")
def winner_by_number_or_name(draft: Typing) -> bool:
    """One column by game that says which of the players has won."""
    if draft.form != "by-game" or "winner" in draft.fields:
        return False
    values: dict[int, object] = {}
    named = draft.chance(50)
    for game in draft.played():
        best = max(game, key=lambda one: draft.records[one]["vp"])
        if draft.is_league or draft.records[best]["place"] not in (None, 1):
            continue
        draft.records[best]["winner"] = True
        values[game[0]] = draft.records[best]["player"] if named else 1 + game.index(best)
    draft.add_column(draft.says("Winner", "Sieger"), values)
    return bool(values)


# Lines


@legitimate(LINES, "lines")
def placeholder_for_a_table(draft: Typing) -> bool:
    """Whoever is not there: a stroke or a word instead of the table."""
    word = draft.random.choice(NO_TABLE)
    people = list(dict.fromkeys(row["player"] for row in draft.records))
    found = False
    for name in dict.fromkeys(row["round"] for row in draft.records):
        there = {row["player"] for row in draft.records if row["round"] == name}
        for player in people:
            if player in there or name in ("semi-final", "final", None):
                continue
            points = draft.random.choice((None, 0, word))
            if draft.long:
                number = int(name) if name.isdigit() else name
                line = draft.blank(round=number, table=word, player=player, vp=points)
                draft.lines.insert(_behind_round(draft, name), line)
                found = True
    if draft.form == "by-player":
        tables = RESULTS_COLUMNS["table"](draft.language)
        points = RESULTS_COLUMNS["vp"](draft.language)
        for column, heading in enumerate(draft.lines[0]):
            beside = str(heading).replace(tables, points)
            if not re.fullmatch(rf"{tables} \d+", str(heading)) or beside not in draft.lines[0]:
                continue
            for line in draft.lines[1:]:
                if line[column] is None:
                    line[column] = word
                    line[draft.lines[0].index(beside)] = draft.random.choice((None, 0, word))
                    found = True
    return found


def _behind_round(draft: Typing, name: str) -> int:
    return 1 + max(
        number
        for number, line in enumerate(draft.lines)
        if any(draft.records[record]["round"] == name for record in line.records)
    )


@legitimate(LINES, "lines")
def links_that_show_zero(draft: Typing) -> bool:
    """Every cell a link to a slip; empty slips show 0, the fourth seat of a table of three too."""
    if draft.column("factor") is not None or "place" in draft.fields or "winner" in draft.fields:
        return False
    if draft.has("points_never_calculated"):
        return False
    if "date" in draft.fields or "game" in draft.fields:
        return False
    if draft.long:
        for first, last in reversed(draft.blocks()):
            (record,) = draft.lines[first].records
            size = last - first + 1
            if size == 3:
                number = draft.table_of(record) if draft.chance(50) else 0
                line = draft.blank(round=draft.lines[first][draft.column("round") or 0])
                line[draft.column("table") or 0] = number
                draft.lines.insert(last + 1, line)
    for line in draft.lines[1:]:
        for column, cell in enumerate(line):
            if draft.long and column == draft.column("round"):
                continue
            shown = cell.value if isinstance(cell, Formula) else cell
            line[column] = Formula("=Zettel!B3", 0 if shown is None else shown)
    return True


@legitimate(LINES, "lines")
def nobody_on_a_seat(draft: Typing) -> bool:
    """A placeholder as name of the fourth at a table of three."""
    if draft.form == "by-player" or draft.per_round:
        return False
    if draft.long and draft.column("player") is None:
        return False
    word = draft.random.choice(NOBODY)
    found = False
    if draft.long:
        for first, last in reversed(draft.blocks()):
            if last - first == 2 and not draft.is_league:
                line = Line(list(draft.lines[last]), set())
                for name in ("vp", "winner", "place"):
                    if (column := draft.column(name)) is not None:
                        line[column] = None
                line[draft.column("player") or 0] = word
                draft.lines.insert(last + 1, line)
                found = True
        return found
    heading = RESULTS_COLUMNS["player"](draft.language)
    seats = [n for n, word in enumerate(draft.lines[0]) if str(word).startswith(f"{heading} ")]
    for line in draft.lines[1:]:
        for column in seats:
            if line[column] is None:
                line[column] = word
                found = True
    return found


@legitimate(LINES, "lines")
def spare_rows_of_formulas(draft: Typing) -> bool:
    """Prepared for more games than were played."""
    value: object = draft.random.choice(("", "", 0))
    for _ in range(draft.random.choice((1, 4, 12))):
        line = [Formula('=IF(A99="","",A99)', value) for _ in draft.lines[0]]
        draft.lines.append(Line(line, set()))
    return True


@legitimate(LINES)
def total_below(draft: Typing) -> bool:
    column = draft.column("vp")
    if column is None:
        return False
    draft.lines.append(_total(draft, column, list(range(1, len(draft.lines)))))
    return True


@legitimate(LINES, "lines")
def subtotals(draft: Typing) -> bool:
    """Below each game."""
    column = draft.column("vp")
    if column is None or not draft.long:
        return False
    for first, last in reversed(draft.blocks()):
        total = _total(draft, column, list(range(first, last + 1)))
        draft.lines.insert(last + 1, total)
    draft.structure = True
    return True


def _total(draft: Typing, column: int, lines: list[int]) -> Line:
    """A word in the first cell or as player, and the sum, calculated or typed."""
    cells = [draft.lines[n][column] for n in lines if column < len(draft.lines[n])]
    values = [cell.value if isinstance(cell, Formula) else cell for cell in cells]
    total = sum(value for value in values if isinstance(value, (int, float)))
    if draft.has("points_never_calculated"):
        total = 0
    line = draft.blank(vp=Formula("=SUM(D2:D9)", total) if draft.chance(70) else total)
    places = [0, draft.column("player") or 0]
    line[draft.random.choice([n for n in places if n != column] or [0])] = draft.random.choice(
        ("Summe", "Total", "Gesamt:", "Sum", "Zwischensumme")
    )
    return line


@legitimate(LINES)
def sum_beside(draft: Typing) -> bool:
    """Beside the last player of a table, behind all columns."""
    if not draft.long:
        return False
    column = max(map(len, draft.lines))
    for game in draft.played():
        total = sum(draft.records[one]["vp"] for one in game)
        number = int(total) if total == int(total) else float(total)
        word = draft.random.choice(TOTALS).rstrip(":")
        value: object = f"{word}: {number}" if draft.chance(70) else word
        line = next(line for line in draft.lines if game[-1] in line.records)
        line += [None] * (column - len(line)) + [value]
    return True


@legitimate(LINES, "lines")
def headings_repeated(draft: Typing) -> bool:
    """Before each round or every so many rows, as on printed pages."""
    if not draft.long:
        return False
    every = draft.random.choice((1, 2, 3))
    for first, _ in reversed(draft.blocks()[every::every]):
        draft.lines.insert(first, Line(list(draft.lines[0]), set()))
    return True


@legitimate(STRUCTURE, "structure")
def filled_at_the_top(draft: Typing) -> bool:
    """Round, table, game and date in the first row of each game only."""
    return _kept_at_the_top(draft, merge=False)


@legitimate(STRUCTURE, "structure")
def merged_cells(draft: Typing) -> bool:
    return _kept_at_the_top(draft, merge=True)


def _kept_at_the_top(draft: Typing, *, merge: bool) -> bool:
    if not draft.in_blocks() or draft.has("placeholder_for_a_table", "nobody_on_a_seat"):
        return False
    for name in ("round", "table", "game", "date"):
        column = draft.column(name)
        if column is None or (name != "table" and draft.chance(30)):
            continue
        for first, last in draft.blocks():
            for line in draft.lines[first + 1 : last + 1]:
                line[column] = None
            if merge:
                draft.merged.append((first, column, last, column))
    draft.structure = True
    return True


@legitimate(STRUCTURE, "structure")
def blocks_apart(draft: Typing) -> bool:
    """Empty rows between games, each of which says what it is."""
    if not draft.in_blocks() or draft.has("placeholder_for_a_table", "nobody_on_a_seat"):
        return False
    once = draft.chance(50)
    for first, last in reversed(draft.blocks()):
        for name in ("round", "table", "game", "date"):
            column = draft.column(name)
            if column is not None and once:
                for line in draft.lines[first + 1 : last + 1]:
                    line[column] = None
        blank = Line([None] * len(draft.lines[0]), set())
        draft.lines[first:first] = [blank] * draft.random.choice((1, 1, 2)) if first > 1 else []
    draft.structure = True
    return True


@legitimate(STRUCTURE, "structure")
def rows_in_any_order(draft: Typing) -> bool:
    if any(kind.group == "lines" for kind in draft.kinds):
        return False
    if draft.is_league and draft.column("date") is None:
        return False  # what stands apart there may be two games
    heading, *lines = draft.lines
    draft.lines = [heading, *draft.random.sample(lines, len(lines))]
    draft.structure = True
    return True


# The sheet and the file


@legitimate(BOOK)
def title_above(draft: Typing) -> bool:
    if draft.per_round or draft.separate:
        return False
    draft.start = (draft.random.randint(1, 4), draft.random.choice((0, 0, 1)))
    draft.loose["A1"] = draft.random.choice(
        ("Turnier 2024", "Stand: 5. Mai", "Open 2024", "Spieler")
    )
    return True


@legitimate(BOOK)
def notes_beside(draft: Typing) -> bool:
    """Outside the list they decide nothing, whatever they say."""
    if draft.per_round or draft.separate:
        return False
    for _ in range(3):
        row = draft.random.randrange(2, 30)
        text = draft.random.choice(
            ("Summe", "Pause um 15 Uhr", "Total", 42, "Ann fehlt", "Tisch 3")
        )
        draft.loose[f"{draft.random.choice(('CC', 'CD'))}{row}"] = text
    return True


@legitimate(BOOK, "hidden")
def rows_hidden(draft: Typing) -> bool:
    if draft.per_round or draft.separate:
        return False
    draft.hidden.update(draft.any_line() for _ in range(draft.random.randint(1, 9)))
    draft.filtered = draft.chance(30) and not draft.merged
    return True


@legitimate(BOOK, "hidden")
def table_object(draft: Typing) -> bool:
    if draft.merged or draft.per_round or draft.separate:
        return False
    draft.table = True
    return True


@legitimate(BOOK, "format")
def other_format(draft: Typing) -> bool:
    if draft.has("points_never_calculated"):
        return False
    draft.extension = draft.random.choice((".xls", ".xlsb", ".ods"))
    return True


@legitimate(BOOK, "format")
def text_file(draft: Typing) -> bool:
    if draft.merged or draft.start != (0, 0) or draft.tournament.games:
        return False
    if draft.has("further_spellings_listed", "inactive_players", *FORMULAS_THAT_SHOW_ZERO):
        return False
    draft.separate = draft.random.choice((";", ",", "\t"))
    draft.loose, draft.hidden = {}, set()
    return True


@legitimate(BOOK, "format")
def sheet_per_round(draft: Typing) -> bool:
    """Round 1, Round 2, ..., perhaps Semi-final or Semi-final 1, Semi-final 2, ..., and Final."""
    rounds = {row["round"] for row in draft.records}
    if not draft.long or draft.merged or None in rounds or len(rounds) < 2 or draft.is_league:
        return False
    if draft.start != (0, 0) or draft.hidden or draft.loose or draft.structure or draft.table:
        return False
    column = None if draft.has("total_below") else draft.column("round")
    if column is not None and draft.chance(50) and len(draft.lines[0]) == len(draft.fields):
        for line in draft.lines:
            del line[column]
    tables = {row["table"] for row in draft.records if row["round"] == "semi-final"}
    draft.semi_finals_apart = draft.chance(50) and all(map(str.isdigit, tables))
    draft.per_round = True
    return True


@legitimate(BOOK)
def the_other_date_system(draft: Typing) -> bool:
    draft.date_1904 = not draft.separate
    return draft.date_1904


@legitimate(BOOK)
def inactive_players(draft: Typing) -> bool:
    """Whoever has left is marked on the Players sheet."""
    if draft.separate or draft.records[-1]["round"] in (None, "semi-final", "final"):
        return False
    heading, *people = draft.players_sheet()
    column = len(heading)
    heading.append(draft.says("Active", "Aktiv"))
    last = draft.records[-1]["round"]
    there = {row["player"] for row in draft.records if row["round"] == last}
    for row in people:
        row += [None] * (column - len(row))
        row.append(None if {*row} & there else draft.says("no", "nein"))
    return True
