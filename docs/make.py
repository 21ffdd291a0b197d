"""Makes ``docs/findings.md`` from the sentences of the program: ``python -m docs.make``."""

from __future__ import annotations

import re
from pathlib import Path

from xlscore.engine.model import ERROR, NOTE, WARNING
from xlscore.messages import FINDINGS

TARGET = Path(__file__).parent / "findings.md"

# The levels each code can have. A code belongs to the first section that names it.
SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "Names": {
        "name-spaces": (NOTE,),
        "name-characters": (NOTE,),
        "name-case": (NOTE,),
        "player-not-text": (ERROR,),
        "player-listed-twice": (WARNING,),
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
        "vp-high": (WARNING,),
        "winner-invalid": (ERROR,),
        "winners-several": (ERROR,),
        "winner-not-highest": (WARNING,),
        "place-invalid": (ERROR,),
        "places-incomplete": (ERROR,),
        "places-impossible": (ERROR,),
        "places-contradict": (WARNING,),
        "date-invalid": (ERROR, WARNING),
        "lot-invalid": (WARNING,),
    },
    "Rounds and tables": {
        "round-invalid": (ERROR,),
        "table-not-text": (ERROR,),
        "key-missing": (ERROR,),
        "table-size": (ERROR,),
        "table-size-joint": (ERROR,),
        "table-too-large": (NOTE,),
        "player-twice-at-table": (ERROR,),
        "player-twice-in-round": (ERROR,),
        "rounds-more": (WARNING,),
        "games-unequal": (WARNING,),
    },
    "Final and ties": {
        "final-not-in-rules": (ERROR,),
        "several-finals": (ERROR,),
        "finalists-not-best": (WARNING,),
        "tie-across-line": (ERROR, WARNING, NOTE),
        "lots-incomplete": (WARNING,),
    },
    "Games of a league": {
        "game-not-text": (ERROR,),
        "game-differs": (ERROR,),
        "game-listed-twice": (ERROR,),
        "game-kind-faulty": (ERROR,),
        "factor-invalid": (ERROR,),
        "factor-differs": (ERROR,),
        "factor-unknown-game": (ERROR,),
        "factor-no-minutes": (ERROR,),
        "factor-between": (ERROR,),
        "minutes-invalid": (ERROR,),
        "better-invalid": (ERROR,),
    },
    "Columns, sheets and settings": {
        "column-missing": (ERROR,),
        "column-twice": (ERROR,),
        "column-alone": (ERROR,),
        "points-as-vp": (NOTE,),
        "cell-merged": (ERROR,),
        "column-filled-down": (NOTE,),
        "rows-hidden": (NOTE,),
        "name-near": (WARNING,),
        "names-near": (WARNING,),
        "rounds-invalid": (WARNING,),
        "language-invalid": (WARNING,),
        "list-column-twice": (WARNING,),
        "totals-ignored": (NOTE,),
        "game-in-doubt": (NOTE,),
        "rows-beyond-end": (ERROR,),
        "rules-differ": (NOTE,),
        "scenario-differs": (NOTE,),
        "sheet-replaced": (WARNING,),
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
and a sentence in English or German.

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
    "date-invalid": "an error where the date tells games apart (a league without rounds), else a "
    "warning",
    "tie-across-line": "a note while preliminary games are open, an error once all are scored and "
    "nobody is seated for the final, a warning once the finalists are seated",
}


def text() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, codes in SECTIONS.items():
        rows = [f"\n## {title}\n", "| code | level | English | Deutsch |", "|---|---|---|---|"]
        for code, levels in codes.items():
            english, german = map(_cell, FINDINGS[code])
            rows.append(f"| `{code}` | {', '.join(levels)} | {english} | {german} |")
        several = [f"`{code}`: {WHEN[code]}" for code, levels in codes.items() if len(levels) > 1]
        if several:
            rows.append(f"\n{'; '.join(several)}.")
        parts.append("\n".join(rows) + "\n")
    return "".join(parts)


def _cell(words: str) -> str:
    return re.sub(r"\{(\w+)\}", r"*\1*", words.replace("|", r"\|"))


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
