"""Are many evenings one season, by the rules of its file, with all that is in doubt said?"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.support.command_line import BASE, FAULTY, Ran, Run, files, made, run
from xlscore.rules.season import Event, Placing, SeasonStanding, season_standings
from xlscore.rules.season_file import load_season
from xlscore.words import LANGUAGES, Refused, exact

__all__ = ["run"]  # the fixture

HEAD = """
id = "cup"
kind = "season"
name = { en = "Cup", de = "Pokal" }
source = { title = "House rules" }
"""
SUM = '[season_points]\nby = "sum"\n'
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")
Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A rule file of a season."""

    def write(text: str) -> Path:
        path = tmp_path / "cup.toml"
        path.write_text(HEAD + text, encoding="utf-8")
        return path

    return write


def event(
    day: int | None, *ranks: int, points: Sequence[Any] = (), names: Sequence[str] = NAMES
) -> Event:
    """An evening of March 2026 with who had which rank, and how many tournament points."""
    worth = points or [10 - rank for rank in ranks]
    placings = tuple(
        Placing(name, rank, ranks.count(rank), own)
        for name, rank, own in zip(names, ranks, worth, strict=False)
    )
    return Event(f"{day}.xlsx", day and date(2026, 3, day), None, placings)


def order(standings: Sequence[SeasonStanding]) -> list[str]:
    return [f"{line.rank or '-'} {line.player} {exact(line.points)}" for line in standings]


# What an event is worth


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        ('by = "sum"', "9 8 8 6 5"),
        ('by = "sum"\nparticipation = 1', "10 9 9 7 6"),
        ('by = "rank"', "1 2 2 4 5"),
        ('by = "rank"\nlevel = "shared"', "1 2.5 2.5 4 5"),
        ('by = "beaten"', "4 2.5 2.5 1 0"),
        ('by = "beaten"\nlevel = "better"', "4 3 3 1 0"),
        ('by = "linear"\ntop = 100', "100 75 75 25 0"),
        ('by = "linear"\ntop = 100\nlevel = "shared"', "100 62.5 62.5 25 0"),
        ('by = "table"\nranks = [25, 18, 15]', "25 16.5 16.5 0 0"),
        ('by = "table"\nranks = [25, 18, 15]\nothers = 2', "25 16.5 16.5 2 2"),
        ('by = "percent"\nper_player = 10\nranks = [50, 30, 20]', "25 12.5 12.5 0 0"),
        (
            'by = "table"\n'
            "fields = [{ from = 2, to = 4, ranks = [9] }, { from = 5, ranks = [7, 1] }]",
            "7 0.5 0.5 0 0",
        ),
        ('by = "table"\nfields = [{ from = 9, ranks = [9] }]', "0 0 0 0 0"),
    ],
)
def test_what_the_ranks_of_an_event_are_worth(written: Written, points: str, worth: str) -> None:
    rules = load_season(written(f"[season_points]\n{points}\n"))
    standings = season_standings(rules, [event(1, 1, 2, 2, 4, 5)])
    found = {line.player: line.points for line in standings}
    assert " ".join(exact(found[name]) for name in NAMES) == worth


def test_who_plays_alone_has_all_of_a_linear_event(written: Written) -> None:
    rules = load_season(written('[season_points]\nby = "linear"\ntop = 7\n'))
    assert order(season_standings(rules, [event(1, 1)])) == ["1 Ann 7"]


# Which results count


def test_the_best_count_and_of_equal_ones_the_earlier(written: Written) -> None:
    rules = load_season(written(f"{SUM}[counting]\nbest = 2\n"))
    evenings = [event(day, 1, points=[points]) for day, points in enumerate((5, 8, 5, 3), 1)]
    (line,) = season_standings(rules, evenings)
    assert (line.points, line.counted) == (13, 2)
    assert [one.counted for one in line.results] == [True, True, False, False]


def test_the_worst_are_dropped(written: Written) -> None:
    rules = load_season(written(f"{SUM}[counting]\ndrop = 1\n"))
    evenings = [event(day, 1, points=[points]) for day, points in enumerate((5, 8, 5), 1)]
    (line,) = season_standings(rules, evenings)
    assert [one.counted for one in line.results] == [True, True, False]
    (alone,) = season_standings(rules, evenings[:1])
    assert (alone.points, alone.counted) == (0, 0)


def test_ranks_are_filled_up_where_fewer_are_better(written: Written) -> None:
    """The four best ranks of the months, a missing one being the 150th."""
    rules = load_season(
        written(
            '[season_points]\nby = "rank"\n[counting]\nbest = 4\nfill_to = 4\nmissing = 150\n'
            '[standings]\nbetter = "lower"\n'
        )
    )
    evenings = [event(day, 1, 2) for day in range(1, 6)]
    evenings.append(event(9, 1, names=["Cleo"]))
    assert order(season_standings(rules, evenings)) == ["1 Ann 4", "2 Bob 8", "3 Cleo 451"]


def test_the_mean_is_exact(written: Written) -> None:
    rules = load_season(written(f'{SUM}take = "mean"\n'))
    evenings = [event(day, 1, points=[points]) for day, points in enumerate((5, 8, 7), 1)]
    (line,) = season_standings(rules, evenings)
    assert line.points == Fraction(20, 3)


def test_who_has_too_few_stands_behind_whatever_the_points(written: Written) -> None:
    rules = load_season(written(f"{SUM}[counting]\nbest = 1\nat_least = 2\n"))
    standings = season_standings(
        rules, [event(1, 1, 2), event(2, 2, points=[1]), event(3, 1, names=["Eva"])]
    )
    assert order(standings) == ["1 Ann 9", "- Eva 9", "- Bob 8"]
    assert [line.short for line in standings] == [None, (1, 2), (1, 2)]


def test_equal_points_share_a_rank(written: Written) -> None:
    rules = load_season(written(SUM))
    assert order(season_standings(rules, [event(1, 1, 1, 3)])) == ["1 Ann 9", "1 Bob 9", "3 Cleo 7"]


def test_older_events_count_less_and_at_last_not_at_all(written: Written) -> None:
    rules = load_season(
        written(
            f"{SUM}[weight]\nage = [{{ months = 12, times = 0.5 }}, {{ months = 24, times = 0 }}]\n"
        )
    )
    days = (date(2024, 3, 1), date(2025, 2, 28), date(2026, 3, 1))
    evenings = [event(1, 1)._replace(date=day) for day in days]
    (line,) = season_standings(rules, evenings)
    assert [(one.event, one.points) for one in line.results] == [(1, Fraction(9, 2)), (2, 9)]
    # to the day: on the last of February it is not yet a year
    (line,) = season_standings(rules, evenings, date(2026, 2, 27))
    assert [one.points for one in line.results] == [Fraction(9, 2), 9, 9]


# What is refused


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[season_points]\nby = "ranks"\n', ["season_points.by", '"ranks"', "rank"]),
        ('[season_points]\nby = "linear"\n', ["season_points.top"]),
        ('[season_points]\nby = "table"\n', ["season_points.ranks"]),
        ('[season_points]\nby = "percent"\nranks = [50]\n', ["season_points.per_player"]),
        (f'{SUM}level = "worse"\n', ["season_points.level", "better"]),
        (f'{SUM}take = "men"\n', ["season_points.take", "mean"]),
        (f"{SUM}tops = 3\n", ["season_points.tops", "top"]),
        (f"{SUM}[counting]\nbest = 2\ndrop = 1\n", ["counting.best", "counting.drop"]),
        (f"{SUM}[counting]\nbest = 4\nfill_to = 3\n", ["counting.fill_to", ">= 4"]),
        (f'{SUM}[counting]\nof = "games"\n', ["counting.of"]),
        (f'{SUM}[standings]\nbetter = "less"\n', ["standings.better", "higher"]),
        (f"{SUM}[standings]\norder = []\n", ["standings.order"]),
        (f"{SUM}[weight]\nage = [{{ months = 0, times = 1 }}]\n", ["weight.age.months"]),
        (f"{SUM}[weight]\nage = [{{ months = 3, times = -1 }}]\n", ["weight.age.times"]),
        (
            '[season_points]\nby = "table"\nfields = [{ from = 5, to = 3, ranks = [1] }]\n',
            ["season_points.fields.to", ">= 5"],
        ),
        (
            '[season_points]\nby = "table"\n'
            "fields = [{ from = 1, ranks = [1] }, { from = 5, ranks = [1] }]\n",
            ["season_points.fields.from"],
        ),
    ],
)
def test_a_slip_in_the_rules_of_a_season_is_refused(
    written: Written, text: str, words: Sequence[str]
) -> None:
    with pytest.raises(Refused) as refused:
        load_season(written(text))
    for language in LANGUAGES:
        told = refused.value.text(language)
        assert [word for word in words if word not in told] == []


def test_rules_of_a_season_score_no_tournament_and_the_other_way_round(
    run: Run, tmp_path: Path, written: Written
) -> None:
    book = made(tmp_path)
    ran = run("score", book, "--rules", written(SUM), "--lang", "en", "--no-write")
    assert (ran.code, "xlscore season" in ran.err) == (2, True)
    ladder = tmp_path / "other.toml"
    ladder.write_text('kind = "tournament"\n', encoding="utf-8")
    ran = run("season", book, "--rules", ladder, "--lang", "en")
    assert (ran.code, "it is season" in ran.err) == (2, True)


# The command

FIRST = [(1, 1, "Ann", 10), (1, 1, "Bob", 8), (1, 1, "Cleo", 7), (1, 1, "Dan", 5)]
SECOND = [(1, 1, "BOB", 10), (1, 1, "Ann", 8), (1, 1, "Eva", 7)]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Two evenings in a folder."""
    folder = tmp_path / "evenings"
    folder.mkdir()
    for name, rows, day in (("a", FIRST, "2026-04-01"), ("b", SECOND, "2026-03-01")):
        tournament = {**BASE, "name": f"Evening {name}", "date": date.fromisoformat(day)}
        made(folder, rows, tournament, name=f"{name}.xlsx")
    return folder


def season(run: Run, club: Path, rules: Path, *more: object) -> Ran:
    return run("season", club, "--rules", rules, "--lang", "en", *more)


def document(run: Run, club: Path, rules: Path, *more: object) -> Any:
    ran = season(run, club, rules, "--format", "json", *more)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_the_json_of_a_season(run: Run, club: Path, written: Written) -> None:
    before = files(club)
    rules = written(f"{SUM}[counting]\nbest = 1\nat_least = 2\n")
    found = document(run, club, rules)
    assert files(club) == before
    assert found["schema"] == "xlscore-season/1"
    assert found["season"] == "cup"
    assert found["events"] == [
        {"source": "b.xlsx", "date": "2026-03-01", "name": "Evening b", "field": 3},
        {"source": "a.xlsx", "date": "2026-04-01", "name": "Evening a", "field": 4},
    ]
    # whoever is typed as BOB in the first event is called so
    assert found["standings"] == [
        {
            "rank": 1,
            "player": name,
            "points": "5",
            "counted": 1,
            "events": [
                {"event": 0, "rank": ranks[0], "points": points[0], "counted": counted[0]},
                {"event": 1, "rank": ranks[1], "points": points[1], "counted": counted[1]},
            ],
        }
        for name, ranks, points, counted in (
            ("Ann", (2, 1), ("3", "5"), (False, True)),
            ("BOB", (1, 2), ("5", "3"), (True, False)),
        )
    ]
    assert [
        (one["rank"], one["player"], one["results"], one["at_least"]) for one in found["unranked"]
    ] == [
        (None, "Cleo", 1, 2),
        (None, "Dan", 1, 2),
        (None, "Eva", 1, 2),
    ]
    assert [(one["level"], one["code"]) for one in found["findings"]] == [("note", "season-few")]


def test_the_days_asked_for(run: Run, club: Path, written: Written) -> None:
    rules = written(SUM)
    assert [
        one["source"] for one in document(run, club, rules, "--from", "2026-03-15")["events"]
    ] == ["a.xlsx"]
    assert [
        one["source"] for one in document(run, club, rules, "--to", "15.03.2026")["events"]
    ] == ["b.xlsx"]
    ran = season(run, club, rules, "--from", "soon")
    assert (ran.code, "2026-03-12" in ran.err) == (2, True)


def test_the_table_and_the_csv(run: Run, club: Path, written: Written) -> None:
    ran = season(run, club, written(SUM), "--format", "csv")
    head, first, *_ = csv.reader(io.StringIO(ran.out))
    assert head[:8] == [
        "Rank",
        "Player",
        "Evenings",
        "Counted",
        "Points",
        "Mean",
        "Best",
        "Missing",
    ]
    assert head[8:] == ["2026-03-01", "2026-04-01"]
    assert first == ["1", "Ann", "2", "2", "8", "4", "5", "", "3", "5"]
    table = season(run, club, written(SUM)).out
    assert table.splitlines()[1].split() == ["1", "Ann", "2", "2", "8", "4", "5"]


def test_the_workbook_shows_what_is_dropped(
    run: Run, club: Path, written: Written, tmp_path: Path
) -> None:
    target = tmp_path / "season.xlsx"
    rules = written(f"{SUM}[counting]\nbest = 1\nat_least = 2\n")
    assert season(run, club, rules, "--out", target).code == 0
    sheet = openpyxl.load_workbook(target)["Season"]
    ann = [cell.value for cell in sheet[2]]
    assert ann == [1, "Ann", 2, 1, 5, 5, 5, None, 3, 5]
    assert (sheet["I2"].number_format, sheet["J2"].number_format) == ("(0)", "0")
    assert sheet["I2"].font.color.rgb != sheet["J2"].font.color
    assert [sheet["A5"].value, sheet["H5"].value] == [None, "1 of 2"]
    assert "brackets" in sheet["B8"].value
    assert len(sheet._charts) == 1
    content = target.read_bytes()
    assert season(run, club, rules, "--out", target).code == 0
    assert target.read_bytes() == content


def test_a_file_that_is_no_season_stays(
    run: Run, club: Path, written: Written, tmp_path: Path
) -> None:
    target = made(tmp_path, name="mine.xlsx")
    before = target.read_bytes()
    ran = season(run, club, written(SUM), "--out", target)
    assert (ran.code, "mine.xlsx" in ran.err) == (2, True)
    assert season(run, club, written(SUM), "--out", tmp_path / "season.ods").code == 2
    assert target.read_bytes() == before


def test_a_workbook_that_cannot_be_read_is_an_error(run: Run, club: Path, written: Written) -> None:
    (club / "c.xlsx").write_bytes(b"")
    ran = season(run, club, written(SUM), "--format", "json")
    found = json.loads(ran.out)
    assert ran.code == 1
    assert [(one["level"], one["code"], one["where"]) for one in found["findings"]] == [
        ("error", "season-failed", "c.xlsx")
    ]
    assert len(found["events"]) == 2


@pytest.mark.parametrize(
    ("rows", "tournament", "code"),
    [
        (FAULTY, {**BASE, "date": date(2026, 5, 1)}, "season-provisional"),
        (FIRST, BASE, "season-undated"),
        (FIRST, {**BASE, "date": date(2026, 4, 1)}, "season-same-day"),
        (
            [(1, 1, "Anne", 10), (1, 1, "Gil", 8), (1, 1, "Hal", 7)],
            {**BASE, "date": date(2026, 5, 1)},
            "season-names",
        ),
        (
            [*FIRST, *((2, 1, name, None) for name in ("Ann", "Bob", "Cleo", "Dan"))],
            {**BASE, "date": date(2026, 5, 1), "rounds": 2},
            "season-open",
        ),
    ],
)
def test_what_is_in_doubt_is_said(
    run: Run, club: Path, written: Written, rows: Any, tournament: Any, code: str
) -> None:
    made(club, rows, tournament, name="c.xlsx")
    found = document(run, club, written(SUM))
    assert code in [one["code"] for one in found["findings"] if one["level"] == "warning"]


def test_an_evening_without_a_date_is_an_error_where_days_are_asked_for(
    run: Run, club: Path, written: Written
) -> None:
    made(club, FIRST, name="c.xlsx")
    ran = season(run, club, written(SUM), "--from", "2026-01-01")
    assert (ran.code, "c.xlsx" in ran.err) == (1, True)


def test_a_field_of_no_list_is_told(run: Run, club: Path, written: Written) -> None:
    rules = written('[season_points]\nby = "table"\nfields = [{ from = 4, ranks = [9] }]\n')
    found = document(run, club, rules)
    assert [(one["level"], one["code"], one["where"]) for one in found["findings"]] == [
        ("note", "season-field", "b.xlsx")
    ]
