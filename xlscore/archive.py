"""Many workbooks: every one below some folders scored, none able to stop the others.

The tree below each path is mirrored under the output folder: per workbook its scored copy and
its JSON, and one ``batch.json`` with an entry for every file that was looked at.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .files import atomic
from .files.reader import FORMATS, READ_ONLY
from .messages import SENTENCES, Refused, sentence
from .report import json_text, to_json
from .single import Options, score_file, scored_path, write_copy
from .tournament import language

SCHEMA = "xlscore-batch/1"


class Entry(NamedTuple):
    """What became of one file: its path as found, ``scored``, ``provisional``, ``failed`` or
    ``skipped``, why (for the last two), and the JSON of its evaluation (for the first two)."""

    path: str
    status: str
    why: str | None = None
    document: dict[str, object] | None = None


class _File(NamedTuple):
    path: Path
    name: str
    """The path below the output folder, with forward slashes."""
    copy: str
    """That of its scored copy."""


def batch(
    paths: Iterable[Path], out: Path, options: Options, told: Callable[[Entry], None]
) -> list[Entry]:
    """Score every workbook below `paths` into `out`; `told` hears of each file as it is done.

    Raises `Refused` for a path that does not exist, and where `out` cannot hold the results.
    Whatever is wrong with one file is its own entry: nothing stops the others.
    """
    files = sorted(_files(list(paths), atomic.real_path(out)), key=lambda file: file.name)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise Refused("file-unwritable", file=out.name, reason=reason) from error
    entries = []
    for file in files:
        entry = _one(file, out, options)
        told(entry)
        entries.append(entry)
    _write(out / "batch.json", _document(entries))
    return entries


def _files(paths: list[Path], out: Path) -> Iterator[_File]:
    """Every workbook below the paths, once, with a name that no other file has."""
    seen: set[Path] = set()
    taken: set[str] = set()
    copies: set[str] = set()
    for path in paths:
        if not path.exists():
            raise Refused("path-missing", path=path)
        root = atomic.real_path(path)
        if root == out:
            raise Refused("out-is-source", path=path)
        # what an earlier run wrote below the path is not read again
        written = out if out.is_relative_to(root) else None
        prefix = ""
        if len(paths) > 1 and path.is_dir():
            prefix = _unique(root.name or "root", taken) + "/"
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in found:
            real = atomic.real_path(file)
            inside = real.is_relative_to(root) and not (written and real.is_relative_to(written))
            if file.suffix.lower() in FORMATS and file.is_file() and inside and real not in seen:
                seen.add(real)
                below = file.relative_to(path).as_posix() if path.is_dir() else file.name
                name = _unique(prefix + below, taken)
                copy = scored_path(Path(_unique(_copied(name), copies)))
                yield _File(file, name, copy.as_posix())


def _unique(name: str, taken: set[str]) -> str:
    """The name, numbered where another file already has it."""
    candidate, number = name, 2
    while candidate.casefold() in taken:
        path = Path(name)
        candidate = (path.parent / f"{path.stem}-{number}{path.suffix}").as_posix()
        number += 1
    taken.add(candidate.casefold())
    return candidate


def _one(file: _File, out: Path, options: Options) -> Entry:
    spoken = language(None, options.language)
    skipped = _skipped(file.path.name)
    if skipped:
        return Entry(file.name, "skipped", sentence(SENTENCES[skipped], spoken, {}))
    try:
        target = out / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        scored = score_file(file.path, options)
        scored = write_copy(scored, file.path, out / file.copy, options.max_unpacked)
        document = to_json(scored.evaluation, scored.language)
        _write(target.with_name(f"{target.name}.json"), document)
    except Refused as refused:
        return Entry(file.name, "failed", refused.text(refused.language or spoken))
    except Exception as error:  # a fault of ours must not stop the other files
        logging.getLogger("xlscore").error("%s", file.name, exc_info=error)
        why = f"{type(error).__name__}: {error}"
        return Entry(file.name, "failed", sentence(SENTENCES["batch-fault"], spoken, {"why": why}))
    status = "provisional" if scored.evaluation.provisional else "scored"
    return Entry(file.name, status, None, document)


def _copied(name: str) -> str:
    """What the copy is named after: formats that become an .xlsx keep their ending in its name,
    so that ``spring.ods`` and ``spring.xlsx`` in one folder do not get the same."""
    return f"{name}.xlsx" if Path(name).suffix.lower() in READ_ONLY else name


def _write(target: Path, document: object) -> None:
    atomic.replace_text(target, json_text(document))


def _skipped(name: str) -> str | None:
    """The code of the sentence that says why a file is not an organizer's workbook."""
    if name.startswith((".", "~$")):
        return "batch-skip-hidden"
    stem = Path(name).stem
    if stem.endswith(".scored"):
        return "batch-skip-scored"
    return "batch-skip-backup" if stem.endswith(".bak") else None


def _document(entries: list[Entry]) -> dict[str, object]:
    kept = ("rule_set", "scenario", "games_total", "games_scored", "findings")
    return {
        "schema": SCHEMA,
        "files": [
            {
                "path": entry.path,
                "status": entry.status,
                "why": entry.why,
                **{key: entry.document[key] if entry.document else None for key in kept},
            }
            for entry in entries
        ],
    }
