from django.conf import settings
from django.urls import path

from accounts.views import avatars, mailbox, notifications, preferences

urlpatterns = [
    path("preferences/", preferences.preferences, name="preferences"),
    path("preferences/notifications/", notifications.notifications, name="notifications"),
    path("notices/", notifications.notices, name="notices"),
    path("unsubscribe/<str:token>/", notifications.unsubscribe, name="unsubscribe"),
    path("players/<slug:name>/avatar.svg", avatars.avatar, name="avatar"),
]
if settings.SHOWS_MAILBOX:
    urlpatterns += [
        path("mailbox/", mailbox.mailbox, name="mailbox"),
        path("mailbox/<str:file>/<int:index>/", mailbox.mail, name="mail"),
        path("mailbox/<str:file>/<int:index>/html/", mailbox.mail_html, name="mail-html"),
    ]
