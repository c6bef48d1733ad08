"""Everything below /api/."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from quadropolis_site.api.errors import no_such_address

OPEN = {"authentication_classes": (), "permission_classes": (), "throttle_classes": ()}

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(**OPEN), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(**OPEN), name="api-docs"),
    path("v1/", include("accounts.api.urls")),
    path("v1/", include("games.api.urls")),
    re_path("", no_such_address),
]
