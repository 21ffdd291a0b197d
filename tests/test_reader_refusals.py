"""Does a file that cannot be read get one clear line that names it and the cause?"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import msoffcrypto.format.ooxml
import pytest

from tests.support.books import edited, raw_book, sheet_xml, workbook
from xlscore.formats.read import open_workbook
from xlscore.words import Refused

SHEET = "xl/worksheets/sheet1.xml"
CELL = '<row r="1"><c r="A1"><v>1</v></c></row>'
OLD_EXCEL = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1024) + "Workbook".encode("utf-16-le")


def good(path: Path) -> Path:
    return workbook(path, {"Results": [["Player", "VP"], ["Ann", 10]]})


def filled(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def with_sheet(xml: str | bytes) -> Callable[[Path], object]:
    return lambda path: raw_book(path, xml)


def locked(path: Path) -> None:
    content = io.BytesIO(good(path).read_bytes())
    with path.open("wb") as target:
        msoffcrypto.format.ooxml.OOXMLFile(content).encrypt("secret", target)


def cut_off(path: Path) -> None:
    path.write_bytes(good(path).read_bytes()[:-100])


def opendocument(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        package.writestr("content.xml", "<x/>")


def other_package(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("[Content_Types].xml", "<Types/>")


def document_type(part: str) -> Callable[[Path], object]:
    return lambda path: edited(
        good(path), {part: lambda data: data.replace(b"?>", b"?><!DOCTYPE x>", 1)}
    )


def without_sheet(path: Path) -> None:
    edited(good(path), {"xl/_rels/workbook.xml.rels": lambda d: d.replace(b"sheet1", b"sheet9")})


REFUSED: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "missing": ("file-missing", ".xlsx", lambda _: None),
    "folder": ("file-folder", ".xlsx", lambda path: path.mkdir()),
    "empty": ("file-empty", ".xlsx", filled(b"")),
    "text": ("format-unknown", ".txt", filled(b"Player;VP\nAnn;10\n")),
    "old-excel-inside": ("content-old-excel", ".xlsx", filled(OLD_EXCEL)),
    "opendocument-inside": ("content-opendocument", ".xlsx", opendocument),
    "web-page-inside": ("content-web-page", ".xlsx", filled(b"\r\n<!DOCTYPE HTML><html></html>")),
    "csv-inside": ("content-text", ".xlsm", filled("Spieler;SP\nZoë;10\n".encode())),
    "utf16-text-inside": (
        "content-text",
        ".xlsx",
        filled("Player\tVP\nAnn\t10\n".encode("utf-16")),
    ),
    "picture-inside": ("file-not-a-workbook", ".xlsx", filled(b"\x89PNG\r\n\x1a\n" + bytes(64))),
    "other-package": ("file-not-a-workbook", ".xlsx", other_package),
    "password": ("file-encrypted", ".xlsx", locked),
    "cut-off": ("zip-damaged", ".xlsx", cut_off),
    "sheet-missing": ("part-missing", ".xlsx", without_sheet),
    "doctype-in-sheet": ("part-doctype", ".xlsx", document_type(SHEET)),
    "doctype-elsewhere": ("part-doctype", ".xlsx", document_type("xl/theme/theme1.xml")),
    "wrong-nesting": ("part-malformed", ".xlsx", with_sheet(sheet_xml(f"<d>{CELL}"))),
    "cut-xml": ("part-malformed", ".xlsx", with_sheet(sheet_xml(CELL)[:-8])),
    "cut-xml-parsed": ("part-malformed", ".xlsx", with_sheet(sheet_xml("<!-- x -->" + CELL)[:-8])),
    "cut-xml-utf16": ("part-malformed", ".xlsx", with_sheet(sheet_xml(CELL)[:-8].encode("utf-16"))),
    "behind-the-end": ("part-malformed", ".xlsx", with_sheet(sheet_xml(CELL) + "<x/>")),
    "no-position": ("part-senseless", ".xlsx", with_sheet(sheet_xml(CELL.replace("A1", "A0")))),
    "last-corner": (
        "sheet-too-far",
        ".xlsx",
        with_sheet(sheet_xml(f'{CELL}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    ),
}


def read(path: Path, **options: int) -> None:
    found = open_workbook(path, **options)
    for sheet in found.sheets:
        found.load(sheet.name)


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line(tmp_path: Path, case: str) -> None:
    code, extension, make = REFUSED[case]
    path = tmp_path / f"Zoë's book{extension}"
    make(path)
    with pytest.raises(Refused) as refused:
        read(path)
    assert refused.value.code == code
    for language in ("en", "de"):
        text = refused.value.text(language)
        assert path.name in text
        assert str(tmp_path) not in text
        assert "\n" not in text


def test_denied_access(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = good(tmp_path / "book.xlsx")

    def denied(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    # Not through file modes: who runs the tests may be allowed everything.
    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(Refused) as refused:
        open_workbook(path)
    assert refused.value.code == "file-no-permission"


@pytest.mark.parametrize(
    ("code", "bytes_in_sheet", "options"),
    [("part-out-of-proportion", 12 << 20, {}), ("unpacked-too-large", 0, {"max_unpacked": 2000})],
)
def test_sizes_out_of_proportion(
    tmp_path: Path, code: str, bytes_in_sheet: int, options: dict[str, int]
) -> None:
    path = raw_book(tmp_path / "bomb.xlsx", sheet_xml(CELL) + " " * bytes_in_sheet)
    with pytest.raises(Refused) as refused:
        read(path, **options)
    assert refused.value.code == code
