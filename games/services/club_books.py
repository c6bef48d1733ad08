"""Results are counted in their club: each once, one after the other.

Whoever counts holds the club's ledger. The numbered results are the log, from which everything
else can be written anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import Club, Membership
from games.club_books import ClubBooks
from games.facts import Finished
from games.models import (
    ClubLedger,
    ClubMeeting,
    ClubPlace,
    ClubRating,
    ClubResult,
    ClubSeasonLine,
    Match,
)
from games.seasons import Season
from games.services.saving import save_rows


@transaction.atomic
def count(*, club: Club, results: Sequence[ClubResult]) -> None:
    """Add to the end of the log, in this order; they are in the database already."""
    ledger = _locked_ledger(club)
    for result in results:
        ledger.counted += 1
        result.number, result.status = ledger.counted, ClubResult.Status.COUNTED
    save_rows(ClubResult, results)
    ledger.save()
    _enter(club, results)


@transaction.atomic
def recompute(*, club: Club) -> int:
    """Write ladder, grid and season tables anew from the log; returns how many results it has."""
    _locked_ledger(club)
    for model in (ClubRating, ClubMeeting, ClubSeasonLine):
        model._default_manager.filter(club=club).delete()
    log = list(ClubResult.objects.counted().filter(club=club).order_by("number"))
    _enter(club, log)
    return len(log)


def count_matches(matches: Sequence[Match], finished: Sequence[Finished]) -> None:
    """Rated matches count in the clubs of which everybody at the table is a member."""
    spans = _memberships(finished)
    new: dict[int, list[tuple[Match, Finished]]] = defaultdict(list)
    for match, facts in zip(matches, finished, strict=True):
        for pk in _clubs(match, facts, spans):
            new[pk].append((match, facts))
    for club in Club.objects.filter(pk__in=new).order_by("pk"):
        results = [_result(club, match, facts) for match, facts in new[club.pk]]
        count(club=club, results=results)


Span = tuple[datetime, datetime | None]


def _memberships(finished: Iterable[Finished]) -> Mapping[int, Mapping[int, Span]]:
    """By player, since when and until when they are in which clubs."""
    people = {place.player for one in finished for place in one.places if not place.is_bot}
    spans: dict[int, dict[int, Span]] = defaultdict(dict)
    found = Membership.objects.filter(player__in=people, club__closed_at=None)
    for row in found.values_list("player", "club", "joined_at", "left_at"):
        spans[row[0]][row[1]] = (row[2], row[3])
    return spans


def _clubs(match: Match, facts: Finished, spans: Mapping[int, Mapping[int, Span]]) -> list[int]:
    """A club's own table counts there only; what is private elsewhere stays so."""
    people = [place.player for place in facts.places if not place.is_bot]
    if not (facts.is_rated and facts.is_contest) or len(people) < 2:
        return []
    shared = set.intersection(*({*_at(spans[player], match)} for player in people))
    if match.club_id is not None:
        return [match.club_id] if match.club_id in shared else []
    return [] if match.is_private else sorted(shared)


def _at(spans: Mapping[int, Span], match: Match) -> list[int]:
    """The clubs that somebody was in when the match began."""
    assert match.started_at is not None
    began = match.started_at
    return [
        club
        for club, (joined, left) in spans.items()
        if joined <= began and (left is None or left > began)
    ]


def _result(club: Club, match: Match, facts: Finished) -> ClubResult:
    assert match.finished_at is not None
    result = ClubResult.objects.create(
        club=club,
        game=match.game,
        variant=match.variant,
        played_at=match.finished_at,
        entered_at=match.finished_at,
        match=match,
    )
    people = [place for place in facts.places if not place.is_bot]
    ClubPlace.objects.bulk_create(
        ClubPlace(
            result=result,
            index=index,
            player_id=place.player,
            score=place.score,
            rank=1 + sum(other.counted_rank < place.counted_rank for other in people),
        )
        for index, place in enumerate(people)
    )
    return result


def _locked_ledger(club: Club) -> ClubLedger:
    ClubLedger.objects.get_or_create(club=club)
    return ClubLedger.objects.select_for_update().get(club=club)


def _enter(club: Club, results: Sequence[ClubResult]) -> None:
    places: dict[int, list[ClubPlace]] = defaultdict(list)
    pks = [result.pk for result in results]
    for place in ClubPlace.objects.filter(result__in=pks).order_by("index"):
        places[place.result_id].append(place)
    books = _read(club, results, [one for some in places.values() for one in some])
    for result in results:
        books.enter(result, places[result.pk])
    save_rows(ClubRating, books.ratings.values())
    save_rows(ClubMeeting, [books.meetings[key] for key in books.changed_meetings])
    save_rows(ClubSeasonLine, [books.lines[key] for key in books.changed_lines])
    save_rows(ClubPlace, [one for some in places.values() for one in some])


def _read(club: Club, results: Sequence[ClubResult], places: Sequence[ClubPlace]) -> ClubBooks:
    """The rows that these results may change."""
    players = {place.player_id for place in places if place.player_id is not None}
    seasons = {str(Season.of(result.played_at)) for result in results}
    of_club = Q(club=club, player__in=players)
    books = ClubBooks(club.pk)
    books.ratings = {row.player_id: row for row in ClubRating.objects.filter(of_club)}
    for met in ClubMeeting.objects.filter(of_club, other__in=players):
        books.meetings[met.player_id, met.other_id] = met
    for line in ClubSeasonLine.objects.filter(of_club, season__in=seasons):
        books.lines[line.season, line.player_id] = line
    return books
