import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views import defaults


@pytest.mark.django_db
def test_about_says_what_the_site_is(client):
    page = client.get(reverse("about")).content.decode()
    assert "unofficial" in page
    assert "SHA-256" in page


@pytest.mark.django_db
def test_a_wrong_address_gets_a_friendly_page(client):
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "Nothing is built here" in response.content.decode()


@pytest.mark.django_db
def test_a_forged_form_is_refused_in_plain_words():
    response = Client(enforce_csrf_checks=True).post(reverse("account_login"))
    assert response.status_code == 403
    assert "Please send that again" in response.content.decode()


@pytest.mark.django_db
def test_somebody_who_may_not_is_told_so(rf: RequestFactory):
    response = defaults.permission_denied(rf.get("/"), Exception("secret"))
    assert "No entry" in response.content.decode()
    assert "secret" not in response.content.decode()


def test_an_unknown_host_gets_a_page_without_a_database(client):
    response = client.get("/", headers={"host": "elsewhere.example"})
    assert response.status_code == 400
    assert "We did not understand that" in response.content.decode()


def test_a_crash_gets_a_page_without_a_database(rf: RequestFactory):
    response = defaults.server_error(rf.get("/"))
    assert response.status_code == 500
    assert "Something broke" in response.content.decode()
