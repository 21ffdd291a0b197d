"""Does ``check --compare`` find what is wrong in standings made by hand, and say why?

A tournament under each rule set, made so that every slip changes something. The standings with a
slip are worked out by the second opinion, and stored as a spreadsheet stores them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from xlsxwriter.utility import xl_col_to_name

from samples.make import SAMPLES
from tests.oracle.comparison import rules_of
from tests.oracle.generator import generate
from tests.oracle.rules import Row, Tournament
from tests.oracle.sheets import as_blocks
from tests.oracle.slips import right, slipped
from tests.oracle.standings import expected
from tests.support.books import Sheet
from tests.support.claimed import (
    TOURNAMENTS,
    claims_found,
    compared,
    messages,
    standings_rows,
    workbook,
)
from tests.support.command_line import Run, run
from xlscore.compare.compare import compare
from xlscore.compare.own_standings import CLAIMED, read_claims
from xlscore.evaluation import evaluate
from xlscore.words import LANGUAGES, catalog
from xlscore.workbook.block import Block, SheetInfo
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import SHEETS

__all__ = ["run"]  # the fixture

IN_CATAN = (
    *("claim-cap", "claim-share-raw", "claim-share-unrounded", "claim-three-players"),
    *("claim-raised-total", "claim-places-counted"),
)
ANYWHERE = ("claim-tie-full", "claim-tie-order", "claim-average", "claim-rank-broken")
SLIPS = [
    *((rules, code) for rules in TOURNAMENTS for code in (*ANYWHERE, "claim-rank-dense")),
    *((rules, code) for rules in ("dsvc-s3", "eppelborn-19") for code in IN_CATAN),
    *((rules, "claim-rounded") for rules in TOURNAMENTS),
    *(("eppelborn-19", code) for code in ("claim-final-added", "claim-final-ignored")),
    *(("punktevergabe", code) for code in ("claim-factor", "claim-step")),
]
"""Each slip under each rule set where it can happen."""


def differing_cells(sheet: str, lines: Sequence[Row], ours: Sequence[Row]) -> Iterator[str]:
    """The cells of `standings_rows` in which two standings differ."""
    by_player = {line["player"]: line for line in ours}
    for number, line in enumerate(lines, 2):
        for column, field in enumerate(("rank", "player", *CLAIMED[1:])):
            if line[field] != by_player[line["player"]][field]:
                yield f"{sheet}!{xl_col_to_name(column)}{number}"


# Nothing wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", TOURNAMENTS)
def test_a_right_copy_gives_no_finding(run: Run, tmp_path: Path, rules: str, language: str) -> None:
    tournament = TOURNAMENTS[rules]
    rows = standings_rows(right(tournament), language)
    path = workbook(tmp_path, tournament, {SHEETS["standings"](language): rows}, language)
    assert claims_found(compared(run, path)) == []


@pytest.mark.parametrize("seed", range(60))
def test_a_right_copy_of_any_tournament_gives_no_finding(seed: int) -> None:
    """Random ones, also with errors and open games: all that is scored is compared."""
    tournament = generate(seed)
    language = LANGUAGES[seed % 2]
    typed = as_blocks(tournament, language, Random(seed))
    copied = Block(
        SHEETS["standings"](language), (3, 1), standings_rows(exact(tournament), language)
    )
    book = typed._replace(
        sheets=(SheetInfo(copied.sheet, ours=False), *typed.sheets),
        load=lambda name: copied if name == copied.sheet else typed.load(name),
    )
    results = read_results(book)
    evaluation = evaluate(results, rules_of(tournament))
    assert compare(evaluation, read_claims(book, results)).findings == evaluation.findings


def exact(tournament: Tournament) -> list[Row]:
    """The oracle's standings with numbers as numbers."""
    return [
        {**line, **{field: line[field] and Fraction(line[field]) for field in CLAIMED[1:]}}
        for line in expected(tournament)["standings"]
    ]


@pytest.mark.parametrize("rules", TOURNAMENTS)
def test_without_claims_there_is_one_note(run: Run, tmp_path: Path, rules: str) -> None:
    path = workbook(tmp_path, TOURNAMENTS[rules], {})
    assert claims_found(compared(run, path)) == [("no-claims", "")]


def test_nothing_is_compared_unless_asked_for(run: Run, tmp_path: Path) -> None:
    tournament = TOURNAMENTS["dsvc-s3"]
    rows = standings_rows(slipped("claim-cap", tournament))
    path = workbook(tmp_path, tournament, {"Standings": rows})
    assert claims_found(run("check", path, "--format", "json")) == []


def test_what_xlscore_wrote_is_no_claim(run: Run, tmp_path: Path) -> None:
    tournament = TOURNAMENTS["dsvc-s3"]
    stale = Sheet(standings_rows(slipped("claim-cap", tournament)), ours=True)
    path = workbook(tmp_path, tournament, {"Standings": stale})
    assert claims_found(compared(run, path)) == [("no-claims", "")]


# Slips


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rules", "code"), SLIPS)
def test_a_slip_is_found_in_every_number_it_changes(
    run: Run, tmp_path: Path, rules: str, code: str, language: str
) -> None:
    tournament = TOURNAMENTS[rules]
    lines, name = slipped(code, tournament), SHEETS["standings"](language)
    path = workbook(tmp_path, tournament, {name: standings_rows(lines, language)}, language)
    ran = compared(run, path)
    cells = differing_cells(name, lines, right(tournament))
    assert claims_found(ran) == [(code, cell) for cell in cells]
    assert claims_found(ran)
    assert ran.code == 0


@pytest.mark.parametrize(
    ("rules", "code"),
    [slip for slip in SLIPS if not slip[1].startswith(("claim-rank", "claim-final-i"))],
)
def test_a_slip_in_one_row_is_found_there(run: Run, tmp_path: Path, rules: str, code: str) -> None:
    """The numbers of a row that no other slip leads to, with the rank it should have."""
    tournament = TOURNAMENTS[rules]
    ours = right(tournament)
    others = [
        slipped(other, tournament)
        for one, other in SLIPS
        if (one, other) != (rules, code) and one == rules
    ]
    elsewhere = [sums(line) for lines in (ours, *others) for line in lines]
    wrong = next(line for line in slipped(code, tournament) if sums(line) not in elsewhere)
    lines = [
        {**wrong, "rank": line["rank"]} if line["player"] == wrong["player"] else line
        for line in ours
    ]
    path = workbook(tmp_path, tournament, {"Standings": standings_rows(lines)})
    cells = differing_cells("Standings", lines, ours)
    assert claims_found(compared(run, path)) == [(code, cell) for cell in cells]


def sums(line: Row) -> list[Any]:
    """The player and the numbers apart from the rank."""
    return [line[field] for field in ("player", *CLAIMED[1:])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("rules", "player", "named"),
    [
        (
            "dsvc-s3",
            "Ida",
            {"en": "round 2 table 2.", "de": "Runde 2 Tisch 2.", "nl": "ronde 2 tafel 2."},
        ),
        (
            "eppelborn-19",
            "Ida",
            {"en": "round 2 table 2.", "de": "Runde 2 Tisch 2.", "nl": "ronde 2 tafel 2."},
        ),
        (
            "punktevergabe",
            "Gil",
            {"en": "Kurzspiel table 2.", "de": "Kurzspiel Tisch 2.", "nl": "Kurzspiel tafel 2."},
        ),
    ],
)
def test_a_missing_game_is_named(
    run: Run, tmp_path: Path, rules: str, player: str, named: dict[str, str], language: str
) -> None:
    """One player's sums without the last game; in the sums of the others it is there."""
    tournament, ours = TOURNAMENTS[rules], right(TOURNAMENTS[rules])
    last = [one for one in tournament.rows if one["player"] == player and one["round"] != "final"][
        -1
    ]
    kept = [one for one in tournament.rows if not same_game(one, last)]
    (less,) = (line for line in right(tournament._replace(rows=kept)) if line["player"] == player)
    lines = [{**less, "rank": one["rank"]} if one["player"] == player else one for one in ours]
    name = SHEETS["standings"](language)
    path = workbook(tmp_path, tournament, {name: standings_rows(lines, language)}, language)
    ran = compared(run, path)
    cells = differing_cells(name, lines, ours)
    assert claims_found(ran) == [("claim-game-missing", cell) for cell in cells]
    assert claims_found(ran)
    assert all(message.endswith(named[language]) for message in messages(ran))


def same_game(one: Row, other: Row) -> bool:
    return all(one[key] == other[key] for key in ("round", "table", "game"))


def test_a_number_nobody_can_explain_is_named_and_explains_the_ranks(
    run: Run, tmp_path: Path
) -> None:
    """A typing error lifts Kim from the last rank to the first; the ranks follow from it."""
    tournament = TOURNAMENTS["dsvc-s3"]
    ours = right(tournament)
    kim = next(line for line in ours if line["player"] == "Kim")
    ahead = [line for line in ours if line["rank"] < kim["rank"]]
    lines = [
        {**kim, "rank": 1, "tournament_points": Fraction(77)},
        *({**line, "rank": line["rank"] + 1} for line in ahead),
        *(line for line in ours if line["rank"] > kim["rank"]),
    ]
    ran = compared(run, workbook(tmp_path, tournament, {"Standings": standings_rows(lines)}))
    rows = range(2, len(ahead) + 3)
    assert claims_found(ran) == [
        ("claim-rank-follows", "Standings!A2"),
        ("claim-differs", "Standings!C2"),
        *(("claim-rank-follows", f"Standings!A{number}") for number in rows[1:]),
    ]


def test_the_errors_of_the_sample_are_found(run: Run) -> None:
    """Its data say what is wrong."""
    ran = compared(run, SAMPLES / "dsvc-own-standings.xlsx")
    assert claims_found(ran) == [
        ("claim-cap", "Wertung!D4"),
        ("claim-three-players", "Wertung!E10"),
    ]
    assert ran.code == 0


def test_every_finding_about_claims_is_provoked_here_or_where_claims_are_read() -> None:
    known = {
        code
        for code in catalog("en")["findings"]
        if code == "no-claims" or code.startswith("claim-")
    }
    tested = "".join(
        (Path(__file__).parent / name).read_text(encoding="utf-8")
        for name in ("test_compare.py", "test_claims.py", "test_ladder_compare.py")
    )
    assert {code for code in known if f'"{code}"' not in tested} == set()
