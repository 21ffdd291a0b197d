"""English: the names in our sheets, and what people type. Other languages have these tables."""

CALLED = ("en", "english", "englisch")
OWN_NAME = "English"
SHEETS = {
    "tournament": "Tournament",
    "players": "Players",
    "results": "Results",
    "games": "Games",
    "standings": "Standings",
    "scored_games": "Scored games",
    "check": "Check",
    "live": "Live",
}
TOURNAMENT_KEYS = {
    "name": "Name",
    "date": "Date",
    "venue": "Venue",
    "rule_set": "Rule set",
    "scenario": "Scenario",
    "rounds": "Rounds",
    "language": "Language",
}
DRAW = "Draw"
PLAYERS_COLUMNS = {
    "no": "No",
    "player": "Player",
    "club": "Club",
    "lot": "Lot",
    "active": "Active",
    "also": "Also",
}
RESULTS_COLUMNS = {
    "round": "Round",
    "table": "Table",
    "seat": "Seat",
    "player": "Player",
    "first_name": "First name",
    "last_name": "Last name",
    "vp": "VP",
    "winner": "Winner",
    "place": "Place",
    "game": "Game",
    "factor": "Factor",
    "date": "Date",
    "bonus": "Bonus TP",
    "reason": "Reason",
}
SEAT_OR_PLACE = "Position"
GAMES_COLUMNS = {
    "game": "Game",
    "minutes": "Minutes",
    "level": "Level",
    "factor": "Factor",
    "better": "Better",
}
STANDINGS_COLUMNS = {
    "rank": "Rank",
    "player": "Player",
    "games": "Games",
    "tournament_points": "TP",
    "victory_points": "VP",
    "share": "Share",
    "firsts": "1st",
    "seconds": "2nd",
    "thirds": "3rd",
    "decided_by": "Decided by",
}
SCORED_GAMES_COLUMNS = {
    "round": "Round",
    "table": "Table",
    "game": "Game",
    "player": "Player",
    "victory_points": "VP",
    "counted": "Counted",
    "place": "Place",
    "tournament_points": "TP",
    "share": "Share",
}
CHECK_COLUMNS = {"level": "Level", "where": "Where", "code": "Code", "message": "Message"}
SEASON_SHEETS = {"season": "Season", "course": "Course"}
SEASON_COLUMNS = {
    "rank": "Rank",
    "player": "Player",
    "events": "Evenings",
    "counted": "Counted",
    "points": "Points",
    "mean": "Mean",
    "best": "Best",
    "missing": "Missing",
}
SUMMARY_SHEETS = {"played": "Tournaments", "all_time": "All time", "doubles": "Possible doubles"}
SUMMARY_COLUMNS = {
    "file": "File",
    "rule_set": "Rule set",
    "scenario": "Scenario",
    "finished": "Finished",
    "tournaments": "Tournaments",
    "wins": "Wins",
    "podiums": "Podiums",
    "best_rank": "Best rank",
    "other": "Or",
    "mean_share": "Mean share",
}
CHOICES = {
    "yes": "yes",
    "no": "no",
    "low": "low",
    "high": "high",
    "higher": "higher",
    "lower": "lower",
    "semi-final": "Semi-final",
    "final": "Final",
    "base": "base",
    "seafarers": "seafarers",
    "cities-knights": "cities-knights",
}
RESULTS_SYNONYMS = {
    "round": ("Rd", "Rd.", "Rnd", "Rnd.", "Round no", "Round no.", "Round number", "Round #"),
    "table": ("Table no", "Table no.", "Table number", "Table #", "Board"),
    "seat": ("Starting position", "Seat no", "Seat no.", "Seat number"),
    "player": ("Name", "Participant", "Player name", "Player's name", "Full name", "Competitor"),
    "first_name": ("Firstname", "Given name", "Forename"),
    "last_name": ("Lastname", "Surname", "Family name"),
    "vp": ("Victory points", "Victory points (VP)", "VPs", "Score"),
    "winner": ("Win", "Won"),
    "place": ("Placing", "Placement"),
    "game": ("Game name", "Name of the game"),
    "factor": ("Game factor", "Multiplier"),
    "date": ("Day", "Game date", "Date played"),
}
WEAK_SYNONYMS = {"vp": ("Points", "Pts", "Pts.")}
STANDINGS_SYNONYMS = {
    "rank": ("Place", "Position", "Pos", "Pos."),
    "tournament_points": ("Tournament points", "Total TP"),
    "victory_points": ("Victory points", "VPs", "Total VP"),
    "share": ("Percent", "Percentage", "%", "Share %", "Share in %"),
}
STANDINGS_WEAK = {"tournament_points": ("Points", "Pts", "Total points")}
VALUES = {
    "count": ("count",),
    "semi-final": ("semi-final", "semifinal", "semi final", "sf"),
    "final": ("final", "f"),
    "yes": ("x", "1", "yes", "true", "✓", "✔", "☑", "✅"),
    "no": ("", "0", "no", "false", "☐"),
    "low": ("low",),
    "high": ("high",),
    "higher": ("higher",),
    "lower": ("lower",),
    "total": (
        "total",
        "totals",
        "sum",
        "subtotal",
        "grand total",
        "count",
        "average",
        "mean",
        "ø",
        "σ",
        "∑",
    ),
    "average": ("average", "mean", "ø"),
    "bye": ("bye",),
    "absent": (
        "absent",
        "no show",
        "no-show",
        "noshow",
        "not played",
        "did not play",
        "dns",
        "n/a",
        "n.a.",
        "n. a.",
    ),
    "nobody": (
        "guest",
        "nobody",
        "empty",
        "vacant",
        "unknown",
        "tbd",
        "tba",
        "free seat",
        "substitute",
        "dummy",
        "ditto",
        "idem",
    ),
    "base": ("base", "base game"),
    "seafarers": ("seafarers",),
    "cities-knights": ("cities-knights", "cities and knights", "cities & knights"),
}
ORDINALS = (("first",), ("second",), ("third",), ("fourth",), ("fifth",), ("sixth",))
TABLE_WORDS = ("table", "board", "t")
ROUND_WORDS = ("round", "rd", "r")
NUMBER_WORDS = ("no", "#")
SEAT_WORDS = ("player", "seat", "p", "s")
PLACE_WORDS = ("place",)
PENALTIES = (
    "penalt",
    "deduct",
    "disq",
    "bonus",
    "bonuses",
    "correction",
    "corrected",
    "invalid",
    "annull",
    "void",
)
POINTS = ("place", "placing", "placement", "position", "point", "points", "score", "scores", "pts")
POINT_WORDS = (
    "pos",
    "tp",
    "vp",
    "tps",
    "vps",
    "rank",
    "ranks",
    "ranking",
    "finish",
    "finished",
    "finishing",
)
ERRORS = (
    "N/A",
    "NAME?",
    "GETTING_DATA",
    "DIV/0!",
    "REF!",
    "VALUE!",
    "NUM!",
    "NULL!",
    "SPILL!",
    "CALC!",
    "FIELD!",
    "BLOCKED!",
    "UNKNOWN!",
    "CONNECT!",
    "BUSY!",
)
VALIDITY = ("valid", "counted")
GAME_PARTS = ("evening", "session", "season", "tournament", "event", "group")
GAME_WORDS = (
    "time",
    "start",
    "match",
    "no",
    "number",
    "id",
    "pool",
    "room",
    "hall",
    "venue",
    "location",
    "year",
)
LIST_WORDS = {
    "waiting": (
        "wait(?:ing)?[ -]?list",
        "waiting",
        "reserves?",
        "stand-?by",
        "substitutes?",
        "cancell?(?:ed|ations?)",
        "not coming",
        "maybe",
        "declined",
    ),
    "playing": (
        "names?",
        "players?",
        "participants?",
        "attendees",
        "confirmed",
        "registered",
        "registrations?",
        "player list",
        "list of players",
    ),
    "title": ("tournament", "championship", "catan", "game night"),
    "away": ("wait(?:ing)? ?list", "cancell?ed", "not coming", "maybe"),
    "remark": ("out", "sick", "ill", "can(?:no|')t", "can’t", "unsure", "not sure"),
    "people": ("people", "persons?"),
    "clock": ("[ap]m",),
    "joins": ("&", "and"),
    "contact": ("phone", "mail", "e-mail"),
    "number": (r"no\.", "№"),
    "month": (
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ),
}
