"""One file of an archive: scored, written, and what became of it; in whatever process.

The JSON of a file says from what it was made: the content, the programs' and rules' versions,
the options. So an interrupted run can go on with what it has, and nothing stale is ever taken.
"""

from __future__ import annotations

import json
import logging
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__
from ..engine.rulefile import RULESETS, rule_set_ids
from ..engine.ruleset import is_rule_file
from ..files.atomic import read_bytes, refuse_other_than_files, replace_text
from ..messages import SENTENCES, Refused, sentence
from ..report import json_text, to_json
from ..single import Options, score_file, write_copy
from .found import ZIP_ERRORS, File

KEPT = ("rule_set", "scenario", "games_total", "games_scored", "findings")
FAULT = "batch-fault"


class Task(NamedTuple):
    """One file to be scored into the folder `out`.

    `options` hold the rule set and the scenario for it, should the workbook name none.
    `resume`: what an earlier run made of the same file is good.
    """

    file: File
    out: Path
    options: Options
    resume: bool = False


class Entry(NamedTuple):
    """What became of one file: its path as found, ``scored``, ``provisional``, ``failed`` or
    ``skipped``; for the last two why, in words, and the code of those; for the first two what
    the list of all files tells of its evaluation."""

    path: str
    status: str
    why: str | None = None
    code: str | None = None
    kept: dict[str, Any] | None = None


Work = Callable[[Task], Entry]


def score(task: Task) -> Entry:
    """Score one file. Whatever is wrong with it is told by the entry, and its results go."""
    spoken = task.options.spoken()
    try:
        return _scored(task, spoken)
    except Refused as refused:
        entry = failed(task.file, refused, spoken)
    except Exception as error:  # a fault of ours must not stop the other files
        logging.getLogger("xlscore").error("%s", task.file.name, exc_info=error)
        why = sentence(SENTENCES[FAULT], spoken, {"why": f"{type(error).__name__}: {error}"})
        entry = Entry(task.file.name, "failed", why, FAULT)
    for stale in (task.file.copy, task.file.document):
        try:
            (task.out / stale).unlink(missing_ok=True)
        except OSError as error:
            logging.getLogger("xlscore").warning("%s: %s", stale, error)
    return entry


def failed(file: File, refused: Refused, spoken: str) -> Entry:
    """The entry of a file that was refused, with the reason in the language spoken."""
    return Entry(file.name, "failed", refused.text(refused.language or spoken), refused.code)


def _scored(task: Task, spoken: str) -> Entry:
    file, out, options, resume = task
    content = _content(file, options.max_unpacked)
    made_from = _made_from(content, options, spoken)
    target, copy = out / file.document, out / file.copy
    document = _good(target, copy, made_from) if resume else None
    if document is None:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or error
            raise Refused("file-unwritable", file=target.parent.name, reason=reason) from error
        source = Path(file.source)
        scored = score_file(source, options, content)
        scored = write_copy(scored, source, copy, options.max_unpacked, content)
        document = to_json(scored.evaluation, scored.language)
        document["made_from"] = {**made_from, "copy": _digest(copy.read_bytes())}
        replace_text(target, json_text(document))
    status = "provisional" if document["provisional"] else "scored"
    return Entry(file.name, status, kept={key: document[key] for key in KEPT})


def _content(file: File, most: int) -> bytes:
    """What the file holds. Raises `Refused` where it cannot be read, and for what is no file."""
    if file.member is None:
        refuse_other_than_files(file.path)
        return read_bytes(file.path)
    try:
        with (
            zipfile.ZipFile(file.path) as archive,
            archive.open(archive.infolist()[file.member]) as member,
        ):
            content = member.read(most + 1)
    except ZIP_ERRORS as error:
        raise Refused("zip-unreadable", file=file.name, why=error) from error
    if len(content) > most:
        raise Refused("zip-member-large", file=file.name, most=most)
    return content


def _made_from(content: bytes, options: Options, spoken: str) -> dict[str, Any]:
    """All that decides what becomes of a file, as JSON."""
    files = [RULESETS / f"{known}.toml" for known in rule_set_ids()]
    rules = options.rules
    if rules and is_rule_file(rules):
        files.append(Path(rules))
        rules = files[-1].name
    return {
        "content": _digest(content),
        "xlscore": __version__,
        "rules": _digest(b"".join(map(read_bytes, files))),
        "options": [rules, options.scenario, options.sheet, spoken, options.max_unpacked],
    }


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _good(target: Path, copy: Path, made_from: dict[str, Any]) -> dict[str, Any] | None:
    """The JSON of an earlier run, where it and the scored copy are what this one would make."""
    try:
        document = json.loads(target.read_bytes())
        whole = {**made_from, "copy": _digest(copy.read_bytes())}
    except (OSError, ValueError):  # not there, or not whole: it is made anew
        return None
    good = isinstance(document, dict) and document.get("made_from") == whole
    return document if good else None
