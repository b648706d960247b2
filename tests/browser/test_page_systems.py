"""Systems of every kind as a reader meets them: one reference at a time, errors one can pick, every number as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from accord.campaign.report import report_payload
from accord.reporting.html import html_page
from accord.reporting.page_part import page_table
from accord.reporting.table import TABLE_FORMATS
from tests.browser.test_page import CELLS, copied, three
from tests.payloads import page_of
from tests.systems import KINDS, write_systems

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.opened import Opened

    Open = Callable[..., Opened]

OPEN = "document.querySelectorAll('main details').forEach((each) => (each.open = true))"
NARROW = "(all) => all.filter((each) => each.getBoundingClientRect().width < 40).length"


@pytest.fixture(scope="module")
def everything(
    measured_once: Callable[..., dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """Of a folder with a reference and systems of every kind, each in a folder of its own."""

    def measure() -> Any:
        made = tmp_path_factory.mktemp("all")
        for kind in KINDS:
            write_systems(made / kind.replace(" ", "-"), kind)
        return report_payload(str(made), budget=None)

    return measured_once("systems", measure)


def opened_at(opened: Open, payload: dict[str, Any], held: dict[str, Any], **how: Any) -> Opened:
    page = opened(html_page(payload), **how)
    page.go("systems", query=f"?of={held['id']}")
    page.page.evaluate(OPEN)
    return page


def test_the_overview_names_the_best_against_each_reference(opened: Open, everything: dict[str, Any]) -> None:
    page = opened(html_page(everything))
    page.go("overview")
    page.page.evaluate(OPEN)
    rows = page.page.get_by_role("region", name="The best system against each reference", exact=True).locator("table")
    shown = {row[1]: row for row in rows.evaluate(CELLS)}
    assert shown == {
        each["id"]: [
            "fine",
            each["id"],
            each["terms"]["scored"],
            each["ranks"][0]["measure"],
            three(each["ranks"][0]["value"]),
            f"{three(each['ranks'][0]['interval']['low'])} to {three(each['ranks'][0]['interval']['high'])}",
        ]
        for each in everything["systems"]
    }
    page.page.get_by_role("link", name="fine, spans/gold.jsonl").click()
    page.page.wait_for_selector(".view-systems")
    assert page.page.locator("#reference option:checked").inner_text() == "spans/gold.jsonl (spans)"
    page.check_quiet()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_number_is_that_of_the_payload(opened: Open, everything: dict[str, Any], kind: str) -> None:
    (held,) = [each for each in everything["systems"] if each["terms"]["scored"] == kind]
    page = opened_at(opened, everything, held)

    def cells(region: str) -> Any:
        return page.page.get_by_role("region", name=region, exact=True).locator("table").evaluate(CELLS)

    scores = {row[0]: row for row in cells("Scores of each run")}
    headline = next(iter(held["measures"]))
    for run in held["runs"]:
        found = run["measures"][headline]
        ends = f"{three(found['interval']['low'])} to {three(found['interval']['high'])}"
        assert scores[run["name"]][1:3] == [three(found["value"]), ends]
        for key in held["measures"]:
            assert three(run["measures"][key]["value"]) in scores[run["name"]]
    labels = {row[0]: row[1:] for row in cells(held["terms"]["each"])}
    for label in held["labels"]:
        wanted = [three(each["f1"]) if each and each["f1"] is not None else "–" for each in label["runs"]]
        assert labels[label["label"]] == [str(label["reference"]), *wanted]
    run = held["errors"][0]
    counted = cells(f"What {run['name']} has wrong, by {held['terms']['part']}")
    assert [int(row[-1]) for row in counted] == [each["count"] for each in run["counts"][:15]]
    page.check_quiet()


def test_an_error_is_picked_and_left_again(opened: Open, everything: dict[str, Any]) -> None:
    (held,) = [each for each in everything["systems"] if each["terms"]["scored"] == "spans"]
    page = opened_at(opened, everything, held)
    run = held["errors"][0]
    first = next(each for each in run["counts"] if each["label"] == "<b>PER</b>")
    page.page.get_by_role("button", name="<b>PER</b>", exact=True).first.click()
    page.page.wait_for_selector(".listed-errors button:text('All errors')")
    errors = page.page.get_by_role("region", name=f"Errors of {run['name']}").locator("table").evaluate(CELLS)
    wanted = [each for each in run["shown"] if (each["kind"], each["label"]) == (first["kind"], first["label"])]
    assert [row[:3] for row in errors] == [[each["kind"], each["label"], each["text"]] for each in wanted]
    assert page.page.locator(".quoted strong").first.inner_text() == wanted[0]["text"]
    assert (
        f"{len(wanted)} of {first['count']} are here" in page.page.locator(".listed-errors").inner_text()
        or len(wanted) == first["count"]
    )
    page.page.get_by_role("button", name="All errors").click()
    page.page.wait_for_selector(".listed-errors button:text('All errors')", state="detached")
    other = held["errors"][1]
    page.page.locator("#errors-of").select_option(index=1)
    page.page.get_by_role("region", name=f"Errors of {other['name']}").wait_for()
    page.check_quiet()


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (480, True)], ids=["wide-light", "narrow-dark"])
def test_systems_fit_the_screen_and_axe_finds_nothing(
    opened: Open, everything: dict[str, Any], width: int, dark: bool
) -> None:
    for held in everything["systems"]:
        page = opened_at(opened, everything, held, width=width, dark=dark)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.page.locator(".table tbody th").evaluate_all(NARROW) == 0
        found = Axe().run(page.page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []
        page.check_quiet()


def test_a_copied_table_is_that_of_accord(opened: Open, everything: dict[str, Any]) -> None:
    (held,) = [each for each in everything["systems"] if each["terms"]["scored"] == "units"]
    page = opened_at(opened, everything, held)
    wanted = page_table(page_of(everything), "systems", held["id"])
    for name in ("CSV", "Markdown", "LaTeX"):
        text = TABLE_FORMATS[name.lower()](wanted)
        assert sorted(copied(page.page, "Ranks of systems", name).split("\n")) == sorted(text.split("\n"))
