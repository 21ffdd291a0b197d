"""Is a list that was copied out of a chat, a mail or notes read as the people meant, and is a line
that may mean something else asked about instead of guessed?"""

from __future__ import annotations

from pathlib import Path

import pytest

from xlscore.template.players import PlayerList, read_players
from xlscore.words import Refused

FOUR = ["Ann Ahorn", "Bo Birke", "Cora Distel", "Dora Eibe"]


def read(folder: Path, text: str, name: str = "list.txt") -> PlayerList:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_players(path)


def names(listing: PlayerList) -> list[str]:
    return [player.name for player in listing.players]


def refused(folder: Path, text: str) -> tuple[str, object]:
    with pytest.raises(Refused) as found:
        read(folder, text)
    for language in ("en", "de"):
        assert found.value.text(language).startswith("list.txt, ")
    return found.value.code, found.value.values["line"]


NUMBERS = [
    *("{}. ", "{}.", "{}) ", "({}) ", "[{}] ", "{}: ", "{} - ", "{} – ", "{} — ", "{}- ", "{}/ "),
    *("{} / ", "#{} ", "#{}: ", "Nr. {} ", "Nr. {}: ", "No. {} ", "{} ", "{}-", "{}", "0{}. "),
    *("- {}. ", "*{}.* ", "{}\ufe0f\u20e3 ", "{}.) ", "{} | ", "{} ✅ "),
]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("title", ["", "Teilnehmer Samstag:\n", "Catan 14.3.\n\n", "Wer kommt?\n"])
def test_numbers_before_the_names(tmp_path: Path, number: str, title: str) -> None:
    lines = (number.format(at) + name for at, name in enumerate(FOUR, 1))
    listing = read(tmp_path, title + "\n".join(lines))
    assert names(listing) == FOUR
    assert listing.left_out == (((1, title.strip()),) if title else ())


@pytest.mark.parametrize(
    "bullet",
    [
        *("- ", "-", "– ", "• ", "\u25cf ", "* ", "*", "· ", "~ ", "> ", "→ ", "+ ", "✅ ", "✔️ "),
        *("\u2611 ", "[x] ", "[ ] ", "☐ ", "\U0001f449 ", "@", "@~", "- @", "\uf0b7 ", "☑️ @"),
    ],
)
@pytest.mark.parametrize("title", ["", "Teilnehmer Samstag:\n"])
def test_bullets_before_the_names(tmp_path: Path, bullet: str, title: str) -> None:
    listing = read(tmp_path, title + "\n".join(bullet + name for name in FOUR))
    assert names(listing) == FOUR
    assert listing.left_out == (((1, title.strip()),) if title else ())


@pytest.mark.parametrize("number", ["①②③④", "⑴⑵⑶⑷", "❶❷❸❹", "abcd"])
def test_numbers_that_are_one_sign(tmp_path: Path, number: str) -> None:
    after = ") " if number == "abcd" else " "
    assert names(read(tmp_path, "\n".join(map((after).join, zip(number, FOUR))))) == FOUR


def test_one_number_of_another_kind_and_a_title_with_a_colon(tmp_path: Path) -> None:
    listing = read(
        tmp_path,
        "Teilnehmer Samstag:\n1. Ann Ahorn\n2. Bo Birke\n3. Cora Distel\n4 - Dora Eibe\n"
        "5 Eva\n@Fin",
    )
    assert names(listing) == [*FOUR, "Eva", "Fin"]
    assert listing.left_out == ((1, "Teilnehmer Samstag:"),)


@pytest.mark.parametrize("title", ["*Teilnehmer (2)*", "Zusagen:", "Dabei sind:"])
def test_a_heading_of_those_who_play_is_left_out(tmp_path: Path, title: str) -> None:
    listing = read(tmp_path, f"{title}\nAnn\nBo\n")
    assert (names(listing), listing.left_out) == (["Ann", "Bo"], ((1, title),))


def test_names_alike_in_a_word_of_titles_are_players(tmp_path: Path) -> None:
    listing = read(tmp_path, "Player One\nPlayer Two\n")
    assert (names(listing), listing.left_out) == (["Player One", "Player Two"], ())


def test_all_that_stands_over_line_1_is_left_out(tmp_path: Path) -> None:
    title = "Catan-Turnier in Bretten\nOrt: Halle 2\nBeginn 19:30 Uhr\n\n"
    listing = read(tmp_path, title + "1. Ann\n2. Bo\nCora")
    assert names(listing) == ["Ann", "Bo", "Cora"]
    assert [line for line, _ in listing.left_out] == [1, 2, 3]
    listing = read(tmp_path, "21. Meisterschaft\n1. Ann\n2. Bo\n")
    assert (names(listing), listing.left_out) == (["Ann", "Bo"], ((1, "21. Meisterschaft"),))


def test_a_title_before_names_with_digits(tmp_path: Path) -> None:
    listing = read(tmp_path, "Anmeldungen:\nPlayer 1\nB12\n2Pac\n")
    assert (names(listing), listing.left_out) == (
        ["Player 1", "B12", "2Pac"],
        ((1, "Anmeldungen:"),),
    )


@pytest.mark.parametrize(
    "heading", ["Warteliste:", "Warteliste", "*Warteliste*", "--- Nachrücker ---", "Absagen (2):"]
)
def test_who_waits_or_has_cancelled_is_left_out_and_told(tmp_path: Path, heading: str) -> None:
    text = f"Zusagen:\n1. Ann\n2. Bo\n\n{heading}\n1. Cora\n2. Dora\n"
    listing = read(tmp_path, text)
    assert names(listing) == ["Ann", "Bo"]
    assert listing.left_out == ((1, "Zusagen:"), (5, heading), (6, "1. Cora"), (7, "2. Dora"))


def test_a_list_that_was_typed_has_a_waiting_list_too(tmp_path: Path) -> None:
    listing = read(tmp_path, "Ann\nBo\nWaiting list:\nCora\nPlayers:\nDora\n")
    assert names(listing) == ["Ann", "Bo", "Dora"]
    assert [line for line, _ in listing.left_out] == [3, 4, 5]
    listing = read(tmp_path, "Ann\nBo\nAbsage: Cora\n")
    assert (names(listing), listing.left_out) == (["Ann", "Bo"], ((3, "Absage: Cora"),))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Ann +49 151 1234567", "+49 151 1234567"),
        ("Ann, 0151/1234567", "0151/1234567"),
        ("Ann (Tel. 0151 1234567)", "0151 1234567"),
        ("1. Ann Tel.: 0151-1234567", "0151-1234567"),
        ("Ann <ann@club.example>", "ann@club.example"),
        ("1. Ann (kommt später)", "(kommt später)"),
        ("1. Ann (bringt \U0001f37a mit)", "(bringt \U0001f37a mit)"),
    ],
)
def test_what_stands_behind_a_name_is_told(tmp_path: Path, line: str, told: str) -> None:
    listing = read(tmp_path, f"{line}\n\nBo\n")
    assert (names(listing), listing.left_out) == (["Ann", "Bo"], ((1, told),))


@pytest.mark.parametrize("number", ["+49 170 1234567", "0170 1234567", "Tel. 0170 1234567"])
@pytest.mark.parametrize("name", ["Cora Distel", "Udo Immobil", "Ann Gmail"])
def test_a_name_that_ends_like_a_word_for_telephones_is_whole(
    tmp_path: Path, name: str, number: str
) -> None:
    listing = read(tmp_path, f"1. Ann Ahorn\n2. {name} {number}")
    assert names(listing) == ["Ann Ahorn", name]
    assert [line for line, _ in listing.left_out] == [2]


@pytest.mark.parametrize("word", ["Handy", "Mobil", "Phone"])
def test_one_name_before_a_word_that_may_be_the_other_is_refused(tmp_path: Path, word: str) -> None:
    assert refused(tmp_path, f"Ann Ahorn\nEva {word} 0170 1234567") == ("players-doubtful", 2)


@pytest.mark.parametrize("mark", ["", "1. ", "- "])
def test_a_remark_alone_on_its_line_is_nobody(tmp_path: Path, mark: str) -> None:
    listing = read(tmp_path, f"{mark}Ann Ahorn\n{mark}Bo Birke\n(kommt spaeter)")
    assert names(listing) == ["Ann Ahorn", "Bo Birke"]
    assert listing.left_out == ((3, "(kommt spaeter)"),)


def test_a_remark_of_several_words_is_no_part_of_a_typed_name(tmp_path: Path) -> None:
    listing = read(tmp_path, "Ann Ahorn (kommt mit dem Rad)\nBo Birke\nCora Distel (Bonn)")
    assert names(listing) == ["Ann Ahorn", "Bo Birke", "Cora Distel"]


def test_free_places_of_a_list_are_nobody(tmp_path: Path) -> None:
    listing = read(tmp_path, "1. Ann\n2. Bo\n3. ---\n4. frei\n5.\n6. ?\n")
    assert names(listing) == ["Ann", "Bo"]
    assert [line for line, _ in listing.left_out] == [3, 4, 5, 6]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1. Ann\n2. ❌ Bo", 2),
        ("Ann\nBo (abgesagt)", 2),
        ("1. Ann (?)\n2. Bo", 1),
        ("Ann\nBo - Warteliste", 2),
        ("Ann\n~Bo~", 2),
        ("1. Ann\n2. Gast", 2),
        ("Ann\nBo + Cora", 2),
        ("Ann +1\nBo", 1),
        ("1. Ann (+1)\n2. Bo", 1),
        ("Ann (2 Personen)\nBo", 1),
        ("1. Ann\n2. Bo & Cora", 2),
        ("Ann, Bo, Cora", 1),
        ("Teilnehmer: Ann, Bo, Cora", 1),
        ("1. Ann\n2. Bo - kommt später", 2),
        ("Ann\nBo, kommt später", 2),
        ("1. Ann\n2. Bo\nBitte bis Freitag melden!", 3),
        ("1. Ann\n2. Bo\nOrt: Halle", 3),
        ("Ann\nBo\nBeginn 19:30", 3),
        ("[21.06.26, 19:31] Ann: dabei\n[21.06.26, 19:32] Bo: kann nicht, bin krank", 2),
    ],
)
def test_a_line_that_may_be_no_name_is_refused(tmp_path: Path, text: str, line: int) -> None:
    code = "players-heading" if text.startswith("Teilnehmer: ") else "players-doubtful"
    assert refused(tmp_path, text) == (code, line)


@pytest.mark.parametrize(
    ("text", "line"),
    [("1. Ann\n2. Bo\n7 Cora", 3), ("Ann\n2 Bo\n3 Cora", 2), ("1. Ann\n2. Bo\n2Pac", 3)],
)
def test_a_number_that_may_be_part_of_the_name_is_refused(
    tmp_path: Path, text: str, line: int
) -> None:
    assert refused(tmp_path, text) == ("players-number", line)


@pytest.mark.parametrize(
    "text",
    [
        "Anna\n1. Bo\n2. Cora",
        "B12\nAnn\nBo",
        "Ann?\nBo\nCora",
        "Catan Queen\nAnn\nBo",
        "Anna Spieler\nAnn\nBo",
        "Anna\n- Bo\n- Cora",
    ],
)
def test_a_first_line_that_may_be_a_player_is_refused(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, text) == ("players-title", 1)
    assert len(names(read(tmp_path, f"Name\n{text}"))) == 3


@pytest.mark.parametrize("first", ["1 Jan Jung", "1 Mai Linh", "1 Maria", "1 Augustin", "1 April"])
def test_names_that_begin_like_months(tmp_path: Path, first: str) -> None:
    assert names(read(tmp_path, f"{first}\n2 Bo\n")) == [first[2:], "Bo"]
    assert names(read(tmp_path, f"1. {first[2:]}\n2. Bo\n")) == [first[2:], "Bo"]


@pytest.mark.parametrize("text", ["Ann\nTisch Süd:\nBo", "Ann\nWarteliste: Bo\nCora"])
def test_a_heading_that_may_end_the_list_is_refused(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, text) == ("players-heading", 2)


def test_names_with_digits_and_signs_pass(tmp_path: Path) -> None:
    own = [
        *("Player 1", "7 Zwerge", "2Pac", "X-Ray", "Groß, Jörg", "O'Neil", "=1+1", "Ann (Ulm)"),
        *("12 Monkeys", "de la Cruz, Ana", "Müller-Lüdenscheidt", "Dr. No", "J. R.", "Ann Krank"),
        *(
            "M&M",
            "C++",
            "L33t_h4x0r",
            "Bo 2.0",
            "R2-D2",
            "Müller - Schmidt",
            "Ann #2",
            "李雷",
            "¡Ana!",
        ),
    ]
    assert read(tmp_path, "\n".join(own)) == PlayerList(read(tmp_path, "\n".join(own)).players)
    assert names(read(tmp_path, "\n".join(own))) == own
    numbered = [
        name for name in own if name not in ("=1+1", "Ann (Ulm)", "Müller - Schmidt", "¡Ana!")
    ]
    lines = (f"{at}. {name}" for at, name in enumerate(numbered, 1))
    assert names(read(tmp_path, "\n".join(lines))) == numbered


def test_a_table_below_a_title_and_who_is_not_active(tmp_path: Path) -> None:
    text = "Anmeldungen 2031\nName;Verein;Aktiv\n1. Ann;SC;ja\nBo;;nein\nWarteliste;;\nCora;;\n"
    listing = read(tmp_path, text, "list.csv")
    assert [(one.name, one.club) for one in listing.players] == [("Ann", "SC")]
    assert [line for line, _ in listing.left_out] == [1, 4, 5, 6]
