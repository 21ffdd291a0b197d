"""Are the words that clubs are known to use read, each as what it means there?

The words stand here a second time: one that is lost in the code is missed by nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from xlscore.compare import own_standings
from xlscore.workbook.result_layouts import KNOWN
from xlscore.workbook.vocabulary import (
    RESULTS_SYNONYMS,
    STANDINGS_SYNONYMS,
    STANDINGS_WEAK,
    WEAK_SYNONYMS,
    is_value,
)

HEADINGS = {
    "round": """
        Rd | Rd. | Rnd | Rnd. | Durchgang | Spielrunde | Rundennr | Rundennr. | Runden-Nr |
        Runden-Nr. | Runde Nr | Runde Nr. | Rundennummer | Round no | Round no. | Round number |
        Round #
        | Speelronde | Rondenr | Rondenr. | Ronde nr | Ronde nr. | Rondenummer
    """,
    "table": """
        Tischnr | Tischnr. | Tisch-Nr | Tisch-Nr. | Tisch Nr | Tisch Nr. | Tischnummer |
        Spieltisch | Table no | Table no. | Table number | Table # | Board
        | Tafelnr | Tafelnr. | Tafel nr | Tafel nr. | Tafelnummer | Speeltafel | Bord
    """,
    "seat": """
        Startposition | Startreihenfolge | Sitzplatz | Sitzposition | Sitznummer | Starting
        position | Seat no | Seat no. | Seat number
        | Zitplaats | Startpositie | Startvolgorde | Stoelnummer
    """,
    "player": """
        Name | Spielername | Spielerin | Spieler/in | Spieler/-in | Spieler:in | Spieler*in |
        Spieler_in | Mitspieler | Mitspieler/in | Vor- und Nachname | Teilnehmer | Teilnehmerin |
        Teilnehmer/in | Teilnehmer:in | Teilnehmer*in | Teilnehmername | Participant | Player name
        | Player's name | Full name | Competitor
        | Spelersnaam | Naam | Naam speler | Speelster | Speler/speelster | Deelnemer |
        Deelneemster | Volledige naam
    """,
    "first_name": """
        Firstname | Given name | Forename | Rufname
        | Roepnaam
    """,
    "last_name": """
        Lastname | Surname | Family name | Familienname | Zuname
        | Familienaam
    """,
    "vp": """
        Siegpunkte | Siegpunkt | Siegpunktzahl | Siegpkt | Siegpkt. | Siegpunkte (SP) | Erreichte
        Siegpunkte | SPs | Ergebnis | Victory points | Victory points (VP) | VPs | Score | Punkte
        | Punktzahl | Pkt | Pkt. | Points | Pts | Pts.
        | Overwinningspunten | Overwinningspunten (OP) | Zegepunten | OPs | Behaalde
        overwinningspunten
        | Punten | Aantal punten | Pnt | Pnt.
    """,
    "winner": """
        Siegerin | Sieger/in | Sieger:in | Sieger*in | Gewinner | Gewinnerin | Gewinner/in |
        Gewinner:in | Gewinner*in | Gewonnen | Sieg | Win | Won
        | Winnares | Gewonnen door | Overwinning
    """,
    "place": """
        Platzierung | Tischplatzierung | Placing | Placement
        | Plaatsing | Eindplaats | Plek
    """,
    "game": """
        Spielname | Spieltitel | Name des Spiels | Game name | Name of the game
        | Spelnaam | Naam van het spel
    """,
    "factor": """
        Spielfaktor | Multiplikator | Game factor | Multiplier
        | Spelfactor | Vermenigvuldiger
    """,
    "date": """
        Spieldatum | Spieltag | Tag | Day | Game date | Date played
        | Speeldatum | Speeldag | Dag
    """,
}

OF_STANDINGS = {
    "rank": """
        Place | Position | Pos | Pos. | Platz | Platzierung | Endplatz | Rg | Rg.
        | Plaats | Eindplaats | Plek
    """,
    "tournament_points": """
        Tournament points | Total TP | Turnierpunkte | Summe TP | TP gesamt | Points | Pts
        | Total points | Punkte | Pkt | Pkt. | Gesamtpunkte
        | Toernooipunten | Totaal TP
        | Punten | Totaal punten | Totaalpunten
    """,
    "victory_points": """
        Victory points | VPs | Total VP | Siegpunkte | Summe SP | SP gesamt
        | Overwinningspunten | Zegepunten | Totaal OP
    """,
    "share": """
        Percent | Percentage | % | Share % | Share in % | Prozent | Prozentanteil | Anteil
        % | Anteil in %
        | Aandeel % | Aandeel in %
    """,
}

TYPED = {
    "semi-final": """
        semi-final | semifinal | semi final | sf | halbfinale | hf
    """,
    "final": """
        final | f | finale
    """,
    "yes": """
        x | 1 | yes | true | ✓ | ✔ | ☑ | ✅ | ja
    """,
    "no": """
        0 | no | false | ☐ | nein
    """,
    "low": """
        low | niedrig | leicht
    """,
    "high": """
        high | hoch | anspruchsvoll
    """,
    "higher": """
        higher | höher | mehr
    """,
    "lower": """
        lower | niedriger | weniger
    """,
    "total": """
        total | totals | sum | subtotal | grand total | count | average | mean | ø | σ | ∑
        | summe | summen | gesamt | insgesamt | zwischensumme | gesamtsumme | anzahl |
        durchschnitt | schnitt | mittelwert | totaal | som | subtotaal | gemiddelde |
        aantal
    """,
    "average": """
        average | mean | ø | durchschnitt | schnitt | mittelwert | gemiddelde
    """,
    "bye": """
        bye | pause | frei | freilos | spielfrei | spielfreie runde | aussetzen | vrij |
        vrije ronde | pauze
    """,
    "absent": """
        absent | no show | no-show | noshow | not played | did not play | dns | n/a | n.a.
        | n. a. | abwesend | fehlt | nicht da | nicht anwesend | nicht erschienen | nicht
        angetreten | nicht gespielt | afwezig | niet gespeeld | n.v.t.
    """,
    "nobody": """
        guest | nobody | empty | vacant | unknown | tbd | tba | free seat | substitute |
        dummy | ditto | idem | n.n. | n. n. | n.n | nn | gast | niemand | leer | unbesetzt
        | unbekannt | freier platz | ersatz | ersatzspieler | ersatzspielerin | dito | dto
        | dto. | s.o. | s. o. | leeg | onbekend
    """,
    "base": """
        base | base game | basisspiel | basis
    """,
    "seafarers": """
        seafarers | seefahrer
    """,
    "cities-knights": """
        cities-knights | cities and knights | cities & knights | städte und ritter |
        städte & ritter
    """,
    "en": """
        en | english | englisch
    """,
    "de": """
        de | german | deutsch
    """,
    "nl": """

    """,
}


Table = Mapping[str, Iterable[str]]


def listed(table: Mapping[str, str]) -> list[tuple[str, str]]:
    return [
        (field, " ".join(word.split()))
        for field, words in table.items()
        for word in words.split("|")
        if word.strip()
    ]


WORDS = listed(HEADINGS)


@pytest.mark.parametrize(("field", "word"), WORDS)
def test_a_heading_that_clubs_use_is_known(field: str, word: str) -> None:
    found = KNOWN.meanings()[word]
    assert found is not None
    assert found[1] == field


@pytest.mark.parametrize(("field", "word"), listed(OF_STANDINGS))
def test_a_heading_of_standings_that_clubs_use_is_known(field: str, word: str) -> None:
    found = own_standings.KNOWN.meanings()[word]
    assert found is not None
    assert found[1] == field


@pytest.mark.parametrize(("value", "word"), listed(TYPED))
def test_a_word_that_people_type_is_known(value: str, word: str) -> None:
    assert is_value(word, value)
    assert is_value(f" {word.upper()} ", value)


@pytest.mark.parametrize(
    ("written", "tables"),
    [
        (HEADINGS, (RESULTS_SYNONYMS, WEAK_SYNONYMS)),
        (OF_STANDINGS, (STANDINGS_SYNONYMS, STANDINGS_WEAK)),
    ],
    ids=["results", "standings"],
)
def test_every_known_heading_is_watched(
    written: Mapping[str, str], tables: Sequence[Table]
) -> None:
    known = {
        (field, word)
        for table in tables
        for field, words in table.items()
        for word in words
        if field in written and word
    }
    assert set(listed(written)) == known
    assert {field for table in tables for field in table} - set(written) <= {"player"}
