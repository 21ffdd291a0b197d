"""Reads a rule set from TOML and refuses whatever is unknown.

The file's keys are a closed vocabulary; an unknown key, criterion or word is refused with the
known ones, so that a typing error in a rule file can never change a result silently.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..words import LANGUAGES, Refused
from .criteria import CRITERIA
from .exact import Number
from .rule_set import Band, RuleSet, Share, Words, is_rule_file

REQUIRED = object()
SPOKEN: dict[str, tuple[type, Any]] = {
    **dict.fromkeys(LANGUAGES, (str, None)),
    **dict.fromkeys(("en", "de"), (str, REQUIRED)),
}
"""The languages that names and decisions of a rule file may be given in."""
_TOO_LARGE = Decimal(10) ** 15
_MOST_COUNTED = 1_000_000
_LONGEST_SHOWN = 80
TOML_NAMES = {
    str: "string",
    int: "integer",
    Decimal: "float",
    bool: "boolean",
    list: "array",
    dict: "table",
}
"""TOML's own names of its types, which are the same in every language."""


class Keys:
    """Takes a parsed rule file apart, value by value; every complaint names file and key."""

    def __init__(self, file: str) -> None:
        self.file = file

    def invalid(self, key: str, found: object, expected: str) -> Refused:
        return Refused(
            "rule-file-invalid", file=self.file, key=key, found=as_toml(found), expected=expected
        )

    def take(
        self, data: Any, where: str, known: Mapping[str, tuple[type | tuple[type, ...], Any]]
    ) -> dict[str, Any]:
        """The values of one TOML table: known keys only, right types, defaults filled in."""
        if not isinstance(data, dict):
            raise self.invalid(where, data, "table")
        for key in data:
            if key not in known:
                raise Refused(
                    "rule-file-key",
                    file=self.file,
                    key=f"{where}.{key}" if where else key,
                    known=sorted(known),
                )
        taken = {}
        for key, (kind, default) in known.items():
            value = data.get(key, default)
            full = f"{where}.{key}" if where else key
            if value is REQUIRED:
                raise Refused("rule-file-missing", file=self.file, key=full)
            # bool is an int to Python, but never a number in a rule file
            wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
            if key in data and wrong:
                kinds = kind if isinstance(kind, tuple) else (kind,)
                raise self.invalid(full, value, " / ".join(TOML_NAMES[one] for one in kinds))
            taken[key] = value
        return taken

    def choice(self, key: str, value: Any, known: tuple[str, ...]) -> str:
        if value not in known:
            found = as_toml(value)
            raise Refused(
                "rule-file-word", file=self.file, key=key, found=found, known=sorted(known)
            )
        return str(value)

    def number(self, key: str, value: Any) -> Number:
        """A number of zero or more, exact; neither inf nor nan, which TOML counts among them, nor
        one of more digits than anybody can mean."""
        is_number = isinstance(value, (int, Decimal)) and not isinstance(value, bool)
        if not is_number or not Decimal(value).is_finite() or value < 0:
            raise self.invalid(key, value, "number >= 0")
        if value >= _TOO_LARGE or (value and value <= 1 / _TOO_LARGE):
            raise self.invalid(key, value, "0 / number > 1e-15, < 1e15")
        return value if isinstance(value, int) else Fraction(value)

    def positive(self, key: str, value: Any) -> Fraction:
        """A number above zero, exact."""
        number = Fraction(self.number(key, value))
        if not number:
            raise self.invalid(key, value, "number > 0")
        return number

    def count(self, key: str, value: Any) -> int:
        """A whole number of at least one."""
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.invalid(key, value, "integer >= 1")
        if value > _MOST_COUNTED:
            raise self.invalid(key, value, f"integer <= {_MOST_COUNTED}")
        return value

    def optional_count(self, key: str, value: Any) -> int | None:
        return None if value is None else self.count(key, value)

    def words(self, where: str, data: Any) -> Words:
        return said(self.take(data, where, SPOKEN))


def said(taken: Mapping[str, Any]) -> Words:
    """The words in each language that a table of a rule file gives them in."""
    return Words(tuple((one, taken[one]) for one in LANGUAGES if taken.get(one)))


def as_toml(value: object) -> object:
    """A value as it stands in a rule file."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    except RecursionError:
        text = TOML_NAMES[type(value)]
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


RULESETS = Path(__file__).resolve().parent / "rulesets"
SCENARIOS = ("base", "seafarers", "cities-knights")


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


@lru_cache
def _released(known: str) -> RuleSet:
    return _read(RULESETS / f"{known}.toml")


def _read(path: Path) -> RuleSet:
    try:
        import tomllib
    except ImportError:  # the older Python inside LibreOffice
        import tomli as tomllib  # type: ignore[no-redef, import-not-found, unused-ignore]
    try:
        with path.open("rb") as file:
            data = tomllib.load(file, parse_float=Decimal)
    except OSError as error:
        raise Refused("rule-file-unreadable", file=path.name, why=error.strerror) from error
    except (ValueError, RecursionError) as error:
        raise Refused("rule-file-toml", file=path.name, why=error) from error
    return _Reader(path.name).rule_set(data)


def _point_scale(rows: Mapping[int, tuple[Number, ...]], step: Fraction | None) -> int:
    """What every tournament point is a multiple of: a step's, or that of any way of sharing."""
    if step is not None:
        return step.denominator
    worth = [Fraction(value).denominator for row in rows.values() for value in row]
    return math.lcm(*worth, *range(1, max(rows) + 1))


_MOST_DECIMALS = 30


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
                "tournament_points": (dict, REQUIRED),
                "victory_points": (dict, REQUIRED),
                "share": (dict, None),
                "standings": (dict, REQUIRED),
                "rounds": (dict, {}),
                "final": (dict, None),
                "factor": (dict, None),
                "decisions": (list, []),
            },
        )
        source = self.take(
            top["source"], "source", {"title": (str, REQUIRED), "paragraph": (str, "")}
        )
        points, larger, step, minimum = self.points(dict(top["tournament_points"]))
        vp = self.take(
            top["victory_points"],
            "victory_points",
            {
                "required": (bool, REQUIRED),
                "whole": (bool, REQUIRED),
                "place_by": (str, "reached"),
                "cap": (dict, {}),
                "cap_in_final": (bool, True),
            },
        )
        for scenario in vp["cap"]:
            self.choice("victory_points.cap", scenario, SCENARIOS)
        share = self.share(top["share"]) if top["share"] is not None else None
        order = self.take(top["standings"], "standings", {"order": (list, REQUIRED)})["order"]
        for criterion in order:
            self.choice("standings.order", criterion, tuple(CRITERIA))
        if not order or len(set(order)) < len(order):
            raise self.invalid("standings.order", order, f"1 x {', '.join(CRITERIA)}")
        if "share" in order and share is None:
            raise Refused("rule-file-missing", file=self.file, key="share")
        if not vp["required"] and (share is not None or "victory_points" in order):
            raise Refused("rule-file-without-vp", file=self.file)
        rounds = self.take(top["rounds"], "rounds", {"preliminary": (int, None)})
        final: dict[str, Any] = {"seats": None, "semi_finals": None}
        if top["final"] is not None:
            known = {"seats": (int, REQUIRED), "semi_finals": (list, None)}
            final = self.take(top["final"], "final", known)
        seats = self.optional_count("final.seats", final["seats"])
        return RuleSet(
            id=top["id"],
            kind=self.choice("kind", top["kind"], ("tournament", "league")),
            name=self.words("name", top["name"]),
            source=", ".join(part for part in (source["title"], source["paragraph"]) if part),
            points=MappingProxyType(points),
            larger_tables=larger,
            step=step,
            minimum=minimum,
            vp_required=vp["required"],
            vp_whole=vp["whole"],
            place_by=self.choice("victory_points.place_by", vp["place_by"], ("reached", "counted")),
            caps=MappingProxyType(
                {
                    scenario: self.count(f"victory_points.cap.{scenario}", cap)
                    for scenario, cap in vp["cap"].items()
                }
            ),
            cap_in_final=vp["cap_in_final"],
            share=share,
            order=tuple(order),
            preliminary_rounds=self.optional_count("rounds.preliminary", rounds["preliminary"]),
            final_seats=seats,
            semi_finals=self.semi_finals(final["semi_finals"], seats, points),
            bands=self.bands(top["factor"]) if top["factor"] is not None else (),
            decisions=tuple(self.decision(entry) for entry in top["decisions"]),
            point_scale=_point_scale(points, step),
        )

    def points(
        self, data: dict[str, Any]
    ) -> tuple[dict[int, tuple[Number, ...]], str, Fraction | None, Number | None]:
        sizes = [key for key in data if re.fullmatch("[1-9][0-9]{0,2}", key)]
        rows: dict[int, tuple[Number, ...]] = {}
        for key in sizes:
            row, where = data.pop(key), f"tournament_points.{key}"
            if not isinstance(row, list) or len(row) != int(key):
                raise self.invalid(where, row, f"array, {key} x number >= 0")
            rows[int(key)] = tuple(self.number(where, value) for value in row)
        if not rows:
            raise Refused("rule-file-missing", file=self.file, key="tournament_points.4")
        rest = self.take(
            data,
            "tournament_points",
            {
                "larger_tables": (str, "error"),
                "step": ((int, Decimal), None),
                "minimum": ((int, Decimal), None),
            },
        )
        larger = self.choice(
            "tournament_points.larger_tables", rest["larger_tables"], ("error", "unscored")
        )
        step, minimum = rest["step"], rest["minimum"]
        return (
            rows,
            larger,
            None if step is None else self.positive("tournament_points.step", step),
            None if minimum is None else self.number("tournament_points.minimum", minimum),
        )

    def semi_finals(
        self, data: list[Any] | None, seats: int | None, points: Mapping[int, Any]
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
            if len(one) not in points:
                sizes = sorted(points)
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
        )

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
