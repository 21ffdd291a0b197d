"""Does one tournament give the same result, however its rows are laid out?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from samples.forms import Heading, Laid, by_game, by_player
from samples.make import NAMES
from tests.oracle import samples
from tests.oracle.comparison import disagreements, rules_of
from tests.oracle.generator import generate
from tests.oracle.rules import Row, Tournament
from tests.oracle.sheets import games_rows, players_rows, tournament_rows, written
from tests.support.books import Rows, Sheet, workbook
from xlscore.evaluation import evaluate
from xlscore.formats.read import open_workbook
from xlscore.report import to_json
from xlscore.words import LANGUAGES
from xlscore.workbook.block import Block, SheetInfo, Workbook
from xlscore.workbook.read import read_results
from xlscore.workbook.vocabulary import RESULTS_COLUMNS, SHEETS

Form = Callable[[Sequence[Row], Sequence[str], Heading], Laid]
SEEDS = range(240)


def long(records: Sequence[Row], fields: Sequence[str], heading: Heading) -> Laid:
    """A row per player and game."""
    rows = [[record.get(field) for field in fields] for record in records]
    return Laid([[heading(field, "") for field in fields], *rows], {})


FORMS: Mapping[str, Form] = {"by-game": by_game, "by-player": by_player}


def laid_out(tournament: Tournament, form: Form, heading: Heading) -> list[list[Any]] | None:
    """The rows of the results with their heading, None where the form cannot hold them."""
    fields = [
        field
        for field in RESULTS_COLUMNS
        if field in ("player", "vp")
        or any(row.get(field) not in (None, False) for row in tournament.rows)
    ]
    if form is by_player and "round" not in fields:
        return None
    try:
        return form(tournament.rows, fields, heading).rows
    except ValueError:
        return None


def plain(language: str) -> Heading:
    return lambda field, group: f"{RESULTS_COLUMNS[field](language)} {group}".strip()


def result(tournament: Tournament, rows: list[list[Any]], language: str) -> Row:
    """What comes of these results, with the tournament's lists beside them."""
    sheets = {"tournament": tournament_rows(tournament, language), "results": rows}
    if tournament.players:
        sheets["players"] = players_rows(tournament, language, Random(0))
    if tournament.games:
        sheets["games"] = games_rows(tournament, language, Random(0))
    blocks = {
        SHEETS[kind](language): Block(SHEETS[kind](language), (0, 0), cells)
        for kind, cells in sheets.items()
    }
    infos = tuple(SheetInfo(name, ours=False) for name in blocks)
    book = Workbook("b.xlsx", infos, blocks.__getitem__)
    return to_json(evaluate(read_results(book), rules_of(tournament)))


def comparable(result: Row) -> Row:
    """The result without addresses, and in an order that no form gives it."""
    found: Row = json.loads(json.dumps(result, default=str))
    findings = found.pop("findings")
    found["findings"] = Counter((line["level"], line["code"]) for line in findings)
    for game in found["scored_games"]:
        game.pop("where", None)
        for seat in game["players"]:
            seat.pop("where", None)
        game["players"].sort(key=lambda seat: str(seat["player"]))
    for line in found["open_tables"]:
        line.pop("where", None)
        line.get("players", []).sort()
    for key in ("scored_games", "open_tables"):
        found[key].sort(key=lambda game: [str(game.get(part)) for part in IDENTITY])
    return found


IDENTITY = ("round", "date", "game", "table")


def spelled(rows: list[list[Any]], random: Random) -> list[list[Any]]:
    """The cells as somebody may have typed them, names as they are."""
    fields = [field_of(heading) for heading in rows[0]]
    varied = {"vp", "place", "winner", "factor", "table"}
    return [
        rows[0],
        *(
            [
                written(field, value, "en", random) if field in varied else typed(value)
                for field, value in zip(fields, row, strict=True)
            ]
            for row in rows[1:]
        ),
    ]


def field_of(heading: str) -> str:
    names = {name(language): key for key, name in RESULTS_COLUMNS.items() for language in LANGUAGES}
    return names[heading.split(" ")[0]]


def typed(value: Any) -> Any:
    """As a file stores it."""
    if isinstance(value, (str, date)) or value is None:
        return value
    return float(value) if not isinstance(value, bool) else ("x" if value else None)


@pytest.mark.parametrize("form", FORMS)
def test_random_tournaments_give_the_same_in_every_form(form: str) -> None:
    compared = 0
    for seed in SEEDS:
        tournament, language = generate(seed), LANGUAGES[seed % 2]
        rows = laid_out(tournament, FORMS[form], plain(language))
        if rows is None:
            continue
        other = laid_out(tournament, long, plain(language))
        assert other is not None
        wanted = result(tournament, spelled_plainly(other), language)
        seen = result(tournament, spelled(rows, Random(seed)), language)
        assert without_notes(comparable(seen)) == without_notes(comparable(wanted)), f"seed {seed}"
        compared += 1
    assert compared > len(SEEDS) / 3


def spelled_plainly(rows: list[list[Any]]) -> list[list[Any]]:
    return [rows[0], *([typed(value) for value in row] for row in rows[1:])]


def without_notes(result: Row) -> Row:
    """Numbers as text are noted, and how many texts there are depends on chance."""
    del result["findings"]["note", "number-as-text"]
    return result


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_samples_give_their_standings_in_every_form(
    tmp_path: Path, name: str, language: str, form: str
) -> None:
    """Real files, also where a league has no rounds to lay out by player."""
    tournament = samples.tournament(name)
    rows = laid_out(tournament, FORMS[form], plain(language))
    if rows is None:
        assert (form, tournament.rule_set) == ("by-player", "punktevergabe")
        return
    sheets: dict[str, Rows | Sheet] = {
        SHEETS["tournament"](language): tournament_rows(tournament, language),
        "Abend": Sheet(spelled_plainly(rows), start=(2, 1), loose={"A1": name}),
    }
    if tournament.players:
        sheets[SHEETS["players"](language)] = players_rows(tournament, language, Random(0))
    if tournament.games:
        games = games_rows(tournament, language, Random(0))
        sheets[SHEETS["games"](language)] = [[stored(cell) for cell in row] for row in games]
    path = workbook(tmp_path / "b.xlsx", sheets)
    seen = to_json(evaluate(read_results(open_workbook(path))))
    found = disagreements(samples.expected_result(name), seen)
    assert not found, "\n".join(found)


def stored(cell: Any) -> Any:
    return cell if isinstance(cell, (str, date)) or cell is None else float(cell)


STYLES = ["{} {}", "{}{}", "{}_{}", "{} ({})", "{}({})", "{}-{}", "{} #{}", "{}. {}", "{}.{}"]
OF_ROUNDS = ["{} R{}", "{} Rd. {}", "{} Runde {}", "{} (Round {})", "{} R {}", "{}_R{}"]
FINALS = ["F", "f", "Final", "Finale", "FINALE"]


@pytest.mark.parametrize("style", STYLES)
def test_groups_by_game_may_be_numbered_in_any_style(style: str) -> None:
    tournament = samples.tournament("eppelborn-final")
    rows = laid_out(tournament, by_game, styled(style))
    assert rows is not None
    seen = result(tournament, spelled_plainly(rows), "de")
    assert not disagreements(samples.expected_result("eppelborn-final"), seen)


@pytest.mark.parametrize("final", FINALS)
@pytest.mark.parametrize("style", [*STYLES, *OF_ROUNDS])
def test_rounds_by_player_may_be_numbered_in_any_style(style: str, final: str) -> None:
    """The final in the same style, or with a blank where only a number can go without."""
    tournament = samples.tournament("eppelborn-final")
    rows = laid_out(tournament, by_player, styled(style, final))
    assert rows is not None
    seen = result(tournament, spelled_plainly(rows), "de")
    assert not disagreements(samples.expected_result("eppelborn-final"), seen)


def styled(style: str, final: str = "F") -> Heading:
    def heading(field: str, group: str) -> str:
        name = RESULTS_COLUMNS[field]("de")
        if group == "final":
            bare = style in ("{}{}", *OF_ROUNDS)
            return f"{name} {final}" if bare else style.format(name, final)
        return style.format(name, group) if group else name

    return heading
