"""A season: many workbooks, each an event, and the standings over them (`rules.season`).

Every workbook is scored by itself, none able to stop the others, and nothing is written into or
beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ..formats.source import within_memory
from ..rules.model import ERROR, NOTE, WARNING, Evaluation
from ..rules.numbers import exactly
from ..rules.season import (
    Event,
    Placing,
    SeasonRules,
    SeasonStanding,
    field_of,
    season_standings,
)
from ..rules.tournament_checks import NAMED_AT_MOST
from ..score_file import Options, score_file
from ..words import exact, sentence, shown
from ..workbook.block import Block, Cell, SheetMetadata
from ..workbook.near_names import near
from ..workbook.player_names import identity
from ..workbook.vocabulary import SEASON_COLUMNS
from .found import find, roots
from .job import Entry, Task, failed, guarded, source_of
from .workers import in_processes

SCHEMA = "xlscore-season/1"
_LIMIT = 600.0
"""Seconds for one workbook."""
_KEPT = "event"


class Remark(NamedTuple):
    """What there is to say of a season: a level, a code, values, and which file it is about."""

    level: str
    code: str
    values: dict[str, object]
    where: str = ""


class Season(NamedTuple):
    """Events in the order of their dates, the standings over them, and what there is to say."""

    rules: SeasonRules
    events: tuple[Event, ...]
    standings: tuple[SeasonStanding, ...]
    remarks: tuple[Remark, ...]

    @property
    def has_errors(self) -> bool:
        """Whether something is missing that belongs to the season."""
        return any(remark.level == ERROR for remark in self.remarks)


def season(
    paths: Sequence[Path],
    rules: SeasonRules,
    options: Options,
    *,
    jobs: int,
    target: Path | None = None,
    first: date | None = None,
    last: date | None = None,
) -> Season:
    """The season over all workbooks that the paths lead to, from the day `first` to `last`.

    `target` is no workbook of it. Raises `Refused` for a path that does not exist.
    """
    options = options._replace(otherwise=options.chosen_language())
    with TemporaryDirectory() as nowhere:
        files = find(roots(paths), Path(nowhere), target)
        entries = [
            failed(file, file.refused, options.chosen_language()) for file in files if file.refused
        ]
        tasks = [
            Task(file, Path(nowhere), options)
            for file in files
            if not (file.skipped or file.refused)
        ]
        entries += in_processes(tasks, jobs, _LIMIT, event_of)
    entries.sort(key=lambda entry: entry.path)
    remarks = [
        Remark(ERROR, "season-failed", {"file": entry.path, "why": entry.why}, entry.path)
        for entry in entries
        if entry.kept is None
    ]
    events: list[Event] = []
    for entry in entries:
        if entry.kept is None:
            continue
        event = entry.kept[_KEPT]._replace(source=entry.path)
        in_time = event.date is None or (
            (first is None or first <= event.date) and (last is None or event.date <= last)
        )
        if in_time:
            events.append(event)
            remarks += _of_event(entry, event, rules, windowed=bool(first or last))
    events.sort(key=lambda event: (event.date is None, event.date or date.min, event.source))
    spelled = _one_spelling(events)
    standings = tuple(season_standings(rules, spelled, last))
    remarks += _of_season(spelled, standings)
    return Season(rules, tuple(spelled), standings, tuple(remarks))


def event_of(task: Task) -> Entry:
    """Score one workbook as an event. Whatever is wrong with it is told by the entry."""
    return guarded(task, _event)


def _event(task: Task, _language: str) -> Entry:
    with within_memory(Path(task.file.source)):
        source = source_of(task.file, task.options.max_unpacked)
    place = task.file.path if task.file.member is None else None
    evaluation = score_file(source, task.options._replace(place=place)).evaluation
    status = "provisional" if evaluation.provisional else "scored"
    kept = {_KEPT: _as_event(evaluation), "open": len(evaluation.open)}
    return Entry(task.file.name, status, kept=kept)


def _as_event(evaluation: Evaluation) -> Event:
    """Everybody who has a game that counts, and when it was: the day on the Tournament sheet, else
    that of the last game."""
    settings = evaluation.results.settings
    days = [game.date for game in evaluation.results.games if game.date is not None]
    sharing = Counter(one.rank for one in evaluation.standings)
    placings = tuple(
        Placing(one.player, one.rank, sharing[one.rank], one.tournament_points)
        for one in evaluation.standings
        if one.games
    )
    day = settings.date or max(days, default=None)
    return Event(evaluation.results.source, day, settings.name, placings)


def _of_event(
    entry: Entry, event: Event, rules: SeasonRules, *, windowed: bool
) -> Iterator[Remark]:
    """What is to be known of one event."""
    values: dict[str, object] = {"file": entry.path}
    if event.date is None:
        yield Remark(ERROR if windowed else WARNING, "season-undated", values, entry.path)
    if entry.status == "provisional":
        yield Remark(WARNING, "season-provisional", values, entry.path)
    elif entry.kept and entry.kept["open"]:
        yield Remark(WARNING, "season-open", {**values, "count": entry.kept["open"]}, entry.path)
    if rules.by in ("table", "percent") and field_of(rules, event.field) is None:
        yield Remark(NOTE, "season-field", {**values, "players": event.field}, entry.path)


def _one_spelling(events: Sequence[Event]) -> list[Event]:
    """The events with each player under the spelling first met, letter case aside."""
    spellings: dict[str, str] = {}
    return [
        event._replace(
            placings=tuple(
                one._replace(player=spellings.setdefault(identity(one.player), one.player))
                for one in event.placings
            )
        )
        for event in events
    ]


def _of_season(events: Sequence[Event], standings: Sequence[SeasonStanding]) -> Iterator[Remark]:
    """What is to be known of all events: one day twice, names that may be one person's, and who has
    no rank yet."""
    together = [frozenset(one.player for one in event.placings) for event in events]
    for number, event in enumerate(events):
        for other, earlier in enumerate(events[:number]):
            if event.date is not None and event.date == earlier.date:
                both = len(together[number] & together[other])
                if 2 * both > min(event.field, earlier.field):
                    values: dict[str, object] = {"file": event.source, "other": earlier.source}
                    values |= {"date": event.date, "count": both}
                    yield Remark(WARNING, "season-same-day", values, event.source)
    for pair in near(standing.player for standing in standings):
        if not any(players.issuperset(pair) for players in together):
            yield Remark(WARNING, "season-names", dict(zip(("player", "other"), pair)))
    few = [line.player for line in standings if line.short is not None]
    if few:
        least = next(line.short[1] for line in standings if line.short is not None)
        named = few if len(few) <= NAMED_AT_MOST else [*few[:NAMED_AT_MOST], "..."]
        yield Remark(NOTE, "season-few", {"count": len(few), "least": least, "players": named})


def to_json(season: Season, language: str) -> dict[str, object]:
    """The season in the stable schema ``xlscore-season/1``: exact numbers are strings."""
    return {
        "schema": SCHEMA,
        "season": season.rules.id,
        "events": [
            {
                "source": event.source,
                "date": event.date.isoformat() if event.date else None,
                "name": event.name,
                "field": event.field,
            }
            for event in season.events
        ],
        "standings": [_line(line) for line in season.standings if line.rank is not None],
        "unranked": [_line(line) for line in season.standings if line.rank is None],
        "findings": [
            {
                "level": remark.level,
                "code": remark.code,
                "where": remark.where,
                "message": sentence(remark.code, language, remark.values),
            }
            for remark in season.remarks
        ],
    }


def _line(line: SeasonStanding) -> dict[str, object]:
    short = {} if line.short is None else {"results": line.short[0], "at_least": line.short[1]}
    return {
        "rank": line.rank,
        "player": line.player,
        "points": exact(line.points),
        "counted": line.counted,
        **short,
        "events": [
            {
                "event": one.event,
                "rank": one.rank,
                "points": exact(one.points),
                "counted": one.counted,
            }
            for one in line.results
        ],
    }


# The table


def headings(season: Season, language: str) -> list[str]:
    """The columns of the sheet Season: those of everybody, then one an event, by its day or else
    its name."""
    own = [name(language) for name in SEASON_COLUMNS.values()]
    titles = [
        shown(event.date, language) if event.date else event.name or event.source
        for event in season.events
    ]
    # a column is found by its heading: two on one day have their names, two of one name their files
    for number, event in enumerate(season.events):
        if titles.count(titles[number]) > 1:
            titles[number] = f"{titles[number]} {event.name or event.source}"
    return own + titles


def rows(season: Season, language: str) -> Iterator[list[Cell]]:
    """A row a player: rank, name, events, how many count, points, their mean, the best, what is
    missing for a rank, then the points of each event."""
    best_of = max if season.rules.higher else min
    for line in season.standings:
        counted = [one.points for one in line.results if one.counted]
        by_event = {one.event: one.points for one in line.results}
        missing = None
        if line.short is not None:
            found, least = line.short
            missing = sentence("decided-short", language, {"found": found, "least": least})
        yield [
            line.rank,
            line.player,
            len(line.results),
            line.counted,
            line.points,
            exactly(Fraction(sum(counted)) / len(counted)) if counted else None,
            best_of(counted) if counted else None,
            missing,
            *(by_event.get(number) for number in range(len(season.events))),
        ]


def as_block(season: Season, language: str, *, events: bool) -> Block:
    """The table with its headings, as sheets of ours are kept; with a column an event, or none."""
    own = ("whole", "text", "whole", "whole", "points", "points", "points", "text")
    styles = own + ("points",) * (len(season.events) if events else 0)
    table: list[list[Cell]] = [[*headings(season, language)], *rows(season, language)]
    cut = [line[: len(styles)] for line in table]
    return Block("", (0, 0), cut, SheetMetadata(styles=styles))
