"""Records: downloads of matches that are over, and imports."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.catalogue import GAMES
from games.models import ImportedRecord, Match
from games.services.departures import leave_everything_and_delete
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.proposals import answer, propose
from games.services.records import MOST_BYTES, import_record
from tests.games.conftest import mover, rush

RECORDS = [
    path
    for game in GAMES
    for path in sorted(Path(settings.BASE_DIR / "tests" / "records").glob(f"{game}-*.json"))
]
SAMPLE = RECORDS[0].read_text()


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


def download(client, match):
    response = client.get(reverse("match-record", args=[match.code]))
    assert response.status_code == 200
    return response


def engine_replay(text):
    return subprocess.run(
        [sys.executable, "-m", "engine", "replay"],
        input=text,
        capture_output=True,
        text=True,
        cwd=settings.BASE_DIR,
        check=False,
    )


def accepts(text):
    """The engine's command line prints the very same record."""
    answer = engine_replay(text)
    assert answer.stderr == ""
    return json.loads(answer.stdout) == json.loads(text)


# Download


def test_the_record_of_a_match_is_accepted_by_the_engine(client, match):
    finished = rush(match)
    response = download(client, finished)
    record = response.json()
    assert record["seed"] == finished.seed
    assert record["result"] == finished.result
    assert set(record["players"]) == {"alice", "bob"}
    assert accepts(response.content.decode())


def test_the_browser_saves_it_under_a_name_and_keeps_it(client, match):
    response = download(client, rush(match))
    assert response.headers["Content-Type"] == "application/json"
    assert f'filename="quadropolis-{match.code}.json"' in response.headers["Content-Disposition"]
    for word in ("public", "immutable", "max-age=604800"):
        assert word in response.headers["Cache-Control"]
    again = client.get(
        reverse("match-record", args=[match.code]), HTTP_IF_NONE_MATCH=response.headers["ETag"]
    )
    assert again.status_code == 304


def test_a_private_record_is_not_kept_by_others(client, announce, alice, bob):
    table = announce(alice, Chair(invited=bob), is_private=True)
    response = download(client, rush(join_table(player=bob, code=table.code)))
    assert "private" in response.headers["Cache-Control"]
    assert "public" not in response.headers["Cache-Control"]


def test_what_was_taken_back_is_not_in_the_record(client, match, play, alice, bob):
    running = play(match, 3)
    undone = running.moves.last()
    proposer = running.seats.get(index=undone.seat).player
    asked = propose(code=running.code, player=proposer, kind="take_back", back_to=2)
    answer(
        code=running.code,
        proposal_id=asked.pk,
        player=bob if proposer == alice else alice,
        yes=True,
    )
    text = download(client, rush(running)).content.decode()
    assert len(json.loads(text)["moves"]) == 32
    assert accepts(text)


def test_somebody_resigned_and_the_record_says_so(client, match, play):
    running = play(match, 5)
    resign(code=running.code, player=mover(running))
    text = download(client, running).content.decode()
    assert json.loads(text)["result"]["resigned"] == [running.to_move]
    assert accepts(text)


def test_a_seat_that_was_left_to_a_bot(client, announce, alice, bob, charlie, play):
    table = announce(alice, Chair(invited=bob), Chair(invited=charlie))
    for player in (bob, charlie):
        table = join_table(player=player, code=table.code)
    running = play(table, 4)
    resign(code=running.code, player=mover(running))
    text = download(client, rush(running)).content.decode()
    assert accepts(text)


def test_a_match_that_was_called_off_has_no_result(client, match, play, alice, bob):
    running = play(match, 4)
    asked = propose(code=running.code, player=alice, kind="cancel", back_to=None)
    answer(code=running.code, proposal_id=asked.pk, player=bob, yes=True)
    text = download(client, running).content.decode()
    assert "result" not in json.loads(text)
    assert accepts(text)


def test_there_is_no_record_before_the_end(as_alice, match, table):
    response = as_alice.get(reverse("match-record", args=[match.code]))
    assert response.status_code == 409
    assert match.seed not in response.content.decode()


# Import


def send(client, text="", file=None):
    data = {"text": text}
    if file is not None:
        data["file"] = SimpleUploadedFile("record.json", file)
    return client.post(reverse("record-import"), data)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_can_be_brought_along_and_looked_through(as_alice, path):
    text = path.read_text()
    response = send(as_alice, text)
    imported = ImportedRecord.objects.get()
    assert response.url == reverse("record-replay", args=[imported.code, 0])
    record = json.loads(text)
    last = as_alice.get(reverse("record-replay", args=[imported.code, len(record["moves"])]))
    assert last.status_code == 200
    scores = record["result"]["scores"]
    assert list(last.context["shot"].pad.totals) == (
        scores if GAMES[record["game"]].is_contest else scores[:1]
    )
    assert record["moves"][-1] in last.content.decode()
    too_far = reverse("record-replay", args=[imported.code, len(record["moves"]) + 1])
    assert as_alice.get(too_far).status_code == 404


def test_a_record_of_a_game_without_pages_is_refused_in_words(as_alice, monkeypatch):
    monkeypatch.setattr("games.services.records.GAMES", {})
    response = send(as_alice, SAMPLE)
    assert "no pages for that game" in response.content.decode()
    assert not ImportedRecord.objects.exists()


def test_a_file_does_as_well(as_alice):
    assert send(as_alice, file=SAMPLE.encode()).status_code == 302


def test_anybody_with_the_link_can_look_at_it(client, alice):
    imported = import_record(owner=alice, data=SAMPLE.encode())
    response = client.get(imported.get_absolute_url())
    assert "A record that alice brought along" in response.content.decode()
    assert '<meta name="robots" content="noindex">' in response.content.decode()
    jump = client.get(reverse("record-jump", args=[imported.code]), {"number": "3"})
    assert jump.url == reverse("record-replay", args=[imported.code, 3])


def test_it_can_be_downloaded_again(client, alice):
    imported = import_record(owner=alice, data=SAMPLE.encode())
    response = client.get(reverse("record-file", args=[imported.code]))
    assert response.json() == json.loads(SAMPLE)


def test_a_match_goes_out_and_comes_in_again(as_alice, match, play):
    running = play(match, 5)
    resign(code=running.code, player=mover(running))
    text = download(as_alice, running).content.decode()
    send(as_alice, text)
    assert ImportedRecord.objects.get().record == json.loads(text)


def test_a_match_that_is_not_over_can_be_brought_along(as_alice):
    record = json.loads(SAMPLE)
    del record["result"]
    record["moves"] = record["moves"][:7]
    response = send(as_alice, json.dumps(record))
    shown = as_alice.get(response.url)
    assert shown.context["shot"].last == 7
    assert shown.context["shot"].pad.ranks is None


def changed(**changes):
    return json.dumps(json.loads(SAMPLE) | changes)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Paste a record, or choose a file with one."),
        ("hello", "The input is not JSON: line 1, column 1"),
        ("[" * 50_000, "The input is nested too deeply."),
        ("[" + "9" * 5000 + "]", "too many digits"),
        ("{}", "The record has no field"),
        ('{"format": 1, "format": 1}', "is there twice"),
        (changed(game="chess"), "Unknown game &quot;chess&quot;"),
        (changed(version=99), "version 99 of the rules"),
        (changed(moves=["3N4-b3"] * 1001), "and 1000 is the limit"),
        (changed(moves=["<script>"]), "&lt;script&gt;"),
        (changed(seed="another"), "it is not the one that the seed gives"),
        (changed(result={"scores": [1, 2], "ranks": [2, 1]}), "not what the moves lead to"),
        (changed(players=["A\0nn", "Ben"]), "can’t be shown"),
        (changed(players=["Ann", "\u202eneB"]), "can’t be shown"),
        (changed(players=["Ann", "\x1b[2J"]), "can’t be shown"),
        (changed(players=["x" * 101, "Ben"]), "1 to 100 characters"),
        ('"' + "x" * MOST_BYTES + '"', f"at most {MOST_BYTES} bytes"),
    ],
)
def test_what_is_no_record_is_refused_in_one_sentence(as_alice, text, sentence):
    response = send(as_alice, text)
    assert response.status_code == 422
    html = response.content.decode()
    assert sentence in html
    assert not ImportedRecord.objects.exists()
    assert html.count('name="text"') == 1


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"\xff\xfe", "The input is not UTF-8"),
        (b"", "Paste a record"),
        (b"[" * (3 * 1024 * 1024), f"at most {MOST_BYTES} bytes"),
    ],
)
def test_a_file_that_is_no_record_is_refused(as_alice, file, sentence):
    response = send(as_alice, file=file)
    assert response.status_code == 422
    assert sentence in response.content.decode()


def test_what_was_pasted_is_not_lost(as_alice):
    assert "almost a record" in send(as_alice, '{"almost a record": 1}').content.decode()


def test_one_must_be_logged_in_to_import(client, db):
    assert reverse("account_login") in send(client, SAMPLE).url
    assert not ImportedRecord.objects.exists()


def test_the_oldest_are_dropped(as_alice, alice, bob, monkeypatch):
    monkeypatch.setattr("games.services.records.MOST_RECORDS", 2)
    others = import_record(owner=bob, data=SAMPLE.encode())
    codes = [import_record(owner=alice, data=SAMPLE.encode()).code for _ in range(3)]
    kept = set(ImportedRecord.objects.values_list("code", flat=True))
    assert kept == {others.code, *codes[1:]}
    html = as_alice.get(reverse("record-import")).content.decode()
    assert codes[2] in html
    assert others.code not in html


def test_records_go_with_their_owner(alice):
    import_record(owner=alice, data=SAMPLE.encode())
    leave_everything_and_delete(player=alice)
    assert not ImportedRecord.objects.exists()


def test_a_record_by_older_rules_says_so(client, alice):
    imported = import_record(owner=alice, data=SAMPLE.encode())
    ImportedRecord.objects.update(record=imported.record | {"version": 0})
    response = client.get(imported.get_absolute_url())
    assert response.status_code == 400
    assert "version 0 of the rules" in response.content.decode()


def test_the_import_of_a_finished_match_changes_no_match(as_alice, match):
    finished = rush(match)
    send(as_alice, download(as_alice, finished).content.decode())
    assert Match.objects.count() == 1
