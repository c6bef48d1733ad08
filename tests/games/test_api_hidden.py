"""What is hidden never leaves: whole matches, looked at by every seat and by strangers."""

from importlib import import_module

import pytest

from accounts.models import Player
from engine import Rng
from games import replay
from games.catalogue import GAMES
from games.models import Match
from games.services.matches import Chair, join_table
from tests.games.conftest import advance
from tests.programs import Program

PLAYABLE = [
    (name, key, min(variant.players))
    for name, game in GAMES.items()
    for key, variant in game.variants.items()
]
MOVES_BETWEEN = 5


@pytest.mark.parametrize(("game", "variant", "size"), PLAYABLE)
def test_whole_matches_tell_nobody_what_is_hidden(
    announce, alice, charlie, settings, game, variant, size
):
    settings.API_CALLS_PER_MINUTE = dict.fromkeys(settings.API_CALLS_PER_MINUTE, 100_000)
    others = [Player.objects.create_user(f"rival-{number}") for number in range(1, size)]
    match = announce(alice, *[Chair()] * len(others), game=game, variant=variant)
    for other in others:
        match = join_table(player=other, code=match.code)
    programs = {seat: Program(player) for seat, player in enumerate([alice, *others])}
    while match.is_running:
        for seat, program in programs.items():
            it_tells_nothing(match, seat, program)
        for stranger in (Program(charlie), Program()):
            it_tells_nothing(match, None, stranger)
        Player.objects.get(pk=charlie.pk).tokens.all().delete()
        match = advance(match, MOVES_BETWEEN)


def it_tells_nothing(match, seat, program):
    """Not the seed; and with everything that the seat can't know dealt anew, the same answers."""
    before = answers(match, program)
    assert match.seed not in "".join(before)
    Match.objects.filter(pk=match.pk).update(setup=with_other_hidden_parts(match, seat))
    assert answers(match, program) == before
    Match.objects.filter(pk=match.pk).update(setup=match.setup)


def with_other_hidden_parts(match, seat):
    hidden = import_module(f"tests.engine.{match.game}.hidden")
    rng, state = Rng(f"{match.seed} {seat} {match.seq}"), replay.position(match)
    return hidden.same_but_hidden(state, match.setup, seat, rng)


def answers(match, program):
    paths = ("", "record/")
    return [program.get(f"matches/{match.code}/{path}").content.decode() for path in paths]


def test_the_hidden_parts_of_the_test_above_do_differ(match):
    assert with_other_hidden_parts(match, None) != match.setup
