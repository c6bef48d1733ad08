"""The best cities of those who were alone and of those who were not, as far as they are known.

Only those that are among the best of all; `recompute_ratings` finds the others.
"""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

WHOLE_CITY, ALONE, TOGETHER = "", "alone", "together"
NO_CONTESTS = ["megalopolis", "greenways"]


def fill_in(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    HighScore: Any = apps.get_model("games", "HighScore")
    Seat: Any = apps.get_model("games", "Seat")
    lines = []
    whole = HighScore.objects.filter(game__in=NO_CONTESTS, kind=WHOLE_CITY)
    for line in whole.select_related("seat"):
        has_others = Seat.objects.filter(match=line.seat.match_id).count() > 1
        line.pk, line.kind = None, TOGETHER if has_others else ALONE
        lines.append(line)
    HighScore.objects.bulk_create(lines)


class Migration(migrations.Migration):

    dependencies = [("games", "0003_fill_in_histories")]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
