"""Everything the rules page of Quadropolis shows that is not prose."""

from typing import Any

from engine.quadropolis import meta
from games.examples.quadropolis import tables
from games.examples.quadropolis.cities import CITIES
from games.examples.quadropolis.contents import CONTENTS, TITLES
from games.examples.quadropolis.reaches import BOARDS, REACHES
from games.examples.quadropolis.rulings import RULINGS
from games.examples.quadropolis.sites import SITES


def page() -> dict[str, Any]:
    return {
        "titles": TITLES,
        "contents": CONTENTS,
        "rulings": RULINGS,
        "cities": {name: city.present() for name, city in CITIES.items()},
        "reaches": {name: city.present() for name, city in REACHES.items()},
        "boards": {name: board.present() for name, board in BOARDS.items()},
        "sites": {name: site.present() for name, site in SITES.items()},
        "least": min(meta.PLAYERS),
        "most": max(meta.PLAYERS),
        "turns": meta.TURNS_PER_ROUND,
        "classic": meta.CLASSIC,
        "expert": meta.EXPERT,
        "all_tiles": len(tables.PRINTED_TILES),
        "squares": tables.SQUARES,
        "face_up": tables.FACE_UP,
        "needs": tables.NEEDS,
        "scales": tables.SCALES,
        "prices": tables.PRICES,
        "office_floors": tables.OFFICE_FLOORS,
        "office_rows": tables.OFFICE_ROWS,
        "tile_tables": tables.TILE_TABLES,
        "yields": tables.YIELDS,
    }
