"""The commands `xlscore excel ...`: thin, and light until one of them runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..evaluation import chosen_language
from ..streams import say, showing
from ..words import LANGUAGES, sentence

if TYPE_CHECKING:
    from ..hosts.excel.install import Step

UNHEALTHY = 1
Command = TypeVar("Command", bound=Callable[..., Any])
_FOLDER = click.Path(path_type=Path, file_okay=False)
_target = click.option(
    "--target", type=_FOLDER, metavar="DIR", help="Folder for the add-in, instead of XLSTART."
)
_dry_run = click.option("--dry-run", is_flag=True, help="Only tell what would be done.")
_lang = click.option("--lang", type=click.Choice(LANGUAGES), help="Language to speak.")


@click.group()
def excel() -> None:
    """Put functions and buttons into Excel on this computer.

    Example: xlscore excel install
    """


@excel.command()
@_target
@_dry_run
@_lang
def install(target: Path | None, dry_run: bool, lang: str | None) -> None:
    """Build the add-in and put it where Excel looks for it.

    Example: xlscore excel install --dry-run
    """
    from ..hosts.excel.install import install as carry_out
    from ..hosts.excel.platform_paths import this_computer

    steps = carry_out(this_computer(), _absolute(target), dry_run=dry_run)
    _tell(steps, dry_run, lang, "excel-installed-elsewhere" if target else "excel-installed")


@excel.command()
@_target
@_dry_run
@_lang
def uninstall(target: Path | None, dry_run: bool, lang: str | None) -> None:
    """Remove what was installed and put back what it replaced.

    Example: xlscore excel uninstall
    """
    from ..hosts.excel.install import uninstall as carry_out
    from ..hosts.excel.platform_paths import this_computer

    steps = carry_out(this_computer(), _absolute(target), dry_run=dry_run)
    _tell(steps, dry_run, lang, "excel-uninstalled")


@excel.command()
@_target
@_lang
def doctor(target: Path | None, lang: str | None) -> None:
    """Look for every known reason why Excel does not do what it should.

    Exits with 0 where nothing is wrong, else with 1. Example: xlscore excel doctor
    """
    from ..hosts.excel.doctor import examine
    from ..hosts.excel.platform_paths import this_computer

    outcomes = examine(this_computer(), _absolute(target))
    language = chosen_language(None, lang)
    with showing():
        click.echo("\n".join(outcome.text(language) for outcome in outcomes))
    sys.exit(UNHEALTHY if any(outcome.cause for outcome in outcomes) else 0)


@excel.command()
@click.option("--out", type=_FOLDER, required=True, metavar="DIR", help="Folder to write to.")
@_lang
def build(out: Path, lang: str | None) -> None:
    """Write the add-in and its configuration to a folder; install nothing.

    It has the functions only where it is built on Windows, elsewhere the buttons alone.
    Example: xlscore excel build --out addin
    """
    from ..hosts.excel.install import build as carry_out
    from ..hosts.excel.platform_paths import this_computer

    computer = this_computer()
    done = "excel-built" if computer.platform == "win32" else "excel-built-buttons"
    _tell(carry_out(computer, out.absolute()), False, lang, done)


def _absolute(target: Path | None) -> Path | None:
    return None if target is None else target.absolute()


def _tell(steps: Iterable[Step], dry_run: bool, lang: str | None, done: str) -> None:
    """A line a file, and unless nothing was done yet what comes next."""
    language = chosen_language(None, lang)
    with showing():
        for step in steps:
            values = {"file": step.path, "other": step.other}
            click.echo(sentence(f"excel-{step.action}", language, values))
    say(sentence("excel-dry-run" if dry_run else done, language, {}))
