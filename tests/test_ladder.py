"""Does a tournament with semi-finals come out as decision D20 says, in every form and language?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import xlscore
from tests.support.books import book
from tests.support.json_schema import SCHEMA, conforms, is_text
from tests.support.ladder import (
    AT_THE_END,
    FINAL,
    FORMS,
    PLAYERS,
    RULES,
    SEMI_FINALS,
    Record,
    final,
    level_tables,
    preliminaries,
    records,
    semi_finals,
    workbook,
)
from tests.support.scoring import Seen, expected, scored
from xlscore.explain import explain_order, explain_player, explain_rules
from xlscore.rules.model import Evaluation
from xlscore.rules.rule_file import RULESETS
from xlscore.words import LANGUAGES
from xlscore.workbook.output import sheets, status


class Play:
    """Scores workbooks in one language, a row per player and game."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
        self.folder, self.capsys, self.language = folder, capsys, language

    def __call__(self, *parts: Iterable[Record], rules: str | Path = RULES, **more: Any) -> Seen:
        rows = [row for part in parts for row in part]
        path = workbook(self.folder, rows, self.language, **more)
        return scored(self.capsys, path, "--rules", rules)

    def says(self, *findings: str) -> list[str]:
        return expected(findings, self.language)

    def message(self, seen: Seen) -> str:
        (finding,) = seen.document["findings"]
        return str(finding["message"])


@pytest.fixture(params=LANGUAGES)
def play(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Play:
    return Play(tmp_path, capsys, request.param)


def evaluated(folder: Path, *parts: Iterable[Record], **more: Any) -> Evaluation:
    path = workbook(folder, [row for part in parts for row in part], **more)
    return xlscore.evaluate(xlscore.read(path), xlscore.load_rules(RULES))


def in_order(seen: Seen) -> list[int]:
    """The preliminary ranks of everybody, in the order of the standings; guests from 21 on."""
    names = [line["player"] for line in seen.document["standings"]]
    return [
        PLAYERS.index(name) + 1 if name in PLAYERS else int(name.rpartition(" ")[2])
        for name in names
    ]


# The whole tournament


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_a_whole_tournament_gives_its_standings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str, language: str
) -> None:
    rows = [*preliminaries(), *semi_finals(), *final(FINAL)]
    seen = scored(capsys, workbook(tmp_path, rows, language, form), "--rules", RULES)
    assert (seen.findings, seen.exit, in_order(seen)) == ([], 0, AT_THE_END)
    lines = seen.document["standings"]
    assert [line["rank"] for line in lines] == list(range(1, 21))
    assert [line["stage"] for line in lines] == (
        ["final"] * 4 + ["semi-final"] * 12 + ["preliminary"] * 4
    )
    # Within a place of the semi-finals: TP 15 twice, then 9 and 6; TP 15, 9, 6, 3; 9, 9, 6, 6.
    assert seen.decided_by() == [
        *["final"] * 4,
        *["share"] * 2 + ["tournament_points"] * 2,
        *["tournament_points"] * 4,
        *["share"] * 4,
        *["victory_points"] * 4,
    ]
    # Sums are those of the three preliminary rounds.
    assert {line["games"] for line in lines} == {3}
    assert [lines[0][key] for key in ("tournament_points", "victory_points")] == ["6", "21"]
    assert seen.scored[-5:] == [*(f"semi-final/{table}" for table in range(1, 5)), "final/1"]


def test_the_json_keeps_its_schema(play: Play) -> None:
    seen = play(preliminaries(), semi_finals(), final(FINAL))
    assert conforms(seen.document, {**SCHEMA, "rule_set": is_text}) == []


def test_before_the_semi_finals_the_order_is_preliminary(play: Play) -> None:
    seen = play(preliminaries())
    assert (in_order(seen), seen.findings) == ([*range(1, 21)], [])
    assert {line["stage"] for line in seen.document["standings"]} == {"preliminary"}


def test_before_the_final_places_in_the_semi_finals_come_first(play: Play) -> None:
    seen = play(preliminaries(), semi_finals())
    assert in_order(seen) == [2, 5, 9, 14, *AT_THE_END[4:]]
    stages = [line["stage"] for line in seen.document["standings"]]
    assert stages == ["semi-final"] * 16 + ["preliminary"] * 4
    assert seen.decided_by()[:4] == ["share", "share", "tournament_points", "tournament_points"]
    assert seen.findings == []


@pytest.mark.parametrize("played", range(1, 4))
def test_semi_finals_decide_once_all_of_them_are_scored(play: Play, played: int) -> None:
    """Else the last of one would rank behind those who have still to play another."""
    for others in ((), [dict.fromkeys(game) for game in SEMI_FINALS[played:]]):
        seen = play(preliminaries(), semi_finals(*SEMI_FINALS[:played], *others))
        assert in_order(seen) == [*range(1, 21)]
        assert {line["stage"] for line in seen.document["standings"]} == {"preliminary"}
        assert (seen.findings, len(seen.open)) == ([], len(others))


LAST_OF_TWO = ({1: 9, 8: 10, 9: 7, 16: 8}, *SEMI_FINALS[1:])
"""Ranks 9 and 10 come last in two semi-finals."""


def test_players_level_before_stay_level_on_the_same_place(play: Play) -> None:
    seen = play(level_tables(), semi_finals(*LAST_OF_TWO), final({2: 9, 5: 8, 8: 7, 14: 10}))
    lines = seen.document["standings"][12:15]
    assert [(line["rank"], line["tied"]) for line in lines] == [(13, True), (13, True), (15, False)]
    assert [line["player"] for line in lines] == [PLAYERS[8], PLAYERS[9], PLAYERS[10]]
    assert [line["decided_by"] for line in lines] == [None, None, "share"]


def test_lots_part_players_on_the_same_place(play: Play) -> None:
    seen = play(level_tables(), semi_finals(*LAST_OF_TWO), lots={9: 2, 10: 1})
    lines = seen.document["standings"][12:14]
    assert [(line["rank"], line["player"]) for line in lines] == [
        (13, PLAYERS[9]),
        (14, PLAYERS[8]),
    ]
    assert [line["decided_by"] for line in lines] == ["lot", "lot"]


def test_alone_on_a_place_the_semi_final_decides(play: Play) -> None:
    """Two share second place in every semi-final but one: one third place in all."""
    games = [{**game} for game in SEMI_FINALS]
    for game, second in zip(games, (9, 9, 9), strict=False):
        third = next(rank for rank, vp in game.items() if vp == 8)
        game[third] = second
    seen = play(preliminaries(), semi_finals(*games), final(FINAL))
    assert in_order(seen)[4:] == [1, 3, 4, 6, 7, 15, 16, 13, 8, 10, 11, 12, 17, 18, 19, 20]
    assert seen.standing(PLAYERS[12])["decided_by"] == "semi-final"
    assert seen.findings == []


# Caps


@pytest.mark.parametrize(("cap_in_final", "counted"), [("true", ["10"] * 2), ("false", ["12"] * 2)])
def test_one_key_governs_the_cap_of_semi_finals_and_final(
    play: Play, cap_in_final: str, counted: list[str]
) -> None:
    rules = play.folder / "own.toml"
    text = RULES.read_text("utf-8").replace(
        "whole = true", f"whole = true\ncap_in_final = {cap_in_final}"
    )
    rules.write_text(text, "utf-8")
    games = ({**SEMI_FINALS[0], 9: 12}, *SEMI_FINALS[1:])
    seen = play(preliminaries(), semi_finals(*games), final({**FINAL, 14: 12}), rules=rules)
    most = [
        seat["counted"]
        for game in seen.document["scored_games"][-5:]
        for seat in game["players"]
        if seat["victory_points"] == "12"
    ]
    assert most == counted


# Findings


def test_a_semi_final_under_rules_without_is_an_error(play: Play) -> None:
    """Rules with a final alone; the rest is scored."""
    rules = play.folder / "own.toml"
    lines = RULES.read_text("utf-8").splitlines()
    rules.write_text("\n".join(one for one in lines if not one.startswith("semi_")), "utf-8")
    seen = play(preliminaries(), semi_finals(SEMI_FINALS[0]), final(FINAL), rules=rules)
    findings = [one for one in seen.findings if one.startswith("error")]
    assert findings == play.says("error semi-final-not-in-rules A62:D65")
    assert (seen.exit, seen.scored[-1], len(seen.scored)) == (1, "final/1", 16)


@pytest.mark.parametrize("rules", ["dsvc-s3", "eppelborn-19"])
def test_published_rules_have_no_semi_final(play: Play, rules: str) -> None:
    rows = preliminaries([1, 2])
    edition = RULESETS / f"{rules}.toml"
    seen = play(rows, semi_finals(SEMI_FINALS[0]), rules=edition)
    errors = [one for one in seen.findings if one.startswith("error")]
    assert errors == play.says("error semi-final-not-in-rules A42:D45")


def test_more_semi_finals_than_the_rules_name_are_an_error(play: Play) -> None:
    """None of them is scored, as with two finals."""
    games = (*SEMI_FINALS, {17: 10, 18: 9, 19: 8, 20: 7})
    seen = play(preliminaries(), semi_finals(*games))
    places = "A62:D65, A66:D69, A70:D73, A74:D77, A78:D81"
    assert seen.findings == play.says(f"error semi-finals-more {places}")
    assert (seen.exit, len(seen.scored), in_order(seen)) == (1, 15, [*range(1, 21)])


def test_a_player_in_two_semi_finals_is_an_error(play: Play) -> None:
    """The round is called by its name."""
    games = (SEMI_FINALS[0], {**SEMI_FINALS[1], 1: 3}, *SEMI_FINALS[2:])
    del games[1][15]
    seen = play(preliminaries(), semi_finals(*games))
    assert seen.findings == play.says("error player-twice-in-round C62, C69")
    name = {"en": "round Semi-final", "de": "Runde Halbfinale", "nl": "ronde Halve finale"}[
        play.language
    ]
    assert name in play.message(seen)


def test_a_substitute_in_a_semi_final_is_a_warning(play: Play) -> None:
    """Whoever sits there takes the rank; the one who stayed away follows in preliminary order."""
    games = ({1: 9, 8: 7, 9: 10, 17: 8}, *SEMI_FINALS[1:])
    seen = play(preliminaries(), semi_finals(*games), final(FINAL))
    places = "A62:D65, A66:D69, A70:D73, A74:D77"
    assert (seen.findings, seen.exit) == (
        play.says(f"warning semi-finalists-not-best {places}"),
        0,
    )
    assert in_order(seen)[8:] == [3, 7, 13, 17, 8, 10, 11, 12, 16, 18, 19, 20]
    assert PLAYERS[16] in play.message(seen)
    assert PLAYERS[15] in play.message(seen)


def test_a_guest_in_a_semi_final_is_a_substitute_too(play: Play) -> None:
    games = ({1: 9, 8: 7, 9: 10, 21: 8}, *SEMI_FINALS[1:])
    seen = play(preliminaries(), semi_finals(*games))
    assert [line.split()[1] for line in seen.findings] == ["semi-finalists-not-best"]
    assert seen.standing("Guest 21")["stage"] == "semi-final"


def test_the_first_semi_finals_typed_in_are_for_the_best_sixteen(play: Play) -> None:
    """Rank 16 at the first table is no substitute while other tables are still to come."""
    seen = play(preliminaries(), semi_finals(SEMI_FINALS[0]))
    assert seen.findings == []


def test_semi_finals_of_three_are_for_fewer(play: Play) -> None:
    """Four tables of three are for the best twelve."""
    games = ({1: 9, 8: 7, 9: 10}, {2: 10, 7: 8, 10: 7}, {3: 8, 6: 9, 11: 7}, {4: 9, 5: 10, 12: 7})
    seen = play(preliminaries(), semi_finals(*games))
    assert (seen.findings, seen.exit) == ([], 0)


def test_a_finalist_who_won_no_semi_final_is_a_warning(play: Play) -> None:
    seen = play(preliminaries(), semi_finals(), final({2: 9, 5: 8, 1: 7, 14: 10}))
    assert (seen.findings, seen.exit) == (play.says("warning finalists-not-winners A78:D81"), 0)
    assert PLAYERS[0] in play.message(seen)
    assert PLAYERS[8] in play.message(seen)
    assert in_order(seen)[:6] == [14, 2, 5, 1, 9, 4]


def test_a_final_without_semi_finals_is_a_warning(play: Play) -> None:
    seen = play(preliminaries(), final({1: 9, 2: 8, 3: 7, 4: 10}))
    assert (seen.findings, seen.exit) == (play.says("warning semi-finals-missing A62:D65"), 0)
    assert in_order(seen) == [4, 1, 2, 3, *range(5, 21)]


def test_a_final_with_too_few_semi_finals_is_a_warning(play: Play) -> None:
    """Those there are decide all the same, and whoever is in the final without is named."""
    seen = play(preliminaries(), semi_finals(*SEMI_FINALS[:3]), final(FINAL))
    assert sorted(seen.findings) == sorted(
        play.says(
            "warning semi-finals-missing A74:D77",
            "warning finalists-not-winners A74:D77",
            "warning semi-finalists-not-best A62:D65, A66:D69, A70:D73",
        )
    )
    assert in_order(seen)[4:7] == [1, 6, 15]


SHARED = ({1: 9, 8: 7, 9: 10, 16: 10}, *SEMI_FINALS[1:])


def test_a_shared_first_place_is_a_warning_before_the_final(play: Play) -> None:
    seen = play(preliminaries(), semi_finals(*SHARED))
    assert (seen.findings, seen.exit) == (play.says("warning semi-final-shared A62:D65"), 0)
    assert in_order(seen)[:5] == [2, 5, 9, 14, 16]


def test_the_referee_parts_a_shared_first_place(play: Play) -> None:
    placed = ({1: (9, 3), 8: (7, 4), 9: (10, 2), 16: (10, 1)}, *SEMI_FINALS[1:])
    seen = play(preliminaries(), semi_finals(*placed))
    assert seen.findings == []
    assert in_order(seen)[:5] == [2, 5, 14, 16, 4]


@pytest.mark.parametrize("winner", [9, 16])
def test_either_of_a_shared_first_place_may_play_the_final(play: Play, winner: int) -> None:
    """Once the final is seated nothing is left to say; the other comes first of the rest."""
    seats = {2: 9, 5: 8, 14: 10, winner: 7}
    seen = play(preliminaries(), semi_finals(*SHARED), final(seats))
    assert seen.findings == []
    assert in_order(seen)[:5] == [14, 2, 5, winner, 25 - winner]
    assert seen.decided_by()[4] == "semi-final"


def test_a_tie_across_the_line_of_sixteen_is_an_error_once_all_are_scored(play: Play) -> None:
    seen = play(level_tables(), lots={})
    assert (seen.findings, seen.exit) == (
        play.says("error tie-across-line Players!B17, Players!B18"),
        1,
    )
    assert " 16" in play.message(seen)


def test_a_tie_across_the_line_is_a_note_while_rounds_are_to_come(play: Play) -> None:
    rows = [row for row in level_tables() if row["round"] == 1]
    seen = play(rows, lots={})
    assert seen.findings == play.says("note tie-across-line Players!B17, Players!B18")


def test_a_tie_across_the_line_is_a_warning_once_semi_finalists_are_seated(play: Play) -> None:
    open_games = [dict.fromkeys(game) for game in SEMI_FINALS]
    seen = play(level_tables(), semi_finals(*open_games), lots={})
    assert seen.findings == play.says("warning tie-across-line Players!B17, Players!B18")


def test_a_tie_across_the_line_of_the_final_seats_means_nothing(play: Play) -> None:
    """Ranks 4 and 5, who both play a semi-final."""
    seen = play(level_tables(), lots={16: 1, 17: 2})
    assert seen.standing(PLAYERS[3])["rank"] == seen.standing(PLAYERS[4])["rank"] == 4
    assert seen.findings == []


def test_a_player_level_with_semi_finalists_only_is_parted_by_them(play: Play) -> None:
    """Rank 17 did not play on, rank 16 did."""
    seen = play(level_tables(), semi_finals(), final(FINAL), lots={})
    assert seen.standing(PLAYERS[16])["decided_by"] == "semi-final"


# Statuses and sheets


@pytest.mark.parametrize(
    ("parts", "english", "german"),
    [
        ([preliminaries([1, 2])], "After 2 of 3 rounds.", "Nach 2 von 3 Runden."),
        ([preliminaries()], "Before the semi-finals.", "Vor den Halbfinalen."),
        ([preliminaries(), semi_finals()], "Before the final.", "Vor dem Finale."),
        ([preliminaries(), semi_finals(), final(FINAL)], "Final.", "Endstand."),
    ],
)
def test_the_status_says_what_is_to_come(
    tmp_path: Path, parts: list[Iterable[Record]], english: str, german: str
) -> None:
    evaluation = evaluated(tmp_path, *parts)
    assert (status(evaluation, "en"), status(evaluation, "de")) == (english, german)


def test_an_open_semi_final_is_named_in_the_status(tmp_path: Path) -> None:
    games = (*SEMI_FINALS[:3], dict.fromkeys(SEMI_FINALS[3]))
    evaluation = evaluated(tmp_path, preliminaries(), semi_finals(*games))
    assert status(evaluation, "en").endswith("Open: Semi-final table 4.")
    assert status(evaluation, "de").endswith("Offen: Halbfinale Tisch 4.")


@pytest.mark.parametrize(("language", "name"), [("en", "Semi-final"), ("de", "Halbfinale")])
def test_our_sheets_call_the_round_and_what_decided_by_name(
    tmp_path: Path, language: str, name: str
) -> None:
    rows = semi_finals({1: 10, 8: 9, 9: 8, 16: 7}), final({1: 10, 17: 9, 18: 8, 19: 7})
    standings, games, _ = sheets(evaluated(tmp_path, preliminaries(), *rows), language)
    assert [row[0] for row in games.rows].count(name) == 4
    assert {row[9] for row in standings.rows[5:8]} == {name.lower() if language == "en" else name}


def test_games_by_player_follow_in_the_order_of_play(tmp_path: Path) -> None:
    """The final's columns may stand before those of the semi-finals."""
    rows = [*final(FINAL), *semi_finals(), *preliminaries()]
    evaluation = evaluated(tmp_path, rows, form="by-player")
    rounds = list(dict.fromkeys(game.round for game in evaluation.results.games))
    assert rounds == ["1", "2", "3", "semi-final", "final"]


# Words


WORDS = ["Semi-final", "Semifinal", "semi final", "SF", "Halbfinale", "HF"]
CASES: list[Callable[[str], str]] = [str, str.lower, str.upper, lambda word: f" {word} "]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("word", WORDS)
def test_a_semi_final_may_be_called_in_many_ways(
    tmp_path: Path, word: str, case: Callable[[str], str]
) -> None:
    rows = [*preliminaries(), *({**row, "round": case(word)} for row in semi_finals())]
    evaluation = evaluated(tmp_path, rows)
    assert [game.round for game in evaluation.results.games[-4:]] == ["semi-final"] * 4
    assert evaluation.findings == ()


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("style", ["{} {}", "{}_{}", "{} ({})", "{}-{}", "{} #{}", "{}.{}"])
def test_a_group_of_columns_may_be_headed_in_many_ways(
    tmp_path: Path, style: str, word: str
) -> None:
    headings = ["Player", "Table 1", "VP 1", style.format("Table", word), style.format("VP", word)]
    names = ("Ann", "Bob", "Cem", "Dora")
    rows = [[name, 1, 10 - seat, 1, 7 + seat] for seat, name in enumerate(names)]
    read = xlscore.read(book(tmp_path, [headings, *rows]))
    assert [game.round for game in read.games] == ["1", "semi-final"]


@pytest.mark.parametrize("word", ["Semi-final 1", "Viertelfinale", "S", "H"])
def test_other_words_are_no_round(play: Play, word: str) -> None:
    seen = play(preliminaries([1]), [{**row, "round": word} for row in records("?", 1, FINAL)])
    assert {line.split()[1] for line in seen.findings} >= {"round-invalid"}
    expects = {
        "en": "Semi-final or Final",
        "de": "Halbfinale oder Finale",
        "nl": "Halve finale of Finale",
    }[play.language]
    assert expects in str(seen.document["findings"])


# Explained


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    folder = tmp_path_factory.mktemp("ladder")
    return evaluated(folder, preliminaries(), semi_finals(), final(FINAL))


@pytest.mark.parametrize(
    ("first", "second", "english", "german"),
    [
        (
            1,
            3,
            "Ann Ahorn is ahead of Cem Buche by the semi-finals: place 2 against 3.",
            "Ann Ahorn liegt durch das Halbfinale vor Cem Buche: Platz 2 gegen 3.",
        ),
        (
            6,
            1,
            "Ann Ahorn is ahead of Finn Erle by tournament points: 15 against 9. Level before "
            "that: place 2 in the semi-finals.",
            "Ann Ahorn liegt vor Finn Erle durch Turnierpunkte: 15 gegen 9. Davor gleich: Platz 2 "
            "im Halbfinale.",
        ),
        (
            17,
            16,
            "Pia Mohn played a semi-final and is ahead of Quirin Nelke, who did not (ranks 12 and "
            "17).",
            "Pia Mohn hat ein Halbfinale gespielt und liegt vor Quirin Nelke ohne Halbfinale "
            "(Ränge 12 und 17).",
        ),
        (
            9,
            1,
            "Ida Ginster played the final and is ahead of Ann Ahorn, who did not (ranks 4 and 5).",
            "Ida Ginster hat das Finale gespielt und liegt vor Ann Ahorn ohne Finale (Ränge 4 und "
            "5).",
        ),
    ],
)
def test_what_puts_one_before_the_other(
    whole: Evaluation, first: int, second: int, english: str, german: str
) -> None:
    players = PLAYERS[first - 1], PLAYERS[second - 1]
    assert explain_order(whole, *players, "en") == english
    assert explain_order(whole, *players, "de") == german


def test_a_shared_rank_of_semi_finalists_is_told(tmp_path: Path) -> None:
    """Ranks 16 and 17 are level and last of two semi-finals."""
    games = (SEMI_FINALS[0], {**SEMI_FINALS[1], 17: 8}, *SEMI_FINALS[2:])
    del games[1][7]
    evaluation = evaluated(tmp_path, level_tables(), semi_finals(*games))
    words = [explain_order(evaluation, PLAYERS[15], PLAYERS[16], one) for one in ("en", "de")]
    assert words == [
        "Pia Mohn and Quirin Nelke share rank 11: the same place in the semi-finals, and level in "
        "every criterion.",
        "Pia Mohn und Quirin Nelke teilen sich Rang 11: gleicher Platz im Halbfinale und gleich "
        "in jeder Wertung.",
    ]


def test_a_semi_final_is_told_as_added_to_nothing(whole: Evaluation) -> None:
    english = explain_player(whole, PLAYERS[0], "en")
    assert english[3] == (
        "Semi-final table 1: victory points 9, place 2 of 4, tournament points 3, "
        "share 9 of 34 = 26.47 %, not added to the sums."
    )
    assert explain_player(whole, PLAYERS[0], "de")[3].startswith("Halbfinale Tisch 1: Siegpunkte 9")


def test_the_rules_tell_who_meets(whole: Evaluation) -> None:
    english, german = (explain_rules(whole.rules, language) for language in ("en", "de"))
    assert "Semi-final 1: ranks 1, 8, 9, 16 of the preliminary rounds" in english
    assert "Halbfinale 4: Ränge 4, 5, 12, 13 der Vorrunden" in german
    assert english[-2].startswith("A final of the winners")
    assert german[-2].startswith("Ein Finale der Sieger")
