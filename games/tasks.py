"""Shells: each task calls one service and may run twice."""

from celery import shared_task
from django.conf import settings

from games.services import books, bots, dailies, leaderboards, matches, time_outs


@shared_task(time_limit=settings.BOT_TURN_LEASE_SECONDS)
def play_bot_turn(match_id: int, seq: int) -> None:
    bots.play_turn(match_id=match_id, seq=seq)


@shared_task(expires=30)
def sweep_bot_turns() -> None:
    bots.redrive_due_turns()


@shared_task(expires=60)
def sweep_time_outs() -> None:
    time_outs.sweep_time_outs()


@shared_task(expires=60)
def sweep_warnings() -> None:
    time_outs.sweep_warnings()


@shared_task(expires=60)
def enter_finished_matches() -> None:
    books.enter_finished()


@shared_task(expires=60, time_limit=leaderboards.TIME_LIMIT_SECONDS)
def refresh_standings() -> None:
    leaderboards.refresh_standings()


@shared_task(expires=300)
def expire_tables() -> None:
    matches.expire_tables()


@shared_task(expires=300)
def deal_cities_of_the_day() -> None:
    dailies.deal_today()


@shared_task(expires=300)
def call_off_old_tries() -> None:
    dailies.call_off_old_tries()


@shared_task(time_limit=settings.PAR_LEASE_SECONDS)
def compute_par(daily_id: int) -> None:
    dailies.compute_par(daily_id=daily_id)


@shared_task(expires=60)
def sweep_pars() -> None:
    dailies.sweep_pars()
