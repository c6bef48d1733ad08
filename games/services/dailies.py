"""The city of the day: dealing it, trying it, and what bots make of it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from games import dailies
from games.catalogue import GAMES
from games.dailies import PAR_BOTS, PATIENCE, PLAYERS_SEAT, Plan
from games.models import Daily, Match, Sight
from games.models.matches import new_seed
from games.services import turns
from games.services.bots import SWEEP_BATCH, choose_for_the_day
from games.services.matches import Chair, TableTerms, create_table, lock_player
from quadropolis_site.messages import send_on_commit


def deal_today() -> list[Daily]:
    """Today's cities, in the order of the plan; dealt by whoever comes first."""
    day = dailies.today()
    known = {daily.game: daily for daily in Daily.objects.filter(day=day)}
    return [known.get(plan.game) or _deal(day, plan) for plan in dailies.plans()]


def begin_try(*, player: Player, day: date, game: str) -> Match:
    """Go on where the player was; else at first sight, or to practise what is known already."""
    with transaction.atomic():
        lock_player(player)  # so that two clicks at once make one try
        daily = Daily.objects.get(day=day, game=game)
        own = daily.tries.filter(creator=player)
        begun = own.unfinished().first()
        if begun is not None:
            return begun
        has_seen = daily.is_over or own.filter(sight=Sight.FIRST).exists()
        return _begin(player, daily, Sight.PRACTICE if has_seen else Sight.FIRST)


def call_off_old_tries() -> int:
    """What nobody went on with for a week is forgotten, so that it lies about nowhere."""
    forgotten = Match.objects.running().filter(daily__day__lt=dailies.today() - PATIENCE)
    called_off = 0
    for pk in forgotten.values_list("pk", flat=True)[:SWEEP_BATCH]:
        called_off += _call_off(pk)
    return called_off


def compute_par(*, daily_id: int) -> Daily:
    """Let the bots play on by one move what the player plays; whatever is there already stays.

    One move at a time, so that no match waits for its bot until they have played a whole game.
    """
    daily = Daily.objects.get(pk=daily_id)
    bot = next((bot for bot in PAR_BOTS if bot not in daily.par), None)
    return daily if bot is None else _write_par(daily_id, bot, _play_on(daily, bot))


def sweep_pars() -> int:
    """Give out again what no worker has brought to its end; each to one sweep only."""
    now = timezone.now()
    claimed = 0
    for daily in Daily.objects.filter(par_due_at__lte=now).order_by("par_due_at"):
        won = Daily.objects.filter(pk=daily.pk, par_due_at=daily.par_due_at)
        if won.update(par_due_at=_lease()):
            _call_bots(daily)
            claimed += 1
    return claimed


def _deal(day: date, plan: Plan) -> Daily:
    """Two who come at once find the same one."""
    with transaction.atomic():
        daily, is_new = Daily.objects.get_or_create(
            day=day,
            game=plan.game,
            defaults={
                "variant": plan.variant,
                "bots": list(plan.bots),
                "seed": new_seed(),
                "par_due_at": _lease(),
            },
        )
        if is_new:
            _call_bots(daily)
    return daily


def _begin(player: Player, daily: Daily, sight: Sight) -> Match:
    terms = TableTerms(daily.game, daily.variant, rated=False, is_private=True)
    chairs = [Chair(player=player), *(Chair(bot=bot) for bot in daily.bots)]
    return create_table(creator=player, terms=terms, chairs=chairs, daily=daily, sight=sight)


@transaction.atomic
def _call_off(match_id: int) -> bool:
    """Unless it came to its end just now."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.is_running:
        turns.call_off(match)
    return match.is_cancelled


def _play_on(daily: Daily, bot: str) -> int | None:
    """What the bot scores, once its game is over. If the moves so far are lost, it begins again."""
    key = f"par-{daily.seed_commitment}-{bot}"
    moves = cache.get(key, [])
    rules = GAMES[daily.game]
    state = rules.start(daily.terms, rules.deal(daily.terms, daily.seed))
    for move in moves:
        state.push(rules.parse(move))
    seats, seat = [bot, *daily.bots], state.to_move
    if seat is not None:
        move = choose_for_the_day(daily, seats[seat], state.observe(seat), len(moves))
        state.push(move)
        cache.set(key, [*moves, str(move)], PATIENCE.total_seconds())
    outcome = state.outcome()
    return None if outcome is None else outcome.scores[PLAYERS_SEAT]


@transaction.atomic
def _write_par(daily_id: int, bot: str, score: int | None) -> Daily:
    """The score, if there is one by now; and as long as one is missing, see to it that it comes."""
    daily = Daily.objects.select_for_update().get(pk=daily_id)
    if score is not None:
        daily.par.setdefault(bot, score)
    is_due = not set(PAR_BOTS) <= set(daily.par)
    daily.par_due_at = _lease() if is_due else None
    daily.save(update_fields=["par", "par_due_at"])
    if is_due:
        _call_bots(daily)
    return daily


def _call_bots(daily: Daily) -> None:
    from games.tasks import compute_par as task

    send_on_commit(task, daily.pk)


def _lease() -> datetime:
    return timezone.now() + timedelta(seconds=settings.PAR_LEASE_SECONDS)
