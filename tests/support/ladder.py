"""A tournament with a ladder as `samples/rules/ladder.toml` has it, in any form and language.

Twenty players whose preliminary ranks are 1 to 20 in the order of `PLAYERS`: five tables play the
same three rounds, and what they reached differs from table to table in its total alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from samples.forms import by_game, by_player
from samples.make import SAMPLES
from tests.support.books import Sheet, book, header
from xlscore.workbook.vocabulary import RESULTS_COLUMNS

RULES = SAMPLES / "rules" / "ladder.toml"
PLAYERS = (
    *("Ann Ahorn", "Bob Birke", "Cem Buche", "Dora Distel", "Eva Eibe", "Finn Erle", "Gil Esche"),
    *("Hana Fichte", "Ida Ginster", "Jo Hasel", "Kim Holunder", "Lea Iris", "Max Kiefer"),
    *("Nele Linde", "Otto Lärche", "Pia Mohn", "Quirin Nelke", "Rosa Pappel", "Sam Quitte"),
    "Tea Rose",
)
SEEDS = ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
FIELDS = ("round", "table", "player", "vp", "place")
WORDS = {
    "en": {"semi-final": "Semi-final", "final": "Final"},
    "de": {"semi-final": "Halbfinale", "final": "Finale"},
    "nl": {"semi-final": "Halve finale", "final": "Finale"},
}
SHORT = {
    "en": {"semi-final": "SF", "final": "F"},
    "de": {"semi-final": "HF", "final": "F"},
    "nl": {"semi-final": "SF", "final": "F"},
}
FORMS = ("long", "by-game", "by-player")

Record = dict[str, Any]
Game = Mapping[int, Any]
"""A table: preliminary rank of each player -> victory points, or (victory points, place)."""


def preliminaries(rounds: Iterable[int] = (1, 2, 3)) -> Iterator[Record]:
    """All games of these rounds."""
    for number in rounds:
        for table in range(1, 6):
            seats = {6 - table: 10, 11 - table: 9, 16 - table: 7, 15 + table: 6 - table}
            yield from records(number, table, seats)


def level_tables() -> list[Record]:
    """Tables 1 and 2 reach the same: ranks 4 and 5, 9 and 10, 14 and 15, 16 and 17 are level."""
    return [{**row, "vp": 5} if row["player"] == PLAYERS[16] else row for row in preliminaries()]


def records(name: int | str, table: int, seats: Game) -> Iterator[Record]:
    """The rows of one table; `name` is a number or the round's name in the engine."""
    for rank, reached in seats.items():
        vp, place = reached if isinstance(reached, tuple) else (reached, None)
        player = PLAYERS[rank - 1] if rank <= len(PLAYERS) else f"Guest {rank}"
        seat = (name, table, player, vp, place)
        yield dict(zip(FIELDS, seat, strict=True))


def semi_finals(*games: Game) -> Iterator[Record]:
    for table, seats in enumerate(games or SEMI_FINALS, 1):
        yield from records("semi-final", table, seats)


def final(seats: Game) -> Iterator[Record]:
    yield from records("final", 1, seats)


SEMI_FINALS: tuple[Game, ...] = (
    {1: 9, 8: 7, 9: 10, 16: 8},
    {2: 10, 7: 8, 10: 7, 15: 9},
    {3: 8, 6: 9, 11: 7, 14: 10},
    {4: 9, 5: 10, 12: 7, 13: 8},
)
"""Ranks 9, 2, 14 and 5 win."""
FINAL: Game = {2: 9, 5: 8, 9: 7, 14: 10}
AT_THE_END = [14, 2, 5, 9, 1, 4, 6, 15, 3, 7, 13, 16, 8, 10, 11, 12, 17, 18, 19, 20]
"""The preliminary ranks of the players in the order of the standings after that."""


def workbook(
    folder: Path,
    rows: Iterable[Record],
    language: str = "en",
    form: str = "long",
    lots: Mapping[int, int] | None = None,
    rounds: int | None = None,
    extra: Mapping[str, Any] | None = None,
) -> Path:
    """A workbook of these records; `lots` are by preliminary rank."""
    typed = [*rows]
    placed = any(row["place"] is not None for row in typed)
    fields = FIELDS if placed else FIELDS[:-1]
    players = None
    if lots is not None:
        listed = [[player, lots.get(rank)] for rank, player in enumerate(PLAYERS, 1)]
        players = [header("player", "lot", kind="players", language=language), *listed]
    return book(
        folder,
        Sheet(laid(typed, fields, language, form)),
        players=players,
        tournament={"scenario": "base", **({"rounds": rounds} if rounds else {})},
        language=language,
        extra=extra,
    )


def laid(
    rows: Sequence[Record], fields: Sequence[str], language: str, form: str
) -> list[list[Any]]:
    """The rows of the sheet of results, headings first."""

    def heading(field: str, group: str) -> str:
        group = SHORT[language].get(group, group)
        return f"{RESULTS_COLUMNS[field](language)} {group}".strip()

    if form == "by-player":
        return by_player(rows, fields, heading).rows
    words = WORDS[language]
    named = [{**row, "round": words.get(str(row["round"]), row["round"])} for row in rows]
    if form == "by-game":
        return by_game(named, fields, heading).rows
    return [
        [heading(field, "") for field in fields],
        *([row[key] for key in fields] for row in named),
    ]
