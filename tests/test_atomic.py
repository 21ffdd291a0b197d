"""Is there always a whole file, the old or the new one, and the right backup?"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.output import our_block, our_blocks
from tests.support.rich import rich_parts
from tests.support.zipped import pack
from xlscore.files import atomic
from xlscore.files.package import Package
from xlscore.files.source import Source
from xlscore.files.writer import is_scored, write_in_place, write_workbook
from xlscore.messages import Refused

PROJECT = Path(__file__).parents[1]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return pack(tmp_path / "book.xlsx", rich_parts())


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_save_killed_at_any_moment_leaves_the_old_or_the_new_file(book: Path) -> None:
    program = [sys.executable, "-m", "tests.support.killed", str(book), "100"]
    finished = subprocess.run(
        program, cwd=PROJECT, capture_output=True, text=True, timeout=300, check=False
    )
    assert finished.stderr == ""
    assert int(finished.stdout) > 0  # some were killed in the middle of a file


def test_the_backup_is_the_last_file_that_was_not_scored(book: Path) -> None:
    original = book.read_bytes()
    backup = book.with_name("book.bak.xlsx")
    assert write_in_place(Source.read(book), our_blocks(5)) == backup
    assert write_in_place(Source.read(book), our_blocks(9)) is None
    assert backup.read_bytes() == original
    other = pack(book, {**rich_parts(), "docProps/app.xml": b"<Properties/>"}).read_bytes()
    assert write_in_place(Source.read(book), our_blocks(5)) == backup
    assert backup.read_bytes() == other
    assert names(book.parent) == {"book.xlsx", "book.bak.xlsx"}


def test_a_macro_workbook_has_its_own_backup(tmp_path: Path) -> None:
    book = pack(tmp_path / "book.xlsm", rich_parts(macros=True))
    assert write_in_place(Source.read(book), our_blocks(1)) == tmp_path / "book.bak.xlsm"


def test_sheets_of_ours_without_rows_are_not_scored(book: Path) -> None:
    """As in a template, or where no game was played yet."""
    target = book.with_name("target.xlsx")
    scored = []
    for rows in (0, 1):
        write_workbook(Source.read(book), target, our_blocks(rows), replace_foreign=False)
        scored.append(is_scored(Package.open(target)))
    assert scored == [False, True]
    assert not is_scored(Package.open(book))


def test_what_the_organizer_keeps_beside_our_columns_is_no_score(tmp_path: Path) -> None:
    parts = rich_parts(standings="ours")
    book = pack(tmp_path / "book.xlsx", parts)
    assert is_scored(Package.open(book))
    write_workbook(
        Source.read(book), tmp_path / "out.xlsx", [our_block("standings", 0)], replace_foreign=False
    )
    parts = {name: Package.open(tmp_path / "out.xlsx").read(name) for name in parts}
    sheet = "xl/worksheets/sheet3.xml"
    parts[sheet] = parts[sheet].replace(b'<c r="A3"', b'<c r="N3"').replace(b'"D3"', b'"O3"')
    assert b'r="M3"' in parts[sheet]
    assert not is_scored(Package.open(pack(tmp_path / "beside.xlsx", parts)))


@pytest.mark.parametrize("lock", ["~$book.xlsx", ".~lock.book.xlsx#"])
def test_a_lock_file_refuses_writing_in_place(book: Path, lock: str) -> None:
    original = book.read_bytes()
    book.with_name(lock).touch()
    with pytest.raises(Refused, match="open in another program"):
        write_in_place(Source.read(book), our_blocks(1))
    assert book.read_bytes() == original
    assert names(book.parent) == {"book.xlsx", lock}


def test_a_refusal_in_place_makes_no_backup(tmp_path: Path) -> None:
    book = pack(tmp_path / "book.xlsx", rich_parts(standings="theirs"))
    with pytest.raises(Refused, match="--replace-sheets"):
        write_in_place(Source.read(book), our_blocks(1))
    assert names(tmp_path) == {"book.xlsx"}
    assert write_in_place(Source.read(book), our_blocks(1), replace_foreign=True) is not None


def test_a_link_is_written_through_to_the_file(book: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.xlsx"
    link.symlink_to(book)
    assert write_in_place(Source.read(link), our_blocks(2)) == book.with_name("book.bak.xlsx")
    assert link.is_symlink()
    assert is_scored(Package.open(book))
    assert names(folder) == {"link.xlsx"}


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_permissions_stay(book: Path, mode: int) -> None:
    book.chmod(mode)
    backup = write_in_place(Source.read(book), our_blocks(2))
    assert backup is not None
    assert [path.stat().st_mode & 0o777 for path in (book, backup)] == [mode, mode]


def test_a_new_file_has_the_permissions_of_any_new_file(book: Path) -> None:
    plain, target = book.with_name("plain"), book.with_name("target.xlsx")
    plain.touch()
    write_workbook(Source.read(book), target, our_blocks(2), replace_foreign=False)
    assert target.stat().st_mode == plain.stat().st_mode


def failing(error: Exception) -> Iterator[bytes]:
    yield b"PK"
    raise error


@pytest.mark.parametrize(
    ("pieces", "raised"),
    [
        (lambda: failing(OSError(28, "No space left on device")), "No space left"),
        (lambda: failing(Refused("file-signed", file="x")), "signed"),
        (lambda: iter([b"not a zip file"]), "damaged"),
    ],
)
def test_a_failure_leaves_the_old_file_and_nothing_else(
    book: Path, pieces: Callable[[], Iterator[bytes]], raised: str
) -> None:
    original = book.read_bytes()
    with pytest.raises(Refused, match=raised):
        atomic.replace(book, pieces(), ["xl/workbook.xml"])
    assert book.read_bytes() == original
    assert names(book.parent) == {"book.xlsx"}


def test_what_was_written_is_read_again_before_it_counts(book: Path) -> None:
    """A part that is missing or not well-formed never takes the old file's place."""
    original, archive = book.read_bytes(), Package.open(book).archive
    for part, content in (("xl/workbook.xml", b"<workbook>"), ("xl/other.xml", b"<x/>")):
        pieces = archive.rewritten({"xl/workbook.xml": content})
        with pytest.raises(Exception, match=r"no element found|is missing"):
            atomic.replace(book, pieces, [part])
        assert book.read_bytes() == original


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, book: Path) -> None:
    with pytest.raises(Refused, match="cannot be written"):
        write_workbook(
            Source.read(book), tmp_path / "no" / "out.xlsx", our_blocks(1), replace_foreign=False
        )
