"""The command line: ``python -m engine``. Everything that reads, writes or draws a seed is here."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO, TextIOWrapper
from typing import IO, Any, NoReturn

from engine import GAMES, bench, record, tournament
from engine.bots import BOTS, play_out
from engine.errors import BadRecord, BadTerms, EngineError
from engine.game import Game, Json, Terms
from engine.reading import from_bytes
from engine.record import Record
from engine.standings import Result
from engine.text import Text as _
from engine.text import shorten

MOST_BYTES = 4 * 1024 * 1024
LONGEST_SENTENCE = 500
MOST_MATCHES = 100_000
MOST_JOBS = 256  # processes
BAR = 40  # characters

Command = Callable[[argparse.Namespace], list[str]]  # returns the lines to print


class BadArguments(EngineError):
    """The command line itself is wrong."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadArguments(_("{problem} (see --help).", problem=message))


def main(argv: Sequence[str], stdin: IO[bytes], stdout: IO[str], stderr: IO[str]) -> int:
    """Run one command; the exit status is 1 after bad input."""
    try:
        streams = argparse.Namespace(stdin=stdin, stderr=stderr)
        arguments = parser().parse_args(argv, streams)
        for line in arguments.run(arguments):
            print(line, file=stdout)
        stdout.flush()
    except EngineError as error:
        return complain(str(error), stderr)
    return 0


def complain(sentence: str, stderr: IO[str]) -> int:
    """One line, whatever was in the input that it quotes."""
    shown = "".join(c if c.isprintable() else "�" for c in sentence)
    if len(shown) > LONGEST_SENTENCE:
        shown = shown[:LONGEST_SENTENCE] + "…"
    print(shown, file=stderr)
    return 1


def parser() -> Parser:
    top = Parser(prog="python -m engine", description="The rules of the games.", allow_abbrev=False)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_command(commands, games, "list the games, their variants, options and numbers of players")
    fresh = add_command(commands, new, "print a record without moves")
    add_terms(fresh)
    fresh.add_argument("--players", type=int, metavar="N")
    add_command(commands, legal, "list the legal moves after a record's moves")
    add_command(commands, replay, "check a record, and print it with its result")
    bots = add_command(commands, play, "let bots play a match, and print its record")
    add_terms(bots)
    bots.add_argument("--bots", required=True, metavar="BOT,BOT", help=", ".join(BOTS))
    contest = add_command(
        commands, run_tournament, "let bots play many matches, and print how they did", "tournament"
    )
    contest.add_argument("--game", default=next(iter(GAMES)), metavar="GAME", help=", ".join(GAMES))
    add_conditions(contest)
    contest.add_argument("--players", type=int, metavar="N")
    contest.add_argument("--bots", required=True, metavar="BOT,BOT", help=", ".join(BOTS))
    contest.add_argument(
        "--games",
        type=count(MOST_MATCHES),
        default=40,
        metavar="N",
        help="matches of each table of bots; a multiple of the players seats all alike",
    )
    contest.add_argument(
        "--jobs", type=count(MOST_JOBS), default=1, metavar="N", help="matches at a time"
    )
    add_command(commands, score, "print the score of a final city")
    add_command(commands, run_benchmarks, "measure playouts and scoring", name="bench")
    return top


def add_command(commands: Any, run: Command, summary: str, name: str = "") -> Parser:
    command: Parser = commands.add_parser(
        name or run.__name__, help=summary, description=summary, allow_abbrev=False
    )
    command.set_defaults(run=run)
    return command


def count(most: int) -> Callable[[str], int]:
    """A number of things, for ``argparse``."""

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() and len(text) <= len(str(most)) else 0
        if not 1 <= number <= most:
            raise argparse.ArgumentTypeError(f"must be 1 to {most}, not {shorten(text)}")
        return number

    return read


def add_terms(command: Parser) -> None:
    command.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    add_conditions(command)


def add_conditions(command: Parser) -> None:
    command.add_argument("--variant", metavar="V")
    command.add_argument("--seed", metavar="S", help="the same seed gives the same match")
    command.add_argument("--option", action="append", default=[], metavar="NAME")


def games(arguments: argparse.Namespace) -> list[str]:
    return [to_line([game.to_json() for game in GAMES.values()])]


def new(arguments: argparse.Namespace) -> list[str]:
    game = record.find_game(arguments.game)
    terms = read_terms(game, arguments, arguments.players)
    names = [f"Player {number}" for number in range(1, terms.players + 1)]
    return [to_line(record.new(game, terms, read_seed(arguments), names).to_json())]


def read_terms(game: Game[Any], arguments: argparse.Namespace, players: int | None) -> Terms:
    """Unless told otherwise: the first variant, and as few players as it allows."""
    variant = next(iter(game.variants)) if arguments.variant is None else arguments.variant
    if players is None and variant in game.variants:
        players = min(game.variants[variant].players)
    terms = Terms(variant, players or 0, frozenset(arguments.option))
    game.check(terms)
    return terms


def read_seed(arguments: argparse.Namespace) -> str:
    return secrets.token_hex(16) if arguments.seed is None else str(arguments.seed)


def legal(arguments: argparse.Namespace) -> list[str]:
    state = record.replay(record.from_json(read_json(arguments.stdin)))
    return sorted(map(str, state.legal_moves()))


def replay(arguments: argparse.Namespace) -> list[str]:
    found = record.from_json(read_json(arguments.stdin))
    return [to_line(record.finished(found, record.replay(found)).to_json())]


def play(arguments: argparse.Namespace) -> list[str]:
    game = record.find_game(arguments.game)
    bots = read_bots(arguments.bots)
    terms = read_terms(game, arguments, len(bots))
    start = record.new(game, terms, read_seed(arguments), unique_names(bots))
    return [to_line(play_bots(game, start, bots).to_json())]


def read_bots(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            shown, known = shorten(name), ", ".join(BOTS)
            raise BadTerms(_('Unknown bot "{bot}": there are {known}.', bot=shown, known=known))
    return names


def unique_names(bots: Sequence[str]) -> list[str]:
    """Greedy, random, greedy: "greedy", "random", "greedy 2"."""
    counts = [bots[: seat + 1].count(bot) for seat, bot in enumerate(bots)]
    return [
        bot if count == 1 else f"{bot} {count}" for bot, count in zip(bots, counts, strict=True)
    ]


def play_bots(game: Game[Any], start: Record, bots: Sequence[str]) -> Record:
    state = game.start(start.terms, start.setup)
    moves = tuple(str(move) for move in play_out(game, state, bots, str(start.seed)))
    return record.finished(replace(start, moves=moves), state)


def run_tournament(arguments: argparse.Namespace) -> list[str]:
    game = record.find_game(arguments.game)
    bots = read_bots(arguments.bots)
    terms = read_terms(game, arguments, arguments.players)
    seed = read_seed(arguments)
    matches = tournament.matches(game, terms, bots, arguments.games, seed)
    results: list[Result] = []
    show_progress(arguments.stderr, 0, len(matches))
    for result in tournament.results(matches, arguments.jobs):
        results.append(result)
        show_progress(arguments.stderr, len(results), len(matches))
    return tournament.report(results)


def score(arguments: argparse.Namespace) -> list[str]:
    city = read_json(arguments.stdin)
    if not isinstance(city, dict) or not isinstance(city.get("game"), str):
        raise BadRecord(_('A city must be an object with a field "game".'))
    return [to_line(record.find_game(city["game"]).score(city))]


def run_benchmarks(arguments: argparse.Namespace) -> list[str]:
    return [to_line(bench.run(partial(show_progress, arguments.stderr)))]


def show_progress(stderr: IO[str], done: int, total: int) -> None:
    """A bar for somebody who looks on; nothing where a file or a program gets it."""
    if stderr.isatty():
        bar = "#" * (BAR * done // total)
        end = "\n" if done == total else ""
        print(f"\r[{bar:.<{BAR}}] {done}/{total}", end=end, file=stderr, flush=True)


def read_json(stdin: IO[bytes]) -> Json:
    data = stdin.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadRecord(_("The input is longer than {most} bytes.", most=MOST_BYTES))
    if not data.strip():
        raise BadRecord(_("The input is empty; JSON is expected on standard input."))
    return from_bytes(data)


def to_line(data: Json) -> str:
    """One line, so that files of many records can be searched line by line."""
    return json.dumps(data, ensure_ascii=False)


def run() -> int:
    """``main`` on the real streams, which may be closed, full or no longer read by anybody."""
    try:
        stdin = sys.stdin.buffer if sys.stdin else BytesIO()
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON is, whatever the terminal may be
        if sys.stdout is None:
            return complain(str(_("Standard output is closed.")), sys.stderr)
        return main(sys.argv[1:], stdin, sys.stdout, sys.stderr)
    except BrokenPipeError:
        silence_stdout()
        return 1
    except OSError as error:
        silence_stdout()
        return complain(str(_("{problem}.", problem=error.strerror)), sys.stderr)
    except KeyboardInterrupt:
        return 130


def silence_stdout() -> None:
    """Python flushes standard output once more at exit, and would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(run())
