"""What a file is inside, where that is not what its name says."""

from __future__ import annotations

import re

from xlscore.formats.locked import OLE
from xlscore.formats.zip_parts import Archive
from xlscore.words import Refused

_WEB_PAGE = re.compile(rb"\s*(<!doctype html|<html|<head|<body|<table|<meta)", re.IGNORECASE)
_PARTS = {
    "xl/workbook.bin": ("content-binary", ".xlsb"),
    "xl/workbook.xml": ("content-excel", ".xlsx"),
    "content.xml": ("content-opendocument", ".ods"),
}
"""Parts that one kind of workbook has: the code of its sentence, and its extension."""


def other_content(data: bytes, file: str, extension: str) -> Refused:
    """The refusal for bytes that are no workbook of the `extension` their file has."""
    code = "file-not-a-workbook"
    if data.startswith(OLE):
        # Names in the directory of such a file are in UTF-16.
        names = (name.encode("utf-16-le") for name in ("Workbook", "Book"))
        if extension != ".xls" and any(name in data for name in names):
            code = "content-old-excel"
    elif data.startswith((b"PK\3\4", b"PK\5\6")):
        archive = Archive(data, file)
        for part, (found, expected) in _PARTS.items():
            if archive.find(part) and extension.replace("m", "x") != expected:
                code = found
                break
    else:
        # Text in UTF-16 becomes legible without byte order mark and zero bytes.
        text = data[:4096].lstrip(b"\xef\xbb\xbf\xff\xfe").replace(b"\0", b"")
        if _WEB_PAGE.match(text):
            code = "content-web-page"
        # Control characters other than tab and line ends never stand in text.
        elif not re.search(rb"[\x00-\x08\x0e-\x1f]", text):
            code = "content-text"
    return Refused(code, file=file)
