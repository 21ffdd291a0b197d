"""Are formats of a workbook used again only where they are ours in every respect?"""

from __future__ import annotations

from fractions import Fraction

import pytest
from lxml import etree

from tests.support.books import MAIN
from xlscore.formats import styles
from xlscore.formats.styles import EMPTY, StyleSheet
from xlscore.words import Refused
from xlscore.workbook.look import STYLES, cell_style


def sheet(inside: str = "") -> StyleSheet:
    """The least styles part, with something before its fonts."""
    text = EMPTY.format(namespace=MAIN).replace("<fonts", f"{inside}<fonts", 1)
    return StyleSheet(etree.fromstring(text.encode()), "book.xlsx")


def numbers(made: StyleSheet) -> dict[str, str]:
    found = made.root.iterfind(f"{{{MAIN}}}numFmts/{{{MAIN}}}numFmt")
    return {item.get("numFmtId", ""): item.get("formatCode", "") for item in found}


def test_no_format_of_numbers_gets_the_number_of_another() -> None:
    theirs = (
        '<numFmts count="1"><numFmt numFmtId="164" formatCode="0 &quot;Punkte&quot;"/></numFmts>'
    )
    made = sheet(theirs)
    made.formats(STYLES)
    codes = {style.number_format for style in STYLES.values()} - {"General", "0", "0.00", "@"}
    assert numbers(made)["164"] == '0 "Punkte"'
    assert set(numbers(made).values()) == {'0 "Punkte"', *codes}


def test_a_format_with_further_attributes_is_not_ours() -> None:
    made = sheet()
    name = "points.1"
    first = made.formats([name])[name]
    ours = made.root.find(f"{{{MAIN}}}cellXfs")[first]
    ours.set("quotePrefix", "1")
    again = StyleSheet(made.root, "book.xlsx")
    assert again.formats([name])[name] != first
    del ours.attrib["quotePrefix"]
    again = StyleSheet(made.root, "book.xlsx")
    assert again.formats([name])[name] == first
    assert not again.changed


@pytest.mark.parametrize(("limit", "refused"), [(3, True), (4, False)])
def test_as_many_formats_as_excel_has_room_for(
    monkeypatch: pytest.MonkeyPatch, limit: int, refused: bool
) -> None:
    """One stands there; three of ours follow."""
    monkeypatch.setattr(styles, "MAX_FORMATS", limit)
    names = ["points.1", "points.2", "share"]
    if refused:
        with pytest.raises(Refused) as told:
            sheet().formats(names)
        assert told.value.code == "too-many-formats"
    else:
        assert sorted(sheet().formats(names).values()) == [1, 2, 3]


@pytest.mark.parametrize(
    ("points", "style"),
    [
        (7, "points"),
        (Fraction(15, 2), "points.1"),
        (Fraction(7, 5), "points.1"),
        (Fraction(1, 10), "points.1"),
        (Fraction(7, 3), "points.2"),
        (Fraction(1, 4), "points.2"),
    ],
)
def test_points_are_shown_with_as_many_decimals_as_they_need(
    points: int | Fraction, style: str
) -> None:
    assert cell_style("points", points) == style
