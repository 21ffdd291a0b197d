"""Is a file read that only Excel's own password locks, and any other one refused?"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable
from pathlib import Path

import msoffcrypto.format.ooxml
import olefile
import openpyxl
import pytest

from tests.support.binary_books import binary_book
from tests.support.books import edited, header
from tests.support.command_line import GOOD, HEADER, Run, made, run
from xlscore.formats import sniff as module

__all__ = ["run"]  # the fixture

DEFAULT = "VelvetSweatshop"
ASKED = ("--rules", "dsvc-s3", "--scenario", "base", "--lang", "en")


def good(path: Path) -> Path:
    return made(path.parent, name=path.name)


def binary(path: Path) -> Path:
    binary_book(path, {"Results": [header(*HEADER), *GOOD]})
    # What locks it here makes mistakes with files as small as that.
    return edited(path, {"xl/picture.png": random.Random(1).randbytes(9000)})


def locked(path: Path, make: Callable[[Path], Path], password: str = DEFAULT) -> Path:
    content = io.BytesIO(make(path).read_bytes())
    with path.open("wb") as target:
        msoffcrypto.format.ooxml.OOXMLFile(content).encrypt(password, target)
    return path


@pytest.mark.parametrize(("extension", "make"), [(".xlsx", good), (".xlsb", binary)])
def test_excels_own_password_is_no_secret(
    run: Run, tmp_path: Path, extension: str, make: Callable[[Path], Path]
) -> None:
    path = locked(tmp_path / f"book{extension}", make)
    before = path.read_bytes()
    ran = run("score", path, *ASKED, "--format", "csv")
    assert ran.code == 0, ran.err
    assert path.read_bytes() == before
    copy = openpyxl.load_workbook(tmp_path / "book.scored.xlsx")
    assert copy["Standings"]["B2"].value == "Ann"
    assert copy["Results"]["C2"].value == "Ann"


def test_a_locked_file_is_never_written_into(run: Run, tmp_path: Path) -> None:
    path = locked(tmp_path / "book.xlsx", good)
    before = path.read_bytes()
    ran = run("score", path, *ASKED, "--in-place")
    assert ran.code == 2
    assert "under Review" in ran.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("case", ["other-password", "not-installed", "too-many-turns"])
def test_what_cannot_be_unlocked_is_refused(
    run: Run, tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    password = "secret" if case == "other-password" else DEFAULT
    path = locked(tmp_path / "book.xlsx", good, password)
    if case == "not-installed":
        monkeypatch.setitem(sys.modules, "msoffcrypto", None)
    if case == "too-many-turns":
        assert olefile.isOleFile(path)
        monkeypatch.setattr(module, "_MOST_TURNS", 1000)
    ran = run("score", path, *ASKED)
    assert ran.code == 2
    assert "protected with a password" in ran.err
    assert "under Review" in ran.err
