"""What is wrong with an installation in Excel: all checks, their causes and remedies."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ...words import Refused, sentence
from .built import FILE_NAME, Built, built_from
from .install import Record
from .platform_paths import Computer, from_store, interpreter, places, startup

WINDOWS, MACOS = "win32", "darwin"
OFFICE = r"HKCU\Software\Microsoft\Office\16.0"
OFFICE_POLICIES = r"HKCU\Software\Policies\Microsoft\Office\16.0"
OFFICE_SETUP = r"HKLM\SOFTWARE\Microsoft\Office\ClickToRun\Configuration"
RULES = {
    "d4f940ab-401b-4efc-aadc-ad5f3c50688a": "Block all Office applications from creating child "
    "processes",
    "92e97fa1-2edf-4476-bdd6-9dd0b4dddc7b": "Block Win32 API calls from Office macros",
}
"""Attack surface reduction rules that stop an add-in from starting Python; Microsoft's names."""

_CLOUD = re.compile(r"OneDrive|CloudStorage$|Mobile Documents$", re.IGNORECASE)
"""Variables of the environment and folders on the way to what is kept in a cloud."""
_PROGRAM = """\
import json, xlscore
try:
    import xlwings
except ModuleNotFoundError:
    xlwings = None
print(json.dumps([xlscore.__version__, xlwings and xlwings.__version__]))
"""


class Answer(NamedTuple):
    """What the Python of the configuration says when it is started."""

    xlscore: str | None
    xlwings: str | None
    why: str = ""
    """The last line of the error, where it could not import xlscore."""


class Cause(NamedTuple):
    """What is wrong: a sentence ``doctor-CODE``, with its remedy ``doctor-CODE-remedy``."""

    code: str
    values: Mapping[str, object] = {}


class Unknown(Exception):
    """A check that cannot be made, mostly before another cause is gone."""


def asked(python: Path) -> Answer:
    """Start a Python as Excel does, and ask it for its versions."""
    try:
        finished = subprocess.run(
            [python, "-B", "-c", _PROGRAM],
            cwd=python.parent,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Answer(None, None, str(error))
    if finished.returncode != 0:
        return Answer(None, None, finished.stderr.strip().rpartition("\n")[2])
    # What runs when that Python starts may print as well; the answer comes last.
    last = finished.stdout.strip().rpartition("\n")[2]
    try:
        return Answer(*json.loads(last))
    except (ValueError, TypeError):
        return Answer(None, None, last)


class Installation:
    """An installation as the checks see it; what they have in common is found out once."""

    def __init__(
        self, computer: Computer, target: Path | None, ask: Callable[[Path], Answer]
    ) -> None:
        self.computer = computer
        self.places = places(computer, target)
        self.record = Record.read(self.places.record) or Record({}, {}, ())
        self.installed = bool(self.record.files)
        found = (path for path in self.record.files if path.name == self.places.add_in.name)
        self.add_in = next(found, self.places.add_in)
        self.ask = ask

    @cached_property
    def named(self) -> Path | None:
        """What the configuration names as interpreter, None where it does not."""
        path = self.places.configuration
        return interpreter(self.computer, path.read_bytes()) if path.is_file() else None

    @cached_property
    def answer(self) -> Answer:
        """What that interpreter says."""
        if self.named is None or not self.named.is_file():
            raise Unknown
        return self.ask(self.named)

    @cached_property
    def built(self) -> Built:
        """What the add-in was built from."""
        try:
            return built_from(self.add_in)
        except (OSError, Refused) as error:
            raise Unknown from error

    def security(self, name: str, key: str = "") -> object:
        """A setting of Excel's security, the administrator's before the person's own."""
        for root in (OFFICE_POLICIES, OFFICE):
            values = self.computer.settings(rf"{root}\Excel\Security{key}")
            if name.lower() in values:
                return values[name.lower()]
        return None


def store_python(installation: Installation) -> Cause | None:
    return Cause("store-python") if from_store(installation.computer) == "python" else None


def store_excel(installation: Installation) -> Cause | None:
    return Cause("store-excel") if from_store(installation.computer) == "excel" else None


def installed(installation: Installation) -> Cause | None:
    return None if installation.installed else Cause("not-installed")


def written(installation: Installation) -> Cause | None:
    if not installation.installed:
        raise Unknown
    gone = [str(path) for path in installation.record.files if not path.is_file()]
    if gone:
        return Cause("files-gone", {"files": gone})
    try:
        built_from(installation.add_in)
    except Refused:
        return Cause("add-in-damaged", {"file": installation.add_in})
    return None


def blocked(installation: Installation) -> Cause | None:
    # Windows keeps where a file came from in a stream beside its content.
    mark = Path(f"{installation.add_in}:Zone.Identifier")
    return Cause("blocked", {"file": installation.add_in}) if mark.exists() else None


def named(installation: Installation) -> Cause | None:
    if not installation.installed:
        raise Unknown
    file = installation.places.configuration
    if installation.named is None:
        return Cause("configuration", {"file": file})
    if not installation.named.is_absolute():
        return Cause("interpreter-path", {"found": installation.named, "file": file})
    if not installation.named.is_file():
        return Cause("interpreter-gone", {"file": installation.named})
    return None


def environment(installation: Installation) -> Cause | None:
    """The Python that the virtual environment was made from."""
    if installation.named is None:
        raise Unknown
    settings = installation.named.parent.parent / "pyvenv.cfg"
    if settings.is_file():
        text = settings.read_text(encoding="utf-8", errors="replace")
        home = re.search(r"^home\s*=\s*(.*?)\s*$", text, re.MULTILINE)
        if home and not Path(home[1]).is_dir():
            return Cause("environment", {"folder": home[1]})
    return None


def importing(installation: Installation) -> Cause | None:
    answer = installation.answer
    if answer.xlscore is None:
        return Cause("import-failed", {"file": installation.named, "why": answer.why})
    return None


def versions(installation: Installation) -> Cause | None:
    built, answer = installation.built, installation.answer
    if answer.xlscore is None:
        raise Unknown
    for program, theirs, ours in (
        ("xlscore", built.xlscore, answer.xlscore),
        ("xlwings", built.xlwings, answer.xlwings),
    ):
        if ours is not None and theirs != ours:
            values = {"program": program, "built": theirs, "installed": ours}
            return Cause("versions-differ", values)
    return None


def with_xlwings(installation: Installation) -> Cause | None:
    answer = installation.answer
    if answer.xlscore is None:
        raise Unknown
    return Cause("no-xlwings", {"file": installation.named}) if answer.xlwings is None else None


def library(installation: Installation) -> Cause | None:
    """Where the VBA module of xlwings looks for the library that starts Python."""
    if installation.named is None or not installation.named.is_absolute():
        raise Unknown
    bits = 32 if installation.computer.settings(OFFICE_SETUP).get("platform") == "x86" else 64
    name = f"xlwings{bits}-{installation.built.xlwings}.dll"
    folders = installation.named.parent, installation.named.parent.parent
    if any((folder / name).is_file() for folder in folders):
        return None
    return Cause("library-missing", {"file": name, "folders": list(map(str, folders))})


def cloud(installation: Installation) -> Cause | None:
    environment = installation.computer.environment
    synchronized = [Path(folder) for name, folder in environment.items() if _CLOUD.match(name)]
    for path in (installation.add_in, installation.named):
        if path is None:
            continue
        inside = any(path.is_relative_to(folder) for folder in synchronized if folder.parts)
        if inside or any(map(_CLOUD.match, path.parts)):
            return Cause("cloud", {"file": path})
    return None


def macros(installation: Installation) -> Cause | None:
    computer = installation.computer
    if computer.platform == MACOS:
        for domain in ("com.microsoft.office", "com.microsoft.Excel"):
            state = computer.settings(domain).get("visualbasicmacroexecutionstate")
            if state == "DisabledWithoutWarnings":
                return Cause("macros-off")
        return None
    if computer.settings(rf"{OFFICE_POLICIES}\Common").get("vbaoff") == 1:
        return Cause("macros-policy", {"setting": "VBAOff"})
    for name in ("RequireAddinSig", "DisableAllAddins"):
        if installation.security(name) == 1:
            return Cause("macros-policy", {"setting": name})
    trusted = installation.add_in.parent == startup(computer)
    if installation.security("AllLocationsDisabled", r"\Trusted Locations") == 1:
        trusted = False
    if not trusted and installation.security("VBAWarnings") in (3, 4):
        return Cause("macros-off")
    return None


def disabled(installation: Installation) -> Cause | None:
    items = installation.computer.settings(rf"{OFFICE}\Excel\Resiliency\DisabledItems").values()
    wanted = FILE_NAME.encode("utf-16-le")
    found = any(isinstance(item, bytes) and wanted in item.lower() for item in items)
    return Cause("disabled") if found else None


def defender(installation: Installation) -> Cause | None:
    found: dict[str, object] = {}
    for root in (r"HKLM\SOFTWARE", r"HKLM\SOFTWARE\Policies"):
        key = rf"{root}\Microsoft\Windows Defender"
        found |= installation.computer.settings(rf"{key}\Windows Defender Exploit Guard\ASR\Rules")
        joined = str(installation.computer.settings(rf"{key}\Policy Manager").get("asrrules", ""))
        found |= re.findall(r"([\w-]+)=(\d)", joined.lower())
    # 1 forbids it, 6 asks first; 2 only writes it down.
    blocking = [name for rule, name in RULES.items() if str(found.get(rule)) in ("1", "6")]
    return Cause("defender", {"rules": blocking}) if blocking else None


def sandbox(installation: Installation) -> Cause | None:
    container = installation.places.configuration.parent
    if not container.is_dir():
        return Cause("sandbox-container", {"folder": container})
    if not installation.installed:
        raise Unknown
    script = installation.places.script
    if script is None or not script.is_file():
        return Cause("sandbox-script", {"file": script})
    return None


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

    examine: Callable[[Installation], Cause | None]
    causes: tuple[str, ...]
    platforms: tuple[str, ...] = ()


CHECKS = {
    "store-python": Check(store_python, ("store-python",), (WINDOWS,)),
    "store-excel": Check(store_excel, ("store-excel",), (WINDOWS,)),
    "installed": Check(installed, ("not-installed",)),
    "files": Check(written, ("files-gone", "add-in-damaged")),
    "blocked": Check(blocked, ("blocked",), (WINDOWS,)),
    "interpreter": Check(named, ("configuration", "interpreter-path", "interpreter-gone")),
    "environment": Check(environment, ("environment",)),
    "import": Check(importing, ("import-failed",)),
    "versions": Check(versions, ("versions-differ",)),
    "xlwings": Check(with_xlwings, ("no-xlwings",)),
    "library": Check(library, ("library-missing",), (WINDOWS,)),
    "cloud": Check(cloud, ("cloud",)),
    "macros": Check(macros, ("macros-off", "macros-policy"), (WINDOWS, MACOS)),
    "disabled": Check(disabled, ("disabled",), (WINDOWS,)),
    "defender": Check(defender, ("defender",), (WINDOWS,)),
    "sandbox": Check(sandbox, ("sandbox-container", "sandbox-script"), (MACOS,)),
}
"""Every check, in the order in which they are made."""


def examine(
    computer: Computer, target: Path | None = None, *, ask: Callable[[Path], Answer] = asked
) -> list[Outcome]:
    """Make every check for this platform; `target` as for the installation.

    Raises Refused where there is no Excel for the platform and no target either.
    """
    installation = Installation(computer, target, ask)
    outcomes = []
    for name, check in CHECKS.items():
        if not check.platforms or computer.platform in check.platforms:
            try:
                cause = check.examine(installation)
            except (Unknown, PermissionError):
                outcomes.append(Outcome(name, "unknown"))
            else:
                outcomes.append(Outcome(name, "failed" if cause else "passed", cause))
    return outcomes
