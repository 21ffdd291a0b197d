"""Just enough of pywin32 that xlwings' own Windows code imports and runs on any computer.

Only pywin32 and the Windows half of ctypes are replaced; `xlwings.udfs`, `xlwings.com_server`
and `xlwings._xlwindows` are the real modules. Whatever a test does not look at is a mock.
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import importlib
import sys
from datetime import datetime
from types import ModuleType
from unittest.mock import MagicMock

import pytest
import xlwings

from . import in_memory_book

MISSING = -2147352572
"""What COM delivers for an optional argument that was left out."""


class ComTime(datetime):
    """pywintypes' time: a datetime with a time zone."""


def fresh(monkeypatch: pytest.MonkeyPatch, name: str) -> ModuleType:
    """Import a module anew; undoing the monkeypatch forgets what the import leaves behind."""
    package, _, module = name.rpartition(".")
    monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(importlib.import_module(package), module, None, raising=False)
    del sys.modules[name]
    return importlib.import_module(name)


def windows_xlwings(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """xlwings as it is on Windows, over in-memory books; undone with the monkeypatch.

    Returns the module `xlwings.udfs`; `xlwings.com_server` is what VBA talks to.
    """
    com_error = type("com_error", (Exception,), {"hresult": 0})
    dispatches = {name: type(name, (), {}) for name in ("CDispatch", "DispatchBaseClass")}
    stubs: dict[str, dict[str, object]] = {
        "pywintypes": {"com_error": com_error, "TimeType": ComTime},
        "pythoncom": {"__file__": ""},
        "win32com": {},
        "win32com.client": {**dispatches, "Dispatch": lambda dispatched, **_: dispatched},
        "win32com.server": {},
        "win32com.server.dispatcher": {},
        "win32com.server.policy": {},
        # Nothing that arrives here is a Python object that went out through COM before.
        "win32com.server.util": {"unwrap": MagicMock(side_effect=TypeError)},
    }
    for name in ("win32api", "win32con", "win32event", "win32gui", "win32process", "win32timezone"):
        stubs[name] = {}
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
    atexit.unregister(real["_xlwindows"].cleanup)
    loop: asyncio.AbstractEventLoop = real["com_server"].loop
    loop.close()
    in_memory_book.register(monkeypatch)
    windows, udfs = real["_xlwindows"], real["udfs"]
    for name in ("clean_value_data", "prepare_xl_data_element"):
        method = staticmethod(getattr(windows.Engine, name))
        monkeypatch.setattr(in_memory_book.Engine, name, method)
    # Dispatch objects of COM are the in-memory objects themselves here.
    monkeypatch.setattr(windows, "Book", lambda xl: xl)
    monkeypatch.setattr(windows, "Range", lambda xl: xl)
    monkeypatch.setattr(
        windows, "is_range_instance", lambda argument: isinstance(argument, in_memory_book.Range)
    )
    for name, decorator in (("func", udfs.xlfunc), ("arg", udfs.xlarg), ("ret", udfs.xlret)):
        monkeypatch.setattr(xlwings, name, decorator)
    return udfs
