"""Just enough of pywin32 that xlwings' own Windows code imports and runs on any computer.

Only pywin32 and the Windows half of ctypes are replaced; `xlwings.udfs`, `xlwings.com_server`
and `xlwings._xlwindows` are the real modules, over the objects of Excel in `com_excel`. Whatever a
test does not look at is a mock.
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import importlib
import sys
from types import ModuleType
from unittest.mock import MagicMock

import pytest
import xlwings

from . import com_excel

MISSING = -2147352572
"""What COM delivers for an optional argument that was left out."""


def fresh(monkeypatch: pytest.MonkeyPatch, name: str) -> ModuleType:
    """Import a module anew; undoing the monkeypatch forgets what the import leaves behind."""
    package, _, module = name.rpartition(".")
    monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(importlib.import_module(package), module, None, raising=False)
    del sys.modules[name]
    return importlib.import_module(name)


def windows_xlwings(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """xlwings as it is on Windows, over the objects of `com_excel`; undone with the monkeypatch.

    Returns the module `xlwings.udfs`; `xlwings.com_server` is what VBA talks to.
    """
    error = com_excel.ComError
    stubs: dict[str, dict[str, object]] = {
        "pywintypes": {"com_error": error, "TimeType": com_excel.ComTime, "IID": str},
        "pythoncom": {"__file__": "", "ole_error": error, "com_error": error},
        "win32com": {},
        "win32com.client": {
            "CDispatch": com_excel.Dispatched,
            "DispatchBaseClass": type("DispatchBaseClass", (), {}),
            "Dispatch": lambda dispatched, **_: dispatched,
        },
        "win32com.server": {},
        "win32com.server.dispatcher": {},
        "win32com.server.policy": {},
        # Objects of Python travel through COM as they are, those of Excel as what they are.
        "win32com.server.util": {"unwrap": _unwrapped, "wrap": lambda wrapped, *_: wrapped},
    }
    for name in ("win32api", "win32con", "win32event", "win32gui", "win32process", "win32timezone"):
        stubs[name] = {}
    stubs["win32api"] = {"MessageBox": _shown}
    stubs["win32con"] = {"MB_OK": 0, "MB_OKCANCEL": 1, "MB_YESNOCANCEL": 3, "MB_YESNO": 4}
    stubs["win32process"] = {"GetWindowThreadProcessId": lambda window: (0, window)}
    for name, attributes in stubs.items():
        stub = MagicMock(name=name, **attributes)
        monkeypatch.setitem(sys.modules, name, stub)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, stub)
    for name in ("windll", "oledll", "PyDLL"):
        monkeypatch.setattr(ctypes, name, MagicMock(), raising=False)
    names = ("_win32patch", "_xlwindows", "udfs", "com_server")
    real = {name: fresh(monkeypatch, f"xlwings.{name}") for name in names}
    windows, udfs = real["_xlwindows"], real["udfs"]
    atexit.unregister(windows.cleanup)
    loop: asyncio.AbstractEventLoop = real["com_server"].loop
    loop.close()
    # Without a limit xlwings would ask for ever where one of these objects lacks something.
    monkeypatch.setattr(windows, "N_COM_ATTEMPTS", 2)
    engine = xlwings.Engine(impl=windows.engine)
    monkeypatch.setattr(xlwings.engines, "engines", [engine])
    monkeypatch.setattr(xlwings.engines, "engines_by_name", {"excel": engine})
    monkeypatch.setattr(xlwings.engines, "active", engine)
    for name, decorator in (("func", udfs.xlfunc), ("arg", udfs.xlarg), ("ret", udfs.xlret)):
        monkeypatch.setattr(xlwings, name, decorator)
    return udfs


def _shown(window: int, prompt: str, _title: str, style: int) -> int:
    """Show a message in an Excel; the number of the button that is pressed there."""
    app = com_excel.WINDOWS[window]
    app.alerts.append(prompt)
    answer = app.answers.pop() if style else "ok"
    return {"ok": 1, "cancel": 2, "yes": 6, "no": 7}[answer]


def _unwrapped(value: object) -> object:
    if hasattr(value, "obj"):
        return value
    raise TypeError
