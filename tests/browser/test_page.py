"""The page as a reader meets it: every view, without a request, from the keyboard, for those who do not see it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from accord.reporting.html import html_page
from accord.reporting.numbers import rounded
from accord.reporting.page_part import page_table
from accord.reporting.table import TABLE_FORMATS
from tests.browser.opened import until
from tests.browser.sample import sample
from tests.payloads import page_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.opened import Opened

    Open = Callable[..., Opened]

CELLS = "(table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.innerText))"


def three(value: float | None) -> str:
    """A value as the page shows it."""
    return "undefined" if value is None else rounded(value, 3).replace("-", "−")


@pytest.mark.parametrize("width", [1280, 480])
def test_every_view_opens_without_a_request_or_a_complaint_and_fits_the_screen(
    opened: Open, harbour: dict[str, Any], width: int
) -> None:
    for payload in (sample(), harbour):
        page = opened(html_page(payload), width=width)
        for view, layer in page.places(payload):
            page.go(view, layer)
            assert page.page.locator("main h2").first.is_visible()
            wide = page.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{view} of {layer} is {wide} wide"
        page.check_quiet()


def test_all_views_are_there(opened: Open) -> None:
    page = opened(html_page(sample()))
    views = {view for view, _ in page.places(sample())}
    assert views == {
        "overview", "pairs", "labels", "aligner", "trees", "documents", "annotators", "systems", "findings", "search",
    }  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(opened: Open, dark: bool) -> None:
    payload = sample()
    page = opened(html_page(payload), dark=dark)
    once = {view: (view, layer) for view, layer in reversed(page.places(payload))}
    places = [*once.values(), ("trees", "phrases"), ("pairs", "annotators?first=ada&second=bram")]
    for view, layer in places:
        page.go(view, layer)
        page.page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
        found = Axe().run(page.page).response["violations"]
        grave = [each for each in found if each["impact"] in {"serious", "critical"} or each["id"] == "landmark-unique"]
        said = [(each["id"], [node["html"][:200] for node in each["nodes"][:3]]) for each in grave]
        assert not said, f"{view} of {layer}: {said}"


def test_the_numbers_are_those_of_the_payload(opened: Open, harbour: dict[str, Any]) -> None:
    page = opened(html_page(harbour))
    for layer in harbour["layers"]:
        page.go("overview", layer["id"])
        shown = page.page.locator(".headline .value .number").inner_text()
        assert shown == three(layer["headline"]["value"])
        assert layer["headline"]["signature"] in page.page.locator(".signature").inner_text()


@pytest.mark.parametrize(
    ("view", "names"), [("pairs", ("first", "second")), ("documents", ("document",)), ("labels", ("label",))]
)
def test_the_values_of_tables_are_those_of_the_payload(
    opened: Open, harbour: dict[str, Any], view: str, names: tuple[str, ...]
) -> None:
    page = opened(html_page(harbour))
    for layer in harbour["layers"]:
        rows = (layer["labels_view"] or {}).get("labels", []) if view == "labels" else layer[view]
        page.go(view, layer["id"])
        page.page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
        table = page.page.locator(".table table").first
        heads = [head.strip() for head in table.locator("thead th").all_inner_texts()]
        cells = table.evaluate(CELLS)
        name = layer["headline"]["coefficient"]
        place = heads.index(layer["measure_names"].get(name, name))
        shown = {(*row[: len(names)], row[place].partition("\n")[0]) for row in cells}
        assert shown == {(*(row[name] for name in names), three(row["value"])) for row in rows}
        assert rows


def test_a_cell_of_the_matrix_opens_what_two_differ_on(opened: Open) -> None:
    page = opened(html_page(sample())).page
    page.get_by_role("link", name=re.compile("Pairs")).click()
    page.get_by_role("button", name=re.compile(r"ada and bram: show")).click()
    section = page.locator(".opened")
    section.wait_for()
    assert section.locator("article").count() == 20
    first = section.locator("article").first
    assert "chloe" not in first.inner_text()
    assert re.findall(r"\w+\.conll", first.locator(".place").inner_text()) == ["ada.conll", "bram.conll"]
    page.go_back()
    section.wait_for(state="detached")


def test_the_keyboard_alone_is_enough(opened: Open) -> None:
    page = opened(html_page(sample())).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("4")
    page.wait_for_selector(".view-aligner")
    assert "Alignment 1 of 5" in page.locator(".chosen").inner_text()
    page.keyboard.press("j")
    assert "Alignment 2 of 5" in page.locator(".chosen").inner_text()
    page.keyboard.press("k")
    assert "Alignment 1 of 5" in page.locator(".chosen").inner_text()
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.keyboard.press("2")
    page.wait_for_selector(".view-pairs")
    page.get_by_role("button", name=re.compile("ada and bram: show")).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".opened")
    page.keyboard.press("/")
    page.keyboard.type("doc1")
    found = page.locator(".items > li").count()
    assert found < 20
    assert "find=doc1" in page.url
    page.reload()  # what is looked for is kept in the address
    page.wait_for_selector(".opened")
    assert page.locator("#filter").input_value() == "doc1"
    assert page.locator(".items > li").count() == found


def test_a_table_sorts_by_its_heads_and_says_so(opened: Open) -> None:
    page = opened(html_page(sample()))
    page.go("documents", "annotators")
    rows = page.page.locator("tbody th")
    assert rows.first.inner_text() == "doc3"
    page.page.get_by_role("button", name="alpha").click()
    assert page.page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    assert rows.all_inner_texts() == ["doc1", "doc2", "doc3", "doc4"]  # what is undefined comes last both ways


@pytest.mark.parametrize(("view", "layer"), [("overview", "annotators"), ("aligner", "annotators"), ("trees", "trees")])
def test_pictures_are_saved_complete_in_themselves(opened: Open, view: str, layer: str) -> None:
    page = opened(html_page(sample()), dark=True)
    page.go(view, layer)
    within = page.page.locator(".headline" if view == "overview" else "main")
    with page.page.expect_download() as got:
        within.get_by_role("button", name="SVG").first.click()
    assert layer in got.value.suggested_filename
    drawn = ET.fromstring(Path(got.value.path()).read_text("utf-8"))
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert drawn.find("{*}title") is not None
    texts = [each for each in drawn.iter() if each.tag.endswith("}text")]
    assert texts
    assert all(each.get("font-family") and each.get("fill", "").startswith("rgb") for each in texts)
    assert not any(each.get("class") or each.get("style") for each in drawn.iter())
    assert (drawn.findtext("{*}title") or "").endswith(f": {layer}")
    assert "|v:0.1.0" in "".join(each.text or "" for each in texts)
    assert drawn.findall("{*}rect")[0].get("fill") == "rgb(255, 255, 255)"  # it is for paper, whatever the screen is
    assert texts[0].get("fill") == "rgb(29, 32, 36)"
    with page.page.expect_download() as got:
        within.get_by_role("button", name="PNG").first.click()
    pixels = Path(got.value.path()).read_bytes()
    assert pixels.startswith(b"\x89PNG\r\n\x1a\n")
    assert abs(int.from_bytes(pixels[16:20], "big") - 3 * float(drawn.attrib["width"])) < 3
    page.page.evaluate("window.print = () => { window.called = document.title; }")  # here is no dialog to print from
    within.get_by_role("button", name="PDF").first.click()
    until(page.page, f"window.called === {got.value.suggested_filename.removesuffix('.png')!r}")
    printed = page.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1
    ((wide, high),) = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert float(wide) == pytest.approx(0.75 * float(drawn.attrib["width"]), abs=1)
    assert float(high) == pytest.approx(0.75 * float(drawn.attrib["height"]), abs=1)
    assert b"/FontFile2" in printed  # letters, and letters alone, are in the file
    assert b"/Subtype /Image" not in printed
    until(page.page, "!document.querySelector('.printed-sheet, .printing-alone')")
    assert page.page.title() != page.page.evaluate("window.called")
    page.check_quiet()


def copied(page: Page, region: str, name: str) -> str:
    """What a button below a table puts on the clipboard."""
    table = page.locator(".table", has=page.get_by_role("region", name=region, exact=True))
    table.get_by_role("button", name=name).click()
    table.get_by_role("button", name="Copied").wait_for()
    text: str = page.evaluate("navigator.clipboard.readText()")
    table.get_by_role("button", name="Copied").wait_for(state="detached")
    return text


@pytest.mark.parametrize(
    ("table", "view", "region"),
    [
        ("pairs", "pairs", "All pairs"),
        ("labels", "labels", "Agreement on each label"),
        ("layers", "overview", "All layers"),
        ("systems", "systems", "Ranks of systems"),
    ],
)
def test_a_copied_table_is_that_of_accord(
    opened: Open, harbour: dict[str, Any], table: str, view: str, region: str
) -> None:
    page = opened(html_page(harbour)).page
    page.evaluate(f"location.hash = '#/{view}/annotators'")
    page.wait_for_selector(f".view-{view}")
    page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
    wanted = page_table(page_of(harbour), table, None if table in {"layers", "systems"} else "annotators")
    for name in ("CSV", "Markdown", "LaTeX"):
        # the page copies rows in the order in which the reader sorted them
        assert sorted(copied(page, region, name).split("\n")) == sorted(TABLE_FORMATS[name.lower()](wanted).split("\n"))


def test_paper_has_every_view_of_the_layer_and_nothing_to_press(opened: Open) -> None:
    opened_page = opened(html_page(sample()), dark=True)
    opened_page.go("pairs", "annotators")
    page = opened_page.page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    titles = page.locator(".view > h2").all_inner_texts()
    assert len(titles) == len(opened_page.views()) - 2  # the overview has its title inside its headline; no search
    assert not page.locator(".views").is_visible()
    assert not page.get_by_role("button", name="SVG").first.is_visible()
    assert page.get_by_text("15.7 % of all disagreement").is_visible()
    assert page.locator(".confusions .item").first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.set_viewport_size({"width": 700, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".view").count() == 1
    opened_page.check_quiet()


def test_paper_is_wide_enough_for_six_runs_and_names_layers_with_alerts(opened: Open, harbour: dict[str, Any]) -> None:
    opened_page = opened(html_page(harbour), width=700)
    opened_page.go("overview", "annotators")
    page = opened_page.page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
    assert page.locator(".alert.elsewhere").get_by_text("weather").is_visible()


def test_a_token_with_a_space_shifts_nothing_behind_it(opened: Open) -> None:
    payload = sample()
    first = payload["layers"][0]["aligner"]
    tokens = ["New York", "is", "large"]
    unit = {"annotator": "ada", "start": 2, "end": 3, "category": "ADJ", "text": "large"}
    document = first["documents"][0] | {"text": None, "tokens": tokens, "length": 3, "units": [unit]}
    document["alignments"] = [{"disorder": 1.0, "members": [0, None, None]}]
    payload["layers"][0]["aligner"] = {**first, "of": "token", "documents": [document]}
    page = opened(html_page(payload))
    page.go("aligner", "annotators")
    words = page.page.locator("text.letters")
    assert words.all_text_contents() == tokens
    box, word = page.page.locator("path.box").bounding_box(), words.nth(2).bounding_box()
    assert box is not None
    assert word is not None
    assert abs(box["x"] - word["x"]) < 8  # less than a letter


def test_no_two_of_24_categories_have_the_same_colour_and_the_key_says_how_many_follow(opened: Open) -> None:
    payload = sample()
    first = payload["layers"][0]["aligner"]
    units = [
        {"annotator": "ada", "start": 3 * number, "end": 3 * number + 2, "category": f"C{number:02}", "text": None}
        for number in range(26)
    ]
    document = first["documents"][0] | {"text": None, "length": 80, "units": units}
    document["alignments"] = [{"disorder": 1.0, "members": [number, None, None]} for number in range(26)]
    payload["layers"][0]["aligner"] = {**first, "of": "second", "documents": [document]}
    for dark in (False, True):
        page = opened(html_page(payload), dark=dark)
        page.go("aligner", "annotators")
        colours = page.page.eval_on_selector_all(
            "rect.box", "all => all.map(getComputedStyle).map(({ fill, stroke }) => `${fill} ${stroke}`)"
        )
        assert len(set(colours)) == len(colours) == 24
        assert page.page.locator("text.category").last.text_content() == "and 2 more"


def test_sentences_of_the_same_name_are_all_reached(opened: Open) -> None:
    page = opened(html_page(sample()))
    page.go("trees", "trees")
    page.page.get_by_role("button", name="Next").click()
    until(page.page, "decodeURIComponent(location.hash).includes('sentence=d02/s01')")
    page.page.get_by_role("button", name="Next", disabled=True).wait_for()
    assert page.page.get_by_label("Sentence").input_value() == "1"


def test_a_large_page_opens_within_three_seconds(opened: Open) -> None:
    payload = sample()
    first = payload["layers"][0]
    items = first["items"]["shown"]
    first["items"]["shown"] = [{**items[number % len(items)], "id": str(number)} for number in range(20_000)]
    documents = first["documents"]
    first["documents"] = [{**documents[number % 4], "document": f"doc{number}"} for number in range(5_000)]
    html = html_page(payload)
    assert len(html) > 5_000_000
    page = opened(html)
    took = page.page.evaluate("performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart")
    assert took < 3_000
    page.go("documents", "annotators")
    assert page.page.locator("tbody tr").count() == 100
    page.page.get_by_role("button", name="Show 200 more").click()
    assert page.page.locator("tbody tr").count() == 300
