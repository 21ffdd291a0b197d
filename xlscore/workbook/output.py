"""Evaluation -> Blocks: the three sheets that xlscore writes, the same for every host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from ..rules.exact import Number
from ..rules.model import ERROR, FINAL, KNOCK_OUT, WARNING, Evaluation, Finding, Game, Standing
from ..rules.rule_set import RuleSet
from ..rules.tournament_checks import is_open_ended, rounds_planned, rounds_there
from ..words import sentence, shown
from .addresses import where
from .block import Block, Cell, SheetMetadata
from .criteria_names import STYLES as STYLES_BY_UNIT
from .criteria_names import criterion_heading, decision_name
from .folding import folded
from .look import FURTHER_WIDTH, OUTPUT, STATUS_COLUMN, Column
from .vocabulary import CHOICES, RESULTS_COLUMNS, SHEETS, TABLE_WORDS


def sheets(evaluation: Evaluation, language: str) -> list[Block]:
    """Standings, Scored games and Check in `language`, each with its header row in A1.

    Cell L1 of the standings holds the status in words.
    Cells hold text, int, Fraction or None; `marks.styles` names one style per column.
    """
    standings = _sheet("standings", language, _standing_rows(evaluation, language))
    header = list(standings.rows[0])
    header += [None] * (STATUS_COLUMN - len(header)) + [status(evaluation, language)]
    return [
        _with_further(evaluation, standings._replace(rows=[header, *standings.rows[1:]]), language),
        scored_games_sheet(evaluation, language),
        check_sheet(evaluation, language),
    ]


def _with_further(evaluation: Evaluation, block: Block, language: str) -> Block:
    """The standings with the columns behind the status: filled where there is anything in them,
    emptied where they have been filled before."""
    columns = further_columns(evaluation.rules)
    used = _further(evaluation)
    before = evaluation.results.origin.further if evaluation.results.origin else ()
    ours = {word for column in columns.values() for word in column.heading}
    if not used and ours.isdisjoint(before):
        return block
    values = {field: used.get(field, [None] * len(evaluation.standings)) for field in columns}
    header, *rows = block.rows
    between: list[Cell] = [None] * (len(header) - len(block.metadata.styles))
    headings = [column.heading(language) if one in used else "" for one, column in columns.items()]
    styles = (*block.metadata.styles, *["text"] * len(between))
    return Block(
        block.sheet,
        block.start,
        [
            [*header, *(heading or None for heading in headings)],
            *([*row, *between, *own] for row, own in zip(rows, zip(*values.values()))),
        ],
        block.metadata._replace(styles=(*styles, *(one.style for one in columns.values()))),
    )


def further_columns(rules: RuleSet) -> dict[str, Column]:
    """Columns of the standings behind the status, from M: each criterion that has no column before
    it, by its key; and points by the referee."""
    columns = {
        one.key: Column(criterion_heading(one), STYLES_BY_UNIT[one.unit], FURTHER_WIDTH)
        for one in rules.order
        if one.key not in OUTPUT["standings"]
    }
    return {**columns, "bonus": Column(RESULTS_COLUMNS["bonus"], "points", FURTHER_WIDTH)}


def _further(evaluation: Evaluation) -> dict[str, list[Cell]]:
    """The further columns that hold anything, a value per standing."""
    values: dict[str, list[Cell]] = {
        field: [value_of(standing, field) for standing in evaluation.standings]
        for field in further_columns(evaluation.rules)
    }
    return {field: cells for field, cells in values.items() if cells.count(None) < len(cells)}


def value_of(standing: Standing, field: str) -> Number | None:
    """What a standing has in a further column; None where it has nothing there."""
    return standing.bonus if field == "bonus" else dict(standing.criteria).get(field)


def standings_sheet(evaluation: Evaluation, language: str) -> Block:
    """One row per player in rank order, without the status; what the sheet has behind the status
    follows at once."""
    block = _sheet("standings", language, _standing_rows(evaluation, language))
    further, columns = _further(evaluation), further_columns(evaluation.rules)
    if not further:
        return block
    header, *rows = block.rows
    return Block(
        block.sheet,
        block.start,
        [
            [*header, *(columns[field].heading(language) for field in further)],
            *([*row, *own] for row, own in zip(rows, zip(*further.values()))),
        ],
        block.metadata._replace(
            styles=(*block.metadata.styles, *(columns[field].style for field in further))
        ),
    )


def scored_games_sheet(evaluation: Evaluation, language: str) -> Block:
    """One row per player and scored game, in the order of the results."""
    return _sheet("scored_games", language, _game_rows(evaluation, language))


def check_sheet(evaluation: Evaluation, language: str) -> Block:
    """One row per finding, errors first."""
    rows: Iterator[Sequence[Cell]] = (
        [
            sentence(f"level-{finding.level}", language, {}),
            where(evaluation.results, finding.locations),
            finding.code,
            message(finding, language),
        ]
        for finding in evaluation.findings
    )
    return _sheet("check", language, rows)


def message(finding: Finding, language: str) -> str:
    """The words of a finding; columns are called as on the sheets, games by round and table."""
    values = {key: _named(key, value, language) for key, value in finding.values.items()}
    return sentence(finding.code, language, values)


_OUTPUT_COLUMNS = {**OUTPUT["scored_games"], **OUTPUT["standings"]}


def _named(key: str, value: object, language: str) -> object:
    if key == "goals":
        goals: Iterable[tuple[str, int]] = value  # type: ignore[assignment]
        return [f"{scenario_name(name, language)} {goal}".strip() for name, goal in goals]
    if isinstance(value, (list, tuple)) and not isinstance(value, Game):
        return [_named(key, one, language) for one in value]
    if isinstance(value, Game):
        return game_title(value, language)
    if value in KNOCK_OUT and key == "round":
        return round_name(str(value), language)
    if key in ("field", "columns"):
        return RESULTS_COLUMNS[str(value)](language)
    return _OUTPUT_COLUMNS[str(value)].heading(language) if key == "claim" else value


def status(evaluation: Evaluation, language: str) -> str:
    """How far the tournament is, in words; how much there is to look at in Check; and who is tied
    across the line to those who play on."""
    parts: list[tuple[str, dict[str, object]]] = []
    levels = Counter(finding.level for finding in evaluation.findings)
    looked_at: dict[str, object] = {"errors": levels[ERROR], "warnings": levels[WARNING]}
    games = evaluation.results.games
    if levels[ERROR]:
        parts.append(("status-provisional", looked_at))
    if evaluation.open:
        tables = [game_title(games[number], language) for number in evaluation.open]
        values = {"scored": len(evaluation.scored), "total": len(games), "tables": tables}
        parts.append(("status-open", values))
    if evaluation.rules.is_league or not parts:
        parts.append(_stage(evaluation))
    if levels[WARNING] and not levels[ERROR]:
        parts.append(("status-warnings", looked_at))
    if evaluation.tied_at_cut:
        parts.append(("status-across", {"players": list(evaluation.tied_at_cut)}))
    return " ".join(sentence(code, language, values) for code, values in parts)


def progress(evaluation: Evaluation) -> str:
    """How far the tournament is, in a word: ``"provisional"`` while there are errors, ``"open"``
    while games are to be played, ``"after"`` what has been, ``"final"`` where that is known to be
    all (D29)."""
    if evaluation.provisional:
        return "provisional"
    if evaluation.open or not evaluation.results.games:
        return "open"
    return "final" if _stage(evaluation)[0] == _FINAL else "after"


_FINAL = "status-final"


def _stage(evaluation: Evaluation) -> tuple[str, dict[str, object]]:
    """The status where everything typed so far is scored: what is still to come, if anything."""
    results, rules = evaluation.results, evaluation.rules
    games = results.games
    if not games:
        return "status-empty", {}
    if rules.is_league:
        days = [one.game.date for one in evaluation.scored if one.game.date is not None]
        values: dict[str, object] = {"count": len(evaluation.scored)}
        return ("status-as-of", {"date": max(days), **values}) if days else ("status-games", values)
    rounds = rounds_there(results)
    if is_open_ended(results, rules):
        return "status-after", {"round": rounds}
    begun = {game.round for game in games}
    preliminary = begun.isdisjoint(KNOCK_OUT)
    planned = rounds_planned(results, rules)
    if 0 < rounds < planned and preliminary:
        return "status-rounds", {"rounds": rounds, "named": planned}
    if rules.semi_finals and preliminary:
        return "status-before-semi-finals", {}
    if rules.final_seats is not None and FINAL not in begun:
        return "status-before-final", {}
    return _FINAL, {}


def scenario_name(name: str, language: str) -> str:
    """A scenario as it is called on the sheets; one of a rule file's own has one name only."""
    return CHOICES[name](language) if name in CHOICES else name


def game_title(game: Game, language: str) -> str:
    """A game in words: "round 3 table 2", "round 1 table 2 2026-03-01", "Catan table 1"."""
    table = game.table
    # "Tisch 3" typed in the cell needs no second word for it.
    if not folded(table).startswith(tuple(word for word in TABLE_WORDS if len(word) > 1)):
        table = sentence("table-title", language, {"table": table})
    if not game.is_preliminary:
        return f"{round_name(game.round, language)} {table}"
    played = None if game.date is None else shown(game.date, language)
    if game.round is None:
        return " ".join(part for part in (game.name, table, played) if part)
    title = sentence("round-title", language, {"round": game.round}) + f" {table}"
    # A league, which is what names its games, has such a round every evening.
    return f"{title} {played}" if game.name and played else title


def round_name(name: str | None, language: str) -> str | None:
    """A round as it is called on the sheets: "3", "Final"."""
    return CHOICES[name](language) if name in KNOCK_OUT else name


def _sheet(kind: str, language: str, rows: Iterator[Sequence[Cell]]) -> Block:
    columns = OUTPUT[kind].values()
    header: list[Cell] = [column.heading(language) for column in columns]
    styles = tuple(column.style for column in columns)
    return Block(SHEETS[kind](language), (0, 0), [header, *rows], SheetMetadata(styles=styles))


def _standing_rows(evaluation: Evaluation, language: str) -> Iterator[list[Cell]]:
    for standing in evaluation.standings:
        criteria = dict(standing.criteria)
        yield [
            standing.rank,
            standing.player,
            standing.games,
            standing.tournament_points,
            standing.victory_points,
            standing.share,
            *(criteria.get(name) for name in ("firsts", "seconds", "thirds")),
            decided_by(evaluation, standing, language),
        ]


def decided_by(evaluation: Evaluation, standing: Standing, language: str) -> str:
    """The criterion that decided this rank, in words; or that the rank is shared; or how many
    results there are of those that a rank takes: "3 of 5"."""
    if standing.short is not None:
        found, least = standing.short
        return sentence("decided-short", language, {"found": found, "least": least})
    return decision_name(standing.decided_by or "tied", evaluation.rules, language)


def _game_rows(evaluation: Evaluation, language: str) -> Iterator[Sequence[Cell]]:
    games = [one.game for one in evaluation.scored]
    rounds = {name: _as_number(round_name(name, language)) for name in {one.round for one in games}}
    tables = {name: _as_number(name) for name in {one.table for one in games}}
    for _, game, score in evaluation.scored:
        nothing = (None,) * len(game.players)
        yield from zip(
            repeat(rounds[game.round]),
            repeat(tables[game.table]),
            repeat(game.name),
            game.players,
            game.victory_points,
            score.counted or nothing,
            score.places,
            score.tournament_points,
            score.share or nothing,
        )


def _as_number(text: str | None) -> Cell:
    """A round or table that is a plain number as a number, so that it sorts like one."""
    # Excel keeps 15 digits of a number.
    plain = text and len(text) <= 15 and text.isdecimal() and text.isascii()
    return int(text) if text and plain and str(int(text)) == text else text
