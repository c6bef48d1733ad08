"""A database of any size: made-up players who have finished made-up matches.

A few matches are real, played by bots; all others are copies of them with other players, dates and
scores, written by the database itself. Copies have no moves, and their ratings are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection

SIZES = {"classic": (2, 3, 4), "expert": (2, 3, 4)}
BOT_SHARE = 0.3  # of the seats that are not the first
YEARS = 5

PLAYERS = """
insert into accounts_player
    (username, password, email, is_superuser, is_staff, is_active, date_joined, bot, time_zone,
     language, about, free_days, auto_vacation, digest_hour)
select 'player-' || n, '', '', false, false, true, now() - interval '5 years', '', 'UTC',
       'en', '', '[]', true, 8
from generate_series(%(first)s, %(last)s) n
"""

MATCHES = """
insert into games_match
    (code, creator_id, created_at, game, version, variant, options, size, rated, clock,
     allows_vacation, least_reliability, is_private, allows_bots, sight, seed, setup, status, seq,
     result, started_at, moved_at, finished_at, lasted, best_score, number)
select 'p' || lpad(to_hex(n), 7, '0'), model.creator_id, d.finished - d.lasted, model.game,
       model.version, model.variant, model.options, model.size, model.rated, model.clock, true, 0,
       false, false, '', md5(n::text), model.setup, 'finished', model.seq, model.result,
       d.finished - d.lasted, d.finished, d.finished, d.lasted,
       greatest(10, model.best_score + (20 * (random() + random() - 1))::int), n + 1000
from generate_series(%(first)s, %(last)s) n
join lateral (
    select now() - %(years)s * interval '1 year' * (1 - n / %(total)s::float) as finished,
           (1 + 40 * random()) * interval '1 day' + n * interval '0' as lasted
) d on true
join games_match model on model.id = (%(models)s)[1 + n %% array_length(%(models)s, 1)]
"""

# Some play often and most play seldom; the first seat is always a person's.
SEATS = """
insert into games_seat (match_id, index, player_id, note, draft, score, rank, finished_at)
select copy.id, seat.index,
       case when seat.index > 0 and random() < %(bot_share)s
            then (%(bots)s)[1 + floor(random() * array_length(%(bots)s, 1))::int]
            else (%(least)s + floor(%(people)s * power(random(), 3)))::bigint end,
       '', '', greatest(5, copy.best_score - 7 * (seat.rank - 1)), seat.rank, copy.finished_at
from games_match copy
join games_seat seat
  on seat.match_id = (%(models)s)[1 + (copy.number - 1000) %% array_length(%(models)s, 1)]
where copy.number between %(first)s + 1000 and %(last)s + 1000
"""

CHANGES = """
insert into games_ratingchange (match_id, player_id, pool, number, at, before, after)
select seat.match_id, seat.player_id, pool.name, copy.number, copy.finished_at, r.before,
       r.before + (16 * (random() - 0.5))::numeric(7, 2)
from games_match copy
join games_seat seat on seat.match_id = copy.id
join lateral (values (copy.game), (copy.game || ':' || copy.variant)) pool (name) on true
join lateral (
    select (1500 + 400 * (random() + random() - 1) + seat.id * 0)::numeric(7, 2) as before
) r on true
where copy.rated and copy.number between %(first)s + 1000 and %(last)s + 1000
on conflict do nothing
"""

# What the matches add up to is counted anew after each filling.
BOOKS = [
    "delete from games_rating",
    """
    insert into games_rating (player_id, pool, rating, peak, games, recent, last_at)
    select player_id, pool, (array_agg(after order by number desc))[1], max(after), count(*),
           to_jsonb((array_agg(after::float order by number desc))[1:20]), max(at)
    from games_ratingchange group by player_id, pool
    """,
    "delete from games_tally",
    """
    insert into games_tally
        (player_id, game, variant, size, games, wins, "left", timed_out, points, cities, best)
    select seat.player_id, game, variant, size, count(*), count(*) filter (where rank = 1), 0, 0,
           sum(score), count(*), max(score)
    from games_seat seat join games_match m on m.id = seat.match_id
    where m.status = 'finished'
    group by seat.player_id, game, variant, size
    """,
    "delete from games_meeting",
    """
    insert into games_meeting
        (player_id, other_id, game, games, wins, losses, last_at, season, rated_in_season)
    select own.player_id, other.player_id, game, count(*),
           count(*) filter (where own.rank < other.rank),
           count(*) filter (where own.rank > other.rank), max(own.finished_at), '2020-1', 0
    from games_seat own
    join games_seat other on other.match_id = own.match_id and other.player_id <> own.player_id
    join games_match m on m.id = own.match_id
    where m.status = 'finished' and m.rated
    group by own.player_id, other.player_id, game
    """,
    "delete from games_kindtotal",
    """
    insert into games_kindtotal (player_id, game, variant, kind, cities, points)
    select player_id, game, variant, kind, sum(cities), sum(cities * (4 + length(kind)))
    from games_tally cross join unnest(%(kinds)s::text[]) kind
    group by grouping sets ((player_id, game, variant, kind), (game, variant, kind))
    """,
    # All that is not rated is no contest: players, those who are alone, and teams without bots.
    """
    create temporary table sides as
    select case size when 1 then 'solo' else 'players' end as section, player_id::text as key,
           game, variant, m.finished_at, score, rank
    from games_match m join games_seat seat on seat.match_id = m.id
    where m.status = 'finished' and not m.rated
    union all
    select 'teams', string_agg(distinct player_id::text, ','), min(game), min(variant),
           min(m.finished_at), min(score), min(rank)
    from games_match m
    join games_seat seat on seat.match_id = m.id
    join accounts_player player on player.id = seat.player_id
    where m.status = 'finished' and not m.rated and m.size > 1
    group by m.id
    having bool_and(player.bot = '')
    """,
    "truncate games_teamstanding, games_teamtally, games_team_members, games_team",
    "insert into games_team (key) select distinct key from sides",
    """
    insert into games_team_members (team_id, player_id)
    select team.id, member::bigint
    from games_team team cross join unnest(string_to_array(key, ',')) member
    """,
    """
    insert into games_teamtally (team_id, section, game, variant, season, games, wins, cities,
        points, best, last_at)
    select team.id, section, game, variant, season, count(*), count(*) filter (where rank = 1),
           count(*), sum(score), max(score), max(finished_at)
    from sides
    join games_team team using (key)
    cross join lateral (
        values (''), (to_char(finished_at at time zone 'UTC', 'YYYY-Q'))
    ) seasons (season)
    group by team.id, section, game, variant, season
    """,
    "drop table sides",
]


def grow(*, matches: int, players: int, models: list[int], bots: list[int]) -> Iterator[str]:
    """Fill up to so many matches and players; says what it has just done."""
    facts: dict[str, Any] = {"models": models, "bots": bots, "bot_share": BOT_SHARE, "years": YEARS}
    yield from _grow_players(players)
    facts |= {
        "people": players,
        "least": _value("select min(id) from accounts_player where username like 'player-%%'"),
    }
    first = 1 + (_value("select max(number) - 1000 from games_match where number > 1000") or 0)
    facts |= {"first": first, "last": matches, "total": matches}
    for name, statement in {"matches": MATCHES, "seats": SEATS, "ratings": CHANGES}.items():
        _run(statement, facts)
        yield name
    for statement in BOOKS:
        _run(statement, {"kinds": KINDS})
    yield "books"
    _run("vacuum analyze", None)
    yield "statistics"


KINDS = ["tower", "shop", "service", "park", "factory", "harbor", "monument", "office"]


def _grow_players(players: int) -> Iterator[str]:
    there = _value("select count(*) from accounts_player where username like 'player-%%'")
    _run(PLAYERS, {"first": there + 1, "last": players})
    yield "players"


def _run(statement: str, facts: dict[str, Any] | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, facts)


def _value(query: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query, {})
        row = cursor.fetchone()
    return row[0] if row else None
