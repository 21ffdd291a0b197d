"""The JSON of xlscore as it is documented: every key, in order, with its type."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from xlscore.rules.numbers import NUMBERS
from xlscore.rules.rule_file import rule_set_ids

NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d*[1-9])?|-?[1-9]\d*/[1-9]\d+|-?[1-9]\d*/[2-9]")
REFERENCE = re.compile(r"([^'!]+|'([^']|'')+')![A-Z]+[1-9]\d*(:[A-Z]+[1-9]\d*)?")


def is_number(value: object) -> bool:
    return isinstance(value, str) and NUMBER.fullmatch(value) is not None


def is_number_or_null(value: object) -> bool:
    return value is None or is_number(value)


def is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def is_text_or_null(value: object) -> bool:
    return value is None or is_text(value)


def is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def is_count_or_null(value: object) -> bool:
    return value is None or is_count(value)


def is_position(value: object) -> bool:
    return type(value) is int and value >= 1


def is_flag(value: object) -> bool:
    return type(value) is bool


def is_where(value: object) -> bool:
    return isinstance(value, str) and all(
        REFERENCE.fullmatch(one) for one in re.split(r", (?=[^']*(?:'[^']*'[^']*)*$)", value)
    )


def is_date_or_null(value: object) -> bool:
    return value is None or bool(re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)))


def is_counts(value: object) -> bool:
    return isinstance(value, dict) and all(
        place.isdecimal() and is_position(count) for place, count in value.items()
    )


def one_of(*known: object) -> Callable[[object], bool]:
    return lambda value: value in known


SCHEMA = {
    "schema": one_of("xlscore/1"),
    "source": is_text,
    "rule_set": one_of(*rule_set_ids()),
    "scenario": one_of(None, "base", "seafarers", "cities-knights"),
    "games_total": is_count,
    "games_scored": is_count,
    "provisional": is_flag,
    "status": one_of("provisional", "open", "after", "final"),
    "rounds_played": is_count_or_null,
    "rounds_planned": is_count_or_null,
    "open_tables": [{"round": is_text_or_null, "table": is_text}],
    "standings": [
        {
            "rank": is_position,
            "tied": is_flag,
            "player": is_text,
            "games": is_count,
            "tournament_points": is_number,
            "victory_points": is_number_or_null,
            "share": is_number_or_null,
            "places": is_counts,
            "stage": one_of(None, "preliminary", "semi-final", "final"),
            "decided_by": one_of(None, *NUMBERS, "lot", "semi-final", "final"),
            "criteria": [{"key": one_of(*NUMBERS), "value": is_number_or_null}],
        }
    ],
    "scored_games": [
        {
            "round": is_text_or_null,
            "table": is_text,
            "game": is_text_or_null,
            "date": is_date_or_null,
            "factor": is_number_or_null,
            "where": is_where,
            "players": [
                {
                    "player": is_text,
                    "where": is_where,
                    "victory_points": is_number_or_null,
                    "counted": is_number_or_null,
                    "place": is_position,
                    "tournament_points": is_number,
                    "share": is_number_or_null,
                }
            ],
        }
    ],
    "unread_columns": [is_text],
    "findings": [
        {
            "level": one_of("error", "warning", "note"),
            "code": is_text,
            "where": is_where,
            "message": is_text,
        }
    ],
}


def conforms(value: Any, schema: Any, path: str = "") -> list[str]:
    """Where a value is not as the schema says: keys, their order, every type."""
    if isinstance(schema, dict):
        if list(value) != list(schema):
            return [f"{path}: {list(value)}"]
        return [
            wrong for key in schema for wrong in conforms(value[key], schema[key], f"{path}.{key}")
        ]
    if isinstance(schema, list):
        return [
            wrong
            for number, one in enumerate(value)
            for wrong in conforms(one, schema[0], f"{path}[{number}]")
        ]
    return [] if schema(value) else [f"{path}: {value!r}"]
