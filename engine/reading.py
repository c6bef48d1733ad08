"""JSON that may come from anywhere: what is wrong with it is said in one sentence."""

from __future__ import annotations

import json
from typing import NoReturn

from engine.errors import BadRecord
from engine.game import Json
from engine.text import Text as _
from engine.text import shorten


def from_bytes(data: bytes) -> Json:
    """Raises ``BadRecord`` and nothing else. How long the data may be is for the caller to say."""
    try:
        return json.loads(
            data.decode("utf-8-sig"), parse_constant=_refuse_constant, object_pairs_hook=_object
        )
    except UnicodeDecodeError as error:
        raise BadRecord(_("The input is not UTF-8: byte {byte}.", byte=error.start + 1)) from error
    except json.JSONDecodeError as error:
        raise BadRecord(
            _(
                "The input is not JSON: line {line}, column {column}: {problem}.",
                line=error.lineno,
                column=error.colno,
                problem=error.msg,
            )
        ) from error
    except ValueError as error:  # what is left is Python's own limit on the digits of a number
        raise BadRecord(_("The input holds a number with too many digits.")) from error
    except RecursionError as error:
        raise BadRecord(_("The input is nested too deeply.")) from error


def _refuse_constant(name: str) -> NoReturn:
    raise BadRecord(_("The input is not JSON: {name} is no number of it.", name=name))


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """JSON leaves open what a repeated field means; we would have to ignore one of them."""
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(_('The field "{field}" is there twice.', field=shorten(key)))
        found[key] = value
    return found
