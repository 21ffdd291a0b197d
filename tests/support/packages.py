"""A workbook file as the package that the code under test makes of it."""

from __future__ import annotations

from pathlib import Path

from xlscore.formats.atomic import read_bytes
from xlscore.formats.package import Package
from xlscore.formats.zip_parts import MAX_UNPACKED


def package_of(path: Path, max_unpacked: int = MAX_UNPACKED) -> Package:
    """The package in that file."""
    return Package(read_bytes(path), path.name, max_unpacked)
