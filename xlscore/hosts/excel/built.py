"""What an add-in is called and what it was built from; told without xlwings."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ...words import Refused

NAME = "xlscore"
"""What the VBA project is called, and with it the configuration that xlwings reads."""

FILE_NAME = f"{NAME}.xlam"
SCRIPT_NAME = f"{NAME}.applescript"
"""What the add-in for macOS calls to leave Excel's sandbox."""


_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,  # a way of packing that zipfile does not know
    RuntimeError,  # encrypted
    EOFError,
    ElementTree.ParseError,
    KeyError,
)


class Built(NamedTuple):
    """What an add-in was built from."""

    xlscore: str
    xlwings: str
    functions: bool


def built_from(path: Path) -> Built:
    """What the add-in was built from. Raises Refused where it is none of ours, or damaged."""
    try:
        with zipfile.ZipFile(path) as package:
            properties = ElementTree.fromstring(package.read("docProps/custom.xml"))
        known = {item.get("name"): "".join(item.itertext()) for item in properties}
        return Built(known["xlscore"], known["xlwings"], known["functions"] == "true")
    except _DAMAGED as error:
        raise Refused("addin-not-ours", file=str(path)) from error
