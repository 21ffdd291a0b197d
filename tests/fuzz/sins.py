"""The grammar of human sins: what volunteers do to the cells, lines and sheets of a workbook.

First cells are typed oddly, then lines move, then areas are marked and sheets added. Each sin
tells the draft which results it may have changed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

from xlsxwriter.utility import xl_rowcol_to_cell

from tests.fuzz.lies import extra_sheet, other_settings, own_standings
from tests.fuzz.strange import HEADINGS, STRANGE, TYPOS, UNREADABLE
from tests.fuzz.typed import Draft, Line
from tests.support.books import Formula
from xlscore.workbook.vocabulary import RESULTS_COLUMNS, RESULTS_SYNONYMS, WEAK_SYNONYMS

Sin = Callable[[Draft], None]


# Cells


def number_written_otherwise(draft: Draft) -> None:
    """The same number as text, with a decimal comma, full width, or as a formula."""
    record = draft.any_record()
    value = draft.records[record]["vp"]
    if value is None or record in draft.touched | draft.spoilt:
        return
    number = float(value)
    ways: list[object] = [Formula(f"={number!r}", number), number, f"{number!r}".replace(".", ",")]
    if Fraction(value).denominator == 1:
        digits = str(int(value))
        wide = "".join(chr(0xFEE0 + ord(digit)) for digit in digits)
        ways += [digits, f" {digits}\xa0", f"{digits},0", f"{digits}.0", wide, f"{digits}\u200b"]
        ways += [Formula("=A1", digits), f"+{digits}", f"0{digits}"]
    draft.put(record, "vp", draft.random.choice(ways))


def name_written_otherwise(draft: Draft) -> None:
    """The same name with other blanks or letter case."""
    record = draft.any_record()
    name = draft.records[record]["player"]
    ways = [name.upper(), name.lower(), f"\t{name}\n", name.replace(" ", "\u2003"), f"{name}\u200b"]
    way = draft.random.choice(ways)
    # Somebody's capital letters are shown where they were typed first.
    if way.split() != name.split():
        draft.touch()
    if way.lower() != name.lower() and way.casefold() == name.casefold():
        draft.touch(*draft.sharing(record, "player"))  # STRASSER and Straßer are two
    draft.put(record, "player", way)


def points_unreadable(draft: Draft) -> None:
    record = draft.any_record()
    draft.spoil(record)
    draft.put(record, "vp", draft.random.choice(UNREADABLE))


def points_forgotten(draft: Draft) -> None:
    record = draft.any_record()
    draft.touch(record)
    draft.put(record, "vp", None)


def name_misspelt(draft: Draft) -> None:
    record = draft.any_record()
    draft.touch(*draft.sharing(record, "player"))
    name = draft.records[record]["player"]
    draft.put(record, "player", draft.random.choice(TYPOS)(name))


def anything_anywhere(draft: Draft) -> None:
    """Something strange in a cell of any column."""
    record, name = draft.any_record(), draft.random.choice(draft.fields)
    if (record, name) in draft.places:
        changed(draft, record, name, draft.random.choice(STRANGE))


def whole_column_strange(draft: Draft) -> None:
    """The same strange thing all the way down, as if dragged."""
    name = draft.random.choice(draft.fields)
    value = draft.random.choice(STRANGE)
    for record in range(len(draft.records)):
        if (record, name) in draft.places:
            draft.put(record, name, value)
    draft.nothing_is_sure()


def cells_swapped(draft: Draft) -> None:
    """Two cells of one record exchanged."""
    record = draft.any_record()
    one, other = (draft.random.choice(draft.fields) for _ in range(2))
    if (record, one) in draft.places and (record, other) in draft.places:
        first, second = draft.at(record, one), draft.at(record, other)
        changed(draft, record, one, second)
        changed(draft, record, other, first)


def changed(draft: Draft, record: int, name: str, value: object) -> None:
    """Put something else into a cell that may speak for others as well."""
    draft.touch(*draft.sharing(record, name))
    if name in ("round", "table", "game", "date", "player"):
        # The record may sit at another table now, or fill one that others are missing at.
        draft.nothing_is_sure()
    draft.put(record, name, value)


CELLS: tuple[Sin, ...] = (
    *(number_written_otherwise, number_written_otherwise, name_written_otherwise),
    *(points_unreadable, points_unreadable, points_forgotten, name_misspelt),
    *(anything_anywhere, anything_anywhere, anything_anywhere, cells_swapped),
    whole_column_strange,
)


# Lines


def blank_lines(draft: Draft) -> None:
    number = draft.random.choice((1, 1, 2, 3, 19))
    if blank_lines.__name__ in draft.sins:
        draft.nothing_is_sure()  # together they may be the end of the list
    _insert(draft, *([Line([], set())] * number))


def many_blank_lines(draft: Draft) -> None:
    """So many that the list ends there."""
    _insert(draft, *([Line([], set())] * draft.random.choice((20, 21, 50))))
    draft.nothing_is_sure()


def title_above(draft: Draft) -> None:
    title = draft.random.choice(("Turnier 2024", "Spieler", "Tisch", "Stand: 5. Mai", 2024))
    column = draft.random.randrange(6)
    row, left = draft.random.randint(1, 5), draft.random.randrange(4)
    draft.start = (max(row, draft.start[0]), left)
    draft.loose[xl_rowcol_to_cell(draft.random.randrange(row), column)] = title


def note_in_the_middle(draft: Draft) -> None:
    line: list[Any] = [None] * len(draft.lines[0])
    note = draft.random.choice(("Pause", "2. Tag", "---", "x", 5))
    line[draft.random.randrange(len(line))] = note
    _insert(draft, Line(line, set()))
    draft.nothing_is_sure()


def note_beside(draft: Draft) -> None:
    """In a column without a heading, behind the others."""
    line = draft.lines[draft.any_line()]
    line += [None] * (len(draft.lines[0]) - len(line))
    line.append(draft.random.choice(("gut gespielt", "zu spät", 7, True, date(2024, 1, 1), "😀")))


def totals_below(draft: Draft) -> None:
    line: list[Any] = [None] * len(draft.lines[0])
    word = draft.random.choice(("Summe", "Total", "Ø", "Gesamt:"))
    line[draft.random.randrange(len(line))] = word
    for column in draft.random.sample(range(len(line)), draft.random.randrange(len(line))):
        line[column] = line[column] or Formula("=SUM(D2:D9)", draft.random.choice((87, 9.25)))
    draft.lines.append(Line(line, set()))
    draft.nothing_is_sure()


def block_twice(draft: Draft) -> None:
    """Some lines pasted a second time."""
    first = draft.any_line()
    again = draft.lines[first : first + draft.random.randint(1, 9)]
    copies = [Line(list(line), line.records) for line in again]
    _insert(draft, *copies)
    draft.touch(*(record for line in copies for record in line.records))


def heading_again(draft: Draft) -> None:
    """The heading once more, as on a printed page."""
    _insert(draft, Line(list(draft.lines[0]), set()))
    draft.nothing_is_sure()


def line_forgotten(draft: Draft) -> None:
    line = draft.lines.pop(draft.any_line()) if len(draft.lines) > 1 else Line([], set())
    draft.touch(*line.records)
    draft.nothing_is_sure()


def sorted_lines(draft: Draft) -> None:
    """Lines in any order."""
    heading, *lines = draft.lines
    draft.lines = [heading, *draft.random.sample(lines, len(lines))]


def columns_moved(draft: Draft) -> None:
    """Columns in another order, headings with them."""
    width = len(draft.lines[0])
    order = draft.random.sample(range(width), width)
    if draft.form == "by-game":
        draft.touch()  # seats in another order
    for number, line in enumerate(draft.lines):
        cells = line + [None] * (width - len(line))
        moved = [cells[column] for column in order] + cells[width:]
        draft.lines[number] = Line(moved, line.records)


def columns_mixed_up(draft: Draft) -> None:
    """Two headings exchanged, their columns not."""
    heading = draft.lines[0]
    one, other = (draft.random.randrange(len(heading)) for _ in range(2))
    heading[one], heading[other] = heading[other], heading[one]
    draft.nothing_is_sure()


def heading_written_otherwise(draft: Draft) -> None:
    """Capitals and blanks, as headings are compared without them."""
    heading = draft.lines[0]
    column = draft.random.randrange(len(heading))
    word = str(heading[column])
    heading[column] = draft.random.choice((word.upper(), f" {word}\xa0", f"{word}\n", word.lower()))


def headings_in_both_languages(draft: Draft) -> None:
    heading = draft.lines[0]
    other = "en" if draft.language == "de" else "de"
    translated = {name(draft.language): name(other) for name in RESULTS_COLUMNS.values()}
    for column in draft.random.sample(range(len(heading)), draft.random.randint(1, len(heading))):
        word, blank, group = str(heading[column]).partition(" ")
        heading[column] = f"{translated.get(word, word)}{blank}{group}"


def heading_by_another_name(draft: Draft) -> None:
    """A synonym, also one that counts only for want of a better one."""
    heading = draft.lines[0]
    column = draft.random.randrange(len(heading))
    word, _, group = str(heading[column]).partition(" ")
    words = {**RESULTS_SYNONYMS, "vp": RESULTS_SYNONYMS["vp"] + WEAK_SYNONYMS["vp"]}
    for name, spellings in words.items():
        if word in RESULTS_COLUMNS[name]:
            heading[column] = f"{draft.random.choice(spellings)} {group}".strip()
    draft.nothing_is_sure()


def heading_strange(draft: Draft) -> None:
    heading = draft.lines[0]
    heading[draft.random.randrange(len(heading))] = draft.random.choice(HEADINGS)
    draft.nothing_is_sure()


def column_twice(draft: Draft) -> None:
    """A column copied beside the others."""
    column = draft.random.randrange(len(draft.lines[0]))
    for line in draft.lines:
        line += [None] * (len(draft.lines[0]) - len(line))
        line.append(line[column])
    draft.nothing_is_sure()


LINES: tuple[Sin, ...] = (
    *(blank_lines, many_blank_lines, title_above, note_in_the_middle, note_beside, totals_below),
    *(block_twice, heading_again, line_forgotten, sorted_lines, columns_moved, columns_mixed_up),
    *(heading_written_otherwise, heading_by_another_name, heading_strange, column_twice),
    headings_in_both_languages,
)


# Areas, sheets, the file


def hidden_lines(draft: Draft) -> None:
    draft.hidden.update(draft.any_line() for _ in range(draft.random.randint(1, 9)))


def filtered(draft: Draft) -> None:
    draft.filtered = True
    hidden_lines(draft)


def merged_area(draft: Draft) -> None:
    """Any cells merged, the covered ones emptied as spreadsheet programs do."""
    rows, columns = draft.random.choice(((1, 2), (2, 1), (4, 1), (3, 3), (1, 4)))
    top = draft.random.randrange(len(draft.lines))
    left = draft.random.randrange(len(draft.lines[0]))
    area = (top, left, top + rows - 1, left + columns - 1)
    if any(_meet(area, other) for other in draft.merged):
        return
    draft.merged.append(area)
    draft.nothing_is_sure()
    for number in range(top, min(top + rows, len(draft.lines))):
        line = draft.lines[number]
        for column in range(left, min(left + columns, len(line))):
            if (number, column) != (top, left) and draft.random.randrange(4):
                line[column] = None


def blocks_merged(draft: Draft) -> None:
    """Rounds or tables in one cell for all lines they hold for."""
    for column, runs in _runs(draft):
        for first, last in runs:
            area = (first, column, last, column)
            if first < last and not any(_meet(area, other) for other in draft.merged):
                draft.merged.append(area)
                _keep_first(draft, column, first, last)


def blocks_filled_once(draft: Draft) -> None:
    """Rounds or tables in the first line they hold for; below, it is plain what is meant."""
    for column, runs in _runs(draft):
        if all(first < last for first, last in runs):
            for first, last in runs:
                _keep_first(draft, column, first, last)


def _runs(draft: Draft) -> list[tuple[int, list[tuple[int, int]]]]:
    """Columns for whole blocks, and the first and last line of each of their blocks."""
    found = []
    for name in ("round", "table", "date"):
        heading = RESULTS_COLUMNS[name](draft.language)
        if draft.form != "long" or heading not in draft.lines[0] or draft.merged:
            continue
        runs: list[tuple[int, int]] = []
        value: object = None
        for number, line in enumerate(draft.lines[1:], 1):
            values = {draft.records[record][name] for record in line.records}
            if values and runs and values == value and runs[-1][1] == number - 1:
                runs[-1] = (runs[-1][0], number)
            elif values:
                runs.append((number, number))
            value = values
        found.append((draft.lines[0].index(heading), runs))
    return found


def _keep_first(draft: Draft, column: int, first: int, last: int) -> None:
    for line in draft.lines[first + 1 : last + 1]:
        if column < len(line):
            line[column] = None


def table_object(draft: Draft) -> None:
    draft.table = True


def forgotten_cell(draft: Draft) -> None:
    """Something far away from everything else."""
    places = ("Z99", "A400", "XFD1048576", "AAA3", "C1048576", "IV65536", "D2000")
    draft.loose[draft.random.choice(places)] = draft.random.choice(STRANGE)
    draft.extension = ".xlsx"
    draft.nothing_is_sure()


def other_date_system(draft: Draft) -> None:
    draft.date_1904 = True
    draft.nothing_is_sure()  # dates before 1904 may have been typed


def other_format(draft: Draft) -> None:
    # Only one of them has room for a cell that far away.
    if forgotten_cell.__name__ not in draft.sins:
        draft.extension = draft.random.choice((".xls", ".xlsb", ".ods"))


def sheet_named_on_the_command_line(draft: Draft) -> None:
    names = (draft.title, draft.title.upper(), "Tabelle1")
    draft.options += ["--sheet", draft.random.choice(names)]
    draft.nothing_is_sure()


BOOKS: tuple[Sin, ...] = (
    *(hidden_lines, filtered, merged_area, merged_area, table_object, forgotten_cell),
    *(other_date_system, other_format, other_format, own_standings, own_standings, extra_sheet),
    *(other_settings, sheet_named_on_the_command_line, blocks_merged, blocks_filled_once),
)


SMALL = {
    *(number_written_otherwise, name_written_otherwise, points_unreadable, points_forgotten),
    *(
        name_misspelt,
        blank_lines,
        title_above,
        note_beside,
        block_twice,
        sorted_lines,
        columns_moved,
    ),
    *(heading_written_otherwise, hidden_lines, filtered, table_object, other_format, own_standings),
    *(headings_in_both_languages, blocks_merged, blocks_filled_once),
}
"""Sins that leave something certain."""


def sinned(draft: Draft) -> None:
    """Some sins, mostly few; every other draft has small ones only."""
    few = (0, 1, 1, 2, 3)
    small = draft.random.randrange(2)
    for sins, numbers in ((CELLS, (*few, 9)), (LINES, few), (BOOKS, few)):
        known = [sin for sin in sins if sin in SMALL or not small]
        for sin in draft.random.choices(known, k=draft.random.choice(numbers)):
            sin(draft)
            draft.sins.append(sin.__name__)


def _insert(draft: Draft, *lines: Line) -> None:
    at = draft.random.randint(1, len(draft.lines))
    draft.lines[at:at] = [Line(list(line), line.records) for line in lines]


def _meet(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    rows = one[0] <= other[2] and other[0] <= one[2]
    return rows and one[1] <= other[3] and other[1] <= one[3]
