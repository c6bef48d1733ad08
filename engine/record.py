"""A match as JSON: who played what on which terms, and every move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import NoneType
from typing import Any

import engine
from engine.errors import BadMove, BadRecord, BadTerms, IllegalMove
from engine.game import Game, Json, Outcome, Setup, State, Terms
from engine.text import Text as _
from engine.text import shorten

FORMAT = 1
MOST_PLAYERS = 100
MOST_MOVES = 1000
LONGEST_NAME = 100
LONGEST_SEED = 200

# Of a result: the seats whose players left, if any did. It is they who decide the ranks then.
DEPARTURES = ("resigned", "timed_out")

REQUIRED = ("format", "game", "version", "variant", "players", "setup", "moves")
OPTIONAL = ("options", "seed", "result")

TYPE_TITLES = {
    NoneType: _("null"),
    bool: _("true or false"),
    int: _("a whole number"),
    float: _("a number with a decimal point"),
    str: _("text"),
    list: _("a list"),
    dict: _("an object"),
}


@dataclass(frozen=True)
class Record:
    """``setup`` is the truth for a replay; ``result`` is there once the match is over."""

    game: str
    version: int
    variant: str
    options: Mapping[str, bool]
    players: tuple[str, ...]
    seed: str | None
    setup: Setup
    moves: tuple[str, ...] = ()
    result: Mapping[str, Json] | None = None

    @property
    def terms(self) -> Terms:
        chosen = frozenset(option for option, on in self.options.items() if on)
        return Terms(self.variant, len(self.players), chosen)

    def to_json(self) -> dict[str, Json]:
        data: dict[str, Json] = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "variant": self.variant,
            "options": dict(self.options),
            "players": list(self.players),
            "seed": self.seed,
            "setup": self.setup,
            "moves": list(self.moves),
            "result": self.result,
        }
        return {key: value for key, value in data.items() if value is not None}


def find_game(name: str) -> Game[Any]:
    game = engine.GAMES.get(name)
    if game is None:
        known = ", ".join(engine.GAMES)
        raise BadTerms(
            _('Unknown game "{game}": there is {known}.', game=shorten(name), known=known)
        )
    return game


def new(game: Game[Any], terms: Terms, seed: str, players: Sequence[str]) -> Record:
    """A record without moves, dealt from the seed."""
    game.check(terms)
    if len(players) != terms.players:
        raise BadRecord(
            _(
                "players: {names} names for {players} players.",
                names=len(players),
                players=terms.players,
            )
        )
    return Record(
        game=game.name,
        version=game.version,
        variant=terms.variant,
        options={option: option in terms.options for option in game.options},
        players=_names(list(players)),
        seed=_text("seed", seed, LONGEST_SEED),
        setup=game.deal(terms, seed),
    )


def from_json(data: Json) -> Record:
    """Read a record; raises ``BadRecord`` with a sentence that says what is wrong and where.

    Whether the set-up, the moves and the result hold by the rules is for ``replay`` to say.
    """
    _check_fields(data)
    _check_format(data["format"])
    game = find_game(_text("game", data["game"], LONGEST_NAME))
    return Record(
        game=game.name,
        version=_expect("version", data["version"], int),
        variant=_text("variant", data["variant"], LONGEST_NAME),
        options=_options(game, data.get("options", {})),
        players=_names(data["players"]),
        seed=_seed(data.get("seed")),
        setup=_expect("setup", data["setup"], dict),
        moves=_moves(data["moves"]),
        result=_result(data.get("result")),
    )


def replay(record: Record) -> State[Any]:
    """The position after the record's moves, with everything in the record checked."""
    game = find_game(record.game)
    _check_version(game, record)
    game.check(record.terms)
    state = game.start(record.terms, record.setup)
    _check_seed(game, record)
    for number, notation in enumerate(record.moves, 1):
        _play(game, state, number, notation)
    if record.result is not None:
        _check_result(record.result, state)
    return state


def finished(record: Record, state: State[Any]) -> Record:
    """The record, with the result if the match is over; what departures decided stands."""
    outcome = state.outcome()
    if outcome is None or _has_departures(record.result or {}):
        return record
    return replace(record, result=result(outcome))


def result(outcome: Outcome) -> dict[str, Json]:
    return {"scores": list(outcome.scores), "ranks": list(outcome.ranks), **outcome.details}


def _check_fields(data: Json) -> None:
    _expect("record", data, dict)
    for key in data:
        if key not in (*REQUIRED, *OPTIONAL):
            raise BadRecord(_('A record has no field "{field}".', field=shorten(str(key))))
    for key in REQUIRED:
        if key not in data:
            raise BadRecord(_('The record has no field "{field}".', field=key))


def _check_format(value: Json) -> None:
    if _expect("format", value, int) != FORMAT:
        raise BadRecord(
            _("format: {found} is unknown, records have {ours}.", found=_number(value), ours=FORMAT)
        )


def _check_version(game: Game[Any], record: Record) -> None:
    if record.version != game.version:
        raise BadRecord(
            _(
                "version: the record was made by version {theirs} of the rules of {game}, "
                "and this is version {ours}.",
                theirs=_number(record.version),
                game=game.name,
                ours=game.version,
            )
        )


def _check_seed(game: Game[Any], record: Record) -> None:
    if record.seed is None:
        return
    if not _same(record.setup, game.deal(record.terms, record.seed)):
        raise BadRecord(_("setup: it is not the one that the seed gives."))


def _play(game: Game[Any], state: State[Any], number: int, notation: str) -> None:
    try:
        if state.to_move is None:
            raise IllegalMove(_("The match is over."))
        state.play(game.parse(notation))
    except (BadMove, IllegalMove) as error:
        raise type(error)(
            _(
                'move {number} "{notation}": {problem}',
                number=number,
                notation=shorten(notation),
                problem=error.text,
            )
        ) from error


def _check_result(given: Mapping[str, Json], state: State[Any]) -> None:
    """What a result says must be so; it need not repeat the details."""
    outcome = state.outcome()
    for key in ("scores", "ranks"):
        if key not in given:
            raise BadRecord(_("result: {field} is missing.", field=key))
    if _has_departures(given):
        given, scores = _without_departures(given), list(state.observe(None).scores())
        computed = {"scores": scores} if outcome is None else result(outcome)
    elif outcome is None:
        raise BadRecord(_("result: the match is not over after these moves."))
    else:
        computed = result(outcome)
    for key, value in given.items():
        if key not in computed:
            raise BadRecord(_('result: there is no field "{field}".', field=shorten(str(key))))
        if not _same(value, computed[key]):
            raise BadRecord(_("result: {field} is not what the moves lead to.", field=key))


def _has_departures(given: Mapping[str, Json]) -> bool:
    return any(given.get(how) for how in DEPARTURES)


def _without_departures(given: Mapping[str, Json]) -> dict[str, Json]:
    """The rest of a result in which somebody left: who did so, and the ranks, no move decides."""
    seats = range(len(_expect("result: scores", given["scores"], list)))
    for how in DEPARTURES:
        gone = _expect(f"result: {how}", given.get(how, []), list)
        if not all(type(seat) is int and seat in seats for seat in gone):
            raise BadRecord(_("result: {field} must be a list of seats.", field=how))
    ranks = _expect("result: ranks", given["ranks"], list)
    if len(ranks) != len(seats) or not all(
        type(rank) is int and 1 <= rank <= len(seats) for rank in ranks
    ):
        raise BadRecord(_("result: ranks must be a rank for every player."))
    return {key: value for key, value in given.items() if key not in ("ranks", *DEPARTURES)}


def _same(found: Json, expected: Json) -> bool:
    """Equal as JSON, where 1, 1.0 and true are three things; only as deep as ``expected``."""
    if type(found) is not type(expected):
        return False
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(
            _same(found[key], value) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(_same, found, expected))
    return bool(found == expected)


def _options(game: Game[Any], value: Json) -> dict[str, bool]:
    given = _expect("options", value, dict)
    for option in given:
        if option not in game.options:
            raise BadTerms(
                _('{game} has no option "{option}".', game=game.name, option=shorten(str(option)))
            )
    return {
        option: _expect(f"option {option}", given.get(option, False), bool)
        for option in game.options
    }


def _names(value: Json) -> tuple[str, ...]:
    names = _list("players", value, MOST_PLAYERS)
    return tuple(
        _text(f"player {number}", name, LONGEST_NAME) for number, name in enumerate(names, 1)
    )


def _moves(value: Json) -> tuple[str, ...]:
    moves = _list("moves", value, MOST_MOVES)
    return tuple(
        _text(f"move {number}", move, LONGEST_NAME) for number, move in enumerate(moves, 1)
    )


def _seed(value: Json) -> str | None:
    return None if value is None else _text("seed", value, LONGEST_SEED)


def _result(value: Json) -> dict[str, Json] | None:
    return None if value is None else _expect("result", value, dict)


def _list(where: str, value: Json, most: int) -> list[Json]:
    found: list[Json] = _expect(where, value, list)
    if len(found) > most:
        raise BadRecord(
            _(
                "{where}: there are {count}, and {most} is the limit.",
                where=where,
                count=len(found),
                most=most,
            )
        )
    return found


def _text(where: str, value: Json, most: int) -> str:
    text: str = _expect(where, value, str)
    if not 1 <= len(text) <= most:
        raise BadRecord(
            _(
                "{where}: must have 1 to {most} characters, not {count}.",
                where=where,
                most=most,
                count=len(text),
            )
        )
    if any("\ud800" <= character <= "\udfff" for character in text):
        # JSON can write half a character; no file and no hash can hold one.
        raise BadRecord(_("{where}: is not valid Unicode.", where=where))
    return text


def _expect(where: str, value: Json, kind: type) -> Any:
    if type(value) is not kind:
        raise BadRecord(
            _(
                "{where}: must be {kind}, not {found}.",
                where=where,
                kind=TYPE_TITLES[kind],
                found=TYPE_TITLES.get(type(value), _("something else")),
            )
        )
    return value


def _number(value: int) -> str:
    """Python refuses to write numbers of thousands of digits."""
    return str(value) if abs(value) < 10**15 else "…"
