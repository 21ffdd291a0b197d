"""Is the built add-in what Excel wants, as far as that shows without Excel?"""

from __future__ import annotations

import ast
import difflib
import io
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import xlsxwriter
import xlwings
from lxml import etree

from tests.support import addin_rules, office, validator
from tests.support.addin_rules import PROJECT, RIBBON, addin_faults, olevba_modules
from tests.support.excel_homes import build_as_on_windows
from tests.support.vba_reader import read_project
from tests.support.zipped import pack
from xlscore import Refused, __version__
from xlscore.hosts.common import actions
from xlscore.hosts.excel import addin
from xlscore.hosts.excel.built import built_from
from xlscore.hosts.excel.vba import Module, exported, vba_project
from xlscore.words import template

XLSCORE = Path(addin.__file__).parent
Parts = dict[str, bytes]
Change = Callable[[Parts], None]


def arguments() -> dict[str, list[str]]:
    """What each worksheet function takes, as its source says."""
    tree = ast.parse((XLSCORE / "udfs.py").read_text(encoding="utf-8"))
    return {
        node.name: [argument.arg for argument in node.args.args if argument.arg != "called_from"]
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("CATAN_")
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The add-in for Windows and the one for macOS."""
    windows, macos = (tmp_path_factory.mktemp(name) / "xlscore.xlam" for name in ("w", "m"))
    return {
        "windows": build_as_on_windows(windows),
        "macos": addin.build(macos, functions=False),
    }


def parts(path: Path) -> Parts:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def sources(path: Path) -> dict[str, str]:
    return read_project(parts(path)[PROJECT]).modules


def own(kind: str) -> Mapping[str, list[str]]:
    return arguments() if kind == "windows" else {}


# The add-in as it is


@pytest.mark.parametrize("kind", ["windows", "macos"])
def test_our_checker_finds_nothing(built: dict[str, Path], kind: str) -> None:
    assert addin_faults(built[kind], own(kind)) == []


@pytest.mark.parametrize("kind", ["windows", "macos"])
def test_microsofts_validator_finds_nothing(built: dict[str, Path], kind: str) -> None:
    assert validator.validate([built[kind]]) == {built[kind]: []}


COMMON = ["ThisWorkbook", "Sheet1", "XlscoreWords", "XlscoreRibbon", "xlwings"]


@pytest.mark.parametrize(
    ("kind", "last"), [("windows", "XlscoreFunctions"), ("macos", "Dictionary")]
)
def test_olevba_lists_every_module_and_no_error(
    built: dict[str, Path], caplog: pytest.LogCaptureFixture, kind: str, last: str
) -> None:
    modules = olevba_modules(built[kind])
    assert list(modules) == [*COMMON, last]
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    for name, source in sources(built[kind]).items():
        kept = [line for line in source.splitlines() if not line.startswith("Attribute VB_")]
        assert "\n".join(kept).strip() in modules[name].replace("\r\n", "\n")


def test_the_same_versions_give_the_same_bytes(built: dict[str, Path], tmp_path: Path) -> None:
    again = build_as_on_windows(tmp_path / "other name.xlam")
    assert again.read_bytes() == built["windows"].read_bytes()


@pytest.mark.parametrize("kind", ["windows", "macos"])
def test_an_add_in_tells_what_it_was_built_from(built: dict[str, Path], kind: str) -> None:
    expected = (__version__, xlwings.__version__, kind == "windows")
    assert built_from(built[kind]) == expected


GUARD = [
    "Select Case TypeName(Application.Caller)",
    'Case "Range", "String"',
    "Err.Raise 70",
    "End Select",
]


def test_xlwings_is_the_installed_one_but_for_name_and_what_a_workbook_may_decide(
    built: dict[str, Path],
) -> None:
    """Compared without who may call what, which the next tests are about."""
    text = (Path(xlwings.__file__).parent / "xlwings_custom_addin.bas").read_text("ascii")
    theirs, ours = (
        [
            re.sub("(Public|Private) (?=Function|Sub|Declare)", "", line)
            for line in source.strip().splitlines()
        ]
        for source in (text, sources(built["windows"])["xlwings"])
    )
    added = [line[2:] for line in difflib.ndiff(theirs, ours) if line.startswith("+ ")]
    changed = "\n".join(line.partition("'")[0].strip() for line in added)
    assert changed.replace("\n".join(["", *GUARD]), "").splitlines() == [
        "Option Private Module",
        'Public Const PROJECT_NAME As String = "xlscore"',
        'If PythonCommand Like "*[!a-z_]*" Then Err.Raise 70',
        'PythonCommand = "from xlscore.hosts.excel.press import run; run(',
        "uses_embedded_code = False",
        'ExitCode = AppleScriptTask("xlscore.applescript", "VbaHandler", ParameterString)',
        "Err.Raise Err.Number, , Err.Description",
        "If False Then",  # no settings from a sheet of the open workbook
        "If False Then",  # nor from a file beside it
    ]


def procedures(source: str) -> dict[str, tuple[str, str]]:
    """Whether a procedure is public or private (empty: not said), and its lines, by its name."""
    found = re.findall(
        r"^(Public |Private |)(Sub|Function) (\w+)\(((?:.*_\r\n)*.*)\r\n([\s\S]*?)^End \2\r$",
        source,
        re.MULTILINE,
    )
    return {name: (public.strip(), body) for public, _, name, _, body in found}


@pytest.mark.parametrize("kind", ["windows", "macos"])
def test_of_xlwings_only_what_our_own_modules_call_is_public(
    built: dict[str, Path], kind: str
) -> None:
    modules = sources(built[kind])
    xlwings_has = procedures(modules["xlwings"])
    public = {name for name, (said, _) in xlwings_has.items() if said != "Private"}
    assert public == {"RunPython", "XLPy"}
    assert "Declare" in modules["xlwings"]
    assert re.findall(r"^ *(?:Public )?Declare .*", modules["xlwings"], re.MULTILINE) == []
    others = "\n".join(source for name, source in modules.items() if name != "xlwings")
    private = xlwings_has.keys() - public
    assert not {name for name in private if re.search(rf"(?<![\w.]){name}(?!\w)", others)}
    removed = {"RunFrozenPython", "SaveConfigToFile", "ImportPythonUDFs", "ImportXlwingsUdfsModule"}
    assert not removed & xlwings_has.keys()


def refuses_cells(body: str) -> bool:
    return [line.partition("'")[0].strip() for line in body.split("\r\n")][:4] == GUARD


def test_nothing_on_the_way_of_a_worksheet_function_to_python_refuses_cells(
    built: dict[str, Path],
) -> None:
    xlwings_has = procedures(sources(built["windows"])["xlwings"])
    reached, found = {"XLPy"}, {"XLPy"}
    while found:
        # A Mac, where other procedures are called, has no worksheet functions.
        bodies = [
            re.sub(r"#If Mac Then[\s\S]*?#(Else|End If)", "", xlwings_has[name][1])
            for name in found
        ]
        words = set(re.findall(r"\w+", "\n".join(bodies)))
        found = (words & xlwings_has.keys()) - reached
        reached |= found
    assert "GetConfigFromFile" in reached
    assert [name for name in sorted(reached) if refuses_cells(xlwings_has[name][1])] == []


@pytest.mark.parametrize("kind", ["windows", "macos"])
def test_nothing_that_starts_programs_or_reads_files_runs_for_a_cell_or_a_shape(
    built: dict[str, Path], kind: str
) -> None:
    """A second lock. What finds and starts Python for worksheet functions cannot have it."""
    xlwings_has = procedures(sources(built[kind])["xlwings"])
    powerful = r"WScript\.Run|MacScript|AppleScriptTask|Line Input|For Output|VBComponents"
    guarded = {name for name, (_, body) in xlwings_has.items() if refuses_cells(body)}
    wanted = {name for name, (_, body) in xlwings_has.items() if re.search(powerful, body)}
    # compares a version number first: never runs in an Excel of today
    assert wanted - {"FileOrFolderExistsOnMac"} <= guarded
    assert {"RunPython", "ExecuteWindows", "ExecuteMac", "ReadFile"} <= guarded


def test_no_source_of_xlwings_stands_in_our_files() -> None:
    """It is read from the installed package; copied in, it would be theirs to license."""
    texts = [
        path.read_text(encoding="utf-8")
        for path in XLSCORE.parent.rglob("*")
        if path.suffix in (".py", ".bas", ".cls")
    ]
    assert not any("Zoomer" in text or "XLPyDLLActivateAuto" in text for text in texts)


@pytest.mark.parametrize("kind", ["windows", "macos"])
def test_every_button_has_its_action(built: dict[str, Path], kind: str) -> None:
    root = etree.fromstring(parts(built[kind])[RIBBON])
    buttons = [button.get("id") for button in root.iter("{*}button")]
    wanted = [
        *("recalculate", "check", "insert_live", "draw_next_round", "set_up_final"),
        *("new_workbook", "rules", "help"),
    ]
    if kind == "macos":
        wanted.remove("insert_live")
    assert buttons == wanted
    for button in buttons:
        assert button in actions.BUTTONS
        assert not re.search("[^a-z_]", button)
    assert "    RunPython button\r\n" in sources(built[kind])["XlscoreRibbon"]


# Built where it cannot be


def test_functions_are_refused_where_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="Windows only"):
        addin.build(tmp_path / "xlscore.xlam")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", [None, "", 'Attribute VB_Name = "xlwings"\n', "\xfc"])
def test_an_xlwings_that_is_not_as_expected_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None
) -> None:
    if text is not None:
        (tmp_path / "xlwings_custom_addin.bas").write_text(text, encoding="utf-8")
    monkeypatch.setattr(xlwings, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(Refused, match=r"xlwings_custom_addin\.bas of xlwings"):
        addin.build(tmp_path / "xlscore.xlam", functions=False)
    assert not (tmp_path / "xlscore.xlam").exists()


@pytest.mark.parametrize("content", [b"", b"PK", "other.xlsx", "no properties", "damaged"])
def test_another_file_is_no_add_in_of_ours(
    built: dict[str, Path], tmp_path: Path, content: bytes | str
) -> None:
    path = tmp_path / "xlscore.xlam"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "damaged":
        whole = bytearray(built["macos"].read_bytes())
        at = whole.index(b"docProps/custom.xml") + 60
        whole[at : at + 20] = bytes(20)
        path.write_bytes(whole)
    elif content == "no properties":
        pack(path, {**parts(built["macos"]), "docProps/custom.xml": b"<x/>"})
    else:
        xlsxwriter.Workbook(str(path)).close()
    with pytest.raises(Refused, match=r"xlscore\.xlam"):
        built_from(path)


# Its words, run by LibreOffice


@office.one_at_a_time
def test_libreoffice_runs_the_module_of_words(built: dict[str, Path], tmp_path: Path) -> None:
    """In a project of its own: xlwings' modules are for Excel, and LibreOffice compiles all."""
    words = sources(built["windows"])["XlscoreWords"]
    codes = re.findall(r'^ +Case "(.*)"', words, re.MULTILINE)
    project = vba_project(
        "xlscore",
        [Module("ThisWorkbook", "workbook", ""), Module("Sheet1", "sheet", ""), exported(words)],
    )
    path = tmp_path / "words.xlsm"
    with xlsxwriter.Workbook(str(path)) as workbook:
        workbook.set_vba_name("ThisWorkbook")
        sheet = workbook.add_worksheet()
        sheet.set_vba_name("Sheet1")
        for row, code in enumerate([*codes, "unknown"]):
            sheet.write_formula(row, 0, f'=RibbonWords("{code}",9)', None, "")
            sheet.write_formula(row, 1, f'=RibbonWords("{code}",7)', None, "")
        workbook.add_vba_project(io.BytesIO(project), is_stream=True)
    shown = office.computed_with_macros(path, tmp_path)
    assert len(codes) == 21
    said = [[template(f"ribbon-{code}", one) for one in ("en", "de")] for code in codes]
    assert shown == [*said, ["", ""]]


# Broken ones


def in_part(name: str, pattern: str, planted: str) -> Change:
    def change(content: Parts) -> None:
        text, count = re.subn(pattern, planted, content[name].decode(), count=1, flags=re.DOTALL)
        assert count == 1
        content[name] = text.encode()

    return change


def without(name: str) -> Change:
    return lambda content: content.__delitem__(name)


def in_module(name: str, pattern: str, planted: str) -> Change:
    """The project made anew, with the source of one module changed."""

    def change(content: Parts) -> None:
        project = read_project(content[PROJECT])
        text = project.modules[name].replace("\r\n", "\n")
        changed, count = re.subn(pattern, planted, text, count=1)
        assert count == 1
        modules = [
            _Verbatim(module, "standard" if module not in project.documents else "sheet", source)
            for module, source in {**project.modules, name: changed}.items()
        ]
        content[PROJECT] = vba_project(project.name, modules)

    return change


class _Verbatim(Module):
    """A module whose code is the whole source, whatever it is."""

    @property
    def source(self) -> str:
        return self.code.replace("\r\n", "\n").replace("\n", "\r\n")


def in_project(old: bytes, new: bytes) -> Change:
    def change(content: Parts) -> None:
        assert content[PROJECT].count(old) >= 1
        content[PROJECT] = content[PROJECT].replace(old, new, 1)

    return change


def cut(content: Parts) -> None:
    content[PROJECT] = content[PROJECT][:-2048]


def scrambled(content: Parts) -> None:
    """The signature of the first chunk of some module, right before its first eight letters."""
    data = bytearray(content[PROJECT])
    data[data.index(b"Attribut") - 2] ^= 0x70
    content[PROJECT] = bytes(data)


FUNCTIONS, WORDS, OURS, OPENING = (
    "XlscoreFunctions",
    "XlscoreWords",
    "XlscoreRibbon",
    "ThisWorkbook",
)
BROKEN: list[tuple[str, Change]] = [
    ("vba-missing", without(PROJECT)),
    ("dangling", without(RIBBON)),
    ("main-type", in_part("[Content_Types].xml", "excel.addin.macro", "excel.sheet.macro")),
    ("vba-link", in_part("[Content_Types].xml", "vnd.ms-office.vbaProject", "octet-stream")),
    ("vba-link", in_part("xl/_rels/workbook.xml.rels", "/vbaProject", "/vba")),
    ("ribbon-link", in_part("_rels/.rels", "ui/extensibility", "ui/other")),
    ("orphan", in_part("_rels/.rels", "<Relationship [^>]*customUI14.xml[^>]*>", "")),
    ("vba-documents", in_part("xl/workbook.xml", ' codeName="ThisWorkbook"', "")),
    ("vba-documents", in_part("xl/worksheets/sheet1.xml", '"Sheet1"', '"Sheet2"')),
    ("well-formed", in_part(RIBBON, "</group>", "")),
    ("ribbon-callback", in_part(RIBBON, "XlscoreRibbon.Pressed", "XlscoreRibbon.Pushed")),
    ("ribbon-callback", in_part(RIBBON, "XlscoreRibbon.LabelWanted", "LabelWanted")),
    ("ribbon-callback", in_part(RIBBON, ' onAction="XlscoreRibbon.Pressed"', "")),
    ("ribbon-callback", in_module(OURS, r"HelpWanted\(.*?, ", "HelpWanted(")),
    ("ribbon-callback", in_module(OURS, "Public Sub Pressed", "Private Sub Pressed")),
    ("ribbon-id", in_part(RIBBON, 'id="check"', 'id="recalculate"')),
    ("ribbon-words", in_part(RIBBON, 'id="rules"', 'id="law"')),
    ("ribbon-words", in_module(WORDS, '"help-label"', '"help-lable"')),
    ("vba-damaged", cut),
    ("vba-damaged", scrambled),
    ("vba-damaged", in_project("eRib".encode("utf-16-le"), "eRob".encode("utf-16-le"))),
    ("vba-modules", in_project(b"Module=XlscoreWords", b"Module=XlscoreWorld")),
    ("vba-project", in_project(b'Name="xlscore"', b'Name="xlsnore"')),
    ("vba-project", in_module("xlwings", 'As String = "xlscore"', 'As String = "myaddin"')),
    ("vba-name", in_module(OURS, '"XlscoreRibbon"', '"XlscoreRabbit"')),
    ("vba-line", in_module(OURS, "' The tab", "' " + "x" * 1024)),
    ("vba-line", in_module(OURS, "Option Explicit", "x = 1" + " + _\n 1" * 25)),
    ("vba-quotes", in_module(WORDS, '"Tournament"', '"Tournament')),
    ("vba-blocks", in_module(OURS, "End Sub\n", "")),
    ("vba-blocks", in_module(WORDS, "End Function", "End Sub")),
    ("wrapper", in_module(FUNCTIONS, "Function CATAN_GAMES", "Function CATAN_GAME")),
    ("wrapper", in_module(FUNCTIONS, ", Optional rows", "")),
    ("wrapper", in_module(FUNCTIONS, "scenario, rows, Application", "scenario, Application")),
    ("wrapper", in_module(FUNCTIONS, "xlscore.hosts.excel.udfs", "xlscore.hosts.excel.guest")),
    ("wrapper", in_module(FUNCTIONS, r"\), Nothing,", "), ActiveWorkbook,")),
    ("cell", in_module("xlwings", "Option Private Module\n", "")),
    ("cell", in_module(WORDS, "Option Private Module\n", "")),
    ("cell", in_module(OURS, "Private Function ExcelLanguage", "Function ExcelLanguage")),
    ("cell", in_module(OURS, "Option Explicit\n", 'Declare PtrSafe Function a Lib "b" ()\n')),
    ("cell", in_module(FUNCTIONS, "#Const", "Public Static Function A()\nEnd Function\n#Const")),
    ("description", in_module(OPENING, "!CATAN_CHECK", "!CATAN_CHEQUE")),
    ("description", in_module(OPENING, r"(Array\( _\n).*, _\n", r"\1")),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "change"), BROKEN)
def test_a_broken_add_in_is_rejected(
    built: dict[str, Path], tmp_path: Path, rule: str, change: Change
) -> None:
    content = parts(built["windows"])
    change(content)
    path = pack(tmp_path / "xlscore.xlam", content)
    assert rule in {fault.rule for fault in addin_faults(path, arguments())}


def test_every_rule_is_proven() -> None:
    code = Path(addin_rules.__file__).read_text(encoding="utf-8")
    rules = set(re.findall(r'Fault\("([a-z-]+)"', code))
    assert rules <= {rule for rule, _ in BROKEN}


@pytest.mark.parametrize(
    "change",
    [
        in_part(RIBBON, 'size="large"', 'size="huge"'),
        in_part(RIBBON, "<tabs>", "<tabs><button/>"),
        in_part(RIBBON, 'id="check"', 'id="1 check"'),
        in_part("xl/workbook.xml", "<sheets>", "<sheets/><sheets>"),
    ],
)
def test_microsofts_validator_rejects_what_breaks_the_schema(
    built: dict[str, Path], tmp_path: Path, change: Change
) -> None:
    content = parts(built["windows"])
    change(content)
    path = pack(tmp_path / "xlscore.xlam", content)
    assert validator.validate([path])[path]
