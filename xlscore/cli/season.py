"""xlscore season: the standings over many tournaments or evenings."""

from __future__ import annotations

import os
import sys
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from ..streams import say, showing
from ..words import sentence
from .options import PATH, PROVISIONAL, chosen, common, show_table, tell


def _day(_context: click.Context, option: click.Parameter, value: str | None) -> date | None:
    """A day as it is typed: 2026-03-12 or 12.03.2026."""
    for form in ("%Y-%m-%d", "%d.%m.%Y") if value else ():
        try:
            return datetime.strptime(value or "", form).date()
        except ValueError:
            continue
    if value:
        raise click.BadParameter(f"{value!r} is not a day such as 2026-03-12.", param=option)
    return None


@click.command()
@click.argument("paths", type=PATH, nargs=-1, required=True)
@click.option("--from", "first", callback=_day, metavar="DATE", help="The first day that counts.")
@click.option("--to", "last", callback=_day, metavar="DATE", help="The last day that counts.")
@click.option("--out", type=PATH, metavar="FILE", help="Write the season into this .xlsx file.")
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "json", "csv")),
    default="table",
    show_default=True,
    help="What to print.",
)
@common
def season(
    paths: tuple[Path, ...],
    first: date | None,
    last: date | None,
    out: Path | None,
    form: str,
    **given: Any,
) -> None:
    """Standings over many workbooks, each a tournament or an evening.

    --rules names the file with the rules of the season; each workbook names its own.

    Example: xlscore season evenings --rules club-season.toml --out season.xlsx
    """
    # not needed to score a single workbook, which should start quickly
    from ..archive.season import as_block, to_json
    from ..archive.season import season as over_events
    from ..report import csv_text, json_text, text_columns
    from ..rules.season_file import load_season

    options = chosen(given)
    language = options.chosen_language()
    if not options.rules:
        raise click.UsageError("--rules is needed: the file with the rules of the season.")
    rules = load_season(Path(options.rules))
    if out is not None:
        from ..archive.season_file import refuse_unwritable

        refuse_unwritable(out)
    found = over_events(
        paths,
        rules,
        options._replace(rules=None),
        jobs=os.cpu_count() or 1,
        target=out,
        first=first,
        last=last,
    )
    for remark in found.remarks:
        level = sentence(f"level-{remark.level}", language, {})
        say(f"{level}: {sentence(remark.code, language, remark.values)}")
    if out is not None:
        from ..archive.season_file import write_season

        write_season(out, found, language)
        tell("cli-written", language, file=out)
    with showing():
        if form == "json":
            click.echo(json_text(to_json(found, language)), nl=False)
        elif form == "csv":
            click.echo(csv_text(as_block(found, language, events=True)), nl=False)
        else:
            show_table(text_columns(as_block(found, language, events=False), language))
    sys.exit(PROVISIONAL if found.has_errors else 0)
