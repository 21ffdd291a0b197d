"""The feature-rich workbook in every form that programs write; `VARIANTS` names them."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.support.rich import MAIN, OFFICE, Parts, rich_parts
from tests.support.zipped import pack

STRICT = {
    MAIN: "http://purl.oclc.org/ooxml/spreadsheetml/main",
    f"{OFFICE}/extended-properties": (
        "http://purl.oclc.org/ooxml/officeDocument/relationships/extendedProperties"
    ),
    f"{OFFICE}/custom-properties": (
        "http://purl.oclc.org/ooxml/officeDocument/relationships/customProperties"
    ),
    OFFICE: "http://purl.oclc.org/ooxml/officeDocument/relationships",
    "http://schemas.openxmlformats.org/drawingml/2006/": "http://purl.oclc.org/ooxml/drawingml/",
    "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties": (
        "http://purl.oclc.org/ooxml/officeDocument/extendedProperties"
    ),
    "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties": (
        "http://purl.oclc.org/ooxml/officeDocument/customProperties"
    ),
    "http://schemas.openxmlformats.org/officeDocument/2006/": (
        "http://purl.oclc.org/ooxml/officeDocument/"
    ),
}


def make(folder: Path, variant: str) -> Path:
    """Writes the workbook of that name (a key of VARIANTS) into a folder."""
    macros = variant == "macros"
    standings = variant if variant in ("ours", "theirs") else None
    parts = rich_parts(macros=macros, standings=standings)
    change, options = VARIANTS[variant]
    path = folder / f"{variant}{'.xlsm' if macros else '.xlsx'}"
    return pack(path, change(parts), **options)


def as_it_is(parts: Parts) -> Parts:
    return parts


def prefixed(parts: Parts) -> Parts:
    """Every spreadsheet element as ``<x:...>``, as some programs write them."""

    def change(data: bytes) -> bytes:
        if f'xmlns="{MAIN}"'.encode() not in data:
            return data
        text = data.decode().replace(f'xmlns="{MAIN}"', f'xmlns:x="{MAIN}"')
        return re.sub(r"<(/?)(?=[A-Za-z]\w*[\s/>])", r"<\1x:", text).encode()

    return {name: change(data) for name, data in parts.items()}


def strict(parts: Parts) -> Parts:
    """The strict form of the standard: other namespaces, other relationship types."""

    def change(name: str, data: bytes) -> bytes:
        if not name.endswith((".xml", ".rels")):
            return data
        text = data.decode()
        for transitional, other in STRICT.items():
            text = re.sub(rf'(="){re.escape(transitional)}(?!relationships)', rf"\1{other}", text)
        return text.replace("<workbook ", '<workbook conformance="strict" ').encode()

    return {name: change(name, data) for name, data in parts.items()}


def absolute_targets(parts: Parts) -> Parts:
    """Relationship targets from the root of the package."""

    def change(name: str, data: bytes) -> bytes:
        if not name.endswith(".rels"):
            return data
        folder = name.partition("_rels/")[0]

        def absolute(found: re.Match[str]) -> str:
            target = f"/{folder}{found[1]}"
            while "/../" in target:
                target = re.sub(r"/[^/]+/\.\./", "/", target, count=1)
            return f'Target="{target}"'

        text = data.decode()
        return re.sub(r'Target="(?![a-z]+:|/)([^"]*)"(?! TargetMode="E)', absolute, text).encode()

    return {name: change(name, data) for name, data in parts.items()}


def odd_names(parts: Parts) -> Parts:
    """Parts with names and folders of another program's taste."""
    renamed = {
        "xl/worksheets/sheet1.xml": "xl/Tables/Day-1.xml",
        "xl/worksheets/_rels/sheet1.xml.rels": "xl/Tables/_rels/Day-1.xml.rels",
        "xl/workbook.xml": "xl/Book.xml",
        "xl/_rels/workbook.xml.rels": "xl/_rels/Book.xml.rels",
    }
    texts = {
        b"/xl/worksheets/sheet1.xml": b"/xl/Tables/Day-1.xml",
        b'"worksheets/sheet1.xml"': b'"./Tables/Day-1.xml"',
        b"/xl/workbook.xml": b"/xl/Book.xml",
        b'"xl/workbook.xml"': b'"/xl/Book.xml"',
    }
    changed = {}
    for name, data in parts.items():
        if name.endswith(".rels") or name == "[Content_Types].xml":
            for old, new in texts.items():
                data = data.replace(old, new)
        changed[renamed.get(name, name)] = data
    return changed


def reworded(change: Callable[[str], bytes]) -> Callable[[Parts], Parts]:
    """The workbook part, its relationships and the styles in another encoding."""
    named = ("xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml")

    def changed(parts: Parts) -> Parts:
        return {
            name: change(data.decode()) if name in named else data for name, data in parts.items()
        }

    return changed


def _marked(text: str) -> bytes:
    return b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()


def _utf16(text: str) -> bytes:
    return text.replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")


_EXTRA = struct.pack("<2H4s", 0x9901, 4, b"xtra")

VARIANTS: Mapping[str, tuple[Callable[[Parts], Parts], dict[str, Any]]] = {
    "plain": (as_it_is, {"hour": 14}),
    "macros": (as_it_is, {}),
    "ours": (as_it_is, {}),
    "theirs": (as_it_is, {}),
    "prefixed": (prefixed, {}),
    "strict": (strict, {}),
    "absolute": (absolute_targets, {}),
    "odd-names": (odd_names, {"utf8": True}),
    "byte-order-mark": (reworded(_marked), {}),
    "utf-16": (reworded(_utf16), {}),
    "signed-descriptors": (as_it_is, {"descriptors": "signed"}),
    "bare-descriptors": (as_it_is, {"descriptors": "bare"}),
    "zip64": (as_it_is, {"zip64": "local"}),
    "zip64-descriptors": (as_it_is, {"zip64": "local", "descriptors": "signed"}),
    "zip64-throughout": (as_it_is, {"zip64": "throughout"}),
    "zip64-throughout-descriptors": (
        as_it_is,
        {"zip64": "throughout", "descriptors": "bare"},
    ),
    "comment": (as_it_is, {"comment": b"made by hand, " * 3, "extra": _EXTRA}),
    "prepended": (as_it_is, {"before": b"#!/bin/sh\n" * 9}),
    "prepended-shifted": (as_it_is, {"before": b"#!/bin/sh\n" * 9, "shifted": True}),
    "stored": (as_it_is, {"stored": True}),
}
"""How each variant differs: a change of the parts, and how they are packed."""
