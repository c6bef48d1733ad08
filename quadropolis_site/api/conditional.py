"""Conditional requests: who has the current version of something is only told so."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import set_response_etag
from django.utils.http import parse_etags
from rest_framework.request import Request

View = Callable[..., HttpResponseBase]


def conditional(view: View) -> View:
    """Of what was asked for with GET or HEAD; other headers stay, unlike with Django's own."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        answer = view(request, *args, **kwargs)
        if isinstance(answer, SimpleTemplateResponse) and not answer.is_rendered:
            answer.add_post_render_callback(lambda rendered: _check(request, rendered))
        elif isinstance(answer, HttpResponse):
            _check(request, answer)
        return answer

    return wrapped


def unchanged(request: Request, etag: str) -> HttpResponse | None:
    """The answer for somebody who has this version already, before it costs anything to make."""
    if not _has(request._request, etag):
        return None
    answer = HttpResponse(status=304, headers={"ETag": etag})
    del answer["Content-Type"]
    return answer


def _check(request: HttpRequest, answer: HttpResponse) -> None:
    if request.method not in ("GET", "HEAD") or answer.status_code != 200:
        return
    if "ETag" not in answer:
        set_response_etag(answer)
    if _has(request, answer["ETag"]):
        answer.status_code = 304
        answer.content = b""
        del answer["Content-Type"]


def _has(request: HttpRequest, etag: str) -> bool:
    """Also if something on the way, which packs answers, has marked the tag as a weak one."""
    held = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in held or etag in [one.removeprefix("W/") for one in held]
