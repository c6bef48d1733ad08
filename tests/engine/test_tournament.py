"""Bots against bots: fair deals and seats, and figures that say how far to trust them."""

import io
import math
import re
from collections import Counter
from itertools import product

import pytest

from engine import tournament
from engine.__main__ import main, show_progress
from engine.errors import BadTerms
from engine.game import Terms
from engine.quadropolis import GAME as QUADROPOLIS
from engine.standings import Result, elo, share, standings

CONTEST = ("tournament", "--bots", "greedy,random", "--games", "4", "--seed", "s")


def run(*argv):
    stdout, stderr = io.StringIO(), io.StringIO()
    status = main(argv, io.BytesIO(), stdout, stderr)
    return status, stdout.getvalue(), stderr.getvalue()


def output(*argv):
    status, out, err = run(*argv)
    assert (status, err) == (0, "")
    return out


def complaint(*argv):
    status, out, err = run(*argv)
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    return err


def duels(wins, losses, draws=0):
    won = Result(("a", "b"), (60, 50), (1, 2))
    lost = Result(("a", "b"), (40, 50), (2, 1))
    drawn = Result(("a", "b"), (50, 50), (1, 1))
    return [won] * wins + [lost] * losses + [drawn] * draws


def test_every_bot_plays_every_deal_from_every_seat():
    matches = tournament.matches(QUADROPOLIS, Terms("classic", 3), ["a", "b", "c"], 6, "s")
    seats = Counter(
        (match.deal.seed, bot, seat) for match in matches for seat, bot in enumerate(match.seats)
    )
    deals = {match.deal.seed for match in matches}
    assert len(deals) == 2
    assert seats == Counter(product(deals, "abc", range(3)))


def test_every_table_plays_the_same_deals():
    matches = tournament.matches(QUADROPOLIS, Terms("classic", 2), ["a", "b", "c"], 4, "s")
    by_table: dict[frozenset[str], list[object]] = {}
    for match in matches:
        by_table.setdefault(frozenset(match.seats), []).append(match.deal)
    assert set(by_table) == {frozenset("ab"), frozenset("ac"), frozenset("bc")}
    assert by_table[frozenset("ab")] == by_table[frozenset("ac")] == by_table[frozenset("bc")]


def test_a_bot_that_is_named_twice_meets_itself_at_one_table():
    assert tournament.tables(["b", "a", "b"], 2) == [("a", "b"), ("b", "b")]


def test_there_must_be_a_bot_for_every_seat():
    with pytest.raises(BadTerms, match="3 players need as many bots, not 2"):
        tournament.tables(["a", "b"], 3)


def test_the_table_shows_wins_points_and_elo_with_intervals():
    head, *rows = output(*CONTEST).splitlines()
    assert head.split() == ["bot", "matches", "wins", "points", "Elo"]
    assert [row.split()[:2] for row in rows] == [["greedy", "4"], ["random", "4"]]
    assert re.search(r"100\.0 %  51\.0 to 100\.0 .* \+\d+ +-\d+ to \+\d+$", rows[0])


def test_several_tables_are_shown_together_and_one_by_one():
    blocks = output(*CONTEST[:2], "random,greedy,random", *CONTEST[3:]).split("\n\n")
    assert [block.splitlines()[0].split("  ")[0] for block in blocks] == [
        "bot",
        "greedy, random",
        "random, random",
    ]


def test_the_same_seed_gives_the_same_table_however_many_processes_play():
    assert output(*CONTEST) == output(*CONTEST, "--jobs", "2")


def test_it_plays_on_the_terms_asked_for():
    terms = (
        "--game",
        "quadropolis",
        "--variant",
        "expert",
        "--players",
        "3",
        "--option",
        "squares",
    )
    out = output("tournament", "--bots", "greedy,random,random", "--games", "3", *terms)
    assert [line.split()[1] for line in out.splitlines()[1:]] == ["3", "6"]


@pytest.mark.parametrize(
    ("more", "part"),
    [
        (("--bots", "deep blue,random"), 'Unknown bot "deep blue"'),
        (("--bots", "random"), "2 players need as many bots, not 1"),
        (("--game", "chess"), 'Unknown game "chess"'),
        (("--variant", "blitz"), 'Unknown variant "blitz"'),
        (("--players", "5"), "2 to 4 players, not 5"),
        (("--option", "circles"), 'no option "circles"'),
        (("--games", "0"), "argument --games: must be 1 to 100000, not 0"),
        (("--games", "many"), "argument --games: must be 1 to 100000, not many"),
        (("--games", "3.5"), "argument --games: must be 1 to 100000, not 3.5"),
        (("--games", "9" * 5000), "argument --games: must be 1 to 100000, not 999"),
        (("--jobs", "1000"), "argument --jobs: must be 1 to 256, not 1000"),
        (("--jobs", "-1"), "argument --jobs: must be 1 to"),
        (("--seed", "\udcff"), "seed: is not valid Unicode"),
        (("--seed", "x" * 200), "seed: must have 1 to 200 characters"),
    ],
)
def test_it_complains_in_one_sentence(more, part):
    assert part in complaint(*CONTEST, *more)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_to_people_only():
    terminal, file = Terminal(), io.StringIO()
    for stderr in (terminal, file):
        show_progress(stderr, 1, 4)
        show_progress(stderr, 4, 4)
    assert file.getvalue() == ""
    half, whole = terminal.getvalue().split("\r")[1:]
    assert half == "[" + "#" * 10 + "." * 30 + "] 1/4"
    assert whole == "[" + "#" * 40 + "] 4/4\n"


def test_progress_is_shown_from_the_start():
    """The first match of strong bots takes a while."""
    terminal = Terminal()
    main(CONTEST, io.BytesIO(), io.StringIO(), terminal)
    bars = terminal.getvalue().split("\r")[1:]
    assert [bar.split()[-1] for bar in bars] == ["0/4", "1/4", "2/4", "3/4", "4/4"]


def test_a_shared_first_rank_is_a_shared_win():
    result = Result(("a", "b", "c"), (50, 50, 40), (1, 1, 3))
    assert [result.win(seat) for seat in range(3)] == [0.5, 0.5, 0]


def test_who_wins_together_wins_all_of_it_and_says_nothing_of_the_others():
    won = Result(("a", "b"), (50, 50), (1, 1), together=True)
    lost = Result(("a", "b"), (20, 20), (2, 2), together=True)
    for standing in standings([won, lost, lost, lost]):
        assert (standing.wins.value, standing.elo) == (0.25, None)


def test_partners_are_told_from_rivals_by_the_game():
    out = output("tournament", "--game", "megalopolis", "--players", "2", *CONTEST[1:])
    assert [row.split()[-1] for row in out.splitlines()[1:]] == ["–", "–"]


def test_the_standings_are_sorted_by_strength():
    found = standings(duels(wins=3, losses=7))
    assert [(one.bot, one.wins.value, one.score.value) for one in found] == [
        ("b", 0.7, 50),
        ("a", 0.3, 46),
    ]


def test_without_opponents_there_is_no_elo():
    found = standings([Result(("a",), (10,), (1,)), Result(("b",), (30,), (1,))])
    assert [(one.bot, one.elo) for one in found] == [("b", None), ("a", None)]


def test_the_interval_of_a_share_narrows_with_the_matches_and_stays_inside():
    few, many = share([1.0] * 10), share([1.0] * 1000)
    assert few.low == pytest.approx(0.7225, abs=1e-4)
    assert few.high == pytest.approx(1)
    assert many.low > 0.99


def test_three_wins_of_four_are_191_points_of_elo():
    ratings = elo(duels(wins=3000, losses=1000))
    assert ratings["a"].value - ratings["b"].value == pytest.approx(191, abs=1)
    assert ratings["a"].value + ratings["b"].value == pytest.approx(0, abs=1e-6)
    assert ratings["a"].low < ratings["a"].value < ratings["a"].high


def test_the_interval_of_elo_is_about_the_rating_and_not_about_the_lead():
    """Of two bots each is half the lead away from 0, so of its doubt it has half, too."""
    rating = elo(duels(wins=3000, losses=1000))["a"]
    doubt_of_lead = 1.96 * 400 / math.log(10) / math.sqrt(4001 * 0.75 * 0.25)
    assert rating.high - rating.value == pytest.approx(doubt_of_lead / 2, rel=1e-3)
    assert rating.value - rating.low == pytest.approx(doubt_of_lead / 2, rel=1e-3)


def test_elo_is_exact_however_seldom_a_bot_loses():
    def always(better, worse):
        return [Result((better, worse), (2, 1), (1, 2))] * 5000

    ratings = elo([*always("a", "b"), *always("b", "c"), *always("a", "c")])
    for bot, wins in (("a", 10_001), ("b", 5001), ("c", 1)):  # half a win each way is imagined
        chances = [
            1 / (1 + 10 ** ((other.value - ratings[bot].value) / 400))
            for name, other in ratings.items()
            if name != bot
        ]
        assert 5001 * sum(chances) == pytest.approx(wins, abs=1e-3)


def test_draws_are_half_a_win():
    assert elo(duels(wins=0, losses=0, draws=50))["a"].value == pytest.approx(0)
    assert elo(duels(wins=50, losses=0, draws=50))["a"] == pytest.approx(elo(duels(75, 25))["a"])


def test_elo_links_bots_that_never_met():
    beats = [Result(("a", "b"), (2, 1), (1, 2))] * 30 + [Result(("a", "b"), (1, 2), (2, 1))] * 10
    chain = beats + [result._replace(seats=("b", "c")) for result in beats]
    ratings = elo(chain)
    gaps = ratings["a"].value - ratings["b"].value, ratings["b"].value - ratings["c"].value
    assert gaps[0] == pytest.approx(gaps[1])


def test_a_match_of_four_tells_no_more_of_a_seat_than_a_match_of_two():
    four = [Result(("a", "b", "b", "b"), (4, 3, 2, 1), (1, 2, 3, 4))] * 20
    assert elo(four)["a"] == pytest.approx(elo(duels(wins=20, losses=0))["a"])
