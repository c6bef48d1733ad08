"""The examples of docs/api.md, run one after the other in a shell, against the whole stack."""

import re
import shutil
import subprocess

import pytest
from django.conf import settings

from tests.test_bot_example import site  # noqa: F401

GUIDE = settings.BASE_DIR / "docs" / "api.md"
EXAMPLES = re.findall(r"^```sh\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("jq") and shutil.which("bash")),
    reason="the examples need bash, curl and jq",
)
def test_the_examples_of_the_guide_work(site):  # noqa: F811
    """Each must end well by itself; a call that is refused would not."""
    script = "\n".join(EXAMPLES).replace("http://127.0.0.1:8000", site)
    done = subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", script],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert "304" in done.stdout.splitlines()
    assert '"Europe/Berlin"' in done.stdout


def test_the_guide_has_examples():
    assert len(EXAMPLES) > 10
