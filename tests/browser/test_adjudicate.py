"""The whole adjudication of the example, as somebody at a keyboard meets it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import accord
from accord.adjudicate.decision_index import FilesRead
from accord.adjudicate.store import Store
from accord.campaign.gold import queue_of
from accord.formats.folders import find_files
from accord.verbs.check import check_file
from tests.browser.opened import MARKS_FIT, until
from tests.browser.serving import HARBOUR, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator, Page, Route


def cases_of(name: str) -> int:
    return len(queue_of(name, accord.read(HARBOUR / name)).cases)


def tally(page: Page, decided: int) -> None:
    expect(page.locator("#tally")).to_contain_text(f"✓ {decided} decided")
    expect(page.locator(".case")).not_to_have_attribute("aria-busy", "true")


def refused_window(server: Server, window: Callable[..., Page]) -> Page:
    """A window that decided what another one had decided, and had not heard of it."""
    first, second = window(server, "urgency"), window(server, "urgency")
    second.route("**/api/state", lambda route: route.abort())
    first.keyboard.press("1")
    tally(first, 1)
    second.keyboard.press("2")
    expect(second.get_by_role("alert")).to_contain_text("Not kept.")
    return second


def decisions(folder: Path) -> dict[str, Any]:
    store = Store(folder / "accord-decisions.sqlite")
    found = FilesRead(find_files([str(folder)]).paths).decisions_in(store)
    store.close()
    return dict(found)


def clear_of_faults(page: Page) -> None:
    refused = [said for said in page.faults if "status of 409" not in said and "status of 400" not in said]  # type: ignore[attr-defined]
    assert refused == []


@pytest.mark.parametrize(("name", "ending"), [("annotators", ".conll"), ("urgency.csv", ".csv"), ("trees", ".conllu")])
def test_everything_is_adjudicated_by_keyboard_exported_and_read_again(
    serve: Callable[..., Server], window: Callable[..., Page], tmp_path: Path, name: str, ending: str
) -> None:
    layer, cases = "trees/deps" if name == "trees" else name.partition(".")[0], cases_of(name)
    page = window(serve(name), layer)
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_text(f"{cases} cases of {layer} not decided yet")).to_be_visible()
    for number in range(cases):
        page.keyboard.press("2" if number % 3 == 1 else "1")
        tally(page, number + 1)
    expect(page.get_by_text("No case is open any more.")).to_be_visible()
    page.keyboard.press("2")  # one key too many
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == f"{layer.replace('/', '-')}-gold{ending}"
    gold = tmp_path / download.value.suggested_filename
    download.value.save_as(gold)
    assert len(accord.read(gold).annotators) == 1
    assert check_file(str(gold)).errors == 0
    with page.expect_download() as download:
        page.get_by_role("button", name="How it was made (Markdown)").click()
    assert f"| decided by eve | {cases} |" in Path(download.value.path()).read_text("utf-8")
    page.get_by_role("button", name="Annotators against it").click()
    expect(page.get_by_role("table", name="Annotators against the gold standard")).to_contain_text("ada")
    clear_of_faults(page)


def test_borders_and_labels_are_changed_with_keys(serve: Callable[..., Server], window: Callable[..., Page]) -> None:
    server = serve("annotators")
    page = window(server, "annotators")
    expect(page.locator(".context")).to_contain_text("Crewe heard them .")
    page.keyboard.press("e")
    expect(page.get_by_role("option", name="PER 0–1 Crewe")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("l")
    page.keyboard.type("ORG")
    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="ORG 1–3 heard them")).to_be_visible()
    page.keyboard.press("n")
    expect(page.locator(".marks-list [role=option]")).to_have_count(2)
    page.keyboard.press("Delete")
    expect(page.locator(".marks-list [role=option]")).to_have_count(1)
    page.keyboard.press("Enter")
    tally(page, 1)
    (kept,) = decisions(server.paths[0]).values()
    assert (kept.value, kept.taken, kept.who) == ([[1, 3, "ORG"]], (), "eve")
    clear_of_faults(page)


def test_a_label_that_nobody_gave_a_comment_a_skip_and_an_undo(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server, cases = serve("urgency.csv"), cases_of("urgency.csv")
    page = window(server, "urgency")
    page.keyboard.press("c")
    page.keyboard.type("ask the archivist 1 2 3")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.keyboard.type("dire")
    page.keyboard.press("Enter")
    expect(page.locator(".unkept")).to_contain_text("Nobody used ‘dire’ so far.")
    page.keyboard.press("Enter")
    tally(page, 1)
    expect(page.get_by_role("heading", name=f"Case 2 of {cases}")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("#tally")).to_contain_text("↷ 1 skipped")
    expect(page.get_by_role("heading", name=f"Case 3 of {cases}")).to_be_visible()
    kept = list(decisions(server.paths[0].parent).values())
    assert [(each.state, each.value, each.comment) for each in kept] == [
        ("decided", "dire", "ask the archivist 1 2 3"),
        ("skipped", None, ""),
    ]
    page.keyboard.press("u")
    expect(page.locator("#tally")).to_contain_text("↷ 0 skipped")
    expect(page.get_by_role("heading", name=f"Case 2 of {cases}")).to_be_visible()
    page.keyboard.press("u")
    tally(page, 0)
    expect(page.get_by_role("heading", name=f"Case 1 of {cases}")).to_be_visible()
    page.keyboard.press("j")
    expect(page.get_by_role("heading", name=f"Case 2 of {cases}")).to_be_visible()
    page.keyboard.press("k")
    expect(page.get_by_text("History: 2 changes")).to_be_visible()
    clear_of_faults(page)


def test_two_windows_do_not_overwrite_each_other(serve: Callable[..., Server], window: Callable[..., Page]) -> None:
    server = serve("urgency.csv")
    second = refused_window(server, window)
    expect(second.get_by_role("alert")).to_contain_text("There now: eve, urgent. Yours: routine.")
    (kept,) = decisions(server.paths[0].parent).values()
    assert (kept.value, kept.revision) == ("urgent", 1)
    second.get_by_role("button", name="Put mine in its place").click()
    tally(second, 1)
    (kept,) = decisions(server.paths[0].parent).values()
    assert (kept.value, kept.revision) == ("routine", 2)


def test_who_decided_is_said_whoever_looks_comments_or_takes_back(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server = serve("urgency.csv")
    ann, bob = window(server, "urgency"), window(server, "urgency")
    bob.get_by_label("Deciding as").fill("Bob")
    ann.get_by_label("Deciding as").fill("Ann")
    ann.locator(".case h3").click()
    ann.keyboard.press("e")
    ann.keyboard.type("dire")
    ann.keyboard.press("Enter")
    expect(ann.locator(".unkept")).to_contain_text("Nobody used ‘dire’ so far.")
    ann.keyboard.press("Enter")
    tally(ann, 1)
    expect(bob.locator(".versions .draft")).to_have_text("✎ Ann’s own version")
    expect(bob.locator(".case header")).to_contain_text("by Ann")
    bob.get_by_label("Comment").fill("hm")
    bob.get_by_role("button", name="Keep the comment").click()
    expect(bob.get_by_text("History: 2 changes")).to_be_visible()
    expect(bob.locator(".case header")).to_contain_text("by Ann")
    bob.locator(".case h3").click()
    bob.keyboard.press("1")
    expect(bob.get_by_role("heading", name=re.compile("Case 2 of"))).to_be_visible()
    bob.keyboard.press("u")
    bob.get_by_text("History: 4 changes").click()
    last = bob.locator(".history li").last.inner_text()
    assert "Bob: undid, back to decided, dire (edited), by Ann" in last
    with bob.expect_download() as download:
        bob.get_by_label("What is undecided").select_option("majority")
        bob.get_by_role("button", name="How it was made (Markdown)").click()
    assert "| decided by Ann | 1 |" in Path(download.value.path()).read_text("utf-8")
    clear_of_faults(bob)


def test_what_another_window_decides_is_seen(serve: Callable[..., Server], window: Callable[..., Page]) -> None:
    server = serve("urgency.csv")
    first, second = window(server, "urgency"), window(server, "urgency")
    first.keyboard.press("1")
    expect(second.locator("#tally")).to_contain_text("✓ 1 decided")
    expect(second.get_by_role("alert")).to_contain_text("eve changed this case in another window.")


def test_a_case_that_was_gone_to_opens_whatever_others_decide_meanwhile(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server = serve("urgency.csv")
    first, second = window(server, "urgency"), window(server, "urgency")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    first.route("**/api/case?*", hold)
    first.locator(".cases button").nth(3).click()
    second.keyboard.press("1")
    expect(first.locator("#tally")).to_contain_text("✓ 1 decided")
    for route in held:
        route.continue_()
    first.unroute("**/api/case?*")
    expect(first.get_by_role("heading", name="Case 4 of")).to_be_visible()
    first.keyboard.press("1")
    tally(first, 2)


def test_what_another_window_decided_just_before_is_seen_too(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server = serve("urgency.csv")
    first, second = window(server, "urgency"), window(server, "urgency")
    second.keyboard.press("j")
    expect(second.get_by_role("heading", name="Case 2 of")).to_be_visible()
    first.route("**/api/state", lambda route: route.abort())
    second.keyboard.press("1")
    tally(second, 1)
    first.unroute("**/api/state")
    first.keyboard.press("1")
    tally(first, 2)
    tally(second, 2)


def test_a_comment_is_typed_to_its_end_whatever_others_do(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server = serve("urgency.csv")
    first, second = window(server, "urgency"), window(server, "urgency")
    first.keyboard.press("c")
    first.keyboard.type("I think ")
    second.keyboard.press("1")
    tally(second, 1)
    expect(first.get_by_role("alert")).to_contain_text("changed in another window meanwhile")
    expect(first.locator("#tally")).to_contain_text("✓ 1 decided")
    first.keyboard.type("it is so ")
    first.set_viewport_size({"width": 480, "height": 900})
    first.wait_for_timeout(500)
    first.keyboard.type("1, sure")
    expect(first.locator("#comment")).to_have_value("I think it is so 1, sure")
    first.locator("h2").click()
    expect(first.get_by_role("alert")).to_contain_text("eve changed this case in another window.")
    expect(first.locator("#comment")).to_have_value("I think it is so 1, sure")
    (decided,) = decisions(server.paths[0].parent).values()
    assert (decided.state, decided.comment) == ("decided", "")


def test_after_kill_nine_all_that_was_confirmed_is_there(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server, cases = serve("urgency.csv", own=True), cases_of("urgency.csv")
    decided = 0
    page = window(server, "urgency")
    for times in (2, 4):
        for _ in range(times):
            page.keyboard.press("1")
            decided += 1
            tally(page, decided)
        server.stop(signal.SIGKILL)
        assert len(decisions(server.paths[0].parent)) == decided
        server.start()
        page.goto("about:blank")
        page.goto(server.address)
        expect(page.get_by_role("link", name="Adjudicate")).to_be_visible()
        page.goto(f"{server.root}#/adjudicate/urgency")
        tally(page, decided)
        expect(page.get_by_role("heading", name=f"Case {decided + 1} of {cases}")).to_be_visible()


@pytest.mark.parametrize(("layer", "dark", "width"), [("trees/deps", False, 1280), ("annotators", True, 480)])
def test_axe_finds_nothing_serious(
    serve: Callable[..., Server], window: Callable[..., Page], layer: str, *, dark: bool, width: int
) -> None:
    server = serve(layer.partition("/")[0])
    page = window(server, layer, dark=dark, width=width)
    page.keyboard.press("1")
    tally(page, 1)
    page.keyboard.press("e")
    for view in ("adjudicate", "settings"):
        if view == "settings":
            page.goto(f"{server.root}#/settings/{layer}")
            expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        found = Axe().run(page).response["violations"]
        assert [
            (each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in {"serious", "critical"}
        ] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    clear_of_faults(page)


def test_files_that_are_chosen_are_measured_and_settings_measure_anew(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server = serve("urgency.csv", own=True)
    page = window(server, "urgency")
    page.goto(f"{server.root}#/settings/urgency")
    page.get_by_label("Coefficient").select_option("kappa")
    page.get_by_label("bram").uncheck()
    page.get_by_role("button", name="Measure", exact=True).click()
    page.goto(f"{server.root}#/overview/urgency")
    expect(page.locator(".coefficient").first).to_contain_text("kappa")
    page.goto(f"{server.root}#/settings/urgency")
    page.get_by_label("Choose files").set_input_files(HARBOUR / "weather.csv")
    expect(page.get_by_role("heading", name="weather.csv", level=1)).to_be_visible()
    clear_of_faults(page)


def at_settings(serve: Callable[..., Server], window: Callable[..., Page]) -> tuple[Server, Page, Locator]:
    """The settings of a layer, and the button that measures it."""
    server = serve("urgency.csv", own=True)
    page = window(server, "urgency")
    page.goto(f"{server.root}#/settings/urgency")
    return server, page, page.get_by_role("button", name="Measure", exact=True)


def test_settings_offer_what_works_and_say_what_does_not(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server, page, measure = at_settings(serve, window)
    said = page.locator("form.settings [role=status]")
    page.get_by_label("Coefficient").select_option("pi")
    measure.click()
    expect(said).to_have_text("pi is for 2: choose 2 annotators.")
    page.get_by_label("Coefficient").select_option("alpha")
    page.get_by_label("Distance").select_option("ordinal")
    measure.click()
    expect(said).to_have_text("For ordinal, say the order of the labels.")
    page.get_by_text("Order of labels", exact=True).click()
    page.locator("#set-order").fill("routine\nnotable")
    measure.click()
    expect(said).to_contain_text("urgent")  # it is missing in that order
    page.locator("#set-order").fill("routine\nnotable\nurgent")
    measure.click()
    page.goto(f"{server.root}#/overview/urgency")
    expect(page.get_by_text("--labels routine,notable,urgent").first).to_be_attached()
    clear_of_faults(page)


def test_why_something_was_not_measured_goes_when_something_else_is(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    _, page, measure = at_settings(serve, window)
    bar = page.locator(".job")
    page.get_by_text("Order of labels", exact=True).click()
    page.locator("#set-order").fill("routine\nnotable")
    measure.click()
    expect(bar).to_contain_text("Not measured: ")
    page.locator("#set-order").fill("")
    measure.click()
    expect(page.locator("form.settings [role=status]")).to_have_text("measured")
    expect(bar).not_to_contain_text("Not measured: ")
    clear_of_faults(page)


def test_chunk_labels_are_compared_as_tokens_spans_or_units(
    serve: Callable[..., Server], window: Callable[..., Page]
) -> None:
    server = serve("annotators", own=True)
    page = window(server, "annotators")
    for unit, coefficient in (("units", "gamma"), ("spans", "corrected F1")):
        page.goto(f"{server.root}#/settings/annotators")
        page.get_by_label("What is compared").select_option(label={"units": "units on a continuum"}.get(unit, unit))
        page.get_by_role("button", name="Measure", exact=True).click()
        page.goto(f"{server.root}#/overview/annotators")
        expect(page.locator(".coefficient").first).to_contain_text(coefficient)
    clear_of_faults(page)


def test_text_from_the_data_is_never_markup(
    serve: Callable[..., Server], window: Callable[..., Page], tmp_path: Path
) -> None:
    evil = "<img src=x onerror=document.title='owned'>"
    text = f"{evil} \"'&amp; مرحبا \u200b 🐐 {'long' * 25_000}"
    record = {"document": evil, "text": text}
    marks: dict[str, list[list[object]]] = {
        evil: [[0, len(evil), "</script><b>"]],
        "bram": [[0, 5, "PER"]],
        "chloe": [[0, 100_000, "LOC"]],
    }
    lines = [json.dumps(record | {"annotator": who, "spans": spans}) for who, spans in marks.items()]
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour" / "evil.jsonl").write_text("\n".join(lines), "utf-8")
    server = serve("urgency.csv", own=True)
    server.stop()
    server.paths = (tmp_path / "harbour" / "evil.jsonl",)
    server.start()
    page = window(server, "evil")
    expect(page.locator(".mark-label", has_text="</script><b>").first).to_be_visible()
    assert page.locator("main img, main b").count() == 0
    expect(page.locator(".document .fold")).to_have_text(re.compile("^… 99,[0-9]{3} characters …$"))
    assert len(page.locator(".document").inner_text()) < 1_000
    page.keyboard.press("c")
    page.keyboard.type(evil)
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    tally(page, 1)
    page.get_by_text("History: 1 change").click()
    assert page.locator("main img, main b").count() == 0
    assert "owned" not in page.title()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 480, "height": 900})
    until(page, MARKS_FIT)  # each name above its marks
    clear_of_faults(page)


@pytest.fixture
def waiting(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of a server that was given no files."""
    command = [sys.executable, "-m", "accord", "serve", "--decisions", str(tmp_path / "d.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        page = browser.new_page()
        page.goto(process.stdout.readline().strip())
        yield page
        page.context.close()
        process.terminate()


def test_without_files_the_page_waits_for_some_to_be_dropped(waiting: Page, tmp_path: Path) -> None:
    expect(waiting.get_by_text("Drop files or a folder here")).to_be_visible()
    assert "token" not in waiting.url
    crew = tmp_path / "crew"
    crew.mkdir()
    drop(waiting, crew)
    expect(waiting.locator(".job")).to_contain_text("There is no file in what was dropped.")
    shutil.copytree(HARBOUR / "annotators", crew / "names")
    shutil.copy(HARBOUR / "weather.csv", crew)
    drop(waiting, crew)
    layers = waiting.get_by_label("Layer").locator("option")
    expect(layers).to_have_text(["weather (labels)", "names (spans)"])
    (tmp_path / "no.csv").write_text("nothing\n", "utf-8")
    drop(waiting, tmp_path / "no.csv")
    expect(waiting.locator(".job")).to_contain_text("there is one column: nothing")
    expect(layers).to_have_text(["weather (labels)", "names (spans)"])
    drop(waiting, HARBOUR / "urgency.csv", HARBOUR / "weather.csv")
    expect(layers).to_have_text(["urgency (labels)", "weather (labels)"])


def drop(page: Page, *paths: Path) -> None:
    """Files and folders are dragged from elsewhere over the middle of the page, and let go."""
    mouse = page.context.new_cdp_session(page)
    dragged = {"items": [], "files": list(map(str, paths)), "dragOperationsMask": 1}
    for event in ("dragEnter", "dragOver", "drop"):
        mouse.send("Input.dispatchDragEvent", {"type": event, "x": 400, "y": 300, "data": dragged})
    mouse.detach()


def test_an_annotator_called_like_a_reference_can_be_chosen_back(
    serve: Callable[..., Server], window: Callable[..., Page], tmp_path: Path
) -> None:
    server = serve("urgency.csv", own=True)
    table = tmp_path / "judged.csv"
    table.write_text((HARBOUR / "urgency.csv").read_text("utf-8").replace("chloe", "gold"), encoding="utf-8")
    page = window(server, "urgency")
    page.goto(f"{server.root}#/settings/urgency")
    page.get_by_label("Choose files").set_input_files(table)
    expect(page.locator(".alerts")).to_contain_text("gold is a reference, by its name")
    page.goto(f"{server.root}#/settings/judged")
    gold = page.get_by_label("gold")
    expect(gold).not_to_be_checked()
    gold.check()
    page.get_by_role("button", name="Measure", exact=True).click()
    page.goto(f"{server.root}#/overview/judged")
    expect(page.get_by_text("The 3 annotators agree").first).to_be_visible()
    page.goto(f"{server.root}#/settings/judged")
    expect(page.get_by_label("gold")).to_be_checked()
    clear_of_faults(page)
