import pytest

from accounts.models import Player
from accounts.services.players import update_preferences
from accounts.time_zones import choices, is_time_zone
from quadropolis_site.errors import ApplicationError

pytestmark = pytest.mark.django_db

WISHES = {"about": "I like parks.", "time_zone": "America/New_York", "language": "en"}


def test_they_are_for_those_who_are_logged_in(client):
    assert client.get("/preferences/").url == "/accounts/login/?next=/preferences/"


def test_they_are_saved(alice, log_in):
    answer = log_in(alice).post("/preferences/", WISHES, follow=True)
    assert "Your preferences are saved." in answer.text
    alice.refresh_from_db()
    assert (alice.about, alice.time_zone) == ("I like parks.", "America/New_York")


@pytest.mark.parametrize(
    "nonsense",
    [{"time_zone": "Mars/Olympus"}, {"language": "tlh"}, {"about": "x" * 301}, {"time_zone": ""}],
)
def test_nonsense_is_refused(alice, log_in, nonsense):
    answer = log_in(alice).post("/preferences/", WISHES | nonsense)
    assert answer.status_code == 200
    assert answer.context["form"].errors
    alice.refresh_from_db()
    assert alice.about == ""


@pytest.mark.parametrize("nonsense", [{"time_zone": "Mars/Olympus"}, {"language": "tlh"}])
def test_the_service_refuses_nonsense_too(alice, nonsense):
    with pytest.raises(ApplicationError):
        update_preferences(player=alice, **(WISHES | nonsense))


def test_somebody_in_utc_is_told_so(alice, log_in):
    browser = log_in(alice)
    assert "Times are shown in UTC" in browser.get("/preferences/").text
    browser.post("/preferences/", WISHES)
    assert "Times are shown in UTC" not in browser.get("/preferences/").text


def test_time_zones_are_grouped_by_region():
    groups = dict(choices())
    assert ("Europe/Berlin", "Berlin") in groups["Europe"]
    assert ("America/Argentina/Buenos_Aires", "Argentina – Buenos Aires") in groups["America"]
    assert is_time_zone("UTC")
    assert not is_time_zone("localtime")


@pytest.fixture
def a_mail_from_noon(settings, tmp_path):
    settings.EMAIL_FILE_PATH = str(tmp_path)
    noon = "Subject: x\nDate: Thu, 01 Jan 2026 12:00:00 +0000\n\nx"
    (tmp_path / "x.log").write_text(noon)


@pytest.mark.parametrize(
    ("zone", "shown"), [("America/New_York", "7 a.m."), ("Gone/Forgotten", "noon")]
)
def test_times_are_the_players_own(alice, log_in, client, a_mail_from_noon, zone, shown):
    browser = log_in(alice)
    Player.objects.update(time_zone=zone)
    assert shown in browser.get("/mailbox/").text
    assert "noon" in client.get("/mailbox/").text


def test_words_are_the_players_own(alice, log_in, client, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    browser = log_in(alice)
    Player.objects.update(language="de")
    answer = browser.post("/preferences/", {"about": "Hallo"})
    assert answer["Content-Language"] == "de"
    assert "Dieses Feld ist zwingend erforderlich." in answer.text
    assert client.get("/mailbox/")["Content-Language"] == "en"
