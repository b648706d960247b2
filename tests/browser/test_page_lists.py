"""Lists and tables of the page: what the filter finds, what is said of pairs of labels, what a copy holds."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from accord.kinds.kind import KINDS
from accord.payload.schema import as_json
from accord.reporting.html import html_page
from accord.reporting.plot_rows import layer_plots
from tests.browser.sample import sample
from tests.browser.test_page import copied
from tests.browser.test_page_details import OUTSIDE
from tests.payloads import layer_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.opened import Opened

    Open = Callable[..., Opened]


def found(page: Any, words: str) -> int:
    page.locator("#filter").fill(words)
    count: int = page.locator(".items > li").count()
    return count


def test_the_filter_finds_items_by_name_place_and_the_labels_that_are_shown(opened: Open) -> None:
    payload = sample()
    payload["layers"][0]["items"]["shown"][0]["item"] = "d09-s01"
    page = opened(html_page(payload))
    page.go("pairs", "annotators", "?first=ada&second=bram")
    assert found(page.page, "D09-s01") == 1
    assert found(page.page, "doc4:31") == 1
    assert found(page.page, "ada.conll:15") == 1
    assert found(page.page, "bram.conll:15") == 1
    assert found(page.page, "b-ship") == 20  # the first of 23
    assert found(page.page, "i-per") == 0  # only chloe says so
    assert found(page.page, "chloe.conll") == 0
    page.go("documents", "annotators", "?document=doc2")
    assert found(page.page, "i-per") == 11
    assert found(page.page, "chloe.conll:13") == 1


def test_who_marked_nothing_has_no_place_of_somebody_else(opened: Open) -> None:
    payload = sample()
    layer = payload["layers"][0]
    first = layer["items"]["shown"][0]
    first |= {"labels": {"ada": "PER 0-2", "bram": "", "chloe": "PER 0-3"}, "elsewhere": {"chloe": "chloe.csv:9"}}
    for kind, places in (("units", ["chloe.csv:9"]), ("labels", ["annotators/ada.conll:12", "chloe.csv:9"])):
        layer |= {"kind": kind, "traits": as_json(KINDS.get(kind).traits)}
        page = opened(html_page(payload))
        page.go("pairs", "annotators", "?first=bram&second=chloe")
        shown = page.page.locator(".opened article").first.locator(".place span[title]")
        assert shown.all_inner_texts() == places


def test_a_document_says_how_much_of_it_is_in_the_page(opened: Open) -> None:
    page = opened(html_page(sample()))
    page.go("documents", "annotators", "?document=doc2")
    said = "Of 60 tokens on which annotators differ in all documents this page holds 45; "
    assert page.page.get_by_text(f"{said}11 of them are in this document.").is_visible()
    page.go("documents", "annotators", "?document=doc9")
    assert page.page.get_by_text(f"{said}none of them is in this document.").is_visible()
    assert page.page.locator(".items").count() == 0


def test_the_aligner_says_what_is_not_in_the_page(opened: Open) -> None:
    payload = sample()
    first, second = payload["layers"][0]["aligner"]["documents"]
    first |= {"alignments_left_out": 1200, "text_left_out": 1}
    page = opened(html_page(payload))
    page.go("aligner", "annotators")
    said = page.page.locator("figcaption p").inner_text()
    assert said.endswith("1,200 unitary alignments of less disorder not in this page. "
                         "The last 1 character of the text not in this page.")  # fmt: skip
    page.go("aligner", "annotators", f"?document={second['document']}")
    assert "not in this page" not in page.page.locator("figcaption").inner_text()


def test_weighted_pairs_are_called_so(opened: Open) -> None:
    payload = sample()
    payload["layers"][0]["labels_view"]["confusions"][0]["pairs"] = 943.892
    page = opened(html_page(payload))
    page.go("labels", "annotators")
    costs = page.page.locator(".confusions .cost").all_inner_texts()
    assert [cost.partition(", ")[2] for cost in costs] == ["943.9 weighted pairs", "9 weighted pairs"]
    assert page.page.get_by_text("A pair weighs 1/(m − 1)").is_visible()
    payload["layers"][0]["labels_view"]["confusions"][0]["pairs"] = 1.0
    page = opened(html_page(payload))
    page.go("labels", "annotators")
    costs = page.page.locator(".confusions .cost").all_inner_texts()
    assert [cost.partition(", ")[2] for cost in costs] == ["1 pair", "9 pairs"]


def test_a_matrix_that_is_not_drawn_is_missed_aloud(opened: Open) -> None:
    payload = sample()
    view = payload["layers"][0]["labels_view"]
    view["label_names"] = [f"L{number}" for number in range(31)]
    view["coincidences"] = [[1.0] * 31 for _ in range(31)]
    page = opened(html_page(payload))
    page.go("labels", "annotators")
    said = "There is no matrix of how often 31 labels meet: it is drawn for up to 30."
    assert page.page.get_by_text(said).is_visible()


def test_wide_letters_of_labels_are_not_cut_off(opened: Open) -> None:
    payload = sample()
    layer = payload["layers"][0]
    for number, label in enumerate(layer["labels_view"]["labels"]):
        label["label"] = ("W" * 30, "港" * 27, "IDENTITY BASED ATTACK", "O")[number]
    layer["plots"] = as_json(layer_plots(layer_of(layer)))
    for width in (1280, 480):
        page = opened(html_page(payload), width=width)
        page.go("labels", "annotators")
        assert page.page.evaluate(OUTSIDE) == []


def test_a_copy_for_programs_has_plain_numbers_and_no_strips(opened: Open) -> None:
    page = opened(html_page(sample())).page
    page.evaluate("location.hash = '#/pairs/annotators'")
    page.wait_for_selector(".view-pairs")
    rows = {row["first"] + row["second"]: row for row in csv.DictReader(copied(page, "All pairs", "CSV").split("\n"))}
    assert rows["adabram"]["used"] == "1298"
    assert "1,298" in copied(page, "All pairs", "Markdown")
    page.evaluate("location.hash = '#/documents/annotators'")
    page.wait_for_selector(".view-documents")
    documents = list(csv.DictReader(copied(page, "4 documents", "CSV").split("\n")))
    assert list(documents[0]) == ["document", "alpha", "low", "high", "tokens", "difficulty"]
    assert documents[-1]["alpha"] == ""


def test_long_names_leave_room_for_the_matrix(opened: Open) -> None:
    payload = sample()
    names = {"ada": "margarethe.vollmer@harbour.example", "bram": "bram.oosterhuis@harbour.example"}
    layer = payload["layers"][0]
    layer["annotators"] = [names.get(name, name) for name in layer["annotators"]]
    for pair in layer["pairs"]:
        pair |= {end: names.get(pair[end], pair[end]) for end in ("first", "second")}
    page = opened(html_page(payload), width=480)
    page.go("pairs", "annotators")
    cell = page.page.locator(".matrix td button").first.bounding_box()
    assert cell is not None
    assert cell["x"] + cell["width"] <= 480
    name = page.page.locator(".table tbody .link").last.bounding_box()
    assert name is not None
    assert name["width"] >= 80


def test_views_are_reached_in_the_frame_of_a_notebook(opened: Open) -> None:
    from html import escape

    inside = escape(html_page(sample()))
    frame = f'<iframe srcdoc="{inside}" width="1200" height="720" sandbox="allow-scripts allow-downloads"></iframe>'
    page = opened(f"<!DOCTYPE html><title>notebook</title>{frame}").page
    inner = page.frame_locator("iframe")
    inner.locator(".views a", has_text="Pairs").click()
    inner.locator(".view-pairs").wait_for()
    inner.locator(".matrix td button").first.click()
    inner.locator(".opened").wait_for()
    with page.expect_download() as got:
        inner.get_by_role("button", name="SVG").first.click()
    assert got.value.suggested_filename == "pairs-annotators.svg"
