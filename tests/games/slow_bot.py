"""A bot that thinks until it is told to stop; workers learn of it with ``--include``."""

import os
import time

from celery.signals import worker_process_init
from redis import Redis

from engine.bots import BOTS, random

NAME = "slow"
BEGUN, STOP = "slow-bot-begun", "slow-bot-stop"


def choose(game, view, rng, *, budget=0.0):
    with _told() as told:
        told.incr(BEGUN)
        while not told.exists(STOP):
            time.sleep(0.02)
    return random.choose(game, view, rng)


def times_begun():
    with _told() as told:
        return int(told.get(BEGUN) or 0)


def stop_thinking():
    with _told() as told:
        told.set(STOP, 1)


def _told():
    return Redis.from_url(os.environ["REDIS_URL"])


@worker_process_init.connect
def be_known(**_about):
    BOTS[NAME] = choose
