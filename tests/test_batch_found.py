"""Is everything found that the paths lead to, once, and nothing else?"""

from __future__ import annotations

import io
import json
import os
import stat
import unicodedata
import zipfile
from collections.abc import Callable
from pathlib import Path
from shutil import copy

import pytest

from samples.make import SAMPLES
from tests.support.command_line import GOOD, Run, files, made, run

__all__ = ["run"]  # the fixture


def listed(out: Path) -> dict[str, str]:
    """What became of each file, by its path."""
    document = json.loads((out / "batch.json").read_text(encoding="utf-8"))
    return {entry["path"]: entry["status"] for entry in document["files"]}


def zipped(path: Path, members: dict[str, bytes], links: tuple[str, ...] = ()) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name)
            if name in links:
                entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(entry, content)
    return path


def parts(workbook: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        return {name: package.read(name) for name in package.namelist()}


@pytest.fixture
def good(tmp_path: Path) -> bytes:
    (tmp_path / "made").mkdir()
    return made(tmp_path / "made").read_bytes()


def test_a_zip_archive_is_a_folder(run: Run, tmp_path: Path, good: bytes) -> None:
    path = zipped(tmp_path / "old.zip", {"2019/a.xlsx": good, "2020/a.xlsx": good, "x.txt": b""})
    assert run("batch", path, "--out", tmp_path / "out").code == 0
    assert listed(tmp_path / "out") == {"2019/a.xlsx": "scored", "2020/a.xlsx": "scored"}
    assert set(files(tmp_path / "out")) == {
        "batch.json",
        *(f"{year}/a{end}" for year in (2019, 2020) for end in (".scored.xlsx", ".xlsx.json")),
    }
    one = json.loads((tmp_path / "out" / "2019" / "a.xlsx.json").read_text(encoding="utf-8"))
    assert one["source"] == "a.xlsx"


def test_a_zip_archive_within_a_folder_is_opened(run: Run, tmp_path: Path, good: bytes) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    zipped(folder / "old.zip", {"a.xlsx": good})
    assert run("batch", folder, "--out", tmp_path / "out").code == 0
    assert listed(tmp_path / "out") == {"old.zip/a.xlsx": "scored"}


def test_what_is_strange_in_a_zip_archive_is_named_and_never_written_outside(
    run: Run, tmp_path: Path, good: bytes
) -> None:
    members = {
        **dict.fromkeys(("../up.xlsx", "/root.xlsx", "C:/drive.xlsx", "a\\b.xlsx"), good),
        **dict.fromkeys(("link.xlsx", "con?.xlsx", ".hidden.xlsx", "x.scored.xlsx"), good),
        "inner.zip": good,
        "bad.xlsx": b"no workbook",
    }
    path = zipped(tmp_path / "old.zip", members, links=("link.xlsx",))
    out = tmp_path / "deep" / "out"
    before = files(tmp_path)
    assert run("batch", path, "--out", out).code == 1
    assert listed(out) == {
        **dict.fromkeys(("up.xlsx", "root.xlsx", "C_/drive.xlsx", "link.xlsx"), "skipped"),
        **dict.fromkeys((".hidden.xlsx", "x.scored.xlsx", "inner.zip"), "skipped"),
        "a/b.xlsx": "scored",
        "con_.xlsx": "scored",
        "bad.xlsx": "failed",
    }
    new = set(files(tmp_path)) - set(before)
    assert all(name.startswith("deep/out/") for name in new)
    assert {Path(name).suffix for name in new} == {".xlsx", ".json"}


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-30],
        lambda _data: b"no zip at all",
        lambda _data: b"",
        lambda data: data.replace(b"a.xlsx", b"b.xlsx", 1),
        lambda data: data[:200] + bytes(200) + data[400:],
    ],
)
def test_a_damaged_zip_archive_fails_alone(
    run: Run, tmp_path: Path, good: bytes, damage: Callable[[bytes], bytes]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    made(folder)
    path = zipped(folder / "old.zip", {"a.xlsx": good})
    path.write_bytes(damage(path.read_bytes()))
    assert run("batch", folder, "--out", tmp_path / "out").code == 1
    statuses = listed(tmp_path / "out")
    assert statuses.pop("book.xlsx") == "scored"
    assert list(statuses.values()) == ["failed"]


def test_a_member_larger_than_allowed_is_refused(run: Run, tmp_path: Path, good: bytes) -> None:
    path = zipped(tmp_path / "old.zip", {"a.xlsx": good})
    ran = run("batch", path, "--out", tmp_path / "out", "--max-unpacked", 1000, "--lang", "en")
    assert ran.code == 1
    assert "a.xlsx unpacks to more than 1000 bytes" in ran.err


def test_a_member_of_exactly_the_size_allowed_is_scored(
    run: Run, tmp_path: Path, good: bytes
) -> None:
    stored = zipped(tmp_path / "stored.xlsx", parts(good)).read_bytes()
    path = zipped(tmp_path / "old.zip", {"a.xlsx": stored})
    for size, status in ((len(stored), "scored"), (len(stored) - 1, "failed")):
        run("batch", path, "--out", tmp_path / "out", "--max-unpacked", size)
        assert listed(tmp_path / "out") == {"a.xlsx": status}


def test_patterns_are_expanded_and_mirrored(run: Run, tmp_path: Path) -> None:
    for year in ("2019", "2020", "2021"):
        (tmp_path / "in" / year).mkdir(parents=True)
        made(tmp_path / "in" / year, name=f"{year}.xlsx")
    out = tmp_path / "out"
    assert run("batch", tmp_path / "in" / "20[12]*" / "*9.xlsx", "--out", out).code == 0
    assert listed(out) == {"2019/2019.xlsx": "scored"}
    assert run("batch", tmp_path / "in" / "**" / "*.xlsx", "--out", out).code == 0
    assert set(listed(out)) == {f"{year}/{year}.xlsx" for year in (2019, 2020, 2021)}
    ran = run("batch", tmp_path / "in" / "19*", "--out", out)
    assert (ran.code, ran.out) == (2, "")


def test_a_name_with_brackets_is_itself_before_it_is_a_pattern(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = made(tmp_path / "in", name="club [old].xlsx")
    assert run("batch", path, "--out", tmp_path / "out").code == 0
    assert listed(tmp_path / "out") == {"club [old].xlsx": "scored"}


def test_links_are_followed_only_within_what_was_named(run: Run, tmp_path: Path) -> None:
    folder, outside = tmp_path / "in", tmp_path / "outside"
    for one in (folder / "sub", outside):
        one.mkdir(parents=True)
        made(one)
    (folder / "out-file.xlsx").symlink_to(outside / "book.xlsx")
    (folder / "out-folder").symlink_to(outside)
    (folder / "in-folder").symlink_to(folder / "sub")
    (folder / "round").symlink_to(folder)
    (folder / "zz.xlsx").symlink_to(folder / "sub" / "book.xlsx")
    (folder / "gone.xlsx").symlink_to(folder / "nothing.xlsx")
    assert run("batch", folder, "--out", tmp_path / "out").code == 1
    assert listed(tmp_path / "out") == {
        "sub/book.xlsx": "scored",
        "out-file.xlsx": "skipped",
        "out-folder": "skipped",
        "gone.xlsx": "failed",
    }


def test_a_file_named_twice_is_scored_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = made(tmp_path / "in")
    assert run("batch", tmp_path / "in", path, path, "--out", tmp_path / "out").code == 0
    assert listed(tmp_path / "out") == {"in/book.xlsx": "scored"}


def test_hidden_folders_hold_nothing_of_an_organizers(run: Run, tmp_path: Path) -> None:
    for name in (".Trash", "__MACOSX"):
        (tmp_path / "in" / name).mkdir(parents=True)
    made(tmp_path / "in" / ".Trash")
    made(tmp_path / "in" / "__MACOSX", name="._book.xlsx")
    assert run("batch", tmp_path / "in", "--out", tmp_path / "out").code == 0
    assert listed(tmp_path / "out") == {
        ".Trash/book.xlsx": "skipped",
        "__MACOSX/._book.xlsx": "skipped",
    }


@pytest.mark.parametrize("name", ["a.scored.xlsx", "A.SCORED.2.xlsx", "a.bak.xlsx", "a.Bak.3.ods"])
def test_what_xlscore_wrote_is_no_workbook_of_an_organizer(
    run: Run, tmp_path: Path, good: bytes, name: str
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(good)
    assert run("batch", tmp_path / "in", "--out", tmp_path / "out").code == 0
    assert listed(tmp_path / "out") == {name: "skipped"}


def test_a_hidden_folder_that_is_named_is_read(run: Run, tmp_path: Path) -> None:
    for name in (".old", "new"):
        (tmp_path / name).mkdir()
        made(tmp_path / name)
    out = tmp_path / "out"
    assert run("batch", tmp_path / ".old", tmp_path / "new", "--out", out).code == 0
    assert listed(out) == {".old/book.xlsx": "scored", "new/book.xlsx": "scored"}


def test_a_folder_never_collides_with_a_file_of_ours(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for name in ("batch.json", "book.scored.xlsx", "book.xlsx.json"):
        (folder / name).mkdir(parents=True)
        made(folder / name, name="a.xlsx")
    made(folder)
    out = tmp_path / "out"
    assert run("batch", folder, "--out", out).code == 0
    assert len([name for name in files(out) if name.endswith(".scored.xlsx")]) == 4
    assert set(listed(out).values()) == {"scored"}


def test_names_that_differ_in_case_or_composition_only_are_kept_apart(
    run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("Fr\u00fchling.xlsx", "Fru\u0308hling.xlsx", "FR\u00dcHLING.xlsx"):
        made(folder, name=name)
    out = tmp_path / "out"
    assert run("batch", folder, "--out", out).code == 0
    assert len([name for name in files(out) if name.endswith(".scored.xlsx")]) == 3
    folded = {unicodedata.normalize("NFC", name).casefold() for name in files(out)}
    assert len(folded) == len(files(out))


@pytest.mark.linux
def test_a_name_in_an_unknown_encoding_is_scored(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = made(folder)
    strange = os.fsencode(folder) + b"/J\xf6rg\x01.xlsx"
    os.rename(path, strange)  # noqa: PTH104
    out = tmp_path / "out"
    assert run("batch", folder, "--out", out, "--summary", out / "all.xlsx").code == 0
    assert listed(out) == {"J\ufffdrg_.xlsx": "scored"}


@pytest.mark.linux
@pytest.mark.parametrize("name", ["pipe.xlsx", "pipe.zip"])
def test_what_is_no_file_fails_and_does_not_wait(run: Run, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    os.mkfifo(folder / name)
    made(folder)
    assert run("batch", folder, "--out", tmp_path / "out").code == 1
    assert listed(tmp_path / "out") == {"book.xlsx": "scored", name: "failed"}


def test_a_file_named_that_is_no_workbook_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no workbook", encoding="utf-8")
    ran = run("batch", tmp_path / "notes.txt", "--out", tmp_path / "out")
    assert (ran.code, ran.out) == (2, "")
    assert "notes.txt" in ran.err
    assert not (tmp_path / "out").exists()


def test_it_does_not_matter_who_expands_a_pattern(run: Run, tmp_path: Path) -> None:
    for year in ("2019", "2020"):
        (tmp_path / "in" / year).mkdir(parents=True)
        made(tmp_path / "in" / year)
    expanded = sorted((tmp_path / "in").glob("20*/book.xlsx"))
    names = {f"{year}/book.xlsx" for year in (2019, 2020)}
    for number, paths in enumerate(([*expanded], [tmp_path / "in" / "20*" / "book.xlsx"])):
        assert run("batch", *paths, "--out", tmp_path / str(number)).code == 0
        assert set(listed(tmp_path / str(number))) == names
    assert files(tmp_path / "0") == files(tmp_path / "1")


def test_results_of_an_earlier_run_go_when_the_file_fails_and_no_others(
    run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = made(folder)
    mine = {"mine.xlsx": b"", "mine.scored.xlsx": b"mine", "mine.xlsx.json": b"{}"}
    for name, content in mine.items():
        (folder / name).write_bytes(content)
    assert run("batch", path, folder / "mine.xlsx", "--out", folder).code == 1
    assert {"book.scored.xlsx", "book.xlsx.json"} <= set(files(folder))
    path.write_bytes(b"broken")
    assert run("batch", path, folder / "mine.xlsx", "--out", folder).code == 1
    assert set(files(folder)) == {"book.xlsx", "batch.json", *mine}
    assert files(folder)["mine.scored.xlsx"] == b"mine"


def test_a_scored_copy_that_somebody_edited_stays_when_its_source_fails(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    path, out = made(tmp_path / "in"), tmp_path / "out"
    assert run("batch", path, "--out", out).code == 0
    (out / "book.scored.xlsx").write_bytes(b"edited by hand")
    path.write_bytes(b"broken")
    assert run("batch", path, "--out", out).code == 1
    assert files(out).keys() == {"batch.json", "book.scored.xlsx"}
    assert files(out)["book.scored.xlsx"] == b"edited by hand"


def test_a_thousand_equal_names_take_no_time(run: Run, tmp_path: Path) -> None:
    """Numbered one after the other; each with its own look at all before took half a minute."""
    with zipfile.ZipFile(tmp_path / "old.zip", "w") as archive:
        for number in range(3000):
            letters = f"{number:012b}".replace("0", "a").replace("1", "A")
            archive.writestr(zipfile.ZipInfo(f"{letters}.xlsx"), b"x")
    assert run("batch", tmp_path / "old.zip", "--out", tmp_path / "out", "--jobs", 1).code == 1
    assert len(listed(tmp_path / "out")) == 3000


def test_every_format_is_found_whatever_its_endings_case(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for path in (*SAMPLES.glob("*.ods"), *SAMPLES.glob("*.xls"), *SAMPLES.glob("*.xlsb")):
        copy(path, folder / f"{path.stem}{path.suffix.upper()}")
    made(folder, GOOD, name="new.XLSX")
    assert run("batch", folder, "--out", tmp_path / "out").code == 0
    assert set(listed(tmp_path / "out").values()) == {"scored"}
    assert len(listed(tmp_path / "out")) == len(list(folder.iterdir()))


# The archive stays as it is


def test_a_link_in_the_output_folder_leads_nowhere(run: Run, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    for folder in (source / "2019", out):
        folder.mkdir(parents=True)
    made(source, name="s.xlsx")
    made(source / "2019")
    (out / "s.scored.xlsx").symlink_to(source / "s.xlsx")
    (out / "2019").symlink_to(source / "2019")
    before = files(source)
    ran = run("batch", source, "--out", out, "--lang", "en")
    assert ran.code == 1
    assert listed(out) == {"2019/book.xlsx": "failed", "s.xlsx": "failed"}
    assert "a link in the output folder leads out of it" in ran.err
    assert files(source) == before


def test_results_never_go_into_a_folder_that_is_read(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made(tmp_path / name)
    before = files(tmp_path)
    ran = run("batch", tmp_path / "one", tmp_path / "two", "--out", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "--out" in ran.err
    assert files(tmp_path) == before


@pytest.mark.parametrize("pattern", ["*", "**/*.xlsx", "**"])
def test_a_pattern_that_covers_the_output_gives_the_same_again(
    run: Run, tmp_path: Path, pattern: str
) -> None:
    (tmp_path / "in" / "2019").mkdir(parents=True)
    made(tmp_path / "in" / "2019")
    out = tmp_path / "in" / "scored"
    results = []
    for _ in range(2):
        assert run("batch", tmp_path / "in" / pattern, "--out", out, "--resume").code == 0
        results.append(files(out))
    assert results[0] == results[1]
    found = listed(out)
    assert found.pop("2019/book.xlsx") == "scored"
    # as always where the folder around it is searched as a whole
    assert found == ({"scored": "skipped"} if pattern == "**" else {})


@pytest.mark.parametrize("quoted", [False, True])
def test_a_folder_of_the_archive_is_no_output_beside_others(
    run: Run, tmp_path: Path, quoted: bool
) -> None:
    for year in ("2019", "2020"):
        (tmp_path / "in" / year).mkdir(parents=True)
        made(tmp_path / "in" / year)
    before = files(tmp_path)
    paths = [tmp_path / "in" / "20*"] if quoted else sorted((tmp_path / "in").iterdir())
    ran = run("batch", *paths, "--out", tmp_path / "in" / "2020")
    assert (ran.code, ran.out) == (2, "")
    assert "--out" in ran.err
    assert files(tmp_path) == before


@pytest.mark.parametrize("quoted", [False, True])
def test_results_may_go_beside_files_that_are_named(run: Run, tmp_path: Path, quoted: bool) -> None:
    (tmp_path / "in").mkdir()
    path = made(tmp_path / "in")
    named = tmp_path / "in" / "b*.xlsx" if quoted else path
    assert run("batch", named, "--out", tmp_path / "in").code == 0
    assert listed(tmp_path / "in") == {"book.xlsx": "scored"}


def test_a_file_comes_before_a_link_to_it_that_is_named_as_well(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = made(tmp_path / "in")
    link = tmp_path / "in" / "a-link.xlsx"
    link.symlink_to(path)
    for number, paths in enumerate(([tmp_path / "in" / "*.xlsx"], [link, path], [link])):
        assert run("batch", *paths, "--out", tmp_path / str(number)).code == 0
        name = "a-link.xlsx" if paths == [link] else "book.xlsx"
        assert listed(tmp_path / str(number)) == {name: "scored"}


def test_what_the_shell_makes_of_such_a_pattern_gives_the_same_again(
    run: Run, tmp_path: Path
) -> None:
    for year in ("2019", "2020"):
        (tmp_path / "in" / year).mkdir(parents=True)
        made(tmp_path / "in" / year)
    out = tmp_path / "in" / "scored"
    results = []
    for _ in range(2):
        paths = sorted((tmp_path / "in").iterdir())
        assert run("batch", *paths, "--out", out, "--resume").code == 0
        results.append(files(out))
    assert results[0] == results[1]


# Names


def test_a_link_to_what_nobody_else_finds_is_followed(run: Run, tmp_path: Path) -> None:
    """As some programs keep large files: hidden, under a checksum."""
    store = tmp_path / "in" / ".store"
    store.mkdir(parents=True)
    made(store, name="0123abcd.xlsx")
    made(store, name="4567.xlsx").rename(store / "4567")
    (tmp_path / "in" / "spring.xlsx").symlink_to(store / "0123abcd.xlsx")
    (tmp_path / "in" / "autumn.xlsx").symlink_to(store / "4567")
    assert run("batch", tmp_path / "in", "--out", tmp_path / "out").code == 0
    assert listed(tmp_path / "out") == {
        ".store/0123abcd.xlsx": "skipped",
        "autumn.xlsx": "scored",
        "spring.xlsx": "scored",
    }


@pytest.mark.parametrize("name", ["s.xlsx ", "s.xlsx.", "s.XLSX . "])
def test_blanks_and_dots_behind_the_ending_are_a_slip(
    run: Run, tmp_path: Path, good: bytes, name: str
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(good)
    zipped(tmp_path / "in" / "old.zip", {name: good})
    assert run("batch", tmp_path / "in", "--out", tmp_path / "out").code == 0
    assert sorted(listed(tmp_path / "out").values()) == ["scored", "scored"]


def test_utf8_in_a_zip_archive_is_seen_where_it_is_not_told(
    run: Run, tmp_path: Path, good: bytes
) -> None:
    name = "Fr\u00fchling.xlsx"
    path = zipped(tmp_path / "old.zip", {name: good})
    data = path.read_bytes()
    told = (b"PK\x03\x04\x14\x00\x00\x08", b"PK\x01\x02\x14\x03\x14\x00\x00\x08")
    assert all(data.count(one) == 1 for one in told)
    for one in told:
        data = data.replace(one, one[:-1] + b"\x00")
    path.write_bytes(data)
    assert run("batch", path, "--out", tmp_path / "out").code == 0
    assert listed(tmp_path / "out") == {name: "scored"}


def test_a_long_name_is_shortened(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    made(tmp_path / "in", name="\u00e4" * 120 + ".xlsx")
    assert run("batch", tmp_path / "in", "--out", tmp_path / "out").code == 0
    (name,) = listed(tmp_path / "out")
    assert name.endswith("~.xlsx")


@pytest.mark.parametrize("name", ["a/" * 900 + "0.xlsx", "i" * 20_000 + ".xlsx"])
def test_a_path_that_nobody_made_by_hand_fails_alone(
    run: Run, tmp_path: Path, good: bytes, name: str
) -> None:
    path = zipped(tmp_path / "old.zip", {name: good, "good.xlsx": good})
    ran = run("batch", path, "--out", tmp_path / "out", "--lang", "en")
    assert ran.code == 1
    assert sorted(listed(tmp_path / "out").values()) == ["failed", "scored"]
    assert "too deep" in ran.err


def test_a_zip_archive_with_something_behind_it_is_read(
    run: Run, tmp_path: Path, good: bytes
) -> None:
    path = zipped(tmp_path / "old.zip", {"a.xlsx": good})
    path.write_bytes(path.read_bytes() + bytes(3))
    assert run("batch", path, "--out", tmp_path / "out").code == 0


def test_a_bomb_in_a_zip_archive_is_not_unpacked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xlsx", bytes(50 << 20))
    ran = run("batch", path, "--out", tmp_path / "out", "--lang", "en")
    assert ran.code == 1
    assert "as a zip bomb does" in ran.err


def test_a_folder_that_may_not_be_entered_fails_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "in"
    (folder / "closed").mkdir(parents=True)
    made(folder)
    walk = os.walk

    def refused(top: Path, onerror: Callable[[OSError], None]) -> object:
        onerror(PermissionError(13, "Permission denied", str(folder / "closed")))
        return walk(top)

    monkeypatch.setattr(os, "walk", refused)
    assert run("batch", folder, "--out", tmp_path / "out").code == 1
    assert listed(tmp_path / "out") == {"book.xlsx": "scored", "closed": "failed"}


@pytest.mark.linux
def test_a_pipe_in_the_way_is_not_waited_for(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    made(tmp_path / "in")
    out = tmp_path / "out"
    out.mkdir()
    os.mkfifo(out / "book.xlsx.json")
    os.mkfifo(tmp_path / "all.csv")
    ran = run("batch", tmp_path / "in", "--out", out, "--resume", "--lang", "en")
    assert (ran.code, "book.xlsx.json is a folder or a device" in ran.err) == (1, True)
    assert set(files(out)) == {"batch.json"}
    (out / "book.xlsx.json").unlink()
    ran = run("batch", tmp_path / "in", "--out", out, "--summary", tmp_path / "all.csv")
    assert (ran.code, ran.out) == (2, "")
