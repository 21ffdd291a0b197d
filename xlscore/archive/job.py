"""One file of an archive: scored, written, and what became of it; in whatever process.

The JSON of a file says from what it was made: the content, the programs' and rules' versions,
the options. So an interrupted run can go on with what it has, and nothing stale is ever taken.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__
from ..formats.atomic import make_folder, read_bytes, real_path, refuse_irreplaceable, replace_text
from ..formats.source import Source, within_memory
from ..report import json_text, to_json
from ..rules.model import Evaluation
from ..rules.rule_set import is_rule_file
from ..score_file import Options, score_file, write_copy
from ..words import Refused, sentence
from ..workbook.output import progress
from .output_names import File
from .zipped import member

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
    """Score one file. Whatever is wrong with it is told by the entry."""
    return guarded(task, _scored)


def guarded(task: Task, work: Callable[[Task, str], Entry]) -> Entry:
    """What `work` makes of a file, told in a language; whatever is wrong with it is told by the
    entry."""
    language = task.options.chosen_language()
    try:
        return work(task, language)
    except Refused as refused:
        return failed(task.file, refused, language)
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        # A fault of ours must not stop the other files; one of a library that is not written in
        # Python may be no Exception.
        logging.getLogger("xlscore").error("%s", task.file.name, exc_info=error)
        why = sentence(FAULT, language, {"why": f"{type(error).__name__}: {error}"})
        return Entry(task.file.name, "failed", why, FAULT)


def discard(file: File, out: Path) -> None:
    """Removes what an earlier run made of a file that has failed since, and nothing else."""
    document, copy = out / file.document, out / file.copy
    made_from = _document(document).get("made_from")
    if not isinstance(made_from, dict):
        return
    try:
        if copy.exists() and _digest(copy.read_bytes()) == made_from.get("copy"):
            copy.unlink()
        document.unlink()
    except OSError as error:
        logging.getLogger("xlscore").warning("%s: %s", file.name, error)


def failed(file: File, refused: Refused, language: str) -> Entry:
    """The entry of a file that was refused, with the reason in `language` unless it has its own."""
    return Entry(file.name, "failed", refused.text(refused.language or language), refused.code)


def _scored(task: Task, language: str) -> Entry:
    file, out, options, resume = task
    with within_memory(Path(file.source)):
        source = source_of(file, options.max_unpacked)
    made_from = _made_from(source, options, language)
    target, copy = out / file.document, out / file.copy
    document = _good(target, copy, made_from) if resume else None
    if document is None:
        make_folder(target.parent)
        for written in (target, copy):
            if real_path(written) != written:
                raise Refused("out-leads-out", file=written.name)
            refuse_irreplaceable(written)
        scored = score_file(source, options)
        scored = write_copy(scored, copy, options.max_unpacked)
        document = to_json(scored.evaluation, scored.language)
        document["finished"] = _finished(scored.evaluation)
        document["made_from"] = {**made_from, **_outcome(document, copy)}
        replace_text(target, json_text(document))
    status = "provisional" if document["provisional"] else "scored"
    return Entry(file.name, status, kept={key: document[key] for key in KEPT})


def _finished(evaluation: Evaluation) -> bool:
    """Whether all is played that is known to be planned; a league counts as it stands."""
    return progress(evaluation) in (("after",) if evaluation.rules.is_league else ("final",))


def source_of(file: File, most: int) -> Source:
    """What the file holds. Raises `Refused` where it cannot be read, and for what is no file."""
    name = Path(file.source)
    if file.member is None:
        return Source.read(file.path, called=name)
    return Source(name, member(file, most), lambda: [member(file, most)])


def _made_from(source: Source, options: Options, language: str) -> dict[str, Any]:
    """All that decides what becomes of a file, as JSON."""
    rules, digest = options.rules, None
    if rules and is_rule_file(rules):
        # released editions never change
        digest = _digest(read_bytes(Path(rules)))
        rules = Path(rules).name
    return {
        "content": source.digest,
        "source": source.name,
        "xlscore": __version__,
        "rules": digest,
        "options": [
            *(rules, options.scenario, options.sheet, options.rounds),
            *(language, options.max_unpacked),
        ],
    }


def _outcome(document: dict[str, Any], copy: Path) -> dict[str, str]:
    """What became of the file: digests of the JSON without what it was made from, and of the
    scored copy. Raises `Refused` where that cannot be read."""
    told = {key: value for key, value in document.items() if key != "made_from"}
    outcome = json_text(told).encode(errors="replace")
    return {"outcome": _digest(outcome), "copy": _digest(read_bytes(copy))}


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _good(target: Path, copy: Path, made_from: dict[str, Any]) -> dict[str, Any] | None:
    """The JSON of an earlier run, where it and the scored copy are what this one would make."""
    document = _document(target)
    try:
        whole = {**made_from, **_outcome(document, copy)}
    except Refused:  # not there: it is made anew
        return None
    return document if document.get("made_from") == whole else None


def _document(target: Path) -> dict[str, Any]:
    """The JSON of an earlier run; empty where there is none, or not the whole of it."""
    try:
        document = json.loads(target.read_bytes()) if target.is_file() else None
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}
