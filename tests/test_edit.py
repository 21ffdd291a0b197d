"""Do rows come into the organizer's own table, and does everything else stay as it was?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest
from lxml import etree
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableFormula

from tests.support import office, validator
from tests.support.books import Formula, Sheet, book, edited, header, workbook
from tests.support.output import our_blocks
from tests.support.package_checker import new_faults
from tests.support.packages import package_of
from tests.support.rich import Parts
from tests.support.variants import absolute_targets, prefixed, strict
from tests.support.zipped import pack, records
from xlscore.formats import edit
from xlscore.formats.edit import edit_in_place, write_edits
from xlscore.formats.read import open_workbook
from xlscore.formats.sheet_editor import moved
from xlscore.formats.source import Source
from xlscore.formats.write import write_in_place
from xlscore.rules.rule_file import load_rules
from xlscore.seating.draw import table_sizes
from xlscore.seating.sheet_plan import plan_seating
from xlscore.template.fresh_workbook import write_template
from xlscore.words import Refused
from xlscore.workbook.edits import CellEdit, Edits, SheetEdits
from xlscore.workbook.read import read_results

NAMES = [
    f"{first} {last}"
    for last in ("Ahorn", "Birke", "Esche")
    for first in ("Ann", "Bob", "Cleo", "Dora")
]
SEVEN = [NAMES[:4], NAMES[4:7]]
NINE = [NAMES[:3], NAMES[3:6], NAMES[6:9]]
HEAD = header("round", "table", "seat", "player", "vp")
RESULTS = "xl/worksheets/sheet1.xml"
"""Where the workbooks made here have their results."""


def tables_of(names: Sequence[str]) -> list[list[str]]:
    left = list(names)
    return [[left.pop(0) for _ in range(size)] for size in table_sizes(len(names))]


def planned(
    path: Path,
    round: str,
    tables: Sequence[Sequence[str]],
    *,
    seed: str | None = None,
    redraw: bool = False,
) -> Edits:
    opened = open_workbook(path)
    return plan_seating(opened, read_results(opened), round, tables, seed=seed, redraw=redraw)


def seated(
    path: Path,
    round: str = "1",
    tables: Sequence[Sequence[str]] = SEVEN,
    *,
    seed: str | None = None,
    redraw: bool = False,
) -> Path:
    """The workbook with a round seated, in a file of its own."""
    target = path.with_name(f"{path.stem}-{round}{path.suffix}")
    write_edits(Source.read(path), target, planned(path, round, tables, seed=seed, redraw=redraw))
    return target


def read(path: Path, round: str) -> list[list[str]]:
    """The tables of a round as xlscore reads them, without an error anywhere."""
    results = read_results(open_workbook(path))
    assert [finding.code for finding in results.findings if finding.level == "error"] == []
    return [list(game.players) for game in results.games if game.round == round]


def changed(before: Path, after: Path) -> set[str]:
    """The entries of the zip file that are not byte for byte the same."""
    one, other = records(before), records(after)
    assert list(one) == list(other)
    return {name for name in one if one[name] != other[name]}


def part(path: Path, name: str) -> str:
    return package_of(path).read(name).decode()


def template(folder: Path, language: str = "en", count: int = 7, **options: object) -> Path:
    players = [f"{NAMES[number % 12]} {number}" for number in range(count)]
    path = folder / "book.xlsx"
    rules = "eppelborn-19" if language == "de" else "dsvc-s3"
    scenario = None if language == "de" else "base"
    write_template(
        path,
        load_rules(rules),
        language=language,
        scenario=scenario,
        players=players,
        **options,  # type: ignore[arg-type]
    )
    return path


def handmade(folder: Path) -> Path:
    """A table at C7 below a title, with formulas, formats, drop-downs and colours of its own."""
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = 'Tom\'s "big" day'
    sheet["C5"] = "Spring cup"
    head = ["Rd", "Tisch", "Sitz", "Name", "SP", "Double", "Remark"]
    edge = Border(bottom=Side(style="thin"))
    for column, word in enumerate(head, 3):
        sheet.cell(7, column, word)
    for row, name in enumerate(NAMES[:8], 8):
        values = ["Runde 1", (row - 8) // 4 + 1, (row - 8) % 4 + 1, name, row, f"=G{row}*2", None]
        for column, value in enumerate(values, 3):
            cell = sheet.cell(row, column, value)
            cell.border = edge
            cell.alignment = Alignment(horizontal="center")
        sheet.row_dimensions[row].height = 27
    sheet["F15"].font = Font(bold=True)
    table = Table(displayName="tblDay", ref="C7:I15")
    table._initialise_columns()
    for column, word in zip(table.tableColumns, head, strict=True):
        column.name = word
    table.tableColumns[5].calculatedColumnFormula = TableFormula(
        attr_text="tblDay[[#This Row],[SP]]*2"
    )
    sheet.add_table(table)
    whole = DataValidation("whole", formula1="0", formula2="13", sqref="G8:G15")
    column = DataValidation("list", formula1='"x"', sqref="I1:I1048576")
    sheet.add_data_validation(whole)
    sheet.add_data_validation(column)
    fill = PatternFill("solid", bgColor="FFEE00")
    sheet.conditional_formatting.add("C8:I15", CellIsRule("equal", ["1"], fill=fill))
    sheet.conditional_formatting.add("A1:J15", CellIsRule("equal", ["2"], fill=fill))
    sheet.conditional_formatting.add("C8:C12", CellIsRule("equal", ["3"], fill=fill))
    sheet.print_area = "A1:I15"
    made.create_sheet("Notes")["A1"] = "Bring pens"
    path = folder / "handmade.xlsx"
    made.save(path)
    return path


def plain(folder: Path, rows: int = 0, **options: object) -> Path:
    """Made by XlsxWriter: seven players of round 1 and `rows` empty rows."""
    typed = [
        (1, table, seat, name, 5)
        for table, names in enumerate(SEVEN, 1)
        for seat, name in enumerate(names, 1)
    ]
    content = Sheet([HEAD, *typed, *[[None] * 5] * rows], table="tblResults", **options)  # type: ignore[arg-type]
    return book(folder, content)


def totalled(folder: Path, rows: int) -> Path:
    typed = [(1, 1, seat, name, 5) for seat, name in enumerate(NAMES[:4], 1)]
    total = ["Total", None, None, None, None]
    content = Sheet([HEAD, *typed, *[[None] * 5] * rows, total], table="tblResults", totals=True)
    return book(folder, content)


def varied(folder: Path, change: Callable[[Parts], Parts]) -> Path:
    """The fresh workbook as other programs might have written it."""
    with_rounds = template(folder, rounds=2)
    package = package_of(with_rounds)
    return pack(
        folder / "varied.xlsx", change({name: package.read(name) for name in package.names})
    )


MADE: Mapping[str, tuple[Callable[[Path], Path], str, Sequence[Sequence[str]], set[str]]] = {
    "fresh, rows that wait": (
        lambda folder: template(folder, rounds=2),
        "1",
        SEVEN,
        {"xl/worksheets/sheet3.xml"},
    ),
    "fresh, more than wait": (
        lambda folder: template(folder, rounds=2),
        "2",
        NINE,
        {"xl/worksheets/sheet3.xml", "xl/tables/table2.xml"},
    ),
    "fresh, no rows": (
        lambda folder: template(folder, count=0),
        "1",
        SEVEN,
        {"xl/worksheets/sheet3.xml"},
    ),
    "fresh, German": (
        lambda folder: template(folder, "de"),
        "2",
        SEVEN,
        {"xl/worksheets/sheet3.xml"},
    ),
    "fresh, German final": (
        lambda folder: template(folder, "de"),
        "final",
        [NAMES[:4]],
        {"xl/worksheets/sheet3.xml"},
    ),
    "by hand": (handmade, "2", SEVEN, {RESULTS, "xl/tables/table1.xml", "xl/workbook.xml"}),
    "XlsxWriter": (plain, "2", SEVEN, {RESULTS, "xl/tables/table1.xml"}),
    "XlsxWriter, rows free": (lambda folder: plain(folder, 9), "2", SEVEN, {RESULTS}),
    "totals, rows free": (lambda folder: totalled(folder, 9), "2", SEVEN, {RESULTS}),
    "prefixes": (
        lambda folder: varied(folder, prefixed),
        "1",
        NINE,
        {"xl/worksheets/sheet3.xml", "xl/tables/table2.xml"},
    ),
    "strict": (
        lambda folder: varied(folder, strict),
        "1",
        NINE,
        {"xl/worksheets/sheet3.xml", "xl/tables/table2.xml"},
    ),
    "absolute targets": (
        lambda folder: varied(folder, absolute_targets),
        "1",
        NINE,
        {"xl/worksheets/sheet3.xml", "xl/tables/table2.xml"},
    ),
}
"""How a workbook is made, the round that is seated, its tables, the parts that then differ."""
EVERY_BOOK = pytest.mark.parametrize("name", MADE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("seated")


def pair(folder: Path, name: str) -> tuple[Path, Path]:
    """A workbook and what becomes of it, made once."""
    make, round, tables, _ = MADE[name]
    place = folder / re.sub(r"\W+", "-", name)
    if not place.exists():
        place.mkdir()
        seated(make(place), round, tables)
    after = next(place.glob(f"*-{round}.xlsx"))
    return after.with_name(after.name.replace(f"-{round}.", ".")), after


@EVERY_BOOK
def test_xlscore_reads_exactly_the_seats_that_were_typed(folder: Path, name: str) -> None:
    _, round, tables, _ = MADE[name]
    assert read(pair(folder, name)[1], round) == tables


@EVERY_BOOK
def test_every_other_entry_stays_byte_for_byte(folder: Path, name: str) -> None:
    assert changed(*pair(folder, name)) == MADE[name][3]


@EVERY_BOOK
def test_the_package_checker_finds_nothing_new(folder: Path, name: str) -> None:
    assert new_faults(*pair(folder, name)) == []


@pytest.mark.xdist_group(name="validator")
def test_microsofts_validator_finds_nothing_new(folder: Path) -> None:
    for name in MADE:
        assert validator.new_findings(*pair(folder, name)) == [], name


@EVERY_BOOK
def test_cells_not_typed_into_stay(folder: Path, name: str) -> None:
    _, round, tables, _ = MADE[name]
    source, written = pair(folder, name)
    edits = planned(source, round, tables).results
    typed = {(edits.sheet, cell.row + 1, cell.column + 1) for cell in edits.cells}
    before, after = as_openpyxl_sees(source), as_openpyxl_sees(written)
    assert {place for place in before if after[place] != before[place]} <= typed


def as_openpyxl_sees(path: Path) -> dict[tuple[str, int, int], tuple[str, object]]:
    """Value and look of every cell; nothing of the strict form, which openpyxl does not read."""
    if b"purl.oclc.org" in package_of(path).read("xl/workbook.xml"):
        return {}
    return {
        (sheet.title, cell.row, cell.column): (
            str(getattr(cell.value, "text", cell.value)),
            cell._style,
        )
        for sheet in openpyxl.load_workbook(path).worksheets
        for row in sheet.iter_rows()
        for cell in row
    }


@office.one_at_a_time
def test_libreoffice_shows_the_rows_inside_the_table(folder: Path, tmp_path: Path) -> None:
    pairs = {name: pair(folder, name)[1] for name in MADE}
    flat = office.convert(pairs.values(), tmp_path, "fods")
    for name, path in pairs.items():
        _, _, tables, _ = MADE[name]
        root = etree.parse(flat[path]).getroot()
        found = root.iterfind(".//{*}database-range")
        target = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}target-range-address"
        rows = max(
            int(re.sub(r".*\D", "", item.get(target, "")))
            for item in found
            if item.get("{urn:oasis:names:tc:opendocument:xmlns:table:1.0}name")
            in ("tblResults", "tblDay")
        )
        texts = ["".join(item.itertext()) for item in root.iterfind(".//{*}table-row//{*}p")]
        assert all(player in texts for one in tables for player in one), name
        results = read_results(open_workbook(path))
        assert rows >= 1 + max(row for game in results.games for row in game.rows), name


# Looks


def test_new_rows_look_like_those_above(tmp_path: Path) -> None:
    sheet = openpyxl.load_workbook(seated(handmade(tmp_path), "2"))['Tom\'s "big" day']
    for row in range(16, 23):
        assert sheet.row_dimensions[row].height == 27
        for column in "CDEFGHI":
            assert sheet[f"{column}{row}"].border.bottom.style == "thin", (column, row)
    assert sheet["F16"].font.bold  # as in the row above
    assert sheet["C16"].value == "Runde 2"


def test_calculated_columns_go_on_without_a_value(tmp_path: Path) -> None:
    sheet = openpyxl.load_workbook(seated(handmade(tmp_path), "2"))['Tom\'s "big" day']
    assert {sheet[f"H{row}"].value for row in range(16, 23)} == {"=tblDay[[#This Row],[SP]]*2"}
    assert sheet["H15"].value == "=G15*2"


def test_calculated_columns_of_arrays_stay_arrays(tmp_path: Path) -> None:
    path = edited(
        handmade(tmp_path),
        {
            "xl/tables/table1.xml": lambda data: data.replace(
                b"<calculatedColumnFormula>", b'<calculatedColumnFormula array="1">'
            )
        },
    )
    after = seated(path, "2")
    assert '<f t="array" ref="H16">tblDay[[#This Row],[SP]]*2</f>' in part(after, RESULTS)
    assert new_faults(path, after) == []


def with_column(folder: Path, formula: str, cells: Callable[[int], str]) -> Path:
    """A column of the table calculated by `formula`; `cells` gives the XML inside each cell."""

    def column(data: bytes) -> bytes:
        return re.sub(
            r'(<c r="H(\d+)"[^>]*><f>).*?</c>',
            lambda found: f"{found[1][:-3]}{cells(int(found[2]))}</c>",
            data.decode(),
        ).encode()

    def calculated(data: bytes) -> bytes:
        return re.sub(rb"(<calc[^>]*>)[^<]*", rb"\g<1>" + formula.encode(), data)

    path = handmade(folder)
    return edited(path, {RESULTS: column, "xl/tables/table1.xml": calculated})


def test_references_of_calculated_columns_move_along(tmp_path: Path) -> None:
    path = with_column(tmp_path, "G8*$G$8", lambda row: f"<f>G{row}*$G$8</f><v>1</v>")
    sheet = openpyxl.load_workbook(seated(path, "2")).worksheets[0]
    assert [sheet[f"H{row}"].value for row in (15, 16, 22)] == [
        "=G15*$G$8",
        "=G16*$G$8",
        "=G22*$G$8",
    ]


def test_shared_formulas_tell_what_their_column_goes_on_with(tmp_path: Path) -> None:
    master = '<f t="shared" ref="H8:H15" si="0">G8+1</f><v>1</v>'
    path = with_column(
        tmp_path, "G8+1", lambda row: '<f t="shared" si="0"/><v>1</v>' if row > 8 else master
    )
    after = seated(path, "2")
    assert openpyxl.load_workbook(after).worksheets[0]["H22"].value == "=G22+1"
    assert new_faults(path, after) == []


def test_a_formula_of_nobody_knows_which_row_is_left_out(tmp_path: Path) -> None:
    path = with_column(tmp_path, "G8*2", lambda _row: "<v>1</v>")
    sheet = openpyxl.load_workbook(seated(path, "2")).worksheets[0]
    assert sheet["H16"].value is None
    assert sheet["H16"].border.bottom.style == "thin"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("A1+$B$2+C$3+$D4", "A3+$B$2+C$3+$D6"),
        ("SUM(A1:A9)*LOG10(B2)", "SUM(A3:A11)*LOG10(B4)"),
        ("Sheet1!A1&'Day 2'!B2", "Sheet1!A3&'Day 2'!B4"),
        (
            'IF(A1="B2",[@[C3]],tbl1[[#This Row],[D4]])',
            'IF(A3="B2",[@[C3]],tbl1[[#This Row],[D4]])',
        ),
        ("Rate2024*1.5E3", "Rate2024*1.5E3"),
        ("SUM(1:1)", None),
        ("SUM($1:$1)", None),
        ("A1048576", None),
    ],
)
def test_a_formula_reads_as_if_filled_down(formula: str, expected: str | None) -> None:
    assert moved(formula, 2) == expected


def test_drop_downs_and_colours_grow_with_the_table(tmp_path: Path) -> None:
    text = part(seated(handmade(tmp_path), "2"), RESULTS)
    assert re.findall(r'sqref="([^"]+)"', text.partition("</sheetData>")[2]) == [
        "C8:I22",
        "A1:J15 C16:I22",
        "C8:C12",
        "G8:G22",
        "I1:I1048576",
    ]


def test_drop_downs_of_newer_excels_grow_too(tmp_path: Path) -> None:
    space = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
    cell = "http://schemas.microsoft.com/office/excel/2006/main"
    extension = (
        '<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" '
        f'xmlns:x14="{space}"><x14:dataValidations xmlns:xm="{cell}" count="1">'
        '<x14:dataValidation type="list"><x14:formula1><xm:f>Lists!$A$1:$A$9</xm:f></x14:formula1>'
        "<xm:sqref>D2:D8</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>"
    )
    path = edited(
        book(tmp_path, [HEAD, *[(1, 1, None, name, 5) for name in NAMES[:7]]]),
        {RESULTS: lambda data: data.replace(b"</worksheet>", f"{extension}</worksheet>".encode())},
    )
    assert "<xm:sqref>D2:D15</xm:sqref>" in part(seated(path, "2"), RESULTS)


def test_a_drop_down_does_not_grow_into_another(tmp_path: Path) -> None:
    entries = (
        '<dataValidations count="2"><dataValidation type="whole" sqref="E2:E8"><formula1>1'
        '</formula1></dataValidation><dataValidation type="whole" sqref="E9:E20"><formula1>2'
        "</formula1></dataValidation></dataValidations><pageMargins"
    )
    path = edited(
        book(tmp_path, [HEAD, *[(1, 1, None, name, 5) for name in NAMES[:7]]]),
        {RESULTS: lambda data: data.replace(b"<pageMargins", entries.encode())},
    )
    text = part(seated(path, "2"), RESULTS)
    assert re.findall(r'sqref="(E[^"]+)"', text) == ["E2:E8", "E9:E20"]


def test_a_print_area_that_ends_with_the_table_goes_on(tmp_path: Path) -> None:
    assert "$A$1:$I$22" in part(seated(handmade(tmp_path), "2"), "xl/workbook.xml")


def test_the_filter_of_the_table_grows_with_it(tmp_path: Path) -> None:
    root = etree.fromstring(part(seated(plain(tmp_path), "2"), "xl/tables/table1.xml").encode())
    assert root.get("ref") == "A1:E15"
    assert root.find("{*}autoFilter").get("ref") == "A1:E15"


def test_rows_and_cells_without_references_are_found_by_their_order(tmp_path: Path) -> None:
    def bare(data: bytes) -> bytes:
        return re.sub(rb'<(row|c) r="[A-Z]*\d+"', rb"<\1", data)

    rows = [HEAD, *[(1, 1, 1, name, 5) for name in NAMES[:7]], *[[2, 1, None, None, None]] * 4]
    path = edited(book(tmp_path, rows), {RESULTS: bare})
    after = seated(path, "2", [NAMES[:4]])
    assert read(after, "2") == [NAMES[:4]]
    assert read(after, "1") == [NAMES[:7]]


def test_what_a_cell_cannot_hold_as_it_is_comes_back_the_same(tmp_path: Path) -> None:
    names = ["=1+1", " Ann <&> _x0041_ ", "Bob\u00a0Birke", "Zoë Łąk"]
    after = seated(plain(tmp_path), "2", [names])
    cells = [row[3] for row in open_workbook(after).load("Results").rows[8:12]]
    assert cells == names


def test_what_newer_excels_add_to_a_sheet_stays(tmp_path: Path) -> None:
    compatible = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    newer = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"
    attributes = f'xmlns:mc="{compatible}" xmlns:x14ac="{newer}" mc:Ignorable="x14ac"'
    path = edited(
        plain(tmp_path),
        {
            RESULTS: lambda data: data.replace(
                b"<worksheet ", f"<worksheet {attributes} ".encode(), 1
            ).replace(b"<row ", b'<row x14ac:dyDescent="0.25" ')
        },
    )
    text = part(seated(path, "2"), RESULTS)
    assert attributes.split()[2] in text
    assert f'xmlns:x14ac="{newer}"' in text
    assert text.count('x14ac:dyDescent="0.25"') == 8


# Several rounds


def test_sixty_one_players_over_three_rounds(tmp_path: Path) -> None:
    path = template(tmp_path, count=61, rounds=3)
    names = [player.name for player in read_results(open_workbook(path)).players if player.name]
    assert len(names) == 61
    tables = tables_of(names)
    for round in ("1", "2", "3"):
        edit_in_place(Source.read(path), planned(path, round, tables, seed=f"spring {round}"))
    for round in ("1", "2", "3"):
        assert read(path, round) == tables
    draws = read_results(open_workbook(path)).settings.draws
    assert draws == (("1", "spring 1"), ("2", "spring 2"), ("3", "spring 3"))


def test_late_entries_and_drop_outs_between_rounds(tmp_path: Path) -> None:
    path = template(tmp_path, count=12, rounds=2)
    edit_in_place(Source.read(path), planned(path, "1", NINE))
    edit_in_place(
        Source.read(path),
        planned(path, "2", [*NINE, ["Eva Eibe", "Finn Fels", "Gesa Gras", "Hans Holz"]]),
    )
    assert read(path, "1") == NINE
    assert read(path, "2")[3] == ["Eva Eibe", "Finn Fels", "Gesa Gras", "Hans Holz"]


def test_a_round_seated_twice_is_refused_and_a_redraw_takes_its_place(tmp_path: Path) -> None:
    path = seated(template(tmp_path, rounds=2), tables=SEVEN, seed="1")
    before = path.read_bytes()
    with pytest.raises(Refused) as caught:
        planned(path, "1", NINE)
    assert caught.value.code == "round-seated"
    assert path.read_bytes() == before
    again = seated(path, tables=[NAMES[3:7], NAMES[:3]], seed="2", redraw=True)
    assert read(again, "1") == [NAMES[3:7], NAMES[:3]]
    assert read_results(open_workbook(again)).settings.draws == (("1", "2"),)


def test_the_seed_looks_like_the_settings_above(tmp_path: Path) -> None:
    path = seated(template(tmp_path, rounds=2), seed="spring 7")
    sheet = openpyxl.load_workbook(path)["Tournament"]
    assert (sheet["A9"].value, sheet["B9"].value) == ("Draw 1", "spring 7")
    assert sheet["A9"].style_id == sheet["A8"].style_id
    assert sheet.row_dimensions[9].height == sheet.row_dimensions[8].height


def test_the_same_edit_gives_the_same_bytes(tmp_path: Path) -> None:
    path = template(tmp_path, rounds=2)
    edits = planned(path, "1", SEVEN, seed="1")
    for name in ("one.xlsx", "two.xlsx"):
        write_edits(Source.read(path), tmp_path / name, edits)
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()


def test_two_tables_side_by_side_do_not_disturb_each_other(tmp_path: Path) -> None:
    path = handmade(tmp_path)
    made = openpyxl.load_workbook(path)
    sheet = made.worksheets[0]
    for row, values in enumerate([("Prize", "From"), *[("Cup", "Club")] * 20], 7):
        for column, value in enumerate(values, 12):
            sheet.cell(row, column, value)
    sheet.add_table(Table(displayName="tblPrizes", ref="L7:M27"))
    made.save(path)
    after = seated(path, "2")
    assert read(after, "2") == SEVEN
    assert new_faults(path, after) == []
    assert openpyxl.load_workbook(after).worksheets[0]["L20"].value == "Cup"


# In place


def test_the_backup_is_the_last_file_that_was_not_scored(tmp_path: Path) -> None:
    path = template(tmp_path, rounds=2)
    original = path.read_bytes()
    backup = tmp_path / "book.bak.xlsx"
    assert edit_in_place(Source.read(path), planned(path, "1", SEVEN)) == backup
    assert backup.read_bytes() == original
    write_in_place(Source.read(path), our_blocks(5))
    assert edit_in_place(Source.read(path), planned(path, "2", SEVEN)) is None
    assert backup.read_bytes() != path.read_bytes()
    kept = {"book.bak.xlsx", "book.bak.1.xlsx"}
    assert {one.name for one in tmp_path.iterdir()} == {"book.xlsx", *kept}


def test_a_file_that_may_only_be_read_stays_so(tmp_path: Path) -> None:
    path = template(tmp_path, rounds=2)
    edits = planned(path, "1", SEVEN)
    path.chmod(0o444)
    assert refused(path, edits) == "file-read-only"
    assert path.stat().st_mode & 0o777 == 0o444


def test_a_macro_workbook_stays_one(tmp_path: Path) -> None:
    usual = b"vnd.openxmlformats-officedocument.spreadsheetml.sheet.main"
    path = edited(
        plain(tmp_path),
        {
            "[Content_Types].xml": lambda data: data.replace(
                usual, b"vnd.ms-excel.sheet.macroEnabled.main"
            )
        },
    ).rename(tmp_path / "book.xlsm")
    assert edit_in_place(Source.read(path), planned(path, "2", SEVEN)) == tmp_path / "book.bak.xlsm"
    assert read(path, "2") == SEVEN


# What is refused


def refused(path: Path, edits: Edits, target: Path | None = None) -> str:
    """The code of the refusal; nothing is left behind and the workbook is as it was."""
    before, there = path.read_bytes(), set(path.parent.iterdir())
    with pytest.raises(Refused) as caught:
        edit_in_place(Source.read(path), edits) if target is None else write_edits(
            Source.read(path), target, edits
        )
    assert path.read_bytes() == before
    assert set(path.parent.iterdir()) == there
    assert str(caught.value) != caught.value.text("de")
    return caught.value.code


def test_an_open_workbook_is_refused(tmp_path: Path) -> None:
    path = template(tmp_path, rounds=2)
    (tmp_path / "~$book.xlsx").write_bytes(b"")
    assert refused(path, planned(path, "1", SEVEN)) == "file-locked"


def test_a_protected_sheet_is_refused(tmp_path: Path) -> None:
    path = edited(
        plain(tmp_path),
        {
            RESULTS: lambda data: data.replace(
                b"</sheetData>", b'</sheetData><sheetProtection sheet="1"/>'
            )
        },
    )
    assert refused(path, planned(path, "2", SEVEN)) == "sheet-locked"


def test_a_signed_workbook_is_refused(tmp_path: Path) -> None:
    signature = (
        '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/package/2006/'
        'relationships/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/>'
        "</Relationships>"
    )
    path = edited(
        plain(tmp_path),
        {"_rels/.rels": lambda data: data.replace(b"</Relationships>", signature.encode())},
    )
    assert refused(path, planned(path, "2", SEVEN)) == "file-signed"


def test_another_ending_than_the_content_needs_is_refused(tmp_path: Path) -> None:
    path = plain(tmp_path)
    edits = planned(path, "2", SEVEN)
    assert refused(path, edits, tmp_path / "new.xlsm") == "extension-differs"


NO_EDITS = Edits(SheetEdits("Results", ()))


@pytest.mark.parametrize("ending", [".xls", ".xlsb", ".ods"])
def test_formats_that_are_only_read_are_refused(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"book{ending}"
    path.write_bytes(b"anything")
    assert refused(path, NO_EDITS) == "format-not-edited"
    assert refused(path, NO_EDITS, tmp_path / "new.xlsx") == "format-not-edited"


def test_a_folder_that_takes_no_file_is_refused(tmp_path: Path) -> None:
    path = plain(tmp_path)
    edits = planned(path, "2", SEVEN)
    assert refused(path, edits, tmp_path / "gone" / "new.xlsx") == "file-unwritable"


def test_a_totals_row_refuses_growth(tmp_path: Path) -> None:
    path = totalled(tmp_path, 2)
    with pytest.raises(Refused) as caught:
        planned(path, "2", SEVEN)
    assert caught.value.code == "table-totals"


def test_a_totals_row_that_the_cells_do_not_tell_of_refuses_growth(tmp_path: Path) -> None:
    path = totalled(tmp_path, 2)
    table = open_workbook(path).load("Results").metadata.tables[0]
    edits = Edits(SheetEdits("Results", (CellEdit(7, 0, 2),), table, 1))
    assert refused(path, edits) == "table-totals"


def test_a_table_filled_by_a_query_is_refused(tmp_path: Path) -> None:
    path = edited(
        plain(tmp_path),
        {
            "xl/tables/table1.xml": lambda data: data.replace(
                b" displayName", b' tableType="queryTable" displayName'
            )
        },
    )
    assert refused(path, planned(path, "2", SEVEN)) == "table-linked"


def test_a_workbook_changed_since_it_was_read_is_refused(tmp_path: Path) -> None:
    path = plain(tmp_path)
    edits = planned(path, "2", SEVEN)
    write_edits(Source.read(path), tmp_path / "new.xlsx", edits)
    assert refused(tmp_path / "new.xlsx", edits) == "file-changed"
    assert refused(path, Edits(SheetEdits("Gone", ()))) == "file-changed"


def test_a_formula_that_came_since_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", {"Results": [HEAD, [Formula("=1", 1)]]})
    assert refused(path, Edits(SheetEdits("Results", (CellEdit(1, 0, 2),)))) == "file-changed"


def test_a_sheet_that_comes_out_otherwise_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = plain(tmp_path)
    edits = planned(path, "2", SEVEN)
    monkeypatch.setattr(edit, "serialised", lambda root: serialised_without_a_cell(root))
    assert refused(path, edits) == "edit-unlike"


def serialised_without_a_cell(root: etree._Element) -> bytes:
    cell = root.find("{*}sheetData/{*}row/{*}c")
    if cell is not None:
        cell.getparent().remove(cell)
    return etree.tostring(root)
