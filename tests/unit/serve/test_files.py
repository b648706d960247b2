"""The files of a live page: such as have odd names, and such as change while it is looked at."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from accord.serve.session import Session
from tests.unit.serve.windows import opened

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

ROWS = "item,annotator,label\n1,ada,x\n1,bram,y\n2,ada,x\n2,bram,x\n3,ada,y\n3,bram,y\n"


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


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Two layers, and the gold standard of one."""
    for name in ("tone", "topic"):
        (tmp_path / f"{name}.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "tone-gold.csv").write_text("item,annotator,label\n2,gold,x\n", encoding="utf-8")
    return tmp_path


def when_measured(client: TestClient, how: str, settings: dict[str, Any]) -> Any:
    """What the server says of itself once it has measured."""
    assert client.post(how, json=settings).status_code == 200
    end = time.monotonic() + 60
    while (state := client.get("/api/state").json())["job"]["state"] == "running":
        assert time.monotonic() < end
        time.sleep(0.05)
    assert state["job"]["state"] == "done"
    return state


def coefficients(client: TestClient) -> dict[str, tuple[str, float]]:
    layers = client.get("/api/payload").json()["layers"]
    return {each["id"]: (each["headline"]["coefficient"], each["headline"]["value"]) for each in layers}


def test_that_a_file_was_changed_since_it_was_measured_is_said_until_it_is_measured_anew(tables: Path) -> None:
    session = Session([str(tables)], who="eve")
    client = opened(session)
    assert not client.get("/api/state").json()["files_changed"]
    assert not when_measured(client, "/api/settings", {})["files_changed"]
    kappa = {"layer": "tone", "coefficient": "kappa"}
    assert not when_measured(client, "/api/settings", kappa)["files_changed"]
    before = coefficients(client)
    assert {name: coefficient for name, (coefficient, _) in before.items()} == {"tone": "kappa", "topic": "alpha"}
    (tables / "tone-gold.csv").write_text("item,annotator,label\n2,gold,x\n3,gold,y\n", encoding="utf-8")
    assert not client.get("/api/state").json()["files_changed"]
    for name in ("tone", "topic"):
        (tables / f"{name}.csv").write_text(ROWS.replace("1,bram,y", "1,bram,x"), encoding="utf-8")
    assert client.get("/api/state").json()["files_changed"]
    assert when_measured(client, "/api/settings", kappa)["files_changed"]  # the other layer is still what it was
    assert not when_measured(client, "/api/again", {})["files_changed"]
    after = coefficients(client)
    assert {name: coefficient for name, (coefficient, _) in after.items()} == {"tone": "kappa", "topic": "alpha"}
    assert all(before[name][1] < after[name][1] == 1.0 for name in before)
    (tables / "tone.csv").unlink()
    assert client.get("/api/state").json()["files_changed"]
    session.close()
