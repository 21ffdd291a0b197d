"""A tournament as somebody typed it: sheets in one language, columns and rows in any order."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime
from fractions import Fraction
from random import Random
from typing import Any

from tests.oracle.rules import KNOCK_OUT, Tournament
from xlscore.workbook.block import Block, Cell, SheetInfo, Workbook
from xlscore.workbook.vocabulary import (
    CHOICES,
    GAMES_COLUMNS,
    PLAYERS_COLUMNS,
    RESULTS_COLUMNS,
    SCENARIOS,
    SHEETS,
    TOURNAMENT_KEYS,
    Name,
)

WORDS = {
    "low": Name({"en": "low", "de": "niedrig"}),
    "high": Name({"en": "high", "de": "hoch"}),
    "higher": Name({"en": "higher", "de": "höher"}),
    "lower": Name({"en": "lower", "de": "niedriger"}),
}
YES: tuple[Cell, ...] = ("x", "X", 1, 1.0, "yes", "ja", True)
NO: tuple[Cell, ...] = (None, None, "", 0, "no", "nein", False)


def as_blocks(
    tournament: Tournament, language: str, random: Random, source: str = "tournament.xlsx"
) -> Workbook:
    """The workbook that holds this tournament; what it means does not depend on ``random``."""
    sheets = {
        "tournament": tournament_rows(tournament, language),
        "results": results_rows(tournament, language, random),
    }
    if tournament.players:
        sheets["players"] = players_rows(tournament, language, random)
    if tournament.games:
        sheets["games"] = games_rows(tournament, language, random)
    kinds = random.sample(list(sheets), len(sheets))
    blocks = {}
    for kind in kinds:
        name = SHEETS[kind](language)
        corner = (0, 0)
        if kind == "results":
            corner = (random.choice((0, 0, 3)), random.choice((0, 0, 2)))
        blocks[name] = Block(name, corner, sheets[kind])
    infos = tuple(SheetInfo(name, ours=False) for name in blocks)
    return Workbook(source, infos, blocks.__getitem__)


def tournament_rows(tournament: Tournament, language: str) -> list[list[Cell]]:
    """Keys and values, those this tournament has."""
    rounds = {row["round"] for row in tournament.rows} - {None, *KNOCK_OUT}
    values: dict[str, Cell] = {
        "name": "Testturnier",
        "rule_set": tournament.rule_set,
        "rounds": len(rounds) or None,
        "language": language,
    }
    if tournament.scenario:
        values["scenario"] = SCENARIOS[tournament.scenario](language)
    return [[TOURNAMENT_KEYS[key](language), value] for key, value in values.items()]


def results_rows(tournament: Tournament, language: str, random: Random) -> list[list[Cell]]:
    """The results: empty columns now and then left out, an unused seat here and there."""
    league = tournament.rule_set == "punktevergabe"
    columns = []
    for key in RESULTS_COLUMNS:
        used = any(row.get(key) not in (None, False) for row in tournament.rows)
        # A league without rounds is one whose results have no such column.
        optional = key not in ("round", "vp") and random.randrange(3) == 0
        needed = key == "vp" and not (league and any(row["place"] for row in tournament.rows))
        if used or optional or needed:
            columns.append(key)
    if random.randrange(2):
        random.shuffle(columns)

    rows = [
        [written(key, row.get(key), language, random) for key in columns] for row in tournament.rows
    ]
    for row in random.sample(tournament.rows, min(2, len(tournament.rows))):
        unused = {key: row[key] for key in ("round", "table", "game", "date")}
        rows.append([written(key, unused.get(key), language, random) for key in columns])
    if random.randrange(2):
        random.shuffle(rows)

    heading: list[Cell] = [RESULTS_COLUMNS[key](language) for key in columns]
    if random.randrange(3) == 0:
        heading = [*heading, "Bemerkung"]
        rows = [[*row, random.choice((None, "gut gespielt", 7))] for row in rows]
    return [heading, *rows]


def players_rows(tournament: Tournament, language: str, random: Random) -> list[list[Cell]]:
    """The players with their lots."""
    columns = ["player", "lot"]
    for key in ("no", "club", "active"):
        if random.randrange(2):
            columns.insert(random.randrange(len(columns) + 1), key)
    rows: list[list[Cell]] = [[PLAYERS_COLUMNS[key](language) for key in columns]]
    for number, player in enumerate(tournament.players, 1):
        values = {**player, "no": number, "club": "Würfelfreunde", "active": None}
        rows.append([values[key] for key in columns])
    return rows


def games_rows(tournament: Tournament, language: str, random: Random) -> list[list[Cell]]:
    """The games with minutes, level, factor and direction."""
    columns = random.sample(list(GAMES_COLUMNS), len(GAMES_COLUMNS))
    rows: list[list[Cell]] = [[GAMES_COLUMNS[key](language) for key in columns]]
    for game in tournament.games:
        rows.append([written(key, game[key], language, random) for key in columns])
    return rows


def written(key: str, value: Any, language: str, random: Random) -> Cell:
    """One value in one of the ways it is typed or stored."""
    if key == "winner":
        return random.choice(YES if value else NO)
    if value is None:
        return None
    if key == "round":
        return written_round(value, language, random)
    if key == "table" and value.isdigit():
        return random.choice((value, int(value), float(value)))
    if key == "player":
        return written_name(value, random)
    if key in ("level", "better"):
        return WORDS[value](language)
    if isinstance(value, date):
        return random.choice((value, datetime(value.year, value.month, value.day)))
    if isinstance(value, (int, Fraction)):
        return written_number(value, random)
    text: str = value
    return text


def written_round(value: str, language: str, random: Random) -> Cell:
    """A number, or a word with it; semi-final and final by any of their names."""
    if value == "semi-final":
        short = "HF" if language == "de" else "SF"
        return random.choice(
            (CHOICES["semi-final"](language), CHOICES["semi-final"](language).upper(), short)
        )
    if value == "final":
        return random.choice((CHOICES["final"](language), CHOICES["final"](language).upper(), "F"))
    word = "Runde" if language == "de" else "Round"
    return random.choice((int(value), float(value), value, f"{word} {value}", f"R{value}"))


def written_number(value: int | Fraction, random: Random) -> Cell:
    """As stored by a spreadsheet program, or as text."""
    number = float(value)
    if Fraction(value).denominator == 1:
        text = str(int(value))
        return random.choice((int(value), number, number, number, text, f" {text} "))
    return random.choice((number, number, number, str(number), str(number).replace(".", ",")))


def written_name(value: str, random: Random) -> str:
    """Mostly as it is; sometimes with blanks too many or its umlauts in two pieces."""
    return random.choice(
        (
            value,
            value,
            value,
            f" {value}",
            value.replace(" ", "  "),
            value.replace(" ", "\xa0") + " ",
            unicodedata.normalize("NFD", value),
        )
    )
