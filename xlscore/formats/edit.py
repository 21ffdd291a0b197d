"""Typing into the organizer's own sheets of a workbook file: what `tables.seating` decided.

Only the parts of the sheets typed into, of a table object that grows, and of a print area that
ends with it differ afterwards; every other part stays byte for byte as it was. What was written is
read again and compared cell by cell before it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from xlscore.formats import atomic, table_growth
from xlscore.formats.markup import Element, Senseless, child, is_true, parsed, serialised
from xlscore.formats.mending import package_to_write
from xlscore.formats.package import Package, Sheet
from xlscore.formats.sheet_editor import Content, Place, TypedSheet, content_of, contents
from xlscore.formats.source import READ_ONLY, Source
from xlscore.formats.write import backup_path, is_scored, refuse_unwritable, replace_source
from xlscore.formats.xlsx_cells import table_rows
from xlscore.formats.zip_parts import MAX_UNPACKED
from xlscore.words import Refused
from xlscore.workbook.edits import Edits, SheetEdits


def write_edits(
    source: Source, target: Path, edits: Edits, *, max_unpacked: int = MAX_UNPACKED
) -> None:
    """Writes the workbook `source` with the `edits` typed in to `target`, atomically.

    Raises Refused, with nothing written, where any of it cannot be done: formats that are only
    read, protected sheets, signed workbooks, a source that is no longer what was read.
    """
    _refuse_read_only(source)
    pieces, parts = _written(package_to_write(source, max_unpacked), target, edits)
    atomic.replace(target, pieces, parts, at_last=source.refuse_changed)


def edit_in_place(source: Source, edits: Edits, *, max_unpacked: int = MAX_UNPACKED) -> Path | None:
    """Types the `edits` into the workbook itself; returns the backup where one was made.

    The backup is that of `writer.write_in_place`: the last file that was not scored. A lock file
    beside the workbook refuses. Further as `write_edits`.
    """
    _refuse_read_only(source)
    atomic.refuse_locked(source.path)
    package = package_to_write(source, max_unpacked)
    backup = None if is_scored(package) else backup_path(source.path)
    pieces, parts = _written(package, source.path, edits)
    replace_source(source, pieces, parts, backup)
    return backup


def _refuse_read_only(source: Source) -> None:
    if source.extension in READ_ONLY:
        raise Refused("format-not-edited", file=source.name, extension=source.extension)


def _written(package: Package, target: Path, edits: Edits) -> tuple[Iterable[bytes], Iterable[str]]:
    """The bytes of the package with the edits in it, and the parts that differ."""
    refuse_unwritable(package, target)
    part = package.workbook_part
    parts: dict[str, bytes] = {}
    try:
        for sheet_edits in edits.sheets:
            sheet = _sheet(package, sheet_edits.sheet)
            part = sheet.part
            parts.update(_edited(package, sheet, sheet_edits))
    except Senseless as error:
        raise Refused("part-senseless", file=package.file, part=part, found=error) from error
    return package.archive.rewritten(parts, ()), parts


def _sheet(package: Package, name: str) -> Sheet:
    sheet = next((sheet for sheet in package.sheets() if sheet.name == name), None)
    if sheet is None or sheet.kind != "worksheet":
        raise Refused("file-changed", file=package.file)
    protection = child(package.tree(sheet.part), "sheetProtection")
    if protection is not None and is_true(protection.get("sheet")):
        raise Refused("sheet-locked", file=package.file, sheet=name)
    return sheet


def _edited(package: Package, sheet: Sheet, edits: SheetEdits) -> dict[str, bytes]:
    """The parts that differ once the edits are typed into a sheet."""
    root = package.tree(sheet.part)
    changed: dict[str, Element] = {}
    top, formulas = 0, set()
    if edits.table is not None:
        top = edits.table.first_row + 1
    typed = TypedSheet(root, top)
    if any(typed.has_formula(row, column) for row, column, _ in edits.cells):
        raise Refused("file-changed", file=package.file)
    if edits.table is not None:
        part = _table(package, sheet, edits)
        table = package.tree(part)
        if edits.growth or "insertRow" in table.attrib:
            table_growth.grow_table(table, edits.table, edits.growth)
            changed[part] = table
        if edits.growth:
            formulas = table_growth.fill_new_rows(typed, table, edits.table, edits.growth)
            table_growth.grow_ranges(root, edits.table, edits.growth)
            if table_growth.grow_print_area(package, sheet, edits.table, edits.growth):
                changed[package.workbook_part] = package.tree(package.workbook_part)
    for row, column, value in edits.cells:
        typed.put(row, column, value)
        formulas.discard((row, column))
    if edits.cells:
        changed[sheet.part] = root
    parts = {part: serialised(root) for part, root in changed.items()}
    if sheet.part in parts:
        _refuse_unlike(package, sheet, parts[sheet.part], edits, formulas)
    return parts


def _table(package: Package, sheet: Sheet, edits: SheetEdits) -> str:
    """The part of the table object that the edits belong to."""
    for part in package.related(sheet.part, "table"):
        root = package.tree(part)
        area, totals = table_rows(root)
        if area == edits.table:
            if root.get("tableType", "worksheet") != "worksheet":
                raise Refused("table-linked", file=package.file, sheet=sheet.name)
            if totals and edits.growth:
                raise Refused("table-totals", file=package.file, sheet=sheet.name)
            return part
    raise Refused("file-changed", file=package.file)


def _refuse_unlike(
    package: Package, sheet: Sheet, written: bytes, edits: SheetEdits, formulas: set[Place]
) -> None:
    """Raises Refused where the sheet as written does not hold exactly what it held before, with
    the edits in it and the new `formulas`."""
    expected: dict[Place, Content] = contents(
        parsed(package.read(sheet.part), package.file, sheet.part)
    )
    for row, column, value in edits.cells:
        if value is None:
            expected.pop((row, column), None)
        else:
            expected[row, column] = content_of(value)
    found: Mapping[Place, Content] = contents(parsed(written, package.file, sheet.part))
    if {place: held for place, held in found.items() if place not in formulas} != expected:
        raise Refused("edit-unlike", file=package.file, sheet=sheet.name)
