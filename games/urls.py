from django.urls import path

from games.views import departure, histories, lobby, match, rules

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.table_new, name="table-new"),
    path("matches/", histories.matches, name="matches"),
    path("m/<str:code>/", match.match, name="match"),
    path("m/<str:code>/poll/", match.match_poll, name="match-poll"),
    path("m/<str:code>/play/", match.match_play, name="match-play"),
    path("m/<str:code>/resign/", match.match_resign, name="match-resign"),
    path("m/<str:code>/join/", match.match_join, name="match-join"),
    path("m/<str:code>/leave/", match.match_leave, name="match-leave"),
    path("m/<str:code>/decline/", match.match_decline, name="match-decline"),
    path("players/<str:name>/", histories.player, name="player"),
    path("preferences/delete/", departure.account_delete, name="account-delete"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("about/", rules.about, name="about"),
]
