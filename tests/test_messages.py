"""Does every sentence exist in every language, with the same fields, and is every one used?"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from string import Formatter

import pytest

from xlscore.rules.model import ERROR, NOTE, WARNING
from xlscore.rules.numbers import NUMBERS
from xlscore.words import (
    CATALOGS,
    LANGUAGES,
    TABLES,
    Refused,
    catalog,
    decimal_text,
    exact,
    sentence,
    shown,
    template,
)

PACKAGE = Path(__file__).resolve().parents[1] / "xlscore"
SOURCES = sorted(PACKAGE.rglob("*.py"))
KNOWN = {table: catalog("en")[table] for table in TABLES}
CODES = [code for table in KNOWN.values() for code in table]
WHOLE = [*KNOWN["findings"], *KNOWN["refusals"]]
FURTHER = [language for language in LANGUAGES if language != "en"]


def test_no_code_stands_in_two_tables() -> None:
    assert len(CODES) == len(set(CODES))
    assert all(re.fullmatch(r"[a-z]+(?:[-_][a-z0-9]+)*", code) for code in CODES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_is_written_twice(language: str) -> None:
    """A catalog would silently keep the last one."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(pairs) == len(dict(pairs))
        return dict(pairs)

    text = (CATALOGS / f"{language}.json").read_text(encoding="utf-8")
    assert json.loads(text, object_pairs_hook=once)


@pytest.mark.parametrize("language", FURTHER)
@pytest.mark.parametrize("table", ["values", *TABLES])
def test_a_language_of_ours_says_everything_in_the_order_of_the_english_catalog(
    language: str, table: str
) -> None:
    assert list(catalog(language)[table]) == list(catalog("en")[table])


@pytest.mark.parametrize("language", FURTHER)
@pytest.mark.parametrize("code", CODES)
def test_every_language_says_the_same_fields_in_the_same_order(code: str, language: str) -> None:
    """Two numbers swapped in one language read well and are wrong."""
    assert fields(template(code, language)) == fields(template(code, "en"))


def fields(words: str) -> list[str]:
    """The values that are shown; forms of a number come and go with a language."""
    parts = [(field, forms) for _, field, forms, _ in Formatter().parse(words) if field is not None]
    assert all(field.isidentifier() for field, _ in parts)
    shown_values = [field for field, forms in parts if not forms]
    assert all(forms.count("|") == 1 for _, forms in parts if forms)
    assert {field for field, forms in parts if forms} <= set(shown_values)
    return shown_values


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_value_stands_in_its_own_place(code: str, language: str) -> None:
    """Each field is given a number that no other one has; what is between them stays as it is."""
    words = template(code, language)
    values = {field: 7001 + at for at, field in enumerate(dict.fromkeys(fields(words)))}
    told = sentence(code, language, values)
    assert re.findall("70[0-9]{2}", told) == [str(values[field]) for field in fields(words)]
    assert re.split("70[0-9]{2}", told) == between(words, several=True)
    single = sentence(code, language, dict.fromkeys(values, 1))
    assert single == "1".join(between(words, several=False))


def between(words: str, several: bool) -> list[str]:
    """What stands before, between and behind the values, with the forms for several or for one."""
    parts = [""]
    for text, field, forms, _ in Formatter().parse(words):
        parts[-1] += text
        if forms:
            parts[-1] += forms.split("|")[several]
        elif field is not None:
            parts.append("")
    return parts


COUNTS = {
    *("best", "columns", "count", "counted", "decimals", "found", "goal", "largest", "length"),
    *("limit", "line", "minutes", "most", "named", "planned", "players", "rounds", "rows"),
    *("seconds", "seats", "size", "total", "used", "usual", "last"),
}
"""Fields that may hold a number of things."""
NEVER_ONE = {
    "winners-several": "one winner is as it should be",
    "name-near": "a name is near to another",
    "game-joint": "more players than are usual, in several blocks; a table has two at least",
    "column-twice": "one column is as it should be",
    "claim-column-twice": "one column is compared",
    "table-size-joint": "as many players as two tables have",
    "table-too-large": "more players than the largest table has",
    "several-finals": "one final is as it should be",
    "semi-finals-more": "more than a rule set names, which names one at least",
    "rounds-more": "more than a rule set names, which names one at least",
    "vp-not-whole": "not a whole number",
    "vp-high": "more than a game ends at",
    "vp-high-placed": "more than a game ends at",
    "vp-serial": "more than a game ends at",
    "goal-not-reached": "a game won with one point is none",
    "goal-reached-twice": "a game won with one point is none",
    "winner-below-goal": "a game won with one point is none",
    "players-line-long": "more than a name may have",
    "argument-vp-area": "cells in one row or one column are as they should be",
    "summary-long": "the limit of a sheet",
    "too-many-rows": "the limit of a sheet",
    "too-many-formats": "the limit of a workbook",
    "seed-invalid": "the longest seed",
    "seated": "it takes three to fill a table",
    "status-rounds": "after one round at least, and not the last",
}
"""Sentences with a number of things that cannot be one."""


def things(words: str) -> list[tuple[str, str]]:
    """Each field that a word follows as a thing follows its number, and that word."""
    ahead = r"(?:more|weiteren?|preliminary|hidden|ausgeblendete) ?"
    return re.findall(rf"\{{(\w+)\}} (?:{ahead})?(\{{\w+:[^|}}]*|\w+)", words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_one_thing_is_told_as_one(code: str, language: str) -> None:
    """A number of things is followed by forms for one and for more, or cannot be one."""
    words = template(code, language)
    plain = [
        (field, word)
        for field, word in things(words)
        if field in COUNTS and (code, word) not in ALIKE and is_plural(word, language)
    ]
    assert code in NEVER_ONE or plain == []
    for number in (1, 2):
        values = dict.fromkeys(fields(words), number)
        assert "{" not in sentence(code, language, values)


PLURALS = {
    "en": r"[a-z]{3,}(?<!ss)(?<!us)(?<!is)s",
    "de": r"[A-ZÄÖÜ]\w*(?:en|er|e|n|s)",
}


NO_THINGS = {"differs", "stands", "plus", "decides", "tellen", "delen", "verborgen"}
ALIKE = {("rule-file-semi-finals", "Halbfinale")}
"""Words that are the same for one and for more."""


def is_plural(word: str, language: str) -> bool:
    return word not in NO_THINGS and bool(
        re.fullmatch(PLURALS.get(language, r"\w{3,}(?:en|s)"), word)
    )


QUOTES = {"en": "“”", "de": "„“", "nl": "‘’"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_each_language_has_its_own_quotes(code: str, language: str) -> None:
    """English “ ”, German „ “, and never the typewriter's; an apostrophe only inside a word."""
    words = template(code, language)
    opening, closing = QUOTES[language]
    assert '"' not in words
    assert not re.search(r"(?<!\w)'|'(?!\w)", words)
    assert words == " ".join(words.split())
    assert not set("“”„‘’»«") - {opening, closing} & set(words)
    assert words.count(opening) == words.count(closing)
    english = template(code, "en")
    assert words.count(opening) == english.count("“")


OF_ONE_LANGUAGE = {
    "en": {
        *("a", "and", "are", "be", "by", "cannot", "does", "else", "file", "for", "from"),
        *("has", "have", "is", "it", "its", "no", "none", "not", "nothing", "of", "or", "that"),
        *("the", "this", "to", "which", "with", "you", "your", "player", "players", "table"),
        *("game", "games", "round", "sheet", "row", "scored", "points", "there", "type", "written"),
    },
    "de": {
        *("das", "dem", "den", "der", "die", "ein", "eine", "einen", "einer", "eines", "ist"),
        *("kein", "keine", "mit", "nicht", "nichts", "oder", "sich", "sind", "und", "wird"),
        *("werden", "bitte"),
    },
    "nl": {
        *("de", "het", "een", "niet", "geen", "wordt", "worden", "zijn", "voor", "naar", "en"),
        *("of", "is", "die", "der", "den", "dat"),
    },
}
"""Words of one language that the others have not."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_no_words_of_another_language(code: str, language: str) -> None:
    used = set(re.findall(r"\w+", _prose(template(code, language)).lower()))
    own = OF_ONE_LANGUAGE.get(language, set())
    for other, words in OF_ONE_LANGUAGE.items():
        assert other == language or used & words - own == set()


def _prose(words: str) -> str:
    """Without fields, commands, options, and names that are the same everywhere."""
    words = re.sub(r"\{\w+:([^|}]*)\|([^}]*)\}", r" \1 \2 ", words)
    return re.sub(r"\{\w+\}|\w*[-&#.]\w[\w.\[\]#-]*|xlscore \w+ \w+|tbl\w+\[.*?\]", " ", words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", WHOLE)
def test_what_organizers_are_told_is_a_whole_sentence(code: str, language: str) -> None:
    """It begins with a capital, a quotation or a value, and ends as a sentence does."""
    words = template(code, language)
    assert re.match(r"[A-ZÄÖÜ“„‘{]", words)
    assert words.endswith(".")


def pattern(text: ast.JoinedStr) -> str:
    """An f-string as a regular expression: anything where it has a field."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
        for part in text.values
    )


def literals() -> Iterator[str]:
    """Every text in the source that may be a code, as a regular expression."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch("[a-z_0-9-]+", node.value):
                    yield node.value
            elif isinstance(node, ast.JoinedStr):
                words = [str(part.value) for part in node.values if isinstance(part, ast.Constant)]
                # "-" alone would match every code there is
                if words and all(re.fullmatch("[a-z_-]*[a-z]{3}[a-z_-]*", word) for word in words):
                    yield pattern(node)


def test_every_sentence_is_used() -> None:
    used = re.compile("|".join(set(literals())))
    assert [code for code in CODES if not used.fullmatch(code)] == []


RAISED = {
    "Finding": KNOWN["findings"],
    "Refused": KNOWN["refusals"],
    "sentence": dict.fromkeys(CODES, ""),
    "template": dict.fromkeys(CODES, ""),
}
"""What is called with a code as its first argument, and the codes that it may be."""


def calls() -> Iterator[tuple[str, str, ast.expr]]:
    """Where a code is named: the file, the table, the expression."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) and node.args else None
            if isinstance(called, ast.Name) and called.id in RAISED:
                yield path.name, called.id, node.args[0]


def test_every_code_in_the_source_has_its_sentence() -> None:
    named = 0
    for file, table, expression in calls():
        if isinstance(expression, ast.Constant):
            named += 1
            assert expression.value in RAISED[table], f"{file}: {expression.value!r}"
        elif isinstance(expression, ast.JoinedStr):
            named += 1
            codes = re.compile(pattern(expression))
            assert any(map(codes.fullmatch, RAISED[table])), f"{file}: {codes.pattern}"
    assert named > 100


def test_cell_errors_have_their_sentences() -> None:
    """`cells.error` and its kin name codes of findings too."""
    named = 0
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                name = node.func.id if isinstance(node.func, ast.Name) else name
                position = {"error": 0, "Reading": 1, "_without": 0}.get(name)
                if position is not None and position < len(node.args):
                    code = node.args[position]
                    if isinstance(code, ast.Constant) and "%" not in str(code.value):
                        named += code.value in KNOWN["findings"]
                        assert code.value in {*KNOWN["findings"], None, "unexpected"}
    assert named > 10


# Values inside sentences


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (12, "12"),
        (0, "0"),
        (-3, "-3"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(1, 8), "0.125"),
        (Fraction(1, 100), "0.01"),
        (Fraction(10, 3), "10/3"),
        (Fraction(-1, 6), "-1/6"),
        (Fraction(4, 2), "2"),
    ],
)
def test_exact_numbers_as_text(value: int | Fraction, written: str) -> None:
    assert exact(value) == written
    assert Fraction(written) == value


def test_values_are_shown_in_the_languages_way() -> None:
    assert shown([Fraction(5, 2), "x", 3], "en") == "2.5, x, 3"
    assert shown([Fraction(5, 2), "x", 3], "de") == "2,5, x, 3"


def test_a_date_is_written_as_its_readers_write_it() -> None:
    assert shown(date(2031, 3, 8), "en") == "2031-03-08"
    assert shown(date(2031, 3, 8), "de") == "08.03.2031"
    assert shown(datetime(2031, 3, 8, 19, 5), "en") == "2031-03-08 19:05"
    assert shown(datetime(2031, 3, 8, 19, 5), "de") == "08.03.2031 19:05"


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        (Fraction(2, 3), 2, "0.67"),
        (Fraction(1, 3), 2, "0.33"),
        (Fraction(28125, 1000), 2, "28.13"),
        (Fraction(1999, 2000), 2, "1.00"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(1, 20), 4, "0.0500"),
    ],
)
def test_decimals_are_rounded_and_not_cut_off(value: Fraction, places: int, written: str) -> None:
    assert decimal_text(value, places) == written
    assert decimal_text(value, places, "de") == written.replace(".", ",")


def test_a_value_is_never_taken_for_a_field() -> None:
    told = sentence("name-spaces", "en", {"player": "{0.__class__}"})
    assert told.endswith("read as “{0.__class__}”.")


def test_a_refusal_is_a_value_error_with_words() -> None:
    refused = Refused("rules-missing", known=["a", "b"], example="a")
    assert isinstance(refused, ValueError)
    assert str(refused) == refused.text("en")
    assert refused.text("de") != refused.text("en")
    assert "Bekannt sind: a, b;" in refused.text("de")
    for language in ("en", "de"):  # what to type, and where the known ones are told
        assert "--rules a" in refused.text(language)
        assert "xlscore rules" in refused.text(language)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_value_that_ends_in_a_full_stop_ends_its_sentence(language: str) -> None:
    told = sentence("several-results", language, {"file": "a.xlsx", "sheets": ["7.3.", "14.3."]})
    assert "7.3., 14.3. " in told
    assert "14.3.. " not in told
    assert ("2026-03-12" if language == "en" else "12.03.2026") in told  # a day with its year
    assert "..." in told


def test_every_criterion_level_and_status_has_its_words() -> None:
    families = {
        "decided": [*NUMBERS, "lot", "semi-final", "final", "tied", "short"],
        "level": [ERROR, WARNING, NOTE],
        "batch": ["scored", "provisional", "failed", "skipped"],
    }
    for family, members in families.items():
        assert {f"{family}-{member}" for member in members} <= set(KNOWN["sentences"])
