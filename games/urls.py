from django.urls import path

from games.views import histories, lobby, rules

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.table_new, name="table-new"),
    path("matches/", histories.matches, name="matches"),
    path("players/<str:name>/", histories.player, name="player"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("about/", rules.about, name="about"),
]
