"""``python -m tests.fuzz.worker FOLDER [KEEP]``: a seed a line in, an outcome a line out."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sys
import traceback
import warnings
from pathlib import Path

from tests.fuzz import verdict
from tests.fuzz.case import made

MEMORY = 1 << 30


def tried(seed: int, folder: Path, keep: Path | None) -> tuple[str, str, float]:
    """Label, fault and seconds of one case, in a fresh folder."""
    verdict.slowest = 0.0
    label, fault, what = "fault", "", "not made"
    kept = None
    folder.mkdir()
    try:
        case = made(seed, folder)
        what = case.what
        if keep:
            # Before it is tried: this process may not survive that.
            kept = keep / f"{seed}{case.path.suffix}"
            shutil.copyfile(case.path, kept)
        label = verdict.judged(case)
    except BaseException as error:  # a panic in a library is no Exception
        if isinstance(error, KeyboardInterrupt):
            raise
        fault = f"{what}\n{traceback.format_exc()}"
    if kept and not fault:
        kept.unlink()
    shutil.rmtree(folder)
    return label, fault, round(verdict.slowest, 2)


def main() -> None:
    folder, keep = Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] and sys.argv[2] else None
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # What commands or libraries print must not get among the outcomes.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        print(json.dumps(tried(int(line), folder / line.strip(), keep)), file=out, flush=True)


if __name__ == "__main__":
    main()
