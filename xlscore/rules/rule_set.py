"""A rule set: one dated edition of published rules as immutable data."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from ..words import ENGLISH
from .criteria import Criterion
from .exact import Number
from .numbers import RATIOS, SIMPLE


class Words(NamedTuple):
    """A name or sentence of a rule file: called with a language's id, what it says there.

    `said` holds language and words, in the order of the languages.
    """

    said: tuple[tuple[str, str], ...]

    def __call__(self, language: str) -> str:
        said = dict(self.said)
        return said.get(language) or said[ENGLISH]


class Share(NamedTuple):
    """How the share of a game is computed, in percent of the table's victory points.

    `of` is ``"counted"`` or ``"raw"``. `decimals` None keeps shares exact; otherwise each game's
    share is rounded to that many decimals, ``"half-up"`` or ``"down"``. At tables of a size in
    `average_added_at` the total is raised by the table's average before dividing.
    """

    of: str
    decimals: int | None
    rounding: str
    average_added_at: frozenset[int]
    power: int = 1
    """The share is one of the points raised to this power."""


class Win(NamedTuple):
    """What makes a win: a first place, of so many victory points reached where `at_least` names
    them for the scenario; a shared one where `shared`."""

    at_least: Mapping[str, int] = MappingProxyType({})
    shared: bool = True


class PointTable(NamedTuple):
    """What a game is worth in tournament points.

    `rows` map the table size to those of places 1, 2, ...; without any row every table of two or
    more is worth 0. Level players get the mean of the places they occupy, the higher or the lower
    of them, as `level` says. `constant` is added for everybody, and of each number in `add` so many
    times as it says. Then comes `step`, to which is rounded `down`, `up` or `half-up` (None:
    exact), and the `minimum` for places worth more than 0.
    """

    rows: Mapping[int, tuple[Number, ...]]
    level: str = "shared"
    step: Fraction | None = None
    rounding: str = "down"
    minimum: Number | None = None
    constant: Number = 0
    add: tuple[tuple[str, Number], ...] = ()


class Counting(NamedTuple):
    """Which of a player's results count: the `best` so many, or all but `drop`; results are games,
    rounds or evenings, as `of` says. Who has fewer than `at_least` is listed without a rank."""

    of: str = "games"
    best: int | None = None
    drop: int | None = None
    at_least: int | None = None


class Band(NamedTuple):
    """Games lasting `first` to `last` minutes (None: open end) have this factor."""

    first: Number | None
    last: Number | None
    factor: Fraction


class RuleSet(NamedTuple):
    """One edition of published rules, as a rule file holds it; made by `load_rules`.

    `id` names the edition, `kind` is ``"tournament"`` or ``"league"``, `name` what it is called,
    `source` where its text is published, with the paragraph. `decisions` are the ids and
    sentences of what that text leaves open and how it is read here.

    `points` is what a game is worth, `undecided` what one is worth that nobody has won, where that
    is another thing. `larger_tables` says what becomes of tables beyond the sizes in `points`.
    `bye` are the points of a player for whom no table was left, None where
    such a round is no game. `point_scale` is a common
    denominator of the tournament points that a table can yield. `win` says what a win is.

    `vp_required` and `vp_whole` say what victory points must be, `place_by` what a place is made
    of. `caps` maps a scenario to the number of victory points that wins, up to which they count,
    in the final where `cap_in_final`; empty where there is no such number. `share` tells how
    shares are computed (percent of a table's victory points), None where there are none.

    `order` holds the criteria of the standings, the first one first; `counting` which results are
    added up for them, None where all are. `weights` are the factors of rounds.
    `preliminary_rounds` is how many are played, `final_seats` how many play the final;
    `semi_finals` hold the ranks of the preliminary standings that meet in each semi-final, empty
    where there is none. `bands` are the game factors of a league, by minutes.
    """

    id: str
    kind: str
    name: Words
    source: str
    points: PointTable
    undecided: PointTable | None
    larger_tables: str
    bye: Number | None
    win: Win
    vp_required: bool
    vp_whole: bool
    place_by: str
    caps: Mapping[str, int]
    cap_in_final: bool
    share: Share | None
    order: tuple[Criterion, ...]
    counting: Counting | None
    weights: Mapping[str, Fraction]
    preliminary_rounds: int | None
    final_seats: int | None
    semi_finals: tuple[tuple[int, ...], ...]
    bands: tuple[Band, ...]
    decisions: tuple[tuple[str, Words], ...]
    point_scale: int

    @property
    def is_league(self) -> bool:
        """Games of any kind over a season, instead of rounds of one game."""
        return self.kind == "league"

    @property
    def vp_below_zero(self) -> bool:
        """Whether scores below zero are read (D31): in leagues, and where they are needed and
        neither a goal nor a share is made of them."""
        return self.is_league or (self.vp_required and not (self.caps or self.share))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The table sizes that there is a row of points for; empty where any of two or more is
        scored."""
        return tuple(sorted(self.points.rows))

    def scores(self, players: int) -> bool:
        """Whether a table of so many players is scored (D14)."""
        return players in self.points.rows or (not self.points.rows and players > 1)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that there are to choose from."""
        return tuple(name for name in self.caps or self.win.at_least if name != ANY_SCENARIO)

    def cap(self, scenario: str | None) -> int | None:
        """The victory points that win in a scenario; one number alone holds in every one."""
        return _of_scenario(self.caps, scenario)

    def goal(self, scenario: str | None) -> int | None:
        """The victory points that a win takes in a scenario, None for any."""
        return _of_scenario(self.win.at_least, scenario)

    @property
    def asks_for_wins(self) -> bool:
        """Whether it matters who has won a game."""
        return self.undecided is not None or "wins" in self.numbers

    @property
    def asks_for_ratios(self) -> bool:
        """Whether numbers are asked for that make no sense where the lower score wins."""
        asked = {name for one in self.order for name in (one.of, one.per)}
        asked |= {name for table in (self.points, self.undecided) if table for name, _ in table.add}
        return bool(self.win.at_least) or not asked.isdisjoint(RATIOS)

    @property
    def asks_for_games(self) -> bool:
        """Whether more than sums over all games is asked for."""
        plain = all(one.take == "sum" and one.over == "own" for one in self.order)
        return self.counting is not None or not plain

    @property
    def absent_last(self) -> bool:
        """Whether who has no game that counts stands behind everybody else at every criterion.

        Not under rules that only ever add up what is zero or more: there it is a sum of nothing
        (D19).
        """
        numbers = [value for row in self.points.rows.values() for value in row]
        numbers += [self.points.constant, self.bye or 0]
        sums = all(one.is_plain and one.of in SIMPLE for one in self.order)
        whole = self.counting is None and self.undecided is None and not self.points.add
        return not (sums and whole and min(numbers, default=-1) >= 0)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of a game, beyond places, points and shares, that these rules ask for."""
        asked = [name for one in self.order for name in (one.of, one.per) if name]
        tables = [self.points, *([self.undecided] if self.undecided else [])]
        asked += [name for table in tables for name, _ in table.add]
        return tuple(dict.fromkeys(name for name in asked if name not in SIMPLE))

    @property
    def qualifying(self) -> int | None:
        """How many of the preliminary standings play on; None where there is no final."""
        return sum(map(len, self.semi_finals)) or self.final_seats

    @property
    def share_scale(self) -> int:
        """Units per percent: 100 where shares are rounded to two decimals."""
        return 10 ** (self.share.decimals or 0) if self.share else 1


def is_rule_file(rules: str) -> bool:
    """Whether a text that stands for rules names a file of them, not an id."""
    return rules.casefold().endswith(".toml")


ANY_SIZE = ("2", "3", "4 ...")
"""The sizes of tables that are scored where a rule set has no row of points."""
ANY_SCENARIO = ""
"""Stands for the scenario where a number holds in every one."""


def _of_scenario(numbers: Mapping[str, int], scenario: str | None) -> int | None:
    """The number of a scenario, or the only one that there is."""
    if len(numbers) == 1:
        return next(iter(numbers.values()))
    return numbers.get(scenario) if scenario else None
