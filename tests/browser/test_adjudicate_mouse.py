"""Mouse and touch at the desk: ends of marks are dragged, selected text is marked, arcs are drawn; labels by key."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.opened import MARKS_FIT, until
from tests.browser.serving import HARBOUR, Server
from tests.browser.test_adjudicate import clear_of_faults, tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    Window = Callable[..., Page]

LETTER = "The quiet harbour of Saltmouth wakes early, and the pilot Nora Pym counts the boats of Harle Shipping. "
TEXT = LETTER * 6
LONG = 380


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    for name in ("annotators", "trees"):
        shutil.copytree(HARBOUR / name, folder / name)
    for name in ("radio.csv", "urgency.csv"):
        shutil.copy(HARBOUR / name, folder)
    shutil.copytree(HARBOUR.parent / "relations", folder / "relations")
    start = TEXT.index("Nora Pym")
    for who, end in (("ada", start + 8), ("bram", start + 4), ("chloe", start + LONG)):
        (folder / "letters" / who).mkdir(parents=True)
        (folder / "letters" / who / "one.txt").write_text(TEXT, encoding="utf-8")
        marks = [("LOC", 21, 30), ("PER", start, end)]
        lines = [f"T{number}\t{label} {a} {b}\t{TEXT[a:b]}\n" for number, (label, a, b) in enumerate(marks, 1)]
        (folder / "letters" / who / "one.ann").write_text("".join(lines), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """One for all tests here; each works in a layer of its own, or leaves what it found."""
    server = Server(folder)
    yield server
    server.stop()


@pytest.fixture
def opened(server: Server, window: Window) -> Window:
    """The desk of a layer, as soon as the server has read that."""

    def open_layer(layer: str, query: str = "", **look: Any) -> Page:
        page = window(server, layer, **look)
        expect(page.get_by_role("heading", name=f"Adjudicate {layer}")).to_be_visible()
        if query:
            page.goto(f"{server.root}#/adjudicate/{layer}?{query}")
        expect(page.locator(".case")).not_to_have_attribute("aria-busy", "true")
        return page

    return open_layer


def kept(page: Page, item: str) -> Any:
    """The value that is decided on a case."""
    layer = page.evaluate("location.hash.split('?')[0].split('/').slice(2).join('/')")
    asked = "(query) => fetch(`/api/case?${new URLSearchParams(query)}`).then((answer) => answer.json())"
    return page.evaluate(asked, {"layer": layer, "item": item})["decision"]["value"]


def drag(page: Page, start: Locator, end: tuple[float, float]) -> None:
    """From the middle of something to a point."""
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle(element: Locator, share: float = 0.5) -> tuple[float, float]:
    """A point on an element, or so far across it; all that is dragged fits in the window at once."""
    box = element.bounding_box()
    assert box
    return box["x"] + share * box["width"], box["y"] + box["height"] / 2


def select(page: Page, words: str) -> None:
    """Select words of the text of the case as somebody with a mouse does, from their first letter to their last."""
    ends = page.evaluate(
        """(words) => {
          document.querySelector(".case .document").scrollIntoView({ block: "center" });
          const walker = document.createTreeWalker(document.querySelector(".case .document"), NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const at = walker.currentNode.data.indexOf(words);
            if (at < 0 || !walker.currentNode.parentElement.closest("[data-from]")) continue;
            const range = document.createRange();
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + words.length);
            const all = [...range.getClientRects()];
            const [first, last] = [all[0], all.at(-1)];
            return [first.left + 1, first.top + first.height / 2, last.right - 1, last.top + last.height / 2];
          }
          throw new Error("not there");
        }""",
        words,
    )
    page.mouse.move(*ends[:2])
    page.mouse.down()
    page.mouse.move(*ends[2:], steps=5)
    page.mouse.up()


def edit(page: Page) -> None:
    """Edit the first version, with all of it in sight."""
    page.keyboard.press("e")
    page.locator(".case .editor").wait_for()
    place = next(each for each in (".mark-lines", ".draft", ".document") if page.locator(each).count())
    page.evaluate("(place) => document.querySelector(place).scrollIntoView({ block: 'center' })", place)


def option(page: Page, name: str) -> None:
    expect(page.get_by_role("option", name=re.compile(f"^(▸ )?{re.escape(name)}$"))).to_be_visible()


def test_an_end_of_a_mention_is_dragged_and_words_are_marked(opened: Window) -> None:
    page = opened("annotators")
    expect(page.locator(".case .place")).to_have_text("doc5:4:1-1")
    edit(page)
    option(page, "PER 0–1 Crewe")
    drag(page, page.locator(".own .grip.end"), middle(page.locator(".marks th", has_text="them"), 0.9))
    option(page, "PER 0–3 Crewe heard them")
    drag(page, page.locator(".own .grip.start"), middle(page.locator(".marks th", has_text="heard"), 0.1))
    option(page, "PER 1–3 heard them")
    select(page, "Crewe")
    expect(page.locator(".marks-list [role=option]")).to_have_count(2)
    select(page, "heard")
    option(page, "PER 1–2 heard")
    page.keyboard.press("5")
    option(page, "SHIP 1–2 heard")
    page.keyboard.press("Enter")
    tally(page, 1)
    assert kept(page, "doc5:4:1-1") == [[0, 1, "PER"], [1, 2, "SHIP"]]
    clear_of_faults(page)


def test_esc_ends_a_drag_and_what_does_not_fit_is_refused(opened: Window) -> None:
    page = opened("annotators", "case=doc1:2:3-4")
    expect(page.locator(".case .place")).to_have_text("doc1:2:3-4")
    page.locator(".case h3").click()
    edit(page)
    before = page.get_by_role("option").all_inner_texts()
    grip = page.locator(".own .grip.end")
    page.mouse.move(*middle(grip))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".marks th[data-start]").last), steps=3)
    expect(page.locator(".drag-said")).not_to_be_empty()
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".drag-over")).to_have_count(0)
    assert page.get_by_role("option").all_inner_texts() == before
    drag(page, grip, middle(page.locator(".marks th[data-start]").first, 0))
    expect(page.locator(".editor .wrong")).to_contain_text("It cannot be shorter")
    page.get_by_role("button", name="Mark what is selected").click()
    expect(page.locator(".editor .wrong")).to_contain_text("Select words of the text of this case first.")
    clear_of_faults(page)


def test_a_long_span_is_folded_and_wrapped_and_dragged_by_letters(opened: Window) -> None:
    page = opened("letters", width=900)
    page.keyboard.press("e")
    start = TEXT.index("Nora Pym")
    option(page, f"PER {start}–{start + 8} Nora Pym")
    expect(page.locator(".marks .fold")).to_have_text(re.compile(r"… \d+ characters …"))
    assert page.evaluate(MARKS_FIT)
    assert page.locator(".marks th[data-start]").first.inner_text().split()[0] in TEXT.split()  # no part of a word
    lines = page.locator(".mark-lines table")
    folded = lines.count()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    expect(page.locator(".marks .fold")).to_have_count(0)
    assert lines.count() > folded
    page.keyboard.press("f")
    edit(page)
    head = page.locator(".marks th", has_text="Pym").first
    drag(page, page.locator(".own .grip.end"), middle(head, 0))
    option(page, f"PER {start}–{start + 4} Nora")
    select(page, "counts the boats")
    begin = TEXT.index("counts the boats")
    option(page, f"PER {begin}–{begin + 16} counts the boats")
    page.keyboard.press("Enter")
    tally(page, 1)
    place = f"one:{start}-{start + LONG}"
    assert kept(page, place) == [[start, start + 4, "PER"], [begin, begin + 16, "PER"]]
    clear_of_faults(page)


def test_an_end_of_a_unit_is_dragged_to_a_step(opened: Window) -> None:
    page = opened("radio")
    expect(page.locator(".case .place")).to_have_text("morning:57-60.2")
    edit(page)
    option(page, "call 57–60")
    drag(page, page.locator(".own .grip.end"), middle(page.locator(".marks th", has_text="60–60.2")))
    option(page, "call 57–60.1")
    page.keyboard.press("Enter")
    tally(page, 1)
    assert kept(page, "morning:57-60.2") == [[57, 60.1, "call"]]
    clear_of_faults(page)


def test_an_arc_is_drawn_from_mention_to_mention(opened: Window) -> None:
    page = opened("relations")
    edit(page)
    option(page, "no relation")
    marks = page.locator(".document mark")
    drag(page, marks.nth(1), middle(marks.nth(0)))
    page.keyboard.press("1")
    label = page.locator(".label-key").first.inner_text().removeprefix("1").strip()
    option(page, f"the Harbour Office (ORG) – {label} → Saltmouth (LOC)")
    drag(page, marks.nth(0), middle(marks.nth(1)))
    option(page, f"Saltmouth (LOC) – {label} → the Harbour Office (ORG)")
    expect(page.locator(".marks-list [role=option]")).to_have_count(1)
    clear_of_faults(page)


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_an_arc_is_drawn_from_head_to_word(opened: Window, *, touch: bool) -> None:
    page = opened("trees/deps")
    edit(page)
    head = page.get_by_label("Head of Gannet")
    expect(head).to_have_value("3")
    words = page.locator(".draft [data-word]")
    start, end = middle(words.nth(4)), middle(words.nth(1))
    if touch:
        session = page.context.new_cdp_session(page)
        points = [start, ((start[0] + end[0]) / 2, start[1] - 5), end]
        for kind, at in zip(("touchStart", "touchMove", "touchMove"), points, strict=True):
            where = [{"x": at[0], "y": at[1]}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        drag(page, words.nth(4), end)
    expect(head).to_have_value("5")
    expect(page.locator(".tree-versions .draft")).to_be_visible()
    clear_of_faults(page)


def test_labels_are_chosen_by_key_and_one_that_nobody_used_is_asked_about(opened: Window) -> None:
    page = opened("urgency")
    page.keyboard.press("e")
    expect(page.locator(".label-key")).to_have_text(["1 notable", "2 routine", "3 urgent"])
    page.keyboard.press("2")
    expect(page.locator("#draft-label")).to_have_value("routine")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    tally(page, 1)
    assert kept(page, "urgency:d01-s03") == "notable"
    page.keyboard.press("e")
    page.keyboard.type("dire 2")
    page.keyboard.press("Enter")
    expect(page.locator(".unkept")).to_contain_text("Nobody used ‘dire 2’ so far. Enter again keeps it")
    tally(page, 1)
    page.keyboard.press("Enter")
    tally(page, 2)
    assert kept(page, "urgency:d09-s01") == "dire 2"
    page.keyboard.press("u")
    tally(page, 1)
    page.keyboard.press("u")
    tally(page, 0)
    until(page, "document.activeElement.id !== 'draft-label'")
    clear_of_faults(page)
