"""``python -m tests.fuzz.border N [--seed S] [--keep DIR]``: is what was meant what comes out?

N tournaments are drawn, worked out by the second opinion, and typed into workbooks with all that
organizers put around and into them. A workbook whose standings are not those intended, without an
error or a warning that names a cell of what differs, is a failure; so is an error in one whose
border can only mean one thing. Prints the outcomes by kind of border.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
import traceback
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from openpyxl.utils import coordinate_to_tuple

import tests.fuzz.doubtful
import tests.fuzz.legitimate  # noqa: F401
import xlscore
from tests.fuzz.typist import KINDS, Place, Typing, headings, places_of, typed_up, written
from tests.oracle.intended import deserved
from tests.oracle.rules import Row
from tests.oracle.standings import expected
from xlscore.report import to_json
from xlscore.words import Refused

GENERAL = {
    *("games-unequal", "player-not-listed", "players-not-listed", "results-elsewhere"),
    *("rounds-more", "rounds-invalid", "lots-incomplete"),
}
"""Findings that say nothing of the cells at fault."""
IN_DOUBT = {"game-in-doubt"}
"""Notes that name a game which is not scored, beside the error that says why."""
RIGHT, WARNED, NAMED, ERROR, REFUSED = "right", "warned", "named", "error", "refused"
SILENT, CRASH = "SILENT", "CRASH"
SEASON = "rounds_anew_each_evening"
WORKERS, SHARE = 2, 50


class Outcome(NamedTuple):
    """What came of a seed's workbook; `fault` tells what must not be, empty if nothing."""

    seed: int
    kinds: tuple[str, ...]
    legitimate: bool
    label: str
    fault: str
    told: str
    """The errors and warnings, those aside that the tournament itself calls for."""


def outcome(seed: int, keep: Path | None = None, only: str | None = None) -> Outcome:
    """Types the tournament of a seed into a workbook, has it scored and judges."""
    with tempfile.TemporaryDirectory(prefix="xlscore-border-") as name:
        draft = typed_up(seed, only)
        path = written(draft, Path(name))
        label, fault, told = _judged(draft, path)
        if keep and fault:
            shutil.copyfile(path, keep / f"{seed}{path.suffix}")
    kinds = tuple(kind.name for kind in draft.kinds) + ((SEASON,) if _is_season(draft) else ())
    legitimate = all(kind.legitimate for kind in draft.kinds)
    what = f"{draft.tournament.rule_set} {draft.form} {path.suffix} {draft.language}"
    return Outcome(seed, kinds, legitimate, label, fault and f"{what} {kinds}: {fault}", told)


def _is_season(draft: Typing) -> bool:
    """Whether the rounds begin anew with each date."""
    days = {(row["round"], row["date"]) for row in draft.records if row["round"]}
    return draft.is_league and len(days) > len({name for name, _ in days})


def _judged(draft: Typing, path: Path) -> tuple[str, str, str]:
    legitimate = all(kind.legitimate for kind in draft.kinds)
    options = dict(zip(draft.options[::2], draft.options[1::2], strict=True))
    rules = options.get("--rules")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = xlscore.read(path)
            document: Row = to_json(
                xlscore.evaluate(
                    book, xlscore.load_rules(rules) if rules else None, options.get("--scenario")
                )
            )
    except Refused as refused:
        return REFUSED, f"refused: {refused}" if legitimate else "", str(refused)
    except Exception:
        return CRASH, traceback.format_exc(), ""
    undeserved = [
        finding
        for finding in document["findings"]
        if (finding["level"] != "note" or finding["code"] in IN_DOUBT)
        and finding["code"] not in deserved(draft.tournament)
    ]
    errors = [one for one in undeserved if one["level"] == "error"]
    differing = list(differences(draft, document))
    told = "; ".join(f"{one['level']} {one['code']} {one['where']}" for one in undeserved)
    silent = [text for text, places in differing if not named(places, undeserved)]
    if silent or (differing and legitimate):
        texts = silent or [text for text, _ in differing]
        return SILENT, f"{' | '.join(texts[:3])}  [{told}]", told
    if errors and legitimate:
        return ERROR, f"error though legitimate: {told}", told
    if differing:
        return NAMED, "", told
    return (WARNED if undeserved else RIGHT), "", told


# What differs


def differences(draft: Typing, document: Row) -> Iterator[tuple[str, list[Place]]]:
    """Each player whose line is not the intended one, and where a finding has to point.

    A rank that differs alone, with everybody's numbers as intended, is that of a last round.
    """
    wanted = {plain(line["player"]): line for line in expected(draft.tournament)["standings"]}
    found = {plain(line["player"]): line for line in document["standings"]}
    differing = False
    for name in dict.fromkeys([*wanted, *found]):
        one, other = (_numbers(lines.get(name)) for lines in (wanted, found))
        if one != other:
            differing = True
            yield f"{name}: {one} but {other}", _where(draft, document, name)
    if not differing:
        for name in wanted:
            one, other = (lines[name]["rank"] for lines in (wanted, found))
            if one != other:
                yield f"{name}: rank {one} but {other}", [*places_of(draft, draft.suspects)]


def _numbers(line: Row | None) -> tuple[object, ...] | None:
    keys = ("tournament_points", "victory_points", "share")
    return line and tuple(line[key] for key in keys)


def plain(name: str) -> str:
    """A name for comparison, in whatever letters it is shown."""
    return " ".join(unicodedata.normalize("NFKC", name).split()).casefold()


def _where(draft: Typing, document: Row, name: str) -> list[Place]:
    """The cells of which one has to be named: the games of this player that came out otherwise,
    what misleads in his or her rows, and headings that mislead."""
    seats = Counter(
        _seat(game, player)
        for game in document["scored_games"]
        for player in game["players"]
        if plain(player["player"]) == name
    )
    scored = {tuple(game[key] for key in _KEYS) for game in document["scored_games"]}
    records: set[int] = set()
    for game in expected(draft.tournament)["scored_games"]:
        for player in game["players"]:
            if plain(player["player"]) != name:
                continue
            seats[_seat(game, player)] -= 1
            key = tuple(game[key] for key in _KEYS)
            if key not in scored or seats[_seat(game, player)] < 0:
                mates = {plain(one["player"]) for one in game["players"]}
                records |= _rows(draft, game, mates)
                if key not in scored:
                    records |= draft.suspects  # not scored at all: whatever put it in doubt
    own = {number for number, row in enumerate(draft.records) if plain(row["player"]) == name}
    records |= own & draft.suspects
    intended_names = {plain(row["player"]) for row in draft.records}
    if name not in intended_names:
        records |= draft.suspects  # somebody who does not exist: only what was mistyped explains it
    found = list(places_of(draft, records))
    return found + (list(headings(draft)) if draft.suspect_list else [])


_KEYS = ("round", "table", "game", "date")


def _seat(game: Row, player: Row) -> tuple[object, ...]:
    mates = frozenset(plain(one["player"]) for one in game["players"])
    keys = ("victory_points", "place", "tournament_points", "share")
    return (mates, *(player[key] for key in keys))


def _rows(draft: Typing, game: Row, mates: set[str]) -> set[int]:
    return {
        number
        for number, row in enumerate(draft.records)
        if (row["round"], row["table"], row["game"]) == (game["round"], game["table"], game["game"])
        and (row["date"] is None or row["date"].isoformat() == game["date"])
        and plain(row["player"]) in mates
    }


def named(places: Iterable[Place], findings: Iterable[Row]) -> bool:
    """Whether a finding names one of these cells."""
    areas = [
        area
        for finding in findings
        if finding["code"] not in GENERAL
        for area in _areas(finding["where"], told_by_ends=finding["code"] == "rows-beyond-end")
    ]
    return any(
        sheet == place.sheet
        and first[0] <= place.row <= last[0]
        and first[1] <= place.columns[1]
        and place.columns[0] <= last[1]
        for place in places
        for sheet, first, last in areas
    )


_Area = tuple[str, tuple[int, int], tuple[int, int]]
_REFERENCE = re.compile(r"(?:'((?:[^']|'')+)'|([^\s',!]+))!([A-Z]+\d+)(?::([A-Z]+\d+))?")


def _areas(where: str, *, told_by_ends: bool) -> list[_Area]:
    """The areas of an address: sheet, first cell, last cell. `told_by_ends`: the first and the
    last cell named stand for all between them."""
    areas = []
    for quoted, bare, first, last in _REFERENCE.findall(where):
        corners = [coordinate_to_tuple(cell) for cell in (first, last or first)]
        one, other = ((row - 1, column - 1) for row, column in corners)
        areas.append((quoted.replace("''", "'") or bare, one, other))
    if told_by_ends:
        (sheet, first_cell, _), (_, _, last_cell) = areas[0], areas[-1]
        areas = [(sheet, first_cell, last_cell)]
    return areas


# The command


def outcomes(
    seeds: Iterable[int], keep: Path | None = None, only: str | None = None
) -> Iterator[Outcome]:
    """The outcomes of many seeds, from two processes."""
    with ProcessPoolExecutor(WORKERS) as pool:
        yield from pool.map(partial(outcome, keep=keep, only=only), seeds, chunksize=SHARE)


def table(found: Iterable[Outcome]) -> list[str]:
    """How often each outcome was, by kind of border; workbooks with several count for each."""
    labels = (RIGHT, WARNED, NAMED, REFUSED, ERROR, SILENT, CRASH)
    by_kind: dict[str, Counter[str]] = {kind.name: Counter() for kind in KINDS}
    by_kind[SEASON] = Counter()
    for one in found:
        for kind in one.kinds or ("nothing",):
            by_kind.setdefault(kind, Counter())[one.label] += 1
    lines = [f"{'':34}{''.join(f'{label:>9}' for label in labels)}"]
    for legitimate in (True, False):
        lines.append("legitimate" if legitimate else "doubtful")
        doubtful = {kind.name for kind in KINDS if not kind.legitimate}
        for name, counts in sorted(by_kind.items()):
            if (name in doubtful) is not legitimate:
                shown = "".join(f"{counts[label] or '.':>9}" for label in labels)
                lines.append(f"  {name:32}{shown}")
    return lines


def main() -> int:
    """Prints each failure and the table; 1 where there is a failure or too many warnings."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.border", description=__doc__)
    parser.add_argument("count", type=int, help="number of workbooks")
    parser.add_argument("--seed", type=int, default=0, help="the first one's seed")
    parser.add_argument("--keep", type=Path, help="folder for the workbooks of failures")
    parser.add_argument("--only", choices=[kind.name for kind in KINDS], help="this kind alone")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    seeds = range(options.seed, options.seed + options.count)
    found = []
    for one in outcomes(seeds, options.keep, options.only):
        found.append(one)
        if one.fault:
            print(f"seed {one.seed}: {one.fault}", flush=True)
        elif one.legitimate and one.label == WARNED:
            print(f"warned, seed {one.seed} {one.kinds}: {one.told}", flush=True)
    print(*table(found), sep="\n")
    failures = sum(bool(one.fault) for one in found)
    fine = [one for one in found if one.legitimate]
    warned = sum(one.label == WARNED for one in fine)
    print(
        f"{len(found)} workbooks in {time.monotonic() - began:.0f} s, {failures} failures; "
        f"{warned} warnings among {len(fine)} legitimate ones"
    )
    return 1 if failures or 100 * warned > len(fine) else 0


if __name__ == "__main__":
    sys.exit(main())
