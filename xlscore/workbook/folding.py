"""Text as people compare it: letter case, blanks, invisible characters and digits aside."""

from __future__ import annotations

import unicodedata

JOINERS = dict.fromkeys(
    [
        *(0x200C, 0x200D, *range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10)),
        *(*range(0xE0020, 0xE0080), *range(0xE0100, 0xE01F0)),
    ]
)
"""Joiners, variation selectors and the tags of flags: they change how the character before them
looks, and tell nobody from anybody; for `str.translate`."""
INVISIBLE = dict.fromkeys(
    code
    for code in (
        *(*range(0x7F, 0x85), *range(0x86, 0xA0), 0xAD, 0x034F, *range(0x0600, 0x0606), 0x061C),
        *(0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E),
        *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x2800),
        *(0x3164, 0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFFC), 0x110BD, 0x110CD),
        *(*range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
        *range(0xE0000, 0xE1000),
    )
    if code not in JOINERS
)
"""Characters that nobody sees or types, which copying from pages and programs leaves behind: all
format and filler characters of Unicode but the JOINERS; for `str.translate`."""
_UNSEEN = {**INVISIBLE, **JOINERS}


def folded(text: str) -> str:
    """Text for comparison: NFC, invisible characters left out, blanks of any kind trimmed and
    collapsed, letter case folded."""
    visible = text if text.isascii() and text.isprintable() else text.translate(_UNSEEN)
    return " ".join(unicodedata.normalize("NFC", visible).split()).casefold()


_FULL_WIDTH = {0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)}


def western(text: str) -> str:
    """Text with the decimal digits of any script as 0 to 9 and full-width forms as the ordinary
    characters. Signs such as ², ½ or ① are no digits and stay."""
    if text.isascii():
        return text
    digits = {ord(sign): str(unicodedata.decimal(sign)) for sign in text if sign.isdecimal()}
    return text.translate({**_FULL_WIDTH, **digits})
