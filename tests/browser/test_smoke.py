"""The harness itself, on the simplest pages."""

import pytest
from django.urls import reverse

from tests.browser.conftest import check_accessibility, shoot


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_a_page_opens_without_complaints_and_can_be_read_by_everyone(page, name, scheme, request):
    page.emulate_media(color_scheme=scheme)
    page.goto(reverse(name))
    page.get_by_role("main").wait_for()
    shoot(page, request.node.callspec.id + "-smoke")
    check_accessibility(page)
