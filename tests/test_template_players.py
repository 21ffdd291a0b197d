"""Is a list of players read as it was meant, and refused with line and reason where it is not?"""

from __future__ import annotations

from pathlib import Path

import pytest

from xlscore.files.players import PlayerRow, read_players
from xlscore.messages import Refused

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
    assert [player.name for player in read_players(listed(tmp_path, data))] == NAMES


def test_what_is_no_utf_8_is_read_as_windows_text(tmp_path: Path) -> None:
    players = read_players(listed(tmp_path, "Jörg Groß\nZoë".encode("cp1252")))
    assert [player.name for player in players] == ["Jörg Groß", "Zoë"]


def test_without_headings_a_comma_belongs_to_the_name(tmp_path: Path) -> None:
    assert read_players(listed(tmp_path, "Groß, Jörg\n=1+1\n")) == (
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
    assert read_players(listed(tmp_path, text)) == (
        PlayerRow("Ann", None, 7),
        PlayerRow("Groß, Jörg", "SC Süd", None),
    )


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
