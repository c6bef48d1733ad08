"""The accounts that bots play under."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import LONGEST_NAME, USERNAME_VALIDATORS, Player, Token
from accounts.names import BOT_SUFFIX, is_reserved
from accounts.services.tokens import create_token
from engine.bots import BOTS
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

MOST_BOTS = 5
SCOPES_OF_A_BOT = (Token.Scope.READ, Token.Scope.PLAY)


def bot_account(*, bot: str) -> Player:
    """The account of this bot of the engine, made when it is first needed."""
    found = Player.objects.filter(bot=bot).first()
    if found is None:
        found, _ = Player.objects.get_or_create(
            bot=bot, defaults={"username": f"{bot.capitalize()}-Robot", "password": "!"}
        )
    return found


def bot_account_named(*, name: str) -> Player | None:
    """The account of the bot that has this name, also if nobody has played against it yet."""
    bot = name.lower().removesuffix(BOT_SUFFIX)
    return bot_account(bot=bot) if bot in BOTS and bot != name.lower() else None


@transaction.atomic
def register_bot(*, owner: Player, name: str, about: str = "") -> tuple[Player, str]:
    """A program of the owner's that plays under a name of its own, and its first token."""
    Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if owner.is_bot:
        raise NotAllowed(_("A bot has no bots of its own."))
    if owner.bots.filter(deleted_at=None).count() >= MOST_BOTS:
        raise Conflict(_("You have %(count)s bots already.") % {"count": MOST_BOTS})
    _check_name(name)
    bot = _new_account(owner, name, about)
    _token, secret = create_token(player=bot, name=name, scopes=SCOPES_OF_A_BOT)
    return bot, secret


def own_bot(*, owner: Player, name: str) -> Player:
    """Raises ``Player.DoesNotExist`` also for a bot of somebody else."""
    return owner.bots.get(username__iexact=name, deleted_at=None)


def _check_name(name: str) -> None:
    try:
        for validate in USERNAME_VALIDATORS:
            validate(name)
    except ValidationError as error:
        raise ApplicationError(str(error.messages[0])) from error
    if not 2 <= len(name) <= LONGEST_NAME:
        raise ApplicationError(
            _("A name has from 2 to %(most)s characters.") % {"most": LONGEST_NAME}
        )
    if is_reserved(name):
        raise ApplicationError(_("This name is kept for the site. Please choose another one."))


def _new_account(owner: Player, name: str, about: str) -> Player:
    """Nobody can log in with a password: there is none. A bot takes no vacation by itself."""
    try:
        with transaction.atomic():
            return Player.objects.create(
                username=name, owner=owner, about=about, password="!", auto_vacation=False
            )
    except IntegrityError as error:
        raise Conflict(_("Somebody has this name already. Please choose another one.")) from error
