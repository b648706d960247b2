"""Relations at the desk: two mentions in their text, everyone's arcs in words, and arcs changed with keys."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import accord
from accord.campaign.gold import queue_of
from accord.model.relation import Relation, Relations
from tests.browser.serving import HARBOUR, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

EXAMPLE = HARBOUR.parent / "relations"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    shutil.copytree(EXAMPLE, tmp_path / "relations")
    server = Server(tmp_path / "relations")
    yield server
    server.stop()


def tally(page: Page, decided: int) -> None:
    expect(page.locator("#tally")).to_contain_text(f"✓ {decided} decided")
    expect(page.locator(".case")).not_to_have_attribute("aria-busy", "true")


def test_arcs_are_taken_and_changed_with_keys(server: Server, window: Callable[..., Page], tmp_path: Path) -> None:
    page = window(server, "relations")
    assert page.locator(".context mark").all_inner_texts() == ["Saltmouth", "the Harbour Office"]
    rows = page.get_by_role("table", name="Versions").locator(".label-value")
    assert rows.all_inner_texts() == ["no relation", "the Harbour Office (ORG) – located_in → Saltmouth (LOC)"]
    page.keyboard.press("e")
    expect(page.get_by_role("option", name="no relation")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("l")
    page.keyboard.type("serves")
    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="Saltmouth (LOC) – serves → the Harbour Office (ORG)")).to_be_visible()
    page.keyboard.press("r")
    mine = "the Harbour Office (ORG) – serves → Saltmouth (LOC)"
    expect(page.get_by_role("option", name=mine)).to_be_visible()
    assert Axe().run(page).violations_count == 0
    page.keyboard.press("n")
    expect(page.get_by_role("listbox", name="Relations").get_by_role("option")).to_have_count(2)
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    expect(page.locator(".unkept")).to_contain_text("Nobody used ‘serves’ so far.")
    page.keyboard.press("Enter")
    tally(page, 1)
    cases = len(queue_of("relations", accord.read(EXAMPLE)).cases)
    for number in range(1, cases):
        page.keyboard.press("1")
        tally(page, number + 1)
    expect(page.get_by_text("No case is open any more.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == "relations-gold.jsonl"
    gold = tmp_path / "gold.jsonl"
    download.value.save_as(gold)
    standard = accord.read(gold).annotations["fog", "gold"]
    assert isinstance(standard, Relations)
    assert standard.relations == (Relation(1, 0, "serves"),)
    assert page.faults == []  # type: ignore[attr-defined]
