#!/usr/bin/env python3
"""A bot that plays through the API: it sits down at tables and moves when it is its turn.

    python3 examples/bot.py http://127.0.0.1:8000 qp_its-token [how many matches to finish]

It needs nothing but Python. Make it better by choosing a better move than any.
"""

import json
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SITE, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
ENOUGH = int(sys.argv[3]) if len(sys.argv) > 3 else 0  # 0: never
GONE_ON = (403, 409)  # somebody was quicker, or the match is over


def call(method, path, data=None):
    request = Request(
        f"{SITE}/api/v1/{path}",
        method=method,
        data=None if data is None else json.dumps(data).encode(),
        headers={"Authorization": f"Token {TOKEN}", "Content-Type": "application/json"},
    )
    try:
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except HTTPError as error:
        if error.code == 429:
            time.sleep(int(error.headers["Retry-After"]))
            return call(method, path, data)
        refusal = json.load(error)
        if error.code in GONE_ON:
            print(refusal["message"])
            return None
        sys.exit(f"{error.code} {refusal['code']}: {refusal['message']}")


def choose(match):
    """The view of the position is in match["view"]."""
    return random.choice(match["legal_moves"])


def sit_down():
    for table in call("GET", "matches/?status=open")["results"]:
        if table["allows_bots"] and me not in table["players"] and None in table["players"]:
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
    if not ENOUGH:
        return False
    return len(call("GET", f"matches/?player={me}&status=finished")["results"]) >= ENOUGH


me = call("GET", "players/me/")["name"]
while not is_enough():
    sit_down()
    turns = call("GET", "turns/?wait=20")["results"]
    for turn in turns:
        if move(turn["code"]):
            print(f"{SITE}/m/{turn['code']}/ is over.")
    if not turns:
        time.sleep(2)
