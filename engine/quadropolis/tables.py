"""The scoring tables, as the rulebook prints them."""

from engine.quadropolis.meta import Kind

# By number of floors.
TOWER_POINTS = (0, 1, 3, 6, 10, 15)
# By number of customers (the fifth in Expert only).
SHOP_POINTS = (0, 1, 2, 4, 7, 11)
# By number of districts with at least one active public service.
SERVICE_POINTS = (0, 2, 5, 9, 14, 20)
# By number of adjacent tower blocks (Expert: and office towers), for a park and for a square.
PARK_POINTS = (0, 2, 4, 7, 11)
# By length of the longest unbroken run, once for rows and once for columns.
HARBOR_POINTS = (0, 0, 3, 7, 12, 18)
# What a factory scores per adjacent building.
FACTORY_POINTS = {Kind.SHOP: 2, Kind.HARBOR: 3, Kind.OFFICE: 4}
# What a monument scores per adjacent building.
MONUMENT_POINTS = {
    Kind.FACTORY: -5,
    Kind.HARBOR: -5,
    Kind.SERVICE: 2,
    Kind.SHOP: 3,
    Kind.PARK: 5,
    Kind.SQUARE: 5,
}
# By size of the group (the last row is for 5 or more), then by number of floors.
OFFICE_POINTS = (
    (0, 0, 0, 0, 0, 0),
    (0, 0, 1, 3, 6, 10),
    (0, 1, 3, 6, 10, 15),
    (0, 2, 5, 9, 14, 20),
    (0, 3, 7, 12, 18, 25),
    (0, 4, 9, 15, 22, 30),
)
