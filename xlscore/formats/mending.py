"""What other programs choke on in parts that are copied: mended before a workbook is written.

Some programs leave attributes empty, merge whole columns as ``A:A``, or list a sheet that leads
nowhere. Excel and LibreOffice pass over that; others open nothing of such a workbook, among them
openpyxl and calamine. Only what says nothing goes, so the workbook means the same afterwards.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import NamedTuple

from xlscore.formats.markup import Element, Senseless, child, children, is_usual, parsed, serialised
from xlscore.formats.package import Package
from xlscore.formats.sniff import OLE
from xlscore.formats.source import READ_ONLY, Source
from xlscore.formats.xlsx_cells import area
from xlscore.rules.model import NOTE, Finding
from xlscore.words import Refused

_SHORT = 4 << 20
"""Bytes up to which a part is looked through. A longer one is where its beginning needs it: a
program that leaves values out does so throughout."""
_BEGINNING = 1 << 16

_EMPTY = (
    rb"\s+(?:s|t|r|ht|spans|outlineLevel|cm|vm|ph|hidden|collapsed|customHeight|customFormat|style|"
    rb"width|defaultRowHeight|defaultColWidth|baseColWidth|workbookViewId|zoomScale|"
    rb"zoomScaleNormal|left|right|top|bottom|header|footer|paperSize|orientation|scale|"
    rb"fitToWidth|fitToHeight|rgb|theme|indexed|tint|numFmtId|fontId|fillId|borderId|xfId|"
    rb"patternType|state|activeTab|firstSheet|calcId)\s*=\s*(?:\"\"|'')"
)
"""Attributes that hold a number, a cell or one of a few words: empty, one says as much as none."""
_BEFORE_EMPTY = re.compile(rb"\s[\w:.-]+\s*=\s*\Z")
_FORMAT = rb"\s+(?:s|style)\s*=\s*(?:\"[^\"<]*\"|'[^'<]*')"
"""What refers to a cell style."""
_ATTRIBUTE = rb"\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*')"
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_TAG = re.compile(rb"<[\w:.-]+(?:%s)*\s*/?>" % _ATTRIBUTE)
_PLACE = rb"[A-Z]{1,3}[1-9][0-9]{0,6}"
_DIMENSION = re.compile(rb"<(?:\w+:)?dimension\b[^<>]*(?:/>|>\s*</[^<>]*>)")
_USUAL_REFERENCE = re.compile(rb'\sref="%s(?::%s)?"' % (_PLACE, _PLACE))
_UNUSUAL_AREA = re.compile(
    rb"(<(?:\w+:)?mergeCell\s[^<>]*?\bref=\")([A-Z]+:[A-Z]+|[0-9]+:[0-9]+|[A-Z0-9:]*\$[$A-Z0-9:]*)\""
)


class Mended(NamedTuple):
    """Parts of a package as other programs need them, and what was mended where; neither where
    all is well."""

    parts: dict[str, bytes]
    found: list[str]

    @property
    def findings(self) -> list[Finding]:
        """What to tell of it."""
        return [Finding("parts-mended", NOTE, {"found": self.found}, ())] if self.found else []


def mended(source: Source, max_unpacked: int) -> Mended:
    """What is mended where `source` is written. Nothing is in a format that is written afresh."""
    if source.extension in READ_ONLY or source.content.startswith(OLE):
        return Mended({}, [])
    return _looked_through(source.content, source.name, max_unpacked)


@lru_cache(maxsize=1)
def _looked_through(content: bytes, name: str, max_unpacked: int) -> Mended:
    """What is mended in a file; kept, since it is told before it is written."""
    return _mended(Package(content, name, max_unpacked))


def package_to_write(source: Source, max_unpacked: int) -> Package:
    """The package in `source`, mended."""
    # A package of its own: what was looked through is not among the parts that writing reads.
    package = Package(source.content, source.name, max_unpacked)
    parts = _looked_through(source.content, source.name, max_unpacked).parts
    if not parts:
        return package
    content = b"".join(package.archive.rewritten(parts))
    return Package(content, source.name, max_unpacked)


def _mended(package: Package) -> Mended:
    mended = Mended({}, [])
    book = package.workbook_part
    styles = [part for part in package.related(book, "styles") if part in package]
    sheets = package.sheets()
    in_sheets = _EMPTY if styles else b"(?:%s|%s)" % (_EMPTY, _FORMAT)
    parts = [(part, part, _EMPTY) for part in (book, *styles)]
    parts += [
        (one.part, one.name, in_sheets)
        for one in sheets
        if one.kind == "worksheet" and not one.ours  # what we wrote has nothing of this
    ]
    for part, name, unwanted in parts:
        old = _read(package, part, always=unwanted != _EMPTY)
        if old is None or not is_usual(old):
            continue
        new, found = _mended_part(old, unwanted)
        if found:
            mended.parts[part] = new
            mended.found.append(f"{name} ({', '.join(found)})")
    lost = [number for number, sheet in enumerate(sheets) if not sheet.kind]
    if lost:
        data = mended.parts.get(book) or package.read(book)
        mended.parts[book] = _without_sheets(data, package, lost)
        mended.found.extend(f"{sheets[number].name} (r:id)" for number in lost)
    return mended


def _read(package: Package, part: str, *, always: bool) -> bytes | None:
    """A part that is to be looked through; None for others, and for what cannot be read."""
    entry = package.archive.find(part)
    if entry is None:
        return None
    try:
        if always or entry.size <= _SHORT:
            return package.read(part)
        beginning = b""
        for piece in package.chunks(part):
            beginning += piece
            if len(beginning) > _BEGINNING:
                break
        return package.read(part) if _mended_part(beginning, _EMPTY)[1] else None
    except Refused:
        return None


def _mended_part(data: bytes, unwanted: bytes) -> tuple[bytes, list[str]]:
    """A part without what other programs choke on, and what that was; `unwanted` is a pattern
    for attributes."""
    found: dict[str, None] = {}

    def tag(match: re.Match[bytes]) -> bytes:
        return _ATTRIBUTES.sub(attribute, match[0]) if _TAG.fullmatch(match[0]) else match[0]

    def attribute(match: re.Match[bytes]) -> bytes:
        if not re.fullmatch(unwanted, match[0]):
            return match[0]
        name, _, value = match[0].decode().strip().partition("=")
        found[f"{name.strip()}={value.strip()}" if not value.strip(" '\"") else name] = None
        return b""

    def merged(match: re.Match[bytes]) -> bytes:
        try:
            place = area(match[2].decode())
        except Senseless:
            return match[0]
        found[match[2].decode()] = None
        return b'%s%s"' % (match[1], place.a1.encode())

    def dimension(match: re.Match[bytes]) -> bytes:
        if _USUAL_REFERENCE.search(match[0]):
            return match[0]
        found["dimension"] = None
        return b""

    if unwanted != _EMPTY or _has_empty(data):
        data = re.sub(rb"<[^<>]*?%s[^<>]*>" % unwanted, tag, data)
    if b"dimension" in data[:_BEGINNING]:
        data = _DIMENSION.sub(dimension, data, count=1)
    behind = max(0, data.rfind(b"</sheetData"))
    if b"mergeCell" in data[behind:]:
        data = data[:behind] + _UNUSUAL_AREA.sub(merged, data[behind:])
    return data, list(found)


def _has_empty(data: bytes) -> bool:
    """Whether an attribute may be empty. Two quotes are found many times faster than what stands
    before them; in formulas no name does."""
    for quotes in (b'""', b"''"):
        at = data.find(quotes)
        while at >= 0:
            if _BEFORE_EMPTY.search(data, max(0, at - 40), at):
                return True
            at = data.find(quotes, at + 2)
    return False


def _without_sheets(data: bytes, package: Package, lost: list[int]) -> bytes:
    """The workbook part without the entries of sheets at these positions."""
    root = parsed(data, package.file, package.workbook_part)
    entries = children(child(root, "sheets"), "sheet")
    names = children(child(root, "definedNames"), "definedName")
    gone = [entries[number] for number in lost]
    gone += [name for name in names if name.get("localSheetId") in list(map(str, lost))]
    for element in gone:
        parent = element.getparent()
        if parent is not None:
            parent.remove(element)
    for name in names:
        _follow(name, "localSheetId", lost)
    for view in children(child(root, "bookViews"), "workbookView"):
        _follow(view, "activeTab", lost)
        _follow(view, "firstSheet", lost)
    return serialised(root)


def _follow(element: Element, attribute: str, lost: list[int]) -> None:
    """A position in the list of sheets moves up by the lost ones before it."""
    position = element.get(attribute, "")
    before = bisect_left(lost, int(position)) if position.isdecimal() else 0
    if before:
        element.set(attribute, str(int(position) - before))
