"""The command line in this process or in one of its own, and workbooks to call it on."""

from __future__ import annotations

import json
import locale
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.books import Rows, book, header
from xlscore.cli.main import main

HEADER = ("round", "table", "player", "vp")
GOOD: Rows = [(1, 1, "Ann", 10), (1, 1, "Ben", 8), (1, 1, "Cleo", 7), (1, 1, "Dan", 5)]
FAULTY: Rows = [*GOOD[:3], (1, 1, "Dan", None)]
BASE = {"rule_set": "dsvc-s3", "scenario": "base", "rounds": 1}


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        code = ended.value.code or 0
        assert isinstance(code, int)
        return Ran(code, *capsys.readouterr())

    return run


def system_speaks(monkeypatch: pytest.MonkeyPatch, name: str | None, **environment: str) -> None:
    """The system's locale has this name, and the environment says this and nothing else of it."""
    monkeypatch.setattr(locale, "getlocale", lambda: (name, "cp1252"))
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)


def made(
    folder: Path,
    rows: Rows = GOOD,
    tournament: Mapping[str, object] | None = BASE,
    language: str = "en",
    **more: Any,
) -> Path:
    results = [header(*HEADER, language=language), *rows]
    return book(folder, results, tournament=tournament, language=language, **more)


def files(folder: Path) -> dict[str, bytes]:
    """Everything below a folder, hidden files included."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def sheets(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as package:
        return re.findall(r'<sheet name="([^"]+)"', package.read("xl/workbook.xml").decode())


def started(*arguments: object, **streams: Any) -> subprocess.Popen[bytes]:
    """``python -m xlscore`` as a process of its own, in the C locale."""
    project = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONPATH": str(project)}
    command = [sys.executable, "-m", "xlscore", *map(str, arguments)]
    return subprocess.Popen(command, env=environment, **streams)
