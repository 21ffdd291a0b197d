"""``python -m tests.fuzz.language N [--seed S] [FILES...]``: N tournaments under random rules.

The rules use every key that a rule file may have about wins, points, results that count and
criteria; or they are those of FILES. Each tournament is scored by us and by the second opinion in
`tests.oracle.language`: points of every game, ranks and the value of every criterion must be the
same, exact fractions included. Prints the rules and the first difference of what is not.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.oracle.language import Game as Played
from tests.oracle.language import Line, standings
from xlscore import load_rules
from xlscore.evaluation import evaluate
from xlscore.rules.model import Game, Results, RowCount, SatOut

_OF_POINTS = (
    "victory_points",
    "share",
    "of_best",
    "of_best_other",
    "of_next",
    "lead",
    "above_mean",
)
_OTHERS = (
    *("tournament_points", "wins", "firsts", "seconds", "thirds", "fourths", "fifths", "place"),
    *("mean_place", "games", "opponents", "beaten"),
)
_HEAD = 'id = "random"\nname = { en = "Random", de = "Zufall" }\nsource = { title = "chance" }\n'


def random_rules(chance: random.Random) -> str:
    """A rule file with some of all keys."""
    points = chance.random() < 0.8
    kind = chance.choice(("tournament", "tournament", "league"))
    lines = [_HEAD, f'kind = "{kind}"', "[victory_points]", f"required = {str(points).lower()}"]
    lines.append("whole = false")
    scenario = ""
    if points and chance.random() < 0.4:
        scenario = chance.choice(("cap = 8", "cap = { one = 7 }", "cap = { one = 7, two = 9 }"))
        lines.append(scenario)
    if points and chance.random() < 0.2:
        lines.append('place_by = "counted"')
    if chance.random() < 0.5:
        lines.append("[win]")
        lines.append(f"shared = {chance.choice(('true', 'false'))}")
        if points and chance.random() < 0.6:
            lines.append(f"at_least = {chance.randint(1, 9)}")
    shared = points and chance.random() < 0.5
    if shared:
        lines += [
            "[share]",
            f"decimals = {chance.choice(('0', '1', '2', chr(34) + 'exact' + chr(34)))}",
        ]
        lines += [f'rounding = "{chance.choice(("half-up", "down"))}"'] * (chance.random() < 0.3)
        lines += ['of = "raw"'] * (chance.random() < 0.3)
        lines += ["average_added_at = [3]"] * (chance.random() < 0.4)
        lines += [f"power = {chance.randint(1, 3)}"] * (chance.random() < 0.3)
    numbers = [*_OTHERS, *(name for name in _OF_POINTS if points and (shared or name != "share"))]
    has_points = chance.random() < 0.85
    if has_points:
        lines += ["[tournament_points]", *_table(chance, numbers, undecided=False)]
        lines += [f"bye = {chance.randint(-2, 4)}"] * (chance.random() < 0.3)
        if chance.random() < 0.3:
            lines += ["[tournament_points.undecided]", *_table(chance, numbers, undecided=True)]
    else:
        numbers.remove("tournament_points")
    if chance.random() < 0.4:
        lines += ["[counting]", f'of = "{chance.choice(("games", "rounds", "evenings"))}"']
        lines.append(f"{chance.choice(('best', 'drop'))} = {chance.randint(1, 3)}")
        lines += [f"at_least = {chance.randint(1, 3)}"] * (chance.random() < 0.5)
    if chance.random() < 0.3:
        lines += ["[rounds]", f"weight = {{ 2 = {chance.choice(('0.5', '2', '1.25'))} }}"]
    lines += ["[standings]", f"order = [{', '.join(_order(chance, numbers))}]"]
    return "\n".join(lines) + "\n"


def _table(chance: random.Random, numbers: Sequence[str], *, undecided: bool) -> list[str]:
    pool = ("0", "1", "2", "3", "5", "-1", "2.5", '"4/3"')
    lines = []
    for size in (2, 3, 4):
        row = ", ".join(chance.choice(pool) for _ in range(size))
        lines.append(f"{size} = [{row}]")
    lines += [f'level = "{chance.choice(("shared", "higher", "lower"))}"'] * (chance.random() < 0.4)
    if chance.random() < 0.4:
        lines.append(f"step = {chance.choice(('0.5', '1', '2'))}")
        lines += [f'rounding = "{chance.choice(("down", "up", "half-up"))}"'] * (
            chance.random() < 0.7
        )
    lines += ["minimum = 0.5"] * (chance.random() < 0.3)
    lines += [f"constant = {chance.choice(('-2', '1', '0.25'))}"] * (chance.random() < 0.3)
    addable = [name for name in numbers if name != "tournament_points"]
    if chance.random() < 0.3 and not undecided:
        lines.append(f"add = {{ {chance.choice(addable)} = {chance.choice(('1', '0.1', '-2'))} }}")
    return lines


def _order(chance: random.Random, numbers: Sequence[str]) -> Iterator[str]:
    entries: dict[tuple[str, str, str, str], str] = {}
    for _ in range(chance.randint(1, 4)):
        of = chance.choice(numbers)
        if chance.random() < 0.5:
            entries.setdefault((of, "sum", "own", ""), f'"{of}"')
            continue
        over = chance.choice(("own", "own", "opponents", "tied"))
        per = chance.choice(("", "", "games", "opponents"))
        take = "sum" if per else chance.choice(("sum", "best", "worst", "first", "last"))
        better = chance.choice(("higher", "lower"))
        text = f'of = "{of}", take = "{take}", over = "{over}", better = "{better}"'
        text += f', per = "{per}"' if per else ""
        entries.setdefault((of, take, over, per), f"{{ {text} }}")
    yield from entries.values()


def random_games(
    chance: random.Random, rules: dict[str, Any]
) -> tuple[list[Played], list[list[str]], list[tuple[str, str]]]:
    """Played games, tables still to be played, and byes (round and player)."""
    rows = [int(key) for key in rules.get("tournament_points", {}) if key.isdecimal()]
    sizes = [size for size in rows or [2, 3, 4] if size <= 7]
    players = [f"P{number}" for number in range(chance.randint(max(sizes), max(sizes) + 5))]
    required = rules["victory_points"]["required"]
    whole = rules["victory_points"]["whole"]
    games: list[Played] = []
    waiting: list[list[str]] = []
    byes: list[tuple[str, str]] = []
    for turn in range(1, chance.randint(1, 4) + 1):
        left = players[:]
        chance.shuffle(left)
        day = date(2026, 3, 1 + turn // 2)
        while len(left) >= min(sizes) and chance.random() < 0.95:
            size = chance.choice([size for size in sizes if size <= len(left)])
            seated, left = left[:size], left[size:]
            if chance.random() < 0.05:
                waiting.append(seated)
                continue
            reached: list[Fraction | None] = [
                Fraction(chance.randint(0, 9)) if whole else Fraction(chance.randint(0, 18), 2)
                for _ in seated
            ]
            game = Played(str(turn), seated, reached, day=day)
            if chance.random() < 0.2:
                game.winner = chance.randrange(size)
            elif chance.random() < 0.2 or (not required and chance.random() < 0.5):
                strength = [chance.randint(1, 3) for _ in seated]
                game.places = [1 + sum(other < own for other in strength) for own in strength]
            games.append(game)
        byes += [(str(turn), player) for player in left if chance.random() < 0.5]
    return games, waiting, byes


def results_of(
    rules: dict[str, Any],
    games: Sequence[Played],
    waiting: Sequence[Sequence[str]],
    byes: Sequence[tuple[str, str]],
) -> Results:
    """The tournament as it would have been read."""
    league = rules["kind"] == "league"
    found: list[Game] = []
    row = 0
    tables = [*games, *(Played("9", [*one], [None] * len(one)) for one in waiting)]
    for number, game in enumerate(tables, 1):
        rows = tuple(range(row, row + len(game.players)))
        row += len(rows)
        found.append(
            Game(
                game.turn,
                str(number),
                "Azul" if league else None,
                game.day or date(2026, 5, 1),
                None,
                rows,
                tuple(game.players),
                tuple(
                    None if one is None else int(one) if one.denominator == 1 else one
                    for one in game.reached
                ),
                game.winner,
                None if game.places is None else tuple(game.places),
            )
        )
    sat_out = tuple(
        SatOut(turn, player, row + number, bye=True) for number, (turn, player) in enumerate(byes)
    )
    return Results(
        "random",
        tuple(found),
        columns=frozenset(("round", "table", "player", "vp", "place", "game", "date")),
        sat_out=sat_out,
        row_count=RowCount(read=row + len(sat_out), not_played=len(sat_out)),
    )


ASKED = "asked"


def difference(text: str, path: Path, chance: random.Random) -> str | None:
    """What differs in one random tournament; None where nothing does, ASKED where something is
    in doubt."""
    rules = tomllib.loads(text, parse_float=Decimal)
    games, waiting, byes = random_games(chance, rules)
    if not games:
        return ASKED
    loaded = load_rules(path)
    scenario = chance.choice(loaded.scenarios) if len(loaded.scenarios) > 1 else None
    evaluation = evaluate(results_of(rules, games, waiting, byes), loaded, scenario)
    refused = {
        location.entry
        for one in evaluation.findings
        if one.level == "error"
        for location in one.locations
    }
    if refused or evaluation.unscored:  # what a referee would be asked about
        return None
    one_scenario = scenario or (loaded.scenarios[0] if loaded.scenarios else None)
    ours = {
        one.player: Line(one.rank, {key: _fraction(value) for key, value in one.criteria})
        for one in evaluation.standings
    }
    theirs = standings(
        rules, games, byes, one_scenario, [player for table in waiting for player in table]
    )
    for scored in evaluation.scored:
        game = games[scored.number]
        worth = [numbers["tournament_points"] for numbers in game.numbers]
        if [_fraction(value) for value in scored.score.tournament_points] != worth:
            return f"{game}: {scored.score.tournament_points} for {worth}"
    if ours.keys() != theirs.keys():
        return f"players {sorted(ours.keys() ^ theirs.keys())}"
    for player, line in theirs.items():
        if ours[player] != line:
            return f"{player}: {ours[player]} for {line}"
    return None


def _fraction(value: Any) -> Fraction | None:
    return None if value is None else Fraction(value)


def main() -> int:
    """Compare; 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.language", description=__doc__)
    parser.add_argument("count", type=int, help="number of tournaments")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", type=Path, nargs="*", help="rule files to be used instead")
    options = parser.parse_intermixed_args()
    differing = asked = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            chance = random.Random(options.seed + number)
            if options.files:
                path = options.files[number % len(options.files)]
                text = path.read_text(encoding="utf-8")
            else:
                path, text = Path(folder) / "random.toml", random_rules(chance)
                path.write_text(text, encoding="utf-8")
            found = difference(text, path, chance)
            if found == ASKED:
                asked += 1
            elif found:
                differing += 1
                print(f"seed {options.seed + number}: {found}\n{path if options.files else text}")
    print(f"{options.count - asked} tournaments compared, {asked} in doubt, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
