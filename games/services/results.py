"""The leaderboards of games that are no contest: results in place of ratings."""

from __future__ import annotations

from datetime import datetime
from itertools import product

from django.db import connection, transaction

from games.catalogue import GAMES
from games.models import Section, Standing, TeamStanding
from games.seasons import Season

Board = Standing.Board

PROVISIONAL_MATCHES = 5

# Who is on a board.
BOARDS = {
    Board.ALL_TIME: "season = ''",
    Board.SEASON: "season = %(season)s",
    Board.ACTIVE: "season = '' AND last_at >= %(active)s",
}

# The share won, then what a city was worth on average: who never finished one comes last.
ORDER = """
    is_provisional, wins * 1.0 / games DESC, CASE WHEN cities = 0 THEN 1 ELSE 0 END,
    points * 1.0 / NULLIF(cities, 0) DESC, games DESC, team_id
"""

INSERT = """
WITH lines AS (
    SELECT tally.team_id, tally.games, tally.wins, tally.cities, tally.points, tally.best,
        tally.games < %(provisional)s AS is_provisional,
        MIN(CASE WHEN player.bot = '' AND player.owner_id IS NULL THEN 1 ELSE 0 END)
            AS is_person
    FROM games_teamtally AS tally
    JOIN games_team_members AS member ON member.team_id = tally.team_id
    JOIN accounts_player AS player ON player.id = member.player_id
    WHERE tally.game = %(game)s AND tally.variant = %(variant)s
        AND tally.section = %(section)s AND {condition}
    GROUP BY tally.id
    HAVING MIN(CASE WHEN player.is_active THEN 1 ELSE 0 END) = 1
), ordered AS (
    SELECT lines.*,
        ROW_NUMBER() OVER (ORDER BY {order}) AS place,
        ROW_NUMBER() OVER (PARTITION BY is_person ORDER BY {order}) AS place_among_such
    FROM lines
)
INSERT INTO games_teamstanding (pool, section, board, place, place_of_people, team_id, games,
    wins, cities, points, best, is_provisional)
SELECT %(pool)s, %(section)s, %(board)s, place,
    CASE WHEN is_person = 1 THEN place_among_such END, team_id, games, wins, cities, points, best,
    is_provisional
FROM ordered
ORDER BY place
"""


def post_results(*, now: datetime, active: datetime) -> None:
    """Make them again; who has played since ``active`` is."""
    for game in GAMES.values():
        for variant in () if game.is_contest else game.variants:
            _post(game.name, variant, now, active)


@transaction.atomic
def _post(game: str, variant: str, now: datetime, active: datetime) -> None:
    """Whoever reads meanwhile sees what was there before."""
    pool = f"{game}:{variant}"
    TeamStanding.objects.filter(pool=pool).delete()
    values = {
        "pool": pool,
        "game": game,
        "variant": variant,
        "season": str(Season.of(now)),
        "active": connection.ops.adapt_datetimefield_value(active),
        "provisional": PROVISIONAL_MATCHES,
    }
    with connection.cursor() as cursor:
        for section, (board, condition) in product(Section.values, BOARDS.items()):
            cursor.execute(
                INSERT.format(condition=condition, order=ORDER),
                values | {"section": section, "board": board},
            )
