"""The parts of a workbook that change when our sheets come into it; all others stay as they are.

These may differ afterwards: our own sheets and the tables on them and, where needed, the workbook
part and its relationships, the content types, the styles and the calculation chain. What stands
in ``docProps/app.xml`` is left alone: its titles and counts belong together, and no program minds
a list that is short. Facts about the order of elements are those of ECMA-376 part 1, annex A.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence

from xlscore.formats import range_updates
from xlscore.formats.markup import (
    MAIN,
    OFFICE,
    Element,
    added,
    child,
    children,
    ensured,
    is_true,
    namespace,
    parsed,
    serialised,
)
from xlscore.formats.output_sheet import ExistingSheet, fresh_sheet
from xlscore.formats.package import CALCULATED, CONTENT_TYPES, Package, Sheet, relationships_part
from xlscore.formats.range_updates import Extent, Table
from xlscore.formats.row_xml import styles_used
from xlscore.formats.styles import EMPTY, StyleSheet
from xlscore.formats.xlsx_cells import area
from xlscore.formats.zip_parts import part_key
from xlscore.words import Refused
from xlscore.workbook.block import MAX_ROWS, Block, quoted_sheet
from xlscore.workbook.vocabulary import MARK, existing_sheet

_WORKBOOK_ORDER = (
    "fileVersion",
    "fileSharing",
    "workbookPr",
    "workbookProtection",
    "bookViews",
    "sheets",
    "functionGroups",
    "externalReferences",
    "definedNames",
    "calcPr",
)
_CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.{}+xml"
_MAX_SHEET_ID = 65_534


class Rewrite:
    """Collects the changed parts of a package. Raises Refused where a sheet cannot be put."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._workbook = package.tree(package.workbook_part)
        self._folder = posixpath.dirname(package.workbook_part)
        self._strict = MAIN.index(namespace(self._workbook))
        self._sheets = package.sheets()
        self._changed: dict[str, Element] = {}
        self._new: dict[str, Iterable[bytes]] = {}
        self._removed: set[str] = set()
        self._styles_part, self._styles = self._style_sheet()
        self._calculate_on_load()

    def put(self, block: Block, *, replace_foreign: bool) -> None:
        """Puts the rows of a Block into the sheet of its kind, or into a new one."""
        if len(block.rows) > MAX_ROWS:
            raise Refused(
                "too-many-rows", sheet=block.sheet, rows=len(block.rows) - 1, limit=MAX_ROWS - 1
            )
        sheet = existing_sheet(self._sheets, block.sheet)
        if sheet is None:
            self._append(block)
            return
        file = self._package.file
        if not sheet.ours and not replace_foreign:
            raise Refused("sheet-foreign", file=file, sheet=sheet.name)
        if sheet.kind != "worksheet":
            raise Refused("sheet-without-cells", file=file, sheet=sheet.name)
        self._replace(sheet, block)

    def finished(self) -> tuple[list[str], Iterator[bytes]]:
        """Names of the parts written, and the bytes of the whole file."""
        if self._styles.changed:
            self._changed[self._styles_part] = self._styles.root
        parts: dict[str, bytes | Iterable[bytes]] = {
            part: serialised(root) for part, root in self._changed.items()
        }
        parts.update(self._new)
        return list(parts), self._package.archive.rewritten(parts, self._removed)

    # Our sheets

    def _append(self, block: Block) -> None:
        package, root = self._package, self._workbook
        protection = child(root, "workbookProtection")
        if protection is not None and is_true(protection.get("lockStructure")):
            raise Refused("structure-protected", file=package.file, sheet=block.sheet)
        part = self._free_part("worksheets/sheet{}.xml")
        self._enter(part, "worksheet")
        link = self._link(part, "worksheet")
        taken = {sheet.sheet_id for sheet in self._sheets}
        free = max(taken, default=0) + 1
        if free > _MAX_SHEET_ID:
            free = next(number for number in range(1, _MAX_SHEET_ID) if number not in taken)
        attributes = {"name": block.sheet, "sheetId": str(free)}
        item = added(ensured(root, "sheets", _WORKBOOK_ORDER), "sheet", attributes)
        item.set(f"{{{OFFICE[self._strict]}}}id", link)
        sheet = Sheet(block.sheet, free, part, "worksheet", True)
        self._sheets.append(sheet)
        self._mark(sheet)
        titles = f"{quoted_sheet(block.sheet)}!$1:$1"
        self._define("_xlnm.Print_Titles", sheet, titles)
        formats = self._styles.formats(styles_used(block))
        self._new[part] = fresh_sheet(block, formats, MAIN[self._strict])

    def _replace(self, sheet: Sheet, block: Block) -> None:
        package = self._package
        extent = Extent.of(block, whole=not sheet.ours)
        tables = range_updates.tables_of(package, sheet.part, extent)
        block = range_updates.headings_kept(block, tables)
        extent = Extent.of(block, whole=not sheet.ours)
        tables = [range_updates.with_new_names(package, sheet, table, extent) for table in tables]
        existing = ExistingSheet(package, sheet, extent, tables)
        range_updates.refuse_crowded(package, sheet, existing.root, tables, extent)
        for table in tables:
            if extent.clears(table.old):
                if not range_updates.follow_table(table, extent):
                    raise Refused("sheet-crowded", file=package.file, sheet=sheet.name)
                self._changed[table.part] = table.root
        self._follow_names(sheet, existing.root, tables, extent)
        self._trim_chain(sheet, existing.formulas_gone, extent)
        if not sheet.ours:
            self._mark(sheet)
        formats = self._styles.formats(styles_used(block))
        self._new[sheet.part] = existing.pieces(block, formats)

    # The workbook part

    def _mark(self, sheet: Sheet) -> None:
        self._define(MARK, sheet, "TRUE", hidden=True)

    def _define(self, name: str, sheet: Sheet, content: str, *, hidden: bool = False) -> None:
        """A new name in the scope of a sheet."""
        names = ensured(self._workbook, "definedNames", _WORKBOOK_ORDER)
        attributes = {"name": name, "localSheetId": str(self._sheets.index(sheet))}
        added(
            names, "definedName", {**attributes, **({"hidden": "1"} if hidden else {})}
        ).text = content
        self._touch_workbook()

    def _follow_names(
        self, sheet: Sheet, root: Element, tables: Sequence[Table], extent: Extent
    ) -> None:
        """The sheet's print area and the hidden name of its filter follow the new extent."""
        found = child(root, "autoFilter")
        for name in children(child(self._workbook, "definedNames"), "definedName"):
            if name.get("localSheetId") != str(self._sheets.index(sheet)):
                continue
            content, kind = name.text or "", name.get("name", "").casefold()
            if kind == "_xlnm.print_area":
                content = range_updates.follow_print_area(content, tables, extent)
            elif kind == "_xlnm._filterdatabase" and found is not None:
                place = extent.followed(area(found.get("ref", "")))
                content = f"{quoted_sheet(sheet.name)}!{range_updates.absolute(place)}"
            if content != name.text:
                name.text = content
                self._touch_workbook()

    def _calculate_on_load(self) -> None:
        calculation = ensured(self._workbook, "calcPr", _WORKBOOK_ORDER)
        if not is_true(calculation.get("fullCalcOnLoad")):
            calculation.set("fullCalcOnLoad", CALCULATED)
            self._touch_workbook()

    def _touch_workbook(self) -> None:
        self._changed[self._package.workbook_part] = self._workbook

    # Other parts

    def _style_sheet(self) -> tuple[str, StyleSheet]:
        links = self._package.relationships(self._package.workbook_part)
        part = next((link.target for link in links if link.kind == "styles"), None)
        if part is not None and part in self._package:
            return part, StyleSheet(self._package.tree(part), self._package.file)
        if part is None:
            part = self._free_part("styles{}.xml")
            self._link(part, "styles")
        self._enter(part, "styles")
        empty = EMPTY.format(namespace=MAIN[self._strict]).encode()
        return part, StyleSheet(parsed(empty, self._package.file, part), self._package.file)

    def _free_part(self, name: str) -> str:
        """A fresh part name beside the workbook: without a number where `name` may go without."""
        types = self._package.tree(CONTENT_TYPES)
        taken = {part_key(entry) for entry in self._package.names} | set(map(part_key, self._new))
        taken |= {part_key(item.get("PartName", "")) for item in children(types, "Override")}
        # Some programs look for the styles under no other name.
        numbers: list[object] = ["" if name.startswith("styles") else 1, *range(2, len(taken) + 3)]
        names = (posixpath.join(self._folder, name.format(number)) for number in numbers)
        return next(fresh for fresh in names if part_key(fresh) not in taken)

    def _enter(self, part: str, kind: str) -> None:
        """Enters a part among the content types."""
        types = self._package.tree(CONTENT_TYPES)
        named = (part_key(item.get("PartName", "")) for item in children(types, "Override"))
        if part_key(part) not in named:
            attributes = {"PartName": f"/{part}", "ContentType": _CONTENT_TYPE.format(kind)}
            added(types, "Override", attributes)
            self._changed[CONTENT_TYPES] = types

    def _link(self, part: str, kind: str) -> str:
        """A new relationship of the workbook to a part beside it; returns its id."""
        rels = relationships_part(self._package.workbook_part)
        root = self._package.tree(rels)
        taken = {item.get("Id") for item in root}
        identity = next(
            fresh
            for fresh in (f"rId{number}" for number in range(1, len(taken) + 2))
            if fresh not in taken
        )
        attributes = {
            "Id": identity,
            "Type": f"{OFFICE[self._strict]}/{kind}",
            "Target": posixpath.relpath(part, self._folder or "."),
        }
        added(root, "Relationship", attributes)
        self._changed[rels] = root
        return identity

    def _trim_chain(self, sheet: Sheet, gone: set[str], extent: Extent) -> None:
        """Takes cells that are no longer formulas out of the calculation chain.

        A cell of the chain without ``i`` is on the sheet of the cell before it.
        """
        package = self._package
        links = package.relationships(package.workbook_part)
        link = next((link for link in links if link.kind == "calcChain"), None)
        if link is None or link.target not in package or link.target in self._removed:
            return
        root = package.tree(link.target)
        on, inherited, trimmed = "", "", False
        for cell in children(root, "c"):
            on = cell.get("i", on)
            place = cell.get("r", "")
            if on == str(sheet.sheet_id) and (place in gone or extent.clears(area(place))):
                root.remove(cell)
                trimmed = True
                continue
            if on != inherited:
                cell.set("i", on)
            inherited = on
        if not trimmed:
            return
        self._changed[link.target] = root
        if not children(root, "c"):
            self._remove(link.target, link.id)

    def _remove(self, part: str, link: str) -> None:
        """Takes a part of the workbook out of the package."""
        package = self._package
        self._changed.pop(part)
        self._removed.add(part)
        rels = relationships_part(package.workbook_part)
        for item in package.tree(rels):
            if item.get("Id") == link:
                package.tree(rels).remove(item)
                self._changed[rels] = package.tree(rels)
        types = package.tree(CONTENT_TYPES)
        for item in children(types, "Override"):
            if part_key(item.get("PartName", "")) == part_key(part):
                types.remove(item)
                self._changed[CONTENT_TYPES] = types
