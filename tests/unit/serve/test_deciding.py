"""Equal cases, batches and exports, as a window asks for them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accord.serve.session import Session
from tests.unit.adjudicate.campaigns import HARBOUR
from tests.unit.serve.windows import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.testclient import TestClient

LAYER = {"layer": "urgency"}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    shutil.copy(HARBOUR / "urgency.csv", tmp_path)
    session = Session([str(tmp_path / "urgency.csv")], who="eve")
    yield session
    session.close()


@pytest.fixture
def client(session: Session) -> TestClient:
    return opened(session)


def queue(client: TestClient) -> Any:
    return client.get("/api/queue", params=LAYER).json()


def post(client: TestClient, path: str, **given: object) -> Any:
    answer = client.post(path, json=LAYER | given)
    assert answer.status_code == 200, answer.text
    return answer.json()


def equal(client: TestClient, item: str, same: str = "versions", **more: object) -> Any:
    case = client.get("/api/case", params=LAYER | {"item": item}).json()
    return post(client, "/api/equal", item=item, value=case["versions"][0]["value"], same=same, **more)


def chosen(preview: Any) -> list[dict[str, Any]]:
    return [{name: each[name] for name in ("item", "value", "revision", "fingerprint")} for each in preview["cases"]]


def item_with_most_equals(client: TestClient) -> str:
    return max((str(row["id"]) for row in queue(client)["cases"]), key=lambda item: len(equal(client, item)["cases"]))


def test_the_queue_says_of_each_case_what_it_is_about(client: TestClient) -> None:
    told = queue(client)
    assert told["agreement"]["measure"] == "alpha (nominal)"
    assert told["sorts"] == {"labelled": "other label"}
    assert told["taken"] == {}
    row = told["cases"][0]
    assert row["text"] == "d01-s03"
    assert row["versions"] == [["urgent", ["ada"], False], ["routine", ["bram"], False], ["notable", ["chloe"], False]]
    assert ["routine", "urgent"] in row["pairs"]
    assert row["gain"] == max(each["gain"] for each in told["cases"])


def test_equal_cases_are_decided_all_or_none(client: TestClient, session: Session) -> None:
    item = item_with_most_equals(client)
    cases = chosen(equal(client, item))
    assert len(cases) > 3
    assert session.store.changes() == 0  # a preview keeps nothing
    made = post(client, "/api/decisions", cases=cases, comment="all alike")
    assert [each["item"] for each in made["decisions"]] == [each["item"] for each in cases]
    assert {(each["who"], each["comment"], each["revision"]) for each in made["decisions"]} == {("eve", "all alike", 1)}
    assert queue(client)["counts"]["decided"] == len(cases)
    again = client.post("/api/decisions", json=LAYER | {"cases": cases})
    assert again.status_code == 409
    assert set(again.json()["changed"]) == {each["item"] for each in cases}
    assert again.json()["changed"][item]["who"] == "eve"
    undone = post(client, "/api/undo-all", cases=[{"item": each["item"], "revision": 1} for each in cases])
    assert {each["state"] for each in undone["decisions"]} == {"open"}
    history = client.get("/api/case", params=LAYER | {"item": item}).json()["history"]
    assert [each["undone_by"] for each in history] == ["eve", None]


def test_a_file_that_changed_meanwhile_refuses_all_and_is_named(client: TestClient, session: Session) -> None:
    item = item_with_most_equals(client)
    cases = chosen(equal(client, item))
    (path,) = session.files.paths
    changed = cases[2]["item"].removeprefix("urgency:")
    file = Path(path)
    lines = file.read_text("utf-8").splitlines()
    lines = [f"{changed},ada,grave" if line.startswith(f"{changed},ada,") else line for line in lines]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    answer = client.post("/api/decisions", json=LAYER | {"cases": cases})
    assert answer.status_code == 409
    assert answer.json()["changed"] == {cases[2]["item"]: None}
    assert session.store.changes() == 0


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"cases": []}, "cases: a list of objects is needed"),
        ({"cases": ["x"]}, "cases: a list of objects is needed"),
        ({"cases": [{"item": "no"}]}, "there is no case 'no'"),
    ],
)
def test_what_cannot_be_decided_together_is_refused_in_words(client: TestClient, given: Any, why: str) -> None:
    answer = client.post("/api/decisions", json=LAYER | given)
    assert answer.status_code == 400
    assert why in answer.json()["error"]


def test_the_same_case_twice_is_refused(client: TestClient, session: Session) -> None:
    (case, *_) = chosen(equal(client, item_with_most_equals(client)))
    answer = client.post("/api/decisions", json=LAYER | {"cases": [case, case]})
    assert (answer.status_code, answer.json()["error"]) == (400, "a case appears twice: name each once")
    assert session.store.changes() == 0


def test_batches_are_the_next_open_cases_that_nobody_has(client: TestClient, session: Session) -> None:
    items = [row["id"] for row in queue(client)["cases"]]
    first = post(client, "/api/batch", who="ada", window="w1", size=4)["taken"]
    assert first == items[:4]
    before = session.changes()
    second = post(client, "/api/batch", who="bram", window="w2", size=4, items=items[2:])["taken"]
    assert second == items[4:8]
    assert session.changes() != before
    taken = queue(client)["taken"]
    assert {item: each["who"] for item, each in taken.items()} == dict.fromkeys(first, "ada") | dict.fromkeys(
        second, "bram"
    )
    case = client.get("/api/case", params=LAYER | {"item": first[0]}).json()
    seen = {"item": first[0], "revision": 0, "fingerprint": case["fingerprint"], "value": case["versions"][0]["value"]}
    refused = client.post("/api/decision", json=LAYER | seen | {"who": "bram", "window": "w2"})
    assert refused.status_code == 400
    assert refused.json()["error"].startswith("ada has this case in a batch for 60 minutes more")
    together = client.post("/api/decisions", json=LAYER | {"who": "bram", "cases": [seen]})
    assert together.status_code == 400
    post(client, "/api/decision", **seen, who="ada", window="w1")
    assert first[0] not in queue(client)["taken"]
    assert post(client, "/api/batch/go-on", who="ada", window="w9")["taken"] == first[1:]
    post(client, "/api/batch/back", holder="ada")
    post(client, "/api/batch/back", window="w2")
    assert queue(client)["taken"] == {}


def test_equal_cases_in_the_batch_of_another_are_left_alone(client: TestClient) -> None:
    item = item_with_most_equals(client)
    other = equal(client, item)["cases"][1]["item"]
    post(client, "/api/batch", who="ada", window="w1", size=1, items=[other])
    assert other not in [each["item"] for each in equal(client, item, who="bram")["cases"]]
    assert other in [each["item"] for each in equal(client, item, who="ada")["cases"]]


@pytest.mark.parametrize("size", [0, -1, 501, "3", True, None])
def test_a_batch_has_a_size(client: TestClient, size: object) -> None:
    answer = client.post("/api/batch", json=LAYER | {"window": "w", "size": size})
    assert (answer.status_code, answer.json()["error"]) == (400, "size: a whole number from 1 to 500 is needed")


def test_what_is_exported_is_kept_to_say_what_changed_since(client: TestClient) -> None:
    against = {"undecided": "majority"}
    told = client.get("/api/gold-agreement", params=LAYER | against).json()
    assert told["since"] is None
    assert client.get("/api/export", params=LAYER | against).status_code == 200
    assert client.get("/api/gold-agreement", params=LAYER | against).json()["since"] is None  # nobody asked to keep it
    assert client.post("/api/export", json=LAYER | against | {"who": "ada", "format": "jsonl"}).status_code == 200
    cases = chosen(equal(client, item_with_most_equals(client)))
    post(client, "/api/decisions", cases=cases)
    since = client.get("/api/gold-agreement", params=LAYER | against).json()["since"]
    assert (since["exported_by"], since["decided"], since["decided_anew"]) == ("ada", len(cases), 0)
    assert {row["annotator"]: row["same"][0] for row in since["annotators"]} == {
        row["annotator"]: row["same"] for row in told["annotators_against_gold"]
    }
    text = client.get("/api/export", params=LAYER | against | {"format": "account.md"}).text
    assert f"Since then: {len(cases)} cases decided" in text


def test_what_a_format_has_no_place_for_is_said(client: TestClient) -> None:
    assert client.get("/api/not-held", params=LAYER | {"format": "jsonl"}).json() == {"not_held": []}
    answer = client.get("/api/not-held", params=LAYER | {"format": "conllu"})
    assert answer.status_code == 400
