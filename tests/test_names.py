"""Is a player one player however the name is decorated, encoded or spelled?"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import book, header
from tests.support.command_line import BASE, made
from tests.support.scoring import Seen, run, scored
from xlscore.workbook.cells import clean_text, is_blank
from xlscore.workbook.player_names import identity, without_signs

POINTS = (10, 8, 7, 5)
NAMES = ("Ida Lund", "Ove Falk", "Tim Rask", "Eva Holm")
TWO_ROUNDS = {**BASE, "rounds": 2}
ONCE = ["1 Ida Lund: 5 10 33.33", "2 Ove Falk: 3 8 26.67", "3 Tim Rask: 2 7 23.33"]
TWICE = ["1 Ida Lund: 10 20 66.66", "2 Ove Falk: 6 16 53.34", "3 Tim Rask: 4 14 46.66"]
LAST = ["4 Eva Holm: 2 10 33.34"]


def rows(*spellings: str, second: tuple[str, ...] = NAMES) -> list[tuple[Any, ...]]:
    """Two rounds of one table; the spellings are those of the first round's first seats."""
    names = (*spellings, *NAMES[len(spellings) :])
    return [
        (number, 1, name, points)
        for number, seats in ((1, names), (2, second))
        for name, points in zip(seats, POINTS, strict=True)
    ]


def players(*lines: tuple[Any, ...]) -> list[list[Any]]:
    return [["Player", "Lot", "Also"], *map(list, lines)]


@pytest.fixture
def seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def seen(typed: list[tuple[Any, ...]], *listed: tuple[Any, ...]) -> Seen:
        more = {"players": players(*listed)} if listed else {}
        return scored(capsys, made(tmp_path, typed, TWO_ROUNDS, **more))

    return seen


@pytest.mark.parametrize(
    "typed",
    [
        *("Ida Lund 🏆", "🥇 Ida Lund", "🥇Ida Lund🏅", "Ida Lund (🏆)", "Ida Lund ⭐⭐"),
        *("👑 Ida Lund", "Ida Lund ✔️", "✅ Ida Lund", "★ Ida Lund ★", "Ida Lund🎖️"),
    ],
)
def test_a_sign_at_an_end_is_no_part_of_a_name(seen: Any, typed: str) -> None:
    outcome = seen(rows(typed))
    assert outcome.standings == TWICE + LAST
    assert outcome.findings == ["note name-sign Results!C2"]


def test_a_sign_on_the_players_sheet_neither(seen: Any) -> None:
    outcome = seen(rows(), ("Ida Lund 🏆",), *((name,) for name in NAMES[1:]))
    assert outcome.standings == TWICE + LAST
    assert outcome.findings == ["note name-sign Players!A2"]


def test_both_spellings_in_one_round_are_two_players(seen: Any) -> None:
    outcome = seen(rows("Ida Lund", "Ida Lund 🏆"))
    assert [line for line in outcome.standings if "Ida" in line] == [
        "1 Ida Lund: 10 20 66.66",
        "3 Ida Lund 🏆: 3 8 26.67",
    ]
    assert not [line for line in outcome.findings if "name-sign" in line]
    # Also at one table: nothing but the sign tells them apart.
    assert [line for line in outcome.findings if line.startswith("warning name-near")]


def test_both_spellings_on_the_players_sheet_are_two_players(seen: Any) -> None:
    outcome = seen(rows("Ida Lund ⭐"), ("Ida Lund ⭐",), *((name,) for name in NAMES))
    assert outcome.standings[0] == "1 Ove Falk: 6 16 53.34"
    assert "warning name-near Results!C2, Results!C6" in outcome.findings


def test_another_pictograph_belongs_to_the_name(seen: Any) -> None:
    outcome = seen(rows("Ida Lund 🐝"))
    assert sum("Ida" in line for line in outcome.standings) == 2
    assert without_signs("🏆") == "🏆"


@pytest.mark.parametrize("sign", ["\U0001f3c6", "\u2b50"])
def test_a_league_tells_players_apart_by_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sign: str
) -> None:
    """On one evening somebody plays several games, and wins one."""
    head = header("date", "game", "table", "player", "vp")
    first, second = ("Ida", "Ove", "Tim"), ("Ida " + sign, "Ove", "Tim")
    typed = [
        ["2026-03-01", game, 1, name, points]
        for game, seats in (("Golf", first), ("Chess", second))
        for name, points in zip(seats, (3, 2, 1), strict=True)
    ]
    games = [header("game", "minutes", kind="games"), ["Golf", 60], ["Chess", 60]]
    path = book(tmp_path, [head, *typed], games=games, tournament={"rule_set": "punktevergabe"})
    outcome = scored(capsys, path)
    assert [line["player"] for line in outcome.document["standings"]] == ["Ida", "Ove", "Tim"]


IGNORED = [
    chr(code)
    for code in range(0x110000)
    if unicodedata.category(chr(code)) == "Cf"
    or 0xFE00 <= code <= 0xFE0F
    or 0xE0100 <= code <= 0xE01EF
    or code in (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x3164, 0xFFA0)
    or code == 0x2800
]


def test_no_format_variation_or_filler_character_tells_players_apart() -> None:
    for character in IGNORED:
        for typed in (f"I{character}d{character}a", f"{character}Ida", f"Ida{character * 2}"):
            assert identity(clean_text(typed)) == "ida", hex(ord(character))
        assert is_blank(f" {character}"), hex(ord(character))


def test_joiners_stay_where_they_change_what_is_shown() -> None:
    family, persian = "Ida 👨\u200d👩\u200d👧", "علی\u200cرضا"
    assert clean_text(family) == family
    assert clean_text(persian) == persian
    assert identity(persian) == identity(persian.replace("\u200c", ""))


@pytest.mark.parametrize("typed", ["Ｉｄａ Ｌｕｎｄ", "Ida Lund", "𝐈𝐝𝐚 Lund", "IDA LUND"])
def test_the_form_of_letters_tells_nobody_apart(seen: Any, typed: str) -> None:
    outcome = seen(rows(second=(typed, *NAMES[1:])))
    assert outcome.standings == TWICE + LAST
    assert {line.split()[1] for line in outcome.findings} <= {"name-case", "name-spaces"}


def test_further_spellings_are_one_player(seen: Any) -> None:
    listed = (("Ida Lund", 1, "Idi; I. Lund ;"), *((name,) for name in NAMES[1:]))
    outcome = seen(rows("Idi", second=("i. lund 🏆", *NAMES[1:])), *listed)
    assert outcome.standings == TWICE + LAST
    assert outcome.findings == ["note name-also Results!C2", "note name-also Results!C6"]
    assert outcome.standing("Ida Lund")["games"] == 2


def test_names_that_a_sign_tells_apart_are_told_with_the_round_that_both_play_in(seen: Any) -> None:
    first = [(1, 1, name, vp) for name, vp in (("Ann", 10), ("Ben", 8), ("Cid", 7))]
    second = [(2, 1, name, vp) for name, vp in (("Ann ★", 10), ("Ben", 8), ("Cid", 7))]
    third = [(2, 2, name, vp) for name, vp in (("Ann", 10), ("Dan", 8), ("Eva", 7))]
    near = [one for one in seen([*first, *second, *third]).findings if "name-near" in one]
    assert near == ["warning name-near Results!C2, Results!C5, Results!C8"]


def test_a_lot_of_a_further_spelling_decides(seen: Any) -> None:
    level = [(1, 1, name, points) for name, points in zip(NAMES, (9, 9, 5, 4), strict=True)]
    typed = [(*level[0][:2], "Idi", 9), *level[1:]]
    listed = (("Ida Lund", 2, "Idi"), ("Ove Falk", 1), ("Tim Rask", 3), ("Eva Holm", 4))
    outcome = seen(typed, *listed)
    assert [line.split(":")[0] for line in outcome.standings[:2]] == ["1 Ove Falk", "2 Ida Lund"]
    assert outcome.decided_by()[0] == "lot"


@pytest.mark.parametrize("also", ["Ove Falk", "ove falk", "x; OVE FALK"])
def test_a_further_spelling_that_is_another_player_is_an_error(seen: Any, also: str) -> None:
    outcome = seen(rows(), ("Ida Lund", None, also), *((name,) for name in NAMES[1:]))
    assert outcome.exit == 1
    assert outcome.findings == ["error also-taken Players!C2, Players!A3"]
    assert outcome.scored == []


def test_one_spelling_of_two_players_keeps_only_its_games_out(seen: Any) -> None:
    listed = (("Ida Lund", 1, "Boss"), ("Ove Falk", 2, "boss"), ("Tim Rask",), ("Eva Holm",))
    outcome = seen(rows("Boss"), *listed)
    assert outcome.scored == ["2/1"]
    assert outcome.standings[:3] == ONCE
    assert outcome.exit == 1


@pytest.mark.parametrize("typed", ["Idi", "Ida Lund 🏆", "ida  lund", "Ｉda Lund"])
def test_explain_knows_every_spelling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    listed = players(("Ida Lund", 1, "Idi"), *((name,) for name in NAMES[1:]))
    path = made(tmp_path, rows("Idi"), TWO_ROUNDS, players=listed)
    code, out, _ = run(capsys, "explain", path, typed, "--lang", "en")
    assert code == 0
    assert "Ida Lund" in out


def test_a_column_auch_in_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = [["Spieler", "Auch"], ["Ida Lund", "Idi"], *([name] for name in NAMES[1:])]
    results = [header("round", "table", "player", "vp", language="de"), *rows("Idi")]
    path = book(tmp_path, results, players=listed, tournament=TWO_ROUNDS, language="de")
    assert scored(capsys, path).standings == TWICE + LAST


@pytest.mark.parametrize("form", ["by-game", "by-player"])
def test_signs_and_spellings_in_the_other_forms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    if form == "by-game":
        seats = [f"{word} {number}" for number in (1, 2, 3, 4) for word in ("Player", "VP")]
        signed = ("Idi", "Ove Falk 🏆", *NAMES[2:])
        typed = [
            ["Round", "Table", *seats],
            *(
                [number, 1, *(cell for pair in zip(names, POINTS, strict=True) for cell in pair)]
                for number, names in ((1, signed), (2, NAMES))
            ),
        ]
    else:
        signed = ("Idi", "Ove Falk 🏆", *NAMES[2:])
        head = ["Player", "Table 1", "VP 1", "Table 2", "VP 2"]
        typed = [head, *([n, 1, p, 1, p] for n, p in zip(signed, POINTS, strict=True))]
    listed = players(("Ida Lund", 1, "Idi"), *((name,) for name in NAMES[1:]))
    outcome = scored(capsys, book(tmp_path, typed, players=listed, tournament=TWO_ROUNDS))
    assert outcome.standings == TWICE + LAST


def test_own_standings_may_decorate_the_winner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = [["Rank", "Player", "TP"], [1, "Ida Lund 🏆", 10], [2, "Ove Falk", 6], [3, "tim rask", 4]]
    listed = players(("Ida Lund", 1, "Idi"), *((name,) for name in NAMES[1:]))
    own.append([4, "Eva Holm", 2])
    path = made(tmp_path, rows("Idi"), TWO_ROUNDS, players=listed, extra={"Table": own})
    code, out, _ = run(capsys, "check", path, "--compare", "--format", "json", "--lang", "en")
    assert code == 0
    assert "claim" not in out


@pytest.mark.parametrize("last", ["Last name", "Nachname", "Surname"])
def test_the_players_sheet_may_have_two_columns_for_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], last: str
) -> None:
    listed = [[last, "First name", "Lot", "Also"], *([*name.split()[::-1], 1] for name in NAMES)]
    listed = [[*line, *[None] * (4 - len(line))] for line in listed]
    listed[1][3] = "Idi"
    outcome = scored(capsys, made(tmp_path, rows("Idi"), TWO_ROUNDS, players=listed))
    assert outcome.standings == TWICE + LAST
    assert outcome.findings == ["note name-also Results!C2"]
