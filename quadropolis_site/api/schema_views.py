"""The schema and the page that shows it, with the limits and the refusals of all other calls."""

from __future__ import annotations

from typing import Any

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from quadropolis_site.api.conditional import conditional
from quadropolis_site.api.throttles import PerCaller


class OpenView(APIView):
    """For everybody, and made anew for each: so it is counted too."""

    authentication_classes: Any = ()
    permission_classes: Any = ()
    throttle_classes: Any = (PerCaller,)

    def handle_exception(self, exc: Exception) -> Response:
        """A refusal is JSON, whatever form was asked for."""
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        return super().handle_exception(exc)


class Schema(OpenView, SpectacularAPIView):
    @classmethod
    def as_view(cls, **options: Any) -> Any:
        return conditional(super().as_view(**options))


class Docs(OpenView, SpectacularSwaggerSplitView):
    pass
