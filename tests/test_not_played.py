"""Is a row of somebody who did not play no game, and a seat that nobody took no player?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.binary_books import binary_book
from tests.support.books import Formula, Rows, Sheet, header, workbook
from tests.support.command_line import Run, run
from tests.support.old_books import old_book
from tests.support.open_books import open_book
from tests.support.scoring import Seen, scored
from xlscore.formats.read import open_workbook
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import VALUES

__all__ = ["run"]  # the fixture

MAKERS = {
    ".xlsx": partial(workbook, calculated=True),
    ".xls": old_book,
    ".xlsb": binary_book,
    ".ods": open_book,
}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil")
RULES = ("--rules", "dsvc-s3", "--scenario", "base")
HEADER = header("round", "table", "player", "vp", "winner", "place")
Score = Callable[..., Seen]


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    """What comes of rows below the header of all columns, and of a Players sheet."""

    def scores(*rows: Sequence[Any], first: Sequence[Any] = HEADER, **sheets: Rows) -> Seen:
        return scored(capsys, of(tmp_path, *rows, first=first, **sheets), *RULES)

    return scores


def of(
    folder: Path,
    *rows: Sequence[Any],
    first: Sequence[Any] = HEADER,
    kind: str = ".xlsx",
    **sheets: Rows,
) -> Path:
    lines = [[*row, *[""] * (len(first) - len(row))] for row in (first, *rows)]
    return MAKERS[kind](folder / f"spring{kind}", {"Results": lines, **sheets})


def table(number: object, name: object, *points: object, names: Sequence[str] = NAMES) -> Rows:
    return [(number, name, player, vp) for player, vp in zip(names, points, strict=False)]


def three_away(mark: object, *points: object) -> Rows:
    """Three of seven miss the first of two rounds: rows 6 to 8."""
    late = NAMES[4:]
    return [
        *table(1, 1, 10, 8, 7, 5),
        *table(1, mark, *(points or ("", "", "")), names=late),
        *table(2, 1, 10, 8, 7, 5),
        *table(2, 2, 10, 8, 7, names=late),
    ]


AS_WITHOUT = [
    "1 Ann: 10 20 66.66",
    "2 Ben: 6 16 53.34",
    "3 Eva: 5 10 30",
    "4 Cleo: 4 14 46.66",
    "5 Finn: 3 8 24",
    "6 Dan: 2 10 33.34",
    "7 Gil: 1 7 21",
]
UNEQUAL = "warning games-unequal Results!C13, Results!C14, Results!C15"
AWAY = "note not-played Results!B6, Results!B7, Results!B8"


@pytest.mark.parametrize("kind", MAKERS)
def test_who_has_a_stroke_for_a_table_did_not_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """Not even where 0 is typed beside it; what they miss is no table of three."""
    path = of(tmp_path, *three_away("-", 0, 0, 0), kind=kind)
    seen = scored(capsys, path, *RULES)
    assert (seen.standings, seen.findings) == (AS_WITHOUT, [UNEQUAL, AWAY])
    assert (seen.exit, seen.scored) == (0, ["1/1", "2/1", "2/2"])
    assert seen.document["standings"][2]["games"] == 1


WORDS = ["--", "–", "…", "...", "_", "/", " - ", "FREILOS", "Bye", "N/A", "No Show", "abwesend"]


@pytest.mark.parametrize("word", [*WORDS, *VALUES["bye"], *VALUES["absent"]])
@pytest.mark.parametrize("points", [("", "", ""), (0, "0", ""), ("-", "-", "n/a")])
def test_words_for_no_table(score: Score, word: str, points: Sequence[object]) -> None:
    seen = score(*three_away(word, *points))
    assert (seen.standings, seen.findings) == (AS_WITHOUT, [UNEQUAL, AWAY])


@pytest.mark.parametrize("zero", [0, "0", "00"])
def test_zero_is_no_table_where_nobody_scored_there(score: Score, zero: object) -> None:
    assert score(*three_away(zero, 0, 0, 0)).findings == [UNEQUAL, AWAY]
    seen = score(*three_away(zero, 0, 9, 0))
    assert "1/0" in seen.scored or "1/00" in seen.scored
    assert seen.findings == []


def test_an_empty_table_beside_a_stroke_for_points(score: Score) -> None:
    seen = score(*three_away("", "-", "-", "absent"))
    assert (seen.standings, seen.findings) == (AS_WITHOUT, [UNEQUAL, AWAY])


def test_a_table_that_is_no_table_counts_for_the_cells_that_it_fills(score: Score) -> None:
    """Where round and table stand in the first row of each block only."""
    rows = three_away("Freilos")
    seen = score(*(row if row[2] in ("Ann", "Eva") else ("", "", *row[2:]) for row in rows))
    assert seen.standings == AS_WITHOUT
    assert [one for one in seen.findings if "filled-down" not in one] == [UNEQUAL, AWAY]


def test_a_merged_table_that_is_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [list(row) for row in (HEADER[:4], *three_away("Freilos"))]
    for line in lines[6:8]:
        line[1] = ""
    path = workbook(tmp_path / "merged.xlsx", {"Results": Sheet(lines, merged=("B6:B8",))})
    seen = scored(capsys, path, *RULES)
    assert (seen.standings, seen.findings) == (AS_WITHOUT, [UNEQUAL, AWAY])


def test_points_for_a_bye_need_rules_that_name_them(score: Score) -> None:
    seen = score(*three_away("Freilos", 10, 10, ""))
    assert seen.standings == AS_WITHOUT
    assert seen.findings == [
        "error not-played-results Results!D6, Results!D7",
        UNEQUAL,
        "note not-played Results!B8",
    ]
    assert (seen.exit, seen.document["findings"][0]["message"].count("Eva, Finn")) == (1, 1)


@pytest.mark.parametrize(("winner", "place", "where"), [("x", "", "E6"), ("", 1, "F6")])
def test_who_did_not_play_neither_won_nor_has_a_place(
    score: Score, winner: object, place: object, where: str
) -> None:
    rows = three_away("bye")
    rows[4] = (*rows[4][:3], "", winner, place)
    seen = score(*rows)
    assert seen.findings[0] == f"error not-played-results Results!{where}"
    assert seen.standings == AS_WITHOUT


def test_a_stroke_beside_points_is_a_table_that_nobody_typed(score: Score) -> None:
    """The others of that table are not scored as if they had been fewer."""
    rows = three_away("-")
    rows[3] = (1, "-", "Dan", 5)
    seen = score(*rows)
    assert "error table-none Results!B5" in seen.findings
    assert "1/1" not in seen.scored
    assert seen.exit == 1


def test_by_player_strokes_in_both_columns(score: Score) -> None:
    first = ("Player", "Table 1", "VP 1", "Table 2", "VP 2")
    rows = [
        (name, *("-", "-") * (seat > 3), *(1, vp) * (seat < 4), 1 + seat // 4, vp)
        for seat, (name, vp) in enumerate(zip(NAMES, (10, 8, 7, 5, 10, 8, 7), strict=True))
    ]
    seen = score(*rows, first=first)
    assert seen.standings == AS_WITHOUT
    assert seen.findings[-1] == "note not-played Results!B6, Results!B7, Results!B8"


def test_by_game_a_row_without_a_table_is_no_game(score: Score) -> None:
    first = ("Round", "Table", *(f"{one} {n}" for n in (1, 2, 3, 4) for one in ("Player", "VP")))
    seen = score(
        (1, 1, "Ann", 10, "Ben", 8, "Cleo", 7, "Dan", 5),
        (1, "bye", "Eva", "", "Finn", "", "Gil", "", "", ""),
        (2, 1, "Ann", 10, "Ben", 8, "Cleo", 7, "Dan", 5),
        (2, 2, "Eva", 10, "Finn", 8, "Gil", 7, "", ""),
        first=first,
    )
    assert seen.standings == AS_WITHOUT
    assert seen.findings[-1] == "note not-played Results!B3"


def test_who_never_played_stands_last_without_points(score: Score) -> None:
    """D19, and the names of the Players sheet are theirs too."""
    rows = [*table(1, 1, 10, 8, 7, 5), (1, "absent", "Eva", "")]
    assert score(*rows).standings[-1] == "5 Eva: 0 0 0"
    seen = score(*rows, Players=[("Player",), *((name,) for name in NAMES[:4])])
    assert "warning player-not-listed Results!C6" in seen.findings


def test_every_row_is_accounted_for(tmp_path: Path) -> None:
    results = read_results(open_workbook(of(tmp_path, *three_away("-"), (2, 2, "N.N.", ""))))
    assert results.row_count[1:] == (1, 0, 3)
    assert results.row_count.read == 15
    assert [(one.round, one.player, one.bye) for one in results.sat_out] == [
        ("1", name, False) for name in NAMES[4:]
    ]


# Names that stand for nobody


PLACEHOLDERS = [
    *("N.N.", "nn", "Gast", "GUEST", "frei", "---", "?", "Freilos", "〃", "“", "Unbekannt"),
    *VALUES["nobody"],
]


@pytest.mark.parametrize("name", PLACEHOLDERS)
@pytest.mark.parametrize("points", ["", "-", Formula("=0", 0)])
def test_a_seat_that_nobody_took(score: Score, name: str, points: object) -> None:
    seen = score(*table(1, 1, 10, 8, 7), (1, 1, name, points))
    assert seen.standings == ["1 Ann: 5 10 30", "2 Ben: 3 8 24", "3 Cleo: 1 7 21"]
    assert seen.findings == ["note seats-nobody Results!C5"]


@pytest.mark.parametrize("name", PLACEHOLDERS)
@pytest.mark.parametrize("points", [5, 0, "5"])
def test_with_typed_points_it_is_a_player(score: Score, name: str, points: object) -> None:
    seen = score(*table(1, 1, 10, 8, 7), (1, 1, name, points))
    assert seen.standings[0].startswith("1 Ann: 5 10")
    assert len(seen.standings) == 4
    warnings = [one for one in seen.findings if "number-as-text" not in one]
    assert warnings == ["warning name-placeholder Results!C5"]


def test_a_placeholder_that_scored_elsewhere_is_a_player_everywhere(score: Score) -> None:
    seen = score(
        *table(1, 1, 10, 8, 7), (1, 1, "Gast", 5), *table(2, 1, 10, 8, 7), (2, 1, "gast", "")
    )
    assert "error vp-missing Results!D9" in seen.findings
    assert seen.scored == ["1/1"]


def test_a_placeholder_on_the_players_sheet_is_a_name(score: Score) -> None:
    people = [("Player",), *((name,) for name in (*NAMES[:3], "Gast"))]
    rows = [*table(1, 1, 10, 8, 7), (1, 1, "Gast", 5)]
    assert score(*rows, Players=people).findings == []
    seen = score(*rows[:3], (1, 1, "Gast", ""), Players=people)
    assert seen.findings == ["error vp-missing Results!D5"]


def test_nobody_has_not_won(score: Score) -> None:
    seen = score(*table(1, 1, 10, 8, 7), (1, 1, "frei", "", "x"))
    assert seen.findings[:1] == ["error vp-missing Results!D5"]


# The next round


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """Nine on the Players sheet, one of whom sits out the first round, which waits."""
    names = (*NAMES, "Hana", "Ida")
    rows = [HEADER, (1, "Freilos", "Eva", "", "", ""), *[(1, "", "", "", "", "")] * 8]
    return workbook(
        tmp_path / "waiting.xlsx",
        {
            "Players": Sheet([("Player",), *((name,) for name in names)]),
            "Results": Sheet(rows, table="tblResults"),
            "Tournament": Sheet([("Rule set", "dsvc-s3"), ("Scenario", "base")]),
        },
    )


def test_who_sits_out_a_round_is_not_seated_in_it(run: Run, waiting: Path) -> None:
    assert run("seat", waiting, "--seed", "1").code == 0
    results = read_results(open_workbook(waiting.parent / "waiting.seated.xlsx"))
    seated = [name for game in results.games for name in game.players]
    assert sorted(seated) == sorted({*NAMES, "Hana", "Ida"} - {"Eva"})
    assert [one.player for one in results.sat_out] == ["Eva"]


def test_the_table_that_a_stroke_with_points_may_belong_to_is_named(score: Score) -> None:
    rows = [*table(1, 1, 10, 8, 7), (1, "-", "Dan", 5), *table(1, 2, 10, 8, 7, names=NAMES[4:])]
    seen = score(*rows)
    assert "error table-none Results!B5" in seen.findings
    assert [one for one in seen.findings if one.startswith("note game-in-doubt")]
