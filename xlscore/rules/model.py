"""The values that flow from results to standings: immutable, exact, without cells or languages.

Terms: a game is one table in one round; place is the position at the table, rank the position
in the standings; points are always `tournament_points` or `victory_points`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from .exact import Number
from .rule_set import RuleSet

SEMI_FINAL, FINAL = "semi-final", "final"
KNOCK_OUT = (SEMI_FINAL, FINAL)
"""The rounds after the preliminary ones, in the order they are played."""
PRELIMINARY = "preliminary"
ERROR, WARNING, NOTE = "error", "warning", "note"


class Location(NamedTuple):
    """What a finding is about, without knowing cells: a whole game, a seat, or a listed name.

    `kind` is ``"game"`` (`entry` is an index into `Results.games`; `seat` None for the whole
    game), ``"players"`` or ``"games"`` (index into that list), ``"settings"`` (`field` is the
    key), ``"row"`` (`entry` is one of `Game.rows` or a row that is in no game), ``"header"``
    (`entry` is the number of the results' sheet, where there are several), ``"heading"`` (`entry`
    is a column of it, which the reader counts on over its sheets), ``"foreign"`` (a sheet named
    like one of ours), ``"elsewhere"`` (a sheet of results that are not read), or a key of the
    listings that were read to be compared.
    `field` names the column, None the whole row.
    """

    kind: str
    entry: int = 0
    field: str | None = None
    seat: int | None = None


class Finding(NamedTuple):
    """One thing the organizer should know about a workbook.

    `code` is stable and meant for programs (docs/findings.md lists them all). `level` is
    ``"error"`` (its game is not scored), ``"warning"`` or ``"note"``. `values` are what its
    sentence names, `locations` what it is about; addresses of cells come with
    the JSON of the command line.
    """

    code: str
    level: str
    values: Mapping[str, object] = {}
    locations: tuple[Location, ...] = ()


PASTED = (None, "table")
"""Among the faults of a game: it stands in the results twice."""


class Game(NamedTuple):
    """One table in one round as the organizer typed it; one tuple entry per seat.

    `rows` are the ids that the reader gave the seats and mean nothing here. `victory_points`
    holds None where nothing was typed. `winner` is the index of the marked seat. `places` is None
    unless typed at all, with None where a seat has none. `faulty` names the (seat, field) that
    reading found an error in, seat None for a row that only may belong here: such a game is kept,
    named by that finding, and not scored.
    """

    round: str | None
    table: str
    name: str | None
    date: date | None
    factor: Fraction | None
    rows: tuple[int, ...]
    players: tuple[str, ...]
    victory_points: tuple[Number | None, ...]
    winner: int | None = None
    places: tuple[int | None, ...] | None = None
    faulty: tuple[tuple[int | None, str | None], ...] = ()

    @property
    def is_preliminary(self) -> bool:
        """Its points are added to the sums: it is neither a semi-final nor the final."""
        return self.round not in KNOCK_OUT

    @property
    def is_open(self) -> bool:
        """Nothing has been typed yet: the game is still to be played."""
        return not self.faulty and not self.is_played

    @property
    def is_played(self) -> bool:
        """Something stands in its rows, readable or not, that is known after a game only."""
        return (
            self.winner is not None
            or self.places is not None
            or any(points is not None for points in self.victory_points)
            or any(field in ("vp", "winner", "place") for _, field in self.faulty)
        )


class Player(NamedTuple):
    """An entry of the Players sheet; `lot` is the number drawn, lower first (decision D11).

    `also` are further spellings of the name (D26). `bonus` are tournament points by the referee,
    for a `reason` (D25).
    """

    name: str
    lot: Number | None = None
    active: bool = True
    club: str | None = None
    also: tuple[str, ...] = ()
    bonus: Number = 0
    reason: str | None = None


class Bonus(NamedTuple):
    """Tournament points that the referee gives a player, or takes where negative (D25).

    `row` is the id of the seat that they stand in; the number of the entry on the Players sheet
    where they are `listed` there.
    """

    player: str
    points: Number
    row: int
    reason: str | None = None
    listed: bool = False

    @property
    def location(self) -> Location:
        """The cell that they stand in."""
        return Location("players" if self.listed else "row", self.row, "bonus")


class Unread(NamedTuple):
    """A column of the results that means nothing here; `column` is that of its heading.

    `numbers` are what its cells hold, by seat id, where the heading speaks of points, places
    or penalties; `whole_rows` says that they are about the whole row of a sheet, of which the
    id is the first. `words` tells that it holds something that is no number, `penalties`
    that it is about points that are given or taken.
    """

    heading: str
    column: int
    numbers: Mapping[int, tuple[Number, int]] = {}
    """The number, and how many decimals it is typed with."""
    whole_rows: bool = False
    words: bool = False
    penalties: bool = False


class GameKind(NamedTuple):
    """An entry of the Games sheet of a league: how long, how demanding, which score wins.

    `level` is ``"low"``, ``"high"`` or None; `better` is ``"higher"`` or ``"lower"``.
    """

    name: str
    minutes: Number | None = None
    level: str | None = None
    factor: Fraction | None = None
    better: str = "higher"
    faulty: frozenset[str] = frozenset()
    """Fields of this entry in which reading found an error; ``"game"`` where it stands twice."""


class RowCount(NamedTuple):
    """Every row that was read, by what became of it before scoring: nothing silently dropped."""

    read: int = 0
    empty: int = 0
    stray: int = 0
    not_played: int = 0


class SatOut(NamedTuple):
    """A player who is told to have been at no table (D21); `row` is the seat's id.

    `bye` where there was none left for the player, rather than that the player was away.
    """

    round: str | None
    player: str
    row: int
    bye: bool = False


class Settings(NamedTuple):
    """What the Tournament sheet says; None where it says nothing.

    `draws` are the seeds that rounds were drawn with, as (round, seed), in the order typed. `date`
    is the day of the tournament.
    """

    name: str | None = None
    rule_set: str | None = None
    scenario: str | None = None
    rounds: int | None = None
    language: str | None = None
    draws: tuple[tuple[str, str], ...] = ()
    date: date | None = None


class Results(NamedTuple):
    """Everything that was read from one workbook, and what reading found; made by `read`.

    `source` is the file's name. `games` are in the order of the sheet, open and faulty ones too.
    `players`, `game_kinds` and `settings` are the sheets Players, Games and Tournament; empty
    where there is none. `bonuses` are tournament points by the referee (D25), `sat_out` who
    was at no table in a round (D21). `findings` are those of reading alone.

    `columns` names the fields that the results have a column for, `unread` are columns that mean
    nothing here, `row_count` accounts for every row. `language` is that of the headings, such
    as ``"en"``, None where they do not tell. `origin` resolves a `Location` to an
    address; scoring only carries it. `digest` is the SHA-256 of the file, by which `write` knows
    it again; None where nobody knows.
    """

    source: str
    games: tuple[Game, ...]
    players: tuple[Player, ...] = ()
    game_kinds: tuple[GameKind, ...] = ()
    settings: Settings = Settings()
    bonuses: tuple[Bonus, ...] = ()
    unread: tuple[Unread, ...] = ()
    findings: tuple[Finding, ...] = ()
    columns: frozenset[str] = frozenset()
    row_count: RowCount = RowCount()
    sat_out: tuple[SatOut, ...] = ()
    language: str | None = None
    origin: Any = None
    digest: str | None = None


class Score(NamedTuple):
    """The outcome of one table, one entry per seat.

    `tournament_points` and `share` (percent) are exact; `counted` are the victory points after
    the cap. `point_units` and `share_units` are the same numbers over the rule set's common
    denominators, which sums use. `counted` and `share` are None in rule sets without them.
    `further` are the other numbers that the rule set asks for, in its order (`RuleSet.numbers`).
    """

    places: tuple[int, ...]
    tournament_points: tuple[Number, ...]
    counted: tuple[Number, ...] | None
    share: tuple[Number, ...] | None
    point_units: tuple[Number, ...]
    share_units: tuple[Number, ...] | None
    factor: Fraction | None = None
    further: tuple[tuple[Number, ...], ...] = ()


class ScoredGame(NamedTuple):
    """A game that was scored: its number in `Results.games`, the game, its outcome."""

    number: int
    game: Game
    score: Score


class Standing(NamedTuple):
    """One line of the standings; sums and counts are those of the preliminary games.

    `rank` is shared by equal players, with `tied` True; the ranks after it stay empty. Who has
    fewer results than a rank takes stands behind, with `rank` None and `short` saying how many
    there are and how many it takes. `player` is the name as shown, `games` how many games count,
    `games_played` how many were scored, where that may be another number. `tournament_points`
    are the sum, with `bonus`, the referee's (D25; None where there is none), in it;
    `victory_points` the sum of those that count, `share` the sum of the games' shares in percent;
    both None under rules without them.
    All are exact: int or Fraction. `places` counts first, second, ... places as (place, count).

    `criteria` holds (key, value) of every criterion that orders this rule set, in order: a number's
    name in rule files, with what is made of it, such as ``"share-per-games"``; the value is None
    without a game. `stage` is the last round that decided the rank, ``"final"``,
    ``"semi-final"`` or ``"preliminary"``; None in leagues. `decided_by` is the first criterion
    after which the player is level with nobody, None while tied. `lot` is the number drawn, lower
    first (D11).
    """

    rank: int | None
    tied: bool
    player: str
    games: int
    tournament_points: Number
    victory_points: Number | None
    share: Number | None
    places: tuple[tuple[int, int], ...]
    stage: str | None
    decided_by: str | None
    criteria: tuple[tuple[str, Number | None], ...]
    lot: Number | None = None
    bonus: Number | None = None
    games_played: int | None = None
    short: tuple[int, int] | None = None


class Standings(tuple[Standing, ...]):
    """All lines of the standings, a tuple of `Standing` in the order of ranks; equal ranks are in
    the order of the names.
    """

    __slots__ = ()

    def to_frame(self) -> Any:
        """A pandas DataFrame, one row a player; exact numbers stay objects of int or Fraction."""
        import pandas

        columns = [name for name in Standing._fields if name != "criteria"]
        return pandas.DataFrame(
            [[getattr(standing, name) for name in columns] for standing in self], columns=columns
        )


class Evaluation(NamedTuple):
    """Results under a rule set: what was scored, who stands where, and every finding; made by
    `evaluate`.

    `results`, `rules` and `scenario` are what was scored (`scenario` None under rules without).
    `scored` are the games that count, with places and points; `unscored` and `open` are indices
    into `results.games` of those with errors and of those not yet played. `standings` has a line a
    player. `findings` are those of reading and scoring, errors first. `tied_at_cut` are
    players tied across the line to those who play on, while it matters.
    """

    results: Results
    rules: RuleSet
    scenario: str | None
    scored: tuple[ScoredGame, ...]
    unscored: tuple[int, ...]
    open: tuple[int, ...]
    standings: Standings
    findings: tuple[Finding, ...]
    tied_at_cut: tuple[str, ...] = ()

    @property
    def provisional(self) -> bool:
        """An error stands: some game could not be scored, or nothing could."""
        return any(finding.level == ERROR for finding in self.findings)
