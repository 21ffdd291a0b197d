"""Fresh workbooks: the organizer's sheets ready to fill in, ours marked and ready to be written.

Sheets, tables and columns are those of `workbook.vocabulary`; how they look is in `sheet_look`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from xlsxwriter.worksheet import Worksheet

from ..rules.model import FINAL, SEMI_FINAL
from ..rules.rule_file import rule_set_ids
from ..rules.rule_set import RuleSet
from ..seating.draw import table_sizes
from ..words import LANGUAGES, Refused
from ..workbook.block import Area
from ..workbook.look import (
    ACCENT,
    BAND,
    ENTRY,
    INK,
    OUTPUT,
    PAPER,
    STATUS_COLUMN,
    STATUS_WIDTH,
    STYLES,
    Style,
)
from ..workbook.vocabulary import (
    CHOICES,
    GAMES_COLUMNS,
    PLAYERS_COLUMNS,
    RESULTS_COLUMNS,
    SCENARIOS,
    TABLES,
    TOURNAMENT_KEYS,
)
from .color import chart_leaders, color_levels, color_standings, group_games
from .players import PlayerRow
from .sheet_look import (
    HEADER_HEIGHT,
    INPUTS,
    ROW_HEIGHT,
    STATUS_HEIGHT,
    TEXT,
    Book,
    date_style,
)

_EMPTY_ROWS = {"results": 120, "players": 60, "games": 36}
_SPARE_PLAYERS = 8
_ROUNDS_OFFERED = 12
_MOST_PLACES = 99
_VP_ABOVE_CAP = 3
"""Victory points up to this much above the cap are nothing unusual."""
_CHART_WIDTH = 7 * STATUS_WIDTH + 5
"""Pixels of the status column, which the chart stands below."""
_MESSAGE_HEIGHT = 32
"""Room for two lines: LibreOffice grows no rows of a workbook that claims to be Excel's."""

_COLUMNS = {
    "players": PLAYERS_COLUMNS,
    "results": RESULTS_COLUMNS,
    "games": GAMES_COLUMNS,
}
_TOURNAMENT_RESULTS = ("round", "table", "seat", "player", "vp", "winner", "place")
_LEAGUE_RESULTS = ("date", "game", "table", "player", "vp", "place", "factor")
_WORDED = ("round", "level", "better", "active", "scenario", "language")
_STEPS = ("settings", "players", "results", "score", "check")
_LEAGUE_STEPS = ("settings", "players", "league", "score", "check")


def write_template(
    target: Path,
    rules: RuleSet,
    *,
    language: str = "en",
    scenario: str | None = None,
    players: Sequence[PlayerRow | str] = (),
    rounds: int | None = None,
    results: Sequence[Mapping[str, object]] = (),
    games: Sequence[Mapping[str, object]] = (),
    settings: Mapping[str, object] = {},
) -> None:
    """Write a fresh workbook for `rules` to `target`; raises `Refused` where that fails.

    `players` fill the Players sheet; with `rounds` (or the rule set's own number of rounds) they
    also lay out the Results sheet, tables of four and the fewest tables of three. `results` and
    `games` are rows of those sheets and `settings` entries of the Tournament sheet, keyed as in
    `layout`; values are texts, numbers, dates or None, and words such as ``"final"``, ``"high"``
    or ``"base"`` are written in the workbook's language. The same arguments give the same bytes.
    """
    rounds = rounds or rules.preliminary_rounds
    if scenario is None and len(rules.scenarios) == 1:
        (scenario,) = rules.scenarios
    rows = [PlayerRow(player) if isinstance(player, str) else player for player in players]
    template = _Template(
        rules,
        language,
        rounds or _ROUNDS_OFFERED,
        {
            "name": None,
            "date": None,
            "venue": None,
            "rule_set": rules.id,
            **({} if rules.is_league else {"scenario": scenario, "rounds": rounds}),
            "language": language,
            **settings,
        },
    )
    template.tournament()
    template.players(rows)
    template.results(results or _seats(rules, len(rows), rounds))
    if rules.is_league:
        template.games(games)
    template.standings()
    template.scored_games()
    template.check()
    template.live()
    template.book.save(target)


class _Template:
    """One workbook being filled; each method makes one sheet, in the order of the tabs."""

    def __init__(
        self, rules: RuleSet, language: str, rounds: int, settings: Mapping[str, object]
    ) -> None:
        self.rules = rules
        self.language = language
        self.rounds = rounds
        self.settings = settings
        self.book = Book(language, str(settings["name"] or ""))

    def tournament(self) -> None:
        book = self.book
        sheet = book.sheet("tournament", INK, landscape=True, zoom=120)
        for column, width in enumerate((16, 40, 5, 6, 74)):
            sheet.set_column(column, column, width)
        sheet.set_row(0, 2 * ROW_HEIGHT)
        # The title stands beside the keys, never among them: column A holds keys alone.
        title = book.format(STYLES["header"]._replace(size=16, align="left", indent=1))
        for column, text in enumerate((None, book.sheet_name("tournament"))):
            book.write(sheet, 0, column, text, title)
        for column, text in enumerate((None, book.words("template-heading")), 3):
            book.write(sheet, 0, column, text, title)
        key_cell = book.boxed(Style(bold=True, align="left", fill=BAND, indent=1))
        styles = {
            "name": TEXT._replace(bold=True, size=14),
            "venue": TEXT,
            "date": date_style(self.language)._replace(align="left", indent=1),
        }
        areas = {}
        for row, (key, value) in enumerate(self.settings.items(), 1):
            style = styles.get(key, Style(align="left", indent=1))
            value_cell = book.boxed(style._replace(fill=ENTRY))
            book.write(sheet, row, 0, TOURNAMENT_KEYS[key](self.language), key_cell)
            book.write(sheet, row, 1, self._word(key, value), value_cell)
            sheet.set_row(row, 2 * ROW_HEIGHT)
            areas[key] = Area(row, 1, row, 1)
        book.offer(sheet, areas["rule_set"], sorted({self.rules.id, *rule_set_ids()}))
        book.offer(sheet, areas["language"], [self._choice(key) for key in LANGUAGES])
        book.expect_date(sheet, areas["date"])
        if "scenario" in areas:
            known = dict.fromkeys((*SCENARIOS, *self.rules.scenarios))
            book.offer(sheet, areas["scenario"], [self._choice(key) for key in known])
        if "rounds" in areas:
            book.expect(sheet, areas["rounds"], 1, 99)
        number = book.format(Style(bold=True, align="center", color=ACCENT, size=18))
        words = book.format(Style(align="left", wrap=True, size=12))
        for row, step in enumerate(_LEAGUE_STEPS if self.rules.is_league else _STEPS, 1):
            book.write(sheet, row, 3, row, number)
            book.write(sheet, row, 4, book.words(f"template-step-{step}"), words)
        sheet.set_selection(*areas["name"])

    def players(self, players: Sequence[PlayerRow]) -> None:
        count = len(players) + _SPARE_PLAYERS if players else _EMPTY_ROWS["players"]
        rows: list[dict[str, object]] = [{"no": number} for number in range(1, count + 1)]
        for row, player in zip(rows, players, strict=False):
            row.update(player=player.name, club=player.club, lot=player.lot)
        self._table("players", tuple(PLAYERS_COLUMNS), rows)
        self.book.names_below("PlayerNames", "players", 1)

    def results(self, results: Sequence[Mapping[str, object]]) -> None:
        columns: tuple[str, ...] = _LEAGUE_RESULTS if self.rules.is_league else _TOURNAMENT_RESULTS
        used = {key for row in results for key in row}
        columns += tuple(key for key in RESULTS_COLUMNS if key in used - set(columns))
        rows = results or [{}] * _EMPTY_ROWS["results"]
        sheet = self._table("results", columns, rows)
        keys = [columns.index(key) for key in ("round", "date", "game", "table") if key in columns]
        group_games(self.book, sheet, Area(1, 0, len(rows), len(columns) - 1), keys)

    def games(self, games: Sequence[Mapping[str, object]]) -> None:
        rows = [*games, *[{}] * (_EMPTY_ROWS["games"] - len(games))]
        self._table("games", tuple(GAMES_COLUMNS), rows)
        self.book.names_below("GameNames", "games", 0)

    def _table(
        self, kind: str, columns: Sequence[str], rows: Sequence[Mapping[str, object]]
    ) -> Worksheet:
        """A sheet with one table object from A1."""
        book = self.book
        sheet = book.sheet(kind, INK)
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        sheet.set_row(0, HEADER_HEIGHT)
        header = book.format(STYLES["header"])
        headings = []
        for number, key in enumerate(columns):
            heading = _COLUMNS[kind][key](self.language)
            headings.append({"header": heading, "header_format": header})
            column = INPUTS[kind][key]
            style = date_style(self.language) if key == "date" else column.style
            sheet.set_column(number, number, column.width, book.format(style))
            for row, values in enumerate(rows, 1):
                book.write(sheet, row, number, self._word(key, values.get(key)), book.boxed(style))
            if column.usual:
                self._ask(sheet, Area(1, number, len(rows), number), column.usual)
            if column.help:
                code = "score" if key == "vp" and not self.rules.vp_whole else key
                book.explain(sheet, 0, number, heading, f"template-help-{code}")
        table = {"name": TABLES[kind], "columns": headings, "style": None}
        last = (len(rows), len(columns) - 1)
        sheet.add_table(0, 0, *last, {**table, "autofilter": False})
        return sheet

    def _ask(self, sheet: Worksheet, area: Area, usual: str | tuple[str, ...]) -> None:
        """Offer what usually stands in these cells, and ask back about anything else."""
        book, rules = self.book, self.rules
        if isinstance(usual, tuple):
            book.offer(sheet, area, [self._choice(value) for value in usual])
        elif usual.startswith("="):
            book.offer(sheet, area, usual)
        elif usual == "round":
            rounds = [str(number) for number in range(1, self.rounds + 1)]
            rounds += [SEMI_FINAL] * bool(rules.semi_finals) + [FINAL] * bool(rules.final_seats)
            book.offer(sheet, area, [self._choice(name) for name in rounds])
        elif usual == "place":
            book.expect(sheet, area, 1, max(rules.sizes, default=_MOST_PLACES))
        elif usual == "lot":
            book.expect(sheet, area, 0, 9999)
        elif usual == "vp" and rules.vp_whole:
            cap = rules.cap(str(self.settings.get("scenario")))
            cap = max(rules.caps.values(), default=0) if cap is None else cap
            book.expect(sheet, area, 0, cap + _VP_ABOVE_CAP)
        elif usual == "date":
            book.expect_date(sheet, area)
        elif usual == "game":
            if rules.is_league:
                book.offer(sheet, area, "=GameNames")
        else:
            book.expect_number(sheet, area)

    def standings(self) -> None:
        book, columns = self.book, OUTPUT["standings"]
        sheet = book.our_sheet("standings", columns, landscape=True, zoom=120)
        sheet.set_row(0, STATUS_HEIGHT)
        status = STATUS_COLUMN
        sheet.set_column(status - 1, status - 1, 3)
        sheet.set_column(status, status, STATUS_WIDTH)
        sheet.write_string(
            0, status, book.words("template-not-scored"), book.format(STYLES["status"])
        )
        color_standings(book, sheet, 1, len(columns))
        chart_leaders(book, sheet, 2, status, _CHART_WIDTH)

    def scored_games(self) -> None:
        columns = OUTPUT["scored_games"]
        sheet = self.book.our_sheet("scored_games", columns)
        sheet.set_row(0, HEADER_HEIGHT)
        group_games(self.book, sheet, Area(1, 0, 2000, len(columns) - 1), (0, 1, 2))

    def check(self) -> None:
        columns = OUTPUT["check"]
        sheet = self.book.our_sheet("check", columns, landscape=True, row_height=_MESSAGE_HEIGHT)
        sheet.set_row(0, HEADER_HEIGHT)
        color_levels(self.book, sheet, len(columns))

    def live(self) -> None:
        """One formula for the add-in, and above it words for whoever has none."""
        book, columns = self.book, OUTPUT["standings"]
        sheet = book.sheet("live", INK, landscape=True, zoom=120)
        sheet.freeze_panes(2, 0)
        for number, column in enumerate(columns.values()):
            style = STYLES[column.style]
            sheet.set_column(number, number, column.width, book.format(style))
        sheet.set_row(0, 2 * ROW_HEIGHT)
        title = book.format(STYLES["status"]._replace(size=14, wrap=False))
        hint = book.words("template-live-hint")
        # Without the add-in the cell shows #NAME?; the words above it say why, so it is hidden.
        unknown = "IFERROR(ERROR.TYPE($A$2),0)=5"
        words = f'=IF({unknown},"{hint}","{book.words("template-live")}")'
        sheet.write_formula(0, 0, words, title, hint)
        formula = f"=CATAN_STANDINGS({TABLES['results']}[#All])"
        whole = book.format(STYLES["whole"])
        sheet.write_dynamic_array_formula(1, 0, 1, 0, formula, whole, "")
        book.color(sheet, Area(1, 0, 1, 0), f"={unknown}", font_color=f"#{PAPER}")
        header = {"bold": True, "font_color": f"#{PAPER}", "bg_color": f"#{ACCENT}"}
        book.color(sheet, Area(1, 0, 1, len(columns) - 1), "=ISTEXT($B$2)", **header)
        decimals = {"num_format": STYLES["points.2"].number_format}
        book.color(sheet, Area(2, 3, 501, 4), "=AND(ISNUMBER(D3),D3<>INT(D3))", **decimals)
        color_standings(book, sheet, 2, len(columns))

    def _choice(self, value: str) -> str:
        """The word offered for a value; what needs no translating stands for itself."""
        return CHOICES[value](self.language) if value in CHOICES else value

    def _word(self, key: str, value: object) -> object:
        """A value as it is written: where `key` takes set words, in the workbook's language."""
        return self._choice(value) if key in _WORDED and isinstance(value, str) else value


def _seats(rules: RuleSet, players: int, rounds: int | None) -> list[dict[str, object]]:
    """Rows of the Results sheet that wait for names: every seat of every round, of semi-finals
    and final."""
    if rules.is_league or not rounds or not (rules.scores(3) and rules.scores(4)):
        return []
    try:
        sizes = table_sizes(players)
    except Refused:  # nobody yet, or too few
        return []
    rows: list[dict[str, object]] = [
        {"round": number, "table": table}
        for number in range(1, rounds + 1)
        for table, size in enumerate(sizes, 1)
        for _ in range(size)
    ]
    if rows:
        for table, ranks in enumerate(rules.semi_finals, 1):
            rows += [{"round": SEMI_FINAL, "table": table}] * len(ranks)
        rows += [{"round": FINAL, "table": 1}] * (rules.final_seats or 0)
    return rows
