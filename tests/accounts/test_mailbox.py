import importlib
import sys

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from django.urls import clear_url_caches

from accounts.mailbox import MAILS_PER_PAGE, newest_mails

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings, tmp_path):
    settings.EMAIL_FILE_PATH = str(tmp_path / "mails")
    return tmp_path / "mails"


def send(*subjects):
    """Over one connection, which is one file."""
    connection = get_connection("django.core.mail.backends.filebased.EmailBackend")
    mails = [_mail(subject) for subject in subjects]
    assert connection.send_messages(mails) == len(mails)


def _mail(subject):
    text = f"{subject}: grüße\nhttps://example.org/a?b=1&c=2"
    mail = EmailMultiAlternatives(subject, text, to=["ann@example.org"])
    mail.attach_alternative(f"<p>{subject}</p><script>alert(1)</script>", "text/html")
    return mail


def test_it_is_empty_before_the_first_mail(client, folder):
    assert "No mail yet." in client.get("/mailbox/").text


def test_it_shows_all_mails_of_a_file_the_newest_first(client, folder):
    send("first", "second", "third <b>")
    assert [mail.subject for mail in newest_mails(folder)] == ["third <b>", "second", "first"]
    page = client.get("/mailbox/").text
    assert "third &lt;b&gt;" in page
    assert "ann@example.org" in page


def test_a_mail_can_be_read_and_its_links_followed(client, folder):
    send("hello")
    (mail,) = newest_mails(folder)
    page = client.get(f"/mailbox/{mail.file}/{mail.index}/").text
    assert "grüße" in page
    assert 'href="https://example.org/a?b=1&amp;c=2"' in page
    assert "<script>alert" not in page


def test_the_html_version_can_run_nothing(client, folder):
    send("hello")
    (mail,) = newest_mails(folder)
    answer = client.get(f"/mailbox/{mail.file}/{mail.index}/html/")
    assert "<p>hello</p>" in answer.text
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy


def test_it_shows_every_mail_page_by_page(client, folder):
    send(*(f"number {number}" for number in range(MAILS_PER_PAGE + 5)))
    first = client.get("/mailbox/").text
    assert f">number {MAILS_PER_PAGE + 4}<" in first
    assert first.count(">number ") == MAILS_PER_PAGE
    assert 'href="?page=2"' in first
    second = client.get("/mailbox/?page=2").text
    assert second.count(">number ") == 5
    assert ">number 0<" in second
    assert "?page=3" not in second


@pytest.mark.parametrize("page", ["0", "-1", "x", "٣", "9" * 500])
def test_a_nonsensical_page_is_the_first_or_empty(client, folder, page):
    send("hello")
    assert client.get("/mailbox/", {"page": page}).status_code == 200


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"\x00\xff\xfe not a mail at all",
        b"Subject: =?utf-8?b?!!!!?=\nTo: <<>>,,;\nDate: yesterday\n\nbody",
        b'Subject: x\nContent-Type: text/plain; charset="klingon"\n\nbody',
        b"Subject: x\nContent-Type: multipart/mixed\n\nno boundary",
        b"Subject: x\nContent-Type: multipart/mixed; boundary=a\n\n--a\n--a--",
        b"Subject: x\nContent-Transfer-Encoding: base64\n\n%%%",
        b"Date: Mon, 99 Foo 2026\nFrom: @\n\n",
        b"-" * 79 + b"\n" + b"-" * 79 + b"\n",
    ],
)
def test_broken_files_don_t_break_the_page(client, folder, source):
    send("healthy")
    (folder / "00000000-broken.log").write_bytes(source)
    answer = client.get("/mailbox/")
    assert answer.status_code == 200
    assert "healthy" in answer.text
    for mail in newest_mails(folder):
        assert client.get(f"/mailbox/{mail.file}/{mail.index}/").status_code == 200


@pytest.mark.parametrize(
    "path", ["nothing.log/0/", "..%2Fsecret.log/0/", "..%2F..%2Fetc%2Fpasswd/0/", "x/0/html/"]
)
def test_it_opens_nothing_but_its_mails(client, folder, path):
    send("hello")
    (folder.parent / "secret.log").write_text("Subject: secret\n\nsecret")
    assert client.get(f"/mailbox/{path}").status_code == 404


@pytest.fixture
def elsewhere(settings):
    """A site that is on the net: its addresses are made anew."""
    settings.SHOWS_MAILBOX = False
    _reload_urls()
    yield
    settings.SHOWS_MAILBOX = True
    _reload_urls()


def _reload_urls():
    for module in ("accounts.urls", "quadropolis_site.urls"):
        importlib.reload(sys.modules[module])
    clear_url_caches()


def test_a_real_site_has_no_such_page(folder, elsewhere):
    send("hello")
    (mail,) = newest_mails(folder)
    for path in ("", f"{mail.file}/0/", f"{mail.file}/0/html/"):
        assert Client().get(f"/mailbox/{path}").status_code == 404
    assert "mailbox" not in Client().get("/accounts/login/").text.lower()


def test_the_pages_refuse_even_if_somebody_registered_them(client, folder, settings):
    settings.SHOWS_MAILBOX = False
    assert client.get("/mailbox/").status_code == 404
