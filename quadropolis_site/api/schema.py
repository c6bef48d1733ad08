"""What the OpenAPI schema says that the code alone does not."""

from __future__ import annotations

from functools import cache
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers


class ErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs: it stays the same.")
    message = serializers.CharField(help_text="For people: one sentence or several.")


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token …`, with a token from the page “Programs and bots”.",
        }


REASONS = {
    304: "You have the current version already.",
    400: "The request can't be understood, or asks for something that doesn't exist.",
    401: "A token or a log-in is needed, or the token is not valid.",
    403: "You may not do that; of a move: it is not your turn.",
    404: "There is no such thing.",
    409: "Something else happened first; of a move: `seq` is not the current one.",
    413: "The request is too large.",
    415: "Only `application/json` is understood.",
    422: "Against the rules of the game.",
    429: "Too many requests; `Retry-After` says when to come back.",
}
ALWAYS = (401, 403, 429)  # a token may be wrong, made for something else, or used too much
WITH_BODY = (400, 413, 415)

ETAG = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` of what you have."
)


def answers(*refusals: int, **shown: Any) -> dict[Any, Any]:
    """``answers(404, ok=MatchSerializer)``: what a call may answer with, and how it may refuse."""
    statuses = {"ok": 200, "created": 201, "nothing": 204}
    found: dict[Any, Any] = {statuses[name]: form for name, form in shown.items()}
    for status in sorted({*ALWAYS, *refusals}):
        form = None if status == 304 else ErrorSerializer
        found[status] = OpenApiResponse(form, description=REASONS[status])
    return found


@cache
def page_of(form: type[serializers.Serializer[Any]]) -> Any:
    name = form.__name__.removesuffix("Serializer")
    return inline_serializer(
        f"{name}Page",
        {
            "next": serializers.URLField(allow_null=True, help_text="Null on the last page."),
            "results": form(many=True),
        },
    )
