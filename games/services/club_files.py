"""Results as a file that spreadsheets read and write: all of its lines are taken, or none."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Club, Player
from accounts.services.clubs import require_organiser
from games.calculators import CALCULATORS, count_city
from games.catalogue import GAMES
from games.models import ClubPlace, ClubResult
from games.services.club_books import count
from games.services.club_results import Entry, Played, check_played, known_results, place_rows
from quadropolis_site.errors import ApplicationError, Conflict

MOST_BYTES = 512 * 1024
MOST_LINES = 3000
MOST_GAMES_WITH_CITIES = 100  # each of them is counted while the organiser waits
MOST_PLAYERS = 4
COLUMNS = ["date", "game", "variant"] + [
    f"{what} {number}" for number in range(1, MOST_PLAYERS + 1) for what in ("player", "score")
]
CITY_COLUMNS = [f"city {number}" for number in range(1, MOST_PLAYERS + 1)]  # need not be there
BATCH = 500


@dataclass(frozen=True)
class Problem:
    line: int
    sentence: str
    text: str


@dataclass(frozen=True)
class Report:
    """If there are problems, nothing was imported."""

    lines: int
    problems: Sequence[Problem]

    @property
    def is_done(self) -> bool:
        return not self.problems


@transaction.atomic
def import_results(*, by: Player, slug: str, data: bytes) -> Report:
    """An organiser vouches for them: they count at once, in the order of the file."""
    club = Club.objects.select_for_update(no_key=True).existing().filter(slug=slug).first()
    if club is None:
        raise Conflict(_("There is no such club any more."))
    require_organiser(club=club, player=by)
    rows = _rows(data)
    played, problems = _read(club, rows)
    if not problems:
        _write(club, by, played)
    return Report(len(rows), problems)


def export_results(club: Club) -> Iterator[list[str]]:
    """The games over the table that count, oldest first, as ``import_results`` reads them."""
    yield COLUMNS + CITY_COLUMNS
    found = ClubResult.objects.counted().filter(club=club, match=None).with_places()
    for result in found.order_by("number").iterator(chunk_size=BATCH):
        yield _cells(result, sorted(result.places.all(), key=lambda place: place.index))


def _cells(result: ClubResult, places: Sequence[ClubPlace]) -> list[str]:
    cells = [result.played_at.date().isoformat(), result.game, result.variant]
    for place in places:
        cells += [str(place.player or f"({place.guest})"), str(place.score)]
    if any(place.city for place in places):
        cells += [""] * (len(COLUMNS) - len(cells)) + [place.city for place in places]
    return cells


def _rows(data: bytes) -> list[tuple[int, list[str]]]:
    """The lines that say something, with their numbers."""
    if len(data) > MOST_BYTES:
        raise ApplicationError(
            _("The file is larger than %(most)s kB.") % {"most": MOST_BYTES // 1024}
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ApplicationError(
            _("The file is not UTF-8. Spreadsheets call that “CSV UTF-8” when they save it.")
        ) from error
    lines = io.StringIO(text, newline=None)  # however they end
    head = lines.readline()
    lines.seek(0)
    reader = csv.reader(lines, delimiter=";" if ";" in head else ",", strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise ApplicationError(
            _("Line %(line)s is not CSV: %(why)s.") % {"line": reader.line_num, "why": error}
        ) from error
    if not rows or not _is_head(rows[0][1]):
        raise ApplicationError(
            _("The first line must be: %(columns)s") % {"columns": ",".join(COLUMNS)}
        )
    said = [(number, row) for number, row in rows[1:] if any(row)]
    if not said:
        raise ApplicationError(_("The file has no results."))
    if len(said) > MOST_LINES:
        raise ApplicationError(
            _("The file has more than %(most)s results; split it.") % {"most": MOST_LINES}
        )
    if sum(any(row[len(COLUMNS) :]) for _line, row in said) > MOST_GAMES_WITH_CITIES:
        raise ApplicationError(
            _("The file has more than %(most)s games with cities; split it.")
            % {"most": MOST_GAMES_WITH_CITIES}
        )
    return said


def _is_head(row: Sequence[str]) -> bool:
    """Spreadsheets may put empty columns after the last one."""
    names = [cell.lower() for cell in row]
    while names and not names[-1]:
        names.pop()
    return names in (COLUMNS, COLUMNS + CITY_COLUMNS)


def _read(club: Club, rows: Sequence[tuple[int, list[str]]]) -> tuple[list[Played], list[Problem]]:
    members = _members(club)
    known = dict.fromkeys(known_results(club).values_list("fingerprint", flat=True), 0)
    played, problems = [], []
    for line, row in rows:
        try:
            one = _played(row, members)
            check_played(one)
            _check_new(one, known)
        except ApplicationError as error:
            problems.append(Problem(line, str(error.message), ",".join(row)[:200]))
        else:
            known[one.fingerprint] = line
            played.append(one)
    return played, problems


def _members(club: Club) -> dict[str, Player]:
    current = club.memberships.current().select_related("player")
    return {one.player.username.lower(): one.player for one in current}


def _played(row: Sequence[str], members: Mapping[str, Player]) -> Played:
    most = len(COLUMNS) + len(CITY_COLUMNS)
    if any(row[most:]):
        raise ApplicationError(_("There are more than %(most)s columns.") % {"most": most})
    day, game, variant, *seats = [*row, *[""] * most][:most]
    game, variant = game.lower(), variant.lower()
    if game not in GAMES or variant not in GAMES[game].variants:
        what = f"{game} {variant}"[:40]
        raise ApplicationError(
            _("“%(what)s” is no game with a variant that we know.") % {"what": what}
        )
    scores = 2 * MOST_PLAYERS
    places = zip(seats[:scores:2], seats[1:scores:2], seats[scores:], strict=True)
    entries = [
        _with_city(_entry(name, score, members), game, variant, city)
        for name, score, city in places
        if name or score or city
    ]
    return Played(game, variant, _day(day), entries)


def _with_city(entry: Entry, game: str, variant: str, link: str) -> Entry:
    """The score that is written must be that of the city: one of them would be wrong."""
    if not link:
        return entry
    if game not in CALCULATORS:
        raise ApplicationError(_("Cities of this game can't be counted."))
    city = count_city(game=game, variant=variant, link=link)
    for complaint in city.complaints:
        raise ApplicationError(f"{entry.name}: {complaint}")
    if city.score != entry.score:
        raise ApplicationError(
            _("%(name)s: the city has %(points)s points, not %(score)s.")
            % {"name": entry.name, "points": city.score, "score": entry.score}
        )
    return replace(entry, city=city.address, tie_break=city.tie_break)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ApplicationError(
            _("“%(text)s” is no date; write it like this: 2025-01-31.") % {"text": text[:40]}
        ) from error


def _entry(name: str, score: str, members: Mapping[str, Player]) -> Entry:
    digits = score.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        raise ApplicationError(
            _("%(name)s: “%(score)s” is no score.") % {"name": name[:40], "score": score[:40]}
        )
    if name.startswith("(") and name.endswith(")"):
        return Entry(score=int(score), guest=name[1:-1].strip())
    player = members.get(name.lower())
    if player is None:
        raise ApplicationError(
            _("“%(name)s” is not a member of the club. Write guests in brackets: (%(name)s).")
            % {"name": name[:40]}
        )
    return Entry(score=int(score), player=player)


def _check_new(played: Played, known: Mapping[str, int]) -> None:
    line = known.get(played.fingerprint)
    if line is None:
        return
    raise Conflict(
        _("This result is the same as that of line %(line)s.") % {"line": line}
        if line
        else _("This result was entered already.")
    )


def _write(club: Club, by: Player, played: Sequence[Played]) -> None:
    now = timezone.now()
    results = ClubResult.objects.bulk_create(
        [
            ClubResult(
                club=club,
                game=one.game,
                variant=one.variant,
                played_at=one.at,
                entered_at=now,
                entered_by=by,
                decided_by=by,
                fingerprint=one.fingerprint,
            )
            for one in played
        ],
        batch_size=BATCH,
    )
    places = [
        place
        for result, one in zip(results, played, strict=True)
        for place in place_rows(result, one)
    ]
    ClubPlace.objects.bulk_create(places, batch_size=BATCH)
    count(club=club, results=results)
