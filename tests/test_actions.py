"""Does every button do and say the same in every host?"""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from samples.make import WORKBOOKS
from tests.support import com_excel, memory_book
from tests.support.pressed import Press, press
from tests.test_worksheet import results, workbook
from xlscore.hosts.common import actions
from xlscore.seating import next_round
from xlscore.seating.next_round import seat
from xlscore.seating.told import seated_in_words
from xlscore.words import Refused, sentence
from xlscore.workbook.block import Block, SheetInfo, SheetMetadata, Workbook
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import SHEETS

__all__ = ["press"]  # the fixture


def listed(language: str) -> memory_book.Book:
    """Three rounds as a table object, which another round can be typed into."""
    block = results(language)
    block = block._replace(metadata=SheetMetadata(tables=(block.area,)))
    return memory_book.held(workbook(block, language=language))


@pytest.mark.parametrize("path", WORKBOOKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("button", ["check", "set_up_final", "rules", "help"])
def test_excel_says_what_any_host_does(
    press: Press, monkeypatch: pytest.MonkeyPatch, path: Path, button: str
) -> None:
    monkeypatch.setattr(next_round.secrets, "token_hex", lambda _: "a seed")
    here = memory_book.opened(path)
    assert actions.press(button, here) == press(button, com_excel.opened(path))


@pytest.mark.parametrize("path", WORKBOOKS, ids=lambda path: path.stem)
def test_excel_writes_what_any_host_does(press: Press, path: Path) -> None:
    here, excel = memory_book.opened(path), com_excel.opened(path)
    assert actions.press("recalculate", here) == press("recalculate", excel)
    assert list(here.sheets) == [sheet.name for sheet in excel.all]
    for write in excel.writes:
        there = excel[write.partition("!")[0]]
        sheet = here.sheets[there.name]
        assert sheet.ours
        assert sheet.cells == {_from_zero(place): value for place, value in there.values.items()}
        looks = {place: look.number_format for place, look in sheet.looks.items()}
        assert looks == {_from_zero(place): look for place, look in there.formats.items()}


def _from_zero(place: tuple[int, int]) -> tuple[int, int]:
    return place[0] - 1, place[1] - 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_recalculate_adds_all_three_sheets_and_says_so(language: str) -> None:
    book = memory_book.held(workbook(results(language), language=language))
    message = actions.press("recalculate", book)
    ours = [name for name, sheet in book.sheets.items() if sheet.ours]
    assert ours == [SHEETS[kind](language) for kind in ("standings", "scored_games", "check")]
    start = {"en": "3 of 3 games scored, 4 players", "de": "3 von 3 Partien gewertet, 4 Personen"}
    assert message.startswith(start[language])
    assert all(book.sheets[name].widths for name in ours)
    unsaved = memory_book.held(workbook(results(language), language=language), saved=False)
    more = sentence("workbook-unsaved", language, {})
    assert actions.press("recalculate", unsaved) == f"{message} {more}"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("answer", "method"), [(True, "lot"), (False, "spread")])
def test_the_next_round_is_drawn_as_seating_draws_it(
    monkeypatch: pytest.MonkeyPatch, answer: bool, method: str, language: str
) -> None:
    monkeypatch.setattr(next_round.secrets, "token_hex", lambda _: "a seed")
    book = listed(language)
    before = book.read()
    drawn = seat(before, read_results(before), method=method, seed="a seed")
    assert actions.question("draw_next_round", book) == sentence("draw-which", language, {})
    word = "Tisch" if language == "de" else "Table"
    assert actions.press("draw_next_round", book, answer).splitlines() == [
        *seated_in_words(drawn, language),
        f"{word} 1: {', '.join(drawn.tables[0])}",
    ]
    assert read_results(book.read()).games[-1].players == drawn.tables[0]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_final_there_is_none_of_is_one_sentence(language: str) -> None:
    book = listed(language)
    message = Refused("final-none", rules="dsvc-s3").text(language)
    assert actions.press("set_up_final", book) == message


@pytest.mark.parametrize("answer", [True, False])
def test_a_new_workbook_is_asked_of_the_host(answer: bool) -> None:
    book = listed("de")
    message = actions.press("new_workbook", book, answer)
    assert message == sentence("new-workbook-opened", "de", {})
    tournament, league = ("dsvc-s3", "base", "de"), ("punktevergabe", None, "de")
    assert book.opened == [tournament if answer else league]


@pytest.mark.parametrize("spills", [True, False])
def test_live_standings_are_one_formula_or_fill_an_area_with_room(spills: bool) -> None:
    book = memory_book.held(workbook(results()), spills=spills)
    actions.press("insert_live", book)
    [formula] = book.formulas()
    height = 1 if spills else 5 + 20
    text = "=CATAN_STANDINGS()" if spills else f"=CATAN_STANDINGS(,,,{height})"
    assert (formula.text, formula.area.first_row, formula.area.last_row) == (text, 1, height)
    said_again = memory_book.held(workbook(results()), has_functions=False)
    assert "Mac" in actions.press("insert_live", said_again)


@pytest.mark.parametrize("button", ["recalculate", "draw_next_round", "set_up_final"])
def test_a_fault_of_ours_is_one_sentence(button: str, caplog: pytest.LogCaptureFixture) -> None:
    def broken(_name: str) -> Block:
        raise RuntimeError("the program is gone")

    class Broken(memory_book.Book):
        def read(self, *, marked: bool = True) -> Workbook:
            return Workbook("book.xlsx", (SheetInfo("Results", ours=marked),), broken)

    book = Broken("book.xlsx", {})
    with caplog.at_level(logging.ERROR, "xlscore"):
        assert "RuntimeError" in actions.press(button, book)
    assert caplog.records
    assert book.sheets == {}
