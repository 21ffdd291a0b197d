"""Is nothing silently dropped, and does nothing sloppy make a fault?

Random grids of what volunteers and programs leave in cells, in memory. Evaluating them raises
nothing but `Refused`, every sheet and text of ours can be made of the outcome, and the row count
of the contract, which `evaluate` checks itself, is counted here a second time.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlscore import evaluation as tournament
from xlscore.evaluation import evaluate
from xlscore.explain import explain_order, explain_player
from xlscore.report import csv_text, findings_text, plain_table, text_columns, to_json
from xlscore.rules.model import ERROR, NOTE, Evaluation, Results
from xlscore.rules.rule_file import load_rules
from xlscore.words import LANGUAGES
from xlscore.workbook import read as reading
from xlscore.workbook.block import (
    Area,
    Block,
    Cell,
    ErrorCell,
    NoValue,
    SheetInfo,
    SheetMetadata,
    Workbook,
)
from xlscore.workbook.output import sheets, standings_sheet
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import (
    GAMES_COLUMNS,
    PLAYERS_COLUMNS,
    RESULTS_COLUMNS,
    SHEETS,
    TOURNAMENT_KEYS,
    Name,
    no_table,
)

RULES = {name: load_rules(name) for name in ("dsvc-s3", "eppelborn-19", "punktevergabe")}

# --- sloppy workbooks --------------------------------------------------------------------------

SLOPPY: list[Cell] = [
    None,
    "",
    " ",
    "\u00a0",
    "\u200b",
    "\x00",
    "-",
    "x",
    "#N/A",
    "Err:502",
    "?" * 300,
]
SLOPPY += [
    True,
    False,
    0,
    1,
    -1,
    1.0,
    1.5,
    -0.0,
    1e300,
    5e-324,
    float("inf"),
    float("nan"),
    10**400,
]
SLOPPY += ["9" * 5000, "1" + "0" * 30 + ",5", "1.250", "1,5", "+2", "−3", "１２", "٣", "10²", "1e9"]
SLOPPY += [date(2031, 3, 1), datetime(2031, 3, 1, 18), time(18, 30), timedelta(hours=30)]
SLOPPY += [date.max, datetime.max, 2_958_465, 2_958_466.5, "31.2.2031", "1.3.2031", "2031-03-01"]
SLOPPY += [ErrorCell("#N/A"), ErrorCell("#REF!"), ErrorCell(""), NoValue(), NoValue("=A1")]
SLOPPY += [
    "=1+1",
    "'",
    "\ud800",
    "\ufffe",
    "e\u0301" * 50,
    "🎲",
    "\u202eAnn",
    "{found}",
    "%s",
    "a\nb",
]

NAMES = [
    "Ann",
    "ann",
    " Ann",
    "Ben",
    "Cid",
    "Dan",
    "Eva",
    "Jo\u0308rg",
    "Jörg",
    "STRASSE",
    "Straße",
]
PEOPLE = ["Finn", "Gil", "Hana", "Ida", "Karl", "Lea", "Mia", "Nils"]
GAMES = ["Set", "set ", "Go", "Catan"]
USUAL: dict[str, list[Cell]] = {
    "round": [1, 1, 1, 2, 2, "1", "R1", "2.", "Final", "F"],
    "table": [1, 1, 1, 2, "1", "Tisch 1", "A"],
    "seat": [1, 2, 3, 4],
    "player": [*NAMES],
    "vp": [10, 10, 9, 8, 5, 3, 0, 12, 13, 14, 17, "10", None, None],
    "winner": [None, None, None, "x", "ja", 0, True],
    "place": [None, None, None, 1, 2, 3, 4, "1"],
    "game": [*GAMES],
    "factor": [None, None, 1, 0.5, 2, "0,5"],
    "date": [date(2031, 3, 1), date(2031, 3, 8), None],
    "bonus": [None, None, None, 1, -2, "0,5"],
    "reason": [None, "late"],
    "no": [1, 2],
    "club": ["Süd", None],
    "lot": [None, None, 1, 2, 3, "4"],
    "active": [None, "nein", True],
    "minutes": [None, 10, 17, 60, 95, 120, "30"],
    "level": [None, "low", "hoch", "mittel"],
    "better": [None, "higher", "niedriger"],
}


def cells(field: str, sloppy: int) -> st.SearchStrategy[Cell]:
    """Mostly usual cells of a column, one in `sloppy` is anything."""
    usual = st.sampled_from(USUAL[field])
    anything = st.one_of(st.sampled_from(SLOPPY), st.text(max_size=8), st.floats(), st.integers())
    return st.integers(1, sloppy).flatmap(lambda die: anything if die == 1 else usual)


@st.composite
def entries(draw: st.DrawFn, fields: Sequence[str]) -> list[list[Cell]]:
    """Rows of a list, one of them as good as the other."""
    sloppy = draw(st.sampled_from([3, 10, 40, 1000]))
    rows = draw(st.integers(0, 14))
    return [[draw(cells(field, sloppy)) for field in fields] for _ in range(rows)]


@st.composite
def played(draw: st.DrawFn, fields: Sequence[str]) -> list[list[Cell]]:
    """Rows of results that could all be scored, until some of their cells are spoilt."""
    rows: list[list[Cell]] = []
    for number in (1, 2, "Final")[: draw(st.integers(1, 3))]:
        names = draw(st.permutations(NAMES[3:7] + PEOPLE))
        for table in range(1, 2 if number == "Final" else draw(st.integers(2, 3))):
            for seat in range(1, draw(st.integers(3, 4)) + 1):
                usual: dict[str, Cell] = {
                    "round": number,
                    "table": table,
                    "seat": seat,
                    "factor": 1,
                }
                usual |= {"player": names.pop(), "vp": draw(st.integers(0, 11))}
                usual |= {"game": GAMES[0], "date": date(2031, 3, 1)}
                rows.append([usual.get(field) for field in fields])
    for _ in range(draw(st.sampled_from([0, 1, 3, 8]))):
        row = draw(st.sampled_from(rows))
        column = draw(st.integers(0, len(fields) - 1))
        row[column] = draw(cells(fields[column], 2))
    return rows


@st.composite
def lists(draw: st.DrawFn, kind: str, known: Mapping[str, Name], needed: tuple[str, ...]) -> Block:
    """A list with a header row, some of its columns, junk around it, and marks."""
    language = draw(st.sampled_from(LANGUAGES))
    optional = [field for field in known if field not in needed]
    chosen = draw(st.lists(st.sampled_from(optional), unique=True)) if optional else []
    fields = draw(st.permutations([*needed, *chosen]))
    headings: list[Cell] = [known[field](language) for field in fields]
    real = kind == "results" and draw(st.booleans())
    rows = draw(played(fields) if real else entries(fields))
    if draw(st.integers(1, 12)) == 1:
        headings.append(draw(st.sampled_from(headings)))
        rows = [[*row, draw(st.sampled_from(SLOPPY))] for row in rows]
    if rows and draw(st.booleans()):  # a gap, of about twenty rows
        gap = draw(st.sampled_from([1, 19, 20, 25]))
        at = draw(st.integers(0, len(rows)))
        rows[at:at] = [[None] * len(headings) for _ in range(gap)]
    above = draw(st.integers(0, 2))
    grid = [[None] * len(headings)] * above + [headings, *rows]
    start = (draw(st.integers(0, 3)), draw(st.integers(0, 3)))
    header, left = start[0] + above, start[1]
    last = header + len(rows)
    area = Area(header, left, draw(st.integers(header, last + 3)), left + len(headings) - 1)
    bodies = st.integers(header + 1, last + 1)
    columns = st.integers(left, left + len(headings) - 1)
    marks = SheetMetadata(
        formulas=draw(st.frozensets(st.tuples(bodies, columns), max_size=6)),
        hidden_rows=draw(st.frozensets(bodies, max_size=2)),
        tables=draw(st.sampled_from([(), (area,)])),
        totals_rows=draw(st.sampled_from([frozenset(), frozenset([area.last_row + 1])])),
        date_1904=draw(st.booleans()),
    )
    return Block(draw(st.sampled_from([*SHEETS[kind]])), start, grid, marks)


@st.composite
def workbooks(draw: st.DrawFn) -> tuple[Workbook, str]:
    """A workbook, and the rule set to score it by."""
    rules = draw(st.sampled_from(sorted(RULES)))
    league = rules == "punktevergabe"
    needed = ("game", "table", "player", "vp") if league else ("round", "table", "player", "vp")
    if draw(st.integers(1, 10)) == 1:
        needed = ("table", "player", draw(st.sampled_from(["vp", "place"])))
    # First names are part of the player's name and no seat of their own.
    columns = {key: name for key, name in RESULTS_COLUMNS.items() if key[-5:] != "_name"}
    blocks = [draw(lists("results", columns, needed))]
    if draw(st.booleans()):
        blocks.append(draw(lists("players", PLAYERS_COLUMNS, ("player", "lot"))))
    if league or draw(st.integers(1, 5)) == 1:
        blocks.append(draw(lists("games", GAMES_COLUMNS, ("game", "minutes"))))
    if draw(st.booleans()):
        anything = st.sampled_from([*SLOPPY, "base", "de", "dsvc-s3", 3])
        keys = [name("en") for name in TOURNAMENT_KEYS.values()]
        lines = [[key, draw(anything)] for key in keys if key not in ("Rule set", "Scenario")]
        blocks.append(Block("Tournament", (0, 0), [*lines, ["Scenario", "base"]]))
    loaded = {block.sheet: block for block in blocks}
    listed = tuple(SheetInfo(name, False) for name in loaded)
    return Workbook("book.xlsx", listed, loaded.__getitem__), rules


# --- the account -------------------------------------------------------------------------------


def rows_with_content(workbook: Workbook, results: Results) -> set[int]:
    """Rows below the header in which a player, victory points or a place can be seen.

    Counted plainly from the cells; formulas in the Place column are claims and say nothing.
    """
    form = results.origin.forms[0]
    block = workbook.load(form.sheet)
    seen = set()
    for number, row in enumerate(block.rows, block.start[0]):
        table, player = (row[form.shared[field] - block.start[1]] for field in ("table", "player"))
        nobody = is_invisible(player) and (bool(no_table(table)) or table in (0, "0"))
        nothing = is_invisible(player) and is_invisible(table)
        for field in ("player", "vp", "place"):
            column = form.shared.get(field)
            if column is None or number <= form.row or number in block.metadata.totals_rows:
                continue
            cell = row[column - block.start[1]]
            formula = (number, column) in block.metadata.formulas
            # A claim (D8), a link to an empty cell (D22), or zero for nobody at no table (D21).
            claim = formula and (field == "place" or cell == 0)
            claim = claim or (nobody and field == "vp" and cell == 0)
            claim = claim or bool((nobody or nothing) and field != "player" and no_table(cell))
            if not claim and not is_invisible(cell):
                seen.add(number)
    return seen


def is_invisible(cell: Cell) -> bool:
    """Whether a person sees nothing in a cell."""
    return cell is None or (
        isinstance(cell, str)
        and all(
            letter.isspace() or unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Cn")
            for letter in cell
        )
    )


NO_GAMES = {"not-played", "seats-nobody", "headings-repeated", "totals-ignored"}
"""Notes of rows that are read, and are no seats at a table (D21, D24)."""


def missing(evaluation: Evaluation, workbook: Workbook) -> set[int]:
    """Rows with content that are in no game and that no finding gives a reason for."""
    results = evaluation.results
    in_games = {row for game in results.games for row in game.rows}
    named = {
        location.entry
        for finding in evaluation.findings
        if finding.level == ERROR or finding.code in NO_GAMES
        for location in finding.locations
        if location.kind == "row"
    }
    lost = rows_with_content(workbook, results) - in_games - named
    beyond = next((f for f in results.findings if f.code == "rows-beyond-end"), None)
    if beyond is not None:  # only the first and the last of them are named
        first, last = (location.entry for location in (beyond.locations[0], beyond.locations[-1]))
        lost -= {row for row in lost if first < row < last}
    return lost


@given(workbooks())
def test_no_row_is_lost_and_nothing_raises(made: tuple[Workbook, str]) -> None:
    workbook, rules = made
    scenario = "base" if rules == "dsvc-s3" else None
    evaluation = evaluate(read_results(workbook), RULES[rules], scenario)
    results = evaluation.results
    if not any(finding.code == "column-twice" for finding in results.findings):
        assert missing(evaluation, workbook) == set()
    assert sorted(
        [*evaluation.unscored, *evaluation.open, *(game.number for game in evaluation.scored)]
    ) == list(range(len(results.games)))
    seated = {player for game in results.games for player in game.players if player}
    seated |= {one.player for one in results.sat_out}
    assert [line.player for line in evaluation.standings if line.player in seated] == [
        line.player for line in evaluation.standings
    ]
    assert len(evaluation.standings) == len(seated)
    if evaluation.unscored:
        assert any(finding.level in (ERROR, NOTE) for finding in evaluation.findings)
    for language in LANGUAGES:
        shown(evaluation, language)


def shown(evaluation: Evaluation, language: str) -> None:
    """Everything that can be said about an evaluation."""
    for block in sheets(evaluation, language):
        assert {len(row) for row in block.rows[1:]} <= {len(block.metadata.styles)}
        assert all(
            isinstance(cell, (str, int, Fraction, type(None))) for row in block.rows for cell in row
        )
        csv_text(block)
    json.dumps(to_json(evaluation, language))
    findings_text(evaluation, language)
    plain_table(text_columns(standings_sheet(evaluation, language), language))
    players = [line.player for line in evaluation.standings[:2]]
    for player in players:
        assert explain_player(evaluation, player, language)
    if len(players) == 2:
        assert explain_order(evaluation, *players, language)


# --- the account itself is seen to work --------------------------------------------------------


def small() -> Workbook:
    """Two games, an unused seat, a stray row."""
    rows: list[list[Cell]] = [["Round", "Table", "Player", "VP"]]
    for number in (1, 2):
        rows += [[number, 1, name, points] for name, points in (("Ann", 9), ("Ben", 7), ("Cid", 5))]
    rows += [[2, 1, None, None], [None, None, None, 4]]
    block = Block("Results", (0, 0), rows)
    return Workbook("book.xlsx", (SheetInfo("Results", False),), lambda _name: block)


def lost_row(results: Results) -> Results:
    game = results.games[0]
    fields = ("rows", "players", "victory_points")
    shorter = game._replace(**{field: getattr(game, field)[:-1] for field in fields})
    return results._replace(games=(shorter, *results.games[1:]))


def lost_game(results: Results) -> Results:
    return results._replace(games=results.games[1:])


def lost_stray(results: Results) -> Results:
    return results._replace(row_count=results.row_count._replace(stray=0))


def lost_empty(results: Results) -> Results:
    return results._replace(row_count=results.row_count._replace(empty=0))


@pytest.mark.parametrize("loss", [lost_row, lost_game, lost_stray, lost_empty])
def test_a_lost_row_is_a_fault(loss: Callable[[Results], Results]) -> None:
    results = read_results(small())
    count = evaluate(results, RULES["dsvc-s3"], "base").results.row_count
    assert (count.read, count.empty, count.stray) == (8, 1, 1)
    with pytest.raises(RuntimeError, match="rows read 8"):
        evaluate(loss(results), RULES["dsvc-s3"], "base")


def test_a_row_lost_while_grouping_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    group = reading.group

    def forgetful(*arguments: object) -> object:
        grouping = group(*arguments)  # type: ignore[arg-type]
        return grouping._replace(games=grouping.games[:-1])

    monkeypatch.setattr(reading, "group", forgetful)
    with pytest.raises(RuntimeError, match="rows read 8"):
        evaluate(read_results(small()), RULES["dsvc-s3"], "base")


@pytest.mark.parametrize("fate", ["scored", "unscored", "open"])
def test_a_game_without_a_fate_is_a_fault(monkeypatch: pytest.MonkeyPatch, fate: str) -> None:
    check = tournament.check

    def forgetful(*arguments: object) -> object:
        checked = check(*arguments)  # type: ignore[arg-type]
        tables = dict(list(checked.tables.items())[1:])
        moved = {"scored": {}, "unscored": {"unscored": (0,)}, "open": {"open": (0, 0)}}[fate]
        return checked._replace(tables=tables, **moved)

    monkeypatch.setattr(tournament, "check", forgetful)
    words = "without a finding" if fate == "unscored" else "scored, unscored and open"
    with pytest.raises(RuntimeError, match=words):
        evaluate(read_results(small()), RULES["dsvc-s3"], "base")
