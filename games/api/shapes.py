"""From rows to the JSON of the API. Nothing goes out that the caller's view does not hold."""

from __future__ import annotations

import hashlib
from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.models import Membership, Player
from games import replay
from games.books import whole
from games.elo import PROVISIONAL_GAMES
from games.models import (
    ClubPlace,
    ClubResult,
    Match,
    Rating,
    Seat,
    Standing,
    TeamStanding,
)

Json = dict[str, Any]

# Names too: who leaves the site loses theirs.
WHO_SITS = (
    "player__username",
    "player__owner__username",
    "invited__username",
    "substitute__username",
    "left_at",
)


def address(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def summary(match: Match) -> Json:
    """As lists show it: without the position."""
    seats = match.seats_in_order()
    return {
        "code": match.code,
        "url": address(match.get_absolute_url()),
        "game": match.game,
        "variant": match.variant,
        "options": {option: option in match.options for option in match.rules.options},
        "status": match.status,
        "seq": match.seq,
        "to_move": match.to_move,
        "players": [_name(seat.player) for seat in seats],
        "seats": [_seat(seat) for seat in seats],
        "rated": match.rated,
        "clock": match.clock,
        "is_private": match.is_private,
        "club": match.club.slug if match.club else None,
        "allows_bots": match.allows_bots,
        "allows_vacation": match.allows_vacation,
        "least_reliability": match.least_reliability,
        "created_at": match.created_at,
        "started_at": match.started_at,
        "deadline": match.deadline,
        "finished_at": match.finished_at,
    }


def detail(match: Match, caller: Any) -> Json:
    """With what the caller may see, and on their turn, what they may do."""
    seat = match.seat_of(caller)
    shown = summary(match) | {
        "seed_commitment": match.seed_commitment,
        "seat": seat.index if seat else None,
        "view": None,
        "result": match.result,
    }
    if match.setup is None:
        return shown
    view = replay.position(match).observe(seat.index if seat else None)
    shown["view"] = view.to_json()
    if match.is_running and match.is_turn_of(caller):
        shown["legal_moves"] = sorted(map(str, view.legal_moves()))
    return shown


def etag(code: str, caller: Any) -> str:
    """Changes whenever ``detail`` may, and reads little: asked often, it must cost little.

    What is not in here never changes once the table is announced, or only with the ``seq``.
    """
    match = Match.objects.filter(code=code).values_list("pk", "status", "seq", "deadline").get()
    seats = Seat.objects.filter(match=match[0]).values_list(*WHO_SITS).order_by("index")
    digest = hashlib.sha256(repr([caller.pk, match, list(seats)]).encode())
    return f'"{digest.hexdigest()[:32]}"'


def _seat(seat: Seat) -> Json:
    player = seat.player
    return {
        "player": _name(player),
        "is_bot": player is not None and player.is_bot,
        "owner": _name(player.owner) if player else None,
        "invited": _name(seat.invited) if seat.is_free else None,
        "substitute": _name(seat.substitute),
        "has_left": seat.left_at is not None,
        "score": seat.score,
        "rank": seat.rank,
    }


def _name(player: Player | None) -> str | None:
    return player.username if player else None


def standing(line: Standing) -> Json:
    return {
        "place": line.place,
        "player": line.player.username,
        "is_bot": line.player.is_bot,
        "rating": whole(line.rating),
        "games": line.games,
        "provisional": line.is_provisional,
    }


def team_standing(line: TeamStanding) -> Json:
    members = sorted(line.team.members.all(), key=lambda member: member.username.lower())
    return {
        "place": line.place,
        "players": [member.username for member in members],
        "is_bot": any(member.is_bot for member in members),
        "won_percent": round(100 * line.wins / line.games),
        "average": round(line.points / line.cities, 1) if line.cities else None,
        "best": line.best,
        "games": line.games,
        "provisional": line.is_provisional,
    }


def player(player: Player) -> Json:
    return {
        "name": player.username,
        "url": address(player.get_absolute_url()),
        "is_bot": player.is_bot,
        "owner": _name(player.owner),
        "has_left": player.is_deleted,
        "about": player.about,
        "joined_at": player.date_joined,
    }


def rating(line: Rating) -> Json:
    return {
        "pool": line.pool,
        "rating": whole(line.rating),
        "peak": whole(line.peak),
        "games": line.games,
        "provisional": line.games < PROVISIONAL_GAMES,
    }


def club(club: Any) -> Json:
    """Found with its members and the caller's role."""
    return {
        "slug": club.slug,
        "url": address(club.get_absolute_url()),
        "name": club.name,
        "about": club.about,
        "founded_at": club.founded_at,
        "members": club.members,
        "role": club.role,
    }


def club_detail(found: Any) -> Json:
    """The link is for members, as on the page."""
    link = address(reverse("club-join", args=[found.slug, found.join_key]))
    return club(found) | {"join_link": link if found.role else None}


def member(one: Membership) -> Json:
    return {"player": one.player.username, "role": one.role, "joined_at": one.joined_at}


def club_rating(line: Any) -> Json:
    """Found with its place on the ladder."""
    return {
        "place": line.place,
        "player": line.player.username,
        "rating": whole(line.rating),
        "games": line.games,
        "wins": line.wins,
        "provisional": line.games < PROVISIONAL_GAMES,
    }


def club_season_line(line: Any) -> Json:
    """Found with its place in the table."""
    return {
        "place": line.place,
        "player": line.player.username,
        "points": float(line.points),
        "gained": whole(line.gained),
        "games": line.games,
        "wins": line.wins,
    }


def club_result(result: ClubResult) -> Json:
    return {
        "game": result.game,
        "variant": result.variant,
        "played_at": result.played_at,
        "match": result.match.code if result.match else None,
        "places": [_club_place(result, place) for place in result.places.all()],
    }


def _club_place(result: ClubResult, place: ClubPlace) -> Json:
    calculator = address(reverse("calculator", args=[result.game])) if place.city else None
    return {
        "player": _name(place.player),
        "guest": place.guest or None,
        "score": place.score,
        "rank": place.rank,
        "city": f"{calculator}?{place.city}" if calculator else None,
    }
