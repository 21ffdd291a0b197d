"""Headings of the results that mean nothing here: named, so that nobody relies on them (D25)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ..rules.exact import Number
from ..rules.model import (
    NOTE,
    WARNING,
    Finding,
    Game,
    Location,
    Results,
    ScoredGame,
    Standing,
    Unread,
)
from .block import Block, Cell
from .cells import clean_text, is_blank
from .columns import raw_column
from .folding import folded
from .headers import cell_at
from .result_layouts import Form
from .shown_numbers import Claimed, agrees, typed_number
from .vocabulary import is_value, speaks_of, tells_games

_NUMBERED = re.compile(r".*?[\s_.#(-]*0*(\d{1,3})\)?")
_STROKES = re.compile(r"[-\u2010-\u2015_./\s]*")


def unread_columns(block: Block, form: Form) -> tuple[Unread, ...]:
    """The headings between the first and the last that are read, and those filled next to them,
    that mean nothing here."""
    columns = [form.shared, *form.groups]
    read = {one for group in columns for one in group.values()}
    read.update(form.positions, form.stray, *form.doubled.values())
    first, last = min(read), max(read)

    def heading(column: int) -> str:
        cell = cell_at(block, form.row, column)
        return "" if is_blank(cell) else clean_text(str(cell))

    def beside(column: int, step: int) -> Iterator[int]:
        while heading(column):
            if not all(map(is_blank, raw_column(block, column, form.row + 1, form.end))):
                yield column
            column += step

    between = (column for column in range(first, last + 1) if column not in read)
    found = [*reversed([*beside(first - 1, -1)]), *between, *beside(last + 1, 1)]
    return tuple(
        _unread(block, form, column, text) for column in found if (text := heading(column))
    )


def _unread(block: Block, form: Form, column: int, heading: str) -> Unread:
    speaks = speaks_of(heading)
    if speaks is None:
        return Unread(heading, column)
    cells = raw_column(block, column, form.row + 1, form.end)
    if speaks == "validity":
        return Unread(heading, column, words=any(map(_is_denied, cells)))
    typed = {
        row: typed_number(cell)
        for row, cell in enumerate(cells, form.row + 1)
        if not (_is_nothing(cell) or _is_again(cell, heading))
    }
    match = _NUMBERED.fullmatch(heading)
    number = str(int(match[1])) if match else ""
    group = form.numbers.index(number) if number in form.numbers else 0
    numbers: dict[int, tuple[Number, int]] = {}
    for row, one in typed.items():
        if one is not None:
            claimed = one.claimed(1)
            numbers[form.first_seat_id(row) + group] = claimed.value, claimed.decimals
    whole_rows = len(form.groups) > 1 and number not in form.numbers
    return Unread(
        heading,
        column,
        numbers,
        whole_rows,
        words=None in typed.values(),
        penalties=speaks == "penalties",
    )


def _is_again(cell: Cell, heading: str) -> bool:
    """Whether the heading is typed once more."""
    return isinstance(cell, str) and folded(cell) == folded(heading)


def _is_nothing(cell: Cell) -> bool:
    """Empty, a mere stroke, or a word for no."""
    if isinstance(cell, str):
        return is_blank(cell) or bool(_STROKES.fullmatch(cell)) or is_value(cell, "no")
    return cell is None or cell is False


def _is_denied(cell: Cell) -> bool:
    """A word for no, a stroke or a zero, typed."""
    if isinstance(cell, str):
        return not is_blank(cell) and _is_nothing(cell)
    return cell is not None and cell == 0


def divided_games(
    block: Block, form: Form, unread: Iterable[Unread], games: Sequence[Game]
) -> Iterator[Finding]:
    """A warning for games whose rows are told apart by a column that means nothing here, such as
    the time or the number of a match: two games, perhaps, that have the same key.

    In the long form only, where rows make games. Each value stands in neighbouring rows, two or
    more, so that numbers of rows and what belongs to a player are not meant.
    """
    for column in unread if not (form.by_game or form.by_player) else ():
        if not tells_games(column.heading):
            continue
        top = form.row + 1
        cells = raw_column(block, column.column, top, form.end)
        divided = [
            game for game in games if _has_blocks([cells[row - top] for row in sorted(game.rows)])
        ]
        if divided:
            locations = tuple(
                Location("row", min(game.rows), "table") for game in divided[:_NAMED_GAMES]
            )
            values = {"found": column.heading}
            yield Finding("games-divided", WARNING, values, locations)


_NAMED_GAMES = 20


def _has_blocks(cells: Sequence[Cell]) -> bool:
    """Whether a value stands in some rows and another one in those below; empty is as above."""
    lengths: list[int] = []
    values: list[Cell] = []
    for cell in cells:
        value = clean_text(cell).casefold() if isinstance(cell, str) else cell
        if not values and is_blank(value):
            return False
        if is_blank(value) or (values and value == values[-1]):
            lengths[-1] += 1
        else:
            values.append(value)
            lengths.append(1)
    return len(values) > 1 and len(set(values)) == len(values) and min(lengths) > 1


def unread_findings(
    results: Results, scored: Sequence[ScoredGame], standings: Sequence[Standing]
) -> Iterator[Finding]:
    """A note that names all such headings, and a warning for those that speak of points, places
    or penalties, unless their numbers are what is computed here."""
    doubtful = [
        one for one in results.unread if one.words or any(n for n, _ in one.numbers.values())
    ]
    if doubtful:
        computed = _Computed(results, scored, standings)
        doubtful = [one for one in doubtful if not computed.explains(one)]
    alarming = {one.column for one in doubtful}
    plain = [one for one in results.unread if one.column not in alarming]
    for code, level, columns in (
        ("columns-unread", NOTE, plain),
        ("columns-unread-points", WARNING, doubtful),
    ):
        if columns:
            locations = tuple(Location("heading", one.column) for one in columns)
            headings = list(dict.fromkeys(one.heading for one in columns))
            yield Finding(code, level, {"found": headings}, locations)


_Measures = Mapping[str, Number]
_OF_A_TABLE = ("table tp", "table vp", "players")


class _Computed:
    """What is computed here for each seat and each player, looked for in other columns."""

    def __init__(
        self, results: Results, scored: Sequence[ScoredGame], standings: Sequence[Standing]
    ) -> None:
        self.origin = results.origin
        self.seats: dict[int, _Measures] = {}
        self.players: dict[int, str] = {}
        """Who sits at a seat; by player also of the first seat of each row."""
        for game in results.games:
            for player, row in zip(game.players, game.rows):
                self.players[row] = player
                form, seat_id = self.origin.seat(row)
                if form.by_player:
                    self.players[row - seat_id % len(form.groups)] = player
        done = {one.number for one in scored}
        left = [game for number, game in enumerate(results.games) if number not in done]
        unsure = {player for game in left if not game.is_open for player in game.players}
        self.standings = {
            one.player: _of_standing(one) for one in standings if one.player not in unsure
        }
        sums: dict[str, dict[str, Number]] = {}
        for _, game, score in scored:
            nothing = (None,) * len(game.players)
            table = {
                "table tp": sum(score.tournament_points),
                "table vp": sum(points for points in game.victory_points if points is not None),
                "players": len(game.players),
            }
            columns = zip(
                game.rows,
                game.players,
                score.places,
                score.tournament_points,
                game.victory_points,
                score.counted or nothing,
                score.share or nothing,
            )
            for row, player, place, *numbers in columns:
                added = dict(zip(("tp", "vp", "counted", "share"), numbers))
                so_far = sums.setdefault(player, {})
                own: dict[str, Number] = {"place": place, **table}
                for key, value in added.items():
                    if value is not None:
                        own[key] = value
                        own[f"{key} so far"] = so_far[key] = so_far.get(key, 0) + value
                self.seats[row] = own

    def explains(self, column: Unread) -> bool:
        """Whether one and the same of our numbers stands in every cell of the column that can be
        compared."""
        if column.words or column.penalties:  # none are computed here
            return False
        rows = list(column.numbers)
        own = {row: self.seats[row] for row in rows if row in self.seats}
        form, _ = self.origin.seat(rows[0])
        if column.whole_rows and form.by_game:
            own = {row: {key: one[key] for key in _OF_A_TABLE} for row, one in own.items()}
        elif column.whole_rows:
            own = {}
        theirs = {
            row: self.standings[self.players[row]]
            for row in rows
            if self.players.get(row) in self.standings
        }
        return any(
            _agree(column, {row: one[key] for row, one in known.items() if key in one}, scale)
            for known in (own, theirs)
            for key in _keys(known.values())
            for scale in ((1, 100) if "share" in key else (1,))
        )


def _keys(known: Iterable[_Measures]) -> Iterable[str]:
    return dict.fromkeys(key for one in known for key in one)


def _agree(column: Unread, ours: Mapping[int, Number], scale: int) -> bool:
    """Whether the numbers of the column are ours; a share may be typed as a fraction."""
    if not ours:
        return False
    for row, own in ours.items():
        value, decimals = column.numbers[row]
        places = decimals if scale == 1 else max(decimals - 2, 0)
        if not agrees(Claimed(Fraction(value) * scale, places), own):
            return False
    return True


def _of_standing(standing: Standing) -> _Measures:
    sums = {
        "tp": standing.tournament_points,
        "vp": standing.victory_points,
        "share": standing.share,
    }
    known: dict[str, Number] = {
        "games": standing.games,
        "firsts": dict(standing.places).get(1, 0),
    }
    if standing.rank is not None:
        known["rank"] = standing.rank
    for key, value in sums.items():
        if value is not None:
            known[key] = value
            if standing.games:
                known[f"mean {key}"] = Fraction(value) / standing.games
    return known
