"""Days that tests play on."""

from datetime import UTC, datetime, timedelta

from games.models import Daily, Match
from games.services.dailies import begin_try, deal_today
from tests.games.conftest import rush

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
DAY = NOON.date()
MIDNIGHT = datetime(2026, 3, 11, tzinfo=UTC)
A_MOMENT = timedelta(seconds=1)
QUADROPOLIS = "quadropolis"


def city(day=DAY, game=QUADROPOLIS):
    return Daily.objects.get(day=day, game=game)


def begin(player, day=DAY, game=QUADROPOLIS):
    deal_today()
    return begin_try(player=player, day=day, game=game)


def finish(player, day=DAY, score=None):
    """A try from beginning to end; perhaps as if it had come to another score."""
    match = rush(begin(player, day))
    if score is not None:
        Match.objects.filter(pk=match.pk).update(daily_score=score)
    return match
