"""Whatever the data hold, the page shows as text: nothing in them runs, and nothing is lost."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accord.reporting.html import html_page
from tests.browser.opened import SHOWN, until
from tests.browser.sample import sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.opened import Opened

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'`</title></script><!--"
HOSTILE = {
    "markup": SCRIPT,
    "markup in a script": "</script><script>document.title='pwned'</script>",
    "right to left": "שלום עולם \u202egnp.exe",
    "emoji": "👩‍👩‍👧‍👦🏴‍☠️ é",
    "zero width": "P\u200bE\u200dR\ufeff",
    "names of JavaScript": "__proto__",
    "a hundred thousand characters": "x" * 100_000,
    "half a character": "a\ud800b",
    "no characters": "",
    "control characters": "a\x01b\x7f\ufffe",
    "lines": "one\ntwo\u2028three\r\n",
}
_KEPT = {
    "kind", "unit", "severity", "view", "of", "coefficient", "method", "undefined", "axis", "counts", "confusions_of",
    "terms", "measures",
}  # fmt: skip
"""What accord writes itself, and what no annotator can change."""


def spoilt(value: Any, text: str, key: str = "") -> Any:
    """The same payload with a text before every text that comes from the data."""
    if key in _KEPT:
        return value
    if isinstance(value, dict):
        return {
            spoilt(name, text, "versions") if key in {"labels", "versions", "run_names"} else name: spoilt(
                each, text, "" if key == "plots" else name
            )
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [spoilt(each, text, "" if isinstance(each, dict) else key) for each in value]
    return text + value if isinstance(value, str) else value


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_text_is_shown_and_runs_nothing(opened: Callable[..., Opened], text: str) -> None:
    payload = sample()
    for layer in payload["layers"]:
        del layer["items"]["shown"][4:]
    payload = spoilt(payload, text)
    page = opened(html_page(payload))
    for number in range(len(payload["layers"])):
        page.page.evaluate("location.hash = '#/overview'")
        page.page.locator("#layer").select_option(index=number)
        for view in range(len(page.views())):
            page.page.locator(".views a").nth(view).click()
            assert page.page.locator("main h2").first.is_visible()
            wide = page.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 1280, page.page.evaluate("location.hash.slice(0, 20)")
            assert page.page.locator(":is(a, button, summary) :is(a, button, summary)").count() == 0
    page.check_quiet()
    assert "accord" in page.page.title()
    assert page.page.locator("main img, main script").count() == 0


@pytest.mark.parametrize("text", ["control characters", "half a character"])
def test_pictures_with_hostile_text_are_saved_whole(opened: Callable[..., Opened], text: str) -> None:
    payload = spoilt(sample(), HOSTILE[text])
    page = opened(html_page(payload))
    headings = []
    for number in range(len(payload["layers"])):
        page.page.evaluate("location.hash = '#/overview'")
        page.page.locator("#layer").select_option(index=number)
        for view in range(len(page.views())):
            page.page.locator(".views a").nth(view).click()
            until(page.page, SHOWN)
            for saving in page.page.get_by_role("button", name="SVG", exact=True).all():
                with page.page.expect_download() as got:
                    saving.click()
                headings.append(ET.fromstring(Path(got.value.path()).read_text("utf-8")).findtext("{*}title"))
    assert len(headings) > 10
    assert not any(character in (heading or "") for heading in headings for character in "\x01\ufffd")
    page.page.evaluate("location.hash = '#/overview'")
    with page.page.expect_download() as got:
        page.page.get_by_role("button", name="PNG", exact=True).first.click()
    assert Path(got.value.path()).read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    page.check_quiet()


INHERITED = {"ada": "constructor", "bram": "__proto__", "chloe": "toString", "O": "valueOf", "doc1": "hasOwnProperty"}
"""What everyone and everything is called here is also the name of something that every JavaScript object has."""


def renamed(value: Any) -> Any:
    """The same payload with these names."""
    if isinstance(value, dict):
        return {INHERITED.get(name, name): renamed(each) for name, each in value.items()}
    if isinstance(value, list):
        return [renamed(each) for each in value]
    return INHERITED.get(value, value) if isinstance(value, str) else value


def test_names_that_every_object_has_are_names(opened: Callable[..., Opened]) -> None:
    payload = sample()
    for layer in payload["layers"]:
        for item in layer["items"]["shown"][:6]:
            item["elsewhere"] = {}
            item["labels"] = {name: label for name, label in item["labels"].items() if name != "chloe"}
    payload = renamed(payload)
    page = opened(html_page(payload))
    for view, layer in page.places(payload):
        page.go(view, layer)
    page.go("pairs", "annotators", "?first=constructor&second=__proto__")
    item = page.page.locator(".opened article").first
    assert item.locator(".who").all_inner_texts() == ["constructor", "__proto__"]
    assert item.locator(".place").inner_text().count("annotators/ada.conll:12") == 1
    page.go("pairs", "annotators", "?first=constructor&second=toString")
    assert page.page.locator(".opened article").count() == 19  # those of 45 which chloe labelled, but for the first six
    page.check_quiet()


def test_markup_is_read_as_it_was_written(opened: Callable[..., Opened]) -> None:
    payload = sample()
    payload["layers"][0]["items"]["shown"][0]["text"] = SCRIPT
    page = opened(html_page(payload))
    page.go("documents", "annotators", "?document=doc1")
    assert page.page.locator("mark").first.inner_text() == SCRIPT


def test_what_cannot_be_seen_is_made_visible_and_what_is_long_is_cut(opened: Callable[..., Opened]) -> None:
    payload = sample()
    first = payload["layers"][0]
    first["items"]["shown"][0]["text"] = "P\u200bER"
    first["items"]["shown"][4]["text"] = "x" * 100_000
    page = opened(html_page(payload))
    page.go("documents", "annotators", "?document=doc1")
    marks = page.page.locator("mark")
    assert marks.nth(0).inner_text() == "PU+200BER"
    assert len(marks.nth(1).inner_text()) < 700
    marks.nth(1).get_by_role("button", name="all 100,000 characters").click()
    assert len(marks.nth(1).inner_text()) == 100_000
