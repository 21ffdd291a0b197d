"""Do whole workbooks give their known standings?"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from samples import archive
from samples.make import NAMES, SAMPLES, make
from tests.oracle.comparison import disagreements
from tests.oracle.samples import expected_result
from tests.support.binary_books import binary_copy
from xlscore.archive.output_names import not_an_original
from xlscore.evaluation import evaluate
from xlscore.formats.read import open_workbook
from xlscore.report import to_json
from xlscore.workbook.read import read_results

OLD = sorted(path for kind in ("xls", "xlsb", "ods") for path in SAMPLES.glob(f"*.{kind}"))


@pytest.mark.parametrize("name", NAMES)
def test_sample_gives_its_expected_standings(name: str) -> None:
    workbook = open_workbook(SAMPLES / f"{name}.xlsx")
    result = to_json(evaluate(read_results(workbook)))
    found = disagreements(expected_result(name), result)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.name)
def test_sample_in_another_format_gives_the_same(path: Path) -> None:
    result = to_json(evaluate(read_results(open_workbook(path))))
    found = disagreements(expected_result(path.stem), result)
    assert not found, "\n".join(found)


def test_every_format_has_a_sample() -> None:
    assert {path.suffix for path in OLD} == {".xls", ".xlsb", ".ods"}


@pytest.mark.parametrize(
    "path", [path for path in OLD if path.suffix == ".xlsb"], ids=lambda path: path.name
)
def test_binary_sample_is_what_its_workbook_makes(path: Path, tmp_path: Path) -> None:
    made = binary_copy(path.with_suffix(".xlsx"), tmp_path / path.name)
    assert parts(path) == parts(made)


@pytest.mark.parametrize("name", NAMES)
def test_sample_is_what_its_data_make(name: str, tmp_path: Path) -> None:
    """After a change of data or template: ``python -m samples.make``."""
    assert parts(SAMPLES / f"{name}.xlsx") == parts(make(name, tmp_path))


@pytest.mark.parametrize("name", archive.NAMES)
def test_archive_gives_the_standings_of_its_tournament(name: str) -> None:
    """Typed in another form and other words, with the sins that this says are forgiven."""
    kept = archive.archive(name)
    result = to_json(evaluate(read_results(open_workbook(archive.ARCHIVES / f"{name}.xlsx"))))
    found = disagreements(expected_result(kept.of), result)
    assert not found, "\n".join(found)
    told = {f"{finding['level']} {finding['code']}" for finding in result["findings"]}
    assert told == set(kept.findings)


@pytest.mark.parametrize("name", archive.NAMES)
def test_archive_is_what_its_data_make(name: str, tmp_path: Path) -> None:
    """After a change of data: ``python -m samples.archive``."""
    assert parts(archive.ARCHIVES / f"{name}.xlsx") == parts(archive.make(name, tmp_path))


def test_every_form_and_sin_has_an_archive() -> None:
    kept = [archive.archive(name) for name in archive.NAMES]
    assert {path.stem for path in archive.ARCHIVES.glob("*.xlsx")} == set(archive.NAMES)
    assert {one.form for one in kept} == {"long", "by-game", "by-player"}
    assert {one.language for one in kept} == {"en", "de"}
    for sin in ("title", "texts", "merged", "once", "gaps", "sums", "hidden", "headings"):
        assert any(getattr(one, sin) for one in kept), sin


def test_every_sample_has_data_workbook_and_expectation() -> None:
    assert {path.stem for path in SAMPLES.glob("*.xlsx") if is_kept(path)} == set(NAMES)
    assert {path.stem for path in (SAMPLES / "expected").iterdir()} == set(NAMES)


def is_kept(path: Path) -> bool:
    """Whether it belongs to the samples, and is not what a command that was tried left there."""
    return not_an_original(path.name) is None


def parts(path: Path) -> dict[str, bytes]:
    """Everything in the package, unpacked."""
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}
