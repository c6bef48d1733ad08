import pytest
from django.db import connection
from hypothesis import settings

# No deadlines: a busy machine is not a bug. CI=true picks hypothesis' own "ci" profile instead.
settings.register_profile("local", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=5000)

if settings.get_current_profile_name() == "default":
    settings.load_profile("local")

EVERYBODY_ELSE = """
select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid()
"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """In the end the database is dropped, also if a thread or a browser has not let go of it."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(EVERYBODY_ELSE)
