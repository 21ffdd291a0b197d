"""Where Excel, Python and their settings are on a computer, and the configuration for xlwings."""

from __future__ import annotations

import csv
import locale
import os
import plistlib
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ...words import Refused
from .built import FILE_NAME, NAME, SCRIPT_NAME

EXCEL_PROGRAM = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
"""The key whose value without a name is the path of Excel."""

_CONTAINER = Path("Library/Containers/com.microsoft.Excel/Data")
_MACOS_STARTUP = Path(
    "Library/Group Containers/UBF8T346G9.Office/User Content.localized/Startup.localized/Excel"
)
_INTERPRETER = {"win32": "INTERPRETER_WIN", "darwin": "INTERPRETER_MAC"}
# What xlwings puts the person's own folder in for, and what stands between folders.
_HOME = {"win32": ("%USERPROFILE%", "\\"), "darwin": ("$HOME", "/")}


class Computer(NamedTuple):
    """A computer as its installer and doctor see it; everything they ask it is in here."""

    platform: str
    """As `sys.platform` says."""
    home: Path
    environment: Mapping[str, str]
    executable: Path
    """The Python that is running."""
    base: Path
    """Where that Python came from: `sys.base_prefix`, not the virtual environment."""
    encoding: str
    """What macros read text files in, which is never UTF-8."""
    settings: Callable[[str], Mapping[str, object]]
    """The values of a key of the Windows registry, or of a macOS preferences domain, by name in
    small letters; none where there is no such key. Raises PermissionError."""


class Places(NamedTuple):
    """Where the parts of an installation go."""

    add_in: Path
    configuration: Path
    script: Path | None
    """What leaves Excel's sandbox, on macOS."""
    record: Path
    """What was written and replaced, for upgrades and for uninstalling."""


def this_computer() -> Computer:
    """The computer that this runs on."""
    return Computer(
        platform=sys.platform,
        home=Path.home(),
        environment=os.environ,
        executable=Path(sys.executable),
        base=Path(sys.base_prefix),
        # No one tells which letters Excel for Mac reads, beyond ASCII.
        encoding="ascii" if sys.platform == "darwin" else locale.getencoding(),
        settings={"win32": _registry, "darwin": _preferences}.get(sys.platform, lambda _key: {}),
    )


def places(computer: Computer, target: Path | None = None) -> Places:
    """Where an installation goes; the add-in to the folder `target` if it is given.

    Raises Refused where there is no Excel for the platform and no target either: then everything
    goes to the target.
    """
    record = computer.home / f".{NAME}" / "installed.json"
    if computer.platform == "win32":
        folder = target or startup(computer)
        return Places(folder / FILE_NAME, record.with_name(f"{NAME}.conf"), None, record)
    if computer.platform == "darwin":
        folder = target or startup(computer)
        configuration = computer.home / _CONTAINER / f"{NAME}.conf"
        scripts = computer.home / "Library/Application Scripts/com.microsoft.Excel"
        return Places(folder / FILE_NAME, configuration, scripts / SCRIPT_NAME, record)
    if target is None:
        raise Refused("excel-platform")
    return Places(target / FILE_NAME, target / f"{NAME}.conf", None, target / "installed.json")


def startup(computer: Computer) -> Path:
    """The folder from which Excel opens everything when it starts."""
    if computer.platform == "darwin":
        return computer.home / _MACOS_STARTUP
    return Path(computer.environment["APPDATA"]) / "Microsoft" / "Excel" / "XLSTART"


def configuration(computer: Computer) -> bytes:
    """What xlwings reads: the interpreter and the module of the functions.

    Raises Refused where the path of the interpreter has letters that macros cannot read.
    """
    settings = {
        _INTERPRETER.get(computer.platform, "INTERPRETER"): _written(computer, computer.executable),
        "UDF MODULES": "xlscore.hosts.excel.udfs",
        # A module beside a workbook must never pass for one of ours.
        "ADD_WORKBOOK_TO_PYTHONPATH": "False",
    }
    end = "\r\n" if computer.platform == "win32" else "\n"
    text = "".join(f'"{name}","{value}"{end}' for name, value in settings.items())
    try:
        return text.encode(computer.encoding)
    except UnicodeEncodeError as error:
        raise Refused("interpreter-letters", file=str(computer.executable)) from error


def interpreter(computer: Computer, content: bytes) -> Path | None:
    """The Python that a configuration names, None where it names none or is damaged."""
    name = _INTERPRETER.get(computer.platform, "INTERPRETER")
    text = content.decode(computer.encoding, errors="replace")
    for row in csv.reader(text.splitlines()):
        if len(row) == 2 and row[0].upper() == name and row[1]:
            return _read(computer, row[1])
    return None


def _written(computer: Computer, path: Path) -> str:
    """A path as text; the person's folder, whose name may have any letter, as a variable."""
    if computer.platform in _HOME and path.is_relative_to(computer.home):
        variable, separator = _HOME[computer.platform]
        return separator.join([variable, *path.relative_to(computer.home).parts])
    return str(path)


def _read(computer: Computer, text: str) -> Path:
    variable, separator = _HOME.get(computer.platform, ("", ""))
    if variable and text.upper().startswith(f"{variable}{separator}"):
        return computer.home.joinpath(*text.split(separator)[1:])
    return Path(text)


def from_store(computer: Computer) -> str | None:
    """The program (``"python"`` or ``"excel"``) that comes from the Microsoft Store, if any.

    Windows walls such programs off: files they write, or look for, are in other places.
    """
    if computer.platform != "win32":
        return None
    if any("windowsapps" in str(path).lower() for path in (computer.executable, computer.base)):
        return "python"
    program = str(computer.settings(EXCEL_PROGRAM).get("", ""))
    local = computer.environment.get("LOCALAPPDATA")
    package = Path(local) / "Packages/Microsoft.Office.Desktop_8wekyb3d8bbwe" if local else None
    if "windowsapps" in program.lower() or (not program and package and package.exists()):
        return "excel"
    return None


def _registry(key: str) -> Mapping[str, object]:
    winreg: Any = import_module("winreg")  # Windows only, so its names are unknown elsewhere
    roots = {"HKLM": winreg.HKEY_LOCAL_MACHINE, "HKCU": winreg.HKEY_CURRENT_USER}
    root, _, path = key.partition("\\")
    access = winreg.KEY_READ | winreg.KEY_WOW64_64KEY
    try:
        with winreg.OpenKey(roots[root], path, 0, access) as opened:
            count = winreg.QueryInfoKey(opened)[1]
            values = [winreg.EnumValue(opened, number) for number in range(count)]
    except FileNotFoundError:
        return {}
    return {name.lower(): value for name, value, _ in values}


def _preferences(domain: str) -> Mapping[str, object]:
    exported = subprocess.run(["/usr/bin/defaults", "export", domain, "-"], capture_output=True)
    values: Mapping[str, object] = (
        plistlib.loads(exported.stdout) if exported.returncode == 0 else {}
    )
    return {name.lower(): value for name, value in values.items()}
