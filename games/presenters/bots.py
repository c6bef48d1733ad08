"""The bots as the site introduces them: how each thinks, and how strong it was measured to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue import GAMES
from games.strengths import MEASURED_ON, RUNS, Run
from games.text import say


class Words(NamedTuple):
    title: str | Promise
    summary: str | Promise
    thinking: str | Promise


WORDS = {
    "random": Words(
        gettext_lazy("Random"),
        gettext_lazy("plays anything that is legal"),
        gettext_lazy(
            "It rolls dice among all legal moves, and never looks at its city. Nobody is easier to "
            "beat, so it is good company for your first match."
        ),
    ),
    "greedy": Words(
        gettext_lazy("Greedy"),
        gettext_lazy("takes what looks best at once"),
        gettext_lazy(
            "It tries each of its moves and takes the one after which its own city is worth most: "
            "the points of today, and a part of what the city promises for later. It does not ask "
            "what you want, and answers in an instant."
        ),
    ),
    "strong": Words(
        gettext_lazy("Strong"),
        gettext_lazy("thinks ahead, also about your moves"),
        gettext_lazy(
            "It follows its most promising moves into the future: what would the others do then, "
            "and what could it do next? It plays the move that leads furthest if everybody does "
            "what is best for them. What is hidden from it, it guesses or leaves open, as "
            "anybody does. It computes for at most %(seconds)g seconds per move."
        ),
    ),
}


@dataclass(frozen=True)
class StrengthLine:
    """``share`` of matches won, in percent; ``fair`` is what equals would win."""

    kind: str
    against: str
    matches: int
    share: float
    fair: float
    points: float
    points_of_others: float


@dataclass(frozen=True)
class Introduction:
    summary: str
    thinking: str
    lines: Sequence[StrengthLine]
    measured_on: date


def introduce(bot: str) -> Introduction | None:
    """Nothing about one that the site has no words for: an account may outlive its bot."""
    words = WORDS.get(bot)
    if words is None:
        return None
    return Introduction(
        summary=_("A bot: it %(summary)s.") % {"summary": words.summary},
        thinking=str(words.thinking) % {"seconds": settings.BOT_SECONDS},
        lines=[_line(bot, run) for run in RUNS if bot in run.table],
        measured_on=MEASURED_ON,
    )


def bot_title(bot: str) -> str:
    return str(WORDS[bot].title) if bot in WORDS else capfirst(bot)


def bot_choice(bot: str) -> str:
    """For a list to choose from."""
    summary = WORDS[bot].summary if bot in WORDS else ""
    return _("Bot %(title)s: %(summary)s") % {"title": bot_title(bot), "summary": summary}


def _line(bot: str, run: Run) -> StrengthLine:
    others = run.others(bot)
    return StrengthLine(
        kind=_kind(run),
        against=_against(others),
        matches=run.matches,
        share=run.wins[bot],
        fair=100 / len(run.table),
        points=run.points[bot],
        points_of_others=sum(run.points[other] for other in others) / len(others),
    )


def _kind(run: Run) -> str:
    variant, players = say(GAMES[run.game].variants[run.variant].title), len(run.table)
    return ngettext(
        "%(variant)s, %(players)s player", "%(variant)s, %(players)s players", players
    ) % {"variant": variant, "players": players}


def _against(others: Sequence[str]) -> str:
    names = [
        f"{count} × {bot_title(bot)}" if count > 1 else bot_title(bot)
        for bot, count in Counter(others).items()
    ]
    return _("against %(names)s") % {"names": ", ".join(names)}
