from django.conf import settings
from django.urls import path

from accounts.views import avatars, mailbox, preferences

urlpatterns = [
    path("preferences/", preferences.preferences, name="preferences"),
    path("players/<str:name>/avatar.svg", avatars.avatar, name="avatar"),
]
if settings.SHOWS_MAILBOX:
    urlpatterns += [
        path("mailbox/", mailbox.mailbox, name="mailbox"),
        path("mailbox/<str:file>/<int:index>/", mailbox.mail, name="mail"),
        path("mailbox/<str:file>/<int:index>/html/", mailbox.mail_html, name="mail-html"),
    ]
