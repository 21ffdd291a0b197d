"""The add-in ``xlscore.xlam``: worksheet functions and the ribbon tab "Catan", for one computer.

It is built there and never shipped, because the VBA modules of xlwings name the very version of
xlwings that is installed. The same versions give the same bytes.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import xlsxwriter
import xlwings

from ... import __version__
from ...words import ENGLISH, LANGUAGES, Refused, template, way
from . import udfs
from .built import FILE_NAME, NAME, SCRIPT_NAME, Built
from .vba import Module, exported, text_expression, vba_project

GROUPS = {
    "tournament": {
        "recalculate": "Refresh",
        "check": "DataValidation",
        "insert_live": "FunctionWizard",
    },
    "seating": {
        "draw_next_round": "TableInsertExcel",
        "set_up_final": "SortDescendingExcel",
    },
    "more": {
        "new_workbook": "FileNew",
        "rules": "FunctionsLookupReferenceInsertGallery",
        "help": "Help",
    },
}
"""The groups of the tab with their buttons, and the picture of Office that each button shows."""

_NEEDS_FUNCTIONS = "insert_live"
_RIBBON_PART = "customUI/customUI14.xml"
_DENIED = 70
"""VBA's own error "Permission denied"."""
_XLWINGS = {
    # What is public there could be typed into a cell of any workbook, macros or not. The same
    # project still reaches it.
    'Attribute VB_Name = "xlwings"\n': 'Attribute VB_Name = "xlwings"\nOption Private Module\n',
    # It starts a button of ours and nothing else, whoever calls it.
    "    SourcePythonCommand = PythonCommand\n": f"""\
    If PythonCommand Like "*[!a-z_]*" Then Err.Raise {_DENIED}
    PythonCommand = "from xlscore.hosts.excel.press import run; run('" & PythonCommand & "')"
    SourcePythonCommand = PythonCommand
""",
    # A sheet called like a file of Python is a sheet of the person's, and none of our business.
    "                uses_embedded_code = True\n": "                uses_embedded_code = False\n",
    'Const PROJECT_NAME As String = "myaddin"': f'Const PROJECT_NAME As String = "{NAME}"',
    # A workbook, or a file beside it, must not choose the program that a formula starts.
    'SheetExists(ActiveWorkbook, PROJECT_NAME & ".conf") = True': "False",
    'GetFullName(ActiveWorkbook) <> ""': "False",
    # Its own script does not quote the names it hands to the shell.
    '"xlwings-" & XLWINGS_VERSION & ".applescript"': f'"{SCRIPT_NAME}"',
    # The button tells it in the person's language.
    "MsgBox \"To enable RunPython, please run 'xlwings runpython install' in a terminal once and "
    'try again.", vbCritical': "Err.Raise Err.Number, , Err.Description",
}
"""What is changed in the module of xlwings."""

_UNUSED = (
    "RunFrozenPython",
    "SaveConfigToFile",
    "ImportPythonUDFsBase",
    "ImportPythonUDFs",
    "ImportPythonUDFsToAddin",
    "ImportXlwingsUdfsModule",
)
"""Procedures of xlwings that an add-in has no use for; a stranger would."""
_CALLED = "RunPython|XLPy"
"""What our own modules call in that of xlwings; all the rest becomes private."""
_BUTTONS_ONLY = (
    "RunPython",
    "ExecuteWindows",
    "ExecuteMac",
    "ReadFile",
    "KillFileOnMac",
    "ToMacPath",
    "ToPosixPath",
    "GetMacDir",
)
"""Procedures that start programs or read files; worksheet functions of ours need none of them."""
_GUARD = f"""\
    Select Case TypeName(Application.Caller)
        Case "Range", "String" ' a cell, a shape
            Err.Raise {_DENIED}
    End Select
"""


def build(target: Path, *, functions: bool = True) -> Path:
    """Write the add-in to `target`, over what stands there, and return it.

    Without `functions` it has the ribbon only, as Excel on macOS wants it. Raises Refused
    where functions are wanted and this is not Windows, or where the installed xlwings is not as
    expected; nothing is written then. Raises OSError where the file cannot be written.
    """
    registered = _registered() if functions else []
    modules = [
        Module("ThisWorkbook", "workbook", "\n".join(_descriptions(registered))),
        Module("Sheet1", "sheet", ""),
        Module("XlscoreWords", "standard", "\n".join(_words(functions))),
        exported(Path(__file__).with_name("ribbon.bas").read_text(encoding="ascii")),
        _xlwings("xlwings_custom_addin.bas", _XLWINGS, _closed),
        Module("XlscoreFunctions", "standard", _wrappers())
        if functions
        # Excel for Mac has no dictionary of its own, which xlwings needs there.
        else _xlwings("addin/Dictionary.cls", {}),
    ]
    built = Built(__version__, xlwings.__version__, functions)
    target.write_bytes(_package(vba_project(NAME, modules), _ribbon(functions), built))
    return target


def _buttons(functions: bool) -> Iterator[tuple[str, str, str]]:
    """Group, button and picture."""
    for group, buttons in GROUPS.items():
        for button, picture in buttons.items():
            if functions or button != _NEEDS_FUNCTIONS:
                yield group, button, picture


def _ribbon(functions: bool) -> str:
    """The part of the ribbon; what is shown comes from the callbacks in ``ribbon.bas``."""
    space = "http://schemas.microsoft.com/office/2009/07/customui"
    root = ElementTree.Element("customUI", xmlns=space)
    tabs = ElementTree.SubElement(ElementTree.SubElement(root, "ribbon"), "tabs")
    tab = ElementTree.SubElement(tabs, "tab", id=NAME, label="Catan")
    label = {"getLabel": "XlscoreRibbon.LabelWanted"}
    groups = {group: ElementTree.SubElement(tab, "group", label, id=group) for group in GROUPS}
    for group, button, picture in _buttons(functions):
        ElementTree.SubElement(
            groups[group],
            "button",
            label,
            id=button,
            size="large",
            imageMso=picture,
            getSupertip="XlscoreRibbon.HelpWanted",
            onAction="XlscoreRibbon.Pressed",
        )
    ElementTree.indent(root)
    text: str = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}\n'


def _words(functions: bool) -> Iterator[str]:
    """The module that knows what the ribbon says."""
    codes = {f"{group}-label": f"ribbon-{group}-label" for group in GROUPS}
    for _, button, _ in _buttons(functions):
        for part in ("label", "help"):
            codes[f"{button}-{part}"] = f"ribbon-{button}-{part}"
    codes |= {"no_workbook": "ribbon-no_workbook", "failed": "ribbon-failed"}
    yield "Option Explicit"
    yield "Option Private Module"
    yield ""
    yield "' Made from xlscore's table of sentences."
    yield "Public Function RibbonWords(wanted As String, language As Long) As String"
    yield "    Select Case wanted"
    for wanted, code in codes.items():
        yield f"        Case {text_expression(wanted)}"
        yield f"            RibbonWords = {text_expression(template(code, ENGLISH))}"
        for language, number in _numbers("excel-language").items():
            text = text_expression(template(code, language))
            yield f"            If language = {number} Then RibbonWords = {text}"
    yield "    End Select"
    yield "End Function"
    yield ""
    yield "Public Function LanguageOfCountry(country As Long) As Long"
    languages = _numbers("excel-language")
    for language, number in _numbers("excel-country").items():
        yield f"    If country = {number} Then LanguageOfCountry = {languages[language]}"
    yield "End Function"


def _numbers(key: str) -> dict[str, str]:
    """Windows' number for a language, or for the country that speaks it; none is English."""
    return {language: way(key, language) for language in LANGUAGES if language != ENGLISH}


def _registered() -> list[Mapping[str, Any]]:
    """What xlwings knows of each worksheet function, which is something on Windows only."""
    functions: list[Callable[..., Any]] = [
        function for _, function in sorted(vars(udfs).items()) if hasattr(function, "__xlfunc__")
    ]
    if not functions:
        raise Refused("addin-functions")
    return [vars(function)["__xlfunc__"] for function in functions]


def _wrappers() -> str:
    """A VBA function for every worksheet function, by xlwings' own generator."""
    from xlwings.udfs import generate_vba_wrapper  # imports on Windows only

    text = io.StringIO()
    text.write('Option Explicit\n\n#Const App = "Microsoft Excel"\n\n')
    generate_vba_wrapper(  # type: ignore[no-untyped-call]
        udfs.__name__, udfs, text, SimpleNamespace(Name=FILE_NAME)
    )
    # Handed a workbook, xlwings would look for sheets with code in it; ours need the cell only.
    return text.getvalue().replace(", ActiveWorkbook, ", ", Nothing, ")


def _descriptions(functions: list[Mapping[str, Any]]) -> Iterator[str]:
    """What the function wizard says; xlwings tells Excel while it imports functions, we cannot."""
    if not functions:
        return
    yield "Private Sub Workbook_Open()"
    yield "    ' Excel forgets descriptions when it closes. The functions work without them."
    yield "    On Error Resume Next"
    for function in functions:
        texts = [item["doc"] for item in function["args"] if not item["vba"]]
        yield f"    Application.MacroOptions Macro:=\"'{FILE_NAME}'!{function['name']}\", _"
        yield f"        Category:={text_expression(function['category'])}, _"
        yield f"        Description:={text_expression(function['ret']['doc'])}, _"
        yield "        ArgumentDescriptions:=Array( _"
        for text in texts[:-1]:
            yield f"            {text_expression(text)}, _"
        yield f"            {text_expression(texts[-1])})"
    yield "End Sub"


def _xlwings(file: str, changes: Mapping[str, str], finished: Callable[[str], str] = str) -> Module:
    """A VBA module out of the installed xlwings, with these texts changed, each found once."""
    try:
        text = (Path(xlwings.__file__).parent / file).read_text(encoding="ascii")
        for old, new in changes.items():
            if text.count(old) != 1:
                raise ValueError(old)
            text = text.replace(old, new)
        return exported(finished(text))
    except (FileNotFoundError, ValueError) as error:
        raise Refused("addin-xlwings", version=xlwings.__version__, file=file) from error


def _closed(text: str) -> str:
    """The module of xlwings with nothing in it for workbooks of strangers.

    Raises ValueError where a procedure is not found once.
    """
    private = rf"^( *)(?:Public )?(?=(?:Function|Sub|Declare) )(?!Function (?:{_CALLED})\()"
    text = re.sub(private, r"\1Private ", text, flags=re.MULTILINE)
    changes = [(rf"^Private (Sub|Function) {name}\([\s\S]*?^End \1\n", "") for name in _UNUSED]
    for name in _BUTTONS_ONLY:
        # its declaration, also over several lines
        changes.append((rf"^(\w+ (?:Sub|Function) {name}\((?:.*_\n)*.*\n)", rf"\g<1>{_GUARD}"))
    for pattern, new in changes:
        text, count = re.subn(pattern, new, text, flags=re.MULTILINE)
        if count != 1:
            raise ValueError(pattern)
    return text


def _package(project: bytes, ribbon: str, built: Built) -> bytes:
    """An empty workbook by XlsxWriter, turned into an add-in with project and ribbon."""
    made, finished = io.BytesIO(), io.BytesIO()
    workbook = xlsxwriter.Workbook(made, {"in_memory": True})
    workbook.set_properties({"title": NAME, "created": datetime(2000, 1, 1)})
    for name, value in built._asdict().items():
        workbook.set_custom_property(name, value)
    workbook.set_vba_name("ThisWorkbook")
    workbook.add_worksheet(NAME).set_vba_name("Sheet1")
    workbook.add_vba_project(io.BytesIO(project), is_stream=True)
    workbook.close()
    changes = {
        "[Content_Types].xml": (b"ms-excel.sheet.macroEnabled", b"ms-excel.addin.macroEnabled"),
        "_rels/.rels": (
            b"</Relationships>",
            b'<Relationship Id="rIdRibbon" Type="http://schemas.microsoft.com/office/2007/'
            b'relationships/ui/extensibility" Target="%s"/></Relationships>'
            % _RIBBON_PART.encode(),
        ),
    }
    with zipfile.ZipFile(made) as workbook_file:
        parts = {name: workbook_file.read(name) for name in workbook_file.namelist()}
    for name, (old, new) in changes.items():
        before, found, after = parts[name].partition(old)
        assert found
        parts[name] = before + new + after
    parts[_RIBBON_PART] = ribbon.encode()
    with zipfile.ZipFile(finished, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name)  # dated 1980
            entry.create_system, entry.compress_type = 0, zipfile.ZIP_DEFLATED
            package.writestr(entry, content)
    return finished.getvalue()
