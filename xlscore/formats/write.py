"""Our sheets into a workbook file: a scored copy, or the workbook itself.

The parts are changed by `rewrite`, the file is replaced by `atomic`; what must be refused before
anything is written is found here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from xlscore.formats import atomic
from xlscore.formats.markup import Rows, Senseless, children
from xlscore.formats.mending import package_to_write
from xlscore.formats.package import MAIN_TYPES, Package
from xlscore.formats.package_changes import Rewrite
from xlscore.formats.read import open_workbook
from xlscore.formats.sniff import OLE
from xlscore.formats.source import READ_ONLY, WRITABLE, Source
from xlscore.formats.xlsx_cells import position, row_number
from xlscore.formats.zip_parts import MAX_UNPACKED
from xlscore.words import Refused
from xlscore.workbook.block import Block
from xlscore.workbook.look import OUTPUT
from xlscore.workbook.vocabulary import sheet_kind


def write_workbook(
    source: Source,
    target: Path,
    blocks: Sequence[Block],
    *,
    replace_foreign: bool,
    max_unpacked: int = MAX_UNPACKED,
) -> None:
    """Writes the workbook `source` with the `blocks` as our sheets to `target`, atomically.

    A source in one of the READ_ONLY formats, or locked, becomes a fresh .xlsx (see `fresh`).

    Each Block starts in A1 with its header row and is named after a sheet of vocabulary.OUR_SHEETS.
    A marked sheet of that kind keeps its name, in either language; one without the mark is the
    organizer's and replaced only with `replace_foreign`; otherwise a new sheet is appended.
    Writing twice gives the same bytes. Raises Refused, with nothing written, where any of it
    cannot be done, and where the source is no longer what was read.
    """
    if source.extension in READ_ONLY or source.content.startswith(OLE):
        # Rarely needed, and starting up should be quick.
        from xlscore.formats.convert_to_xlsx import fresh_package

        package = fresh_package(open_workbook(source, max_unpacked=max_unpacked))
    else:
        package = package_to_write(source, max_unpacked)
    pieces, parts = _written(package, target, blocks, replace_foreign)
    atomic.replace(target, pieces, parts, at_last=source.refuse_changed)


def write_in_place(
    source: Source,
    blocks: Sequence[Block],
    *,
    replace_foreign: bool = False,
    max_unpacked: int = MAX_UNPACKED,
) -> Path | None:
    """Writes the `blocks` into the workbook itself; returns the backup where one was made.

    The backup ``NAME.bak.xlsx`` holds the last file that was not scored (see `is_scored`), so
    that it is never overwritten by a scored one. A lock file beside the workbook refuses.
    Further as `write_workbook`.
    """
    if source.extension in READ_ONLY:
        raise Refused("format-read-only", file=source.name, extension=source.extension)
    atomic.refuse_locked(source.path)
    package = package_to_write(source, max_unpacked)
    backup = None if is_scored(package) else backup_path(source.path)
    pieces, parts = _written(package, source.path, blocks, replace_foreign)
    replace_source(source, pieces, parts, backup)
    return backup


def replace_source(
    source: Source, pieces: Iterable[bytes], parts: Iterable[str], backup: Path | None
) -> None:
    """Replaces the workbook that was read, and before it the backup, which gets what was read."""
    kept = None if backup is None else (backup, source.content)
    names = {path.name for path in (atomic.real_path(source.path), backup) if path}
    atomic.sweep(atomic.real_path(source.path).parent, names)
    atomic.replace(source.path, pieces, parts, backup=kept, at_last=source.refuse_changed)


def backup_path(path: Path) -> Path:
    """Where the last file that was not scored is kept, beside the real file."""
    real = atomic.real_path(path)
    return real.with_name(f"{real.stem}.bak{real.suffix}")


def _written(
    package: Package, target: Path, blocks: Iterable[Block], replace_foreign: bool
) -> tuple[Iterable[bytes], Iterable[str]]:
    """The bytes of the package with our sheets, and the parts that differ in it."""
    refuse_unwritable(package, target)
    try:
        rewrite = Rewrite(package)
        for block in blocks:
            rewrite.put(block, replace_foreign=replace_foreign)
    except Senseless as error:
        part = package.workbook_part
        raise Refused("part-senseless", file=package.file, part=part, found=error) from error
    parts, pieces = rewrite.finished()
    return pieces, parts


def refuse_unwritable(package: Package, target: Path) -> None:
    """Raises Refused for signed workbooks, templates, and a name that does not fit the content.

    A macro workbook stays one: Excel opens no .xlsx that holds macros, and no .xlsm that has
    none of a macro workbook's type.
    """
    expected = MAIN_TYPES[package.main_type]
    if expected not in WRITABLE:
        raise Refused("file-template", file=package.file, extension=expected)
    if target.suffix.lower() != expected:
        raise Refused("extension-differs", file=target.name, expected=expected)
    if any(link.type.endswith("/digital-signature/origin") for link in package.relationships("")):
        raise Refused("file-signed", file=package.file)


def is_scored(package: Package) -> bool:
    """Whether a sheet of ours already holds results: any cell below the header in our columns.

    Templates bring our sheets empty, so a marked sheet alone says nothing.
    """
    for sheet in package.sheets():
        if sheet.ours and sheet.kind == "worksheet":
            columns = OUTPUT.get(sheet_kind(sheet.name) or "", OUTPUT["standings"])
            if _is_filled(package, sheet.part, len(columns)):
                return True
    return False


def _is_filled(package: Package, part: str, width: int) -> bool:
    number = -1
    for row in Rows(package.chunks(part), package.file, part):
        number = row_number(row.get("r"), number + 1)
        if number > 0 and any(
            len(cell) and position(cell.get("r", "A1"))[1] < width for cell in children(row, "c")
        ):
            return True
    return False
