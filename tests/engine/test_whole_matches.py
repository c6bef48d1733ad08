"""Matches of the past: a change of the rules must not change how they ended."""

import json
from pathlib import Path

import pytest

from engine import record

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.json"))


def test_there_are_records():
    assert RECORDS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_it_ends_as_it_did(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    found = record.from_json(data)
    assert record.finished(found, record.replay(found)).to_json() == data
