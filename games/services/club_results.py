"""Games over the table: a member enters them, the others confirm, or an organiser decides."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Club, Membership, Player
from accounts.services.clubs import membership, require_organiser
from engine import BadTerms, Terms
from games.catalogue import GAMES
from games.club_notices import tell_answer, tell_decided, tell_entered
from games.models import LONGEST_GUEST, ClubPlace, ClubResult
from games.services.club_books import count
from games.text import say
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

LEAST_SCORE, MOST_SCORE = -99, 999
FIRST_DAY = date(2000, 1, 1)
MOST_UNDECIDED = 200  # in a club: nobody should have to wade through more
GUEST_NAME = re.compile(r"\w[\w .'’-]*")

Status, Answer = ClubResult.Status, ClubPlace.Answer


@dataclass(frozen=True)
class Entry:
    """Somebody in a game, a member or a guest; of whole cities we know what breaks ties."""

    score: int
    player: Player | None = None
    guest: str = ""
    city: str = ""
    tie_break: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return str(self.player) if self.player else f"({self.guest})"


@dataclass(frozen=True)
class Played:
    """A game as somebody remembers it."""

    game: str
    variant: str
    day: date
    entries: Sequence[Entry]

    @property
    def at(self) -> datetime:
        return datetime.combine(self.day, time(12), UTC)

    @property
    def fingerprint(self) -> str:
        """The same for the same game, in whatever order the players are listed."""
        players = sorted(f"{one.name.lower()}={one.score}" for one in self.entries)
        words = [self.game, self.variant, self.day.isoformat(), *players]
        return hashlib.sha256("\n".join(words).encode()).hexdigest()

    @property
    def ranks(self) -> list[int]:
        has_ties_broken = all(one.city for one in self.entries)
        keys = [(one.score, *(one.tie_break if has_ties_broken else ())) for one in self.entries]
        return [1 + sum(other > key for other in keys) for key in keys]


@transaction.atomic
def enter_result(*, by: Player, slug: str, played: Played) -> ClubResult:
    club = _locked_club(slug)
    if membership(club=club, player=by) is None:
        raise NotAllowed(_("You are not a member of this club."))
    if ClubResult.objects.filter(club=club).undecided().count() >= MOST_UNDECIDED:
        raise Conflict(_("Too many results of this club wait to be confirmed. Settle some first."))
    check_played(played)
    _check_members(club, played)
    if known_results(club).filter(fingerprint=played.fingerprint).exists():
        raise Conflict(_("This result was entered already."))
    result = _row(club, by, played)
    result.save()
    ClubPlace.objects.bulk_create(place_rows(result, played, confirmed_by=by))
    _settle(club, result)
    tell_entered(result, by)
    return result


@transaction.atomic
def answer_result(
    *, player: Player, slug: str, result_id: int, confirms: bool, objection: str = ""
) -> ClubResult:
    """By somebody who played; as long as it is undecided, one may change one's mind."""
    club = _locked_club(slug)
    result = _undecided(club, result_id)
    own = result.places.filter(player=player).first()
    if own is None:
        raise NotAllowed(_("Only those who played can confirm or dispute a result."))
    was_disputed = result.status == Status.DISPUTED
    own.answer = Answer.CONFIRMED if confirms else Answer.DISPUTED
    own.objection = "" if confirms else objection
    own.save(update_fields=["answer", "objection"])
    _settle(club, result)
    tell_answer(result, player, was_disputed=was_disputed)
    return result


@transaction.atomic
def decide_result(*, by: Player, slug: str, result_id: int, accepts: bool) -> ClubResult:
    """An organiser's word is the last one."""
    club = _locked_club(slug)
    require_organiser(club=club, player=by)
    result = _undecided(club, result_id)
    result.decided_by = by
    if accepts:
        count(club=club, results=[result])
    else:
        result.status = Status.REJECTED
        result.save(update_fields=["status", "decided_by"])
    tell_decided(result, by)
    return result


def check_played(played: Played) -> None:
    """What can be said without looking at the club."""
    rules = GAMES.get(played.game)
    if rules is None or not rules.is_contest:
        raise ApplicationError(_("There is no such game."))
    try:
        rules.check(Terms(played.variant, len(played.entries)))
    except BadTerms as error:
        raise ApplicationError(say(error.text)) from error
    if not FIRST_DAY <= played.day <= timezone.localdate():
        raise ApplicationError(
            _("The day must be from %(first)s to today.") % {"first": FIRST_DAY.isoformat()}
        )
    for entry in played.entries:
        _check_entry(entry)
    names = [entry.name.lower() for entry in played.entries]
    if len(set(names)) < len(names):
        raise ApplicationError(_("Nobody can be in a game twice."))
    if not any(entry.player for entry in played.entries):
        raise ApplicationError(_("At least one of the players must be a member."))


def _check_entry(entry: Entry) -> None:
    if not LEAST_SCORE <= entry.score <= MOST_SCORE:
        raise ApplicationError(
            _("%(name)s: a score is from %(least)s to %(most)s.")
            % {"name": entry.name, "least": LEAST_SCORE, "most": MOST_SCORE}
        )
    if entry.player is None and (
        len(entry.guest) > LONGEST_GUEST or not GUEST_NAME.fullmatch(entry.guest)
    ):
        raise ApplicationError(
            _("“%(name)s” can't be the name of a guest: use up to %(most)s letters.")
            % {"name": entry.guest[:LONGEST_GUEST], "most": LONGEST_GUEST}
        )


def known_results(club: Club) -> QuerySet[ClubResult]:
    """The games over the table that were entered, and not rejected."""
    return ClubResult.objects.filter(club=club, match=None).exclude(status=Status.REJECTED)


def place_rows(
    result: ClubResult, played: Played, confirmed_by: Player | None = None
) -> list[ClubPlace]:
    return [
        ClubPlace(
            result=result,
            index=index,
            player=entry.player,
            guest=entry.guest,
            score=entry.score,
            rank=rank,
            city=entry.city,
            answer=Answer.CONFIRMED
            if entry.player is not None and entry.player == confirmed_by
            else Answer.NONE,
        )
        for index, (entry, rank) in enumerate(zip(played.entries, played.ranks, strict=True))
    ]


def _row(club: Club, by: Player, played: Played) -> ClubResult:
    return ClubResult(
        club=club,
        game=played.game,
        variant=played.variant,
        played_at=played.at,
        entered_at=timezone.now(),
        entered_by=by,
        fingerprint=played.fingerprint,
    )


def _settle(club: Club, result: ClubResult) -> None:
    """It counts once all members in it agree, and somebody besides who entered it has said so."""
    places = [place for place in result.places.all() if place.player_id is not None]
    if any(place.answer == Answer.DISPUTED for place in places):
        result.status = Status.DISPUTED
    else:
        result.status = Status.WAITING
    result.save(update_fields=["status"])
    others = [place for place in places if place.player_id != result.entered_by_id]
    if others and all(place.answer == Answer.CONFIRMED for place in places):
        count(club=club, results=[result])


def _locked_club(slug: str) -> Club:
    club = Club.objects.select_for_update(no_key=True).existing().filter(slug=slug).first()
    if club is None:
        raise Conflict(_("There is no such club any more."))
    return club


def _undecided(club: Club, result_id: int) -> ClubResult:
    result = ClubResult.objects.filter(club=club, pk=result_id, match=None).first()
    if result is None or not result.is_undecided:
        raise Conflict(_("This result is decided already."))
    return result


def _check_members(club: Club, played: Played) -> None:
    players = [entry.player for entry in played.entries if entry.player]
    members = Membership.objects.current().filter(club=club, player__in=players)
    known = set(members.values_list("player", flat=True))
    for player in players:
        if player.pk not in known:
            raise ApplicationError(
                _("%(name)s is not a member of this club. You can enter them as a guest.")
                % {"name": player}
            )
