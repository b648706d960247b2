"""A browser for the tests of the page: Debian's chromium, where there is one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.opened import Opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")
_QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here, and skip it where there is no browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")
            if not CHROMIUM.exists():
                item.add_marker(pytest.mark.skip(reason=f"needs {CHROMIUM}: apt install chromium"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        quiet = [*_QUIET, "--disable-component-update", "--disable-sync"]
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=quiet)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Writes a page into a file, and opens it as a reader would."""
    pages: list[Opened] = []

    def open_page(html: str, *, dark: bool = False, width: int = 1280) -> Opened:
        file = tmp_path / f"page-{len(pages)}.html"
        file.write_text(html, "utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light", accept_downloads=True
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        pages.append(Opened(context.new_page(), file.as_uri()))
        return pages[-1]

    yield open_page
    for page in pages:
        page.page.context.close()
