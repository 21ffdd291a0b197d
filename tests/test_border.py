"""Does what was meant come out, or a finding that names the cell, whatever borders are typed?

A few hundred workbooks here; ``python -m tests.fuzz.border N`` types as many as there is time for.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz.border import WARNED, outcome, table
from tests.fuzz.typist import KINDS, typed_up, written

CHUNKS, CHUNK = 8, 50


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_what_was_meant_comes_out(chunk: int) -> None:
    found = [outcome(seed) for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK)]
    faults = [f"seed {one.seed}: {one.fault}" for one in found if one.fault]
    assert not faults, "\n".join(faults)


def test_a_legitimate_border_is_hardly_ever_warned_of() -> None:
    found = [outcome(seed) for seed in range(1000, 1300)]
    fine = [one for one in found if one.legitimate]
    warned = [one for one in fine if one.label == WARNED]
    assert 100 * len(warned) <= len(fine), warned


# --- the instruments -------------------------------------------------------------------------


def test_a_seed_always_makes_the_same_workbook(tmp_path: Path) -> None:
    for seed in range(30):
        both = []
        for folder in ("one", "other"):
            place = tmp_path / folder / str(seed)
            place.mkdir(parents=True)
            draft = typed_up(seed)
            path = written(draft, place)
            both.append((path.name, draft.options, draft.lines, [one.name for one in draft.kinds]))
        assert both[0] == both[1]


def test_all_kinds_occur() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1500):
        seen.update(kind.name for kind in typed_up(seed).kinds)
    assert {kind.name for kind in KINDS} == set(seen)


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS if not kind.legitimate])
def test_a_difference_that_nothing_names_is_a_fault(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same workbooks, judged as if nothing had been found."""
    monkeypatch.setattr("tests.fuzz.border.named", lambda *_: False)
    labels = Counter(outcome(seed, only=kind).label for seed in range(12))
    assert labels["named"] == 0


def test_the_table_counts_every_workbook_for_each_of_its_kinds() -> None:
    found = [outcome(seed) for seed in range(20)]
    lines = table(found)
    counts = [int(word) for line in lines for word in line.split() if word.isdigit()]
    assert sum(counts) == sum(max(1, len(one.kinds)) for one in found)
