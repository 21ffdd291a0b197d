"""Do the engine and the second opinion agree, and is the second opinion itself right?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from samples.make import NAMES
from tests.oracle import rules
from tests.oracle.comparison import differences, disagreements
from tests.oracle.generator import generate
from tests.oracle.samples import expected_result, tournament
from tests.oracle.standings import expected

CHUNKS, CHUNK = 40, 50


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree(chunk: int) -> None:
    found = []
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        found += [f"seed {seed}: {line}" for line in differences(seed)]
    assert not found, "\n".join(found[:10])


@pytest.mark.parametrize("name", NAMES)
def test_oracle_gives_the_expected_standings_of_the_samples(name: str) -> None:
    found = disagreements(expected_result(name), expected(tournament(name)))
    assert not found, "\n".join(found)


# --- the published examples, each number written out ------------------------------------------


def share_texts(*counted: int) -> list[str | None]:
    return [rules.exact(share) for share in rules.shares(list(counted))]


def test_dsvc_s3_share_of_three_rounds() -> None:
    first = [share_texts(10, 22)[0], share_texts(8, 22)[0], share_texts(10, 26)[0]]
    second = [share_texts(10, 20)[0], share_texts(10, 23)[0], share_texts(8, 28)[0]]
    assert first == ["31.25", "26.67", "27.78"]
    assert second == ["33.33", "30.3", "22.22"]


def test_dsvc_s3_share_at_a_table_of_three() -> None:
    assert share_texts(10, 9, 5) == ["31.25", "28.13", "15.63"]


def test_eppelborn_19_share_of_two_rounds() -> None:
    assert [share_texts(13, 19)[0], share_texts(13, 26)[0]] == ["40.63", "33.33"]
    assert [share_texts(13, 17)[0], share_texts(13, 30)[0]] == ["43.33", "30.23"]


def test_eppelborn_19_misprint_of_the_table_of_three() -> None:
    """The text prints a total of 43 and 30.23, 20.93, 25.58; 33 and its third make 44 (D3)."""
    assert share_texts(13, 9, 11) == ["29.55", "20.45", "25"]


@pytest.mark.parametrize(
    ("players", "place", "sharing", "each"),
    [(4, 1, 3, "10/3"), (4, 1, 2, "4"), (4, 2, 2, "2.5"), (4, 1, 4, "2.75"), (3, 1, 3, "3")],
)
def test_dsvc_s3_shared_places(players: int, place: int, sharing: int, each: str) -> None:
    points = rules.shared_points(rules.DSVC_POINTS[players], place, sharing)
    assert rules.exact(points) == each


@pytest.mark.parametrize(
    ("players", "factor", "sharing", "points"),
    [
        (4, "1", {}, "6 3 2 1"),  # Manhattan
        (8, "1", {2: 2}, "10 5 5 3 2 1 0 0"),  # 6 nimmt!
        (5, "1/2", {1: 2}, "3 3 1.5 1 0.5"),  # SET
        (6, "1", {1: 3}, "6.5 6.5 6.5 3 2 1"),  # three first of six
        (8, "1", {6: 3}, "10 6 4 3 2 0.5 0.5 0.5"),  # at least 0.5, though 1/3 was rounded down
        (8, "1/2", {}, "5 3 2 1.5 1 0.5 0 0"),  # no points for the seventh, not even 0.5
    ],
)
def test_punktevergabe_points(
    players: int, factor: str, sharing: dict[int, int], points: str
) -> None:
    given = []
    place = 1
    while place <= players:
        together = sharing.get(place, 1)
        row = rules.LEAGUE_POINTS[players]
        worth = rules.league_points(row, place, together, Fraction(factor))
        given += [rules.exact(worth)] * together
        place += together
    assert given == points.split()


@pytest.mark.parametrize(
    ("minutes", "level", "factor"),
    [
        (15, None, "0.5"),
        (16, "low", "0.5"),
        (19, "high", "1"),
        (17, None, None),
        (20, "low", "1"),
        (90, "high", "1"),
        (91, "low", "1"),
        (99, "high", "2"),
        (95, None, None),
        (100, "low", "2"),
    ],
)
def test_punktevergabe_factor_of_the_minutes(
    minutes: int, level: str | None, factor: str | None
) -> None:
    game = {"game": "G", "minutes": minutes, "level": level, "factor": None, "better": "higher"}
    row = {"game": "G", "factor": None}
    season = rules.Tournament("punktevergabe", None, [row], games=[game])
    assert rules.exact(rules.applied_factor(season, [row])) == factor


# --- the instruments -------------------------------------------------------------------------


def test_comparison_sees_every_difference() -> None:
    wanted = expected_result("dsvc-share-decides")
    spoils: list[Callable[[rules.Row], object]] = [
        lambda result: result["standings"].reverse(),
        lambda result: result["standings"].pop(),
        lambda result: result["standings"][3].update(decided_by="share"),
        lambda result: result["scored_games"][5]["players"][1].update(share="25.01"),
        lambda result: result["open_tables"].append({"round": "1", "table": "1"}),
        lambda result: result.update(provisional=True),
    ]
    for spoil in spoils:
        other = expected_result("dsvc-share-decides")
        spoil(other)
        assert disagreements(wanted, other)


def test_generator_makes_all_there_is() -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        made = generate(seed)
        result = expected(made)
        seen[made.rule_set] += 1
        seen[f"scenario {made.scenario}"] += 1
        seen["provisional"] += result["provisional"]
        seen["open"] += bool(result["open_tables"])
        seen["lots"] += any(player["lot"] for player in made.players)
        seen["winners"] += any(row["winner"] for row in made.rows)
        seen["places"] += any(row["place"] for row in made.rows)
        seen["more than 100 players"] += len(result["standings"]) > 100
        seen["three players"] += len(result["standings"]) == 3
        for game in result["scored_games"]:
            seen[f"{game['round']} of {len(game['players'])}"] += 1
            seen[f"table of {len(game['players'])}"] += 1
            for player in game["players"]:
                seen["above the cap"] += player["counted"] != player["victory_points"]
        for line in result["standings"]:
            seen[f"by {line['decided_by']}"] += 1
            seen["other number of games"] += line["games"] != result["standings"][0]["games"]
    wanted = {f"{name} of {size}" for name in rules.KNOCK_OUT for size in (3, 4)}
    wanted |= {*(f"table of {size}" for size in range(2, 9))}
    wanted |= {f"by {name}" for name in (*rules.CATAN_CRITERIA, "lot", *rules.KNOCK_OUT, None)}
    wanted |= {f"scenario {name}" for name in (*rules.NEEDED, None)} | set(rules.POINTS)
    wanted |= {"provisional", "open", "lots", "winners", "places", "above the cap"}
    wanted |= {"more than 100 players", "three players", "other number of games"}
    assert {name for name in wanted if not seen[name]} == set()
