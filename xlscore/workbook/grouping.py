"""Seats -> games: which rows sit at one table, what each seat says, and what is wrong with it."""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import compress, islice, repeat
from operator import itemgetter, ne
from typing import Any, NamedTuple

from ..rules.model import ERROR, KNOCK_OUT, NOTE, WARNING, Finding, Game, Location
from ..rules.tournament_checks import NAMED_AT_MOST
from .cells import UNCALCULATED, CellResult, Value
from .columns import Column
from .dates import ONE_GAME, day_of
from .fill_down import Filling
from .player_names import Roster, identity, without_signs
from .result_layouts import Form
from .same_key import joint_games, told_again
from .seats import Key, Seats

_LOOKED_AT = 100
"""Games that are looked at one by one for each row that may belong to them."""


_TOLD_TOGETHER = ("text-lost", "winner-invalid", "place-invalid")
"""Errors that have one cause in all their cells that hold the same."""
_ONE_HABIT = ("date-short", "date-yearless", "date-invalid")
"""Errors that are typed again and again, mostly in other words each time."""


class Grouping(NamedTuple):
    """The games, and how many of the rows say nothing or belong to nobody."""

    games: tuple[Game, ...]
    findings: tuple[Finding, ...]
    empty: int
    stray: int
    key_fields: tuple[str, ...]
    """What makes rows one game."""


Drafts = Mapping[Key, Sequence[int]]
"""The rows of each game while they are collected."""


def group(
    columns: Mapping[str, Column],
    form: Form,
    filling: Filling,
    roster: Roster,
    kinds: Mapping[str, str],
) -> Grouping:
    """Sort the rows into games.

    `columns` hold a value per seat, in the order of the form's ids; `filling` is what they
    were taken from; `kinds` are the spellings of the Games sheet by folded name.
    """
    seats = Seats(columns, form, filling, roster, dict(kinds))
    content = seats.says_something()
    typed_names = columns["player"].values
    findings = [*_cell_findings(seats, content), *_case_findings(seats, content, typed_names)]
    strays: list[int] = []
    games = games_in_runs(seats)
    if games is None:
        games, found, strays = _one_by_one(seats, content)
        findings += found
    if form.by_game:
        games, again = told_again(seats, games)
        findings += again
    empty = seats.size - len(content)
    return Grouping(games, tuple(findings), empty, len(strays), seats.key_fields)


def _one_by_one(
    seats: Seats, content: Sequence[int]
) -> tuple[tuple[Game, ...], list[Finding], list[int]]:
    """The games, what was found on the way, and the rows that belong to nobody."""
    findings: list[Finding] = []
    drafts: defaultdict[Key, list[int]] = defaultdict(list)
    ungrouped: list[int] = []
    strays: list[int] = []
    players, unreadable, keys = seats.players, seats.columns["player"].problems, seats.keys
    for row in content:
        key = keys[row]
        if not players[row] and row not in unreadable:
            strays.append(row)
        elif None in key:
            ungrouped.append(row)
        else:
            drafts[key].append(row)
    neighbours = _Neighbours(seats, content, drafts) if strays or ungrouped else None
    in_doubt: list[tuple[int, Key]] = []
    doubts: Counter[Key] = Counter()
    """How many rows only may belong to a game."""
    together = _together(seats, ungrouped)
    for row in ungrouped:
        possible = neighbours.of(row) if neighbours and row not in together else []
        home = next((key for key in possible if neighbours and neighbours.may_sit(row, key)), None)
        own = home or together.get(row) or seats.home(row)
        drafts[own].append(row)
        doubts[own] += 1
        # Whoever is at no table is not looked for among those of one: tell which it is.
        apart = seats.at_no_table(row)
        in_doubt += [(row, key) for key in possible if key != home or apart]
    findings += _missing_keys(seats, ungrouped)
    for row in strays:
        findings.append(_stray(seats, row))
        if neighbours and any(
            part is not None for _, part in zip(seats.key_fields, seats.keys[row])
        ):
            in_doubt += [(row, key) for key in neighbours.of(row)]
    doubts.update(key for _, key in in_doubt)
    findings += _in_doubt(seats, in_doubt, drafts)
    if seats.doubtful_evenings:
        locations = tuple(seats.location(row, "date") for row in seats.doubtful_evenings)
        findings.append(Finding("evening-doubtful", WARNING, {}, locations))
    joint = joint_games(seats, drafts)
    games: list[Game] = []
    for key, members in sorted(drafts.items(), key=lambda draft: min(draft[1])):
        game, found = _game(seats, members, doubts[key] if doubts else 0)
        if key in joint:
            values = {"game": game.name, "players": len(members), "usual": joint[key]}
            locations = tuple(seats.location(row, "table") for row in members)
            findings.append(Finding("game-joint", ERROR, values, locations))
            game = game._replace(faulty=(*game.faulty, (None, None)))
        games.append(game)
        findings += found
    return tuple(games), findings, strays


def _cell_findings(seats: Seats, content: Sequence[int]) -> Iterator[Finding]:
    """One error for each cell that cannot be used; equal cells of what says which game it is (a
    date that stands in every row of an evening) are told together, as notes are, and so is what
    has one cause: one saving mends all formulas that nobody has calculated, and who leaves out the
    year does so on every evening."""
    if not any(column.problems for column in seats.columns.values()):
        return
    wanted = set(content)
    uncalculated: list[Location] = []
    for field, column in seats.columns.items():
        needless = field == "date" and field not in seats.key_fields
        together: dict[tuple[str, object], tuple[CellResult, list[object], list[Location]]] = {}
        reported: set[tuple[int, int]] = set()
        for row, reading in column.problems.items():
            if row not in wanted or reading.code is None:
                continue
            alike: object = None if reading.code in _ONE_HABIT else str(reading.values)
            if reading.level == ERROR and not needless:
                if seats.cell(row, field) in reported:
                    continue
                reported.add(seats.cell(row, field))
                if reading.code == UNCALCULATED:
                    uncalculated.append(seats.location(row, field))
                    continue
                if field not in seats.key_fields and reading.code not in _TOLD_TOGETHER:
                    alike = row
            key = (reading.code, alike)
            _, found, locations = together.setdefault(key, (reading, [], []))
            found.append(reading.values.get("found"))
            locations.append(seats.location(row, field))
        for (code, _), (reading, found, locations) in together.items():
            level = WARNING if needless and reading.level == ERROR else reading.level or WARNING
            values = {"found": _named(found)} if code in _ONE_HABIT else reading.values
            yield Finding(code, level, values, tuple(locations))
    if uncalculated:
        yield Finding(UNCALCULATED, ERROR, {}, tuple(uncalculated))


def _named(found: Iterable[object]) -> list[object]:
    """What was found, each once and not too many."""
    different = list(dict.fromkeys(found))
    return different[:NAMED_AT_MOST] + ["..."] * (len(different) > NAMED_AT_MOST)


def _case_findings(
    seats: Seats, content: Sequence[int], typed_names: Sequence[Value]
) -> Iterator[Finding]:
    """Names that are shown in another spelling than they are typed in."""
    together: dict[tuple[Value, Value], list[Location]] = {}
    spellings = seats.columns["player"].values
    for row in content if typed_names != spellings else ():
        shown = spellings[row]
        if typed_names[row] != shown:
            locations = together.setdefault((typed_names[row], shown), [])
            locations.append(seats.location(row, "player"))
    for (typed, shown), locations in together.items():
        same = (identity(str(shown)), identity(str(typed)), identity(without_signs(str(typed))))
        code = "name-case" if same[0] == same[1] else "name-also"
        code = "name-sign" if code != "name-case" and same[0] == same[2] else code
        yield Finding(code, NOTE, {"found": typed, "player": shown}, tuple(locations))


def _stray(seats: Seats, row: int) -> Finding:
    """Victory points or a place, and nobody they belong to."""
    fields = [
        field
        for field in ("vp", "place")
        if seats.value(field, row) is not None
        or (field in seats.columns and row in seats.columns[field].problems)
    ]
    return Finding(
        "row-without-player", ERROR, {}, tuple(seats.location(row, field) for field in fields)
    )


def _missing_keys(seats: Seats, rows: Iterable[int]) -> Iterator[Finding]:
    """An error where Round, Table, Game or Date is empty; unreadable ones have theirs."""
    reported: set[tuple[int, int]] = set()
    missing: dict[str, list[int]] = {}
    for row in rows:
        if seats.unlabelled(row) is not None:
            continue  # told of the whole block
        for field, part in zip(seats.key_fields, seats.keys[row]):
            empty = part is None and row not in seats.columns[field].problems
            if empty and seats.cell(row, field) not in reported:
                reported.add(seats.cell(row, field))
                missing.setdefault(field, []).append(row)
    for field, without in missing.items():
        names = _named(seats.players[row] for row in without)
        values = {"names": names, "field": field, "count": len(without)}
        locations = tuple(seats.location(row, field) for row in without)
        yield Finding("key-missing", ERROR, values, locations)


def _together(seats: Seats, ungrouped: Iterable[int]) -> dict[int, Key]:
    """Rows of a game of their own, though nobody can read which: the same unreadable words, or a
    block without any.

    One such row may be a slip in any game; two or more with the same words are meant together.
    """
    groups: dict[Key, list[int]] = {}
    for row in ungrouped:
        block = seats.unlabelled(row)
        if block is not None and not seats.form.by_game:
            groups.setdefault(("unlabelled", block), []).append(row)
            continue
        parts = zip(seats.key_fields, seats.keys[row])
        missing = [field for field, part in parts if part is None]
        readings = [seats.columns[field].problems.get(row) for field in missing]
        if all(readings):
            words = tuple(str(reading.values) for reading in readings if reading)
            groups.setdefault(("unreadable", *seats.keys[row], words), []).append(row)
    return {row: key for key, rows in groups.items() if len(rows) > 1 for row in rows}


def _in_doubt(seats: Seats, doubts: Iterable[tuple[int, Key]], drafts: Drafts) -> Iterator[Finding]:
    """A note for each game that is not scored because a row may, or may not, belong to it."""
    rows: dict[Key, list[int]] = {}
    for row, key in doubts:
        if seats.keys[row] != key:
            rows.setdefault(key, []).append(row)
    for key, own in rows.items():
        sheet_rows = [seats.form.sheet_row(seats.seat_ids[row]) + 1 for row in own]
        certain = [row for row in drafts[key] if row not in own]
        locations = (seats.location(min(certain or drafts[key]), "table"),)
        yield Finding("game-in-doubt", NOTE, {"rows": sorted(set(sheet_rows))}, locations)


class _Neighbours:
    """Finds the games that a row without its round or table may belong to.

    Scoring such a table without the row would be a wrong number, so none of them is trusted: the
    game that the rows above and below agree on, else the games that agree with what the row does
    say and are smaller than the largest there is (all of them where none is). A game that its
    player sits at already is not the one. By game, a row of the sheet is a game of its own; by
    player, the next rows are no nearer than the others.
    """

    def __init__(self, seats: Seats, content: Sequence[int], drafts: Drafts) -> None:
        self.seats = seats
        self.keys = seats.keys
        self.players = seats.columns["player"].values
        self.drafts = drafts
        self.complete = [row for row in content if seats.keys[row] in drafts]
        self.by_part: dict[tuple[int, object], list[Key]] = {}
        for key in drafts:
            for position, part in enumerate(key):
                self.by_part.setdefault((position, part), []).append(key)
        self.reported: set[Key] = set()
        self.largest = max(map(len, drafts.values()), default=0)
        self.playing = {(seats.keys[row][:-1], self.players[row]) for row in self.complete}

    def of(self, row: int) -> list[Key]:
        own = self.keys[row]
        if None not in own:
            return [own] if own in self.drafts else []
        if self.seats.form.by_game:
            home = self.seats.home(row)
            return [home] if home in self.drafts else []
        near: list[Key] = []
        if not self.seats.form.by_player:
            after = bisect(self.complete, row)
            beside = self.complete[max(after - 1, 0) : after + 1]
            near = list(dict.fromkeys(self.keys[other] for other in beside))
            near = [key for key in near if _agree(own, key)] if len(near) == 1 else near
            if len(near) == 1 and self._fits(row, near[0]):
                return near
        return self._with_room(row, near)

    def _with_room(self, row: int, near: list[Key]) -> list[Key]:
        """The games that agree with what the row says and may have a seat left."""
        own = self.keys[row]
        known = next((part for part in enumerate(own) if part[1] is not None), None)
        candidates = self.by_part.get(known, []) if known else near
        if len(candidates) > _LOOKED_AT:
            # The same games for every row that says no more: told for the first of them only.
            agreeing = (
                [] if own in self.reported else [key for key in candidates if _agree(own, key)]
            )
            self.reported.add(own)
        else:
            agreeing = [key for key in candidates if self._fits(row, key)]
        smaller = [key for key in agreeing if len(self.drafts[key]) < self.largest]
        return smaller or agreeing

    def may_sit(self, row: int, key: Key) -> bool:
        """Whether the row's player is at no other table of that round."""
        rounds = self.seats.key_fields[0] == "round"
        return not rounds or (key[:-1], self.players[row]) not in self.playing

    def _fits(self, row: int, key: Key) -> bool:
        player = self.players[row]
        seated = (self.players[other] for other in self.drafts[key])
        return _agree(self.keys[row], key) and (player is None or player not in seated)


def _agree(partial: Key, key: Key) -> bool:
    return len(partial) == len(key) and all(
        part is None or part == other for part, other in zip(partial, key)
    )


def _game(seats: Seats, members: list[int], doubts: int) -> tuple[Game, list[Finding]]:
    """One game from its rows, and what its rows say against each other.

    `doubts` counts the rows that only may belong here. Of a million rows nearly all have nothing
    but players and victory points: what they do not have costs no time.
    """
    findings: list[Finding] = []
    faulty: list[tuple[int | None, str | None]] = [(None, None)] * doubts
    if seats.faults:
        faulty += [
            (seat, field) for seat, row in enumerate(members) for field in seats.faults.get(row, ())
        ]
    winners: list[int] = []
    if seats.winners:
        winners = [seat for seat, row in enumerate(members) if row in seats.winners]
    if len(winners) > 1:
        locations = tuple(seats.location(members[seat], "winner") for seat in winners)
        findings.append(Finding("winners-several", ERROR, {"count": len(winners)}, locations))
        faulty += [(seat, "winner") for seat in winners]
    common: dict[str, Any] = {}  # each of the type that its column is read as
    for field in seats.common:
        values = seats.columns[field].values
        typed = dict.fromkeys(values[row] for row in members if values[row] is not None)
        common[field] = next(iter(typed), None)
        if len(typed) > 1 and field != "date":
            locations = tuple(
                seats.location(row, field) for row in members if values[row] is not None
            )
            findings.append(Finding(f"{field}-differs", ERROR, {"found": list(typed)}, locations))
            faulty.append((0, field))
    if common.get("date"):
        common["date"] = min(day for row in members if (day := seats.value("date", row)))
        for finding in _moments(seats, members):
            findings.append(finding)
            faulty += [(0, "date")] if finding.level == ERROR else []
    places: tuple[int | None, ...] = ()
    if seats.places:
        places = tuple([_whole(seats.places[row]) for row in members])
    first, of_members = members[0], _picker(members)
    game = Game(
        seats.rounds[first],
        seats.tables[first] or "",
        common.get("game"),
        common.get("date"),
        common.get("factor"),
        of_members(seats.seat_ids),
        of_members(seats.players),
        of_members(seats.victory_points),
        winners[0] if len(winners) == 1 else None,
        places if any(place is not None for place in places) else None,
        tuple(faulty),
    )
    return game, findings


def _moments(seats: Seats, members: Sequence[int]) -> Iterator[Finding]:
    """What the dates and times of a game's rows say against each other."""
    dates, typed = seats.columns["date"].values, seats.moments or seats.columns["date"].values
    days = sorted({day for row in members if isinstance(day := dates[row], date)})
    reported = sorted({day_of(one) for row in members if isinstance(one := typed[row], date)})
    times = sorted({one for row in members if isinstance(one := typed[row], datetime)})
    locations = tuple(seats.location(row, "date") for row in members if typed[row] is not None)
    if days and days[-1] - days[0] > timedelta(days=1):
        yield Finding("date-differs", ERROR, {"found": reported}, locations)
    elif times and times[-1] - times[0] > ONE_GAME:
        yield Finding("times-apart", ERROR, {"found": [times[0], times[-1]]}, locations)
    elif len(reported) > 1:
        yield Finding("over-midnight", NOTE, {"found": reported}, locations)


def _picker(members: list[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """What takes the values of some rows out of a column."""
    if len(members) > 1:
        return itemgetter(*members)
    return lambda column: (column[members[0]],)


def in_playing_order(games: Iterable[Game]) -> tuple[Game, ...]:
    """Games by round, semi-finals and final last, and table; for forms whose rows follow another
    order."""

    def place(game: Game) -> tuple[int, int, bool, int, str]:
        last = 0 if game.is_preliminary else 1 + KNOCK_OUT.index(game.round or "")
        round_number = int(game.round) if game.round and not last else 0
        # Numbers by their length: 9 before 10, and no text is too long for it.
        number = game.table.lstrip("0") if game.table.isdecimal() else ""
        named = not game.table.isdecimal()
        return (last, round_number, named, len(number), number or game.table)

    return tuple(sorted(games, key=place))


def _whole(value: Value) -> int | None:
    return value if isinstance(value, int) else None


def games_in_runs(seats: Seats) -> tuple[Game, ...] | None:
    """The games in the order of their rows; None where it takes more to tell which they are, or
    where rows say more than who played and which victory points were reached."""
    says_more = seats.faults or seats.winners or seats.places or seats.common
    if says_more or not all(seats.players):
        return None
    starts = _starts(seats)
    if starts is None:
        return None
    slices = list(map(slice, starts, [*starts[1:], seats.size]))
    rows, players, points = (
        map(tuple(column).__getitem__, slices)
        for column in (seats.seat_ids, seats.players, seats.victory_points)
    )
    nothing = repeat(None)  # no name, date, factor
    rounds = map(seats.rounds.__getitem__, starts)
    tables = (seats.tables[start] or "" for start in starts)
    return tuple(map(Game, rounds, tables, nothing, nothing, nothing, rows, players, points))


def _starts(seats: Seats) -> list[int] | None:
    """The first row of each game; None where rows of another game stand between those of one, or
    where a part of what makes them a game is missing."""
    keys = seats.keys
    changes = map(ne, keys, islice(keys, 1, None))
    starts = [*range(min(1, len(keys))), *compress(range(1, len(keys)), changes)]
    games = {keys[start] for start in starts}
    reported = len(games) == len(starts) and not any(None in key for key in games)
    return starts if reported else None
