from django.urls import path

from games.api import bots, clubs, lists, matches, turns

urlpatterns = [
    path("games/", lists.GameList.as_view()),
    path("matches/", matches.MatchList.as_view()),
    path("matches/<slug:code>/", matches.MatchDetail.as_view(), name="api-match"),
    path("matches/<slug:code>/join/", matches.MatchJoin.as_view()),
    path("matches/<slug:code>/leave/", matches.MatchLeave.as_view()),
    path("matches/<slug:code>/moves/", matches.MatchMoves.as_view()),
    path("matches/<slug:code>/resign/", matches.MatchResign.as_view()),
    path("matches/<slug:code>/record/", matches.MatchRecord.as_view()),
    path("turns/", turns.TurnList.as_view()),
    path("history/", lists.History.as_view()),
    path("exports/matches/", lists.MatchExport.as_view()),
    path("leaderboards/<slug:game>/", lists.Leaderboard.as_view()),
    path("results/<slug:game>/", lists.ResultsBoard.as_view()),
    path("clubs/", clubs.ClubList.as_view()),
    path("clubs/<slug:slug>/", clubs.ClubDetail.as_view()),
    path("clubs/<slug:slug>/members/", clubs.ClubMembers.as_view()),
    path("clubs/<slug:slug>/ladder/", clubs.ClubLadder.as_view()),
    path("clubs/<slug:slug>/seasons/", clubs.ClubSeason.as_view()),
    path("clubs/<slug:slug>/results/", clubs.ClubResults.as_view()),
    path("players/", lists.PlayerList.as_view()),
    path("players/<slug:name>/", lists.PlayerDetail.as_view()),
    path("bots/", bots.BotList.as_view()),
    path("bots/<slug:name>/", bots.BotDetail.as_view()),
]
