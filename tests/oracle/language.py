"""The second opinion on rule files of one's own: what they say, once more, slowly and plainly.

Written from docs/rule-files.md and DECISIONS.md (D32 to D42) over parsed TOML; shares no code with
the rules. Everything is a Fraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

Rules = Mapping[str, Any]


@dataclass
class Game:
    """One table: seats in order; `places` where they are typed, `winner` the marked seat."""

    turn: str
    players: list[str]
    reached: list[Fraction | None]
    winner: int | None = None
    places: list[int] | None = None
    day: date | None = None
    numbers: list[dict[str, Fraction]] = field(default_factory=list)
    """What each seat has, by name, once it is scored."""


@dataclass
class Line:
    """A player at last: rank (None: too few results) and the value of each criterion by its key."""

    rank: int | None
    values: dict[str, Fraction | None]


def exact(value: Any) -> Fraction:
    """A number as a rule file has it."""
    return Fraction(str(value)) if isinstance(value, (Decimal, str)) else Fraction(value)


# One game


def score(rules: Rules, game: Game, scenario: str | None) -> None:
    """Everything that each seat of a game has."""
    seats = range(len(game.players))
    needs_points = rules["victory_points"]["required"]
    cap = of_scenario(rules["victory_points"].get("cap", {}), scenario)
    counted = [
        Fraction(0) if one is None else min(one, cap) if cap is not None else one
        for one in game.reached
    ]
    places = places_of(game, counted, rules)
    share = shares(rules, game, counted) if "share" in rules else [Fraction(0)] * len(seats)
    wins = [has_won(rules, game, places, seat, scenario) for seat in seats]
    for seat in seats:
        others = [counted[other] for other in seats if other != seat]
        same = places.count(places[seat])
        behind = [other for other in seats if places[other] > places[seat]]
        mean = sum(counted, Fraction(0)) / len(counted)
        own = counted[seat]
        best_other = max(others, default=Fraction(0))
        numbers = {
            "victory_points": own if needs_points else Fraction(0),
            "share": share[seat],
            "wins": Fraction(int(wins[seat])),
            "place": Fraction(places[seat]),
            "mean_place": Fraction(2 * places[seat] + same - 1, 2),
            "games": Fraction(1),
            "opponents": Fraction(len(others)),
            "beaten": len(behind) + Fraction(same - 1, 2),
            "bonus": Fraction(0),
        }
        for place, name in enumerate(("firsts", "seconds", "thirds", "fourths", "fifths"), 1):
            numbers[name] = Fraction(int(places[seat] == place))
        if needs_points:
            numbers["of_best"] = 100 * own / max(counted) if max(counted) else Fraction(0)
            numbers["of_best_other"] = 100 * own / (best_other or 1)
            numbers["lead"] = own - best_other
            numbers["above_mean"] = 100 * (own - mean) / mean if mean else Fraction(0)
            next_place = min((places[other] for other in behind), default=None)
            below = [counted[other] for other in seats if places[other] == next_place]
            worth = max(below, default=Fraction(0))
            numbers["of_next"] = 100 * own / worth if worth else Fraction(100)
        game.numbers.append(numbers)
    table = rules.get("tournament_points", {})
    kind = table
    if "undecided" in table and not any(wins):
        inherited = {
            key: table[key] for key in ("level", "step", "rounding", "minimum") if key in table
        }
        kind = {**inherited, **table["undecided"]}
    times = exact(rules.get("rounds", {}).get("weight", {}).get(game.turn, 1))
    for seat in seats:
        game.numbers[seat]["tournament_points"] = points(kind, places, seat, game, times)


def of_scenario(numbers: Any, scenario: str | None) -> Fraction | None:
    if not isinstance(numbers, Mapping):
        return exact(numbers)
    if len(numbers) == 1:
        return exact(next(iter(numbers.values())))
    return exact(numbers[scenario]) if numbers and scenario else None


def places_of(game: Game, counted: Sequence[Fraction], rules: Rules) -> list[int]:
    """Typed places, else by points, the marked winner alone in front."""
    if game.places is not None:
        return game.places
    by = counted if rules["victory_points"].get("place_by") == "counted" else game.reached
    strength = [
        (game.winner == seat, by[seat] if by[seat] is not None else Fraction(0))
        for seat in range(len(game.players))
    ]
    return [1 + sum(other > own for other in strength) for own in strength]


def has_won(
    rules: Rules, game: Game, places: Sequence[int], seat: int, scenario: str | None
) -> bool:
    win = rules.get("win", {})
    if places[seat] != 1:
        return False
    least = of_scenario(win.get("at_least", {}), scenario)
    if least is not None and (game.reached[seat] or 0) < least:
        return False
    alone = places.count(1) == 1
    return alone or win.get("shared", True) or game.winner == seat


def shares(rules: Rules, game: Game, counted: Sequence[Fraction]) -> list[Fraction]:
    rule = rules["share"]
    parts = [one or Fraction(0) for one in game.reached] if rule.get("of") == "raw" else counted
    parts = [part ** rule.get("power", 1) for part in parts]
    total = sum(parts, Fraction(0))
    if len(parts) in rule.get("average_added_at", []):
        total += total / len(parts)
    if not total:
        return [Fraction(0)] * len(parts)
    exactly = [100 * part / total for part in parts]
    if rule["decimals"] == "exact":
        return exactly
    unit = Fraction(1, 10 ** rule["decimals"])
    half = Fraction(0) if rule.get("rounding") == "down" else Fraction(1, 2)
    return [((value / unit + half) // 1) * unit for value in exactly]


def points(
    kind: Mapping[str, Any], places: Sequence[int], seat: int, game: Game, times: Fraction
) -> Fraction:
    row = [exact(one) for one in kind.get(str(len(places)), [0] * len(places))]
    place, level = places[seat], kind.get("level", "shared")
    occupied = row[place - 1 : place - 1 + places.count(place)]
    worth = {"higher": occupied[0], "lower": occupied[-1]}.get(level)
    if worth is None:
        worth = sum(occupied, Fraction(0)) / len(occupied)
    worth += exact(kind.get("constant", 0))
    for name, factor in kind.get("add", {}).items():
        worth += exact(factor) * game.numbers[seat][name]
    for factor in (Fraction(1), times):
        worth = stepped(kind, worth * factor)
        if "minimum" in kind and row[place - 1] > 0:
            worth = max(worth, exact(kind["minimum"]))
    return worth


def stepped(kind: Mapping[str, Any], value: Fraction) -> Fraction:
    if "step" not in kind:
        return value
    step = exact(kind["step"])
    steps = value / step
    rounding = kind.get("rounding", "down")
    whole = -((-steps) // 1) if rounding == "up" else steps // 1
    if rounding == "half-up":
        whole = (steps + Fraction(1, 2)) // 1
    return whole * step


# A player's games


def standings(
    rules: Rules,
    games: Sequence[Game],
    byes: Iterable[tuple[str, str]] = (),
    scenario: str | None = None,
    waiting: Iterable[str] = (),
) -> dict[str, Line]:
    """Everybody's line; `waiting` are players of games that are still to be played."""
    for game in games:
        score(rules, game, scenario)
    byes = list(byes)
    players = list(dict.fromkeys(player for game in games for player in game.players))
    players += dict.fromkeys(
        player for player in (*(player for _, player in byes), *waiting) if player not in players
    )
    counting = {player: counted_games(rules, games, player) for player in players}
    field_of = _Field(rules, counting, byes)
    order = [as_table(entry) for entry in rules["standings"]["order"]]
    values: dict[str, dict[str, Fraction | None]] = {player: {} for player in players}

    def split(group: list[str], depth: int) -> list[list[str]]:
        """Groups of players who are level in everything, the best first."""
        if depth == len(order):
            return [group]
        entry = order[depth]
        for player in group:
            values[player][key_of(entry)] = field_of.value(entry, player, group)

        def strength(player: str) -> tuple[bool, Fraction]:
            value = values[player][key_of(entry)]
            if value is None:
                return False, Fraction(0)
            return True, value if entry["better"] == "higher" else -value

        found = []
        for one in sorted({strength(player) for player in group}, reverse=True):
            found += split([player for player in group if strength(player) == one], depth + 1)
        return found

    least = rules.get("counting", {}).get("at_least", 0)
    groups = split(players, 0)
    few = {player for player in players if results_of(rules, games, player) < least}
    lines: dict[str, Line] = {}
    for group in groups:
        rank = 1 + sum(line.rank is not None for line in lines.values())
        for player in group:
            lines[player] = Line(None if player in few else rank, values[player])
    return lines


def as_table(entry: Any) -> dict[str, Any]:
    table = {"of": entry} if isinstance(entry, str) else dict(entry)
    return {"take": "sum", "over": "own", "per": None, "better": "higher", **table}


def key_of(entry: Mapping[str, Any]) -> str:
    parts = [entry["of"]]
    parts += [entry["take"]] * (entry["take"] != "sum")
    parts += [entry["over"]] * (entry["over"] != "own")
    parts += [f"per-{entry['per']}"] * (entry["per"] is not None)
    return "-".join(parts)


def in_order(rules: Rules, games: Sequence[Game], player: str) -> list[Game]:
    own = [game for game in games if player in game.players]
    if rules["kind"] == "league":
        return sorted(own, key=lambda game: game.day or date.max)
    return sorted(own, key=lambda game: int(game.turn))


def units(rules: Rules, own: Sequence[Game]) -> list[list[Game]]:
    of = rules.get("counting", {}).get("of", "games")
    if of == "games":
        return [[game] for game in own]
    found: dict[Any, list[Game]] = {}
    for game in own:
        found.setdefault(game.turn if of == "rounds" else game.day, []).append(game)
    return list(found.values())


def results_of(rules: Rules, games: Sequence[Game], player: str) -> int:
    return len(units(rules, in_order(rules, games, player)))


def counted_games(rules: Rules, games: Sequence[Game], player: str) -> list[Game]:
    """Those that count: the worse by the next criterion goes first, then the later."""
    own = in_order(rules, games, player)
    groups = units(rules, own)
    rule = rules.get("counting", {})
    keep = rule.get("best", len(groups)) - rule.get("drop", 0)
    entries = [as_table(entry) for entry in rules["standings"]["order"]]
    remaining = list(groups)
    while len(remaining) > max(keep, 0):
        worst = remaining[-1]
        for group in reversed(remaining[:-1]):
            if worth(group, player, entries) < worth(worst, player, entries):
                worst = group
        remaining.remove(worst)
    return [game for game in own if any(game in group for group in remaining)]


def worth(
    group: Sequence[Game], player: str, entries: Iterable[Mapping[str, Any]]
) -> list[Fraction]:
    found = []
    for entry in entries:
        if entry["over"] == "own":
            value = total(group, player, entry["of"])
            if entry["per"]:
                whole = total(group, player, entry["per"])
                value = value / whole if whole else Fraction(0)
            found.append(value if entry["better"] == "higher" else -value)
    return found


def total(group: Iterable[Game], player: str, name: str) -> Fraction:
    return sum((game.numbers[game.players.index(player)][name] for game in group), Fraction(0))


class _Field:
    """What criteria make of everybody's games."""

    def __init__(
        self,
        rules: Rules,
        counting: Mapping[str, list[Game]],
        byes: Sequence[tuple[str, str]],
    ) -> None:
        self.rules = rules
        self.counting = counting
        self.byes = byes
        self.sums_only = sums_only(rules)

    def sum(self, player: str, name: str) -> Fraction:
        value = total(self.counting[player], player, name)
        bye = self.rules.get("tournament_points", {}).get("bye")
        had = sum(one == player for _, one in self.byes) if bye is not None else 0
        if name == "tournament_points" and had:
            value += had * exact(bye)
        return value + had if name == "games" else value

    def value(self, entry: Mapping[str, Any], player: str, group: Sequence[str]) -> Fraction | None:
        if not self.sum(player, "games") and not self.sums_only:
            return None
        own = self.counting[player]
        if entry["over"] == "tied":
            level = set(group) - {player}
            own = [game for game in own if level & set(game.players)]
        name, per = entry["of"], entry["per"]
        each = [game.numbers[game.players.index(player)][name] for game in own]
        if entry["over"] == "opponents":
            each = [
                sum(
                    (self.sum(other, name) for other in game.players if other != player),
                    Fraction(0),
                )
                for game in own
            ]
        if per:
            whole = total(own, player, per) if entry["over"] == "tied" else self.sum(player, per)
            part = sum(each, Fraction(0))
            if entry["over"] == "own":
                part = self.sum(player, name)
            return part / whole if whole else Fraction(0)
        if entry["take"] == "sum":
            return self.sum(player, name) if entry["over"] == "own" else sum(each, Fraction(0))
        if not each:
            return Fraction(0)
        if entry["take"] in ("first", "last"):
            return each[0 if entry["take"] == "first" else -1]
        best = max if entry["better"] == "higher" else min
        worst = min if entry["better"] == "higher" else max
        return (best if entry["take"] == "best" else worst)(each)


def sums_only(rules: Rules) -> bool:
    """D35: rules that only ever add up what is zero or more, where nobody stands last for having
    no game."""
    simple = {"tournament_points", "victory_points", "share", "place", "games"}
    simple |= {"firsts", "seconds", "thirds", "fourths", "fifths"}
    table = rules.get("tournament_points", {})
    rows = [exact(one) for key, row in table.items() if key.isdecimal() for one in row]
    rows += [exact(table.get(key, 0)) for key in ("constant", "bye")]
    return (
        all(
            one["of"] in simple and one == as_table(one["of"])
            for one in map(as_table, rules["standings"]["order"])
        )
        and "counting" not in rules
        and "undecided" not in table
        and "add" not in table
        and min(rows) >= 0
    )
