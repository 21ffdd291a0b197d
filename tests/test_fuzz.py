"""Does any workbook at all get standings or clear findings, whatever was done to it?

A few hundred random ones here; ``python -m tests.fuzz N`` tries as many as there is time for.
"""

from __future__ import annotations

import sys
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fuzz.case import ASKED, Case, made
from tests.fuzz.pool import outcomes
from tests.fuzz.sins import sinned
from tests.fuzz.typed import WRITERS, drafted
from tests.fuzz.verdict import judged, refusal, run
from tests.support.binary_books import binary_book
from tests.support.books import Rows, Sheet, edited, header, raw_book, sheet_xml, workbook
from tests.support.command_line import GOOD, HEADER
from tests.support.command_line import made as typed
from tests.support.old_books import old_book

CHUNKS, CHUNK = 12, 30


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_workbooks(chunk: int) -> None:
    found = [
        f"seed {outcome.seed}: {outcome.fault}"
        for outcome in outcomes(range(chunk * CHUNK, (chunk + 1) * CHUNK))
        if outcome.fault
    ]
    assert not found, "\n".join(found)


# --- what they found -------------------------------------------------------------------------

RESULTS: Rows = [header(*HEADER), *GOOD]


def with_bytes(make: Callable[[Path], Path], at: int, new: bytes) -> Callable[[Path], Path]:
    def make_changed(path: Path) -> Path:
        data = make(path).read_bytes()
        path.write_bytes(data[:at] + new + data[at + len(new) :])
        return path

    return make_changed


def with_words(part: str, old: bytes, new: bytes) -> Callable[[Path], Path]:
    def make_changed(path: Path) -> Path:
        return edited(
            typed(path.parent, name=path.name), {part: lambda data: data.replace(old, new)}
        )

    return make_changed


def old(path: Path) -> Path:
    return old_book(path, {"Results": RESULTS})


def with_table(first_row: int, last_column: int, rows: int = 5) -> Callable[[Path], Path]:
    """A binary workbook whose table stands somewhere else than its cells."""

    def make_changed(path: Path) -> Path:
        binary_book(path, {"Results": Sheet(RESULTS, table="tblResults")})
        place = [first_row, first_row + rows - 1, 0, last_column]
        new = b"".join(number.to_bytes(4, "little") for number in place)
        with zipfile.ZipFile(path) as package:
            part = package.read("xl/tables/table1.bin")
        at = part.index(b"".join(number.to_bytes(4, "little") for number in (0, 4, 0, 3)))
        return edited(path, {"xl/tables/table1.bin": part[:at] + new + part[at + 16 :]})

    return make_changed


def stored(value: object) -> str:
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
    return f"<c><v>{value}</v></c>"


def with_number(number: str, code: str) -> Callable[[Path], Path]:
    """A workbook with a number beside the results, shown in this format."""

    def make(path: Path) -> Path:
        rows = ["".join(map(stored, row)) for row in RESULTS]
        rows[1] += f'<c s="1"><v>{number}</v></c>'
        inside = "".join(f"<row>{row}</row>" for row in rows)
        return raw_book(path, sheet_xml(inside), formats=[code])

    return make


def row_within_a_row(path: Path) -> Path:
    rows = "".join(f"<row>{''.join(map(stored, row))}</row>" for row in RESULTS)
    # A row that may be hidden is not left to the reader of values.
    return raw_book(path, sheet_xml(rows.replace("</row>", '<row hidden="0"/></row>', 1)))


def styles_that_nothing_refers_to(path: Path) -> Path:
    with_number("45000", "yyyy-mm-dd")(path)
    rels = "xl/_rels/workbook.xml.rels"
    return edited(path, {rels: lambda data: data.replace(b"relationships/styles", b"styles/none")})


def cell_in_the_last_row(path: Path) -> Path:
    """Twelve seats a game, most of them unused, and a blank far below."""
    headings = [f"{word} {seat}" for seat in range(1, 13) for word in header("player", "vp")]
    seats = [cell for row in GOOD for cell in row[2:]]
    rows: list[list[object]] = [[*header("round", "table"), *headings], [1, 1, *seats]]
    return workbook(path, {"Results": Sheet(rows, loose={"A1048576": " "})})


def control_character_in_a_heading(path: Path) -> Path:
    rows = [[*row, word] for row, word in zip(RESULTS, ("No\x01te", *"abcd"), strict=True)]
    return binary_book(path, {"Results": Sheet(rows, table="tblResults")})


FOUND: dict[str, tuple[str, str, Callable[[Path], Path]]] = {
    "workbook-in-another-namespace": (
        "refused part-senseless",
        ".xlsx",
        with_words("xl/workbook.xml", b"spreadsheetml/2006/main", b"spreadsheetml/2006/mine"),
    ),
    "number-of-a-sheet-is-none": (
        "refused part-senseless",
        ".xlsx",
        with_words("xl/workbook.xml", b'sheetId="1"', b'sheetId="one"'),
    ),
    "line-end-in-an-attribute": (
        "refused no-results",
        ".xlsx",
        with_words("xl/worksheets/sheet2.xml", b' t="s"', b' t="&#10;"'),
    ),
    "row-within-a-row": ("refused part-senseless", ".xlsx", row_within_a_row),
    "encoding-that-is-none": (
        "refused part-malformed",
        ".xlsx",
        with_words("xl/sharedStrings.xml", b'encoding="UTF-8"', b'encoding="Regelwerk"'),
    ),
    "control-character-in-a-heading": ("scored", ".xlsb", control_character_in_a_heading),
    "styles-that-nothing-refers-to": ("scored", ".xlsx", styles_that_nothing_refers_to),
    "table-below-all-cells": ("scored", ".xlsb", with_table(900, 3)),
    "table-below-the-last-row": ("refused part-senseless", ".xlsb", with_table(1 << 30, 3)),
    "table-behind-the-last-column": ("refused part-senseless", ".xlsb", with_table(0, 1 << 30)),
    "table-without-data": ("refused part-senseless", ".xlsb", with_table(4, 3, rows=1)),
    "markup-in-a-shared-text": (
        "scored",
        ".xlsx",
        with_words("xl/sharedStrings.xml", b"<t>Ann", b"<t><f/>Ann"),
    ),
    "date-before-all-dates": ("scored", ".xlsx", with_number("-1e300", "yyyy-mm-dd")),
    "duration-beyond-all-years": ("scored", ".xlsx", with_number("1e10", "[h]:mm")),
    "cell-in-the-last-row": ("scored", ".xlsx", cell_in_the_last_row),
    "sectors-of-impossible-size": (
        "refused ole-damaged",
        ".xls",
        with_bytes(old, 30, b"\xff\xff"),
    ),
}


@pytest.mark.parametrize("case", FOUND)
def test_what_was_found(tmp_path: Path, case: str) -> None:
    label, extension, make = FOUND[case]
    path = make(tmp_path / f"book{extension}")
    assert judged(Case(0, path, ASKED, case, None)) == label


def test_malformed_styles_are_refused_although_only_values_are_read(tmp_path: Path) -> None:
    path = typed(tmp_path)
    edited(path, {"xl/styles.xml": lambda data: data[:-2]})
    ran = run("score", path, "--no-write")
    assert (ran.code, refusal(ran)) == (2, "refused part-malformed")


# --- the instruments -------------------------------------------------------------------------


def test_a_seed_always_makes_the_same_workbook(tmp_path: Path) -> None:
    for seed in range(40):
        both = []
        for folder in ("one", "other"):
            place = tmp_path / folder / str(seed)
            place.mkdir(parents=True)
            case = made(seed, place)
            both.append((case.path.name, case.options, case.what))
        assert both[0] == both[1]


def test_all_sins_forms_and_formats_occur() -> None:
    seen: Counter[object] = Counter()
    for seed in range(400):
        draft = drafted(seed)
        sinned(draft)
        seen.update([draft.form, draft.language, draft.extension, draft.known, *draft.sins])
    wanted = {*WRITERS, "long", "by-game", "by-player", "en", "de", 0, 1, 2}
    assert {one for one in wanted if seen[one] < 20} == set()
    assert len(seen) > len(wanted) + 25


WORKER = """
import os, signal, sys
for line in sys.stdin:
    if line == "3\\n":
        os.abort()
    if line == "5\\n":
        signal.setitimer(signal.ITIMER_PROF, 0.01)
        while True:
            pass
    print('["scored", "", 0.5]', flush=True)
"""


def test_what_ends_the_process_is_named_by_its_seed() -> None:
    found = list(outcomes(range(1, 7), command=(sys.executable, "-c", WORKER)))
    faults = {outcome.seed: outcome.fault for outcome in found if outcome.fault}
    assert faults == {3: "the process ended: SIGABRT", 5: "the process ended: SIGPROF"}
    assert [outcome.label for outcome in found if not outcome.fault] == ["scored"] * 4
