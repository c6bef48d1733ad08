"""The leaderboards: stored tables, made again from the books when matches were entered.

In SQL from end to end, so that a hundred thousand players don't pass through this program.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import Player
from games.catalogue import GAMES
from games.elo import PROVISIONAL_GAMES
from games.facts import pools
from games.models import Ledger, Standing, TeamStanding
from games.seasons import Season
from games.services.books import ledgers
from games.services.results import post_results

Board = Standing.Board

WEEK = timedelta(days=7)
ACTIVE = timedelta(days=90)
TIME_LIMIT_SECONDS = 600  # a hundred thousand players take half a minute or so
LEASE = timedelta(seconds=TIME_LIMIT_SECONDS + 60)
AT_MOST_EVERY = timedelta(minutes=1)
REST = 20  # times as long as the work took, or large boards would keep a worker busy for ever

# Who is on a board, and by what they are ordered.
BOARDS = {
    Board.ALL_TIME: ("TRUE", "rating"),
    Board.SEASON: ("season_games > 0", "gained"),
    Board.ACTIVE: ("last_at >= %(active)s", "rating"),
}

INSERT = """
WITH changes AS (
    SELECT player_id,
        SUM(CASE WHEN "at" >= %(season)s THEN "after" - "before" ELSE 0 END) AS gained,
        SUM(CASE WHEN "at" >= %(season)s THEN 1 ELSE 0 END) AS season_games,
        SUM(CASE WHEN "at" >= %(week)s THEN "after" - "before" ELSE 0 END) AS week
    FROM games_ratingchange
    WHERE pool = %(pool)s AND "at" >= %(since)s
    GROUP BY player_id
), lines AS (
    SELECT rating.player_id, rating.rating, rating.games, rating.last_at,
        rating.games < %(provisional)s AS is_provisional,
        player.bot = '' AND player.owner_id IS NULL AS is_person,
        COALESCE(changes.gained, 0) AS gained,
        COALESCE(changes.season_games, 0) AS season_games,
        COALESCE(changes.week, 0) AS week
    FROM games_rating AS rating
    JOIN accounts_player AS player ON player.id = rating.player_id AND player.is_active
    LEFT JOIN changes ON changes.player_id = rating.player_id
    WHERE rating.pool = %(pool)s
), ordered AS (
    SELECT lines.*,
        ROW_NUMBER() OVER (ORDER BY {order}) AS place,
        ROW_NUMBER() OVER (PARTITION BY is_person ORDER BY {order}) AS place_among_such
    FROM lines
    WHERE {condition}
)
INSERT INTO games_standing (pool, board, place, place_of_people, player_id, rating, games,
    is_provisional, gained, week)
SELECT %(pool)s, %(board)s, place, CASE WHEN is_person THEN place_among_such END, player_id,
    rating, games, is_provisional, gained, week
FROM ordered
ORDER BY place
"""
ORDER = "is_provisional, {by} DESC, games DESC, player_id"


def refresh_standings() -> bool:
    """Make the leaderboards again, unless they are up to date or somebody else is at it."""
    now = timezone.now()
    ledger = _claim(now)
    if ledger is None:
        return False
    for pool in all_pools():
        _post(pool, now)
    post_results(now=now, active=now - ACTIVE)
    took = timezone.now() - now
    ledgers().update(
        posted=ledger.entered,
        post_at=now + max(AT_MOST_EVERY, took * REST),
        stale_at=_next_day(now),
    )
    return True


def take_off_the_boards(*, player: Player) -> None:
    """At once; the others move up when the boards are next made."""
    Standing.objects.filter(player=player).delete()
    TeamStanding.objects.filter(team__members=player).delete()
    ledgers().update(stale_at=None)


def all_pools() -> list[str]:
    """Of the games that have ratings."""
    contests = [game for game in GAMES.values() if game.is_contest]
    found = [pool for game in contests for name in game.variants for pool in pools(game.name, name)]
    return list(dict.fromkeys(found))


def _claim(now: datetime) -> Ledger | None:
    """Not too often; and should whoever claims it be lost, the next one may try after the lease."""
    due = Q(post_at=None) | Q(post_at__lte=now)
    out_of_date = ~Q(posted=F("entered")) | Q(stale_at=None) | Q(stale_at__lte=now)
    ledger = ledgers().filter(due, out_of_date).first()
    if ledger is None:
        return None
    won = ledgers().filter(post_at=ledger.post_at).update(post_at=now + LEASE)
    return ledger if won else None


@transaction.atomic
def _post(pool: str, now: datetime) -> None:
    """Whoever reads meanwhile sees what was there before."""
    Standing.objects.filter(pool=pool).delete()
    season = Season.of(now).start
    week = now - WEEK
    dates = {"season": season, "week": week, "since": min(season, week), "active": now - ACTIVE}
    values = {name: connection.ops.adapt_datetimefield_value(at) for name, at in dates.items()}
    with connection.cursor() as cursor:
        for board, (condition, by) in BOARDS.items():
            cursor.execute(
                INSERT.format(condition=condition, order=ORDER.format(by=by)),
                values | {"pool": pool, "board": board, "provisional": PROVISIONAL_GAMES},
            )


def _next_day(now: datetime) -> datetime:
    """Weeks and seasons go on, even when nobody plays."""
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return today + timedelta(days=1)
