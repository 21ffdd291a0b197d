"""What the commands have in common: their options, and how they speak."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ..report import TextColumn, plain_table
from ..score_file import Options
from ..streams import say
from ..words import LANGUAGES, Refused, sentence

PROVISIONAL, REFUSED, INTERRUPTED = 1, 2, 130
Command = TypeVar("Command", bound=Callable[..., Any])


def _size(_context: click.Context, _option: click.Parameter, value: str) -> int:
    """A number of bytes, such as 1048576, 500MB or 2GiB."""
    match = re.fullmatch(r"(\d+)\s*([kmg]?)i?b?", value.strip().lower())
    if not match:
        raise Refused("size-invalid", found=value)
    return int(match[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[match[2]]


def common(command: Command) -> Command:
    """The options that every command about a workbook takes, as one `Options`."""
    for option in (
        click.option(
            "--max-unpacked",
            callback=_size,
            metavar="SIZE",
            default="1GiB",
            show_default=True,
            help="Refuse files that unpack to more than this.",
        ),
        click.option("--lang", type=click.Choice(LANGUAGES), help="Language to speak."),
        click.option(
            "--rounds", type=click.IntRange(1, 999), metavar="N", help="Rounds that are planned."
        ),
        click.option("--sheet", metavar="NAME", help="The sheet that holds the results."),
        click.option("--scenario", metavar="S", help="base, seafarers or cities-knights."),
        click.option("--rules", metavar="ID|FILE", help="Rule set: an id, or a .toml file."),
    ):
        command = option(command)
    return command


def chosen(given: dict[str, Any]) -> Options:
    """What `common` was given."""
    return Options(
        rules=given["rules"],
        scenario=given["scenario"],
        sheet=given["sheet"],
        rounds=given["rounds"],
        language=given["lang"],
        max_unpacked=given["max_unpacked"],
    )


PATH = click.Path(path_type=Path)


def tell(code: str, language: str, **values: object) -> None:
    """One sentence that is no result."""
    say(sentence(code, language, values))


def show_table(columns: list[TextColumn]) -> None:
    """A table for people: in colour on a terminal, plain anywhere else."""
    if sys.stdout.isatty():
        _print_in_color(columns)
    else:
        click.echo(plain_table(columns))


def _print_in_color(columns: list[TextColumn]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column.heading, justify="right" if column.numeric else "left")
    podium = {"1": "bold yellow", "2": "bold", "3": "bold red"}
    for row in zip(*(column.texts for column in columns), strict=True):
        table.add_row(*(Text(text) for text in row), style=podium.get(row[0], ""))
    Console().print(table)
