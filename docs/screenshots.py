"""The pictures of the documentation, taken from the page of the example by Debian's chromium: ``make screenshots``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import accord

ROOT = Path(__file__).parents[1]
VIEWS = {
    "page": ("", 780),
    "labels": ("#/labels/urgency", 880),
    "aligner": ("#/aligner/radio", 760),
}
"""What is shown, by the name of its picture: the part of the address behind the file, and the height."""


def main() -> int:
    """Take every picture."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "harbour.html"
        accord.report(ROOT / "examples" / "harbour", page_file)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (place, height) in VIEWS.items():
            window = browser.new_page(viewport={"width": 1280, "height": height})
            window.goto(f"{page_file.as_uri()}{place}")
            window.wait_for_timeout(500)
            window.screenshot(path=ROOT / "docs" / "pictures" / f"{name}.png")
            window.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
