"""Makes pages from the program: ``python -m docs.make``.

``docs/findings.md``, ``docs/workbook.md``, ``docs/api.md`` and the table of trouble in
``docs/excel.md``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import xlscore
from xlscore.hosts.excel.doctor import CHECKS
from xlscore.rules.model import ERROR, NOTE, WARNING
from xlscore.words import template
from xlscore.workbook.vocabulary import (
    DRAW,
    GAMES_COLUMNS,
    PLAYERS_COLUMNS,
    PLAYERS_FURTHER,
    RESULTS_COLUMNS,
    RESULTS_SYNONYMS,
    SHEETS,
    TOURNAMENT_KEYS,
    VALUES,
    WEAK_SYNONYMS,
)

TARGET = Path(__file__).parent / "findings.md"
WORKBOOK_PAGE = Path(__file__).parent / "workbook.md"
API_PAGE = Path(__file__).parent / "api.md"
EXCEL_PAGE = Path(__file__).parent / "excel.md"

# The levels each code can have. A code belongs to the first section that names it.
SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "Names": {
        "name-spaces": (NOTE,),
        "name-characters": (NOTE,),
        "name-case": (NOTE,),
        "name-sign": (NOTE,),
        "name-also": (NOTE,),
        "also-taken": (ERROR,),
        "player-not-text": (ERROR,),
        "player-listed-twice": (WARNING,),
        "name-placeholder": (WARNING,),
        "seats-nobody": (NOTE,),
        "text-lost": (ERROR,),
        "player-not-listed": (WARNING,),
        "players-not-listed": (WARNING,),
        "row-without-player": (ERROR,),
    },
    "Numbers, places and other cells": {
        "number-as-text": (NOTE,),
        "number-ambiguous": (ERROR,),
        "cell-error": (ERROR, WARNING),
        "formula-no-value": (ERROR, WARNING),
        "vp-missing": (ERROR,),
        "vp-text": (ERROR,),
        "vp-boolean": (ERROR,),
        "vp-date": (ERROR,),
        "vp-negative": (ERROR,),
        "vp-not-whole": (ERROR,),
        "vp-thousands": (ERROR,),
        "vp-high": (ERROR,),
        "vp-high-placed": (WARNING,),
        "vp-serial": (ERROR,),
        "vp-zero": (NOTE,),
        "win-unmarked": (NOTE,),
        "lower-score-wins": (NOTE,),
        "counting-unknown": (ERROR,),
        "goal-not-reached": (NOTE,),
        "goal-reached-twice": (NOTE,),
        "winner-invalid": (ERROR,),
        "winner-unknown": (ERROR,),
        "winners-several": (ERROR,),
        "winner-not-highest": (WARNING,),
        "winner-below-goal": (ERROR,),
        "place-invalid": (ERROR,),
        "places-incomplete": (ERROR,),
        "places-impossible": (ERROR,),
        "places-contradict": (WARNING,),
        "date-invalid": (ERROR, WARNING),
        "bonus-points": (NOTE,),
        "bonus-points-more": (NOTE,),
        "bonus-not-counted": (WARNING,),
        "bonus-invalid": (ERROR,),
        "bonus-without-player": (ERROR,),
        "date-short": (ERROR, WARNING),
        "date-yearless": (ERROR, WARNING),
        "lot-invalid": (WARNING,),
        "active-unclear": (WARNING,),
    },
    "Rounds and tables": {
        "round-invalid": (ERROR,),
        "label-read-as": (NOTE,),
        "table-not-text": (ERROR,),
        "key-missing": (ERROR,),
        "block-unlabelled": (ERROR,),
        "date-differs": (ERROR,),
        "times-apart": (ERROR,),
        "over-midnight": (NOTE,),
        "evening-doubtful": (WARNING,),
        "game-twice": (ERROR,),
        "table-repeated": (NOTE,),
        "table-size": (ERROR,),
        "table-size-joint": (ERROR,),
        "table-too-large": (NOTE,),
        "player-twice-at-table": (ERROR,),
        "player-twice-in-round": (ERROR,),
        "rounds-more": (WARNING,),
        "round-beyond": (WARNING,),
        "round-gap": (WARNING,),
        "games-unequal": (WARNING,),
        "inactive-ranked": (NOTE,),
    },
    "Semi-finals, final and ties": {
        "final-not-in-rules": (ERROR,),
        "several-finals": (ERROR,),
        "finalists-not-best": (WARNING,),
        "semi-final-not-in-rules": (ERROR,),
        "semi-finals-more": (ERROR,),
        "semi-finals-missing": (WARNING,),
        "semi-finalists-not-best": (WARNING,),
        "semi-final-shared": (WARNING,),
        "finalists-not-winners": (WARNING,),
        "tie-across-line": (ERROR, WARNING, NOTE),
        "lots-incomplete": (WARNING,),
    },
    "Games of a league": {
        "game-not-text": (ERROR,),
        "game-differs": (ERROR,),
        "game-joint": (ERROR,),
        "game-listed-twice": (ERROR,),
        "game-kind-faulty": (ERROR,),
        "factor-invalid": (ERROR,),
        "factor-differs": (ERROR,),
        "factor-unknown-game": (ERROR,),
        "game-misspelt": (ERROR,),
        "game-near": (WARNING,),
        "factor-no-minutes": (ERROR,),
        "factor-between": (ERROR,),
        "minutes-invalid": (ERROR,),
        "better-invalid": (ERROR,),
    },
    "Columns, sheets and settings": {
        "column-missing": (ERROR,),
        "column-twice": (ERROR,),
        "column-alone": (ERROR,),
        "position-unclear": (ERROR,),
        "columns-unread": (NOTE,),
        "columns-unread-points": (WARNING,),
        "columns-unheaded": (WARNING,),
        "games-divided": (WARNING,),
        "points-as-vp": (NOTE,),
        "cell-merged": (ERROR,),
        "column-filled-down": (NOTE,),
        "rows-hidden": (NOTE,),
        "rows-struck": (NOTE,),
        "name-near": (WARNING,),
        "names-near": (WARNING,),
        "rounds-invalid": (WARNING,),
        "rounds-unknown": (NOTE,),
        "language-invalid": (WARNING,),
        "list-column-twice": (WARNING,),
        "text-encoding": (NOTE,),
        "results-elsewhere": (WARNING,),
        "sheet-unreadable": (NOTE,),
        "parts-missing": (NOTE,),
        "round-sheet-unread": (WARNING,),
        "sheet-called-otherwise": (ERROR,),
        "totals-ignored": (NOTE,),
        "total-or-player": (WARNING,),
        "headings-repeated": (NOTE,),
        "not-played": (NOTE,),
        "not-played-results": (ERROR,),
        "table-none": (ERROR,),
        "game-in-doubt": (NOTE,),
        "rows-beyond-end": (ERROR,),
        "rows-aside": (WARNING,),
        "rules-differ": (NOTE,),
        "rules-beside": (NOTE,),
        "rounds-differ": (NOTE,),
        "scenario-differs": (NOTE,),
        "sheet-replaced": (WARNING,),
        "parts-mended": (NOTE,),
    },
    "Your own standings, compared": {
        "no-claims": (NOTE,),
        "claim-differs": (WARNING,),
        "claim-cap": (WARNING,),
        "claim-share-raw": (WARNING,),
        "claim-share-unrounded": (WARNING,),
        "claim-three-players": (WARNING,),
        "claim-raised-total": (WARNING,),
        "claim-places-counted": (WARNING,),
        "claim-tie-full": (WARNING,),
        "claim-tie-order": (WARNING,),
        "claim-step": (WARNING,),
        "claim-factor": (WARNING,),
        "claim-final-added": (WARNING,),
        "claim-final-ignored": (WARNING,),
        "claim-semi-finals-added": (WARNING,),
        "claim-semi-finals-ignored": (WARNING,),
        "claim-last-rounds-added": (WARNING,),
        "claim-last-rounds-ignored": (WARNING,),
        "claim-average": (WARNING,),
        "claim-game-missing": (WARNING,),
        "claim-rounded": (WARNING,),
        "claim-rank-broken": (WARNING,),
        "claim-rank-dense": (WARNING,),
        "claim-rank-follows": (WARNING,),
        "claim-player-unknown": (WARNING,),
        "claim-players-missing": (WARNING,),
        "claim-unreadable": (NOTE,),
        "claim-column-twice": (NOTE,),
    },
}
LEVELS = {code: levels for codes in SECTIONS.values() for code, levels in codes.items()}

HEAD = """\
<!-- Made by `python -m docs.make` from the sentences of the program; changes here are lost. -->
# Findings

Everything that xlscore has to say about a workbook is a finding: on the sheet Check, from
`xlscore check`, in the JSON. Each has a code that never changes, a level, the cells it is about,
and a sentence in the language of the workbook.

- An **error** keeps its game out of the standings, and they are provisional (exit code 1) until it
  is put right. Everything else is scored.
- A **warning** is scored as it stands, but is probably not what was meant.
- A **note** says how something was read.

Where a code has several levels, the line below its table says which when. What is in *italics*
here is a value of the workbook there.
"""
WHEN = {
    "cell-error": "a warning in the Date column of a tournament with rounds, elsewhere an error",
    "formula-no-value": "the same",
    "date-invalid": "an error where the date tells games apart (a league), else a warning",
    "date-short": "the same",
    "date-yearless": "the same",
    "tie-across-line": "a note while preliminary games are open, an error once all are scored and "
    "nobody is seated for the next round, a warning once somebody is",
}


WORKBOOK = """\
<!-- Made by `python -m docs.make`; changes here are lost. -->
# Workbooks

What xlscore reads, and what it writes.

## What is read

`.xlsx`, `.xlsm`, `.xls`, `.xlsb` and `.ods`; and results alone as `.csv` or `.tsv`, in UTF-8,
UTF-16 or Windows text, with any separator. The results are found by their headings: on the sheet
Results or Ergebnisse, else on the one sheet that has them, below titles and beside other columns.
Three forms are read:

- a row per player and game: `Round, Table, Player, VP`;
- a row per game: `Round, Table, Player 1, VP 1, Player 2, VP 2, ...`;
- a row per player: `Player, Table 1, VP 1, Table 2, VP 2, ..., Table F, VP F`.

A round is 1, 2, 3 ..., Semi-final (also Semifinal, SF, Halbfinale, HF) or Final (also Finale, F).
By player the semi-finals are headed `Table SF, VP SF`. `Round`, `Table`, `Game` and `Date` may be
merged, or filled in only in the first row of each block. The list ends with its table object, else
before the first 20 empty rows. Rows headed {totals} are ignored.

Rows are one game where they have the same round and table; in a league, which is what has a column
Game, on the same date; without rounds the same date, game and table. By game each row is a game of
its own. `Table 1`, `Tisch Nr. 1`, `# 1` and `１` are table 1, `Haus 1` is not. An empty row ends a
block: the next one begins with at least one of Round, Table, Game and Date. A date may have a clock
time; shortly after midnight it belongs to the evening before. Years 50 to 99 are 1950 to 1999.

Rounds may stand on sheets of their own, where each visible sheet of results is called after another
one (`Round 1`, `Runde 2`, `2. Runde`, `Semi-final` or `Semi-final 1`, `Final`), or each after
another day (`12.03.2026`, `2026-03-12`). They need no column for it then; a cell that says another
round or day is an error. `--sheet NAME` reads one alone.

Tournament points that the referee gives or takes, whatever the rule set, stand in a column Bonus TP
(Bonus-TP), with a Reason (Grund) where there is one: `Bonus TP 1` for each seat by game and for
each round by player. They are added to the sum of tournament points and shown in column M of
Standings. Other headings of the list are not read; a note names them, and a warning those that
speak of points, places or penalties, unless their numbers are what xlscore computes. A column
Position is the seat where Place is filled as well; else call it Seat or Place.

First and last name may stand in two columns. Places may be typed as 1., 2nd, third or 🥉. By game,
one column Winner may hold the winner's name or the number behind the heading, 2 for Player 2.

A table nobody has typed anything for is not yet played. What can only mean one thing is read, with
a note: numbers as text, decimal commas, spare blanks, another letter case. What may mean two things
is an error, and its game is not scored; see [Findings](findings.md).

Two spellings are one player where they differ in letter case, blanks, invisible characters or the
width of letters only. Medals, trophies, crowns, stars and check marks at an end of a name are no
part of it, unless both spellings stand in one round; other pictographs are. Names that are nearly
the same stay two players, with a warning: one letter apart, the same words in another order, with a
title, with an addition in brackets, with a nickname in quotes, with a second surname, with an
initial, with a star or another mark, with the number of a list before it. List further spellings
of a player on the sheet Players, column Also (Auch), separated by semicolons.

`xlscore new --players FILE` reads its list of players from a text file, one name a line, or from a
`.csv` with headings. The list may come out of a chat or a mail: titles, numbers, bullets, check
marks, telephone numbers and remarks are no part of the names, and who stands below a heading such
as Waiting list or Absagen is left out. All that is left out is told with its line. A line that may
or may not be one player's name is refused; below a first line `Name` none is taken for a title.

## Headings

The first two of each line win over the others, which win over those in brackets; letter case and
blanks do not matter.

{headings}

## What is written

The sheets Standings, Scored games and Check (Wertung, Einzelwertung, Prüfung), last in the workbook
or where they are already. Everything else stays byte for byte as it was, with one exception: what
keeps other programs from opening the workbook is mended, and a note says what and where. That is an
attribute left empty (`s=""`), one that refers to formats which are lost, a merged area such as
`A:A`, which is written out, a `dimension` without an area, and a listed sheet that leads nowhere.
A sheet of your own with one of these names is replaced in a copy, with a warning, and keeps
`--in-place` from writing unless you add `--replace-sheets`. `--in-place` keeps the last file that
was not scored as `NAME.bak.xlsx`; a backup of that name that is there already, such as that of
`seat --in-place`, is kept as `NAME.bak.1.xlsx`, `NAME.bak.2.xlsx` and so on. A file that has
several names (hard links) is replaced under the one that was given; the others keep what it held
before. A symbolic link is followed, and stays one.
Where somebody saves the workbook while it is scored, nothing is written, and one line asks to run
the command again. A write-protected file is never replaced.
`.xls`, `.xlsb`, `.ods`, `.csv` and `.tsv` are never written: a fresh `.xlsx` beside them holds
their cells and our sheets.
"""


def workbook_text() -> str:
    """The page about workbooks, with the headings that are read."""
    lines = ["### Results"]
    for field, name in RESULTS_COLUMNS.items():
        words = [*name, *RESULTS_SYNONYMS.get(field, ())]
        weak = "".join(f" ({word})" for word in WEAK_SYNONYMS.get(field, ()))
        lines.append(f"- {', '.join(dict.fromkeys(words))}{weak}")
    for kind, columns in (
        ("players", {**PLAYERS_COLUMNS, **PLAYERS_FURTHER}),
        ("games", GAMES_COLUMNS),
    ):
        lines += ["", f"### {SHEETS[kind]('en')} ({SHEETS[kind]('de')})"]
        lines += [f"- {', '.join(dict.fromkeys(name))}" for name in columns.values()]
    lines += ["", f"### {SHEETS['tournament']('en')} ({SHEETS['tournament']('de')}), first column"]
    lines += [f"- {', '.join(dict.fromkeys(name))}" for name in TOURNAMENT_KEYS.values()]
    lines.append(f"- {DRAW('en')} 1, {DRAW('de')} 1, ...: the seed that a round was drawn with")
    totals = ", ".join(word.capitalize() for word in VALUES["total"])
    return WORKBOOK.replace("{headings}", "\n".join(lines)).replace("{totals}", totals)


def text() -> str:
    """The whole page of findings."""
    parts = [HEAD]
    for title, codes in SECTIONS.items():
        rows = [f"\n## {title}\n", "| code | level | English | Deutsch |", "|---|---|---|---|"]
        for code, levels in codes.items():
            english, german = (_cell(template(code, language)) for language in ("en", "de"))
            rows.append(f"| `{code}` | {', '.join(levels)} | {english} | {german} |")
        several = [f"`{code}`: {WHEN[code]}" for code, levels in codes.items() if len(levels) > 1]
        if several:
            rows.append(f"\n{'; '.join(several)}.")
        parts.append("\n".join(rows) + "\n")
    return "".join(parts)


def excel_text() -> str:
    """The page about Excel, with the table of all that the doctor of an installation knows."""
    rows = ["| check | what is wrong | what to do |", "|---|---|---|"]
    systems = {"win32": "Windows", "darwin": "macOS"}
    for name, check in CHECKS.items():
        title = template(f"doctor-check-{name}", "en")
        if len(check.platforms) == 1:
            title += f" ({systems[check.platforms[0]]})"
        for cause in check.causes:
            words = (template(f"doctor-{cause}{part}", "en") for part in ("", "-remedy"))
            rows.append(f"| {title} | {' | '.join(map(_cell, words))} |")
    before, rest = EXCEL_PAGE.read_text(encoding="utf-8").split("changes are lost. -->\n")
    after = rest.partition("<!-- The end of the table. -->")[2]
    parts = ["changes are lost. -->", "", *rows, "", "<!-- The end of the table. -->"]
    table = "\n".join(parts)
    return f"{before}{table}{after}"


API = """\
<!-- Made by `python -m docs.make` from the docstrings of the program; changes here are lost. -->
# In Python

{about}

All values are immutable. Tournament points and victory points are counted in points, shares in
percent; none is ever a float, and `Number` is int or Fraction. Paragraphs such as A5 are those of
[the rules](rules.md), decisions such as D11 those of [DECISIONS](../DECISIONS.md), codes those of
[the findings](findings.md).
"""


def api_text() -> str:
    """The page about the public API: functions in the order of use, then the values."""
    functions = ["load_rules", "read", "evaluate", "write"]
    values = [getattr(xlscore, name) for name in xlscore.__all__ if name not in functions]
    parts = [API.replace("{about}", _prose(xlscore))]
    for name in functions:
        parts += _function(name, getattr(xlscore, name))
    for kind in values:
        parts += _class(kind)
    parts.append("# Inside these values\n\nThey are not made or imported by programs.\n")
    for kind in _inside(values):
        parts += _class(kind)
    return "\n".join(parts).rstrip() + "\n"


def _inside(kinds: list[type]) -> list[type]:
    """The further values that the fields of these are made of, in the order of their names."""
    seen: set[object] = set()
    waiting: list[Any] = [*kinds]
    while waiting:
        kind = waiting.pop()
        if kind not in seen:
            seen.add(kind)
            waiting += get_args(kind)
            if hasattr(kind, "_fields"):
                waiting += get_type_hints(kind).values()
    found = {kind for kind in seen if isinstance(kind, type) and hasattr(kind, "_fields")}
    return sorted(found - {*kinds}, key=lambda kind: kind.__name__)


def _function(name: str, function: object) -> Iterator[str]:
    yield f"## {name}\n\n```python\n{_signature(name, function)}\n```\n\n{_prose(function)}\n"


def _class(kind: type) -> Iterator[str]:
    """A value: what it is, its fields with their types, then what it can be asked."""
    yield f"## {kind.__name__}\n\n{_prose(kind)}\n"
    defaults = getattr(kind, "_field_defaults", {})
    fields = getattr(kind, "_fields", ())
    if fields:
        types = inspect.get_annotations(kind)
        yield "| field | type | default |\n|---|---|---|"
        for field in fields:
            default = f"`{_default(defaults[field])}`" if field in defaults else ""
            yield f"| `{field}` | {_code(types[field])} | {default} |"
        yield ""
    asked = [*_asked(kind)]
    if asked:
        yield "\n".join([*asked, ""])


def _asked(kind: type) -> Iterator[str]:
    """Properties and methods that are public."""
    for name, member in vars(kind).items():
        told = " ".join(_prose(member).split())
        if not name.startswith("_") and isinstance(member, property):
            yield f"- `{name}`: {told}"
        elif not name.startswith("_") and inspect.isfunction(member):
            yield f"- `{_signature(name, member)}`: {told}"


def _default(value: object) -> str:
    return f"{type(value).__name__}()" if hasattr(value, "_fields") else repr(value)


def _prose(thing: object) -> str:
    """A docstring as Markdown: its indented example becomes a block of Python."""
    words = (inspect.getdoc(thing) or "").replace("``", "`")
    indented = r"(?m)(?:^    .*\n?)+"
    return re.sub(
        indented, lambda found: f"```python\n{inspect.cleandoc(found[0])}\n```\n", words
    ).rstrip()


def _signature(name: str, function: object) -> str:
    assert inspect.isfunction(function)
    written = str(inspect.signature(function)).replace("'", "")
    return f"{name}{re.sub(r'^.self(, )?', '(', written)}"


def _code(annotation: object) -> str:
    """The written type; Python 3.14 hands out the words themselves, older ones a reference."""
    return f"`{getattr(annotation, '__forward_arg__', annotation)}`".replace("|", r"\|")


def _cell(words: str) -> str:
    return re.sub(r"\{(\w+)\}", r"*\1*", words.replace("|", r"\|"))


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    WORKBOOK_PAGE.write_text(workbook_text(), encoding="utf-8")
    EXCEL_PAGE.write_text(excel_text(), encoding="utf-8")
    API_PAGE.write_text(api_text(), encoding="utf-8")
