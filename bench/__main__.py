"""Run the benchmarks, print them as a table and write them to bench-results.json."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Each prints its results as JSON.
SUITES = {
    "engine": [sys.executable, "-m", "engine", "bench"],
    "site": [sys.executable, "-m", "bench.site"],
    "growth": [sys.executable, "-m", "bench.growth"],
    "clubs": [sys.executable, "-m", "bench.clubs"],
}
RESULTS = Path("bench-results.json")


def rows(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from rows(f"{name} {key}", inner)
    elif isinstance(value, int | float):
        yield name, f"{value:,.5g}" if abs(value) < 1000 else f"{value:,.0f}"
    else:
        yield name, str(value)


def main() -> None:
    results = {
        name: json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        for name, command in SUITES.items()
    }
    table = [row for name, result in results.items() for row in rows(name, result)]
    width = max(len(name) for name, _ in table)
    for name, value in table:
        print(f"{name.replace('_', ' '):<{width}}  {value:>12}")
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
