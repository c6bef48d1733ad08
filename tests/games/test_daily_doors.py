"""Nobody sees a city of the day through somebody else's try before its time: door by door."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Daily, Match
from games.services.books import enter_finished
from tests.games.days import DAY, MIDNIGHT, NOON, begin, finish

pytestmark = pytest.mark.django_db

FORBIDDEN, CONFLICT = 403, 409


@pytest.fixture(autouse=True)
def _noon(time_machine):
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def done(alice):
    """Alice has finished hers."""
    match = finish(alice, score=987)
    Daily.objects.update(par={"greedy": 543, "strong": 654})
    return match


@pytest.fixture
def nobody(db):
    return Client()


@pytest.fixture
def stranger(bob):
    """Bob has not begun yet."""
    return _logged_in(bob)


@pytest.fixture
def beginner(charlie, done):
    """Charlie is in the middle of it."""
    begin(charlie)
    return _logged_in(charlie)


@pytest.fixture
def veteran(dora, done):
    """Dora has played, too."""
    finish(dora)
    return _logged_in(dora)


def _logged_in(player):
    client = Client()
    client.force_login(player)
    return client


DOORS = {
    "match": [],
    "match-poll": [],
    "replay": [0],
    "match-svg": [],
    "match-png": [],
    "match-record": [],
}


def door(name, match):
    return reverse(name, args=[match.code, *DOORS[name]])


def looks(client, match, name, **headers):
    return client.get(door(name, match), headers=headers)


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize("who", ["nobody", "stranger", "beginner"])
def test_a_try_is_closed_to_whoever_has_not_played(request, done, who, name):
    client = request.getfixturevalue(who)
    response = looks(client, done, name)
    assert response.status_code == FORBIDDEN
    assert done.seed not in response.text
    assert ">987<" not in response.text
    assert "public" not in response.headers.get("Cache-Control", "")


def test_whoever_follows_a_link_too_early_is_led_to_their_own_try(stranger, done):
    page = looks(stranger, done, "match").text
    assert f'href="{done.daily.get_absolute_url()}">To the city of the day</a>' in page


@pytest.mark.parametrize("name", ["match", "replay", "match-poll"])
def test_also_in_parts(beginner, done, name):
    assert looks(beginner, done, name, HX_Request="true").status_code == FORBIDDEN


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_a_running_try_is_closed_too(request, charlie, who):
    match = begin(charlie)
    client = request.getfixturevalue(who)
    assert looks(client, match, "match").status_code == FORBIDDEN
    assert looks(client, match, "match-poll").status_code == FORBIDDEN
    assert looks(client, match, "replay").status_code == FORBIDDEN


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("match-play", {"move": "1", "seq": "0"}),
        ("match-propose", {"kind": "cancel"}),
        ("match-resign", {}),
        ("match-join", {}),
        ("match-substitute", {"seat": "0"}),
        ("match-rematch", {}),
        ("match-chat", {"text": "Hello"}),
        ("match-note", {"note": "Hello"}),
        ("match-draft", {"draft": "a", "seq": "0"}),
    ],
)
def test_trying_to_do_something_there_shows_nothing_either(stranger, charlie, name, data):
    match = begin(charlie)
    response = stranger.post(reverse(name, args=[match.code]), data)
    assert response.status_code == FORBIDDEN
    assert "match-board" not in response.text


@pytest.mark.parametrize("name", [name for name in DOORS if name != "match-record"])
def test_a_try_is_open_to_its_player_and_to_whoever_has_played(alice, veteran, done, name):
    for client in (_logged_in(alice), veteran):
        response = looks(client, done, name)
        assert response.status_code < 300 or response.status_code == 286
        assert done.seed not in response.text if name not in ("match-png",) else True


@pytest.mark.parametrize("name", ["match-svg", "match-png"])
def test_no_cache_on_the_way_shows_others_what_its_player_may_see(alice, done, name):
    kept = looks(_logged_in(alice), done, name).headers["Cache-Control"]
    assert "private" in kept
    assert "public" not in kept


@pytest.mark.parametrize("name", DOORS)
def test_on_the_day_after_everything_is_open(nobody, done, time_machine, name):
    time_machine.move_to(MIDNIGHT - timedelta(seconds=1), tick=False)
    assert looks(nobody, done, name).status_code == FORBIDDEN
    time_machine.move_to(MIDNIGHT, tick=False)
    assert looks(nobody, done, name).status_code in (200, 286)


def test_the_seed_is_a_secret_until_the_day_is_over(alice, veteran, done, time_machine):
    for client in (_logged_in(alice), veteran):
        assert looks(client, done, "match-record").status_code == CONFLICT
        pages = [looks(client, done, "match"), client.get(reverse("daily"))]
        pages += [client.get(reverse("daily-day", args=[DAY]))]
        for page in pages:
            assert done.seed not in page.text
            assert done.seed_commitment in page.text
    time_machine.move_to(MIDNIGHT, tick=False)
    client = _logged_in(alice)
    assert looks(client, done, "match-record").json()["seed"] == done.seed
    assert done.seed in looks(client, done, "match").text
    assert done.seed in client.get(reverse("daily-day", args=[DAY])).text


def test_the_hash_is_shown_from_the_start(nobody, done):
    assert done.seed_commitment in nobody.get(reverse("daily")).text


@pytest.mark.parametrize("who", ["nobody", "stranger", "beginner"])
def test_results_and_par_are_for_those_who_have_played(request, done, who):
    client = request.getfixturevalue(who)
    page = client.get(reverse("daily-day", args=[DAY])).text
    assert done.code not in page
    assert ">987<" not in page
    assert ">654<" not in page
    table = client.get(reverse("daily-table", args=[DAY, "quadropolis", "first"]))
    assert table.status_code == 302


def test_those_who_have_played_see_them(veteran, done):
    page = veteran.get(reverse("daily-day", args=[DAY])).text
    assert done.code in page
    assert "987" in page
    assert "strong <b>654</b>" in page
    assert "987" in veteran.get(reverse("daily-table", args=[DAY, "quadropolis", "first"])).text


def test_everybody_sees_them_on_the_day_after(nobody, done, time_machine):
    time_machine.move_to(MIDNIGHT, tick=False)
    page = nobody.get(reverse("daily-day", args=[DAY])).text
    assert "987" in page
    assert "strong <b>" in page


@pytest.mark.parametrize("who", ["nobody", "stranger", "beginner", "veteran"])
def test_lists_and_books_don_t_tell(request, done, who, alice, charlie):
    client = request.getfixturevalue(who)
    begin(alice)  # a practice that runs
    enter_finished()
    codes = [*Match.objects.filter(creator=alice).values_list("code", flat=True)]
    for address in (
        reverse("lobby"),
        reverse("matches"),
        reverse("matches") + "?player=alice",
        reverse("matches") + "?player=alice&other=Greedy-Robot",
        reverse("player", args=["alice"]),
        reverse("player", args=["Greedy-Robot"]),
        reverse("player-against", args=["alice", "Greedy-Robot"]),
        reverse("leaderboard", args=["quadropolis"]),
        reverse("high-scores", args=["quadropolis"]),
    ):
        page = client.get(address)
        assert page.status_code == 200
        assert not [code for code in codes if code in page.text], address


def test_staff_find_no_try_of_today(client, admin_client, done, time_machine):
    listed = reverse("admin:games_match_changelist")
    assert done.code not in admin_client.get(listed).text
    time_machine.move_to(MIDNIGHT, tick=False)
    assert done.code in admin_client.get(listed).text


def test_other_matches_are_as_open_as_ever(nobody, match):
    assert looks(nobody, match, "match").status_code == 200
    assert looks(nobody, match, "match-poll").status_code in (204, 302)
