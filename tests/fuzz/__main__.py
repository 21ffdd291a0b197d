"""``python -m tests.fuzz N [--seed S] [--keep DIR]``: N random workbooks, what came of them."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.pool import outcomes

SUMMARY = 1000


def main() -> int:
    """Prints every fault with its seed and a summary per thousand; 1 when there is a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("count", type=int, help="number of workbooks")
    parser.add_argument("--seed", type=int, default=0, help="the first one's seed")
    parser.add_argument("--keep", type=Path, help="folder for the workbooks of faults")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    labels: Counter[str] = Counter()
    faults, slowest, began = 0, (0.0, 0), time.monotonic()
    seeds = range(options.seed, options.seed + options.count)
    for tried, outcome in enumerate(outcomes(seeds, options.keep), 1):
        labels[outcome.label] += 1
        slowest = max(slowest, (outcome.seconds, outcome.seed))
        if outcome.fault:
            faults += 1
            print(f"seed {outcome.seed}: {outcome.fault}", flush=True)
        if tried % SUMMARY == 0 or tried == options.count:
            told = ", ".join(f"{count} {label}" for label, count in labels.most_common())
            print(
                f"{tried} workbooks in {time.monotonic() - began:.0f} s, {faults} faults, slowest "
                f"command {slowest[0]:.1f} s (seed {slowest[1]}): {told}",
                flush=True,
            )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
