"""Which cells does a seating change, and what is left alone?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlscore.seating.sheet_plan import plan_seating
from xlscore.words import Refused
from xlscore.workbook.block import (
    Area,
    Block,
    Cell,
    SheetInfo,
    SheetMetadata,
    Workbook,
    column_letters,
)
from xlscore.workbook.edits import Edits, SheetEdits
from xlscore.workbook.read import read_results

ANN, BOB, CLEO, DORA = "Ann Ahorn", "Bob Birke", "Cleo Linde", "Dora Tanne"
EMIL, FRITZ, GABI, HUGO = "Emil Esche", "Fritz Fichte", "Gabi Ginster", "Hugo Holler"
FOUR, SEVEN = [(ANN, BOB, CLEO, DORA)], [(ANN, BOB, CLEO, DORA), (EMIL, FRITZ, GABI)]
HEAD = ["Round", "Table", "Player", "VP"]

Rows = Sequence[Sequence[Cell]]


def workbook(
    rows: Rows,
    *,
    last: int | None = None,
    start: tuple[int, int] = (0, 0),
    tournament: Rows | None = None,
    name: str = "Results",
    table: bool = True,
    **marks: object,
) -> Workbook:
    """A workbook whose results are a table object that ends in row `last` of the sheet, from 0."""
    width = max(map(len, rows))
    even = [[*row, *[None] * (width - len(row))] for row in rows]
    end = start[0] + len(rows) - 1 if last is None else last
    area = Area(*start, end, start[1] + len(rows[0]) - 1)
    extra = marks.pop("tables", ())
    tables = ((area,) if table else ()) + tuple(extra)  # type: ignore[arg-type]
    blocks = {name: Block(name, start, even, SheetMetadata(tables=tables, **marks))}  # type: ignore[arg-type]
    if tournament is not None:
        keys = "Turnier" if name == "Ergebnisse" else "Tournament"
        blocks[keys] = Block(keys, (0, 0), tournament)
    return Workbook("book.xlsx", tuple(SheetInfo(one, False) for one in blocks), blocks.get)  # type: ignore[arg-type]


def planned(
    book: Workbook,
    round: str = "1",
    tables: Sequence[Sequence[str]] = FOUR,
    *,
    seed: str | None = None,
    redraw: bool = False,
) -> Edits:
    return plan_seating(book, read_results(book), round, tables, seed=seed, redraw=redraw)


def by_address(edits: SheetEdits | None) -> Mapping[str, Cell]:
    assert edits is not None
    return {f"{column_letters(column)}{row + 1}": value for row, column, value in edits.cells}


def refused(book: Workbook, round: str = "1", *, redraw: bool = False) -> Refused:
    with pytest.raises(Refused) as caught:
        planned(book, round, redraw=redraw)
    assert caught.value.text("en") != caught.value.text("de")
    return caught.value


def waiting(*rounds: tuple[object, int]) -> list[list[Cell]]:
    """Rows that wait for a player: (round, number of them), all at table 1."""
    return [[round, 1.0, None, None] for round, count in rounds for _ in range(count)]  # type: ignore[list-item]


def full(round: object, vp: Cell = 5.0) -> list[list[Cell]]:
    return [[round, 1.0, name, vp] for name in FOUR[0]]  # type: ignore[list-item]


# Where the rows go


def test_rows_that_wait_get_their_players_and_nothing_else() -> None:
    edits = planned(workbook([HEAD, *waiting((1.0, 4), (2.0, 4))]))
    assert by_address(edits.results) == {"C2": ANN, "C3": BOB, "C4": CLEO, "C5": DORA}
    assert edits.results.growth == 0


def test_waiting_rows_left_over_are_emptied() -> None:
    edits = planned(workbook([HEAD, *waiting((1.0, 6))]))
    left = {address: value for address, value in by_address(edits.results).items() if not value}
    assert left == {"A6": None, "B6": None, "A7": None, "B7": None}


def test_what_is_missing_goes_into_empty_rows_of_the_table_before_it_grows() -> None:
    book = workbook([HEAD, *waiting((1.0, 4)), *full(2.0)], last=9)
    edits = planned(book, "1", SEVEN)
    cells = by_address(edits.results)
    assert [cells[f"C{row}"] for row in (2, 3, 4, 5, 10, 11, 12)] == [*SEVEN[0], *SEVEN[1]]
    assert [cells[f"B{row}"] for row in (10, 11, 12)] == [2, 2, 2]
    assert edits.results.table == Area(0, 0, 9, 3)
    assert edits.results.growth == 2


def test_an_empty_table_is_filled_from_its_first_row() -> None:
    edits = planned(workbook([HEAD], last=100), "1", SEVEN)
    cells = by_address(edits.results)
    assert [cells[f"A{row}"] for row in range(2, 9)] == [1] * 7
    assert edits.results.growth == 0


def test_a_table_anywhere_on_the_sheet_is_filled_where_it_stands() -> None:
    edits = planned(workbook([HEAD], start=(6, 2), last=20))
    assert by_address(edits.results)["E8"] == ANN


def test_seats_are_numbered_where_there_is_a_column_for_them() -> None:
    head = ["Round", "Table", "Seat", "Player", "VP"]
    cells = by_address(planned(workbook([head], last=20), "1", SEVEN).results)
    assert [cells[f"C{row}"] for row in range(2, 9)] == [1, 2, 3, 4, 1, 2, 3]


@pytest.mark.parametrize(
    ("typed", "asked", "expected"),
    [
        (1.0, "2", 2),
        ("Round 1", "2", "Round 2"),
        ("Runde 01", "12", "Runde 12"),
        ("R1", "2", "R2"),
        ("1.", "2", "2."),
        (1.0, "final", "Final"),
        ("Finale", "3", 3),
    ],
)
def test_a_round_is_typed_as_the_organizer_types_it(
    typed: Cell, asked: str, expected: Cell
) -> None:
    cells = by_address(planned(workbook([HEAD, *full(typed)]), asked).results)
    assert {cells[f"A{row}"] for row in range(6, 10)} == {expected}


def test_the_final_is_spelled_as_the_headings_are() -> None:
    book = workbook([["Runde", "Tisch", "Spieler", "SP"], *full(1.0)], name="Ergebnisse")
    assert by_address(planned(book, "final").results)["A6"] == "Finale"


def test_a_spelling_that_is_there_stays() -> None:
    rows = [HEAD, *full(1.0), *waiting(("f", 4))]
    assert by_address(planned(workbook(rows), "final").results) == {
        "C6": ANN,
        "C7": BOB,
        "C8": CLEO,
        "C9": DORA,
    }


def test_columns_filled_at_the_top_of_each_block_are_filled_in_full() -> None:
    """Beside rows that are, the rows above would lose their round and table."""
    rows: list[list[Cell]] = full("R1")
    for row in rows[1:]:
        row[:2] = [None, None]
    book = workbook([HEAD, *rows])
    cells = by_address(planned(book, "2").results)
    assert [cells[f"A{row}"] for row in range(3, 10)] == ["R1"] * 3 + ["R2"] * 4
    assert [cells[f"B{row}"] for row in range(3, 10)] == [1] * 7


def test_a_row_that_adds_up_is_never_typed_into() -> None:
    rows = [HEAD, *full(1.0), [None, None, "Total", 20.0]]
    cells = by_address(planned(workbook(rows), "2").results)
    assert sorted(cells, key=lambda cell: int(cell[1:]))[0] == "A7"


def test_formulas_for_the_place_do_not_make_a_row_occupied() -> None:
    head = [*HEAD, "Place"]
    rows = [head, *([1.0, 1.0, None, None, "-"] for _ in range(4))]
    book = workbook(rows, formulas=frozenset((row, 4) for row in range(1, 5)))
    assert by_address(planned(book).results)["C2"] == ANN


# A round that is there


def test_a_round_is_not_seated_twice() -> None:
    error = refused(workbook([HEAD, *full(1.0, None)]))
    assert error.code == "round-seated"
    assert "Results!A2:D5" in str(error)
    assert "Round 1 " in str(error)
    assert "Runde 1 " in error.text("de")


def test_a_redraw_uses_the_same_rows() -> None:
    tables = [(DORA, CLEO, BOB)]
    edits = planned(workbook([HEAD, *full(1.0, None)]), "1", tables, redraw=True)
    assert by_address(edits.results) == {
        "C2": DORA,
        "C3": CLEO,
        "C4": BOB,
        "A5": None,
        "B5": None,
        "C5": None,
    }


def test_a_redraw_of_the_same_seating_changes_nothing() -> None:
    edits = planned(workbook([HEAD, *full(1.0, None)]), redraw=True)
    assert edits.results.cells == ()


def test_a_redraw_of_blocks_filled_at_the_top_leaves_no_round_in_emptied_rows() -> None:
    rows: list[list[Cell]] = full(1.0, None)
    for row in rows[1:]:
        row[:2] = [None, None]
    cells = by_address(planned(workbook([HEAD, *rows]), "1", [FOUR[0][:3]], redraw=True).results)
    assert "A5" not in cells
    assert cells["C5"] is None


@pytest.mark.parametrize("column", ["VP", "Winner", "Place"])
def test_a_round_with_results_is_not_drawn_anew(column: str) -> None:
    others = [other for other in ("VP", "Winner", "Place") if other != column]
    typed: list[list[Cell]] = [[1.0, 1.0, name, None, None, None] for name in FOUR[0]]
    typed[2][3] = 1.0
    rows: Rows = [["Round", "Table", "Player", column, *others], *typed]
    assert refused(workbook(rows), redraw=True).code == "round-played"


# What is refused


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        ("seating-form", [["Round", "Table", "Player 1", "VP 1", "Player 2", "VP 2"]]),
        ("seating-form", [["Player", "Table 1", "VP 1", "Table 2", "VP 2"]]),
        ("seating-no-round", [["Date", "Table", "Player", "VP"]]),
        ("seating-heading-twice", [["Round", "Table", "Player", "Player", "VP"]]),
    ],
)
def test_a_form_that_cannot_be_seated_is_refused(code: str, rows: Rows) -> None:
    assert refused(workbook(rows, last=9)).code == code


def test_results_that_are_no_table_object_are_refused() -> None:
    error = refused(workbook([HEAD, *full(1.0)], table=False), "2")
    assert error.code == "seating-no-table"
    assert "Results!A1:D1" in str(error)


def test_a_table_object_beside_the_round_column_is_none() -> None:
    book = workbook([HEAD, *full(1.0)], table=False, tables=(Area(0, 1, 4, 3),))
    assert refused(book, "2").code == "seating-no-table"


BELOW: list[tuple[str, dict[str, object], Rows]] = [
    ("table-below", {}, [[None] * 4, [None, "Thanks", None, None]]),
    ("table-below", {"tables": (Area(7, 0, 9, 1),)}, []),
    ("table-below", {"tables": (Area(0, 6, 4, 7), Area(6, 3, 7, 8))}, []),
    ("table-below", {"merged": (Area(8, 0, 8, 5),)}, []),
    ("table-below", {"formulas": frozenset({(6, 1)})}, []),
    ("table-totals", {"totals_rows": frozenset({5})}, []),
    ("seating-merged", {"merged": (Area(2, 0, 3, 0),)}, []),
]


@pytest.mark.parametrize(("code", "marks", "below"), BELOW)
def test_what_is_in_the_way_is_refused(code: str, marks: dict[str, object], below: Rows) -> None:
    rows = [HEAD, *waiting((1.0, 4)), *below]
    if code == "seating-merged":
        assert refused(workbook(rows, last=4, **marks), "1").code == code
    else:
        assert refused(workbook(rows, last=4, **marks), "2").code == code


def test_what_stands_beside_or_further_below_is_not_in_the_way() -> None:
    below: Rows = [[None] * 6, [*[None] * 5, "Prizes"], *[[None] * 6] * 2, ["Thanks"]]
    book = workbook(
        [HEAD, *waiting((1.0, 4)), *below],
        last=4,
        tables=(Area(0, 6, 8, 7),),
        merged=(Area(5, 8, 9, 9),),
    )
    assert planned(book, "1", SEVEN).results.growth == 3


def test_the_totals_row_of_a_table_beside_is_none_of_this_one() -> None:
    book = workbook(
        [HEAD, *waiting((1.0, 4))],
        tables=(Area(0, 6, 4, 7),),
        totals_rows=frozenset({5}),
    )
    assert planned(book, "2").results.growth == 4


def test_a_totals_row_does_not_matter_while_rows_are_free() -> None:
    book = workbook([HEAD, *waiting((1.0, 4))], last=8, totals_rows=frozenset({9}))
    assert planned(book, "2").results.growth == 0


def test_a_formula_is_never_overwritten() -> None:
    book = workbook([HEAD, *full(1.0, None)], formulas=frozenset({(2, 2)}))
    with pytest.raises(Refused) as caught:
        planned(book, "1", [(DORA, CLEO, BOB, ANN)], redraw=True)
    assert caught.value.code == "cell-formula"
    assert "Results!C3" in str(caught.value)


def test_a_formula_that_says_so_already_stays() -> None:
    rows = waiting((1.0, 4))
    book = workbook([HEAD, *rows], formulas=frozenset((row, 0) for row in range(1, 5)))
    assert len(planned(book).results.cells) == 4


def test_a_table_at_the_end_of_the_sheet_cannot_grow() -> None:
    book = workbook([HEAD, *waiting((1.0, 4))], start=(1_048_571, 0))
    assert refused(book, "2").code == "too-many-rows"


# The seed on the Tournament sheet


def test_the_seed_goes_below_the_keys() -> None:
    keys: Rows = [["Name", "Cup"], ["Rounds", 3.0], [None, None], ["Bring pens", None]]
    edits = planned(workbook([HEAD], last=9, tournament=keys), seed="spring 7")
    assert edits.seed is not None
    assert edits.seed.sheet == "Tournament"
    assert by_address(edits.seed) == {"A3": "Draw 1", "B3": "spring 7"}


def test_the_next_seed_skips_what_is_not_a_key() -> None:
    keys: Rows = [["Name", "Cup"], ["Draw 1", "spring 7"], ["Bring pens", None]]
    edits = planned(workbook([HEAD], last=9, tournament=keys), "2", seed="8")
    assert by_address(edits.seed) == {"A4": "Draw 2", "B4": "8"}


@pytest.mark.parametrize("key", ["Draw 1", "draw R1:", "Auslosung Runde 1"])
def test_the_seed_of_a_redraw_replaces_the_one_before(key: str) -> None:
    keys: Rows = [["Name", "Cup"], [key, "spring 7"]]
    edits = planned(workbook([HEAD], last=9, tournament=keys), seed="8")
    assert by_address(edits.seed) == {"B2": "8"}


def test_the_key_is_in_the_language_of_the_others() -> None:
    head = ["Runde", "Tisch", "Spieler", "SP"]
    keys: Rows = [["Name", "Pokal"], ["Regelwerk", "dsvc-s3"]]
    book = workbook([head], last=9, name="Ergebnisse", tournament=keys)
    edits = planned(book, "final", seed="8")
    assert by_address(edits.seed) == {"A3": "Auslosung Finale", "B3": "8"}


def test_without_a_tournament_sheet_the_edits_say_that_no_seed_is_kept() -> None:
    edits = planned(workbook([HEAD], last=9), seed="8")
    assert edits.seed is None
    assert edits.sheets == (edits.results,)


def test_seeds_are_read_again() -> None:
    keys: Rows = [
        ["Draw 1", "spring 7"],
        ["Auslosung 2:", 8.0],
        ["Draw Final", "x"],
        ["Draw 3", None],
        ["Draw by", "lot"],
    ]
    draws = read_results(workbook([HEAD], last=9, tournament=keys)).settings.draws
    assert draws == (("1", "spring 7"), ("2", "8"), ("final", "x"))


# Typed and read again

names = st.lists(
    st.text("abcdefgh", min_size=4, max_size=8), min_size=3, max_size=12, unique=True
).map(lambda some: [f"{name} Ahorn" for name in some])
rows = st.lists(
    st.tuples(st.sampled_from([1.0, "Round 2", "R3", None]), st.booleans()), max_size=16
)


def typed_into(book: Workbook, edits: Edits) -> Workbook:
    """The workbook with the edits in it, as any host would apply them."""
    block = book.load("Results")
    bottom = max(len(block.rows), *(cell.row + 1 for cell in edits.results.cells), 1)
    cells = [list(row) for row in block.rows]
    cells += [[None] * len(block.rows[0]) for _ in range(bottom - len(cells))]
    for row, column, value in edits.results.cells:
        cells[row][column] = value
    table = block.metadata.tables[0]
    return workbook(cells, last=table.last_row + edits.results.growth)


@given(names, rows, st.sampled_from(["1", "2", "3", "4", "final"]), st.integers(0, 20))
def test_what_is_typed_is_what_is_read_and_no_other_round_changes(
    seats: list[str], typed: list[tuple[Cell, bool]], round: str, spare: int
) -> None:
    list_rows: list[list[Cell]] = [HEAD]  # type: ignore[list-item]
    for number, (name, is_filled) in enumerate(typed):
        player = f"Player {number}" if is_filled and name else None
        list_rows.append([name, None if name is None else float(number // 4 + 1), player, None])
    book = workbook(list_rows, last=max(1, len(list_rows) - 1 + spare))
    tables = [tuple(seats[start : start + 4]) for start in range(0, len(seats), 4)]
    before = read_results(book)
    after = read_results(typed_into(book, planned(book, round, tables, redraw=True)))
    assert [game.players for game in after.games if game.round == round] == tables
    others = [game._replace(rows=()) for game in before.games if game.round != round]
    assert [game._replace(rows=()) for game in after.games if game.round != round] == others


@pytest.mark.parametrize("redraw", [False, True])
def test_rounds_of_blocks_filled_at_the_top_are_read_as_before(redraw: bool) -> None:
    tables = [(ANN, BOB, CLEO, DORA), (EMIL, FRITZ, GABI, HUGO)]
    list_rows: list[list[Cell]] = [HEAD]  # type: ignore[list-item]
    for round in (1.0, 2.0):
        for table, seats in enumerate(tables, 1):
            list_rows += [[None, None, name, 4.0 if round == 1 else None] for name in seats]
            list_rows[-4][:2] = [round if table == 1 else None, float(table)]
    book = workbook(list_rows)
    edits = planned(book, "2" if redraw else "3", SEVEN, redraw=redraw)
    after = [(game.round, game.players) for game in read_results(typed_into(book, edits)).games]
    assert after == [
        *(("1", seats) for seats in tables),
        *(("2", seats) for seats in tables if not redraw),
        *(("2" if redraw else "3", seats) for seats in SEVEN),
    ]
