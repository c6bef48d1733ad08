"""The schema of the API: committed, complete, and true under attack."""

from datetime import date
from typing import Any

import pytest
import schemathesis
from django.conf import settings as django_settings
from django.core.cache import cache
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS

from accounts.models import Player
from accounts.services.clubs import found_club
from games.models import Match
from games.services.bots import play_turn
from games.services.club_results import Entry, Played, decide_result, enter_result
from games.services.matches import Chair, TableTerms, create_table
from tests.programs import Program

CLUB = "circle"  # its name and its address
COMMITTED = django_settings.BASE_DIR / "docs" / "openapi.yaml"
schema = schemathesis.openapi.from_path(COMMITTED)
ATTACKS = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
ANSWERS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
]
PROMISES: Any = CHECKS.get_by_names(ANSWERS)
STRICT_PROMISES: Any = CHECKS.get_by_names([*ANSWERS, "negative_data_rejection"])


def test_the_committed_schema_is_the_current_one(tmp_path):
    path = tmp_path / "openapi.yaml"
    call_command("spectacular", file=str(path), validate=True, fail_on_warn=True)
    assert path.read_text() == COMMITTED.read_text(), "make schema, and commit docs/openapi.yaml"


def test_the_schema_is_served(client):
    answer = client.get("/api/schema/")
    assert answer.status_code == 200
    assert answer.content.decode().startswith("openapi: 3.")


def test_the_page_about_the_api_needs_nothing_from_elsewhere(client):
    answer = client.get("/api/docs/")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<style" not in page
    assert "<script>" not in page
    assert "//" not in page.replace("<!doctype html>", "")
    assert b"SwaggerUIBundle" in client.get("/api/docs/?script=").content


@pytest.fixture
def app():
    """The site as a web server calls it; like the test client, it leaves the connection open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def world(db, settings):
    """Somebody with a token, matches in all states, and a club that has played."""
    settings.API_CALLS_PER_MINUTE = dict.fromkeys(settings.API_CALLS_PER_MINUTE, 1_000_000)
    cache.clear()
    alice = Player.objects.create_user("alice", "alice@example.org")
    terms = TableTerms("quadropolis", "classic")
    own = Chair(player=alice)
    codes = []
    for others in ([Chair()], [Chair(bot="random")], [Chair(bot="greedy")]):
        codes.append(create_table(creator=alice, terms=terms, chairs=[own, *others]).code)
    play_in_a_club(alice)
    program = Program(alice)
    program.post(f"matches/{codes[2]}/resign/")
    yield program, codes
    cache.clear()


def play_in_a_club(owner):
    slug = found_club(player=owner, name=CLUB, about="").slug
    entries = [Entry(61, owner), Entry(58, None, "Oma Erna")]
    played = Played("quadropolis", "classic", date(2026, 1, 15), entries)
    result = enter_result(by=owner, slug=slug, played=played)
    decide_result(by=owner, slug=slug, result_id=result.pk, accepts=True)


@schema.parametrize()
@ATTACKS
def test_every_answer_is_one_that_the_schema_promises(case, world, app):
    program, codes = world
    if "code" in (case.path_parameters or {}) and len(str(case.path_parameters)) % 4:
        case.path_parameters["code"] = codes[len(str(case.path_parameters)) % 3]
    if "slug" in (case.path_parameters or {}) and len(str(case.path_parameters)) % 4:
        case.path_parameters["slug"] = CLUB
    if case.query:
        case.query.pop("wait", None)  # it would take a long time to say the same
    has_blank = "" in (case.query or {}).values()  # a filter that is left empty is none
    checks = PROMISES if has_blank else STRICT_PROMISES
    case.call_and_validate(headers=program.headers, checks=checks, app=app)


def test_the_attacks_check_what_they_are_said_to():
    assert len(STRICT_PROMISES) == len(ANSWERS) + 1


def test_a_program_that_knows_only_the_schema_plays_a_game(world, app):
    """Every step is one of the schema's operations, and every answer has the promised form."""
    program, _codes = world
    operations = schema["/api/v1/matches/"]["POST"], schema["/api/v1/matches/{code}/"]["GET"]
    moves = schema["/api/v1/matches/{code}/moves/"]["POST"]
    new: Any = {"game": "quadropolis", "variant": "classic", "rated": False}
    seats = [{"player": "me"}, {"bot": "random"}]
    case = operations[0].Case(body=new | {"seats": seats}, media_type="application/json")
    match = case.call_and_validate(headers=program.headers, checks=PROMISES, app=app).json()
    while match["status"] == "running":
        path = {"code": match["code"]}
        if "legal_moves" in match:
            body = {"seq": match["seq"], "move": match["legal_moves"][0]}
            case = moves.Case(path_parameters=path, body=body, media_type="application/json")
        else:
            let_the_bot_move(match)
            case = operations[1].Case(path_parameters=path)
        match = case.call_and_validate(headers=program.headers, checks=PROMISES, app=app).json()
    assert match["result"]["scores"]


def let_the_bot_move(match):
    play_turn(match_id=Match.objects.get(code=match["code"]).pk, seq=match["seq"])
