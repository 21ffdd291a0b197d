"""Do the foreign programs that other tests rely on see a fault where there is one?"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support import office, validator
from tests.support.books import edited, workbook

ROWS = [["Name", "Zähler"], ["Ann", 2.5]]


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    return workbook(tmp_path / "sound.xlsx", {"Blatt 1": ROWS, "Second": [["x"]]})


@pytest.fixture
def faulty(sound: Path) -> Path:
    copy = Path(shutil.copy(sound, sound.with_name("faulty.xlsx")))
    return edited(
        copy, {"xl/workbook.xml": lambda data: data.replace(b"<sheets>", b"<nonsense/><sheets>")}
    )


@pytest.fixture
def damaged(sound: Path) -> Path:
    copy = sound.with_name("damaged.xlsx")
    copy.write_bytes(sound.read_bytes()[:3000])
    return copy


def test_microsofts_validator_finds_a_planted_fault(
    sound: Path, faulty: Path, damaged: Path
) -> None:
    findings = validator.validate([sound, faulty, damaged])
    assert findings[sound] == []
    assert ["nonsense" in finding for finding in findings[faulty]] == [True]
    assert len(findings[damaged]) == 1


def test_only_what_the_original_did_not_have_is_new(sound: Path, faulty: Path) -> None:
    assert len(validator.new_findings(sound, faulty)) == 1
    assert validator.new_findings(faulty, sound) == []
    assert validator.new_findings(faulty, faulty) == []


def test_the_validator_does_not_pass_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        validator.validate([tmp_path / "nowhere.xlsx"])


@office.one_at_a_time
def test_libreoffice_refuses_a_damaged_workbook(sound: Path, damaged: Path) -> None:
    assert office.opens([sound, damaged]) == {sound: True, damaged: False}


@office.one_at_a_time
def test_libreoffice_shows_every_sheet(sound: Path) -> None:
    assert office.shown([sound])[sound] == {
        "Blatt 1": [["Name", "Zähler"], ["Ann", "2.5"]],
        "Second": [["x"]],
    }


@office.one_at_a_time
def test_a_workbook_becomes_one_picture_a_page(sound: Path, tmp_path: Path) -> None:
    pictures = office.render([sound], tmp_path / "pictures")[sound]
    assert [picture.read_bytes()[:4] for picture in pictures] == [b"\x89PNG"] * 2
