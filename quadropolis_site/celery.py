"""The workers and their clock. Tasks are shells around services; due work lives in the database."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quadropolis_site.settings")

app = Celery("quadropolis_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# With workers of their own: however long bots think, mails and clocks don't wait for them.
app.conf.task_routes = {
    "games.tasks.play_bot_turn": {"queue": "bots"},
    "games.tasks.compute_par": {"queue": "bots"},
}

app.conf.beat_schedule = {
    "play bot turns that a lost message left behind": {
        "task": "games.tasks.sweep_bot_turns",
        "schedule": 10.0,
    },
    "act on clocks that have run out": {
        "task": "games.tasks.sweep_time_outs",
        "schedule": 20.0,
    },
    "warn those who have used most of their time": {
        "task": "games.tasks.sweep_warnings",
        "schedule": 20.0,
    },
    "enter finished matches in the books that a lost message left behind": {
        "task": "games.tasks.enter_finished_matches",
        "schedule": 20.0,
    },
    "bring the leaderboards up to date": {
        "task": "games.tasks.refresh_standings",
        "schedule": 30.0,
    },
    "expire tables that nobody filled": {
        "task": "games.tasks.expire_tables",
        "schedule": 300.0,
    },
    "deal the cities of the day": {
        "task": "games.tasks.deal_cities_of_the_day",
        "schedule": crontab(minute="*"),  # also right after midnight
    },
    "call off tries of cities that nobody goes on with": {
        "task": "games.tasks.call_off_old_tries",
        "schedule": 600.0,
    },
    "let bots play the cities of the day that a lost message left behind": {
        "task": "games.tasks.sweep_pars",
        "schedule": 60.0,
    },
    "send mails that a lost message or a lost mail server left behind": {
        "task": "accounts.tasks.deliver_mails",
        "schedule": 10.0,
    },
    "send the daily mails": {
        "task": "accounts.tasks.deliver_daily_mails",
        "schedule": 60.0,
    },
    "forget old notices, old sessions and sign-ups that were never confirmed": {
        "task": "accounts.tasks.clean_up",
        "schedule": 24 * 3600.0,
    },
}
