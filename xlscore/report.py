"""An Evaluation for people and programs: JSON, CSV, a table for the terminal."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import NamedTuple

from .rules.exact import Number
from .rules.model import Evaluation, Location, ScoredGame, Standing
from .rules.tournament_checks import rounds_planned, rounds_played
from .words import CONTROLS, decimal_text, exact, sentence
from .workbook.addresses import seat_where, where
from .workbook.block import Block, Cell
from .workbook.look import cell_style
from .workbook.output import message, progress

SCHEMA = "xlscore/1"


def to_json(evaluation: Evaluation, language: str = "en") -> dict[str, object]:
    """The evaluation in the stable schema ``xlscore/1``: exact numbers are strings."""
    results, league = evaluation.results, evaluation.rules.is_league
    return {
        "schema": SCHEMA,
        "source": results.source,
        "rule_set": evaluation.rules.id,
        "scenario": evaluation.scenario,
        "games_total": len(results.games),
        "games_scored": len(evaluation.scored),
        "provisional": evaluation.provisional,
        "status": progress(evaluation),
        "rounds_played": None if league else rounds_played(results, evaluation.open),
        "rounds_planned": None if league else rounds_planned(results, evaluation.rules) or None,
        "open_tables": [
            {"round": results.games[number].round, "table": results.games[number].table}
            for number in evaluation.open
        ],
        "standings": [
            {
                "rank": standing.rank,
                "tied": standing.tied,
                "player": standing.player,
                "games": standing.games,
                **_of_counting(standing),
                "tournament_points": exact(standing.tournament_points),
                "victory_points": _exact(standing.victory_points),
                "share": _exact(standing.share),
                "places": {str(place): count for place, count in standing.places},
                "stage": standing.stage,
                "decided_by": standing.decided_by,
                "criteria": [
                    {"key": key, "value": _exact(value)} for key, value in standing.criteria
                ],
                **({} if standing.bonus is None else {"bonus": exact(standing.bonus)}),
            }
            for standing in evaluation.standings
        ],
        "scored_games": [_game_json(evaluation, scored) for scored in evaluation.scored],
        "unread_columns": list(dict.fromkeys(one.heading for one in results.unread)),
        "findings": [
            {
                "level": finding.level,
                "code": finding.code,
                "where": where(results, finding.locations),
                "message": message(finding, language),
            }
            for finding in evaluation.findings
        ],
    }


def _of_counting(standing: Standing) -> dict[str, object]:
    """All games of a player, and for who has too few results how many there are and must be: under
    rules where not all count."""
    if standing.games_played is None:
        return {}
    short = standing.short or (None, None)
    return {"games_played": standing.games_played, "results": short[0], "at_least": short[1]}


def _game_json(evaluation: Evaluation, scored: ScoredGame) -> dict[str, object]:
    number, game, score = scored
    results = evaluation.results
    nothing = (None,) * len(game.players)
    return {
        "round": game.round,
        "table": game.table,
        "game": game.name,
        "date": game.date.isoformat() if game.date else None,
        "factor": _exact(score.factor),
        "where": where(results, [Location("game", number)]),
        "players": [
            {
                "player": player,
                "where": seat_where(results, game.rows[seat]),
                "victory_points": _exact(game.victory_points[seat]),
                "counted": _exact((score.counted or nothing)[seat]),
                "place": score.places[seat],
                "tournament_points": exact(score.tournament_points[seat]),
                "share": _exact((score.share or nothing)[seat]),
            }
            for seat, player in enumerate(game.players)
        ],
    }


def _exact(value: Number | None) -> str | None:
    return None if value is None else exact(value)


def json_text(document: object) -> str:
    """JSON as it is printed and kept in files; controls are escaped, also those that JSON would
    allow."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_CONTROL = re.compile(f"(?!\n)[{CONTROLS}]")


# Tables


def csv_text(block: Block) -> str:
    """A sheet of ours as CSV: point decimals, at most four places, no text that is a formula.

    A fraction is never written as ``10/3``, which a spreadsheet would read as a date.
    """
    import csv  # not needed where people read the standings
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in block.rows:
        writer.writerow([csv_cell(cell) for cell in row])
    return out.getvalue()


def csv_cell(cell: Cell) -> object:
    if isinstance(cell, Fraction):
        return decimal_text(cell, 4).rstrip("0").rstrip(".")
    if isinstance(cell, str):
        return _FORMULA.sub("'", cell)
    return "" if cell is None else cell


_FORMULA = re.compile(r"""^(?=[\s"]*[=+@-]|[\t\r])|(?<=[;,|\t\r\n])(?=[\s"]*[=+@-])""")
"""Before what would be a formula, also behind whatever may end a cell: where a comma is the decimal
sign, spreadsheets split at semicolons."""


def table_cells(block: Block, language: str) -> list[list[str]]:
    """A sheet of ours as text for people: decimals as on the sheet, in the language's way."""
    styles = block.metadata.styles
    headings, *rows = block.rows
    cells = [[str(heading) for heading in headings]]
    for row in rows:
        cells.append([_shown(cell, style, language) for cell, style in zip(row, styles)])
    return cells


def _shown(cell: Cell, style: str, language: str) -> str:
    if cell is None:
        return ""
    decimals = DECIMALS.get(cell_style(style, cell))
    if decimals is None or not isinstance(cell, (int, Fraction)):
        return str(cell)
    return decimal_text(cell, decimals, language)


DECIMALS = {"points.1": 1, "points.2": 2, "share": 2}


class TextColumn(NamedTuple):
    """One column of a table for people: heading, texts, whether they are numbers."""

    heading: str
    texts: tuple[str, ...]
    numeric: bool


def text_columns(block: Block, language: str) -> list[TextColumn]:
    """A sheet of ours for people, columns in which nothing stands left out."""
    headings, *rows = table_cells(block, language)
    columns = [
        TextColumn(heading, texts, all(_is_number(text) for text in texts if text))
        for heading, texts in zip(headings, zip(*rows) if rows else ((),) * len(headings))
    ]
    return [column for column in columns if any(column.texts) or not rows]


def plain_table(columns: list[TextColumn]) -> str:
    """The columns as plain text, numbers to the right."""
    widths = [max(map(_width, (column.heading, *column.texts))) for column in columns]
    lines = []
    for row in zip(*((column.heading, *column.texts) for column in columns)):
        parts = []
        for text, width, column in zip(row, widths, columns):
            blanks = " " * (width - _width(text))
            parts.append(blanks + text if column.numeric else text + blanks)
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).replace(",", "", 1).isdecimal()


def _width(text: str) -> int:
    """Columns on a terminal: combining marks take none, East Asian wide letters two."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(letter)
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )


def findings_text(evaluation: Evaluation, language: str) -> str:
    """One line a finding: level, place, message."""
    lines = []
    for finding in evaluation.findings:
        level = sentence(f"level-{finding.level}", language, {})
        place = where(evaluation.results, finding.locations)
        head = f"{level}: {place}: " if place else f"{level}: "
        lines.append(f"{head}{message(finding, language)}  [{finding.code}]")
    return "\n".join(lines)
