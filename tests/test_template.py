"""Is a fresh workbook what the workbook contract says, and ready for an organizer?"""

from __future__ import annotations

import importlib.util
import re
import zipfile
from datetime import date
from pathlib import Path
from types import ModuleType

import openpyxl
import pytest
from openpyxl.utils import range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.support import office, package_checker, validator
from xlscore.evaluation import evaluate
from xlscore.formats.read import open_workbook
from xlscore.formats.source import Source
from xlscore.formats.write import write_workbook
from xlscore.rules.rule_file import load_rules, rule_set_ids
from xlscore.template.fresh_workbook import write_template
from xlscore.template.players import PlayerRow
from xlscore.template.sheet_look import Book
from xlscore.words import LANGUAGES, Refused
from xlscore.workbook.look import FONT, INK, OUTPUT, PODIUM, STATUS_COLUMN
from xlscore.workbook.output import sheets
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import (
    CHOICES,
    GAMES_COLUMNS,
    MARK,
    OUR_SHEETS,
    PLAYERS_COLUMNS,
    RESULTS_COLUMNS,
    SHEETS,
    TABLES,
    TOURNAMENT_KEYS,
)

PROJECT = Path(__file__).resolve().parents[1]
KINDS = [(rules, language) for rules in rule_set_ids() for language in LANGUAGES]
THIRTY_LETTERS = 30
LADDER = PROJECT / "samples" / "rules" / "ladder.toml"


def fresh(folder: Path, rules: str, language: str, **content: object) -> Path:
    path = folder / f"{rules}-{language}.xlsx"
    write_template(path, load_rules(rules), language=language, **content)  # type: ignore[arg-type]
    return path


def opened(path: Path) -> Workbook:
    return openpyxl.load_workbook(path)


def sheet(book: Workbook, kind: str, language: str) -> Worksheet:
    return book[SHEETS[kind](language)]


def column(table: Worksheet, heading: str) -> str:
    """The letter of the column with this heading in row 1."""
    return next(cell.column_letter for cell in table[1] if cell.value == heading)


def area(table: Worksheet, heading: str) -> str:
    letter = column(table, heading)
    return f"{letter}2:{letter}{table.max_row}"


def validations(table: Worksheet) -> dict[str, openpyxl.worksheet.datavalidation.DataValidation]:
    """Validations by their area; help on headings is left out."""
    return {
        str(found.sqref): found
        for found in table.data_validations.dataValidation
        if found.type != "none" and found.type is not None
    }


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_sheets_tables_and_headings_are_those_of_the_contract(
    tmp_path: Path, rules: str, language: str
) -> None:
    league = load_rules(rules).is_league
    book = opened(fresh(tmp_path, rules, language))
    kinds = [kind for kind in SHEETS if league or kind != "games"]
    assert book.sheetnames == [SHEETS[kind](language) for kind in kinds]
    results = (
        ("date", "game", "table", "player", "vp", "place", "factor")
        if league
        else ("round", "table", "seat", "player", "vp", "winner", "place")
    )
    expected = {
        "players": [name(language) for name in PLAYERS_COLUMNS.values()],
        "results": [RESULTS_COLUMNS[key](language) for key in results],
        "games": [name(language) for name in GAMES_COLUMNS.values()],
    }
    for kind in kinds:
        found = sheet(book, kind, language)
        headings = [cell.value for cell in found[1] if cell.value is not None]
        if kind in TABLES:
            (table,) = found.tables.values()
            assert table.name == TABLES[kind]
            assert [entry.name for entry in table.tableColumns] == headings == expected[kind]
            assert range_boundaries(table.ref)[:2] == (1, 1)
        elif kind in OUR_SHEETS:
            names = [entry.heading(language) for entry in OUTPUT[kind].values()]
            assert headings[: len(names)] == names
            assert len(headings) == len(names) + (kind == "standings")
            assert found.max_row == 1


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_our_sheets_and_no_others_are_marked(tmp_path: Path, rules: str, language: str) -> None:
    book = opened(fresh(tmp_path, rules, language))
    marked = {
        found.title: found.defined_names[MARK].hidden
        for found in book
        if MARK in found.defined_names
    }
    assert marked == {SHEETS[kind](language): True for kind in OUR_SHEETS}
    assert MARK not in book.defined_names


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_a_fresh_workbook_reads_as_no_results_without_findings(
    tmp_path: Path, rules: str, language: str
) -> None:
    results = read_results(open_workbook(fresh(tmp_path, rules, language)))
    assert results.games == ()
    assert results.players == ()
    assert results.findings == ()
    assert results.settings.rule_set == rules
    assert results.settings.language == results.language == language
    assert results.row_count.empty == results.row_count.read > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["tournament", "game-league"])
def test_a_template_can_be_scored_before_it_is_filled_in(path: str, language: str) -> None:
    template = PROJECT / "templates" / f"{path}-{language}.xlsx"
    evaluation = evaluate(read_results(open_workbook(template)))
    assert (evaluation.standings, evaluation.findings) == ((), ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_filled_in_is_what_is_read(tmp_path: Path, language: str) -> None:
    path = fresh(
        tmp_path,
        "dsvc-s3",
        language,
        scenario="cities-knights",
        players=[PlayerRow("=Ann", "Club", 2), "Ben", PlayerRow("Cleo", lot=1)],
        rounds=4,
        results=[
            {"round": 1, "table": "A", "player": "=Ann", "vp": 10, "winner": "x"},
            {"round": 1, "table": "A", "player": "Ben", "vp": 8},
            {"round": 1, "table": "A", "player": "Cleo", "vp": 7},
        ],
        settings={"name": "Cup & more", "date": date(2026, 3, 14), "venue": "Hall"},
    )
    results = read_results(open_workbook(path))
    (game,) = results.games
    assert game.players == ("=Ann", "Ben", "Cleo")
    assert game.victory_points == (10, 8, 7)
    assert game.winner == 0
    assert [(player.name, player.club, player.lot) for player in results.players] == [
        ("=Ann", "Club", 2),
        ("Ben", None, None),
        ("Cleo", None, 1),
    ]
    settings = results.settings
    assert settings.name == "Cup & more"
    assert (settings.scenario, settings.rounds) == ("cities-knights", 4)
    name = sheet(opened(path), "players", language)["B2"]
    assert (name.value, name.data_type) == ("=Ann", "s")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_league_is_filled_in_the_language_of_the_workbook(tmp_path: Path, language: str) -> None:
    path = fresh(
        tmp_path,
        "punktevergabe",
        language,
        games=[{"game": "base", "minutes": 95, "level": "high", "better": "lower"}],
        results=[
            {"date": date(2026, 1, 9), "game": "base", "table": 1, "player": "high", "vp": 3.5},
            {"date": date(2026, 1, 9), "game": "base", "table": 1, "player": "Ben", "vp": 8},
        ],
    )
    table = sheet(opened(path), "games", language)
    assert [cell.value for cell in table[2]] == [
        "base",
        95,
        CHOICES["high"](language),
        None,
        CHOICES["lower"](language),
    ]
    results = read_results(open_workbook(path))
    assert results.game_kinds[0][:5] == ("base", 95, "high", None, "lower")
    assert results.games[0].players == ("high", "Ben")
    assert results.findings == ()


@pytest.mark.parametrize(("language", "final"), [("en", "Final"), ("de", "Finale")])
def test_players_and_rounds_lay_out_the_tables_and_the_final(
    tmp_path: Path, language: str, final: str
) -> None:
    players = [f"Player {number}" for number in range(1, 11)]
    path = fresh(tmp_path, "eppelborn-19", language, players=players)
    table = sheet(opened(path), "results", language)
    seats = [(row[0], row[1]) for row in table.iter_rows(min_row=2, values_only=True)]
    of_one_round = [1] * 4 + [2] * 3 + [3] * 3
    rounds = [(number, table) for number in (1, 2) for table in of_one_round]
    assert seats == [*rounds, *[(final, 1)] * 4]
    names = area(table, RESULTS_COLUMNS["player"](language))
    assert all(cell.value is None for (cell,) in table[names])
    read = read_results(open_workbook(path))
    assert (read.games, read.findings) == ((), ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_semi_finals_are_laid_out_before_the_final(tmp_path: Path, language: str) -> None:
    """A row for every seat, in a workbook that reads as empty."""
    players = [f"Player {number}" for number in range(1, 19)]
    path = tmp_path / "ladder.xlsx"
    write_template(path, load_rules(LADDER), language=language, players=players)
    table = sheet(opened(path), "results", language)
    seats = [(row[0], row[1]) for row in table.iter_rows(min_row=2, values_only=True)]
    semi_final = {"en": "Semi-final", "de": "Halbfinale", "nl": "Halve finale"}[language]
    final = {"en": "Final", "de": "Finale", "nl": "Finale"}[language]
    last = [(semi_final, number) for number in (1, 2, 3, 4) for _ in range(4)] + [(final, 1)] * 4
    assert seats[-21:] == [(3, 5), *last]
    read = read_results(open_workbook(path))
    assert (read.games, read.findings) == ((), ())


@pytest.mark.parametrize(
    ("language", "rounds"),
    [("en", "1,2,3,Semi-final,Final"), ("de", "1,2,3,Halbfinale,Finale")],
)
def test_semi_finals_are_offered_where_the_rules_have_them(
    tmp_path: Path, language: str, rounds: str
) -> None:
    path = tmp_path / "ladder.xlsx"
    write_template(path, load_rules(LADDER), language=language)
    results = sheet(opened(path), "results", language)
    heading = RESULTS_COLUMNS["round"](language)
    assert validations(results)[area(results, heading)].formula1 == f'"{rounds}"'


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_every_cell_has_the_named_font(tmp_path: Path, rules: str, language: str) -> None:
    book = opened(fresh(tmp_path, rules, language, players=["Ann", "Ben", "Cleo"], rounds=2))
    fonts = {cell.font.name for found in book for row in found for cell in row}
    assert fonts == {FONT}
    assert {font.name for font in book._fonts} == {FONT}
    # Without borders of their own the cells of a table would be blank in LibreOffice.
    for kind in TABLES:
        if SHEETS[kind](language) in book.sheetnames:
            cells = [cell for row in sheet(book, kind, language).iter_rows(2) for cell in row]
            assert {cell.border.bottom.style for cell in cells} == {"thin"}


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_names_of_thirty_letters_fit(tmp_path: Path, rules: str, language: str) -> None:
    book = opened(fresh(tmp_path, rules, language))
    heading = RESULTS_COLUMNS["player"](language)
    for kind in ("players", "results", "standings", "scored_games"):
        found = sheet(book, kind, language)
        width = found.column_dimensions[column(found, heading)].width
        assert width >= THIRTY_LETTERS + 2, kind


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_pages_are_a4_one_wide_with_title_and_number(
    tmp_path: Path, rules: str, language: str
) -> None:
    book = opened(fresh(tmp_path, rules, language, settings={"name": "19. Cup & more"}))
    for found in book:
        assert str(found.page_setup.paperSize) == Worksheet.PAPERSIZE_A4
        assert found.sheet_properties.pageSetUpPr.fitToPage
        assert not found.page_setup.fitToHeight
        assert found.oddHeader.left.text == "19. Cup && more"
        assert re.search(r"&P\D+&N", found.oddFooter.right.text)
        assert not found.print_area
        repeats = found.title not in (
            SHEETS["tournament"](language),
            SHEETS["live"](language),
        )
        assert bool(found.print_title_rows) == repeats
        if repeats:
            assert found.freeze_panes == "A2"


@pytest.mark.parametrize(
    ("rules", "scenario", "most"),
    [
        ("dsvc-s3", "base", "13"),
        ("dsvc-s3", "seafarers", "15"),
        ("dsvc-s3", None, "16"),
        ("eppelborn-19", None, "16"),
    ],
)
def test_victory_points_far_above_the_cap_are_questioned_never_stopped(
    tmp_path: Path, rules: str, scenario: str | None, most: str
) -> None:
    table = sheet(opened(fresh(tmp_path, rules, "en", scenario=scenario)), "results", "en")
    points = validations(table)[area(table, "VP")]
    assert (points.type, points.formula1, points.formula2) == ("whole", "0", most)
    assert most in points.error


@pytest.mark.parametrize(
    ("language", "scenarios", "languages", "yes", "rounds"),
    [
        (
            "en",
            "base,seafarers,cities-knights",
            "English,Deutsch,Nederlands",
            "yes,no",
            "1,2,Final",
        ),
        (
            "de",
            "Basisspiel,Seefahrer,Städte & Ritter",
            "English,Deutsch,Nederlands",
            "ja,nein",
            "1,2,Finale",
        ),
    ],
)
def test_drop_downs_of_a_tournament(
    tmp_path: Path, language: str, scenarios: str, languages: str, yes: str, rounds: str
) -> None:
    book = opened(fresh(tmp_path, "eppelborn-19", language))
    settings = sheet(book, "tournament", language)
    rows = {cell.value: f"B{cell.row}" for cell in settings["A"]}
    keys = TOURNAMENT_KEYS
    offered = validations(settings)
    assert offered[rows[keys["rule_set"](language)]].formula1 == f'"{",".join(rule_set_ids())}"'
    assert offered[rows[keys["scenario"](language)]].formula1 == f'"{scenarios}"'
    assert offered[rows[keys["language"](language)]].formula1 == f'"{languages}"'
    players = sheet(book, "players", language)
    active = area(players, PLAYERS_COLUMNS["active"](language))
    assert validations(players)[active].formula1 == f'"{yes}"'
    results = sheet(book, "results", language)
    expected = {"round": f'"{rounds}"', "player": "PlayerNames", "winner": '"x"'}
    for key, source in expected.items():
        found = validations(results)[area(results, RESULTS_COLUMNS[key](language))]
        assert (found.type, found.formula1) == ("list", source)


@pytest.mark.parametrize(
    ("language", "level", "better"),
    [("en", "low,high", "higher,lower"), ("de", "niedrig,hoch", "höher,niedriger")],
)
def test_drop_downs_of_a_league(tmp_path: Path, language: str, level: str, better: str) -> None:
    book = opened(fresh(tmp_path, "punktevergabe", language))
    games = sheet(book, "games", language)
    for key, words in (("level", level), ("better", better)):
        found = validations(games)[area(games, GAMES_COLUMNS[key](language))]
        assert found.formula1 == f'"{words}"'
    results = sheet(book, "results", language)
    expected = {"game": ("list", "GameNames"), "player": ("list", "PlayerNames")}
    expected |= {"date": ("date", "34700"), "vp": ("decimal", "0"), "place": ("whole", "1")}
    for key, what in expected.items():
        found = validations(results)[area(results, RESULTS_COLUMNS[key](language))]
        assert (found.type, found.formula1) == what


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_questions_and_help_fit_what_excel_shows(tmp_path: Path, rules: str, language: str) -> None:
    book = opened(fresh(tmp_path, rules, language))
    entries = [entry for found in book for entry in found.data_validations.dataValidation]
    assert len(entries) > 12
    for entry in entries:
        assert entry.errorStyle == "warning" or (entry.type in (None, "none") and entry.prompt)
        assert max(len(entry.error or ""), len(entry.prompt or "")) <= 255
        assert len(entry.promptTitle or "") <= 32
        assert "{" not in (entry.error or "") + (entry.prompt or "")


@office.one_at_a_time
@pytest.mark.parametrize("language", LANGUAGES)
def test_drop_down_of_players_holds_the_names_and_no_blanks(tmp_path: Path, language: str) -> None:
    """The defined name is calculated by LibreOffice; cells without a value make it calculate."""
    book = Book(language, "")
    players = book.sheet("players", INK)
    for row, name in enumerate(("Player", "Ann", "Ben", "Cleo")):
        players.write_string(row, 1, name)
    book.names_below("PlayerNames", "players", 1)
    probe = book.workbook.add_worksheet("probe")
    for row, formula in enumerate(("ROWS(PlayerNames)", "INDEX(PlayerNames,3)")):
        probe.write_formula(row, 0, f"={formula}", None, "")
    path = tmp_path / "names.xlsx"
    book.save(path)
    assert office.shown([path])[path]["probe"] == [["3"], ["Cleo"]]


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_podium_and_ties_are_coloured_whatever_is_written_later(
    tmp_path: Path, rules: str, language: str
) -> None:
    standings = sheet(opened(fresh(tmp_path, rules, language)), "standings", language)
    formats = {str(found.sqref): found.rules for found in standings.conditional_formatting}
    rows = {rule.formula[0]: rule.dxf for rule in formats["A2:J501"]}
    for place, color in enumerate(PODIUM, 1):
        assert rows[f"$A2={place}"].fill.bgColor.rgb == f"FF{color}"
    assert any("COUNTIF" in rule.formula[0] for rule in formats["A2:A501"])


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_the_chart_reads_the_first_ten_and_covers_nothing(
    tmp_path: Path, rules: str, language: str
) -> None:
    standings = sheet(opened(fresh(tmp_path, rules, language)), "standings", language)
    (chart,) = standings._charts
    (series,) = chart.series
    name = SHEETS["standings"](language)
    assert series.cat.strRef.f == f"{name}!$B$2:$B$11"
    assert series.val.numRef.f == f"{name}!$D$2:$D$11"
    anchor = chart.anchor._from
    assert (anchor.row, anchor.col) == (2, STATUS_COLUMN)
    assert standings.cell(1, STATUS_COLUMN + 1).value


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_later_finds_its_place(tmp_path: Path, language: str) -> None:
    """The scored workbook keeps chart, colours and the room for the status."""
    names = ["Ann", "Ben", "Cleo", "Dan"]
    rows = [
        {"round": 1, "table": 1, "player": name, "vp": points}
        for name, points in zip(names, (8, 10, 7, 5), strict=True)
    ]
    path = fresh(tmp_path, "dsvc-s3", language, scenario="base", players=names, results=rows)
    evaluation = evaluate(read_results(open_workbook(path)))
    scored = tmp_path / "scored.xlsx"
    write_workbook(Source.read(path), scored, sheets(evaluation, language), replace_foreign=False)
    before, after = (sheet(opened(file), "standings", language) for file in (path, scored))
    assert [cell.value for cell in after["B"][1:]] == ["Ben", "Ann", "Cleo", "Dan"]
    assert {cell.font.name for row in after for cell in row} == {FONT}
    assert after._charts[0].series[0].val.numRef.f == before._charts[0].series[0].val.numRef.f
    assert after.row_dimensions[1].height == before.row_dimensions[1].height
    assert {str(found.sqref) for found in after.conditional_formatting} == {
        str(found.sqref) for found in before.conditional_formatting
    }


@pytest.mark.parametrize(("rules", "language"), KINDS)
def test_live_holds_one_dynamic_formula_and_words_for_who_has_no_add_in(
    tmp_path: Path, rules: str, language: str
) -> None:
    path = fresh(tmp_path, rules, language)
    live = sheet(opened(path), "live", language)
    assert live["A2"].value.text == "=CATAN_STANDINGS(tblResults[#All])"
    hint = openpyxl.load_workbook(path, data_only=True)[live.title]["A1"].value
    assert "xlscore" in hint
    assert SHEETS["standings"](language) in hint
    with zipfile.ZipFile(path) as package:
        number = len(package.read("xl/workbook.xml").split(b"<sheet ")) - 1
        assert b'<c r="A2" ' in (part := package.read(f"xl/worksheets/sheet{number}.xml"))
        assert b' cm="1"' in part
        assert b"XLDAPR" in package.read("xl/metadata.xml")


@office.one_at_a_time
@pytest.mark.parametrize("language", LANGUAGES)
def test_libreoffice_shows_the_hint_where_no_add_in_is(tmp_path: Path, language: str) -> None:
    path = fresh(tmp_path, "dsvc-s3", language)
    assert "xlscore" in office.shown([path])[path]["Live"][0][0]


def test_validator_and_package_checker_find_nothing(tmp_path: Path) -> None:
    paths = []
    for number, (rules, language) in enumerate(KINDS):
        folder = tmp_path / str(number)
        folder.mkdir()
        names = [f"Player {index}" for index in range(7)]
        paths += [
            fresh(tmp_path, rules, language),
            fresh(folder, rules, language, players=names, rounds=3, settings={"name": "A & B"}),
        ]
    assert {path.name: found for path, found in validator.validate(paths).items() if found} == {}
    assert {path.name: found for path in paths if (found := package_checker.faults(path))} == {}


def script() -> ModuleType:
    """The script that makes the committed templates."""
    specification = importlib.util.spec_from_file_location(
        "make", PROJECT / "templates" / "make.py"
    )
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_committed_templates_are_what_the_code_makes(tmp_path: Path) -> None:
    """Part for part, since zlib's bytes differ between machines; and nothing else is committed."""
    made = script().make(tmp_path)
    assert {path.name for path in made} == {
        path.name for path in (PROJECT / "templates").glob("*.xlsx")
    }
    for path in made:
        with (
            zipfile.ZipFile(path) as new,
            zipfile.ZipFile(PROJECT / "templates" / path.name) as old,
        ):
            assert old.namelist() == new.namelist()
            for part in new.namelist():
                assert old.read(part) == new.read(part), f"{path.name}: {part}"


def test_the_same_content_gives_the_same_bytes(tmp_path: Path) -> None:
    again = tmp_path / "again"
    again.mkdir()
    first, second = fresh(tmp_path, "dsvc-s3", "de"), fresh(again, "dsvc-s3", "de")
    assert first.read_bytes() == second.read_bytes()


def test_a_place_that_cannot_be_written_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    target = tmp_path / "taken.xlsx"
    target.mkdir()
    with pytest.raises(Refused) as refused:
        write_template(target, load_rules("dsvc-s3"))
    assert "taken.xlsx" in str(refused.value)
    assert list(tmp_path.iterdir()) == [target]
