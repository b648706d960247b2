"""Trees on the page: the pair that was chosen stays, words of one's own stand alone, and what is confused is shown."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.reporting.html import html_page
from tests.browser.opened import SHOWN, until
from tests.browser.sample import sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.opened import Opened

    Open = Callable[..., Opened]


def campaign(*, without: str = "chloe") -> dict[str, Any]:
    """Five sentences: somebody lacks the second, ada and bram are alike in the third, with other words in the fifth."""
    payload = sample()
    view = payload["layers"][1]["trees_view"]
    first = view["sentences"][0]
    view["sentences"] = [
        {**deepcopy(first), "id": f"d0{number}/s0{number}", "sentence": f"s0{number}"} for number in range(1, 6)
    ]
    _, second, third, _, fifth = view["sentences"]
    del second["versions"][without]
    third["versions"]["bram"] = third["versions"]["ada"]
    fifth["versions"]["bram"] |= {"tokens": ["A", "crew"], "heads": [2, 0], "labels": ["det", "root"]}
    return payload


def sentence(page: Page) -> str:
    return page.locator(".picture h3").first.inner_text()


def test_the_chosen_pair_stays_and_steps_lead_where_it_differs(opened: Open) -> None:
    page = opened(html_page(campaign()))
    page.go("trees", "trees", "?first=ada&second=bram")
    seen = [sentence(page.page)]
    for _ in range(3):
        page.page.keyboard.press("j")
        page.page.wait_for_timeout(60)
        seen.append(sentence(page.page))
    assert seen == [
        *(f"s0{number}: ada and bram differ in 1 edge" for number in (1, 2, 4)),
        "s05: ada",
    ]
    assert "the 4 sentences in which ada and bram differ" in page.page.locator(".pair-shown").inner_text()
    page.check_quiet()


def test_a_pair_is_never_changed_without_a_word(opened: Open) -> None:
    page = opened(html_page(campaign()))
    page.go("trees", "trees", "?sentence=d02/s02&first=bram&second=chloe")
    said = page.page.locator(".pair-shown").inner_text()
    assert said.startswith("chloe did not draw this sentence: shown are the two furthest apart in it.")
    assert sentence(page.page).startswith("s02: ada and bram")
    page.page.keyboard.press("j")
    until(page.page, f"location.hash.includes('s03') && {SHOWN}")
    assert sentence(page.page).startswith("s03: bram and chloe")
    page.go("trees", "trees", "?sentence=d03/s03&first=ada&second=bram")
    assert sentence(page.page) == "s03: ada and bram have the same tree"
    page.page.get_by_role("button", name="Go through all sentences").click()
    until(page.page, "!location.hash.includes('first')")
    page.page.locator(".pair-shown", has_text="the two furthest apart").wait_for()


def test_who_is_chosen_twice_changes_places(opened: Open) -> None:
    page = opened(html_page(campaign())).page
    page.evaluate("location.hash = '#/trees/trees?first=ada&second=bram'")
    page.locator(".chooser", has_text="First").locator("select").select_option(label="bram")
    until(page, f"location.hash.includes('first=bram') && {SHOWN}")
    assert "first=bram&second=ada" in page.url
    assert "bram and ada" in sentence(page)


def test_trees_over_other_words_stand_below_each_other(opened: Open) -> None:
    page = opened(html_page(campaign()))
    page.go("trees", "trees", "?sentence=d05/s05&first=ada&second=bram")
    assert "do not have the same words here" in page.page.locator("main").inner_text()
    words = [each.locator("text.word").all_text_contents() for each in page.page.locator(".picture").all()]
    assert words == [["The", "crew", "mended", "torn", "nets", "today"], ["A", "crew"]]
    page.check_quiet()


def test_a_wide_picture_opens_where_trees_differ_and_repeats_the_labels_of_wide_brackets(opened: Open) -> None:
    payload = sample()
    (parsed,) = payload["layers"][2]["trees_view"]["sentences"]
    parsed["tokens"] = [f"word{number:02}" for number in range(60)]
    whole = {"label": "S", "start": 0, "end": 60}
    parsed["versions"]["ada"]["brackets"] = [whole, {"label": "NP", "start": 50, "end": 52}]
    parsed["versions"]["bram"]["brackets"] = [whole, {"label": "VP", "start": 50, "end": 52}]
    page = opened(html_page(payload))
    page.go("trees", "phrases")
    labels = page.page.locator(".edge-label")
    until(page.page, "document.querySelector('.picture .scroll').scrollLeft > 0")
    seen = [text for text, box in ((each.text_content(), each.bounding_box()) for each in labels.all())
            if box and 0 <= box["x"] <= 1216]  # fmt: skip
    assert {"NP", "VP", "S"} <= set(seen)
    page.check_quiet()


def test_phrases_that_are_furthest_apart_are_so_by_what_either_has_alone(opened: Open) -> None:
    payload = sample()
    layer = next(each for each in payload["layers"] if each["id"] == "phrases")
    parsed = layer["trees_view"]["sentences"][0]
    place = {"file": "a.ptb", "line": 1}
    had = {"ada": ["S"], "chloe": ["X"], "bram": ["S", "NP", "NP", "NP", "NP"]}
    parsed["tokens"] = ["fog"]
    parsed["versions"] = {
        name: {"brackets": [{"label": label, "start": 0, "end": 1} for label in labels], **place}
        for name, labels in had.items()
    }
    page = opened(html_page(payload))
    page.go("trees", "phrases")
    assert ": chloe and bram differ in" in sentence(page.page)
    page.check_quiet()


def test_a_saved_picture_says_whose_each_line_is(opened: Open) -> None:
    page = opened(html_page(sample()))
    page.go("trees", "trees", "?first=ada&second=chloe")
    with page.page.expect_download() as got:
        page.page.get_by_role("button", name="SVG").first.click()
    drawn = ET.fromstring(Path(got.value.path()).read_text("utf-8"))
    said = [each.text for each in drawn.iter() if each.tag.endswith("}text")]
    assert {"both", "only ada", "only chloe"} <= set(said)


def test_an_example_of_confused_relations_shows_its_token_and_leads_to_the_tree(opened: Open) -> None:
    payload = campaign()
    layer = payload["layers"][1]
    first = layer["trees_view"]["sentences"][0]
    first["versions"]["bram"]["labels"] = ["det", "nsubj", "root", "amod", "iobj", "obl"]
    item = layer["items"]["shown"][0]
    item |= {"id": first["id"], "text": " ".join(first["tokens"]), "labels": {"ada": "tree 1", "bram": "tree 2"}}
    confusion = {"first": "iobj", "second": "obj", "pairs": 1.0, "share": 1.0, "merged": {"value": None}}
    layer["labels_view"] = {
        "label_names": [], "coincidences": None, "labels": [], "labels_of": "only tokens of the same head are compared",
        "confusions_of": "all", "confusions": [{**confusion, "examples": [first["id"]]}],
    }  # fmt: skip
    page = opened(html_page(payload))
    page.go("labels", "trees")
    assert page.page.locator(".lead").first.inner_text() == "Only tokens of the same head are compared."
    page.page.locator(".confusions summary").click()
    example = page.page.locator(".confusions article")
    assert example.locator("mark").all_inner_texts() == ["nets"]
    assert example.locator(".what").all_inner_texts() == ["obj ← mended", "iobj ← mended", "obj ← today"]
    example.get_by_role("link", name="show trees").click()
    page.page.wait_for_selector(".view-trees")
    assert sentence(page.page).startswith("s01: ")
    page.check_quiet()


def test_an_example_of_confused_phrases_shows_their_words(opened: Open) -> None:
    payload = sample()
    layer = payload["layers"][2]
    (parsed,) = layer["trees_view"]["sentences"]
    parsed["versions"]["bram"]["brackets"][1]["label"] = "QP"
    layer["items"]["shown"][0]["id"] = parsed["id"]
    confusion = {"first": "NP", "second": "QP", "pairs": 1.0, "share": 1.0, "merged": {"value": None}}
    layer["labels_view"] = {
        "label_names": [], "coincidences": None, "labels": [], "confusions_of": "all",
        "confusions": [{**confusion, "examples": [parsed["id"]]}],
    }  # fmt: skip
    page = opened(html_page(payload))
    page.go("labels", "phrases")
    page.page.locator(".confusions summary").click()
    example = page.page.locator(".confusions article")
    assert example.locator("mark").all_inner_texts() == ["The crew"]
    assert example.locator(".what").all_inner_texts() == ["NP", "QP"]


def test_trees_without_words_say_their_leaves_and_those_that_can_lie_over_each_other_come_first(opened: Open) -> None:
    payload = sample()
    (parsed,) = payload["layers"][2]["trees_view"]["sentences"]
    ada, bram = (parsed["versions"][name] for name in ("ada", "bram"))
    leaves = len(parsed["tokens"])
    apart = {
        **parsed, "id": "far", "sentence": "far",
        "versions": {"ada": {**ada, "tokens": [""] * leaves}, "bram": {**bram, "tokens": [""] * (leaves + 1)}},
    }  # fmt: skip
    payload["layers"][2]["trees_view"]["sentences"] = [apart, parsed]
    page = opened(html_page(payload))
    page.go("trees", "phrases")
    assert page.page.locator(".picture").count() == 1
    page.go("trees", "phrases", "?sentence=far")
    page.page.get_by_text(f"have trees without words, over {leaves} and {leaves + 1} leaves").wait_for()
    assert page.page.get_by_text("the same words").count() == 0
    assert page.page.locator(".picture text.word").all_text_contents() == ["·"] * (2 * leaves + 1)
    page.check_quiet()
