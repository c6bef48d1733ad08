"""A real mail server in a thread, which can also be away, refuse, or hang up."""

from __future__ import annotations

import logging
import socket
import subprocess
from asyncio import Transport, to_thread
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

logging.getLogger("mail.log").setLevel(logging.WARNING)


class PostOffice:
    """``mails`` are those accepted; ``answers`` are given instead of accepting the next ones.

    Nobody is at the addresses in ``unknown``. ``is_impatient`` with those who say nothing new.
    ``hangs_up_at`` is the word at which the line breaks, once, before it is answered.
    ``when_called`` is done while somebody waits for the first answer. ``kills`` is a process that
    dies when its mail is accepted, before it hears of it.
    """

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answers: list[str] = []
        self.unknown: set[str] = set()
        self.is_impatient = False
        self.hangs_up_at = ""
        self.when_called: Callable[[], object] | None = None
        self.kills: subprocess.Popen[bytes] | None = None
        self.port = _free_port()
        self._controller: Controller | None = None

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, host: str, answers: list[str]
    ) -> list[str]:
        session.host_name = host
        if self.when_called is not None:
            await to_thread(self.when_called)
        return answers

    async def handle_NOOP(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, arg: str
    ) -> str:
        return "421 too long idle" if self.is_impatient else "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, to: str, options: list[str]
    ) -> str:
        if to in self.unknown:
            return "550 nobody here"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            content: Any = envelope.content
            self.mails.append(message_from_bytes(content, policy=default))
        if answer == "250 and hang up":
            cast(Transport, server.transport).abort()
        if self.kills is not None:
            self.kills.kill()
            self.kills.wait()
        return answer

    def breaks_at(self, word: str) -> bool:
        breaks = self.hangs_up_at == word
        self.hangs_up_at = "" if breaks else self.hangs_up_at
        return breaks

    def open(self) -> None:
        self._controller = _Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def close(self) -> None:
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def to(self, player: Any) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == player.email]

    def subjects(self) -> list[tuple[str, str]]:
        """With the names of the readers."""
        return [(_name(mail), mail["Subject"]) for mail in self.mails]

    def counts(self) -> dict[str, int]:
        """How many mails everybody got."""
        return dict(Counter(map(_name, self.mails)))


class _Server(SMTP):
    """The line may break at every word."""

    async def smtp_EHLO(self, arg: str) -> None:  # noqa: N802
        await self._answer("EHLO", super().smtp_EHLO(arg))

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802
        await self._answer("MAIL", super().smtp_MAIL(arg))

    async def smtp_RCPT(self, arg: str | None) -> None:  # noqa: N802
        await self._answer("RCPT", super().smtp_RCPT(arg))

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        await self._answer("DATA", super().smtp_DATA(arg))

    async def _answer(self, word: str, answer: Coroutine[Any, Any, None]) -> None:
        if self.event_handler.breaks_at(word):
            cast(Transport, self.transport).abort()
            answer.close()
        else:
            await answer


class _Controller(Controller):
    def factory(self) -> SMTP:
        return _Server(self.handler, **self.SMTP_kwargs)


@contextmanager
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    office.open()
    try:
        yield office
    finally:
        office.close()


def text(mail: Any) -> str:
    content: str = mail.get_body(("plain",)).get_content()
    return content.replace("\r\n", "\n")


def html(mail: Any) -> str:
    content: str = mail.get_body(("html",)).get_content()
    return content


def last(mails: Sequence[EmailMessage]) -> EmailMessage:
    assert mails, "no mail"
    return mails[-1]


def _name(mail: EmailMessage) -> str:
    name: str = mail["To"].partition("@")[0]
    return name


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
