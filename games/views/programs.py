"""Tokens for programs, and bots: made here, shown once, listed, revoked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import BotForm, TokenForm
from accounts.models import Player
from accounts.requests import PlayerRequest
from accounts.services.bots import own_bot, register_bot
from accounts.services.tokens import create_token, revoke_token
from games.services.departures import leave_everything_and_delete
from quadropolis_site.errors import ApplicationError


@login_required
@require_safe
@never_cache
def programs(request: PlayerRequest) -> HttpResponse:
    return _page(request)


@login_required
@require_POST
@never_cache
def token_new(request: PlayerRequest) -> HttpResponse:
    """The answer is the page itself, with the secret: nobody can come back to it."""
    form = TokenForm(request.POST, player=request.user)
    if form.is_valid():
        try:
            _token, secret = create_token(**form.cleaned_data)
        except ApplicationError as error:
            form.add_error(None, str(error.message))
        else:
            return _page(request, secret=secret, name=form.cleaned_data["name"])
    return _page(request, status=422, token_form=form)


@login_required
@require_POST
@never_cache
def bot_new(request: PlayerRequest) -> HttpResponse:
    form = BotForm(request.POST)
    if form.is_valid():
        try:
            bot, secret = register_bot(owner=request.user, **form.cleaned_data)
        except ApplicationError as error:
            form.add_error("name", str(error.message))
        else:
            return _page(request, secret=secret, name=bot.username)
    return _page(request, status=422, bot_form=form)


@login_required
@require_POST
def token_revoke(request: PlayerRequest, token_id: int) -> HttpResponse:
    revoke_token(player=request.user, token_id=token_id)
    messages.success(request, _("The token is revoked. Whoever has it can do nothing with it."))
    return redirect("programs")


@login_required
@require_POST
def bot_retire(request: PlayerRequest, name: str) -> HttpResponse:
    try:
        bot = own_bot(owner=request.user, name=name)
    except Player.DoesNotExist as error:
        raise Http404 from error
    leave_everything_and_delete(player=bot)
    messages.success(request, _("The bot is retired."))
    return redirect("programs")


def _page(request: PlayerRequest, status: int = 200, **more: Any) -> HttpResponse:
    bots = request.user.bots.filter(deleted_at=None).order_by("pk").prefetch_related("tokens")
    context = {
        "token_form": TokenForm(player=request.user),
        "bot_form": BotForm(),
        "tokens": request.user.tokens.all(),
        "bots": bots,
    }
    return render(request, "accounts/programs.html", context | more, status=status)
