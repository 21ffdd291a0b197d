"""Does every sentence exist in both languages, with the same fields, and is every one used?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path
from string import Formatter

import pytest

from xlscore.rules.criteria import CRITERIA
from xlscore.rules.model import ERROR, NOTE, WARNING
from xlscore.words import (
    FINDINGS,
    REFUSALS,
    SENTENCES,
    Message,
    Refused,
    decimal_text,
    exact,
    sentence,
    shown,
)

PACKAGE = Path(__file__).resolve().parents[1] / "xlscore"
SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.name != "messages.py"]
TABLES = {"FINDINGS": FINDINGS, "REFUSALS": REFUSALS, "SENTENCES": SENTENCES}
ALL = [
    pytest.param(message, id=code) for table in TABLES.values() for code, message in table.items()
]


def test_no_code_stands_in_two_tables() -> None:
    codes = [code for table in TABLES.values() for code in table]
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[a-z]+(?:[-_][a-z0-9]+)*", code) for code in codes)


def test_no_code_is_written_twice() -> None:
    """A dictionary would silently keep the last one."""
    tree = ast.parse((PACKAGE / "messages.py").read_text(encoding="utf-8"))
    for table in (node for node in ast.walk(tree) if isinstance(node, ast.Dict)):
        keys = [key.value for key in table.keys if isinstance(key, ast.Constant)]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("message", ALL)
def test_both_languages_say_the_same_fields_in_the_same_order(message: Message) -> None:
    """Two numbers swapped in one language read well and are wrong."""
    english, german = (
        [field for _, field, _, _ in Formatter().parse(words) if field is not None]
        for words in message
    )
    assert english == german
    assert all(field.isidentifier() for field in english)


@pytest.mark.parametrize("message", ALL)
def test_each_language_has_its_own_quotes(message: Message) -> None:
    """English “ ”, German „ “, and never the typewriter's; an apostrophe only inside a word."""
    for words in message:
        assert '"' not in words
        assert not re.search(r"(?<!\w)'|'(?!\w)|[‘’»«]", words)
        assert words == " ".join(words.split())
    assert not re.search("[„]", message.en)
    assert message.en.count("“") == message.en.count("”")
    assert "”" not in message.de
    assert message.de.count("„") == message.de.count("“")
    assert bool(re.search("[“]", message.en)) == bool(re.search("[„]", message.de))


ENGLISH = {
    *("a", "and", "are", "be", "by", "cannot", "does", "else", "file", "for", "from"),
    *("has", "have", "is", "it", "its", "no", "none", "not", "nothing", "of", "or", "that", "the"),
    *("this", "to", "which", "with", "you", "your", "player", "players", "table", "game"),
    *("games", "round", "sheet", "row", "scored", "points", "there", "type", "written"),
}
GERMAN = {
    *("das", "dem", "den", "der", "die", "ein", "eine", "einen", "einer", "eines", "ist", "kein"),
    *("keine", "mit", "nicht", "nichts", "oder", "sich", "sind", "und", "wird", "werden", "bitte"),
}
"""Words of one language that the other has not."""


@pytest.mark.parametrize("message", ALL)
def test_no_words_of_the_other_language(message: Message) -> None:
    english, german = (set(re.findall(r"\w+", _prose(words).lower())) for words in message)
    assert english & GERMAN == set()
    assert german & ENGLISH == set()


def _prose(words: str) -> str:
    """Without fields, commands, options, and names that are the same everywhere."""
    return re.sub(r"\{\w+\}|\w*[-&#.]\w[\w.\[\]#-]*|xlscore \w+ \w+|tbl\w+\[.*?\]", " ", words)


@pytest.mark.parametrize("code", [*FINDINGS, *REFUSALS])
def test_what_organizers_are_told_is_a_whole_sentence(code: str) -> None:
    """It begins with a capital, a quotation or a value, and ends as a sentence does."""
    for words in {**FINDINGS, **REFUSALS}[code]:
        assert re.match(r"[A-ZÄÖÜ“„{]", words)
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
    unused = [code for table in TABLES.values() for code in table if not used.fullmatch(code)]
    assert unused == []


RAISED = {"Finding": FINDINGS, "Refused": REFUSALS}
"""What is called with a code as its first argument, and the table that must know it."""


def calls() -> Iterator[tuple[str, str, ast.expr]]:
    """Where a code is named: the file, the table, the expression."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                if node.func.id in RAISED:
                    yield path.name, node.func.id, node.args[0]
            elif (
                isinstance(node, ast.Subscript)
                and isinstance(node.value, ast.Name)
                and node.value.id in TABLES
            ):
                yield path.name, node.value.id, node.slice


def test_every_code_in_the_source_has_its_sentence() -> None:
    known = {**TABLES, **RAISED}
    named = 0
    for file, table, expression in calls():
        if isinstance(expression, ast.Constant):
            named += 1
            assert expression.value in known[table], f"{file}: {expression.value!r}"
        elif isinstance(expression, ast.JoinedStr):
            named += 1
            codes = re.compile(pattern(expression))
            assert any(map(codes.fullmatch, known[table])), f"{file}: {codes.pattern}"
    assert named > 100


def test_cell_errors_have_their_sentences() -> None:
    """`cells.error` and its kin name codes of FINDINGS too."""
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
                        named += code.value in FINDINGS
                        assert code.value in {*FINDINGS, None, "unexpected"}
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
    message = Message("{player} won.", "{player} gewann.")
    assert sentence(message, "en", {"player": "{0.__class__}"}) == "{0.__class__} won."


def test_a_refusal_is_a_value_error_with_words() -> None:
    refused = Refused("rules-missing", known=["a", "b"])
    assert isinstance(refused, ValueError)
    assert str(refused) == refused.text("en")
    assert refused.text("de") != refused.text("en")
    assert refused.text("de").endswith("a, b.")


def test_every_criterion_level_and_status_has_its_words() -> None:
    families = {
        "decided": [*CRITERIA, "lot", "semi-final", "final", "tied"],
        "level": [ERROR, WARNING, NOTE],
        "batch": ["scored", "provisional", "failed", "skipped"],
    }
    for family, members in families.items():
        assert {f"{family}-{member}" for member in members} <= set(SENTENCES)
