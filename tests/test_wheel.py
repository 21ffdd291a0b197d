"""Does the wheel bring what who installs it needs: words, rules, and types for programs?"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.browser import built_wheel

PROGRAM = """
from fractions import Fraction

import xlscore

result = xlscore.evaluate(xlscore.read("tournament.xlsx"), xlscore.load_rules("dsvc-s3"))
points: int | Fraction = result.standings[0].tournament_points
"""
WRONG = "rank: str = result.standings[0].rank\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """A Python with nothing installed but the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=sys.platform != "win32")
    places = {"base": str(folder), "platbase": str(folder)}
    with ZipFile(wheel) as package:
        package.extractall(sysconfig.get_path("purelib", "venv", places))
    program = Path(sysconfig.get_path("scripts", "venv", places)) / Path(sys.executable).name
    return program if program.exists() else program.with_stem("python")


def test_the_wheel_brings_types_catalogs_and_rules(wheel: Path) -> None:
    with ZipFile(wheel) as package:
        names = set(package.namelist())
    assert {"xlscore/py.typed", "xlscore/words/en.json", "xlscore/words/de.json"} <= names
    assert "xlscore/rules/rulesets/dsvc-s3.toml" in names


@pytest.mark.parametrize(("more", "faults"), [("", []), (WRONG, ["assignment"])])
def test_mypy_finds_the_types_of_the_installed_package(
    tmp_path: Path, python: Path, more: str, faults: list[str]
) -> None:
    (tmp_path / "program.py").write_text(PROGRAM + more, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python)]
    checked = subprocess.run(
        [*command, "--no-error-summary", "program.py"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    codes = [line.rpartition("[")[2].rstrip("]") for line in checked.stdout.splitlines()]
    assert codes == faults, checked.stdout + checked.stderr
