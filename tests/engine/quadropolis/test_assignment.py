"""The exact optimum against brute force, on random cities."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.quadropolis import assignment, cities, values
from tests.engine.quadropolis import oracle
from tests.engine.quadropolis.positions import GAME

CLASSIC_KINDS = ["tower", "shop", "service", "park", "square", "factory", "harbor"]
EXPERT_KINDS = [*CLASSIC_KINDS, "office", "monument"]
MOST_FLOORS = {"classic": 4, "expert": 5}
NEEDY = oracle.NEEDS_ENERGY | oracle.NEEDS_INHABITANT
STACKED, PRINTED = ("tower", "office"), ("service", "harbor")
MOST_NEEDY = 10
MOST_SHOPS = 3


def examples(count):
    """At least so many; more if the profile asks for more."""
    return settings(max_examples=max(count, settings().max_examples))


@st.composite
def drawn_cities(draw, mode, kinds=None):
    """A city as the oracle reads it, small enough for brute force."""
    kinds = kinds or (CLASSIC_KINDS if mode == "classic" else EXPERT_KINDS)
    city: oracle.City = {}
    order = draw(st.permutations(oracle.all_cells(mode)))
    size = draw(st.integers(0, len(order)))
    for cell in order[:size]:
        kind = draw(st.sampled_from(kinds))
        needy = sum(built in NEEDY for built, _, _ in city.values())
        shops = sum(built == "shop" for built, _, _ in city.values())
        if (kind in NEEDY and needy == MOST_NEEDY) or (kind == "shop" and shops == MOST_SHOPS):
            continue
        floors = draw(st.integers(1, MOST_FLOORS[mode])) if kind in STACKED else 1
        points = draw(st.integers(0, 3)) if kind in PRINTED else 0
        city[cell] = (kind, floors, points)
    return city


def as_json(mode, city, inhabitants, energy):
    buildings = []
    for cell, (kind, floors, points) in city.items():
        building = {"cell": cell, "kind": kind}
        if kind in STACKED:
            building["floors"] = floors
        if kind in PRINTED:
            building["points"] = points
        buildings.append(building)
    return {
        "game": "quadropolis",
        "mode": mode,
        "inhabitants": inhabitants,
        "energy": energy,
        "city": buildings,
    }


def check(mode, city, inhabitants, energy):
    """Points, placed, empty cells, active cells and customers, exactly."""
    expected = oracle.best(mode, city, inhabitants, energy)
    cells = oracle.all_cells(mode)
    active = [cell for cell, on in zip(cells, expected.activity, strict=True) if on == "1"]
    shops = [cell for cell in active if city[cell][0] == "shop"]
    asked = as_json(mode, city, inhabitants, energy)

    sheet = GAME.score(asked)
    assert sheet["total"] == expected.points
    assert sheet["placed_inhabitants"] == expected.placed
    assert sheet["empty_cells"] == -expected.minus_empty
    assert sheet["active"] == active
    assert sheet["customers"] == dict(zip(shops, expected.customers, strict=True))
    assert sum(sheet["scores"].values()) == sheet["total"]

    value = assignment.best(*cities.parse(asked))
    assert values.points(value) == expected.points
    assert values.placed(value) == expected.placed


SCARCE = st.integers(0, 4)
SOME = st.integers(0, 12)
AMPLE = st.integers(9, 24)
modes = st.sampled_from(["classic", "expert"])


@examples(200)
@given(st.data(), modes, SOME, SOME)
def test_it_is_exact_for_any_city(data, mode, inhabitants, energy):
    check(mode, data.draw(drawn_cities(mode)), inhabitants, energy)


@examples(200)
@given(st.data(), modes, SCARCE, SCARCE)
def test_it_is_exact_when_resources_are_scarce(data, mode, inhabitants, energy):
    check(mode, data.draw(drawn_cities(mode)), inhabitants, energy)


@examples(150)
@given(st.data(), modes, AMPLE, AMPLE)
def test_it_is_exact_when_resources_are_ample(data, mode, inhabitants, energy):
    check(mode, data.draw(drawn_cities(mode)), inhabitants, energy)


@examples(150)
@given(st.data(), modes, SCARCE, AMPLE)
def test_it_is_exact_when_only_inhabitants_are_scarce(data, mode, inhabitants, energy):
    check(mode, data.draw(drawn_cities(mode)), inhabitants, energy)


@examples(150)
@given(st.data(), modes, AMPLE, SCARCE)
def test_it_is_exact_when_only_energy_is_scarce(data, mode, inhabitants, energy):
    check(mode, data.draw(drawn_cities(mode)), inhabitants, energy)


BESIDE_MONUMENTS = ["monument", "monument", "factory", "harbor", "shop", "service", "office"]


@examples(250)
@given(drawn_cities("expert", BESIDE_MONUMENTS), SOME, SOME)
def test_it_is_exact_beside_monuments(city, inhabitants, energy):
    check("expert", city, inhabitants, energy)


@examples(150)
@given(drawn_cities("expert", BESIDE_MONUMENTS), AMPLE, AMPLE)
def test_it_is_exact_beside_monuments_with_people_for_everything(city, inhabitants, energy):
    check("expert", city, inhabitants, energy)


OFFICES = ["office", "office", "office", "office", "factory", "park", "tower"]


@examples(200)
@given(drawn_cities("expert", OFFICES), SOME, SOME)
def test_it_is_exact_with_many_office_towers(city, inhabitants, energy):
    check("expert", city, inhabitants, energy)


HARBORS = ["harbor", "harbor", "harbor", "harbor", "factory", "shop", "service"]


@examples(200)
@given(st.data(), modes, SOME, SCARCE)
def test_it_is_exact_with_many_harbors(data, mode, inhabitants, energy):
    check(mode, data.draw(drawn_cities(mode, HARBORS)), inhabitants, energy)


HOMES = ["tower", "tower", "tower", "park", "square", "shop", "office"]


@examples(200)
@given(drawn_cities("expert", HOMES), SCARCE, SOME)
def test_it_is_exact_with_parks_between_homes(city, inhabitants, energy):
    check("expert", city, inhabitants, energy)


SHOPS = ["shop", "shop", "shop", "factory", "monument", "tower"]


@examples(150)
@given(drawn_cities("expert", SHOPS), st.integers(0, 16), SCARCE)
def test_it_is_exact_with_many_customers(city, inhabitants, energy):
    check("expert", city, inhabitants, energy)
