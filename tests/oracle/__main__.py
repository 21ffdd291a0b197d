"""``python -m tests.oracle N [--seed S]``: engine and oracle on N random tournaments."""

from __future__ import annotations

import argparse
import sys

from tests.oracle.comparison import differences


def main() -> int:
    """Prints every seed they disagree on; 1 when there is one."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("count", type=int, help="number of tournaments")
    parser.add_argument("--seed", type=int, default=0, help="the first one's seed")
    options = parser.parse_args()
    disagreements = 0
    for seed in range(options.seed, options.seed + options.count):
        lines = differences(seed)
        if lines:
            disagreements += 1
            print(f"seed {seed}:", *lines[:5], sep="\n  ")
    print(f"{options.count} tournaments, {disagreements} disagreements")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
