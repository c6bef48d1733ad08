"""What comes in: JSON of a sensible size, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from engine import EngineError
from engine.reading import from_bytes
from quadropolis_site.api.errors import TooLarge


class JsonParser(BaseParser):
    """Raises nothing but refusals, however large, deep or broken the input is."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None
    ) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        data = stream.read(most + 1)
        if len(data) > most:
            raise TooLarge(_("A request has at most %(most)s bytes.") % {"most": most})
        try:
            return from_bytes(data)
        except EngineError as error:
            raise ParseError(str(error.text)) from error


class AlwaysJson(BaseContentNegotiation):
    """There is one form of answers, whatever the header Accept asks for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        wanted = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == wanted), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


def body(request: Request, form: type[Serializer[Any]], **options: Any) -> dict[str, Any]:
    """What the request says, checked."""
    return _checked(form(data=request.data, **options))


def query(request: Request, form: type[Serializer[Any]]) -> dict[str, Any]:
    """What the address says after the question mark, checked."""
    return _checked(form(data=request.query_params))


def _checked(form: Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
