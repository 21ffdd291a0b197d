"""Is a VBA project of ours what others read: compressed source, its file system, its settings?"""

from __future__ import annotations

import io
import random
import zipfile
from itertools import pairwise
from pathlib import Path

import olefile
import pytest
import xlwings
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.vba_reader import VBA_Parser, decrypted, read_project, unpacked
from xlscore.hosts.excel.compound import compound_file
from xlscore.hosts.excel.vba import (
    LONGEST_LINE,
    Module,
    compress,
    exported,
    text_expression,
    vba_project,
)

XLWINGS = Path(xlwings.__file__).parent
SOURCES = sorted(
    [*XLWINGS.glob("*.bas"), *XLWINGS.glob("addin/*.bas"), *XLWINGS.glob("addin/*.cls")]
)

repetitive = st.builds(
    lambda parts, order: b"".join(parts[number % len(parts)] for number in order),
    st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=5),
    st.lists(st.integers(0, 9), max_size=400),
)


@given(st.one_of(st.binary(max_size=300), repetitive))
@example(b"")
@example(b"a" * 4096)
@example(b"a" * 4097)
@example(b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa")
@example(bytes(range(256)) * 33)
def test_what_is_compressed_comes_back(data: bytes) -> None:
    assert unpacked(compress(data)) == data


def test_the_published_example_gets_as_small_as_published() -> None:
    """MS-OVBA 3.2.2, which copies one of two equal places from further back."""
    packed = bytes.fromhex(
        "012FB000236161616263646582660070616768696A013808616B6C00306D6E6F7006710270041072737475"
        "76107778797A003C"
    )
    text = b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa"
    assert unpacked(packed) == text
    assert len(compress(text)) == len(packed)


@pytest.mark.parametrize("size", [4096, 4097, 8192, 12000])
def test_what_does_not_get_smaller_comes_back_filled_up_with_zeros(size: int) -> None:
    data = random.Random(0).randbytes(size)
    unpacked_again = unpacked(compress(data))
    assert unpacked_again[:size] == data
    assert set(unpacked_again[size:]) <= {0}
    assert len(compress(data)) <= 1 + 4098 * -(-size // 4096)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_module_of_xlwings_comes_back_from_a_project(path: Path) -> None:
    text = path.read_text(encoding="ascii")
    module = exported(text)
    project = read_project(vba_project("Probe", [module]))
    assert module.kind == ("class" if path.suffix == ".cls" else "standard")
    [(name, source)] = project.modules.items()
    assert f'Attribute VB_Name = "{name}"' in text
    assert source == module.source
    body = [line for line in text.splitlines() if not line.startswith("Attribute VB_")]
    body = body[body.index("END") + 1 :] if module.kind == "class" else body
    kept = [line for line in source.splitlines() if not line.startswith("Attribute VB_")]
    assert [line for line in kept if line] == [line for line in body if line]


MODULES = [
    Module("ThisWorkbook", "workbook", ""),
    Module("Sheet1", "sheet", "Private Sub Worksheet_Activate()\nEnd Sub"),
    Module("Words", "standard", "Public Function Two()\n    Two = 2\nEnd Function\n"),
    Module("Thing", "class", "Public Value As Long"),
]


def test_a_project_says_the_same_in_every_place() -> None:
    names = [module.name for module in MODULES]
    project = read_project(vba_project("Probe", MODULES))
    assert project.name == project.settings["Name"] == "Probe"
    assert list(project.modules) == project.listed == project.wide_names == names
    assert project.streams == {*names, "dir", "_VBA_PROJECT"}
    assert project.objects == {"ThisWorkbook", "Sheet1", "Thing"}
    assert project.documents == {"ThisWorkbook", "Sheet1"}


def test_olevba_sees_every_module() -> None:
    parser = VBA_Parser("vbaProject.bin", data=vba_project("Probe", MODULES))
    found = {name: code for _, _, name, code in parser.extract_macros()}
    assert {name: code.split() for name, code in found.items()} == {
        f"{module.name}.{'bas' if module.kind == 'standard' else 'cls'}": module.source.split()
        for module in MODULES
    }


def test_the_project_is_neither_protected_nor_hidden() -> None:
    """As in the add-in that xlwings itself brings, made by another program."""
    with zipfile.ZipFile(XLWINGS / "quickstart_addin_ribbon.xlam") as package:
        theirs = read_project(package.read("xl/vbaProject.bin")).settings
    ours = read_project(vba_project("Probe", MODULES)).settings
    for setting, content in (("CMG", bytes(4)), ("DPB", bytes(1)), ("GC", b"\xff")):
        assert decrypted(ours[setting]) == decrypted(theirs[setting]) == content


def test_the_same_modules_give_the_same_bytes() -> None:
    assert vba_project("Probe", MODULES) == vba_project("Probe", list(MODULES))


def test_lines_too_long_for_vba_are_refused() -> None:
    longest = "'" + "x" * (LONGEST_LINE - 1)
    assert longest in Module("Words", "standard", longest).source
    with pytest.raises(ValueError, match="line 2 of module Words has 1024 characters"):
        vba_project("Probe", [Module("Words", "standard", longest + "x")])


def test_letters_outside_ascii_are_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        vba_project("Probe", [Module("Words", "standard", "' Prüfung")])


@pytest.mark.parametrize("text", ["", "Option Explicit", "VERSION 1.0 CLASS\nBEGIN\nEND\n"])
def test_what_is_no_exported_module_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="VB_Name"):
        exported(text)


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("Check", '"Check"'),
        ("Prüfung", '"Pr" & ChrW(252) & "fung"'),
        ("Öäß", "ChrW(214) & ChrW(228) & ChrW(223)"),
        ('say "no"', '"say ""no"""'),
        ("“x”", 'ChrW(8220) & "x" & ChrW(8221)'),
    ],
)
def test_a_text_becomes_an_expression(text: str, expression: str) -> None:
    assert text_expression(text) == expression


sizes = st.one_of(
    st.sampled_from([0, 1, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097]), st.integers(0, 20_000)
)
names = st.text(st.characters(min_codepoint=65, max_codepoint=122), min_size=1, max_size=31).filter(
    lambda name: not set(name) & set("/\\:!")
)


@given(st.dictionaries(names, sizes, max_size=40))
@example({"x": 200_000, "y": 70_000})
@example({})
def test_every_stream_comes_back(streams: dict[str, int]) -> None:
    content = {
        f"VBA/{name}": bytes((number + at) % 251 for at in range(size))
        for number, (name, size) in enumerate(
            {name.upper(): size for name, size in streams.items()}.items()
        )
    }
    file = olefile.OleFileIO(
        io.BytesIO(compound_file({"PROJECT": b"x", **content})), raise_defects=olefile.DEFECT_UNSURE
    )
    assert {"/".join(path) for path in file.listdir()} == {"PROJECT", *content}
    for path, data in content.items():
        assert file.openstream(path).read() == data


@pytest.mark.parametrize("count", [*range(1, 20), 100])
def test_siblings_form_a_red_black_tree(count: int) -> None:
    """Sorted by length, then by capitals; no red under red; as many black ones on every way."""
    streams = {f"{'a' * (number % 7)}{number}": b"" for number in range(count)}
    file = olefile.OleFileIO(io.BytesIO(compound_file(streams)))
    entries = file.direntries
    none = 0xFFFFFFFF

    def walk(number: int, above_red: bool) -> tuple[int, list[str]]:
        if number == none:
            return 1, []
        entry = entries[number]
        red = entry.color == 0
        assert not (red and above_red)
        left, before = walk(entry.sid_left, red)
        right, after = walk(entry.sid_right, red)
        assert left == right
        return left + (not red), [*before, entry.name, *after]

    _, order = walk(entries[0].sid_child, True)
    assert sorted(order) == sorted(streams)
    assert all((len(a), a.upper()) < (len(b), b.upper()) for a, b in pairwise(order))


def test_what_does_not_fit_into_one_file_is_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        compound_file({"x": bytes(8_000_000)})
