"""The way to the mail server."""

from __future__ import annotations

from smtplib import (
    SMTP,
    SMTP_SSL,
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from typing import Any, Self

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend

GO_AHEAD = 354  # "now the mail": until then, the mail server has nothing that it could deliver
PERMANENT = 500  # and above: to try again would be of no use, and of harm to the sender's name


class Away(Exception):
    """The mail server can't be reached: nothing was handed over."""


class Refused(Exception):
    """The mail server did not accept this mail now, but may do so later."""


class RefusedForGood(Exception):
    """The mail server will never accept this mail, or knows nobody at this address."""


class Unclear(Exception):
    """The line broke before the mail server answered: it may have accepted the mail or not."""


class _Attentive:
    """Remembers the mail server's last answer, for when the line breaks."""

    last_answer = 0

    def getreply(self) -> tuple[int, bytes]:
        answer: tuple[int, bytes] = super().getreply()  # type: ignore[misc]
        self.last_answer = answer[0]
        return answer


class _AttentiveSMTP(_Attentive, SMTP):
    pass


class _AttentiveSMTPOverTLS(_Attentive, SMTP_SSL):
    pass


class Backend(EmailBackend):
    """Django's own, which can say how far it came."""

    @property
    def connection_class(self) -> type[SMTP]:
        return _AttentiveSMTPOverTLS if self.use_ssl else _AttentiveSMTP


class Line:
    """One connection for many mails."""

    def __init__(self) -> None:
        self._backend = get_connection()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._backend.close()

    def open(self) -> None:
        """Before a mail is marked as handed over: most failures are found here, harmlessly."""
        try:
            if self._is_dead():
                self._backend.close()
            self._backend.open()
            if self._smtp is not None:
                self._smtp.ehlo_or_helo_if_needed()
        except OSError as error:
            raise Away(str(error)) from error

    def send(self, mail: EmailMessage) -> None:
        try:
            self._backend.send_messages([mail])
        except (SMTPResponseException, SMTPRecipientsRefused) as error:
            refusal = RefusedForGood if _is_for_good(error) else Refused
            raise refusal(str(error)) from error
        except OSError as error:
            raise (Unclear if self._has_the_mail() else Away)(str(error)) from error

    def _has_the_mail(self) -> bool:
        """Whether the mail server may have it, as far as anybody knows."""
        return getattr(self._smtp, "last_answer", GO_AHEAD) == GO_AHEAD

    @property
    def _smtp(self) -> Any:
        """None before the first call, and where mails are kept in a folder instead."""
        return getattr(self._backend, "connection", None)

    def _is_dead(self) -> bool:
        """Mail servers hang up on those who are silent for long."""
        if self._smtp is None:
            return False
        try:
            return bool(self._smtp.noop()[0] != 250)
        except SMTPException:
            return True


def _is_for_good(error: SMTPException) -> bool:
    """A refused sender or log-in is a mistake in the settings, and can be put right."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _reason in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= PERMANENT
