"""The forms of what goes in and out. No logic: services decide, ``shapes`` fills them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.models import LONGEST_CLUB_NAME, LONGEST_NAME, Membership
from games.history_forms import LEAST_SCORE, MOST_MOVES, MOST_SCORE
from games.models import Match, Section, Standing
from quadropolis_site.api.fields import Switch, Text, Whole
from quadropolis_site.api.pages import PageQuery

LARGEST_SEQ = 9999
LONGEST_MOVE = 100
MOST_SEATS = 20
CURSOR = r"^[0-9]{1,11}\.[0-9]{6}-[0-9]{1,18}$"  # as ``games.pages`` writes it
SEASON = "^[0-9]{4}-[1-4]$"
Form = serializers.Serializer[Any]


class VariantSerializer(Form):
    variant = serializers.CharField()
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of players it is for."
    )


class GameSerializer(Form):
    game = serializers.CharField()
    version = serializers.IntegerField()
    variants = VariantSerializer(many=True)
    options = serializers.ListField(child=serializers.CharField())


class SeatSerializer(Form):
    player = serializers.CharField(allow_null=True, help_text="Null while nobody sits there.")
    is_bot = serializers.BooleanField()
    owner = serializers.CharField(allow_null=True, help_text="Whose bot it is, if somebody's.")
    invited = serializers.CharField(allow_null=True, help_text="For whom the seat is kept.")
    substitute = serializers.CharField(allow_null=True, help_text="Who plays on for the player.")
    has_left = serializers.BooleanField()
    score = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)


class MatchSummarySerializer(Form):
    code = serializers.CharField()
    url = serializers.URLField(help_text="The page for people.")
    game = serializers.CharField()
    variant = serializers.CharField()
    options = serializers.DictField(child=serializers.BooleanField())
    status = serializers.ChoiceField(Match.Status.choices)
    seq = serializers.IntegerField(help_text="How many entries the log has.")
    to_move = serializers.IntegerField(allow_null=True, help_text="A seat, from 0.")
    players = serializers.ListField(
        child=serializers.CharField(allow_null=True), help_text="Names by seat, null if free."
    )
    seats = SeatSerializer(many=True)
    rated = serializers.BooleanField()
    clock = serializers.CharField(help_text="`3d` for every move, or `5d+24h/5d`: a bank.")
    is_private = serializers.BooleanField()
    club = serializers.CharField(allow_null=True, help_text="The `slug` of whose table it is.")
    allows_bots = serializers.BooleanField()
    allows_vacation = serializers.BooleanField()
    least_reliability = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class MatchSerializer(MatchSummarySerializer):
    seed_commitment = serializers.CharField(help_text="SHA-256 of the seed.")
    seat = serializers.IntegerField(allow_null=True, help_text="Yours, if you have one.")
    view = serializers.DictField(
        allow_null=True, help_text="What you may see of the position, in the words of the game."
    )
    result = serializers.DictField(allow_null=True, help_text="`scores`, `ranks` and more.")
    legal_moves = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="There on your turn only."
    )


class MatchQuery(PageQuery):
    player = serializers.CharField(
        required=False, max_length=LONGEST_NAME, help_text="A name, or `me`."
    )
    game = serializers.CharField(required=False, max_length=20)
    variant = serializers.CharField(required=False, max_length=20)
    status = serializers.ChoiceField(Match.Status.choices, required=False)


class NewSeatSerializer(Form):
    """One of the three."""

    player = Text(required=False, max_length=LONGEST_NAME, help_text="`me`, or who is invited.")
    bot = Text(required=False, max_length=20, help_text="`random`, `greedy` …")
    open = Switch(required=False, help_text="For anyone.")


class NewMatchSerializer(Form):
    game = Text(max_length=20)
    variant = Text(max_length=20)
    options = serializers.DictField(child=Switch(), required=False)
    seats = serializers.ListField(child=NewSeatSerializer(), min_length=1, max_length=MOST_SEATS)
    rated = Switch(required=False)
    days_per_move = Whole(required=False, min_value=1, max_value=30)
    allows_vacation = Switch(required=False)
    least_reliability = Whole(required=False, min_value=0, max_value=100)
    is_private = Switch(required=False)
    club = serializers.SlugField(
        required=False, max_length=LONGEST_CLUB_NAME, help_text="Whose members alone may sit down."
    )
    allows_bots = Switch(
        required=False, help_text="Whether bots of other players may take an open seat."
    )


class NewMoveSerializer(Form):
    seq = Whole(min_value=0, max_value=LARGEST_SEQ, help_text="Of the position the move is for.")
    move = Text(max_length=LONGEST_MOVE, trim_whitespace=False)


class RecordSerializer(Form):
    format = serializers.IntegerField()
    game = serializers.CharField()
    version = serializers.IntegerField()
    variant = serializers.CharField()
    options = serializers.DictField(child=serializers.BooleanField())
    players = serializers.ListField(child=serializers.CharField())
    seed = serializers.CharField(required=False, help_text="Once the match is over.")
    setup = serializers.DictField(help_text="What is hidden from you is null or left out.")
    moves = serializers.ListField(child=serializers.CharField())
    result = serializers.DictField(required=False)


class WaitQuery(PageQuery):
    wait = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=25,
        help_text="So many seconds the answer may wait for a turn, if there is none yet.",
    )


class StandingSerializer(Form):
    place = serializers.IntegerField()
    player = serializers.CharField()
    is_bot = serializers.BooleanField()
    rating = serializers.IntegerField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()


class LeaderboardQuery(PageQuery):
    variant = serializers.CharField(required=False, max_length=20)
    board = serializers.ChoiceField(Standing.Board.choices, required=False)


class TeamStandingSerializer(Form):
    """Points are those over the target where the game has one."""

    place = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField())
    is_bot = serializers.BooleanField()
    won_percent = serializers.IntegerField()
    average = serializers.FloatField(allow_null=True, help_text="Null if they left every match.")
    best = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()


class ResultsQuery(LeaderboardQuery):
    section = serializers.ChoiceField(
        Section.choices, required=False, help_text="Those that the variant is for; else the first."
    )


class RatingSerializer(Form):
    pool = serializers.CharField(help_text="A game, or `game:variant`.")
    rating = serializers.IntegerField()
    peak = serializers.IntegerField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()


class PlayerSerializer(Form):
    name = serializers.CharField()
    url = serializers.URLField(help_text="The page for people.")
    is_bot = serializers.BooleanField()
    owner = serializers.CharField(allow_null=True, help_text="Whose bot it is, if somebody's.")
    has_left = serializers.BooleanField()
    about = serializers.CharField(allow_blank=True)
    joined_at = serializers.DateTimeField()


class PlayerDetailSerializer(PlayerSerializer):
    ratings = RatingSerializer(many=True)
    matches = serializers.IntegerField(help_text="Finished or left.")
    finished_percent = serializers.IntegerField(help_text="Of these, played to the end.")


class PlayerQuery(PageQuery):
    search = serializers.CharField(
        required=False, max_length=LONGEST_NAME, help_text="How the name begins."
    )


class HistoryQuery(Form):
    """As the page of finished matches; ranges include both ends."""

    cursor = serializers.RegexField(CURSOR, required=False, help_text="From the field `next`.")
    game = serializers.CharField(required=False, max_length=20)
    variant = serializers.CharField(required=False, max_length=20)
    player = serializers.CharField(required=False, max_length=LONGEST_NAME)
    other = serializers.CharField(required=False, max_length=LONGEST_NAME)
    after_date = serializers.DateField(required=False)
    before_date = serializers.DateField(required=False)
    least_score = serializers.IntegerField(
        required=False, min_value=LEAST_SCORE, max_value=MOST_SCORE
    )
    most_score = serializers.IntegerField(
        required=False, min_value=LEAST_SCORE, max_value=MOST_SCORE
    )
    least_moves = serializers.IntegerField(required=False, min_value=0, max_value=MOST_MOVES)
    most_moves = serializers.IntegerField(required=False, min_value=0, max_value=MOST_MOVES)
    least_days = serializers.IntegerField(required=False, min_value=0, max_value=9999)
    most_days = serializers.IntegerField(required=False, min_value=0, max_value=9999)


class ExportQuery(Form):
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="The `number` of the last line that you have.",
    )
    game = serializers.CharField(required=False, max_length=20)
    variant = serializers.CharField(required=False, max_length=20)


class ExportLineSerializer(Form):
    number = serializers.IntegerField(help_text="Grows from line to line.")
    code = serializers.CharField()
    finished_at = serializers.DateTimeField()
    rated = serializers.BooleanField()
    record = RecordSerializer()


class ClubSerializer(Form):
    slug = serializers.CharField(help_text="Its address, which stays.")
    url = serializers.URLField(help_text="The page for people.")
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    founded_at = serializers.DateTimeField()
    members = serializers.IntegerField()
    role = serializers.ChoiceField(
        Membership.Role.choices, allow_null=True, help_text="Yours, if you are a member."
    )


class ClubDetailSerializer(ClubSerializer):
    join_link = serializers.URLField(
        allow_null=True, help_text="Whoever has it can join; members see it."
    )


class ClubQuery(PageQuery):
    mine = serializers.BooleanField(required=False, help_text="Only those you are a member of.")


class MemberSerializer(Form):
    player = serializers.CharField()
    role = serializers.ChoiceField(Membership.Role.choices)
    joined_at = serializers.DateTimeField()


class ClubRatingSerializer(Form):
    place = serializers.IntegerField()
    player = serializers.CharField()
    rating = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    provisional = serializers.BooleanField()


class ClubSeasonLineSerializer(Form):
    place = serializers.IntegerField()
    player = serializers.CharField()
    points = serializers.FloatField(help_text="The shares of other members who were beaten.")
    gained = serializers.IntegerField(help_text="Of the rating.")
    games = serializers.IntegerField()
    wins = serializers.IntegerField()


class ClubSeasonQuery(PageQuery):
    season = serializers.RegexField(
        SEASON, required=False, help_text="A quarter, `2026-1` to `2026-4`; else this one."
    )


class ClubPlaceSerializer(Form):
    player = serializers.CharField(allow_null=True, help_text="Null for a guest.")
    guest = serializers.CharField(allow_null=True)
    score = serializers.IntegerField()
    rank = serializers.IntegerField()
    city = serializers.URLField(allow_null=True, help_text="In the calculator, if it was kept.")


class ClubResultSerializer(Form):
    game = serializers.CharField()
    variant = serializers.CharField()
    played_at = serializers.DateTimeField()
    match = serializers.CharField(allow_null=True, help_text="Null for a game over the table.")
    places = ClubPlaceSerializer(many=True, help_text="The winner first.")


class ClubResultQuery(Form):
    cursor = serializers.RegexField(CURSOR, required=False, help_text="From the field `next`.")
