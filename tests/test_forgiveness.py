"""Do readers forgive and refuse what the contract says, on real files, in both languages?"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl
import pytest
from xlsxwriter.utility import xl_cell_to_rowcol

from tests.support.books import COLUMNS, Formula, Sheet, book
from tests.support.scoring import expected, run, scored
from xlscore.tables.block import ErrorCell, NoValue
from xlscore.tables.layout import LANGUAGES, SHEETS, TABLES

Case = Mapping[str, Any]
_DATA = tomllib.loads((Path(__file__).parent / "cases" / "forgiveness.toml").read_text("utf-8"))


class Variant(NamedTuple):
    """One workbook of a case: what is typed into its `cell`, or which rows it has."""

    case: Case
    typed: Any = None
    rows: Any = None


def variants() -> Iterator[Any]:
    for case in _DATA["case"]:
        several = [Variant(case, typed) for typed in case.get("typed", ())]
        several += [Variant(case, rows=rows) for rows in case.get("typed_rows", ())]
        for number, variant in enumerate(several or [Variant(case)]):
            for language in LANGUAGES:
                title = f"{case['what'][:60]}-{number}-{language}".replace(" ", "_")
                yield pytest.param(variant, language, id=title)


def base_of(case: Case) -> dict[str, Any]:
    base = _DATA["base"][case.get("base", "tournament")]
    return {**_DATA["base"][base["same_as"]], **base} if "same_as" in base else base


def cell(value: Any, language: str, kind: str = "results") -> object:
    """A cell of the data as books.py takes it."""
    if isinstance(value, str) and value.startswith("@") and value[1:] in COLUMNS[kind]:
        return COLUMNS[kind][value[1:]](language)
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
    case, base = variant.case, base_of(variant.case)
    rows = grid(variant.rows or case.get("rows", base["rows"]), language)
    start = xl_cell_to_rowcol(case.get("start", "A1"))
    changes = dict(case.get("cells", {}))
    for address in {case.get("cell"), case.get("also")} - {None}:
        changes[address] = variant.typed
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
    )
    lists = {
        kind: grid(content, language, kind)
        for kind in ("players", "games")
        if (content := case.get(kind, base.get(kind)))
    }
    extra = {title: grid(content, language) for title, content in case.get("extra", {}).items()}
    if "sheet" in case:
        extra = {case["sheet"]: results, **extra}
    return book(
        folder,
        None if "sheet" in case else results,
        tournament=base["tournament"],
        language=language,
        extra=extra,
        **lists,
    )


def outcome(variant: Variant) -> tuple[list[str], list[str]]:
    """The games and standings that are to come out."""
    case = variant.case
    named = base_of(case)["outcome"][case.get("outcome", "all")]
    standings = case.get("standings", named["standings"])
    if "replaces" in case:
        standings = [line.replace(case["replaces"], variant.typed) for line in standings]
    return case.get("scored", named["scored"]), standings


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
    wanted = expected(case.get("findings", ()), language)
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


FORMULA_LIKE = ["=1+1", "+49", "@x", "-x", '=HYPERLINK("a")']


@pytest.mark.parametrize("language", LANGUAGES)
def test_formula_like_names_are_written_back_as_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    rows = [["@round", "@table", "@player", "@vp"]]
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
