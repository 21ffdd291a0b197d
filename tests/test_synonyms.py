"""Is every heading that clubs really use read as what it means, and no other?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from xlscore.words import LANGUAGES
from xlscore.workbook.block import Block, Cell, SheetInfo, Workbook
from xlscore.workbook.folding import folded
from xlscore.workbook.read import read_results
from xlscore.workbook.result_layouts import KNOWN, Form, find_form
from xlscore.workbook.vocabulary import RESULTS_COLUMNS, RESULTS_SYNONYMS, WEAK_SYNONYMS

# A last name is read in the place of a whole name.
COLUMNS = {key: name for key, name in RESULTS_COLUMNS.items() if key != "last_name"}
STRONG = [
    (field, word) for field, words in RESULTS_SYNONYMS.items() if field in COLUMNS for word in words
]
WEAK = [(field, word) for field, words in WEAK_SYNONYMS.items() for word in words]
EXACT = [(field, name(language)) for field, name in COLUMNS.items() for language in LANGUAGES]
LAST_NAMES = [*RESULTS_COLUMNS["last_name"], *RESULTS_SYNONYMS["last_name"]]
SHARED = ("round", "table", "game", "factor", "date")
OF_A_SEAT = ("seat", "player", "vp", "winner", "place")


def form_of(*headings: Cell) -> Form | None:
    return find_form(Block("Results", (0, 0), [headings]))


def with_heading(field: str, word: str, language: str = "en") -> list[Cell]:
    """All columns as they are named, but for one."""
    named: dict[str, Cell] = {key: name(language) for key, name in COLUMNS.items()}
    return [*{**named, field: word}.values()]


@pytest.mark.parametrize(("field", "word"), [*EXACT, *STRONG, *WEAK])
def test_a_synonym_is_read_as_its_field(field: str, word: str) -> None:
    place = list(COLUMNS).index(field)
    for typed in (word, word.upper(), f" {word}\xa0", f"\ufeff{word.lower()}"):
        form = form_of(*with_heading(field, typed))
        assert form is not None
        assert form.shared == {key: column for column, key in enumerate(COLUMNS)}
        assert form.shared[field] == place
        assert (form.kind, form.doubled) == ("long", {})
        assert form.weak == (("vp",) if (field, word) in WEAK else ())


@pytest.mark.parametrize(("field", "word"), [*STRONG, *WEAK])
def test_the_name_itself_wins_over_a_synonym_wherever_they_stand(field: str, word: str) -> None:
    name = RESULTS_COLUMNS[field]("de")
    for headings in ([word, *with_heading(field, name)], [*with_heading(field, name), word]):
        form = form_of(*headings)
        assert form is not None
        assert headings[form.shared[field]] == name
        assert (form.doubled, form.weak) == ({}, ())


@pytest.mark.parametrize(("field", "word"), [*EXACT, *STRONG, *WEAK])
def test_a_synonym_heads_a_group_by_game_as_well(field: str, word: str) -> None:
    """For the whole row without a number, for a seat with one."""
    columns = {"round": "Round", "table": "Table", "player": "Player", "vp": "VP"}
    seat = {**{key: columns[key] for key in ("player", "vp")}, field: word}
    if field == "reason":  # of tournament points by the referee
        seat = {"bonus": "Bonus TP", **seat}
    if field in SHARED:
        form = form_of(
            *{**columns, field: word, "player": "Player 1", "vp": "VP 1"}.values(),
            "Player 2",
            "VP 2",
        )
        assert form is not None
        assert list(form.shared) == list(dict.fromkeys(["round", "table", field]))
    else:
        for pattern in ("{} {}", "{}_{}", "{} ({})", "{}{}", "{} #{}", "{}.{}"):
            groups = [pattern.format(one, number) for number in (1, 2) for one in seat.values()]
            form = form_of("Round", "Table", *groups)
            assert form is not None
            assert [list(group) for group in form.groups] == [list(seat)] * 2
    assert form is not None
    assert form.by_game


@pytest.mark.parametrize(
    ("field", "word"),
    [
        (field, word)
        for field, word in [*EXACT, *STRONG, *WEAK]
        if field in ("player", "table", "vp")
    ],
)
def test_a_synonym_heads_a_round_by_player_as_well(field: str, word: str) -> None:
    names = {"player": "Player", "table": "Table", "vp": "VP", field: word}
    for pattern in ("{} {}", "{}_{}", "{} R{}", "{} Rd. {}", "{} (Round {})", "{} Runde {}"):
        pairs = [pattern.format(names[key], one) for one in (1, 12) for key in ("table", "vp")]
        finals = [f"{names['table']} F", f"{names['vp']} (Finale)"]
        form = form_of(names["player"], *pairs, *finals)
        assert form is not None
        assert form.by_player
        assert (form.rounds, list(form.shared)) == (("1", "12", "final"), ["player"])
        assert [list(group) for group in form.groups] == [["table", "vp"]] * 3


@pytest.mark.parametrize("word", LAST_NAMES)
def test_a_last_name_stands_for_the_whole_one(word: str) -> None:
    form = form_of("Table", word, "First name", "VP")
    assert form is not None
    assert form.shared == {"table": 0, "player": 1, "first_name": 2, "vp": 3}
    both = form_of("Table", word, "First name", "Player", "VP")
    assert both is not None
    assert both.shared == {"table": 0, "player": 3, "vp": 4}


def test_no_word_means_two_things() -> None:
    spelled_words = {*map(spelled, [*EXACT, *STRONG, *WEAK]), *LAST_NAMES}
    words = Counter(folded(word) for word in spelled_words)
    assert {word for word, count in words.items() if count > 1} == set()


def spelled(entry: tuple[str, str]) -> str:
    return f"{entry[1]}"


@pytest.mark.parametrize(
    "word",
    [
        *("Platz am Tisch", "Place at table", "Tischplatz", "Rang", "Rank", "Nr.", "No", "TP"),
        *("Turnierpunkte", "Anteil", "Share", "Siege", "Wins", "Verein", "Club", "Summe", "Total"),
        *("Spieler 1 von", "SP gesamt", "VP total", "Runden", "Tische", "Punkte gesamt", "Email"),
    ],
)
def test_words_that_may_mean_something_else_are_no_headings(word: str) -> None:
    assert KNOWN.meanings()[word] is None


def read(headings: Iterable[Cell], *rows: Iterable[Cell]) -> list[str]:
    """The codes of what reading says about some rows."""
    block = Block("Results", (0, 0), [[*headings], *([*row] for row in rows)])
    workbook = Workbook("b.xlsx", (SheetInfo("Results", ours=False),), lambda _: block)
    return [finding.code for finding in read_results(workbook).findings]


@pytest.mark.parametrize("word", [word for _, word in WEAK])
def test_points_count_with_a_note_and_never_beside_victory_points(word: str) -> None:
    assert read(["Round", "Table", "Player", word], [1, 1, "Ann", 10]) == ["points-as-vp"]
    better = read(["Round", "Table", "Player", word, "Score"], [1, 1, "Ann", "?", 10])
    assert [code for code in better if code != "points-as-vp"] == better
