"""What mails about a match say. Each is asked just before it is sent whether it is still true.

Everything is made from the match page of the reader, so a mail shows nothing that the page hides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Max
from django.utils import formats, timezone
from django.utils.text import Truncator, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import letters
from accounts.letters import Letter
from accounts.models import Event, MailChoice, Mute, Notice, Player
from accounts.services.notices import choices
from games import replay
from games.models import Match, Message, Move, Seat
from games.presenters import PRESENTERS
from games.presenters.agreements import question, why_called_off
from games.presenters.matches import MatchPage, match_page
from games.text import points, say

MOST_LINES = 20
MOST_MESSAGES = 10
LONGEST_QUOTE = 300


def register() -> None:
    letters.COMPOSERS.update(
        {
            Event.YOUR_TURN: your_turn,
            Event.DEADLINE_NEAR: deadline_near,
            Event.MATCH_STARTED: match_started,
            Event.MATCH_FINISHED: match_finished,
            Event.CHAT: chat,
            Event.INVITATION: invitation,
            Event.PROPOSAL: proposal,
        }
    )
    letters.TITLES.append(titles)


def titles(reader: Player, topics: Collection[str]) -> dict[str, str]:
    """What matches are called in a list of notices."""
    found = Match.objects.with_seats().filter(code__in=topics)
    return {match.code: title(match, reader) for match in found}


def title(match: Match, reader: Player) -> str:
    """The game and the others at the table, as far as they are known yet."""
    others = [seat.holder or seat.invited for seat in match.seats_in_order()]
    names = [str(other) for other in others if other is not None and other != reader]
    game = say(match.rules.title)
    if not names:
        return game
    words = _("%(game)s against %(others)s") if match.is_contest else _("%(game)s with %(others)s")
    return words % {
        "game": game,
        "others": get_text_list(names, _("and")),
    }


def your_turn(notice: Notice) -> Letter | None:
    return _turn(notice, _("Your turn: %(match)s (%(stage)s)"), [])


def deadline_near(notice: Notice) -> Letter | None:
    subject = _("Your time is running out: %(match)s (%(stage)s)")
    return _turn(notice, subject, [_("You have used most of your time for this move.")])


def match_started(notice: Notice) -> Letter | None:
    match = _match(notice)
    if match is None or not match.is_running or notice.read_at or _has_moved(notice, match):
        return None
    subject = _("It begins: %(match)s")
    mover = match.seats_in_order()[match.to_move or 0].holder
    words = (
        _("The table is full, and the match has begun. %(player)s is to move.")
        if match.seq
        else _("The table is full. %(player)s has the first turn.")
    )
    intro = [words % {"player": mover}]
    return _match_letter(notice, match, subject, intro, button=_("See the match"))


def match_finished(notice: Notice) -> Letter | None:
    match = _match(notice)
    if match is None or match.setup is None or notice.read_at:
        return None
    if match.is_running:
        return _too_late(notice, match)
    subject, intro = _ending(match, match.seat_of(notice.player))
    return _match_letter(notice, match, subject, intro, button=_("See the match"))


def chat(notice: Notice) -> Letter | None:
    match = _match(notice)
    messages = _new_messages(notice, match) if match and not notice.read_at else []
    if match is None or not messages:
        return None
    authors = list(dict.fromkeys(str(message.author) for message in messages))
    subject = _("%(players)s wrote: %(match)s") % {
        "players": get_text_list(authors, _("and")),
        "match": title(match, notice.player),
    }
    context = {"messages": messages, "button": _("Answer")}
    return Letter(subject, _address(match, "chat"), "match", context, _quotes(messages))


def invitation(notice: Notice) -> Letter | None:
    match = _match(notice)
    if match is None or not match.is_open or notice.read_at:
        return None
    if not any(seat.is_free and seat.invited == notice.player for seat in match.seats_in_order()):
        return None
    names = {"player": match.creator, "game": say(match.rules.title)}
    terms = _terms(match)
    context = {
        "intro": [_("%(player)s keeps a seat for you at this table:") % names],
        "terms": terms,
        "button": _("See the table"),
    }
    subject = _("%(player)s invites you: %(game)s") % names
    return Letter(subject, match.get_absolute_url(), "match", context, terms)


def proposal(notice: Notice) -> Letter | None:
    match = _match(notice)
    seat = match.seat_of(notice.player) if match and match.is_running else None
    asked = question(match, seat) if match and seat and not notice.read_at else None
    if match is None or asked is None or asked.is_answered:
        return None
    subject = _("A proposal: %(match)s")
    return _match_letter(notice, match, subject, [asked.words], button=_("Answer"))


def _turn(notice: Notice, subject: str, intro: Sequence[str]) -> Letter | None:
    match = _match(notice)
    if match is None or not match.is_running or not match.is_turn_of(notice.player):
        return None
    if match.deadline:
        by = _("Please move before %(moment)s.") % {"moment": _moment(match.deadline)}
        intro = [*intro, by]
    return _match_letter(notice, match, subject, intro, button=_("Make your move"))


def _too_late(notice: Notice, match: Match) -> Letter | None:
    """The match goes on, but without the reader."""
    seat = match.seat_of(notice.player)
    if seat is not None and seat.driver == notice.player:
        return None
    subject = _("You were too late: %(match)s")
    intro = [_("Your time for the move ran out, so a bot plays on in your place.")]
    return _match_letter(
        notice, match, subject, [*intro, _counts(match, seat)], button=_("See the match")
    )


def _counts(match: Match, seat: Seat | None) -> str:
    if seat is None:  # a substitute, who leaves no trace
        return _("You played on for somebody else, so this does not count for you.")
    if match.is_contest:
        return _("The match counts for you as a time-out, and you come last among the people.")
    return _("The match counts for you as a time-out.")


def _has_moved(notice: Notice, match: Match) -> bool:
    seat = match.seat_of(notice.player)
    moves = match.moves.filter(kind=Move.Kind.MOVE)
    return seat is not None and moves.filter(seat=seat.index).exists()


def _match_letter(
    notice: Notice, match: Match, subject: str, intro: Sequence[str], *, button: str
) -> Letter:
    """With what happened since the reader's last move, what was written, and the boards."""
    page = _page(match, notice.player)
    drawing = PRESENTERS[match.game].draw(page.board)
    lines, messages = _what_happened(page), _new_messages(notice, match)
    context = {
        "intro": intro,
        "since": _since(page),
        "lines": lines,
        "messages": messages,
        "drawing": drawing,
        "button": button,
    }
    subject = subject % {"match": title(match, notice.player), "stage": drawing.stage}
    in_short = [*intro, *lines, *_quotes(messages)]
    return Letter(subject, _address(match, "match-board"), "match", context, in_short)


def _page(match: Match, reader: Player) -> MatchPage:
    """The position as it is, not as a move begun would leave it."""
    seat = match.seat_of(reader)
    if seat is not None:
        seat.draft = ""
    return match_page(match, reader, {})


def _what_happened(page: MatchPage) -> list[str]:
    """What the others did since the reader's last turn."""
    own = _own_seats(page)
    new = [line for line in page.log if line.is_new and not line.is_undone]
    lines = [f"{line.name}: {line.words}" for line in new if line.move.seat not in own]
    return lines[-MOST_LINES:]


def _since(page: MatchPage) -> str:
    own = _own_seats(page)
    has_moved = any(line.move.seat in own for line in page.log)
    return _("Since your last move") if has_moved else _("What happened so far")


def _own_seats(page: MatchPage) -> list[int]:
    return [sitter.seat.index for sitter in page.sitters if sitter.is_reader]


def _ending(match: Match, seat: Seat | None) -> tuple[str, list[str]]:
    """A subject, and what comes first in the mail."""
    if not match.is_finished:
        intro = [_("The match was called off."), why_called_off(match)]
        return _("Called off: %(match)s"), [" ".join(intro)]
    if not match.is_contest:
        subject = {"verdict": match.verdict, "match": "%(match)s"}
        return _("%(verdict)s (%(match)s)") % subject, [_verdict(match)]
    ranking = [_result(one) for one in _ranking(match)]
    return _subject_of_result(match, seat), [*_how_it_ended(match, seat), *ranking]


def _how_it_ended(match: Match, reader: Seat | None) -> list[str]:
    """Nothing, unless a duel was over before its city was built: the points don't explain it."""
    if not match.is_duel:
        return []
    return [
        _how_they_left(how, seat, reader)
        for how, gone in replay.departures(match).items()
        for seat in match.seats_in_order()
        if seat.index in gone
    ]


def _how_they_left(how: str, seat: Seat, reader: Seat | None) -> str:
    if seat == reader:
        return _("Your time ran out.") if how == "timed_out" else _("You resigned.")
    words = _("%(name)s ran out of time.") if how == "timed_out" else _("%(name)s resigned.")
    return words % {"name": seat.player}


def _verdict(match: Match) -> str:
    names = get_text_list([str(seat.holder) for seat in match.seats_in_order()], _("and"))
    return f"{names}: {match.verdict}"


def _subject_of_result(match: Match, seat: Seat | None) -> str:
    if seat is None or seat.rank is None:
        return _("It is over: %(match)s")
    if match.is_duel and seat.index in replay.departures(match).get("timed_out", []):
        return _("You lost on time: %(match)s")
    if seat.rank > 1:
        place = {"rank": seat.rank, "size": match.size, "match": "%(match)s"}
        return _("Place %(rank)s of %(size)s: %(match)s") % place
    winners = [one for one in match.seats_in_order() if one.rank == 1]
    return _("You won: %(match)s") if len(winners) == 1 else _("A tie: %(match)s")


def _ranking(match: Match) -> list[Seat]:
    return sorted(match.seats_in_order(), key=lambda seat: (seat.rank or 0, seat.index))


def _result(seat: Seat) -> str:
    return f"{seat.rank}. {seat.holder}: {points(seat.score or 0)}"


def _terms(match: Match) -> list[str]:
    """What everybody can read before they sit down."""
    size = ngettext("%(count)s player", "%(count)s players", match.size) % {"count": match.size}
    rated = [_("rated") if match.rated else _("not rated")] if match.is_contest else []
    people = [str(seat.player) for seat in match.seats_in_order() if seat.player]
    titles = [say(match.variant_title), *map(say, match.option_titles)]
    terms = [
        ", ".join([*titles, size, *rated]),
        _("Clock: %(clock)s") % {"clock": match.clock_title},
        _("Vacations stop the clock.") if match.allows_vacation else _("No vacations."),
        _("At the table: %(people)s") % {"people": ", ".join(people)},
    ]
    if match.expires_at:
        terms.append(_("Open until %(moment)s") % {"moment": _moment(match.expires_at)})
    return terms


def _new_messages(notice: Notice, match: Match) -> list[Message]:
    """What the reader has not seen yet, neither on the site nor in a mail, and wants to."""
    seat = match.seat_of(notice.player)
    if seat is None or choices(notice.player)[Event.CHAT] == MailChoice.When.NEVER:
        return []
    muted = Mute.objects.filter(player=notice.player).values("muted")
    written = match.messages.filter(hidden_at=None).exclude(author=notice.player)
    unseen = written.exclude(author__in=muted).select_related("author")
    for seen_at in (seat.chat_read_at, _last_mail(notice)):
        if seen_at is not None:
            unseen = unseen.filter(created_at__gt=seen_at)
    return list(unseen)[-MOST_MESSAGES:]


def _last_mail(notice: Notice) -> datetime | None:
    sent = Notice.objects.filter(
        player=notice.player, topic=notice.topic, mail__in=(Notice.Mail.SENDING, Notice.Mail.SENT)
    )
    last: datetime | None = sent.aggregate(last=Max("mailed_at"))["last"]
    return last


def _quotes(messages: Sequence[Message]) -> list[str]:
    return [
        f"{message.author}: {Truncator(' '.join(message.text.split())).chars(LONGEST_QUOTE)}"
        for message in messages
    ]


def _moment(moment: datetime) -> str:
    """In the reader's time zone, which is named: it may be an old one."""
    local = timezone.localtime(moment)
    return f"{formats.date_format(local, _('l j F, H:i'))} ({local.tzname()})"


def _address(match: Match, part: str) -> str:
    return f"{match.get_absolute_url()}#{part}"


def _match(notice: Notice) -> Match | None:
    return Match.objects.with_seats().filter(code=notice.topic).first()
