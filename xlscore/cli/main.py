"""The commands: parse, call once, show. Results go to stdout, everything else to stderr."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from .. import __version__, report
from ..evaluation import chosen_language, chosen_scenario, no_rules
from ..explain import explain_order, explain_player, explain_rules
from ..formats.atomic import sweep
from ..formats.source import Source
from ..formats.write import backup_path
from ..rules.model import Evaluation, Settings
from ..rules.rule_file import load_rules, rule_set_ids
from ..rules.rule_set import is_rule_file
from ..score_file import Scored, score_file, scored_path, speaking, write_back, write_copy
from ..streams import Unshown, say, showing
from ..words import LANGUAGES, Refused, sentence
from ..workbook.output import standings_sheet, status
from ..workbook.vocabulary import language_called
from .batch import batch
from .excel import excel
from .options import INTERRUPTED, PATH, PROVISIONAL, REFUSED, chosen, common, show_table, tell
from .season import season
from .seating import final_command, seat_command

_MOST_LEFT_OUT = 100
"""More lines of a list than that nobody reads in one sentence."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="xlscore")
def commands() -> None:
    """Exact standings for Catan tournaments and game evenings, from your Excel workbook.

    Example: xlscore score tournament.xlsx
    """


commands.add_command(batch)
commands.add_command(excel)
commands.add_command(season)
commands.add_command(seat_command)
commands.add_command(final_command)


@commands.command()
@click.argument("out", type=PATH)
@click.option("--rules", "rule_set", metavar="ID|FILE", help="Rule set; always needed.")
@click.option("--scenario", metavar="S", help="base, seafarers or cities-knights.")
@click.option("--players", type=PATH, metavar="FILE", help="Names, one a line (text or CSV).")
@click.option("--rounds", type=click.IntRange(1, 100), help="Number of rounds to lay out.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the workbook.")
def new(
    out: Path,
    rule_set: str | None,
    scenario: str | None,
    players: Path | None,
    rounds: int | None,
    lang: str | None,
) -> None:
    """Make a fresh workbook to fill in.

    Example: xlscore new spring.xlsx --rules dsvc-s3 --scenario base --players names.txt
    """
    from ..template.fresh_workbook import write_template
    from ..template.players import read_players

    if rule_set is None:
        raise no_rules("new-rules-missing")
    rules = load_rules(rule_set)
    if scenario is not None:
        scenario = chosen_scenario(Settings(), rules, scenario)
    if out.suffix.lower() != ".xlsx":
        raise Refused("target-not-xlsx", file=out.name)
    if out.exists():
        raise Refused("target-exists", file=out.name)
    listed = read_players(players) if players else None
    write_template(
        out,
        rules,
        language=chosen_language(None, lang),
        scenario=scenario,
        players=listed.players if listed else (),
        rounds=rounds,
    )
    tell("cli-written", chosen_language(None, lang), file=out)
    if is_rule_file(rule_set):
        tell("cli-own-rules", chosen_language(None, lang), rules=rules.id, file=Path(rule_set).name)
    if listed and listed.left_out:
        left_out = [f"{line}: {text}" for line, text in listed.left_out[:_MOST_LEFT_OUT]]
        left_out += ["..."] * (len(listed.left_out) > _MOST_LEFT_OUT)
        tell("cli-players-left-out", chosen_language(None, lang), file=players, lines=left_out)
    if scenario is None and len(rules.scenarios) > 1:
        tell("cli-scenario-to-choose", chosen_language(None, lang), rules=rules.id)


@commands.command()
@click.argument("book", type=PATH)
@click.option("--out", type=PATH, metavar="FILE", help="Write the scored workbook to FILE.")
@click.option("--in-place", is_flag=True, help="Write into the workbook itself, keeping a backup.")
@click.option(
    "--replace-sheets",
    is_flag=True,
    help="With --in-place: replace your own sheets that are named like ours.",
)
@click.option("--no-write", is_flag=True, help="Write nothing, only show the standings.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table")
@common
def score(
    book: Path,
    out: Path | None,
    in_place: bool,
    replace_sheets: bool,
    no_write: bool,
    form: str,
    **given: Any,
) -> None:
    """Score a workbook: show the standings, write them into a copy beside it.

    Example: xlscore score tournament.xlsx --rules dsvc-s3 --scenario base
    """
    if sum((out is not None, in_place, no_write)) > 1:
        raise click.UsageError("--out, --in-place and --no-write exclude each other.")
    if replace_sheets and not in_place:
        raise click.UsageError("--replace-sheets goes with --in-place.")
    options = chosen(given)
    scored = score_file(Source.read(book), options)
    if in_place:
        scored, backup = write_back(
            scored, replace_sheets=replace_sheets, max_unpacked=options.max_unpacked
        )
        kept = backup_path(book)
        if backup is not None:
            tell("cli-backup", scored.language, file=backup)
        elif kept.exists():
            tell("cli-backup-kept", scored.language, file=kept)
        tell("cli-written", scored.language, file=book)
    elif not no_write:
        target = out or scored_path(book)
        sweep(target.parent, {target.name})
        scored = write_copy(scored, target, options.max_unpacked)
        tell("cli-written", scored.language, file=target)
    with showing():
        _show_standings(scored, form)
    if scored.evaluation.findings and form != "json":
        say(report.findings_text(scored.evaluation, scored.language))
    _end(scored.evaluation)


@commands.command()
@click.argument("book", type=PATH)
@click.option("--compare", is_flag=True, help="Compare the workbook's own standings with ours.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table")
@common
def check(book: Path, compare: bool, form: str, **given: Any) -> None:
    """Show what is wrong or doubtful in a workbook; write nothing.

    Example: xlscore check tournament.xlsx --compare
    """
    scored = score_file(Source.read(book), chosen(given)._replace(compare=compare))
    if form == "json":
        document = report.to_json(scored.evaluation, scored.language)
        without = {"standings", "scored_games"}
        kept = {key: value for key, value in document.items() if key not in without}
        text = report.json_text(kept)
    elif scored.evaluation.findings:
        text = report.findings_text(scored.evaluation, scored.language) + "\n"
    else:
        text = sentence("cli-no-findings", scored.language, {}) + "\n"
    with showing():
        click.echo(text, nl=False)
    _end(scored.evaluation)


@commands.command()
@click.argument("book", type=PATH)
@click.argument("player")
@click.argument("other", required=False)
@common
def explain(book: Path, player: str, other: str | None, **given: Any) -> None:
    """Tell how a player's points came about, or why one player is before another.

    Example: xlscore explain tournament.xlsx "Ann Example" "Bob Sample"
    """
    scored = score_file(Source.read(book), chosen(given))
    with speaking(scored.language):
        if other is None:
            lines = explain_player(scored.evaluation, player, scored.language)
        else:
            lines = [explain_order(scored.evaluation, player, other, scored.language)]
    with showing():
        click.echo("\n".join(lines))
    _end(scored.evaluation)


@commands.command("rules")
@click.argument("rule_set", required=False, metavar="[ID|FILE]")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language to speak.")
def show_rules(rule_set: str | None, lang: str | None) -> None:
    """List the rule sets, or tell one in words with its source and decisions.

    Example: xlscore rules dsvc-s3
    """
    language = chosen_language(None, lang)
    if rule_set is not None:
        lines = explain_rules(load_rules(rule_set), language)
    else:
        lines = [explain_rules(load_rules(known), language)[0] for known in rule_set_ids()]
    with showing():
        click.echo("\n".join(lines))


def _show_standings(scored: Scored, form: str) -> None:
    evaluation, language = scored.evaluation, scored.language
    if form == "json":
        click.echo(report.json_text(report.to_json(evaluation, language)), nl=False)
    elif form == "csv":
        click.echo(report.csv_text(standings_sheet(evaluation, language)), nl=False)
    else:
        show_table(report.text_columns(standings_sheet(evaluation, language), language))
        click.echo(f"\n{status(evaluation, language)}")


def _end(evaluation: Evaluation) -> None:
    sys.exit(PROVISIONAL if evaluation.provisional else 0)


def _is_folder_gone() -> bool:
    """Whether somebody deleted the folder that the command was given in."""
    try:
        return not Path.cwd().exists()
    except FileNotFoundError:
        return True


def _asked_language(arguments: list[str]) -> str | None:
    """The language asked for, also where the rest of the command line was refused."""
    for number, argument in enumerate(arguments):
        if argument == "--lang" and number + 1 < len(arguments):
            return language_called(arguments[number + 1])
        if argument.startswith("--lang="):
            return language_called(argument.partition("=")[2])
    return None


def run() -> NoReturn:
    """`main` as a program: once all is said, the process ends without clearing away.

    To give back what a million rows were held in, piece by piece, would only take time.
    """
    # one short run that keeps nearly everything it makes: collecting would only cost time
    gc.freeze()
    gc.set_threshold(10_000_000, 50, 50)
    try:
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
        for stream in filter(None, (sys.stdout, sys.stderr)):
            try:
                stream.flush()
            except OSError:  # no more room for it
                code = code or PROVISIONAL
        os._exit(code)  # here, where the exception still holds it all


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run one command and exit.

    0 all scored, 1 errors among the findings or nothing shown of them, 2 nothing done, 130
    interrupted (Ctrl-C).
    """
    given = sys.argv[1:] if arguments is None else arguments
    for stream in filter(None, (sys.stdout, sys.stderr)):
        # a redirected stream on Windows may not know all letters of a name
        stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        sys.exit(commands.main(given, prog_name="xlscore", standalone_mode=False))
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(REFUSED)
    except click.Abort:
        tell("cli-interrupted", chosen_language(None, _asked_language(given)))
        sys.exit(INTERRUPTED)
    except Refused as refused:
        language = refused.language or chosen_language(None, _asked_language(given))
        say(refused.text(language))
        sys.exit(REFUSED)
    except Unshown as unshown:
        tell("cli-unshown", chosen_language(None, _asked_language(given)), reason=unshown)
        sys.exit(PROVISIONAL)
    except OSError as error:
        language = chosen_language(None, _asked_language(given))
        if _is_folder_gone():
            tell("cli-folder-gone", language)
        else:
            tell("cli-system", language, reason=error)
        sys.exit(REFUSED)
    except Exception:
        import traceback

        traceback.print_exc()
        tell("cli-fault", chosen_language(None, _asked_language(given)))
        sys.exit(REFUSED)
