"""A small world for a site on one's own machine: players, finished matches, your turn in others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Club, Event, Membership, Notice, Player
from accounts.services import clubs
from engine import Rng
from engine.bots import BOTS
from games import notices, replay
from games.models import Match, Move
from games.services import chats
from games.services.books import enter_finished
from games.services.club_results import Entry, Played, answer_result, enter_result
from games.services.leaderboards import refresh_standings
from games.services.matches import Chair, TableTerms, create_table, join_table
from games.services.moves import play_bot_move

NAMES = ("alice", "bob", "charlie")
OTHERS = ("dora", "emil", "fay")  # who are only there to be played against
PASSWORD = "quadropolis"
TO_THE_END = 1000
PACE = timedelta(hours=4)  # of a match, from move to move
# How many of a hundred moves are as good as the greedy bot's; the others are anything legal.
SKILL = {"alice": 100, "bob": 95, "charlie": 85, "dora": 90, "emil": 75, "fay": 60, "random": 0}

TALK = "Shall we keep the parks together? I could close the road in the north."


@dataclass(frozen=True)
class Story:
    """A match of the demo: who sits there (bots by their level), and how far it has come."""

    seats: tuple[str, ...]
    moves: int
    days_ago: float
    variant: str = "classic"
    options: tuple[str, ...] = ()
    words: str = ""  # what the first of them says at the end
    game: str = "quadropolis"


LATELY = (
    Story(("alice", "bob"), TO_THE_END, 20),
    Story(("bob", "charlie", "alice"), TO_THE_END, 14, "expert"),
    Story(("charlie", "greedy"), TO_THE_END, 9, options=("squares",)),
    Story(("alice", "greedy", "random"), TO_THE_END, 6),
    Story(("bob", "alice", "charlie", "greedy"), TO_THE_END, 3, "expert", ("squares",)),
    Story(("alice", "greedy"), 11, 0.5),
    Story(("bob", "alice"), 18, 0.2, words="Your harbours worry me. Your move!"),
    Story(("charlie", "alice", "bob"), 31, 0.1, "expert"),
    Story(("alice", "bob", "charlie", "greedy"), 26, 0.3, "expert", ("squares",)),
    Story(("alice", "bob", "charlie"), TO_THE_END, 5, "normal", game="megalopolis"),
    Story(("bob", "alice"), 9, 0.6, "normal", words=TALK, game="megalopolis"),
    Story(("alice",), 4, 0.7, "normal", game="megalopolis"),
    Story(("bob",), TO_THE_END, 2, "solo", game="greenways"),
    Story(("alice",), TO_THE_END, 4, "solo", game="greenways"),
    Story(("alice",), 24, 0.4, "solo", game="greenways"),
)
# Half a year of rated matches, so that leaderboards and histories have something to show.
HISTORY = (
    ("alice", "bob"),
    ("dora", "emil", "fay"),
    ("alice", "charlie", "dora"),
    ("bob", "greedy"),
    ("emil", "alice"),
    ("fay", "charlie", "bob", "dora"),
    ("charlie", "alice"),
    ("bob", "dora"),
    ("alice", "random"),
    ("dora", "alice", "emil"),
    ("bob", "charlie"),
    ("fay", "greedy", "random"),
    ("alice", "dora"),
    ("emil", "bob", "alice"),
    ("charlie", "dora", "alice", "bob"),
    ("alice", "greedy"),
    ("dora", "bob", "charlie"),
    ("bob", "alice"),
)
LATEST_OF_HISTORY, DAYS_BETWEEN = 21, 9
CLUB_DAYS = 600  # how long ago the club was founded
ANNOUNCEMENT = "Next meeting: Thursday at eight, the usual place. Somebody bring the Expert boards!"
OVER_THE_TABLE = (
    ("alice", 63, "bob", 58),
    ("charlie", 71, "alice", 66),
    ("bob", 49, "charlie", 49),
)
OPEN_TABLES = (("bob", "classic", 2), ("charlie", "expert", 3))


def is_allowed() -> bool:
    return bool(settings.IS_LOCAL)


def is_needed() -> bool:
    return not Player.objects.people().exists()


def logins() -> list[str]:
    """The demo's players, for a page that says how to log in; nobody on a real site."""
    if not is_allowed():
        return []
    demo_mails = [_mail(name) for name in NAMES]
    return list(
        Player.objects.people().filter(email__in=demo_mails).values_list("username", flat=True)
    )


def load(progress: Callable[[int, int], None]) -> None:
    players = {name: _player(name) for name in NAMES}
    players |= {name: Player.objects.create_user(name, _mail(name)) for name in OTHERS}
    club = _club(players)
    stories = [*_history(), *LATELY]
    for done, story in enumerate(stories):
        progress(done, len(stories))
        _play(story, players)
    for name, variant, size in OPEN_TABLES:
        chairs = [Chair(player=players[name]), *[Chair()] * (size - 1)]
        terms = TableTerms("quadropolis", variant)
        create_table(creator=players[name], terms=terms, chairs=chairs)
    chairs = [Chair(player=players["bob"]), Chair()]
    terms = TableTerms("quadropolis", "expert", club_id=club.pk)
    create_table(creator=players["bob"], terms=terms, chairs=chairs)
    enter_finished()
    _over_the_table(club, players)
    refresh_standings()
    progress(len(stories), len(stories))


def _history() -> Iterator[Story]:
    for age, seats in enumerate(reversed(HISTORY)):
        variant = "expert" if age % 3 == 2 else "classic"
        yield Story(seats, TO_THE_END, LATEST_OF_HISTORY + DAYS_BETWEEN * age, variant)


def _mail(name: str) -> str:
    return f"{name}@demo.invalid"


def _player(name: str) -> Player:
    player = Player.objects.create_user(name, _mail(name), PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def _club(players: dict[str, Player]) -> Club:
    """Of nearly everybody, and for so long that their matches count there."""
    owner, *others, stranger = players.values()
    club = clubs.found_club(player=owner, name="Thursday Circle", about="We meet on Thursdays.")
    for player in others:
        clubs.join_by_link(player=player, slug=club.slug, key=club.join_key)
    clubs.ask_to_join(player=stranger, slug=club.slug, text="I have the box, and biscuits.")
    clubs.announce(by=owner, slug=club.slug, text=ANNOUNCEMENT)
    since = timezone.now() - timedelta(days=CLUB_DAYS)
    Club.objects.filter(pk=club.pk).update(founded_at=since)
    Membership.objects.filter(club=club).update(joined_at=since)
    return club


def _over_the_table(club: Club, players: dict[str, Player]) -> None:
    """The latest game still waits to be confirmed."""
    today = timezone.localdate()
    for weeks, (first, score, second, other_score) in enumerate(reversed(OVER_THE_TABLE)):
        entries = [Entry(score, players[first]), Entry(other_score, players[second])]
        played = Played("quadropolis", "classic", today - timedelta(weeks=weeks), entries)
        result = enter_result(by=players[first], slug=club.slug, played=played)
        if weeks:
            answer_result(
                player=players[second], slug=club.slug, result_id=result.pk, confirms=True
            )


@transaction.atomic
def _play(story: Story, players: dict[str, Player]) -> None:
    creator = players[story.seats[0]]
    chairs = [_chair(name, creator, players) for name in story.seats]
    terms = TableTerms(story.game, story.variant, story.options)
    match = create_table(creator=creator, terms=terms, chairs=chairs)
    for name in story.seats[1:]:
        if name in players:
            match = join_table(player=players[name], code=match.code)
    *most, last = _moves(match, story)
    _skip(match, most)
    play_bot_move(match_id=match.pk, seq=len(most), text=last.text)
    match.refresh_from_db()
    if story.words:
        chats.write(code=match.code, player=creator, text=story.words)
    _date_back(match, timedelta(days=story.days_ago))
    _read_what_is_over(match)


def _chair(name: str, creator: Player, players: dict[str, Player]) -> Chair:
    if name not in players:
        return Chair(bot=name)
    player = players[name]
    return Chair(player=player) if player == creator else Chair(invited=player)


def _moves(match: Match, story: Story) -> list[Move]:
    """Until it is the turn of Alice, or whoever is first without her."""
    hero = story.seats.index("alice") if "alice" in story.seats else 0
    rng, state = Rng(f"demo {story.seats} {story.days_ago}"), replay.position(match)
    found: list[Move] = []
    while (seat := state.to_move) is not None and (len(found) < story.moves or seat != hero):
        is_good = rng.below(100) < SKILL.get(story.seats[seat], 100)
        move = BOTS["greedy" if is_good else "random"](match.rules, state.observe(seat), rng)
        found.append(Move(match=match, seq=len(found) + 1, seat=seat, text=str(move)))
        state.push(move)
    return found


def _skip(match: Match, moves: list[Move]) -> None:
    """Write them at once: the service would replay the match for each of them."""
    for move in moves:
        move.created_at, move.took = timezone.now(), PACE
    Move.objects.bulk_create(moves)
    match.seq = len(moves)
    match.to_move = replay.position(match).to_move
    match.save()


def _read_what_is_over(match: Match) -> None:
    """The bell rings for turns that wait now, for results and for the chat."""
    over = Notice.objects.filter(topic=match.code, event__in=notices.ABOUT_THE_MATCH)
    waiting = [seat.player for seat in match.seats_in_order() if seat.index == match.to_move]
    over.exclude(event=Event.YOUR_TURN, player__in=waiting).update(read_at=timezone.now())


def _date_back(match: Match, age: timedelta) -> None:
    """As if it had been played at a leisurely pace, ending that long ago."""
    lasted = PACE * match.seq
    Match.objects.filter(pk=match.pk).update(
        created_at=F("created_at") - age - lasted,
        started_at=F("started_at") - age - lasted,
        moved_at=F("moved_at") - age,
        finished_at=F("finished_at") - age,
        lasted=F("lasted") + lasted,
        deadline=F("deadline") - age,
        warn_at=F("warn_at") - age,
    )
    match.seats.update(finished_at=F("finished_at") - age)
    moves = list(match.moves.all())
    for move in moves:
        move.created_at -= age + PACE * (match.seq - move.seq)
    Move.objects.bulk_update(moves, ["created_at"])
