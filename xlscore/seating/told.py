"""A seating in words: what there is to say of a draw, by table and by name."""

from __future__ import annotations

from collections import Counter

from ..words import sentence
from ..workbook.block import quoted_sheet
from .next_round import Seated
from .random_draw import canonical
from .sheet_plan import round_title


def seated_in_words(seated: Seated, language: str) -> list[str]:
    """What there is to say beside the tables themselves, a sentence each."""

    def say(code: str, **values: object) -> str:
        return sentence(code, language, values)

    sizes = Counter(map(len, seated.tables))
    count = sum(map(len, seated.tables))
    drawn = {"players": count, "fours": sizes[4], "threes": sizes[3], "seed": seated.seed}
    lines = [say("seated", round=round_title(seated.round), **drawn)]
    if seated.quality is not None:
        pairs, threes, starts = seated.quality
        values = {"pairs": pairs.reached, "threes": threes.reached, "starts": starts.reached}
        least = {"least_pairs": pairs.least, "least_threes": threes.least}
        lines.append(say("seated-quality", **values, **least, least_starts=starts.least))
    for group in seated.drawn:
        lines.append(say("seated-level", players=list(group)))
    if seated.assumed:
        lines.append(say("seated-assumed", players=list(seated.assumed)))
    if seated.left_out:
        lines.append(say("seated-left-out", players=list(seated.left_out)))
    if seated.edits.seed is None:
        lines.append(say("seated-no-seed"))
    return lines


def tables_in_words(seated: Seated, language: str, most: int) -> list[str]:
    """A line a table, ``Table 1: Ann Ahorn, Bob Birke, Cleo Linde``, in the order of seats.

    Of more than `most` tables the first ones, and where to find the others.
    """
    word = sentence("seated-table", language, {})
    lines = [
        f"{word} {number}: {', '.join(names)}" for number, names in enumerate(seated.tables, 1)
    ]
    if len(lines) <= most:
        return lines
    values = {"count": len(lines) - most, "sheet": quoted_sheet(seated.edits.results.sheet)}
    return [*lines[:most], sentence("seated-more", language, values)]


def by_name(seated: Seated) -> list[tuple[str, int, int]]:
    """Name, table and seat of everybody, by name."""
    seats = {
        name: (table, seat)
        for table, names in enumerate(seated.tables, 1)
        for seat, name in enumerate(names, 1)
    }
    return [(name, *seats[name]) for name in canonical(list(seats))]
