"""Do the numbers of a draw follow from the seed alone, as the docstring says, and evenly?"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest

from xlscore.seating.random_draw import Chance, canonical
from xlscore.words import Refused


def test_a_number_is_made_as_described() -> None:
    """`printf '0\\nround 2\\n4711' | sha256sum` begins with 8fdd12ce6208f5ab."""
    chance = Chance("4711", "round 2")
    assert chance.below(2**64) == 0x8FDD12CE6208F5AB
    assert chance.below(2**64) == 0x81A30EE40AB8FFBE


def test_a_number_too_large_for_an_even_division_is_thrown_away() -> None:
    limit = 2**63 + 1  # only numbers below it count, about every other one
    numbers = [
        int(sha256(f"{count}\nround 2\nseed".encode()).hexdigest()[:16], 16) for count in range(40)
    ]
    kept = [number for number in numbers if number < limit]
    chance = Chance("seed", "round 2")
    assert len(kept) < 30
    assert [chance.below(limit) for _ in kept] == kept


def test_golden_numbers() -> None:
    chance = Chance("4711", "round 2")
    assert [chance.below(6) for _ in range(10)] == [3, 0, 1, 3, 0, 4, 2, 1, 2, 3]


def test_a_list_is_shuffled_from_its_end() -> None:
    numbers = Chance("4711", "final")
    first, second, third = numbers.below(4), numbers.below(3), numbers.below(2)
    expected = list("ABCD")
    for last, other in ((3, first), (2, second), (1, third)):
        expected[last], expected[other] = expected[other], expected[last]
    assert Chance("4711", "final").shuffled("ABCD") == expected


def test_a_seed_means_the_same_composed_or_not() -> None:
    assert Chance("K\u00f6ln", "final").below(10**9) == Chance("Ko\u0308ln", "final").below(10**9)


@pytest.mark.parametrize("other", [("4711", "round 3"), ("4712", "round 2")])
def test_another_seed_or_purpose_gives_other_numbers(other: tuple[str, str]) -> None:
    assert Chance(*other).below(2**64) != Chance("4711", "round 2").below(2**64)


def test_a_purpose_cannot_reach_into_the_seed() -> None:
    with pytest.raises(ValueError, match="one line"):
        Chance("4711", "round 2\n4711")


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_impossible_limits_are_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Chance("4711", "final").below(limit)


def test_every_order_of_five_is_equally_likely() -> None:
    draws = 12_000
    orders = Counter(tuple(Chance(str(seed), "final").shuffled("ABCDE")) for seed in range(draws))
    expected = draws / 120
    squares = sum((orders[order] - expected) ** 2 for order in permutations("ABCDE"))
    assert squares / expected < 172.4  # chi-square, 119 degrees of freedom, one in a thousand


def test_names_have_one_order_however_they_were_typed() -> None:
    names = ["bob", "Bob", "ann", "Änne", "Zoe", "A\u0308gid"]
    expected = ["ann", "Bob", "bob", "Zoe", "A\u0308gid", "Änne"]
    assert all(canonical(order) == expected for order in permutations(names))


@pytest.mark.parametrize("twin", ["Änne Ahorn", "A\u0308nne Ahorn"])
def test_a_name_that_stands_there_twice_is_refused(twin: str) -> None:
    with pytest.raises(Refused, match="stands twice"):
        canonical(["Änne Ahorn", "Bob Birke", twin])
