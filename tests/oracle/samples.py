"""The samples as the oracle sees them, and their expected standings."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

from samples.make import SAMPLES, load
from tests.oracle.rules import Row, Tournament


def tournament(name: str) -> Tournament:
    """The sample's data, every value of its type."""
    sample = load(name)
    return Tournament(
        sample.settings["rule_set"],
        sample.settings.get("scenario"),
        [
            {
                "round": _text(row.get("round")),
                "table": _text(row["table"]),
                "player": row["player"],
                "vp": _number(row["vp"]),
                "winner": row.get("winner") == "x",
                "place": row.get("place"),
                "game": row.get("game"),
                "factor": _number(row.get("factor")),
                "date": row.get("date"),
            }
            for row in sample.results
        ],
        [{"player": row["player"], "lot": row.get("lot")} for row in sample.players],
        [{**game, "factor": _number(game["factor"])} for game in sample.games],
    )


def expected_result(name: str) -> Row:
    """``samples/expected/NAME.json`` without the fields that say where it comes from."""
    text = (SAMPLES / "expected" / f"{name}.json").read_text(encoding="utf-8")
    result: Row = json.loads(text)
    return {key: value for key, value in result.items() if key not in ("source", "worked_out")}


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _number(value: Any) -> Fraction | None:
    """The decimal number as it was typed, not the float that stands for it."""
    return None if value is None else Fraction(Decimal(str(value)))
