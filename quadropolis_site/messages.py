"""Messages to the workers. They are the quick way only: what is due stands in the database."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def send_on_commit(task: Task[..., Any], *args: Any) -> None:
    """Have the task done soon, once this transaction stands."""
    transaction.on_commit(lambda: _send(task, *args), robust=True)


def _send(task: Task[..., Any], *args: Any) -> None:
    """If the broker is away, nobody minds: the sweep does what the message asked for."""
    try:
        task.delay(*args)
    except OperationalError as error:
        logger.warning("%s%s waits for the sweep: %s", task.name, args, error)
