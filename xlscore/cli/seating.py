"""xlscore seat and xlscore final: what an organizer asks for between two rounds."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import report
from ..rules.model import Results
from ..rules.rule_file import load_rules
from ..rules.rule_set import RuleSet
from ..score_file import Options, own_rules, refuse_same, speaking
from ..streams import say, showing
from ..words import Refused, sentence
from ..workbook.block import Workbook
from .options import PATH, chosen, common, tell

# Drawing is loaded when it is asked for: to score a workbook nobody needs it.
if TYPE_CHECKING:
    from ..seating.next_round import Seated

Command = TypeVar("Command", bound=Callable[..., Any])
_Drawing = Callable[[Workbook, Results, RuleSet | None], "Seated"]


def _drawing(command: Command) -> Command:
    """The options of both commands."""
    for option in (
        click.option("--redraw", is_flag=True, help="Seat it anew; refused once it has begun."),
        click.option("--in-place", is_flag=True, help="Write into the workbook itself."),
        click.option("--out", type=PATH, metavar="FILE", help="Write the seated workbook there."),
        click.option("--seed", metavar="TEXT", help="Repeat the draw of this seed."),
    ):
        command = option(command)
    return command


@click.command("seat")
@click.argument("book", type=PATH)
@click.option(
    "--round", "number", type=click.IntRange(1, 999), metavar="N", help="Default: the next one."
)
@click.option(
    "--method",
    type=click.Choice(["lot", "spread"]),
    default="lot",
    show_default=True,
    help="A plain draw, or one that lets few meet again.",
)
@click.option("--force", is_flag=True, help="Although an earlier round is open.")
@_drawing
@common
def seat_command(
    book: Path,
    number: int | None,
    method: str,
    force: bool,
    seed: str | None,
    out: Path | None,
    in_place: bool,
    redraw: bool,
    **given: Any,
) -> None:
    """Draw the next round: who sits where, and who starts.

    Example: xlscore seat spring.xlsx --round 2 --method spread --in-place
    """
    from ..seating.next_round import seat

    options = chosen(given)

    def drawn(workbook: Workbook, results: Results, rules: RuleSet | None) -> Seated:
        return seat(
            workbook,
            results,
            number,
            method,
            seed,
            rules=rules,
            scenario=options.scenario,
            redraw=redraw,
            force=force,
        )

    _seat(book, drawn, options, out, in_place)


@click.command("final")
@click.argument("book", type=PATH)
@click.option(
    "--substitute",
    "substitutes",
    nargs=2,
    multiple=True,
    metavar="ABSENT PLAYER",
    help="PLAYER plays instead of ABSENT.",
)
@_drawing
@common
def final_command(
    book: Path,
    substitutes: tuple[tuple[str, str], ...],
    seed: str | None,
    out: Path | None,
    in_place: bool,
    redraw: bool,
    **given: Any,
) -> None:
    """Seat the final, or the semi-finals where the rules have some before it.

    Example: xlscore final spring.xlsx --in-place
    """
    from ..seating.finals import final

    options = chosen(given)

    def drawn(workbook: Workbook, results: Results, rules: RuleSet | None) -> Seated:
        return final(
            workbook,
            results,
            seed,
            substitutes,
            rules=rules,
            scenario=options.scenario,
            redraw=redraw,
        )

    _seat(book, drawn, options, out, in_place)


def _seat(
    book: Path, drawing: _Drawing, options: Options, out: Path | None, in_place: bool
) -> None:
    """Read, draw, write, show."""
    from ..formats.atomic import sweep
    from ..formats.edit import edit_in_place, write_edits
    from ..formats.mending import mended
    from ..formats.read import open_workbook
    from ..formats.source import Source, within_memory

    if out is not None and in_place:
        raise click.UsageError("--out and --in-place exclude each other.")
    source = Source.read(book)
    with within_memory(book):
        workbook = open_workbook(source, max_unpacked=options.max_unpacked)
        results = options.read(workbook)
        language = options.chosen_language(results)
        with speaking(language):
            rules = load_rules(options.rules) if options.rules else None
            if rules is None and (beside := own_rules(book, results.settings)):
                rules = beside.rules
                tell("rules-beside", language, rules=rules.id, file=beside.path.name)
            seated = drawing(workbook, results, rules)
            if in_place:
                backup = edit_in_place(source, seated.edits, max_unpacked=options.max_unpacked)
                if backup is not None:
                    tell("cli-backup", language, file=backup)
                target = book
            else:
                target = out or book.with_name(f"{book.stem}.seated{book.suffix}")
                refuse_same(target, book)
                if os.path.lexists(target):
                    # results may have been typed into it
                    raise Refused("target-exists", file=target.name)
                sweep(target.parent, {target.name})
                write_edits(source, target, seated.edits, max_unpacked=options.max_unpacked)
        for finding in mended(source, options.max_unpacked).findings:
            say(sentence(finding.code, language, finding.values))
    tell("cli-written", language, file=target)
    with showing():
        _show(seated, language)


def _show(seated: Seated, language: str) -> None:
    """The seating by table and by name."""
    from ..seating.told import by_name, seated_in_words

    def heading(code: str, **values: object) -> str:
        return sentence(f"seated-{code}", language, values)

    table, player = heading("table"), heading("player")
    most = max(map(len, seated.tables))
    seats = [heading("seat", seat=seat) for seat in range(1, most + 1)]
    tables = [
        [str(number), *names, *[""] * (most - len(names))]
        for number, names in enumerate(seated.tables, 1)
    ]
    names = [[name, str(number), str(seat)] for name, number, seat in by_name(seated)]
    listings = (([table, *seats], tables), ([player, table, heading("seat-alone")], names))
    for headings, rows in listings:
        columns = [
            report.TextColumn(title, texts, all(map(str.isdecimal, texts)))
            for title, texts in zip(headings, zip(*rows, strict=True), strict=True)
        ]
        click.echo(f"{report.plain_table(columns)}\n")
    click.echo("\n".join(seated_in_words(seated, language)))
