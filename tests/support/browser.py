"""The Python of browsers: Pyodide from npm, under Node.js, without a network."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
SECONDS = 300


def built_wheel(folder: Path) -> Path:
    """The wheel of this project, built without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=PROJECT, capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def run_in_browser(wheel: Path, files: Mapping[str, str], program: str, given: str) -> str:
    """Run a program beside some files, with the wheel installed and nothing else.

    The text `given` is a variable of the program; the value of its last line is returned. Raises
    RuntimeError where the program fails; the test fails where Pyodide is not installed.
    """
    if not (PROJECT / "node_modules" / "pyodide").is_dir():
        pytest.fail(
            "Pyodide is not installed. Run `sh tests/run.sh`, or install Node.js 18 or newer "
            "with npm and run `npm ci` in the project's folder.",
            pytrace=False,
        )
    job = {"wheel": str(wheel), "files": files, "program": program, "given": given}
    finished = subprocess.run(
        ["node", str(Path(__file__).with_suffix(".mjs"))],
        input=json.dumps(job),
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    if finished.returncode:
        raise RuntimeError(finished.stderr)
    return finished.stdout
