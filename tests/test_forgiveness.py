"""Do readers forgive and refuse what the contract says, in each form and both languages?

Cases are written in the long form, a row per player and game. The same workbook is then typed
by game and by player, wherever what the case is about can occur there.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import openpyxl
import pytest
from xlsxwriter.utility import xl_cell_to_rowcol, xl_rowcol_to_cell

from samples.forms import Laid, by_game, by_player
from tests.support.books import COLUMNS, Formula, Rows, Sheet, book, workbook
from tests.support.scoring import expected, run, scored
from xlscore.formats.read import open_workbook
from xlscore.words import Refused
from xlscore.workbook.block import ErrorCell, NoValue
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import SHEETS, TABLES

Case = Mapping[str, Any]
LONG = "long"
LISTS = {name("en") for kind, name in SHEETS.items() if kind != "results"}
FORMS = {"by-game": by_game, "by-player": by_player}
_DATA = tomllib.loads((Path(__file__).parent / "cases" / "forgiveness.toml").read_text("utf-8"))


class Variant(NamedTuple):
    """One workbook of a case: its form, what is typed into its `cell`, or which rows it has."""

    case: Case
    form: str = LONG
    typed: Any = None
    rows: Any = None

    @property
    def all_rows(self) -> list[list[Any]]:
        rows: list[list[Any]] = self.rows or self.case.get("rows", base_of(self.case)["rows"])
        return rows

    @property
    def start(self) -> tuple[int, int]:
        row, column = xl_cell_to_rowcol(self.case.get("start", "A1"))
        return int(row), int(column)

    def told(self, key: str, default: Any) -> Any:
        """What the case says of a key, and says differently of this form where it does."""
        return self.case.get(self.form, {}).get(key, self.case.get(key, default))

    def changes(self) -> dict[str, Any]:
        """What is typed over the rows, by address in the long form."""
        changes = dict(self.case.get("cells", {}))
        for address in {self.case.get("cell"), self.case.get("also")} - {None}:
            changes[address] = self.typed
        return changes


def variants() -> Iterator[Any]:
    for case in _DATA["case"]:
        several = [Variant(case, typed=typed) for typed in case.get("typed", ())]
        several += [Variant(case, rows=rows) for rows in case.get("typed_rows", ())]
        for number, variant in enumerate(several or [Variant(case)]):
            for form in forms_of(variant):
                for language in ("en", "de"):
                    title = f"{case['what'][:60]}-{number}-{form}-{language}".replace(" ", "_")
                    yield pytest.param(variant._replace(form=form), language, id=title)


def forms_of(variant: Variant) -> Iterator[str]:
    """The forms a workbook can be typed in: those in which each cell of the case has a place."""
    yield LONG
    for form in FORMS:
        if form in variant.case.get("forms", FORMS) and laid_out(variant, form) is not None:
            changes = variant.changes()
            findings = variant._replace(form=form).told("findings", ())
            named = re.findall(r"(?<![\w!])[A-Z]\d+\b", " ".join(findings))
            if all(placed(variant, form, one) for one in [*changes, *named]):
                yield form


def laid_out(variant: Variant, form: str) -> Laid | None:
    """The rows of the case in another form; None where it has none, or is long in no way."""
    rows = variant.all_rows
    fields = [str(heading)[1:] if is_field(heading) else "" for heading in rows[0]]
    if not {"player", "table"} <= set(fields) or len({*fields}) < len(fields) - fields.count(""):
        return None
    records = [dict(zip(fields, row, strict=False)) for row in rows[1:]]
    known = [field for field in fields if field]
    if form == "by-player" and "round" not in fields:
        return None
    try:
        return FORMS[form](records, known, lambda *heading: f"@{' '.join(heading)}".strip())
    except ValueError:
        return None


def is_field(heading: Any) -> bool:
    return isinstance(heading, str) and heading[:1] == "@"


def placed(variant: Variant, form: str, address: str) -> tuple[int, int] | None:
    """Where a cell of the long form stands in another, None where it has no place.

    Titles above the results stay, a heading is the first of its field.
    """
    laid = laid_out(variant, form)
    assert laid is not None
    top, left = variant.start
    row, column = xl_cell_to_rowcol(address)
    if row < top:
        return row, column
    if not (left <= column < left + len(variant.all_rows[0])):
        return None
    field = str(variant.all_rows[0][column - left])[1:]
    if row == top:
        columns = [number for number, one in enumerate(laid.rows[0]) if one.split()[0][1:] == field]
        return (top, left + columns[0]) if columns else None
    place = laid.cells.get((row - top - 1, field))
    return (top + place[0], left + place[1]) if place else None


def base_of(case: Case) -> dict[str, Any]:
    base = _DATA["base"][case.get("base", "tournament")]
    return {**_DATA["base"][base["same_as"]], **base} if "same_as" in base else base


def cell(value: Any, language: str, kind: str = "results") -> object:
    """A cell of the data as books.py takes it."""
    if isinstance(value, str) and value.startswith("@"):
        field, *group = value[1:].split(" ") or [""]
        if field in COLUMNS[kind]:
            return " ".join([COLUMNS[kind][field](language), *group])
    if not isinstance(value, dict):
        return value
    if "en" in value:
        return value[language]
    if "error" in value:
        return ErrorCell(value["error"])
    if "no_value" in value:
        return NoValue(value["no_value"])
    return Formula(value["formula"], value["value"])


def grid(rows: Any, language: str, kind: str = "results") -> list[list[object]]:
    width = max(map(len, rows))
    return [
        [cell(value, language, kind) for value in [*row, *[""] * (width - len(row))]]
        for row in rows
    ]


def made(folder: Path, variant: Variant, language: str) -> Path:
    """The workbook of a variant."""
    case, base, start = variant.case, base_of(variant.case), variant.start
    changes = variant.changes()
    laid = None if variant.form == LONG else laid_out(variant, variant.form)
    if laid is not None:
        changes = {there(variant, address): value for address, value in changes.items()}
    rows = grid(laid.rows if laid else variant.all_rows, language)
    loose = {}
    for address, value in changes.items():
        row, column = (at - origin for at, origin in zip(xl_cell_to_rowcol(address), start))
        if 0 <= row < len(rows) and 0 <= column < len(rows[0]):
            rows[row][column] = cell(value, language)
        else:
            loose[address] = cell(value, language)
    results = Sheet(
        rows,
        start=start,
        table=TABLES["results"] if case.get("table", "refused" not in case) else None,
        totals=case.get("totals", False),
        loose=loose,
        merged=case.get("merged", ()),
        hidden=case.get("hidden", ()),
        filter=case.get("filter"),
    )
    lists: dict[str, Any] = {
        kind: grid(content, language, kind)
        for kind in ("players", "games")
        if (content := case.get(kind, base.get(kind)))
    }
    extra: dict[str, Rows | Sheet] = {
        title: grid(content, language) for title, content in case.get("extra", {}).items()
    }
    if "sheet" in case:
        extra = {case["sheet"]: results, **extra}
    return book(
        folder,
        None if "sheet" in case else results,
        tournament=case.get("tournament", base["tournament"]),
        language=language,
        extra=extra,
        **lists,
    )


def outcome(variant: Variant) -> tuple[list[str], list[str]]:
    """The games and standings that are to come out."""
    case = variant.case
    named = base_of(case)["outcome"][variant.told("outcome", "all")]
    standings = variant.told("standings", named["standings"])
    if "replaces" in case:
        standings = [line.replace(case["replaces"], variant.typed) for line in standings]
    return variant.told("scored", named["scored"]), standings


def there(variant: Variant, address: str) -> str:
    """A cell of the long form as an address of the variant's form."""
    place = placed(variant, variant.form, address)
    assert place is not None
    return str(xl_rowcol_to_cell(*place))


def translated(variant: Variant, finding: str) -> str:
    """A finding of the long form, its places those of the variant's form in sheet order."""
    level, code, *places = finding.split(" ", 2)
    if variant.form == LONG or not places:
        return finding
    sheet, own = [], []
    for place in places[0].split(", "):
        if place.partition("!")[0] in LISTS:
            sheet.append(place)
        else:
            own += areas(variant, place.rpartition("!")[2])
    prefix = places[0].rpartition("!")[0]
    prefix = f"{prefix}!" if prefix and not sheet else ""
    own = sorted(dict.fromkeys(own), key=lambda area: xl_cell_to_rowcol(area.partition(":")[0]))
    return f"{level} {code} {', '.join([*(prefix + area for area in own), *sheet])}"


def areas(variant: Variant, place: str) -> list[str]:
    """A cell, a header row or whole rows of the long form, as areas of the variant's form."""
    first, _, last = place.partition(":")
    if not last:
        return [there(variant, first)]
    laid, (top, left) = laid_out(variant, variant.form), variant.start
    assert laid is not None
    width = len(laid.rows[0])
    rows = range(xl_cell_to_rowcol(first)[0], xl_cell_to_rowcol(last)[0] + 1)
    if rows == range(top, top + 1):
        return [area_of(top, left, top, left + width - 1)]
    if first[0] == last[0]:
        return [there(variant, f"{first[0]}{row + 1}") for row in rows]
    found: list[tuple[int, int, int, int]] = []
    for record in (row - top - 1 for row in rows):
        cells = [cell for (number, _), cell in laid.cells.items() if number == record]
        row = max(row for row, _ in cells)
        columns = [column for _, column in cells]
        if variant.form == "by-player":
            columns = [column for column in columns if column]
            found.append((row, min(columns), row, max(columns)))
        elif found and found[-1][0] <= row <= found[-1][2] + 1:
            found[-1] = (found[-1][0], 0, row, width - 1)
        else:
            found.append((row, 0, row, width - 1))
    return [area_of(row + top, one + left, last + top, end + left) for row, one, last, end in found]


def area_of(first_row: int, first_column: int, last_row: int, last_column: int) -> str:
    first = xl_rowcol_to_cell(first_row, first_column)
    last = xl_rowcol_to_cell(last_row, last_column)
    return f"{first}:{last}" if first != last else str(first)


@pytest.mark.parametrize(("variant", "language"), list(variants()))
def test_what_readers_forgive_and_refuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], variant: Variant, language: str
) -> None:
    case = variant.case
    path = made(tmp_path, variant, language)
    if "refused" in case:
        seen = scored(capsys, path, "--lang", language)
        assert (seen.exit, seen.document) == (2, {})
        assert all(str(cell(part, language)) in seen.errors for part in case["refused"])
        return
    seen = scored(capsys, path)
    findings = [translated(variant, finding) for finding in variant.told("findings", ())]
    wanted = expected(dict.fromkeys(findings), language)
    games, standings = outcome(variant)
    assert sorted(seen.findings) == sorted(wanted)
    assert seen.standings == standings
    assert seen.scored == games
    assert seen.open == case.get("open", [])
    errors = any(finding.startswith("error") for finding in wanted)
    assert (seen.exit, seen.document["provisional"]) == (int(errors), errors)
    messages = " ".join(finding["message"] for finding in seen.document["findings"])
    for part in case.get("says", ()):
        assert str(cell(part, language)) in messages
    if case.get("says_typed"):
        assert variant.typed["error"] in messages


def test_every_form_has_its_share_of_the_cases() -> None:
    """A case that no longer fits a form is left out there in silence; not many may be."""
    typed = Counter(form for case in _DATA["case"] for form in forms_of(Variant(case)))
    assert typed["by-game"] > 100
    assert typed["by-player"] > 70


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", ["tournament", "by-game", "by-player"])
def test_the_sheet_that_is_named_is_read_of_two_candidates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str, language: str
) -> None:
    base = base_of({"base": form})
    one_game: list[list[object]] = [
        ["@round", "@table", "@player", "@vp"],
        [1, 1, "Eva", 3],
        [1, 1, "Finn", 2],
    ]
    days = {"Day 1": grid(one_game, language), "Day 2": grid(base["rows"], language)}
    path = book(tmp_path, None, tournament=base["tournament"], language=language, extra=days)
    refused = scored(capsys, path, "--lang", language)
    assert refused.exit == 2
    assert all(name in refused.errors for name in ("Day 1", "Day 2", "--sheet"))
    for name in ("Day 2", " day 2"):
        seen = scored(capsys, path, "--sheet", name)
        assert (seen.exit, seen.findings) == (0, ["warning results-elsewhere 'Day 1'!A1:D1"])
        assert seen.standings == base["outcome"]["all"]["standings"]


@pytest.mark.parametrize("date_1904", [True, False])
def test_dates_are_right_in_either_date_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], date_1904: bool
) -> None:
    """As date cells, as date and time, and as the bare numbers behind them."""
    day = date(2031, 3, 8)
    bare = (day - (date(1904, 1, 1) if date_1904 else date(1899, 12, 30))).days
    by_seat = {"Ann": day, "Ben": datetime(2031, 3, 8, 20, 15), "Cid": bare, "Dora": "8.3.2031"}
    rows: list[list[object]] = [["@date", "@game", "@table", "@player", "@vp", "@factor"]]
    rows += [[typed, "Set", 1, name, seat, 1] for seat, (name, typed) in enumerate(by_seat.items())]
    wide: list[list[object]] = [
        ["@date", "@game", "@table", "@factor", "@player 1", "@vp 1", "@player 2", "@vp 2"]
    ]
    wide += [[day, "Set", 1, 1, "Ann", 2, "Ben", 1], [bare + 1, "Set", 1, 1, "Ann", 2, "Ben", 1]]
    for typed, days in ((rows, ["2031-03-08"]), (wide, ["2031-03-08", "2031-03-09"])):
        path = book(
            tmp_path,
            grid(typed, "en"),
            tournament={"rule_set": "punktevergabe"},
            date_1904=date_1904,
        )
        seen = scored(capsys, path)
        assert seen.findings == []
        assert [game["date"] for game in seen.document["scored_games"]] == days


@pytest.mark.parametrize("language", ["en", "de"])
def test_twenty_players_who_are_not_listed_are_named_and_the_others_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    names = [f"{letter}{letter.lower() * 4}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
    rows: list[list[object]] = [["@round", "@table", "@player", "@vp"]]
    rows += [[1, 1 + seat // 4, name, 9 - seat % 4] for seat, name in enumerate(names)]
    path = book(
        tmp_path,
        grid(rows, language),
        players=grid([["@player"], ["Zoe"]], language, "players"),
        tournament={"rule_set": "dsvc-s3", "scenario": "base"},
        language=language,
    )
    seen = scored(capsys, path)
    wanted = [f"warning player-not-listed C{row}" for row in range(2, 22)]
    assert seen.findings == expected([*wanted, "warning players-not-listed C22"], language)


def test_a_sheet_with_nothing_to_find_is_looked_through_quickly(tmp_path: Path) -> None:
    """Cells made to keep the search for headings busy."""
    hostile = [
        "-" * 32_000,
        "VP " + "9" * 32_000,
        "VP (" * 8_000,
        "_1" * 16_000,
        "." * 32_000 + "F",
    ]
    path = workbook(
        tmp_path / "b.xlsx",
        {"Notes": [[f"{n}{text}"[:32_767] for text in hostile] for n in range(20)]},
    )
    begun = process_time()
    with pytest.raises(Refused):
        read_results(open_workbook(path))
    assert process_time() - begun < 5


FORMULA_LIKE = ["=1+1", "+49", "@x", "-x", '=HYPERLINK("a")']


@pytest.mark.parametrize("language", ["en", "de"])
def test_formula_like_names_are_written_back_as_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    rows: list[list[object]] = [["@round", "@table", "@player", "@vp"]]
    rows += [[number, 1, name, 9] for number, name in enumerate(FORMULA_LIKE, 1)]
    rows += [[number, 1, f"Ann {seat}", seat] for number in range(1, 6) for seat in (3, 5, 7)]
    tournament = {"rule_set": "dsvc-s3", "scenario": "base"}
    path = book(tmp_path, grid(rows, language), tournament=tournament, language=language)
    code, out, _ = run(capsys, "score", path, "--format", "csv")
    assert code == 0
    told = [line[1] for line in csv.reader(out.splitlines())]
    assert sorted(told[4:]) == sorted(f"'{name}" for name in FORMULA_LIKE)
    written = openpyxl.load_workbook(tmp_path / "book.scored.xlsx")
    for kind in ("standings", "scored_games"):
        cells = [found for line in written[SHEETS[kind](language)].iter_rows() for found in line]
        names = [found for found in cells if found.value in FORMULA_LIKE]
        assert {found.value for found in names} == set(FORMULA_LIKE)
        assert {found.data_type for found in names} <= {"s", "inlineStr"}
        assert not [found for found in cells if found.data_type == "f"]
