"""Can a message that takes several lines be read on a sheet Check that we made?"""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.support.command_line import Run, run

__all__ = ["run"]  # the fixture

RULES = ("--rules", "dsvc-s3", "--scenario", "base", "--rounds", "1")
LINE = 15


def own_workbook(path: Path, highest: int) -> Path:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Results"
    for row in [
        ("Round", "Table", "Player", "VP"),
        *((1, 1, name, points) for name, points in zip("ABCD", (highest, 8, 6, 4))),
    ]:
        sheet.append(row)
    book.save(path)
    return path


def heights(path: Path) -> dict[str, float | None]:
    """The heights of the rows of Check by the code of their finding."""
    sheet = openpyxl.load_workbook(path)["Check"]
    return {
        str(sheet.cell(row, 3).value): sheet.row_dimensions[row].height
        for row in range(2, sheet.max_row + 1)
        if sheet.cell(row, 3).value
    }


def test_a_message_of_several_lines_has_a_row_as_high(tmp_path: Path, run: Run) -> None:
    path = own_workbook(tmp_path / "a.xlsx", 45_567)
    assert run("score", path, "--in-place", *RULES).code == 1
    assert heights(path) == {"vp-serial": 2 * LINE}


def test_a_message_of_one_line_has_a_row_as_usual(tmp_path: Path, run: Run) -> None:
    path = own_workbook(tmp_path / "a.xlsx", 7)
    assert run("score", path, "--in-place", *RULES).code == 0
    assert heights(path) == {"goal-not-reached": None}


def test_heights_follow_the_messages_and_the_width(tmp_path: Path, run: Run) -> None:
    path = own_workbook(tmp_path / "a.xlsx", 99)
    run("score", path, "--in-place", *RULES)
    book = openpyxl.load_workbook(path)
    book["Check"].row_dimensions[2].height = None
    book["Check"].column_dimensions["D"].width = 60
    book.save(path)
    run("score", path, "--in-place", *RULES)
    assert (heights(path)["vp-high"] or 0) > 3 * LINE
    book = openpyxl.load_workbook(path)
    book["Check"].row_dimensions[2].height = None
    book["Results"]["D2"] = 9
    book.save(path)
    run("score", path, "--in-place", *RULES)
    assert (heights(path)["goal-not-reached"] or 0) <= 2 * LINE


@pytest.mark.parametrize("height", [20, 200])
def test_a_height_set_by_hand_stays(tmp_path: Path, run: Run, height: int) -> None:
    path = own_workbook(tmp_path / "a.xlsx", 99)
    run("score", path, "--in-place", *RULES)
    book = openpyxl.load_workbook(path)
    book["Check"].row_dimensions[2].height = height
    book.save(path)
    run("score", path, "--in-place", *RULES)
    assert heights(path)["vp-high"] == height


def test_rows_that_are_high_enough_stay_so(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.xlsx"
    run("new", path, "--rules", "dsvc-s3", "--scenario", "base", "--rounds", "1")
    book = openpyxl.load_workbook(path)
    sheet = book["Results"]
    for row, values in enumerate(
        ((1, 1, name, points) for name, points in zip("ABCD", (45_567, 8, 6, 4))), 2
    ):
        columns = [cell.value for cell in sheet[1]]
        for heading, value in zip(("Round", "Table", "Player", "VP"), values):
            sheet.cell(row, columns.index(heading) + 1, value)
    book.save(path)
    assert run("score", path, "--in-place").code == 1
    assert set(heights(path).values()) == {None}
