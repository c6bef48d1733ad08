"""Shells: each task calls one service and may run twice."""

from celery import shared_task

from games.services import bots, matches


@shared_task
def play_bot_turn(match_id: int, seq: int) -> None:
    bots.play_turn(match_id=match_id, seq=seq)


@shared_task(expires=30)
def sweep_bot_turns() -> None:
    bots.redrive_due_turns()


@shared_task(expires=300)
def expire_tables() -> None:
    matches.expire_tables()
