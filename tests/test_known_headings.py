"""Are the headings that clubs are known to use read, each as what it means there?

The words stand here a second time: one that is lost in the code is missed by nobody else.
"""

from __future__ import annotations

import pytest

from xlscore.workbook.result_layouts import KNOWN
from xlscore.workbook.vocabulary import RESULTS_SYNONYMS, WEAK_SYNONYMS

HEADINGS = {
    "round": """
        Rd | Rd. | Rnd | Rnd. | Durchgang | Spielrunde | Rundennr | Rundennr. | Runden-Nr |
        Runden-Nr. | Runde Nr | Runde Nr. | Rundennummer | Round no | Round no. | Round number |
        Round #
    """,
    "table": """
        Tischnr | Tischnr. | Tisch-Nr | Tisch-Nr. | Tisch Nr | Tisch Nr. | Tischnummer |
        Spieltisch | Table no | Table no. | Table number | Table # | Board
    """,
    "seat": """
        Startposition | Startreihenfolge | Sitzplatz | Sitzposition | Sitznummer | Starting
        position | Seat no | Seat no. | Seat number
    """,
    "player": """
        Name | Spielername | Spielerin | Spieler/in | Spieler/-in | Spieler:in | Spieler*in |
        Spieler_in | Mitspieler | Mitspieler/in | Vor- und Nachname | Teilnehmer | Teilnehmerin |
        Teilnehmer/in | Teilnehmer:in | Teilnehmer*in | Teilnehmername | Participant | Player name
        | Player's name | Full name | Competitor
    """,
    "first_name": """
        Firstname | Given name | Forename | Rufname
    """,
    "last_name": """
        Lastname | Surname | Family name | Familienname | Zuname
    """,
    "vp": """
        Siegpunkte | Siegpunkt | Siegpunktzahl | Siegpkt | Siegpkt. | Siegpunkte (SP) | Erreichte
        Siegpunkte | SPs | Ergebnis | Victory points | Victory points (VP) | VPs | Score | Punkte
        | Punktzahl | Pkt | Pkt. | Points | Pts | Pts.
    """,
    "winner": """
        Siegerin | Sieger/in | Sieger:in | Sieger*in | Gewinner | Gewinnerin | Gewinner/in |
        Gewinner:in | Gewinner*in | Gewonnen | Sieg | Win | Won
    """,
    "place": """
        Platzierung | Tischplatzierung | Placing | Placement
    """,
    "game": """
        Spielname | Spieltitel | Name des Spiels | Game name | Name of the game
    """,
    "factor": """
        Spielfaktor | Multiplikator | Game factor | Multiplier
    """,
    "date": """
        Spieldatum | Spieltag | Tag | Day | Game date | Date played
    """,
}

WORDS = [
    (field, " ".join(word.split()))
    for field, words in HEADINGS.items()
    for word in words.split("|")
]


@pytest.mark.parametrize(("field", "word"), WORDS)
def test_a_heading_that_clubs_use_is_known(field: str, word: str) -> None:
    found = KNOWN.meanings()[word]
    assert found is not None
    assert found[1] == field


def test_every_known_heading_is_watched() -> None:
    known = {
        word
        for table in (RESULTS_SYNONYMS, WEAK_SYNONYMS)
        for one in table.values()
        for word in one
    }
    assert {word for _, word in WORDS} == known
