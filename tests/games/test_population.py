"""The generator of large databases, which nobody looks at between two benchmarks."""

from django.urls import reverse

from accounts.models import Player
from accounts.services.bots import bot_account
from bench.population import grow
from games.models import Match
from games.services.leaderboards import refresh_standings
from tests.games.conftest import rush


def test_pages_can_show_what_it_makes(client, match):
    real = rush(match)
    bots = [bot_account(bot="greedy").pk]
    for done in grow(matches=40, players=10, models=[real.pk], bots=bots):
        if done == "books":  # what follows is no work for a transaction
            break
    assert Match.objects.finished().count() == 41
    refresh_standings()
    name = Player.objects.filter(username__startswith="player-", seats__isnull=False)[0].username
    for page, args in {
        "matches": [],
        "leaderboard": ["quadropolis"],
        "high-scores": ["quadropolis"],
        "player": [name],
        "player-against": [name, "Greedy-Robot"],
    }.items():
        assert client.get(reverse(page, args=args)).status_code == 200
    assert name in client.get(reverse("leaderboard", args=["quadropolis"])).content.decode()
