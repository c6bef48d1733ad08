"""Every refusal of the API has one form: a code for programs and a sentence for people."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt
from redis.exceptions import RedisError
from rest_framework import exceptions, status
from rest_framework.response import Response

from quadropolis_site.errors import ApplicationError

logger = logging.getLogger(__name__)

PREFIX = "/api/"


class TooLarge(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """What the REST framework calls; what nobody expected goes on to ``server_error``."""
    if isinstance(error, ApplicationError):
        return _answer(error.status, error.code, str(error.message))
    if isinstance(error, (Http404, ObjectDoesNotExist)):
        return _answer(404, "not_found", _("There is nothing here."))
    if isinstance(error, PermissionDenied):
        return _answer(403, "not_allowed", _("You may not do that."))
    if isinstance(error, RedisError):
        logger.error("Redis does not answer", exc_info=error)
        return _answer(503, "unavailable", _("Something is out of order. Try again in a minute."))
    if isinstance(error, exceptions.APIException):
        return _refused(error)
    return None


def _refused(error: exceptions.APIException) -> Response:
    if isinstance(error, exceptions.ValidationError):
        return _answer(400, "invalid", sentence(error.detail))
    answer = _answer(error.status_code, str(error.get_codes()), str(error.detail))
    if getattr(error, "auth_header", None):
        answer["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
    if getattr(error, "wait", None):
        answer["Retry-After"] = str(int(error.wait) + 1)  # type: ignore[attr-defined]
    return answer


def sentence(detail: Any, where: str = "") -> str:
    """All that is wrong with the input, each with the field where it is."""
    if isinstance(detail, dict):
        parts = [sentence(each, _inside(where, str(name))) for name, each in detail.items()]
    elif isinstance(detail, list):
        parts = [
            sentence(each, where if isinstance(each, str) else f"{where}[{number}]")
            for number, each in enumerate(detail)
        ]
    else:
        return f"{where}: {detail}" if where else str(detail)
    return " ".join(part for part in parts if part)


def _inside(where: str, name: str) -> str:
    if name == "non_field_errors":
        return where
    return f"{where}.{name}" if where else name


def _answer(status_code: int, code: str, message: str) -> Response:
    return Response({"code": code, "message": message}, status=status_code)


# What goes wrong outside the API's own views, below its address or elsewhere on the site.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith(PREFIX):
        return defaults.bad_request(request, exception)
    return _plain(400, "bad_request", _("This request can't be understood."))


def server_error(request: HttpRequest) -> HttpResponse:
    if not request.path.startswith(PREFIX):
        return defaults.server_error(request)
    return _plain(500, "server_error", _("Something went wrong on our side. We were told."))


@csrf_exempt  # nothing is done here
def no_such_address(request: HttpRequest) -> HttpResponse:
    return _plain(404, "not_found", _("There is no such address; all of them end with a slash."))


def _plain(status_code: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"code": code, "message": message}, status=status_code)
