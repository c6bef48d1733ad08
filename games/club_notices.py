"""Whom a club tells about games over the table. Called by the services in their transactions."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.club_notices import organisers
from accounts.models import Event, Player
from accounts.services.notices import mark_read, notify, withdraw
from games.models import ClubPlace, ClubResult

TO_DO = (Event.RESULT_ENTERED, Event.RESULT_TO_DECIDE)


def tell_entered(result: ClubResult, by: Player) -> None:
    """Those who played are asked; where only guests could be, organisers decide."""
    others = [player for player in _players(result) if player != by]
    if not result.is_undecided:
        return
    if others:
        _tell(result, Event.RESULT_ENTERED, others)
    else:
        tell_to_decide(result, by)


def tell_answer(result: ClubResult, by: Player, *, was_disputed: bool) -> None:
    """Organisers hear of the first who disputes it; whoever has answered is asked no more."""
    is_disputed = result.status == ClubResult.Status.DISPUTED
    if result.is_counted:
        withdraw(topic=result.topic, events=TO_DO)
    elif was_disputed and not is_disputed:
        withdraw(topic=result.topic, events=[Event.RESULT_TO_DECIDE])
    elif is_disputed and not was_disputed:
        tell_to_decide(result, by)
    mark_read(player=by, topic=result.topic)


def tell_to_decide(result: ClubResult, by: Player) -> None:
    others = [player for player in organisers(result.club) if player != by]
    _tell(result, Event.RESULT_TO_DECIDE, others)


def tell_decided(result: ClubResult, by: Player) -> None:
    withdraw(topic=result.topic, events=TO_DO)
    _tell(result, Event.RESULT_DECIDED, [one for one in _players(result) if one != by])


def _tell(result: ClubResult, event: Event, players: Iterable[Player]) -> None:
    for player in players:
        notify(player=player, event=event, topic=result.topic, club=result.club)


def _players(result: ClubResult) -> list[Player]:
    """Always in the same order, so that two writers never wait for each other."""
    places = ClubPlace.objects.filter(result=result, player__isnull=False).select_related("player")
    return [place.player for place in places.order_by("player") if place.player]
