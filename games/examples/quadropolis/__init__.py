"""Everything the rules page of Quadropolis shows that is not prose."""

from typing import Any

from engine.quadropolis import meta
from games.examples.quadropolis.cities import CITIES
from games.examples.quadropolis.contents import CONTENTS, TITLES
from games.examples.quadropolis.rulings import RULINGS
from games.examples.quadropolis import tables


def page() -> dict[str, Any]:
    return {
        "titles": TITLES,
        "contents": CONTENTS,
        "rulings": RULINGS,
        "cities": CITIES,
        "least": min(meta.PLAYERS),
        "most": max(meta.PLAYERS),
        "turns": meta.TURNS_PER_ROUND,
        "boards": list(meta.BOARDS.values()),
    }
