"""What all calls of the API have in common."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import Player, Token
from quadropolis_site.api.conditional import conditional
from quadropolis_site.api.reading import AlwaysJson, JsonParser
from quadropolis_site.api.throttles import Allowance, PerCaller
from quadropolis_site.errors import NotAllowed


class PlayerRequest(Request):
    """What a view gets that is not public."""

    user: Player


class MissingScope(NotAllowed):
    code = "missing_scope"


class HasScope(BasePermission):
    """Strangers may read what is public; a token may do what it was made for."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        assert isinstance(view, ApiView)
        is_safe = request.method in SAFE_METHODS
        scope = Token.Scope.READ if is_safe else view.scope
        token: Any = request.auth
        if token is not None and scope not in token.scopes:
            raise MissingScope(
                _("This token was not made for this: it lacks “%(scope)s”.") % {"scope": scope}
            )
        return bool(request.user.is_authenticated) or (is_safe and view.is_public)


class ApiView(APIView):
    permission_classes: Any = (HasScope,)
    throttle_classes: Any = (PerCaller,)
    parser_classes: Any = (JsonParser,)
    renderer_classes: Any = (JSONRenderer,)
    content_negotiation_class = AlwaysJson

    scope: ClassVar[Token.Scope] = Token.Scope.PLAY  # what a token needs for more than reading
    is_public: ClassVar[bool] = False
    cost: ClassVar[int] = 1  # how many calls it counts as
    allowance: Allowance | None = None

    @classmethod
    def as_view(cls, **options: Any) -> Any:
        """Whoever has the answer already is only told so."""
        return conditional(super().as_view(**options))

    def perform_authentication(self, request: Request) -> None:
        """Counted at once, so that those who are refused have a limit too."""
        try:
            super().perform_authentication(request)
        finally:
            super().check_throttles(request)

    def check_throttles(self, request: Request) -> None:
        """Done already."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(answer, private=True, no_cache=True)
        patch_vary_headers(answer, ["Authorization", "Cookie"])
        if self.allowance is not None:
            for name, value in self.allowance.headers.items():
                answer[name] = value
        return answer
