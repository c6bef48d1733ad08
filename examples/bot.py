#!/usr/bin/env python3
"""A bot that plays through the API: it sits down at tables and moves when it is its turn.

    python3 examples/bot.py http://127.0.0.1:8000 qp_its-token [how many matches to finish]

It needs nothing but Python. Make it better by choosing a better move than any.
"""

import json
import random
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

if len(sys.argv) < 3:
    sys.exit(__doc__)
SITE, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
ENOUGH = int(sys.argv[3]) if len(sys.argv) > 3 else 0  # 0: never
TOO_LATE = (403, 409)  # somebody was quicker, or the match is over
LONGEST_PAUSE = 60  # seconds


def call(method, path, data=None):
    """The answer, however often it takes: sent twice, a move counts once, because of its seq."""
    request = Request(
        f"{SITE}/api/v1/{path}",
        method=method,
        data=None if data is None else json.dumps(data).encode(),
        headers={"Authorization": f"Token {TOKEN}", "Content-Type": "application/json"},
    )
    pause = 1
    while True:
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except HTTPError as error:
            said = f"{error.code} {error.read().decode(errors='replace')}"
            if method == "POST" and error.code in TOO_LATE:
                print(said, flush=True)
                return None
            if error.code != 429 and error.code < 500:
                sys.exit(said)
            after = error.headers.get("Retry-After", "")
            wait = int(after) if after.isdigit() else pause
        except (OSError, HTTPException, ValueError) as error:  # the net, or an answer cut short
            said, wait = str(error), pause
        print(f"{said}\nAgain in {wait} seconds.", flush=True)
        time.sleep(wait)
        pause = min(2 * pause, LONGEST_PAUSE)


def pages(path):
    """A list, page by page."""
    while path:
        page = call("GET", path)
        yield from page["results"]
        path = page["next"] and page["next"].partition("/api/v1/")[2]


def choose(match):
    """The view of the position is in match["view"]."""
    return random.choice(match["legal_moves"])


def is_for_me(table):
    kept_for = [seat["invited"] for seat in table["seats"] if seat["player"] is None]
    is_free = me in kept_for or None in kept_for
    return is_free and table["allows_bots"] and me not in table["players"]


def sit_down():
    for table in pages("matches/?status=open"):
        if is_for_me(table) and table["code"] not in tried:
            tried.add(table["code"])
            call("POST", f"matches/{table['code']}/join/")


def move(code):
    """Plays one move; true if it was the last of the match."""
    match = call("GET", f"matches/{code}/")
    if "legal_moves" not in match:
        return False
    move = {"seq": match["seq"], "move": choose(match)}
    played = call("POST", f"matches/{code}/moves/", move)
    return played is not None and played["status"] == "finished"


def is_enough():
    return ENOUGH and sum(1 for _ in pages(f"matches/?player={me}&status=finished")) >= ENOUGH


me, tried = call("GET", "players/me/")["name"], set()
while not is_enough():
    sit_down()
    turns = call("GET", "turns/?wait=20")["results"]
    for turn in turns:
        if move(turn["code"]):
            print(f"{SITE}/m/{turn['code']}/ is over.", flush=True)
    if not turns:
        time.sleep(2)  # if too many programs wait already, the answer came at once
