"""Pictures of a layer for papers: they hold what the payload holds, and nothing that is not there."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from accord.errors import UsageError
from accord.verbs.report import Page, report_payload

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(report_payload(str(HARBOUR), budget=5))


def texts(drawn: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(drawn).iter() if each.tag.endswith("text")]


def lines(drawn: str, *, broken: bool) -> int:
    paths = [each for each in ET.fromstring(drawn).iter() if each.tag.endswith("path")]
    return sum(("stroke-dasharray" in each.attrib) == broken for each in paths)


def test_coincidences_hold_every_count(page: Page) -> None:
    layer = page.payload["layers"][0]
    drawn = texts(page.svg("coincidences", "annotators"))
    view = layer["labels_view"]
    for name in view["label_names"]:
        assert drawn.count(name) == 2
    assert sum(text == "101" for text in drawn) == sum(count == 101 for row in view["coincidences"] for count in row)


def test_documents_are_drawn_with_their_values(page: Page) -> None:
    drawn = texts(page.svg("documents", "annotators"))
    layer = page.payload["layers"][0]
    assert [text for text in drawn if text.startswith("doc")] == [row["document"] for row in layer["documents"]]
    assert "0.789" in drawn


def test_the_headline_is_drawn(page: Page) -> None:
    assert "alpha on its scale" in page.svg("headline", "urgency")


def test_an_alignment_has_a_lane_an_annotator_and_a_line_between_aligned_units(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "radio")
    worst = layer["aligner"]["documents"][0]
    drawn = page.svg("aligner", "radio")
    assert set(worst["annotators"]) <= set(texts(drawn))
    joined = sum(sum(member is not None for member in each["members"]) - 1 for each in worst["alignments"])
    assert lines(drawn, broken=True) + lines(drawn, broken=False) == joined


def test_another_document_or_sentence_can_be_named(page: Page) -> None:
    assert "Alignment of noon" in page.svg("aligner", "radio", part="noon")
    layer = next(each for each in page.payload["layers"] if each["id"] == "trees")
    other = layer["trees_view"]["sentences"][1]["sentence"]
    assert page.svg("trees", "trees", part=other).splitlines()[1].startswith(f"<title>{other}: ")
    with pytest.raises(UsageError, match="noon"):
        page.svg("aligner", "radio", part="nooon")
    with pytest.raises(UsageError, match="has no parts"):
        page.svg("pairs", "radio", part="noon")


def test_two_trees_differ_by_broken_lines(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "trees")
    sentence = layer["trees_view"]["sentences"][0]
    drawn = page.svg("trees", "trees")
    one, other = (
        list(zip(sentence["versions"][name]["heads"], sentence["versions"][name]["labels"], strict=True))
        for name in drawn.splitlines()[1].removesuffix("</title>").split(": ")[1].split(" and ")
    )
    differing = sum(ours != theirs for ours, theirs in zip(one, other, strict=True))
    assert differing > 0
    assert lines(drawn, broken=True) == 2 * differing
    assert set(sentence["tokens"]) <= set(texts(drawn))


def test_phrases_that_one_annotator_has_alone_are_broken(page: Page) -> None:
    drawn = page.svg("trees", "phrases")
    assert lines(drawn, broken=True) > 0
    layer = next(each for each in page.payload["layers"] if each["id"] == "phrases")
    assert texts(drawn).count(layer["trees_view"]["sentences"][0]["tokens"][1]) == 2


@pytest.mark.parametrize("name", ["aligner", "trees"])
def test_what_a_layer_does_not_have_is_said(page: Page, name: str) -> None:
    why = {"aligner": "no document of this layer is aligned", "trees": "the layer urgency has labels, and no trees"}
    assert f"There is nothing to draw: {why[name]}" in page.svg(name, "urgency")


def test_the_trees_are_those_of_the_pair_that_is_named_or_furthest_apart(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "trees")
    for sentence in layer["trees_view"]["sentences"]:
        versions = sentence["versions"]

        def apart(pair: tuple[str, str], versions: dict[str, Any] = versions) -> int:
            one, other = (zip(versions[name]["heads"], versions[name]["labels"], strict=True) for name in pair)
            return sum(ours != theirs for ours, theirs in zip(one, other, strict=True))

        drawn = page.svg("trees", "trees", sentence["sentence"]).splitlines()[1]
        named = re.fullmatch(r"<title>.*: (\w+) and (\w+)</title>", drawn)
        assert named is not None
        assert apart((named[1], named[2])) == max(map(apart, combinations(versions, 2)))
    sentence = layer["trees_view"]["sentences"][0]["sentence"]
    assert f"<title>{sentence}: chloe and ada</title>" in page.svg("trees", "trees", sentence, pair=("chloe", "ada"))
    with pytest.raises(UsageError, match="there is no tree of 'adda' over this sentence: did you mean ada"):
        page.svg("trees", "trees", sentence, pair=("adda", "bram"))
    with pytest.raises(UsageError, match="a pair is two annotators"):
        page.svg("trees", pair=("ada",))
    assert "nothing to draw" not in page.svg("trees")
    assert "nothing to draw" not in page.svg("aligner")
    with pytest.raises(UsageError, match="only trees take a pair"):
        page.svg("pairs", pair=("ada", "bram"))
