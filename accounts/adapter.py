"""How allauth is bent to this site."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import is_reserved
from quadropolis_site.errors import ApplicationError, Conflict

logger = logging.getLogger(__name__)


class MailNotSent(ApplicationError):
    """The mail server does not answer, or refuses."""

    code = "mail_not_sent"
    status = 503


@dataclass(frozen=True)
class Paragraph:
    """Of a mail. One whose second line is an address becomes a button."""

    text: str
    url: str = ""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This is your e-mail address already."),
        "email_password_mismatch": _("This e-mail address and password don't belong together."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("This is not your password."),
        "invalid_password_reset": _("This link does not work any more."),
        "username_blacklisted": _("This name is kept for the site. Please choose another one."),
        "username_password_mismatch": _("This name and password don't belong together."),
        "username_taken": _("Somebody has this name already. Please choose another one."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if is_reserved(username):
            raise self.validation_error("username_blacklisted")
        return str(super().clean_username(username, shallow))

    def save_user(
        self, request: HttpRequest, user: Player, form: Form, commit: bool = True
    ) -> Player:
        try:
            with transaction.atomic():
                saved: Player = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            # The form found the name free, and then somebody else was quicker.
            raise Conflict(
                gettext("Somebody has just taken this name. Please choose another one.")
            ) from error
        return saved

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Too many wrong guesses get the same page as too much of anything else."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            raise ImmediateHttpResponse(respond_429(request)) from error

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("preferences")

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMultiAlternatives:
        """The HTML version is made from the text, so that they never differ."""
        mail: EmailMultiAlternatives = super().render_mail(template_prefix, email, context, headers)
        page = {"subject": mail.subject, "paragraphs": paragraphs(str(mail.body))}
        mail.attach_alternative(render_to_string("account/email/message.html", page), "text/html")
        return mail

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        reader = context.get("user")
        try:
            with translation.override(reader.language if reader else translation.get_language()):
                super().send_mail(template_prefix, email, context)
        except OSError as error:
            logger.exception("mail %s could not be sent", template_prefix)
            raise MailNotSent(
                gettext(
                    "We could not send a mail just now. Please try again in a few minutes; "
                    "if you have just signed up, log in then and we send it again."
                )
            ) from error

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """What it tells about has happened already, so it may fail quietly."""
        try:
            super().send_notification_mail(*args, **kwargs)
        except MailNotSent:
            logger.warning("nobody was told by mail about a change to their account")


def paragraphs(text: str) -> list[Paragraph]:
    return [_paragraph(block.strip()) for block in text.split("\n\n") if block.strip()]


def _paragraph(block: str) -> Paragraph:
    label, _newline, rest = block.partition("\n")
    if rest.startswith(("http://", "https://")):
        return Paragraph(label.rstrip(":"), rest)
    return Paragraph(block)
