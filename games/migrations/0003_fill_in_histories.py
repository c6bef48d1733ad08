"""What finished matches and their seats now say of themselves, for those that are over already."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import DurationField, ExpressionWrapper, F, Min, OuterRef, Subquery

BATCH = 500


def fill_in(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    Match: Any = apps.get_model("games", "Match")
    Seat: Any = apps.get_model("games", "Seat")
    finished = Match.objects.filter(status="finished")
    finished.update(lasted=ExpressionWrapper(F("finished_at") - F("started_at"), DurationField()))
    matches = []
    for match in finished.only("result").iterator(BATCH):
        match.best_score = max(match.result["scores"])
        matches.append(match)
        if len(matches) == BATCH:
            Match.objects.bulk_update(matches, ["best_score"])
            matches = []
    Match.objects.bulk_update(matches, ["best_score"])
    # Once for a bot that sits twice.
    same = Seat.objects.filter(match=OuterRef("match"), player=OuterRef("player")).order_by()
    first = same.values("match", "player").annotate(first=Min("index")).values("first")
    Seat.objects.filter(match__in=finished, index=Subquery(first)).update(
        finished_at=Subquery(Match.objects.filter(pk=OuterRef("match")).values("finished_at"))
    )


class Migration(migrations.Migration):

    dependencies = [("games", "0002_correspondence_books_dailies_and_clubs")]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
