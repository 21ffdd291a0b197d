"""A workbook file taken apart for the package checker, with nothing of the code under test."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

SPREADSHEET = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
OFFICE = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)
MARK = "_xlscore"


class Fault(NamedTuple):
    """One broken rule: its name, the part, what is wrong."""

    rule: str
    part: str
    what: str


class Box(NamedTuple):
    """A rectangle of cells, counted from 1, all edges included."""

    top: int
    left: int
    bottom: int
    right: int

    def meets(self, other: Box) -> bool:
        rows = self.top <= other.bottom and other.top <= self.bottom
        return rows and self.left <= other.right and other.left <= self.right

    def holds(self, other: Box) -> bool:
        rows = self.top <= other.top and other.bottom <= self.bottom
        return rows and self.left <= other.left and other.right <= self.right


class Link(NamedTuple):
    id: str
    kind: str
    target: str
    external: bool


class SheetPart(NamedTuple):
    """A worksheet with what the workbook says of it."""

    name: str
    index: int
    sheet_id: str
    part: str
    root: etree._Element
    ours: bool


class Package:
    """The parts of a file, parsed, with what is wrong with them as such."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.faults: list[Fault] = []
        self.names: dict[str, str] = {}
        self.data: dict[str, bytes] = {}
        self.roots: dict[str, etree._Element] = {}
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name_key(name) in self.names:
                    self.faults.append(Fault("part-twice", name, "stands in the zip file twice"))
                self.names[name_key(name)] = name
                self.data[name] = archive.read(name)
        for name, data in self.data.items():
            if name.lower().endswith((".xml", ".rels")):
                try:
                    self.roots[name] = etree.fromstring(data)
                except etree.XMLSyntaxError as error:
                    self.faults.append(Fault("well-formed", name, str(error)))
        main = [link.target for link in self.links("") if link.kind == "officeDocument"]
        self.workbook_part = main[0] if main else ""
        self.workbook = self.root(self.workbook_part)
        if self.workbook is None:
            self.faults.append(Fault("dangling", "_rels/.rels", "no workbook part"))

    def root(self, part: str) -> etree._Element | None:
        return self.roots.get(self.names.get(name_key(part), ""))

    def links(self, part: str) -> list[Link]:
        folder, name = posixpath.split(part)
        root = self.root(posixpath.join(folder, "_rels", f"{name}.rels"))
        links = []
        for item in [] if root is None else root:
            external = item.get("TargetMode") == "External"
            target = item.get("Target")
            if not external:
                joined = posixpath.join("/", folder, target.partition("#")[0])
                target = posixpath.normpath(joined).lstrip("/")
            kind = item.get("Type").rpartition("/")[2]
            links.append(Link(item.get("Id"), kind, target, external))
        return links

    def worksheets(self) -> Iterator[SheetPart]:
        links = {link.id: link for link in self.links(self.workbook_part)}
        marked = {
            name.get("localSheetId")
            for name in every(self.workbook, "definedNames/definedName")
            if name.get("name") == MARK
        }
        for index, sheet in enumerate(every(self.workbook, "sheets/sheet")):
            link = links.get(relation(sheet))
            root = self.root(link.target) if link else None
            if link and root is not None and local(root) == "worksheet":
                ours = str(index) in marked
                yield SheetPart(
                    sheet.get("name"), index, sheet.get("sheetId"), link.target, root, ours
                )

    def tables(self, part: str) -> list[tuple[str, etree._Element]]:
        links = [link.target for link in self.links(part) if link.kind == "table"]
        return [(name, root) for name in links if (root := self.root(name)) is not None]


def name_key(name: str) -> str:
    return unquote(name).lower()


def local(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def every(root: etree._Element | None, path: str) -> list[etree._Element]:
    """Elements below `root` by a path of local names, in the root's own namespace."""
    if root is None:
        return []
    space = etree.QName(root).namespace
    return root.findall("/".join(f"{{{space}}}{step}" for step in path.split("/")))


def relation(element: etree._Element, name: str = "id") -> str:
    return next((v for s in OFFICE if (v := element.get(f"{{{s}}}{name}"))), "")


def box(text: str) -> Box:
    found = re.fullmatch(r"\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?", text)
    if found is None:
        raise ValueError(f"not a reference: {text!r}")
    left, top, right, bottom = found.groups()
    return Box(int(top), column(left), int(bottom or top), column(right or left))


def column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def cells_of(sheet: SheetPart) -> dict[str, etree._Element]:
    return {cell.get("r"): cell for cell in every(sheet.root, "sheetData/row/c")}


def data_box(sheet: SheetPart) -> Box | None:
    boxes = [box(place) for place in cells_of(sheet)]
    if not boxes:
        return None
    return Box(
        min(b.top for b in boxes),
        min(b.left for b in boxes),
        max(b.bottom for b in boxes),
        max(b.right for b in boxes),
    )


def shown(package: Package, cell: etree._Element | None) -> str:
    """The text of a cell, as far as headers need it."""
    if cell is None:
        return ""
    value = cell.findtext("{*}v") or ""
    if cell.get("t") == "inlineStr":
        text = "".join(item.text or "" for item in cell.iterfind("{*}is//{*}t"))
    elif cell.get("t") == "s":
        shared = next(
            link for link in package.links(package.workbook_part) if link.kind == "sharedStrings"
        )
        entry = every(package.root(shared.target), "si")[int(value)]
        text = "".join(item.text or "" for item in entry.iter("{*}t"))
    else:
        text = value
    return unescaped(text)


def unescaped(text: str) -> str:
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)
