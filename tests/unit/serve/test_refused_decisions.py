"""A decision that is refused leaves nothing behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accord.serve.session import Session
from tests.unit.adjudicate.adjudication import TONE
from tests.unit.serve.windows import opened

if TYPE_CHECKING:
    from pathlib import Path

LAYER = {"layer": "two"}
ROWS = "item,annotator,topic,tone\n1,ada,x,calm\n1,bram,y,sharp\n2,ada,x,calm\n2,bram,x,sharp\n"


@pytest.mark.parametrize("wrong", [{"who": " "}, {"revision": -1}, {"value": 7}, {"comment": 3}, {"state": "open"}])
def test_a_decision_that_is_refused_files_nothing(tmp_path: Path, wrong: dict[str, Any]) -> None:
    (tmp_path / "two.csv").write_text(ROWS)
    session = Session([str(tmp_path / "two.csv")], who="eve", campaign=TONE)
    client = opened(session)
    case = client.get("/api/case", params=LAYER | {"item": "two:2"}).json()
    sent = LAYER | {"item": "two:2", "revision": 0, "fingerprint": case["fingerprint"], "value": "calm"}
    assert client.post("/api/decision", json=sent | wrong).status_code == 400
    assert session.store.layers_of(["two.csv"]) == {}
    assert client.post("/api/decision", json=sent).status_code == 200
    assert len(session.store.layers_of(["two.csv"])) == 1
    session.close()
