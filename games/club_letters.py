"""What mails about clubs say. Each is asked just before it is sent whether it is still true."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils import formats
from django.utils.translation import gettext as _

from accounts import letters
from accounts.letters import Letter
from accounts.models import Event, JoinRequest, Membership, Notice, Player
from accounts.services.clubs import membership
from games.models import ClubPlace, ClubResult
from games.text import say


def register() -> None:
    letters.COMPOSERS.update(
        {
            Event.JOIN_REQUEST: join_request,
            Event.JOIN_ANSWER: join_answer,
            Event.RESULT_ENTERED: result_entered,
            Event.RESULT_TO_DECIDE: result_to_decide,
            Event.RESULT_DECIDED: result_decided,
        }
    )
    letters.TITLES.append(titles)


def titles(reader: Player, topics: Collection[str]) -> dict[str, str]:
    """What requests and results are called in a list of notices."""
    requests = JoinRequest.objects.filter(pk__in=_numbers("join", topics))
    results = ClubResult.objects.filter(pk__in=_numbers("result", topics)).with_places()
    return {
        asked.topic: str(asked.club) if asked.player == reader else f"{asked.club}: {asked.player}"
        for asked in requests.select_related("club", "player")
    } | {
        result.topic: f"{result.club}: {_scores(result)}"
        for result in results.select_related("club")
    }


def join_request(notice: Notice) -> Letter | None:
    asked = _request(notice)
    if asked is None or asked.answer or not _is_organiser(notice):
        return None
    names = {"player": asked.player, "club": asked.club}
    said = [f"{asked.player}: {asked.text}"] if asked.text else []
    subject = _("%(player)s would like to join %(club)s") % names
    return _letter(notice, subject, [_("An organiser lets them in or declines.")], said)


def join_answer(notice: Notice) -> Letter | None:
    asked = _request(notice)
    if asked is None or not asked.answer:
        return None
    if asked.answer == JoinRequest.Answer.ACCEPTED:
        subject, intro = _("Welcome to %(club)s"), _("You are a member now.")
    else:
        subject, intro = _("%(club)s declined"), _("An organiser declined your request.")
    return _letter(notice, subject % {"club": asked.club}, [intro])


def result_entered(notice: Notice) -> Letter | None:
    result = _result(notice)
    if result is None or not result.is_undecided or not _is_asked(notice, result):
        return None
    subject = _("Is this right? A game at %(club)s") % {"club": notice.club}
    intro = _("%(player)s entered a game that you played. Please confirm it, or dispute it.")
    by = result.entered_by or _("Somebody")
    return _letter(notice, subject, [intro % {"player": by}], _lines(result))


def result_to_decide(notice: Notice) -> Letter | None:
    result = _result(notice)
    if result is None or not result.is_undecided or not _is_organiser(notice):
        return None
    subject = _("A result to decide: %(club)s") % {"club": notice.club}
    is_disputed = result.status == ClubResult.Status.DISPUTED
    intro = (
        _("A result is disputed. Organisers have the last word.")
        if is_disputed
        else _("Nobody else in this game can confirm it, so an organiser decides.")
    )
    return _letter(notice, subject, [intro], [*_lines(result), *_objections(result)])


def result_decided(notice: Notice) -> Letter | None:
    result = _result(notice)
    if result is None or result.is_undecided:
        return None
    subject, intro = (
        (_("It counts: a game at %(club)s"), _("An organiser decided that this result counts."))
        if result.is_counted
        else (
            _("It does not count: a game at %(club)s"),
            _("An organiser decided that this result does not count."),
        )
    )
    return _letter(notice, subject % {"club": notice.club}, [intro], _lines(result))


def _letter(
    notice: Notice, subject: str, intro: Sequence[str], terms: Sequence[str] = ()
) -> Letter:
    context = {"intro": intro, "terms": terms, "button": _("See the club")}
    return Letter(subject, notice.get_absolute_url(), "match", context, [*intro, *terms])


def _request(notice: Notice) -> JoinRequest | None:
    """Unless the reader has seen it on the site, or the club is gone."""
    if not _is_news(notice):
        return None
    found = JoinRequest.objects.filter(pk__in=_numbers("join", [notice.topic]))
    return found.select_related("club", "player").first()


def _result(notice: Notice) -> ClubResult | None:
    """Unless the reader has seen it on the site, or the club is gone."""
    if not _is_news(notice):
        return None
    found = ClubResult.objects.filter(pk__in=_numbers("result", [notice.topic]))
    return found.with_places().first()


def _is_news(notice: Notice) -> bool:
    return notice.club is not None and notice.club.closed_at is None and not notice.read_at


def _own(notice: Notice) -> Membership | None:
    assert notice.club is not None
    return membership(club=notice.club, player=notice.player)


def _is_organiser(notice: Notice) -> bool:
    own = _own(notice)
    return own is not None and own.is_organiser


def _is_asked(notice: Notice, result: ClubResult) -> bool:
    """Whoever has left the club doesn't find the question there any more."""
    return _own(notice) is not None and any(
        place.player == notice.player and place.answer == ClubPlace.Answer.NONE
        for place in result.places.all()
    )


def _lines(result: ClubResult) -> list[str]:
    day = formats.date_format(result.played_at, _("j F Y"))
    return [f"{say(result.variant_title)}, {day}: {_scores(result)}"]


def _scores(result: ClubResult) -> str:
    return ", ".join(f"{place.name} {place.score}" for place in result.places.all())


def _objections(result: ClubResult) -> list[str]:
    return [f"{place.name}: {place.objection}" for place in result.places.all() if place.objection]


def _numbers(kind: str, topics: Collection[str]) -> list[int]:
    parts = [topic.partition("-") for topic in topics]
    return [int(number) for name, _dash, number in parts if name == kind and number.isdecimal()]
