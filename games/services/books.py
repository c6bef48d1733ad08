"""Finished matches are entered in the books: each once, one after the other.

Whoever writes in them holds the ledger, and what a match changes is one transaction: a worker may
be killed at any time, and several may try at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import models, transaction
from django.db.models import F, Q

from games import replay
from games.books import Books
from games.facts import Finished, facts
from games.models import (
    ALL_TIME,
    HighScore,
    KindTotal,
    Ledger,
    Match,
    Meeting,
    Rating,
    RatingChange,
    Tally,
    Team,
    TeamTally,
)
from games.services.club_books import count_matches
from games.services.saving import save_rows

THE_LEDGER = 1
BATCH = 100

Result = dict[str, Any]


def enter_finished() -> int:
    """Enter what is not in the books yet, unless somebody else is at it; returns how many."""
    entered = 0
    while more := _enter_next():
        entered += more
    return entered


@transaction.atomic
def recompute(*, progress: Callable[[int, int], None]) -> int:
    """Write all books anew from the moves, in the same order; returns how many matches.

    Teams are no figures: they stay, and so do the leaderboards until they are made again.
    """
    ledger = ledgers().select_for_update().get()
    for model in (Rating, RatingChange, Tally, Meeting, TeamTally, KindTotal, HighScore):
        model._default_manager.all().delete()
    ledger.posted = 0
    ids = list(
        Match.objects.for_the_books()
        .order_by(F("number").asc(nulls_last=True), "finished_at", "pk")
        .values_list("pk", flat=True)
    )
    for done in range(0, len(ids), BATCH):
        progress(done, len(ids))
        _enter(ledger, [(match, _replayed(match)) for match in _in_order(ids[done : done + BATCH])])
    progress(len(ids), len(ids))
    return len(ids)


def ledgers() -> models.QuerySet[Ledger]:
    """There is one, made when it is first needed."""
    Ledger.objects.get_or_create(pk=THE_LEDGER)
    return Ledger.objects.filter(pk=THE_LEDGER)


@transaction.atomic
def _enter_next() -> int:
    ledger = ledgers().select_for_update(skip_locked=True).first()
    if ledger is None:
        return 0
    waiting = Match.objects.for_the_books().filter(number=None).prefetch_related("seats__player")
    matches = list(waiting.order_by("finished_at", "pk")[:BATCH])
    _enter(ledger, [(match, match.result or {}) for match in matches])
    return len(matches)


def _in_order(ids: Sequence[int]) -> list[Match]:
    found = Match.objects.prefetch_related("moves", "seats__player").in_bulk(ids)
    return [found[pk] for pk in ids]


def _replayed(match: Match) -> Result:
    try:
        found = replay.check(match)
    except replay.BrokenLog as error:
        raise replay.BrokenLog(f"{match.code}: {error}") from error
    if found.result is None:
        raise replay.BrokenLog(f"{match.code} is finished, but its moves don't end it")
    return found.result


def _enter(ledger: Ledger, batch: Sequence[tuple[Match, Result]]) -> None:
    new = [match for match, _result in batch if match.number is None]
    for match in new:
        ledger.entered += 1
        match.number = ledger.entered
    finished = [_facts(match, result) for match, result in batch]
    books = _read(finished)
    for one in finished:
        books.enter(one)
    _write(books)
    Match.objects.bulk_update(new, ["number"])
    if new:
        count_matches(new, [one for one in finished if one.match in {match.pk for match in new}])
    ledger.save()


def _facts(match: Match, result: Result) -> Finished:
    try:
        return facts(match, result)
    except Exception as error:
        # The books stand still until it is mended, so the log must say which one it is.
        error.add_note(f"while match {match.code} was entered in the books")
        raise


def _read(finished: Sequence[Finished]) -> Books:
    """The rows that these matches may change."""
    players = {place.player for one in finished for place in one.places}
    pools = {pool for one in finished for pool in one.pools}
    variants = Q(
        game__in={one.game for one in finished}, variant__in={one.variant for one in finished}
    )
    sizes, seasons = {one.size for one in finished}, {one.season for one in finished}
    books = Books()
    for rating in Rating.objects.filter(player__in=players, pool__in=pools):
        books.ratings[rating.player_id, rating.pool] = rating
    for tally in Tally.objects.filter(variants, player__in=players, size__in=sizes):
        books.tallies[tally.player_id, tally.game, tally.variant, tally.size] = tally
    for met in Meeting.objects.filter(player__in=players, other__in=players):
        books.meetings[met.player_id, met.other_id, met.game] = met
    _read_teams(books, finished)
    for total in KindTotal.objects.filter(variants, Q(player__in=players) | Q(player=None)):
        books.kind_totals[total.player_id, total.game, total.variant, total.kind] = total
    for high in HighScore.objects.filter(variants, season__in={*seasons, ALL_TIME}):
        books.high_scores[high.game, high.variant, high.season, high.kind].append(high)
    return books


def _read_teams(books: Books, finished: Sequence[Finished]) -> None:
    keys = {side.key for one in finished for side in one.sides}
    books.teams = {team.key: team for team in Team.objects.filter(key__in=keys)}
    seasons = {ALL_TIME, *(one.season for one in finished)}
    tallies = TeamTally.objects.filter(team__in=books.teams.values(), season__in=seasons)
    for line in tallies.select_related("team"):
        key = (line.team.key, line.section, line.game, line.variant, line.season)
        books.team_tallies[key] = line


def _write(books: Books) -> None:
    save_rows(Rating, books.ratings.values())
    save_rows(RatingChange, books.changes)
    save_rows(Tally, books.tallies.values())
    save_rows(Meeting, books.meetings.values())
    _found(team for team in books.teams.values() if team.pk is None)
    save_rows(TeamTally, books.team_tallies.values())
    save_rows(KindTotal, books.kind_totals.values())
    beaten = [line.pk for line in books.beaten if line.pk is not None]
    HighScore.objects.filter(pk__in=beaten).delete()
    save_rows(HighScore, [line for lines in books.high_scores.values() for line in lines])


def _found(teams: Iterable[Team]) -> None:
    """Write down new teams, with who belongs to them."""
    new = Team.objects.bulk_create(teams)
    member = Team.members.through
    member._default_manager.bulk_create(
        member(team_id=team.pk, player_id=player) for team in new for player in team.players
    )
