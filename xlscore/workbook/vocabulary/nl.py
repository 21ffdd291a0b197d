"""Dutch: what people type."""

VALUES = {
    "total": ("totaal", "som", "subtotaal", "gemiddelde", "aantal"),
    "average": ("gemiddelde",),
    "bye": ("vrij", "vrije ronde", "pauze"),
    "absent": ("afwezig", "niet gespeeld", "n.v.t."),
    "nobody": ("leeg", "onbekend"),
}
TABLE_WORDS = ("tafel", "bord")
ROUND_WORDS = ("ronde",)
