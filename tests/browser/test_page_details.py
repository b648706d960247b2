"""What single views of the page say and save: counts that agree with each other, labels that can be read, reasons."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from accord.payload.schema import as_json
from accord.reporting.html import html_page
from accord.reporting.plot_rows import layer_plots
from tests.browser.opened import SHOWN, until
from tests.browser.sample import sample
from tests.browser.sample_views import measured
from tests.payloads import layer_of, with_plots

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.opened import Opened

    Open = Callable[..., Opened]


def test_a_pair_lists_as_many_as_it_differs_on_and_nothing_that_one_of_them_did_not_annotate(
    opened: Open, harbour: dict[str, Any]
) -> None:
    page = opened(html_page(harbour))
    for layer in harbour["layers"]:
        for pair in layer["pairs"]:
            query = urlencode({"first": pair["first"], "second": pair["second"]})
            page.go("pairs", layer["id"], f"?{query}")
            section = page.page.locator(".opened")
            while section.get_by_role("button", name="Show more").count():
                section.get_by_role("button", name="Show more").click()
            wanted = pair["differing"] if pair["places"] is None else pair["places"]
            assert section.locator("article").count() == wanted, f"{layer['id']}: {query}"
            said = section.locator(".what").all_inner_texts()
            assert "not annotated" not in said
            assert all(each.removeprefix("≠ ").strip() for each in said)


def test_units_are_counted_as_what_they_are(opened: Open, harbour: dict[str, Any]) -> None:
    page = opened(html_page(harbour))
    page.go("pairs", "radio", "?first=ada&second=bram")
    section = page.page.locator(".opened")
    assert "3 documents of 3, in 25 unitary alignments" in section.inner_text()
    assert "20 unitary alignments shown of 25" in section.inner_text()
    assert "nothing marked" in section.inner_text()


def test_everything_that_is_read_out_is_words(opened: Open) -> None:
    payload = sample()
    page = opened(html_page(payload))
    for view, layer in page.places(payload):
        page.go(view, layer)
        labels: list[str] = page.page.eval_on_selector_all(
            "[aria-label]", "all => all.map((each) => each.getAttribute('aria-label'))"
        )
        assert not [label for label in labels if "[object" in label]
    page.go("annotators", "annotators")
    assert page.page.get_by_role("region", name="Drift of ada, picture").is_visible()


def test_a_page_of_systems_alone_says_how_good_they_are(opened: Open) -> None:
    payload = sample()
    payload["layers"], payload["alerts"] = [], []
    payload["systems"][0] |= {
        "headline": {"coefficient": "F1", **measured(0.808), "signature": "f1|match:exact"},
        "words": {"how_much": "beacon finds most.", "where": "It misses ships.", "next": "Look at ships."},
    }
    page = opened(html_page(with_plots(payload)))
    page.go("overview")
    said = page.page.locator("main").inner_text()
    assert page.page.locator(".headline .value .number").inner_text() == "0.808"
    assert all(
        words in said for words in ("beacon finds most.", "It misses ships.", "Look at ships.", "f1|match:exact")
    )
    page.page.get_by_role("link", name="All of Systems").click()
    page.page.wait_for_selector(".view-systems")
    page.check_quiet()


def test_a_layer_that_could_not_be_measured_is_there_with_the_reason(opened: Open) -> None:
    payload = sample()
    why = "a tree has 5,001 nodes: <b>too many</b>"
    known = {"id": "parses", "name": "parses", "kind": "trees", "annotators": ["ada", "bram"], "documents_total": 2}
    payload["unmeasured"] = [{**known, "paths": [], "why": why}]
    payload["alerts"] = [{"severity": "error", "text": "parses: why", "view": "overview", "layer": "parses"}]
    page = opened(html_page(payload))
    page.page.locator(".alerts > summary").click()
    page.page.locator(".alerts").get_by_role("link", name="parses").click()
    expect(page.page.locator(".not-measured")).to_have_text(f"Nothing is measured of this layer: {why}. ")
    expect(page.page.locator("#layer").locator("option:checked")).to_have_text("parses (trees, not measured)")
    assert page.views() == ["overview", "systems", "findings", "search"]
    page.page.locator("#layer").select_option(index=0)
    expect(page.page.locator(".headline p.value")).to_be_visible()
    payload["layers"] = []
    page = opened(html_page(with_plots(payload)))
    expect(page.page.locator(".not-measured")).to_be_visible()
    expect(page.page.get_by_role("link", name="All of Systems")).to_be_visible()
    assert "no layer that two annotators share" not in page.page.locator("main").inner_text()
    page.check_quiet()


def test_of_many_annotators_some_charts_are_shown_and_why_there_are_no_pairs(opened: Open) -> None:
    payload = sample()
    layer = payload["layers"][0]
    rows = layer["annotators_table"]
    layer["annotators"] = [f"annotator{number}" for number in range(60)]
    layer["annotators_table"] = [
        {**rows[number % 3], "annotator": name} for number, name in enumerate(layer["annotators"])
    ]
    layer["pairs"] = []
    layer["pairs_left_out"] = "of 60 annotators every two are not compared"
    layer["plots"] = as_json(layer_plots(layer_of(layer)))
    page = opened(html_page(payload))
    page.go("annotators", "annotators")
    assert "pairs" not in page.views()
    assert page.page.get_by_text("There is no view of pairs: of 60 annotators every two are not compared.").is_visible()
    charts = page.page.locator(".charts .picture")
    assert charts.count() == 9
    assert page.page.evaluate("document.documentElement.scrollHeight") < 5_000
    page.page.get_by_role("button", name="Show more of 21 charts").click()
    assert charts.count() == 18
    assert page.page.evaluate("document.activeElement.closest('.picture') !== null")


OUTSIDE = """() => [...document.querySelectorAll(".picture svg text")].filter((each) => {
  const [box, text] = [each.ownerSVGElement.getBoundingClientRect(), each.getBoundingClientRect()];
  return text.left < box.left - 1 || text.right > box.right + 1;
}).map((each) => each.textContent)"""


def test_long_labels_of_short_words_are_not_cut_off(opened: Open) -> None:
    payload = sample()
    (sentence,) = payload["layers"][2]["trees_view"]["sentences"]
    sentence["tokens"] = ["I", "a", "b", "c", "d"]
    for version in sentence["versions"].values():
        for bracket in version["brackets"]:
            bracket["label"] = f"{bracket['label']}-complement-clause"
    page = opened(html_page(payload))
    page.go("trees", "phrases")
    assert page.page.evaluate(OUTSIDE) == []


def test_no_arc_is_drawn_over_a_label(opened: Open) -> None:
    page = opened(html_page(sample()))
    page.go("trees", "trees")
    order = page.page.eval_on_selector_all(
        ".picture .edge, .picture .back", "all => all.map((each) => each.classList[0])"
    )
    assert order == sorted(order, reverse=True)
    assert set(order) == {"edge", "back"}


def test_a_token_that_is_cut_is_marked(opened: Open) -> None:
    payload = sample()
    first = payload["layers"][0]["aligner"]
    unit = {"annotator": "ada", "start": 0, "end": 1, "category": "URL", "text": "x"}
    document = first["documents"][0] | {"text": None, "tokens": ["x" * 41, "y" * 40], "length": 2, "units": [unit]}
    document["alignments"] = [{"disorder": 1.0, "members": [0, None, None]}]
    payload["layers"][0]["aligner"] = {**first, "of": "token", "documents": [document]}
    page = opened(html_page(payload))
    page.go("aligner", "annotators")
    assert page.page.locator("text.letters").all_text_contents() == ["x" * 39 + "…", "y" * 40]


def test_a_layer_that_is_not_there_is_said(opened: Open) -> None:
    page = opened(html_page(sample()))
    page.go("pairs", "treees")
    assert page.page.locator(".not-there").inner_text() == "There is no layer treees here; this is annotators."
    page.go("pairs", "trees")
    assert page.page.locator(".not-there").count() == 0


def test_the_overview_is_of_the_campaign_first(opened: Open) -> None:
    page = opened(html_page(sample()))
    campaign = page.page.locator(".campaign")
    facts = campaign.locator(".facts").inner_text()
    assert facts.split("\n") == ["3 layers", "3 annotators", "1 system"]
    row = page.page.get_by_role("region", name="Who did what").get_by_role("row", name=re.compile("^trees"))
    assert row.inner_text().split() == [
        "trees",
        "4",
        "documents",
        "1,298",
        "labels",
        "all",
        "4",
        "2",
        "of",
        "4",
        "3",
        "of",
        "4",
    ]
    assert "Look here first" in page.page.locator(".headline").inner_text()
    assert page.page.get_by_role("heading", name="Two that show it").is_visible()
    assert page.page.locator(".examples .item").count() == 2
    assert "How 40 pairs of spans differ, and 7 do not" in page.page.locator(".headline").inner_text()
    campaign.locator("svg a", has_text="trees").first.click()
    until(page.page, "location.hash === '#/overview/trees'")
    until(page.page, "document.activeElement.id === 'headline-title'")
    assert page.page.locator("#headline-title").inner_text().startswith("trees")
    campaign.locator("svg a", has_text="beacon").first.click()
    page.page.wait_for_selector(".view-systems")
    page.page.go_back()
    until(page.page, f"location.hash === '#/overview/trees' && {SHOWN}")
    page.page.keyboard.press("4")  # the aligner, which trees have not
    assert page.page.locator("#said").inner_text() == "This layer has nothing for Aligner"
    page.page.keyboard.press("5")
    page.page.wait_for_selector(".view-trees")
    page.check_quiet()


def test_an_alert_of_another_layer_leads_there(opened: Open) -> None:
    payload = sample()
    payload["alerts"] = [{"severity": "warning", "text": "wide", "view": "overview", "layer": "trees"}]
    page = opened(html_page(payload))
    page.go("overview", "annotators")
    assert "1 alert about other layers" in page.page.locator(".alerts > summary").inner_text()
    page.page.locator(".alerts > summary").click()
    assert "wide" not in page.page.locator(".alerts").inner_text()
    page.page.locator(".alerts").get_by_role("link", name="trees").click()
    until(page.page, "location.hash === '#/overview/trees'")
    until(page.page, "document.activeElement.id === 'headline-title'")
    assert page.page.locator(".alerts > summary").inner_text().split() == ["!", "1", "warning", "wide"]


def test_what_is_left_out_is_not_called_undefined(opened: Open) -> None:
    page = opened(html_page(sample()))
    page.go("overview", "annotators")
    row = page.page.get_by_role("row", name=re.compile("^gamma"))
    assert "left out" in row.inner_text()
    assert "it would take 80 s" in row.inner_text()
    assert "undefined" not in row.inner_text()


def test_difficulty_stands_with_what_it_is(opened: Open) -> None:
    payload = sample()
    layer = payload["layers"][0]
    layer["documents"] = layer["documents"][:1]
    layer["documents_difficulty_is"] = "the mean disagreement of its tokens"
    page = opened(html_page(payload))
    page.go("documents", "annotators")
    table = page.page.get_by_role("table")
    assert "1 document of 4" in table.inner_text()
    assert page.page.get_by_role("columnheader", name="difficulty").is_visible()
    assert "0.100" in table.inner_text()
    assert "Difficulty is the mean disagreement of its tokens." in page.page.locator(".lead").inner_text()


@pytest.mark.parametrize(
    ("view", "name", "texts"),
    [
        ("overview", "headline", ["chance", "0.878"]),
        ("pairs", "pairs", ["ada", "▾−0.124", "−0.204 to −0.064", "41 differ"]),
        ("labels", "coincidences", ["B-PER", "90", "2.5"]),
        ("documents", "documents", ["doc1", "0.840"]),
    ],
)
def test_each_picture_can_be_saved(opened: Open, view: str, name: str, texts: list[str]) -> None:
    page = opened(html_page(sample()))
    page.go(view, "annotators")
    within = page.page.locator(".headline" if view == "overview" else "main")
    buttons = within.get_by_role("button", name="SVG")
    with page.page.expect_download() as got:
        (buttons.first if view == "overview" else buttons.last).click()
    assert got.value.suggested_filename == f"{name}-annotators.svg"
    drawn = ET.fromstring(Path(got.value.path()).read_text("utf-8"))
    said = [each.text for each in drawn.iter() if each.tag.endswith("}text")]
    assert set(texts) <= set(said)
    fills = {each.get("fill") for each in drawn.iter() if each.tag.endswith("}rect")}
    assert all(fill and fill.startswith("rgb") for fill in fills)
    png = within.get_by_role("button", name="PNG")
    with page.page.expect_download() as got:
        (png.first if view == "overview" else png.last).click()
    assert Path(got.value.path()).read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert page.page.locator("body > .unseen svg").count() == 0
    assert page.page.locator("html.saving").count() == 0
    page.check_quiet()


def test_a_saved_matrix_says_what_its_cells_hold_and_breaks_a_name_that_is_wider_than_it(opened: Open) -> None:
    payload = sample()
    payload["layers"][0]["name"] = "x" * 200
    page = opened(html_page(payload))
    page.go("pairs", "annotators")
    with page.page.expect_download() as got:
        page.page.get_by_role("button", name="SVG").first.click()
    drawn = ET.fromstring(Path(got.value.path()).read_text("utf-8"))
    said = [each.text or "" for each in drawn.findall("{*}text")]
    assert "how many tokens both annotated and on how many they differ." in " ".join(said)
    broken = [line for line in said if "xx" in line]
    assert "".join(broken).endswith("x" * 200)
    assert 6 * max(map(len, broken)) < float(drawn.attrib["width"])
    page.check_quiet()


def test_files_that_are_asked_for_at_once_all_come(opened: Open) -> None:
    page = opened(html_page(sample()))
    page.go("pairs", "annotators")
    got: list[str] = []
    page.page.on("download", lambda file: got.append(file.suggested_filename))
    wanted = ["SVG", "PNG", "SVG", "PNG"]
    for name in wanted:
        page.page.get_by_role("button", name=name).first.click()
    while len(got) < len(wanted):
        page.page.wait_for_event("download")
    assert sorted(got) == sorted(f"pairs-annotators.{name.lower()}" for name in wanted)


def test_very_many_annotators_have_a_table_in_place_of_a_matrix(opened: Open) -> None:
    payload = sample()
    payload["layers"][0]["annotators"] = [f"a{number}" for number in range(40)]
    page = opened(html_page(payload))
    page.go("pairs", "annotators")
    lead = page.page.locator(".lead").inner_text()
    assert "A matrix is drawn of up to 24 annotators, and here are 40: the table has the 3 pairs" in lead
    assert "diagonal" not in lead
    assert "Choose a pair" in lead
    assert page.page.locator(".matrix").count() == 0
    page.page.get_by_role("table").get_by_role("button", name="bram").first.click()
    expect(page.page.get_by_role("heading", name="see differently")).to_be_visible()


def test_long_names_that_begin_alike_are_told_apart_in_pictures_and_confusions(opened: Open) -> None:
    payload = sample()
    layer = payload["layers"][0]
    rows = layer["plots"]["labels"]["rows"]
    for number, row in enumerate(rows):
        row["name"] = f"Assaulted/Injured|Assignment/Police call|Situation/Pursuit|{'x' * number}Suspect/{number}"
    first = layer["labels_view"]["confusions"][0]
    first["first"] = rows[0]["name"]
    page = opened(html_page(payload))
    page.go("labels", layer["id"])
    names = page.page.locator(".picture").first.locator("text.name").all_text_contents()
    assert len(set(names)) == len(rows) > 1
    for name, row in zip(names, rows, strict=True):
        begin, mark, end = name.partition("…")
        assert (bool(mark), row["name"].startswith(begin), row["name"].endswith(end)) == (True, True, True)
    assert page.page.locator(".confusions .two").first.inner_text().find(first["first"]) >= 0
    page.check_quiet()
