"""``--map``: which rule set the workbooks of an archive were played by, where they do not say.

A CSV file with three columns: a pattern of paths, a rule set, a scenario (may be empty). The
first row whose pattern fits decides. Patterns are told from the folder searched, with forward
slashes, letter case aside; ``*`` is any text, folders included.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..evaluation import chosen_scenario
from ..formats.text import SEPARATORS, read_text, without_separator
from ..rules.model import Settings
from ..rules.rule_file import load_rules
from ..rules.rule_set import is_rule_file
from ..words import Refused
from ..workbook.folding import folded
from .output_names import File
from .output_names import folded as folded_name

_HEADINGS = ("path", "pattern", "path pattern", "pfad", "muster", "pfadmuster")


class Rule(NamedTuple):
    """One row: workbooks whose path fits `pattern` were played by this rule set, so far as they
    name none."""

    line: int
    pattern: re.Pattern[str]
    rules: str
    scenario: str | None


def read_map(path: Path) -> tuple[Rule, ...]:
    """The rows of the file. Separated by semicolon, comma or tab; a row of headings is optional.

    A rule file is named from the folder of the map. Raises `Refused` naming the line for a row
    that lacks a pattern or a rule set, for an unknown rule set or scenario, and where the file
    cannot be read or holds no row.
    """
    text, said = without_separator(read_text(path))
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    separator = said or next((one for one in SEPARATORS if one in first), ",")
    rules: list[Rule] = []
    reader = csv.reader(lines, delimiter=separator)
    for row in _rows(reader, path):
        cells = [cell.strip() for cell in row] + ["", "", ""]
        pattern, named, scenario = cells[:3]
        if not any(cells) or (not rules and folded(pattern) in _HEADINGS):
            continue
        try:
            rules.append(_rule(reader.line_num, pattern, named, scenario, path.parent))
        except Refused as refused:
            line = reader.line_num
            raise Refused("map-line", file=path.name, line=line, why=refused) from refused
    if not rules:
        raise Refused("map-empty", file=path.name)
    return tuple(rules)


def _rows(reader: Iterator[list[str]], path: Path) -> Iterator[list[str]]:
    try:
        yield from reader
    except csv.Error as error:
        raise Refused("map-unreadable", file=path.name, why=error) from error


def _rule(line: int, pattern: str, named: str, scenario: str, folder: Path) -> Rule:
    if not pattern or not named:
        raise Refused("map-row-short")
    if is_rule_file(named):
        named = str((folder / named).resolve())
    rule_set = load_rules(named)
    chosen = chosen_scenario(Settings(), rule_set, scenario) if scenario else None
    return Rule(line, _compiled(pattern.replace("\\", "/")), named, chosen)


def _compiled(pattern: str) -> re.Pattern[str]:
    """Only ``*`` and ``?`` have a meaning: folders are called "[2019]" as well."""
    signs = {"*": ".*", "?": "."}
    parts = (signs.get(letter) or re.escape(letter) for letter in folded_name(pattern))
    return re.compile("".join(parts), re.DOTALL)


def rule_for(rules: Iterable[Rule], file: File) -> Rule | None:
    """The first row whose pattern fits the file's path as it is told."""
    path = folded_name(file.name)
    return next((rule for rule in rules if rule.pattern.fullmatch(path)), None)
