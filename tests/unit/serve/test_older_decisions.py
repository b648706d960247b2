"""What was decided when nobody kept how files were read, as a window at the desk sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from accord.serve.app import application
from accord.serve.guard import Guard
from accord.serve.session import Session
from accord.settle.database import DECISIONS
from tests.unit.settle.settled import TONE, TOPIC, as_version_3, settle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ORIGIN = "http://127.0.0.1:8000"
LAYER = {"layer": "two"}
ROWS = "item,annotator,topic,tone\n1,ada,x,calm\n1,bram,y,sharp\n2,ada,x,calm\n2,bram,x,sharp\n"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Somebody decided on the topic of the first item; now the tone of both is to be settled."""
    (tmp_path / "two.csv").write_text(ROWS)
    settle([tmp_path / "two.csv"], TOPIC, "z")
    as_version_3(tmp_path / DECISIONS)
    session = Session([str(tmp_path / "two.csv")], who="eve", campaign=TONE)
    yield session
    session.close()


@pytest.fixture
def client(session: Session) -> TestClient:
    guard = Guard(application(session, lambda: "<p>"), host="127.0.0.1", port=8000)
    client = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN})
    client.get(f"/?token={guard.key}")
    return client


def look_at(client: TestClient, item: str) -> Any:
    return client.get("/api/case", params=LAYER | {"item": item}).json()


def decide(client: TestClient, item: str, **more: object) -> Any:
    case = look_at(client, item)
    seen = {"item": item, "revision": case["revision"], "fingerprint": case["fingerprint"]}
    return client.post("/api/decision", json=LAYER | seen | {"value": "calm"} | more)


def test_a_case_has_no_history_of_what_may_be_another_column(client: TestClient) -> None:
    case = look_at(client, "two:1")
    assert (case["revision"], case["decision"], case["history"]) == (0, None, [])
    refused = decide(client, "two:1", fingerprint="other")
    assert (refused.status_code, refused.json()["now"]) == (409, None)
