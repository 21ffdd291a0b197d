"""What is wrong with an installation in Excel: all checks, their causes and remedies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ...words import sentence
from . import causes
from .causes import MACOS, WINDOWS, Answer, Cause, Patient, Unknown, asked
from .platform_paths import Computer


class Outcome(NamedTuple):
    """A check and how it ended."""

    check: str
    status: str
    """``passed``, ``failed`` or ``unknown``."""
    cause: Cause | None = None

    def text(self, language: str) -> str:
        """One line: the check, and where it failed the cause and what to do."""
        values: dict[str, object] = {"check": sentence(f"doctor-check-{self.check}", language, {})}
        if self.cause is not None:
            for field, part in (("cause", ""), ("remedy", "-remedy")):
                code = f"doctor-{self.cause.code}{part}"
                values[field] = sentence(code, language, self.cause.values)
        return sentence(f"doctor-{self.status}", language, values)


class Check(NamedTuple):
    """How a check is made, what it can find, and the platforms that it is for (none: all)."""

    examine: Callable[[Patient], Cause | None]
    causes: tuple[str, ...]
    platforms: tuple[str, ...] = ()


CHECKS = {
    "store-python": Check(causes.store_python, ("store-python",), (WINDOWS,)),
    "store-excel": Check(causes.store_excel, ("store-excel",), (WINDOWS,)),
    "installed": Check(causes.installed, ("not-installed",)),
    "files": Check(causes.written, ("files-gone", "add-in-damaged")),
    "blocked": Check(causes.blocked, ("blocked",), (WINDOWS,)),
    "interpreter": Check(causes.named, ("configuration", "interpreter-path", "interpreter-gone")),
    "environment": Check(causes.environment, ("environment",)),
    "import": Check(causes.importing, ("import-failed",)),
    "versions": Check(causes.versions, ("versions-differ",)),
    "xlwings": Check(causes.with_xlwings, ("no-xlwings",)),
    "library": Check(causes.library, ("library-missing",), (WINDOWS,)),
    "cloud": Check(causes.cloud, ("cloud",)),
    "macros": Check(causes.macros, ("macros-off", "macros-policy"), (WINDOWS, MACOS)),
    "disabled": Check(causes.disabled, ("disabled",), (WINDOWS,)),
    "defender": Check(causes.defender, ("defender",), (WINDOWS,)),
    "sandbox": Check(causes.sandbox, ("sandbox-container", "sandbox-script"), (MACOS,)),
}
"""Every check, in the order in which they are made."""


def examine(
    computer: Computer, target: Path | None = None, *, ask: Callable[[Path], Answer] = asked
) -> list[Outcome]:
    """Make every check for this platform; `target` as for the installation.

    Raises Refused where there is no Excel for the platform and no target either.
    """
    patient = Patient(computer, target, ask)
    outcomes = []
    for name, check in CHECKS.items():
        if not check.platforms or computer.platform in check.platforms:
            try:
                cause = check.examine(patient)
            except (Unknown, PermissionError):
                outcomes.append(Outcome(name, "unknown"))
            else:
                outcomes.append(Outcome(name, "failed" if cause else "passed", cause))
    return outcomes
