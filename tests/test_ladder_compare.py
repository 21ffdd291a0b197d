"""Are usual slips around semi-finals and final found in standings made by hand?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.claimed import claims_found
from tests.support.command_line import Run, run
from tests.support.ladder import (
    AT_THE_END,
    FINAL,
    PLAYERS,
    RULES,
    SEMI_FINALS,
    final,
    preliminaries,
    semi_finals,
    workbook,
)
from xlscore.workbook.look import OUTPUT
from xlscore.workbook.vocabulary import SHEETS

__all__ = ["run"]  # the fixture

POINTS = dict(enumerate((5, 3, 2, 1), 1))
OF_PRELIMINARIES = {rank: 3 * POINTS[1 + (rank - 1) // 5] for rank in range(1, 21)}
BEHIND_THE_FINALISTS = [rank for rank in range(1, 21) if rank not in FINAL]


def points_in(seats: dict[int, int]) -> dict[int, int]:
    order = sorted(seats, key=lambda rank: -seats[rank])
    return {rank: POINTS[place] for place, rank in enumerate(order, 1)}


OF_SEMI_FINALS = {rank: tp for game in SEMI_FINALS for rank, tp in points_in({**game}).items()}
OF_FINAL = points_in({**FINAL})


def claimed(
    run: Run, folder: Path, language: str, field: str, values: dict[int, int]
) -> list[tuple[str, str]]:
    """What is found in a sheet of claims with one column of values by preliminary rank."""
    headings = [OUTPUT["standings"][key].heading(language) for key in ("player", field)]
    rows = [[PLAYERS[rank - 1], value] for rank, value in values.items()]
    sheet = SHEETS["standings"](language)
    played = [*preliminaries(), *semi_finals(), *final(FINAL)]
    path = workbook(folder, played, language, extra={sheet: [headings, *rows]})
    return claims_found(run("check", path, "--rules", RULES, "--compare", "--format", "json"))


def test_points_are_those_of_the_preliminary_rounds(run: Run, tmp_path: Path) -> None:
    assert claimed(run, tmp_path, "en", "tournament_points", OF_PRELIMINARIES) == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("code", "added"),
    [
        ("claim-last-rounds-added", (OF_SEMI_FINALS, OF_FINAL)),
        ("claim-semi-finals-added", (OF_SEMI_FINALS,)),
        ("claim-final-added", (OF_FINAL,)),
    ],
)
def test_rounds_that_are_added_are_named(
    run: Run, tmp_path: Path, code: str, added: Sequence[dict[int, int]], language: str
) -> None:
    sums = {
        rank: points + sum(more.get(rank, 0) for more in added)
        for rank, points in OF_PRELIMINARIES.items()
    }
    found = claimed(run, tmp_path, language, "tournament_points", sums)
    assert found
    assert {one for one, _ in found} == {code}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("claim-last-rounds-ignored", [*range(1, 21)]),
        ("claim-semi-finals-ignored", [*AT_THE_END[:4], *BEHIND_THE_FINALISTS]),
        ("claim-final-ignored", [2, 5, 9, 14, *AT_THE_END[4:]]),
    ],
)
def test_rounds_that_are_ignored_are_named(
    run: Run, tmp_path: Path, code: str, order: list[int], language: str
) -> None:
    ranks = {rank: position for position, rank in enumerate(order, 1)}
    found = claimed(run, tmp_path, language, "rank", ranks)
    assert found
    assert {one for one, _ in found} == {code}
