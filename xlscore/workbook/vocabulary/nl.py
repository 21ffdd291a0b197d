"""Dutch: the names in our sheets, and what people type."""

CALLED = ("nl", "dutch", "niederländisch", "nederlands")
OWN_NAME = "Nederlands"
# "Stand" is a sheet of German clubs' own.
SHEETS = {
    "tournament": "Toernooi",
    "players": "Spelers",
    "results": "Uitslagen",
    "games": "Spellen",
    "standings": "Klassement",
    "scored_games": "Partijen",
    "check": "Controle",
    "live": "Live",
}
TOURNAMENT_KEYS = {
    "name": "Naam",
    "date": "Datum",
    "venue": "Locatie",
    "rule_set": "Reglement",
    "scenario": "Scenario",
    "rounds": "Rondes",
    "language": "Taal",
}
DRAW = "Loting"
PLAYERS_COLUMNS = {
    "no": "Nr",
    "player": "Speler",
    "club": "Vereniging",
    "lot": "Lot",
    "active": "Actief",
    "also": "Ook",
}
RESULTS_COLUMNS = {
    "round": "Ronde",
    "table": "Tafel",
    "seat": "Stoel",
    "player": "Speler",
    "first_name": "Voornaam",
    "last_name": "Achternaam",
    "vp": "OP",
    "winner": "Winnaar",
    "place": "Plaats",
    "game": "Spel",
    "factor": "Factor",
    "date": "Datum",
    "bonus": "Bonus-TP",
    "reason": "Reden",
}
SEAT_OR_PLACE = "Positie"
GAMES_COLUMNS = {
    "game": "Spel",
    "minutes": "Minuten",
    "level": "Niveau",
    "factor": "Factor",
    "better": "Beter",
}
STANDINGS_COLUMNS = {
    "rank": "Rang",
    "player": "Speler",
    "games": "Partijen",
    "tournament_points": "TP",
    "victory_points": "OP",
    "share": "Aandeel",
    "firsts": "1e",
    "seconds": "2e",
    "thirds": "3e",
    "decided_by": "Beslissing",
}
SCORED_GAMES_COLUMNS = {
    "round": "Ronde",
    "table": "Tafel",
    "game": "Spel",
    "player": "Speler",
    "victory_points": "OP",
    "counted": "Geteld",
    "place": "Plaats",
    "tournament_points": "TP",
    "share": "Aandeel",
}
CHECK_COLUMNS = {"level": "Soort", "where": "Waar", "code": "Code", "message": "Melding"}
SEASON_SHEETS = {"season": "Seizoen", "course": "Verloop"}
SEASON_COLUMNS = {
    "rank": "Rang",
    "player": "Naam",
    "events": "Avonden",
    "counted": "Geteld",
    "points": "Punten",
    "mean": "Gemiddelde",
    "best": "Beste",
    "missing": "Ontbreekt",
}
SUMMARY_SHEETS = {
    "played": "Toernooien",
    "all_time": "Eeuwige ranglijst",
    "doubles": "Mogelijk dubbel",
}
SUMMARY_COLUMNS = {
    "file": "Bestand",
    "rule_set": "Reglement",
    "scenario": "Scenario",
    "finished": "Afgerond",
    "tournaments": "Toernooien",
    "wins": "Overwinningen",
    "podiums": "Podiumplaatsen",
    "best_rank": "Beste rang",
    "other": "Of",
    "mean_share": "Gemiddeld aandeel",
}
CHOICES = {
    "yes": "ja",
    "no": "nee",
    "low": "laag",
    "high": "hoog",
    "higher": "hoger",
    "lower": "lager",
    "semi-final": "Halve finale",
    "final": "Finale",
    "base": "basisspel",
    "seafarers": "zeevaarders",
    "cities-knights": "steden & ridders",
}
RESULTS_SYNONYMS = {
    "round": ("Speelronde", "Rondenr", "Rondenr.", "Ronde nr", "Ronde nr.", "Rondenummer"),
    "table": ("Tafelnr", "Tafelnr.", "Tafel nr", "Tafel nr.", "Tafelnummer", "Speeltafel", "Bord"),
    "seat": ("Zitplaats", "Startpositie", "Startvolgorde", "Stoelnummer"),
    "player": (
        "Spelersnaam",
        "Naam",
        "Naam speler",
        "Speelster",
        "Speler/speelster",
        "Deelnemer",
        "Deelneemster",
        "Volledige naam",
    ),
    "first_name": ("Roepnaam",),
    "last_name": ("Familienaam",),
    "vp": (
        "Overwinningspunten",
        "Overwinningspunten (OP)",
        "Zegepunten",
        "OPs",
        "Behaalde overwinningspunten",
    ),
    "winner": ("Winnares", "Gewonnen door", "Overwinning"),
    "place": ("Plaatsing", "Eindplaats", "Plek"),
    "game": ("Spelnaam", "Naam van het spel"),
    "factor": ("Spelfactor", "Vermenigvuldiger"),
    "date": ("Speeldatum", "Speeldag", "Dag"),
}
WEAK_SYNONYMS = {"vp": ("Punten", "Aantal punten", "Pnt", "Pnt.")}
STANDINGS_SYNONYMS = {
    "rank": ("Plaats", "Eindplaats", "Plek"),
    "tournament_points": ("Toernooipunten", "Totaal TP"),
    "victory_points": ("Overwinningspunten", "Zegepunten", "Totaal OP"),
    "share": ("Percentage", "Aandeel %", "Aandeel in %"),
}
STANDINGS_WEAK = {"tournament_points": ("Punten", "Totaal punten", "Totaalpunten")}
VALUES = {
    "count": ("aantal",),
    "semi-final": ("halve finale", "halvefinale"),
    "final": ("finale",),
    "yes": ("ja",),
    "no": ("nee",),
    "low": ("laag",),
    "high": ("hoog",),
    "higher": ("hoger", "meer"),
    "lower": ("lager", "minder"),
    "total": ("totaal", "som", "subtotaal", "gemiddelde", "aantal"),
    "average": ("gemiddelde",),
    "bye": ("vrij", "vrije ronde", "pauze"),
    "absent": ("afwezig", "niet gespeeld", "n.v.t."),
    "nobody": ("leeg", "onbekend"),
    "base": ("basisspel",),
    "seafarers": ("zeevaarders",),
    "cities-knights": ("steden & ridders", "steden en ridders"),
}
ORDINALS = (
    ("eerste",),
    ("tweede",),
    ("derde",),
    ("vierde",),
    ("vijfde",),
    ("zesde",),
)
TABLE_WORDS = ("tafel", "bord")
ROUND_WORDS = ("ronde", "voorronde")
SEAT_WORDS = ("speler", "stoel")
PLACE_WORDS = ("plaats",)
PENALTIES = ("aftrek", "correctie", "ongeldig", "gediskwalificeerd")
POINTS = ("plaats", "punten", "punt")
POINT_WORDS = ("op", "ops", "rangschikking", "uitslag")
ERRORS = (
    "N/B",
    "NAAM?",
    "DEEL/0!",
    "VERW!",
    "WAARDE!",
    "GETAL!",
    "LEEG!",
    "OVERLOPEN!",
    "BEREKENEN!",
    "VELD!",
    "GEBLOKKEERD!",
    "ONBEKEND!",
)
VALIDITY = ("geldig", "geteld")
GAME_PARTS = ("partij", "avond", "seizoen", "toernooi", "groep")
GAME_WORDS = ("tijd", "begin", "starttijd", "nummer", "zaal", "ruimte", "jaar", "locatie")
LIST_WORDS = {
    "waiting": ("wachtlijst", "afgemeld", "afmeldingen", "misschien", "komt niet"),
    "playing": ("deelnemers?", "spelers?", "namen", "aanmeldingen", "aangemeld"),
    "title": ("toernooi", "kampioenschap", "spelavond"),
    "away": ("wachtlijst", "afgemeld", "misschien", "komt niet"),
    "remark": ("ziek",),
    "people": ("personen",),
    "clock": ("uur",),
    "joins": ("en",),
    "month": ("januari", "februari", "maart", "mei", "juni", "juli", "augustus"),
}
