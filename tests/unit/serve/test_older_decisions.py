"""What was decided when nobody kept how files were read, as a window at the desk sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accord.adjudicate.database import DECISIONS
from accord.campaign.gold import gold
from accord.serve.session import Session
from tests.unit.adjudicate.settled import TONE, TOPIC, as_version_3, settle
from tests.unit.serve.windows import opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.testclient import TestClient

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
    return opened(session)


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


def lost(client: TestClient) -> Any:
    return client.get("/api/queue", params=LAYER).json()["lost"]


@pytest.mark.parametrize("wrong", [{"who": " "}, {"revision": -1}, {"value": 7}, {"comment": 3}, {"state": "open"}])
def test_a_decision_that_is_refused_files_nothing(client: TestClient, session: Session, wrong: dict[str, Any]) -> None:
    assert decide(client, "two:2", **wrong).status_code == 400
    assert list(session.store.layers_of(["two.csv"])) == [None]
    assert lost(client) == ["two:1"]


def test_what_may_be_about_another_column_is_listed_until_that_item_is_decided(
    client: TestClient, session: Session, tmp_path: Path
) -> None:
    assert lost(client) == ["two:1"]
    assert decide(client, "two:2").status_code == 200
    assert len(session.store.layers_of(["two.csv"])) == 2
    assert (lost(client), look_at(client, "two:1")["history"]) == (["two:1"], [])
    told = gold(tmp_path / "two.csv", undecided="leave-out", campaign=TONE).account
    assert (told["decided"]["total"], told["lost"]) == (1, ["two:1"])
    assert decide(client, "two:1").status_code == 200
    assert lost(client) == []
    assert [each["value"] for each in look_at(client, "two:1")["history"]] == ["calm"]


def test_what_is_again_as_it_was_decided_on_is_used_and_goes_on_from_there(tmp_path: Path) -> None:
    table = tmp_path / "two.csv"
    table.write_text(ROWS)
    settle([table], TOPIC, "z")
    as_version_3(tmp_path / DECISIONS)
    table.write_text(ROWS.replace("1,bram,y", "1,bram,w").replace("2,bram,x", "2,bram,y"))
    session = Session([str(table)], who="eve", campaign=TOPIC)
    client = opened(session)
    assert decide(client, "two:2", value="x").status_code == 200
    assert lost(client) == ["two:1"]
    table.write_text(ROWS.replace("2,bram,x", "2,bram,y"))
    case = look_at(client, "two:1")
    assert (case["revision"], case["decision"]["value"], lost(client)) == (1, "z", [])
    assert decide(client, "two:1", value="y").status_code == 200
    assert [each["value"] for each in look_at(client, "two:1")["history"]] == ["z", "y"]
    session.close()


def test_an_undo_leaves_what_may_be_about_another_column_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text(ROWS)
    settle([tmp_path / "two.csv"], TOPIC, "z")
    as_version_3(tmp_path / DECISIONS)
    session = Session([str(tmp_path / "two.csv")], who="eve", campaign=TOPIC)
    client = opened(session)
    assert client.post("/api/undo", json=LAYER | {"item": "two:1", "revision": 1}).json()["decision"]["state"] == "open"
    assert [each["state"] for each in look_at(client, "two:1")["history"]] == ["decided", "open"]
    unfiled = session.store.layers_of(["two.csv"])[None]
    assert [each.now.state for each in session.store.history(unfiled, "two:1")] == ["decided"]
    session.close()
