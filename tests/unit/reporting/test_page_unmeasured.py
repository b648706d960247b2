"""Layers that were read and cannot be measured: named with the reason, and there to be adjudicated."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from accord.campaign.layer import MeasuredLayer
from accord.campaign.report import payloads, report_payload
from accord.errors import ReadError
from accord.payload.schema import as_json
from accord.reporting.page_text import page_text
from tests.payloads import page_of, with_layer
from tests.trees import too_long_to_measure

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
TOO_LONG = (
    "to compare trees of 5,000 and 5,000 nodes with long branches on both sides takes 9,773,445,315,001 steps: "
    "the edit distance is for 100,000,000,000 at most"
)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    too_long_to_measure(tmp_path / "campaign" / "parses")
    shutil.copy(HARBOUR / "urgency.csv", tmp_path / "campaign")
    return tmp_path / "campaign"


def unmeasured(page: dict[str, Any]) -> dict[str, str]:
    return {layer["id"]: layer["why"] for layer in page["unmeasured"]}


def test_a_layer_that_cannot_be_measured_is_named_with_what_was_read_of_it(campaign: Path) -> None:
    page = report_payload([campaign], budget=0)
    files = [str(campaign / "parses" / f"{name}.conllu") for name in ("ada", "bram")]
    assert page["unmeasured"] == [
        {
            "id": "parses",
            "name": "parses",
            "layer": None,
            "kind": "trees",
            "paths": files,
            "annotators": ["ada", "bram"],
            "documents_total": 3,
            "why": TOO_LONG,
        }
    ]
    assert [layer["id"] for layer in page["layers"]] == ["urgency"]
    assert page["refused"] == [["parses", TOO_LONG]]
    first = page["alerts"][0]
    assert (first["severity"], first["text"]) == ("error", f"parses is not measured: {TOO_LONG}")
    assert (first["view"], first["layer"]) == ("overview", "parses")
    assert {"layer": "parses", "text": first["text"]} in page["left_out"]
    assert f"parses is not measured: {TOO_LONG}" in page_text(page_of(page))


def test_what_cannot_be_read_is_no_layer(campaign: Path) -> None:
    for file in (campaign / "parses").iterdir():
        file.write_text(file.read_text("utf-8") + "1\tw1\n", "utf-8")
    page = report_payload([campaign], budget=0)
    assert page["unmeasured"] == []
    assert [name for name, _ in page["refused"]] == ["parses"]
    assert page["alerts"][0]["text"].startswith("parses is not on this page: ")


def test_a_page_without_any_measure_is_made_only_to_adjudicate(campaign: Path) -> None:
    with pytest.raises(ReadError, match="nothing can be shown"):
        report_payload([campaign / "parses"])
    page = report_payload([campaign / "parses"], to_adjudicate=True)
    assert (page["layers"], unmeasured(page)) == ([], {"parses": TOO_LONG})
    with pytest.raises(ReadError, match="5,000 nodes"):
        report_payload([campaign / "parses"], to_adjudicate=True, layer="parses", distance="tree-edit")


def test_a_layer_of_which_some_documents_can_be_measured_takes_its_place(campaign: Path) -> None:
    page = report_payload([campaign], budget=0, to_adjudicate=True)
    changed = report_payload([campaign], budget=0, to_adjudicate=True, layer="parses", documents=["short", "calm"])
    new = with_layer(page, changed)
    assert [layer["id"] for layer in new["layers"]] == ["urgency", "parses"]
    assert (new["unmeasured"], new["refused"]) == ([], [])
    assert not any("not measured" in each["text"] for each in new["alerts"])
    assert not any("not measured" in remark["text"] for remark in new["left_out"])


def test_a_layer_for_which_there_is_no_time_says_so(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_time = MeasuredLayer.measure
    monkeypatch.setattr(
        MeasuredLayer, "measure", lambda layer, *given: layer.headline.kind != "trees" and in_time(layer, *given)
    )
    shutil.rmtree(campaign / "parses")
    shutil.copytree(HARBOUR / "trees", campaign / "trees")
    first, last = map(as_json, payloads([campaign], budget=0))
    assert set(unmeasured(first)) == {"trees/deps"}
    assert first["refused"] == []
    assert {"layer": "trees/deps", "text": "trees/deps is not measured yet"} in first["left_out"]
    why = unmeasured(last)["trees/deps"]
    assert why.startswith("left out, for it takes longer than the 0 seconds given")
    assert last["refused"] == [["trees/deps", why]]
    with pytest.raises(ReadError, match="takes longer than the 0 seconds"):
        report_payload([campaign], budget=0, layer="trees/deps")
