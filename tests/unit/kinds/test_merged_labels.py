"""What merging two confused labels does to units and trees, as the page says it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import accord
from accord.campaign.report import report_payload
from accord.errors import NotApplicable
from accord.kinds.kind import KINDS

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"


def confusions(name: str, budget: float | None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    (layer,) = report_payload(str(HARBOUR), layer=name, budget=budget)["layers"]
    return layer, layer["labels_view"]["confusions"]


def test_merged_categories_are_those_of_a_file_without_the_distinction(tmp_path: Path) -> None:
    layer, found = confusions("radio", None)
    worst = found[0]
    text = (HARBOUR / "radio.csv").read_text(encoding="utf-8")
    for label in (worst["first"], worst["second"]):
        text = text.replace(f",{label},", ",one,")
    assert "one" in text
    (tmp_path / "radio.csv").write_text(text, encoding="utf-8")
    assert worst["merged"]["value"] == pytest.approx(accord.agree(str(tmp_path / "radio.csv"), "gamma").result.value)
    assert worst["merged"]["value"] != layer["headline"]["value"]


def test_merged_relations_are_those_of_files_without_the_distinction(tmp_path: Path) -> None:
    _, found = confusions("trees", None)
    worst = found[0]
    for path in (HARBOUR / "trees").glob("*.conllu"):
        text = path.read_text(encoding="utf-8")
        for label in (worst["first"], worst["second"]):
            text = text.replace(f"\t{label}\t", "\tone\t")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    merged = accord.agree(str(tmp_path)).result.value
    assert worst["merged"]["value"] == pytest.approx(merged)


@pytest.mark.parametrize("name", ["radio", "trees", "phrases"])
def test_with_all_time_nothing_is_left_out(name: str) -> None:
    _, found = confusions(name, None)
    assert found
    assert all(each["merged"]["value"] is not None for each in found)


def test_chunk_labels_are_not_merged() -> None:
    with pytest.raises(NotApplicable, match="chunk labels"):
        KINDS.get("units").merged(accord.read(HARBOUR / "annotators"), "PER", "LOC")
