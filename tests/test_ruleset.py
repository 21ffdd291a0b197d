"""Is a rule file taken exactly as written, and refused for whatever it cannot mean?"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from xlscore import Refused, load_rules
from xlscore.rules.numbers import NUMBERS
from xlscore.rules.rule_file import RULESETS, rule_set_ids
from xlscore.rules.rule_set import Band

OWN = """
id = "club-night"
kind = "tournament"
name = { en = "Club night", de = "Vereinsabend" }
source = { title = "House rules" }

[tournament_points]
3 = [4, 2.25, 0.1]
4 = [5, 3, 2, 1]

[victory_points]
required = true
whole = true
cap = { base = 10 }

[share]
decimals = 2
average_added_at = [3]

[standings]
order = ["tournament_points", "victory_points", "share"]
"""
LEAGUE = """
id = "club-league"
kind = "league"
name = { en = "Club league", de = "Vereinsliga" }
source = { title = "House rules" }

[tournament_points]
2 = [2, 1]

[victory_points]
required = false
whole = false

[factor]
bands = [{ to = 30, factor = 0.5 }, { from = 40, factor = 1 }]

[standings]
order = ["tournament_points"]
"""
# What a released edition means: the parsed file without its words. A new edition is a new file.
RELEASED = {
    "dsvc-s3": "2b0fa8741e2a85f204299d615c0a73a982d02b0e5e21d309e366757e26855694",
    "eppelborn-19": "7212a8bb9695283b32c0ce518b44e329c640b2c703a33c32d68020e6448ff952",
    "punktevergabe": "667a44c8381bdd959da9f82b9d6b4fe545a29018a12090de419d85201f945b61",
}


def written(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_released_editions_never_change() -> None:
    """A new one gets its line in RELEASED, an old one never another hash."""
    assert {stem: meaning(RULESETS / f"{stem}.toml") for stem in rule_set_ids()} == RELEASED


def meaning(path: Path) -> str:
    """A hash of everything in a rule file that can change a result."""
    # not tomllib.load: the numbers as they are written, not as floats
    data = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=str)
    decisive = {key: data[key] for key in data if key not in ("name", "source", "decisions")}
    return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()


@pytest.mark.parametrize("released", list(RELEASED))
def test_an_edition_is_found_by_id_and_by_path(released: str) -> None:
    rules = load_rules(released)
    assert rules.id == released
    assert load_rules(f" {released.upper()} ") == rules
    assert load_rules(RULESETS / f"{released}.toml") == rules
    assert rules.name("en") != rules.name("de")
    assert rules.source


def test_a_rule_file_of_ones_own_is_taken_exactly(tmp_path: Path) -> None:
    rules = load_rules(written(tmp_path, OWN))
    assert load_rules(str(tmp_path / "own.toml")) == rules
    assert rules.points.rows == {3: (4, Fraction(9, 4), Fraction(1, 10)), 4: (5, 3, 2, 1)}
    assert (rules.points.step, rules.points.minimum, rules.larger_tables) == (None, None, "error")
    assert (rules.place_by, rules.cap_in_final) == ("reached", True)
    assert rules.share is not None
    assert (rules.share.of, rules.share.rounding) == ("counted", "half-up")
    assert (rules.preliminary_rounds, rules.final_seats, rules.bands) == (None, None, ())


def test_a_factor_is_taken_exactly(tmp_path: Path) -> None:
    first, last = load_rules(written(tmp_path, LEAGUE)).bands
    assert first == Band(None, 30, Fraction(1, 2))
    assert last == Band(40, None, Fraction(1))


def test_shared_rules_cannot_be_changed() -> None:
    rules = load_rules("dsvc-s3")
    with pytest.raises(TypeError):
        rules.points.rows[4] = (9, 9, 9, 9)  # type: ignore[index]
    with pytest.raises(TypeError):
        rules.caps["base"] = 99  # type: ignore[index]


Edit = Callable[[str], str]


def replaced(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return edit


def added(line: str) -> Edit:
    return lambda text: f"{text}\n{line}\n"


def before(heading: str, lines: str) -> Edit:
    return replaced(heading, f"{lines}\n{heading}")


TOP = 'id = "club-night"'
VP_KEYS = ["cap", "cap_in_final", "place_by", "required", "whole"]
SHARE_KEYS = ["average_added_at", "decimals", "of", "power", "rounding"]


@pytest.mark.parametrize(
    ("edit", "key", "known"),
    [
        (
            before(TOP, "editon = 3"),
            "editon",
            ["decisions", "factor", "final", "id", "kind"],
        ),
        (replaced("name = {", 'name = { fr = "Club",'), "name.fr", ["de", "en"]),
        (replaced("source = {", "source = { page = 3,"), "source.page", ["paragraph", "title"]),
        (
            before("3 = [4", "steps = 0.5"),
            "tournament_points.steps",
            ["add", "constant", "level", "minimum", "rounding", "step"],
        ),
        (before("3 = [4", "0 = []"), "tournament_points.0", ["minimum", "rounding", "step"]),
        (
            before("3 = [4", "03 = [1, 2, 3]"),
            "tournament_points.03",
            ["minimum", "rounding", "step"],
        ),
        (before("[share]", "caps = 10"), "victory_points.caps", VP_KEYS),
        (replaced("decimals = 2", "decimal = 2"), "share.decimal", SHARE_KEYS),
        (added("sort = 1"), "standings.sort", ["order"]),
        (added("[rounds]\nprelim = 2"), "rounds.prelim", ["preliminary", "weight"]),
        (added("[final]\nseat = 4"), "final.seat", ["seats", "semi_finals"]),
        (added("[factor]\nband = []"), "factor.band", ["bands"]),
        (
            added("[[factor.bands]]\nmin = 3\nfactor = 1"),
            "factor.bands.min",
            ["factor", "from", "to"],
        ),
        (
            added('[[decisions]]\nid = "D1"\nen = "x"\nde = "x"\nfr = "x"'),
            "decisions.fr",
            ["de", "en", "id"],
        ),
    ],
)
def test_an_unknown_key_is_refused_with_the_known_ones(
    tmp_path: Path, edit: Edit, key: str, known: list[str]
) -> None:
    refused(tmp_path, edit(OWN), "rule-file-key", key, *known)


@pytest.mark.parametrize(
    ("edit", "key", "known"),
    [
        (replaced('"tournament"', '"cup"'), "kind", ["league", "tournament"]),
        (before("3 = [4", 'larger_tables = "skip"'), "larger_tables", ["error", "unscored"]),
        (before("[share]", 'place_by = "vp"'), "victory_points.place_by", ["counted", "reached"]),
        (before("[standings]", 'of = "all"'), "share.of", ["counted", "raw"]),
        (before("[standings]", 'rounding = "up"'), "share.rounding", ["down", "half-up"]),
        (replaced("decimals = 2", 'decimals = "two"'), "share.decimals", ["exact"]),
        (replaced('"share"]', '"shares"]'), "standings.order", list(NUMBERS)),
    ],
)
def test_an_unknown_word_is_refused_with_the_known_ones(
    tmp_path: Path, edit: Edit, key: str, known: list[str]
) -> None:
    refused(tmp_path, edit(OWN), "rule-file-word", key, *known)


@pytest.mark.parametrize(
    ("edit", "key", "expected"),
    [
        (replaced(TOP, "id = 3"), "id", "string"),
        (replaced('name = { en = "Club night", de = "Vereinsabend" }', "name = 3"), "name", "tab"),
        (replaced('en = "Club night"', "en = true"), "name.en", "string"),
        (replaced("required = true", "required = 1"), "victory_points.required", "boolean"),
        (replaced("cap = { base = 10 }", 'cap = "10"'), "victory_points.cap", "table / integer"),
        (replaced("base = 10", "Base_1 = 10"), "victory_points.cap", "a-z 0-9 -"),
        (replaced('"share"]', "3]"), "standings.order", "string / table"),
        (replaced("base = 10", "base = 0"), "victory_points.cap.base", "integer >= 1"),
        (replaced("base = 10", "base = true"), "victory_points.cap.base", "integer >= 1"),
        (replaced("base = 10", "base = 10.0"), "victory_points.cap.base", "integer >= 1"),
        (before("3 = [4", "step = 1e999999999"), "tournament_points.step", "< 1e15"),
        (before("3 = [4", "step = 1e-999999999"), "tournament_points.step", "> 1e-15"),
        (before("3 = [4", "minimum = 1e999999999"), "tournament_points.minimum", "< 1e15"),
        (before("3 = [4", f"minimum = {'9' * 4000}"), "tournament_points.minimum", "< 1e15"),
        (before("3 = [4", f"step = {'[' * 150}{']' * 150}"), "tournament_points.step", "float"),
        (replaced("[5, 3, 2, 1]", "[5, 3, 2]"), "tournament_points.4", "4 x number"),
        (replaced("[5, 3, 2, 1]", "10"), "tournament_points.4", "4 x number"),
        (replaced("[5, 3, 2, 1]", "[5, 3, 2, nan]"), "tournament_points.4", 'number / "4/3"'),
        (replaced("[5, 3, 2, 1]", "[inf, 3, 2, 1]"), "tournament_points.4", 'number / "4/3"'),
        (replaced("[5, 3, 2, 1]", '[5, 3, 2, "1"]'), "tournament_points.4", 'number / "4/3"'),
        (replaced("[5, 3, 2, 1]", "[5, 3, 2, true]"), "tournament_points.4", 'number / "4/3"'),
        (before("3 = [4", "step = 0"), "tournament_points.step", "number > 0"),
        (before("3 = [4", "step = true"), "tournament_points.step", "integer / float"),
        (before("3 = [4", "minimum = -0.5"), "tournament_points.minimum", "number >= 0"),
        (replaced("decimals = 2", "decimals = -1"), "share.decimals", "integer >= 0"),
        (replaced("decimals = 2", "decimals = 999999999"), "share.decimals", "integer <= 30"),
        (replaced("base = 10", "base = 9999999999"), "cap.base", "integer <= 1000000"),
        (replaced("decimals = 2", "decimals = true"), "share.decimals", "integer / string"),
        (replaced("at = [3]", "at = 3"), "share.average_added_at", "array"),
        (replaced("at = [3]", "at = [0]"), "share.average_added_at", "integer >= 1"),
        (
            replaced('["tournament_points", "victory_points", "share"]', "[]"),
            "order",
            "1 x a criterion",
        ),
        (replaced('"share"]', '"tournament_points"]'), "standings.order", "1 x a criterion"),
        (added("[rounds]\npreliminary = 0"), "rounds.preliminary", "integer >= 1"),
        (added("[final]\nseats = 0"), "final.seats", "integer >= 1"),
        (added("[final]\nseats = 2\nsemi_finals = 2"), "final.semi_finals", "array"),
        (added("[final]\nseats = 2\nsemi_finals = [1, 2]"), "final.semi_finals", "array"),
        (added("[final]\nseats = 1\nsemi_finals = [[0]]"), "final.semi_finals", "integer >= 1"),
        (added("[final]\nseats = 1\nsemi_finals = [[true]]"), "final.semi_finals", "integer >= 1"),
        (added("[factor]\nbands = []"), "factor.bands", "1 x table"),
        (added("[factor]\nbands = [3]"), "factor.bands", "table"),
        (added("[factor]\nbands = [{ factor = 0 }]"), "factor.bands.factor", "number > 0"),
        (
            added("[factor]\nbands = [{ from = 9, to = 3, factor = 1 }]"),
            "factor.bands.to",
            ">= 9",
        ),
        (
            added("[factor]\nbands = [{ to = 9, factor = 1 }, { from = 9, factor = 2 }]"),
            "factor.bands.from",
            "> 9",
        ),
        (added("[decisions]"), "decisions", "array"),
        (added("[[decisions]]\nid = 1\nen = 'x'\nde = 'x'"), "decisions.id", "string"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(
    tmp_path: Path, edit: Edit, key: str, expected: str
) -> None:
    refused(tmp_path, edit(OWN), "rule-file-invalid", key, expected)


@pytest.mark.parametrize(
    ("edit", "key"),
    [
        (replaced(TOP, ""), "id"),
        (replaced('kind = "tournament"', ""), "kind"),
        (replaced(', de = "Vereinsabend"', ""), "name.de"),
        (replaced('title = "House rules"', ""), "source.title"),
        (replaced("3 = [4, 2.25, 0.1]\n4 = [5, 3, 2, 1]", ""), "tournament_points.4"),
        (replaced("required = true", ""), "victory_points.required"),
        (replaced("whole = true", ""), "victory_points.whole"),
        (replaced("decimals = 2", ""), "share.decimals"),
        (replaced("[share]\ndecimals = 2\naverage_added_at = [3]", ""), "share"),
        (replaced('order = ["tournament_points", "victory_points", "share"]', ""), "order"),
        (added("[final]"), "final.seats"),
        (added("[final]\nsemi_finals = [[1, 2, 3], [4, 5, 6]]"), "final.seats"),
        (added("[factor]"), "factor.bands"),
        (added("[factor]\nbands = [{ to = 3 }]"), "factor.bands.factor"),
        (
            added("[factor]\nbands = [{ factor = 1 }, { from = 9, factor = 2 }]"),
            "factor.bands.to",
        ),
        (
            added("[factor]\nbands = [{ to = 3, factor = 1 }, { to = 9, factor = 2 }]"),
            "factor.bands.from",
        ),
        (added("[[decisions]]\nid = 'D1'\nen = 'x'"), "decisions.de"),
    ],
)
def test_a_missing_key_is_named(tmp_path: Path, edit: Edit, key: str) -> None:
    refused(tmp_path, edit(OWN), "rule-file-missing", key)


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (replaced("decimals = 2", "decimals = "), "rule-file-toml"),
        (added("deep = " + "[" * 100_000 + "]" * 100_000), "rule-file-toml"),
        (added("deep = " + "{a=" * 100_000 + "1" + "}" * 100_000), "rule-file-toml"),
        (before("3 = [4", f"{'9' * 5000} = []"), "rule-file-key"),
        (added("[standings]"), "rule-file-toml"),
        (replaced("required = true", "required = false"), "rule-file-without-vp"),
        (replaced("club-night", "dsvc-s3"), "rule-file-id"),
        (replaced("club-night", "DsvC-S3"), "rule-file-id"),
    ],
)
def test_what_contradicts_itself_or_the_released_is_refused(
    tmp_path: Path, edit: Edit, code: str
) -> None:
    refused(tmp_path, edit(OWN), code)


def ladder(seats: int, semi_finals: str) -> Edit:
    return added(f"[final]\nseats = {seats}\nsemi_finals = {semi_finals}")


@pytest.mark.parametrize(
    ("edit", "code", "words"),
    [
        (ladder(2, "[]"), "rule-file-semi-finals", (0, 2)),
        (ladder(2, "[[1, 2, 3]]"), "rule-file-semi-finals", (1, 2)),
        (ladder(2, "[[1, 6, 7], [2, 5, 8], [3, 4, 9]]"), "rule-file-semi-finals", (3, 2)),
        (ladder(2, "[[1, 4], [2, 3]]"), "rule-file-semi-final", (2, "3, 4")),
        (ladder(2, "[[1, 4, 5], []]"), "rule-file-semi-final", (0, "3, 4")),
        (ladder(2, "[[1, 4, 5], [2, 3, 5]]"), "rule-file-seeds", (6, "1, 2, 3, 4, 5, 5")),
        (ladder(2, "[[1, 4, 5], [2, 3, 7]]"), "rule-file-seeds", (6, "1, 2, 3, 4, 5, 7")),
    ],
)
def test_semi_finals_that_cannot_be_are_refused(
    tmp_path: Path, edit: Edit, code: str, words: tuple[object, ...]
) -> None:
    """As many as seats, tables the rules name, every rank from 1 on once."""
    refused(tmp_path, edit(OWN), code, "final.semi_finals", *words)


def test_semi_finals_are_taken_as_they_stand(tmp_path: Path) -> None:
    rules = load_rules(written(tmp_path, ladder(2, "[[6, 1, 4], [2, 3, 5, 7]]")(OWN)))
    assert (rules.semi_finals, rules.qualifying) == (((6, 1, 4), (2, 3, 5, 7)), 7)


@pytest.mark.parametrize(
    ("released", "qualifying"), [("dsvc-s3", None), ("eppelborn-19", 4), ("punktevergabe", None)]
)
def test_no_released_edition_has_semi_finals(released: str, qualifying: int | None) -> None:
    rules = load_rules(released)
    assert (rules.semi_finals, rules.qualifying) == ((), qualifying)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused) as refusal:
        load_rules(tmp_path / "own.toml")
    assert refusal.value.code == "rule-file-toml"


@pytest.mark.parametrize("name", ["missing.toml", "folder.toml"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(Refused) as refusal:
        load_rules(tmp_path / name)
    assert refusal.value.code == "rule-file-unreadable"
    assert name in str(refusal.value)


@pytest.mark.parametrize("found", ["", "dsvc", "dsvc-s4", "../rulesets/dsvc-s3"])
def test_an_unknown_id_is_refused_with_the_known_ones(found: str) -> None:
    with pytest.raises(Refused) as refusal:
        load_rules(found)
    says(refusal.value, "rules-unknown", *rule_set_ids())


def refused(folder: Path, text: str, code: str, *words: str) -> None:
    with pytest.raises(Refused) as refusal:
        load_rules(written(folder, text))
    says(refusal.value, code, *(("own.toml", *words)))


def says(refusal: Refused, code: str, *words: Any) -> None:
    """The reason has this code and names all of these, in both languages."""
    assert refusal.code.removesuffix("-near") == code
    english, german = refusal.text("en"), refusal.text("de")
    assert english != german
    for word in words:
        assert str(word) in english
        assert str(word) in german
