"""Is there always a whole file, the old or the new one, and the right backup?"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.command_line import Run, files, made, run
from tests.support.output import our_block, our_blocks
from tests.support.packages import package_of
from tests.support.rich import rich_parts
from tests.support.zipped import pack
from xlscore.formats import atomic
from xlscore.formats.source import Source
from xlscore.formats.write import is_scored, write_in_place, write_workbook
from xlscore.words import Refused

__all__ = ["run"]  # the fixture

PROJECT = Path(__file__).parents[1]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return pack(tmp_path / "book.xlsx", rich_parts())


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.linux
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
    assert book.with_name("book.bak.1.xlsx").read_bytes() == original
    assert names(book.parent) == {"book.xlsx", "book.bak.xlsx", "book.bak.1.xlsx"}


def test_a_backup_that_is_there_is_kept_under_the_first_free_number(book: Path) -> None:
    for number, name in enumerate(("book.bak.xlsx", "book.bak.1.xlsx", "book.bak.3.xlsx")):
        book.with_name(name).write_bytes(bytes([number]))
    content = book.read_bytes()
    write_in_place(Source.read(book), our_blocks(5))
    assert book.with_name("book.bak.2.xlsx").read_bytes() == b"\0"
    assert book.with_name("book.bak.xlsx").read_bytes() == content
    book.write_bytes(content)  # the same again: nothing would be lost
    write_in_place(Source.read(book), our_blocks(5))
    assert len(names(book.parent)) == 5


def test_a_macro_workbook_has_its_own_backup(tmp_path: Path) -> None:
    book = pack(tmp_path / "book.xlsm", rich_parts(macros=True))
    assert write_in_place(Source.read(book), our_blocks(1)) == tmp_path / "book.bak.xlsm"


def test_sheets_of_ours_without_rows_are_not_scored(book: Path) -> None:
    """As in a template, or where no game was played yet."""
    target = book.with_name("target.xlsx")
    scored = []
    for rows in (0, 1):
        write_workbook(Source.read(book), target, our_blocks(rows), replace_foreign=False)
        scored.append(is_scored(package_of(target)))
    assert scored == [False, True]
    assert not is_scored(package_of(book))


def test_what_the_organizer_keeps_beside_our_columns_is_no_score(tmp_path: Path) -> None:
    parts = rich_parts(standings="ours")
    book = pack(tmp_path / "book.xlsx", parts)
    assert is_scored(package_of(book))
    write_workbook(
        Source.read(book), tmp_path / "out.xlsx", [our_block("standings", 0)], replace_foreign=False
    )
    parts = {name: package_of(tmp_path / "out.xlsx").read(name) for name in parts}
    sheet = "xl/worksheets/sheet3.xml"
    parts[sheet] = parts[sheet].replace(b'<c r="A3"', b'<c r="N3"').replace(b'"D3"', b'"O3"')
    assert b'r="M3"' in parts[sheet]
    assert not is_scored(package_of(pack(tmp_path / "beside.xlsx", parts)))


def test_a_second_name_of_the_file_keeps_what_it_held(book: Path) -> None:
    """As documented: the new file takes the name that was given."""
    other, original = book.with_name("other.xlsx"), book.read_bytes()
    other.hardlink_to(book)
    write_in_place(Source.read(book), our_blocks(1))
    assert other.read_bytes() == original
    assert book.read_bytes() != original


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
    assert is_scored(package_of(book))
    assert names(folder) == {"link.xlsx"}


@pytest.mark.parametrize("lock", ["~$book.xlsx", "elsewhere/~$link.xlsx"])
def test_a_lock_file_beside_the_real_file_of_a_link_or_the_link_refuses(
    book: Path, tmp_path: Path, lock: str
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.xlsx"
    link.symlink_to(book)
    (tmp_path / lock).touch()
    original = book.read_bytes()
    with pytest.raises(Refused, match="open in another program"):
        write_in_place(Source.read(link), our_blocks(1))
    assert book.read_bytes() == original


Event = tuple[str, str]


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """What reaches the disk and what takes its name, in order, hidden files by their targets."""
    noted: list[Event] = []
    fsync, replace = os.fsync, Path.replace

    def place(descriptor: int) -> str:
        path = Path(f"/dev/fd/{descriptor}").resolve()
        return "folder" if path.is_dir() else path.name.split(".")[1]

    def synced(descriptor: int) -> None:
        noted.append(("synced", place(descriptor)))
        fsync(descriptor)

    def renamed(path: Path, target: Path) -> Path:
        noted.append(("named", target.name))
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    return noted


@pytest.mark.linux
def test_all_reaches_the_disk_in_the_order_that_a_power_cut_forgives(
    book: Path, events: list[Event]
) -> None:
    original = book.read_bytes()
    write_in_place(Source.read(book), our_blocks(2))
    assert events == [
        ("synced", "book"),  # the backup's hidden file
        ("synced", "book"),
        ("named", "book.bak.xlsx"),
        ("named", "book.xlsx"),
        ("synced", "folder"),
    ]
    assert book.with_name("book.bak.xlsx").read_bytes() == original
    events.clear()
    atomic.replace_text(book.with_name("all.txt"), "text")
    assert events == [("synced", "all"), ("named", "all.txt"), ("synced", "folder")]


def test_nothing_of_a_file_waits_in_memory_when_it_is_told_to_reach_the_disk(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, told = book.stat().st_size, []

    def synced(descriptor: int) -> None:
        state = os.fstat(descriptor)
        if stat.S_ISREG(state.st_mode):
            told.append(state.st_size)

    monkeypatch.setattr(os, "fsync", synced)
    write_in_place(Source.read(book), our_blocks(2))
    atomic.replace_text(book.with_name("all.txt"), "text")
    assert told == [original, book.stat().st_size, len("text")]


@pytest.mark.parametrize("renames", [0, 1])
def test_where_a_name_cannot_be_taken_the_old_file_stays(
    book: Path, monkeypatch: pytest.MonkeyPatch, renames: int
) -> None:
    """On Windows a program that has the workbook open keeps its name."""
    original, replace = book.read_bytes(), Path.replace
    taken: list[Path] = []

    def refusing(path: Path, target: Path) -> Path:
        if len(taken) == renames:
            raise PermissionError(13, "Permission denied")
        taken.append(target)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refusing)
    with pytest.raises(Refused, match="cannot be written: Permission denied"):
        write_in_place(Source.read(book), our_blocks(2))
    backup = book.with_name("book.bak.xlsx")
    assert book.read_bytes() == original
    assert taken == [backup][:renames]
    assert names(book.parent) == {path.name for path in (book, *taken)}


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def a_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/null")


def a_link_to_a_folder(path: Path) -> None:
    path.with_name("folder").mkdir()
    path.symlink_to("folder")


NO_FILES = [
    pytest.param(put, marks=pytest.mark.linux)
    for put in (a_folder, a_pipe, a_link_to_a_pipe, a_link_to_a_device, a_link_to_a_folder)
]


@pytest.mark.parametrize("put", NO_FILES)
def test_only_files_are_replaced(run: Run, tmp_path: Path, put: Callable[[Path], None]) -> None:
    book, target = made(tmp_path), tmp_path / "out.xlsx"
    put(target)

    def seen() -> list[tuple[str, int]]:
        paths = (*tmp_path.iterdir(), Path("/dev/null"))
        return sorted((path.name, path.lstat().st_mode) for path in paths)

    before = seen()
    ran = run("score", book, "--out", target, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "is a folder or a device, so nothing was written" in ran.err
    for write in (atomic.replace_bytes, lambda path, data: atomic.replace(path, [data])):
        with pytest.raises(Refused) as refused:
            write(target, b"text")
        assert refused.value.code == "target-no-file"
    assert seen() == before


def test_a_link_to_nothing_yet_gets_its_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("new.txt")
    atomic.replace_text(tmp_path / "link", "text")
    assert (tmp_path / "new.txt").read_text() == "text"
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("protected", ["book.xlsx", "book.bak.xlsx", "out.xlsx"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_may_only_be_read_is_not_replaced(
    run: Run, tmp_path: Path, protected: str, language: str
) -> None:
    path = made(tmp_path)
    target = tmp_path / protected
    target.touch()
    target.chmod(0o444)
    before = files(tmp_path)
    how = ["--out", target] if protected == "out.xlsx" else ["--in-place"]
    ran = run("score", path, *how, "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(protected)
    assert ("may only be read" if language == "en" else "schreibgeschützt") in ran.err
    assert files(tmp_path) == before
    target.chmod(0o644)
    assert run("score", path, *how).code == 0


def left_behind(folder: Path, *written: str) -> None:
    """Half a file for each, as a run leaves it that is killed."""
    for name in written:
        (folder / f".{name}.0123456789ab.tmp").write_bytes(b"half")


SWEPT = {
    "score": (["score", "book.xlsx"], ["book.scored.xlsx"]),
    "score --out": (["score", "book.xlsx", "--out", "out.xlsx"], ["out.xlsx"]),
    "score --in-place": (["score", "book.xlsx", "--in-place"], ["book.xlsx", "book.bak.xlsx"]),
    "seat": (["seat", "book.xlsx"], ["book.seated.xlsx"]),
    "new": (["new", "new.xlsx", "--rules", "dsvc-s3"], ["new.xlsx"]),
    "--summary": (
        ["batch", "book.xlsx", "--out", "out", "--summary", "all.csv"],
        ["all.csv", "all.all-time.csv", "all.doubles.csv"],
    ),
}


@pytest.mark.parametrize("command", SWEPT)
def test_what_a_killed_run_left_is_swept_by_the_next(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("names.txt").write_text("Ann\nBen\nCleo\nDan", encoding="utf-8")
    base = ("--rules", "dsvc-s3", "--scenario", "base")
    assert run("new", "book.xlsx", "--players", "names.txt", *base).code == 0
    arguments, written = SWEPT[command]
    left_behind(tmp_path, *written, "another.xlsx", "book.txt")
    ran = run(*arguments)
    assert ran.code == 0, ran.err
    left = {path.name for path in tmp_path.glob(".*.tmp")}
    assert left == {".another.xlsx.0123456789ab.tmp", ".book.txt.0123456789ab.tmp"}


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
    original, archive = book.read_bytes(), package_of(book).archive
    for part, content in (("xl/workbook.xml", b"<workbook>"), ("xl/other.xml", b"<x/>")):
        pieces = archive.rewritten({"xl/workbook.xml": content})
        with pytest.raises(Exception, match=r"no element found|is missing"):
            atomic.replace(book, pieces, [part])
        assert book.read_bytes() == original


@pytest.mark.parametrize("at", [0, 100, -1])
def test_what_the_disk_holds_is_what_was_written_or_it_does_not_count(
    book: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    original, archive = book.read_bytes(), package_of(book).archive

    def damaging(_: int) -> None:
        (hidden,) = book.parent.glob(".*.tmp")
        content = bytearray(hidden.read_bytes())
        content[at] ^= 1
        hidden.write_bytes(content)

    monkeypatch.setattr(os, "fsync", damaging)
    with pytest.raises(Refused, match="damaged"):
        atomic.replace(book, archive.rewritten({}), ["xl/workbook.xml"])
    assert book.read_bytes() == original


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, book: Path) -> None:
    with pytest.raises(Refused, match="cannot be written"):
        write_workbook(
            Source.read(book), tmp_path / "no" / "out.xlsx", our_blocks(1), replace_foreign=False
        )
