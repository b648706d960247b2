"""The files of a live page: such as have odd names, and such as change while it is looked at."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from accord.serve.session import Session
from tests.unit.serve.windows import opened

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Two annotators, one of whose files has a name that is not UTF-8."""
    file = tmp_path / os.fsdecode(b"ad\xe9.conll")
    try:
        file.write_text("a\tB-X\nb\tO\n\nz\tO\n\n", encoding="utf-8")
    except OSError:
        pytest.skip("the file system takes no such name")
    (tmp_path / "bram.conll").write_text("a\tO\nb\tO\n\nz\tO\n\n", encoding="utf-8")
    return tmp_path


def test_how_gold_was_made_of_a_file_whose_name_is_no_text_is_exported(odd: Path) -> None:
    session = Session([str(odd)], who="eve")
    client = opened(session)
    asked = {"layer": odd.name, "undecided": "leave-out"}
    for form in ("account.md", "account.json", "conll"):
        answer = client.get("/api/export", params=asked | {"format": form})
        assert answer.status_code == 200
        assert form == "conll" or b"ad\xe9" in answer.content
    session.close()


def test_that_a_file_has_to_be_renamed_before_anything_is_decided_on_it_is_said(odd: Path) -> None:
    session = Session([str(odd)], who="eve")
    client = opened(session)
    item = client.get("/api/queue", params={"layer": odd.name}).json()["cases"][0]["id"]
    case = client.get("/api/case", params={"layer": odd.name, "item": item}).json()
    seen = {name: case[name] for name in ("revision", "fingerprint")}
    answer = client.post("/api/decision", json={"layer": odd.name, "item": item, "value": [], **seen})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(r"ad\xe9.conll: the name of this file holds bytes that are no text")
    session.close()
