"""What `xlscore score` says about a workbook, in a form that tests can write down.

Expectations name sheets in English and cells of the results without their sheet; `expected`
turns them into the words of the workbook's language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from xlscore.cli.main import main
from xlscore.workbook.vocabulary import SHEETS

OF_SMALL_TOURNAMENTS = {"rounds-unknown", "goal-not-reached", "goal-reached-twice", "vp-zero"}
"""Notes that a tournament made up for a test earns by being short. They have tests of their own,
which look into the document; elsewhere they would hide what a test is about."""


class Seen(NamedTuple):
    """The outcome of a run: exit code, standings, findings and games, one line each.

    A line of the standings is ``"1 Ann: 5 10 31.25"`` (rank, points, victory points, share as
    far as the rule set has them), a finding ``"error vp-text Results!D2"`` (without those
    OF_SMALL_TOURNAMENTS), a game ``"1/2"``
    (round and table; league games are called by their name and table).
    """

    exit: int
    standings: list[str]
    findings: list[str]
    scored: list[str]
    open: list[str]
    document: dict[str, Any]
    errors: str
    """What was told on stderr."""

    def standing(self, player: str) -> dict[str, Any]:
        """One player's line of the JSON."""
        return next(line for line in self.document["standings"] if line["player"] == player)

    def decided_by(self) -> list[str | None]:
        """What decided each rank, in rank order."""
        return [line["decided_by"] for line in self.document["standings"]]

    def places(self, game: int = 0) -> list[int]:
        """The places of one scored game, seat by seat."""
        return [seat["place"] for seat in self.document["scored_games"][game]["players"]]

    def points(self, game: int = 0) -> list[str]:
        """The tournament points of one scored game, seat by seat."""
        return [
            seat["tournament_points"] for seat in self.document["scored_games"][game]["players"]
        ]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    out, errors = capsys.readouterr()
    return int(ended.value.code or 0), out, errors


def scored(capsys: pytest.CaptureFixture[str], path: Path, *options: object) -> Seen:
    """The outcome of ``xlscore score`` on a workbook; nothing is written."""
    command = ("score", path, "--no-write", "--format", "json", *options)
    code, out, errors = run(capsys, *command)
    document = json.loads(out) if out else {}
    for finding in document.get("findings", ()):
        assert re.search(r"\w", finding["message"])
        assert not re.search(r"[{}]|\bNone\b(?! of)", finding["message"]), finding
    return Seen(
        exit=code,
        standings=[_standing(line) for line in document.get("standings", ())],
        findings=[
            " ".join(part for part in (line["level"], line["code"], line["where"]) if part)
            for line in document.get("findings", ())
            if line["code"] not in OF_SMALL_TOURNAMENTS
        ],
        scored=[_title(game) for game in document.get("scored_games", ())],
        open=[_title(game) for game in document.get("open_tables", ())],
        document=document,
        errors=errors,
    )


def _standing(line: dict[str, Any]) -> str:
    numbers = (line[key] for key in ("tournament_points", "victory_points", "share"))
    shown = " ".join(number for number in numbers if number is not None)
    return f"{line['rank']} {line['player']}: {shown}"


def _title(game: dict[str, Any]) -> str:
    return f"{game['round'] or game.get('game')}/{game['table']}"


def expected(findings: Iterable[str], language: str) -> list[str]:
    """Findings as a test writes them, ``"error vp-text D2, Players!C3"``, in this language."""
    return [_localized(finding, language) for finding in findings]


def _localized(finding: str, language: str) -> str:
    level, code, *places = finding.split(" ", 2)
    references = [_reference(place, language) for place in places[0].split(", ")] if places else []
    return " ".join(part for part in (level, code, ", ".join(references)) if part)


def _reference(place: str, language: str) -> str:
    sheet, _, area = place.rpartition("!")
    names = {name("en"): name for name in SHEETS.values()}
    return f"{names[sheet or 'Results'](language) if sheet in ('', *names) else sheet}!{area}"
