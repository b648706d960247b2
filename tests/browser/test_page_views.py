"""What the views show of a campaign of many annotators, in one page that all tests look at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from accord.campaign.report import report_payload
from accord.reporting.html import html_page
from tests.browser.crowd import write_crowd
from tests.browser.opened import Opened, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def payload(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("campaign") / "crowd.csv"
    write_crowd(file)
    return json.loads(json.dumps(report_payload([str(file)])))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def crowd(browser: Browser, payload: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    file = tmp_path_factory.mktemp("page") / "page.html"
    file.write_text(html_page(payload), "utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield Opened(context.new_page(), file.as_uri())
    context.close()


def no_grave_fault(opened: Opened) -> None:
    """Axe finds nothing serious in what is shown."""
    found = Axe().run(opened.page).response["violations"]
    assert not [(each["id"], each["nodes"][:2]) for each in found if each["impact"] in {"serious", "critical"}]
    opened.check_quiet()


def test_many_annotators_who_say_the_same_stand_together_and_those_who_did_not_look_are_counted(
    crowd: Opened, payload: dict[str, Any]
) -> None:
    crowd.go("overview", "crowd")
    item = crowd.page.locator(".examples .item").first
    shown = item.locator(".says li").all_inner_texts()
    found = next(each for each in payload["layers"][0]["items"]["shown"] if each["text"] in item.inner_text())
    labels = [label for label in found["labels"].values() if label is not None]
    assert len(shown) == len(set(labels)) + 1
    assert f"{12 - len(labels)} of 12" in shown[-1]
    assert found["text"].endswith(".")  # no text is cut


def test_who_did_what_of_one_layer_stands_in_columns(crowd: Opened) -> None:
    crowd.go("overview", "crowd")
    cells = crowd.page.locator(".who-did li")
    assert cells.count() == 12
    first, second = cells.nth(0).bounding_box(), cells.nth(1).bounding_box()
    assert first is not None
    assert second is not None
    assert abs(first["y"] - second["y"]) < 2
    assert first["x"] < second["x"]


def test_both_intervals_stand_below_the_value_with_what_each_says(
    opened: Callable[..., Opened], harbour: dict[str, Any]
) -> None:
    layers = {each["name"]: each for each in harbour["layers"]}
    page = opened(html_page(harbour))
    page.go("overview", "urgency")
    section = page.page.locator(".headline .big")
    first = layers["urgency"]["headline"]
    intervals = [first["interval"], first["other_annotators"]]
    written = [f"{each['low']:.3f} to {each['high']:.3f}" for each in intervals]
    names = ["these annotators", "annotators like these"]
    shown = section.locator(".interval").all_inner_texts()
    assert shown == [f"{ends} {name}" for ends, name in zip(written, names, strict=True)]
    assert layers["urgency"]["words"]["intervals"] in section.inner_text()
    thin = page.page.locator(".campaign path.wider")
    known = [each for each in layers.values() if each["headline"]["other_annotators"]]
    assert 0 < thin.count() == len(known) < len(layers)
    assert written[1] in (page.page.locator(".campaign svg a").first.get_attribute("aria-label") or "")
    measures = page.page.locator(".beside table", has_text="interval of annotators like these")
    assert f"{written[1]}" in measures.locator("tbody tr").first.inner_text().replace("−", "-")
    page.go("overview", "phrases")
    assert "it is not known: two annotators" in section.inner_text()
    no_grave_fault(page)


@pytest.mark.parametrize("width", [360, 480, 768, 1001, 1280])
def test_the_picture_of_the_value_lies_beside_the_sentences_and_not_over_them(
    opened: Callable[..., Opened], harbour: dict[str, Any], width: int
) -> None:
    page = opened(html_page(harbour), width=width)
    page.go("overview", "urgency")
    words = page.page.locator(".headline .words").bounding_box()
    assert words is not None
    for shown in page.page.locator(".headline .big :is(svg, .value span)").all():
        box = shown.bounding_box()
        assert box is not None
        beside = box["x"] + box["width"] <= words["x"] + 1
        assert beside or box["y"] + box["height"] <= words["y"] + 1
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_at_all_in_the_overview_of_a_campaign(
    opened: Callable[..., Opened], harbour: dict[str, Any], dark: bool
) -> None:
    page = opened(html_page(harbour), dark=dark)
    page.go("overview", "urgency")
    assert [(each["id"], each["nodes"][:2]) for each in Axe().run(page.page).response["violations"]] == []


def test_what_is_written_below_a_scale_stands_apart(opened: Callable[..., Opened], harbour: dict[str, Any]) -> None:
    plot = harbour["plots"]["layers"]
    for low in (-0.1, -1.0):
        held = {**harbour, "plots": {**harbour["plots"], "layers": {**plot, "low": low}}}
        page = opened(html_page(held), width=320)
        page.go("overview", "urgency")
        drawn = page.page.locator(".campaign svg").first
        boxes = [drawn.get_by_text(words).last.bounding_box() for words in ("chance", "agreement →")]
        (chance, axis), whole = boxes, drawn.bounding_box()
        assert chance is not None
        assert axis is not None
        assert whole is not None
        assert chance["x"] + chance["width"] < axis["x"] or chance["y"] + chance["height"] <= axis["y"] + 1
        assert axis["y"] + axis["height"] <= whole["y"] + whole["height"] + 1


def test_what_is_wide_uses_the_width_that_is_there(opened: Callable[..., Opened], harbour: dict[str, Any]) -> None:
    page = opened(html_page(harbour), width=1920)
    page.go("labels", "trees/deps")
    matrix = page.page.get_by_role("region", name="Coincidences of labels, matrix")
    shown, right = matrix.evaluate("each => [each.clientWidth, each.getBoundingClientRect().right]")
    assert shown > 1216
    assert right <= page.page.evaluate("document.documentElement.clientWidth")
    narrow = opened(html_page(harbour), width=1280)
    narrow.go("labels", "trees/deps")
    matrix = narrow.page.get_by_role("region", name="Coincidences of labels, matrix")
    shown, all_of_it = matrix.evaluate("each => [each.clientWidth, each.scrollWidth]")
    assert shown < all_of_it
    assert narrow.page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_an_item_shows_the_text_that_another_file_has_of_it(
    opened: Callable[..., Opened], harbour: dict[str, Any]
) -> None:
    page = opened(html_page(harbour))
    page.go("overview", "urgency")
    first = page.page.locator(".examples .item").first
    assert "Mrs Henrietta Voss , for whom the ship is named" in first.inner_text()
    assert "text from annotators/ada.conll" in first.inner_text()
    first.get_by_role("link", name="Link to this").click()
    until(page.page, "location.hash.includes('item=urgency%3Ad01-s03')")
    page.go("search", "urgency", "?find=henrietta")
    assert "Mrs Henrietta Voss" in page.page.get_by_role("region", name="Texts").inner_text()


def test_an_annotator_has_intervals_labels_used_otherwise_and_what_the_rest_says(crowd: Opened) -> None:
    crowd.go("annotators", "crowd")
    crowd.page.get_by_text("As a table").first.click()
    heads = crowd.page.locator(".table thead th").all_inner_texts()
    assert {"interval", "uses"} <= {head.strip() for head in heads}
    crowd.page.get_by_role("button", name="w07").click()
    section = crowd.page.locator(".opened")
    section.wait_for()
    assert "annotator=w07" in crowd.page.url
    assert "gale where another says storm" in section.locator(".otherwise li").first.inner_text()
    assert set(section.locator("text.value").all_text_contents()) == {"gale", "storm"}  # beyond chance
    assert min(section.locator("svg text").evaluate_all("all => all.map((each) => each.getBBox().x)")) >= 0
    first = section.locator(".item").first.locator(".says .apart").all_inner_texts()
    assert any("w07" in each for each in first)
    no_grave_fault(crowd)


def test_progress_shows_rounds_in_their_order_with_dates_and_times(crowd: Opened, payload: dict[str, Any]) -> None:
    crowd.go("overview", "crowd")
    assert "2026-01-" in crowd.page.locator(".facts").inner_text()
    picture = crowd.page.locator(".picture", has_text="Krippendorff's alpha from batch to batch")
    names = picture.locator("svg text.name").all_text_contents()
    assert names == [f"batch {number}" for number in range(1, 5)]
    values = [row["value"] for row in payload["layers"][0]["progress"]["rows"]]
    assert picture.locator("svg text.value").all_text_contents() == [f"{value:.3f}" for value in values]
    picture.get_by_text("As a table").click()
    assert "2026-04-" in picture.locator("tbody tr").last.inner_text()
    change = payload["layers"][0]["progress"]["rows"][-1]["change"]["value"]
    assert "change from the batch before" in picture.locator("thead").inner_text().casefold()
    assert f"{change:.3f}" in picture.locator("tbody tr").last.inner_text().replace("−", "-")
    crowd.go("annotators", "crowd", "?annotator=w03")
    taken = next(each for each in payload["layers"][0]["coverage"]["annotators"] if each["annotator"] == "w03")
    assert f"half of them took {taken['seconds']:.0f} seconds" in crowd.page.locator(".opened").inner_text()


def test_a_document_is_read_with_all_versions(crowd: Opened, payload: dict[str, Any]) -> None:
    layer = payload["layers"][0]
    crowd.go("documents", "crowd", "?document=crowd")
    section = crowd.page.locator(".opened")
    parts = section.locator(".reading > li")
    assert parts.count() == 40
    said = layer["texts"][0]["parts"]
    for number, part in enumerate(said[:40]):
        shown = parts.nth(number).inner_text()
        assert part["tokens"][0] in shown
        differs = len({labels[0] for labels in part["labels"].values()}) > 1
        assert ("differs" in (parts.nth(number).get_attribute("class") or "")) == differs
    section.get_by_role("button", name="Show more of").click()
    assert parts.count() == len(said)
    no_grave_fault(crowd)


def test_two_coefficients_are_compared_on_one_document(opened: Callable[..., Opened], harbour: dict[str, Any]) -> None:
    layer = next(each for each in harbour["layers"] if each["name"] == "annotators")
    name = layer["documents"][0]["document"]
    page = opened(html_page(harbour))
    page.go("documents", "annotators", f"?document={name}")
    section = page.page.locator(".by-measure")
    rows = section.locator("tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows[:2]] == ["corrected F1", "gamma"]
    assert "the lowest of" in rows[0]
    gamma = next(each for each in layer["beside"] if each["name"] == "gamma")["agreement"]
    value = next(each["value"] for each in gamma["documents"] if each["document"] == name)
    assert f"{value:.3f}" in rows[1]
    assert section.locator("h5").all_inner_texts() == ["corrected F1", "gamma"]
    differing = page.page.locator(".reading > .differs").first
    assert differing.locator(".mark").count() >= 1
    assert len(differing.locator("p").all_inner_texts()) >= 2
    no_grave_fault(page)


def test_each_item_has_a_link_that_opens_it_first(crowd: Opened, payload: dict[str, Any]) -> None:
    found = payload["layers"][0]["items"]["shown"][30]
    crowd.go("overview", "crowd")
    crowd.go("documents", "crowd", f"?document=crowd&item={found['id']}")
    first = crowd.page.locator(".items > li").first
    assert found["text"] in first.inner_text()
    assert "chosen-item" in (first.get_attribute("class") or "")
    link = first.get_by_role("link", name="Link to this").get_attribute("href")
    assert link == f"#/documents/crowd?document=crowd&item={found['id'].replace(':', '%3A')}"


def test_search_finds_annotators_labels_documents_and_texts_and_stays_in_the_address(
    crowd: Opened, payload: dict[str, Any]
) -> None:
    crowd.go("overview", "crowd")
    crowd.page.keyboard.press("/")
    crowd.page.wait_for_selector(".view-search")
    field = crowd.page.get_by_role("searchbox")
    field.fill("w07")
    until(crowd.page, "location.hash.includes('find=w07')")
    crowd.page.locator(".found").get_by_role("link", name="w07").click()
    crowd.page.wait_for_selector("#annotator-title")
    crowd.page.go_back()
    assert field.input_value() == "w07"
    field.fill("gale")
    assert crowd.page.get_by_role("region", name="Labels").get_by_role("link").inner_text() == "gale"
    last = payload["layers"][0]["texts"][0]["parts"][-1]["tokens"][0]
    field.fill(last.split(":")[0].lower())  # "report 159"
    assert " ".join(last.split()[:6]) in crowd.page.get_by_role("region", name="Texts").inner_text()
    no_grave_fault(crowd)
