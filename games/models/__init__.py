from games.models.books import (
    ALL_TIME,
    WHOLE_CITY,
    HighScore,
    KindTotal,
    Ledger,
    Meeting,
    Rating,
    RatingChange,
    Standing,
    Tally,
)
from games.models.clubs import (
    LONGEST_GUEST,
    LONGEST_OBJECTION,
    ClubLedger,
    ClubMeeting,
    ClubPlace,
    ClubRating,
    ClubResult,
    ClubSeasonLine,
)
from games.models.dailies import Daily, Sight, Streak
from games.models.matches import DEFAULT_CLOCK, Match, MatchQuerySet
from games.models.records import ImportedRecord
from games.models.seats import LONGEST_DRAFT, LONGEST_NOTE, Move, Seat
from games.models.talk import LONGEST_MESSAGE, Message, Proposal, Report
from games.models.teams import Section, Team, TeamStanding, TeamTally

__all__ = [
    "ALL_TIME",
    "DEFAULT_CLOCK",
    "LONGEST_DRAFT",
    "LONGEST_GUEST",
    "LONGEST_MESSAGE",
    "LONGEST_NOTE",
    "LONGEST_OBJECTION",
    "WHOLE_CITY",
    "ClubLedger",
    "ClubMeeting",
    "ClubPlace",
    "ClubRating",
    "ClubResult",
    "ClubSeasonLine",
    "Daily",
    "HighScore",
    "ImportedRecord",
    "KindTotal",
    "Ledger",
    "Match",
    "MatchQuerySet",
    "Meeting",
    "Message",
    "Move",
    "Proposal",
    "Rating",
    "RatingChange",
    "Report",
    "Seat",
    "Section",
    "Sight",
    "Standing",
    "Streak",
    "Tally",
    "Team",
    "TeamStanding",
    "TeamTally",
]
