"""Are workbook files taken apart rightly, whoever wrote them, and refused where unsafe?"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.support.packages import package_of
from tests.support.rich import Parts, rich_parts
from tests.support.variants import VARIANTS, make
from tests.support.zipped import pack
from xlscore.formats.package import Package, resolved
from xlscore.formats.zip_parts import Archive, moved
from xlscore.words import Refused

MIB = 1 << 20


@pytest.fixture(scope="module")
def parts() -> Parts:
    return rich_parts()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_taken_apart(tmp_path: Path, variant: str) -> None:
    path = make(tmp_path, variant)
    package = package_of(path)
    shown = [(sheet.name, sheet.kind) for sheet in package.sheets() if sheet.name != "Standings"]
    assert shown == [
        ("Results", "worksheet"),
        ("Lists", "worksheet"),
        ("Overview", "chartsheet"),
    ]
    assert all(sheet.part in package for sheet in package.sheets())
    assert [sheet.name for sheet in package.sheets() if sheet.ours] == (
        ["Standings"] if variant == "ours" else []
    )
    made = VARIANTS[variant][0](
        rich_parts(
            macros=variant == "macros",
            standings=variant if variant in ("ours", "theirs") else None,
        )
    )
    assert {name: package.read(name) for name in package.names} == made
    package.refuse_doctypes()


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_changed_is_nothing_changed(tmp_path: Path, variant: str) -> None:
    """The zip's own offsets are written in one way, so some forms settle the first time."""
    path = make(tmp_path, variant)
    once = b"".join(package_of(path).archive.rewritten({}))
    twice = b"".join(Package(once, path.name).archive.rewritten({}))
    settled = "shifted" in variant or "throughout" in variant
    assert twice == once
    assert (once == path.read_bytes()) != settled


@pytest.mark.parametrize("variant", VARIANTS)
def test_entries_are_replaced_added_and_removed(tmp_path: Path, variant: str) -> None:
    package = package_of(make(tmp_path, variant))
    first, *others, last = package.names
    content = {first.upper(): b"first", "xl/new/ä.xml": [b"in ", b"pieces"]}
    after = Archive(b"".join(package.archive.rewritten(content, [last])), "after.xlsx")
    assert [entry.name for entry in after.entries] == [first, *others, "xl/new/ä.xml"]
    read = {entry.name: after.read(entry) for entry in after.entries}
    assert (read[first], read["xl/new/ä.xml"]) == (b"first", b"in pieces")
    assert {name: read[name] for name in others} == {name: package.read(name) for name in others}


@pytest.mark.parametrize("count", [1, 7, 8, 9, 40])
def test_a_long_part_is_packed_piece_by_piece(tmp_path: Path, count: int) -> None:
    pieces = [b"<row>%d</row>" % number * 100 for number in range(count)]
    archive = package_of(make(tmp_path, next(iter(VARIANTS)))).archive
    after = Archive(b"".join(archive.rewritten({"xl/long.xml": iter(pieces)})), "after.xlsx")
    entry = after.find("xl/long.xml")
    assert entry is not None
    assert after.read(entry) == b"".join(pieces)


def test_what_goes_wrong_in_a_long_part_is_not_swallowed(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield from [b"<row/>"] * 20
        raise TypeError("no cell of ours")

    archive = package_of(make(tmp_path, next(iter(VARIANTS)))).archive
    with pytest.raises(TypeError):
        b"".join(archive.rewritten({"xl/long.xml": pieces()}))


def test_a_comment_may_look_like_the_end_of_a_zip_file(tmp_path: Path, parts: Parts) -> None:
    comment = b"see PK\5\6 " + struct.pack("<4H2IH", 0, 0, 1, 1, 50, 0, 0) + b" above"
    package = package_of(pack(tmp_path / "odd.xlsx", parts, comment=comment))
    assert b"".join(package.archive.rewritten({})).endswith(comment)


@pytest.mark.parametrize("offset", [7, 0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 40])
@pytest.mark.parametrize("zip64", ["none", "throughout"])
def test_an_entry_can_lie_beyond_four_gigabytes(
    tmp_path: Path, offset: int, zip64: Literal["none", "throughout"]
) -> None:
    path = pack(tmp_path / "one.zip", {"a": b"text"}, zip64=zip64, extra=b"\1\x99\0\0")
    record = moved(Archive(path.read_bytes(), "one.zip").entries[0].central, offset)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w"):
        pass
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, len(record), 0, 0)
    with zipfile.ZipFile(io.BytesIO(record + end)) as read:
        info = read.infolist()[0]
    assert (info.header_offset, info.file_size, info.filename) == (offset, 4, "a")


@pytest.mark.parametrize(
    ("part", "target", "expected"),
    [
        ("xl/workbook.xml", "worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
        ("xl/workbook.xml", "/xl/worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
        ("xl/worksheets/sheet1.xml", "../media/a.png", "xl/media/a.png"),
        ("xl/worksheets/sheet1.xml", "../../customXml/item1.xml", "customXml/item1.xml"),
        ("xl/workbook.xml", "./sheet1.xml", "xl/sheet1.xml"),
        ("xl/workbook.xml", "worksheets\\sheet1.xml", "xl/worksheets/sheet1.xml"),
        ("", "xl/workbook.xml", "xl/workbook.xml"),
        ("", "../../xl/workbook.xml", "xl/workbook.xml"),
    ],
)
def test_targets_are_resolved(part: str, target: str, expected: str) -> None:
    assert resolved(part, target) == expected


def test_part_names_are_compared_without_case_and_escapes(tmp_path: Path, parts: Parts) -> None:
    package = package_of(pack(tmp_path / "a.xlsx", {**parts, "xl/A b.bin": b"x"}))
    assert package.read("XL/a%20B.bin") == b"x"
    assert package.content_type("XL/Workbook.xml").endswith("sheet.main+xml")


@pytest.mark.parametrize("kept", [0.02, 0.5, 0.9, 0.98, 0.999])
def test_a_file_that_is_cut_off_is_refused(tmp_path: Path, parts: Parts, kept: float) -> None:
    data = pack(tmp_path / "whole.xlsx", parts).read_bytes()
    with pytest.raises(Refused) as refused:
        Package(data[: int(len(data) * kept)], "cut.xlsx")
    assert refused.value.code == "zip-damaged"


def with_zip(**options: Any) -> Callable[[Path, Parts], object]:
    return lambda path, parts: pack(path, parts, **options)


def with_part(name: str, content: bytes, **options: Any) -> Callable[[Path, Parts], object]:
    return lambda path, parts: pack(path, {**parts, name: content}, **options)


def patched(old: bytes, new: bytes, **options: Any) -> Callable[[Path, Parts], object]:
    """A zip file changed behind its back."""

    def write(path: Path, parts: Parts) -> None:
        data = pack(path, parts, **options).read_bytes()
        assert old in data
        path.write_bytes(data.replace(old, new))

    return write


def overlapping(path: Path, parts: Parts) -> None:
    """Two entries of the directory share one packed stretch, as small bombs do."""
    data = pack(path, {**parts, "xl/a.bin": b"a" * 999, "xl/b.bin": b"a" * 999}).read_bytes()
    first, second = data.index(b"xl/a.bin") - 30, data.index(b"xl/b.bin") - 30
    at = data.rindex(b"xl/b.bin") - 46 + 42
    assert struct.unpack_from("<I", data, at)[0] == second
    data = data.replace(b"xl/b.bin", b"xl/a.bin", 1)
    path.write_bytes(data[:at] + struct.pack("<I", first) + data[at + 4 :])


REFUSED: list[tuple[str, Callable[[Path, Parts], object], str]] = [
    ("file-encrypted", with_zip(flags=0x0001), "xl/workbook.xml"),
    ("file-encrypted", with_zip(flags=0x0041), "xl/workbook.xml"),
    ("part-twice", with_part("XL/Workbook.xml", b"<x/>"), "xl/workbook.xml"),
    ("part-malformed", with_part("xl/workbook.xml", b"<workbook>"), "xl/workbook.xml"),
    ("part-malformed", with_part("_rels/.rels", b""), "xl/workbook.xml"),
    ("part-doctype", with_part("xl/workbook.xml", b"<!DOCTYPE x><x/>"), "xl/workbook.xml"),
    (
        "part-doctype",
        with_part("xl/workbook.xml", '<!DOCTYPE x [<!ENTITY y "z">]><x/>'.encode("utf-16")),
        "xl/workbook.xml",
    ),
    (
        "part-doctype",
        with_part("xl/theme/theme1.xml", b"<!-- <a> -->\n<!DOCTYPE x><x/>"),
        "xl/workbook.xml",
    ),
    (
        "part-doctype",
        with_part("xl/theme/theme1.xml", b"<!--" + b" " * 9999 + b"--><!DOCTYPE x><x/>"),
        "xl/workbook.xml",
    ),
    ("unpacked-too-large", with_part("xl/a.bin", bytes(3 * MIB), stored=True), "xl/a.bin"),
    ("part-out-of-proportion", with_part("xl/a.bin", bytes(11 * MIB)), "xl/a.bin"),
    ("part-missing", with_zip(), "xl/nowhere.xml"),
    ("part-damaged", patched(b"<!--text-->", b"<!--test-->", stored=True), "xl/a.xml"),
    ("part-damaged", overlapping, "xl/a.bin"),
    ("file-not-a-workbook", with_part("[Content_Types].xml", b"<Types/>"), ""),
    ("file-not-a-workbook", lambda path, _: path.write_bytes(b"Round;Table;Player"), ""),
    (
        "file-not-a-workbook",
        lambda path, _: path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        "",
    ),
    ("file-empty", lambda path, _: path.write_bytes(b""), ""),
    ("file-missing", lambda path, _: path.with_name("other.xlsx").touch(), ""),
]


def read_part(path: Path, part: str, max_unpacked: int) -> bytes:
    package = package_of(path, max_unpacked)
    package.refuse_doctypes()
    package.sheets()
    return package.read(part)


@pytest.mark.parametrize(("code", "write", "part"), REFUSED)
def test_what_is_unsafe_is_refused(
    tmp_path: Path,
    parts: Parts,
    code: str,
    write: Callable[[Path, Parts], object],
    part: str,
) -> None:
    path = tmp_path / "bad.xlsx"
    write(path, {**parts, "xl/a.xml": b"<a><!--text--></a>"})
    with pytest.raises(Refused) as refused:
        read_part(path, part, (2 if "large" in code else 99) * MIB)
    assert refused.value.code == code
    assert "bad.xlsx" in refused.value.text("de")


def test_sizes_in_the_headers_are_not_believed(tmp_path: Path, parts: Parts) -> None:
    """A part that claims to be small is measured while it is unpacked."""
    path = pack(tmp_path / "bomb.xlsx", {**parts, "xl/a.bin": bytes(11 * MIB)})
    size = struct.pack("<I", 11 * MIB)
    data = path.read_bytes()
    assert data.count(size) == 2
    package = Package(data.replace(size, struct.pack("<I", 99)), "bomb.xlsx")
    with pytest.raises(Refused, match="200 times"):
        package.read("xl/a.bin")


def test_parts_count_together_and_once(tmp_path: Path, parts: Parts) -> None:
    big = {f"xl/{number}.bin": bytes(MIB) for number in range(3)}
    package = package_of(pack(tmp_path / "a.xlsx", {**parts, **big}), max_unpacked=5 * MIB // 2)
    for name in ("xl/0.bin", "xl/1.bin", "xl/1.bin", "xl/0.bin"):
        assert len(package.read(name)) == MIB
    with pytest.raises(Refused, match="--max-unpacked"):
        package.read("xl/2.bin")
