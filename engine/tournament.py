"""Bots against bots, to know how strong they are.

Every table of bots that the list allows plays the same deals, with everybody once in every seat,
so that neither the deal nor the first turn favours anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any, NamedTuple

from engine import record
from engine.bots import play_out
from engine.errors import BadTerms
from engine.game import Game, Terms
from engine.record import Record
from engine.standings import Estimate, Result, Standing, standings
from engine.text import Text as _


class Match(NamedTuple):
    """One match to play: the deal, and which bot sits where."""

    deal: Record
    seats: tuple[str, ...]


def matches(
    game: Game[Any], terms: Terms, bots: Sequence[str], games: int, seed: str
) -> list[Match]:
    """So many for each table, on the same deals for all."""
    players = terms.players
    names = [f"Seat {seat}" for seat in range(1, players + 1)]
    deals = [
        record.new(game, terms, f"{seed} {number}", names) for number in range(-(-games // players))
    ]
    return [
        Match(deals[number // players], rotated(table, number % players))
        for table in tables(bots, players)
        for number in range(games)
    ]


def tables(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every choice of so many of the bots; one that is named twice may meet itself."""
    if len(bots) < players:
        raise BadTerms(
            _(
                "{players} players need as many bots, not {bots}: a bot may be named again.",
                players=players,
                bots=len(bots),
            )
        )
    return list(dict.fromkeys(combinations(sorted(bots), players)))


def rotated(table: tuple[str, ...], turns: int) -> tuple[str, ...]:
    return table[turns:] + table[:turns]


def play(match: Match) -> Result:
    game = record.find_game(match.deal.game)
    state = game.start(match.deal.terms, match.deal.setup)
    for _move in play_out(game, state, match.seats, str(match.deal.seed)):
        pass
    outcome = state.outcome()
    assert outcome is not None
    return Result(match.seats, outcome.scores, outcome.ranks, together=not game.is_contest)


def results(to_play: Sequence[Match], jobs: int) -> Iterator[Result]:
    """In the order of the matches, whoever is done first."""
    if jobs == 1:
        yield from map(play, to_play)
        return
    with get_context("spawn").Pool(min(jobs, len(to_play)), leave_interrupts_to_parent) as pool:
        yield from pool.imap(play, to_play)


def leave_interrupts_to_parent() -> None:
    signal(SIGINT, SIG_IGN)


def report(found: Sequence[Result]) -> list[str]:
    """All standings, and where there were several tables also those of each."""
    by_table: dict[tuple[str, ...], list[Result]] = {}
    for result in found:
        by_table.setdefault(tuple(sorted(result.seats)), []).append(result)
    lines = _table("bot", found)
    if len(by_table) > 1:
        for bots, of_table in by_table.items():
            lines += ["", *_table(", ".join(bots), of_table)]
    return lines


def _table(title: str, found: Sequence[Result]) -> list[str]:
    """Beside each value its interval of 95 %."""
    head = (title, "matches", "wins", "", "points", "", "Elo", "")
    rows = [head, *map(_row, standings(found))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_line(row, widths) for row in rows]


def _row(standing: Standing) -> tuple[str, ...]:
    wins = Estimate(*(100 * value for value in standing.wins))
    return (
        standing.bot,
        str(standing.matches),
        f"{wins.value:.1f} %",
        f"{wins.low:.1f} to {wins.high:.1f}",
        f"{standing.score.value:.1f}",
        f"{standing.score.low:.1f} to {standing.score.high:.1f}",
        *_elo(standing.elo),
    )


def _elo(elo: Estimate | None) -> tuple[str, str]:
    """There is none for a bot that met no other, or met them as a partner only."""
    return (f"{elo.value:+.0f}", f"{elo.low:+.0f} to {elo.high:+.0f}") if elo else ("–", "")


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = row
    cells = [first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]
    return "  ".join(cells).rstrip()
