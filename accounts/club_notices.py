"""Whom a club tells about those who would like to join. Called by the services."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Club, Event, JoinRequest, Player
from accounts.services.notices import notify, withdraw


def organisers(club: Club) -> list[Player]:
    """Always in the same order, so that two writers never wait for each other."""
    found = club.memberships.organising().select_related("player").order_by("player")
    return [one.player for one in found]


def tell_asked(asked: JoinRequest) -> None:
    for player in organisers(asked.club):
        notify(player=player, event=Event.JOIN_REQUEST, topic=asked.topic, club=asked.club)


def tell_answered(asked: JoinRequest) -> None:
    withdraw_requests([asked])
    notify(player=asked.player, event=Event.JOIN_ANSWER, topic=asked.topic, club=asked.club)


def withdraw_requests(requests: Iterable[JoinRequest]) -> None:
    """Nobody need answer them any more."""
    for asked in requests:
        withdraw(topic=asked.topic, events=[Event.JOIN_REQUEST])
