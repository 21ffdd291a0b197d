"""Makes the sample workbooks from ``data/*.toml``: ``python -m samples.make [FOLDER]``.

They are what an organizer has after typing in the results: a fresh template, filled, not scored.
Data with standings make an old workbook instead, from before xlscore, with its own standings.
"""

from __future__ import annotations

import sys
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import xlsxwriter

from xlscore.rules.rule_file import load_rules
from xlscore.template.fresh_workbook import write_template
from xlscore.template.players import PlayerRow
from xlscore.workbook.vocabulary import RESULTS_COLUMNS, SHEETS, TOURNAMENT_KEYS

SAMPLES = Path(__file__).parent
NAMES = tuple(sorted(path.stem for path in (SAMPLES / "data").glob("*.toml")))
WORKBOOKS = tuple(SAMPLES / f"{name}.xlsx" for name in NAMES)
"""Not what stands in the folder: commands that were tried leave their results there."""

Row = dict[str, Any]


class Sample(NamedTuple):
    """The data of one workbook; rows are keyed as in ``tables.layout``, None for an empty cell.

    `standings` are the rows of the organizer's own, the first one headings; empty in a template.
    """

    language: str
    settings: Row
    players: list[Row]
    games: list[Row]
    results: list[Row]
    standings: list[list[Any]]


def load(name: str) -> Sample:
    """The data of the sample ``data/NAME.toml``."""
    data = tomllib.loads((SAMPLES / "data" / f"{name}.toml").read_text(encoding="utf-8"))
    return Sample(
        data["language"],
        data["settings"],
        players=_rows(data.get("players")),
        games=_rows(data.get("games")),
        results=_rows(data.get("results")),
        standings=_with_headings(data.get("standings")),
    )


def make(name: str, folder: Path = SAMPLES) -> Path:
    """Writes the workbook NAME.xlsx into the folder."""
    sample = load(name)
    target = folder / f"{name}.xlsx"
    if sample.standings:
        return _old_workbook(target, sample)
    write_template(
        target,
        load_rules(sample.settings["rule_set"]),
        language=sample.language,
        scenario=sample.settings.get("scenario"),
        players=[
            PlayerRow(row["player"], row.get("club"), row.get("lot")) for row in sample.players
        ],
        rounds=sample.settings.get("rounds"),
        results=sample.results,
        games=sample.games,
        settings=sample.settings,
    )
    return target


def _old_workbook(target: Path, sample: Sample) -> Path:
    """Plain sheets with a title above each list, as people made them by hand."""
    columns = list(sample.results[0])
    results = [
        [RESULTS_COLUMNS[column](sample.language) for column in columns],
        *([row[column] for column in columns] for row in sample.results),
    ]
    settings = [
        [TOURNAMENT_KEYS[key](sample.language), value] for key, value in sample.settings.items()
    ]
    with xlsxwriter.Workbook(target, {"default_date_format": "yyyy-mm-dd"}) as book:
        book.set_properties({"created": datetime(2019, 11, 16)})
        bold = book.add_format({"bold": True})
        lists = {"tournament": settings, "results": results, "standings": sample.standings}
        for kind, rows in lists.items():
            sheet = book.add_worksheet(SHEETS[kind](sample.language))
            sheet.set_column(0, 4, 16)
            first = 0 if kind == "tournament" else 2
            if first:
                sheet.write(0, 0, sample.settings["name"], bold)
            for number, row in enumerate(rows):
                sheet.write_row(first + number, 0, row, bold if first and not number else None)
    return target


def _with_headings(table: Row | None) -> list[list[Any]]:
    return [table["columns"], *table["rows"]] if table else []


def _rows(table: Row | None) -> list[Row]:
    if table is None:
        return []
    return [
        {
            key: None if value == "" else value
            for key, value in zip(table["columns"], row, strict=True)
        }
        for row in table["rows"]
    ]


if __name__ == "__main__":
    for sample_name in NAMES:
        make(sample_name, *(Path(folder) for folder in sys.argv[1:2]))
