from django.urls import path

from accounts.api import views

urlpatterns = [
    path("auth/token/", views.LogIn.as_view()),
    path("tokens/", views.TokenList.as_view()),
    path("tokens/<int:token_id>/", views.TokenDetail.as_view()),
    path("notifications/", views.NoticeList.as_view()),
    path("notifications/read/", views.NoticesRead.as_view()),
    path("preferences/", views.Preferences.as_view()),
]
