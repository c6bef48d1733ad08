"""Programs that use the API, as the tests play them."""

import json

from django.test import Client

from accounts.models import Token
from accounts.services.tokens import create_token

JSON = "application/json"


class Program:
    """Calls the API with a token of the player; without one, as a stranger."""

    def __init__(self, player=None, scopes=tuple(Token.Scope.values)):
        self.browser, self.headers = Client(), {}
        if player is not None:
            _token, self.secret = create_token(player=player, name="a program", scopes=scopes)
            self.headers = {"Authorization": f"Token {self.secret}"}

    def get(self, path, headers=(), **query):
        return self.browser.get(f"/api/v1/{path}", query, headers=self.headers | dict(headers))

    def post(self, path, data=None):
        return self.send("post", path, b"" if data is None else json.dumps(data))

    def send(self, method, path, body=b"", content_type=JSON):
        call = getattr(self.browser, method)
        return call(f"/api/v1/{path}", body, content_type=content_type, headers=self.headers)

    def play(self, match, move, seq=None):
        seq = match.seq if seq is None else seq
        return self.post(f"matches/{match.code}/moves/", {"seq": seq, "move": move})


def refused(answer, status, code=None):
    """Whether it is a refusal in the documented form."""
    assert answer.status_code == status, answer.content
    said = answer.json()
    assert said.keys() == {"code", "message"}
    assert all(isinstance(text, str) and text for text in said.values())
    return code is None or said["code"] == code
