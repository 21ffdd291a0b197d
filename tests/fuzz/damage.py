"""Real workbook files with bytes changed: anywhere in the file, or inside its parts.

A change inside a part is packed again with the right checksum, so that it gets past the zip.
"""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from samples.make import SAMPLES
from tests.support.binary_books import binary_book
from tests.support.books import Formula, Sheet, header
from tests.support.old_books import old_book
from tests.support.open_books import open_book
from tests.support.variants import VARIANTS, make
from xlscore.workbook.block import ErrorCell

Parts = dict[str, bytes]

NUMBERS = (
    *(b"\0", b"\xff", b"\x7f", b"\x80", b"\xff\xff", b"\xff\xff\xff\xff", b"\0\0\0\0"),
    *(b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\1\0", b"\0\1", b"\x20\x20", b"PK\1\2"),
)
WORDS = (
    *("", " ", "-1", "0", "1", "2", "3.7", "255", "65536", "4294967296", "9" * 20, "9" * 5000),
    *("1e999", "-1e308", "NaN", "INF", "1e-400", "0x10", "true", "no", "s", "str"),
    *("inlineStr", "b", "e", "d", "n", "A0", "A1", "B2:A1", "XFD1048576", "XFE1", "A1048577"),
    *("A1:XFD1048576", "A1:A1:A1", "$A$1", "ZZZZZ9", "a1", "1A", "R1C1", "_xlscore", "Results"),
    *("../../../x.xml", "/", "xl/workbook.xml", "worksheet", "rId1", "External", "x" * 3000),
    *("&#0;", "&#xD800;", "&amp;", "&quot;", "&unknown;", "&#10;", "&#x10FFFF;", "<", "ä"),
    *("_xD800_", "2024-02-30", "9999-99-99", "PT1H", "-0001-01-01", "1e5", "[h]:mm", "yyyy"),
    *("float", "date", "percentage", "boolean", "string", "1048576", "16384", "100000000"),
    *("General", "Player", "VP"),
)
MARKUP = (
    *("<a>" * 3000, "<!-- -->", "<![CDATA[]]>", "<?x y?>", "<!DOCTYPE x>", "&x;", "\0", "\ufeff"),
    *("]]>", "<v>1</v>", "<c/>", '<c r="B2"><v>7</v></c>', "<row/>", "<sheetData/>", "<f/>"),
    *("</row>", "<is/>", '<row r="3" hidden="1"/>', "<t>x</t>", '<c t="s"><v>99999</v></c>'),
    *("<mergeCells/>", "<sheets/>", '<mergeCell ref="A1:C9"/>', "<definedNames/>"),
    *("<table:table-row/>", '<text:s text:c="999999"/>'),
    '<table:table-cell table:number-columns-repeated="99999999"/>',
    '<table:table-row table:number-rows-repeated="99999999"><table:table-cell/></table:table-row>',
)
READ = re.compile(r"workbook|sheet\d|styles|Strings|content|table")
"""Names of parts that are mostly read."""
PLACES = re.compile(r"(?<=>)[^<]+(?=<)|(?<==\")[^\"]*(?=\")")
TAGS = re.compile(r"<[^<>]*>")


def damaged(random: Random) -> tuple[str, bytes, str]:
    """Name and bytes of a damaged workbook, and what it was."""
    name, data = random.choice(_whole())
    what = name
    done = []
    if name[-3:] != "xls" and random.randrange(3):
        parts = _parts(data)
        for _ in range(random.choice((1, 1, 1, 2, 5))):
            done.append(_part_damaged(parts, random))
        data = _packed(parts, random)
    if not done or random.randrange(10) == 0:
        for _ in range(random.choice((1, 1, 2, 3, 10))):
            change = random.choice(BYTES)
            data = change(data, random)
            done.append(change.__name__)
    extension = Path(name).suffix
    if random.randrange(25) == 0:
        extension = random.choice((".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"))
    return f"book{extension}", data, f"{what}: {', '.join(done)}"


@cache
def _whole() -> list[tuple[str, bytes]]:
    """The workbooks to begin with: samples, and what no program at hand writes."""
    found = [path for path in sorted(SAMPLES.rglob("*")) if path.suffix in ENDINGS]
    books = [(path.name, path.read_bytes()) for path in found]
    with tempfile.TemporaryDirectory() as folder:
        made = [make(Path(folder), variant) for variant in VARIANTS]
        sheets = _everything()
        made.append(old_book(Path(folder, "old.xls"), sheets))
        made.append(old_book(Path(folder, "older.xls"), sheets, excel_95=True))
        made.append(binary_book(Path(folder, "binary.xlsb"), sheets))
        made.append(open_book(Path(folder, "open.ods"), sheets))
        books += [(path.name, path.read_bytes()) for path in made]
    # As many of each kind, or the rare ones would hardly be tried.
    few = [book for book in books if book[0][-1] not in "xm" or book[0] in WITH_STANDINGS]
    return books + few * 3


WITH_STANDINGS = ("ours.xlsx", "theirs.xlsx", "dsvc-own-standings.xlsx")
ENDINGS = (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")


def _everything() -> dict[str, Sheet]:
    """Every kind of cell and mark."""
    rows: list[list[object]] = [[*header("round", "table", "player", "vp", "winner")]]
    rows += [[1, n // 4, f"Player Nr. {n}", n % 11, None] for n in range(16)]
    rows[3][3], rows[6][3], rows[9][3] = Formula("=1+1", 7), ErrorCell("#N/A"), 2.5
    rows[11][4], rows[12][4] = True, "ä no"
    return {
        "Results": Sheet(rows, merged=("A2:A5",), hidden=(3,)),
        "Standings": Sheet([["Rank", "Player"], [1, "Player Nr. 1"]], ours=True),
    }


# Anywhere in the file


def flipped(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8, 64))):
        if changed:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def numbers_put(data: bytes, random: Random) -> bytes:
    number = random.choice(NUMBERS)
    at = random.randint(0, len(data))
    return data[:at] + number + data[at + len(number) :]


def cut_off(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def cut_out(data: bytes, random: Random) -> bytes:
    first, last = _slice(data, random)
    return data[:first] + data[last:]


def doubled(data: bytes, random: Random) -> bytes:
    first, last = _slice(data, random)
    return data[:last] + data[first:]


def emptied(data: bytes, random: Random) -> bytes:
    first, last = _slice(data, random)
    return data[:first] + bytes(last - first) + data[last:]


def inserted(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.randbytes(random.choice((1, 2, 4, 100))) + data[at:]


def _slice(data: bytes, random: Random) -> tuple[int, int]:
    first = random.randint(0, len(data))
    return first, min(len(data), first + random.choice((1, 2, 4, 30, 512, 5000)))


BYTES = (flipped, flipped, numbers_put, numbers_put, cut_off, cut_out, doubled, emptied, inserted)


# Inside the parts


def _part_damaged(parts: Parts, random: Random) -> str:
    """Changes one part, mostly one that is read; says which and how."""
    read = [name for name in parts if READ.search(name)]
    name = random.choice(read if read and random.randrange(5) else list(parts) or [""])
    if not parts:
        return "nothing left"
    if random.randrange(12) == 0:
        return _rearranged(parts, name, random)
    data = parts[name]
    if name.endswith((".xml", ".rels", ".vml")) and random.randrange(12):
        change = random.choice(TEXTS)
        coded = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        text = change(data.decode(coded, "replace"), random)
        parts[name] = text.encode(random.choice((*[coded] * 30, "utf-16", "latin-1")), "replace")
        return f"{name} {change.__name__}"
    damage = random.choice(BYTES)
    parts[name] = damage(data, random)
    return f"{name} {damage.__name__}"


def _rearranged(parts: Parts, name: str, random: Random) -> str:
    """Parts exchanged, renamed, lost."""
    other = random.choice(list(parts))
    how = random.choice(("exchanged", "renamed", "lost", "emptied", "capitals"))
    if how == "exchanged":
        parts[name], parts[other] = parts[other], parts[name]
    elif how == "emptied":
        parts[name] = b""
    else:
        data = parts.pop(name)
        names = {"renamed": f"{name}x", "capitals": name.swapcase()}
        if how in names:
            parts[names[how]] = data
    return f"{name} {how}"


def word_replaced(text: str, random: Random) -> str:
    """A value of an attribute or a text, by a hostile one or one from elsewhere."""
    found = list(PLACES.finditer(text))
    if not found:
        return text
    place, other = random.choice(found), random.choice(found)
    word = random.choice((random.choice(WORDS), random.choice(WORDS), other[0]))
    return text[: place.start()] + word + text[place.end() :]


def many_words_replaced(text: str, random: Random) -> str:
    for _ in range(random.choice((5, 20))):
        text = word_replaced(text, random)
    return text


def tag_lost(text: str, random: Random) -> str:
    found = _tags(text)
    tag = random.choice(found) if found else (0, 0)
    return text[: tag[0]] + text[tag[1] :]


def tags_exchanged(text: str, random: Random) -> str:
    found = _tags(text)
    if len(found) < 2:
        return text
    (a, b), (c, d) = sorted(random.sample(found, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def element_moved(text: str, random: Random) -> str:
    """Elements of one name: one copied to another, or lost with all that is in it."""
    names = re.findall(r"<([\w:]+)[ />]", text)
    if not names:
        return text
    name = re.escape(random.choice(sorted(set(names))))
    found = list(re.finditer(rf"<{name}(?: [^<>]*)?/>|<{name}[ >].*?</{name}>", text, re.DOTALL))
    if not found:
        return text
    one, other = random.choice(found), random.choice(found)
    kept = random.choice(("", one[0], one[0] * 2, one[0] * 300))
    return text[: other.start()] + kept + text[other.end() :]


def attribute_lost(text: str, random: Random) -> str:
    found = list(re.finditer(r"\s[\w:]+=\"[^\"]*\"", text))
    place = random.choice(found).span() if found else (0, 0)
    return text[: place[0]] + text[place[1] :]


def attribute_renamed(text: str, random: Random) -> str:
    names = [found.span(1) for found in re.finditer(r"\s([\w:]+)=\"", text)]
    if not names:
        return text
    (a, b), (c, d) = random.choice(names), random.choice(names)
    return text[:a] + text[c:d] + text[b:]


def markup_inserted(text: str, random: Random) -> str:
    found = _tags(text)
    at = random.choice(random.choice(found)) if found else 0
    return text[:at] + random.choice(MARKUP) + text[at:]


def text_cut(text: str, random: Random) -> str:
    return text[: random.randint(0, len(text))]


def _tags(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in TAGS.finditer(text)]


TEXTS: tuple[Callable[[str, Random], str], ...] = (
    *(word_replaced, word_replaced, word_replaced, word_replaced, many_words_replaced, tag_lost),
    *(tags_exchanged, element_moved, element_moved, attribute_lost, attribute_renamed),
    *(markup_inserted, markup_inserted, text_cut),
)


def _parts(data: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _packed(parts: Parts, random: Random) -> bytes:
    """All parts in a zip file again, rarely one of them twice."""
    file = io.BytesIO()
    twice = list(parts)[-1:] if random.randrange(40) == 0 else []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name in (*parts, *twice):
            # A fixed time: the same seed gives the same bytes.
            package.writestr(zipfile.ZipInfo(name), parts[name], zipfile.ZIP_DEFLATED)
    return file.getvalue()
