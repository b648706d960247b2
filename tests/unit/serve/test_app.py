from __future__ import annotations

import json
import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

import accord
from accord.campaign.file_layers import Group
from accord.campaign.gold import queue_of
from accord.campaign.layer import MeasuredLayer
from accord.campaign.request import CampaignRequest, of_documents
from accord.errors import UsageError
from accord.formats import Columns
from accord.kinds.labels import COEFFICIENTS
from accord.serve.app import application
from accord.serve.guard import Guard
from accord.serve.measuring import measured
from accord.serve.session import Session
from accord.verbs.read import Campaign
from tests.build import items_of
from tests.payloads import page_of
from tests.trees import too_long_to_measure
from tests.unit.adjudicate.campaigns import HARBOUR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ORIGIN = "http://127.0.0.1:8000"
OTHERS = ["http://evil.example", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000", None]
PAGE = '<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;">hello'


def stub(
    paths: Sequence[str],
    settings: dict[str, Any],
    progress: Callable[[str, int, int], object],
    folder: str | None = None,
) -> Iterator[Any]:
    """A page of two layers, measured as the settings say; nothing of files that are called bad."""
    progress("measuring", 1, 2)
    if "bad.csv" in paths:
        raise UsageError("bad.csv is bad")
    names = [settings["layer"]] if "layer" in settings else ["annotators", "urgency"]
    coefficient = settings.get("coefficient", "alpha")
    layers: list[dict[str, Any]] = [
        {
            "id": name,
            "name": name,
            "kind": "labels",
            "unit": "item",
            "headline": {
                "coefficient": coefficient,
                "signature": coefficient,
                "value": None,
                "undefined": "nothing was measured",
                "interval": None,
            },
            "annotators": ["ada", "bram"],
            "annotators_table": [],
            "pairs": [],
            "beside": [],
            "agreement": {"results": [{"used": {}, "excluded": {}}], "left_out": {}},
            "counts": {},
            "labels_view": None,
            "paths": [],
        }
        for name in names
    ]
    held: dict[str, Any] = {
        "title": folder or "stub",
        "settings": {"seed": settings.get("seed", 1), "paths": list(paths)},
        "layers": layers,
        "unmeasured": [],
        "systems": [],
        "findings": {"by_code": [], "repairs": []},
        "alerts": [],
        "assumptions": [],
        "left_out": [],
        "refused": [],
    }
    yield page_of(held)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "harbour")
    return tmp_path / "harbour"


@pytest.fixture
def session(campaign: Path) -> Iterator[Session]:
    session = Session([str(campaign)], who="eve", work=stub)
    yield session
    session.close()


@pytest.fixture
def guard(session: Session) -> Guard:
    return Guard(application(session, lambda: PAGE), host="127.0.0.1", port=8000)


@pytest.fixture
def client(guard: Guard) -> TestClient:
    """A browser that has opened the page."""
    client = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN})
    assert client.get(f"/?token={guard.key}").status_code == 200
    return client


def take_first(client: TestClient, item: str, revision: int = 0, layer: str = "urgency", **more: object) -> Any:
    case = look_at(client, item, layer)
    return decide(client, case, layer=layer, value=case["versions"][0]["value"], revision=revision, **more)


def look_at(client: TestClient, item: str, layer: str = "urgency") -> Any:
    return client.get("/api/case", params={"layer": layer, "item": item}).json()


def decide(client: TestClient, case: Any, layer: str = "urgency", **more: object) -> Any:
    """Decide on a case as a window shows it."""
    seen = {"item": case["id"], "revision": case["revision"], "fingerprint": case["fingerprint"]}
    body = json.dumps({"layer": layer, **seen, **more})
    return client.post("/api/decision", content=body, headers={"content-type": "application/json"})


# --- who may come in --------------------------------------------------------------------------------------------------


def test_without_the_key_nothing_is_answered(guard: Guard) -> None:
    stranger = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN})
    for path in ("/", "/api/payload", "/api/state", "/api/queue?layer=urgency", "/?token=wrong", "/nowhere"):
        answer = stranger.get(path)
        assert answer.status_code == 403
        assert answer.json() == {"error": "open the address that accord printed: it holds the key"}
    assert stranger.post("/api/undo", json={}).status_code == 403


def test_the_key_in_the_address_becomes_a_cookie_that_scripts_and_other_sites_do_not_have(guard: Guard) -> None:
    client = TestClient(guard, base_url=ORIGIN)
    given = client.get(f"/?token={guard.key}").headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=Strict" in given
    assert client.get("/api/state").status_code == 200


def test_another_host_is_turned_away_with_the_key_too(guard: Guard) -> None:
    for host in ("evil.example", "127.0.0.1:9", "evil.example:8000", ""):
        answer = TestClient(guard, base_url=ORIGIN).get(f"/?token={guard.key}", headers={"host": host})
        assert answer.status_code == 421
    assert TestClient(guard, base_url="http://localhost:8000").get(f"/?token={guard.key}").status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        *("http://evil.example", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000", None, ""),
        *("http://127.0.0.1:8000.evil.example", "http://127.0.0.1:80000", "http://127.0.0.1:800"),
    ],
)
def test_another_page_cannot_change_anything(client: TestClient, session: Session, origin: str | None) -> None:
    if origin is None:
        del client.headers["origin"]
    else:
        client.headers["origin"] = origin
    assert take_first(client, "urgency:d01-s03").status_code == 403
    assert session.store.changes() == 0


def test_every_answer_tells_the_browser_to_be_careful(client: TestClient) -> None:
    for path in ("/", "/api/state", "/nowhere", "/api/export?layer=nowhere"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"  # for browsers that do not know frame-ancestors
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers


def test_the_policy_of_the_page_stands_in_its_header(client: TestClient) -> None:
    assert client.get("/").headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_no_folder_is_listed_and_no_file_is_served(client: TestClient) -> None:
    for path in ("/harbour", "/static", "/..%2f..%2fetc/passwd", "/api", "/api/upload/x/../../y"):
        assert client.get(path).status_code in {404, 405}


def test_with_a_password_the_key_in_the_address_is_no_use(session: Session) -> None:
    guard = Guard(application(session, lambda: PAGE), host="0.0.0.0", port=8000, password="sesame")
    base = "http://harbour.example:8000"
    client = TestClient(guard, base_url=base, headers={"origin": base})
    assert "password" in client.get(f"/?token={guard.key}").text
    asked = client.get("/api/state")
    assert (asked.status_code, "it asks for the password" in asked.json()["error"]) == (403, True)
    assert client.post("/login", content="password=wrong").status_code == 401
    assert client.get("/api/state").status_code == 403
    assert client.post("/login", content="password=sesame", follow_redirects=False).status_code == 303
    assert client.get("/api/state").status_code == 200


def test_passwords_cannot_be_tried_without_end(session: Session) -> None:
    guard = Guard(application(session, lambda: PAGE), host="0.0.0.0", port=8000, password="sesame")
    client = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN})
    assert [client.post("/login", content="password=x").status_code for _ in range(6)] == [401] * 5 + [429]
    assert client.post("/login", content="password=sesame").status_code == 429
    other = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN}, client=("10.0.0.7", 5))
    assert other.post("/login", content="password=sesame", follow_redirects=False).status_code == 303


def test_passwords_that_are_held_back_and_sent_at_once_are_counted(session: Session) -> None:
    import asyncio

    guard = Guard(application(session, lambda: PAGE), host="0.0.0.0", port=8000, password="sesame")
    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", ORIGIN.encode())]
    scope = {"type": "http", "method": "POST", "path": "/login", "scheme": "http", "query_string": b""}
    statuses: list[int] = []

    async def guess(number: int, everyone_is_here: asyncio.Event) -> None:
        async def receive() -> dict[str, Any]:
            await everyone_is_here.wait()
            return {"type": "http.request", "body": b"password=%d" % number}

        async def send(message: Any) -> None:
            statuses.extend([message["status"]] if message["type"] == "http.response.start" else [])

        await guard({**scope, "headers": headers, "client": ("10.0.0.9", number)}, receive, send)

    async def all_at_once() -> None:
        here = asyncio.Event()
        guesses = [asyncio.create_task(guess(number, here)) for number in range(20)]
        await asyncio.sleep(0)
        here.set()
        await asyncio.gather(*guesses)

    with ThreadPoolExecutor(1) as apart:  # a browser of other tests may be at work in this thread
        apart.submit(asyncio.run, all_at_once()).result()
    assert sorted(statuses) == [401] * 5 + [429] * 15


def test_a_cookie_of_another_program_locks_nobody_out(guard: Guard) -> None:
    client = TestClient(guard, base_url=ORIGIN)
    cookies = f'x={{"a":1}}; {guard.cookie}=old; {guard.cookie}={guard.key}'
    assert client.get("/api/state", headers={"cookie": cookies}).status_code == 200


def test_a_cookie_of_another_name_opens_nothing(guard: Guard) -> None:
    client = TestClient(guard, base_url=ORIGIN)
    for name in ("accord-8001", "accord", "x"):
        assert client.get("/api/state", headers={"cookie": f"{name}={guard.key}"}).status_code == 403


def test_an_empty_key_or_password_opens_nothing(session: Session) -> None:
    guard = Guard(application(session, lambda: PAGE), host="127.0.0.1", port=8000)
    guard.key = ""
    client = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN})
    assert client.get("/?token=").status_code == 403
    assert client.get("/api/state", headers={"cookie": f"{guard.cookie}="}).status_code == 403
    closed = Guard(application(session, lambda: PAGE), host="127.0.0.1", port=8000, password="")
    client = TestClient(closed, base_url=ORIGIN, headers={"origin": ORIGIN})
    assert client.post("/login", content="password=").status_code == 401


# --- measuring --------------------------------------------------------------------------------------------------------


def wait(client: TestClient, version: int) -> Any:
    end = time.monotonic() + 60
    while True:
        state = client.get("/api/state").json()
        if state["version"] >= version and state["job"]["state"] != "running":
            return state
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_setting_of_one_layer_measures_that_layer_and_leaves_the_others(client: TestClient) -> None:
    assert client.get("/api/payload").status_code == 404
    job = client.post("/api/settings", json={}).json()["job"]
    wait(client, 1)
    assert client.get(f"/api/jobs/{job['id']}").json()["job"]["state"] == "done"
    client.post("/api/settings", json={"layer": "urgency", "coefficient": "kappa", "annotators": []})
    wait(client, 2)
    payload = client.get("/api/payload").json()
    assert [(layer["id"], layer["headline"]["coefficient"]) for layer in payload["layers"]] == [
        ("annotators", "alpha"),
        ("urgency", "kappa"),
    ]
    assert [alert["layer"] for alert in payload["alerts"]] == ["annotators", "urgency"]


@pytest.mark.parametrize(("layer", "read_by"), [(None, "discard"), ("annotators", "discard"), ("urgency", "begin")])
def test_mentions_are_adjudicated_as_the_page_reads_them(session: Session, layer: str | None, read_by: str) -> None:
    session.measure({})
    session.measure({"repair": "discard", "layer": layer})
    expected = queue_of("annotators", accord.read(HARBOUR / "annotators"), read_by)
    assert session.queue("annotators").cases == expected.cases
    assert len({len(queue_of("annotators", expected.of.corpus, each).cases) for each in ("begin", "discard")}) == 2


def test_files_are_read_as_the_caller_says(tmp_path: Path) -> None:
    file = tmp_path / "columns.conll"
    file.write_text("Pym\tB-PER\tO\nleft\tO\tO\n")
    session = Session([str(file)], campaign=Campaign("columns", Columns(label=[1, 2])))
    assert [case.id for case in session.queue("columns").cases] == ["columns:1:1-1"]
    session.close()


def test_a_setting_that_is_not_there_is_refused(client: TestClient) -> None:
    answer = client.post("/api/settings", json={"coeficient": "kappa"})
    assert answer.status_code == 400
    assert "did you mean coefficient?" in answer.json()["error"]


@pytest.mark.parametrize("wrong", [{"layer": ["a"]}, {"annotators": "ada"}, {"budget": "x"}, {"documents": [1]}])
def test_a_setting_of_another_kind_is_refused(client: TestClient, wrong: dict[str, Any]) -> None:
    answer = client.post("/api/settings", json=wrong)
    assert answer.status_code == 400
    assert f"{next(iter(wrong))}: " in answer.json()["error"]


def test_only_what_a_layer_allows_can_be_chosen(client: TestClient) -> None:
    items = client.get("/api/choices", params={"layer": "urgency"}).json()
    (unit,) = items["units"]
    assert unit["name"] == "items"
    limits = {each["name"]: each["annotators"] for each in unit["coefficients"]}
    assert (limits["pi"], limits["alpha"]) == (2, None)
    assert "gamma" not in limits
    needs = {each["name"]: each["needs_order"] for each in unit["distances"]}
    assert (needs["nominal"], needs["ordinal"]) == (False, True)
    assert set(items["labels"]) == set(client.get("/api/queue?layer=urgency").json()["choices"])
    mentions = client.get("/api/choices", params={"layer": "annotators"}).json()
    assert [unit["name"] for unit in mentions["units"]] == ["spans", "units", "tokens"]


def offered(client: TestClient, layer: str) -> dict[str, dict[str, Any]]:
    """The coefficients of the units of a layer, or of the only thing that can be compared in it, by name."""
    units = client.get("/api/choices", params={"layer": layer}).json()["units"]
    unit = next((each for each in units if each["name"] == "units"), units[-1])
    return {each["name"]: each for each in unit["coefficients"]}


def test_coefficients_come_with_the_distances_that_they_take(client: TestClient) -> None:
    found = offered(client, "urgency")
    assert (found["pairwise-f1"]["distances"], found["pairwise-f1"]["weighted"]) == (["nominal"], False)
    assert not {"nominal"} & {*found["weighted-kappa"]["distances"], *found["ac2"]["distances"]}
    assert (found["weighted-kappa"]["weighted"], found["ac2"]["weighted"]) == (True, True)
    assert {*found["alpha"]["distances"]} - {*found["light"]["distances"]} == {"ordinal"}
    for name, each in found.items():
        assert all(COEFFICIENTS.get(name).takes(distance) for distance in each["distances"])


def test_units_that_overlap_or_lie_between_positions_are_offered_no_measure_that_refuses_them(
    client: TestClient, campaign: Path
) -> None:
    rows = {"apart": ["ada,0,2,A", "ada,6,8,A", "bram,0,3,B"], "over": ["ada,0,2,A", "ada,1,3,B", "bram,0,3,B"]}
    for name, units in rows.items():
        (campaign / f"{name}.csv").write_text("\n".join(["annotator,start,end,category", *units]) + "\n")
    gammas = ["gamma", "gamma-cat", "gamma-cat-pygamma", "gamma-k", "gamma-k-pygamma", "accord-2011"]
    assert list(offered(client, "radio")) == [*gammas, "slot-error-rate"]
    assert {"u-alpha", "pk", "alpha-u-1995"} <= offered(client, "apart").keys()
    assert offered(client, "apart").keys() - offered(client, "over").keys() == {
        *("u-alpha", "u-alpha-binary", "cu-alpha", "ku-alpha")
    }
    assert {"u-alpha", "pk"} <= offered(client, "annotators").keys()


@pytest.mark.parametrize("layer", ["radio.csv", "urgency.csv", "annotators"])
def test_whatever_is_offered_applies(client: TestClient, campaign: Path, layer: str) -> None:
    corpus = accord.read(campaign / layer)
    choices = client.get("/api/choices", params={"layer": layer.partition(".")[0]}).json()
    one = of_documents(corpus, [corpus.documents[0].id])
    offered = [coefficient for unit in choices["units"] for coefficient in unit["coefficients"]]
    measured = []
    for each in offered:
        people = tuple(corpus.annotators[: each["annotators"] or None])
        how = {"distance": each["distances"][0], "labels": tuple(choices["labels"])} if each["weighted"] else {}
        request = CampaignRequest(coefficient=each["name"], annotators=people, **how)
        measured.append(request.run(MeasuredLayer(Group("one", ()), one, request, 10).headline, one))
    assert [found.result.name.partition(":")[0] for found in measured] == [each["name"] for each in offered]


def test_labels_are_measured_in_the_order_that_is_said(campaign: Path) -> None:
    order = ["routine", "notable", "urgent"]
    found = accord.read(campaign / "urgency.csv")
    said = {"layer": "urgency", "coefficient": "alpha", "distance": "ordinal", "labels": order}
    *_, page = measured([str(campaign)], said, lambda *_: None)
    (layer,) = page.layers
    expected = accord.agree(found, "alpha", distance="ordinal", labels=order).result.value
    assert layer.agreement["results"][0]["value"] == expected
    assert f"--labels {','.join(order)}" in str(layer.command)


def test_why_a_layer_cannot_be_measured_so_is_said_alone(campaign: Path) -> None:
    with pytest.raises(UsageError) as refused:
        list(measured([str(campaign)], {"layer": "annotators", "coefficient": "pi"}, lambda *_: None))
    assert str(refused.value).startswith("annotators: pi is for 2 annotators, not 3")
    assert "\n" not in str(refused.value)
    assert "nothing can be shown" not in str(refused.value)


def test_a_warning_has_no_part_in_why_a_setting_is_refused(tmp_path: Path) -> None:
    rows = "item,ada,bram,chloe,source\n1,yes,no,yes,x1\n2,no,no,no,x2\n3,yes,yes,no,x3\n"
    (tmp_path / "votes.csv").write_text(rows, encoding="utf-8")
    assert [str(each.severity) for each in accord.read(tmp_path / "votes.csv").findings] == ["warning"]
    with pytest.raises(UsageError) as refused:
        list(measured([str(tmp_path)], {"layer": "votes", "coefficient": "kappa"}, lambda *_: None))
    assert str(refused.value) == "votes: kappa is for 2 annotators, not 3: take multi-kappa or light"


def test_a_layer_that_cannot_be_measured_can_be_adjudicated(tmp_path: Path) -> None:
    session = Session([str(too_long_to_measure(tmp_path / "parses"))], who="eve")
    guard = Guard(application(session, lambda: PAGE), host="127.0.0.1", port=8000)
    client = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN})
    client.get(f"/?token={guard.key}")
    client.post("/api/settings", json={})
    assert wait(client, 1)["job"]["state"] == "done"
    page = client.get("/api/payload").json()
    assert page["layers"] == []
    (layer,) = page["unmeasured"]
    for item in ("long:long-1", "short:short-1"):
        assert take_first(client, item, layer=layer["id"]).status_code == 200
    queue = client.get("/api/queue", params={"layer": layer["id"]}).json()
    assert (queue["counts"]["decided"], queue["agreed"]) == (2, 1)
    written = client.get("/api/export", params={"layer": layer["id"], "format": "conllu"}).text
    assert written.count("\tobj\t") == 3
    some = {"layer": layer["id"], "documents": ["short", "calm"]}
    client.post("/api/settings", json=some)
    assert wait(client, 2)["job"]["state"] == "done"
    page = client.get("/api/payload").json()
    assert ([each["id"] for each in page["layers"]], page["unmeasured"]) == (["parses"], [])
    session.close()


def test_a_job_can_be_stopped(client: TestClient) -> None:
    job = client.post("/api/settings", json={}).json()["job"]
    stopped = client.delete(f"/api/jobs/{job['id']}").json()["job"]
    assert stopped["state"] in {"cancelled", "done"}
    assert client.get("/api/jobs/other").status_code == 404


def test_files_that_are_dropped_are_measured(client: TestClient, session: Session) -> None:
    upload = client.post("/api/upload").json()["upload"]
    content = (HARBOUR / "urgency.csv").read_bytes()
    kept = client.put(f"/api/upload/{upload}", params={"name": "mine/urgency.csv"}, content=content)
    assert kept.json() == {"kept": "mine/urgency.csv"}
    client.post(f"/api/upload/{upload}")
    wait(client, 1)
    payload = client.get("/api/payload").json()
    assert payload["settings"]["paths"] == ["mine"]  # and nothing of where the server put it
    assert (Path(payload["title"]) / "mine" / "urgency.csv").is_file()
    queue = client.get("/api/queue", params={"layer": "urgency"}).json()
    assert len(queue["cases"]) == 31


def test_decisions_on_dropped_files_do_not_mix_with_those_on_named_ones(client: TestClient) -> None:
    take_first(client, "urgency:d01-s03")
    upload = client.post("/api/upload").json()["upload"]
    client.put(f"/api/upload/{upload}", params={"name": "urgency.csv"}, content=(HARBOUR / "urgency.csv").read_bytes())
    client.post(f"/api/upload/{upload}")
    wait(client, 1)
    assert client.get("/api/queue", params={"layer": "urgency"}).json()["counts"]["decided"] == 0
    assert take_first(client, "urgency:d01-s03").status_code == 200


def drop(client: TestClient, name: str, text: str) -> str:
    """Drop a file, and wait until it was measured, or was not."""
    upload = client.post("/api/upload").json()["upload"]
    client.put(f"/api/upload/{upload}", params={"name": name}, content=text.encode())
    client.post(f"/api/upload/{upload}")
    return str(wait(client, 0)["job"]["state"])


def test_what_was_dropped_is_shown_once_it_is_measured_and_there_is_a_way_back(client: TestClient) -> None:
    client.post("/api/settings", json={})
    wait(client, 1)
    assert drop(client, "bad.csv", "?") == "failed"
    state = client.get("/api/state").json()
    assert (state["has_payload"], state["can_go_back"], state["version"]) == (True, False, 1)
    assert len(client.get("/api/queue?layer=urgency").json()["cases"]) == 31
    assert drop(client, "urgency.csv", "item,annotator,label\ni1,ada,x\ni1,bram,y\n") == "done"
    assert client.get("/api/state").json()["can_go_back"]
    assert len(client.get("/api/queue?layer=urgency").json()["cases"]) == 1
    client.post("/api/back")
    assert not wait(client, 3)["can_go_back"]
    assert len(client.get("/api/queue?layer=urgency").json()["cases"]) == 31


def test_dropped_files_of_the_same_name_do_not_share_decisions(client: TestClient, session: Session) -> None:
    pets, answers = (
        f"item,annotator,label\ni1,ada,{one}\ni1,bram,{other}\n" for one, other in (("cat", "dog"), ("yes", "no"))
    )
    drop(client, "labels.csv", answers)
    seen = look_at(client, "labels:i1", "labels")
    assert decide(client, seen, "labels", value="maybe").status_code == 200
    drop(client, "labels.csv", pets)
    assert client.get("/api/queue?layer=labels").json()["counts"]["decided"] == 0
    assert decide(client, seen, "labels", value="yes").status_code == 409  # a window that shows the first file still
    drop(client, "labels.csv", answers)
    assert look_at(client, "labels:i1", "labels")["decision"]["value"] == "maybe"


def test_dropped_layers_that_share_a_file_do_not_share_decisions(client: TestClient) -> None:
    upload = client.post("/api/upload").json()["upload"]
    labels = {"round1/ada": "B-PER", "round1/bram": "O", "round2/ada": "B-PER", "round2/bram": "B-ORG"}
    for name, label in labels.items():
        row = f"Al\t{label}\n".encode()
        client.put(f"/api/upload/{upload}", params={"name": f"sd/{name}.conll"}, content=row)
    client.post(f"/api/upload/{upload}")
    wait(client, 1)
    (case,) = client.get("/api/queue?layer=round1").json()["cases"]
    assert take_first(client, case["id"], layer="round1").status_code == 200
    counts = [client.get(f"/api/queue?layer=round{number}").json()["counts"]["decided"] for number in (1, 2)]
    assert counts == [1, 0]


def test_a_file_that_would_lie_elsewhere_is_refused(client: TestClient) -> None:
    upload = client.post("/api/upload").json()["upload"]
    answer = client.put(f"/api/upload/{upload}", params={"name": "../../x"}, content=b"x")
    assert answer.status_code == 400
    assert "cannot be the name of a dropped file" in answer.json()["error"]


def test_more_than_fits_is_refused(client: TestClient, session: Session) -> None:
    session.uploads.most_bytes = 10
    upload = client.post("/api/upload").json()["upload"]
    answer = client.put(f"/api/upload/{upload}", params={"name": "x"}, content=b"x" * 11)
    assert answer.status_code == 400
    assert "too much" in answer.json()["error"]


# --- adjudicating -----------------------------------------------------------------------------------------------------


def test_a_queue_counts_what_is_adjudicated(client: TestClient) -> None:
    queue = client.get("/api/queue", params={"layer": "urgency"}).json()
    assert queue["counts"] == {"open": 31, "decided": 0, "skipped": 0}
    take_first(client, queue["cases"][0]["id"])
    decide(client, look_at(client, queue["cases"][1]["id"]), state="skipped")
    after = client.get("/api/queue", params={"layer": "urgency"}).json()
    assert after["counts"] == {"open": 29, "decided": 1, "skipped": 1}
    assert [case["state"] for case in after["cases"][:3]] == ["decided", "skipped", "open"]


def test_a_decision_says_whose_version_it_is_and_who_made_it(client: TestClient) -> None:
    made = take_first(client, "urgency:d01-s03", who="frank", comment="tea").json()["decision"]
    assert (made["taken"], made["who"], made["comment"], made["revision"]) == (["ada"], "frank", "tea", 1)
    edited = decide(client, look_at(client, "urgency:d01-s03"), value="dire").json()["decision"]
    assert (edited["taken"], edited["who"]) == ([], "eve")
    case = client.get("/api/case", params={"layer": "urgency", "item": "urgency:d01-s03"}).json()
    assert [each["who"] for each in case["history"]] == ["frank", "eve"]


def test_a_queue_says_what_was_decided_on_other_columns(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("item,annotator,topic,tone\n1,ada,x,calm\n1,bram,y,sharp\n")
    for column, expected in (
        ("topic", []),
        ("tone", ["topic, is about something else, and not used"]),
    ):
        session = Session([str(tmp_path / "two.csv")], who="eve", campaign=Campaign(None, Columns(label=column)))
        guard = Guard(application(session, lambda: PAGE), host="127.0.0.1", port=8000)
        client = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN})
        client.get(f"/?token={guard.key}")
        told = client.get("/api/queue", params={"layer": "two"}).json()["not_used"]
        assert len(told) == len(expected)
        assert all(part in said for part, said in zip(expected, told, strict=True))
        assert take_first(client, "two:1", layer="two").status_code == 200
        assert client.get("/api/queue", params={"layer": "two"}).json()["not_used"] == []
        session.close()


def test_two_windows_do_not_overwrite_each_other(guard: Guard) -> None:
    windows = [TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN}) for _ in range(2)]
    for window in windows:
        window.get(f"/?token={guard.key}")
    assert take_first(windows[0], "urgency:d01-s03", who="first").status_code == 200
    refused = take_first(windows[1], "urgency:d01-s03", who="second")
    assert refused.status_code == 409
    assert refused.json()["now"]["who"] == "first"
    assert take_first(windows[1], "urgency:d01-s03", revision=1, who="second").status_code == 200


def test_undo_takes_back_and_a_stale_undo_is_refused(client: TestClient) -> None:
    take_first(client, "urgency:d01-s03")
    body = {"layer": "urgency", "item": "urgency:d01-s03", "revision": 1}
    assert client.post("/api/undo", json=body).json()["decision"]["state"] == "open"
    assert client.post("/api/undo", json=body).status_code == 409


def test_who_goes_back_to_a_decision_did_not_make_it(client: TestClient) -> None:
    case = look_at(client, "urgency:d01-s03")
    decide(client, case, value=case["versions"][0]["value"], who="bob")
    decide(client, look_at(client, case["id"]), value="mine", who="ann")
    body = {"layer": "urgency", "item": case["id"], "revision": 2, "who": "ann"}
    assert client.post("/api/undo", json=body).json()["decision"]["who"] == "bob"
    found = look_at(client, case["id"])
    assert (found["decision"]["who"], found["decision"]["value"]) == ("bob", case["versions"][0]["value"])
    told = [(each["who"], each["decided_by"], each["undoes"], each["undone_by"]) for each in found["history"]]
    assert told == [("bob", None, None, None), ("ann", None, None, "ann"), ("ann", "bob", 2, None)]
    account = client.get("/api/export?layer=urgency&format=account.md&undecided=majority").text
    assert "| decided by bob | 1 |" in account
    assert "ann |" not in account


def test_who_keeps_a_comment_with_a_decision_did_not_make_it(client: TestClient) -> None:
    decide(client, look_at(client, "urgency:d01-s03"), value="mine", who="ann")
    kept = decide(client, look_at(client, "urgency:d01-s03"), value="mine", who="bob", comment="ask the pilot").json()
    assert (kept["decision"]["who"], kept["decision"]["comment"]) == ("ann", "ask the pilot")
    last = look_at(client, "urgency:d01-s03")["history"][-1]
    assert (last["who"], last["decided_by"], last["comment"]) == ("bob", "ann", "ask the pilot")
    account = client.get("/api/export?layer=urgency&format=account.json&undecided=majority").json()
    assert account["decided"]["by"] == {"ann": 1}


def test_an_undo_does_not_take_the_room_of_what_was_decided_meanwhile(client: TestClient, campaign: Path) -> None:
    rows = ["ada,0,2,A", "ada,6,8,A", "bram,4,5,B"]
    (campaign / "barometer.csv").write_text("annotator,start,end,category\n" + "\n".join(rows) + "\n", "utf-8")
    layer = "barometer"
    first, second = (f"{layer}:{place}" for place in ("0-2", "4-5"))

    def decided(item: str, value: list[list[object]], revision: int) -> Any:
        case = client.get("/api/case", params={"layer": layer, "item": item}).json()
        body = {"layer": layer, "item": item, "value": value, "fingerprint": case["fingerprint"]}
        return client.post("/api/decision", json=body | {"revision": revision})

    assert decided(first, [[0, 4, "A"]], 0).status_code == 200
    assert decided(first, [[0, 1, "A"]], 1).status_code == 200
    assert decided(second, [[2, 5, "B"]], 0).status_code == 200
    refused = client.post("/api/undo", json={"layer": layer, "item": first, "revision": 2})
    assert refused.status_code == 400
    assert "A from 0 to 4 reaches into a neighbouring one" in refused.json()["error"]
    states = {each["id"]: each["state"] for each in client.get(f"/api/queue?layer={layer}").json()["cases"]}
    assert (states[first], states[second]) == ("decided", "decided")


def test_a_decision_on_a_case_that_changed_is_refused(client: TestClient, session: Session, campaign: Path) -> None:
    seen = look_at(client, "urgency:d01-s03")
    table = campaign / "urgency.csv"
    table.write_text(table.read_text("utf-8").replace("d01-s03,ada,urgent", "d01-s03,ada,dire"), "utf-8")
    refused = decide(client, seen, value="urgent")
    assert refused.status_code == 409
    assert "the text or its versions were changed in the meantime" in refused.json()["error"]
    assert session.store.changes() == 0


def test_a_window_undoes_only_the_revision_that_it_made(client: TestClient) -> None:
    mine = take_first(client, "urgency:d01-s03", who="ann").json()["decision"]["revision"]
    take_first(client, "urgency:d01-s03", revision=mine, who="bob", comment="no")
    body = {"layer": "urgency", "item": "urgency:d01-s03", "revision": mine, "who": "ann"}
    refused = client.post("/api/undo", json=body)
    assert refused.status_code == 409
    assert refused.json()["now"]["comment"] == "no"
    del body["revision"]
    assert client.post("/api/undo", json=body).status_code == 400


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"layer": "nowhere"}, "there is no layer"),
        ({"item": "x"}, "there is no case"),
        ({"value": 7}, "a label is needed"),
        ({"value": "x", "revision": None}, "revision"),
        ({"value": "x", "fingerprint": None}, "fingerprint"),
        ({"state": "open"}, "decided or skipped"),
        ({"state": []}, "state: a text is needed"),
        ({"state": None}, "state: a text is needed"),
        ({"value": "x", "comment": "\ud800"}, "comment: a text is needed"),
        ({"value": "x", "who": "gold"}, "nobody can decide as 'gold'"),
        ({"value": "x", "who": ""}, "say who decides: a name of one line"),
        ({"value": "x", "who": " \t"}, "say who decides: a name of one line"),
        ({"layer": 3}, "layer: a text is needed"),
    ],
)
def test_what_cannot_be_a_decision_is_refused_in_words(client: TestClient, wrong: dict[str, Any], said: str) -> None:
    answer = decide(client, look_at(client, "urgency:d01-s03"), **wrong)
    assert answer.status_code == 400
    assert said in answer.json()["error"]


def test_what_is_no_json_is_refused(client: TestClient) -> None:
    for content, kind in ((b"{", "application/json"), (b"[]", "application/json"), (b"{}", "text/plain")):
        answer = client.post("/api/decision", content=content, headers={"content-type": kind})
        assert answer.status_code == 400
    assert client.post("/api/decision", json={"x": "y" * 2**24}).status_code == 413
    for number in (b"NaN", b"Infinity", b"1e999"):
        endless = b'{"budget": ' + number + b"}"
        answer = client.post("/api/settings", content=endless, headers={"content-type": "application/json"})
        assert answer.status_code == 400
    nested = client.post("/api/decision", content=b"[" * 200_000, headers={"content-type": "application/json"})
    assert nested.status_code == 400


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "text/json", None])
def test_a_decision_that_a_form_could_send_is_refused(client: TestClient, session: Session, kind: str | None) -> None:
    case = look_at(client, "urgency:d01-s03")
    seen = {"item": case["id"], "revision": case["revision"], "fingerprint": case["fingerprint"]}
    whole = json.dumps({"layer": "urgency", **seen, "value": case["versions"][0]["value"]})
    headers = {} if kind is None else {"content-type": kind}
    answer = client.post("/api/decision", content=whole, headers=headers)
    assert (answer.status_code, session.store.changes()) == (400, 0)
    assert "JSON is needed" in answer.json()["error"]
    spelled = {"content-type": "application/json; charset=utf-8"}
    assert client.post("/api/decision", content=whole, headers=spelled).status_code == 200


def test_a_file_that_is_gone_is_said(client: TestClient, campaign: Path) -> None:
    case = look_at(client, "urgency:d01-s03")
    (campaign / "urgency.csv").unlink()
    for answer in (client.get("/api/queue?layer=urgency"), decide(client, case, value="dire")):
        assert answer.status_code == 400
        assert "urgency.csv cannot be read any more" in answer.json()["error"]


def test_a_database_that_is_gone_is_said(client: TestClient, campaign: Path) -> None:
    (campaign / "accord-decisions.sqlite").unlink()
    answer = take_first(client, "urgency:d01-s03")
    assert answer.status_code == 400
    assert "was deleted, moved or replaced" in answer.json()["error"]


def test_gold_has_the_name_by_which_it_is_known_beside_the_data(client: TestClient, campaign: Path) -> None:
    (campaign / "urgency.csv").rename(campaign / "schön 日本.csv")
    answer = client.get("/api/export", params={"layer": "schön 日本", "undecided": "majority"})
    plain, known = re.findall(r"filename=\"(.*)\"; filename\*=UTF-8''(.*)", answer.headers["content-disposition"])[0]
    assert (plain, unquote(known)) == ("sch-n----gold.csv", "schön-日本-gold.csv")


def test_gold_is_exported_and_read_again(client: TestClient, tmp_path: Path) -> None:
    refused = client.get("/api/export", params={"layer": "urgency"})
    assert refused.status_code == 400
    assert "31 cases of urgency not decided yet" in refused.json()["error"]
    for case in client.get("/api/queue", params={"layer": "urgency"}).json()["cases"]:
        take_first(client, case["id"])
    answer = client.get("/api/export", params={"layer": "urgency", "format": "table"})
    named = "attachment; filename=\"urgency-gold.csv\"; filename*=UTF-8''urgency-gold.csv"
    assert answer.headers["content-disposition"] == named
    (tmp_path / "gold.csv").write_bytes(answer.content)
    assert len(items_of(accord.read(tmp_path / "gold.csv"), "gold")) == 85
    account = client.get("/api/export", params={"layer": "urgency", "format": "account.json"}).json()
    assert account["decided"] == {"total": 31, "by": {"eve": 31}}
    assert "| decided by eve | 31 |" in client.get("/api/export?layer=urgency&format=account.md").text
    against = client.get("/api/gold-agreement", params={"layer": "urgency"}).json()["annotators_against_gold"]
    assert [row["annotator"] for row in against] == ["ada", "bram", "chloe"]


def test_files_that_change_are_read_again_and_the_decision_says_so(client: TestClient, campaign: Path) -> None:
    take_first(client, "urgency:d01-s03")
    table = campaign / "urgency.csv"
    table.write_text(table.read_text("utf-8").replace("d01-s03,ada,urgent", "d01-s03,ada,routine"), "utf-8")
    case = client.get("/api/case", params={"layer": "urgency", "item": "urgency:d01-s03"}).json()
    assert case["changed"]
    assert case["versions"][0]["value"] == "routine"


def test_decisions_lie_beside_the_data_which_is_read_as_before(client: TestClient, campaign: Path) -> None:
    take_first(client, "urgency:d01-s03")
    assert (campaign / "accord-decisions.sqlite").is_file()
    assert accord.read(campaign / "annotators").annotators == ("ada", "bram", "chloe")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("secret path"), "this is a fault of the program, not of your files: RuntimeError"),
        (MemoryError(), "not enough memory for this input"),
    ],
)
def test_a_fault_of_the_program_is_no_traceback(session: Session, error: Exception, said: str) -> None:
    def broken() -> str:
        raise error

    guard = Guard(application(session, broken), host="127.0.0.1", port=8000)
    client = TestClient(guard, base_url=ORIGIN, raise_server_exceptions=False)
    answer = client.get(f"/?token={guard.key}")
    assert (answer.status_code, answer.json()) == (500, {"error": said})
