"""A page open in a browser, with all that it asked for and complained of."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from tests.browser.serving import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page


SHOWN = "document.getElementById('main').dataset.place === location.hash"
"""The page shows what its address says."""
MARKS_FIT = "[...document.querySelectorAll('.mark-lines .scroll')].every((on) => on.scrollWidth <= on.clientWidth)"
"""No line of marks at the desk goes on beside what is seen."""


def until(page: Page, truth: str) -> None:
    """Wait until something is true of a page; its policy lets no script of the browser's own ask again and again."""
    end = monotonic() + PATIENCE / 1000
    while not page.evaluate(truth):
        assert monotonic() < end, f"never true: {truth}"
        page.wait_for_timeout(20)


class Opened:
    """A page at an address; ``requests`` and ``complaints`` must stay empty."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self._asked(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        page.on("dialog", self._alarmed)
        page.goto(address)

    def _asked(self, url: str) -> None:
        if not url.startswith(("data:", "blob:", self.address)):
            self.requests.append(url)

    def _alarmed(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def go(self, view: str, layer: str = "", query: str = "") -> None:
        """Follow a link to a view."""
        place = f"#/{view}/{layer}" if layer else f"#/{view}"
        self.page.goto(f"{self.address}{place}{query}")
        until(self.page, SHOWN)
        self.page.wait_for_selector(f".view-{view}")

    def views(self) -> list[str]:
        """The views that the page offers for this layer."""
        links: list[str] = self.page.eval_on_selector_all(".views a", "all => all.map((a) => a.getAttribute('href'))")
        return [link.removeprefix("#/").split("/")[0] for link in links]

    def places(self, payload: dict[str, Any]) -> list[tuple[str, str]]:
        """Every view of every layer."""
        found = []
        for layer in payload["layers"]:
            self.go("overview", layer["id"])
            found += [(view, layer["id"]) for view in self.views()]
        return found

    def check_quiet(self) -> None:
        """It asked for nothing and complained of nothing."""
        assert self.requests == []
        assert not self.complaints, self.complaints
