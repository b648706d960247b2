"""A browser for the tests of the page: Debian's chromium, where there is one."""

from __future__ import annotations

import fcntl
import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

from accord.campaign.report import report_payload
from tests.browser.opened import Opened
from tests.browser.serving import HARBOUR, PATIENCE, Server, forget_decisions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
_QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

expect.set_options(timeout=PATIENCE)


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


@pytest.fixture(scope="session")
def measured_once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[..., dict[str, Any]]:
    """Measures a payload, under a name, once for all processes that run tests."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent

    def payload(name: str, measure: Callable[[], Any]) -> dict[str, Any]:
        file = shared / f"payload-{name}.json"
        with (shared / f"payload-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                file.write_text(json.dumps(measure()), "utf-8")
        return json.loads(file.read_text("utf-8"))  # type: ignore[no-any-return]

    return payload


@pytest.fixture(scope="session")
def harbour(measured_once: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    """The payload of the example."""
    return measured_once("harbour", lambda: report_payload([str(HARBOUR)], budget=4.0))


@pytest.fixture(scope="session")
def parsers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The payload of two runs of a parser and one of another, against trees of the example."""
    folder = tmp_path_factory.mktemp("parsers")
    gold, bram = (HARBOUR / "trees" / f"{name}.conllu" for name in ("ada", "bram"))
    written = {"arc-1": bram.read_text("utf-8"), "arc-2": gold.read_text("utf-8")}
    written["graph"] = written["arc-2"].replace("\tobj\t", "\tobl\t")
    for name, text in written.items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    paths = [str(folder / f"{name}.conllu") for name in written]
    return json.loads(json.dumps(report_payload(paths, reference=str(gold))))  # type: ignore[no-any-return]


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


@pytest.fixture(scope="session")
def shared_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Server]]:
    """Serves a part of the example to one test after the other, on which nothing is decided when it begins."""
    servers: dict[str, Server] = {}

    def server(name: str) -> Server:
        if name in servers:
            forget_decisions(servers[name])
        else:
            servers[name] = Server(copied(name, tmp_path_factory.mktemp("served")))
        return servers[name]

    yield server
    for each in servers.values():
        each.stop()


@pytest.fixture
def serve(shared_servers: Callable[[str], Server], tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Serves a part of the example; a test that changes its files or its settings, or stops it, takes its own."""
    servers: list[Server] = []

    def start(name: str, *, own: bool = False) -> Server:
        if not own:
            return shared_servers(name)
        servers.append(Server(copied(name, tmp_path)))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def copied(name: str, folder: Path) -> Path:
    """A part of the example in a folder of its own."""
    source, copy = HARBOUR / name, folder / "harbour" / name
    copy.parent.mkdir(exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, copy)
    else:
        shutil.copy(source, copy)
    return copy


@pytest.fixture
def window(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens the desk of a layer in a window of its own."""
    contexts = []

    def open_window(server: Server, layer: str, *, dark: bool = False, width: int = 1280) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light", accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.faults = faults  # type: ignore[attr-defined]
        page.goto(server.address)
        expect(page.get_by_role("link", name="Adjudicate")).to_be_visible()
        page.goto(f"{server.root}#/adjudicate/{layer}")
        expect(page.get_by_role("heading", name=re.compile(r"Case \d+ of"))).to_be_visible()
        return page

    yield open_window
    for context in contexts:
        context.close()
