"""The time zones that somebody can live in, by region."""

from functools import cache
from itertools import groupby
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

REGIONS = {
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
}
UTC = "UTC"

Choice = tuple[str, str]


@cache
def time_zones() -> tuple[str, ...]:
    return tuple(sorted(zone for zone in available_timezones() if _region(zone) in REGIONS))


@cache
def choices() -> list[Choice | tuple[str, list[Choice]]]:
    """For a select: UTC, then the regions with their places."""
    regions = groupby(time_zones(), key=_region)
    return [(UTC, UTC), *((region, [(z, _place(z)) for z in zones]) for region, zones in regions)]


def is_time_zone(name: str) -> bool:
    return name == UTC or name in time_zones()


def known_zone(name: str) -> ZoneInfo:
    """The zone, or UTC for one that the system once knew and forgot."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(UTC)


def _region(zone: str) -> str:
    return zone.partition("/")[0]


def _place(zone: str) -> str:
    return zone.partition("/")[2].replace("_", " ").replace("/", " – ")
