"""Does the README's first command work in a fresh copy, and do the tests pass after it?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

from tests.test_docs import README, fenced

PROJECT = Path(__file__).resolve().parents[1]
LEFT_OUT = ignore_patterns(
    *(".git", ".venv", "node_modules", "__pycache__", ".*_cache", ".hypothesis", "dist", "build"),
    *("*.scored.*", "*.seated.*", "*.bak.*"),
)
LOOK_AT_THE_TREE = (
    *("tests/test_archive.py", "tests/test_architecture.py", "tests/test_excel_ribbon.py"),
    "tests/test_docs.py",
)


def test_after_the_first_command_the_tests_that_look_at_the_tree_pass(tmp_path: Path) -> None:
    """As on a fresh computer: the command makes its own environment and installs what it needs."""
    fresh = tmp_path / "xlscore"
    copytree(PROJECT, fresh, ignore=LEFT_OUT)
    command = fenced(README, "sh")[0].replace("python3 ", f"{sys.executable} ", 1)
    # What this very run is told to import and write has no place in another one.
    outside = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    outside.pop("PYTHONPATH", None)
    first = subprocess.run(
        ["sh", "-c", command], cwd=fresh, env=outside, capture_output=True, text=True
    )
    assert first.returncode == 0, first.stderr
    assert (fresh / "samples" / "dsvc-61-players.scored.xlsx").is_file()
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *LOOK_AT_THE_TREE]
    then = subprocess.run(
        tests,
        cwd=fresh,
        env={**outside, "PYTHONPATH": str(fresh)},
        capture_output=True,
        text=True,
    )
    assert then.returncode == 0, then.stdout[-4000:]
