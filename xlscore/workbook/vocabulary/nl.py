"""Dutch: what people type."""

VALUES = {
    "count": ("aantal",),
    "total": ("totaal", "som", "subtotaal", "gemiddelde", "aantal"),
    "average": ("gemiddelde",),
    "bye": ("vrij", "vrije ronde", "pauze"),
    "absent": ("afwezig", "niet gespeeld", "n.v.t."),
    "nobody": ("leeg", "onbekend"),
}
TABLE_WORDS = ("tafel", "bord")
ROUND_WORDS = ("ronde",)
LIST_WORDS = {
    "waiting": ("wachtlijst", "afgemeld", "afmeldingen", "misschien", "komt niet"),
    "playing": ("deelnemers?", "spelers?", "namen", "aanmeldingen", "aangemeld"),
    "title": ("toernooi", "kampioenschap", "spelavond"),
    "away": ("wachtlijst", "afgemeld", "misschien", "komt niet"),
    "remark": ("ziek",),
    "people": ("personen",),
    "clock": ("uur",),
    "joins": ("en",),
}
