"""The cell formats of a workbook: ours are found among the existing ones or appended.

Nothing is ever changed or reordered, because cells refer to formats by position; and an equal
format is used again, or every writing would let the workbook grow.
"""

from __future__ import annotations

from collections.abc import Iterable

from xlscore.formats.markup import (
    Element,
    added,
    child,
    children,
    ensured,
    local_name,
    settle_alternatives,
    whole_number,
)
from xlscore.words import Refused
from xlscore.workbook.look import FONT, STYLES, Style

MAX_FORMATS = 65_490
_ORDER = (
    "numFmts",
    "fonts",
    "fills",
    "borders",
    "cellStyleXfs",
    "cellXfs",
    "cellStyles",
    "dxfs",
    "tableStyles",
    "colors",
    "extLst",
)
_BUILT_IN = {"General": 0, "0": 1, "0.00": 2, "@": 49}
_FIRST_OWN_NUMBER_FORMAT = 164

EMPTY = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<styleSheet xmlns="{namespace}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/>'
    '<family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/>'
    '</fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border>'
    "<left/><right/><top/><bottom/><diagonal/></border></borders>"
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)
"""A style sheet for a package that has none."""

# A part of a style: its element, its attributes, its children.
Shape = tuple[str, tuple[tuple[str, str], ...], tuple["Shape", ...]]


def shape(name: str, *inner: Shape, **attributes: str) -> Shape:
    """An element to look for or to append."""
    return name, tuple(attributes.items()), inner


_BORDER = shape("border", *map(shape, ("left", "right", "top", "bottom", "diagonal")))


class StyleSheet:
    """The styles part. `changed` tells whether a format had to be appended."""

    def __init__(self, root: Element, file: str) -> None:
        self.root = root
        # Not every program counts formats that stand in a choice: afterwards all count alike.
        self.changed = settle_alternatives(root)
        self._file = file
        self._items: dict[str, list[Element]] = {}
        self._found: dict[tuple[str, Shape], int] = {}

    def formats(self, names: Iterable[str]) -> dict[str, int]:
        """Style names (keys of look.STYLES) to indices of cell formats."""
        return {name: self._format(STYLES[name]) for name in sorted(names)}

    def _format(self, style: Style) -> int:
        font = [
            *([shape("b")] if style.bold else []),
            shape("sz", val=str(style.size)),
            *([shape("color", rgb=f"FF{style.color}")] if style.color else []),
            shape("name", val=FONT),
            shape("family", val="2"),
        ]
        fill = shape("patternFill", patternType="none")
        if style.fill:
            colors = shape("fgColor", rgb=f"FF{style.fill}"), shape("bgColor", indexed="64")
            fill = shape("patternFill", *colors, patternType="solid")
        alignment = {
            **({"horizontal": style.align} if style.align else {}),
            "vertical": "center",
            **({"wrapText": "1"} if style.wrap else {}),
            **({"indent": "1"} if style.align == "left" else {}),
        }
        number = self._number_format(style.number_format)
        attributes = {
            "fontId": str(self._index("fonts", shape("font", *font))),
            "numFmtId": str(number),
            "fillId": str(self._index("fills", shape("fill", fill))),
            "borderId": str(self._index("borders", _BORDER)),
            "xfId": "0",
            **({"applyNumberFormat": "1"} if number else {}),
            "applyFont": "1",
            **({"applyFill": "1"} if style.fill else {}),
            "applyAlignment": "1",
        }
        return self._index("cellXfs", shape("xf", shape("alignment", **alignment), **attributes))

    def _number_format(self, code: str) -> int:
        if code in _BUILT_IN:
            return _BUILT_IN[code]
        formats = self._group("numFmts", "numFmt")
        taken = {item.get("formatCode"): whole_number(item, "numFmtId") for item in formats}
        if code not in taken:
            taken[code] = max([_FIRST_OWN_NUMBER_FORMAT - 1, *taken.values()]) + 1
            self._append("numFmts", shape("numFmt", numFmtId=str(taken[code]), formatCode=code))
        return taken[code]

    def _index(self, group: str, wanted: Shape) -> int:
        """Position of an equal element in its group; appended where there is none."""
        position = self._found.get((group, wanted))
        if position is None:
            items = self._group(group, wanted[0])
            equal = (number for number, item in enumerate(items) if _equals(item, wanted))
            position = next(equal, len(items))
            if position == len(items):
                if group == "cellXfs" and position >= MAX_FORMATS:
                    raise Refused("too-many-formats", file=self._file, limit=MAX_FORMATS)
                self._append(group, wanted)
            self._found[group, wanted] = position
        return position

    def _group(self, group: str, name: str) -> list[Element]:
        if group not in self._items:
            self._items[group] = children(child(self.root, group), name)
        return self._items[group]

    def _append(self, group: str, wanted: Shape) -> None:
        parent = ensured(self.root, group, _ORDER)
        items = self._group(group, wanted[0])
        items.append(_build(parent, wanted))
        parent.set("count", str(len(items)))
        self.changed = True


def _equals(element: Element, wanted: Shape) -> bool:
    name, attributes, inner = wanted
    return (
        len(element) == len(inner)
        and all(element.get(key) == value for key, value in attributes)
        and len(element.attrib) == len(attributes)
        and local_name(element) == name
        and all(_equals(part, shape) for part, shape in zip(element, inner, strict=True))
    )


def _build(parent: Element, wanted: Shape) -> Element:
    name, attributes, inner = wanted
    element = added(parent, name, dict(attributes))
    for part in inner:
        _build(element, part)
    return element
