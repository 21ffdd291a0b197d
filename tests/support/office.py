"""LibreOffice as a witness: does a workbook open, what does it show, how does it look.

Every test that uses it carries `pytestmark = office.one_at_a_time` (or the same as a decorator):
with `pytest --dist loadgroup` these tests share one worker and so one started-up profile.
"""

from __future__ import annotations

import atexit
import csv
import functools
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

one_at_a_time = pytest.mark.xdist_group(name="office")

SECONDS = 300
START_AGAIN = 81
"""Exit code by which LibreOffice asks to be started again, as it does with a fresh profile."""

ALL_SHEETS_AS_SHOWN = (
    "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
)

COMPUTE = """<?xml version="1.0" encoding="UTF-8"?>
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1"
 script:language="StarBasic">
Sub Compute()
    Dim opening(1) As New com.sun.star.beans.PropertyValue
    opening(0).Name = "Hidden": opening(0).Value = True
    opening(1).Name = "MacroExecutionMode": opening(1).Value = 4
    workbook = StarDesktop.loadComponentFromURL("{source}", "_blank", 0, opening())
    workbook.calculateAll()
    Dim saving(1) As New com.sun.star.beans.PropertyValue
    saving(0).Name = "FilterName": saving(0).Value = "Text - txt - csv (StarCalc)"
    saving(1).Name = "FilterOptions": saving(1).Value = "44,34,76"
    workbook.storeToURL("{target}", saving())
    workbook.close(True)
End Sub
</script:module>
"""


def convert(paths: Iterable[Path], out: Path, kind: str) -> dict[Path, Path]:
    """Convert every file in one start of LibreOffice; `kind` is "pdf", "xlsx" or "csv".

    Returns the new file for each one that LibreOffice could open; a file missing from the answer
    was refused. New files are numbered, so files of one name may be given together. "csv" holds
    the first sheet as shown; `shown` reads all sheets.
    """
    files = _copied(paths, out)
    _run(["--convert-to", kind, "--outdir", str(out), *map(str, files.values())])
    made = {path: out / f"{copy.stem}.{kind}" for path, copy in files.items()}
    return {path: new for path, new in made.items() if new.is_file()}


def opens(paths: Iterable[Path]) -> dict[Path, bool]:
    """Whether LibreOffice opens each file without asking to repair it."""
    files = list(paths)
    with tempfile.TemporaryDirectory() as folder:
        opened = convert(files, Path(folder), "csv")
    return {path: path in opened for path in files}


def shown(paths: Iterable[Path]) -> dict[Path, dict[str, list[list[str]]]]:
    """The cells of every visible sheet as LibreOffice shows them: file -> sheet -> rows of text."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        files = _copied(paths, out)
        _run(["--convert-to", ALL_SHEETS_AS_SHOWN, "--outdir", folder, *map(str, files.values())])
        return {path: _sheets(out, copy.stem) for path, copy in files.items()}


def render(paths: Iterable[Path], out: Path, *, resolution: int = 80) -> dict[Path, list[Path]]:
    """Pictures (PNG) of the printed pages of every file, in order; `resolution` in dots an inch."""
    pictures = {}
    for path, pdf in convert(paths, out, "pdf").items():
        subprocess.run(
            [_pdftoppm(), "-png", "-r", str(resolution), pdf, pdf.with_suffix("")],
            check=True,
            timeout=SECONDS,
        )
        pictures[path] = sorted(out.glob(f"{pdf.stem}-*.png"))
    return pictures


def computed_with_macros(path: Path, out: Path) -> list[list[str]]:
    """The first sheet as shown after every formula was computed, with the workbook's own macros.

    Only a macro may open a workbook so that its macros run, so one is put into the profile.
    """
    made = out / f"{path.stem}.csv"
    _run(["--terminate_after_init"])
    module = _profile() / "user" / "user" / "basic" / "Standard" / "Module1.xba"
    module.write_text(
        COMPUTE.format(source=path.resolve().as_uri(), target=made.resolve().as_uri()),
        encoding="utf-8",
    )
    _run(["macro:///Standard.Module1.Compute"])
    with made.open(encoding="utf-8", newline="") as text:
        return list(csv.reader(text))


@functools.cache
def program() -> Path:
    """LibreOffice's own program; the test fails where it is not installed."""
    launcher = shutil.which("soffice")
    beside = Path(launcher).resolve().with_name("soffice.bin") if launcher else None
    if beside is None or not beside.is_file():
        pytest.fail(
            "LibreOffice Calc is not installed. Run `sh tests/run.sh` as root on Debian or Ubuntu "
            "(`apt-get install libreoffice-calc-nogui`), elsewhere install LibreOffice so that "
            "`soffice` is found.",
            pytrace=False,
        )
    return beside


def environment() -> Mapping[str, str]:
    """A clean environment: from an active virtual environment LibreOffice's Python would break."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(_profile()),
        "LC_ALL": "C.UTF-8",
        "SAL_USE_VCLPLUGIN": "svp",
    }


@functools.cache
def _profile() -> Path:
    """One private profile a process: two LibreOffices never share one."""
    folder = tempfile.mkdtemp(prefix="xlscore-office-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _run(arguments: Sequence[str]) -> None:
    command = [
        str(program()),
        "--headless",
        "--norestore",
        "--nologo",
        "--nolockcheck",
        "--nofirststartwizard",
        f"-env:UserInstallation={(_profile() / 'user').as_uri()}",
        *arguments,
    ]
    for _ in range(3):
        finished = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env=environment(),
            timeout=SECONDS,
            check=False,
        )
        if finished.returncode != START_AGAIN:
            break
    if finished.returncode != 0:
        raise RuntimeError(
            f"LibreOffice ended with exit code {finished.returncode}: {finished.stdout}"
        )


def _copied(paths: Iterable[Path], out: Path) -> dict[Path, Path]:
    """Numbered copies: a lock file beside the original would make LibreOffice refuse it."""
    folder = out / "copies"
    folder.mkdir(parents=True, exist_ok=True)
    copies = {}
    for number, path in enumerate(paths, start=1):
        copies[path] = Path(shutil.copy(path, folder / f"{number}-{path.name}"))
    return copies


def _sheets(out: Path, stem: str) -> dict[str, list[list[str]]]:
    sheets = {}
    for file in sorted(out.glob(f"{stem}-*.csv")):
        with file.open(encoding="utf-8", newline="") as text:
            sheets[file.stem.removeprefix(f"{stem}-")] = list(csv.reader(text))
    return sheets


def _pdftoppm() -> str:
    command = shutil.which("pdftoppm")
    if command is None:
        pytest.fail(
            "pdftoppm is not installed. Run `sh tests/run.sh` as root on Debian or Ubuntu "
            "(`apt-get install poppler-utils`), elsewhere install Poppler.",
            pytrace=False,
        )
    return command
