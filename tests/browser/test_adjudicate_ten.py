"""Ten cases of each kind, by keyboard alone and without leaving the case; a server that is killed loses none of them.

Labels of items, chunk labels, dependencies and relations are adjudicated to their end in test_adjudicate.py and
test_adjudicate_relations.py; here are spans, units and phrases, with every key that edits them.
"""

from __future__ import annotations

import shutil
import signal
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.serving import HARBOUR, Server
from tests.browser.test_adjudicate import clear_of_faults, tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

TEN = 10
EDITS = {
    "letters": ["e", "ArrowRight", "1", "Enter"],
    "radio": ["e", "Shift+ArrowLeft", "2", "Enter"],
    "parses": ["e", "Enter"],
}


def write_letters(folder: Path) -> None:
    """Twelve letters in brat's format, in each of which two differ in where a name ends."""
    for who, last in (("ada", 8), ("bram", 4)):
        (folder / who).mkdir(parents=True)
        for number in range(12):
            text = f"{'So ' * number}Nora Pym came again."
            start = 3 * number
            line = f"T1\tPER {start} {start + last}\t{text[start : start + last]}\n"
            (folder / who / f"letter{number:02}.txt").write_text(text, encoding="utf-8")
            (folder / who / f"letter{number:02}.ann").write_text(line, encoding="utf-8")


def write_parses(folder: Path) -> None:
    """Twelve sentences in brackets that two hang up otherwise."""
    folder.mkdir()
    for who, pattern in (
        ("ada", "(S (NP (N fog{0})) (VP (V lifts) (ADV now)))"),
        ("bram", "(S (NP (N fog{0}) (V lifts)) (ADV now))"),
    ):
        (folder / f"{who}.ptb").write_text("\n".join(pattern.format(number) for number in range(12)), encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here, each in a layer of its own."""
    folder = tmp_path_factory.mktemp("ten")
    write_letters(folder / "letters")
    write_parses(folder / "parses")
    shutil.copy(HARBOUR / "radio.csv", folder)
    server = Server(folder)
    yield server
    server.stop()


def go_to(page: Page, server: Server, layer: str) -> None:
    page.goto(f"{server.root}#/adjudicate/{layer}")
    expect(page.get_by_role("heading", name=f"Adjudicate {layer}")).to_be_visible()
    expect(page.locator(".case h3")).to_be_visible()


@pytest.mark.parametrize("layer", list(EDITS))
def test_ten_cases_are_adjudicated_without_leaving_the_case(
    server: Server, window: Callable[..., Page], layer: str
) -> None:
    page = window(server, layer)
    go_to(page, server, layer)
    address = page.url
    for number in range(TEN):
        if number == TEN // 2:
            server.stop(signal.SIGKILL)
            page.goto("about:blank")
            server.start()
            page.faults.clear()  # type: ignore[attr-defined]  # it asked a server that was gone
            page.goto(server.address)
            expect(page.get_by_role("link", name="Adjudicate")).to_be_visible()
            go_to(page, server, layer)
            address = page.url
            tally(page, number)
        for key in EDITS[layer] if number % 3 == 2 else [str(1 + number % 2)]:
            if key == "e":
                expect(page.locator(".case")).not_to_have_attribute("aria-busy", "true")
            page.keyboard.press(key)
        tally(page, number + 1)
        assert page.url == address
    page.keyboard.press("u")
    tally(page, TEN - 1)
    clear_of_faults(page)
