"""Does installing write what it should, find what is wrong, and leave without a trace?"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import xlwings

from tests.support import excel_homes
from tests.support.command_line import Run, run
from tests.support.excel_homes import CONFIGURATION, HEALTHY, RECORD, SCRIPT, STARTUP, tree
from xlscore import Refused, __version__
from xlscore.hosts.excel import doctor
from xlscore.hosts.excel import install as installing
from xlscore.hosts.excel import platform_paths as computers
from xlscore.hosts.excel.built import built_from
from xlscore.hosts.excel.doctor import OFFICE, OFFICE_POLICIES, OFFICE_SETUP, RULES, Answer, asked
from xlscore.hosts.excel.install import Builder, Step, build, install, uninstall
from xlscore.hosts.excel.platform_paths import EXCEL_PROGRAM, Computer, interpreter, this_computer

__all__ = ["run"]  # the fixture

PLATFORMS = ["win32", "darwin"]
PROJECT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return excel_homes.builder(tmp_path_factory.mktemp("now") / "built")


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return excel_homes.builder(tmp_path_factory.mktemp("older") / "built", "0.0.1")


@pytest.fixture(params=PLATFORMS)
def excel(request: pytest.FixtureRequest, tmp_path: Path) -> Computer:
    """A computer of either kind."""
    return excel_homes.computer(tmp_path, request.param)


def add_in(computer: Computer) -> Path:
    return computer.home / STARTUP[computer.platform] / "xlscore.xlam"


def configuration(computer: Computer) -> Path:
    return computer.home / CONFIGURATION[computer.platform]


def written(computer: Computer) -> set[str]:
    """The files of an installation, without what was replaced."""
    names = {f"{STARTUP[computer.platform]}/xlscore.xlam", CONFIGURATION[computer.platform], RECORD}
    return names | ({SCRIPT} if computer.platform == "darwin" else set())


def folders(names: set[str]) -> set[str]:
    return {parent.as_posix() for name in names for parent in Path(name).parents} - {"."}


def failed(computer: Computer, answer: Answer = HEALTHY, target: Path | None = None) -> list[str]:
    """The causes that the doctor finds."""
    outcomes = doctor.examine(computer, target, ask=lambda _python: answer)
    return [outcome.cause.code for outcome in outcomes if outcome.cause is not None]


# What is written


def test_an_installation_adds_its_files_and_nothing_else(excel: Computer, now: Builder) -> None:
    before = tree(excel.home)
    install(excel, builder=now)
    after = tree(excel.home)
    added = set(after) - set(before)
    assert {name for name in added if after[name] is not None} == written(excel)
    assert {name for name in added if after[name] is None} <= folders(written(excel))
    assert {name: after[name] for name in before} == before
    functions = excel.platform == "win32"
    assert built_from(add_in(excel)) == (__version__, xlwings.__version__, functions)


@pytest.mark.parametrize(
    ("platform", "content"),
    [
        (
            "win32",
            b'"INTERPRETER_WIN","%USERPROFILE%\\My tools\\.venv\\Scripts\\python.exe"\r\n'
            b'"UDF MODULES","xlscore.hosts.excel.udfs"\r\n'
            b'"ADD_WORKBOOK_TO_PYTHONPATH","False"\r\n',
        ),
        (
            "darwin",
            b'"INTERPRETER_MAC","$HOME/My tools/.venv/bin/python"\n'
            b'"UDF MODULES","xlscore.hosts.excel.udfs"\n'
            b'"ADD_WORKBOOK_TO_PYTHONPATH","False"\n',
        ),
    ],
)
def test_the_configuration_is_plain_ascii_whatever_the_person_is_called(
    tmp_path: Path, now: Builder, platform: str, content: bytes
) -> None:
    excel = excel_homes.computer(tmp_path, platform)
    install(excel, builder=now)
    found = configuration(excel).read_bytes()
    assert found == content
    assert interpreter(excel, found) == excel.executable


def test_a_path_outside_the_home_is_written_as_macros_read_it(tmp_path: Path) -> None:
    excel = excel_homes.computer(tmp_path, "win32")
    elsewhere = excel._replace(executable=Path("/Bücher/python.exe"))
    content = computers.configuration(elsewhere)
    assert "/Bücher/python.exe".encode("cp1252") in content
    assert interpreter(elsewhere, content) == Path("/Bücher/python.exe")


@pytest.mark.parametrize(
    ("platform", "path"), [("win32", "/工具/python.exe"), ("darwin", "/Bücher/python")]
)
def test_letters_that_macros_cannot_read_are_refused(
    tmp_path: Path, now: Builder, platform: str, path: str
) -> None:
    excel = excel_homes.computer(tmp_path, platform)._replace(executable=Path(path))
    before = tree(tmp_path)
    with pytest.raises(Refused, match=path):
        install(excel, builder=now)
    assert tree(tmp_path) == before


def test_the_script_hands_every_name_to_the_shell_quoted() -> None:
    source = Path(installing.__file__).with_name("xlscore.applescript").read_text(encoding="utf-8")
    assert source.isascii()
    code = re.sub(r'"[^"]*"', "", source)
    shell = [line for line in code.splitlines() if "set call to" in line or "do shell" in line]
    used = re.findall(
        r"(quoted form of \(? *&? *)?\b(\w*(?:interpreter|Name|Path|File|program))\b",
        "\n".join(shell),
    )
    assert {name for _, name in used} == {
        *("interpreter", "program", "workbookName", "excelPath", "logFile")
    }
    assert all(quoted for quoted, _ in used)


# Installed again, over an older version, over files of others


@pytest.mark.parametrize("startup", [True, False])
def test_uninstalling_leaves_everything_as_it_was(
    excel: Computer, now: Builder, startup: bool
) -> None:
    if not startup:
        (add_in(excel).parent / "PERSONAL.XLSB").unlink()
        add_in(excel).parent.rmdir()
    before = tree(excel.home)
    install(excel, builder=now)
    uninstall(excel)
    assert tree(excel.home) == before


def test_installing_twice_changes_nothing(excel: Computer, now: Builder) -> None:
    install(excel, builder=now)
    once = tree(excel.home)
    assert {step.action for step in install(excel, builder=now)} == {"same"}
    assert tree(excel.home) == once


def test_an_upgrade_is_the_same_as_a_fresh_installation(
    excel: Computer, now: Builder, older: Builder
) -> None:
    before = tree(excel.home)
    install(excel, builder=now)
    fresh = tree(excel.home)
    uninstall(excel)
    install(excel, builder=older)
    assert failed(excel) == ["versions-differ"]
    assert tree(excel.home) != fresh
    install(excel, builder=now)
    assert failed(excel) == []
    assert tree(excel.home) == fresh
    uninstall(excel)
    assert tree(excel.home) == before


def test_an_add_in_of_ours_without_record_is_replaced_and_not_kept(
    excel: Computer, now: Builder, older: Builder
) -> None:
    older(add_in(excel), excel.platform == "win32")
    assert "keep" not in {step.action for step in install(excel, builder=now)}


def test_what_stood_there_is_kept_once_and_comes_back(
    excel: Computer, now: Builder, older: Builder
) -> None:
    configuration(excel).parent.mkdir(exist_ok=True)
    configuration(excel).write_bytes(b"somebody's settings")
    add_in(excel).write_bytes(b"somebody's add-in")
    before = tree(excel.home)
    for made in (older, now):
        steps = install(excel, builder=made)
        configuration(excel).write_bytes(b"edited")
    assert "keep" not in {step.action for step in steps}
    assert tree(excel.home)[".xlscore/kept/xlscore.xlam"] == b"somebody's add-in"
    assert [path.name for path in add_in(excel).parent.iterdir() if "xlscore" in path.name] == [
        "xlscore.xlam"
    ]
    install(excel, builder=now)
    uninstall(excel)
    assert tree(excel.home) == before


def test_what_was_changed_since_is_left(excel: Computer, now: Builder) -> None:
    before = tree(excel.home)
    install(excel, builder=now)
    configuration(excel).write_bytes(b"edited")
    steps = uninstall(excel)
    assert Step("leave", configuration(excel)) in steps
    left = set(tree(excel.home)) - set(before)
    assert {configuration(excel)} == {excel.home / name for name in left if "conf" in name}
    assert left <= {CONFIGURATION[excel.platform], ".xlscore"}


def test_another_target_moves_the_add_in(excel: Computer, now: Builder, tmp_path: Path) -> None:
    before = tree(excel.home)
    add_in(excel).write_bytes(b"somebody's")
    install(excel, builder=now)
    target = tmp_path / "Mein Ordner"
    install(excel, target, builder=now)
    assert add_in(excel).read_bytes() == b"somebody's"
    assert built_from(target / "xlscore.xlam").xlscore == __version__
    assert failed(excel) == []
    add_in(excel).unlink()
    uninstall(excel)
    assert not target.exists()
    assert tree(excel.home) == before


# Nothing is written


def test_a_dry_run_tells_what_would_be_done_and_writes_nothing(
    excel: Computer, now: Builder, older: Builder
) -> None:
    add_in(excel).write_bytes(b"somebody's")
    actions: list[Callable[[bool], list[Step]]] = [
        lambda dry_run: install(excel, builder=older, dry_run=dry_run),
        lambda dry_run: install(excel, builder=now, dry_run=dry_run),
        lambda dry_run: uninstall(excel, dry_run=dry_run),
    ]
    for action in actions:
        before = tree(excel.home)
        told = action(True)
        assert tree(excel.home) == before
        assert told == action(False)
        assert tree(excel.home) != before


def test_an_add_in_that_excel_has_open_is_refused(
    excel: Computer, now: Builder, older: Builder
) -> None:
    install(excel, builder=older)
    lock = add_in(excel).with_name("~$xlscore.xlam")
    lock.touch()
    before = tree(excel.home)
    for action in (lambda: install(excel, builder=now), lambda: uninstall(excel)):
        with pytest.raises(Refused, match="Excel has it open") as refused:
            action()
        assert lock.name in refused.value.text("de")
        assert tree(excel.home) == before


def test_an_add_in_that_the_system_does_not_let_go_is_refused(
    excel: Computer, now: Builder, older: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(excel, builder=older)
    before = tree(excel.home)
    real = Path.open

    def shared(path: Path, *arguments: Any, **options: Any) -> Any:
        if path == add_in(excel) and "+" in "".join(map(str, arguments)):
            raise PermissionError(13, "used by another process")
        return real(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", shared)
    with pytest.raises(Refused, match="Excel has it open"):
        install(excel, builder=now)
    monkeypatch.undo()
    assert tree(excel.home) == before


@pytest.mark.parametrize("at", [0, 1, "record"])
@pytest.mark.parametrize("state", ["fresh", "upgrade", "uninstall"])
def test_what_fails_halfway_leaves_everything_as_it_was(
    excel: Computer,
    now: Builder,
    older: Builder,
    monkeypatch: pytest.MonkeyPatch,
    state: str,
    at: int | str,
) -> None:
    add_in(excel).write_bytes(b"somebody's")
    if state != "fresh":
        install(excel, builder=older)
    before = tree(excel.home)
    carry_out, replace, unlink = installing._carry_out, installing.replace_bytes, Path.unlink
    done: list[Step] = []

    def step_fails(step: Step, *rest: Any) -> None:
        if len(done) == at:
            raise OSError(28, "No space left on device", str(step.path))
        done.append(step)
        carry_out(step, *rest)

    def record_fails(path: Path, *rest: Any, **options: Any) -> None:
        if path.name == "installed.json" and not options:
            raise OSError(28, "No space left on device", str(path))
        replace(path, *rest) if rest else unlink(path, **options)

    if at == "record":
        monkeypatch.setattr(installing, "replace_bytes", record_fails)
        monkeypatch.setattr(Path, "unlink", record_fails)
    else:
        monkeypatch.setattr(installing, "_carry_out", step_fails)
    with pytest.raises(Refused, match="No space left"):
        uninstall(excel) if state == "uninstall" else install(excel, builder=now)
    monkeypatch.undo()
    assert tree(excel.home) == before


STORE_PYTHON = "/Users/x/AppData/Local/Microsoft/WindowsApps/PythonSoftwareFoundation.Python.3.11"
STORE_EXCEL = r"C:\Program Files\WindowsApps\Microsoft.Office.Desktop.Excel\EXCEL.EXE"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("changes", "settings", "words"),
    [
        ({"executable": Path(STORE_PYTHON, "python.exe")}, {}, ("Python", "Microsoft Store")),
        ({"base": Path(STORE_PYTHON)}, {}, ("Python", "python.org")),
        ({}, {EXCEL_PROGRAM: {"": STORE_EXCEL}}, ("Excel", "office.com")),
    ],
)
def test_programs_from_the_store_are_refused_with_the_reason(
    tmp_path: Path,
    now: Builder,
    changes: dict[str, Path],
    settings: dict[str, Any],
    words: tuple[str, ...],
    language: str,
) -> None:
    excel = excel_homes.computer(tmp_path, "win32", settings)._replace(**changes)
    before = tree(tmp_path)
    with pytest.raises(Refused) as refused:
        install(excel, builder=now)
    assert all(word in refused.value.text(language) for word in words)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("program", ["", r"C:\Program Files\Microsoft Office\EXCEL.EXE"])
def test_what_the_store_left_behind_counts_only_where_there_is_no_other_excel(
    tmp_path: Path, now: Builder, program: str
) -> None:
    excel = excel_homes.computer(tmp_path, "win32", {EXCEL_PROGRAM: {"": program}})
    local = Path(excel.environment["LOCALAPPDATA"])
    (local / "Packages/Microsoft.Office.Desktop_8wekyb3d8bbwe").mkdir(parents=True)
    if program:
        install(excel, builder=now)
    else:
        with pytest.raises(Refused, match="This Excel"):
            install(excel, builder=now)


def test_macos_is_refused_where_excel_never_ran(tmp_path: Path, now: Builder) -> None:
    excel = excel_homes.computer(tmp_path, "darwin")
    configuration(excel).parent.rmdir()
    before = tree(tmp_path)
    with pytest.raises(Refused, match="Start Excel once"):
        install(excel, builder=now)
    assert tree(tmp_path) == before


def test_without_a_platform_that_has_excel_a_target_is_needed(tmp_path: Path, now: Builder) -> None:
    other = excel_homes.computer(tmp_path, "linux")
    before = tree(tmp_path)
    actions: list[Callable[[], object]] = [
        lambda: install(other, builder=now),
        lambda: uninstall(other),
        lambda: doctor.examine(other),
    ]
    for action in actions:
        with pytest.raises(Refused, match="--target"):
            action()
    assert tree(tmp_path) == before
    target = tmp_path / "target"
    install(other, target, builder=now)
    assert failed(other, target=target) == []
    uninstall(other, target)
    assert tree(tmp_path) == before


def test_nothing_to_uninstall_is_refused(excel: Computer) -> None:
    with pytest.raises(Refused, match="Nothing is installed"):
        uninstall(excel)


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"files": [], "kept": {}, "folders": []}'])
def test_a_damaged_record_is_refused(excel: Computer, now: Builder, content: str) -> None:
    install(excel, builder=now)
    (excel.home / RECORD).write_text(content, encoding="utf-8")
    before = tree(excel.home)
    for action in (lambda: install(excel, builder=now), lambda: uninstall(excel)):
        with pytest.raises(Refused, match="damaged"):
            action()
    assert tree(excel.home) == before


def test_without_xlwings_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    excel = excel_homes.computer(tmp_path, "darwin")
    before = tree(tmp_path)
    monkeypatch.setitem(sys.modules, "xlwings", None)
    monkeypatch.delitem(sys.modules, "xlscore.hosts.excel.addin", raising=False)
    monkeypatch.delattr("xlscore.hosts.excel.addin", raising=False)
    with pytest.raises(Refused, match="pip install xlwings"):
        install(excel)
    assert tree(tmp_path) == before


def test_building_writes_to_the_folder_only(excel: Computer, now: Builder, tmp_path: Path) -> None:
    before = tree(excel.home)
    out = tmp_path / "Add in" / "für Excel"
    build(excel, out, builder=now)
    build(excel, out, builder=now)
    names = {Path(name).name for name in written(excel) if name != RECORD}
    assert set(tree(out)) == names
    assert tree(excel.home) == before


# The doctor


def test_a_healthy_installation_passes_every_check(excel: Computer, now: Builder) -> None:
    install(excel, builder=now)
    before = tree(excel.home)
    outcomes = doctor.examine(excel, ask=lambda _python: HEALTHY)
    assert {outcome.status for outcome in outcomes} == {"passed"}
    assert [outcome.check for outcome in outcomes] == [
        name
        for name, check in doctor.CHECKS.items()
        if not check.platforms or excel.platform in check.platforms
    ]
    assert tree(excel.home) == before


class Sick:
    """An installation to be spoiled in one way."""

    def __init__(self, folder: Path, platform: str, now: Builder) -> None:
        self.settings: dict[str, dict[str, object]] = {}
        self.now = now
        self.excel = excel_homes.computer(folder, platform, self.settings)
        self.answer = HEALTHY
        self.target: Path | None = None
        install(self.excel, builder=now)

    @property
    def environment(self) -> Path:
        return self.excel.executable.parent.parent

    def move(self, target: Path) -> None:
        install(self.excel, target, builder=self.now)

    def configure(self, *lines: str) -> None:
        configuration(self.excel).write_text("".join(f"{line}\n" for line in lines))


DEFENDER = r"HKLM\SOFTWARE\{}Microsoft\Windows Defender\{}"
RULE = next(iter(RULES))
W, M = PLATFORMS
Spoil = Callable[[Sick], object]


def setting(key: str, name: str, value: object) -> Spoil:
    return lambda sick: sick.settings.update({key: {name: value}})


def with_answer(answer: Answer) -> Spoil:
    return lambda sick: setattr(sick, "answer", answer)


def elsewhere_with_macros_off(sick: Sick) -> None:
    sick.move(sick.excel.home / "Add-ins")
    sick.settings[rf"{OFFICE}\Excel\Security"] = {"vbawarnings": 4}


def no_trusted_locations(sick: Sick) -> None:
    sick.settings[rf"{OFFICE_POLICIES}\Excel\Security"] = {"vbawarnings": 3}
    key = rf"{OFFICE_POLICIES}\Excel\Security\Trusted Locations"
    sick.settings[key] = {"alllocationsdisabled": 1}


def python_in_the_cloud(sick: Sick) -> None:
    folder = sick.excel.home / "OneDrive - Verein"
    sick.environment.rename(folder)
    sick.excel = sick.excel._replace(executable=folder / sick.excel.executable.parent.name / "x")
    (folder / sick.excel.executable.parent.name / "x").touch()
    install(sick.excel, builder=sick.now)


def office_of_32_bits(sick: Sick) -> None:
    sick.settings[OFFICE_SETUP] = {"platform": "x86"}


SICK: list[tuple[str, str, Spoil]] = [
    ("store-python", W, lambda s: setattr(s, "excel", s.excel._replace(base=Path(STORE_PYTHON)))),
    ("store-excel", W, setting(EXCEL_PROGRAM, "", STORE_EXCEL)),
    ("files-gone", W, lambda s: add_in(s.excel).unlink()),
    ("files-gone", M, lambda s: add_in(s.excel).unlink()),
    ("add-in-damaged", W, lambda s: add_in(s.excel).write_bytes(b"")),
    ("add-in-damaged", M, lambda s: add_in(s.excel).write_bytes(b"PK")),
    ("blocked", W, lambda s: Path(f"{add_in(s.excel)}:Zone.Identifier").touch()),
    ("configuration", W, lambda s: s.configure('"INTERPRETER_MAC","/usr/bin/python"')),
    ("configuration", M, lambda s: s.configure("\x00", '"INTERPRETER_MAC",""')),
    ("interpreter-path", W, lambda s: s.configure('"INTERPRETER_WIN","python"')),
    ("interpreter-path", M, lambda s: s.configure('"interpreter_mac","python3"')),
    ("interpreter-gone", W, lambda s: s.excel.executable.unlink()),
    ("interpreter-gone", M, lambda s: s.excel.executable.unlink()),
    ("environment", W, lambda s: s.excel.base.rmdir()),
    ("environment", M, lambda s: s.excel.base.rmdir()),
    ("import-failed", W, with_answer(Answer(None, None, "No module named 'xlscore'"))),
    ("import-failed", M, with_answer(Answer(None, None, "No module named 'xlscore'"))),
    ("versions-differ", W, with_answer(Answer("9.9.9", xlwings.__version__))),
    ("versions-differ", M, with_answer(Answer(__version__, "0.1.2"))),
    ("no-xlwings", W, with_answer(Answer(__version__, None))),
    ("no-xlwings", M, with_answer(Answer(__version__, None))),
    ("library-missing", W, lambda s: next(s.environment.glob("*.dll")).unlink()),
    ("library-missing", W, office_of_32_bits),
    ("cloud", W, lambda s: s.move(s.excel.home / "OneDrive - Verein" / "Excel")),
    ("cloud", W, python_in_the_cloud),
    ("cloud", M, lambda s: s.move(s.excel.home / "Library/CloudStorage/Drive")),
    ("cloud", M, lambda s: s.move(s.excel.home / "Library/Mobile Documents/com~apple~CloudDocs")),
    ("macros-off", W, elsewhere_with_macros_off),
    ("macros-off", W, no_trusted_locations),
    (
        "macros-off",
        M,
        setting(
            "com.microsoft.office", "visualbasicmacroexecutionstate", "DisabledWithoutWarnings"
        ),
    ),
    ("macros-policy", W, setting(rf"{OFFICE_POLICIES}\Common", "vbaoff", 1)),
    ("macros-policy", W, setting(rf"{OFFICE}\Excel\Security", "requireaddinsig", 1)),
    ("macros-policy", W, setting(rf"{OFFICE_POLICIES}\Excel\Security", "disablealladdins", 1)),
    (
        "disabled",
        W,
        setting(
            rf"{OFFICE}\Excel\Resiliency\DisabledItems",
            "3A5F",
            b"\1\0\0\0" + "C:\\XLSTART\\XLSCORE.XLAM\0".encode("utf-16-le"),
        ),
    ),
    (
        "defender",
        W,
        setting(DEFENDER.format("", r"Windows Defender Exploit Guard\ASR\Rules"), RULE, 1),
    ),
    (
        "defender",
        W,
        setting(
            DEFENDER.format("Policies\\", r"Windows Defender Exploit Guard\ASR\Rules"), RULE, "6"
        ),
    ),
    (
        "defender",
        W,
        setting(
            DEFENDER.format("Policies\\", "Policy Manager"), "asrrules", f"a-b=2|{RULE.upper()}=1"
        ),
    ),
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("cause", "platform", "spoil"), SICK, ids=[f"{cause}-{platform}" for cause, platform, _ in SICK]
)
def test_the_doctor_finds_the_cause_and_no_other(
    tmp_path: Path, now: Builder, cause: str, platform: str, spoil: Spoil, language: str
) -> None:
    sick = Sick(tmp_path, platform, now)
    spoil(sick)
    outcomes = doctor.examine(sick.excel, ask=lambda _python: sick.answer)
    (found,) = (outcome for outcome in outcomes if outcome.cause is not None)
    assert found.cause is not None
    assert found.cause.code == cause
    assert found.status == "failed"
    assert cause in doctor.CHECKS[found.check].causes
    line = found.text(language)
    assert line.startswith({"en": "FAILED: ", "de": "FEHLER: "}[language])
    assert "{" not in line
    for value in found.cause.values.values():
        assert all(str(one) in line for one in (value if isinstance(value, list) else [value]))
    assert line.count(". ") >= 2


def test_the_doctor_finds_nothing_installed(excel: Computer) -> None:
    assert failed(excel) == ["not-installed"]


@pytest.mark.parametrize(
    ("gone", "causes"),
    [
        (SCRIPT, ["files-gone", "sandbox-script"]),
        (CONFIGURATION["darwin"], ["files-gone", "configuration", "sandbox-container"]),
    ],
)
def test_the_doctor_knows_the_sandbox_of_macos(
    tmp_path: Path, now: Builder, gone: str, causes: list[str]
) -> None:
    excel = excel_homes.computer(tmp_path, "darwin")
    install(excel, builder=now)
    (excel.home / gone).unlink()
    if gone != SCRIPT:
        (excel.home / gone).parent.rmdir()
    assert failed(excel) == causes


def test_every_cause_is_provoked() -> None:
    causes = {cause for check in doctor.CHECKS.values() for cause in check.causes}
    together = {"not-installed", "sandbox-script", "sandbox-container"}
    assert {cause for cause, *_ in SICK} | together == causes


def test_settings_that_harm_nothing_are_passed(tmp_path: Path, now: Builder) -> None:
    sick = Sick(tmp_path, W, now)
    sick.settings |= {
        rf"{OFFICE}\Excel\Security": {"vbawarnings": 4, "requireaddinsig": 0},
        rf"{OFFICE}\Excel\Resiliency\DisabledItems": {"1": "other.xlam", "2": b"other"},
        DEFENDER.format("Policies\\", "Policy Manager"): {"asrrules": f"{RULE}=2"},
    }
    assert failed(sick.excel) == []


def test_what_may_not_be_read_is_not_checked(tmp_path: Path, now: Builder) -> None:
    def locked(key: str) -> dict[str, object]:
        if "Defender" in key:
            raise PermissionError(13, "Access is denied")
        return {}

    excel = excel_homes.computer(tmp_path, W)._replace(settings=locked)
    install(excel, builder=now)
    outcomes = doctor.examine(excel, ask=lambda _python: HEALTHY)
    assert {outcome.check for outcome in outcomes if outcome.status == "unknown"} == {"defender"}
    (line,) = (outcome.text("de") for outcome in outcomes if outcome.status == "unknown")
    assert line == "nicht geprüft: Windows lässt Excel Programme starten"


# What this computer answers


@pytest.mark.parametrize(
    ("printed", "answer"),
    [("print('hello'); ", HEALTHY), ("import atexit; atexit.register(print, 'bye'); ", None)],
)
def test_a_python_that_prints_of_its_own_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, printed: str, answer: Answer | None
) -> None:
    """A ``.pth`` file or a sitecustomize may print: before the answer, or after it."""
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    monkeypatch.setattr(doctor, "_PROGRAM", f"{printed}\n{doctor._PROGRAM}")
    assert asked(Path(sys.executable)) == (answer or Answer(None, None, "bye"))


def test_a_python_is_asked_for_its_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    assert asked(Path(sys.executable)) == HEALTHY


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (
            "#!/bin/sh\necho Traceback >&2\necho 'No module named xlscore' >&2\nexit 1\n",
            "No module",
        ),
        ("", "Exec format error"),
    ],
)
def test_a_python_that_does_not_work_says_why(tmp_path: Path, script: str, why: str) -> None:
    python = tmp_path / "python"
    python.write_text(script, encoding="utf-8")
    python.chmod(0o755)
    answer = asked(python)
    assert answer.xlscore is None
    assert why in answer.why


def test_this_computer_is_the_one_that_runs() -> None:
    here = this_computer()
    assert (here.platform, here.executable) == (sys.platform, Path(sys.executable))
    assert here.settings("HKCU\\Anything") == {}


def test_the_registry_is_read_with_names_in_small_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    class Key(list[tuple[str, object, int]]):
        def __enter__(self) -> Key:
            return self

        def __exit__(self, *_error: object) -> None:
            pass

    def opened(root: str, path: str, _reserved: int, access: int) -> Key:
        if (root, path, access) != ("machine", r"SOFTWARE\There", 0x120019):
            raise FileNotFoundError(path)
        return Key([("VBAWarnings", 4, 1), ("", "C:\\EXCEL.EXE", 1)])

    winreg = SimpleNamespace(
        HKEY_LOCAL_MACHINE="machine",
        HKEY_CURRENT_USER="user",
        KEY_READ=0x20019,
        KEY_WOW64_64KEY=0x100000,
        OpenKey=opened,
        QueryInfoKey=lambda key: (0, len(key), 0),
        EnumValue=lambda key, number: key[number],
    )
    monkeypatch.setitem(sys.modules, "winreg", winreg)
    assert computers._registry(r"HKLM\SOFTWARE\There") == {"vbawarnings": 4, "": "C:\\EXCEL.EXE"}
    assert computers._registry(r"HKCU\SOFTWARE\There") == {}


@pytest.mark.parametrize(("code", "expected"), [(0, {"state": "x"}), (1, {})])
def test_preferences_of_macos_are_read(
    monkeypatch: pytest.MonkeyPatch, code: int, expected: dict[str, object]
) -> None:
    xml = b'<?xml version="1.0"?><plist version="1.0"><dict><key>State</key><string>x</string>'

    def ran(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        assert command[1:] == ["export", "com.microsoft.office", "-"]
        return subprocess.CompletedProcess(command, code, xml + b"</dict></plist>")

    monkeypatch.setattr(subprocess, "run", ran)
    assert computers._preferences("com.microsoft.office") == expected


# The commands


def test_the_commands_install_examine_and_uninstall(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    target = tmp_path / "Für Excel"
    planned = run("excel", "install", "--target", target, "--dry-run", "--lang", "de")
    assert (planned.code, list(tmp_path.iterdir())) == (0, [])
    assert planned.err == "Nur angezeigt; nichts wurde verändert.\n"
    installed = run("excel", "install", "--target", target, "--lang", "de")
    assert installed.code == 0
    assert installed.out == planned.out
    assert "diesen Ordner öffnet Excel nicht von selbst" in installed.err
    assert set(json.loads((target / "installed.json").read_text("utf-8"))["files"]) == set(
        re.findall("^Schreibt (.*)$", installed.out, re.MULTILINE)
    )
    healthy = run("excel", "doctor", "--target", target, "--lang", "en")
    assert healthy.code == 0
    assert all(line.startswith("ok: ") for line in healthy.out.splitlines())
    (target / "xlscore.conf").unlink()
    sick = run("excel", "doctor", "--target", target, "--lang", "de")
    assert sick.code == 1
    assert "FEHLER: Alles Installierte ist noch da. " in sick.out
    assert run("excel", "uninstall", "--target", target).code == 0
    assert not target.exists()


def test_the_commands_build(run: Run, tmp_path: Path) -> None:
    ran = run("excel", "build", "--out", tmp_path / "out", "--lang", "en")
    assert ran.code == 0
    assert ran.err.startswith("Built with the buttons only")  # the tests run on Linux
    assert set(tree(tmp_path / "out")) == {"xlscore.xlam", "xlscore.conf"}


@pytest.mark.parametrize("command", ["install", "uninstall", "doctor"])
def test_the_commands_refuse_where_there_is_no_excel(run: Run, command: str) -> None:
    """The tests run on Linux."""
    ran = run("excel", command, "--lang", "de")
    assert (ran.code, ran.out) == (2, "")
    assert "Windows und macOS" in ran.err
