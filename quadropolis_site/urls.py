"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from quadropolis_site import health

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("quadropolis_site.api.urls")),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", health.metrics),
]

handler400 = "quadropolis_site.api.errors.bad_request"
handler500 = "quadropolis_site.api.errors.server_error"
