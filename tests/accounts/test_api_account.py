"""Log-in by programs, tokens, notifications and preferences."""

import json
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import Event, Player, Token
from accounts.services.notices import notify
from accounts.services.players import delete_account
from accounts.services.tokens import MOST_LOG_INS, MOST_TOKENS, create_token, revoke_token
from quadropolis_site.errors import ApplicationError, Conflict
from tests.accounts.conftest import PASSWORD
from tests.programs import Program, refused


def log_in_by_program(name, password=PASSWORD):
    return Program().post("auth/token/", {"username": name, "password": password})


def bearer(secret):
    program = Program()
    program.headers = {"Authorization": f"Token {secret}"}
    return program


@pytest.mark.parametrize("name", ["alice", "Alice", "alice@example.org"])
def test_a_program_logs_in_with_name_and_password(alice, name):
    answer = log_in_by_program(name)
    assert answer.status_code == 200
    assert answer.json().keys() == {"token"}
    assert bearer(answer.json()["token"]).get("players/me/").json()["name"] == "alice"


@pytest.mark.parametrize(
    ("name", "password"), [("alice", "wrong"), ("nobody", PASSWORD), ("a\0", "x"), ("", "")]
)
def test_a_wrong_password_is_refused(alice, name, password):
    assert refused(log_in_by_program(name, password), 400)


def test_guessing_is_braked(alice):
    answers = [log_in_by_program("alice", "wrong") for _ in range(6)]
    assert refused(answers[0], 400, "wrong_password")
    assert refused(answers[-1], 429, "throttled")
    assert answers[-1]["Retry-After"]
    assert refused(log_in_by_program("alice"), 429)


def test_who_has_not_confirmed_the_address_gets_no_token(alice):
    EmailAddress.objects.update(verified=False)
    assert refused(log_in_by_program("alice"), 403)


def test_an_account_that_is_closed_gets_no_token(alice):
    secret = log_in_by_program("alice").json()["token"]
    Player.objects.update(is_active=False)
    assert refused(log_in_by_program("alice"), 400)
    assert refused(bearer(secret).get("games/"), 401, "authentication_failed")


def test_only_the_latest_log_ins_go_on_working(alice):
    secrets = [log_in_by_program("alice").json()["token"] for _ in range(MOST_LOG_INS + 1)]
    assert refused(bearer(secrets[0]).get("games/"), 401)
    assert bearer(secrets[1]).get("games/").status_code == 200


@pytest.mark.parametrize("secret", ["", "qp_wrong", "\N{SNOWMAN}", "a b"])
def test_a_wrong_token_is_refused_even_where_none_is_needed(db, secret):
    answer = bearer(secret.encode().decode("latin-1")).get("games/")
    assert refused(answer, 401, "authentication_failed")
    assert answer["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize("keyword", ["", "Bearer "])
def test_a_token_without_its_word_is_no_stranger(alice, keyword):
    """Who would wonder why what they may see is missing."""
    _token, secret = create_token(player=alice, name="x", scopes=["read"])
    program = Program()
    program.headers = {"Authorization": f"{keyword}{secret}"}
    assert refused(program.get("games/"), 401, "authentication_failed")


def test_what_a_proxy_is_told_is_not_for_us(db):
    program = Program()
    program.headers = {"Authorization": "Basic YTpi"}
    assert program.get("games/").status_code == 200


def test_the_secret_is_not_kept(alice):
    _token, secret = create_token(player=alice, name="x", scopes=["read"])
    assert secret not in str(Token.objects.values())


def test_a_token_can_be_revoked_by_nobody_else(alice, bob):
    token, secret = create_token(player=alice, name="x", scopes=["read"])
    revoke_token(player=bob, token_id=token.pk)
    assert bearer(secret).get("games/").status_code == 200
    revoke_token(player=alice, token_id=token.pk)
    assert refused(bearer(secret).get("games/"), 401)


def test_the_last_use_is_noted_to_the_minute(alice):
    token, secret = create_token(player=alice, name="x", scopes=["read"])
    start = timezone.now()
    for seconds, noted in ((0, 0), (30, 0), (90, 90)):
        with time_machine.travel(start + timedelta(seconds=seconds), tick=False):
            bearer(secret).get("games/")
        token.refresh_from_db()
        assert token.used_at is not None
        assert abs(token.used_at - start - timedelta(seconds=noted)) < timedelta(seconds=1)


@pytest.mark.parametrize(
    ("scopes", "path", "data"),
    [
        (["play", "manage"], "matches/", None),
        (["read", "manage"], "matches/", {}),
        (["read", "play"], "tokens/", {"name": "x", "scopes": ["read"]}),
        (["read", "play"], "bots/", {"name": "x"}),
        (["read", "play"], "notifications/read/", {}),
    ],
)
def test_a_token_may_do_only_what_it_was_made_for(alice, scopes, path, data):
    program = Program(alice, scopes)
    answer = program.get(path) if data is None else program.post(path, data)
    assert refused(answer, 403, "missing_scope")


def test_tokens_are_made_listed_and_revoked_by_programs(alice):
    program = Program(alice)
    made = program.post("tokens/", {"name": "my phone", "scopes": ["play", "read"]})
    assert made.status_code == 201
    assert made.json()["scopes"] == ["read", "play"]
    other = bearer(made.json()["token"])
    assert other.get("turns/").status_code == 200
    listed = program.get("tokens/").json()["results"]
    assert [token["name"] for token in listed] == ["my phone", "a program"]
    assert made.json()["token"] not in str(listed)
    path = f"tokens/{made.json()['id']}/"
    assert program.send("delete", path).status_code == 204
    assert program.send("delete", path).status_code == 204
    assert refused(other.get("turns/"), 401)


def test_a_token_makes_none_that_may_do_more(alice):
    program = Program(alice, ["read", "manage"])
    more = {"name": "x", "scopes": ["read", "play"]}
    assert refused(program.post("tokens/", more), 403, "not_allowed")
    assert program.post("tokens/", more | {"scopes": ["read"]}).status_code == 201


def test_a_session_makes_tokens_for_everything(alice, log_in):
    new = {"name": "x", "scopes": Token.Scope.values}
    answer = log_in(alice).post("/api/v1/tokens/", new, content_type="application/json")
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "data",
    [
        {"name": 0, "scopes": ["read"]},
        {"name": "", "scopes": ["read"]},
        {"name": "x", "scopes": []},
        {"name": "x"},
        [],
    ],
)
def test_a_token_needs_a_name_and_a_purpose(alice, data):
    assert refused(Program(alice).post("tokens/", data), 400)


def test_the_service_checks_names_and_purposes_too(alice):
    for name, scopes in ((" ", ["read"]), ("x" * 61, ["read"]), ("x", []), ("x", ["rule"])):
        with pytest.raises(ApplicationError):
            create_token(player=alice, name=name, scopes=scopes)


def test_there_is_an_end_to_tokens(alice):
    for _ in range(MOST_TOKENS):
        create_token(player=alice, name="x", scopes=["read"])
    with pytest.raises(Conflict):
        create_token(player=alice, name="x", scopes=["read"])


def test_tokens_go_with_the_account(alice):
    create_token(player=alice, name="x", scopes=["read"])
    delete_account(player=alice)
    assert not Token.objects.exists()


# Logged in with a browser


def test_a_session_works_too(alice, log_in):
    browser = log_in(alice)
    assert browser.get("/api/v1/players/me/").json()["name"] == "alice"


def test_a_session_needs_proof_that_it_is_no_other_site(alice):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert refused(browser.post("/api/v1/notifications/read/"), 403, "permission_denied")
    assert browser.get("/api/v1/notifications/").status_code == 200


# Notifications and preferences


def test_notifications_are_listed_and_marked_as_read(alice):
    notify(player=alice, event=Event.YOUR_TURN, topic="abcdefgh", seq=3)
    program = Program(alice)
    (notice,) = program.get("notifications/").json()["results"]
    assert (notice["event"], notice["match"], notice["seq"]) == ("your_turn", "abcdefgh", 3)
    assert notice["read_at"] is None
    assert program.post("notifications/read/").status_code == 204
    assert program.get("notifications/").json()["results"][0]["read_at"]


def test_nobody_reads_the_notifications_of_others(alice, bob):
    notify(player=alice, event=Event.YOUR_TURN, topic="abcdefgh")
    assert Program(bob).get("notifications/").json()["results"] == []
    assert refused(Program().get("notifications/"), 401)


def test_preferences_are_changed_one_by_one(alice):
    program = Program(alice)
    answer = program.send("patch", "preferences/", '{"time_zone": "Europe/Berlin"}')
    said = answer.json()
    assert (said["about"], said["time_zone"], said["language"]) == ("", "Europe/Berlin", "en")
    assert program.get("preferences/").json() == said


def test_rest_and_mails_are_preferences_too(alice):
    program = Program(alice)
    usual = program.get("preferences/").json()
    assert usual["mails"].keys() == set(Event.values)
    changes = {"quiet_from": "22:30", "quiet_to": "06:00", "free_days": [6], "digest_hour": 20}
    mails = {"your_turn": "daily", "chat": "never"}
    answer = program.send("patch", "preferences/", json.dumps(changes | {"mails": mails}))
    assert answer.json() == usual | changes | {"mails": usual["mails"] | mails}
    answer = program.send("patch", "preferences/", '{"quiet_from": null, "quiet_to": null}')
    assert answer.json()["quiet_from"] is None


def test_of_preferences_all_are_changed_or_none(alice):
    program = Program(alice)
    before = program.get("preferences/").json()
    body = '{"about": "Hello", "digest_hour": 3, "quiet_from": "01:00", "quiet_to": "23:00"}'
    assert refused(program.send("patch", "preferences/", body), 400, "refused")
    assert program.get("preferences/").json() == before


@pytest.mark.parametrize(
    "body",
    [
        '{"time_zone": "Mars"}',
        '{"language": "tlh"}',
        '{"about": "\\u0000"}',
        '{"quiet_from": "22:30"}',
        '{"quiet_from": "22:30:10", "quiet_to": "23:00"}',
        '{"quiet_from": 5}',
        '{"free_days": [7]}',
        '{"free_days": [0, 1, 2, 3, 4, 5, 6]}',
        '{"digest_hour": 24}',
        '{"mails": {"chat": "hourly"}}',
        '{"mails": ["chat"]}',
        "[]",
    ],
)
def test_preferences_that_make_no_sense_are_refused(alice, body):
    assert refused(Program(alice).send("patch", "preferences/", body), 400)
