"""The standings a workbook brings of its own, compared with what the rules yield.

A claimed number that is visibly rounded agrees with ours where rounding ours to as many decimals
gives it, to two decimals at least: 3.33 is 10/3 and 85.7 is 85.70, while 3.3 is not 10/3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..evaluation import evaluate, with_findings
from ..rules.exact import Number
from ..rules.model import NOTE, WARNING, Evaluation, Finding, Location
from ..workbook.shown_numbers import agrees
from .likely_mistakes import (
    Numbers,
    Slip,
    games_by_player,
    missing_games,
    numbers_of,
    ranks_that_follow,
    slips_of_rules,
)
from .own_standings import Claim, ClaimedStandings, Claims


def compare(evaluation: Evaluation, claims: Claims) -> Evaluation:
    """The evaluation with a warning for each claimed number that differs from ours.

    Each names both numbers and, where one explains the claimed one exactly, the likely cause.
    A note says where the workbook claims nothing. Nothing else is changed.
    """
    findings = [*claims.findings]
    if not any(one.claims for one in claims.standings) and not claims.places:
        findings.append(Finding("no-claims", NOTE))
    for standings in claims.standings:
        findings += _Comparison(evaluation, standings).findings()
    findings += _places(evaluation, claims)
    origin = evaluation.results.origin
    listings = {**origin.listings, **claims.listings}
    results = evaluation.results._replace(origin=origin._replace(listings=listings))
    return with_findings(evaluation._replace(results=results), findings)


class _Weight(NamedTuple):
    """How many claims that differ a slip explains, and how many that agree it contradicts."""

    explained: int
    contradicted: int


class _Comparison:
    """The standings on one sheet against ours."""

    def __init__(self, evaluation: Evaluation, standings: ClaimedStandings) -> None:
        self.evaluation = evaluation
        self.kind = standings.kind
        self.ours = numbers_of(evaluation.standings)
        self.listed = {claim.player for claim in standings.claims}
        self.claims = [claim for claim in standings.claims if claim.player in self.ours]
        self.unknown = [
            claim for claim in standings.claims if claim.player not in self.ours and claim.numbers
        ]

    def findings(self) -> Iterator[Finding]:
        """What differs, row by row; then who is missing."""
        differing = {claim.entry: list(self._differing(claim)) for claim in self.claims}
        slips = self._slips() if any(differing.values()) else []
        played = games_by_player(self.evaluation)
        weights = [(slip, self._weight(slip, self.claims)) for slip in slips]
        for claim in self.claims:
            if differing[claim.entry]:
                ours = self.ours[claim.player]
                own = [
                    (slip, self._weight(slip, [claim]))
                    for slip in missing_games(claim.player, ours, played.get(claim.player, ()))
                ]
                # A game that is missing is missing from every number of the row.
                sums = sum(field != "rank" for field in differing[claim.entry])
                whole = [(slip, weight) for slip, weight in own if weight == (sums, 0)]
                for field in differing[claim.entry]:
                    yield self._difference(claim, field, [*weights, *whole])
        for claim in self.unknown:
            locations = (Location(self.kind, claim.entry, "player"),)
            values = {"player": claim.player}
            yield Finding("claim-player-unknown", WARNING, values, locations)
        missing = [player for player in self.ours if player not in self.listed]
        if missing and self.listed:
            locations = (Location(self.kind, 0, "player"),)
            yield Finding("claim-players-missing", WARNING, {"players": missing}, locations)

    def _differing(self, claim: Claim) -> Iterator[str]:
        ours = self.ours[claim.player]
        for field, claimed in claim.numbers.items():
            if field in ours and not agrees(claimed, ours[field]):
                yield field

    def _slips(self) -> list[Slip]:
        return [
            *slips_of_rules(self.evaluation),
            ranks_that_follow(self.evaluation, self.claims, self.ours),
        ]

    def _weight(self, slip: Slip, claims: Sequence[Claim]) -> _Weight:
        explained = contradicted = 0
        for claim in claims:
            for field, values in slip.numbers.get(claim.player, {}).items():
                claimed = claim.numbers.get(field)
                if claimed is not None and not any(agrees(claimed, value) for value in values):
                    contradicted += agrees(claimed, self.ours[claim.player][field])
                elif claimed is not None:
                    explained += not agrees(claimed, self.ours[claim.player][field])
        return _Weight(explained, contradicted)

    def _difference(
        self, claim: Claim, field: str, slips: Sequence[tuple[Slip, _Weight]]
    ) -> Finding:
        """The finding about one number, with the slip that explains most of the row and sheet."""
        claimed = claim.numbers[field]

        def fit(candidate: tuple[Slip, _Weight]) -> tuple[int, int, int]:
            row, sheet = self._weight(candidate[0], [claim]), candidate[1]
            return -row.contradicted, row.explained, sheet.explained - sheet.contradicted

        explaining = [
            (slip, weight)
            for slip, weight in slips
            if any(
                agrees(claimed, value)
                for value in slip.numbers.get(claim.player, {}).get(field, ())
            )
            # One small number is soon hit by chance: the rest of the sheet must bear it out.
            and (field != "rank" or weight.explained > weight.contradicted)
        ]
        slip = max(explaining, key=fit)[0] if explaining else Slip("claim-differs", {})
        locations = (Location(self.kind, claim.entry, field),)
        return _differs(
            slip, claim.player, field, claimed.value, self.ours[claim.player], locations
        )


def _differs(
    slip: Slip,
    player: str,
    field: str,
    claimed: Number,
    ours: Numbers,
    locations: tuple[Location, ...],
) -> Finding:
    values: dict[str, object] = {
        "player": player,
        "claim": field,
        "claimed": claimed,
        "ours": ours[field],
        **slip.values,
    }
    return Finding(slip.code, WARNING, values, locations)


def _places(evaluation: Evaluation, claims: Claims) -> Iterator[Finding]:
    """The places that formulas name, against those of the scored games."""
    scored = {one.number: one for one in evaluation.scored}
    differing = [
        claim
        for claim in claims.places
        if claim.game in scored and claim.place != scored[claim.game].score.places[claim.seat]
    ]
    counted: Mapping[int, tuple[int, ...]] = {}
    if differing:
        by_counted = evaluation.rules._replace(place_by="counted")
        again = evaluate(evaluation.results, by_counted, evaluation.scenario)
        counted = {one.number: one.score.places for one in again.scored}
    for game, seat, place in differing:
        places = scored[game].score.places
        own = places[seat]
        code = "claim-differs"
        if own < place < own + places.count(own):
            code = "claim-rank-broken"
        elif counted[game][seat] == place:
            code = "claim-places-counted"
        player = scored[game].game.players[seat]
        locations = (Location("game", game, "place", seat),)
        yield _differs(Slip(code, {}), player, "place", place, {"place": own}, locations)
