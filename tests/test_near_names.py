"""Are names that may be one person's found, all of them, no others, and quickly?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import combinations
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlscore.rules.model import Finding, Game
from xlscore.workbook.near_names import NAMED_AT_MOST, near_names

SEATS = 4


def at_tables(*tables: Sequence[str]) -> list[Finding]:
    games = []
    for number, players in enumerate(tables):
        seat_ids = tuple(range(number * SEATS, number * SEATS + len(players)))
        points = tuple(range(len(players)))
        games.append(Game("1", str(number), None, None, None, seat_ids, tuple(players), points))
    return list(near_names(tuple(games)))


def apart(*names: str) -> list[Finding]:
    """Each at a table of their own."""
    return at_tables(*([name] for name in names))


PAIRS = [
    *[("Jörg", "Joerg"), ("Jörg", "Jorg"), ("Jörg", "Jarg"), ("Jörg", "Jöörg"), ("Jörg", "Jrög")],
    *[("Müller", "Mueller"), ("Müller", "Miller"), ("Straßer", "Strasser"), ("Straßer", "Straser")],
    *[("Ann Lee", "AnnLee"), ("Ann Lee", "Ann-Lee"), ("Anna", "Ann"), ("Ann", "Anm")],
    *[("Team 12", "Taem 12"), ("ÄNNE", "Aenne"), ("Bäcker", "Becker"), ("Ærø", "Ærö")],
    *[("a" * 79 + "b", "a" * 79 + "c"), ("Ö" * 200, "oe" * 200)],
]
APART = [
    *[
        ("Team 1", "Team 2"),
        ("Ann", "Ann 2"),
        ("Ann 2", "Ann2 2"),
        ("Jo", "Jö"),
        ("A. B.", "A. C."),
    ],
    *[("Ann", "Dan"), ("Jörg", "Jürgen"), ("Ann", "Anya"), ("1234", "1243"), ("Anna", "nAna b")],
    *[("Bo", "Bob"), ("Ann Lee", "Lee Anna"), ("日本", "日木")],
    *[("Ann Ahorn (Wald)", "Ann Ahorn (Feld)"), ("Ann (2)", "Ann (3)"), ("Ann (2)", "Ann")],
    *[("Dora Dill-Eiche", "Dora Dill-Buche"), ("Hans Birke", "Hans-Peter Birke")],
    *[("Dr. Ahorn", "Dr. Birke"), ("Fr Ahorn", "Ma Ahorn"), ("(Ann)", "(Bob)")],
    *[
        ("A. B.", "Ann Berg"),
        ("***", "---"),
        ("Ann Berg", "Ann"),
        ("Ann B.", "Bob Berg"),
        ("Ann 1", "Ann 2."),
    ],
    *[('Bob "Big" Birke', 'Bob "Small" Birke'), ("A. B.", "B. C."), ("Jo", "Joe")],
]
SAME_WORDS = [
    *[("Ann Ahorn", "Ahorn, Ann"), ("Ann Ahorn", "Ahorn Ann"), ("Ahorn, Ann", "Ahorn Ann")],
    *[("Ann Ahorn", "Ann Ahorn (SV Wald)"), ("Ahorn, Ann [Wald]", "ann ahorn")],
    *[("Bob Birke", 'Bob "Bobby" Birke'), ("Bob Birke", "Bob „Bobby“ Birke")],
    *[("Cem Ceder", "Dr. Cem Ceder"), ("Prof. Dr. Cem Ceder", "Ceder, Cem")],
    *[("Dipl.-Ing. Cem Ceder", "Cem Ceder"), ("Cem Ceder, M.Sc.", "Cem Ceder")],
    *[("Dora Dill", "Dora Dill-Eiche"), ("Dill-Eiche, Dora", "Dora Dill")],
    *[("Jo", "J. O."), ("Gus-Ole von und zu Ginster", "Gus Ole vonundzu Ginster")],
    *[("Jörg Müller", "Mueller, Joerg"), ("Ann Ahorn", "Ann Ahorn (🏆)"), ("Ｊöｒｇ", "Jöxrg")],
    *[("Ann", "Ann *"), ("Ann", "Ann **"), ("Ann", '"Ann"'), ("Ann", "(Ann)"), ("Ann", "• Ann")],
    *[("Ann", "1. Ann"), ("1. Ann", "12) Ann"), ("Ann", "Ann[2]"), ("Ann", "Ann <ann@b.example>")],
    *[("Ann Berg", "Ann B."), ("Ann Berg", "A. Berg"), ("Ann Berg", "Ann B"), ("Bo Ek", "B. Ek")],
]


@pytest.mark.parametrize(("one", "other"), [*PAIRS, *SAME_WORDS])
def test_near_names_are_told_with_both_places(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        (found,) = at_tables(["Xaver", first], ["Quirin"], [second])
        assert (found.code, found.level) == ("name-near", "warning")
        assert found.values == {"players": f"{first} / {second}", "count": 2}
        assert [location.entry for location in found.locations] == [1, 2 * SEATS]


@pytest.mark.parametrize(("one", "other"), APART)
def test_other_names_are_not(one: str, other: str) -> None:
    assert apart(one, other) == apart(other, one) == []


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_who_meets_at_a_table_is_two_people(one: str, other: str) -> None:
    assert at_tables([one], [other], [one, other]) == []


def test_three_spellings_of_a_name_are_told_together() -> None:
    found = at_tables(["Ann Ahorn"], ["Xaver"], ["Ahorn, Ann"], ["Ahorn Ann"])
    (line,) = found
    assert (line.code, line.level) == ("name-near", "warning")
    assert line.values == {"players": "Ann Ahorn / Ahorn, Ann / Ahorn Ann", "count": 3}
    assert [location.entry for location in line.locations] == [0, 2 * SEATS, 3 * SEATS]


def near(one: str, other: str) -> bool:
    """The definition, letter by letter."""

    def edited(name: str) -> set[str]:
        letters = {*one, *other}
        cuts = [(name[:at], name[at:]) for at in range(len(name) + 1)]
        return {
            name,
            *(left + right[1:] for left, right in cuts),
            *(left + letter + right for left, right in cuts for letter in letters),
            *(left + letter + right[1:] for left, right in cuts if right for letter in letters),
            *(left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1),
        }

    def digits(name: str) -> list[str]:
        return [letter for letter in name if letter.isdigit()]

    def abbreviated(one: str, other: str) -> bool:
        words = sorted(zip(one.split(), other.split()), key=lambda pair: pair[0] == pair[1])
        if (len(one.split()), len(other.split())) != (2, 2) or words[1][0] != words[1][1]:
            return False
        short, long = sorted(words[0], key=len)
        whole = len(long) > 1 and len(words[1][0]) > 1 and long.isalpha()
        return whole and len(short) == 1 and short.isalpha() and long.startswith(short)

    def in_two(name: str) -> str:
        return name.replace("ä", "ae").replace("ß", "ss")

    long_enough = all(sum(map(str.isalpha, name)) >= 3 for name in (one, other))
    alike = other in edited(one)
    joined = one.replace(" ", "") == other.replace(" ", "") or abbreviated(one, other)
    one, other = in_two(one), in_two(other)
    words = sorted(one.split()) == sorted(other.split())
    near_enough = joined or (long_enough and (words or alike or other in edited(one)))
    return digits(one) == digits(other) and near_enough


@given(st.lists(st.text("aeäsßb1 ", min_size=1, max_size=5), unique=True, max_size=9))
def test_every_pair_of_near_names_is_found_and_no_other(names: list[str]) -> None:
    found = [finding for finding in apart(*names) if finding.code == "name-near"]
    groups = [str(line.values["players"]).split(" / ") for line in found]
    pairs = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    wanted = {frozenset(pair) for pair in combinations(names, 2) if near(*pair)}
    assert pairs <= wanted
    assert pairs == wanted or len(found) == NAMED_AT_MOST


def test_twenty_are_named_and_the_others_counted() -> None:
    names = [f"{letters}{letters} Berg" for letters in "abcdefghijklmnopqrstuvwxyz"]
    typos = [name.replace("Berg", "Burg") for name in names]
    found = apart(*names, *typos[:20])
    assert [line.code for line in found] == ["name-near"] * 20
    *named, rest = apart(*names, *typos)
    assert [line.code for line in named] == ["name-near"] * 20
    assert (rest.code, rest.level, rest.values) == ("names-near", "warning", {"count": 6})
    assert rest.locations[0].entry == 20 * SEATS


HOSTILE = {
    "another last letter": [f"Anna Bergmann {chr(0x4E00 + number)}" for number in range(5000)],
    "all words of five letters": [
        "".join(chr(97 + number // 10**place % 10) for place in range(5)) for number in range(5000)
    ],
    "numbered": [f"Spieler {number}" for number in range(5000)],
    "umlauts only": ["ä" * (number % 70 + 3) + chr(0x4E00 + number) for number in range(5000)],
    "as long as a cell": [chr(0x4E00 + number) + "x" * 32_766 for number in range(100)],
}


@pytest.mark.parametrize("names", HOSTILE.values(), ids=HOSTILE)
def test_names_made_to_be_near_each_other_are_quick(names: list[str]) -> None:
    begun = process_time()
    found = apart(*names)
    assert process_time() - begun < 5
    assert len(found) <= NAMED_AT_MOST + 1


# --- a number typed into a name ----------------------------------------------------------------


def in_turn(*tables: Sequence[str], dates: Sequence[date | None] = (), **listed: bool) -> list[str]:
    """The names told where these tables play one round after the other, or one evening."""
    games = []
    for number, players in enumerate(tables):
        rows = tuple(range(number * SEATS, number * SEATS + len(players)))
        points = tuple(range(len(players)))
        round_name, day = (None, dates[number]) if dates else (str(number + 1), None)
        game = Game(round_name, "1", "Set", day, None, rows, tuple(players), points)
        games.append(game)
    found = near_names(tuple(games), [*listed], is_league=True)
    return [str(one.values["players"]) for one in found]


FIRST, SECOND = date(2031, 3, 1), date(2031, 3, 8)


@pytest.mark.parametrize("dates", [(), (FIRST, SECOND), (None, None), (FIRST, FIRST)])
@pytest.mark.parametrize("typed", ["Ann 10", "1 Ann", "Ann: 10", "1. Ann", "Ann (10)", "ANN, 8"])
def test_a_number_that_comes_with_a_name_once_is_told(
    typed: str, dates: Sequence[date | None]
) -> None:
    assert in_turn(["Ann", "Bob"], [typed, "Bob"], dates=dates) == [f"Ann / {typed}"]


@pytest.mark.parametrize(
    "tables",
    [
        (["Ann", "Ann 2"], ["Ann 2", "Bob"]),
        (["Ann", "Bob"], ["Bob", "Cem 2"]),
        (["Gast 1", "Bob"], ["Gast 2", "Bob"]),
        (["Ann10", "Bob"], ["Ann", "Bob"]),
    ],
)
def test_who_is_numbered_on_purpose_is_not(tables: tuple[Sequence[str], ...]) -> None:
    assert in_turn(*tables) == []


def test_in_a_tournament_unequal_games_tell_it() -> None:
    assert at_tables(["Ann", "Bob"], ["Ann 10", "Bob"]) == []


def test_nor_who_is_listed_so_or_plays_on_the_same_evenings() -> None:
    assert in_turn(["Ann", "Bob"], ["Ann 2", "Bob"], **{"Ann 2": True}) == []
    evenings = (FIRST, FIRST, SECOND, SECOND)
    assert in_turn(["Ann"], ["Ann 2"], ["Ann"], ["Ann 2"], dates=evenings) == []
