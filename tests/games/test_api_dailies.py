"""Programs learn no more of a city of the day than people do."""

from datetime import timedelta

import pytest
from django.core.cache import cache

from games.services.books import enter_finished
from tests.games.days import MIDNIGHT, NOON, begin, finish
from tests.programs import Program, refused

LOOKS = ["matches/{}/", "matches/{}/record/"]


@pytest.fixture(autouse=True)
def _noon(time_machine):
    time_machine.move_to(NOON, tick=False)
    cache.clear()
    yield
    cache.clear()


@pytest.mark.parametrize("look", LOOKS)
def test_a_try_is_closed_to_programs_of_whoever_has_not_played(alice, bob, charlie, look):
    done = finish(alice)
    begin(charlie)
    for caller in (None, bob, charlie):
        answer = Program(caller).get(look.format(done.code))
        assert refused(answer, 403, "not_allowed")
        assert done.seed not in answer.content.decode()


def test_a_try_is_in_no_list_but_ones_own(alice, bob):
    done = finish(alice)
    enter_finished()
    for caller in (None, bob):
        program = Program(caller)
        for path in ("matches/", "history/", "matches/?player=alice", "exports/matches/"):
            answer = program.get(path)
            shown = b"".join(answer) if answer.streaming else answer.content
            assert done.code not in shown.decode()
    assert done.code in Program(alice).get("matches/").content.decode()


def test_the_seed_is_shown_to_nobody_before_the_day_is_over(alice, dora, time_machine):
    done = finish(alice)
    finish(dora)
    for caller in (alice, dora):
        for look in LOOKS:
            answer = Program(caller).get(look.format(done.code))
            assert answer.status_code == 200
            assert done.seed not in answer.content.decode()
    time_machine.move_to(MIDNIGHT + timedelta(seconds=1), tick=False)
    assert Program().get(f"matches/{done.code}/record/").json()["seed"] == done.seed
