"""Parsers on the page as a reader meets them: every number by its measure, nothing that is for mentions."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from accord.reporting.html import html_page
from accord.reporting.page_part import page_table
from accord.reporting.table import TABLE_FORMATS
from tests.browser.test_page import CELLS, copied, three
from tests.payloads import page_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.opened import Opened

    Open = Callable[..., Opened]

OPEN = "document.querySelectorAll('main details').forEach((each) => (each.open = true))"
NARROW = "(all) => all.filter((each) => each.getBoundingClientRect().width < 90).length"


def ends(interval: dict[str, Any] | None) -> str:
    return f"{three(interval['low'])} to {three(interval['high'])}" if interval else ""


def test_the_overview_begins_with_las(opened: Open, parsers: dict[str, Any]) -> None:
    page = opened(html_page(parsers))
    page.go("overview")
    headline = parsers["systems"][0]["headline"]
    assert page.page.locator(".headline .value .coefficient").inner_text() == "LAS"
    assert page.page.locator(".headline .value .number").inner_text() == three(headline["value"])
    assert parsers["systems"][0]["words"]["where"] in page.page.locator("main").inner_text()
    page.page.get_by_role("link", name="All of Systems").click()
    page.page.wait_for_selector(".view-systems")
    assert page.page.get_by_role("heading", name="How good the parsers are").is_visible()
    page.check_quiet()


def test_every_number_of_parsers_is_that_of_the_payload(opened: Open, parsers: dict[str, Any]) -> None:
    page = opened(html_page(parsers))
    page.go("systems")
    page.page.evaluate(OPEN)
    systems = parsers["systems"][0]

    def cells(region: str) -> Any:
        return page.page.get_by_role("region", name=region, exact=True).locator("table").evaluate(CELLS)

    best_first = sorted(systems["runs"], key=lambda run: -run["measures"]["las"]["value"])
    for row, run in zip(cells("Scores of each run"), best_first, strict=True):
        first, *others = [run["measures"][name] for name in systems["measures"]]
        shown = [three(first["value"]), ends(first["interval"]), *(three(each["value"]) for each in others)]
        assert row == [PurePath(run["file"]).name, *shown]
    ranked = [
        [str(each["rank"]), each["system"], three(each["value"]), ends(each["interval"]), each["interval_over"]]
        for each in systems["ranks"]
    ]
    assert cells("Ranks of parsers") == ranked
    arc = next(each for each in systems["over_runs"] if (each["system"], each["measure"]) == ("arc", "uas"))
    wanted = ["arc", "UAS", *(three(arc[part]) for part in ("mean", "sd", "se")), ends(arc["interval"])]
    assert wanted in cells("Means over the runs of each parser")
    by_relation = {row[0]: row[1:] for row in cells("F1 of each relation with its head")}
    for label in systems["labels"]:
        scores = [three(each["f1"]) if each else "–" for each in label["runs"]]
        assert by_relation[label["label"]] == [str(label["reference"]), *scores]
    assert len(cells("Differences in LAS, and how often chance gives one as large")) == 1


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 480])
def test_parsers_fit_the_screen_and_axe_finds_nothing(
    opened: Open, parsers: dict[str, Any], width: int, dark: bool
) -> None:
    page = opened(html_page(parsers), width=width, dark=dark)
    page.go("systems")
    page.page.evaluate(OPEN)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.page.locator(".table tbody th").evaluate_all(NARROW) == 0
    found = Axe().run(page.page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []
    page.check_quiet()


def test_a_copied_table_of_parsers_is_that_of_accord(opened: Open, parsers: dict[str, Any]) -> None:
    page = opened(html_page(parsers))
    page.go("systems")
    for name in ("CSV", "Markdown", "LaTeX"):
        wanted = TABLE_FORMATS[name.lower()](page_table(page_of(parsers), "systems"))
        assert sorted(copied(page.page, "Ranks of parsers", name).split("\n")) == sorted(wanted.split("\n"))


def test_nothing_is_shown_that_parsers_do_not_have(opened: Open, parsers: dict[str, Any]) -> None:
    page = opened(html_page(parsers))
    page.go("systems")
    text = page.page.locator("main").inner_text()
    assert not [word for word in ("beyond chance", "repair", "macro F1", "invalid labels", "undefined") if word in text]
    page.page.emulate_media(media="print")
    page.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.page.get_by_text("F1 of each relation with its head").first.is_visible()
    page.check_quiet()
