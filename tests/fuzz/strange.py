"""What people leave in cells: values that are no numbers, other headings, misspelt names."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

from tests.support.books import Formula
from xlscore.workbook.block import ErrorCell, NoValue

ERRORS = tuple(map(ErrorCell, ("#N/A", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!")))
UNREADABLE: tuple[Any, ...] = (
    *("10 SP", "-", "DNF", "zehn", "8+2", "10,0,0", "1.250", "?", "½", "1O", "≈10", "10 (12)"),
    *("1e400", "inf", "NaN", "=10", "#NV", "Fehler:502", "٣", "①", "10\n8", "😀", "0x10"),
    *(date(2024, 5, 10), datetime(1900, 1, 1), time(10, 5), True, False, *ERRORS),
    *(NoValue("=VLOOKUP(A1,B:C,2,0)"), Formula("=1/0", ErrorCell("#DIV/0!")), Formula('="x"', "x")),
)
"""What no reader may take for victory points."""
STRANGE: tuple[Any, ...] = (
    *UNREADABLE,
    *(None, "", " ", "\u200b", "\xa0", 0, 1, 2, 3, 99, 10.5, 0.1 + 0.2, 1e15, 1e300, 1e-300, 2**31),
    *("0", "007", "10,5", " 10 ", "１０", "10\u200b", "'10", "9" * 40, "x", "ja", "nein", "final"),
    *("F", "Runde 0", "Runde 1", "R2", "1.", "1. Runde", "Round 99999999", "Tisch 1", "A", "ä"),
    *("İ", "ß", "Σ", "Summe", "Total:", "Spieler", "SP", "Player 1", "#", "%", "{0}", "{found}"),
    *("%s%n", "a" * 300, "_x0041_", "\u202egnp.exe", "e\u0301" * 20, "👩\u200d👧", "\ufeffBOM"),
    *(
        "<b>&amp;</b>",
        ']]>"',
        "'; DROP",
        "=1+1",
        "+49",
        "@x",
        "-x",
        "|",
        "tab\there",
        "zwei\nZeilen",
    ),
    *(date(1899, 12, 31), date(1904, 1, 1), date(9999, 12, 31), time(0, 0), "31.02.2024"),
    *(Formula("=A1"), Formula("=NA()", "x"), Formula('=""', ""), Formula("=TRUE", True)),
)
"""What may stand in any cell."""
HEADINGS: tuple[Any, ...] = (
    *(None, "", 1, True, "SP (max. 10)", "Spieler", "Tisch", "Round", "VP 99", "Spieler 3"),
    *("Tisch F", "SP 1 SP", "Platz 1000", "x" * 200, date(2024, 1, 1), Formula('="SP"', "SP")),
    *ERRORS,
)
"""What may stand in place of a heading."""
TYPOS: tuple[Callable[[str], str], ...] = (
    lambda name: name[1:],
    lambda name: name[:-1],
    lambda name: f"{name}e",
    lambda name: f"{name[:2]}x{name[2:]}",
    lambda name: name[1::-1] + name[2:],
    lambda name: name.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss"),
    lambda name: " ".join(reversed(name.split())),
    lambda name: ", ".join(reversed(name.split(maxsplit=1))),
    lambda name: name.split()[0],
    lambda name: f"{name} (Gast)",
    lambda name: f"{name}2",
    lambda name: name.replace("a", "а"),  # the Cyrillic one
)
