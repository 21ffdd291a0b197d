"""Make the templates beside this file: `python templates/make.py [FOLDER]`.

A tournament under the DsvC rules and a game league, each in every language. The same code
gives the same bytes; a test compares the committed files with it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from xlscore.rules.rule_file import load_rules
from xlscore.template.fresh_workbook import write_template
from xlscore.words import LANGUAGES

HERE = Path(__file__).parent
TEMPLATES = {"tournament": ("dsvc-s3", "base"), "game-league": ("punktevergabe", None)}


def make(folder: Path) -> list[Path]:
    """Write every template into `folder` and return their paths."""
    made = []
    for name, (rules, scenario) in TEMPLATES.items():
        for language in LANGUAGES:
            path = folder / f"{name}-{language}.xlsx"
            write_template(path, load_rules(rules), language=language, scenario=scenario)
            made.append(path)
    return made


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
