"""The tasks of an annotation lead in docs/tasks.md, done from the page alone: their answers are what it says."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.serving import HARBOUR, Server
from tests.browser.test_adjudicate import clear_of_faults, tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

TASKS = " ".join((Path(__file__).parents[2] / "docs" / "tasks.md").read_text("utf-8").split())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    shutil.copytree(HARBOUR, tmp_path / "harbour")
    server = Server(tmp_path / "harbour", who="")
    yield server
    server.stop()


def test_the_tasks_are_done_from_the_page_and_have_the_answers_of_the_docs(
    server: Server, window: Callable[..., Page], tmp_path: Path
) -> None:
    page = window(server, "urgency")
    expect(page.get_by_label("Layer").locator("option").filter(has_text="not measured")).to_have_count(0)

    page.get_by_role("link", name="Overview", exact=True).click()
    layers = page.locator(".view-overview").get_by_role("link").filter(has_text=re.compile(r"^(urgency|weather|radio)"))
    expect(layers.first).to_contain_text("urgency")
    assert "`urgency`, with Krippendorff's alpha 0.56" in TASKS
    page.goto(f"{server.root}#/overview/urgency")
    expect(page.locator(".view-overview")).to_contain_text("0.56")
    expect(page.locator(".view-overview")).to_contain_text("78 % of all disagreement")
    expect(page.locator(".view-overview")).to_contain_text("Merged, they would give 0.78")
    expect(page.locator(".view-overview")).to_contain_text("Decide in the guideline when it is ‘notable’ and when")
    page.goto(f"{server.root}#/labels/urgency")
    expect(page.locator(".view-labels")).to_contain_text(re.compile("(routine.*notable|notable.*routine)", re.DOTALL))
    page.goto(f"{server.root}#/annotators/annotators")
    expect(page.locator(".view-annotators")).to_contain_text(re.compile(r"chloe.*0\.83", re.DOTALL))

    page.goto(f"{server.root}#/adjudicate/urgency")
    expect(page.get_by_role("heading", name="Case 1 of 31")).to_be_visible()
    page.get_by_label("Deciding as").fill("Lea")
    page.get_by_label("Deciding as").press("Enter")
    for number in range(20):
        place = page.locator(".case header .place").inner_text()
        page.keyboard.press("1")
        tally(page, number + 1)
    page.keyboard.press("u")
    tally(page, 19)
    page.keyboard.press("1")
    tally(page, 20)
    expect(page.locator("#tally")).to_contain_text("○ 11 open")
    assert f"The twentieth case was `{place}`" in TASKS, place
    page.get_by_label("What is undecided").select_option("majority")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == "urgency-gold.csv"
    download.value.save_as(tmp_path / "gold.csv")
    with (tmp_path / "gold.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 85
    page.get_by_role("button", name="Annotators against it").click()
    expect(page.locator(".gold")).to_contain_text("agreed 54 · a single annotator 0 · decided 20")
    expect(page.locator(".gold")).to_contain_text("majority 11 · left out 0")
    ada = page.get_by_role("table", name="Annotators against the gold standard").locator("tr", has_text="ada")
    (share,) = re.findall(r"\d\.\d+", ada.inner_text())
    assert f"`ada` has {share} of her labels in it" in TASKS, share
    clear_of_faults(page)
