"""What Excel insists on in an add-in, beyond what it does in every workbook.

Reads the file with nothing of the code under test. Every rule is proven by planted faults in
`tests/test_addin.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support.package_checker import faults
from tests.support.package_parts import Fault, Package, every, local
from tests.support.vba_reader import Project, VBA_Parser, read_project

PROJECT = "xl/vbaProject.bin"
RIBBON = "customUI/customUI14.xml"
NAME = "xlscore"
LONGEST_LINE = 1023
ARGUMENTS = {"onAction": 1}
"""How many arguments Excel hands to a callback; two to all that ask for something."""


def addin_faults(path: Path, functions: Mapping[str, Sequence[str]]) -> list[Fault]:
    """Every broken rule; `functions` are the arguments of each worksheet function by its name."""
    package = Package(path)
    found = faults(path)
    if package.data.get(PROJECT) is None:
        return [*found, Fault("vba-missing", PROJECT, "no VBA project")]
    try:
        project = read_project(package.data[PROJECT])
    except Exception as error:  # whatever olefile and oletools raise
        return [*found, Fault("vba-damaged", PROJECT, repr(error))]
    found += _linked(package)
    found += _consistent(package, project)
    for name, source in project.modules.items():
        found += _source(name, source)
    found += _configuration(project)
    found += _ribbon(package, project)
    found += _wrappers(project, functions)
    found += _open_to_cells(project, functions)
    return found


def olevba_modules(path: Path) -> dict[str, str]:
    """The modules that olevba finds, by name; raises what it raises."""
    parser = VBA_Parser(str(path))
    try:
        return {name.rpartition(".")[0]: code for _, _, name, code in parser.extract_macros()}
    finally:
        parser.close()


def _linked(package: Package) -> Iterator[Fault]:
    """Both parts hang where Excel looks for them."""
    links = {
        (part, link.kind, link.target)
        for part in ("", package.workbook_part)
        for link in package.links(part)
    }
    if (package.workbook_part, "vbaProject", PROJECT) not in links:
        yield Fault("vba-link", package.workbook_part, "no relationship to the VBA project")
    if ("", "extensibility", RIBBON) not in links:
        yield Fault("ribbon-link", "_rels/.rels", "no relationship to the ribbon")
    types: Any = package.root("[Content_Types].xml")
    kinds = {item.get("PartName", item.get("Extension")): item.get("ContentType") for item in types}
    kind = kinds.get(f"/{PROJECT}", kinds.get("bin"))
    if kind != "application/vnd.ms-office.vbaProject":
        yield Fault("vba-link", PROJECT, f"content type {kind}")


def _consistent(package: Package, project: Project) -> Iterator[Fault]:
    """Every place that lists the modules lists the same, and documents are sheets."""
    names = list(project.modules)
    if not names == project.listed == project.wide_names:
        yield Fault("vba-modules", PROJECT, f"{names} {project.listed} {project.wide_names}")
    if project.streams != {*names, "dir", "_VBA_PROJECT"}:
        yield Fault("vba-modules", PROJECT, f"streams {sorted(project.streams)}")
    codes = [
        properties.get("codeName")
        for properties in [
            *every(package.workbook, "workbookPr"),
            *(item for sheet in package.worksheets() for item in every(sheet.root, "sheetPr")),
        ]
    ]
    if sorted(map(str, codes)) != sorted(project.documents):
        yield Fault("vba-documents", PROJECT, f"{codes} {sorted(project.documents)}")


def _source(name: str, source: str) -> Iterator[Fault]:
    if not source.startswith(f'Attribute VB_Name = "{name}"\r\n'):
        yield Fault("vba-name", name, source[:60])
    # A procedure may begin twice, once for either side of an #If.
    opened: set[tuple[str, str]] = set()
    continued = 0
    for line in source.split("\r\n"):
        if len(line) > LONGEST_LINE:
            yield Fault("vba-line", name, f"{len(line)} characters: {line[:60]}")
        continued = continued + 1 if line.endswith(" _") else 0
        if continued > 24:
            yield Fault("vba-line", name, "more than 24 line continuations")
        if _quotes_open(line):
            yield Fault("vba-quotes", name, line)
        start = re.match(r"\s*(?:(?:Public|Private) )?(Sub|Function|Property) ?(\w+)", line)
        end = re.match(r"\s*End (Sub|Function|Property)\b", line)
        if start:
            opened.add((start[1], start[2]))
        if len(opened) > 1 or (end and {kind for kind, _ in opened} != {end[1]}):
            yield Fault("vba-blocks", name, line)
        if end:
            opened.clear()
    if opened:
        yield Fault("vba-blocks", name, "does not end")


def _quotes_open(line: str) -> bool:
    """Whether a text does not end on its line; what follows an apostrophe is a comment."""
    inside = False
    for letter in line:
        if letter == "'" and not inside:
            break
        inside ^= letter == '"'
    return inside


def _configuration(project: Project) -> Iterator[Fault]:
    """One name for the project and for the configuration that xlwings looks up."""
    constants = re.findall(r'PROJECT_NAME As String = "(\w+)"', "".join(project.modules.values()))
    names = [project.name, project.settings.get("Name"), *constants]
    if names != [NAME] * 3:
        yield Fault("vba-project", PROJECT, str(names))


def _procedures(project: Project) -> dict[str, list[str]]:
    """The arguments of every public procedure by ``Module.Name``."""
    return {
        f"{module}.{name}": [argument for argument in arguments.split(", ") if argument]
        for module, source in project.modules.items()
        for name, arguments in re.findall(
            r"^(?:Public )?(?:Sub|Function) (\w+)\((.*?)\)", source, re.MULTILINE
        )
    }


def _ribbon(package: Package, project: Project) -> Iterator[Fault]:
    root = package.root(RIBBON)
    if root is None:
        return
    procedures = _procedures(project)
    words = project.modules.get("XlscoreWords", "")
    elements: list[Any] = list(root.iter())
    for identity, count in Counter(item.get("id") for item in elements if item.get("id")).items():
        if count > 1:
            yield Fault("ribbon-id", RIBBON, f"{identity} {count} times")
    for item in elements:
        for attribute, value in item.attrib.items():
            if attribute.startswith(("on", "get")):
                wanted = ARGUMENTS.get(attribute, 2)
                if len(procedures.get(value, [])) != wanted:
                    yield Fault("ribbon-callback", RIBBON, f"{attribute} {value}")
        for attribute, part in (("getLabel", "label"), ("getSupertip", "help")):
            if item.get(attribute) and f'Case "{item.get("id")}-{part}"' not in words:
                yield Fault("ribbon-words", RIBBON, f"{item.get('id')}-{part}")
        if local(item) == "button" and not item.get("onAction"):
            yield Fault("ribbon-callback", RIBBON, f"{item.get('id')} does nothing")


def _wrappers(project: Project, functions: Mapping[str, Sequence[str]]) -> Iterator[Fault]:
    """One VBA function for every worksheet function, with its arguments and its description."""
    module = "XlscoreFunctions"
    source = project.modules.get(module, "")
    declared = {
        name.partition(".")[2]: [argument.removeprefix("Optional ") for argument in arguments]
        for name, arguments in _procedures(project).items()
        if name.startswith(f"{module}.")
    }
    if declared != {name: list(arguments) for name, arguments in functions.items()}:
        yield Fault("wrapper", module, str(declared))
    for name, arguments in functions.items():
        call = f'{name} = XLPy.CallUDF("xlscore.hosts.excel.udfs", "{name}", Array('
        call += f"{', '.join([*arguments, 'Application.Caller'])}), Nothing, Application.Caller)"
        if call not in source:
            yield Fault("wrapper", module, f"{name} is not handed over")
    opening = project.modules.get("ThisWorkbook", "")
    described = re.findall(
        rf"Macro:=\"'{NAME}\.xlam'!(\w+)\".*?ArgumentDescriptions:=Array\((.*?)\)\r\n",
        opening,
        re.DOTALL,
    )
    counts = {name: texts.count(", _\r\n") + 1 for name, texts in described}
    if counts != {name: len(arguments) for name, arguments in functions.items()}:
        yield Fault("description", "ThisWorkbook", str(counts))


def _open_to_cells(project: Project, functions: Mapping[str, Sequence[str]]) -> Iterator[Fault]:
    """Any workbook may call what is public in a standard module: ours, and nothing else.

    A module that is private to the project has none of it; what is declared counts as well.
    """
    function = r"^\s*(?:(?:Public|Static|Declare|PtrSafe)\s+)*Function\s+(\w+)"
    for module in project.modules.keys() - project.objects:
        source = project.modules[module]
        if not re.search(r"^Option Private Module\r$", source, re.MULTILINE):
            for name in re.findall(function, source, re.MULTILINE | re.IGNORECASE):
                if name not in functions:
                    yield Fault("cell", module, f"{name} can be typed into a cell")
