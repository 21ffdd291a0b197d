"""What has to hold for any workbook at all, and what for one of which something is known."""

from __future__ import annotations

import io
import re
import resource
import signal
import sys
import unicodedata
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.parsers import expat

from lxml import etree

from tests.fuzz.case import Case
from tests.fuzz.typed import ALL, NOTHING, Draft
from tests.oracle.comparison import disagreements
from tests.oracle.rules import Row, Tournament, exact, scored
from tests.oracle.standings import expected, sums, tables_of
from tests.support.command_line import Ran
from tests.support.packages import package_of
from xlscore.cli.main import main
from xlscore.formats import read
from xlscore.formats.markup import Senseless
from xlscore.formats.sparse_grid import Content, TooFar
from xlscore.formats.xlsx_cells import parse
from xlscore.formats.xlsx_scan import is_harmless, is_plain
from xlscore.words import LANGUAGES, Refused, catalog, template
from xlscore.workbook.cells import is_blank

SECONDS = 10
"""Of processor time for a command; then the process is ended from outside, wherever it is."""
slowest = 0.0
"""Seconds that the slowest command took since this was last set to 0."""


def judged(case: Case) -> str:
    """What came of the workbook, in a word or two; AssertionError where something must not be."""
    path, folder = case.path, case.path.parent
    before = files(folder)
    shown = run("score", path, "--format", "json", *case.options)
    target = written(path)
    if path.suffix in (".xlsx", ".xlsm"):
        readers_agree(path)
    if shown.code == 2:
        label = refusal(shown)
        assert files(folder) == before, f"refused, but files changed: {sorted(files(folder))}"
        assert case.draft is None or case.draft.known < ALL, shown.err
    else:
        label = "provisional" if shown.code else "scored"
        after = files(folder)
        assert after.keys() == before.keys() | {target.name}, sorted(after)
        assert after[path.name] == before[path.name], "the workbook itself was changed"
        numbers_agree(shown.document)
        if case.draft:
            as_typed(case.draft, shown.document)
        read_again(shown, target, case.options)
        if case.seed % 8 < 2:
            form = ("--format", "csv") if case.seed % 16 < 8 else ()
            run("score", path, *form, *case.options)
            assert files(folder) == after, "writing twice gives other bytes"
        if case.seed % 8 in (2, 3):
            written_back(shown, target, case.options)
        target.unlink()
    before = files(folder)
    form = ("--format", "json") if case.seed % 4 < 2 else ()
    # Other sheets are read here: damage there is no matter to who only scores.
    run("check", path, "--compare", *form, *case.options)
    names = [line["player"] for line in shown.document["standings"]] if shown.code != 2 else []
    for asked in ((*names, "Ann")[:1], (*names[:1], *names[-1:])):
        if asked:
            run("explain", path, *case.options, "--", *asked)
    assert files(folder) == before, "checking or explaining changed files"
    if case.seed % 8 in (4, 5):
        as_archive(folder)
    return label


def as_archive(folder: Path) -> None:
    """The folder scored as a whole: never refused for one of its workbooks."""
    with TemporaryDirectory() as out:
        ran = run("batch", folder, "--out", out)
        assert ran.code in (0, 1), ran.err


def run(*arguments: object) -> Ran:
    """One command in this process: no fault, no traceback, and one line where it is refused."""
    global slowest
    kept = sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    sys.stdout, sys.stderr = out, err
    began = processor_time()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        main([str(argument) for argument in arguments])
        code: Any = None
    except SystemExit as ended:
        code = ended.code or 0
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.stdout, sys.stderr = kept
    slowest = max(slowest, processor_time() - began)
    ran = Ran(code, _told(out), _told(err))
    assert code in (0, 1, 2), f"exit code {code}: {arguments[0]}"
    faults = (template("cli-fault", "en"), template("cli-fault", "de"), "Traceback (most recent")
    assert not any(fault in ran.err for fault in faults), f"{arguments[0]}: {ran.err}"
    if code == 2:
        assert not ran.out, f"refused, but shown: {ran.out}"
        refusal(ran)
    return ran


def _told(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def refusal(ran: Ran) -> str:
    """The code of the one sentence told, ``refused ...``."""
    assert ran.err.count("\n") == 1, f"not one line: {ran.err!r}"
    found = [code for code, pattern in PATTERNS if pattern.fullmatch(ran.err.rstrip("\n"))]
    assert found, f"no sentence of ours: {ran.err!r}"
    assert found[0] != "memory-exhausted", "took more than a gibibyte"
    return f"refused {found[0]}"


def _pattern(words: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+(?::[^}]*)?\}", words)
    return re.compile(".*".join(map(re.escape, parts)), re.DOTALL)


def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Those with more words of their own first."""
    both = [item for language in LANGUAGES for item in catalog(language)["refusals"].items()]
    both.sort(key=lambda one: -len(re.sub(r"\{\w+(?::[^}]*)?\}", "", one[1])))
    return [(code, _pattern(words)) for code, words in both]


PATTERNS = _patterns()


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, hidden files included."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def written(path: Path) -> Path:
    """Where the scored copy goes."""
    ending = path.suffix if path.suffix in (".xlsx", ".xlsm") else ".xlsx"
    return path.with_name(f"{path.stem}.scored{ending}")


def read_again(shown: Ran, target: Path, options: tuple[str, ...]) -> None:
    """The scored workbook is read with the same outcome."""
    again = run("score", target, "--no-write", "--format", "json", *options)
    assert again.code == shown.code, f"read again: {again.code} {again.err}"
    for key in ("rule_set", "scenario", "games_total", "open_tables", "standings"):
        one, other = shown.document[key], again.document[key]
        assert one == other, f"read again, {key}:\n{one}\n{other}"
    one, other = (_bare(ran.document["scored_games"]) for ran in (shown, again))
    assert one == other, f"read again, games:\n{one}\n{other}"


def _bare(games: list[Row]) -> list[Row]:
    """Games without the names of cells: a fresh workbook may have other names of sheets."""
    bare = []
    for game in games:
        players = [{**player, "where": None} for player in game["players"]]
        bare.append({**game, "where": None, "players": players})
    return bare


def written_back(shown: Ran, target: Path, options: tuple[str, ...]) -> None:
    """The scored copy scored in place stays as it is, and needs no backup."""
    versions = [target.read_bytes()]
    for _ in range(2):
        again = run("score", target, "--in-place", "--format", "json", *options)
        assert again.code == shown.code, again.err
        versions.append(target.read_bytes())
    # The first one tells no more of sheets that were replaced or had no name.
    assert versions[1] == versions[2], "scored in place, it gives other bytes"
    if shown.document["findings"] == again.document["findings"]:
        assert versions[0] == versions[1], "scored in place, it gives other bytes than as a copy"
    # Without a row of results or findings our sheets are as empty as those of a template.
    empty = not again.document["standings"] and not again.document["findings"]
    kept = {target.with_name(f"{target.stem}.bak{target.suffix}").name} if empty else set()
    assert {*files(target.parent)} - kept == {target.name, shown.document["source"]}


def readers_agree(path: Path) -> None:
    """Where the fast reader of values is trusted, the complete one sees the same cells."""
    try:
        source = read._Book(package_of(path))
    except Refused:
        return
    for sheet in source.sheets.values():
        try:
            data = source.package.read(sheet.part)
            fast = source._content(sheet)
            complete = parse(data, source._context)
        except (Refused, Senseless, TooFar, etree.XMLSyntaxError, expat.ExpatError):
            continue
        if source._fast is not None and is_harmless(data) and is_plain(data):
            one, other = cells(fast), cells(complete)
            differing = [
                (at, one.get(at), other.get(at))
                for at in sorted(one.keys() | other.keys())
                if repr(one.get(at)) != repr(other.get(at))
            ]
            assert not differing, f"readers differ on {sheet.name}: {differing[:5]}"
            assert sorted(fast.merged) == sorted(complete.merged), "readers differ: merged cells"


def cells(content: Content) -> dict[tuple[int, int], object]:
    """What is in the cells in which a person sees anything."""
    return {
        (row, column): value
        for row, line in enumerate(content.rows, content.start[0])
        for column, value in enumerate(line, content.start[1])
        if not is_blank(value)
    }


# Numbers


def numbers_agree(document: Row) -> None:
    """Points, shares and sums are those the oracle works out from the places shown."""
    rules, scenario = document["rule_set"], document["scenario"]
    for finding in document["findings"]:
        assert finding["message"], finding
        assert "\n" not in finding["message"] + finding["where"], finding
    errors = any(finding["level"] == "error" for finding in document["findings"])
    assert document["provisional"] == errors, "provisional without an error, or the other way"
    games, rows = [], []
    for game in document["scored_games"]:
        seats = [
            {
                **{key: game[key] for key in ("round", "table", "game")},
                **{key: player[key] for key in ("player", "place")},
                "date": None,
                "vp": _fraction(player["victory_points"]),
                "winner": False,
                "factor": _fraction(game["factor"]),
            }
            for player in game["players"]
        ]
        games.append(scored(Tournament(rules, scenario, seats), seats))
        rows += seats
        one, other = (_seats(game["players"]), _seats(games[-1]["players"]))
        assert one == other, f"game {game['round']}/{game['table']}:\n{one}\n{other}"
    totals = sums(Tournament(rules, scenario, rows), games)
    for line in document["standings"]:
        total = totals.get(line["player"])
        points = exact(total["tournament_points"]) if total else "0"
        assert line["tournament_points"] == points, line
        assert line["games"] == (total["games"] if total else 0), line


def _seats(players: list[Row]) -> list[Row]:
    keys = ("player", "counted", "place", "tournament_points", "share")
    return [{key: _text(player[key]) for key in keys} for player in players]


def _text(value: object) -> object:
    return exact(value) if isinstance(value, (Fraction, int)) else value


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def as_typed(draft: Draft, document: Row) -> None:
    """What is known of the draft is what was found."""
    if draft.known == NOTHING or document["rule_set"] != draft.tournament.rule_set:
        return
    if draft.known == ALL:
        found = disagreements(expected(draft.tournament), document)
        assert not found, "\n".join(found[:5])
        return
    games = {_key(game): game for game in document["scored_games"]}
    numbers = {id(row): number for number, row in enumerate(draft.records)}
    for rows in tables_of(draft.tournament):
        of_table = {numbers[id(row)] for row in rows}
        first = rows[0]
        day = first["date"].isoformat() if first["date"] else None
        game = games.get(_key({**first, "date": day}))
        if game is None or of_table & draft.touched:
            continue
        assert not of_table & draft.spoilt, f"scored in spite of unreadable points: {game}"
        wanted = _by_name(scored(draft.tournament, rows)["players"])
        seen = _by_name(game["players"])
        assert wanted == seen, f"table {first['round']}/{first['table']}:\n{wanted}\n{seen}"


def _key(game: Row) -> tuple[Any, ...]:
    if game["round"] is not None:
        return game["round"], game["table"]
    return game["date"], game["game"], game["table"]


def _by_name(players: list[Row]) -> dict[str, Any]:
    keys = ("victory_points", "counted", "place", "tournament_points", "share")
    return {
        " ".join(unicodedata.normalize("NFC", player["player"]).split()).lower(): [
            _text(player[key]) for key in keys
        ]
        for player in players
    }
