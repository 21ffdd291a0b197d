"""Random tournaments from a seed, with everything in them that real ones have, only more of it."""

from __future__ import annotations

from random import Random

from tests.oracle.catan import catan
from tests.oracle.league import league
from tests.oracle.rules import Tournament


def generate(seed: int) -> Tournament:
    """The tournament of this seed, the same on every machine."""
    random = Random(seed)
    rule_set = random.choice(("dsvc-s3", "eppelborn-19", "punktevergabe", "neuwald-ladder"))
    if rule_set == "punktevergabe":
        return league(random)
    return catan(random, rule_set)
