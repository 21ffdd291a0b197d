"""A workbook file as a package: its parts, what type they have and how they refer to each other.

Part names are written without a leading slash and compared without letter case; relationship
targets may be absolute, relative or climb with ``..``; the workbook part is found through
``_rels/.rels``, wherever it lies (ECMA-376 part 2).
"""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterator
from typing import NamedTuple

from xlscore.formats import markup
from xlscore.formats.markup import Element
from xlscore.formats.sniff import OLE
from xlscore.formats.zip_parts import MAX_UNPACKED, Archive
from xlscore.words import Refused
from xlscore.workbook.vocabulary import MARK

CONTENT_TYPES = "[Content_Types].xml"
MAIN_TYPES = {
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml": ".xlsx",
    "application/vnd.ms-excel.sheet.macroenabled.main+xml": ".xlsm",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml": ".xltx",
    "application/vnd.ms-excel.template.macroenabled.main+xml": ".xltm",
    "application/vnd.ms-excel.addin.macroenabled.main+xml": ".xlam",
}
"""Content type of the workbook part, in small letters, and the extension that goes with it."""

CALCULATED = "true"
"""How a workbook is asked to calculate when it is opened where its formulas have values: nearly
all programs write ``1``, also with values that nobody has calculated."""

_XML_ENDINGS = (".xml", ".rels", ".vml")


class Relationship(NamedTuple):
    """How one part refers to another; `target` is a part name, or as written if external."""

    id: str
    type: str
    target: str
    external: bool

    @property
    def kind(self) -> str:
        """The last segment of the type: ``worksheet`` in the transitional and strict form."""
        return self.type.rpartition("/")[2]


class Sheet(NamedTuple):
    """One entry of the workbook's list of sheets, in its order."""

    name: str
    sheet_id: int
    part: str
    kind: str
    """``worksheet``, ``chartsheet``, ``dialogsheet`` or ``xlMacrosheet``."""
    ours: bool
    visible: bool = True


class Package:
    """An .xlsx or .xlsm file in memory. Raises Refused for what cannot be read safely."""

    def __init__(
        self,
        data: bytes,
        file: str,
        max_unpacked: int = MAX_UNPACKED,
        main_types: Container[str] = MAIN_TYPES,
    ) -> None:
        self.file = file
        if not data:
            raise Refused("file-empty", file=file)
        if data.startswith(OLE):
            locked = "EncryptedPackage".encode("utf-16-le") in data
            raise Refused("file-encrypted" if locked else "file-not-a-workbook", file=file)
        if b"PK\3\4" not in data:
            raise Refused("file-not-a-workbook", file=file)
        self.archive = Archive(data, file, max_unpacked)
        self._trees: dict[str, Element] = {}
        self._types: tuple[dict[str, str], dict[str, str]] | None = None
        if CONTENT_TYPES not in self:
            raise Refused("file-not-a-workbook", file=file)
        self.workbook_part = next(iter(self.related("", "officeDocument")), "")
        if self.main_type not in main_types:
            raise Refused("file-not-a-workbook", file=file)

    @property
    def names(self) -> list[str]:
        """Names of all entries as stored, in the order of the zip directory."""
        return [entry.name for entry in self.archive.entries]

    @property
    def main_type(self) -> str:
        """Content type of the workbook part, in small letters."""
        return self.content_type(self.workbook_part).lower()

    def __contains__(self, part: str) -> bool:
        return self.archive.find(part) is not None

    def size(self, part: str) -> int:
        """The unpacked size of a part, 0 for one that is not there."""
        entry = self.archive.find(part)
        return 0 if entry is None else entry.size

    def read(self, part: str) -> bytes:
        """The unpacked bytes of a part."""
        return b"".join(self.chunks(part))

    def chunks(self, part: str) -> Iterator[bytes]:
        """The unpacked bytes of a part in pieces, verified to the end."""
        entry = self.archive.find(part)
        if entry is None:
            raise Refused("part-missing", file=self.file, part=part)
        return self.archive.chunks(entry)

    def tree(self, part: str) -> Element:
        """The root element of a part, parsed once; whoever changes it changes it for all."""
        if part not in self._trees:
            self._trees[part] = markup.parsed(self.read(part), self.file, part)
        return self._trees[part]

    def content_type(self, part: str) -> str:
        """The content type of a part, empty when the package names none."""
        if self._types is None:
            defaults: dict[str, str] = {}
            overrides: dict[str, str] = {}
            for item in self.tree(CONTENT_TYPES):
                kind = item.get("ContentType", "")
                if markup.local_name(item) == "Default":
                    defaults[item.get("Extension", "").casefold()] = kind
                elif markup.local_name(item) == "Override":
                    overrides[item.get("PartName", "").lstrip("/").casefold()] = kind
            self._types = defaults, overrides
        defaults, overrides = self._types
        key = part.casefold()
        return overrides.get(key) or defaults.get(key.rpartition(".")[2], "")

    def relationships(self, part: str) -> list[Relationship]:
        """What a part refers to, in the order written; the package itself is the part ``""``."""
        rels = relationships_part(part)
        if rels not in self:
            return []
        links = []
        for item in self.tree(rels):
            if markup.local_name(item) != "Relationship":
                continue
            external = item.get("TargetMode") == "External"
            target = item.get("Target", "")
            if not external:
                target = resolved(part, target)
            links.append(Relationship(item.get("Id", ""), item.get("Type", ""), target, external))
        return links

    def related(self, part: str, kind: str) -> list[str]:
        """The parts inside the package that a part refers to, in the order written."""
        links = self.relationships(part)
        return [link.target for link in links if link.kind == kind and not link.external]

    def sheets(self) -> list[Sheet]:
        """The workbook's sheets in their order."""
        try:
            return list(self._sheets())
        except markup.Senseless as error:
            part = self.workbook_part
            raise Refused("part-senseless", file=self.file, part=part, found=error) from error

    def _sheets(self) -> Iterator[Sheet]:
        root = self.tree(self.workbook_part)
        if markup.namespace(root) not in markup.MAIN:
            raise markup.Senseless(f'xmlns="{markup.namespace(root)}"')
        links = {link.id: link for link in self.relationships(self.workbook_part)}
        marked = {
            name.get("localSheetId")
            for name in markup.children(markup.child(root, "definedNames"), "definedName")
            if name.get("name", "").casefold() == MARK
        }
        for number, item in enumerate(markup.children(markup.child(root, "sheets"), "sheet")):
            identity = (
                next(
                    (
                        item.get(f"{{{space}}}id")
                        for space in markup.OFFICE
                        if item.get(f"{{{space}}}id")
                    ),
                    "",
                )
                or ""
            )
            link = links.get(identity)
            yield Sheet(
                name=item.get("name", ""),
                sheet_id=markup.whole_number(item, "sheetId"),
                part=link.target if link else "",
                kind=link.kind if link else "",
                ours=str(number) in marked,
                visible=item.get("state", "visible") == "visible",
            )

    def refuse_doctypes(self) -> None:
        """Raises Refused where any XML part, read or not, begins with a DOCTYPE."""
        refuse_doctypes(self.archive)


def refuse_doctypes(archive: Archive) -> None:
    """Raises Refused where any XML entry begins with a DOCTYPE; unpacks only their beginnings."""
    for entry in archive.entries:
        if not entry.name.casefold().endswith(_XML_ENDINGS):
            continue
        markup.refuse_doctype(archive.chunks(entry), archive.file, entry.name)


def relationships_part(part: str) -> str:
    """``xl/workbook.xml`` -> ``xl/_rels/workbook.xml.rels``; ``""`` -> ``_rels/.rels``."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def resolved(part: str, target: str) -> str:
    """The part name that a relationship target of `part` means."""
    target = target.replace("\\", "/").partition("#")[0]
    joined = posixpath.join("/", posixpath.dirname(part), target)
    return posixpath.normpath(joined).lstrip("/")
