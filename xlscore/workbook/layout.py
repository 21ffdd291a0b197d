"""The workbook contract: names of sheets and columns in both languages, synonyms, cell styles.

Whoever reads or writes a workbook takes its names from here; nothing else in the project spells
a sheet or a column heading. Keys are English and internal, `LANGUAGES` index the spellings.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeVar

LANGUAGES = ("en", "de")
MARK = "_xlscore"
"""Hidden sheet-scoped defined name that makes a sheet ours."""


class Name(NamedTuple):
    """One name in both languages."""

    en: str
    de: str

    def __call__(self, language: str) -> str:
        return self.de if language == "de" else self.en


SHEETS = {
    "tournament": Name("Tournament", "Turnier"),
    "players": Name("Players", "Spieler"),
    "results": Name("Results", "Ergebnisse"),
    "games": Name("Games", "Spiele"),
    "standings": Name("Standings", "Wertung"),
    "scored_games": Name("Scored games", "Einzelwertung"),
    "check": Name("Check", "Prüfung"),
    "live": Name("Live", "Live"),
}
OUR_SHEETS = ("standings", "scored_games", "check")

TABLES = {"players": "tblPlayers", "results": "tblResults", "games": "tblGames"}

RESULTS_COLUMNS = {
    "round": Name("Round", "Runde"),
    "table": Name("Table", "Tisch"),
    "seat": Name("Seat", "Sitz"),
    "player": Name("Player", "Spieler"),
    "first_name": Name("First name", "Vorname"),
    "last_name": Name("Last name", "Nachname"),
    "vp": Name("VP", "SP"),
    "winner": Name("Winner", "Sieger"),
    "place": Name("Place", "Platz"),
    "game": Name("Game", "Spiel"),
    "factor": Name("Factor", "Faktor"),
    "date": Name("Date", "Datum"),
    "bonus": Name("Bonus TP", "Bonus-TP"),
    "reason": Name("Reason", "Grund"),
}
SEAT_OR_PLACE = Name("Position", "Position")
"""A seat to some and a place to others."""
PLAYERS_COLUMNS = {
    "no": Name("No", "Nr"),
    "player": Name("Player", "Spieler"),
    "club": Name("Club", "Verein"),
    "lot": Name("Lot", "Los"),
    "active": Name("Active", "Aktiv"),
}
PLAYERS_FURTHER = {
    "also": Name("Also", "Auch"),
    "first_name": RESULTS_COLUMNS["first_name"],
    "last_name": RESULTS_COLUMNS["last_name"],
}
"""Columns of the Players sheet that are read where somebody adds them."""
GAMES_COLUMNS = {
    "game": Name("Game", "Spiel"),
    "minutes": Name("Minutes", "Minuten"),
    "level": Name("Level", "Niveau"),
    "factor": Name("Factor", "Faktor"),
    "better": Name("Better", "Besser"),
}
TOURNAMENT_KEYS = {
    "name": Name("Name", "Name"),
    "date": Name("Date", "Datum"),
    "venue": Name("Venue", "Ort"),
    "rule_set": Name("Rule set", "Regelwerk"),
    "scenario": Name("Scenario", "Szenario"),
    "rounds": Name("Rounds", "Runden"),
    "language": Name("Language", "Sprache"),
}
DRAW = Name("Draw", "Auslosung")
"""With a round behind it (``Draw 2``) the key of the seed that the round was drawn with."""

TABLE_WORDS = ("table", "tisch", "tafel", "board", "brett", "bord", "t")
ROUND_WORDS = ("round", "runde", "vorrunde", "ronde", "rd", "r")
NUMBER_WORDS = ("nr", "no", "#")
"""What may stand before the number of a table or a round and is no part of a name, folded."""

# Headings met in clubs' own workbooks. A heading spelled as above wins over any of these. Words
# that may mean two things are none: "Platz am Tisch" is a seat to some and a place to others.
RESULTS_SYNONYMS = {
    "round": (
        *("Rd", "Rd.", "Rnd", "Rnd.", "Durchgang", "Spielrunde"),
        *("Rundennr", "Rundennr.", "Runden-Nr", "Runden-Nr.", "Runde Nr", "Runde Nr."),
        *("Rundennummer", "Round no", "Round no.", "Round number", "Round #"),
    ),
    "table": (
        *("Tischnr", "Tischnr.", "Tisch-Nr", "Tisch-Nr.", "Tisch Nr", "Tisch Nr.", "Tischnummer"),
        *("Spieltisch", "Table no", "Table no.", "Table number", "Table #", "Board"),
    ),
    "seat": (
        *("Startposition", "Startreihenfolge", "Sitzplatz", "Sitzposition", "Sitznummer"),
        *("Starting position", "Seat no", "Seat no.", "Seat number"),
    ),
    "player": (
        *("Name", "Spielername", "Spielerin", "Spieler/in", "Spieler/-in", "Spieler:in"),
        *("Spieler*in", "Spieler_in", "Mitspieler", "Mitspieler/in", "Vor- und Nachname"),
        *("Teilnehmer", "Teilnehmerin", "Teilnehmer/in", "Teilnehmer:in", "Teilnehmer*in"),
        *("Teilnehmername", "Participant", "Player name", "Player's name", "Full name"),
        "Competitor",
    ),
    "first_name": ("Firstname", "Given name", "Forename", "Rufname"),
    "last_name": ("Lastname", "Surname", "Family name", "Familienname", "Zuname"),
    "vp": (
        *("Siegpunkte", "Siegpunkt", "Siegpunktzahl", "Siegpkt", "Siegpkt.", "Siegpunkte (SP)"),
        *("Erreichte Siegpunkte", "SPs", "Ergebnis", "Victory points", "Victory points (VP)"),
        *("VPs", "Score"),
    ),
    "winner": (
        *("Siegerin", "Sieger/in", "Sieger:in", "Sieger*in", "Gewinner", "Gewinnerin"),
        *("Gewinner/in", "Gewinner:in", "Gewinner*in", "Gewonnen", "Sieg", "Win", "Won"),
    ),
    "place": ("Platzierung", "Tischplatzierung", "Placing", "Placement"),
    "game": ("Spielname", "Spieltitel", "Name des Spiels", "Game name", "Name of the game"),
    "factor": ("Spielfaktor", "Multiplikator", "Game factor", "Multiplier"),
    "date": ("Spieldatum", "Spieltag", "Tag", "Day", "Game date", "Date played"),
}
WEAK_SYNONYMS = {"vp": ("Punkte", "Punktzahl", "Pkt", "Pkt.", "Points", "Pts", "Pts.")}
"""Headings that count only where no better column exists, with a note."""

STANDINGS_SYNONYMS = {
    "rank": ("Platz", "Place", "Platzierung", "Endplatz", "Position", "Pos", "Pos.", "Rg", "Rg."),
    "player": RESULTS_SYNONYMS["player"],
    "tournament_points": (
        *("Turnierpunkte", "Tournament points"),
        *("Summe TP", "TP gesamt", "Total TP"),
    ),
    "victory_points": (
        *("Siegpunkte", "Victory points", "VPs"),
        *("Summe SP", "SP gesamt", "Total VP"),
    ),
    "share": (
        *("Prozent", "Percent", "Percentage", "%", "Prozentanteil"),
        *("Anteil %", "Anteil in %", "Share %", "Share in %"),
    ),
}
STANDINGS_WEAK = {
    "tournament_points": ("Punkte", "Points", "Pkt", "Pkt.", "Pts", "Gesamtpunkte", "Total points")
}
"""Headings of clubs' own standings, as above; read only to be compared."""

VALUES = {
    "semi-final": ("semi-final", "semifinal", "semi final", "sf", "halbfinale", "hf"),
    "final": ("final", "finale", "f"),
    "yes": ("x", "1", "yes", "ja", "true", "✓", "✔", "☑", "✅"),
    "no": ("", "0", "no", "nein", "false", "☐"),
    "low": ("low", "niedrig", "leicht"),
    "high": ("high", "hoch", "anspruchsvoll"),
    "higher": ("higher", "höher", "mehr"),
    "lower": ("lower", "niedriger", "weniger"),
    "total": (
        *("total", "totals", "sum", "subtotal", "grand total", "count", "average", "mean"),
        *("summe", "summen", "gesamt", "insgesamt", "zwischensumme", "gesamtsumme", "anzahl"),
        *("durchschnitt", "schnitt", "mittelwert", "ø", "σ", "∑"),
        *("totaal", "som", "subtotaal", "gemiddelde", "aantal"),
    ),
    "average": (*("average", "mean", "durchschnitt", "schnitt", "mittelwert", "ø", "gemiddelde"),),
    "bye": (
        *("bye", "pause", "frei", "freilos", "spielfrei", "spielfreie runde", "aussetzen"),
        *("vrij", "vrije ronde", "pauze"),
    ),
    "absent": (
        *("absent", "no show", "no-show", "noshow", "not played", "did not play", "dns"),
        *("n/a", "n.a.", "n. a.", "abwesend", "fehlt", "nicht da", "nicht anwesend"),
        *("nicht erschienen", "nicht angetreten", "nicht gespielt"),
        *("afwezig", "niet gespeeld", "n.v.t."),
    ),
    "nobody": (
        *("n.n.", "n. n.", "n.n", "nn", "guest", "nobody", "empty", "vacant"),
        *("gast", "niemand", "leer", "unbesetzt", "leeg"),
        *("unknown", "unbekannt", "onbekend", "tbd", "tba", "free seat", "freier platz"),
        *("substitute", "ersatz", "ersatzspieler", "ersatzspielerin", "dummy"),
        *("ditto", "dito", "dto", "dto.", "idem", "s.o.", "s. o."),
    ),
    "base": ("base", "base game", "basisspiel", "basis"),
    "seafarers": ("seafarers", "seefahrer"),
    "cities-knights": (
        "cities-knights",
        "cities and knights",
        "cities & knights",
        "städte und ritter",
        "städte & ritter",
    ),
    "en": ("en", "english", "englisch"),
    "de": ("de", "german", "deutsch"),
}
"""What a typed word may be, in both languages, case-folded; compared through `is_value`."""

_ORDINALS = (
    ("first", "erste", "erster", "🥇"),
    ("second", "zweite", "zweiter", "🥈"),
    ("third", "dritte", "dritter", "🥉"),
    ("fourth", "vierte", "vierter"),
    ("fifth", "fünfte", "fünfter"),
    ("sixth", "sechste", "sechster"),
)
"""Words for the places 1, 2, 3 ..., case-folded."""

SCENARIOS = {
    "base": Name("base", "Basisspiel"),
    "seafarers": Name("seafarers", "Seefahrer"),
    "cities-knights": Name("cities-knights", "Städte & Ritter"),
}
SEMI_FINAL, FINAL = Name("Semi-final", "Halbfinale"), Name("Final", "Finale")
CHOICES = {
    "yes": Name("yes", "ja"),
    "no": Name("no", "nein"),
    "low": Name("low", "niedrig"),
    "high": Name("high", "hoch"),
    "higher": Name("higher", "höher"),
    "lower": Name("lower", "niedriger"),
    "en": Name("English", "English"),
    "de": Name("Deutsch", "Deutsch"),
    "semi-final": SEMI_FINAL,
    "final": FINAL,
    **SCENARIOS,
}
"""The one spelling of a value that our own workbooks offer; any of VALUES is read."""


_PENALTIES = (
    *("penalt", "malus", "straf", "abzug", "abzüge", "deduct", "disq", "bonus", "bonuses", "boni"),
    *("korrektur", "korrig", "berichtig", "correction", "corrected", "ungültig", "invalid"),
    *("annull", "void", "gestrichen"),
)
_VALIDITY = ("gültig", "gewertet", "gezählt", "zählt", "valid", "counted")
_POINTS = (
    *("platz", "plätze", "place", "placing", "placement", "platzierung", "position", "punkt"),
    *("punkte", "punkten", "point", "points", "score", "scores", "ergebnis", "pkt", "pts"),
)
_POINT_WORDS = (
    *("rang", "pos", "tp", "vp", "sp", "tps", "vps", "sps", "rank", "ranks", "ranking"),
    *("rangfolge", "rangliste", "finish", "finished", "finishing"),
)


def _at_an_end(parts: Iterable[str], whole: Iterable[str]) -> re.Pattern[str]:
    """Any of the parts at the beginning or end of a word, or any of the whole words."""
    either = [f for part in parts for f in (rf"\b{part}", rf"{part}\b")]
    return re.compile("|".join([*either, *(rf"\b{word}\b" for word in whole)]))


_ARE_PENALTIES = _at_an_end(_PENALTIES, ("dq", "dsq"))
_ARE_VALID = _at_an_end((), _VALIDITY)
_ARE_POINTS = _at_an_end(_POINTS, _POINT_WORDS)
_TELL_GAMES = _at_an_end(
    (
        *("partie", "uhrzeit", "startzeit", "spielzeit", "abend", "evening", "session", "saison"),
        *("season", "turnier", "tournament", "event", "gruppe", "group", "staffel", "spielort"),
    ),
    (
        *("zeit", "time", "beginn", "start", "match", "nr", "no", "nummer", "number", "id", "pool"),
        *("spielnr", "partienr", "matchnr", "saal", "raum", "room", "hall", "halle", "venue"),
        *("location", "jahr", "year"),
    ),
)


def speaks_of(heading: str) -> str | None:
    """``"penalties"`` for a heading with a word for points that are given, taken or corrected,
    ``"validity"`` for one that says whether a row counts, ``"points"`` for one with a word for
    points or places, None for others."""
    words = re.sub(r"[\W_]|\d", " ", folded(heading))
    if _ARE_PENALTIES.search(words):
        return "penalties"
    if _ARE_VALID.search(words):
        return "validity"
    return "points" if _ARE_POINTS.search(words) else None


def tells_games(heading: str) -> bool:
    """Whether a heading has a word for what tells one game from another, such as ``"Match no"``."""
    return bool(_TELL_GAMES.search(re.sub(r"[\W_]|\d", " ", folded(heading))))


class Column(NamedTuple):
    """One column of a sheet of ours: heading, style of its cells, width in characters."""

    heading: Name
    style: str
    width: float


OUTPUT = {
    "standings": {
        "rank": Column(Name("Rank", "Rang"), "whole", 7),
        "player": Column(Name("Player", "Spieler"), "text", 32),
        "games": Column(Name("Games", "Spiele"), "whole", 8),
        "tournament_points": Column(Name("TP", "TP"), "points", 9),
        "victory_points": Column(Name("VP", "SP"), "points", 9),
        "share": Column(Name("Share", "Anteil"), "share", 10),
        "firsts": Column(Name("1st", "1."), "whole", 6),
        "seconds": Column(Name("2nd", "2."), "whole", 6),
        "thirds": Column(Name("3rd", "3."), "whole", 6),
        "decided_by": Column(Name("Decided by", "Entscheidung"), "text", 24),
    },
    "scored_games": {
        "round": Column(Name("Round", "Runde"), "code", 9),
        "table": Column(Name("Table", "Tisch"), "code", 9),
        "game": Column(Name("Game", "Spiel"), "text", 22),
        "player": Column(Name("Player", "Spieler"), "text", 32),
        "victory_points": Column(Name("VP", "SP"), "points", 9),
        "counted": Column(Name("Counted", "Gewertet"), "points", 10),
        "place": Column(Name("Place", "Platz"), "whole", 8),
        "tournament_points": Column(Name("TP", "TP"), "points", 9),
        "share": Column(Name("Share", "Anteil"), "share", 10),
    },
    "check": {
        "level": Column(Name("Level", "Stufe"), "text", 10),
        "where": Column(Name("Where", "Ort"), "wrapped", 26),
        "code": Column(Name("Code", "Code"), "text", 24),
        "message": Column(Name("Message", "Meldung"), "wrapped", 110),
    },
}
FURTHER = {"bonus": Column(RESULTS_COLUMNS["bonus"], "points", 11)}
"""Columns of the standings behind the status, from M, where there is anything in them."""
STATUS_COLUMN, STATUS_WIDTH = 11, 72
"""Cell L1 of the standings holds the status in words."""


class Style(NamedTuple):
    """How a cell looks: number format, and what sets it off. The font is always FONT."""

    number_format: str = "General"
    align: str | None = None
    bold: bool = False
    color: str | None = None
    fill: str | None = None
    wrap: bool = False
    size: int = 11
    indent: int = 0


FONT = "Calibri"
INK, PAPER, ACCENT = "1F2937", "FFFFFF", "9A3412"
LINE, BAND, ENTRY = "E4D9D0", "F8EEE3", "FFF4CC"
"""Rules between cells, every other game, cells that wait for an entry."""
PODIUM = ("F5D76E", "D5DBE1", "E9C29B")
"""Behind ranks 1, 2 and 3."""
# In a number format _0 is the room of a digit: decimal points stand below each other, and
# numbers stand below the middle of their heading.
STYLES = {
    "header": Style(align="center", bold=True, color=PAPER, fill=ACCENT),
    "text": Style("@", align="left", color=INK, indent=1),
    "code": Style(align="center", color=INK),
    "wrapped": Style("@", align="left", color=INK, wrap=True, indent=1),
    "whole": Style("0", align="center", color=INK),
    "points": Style("0_._0_0_0_0", align="right", color=INK),
    "points.1": Style("0.0_0_0_0", align="right", color=INK),
    "points.2": Style("0.00_0_0", align="right", color=INK),
    "share": Style("0.00", align="right", color=INK),
    "status": Style("@", align="left", bold=True, color=ACCENT, wrap=True, indent=1),
}


JOINERS = dict.fromkeys(
    [
        *(0x200C, 0x200D, *range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10)),
        *(*range(0xE0020, 0xE0080), *range(0xE0100, 0xE01F0)),
    ]
)
"""Joiners, variation selectors and the tags of flags: they change how the character before them
looks, and tell nobody from anybody; for `str.translate`."""
INVISIBLE = dict.fromkeys(
    code
    for code in (
        *(*range(0x7F, 0x85), *range(0x86, 0xA0), 0xAD, 0x034F, *range(0x0600, 0x0606), 0x061C),
        *(0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E),
        *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x2800),
        *(0x3164, 0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFFC), 0x110BD, 0x110CD),
        *(*range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
        *range(0xE0000, 0xE1000),
    )
    if code not in JOINERS
)
"""Characters that nobody sees or types, which copying from pages and programs leaves behind: all
format and filler characters of Unicode but the JOINERS; for `str.translate`."""
_UNSEEN = {**INVISIBLE, **JOINERS}


def folded(text: str) -> str:
    """Text for comparison: NFC, invisible characters left out, blanks of any kind trimmed and
    collapsed, letter case folded."""
    visible = text if text.isascii() and text.isprintable() else text.translate(_UNSEEN)
    return " ".join(unicodedata.normalize("NFC", visible).split()).casefold()


_FULL_WIDTH = {0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)}


def western(text: str) -> str:
    """Text with the decimal digits of any script as 0 to 9 and full-width forms as the ordinary
    characters. Signs such as ², ½ or ① are no digits and stay."""
    if text.isascii():
        return text
    digits = {ord(sign): str(unicodedata.decimal(sign)) for sign in text if sign.isdecimal()}
    return text.translate({**_FULL_WIDTH, **digits})


_ORDINAL = re.compile(
    r"(?:(?:place|platz)\s*)?0*([1-9]\d{0,3})\s*(?:\.|st|nd|rd|th|ter|te|er|e|º|°)?"
)
_ORDINAL_WORDS = {word: number for number, words in enumerate(_ORDINALS, 1) for word in words}


def ordinal(text: str) -> int | None:
    """A place as a word of order: 2 for ``2nd``, ``2.``, ``zweite``, 🥈; None for other text."""
    typed = re.sub(r"\s*(?:place|platz)$", "", folded(western(text)))
    match = _ORDINAL.fullmatch(typed)
    return int(match[1]) if match else _ORDINAL_WORDS.get(typed)


def is_value(text: str, value: str) -> bool:
    """Whether a typed word means `value` (a key of VALUES)."""
    return folded(text) in VALUES[value]


def is_total(cell: object) -> bool:
    """Whether a cell is a word for a sum or an average."""
    return isinstance(cell, str) and is_value(cell.rstrip(": "), "total")


_STROKES = frozenset("-\u2010\u2011\u2012–—―−_/|\\.…·•~ ")
_SIGNS = _STROKES | frozenset("*?!=+#:;,'\"()[]{}<>„“”‟″〃«»‘’")
_NO_TABLE = {word: kind for kind in ("bye", "absent") for word in VALUES[kind]}
_NOBODY = frozenset((*VALUES["nobody"], *_NO_TABLE))


def no_table(cell: object) -> str | None:
    """What stands for no table: ``"bye"`` or ``"absent"`` for a word, ``"stroke"`` for nothing but
    strokes or dots; None for anything else."""
    text = folded(cell) if isinstance(cell, str) else ""
    return "stroke" if text and _STROKES.issuperset(text) else _NO_TABLE.get(text)


def is_nobody(name: str) -> bool:
    """Whether a name is a word or signs that stand for nobody, where nothing speaks against it."""
    return folded(name) in _NOBODY or is_signs(name)


def is_signs(name: str) -> bool:
    """Whether a name has nothing but strokes and the like."""
    return _SIGNS.issuperset(folded(name))


def meaning(text: str, *values: str) -> str | None:
    """Which of the `values` a typed word means, None when none."""
    return next((value for value in values if is_value(text, value)), None)


_SHEET_KINDS = {
    folded(spelling): kind for kind, name in SHEETS.items() for spelling in (name.en, name.de)
}


def sheet_kind(name: str) -> str | None:
    """``"results"`` for Results or Ergebnisse in any letter case, None for other sheets."""
    return _SHEET_KINDS.get(folded(name))


class NamedSheet(Protocol):
    """What `existing_sheet` asks of a sheet: packages and hosts both have it."""

    @property
    def name(self) -> str: ...
    @property
    def ours(self) -> bool: ...


AnySheet = TypeVar("AnySheet", bound=NamedSheet)


def existing_sheet(sheets: Iterable[AnySheet], name: str) -> AnySheet | None:
    """The sheet into which ours of that name goes, None where a new one comes.

    That is the marked one of its kind; else the organizer's of that kind, the one of the very
    name before one in the other language.
    """
    kind = sheet_kind(name)
    same = [sheet for sheet in sheets if sheet_kind(sheet.name) == kind]
    same.sort(key=lambda sheet: (not sheet.ours, folded(sheet.name) != folded(name)))
    return same[0] if same else None


def cell_style(column_style: str, value: object) -> str:
    """The style of one cell: in a column of points, as many decimals as the number needs."""
    if column_style != "points" or getattr(value, "denominator", 1) == 1:
        return column_style
    return "points.1" if value.denominator in (2, 5, 10) else "points.2"  # type: ignore[attr-defined]
