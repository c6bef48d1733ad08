"""The worker and its clock. Tasks are shells around services; due work lives in the database."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quadropolis_site.settings")

app = Celery("quadropolis_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    "play bot turns that a lost message left behind": {
        "task": "games.tasks.sweep_bot_turns",
        "schedule": 10.0,
    },
    "expire tables that nobody filled": {
        "task": "games.tasks.expire_tables",
        "schedule": 300.0,
    },
    "forget old sessions and sign-ups that were never confirmed": {
        "task": "accounts.tasks.clean_up",
        "schedule": 24 * 3600.0,
    },
}
