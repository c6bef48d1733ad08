"""Everything the rules page of Greenways shows that is not prose."""

from typing import Any

from engine.greenways import meta, tiles
from engine.greenways.moves import Move, cell_at
from games.examples.greenways.cities import CITIES
from games.examples.greenways.contents import CONTENTS, TITLES
from games.examples.greenways.placements import PLACEMENTS
from games.examples.greenways.rulings import RULINGS
from games.examples.greenways.whole import whole
from games.presenters.greenways.pictures import picture


def page() -> dict[str, Any]:
    return {
        "titles": TITLES,
        "contents": CONTENTS,
        "rulings": RULINGS,
        "placements": {name: one.present() for name, one in PLACEMENTS.items()},
        "cities": {name: city.present() for name, city in CITIES.items()},
        "whole": whole(),
        "start": picture(tiles.START),
        "hand": meta.HAND,
        "span": meta.SPAN,
        "per_park": meta.POINTS_PER_PARK,
        "sample": Move(tiles.face(tiles.TILE_BY_CODE["street-curve"], 3), cell_at(2, -1)),
        "all_tiles": len(tiles.DECK),
        "tiles": [
            (picture(tiles.face(number, 0)), tile.copies) for number, tile in enumerate(tiles.TILES)
        ],
    }
