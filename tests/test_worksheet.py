"""Do the worksheet functions return plain cells, in the workbook's language, and never fail?"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from xlscore.hosts.common import functions
from xlscore.rules.rule_file import rule_set_ids
from xlscore.words import Refused
from xlscore.workbook.block import Block, SheetInfo, Workbook
from xlscore.workbook.look import OUTPUT
from xlscore.workbook.vocabulary import RESULTS_COLUMNS, SHEETS, TOURNAMENT_KEYS

# Three rounds at one table; Ann and Cleo share first place in round 3.
GAMES = (
    ("1", (10, 8, 7, 3)),
    ("2", (9, 10, 5, 4)),
    ("3", (10, 6, 10, 2)),
)
PLAYERS = ("Ann", "Ben", "Cleo", "=1+1")
FUNCTIONS = {
    "standings": functions.standings,
    "scored_games": functions.games,
    "check": functions.check,
}


def results(language: str = "en", sheet: str | None = None) -> Block:
    header = [RESULTS_COLUMNS[key](language) for key in ("round", "table", "player", "vp")]
    rows = [
        [float(number), 1.0, player, float(points)]
        for number, table in GAMES
        for player, points in zip(PLAYERS, table, strict=True)
    ]
    return Block(SHEETS["results"](language) if sheet is None else sheet, (2, 1), [header, *rows])


def workbook(
    *blocks: Block, language: str = "en", rules: str | None = "dsvc-s3", scenario: str = "base"
) -> Workbook:
    settings = {"rule_set": rules, "scenario": scenario}
    rows = [[TOURNAMENT_KEYS[key](language), value] for key, value in settings.items() if value]
    tournament = Block(SHEETS["tournament"](language), (0, 0), rows)
    by_name = {block.sheet: block for block in (tournament, *blocks)}
    return Workbook(
        "book.xlsx", tuple(SheetInfo(name, ours=False) for name in by_name), by_name.__getitem__
    )


@pytest.mark.parametrize("kind", FUNCTIONS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_header_is_that_of_our_sheets(kind: str, language: str) -> None:
    answer = FUNCTIONS[kind](workbook(results(language), language=language))
    assert answer[0] == [column.heading(language) for column in OUTPUT[kind].values()]
    assert {len(row) for row in answer} == {len(OUTPUT[kind])}


def test_standings_are_numbers_and_text_that_a_cell_holds() -> None:
    answer = functions.standings(workbook(results()))
    # 5+3+4, 3+5+2, 2+2+4 and 1+1+1 points; shares 35.71+32.14+35.71 and so on (S3, 1.3.2).
    assert [row[:6] for row in answer[1:]] == [
        [1, "Ann", 3, 12, 29, 103.56],
        [2, "Ben", 3, 10, 24, 85.71],
        [3, "Cleo", 3, 8, 22, 78.57],
        [4, "=1+1", 3, 3, 9, 32.14],
    ]
    assert {type(cell) for row in answer for cell in row} <= {str, int, float}


def test_results_given_as_rows_count_instead_of_the_workbooks_own() -> None:
    book = workbook(results())
    given = results(sheet="")
    shorter = given._replace(rows=given.rows[:5])
    assert [row[2] for row in functions.standings(book, shorter)[1:]] == [1, 1, 1, 1]
    assert functions.standings(book, given) == functions.standings(book)


def test_check_names_the_cell_on_its_sheet_or_in_the_array() -> None:
    for sheet, expected in (("Day 1", "'Day 1'!E4"), ("", "E4")):
        given = results(sheet=sheet)
        rows = [list(row) for row in given.rows]
        rows[1][3] = "DNF"
        answer = functions.check(workbook(results()), given._replace(rows=rows))
        assert ["error", expected] in [row[:2] for row in answer]


def test_rules_and_scenario_given_win_over_the_tournament_sheet() -> None:
    book = workbook(results(), rules=None)
    named = functions.standings(book, None, "dsvc-s3", "base")
    assert named == functions.standings(workbook(results()))


@pytest.mark.parametrize(("rows", "height"), [(None, 5), ("", 5), (3.0, 5), (8.0, 8)])
def test_rows_fills_up_with_empty_text_and_never_cuts(rows: object, height: int) -> None:
    answer = functions.standings(workbook(results()), rows=rows)  # type: ignore[arg-type]
    assert len(answer) == height
    assert answer[5:] == [[""] * 10] * (height - 5)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rules": "dsvc-s4"}, ["dsvc-s4", "dsvc-s3", "eppelborn-19", "punktevergabe"]),
        ({"scenario": "sea"}, ["sea", "seafarers"]),
        ({"rules": [["a", "b"]]}, ["rules"]),
        ({"rows": 2.5}, ["rows", "2.5"]),
        ({"rows": "many"}, ["rows", "many"]),
        ({"rows": -1.0}, ["rows", "-1"]),
        ({"results": Block("", (0, 0), [["just one cell"]])}, []),
    ],
)
@pytest.mark.parametrize("function", FUNCTIONS.values())
def test_bad_input_is_one_sentence(
    function: Callable[..., functions.Rows], arguments: dict[str, object], words: list[str]
) -> None:
    english, german = (
        function(workbook(results(language), language=language), **arguments)
        for language in ("en", "de")
    )
    for [[text]] in (english, german):
        assert all(word in str(text) for word in words)
        assert "\n" not in str(text)
    assert english != german


def test_missing_rules_list_the_known_ones() -> None:
    [[text]] = functions.standings(workbook(results(), rules=None))
    assert all(rules in str(text) for rules in ("dsvc-s3", "eppelborn-19", "punktevergabe"))


def test_a_fault_of_ours_is_a_sentence_and_its_traceback_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(functions, "evaluate", lambda *_: 1 // 0)
    with caplog.at_level(logging.ERROR, "xlscore"):
        [[text]] = functions.standings(workbook(results("de"), language="de"))
    assert "ZeroDivisionError" in str(text)
    assert "Fehler in xlscore" in str(text)
    assert caplog.records[0].exc_info


def test_a_formula_names_no_file_to_be_opened(tmp_path: Path) -> None:
    """A formula may come from a stranger's workbook; its rule set is a published one."""
    rules = tmp_path / "own.toml"
    rules.write_text("id = 'own'", encoding="utf-8")
    refused = Refused("rules-unknown", found=str(rules), known=rule_set_ids())
    answer = functions.standings(workbook(results()), rules=str(rules))
    assert answer == [[refused.text("en")]]


def evenings(language: str = "en", *, dated: bool = True) -> Block:
    """The rounds as evenings of their own; the last has no date where not all are `dated`."""
    keys = ("round", "table", "player", "vp", "date")
    rows = [
        [
            float(turn),
            1.0,
            player,
            float(points),
            f"2026-03-0{turn}" if dated or turn != "3" else "",
        ]
        for turn, table in GAMES
        for player, points in zip(PLAYERS, table, strict=True)
    ]
    header = [RESULTS_COLUMNS[key](language) for key in keys]
    return Block(SHEETS["results"](language), (2, 1), [header, *rows])


@pytest.mark.parametrize(
    ("given", "points"),
    [
        ({}, {"Ann": 12, "Ben": 10, "Cleo": 8, "=1+1": 3}),
        ({"best": 1}, {"Ann": 5, "Ben": 5, "Cleo": 4, "=1+1": 1}),
        ({"best": 2.0}, {"Ann": 9, "Ben": 8, "Cleo": 6, "=1+1": 2}),
    ],
)
def test_a_season_counts_the_best_evenings(
    given: dict[str, float], points: dict[str, float]
) -> None:
    header, *rows = functions.season(workbook(evenings()), **given)
    assert dict(zip((row[1] for row in rows), (row[3] for row in rows), strict=True)) == points
    assert header == functions.standings(workbook(evenings()))[0]


@pytest.mark.parametrize(("language", "missing"), [("en", "3 of 4"), ("de", "3 von 4")])
def test_a_season_ranks_nobody_with_too_few_evenings(language: str, missing: str) -> None:
    _, *rows = functions.season(workbook(evenings(language), language=language), at_least=4)
    assert {(row[0], row[-1]) for row in rows} == {("", missing)}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"best": 0}, "best is 0"),
        ({"best": 1.5}, "best is 1.5"),
        ({"at_least": "five"}, "at_least is five"),
        ({"at_least": True}, "at_least is"),
    ],
)
def test_a_season_of_no_such_number_is_refused(given: dict[str, object], words: str) -> None:
    [[told]] = functions.season(workbook(evenings()), **given)
    assert words in str(told)


def test_a_season_with_a_game_of_no_date_is_refused() -> None:
    [[told]] = functions.season(workbook(evenings(dated=False)), best=1)
    assert "without a date: 1" in str(told)


def test_rows_that_are_filled_up_are_as_wide_as_the_others() -> None:
    answer = functions.season(workbook(evenings()), rows=9)
    assert len(answer) == 9
    assert len({len(row) for row in answer}) == 1
