"""Where are a workbook's own standings found, and what may be written in them?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.habits import row
from tests.oracle.rules import Tournament
from tests.support.books import Formula, Rows, Sheet, header
from tests.support.claimed import claims_found, compared, messages, workbook
from tests.support.command_line import Run, run
from xlscore.compare.own_standings import CLAIMED
from xlscore.words import LANGUAGES
from xlscore.workbook.block import ErrorCell, NoValue
from xlscore.workbook.look import OUTPUT
from xlscore.workbook.vocabulary import SHEETS, STANDINGS_SYNONYMS, STANDINGS_WEAK

__all__ = ["run"]  # the fixture

# What a claimed number may look like

SMALL = Tournament(
    "dsvc-s3",
    "base",
    [
        row(round="1", table="1", player=one, vp=vp)
        for one, vp in (("Ann", 10), ("Ben", 10), ("Cid", 10), ("Dan", 6))
    ],
)
"""Three share the first place: 10/3 points and 27.78 percent each."""


def small(folder: Path, claims: Rows | Sheet, name: str = "Wertung", **more: Any) -> Path:
    return workbook(folder, SMALL, {name: claims}, **more)


THIRDS = [
    *((given, None) for given in (10 / 3, 3.33, 3.333, 3.33333333, "3,33", "3.33", " 3,333 ")),
    *((given, "claim-rounded") for given in (3, 3.3, "3,3", "3")),
    *((given, "claim-differs") for given in (3.34, 3.3334, "3,34")),
    *((given, "claim-tie-full") for given in (5, "5", "5,00")),
]


@pytest.mark.parametrize(("given", "code"), THIRDS)
def test_points_agree_as_far_as_their_decimals_tell(
    run: Run, tmp_path: Path, given: object, code: str | None
) -> None:
    path = small(
        tmp_path, [["Spieler", "TP"], ["Ann", given], ["Ben", 10 / 3], ["Cid", 10 / 3], ["Dan", 1]]
    )
    assert claims_found(compared(run, path)) == ([(code, "Wertung!B2")] if code else [])


SHARES: dict[str, tuple[object, object]] = {
    "numbers": (27.78, 16.67),
    "fractions": (0.2778, 0.1667),
    "fractions of formulas": (Formula("=0.2778", 0.2778), Formula("=0.1667", 0.1667)),
    "percent as text": ("27,78 %", "16,67%"),
    "percent as text, point": ("27.78%", "16.67 %"),
    "non-breaking space": ("27,78\u00a0%", "16,67\u00a0%"),
    "text": ("27,78", "16,67"),
    "fractions as text": ("0,2778", "0,1667"),
    "percent as text beside fractions": ("27,78 %", 0.1667),
}


@pytest.mark.parametrize("kind", SHARES)
def test_shares_in_every_form_are_read(run: Run, tmp_path: Path, kind: str) -> None:
    first, last = SHARES[kind]
    names = {"Ann": first, "Ben": first, "Cid": first, "Dan": last}
    path = small(tmp_path, [["Spieler", "Anteil"], *map(list, names.items())])
    assert claims_found(compared(run, path)) == []
    names["Dan"] = "0,1 %"
    (tmp_path / "wrong").mkdir()
    wrong = small(tmp_path / "wrong", [["Spieler", "Anteil"], *map(list, names.items())])
    assert claims_found(compared(run, wrong)) == [("claim-differs", "Wertung!B5")]


def test_a_finding_tells_both_numbers_and_why(run: Run, tmp_path: Path) -> None:
    rows: list[list[Any]] = [["Spieler", "TP", "Anteil"], ["Ann", "5", "0,3"]]
    path = small(tmp_path, [*rows, ["Ben", 5, 0.2778], ["Cid", 5, 0.2778], ["Dan", 1, 0.1667]])
    assert messages(run("check", path, "--compare", "--format", "json", "--lang", "de"))[:2] == [
        "Ann: TP hier 5, berechnet 10/3. Auf einem geteilten Platz haben wohl alle dessen volle "
        "Punkte bekommen.",
        "Ann: Anteil hier 30, berechnet 27,78. Keiner der üblichen Fehler erklärt das.",
    ]
    told = run("check", path, "--compare", "--lang", "en").out.splitlines()[1]
    assert told == (
        "warning: Wertung!C2: Ann: Share here 30, computed 27.78. No usual slip explains it.  "
        "[claim-differs]"
    )


def test_what_is_no_number_is_noted(run: Run, tmp_path: Path) -> None:
    rows: Rows = [
        ["Rang", "Spieler", "TP", "SP", "Anteil"],
        ["1.", "Ann", ErrorCell("#N/A"), 10, 27.78],
        ["=1", "Ben", NoValue("=A1"), 10, "n. v."],
        [1, "Cid", None, True, 27.78],
        [4.0, "Dan", 1, 6, 16.67],
    ]
    ran = compared(run, small(tmp_path, rows))
    where = "Wertung!A3, Wertung!C2, Wertung!C3, Wertung!D4, Wertung!E3"
    ((code, cells),) = claims_found(ran)
    assert (code, sorted(cells.split(", "))) == ("claim-unreadable", where.split(", "))
    assert "#N/A" in messages(ran)[0]


# Where claims are found

RIGHT: list[list[Any]] = [[1, "Ann"], [1, "Ben"], [1, "Cid"], [4, "Dan"]]
WRONG: list[list[Any]] = [[9, "Ann"], *RIGHT[1:]]
HEADINGS = [
    *((field, name) for field in CLAIMED for name in OUTPUT["standings"][field].heading),
    *((field, name) for field, names in STANDINGS_SYNONYMS.items() for name in names),
    *((field, name) for field, names in STANDINGS_WEAK.items() for name in names),
]


@pytest.mark.parametrize(("field", "heading"), HEADINGS)
def test_every_heading_is_known(run: Run, tmp_path: Path, field: str, heading: str) -> None:
    """Under it stands 99, or the name of a player with rank 99."""
    headings = [heading, "Rang"] if field == "player" else ["Spieler", heading]
    path = small(tmp_path, [headings, ["Ann", 99], *([one, None] for one in ("Ben", "Cid", "Dan"))])
    assert claims_found(compared(run, path)) == [("claim-differs", "Wertung!B2")]


def test_a_better_heading_wins_over_points(run: Run, tmp_path: Path) -> None:
    rows: Rows = [
        ["Punkte", "Spieler", "TP"],
        *([99, name, None] for name in ("Ann", "Ben", "Cid", "Dan")),
    ]
    assert claims_found(compared(run, small(tmp_path, rows))) == []


def test_two_columns_of_one_kind_are_not_compared(run: Run, tmp_path: Path) -> None:
    rows: Rows = [["Rang", "Spieler", "Rang"], *([*one, 99] for one in WRONG)]
    assert claims_found(compared(run, small(tmp_path, rows))) == [
        ("claim-column-twice", "Wertung!A1")
    ]


@pytest.mark.parametrize("name", ["Endstand 2024", "final table"])
def test_an_oddly_named_sheet_is_found_below_titles(run: Run, tmp_path: Path, name: str) -> None:
    sheet = Sheet(
        [["Rang", "Name"], *WRONG],
        start=(6, 3),
        loose={"A1": "Herbstturnier", "D3": "Rang", "E12": "Summe", "D12": 8, "E40": "Eva"},
    )
    found = claims_found(compared(run, small(tmp_path, sheet, name)))
    assert found == [("claim-differs", f"'{name}'!D8")]


@pytest.mark.parametrize(
    ("unknown", "codes"),
    [
        (("Xaver",), {"claim-differs", "claim-player-unknown"}),
        (("Xaver", "Yara"), {"no-claims"}),
    ],
)
def test_half_of_the_names_known_are_enough(
    run: Run, tmp_path: Path, unknown: Sequence[str], codes: set[str]
) -> None:
    sheet: Rows = [["Name", "SP"], ["Dan", 7], *((name, 9) for name in unknown)]
    found = claims_found(compared(run, small(tmp_path, sheet, "Liste")))
    assert {code for code, _ in found} - {"claim-players-missing"} == codes


def test_the_sheet_of_that_name_wins(run: Run, tmp_path: Path) -> None:
    sheets: dict[str, Rows | Sheet] = {
        "Zwischenstand": [["Rang", "Name"], *WRONG],
        "WERTUNG": [["Rang", "Name"], *RIGHT],
    }
    assert claims_found(compared(run, workbook(tmp_path, SMALL, sheets))) == []


def test_every_sheet_of_claims_is_compared(run: Run, tmp_path: Path) -> None:
    sheets: dict[str, Rows | Sheet] = {
        "Stand": [["Rang", "Name"], *WRONG],
        "Aushang": [["Name", "SP"], ["Dan", 7]],
    }
    assert claims_found(compared(run, workbook(tmp_path, SMALL, sheets))) == [
        ("claim-differs", "Stand!A2"),
        ("claim-players-missing", "Aushang!A1"),
        ("claim-differs", "Aushang!B2"),
    ]


@pytest.mark.parametrize(
    "sheet",
    [
        [["Rang", "Name"], [1, "Xaver"], [2, "Yara"], [3, "Ann"]],
        [["Rang", "Verein"], [1, "Ann"], [2, "Ben"]],
        [["Runde", "Tisch", "Spieler", "SP"], [1, 1, "Ann", 4], [1, 1, "Ben", 5]],
    ],
    ids=["about others", "without players", "results"],
)
def test_other_sheets_claim_nothing(run: Run, tmp_path: Path, sheet: Rows) -> None:
    assert claims_found(compared(run, small(tmp_path, sheet, "Liste"))) == [("no-claims", "")]


def test_the_sheet_of_the_results_claims_nothing(run: Run, tmp_path: Path) -> None:
    """By player, with sums beside the rounds."""
    rows: Rows = [
        ["Spieler", "Tisch 1", "SP 1", "Rang"],
        *([name, 1, vp, 9] for name, vp in (("Ann", 10), ("Ben", 10), ("Cid", 10), ("Dan", 6))),
    ]
    path = workbook(tmp_path, SMALL, {}, "de", results=rows)
    assert claims_found(compared(run, path)) == [("no-claims", "")]


# Who is claimed


def test_names_are_compared_as_in_the_results(run: Run, tmp_path: Path) -> None:
    rows: Rows = [["Rang", "Name"], [1, "ANN"], [1, " Ben "], [1, "Cid\u00a0"], [9, "dan"]]
    assert claims_found(compared(run, small(tmp_path, rows))) == [("claim-differs", "Wertung!A5")]


def test_players_on_one_side_only_are_named(run: Run, tmp_path: Path) -> None:
    rows: Rows = [
        ["Rang", "Name"],
        [1, "Ann"],
        [1, "Ben"],
        [4, "Dan"],
        [5, "Eva"],
        [None, "Turnierleitung"],
    ]
    ran = compared(run, small(tmp_path, rows))
    assert claims_found(ran) == [
        ("claim-players-missing", "Wertung!B1"),
        ("claim-player-unknown", "Wertung!B5"),
    ]
    assert ("Cid" in messages(ran)[0], "Eva" in messages(ran)[1]) == (True, True)


def test_a_merged_rank_counts_in_each_of_its_rows(run: Run, tmp_path: Path) -> None:
    rows: Rows = [["Rang", "Name"], [9, "Ann"], [None, "Ben"], [None, "Cid"], [4, "Dan"]]
    found = claims_found(compared(run, small(tmp_path, Sheet(rows, merged=["A2:A4"]))))
    assert found == [("claim-differs", f"Wertung!A{number}") for number in (2, 3, 4)]


# Places that formulas name (D8)


def places(folder: Path, *given: object, language: str = "en", vp: Sequence[object] = ()) -> Path:
    """One table in round 1 with these places; without a cap on anything reached."""
    points = vp or (10, 10, 9, 6)
    rows: Rows = [
        header("round", "table", "player", "vp", "place", language=language),
        *([1, 1, name, own, place] for name, own, place in zip("ABCD", points, given)),
    ]
    return workbook(folder, SMALL, {}, language, results=rows)


def formulas(*values: object) -> list[Formula]:
    return [Formula(f"=RANK(D{row},D2:D5)", value) for row, value in enumerate(values, 2)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("given", "vp", "found"),
    [
        ((1, 1, 3, 4), (10, 10, 9, 6), []),
        ((1, 2, 3, 4), (10, 10, 9, 6), [("claim-rank-broken", "E3")]),
        ((1, 1, 3, 4), (12, 11, 9, 6), [("claim-places-counted", "E3")]),
        ((1, 1, 4, 3), (10, 10, 9, 6), [("claim-differs", "E4"), ("claim-differs", "E5")]),
        ((1, 1, "", "?"), (10, 10, 9, 6), [("claim-unreadable", "E5")]),
    ],
)
def test_places_of_formulas_are_claims(
    run: Run,
    tmp_path: Path,
    given: tuple[object, ...],
    vp: tuple[object, ...],
    found: list[tuple[str, str]],
    language: str,
) -> None:
    path = places(tmp_path, *formulas(*given), language=language, vp=vp)
    sheet = SHEETS["results"](language)
    assert claims_found(compared(run, path)) == [(code, f"{sheet}!{cell}") for code, cell in found]


def test_typed_places_are_no_claims(run: Run, tmp_path: Path) -> None:
    assert claims_found(compared(run, places(tmp_path, 1, 2, 3, 4))) == [("no-claims", "")]


def test_places_of_games_not_played_are_not_compared(run: Run, tmp_path: Path) -> None:
    path = places(tmp_path, *formulas(1, 1, 1, 1), vp=(None,) * 4)
    assert claims_found(compared(run, path)) == []
