"""A VBA project from source text alone: the part ``vbaProject.bin`` (MS-OVBA).

There is no compiled code inside; Excel compiles the source when it loads the project. Source is
ASCII: Excel for Mac would read other letters by the computer's own code page.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from .compound import compound_file

LONGEST_LINE = 1023
"""Characters that VBA takes in one line of source."""

Kind = Literal["standard", "class", "workbook", "sheet"]

_CHUNK = 4096
_PROJECT_ID = "{6B1C0C5E-54A1-4E0B-9D0F-7C1E5D2A9B34}"
_BASES = {  # MS-OVBA 2.3.4.3: what a module that is an object is derived from
    "class": "{FCFB3D2A-A0FA-1068-A738-08002B3371B5}",
    "workbook": "{00020819-0000-0000-C000-000000000046}",
    "sheet": "{00020820-0000-0000-C000-000000000046}",
}
_LIBRARIES = (
    (
        "stdole",
        r"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#C:\Windows\System32\stdole2.tlb"
        "#OLE Automation",
    ),
    (  # where IRibbonControl comes from
        "Office",
        r"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#C:\Program Files\Common Files"
        r"\Microsoft Shared\OFFICE16\MSO.DLL#Microsoft Office 16.0 Object Library",
    ),
)


class Module(NamedTuple):
    """A module of a project; `code` without the attributes that stand at its top."""

    name: str
    kind: Kind
    code: str

    @property
    def source(self) -> str:
        """The text Excel compiles. Raises ValueError for a line that is too long for VBA."""
        lines = [f'Attribute VB_Name = "{self.name}"']
        if self.kind != "standard":
            document = self.kind != "class"
            lines += [
                f'Attribute VB_Base = "0{_BASES[self.kind]}"',
                "Attribute VB_GlobalNameSpace = False",
                "Attribute VB_Creatable = False",
                f"Attribute VB_PredeclaredId = {document}",
                f"Attribute VB_Exposed = {document}",
                "Attribute VB_TemplateDerived = False",
                f"Attribute VB_Customizable = {document}",
            ]
        lines += self.code.strip("\r\n").splitlines()
        for number, line in enumerate(lines, 1):
            if len(line) > LONGEST_LINE:
                raise ValueError(f"line {number} of module {self.name} has {len(line)} characters")
        return "".join(f"{line}\r\n" for line in lines)


def exported(text: str) -> Module:
    """A module as the VBA editor exports it to a ``.bas`` or ``.cls`` file."""
    header = re.match(r"(VERSION [\s\S]*?^END\s+)?(?:Attribute VB_.*\s+)+", text, re.M)
    name = re.search(r'^Attribute VB_Name = "(\w+)"', text, re.M)
    if header is None or name is None:
        raise ValueError("no exported VBA module: the attribute VB_Name is missing")
    return Module(name[1], "class" if header[1] else "standard", text[header.end() :])


def text_expression(text: str) -> str:
    """A text as an expression of VBA in ASCII, such as ``"M" & ChrW(228) & "rz"``."""
    return " & ".join(
        f"ChrW({ord(part)})" if not part.isascii() else '"' + part.replace('"', '""') + '"'
        for part in re.findall(r"[ -~]+|[^ -~]", text)
    )


def vba_project(name: str, modules: Sequence[Module]) -> bytes:
    """The part ``vbaProject.bin``.

    Raises UnicodeEncodeError for source outside ASCII, ValueError for a line too long.
    """
    streams = {f"VBA/{module.name}": compress(module.source.encode("ascii")) for module in modules}
    return compound_file(
        {
            "PROJECT": "".join(f"{line}\r\n" for line in _settings(name, modules)).encode("ascii"),
            "PROJECTwm": b"".join(
                module.name.encode("ascii") + b"\0" + (module.name + "\0").encode("utf-16-le")
                for module in modules
            )
            + b"\0\0",
            # No cache of compiled code (MS-OVBA 2.3.4.1), so every module's source is at 0.
            "VBA/_VBA_PROJECT": bytes.fromhex("CC61FFFF000100"),
            "VBA/dir": compress(b"".join(_information(name, modules))),
            **streams,
        }
    )


def compress(data: bytes) -> bytes:
    """MS-OVBA 2.4.1: chunks of 4096 bytes, each with copies of what stood earlier in it.

    A last chunk that does not get smaller comes back filled up with zeros, as the format has no
    other way; text always gets smaller.
    """
    packed = bytearray(b"\x01")
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        tokens = _tokens(chunk)
        if len(tokens) <= _CHUNK:
            packed += struct.pack("<H", 0xB000 | (len(tokens) - 1)) + tokens
        else:
            packed += struct.pack("<H", 0x3000 | (_CHUNK - 1)) + chunk.ljust(_CHUNK, b"\0")
    return bytes(packed)


def _tokens(chunk: bytes) -> bytes:
    """Groups of eight tokens behind a byte that says which of them are copies."""
    packed = bytearray()
    flags_at = position = count = 0
    while position < len(chunk):
        if count % 8 == 0:
            flags_at = len(packed)
            packed.append(0)
        # 16 bits hold both numbers; the further in, the more of them the distance takes.
        bits = max(4, (position - 1).bit_length()) if position else 4
        length, distance = _longest_copy(chunk, position, (0xFFFF >> bits) + 3)
        if length >= 3:
            packed[flags_at] |= 1 << count % 8
            packed += struct.pack("<H", (distance - 1) << (16 - bits) | (length - 3))
            position += length
        else:
            packed.append(chunk[position])
            position += 1
        count += 1
    return bytes(packed)


def _longest_copy(chunk: bytes, position: int, most: int) -> tuple[int, int]:
    """Length and distance of the longest earlier copy of what follows; (0, 0) where under three.

    `rfind` does the search: what is longer than the best so far can only stand further back.
    """
    most = min(most, len(chunk) - position)
    length, found = 0, position
    while (wanted := max(3, length + 1)) <= most:
        # A copy may run into what it copies, but begins before it.
        end = min(found, position - 1) + wanted
        further = chunk.rfind(chunk[position : position + wanted], 0, end)
        if further < 0:
            break
        length, found = wanted, further
        while length < most and chunk[found + length] == chunk[position + length]:
            length += 1
    return length, position - found


def _record(number: int, content: bytes = b"") -> bytes:
    return struct.pack("<HI", number, len(content)) + content


def _named(number: int, unicode_number: int, name: str) -> bytes:
    return _record(number, name.encode("ascii")) + _record(unicode_number, name.encode("utf-16-le"))


def _information(name: str, modules: Sequence[Module]) -> Iterator[bytes]:
    """The records of the stream ``dir`` (MS-OVBA 2.3.4.2)."""
    yield _record(0x01, struct.pack("<I", 1))  # made on Windows
    yield _record(0x02, struct.pack("<I", 0x0409)) + _record(0x14, struct.pack("<I", 0x0409))
    yield _record(0x03, struct.pack("<H", 1252))
    yield _record(0x04, name.encode("ascii"))
    yield _named(0x05, 0x40, "") + _named(0x06, 0x3D, "")  # description, help file
    yield _record(0x07, bytes(4)) + _record(0x08, bytes(4))
    yield struct.pack("<HIIH", 0x09, 4, 0x61EEF783, 3)  # version; the size excludes the minor one
    yield _named(0x0C, 0x3C, "")
    for library, identity in _LIBRARIES:
        path = identity.encode("ascii")
        yield _named(0x16, 0x3E, library)
        yield _record(0x0D, struct.pack("<I", len(path)) + path + bytes(6))
    yield _record(0x0F, struct.pack("<H", len(modules))) + _record(0x13, b"\xff\xff")
    for module in modules:
        yield _named(0x19, 0x47, module.name) + _named(0x1A, 0x32, module.name)
        yield _named(0x1C, 0x48, "")
        yield _record(0x31, bytes(4)) + _record(0x1E, bytes(4)) + _record(0x2C, b"\xff\xff")
        yield _record(0x21 if module.kind == "standard" else 0x22) + _record(0x2B)
    yield _record(0x10)


def _settings(name: str, modules: Sequence[Module]) -> Iterator[str]:
    """The lines of the stream ``PROJECT`` (MS-OVBA 2.3.1), for a project without a password."""
    yield f'ID="{_PROJECT_ID}"'
    for module in modules:
        if module.kind in ("workbook", "sheet"):
            yield f"Document={module.name}/&H00000000"
        else:
            yield f"{'Class' if module.kind == 'class' else 'Module'}={module.name}"
    yield f'Name="{name}"'
    yield 'HelpContextID="0"'
    yield 'VersionCompatible32="393222000"'
    for setting, content in (("CMG", bytes(4)), ("DPB", bytes(1)), ("GC", b"\xff")):
        yield f'{setting}="{_encrypted(content)}"'
    yield from ("", "[Host Extender Info]")
    yield "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000"
    yield from ("", "[Workspace]")
    for module in modules:
        yield f"{module.name}=0, 0, 0, 0, C"


def _encrypted(content: bytes) -> str:
    """MS-OVBA 2.4.3.2 with the seed 0: protection state, password, visibility."""
    seed, version, key = 0, 2, sum(_PROJECT_ID.encode("ascii")) & 0xFF
    packed = [seed, version, key]
    plain, last, before = key, key, version
    for byte in (*struct.pack("<I", len(content)), *content):
        before, last, plain = last, byte ^ (before + plain & 0xFF), byte
        packed.append(last)
    return bytes(packed).hex().upper()
