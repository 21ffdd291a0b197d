"""Files that are locked with the password which Excel itself uses where nobody has chosen one.

A workbook whose structure is protected under Review is encrypted with it, and opens in Excel
without a question.
"""

from __future__ import annotations

import re
from contextlib import suppress
from io import BytesIO

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
