"""Computers with Excel that never were: homes in a folder, blanks and umlauts in their names."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import xlwings

from tests.support.fake_pywin32 import fresh, windows_xlwings
from xlscore import __version__
from xlscore.hosts.excel import addin
from xlscore.hosts.excel.doctor import Answer
from xlscore.hosts.excel.install import Builder
from xlscore.hosts.excel.platform_paths import Computer

USER = "Jörg Groß Müller"
STARTUP = {
    "win32": "AppData/Roaming/Microsoft/Excel/XLSTART",
    "darwin": "Library/Group Containers/UBF8T346G9.Office/User Content.localized/"
    "Startup.localized/Excel",
}
CONFIGURATION = {
    "win32": ".xlscore/xlscore.conf",
    "darwin": "Library/Containers/com.microsoft.Excel/Data/xlscore.conf",
}
SCRIPT = "Library/Application Scripts/com.microsoft.Excel/xlscore.applescript"
RECORD = ".xlscore/installed.json"
HEALTHY = Answer(__version__, xlwings.__version__)


def computer(folder: Path, platform: str, settings: Mapping[str, Any] | None = None) -> Computer:
    """A computer on which Excel has run once, with a virtual environment that has xlscore."""
    home = folder / "Users" / USER
    environment = home / "My tools" / ".venv"
    base = folder / "Program Files" / "Python"
    python = environment / ("Scripts/python.exe" if platform == "win32" else "bin/python")
    for made in (home / STARTUP.get(platform, ""), python.parent, base):
        made.mkdir(parents=True)
    if platform == "darwin":
        (home / CONFIGURATION["darwin"]).parent.mkdir(parents=True)
    python.write_bytes(b"python")
    (environment / "pyvenv.cfg").write_text(f"home = {base}\nversion = 3.11\n", encoding="utf-8")
    (environment / f"xlwings64-{xlwings.__version__}.dll").write_bytes(b"library")
    (home / STARTUP.get(platform, "") / "PERSONAL.XLSB").write_bytes(b"macros of the person")
    return Computer(
        platform=platform,
        home=home,
        environment={
            "APPDATA": str(home / "AppData/Roaming"),
            "LOCALAPPDATA": str(home / "AppData/Local"),
            "OneDrive": str(home / "OneDrive - Verein"),
        },
        executable=python,
        base=base,
        encoding={"win32": "cp1252", "darwin": "ascii"}.get(platform, "utf-8"),
        settings=lambda key: dict((settings or {}).get(key, {})),
    )


def tree(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder: the content of files, None for folders."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def build_as_on_windows(target: Path, version: str = __version__) -> Path:
    """The add-in with functions, as a version of xlscore on Windows builds it."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        windows_xlwings(monkeypatch)
        fresh(monkeypatch, "xlscore.hosts.excel.udfs")
        windows_addin = fresh(monkeypatch, "xlscore.hosts.excel.addin")
        monkeypatch.setattr(windows_addin, "__version__", version)
        built: Path = windows_addin.build(target)
    return built


def builder(folder: Path, version: str = __version__) -> Builder:
    """A builder for either platform that builds once and then copies."""
    folder.mkdir()
    windows = build_as_on_windows(folder / "windows.xlam", version)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(addin, "__version__", version)
        macos = addin.build(folder / "macos.xlam", functions=False)
    return lambda target, functions: shutil.copyfile(windows if functions else macos, target)
