"""Engine against oracle on one random tournament, through everything from cells to JSON."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from samples.make import SAMPLES
from tests.oracle.generator import generate
from tests.oracle.rules import Row, Tournament
from tests.oracle.sheets import as_blocks
from tests.oracle.standings import expected
from xlscore.evaluation import evaluate
from xlscore.report import to_json
from xlscore.rules.rule_file import load_rules
from xlscore.rules.rule_set import RuleSet
from xlscore.workbook.read import read_results

LANGUAGES = ("en", "de")


def differences(seed: int) -> list[str]:
    """What the two do not agree on for the tournament of this seed, one line each; else empty."""
    tournament = generate(seed)
    workbook = as_blocks(tournament, LANGUAGES[seed % 2], Random(seed))
    actual = to_json(evaluate(read_results(workbook), rules_of(tournament)))
    return disagreements(expected(tournament), actual)


def rules_file(tournament: Tournament) -> Path | None:
    """The file of a rule set that is not shipped; None for one that its id is enough for."""
    return SAMPLES / "rules" / "ladder.toml" if tournament.rule_set == "neuwald-ladder" else None


def rules_of(tournament: Tournament) -> RuleSet | None:
    """The rule set of such a file; None leaves it to the workbook, which names the id."""
    file = rules_file(tournament)
    return load_rules(str(file)) if file else None


def disagreements(wanted: Row, actual: Row) -> list[str]:
    """Compares what ``wanted`` names; order counts in the standings only."""
    lines: list[str] = []
    for key in wanted:
        if key == "standings":
            compare_lists(key, wanted[key], actual[key], lines)
        elif key == "open_tables":
            compare_lists(key, sorted_by(wanted[key]), sorted_by(actual[key]), lines)
        elif key == "scored_games":
            compare_lists(key, ordered_games(wanted[key]), ordered_games(actual[key]), lines)
        elif wanted[key] != actual[key]:
            lines.append(f"{key}: expected {wanted[key]!r}, got {actual[key]!r}")
    return lines


def compare_lists(name: str, wanted: list[Row], actual: list[Row], lines: list[str]) -> None:
    """Entry by entry, only the keys that the oracle knows."""
    if len(wanted) != len(actual):
        lines.append(f"{name}: expected {len(wanted)} entries, got {len(actual)}")
    for number, (one, other) in enumerate(zip(wanted, actual, strict=False)):
        seen = {key: other.get(key) for key in one}
        if seen != one:
            lines.append(f"{name}[{number}]:\n  expected {one}\n  got      {seen}")


def sorted_by(entries: list[Row]) -> list[Row]:
    """In an order that does not depend on the order of rows."""
    return sorted(entries, key=lambda entry: (str(entry["round"]), str(entry["table"])))


def ordered_games(games: list[Row]) -> list[Row]:
    """Games by what identifies them, players by name, with the keys that the rules decide."""
    result: list[Row] = []
    for game in games:
        players: list[dict[str, Any]] = [
            {key: value for key, value in player.items() if key != "where"}
            for player in game["players"]
        ]
        players.sort(key=lambda player: str(player["player"]))
        result.append({**game, "players": players})
    keys = ("round", "date", "game", "table")
    return sorted(result, key=lambda game: tuple(str(game[key]) for key in keys))
