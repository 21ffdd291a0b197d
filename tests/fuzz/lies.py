"""Sheets beside the results: own standings, right or wrong, other lists, other settings."""

from __future__ import annotations

from typing import Any

from tests.fuzz.typed import Draft
from tests.oracle.standings import expected
from tests.support.books import Formula, Rows, Sheet
from xlscore.workbook.block import ErrorCell
from xlscore.workbook.look import OUTPUT
from xlscore.workbook.vocabulary import OUR_SHEETS, SHEETS

FIELDS = ("rank", "player", "games", "tournament_points", "victory_points", "share")
SETTINGS: tuple[tuple[Any, Any], ...] = (
    *(("Regelwerk", "dsvc"), ("Rule set", None), ("Regelwerk", 3), ("Rule set", "DSVC-S3 ")),
    *(
        ("Szenario", "Seefahrer"),
        ("Scenario", "städte & ritter"),
        ("Szenario", "x"),
        ("Runden", -1),
    ),
    *(("Rounds", "drei"), ("Rounds", 1e300), ("Sprache", "fr"), ("Language", "Deutsch"), (5, 5)),
    *(("Name", "=1+1"), ("Datum", ErrorCell("#N/A")), ("Regelwerk", Formula("=A1", "dsvc-s3"))),
)


def own_standings(draft: Draft) -> None:
    """A sheet named like one of ours, the organizer's or of an older xlscore."""
    draft.sheets[_free_name(draft, draft.random.choice(OUR_SHEETS))] = Sheet(
        _standings(draft),
        start=draft.random.choice(((0, 0), (0, 0), (2, 1))),
        ours=draft.random.randrange(3) == 0,
    )


def _standings(draft: Draft) -> list[list[Any]]:
    """The right standings, with some cells that are not."""
    lines = expected(draft.tournament)["standings"]
    headings = [OUTPUT["standings"][name].heading(draft.language) for name in FIELDS]
    rows: list[list[Any]] = [
        headings,
        *([_number(line[name]) for name in FIELDS] for line in lines),
    ]
    wrong = ("", None, 0, -1, 7.5, "85,85 %", "3.", "Prozent", ErrorCell("#REF!"), "Punkte", 1e300)
    for _ in range(draft.random.choice((0, 0, 1, 5))):
        row = draft.random.choice(rows)
        row[draft.random.randrange(len(row))] = draft.random.choice(wrong)
    if draft.random.randrange(3) == 0:
        draft.random.shuffle(rows)
    return rows


def _number(text: object) -> object:
    """An exact number as a spreadsheet has it."""
    if not isinstance(text, str) or not text.replace(".", "").replace("/", "").isdigit():
        return text
    over, _, under = text.partition("/")
    return float(over) / float(under or 1)


def extra_sheet(draft: Draft) -> None:
    """Notes, a second list of results, an empty list, or one of another kind by our name."""
    random = draft.random
    notes: Rows = [["Einkaufsliste"], [None, 3, "Brezeln"], [random.random()]]
    another: Rows = [list(line) for line in draft.lines]
    kind = random.choice(("notes", "notes", "second results", "empty", "wrong list", "renamed"))
    if kind == "renamed":
        draft.title = random.choice(("Tabelle1", "R&D <2024>", "Tag 1", "日本", "x" * 31, "'s war"))
        draft.title = draft.title.strip("'")
    elif kind == "wrong list":
        draft.sheets[
            _free_name(draft, random.choice(("players", "games", "live", "tournament")))
        ] = random.choice((notes, another, []))
        draft.nothing_is_sure()
    elif kind == "second results":
        draft.sheets["Kopie"] = another
        draft.nothing_is_sure()
    else:
        draft.sheets["Notizen"] = notes if kind == "notes" else []


def other_settings(draft: Draft) -> None:
    """Settings missing, misspelt or contradicted by the command line."""
    name = SHEETS["tournament"](draft.language)
    rows = [list(row) for row in _rows(draft.sheets.get(name, []))]
    rows.insert(draft.random.randint(0, len(rows)), list(draft.random.choice(SETTINGS)))
    draft.sheets[name] = rows
    if draft.random.randrange(3) == 0:
        del draft.sheets[name]
    if draft.random.randrange(2):
        draft.options += ["--rules", draft.random.choice(("dsvc-s3", "punktevergabe"))]
    if draft.random.randrange(2):
        draft.options += ["--scenario", draft.random.choice(("base", "Seefahrer"))]
    draft.nothing_is_sure()


def _rows(sheet: Rows | Sheet) -> Rows:
    return sheet.rows if isinstance(sheet, Sheet) else sheet


def _free_name(draft: Draft, kind: str) -> str:
    """A sheet's name in one of the languages, that no other sheet has."""
    name = SHEETS[kind](draft.random.choice(("en", "de")))
    return f"{name} 2" if name in draft.sheets or name == draft.title else name
