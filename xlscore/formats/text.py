"""Text files as volunteers' programs leave them."""

from __future__ import annotations

import re
from pathlib import Path

from ..words import Refused
from .atomic import read_bytes

SEPARATORS = ";\t,|"
"""Between the columns of a CSV table, the likeliest first."""
WESTERN = "cp1252"
"""What older Windows programs write; nearly any bytes are text in it."""
_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_SEPARATOR = re.compile(r"""\s*(["']?)sep=(.)\1[^\S\t\n]*(?:\n|$)""", re.IGNORECASE)


def read_text(path: Path) -> str:
    """A text file: UTF-8, with or without byte order mark, UTF-16 with one, or else cp1252.

    Raises `Refused` for a file that is no text or cannot be read.
    """
    return decoded(read_bytes(path), path.name)[0]


def decoded(data: bytes, file: str) -> tuple[str, str]:
    """The text in the bytes of a file, and the encoding that it is in."""
    for encoding in (_BYTE_ORDER_MARKS.get(data[:2], "utf-8-sig"), WESTERN):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text):
            return text, encoding
    raise Refused("file-not-text", file=file)


def without_separator(text: str) -> tuple[str, str | None]:
    """The text with its first line emptied where that is ``sep=;``, which tells Excel, and nobody
    else, how the columns are separated; and what it says."""
    match = _SEPARATOR.match(text)
    return ("\n" + text[match.end() :], match[2]) if match else (text, None)
