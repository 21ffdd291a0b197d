"""A rule set: one dated edition of published rules as immutable data."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ..words import ENGLISH
from .exact import Number


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

    `points` maps the table size to the tournament points of places 1, 2, ...; equal players share
    them. `larger_tables` says what becomes of tables beyond these sizes. `step` and `minimum`
    round shared points down and lift them (None: exact). `point_scale` is a common denominator of
    the tournament points a table can yield.

    `vp_required` and `vp_whole` say what victory points must be, `place_by` what a place is made
    of. `caps` maps a scenario to the number of victory points that wins, up to which they count,
    in the final where `cap_in_final`; empty where there is no such number. `share` tells how
    shares are computed (percent of a table's victory points), None where there are none.

    `order` names the criteria of the standings, the first one first. `preliminary_rounds` is how
    many are played, `final_seats` how many play the final; `semi_finals` hold the ranks of the
    preliminary standings that meet in each semi-final, empty where there is none. `bands` are the
    game factors of a league, by minutes.
    """

    id: str
    kind: str
    name: Words
    source: str
    points: Mapping[int, tuple[Number, ...]]
    larger_tables: str
    step: Fraction | None
    minimum: Number | None
    vp_required: bool
    vp_whole: bool
    place_by: str
    caps: Mapping[str, int]
    cap_in_final: bool
    share: Share | None
    order: tuple[str, ...]
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
        """Whether scores below zero are read (D31): in leagues, and where neither a goal nor a
        share is made of them."""
        return self.is_league or not (self.caps or self.share)

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
