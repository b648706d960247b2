"""Pictures of a layer for papers: they hold what the payload holds, and nothing that is not there."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.campaign.report import Page, report_payload
from accord.errors import UsageError
from accord.reporting.alignment_drawn import Drawn
from accord.reporting.alignment_figure import alignment_scene
from tests.payloads import page_of

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(page_of(report_payload(str(HARBOUR), budget=5)))


def texts(drawn: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(drawn).iter() if each.tag.endswith("text")]


def lines(drawn: str, *, broken: bool) -> int:
    paths = [each for each in ET.fromstring(drawn).iter() if each.tag.endswith("path")]
    return sum(("stroke-dasharray" in each.attrib) == broken for each in paths)


def test_the_confusion_holds_every_count(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "annotators")
    drawn = texts(page.plot("confusion", "annotators").svg())
    view = layer["labels_view"]
    for name in view["label_names"]:
        assert drawn.count(name) == 2
    assert sum(text == "101" for text in drawn) == sum(count == 101 for row in view["coincidences"] for count in row)


def test_documents_are_drawn_with_their_values(page: Page) -> None:
    drawn = texts(page.plot("documents", "annotators").svg())
    layer = next(each for each in page.payload["layers"] if each["id"] == "annotators")
    assert [text for text in drawn if text.startswith("doc")] == [row["document"] for row in layer["documents"]]
    assert "0.753" in drawn


def test_the_headline_is_drawn(page: Page) -> None:
    assert "alpha on its scale" in page.plot("headline", "urgency").svg()


def test_an_alignment_is_drawn_as_accord_align_draws_it(page: Page) -> None:
    drawn = page.plot("aligner", "radio").svg()
    aligned = accord.align(HARBOUR / "radio.csv")
    worst = max(aligned.alignments, key=lambda each: each.disorder)
    titles, paths = zip(
        *map(_titles_and_paths, (drawn, alignment_scene(Drawn.made(aligned, worst)).svg())), strict=True
    )
    assert titles[0] == titles[1]
    assert paths[0] == paths[1]
    made = next(each for each in page.payload["layers"] if each["id"] == "radio")["aligner"]["signature"]
    assert made in texts(drawn)
    assert made == str(aligned.signature).replace("|data:0f86b8cb", "")
    assert "Alignment of night: radio" in texts(drawn)
    assert set(aligned.study.categories) <= set(texts(drawn))


def test_an_alignment_whose_best_part_the_page_does_not_hold_keeps_the_disorder_of_all(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "radio")
    night = next(each for each in layer["aligner"]["documents"] if each["document"] == "night")
    some = night | {"alignments": night["alignments"][:2], "alignments_left_out": len(night["alignments"]) - 2}
    cut = Page(page_of({"layers": [layer | {"aligner": layer["aligner"] | {"documents": [some]}}]}))
    drawn = texts(cut.plot("aligner", "radio").svg())
    assert "Alignment of night, its 2 worst unitary alignments: radio" in drawn
    assert any(text.endswith(f"2 unitary alignments; disorder {night['disorder']:.4f}") for text in drawn)


def test_an_alignment_that_another_version_made_is_signed_by_that_one(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "radio")
    made = layer["aligner"]["signature"].replace("|v:0.1.0", "|v:0.0.9")
    old = Page(page_of({"layers": [layer | {"aligner": layer["aligner"] | {"signature": made}}]}))
    assert made in texts(old.plot("aligner", "radio").svg())


def _titles_and_paths(drawn: str) -> tuple[list[str | None], list[str | None]]:
    nodes = list(ET.fromstring(drawn).iter())
    return (
        [each.text for each in nodes if each.tag.endswith("}title")][1:],
        [each.get("d") for each in nodes if each.tag.endswith("}path")],
    )


def test_another_document_or_sentence_can_be_named(page: Page) -> None:
    noon = page.plot("aligner", "radio", part="noon").svg()
    assert "Alignment of noon" in noon
    assert "of most disorder" not in noon
    assert "the one of most disorder of 3 documents" in texts(page.plot("aligner", "radio").svg())
    assert "the one of most disorder of 3 documents" in accord.align(HARBOUR / "radio.csv").plot().svg()
    layer = next(each for each in page.payload["layers"] if each["id"] == "trees/deps")
    other = layer["trees_view"]["sentences"][1]["sentence"]
    title = page.plot("trees", "trees/deps", part=other).svg().splitlines()[1]
    assert title.endswith(f" on {other}: trees/deps</title>")
    there = layer["trees_view"]["total"]
    assert f"the worst that can be overlaid of {there} sentences that differ" in texts(
        page.plot("trees", "trees/deps").svg()
    )
    with pytest.raises(UsageError, match="noon"):
        page.plot("aligner", "radio", part="nooon").svg()
    with pytest.raises(UsageError, match="has no parts"):
        page.plot("pairs", "radio", part="noon").svg()


def test_two_trees_differ_by_broken_lines(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "trees/deps")
    sentence = layer["trees_view"]["sentences"][0]
    drawn = page.plot("trees", "trees/deps").svg()
    one, other = (
        list(zip(sentence["versions"][name]["heads"], sentence["versions"][name]["labels"], strict=True))
        for name in drawn.splitlines()[1].removeprefix("<title>").split(" on ")[0].split(" and ")
    )
    differing = sum(ours != theirs for ours, theirs in zip(one, other, strict=True))
    assert differing > 0
    in_the_key = 1
    assert lines(drawn, broken=True) == 2 * differing + in_the_key
    assert drawn.count('Z" fill=') == len(one) + len(other)
    assert set(sentence["tokens"]) <= set(texts(drawn))


def test_phrases_that_one_annotator_has_alone_are_broken(page: Page) -> None:
    drawn = page.plot("trees", "phrases").svg()
    assert lines(drawn, broken=True) > 0
    layer = next(each for each in page.payload["layers"] if each["id"] == "phrases")
    assert texts(drawn).count(layer["trees_view"]["sentences"][0]["tokens"][1]) == 1


def test_trees_over_other_words_lie_below_each_other(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "phrases")
    sentence = layer["trees_view"]["sentences"][0]
    first, second, *_ = sentence["versions"]
    fewer = {**sentence["versions"][second], "tokens": [""] * len(sentence["tokens"])}
    other = {**sentence, "versions": {first: sentence["versions"][first], second: fewer}}
    drawn = Page(page_of({"layers": [layer | {"trees_view": {"sentences": [other]}}]})).plot("trees", "phrases").svg()
    assert texts(drawn).count("·") == len(sentence["tokens"])
    assert lines(drawn, broken=True) == 0


def _of_brackets(**labels: list[str]) -> dict[str, Any]:
    """A sentence of one word, under these brackets."""
    versions = {
        name: {"brackets": [{"label": each, "start": 0, "end": 1, "leaf": each == had[-1]} for each in had]}
        for name, had in labels.items()
    }
    return {"sentence": "s1", "tokens": ["fog"], "versions": versions}


def _drawn_trees(*sentences: dict[str, Any]) -> str:
    layer = {"id": "x", "name": "x", "kind": "trees", "headline": {"signature": "alpha|v:0.1.0"}}
    return Page(page_of({"layers": [layer | {"trees_view": {"sentences": list(sentences)}}]})).plot("trees").svg()


def test_phrases_are_as_far_apart_as_both_sides_say() -> None:
    drawn = _drawn_trees(_of_brackets(ada=["S"], chloe=["X"], bram=["S", "NP", "NP", "NP", "NP"]))
    assert "<title>chloe and bram on s1: x</title>" in drawn  # 6 apart, ada and chloe are 2, ada and bram 4


def test_the_first_sentence_is_one_in_which_trees_lie_over_the_same_words() -> None:
    apart = _of_brackets(ada=["S"], bram=["X"]) | {"sentence": "s0"}
    apart["versions"]["bram"]["tokens"] = ["rain"]
    assert "<title>ada and bram on s1: x</title>" in _drawn_trees(apart, _of_brackets(ada=["S"], bram=["X"]))
    assert "<title>ada and bram on s0: x</title>" in _drawn_trees(apart)


@pytest.mark.parametrize("name", ["aligner", "trees"])
def test_what_a_layer_does_not_have_is_said(page: Page, name: str) -> None:
    why = {"aligner": "no alignment", "trees": "no trees"}
    assert f"There is nothing to draw: labels have {why[name]}" in page.plot(name, "urgency").svg()


def test_the_trees_are_those_of_the_pair_that_is_named_or_furthest_apart(page: Page) -> None:
    layer = next(each for each in page.payload["layers"] if each["id"] == "trees/deps")
    for sentence in layer["trees_view"]["sentences"]:
        versions = sentence["versions"]

        def apart(pair: tuple[str, str], versions: dict[str, Any] = versions) -> int:
            one, other = (zip(versions[name]["heads"], versions[name]["labels"], strict=True) for name in pair)
            return sum(ours != theirs for ours, theirs in zip(one, other, strict=True))

        drawn = page.plot("trees", "trees/deps", sentence["sentence"]).svg().splitlines()[1]
        named = re.fullmatch(r"<title>(\w+) and (\w+) on .*: trees/deps</title>", drawn)
        assert named is not None
        assert apart((named[1], named[2])) == max(map(apart, combinations(versions, 2)))
    sentence = layer["trees_view"]["sentences"][0]["sentence"]
    chosen = page.plot("trees", "trees/deps", sentence, pair=("chloe", "ada")).svg()
    assert f"<title>chloe and ada on {sentence}: trees/deps</title>" in chosen
    with pytest.raises(UsageError, match="there is no tree of 'adda' over this sentence: did you mean ada"):
        page.plot("trees", "trees/deps", sentence, pair=("adda", "bram")).svg()
    with pytest.raises(UsageError, match="a pair is two annotators"):
        page.plot("trees", pair=("ada",)).svg()
    assert "nothing to draw" not in page.plot("trees").svg()
    assert "nothing to draw" not in page.plot("aligner").svg()
    with pytest.raises(UsageError, match="only trees and limits take a pair"):
        page.plot("pairs", pair=("ada", "bram")).svg()
