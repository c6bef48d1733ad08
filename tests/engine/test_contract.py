"""What every game promises, checked for every game, variant, number of players and option."""

import json
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import combinations, pairwise

import pytest

from engine import GAMES, record
from engine.bots import BOTS
from engine.bots.strong import Search
from engine.errors import BadMove, BadRecord, BadTerms, IllegalMove
from engine.game import Terms
from engine.rng import Rng

SEED = "a seed that nobody may see"


def all_options(game):
    for count in range(len(game.options) + 1):
        yield from map(frozenset, combinations(game.options, count))


CASES = [
    pytest.param(game, Terms(variant, players, options), id="-".join(parts))
    for game in GAMES.values()
    for variant in game.variants
    for players in game.variants[variant].players
    for options in all_options(game)
    for parts in [(game.name, variant, str(players), *sorted(options))]
]
every_case = pytest.mark.parametrize(("game", "terms"), CASES)


@cache
def playout(game_name, terms, seed=SEED):
    """The positions of a random match, from the first to the last, and the moves between them."""
    game, rng = GAMES[game_name], Rng(seed)
    state = game.start(terms, game.deal(terms, seed))
    positions, moves = [state.copy()], []
    while state.to_move is not None:
        move = rng.choice(state.legal_moves())
        state.play(move)
        positions.append(state.copy())
        moves.append(move)
    return positions, moves


def positions_of(game, terms):
    return playout(game.name, terms)[0]


def twin(game, terms, played, seat):
    """The same match after so many moves, but for what is hidden from the seat; was there any?"""
    hidden = import_module(f"tests.engine.{game.name}.hidden")
    positions, moves = playout(game.name, terms)
    setup = game.deal(terms, SEED)
    other = hidden.same_but_hidden(positions[played], setup, seat, Rng(f"{played} {seat}"))
    state = game.start(terms, other)
    for move in moves[:played]:
        state.play(move)
    return state, other != setup


def seats(terms):
    return [None, *range(terms.players)]


def facts(state, terms):
    """All that can be asked of a position."""
    return [state.to_move, state.outcome(), [state.observe(seat) for seat in seats(terms)]]


@every_case
def test_a_match_comes_to_an_end(game, terms):
    positions, moves = playout(game.name, terms)
    assert 0 < len(moves) <= record.MOST_MOVES
    assert all(position.legal_moves() for position in positions[:-1])
    assert not positions[-1].legal_moves()


@every_case
def test_the_same_seed_gives_the_same_match(game, terms):
    assert game.deal(terms, SEED) == game.deal(terms, SEED)
    assert game.deal(terms, SEED) != game.deal(terms, SEED + "!")


@every_case
def test_the_set_up_survives_json(game, terms):
    setup = game.deal(terms, SEED)
    again = json.loads(json.dumps(setup))
    assert again == setup
    assert facts(game.start(terms, again), terms) == facts(game.start(terms, setup), terms)


@every_case
def test_every_legal_move_can_be_written_and_read(game, terms):
    for position in positions_of(game, terms):
        assert all(game.parse(str(move)) == move for move in position.legal_moves())


@every_case
def test_every_legal_move_is_listed_once(game, terms):
    for position in positions_of(game, terms):
        moves = position.legal_moves()
        assert len(set(moves)) == len(moves)


@every_case
def test_every_listed_move_is_allowed(game, terms):
    for position in positions_of(game, terms):
        assert not any(map(position.refusal, position.legal_moves()))


@every_case
def test_every_other_move_is_refused_and_changes_nothing(game, terms):
    positions = positions_of(game, terms)
    known = sorted({move for position in positions for move in position.legal_moves()}, key=str)
    for number, position in enumerate(positions):
        others = sorted(set(known) - set(position.legal_moves()), key=str)
        before = facts(position, terms)
        for move in Rng(f"{number}").shuffled(others)[:20]:
            with pytest.raises(IllegalMove):
                position.play(move)
        assert facts(position, terms) == before


@every_case
def test_a_refusal_is_a_sentence(game, terms):
    positions = positions_of(game, terms)
    for move in positions[0].legal_moves()[:20]:
        assert str(positions[-1].refusal(move)).endswith(".")


@every_case
def test_a_copy_is_independent(game, terms):
    for position in positions_of(game, terms)[:-1:7]:
        before, copy = facts(position, terms), position.copy()
        assert facts(copy, terms) == before
        while copy.to_move is not None:
            copy.push(copy.legal_moves()[0])
        assert facts(position, terms) == before


@every_case
def test_only_the_seat_in_turn_has_moves(game, terms):
    for position in positions_of(game, terms):
        for seat in seats(terms):
            view = position.observe(seat)
            assert (view.seat, view.to_move) == (seat, position.to_move)
            own = seat is not None and seat == position.to_move
            assert list(view.legal_moves()) == (list(position.legal_moves()) if own else [])


@every_case
def test_nobody_sees_what_is_hidden(game, terms):
    changed = 0
    for played, position in list(enumerate(positions_of(game, terms)[:-1]))[::5]:
        for seat in seats(terms):
            other, differs = twin(game, terms, played, seat)
            changed += differs
            assert_looks_the_same(other.observe(seat), position.observe(seat))
    assert changed


def assert_looks_the_same(one, other):
    assert one == other
    assert hash(one) == hash(other)
    assert one.to_json() == other.to_json()
    assert one.setup() == other.setup()


@every_case
def test_different_positions_look_different(game, terms):
    views = [position.observe(None).to_json() for position in positions_of(game, terms)]
    assert all(one != other for one, other in pairwise(views))


@every_case
def test_the_view_is_json_without_the_seed(game, terms):
    for position in positions_of(game, terms):
        for seat in seats(terms):
            shown = [position.observe(seat).to_json(), position.observe(seat).setup()]
            text = json.dumps(shown)
            assert json.loads(text) == shown
            assert SEED not in text


@every_case
def test_there_is_no_outcome_before_the_end(game, terms):
    positions = positions_of(game, terms)
    assert not any(position.outcome() for position in positions[:-1])
    assert positions[-1].outcome() is not None


@every_case
def test_ranks_follow_the_scores(game, terms):
    outcome = positions_of(game, terms)[-1].outcome()
    assert len(outcome.scores) == len(outcome.ranks) == terms.players
    for own_score, own_rank in zip(outcome.scores, outcome.ranks, strict=True):
        for score, rank in zip(outcome.scores, outcome.ranks, strict=True):
            assert score <= own_score or rank < own_rank or rank == own_rank > 1
    for rank in outcome.ranks:
        better = sum(other < rank for other in outcome.ranks)
        assert rank in (1 + better, 2)  # a table that loses together has rank 2


@every_case
def test_the_parts_of_a_score_add_up(game, terms):
    outcome = positions_of(game, terms)[-1].outcome()
    cities = game.points_by_kind(outcome.details)
    kinds = game.variants[terms.variant].kinds
    of_their_own = terms.players if game.is_contest else 1
    assert len(cities) == (of_their_own if kinds else 0)
    for score, points in zip(outcome.scores, cities, strict=False):
        assert sum(points[kind] for kind in kinds) == sum(points.values()) == score
    assert not game.points_by_kind({})


@every_case
def test_where_players_are_no_rivals_they_share_one_score(game, terms):
    outcome = positions_of(game, terms)[-1].outcome()
    assert game.is_contest or len(set(outcome.scores)) == len(set(outcome.ranks)) == 1


@every_case
def test_where_there_is_a_target_the_outcome_says_whether_it_was_reached(game, terms):
    outcome = positions_of(game, terms)[-1].outcome()
    assert game.has_target == ("won" in outcome.details)
    if game.has_target:
        assert outcome.details["won"] == (outcome.scores[0] >= outcome.details["target"])
        assert outcome.details["won"] == (outcome.ranks[0] == 1)


@every_case
def test_the_result_survives_json(game, terms):
    result = record.result(positions_of(game, terms)[-1].outcome())
    assert json.loads(json.dumps(result)) == result


@every_case
def test_a_record_replays_to_the_same_outcome(game, terms):
    positions, moves = playout(game.name, terms)
    names = [f"Player {seat}" for seat in range(terms.players)]
    found = replace(record.new(game, terms, SEED, names), moves=tuple(map(str, moves)))
    state = record.replay(record.from_json(json.loads(json.dumps(found.to_json()))))
    assert facts(state, terms) == facts(positions[-1], terms)
    whole = record.finished(found, state)
    assert record.replay(record.from_json(json.loads(json.dumps(whole.to_json())))) is not None


@every_case
def test_every_legal_move_is_appraised(game, terms):
    for position in positions_of(game, terms)[:-1:10]:
        view = position.observe(position.to_move)
        assert {move for _, move in game.appraise(view)} == set(view.legal_moves())


@every_case
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_a_legal_move_and_the_same_one_again(game, terms, bot):
    """However little time it has; how it thinks ahead is the next test's matter."""
    for position in positions_of(game, terms)[:-1:10]:
        view = position.observe(position.to_move)
        move = BOTS[bot](game, view, Rng("bot"), budget=0)
        assert position.refusal(move) is None
        assert BOTS[bot](game, view, Rng("bot"), budget=0) == move


def found(game, position):
    """By a search that only its few positions end, not the clock."""
    view = position.observe(position.to_move)
    return Search(view.seat, game.foresee(view, Rng("bot")), 1000.0, 50).best_move()


@every_case
def test_a_search_finds_a_legal_move_and_the_same_one_again(game, terms):
    for position in positions_of(game, terms)[:-1:10]:
        move = found(game, position)
        assert position.refusal(move) is None
        assert found(game, position) == move


@every_case
def test_a_bot_uses_nothing_hidden(game, terms):
    changed = 0
    for played, position in list(enumerate(positions_of(game, terms)[:-1]))[::10]:
        seat = position.to_move
        other, differs = twin(game, terms, played, seat)
        changed += differs
        assert found(game, other) == found(game, position)
        for choose in BOTS.values():
            one, two = (state.observe(seat) for state in (position, other))
            assert choose(game, one, Rng("x"), budget=0) == choose(game, two, Rng("x"), budget=0)
    assert changed


@every_case
def test_what_is_foreseen_is_what_the_rules_say(game, terms):
    """As far as nothing hidden comes into it: the bot's own move, and whose turn it is then."""
    for position in positions_of(game, terms)[:-1:10]:
        view = position.observe(position.to_move)
        worlds = game.foresee(view, Rng("bot"))
        choices = worlds[0].candidates(5)
        assert 1 <= len(choices) == len(set(choices)) <= 5
        for world in worlds:
            assert world.to_move == position.to_move
            assert list(world.candidates(5)) == list(choices)
            assert len(world.worths()) == terms.players
            after = position.copy()
            after.play(choices[0])
            assert world.after(choices[0]).to_move in (after.to_move, None)
            assert list(world.candidates(5)) == list(choices)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@pytest.mark.parametrize("notation", ["", " ", "x", "💥", "-", "1" * 5000, "0@0,0\n", "\ud800"])
def test_rubbish_is_no_move(game, notation):
    with pytest.raises(BadMove):
        game.parse(notation)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_no_match_is_dealt_on_unknown_terms(game):
    variant = next(iter(game.variants))
    players = max(game.variants[variant].players)
    for terms in (
        Terms("no such variant", players),
        Terms(variant, players + 1),
        Terms(variant, 0),
        Terms(variant, players, frozenset({"no such option"})),
    ):
        with pytest.raises(BadTerms):
            game.deal(terms, SEED)
        with pytest.raises(BadTerms):
            game.start(terms, {})


@every_case
@pytest.mark.parametrize("junk", [None, 99, "x", [], {}, [[]], True, -1])
def test_a_broken_set_up_is_refused(game, terms, junk):
    setup = game.deal(terms, SEED)
    for key in setup:
        with pytest.raises(BadRecord):
            game.start(terms, setup | {key: junk})


@every_case
def test_a_set_up_with_more_in_it_is_refused(game, terms):
    with pytest.raises(BadRecord):
        game.start(terms, game.deal(terms, SEED) | {"more": 1})


@every_case
def test_looking_at_a_move_changes_nothing(game, terms):
    for position in positions_of(game, terms)[:-1:5]:
        view, before = position.observe(position.to_move), position.observe(position.to_move)
        for move in view.legal_moves()[::7]:
            assert view.after(move) != before
        assert view == before


@every_case
def test_the_scores_of_the_last_view_are_the_outcome(game, terms):
    last = positions_of(game, terms)[-1]
    assert last.observe(None).scores() == last.outcome().scores


@every_case
def test_every_move_can_be_told_in_words(game, terms):
    for position in positions_of(game, terms)[:-1:5]:
        for move in position.legal_moves():
            assert str(position.describe(move))
