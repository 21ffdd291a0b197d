"""Reads the rules of a season from TOML and refuses whatever is unknown."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from ..words import Refused
from .rule_keys import NUMERIC, REQUIRED, SEASON, Keys, read_toml
from .rule_set import Counting
from .season import Age, Field, SeasonRules

_BY = ("table", "linear", "percent", "beaten", "rank", "sum")


def load_season(path: Path) -> SeasonRules:
    """Load the rules of a season from a ``.toml`` file with ``kind = "season"``.

    Raises `Refused`, a ValueError, for a file that holds none, naming the key at fault.
    """
    data = read_toml(path)
    if data.get("kind") != SEASON:
        raise Refused("rule-file-no-season", file=path.name, found=data.get("kind", ""))
    return _Reader(path.name).season(data)


class _Reader(Keys):
    """Makes the rules of a season of a parsed rule file, table by table."""

    def season(self, data: dict[str, Any]) -> SeasonRules:
        top = self.take(
            data,
            "",
            {
                **dict.fromkeys(("id", "kind"), (str, REQUIRED)),
                **dict.fromkeys(("name", "source", "season_points"), (dict, REQUIRED)),
                **dict.fromkeys(("counting", "weight", "standings"), (dict, {})),
            },
        )
        source = self.take(
            top["source"], "source", {"title": (str, REQUIRED), "paragraph": (str, "")}
        )
        where = "season_points"
        points = self.take(
            top[where],
            where,
            {
                "by": (str, REQUIRED),
                "level": (str, None),
                "take": (str, "sum"),
                "fields": (list, None),
                "ranks": (list, None),
                "top": (NUMERIC, None),
                "per_player": (NUMERIC, None),
                "others": (NUMERIC, 0),
                "participation": (NUMERIC, 0),
            },
        )
        by = self.choice(f"{where}.by", points["by"], _BY)
        needed = {"linear": ["top"], "percent": ["per_player", "ranks"]}.get(by, [])
        if by == "table" and points["fields"] is None:
            needed.append("ranks")
        for key in needed:
            if points[key] is None:
                raise Refused("rule-file-missing", file=self.file, key=f"{where}.{key}")
        level = points["level"] or ("better" if by in ("linear", "rank") else "shared")
        counting, fill_to, missing = self.counting(top["counting"])
        better = self.take(top["standings"], "standings", {"better": (str, "higher")})["better"]
        return SeasonRules(
            id=top["id"],
            name=self.words("name", top["name"]),
            source=", ".join(part for part in (source["title"], source["paragraph"]) if part),
            by=by,
            fields=self.fields(points["fields"], points["ranks"]),
            top=self.number(f"{where}.top", points["top"] or 0),
            per_player=self.number(f"{where}.per_player", points["per_player"] or 0),
            shares=self.choice(f"{where}.level", level, ("shared", "better")) == "shared",
            others=self.signed(f"{where}.others", points["others"]),
            participation=self.signed(f"{where}.participation", points["participation"]),
            counting=counting,
            fill_to=fill_to,
            missing=missing,
            ages=self.ages(top["weight"]),
            mean=self.choice(f"{where}.take", points["take"], ("sum", "mean")) == "mean",
            higher=self.choice("standings.better", better, ("higher", "lower")) == "higher",
        )

    def fields(self, data: Any, ranks: Any) -> tuple[Field, ...]:
        """The lists of ranks by field size; one list alone holds for every field."""
        key = "season_points.fields"
        if data is not None and ranks is not None:
            raise Refused("rule-file-both", file=self.file, one=key, other="season_points.ranks")
        if data is None:
            return (
                () if ranks is None else (Field(1, None, self.row("season_points.ranks", ranks)),)
            )
        fields: list[Field] = []
        for entry in data:
            known = {"from": (int, REQUIRED), "to": (int, None), "ranks": (list, REQUIRED)}
            taken = self.take(entry, key, known)
            first = self.count(f"{key}.from", taken["from"])
            last = self.optional_count(f"{key}.to", taken["to"])
            before = fields[-1].last if fields else 0
            if before is None or first <= before:
                raise self.invalid(f"{key}.from", first, f"> {before}")
            if last is not None and last < first:
                raise self.invalid(f"{key}.to", last, f">= {first}")
            fields.append(Field(first, last, self.row(f"{key}.ranks", taken["ranks"])))
        return tuple(fields)

    def row(self, key: str, data: list[Any]) -> tuple[Any, ...]:
        if not data:
            raise self.invalid(key, data, "array, 1 x number")
        return self.whole_row(key, data, len(data))

    def counting(self, data: Any) -> tuple[Counting, int | None, Any]:
        keys = ("best", "drop", "at_least", "fill_to")
        known: dict[str, Any] = {**dict.fromkeys(keys, (int, None)), "missing": (NUMERIC, 0)}
        taken = self.take(data, "counting", known)
        best, drop, least, fill_to = (
            self.optional_count(f"counting.{key}", taken[key]) for key in keys
        )
        if best is not None and drop is not None:
            raise Refused(
                "rule-file-both", file=self.file, one="counting.best", other="counting.drop"
            )
        if fill_to is not None and best is not None and fill_to < best:
            raise self.invalid("counting.fill_to", fill_to, f"integer >= {best}")
        missing = self.signed("counting.missing", taken["missing"])
        return Counting("events", best, drop, least), fill_to, missing

    def ages(self, data: Any) -> tuple[Age, ...]:
        """From how many months on an event counts how many times, the younger first."""
        ages: list[Age] = []
        for entry in self.take(data, "weight", {"age": (list, [])})["age"]:
            known: dict[str, Any] = {"months": (int, REQUIRED), "times": (NUMERIC, REQUIRED)}
            taken = self.take(entry, "weight.age", known)
            months = self.count("weight.age.months", taken["months"])
            if ages and months <= ages[-1].months:
                raise self.invalid("weight.age.months", months, f"> {ages[-1].months}")
            times = Fraction(self.number("weight.age.times", taken["times"]))
            ages.append(Age(months, times))
        return tuple(ages)
