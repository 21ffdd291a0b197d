"""What the lines of a list of players say besides names: numbers, bullets, titles, remarks, who
only waits; and what may be either, which is refused with its line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..words import Refused
from ..workbook.folding import folded
from ..workbook.player_names import identity
from ..workbook.vocabulary import LIST_WORDS, is_nobody, is_signs, no_table

_STAMP = re.compile(
    r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}[:.]\d{2}([:.]\d{2})?( ?[ap]\.? ?m\.?)?\]?( -)? ",
    re.IGNORECASE,
)
"""Before a message that was copied out of a chat: ``[12.03.26, 19:31] Ann: I am in``."""
_NUMBER = re.compile(
    rf"(?:{LIST_WORDS['number']})?\s?#?\s?[(\[]?(\d{{1,3}})\s?[.)\]:°](?!\d)[.)\]:]?\s*"  # 4. (4)
    r"|(\d{1,3})(?:\s[-–—/|]\s?|[-–—/|]\s)\s*"  # 4 - and 4/
    rf"|(?:#|{LIST_WORDS['number']})\s?(\d{{1,3}})\s+"  # #4
    r"|(?:\d\ufe0f?\u20e3|\U0001f51f|[\u2460-\u249b\u2776-\u2793])+\s*"
    r"|[a-z]\)\s*",
    re.IGNORECASE,
)
"""Before a line of a list, and nothing but a number of it."""
_LOOSE = re.compile(r"(\d{1,3})(?:\s\W*|[-–—/|,]|(?=[^\W\d_]))\s*(?=[^\W\d_])")
"""Before a line that may be numbered: 4 Dora, but also 7 Dwarfs and 2Pac."""
_BULLET = re.compile(
    r"(?:[-–—•●○◦▪▫■□☐☑‣⁃·~►▶→➡>\uf0a7\uf0b7]|\+(?!\d)|\[[ xX]?\]|@(?=\s?~?[^\W\d_]))\s*"
)
_REMARK = re.compile(r"(.*\w.*?) *(\([^()]*\)|\[[^\[\]]*\])")
_ALONE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
"""A remark without a name before it."""
_SAID = re.compile(r"[(\[][^\W\d_A-ZÄÖÜ]\w*\s\w")
"""A remark of several words that begins with a small letter: no part of a name in any list."""
_CONTACT = re.compile(
    rf"[\s,;:–-]*[(<]?(?:(?<!\w)((?:{LIST_WORDS['contact']})\b[.:]*)\s*)?"
    r"((?:\+|00?)[\d\s()/.-]{5,}\d|[^\s<>@]+@[^\s<>@]+\.\w+)[)>]?$",
    re.IGNORECASE,
)
"""A telephone number or a mail address behind a name."""
_WHEN = re.compile(
    rf"\d{{1,2}}[:.]\d{{2}}|\d\s?(?:{LIST_WORDS['clock']})\b|\d{{1,2}}\.\s?\d{{1,2}}\."
    rf"|\d{{4}}-\d\d|(?<=\S\s)\d{{1,2}}\.?\s(?:{LIST_WORDS['month']})\b|https?:|www\."
)
"""A date, a time of day or a link, none of which is in a name."""
_WAITING, _PLAYING = LIST_WORDS["waiting"], LIST_WORDS["playing"]
"""Over those who do not play, or not for certain; and over those who do."""
_TITLE = re.compile(rf"\b(?:{_PLAYING}|{LIST_WORDS['title']})\b")
"""What is said over a list and in no name."""
_AWAY = re.compile(rf"\b(?:{LIST_WORDS['away']})\b")
"""Beside a name, in whatever place: perhaps no player."""
_AWAY_REMARK = re.compile(
    rf"^\W*\?|^\+ ?\d(?!\d)|\b\d+ (?:{LIST_WORDS['people']})\b"
    rf"|\b(?:{LIST_WORDS['away']}|{_WAITING}|{LIST_WORDS['remark']})\b"
)
_NO = re.compile("[❌✖✗✘❎\U0001f6ab\U0001f44e⛔❓❔\U0001f914]|^~+\\S.*\\S~+$")
"""A sign that says no or perhaps, or a name struck through."""
_SEVERAL = re.compile(r"\s\+\s?\w|,.*,")
_TAIL = re.compile(r"^[^\W\d_a-zß-ÿ].*(?:\s[-–—]\s|,\s)[a-zäöüß]")
"""A comment in small letters behind a name in capital ones."""
_OPEN = re.compile(rf"\s[-–—]\s|\s(?:{LIST_WORDS['joins']})\s|/|[?!]$|(?:\S+\s){{5}}\S")
"""In a list that was pasted: a comment, a second person, or a sentence."""


class Names(NamedTuple):
    """The values of the rows that name a player, by line; what is left out, by line; and whether
    anything shows that the list was pasted."""

    names: list[tuple[int, str]]
    left_out: list[tuple[int, str]]
    is_pasted: bool


class _Entry(NamedTuple):
    """A line: its name, empty where it has none; a `remark` in brackets; what is no name."""

    line: int
    text: str
    name: str
    remark: str = ""
    rest: str = ""
    is_marked: bool = False
    """Whether a number or bullet stands before it."""
    number: int | None = None
    is_pasted: bool = False

    def without_name(self) -> _Entry:
        return self._replace(name="", remark="", rest=self.text, number=None, is_marked=False)


def names_of(lines: Iterable[tuple[int, str]], file: str, *, headed: bool = False) -> Names:
    """The names on the lines of a list, each line cleaned of blanks and not empty; `headed` where
    they stand below the heading of a column, and so below no title.

    Raises `Refused` with the line for what may or may not be one player's name.
    """
    entries = [_entry(line, text) for line, text in lines]
    if not headed:
        entries = _without_titles(entries, file)
    entries = _without_who_waits(entries, file)
    entries = _numbered(entries, file)
    is_pasted = any(entry.is_pasted for entry in entries)
    if is_pasted:
        entries = [_without_remark(entry, entries) for entry in _named(entries)]
    else:
        entries = [entry._replace(name=entry.text) if entry.name else entry for entry in entries]
    for entry in entries:
        if entry.name and _is_doubtful(entry, is_pasted):
            raise Refused("players-doubtful", file=file, line=entry.line, found=entry.text)
    empty = [is_signs(entry.name) or bool(no_table(entry.name)) for entry in entries]
    entries = [entry.without_name() if none else entry for entry, none in zip(entries, empty)]
    return Names(
        [(entry.line, entry.name) for entry in entries if entry.name],
        [(entry.line, entry.rest) for entry in entries if entry.rest],
        is_pasted,
    )


def is_message(text: str) -> bool:
    """Whether a line begins with the stamp of a chat."""
    return _STAMP.match(text) is not None


def without_mark(text: str) -> str:
    """The line without the number or bullet before it."""
    return _marks(text)[0]


# One line


def _entry(line: int, text: str) -> _Entry:
    own, message = text, ""
    stamp = _STAMP.match(text)
    if stamp:
        own, colon, message = text[stamp.end() :].partition(":")
        if not colon:  # the chat itself says something
            return _Entry(line, text, "", rest=text, is_pasted=True)
    bare, number, is_marked = _marks(own)
    contact = _CONTACT.search(bare)
    rest = [message.strip()]
    if contact and (_names_two(bare[: contact.start()]) or not _may_be_surname(contact[1])):
        bare = _without_signs(bare[: contact.start()])
        rest.append(contact[2])
    if _ALONE.fullmatch(bare):
        return _Entry(line, text, "", rest=text)
    match = _REMARK.fullmatch(bare)
    name = _without_signs(match[1]) if match else bare
    remark = match[2] if match else ""
    told = " ".join(filter(None, rest))
    is_pasted = bool(stamp or contact or _SAID.match(remark)) or bare != own
    return _Entry(line, text, name, remark, told, is_marked, number, is_pasted)


def _names_two(text: str) -> bool:
    """Whether a text has two words, as first and last name are."""
    return len(text.split()) > 1


def _may_be_surname(word: str | None) -> bool:
    """Whether a word such as Handy before a number may be a name: nothing says that it is none."""
    return word is not None and word[:1].isupper() and word[-1:].isalpha()


def _marks(text: str) -> tuple[str, int | None, bool]:
    """A line without what stands before its name; the number there, and whether anything did."""
    bare, number, is_marked, is_numbered = _without_signs(text), None, False, False
    while match := (not is_numbered and _NUMBER.match(bare)) or _BULLET.match(bare):
        if match.re is _NUMBER:
            is_numbered = True
            digits = next((digits for digits in match.groups() if digits), None)
            number = int(digits) if digits else None
        bare, is_marked = _without_signs(bare[match.end() :]), True
    return bare, number, is_marked


def _without_signs(text: str) -> str:
    """The text without signs such as ✅ and 👍 at its ends."""
    first, last = 0, len(text)
    while first < last and _is_sign(text, first):
        first += 1
    while first < last and _is_sign(text, last - 1):
        last -= 1
    return text[first:last] if first or last < len(text) else text


def _is_sign(text: str, at: int) -> bool:
    letter = text[at]
    if letter.isascii():
        return letter in " *"
    if _NUMBER.match(text, at):
        return False
    return letter in "\ufe0e\ufe0f" or unicodedata.category(letter) in ("So", "Sk", "Cf", "Cn")


def _is_title(entry: _Entry) -> bool:
    """Whether a line says what no name says: a colon, a day, a year."""
    text = folded(entry.text).rstrip("*_ ")
    told = text.endswith(":") or ": " in text or _WHEN.search(text)
    return bool(told or re.search(r"\b(?:19|20)\d\d\b", text))


def _may_be_title(entry: _Entry) -> bool:
    """Whether a line says what few names say: a word of titles, a digit, a question."""
    text = folded(entry.text).rstrip("*_ ")
    has_digit = any(map(str.isdigit, entry.name))
    return bool(has_digit or text.endswith(("?", "!")) or _TITLE.search(text))


# Titles


def _any_number(entry: _Entry) -> int | None:
    loose = None if entry.is_marked else _LOOSE.match(entry.name)
    return int(loose[1]) if loose else entry.number


def _without_titles(entries: list[_Entry], file: str) -> list[_Entry]:
    """The entries without what is said over them.

    Where the lines are numbered from 1, or all that follow the first one with a mark have one,
    this is all that stands before; else the first line, where it says what no name says.
    """
    marked = [at for at, entry in enumerate(entries) if entry.is_marked]
    numbers = [entry.number for entry in entries if entry.number is not None]
    if len(entries) < 2:
        return entries
    first = entries[0]
    if len(numbers) > 2 and numbers[0] > 1 == numbers[1] and first.number is not None:
        # "21. Club championship" over 1., 2., 3.
        return [first.without_name()._replace(is_pasted=True), *entries[1:]]
    one = next(
        (
            at
            for at, (own, after) in enumerate(pairwise(map(_any_number, entries)))
            if own in (0, 1) and after == own + 1
        ),
        None,
    )
    start = marked[0] if len(marked) > 1 and len(marked) == len(entries) - marked[0] else 0
    start = start if one is None else one
    if start:
        for entry in entries[:start]:
            if entry.name and not (_may_be_title(entry) or _is_title(entry)):
                raise Refused("players-title", file=file, line=entry.line, found=entry.text)
        return [*(entry.without_name() for entry in entries[:start]), *entries[start:]]
    is_heading = _heading(first)[0] in ("waiting", "playing")
    if first.is_marked or is_heading or _SEVERAL.search(first.text):
        return entries
    if _is_title(first):
        return [first.without_name(), *entries[1:]]
    if _may_be_title(first) and not any(map(_may_be_title, entries[1:])):
        raise Refused("players-title", file=file, line=first.line, found=first.text)
    return entries


def _without_who_waits(entries: list[_Entry], file: str) -> list[_Entry]:
    """The entries without headings between them, and without those below one such as Waiting
    list."""
    kept: list[_Entry] = []
    waits: _Entry | None = None
    is_told = False
    for entry in entries:
        kind, names_more = _heading(entry)
        if not kind and entry.name and waits and is_told:
            # "Waiting list: Ann" names who waits: is this one of them?
            raise Refused("players-heading", file=file, line=waits.line, found=waits.text)
        if kind == "unclear":
            raise Refused("players-heading", file=file, line=entry.line, found=entry.text)
        if kind:
            waits, is_told = (entry, names_more) if kind == "waiting" else (None, False)
        kept.append(entry.without_name() if kind or (waits and entry.name) else entry)
    return kept


def _heading(entry: _Entry) -> tuple[str, bool]:
    """Of what a line is the heading, ``"waiting"``, ``"playing"`` or ``"unclear"``; and whether
    names stand on it as well."""
    if not entry.name or is_message(entry.text):
        return "", False
    text = folded(entry.text).strip("*_=-–—~<>#|.• ")
    count = r"\s*(?:[(\[]?\d+(?:/\d+)?[)\]]?)?\s*"
    for kind, words in (("waiting", _WAITING), ("playing", _PLAYING)):
        if re.fullmatch(rf"\W*(?:{words}){count}:?\W*", text) and not re.search(r"\w \d", text):
            return kind, False
        if re.match(rf"\W*(?:{words})\b[^:]*:", text):
            more = bool(text.partition(":")[2].strip())
            return ("unclear" if more and kind == "playing" else kind), more
    return ("unclear" if text.endswith(":") else ""), False


# Numbers


def _numbered(entries: list[_Entry], file: str) -> list[_Entry]:
    """The entries, numbers without any sign behind them taken off where the list is numbered so.

    Where only some lines are, or their order says nothing, such a line is refused.
    """
    loose = {
        at: match
        for at, entry in enumerate(entries)
        if entry.number is None and entry.name and (match := _LOOSE.match(entry.name))
    }
    numbers = {at: entry.number for at, entry in enumerate(entries) if entry.number is not None}
    together = sorted({**numbers, **{at: int(match[1]) for at, match in loose.items()}}.items())
    follows = {at for (_, one), (at, other) in pairwise(together) if other == one + 1}
    follows.update(at for at, number in together[:1] if number in (0, 1))
    if not loose or not (numbers or follows - {together[0][0]}):
        return entries
    live = sum(bool(entry.name) for entry in entries)
    rising = all(one < other for (_, one), (_, other) in pairwise(together))
    whole = rising and not numbers and len(together) == live
    for at, match in loose.items():
        if not (whole or at in follows):
            entry = entries[at]
            raise Refused("players-number", file=file, line=entry.line, found=entry.text)
        name = _without_signs(entries[at].name[match.end() :])
        entries[at] = entries[at]._replace(name=name, number=int(match[1]), is_pasted=True)
    return entries


# Remarks


def _named(entries: Sequence[_Entry]) -> list[_Entry]:
    """The entries, those without a letter left out."""
    return [
        entry if not entry.name or any(map(str.isalpha, entry.name)) else entry.without_name()
        for entry in (
            entry if entry.name or entry.rest else entry._replace(rest=entry.text)
            for entry in entries
        )
    ]


def _without_remark(entry: _Entry, entries: Sequence[_Entry]) -> _Entry:
    """The entry with its remark told, or kept where it tells two people apart: Ann (Bonn) and
    Ann (Ulm)."""
    if not entry.remark:
        return entry
    own = identity(entry.name)
    remarks = {other.remark for other in entries if other.remark and identity(other.name) == own}
    if len(remarks) > 1 and not _AWAY_REMARK.search(folded(entry.remark)):
        return entry._replace(name=f"{entry.name} {entry.remark}")
    return entry._replace(rest=" ".join(filter(None, (entry.remark, entry.rest))))


def _is_doubtful(entry: _Entry, is_pasted: bool) -> bool:
    """Whether a line may name nobody who plays, or more than one, or more than a name."""
    beside = (entry.remark.strip("()[] "), entry.rest)
    name = entry.name
    word = is_nobody(name) and not is_signs(name) and not no_table(name)
    return bool(
        word
        or _CONTACT.search(name)
        or _NO.search(entry.text)
        or _AWAY.search(folded(name))
        or any(_AWAY_REMARK.search(folded(text)) for text in beside)
        or _WHEN.search(folded(name))
        or re.search(r":(?:\s|$)", name)
        or _SEVERAL.search(name)
        or _TAIL.search(name)
        or (is_pasted and _OPEN.search(name))
    )
