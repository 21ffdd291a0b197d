"""What the commands have in common: their options, and how they speak."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

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
