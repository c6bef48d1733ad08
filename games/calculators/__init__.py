"""Cities that were built with the real box: put together by clicks, kept in an address."""

from games.calculators import quadropolis

CALCULATORS = {"quadropolis": quadropolis}
