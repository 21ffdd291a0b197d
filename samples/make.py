"""Makes the sample workbooks from ``data/*.toml``: ``python -m samples.make [FOLDER]``.

They are what an organizer has after typing in the results: a fresh template, filled, not scored.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from xlscore.engine.rulefile import load_rules
from xlscore.files.players import PlayerRow
from xlscore.files.template import write_template

SAMPLES = Path(__file__).parent
NAMES = tuple(sorted(path.stem for path in (SAMPLES / "data").glob("*.toml")))

Row = dict[str, Any]


class Sample(NamedTuple):
    """The data of one workbook; rows are keyed as in ``tables.layout``, None for an empty cell."""

    language: str
    settings: Row
    players: list[Row]
    games: list[Row]
    results: list[Row]


def load(name: str) -> Sample:
    """The data of the sample ``data/NAME.toml``."""
    data = tomllib.loads((SAMPLES / "data" / f"{name}.toml").read_text(encoding="utf-8"))
    return Sample(
        data["language"],
        data["settings"],
        *(_rows(data.get(table)) for table in ("players", "games", "results")),
    )


def make(name: str, folder: Path = SAMPLES) -> Path:
    """Writes the workbook NAME.xlsx into the folder."""
    sample = load(name)
    target = folder / f"{name}.xlsx"
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
