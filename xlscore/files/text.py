"""Text files as volunteers' programs leave them."""

from __future__ import annotations

import re
from pathlib import Path

from ..messages import Refused
from .atomic import read_bytes

SEPARATORS = ";\t,"
"""Between the columns of a CSV table, the likeliest first."""
_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def read_text(path: Path) -> str:
    """A text file: UTF-8, with or without byte order mark, UTF-16 with one, or else cp1252.

    Raises `Refused` for a file that is no text or cannot be read.
    """
    data = read_bytes(path)
    for encoding in (_BYTE_ORDER_MARKS.get(data[:2], "utf-8-sig"), "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text):
            return text
    raise Refused("file-not-text", file=path.name)
