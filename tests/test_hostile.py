"""Does a hostile or broken file get one line and exit code 2, or the right result, in time?

All through the command line. Whatever happens, nothing is written that should not be, and
nothing is left behind.
"""

from __future__ import annotations

import io
import re
import struct
import subprocess
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msoffcrypto.format.ooxml
import pytest
import xlsxwriter

from tests.support.binary_books import binary_book, record
from tests.support.books import Rows, Sheet, edited, header, raw_book, sheet_xml, workbook
from tests.support.command_line import BASE, GOOD, HEADER, Run, files, made, run, started
from tests.support.old_books import old_book, ole_file
from tests.support.old_books import record as old_record
from tests.support.open_books import cell, document, open_book, row, table
from xlscore.words import template
from xlscore.workbook.vocabulary import TOURNAMENT_KEYS

__all__ = ["run"]  # the fixture

SECONDS, MEMORY = 10, 1 << 30
SHEET = "xl/worksheets/sheet2.xml"
ASKED = ("--rules", "dsvc-s3", "--scenario", "base")
RESULTS: Rows = [header(*HEADER), *GOOD]
Make = Callable[[Path], object]


def words(code: str, language: str) -> re.Pattern[str]:
    """The sentence of a refusal, whatever its fields hold."""
    parts = re.split(r"\{(\w+)(?::[^}]*)?\}", template(code, language))
    return re.compile("".join(".+" if n % 2 else re.escape(p) for n, p in enumerate(parts)))


def tournament(results: Rows | Sheet = RESULTS) -> dict[str, Rows | Sheet]:
    settings = [[TOURNAMENT_KEYS[key]("en"), value] for key, value in BASE.items()]
    return {"Tournament": settings, "Results": results}


# Makers: each writes one file to a path


def good(path: Path) -> Path:
    return made(path.parent, name=path.name)


def filled(content: bytes | str) -> Make:
    data = content.encode() if isinstance(content, str) else content
    return lambda path: path.write_bytes(data)


def old(path: Path) -> Path:
    return old_book(path, tournament())


def binary(path: Path) -> Path:
    return binary_book(path, tournament())


def opened(path: Path) -> Path:
    return open_book(path, tournament())


def locked(make: Make, password: str = "secret") -> Make:
    def make_locked(path: Path) -> None:
        make(path)
        content = io.BytesIO(path.read_bytes())
        with path.open("wb") as target:
            msoffcrypto.format.ooxml.OOXMLFile(content).encrypt(password, target)

    return make_locked


def old_locked(path: Path) -> None:
    """As Excel locks it: a record that says how, and from there on nothing legible."""
    password = old_record(0x2F, struct.pack("<3H", 1, 1, 1) + bytes(48))
    old_book(path, tournament(), extra=password)


def open_locked(path: Path) -> None:
    document(path, "", manifest="<manifest:encryption-data/>")
    edited(path, {"content.xml": b"\x8f\x01 nothing legible"})


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def with_part(make: Make, part: str, change: Callable[[bytes], bytes]) -> Make:
    def make_changed(path: Path) -> None:
        make(path)
        edited(path, {part: change})

    return make_changed


def entities(data: bytes) -> bytes:
    """A billion laughs in front of the root element."""
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return _with_doctype(data, f'<!DOCTYPE x [<!ENTITY l0 "ha">{lines}]>')


def external_entity(data: bytes) -> bytes:
    return _with_doctype(data, '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')


def plain_doctype(data: bytes) -> bytes:
    return _with_doctype(data, "<!DOCTYPE x>")


def hidden_doctype(data: bytes) -> bytes:
    """Behind an instruction that looks like the root element."""
    return _with_doctype(data, "<?x <worksheet> ?><!-- <x> --><!DOCTYPE x>")


def doctype_in_utf16(data: bytes) -> bytes:
    text = _with_doctype(data, "<!DOCTYPE x>").decode()
    return re.sub("<[?].*?[?]>", "<?xml version='1.0' encoding='utf-16'?>", text).encode("utf-16")


def _with_doctype(data: bytes, doctype: str) -> bytes:
    declaration, end, rest = data.rpartition(b"?>")
    return declaration + end + doctype.encode() + rest


def cut_off(make: Make, share: float) -> Make:
    def make_cut(path: Path) -> None:
        make(path)
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])

    return make_cut


def dangling(path: Path) -> None:
    path.symlink_to(path.with_name("gone.xlsx"))


def a_loop(path: Path) -> None:
    path.symlink_to(path)


def package_in_package(path: Path) -> None:
    inner = parts_of(good(path))
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("inner.xlsx", b"".join(inner.values()))


def doctype_in_a_drawing(path: Path) -> None:
    good(path)
    edited(path, {"xl/drawings/vmlDrawing1.vml": "<!DOCTYPE xml><xml/>"})


def deflated_without_end(path: Path) -> None:
    """All bytes of the sheet are there, only the mark is missing that no more follow."""
    parts = parts_of(good(path))
    content = parts[SHEET]
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(content) + packer.flush(zlib.Z_SYNC_FLUSH)
    with zipfile.ZipFile(path, "w") as package:
        for name, data in {**parts, SHEET: packed}.items():
            package.writestr(name, data)
    sizes = struct.pack("<3I", zlib.crc32(packed), len(packed), len(packed))
    true = struct.pack("<3I", zlib.crc32(content), len(packed), len(content))
    first, *between, last = path.read_bytes().split(sizes)
    # In both headers the method of packing stands six bytes before the checksum.
    pieces = [piece[:-6] + struct.pack("<H", 8) + piece[-4:] for piece in (first, *between)]
    path.write_bytes(true.join([*pieces, last]))


WEB_PAGE = "<html><body><table><tr><td>Player</td></tr></table></body></html>"
TEXT = "Spieler;SP\nZoë;10\n"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(64)
LETTER = ole_file({"WordDocument": b"x" * 5000})

REFUSED: dict[str, tuple[str, str, Make]] = {
    "missing": ("file-missing", ".xlsx", lambda _: None),
    "folder": ("file-folder", ".xlsx", lambda path: path.mkdir()),
    "folder-ods": ("file-folder", ".ods", lambda path: path.mkdir()),
    "dangling-link": ("file-dangling", ".xlsx", dangling),
    "link-to-itself": ("file-unreadable", ".xlsx", a_loop),
    "doctype-in-a-drawing": ("part-doctype", ".xlsx", doctype_in_a_drawing),
    "deflated-without-end": ("part-damaged", ".xlsx", deflated_without_end),
    **{
        f"empty{extension}": ("file-empty", extension, filled(b""))
        for extension in (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")
    },
    "password": ("file-encrypted", ".xlsx", locked(good)),
    "password-xlsb": ("file-encrypted", ".xlsb", locked(binary)),
    "password-xls": ("file-encrypted", ".xls", old_locked),
    "password-new-in-xls": ("file-encrypted", ".xls", locked(good)),
    "password-ods": ("file-encrypted", ".ods", open_locked),
    "cut-off": ("zip-damaged", ".xlsx", cut_off(good, 0.7)),
    "cut-off-xlsb": ("zip-damaged", ".xlsb", cut_off(binary, 0.7)),
    "cut-off-ods": ("zip-damaged", ".ods", cut_off(opened, 0.7)),
    "cut-off-xls": ("ole-damaged", ".xls", cut_off(old, 0.7)),
    "only-a-head": ("ole-damaged", ".xls", cut_off(old, 0.1)),
    "web-page": ("content-web-page", ".xlsx", filled(WEB_PAGE)),
    "web-page-xls": ("content-web-page", ".xls", filled(WEB_PAGE)),
    "web-page-utf16": ("content-web-page", ".xls", filled(WEB_PAGE.encode("utf-16"))),
    "text": ("content-text", ".xlsx", filled(TEXT)),
    "text-xls": ("content-text", ".xls", filled(TEXT)),
    "text-ods": ("content-text", ".ods", filled(TEXT.encode("utf-16"))),
    "picture": ("file-not-a-workbook", ".xlsx", filled(PICTURE)),
    "picture-xls": ("file-not-a-workbook", ".xls", filled(PICTURE)),
    "letter": ("file-not-a-workbook", ".xls", filled(LETTER)),
    "letter-xlsx": ("file-not-a-workbook", ".xlsx", filled(LETTER)),
    "open-letter": ("file-not-a-workbook", ".ods", lambda p: document(p, "", body="text")),
    "package-in-package": ("file-not-a-workbook", ".xlsx", package_in_package),
    **{
        f"{name}-named{extension}": (code, extension, make)
        for name, code, make, own in (
            ("xlsx", "content-excel", good, (".xlsx", ".xlsm")),
            ("xls", "content-old-excel", old, (".xls",)),
            ("xlsb", "content-binary", binary, (".xlsb",)),
            ("ods", "content-opendocument", opened, (".ods",)),
        )
        for extension in (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")
        if extension not in own
    },
    **{
        f"{change.__name__}-in-{part.rpartition('/')[2]}": (
            "part-doctype",
            extension,
            with_part(make, part, change),
        )
        for extension, make, change, part in (
            (".xlsx", good, entities, SHEET),
            (".xlsx", good, entities, "xl/sharedStrings.xml"),
            (".xlsx", good, entities, "[Content_Types].xml"),
            (".xlsx", good, external_entity, SHEET),
            (".xlsx", good, external_entity, "xl/_rels/workbook.xml.rels"),
            (".xlsx", good, plain_doctype, "xl/workbook.xml"),
            (".xlsx", good, plain_doctype, "xl/theme/theme1.xml"),
            (".xlsx", good, plain_doctype, "docProps/app.xml"),
            (".xlsx", good, hidden_doctype, "docProps/app.xml"),
            (".xlsx", good, hidden_doctype, SHEET),
            (".xlsx", good, doctype_in_utf16, "docProps/core.xml"),
            (".xlsb", binary, entities, "[Content_Types].xml"),
            (".xlsb", binary, external_entity, "xl/_rels/workbook.bin.rels"),
            (".ods", opened, entities, "content.xml"),
            (".ods", opened, external_entity, "META-INF/manifest.xml"),
        )
    },
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line(run: Run, tmp_path: Path, case: str) -> None:
    code, extension, make = REFUSED[case]
    path = tmp_path / f"Zoë's book{extension}"
    make(path)
    before = files(tmp_path)
    for language in ("en", "de"):
        ran = run("score", path, "--lang", language)
        assert ran.code == 2
        assert ran.out == ""
        assert words(code, language).fullmatch(ran.err.removesuffix("\n"))
        assert path.name in ran.err
        assert str(tmp_path) not in ran.err
    assert files(tmp_path) == before


@pytest.mark.parametrize("extension", [".xlsx", ".xls", ".ods"])
def test_denied_access(
    run: Run, tmp_path: Path, extension: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not through file modes: who runs the tests may be allowed everything."""
    path = tmp_path / f"book{extension}"
    path.write_bytes(b"x")

    def denied(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    ran = run("score", path, "--lang", "en")
    assert ran.code == 2
    assert words("file-no-permission", "en").fullmatch(ran.err.strip())


# Bombs: in a process of their own, with little time and little memory


class Bounded(NamedTuple):
    code: int
    out: str
    err: str
    seconds: float
    """Of the processor: other tests may keep the machine busy."""


def bounded(*arguments: object) -> Bounded:
    """The command line within SECONDS and MEMORY; a TimeoutExpired fails the test."""
    import resource  # not on Windows

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    before = spent()
    with started(*arguments, **pipes, preexec_fn=limit) as process:
        try:
            out, err = process.communicate(timeout=6 * SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return Bounded(process.returncode, out.decode(), err.decode(), spent() - before)


def spent() -> float:
    """Processor time of all processes that this one has started and seen end."""
    import resource  # not on Windows

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def big_part(make: Make, part: str, size: int) -> Make:
    """A package with one part blown up by blanks, or zeros in a binary part."""

    def make_big(path: Path) -> None:
        make(path)
        filling = (b"\0" if part.endswith(".bin") else b" ") * (1 << 20)
        parts = parts_of(path)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
            for name, data in parts.items():
                with package.open(name, "w") as entry:
                    entry.write(data)
                    for _ in range(size >> 20 if name == part else 0):
                        entry.write(filling)

    return make_big


def many_sheets(path: Path) -> None:
    """Each sheet just small enough on its own; a list of results among them cannot be found."""
    blank = sheet_xml('<row r="1"><c r="A1"><v>1</v></c></row>') + " " * (9 << 20)
    workbook(path, {f"Sheet {number}": [[1]] for number in range(120)})
    parts = parts_of(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, data in parts.items():
            package.writestr(name, blank if name.startswith("xl/worksheets/") else data)


def many_parts(path: Path) -> None:
    """Parts that nothing refers to, each of them long without reaching its root element."""
    with_parts(path, " " * (1 << 20))


def many_parts_unread(path: Path) -> None:
    """The same, but what is in them can be told from their beginning."""
    with_parts(path, "<x>" + " " * (1 << 20) + "</x>")


def with_parts(path: Path, content: str) -> None:
    good(path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as package:
        for number in range(2000):
            package.writestr(f"xl/other/{number}.xml", content, compresslevel=1)


def with_cell(xml: str) -> Make:
    """One cell beside those of the results."""
    return lambda path: raw_book(path, sheet_xml(f"{results_xml()}<row>{xml}</row>"))


def name_twice(path: Path) -> None:
    """So many entries that looking for the name that is there twice may not take a look at all of
    them for each."""
    with zipfile.ZipFile(good(path), "a") as package, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(60_000):
            package.writestr(f"{max(number, 1)}.bin", b"")


def comments(path: Path) -> None:
    """A part that nothing refers to, and that is nothing but comments."""
    edited(good(path), {"xl/other.xml": b"<!-- < -->" * (1 << 20)})


def many_empty_parts(path: Path) -> None:
    with zipfile.ZipFile(good(path), "a") as package:
        for number in range(20_000):
            package.writestr(f"xl/other/{number}.xml", b"")


def overlapping(path: Path) -> None:
    """Entries that each hold all those behind them: a little more, and it is a million fold."""
    body = directory = b""
    for number in range(500):
        name = b"%d.xml" % number if number < 499 else b"[Content_Types].xml"
        sizes = struct.pack("<3I", zlib.crc32(body), len(body), len(body))
        head = struct.pack("<5H", 20, 0, 0, 0, 0x21) + sizes
        body = b"PK\3\4" + head + struct.pack("<2H", len(name), 0) + name + body
        directory += b"PK\1\2" + struct.pack("<H", 20) + head
        # Counted from the end for now: nobody knows yet how much will stand before it.
        directory += struct.pack("<5H2I", len(name), 0, 0, 0, 0, 0, len(body)) + name
    records, at = bytearray(directory), 0
    while at < len(records):
        length, behind = struct.unpack_from("<H", records, at + 28)[0], records[at + 42 : at + 46]
        struct.pack_into("<I", records, at + 42, len(body) - int.from_bytes(behind, "little"))
        at += 46 + length
    end = struct.pack("<4H2IH", 0, 0, 500, 500, len(records), len(body), 0)
    path.write_bytes(body + bytes(records) + b"PK\5\6" + end)


def wide_rows(path: Path) -> None:
    """A short file whose rows each reach the last column."""
    lines = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 50_001))
    raw_book(path, sheet_xml(lines))


def wide_open_rows(path: Path) -> None:
    line = f"<table:table-row>{cell(1, number_columns_repeated='16384')}</table:table-row>"
    document(path, table(line * 20_000))


def filled_to_the_corner(path: Path) -> None:
    inside = cell(1, number_columns_repeated="16384")
    document(
        path,
        table(f'<table:table-row table:number-rows-repeated="1048576">{inside}</table:table-row>'),
    )


def repeated_formulas(path: Path) -> None:
    inside = (
        '<table:table-cell table:formula="of:=1" office:value-type="float" office:value="1" '
        'table:number-columns-repeated="50"/>'
    )
    document(
        path,
        table(f'<table:table-row table:number-rows-repeated="1048576">{inside}</table:table-row>'),
    )


def repeated_rows(path: Path) -> None:
    """Sheets that are each small enough; all of them are read at once."""
    line = row(1, number_rows_repeated="1048576")
    document(path, "".join(table(line, f"Sheet {number}") for number in range(16)))


def blanks(path: Path) -> None:
    """Cells full of blanks, which are spelled as numbers, each another."""
    cells = (
        '<table:table-row><table:table-cell office:value-type="string"><text:p>'
        f'<text:s text:c="{99_999_999 - number * number % 10_007}"/>'
        "</text:p></table:table-cell></table:table-row>"
        for number in range(100_000)
    )
    document(path, table("".join(cells)))


def wide_sheets(path: Path) -> None:
    """Sheets that are small until their rows are made as long as the first, all without a list."""
    wide = f"<table:table-row>{cell(number_columns_repeated='16383')}{cell(1)}</table:table-row>"
    lines = wide + "".join(row(number) for number in range(2_100))
    document(path, "".join(table(lines, f"Sheet {number}") for number in range(16)))


def last_corner(make: Callable[..., Path], place: str) -> Make:
    return lambda path: make(path, {"Results": Sheet([[1]], loose={place: 1})})


def endless_directory(path: Path) -> None:
    """An old file whose table of sectors leads in a circle."""
    data = bytearray(old_book(path, tournament()).read_bytes())
    table = 512 * (1 + struct.unpack_from("<I", data, 76)[0])
    struct.pack_into("<2I", data, table, 0, 1)
    path.write_bytes(data)


BOMBS: dict[str, tuple[tuple[str, ...], str, Make]] = {
    "one-part": (("part-out-of-proportion",), ".xlsx", big_part(good, SHEET, 600 << 20)),
    "one-part-xlsb": (
        ("part-out-of-proportion",),
        ".xlsb",
        big_part(binary, "xl/worksheets/sheet2.bin", 600 << 20),
    ),
    "one-part-ods": (
        ("part-out-of-proportion", "part-malformed"),
        ".ods",
        big_part(opened, "content.xml", 600 << 20),
    ),
    "many-sheets": (("unpacked-too-large",), ".xlsx", many_sheets),
    "many-parts": (("unpacked-too-large",), ".xlsx", many_parts),
    "overlapping": (("zip-damaged",), ".xlsx", overlapping),
    "name-twice": (("part-twice",), ".xlsx", name_twice),
    "no-such-column": (("part-senseless",), ".xlsx", with_cell('<c r="ZZZZ99999999"><v>1</v></c>')),
    "far-after-a-line-end": (
        ("sheet-too-far",),
        ".xlsx",
        with_cell('<c r=\n"XFD1048576"><v>1</v></c>'),
    ),
    "wide-rows": (("sheet-too-far",), ".xlsx", wide_rows),
    "wide-rows-ods": (("sheet-too-far",), ".ods", wide_open_rows),
    "filled-to-the-corner": (("sheet-too-far",), ".ods", filled_to_the_corner),
    "repeated-formulas": (("sheet-too-far",), ".ods", repeated_formulas),
    "repeated-rows": (("sheet-too-far",), ".ods", repeated_rows),
    "blanks": (("sheet-too-far",), ".ods", blanks),
    "wide-sheets": (("sheet-too-far",), ".ods", wide_sheets),
    "last-corner": (("sheet-too-far",), ".xlsx", last_corner(workbook, "XFD1048576")),
    "last-corner-xlsb": (("sheet-too-far",), ".xlsb", last_corner(binary_book, "XFD1048576")),
    "last-corner-ods": (
        ("sheet-too-far",),
        ".ods",
        lambda path: document(
            path,
            table(
                row(1)
                + row(None, number_rows_repeated="1048574")
                + f"<table:table-row>{cell(number_columns_repeated='16383')}{cell(1)}"
                "</table:table-row>"
            ),
        ),
    ),
    "endless-directory": (
        ("ole-damaged", "records-damaged", "part-senseless"),
        ".xls",
        endless_directory,
    ),
}


@pytest.mark.linux
@pytest.mark.parametrize("case", BOMBS)
def test_a_bomb_is_refused_in_little_time_and_memory(tmp_path: Path, case: str) -> None:
    codes, extension, make = BOMBS[case]
    path = tmp_path / f"bomb{extension}"
    make(path)
    before = sorted(tmp_path.iterdir())
    ran = bounded("score", path, "--lang", "en", *ASKED)
    assert ran.code == 2, ran.err
    assert any(words(code, "en").fullmatch(ran.err.strip()) for code in codes), ran.err
    assert ran.seconds < SECONDS
    assert sorted(tmp_path.iterdir()) == before


# What is unusual and harmless


def nested(path: Path) -> None:
    """A bomb in an attachment, which nobody unpacks."""
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("zeros", bytes(100 << 20))
    edited(good(path), {"xl/embeddings/bomb.zip": bomb.getvalue()})


def sheets_500(path: Path) -> None:
    others = {f"Sheet {number}": [[number]] for number in range(498)}
    workbook(path, {**others, **tournament()})


def columns_16384(path: Path) -> None:
    wide = [[None] * (16_384 - len(line)) for line in RESULTS]
    wide[0] = [f"Note {number}" for number in range(len(wide[0]))]
    rows = [[*more, *line] for line, more in zip(RESULTS, wide, strict=True)]
    workbook(path, tournament(rows))


def columns_16384_xlsb(path: Path) -> None:
    binary_book(path, tournament(Sheet(RESULTS, loose={"XFD1": "Note", "XFD5": 1})))


def columns_256_xls(path: Path) -> None:
    old_book(path, tournament(Sheet(RESULTS, start=(0, 252))))


def columns_16384_ods(path: Path) -> None:
    blank = cell(number_columns_repeated=str(16_384 - len(HEADER)))
    rows = "".join(
        f"<table:table-row>{''.join(map(cell, line))}{blank}</table:table-row>" for line in RESULTS
    )
    end = row(None, number_rows_repeated=str(1_048_576 - len(RESULTS)))
    document(path, table(rows + end))


def rows_1048576(path: Path) -> None:
    """A note in every row there is, results in the first ones."""
    lines = [
        f'<row r="{n}"><c r="H{n}"><v>{n}</v></c></row>' for n in range(len(RESULTS) + 1, 1_048_577)
    ]
    raw_book(path, sheet_xml(results_xml() + "".join(lines)))


def results_xml() -> str:
    return "".join(
        f'<row r="{number}">'
        + "".join(
            f'<c r="{"ABCD"[column]}{number}" t="inlineStr"><is><t>{value}</t></is></c>'
            for column, value in enumerate(line)
        )
        + "</row>"
        for number, line in enumerate(RESULTS, 1)
    )


def very_hidden(path: Path) -> None:
    made_book = xlsxwriter.Workbook(path)
    made_book.add_worksheet("Front").write(0, 0, "Nothing here")
    sheet = made_book.add_worksheet("Results")
    for number, line in enumerate(RESULTS):
        sheet.write_row(number, 0, line)
    sheet.very_hidden()
    made_book.close()


def very_hidden_xlsb(path: Path) -> None:
    binary(path)
    visible, hidden = (record(156, struct.pack("<2I", state, 2))[3:] for state in (0, 2))
    edited(path, {"xl/workbook.bin": lambda data: data.replace(visible, hidden)})


def utf16(path: Path) -> None:
    """Every part in another encoding, but for those that must be in UTF-8."""
    good(path)

    def encoded(data: bytes) -> bytes:
        text = data.decode().partition("?>")[2]
        return f'<?xml version="1.0" encoding="UTF-16"?>{text}'.encode("utf-16")

    edited(path, {part: encoded for part in parts_of(path) if part.endswith((".xml", ".rels"))})


RIGHT: dict[str, tuple[str, Make]] = {
    "many-parts": (".xlsx", many_parts_unread),
    "many-empty-parts": (".xlsx", many_empty_parts),
    "comments": (".xlsx", comments),
    "nested-bomb": (".xlsx", nested),
    "500-sheets": (".xlsx", sheets_500),
    "16384-columns": (".xlsx", columns_16384),
    "16384-columns-xlsb": (".xlsb", columns_16384_xlsb),
    "256-columns-xls": (".xls", columns_256_xls),
    "16384-columns-ods": (".ods", columns_16384_ods),
    "1048576-rows": (".xlsx", rows_1048576),
    "very-hidden": (".xlsx", very_hidden),
    "very-hidden-xlsb": (".xlsb", very_hidden_xlsb),
    "utf16": (".xlsx", utf16),
}


@pytest.mark.linux
@pytest.mark.parametrize("case", RIGHT)
def test_what_is_unusual_gives_the_right_result(tmp_path: Path, case: str) -> None:
    extension, make = RIGHT[case]
    path = tmp_path / f"book{extension}"
    make(path)
    before = path.read_bytes()
    ran = bounded("score", path, "--format", "csv", "--lang", "en", *ASKED)
    assert ran.code == 0, ran.err
    assert players(ran.out) == ["Ann", "Ben", "Cleo", "Dan"]
    assert ran.seconds < SECONDS
    assert path.read_bytes() == before
    assert names_in(tmp_path) == {path.name, "book.scored.xlsx"}
    again = bounded("score", tmp_path / "book.scored.xlsx", "--no-write", "--format", "csv", *ASKED)
    assert again.out == ran.out


def players(csv: str) -> list[str]:
    return [line.split(",")[1] for line in csv.splitlines()[1:]]


STRAY: dict[str, tuple[str, Callable[..., Path]]] = {
    ".xlsx": ("D1048576", workbook),
    ".xlsb": ("D1048576", binary_book),
    ".xls": ("D65536", old_book),
}


@pytest.mark.linux
@pytest.mark.parametrize("extension", STRAY)
def test_a_value_in_the_last_row_is_found(tmp_path: Path, extension: str) -> None:
    place, maker = STRAY[extension]
    path = tmp_path / f"book{extension}"
    maker(path, tournament(Sheet(RESULTS, loose={place: 9})))
    ran = bounded("score", path, "--format", "csv", "--lang", "en")
    assert ran.code == 1
    assert f"Results!{place}" in ran.err
    assert players(ran.out) == ["Ann", "Ben", "Cleo", "Dan"]
    assert ran.seconds < SECONDS


# What others put into workbooks stays, and does nothing

LINK = (
    '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="'
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<externalBook r:id="rId1"><sheetNames><sheetName val="Elsewhere"/></sheetNames>'
    "</externalBook></externalLink>"
)
LINK_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/externalLinkPath" Target="http://192.0.2.1/other.xlsx" '
    'TargetMode="External"/></Relationships>'
)


def added(data: bytes, before: bytes, more: str) -> bytes:
    assert before in data
    return data.replace(before, more.encode() + before)


def with_external_links(path: Path) -> None:
    """A link to a machine that does not exist: following it would take forever."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"
    part = "xl/externalLinks/externalLink1.xml"
    relation = (
        '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/externalLink" Target="externalLinks/externalLink1.xml"/>'
    )
    references = '<externalReferences><externalReference r:id="rId99"/></externalReferences>'
    edited(
        good(path),
        {
            part: LINK,
            "xl/externalLinks/_rels/externalLink1.xml.rels": LINK_RELATIONS,
            "[Content_Types].xml": lambda data: added(
                data, b"</Types>", f'<Override PartName="/{part}" ContentType="{kind}"/>'
            ),
            "xl/_rels/workbook.xml.rels": lambda data: added(data, b"</Relationships>", relation),
            "xl/workbook.xml": lambda data: added(data, b"<calcPr", references),
        },
    )


def with_macros(path: Path) -> None:
    """What stands in the project does not matter: it is never looked at."""
    kind, project = "application/vnd.ms-excel.sheet.macroEnabled.main+xml", "xl/vbaProject.bin"
    plain = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    relation = (
        '<Relationship Id="rId99" Type="http://schemas.microsoft.com/office/2006/relationships/'
        'vbaProject" Target="vbaProject.bin"/>'
    )
    edited(
        good(path),
        {
            project: ole_file({"VBA": b"Attribute VB_Name"}),
            "[Content_Types].xml": lambda data: added(
                data.replace(plain, kind.encode()),
                b"</Types>",
                '<Override PartName="/xl/vbaProject.bin" '
                'ContentType="application/vnd.ms-office.vbaProject"/>',
            ),
            "xl/_rels/workbook.xml.rels": lambda data: added(data, b"</Relationships>", relation),
        },
    )


@pytest.mark.parametrize(
    ("extension", "make", "kept"),
    [
        (".xlsx", with_external_links, "xl/externalLinks/"),
        (".xlsm", with_macros, "xl/vbaProject.bin"),
    ],
)
def test_links_and_macros_stay_and_do_nothing(
    run: Run, tmp_path: Path, extension: str, make: Make, kept: str
) -> None:
    path = tmp_path / f"book{extension}"
    make(path)
    assert run("score", path).code == 0
    before, after = (parts_of(tmp_path / f"book{end}{extension}") for end in ("", ".scored"))
    names = [name for name in before if name.startswith(kept)]
    assert names
    assert [after[name] for name in names] == [before[name] for name in names]


# Names and places

NAMED = {
    "umlauts": "Große Öffnung – Übersicht (ÄÖÜß)",
    "spaces": "  a b  c ",
    "long": "n" * 200,
    "signs": "#1 & 'x' %20 [a] {b} $c",
    "other-script": "Каталог 東京 🎲",
    "decomposed": "Zoe\u0308",
    "dash": "-n",
    "two-dots": "spring.2026.v2",
}


@pytest.mark.parametrize("extension", [".xlsx", ".xls", ".ods"])
@pytest.mark.parametrize("name", NAMED.values(), ids=NAMED)
def test_names_and_places_of_any_kind(run: Run, tmp_path: Path, name: str, extension: str) -> None:
    folder = tmp_path / name / "Turnier – Frühjahr"
    folder.mkdir(parents=True)
    path = folder / f"{name}{extension}"
    {".xlsx": good, ".xls": old, ".ods": opened}[extension](path)
    ran = run("score", path, "--format", "json")
    assert ran.code == 0
    assert ran.document["source"] == path.name
    assert names_in(folder) == {path.name, f"{name}.scored.xlsx"}


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_name_with_no_room_for_more_is_refused(run: Run, tmp_path: Path) -> None:
    path = good(tmp_path / f"{'n' * 245}.xlsx")
    ran = run("score", path, "--lang", "en")
    assert ran.code == 2
    assert words("file-unwritable", "en").fullmatch(ran.err.strip())
    assert names_in(tmp_path) == {path.name}


CIRCLES = {
    "file": ("score", "book.xlsx", "--out", "circle.xlsx"),
    "folder": ("score", "book.xlsx", "--out", "circle/out.xlsx"),
    "batch": ("batch", "book.xlsx", "--out", "circle"),
}


@pytest.mark.parametrize("case", CIRCLES)
def test_what_cannot_be_written_through_links_in_a_circle_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    monkeypatch.chdir(tmp_path)
    good(tmp_path / "book.xlsx")
    for link in ("circle", "circle.xlsx"):
        a_loop(Path(link))
    ran = run(*CIRCLES[case], "--lang", "en")
    assert ran.code == 2
    assert words("file-unwritable", "en").fullmatch(ran.err.removesuffix("\n"))
    assert names_in(tmp_path) == {"book.xlsx", "circle", "circle.xlsx"}
    assert (tmp_path / "circle.xlsx").is_symlink()


def test_a_link_in_a_circle_among_many_files_fails_alone(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    good(folder / "book.xlsx")
    a_loop(folder / "circle.xlsx")
    ran = run("batch", folder, "--out", tmp_path / "out", "--lang", "en")
    assert ran.code == 1
    assert "circle.xlsx: failed: " in ran.err
    assert names_in(tmp_path / "out") == {"book.scored.xlsx", "book.xlsx.json", "batch.json"}


def test_memory_that_does_not_suffice_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*_: object, **__: object) -> Iterable[bytes]:
        raise MemoryError

    path = good(tmp_path / "book.xlsx")
    monkeypatch.setattr("xlscore.score_file.open_workbook", exhausted)
    for language in ("en", "de"):
        ran = run("score", path, "--lang", language)
        assert ran.code == 2
        assert words("memory-exhausted", language).fullmatch(ran.err.strip())


@pytest.mark.parametrize("extension", [".xls", ".xlsb"])
def test_the_name_of_a_sheet_commands_no_terminal(run: Run, tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"book{extension}"
    rows: Rows = [header(*HEADER), *GOOD[:3], (1, 1, "Dan", "many")]
    make = old_book if extension == ".xls" else binary_book
    make(path, {"Results \x1b[2J\u202e": rows})
    for form in ("table", "json", "csv"):
        ran = run("score", path, *ASKED, "--no-write", "--format", form)
        assert ran.code == 1
        assert not re.search("[\x1b\u202e]", ran.out + ran.err)
