"""What a file is inside: where its name says otherwise, and where Excel's own password locks it."""

from __future__ import annotations

import re
from contextlib import suppress
from io import BytesIO

from xlscore.formats.zip_parts import Archive
from xlscore.words import Refused

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DEFAULT = "VelvetSweatshop"
_MOST_TURNS = 1_000_000
"""Turns of the lock that are worth waiting for; Excel makes a tenth of them."""


def unlocked(data: bytes) -> bytes | None:
    """What a locked file holds; None where another password is needed, or msoffcrypto-tool is not
    installed, which belongs to the extra ``all``."""
    try:
        import msoffcrypto  # rarely needed, and not always there
    except ImportError:
        return None
    # A file that is damaged besides may make it raise anything; then it stays locked.
    with suppress(Exception):
        if _turns(data) > _MOST_TURNS:
            return None
        file = msoffcrypto.OfficeFile(BytesIO(data))
        file.load_key(password=_DEFAULT, verify_password=True)
        opened = BytesIO()
        file.decrypt(opened)
        return opened.getvalue()
    return None


def _turns(data: bytes) -> int:
    """How often the lock turns, as far as a file may choose that itself."""
    import olefile  # needed for locked and for old files only

    with olefile.OleFileIO(BytesIO(data)) as file:
        if not file.exists("EncryptionInfo"):
            return 0
        info = file.openstream("EncryptionInfo").read()
    return max(map(int, re.findall(rb"spinCount\s*=\s*[\"']\s*([0-9]{1,20})", info)), default=0)


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
