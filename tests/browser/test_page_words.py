"""What views of the page say of numbers that are easily misread."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from accord.reporting.html import html_page
from tests.browser.sample import sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.opened import Opened

    Open = Callable[..., Opened]


def test_what_lies_in_one_text_is_said_once_and_of_each_confusion_for_itself(opened: Open) -> None:
    payload = sample()
    view = payload["layers"][0]["labels_view"]
    view["outweighing"] = {"document": "<i>6209917", "annotators": 1289, "share": 0.418}
    view["confusions"][0]["share_in_one"], view["confusions"][1]["share_in_one"] = 0.56, None
    page = opened(html_page(payload))
    page.go("labels", "annotators")
    section = page.page.get_by_role("region", name="Most confused")
    about = "41.8 % of all disagreement is in <i>6209917 alone, which 1,289 annotators read."
    assert section.get_by_text(about).count() == 1
    first, second = section.locator("summary").all_inner_texts()
    assert "16.5 weighted pairs, 56.0 % of them in <i>6209917" in first
    assert "6209917" not in second


def test_an_interval_of_samples_of_chance_is_called_that_in_tables(opened: Open) -> None:
    payload = sample()
    rows = payload["layers"][0]["documents"]
    for row in rows[:2]:
        row["interval"] = {"low": 0.7, "high": 0.72, "method": "sampling of chance", "level": 0.95}
    page = opened(html_page(payload))
    page.go("documents", "annotators")
    assert page.page.get_by_role("table").get_by_text("of samples of chance").count() == 2


def test_the_better_system_stands_first_and_no_p_is_0(opened: Open) -> None:
    payload = sample()
    compared = {
        "first": "lantern",
        "second": "beacon",
        "difference": -0.25,
        "interval": {"low": -0.5, "high": -0.125, "method": "bootstrap over sentences", "level": 0.95},
        "p": 0.0001,
        "p_holm": 0.0123,
    }
    payload["systems"][0]["comparisons"] = {"comparisons": [compared]}
    page = opened(html_page(payload))
    page.go("systems")
    row = page.page.get_by_role("row", name=re.compile("^beacon − lantern"))
    assert row.get_by_role("cell").all_inner_texts() == ["0.250", "0.125 to 0.500", "<0.001", "0.012"]


def test_a_difference_without_p_says_why(opened: Open) -> None:
    payload = sample()
    reason = "the systems have different numbers of runs: their outputs cannot be exchanged"
    compared = {
        "first": "beacon",
        "second": "lantern",
        "difference": 0.25,
        "interval": {"low": 0.125, "high": 0.5, "method": "bootstrap over sentences", "level": 0.95},
        "p": None,
        "p_holm": None,
        "undefined": reason,
    }
    payload["systems"][0]["comparisons"] = {"comparisons": [compared]}
    page = opened(html_page(payload))
    page.go("systems")
    assert page.page.get_by_text(f"No p: {reason}.").count() == 1


def test_measured_numbers_are_apart_and_do_not_merely_differ(opened: Open) -> None:
    payload = sample()
    for pair in payload["layers"][0]["pairs"]:
        pair["apart"] = 7.9349999
    page = opened(html_page(payload))
    page.go("pairs", "annotators")
    assert page.page.get_by_role("button", name=re.compile("7.93 apart")).count() == 3
    assert "how far apart their numbers typically are" in page.page.locator(".lead").inner_text()
    assert page.page.get_by_role("columnheader", name="apart (median)").count() == 1
    assert "differ" not in page.page.locator(".matrix td.counts").first.inner_text()
