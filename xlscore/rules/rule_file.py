"""Reads a rule set from TOML and refuses whatever is unknown.

The file's keys are a closed vocabulary; an unknown key, criterion or word is refused with the
known ones, so that a typing error in a rule file can never change a result silently.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ..words import Refused
from .criteria import OVER, TAKES, Criterion
from .exact import Number
from .model import FINAL, SEMI_FINAL
from .numbers import NUMBERS, OF_VICTORY_POINTS
from .rule_keys import NUMERIC, REQUIRED, SEASON, SPOKEN, TOML_NAMES, Keys, read_toml, said
from .rule_set import (
    ANY_SCENARIO,
    Band,
    Counting,
    PointTable,
    RuleSet,
    Share,
    Win,
    Words,
    is_rule_file,
)

RULESETS = Path(__file__).resolve().parent / "rulesets"


def rule_set_ids() -> list[str]:
    """The ids of the editions that come with xlscore."""
    return sorted(path.stem for path in RULESETS.glob("*.toml"))


def load_rules(rules: str | Path) -> RuleSet:
    """Load one edition of rules: a released one, or your own.

    `rules` is an id such as ``"dsvc-s3"``, or the path of a ``.toml`` file. Returns the rule set,
    which is checked as a whole. Raises `Refused`, a ValueError, for an unknown id (listing the
    known ones) and for a file that is not a rule set, naming the key at fault.
    """
    text = str(rules)
    if not is_rule_file(text):
        return released_rules(text)
    path = Path(text)
    own = _read(path)
    if own.id.casefold() in rule_set_ids() and path.resolve().parent != RULESETS:
        raise Refused("rule-file-id", file=path.name, found=own.id)
    return own


def released_rules(rules: str) -> RuleSet:
    """The edition with this id. A workbook names these only: never a file to be opened.

    Raises `Refused`, listing the known ids.
    """
    for known in rule_set_ids():
        if known == rules.strip().casefold():
            return _released(known)
    raise Refused("rules-unknown", found=rules, known=rule_set_ids())


class Beside(NamedTuple):
    """A rule set of one's own, and the file beside a workbook that holds it."""

    rules: RuleSet
    path: Path


def rules_beside(workbook: Path, rules: str) -> Beside | None:
    """The rule set with this id in a ``.toml`` file beside a workbook, None where there is none.

    A file that is no rule set is none of ours. Raises `Refused` where several have the id.
    """
    found = []
    for path in sorted(workbook.parent.glob("*.toml"))[:_LOOKED_INTO]:
        try:
            own = load_rules(path)
        except Refused:
            continue
        if own.id.casefold() == rules.strip().casefold():
            found.append(Beside(own, path))
    if len(found) > 1:
        names = [one.path.name for one in found]
        raise Refused("rules-beside-several", found=rules, files=names)
    return found[0] if found else None


_LOOKED_INTO = 100


@lru_cache
def _released(known: str) -> RuleSet:
    return _read(RULESETS / f"{known}.toml")


def _read(path: Path) -> RuleSet:
    data = read_toml(path)
    if data.get("kind") == SEASON:
        raise Refused("rule-file-season", file=path.name)
    return _Reader(path.name).rule_set(data)


def _point_scale(
    tables: Iterable[PointTable], factors: Iterable[Fraction], bye: Number | None
) -> int:
    """What every tournament point is a multiple of: a step's, or that of any way of sharing."""
    denominators = [1 if bye is None else bye.denominator]
    for table in tables:
        minimum = 0 if table.minimum is None else table.minimum
        if table.step is not None:
            denominators += [table.step.denominator, minimum.denominator]
            continue
        worth = [value for row in table.rows.values() for value in row]
        worth += [minimum, table.constant, *(times for _, times in table.add)]
        denominators += [value.denominator for value in worth]
        if table.level == "shared":
            denominators += range(1, max(table.rows, default=1) + 1)
        denominators += [math.lcm(*(factor.denominator for factor in factors))]
    return math.lcm(*denominators)


_MOST_DECIMALS = 30
_HIGHEST_POWER = 20
_ADDABLE = frozenset(NUMBERS) - {"tournament_points", "bonus"}
"""Numbers that tournament points may be made of: not themselves."""
_OWN_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


class _Reader(Keys):
    """Makes a rule set of a parsed rule file, table by table."""

    def rule_set(self, data: dict[str, Any]) -> RuleSet:
        top = self.take(
            data,
            "",
            {
                "id": (str, REQUIRED),
                "kind": (str, REQUIRED),
                "name": (dict, REQUIRED),
                "source": (dict, REQUIRED),
                "tournament_points": (dict, {}),
                "victory_points": (dict, REQUIRED),
                "win": (dict, {}),
                "share": (dict, None),
                "standings": (dict, REQUIRED),
                "counting": (dict, None),
                "rounds": (dict, {}),
                "final": (dict, None),
                "factor": (dict, None),
                "decisions": (list, []),
            },
        )
        source = self.take(
            top["source"], "source", {"title": (str, REQUIRED), "paragraph": (str, "")}
        )
        vp = self.take(
            top["victory_points"],
            "victory_points",
            {
                "required": (bool, REQUIRED),
                "whole": (bool, REQUIRED),
                "place_by": (str, "reached"),
                "cap": ((dict, int), {}),
                "cap_in_final": (bool, True),
            },
        )
        caps = self.by_scenario("victory_points.cap", vp["cap"])
        win = self.win(top["win"], caps)
        points, undecided, larger, bye = self.points(dict(top["tournament_points"]))
        share = self.share(top["share"]) if top["share"] is not None else None
        order = self.order(top["standings"])
        asked = [(name, "standings.order") for one in order for name in (one.of, one.per) if name]
        for table, key in ((points, "add"), (undecided, "undecided.add")):
            asked += [(name, f"tournament_points.{key}") for name, _ in table.add] if table else []
        if share is None and "share" in dict(asked):
            raise Refused("rule-file-missing", file=self.file, key="share")
        worth = points.rows or points.constant or points.add or undecided
        if "tournament_points" in dict(asked) and not worth:
            raise Refused("rule-file-missing", file=self.file, key="tournament_points.4")
        if not vp["required"]:
            made_of_them = [f"{key}: {name}" for name, key in asked if name in OF_VICTORY_POINTS]
            made_of_them += ["share"] * (share is not None) + ["win.at_least"] * bool(win.at_least)
            if made_of_them:
                raise Refused("rule-file-without-vp", file=self.file, keys=made_of_them)
        bands = self.bands(top["factor"]) if top["factor"] is not None else ()
        final: dict[str, Any] = {"seats": None, "semi_finals": None}
        if top["final"] is not None:
            known = {"seats": (int, REQUIRED), "semi_finals": (list, None)}
            final = self.take(top["final"], "final", known)
        seats = self.optional_count("final.seats", final["seats"])
        semi_finals = self.semi_finals(final["semi_finals"], seats, points)
        rounds = self.take(
            top["rounds"], "rounds", {"preliminary": (int, None), "weight": (dict, {})}
        )
        preliminary = self.optional_count("rounds.preliminary", rounds["preliminary"])
        last_rounds = [FINAL] * (seats is not None) + [SEMI_FINAL] * bool(semi_finals)
        weights = self.weights(rounds["weight"], preliminary, last_rounds)
        factors = [*(band.factor for band in bands), *weights.values()]
        return RuleSet(
            id=top["id"],
            kind=self.choice("kind", top["kind"], ("tournament", "league")),
            name=self.words("name", top["name"]),
            source=", ".join(part for part in (source["title"], source["paragraph"]) if part),
            points=points,
            undecided=undecided,
            larger_tables=larger,
            bye=bye,
            win=win,
            vp_required=vp["required"],
            vp_whole=vp["whole"],
            place_by=self.choice("victory_points.place_by", vp["place_by"], ("reached", "counted")),
            caps=caps,
            cap_in_final=vp["cap_in_final"],
            share=share,
            order=order,
            counting=None if top["counting"] is None else self.counting(top["counting"]),
            weights=weights,
            preliminary_rounds=preliminary,
            final_seats=seats,
            semi_finals=semi_finals,
            bands=bands,
            decisions=tuple(self.decision(entry) for entry in top["decisions"]),
            point_scale=_point_scale(filter(None, (points, undecided)), factors, bye),
        )

    def by_scenario(self, key: str, data: Any, known: Iterable[str] = ()) -> Mapping[str, int]:
        """A number of victory points for each scenario, or one number for all of them."""
        if not isinstance(data, dict):
            return MappingProxyType({ANY_SCENARIO: self.count(key, data)})
        for name in data:
            if known:
                self.choice(key, name, tuple(known))
            elif not _OWN_NAME.fullmatch(name):
                raise self.invalid(key, name, "a-z 0-9 -")
        numbers = {name: self.count(f"{key}.{name}", value) for name, value in data.items()}
        return MappingProxyType(numbers)

    def win(self, data: Any, caps: Mapping[str, int]) -> Win:
        taken = self.take(data, "win", {"at_least": ((int, dict), {}), "shared": (bool, True)})
        named = [name for name in caps if name != ANY_SCENARIO]
        return Win(self.by_scenario("win.at_least", taken["at_least"], named), taken["shared"])

    def order(self, data: Any) -> tuple[Criterion, ...]:
        entries = self.take(data, "standings", {"order": (list, REQUIRED)})["order"]
        order = tuple(map(self.criterion, entries))
        keys = [one.key for one in order]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        if twice or not order:
            raise self.invalid("standings.order", twice or entries, "1 x a criterion")
        return order

    def criterion(self, entry: Any) -> Criterion:
        """An entry of the order: the name of a number, or a table that says what is made of it."""
        key = "standings.order"
        if isinstance(entry, str):
            return Criterion(self.choice(key, entry, NUMBERS))
        if not isinstance(entry, dict):
            raise self.invalid(key, entry, "string / table")
        known = {"of": (str, REQUIRED), "take": (str, "sum"), "over": (str, "own")}
        known |= {"per": (str, None), "better": (str, "higher")}
        taken = self.take(entry, key, known)
        per = taken["per"]
        if per is not None and taken["take"] != "sum":
            raise Refused("rule-file-both", file=self.file, one=f"{key}.take", other=f"{key}.per")
        return Criterion(
            of=self.choice(f"{key}.of", taken["of"], NUMBERS),
            take=self.choice(f"{key}.take", taken["take"], TAKES),
            over=self.choice(f"{key}.over", taken["over"], OVER),
            per=None if per is None else self.choice(f"{key}.per", per, NUMBERS),
            higher=self.choice(f"{key}.better", taken["better"], ("higher", "lower")) == "higher",
        )

    def counting(self, data: Any) -> Counting:
        known = {"best": (int, None), "drop": (int, None), "at_least": (int, None)}
        taken = self.take(data, "counting", {"of": (str, "games"), **known})
        if taken["best"] is not None and taken["drop"] is not None:
            raise Refused(
                "rule-file-both", file=self.file, one="counting.best", other="counting.drop"
            )
        numbers = {key: self.optional_count(f"counting.{key}", taken[key]) for key in known}
        of = self.choice("counting.of", taken["of"], ("games", "rounds", "evenings"))
        return Counting(of, **numbers)

    def weights(
        self, data: dict[str, Any], preliminary: int | None, last_rounds: Iterable[str]
    ) -> Mapping[str, Fraction]:
        """The factors of rounds, by the name of the round as `Game.round` has it."""
        weights = {}
        short = {"F": FINAL, "SF": SEMI_FINAL}
        for name, factor in data.items():
            key = f"rounds.weight.{name}"
            round_name = short.get(name.upper(), name)
            if round_name not in last_rounds:
                number = int(name) if re.fullmatch("[1-9][0-9]{0,5}", name) else 0
                if not 1 <= number <= (preliminary or number):
                    known = [f"1 - {preliminary}" if preliminary else "1, 2, 3 ..."]
                    known += [one for one, long in short.items() if long in last_rounds]
                    raise self.invalid("rounds.weight", name, " / ".join(known))
            weights[round_name] = self.positive(key, factor)
        return MappingProxyType(weights)

    def points(
        self, data: dict[str, Any]
    ) -> tuple[PointTable, PointTable | None, str, Number | None]:
        """What a game is worth, where somebody has won and where nobody has; what becomes of larger
        tables; and what a bye is worth."""
        where = "tournament_points"
        rest = {key: data.pop(key) for key in ("larger_tables", "bye") if key in data}
        undecided = data.pop("undecided", None)
        table = self.point_table(where, data)
        taken = self.take(
            rest, where, {"larger_tables": (str, "error"), "bye": ((*NUMERIC, str), None)}
        )
        larger = self.choice(
            f"{where}.larger_tables", taken["larger_tables"], ("error", "unscored")
        )
        other = None
        if undecided is not None:
            other = self.point_table(f"{where}.undecided", undecided, table)
            for size in table.rows:
                if size not in other.rows:
                    key = f"{where}.undecided.{size}"
                    raise Refused("rule-file-missing", file=self.file, key=key)
        bye = taken["bye"]
        return table, other, larger, None if bye is None else self.signed(f"{where}.bye", bye)

    def point_table(self, where: str, data: Any, usual: PointTable | None = None) -> PointTable:
        """Rows by table size, and what becomes of their numbers; `usual` is where level, step,
        rounding and minimum come from where this table does not name them."""
        if not isinstance(data, dict):
            raise self.invalid(where, data, TOML_NAMES[dict])
        sizes = [key for key in data if re.fullmatch("[1-9][0-9]{0,2}", key)]
        rows = {int(key): self.whole_row(f"{where}.{key}", data[key], int(key)) for key in sizes}
        rest = {key: value for key, value in data.items() if key not in sizes}
        taken = self.take(
            rest,
            where,
            {
                "level": (str, usual.level if usual else "shared"),
                "step": (NUMERIC, None),
                "rounding": (str, None),
                "minimum": (NUMERIC, None),
                "constant": ((*NUMERIC, str), 0),
                "add": (dict, {}),
            },
        )
        step, rounding, minimum = (taken[key] for key in ("step", "rounding", "minimum"))
        step = None if step is None else self.positive(f"{where}.step", step)
        step = usual.step if usual and step is None else step
        if rounding is not None and step is None:
            raise Refused("rule-file-missing", file=self.file, key=f"{where}.step")
        if rounding is not None:
            self.choice(f"{where}.rounding", rounding, ("down", "up", "half-up"))
        minimum = None if minimum is None else self.number(f"{where}.minimum", minimum)
        add = [
            (self.choice(f"{where}.add", name, _ADDABLE), self.signed(f"{where}.add.{name}", times))
            for name, times in taken["add"].items()
        ]
        return PointTable(
            rows=MappingProxyType(rows),
            level=self.choice(f"{where}.level", taken["level"], ("shared", "higher", "lower")),
            step=step,
            rounding=rounding or (usual.rounding if usual else "down"),
            minimum=usual.minimum if usual and minimum is None else minimum,
            constant=self.signed(f"{where}.constant", taken["constant"]),
            add=tuple(add),
        )

    def semi_finals(
        self, data: list[Any] | None, seats: int | None, points: PointTable
    ) -> tuple[tuple[int, ...], ...]:
        """The ranks that meet in each semi-final: one table for every seat of the final, every
        rank once, every table of a size that the rules name points for."""
        if data is None:
            return ()
        key = "final.semi_finals"
        for one in data:
            if not isinstance(one, list):
                raise self.invalid(key, one, TOML_NAMES[list])
        tables = tuple(tuple(self.count(key, rank) for rank in one) for one in data)
        if len(tables) != seats:
            raise Refused("rule-file-semi-finals", file=self.file, found=len(tables), seats=seats)
        for one in tables:
            if points.rows and len(one) not in points.rows:
                sizes = sorted(points.rows)
                raise Refused("rule-file-semi-final", file=self.file, found=len(one), sizes=sizes)
        ranks = sorted(rank for one in tables for rank in one)
        if ranks != list(range(1, len(ranks) + 1)):
            raise Refused("rule-file-seeds", file=self.file, last=len(ranks), found=ranks)
        return tables

    def share(self, data: Any) -> Share:
        taken = self.take(
            data,
            "share",
            {
                "of": (str, "counted"),
                "decimals": ((int, str), REQUIRED),
                "rounding": (str, "half-up"),
                "average_added_at": (list, []),
                "power": (int, 1),
            },
        )
        decimals = taken["decimals"]
        if isinstance(decimals, str):
            self.choice("share.decimals", decimals, ("exact",))
            decimals = None
        elif decimals < 0:
            raise self.invalid("share.decimals", decimals, "integer >= 0")
        elif decimals > _MOST_DECIMALS:
            raise self.invalid("share.decimals", decimals, f"integer <= {_MOST_DECIMALS}")
        return Share(
            of=self.choice("share.of", taken["of"], ("counted", "raw")),
            decimals=decimals,
            rounding=self.choice("share.rounding", taken["rounding"], ("half-up", "down")),
            average_added_at=frozenset(
                self.count("share.average_added_at", size) for size in taken["average_added_at"]
            ),
            power=self.power(taken["power"]),
        )

    def power(self, value: int) -> int:
        """So high that no table's numbers become too large to be computed in time."""
        if self.count("share.power", value) > _HIGHEST_POWER:
            raise self.invalid("share.power", value, f"integer <= {_HIGHEST_POWER}")
        return value

    def bands(self, data: Any) -> tuple[Band, ...]:
        """Bands of minutes in rising order without overlap; only the two ends may be open."""
        bands: list[Band] = []
        entries = self.take(data, "factor", {"bands": (list, REQUIRED)})["bands"]
        if not entries:
            raise self.invalid("factor.bands", entries, "array, 1 x table")
        for number, entry in enumerate(entries, 1):
            taken = self.take(
                entry,
                "factor.bands",
                {
                    "from": ((int, Decimal), REQUIRED if bands else None),
                    "to": ((int, Decimal), REQUIRED if number < len(entries) else None),
                    "factor": ((int, Decimal), REQUIRED),
                },
            )
            first, last = (
                None if taken[key] is None else self.number(f"factor.bands.{key}", taken[key])
                for key in ("from", "to")
            )
            before = bands[-1].last if bands else None
            if first is not None and before is not None and first <= before:
                raise self.invalid("factor.bands.from", taken["from"], f"> {before}")
            if first is not None and last is not None and last < first:
                raise self.invalid("factor.bands.to", taken["to"], f">= {first}")
            bands.append(Band(first, last, self.positive("factor.bands.factor", taken["factor"])))
        return tuple(bands)

    def decision(self, data: Any) -> tuple[str, Words]:
        taken = self.take(data, "decisions", {"id": (str, REQUIRED), **SPOKEN})
        return taken["id"], said(taken)
