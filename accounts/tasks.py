"""Shells: each task calls one service and may run twice."""

from celery import shared_task
from django.core.management import call_command

from accounts.services import mails, notices
from accounts.services.players import forget_unconfirmed


@shared_task(expires=30)
def deliver_mails() -> None:
    mails.deliver_due()


@shared_task(expires=60)
def deliver_daily_mails() -> None:
    mails.deliver_daily()


@shared_task(expires=3600)
def clean_up() -> None:
    call_command("clearsessions")
    forget_unconfirmed()
    notices.forget_old()
