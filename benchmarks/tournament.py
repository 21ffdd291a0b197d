"""A generated tournament: 200 players, five rounds, 1,000 rows, in the workbook people have.

That is the workbook of ``xlscore new``, filled in, with its chart and the club's logo.
"""

from __future__ import annotations

import io
import random
from pathlib import Path

import openpyxl
from openpyxl.drawing.image import Image
from PIL import Image as Picture

import xlscore
from xlscore.template.fresh_workbook import write_template

PLAYERS = 200
ROUNDS = 5


def rows(players: int = PLAYERS, rounds: int = ROUNDS) -> list[dict[str, object]]:
    """One row per player and game at tables of four, always the same ones."""
    chance = random.Random(19)
    names = [_name(number) for number in range(1, players + 1)]
    played: list[dict[str, object]] = []
    for round_number in range(1, rounds + 1):
        chance.shuffle(names)
        for place, name in enumerate(names):
            table, seat = divmod(place, 4)
            points = 10 if seat == round_number % 4 else chance.randint(2, 9)
            row = {"round": round_number, "table": table + 1, "seat": seat + 1}
            played.append({**row, "player": name, "vp": points})
    return played


def write(path: Path) -> Path:
    """The workbook as an organizer might keep it, with a chart and a logo."""
    write_template(
        path,
        xlscore.load_rules("dsvc-s3"),
        scenario="base",
        players=[_name(number) for number in range(1, PLAYERS + 1)],
        rounds=ROUNDS,
        results=rows(),
        settings={"name": "Benchmark"},
    )
    book = openpyxl.load_workbook(path)
    book["Tournament"].add_image(Image(_logo()), "H2")
    book.save(path)
    return path


def _name(number: int) -> str:
    return f"Player {number:03}"


def _logo() -> io.BytesIO:
    """A PNG of random dots, so that it does not shrink to nothing when compressed."""
    chance = random.Random(19)
    picture = io.BytesIO()
    Picture.frombytes("L", (320, 200), chance.randbytes(320 * 200)).save(picture, "PNG")
    picture.seek(0)
    return picture
