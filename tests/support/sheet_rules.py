"""Rules of the package checker about what stands in sheets: rows, formulas, texts, tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lxml import etree

from tests.support.package_parts import (
    Box,
    Fault,
    Package,
    box,
    cells_of,
    data_box,
    every,
    shown,
    unescaped,
)

MAX_TEXT = 32_767


def rows_and_cells(package: Package) -> Iterator[Fault]:
    for sheet in package.worksheets():
        numbers = [int(row.get("r")) for row in every(sheet.root, "sheetData/row")]
        if numbers != sorted(set(numbers)):
            yield Fault("row-order", sheet.part, sheet.name)
        for row in every(sheet.root, "sheetData/row"):
            places = [box(cell.get("r")) for cell in every(row, "c")]
            lefts = [place.left for place in places]
            if lefts != sorted(set(lefts)) or any(
                place.top != int(row.get("r")) for place in places
            ):
                yield Fault("cell-order", sheet.part, f"row {row.get('r')}")
            spans = [part.split(":") for part in row.get("spans", "").split()]
            if spans and not all(
                any(int(first) <= left <= int(last) for first, last in spans) for left in lefts
            ):
                yield Fault("spans", sheet.part, f"row {row.get('r')}")
        declared = every(sheet.root, "dimension")
        filled = data_box(sheet)
        if sheet.ours and declared and filled and not box(declared[0].get("ref")).holds(filled):
            yield Fault("dimension", sheet.part, declared[0].get("ref"))


def formulas(package: Package) -> Iterator[Fault]:
    metadata = [link for link in package.links(package.workbook_part) if "etadata" in link.kind]
    for sheet in package.worksheets():
        masters: dict[str, Box] = {}
        dependants: list[tuple[str, str]] = []
        arrays: list[tuple[str, Box]] = []
        for place, cell in cells_of(sheet).items():
            if not metadata and (cell.get("cm") or cell.get("vm")):
                yield Fault("metadata", sheet.part, place)
            for formula in every(cell, "f"):
                if formula.get("t") == "shared" and formula.get("ref"):
                    masters[formula.get("si")] = box(formula.get("ref"))
                elif formula.get("t") == "shared":
                    dependants.append((place, formula.get("si")))
                elif formula.get("ref"):
                    arrays.append((place, box(formula.get("ref"))))
        for place, group in dependants:
            if group not in masters or not masters[group].holds(box(place)):
                yield Fault("shared-formula", sheet.part, f"{place} has no master")
        for place, area in arrays:
            if (box(place).top, box(place).left) != (area.top, area.left):
                yield Fault("array-formula", sheet.part, place)


def texts(package: Package) -> Iterator[Fault]:
    for sheet in package.worksheets():
        for place, cell in cells_of(sheet).items():
            if cell.get("t") != "inlineStr":
                continue
            if cell.find("{*}f") is not None:
                yield Fault("inline-formula", sheet.part, place)
            pieces = list(cell.iterfind("{*}is//{*}t"))
            for piece in pieces:
                text = piece.text or ""
                preserved = piece.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
                if text != text.strip(" \t\r\n") and not preserved:
                    yield Fault("blanks", sheet.part, place)
                if "\r" in text:
                    yield Fault("carriage-return", sheet.part, place)
            whole = unescaped("".join(piece.text or "" for piece in pieces))
            if len(whole.encode("utf-16-le", "surrogatepass")) // 2 > MAX_TEXT:
                yield Fault("text-length", sheet.part, place)


def merges(package: Package) -> Iterator[Fault]:
    for sheet in package.worksheets():
        holders = every(sheet.root, "mergeCells")
        areas = [box(item.get("ref")) for item in every(sheet.root, "mergeCells/mergeCell")]
        if holders and (not areas or int(holders[0].get("count", len(areas))) != len(areas)):
            yield Fault("merge-count", sheet.part, sheet.name)
        for number, area in enumerate(areas):
            if any(area.meets(other) for other in areas[:number]):
                yield Fault("merge-overlap", sheet.part, sheet.name)
            for name, table in package.tables(sheet.part):
                if area.meets(box(table.get("ref"))):
                    yield Fault("table-merge", name, sheet.name)


def tables(package: Package) -> Iterator[Fault]:
    names: Counter[str] = Counter()
    identities: Counter[str] = Counter()
    for sheet in package.worksheets():
        cells = cells_of(sheet)
        areas: list[Box] = []
        for part, root in package.tables(sheet.part):
            names[root.get("displayName").lower()] += 1
            identities[root.get("id")] += 1
            area = box(root.get("ref"))
            if any(area.meets(other) for other in areas):
                yield Fault("table-overlap", part, root.get("ref"))
            areas.append(area)
            yield from _table(package, part, root, area, cells)
    for rule, counts in (("table-name", names), ("table-id", identities)):
        for value, count in counts.items():
            if count > 1:
                yield Fault(rule, package.workbook_part, f"{value} {count} times")


def _table(
    package: Package,
    part: str,
    root: etree._Element,
    area: Box,
    cells: dict[str, etree._Element],
) -> Iterator[Fault]:
    headers, totals = int(root.get("headerRowCount", "1")), int(root.get("totalsRowCount", "0"))
    items = every(root, "tableColumns/tableColumn")
    count = int(every(root, "tableColumns")[0].get("count", "-1"))
    if not area.right - area.left + 1 == len(items) == count:
        yield Fault("table-columns", part, f"{len(items)} columns in {root.get('ref')}")
    columns = [unescaped(item.get("name")) for item in items]
    if len({name.lower() for name in columns}) < len(columns):
        yield Fault("table-columns", part, "two columns of one name")
    if len({item.get("id") for item in items}) < len(items):
        yield Fault("table-columns", part, "two columns of one id")
    if area.bottom - area.top + 1 - headers - totals < 1:
        yield Fault("table-rows", part, root.get("ref"))
    places = {(box(place).top, box(place).left): cell for place, cell in cells.items()}
    if headers:
        texts = [
            shown(package, places.get((area.top, left)))
            for left in range(area.left, area.right + 1)
        ]
        if texts != columns:
            yield Fault("table-header", part, f"{texts} over {columns}")
    for number, item in enumerate(items):
        label = item.get("totalsRowLabel")
        cell = places.get((area.bottom, area.left + number))
        if totals and label and shown(package, cell) != unescaped(label):
            yield Fault("table-totals", part, f"{label} is {shown(package, cell)!r}")
        if totals and item.get("totalsRowFunction") and (cell is None or cell.find("{*}f") is None):
            yield Fault("table-totals", part, f"no formula under {item.get('name')}")
    for found in every(root, "autoFilter"):
        if box(found.get("ref")) != area._replace(bottom=area.bottom - totals):
            yield Fault("table-filter", part, found.get("ref"))
