"""The cell formats of a workbook: ours are found among the existing ones or appended.

Nothing is ever changed or reordered, because cells refer to formats by position; and an equal
format is used again, or every writing would let the workbook grow.
"""

from __future__ import annotations

from collections.abc import Iterable

from xlscore.files.markup import Element, added, child, children, ensured, local_name
from xlscore.messages import Refused
from xlscore.tables.layout import FONT, STYLES, Style

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
Shape = tuple[str, dict[str, str], tuple["Shape", ...]]


class StyleSheet:
    """The styles part. `changed` tells whether a format had to be appended."""

    def __init__(self, root: Element, file: str) -> None:
        self.root = root
        self._file = file
        self.changed = False

    def formats(self, names: Iterable[str]) -> dict[str, int]:
        """Style names (keys of layout.STYLES) to indices of cell formats."""
        return {name: self._format(STYLES[name]) for name in sorted(names)}

    def _format(self, style: Style) -> int:
        font: list[Shape] = [("b", {}, ())] if style.bold else []
        font.append(("sz", {"val": str(style.size)}, ()))
        if style.color:
            font.append(("color", {"rgb": f"FF{style.color}"}, ()))
        font += [("name", {"val": FONT}, ()), ("family", {"val": "2"}, ())]
        fill: Shape = ("patternFill", {"patternType": "none"}, ())
        if style.fill:
            colors: tuple[Shape, ...] = (
                ("fgColor", {"rgb": f"FF{style.fill}"}, ()),
                ("bgColor", {"indexed": "64"}, ()),
            )
            fill = ("patternFill", {"patternType": "solid"}, colors)
        edges = ("left", "right", "top", "bottom", "diagonal")
        border: Shape = ("border", {}, tuple((edge, {}, ()) for edge in edges))
        number = self._number_format(style.number_format)
        attributes = {
            "numFmtId": str(number),
            "fontId": str(self._index("fonts", ("font", {}, tuple(font)))),
            "fillId": str(self._index("fills", ("fill", {}, (fill,)))),
            "borderId": str(self._index("borders", border)),
            "xfId": "0",
            **({"applyNumberFormat": "1"} if number else {}),
            "applyFont": "1",
            **({"applyFill": "1"} if style.fill else {}),
            "applyAlignment": "1",
        }
        alignment = {"vertical": "center"}
        if style.align:
            alignment["horizontal"] = style.align
        if style.align == "left":
            alignment["indent"] = "1"
        if style.wrap:
            alignment["wrapText"] = "1"
        return self._index("cellXfs", ("xf", attributes, (("alignment", alignment, ()),)))

    def _number_format(self, code: str) -> int:
        if code in _BUILT_IN:
            return _BUILT_IN[code]
        formats = children(child(self.root, "numFmts"), "numFmt")
        for item in formats:
            if item.get("formatCode") == code:
                return int(item.get("numFmtId", "0"))
        taken = [int(item.get("numFmtId", "0")) for item in formats]
        free = max([_FIRST_OWN_NUMBER_FORMAT - 1, *taken]) + 1
        self._append("numFmts", ("numFmt", {"numFmtId": str(free), "formatCode": code}, ()))
        return free

    def _index(self, group: str, shape: Shape) -> int:
        """Position of an equal element in its group; appended where there is none."""
        items = children(child(self.root, group), shape[0])
        for position, item in enumerate(items):
            if _equals(item, shape):
                return position
        if group == "cellXfs" and len(items) >= MAX_FORMATS:
            raise Refused("too-many-formats", file=self._file, limit=MAX_FORMATS)
        self._append(group, shape)
        return len(items)

    def _append(self, group: str, shape: Shape) -> None:
        parent = ensured(self.root, group, _ORDER)
        _build(parent, shape)
        parent.set("count", str(len(children(parent, shape[0]))))
        self.changed = True


def _equals(element: Element, shape: Shape) -> bool:
    name, attributes, inner = shape
    return (
        dict(element.items()) == attributes
        and len(element) == len(inner)
        and local_name(element) == name
        and all(_equals(part, wanted) for part, wanted in zip(element, inner, strict=True))
    )


def _build(parent: Element, shape: Shape) -> None:
    name, attributes, inner = shape
    element = added(parent, name, attributes)
    for part in inner:
        _build(element, part)
