"""The queue: what is listed and in what order, equal cases, batches, and the gold standard that comes of it."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.opened import until
from tests.browser.serving import HARBOUR, Server, forget_decisions
from tests.browser.test_adjudicate import clear_of_faults, decisions, drop, tally
from tests.unit.adjudicate.campaigns import queue_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import APIResponse, Browser, Page, Route

    Open = Callable[..., Page]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here."""
    folder = tmp_path_factory.mktemp("harbour")
    shutil.copytree(HARBOUR / "annotators", folder / "annotators")
    for name in ("urgency.csv", "weather.csv"):
        shutil.copy(HARBOUR / name, folder)
    server = Server(folder)
    yield server
    server.stop()


@pytest.fixture
def server(served: Server) -> Server:
    """The one for all, on which nothing is decided, nor was, when a test begins."""
    forget_decisions(served)
    return served


@pytest.fixture
def opened_desk(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens the desk at an address, under a name."""
    contexts = []

    def open_desk(place: str, *, who: str = "eve", width: int = 1280, dark: bool = False) -> Page:
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
        page.goto(f"{server.root}#/adjudicate/{place}")
        expect(page.locator(".cases button, .case p").first).to_be_visible()
        if who != "eve":
            page.get_by_label("Deciding as").fill(who)
        return page

    yield open_desk
    for context in contexts:
        context.close()


def listed(page: Page) -> list[str]:
    """The ids of the cases that are listed, in their order."""
    return [str(each) for each in page.locator(".cases button").evaluate_all("all => all.map((e) => e.dataset.item)")]


def counted(page: Page, cases: int) -> None:
    expect(page.get_by_role("heading", name=re.compile(rf"^Case \d+ of {cases}$"))).to_be_visible()


def expected(**filters: Any) -> list[str]:
    """The ids of the cases of the names that a filter lets through, the hardest first, from Python."""
    queue = queue_of("annotators")
    rows: Any = queue.payload({})["cases"]
    return [
        row["id"]
        for row in rows
        if filters.get("document", row["document"]) == row["document"]
        and ("pair" not in filters or filters["pair"] in row["pairs"])
        and ("sort" not in filters or filters["sort"] in row["sorts"])
        and (
            "annotator" not in filters
            or any(filters["annotator"] in who and not most for _, who, most in row["versions"])
        )
    ]


def test_the_queue_shows_text_labels_and_annotators_and_keeps_filters_in_the_address(opened_desk: Open) -> None:
    page = opened_desk("annotators")
    first = page.locator(".cases button").first
    expect(first).to_contain_text("Crewe")
    for said in ("PER ada", "nothing bram", "SHIP chloe", "doc5:4:1-1"):
        expect(first).to_contain_text(said)
    assert listed(page) == expected()
    page.locator(".filters summary").click()
    page.get_by_label("Labels that meet").select_option(label="PER – SHIP (10)")
    counted(page, 10)
    assert listed(page) == expected(pair=["PER", "SHIP"])
    labelled = f"other label ({len(expected(sort='labelled'))})"
    page.get_by_label("Kind of difference").select_option(label=labelled)
    both = [item for item in expected(pair=["PER", "SHIP"]) if item in expected(sort="labelled")]
    assert listed(page) == both
    page.reload()
    counted(page, len(both))
    assert listed(page) == both
    expect(page.locator(".filters summary")).to_have_text(f"Filter: {len(both)} of 59 cases")
    page.get_by_role("button", name="Show all").click()
    counted(page, 59)
    assert "pair=" not in page.url
    for name, value in {"document": "doc5", "annotator": "chloe", "sort": "bounded"}.items():
        page.evaluate(f"location.hash = '#/adjudicate/annotators?{name}={value}'")
        counted(page, len(expected(**{name: value})))
        assert listed(page) == expected(**{name: value})
    page.evaluate("location.hash = '#/adjudicate/annotators?document=nowhere'")
    expect(page.locator(".case")).to_contain_text("No case is as what is chosen beside it says.")
    clear_of_faults(page)


def test_cases_are_listed_by_document_and_by_what_raises_agreement_most(opened_desk: Open) -> None:
    queue = queue_of("annotators")
    page = opened_desk("urgency?order=document")
    expect(page.locator(".cases button").first).to_contain_text("Mrs Henrietta Voss")  # from another file
    page = opened_desk("annotators?order=document")
    counted(page, 59)
    assert listed(page) == [case.id for case in queue.of.cases]
    page.locator("#list-order").select_option(label="What raises agreement most")
    gains = queue.gains.by_case
    assert listed(page) == sorted((case.id for case in queue.cases), key=lambda item: -gains[item])
    expect(page.locator(".list-tools")).to_contain_text("F1 of tokens is 0.874.")
    expect(page.locator(".cases button").first).to_contain_text(f"+{max(gains.values()):.4f}")
    page.evaluate("location.hash = '#/adjudicate/annotators?case=doc8:4:1-2'")
    expect(page.locator(".case .place")).to_have_text("doc8:4:1-2")
    page.locator(".case h3").click()
    page.keyboard.press("j")
    expect(page.locator(".case .place")).not_to_have_text("doc8:4:1-2")
    page.set_viewport_size({"width": 700, "height": 900})
    expect(page.locator(".case .place")).not_to_have_text("doc8:4:1-2")
    clear_of_faults(page)


def test_an_answer_on_a_layer_that_was_left_is_not_taken_for_the_one_that_lies_there_now(opened_desk: Open) -> None:
    page = opened_desk("urgency")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/decision", hold)
    page.keyboard.press("1")
    page.evaluate("location.hash = '#/adjudicate/weather'")
    expect(page.get_by_role("heading", name="Adjudicate weather")).to_be_visible()
    expect(page.locator(".case .place")).to_contain_text("weather:")
    expect(page.locator("#tally")).to_contain_text("✓ 0 decided")
    for route in held:
        route.continue_()
    page.unroute("**/api/decision")
    held.clear()
    page.route("**/api/queue?layer=urgency", hold)
    page.evaluate("location.hash = '#/adjudicate/urgency'")
    expect(page.get_by_role("heading", name="Adjudicate urgency")).to_be_visible()
    page.evaluate("location.hash = '#/adjudicate/annotators'")
    expect(page.locator(".cases button").first).to_contain_text("Crewe")
    for route in held:
        route.continue_()
    page.unroute("**/api/queue?layer=urgency")
    page.wait_for_timeout(300)
    counted(page, 59)
    expect(page.get_by_label("Format")).to_have_value("conll")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.evaluate("location.hash = '#/adjudicate/urgency'")
    tally(page, 1)  # it was decided
    counted(page, 31)
    page.locator(".case h3").click()
    page.keyboard.press("u")
    tally(page, 0)
    clear_of_faults(page)


def test_a_queue_from_before_a_decision_does_not_open_the_case_again(opened_desk: Open) -> None:
    page = opened_desk("urgency")
    expect(page.locator(".case .place")).to_contain_text("urgency:")
    page.evaluate("location.hash = '#/adjudicate/weather'")
    expect(page.locator(".case .place")).to_contain_text("weather:")
    held: list[tuple[Route, APIResponse]] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route("**/api/queue?layer=urgency", hold_first)
    page.evaluate("location.hash = '#/adjudicate/urgency'")
    expect(page.locator(".case .place")).to_contain_text("urgency:")
    while not held:
        page.wait_for_timeout(20)
    page.keyboard.press("1")
    tally(page, 1)
    page.evaluate(
        """() => {
          window.tallies = [];
          const note = () => tallies.push(document.getElementById("tally").textContent);
          new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    for route, response in held:
        route.fulfill(response=response)
    until(page, "tallies.length > 0")
    page.wait_for_timeout(500)
    assert [said for said in page.evaluate("tallies") if not said.startswith("✓ 1 decided")] == []
    tally(page, 1)
    page.keyboard.press("1")
    tally(page, 2)
    clear_of_faults(page)


def test_equal_cases_are_decided_with_a_preview_and_undone_at_once(opened_desk: Open, server: Server) -> None:
    page = opened_desk("urgency?case=urgency:d01-s05")
    expect(page.locator(".case .place")).to_have_text("urgency:d01-s05")
    page.locator(".case h3").click()
    page.keyboard.press("b")
    dialog = page.get_by_role("dialog", name="Decide equal cases together")
    expect(dialog).to_contain_text("No other open case has the same words and versions.")
    dialog.get_by_label("Equal in").select_option(label="the same versions")
    rows = dialog.locator("tbody tr")
    expect(rows.nth(1)).to_be_visible()
    found = rows.count()
    expect(dialog).to_contain_text(f"{found - 1} open cases beside this one.")
    rows.nth(1).get_by_role("checkbox").uncheck()
    left = rows.nth(1).locator(".place").inner_text()
    dialog.get_by_role("button", name=f"Decide {found - 1} cases").click()
    expect(dialog).to_have_count(0)
    tally(page, found - 1)
    kept = decisions(server.paths[0])
    value = kept["urgency:d01-s05"].value
    assert len(kept) == found - 1
    assert left not in kept
    assert {each.value for each in kept.values()} == {value}
    assert {each.revision for each in kept.values()} == {1}
    page.keyboard.press("u")
    tally(page, 0)
    assert {each.state for each in decisions(server.paths[0]).values()} == {"open"}
    clear_of_faults(page)


def test_one_case_that_changed_meanwhile_refuses_all_and_is_named(opened_desk: Open, server: Server) -> None:
    page, other = opened_desk("urgency?case=urgency:d01-s05"), opened_desk("urgency", who="Ann")
    before = {item: each for item, each in decisions(server.paths[0]).items() if each.state != "open"}
    assert before == {}
    page.locator(".case h3").click()
    page.keyboard.press("b")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Equal in").select_option(label="the same versions")
    rows = dialog.locator("tbody tr")
    expect(rows.nth(2)).to_be_visible()
    changed = rows.nth(2).locator(".place").inner_text()
    other.locator(f".cases button[data-item='{changed}']").click()
    expect(other.locator(".case .place")).to_have_text(changed)
    other.keyboard.press("2")
    tally(other, 1)
    found = rows.count()
    dialog.get_by_role("button", name=f"Decide {found} cases").click()
    expect(dialog).to_contain_text(f"Not kept. 1 of {found} cases was changed in the meantime, so nothing was kept")
    expect(dialog).to_contain_text(f"{changed}: Ann, ")
    expect(rows).to_have_count(found - 1)
    assert [item for item, each in decisions(server.paths[0]).items() if each.state == "decided"] == [changed]
    dialog.get_by_role("button", name=f"Decide {found - 1} cases").click()
    tally(page, found)
    page.keyboard.press("u")
    other.keyboard.press("u")
    tally(other, 0)
    clear_of_faults(page)


def test_batches_share_no_case_end_and_are_taken_back(opened_desk: Open, server: Server) -> None:
    ann, bob = opened_desk("urgency", who="Ann"), opened_desk("urgency", who="Bob")
    for page in (ann, bob):
        page.locator(".batches summary").click()
        page.get_by_label("Take the next").fill("3")
        page.get_by_role("button", name="Take", exact=True).click()
        counted(page, 3)
    assert set(listed(ann)).isdisjoint(listed(bob))
    ann.locator(".case h3").click()
    ann.keyboard.press("1")
    tally(ann, 1)
    expect(ann.locator(".batches summary")).to_have_text("Batches: 2 cases yours")
    expect(bob.locator(".other-batch")).to_contain_text("Ann has 2 cases for 60 minutes.")
    theirs = listed(ann)[1]
    bob.get_by_role("button", name="Give back").click()
    bob.locator(f".cases button[data-item='{theirs}']").click()
    expect(bob.locator(".case .place")).to_have_text(theirs)
    bob.keyboard.press("1")
    expect(bob.get_by_role("alert")).to_contain_text("Ann has this case in a batch for 60 minutes more")
    bob.get_by_role("button", name="Release").click()
    expect(ann.locator(".batches")).to_contain_text("Your batch has ended.")
    bob.locator(".case h3").click()
    bob.keyboard.press("1")
    tally(bob, 2)
    assert decisions(server.paths[0])[theirs].who == "Bob"
    clear_of_faults(bob)
    ann.get_by_label("Take the next").fill("2")
    ann.get_by_role("button", name="Take", exact=True).click()
    counted(ann, 2)
    mine = listed(ann)
    ann.reload()
    ann.locator(".batches summary").click()
    ann.get_by_role("button", name="Go on with it here").click()
    counted(ann, 2)
    assert listed(ann) == mine
    clear_of_faults(ann)


def test_gold_goes_into_any_format_and_says_what_changed_since(opened_desk: Open, tmp_path: Path) -> None:
    page = opened_desk("annotators")
    gold = page.locator(".gold")
    page.get_by_label("What is undecided").select_option("majority")
    formats = page.get_by_label("Format").locator("option").all_inner_texts()
    assert {"conll", "jsonl", "brat", "webanno", "label-studio", "glozz", "docbin"} <= set(formats)
    page.get_by_label("Format").select_option("brat")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export").click()
    coming.value.save_as(tmp_path / "gold.zip")
    shutil.unpack_archive(tmp_path / "gold.zip", tmp_path / "gold")
    assert len(list((tmp_path / "gold").rglob("*.ann"))) == 12
    expect(gold).to_contain_text("the first that is exported")
    page.locator(".case h3").click()
    page.keyboard.press("2")
    tally(page, 1)
    with page.expect_download():
        page.get_by_role("button", name="Export").click()
    expect(gold.locator(".since")).to_contain_text("1 case decided, 0 decided again, 0 opened again.")
    table = page.get_by_role("table", name="Then and now")
    expect(table).to_contain_text("f1 then")
    assert table.locator("tbody tr").count() == 3
    page.keyboard.press("u")
    tally(page, 0)
    page.get_by_role("button", name="Annotators against it").click()
    expect(gold.locator(".since")).to_contain_text("0 cases decided, 0 decided again, 1 opened again.")
    clear_of_faults(page)


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (480, True)])
def test_axe_finds_nothing_serious_in_the_queue_and_the_preview(opened_desk: Open, width: int, *, dark: bool) -> None:
    page = opened_desk("annotators?order=gain&annotator=chloe", width=width, dark=dark)
    page.locator(".batches summary").click()
    page.locator(".case h3").click()
    for key in ("", "b"):
        if key:
            page.keyboard.press(key)
            expect(page.locator(".preview tbody tr").first).to_be_visible()
        found = Axe().run(page).response["violations"]
        serious = [each for each in found if each["impact"] in {"serious", "critical"}]
        assert [(each["id"], each["nodes"][0]["html"]) for each in serious] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    clear_of_faults(page)


def test_a_folder_is_dropped_on_the_desk_and_what_was_decided_on_it_is_there_again(
    opened_desk: Open, tmp_path: Path
) -> None:
    page = opened_desk("urgency")
    crew = tmp_path / "crew"
    shutil.copytree(HARBOUR / "annotators", crew / "deep" / "names")
    (crew / ".hidden").write_text("no", "utf-8")
    shutil.copy(HARBOUR / "weather.csv", crew)
    drop(page, crew)
    layers = page.get_by_label("Layer").locator("option")
    expect(layers).to_have_count(2)
    expect(layers.filter(has_text="names (spans)")).to_have_count(1)
    page.evaluate("location.hash = '#/adjudicate/weather'")
    expect(page.locator(".cases button").first).to_contain_text("weather:")
    page.locator(".case h3").click()
    page.keyboard.press("1")
    tally(page, 1)
    drop(page, crew)
    until(page, "fetch('/api/state').then((got) => got.json()).then(({ files_shown }) => files_shown === 2)")
    clear_of_faults(page)
    again = opened_desk("weather")
    tally(again, 1)
    clear_of_faults(again)
