"""Do random tournaments under random rules come out as in the second opinion?"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from samples.make import SAMPLES
from tests.fuzz.language import ASKED, difference, random_rules

TOURNAMENTS = 40
FILES = sorted((SAMPLES / "rules").glob("*.toml"))


@pytest.mark.parametrize("seed", range(10))
def test_random_rules(tmp_path: Path, seed: int) -> None:
    compared = 0
    for number in range(TOURNAMENTS):
        chance = random.Random(seed * TOURNAMENTS + number)
        text, path = random_rules(chance), tmp_path / "random.toml"
        path.write_text(text, encoding="utf-8")
        found = difference(text, path, chance)
        assert found in (None, ASKED), text
        compared += found is None
    assert compared > TOURNAMENTS // 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_sample_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = [difference(text, path, random.Random(seed)) for seed in range(TOURNAMENTS)]
    assert [one for one in found if one not in (None, ASKED)] == []
    assert None in found
