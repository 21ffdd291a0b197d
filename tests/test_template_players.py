"""Is a list of players read as it was meant, and refused with line and reason where it is not?"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import Run, run
from xlscore.template.players import PlayerRow, read_players
from xlscore.words import Refused

__all__ = ["run"]  # the fixture

RULES = ("--rules", "dsvc-s3", "--scenario", "base")
NAMES = ["Jörg Groß", "Ann Łuk", "Bo O'Neil"]


def listed(folder: Path, content: str | bytes) -> Path:
    path = folder / "players.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    "data",
    [
        "\n".join(NAMES).encode(),
        "\r\n".join(NAMES).encode("utf-8-sig"),
        "\n".join(NAMES).encode("utf-16"),
        b"\xfe\xff" + "\n".join(NAMES).encode("utf-16-be"),
        ("\n\n" + "\n \n".join(f"  {name} " for name in NAMES) + "\n").encode(),
        "Jo\u0308rg  Groß\nAnn\u00a0Łuk\nBo O'Neil".encode(),
    ],
    ids=["utf-8", "mark", "utf-16", "utf-16-be", "blanks", "decomposed"],
)
def test_one_name_a_line(tmp_path: Path, data: bytes) -> None:
    assert [player.name for player in read_players(listed(tmp_path, data)).players] == NAMES


def test_what_is_no_utf_8_is_read_as_windows_text(tmp_path: Path) -> None:
    players = read_players(listed(tmp_path, "Jörg Groß\nZoë".encode("cp1252"))).players
    assert [player.name for player in players] == ["Jörg Groß", "Zoë"]


def test_without_headings_a_comma_belongs_to_the_name(tmp_path: Path) -> None:
    assert read_players(listed(tmp_path, "Groß, Jörg\n=1+1\n")).players == (
        PlayerRow("Groß, Jörg"),
        PlayerRow("=1+1"),
    )


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize(
    "headings", [("No", "Player", "Club", "Lot"), ("nr", "Name", "VEREIN", "Los")]
)
def test_headings_name_the_columns(
    tmp_path: Path, separator: str, headings: tuple[str, ...]
) -> None:
    rows = [headings, ("1", "Ann", "", "7"), ("2", '"Groß, Jörg"', "SC Süd"), ("", "", "", "")]
    text = "\n".join(separator.join(row) for row in rows)
    assert read_players(listed(tmp_path, text)).players == (
        PlayerRow("Ann", None, 7),
        PlayerRow("Groß, Jörg", "SC Süd", None),
    )


CHAT = """\
Games at Bea's on 21.6.
1. Ann Ahorn
2) Bo O'Neil \U0001f44d\U0001f3fd
\u2022 Jörg Groß ✅
- Zoë (comes later)
3️⃣ ⭐ Gil *
~ Hana
[21.06.26, 19:31:05] Ida Iris: I am in: yes!
21.06.26, 19:32 - Jan Jung: me too
6/21/26, 7:33 PM - Kim: \U0001f44d
[21.06.26, 19:35] Messages are encrypted
4.
Ann ahorn
5.\tLou
+49 151 1234
"""


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_list_copied_out_of_a_chat(tmp_path: Path, ending: str) -> None:
    listing = read_players(listed(tmp_path, CHAT.replace("\n", ending)))
    assert [player.name for player in listing.players] == [
        *("Ann Ahorn", "Bo O'Neil", "Jörg Groß", "Zoë", "Gil", "Hana"),
        *("Ida Iris", "Jan Jung", "Kim", "Lou"),
    ]
    assert listing.left_out == (
        (1, "Games at Bea's on 21.6."),
        (5, "(comes later)"),
        (8, "I am in: yes!"),
        (9, "me too"),
        (10, "\U0001f44d"),
        (11, "[21.06.26, 19:35] Messages are encrypted"),
        (12, "4."),
        (13, "Ann ahorn"),
        (15, "+49 151 1234"),
    )


def test_a_column_of_a_form_may_be_numbered(tmp_path: Path) -> None:
    listing = read_players(
        listed(tmp_path, "Zeitstempel,Name\n2026-03-01,1. Ann\n2026-03-02,2. Bo\n")
    )
    assert [player.name for player in listing.players] == ["Ann", "Bo"]


def test_remarks_that_tell_two_people_apart_stay(tmp_path: Path) -> None:
    listing = read_players(listed(tmp_path, "1. Ann (Ulm)\n2. Ann (Bonn)\n3. Bo (late)\n"))
    assert [player.name for player in listing.players] == ["Ann (Ulm)", "Ann (Bonn)", "Bo"]
    assert listing.left_out == ((3, "(late)"),)


def test_a_list_that_was_typed_stays_as_it_is(tmp_path: Path) -> None:
    names = ["Ann (Ulm)", "B12", "Groß, Jörg", "7", "दीपू", "X-Ray"]
    assert read_players(listed(tmp_path, "\n".join(names))) == (
        tuple(map(PlayerRow, names)),
        (),
    )


@pytest.mark.parametrize("title", ["Spring 2026", "Who comes:", "Spieler: Halle 2"])
def test_a_title_is_left_out(tmp_path: Path, title: str) -> None:
    listing = read_players(listed(tmp_path, f"{title}\nAnn\nBo\n"))
    assert [player.name for player in listing.players] == ["Ann", "Bo"]
    assert listing.left_out == ((1, title),)


def test_names_with_digits_are_no_titles(tmp_path: Path) -> None:
    listing = read_players(listed(tmp_path, "Player 1\nPlayer 2\n"))
    assert [player.name for player in listing.players] == ["Player 1", "Player 2"]
    assert read_players(listed(tmp_path, "Player 1\n")).players == (PlayerRow("Player 1"),)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_left_out_is_told(tmp_path: Path, run: Run, language: str) -> None:
    path = listed(tmp_path, CHAT)
    ran = run("new", tmp_path / "a.xlsx", "--players", path, "--lang", language, *RULES)
    assert (ran.code, ran.out) == (0, "")
    told = ran.err.splitlines()[1]
    assert "1: Games at Bea's on 21.6., 5: (comes later)" in told
    assert "13: Ann ahorn" in told


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("", "players-empty", None),
        (" \n\n", "players-empty", None),
        ("Player;Club\n;SC Süd\n", "players-empty", None),
        (b"PK\x03\x04\x00\x00", "file-not-text", None),
        ("Ann\nBen;SC Süd\n", "players-no-heading", 2),
        ("Ann\n\nBen\n ann ", "players-twice", 4),
        ("Name;Los\nAnn;1\nBen;first\n", "players-lot", 3),
        ("Name,Lot\nAnn,1.5\n", "players-lot", 2),
        ("Ann\n" + "B" * 5_000_000, "players-line-long", 2),
        ("Name;Los\n" + "B" * 5_000_000, "players-line-long", 2),
    ],
)
def test_what_is_refused_names_the_file_and_the_line(
    tmp_path: Path, content: str | bytes, code: str, line: int | None
) -> None:
    with pytest.raises(Refused) as refused:
        read_players(listed(tmp_path, content))
    assert refused.value.code == code
    for language in ("en", "de"):
        text = refused.value.text(language)
        assert text.startswith("players.txt")
        assert line is None or f" {line}:" in text
