"""Reads a rule set from TOML and refuses whatever is unknown.

The file's keys are a closed vocabulary; an unknown key, criterion or word is refused with the
known ones, so that a typing error in a rule file can never change a result silently.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..messages import Refused
from .criteria import CRITERIA
from .model import Number
from .ruleset import Band, RuleSet, Share, Words

RULESETS = Path(__file__).parent.parent / "rulesets"
SCENARIOS = ("base", "seafarers", "cities-knights")


def rule_set_ids() -> list[str]:
    """The ids of the editions that come with xlscore."""
    return sorted(path.stem for path in RULESETS.glob("*.toml"))


def load_rules(rules: str | Path) -> RuleSet:
    """The rule set with this id, or the one in this ``.toml`` file.

    Raises `Refused` for an unknown id (listing the known ones) and for a file that is not a
    rule set, naming the key at fault.
    """
    text = str(rules)
    if text.casefold().endswith(".toml"):
        return _read(Path(text))
    for known in rule_set_ids():
        if known == text.strip().casefold():
            return _released(known)
    raise Refused("rules-unknown", found=text, known=rule_set_ids())


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
    except ValueError as error:
        raise Refused("rule-file-invalid", file=path.name, key="TOML", found=error) from error
    return _Reader(path.name).rule_set(data)


def _point_scale(rows: Mapping[int, tuple[Number, ...]], step: Fraction | None) -> int:
    """What every tournament point is a multiple of: a step's, or that of any way of sharing."""
    if step is not None:
        return step.denominator
    worth = [Fraction(value).denominator for row in rows.values() for value in row]
    return math.lcm(*worth, *range(1, max(rows) + 1))


_REQUIRED = object()


class _Reader:
    """Takes a parsed rule file apart, table by table; every complaint names file and key."""

    def __init__(self, file: str) -> None:
        self.file = file

    def invalid(self, key: str, found: object) -> Refused:
        return Refused("rule-file-invalid", file=self.file, key=key, found=found)

    def take(
        self, data: Any, where: str, known: Mapping[str, tuple[type | tuple[type, ...], Any]]
    ) -> dict[str, Any]:
        """The values of one TOML table: known keys only, right types, defaults filled in."""
        if not isinstance(data, dict):
            raise self.invalid(where, data)
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
            if value is _REQUIRED:
                raise Refused("rule-file-missing", file=self.file, key=full)
            # bool is an int to Python, but never a number in a rule file
            wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
            if key in data and wrong:
                raise self.invalid(full, value)
            taken[key] = value
        return taken

    def choice(self, key: str, value: str, known: tuple[str, ...]) -> str:
        if value not in known:
            raise Refused(
                "rule-file-word", file=self.file, key=key, found=value, known=sorted(known)
            )
        return value

    def number(self, key: str, value: Any) -> Number:
        """A number of zero or more, exact."""
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)) or value < 0:
            raise self.invalid(key, value)
        return value if isinstance(value, int) else Fraction(value)

    def count(self, key: str, value: Any) -> int:
        """A whole number of at least one."""
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self.invalid(key, value)
        return value

    def words(self, where: str, data: Any) -> Words:
        return Words(**self.take(data, where, {"en": (str, _REQUIRED), "de": (str, _REQUIRED)}))

    def rule_set(self, data: dict[str, Any]) -> RuleSet:
        top = self.take(
            data,
            "",
            {
                "id": (str, _REQUIRED),
                "kind": (str, _REQUIRED),
                "name": (dict, _REQUIRED),
                "source": (dict, _REQUIRED),
                "tournament_points": (dict, _REQUIRED),
                "victory_points": (dict, _REQUIRED),
                "share": (dict, None),
                "standings": (dict, _REQUIRED),
                "rounds": (dict, {}),
                "final": (dict, None),
                "factor": (dict, None),
                "decisions": (list, []),
            },
        )
        source = self.take(
            top["source"], "source", {"title": (str, _REQUIRED), "paragraph": (str, "")}
        )
        points, larger, step, minimum = self.points(dict(top["tournament_points"]))
        vp = self.take(
            top["victory_points"],
            "victory_points",
            {
                "required": (bool, _REQUIRED),
                "whole": (bool, _REQUIRED),
                "place_by": (str, "reached"),
                "cap": (dict, {}),
                "cap_in_final": (bool, True),
            },
        )
        for scenario in vp["cap"]:
            self.choice("victory_points.cap", scenario, SCENARIOS)
        share = self.share(top["share"]) if top["share"] is not None else None
        order = self.take(top["standings"], "standings", {"order": (list, _REQUIRED)})["order"]
        for criterion in order:
            self.choice("standings.order", criterion, tuple(CRITERIA))
        if not order or len(set(order)) < len(order):
            raise self.invalid("standings.order", order)
        if "share" in order and share is None:
            raise Refused("rule-file-missing", file=self.file, key="share")
        rounds = self.take(top["rounds"], "rounds", {"preliminary": (int, None)})
        final = self.take(top["final"] or {}, "final", {"seats": (int, None)})
        if top["final"] is not None and final["seats"] is None:
            raise Refused("rule-file-missing", file=self.file, key="final.seats")
        return RuleSet(
            id=top["id"],
            kind=self.choice("kind", top["kind"], ("tournament", "league")),
            name=self.words("name", top["name"]),
            source=", ".join(part for part in (source["title"], source["paragraph"]) if part),
            points=points,
            larger_tables=larger,
            step=step,
            minimum=minimum,
            vp_required=vp["required"],
            vp_whole=vp["whole"],
            place_by=self.choice("victory_points.place_by", vp["place_by"], ("reached", "counted")),
            caps={
                scenario: self.count(f"victory_points.cap.{scenario}", cap)
                for scenario, cap in vp["cap"].items()
            },
            cap_in_final=vp["cap_in_final"],
            share=share,
            order=tuple(order),
            preliminary_rounds=rounds["preliminary"]
            and self.count("rounds.preliminary", rounds["preliminary"]),
            final_seats=final["seats"] and self.count("final.seats", final["seats"]),
            bands=self.bands(top["factor"]) if top["factor"] is not None else (),
            decisions=tuple(self.decision(entry) for entry in top["decisions"]),
            point_scale=_point_scale(points, step),
        )

    def points(
        self, data: dict[str, Any]
    ) -> tuple[dict[int, tuple[Number, ...]], str, Fraction | None, Number | None]:
        sizes = [key for key in data if key.isdecimal()]
        rows: dict[int, tuple[Number, ...]] = {}
        for key in sizes:
            row, where = data.pop(key), f"tournament_points.{key}"
            if not isinstance(row, list) or len(row) != int(key):
                raise self.invalid(where, row)
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
        if step is not None and not self.number("tournament_points.step", step):
            raise self.invalid("tournament_points.step", step)
        return (
            rows,
            larger,
            None if step is None else Fraction(step),
            None if minimum is None else self.number("tournament_points.minimum", minimum),
        )

    def share(self, data: Any) -> Share:
        taken = self.take(
            data,
            "share",
            {
                "of": (str, "counted"),
                "decimals": ((int, str), _REQUIRED),
                "rounding": (str, "half-up"),
                "average_added_at": (list, []),
            },
        )
        decimals = taken["decimals"]
        if isinstance(decimals, str):
            self.choice("share.decimals", decimals, ("exact",))
            decimals = None
        elif decimals < 0:
            raise self.invalid("share.decimals", decimals)
        return Share(
            of=self.choice("share.of", taken["of"], ("counted", "raw")),
            decimals=decimals,
            rounding=self.choice("share.rounding", taken["rounding"], ("half-up", "down")),
            average_added_at=frozenset(
                self.count("share.average_added_at", size) for size in taken["average_added_at"]
            ),
        )

    def bands(self, data: Any) -> tuple[Band, ...]:
        bands = []
        for entry in self.take(data, "factor", {"bands": (list, _REQUIRED)})["bands"]:
            taken = self.take(
                entry,
                "factor.bands",
                {
                    "from": ((int, Decimal), None),
                    "to": ((int, Decimal), None),
                    "factor": ((int, Decimal), _REQUIRED),
                },
            )
            limits = [
                None if taken[key] is None else self.number(f"factor.bands.{key}", taken[key])
                for key in ("from", "to")
            ]
            factor = Fraction(self.number("factor.bands.factor", taken["factor"]))
            bands.append(Band(limits[0], limits[1], factor))
        return tuple(bands)

    def decision(self, data: Any) -> tuple[str, Words]:
        known = dict.fromkeys(("id", "en", "de"), (str, _REQUIRED))
        taken = self.take(data, "decisions", known)
        return taken["id"], Words(taken["en"], taken["de"])
