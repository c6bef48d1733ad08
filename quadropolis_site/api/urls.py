"""Everything below /api/."""

from django.urls import include, path, re_path

from quadropolis_site.api.errors import no_such_address
from quadropolis_site.api.schema_views import Docs, Schema

urlpatterns = [
    path("schema/", Schema.as_view(), name="schema"),
    path("docs/", Docs.as_view(), name="api-docs"),
    path("v1/", include("accounts.api.urls")),
    path("v1/", include("games.api.urls")),
    re_path("", no_such_address),
]
