"""XML as it stands in workbooks: read safely, whatever prefixes it uses, and written back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast
from xml.parsers import expat

from lxml import etree

from xlscore.words import Refused

Element = etree._Element

MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
"""The spreadsheet namespace, transitional and strict."""
OFFICE = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)
"""The namespace of r:id and root of the relationship types, transitional and strict."""

_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""
_ENCODING = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']""")
_ROOT = re.compile(rb"<[^?!][^>]*>")


class Senseless(ValueError):
    """Well-formed XML that holds what no spreadsheet program writes, such as a cell ``A0``."""


def whole_number(element: Element, name: str, default: int = 0) -> int:
    """An attribute that is an integer. Raises Senseless for anything else."""
    text = element.get(name)
    try:
        return default if text is None else int(text)
    except ValueError as error:
        raise Senseless(f'{name}="{text}"') from error


def is_usual(data: bytes | bytearray) -> bool:
    """Whether a part is in UTF-8, with one prefix or none, and without comments and CDATA."""
    declared = _ENCODING.match(data, len(_MARK) if data.startswith(_MARK) else 0)
    root = _ROOT.search(data)
    return (
        root is not None
        # In UTF-16 the namespace is not legible.
        and sum(root[0].count(namespace.encode()) for namespace in MAIN) == 1
        and (declared is None or declared[1].lower() in (b"utf-8", b"us-ascii"))
        # A single byte is found many times faster than two.
        and not (b"!" in data and b"<!" in data)
    )


def parsed(data: bytes, file: str, part: str) -> Element:
    """The root element of a part. Raises Refused for a DOCTYPE and for what is not well-formed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        refuse_doctype([data], file, part)
        raise Refused("part-malformed", file=file, part=part, line=error.lineno or 1) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise Refused("part-doctype", file=file, part=part)
    return root


class Rows:
    """The rows of a sheet part, one at a time, so that a long sheet needs no long memory.

    Each row is emptied once the next is asked for; `root` is the part without its rows, there
    when all have been seen. Raises Refused as `parsed` does.
    """

    root: Element

    def __init__(self, pieces: Iterable[bytes], file: str, part: str) -> None:
        self._pieces = pieces
        self._file = file
        self._part = part

    def __iter__(self) -> Iterator[Element]:
        puller = etree.XMLPullParser(
            events=("end",),
            # Anchors of controls hold elements of that name in another namespace.
            tag=[f"{{{space}}}row" for space in MAIN],
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
        )
        try:
            for piece in self._pieces:
                puller.feed(piece)
                for _, row in cast("Iterable[tuple[str, Element]]", puller.read_events()):
                    yield row
                    forget(row)
            self.root = puller.close()
        except etree.XMLSyntaxError as error:
            line = error.lineno or 1
            raise Refused("part-malformed", file=self._file, part=self._part, line=line) from error
        if self.root.getroottree().docinfo.internalDTD is not None:
            raise Refused("part-doctype", file=self._file, part=self._part)


def forget(row: Any) -> None:
    """Empties a row that has been seen, and removes those before it.

    The row itself stays until the next has come: the parser may still append behind it.
    """
    row.clear(keep_tail=True)
    parent = row.getparent()
    while row.getprevious() is not None:
        del parent[0]


class _RootReached(Exception):
    """Nothing behind the start of the root element is of interest."""


def refuse_doctype(pieces: Iterable[bytes], file: str, part: str) -> None:
    """Raises Refused where a DOCTYPE stands before the root element.

    Takes no more of the pieces than it needs. What is no XML up to there has none.
    """
    parser = expat.ParserCreate()

    def doctype(*_: object) -> None:
        raise Refused("part-doctype", file=file, part=part)

    def root(*_: object) -> None:
        raise _RootReached

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = root
    try:
        for piece in pieces:
            parser.Parse(piece, False)
    except Refused:
        raise
    except (_RootReached, expat.ExpatError, LookupError, ValueError):
        return  # also an encoding that expat does not know


def serialised(root: Element) -> bytes:
    """A whole part: UTF-8 without a byte order mark, standalone."""
    tree = root.getroottree()
    body: bytes = etree.tostring(tree, encoding="UTF-8", xml_declaration=False)
    return b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + body


def namespace(element: Element) -> str:
    """The namespace of an element, empty for none."""
    tag = str(element.tag)
    return tag[1:].partition("}")[0] if tag.startswith("{") else ""


def local_name(element: Element) -> str:
    """The name of an element without its namespace; empty for comments and instructions."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def child(parent: Element, name: str) -> Element | None:
    """The first child of that name in the parent's own namespace."""
    return parent.find(f"{{{namespace(parent)}}}{name}")


def settle_alternatives(root: Element) -> bool:
    """Puts in the place of each choice what is meant for programs that know none of its
    extensions (ECMA-376 part 3); whether there was any."""
    choices = list(root.iter(f"{{{_COMPATIBILITY}}}AlternateContent"))
    for choice in choices:
        parent = choice.getparent()
        fallback = child(choice, "Fallback")
        if parent is None:
            continue
        if fallback is not None:
            for item in list(fallback):
                choice.addprevious(item)
        parent.remove(choice)
    return bool(choices)


def children(parent: Element | None, name: str) -> list[Element]:
    """All children of that name in the parent's own namespace."""
    return [] if parent is None else parent.findall(f"{{{namespace(parent)}}}{name}")


def added(parent: Element, name: str, attributes: dict[str, str] | None = None) -> Element:
    """A new last child in the parent's own namespace and prefix."""
    return etree.SubElement(parent, f"{{{namespace(parent)}}}{name}", attributes or {})


def ensured(parent: Element, name: str, order: Sequence[str]) -> Element:
    """The child of that name; a new one at its place in the schema's `order` where missing."""
    found = child(parent, name)
    if found is not None:
        return found
    before = set(order[: order.index(name)])
    place = 0
    for position, sibling in enumerate(parent, 1):
        if local_name(sibling) in before:
            place = position
    made = added(parent, name)
    parent.insert(place, made)
    return made


def is_true(value: str | None) -> bool:
    """An XML boolean."""
    return value in ("1", "true", "on")
