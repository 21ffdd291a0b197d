"""Tournaments whose workbooks bring standings of their own, and what comparing finds in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.oracle.habits import row
from tests.oracle.rules import Row, Tournament
from tests.support.books import Rows, Sheet, book, header
from tests.support.command_line import Ran, Run
from xlscore.compare.own_standings import CLAIMED
from xlscore.workbook.look import OUTPUT

CATAN = {
    ("1", "1"): {"Ann": 12, "Ben": 10, "Cid": 8, "Dan": 8},
    ("1", "2"): {"Eva": 12, "Finn": 10, "Gil": 8, "Hana": 8},
    ("1", "3"): {"Ida": 10, "Jörg": 9, "Kim": 5},
    ("2", "1"): {"Ann": 9, "Finn": 10, "Kim": 7, "Gil": 3},
    ("2", "2"): {"Eva": 8, "Ida": 11, "Ben": 10, "Cid": 5},
    ("2", "3"): {"Dan": 10, "Hana": 10, "Jörg": 6},
}
"""Rounds and tables with victory points; Dan and Hana stay tied."""
FINAL = {"Finn": 12, "Ida": 14, "Eva": 12, "Ann": 9}
LEAGUE = {
    ("Drachenflug", "1"): {"Ann": 5, "Ben": 5, "Cid": 5, "Dan": 3, "Eva": 2},
    ("Langreise", "1"): {"Ann": 30, "Ben": 20, "Cid": 20, "Dan": 10},
    ("Kurzspiel", "1"): {"Eva": 1, "Dan": 4, "Finn": 4, "Gil": 4, "Hana": 6},
    ("Kurzspiel", "2"): {"Ann": 1, "Finn": 4, "Gil": 4},
}
MINUTES = {"Drachenflug": 60, "Langreise": 120, "Kurzspiel": 10}


def catan(more: int) -> list[Row]:
    return [
        row(round=number, table=table, player=player, vp=points + more)
        for (number, table), seats in CATAN.items()
        for player, points in seats.items()
    ]


TOURNAMENTS = {
    "dsvc-s3": Tournament("dsvc-s3", "base", catan(0)),
    "eppelborn-19": Tournament(
        "eppelborn-19",
        "cities-knights",
        [
            *catan(3),
            *(row(round="final", table="1", player=one, vp=vp) for one, vp in FINAL.items()),
        ],
    ),
    "punktevergabe": Tournament(
        "punktevergabe",
        None,
        [
            row(table=table, player=player, vp=vp, game=game)
            for (game, table), seats in LEAGUE.items()
            for player, vp in seats.items()
        ],
        [],
        [
            {"game": game, "minutes": minutes, "level": None, "factor": None, "better": "higher"}
            for game, minutes in MINUTES.items()
        ],
    ),
}


def typed(tournament: Tournament, language: str) -> Rows:
    """The results as rows of a sheet."""
    league = tournament.rule_set == "punktevergabe"
    columns = ("game" if league else "round", "table", "player", "vp")
    return [
        header(*columns, language=language),
        *([one[column] for column in columns] for one in tournament.rows),
    ]


def workbook(
    folder: Path,
    tournament: Tournament,
    claims: Mapping[str, Rows | Sheet],
    language: str = "en",
    results: Rows | Sheet | None = None,
) -> Path:
    """The tournament's workbook with sheets of claims beside the results."""
    settings: dict[str, object] = {"rule_set": tournament.rule_set}
    if tournament.scenario:
        settings["scenario"] = tournament.scenario
    games = [
        header("game", "minutes", kind="games", language=language),
        *([game["game"], game["minutes"]] for game in tournament.games),
    ]
    return book(
        folder,
        typed(tournament, language) if results is None else results,
        tournament=settings,
        games=games if tournament.games else None,
        language=language,
        extra=claims,
    )


def standings_rows(lines: Sequence[Row], language: str = "en") -> list[list[Any]]:
    """Standings as an organizer's sheet has them: with our headings, numbers as floats."""
    fields = ("rank", "player", *CLAIMED[1:])
    headings = [OUTPUT["standings"][field].heading(language) for field in fields]
    return [headings, *([stored(line[field]) for field in fields] for line in lines)]


def stored(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) else value


def compared(run: Run, path: Path) -> Ran:
    return run("check", path, "--compare", "--format", "json")


def claims_found(ran: Ran) -> list[tuple[str, str]]:
    """Code and cells of every finding that comes from comparing."""
    return [
        (finding["code"], finding["where"])
        for finding in ran.document["findings"]
        if finding["code"] == "no-claims" or finding["code"].startswith("claim-")
    ]


def messages(ran: Ran) -> list[str]:
    """The words of every finding that comes from comparing."""
    found = ran.document["findings"]
    return [finding["message"] for finding in found if finding["code"].startswith("claim-")]
