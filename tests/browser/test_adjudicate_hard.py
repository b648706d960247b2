"""The desk where it is hard: nothing can be measured, annotators read different texts, the screen is narrow."""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import accord
from accord.model import Trees
from tests.browser.serving import PATIENCE, Server
from tests.browser.test_adjudicate import clear_of_faults, decisions, tally
from tests.trees import too_long_to_measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    Window = Callable[..., Page]

TOO_LONG = "to compare trees of 5,000 and 5,000 nodes with long branches on both sides takes"
BOAT, GOAT = "Send a boat.", "Send a <b>goat</b> & “hurry”."


@pytest.fixture
def serve_folder(tmp_path: Path) -> Iterator[Callable[[], Server]]:
    """Serves what lies in a folder."""
    servers: list[Server] = []

    def start() -> Server:
        servers.append(Server(tmp_path))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def check_accessible(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []


def test_a_layer_that_cannot_be_measured_says_why_and_is_adjudicated_and_exported(
    serve_folder: Callable[[], Server], window: Window, tmp_path: Path
) -> None:
    folder = too_long_to_measure(tmp_path / "parses")
    server = serve_folder()
    page = window(server, "parses")
    expect(page.locator(".not-measured")).to_contain_text(TOO_LONG)
    for view in ("overview", "settings", "pairs"):
        page.goto(f"{server.root}#/{view}/parses")
        expect(page.locator(".not-measured")).to_contain_text(TOO_LONG)
    assert "Pairs" not in page.locator(".views").inner_text()
    check_accessible(page)
    page.goto(f"{server.root}#/adjudicate/parses")
    page.locator(".cases button").filter(has_text="long").click()
    expect(page.locator(".tree-versions")).to_contain_text("… 4,997 words …")
    page.locator(".case h3").click()
    page.keyboard.press("f")
    expect(page.locator(".tree-versions")).to_contain_text("4,999 words are too many to draw. Not all have obj 1–2.")
    page.keyboard.press("f")
    expect(page.locator(".tree-versions")).to_contain_text("… 4,997 words …")
    assert page.locator(".trees-table tbody tr").count() == 1
    page.keyboard.press("e")
    label = page.get_by_label("Label of w2", exact=True)
    label.fill("iobj")
    expect(page.locator(".tree-versions .draft")).to_contain_text("iobj")
    label.press("Enter")
    expect(page.locator(".unkept")).to_contain_text("Nobody used ‘iobj’ so far.")
    label.press("Enter")
    tally(page, 1)
    page.keyboard.press("1")
    tally(page, 2)
    with page.expect_download(timeout=PATIENCE) as coming:
        page.get_by_role("button", name="Export").click()
    gold = tmp_path / "gold" / "gold.conllu"
    coming.value.save_as(gold)
    layers = accord.read(gold).annotations.values()
    (long,), (short,), _ = (layer.trees for layer in layers if isinstance(layer, Trees))
    assert (len(long.words), long.labels[1], short.labels[1]) == (4_999, "iobj", "obj")
    assert len(decisions(folder.parent)) == 2
    clear_of_faults(page)


def test_what_each_annotator_read_of_an_item_stands_below_the_label(
    serve_folder: Callable[[], Server], window: Window, tmp_path: Path
) -> None:
    rows = [
        ("item", "text", "annotator", "label"),
        ("s1", BOAT, "ada", "urgent"),
        ("s1", GOAT, "bram", "routine"),
        ("s1", "", "constructor", "routine"),
        ("s2", BOAT, "ada", "urgent"),
        ("s2", BOAT, "bram", "routine"),
    ]
    with (tmp_path / "calls.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    page = window(serve_folder(), "calls")
    page.locator(".cases button").filter(has_text="s2").click()
    expect(page.locator(".case .context")).to_have_text(f"s2 {BOAT}")
    expect(page.locator(".unlike, .read")).to_have_count(0)
    page.locator(".cases button").filter(has_text="s1").click()
    expect(page.locator(".unlike")).to_contain_text("Annotators read different texts of this item")
    routine, urgent = (page.locator(".versions tr").nth(row) for row in (0, 1))
    expect(routine.locator(".read")).to_have_text([f"bram: {GOAT}", "constructor: no text"])
    expect(urgent.locator(".read")).to_have_text([f"ada: {BOAT}"])
    expect(page.locator("#said")).to_contain_text("different texts")
    assert page.locator(".case b").count() == 0
    check_accessible(page)
    page.keyboard.press("1")
    tally(page, 1)
    clear_of_faults(page)


def test_texts_that_differ_in_white_space_alone_are_seen_to(
    serve_folder: Callable[[], Server], window: Window, tmp_path: Path
) -> None:
    rows = ["item,text,annotator,label", "s1,Send a boat.,ada,urgent", "s1,Send a  boat.,bram,routine"]
    rows += ["s2,,ada,urgent", "s2,Fog.,bram,routine"]
    (tmp_path / "calls.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    page = window(serve_folder(), "calls")
    page.locator(".cases button").filter(has_text="s1").click()
    expect(page.locator(".read")).to_have_text(["ada: Send·a·boat.", "bram: Send·a··boat."])
    page.locator(".cases button").filter(has_text="s2").click()
    expect(page.locator(".read")).to_have_text(["ada: no text", "bram: Fog."])
    check_accessible(page)
    clear_of_faults(page)


def test_text_that_runs_from_right_to_left_does_so_around_what_is_in_question(
    serve_folder: Callable[[], Server], window: Window, tmp_path: Path
) -> None:
    first, second, third = "הספינה", "הגיעה", "לנמל"
    text = f"{first} {second} {third}."
    start = text.index(second)
    spans = {"ada": [[start, start + len(second), "PER"]], "bram": []}
    said = [{"document": "d", "text": text, "annotator": who, "spans": each} for who, each in spans.items()]
    (tmp_path / "marks.jsonl").write_text("\n".join(map(json.dumps, said)), "utf-8")
    for who, tag in (("ada", "V"), ("bram", "N")):
        rows = [f"{word}\t{label}\n" for word, label in ((first, "N"), (second, tag), (third, "N"))]
        (tmp_path / "tags").mkdir(exist_ok=True)
        (tmp_path / "tags" / f"{who}.conll").write_text("".join(rows), "utf-8")
    server = serve_folder()
    page = window(server, "marks")
    left_of = """(place) => {
      const mark = document.querySelector(`${place} mark`);
      const next = mark.nextElementSibling.getBoundingClientRect();
      return next.width > 9 && next.right <= mark.getBoundingClientRect().left + 1;
    }"""
    assert page.evaluate(left_of, ".case .context")
    page.goto(f"{server.root}#/adjudicate/tags")
    expect(page.get_by_role("heading", name="Adjudicate tags")).to_be_visible()
    expect(page.locator(".case mark")).to_have_text(second)
    assert page.evaluate(left_of, ".case .context")
    page.goto(f"{server.root}#/pairs/tags?first=ada&second=bram")
    expect(page.locator(".opened .context mark")).to_have_text(second)
    assert page.evaluate(left_of, ".opened .context")
    clear_of_faults(page)


def test_who_is_called_like_a_reference_has_no_version_on_the_desk(
    serve_folder: Callable[[], Server], window: Window, tmp_path: Path
) -> None:
    (tmp_path / "votes.csv").write_text("item,ada,bram,gold\n1,yes,no,no\n2,no,no,yes\n", encoding="utf-8")
    page = window(serve_folder(), "votes")
    expect(page.get_by_role("heading", name="Case 1 of 1")).to_be_visible()
    expect(page.get_by_text("Without a vote: gold (called like a reference")).to_be_visible()
    expect(page.locator(".versions .names")).to_have_text(["ada", "bram"])
    clear_of_faults(page)


def test_borders_of_units_move_as_finely_as_they_were_measured(
    serve_folder: Callable[[], Server], window: Window, tmp_path: Path
) -> None:
    rows = ["annotator,category,start,end", "ada,a,152310,152870", "bram,b,152310,152890"]
    (tmp_path / "frames.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    rows = [
        "annotator,category,start,end",
        "ada,a,0,0.06",
        "bram,e,0,0.06",
        "ada,t,0.06,0.10",
        "bram,d,0.06,0.11",
    ]
    (tmp_path / "phones.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    server = serve_folder()
    page = window(server, "frames")
    option, wrong = page.locator(".marks-list [aria-selected=true]"), page.locator(".editor .wrong")
    page.keyboard.press("e")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowRight")
    expect(option).to_have_text("a 152311–152869")
    page.get_by_label("End", exact=True).fill("152300")
    expect(wrong).to_have_text("It cannot be shorter: it has to end after its start.")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".marks-list")).to_be_visible()
    page.get_by_label("End", exact=True).fill("152819.5")
    expect(wrong).to_have_text("All positions here are whole numbers.")
    page.get_by_label("End", exact=True).fill("152819")
    expect(wrong).to_be_empty()
    page.get_by_label("End", exact=True).press("Enter")
    expect(page.locator(".marks-list")).to_be_focused()
    page.keyboard.press("Enter")
    tally(page, 1)
    (kept,) = (each for each in decisions(tmp_path).values() if each.item.startswith("frames:"))
    assert kept.value == [[152311, 152819, "a"]]
    page.goto(f"{server.root}#/adjudicate/phones")
    page.locator(".cases button").filter(has_text="0-0.06").click()
    expect(page.locator(".case")).to_have_attribute("aria-busy", "false")
    page.keyboard.press("e")
    page.keyboard.press("ArrowRight")
    expect(wrong).to_have_text("It cannot end after 0.06: there the continuum ends, or the next begins.")
    page.keyboard.press("ArrowLeft")
    expect(option).to_have_text("a 0–0.05")
    expect(wrong).to_be_empty()
    page.keyboard.press("n")
    expect(option).to_have_text("a 0.05–0.06")
    page.keyboard.press("n")
    expect(wrong).to_have_text("There is no room for another mark here.")
    check_accessible(page)
    clear_of_faults(page)


@pytest.mark.parametrize("dark", [False, True])
def test_the_editor_of_dependencies_fits_a_narrow_screen(
    serve: Callable[..., Server], window: Window, dark: bool
) -> None:
    page = window(serve("trees"), "trees/deps", width=480, dark=dark)
    page.keyboard.press("e")
    editor = page.locator(".editor .scroll")
    assert editor.evaluate("each => each.scrollWidth <= each.clientWidth")
    inside = editor.bounding_box()
    assert inside
    assert inside["x"] + inside["width"] <= 480
    for name in ("Head", "Label"):
        fields = page.get_by_label(re.compile(f"^{name} of "))
        assert fields.count() > 1
        for box in (field.bounding_box() for field in fields.all()):
            assert box
            assert inside["x"] <= box["x"]
            assert box["x"] + box["width"] <= inside["x"] + inside["width"]
            assert box["width"] >= 60
    field = page.get_by_label(re.compile("^Label of ")).nth(5)
    assert field.evaluate("each => (each.value = 'compound:prt', each.scrollWidth <= each.clientWidth)")
    field.fill("nsubj")
    page.get_by_role("button", name="Confirm").click()
    tally(page, 1)
    check_accessible(page)
    clear_of_faults(page)


def test_gold_is_exported_under_the_name_by_which_it_is_known_beside_the_data(
    serve_folder: Callable[[], Server], window: Window, tmp_path: Path
) -> None:
    (tmp_path / "schön.csv").write_text("item,annotator,label\n1,ada,x\n1,bram,y\n2,ada,x\n2,bram,x\n", "utf-8")
    page = window(serve_folder(), "schön")
    page.keyboard.press("1")
    tally(page, 1)
    with page.expect_download(timeout=PATIENCE) as coming:
        page.get_by_role("button", name="Export").click()
    assert coming.value.suggested_filename == "schön-gold.csv"
    coming.value.save_as(tmp_path / "schön-gold.csv")
    assert accord.gold(tmp_path).account["annotators"] == 2
    clear_of_faults(page)
