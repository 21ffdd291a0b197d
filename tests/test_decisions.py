"""Is each decision D1 to D19 what comes out of a real workbook, in both languages?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import Formula, Sheet, book, header
from tests.support.scoring import Seen, expected, run, scored
from xlscore.rules.rule_file import RULESETS
from xlscore.words import LANGUAGES

ROUNDS = ("round", "table", "player", "vp", "winner", "place")
LEAGUE = ("game", "table", "player", "vp", "winner", "place", "factor")
"""Columns A to F or G of all results below."""
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Finn", "Gil", "Hana", "Ida", "Jörg")
Rows = list[list[Any]]


def table(at: Any, number: Any, *seats: Sequence[Any], factor: Any = "") -> Rows:
    """Rows of one table: `at` is the round or the game; seats are (player, vp, winner, place)."""
    return [[at, number, *seat, *[""] * (4 - len(seat)), factor] for seat in seats]


def numbers(at: Any, number: Any, *points: Any, names: Sequence[str] = NAMES) -> Rows:
    """A table at which Ann, Ben, ... reached these points."""
    return table(at, number, *zip(names, points))


class Play:
    """Scores workbooks in one language."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
        self.folder, self.capsys, self.language = folder, capsys, language

    def __call__(
        self,
        rules: str | Path,
        *tables: Rows,
        scenario: str | None = "base",
        lots: dict[str, Any] | None = None,
        games: Rows | None = None,
        options: Sequence[object] = (),
    ) -> Seen:
        path = self.book(rules, *tables, scenario=scenario, lots=lots, games=games)
        named = ("--rules", rules) if isinstance(rules, Path) else ()
        return scored(self.capsys, path, *named, *options)

    def book(
        self,
        rules: str | Path,
        *tables: Rows,
        scenario: str | None = None,
        lots: dict[str, Any] | None = None,
        games: Rows | None = None,
    ) -> Path:
        league = "punktevergabe" in str(rules)
        columns = LEAGUE if league else ROUNDS
        tournament: dict[str, object] = {} if isinstance(rules, Path) else {"rule_set": rules}
        if scenario and not league and "eppelborn" not in str(rules):
            tournament["scenario"] = scenario
        players = None
        if lots is not None:
            headings = header("player", "lot", kind="players", language=self.language)
            players = [headings, *([name, lot] for name, lot in lots.items())]
        if games is not None:
            keys = ("game", "minutes", "level", "factor", "better")
            headings = header(*keys, kind="games", language=self.language)
            games = [headings, *([*row, *[""] * (5 - len(row))] for row in games)]
        rows = [row[: len(columns)] for rows in tables for row in rows]
        return book(
            self.folder,
            Sheet([header(*columns, language=self.language), *rows], table="tblResults"),
            players=players,
            games=games,
            tournament=tournament,
            language=self.language,
        )

    def says(self, *findings: str) -> list[str]:
        return expected(findings, self.language)

    def own_rules(self, edition: str, old: str, new: str) -> Path:
        """A user's own rule file: an edition with one line changed."""
        text = (RULESETS / f"{edition}.toml").read_text("utf-8")
        assert text.count(old) == 1
        path = self.folder / f"own-{edition}.toml"
        path.write_text(text.replace(old, new).replace(f'"{edition}"', '"own"'), "utf-8")
        return path


@pytest.fixture(params=LANGUAGES)
def play(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Play:
    return Play(tmp_path, capsys, request.param)


# --- D1 to D6 ----------------------------------------------------------------------------------


def test_d01_three_thirds_of_ten_are_ten(play: Play) -> None:
    """D1: points are exact; three times 10/3 is level with 5 + 3 + 2."""
    others = NAMES[4:8]
    rounds = [
        numbers(number, 1, 10, 10, 10, 4) + numbers(number, 2, *points, names=others)
        for number, points in ((1, (10, 8, 7, 6)), (2, (8, 10, 7, 6)), (3, (7, 10, 8, 6)))
    ]
    seen = play("dsvc-s3", *rounds)
    assert seen.points() == ["10/3", "10/3", "10/3", "1"]
    assert [line["tournament_points"] for line in seen.document["standings"][1:5]] == ["10"] * 4
    assert seen.standings[0].startswith("1 Finn: 13 ")
    assert [line.split(":")[0] for line in seen.standings[1:5]] == [
        "2 Ann",
        "2 Ben",
        "2 Cid",
        "5 Eva",
    ]
    assert seen.standing("Eva")["decided_by"] == "victory_points"
    assert seen.findings == []


def share_pair() -> list[Rows]:
    """The worked example of dsvc-s3: Ann 31.25 + 26.67 + 27.78, Ben 33.33 + 30.30 + 22.22."""
    six = NAMES[4:]
    ann = [(10, 8, 8, 6), (8, 10, 8, 4), (10, 10, 9, 7)]
    ben = [(10, 8, 7, 5), (10, 8, 8, 7), (8, 10, 10, 8)]
    return [
        numbers(number, 1, *ann[number - 1], names=("Ann", *six[:3]))
        + numbers(number, 2, *ben[number - 1], names=("Ben", *six[3:]))
        for number in (1, 2, 3)
    ]


def test_d02_published_shares_are_rounded_per_game(play: Play) -> None:
    """D2: shares are rounded half up to two decimals per game, then added: 85.70 and 85.85."""
    seen = play("dsvc-s3", *share_pair())
    assert seen.standing("Ann")["share"] == "85.7"
    assert seen.standing("Ben")["share"] == "85.85"
    ann, ben = seen.standing("Ann"), seen.standing("Ben")
    assert ben["rank"] + 1 == ann["rank"]
    assert [line["tournament_points"] for line in (ann, ben)] == ["11.5", "11.5"]
    assert [line["decided_by"] for line in (ann, ben)] == ["share", "share"]


def rounding_decides() -> list[Rows]:
    """Ann 10/26, 10/26, 10/34; Ben 10/27, 10/27, 10/31: rounding per game changes the order."""
    six = NAMES[4:]
    ann = [(10, 7, 5, 4), (10, 7, 5, 4), (10, 9, 8, 7)]
    ben = [(10, 7, 6, 4), (10, 7, 6, 4), (10, 8, 7, 6)]
    return [
        numbers(number, 1, *ann[number - 1], names=("Ann", *six[:3]))
        + numbers(number, 2, *ben[number - 1], names=("Ben", *six[3:]))
        for number in (1, 2, 3)
    ]


def test_d02_rounded_shares_decide(play: Play) -> None:
    """D2: the rounded shares are compared, though the exact ones are the other way round."""
    seen = play("dsvc-s3", *rounding_decides())
    assert seen.standings[:2] == ["1 Ben: 15 30 106.34", "2 Ann: 15 30 106.33"]


def test_d02_exact_shares_in_a_rule_file_of_ones_own(play: Play) -> None:
    """D2: with decimals = "exact" nothing is rounded."""
    own = play.own_rules("dsvc-s3", 'decimals = 2\nrounding = "half-up"', 'decimals = "exact"')
    seen = play(own, *rounding_decides())
    assert seen.standings[:2] == ["1 Ann: 15 30 23500/221", "2 Ben: 15 30 89000/837"]
    assert seen.decided_by()[:2] == ["share", "share"]
    assert play(own, *share_pair()).standing("Ann")["share"] == "3085/36"


def test_d03_misprint_of_eppelborn_19_is_computed_as_44(play: Play) -> None:
    """D3: 13, 9, 11 has total 33 and average 11; the text prints 43 and 30.23, 20.93, 25.58."""
    seen = play("eppelborn-19", numbers(1, 1, 13, 9, 11))
    assert seen.standings == ["1 Ann: 5 13 29.55", "2 Cid: 3 11 25", "3 Ben: 2 9 20.45"]


@pytest.mark.parametrize(
    ("rules", "points"), [("eppelborn-19", ["5", "3", "2"]), ("dsvc-s3", ["5", "3", "1"])]
)
def test_d04_a_table_of_three_plays_for_5_3_2_in_eppelborn(
    play: Play, rules: str, points: list[str]
) -> None:
    """D4: the first three numbers apply; dsvc-s3 names its own row."""
    assert play(rules, numbers(1, 1, 10, 8, 6)).points() == points


@pytest.mark.parametrize(
    ("factor", "scores", "points"),
    [
        # Three on place 6 of 8: a third of a point, down to 0, up to 0.5; halved 0.25, up to 0.5.
        (0.5, (80, 70, 60, 50, 40, 3, 3, 3), ["5", "3", "2", "1.5", "1", "0.5", "0.5", "0.5"]),
        (0.5, (80, 70, 60, 50, 40, 30, 20, 10), ["5", "3", "2", "1.5", "1", "0.5", "0", "0"]),
        (1, (80, 70, 60, 50, 40, 30, 3, 3), ["10", "6", "4", "3", "2", "1", "0", "0"]),
        (0.1, (80, 70, 60, 50), ["0.5", "0.5", "0.5", "0.5"]),
        (0.5, (9, 9, 7, 6, 5), ["3", "3", "1.5", "1", "0.5"]),
        (2, (9, 9, 9, 6, 5, 4), ["13", "13", "13", "6", "4", "2"]),
    ],
)
def test_d05_the_minimum_holds_after_the_factor(
    play: Play, factor: float, scores: tuple[int, ...], points: list[str]
) -> None:
    """D5: rounded down to a half and at least 0.5 on places that earn points, before and after."""
    seen = play("punktevergabe", table("Set", 1, *zip(NAMES, scores), factor=factor))
    assert seen.points() == points


def test_d06_places_are_taken_from_the_points_reached(play: Play) -> None:
    """D6: 15 beats 14, both count 10."""
    seen = play("dsvc-s3", numbers(1, 1, 13, 12, 10, 9))
    assert seen.places() == [1, 2, 3, 4]
    assert [seat["counted"] for seat in seen.document["scored_games"][0]["players"]] == [
        "10"
    ] * 3 + ["9"]
    assert seen.standings[0] == "1 Ann: 5 10 25.64"


def test_d06_places_from_counted_points_in_a_rule_file_of_ones_own(play: Play) -> None:
    """D6: with place_by = "counted" whoever reaches the cap shares the place."""
    own = play.own_rules("dsvc-s3", 'place_by = "reached"', 'place_by = "counted"')
    seen = play(own, numbers(1, 1, 13, 12, 10, 9))
    assert seen.places() == [1, 1, 1, 4]
    assert seen.points() == ["10/3", "10/3", "10/3", "1"]


# --- D7 to D10 ---------------------------------------------------------------------------------


def test_d07_the_mark_decides_between_equal_points(play: Play) -> None:
    """D7: two hold 10, one of them has won; the other is second."""
    seen = play("dsvc-s3", table(1, 1, ("Ann", 10), ("Ben", 10, "x"), ("Cid", 8), ("Dan", 8)))
    assert (seen.places(), seen.findings) == ([2, 1, 3, 3], [])


def test_d07_a_winner_with_fewer_points_is_first_with_a_warning(play: Play) -> None:
    """D7: the marked player is place 1 outright, the others follow by victory points."""
    seen = play("dsvc-s3", table(1, 1, ("Ann", 11), ("Ben", 10, "x"), ("Cid", 8), ("Dan", 11)))
    assert seen.places() == [2, 1, 4, 2]
    assert seen.findings == play.says("warning winner-not-highest E3")
    assert (seen.exit, seen.points()) == (0, ["2.5", "5", "1", "2.5"])


def test_d07_nothing_is_said_to_count_in_a_game_that_is_not_scored(play: Play) -> None:
    """D7, D27: beside an impossible number, no word on what a mark is worth."""
    seen = play("dsvc-s3", table(1, 1, ("Ann", 99), ("Ben", 10, "x"), ("Cid", 8), ("Dan", 8)))
    assert (seen.findings, seen.scored) == (play.says("error vp-high D2"), [])


def test_d07_without_a_mark_equal_points_share_the_place(play: Play) -> None:
    """D7: nobody marked."""
    seen = play("dsvc-s3", numbers(1, 1, 10, 10, 8, 8))
    assert (seen.places(), seen.points()) == ([1, 1, 3, 3], ["4", "4", "1.5", "1.5"])


def test_d07_two_marks_at_a_table_are_an_error(play: Play) -> None:
    """D7: at most one mark a table."""
    seen = play("dsvc-s3", table(1, 1, ("Ann", 10, "x"), ("Ben", 10, "x"), ("Cid", 8), ("Dan", 8)))
    assert seen.findings == play.says("error winners-several E2, E3")
    assert (seen.scored, seen.exit) == ([], 1)


def test_d07_where_the_lower_score_wins_the_mark_is_held_against_the_lowest(play: Play) -> None:
    """D7 in a league: the winner has the lowest score; a mark elsewhere is a warning."""
    games = [["Golf", 30, "", "", "lower"]]
    right = table("Golf", 1, ("Ann", 20), ("Ben", 10, "x"), ("Cid", 15))
    seen = play("punktevergabe", right, games=games)
    assert (seen.places(), seen.findings) == ([3, 1, 2], [])
    wrong = table("Golf", 1, ("Ann", 20, "x"), ("Ben", 10), ("Cid", 15))
    seen = play("punktevergabe", wrong, games=games)
    assert (seen.places(), seen.findings) == ([1, 2, 3], play.says("warning winner-not-highest E2"))


def test_d08_places_override_victory_points(play: Play) -> None:
    """D8: the referee's places decide between equal points, silently."""
    seats = (("Ann", 10, "", 2), ("Ben", 10, "", 1), ("Cid", 8, "", 3), ("Dan", 8, "", 4))
    seen = play("dsvc-s3", table(1, 1, *seats))
    assert (seen.places(), seen.points(), seen.findings) == ([2, 1, 3, 4], ["3", "5", "2", "1"], [])


def test_d08_places_against_victory_points_are_a_warning_and_count(play: Play) -> None:
    """D8: a list that contradicts the victory points."""
    seats = (("Ann", 10, "", 2), ("Ben", 8, "", 1), ("Cid", 7, "", 3), ("Dan", 6, "", 4))
    seen = play("dsvc-s3", table(1, 1, *seats))
    assert seen.places() == [2, 1, 3, 4]
    assert (seen.findings, seen.exit) == (play.says("warning places-contradict F2, F3, F4, F5"), 0)


def test_d08_unequal_points_on_a_shared_place_are_a_warning(play: Play) -> None:
    """D8: a shared place contradicts different victory points as well."""
    seats = (("Ann", 10, "", 1), ("Ben", 8, "", 1), ("Cid", 7, "", 3), ("Dan", 6, "", 4))
    seen = play("dsvc-s3", table(1, 1, *seats))
    assert seen.places() == [1, 1, 3, 4]
    assert seen.findings == play.says("warning places-contradict F2, F3, F4, F5")


def test_d08_places_against_the_mark_are_a_warning_and_count(play: Play) -> None:
    """D8: a list that contradicts the winner's mark."""
    seats = (("Ann", 10, "", 1), ("Ben", 10, "x", 2), ("Cid", 8, "", 3), ("Dan", 7, "", 4))
    seen = play("dsvc-s3", table(1, 1, *seats))
    assert seen.places() == [1, 2, 3, 4]
    assert seen.findings == play.says("warning places-contradict F2, F3, F4, F5")


def test_d08_places_that_follow_the_mark_contradict_nothing(play: Play) -> None:
    """D8: the mark made Ben first with fewer points; places that say so say it once."""
    seats = (("Ann", 11, "", 2), ("Ben", 10, "x", 1), ("Cid", 8, "", 3), ("Dan", 7, "", 4))
    seen = play("dsvc-s3", table(1, 1, *seats))
    assert seen.places() == [2, 1, 3, 4]
    assert len(seen.findings) == 1
    assert seen.exit == 0


@pytest.mark.parametrize(
    "places",
    [(1, 1, 2, 4), (1, 3, 4, 4), (2, 3, 4, 4), (1, 2, 3, 5), (1, 2, 2, 3), (1, 1, 1, 1 + 1)],
)
def test_d08_places_that_cannot_be_are_an_error(play: Play, places: tuple[int, ...]) -> None:
    """D8: 1, 1, 2 or 1, 3 and the like."""
    seats = [(name, 10 - place, "", place) for name, place in zip(NAMES, places)]
    seen = play("dsvc-s3", table(1, 1, *seats))
    assert seen.findings == play.says("error places-impossible F2, F3, F4, F5")
    assert (seen.scored, seen.exit) == ([], 1)


@pytest.mark.parametrize(
    "places", [(1, 1, 3, 4), (1, 1, 1, 4), (1, 2, 2, 2), (1, 1, 3, 3), (1,) * 4]
)
def test_d08_shared_places_can_be(play: Play, places: tuple[int, ...]) -> None:
    """D8: after a shared place the next ones stay empty."""
    seats = [(name, 10 - place, "", place) for name, place in zip(NAMES, places)]
    seen = play("dsvc-s3", table(1, 1, *seats))
    assert (seen.places(), seen.findings) == (list(places), [])


def test_d08_places_for_part_of_a_table_are_an_error(play: Play) -> None:
    """D8: filled for part of a table only; another table without any is scored."""
    part = table(1, 1, ("Ann", 10, "", 1), ("Ben", 8), ("Cid", 7, "", 3), ("Dan", 6))
    seen = play("dsvc-s3", part, numbers(1, 2, 10, 8, 7, 6, names=NAMES[4:8]))
    assert seen.findings == play.says("error places-incomplete F3, F5")
    assert seen.scored == ["1/2"]


def test_d08_places_that_are_formulas_are_a_claim(play: Play) -> None:
    """D8: a formula is an archive's claim: never followed, whatever it shows."""
    shown = (4, 3, 2, 1)
    seats = [
        (name, points, "", Formula("=RANK(D2,D:D)", place))
        for name, points, place in zip(NAMES, (10, 8, 7, 6), shown)
    ]
    seen = play("dsvc-s3", table(1, 1, *seats))
    assert (seen.places(), seen.findings) == ([1, 2, 3, 4], [])


@pytest.mark.parametrize("rules", ["dsvc-s3", "eppelborn-19"])
def test_d08_missing_points_are_an_error_even_with_places(play: Play, rules: str) -> None:
    """D8: in A and B a place does not make up for victory points."""
    seats = (("Ann", "", "", 1), ("Ben", 8, "", 2), ("Cid", 7, "", 3), ("Dan", 6, "", 4))
    seen = play(rules, table(1, 1, *seats))
    assert seen.findings == play.says("error vp-missing D2")
    assert (seen.scored, seen.exit) == ([], 1)
    seats = tuple((name, "", "", place) for name, place in zip(NAMES, (1, 2, 3, 4)))
    seen = play(rules, table(1, 1, *seats))
    assert seen.findings == play.says(*(f"error vp-missing D{row}" for row in (2, 3, 4, 5)))


def test_d08_places_alone_suffice_in_a_league(play: Play) -> None:
    """D8: in a league the score may be missing, for all or for some."""
    games = [["Manhattan", 60]]
    seats = (("Ann", "", "", 2), ("Ben", 7, "", 1), ("Cid", "", "", 3), ("Dan", "", "", 4))
    seen = play("punktevergabe", table("Manhattan", 1, *seats), games=games)
    assert (seen.places(), seen.points(), seen.findings) == ([2, 1, 3, 4], ["3", "6", "2", "1"], [])
    players = seen.document["scored_games"][0]["players"]
    assert [seat["victory_points"] for seat in players] == [None, "7", None, None]


def test_d09_the_total_is_made_of_counted_points(play: Play) -> None:
    """D9: 10 of 10 + 10 + 8 + 4, though 13 and 12 were reached."""
    seen = play("dsvc-s3", numbers(1, 1, 13, 12, 8, 4))
    assert seen.standings[0] == "1 Ann: 5 10 31.25"


def test_d09_the_total_of_raw_points_in_a_rule_file_of_ones_own(play: Play) -> None:
    """D9: with share.of = "raw" the points reached, 13 of 37."""
    own = play.own_rules("dsvc-s3", 'of = "counted"', 'of = "raw"')
    seen = play(own, numbers(1, 1, 13, 12, 8, 4))
    assert seen.standings[0] == "1 Ann: 5 10 35.14"


def test_d10_a_shared_place_counts_as_that_place(play: Play) -> None:
    """D10: two on place 1 both have a first, the next place is 3."""
    seen = play("dsvc-s3", numbers(1, 1, 10, 10, 8, 6))
    assert [seen.standing(name)["places"] for name in NAMES[:4]] == [
        {"1": 1},
        {"1": 1},
        {"3": 1},
        {"4": 1},
    ]


@pytest.mark.parametrize(
    ("criterion", "ann", "ben"),
    [
        # A round each: the own place, then those of the others at the table.
        ("firsts", ["1234", "4123"], ["2134", "2134"]),
        ("seconds", ["2134", "4123", "4123"], ["3124", "3124", "4123"]),
        ("thirds", ["3123", "3123"], ["3124", "4123"]),
    ],
)
def test_d10_numbers_of_places_decide_last(
    play: Play, criterion: str, ann: list[str], ben: list[str]
) -> None:
    """D10 with A4: level in points, victory points and share; a shared third is a third."""
    rows: Rows = []
    for at, tables in enumerate(zip(ann, ben), 1):
        for number, (player, places) in enumerate(zip(("Ann", "Ben"), tables), 1):
            names = (player, *(f"Guest {at}{number}{seat}" for seat in "234"))
            rows += table(at, number, *((name, 5, "", int(p)) for name, p in zip(names, places)))
    seen = play("dsvc-s3", rows)
    first, second = seen.standing("Ann"), seen.standing("Ben")
    for same in ("tournament_points", "victory_points", "share"):
        assert first[same] == second[same]
    assert (first["rank"] + 1, first["decided_by"]) == (second["rank"], criterion)


# --- D11 ---------------------------------------------------------------------------------------


def level_pairs(*rounds: Any) -> list[Rows]:
    """Ann and Ben, Cid and Dan, ... are level: two tables with equal points."""
    return [
        numbers(number, 1, 10, 8, 6, 4, names=("Ann", "Cid", "Eva", "Gil"))
        + numbers(number, 2, 10, 8, 6, 4, names=("Ben", "Dan", "Finn", "Hana"))
        for number in rounds
    ]


def test_d11_without_lots_a_tie_stays(play: Play) -> None:
    """D11: equal rank 1, 1, 3, 3, listed by name, decided by nothing."""
    seen = play("dsvc-s3", *level_pairs(1))
    assert [line.split(":")[0] for line in seen.standings] == [
        "1 Ann",
        "1 Ben",
        "3 Cid",
        "3 Dan",
        "5 Eva",
        "5 Finn",
        "7 Gil",
        "7 Hana",
    ]
    assert all(line["tied"] for line in seen.document["standings"])
    assert seen.decided_by() == [None] * 8
    assert seen.findings == []


def test_d11_lots_decide_where_all_of_a_group_have_one(play: Play) -> None:
    """D11: lower first, numbers need not follow each other; other groups stay tied."""
    lots = {"Ann": 7, "Ben": 2.5, "Cid": "", "Dan": "", "Eva": -1, "Finn": 0, "Gil": "", "Hana": ""}
    seen = play("dsvc-s3", *level_pairs(1), lots=lots)
    assert [line.split(":")[0] for line in seen.standings] == [
        "1 Ben",
        "2 Ann",
        "3 Cid",
        "3 Dan",
        "5 Eva",
        "6 Finn",
        "7 Gil",
        "7 Hana",
    ]
    assert seen.decided_by() == ["lot", "lot", None, None, "lot", "lot", None, None]
    assert seen.findings == []


def test_d11_a_missing_lot_leaves_the_tie_with_a_warning(play: Play) -> None:
    """D11: the warning names the empty cell."""
    lots = {"Ann": 1, "Ben": "", "Cid": "", "Dan": "", "Eva": "", "Finn": "", "Gil": "", "Hana": ""}
    seen = play("dsvc-s3", *level_pairs(1), lots=lots)
    assert seen.standings[1].startswith("1 Ben")
    assert (seen.findings, seen.exit) == (play.says("warning lots-incomplete Players!B3"), 0)


def test_d11_equal_lots_leave_the_tie_with_a_warning(play: Play) -> None:
    """D11: the warning names the equal cells."""
    lots = {
        "Ann": 1,
        "Ben": 1.0,
        "Cid": "",
        "Dan": "",
        "Eva": "",
        "Finn": "",
        "Gil": "",
        "Hana": "",
    }
    seen = play("dsvc-s3", *level_pairs(1), lots=lots)
    assert seen.decided_by()[:2] == [None, None]
    assert seen.findings == play.says("warning lots-incomplete Players!B2, Players!B3")


def test_d11_lots_of_players_who_are_not_tied_are_ignored(play: Play) -> None:
    """D11: silently, and they change no rank."""
    seen = play(
        "dsvc-s3", numbers(1, 1, 10, 8, 6, 4), lots={"Ann": 4, "Ben": 4, "Cid": 2, "Dan": 1}
    )
    assert [line.split(":")[0] for line in seen.standings] == ["1 Ann", "2 Ben", "3 Cid", "4 Dan"]
    assert (seen.decided_by(), seen.findings) == (["tournament_points"] * 4, [])


def test_d11_lots_order_a_league_as_well(play: Play) -> None:
    """D11: the only standings of a league."""
    lots = {"Ann": 2, "Ben": 1, "Cid": ""}
    scores = table("Set", 1, ("Ann", 9), ("Ben", 9), ("Cid", 1), factor=1)
    seen = play("punktevergabe", scores, lots=lots)
    assert seen.standings == ["1 Ben: 3", "2 Ann: 3", "3 Cid: 1"]
    assert seen.decided_by() == ["lot", "lot", "tournament_points"]


# --- D12 ---------------------------------------------------------------------------------------


def preliminaries() -> list[Rows]:
    """Two rounds of two tables: Ann, Ben, Cid, Dan are the best four, in this order."""
    return [
        numbers(1, 1, 13, 9, 7, 5, names=("Ann", "Cid", "Eva", "Gil"))
        + numbers(1, 2, 12, 8, 6, 4, names=("Ben", "Dan", "Finn", "Hana")),
        numbers(2, 1, 13, 9, 7, 5, names=("Ann", "Cid", "Finn", "Hana"))
        + numbers(2, 2, 12, 8, 6, 4, names=("Ben", "Dan", "Eva", "Gil")),
    ]


def ranks(seen: Seen) -> list[str]:
    return [line.split(":")[0] for line in seen.standings]


def final_word(play: Play) -> str:
    return {"en": "Final", "de": "Finale", "nl": "Finale"}[play.language]


def test_d12_the_final_decides_ranks_1_to_4(play: Play) -> None:
    """D12: the others follow in preliminary order; sums stay those of the preliminaries."""
    final = numbers(final_word(play), 1, 7, 13, 15, 9)
    seen = play("eppelborn-19", *preliminaries(), final)
    assert ranks(seen) == ["1 Cid", "2 Ben", "3 Dan", "4 Ann", "5 Eva", "5 Finn", "7 Gil", "7 Hana"]
    assert seen.decided_by()[:4] == ["final"] * 4
    assert seen.standing("Ann")["tournament_points"] == "10"
    assert seen.standing("Ann")["games"] == 2
    stages = [line["stage"] for line in seen.document["standings"]]
    assert stages == ["final"] * 4 + ["preliminary"] * 4
    last = seen.document["scored_games"][-1]
    assert last["round"] == "final"
    # The cap is not stated for the final.
    assert [seat["counted"] for seat in last["players"]] == ["7", "13", "15", "9"]
    assert (seen.findings, seen.exit) == ([], 0)


def test_d12_a_substitute_in_the_final_is_a_warning(play: Play) -> None:
    """D12: the finalists take the ranks, whoever they are."""
    final = numbers(final_word(play), 1, 13, 10, 9, 8, names=("Eva", "Ann", "Ben", "Cid"))
    seen = play("eppelborn-19", *preliminaries(), final)
    assert ranks(seen)[:6] == ["1 Eva", "2 Ann", "3 Ben", "4 Cid", "5 Dan", "6 Finn"]
    assert (seen.findings, seen.exit) == (play.says("warning finalists-not-best A18:F21"), 0)


def test_d12_a_substitute_who_played_no_round_is_a_warning_too(play: Play) -> None:
    """D12 and D19: a guest in the final has no preliminary games and a rank all the same."""
    final = numbers(final_word(play), 1, 13, 10, 9, 8, names=("Zoe", "Ann", "Ben", "Cid"))
    seen = play("eppelborn-19", *preliminaries(), final)
    assert ranks(seen)[0] == "1 Zoe"
    assert seen.standing("Zoe")["games"] == 0
    assert seen.findings == play.says("warning finalists-not-best A18:F21")


def test_d12_an_unreadable_finalist_is_no_substitute(play: Play) -> None:
    """D12: unreadable names are errors, in the preliminaries and the final; nobody is blamed."""
    first, second = preliminaries()
    first[7][2] = True
    final = numbers(final_word(play), 1, 13, 10, 9, 8, names=("Ann", False, "Cid", "Ben"))
    seen = play("eppelborn-19", first, second, final)
    errors = [line for line in seen.findings if "player-not-text" in line]
    assert errors == play.says("error player-not-text C9", "error player-not-text C19")
    assert "finalists-not-best" not in " ".join(seen.findings)
    assert (len(seen.scored), seen.exit) == (3, 1)


def test_d12_a_tie_inside_the_final_is_a_shared_rank(play: Play) -> None:
    """D12, D11: no lot breaks it."""
    final = numbers(final_word(play), 1, 12, 12, 9, 9)
    lots = dict.fromkeys(NAMES[:8], "") | {
        "Ann": 2,
        "Ben": 1,
        "Cid": 3,
        "Dan": 4,
        "Gil": 6,
        "Hana": 5,
    }
    seen = play("eppelborn-19", *preliminaries(), final, lots=lots)
    assert ranks(seen) == ["1 Ann", "1 Ben", "3 Cid", "3 Dan", "5 Eva", "5 Finn", "7 Hana", "8 Gil"]
    assert [line["tied"] for line in seen.document["standings"]] == [True] * 6 + [False] * 2
    assert seen.decided_by()[:4] == [None] * 4
    assert (seen.findings, seen.exit) == ([], 0)


def test_d12_the_referee_enters_the_places_of_a_tied_final(play: Play) -> None:
    """D12, D8: places decide between 12 and 12."""
    seats = (("Ann", 12, "", 2), ("Ben", 12, "", 1), ("Cid", 9, "", 4), ("Dan", 9, "", 3))
    seen = play("eppelborn-19", *preliminaries(), table(final_word(play), 1, *seats))
    assert ranks(seen)[:4] == ["1 Ben", "2 Ann", "3 Dan", "4 Cid"]
    assert seen.findings == []


def tied_at_cut(*, second_round: bool = True) -> list[Rows]:
    """Two tables with equal points: Cid and Dan share rank 3, Eva and Finn 5; and five to follow.

    A third table makes Ida, who is level with Cid and Dan, cross the line of four.
    """
    numbers_of = (13, 9, 7, 5)
    names = (
        ("Ann", "Cid", "Fay", "Gil"),
        ("Ben", "Dan", "Finn", "Hana"),
        ("Ida", "Eva", "Jo", "Kim"),
    )
    # Firsts Ann, Ben, Ida; then Cid, Dan, Eva are level across places 4 to 6.
    rounds = range(1, 3) if second_round else range(1, 2)
    return [
        [
            row
            for table_number, seats in enumerate(names, 1)
            for row in numbers(number, table_number, *numbers_of, names=seats)
        ]
        for number in rounds
    ]


def players_of(rounds: list[Rows]) -> list[str]:
    return list(dict.fromkeys(row[2] for rows in rounds for row in rows))


def test_d12_a_tie_across_the_line_is_a_note_while_games_are_open(play: Play) -> None:
    """D12: the second round has not been played."""
    rounds = tied_at_cut(second_round=False)
    unplayed = [[2, *row[1:3], "", *row[4:]] for row in rounds[0]]
    seen = play("eppelborn-19", *rounds, unplayed, lots=dict.fromkeys(players_of(rounds), ""))
    assert seen.findings == play.says("note tie-across-line Players!B3, Players!B7, Players!B11")
    assert (seen.exit, len(seen.open)) == (0, 3)


def test_d12_a_tie_across_the_line_is_a_note_before_the_second_round_is_drawn(play: Play) -> None:
    """D12: rounds that the rules name and the workbook does not have yet are open as well."""
    rounds = tied_at_cut(second_round=False)
    seen = play("eppelborn-19", *rounds, lots=dict.fromkeys(players_of(rounds), ""))
    assert seen.findings == play.says("note tie-across-line Players!B3, Players!B7, Players!B11")


def test_d12_a_tie_across_the_line_is_an_error_once_all_are_scored(play: Play) -> None:
    """D12: nobody is seated for the final; the standings say who is to draw lots."""
    rounds = tied_at_cut()
    seen = play("eppelborn-19", *rounds, lots=dict.fromkeys(players_of(rounds), ""))
    assert seen.findings == play.says("error tie-across-line Players!B3, Players!B7, Players!B11")
    assert (seen.exit, seen.document["provisional"]) == (1, True)
    _, shown, _ = run(
        play.capsys, "score", play.folder / "book.xlsx", "--no-write", "--format", "table"
    )
    assert "Cid, Dan, Eva" in shown


def test_d12_a_tie_across_the_line_is_a_warning_once_the_final_is_seated(play: Play) -> None:
    """D12: also where the final has not been played yet."""
    rounds = tied_at_cut()
    lots = dict.fromkeys(players_of(rounds), "")
    seats = ("Ann", "Ben", "Ida", "Dan")
    for points, ending in (((10, 9, 8, 7), []), (("",) * 4, ["final/1"])):
        final = numbers(final_word(play), 1, *points, names=seats)
        seen = play("eppelborn-19", *rounds, final, lots=lots)
        assert seen.findings == play.says(
            "warning tie-across-line Players!B3, Players!B7, Players!B11"
        )
        assert (seen.exit, seen.open) == (0, ending)


def test_d12_lots_settle_the_line(play: Play) -> None:
    """D12, D11: all have drawn."""
    rounds = tied_at_cut()
    lots = dict.fromkeys(players_of(rounds), "") | {"Cid": 3, "Dan": 1, "Eva": 2}
    lots |= {"Ann": 1, "Ben": 2, "Ida": 3}
    seen = play("eppelborn-19", *rounds, lots=lots)
    assert ranks(seen)[:6] == ["1 Ann", "2 Ben", "3 Ida", "4 Dan", "5 Eva", "6 Cid"]
    assert (seen.findings, seen.exit) == ([], 0)


def test_d12_a_final_of_three_is_scored_as_it_is(play: Play) -> None:
    """D12: ranks 1 to 3; the fourth follows in preliminary order."""
    final = numbers(final_word(play), 1, 9, 13, 10, names=("Ann", "Ben", "Cid"))
    seen = play("eppelborn-19", *preliminaries(), final)
    assert ranks(seen)[:5] == ["1 Ben", "2 Cid", "3 Ann", "4 Dan", "5 Eva"]
    assert seen.points(-1) == ["2", "5", "3"]
    assert (seen.findings, seen.exit) == ([], 0)


def test_d12_two_finals_are_an_error(play: Play) -> None:
    """D12: more than one final game, none of them scored."""
    word = final_word(play)
    finals = [numbers(word, 1, 9, 13, 10, 8), numbers(word, 2, 9, 13, 10, 8, names=NAMES[4:8])]
    seen = play("eppelborn-19", *preliminaries(), *finals)
    assert seen.findings == play.says("error several-finals A18:F21, A22:F25")
    assert (len(seen.scored), seen.exit) == (4, 1)
    assert ranks(seen)[:4] == ["1 Ann", "2 Ben", "3 Cid", "4 Dan"]


def test_d12_a_final_under_rules_without_one_is_an_error(play: Play) -> None:
    """D12: dsvc-s3 has none; the game is not scored."""
    seen = play("dsvc-s3", numbers(1, 1, 10, 8, 6, 4), numbers("F", 1, 4, 6, 8, 10))
    assert seen.findings == play.says("error final-not-in-rules A6:F9")
    assert (seen.scored, seen.exit, ranks(seen)[0]) == (["1/1"], 1, "1 Ann")


def test_d12_a_third_preliminary_round_is_a_warning_and_added(play: Play) -> None:
    """D12: more preliminary rounds than the rule set names."""
    third = numbers(3, 1, 13, 9, 7, 5, names=("Ann", "Ben", "Cid", "Dan"))
    third += numbers(3, 2, 13, 9, 7, 5, names=("Eva", "Finn", "Gil", "Hana"))
    seen = play("eppelborn-19", *preliminaries(), third)
    assert seen.findings == play.says("warning rounds-more A1")
    assert seen.standing("Ann")["tournament_points"] == "15"
    assert (len(seen.scored), seen.exit) == (6, 0)


# --- D13 to D17 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "shares"),
    [
        ((10, 9, 5), ["31.25", "28.13", "15.63"]),
        ((10, 10, 5), ["30", "30", "15"]),  # with the average 8.33 it would be 30.01
        ((10, 6, 1), ["44.12", "26.47", "4.41"]),
        ((1, 0, 0), ["75", "0", "0"]),
    ],
)
def test_d13_the_average_of_three_is_an_exact_third(
    play: Play, points: tuple[int, ...], shares: list[str]
) -> None:
    """D13: never rounded before dividing."""
    seen = play("dsvc-s3", numbers(1, 1, *points))
    assert [seat["share"] for seat in seen.document["scored_games"][0]["players"]] == shares


SIZES = {
    "dsvc-s3": ["error table-size"] * 2 + [None] * 2 + ["error table-size-joint"] * 5,
    "eppelborn-19": ["error table-size"] * 2 + [None] * 2 + ["error table-size-joint"] * 5,
    "punktevergabe": ["error table-size"] + [None] * 7 + ["note table-too-large"],
}


@pytest.mark.parametrize("size", range(1, 10))
@pytest.mark.parametrize("rules", SIZES)
def test_d14_table_sizes(play: Play, rules: str, size: int) -> None:
    """D14: sizes without a row are not scored: an error, above eight in C a note."""
    points = range(10, 10 - size, -1)
    rows = table("Set" if rules == "punktevergabe" else 1, 1, *zip(NAMES, points), factor=1)
    seen = play(rules, rows)
    finding = SIZES[rules][size - 1]
    last = "G" if rules == "punktevergabe" else "F"
    if finding is None:
        assert (seen.findings, len(seen.scored), seen.exit) == ([], 1, 0)
        assert seen.places() == list(range(1, size + 1))
    else:
        sizes = [line for line in seen.findings if "tie-across-line" not in line]
        assert sizes == play.says(f"{finding} A2:{last}{1 + size}")
        assert (seen.scored, seen.exit) == ([], int("error" in finding))
        assert all(line.startswith("1 ") for line in seen.standings)


def test_d15_unequal_numbers_of_games_are_one_warning(play: Play) -> None:
    """D15: sums are compared as they are; the players are named."""
    late = numbers(2, 1, 10, 8, 6, 4, names=("Ann", "Ben", "Late", "Dan"))
    seen = play("dsvc-s3", numbers(1, 1, 10, 8, 6, 4), late)
    assert seen.findings == play.says("warning games-unequal C4, C8")
    assert ranks(seen) == ["1 Ann", "2 Ben", "3 Dan", "4 Cid", "4 Late"]
    assert [seen.standing(name)["games"] for name in ("Ann", "Cid", "Late")] == [2, 1, 1]
    message = seen.document["findings"][0]["message"]
    assert "Cid (1), Late (1)" in message
    assert "Dan" not in message


def test_d15_the_final_is_no_game_too_many(play: Play) -> None:
    """D15: only preliminary games are compared."""
    seen = play("eppelborn-19", *preliminaries(), numbers(final_word(play), 1, 13, 10, 9, 8))
    assert seen.findings == []


@pytest.mark.parametrize("size", [3, 4])
def test_d16_a_table_without_any_point_has_no_shares(play: Play, size: int) -> None:
    """D16: share 0.00 for all; the points are shared."""
    seen = play("dsvc-s3", numbers(1, 1, *[0] * size))
    assert seen.points() == [{3: "3", 4: "2.75"}[size]] * size
    assert {line.split(":")[1] for line in seen.standings} == {f" {seen.points()[0]} 0 0"}
    assert seen.findings == []


@pytest.mark.parametrize(
    ("typed", "counted"),
    [
        ("base", "10"),
        ("Basisspiel", "10"),
        ("BASE", "10"),
        ("seafarers", "12"),
        ("Seefahrer", "12"),
        ("cities-knights", "13"),
        ("Städte & Ritter", "13"),
        ("Cities & Knights", "13"),
    ],
)
def test_d17_dsvc_s3_takes_the_scenario_of_the_tournament_sheet(
    play: Play, typed: str, counted: str
) -> None:
    """D17: each scenario has its cap."""
    seen = play("dsvc-s3", numbers(1, 1, 13, 9, 8, 7), scenario=typed)
    assert seen.standing("Ann")["victory_points"] == counted
    assert seen.findings == []


def test_d17_dsvc_s3_needs_a_scenario(play: Play) -> None:
    """D17: none named, or an unknown one, is exit 2 and the list."""
    for scenario in (None, "space"):
        seen = play("dsvc-s3", numbers(1, 1, 13, 9, 8, 7), scenario=scenario)
        assert (seen.exit, seen.document) == (2, {})
        assert "base, seafarers, cities-knights" in seen.errors


def test_d17_an_option_wins_with_a_note(play: Play) -> None:
    """D17: the note names the cell on the Tournament sheet."""
    seen = play("dsvc-s3", numbers(1, 1, 13, 9, 8, 7), options=("--scenario", "seafarers"))
    assert seen.standing("Ann")["victory_points"] == "12"
    assert seen.findings == play.says("note scenario-differs Tournament!B2")


def test_d17_eppelborn_is_always_cities_and_knights(play: Play) -> None:
    """D17: nothing to name; another scenario on the sheet changes nothing, with a note."""
    rows = numbers(1, 1, 13, 9, 8, 7)
    seen = play("eppelborn-19", rows)
    assert (seen.document["scenario"], seen.findings) == ("cities-knights", [])
    path = book(
        play.folder,
        [header(*ROUNDS, language=play.language), *(row[:6] for row in rows)],
        tournament={"rule_set": "eppelborn-19", "scenario": "base"},
        language=play.language,
    )
    seen = scored(play.capsys, path)
    assert seen.standing("Ann")["victory_points"] == "13"
    assert seen.findings == play.says("note scenario-differs Tournament!B2")
    code, _, errors = run(play.capsys, "score", path, "--no-write", "--scenario", "base")
    assert code == 2
    assert "cities-knights" in errors


def test_d17_a_league_has_no_scenario(play: Play) -> None:
    """D17: C has none, and asking for one is exit 2."""
    rows = table("Set", 1, ("Ann", 2), ("Ben", 1), factor=1)
    assert play("punktevergabe", rows).document["scenario"] is None
    seen = play("punktevergabe", rows, options=("--scenario", "base"))
    assert (seen.exit, seen.document) == (2, {})


# --- D18, D19 ----------------------------------------------------------------------------------

LOW = {"en": "low", "de": "niedrig", "nl": "laag"}
HIGH = {"en": "high", "de": "hoch", "nl": "hoog"}
UNKNOWN = {"en": "medium", "de": "mittel", "nl": "midden"}
NONE = {"en": "", "de": "", "nl": ""}


@pytest.mark.parametrize(
    ("minutes", "low", "high", "without"),
    [
        (0.5, "0.5", "0.5", "0.5"),
        (15, "0.5", "0.5", "0.5"),
        (15.5, "0.5", "1", None),
        (17, "0.5", "1", None),
        (19.99, "0.5", "1", None),
        (20, "1", "1", "1"),
        (45, "1", "1", "1"),
        (90, "1", "1", "1"),
        (90.5, "1", "2", None),
        (91, "1", "2", None),
        (99, "1", "2", None),
        (100, "2", "2", "2"),
        (240, "2", "2", "2"),
    ],
)
@pytest.mark.parametrize("level", [LOW, HIGH, UNKNOWN, NONE], ids=["low", "high", "medium", "none"])
def test_d18_minutes_and_level(
    play: Play, minutes: float, low: str, high: str, without: str | None, level: dict[str, str]
) -> None:
    """D18: strictly between two bands the level decides; without one there is no factor."""
    factor = low if level is LOW else high if level is HIGH else without
    rows = table("Set", 1, ("Ann", 3), ("Ben", 2), ("Cid", 1))
    seen = play("punktevergabe", rows, games=[["Set", minutes, level[play.language]]])
    if factor is None:
        assert seen.findings == play.says("error factor-between A2:G4, Games!A2:E2")
        assert (seen.scored, seen.exit) == ([], 1)
    else:
        assert (seen.findings, seen.exit) == ([], 0)
        assert seen.document["scored_games"][0]["factor"] == factor


def test_d18_an_explicit_factor_wins(play: Play) -> None:
    """D18, C4: the row's over the Games sheet's, that over the minutes."""
    rows = table("Set", 1, ("Ann", 3), ("Ben", 2), ("Cid", 1), factor=2)
    by_row = play("punktevergabe", rows, games=[["Set", 60, "", 0.5]])
    by_sheet = play("punktevergabe", [[*row[:6], ""] for row in rows], games=[["Set", 60, "", 0.5]])
    between = play("punktevergabe", rows, games=[["Set", 17]])
    for seen, factor in ((by_row, "2"), (by_sheet, "0.5"), (between, "2")):
        assert seen.document["scored_games"][0]["factor"] == factor
        assert seen.findings == []


def test_d18_an_explicit_factor_wins_over_unreadable_minutes(play: Play) -> None:
    """C4: the error on the Games sheet is told, and the game has its factor all the same."""
    rows = table("Set", 1, ("Ann", 3), ("Ben", 2), ("Cid", 1), factor=2)
    for games in ([["Set", "long"]], [["Set", "long", "", 2]], [["Set", 60, "", "x"]]):
        seen = play("punktevergabe", rows, games=games)
        assert seen.scored == ["Set/1"]
        assert seen.document["scored_games"][0]["factor"] == "2"
        assert len(seen.findings) == 1
        assert seen.exit == 1
    without = [[*row[:6], ""] for row in rows]
    for games, scored_games in (
        ([["Set", "long"]], []),
        ([["Set", "long", "", 2]], ["Set/1"]),
        ([["Set", 60, "", "x"]], []),
        ([["Set", 60, "", 1, "?"]], []),
    ):
        assert play("punktevergabe", without, games=games).scored == scored_games


def test_d18_a_factor_in_one_row_counts_for_the_table(play: Play) -> None:
    """D18: typed once, in whichever row."""
    rows = table("Set", 1, ("Ann", 3), ("Ben", 2), ("Cid", 1))
    rows[1][6] = 2
    seen = play("punktevergabe", rows)
    assert (seen.points(), seen.findings) == (["8", "4", "2"], [])


def test_d18_two_factors_at_one_table_are_an_error(play: Play) -> None:
    """D18: the cells are named, the game is not scored."""
    rows = table("Set", 1, ("Ann", 3), ("Ben", 2), ("Cid", 1))
    rows[0][6], rows[2][6] = 2, 1
    seen = play("punktevergabe", rows)
    assert (seen.findings, seen.scored) == (play.says("error factor-differs G2, G4"), [])


def test_d18_no_factor_to_be_had(play: Play) -> None:
    """D18: not on the Games sheet, or there without minutes."""
    rows = table("Set", 1, ("Ann", 3), ("Ben", 2), ("Cid", 1))
    for games, finding in (
        ([["Go", 60]], "error factor-unknown-game A2:G4"),
        (None, "error factor-unknown-game A2:G4"),
        ([["Set", ""]], "error factor-no-minutes A2:G4, Games!A2:E2"),
    ):
        seen = play("punktevergabe", rows, games=games)
        assert (seen.findings, seen.scored, seen.exit) == (play.says(finding), [], 1)


def test_d18_a_game_without_a_factor_is_told_of_once(play: Play) -> None:
    """D18: once for all the tables that play it, and once more for another game."""
    tables = [table("Set", number, ("Ann", 3), ("Ben", 2), ("Cid", 1)) for number in (1, 2)]
    seen = play("punktevergabe", *tables, table("Go", 1, ("Ann", 3), ("Ben", 2)))
    assert seen.findings == play.says(
        "error factor-unknown-game A2:G4, A5:G7", "error factor-unknown-game A8:G9"
    )
    assert (seen.scored, seen.exit) == ([], 1)


def test_d18_a_misspelt_game_names_the_one_that_is_meant(play: Play) -> None:
    """D18: an error without a factor; with one, a warning where the lower score may win."""
    rows = table("Azull", 1, ("Ann", 3), ("Ben", 2), ("Cid", 1))
    seen = play("punktevergabe", rows, games=[["Go", 60], ["Azul", 45]])
    assert seen.findings == play.says("error game-misspelt A2:G4, Games!A3:E3")
    assert re.search("[“„‘]Azul[”“’]", seen.document["findings"][0]["message"])
    rows[0][6] = 2
    lower = [["Azul", 45, "", "", "lower"]]
    for games, findings in ((lower, ["warning game-near A2:A4, Games!A2"]), ([["Azul", 45]], [])):
        seen = play("punktevergabe", rows, games=games)
        assert (seen.findings, seen.scored) == (play.says(*findings), ["Azull/1"])
        assert seen.places() == [1, 2, 3]


@pytest.mark.parametrize("rules", ["dsvc-s3", "eppelborn-19", "punktevergabe"])
def test_d19_everybody_with_a_row_is_listed(play: Play, rules: str) -> None:
    """D19: also without a scored game, with zeros and last; equal ranks by name."""
    at = ("Set", "Go") if rules == "punktevergabe" else (1, 2)
    played = table(at[0], 1, *zip(NAMES[:4], (10, 8, 6, 4)), factor=1)
    faulty = table(at[0], 2, ("zoe", 10), ("Yara", "?"), ("Äne", 8), ("xaver", 7), factor=1)
    unplayed = table(at[1], 3, ("Will", ""), ("Vera", ""), ("Uwe", ""), factor=1)
    seen = play(rules, played, faulty, unplayed, lots={"Never": ""})
    names = [line.split(":")[0] for line in seen.standings]
    assert names[:4] == ["1 Ann", "2 Ben", "3 Cid", "4 Dan"]
    assert names[4:] == ["5 Uwe", "5 Vera", "5 Will", "5 xaver", "5 Yara", "5 zoe", "5 Äne"]
    assert {line.split(": ")[1] for line in seen.standings[4:]} <= {"0 0 0", "0"}
    assert seen.standing("Uwe")["decided_by"] is None
