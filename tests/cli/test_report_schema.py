"""The page's payload is what its schema says, and docs/payload.md is made from the same fields."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accord.campaign.report import report_payload
from accord.payload.page import PagePayload
from accord.payload.schema import json_schema, keys_of, objects_in
from accord.payload.tables import payload_page
from tests.oracle.json_schema import faults
from tests.snapshots.campaigns import CAMPAIGNS

if TYPE_CHECKING:
    from tests.cli.conftest import Accord

ROOT = Path(__file__).parents[2]
SCHEMA = json_schema(PagePayload)
OF_KINDS = [
    *("labels-five-missing", "labels-interval", "chunks-invalid", "spans-three", "units-overlapping"),
    *("trees-three", "trees-brackets", "relations-three", "systems-chunks", "systems-parsers", "problems"),
]


def test_every_key_says_what_it_holds() -> None:
    silent = [
        f"{cls.__name__}.{key.name}" for cls in objects_in(PagePayload) for key in keys_of(cls) if not key.description
    ]
    assert silent == []


def test_the_page_of_the_docs_is_made_from_the_fields() -> None:
    written = (ROOT / "docs" / "payload.md").read_text(encoding="utf-8")
    assert written == payload_page(), "write it anew: python -m accord.payload.tables > docs/payload.md"


@pytest.mark.slow
def test_the_example_is_what_the_schema_says() -> None:
    payload = report_payload(str(ROOT / "examples" / "harbour"), budget=5)
    assert list(faults(payload, SCHEMA, SCHEMA)) == []
    assert {layer["kind"] for layer in payload["layers"]} == {"labels", "spans", "trees", "units"}


@pytest.mark.parametrize("name", OF_KINDS)
def test_campaigns_of_every_kind_are_what_the_schema_says(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    CAMPAIGNS[name].write(tmp_path)
    payload = report_payload(str(folder), budget=1, most=3)
    assert payload["layers"] or payload["systems"]
    assert list(faults(payload, SCHEMA, SCHEMA)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param({"title": 3}, "$.title: 3 is no string", id="another type"),
        pytest.param({"colour": "red"}, "$: 'colour' is unknown", id="a key too many"),
        pytest.param({"refused": [["votes"]]}, "$.refused[0]: 1 of 2 are there", id="half a pair"),
        pytest.param({"systems": {}}, "$.systems: {} is no array", id="an object in the place of a list"),
    ],
)
def test_what_is_not_in_the_schema_is_seen(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_text("item,annotator,label\n1,a,x\n1,b,y\n2,a,x\n2,b,x\n", encoding="utf-8")
    payload = report_payload(str(tmp_path / "votes.csv"), budget=0)
    assert list(faults(payload | change, SCHEMA, SCHEMA)) == [said]


def test_the_command_prints_the_schema(accord: Accord) -> None:
    done = accord("report", "--schema")
    assert (done.code, json.loads(done.out)) == (0, json.loads(json.dumps(SCHEMA)))
