"""Rules of the package checker about the package, its workbook part and its styles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lxml import etree

from tests.support.package_parts import (
    SPREADSHEET,
    Fault,
    Package,
    box,
    cells_of,
    every,
    local,
    name_key,
    relation,
)

MAIN_TYPES = {
    ".xlsx": "sheet.main+xml",
    ".xlsm": "sheet.macroenabled.main+xml",
    ".xlam": "addin.macroenabled.main+xml",
}
ORDERS = {
    "worksheet": (
        "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection "
        "protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews "
        "mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions "
        "pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches "
        "ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture "
        "oleObjects controls webPublishItems tableParts extLst"
    ),
    "workbook": (
        "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups "
        "externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches "
        "smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst"
    ),
    "styleSheet": (
        "numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst"
    ),
}
"""The order of children, by root element (ECMA-376 part 1, annex A)."""


def content_types(package: Package) -> Iterator[Fault]:
    name = "[Content_Types].xml"
    root = package.root(name)
    overrides: list[str] = []
    defaults: set[str] = set()
    types: dict[str, str] = {}
    for item in [] if root is None else root:
        if local(item) == "Default":
            defaults.add(item.get("Extension").lower())
        elif local(item) == "Override":
            part = item.get("PartName")
            if not part.startswith("/"):
                yield Fault("content-type", name, f"{part} has no leading slash")
            overrides.append(name_key(part.lstrip("/")))
            types[overrides[-1]] = item.get("ContentType").lower()
    for part, count in Counter(overrides).items():
        if count > 1:
            yield Fault("content-type", name, f"{part} overridden {count} times")
        if part not in package.names:
            yield Fault("content-type", name, f"{part} overridden but missing")
    for key, part in package.names.items():
        if key not in overrides and key.rpartition(".")[2] not in defaults:
            yield Fault("content-type", part, "has no content type")
    main = types.get(name_key(package.workbook_part), "")
    if not main.endswith(MAIN_TYPES.get(package.path.suffix.lower(), "?")):
        yield Fault("main-type", package.workbook_part, f"{main} in {package.path.suffix}")


def reachable(package: Package) -> Iterator[Fault]:
    seen: set[str] = set()
    open_parts = [""]
    while open_parts:
        part = open_parts.pop()
        identities = Counter(link.id for link in package.links(part))
        for identity, count in identities.items():
            if count > 1:
                yield Fault("relationship-twice", part, identity)
        for link in package.links(part):
            if link.external or name_key(link.target) in seen:
                continue
            if name_key(link.target) not in package.names:
                yield Fault("dangling", part, f"{link.id} -> {link.target}")
                continue
            seen.add(name_key(link.target))
            open_parts.append(package.names[name_key(link.target)])
    for key, part in package.names.items():
        if key not in seen and not key.endswith((".rels", "/")) and key != "[content_types].xml":
            yield Fault("orphan", part, "nothing refers to it")


def relationship_ids(package: Package) -> Iterator[Fault]:
    """Every r:id in a sheet or the workbook has its relationship, every table its tablePart."""
    for part, root in package.roots.items():
        if etree.QName(root).namespace not in SPREADSHEET:
            continue
        known = {link.id for link in package.links(part)}
        for element in root.iter("{*}*"):
            for name in ("id", "embed", "pict"):
                wanted = relation(element, name)
                if wanted and wanted not in known:
                    yield Fault("relationship-missing", part, f"{local(element)} {wanted}")
        if local(root) == "worksheet":
            named = {relation(item) for item in every(root, "tableParts/tablePart")}
            tables = {link.id for link in package.links(part) if link.kind == "table"}
            for stray in sorted(tables - named):
                yield Fault("relationship-missing", part, f"{stray} has no tablePart")


def own_encoding(package: Package) -> Iterator[Fault]:
    for sheet in package.worksheets():
        if sheet.ours:
            data = package.data[package.names[name_key(sheet.part)]]
            if not re.match(rb'<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>', data):
                yield Fault("encoding", sheet.part, repr(data[:60]))


# Workbook


def sheet_list(package: Package) -> Iterator[Fault]:
    part, sheets = package.workbook_part, every(package.workbook, "sheets/sheet")
    names = [sheet.get("name") for sheet in sheets]
    for name, count in Counter(name.lower() for name in names).items():
        if count > 1:
            yield Fault("sheet-name", part, f"{name} {count} times")
    for name in names:
        units = len(name.encode("utf-16-le")) // 2
        edges = name.startswith("'") or name.endswith("'")
        if not 1 <= units <= 31 or re.search(r"[\[\]:*?/\\]", name) or edges:
            yield Fault("sheet-name", part, name)
        if name.lower() == "history":
            yield Fault("sheet-name", part, name)
    for rule, values in (
        ("sheet-id", [sheet.get("sheetId") for sheet in sheets]),
        ("sheet-relationship", [relation(sheet) for sheet in sheets]),
    ):
        for value, count in Counter(values).items():
            if count > 1:
                yield Fault(rule, part, f"{value} {count} times")
    for view in every(package.workbook, "bookViews/workbookView"):
        for name in ("activeTab", "firstSheet"):
            if int(view.get(name, "0")) >= len(sheets):
                yield Fault("active-tab", part, f"{name} {view.get(name)}")
    active = [view.get("activeTab", "0") for view in every(package.workbook, "bookViews/*")]
    for sheet in package.worksheets():
        selected = every(sheet.root, "sheetViews/sheetView")
        if any(view.get("tabSelected") in ("1", "true") for view in selected) and (
            str(sheet.index) not in active
        ):
            yield Fault("tab-selected", sheet.part, sheet.name)


def defined_names(package: Package) -> Iterator[Fault]:
    part = package.workbook_part
    names = every(package.workbook, "definedNames/definedName")
    sheets = len(every(package.workbook, "sheets/sheet"))
    scoped = Counter((name.get("name").lower(), name.get("localSheetId")) for name in names)
    for (name, scope), count in scoped.items():
        if count > 1:
            yield Fault("name-twice", part, f"{name} in {scope}")
    for name in names:
        if int(name.get("localSheetId", "0")) >= sheets:
            yield Fault("name-scope", part, name.get("name"))


def name_extents(package: Package) -> Iterator[Fault]:
    """The hidden name of a filter is its area; what is printed of ours is what is filled."""
    names = {
        (name.get("name").lower(), name.get("localSheetId")): name.text or ""
        for name in every(package.workbook, "definedNames/definedName")
    }
    for sheet in package.worksheets():
        found = every(sheet.root, "autoFilter")
        content = names.get(("_xlnm._filterdatabase", str(sheet.index)))
        reference = (content or "").rpartition("!")[2].replace("$", "")
        if found and content is not None and reference != found[0].get("ref"):
            yield Fault("filter-extent", package.workbook_part, f"{content} on {sheet.name}")
        printed = names.get(("_xlnm.print_area", str(sheet.index)))
        filled = [box(place) for place in cells_of(sheet) if re.match(r"[A-J]\d", place)]
        if sheet.ours and printed and filled and re.fullmatch(r"[^,]+!\$[\w$:]+", printed):
            last = box(printed.rpartition("!")[2]).bottom
            if last != max(place.bottom for place in filled):
                yield Fault("print-extent", package.workbook_part, f"{printed} on {sheet.name}")


def element_order(package: Package) -> Iterator[Fault]:
    for part, root in package.roots.items():
        order = ORDERS.get(local(root), "").split()
        if order and etree.QName(root).namespace in SPREADSHEET:
            places = [order.index(local(item)) for item in root if local(item) in order]
            if places != sorted(places):
                yield Fault("element-order", part, " ".join(local(item) for item in root))


def app_titles(package: Package) -> Iterator[Fault]:
    for link in package.links(""):
        root = package.root(link.target)
        if root is None or local(root) != "Properties" or link.kind[:8] != "extended":
            continue
        titles = root.find("{*}TitlesOfParts/{*}vector")
        counts = root.findall("{*}HeadingPairs/{*}vector/{*}variant/{*}i4")
        if titles is not None and counts:
            total = sum(int(count.text or "0") for count in counts)
            if not total == len(titles) == int(titles.get("size", "-1")):
                yield Fault("app-titles", link.target, f"{total} counted, {len(titles)} named")


def calculation_chain(package: Package) -> Iterator[Fault]:
    formulas = {
        (sheet.sheet_id, place)
        for sheet in package.worksheets()
        for place, cell in cells_of(sheet).items()
        if cell.find("{*}f") is not None
    }
    arrays = [
        (sheet.sheet_id, box(formula.get("ref")))
        for sheet in package.worksheets()
        for formula in every(sheet.root, "sheetData/row/c/f")
        if formula.get("t") == "array"
    ]
    for link in package.links(package.workbook_part):
        if link.kind != "calcChain":
            continue
        entries = every(package.root(link.target), "c")
        if not entries:
            yield Fault("calculation-chain", link.target, "empty")
        on = ""
        for entry in entries:
            on, place = entry.get("i", on), entry.get("r")
            in_array = any(on == sheet and area.holds(box(place)) for sheet, area in arrays)
            if (on, place) not in formulas and not in_array:
                yield Fault("calculation-chain", link.target, f"{place} on sheet {on}")


def styles(package: Package) -> Iterator[Fault]:
    for link in package.links(package.workbook_part):
        root = package.root(link.target)
        if link.kind != "styles" or root is None:
            continue
        sizes = {}
        for group in root:
            sizes[local(group)] = len(group)
            if group.get("count") and int(group.get("count")) != len(group):
                yield Fault("style-count", link.target, f"{local(group)} {group.get('count')}")
        formats = Counter(item.get("numFmtId") for item in every(root, "numFmts/numFmt"))
        if any(count > 1 for count in formats.values()):
            yield Fault("number-format", link.target, str(formats))
        for item in every(root, "cellXfs/xf"):
            for name, group in (("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders")):
                if int(item.get(name, "0")) >= sizes.get(group, 0):
                    yield Fault("style-index", link.target, f"{name} {item.get(name)}")
            number = int(item.get("numFmtId", "0"))
            if number >= 164 and str(number) not in formats:
                yield Fault("number-format", link.target, f"{number} is not defined")
        for sheet in package.worksheets():
            for place, cell in cells_of(sheet).items():
                if int(cell.get("s", "0")) >= sizes.get("cellXfs", 0):
                    yield Fault("style-index", sheet.part, place)
            for rule in every(sheet.root, "conditionalFormatting/cfRule"):
                if int(rule.get("dxfId", "-1")) >= sizes.get("dxfs", 0):
                    yield Fault("style-index", sheet.part, f"dxf {rule.get('dxfId')}")
