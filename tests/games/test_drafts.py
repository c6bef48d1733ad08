"""A move begun is there again, as long as it can still be made."""

import pytest
from django.urls import reverse

from games.models import LONGEST_DRAFT, Seat
from games.services.drafts import keep_draft
from games.services.matches import Chair, join_table
from games.services.moves import play_move, resign
from quadropolis_site.errors import ApplicationError, NotAllowed
from tests.games.conftest import mover, some_move

HTMX = {"HTTP_HX_REQUEST": "true"}


def query(move):
    where, _, target = move.partition("-")
    found = f"architect={where[0]}&place={where[1:]}"
    return found + f"&cell={target}" if target else found


def page(client, match, asked=""):
    return client.get(match.get_absolute_url() + asked)


@pytest.fixture
def as_mover(client, match):
    client.force_login(mover(match))
    return client


@pytest.fixture
def drafted(as_mover, match):
    draft = query(some_move(match))
    fields = {"seq": match.seq, "draft": draft}
    answer = as_mover.post(reverse("match-draft", args=[match.code]), fields)
    assert answer.url == match.get_absolute_url()
    return match


def test_the_draft_is_shown_where_it_was_left(as_mover, drafted):
    shown = page(as_mover, drafted)
    assert "Your draft" in shown.text
    assert f'name="move" value="{some_move(drafted)}"' in shown.text
    assert "Clear" in shown.text


def test_half_a_move_is_a_draft_too(as_mover, match):
    keep_draft(code=match.code, player=mover(match), seq=match.seq, draft="architect=2")
    shown = page(as_mover, match)
    assert "Your draft" in shown.text
    assert "Choose a place for architect 2." in shown.text


def test_looking_at_a_step_keeps_nothing(as_mover, match):
    page(as_mover, match, "?architect=1")
    assert not Seat.objects.exclude(draft="").exists()


def test_a_step_offers_to_be_kept(as_mover, match):
    shown = page(as_mover, match, "?architect=1").text
    assert 'name="draft" value="architect=1"' in shown
    assert "Keep as draft" in shown
    assert 'name="draft"' not in page(as_mover, match).text


def test_htmx_keeps_it_quietly(as_mover, match):
    fields = {"seq": match.seq, "draft": "architect=1"}
    answer = as_mover.post(reverse("match-draft", args=[match.code]), fields, **HTMX)
    assert answer.status_code == 204
    assert Seat.objects.get(player=mover(match)).draft == "architect=1"


def test_another_step_is_shown_instead_of_the_draft(as_mover, drafted):
    shown = page(as_mover, drafted, "?architect=")
    assert "Your draft" not in shown.text
    assert "Choose an architect." in shown.text
    assert 'name="draft" value=""' in shown.text  # to forget it


def test_a_draft_can_be_cleared(as_mover, drafted):
    as_mover.post(reverse("match-draft", args=[drafted.code]), {"seq": drafted.seq})
    shown = page(as_mover, drafted)
    assert "Your draft" not in shown.text
    assert "Choose an architect." in shown.text


def test_nobody_else_sees_it(client, drafted, alice, bob):
    client.force_login(bob if mover(drafted) == alice else alice)
    assert "Your draft" not in page(client, drafted).text
    client.logout()
    assert "Your draft" not in page(client, drafted).text


def test_after_the_move_it_is_gone(client, drafted, alice, bob):
    player = mover(drafted)
    match = play_move(code=drafted.code, player=player, seq=0, text=some_move(drafted))
    match = play_move(code=match.code, player=mover(match), seq=1, text=some_move(match))
    client.force_login(player)
    assert "Your draft" not in page(client, match).text


def test_a_draft_outlives_what_changes_nothing_about_it(client, announce, alice, bob, charlie):
    match = announce(alice, Chair(), Chair())
    for player in (bob, charlie):
        match = join_table(player=player, code=match.code)
    player = mover(match)
    keep_draft(code=match.code, player=player, seq=match.seq, draft=query(some_move(match)))
    resign(code=match.code, player=next(one for one in (alice, bob, charlie) if one != player))
    client.force_login(player)
    assert "Your draft" in page(client, match).text


@pytest.mark.parametrize("draft", ["architect=9", "architect=1&place=X1", "nonsense", "a=b&c=d"])
def test_a_draft_that_is_not_legal_is_dropped_quietly(as_mover, match, draft):
    keep_draft(code=match.code, player=mover(match), seq=match.seq, draft=draft)
    shown = page(as_mover, match)
    assert "Your draft" not in shown.text
    assert "Choose an architect." in shown.text
    assert 'role="alert"' not in shown.text


@pytest.mark.parametrize("draft", ["x" * (LONGEST_DRAFT + 1), "ä", "a\nb"])
def test_what_is_no_draft_is_refused(match, draft):
    with pytest.raises(ApplicationError):
        keep_draft(code=match.code, player=mover(match), seq=0, draft=draft)


def test_strangers_have_none(client, match, charlie):
    with pytest.raises(NotAllowed):
        keep_draft(code=match.code, player=charlie, seq=0, draft="architect=1")
    client.force_login(charlie)
    fields = {"seq": 0, "draft": "architect=1"}
    answer = client.post(reverse("match-draft", args=[match.code]), fields, **HTMX)
    assert answer.status_code == 403
