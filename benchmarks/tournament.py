"""A generated tournament: 200 players, five rounds, 1,000 rows, with a chart and a picture."""

from __future__ import annotations

import io
import random
import struct
import zlib
from pathlib import Path

import xlsxwriter

PLAYERS = 200
ROUNDS = 5
PLAYERS_HEADER = ["No", "Player", "Club", "Lot", "Active"]
RESULTS_HEADER = ["Round", "Table", "Seat", "Player", "VP"]


def rows(players: int = PLAYERS, rounds: int = ROUNDS) -> list[tuple[int, int, int, str, int]]:
    """One row per player and game at tables of four, always the same ones."""
    chance = random.Random(19)
    names = [_name(number) for number in range(1, players + 1)]
    played = []
    for round_number in range(1, rounds + 1):
        chance.shuffle(names)
        for place, name in enumerate(names):
            table, seat = divmod(place, 4)
            points = 10 if seat == round_number % 4 else chance.randint(2, 9)
            played.append((round_number, table + 1, seat + 1, name, points))
    return played


def write(path: Path) -> Path:
    """The workbook as an organizer might keep it, with a chart and a logo beside the results."""
    played = rows()
    book = xlsxwriter.Workbook(path)
    tournament = book.add_worksheet("Tournament")
    for row, pair in enumerate([("Name", "Benchmark"), ("Rule set", "dsvc-s3")]):
        tournament.write_row(row, 0, pair)
    tournament.write_row(2, 0, ("Scenario", "base"))
    tournament.insert_image("D2", "logo.png", {"image_data": io.BytesIO(_picture(320, 200))})
    people = book.add_worksheet("Players")
    columns = [{"header": heading} for heading in PLAYERS_HEADER]
    people.add_table(0, 0, PLAYERS, 4, {"name": "tblPlayers", "columns": columns})
    for number in range(1, PLAYERS + 1):
        people.write_row(number, 0, (number, _name(number), f"Club {number % 12}"))
    results = book.add_worksheet("Results")
    columns = [{"header": heading} for heading in RESULTS_HEADER]
    results.add_table(0, 0, len(played), 4, {"name": "tblResults", "columns": columns})
    for row, cells in enumerate(played, start=1):
        results.write_row(row, 0, cells)
    chart = book.add_chart({"type": "column"})
    chart.add_series(
        {"categories": ["Results", 1, 3, 20, 3], "values": ["Results", 1, 4, 20, 4]},
    )
    results.insert_chart("H2", chart)
    book.close()
    return path


def _name(number: int) -> str:
    return f"Player {number:03}"


def _picture(width: int, height: int) -> bytes:
    """A PNG of random grey dots, so that it does not shrink to nothing when compressed."""
    chance = random.Random(19)
    lines = b"".join(b"\0" + chance.randbytes(width) for _ in range(height))
    header = struct.pack(">2I5B", width, height, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
