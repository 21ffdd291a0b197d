"""Every name in the sheets and every word that is typed into them, in all languages.

Each language is a module beside this one, called by its id, and holds the same tables as ``en``; a
name that it leaves out is English. Nothing else in the project spells a sheet or a heading. Names
are written in one language; headings and words are read in all of them.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, TypeVar

from ...words import ENGLISH, LANGUAGES
from ..folding import folded, western

MARK = "_xlscore"
"""Hidden sheet-scoped defined name that makes a sheet ours."""
TABLES = {"players": "tblPlayers", "results": "tblResults", "games": "tblGames"}
OUR_SHEETS = ("standings", "scored_games", "check")

_FOUND = {module.name for module in pkgutil.iter_modules(__path__)}
_LANGUAGES: dict[str, ModuleType] = {
    language: import_module(f".{language}", __name__)
    for language in (ENGLISH, *sorted(_FOUND - {ENGLISH}))
}


class Name:
    """One name in every language that has one: called with a language's id, the spelling."""

    def __init__(self, spellings: Mapping[str, str]) -> None:
        self.spellings = dict(spellings)

    def __call__(self, language: str) -> str:
        return self.spellings.get(language) or self.spellings[ENGLISH]

    def __iter__(self) -> Iterator[str]:
        """The different spellings, English first."""
        return iter(dict.fromkeys(self.spellings.values()))


def _of_each(table: str, empty: Any) -> dict[str, Any]:
    return {id: getattr(module, table, empty) for id, module in _LANGUAGES.items()}


def _name(table: str) -> Name:
    return Name({language: word for language, word in _of_each(table, "").items() if word})


def _names(table: str) -> dict[str, Name]:
    each = _of_each(table, {})
    return {
        key: Name({language: words[key] for language, words in each.items() if key in words})
        for key in each[ENGLISH]
    }


def _words(table: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in _of_each(table, ()).values() for word in words))


def _words_by_key(table: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    each = _of_each(table, {})
    for language, words in each.items():
        unknown = set(words) - set(each[ENGLISH])
        if unknown:
            raise KeyError(f"{table} of {language}: {sorted(unknown)}")
        for key, those in words.items():
            found.setdefault(key, {}).update(dict.fromkeys(those))
    return {key: tuple(those) for key, those in found.items()}


SHEETS = _names("SHEETS")
TOURNAMENT_KEYS = _names("TOURNAMENT_KEYS")
DRAW = _name("DRAW")
"""With a round behind it (``Draw 2``) the key of the seed that the round was drawn with."""
RESULTS_COLUMNS = _names("RESULTS_COLUMNS")
SEAT_OR_PLACE = _name("SEAT_OR_PLACE")
"""A seat to some and a place to others."""
_PLAYERS = _names("PLAYERS_COLUMNS")
PLAYERS_COLUMNS = {key: name for key, name in _PLAYERS.items() if key != "also"}
PLAYERS_FURTHER = {
    "also": _PLAYERS["also"],
    "first_name": RESULTS_COLUMNS["first_name"],
    "last_name": RESULTS_COLUMNS["last_name"],
    "bonus": RESULTS_COLUMNS["bonus"],
    "reason": RESULTS_COLUMNS["reason"],
}
"""Columns of the Players sheet that are read where somebody adds them."""
GAMES_COLUMNS = _names("GAMES_COLUMNS")
STANDINGS_COLUMNS = _names("STANDINGS_COLUMNS")
SCORED_GAMES_COLUMNS = _names("SCORED_GAMES_COLUMNS")
CHECK_COLUMNS = _names("CHECK_COLUMNS")
SEASON_SHEETS = _names("SEASON_SHEETS")
SEASON_COLUMNS = _names("SEASON_COLUMNS")
SUMMARY_SHEETS = _names("SUMMARY_SHEETS")
SUMMARY_COLUMNS = _names("SUMMARY_COLUMNS")
_OWN_NAMES = _of_each("OWN_NAME", "")
CHOICES = {
    **_names("CHOICES"),
    **{language: Name({ENGLISH: _OWN_NAMES[language]}) for language in LANGUAGES},
}
"""The one spelling of a value that our own workbooks offer; any of VALUES is read."""
SCENARIOS = {key: CHOICES[key] for key in ("base", "seafarers", "cities-knights")}

# Headings met in clubs' own workbooks. A heading spelled as above wins over any of these. Words
# that may mean two things are none: "Platz am Tisch" is a seat to some and a place to others.
RESULTS_SYNONYMS = _words_by_key("RESULTS_SYNONYMS")
WEAK_SYNONYMS = _words_by_key("WEAK_SYNONYMS")
"""Headings that count only where no better column exists, with a note."""
STANDINGS_SYNONYMS = {
    **_words_by_key("STANDINGS_SYNONYMS"),
    "player": RESULTS_SYNONYMS["player"],
}
STANDINGS_WEAK = _words_by_key("STANDINGS_WEAK")
"""Headings of clubs' own standings, as above; read only to be compared."""

VALUES = {**_words_by_key("VALUES"), **_of_each("CALLED", ())}
"""What a typed word may be, in all languages, case-folded; compared through `is_value`. The ids
of languages stand for what they are called."""
TABLE_WORDS = _words("TABLE_WORDS")
ROUND_WORDS = _words("ROUND_WORDS")
SEAT_WORDS = _words("SEAT_WORDS")
NUMBER_WORDS = _words("NUMBER_WORDS")
"""What may stand before the number of a table or a round and is no part of a name, folded."""
BEHIND_ROUNDS = tuple(word for word in ROUND_WORDS if len(word) > 2)
"""Words that may stand behind the number of a round as well, ``2. Runde``."""
ERRORS = _words("ERRORS")
"""Error values without their ``#``, as programs spell them."""


LIST_WORDS = {key: "|".join(words) for key, words in _words_by_key("LIST_WORDS").items()}
"""What stands in a list of players and is no name, as patterns of folded text: over those who
play or wait, beside a name, and in what tells when and where."""


def language_of(texts: Iterable[str], names: Iterable[Name]) -> str | None:
    """The language that most texts are in, compared with names that may differ in it; None where
    two languages are as good."""
    typed = [folded(text) for text in texts]
    known = list(names)
    counts = {
        language: sum(
            typed.count(folded(name(language))) for name in known if language in name.spellings
        )
        for language in _LANGUAGES
    }
    best = max(counts.values())
    leading = [language for language, count in counts.items() if count == best]
    return leading[0] if len(leading) == 1 else None


def _at_an_end(parts: Iterable[str], whole: Iterable[str]) -> re.Pattern[str]:
    """Any of the parts at the beginning or end of a word, or any of the whole words."""
    either = [f for part in parts for f in (rf"\b{part}", rf"{part}\b")]
    return re.compile("|".join([*either, *(rf"\b{word}\b" for word in whole)]))


_ARE_PENALTIES = _at_an_end(_words("PENALTIES"), ("dq", "dsq"))
_ARE_VALID = _at_an_end((), _words("VALIDITY"))
_ARE_POINTS = _at_an_end(_words("POINTS"), _words("POINT_WORDS"))
_TELL_GAMES = _at_an_end(_words("GAME_PARTS"), _words("GAME_WORDS"))


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


_PLACE = "|".join(_words("PLACE_WORDS"))
_ORDINAL = re.compile(
    rf"(?:(?:{_PLACE})\s*)?0*([1-9]\d{{0,3}})\s*(?:\.|st|nd|rd|th|ter|te|er|e|º|°)?"
)
_BEHIND = re.compile(rf"\s*(?:{_PLACE})$")
_ORDINAL_WORDS = {
    word: number
    for ordinals in _of_each("ORDINALS", ()).values()
    for number, words in enumerate(ordinals, 1)
    for word in words
} | {"🥇": 1, "🥈": 2, "🥉": 3}


def ordinal(text: str) -> int | None:
    """A place as a word of order: 2 for ``2nd``, ``2.``, ``zweite``, 🥈; None for other text."""
    typed = _BEHIND.sub("", folded(western(text)))
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


def scenario_meant(text: str, known: Iterable[str]) -> str | None:
    """Which of the known scenarios a typed word means; a rule file may name others than ours."""
    for one in known:
        if is_value(text, one) if one in VALUES else folded(text) == folded(one):
            return one
    return None


def meaning(text: str, *values: str) -> str | None:
    """Which of the `values` a typed word means, None when none."""
    return next((value for value in values if is_value(text, value)), None)


_SHEET_KINDS = {folded(spelling): kind for kind, name in SHEETS.items() for spelling in name}


def sheet_kind(name: str) -> str | None:
    """``"results"`` for Results or Ergebnisse in any letter case, None for other sheets."""
    return _SHEET_KINDS.get(folded(name))


def language_called(name: str) -> str | None:
    """The id of a language that something calls by this name, such as ``Deutsch``, ``german`` or
    ``de``; None for a name that is none of a language that can be spoken."""
    return meaning(name, *LANGUAGES)


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
