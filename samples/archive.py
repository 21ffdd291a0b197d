"""Makes the workbooks of ``archives`` from its data: ``python -m samples.archive [FOLDER]``.

They are the tournaments of ``data`` as clubs kept them before there was xlscore: other forms and
headings, titles, merged cells, columns filled in once a block, numbers as text.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import xlsxwriter

from samples.forms import Heading, Laid, by_game, by_player
from samples.make import SAMPLES, Row, load
from xlscore.workbook.vocabulary import GAMES_COLUMNS, RESULTS_COLUMNS, SHEETS, TOURNAMENT_KEYS

ARCHIVES = SAMPLES / "archives"
NAMES = tuple(sorted(path.stem for path in ARCHIVES.glob("*.toml")))


class Archive(NamedTuple):
    """How a tournament was kept.

    `of` is the sample it is; `form` is long, by-game or by-player. `headings` are the club's own
    words for columns. Of the fields, `texts` are typed as text with a decimal comma, `merged`
    in one cell per block, `once` in the first row of each block. `gaps` leaves a row empty after
    each game, `sums` adds a column of sums, `hidden` hides rows. `findings` are what a reader
    says of it, as level and code.
    """

    of: str
    form: str
    language: str
    sheet: str
    title: Sequence[str]
    findings: Sequence[str]
    headings: Mapping[str, Any] = {}
    texts: Sequence[str] = ()
    merged: Sequence[str] = ()
    once: Sequence[str] = ()
    gaps: bool = False
    sums: str = ""
    hidden: Sequence[int] = ()


def archive(name: str) -> Archive:
    """The description ``archives/NAME.toml``."""
    return Archive(**tomllib.loads((ARCHIVES / f"{name}.toml").read_text(encoding="utf-8")))


def make(name: str, folder: Path = ARCHIVES) -> Path:
    """Writes the workbook NAME.xlsx into the folder."""
    kept = archive(name)
    sample = load(kept.of)
    target = folder / f"{name}.xlsx"
    settings = [
        [TOURNAMENT_KEYS[key](kept.language), value] for key, value in sample.settings.items()
    ]
    with xlsxwriter.Workbook(target, {"default_date_format": "dd.mm.yyyy"}) as book:
        book.set_properties({"created": datetime(2016, 2, 27)})
        sheet = book.add_worksheet(kept.sheet)
        _write_results(book, sheet, kept, sample.results)
        if sample.games:
            columns = list(sample.games[0])
            games = [[GAMES_COLUMNS[key](kept.language) for key in columns]]
            games += [
                [_typed(row[key], text=key in kept.texts) for key in columns]
                for row in sample.games
            ]
            _write(book.add_worksheet(SHEETS["games"](kept.language)), games)
        _write(book.add_worksheet(SHEETS["tournament"](kept.language)), settings)
    return target


def _write_results(
    book: xlsxwriter.Workbook,
    sheet: xlsxwriter.worksheet.Worksheet,
    kept: Archive,
    records: list[Row],
) -> None:
    first = len(kept.title) + 1 if kept.title else 0
    big = book.add_format({"bold": True, "font_size": 16})
    for number, line in enumerate(kept.title):
        sheet.merge_range(number, 0, number, 4, line, big)
    rows = _laid(kept, records).rows
    keys = [_key(record) for record in records]
    if kept.gaps:
        ends = [number for number, key in enumerate(keys[:-1], 1) if key != keys[number]]
        for end in reversed(ends):
            rows.insert(end + 1, [None] * len(rows[0]))
    if kept.sums:
        scores = [at for at, heading in enumerate(rows[0]) if heading.startswith(_name(kept, "vp"))]
        rows[0].append(kept.sums)
        for row in rows[1:]:
            row.append(sum(int(row[at] or 0) for at in scores))
    _write(sheet, rows, first, book.add_format({"bold": True, "border": 1}))
    middle = {"align": "center", "valign": "vcenter"}
    centred = book.add_format(middle)
    day = book.add_format({**middle, "num_format": "dd.mm.yyyy"})
    for field in kept.merged:
        column = rows[0].index(_name(kept, field))
        start = first + 1
        for value, block in groupby(row[column] for row in rows[1:]):
            last = start + len(list(block)) - 1
            if last > start:
                sheet.merge_range(start, column, last, column, None)
                _write_cell(
                    sheet, start, column, value, day if isinstance(value, date) else centred
                )
            start = last + 1
    if kept.hidden:
        sheet.autofilter(first, 0, first + len(rows) - 1, len(rows[0]) - 1)
    for hidden in kept.hidden:
        sheet.set_row(first + hidden, None, None, {"hidden": True})
    sheet.set_column(0, len(rows[0]) - 1, 15)


def _laid(kept: Archive, records: list[Row]) -> Laid:
    fields = [field for field in records[0] if any(row[field] is not None for row in records)]
    before: Row = {}
    typed = []
    for record in records:
        line = {key: _typed(record[key], text=key in kept.texts) for key in fields}
        same = _key(record) == _key(before) if before else False
        for field in kept.once:
            if before and before[field] == record[field] and (field == "round" or same):
                line[field] = None
        typed.append(line)
        before = record
    if kept.form == "by-game":
        return by_game(typed, fields, _heading(kept))
    if kept.form == "by-player":
        return by_player(typed, fields, _heading(kept))
    heading = _heading(kept)
    lines = [[line[field] for field in fields] for line in typed]
    return Laid([[heading(field, "") for field in fields], *lines], {})


def _key(record: Row) -> tuple[Any, ...]:
    return tuple(record.get(field) for field in ("round", "date", "game", "table"))


def _name(kept: Archive, field: str) -> str:
    return str(kept.headings.get(field, RESULTS_COLUMNS[field](kept.language)))


def _heading(kept: Archive) -> Heading:
    def heading(field: str, group: str) -> str:
        final = "Finale" if kept.language == "de" else "Final"
        return f"{_name(kept, field)} {final if group == 'Final' else group}".strip()

    return heading


def _typed(value: Any, *, text: bool) -> Any:
    return str(value).replace(".", ",") if text and value is not None else value


def _write(
    sheet: xlsxwriter.worksheet.Worksheet,
    rows: list[list[Any]],
    first: int = 0,
    bold: xlsxwriter.format.Format | None = None,
) -> None:
    for row, line in enumerate(rows):
        for column, value in enumerate(line):
            _write_cell(sheet, first + row, column, value, None if row else bold)


def _write_cell(
    sheet: xlsxwriter.worksheet.Worksheet,
    row: int,
    column: int,
    value: Any,
    look: xlsxwriter.format.Format | None,
) -> None:
    if isinstance(value, str):
        sheet.write_string(row, column, value, look)
    elif isinstance(value, date):
        sheet.write_datetime(row, column, value, look)
    elif value is not None:
        sheet.write_number(row, column, value, look)


if __name__ == "__main__":
    for archive_name in NAMES:
        make(archive_name, *(Path(folder) for folder in sys.argv[1:2]))
